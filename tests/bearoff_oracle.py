"""One side bearing off, a second time: the points of its checkers, every order of single moves, fractions."""

from fractions import Fraction
from functools import cache
from itertools import product


def points_of(counts):
    """(0, 0, 2) as (3, 3): the point of each checker, the highest first."""
    return tuple(point for point in range(len(counts), 0, -1) for _ in range(counts[point - 1]))


def counts_of(checkers, points=6):
    counts = [0] * max(points, *checkers, 0)
    for point in checkers:
        counts[point - 1] += 1
    return tuple(counts)


def moved(checkers, die):
    """The positions that one number can lead to."""
    after = set()
    for i, point in enumerate(checkers):
        rest = checkers[:i] + checkers[i + 1 :]
        if point > die:
            after.add(tuple(sorted((*rest, point - die), reverse=True)))
        elif checkers[0] <= 6 and (point == die or point == checkers[0]):
            after.add(rest)
    return after


@cache
def finals(checkers, a, b):
    """The positions that a roll can lead to, its numbers played in any order."""
    orders = [(a,) * 4] if a == b else [(a, b), (b, a)]
    found = set()
    for dice in orders:
        level = {checkers}
        for die in dice:
            level = {after for before in level for after in (moved(before, die) if before else {before})}
        found |= level
    return found


@cache
def mean_rolls(checkers, until_left=0):
    """The fewest expected rolls until so many checkers are left: all off, or with one less than now the first off."""
    if len(checkers) <= until_left:
        return Fraction(0)
    best = (min(mean_rolls(x, until_left) for x in finals(checkers, a, b)) for a, b in product(range(1, 7), repeat=2))
    return 1 + sum(best, Fraction(0)) / 36


def spread(checkers, best, until_left=0):
    """The chance of each number of rolls where `best(checkers, a, b)` is played."""

    @cache
    def chances(checkers):
        if len(checkers) <= until_left:
            return {0: Fraction(1)}
        found = {}
        for a, b in product(range(1, 7), repeat=2):
            for rolls, chance in chances(best(checkers, a, b)).items():
                found[rolls + 1] = found.get(rolls + 1, Fraction(0)) + chance / 36
        return found

    return chances(checkers)


def reached(checkers):
    """Every position that single moves lead to, itself included."""
    seen, new = {checkers}, [checkers]
    while new:
        before = new.pop()
        for die in range(1, 7):
            for after in moved(before, die) - seen if before else ():
                seen.add(after)
                new.append(after)
    return seen
