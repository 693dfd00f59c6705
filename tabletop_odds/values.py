"""Numbers that say how far to trust them, and the one rule by which they print.

A simulated mean of n games carries its standard error s / sqrt(n), where s is the standard deviation of the
games, and the 95 % interval mean +- 1.96 standard errors. A simulated rate of k in n games carries Wilson's
interval, which stays inside 0 to 1 and holds near both ends; with p = k / n and z = 1.96 it is

    (p + z^2 / 2n  +-  z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)

(E. B. Wilson, Journal of the American Statistical Association 22, 1927, pages 209-212).

In print an exact number shows two decimals, or more where it takes more to show three figures of it (of a
probability: of its distance from 0 or 1). A simulated one shows its standard error to one figure, and itself
to the same decimal. Files hold full precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, isfinite, log10, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

VALUE_COLUMNS = ("value", "standard_error", "low", "high", "n")
Z95 = 1.959963984540054  # the normal distribution's 97.5 % point: two-sided 95 %
TINY = 1e-9  # what is solved is converged to this: anything smaller is not told from 0


@dataclass(frozen=True, slots=True, repr=False)
class Value:
    """A number that is exact (`n` None, error 0) or the mean of `n` simulated games.

    `low` and `high` are the 95 % interval; left out, they are the value itself where it is exact and the
    normal interval where it is simulated. `standard_error` is infinite where a single game says nothing
    about it.

    ValueError: a value that is not finite, a negative error, an exact value with an error or a seed, n
    below 1, an interval that does not hold the value.

    >>> Value(446.6, standard_error=0.42, n=100_000, seed=1)
    446.6 +- 0.4 (n = 100,000, seed 1)
    """

    value: float
    standard_error: float = 0.0
    low: float = None  # type: ignore[assignment]  # None only until __post_init__ has filled it in
    high: float = None  # type: ignore[assignment]
    n: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        value, error = float(self.value), float(self.standard_error)
        if not isfinite(value):
            raise ValueError(f"value {value}: must be a finite number")
        if not error >= 0:
            raise ValueError(f"standard error {error}: must be at least 0")
        if self.n is None and error:
            raise ValueError(f"standard error {error}: must be 0 for an exact value (n None)")
        if self.n is None and self.seed is not None:
            raise ValueError(f"seed {self.seed}: must be None for an exact value (n None)")
        if self.n is not None and self.n < 1:
            raise ValueError(f"n = {self.n}: must be at least 1")
        low = value - Z95 * error if self.low is None else float(self.low)
        high = value + Z95 * error if self.high is None else float(self.high)
        if not low <= value <= high:
            raise ValueError(f"interval {low} to {high}: must hold the value, {value}")
        for name, x in (("value", value), ("standard_error", error), ("low", low), ("high", high)):
            object.__setattr__(self, name, x)

    @classmethod
    def exactly(cls, x: Fraction | float) -> Value:
        """An exact value, stored as a float.

        >>> Value.exactly(0.25)
        0.25 exact
        """
        return cls(float(x))

    @classmethod
    def from_moments(cls, n: int, total: float, total_squares: float, seed: int | None, scale: int = 1) -> Value:
        """The mean of n results, from their sum and the sum of their squares, `scale` to the unit.

        >>> Value.from_moments(n=4, total=10, total_squares=30, seed=1)
        2.5 +- 0.6 (n = 4, seed 1)
        """
        if n < 1:
            raise ValueError(f"n = {n}: must be at least 1")
        # whole numbers stay whole up to the one division, so that nothing cancels
        variance = max(0.0, (n * total_squares - total * total) / (n * (n - 1))) if n > 1 else inf
        return cls(total / (n * scale), sqrt(variance / n) / scale, n=n, seed=seed)

    @classmethod
    def from_rate(cls, successes: int, n: int, seed: int | None) -> Value:
        """The rate of `successes` in n games, with Wilson's interval.

        >>> rate = Value.from_rate(15, 148, seed=1)
        >>> round(rate.low, 4), round(rate.high, 4)
        (0.0624, 0.1605)
        """
        if n < 1 or not 0 <= successes <= n:
            raise ValueError(f"{successes} successes in {n} games: must be 0 to n, and n at least 1")
        p = successes / n
        spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        low, high = ((p + Z95**2 / (2 * n) + side) / (1 + Z95**2 / n) for side in (-spread, spread))
        # for 0 or n successes the nearer end is the rate itself, but for its rounding
        return cls(p, sqrt(p * (1 - p) / n), max(0.0, min(low, p)), min(1.0, max(high, p)), n, seed)

    @property
    def exact(self) -> bool:
        """Whether nothing was sampled."""
        return self.n is None

    def __neg__(self) -> Value:
        return Value(-self.value, self.standard_error, -self.high, -self.low, self.n, self.seed)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"{self.value:.7g} exact" if self.exact else as_number(self)

    def to_dict(self) -> dict[str, float | int | None]:
        """VALUE_COLUMNS and seed, in full precision; an infinite error and its interval are None."""
        numbers = (self.value, self.standard_error, self.low, self.high, self.n, self.seed)
        finite = (None if x is None or not isfinite(x) else x for x in numbers)
        return dict(zip((*VALUE_COLUMNS, "seed"), finite, strict=True))


def as_percent(value: Value | Fraction | float, *, sampled: bool = True) -> str:
    """A probability, or a difference of two, in percent. `sampled=False` leaves n and seed to the context.

    >>> as_percent(0.535642), as_percent(0.00012)
    ('53.56 %', '0.0120 %')
    >>> as_percent(Value(0.5356, standard_error=0.00123, n=100_000, seed=1))
    '53.6 +- 0.1 % (n = 100,000, seed 1)'
    """
    p, error = float(value), _error(value)
    if error is not None:
        return f"{_with_error(100 * p, 100 * error)} %" + _behind(value, sampled)
    near = min(abs(p), abs(1 - p))
    if 0 < near < TINY and 0 < p < 1:
        return "< 0.0000001 %" if p < 0.5 else "> 99.9999999 %"
    return f"{_fixed(100 * p, _decimals(100 * near))} %"


def as_number(value: Value | Fraction | float, unit: str = "", *, sampled: bool = True) -> str:
    """A number and its unit. `sampled=False` leaves n and seed to the context.

    >>> as_number(446.57144, "points"), as_number(1000), as_number(0.01234)
    ('446.57 points', '1,000', '0.0123')
    >>> as_number(Value(446.6, standard_error=0.42, n=100_000, seed=1), "points")
    '446.6 +- 0.4 points (n = 100,000, seed 1)'
    """
    x, error = float(value), _error(value)
    if error is not None:
        figure = _with_error(x, error)
    else:
        figure = _fixed(x, 0 if abs(x - round(x)) < TINY else _decimals(abs(x)))
    return f"{figure} {unit}".rstrip() + _behind(value, sampled)


def as_sample(n: int, seed: int | None) -> str:
    """What is behind a simulated number.

    >>> as_sample(100_000, 1)
    'n = 100,000, seed 1'
    """
    return f"n = {n:,}" if seed is None else f"n = {n:,}, seed {seed}"


def _error(value: Value | Fraction | float) -> float | None:
    """What prints behind the +-: None where exact; where a rate of 0 or 1 has error 0, its interval's."""
    if not isinstance(value, Value) or value.exact:
        return None
    return value.standard_error or (value.high - value.low) / (2 * Z95)


def _behind(value: Value | Fraction | float, sampled: bool) -> str:
    if not sampled or not isinstance(value, Value) or value.n is None:
        return ""
    return f" ({as_sample(value.n, value.seed)})"


def _with_error(x: float, error: float) -> str:
    decimals = 2
    if TINY <= error < inf:
        decimals = max(0, -floor(log10(float(f"{error:.0e}"))))
    return f"{_fixed(x, decimals)} +- {_fixed(error, decimals)}"


def _decimals(near: float) -> int:
    return max(2, 2 - floor(log10(near))) if near >= TINY else 2


def _fixed(x: float, decimals: int) -> str:
    return f"{round(x, decimals) + 0.0:,.{decimals}f}"  # + 0.0 makes -0.0 a plain 0
