"""The race of one side from any position without contact: exact where it can be, else played out.

While at most `MOST_REACHABLE` positions can be reached (all positions on ten points, say, or eight checkers on point
18), all of them are solved as the one-sided tables are: 3 million take 6 s and 0.7 GB. Beyond that the race is played
out n times. A rule brings the checkers to the lowest seven points, where the best plays take over. It plays one number
at a time, in the better order, and moves the checker that leaves the fewest rolls by a guess: as many as the position
with all checkers further back put on point 7, and 6/49 for each pip that they have still to go to it. That is not the
best play, so such a mean is too high: by 0.01 to 0.03 rolls where both are at hand, until the first checker is off by
0.07.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tabletop_odds import simulation

from .numbering import Numbering, before_first_off, heights, reachable
from .one_sided import solve_numbered, spread_from
from .positions import HOME, Counts

if TYPE_CHECKING:
    from .one_sided import Floats, Plays

MOST_REACHABLE = 3_000_000
PIPS_A_ROLL = 49 / 6
TABLE_POINTS = HOME + 1  # with one point outside: there nothing can be borne off yet


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """A race solved: mean and variance of the rolls by number, and `chances` of each number of rolls from its start."""

    numbers: Numbering
    mean: Floats
    variance: Floats
    chances: list[float]


def race_numbers(counts: Counts, first_off: bool = False) -> Numbering:
    """The positions that a race can reach, until all or until the first checker is off.

    >>> race_numbers((0,) * 9 + (15,)).total
    1346264
    """
    return before_first_off(counts) if first_off else reachable(counts)


@lru_cache(maxsize=2)
def solve_race(counts: Counts, first_off: bool = False) -> Race:
    """Solve every position that can be reached from this one.

    >>> race = solve_race((0, 0, 0, 0, 0, 0, 1))
    >>> round(float(race.mean[race.numbers.number((0, 0, 0, 0, 0, 0, 1))]), 6)
    1.364198
    """
    numbers = race_numbers(counts, first_off)
    mean, variance, plays = solve_numbered(numbers, first_off)
    return Race(numbers, mean, variance, spread_from(plays, numbers.number(counts)))


@lru_cache(maxsize=16)
def roll_out(counts: Counts, n: int, seed: int, first_off: bool = False) -> simulation.Run:
    """Play the race out n times: the measure is "rolls", until all or until the first checker is off."""
    import numpy as np

    from .race_kernels import play_out

    numbers, mean, plays = _last_points(sum(counts), first_off)
    above = np.array([*heights(counts), *[0] * TABLE_POINTS], np.int64)
    table = np.array(numbers.home, np.int64), np.array(numbers.out, np.int64), (numbers.home_start, numbers.out_start)

    def play(seed: int, start: int, stop: int) -> simulation.Results:
        rolls = np.zeros(stop - start, np.int64)
        play_out(seed, start, stop, above, *table, mean, plays, 1 / PIPS_A_ROLL, first_off, rolls)
        return rolls.reshape(-1, 1)

    return simulation.run(play, n, seed=seed, measures=["rolls"])


@lru_cache(maxsize=2)
def _last_points(checkers: int, first_off: bool) -> tuple[Numbering, Floats, Plays]:
    numbers = race_numbers((0,) * (TABLE_POINTS - 1) + (checkers,), first_off)
    mean, _, plays = solve_numbered(numbers, first_off)
    return numbers, mean, plays
