"""Who wins a race, from what each side needs alone: quick, for any two positions, and not exact.

If each side played for its own fewest expected rolls, whatever the other has left, the player on roll would win with

    sum over k of P(mine takes k rolls) * P(theirs takes k or more).

Really a side that is behind plays for its good rolls, and one that is ahead plays safe. How much that makes is measured
against the exact tables, over random pairs of positions at home: `product_error`.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.values import Value

from .positions import CHECKERS, HOME, every_position, rank

if TYPE_CHECKING:
    from collections.abc import Mapping


NOISE = 1e-12  # of sums of 64 bits


class ProductError(NamedTuple):
    """How far the product is off, over n random pairs: on average, as a root mean square, and the largest seen."""

    average: float
    root_mean_square: float
    most: float
    n: int
    seed: int


# product_error(15, 11, n=100_000, seed=1), from the table of 15 v 15 checkers: the pairs that 10 v 10 leaves
MEASURED = ProductError(0.00056541, 0.00078694, 0.0044804, 100_000, 1)


def product_chance(mine: Mapping[Any, float], theirs: Mapping[Any, float]) -> float:
    """The chance that the player on roll is off first, from the chances of each number of rolls.

    >>> round(product_chance({1: 4 / 36, 2: 32 / 36}, {1: 1.0}), 6)
    0.111111
    """
    chance = sum(p * sum(q for rolls, q in theirs.items() if rolls >= k) for k, p in mine.items())
    return chance if chance < 1 - NOISE else 1.0  # certain, but for rounding


def sampling_errors(mine: Mapping[Any, float], theirs: Mapping[Any, float], n: int) -> tuple[float, float]:
    """The standard error of the product where mine, or theirs, are shares of n races that were played out."""
    won = {k: sum(q for rolls, q in theirs.items() if rolls >= k) for k in mine}  # by my number of rolls, or by theirs
    lost = {k: sum(p for rolls, p in mine.items() if rolls <= k) for k in theirs}
    chance = sum(p * won[k] for k, p in mine.items())
    spreads = [
        sum(p * (chances[k] - chance) ** 2 for k, p in shares.items())
        for shares, chances in ((mine, won), (theirs, lost))
    ]
    return sqrt(spreads[0] / n), sqrt(spreads[1] / n)


def product_value(chance: float, *errors: float, measured: ProductError = MEASURED) -> Value:
    """The product with its measured error (and others, of its parts); certain where it is 0 or 1."""
    chance = min(max(chance, 0.0), 1.0)  # a sum of shares may be rounded to more
    if not errors and not NOISE < chance < 1 - NOISE:
        return Value.exactly(round(chance))
    error = hypot(measured.root_mean_square, *errors)
    low, high = (min(max(chance + side * 1.96 * error, 0.0), 1.0) for side in (-1, 1))
    return Value(chance, error, low, high, measured.n, measured.seed)


def product_error(checkers: int = CHECKERS, least: int = 1, *, n: int, seed: int) -> ProductError:
    """How far the product is off over n random pairs at home, from the kept table of that many checkers a side.

    Both sides are drawn evenly from the positions of 1 to `checkers`; pairs where neither has `least` are left out.
    ValueError: no such table is kept (`big_table.solve`), or n, checkers or least out of range.
    """
    import numpy as np

    from .bearoff import solve_one_sided
    from .big_table import chance, kept

    check_sample(checkers, least, n)
    table = kept(checkers)
    positions = [position for position in every_position(HOME, checkers) if any(position)]
    sizes = np.array([sum(position) for position in positions])
    chances = solve_one_sided(HOME, checkers).distributions()
    at_least = chances[:, ::-1].cumsum(axis=1)[:, ::-1]
    draws = np.random.default_rng(seed)
    mine, theirs = np.zeros((2, 0), np.int64)
    while len(mine) < n:
        pairs = draws.integers(len(positions), size=(2, 2 * n))
        pairs = pairs[:, np.maximum(*sizes[pairs]) >= least]
        mine, theirs = np.append(mine, pairs[0])[:n], np.append(theirs, pairs[1])[:n]
    numbers = np.array([rank(position, checkers) for position in positions])
    product = np.einsum("ij,ij->i", chances[numbers[mine]], at_least[numbers[theirs]])
    exact = [chance(table, positions[x], positions[y]) for x, y in zip(mine, theirs, strict=True)]
    off = np.abs(product - np.array(exact))
    return ProductError(float(off.mean()), float(np.sqrt((off**2).mean())), float(off.max()), n, seed)


def check_sample(checkers: int, least: int, n: int) -> None:
    """ValueError unless n pairs of positions of `least` to `checkers` can be drawn."""
    if not 1 <= least <= checkers <= CHECKERS:
        raise ValueError(f"{least} to {checkers} checkers: must be from 1 to {CHECKERS}")
    if n < 1:
        raise ValueError(f"n = {n}: must be at least 1")
