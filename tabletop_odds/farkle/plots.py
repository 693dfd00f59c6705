"""Farkle's pictures: each takes a table and draws it on one pair of axes; nothing is computed here.

Colours mean the same in all of them: blue goes on (roll, hot dice, points), orange is the end (bank, farkle) or the
exact value. Legends stand above the axes, never on the data.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from tabletop_odds.report import PALETTE, new_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLUE, ORANGE = PALETTE[:2]
PALE = "#f7f3ee"  # where banking and rolling are equal
GREY = "0.3"
FULL_COLOUR = 300  # points: beyond this margin the choice is plain, and the colour says no more
RARE = 0.002  # of turns: the tail of the turn total is shown up to here
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}


def plot_bank_map(frame: pd.DataFrame, ax: Axes | None = None, limit: int = 3500) -> Axes:
    """Bank or roll, by turn total up to `limit` points and dice left: blue rolls, orange banks, hatched must roll.

    `frame`: as `bank_map_table`, turn_total (points, evenly spaced), dice_left, and margin, the points that rolling
    gains over banking (negative: bank; missing: must roll). The number at a border is the total from which banking is
    best; the cell of a total reaches from it to the next.

    >>> from tabletop_odds.farkle import bank_map_table
    >>> plot_bank_map(bank_map_table()).get_xlabel()
    'turn total (points)'
    """
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Patch

    ax = new_axes(ax)
    table = frame[frame["turn_total"] <= limit].pivot(index="dice_left", columns="turn_total", values="margin")
    totals, dice = table.columns.to_numpy(), table.index.to_numpy()
    edges = np.append(totals, 2 * totals[-1] - totals[-2])
    ax.patch.set(hatch="////", edgecolor="0.7", facecolor="white")  # seen wherever there is no margin
    mesh = ax.pcolormesh(
        edges,
        np.append(dice - 0.5, dice[-1] + 0.5),
        np.ma.masked_invalid(table.to_numpy(dtype=float)),
        cmap=LinearSegmentedColormap.from_list("bank_or_roll", [ORANGE, PALE, BLUE]),
        vmin=-FULL_COLOUR,
        vmax=FULL_COLOUR,
    )
    ax.hlines(dice[:-1] + 0.5, edges[0], edges[-1], color="white", linewidth=1.5)
    for n in dice:
        banked = table.columns[table.loc[n] <= 0]
        if banked.empty:
            continue
        border = int(banked[0])
        ax.vlines(border, n - 0.5, n + 0.5, color="black", linewidth=2)
        left = border > edges[0] + 0.75 * (edges[-1] - edges[0])  # no room on the right
        ax.annotate(
            f"bank from {border:,}",
            (border, n),
            xytext=(-6 if left else 6, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
        )
    ax.set(xlim=(edges[0], edges[-1]), ylim=(dice[0] - 0.5, dice[-1] + 0.5), yticks=dice)
    ax.set(xlabel="turn total (points)", ylabel="dice left")
    ax.figure.colorbar(mesh, ax=ax, extend="both", pad=0.02, label="what rolling gains over banking (points)")
    keys = [Patch(facecolor=BLUE, label="roll"), Patch(facecolor=ORANGE, label="bank")]
    if table.isna().to_numpy().any():
        keys.append(Patch(facecolor="white", edgecolor="0.6", hatch="////", label="must roll"))
    ax.legend(handles=keys, ncols=3, **ABOVE)
    return ax


def plot_turn_total(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The points that one turn banks: bars for exactly so many, lines for at least and at most so many.

    `frame`: as `turn_total_table`, turn_total (points, evenly spaced; 0 is a farkle), exactly, at_least and at_most
    (probabilities). The axis ends where fewer than 1 turn in 500 banks more.

    >>> from tabletop_odds.farkle import turn_total_table
    >>> plot_turn_total(turn_total_table()).get_ylabel()
    'turns (%)'
    """
    ax = new_axes(ax)
    totals, exactly = frame["turn_total"], 100 * frame["exactly"]
    step = totals.iloc[1] - totals.iloc[0]
    lost = totals == 0
    for bar in ax.bar(totals[lost], exactly[lost], width=0.8 * step, color=ORANGE):
        corner = (bar.get_x(), bar.get_height())
        label = f"farkle\n{bar.get_height():.1f} %"
        ax.annotate(label, corner, xytext=(0, 3), textcoords="offset points", color=ORANGE)
    ax.bar(totals[~lost], exactly[~lost], width=0.8 * step, color=BLUE, label="exactly so many")
    # just above x, "at least" has its value at the next total already: the step is before the point
    ax.step(totals, 100 * frame["at_least"], where="pre", color=GREY, label="at least so many")
    ax.step(totals, 100 * frame["at_most"], where="post", color=GREY, linestyle=":", label="at most so many")
    ax.set(xlim=(totals.iloc[0] - step, totals[frame["at_least"] >= RARE].iloc[-1] + step), ylim=(0, 102))
    ax.set(xlabel="points banked in one turn", ylabel="turns (%)")
    ax.legend(ncols=3, **ABOVE)
    return ax


def plot_policies(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Policies compared, best on top: the simulated mean with its 95 % interval, and the exact value.

    `frame`: as `compare(...).to_frame()`, policy, value, low, high, n, and exact (points a turn; may be missing).

    >>> from tabletop_odds.farkle import bank_at, compare
    >>> compared = compare([bank_at(300), bank_at(500)], 1000, seed=1, progress=False)
    >>> [label.get_text() for label in plot_policies(compared.to_frame()).get_yticklabels()]
    ['bank at 500, keep most', 'bank at 300, keep most']
    """
    ax = new_axes(ax, height=1.2 + 0.45 * len(frame))
    ordered = frame.sort_values("value", kind="stable").reset_index(drop=True)
    at, counts = ordered.index, ordered["n"].dropna().unique()
    mean = f"mean of {int(counts[0]):,} turns" if len(counts) == 1 else "simulated mean"
    ax.hlines(at, ordered["low"], ordered["high"], color=BLUE, linewidth=5, alpha=0.35, label="95 % interval")
    ax.plot(ordered["value"], at, "o", color=BLUE, markersize=5, label=mean)
    exact = ordered["exact"].astype(float)
    if exact.notna().any():
        ax.plot(exact, at, "|", color=ORANGE, markersize=16, markeredgewidth=2, label="exact")
    ax.set_yticks(at, [textwrap.fill(name, 35) for name in ordered["policy"]])
    ax.set_ylim(-0.6, len(ordered) - 0.4)
    ax.set_xlabel("points a turn")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    ax.legend(ncols=3, **ABOVE)
    return ax


def plot_roll_odds(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chances of a farkle and of hot dice in one roll, by number of dice.

    `frame`: as `odds_table`, dice_left, bust and hot_dice (probabilities).

    >>> from tabletop_odds.farkle import odds_table
    >>> [text.get_text() for text in plot_roll_odds(odds_table()).texts[:3]]
    ['66.7', '44.4', '27.8']
    """
    ax = new_axes(ax, height=3.6)
    pairs = (("bust", ORANGE, "farkle"), ("hot_dice", BLUE, "hot dice"))
    for shift, (column, colour, label) in zip((-0.2, 0.2), pairs, strict=True):
        bars = ax.bar(frame["dice_left"] + shift, 100 * frame[column], width=0.38, color=colour, label=label)
        ax.bar_label(bars, fmt="%.1f", fontsize=9, padding=2)
    ax.set(xticks=frame["dice_left"], xlabel="dice rolled", ylabel="rolls (%)")
    ax.legend(ncols=2, **ABOVE)
    return ax
