"""What a turn may do, and what it does: move one card exactly its number of cells, or discard one and draw (RO-3).

A move brings in a hand card or slides a board card; a card on the landing cell goes to the hand (RO-4). How a hand card
comes in, and whether cards may be jumped over, are options (R2, R4).

>>> from tabletop_odds.roo.state import State
>>> state = State.parse("> . . / . .; hand R2; targets R2", Rules.small(2))
>>> [str(action) for action in actions(state.side, Rules.small(2))]
['R2 to 0,0', 'R2 to 0,1', 'R2 to 1,0', 'R2 to 1,1', 'discard R2']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from .ending import is_out
from .rules import Cell, Rules, as_rules
from .state import EMPTY, Cards, Side, number_of, sorted_cards


class Action(NamedTuple):
    """One choice of a turn: a card, and where it lands; no cell: it is discarded, no card: the turn passes.

    `origin`: the cell that a board card slides from, or that a hand card sets out from under `entry="origin"`.
    """

    card: str = ""
    cell: Cell | None = None
    origin: Cell | None = None

    def __str__(self) -> str:
        if not self.card:
            return "pass"
        if self.cell is None:
            return f"discard {self.card}"
        start = "" if self.origin is None else f" from {self.origin[0]},{self.origin[1]}"
        return f"{self.card}{start} to {self.cell[0]},{self.cell[1]}"


PASS = Action()


class Way(NamedTuple):
    """One way of a card of some number to a cell: the cells between, and where it starts from (None: outside)."""

    cell: Cell
    between: tuple[Cell, ...]
    origin: Cell | None


@lru_cache(maxsize=64)
def entries(number: int, size: int) -> tuple[Way, ...]:
    """The ways in over an edge: straight along a row or column, `number` cells deep (R2).

    >>> [way.cell for way in entries(1, 2)]  # each corner from two edges
    [(0, 0), (0, 0), (0, 1), (0, 1), (1, 0), (1, 0), (1, 1), (1, 1)]
    """
    ways = []
    for lane in range(size):
        lines = [[(lane, i) for i in range(size)], [(i, lane) for i in range(size)]]
        for line in (*lines, *(line[::-1] for line in lines)):
            if number <= size:
                ways.append(Way(line[number - 1], tuple(line[: number - 1]), None))
    return tuple(sorted(ways, key=lambda way: (way.cell, way.between)))


@lru_cache(maxsize=64)
def slides(number: int, size: int) -> tuple[Way, ...]:
    """The ways from a cell to one exactly `number` cells on along its row or column, inside the board.

    >>> [(way.origin, way.cell) for way in slides(1, 2)][:2]
    [((0, 0), (0, 1)), ((0, 0), (1, 0))]
    """
    ways = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                line = [(row + down * i, column + right * i) for i in range(1, number + 1)]
                if all(0 <= x < size for x in line[-1]):
                    ways.append(Way(line[-1], tuple(line[:-1]), (row, column)))
    return tuple(sorted(ways, key=lambda way: (way.origin, way.cell)))


def actions(side: Side, rules: Rules | None = None) -> tuple[Action, ...]:
    """Every legal choice of a turn, in a fixed order: hand cards in, board cards along, discards; else to pass (R16).

    Two ways to the same cell are one choice; under `entry="origin"` each origin is a choice of its own.
    """
    rules = as_rules(rules)
    if is_out(side, rules):
        return (PASS,)
    moves = list(dict.fromkeys(_moves(side, rules)))
    movable = {action.card for action in moves}
    if can_draw(side, rules):
        moves += [Action(card) for card in side.hand if rules.discard == "free" or card not in movable]
    return tuple(moves) or (PASS,)


def can_draw(side: Side, rules: Rules) -> bool:
    """Whether a card may be discarded: there is one in the hand, and one to draw (R10, R16)."""
    return bool(side.hand) and (bool(side.pile) or rules.pile_out == "reshuffle")


def _moves(side: Side, rules: Rules) -> Iterator[Action]:
    board, size = side.board, rules.size

    def free(cells: tuple[Cell, ...]) -> bool:
        return rules.jump or all(board[row * size + column] == EMPTY for row, column in cells)

    for card in side.hand:
        for way in ways_in(number_of(card), rules):
            action = Action(card, way.cell, way.origin)
            empty_only = rules.entry == "free"
            landing = board[way.cell[0] * size + way.cell[1]]
            if free(way.between) and not (empty_only and landing) and _fits(side, action, rules):
                yield action
    if rules.slide:
        for origin in rules.cells:
            card = board[origin[0] * size + origin[1]]
            for way in slides(number_of(card), size) if card else ():
                action = Action(card, way.cell, origin)
                if way.origin == origin and free(way.between) and _fits(side, action, rules):
                    yield action


def ways_in(number: int, rules: Rules) -> tuple[Way, ...]:
    """The ways of a hand card of a number onto the board, by the `entry` of the rules (R2).

    >>> len(ways_in(3, Rules())), len(ways_in(4, Rules(entry="origin"))), len(ways_in(4, Rules(entry="free")))
    (16, 0, 16)
    """
    if rules.entry == "edge":
        return entries(number, rules.size)
    if rules.entry == "origin":
        return slides(number, rules.size)
    return tuple(Way(cell, (), None) for cell in rules.cells)


def _fits(side: Side, action: Action, rules: Rules) -> bool:
    """Whether the hand stays within its limit (R13)."""
    return rules.hand_limit is None or len(moved(side, action, rules).hand) <= rules.hand_limit


def moved(side: Side, action: Action, rules: Rules) -> Side:
    """The side after a move: a card on the landing cell, and one on the origin of a hand card, goes to the hand.

    Whether the move is legal is for `actions` to say. Raises ValueError for no move, or a card that is not there.
    """
    size, board, hand = rules.size, list(side.board), list(side.hand)
    if action.cell is None:
        raise ValueError(f"action {str(action)!r} is no move")
    landing = action.cell[0] * size + action.cell[1]
    slid = action.origin is not None and side.board[action.origin[0] * size + action.origin[1]] == action.card
    if not slid:
        _take(hand, action.card)
    if action.origin is not None:
        start = action.origin[0] * size + action.origin[1]
        if not slid and board[start]:
            hand.append(board[start])
        board[start] = EMPTY
    if board[landing]:
        hand.append(board[landing])
    board[landing] = action.card
    return replace(side, board=tuple(board), hand=sorted_cards(hand))


def discarded(side: Side, card: str, drawn: str, rules: Rules) -> Side:
    """The side after a card was discarded and another drawn.

    Where the pile is empty the discards, with this card, are the pile anew under `pile_out="reshuffle"` (R15). Raises
    ValueError for a card that is not there.
    """
    hand = list(side.hand)
    _take(hand, card)
    pile, discards = draw_pile(side, card)
    if drawn not in pile:
        raise ValueError(f"card {drawn!r} cannot be drawn: the pile is {' '.join(pile) or 'empty'}")
    pile = tuple(other for other in pile if other != drawn)
    return replace(side, hand=sorted_cards([*hand, drawn]), pile=pile, discards=discards)


def _take(hand: list[str], card: str) -> None:
    if card not in hand:
        raise ValueError(f"card {card!r} is not in the hand {' '.join(hand) or '-'}")
    hand.remove(card)


def draw_pile(side: Side, card: str) -> tuple[Cards, Cards]:
    """The pile that the card after discarding `card` is drawn from, and the discards then.

    >>> draw_pile(Side(pile=("R1",), discards=("R2",)), "B1"), draw_pile(Side(discards=("R2",)), "B1")
    ((('R1',), ('R2', 'B1')), (('R2', 'B1'), ()))
    """
    discards = sorted_cards([*side.discards, card])
    return (side.pile, discards) if side.pile else (discards, ())
