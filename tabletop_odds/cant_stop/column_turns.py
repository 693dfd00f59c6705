"""A turn that goes for one column, solved backwards from its ends.

Other columns are in the way: the other sum of a chosen pairing takes up a runner and leads to a top, where that runner
can move no further. So a state is the set of other columns with a runner, the spaces left to the top of each, whether
the column itself has its runner yet, and the space x there. With a bust worth 0 and the column's top worth 1,

    value = max(worth of stopping on x, sum over rolls of chance * the best value that one of its moves leads to).

The chance to top the column is the value where stopping is worth nothing. For the fewest turns let t(x) be the turns
still expected with the marker on x: a turn from space s that busts leaves v = t(s), one that stops on x leaves t(x),
one that reaches the top leaves none. In units of v, stopping on x gains 1 - t(x) / v over a bust, and the top gains 1:

    v = 1 + v - v * value,   where v * value is convex and rises with v; the secant method finds v * value = 1.

A turn never goes back, so states with more runners come first, then those nearer the tops. One fact spares half of the
work. A player can copy, move by move, one who has runners in the same other columns but is less far in the column, or
further in others, and end no worse. (Without its runner one is less far, too: who keeps none for it is lost.) So a move
is left out where another of the roll enters the same columns, leads as far in the column, and no further in any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence, Set
from itertools import combinations, product
from operator import le
from typing import NamedTuple

from .odds import pairing_classes, rolls_of
from .rules import Rules, ways_to_use

CLOSE = 1e-12
Place = tuple[list[float], int]  # the values of a group of states, and where among them the one for x = 0 stands


class Row(NamedTuple):
    """States that differ in x alone, at `place` + x, and their rolls: (chance, places of what can be chosen)."""

    place: int
    rolls: list[tuple[float, list[Place]]]


class Move(NamedTuple):
    """Steps in the column itself, in each other column with a runner, and (column, steps) newly entered."""

    own: int
    others: tuple[int, ...]
    entered: tuple[tuple[int, int], ...]


class Group:
    """The states with the same runners out: those of `others`, and the column's own or not yet (`placed`).

    `values` holds, for each combination of spaces left, the values for x from 0 to the top and one beyond.
    """

    def __init__(self, others: tuple[int, ...], placed: bool, top: int, rules: Rules) -> None:
        self.others, self.placed = others, placed
        self.free = rules.runners - placed - len(others)
        self.lengths = [rules.length(column) for column in others]
        self.stride, lines = {}, 1
        for column, length in zip(others, self.lengths, strict=True):
            self.stride[column] = lines * (top + 2)
            lines *= length
        self.values = ([0.0] * top + [1.0, 1.0]) * lines
        self.rows: list[Row] = []


class Board:
    """A column on its board, and every state of a turn that goes for it; `groups` in the order of solving.

    >>> board = Board(2, Rules.small(2, 1), frozenset())
    >>> [(group.others, group.placed) for group in board.groups][:3]
    [((3, 4), True), ((3,), True), ((4,), True)]
    """

    def __init__(self, column: int, rules: Rules, closed: Set[int]) -> None:
        self.column, self.rules, self.top = column, rules, rules.length(column)
        self.columns = {*rules.columns} - closed
        others = sorted(self.columns - {column})
        self.groups = [
            Group(chosen, placed, self.top, rules)
            for placed in (True, False)
            for size in range(rules.runners - 1, -1, -1)
            for chosen in combinations(others, size)
        ]
        self._group = {(group.placed, group.others): group for group in self.groups}
        for group in self.groups:
            self._fill(group)

    def _fill(self, group: Group) -> None:
        """The rows of a group; how far the tops are matters to its moves only up to two spaces."""
        known: dict[tuple[int, ...], list[tuple[float, list[Move]]]] = {}
        for left in product(*map(range, group.lengths)):
            near = tuple(min(spaces, 2) for spaces in left)
            if near not in known:
                known[near] = self._rolls(group, near)
            place = sum(spaces * group.stride[column] for column, spaces in zip(group.others, left, strict=True))
            rolls = [(chance, [self._after(group, left, move) for move in moves]) for chance, moves in known[near]]
            group.rows.append(Row(place, rolls))

    def _after(self, group: Group, left: Sequence[int], move: Move) -> Place:
        entered = [column for column, _ in move.entered]
        after = self._group[group.placed or move.own > 0, tuple(sorted([*group.others, *entered]))]
        place = move.own
        for column, spaces, steps in zip(group.others, left, move.others, strict=True):
            place += (spaces - steps) * after.stride[column]
        for column, steps in move.entered:
            place += (self.rules.length(column) - steps) * after.stride[column]
        return after.values, place

    def _rolls(self, group: Group, near: Sequence[int]) -> list[tuple[float, list[Move]]]:
        """The sets of moves that a roll can leave to choose from, with their chances; what is missing to 1 is lost."""
        out = {*group.others} | ({self.column} if group.placed else set())
        topped = {column for column, spaces in zip(group.others, near, strict=True) if not spaces}
        playable = (self.columns if group.free else out) - topped
        leads: dict[tuple[int, int], list[Move]] = {}
        weights: Counter[tuple[Move, ...]] = Counter()
        for pairings, weight in pairing_classes(self.rules):
            moves: set[Move] = set()
            for pairing in pairings:
                if pairing not in leads:
                    ways = ways_to_use(pairing, playable, out, group.free, self.rules)
                    leads[pairing] = [move for move in (self._move(group, near, way) for way in ways) if move]
                moves.update(leads[pairing])
            weights[tuple(sorted(_unbeaten(moves)))] += weight
        return [(weight / rolls_of(self.rules), list(moves)) for moves, weight in weights.items() if moves]

    def _move(self, group: Group, near: Sequence[int], columns: tuple[int, ...]) -> Move | None:
        """The move that advances in these columns; None where no runner is left for the column itself."""
        own = columns.count(self.column)
        others = tuple(min(columns.count(c), spaces) for c, spaces in zip(group.others, near, strict=True))
        new = sorted({*columns} - {self.column, *group.others})
        if not group.placed and not own and len(new) == group.free:
            return None
        return Move(own, others, tuple((c, min(columns.count(c), self.rules.length(c))) for c in new))

    def value(self, start: int, stop: Sequence[float]) -> float:
        """The value of a turn from space `start`; `stop[x]` is what stopping on x is worth."""
        for group in self.groups:
            values = group.values
            spaces = range(self.top - 1, start, -1) if group.placed else range(start, start + 1)
            for place, rolls in group.rows:
                for x in spaces:
                    value = 0.0
                    for chance, choice in rolls:
                        if len(choice) == 1:
                            ((after, there),) = choice
                            value += chance * after[there + x]
                        else:
                            value += chance * max([after[there + x] for after, there in choice])
                    values[place + x] = max(value, stop[x]) if group.placed else value
        return self.groups[-1].values[start]

    def top_probabilities(self) -> list[float]:
        """The chance to top the column in one turn, by the space of the marker."""
        return [self.value(start, [0.0] * self.top) for start in range(self.top)]

    def expected_turns(self) -> list[float]:
        """The fewest turns to top the column, expected, by the space of the marker; found from the top down."""
        turns, slope = [0.0] * (self.top + 1), 0.0
        for start in range(self.top - 1, -1, -1):
            v = 2 * turns[start + 1] - turns[start + 2] if start < self.top - 1 else 1.0
            before: tuple[float, float] | None = None
            while True:
                value = self.value(start, [1 - turns[x] / v for x in range(self.top)])
                error = v * value - 1
                if before and error != before[1]:
                    slope = (error - before[1]) / (v - before[0])
                if abs(error) < CLOSE:
                    break
                before = v, error
                v -= error / (slope or value)
            turns[start] = v
        return turns[:-1]


def _unbeaten(moves: Collection[Move]) -> list[Move]:
    """The moves that no other beats."""

    def beats(better: Move, move: Move) -> bool:
        return (
            better.own >= move.own
            and [column for column, _ in better.entered] == [column for column, _ in move.entered]
            and all(map(le, better.others, move.others))
            and all(map(le, better.entered, move.entered))
        )

    return [move for move in moves if not any(beats(other, move) for other in moves if other != move)]
