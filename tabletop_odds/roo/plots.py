"""Roo's pictures: each takes a table and draws it on one pair of axes; nothing is computed here.

A card's colour is always its letter as well, so that nobody needs to tell colours apart. Legends stand above the axes.
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
FRAME: dict[str, Any] = {"facecolor": "none", "edgecolor": "black", "linewidth": 1.8, "zorder": 3}
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
CARDS = {"R": PALETTE[1], "B": PALETTE[0], "G": PALETTE[2], "Y": PALETTE[4]}
APART = 0.9  # cells between two boards
REACHES = {"hand": ("h", BLUE, "white"), "slides": ("s", PALETTE[5], "black"), "never": ("-", PALE, "black")}


def plot_board(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The boards, every cell in its colour, with the cards on them and the hands below.

    `frame`: as `board_table`, player, place ("board" or "hand"), row, column, colour, card (or ""), target (or ""). A
    framed cell is a target cell and names the card that belongs there.

    >>> from tabletop_odds.roo.report import board_table
    >>> plot_board(board_table()).get_ylabel()
    ''
    """
    from matplotlib.patches import FancyBboxPatch, Rectangle

    size = int(frame["column"].max()) + 1
    small = min(1.0, 2.4 / frame["player"].max())  # more boards, smaller letters
    ax = new_axes(ax)
    for row in frame.to_dict("records"):
        x, y = row["column"] + (row["player"] - 1) * (size + APART), row["row"] + 0.2 * (row["place"] == "hand")
        if row["place"] == "board":
            ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=_tint(row["colour"]), edgecolor="white"))
            ax.text(x - 0.4, y + 0.42, row["colour"], ha="left", va="bottom", fontsize=6 * small, color=GREY)
        if row["target"]:
            ax.add_patch(Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, **FRAME))
            ax.text(x + 0.41, y - 0.4, row["target"], ha="right", va="top", fontsize=7.5 * small, fontweight="bold")
        if row["card"]:
            style = "round,pad=0,rounding_size=0.08"
            colour = CARDS[row["card"][0]]
            ax.add_patch(FancyBboxPatch((x - 0.27, y - 0.16), 0.54, 0.42, boxstyle=style, facecolor=colour))
            ink = "white" if row["card"][0] in "BG" else "black"
            ax.text(x, y + 0.05, row["card"], ha="center", va="center", color=ink, fontsize=9 * small)
    for player in sorted(set(frame["player"])):
        x = (player - 1) * (size + APART) + (size - 1) / 2
        ax.text(x, -0.65, f"player {player}", ha="center", va="bottom")
    ax.autoscale_view()
    ax.set(ylim=(frame["row"].max() + 0.9, -1.1), aspect="equal", xticks=[], yticks=[])
    ax.set_xlabel("framed: a target cell, and the card that belongs there; below the board: the hand")
    ax.spines[:].set_visible(False)
    return ax


def _tint(colour: str) -> tuple[float, ...]:
    """The colour of a cell, pale, so that cards stand out."""
    from matplotlib.colors import to_rgb

    return tuple(1 - 0.3 * (1 - part) for part in to_rgb(CARDS[colour]))


def plot_reach(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Which cells a card of each number can come to, a board for each number; target cells are framed.

    `frame`: as `reach_table`, number, row, column, target (yes or no), reach: "hand", "slides" or "never".

    >>> from tabletop_odds.roo.rules import Rules
    >>> from tabletop_odds.roo.report import reach_table
    >>> len(plot_reach(reach_table(Rules.small(2))).texts)
    10
    """
    from matplotlib.patches import Patch, Rectangle

    ax = new_axes(ax, height=2.7)
    size = int(frame["row"].max()) + 1
    for row in frame.to_dict("records"):
        x, y = row["column"] + (row["number"] - 1) * (size + APART), row["row"]
        letter, face, ink = REACHES[row["reach"]]
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, edgecolor="white", linewidth=1))
        ax.text(x, y, letter, ha="center", va="center", color=ink, fontsize=9)
        if row["target"]:
            ax.add_patch(Rectangle((x - 0.44, y - 0.44), 0.88, 0.88, **FRAME))
    for number in sorted(set(frame["number"])):
        x = (number - 1) * (size + APART) + (size - 1) / 2
        ax.text(x, size - 0.4, f"a {number}", ha="center", va="top")
    words = {"hand": "straight from the hand", "slides": "only by slides after that", "never": "never"}
    keys = [Patch(facecolor=REACHES[key][1], label=f"{REACHES[key][0]}: {word}") for key, word in words.items()]
    ax.legend(handles=keys, ncols=3, fontsize=8, **ABOVE)
    ax.autoscale_view()
    ax.set(ylim=(size + 0.2, -0.7), aspect="equal", xticks=[], yticks=[])
    ax.set_xlabel("cells that a card of each number can land on; framed: target cells")
    ax.spines[:].set_visible(False)
    return ax


def plot_completion(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance to be complete alone by each turn, a line a policy with its 95 % interval, and the exact law.

    `frame`: as `completion_table`, policy, turns, value, low, high, n (missing: exact).

    >>> from tabletop_odds.roo.report import law_table
    >>> plot_completion(law_table()).get_xlabel()
    'turns'
    """
    from matplotlib.ticker import MaxNLocator

    ax = new_axes(ax)
    lines = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))]
    for i, (policy, part) in enumerate(frame.groupby("policy", sort=False)):
        if part["n"].isna().all():
            look: dict[str, Any] = {"color": "black", "linestyle": "none", "marker": "o", "markersize": 4, "zorder": 4}
            ax.plot(part["turns"], 100 * part["value"], label=f"{policy}, exact", **look)
            continue
        colour = PALETTE[i % len(PALETTE)]
        ax.fill_between(part["turns"], 100 * part["low"], 100 * part["high"], color=colour, alpha=0.25, linewidth=0)
        ax.plot(part["turns"], 100 * part["value"], color=colour, linestyle=lines[i % len(lines)], label=policy)
    ax.set(xlabel="turns", ylabel="complete (%)", ylim=(-2, 102), xlim=(0, frame["turns"].max() + 0.3))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color="0.9")
    ax.legend(ncols=2, fontsize=9, **ABOVE)
    return ax


def plot_win_rates(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The share of the win in percent of each policy, the best on top, against each of the others.

    `frame`: as `win_rate_table`, policy, players, versus (the others at the table), value. Blue wins more than an even
    share, orange less.

    >>> import pandas as pd
    >>> rows = {"policy": ["a", "b"], "players": 2, "versus": ["b", "a"], "value": [0.7, 0.3]}
    >>> [text.get_text() for text in plot_win_rates(pd.DataFrame(rows)).texts]
    ['70.0', '30.0']
    """
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm

    order = list(dict.fromkeys(frame["policy"]))
    versus = sorted(dict.fromkeys(frame["versus"]), key=lambda others: order.index(others) if others in order else 0)
    ax = new_axes(ax)
    even = 1 / int(frame["players"].iloc[0])
    colours = LinearSegmentedColormap.from_list("lose_or_win", [ORANGE, PALE, BLUE])
    table = frame.pivot(index="policy", columns="versus", values="value").reindex(index=order, columns=versus)
    mesh = table.to_numpy(dtype=float)
    ax.pcolormesh(mesh, cmap=colours, norm=TwoSlopeNorm(even, 0, 1), edgecolor="white", linewidth=2)
    for y, row in enumerate(mesh):
        for x, value in enumerate(row):
            if value == value:
                dark = value > 0.85 or (value < even / 6)
                ink = "white" if dark else "black"
                ax.text(x + 0.5, y + 0.5, f"{100 * value:.1f}", ha="center", va="center", color=ink)
    ax.set_xticks([x + 0.5 for x in range(len(versus))], [textwrap.fill(name, 12) for name in versus])
    ax.set_yticks([y + 0.5 for y in range(len(order))], [textwrap.fill(name, 18) for name in order])
    ax.set_ylim(len(order), 0)
    ax.set(xlabel="against", ylabel="share of the win (%)")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax
