"""Farkle's pictures: each takes a table and draws it; nothing is computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.report import PALETTE, new_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLUE, RED, GREEN = PALETTE[:3]
GREY = "0.45"


def plot_bank_map(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Bank or roll, by turn total and dice left, from `bank_map_table`: blue rolls, red banks, hatched must roll.

    The number at each border is the turn total from which banking is best.
    """
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap

    ax = new_axes(ax)
    table = frame.pivot(index="dice_left", columns="turn_total", values="margin")
    totals, dice = table.columns.to_numpy(), table.index.to_numpy()
    step = totals[1] - totals[0]
    bound = 300.0  # points: beyond this the choice is plain, and the colour is full
    edges = np.append(totals - step / 2, totals[-1] + step / 2)
    colours = LinearSegmentedColormap.from_list("bank_or_roll", [RED, "#f7f3ee", BLUE])
    ax.patch.set(hatch="////", edgecolor="0.75", facecolor="white")
    mesh = ax.pcolormesh(
        edges,
        np.append(dice - 0.5, dice[-1] + 0.5),
        np.ma.masked_invalid(table.to_numpy()),
        cmap=colours,
        vmin=-bound,
        vmax=bound,
    )
    for n in dice:
        margins = table.loc[n]
        if margins.isna().all():
            ax.text(edges.mean(), n, "must roll", ha="center", va="center", bbox={"fc": "white", "ec": "none"})
            continue
        banked = margins[margins <= 0]
        if len(banked):
            border = banked.index[0]
            ax.plot([border - step / 2] * 2, [n - 0.5, n + 0.5], color="black", linewidth=2)
            ax.text(border + step / 2, n, f"bank from {border:,}", va="center", fontsize=9)
    ax.set_yticks(dice)
    ax.set_ylim(dice[0] - 0.5, dice[-1] + 0.5)
    ax.set_xlabel("turn total (points)")
    ax.set_ylabel("dice left")
    bar = ax.figure.colorbar(mesh, ax=ax, extend="both", pad=0.02)
    bar.set_label("what rolling gains over banking (points)")
    return ax


def plot_turn_total(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The points that one turn banks, from `turn_total_table`: bars exactly, lines at least and at most."""
    ax = new_axes(ax)
    totals = frame["turn_total"]
    width = 0.8 * (totals.iloc[1] - totals.iloc[0])
    colours = [RED if total == 0 else BLUE for total in totals]
    ax.bar(totals, 100 * frame["exactly"], width=width, color=colours, label="exactly")
    ax.step(totals, 100 * frame["at_least"], where="pre", color=GREEN, label="at least")
    ax.step(totals, 100 * frame["at_most"], where="post", color=GREY, linestyle="--", label="at most")
    farkle = 100 * frame["exactly"].iloc[0]
    ax.annotate(
        f"farkle {farkle:.1f} %",
        (0, farkle),
        xytext=(12, -14),
        textcoords="offset points",
        color=RED,
        fontsize=9,
    )
    ax.set_xlabel("points banked in one turn")
    ax.set_ylabel("chance (%)")
    ax.set_ylim(0, 102)
    ax.set_xlim(totals.iloc[0] - width, totals.iloc[-1] + width)
    handles, labels = ax.get_legend_handles_labels()
    order = [labels.index(name) for name in ("exactly", "at least", "at most")]
    legend = ax.legend([handles[i] for i in order], [labels[i] for i in order], loc="center right")
    legend.legend_handles[0].set_facecolor(BLUE)  # type: ignore[union-attr]
    return ax


def plot_policies(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Policies compared, from `compare(...).to_frame()`: simulated mean with its 95 % interval, and the exact value."""
    ax = new_axes(ax, height=1.2 + 0.45 * len(frame))
    ordered = frame.sort_values("value", kind="stable").reset_index(drop=True)
    at = ordered.index
    ax.hlines(at, ordered["low"], ordered["high"], color=BLUE, linewidth=5, alpha=0.35, label="simulated, 95 %")
    ax.plot(ordered["value"], at, "o", color=BLUE, markersize=5, label="simulated mean")
    exact = ordered["exact"].astype(float)
    ax.plot(exact, at, "|", color=RED, markersize=16, markeredgewidth=2, label="exact")
    ax.set_yticks(at, ordered["policy"])
    ax.set_ylim(-0.6, len(ordered) - 0.4)
    ax.set_xlabel("points a turn")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    ax.legend(loc="upper left")
    return ax


def plot_roll_odds(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Farkle and hot dice by number of dice rolled, from `odds_table`."""
    ax = new_axes(ax, height=3.6)
    dice = frame["dice_left"]
    for shift, (column, colour, label) in zip(
        (-0.2, 0.2), (("bust", RED, "farkle"), ("hot_dice", BLUE, "hot dice")), strict=True
    ):
        bars = ax.bar(dice + shift, 100 * frame[column], width=0.38, color=colour, label=label)
        ax.bar_label(bars, fmt="%.1f", fontsize=9, padding=2)
    ax.set_xticks(dice)
    ax.set_xlabel("dice rolled")
    ax.set_ylabel("chance (%)")
    ax.legend()
    return ax
