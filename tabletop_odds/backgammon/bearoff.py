"""Bearing off alone: how many rolls one side needs, and what its position wastes.

A roll is worth 49/6 = 8.1667 pips on average, doubles counted four times. So a side that needs r rolls on average has
an effective pip count (EPC) of 49/6 * r; what that exceeds the pips by is its wastage: pips that will be rolled and not
used (W. Trice, "Effective Pip Count", 2000). The play is always the one with the fewest expected rolls.

A position on the six home points is answered from a table, any other by solving all that it can reach, and only where
that is more than 3 million positions by playing out (see `race`): such an answer has an n, a seed and an error.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from tabletop_odds.answers import Distribution, Value
from tabletop_odds.chunks import MOST_GAMES
from tabletop_odds.settings import in_range, whole_number
from tabletop_odds.streams import check_seed

from .one_sided import OneSided, at_home, home_distribution, home_moments, solve_one_sided
from .positions import CHECKERS, HOME, Counts, Position, as_counts, every_position, pip_count
from .race import MOST_REACHABLE, PIPS_A_ROLL, race_numbers, roll_out, solve_race

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "MOST_REACHABLE",
    "OneSided",
    "epc",
    "epc_table",
    "expected_rolls",
    "first_off_distribution",
    "no_checker_off_probability",
    "race_method",
    "rolls_distribution",
    "rolls_sd",
    "solve_one_sided",
    "wastage",
]

GAMES = 100_000  # played out where a race is too long to solve


def expected_rolls(position: Position, n: int = GAMES, seed: int = 0) -> Value:
    """The mean number of rolls to bear off all checkers of a position, at most 15 on points 1 to 24.

    `n` and `seed` are of use only where the race must be played out: see `race_method`. ValueError: counts that cannot
    be, n or seed out of range.

    >>> expected_rolls([0, 0, 0, 3, 5, 7])
    10.53905 exact
    """
    counts = _asked(position, n, seed)
    if at_home(counts):
        return Value.exactly(home_moments(counts)[0])
    if solvable(counts):
        race = solve_race(counts)
        return Value.exactly(float(race.mean[race.numbers.number(counts)]))
    return roll_out(counts, n, seed)["rolls"]


def rolls_sd(position: Position, n: int = GAMES, seed: int = 0) -> Value:
    """The standard deviation of the number of rolls; arguments and errors as `expected_rolls`.

    >>> rolls_sd([0, 0, 0, 0, 0, 15])
    1.512509 exact
    """
    counts = _asked(position, n, seed)
    if at_home(counts):
        return Value.exactly(home_moments(counts)[1])
    if solvable(counts):
        race = solve_race(counts)
        return Value.exactly(sqrt(race.variance[race.numbers.number(counts)]))
    run = roll_out(counts, n, seed)
    rolls = run.distribution("rolls")
    mean, sd = rolls.mean, rolls.std
    fourth = float(rolls.expect(lambda k: (k - mean) ** 4))
    return Value(sd, sqrt(max(fourth - sd**4, 0.0) / run.n) / (2 * sd or 1.0), n=run.n, seed=seed)


def epc(position: Position, n: int = GAMES, seed: int = 0) -> Value:
    """The effective pip count, 49/6 times the expected rolls; arguments and errors as `expected_rolls`.

    >>> epc([0, 0, 0, 3, 5, 7])
    86.06895 exact
    """
    rolls = expected_rolls(position, n, seed)
    return _scaled(rolls, PIPS_A_ROLL, 0)


def wastage(position: Position, n: int = GAMES, seed: int = 0) -> Value:
    """The pips that will be rolled and not used, EPC less pips; arguments and errors as `expected_rolls`.

    >>> wastage([0, 0, 0, 3, 5, 7])
    7.068949 exact
    """
    return _scaled(expected_rolls(position, n, seed), PIPS_A_ROLL, -pip_count(position))


def _asked(position: Position, n: int, seed: int) -> Counts:
    """The counts; ValueError for them, and for n and seed also where no games are played."""
    in_range("n", n, 1, MOST_GAMES)
    check_seed(seed)
    return as_counts(position)


def _scaled(rolls: Value, factor: float, plus: float) -> Value:
    return Value(rolls.value * factor + plus, rolls.standard_error * factor, n=rolls.n, seed=rolls.seed)


def rolls_distribution(position: Position, n: int = GAMES, seed: int = 0) -> Distribution:
    """How many rolls it takes, by plays of the fewest expected; arguments and errors as `expected_rolls`.

    Where the race must be played out the weights count the n games.

    >>> rolls_distribution([0, 0, 0, 0, 0, 1]).items()
    [(1, 0.75), (2, 0.25)]
    """
    counts = _asked(position, n, seed)
    if at_home(counts):
        return Distribution(home_distribution(counts))
    if solvable(counts):
        return Distribution(dict(enumerate(solve_race(counts).chances)))
    return roll_out(counts, n, seed).distribution("rolls")


def race_method(position: Position) -> str:
    """How the questions about a position's rolls are answered. ValueError: counts that cannot be.

    >>> race_method([0, 0, 0, 3, 5, 7]), race_method([0] * 6 + [1])
    ('exact, from the table', 'exact, by solving the 8 positions that can be reached')
    """
    counts = as_counts(position)
    if at_home(counts):
        return "exact, from the table"
    if solvable(counts):
        return f"exact, by solving the {race_numbers(counts).total:,} positions that can be reached"
    return "played out: brought near home by a rule, which takes about 0.03 rolls too many, then by best plays"


def solvable(counts: Counts, first_off: bool = False) -> bool:
    """Whether a race is short enough to be solved, until all or until the first checker is off.

    >>> solvable((0,) * 9 + (15,)), solvable((0,) * 23 + (15,))
    (True, False)
    """
    return race_numbers(counts, first_off).total <= MOST_REACHABLE


def first_off_distribution(position: Position, n: int = GAMES, seed: int = 0) -> Distribution:
    """How many rolls until the first of 15 checkers is off, by plays that get it off soonest; 0 with fewer than 15.

    Arguments, errors and where it is exact as `rolls_distribution`.

    >>> round(first_off_distribution([0, 0, 0, 0, 0, 15]).at_most(1) * 36, 9)
    17.0
    """
    counts = _asked(position, n, seed)
    if sum(counts) < CHECKERS:
        return Distribution({0: 1})
    if solvable(counts, first_off=True):
        return Distribution(dict(enumerate(solve_race(counts, first_off=True).chances)))
    return roll_out(counts, n, seed, first_off=True).distribution("rolls")


def no_checker_off_probability(position: Position, rolls: int, n: int = GAMES, seed: int = 0) -> Value:
    """The chance to have borne off no checker in so many rolls, if the first is to come off as soon as may be.

    That is what loses a gammon. ValueError: rolls that are no whole number from 0; else as `expected_rolls`.

    >>> no_checker_off_probability([0, 0, 0, 0, 0, 15], 1)
    0.5277778 exact
    """
    number = whole_number(rolls)
    if number is None or number < 0:
        raise ValueError(f"rolls={rolls!r}: a whole number, at least 0, is needed")
    found = first_off_distribution(position, n, seed)
    late = found.probability(lambda k: k > number)
    counts = as_counts(position)
    if sum(counts) < CHECKERS or solvable(counts, first_off=True):
        return Value.exactly(late)
    games = int(found.total)
    return Value.from_rate(round(late * games), games, seed)


def epc_table(points: int = HOME, checkers: int = CHECKERS) -> pd.DataFrame:
    """Every position of so many checkers or fewer: position, checkers, pips, rolls, sd, epc, wastage; exact.

    The rows stand by number (`positions.rank`), without the empty position. ValueError: as `solve_one_sided`.

    >>> epc_table(6, 2).iloc[-1].to_dict()["position"]
    '0,0,0,0,0,2'
    """
    import numpy as np
    import pandas as pd

    table = solve_one_sided(points, checkers)
    counts = np.array([*every_position(points, checkers)])
    pips = counts @ np.arange(1, points + 1)
    frame = pd.DataFrame({"position": [",".join(map(str, row)) for row in counts.tolist()]})
    frame["checkers"], frame["pips"] = counts.sum(axis=1), pips
    frame["rolls"], frame["sd"] = table.mean, np.sqrt(table.variance)
    frame["epc"] = table.mean * PIPS_A_ROLL
    frame["wastage"] = frame["epc"] - pips
    return frame.iloc[1:].reset_index(drop=True)
