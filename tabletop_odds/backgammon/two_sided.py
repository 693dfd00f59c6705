"""Who wins a race: the chance of the player on roll, by the best method at hand, which the answer names.

Both sides at home: plain recursion for a few checkers on low points, else the largest table that is kept
(`big_table.solve`), both exact. Any other race without contact: the product of what each side needs alone
(`product.py`), with its measured error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tabletop_odds.values import Value, as_percent

from .big_table import chance, kept_table
from .home_plays import chance_by_recursion, is_small
from .positions import HOME, POINTS, Counts, Position, as_counts
from .product import MEASURED, product_chance, product_value, sampling_errors


@dataclass(frozen=True, slots=True)
class RaceAnswer:
    """The chance that the player on roll wins, and the method it is from.

    >>> race_value([1], [3]).method
    'exact, by recursion'
    """

    value: Value
    method: str

    def __str__(self) -> str:
        return f"{as_percent(self.value, sampled=False)} ({self.method})"


def win_probability(mine: Position, theirs: Position) -> Value:
    """The chance that the player on roll from `mine` wins a race against `theirs`, cube aside: see `race_value`.

    >>> win_probability([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2])
    0.7544943 exact
    """
    return race_value(mine, theirs).value


def race_value(mine: Position, theirs: Position) -> RaceAnswer:
    """The chance that the player on roll from `mine` wins a race against `theirs`, and by which method.

    Counts are each side's own, ace point first. An exact chance from a table is off by less than 3e-5, its rounding;
    up to 10 v 10 checkers at home a table is solved when first asked for. An estimate has the error that was measured
    at home.

    ValueError: no position, no checkers on either side, or contact: a checker that has not passed all of the other's.

    >>> print(race_value([2, 0, 0], [1, 0, 0, 0, 0, 3]))
    100.00 % (exact, by recursion)
    """
    pair = as_counts(mine), as_counts(theirs)
    highest = [max((point for point, count in enumerate(counts, 1) if count), default=0) for counts in pair]
    if not any(highest):
        raise ValueError("no checkers on either side: at least one must be left")
    if sum(highest) > POINTS:
        raise ValueError(
            f"checkers on points {highest[0]} and {highest[1]}: in a race they must have passed each other"
        )
    if not all(highest):
        return RaceAnswer(Value.exactly(not highest[0]), "the game is over")
    if max(highest) <= HOME:
        if is_small(*pair):
            return RaceAnswer(Value.exactly(chance_by_recursion(*pair)), "exact, by recursion")
        table = kept_table(*pair)
        if table is not None:
            checkers = table.layout.checkers
            return RaceAnswer(Value.exactly(chance(table, *pair)), f"exact, table of {checkers} v {checkers} checkers")
    return by_product(*pair)


class NeededRolls(NamedTuple):
    """The chances of the rolls that a side needs alone, exact, or shares of n games."""

    chances: Mapping[Any, float]
    n: int | None


def by_product(mine: Counts, theirs: Counts, needed: NeededRolls | None = None) -> RaceAnswer:
    """The answer from the rolls that each side needs alone, whether or not a better one is at hand.

    `needed`: those of `theirs`, where they are known.
    """
    from .bearoff import GAMES, race_method, rolls_distribution

    def alone(counts: Counts, seed: int) -> NeededRolls:
        chances = dict(rolls_distribution(counts, seed=seed).items())
        return NeededRolls(chances, None if race_method(counts).startswith("exact") else GAMES)

    # another seed for each side: a race that is too long to solve is played out
    sides = alone(mine, 0), needed or alone(theirs, 1)
    chances = sides[0].chances, sides[1].chances
    played_out = [sampling_errors(*chances, side.n)[i] for i, side in enumerate(sides) if side.n is not None]
    value = product_value(product_chance(*chances), *played_out)
    off = f"off by {MEASURED.average:.5f} on average and {MEASURED.most:.4f} at most over {MEASURED.n:,} pairs at home"
    rolls = "rolls distributions, played out by a rule" if played_out else "rolls distributions"
    return RaceAnswer(value, f"product of both sides' {rolls}, {off}")
