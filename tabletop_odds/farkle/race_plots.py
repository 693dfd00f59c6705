"""Pictures of the race: each takes a table of `race_tables` and draws it on one pair of axes; nothing is computed here.

Colours as in `plots`: blue goes on or wins, orange ends the turn or loses. Legends stand above the axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.report import PALETTE, new_axes

from .plots import ABOVE, BLUE, GREY, ORANGE, PALE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LEVELS = range(10, 100, 10)  # percent
DICE = dict(enumerate((*PALETTE[:4], PALETTE[6], PALETTE[4]), 1))  # a colour for each number of dice
HIGHER = "higher: roll again"
SHOWN = 0.0005  # of games: the tail of the length is shown up to here


def plot_win_probability(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance to win at the start of a turn, over both scores, with a contour at every ten percent.

    `frame`: as `win_probability_table`, mine, theirs (points, evenly spaced), win_probability.

    >>> from tabletop_odds.farkle.race_tables import win_probability_table
    >>> plot_win_probability(win_probability_table(step=500)).get_ylabel()
    'their score'
    """
    from matplotlib.colors import LinearSegmentedColormap

    ax = new_axes(ax, width=5.6, height=4.6)
    table = 100 * frame.pivot(index="theirs", columns="mine", values="win_probability")
    mine, theirs = table.columns.to_numpy(), table.index.to_numpy()
    colours = LinearSegmentedColormap.from_list("lose_or_win", [ORANGE, PALE, BLUE])
    mesh = ax.pcolormesh(mine, theirs, table.to_numpy(), cmap=colours, vmin=0, vmax=100, shading="nearest")
    lines = ax.contour(mine, theirs, table.to_numpy(), levels=list(LEVELS), colors="black", linewidths=0.8)
    ax.clabel(lines, fmt="%d %%", fontsize=8)
    ax.set(xlabel="my score", ylabel="their score", aspect="equal")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.figure.colorbar(mesh, ax=ax, pad=0.02, label="chance to win at the start of my turn (%)")
    return ax


def plot_race_thresholds(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """From what turn total to bank, against the gap in the scores, a line for each number of dice left.

    `frame`: as `race_threshold_table`, gap (points), dice_left, bank_from, roll_again_from and turn_bank_from (points;
    missing: never). Thin lines are what is best for the most points a turn. A ring says that higher totals are to be
    rolled again.

    >>> from tabletop_odds.farkle.race_tables import race_threshold_table
    >>> frame = race_threshold_table(gaps=[-1000, 0, 1000])
    >>> len(plot_race_thresholds(frame).get_legend().get_texts())
    6
    """
    from matplotlib.lines import Line2D

    ax = new_axes(ax)
    keys = []
    for n in sorted(set(frame["dice_left"])):
        part = frame[frame["dice_left"] == n]
        colour, total = DICE[n], part["bank_from"].astype(float)
        keys += ax.plot(part["gap"], total, color=colour, label=f"{n} {'die' if n == 1 else 'dice'}")
        ax.plot(part["gap"], part["turn_bank_from"].astype(float), color=colour, linewidth=0.8, linestyle=":")
        rings = part[part["roll_again_from"].notna()]
        ax.plot(rings["gap"], rings["bank_from"], "o", markersize=6, markerfacecolor="white", color=colour)
    keys.append(Line2D([], [], color=GREY, linewidth=0.8, linestyle=":", label="most points a turn"))
    if frame["roll_again_from"].notna().any():
        keys.append(Line2D([], [], color=GREY, marker="o", markerfacecolor="white", linestyle="none", label=HIGHER))
    ax.set_yscale("log")
    low, high = ax.get_ylim()
    ticks = [tick for tick in (100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000) if low <= tick <= high]
    ax.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.set_yticks([], minor=True)
    ax.xaxis.set_major_formatter(lambda gap, _: f"{gap:+,.0f}" if gap else "0")
    ax.axvline(0, color="0.85", linewidth=1, zorder=0)
    ax.grid(axis="y", color="0.92")
    ax.set(xlabel="how far the other is ahead (points)", ylabel="bank from (points)")
    ax.legend(handles=keys, ncols=4, **ABOVE)
    return ax


def plot_last_turn(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance to win the last turn, by the points that are needed to tie.

    `frame`: as `last_turn_table`, needed (points), probability. Every 500 points the chance is written out.

    >>> from tabletop_odds.farkle.race_tables import last_turn_table
    >>> [text.get_text() for text in plot_last_turn(last_turn_table()).texts[:2]]
    ['47.8 %', '23.2 %']
    """
    ax = new_axes(ax, height=3.6)
    chances = 100 * frame["probability"]
    ax.plot(frame["needed"], chances, "o-", color=BLUE, markersize=3, linewidth=0.8)
    for needed, chance in zip(frame["needed"], chances, strict=True):
        if needed % 500 == 0:
            ax.annotate(f"{chance:.1f} %", (needed, chance), xytext=(4, 4), textcoords="offset points")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set(xlim=(0, None), ylim=(0, 102), xlabel="points needed to tie", ylabel="last turns won (%)")
    return ax


def plot_banking_near_target(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """What banking and rolling are worth, against the score that banking would give.

    `frame`: as `banking_table`, banked (points), bank and roll (chances to win; bank may be missing), and mine, theirs
    and dice_left, the same in all rows.

    >>> from tabletop_odds.farkle.race_tables import banking_table
    >>> plot_banking_near_target(banking_table(9_000, 9_950, 2)).get_xlabel()
    'my score after banking, from 9,000 against 9,950'
    """
    ax = new_axes(ax)
    n = frame["dice_left"].iloc[0]
    lines = (("bank", ORANGE, "o", "bank"), ("roll", BLUE, "s", f"roll {n} {'die' if n == 1 else 'dice'}"))
    for column, colour, marker, label in lines:
        ax.plot(frame["banked"], 100 * frame[column], marker, linestyle="-", color=colour, label=label, markersize=4)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    scores = f"from {frame['mine'].iloc[0]:,} against {frame['theirs'].iloc[0]:,}"
    ax.set(xlabel=f"my score after banking, {scores}", ylabel="chance to win (%)", ylim=(0, 100))
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=2, **ABOVE)
    return ax


def plot_game_length(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """How many rounds games take: the simulated shares with their 95 % intervals.

    `frame`: as `game_length_table`, rounds, value, low and high (shares of games), n. Rare lengths at either end are
    left out of the picture.

    >>> import pandas as pd
    >>> shares = {"rounds": [20, 21], "value": [0.4, 0.6], "low": [0.3, 0.5], "high": [0.5, 0.7], "n": [100, 100]}
    >>> plot_game_length(pd.DataFrame(shares)).get_xlabel()
    'rounds'
    """
    ax = new_axes(ax, height=3.6)
    shown = frame[frame["value"] >= SHOWN]
    label = f"{frame['n'].iloc[0]:,} games"
    bars = ax.bar(shown["rounds"], 100 * shown["value"], width=0.8, color=BLUE, label=label)
    interval = ax.vlines(shown["rounds"], 100 * shown["low"], 100 * shown["high"], color=GREY, label="95 % interval")
    ax.set(xlabel="rounds", ylabel="games (%)", ylim=(0, None))
    ax.locator_params(axis="x", integer=True)
    ax.legend(handles=[bars, interval], ncols=2, **ABOVE)
    return ax
