"""Backgammon's pictures: each takes a table, or a state, and draws it on one pair of axes; nothing is computed here.

Blue is the player on roll, orange the other; in maps blue goes on and orange is the end. Legends stand above the axes,
never on the data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.report import PALETTE, new_axes

from .board_plots import plot_board
from .thumb_plots import plot_verdict_cost_map, plot_verdict_costs, plot_win_error_map, plot_win_errors

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "plot_board",
    "plot_cube_actions",
    "plot_pair_rolls",
    "plot_rolls",
    "plot_shots",
    "plot_verdict_cost_map",
    "plot_verdict_costs",
    "plot_wastage",
    "plot_win_error_map",
    "plot_win_errors",
]

BLUE, ORANGE = PALETTE[:2]
PALE = "#f7f3ee"
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
CHECKER = {
    "farther": "distance of the farther checker (pips)",
    "nearer": "distance of the nearer checker (pips)",
    "higher": "point of the higher checker",
    "lower": "point of the lower checker",
}
ACTIONS = {  # from bad to good for the player on roll: the letter of a cell, and its colours
    "no double, beaver": ("b", "#c4bbb0", "black"),
    "no double": ("n", PALE, "black"),
    "double, no redouble, take": ("d", "#9cc9e8", "black"),
    "redouble, take": ("t", BLUE, "white"),
    "double, pass": ("p", ORANGE, "white"),
}


def plot_shots(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The rolls of 36 that hit a blot, by its distance: with a die that shows it, or only with several numbers added.

    `frame`: as `shot_kinds_table`, distance, direct, combination. A distance that is missing is that of a point which
    is held, and says so.

    >>> from tabletop_odds.backgammon.report import shot_kinds_table
    >>> plot_shots(shot_kinds_table()).get_ylabel()
    'rolls that hit, of 36'
    """
    from matplotlib.ticker import MaxNLocator

    ax = new_axes(ax)
    at, direct, combination = (frame[name] for name in ("distance", "direct", "combination"))
    ax.bar(at, direct, color=BLUE, width=0.8, label="one die")
    ax.bar(at, combination, bottom=direct, color=ORANGE, width=0.8, label="only by a combination")
    for x, rolls in zip(at, direct + combination, strict=True):
        ax.annotate(f"{rolls}", (x, rolls), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=9)
    last = 24
    for x in sorted(set(range(1, last + 1)) - set(at)):
        ax.text(x, 0.3, "held", ha="center", va="bottom", rotation=90, fontsize=9, color="0.4")
    ax.set(xlabel="distance of the blot (pips)", ylabel="rolls that hit, of 36", xticks=range(1, last + 1))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlim=(0.4, last + 0.6), ylim=(0, (direct + combination).max() * 1.1))
    ax.legend(ncols=2, **ABOVE)
    return ax


def plot_pair_rolls(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The rolls of 36 that hit, or bear off, with two checkers: a triangle of numbers, a deeper blue is more.

    `frame`: as `two_shooters_table`, farther, nearer (distances), rolls; or as `last_two_table`, higher, lower, rolls.

    >>> from tabletop_odds.backgammon.report import last_two_table
    >>> plot_pair_rolls(last_two_table()).get_xlabel()
    'point of the higher checker'
    """
    from matplotlib.colors import LinearSegmentedColormap

    ax = new_axes(ax)
    across, down = frame.columns[:2]
    table = frame.pivot(index=down, columns=across, values="rolls").astype(float)
    colours = LinearSegmentedColormap.from_list("rolls", ["white", BLUE])
    ax.pcolormesh(
        table.columns, table.index, table, cmap=colours, vmin=0, vmax=36, edgecolor="white", shading="nearest"
    )
    for x, y, rolls in zip(frame[across], frame[down], frame["rolls"], strict=True):
        ax.text(x, y, f"{rolls}", ha="center", va="center", fontsize=9, color="white" if rolls > 24 else "black")
    ax.set(xticks=table.columns, yticks=table.index)
    ax.set(xlabel=CHECKER[across], ylabel=CHECKER[down])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def plot_rolls(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance of each number of rolls to bear off all checkers, positions overlaid, with their means dotted.

    `frame`: as `rolls_table`, position, rolls, probability, mean (of the position).

    >>> from tabletop_odds.backgammon.report import rolls_table
    >>> plot_rolls(rolls_table({"two on 6": "0,0,0,0,0,2", "five aces": "5"})).get_xlabel()
    'rolls to bear off'
    """
    from matplotlib.ticker import MaxNLocator

    ax = new_axes(ax)
    for i, (position, part) in enumerate(frame.groupby("position", sort=False)):
        colour = PALETTE[i % len(PALETTE)]
        shown = part[part["probability"] > 0.0005]  # what is not seen
        ax.bar(shown["rolls"], 100 * shown["probability"], width=0.9, color=colour, alpha=0.3)
        ax.plot(shown["rolls"], 100 * shown["probability"], "o-", color=colour, markersize=4, label=position)
        ax.axvline(part["mean"].iloc[0], color=colour, linestyle=":", linewidth=1.2)
    ax.set(xlabel="rolls to bear off", ylabel="chance (%)", ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(ncols=2, title="dotted: the mean", **ABOVE)
    return ax


def plot_wastage(frame: pd.DataFrame, named: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Effective pips less pips of all positions, by pips: the least to the most, the middle half, the median.

    `frame`: as `wastage_table`, pips, least, lower, median, upper, most. `named`: as `typical_table`, position, pips,
    wastage: positions that are marked by a letter, from the top of the legend.

    >>> from tabletop_odds.backgammon.report import typical_table, wastage_table
    >>> plot_wastage(wastage_table(2), typical_table({"two on 6": "0,0,0,0,0,2"})).get_ylabel()
    'wastage (pips)'
    """
    ax = new_axes(ax)
    pips = frame["pips"]
    ax.fill_between(pips, frame["least"], frame["most"], color=BLUE, alpha=0.15, linewidth=0, label="all positions")
    ax.fill_between(pips, frame["lower"], frame["upper"], color=BLUE, alpha=0.4, linewidth=0, label="the middle half")
    ax.plot(pips, frame["median"], color=BLUE, label="median")
    for letter, row in zip("abcdefghijklmnopqrstuvwxyz", named.to_dict("records"), strict=False):
        ax.plot(row["pips"], row["wastage"], "o", color=ORANGE, markersize=5, label=f"{letter}  {row['position']}")
        ax.annotate(letter, (row["pips"], row["wastage"]), xytext=(5, 3), textcoords="offset points", fontsize=9)
    ax.set(xlabel="pips", ylabel="wastage (pips)", ylim=(0, None))
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    return ax


def plot_cube_actions(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """What is right with the cube, by the positions of the player on roll (down) and of the other (across).

    `frame`: as `cube_map_table`, mine, theirs (names, in the order to draw them), action, one of ACTIONS. Cells have a
    letter beside the colour.

    >>> import pandas as pd
    >>> rows = [("1", "1", "double, pass"), ("66", "1", "no double")]
    >>> frame = pd.DataFrame(rows, columns=["mine", "theirs", "action"])
    >>> [text.get_text() for text in plot_cube_actions(frame).texts]
    ['p', 'n']
    """
    from matplotlib.patches import Patch, Rectangle

    mine, theirs = (list(dict.fromkeys(frame[name])) for name in ("mine", "theirs"))
    ax = new_axes(ax, height=1.2 + 0.25 * len(mine))
    letters = 8 if max(len(mine), len(theirs)) > 12 else 10
    for row in frame.to_dict("records"):
        letter, colour, ink = ACTIONS[row["action"]]
        x, y = theirs.index(row["theirs"]), mine.index(row["mine"])
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.5))
        ax.text(x, y, letter, ha="center", va="center", color=ink, fontsize=letters)
    ax.set_xticks(range(len(theirs)), theirs, fontsize=letters)
    ax.set_yticks(range(len(mine)), mine, fontsize=letters)
    ax.set(xlim=(-0.5, len(theirs) - 0.5), ylim=(len(mine) - 0.5, -0.5))
    ax.set(xlabel="checkers of the other", ylabel="checkers of the player on roll")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    there = [action for action in ACTIONS if action in set(frame["action"])]
    keys = [
        Patch(facecolor=ACTIONS[action][1], edgecolor="0.7", label=f"{ACTIONS[action][0]}  {action}")
        for action in there
    ]
    ax.legend(handles=keys, ncols=3, fontsize=8, **ABOVE)
    return ax
