"""What a state is worth to a player, exactly, where that can be had without playing games out.

Alone a side is worth its chance to complete. Nobody completes sooner than the race law says with these numbers of
cards, and a side that some moves make a race completes as the law says after them; where both are equal, as they are
unless the rounds run short, that is the best chance there is. Against others a state is worth the share of the win if
everybody races from there. Small games are solved whole, and are worth what the best play makes of them.

>>> rules = Rules(players=1)
>>> state = State.parse(". . . . / . . . . / . . . . / . . . .; hand R1 R2 R3 R4 B1; targets G1 G2 G3", rules)
>>> completion_standing(state, rules)
Standing(worth=Fraction(8, 11), tie=Fraction(45, 4))
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

from .ending import is_complete, penalty, unplaced, win_shares
from .first_odds import RaceOdds, race_odds
from .moving import actions, moved, ways_in
from .odds import Race, completion_probability, expected_turns, race_of, turns_distribution
from .race_tracks import racer_of
from .rules import Rules
from .state import Side, State, number_of
from .whole_game import SolvedGame, solve_game

MOST_SIDES = 200  # looked at for moves that make a race
SMALL = {1: (3, 5), 2: (2, 4)}  # by players: the largest board, and the most cards of a side that are not discarded


class Standing(NamedTuple):
    """What a state is worth: a chance; of equal ones the lower `tie` is better: turns alone, else the mean penalty."""

    worth: Fraction
    tie: Fraction | None = None


def ended_standing(end: State, player: int, rules: Rules) -> Standing:
    """What the end of a game is worth to a player: alone whether it is completed, else the share of the win.

    >>> rules = Rules.small(2)
    >>> ended_standing(State.parse("> . R2 / . .; hand B1; targets R2", rules), 0, rules)
    Standing(worth=Fraction(1, 1), tie=Fraction(0, 1))
    """
    if rules.players == 1:
        return Standing(Fraction(is_complete(end.sides[0], rules)), Fraction(0))
    return Standing(win_shares(end, rules)[player], Fraction(penalty(end.sides[player], rules)))


def completion_standing(state: State, rules: Rules) -> Standing | None:
    """The best chance to complete alone, and the turns that a racer takes where it does; None where it is not known.

    The game goes on: nobody has completed it, and no pile is out.
    """
    side, left = state.side, rules.max_rounds - state.round
    missing = unplaced(side, rules)
    if any(card in side.discards for card in missing):
        return Standing(Fraction(0)) if rules.pile_out != "reshuffle" else None
    unseen = sum(card in side.pile for card in missing)
    most = completion_probability(len(side.pile), unseen, len(missing), left, rules)
    if not most:
        return Standing(most)
    for moves, race in races_after_moves(side, rules):
        if moves <= left and completion_probability(*race, left - moves, rules) == most:
            return Standing(most, moves + expected_turns(turns_distribution(*race, rules)))
    return None


def races_after_moves(side: Side, rules: Rules) -> Iterator[tuple[int, Race]]:
    """The races that some moves make of a side, and how many moves: of the sides it looks at, 200 at the most.

    None are needed if it is a race already, unless it is complete: then it has to move all the same. It goes on from
    the sides with the fewest targets `in_trouble`, of those with the fewest moves made and targets left to place.

    >>> rules = Rules(players=1)
    >>> text = ". . . . / . . . . / . . . G1 / . . Y2 .; hand B3 R1 R2 Y4; targets R1 B3 Y2; discards B1"
    >>> next(races_after_moves(State.parse(text, rules).side, rules))  # the 3 needs the way free
    (1, Race(pile=9, unseen=0, unplaced=2))
    """
    heap, seen = [(in_trouble(side, rules), 0, 0, 0, side)], {side}
    for _ in range(MOST_SIDES):
        if not heap:
            return
        trouble, _, moves, _, now = heappop(heap)
        if trouble == 0 and (moves or not is_complete(now, rules)):
            with suppress(ValueError):  # there are not the cards to discard
                yield moves, race_of(now, rules)
        for action in actions(now, rules):
            if action.cell is not None and (after := moved(now, action, rules)) not in seen:
                seen.add(after)
                turns = moves + 1 + len(unplaced(after, rules))
                heappush(heap, (in_trouble(after, rules), turns, moves + 1, len(seen), after))


def in_trouble(side: Side, rules: Rules) -> int:
    """How many targets lie on a wrong cell, or have no free way to theirs once the others are on their cells.

    >>> rules = Rules.small(2)
    >>> in_trouble(State.parse("R1 . / . B1; hand B2; targets R2", rules).side, rules)  # the way in goes along a corner
    1
    """
    full = {cell for cell, card in zip(rules.cells, side.board, strict=True) if card}
    count = 0
    for card in unplaced(side, rules):
        goal = rules.target_cells[side.targets.index(card)]
        taken = full | {cell for cell in rules.target_cells if cell != goal}
        ways = [way for way in ways_in(number_of(card), rules) if way.cell == goal]
        if rules.entry == "free":
            ways = [way for way in ways if goal not in full]
        count += card in side.board or not any(rules.jump or taken.isdisjoint(way.between) for way in ways)
    return count


class Races:
    """The odds of games of racers, each found once: most actions leave the same race."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[object, RaceOdds | None] = {}

    def odds(self, state: State) -> RaceOdds | None:
        """How the game goes on if everybody races; None where somebody cannot, or is complete and yet to act."""
        try:
            racers = tuple(racer_of(side, self.rules) for side in state.sides)
        except ValueError:
            return None
        key = (racers, state.player, state.round, state.last_round)
        if key not in self.known:
            self.known[key] = None
            with suppress(ValueError):
                self.known[key] = race_odds(state, self.rules)
        return self.known[key]

    def standing(self, state: State, player: int) -> Standing | None:
        """The share of the win, and the mean penalty."""
        odds = self.odds(state)
        return None if odds is None else Standing(odds.win[player], odds.penalty[player])


def solved_from(state: State, rules: Rules) -> SolvedGame | None:
    """The game solved from a state on; None where it is not small.

    Small: alone on boards up to 3x3 with five cards not discarded, or two players on 2x2.

    >>> rules = Rules.small(2)
    >>> solved_from(State.parse("> R2 . / . .; hand B1; targets R2", rules), rules).value
    Fraction(1, 1)
    """
    size, cards = SMALL.get(rules.players, (0, 0))
    gone = 0 if rules.pile_out == "reshuffle" else min(len(side.discards) for side in state.sides)
    if rules.size > size or rules.size**2 - gone > cards:
        return None
    return solve_game(rules, start=state)


def solved_worth(game: SolvedGame, state: State, player: int) -> Fraction:
    """What the best play makes of a state, for a player."""
    value = game.of(state)
    return value if player == 0 else 1 - value
