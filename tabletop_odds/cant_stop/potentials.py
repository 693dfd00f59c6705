"""What a position is worth, as a sum over columns: potentials, for the best turn under an additive gain.

A potential has a value for each space of each column; a position is worth the sum over a player's own markers, a
claimed column counting as its top. Any function of a state can take its place: see `best_turn.solve_turn`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from .rules import Rules, as_rules

if TYPE_CHECKING:
    from .value_kernels import Values

Gain = Callable[[int, int, Rules], float]


@dataclass(frozen=True, slots=True)
class Potential:
    """A sum over columns: `gain(column, space, rules)` is what standing on a space is worth, 0 being below the first.

    >>> near_top = Potential("near the top", lambda column, space, rules: 2.0 ** (space - rules.length(column)))
    >>> near_top.of(7, 13)
    1.0
    """

    name: str
    gain: Gain

    def of(self, column: int, space: int, rules: Rules | None = None) -> float:
        """What standing on a space is worth. Raises ValueError where the function gives no finite number."""
        worth = self.gain(column, space, as_rules(rules))
        if isinstance(worth, bool) or not isinstance(worth, int | float) or not isfinite(worth):
            raise ValueError(f"potential {self.name!r} gave {worth!r} for space {space} of column {column}")
        return float(worth)

    def values(self, rules: Rules) -> Values:
        """The same as arrays."""
        import numpy as np

        from .value_kernels import ADDITIVE
        from .value_tables import values_of

        gain = np.zeros((len(rules.columns), max(rules.column_lengths) + 1))
        for column in rules.columns:
            for space in range(rules.length(column) + 1):
                gain[column - 2, space] = self.of(column, space, rules)
        return values_of(ADDITIVE, gain=gain)


def _share(column: int, space: int, rules: Rules) -> float:
    return space / rules.length(column)


def _square(column: int, space: int, rules: Rules) -> float:
    return (space / rules.length(column)) ** 2


def _steps(column: int, space: int, rules: Rules) -> float:
    return space


def progress() -> Potential:
    """Progress in columns: each space counts 1 over its column's length.

    >>> progress().of(2, 1)
    0.3333333333333333
    """
    return Potential("columns of progress", _share)


def squares() -> Potential:
    """The sum of (space / length)^2: spaces count the more the nearer they are to the top.

    >>> squares().of(2, 3)
    1.0
    """
    return Potential("squares of progress", _square)


def steps() -> Potential:
    """Every space counts 1.

    >>> steps().of(7, 4)
    4.0
    """
    return Potential("steps", _steps)
