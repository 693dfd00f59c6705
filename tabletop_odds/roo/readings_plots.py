"""The picture of the readings of Roo's rules: it takes a table and draws it; nothing is computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.report import new_axes

from .plots import BLUE, ORANGE, PALE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# what is best, and what worst: the ends of the colours
SCALES = {
    "impossible": (0.0, 0.2),
    "completed": (1.0, 0.0),
    "by pile": (0.0, 1.0),
    "by limit": (0.0, 0.2),
    "against random": (1.0, 0.2),
    "unloader": (0.0, 1.0),
}
EDGE = 0.2  # of the win, above or below an even share: the end of the colours
OVER, ENOUGH = 1, 3  # rounds: worst is a game that is over at once, and from here on nothing is meant by them


def plot_readings(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Every reading of the rules a row, every measure a column: the figures, blue where good, orange where bad.

    `frame`: as `readings_table`, question, reading, measure, unit ("%" or "rounds"), even (of "first player": its even
    share, else missing), value.

    >>> from tabletop_odds.roo.readings_report import readings, readings_table
    >>> frame = readings_table(20, 1, readings()[:2])
    >>> plot_readings(frame).get_xlabel()
    'in percent; rounds: the mean number'
    """
    from matplotlib.colors import LinearSegmentedColormap

    readings = list(dict.fromkeys(zip(frame["question"], frame["reading"], strict=True)))
    measures = list(dict.fromkeys(frame["measure"]))
    ax = new_axes(ax, height=1.2 + 0.24 * len(readings))
    colours = LinearSegmentedColormap.from_list("bad_or_good", [ORANGE, PALE, BLUE])
    shown = frame.assign(x=frame["measure"].map(measures.index))
    shown["y"] = [readings.index(key) for key in zip(frame["question"], frame["reading"], strict=True)]
    shades = [[0.5] * len(measures) for _ in readings]
    for row in shown.dropna(subset="value").to_dict("records"):
        shade = shades[row["y"]][row["x"]] = _shade(row)
        text = f"{row['value']:.1f}" if row["unit"] == "rounds" else f"{100 * row['value']:.1f}"
        ink = "white" if not 0.1 < shade < 0.9 else "black"
        ax.text(row["x"] + 0.5, row["y"] + 0.5, text, ha="center", va="center", fontsize=7.5, color=ink)
    ax.pcolormesh(shades, cmap=colours, vmin=0, vmax=1, edgecolor="white", linewidth=1)
    ax.set_yticks([y + 0.5 for y in range(len(readings))], [f"{q}  {r}" for q, r in readings], fontsize=8)
    ax.set_xticks([x + 0.5 for x in range(len(measures))], [m.replace(" ", "\n") for m in measures], fontsize=8)
    ax.xaxis.set_ticks_position("top")
    ax.set(ylim=(len(readings), 0), xlabel="in percent; rounds: the mean number")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _shade(row: dict[Any, Any]) -> Any:
    """From 0 (bad) to 1 (good), one half where neither is meant."""
    if row["measure"] == "rounds":
        return 0.5 * min(max((row["value"] - OVER) / (ENOUGH - OVER), 0), 1)
    if row["measure"] == "first player":
        return 0.5 - 0.5 * min(abs(row["value"] - row["even"]) / EDGE, 1)
    good, bad = SCALES[row["measure"]]
    return min(max((row["value"] - bad) / (good - bad), 0), 1)
