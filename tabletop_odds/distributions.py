"""Exact distributions: every outcome with its weight.

Counting gives whole-number weights, and they are kept: a probability is then a `Fraction`. Weights that come
from a recursion over probabilities are floats, and so are their sums. An infinite support is cut at a stated
cap.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import fsum, inf, sqrt
from typing import TYPE_CHECKING, Any

from .formatting import html_table
from .values import as_number, as_percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import pandas as pd

ABOVE = "above"
MOST_HTML_ROWS = 30


class Distribution:
    """The outcomes of a chance event with their weights; whole-number weights give exact fractions.

    `weights`: outcome -> weight, at least 0. Outcomes of weight 0 are dropped, the others sorted where they
    can be. An infinite support is cut: `above` is the weight of everything above the number `cap`. It is
    the last outcome, named "above", and counts as `cap` wherever a number is needed (`mean`, `std`,
    `expect`, `map`, `probability`, `quantile`), so that a mean is then a lower bound.

    Attributes: `weights` (of the outcomes up to the cap), `rest` (the weight above), `cap`, `total`,
    `exact` (all weights are whole numbers).

    ValueError: a weight below 0 or not finite, a total of 0, a rest without a cap, an outcome above the cap.

    >>> two_dice = Distribution({2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1})
    >>> two_dice.fraction(7), two_dice.at_least(10), two_dice.mean
    (Fraction(1, 6), Fraction(1, 6), 7.0)
    """

    __slots__ = ("cap", "exact", "rest", "total", "weights")
    __hash__ = None  # type: ignore[assignment]  # equal where proportional, so there is no cheap hash

    def __init__(self, weights: Mapping[Any, int | float], above: int | float = 0, cap: float | None = None) -> None:
        for outcome, weight in (*weights.items(), (ABOVE, above)):
            if not 0 <= weight < inf:
                raise ValueError(f"weight {weight} of outcome {outcome!r}: must be a finite number, at least 0")
        kept = {outcome: _plain(weight) for outcome, weight in weights.items() if weight}
        with suppress(TypeError):  # outcomes that have no order stay as they came
            kept = {outcome: kept[outcome] for outcome in sorted(kept)}
        rest = _plain(above)
        if rest and cap is None:
            raise ValueError(f"weight {above} above the cap: needs a cap")
        if cap is not None and kept and max(kept) > cap:
            raise ValueError(f"outcome {max(kept)}: must be at most the cap, {cap}")
        self.weights, self.rest, self.cap = kept, rest, cap
        self.exact = all(isinstance(weight, int) for weight in (*kept.values(), rest))
        self.total = sum(kept.values()) + rest if self.exact else fsum((*kept.values(), rest))
        if not self.total:
            raise ValueError("total weight 0: some outcome must have a weight above 0")

    def __getitem__(self, outcome: Any) -> float:
        """The probability of an outcome as a float; 0.0 where it cannot occur."""
        return self._weight(outcome) / self.total

    def fraction(self, outcome: Any) -> Fraction:
        """The probability of an outcome as a fraction. ValueError: the weights are not whole numbers."""
        if not self.exact:
            raise ValueError(f"fraction of outcome {outcome!r}: needs whole-number weights")
        return Fraction(self._weight(outcome), self.total)  # type: ignore[arg-type]

    def items(self) -> list[tuple[Any, float]]:
        """(outcome, probability) in order; a rest above the cap comes last."""
        return [(outcome, self[outcome]) for outcome in self]

    def __iter__(self) -> Iterator[Any]:
        yield from self.weights
        if self.rest:
            yield ABOVE

    def __len__(self) -> int:
        return len(self.weights) + bool(self.rest)

    def __contains__(self, outcome: Any) -> bool:
        return self._weight(outcome) > 0

    def probability(self, event: Callable[[Any], bool]) -> Fraction | float:
        """The probability that `event(outcome)` holds: a fraction where the weights are whole numbers.

        >>> Distribution(dict.fromkeys(range(1, 7), 1)).probability(lambda face: face in (1, 5))
        Fraction(1, 3)
        """
        return self._share(weight for outcome, weight in self._counted() if event(outcome))

    def at_least(self, x: Any) -> Fraction | float:
        """P(outcome >= x), with the rest above the cap. ValueError: x is above the cap."""
        self._check_cap(x)
        return self.probability(lambda outcome: outcome >= x)

    def at_most(self, x: Any) -> Fraction | float:
        """P(outcome <= x), without the rest above the cap. ValueError: x is above the cap."""
        self._check_cap(x)
        return self._share(weight for outcome, weight in self.weights.items() if outcome <= x)

    def expect(self, f: Callable[[Any], Any]) -> Fraction | float:
        """The mean of f(outcome): a fraction where the weights and every f(outcome) are rational.

        >>> Distribution(dict.fromkeys(range(1, 7), 1)).expect(lambda face: face**2)
        Fraction(91, 6)
        """
        terms = [weight * f(outcome) for outcome, weight in self._counted()]
        if self.exact and all(isinstance(term, int | Fraction) for term in terms):
            return Fraction(sum(terms)) / Fraction(self.total)
        return fsum(terms) / self.total

    def map(self, f: Callable[[Any], Any]) -> Distribution:
        """The distribution of f(outcome)."""
        weights: dict[Any, int | float] = {}
        for outcome, weight in self._counted():
            image = f(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution(weights)

    @property
    def mean(self) -> float:
        """The mean outcome. TypeError: outcomes that are not numbers."""
        return float(self.expect(lambda outcome: outcome))

    @property
    def std(self) -> float:
        """The standard deviation of the outcome. TypeError: outcomes that are not numbers."""
        mean = self.mean
        return sqrt(self.expect(lambda outcome: (outcome - mean) ** 2))

    def quantile(self, q: float) -> Any:
        """The least outcome x with P(outcome <= x) >= q. ValueError: q outside 0 to 1."""
        if not 0 <= q <= 1:
            raise ValueError(f"quantile {q}: must be from 0 to 1")
        goal = (q - 1e-12) * self.total  # sums of floats may miss their own total by a rounding
        reached: int | float = 0
        outcomes = self._counted()
        for outcome, weight in outcomes:
            reached += weight
            if reached >= goal:
                return outcome
        return outcomes[-1][0]

    def to_series(self) -> pd.Series[float]:
        """The probabilities as a pandas Series named "probability", its index the outcomes."""
        import pandas as pd

        index = pd.Index(list(self), name="outcome", tupleize_cols=False)
        return pd.Series([p for _, p in self.items()], index=index, name="probability")

    def __eq__(self, other: object) -> bool:
        """Whether every outcome has the same probability, whatever the weights are multiples of."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return (set(self), self.cap) == (set(other), other.cap) and all(
            self._weight(outcome) * other.total == other._weight(outcome) * self.total for outcome in self
        )

    def __repr__(self) -> str:
        about = f"{len(self)} outcome{'s' if len(self) > 1 else ''}"
        with suppress(TypeError):  # outcomes that are not numbers have no mean
            about += f", mean {as_number(self.mean)}, sd {as_number(self.std)}"
        return f"Distribution({about})"

    def _repr_html_(self) -> str:
        rows = [(self._name(outcome), as_percent(p)) for outcome, p in self.items()]
        if len(rows) > MOST_HTML_ROWS:
            rows[MOST_HTML_ROWS // 2 : -MOST_HTML_ROWS // 2] = [("...", "...")]
        return html_table(("outcome", "probability"), rows, notes=[repr(self)])

    def _name(self, outcome: Any) -> str:
        return f"above {self.cap:,}" if self.rest and outcome == ABOVE else str(outcome)

    def _weight(self, outcome: Any) -> int | float:
        return self.rest if self.rest and outcome == ABOVE else self.weights.get(outcome, 0)

    def _counted(self) -> list[tuple[Any, int | float]]:
        """(outcome, weight) with the rest counted at the cap."""
        return [*self.weights.items(), *([(self.cap, self.rest)] if self.rest else [])]

    def _share(self, weights: Iterable[int | float]) -> Fraction | float:
        if self.exact:
            return Fraction(sum(weights), self.total)  # type: ignore[arg-type]
        return min(1.0, fsum(weights) / self.total)

    def _check_cap(self, x: Any) -> None:
        if self.rest and x > self.cap:
            raise ValueError(f"outcome {x}: what is above the cap is not told apart, so at most {self.cap}")


def _plain(weight: Any) -> int | float:
    """An int where the weight is whole by its type, numpy's included, else a float."""
    whole: int | float = weight.__index__() if hasattr(weight, "__index__") else float(weight)
    return whole
