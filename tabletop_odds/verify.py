"""Exact figures held against simulation: z-scores, and whether any is beyond what chance allows over all of them.

    z = (simulated - exact) / standard error,   p = P(|normal| >= |z|)

A rate's error is sqrt(p (1 - p) / n) at the exact p; a mean's is measured in the games. Of m figures some z is large by
chance alone, so Holm's correction holds the chance that any true figure is called wrong to LEVEL, however the figures
hang together: sorted upwards, the i-th p, i from 0, counts (m - i) times, and never less than the one before it
(S. Holm, Scandinavian Journal of Statistics 6, 1979, pages 65-70).

>>> checks = [rate("heads", 0.5, 0.512, 10_000, seed=1), rate("six", 1 / 6, 0.1669, 10_000, seed=1)]
>>> [round(check.z, 2) for check in checks], beyond_chance(checks)
([2.4, 0.06], [False, False])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, erfc, inf, isfinite, sqrt
from statistics import NormalDist
from typing import Any

from .formatting import text_table
from .settings import in_range
from .streams import check_seed
from .values import Value, as_number

LEVEL = 0.001  # the chance that any of all figures is called wrong though every one is right
FEWEST, MOST = 1_000, 10_000_000  # fewer are not normal enough; more rolls at once do not fit in memory


@dataclass(frozen=True, slots=True)
class Check:
    """A figure that is known exactly, and what a simulation found for it. ValueError: `simulated` is no simulation.

    >>> Check("the mean of a die", 3.5, Value(3.48, 0.01, n=30_000, seed=1)).z.__round__(6)
    -2.0
    """

    name: str
    exact: float
    simulated: Value

    def __post_init__(self) -> None:
        if self.simulated.n is None:
            raise ValueError(f"check {self.name!r}: {self.simulated} is exact; a simulated Value is needed")

    @property
    def z(self) -> float:
        """The difference in standard errors. Without an error, as of a certain event: 0 if equal, else infinite."""
        gap, error = self.simulated.value - self.exact, self.simulated.standard_error
        if error:
            return gap / error
        return copysign(inf, gap) if gap else 0.0

    @property
    def p(self) -> float:
        """The chance of a z at least so large, either way, if the exact figure is right."""
        return erfc(abs(self.z) / sqrt(2))


def rate(name: str, exact: Any, share: float, n: int, seed: int) -> Check:
    """The check of a probability: `share` of n games, with the error that the exact probability implies.

    `exact`: a float, Fraction or Value. ValueError: a probability outside 0 to 1.

    >>> rate("heads", 0.5, 0.51, 10_000, seed=1).z.__round__(6)
    2.0
    """
    p = float(exact)
    if not 0 <= p <= 1:
        raise ValueError(f"check {name!r}: exact probability {p}: must be from 0 to 1")
    return Check(name, p, Value(share, sqrt(p * (1 - p) / n), n=n, seed=seed))


def mean(name: str, exact: Any, results: Any, seed: int) -> Check:
    """The check of a mean: `results`, an array of whole numbers, one a game, at least two.

    `exact`: a float, Fraction or Value. ValueError: no results.

    >>> import numpy as np
    >>> mean("die", 3.5, np.array([2, 5, 3, 4]), seed=1).z
    0.0
    """
    total, squares = (int((results.astype("int64") ** k).sum()) for k in (1, 2))
    return Check(name, float(exact), Value.from_moments(len(results), total, squares, seed))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given: at or below a level, the figure is beyond chance at that level.

    >>> holm([0.25, 0.125, 0.375])
    [0.5, 0.375, 0.5]
    """
    adjusted, largest = [0.0] * len(p_values), 0.0
    for i, at in enumerate(sorted(range(len(p_values)), key=lambda at: p_values[at])):
        largest = max(largest, min(1.0, (len(p_values) - i) * p_values[at]))
        adjusted[at] = largest
    return adjusted


def beyond_chance(checks: Sequence[Check]) -> list[bool]:
    """Of each check whether it is beyond what chance allows over all of them, at LEVEL."""
    return [p <= LEVEL for p in holm([check.p for check in checks])]


def check_run(n: int, seed: int) -> None:
    """Raises ValueError for n outside 1,000 to 10,000,000, and a seed outside 0 to 2**63 - 1.

    >>> check_run(10, seed=1)
    Traceback (most recent call last):
    ...
    ValueError: n must be a whole number from 1,000 to 10,000,000, not 10
    """
    in_range("n", n, FEWEST, MOST)
    check_seed(seed)


def rows(checks: Sequence[tuple[str, Check]]) -> list[dict[str, Any]]:
    """One row a check, given as (game, check): game, figure, exact, simulated, standard_error, n, seed, z, adjusted_p,
    beyond_chance, in full precision; an infinite z is None.

    >>> rows([("coins", rate("heads", 0.5, 0.5, 10_000, seed=1))])[0]["adjusted_p"]
    1.0
    """
    adjusted = holm([check.p for _, check in checks])
    return [
        {
            "game": game,
            "figure": check.name,
            "exact": check.exact,
            "simulated": check.simulated.value,
            "standard_error": check.simulated.standard_error,
            "n": check.simulated.n,
            "seed": check.simulated.seed,
            "z": check.z if isfinite(check.z) else None,
            "adjusted_p": p,
            "beyond_chance": p <= LEVEL,
        }
        for (game, check), p in zip(checks, adjusted, strict=True)
    ]


def as_text(checks: Sequence[tuple[str, Check]]) -> str:
    """The table of checks, given as (game, check), and the verdict below it.

    >>> print(as_text([("coins", rate("heads", 0.5, 0.512, 10_000, seed=1))]))
      game   figure  exact  simulated       z
      coins  heads   0.5    0.512 +- 0.005  2.40
    <BLANKLINE>
    none of 1 figure is beyond chance
    (two-sided normal, Holm's correction over all of them, family-wise level 0.1 %: largest |z| 2.40, allowed 3.29)
    """
    wrong = beyond_chance([check for _, check in checks])
    table = []
    for (game, check), bad in zip(checks, wrong, strict=True):
        simulated = as_number(check.simulated, sampled=False)
        table.append(
            [game, check.name, f"{check.exact:.7g}", simulated, f"{check.z:.2f}", "BEYOND CHANCE" if bad else ""]
        )
    header = ["game", "figure", "exact", "simulated", "z", ""]
    if not any(wrong):  # no empty column
        header, table = header[:-1], [cells[:-1] for cells in table]
    figures = f"{len(checks):,} figure{'' if len(checks) == 1 else 's'}"
    largest = max((abs(check.z) for _, check in checks), default=0.0)
    allowed = -NormalDist().inv_cdf(LEVEL / (2 * max(1, len(checks))))
    said = f"{sum(wrong) or 'none'} of {figures} {'are' if sum(wrong) > 1 else 'is'} beyond chance"
    how = f"two-sided normal, Holm's correction over all of them, family-wise level {100 * LEVEL:g} %"
    return f"{text_table(header, table)}\n\n{said}\n({how}: largest |z| {largest:.2f}, allowed {allowed:.2f})"
