"""Positions of one side, and their numbers.

A position is the count of a side's checkers on each point, ace point first: (0, 0, 0, 3, 5, 7) has three on its
4 point, five on its 5 point and seven on its 6 point. Checkers that are not in it are off. The positions of at most n
checkers on p points are numbered in the order of (count on p, ..., count on 1), the highest point first; there are
C(n + p, p). A move takes a checker to a lower point, so it always leads to a smaller number: counting up is an
order in which everything that a position can become comes before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from math import comb

from tabletop_odds.settings import whole_number

CHECKERS = 15
HOME = 6
POINTS = 24

Counts = tuple[int, ...]
Position = Sequence[int] | str


def as_counts(position: Position, *, points: int = POINTS) -> Counts:
    """The counts of a position, ace point first, at least six of them and no empty points behind the last checker.

    Takes any sequence of counts, or text as players type it: "0,0,0,3,5,7".

    ValueError: no sequence, a count that is missing or no whole number from 0 to 15, more than 15 checkers, a checker
    beyond `points`.

    >>> as_counts("0,0,0,3,5,7")
    (0, 0, 0, 3, 5, 7)
    >>> as_counts([2])
    (2, 0, 0, 0, 0, 0)
    """
    counts = []
    for point, given in enumerate(_given(position), 1):
        number = whole_number(given)
        if number is None or not 0 <= number <= CHECKERS:
            raise ValueError(f"{given!r} checkers on point {point}: must be a whole number from 0 to {CHECKERS}")
        counts.append(number)
    last = max((point for point, count in enumerate(counts, 1) if count), default=0)
    if last > points:
        raise ValueError(f"a checker on point {last}: must be on 1 to {points}")
    if sum(counts) > CHECKERS:
        raise ValueError(f"{sum(counts)} checkers: must be at most {CHECKERS}")
    return tuple(counts[: max(last, HOME)]) + (0,) * (HOME - len(counts))


def _given(position: object) -> list[object]:
    """What is given for each point. ValueError: no sequence, or a text that holds anything but numbers."""
    if isinstance(position, str):
        words = re.split(r"\s*,\s*|\s+", position.strip())
        if not all(re.fullmatch(r"[0-9]+", word) for word in words):
            shown = " ".join(position.split())
            raise ValueError(f'position "{shown}": must be counts of checkers, ace point first, like "0,0,0,3,5,7"')
        return [int(word) for word in words]
    try:
        # an iterator could be read once only; what has no order has no ace point
        if isinstance(position, Iterator | Mapping | Set | bytes):
            raise TypeError
        return list(position)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise ValueError(
            f"position {position!r}: must be a sequence of counts of checkers, ace point first, or text"
        ) from None


def pip_count(position: Position) -> int:
    """The pips that a side still has to move.

    >>> pip_count([0, 0, 0, 3, 5, 7])
    79
    """
    return sum(point * count for point, count in enumerate(as_counts(position, points=POINTS + 1), 1))


def count(points: int, checkers: int) -> int:
    """How many positions have at most so many checkers on so many points.

    >>> count(6, 15), count(6, 10)
    (54264, 8008)
    """
    return comb(points + checkers, points)


def rank(position: Sequence[int], checkers: int) -> int:
    """The number of a position among those of at most `checkers` on its points, as many as it has counts.

    >>> rank((0, 0, 0, 0, 0, 0), 15), rank((0, 0, 0, 0, 0, 15), 15)
    (0, 54263)
    """
    number, left = 0, checkers
    for point in range(len(position), 0, -1):
        number += comb(left + point, point) - comb(left - position[point - 1] + point, point)
        left -= position[point - 1]
    return number


def every_position(points: int, checkers: int) -> Iterator[Counts]:
    """The positions of at most `checkers` on so many points, by their numbers.

    >>> list(every_position(2, 1))
    [(0, 0), (1, 0), (0, 1)]
    >>> all(rank(position, 4) == number for number, position in enumerate(every_position(3, 4)))
    True
    """
    if points == 0:
        yield ()
        return
    for above in range(checkers + 1):
        for below in every_position(points - 1, checkers - above):
            yield (*below, above)
