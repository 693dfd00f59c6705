"""Cube equities where no table reaches: those of the one-checker race that is as long and as close.

A race of one checker each (`one_checker.py`) has its exact cube. The race with the same number of rolls to go for the
player on roll, and the same chance to win, has a cube worth nearly the same: what counts is how close the race is and
how fast that can change. One checker n pips from off takes about (n + 7) * 6 / 49 rolls. How far these equities are
off is measured against the exact table of 10 v 10 checkers, by `model_error`.
"""

from __future__ import annotations

from typing import NamedTuple

from .one_checker import MOST_PIPS, OneCheckerCube, one_checker_cube
from .race import PIPS_A_ROLL

WASTED = 7  # pips, by a single checker from far


class ModelError(NamedTuple):
    """Root mean squares of the errors without a double, the share of pairs with the right action, pairs and seed."""

    owned: float
    centred: float
    opponent: float
    right_action: float
    n: int
    seed: int


# model_error(10, 9, n=2000, seed=1)
MEASURED = ModelError(0.01231, 0.01779, 0.01037, 0.9805, 2000, 1)


def equities_from(chance: float, rolls: float) -> tuple[float, float, float]:
    """The equities without a double: cube owned, in the centre, with the opponent.

    `chance`: of the player on roll to win; `rolls`: that this player still needs on average.

    >>> [round(equity, 3) for equity in equities_from(0.7, 9.0)]
    [0.676, 0.623, 0.308]
    """
    mine = min(MOST_PIPS, max(1, round(rolls * PIPS_A_ROLL - WASTED)))
    theirs = mine
    while theirs < MOST_PIPS and one_checker_cube(mine, theirs).win < chance:
        theirs += 1
    while theirs > 1 and one_checker_cube(mine, theirs - 1).win >= chance:
        theirs -= 1
    race = one_checker_cube(mine, theirs)  # the closest in which the chance is at least this
    before = one_checker_cube(mine, theirs - 1) if theirs > 1 else LOST
    share = min(1.0, (chance - before.win) / (race.win - before.win)) if race.win > before.win else 1.0
    owned, centred, opponent = (
        share * more + (1 - share) * less
        for more, less in (
            (race.owned, before.owned),
            (race.centred, before.centred),
            (race.opponent, before.opponent),
        )
    )
    return owned, centred, opponent


LOST = OneCheckerCube(0.0, -1.0, -1.0, -1.0, -1.0)


def model_error(checkers: int = 10, least: int = 9, *, n: int, seed: int) -> ModelError:
    """How far the model is off over n random pairs at home, from the kept cube table of that many checkers a side.

    Both sides are drawn evenly from the positions of `least` to `checkers`; pairs whose chance is not from 0.02 to
    0.98 are drawn again. ValueError: no such table is kept (`cube_equities.solve_cube`), or a number out of range.
    """
    from math import sqrt
    from random import Random

    from .cube_equities import CUBELESS, exact_cube, kept, model_cube
    from .one_sided import home_moments
    from .positions import HOME, every_position
    from .product import check_sample

    check_sample(checkers, least, n)
    table, draws = kept(checkers), Random(seed)
    positions = [position for position in every_position(HOME, checkers) if sum(position) >= least]
    squares, right, done = [0.0] * 3, 0, 0
    while done < n:
        mine, theirs = draws.choice(positions), draws.choice(positions)
        chance = (table.number(CUBELESS, mine, theirs) + 1) / 2
        if not 0.02 <= chance <= 0.98:
            continue
        exact = exact_cube(mine, theirs, table.number, False, "")
        model = model_cube(exact.chance, home_moments(mine)[0], False, "")
        for k, name in enumerate(("owned", "centred", "opponent")):
            squares[k] += (getattr(exact, name).value - getattr(model, name).value) ** 2
        right += exact.action == model.action
        done += 1
    owned, centred, opponent = (sqrt(square / n) for square in squares)
    return ModelError(owned, centred, opponent, right / n, n, seed)
