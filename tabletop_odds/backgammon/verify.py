"""Backgammon's exact figures held against rolled dice, and races that are played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds import dice
from tabletop_odds.values import Value
from tabletop_odds.verify import Check, rate

from .bearoff import epc, no_checker_off_probability, rolls_distribution
from .odds import bear_off_probability, entering_distribution, entering_probability, shot_probability
from .product import product_chance
from .race import PIPS_A_ROLL
from .race_games import simulate_races
from .two_sided import win_probability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .positions import Counts

# no play that looks at both sides wins more often here than the play for the fewest rolls (the tests hold both equal)
FINISHES: tuple[tuple[Counts, Counts], ...] = (
    ((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 2)),
    ((0, 0, 1, 1), (0, 0, 2, 1)),
    ((0, 0, 0, 0, 1, 1), (0, 1, 0, 0, 0, 1)),
)
RACES: tuple[tuple[Counts, Counts], ...] = (
    ((0, 0, 0, 3, 5, 7), (0, 0, 2, 3, 5, 5)),
    ((7, 3, 2), (2, 2, 2, 2, 2, 2)),
)


def checks(n: int, seed: int) -> list[Check]:
    """The checks of n rolls of two dice, and n races each from five positions.

    n and seed are those that `verify.check_run` takes.
    """
    return [*_roll_checks(n, seed), *_finish_checks(n, seed), *_race_checks(n, seed)]


def _hits(rolls: NDArray[np.int64], distance: int, blocked: tuple[int, ...] = ()) -> NDArray[np.bool_]:
    """Which rolls bring a lone checker onto the distance, stepping by either number first, on none that is blocked."""
    import numpy as np

    hits = np.zeros(len(rolls), bool)
    double = rolls[:, 0] == rolls[:, 1]
    for one, other in ((rolls[:, 0], rolls[:, 1]), (rolls[:, 1], rolls[:, 0])):
        way = ~np.isin(one, blocked)
        hits |= (one == distance) | (way & (one + other == distance))
        for times in (2, 3):  # of a double, the third and fourth step
            way &= ~np.isin(times * one, blocked)
            hits |= double & way & ((times + 1) * one == distance)
    return hits


def _roll_checks(n: int, seed: int) -> list[Check]:
    import numpy as np

    rolls = dice.roll(n, 2, rng=np.random.default_rng(seed)).astype(np.int64)
    double = rolls[:, 0] == rolls[:, 1]
    found = []
    for distance, blocked in ((1, ()), (6, ()), (12, ()), (6, (3, 5)), (8, (2, 6))):
        held = f", {' '.join(map(str, blocked))} blocked" if blocked else ""
        name = f"a shot from {distance} away{held}"
        found.append(rate(name, shot_probability(distance, blocked), _hits(rolls, distance, blocked).mean(), n, seed))
    enters = rolls <= 2  # against four points held
    both, none = enters.all(axis=1), ~enters.any(axis=1)
    last, six = (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 15)
    off = (rolls == 6).any(axis=1) | (rolls.sum(axis=1) >= 6) | (double & (rolls[:, 0] >= 2))
    no_six = ~_hits(rolls, 6)  # fifteen on point 6: one comes off by exactly six pips, or not at all
    return [
        *found,
        rate("one on the bar enters, 4 points held", entering_probability(4), 1 - none.mean(), n, seed),
        rate("two on the bar enter, 4 points held", entering_probability(4, 2), both.mean(), n, seed),
        rate("one of two on the bar enters, 4 held", entering_distribution(4, 2)[1], (~none & ~both).mean(), n, seed),
        rate("last checker off, on point 6", bear_off_probability(last), off.mean(), n, seed),
        rate("no checker off, 15 on point 6, one roll", no_checker_off_probability(six, 1), no_six.mean(), n, seed),
    ]


def _finish_checks(n: int, seed: int) -> list[Check]:
    found = []
    for mine, theirs in FINISHES:
        won = simulate_races(mine, theirs, n, seed=seed)["win_1"].value
        found.append(rate(f"win of {_written(mine)} v {_written(theirs)}", win_probability(mine, theirs), won, n, seed))
    return found


def _race_checks(n: int, seed: int) -> list[Check]:
    """Races of whole sides, each played for its own fewest rolls: so their rolls are independent."""
    found = []
    for mine, theirs in RACES:
        run = simulate_races(mine, theirs, n, seed=seed)
        sides = [dict(rolls_distribution(side).items()) for side in (mine, theirs)]
        name = f"win of {_written(mine)} v {_written(theirs)}, each for its fewest rolls"
        for side, measure in ((mine, "rolls_1"), (theirs, "rolls_2")):
            rolls = run[measure]
            pips = Value(PIPS_A_ROLL * rolls.value, PIPS_A_ROLL * rolls.standard_error, n=rolls.n, seed=seed)
            found.append(Check(f"effective pips of {_written(side)}", float(epc(side)), pips))
        found.append(rate(name, product_chance(*sides), run["win_1"].value, n, seed))
    return found


def _written(side: Counts) -> str:
    return ",".join(map(str, side))
