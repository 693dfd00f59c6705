"""Can't Stop's pictures: each takes a table and draws it on one pair of axes; nothing is computed here.

Colours mean the same in all of them: blue goes on or wins, orange is the end (stop, bust) or the exact value. Legends
stand above the axes, never on the data.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from tabletop_odds.report import PALETTE, new_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLUE, ORANGE = PALETTE[:2]
PALE = "#f7f3ee"
GREY = "0.3"
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
MARKS = "osD^vP*X<>"
APART = 0.6  # cells between the blocks of the picture of triples
SEEN = 0.15  # of a colour map, its blue end: black text is not seen there


def plot_board(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The board, every space with the chance in percent to top its column this turn from a marker there.

    `frame`: as `board_table`, column, length, from_space (0: no marker yet, drawn in outline below the column) and
    top_probability. The top space has the column's number.

    >>> from tabletop_odds.cant_stop import Rules, board_table
    >>> plot_board(board_table(Rules.small(2, 1))).get_xlabel()
    'chance to top the column this turn, by the space of the marker (%)'
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import FancyBboxPatch

    ax = new_axes(ax, height=5)
    colours = LinearSegmentedColormap.from_list("chance", ["white", BLUE])
    highest = frame["length"].max()

    def space(x: int, y: float, text: str, dark: bool = False, weight: str = "normal", **look: Any) -> None:
        style = "round,pad=0,rounding_size=0.12"
        ax.add_patch(FancyBboxPatch((x - 0.44, y - 0.42), 0.88, 0.84, boxstyle=style, **look))
        colour = "white" if dark else "black"
        ax.text(x, y, text, ha="center", va="center", color=colour, fontweight=weight)

    for row in frame.to_dict("records"):
        column, length, chance = row["column"], row["length"], row["top_probability"]
        bottom = (highest - length) / 2
        y, shown = bottom + row["from_space"], f"{100 * chance:.0f}"
        if row["from_space"] == 0:
            space(column, y, shown, facecolor="white", edgecolor="0.6", linestyle=":")
            space(column, y + length, str(column), dark=True, weight="bold", facecolor=GREY, edgecolor=GREY)
        else:
            space(column, y, shown, dark=chance > 0.8, facecolor=colours(chance), edgecolor="0.6", linewidth=0.5)
    ax.set(xlim=(frame["column"].min() - 0.6, frame["column"].max() + 0.6), ylim=(-0.6, highest + 0.6))
    ax.set(xticks=[], yticks=[], xlabel="chance to top the column this turn, by the space of the marker (%)")
    ax.spines[:].set_visible(False)
    return ax


def plot_triples(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance in percent that the next roll busts, for every three columns with a runner, none at its top.

    `frame`: as `triples_table`, the columns a < b < c, and bust. A block for each middle column, whose number is the
    dark one; the other two stand beside it and above it.

    >>> from tabletop_odds.cant_stop import Rules, triples_table
    >>> len(plot_triples(triples_table(Rules.small(3, 1))).texts)
    25
    """
    from matplotlib.colors import LinearSegmentedColormap, Normalize
    from matplotlib.patches import Rectangle

    ax = new_axes(ax)
    colours = LinearSegmentedColormap.from_list("safe_or_bust", [BLUE, PALE, ORANGE])
    scale = Normalize(frame["bust"].min(), frame["bust"].max())

    def cell(x: float, y: float, text: str, dark: bool = False, **look: Any) -> None:
        if look:
            ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, edgecolor="white", linewidth=0.5, **look))
        ax.text(x, y, text, ha="center", va="center", fontsize=8.5, color="white" if dark else "black")

    for middle, (x, y) in _blocks(int(frame["a"].min()), int(frame["c"].max())).items():
        part = frame[frame["b"] == middle]
        beside, above = ("a", "c") if x == 0 or 2 * middle == frame["a"].min() + frame["c"].max() else ("c", "a")
        across, down = sorted(set(part[above])), sorted(set(part[beside]))
        cell(x, y, str(middle), dark=True, facecolor=GREY)
        for i, column in enumerate(across, 1):
            cell(x + i, y, str(column))
        for i, column in enumerate(down, 1):
            cell(x, y + i, str(column))
        for row in part.to_dict("records"):
            at = x + 1 + across.index(row[above]), y + 1 + down.index(row[beside])
            share = float(scale(row["bust"]))
            cell(*at, f"{100 * row['bust']:.0f}", dark=share < SEEN, facecolor=colours(share))
    if y >= 2:  # room for a word above the last block
        ax.text(x + len(across) / 2, y - 1, "dark: the middle\nof the three", ha="center", va="bottom", fontsize=8)
    ax.autoscale_view()
    ax.invert_yaxis()
    ax.set_aspect("equal")
    ax.set(xticks=[], yticks=[], xlabel="busts of the next roll with runners on three columns (%)")
    ax.spines[:].set_visible(False)
    return ax


def _blocks(first: int, last: int) -> dict[int, tuple[float, float]]:
    """The corner of each middle column's block: low columns on the left, high ones on the right."""
    centre = (first + last) // 2
    right = last - first + (centre - first) + 2 * (1 + APART)
    found, y = {}, 0.0
    for middle in range(first + 1, centre):
        found[middle], found[first + last - middle] = (0.0, y), (right, y)
        y += middle - first + 1 + APART
    lowest = max(y - APART - (centre - first + 1), 0.0)
    found[centre] = (last - first + APART if y else 0.0, lowest)
    return found


def plot_stopping(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """When to stop with runners on three columns: in each cell the space of the middle column from which stopping is
    best, by the spaces of the other two; blue is far up, orange at once, a dash never.

    `frame`: as `stopping_table`, left, middle, right (the columns), left_space, right_space, stop_from (may be
    missing).

    >>> from tabletop_odds.cant_stop import stopping_table
    >>> plot_stopping(stopping_table((6, 7, 8))).get_ylabel()
    'space of the runner in column 6'
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Patch

    ax = new_axes(ax)
    left, middle, right = (int(frame[name].iloc[0]) for name in ("left", "middle", "right"))
    table = frame.pivot(index="left_space", columns="right_space", values="stop_from").astype(float)
    most = table.max().max()
    shown = table.fillna(most + 1)
    colours = LinearSegmentedColormap.from_list("stop_or_roll", [ORANGE, PALE, BLUE])
    ax.pcolormesh(
        shown.columns, shown.index, shown, cmap=colours, vmin=1, vmax=most + 1, edgecolor="white", shading="nearest"
    )
    spaces = (frame[name] for name in ("right_space", "left_space"))
    for x, y, stop in zip(*spaces, frame["stop_from"].astype(float), strict=True):
        text, dark = ("-", True) if stop != stop else (f"{stop:.0f}", stop > 1 + (1 - SEEN) * most)
        ax.text(x, y, text, ha="center", va="center", color="white" if dark else "black")
    ax.set(xticks=table.columns, yticks=table.index)
    ax.set(xlabel=f"space of the runner in column {right}", ylabel=f"space of the runner in column {left}")
    keys = [Patch(facecolor=ORANGE, label="stop at once"), Patch(facecolor=BLUE, label="roll on")]
    ax.legend(handles=keys, ncols=2, title=f"number: stop from this space in column {middle}", **ABOVE)
    return ax


def plot_turns_to_win(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Turns to win alone by policy, fewest on top: the simulated mean with its 95 % interval, and the exact value.

    `frame`: as `turns_table`, policy, value, low, high, and exact (may be missing).

    >>> from tabletop_odds.cant_stop import compare, linear_weights, rule_of_28
    >>> frame = compare([rule_of_28(), linear_weights()], 1000, seed=1, progress=False).to_frame()
    >>> [label.get_text() for label in plot_turns_to_win(frame).get_yticklabels()]
    ['Rule of 28', 'linear weights']
    """
    ax = new_axes(ax, height=1.2 + 0.4 * len(frame))
    ordered = frame.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)
    at = ordered.index
    ax.hlines(at, ordered["low"], ordered["high"], color=BLUE, linewidth=5, alpha=0.35, label="95 % interval")
    ax.plot(ordered["value"], at, "o", color=BLUE, markersize=5, label="mean of the games")
    exact = ordered["exact"].astype(float)
    if exact.notna().any():
        ax.plot(exact, at, "|", color=ORANGE, markersize=16, markeredgewidth=2, label="exact")
    for y, value in zip(at, ordered["value"], strict=True):
        ax.annotate(f"{value:.2f}", (value, y), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8)
    ax.set_yticks(at, [textwrap.fill(name, 32) for name in ordered["policy"]])
    ax.set(ylim=(-0.5, len(ordered) - 0.2), xlabel="turns to win alone")
    ax.margins(x=0.08)
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    ax.legend(ncols=3, **ABOVE)
    return ax


def plot_win_rates(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The share of the win of each policy against each other, with 95 % intervals; the line is an even match.

    `frame`: as `win_rate_table`, policy, players, versus (the others at the table), value, low, high. One row a policy,
    the best on top, one mark for each table of others.

    >>> from tabletop_odds.cant_stop import linear_weights, round_robin, rule_of_28
    >>> frame = round_robin([rule_of_28(), linear_weights()], 1000, seed=1, progress=False).to_frame()
    >>> plot_win_rates(frame.assign(players=2)).get_xlabel()
    'share of the win (%)'
    """
    order = list(dict.fromkeys(frame["policy"]))[::-1]
    versus = sorted(dict.fromkeys(frame["versus"]), key=lambda others: -order.index(others) if others in order else 0)
    ax = new_axes(ax, height=1.6 + 0.6 * len(order))
    step = 0.7 / len(versus)
    for i, others in enumerate(versus):
        part = frame[frame["versus"] == others]
        at = [order.index(policy) + 0.35 - step * (i + 0.5) for policy in part["policy"]]
        colour, mark = PALETTE[i % len(PALETTE)], MARKS[i % len(MARKS)]
        ax.hlines(at, 100 * part["low"], 100 * part["high"], color=colour, linewidth=3, alpha=0.4)
        label = textwrap.fill(f"against {others}", 36)
        ax.plot(100 * part["value"], at, mark, color=colour, markersize=5, label=label)
    ax.axvline(100 / frame["players"].iloc[0], color=GREY, linewidth=1, zorder=0)
    ax.hlines([y + 0.5 for y in range(len(order) - 1)], 0, 100, color="0.9", linewidth=1, zorder=0)
    ax.set_yticks(range(len(order)), [textwrap.fill(name, 32) for name in order])
    low, high = 100 * frame["low"].min(), 100 * frame["high"].max()
    ax.set(ylim=(-0.5, len(order) - 0.5), xlim=(max(low - 4, -2), min(high + 4, 102)), xlabel="share of the win (%)")
    ax.tick_params(axis="y", length=0)
    ax.legend(ncols=2, fontsize=8, **ABOVE)
    return ax
