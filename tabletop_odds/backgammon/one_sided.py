"""One-sided tables: one side bears off alone, as fast as it can.

Of the positions after a roll the best is the one with the fewest expected rolls still to come, so

    rolls(x) = 1 + sum over the 21 rolls of chance * min over the plays of rolls(position after the play),

solved for every position by its number (`positions.rank`), in float64. Of equal plays the one that bears off most
counts, and of those the one found first: that makes no difference to the mean, and next to none to the spread,

    variance(x) = sum of chance * (variance(after) + (rolls(after) + 1 - rolls(x))^2).

Mean and spread of all home positions ship with the package; whole distributions are solved once and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tabletop_odds import tables

from .numbering import Numbering, every_number
from .positions import CHECKERS, HOME, Counts, rank
from .rules import ROLLS as WEIGHTED_ROLLS

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]
    Plays = np.ndarray[Any, np.dtype[np.int32]]

ROLLS = tuple(roll for roll, _ in WEIGHTED_ROLLS)  # the order of `best_plays`, the larger die first
MOST_POINTS = 10
HOME_KEY = {"points": HOME, "checkers": CHECKERS}


@dataclass(frozen=True, slots=True, eq=False)
class OneSided:
    """Every position of at most `checkers` on so many points, by its number (`positions.rank`).

    `mean` and `variance` of the number of rolls, float64 [positions]; `best_plays`, int32 [positions, 21]: the number
    of the position after the best play of each roll, in the order of ROLLS.
    """

    points: int
    checkers: int
    mean: Floats
    variance: Floats
    best_plays: Plays

    def number(self, counts: Sequence[int]) -> int:
        """The number of a position, counts ace point first. ValueError: more points or checkers than the table's.

        >>> solve_one_sided(2, 3).number((3,))
        3
        """
        counts = [*counts]
        if any(counts[self.points :]) or sum(counts) > self.checkers:
            raise ValueError(f"position {counts}: must be at most {self.checkers} checkers on {self.points} points")
        return rank((counts + [0] * self.points)[: self.points], self.checkers)

    def distributions(self) -> Floats:
        """The chance of each number of rolls, float64 [positions, rolls], from 0 rolls up.

        >>> solve_one_sided(6, 2).distributions()[-1].round(7).tolist()
        [0.0, 0.1111111, 0.6712963, 0.2144633, 0.0031293]
        """
        import numpy as np

        from .bearoff_kernels import fewest_and_most, spread_all

        fewest, most = np.zeros((2, len(self.mean)), np.int64)
        fewest_and_most(self.best_plays, fewest, most)
        chances = np.zeros((len(self.mean), int(most.max()) + 1))
        spread_all(self.best_plays, fewest, most, chances)
        return chances


def solve_one_sided(points: int = HOME, checkers: int = CHECKERS) -> OneSided:
    """The table of at most `checkers` (1 to 15) on so many points (1 to 10), for outside points see `race`.

    Six points take 0.05 s, eight 0.6 s and 0.1 GB, ten 6 s and 1 GB; the last two tables are remembered. ValueError:
    points or checkers out of range.

    >>> table = solve_one_sided(6, 2)
    >>> round(float(table.mean[table.number((0, 0, 0, 0, 0, 2))]), 7)
    2.1096108
    """
    if points not in range(1, MOST_POINTS + 1):
        raise ValueError(f"{points!r} points: must be from 1 to {MOST_POINTS}")
    if checkers not in range(1, CHECKERS + 1):
        raise ValueError(f"{checkers!r} checkers: must be from 1 to {CHECKERS}")
    return _solve_one_sided(int(points), int(checkers))


@lru_cache(maxsize=2)
def _solve_one_sided(points: int, checkers: int) -> OneSided:
    return OneSided(points, checkers, *solve_numbered(every_number(points, checkers)))


def solve_numbered(numbers: Numbering, first_off: bool = False) -> tuple[Floats, Floats, Plays]:
    """Mean, variance and best plays of every position of a numbering; read-only arrays.

    `first_off`: until the first checker is off, not the last.
    """
    import numpy as np

    from .bearoff_kernels import solve

    most, home, out = (np.array(table, np.int64) for table in (numbers.most, numbers.home, numbers.out))
    least = np.array([numbers.home_least, numbers.out_least])
    mean, variance = np.zeros(numbers.total), np.zeros(numbers.total)
    plays = np.zeros((numbers.total, len(ROLLS)), np.int32)
    solve(most, home, out, least, numbers.home_start, first_off, mean, variance, plays)
    for array in (mean, variance, plays):
        array.flags.writeable = False
    return mean, variance, plays


def spread_from(plays: Plays, number: int) -> list[float]:
    """The chance of each number of rolls from one position, by the best plays."""
    import numpy as np

    from .bearoff_kernels import spread_one

    chances = np.zeros(256)
    most = spread_one(plays, number, chances)
    return [float(chance) for chance in chances[: most + 1]]


def at_home(counts: Counts) -> bool:
    """Whether all checkers are on the home points, so that the table that ships has the position."""
    return not any(counts[HOME:])


def home_moments(counts: Counts) -> tuple[float, float]:
    """Mean and standard deviation of the rolls that a home position takes, from the table that ships.

    >>> home_moments((0, 0, 0, 0, 0, 1))
    (1.25, 0.4330127018922193)
    """
    mean, sd = _home_table()
    number = rank(counts[:HOME], CHECKERS)
    return mean[number], sd[number]


@lru_cache(maxsize=1)
def _home_table() -> tuple[Sequence[float], Sequence[float]]:
    arrays = tables.solved("backgammon", "bearoff", HOME_KEY, home_arrays).arrays
    return arrays["mean"], arrays["sd"]


def home_arrays() -> tables.Arrays:
    """What ships: mean and standard deviation by number."""
    import numpy as np

    table = solve_one_sided()
    return {"mean": ("d", table.mean.tolist()), "sd": ("d", np.sqrt(table.variance).tolist())}


def home_distribution(counts: Counts) -> dict[int, float]:
    """The chance of each number of rolls that a home position takes, from the kept table."""
    fewest, start, chances = _kept_distributions()
    number = rank(counts[:HOME], CHECKERS)
    return dict(enumerate(chances[start[number] : start[number + 1]], int(fewest[number])))


@lru_cache(maxsize=1)
def _kept_distributions() -> tuple[Sequence[float], list[int], Sequence[float]]:
    arrays = tables.solved("backgammon", "rolls", HOME_KEY, _distribution_arrays, about="about 2 s").arrays
    return arrays["fewest"], [0, *accumulate(map(int, arrays["length"]))], arrays["chance"]


def _distribution_arrays() -> tables.Arrays:
    """Each position's distribution from its first possible number of rolls to the last, one after the other."""
    import numpy as np

    chances = solve_one_sided().distributions()
    possible = chances > 0
    fewest, length = possible.argmax(axis=1), possible.sum(axis=1)
    return {
        "fewest": ("B", fewest.tolist()),
        "length": ("B", length.tolist()),
        "chance": ("d", np.ascontiguousarray(chances[possible]).tolist()),
    }
