"""Races to grade rules of thumb on: every pair of home positions, random pairs, and pairs as they are met in play.

Random pairs are drawn from all pairs alike, so most have gaps, and stacks on high points. Realistic ones are met: each
side starts with 15 checkers, each on the 3 to 8 point with weights 1, 2, 3, 4, 2, 3, as when contact has just ended (88
pips on average); both play by the fewest expected rolls, the eight-point table's best plays; and of all turns on which
both are at home with few enough checkers left, one is taken, all turns alike. Nobody doubles. So every race is from a
game of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any

from tabletop_odds.streams import check_seed

from .one_sided import solve_one_sided
from .positions import CHECKERS, HOME, count, every_position
from .thumb_types import Side, side_of

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, np.dtype[np.int64]]

START_POINTS = 8
START_WEIGHTS = (0, 0, 1, 2, 3, 4, 2, 3)
BATCH = 200_000  # games played at once


@dataclass(frozen=True, slots=True, eq=False)
class Races:
    """Races at home, as many as `mine` and `theirs` are long: the numbers of both sides, the roller's first.

    Numbers are those of at most `checkers` on the home points (`positions.rank`). `seed`: None where these are all
    pairs, so that what is said of them is exact.
    """

    population: str
    checkers: int
    mine: Numbers
    theirs: Numbers
    seed: int | None = None

    def sides(self) -> tuple[Side, Side]:
        """Both sides as the rules of thumb take them: of arrays."""
        counts = home_counts(self.checkers)
        mine, theirs = (side_of(list(counts[numbers].T)) for numbers in (self.mine, self.theirs))
        return mine, theirs

    def only(self, which: np.ndarray[Any, np.dtype[np.bool_]], population: str) -> Races:
        """Those of the races for which `which`, bool [races], holds, under another name."""
        return replace(self, population=population, mine=self.mine[which], theirs=self.theirs[which])

    @property
    def pairs(self) -> Numbers:
        """Each race's place in a flat two-sided table: the roller's number times the count of positions, and theirs."""
        return self.mine * count(HOME, self.checkers) + self.theirs


def home_counts(checkers: int) -> Numbers:
    """The counts of every home position by its number, int64 [positions, 6].

    >>> home_counts(1).tolist()[:3]
    [[0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]]
    """
    import numpy as np

    return np.array(list(every_position(HOME, checkers)), np.int64)


def every_race(checkers: int) -> Races:
    """Every pair of home positions of 1 to `checkers`: 43,681 for 4, 851,929 for 6.

    >>> len(every_race(4).mine)
    43681
    """
    import numpy as np

    numbers = np.arange(1, count(HOME, checkers))
    return Races("every pair", checkers, np.repeat(numbers, len(numbers)), np.tile(numbers, len(numbers)))


def random_races(checkers: int, n: int, *, seed: int) -> Races:
    """n pairs of home positions of 1 to `checkers`, all pairs alike.

    >>> len(random_races(15, 1000, seed=1).mine)
    1000
    """
    import numpy as np

    rng = np.random.default_rng(check_seed(seed))
    mine, theirs = rng.integers(1, count(HOME, checkers), size=(2, n))
    return Races("random", checkers, mine, theirs, seed)


def realistic_races(checkers: int, n: int, *, seed: int) -> Races:
    """n races as met in play, at most `checkers` left on each side; see above. The table takes 0.6 s, 0.1 GB.

    >>> len(realistic_races(15, 1000, seed=1).mine)
    1000
    """
    import numpy as np

    rng = np.random.default_rng(check_seed(seed))
    plays = solve_one_sided(START_POINTS, CHECKERS).best_plays
    left = home_counts(CHECKERS).sum(axis=1)
    found: Numbers = np.zeros((2, 0), np.int64)
    while found.shape[1] < n:
        found = np.hstack([found, _met(rng, plays, left, checkers, min(BATCH, 2 * n))])
    mine, theirs = (_renumbered(side[:n], checkers) for side in found)
    return Races("realistic", checkers, mine, theirs, seed)


def _met(rng: Any, plays: Any, left: Any, checkers: int, games: int) -> Numbers:
    """One race of each game, int64 [2, races], the roller's number first; games in which none is met are left out."""
    import numpy as np

    high, low = np.triu_indices(6)[::-1]
    which = np.zeros((6, 6), np.int64)  # a roll's place among the 21
    which[high, low] = which[low, high] = high * (high + 1) // 2 + low
    roller, other = (_ranked(_starts(rng, games), CHECKERS) for _ in range(2))
    kept, turns = np.zeros((2, games), np.int64), np.zeros(games, np.int64)
    going = np.arange(games)
    while len(going):
        x, y = roller[going], other[going]
        home = np.maximum(x, y) < len(left)  # the numbers of home positions come first, and are the same
        met = np.zeros(len(going), bool)
        met[home] = np.maximum(left[x[home]], left[y[home]]) <= checkers
        turns[going] += met
        # the k-th turn met takes the place of an earlier one with chance 1 / k: so all are alike
        take = going[met & (rng.random(len(going)) * turns[going] < 1)]
        kept[:, take] = roller[take], other[take]
        dice = rng.integers(0, 6, size=(2, len(going)))
        roller[going], other[going] = y, plays[x, which[dice[0], dice[1]]]
        going = going[other[going] > 0]
    return kept[:, turns > 0]


def _starts(rng: Any, games: int) -> Numbers:
    """Counts to start from, int64 [games, points]."""
    total = sum(START_WEIGHTS)
    drawn: Numbers = rng.multinomial(CHECKERS, [weight / total for weight in START_WEIGHTS], size=games)
    return drawn


def _ranked(counts: Numbers, checkers: int) -> Numbers:
    """`positions.rank` of every row."""
    import numpy as np

    points = counts.shape[1]
    choose = np.array([[comb(top, point) for point in range(points + 1)] for top in range(checkers + points + 1)])
    number, left = np.zeros(len(counts), np.int64), np.full(len(counts), checkers)
    for point in range(points, 0, -1):
        after = left - counts[:, point - 1]
        number += choose[left + point, point] - choose[after + point, point]
        left = after
    return number


def _renumbered(numbers: Numbers, checkers: int) -> Numbers:
    """Numbers among positions of at most 15 checkers as those of at most `checkers`."""
    return _ranked(home_counts(CHECKERS)[numbers], checkers)
