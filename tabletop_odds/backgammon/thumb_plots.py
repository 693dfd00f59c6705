"""Pictures of how good rules of thumb are: each takes a table and draws it on one pair of axes; nothing is computed.

In the maps blue is too few and orange too many for the roller; in the comparison each decision has a colour of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.answers import Z95
from tabletop_odds.report import PALETTE, new_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLUE, ORANGE, GREEN = PALETTE[:3]
PALE = "#f7f3ee"
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
LOOKS = {"double": (BLUE, "o"), "redouble": (ORANGE, "s"), "take": (GREEN, "^")}


def plot_win_errors(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The mean absolute error of each rule's chance to win, in percentage points with 95 % intervals, by population.

    `frame`: as `win_error_table`, population, rule, value, low, high; several populations one below the other. Rules
    are ordered by the last population's errors, the best on top.

    >>> import pandas as pd
    >>> columns = ["population", "rule", "value", "low", "high"]
    >>> frame = pd.DataFrame([("random", "Kleinman", 0.04, 0.03, 0.05)], columns=columns)
    >>> plot_win_errors(frame).get_xlabel()
    'mean error of the chance to win (percentage points)'
    """
    ax = new_axes(ax, height=1.4 + 0.4 * frame["rule"].nunique())
    populations = list(dict.fromkeys(frame["population"]))
    looks = dict(zip(populations, zip(PALETTE, "os^D", strict=False), strict=False))
    _dots(ax, frame, "population", looks, ("value", "low", "high"), 100)
    ax.set_xlabel("mean error of the chance to win (percentage points)")
    return ax


def plot_verdict_costs(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """What each rule's verdicts cost, in thousandths of a point, by decision, with 95 % intervals.

    `frame`: as `verdict_error_table` of one population, decision, rule, lost, lost_error. Rules are ordered by what
    their takes cost, the best on top.

    >>> import pandas as pd
    >>> frame = pd.DataFrame([("take", "Keith", 0.004, 0.001)], columns="decision rule lost lost_error".split())
    >>> plot_verdict_costs(frame).get_xlabel()
    'mean cost of a verdict (thousandths of a point)'
    """
    ax = new_axes(ax, height=1.4 + 0.4 * frame["rule"].nunique())
    spread = Z95 * frame["lost_error"]
    bounds = frame.assign(low=frame["lost"] - spread, high=frame["lost"] + spread)
    _dots(ax, bounds, "decision", LOOKS, ("lost", "low", "high"), 1000)
    ax.set_xlabel("mean cost of a verdict (thousandths of a point)")
    return ax


def _dots(
    ax: Axes, frame: pd.DataFrame, key: str, looks: dict[str, tuple[str, str]], names: tuple[str, str, str], scale: int
) -> None:
    """A row for each rule, in it a mark and an interval for each key; ordered by the last key's values."""
    value, low, high = names
    last = frame[frame[key] == list(dict.fromkeys(frame[key]))[-1]]
    order = list(last.sort_values(value, kind="stable")["rule"])
    order += [rule for rule in dict.fromkeys(frame["rule"]) if rule not in order]
    keys = list(dict.fromkeys(frame[key]))
    for i, name in enumerate(keys):
        part = frame[frame[key] == name]
        at = [order.index(rule) + 0.22 * (i - (len(keys) - 1) / 2) for rule in part["rule"]]
        colour, mark = looks[name]
        ax.hlines(at, scale * part[low], scale * part[high], color=colour, linewidth=4, alpha=0.35)
        ax.plot(scale * part[value], at, mark, color=colour, markersize=5, label=name)
    ax.set_yticks(range(len(order)), order)
    ax.set(ylim=(len(order) - 0.5, -0.5), xlim=(0, None))
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    ax.legend(ncols=len(keys), **ABOVE)


def plot_win_error_map(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Where one rule's chance to win is off, by the roller's pips and his lead: orange says too much, blue too little.

    `frame`: as `win_error_map`, pips, lead, value. Colours end at 15 percentage points.

    >>> import pandas as pd
    >>> plot_win_error_map(pd.DataFrame({"pips": [20, 21], "lead": [0, 1], "value": [0.01, -0.02]})).get_ylabel()
    'lead (pips)'
    """
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("error", [BLUE, PALE, ORANGE])
    return _map(frame, ax, 100, "estimate less exact (percentage points)", cmap=colours, vmin=-15, vmax=15)


def plot_verdict_cost_map(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Where one rule's double costs, by the roller's pips and his lead.

    `frame`: as `verdict_cost_map`, pips, lead, value. Colours end at 50 thousandths of a point.

    >>> import pandas as pd
    >>> plot_verdict_cost_map(pd.DataFrame({"pips": [20, 21], "lead": [0, 1], "value": [0.01, 0.0]})).get_xlabel()
    "the roller's pips"
    """
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("cost", [PALE, ORANGE, "black"])
    return _map(frame, ax, 1000, "mean cost (thousandths of a point)", cmap=colours, vmin=0, vmax=50)


def _map(frame: pd.DataFrame, ax: Axes | None, scale: int, label: str, **look: Any) -> Axes:
    """The values as coloured cells by pips and lead; a cell without races stays white."""
    ax = new_axes(ax)
    table = frame.pivot(index="lead", columns="pips", values="value")
    leads = range(int(table.index.min()), int(table.index.max()) + 1)
    pips = range(int(table.columns.min()), int(table.columns.max()) + 1)
    table = table.reindex(index=leads, columns=pips)
    mesh = ax.pcolormesh(pips, leads, scale * table, shading="nearest", **look)
    ax.axhline(0, color="0.3", linewidth=0.8)
    ax.set(xlabel="the roller's pips", ylabel="lead (pips)")
    ax.figure.colorbar(mesh, ax=ax, extend="both" if look["vmin"] else "max", pad=0.02, label=label)
    return ax
