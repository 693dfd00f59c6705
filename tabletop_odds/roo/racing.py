"""What the named policies count: turns left, draws to come, what a turn more brings, whether the race is lost.

These are estimates that a compiled loop makes just so, in whole numbers, thousands of times a game: for the exact
search see `optimal`, for the exact odds of a race `odds` and `first_odds`.

>>> state = State.parse("> R2 . / . .; hand B1; targets R2", Rules.small(2))
>>> turns_left(state.side, Rules.small(2))  # to the right, one cell too far; so off the board, and in again
2
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb, prod

from .ending import is_complete, penalty, unplaced
from .moving import PASS, Action, Way, actions, discarded, draw_pile, moved, slides, ways_in
from .rules import Cell, Rules
from .state import EMPTY, Side, State, number_of

FAR = 100  # turns: no way at all
NEVER = 12_000  # twelfths of a turn: cannot be completed any more

Outlook = tuple[int, int]  # expected turns to go, in twelfths, and penalty points


def turns_left(side: Side, rules: Rules) -> int:
    """About how many turns the targets take that are not on their cells, each by itself, those unseen as if held.

    A target that comes to its cell in one move takes one turn, and one for each card in the way, by the way with the
    fewest; another the turns that it would take with nothing in the way (`steps`). On the board it may also go back to
    the hand first, where another card takes its cell, which is a turn. That is right where targets do not hinder each
    other; the least that any play takes is in `optimal.fewest_turns`.
    """
    return sum(_turns_of(card, side, rules) for card in unplaced(side, rules))


def _turns_of(card: str, side: Side, rules: Rules) -> int:
    goal, hand = rules.target_cells[side.targets.index(card)], rules.size**2
    turns = _turns_from(hand, card, goal, side, rules)
    if card in side.board:
        turns = min(turns + 1, _turns_from(side.board.index(card), card, goal, side, rules))
    return turns


def _turns_from(place: int, card: str, goal: Cell, side: Side, rules: Rules) -> int:
    ways = ways_to(goal, number_of(card), place, rules)
    if ways:
        return 1 + min(_in_the_way(way, side, rules) for way in ways)
    return steps(goal, number_of(card), rules.size, rules.entry, rules.slide)[place]


def _in_the_way(way: Way, side: Side, rules: Rules) -> int:
    return sum(side.board[row * rules.size + column] != EMPTY for row, column in needed_cells(way, rules))


def needed_cells(way: Way, rules: Rules) -> tuple[Cell, ...]:
    """The cells that must be empty where a card goes this way.

    >>> needed_cells(Way((0, 2), ((0, 0), (0, 1)), None), Rules())
    ((0, 0), (0, 1))
    """
    if rules.entry == "free" and way.origin is None:
        return (way.cell,)
    return () if rules.jump else way.between


def ways_to(goal: Cell, number: int, place: int, rules: Rules) -> tuple[Way, ...]:
    """The ways of a card of that number to a cell in one move: from a place on the board, or (size**2) from the hand.

    >>> [way.between for way in ways_to((0, 1), 2, 4, Rules.small(2))], ways_to((0, 1), 2, 0, Rules.small(2))
    ([((0, 0),), ((1, 1),)], ())
    """
    if place == rules.size**2:
        return tuple(way for way in ways_in(number, rules) if way.cell == goal)
    origin = divmod(place, rules.size)
    ways = slides(number, rules.size) if rules.slide else ()
    return tuple(way for way in ways if way.origin == origin and way.cell == goal)


@lru_cache(maxsize=1024)
def steps(goal: Cell, number: int, size: int, entry: str, slide: bool) -> tuple[int, ...]:
    """The moves that take a card of that number to a cell with nothing in the way: from each cell, and from the hand.

    `FAR` where there is no way.

    >>> steps((0, 1), 1, 2, "edge", True), steps((0, 1), 1, 2, "origin", False)
    ((1, 0, 2, 1, 1), (100, 0, 100, 100, 1))
    """
    rules = Rules.small(size, entry=entry, slide=slide) if size < 4 else Rules(entry=entry, slide=slide)
    hand = size**2
    moves = [(hand, way.cell) for way in ways_in(number, rules)]
    if slide:
        moves += [(way.origin[0] * size + way.origin[1], way.cell) for way in slides(number, size) if way.origin]
    found = [FAR] * (hand + 1)
    found[goal[0] * size + goal[1]] = 0
    for _ in range(hand + 1):  # no shortest way is longer
        for place, (row, column) in moves:
            found[place] = min(found[place], found[row * size + column] + 1)
    return tuple(found)


def is_waiting(side: Side, rules: Rules) -> bool:
    """Whether a target is yet to be drawn: in the pile, or in the discards that are shuffled anew (R15)."""
    return any(card in side.pile or (rules.pile_out == "reshuffle" and card in side.discards) for card in side.targets)


def last_card_ends(rules: Rules) -> bool:
    """Whether who draws the last card of a pile has no other turn (R10)."""
    return rules.pile_out in ("any", "own_only") or (rules.pile_out == "all" and rules.players == 1)


def outlook(side: Side, rules: Rules) -> Outlook:
    """The expected turns to go, in twelfths, and the penalty.

    The turns are `turns_left`, and the draws until the last of j unseen targets among n cards, j (n + 1) / (j + 1) in
    the mean; where a target is among discards that are shuffled anew, n counts them too. `NEVER` where a target was
    discarded for good, or the pile has run out.
    """
    points = penalty(side, rules)
    if is_complete(side, rules):
        return 0, points
    pile, thrown = side.pile, any(card in side.discards for card in side.targets)
    if thrown and rules.pile_out == "reshuffle":
        pile = (*pile, *side.discards)
    elif thrown or (not pile and last_card_ends(rules)):
        return NEVER, points
    unseen = sum(card in pile for card in side.targets)
    return 12 * turns_left(side, rules) + 12 * unseen * (len(pile) + 1) // (unseen + 1), points


def outlook_after(side: Side, action: Action, rules: Rules) -> Outlook:
    """The outlook after an action and the best of the own next turn, summed over all equally likely draws.

    A move is counted once for each draw that a discard could bring, so that the sums compare.
    """
    if action == PASS or action.cell is not None:
        draws = len(side.pile) or len(side.discards) + 1
        turns, points = best_outlook(side if action == PASS else moved(side, action, rules), rules)
        return turns * draws, points * draws
    pile, _ = draw_pile(side, action.card)
    found = [best_outlook(discarded(side, action.card, drawn, rules), rules) for drawn in pile]
    return sum(turns for turns, _ in found), sum(points for _, points in found)


def best_outlook(side: Side, rules: Rules) -> Outlook:
    """The best outlook that one more turn brings: for a side that is complete, it is one turn to the good.

    A discard of a card that is no target brings the turns to go down by one in the mean, where a target is awaited.
    """
    now = outlook(side, rules)
    if is_complete(side, rules):
        return -12, now[1]
    return min(_next_outlooks(side, now, rules))


def _next_outlooks(side: Side, now: Outlook, rules: Rules) -> Iterator[Outlook]:
    turns, points = now
    choices = actions(side, rules)
    for action in choices:
        if action.cell is not None:
            yield outlook(moved(side, action, rules), rules)
    if any(action.card not in side.targets for action in choices if action.card and action.cell is None):
        if len(side.pile) == 1 and last_card_ends(rules):
            yield NEVER, points
        else:
            yield turns - 12 * (turns < NEVER and is_waiting(side, rules)), points
    elif all(action.cell is None for action in choices):
        yield now


def race_lost(state: State, rules: Rules) -> bool:
    """Whether to be first is less likely than that nobody completes, or cannot be any more.

    Everybody is taken to race from here, as in `odds`: with n cards in the pile, j targets among them and u turns left,
    complete within t turns with chance C(d, j) / C(n, j), d = min(t - u, n - 1). First is who completes in a round
    before which nobody does. Alone the race is lost where it cannot be completed; under `winner="lowest"` from the
    start, as only points count.
    """
    if rules.players > 1 and rules.winner == "lowest":
        return True
    rounds = 1 if state.last_round else rules.max_rounds - state.round
    me = state.player
    late = [int(seat < me) for seat in range(rules.players)]  # their turn of this round is over
    others = [(_Race(side, rules), late[seat]) for seat, side in enumerate(state.sides) if seat != me]
    mine = _Race(state.side, rules)
    first = sum(
        (mine.within(t) - mine.within(t - 1)) * prod(race.ways - race.within(t - 1 - behind) for race, behind in others)
        for t in range(1, min(rounds, mine.most) + 1)
    )
    nobody = prod(race.ways - race.within(rounds - behind) for race, behind in [(mine, 0), *others])
    return first == 0 or (rules.players > 1 and first < nobody)


class _Race:
    """One side's race, in equally likely orders of the pile."""

    def __init__(self, side: Side, rules: Rules) -> None:
        self.left, self.pile = turns_left(side, rules), len(side.pile)
        self.unseen = sum(card in side.pile for card in side.targets)
        self.lost = self.left >= FAR or any(card in side.discards for card in side.targets)
        self.draws = self.pile - last_card_ends(rules)
        self.ways = comb(self.pile, self.unseen)
        self.most = self.left + self.pile  # turns; more bring nothing

    def within(self, turns: int) -> int:
        """In how many of the `ways` it is over within so many turns; before the turn of now (-1) in none."""
        spare = turns - self.left
        if self.lost or turns < 0 or spare < 0:
            return 0
        return comb(max(min(spare, self.draws), 0), self.unseen)
