"""What a simulation is asked for in place of a number of games: play on until the error is small enough."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from .chunks import MOST_GAMES
from .settings import in_range


@dataclass(frozen=True, slots=True)
class Precision:
    """Play until the standard error of the first measure is at most `standard_error`, or `at_most` games are played.

    `standard_error` is in the units of the measure (points, or 0.01 for one per cent of a chance), above 0; `at_most`
    is 1 to 10**12. A run looks only at n = 10,000, 20,000, 40,000, ... and `at_most`. ValueError: out of range.

    >>> from tabletop_odds import farkle
    >>> print(farkle.simulate_turns(farkle.bank_at(300), seed=1, until=Precision(standard_error=4)))
    turn_total: 397 +- 3 (n = 10,000, seed 1)
    farkle: 0.223 +- 0.004 (n = 10,000, seed 1)
    rolls: 1.927 +- 0.009 (n = 10,000, seed 1)
    precision: turn_total +- 4 requested, +- 3.19 reached at n = 10,000
    """

    standard_error: float
    at_most: int = 10_000_000

    def __post_init__(self) -> None:
        error = self.standard_error
        if isinstance(error, bool) or not isinstance(error, int | float) or not (isfinite(error) and error > 0):
            raise ValueError(f"standard_error must be a number above 0, not {error!r}")
        object.__setattr__(self, "at_most", in_range("at_most", self.at_most, 1, MOST_GAMES))

    def reached(self, error: float) -> bool:
        """Whether so small an error is enough. An error of 0 is not: equal results say nothing about their error."""
        return 0 < error <= self.standard_error

    def told(self, measure: str, error: float, n: int, interrupted: bool = False) -> str:
        """What was requested and what was reached, in one line.

        >>> Precision(0.5).told("points", 0.427, 40_000)
        'precision: points +- 0.5 requested, +- 0.427 reached at n = 40,000'
        """
        requested = f"precision: {measure} +- {self.standard_error:g} requested"
        if self.reached(error):
            return f"{requested}, +- {error:.3g} reached at n = {n:,}"
        where = "when interrupted at" if interrupted else "at the most of"
        return f"{requested}, not reached: +- {error:.3g} {where} n = {n:,}"
