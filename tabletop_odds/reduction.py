"""Less luck in the same games: stratified first rolls, and control variates whose mean is known exactly.

**Strata.** Where so many first rolls are equally likely, games need not draw theirs: of every block of `count` games
each has another one, in an order that the seed gives. The mean of the means by first roll is unbiased. Its variance,
the sum of s_k^2 / n_k over the first rolls by count^2, leaves out that some first rolls are better than others (W. G.
Cochran, "Sampling Techniques", chapter 5).

**Control.** A game also tells how lucky it was, c, and the mean of c is known exactly. Where results x rise with c by
b, the estimate is mean(x) - b (mean(c) - known mean), and only what c does not explain is left in its error. The slope
b is that of the same games, which costs a bias of order 1/n, far below the error (P. Glasserman, "Monte Carlo Methods
in Financial Engineering", section 4.1).

Both need sums of whole numbers only, so that the answer never depends on how the games were split.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from .compiled import WORD
from .settings import in_range
from .streams import GOLDEN, mix64

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    Whole = np.ndarray[Any, np.dtype[np.integer[Any]]]
    Moments = tuple[int, int, int]  # games, sum of results, sum of squared results


@dataclass(frozen=True, slots=True)
class Strata:
    """Game i belongs to stratum `strata_of(seed, i, i + 1, count)` of `count` (2 to 10,000) equally likely ones.

    While a stratum has fewer than two games, the estimate is the plain mean, with the plain (too large) error.
    """

    count: int
    name: str = "stratified first rolls"

    def __post_init__(self) -> None:
        in_range("count", self.count, 2, 10_000)

    def __str__(self) -> str:
        return f"{self.name} ({self.count})"

    @property
    def columns(self) -> int:
        """Columns that a play returns beyond its measures."""
        return 0

    def sums(self, results: Whole, measures: int, seed: int, start: int) -> tuple[int, ...]:
        """Of each stratum: its games, and of each measure the sum of results and of their squares."""
        found: list[int] = []
        where = strata_of(seed, start, start + len(results), self.count)
        for stratum in range(self.count):
            part = results[where == stratum]
            found.append(len(part))
            for x in part.T[:measures]:
                found += [exact_dot(x, x * 0 + 1), exact_dot(x, x)]
        return tuple(found)

    def estimate(self, measure: int, measures: int, moments: Moments, sums: Sequence[int]) -> tuple[float, float]:
        """The mean of a measure, and the variance of that mean."""
        width = 1 + 2 * measures
        games = sums[::width]
        if min(games) < 2:
            return plain(*moments)
        totals, squares = sums[1 + 2 * measure :: width], sums[2 + 2 * measure :: width]
        parts = [plain(*found) for found in zip(games, totals, squares, strict=True)]
        return sum(m for m, _ in parts) / self.count, sum(v for _, v in parts) / self.count**2


@dataclass(frozen=True, slots=True)
class Control:
    """The play returns one column beyond its measures, whose mean is exactly `mean`; results are adjusted by it."""

    mean: int = 0
    name: str = "luck taken off"

    def __str__(self) -> str:
        return f"{self.name} (mean {self.mean})"

    @property
    def columns(self) -> int:
        """Columns that a play returns beyond its measures."""
        return 1

    def sums(self, results: Whole, measures: int, seed: int, start: int) -> tuple[int, ...]:
        """The sum of the control and of its squares, and of its products with each measure."""
        control = results[:, measures]
        products = [exact_dot(control, x) for x in results.T[:measures]]
        return (exact_dot(control, control * 0 + 1), exact_dot(control, control), *products)

    def estimate(self, measure: int, measures: int, moments: Moments, sums: Sequence[int]) -> tuple[float, float]:
        """The mean of a measure, and the variance of that mean: that of the line through x and c at the known mean."""
        n, x, xx = moments
        c, cc, xc = sums[0], sums[1], sums[2 + measure]
        among, both, own = n * cc - c * c, n * xc - x * c, n * xx - x * x  # n (n - 1) times (co)variances
        if n < 3 or among == 0:
            return plain(*moments)
        off = c - n * self.mean
        residual = max(0, own * among - both * both) / among / (n * (n - 2))
        return (x * among - both * off) / (n * among), residual * (1 / n + off * off / (n * among))


def plain(n: int, total: int, squares: int) -> tuple[float, float]:
    """The mean of n results, and the variance of that mean."""
    return total / n, max(0, n * squares - total * total) / (n * n * (n - 1)) if n > 1 else inf


def strata_of(seed: int, start: int, stop: int, count: int) -> Whole:
    """The strata of games start..stop-1: of every block of `count` games each has another, in an order of the seed's.

    >>> sorted(strata_of(1, 72, 108, 36).tolist()) == list(range(36))
    True
    """
    import numpy as np

    first = start // count * count
    games = np.arange(first + 1, -(-stop // count) * count + 1).astype(np.uint64)
    words: Any = games * np.uint64(GOLDEN) + np.uint64(mix64(seed + GOLDEN & WORD))
    words = mix64(mix64(words) + np.uint64(GOLDEN))  # type: ignore[arg-type]  # the first word of each game's own stream
    found = np.argsort(words.reshape(-1, count), axis=1, kind="stable").ravel()
    return found[start - first : stop - first].astype(np.int64)


def exact_dot(a: Whole, b: Whole) -> int:
    """The sum of products of whole numbers, never overflowing.

    >>> import numpy as np
    >>> exact_dot(np.array([2**62, -3]), np.array([2**62, 1])) == 2**124 - 3
    True
    """
    if len(a) == 0:
        return 0
    largest, other = (max(-int(x.min()), int(x.max())) for x in (a, b))
    if largest * other * len(a) < 2**63:
        return int(a @ b)
    if largest < other:
        a, b, largest = b, a, other
    low = largest.bit_length() // 2
    return (exact_dot(a >> low, b) << low) + exact_dot(a & (1 << low) - 1, b)
