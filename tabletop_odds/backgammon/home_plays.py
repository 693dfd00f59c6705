"""Bearing off with every checker at home: what a roll can lead to, and small pairs of positions by plain recursion."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from .positions import HOME, Counts
from .rules import ROLLS

SMALL = 1000  # pairs of positions: a tenth of a second


@lru_cache(maxsize=10_000)
def home_plays(position: Counts, roll: tuple[int, int]) -> frozenset[Counts]:
    """Every position that a roll can lead to, from one with every checker at home.

    >>> sorted(home_plays((0, 1, 0, 0, 1, 0), (4, 2)))
    [(0, 1, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)]
    """
    a, b = roll
    found: set[Counts] = set()
    for dice in ((a,) * 4,) if a == b else ((a, b), (b, a)):
        now = {position}
        for die in dice:
            now = {after for before in now for after in _steps(before, die)}
        found |= now
    return frozenset(found)


def _steps(position: Counts, die: int) -> list[Counts]:
    """The positions after one checker has moved; without checkers the position itself."""
    highest = max((point for point in range(1, HOME + 1) if position[point - 1]), default=0)
    after = []
    for point in range(1, highest + 1):
        if position[point - 1] and (point >= die or point == highest):
            counts = list(position)
            counts[point - 1] -= 1
            if point > die:
                counts[point - die - 1] += 1
            after.append(tuple(counts))
    return after or [position]


def is_small(mine: Counts, theirs: Counts) -> bool:
    """Whether so few pairs of positions can follow that plain recursion is quick."""
    return _reachable(mine) * _reachable(theirs) <= SMALL


def _reachable(position: Counts) -> int:
    """How many positions can follow, at most: those with no more checkers, none higher."""
    highest = max((point for point in range(1, HOME + 1) if position[point - 1]), default=0)
    return comb(highest + sum(position), highest)


@lru_cache(maxsize=100_000)
def chance_by_recursion(mine: Counts, theirs: Counts) -> float:
    """The chance that the player on roll from `mine` wins, both at home.

    >>> round(chance_by_recursion((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 2)), 6)
    0.754494
    """
    if not any(mine) or not any(theirs):
        return float(not any(mine))
    least = ((weight, min(chance_by_recursion(theirs, m) for m in home_plays(mine, roll))) for roll, weight in ROLLS)
    return 1 - sum(weight * chance for weight, chance in least) / 36
