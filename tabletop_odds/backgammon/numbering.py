"""The positions that one side can reach from a position, and their numbers.

Write a position as h_j, how many of its checkers stand on point j or above. A checker that moves a pip down from point
j lowers h_j by one and leaves the others. So what can be reached from H is, on the whole, every h_1 >= h_2 >= ... with
h_j <= H_j. Numbered in the order of (h_p, ..., h_1), as `positions.rank` does, a position has the number

    sum over j of S_j(h_j),    S_j(t) = G_j(t) - G_{j-1}(t),    G_j(t) = sum over v < t of F_j(v),

F_j(v) being in how many ways h_{j-1}, ..., h_1 can go on from h_j = v. So a move takes the same off the number wherever
the other checkers stand: going a pip down from point j, S_j(h_j) - S_j(h_j - 1).

Nothing is borne off while a checker is outside home. So h_1 has a least value: all checkers while one is outside, none
after. The positions with all checkers at home come first, then the others, each part numbered by its own S.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .positions import HOME, count

Places = list[list[int]]  # S by point, from 1 (point 0 is a row of zeros), and by checkers on it or above


class Numbering(NamedTuple):
    """The positions below one: `most` checkers on point j or above; `home` and `out`, the numbers S of the two parts.

    `home_start` and `out_start` are added to those; the lowest number of h_1 in each part is `home_least` and
    `out_least`. `total` counts them all, with number 0: nothing left to do.
    """

    most: list[int]
    home: Places
    out: Places
    home_start: int
    out_start: int
    home_least: int
    out_least: int
    total: int

    def number(self, counts: Sequence[int]) -> int:
        """The number of a position, counts ace point first."""
        above = heights(counts)
        outside = len(above) > HOME + 1 and above[HOME + 1] > 0
        places, start = (self.out, self.out_start) if outside else (self.home, self.home_start)
        return start + sum(place[height] for place, height in zip(places, above, strict=False))


def heights(counts: Sequence[int]) -> list[int]:
    """How many checkers stand on each point or above, by point from 1; element 0 is 0.

    >>> heights((1, 0, 2))
    [0, 3, 2, 2]
    """
    above = [0] * (len(counts) + 1)
    for point in range(len(counts), 0, -1):
        above[point] = counts[point - 1] + (above[point + 1] if point < len(counts) else 0)
    return above


def every_number(points: int, checkers: int) -> Numbering:
    """All positions of at most `checkers` on so many points: the numbers of `positions.rank`.

    >>> every_number(6, 15).total
    54264
    """
    most = [0, *[checkers] * points]
    places, _ = _counted(most, 0)
    return Numbering(most, places, places, 0, 0, 0, 0, count(points, checkers))


def reachable(counts: Sequence[int]) -> Numbering:
    """What a side can reach from a position, itself included.

    >>> reachable((0, 0, 0, 0, 0, 2)).total, reachable((0,) * 23 + (1,)).total
    (28, 25)
    """
    most = heights(counts)
    checkers = most[1]
    home, at_home = _counted(most[: HOME + 1], 0)
    out, everywhere = _counted(most, checkers)
    _, inside = _counted(most[: HOME + 1], checkers)
    return Numbering(most, home, out, 0, at_home - inside, 0, checkers, at_home + everywhere - inside)


def before_first_off(counts: Sequence[int]) -> Numbering:
    """What a side can reach before it bears off its first checker; number 0 is to have done so.

    >>> before_first_off((0, 0, 0, 0, 0, 15)).total
    15505
    """
    most = heights(counts)
    places, total = _counted(most, most[1])
    return Numbering(most, places, places, 1, 1, most[1], most[1], total + 1)


def _counted(most: Sequence[int], least: int) -> tuple[Places, int]:
    """The numbers S with at least so many checkers in all, and how many positions there are."""
    checkers = most[1]
    ways = [int(least <= total) for total in range(checkers + 1)]
    below = [0] * (checkers + 2)
    places: Places = [[0] * (checkers + 1)]
    total = 0
    for point in range(1, len(most)):
        if point > 1:
            up_to = most[point - 1]
            ways = [sum(ways[height : up_to + 1]) for height in range(checkers + 1)]
        sums = [0]
        for height in range(checkers + 1):
            sums.append(sums[-1] + (ways[height] if height <= most[point] else 0))
        places.append([sums[height] - below[height] for height in range(checkers + 1)])
        below, total = sums, sums[-1]
    return places, total
