"""The race law: how soon a player who only races completes, exactly.

A racer places a target whenever one is held, and otherwise discards a card that is none and draws. A turn draws one
card or places one, so nobody is sooner than the last unseen target allows, and the racer is never later. With `pile`
cards to draw from, `unseen` targets among them and `unplaced` ones in all, the turns that complete are

    T = D + unplaced,   D = the place in the pile of the last unseen target (0 where there is none),
    P(T <= t) = C(d, unseen) / C(pile, unseen),   d = min(t - unplaced, pile - 1),   0 where d < unseen.

The last card of the pile comes too late: drawing it ends the game (R10), unless discards are shuffled anew. From the
deal the same counting over the whole deck gives P(T <= t) = C(hand_size + d, targets) / C(cards, targets).

It holds wherever a held target can always enter its cell in one turn: on the default cells it can, whatever lies on
the other two; see `race_law_holds`. For other cells and arrangements see `optimal`.

>>> completion_probability(pile=11, unseen=3, unplaced=3, turns=10)
Fraction(7, 33)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range

from .ending import unplaced as unplaced_targets
from .moving import actions
from .rules import Cell, Rules, as_rules
from .state import EMPTY, Cards, Side

MOST_TURNS = 10_000


class Race(NamedTuple):
    """What the race law needs to know of a side: cards in the pile, targets among them, targets not on their cells."""

    pile: int
    unseen: int
    unplaced: int


def completion_probability(pile: int, unseen: int, unplaced: int, turns: int, rules: Rules | None = None) -> Fraction:
    """The chance that a racer completes within so many turns, the next one included.

    `pile`: cards to draw, 0 up; `unseen`: targets among them; `unplaced`: targets that do not lie on their cells, the
    unseen ones included; `turns`: 0 up. Of the rules only `pile_out` matters. Raises ValueError for numbers out of
    range. Source: RO-3, RO-5, R10.

    >>> completion_probability(pile=5, unseen=1, unplaced=2, turns=4)
    Fraction(2, 5)
    """
    rules = as_rules(rules)
    race = checked_race(pile, unseen, unplaced, rules)
    turns = in_range("turns", turns, 0, MOST_TURNS)
    return Fraction(_ways(race, turns, rules), comb(race.pile, race.unseen))


def turns_distribution(pile: int, unseen: int, unplaced: int, rules: Rules | None = None) -> Distribution:
    """The number of turns in which a racer completes; never is the rest above the cap, the last turn that can do it.

    The arguments and their ValueErrors are those of `completion_probability`.

    >>> turns = turns_distribution(pile=5, unseen=1, unplaced=2)
    >>> turns.weights, turns.rest, turns.cap
    ({3: 1, 4: 1, 5: 1, 6: 1}, 1, 6)
    """
    rules = as_rules(rules)
    race = checked_race(pile, unseen, unplaced, rules)
    all_ways = comb(race.pile, race.unseen)
    last = max(_last_draw(race.pile, rules), 0) + race.unplaced
    return _by_turns(lambda turns: _ways(race, turns, rules), all_ways, last)


def deal_completion_probability(turns: int, rules: Rules | None = None) -> Fraction:
    """The chance that a racer completes within so many turns from the deal, before the hand is seen.

    `turns`: 0 up. Raises ValueError where the race law does not hold from the deal. Source: RO-2, R1, R10, R12.

    >>> deal_completion_probability(3), deal_completion_probability(13)
    (Fraction(1, 56), Fraction(13, 16))
    """
    rules = checked_law(rules)
    ways = _deal_ways(in_range("turns", turns, 0, MOST_TURNS), rules)
    return Fraction(ways, comb(len(rules.cards), len(rules.target_cells)))


def deal_turns_distribution(rules: Rules | None = None) -> Distribution:
    """The number of turns in which a racer completes from the deal; never is the rest above the cap.

    Raises ValueError where the race law does not hold from the deal.

    >>> turns = deal_turns_distribution()
    >>> turns.fraction("above"), turns.cap, round(float(expected_turns(turns)), 4)
    (Fraction(3, 16), 13, 10.011)
    """
    rules = checked_law(rules)
    targets, cards = len(rules.target_cells), len(rules.cards)
    last = min(_last_draw(cards - rules.hand_size, rules) + targets, rules.max_rounds)
    return _by_turns(lambda turns: _deal_ways(turns, rules), comb(cards, targets), last)


def expected_turns(turns: Distribution) -> Fraction:
    """The mean number of turns of those races that complete. Raises ValueError where none does.

    >>> expected_turns(turns_distribution(pile=5, unseen=1, unplaced=2))
    Fraction(9, 2)
    """
    if not turns.weights:
        raise ValueError("no race completes, so there is no mean number of turns")
    return Fraction(Distribution(turns.weights).expect(lambda turn: turn))


def race_law_holds(rules: Rules | None = None) -> bool:
    """Whether the race law is exact from the deal: no racer is ever blocked, nor without a card to discard.

    Every number can enter every target cell while cards lie on all the others, the targets are shuffled back,
    discarding is free, and the hand is as large as there are targets.

    >>> race_law_holds(), race_law_holds(Rules(target_cells=((0, 0), (1, 3), (3, 2))))
    (True, False)
    """
    return _law_fault(as_rules(rules)) is None


def race_of(side: Side, rules: Rules | None = None) -> Race:
    """What the race law needs to know of a side. Raises ValueError where the law does not hold for it.

    It holds where every unplaced target is in the hand or the pile, has a way in whatever lies on the other target
    cells, and the hand holds as many other cards to discard as there are targets to draw.

    >>> from tabletop_odds.roo.state import State
    >>> state = State.parse("> R2 . . / . . . / . . .; hand B1 G3; targets B1 G2", Rules.small(3))
    >>> race_of(state.side, Rules.small(3))
    Race(pile=6, unseen=1, unplaced=2)
    """
    rules = as_rules(rules)
    missing = unplaced_targets(side, rules)
    unseen = [card for card in missing if card in side.pile]
    for card in missing:
        if card not in side.pile and card not in side.hand:
            raise ValueError(f"target {card} is neither in the hand nor in the pile, so the race law does not hold")
        if not _enters(card, rules.target_cells[side.targets.index(card)], side.board, side.targets, rules):
            raise ValueError(f"target {card} has no free way to its cell, so the race law does not hold")
    if unseen and rules.discard != "free":
        raise ValueError(f"discard={rules.discard!r}: the race law needs free discards")
    others = sum(card not in missing for card in side.hand)
    if others < len(unseen):  # each unseen target that is drawn takes the place of another card in the hand
        raise ValueError(
            f"{len(unseen)} targets to draw and {others} other cards to discard: the race law does not hold"
        )
    return Race(len(side.pile), len(unseen), len(missing))


def checked_law(rules: Rules | None) -> Rules:
    """The rules, if the race law holds from the deal under them. Raises ValueError naming what it lacks."""
    rules = as_rules(rules)
    if fault := _law_fault(rules):
        raise ValueError(f"{fault}: the race law does not hold from the deal; see turns_to_place and solve_game")
    return rules


def _law_fault(rules: Rules) -> str | None:
    targets = len(rules.target_cells)
    if rules.targets != "marked":
        return f"targets={rules.targets!r}"
    if rules.discard != "free":
        return f"discard={rules.discard!r}"
    if rules.hand_size < targets:
        return f"hand_size={rules.hand_size} with {targets} targets"
    for cell in rules.target_cells:
        for number in rules.numbers:
            card, *others = sorted(rules.cards, key=lambda card: int(card[1]) != number)
            standing = [card if at == cell else others.pop() for at in rules.target_cells]
            if not _enters(card, cell, (EMPTY,) * rules.size**2, tuple(standing), rules):
                return f"target_cells={rules.target_cells}: a {number} cannot always enter {cell} in one turn"
    return None


def _enters(card: str, cell: Cell, board: Cards, targets: Cards, rules: Rules) -> bool:
    """Whether a card in the hand reaches the cell in one turn, the other targets lying on theirs.

    It sets out from an empty cell: under `entry="origin"` another's card would go to the hand.
    """
    cells = list(board)
    for other, (row, column) in zip(targets, rules.target_cells, strict=True):
        if other != card:
            cells[row * rules.size + column] = other
    moves = actions(Side(tuple(cells), hand=(card,)), rules)
    at = dict(zip(rules.cells, cells, strict=True))
    return any(move.card == card and move.cell == cell and not (move.origin and at[move.origin]) for move in moves)


def checked_race(pile: int, unseen: int, unplaced: int, rules: Rules) -> Race:
    """The three numbers as a Race. Raises ValueError for numbers out of range."""
    pile = in_range("pile", pile, 0, len(rules.cards))
    unplaced = in_range("unplaced", unplaced, 0, len(rules.target_cells))
    return Race(pile, in_range("unseen", unseen, 0, min(pile, unplaced)), unplaced)


def _last_draw(pile: int, rules: Rules) -> int:
    """How many cards of the pile can be drawn in time: all but the last one, which ends the game (R10)."""
    return pile if rules.pile_out == "reshuffle" else pile - 1


def _ways(race: Race, turns: int, rules: Rules) -> int:
    """In how many of the C(pile, unseen) places of the unseen targets a racer completes within so many turns."""
    if race.unplaced == 0:
        return 1  # complete already
    draws = min(turns - race.unplaced, _last_draw(race.pile, rules))
    return comb(draws, race.unseen) if draws >= race.unseen else 0


def _deal_ways(turns: int, rules: Rules) -> int:
    """The same of the C(cards, targets) places of the targets in hand and pile."""
    targets = len(rules.target_cells)
    draws = min(min(turns, rules.max_rounds) - targets, _last_draw(len(rules.cards) - rules.hand_size, rules))
    return comb(rules.hand_size + draws, targets) if draws >= 0 else 0


def _by_turns(ways: Callable[[int], int], all_ways: int, last: int) -> Distribution:
    """The distribution with so many ways within each number of turns, up to the last."""
    weights = {turns: ways(turns) - ways(turns - 1) if turns else ways(0) for turns in range(last + 1)}
    return Distribution(weights, above=all_ways - ways(last), cap=last)
