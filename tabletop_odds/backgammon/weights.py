"""A policy by weights: a position after a play gets a score, the sum of a few things that can be counted on the board.

Everything is a whole number, so that a policy of this family is one row of numbers, which a compiled loop can play.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .board import State

FARTHEST_SHOT = 12
LONGEST_PRIME = 6
LARGEST = 1_000_000
LENGTHS = 26, 26, 25, 25, 7, 7, 7


class Weights(NamedTuple):
    """What a position is worth to the side that has just played, all by the own points; larger is better.

    `checker`, `race` (26 numbers each: off, points 1 to 24, bar): what each checker is worth there; theirs count
    against. `race` is for positions in which the sides have passed each other, and nothing else counts then. `point`
    (25: unused, points 1 to 24): for two or more checkers there. `blot` (25): what a single checker there can lose;
    it counts as often as rolls of 36 hit it (see `shots_at`), times `danger` (7) by how many points of their home they
    hold. `prime` (7): by the longest row of held points, counted up to six, in front of their last checker. `closed`
    (7): for each of their checkers on the bar, by how many points of the own home are held.

    >>> from tabletop_odds.backgammon.board import State
    >>> pips = tuple(-point for point in range(26))
    >>> none = (0,) * 25
    >>> weights = Weights(pips, pips, none, none, (0,) * 7, (0, 0, 1, 2, 4, 8, 16), (0,) * 7)
    >>> weights.score(State())
    0
    """

    checker: tuple[int, ...]
    race: tuple[int, ...]
    point: tuple[int, ...]
    blot: tuple[int, ...]
    danger: tuple[int, ...]
    prime: tuple[int, ...]
    closed: tuple[int, ...]

    def row(self) -> tuple[int, ...]:
        """All numbers, end to end."""
        return tuple(chain(*self))

    def score(self, after: State) -> int:
        """The score of a position after a play, as its player sees it."""
        mine, theirs = (0, *after.mine), (0, *after.theirs)
        rear = min((25 - point for point in range(1, 26) if theirs[point]), default=26)
        if not any(mine[rear:]):
            return _total(self.race, mine) - _total(self.race, theirs)
        score = _total(self.checker, mine) - _total(self.checker, theirs)
        held = [point for point in range(1, 25) if mine[point] >= 2]
        score += sum(self.point[point] for point in held)
        score += self.prime[longest_row([point for point in held if point > rear])]
        score += theirs[25] * self.closed[sum(point <= 6 for point in held)]
        danger = self.danger[sum(theirs[point] >= 2 for point in range(1, 7))]
        for blot in (point for point in range(1, 25) if mine[point] == 1):
            away = frozenset(blot - (25 - point) for point in range(1, 26) if theirs[point] and blot > 25 - point)
            score -= danger * self.blot[blot] * shots_at(away)
        return score


def fitting(weights: Weights) -> Weights:
    """The weights as they are; ValueError unless each row has as many whole numbers as it needs, none too large."""
    for name, row, length in zip(Weights._fields, weights, LENGTHS, strict=True):
        if not isinstance(row, tuple) or len(row) != length:
            raise ValueError(f"{name}={row!r}: a row of {length} whole numbers is needed")
        for number in row:
            if type(number) is not int or abs(number) > LARGEST:
                raise ValueError(f"{name} has {number!r}: whole numbers from {-LARGEST:,} to {LARGEST:,} are allowed")
    return weights


def _total(values: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """What the checkers of a side are worth; `counts` by point, 0 not used."""
    off = 15 - sum(counts)
    return values[0] * off + sum(value * count for value, count in zip(values, counts, strict=True))


def longest_row(points: list[int]) -> int:
    """The length of the longest row of neighbours among points in ascending order, counted up to six.

    >>> longest_row([3, 4, 6, 7, 8, 13])
    3
    """
    longest = run = 0
    for i, point in enumerate(points):
        run = run + 1 if i and points[i - 1] == point - 1 else 1
        longest = max(longest, run)
    return min(longest, LONGEST_PRIME)


@cache
def shots_at(away: frozenset[int]) -> int:
    """How many rolls of 36 hit a blot that has attackers so many pips away, on a board without other checkers.

    Attackers more than 12 pips away are left out: each has one roll at most.

    >>> [shots_at(frozenset({distance})) for distance in (1, 6, 7, 12, 15)]
    [11, 17, 6, 3, 0]
    >>> shots_at(frozenset({1, 6}))
    24
    """
    near = {distance for distance in away if distance <= FARTHEST_SHOT}
    return sum(not near.isdisjoint(reach(first, second)) for first, second in product(range(1, 7), repeat=2))


def reach(first: int, second: int) -> set[int]:
    """How far one checker can go by a roll.

    >>> sorted(reach(3, 5)), sorted(reach(2, 2))
    ([3, 5, 8], [2, 4, 6, 8])
    """
    return {first * k for k in range(1, 5)} if first == second else {first, second, first + second}
