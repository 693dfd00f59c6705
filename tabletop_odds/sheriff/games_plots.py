"""Pictures of whole games of Sheriff of Nottingham: each takes a table and draws it; nothing is computed here."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tabletop_odds.report import PALETTE, new_axes

from .plots import ABOVE, BLUE, GREY, ORANGE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

WIDE = 32  # letters of a policy's name in one line
MARKS = "osD^vP*X"


def plot_scores(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Scores by policy, the best mean on top: 5 to 95 % of the games as a line, the middle half as a bar, the median in
    it, and the mean.

    `frame`: as `score_table`, policy, value, q05, q25, median, q75, q95.

    >>> from tabletop_odds.sheriff.games_report import score_table
    >>> plot_scores(score_table(n=100)).get_xlabel()
    'score (points)'
    """
    ax = new_axes(ax, height=1.2 + 0.45 * len(frame))
    ordered = frame.iloc[::-1].reset_index(drop=True)
    at = ordered.index
    ax.hlines(at, ordered["q05"], ordered["q95"], color=BLUE, linewidth=1.5, label="90 % of the games")
    width = ordered["q75"] - ordered["q25"]
    ax.barh(at, width, left=ordered["q25"], height=0.5, color=BLUE, alpha=0.35, linewidth=0, label="half of them")
    ax.plot(ordered["median"], at, "|", color=BLUE, markersize=14, markeredgewidth=2, label="median")
    ax.plot(ordered["value"], at, "D", color=ORANGE, markersize=5, label="mean")
    ax.set_yticks(at, [_wrapped(name) for name in ordered["policy"]], fontsize=9)
    ax.set(ylim=(-0.6, len(ordered) - 0.4), xlabel="score (points)")
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    ax.legend(ncols=4, fontsize=9, **ABOVE)
    return ax


def plot_win_rates(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The share of the win by policy over all tables of others, with 95 % intervals; the line is an even match.

    `frame`: as `win_rate_table`, policy, players, value, low, high.

    >>> from tabletop_odds.sheriff.games_report import win_rate_table
    >>> plot_win_rates(win_rate_table(n=10)).get_xlabel()
    'share of the win (%)'
    """
    ax = new_axes(ax, height=1.2 + 0.45 * len(frame))
    ordered = frame.iloc[::-1].reset_index(drop=True)
    at = ordered.index
    ax.hlines(at, 100 * ordered["low"], 100 * ordered["high"], color=BLUE, linewidth=6, alpha=0.35)
    ax.plot(100 * ordered["value"], at, "o", color=BLUE, markersize=5)
    ax.axvline(100 / frame["players"].iloc[0], color=GREY, linewidth=1, zorder=0)
    ax.set_yticks(at, [_wrapped(name) for name in ordered["policy"]], fontsize=9)
    ax.set(ylim=(-0.6, len(ordered) - 0.4), xlim=(0, None), xlabel="share of the win (%)")
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    return ax


def _wrapped(policy: str) -> str:
    """A policy's name in short lines, no percent sign at the start of one."""
    return textwrap.fill(policy.replace(" %", "\u00a0%"), WIDE)


def plot_king_race(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance to be King, alone or tied, by the own final count, a line a good; shaded: 95 % intervals.

    `frame`: as `king_table`, good, count, value, low, high.

    >>> from tabletop_odds import sheriff
    >>> plot_king_race(sheriff.king_table([sheriff.player(sheriff.honest())] * 4, 200, seed=1)).get_ylabel()
    'King, alone or tied (%)'
    """
    ax = new_axes(ax)
    for i, (good, part) in enumerate(frame.groupby("good", sort=False)):
        colour, mark = PALETTE[i % len(PALETTE)], MARKS[i % len(MARKS)]
        ax.fill_between(part["count"], 100 * part["low"], 100 * part["high"], color=colour, alpha=0.2, linewidth=0)
        ax.plot(part["count"], 100 * part["value"], f"{mark}-", color=colour, markersize=5, label=good)
    ax.set_xticks(range(0, int(frame["count"].max()) + 1, 2))
    ax.set(xlabel="copies at the end", ylabel="King, alone or tied (%)", ylim=(-2, 102))
    ax.grid(color="0.92")
    ax.set_axisbelow(True)
    ax.legend(ncols=4, **ABOVE)
    return ax
