"""What every question is answered with.

A `Value` is a number with its error, a `Distribution` the outcomes of a chance event, an `Advice` the options
in a situation, a `Comparison` policies that played the same games. Each says whether it is exact or simulated
and how far to trust it, and prints itself in a shell and in Jupyter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .distributions import Distribution
from .formatting import html_table, text_table
from .values import TINY, VALUE_COLUMNS, Z95, Value, as_number, as_percent, as_sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "VALUE_COLUMNS",
    "Z95",
    "Advice",
    "Comparison",
    "Distribution",
    "Option",
    "Value",
    "as_number",
    "as_percent",
    "as_sample",
]

OPTION_COLUMNS = ("action", *VALUE_COLUMNS, "cost", "risk", "cost_error")


@dataclass(frozen=True, slots=True)
class Option:
    """One action that can be chosen.

    `value`: the objective after it. `cost`: what it gives away against the best option, at least 0, with
    its own error. `risk`: the probability of the bad event that the Advice names. ValueError: a cost or
    risk out of range.

    >>> Option("roll", Value.exactly(400), cost=Value.exactly(50), risk=Value.exactly(4 / 9)).risk
    0.4444444 exact
    """

    action: str
    value: Value
    cost: Value
    risk: Value

    def __post_init__(self) -> None:
        if self.cost.value < -TINY:
            raise ValueError(f"cost {self.cost.value} of {self.action!r}: must be at least 0")
        if not -TINY <= self.risk.value <= 1 + TINY:
            raise ValueError(f"risk {self.risk.value} of {self.action!r}: must be from 0 to 1")

    def to_dict(self) -> dict[str, Any]:
        """OPTION_COLUMNS, all plain numbers in full precision."""
        numbers = self.value.to_dict()
        row = {"action": self.action} | {name: numbers[name] for name in VALUE_COLUMNS}
        return row | {"cost": self.cost.value, "risk": self.risk.value, "cost_error": self.cost.standard_error}


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a situation: the options, best first.

    `objective` says what the values are, `unit` what they count ("probability" prints as percent), `method`
    how they were found, or for a forced action the rule that forces it. `n` and `seed`: the simulation
    behind it, None where all is exact. A `should_*` question names its `affirmative` action, and its Advice
    is true exactly when that action is best; any other Advice has no truth value (TypeError). `lowest`: the
    lowest value is best, not the highest. `notes`: lines to print below the answer. ValueError: no option, an
    action named twice.

    >>> bank = Option("bank", Value.exactly(450), cost=Value.exactly(0), risk=Value.exactly(0))
    >>> roll = Option("roll", Value.exactly(400), cost=Value.exactly(50), risk=Value.exactly(4 / 9))
    >>> advice = Advice("450 points, 2 dice", "core", "turn score", "exact", (roll, bank), affirmative="roll")
    >>> bool(advice), advice.best.action, advice.margin
    (False, 'bank', 50 exact)
    """

    situation: str
    rules: str
    objective: str
    method: str
    options: tuple[Option, ...]
    affirmative: str | None = None
    risk_name: str = "bust"
    n: int | None = None
    seed: int | None = None
    unit: str = "points"
    lowest: bool = False
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        actions = [option.action for option in self.options]
        if not actions:
            raise ValueError("0 options: an Advice must have at least one")
        if len(set(actions)) < len(actions):
            raise ValueError(f"options {', '.join(actions)}: must be different actions")
        sign = 1 if self.lowest else -1
        best_first = sorted(self.options, key=lambda option: sign * option.value.value)
        object.__setattr__(self, "options", tuple(best_first))

    @property
    def best(self) -> Option:
        """The option with the highest value."""
        return self.options[0]

    @property
    def margin(self) -> Value | None:
        """What the second best option costs; None where there is only one."""
        return self.options[1].cost if len(self.options) > 1 else None

    def cost_of(self, action: str) -> Value:
        """What an action costs against the best: "what did that mistake cost?".

        `action` as in the table, the words before the comma in any order, or as much of it as tells it from the
        others; a keep without what came next is taken with the better of that. Raises ValueError for any other.
        """
        names = [option.action for option in self.options]
        if not isinstance(action, str):
            raise ValueError(f"action {action!r}: the options are {'; '.join(names)}")
        close = [name for name in names if name == action] or [name for name in names if name.startswith(f"{action},")]
        close = close or [name for name in names if name.startswith(action)]
        close = close or [name for name in names if _same_words(name, action)]
        if len({name.partition(",")[0] for name in close}) != 1:
            raise ValueError(f"action {action!r}: the options are {'; '.join(names)}")
        return self.options[names.index(close[0])].cost

    @property
    def too_close(self) -> bool:
        """Whether the 95 % interval of the second best option's cost includes 0."""
        return self.margin is not None and self.margin.low <= TINY

    def __bool__(self) -> bool:
        if self.affirmative is None:
            raise TypeError("this Advice answers no yes-or-no question: read .best.action")
        return self.best.action == self.affirmative

    def __str__(self) -> str:
        facts = {"rules": self.rules, "objective": self.objective, "method": self.method}
        if self.n is not None:
            facts["sample"] = as_sample(self.n, self.seed)
        lines = [f"{name + ':':<10} {fact}" for name, fact in facts.items() if fact]
        table = text_table(self._header(), self._rows(), marked=0)
        return "\n".join([self.situation, *lines, "", table, "", self._verdict(), *self.notes])

    def _repr_html_(self) -> str:
        facts = [self.rules, self.objective, self.method]
        if self.n is not None:
            facts.append(as_sample(self.n, self.seed))
        notes = [self._verdict(), *self.notes, "; ".join(filter(None, facts))]
        return html_table(self._header(), self._rows(), 0, self.situation, notes)

    def to_frame(self) -> pd.DataFrame:
        """One row an option, best first, with OPTION_COLUMNS; n is missing where the value is exact."""
        import pandas as pd

        rows = [option.to_dict() for option in self.options]
        return pd.DataFrame(rows, columns=list(OPTION_COLUMNS)).astype({"n": "Int64"})

    def to_dict(self) -> dict[str, Any]:
        """What the JSON holds, in its order; `best` is the best action, `n` stands once, at the top."""
        from . import __version__

        options = [option.to_dict() for option in self.options]
        for option in options:
            del option["n"]
        return {
            "situation": self.situation,
            "rules": self.rules,
            "objective": self.objective,
            "method": self.method,
            "n": self.n,
            "seed": self.seed,
            "version": __version__,
            "best": self.best.action,
            "options": options,
            "notes": list(self.notes),
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as JSON."""
        import json

        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def to_csv(self) -> str:
        """The rows of `to_frame` as CSV."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.DictWriter(text, OPTION_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(option.to_dict() for option in self.options)
        return text.getvalue()

    def _header(self) -> list[str]:
        return ["action", self.unit, "cost", self.risk_name]

    def _rows(self) -> list[list[str]]:
        return [
            [
                o.action,
                _figure(o.value, self.unit),
                _figure(o.cost, self.unit),
                _figure(o.risk, "probability"),
            ]
            for o in self.options
        ]

    def _verdict(self) -> str:
        """The answer in one line."""
        best = self.best.action
        if self.margin is None:
            return f"best: {best}, the only option"
        unit = "percentage points" if self.unit == "probability" else self.unit
        lead = f"{_figure(self.margin, self.unit).removesuffix(' %')} {unit}"
        if not self.too_close:
            return f"best: {best}, by {lead}"
        second = self.options[1].action
        if self.margin.exact:
            return f"too close to call: {best} and {second} are equal"
        return f"too close to call: {best} is ahead of {second} by {lead}"


class Comparison:
    """Policies that played the same games: their values, and paired differences, where common luck cancels.

    `rows`: dicts with `policy`, any further keys, `value` (a Value) and `exact` (a Value or None).
    `differences`: dicts with `policy`, `versus` and `value`, the Value of policy minus versus, for a policy
    at most one. `unit` as in an Advice. ValueError: no rows.

    >>> a, b = Value(450.0, 1.0, n=1000, seed=1), Value(430.0, 1.0, n=1000, seed=1)
    >>> gap = {"policy": "b", "versus": "a", "value": Value(-20.0, 0.5, n=1000, seed=1)}
    >>> rows = [{"policy": "a", "value": a}, {"policy": "b", "value": b}]
    >>> print(Comparison(rows, [gap], title="Turn score"))
    Turn score (n = 1,000, seed 1)
    <BLANKLINE>
      policy  points    difference
      a       450 +- 1
      b       430 +- 1  -20.0 +- 0.5
    <BLANKLINE>
    difference: against a in the same games
    """

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        differences: Iterable[Mapping[str, Any]],
        title: str = "",
        unit: str = "points",
    ) -> None:
        self.rows = tuple(dict(row) for row in rows)
        self.pairs = tuple(dict(pair) for pair in differences)
        self.title = title
        self.unit = unit
        if not self.rows:
            raise ValueError("0 rows: a Comparison must have at least one")

    def to_frame(self) -> pd.DataFrame:
        """One row a policy: policy and any further keys, VALUE_COLUMNS, exact (missing where unknown)."""
        frame = value_frame(self.rows, self._keys())
        exact = (row.get("exact") for row in self.rows)
        frame["exact"] = [float("nan") if x is None else float(x) for x in exact]
        return frame

    def differences(self) -> pd.DataFrame:
        """One row a paired difference: policy, versus, VALUE_COLUMNS."""
        return value_frame(self.pairs, ["policy", "versus"])

    def costs(self) -> dict[str, Value]:
        """What each policy gives away against the best, by name: the paired difference as a cost, of the best 0."""
        best = self.rows[0]["value"]
        gaps = {pair["policy"]: pair["value"] for pair in self.pairs}
        costs = {name: gap if gap.value >= 0 else -gap for name, gap in gaps.items()}
        return {row["policy"]: costs.get(row["policy"], Value(0.0, n=best.n, seed=best.seed)) for row in self.rows}

    def plot(self, ax: Axes | None = None) -> Axes:
        """The values with their 95 % intervals, and the exact ones where known."""
        from .report import plot_comparison

        return plot_comparison(self, ax=ax)

    def __str__(self) -> str:
        parts = (self._title(), text_table(*self._table()), "\n".join(self._notes()))
        return "\n\n".join(filter(None, parts))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(*self._table(), title=self._title(), notes=self._notes())

    def _keys(self) -> list[str]:
        return [key for key in self.rows[0] if key not in ("value", "exact")]

    def _title(self) -> str:
        values = [row["value"] for row in self.rows]
        samples = dict.fromkeys(as_sample(v.n, v.seed) for v in values if v.n is not None)
        behind = f"({'; '.join(samples)})" if samples else ""
        return f"{self.title} {behind}".strip()

    def _notes(self) -> list[str]:
        versus = " and ".join(dict.fromkeys(str(pair["versus"]) for pair in self.pairs))
        close = [str(pair["policy"]) for pair in self.pairs if pair["value"].low <= 0 <= pair["value"].high]
        notes = [f"difference: against {versus} in the same games"] if versus else []
        return [*notes, *([f"too close to call: {', '.join(close)}"] if close else [])]

    def _table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows as they print; the columns exact and difference where there is anything in them."""
        gaps = {pair["policy"]: pair["value"] for pair in self.pairs}
        header = [*self._keys(), self.unit]
        rows = [[*(str(row[key]) for key in self._keys()), _figure(row["value"], self.unit)] for row in self.rows]
        if any(row.get("exact") is not None for row in self.rows):
            header.append("exact")
            for cells, row in zip(rows, self.rows, strict=True):
                cells.append("" if row.get("exact") is None else _figure(row["exact"], self.unit))
        if gaps:
            header.append("difference")
            for cells, row in zip(rows, self.rows, strict=True):
                gap = gaps.get(row["policy"])
                cells.append("" if gap is None else _figure(gap, self.unit))
        return header, rows


def _same_words(name: str, action: str) -> bool:
    """Whether an action is named by its words in another order, with or without what comes next."""
    (first, _, then), (words, _, after) = name.partition(","), action.partition(",")
    return sorted(first.split()) == sorted(words.split()) and after.strip() in ("", then.strip())


def _figure(value: Value, unit: str) -> str:
    """A table's cell: its unit, n and seed stand elsewhere."""
    return as_percent(value, sampled=False) if unit == "probability" else as_number(value, sampled=False)


def value_frame(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> pd.DataFrame:
    """The keys of each row and its Value as VALUE_COLUMNS."""
    import pandas as pd

    flat = [{key: row[key] for key in keys} | row["value"].to_dict() for row in rows]
    return pd.DataFrame(flat, columns=[*keys, *VALUE_COLUMNS]).astype({"n": "Int64"})
