"""Pictures of hands and single bags of Sheriff of Nottingham: each takes a table and draws it; nothing is computed.

Colours mean the same in all of them: blue passes or holds, orange is opened or a lie. Legends stand above the axes,
never on the data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.report import PALETTE, new_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLUE, ORANGE = PALETTE[:2]
PALE = "#f7f3ee"
GREY = "0.3"
ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)}
APART = 0.5  # cells between the two blocks of the picture of hands
DARK = 0.7  # of a colour map that ends in blue: white text from here on
WORDS = {"deal": "as dealt", "market": "after a market that chases it"}


def plot_hand_odds(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The chance in percent to hold at least so many cards of a good, as dealt and after the market: two blocks of
    cells, a row a good.

    `frame`: as `hand_table`, good, when ("deal" or "market"), at_least, value.

    >>> from tabletop_odds.sheriff.bag_report import hand_table
    >>> plot_hand_odds(hand_table()).get_xlabel()
    'cards at least (chance in %)'
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    goods = list(dict.fromkeys(frame["good"]))
    ax = new_axes(ax, height=0.9 + 0.3 * len(goods))
    colours = LinearSegmentedColormap.from_list("chance", ["white", BLUE])
    size = 9 if len(goods) < 14 else 7.5
    places: dict[tuple[Any, int], float] = {}
    ticks: list[tuple[float, str]] = []
    for when, part in frame.groupby("when", sort=False):
        start = max(places.values(), default=-APART) + APART + (1 if places else 0)
        columns = sorted(set(part["at_least"]))
        places |= {(when, k): start + i for i, k in enumerate(columns)}
        ticks += [(start + i, str(k)) for i, k in enumerate(columns)]
        ax.text(start + (len(columns) - 1) / 2, -0.7, WORDS[str(when)], ha="center", va="bottom")
    for row in frame.to_dict("records"):
        x, y, chance = places[row["when"], row["at_least"]], goods.index(row["good"]), row["value"]
        look = {"facecolor": colours(chance), "edgecolor": "white", "linewidth": 0.5}
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **look))
        colour = "white" if chance > DARK else "black"
        ax.text(x, y, _percent(chance), ha="center", va="center", fontsize=size, color=colour)
    ax.set_xticks([x for x, _ in ticks], [text for _, text in ticks])
    ax.set_yticks(range(len(goods)), goods, fontsize=size)
    ax.set(xlim=(-0.6, max(places.values()) + 0.6), ylim=(len(goods) - 0.4, -1.4))
    ax.set_xlabel("cards at least (chance in %)")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _percent(chance: float) -> str:
    """Whole percents, tenths below one, and what is hardly ever seen as less."""
    if 0 < chance < 0.0005:
        return "<0.1"
    return f"{100 * chance:.1f}" if 0 < chance < 0.00995 else f"{100 * chance:.0f}"


def plot_inspect_map(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """When to inspect: in each cell the chance of a lie in percent above which it pays, by the cards declared and the
    gold offered, a block for each number of false cards in a false bag; a dash: never. Orange opens at less doubt,
    blue passes.

    `frame`: as `inspect_map_table`, false_cards, cards, bribe, value.

    >>> from tabletop_odds.sheriff.bag_report import inspect_map_table
    >>> plot_inspect_map(inspect_map_table()).get_ylabel()
    'cards declared'
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    ax = new_axes(ax)
    colours = LinearSegmentedColormap.from_list("open_or_pass", [ORANGE, PALE, BLUE])
    start, ticks, top = 0.0, [], frame["cards"].max() + 0.6
    for false, part in frame.groupby("false_cards", sort=False):
        for row in part.to_dict("records"):
            x, y, chance = start + row["bribe"], row["cards"], min(1.0, row["value"])
            look = {"facecolor": colours(chance), "edgecolor": "white", "linewidth": 1}
            ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **look))
            text, colour = "-" if chance == 1 else f"{100 * chance:.0f}", "white" if chance > 0.9 else "black"
            ax.text(x, y, text, ha="center", va="center", color=colour)
        most = int(part["bribe"].max())
        ax.text(start + most / 2, top, f"{false} false card{'s' * (false != 1)}", ha="center", va="bottom")
        ticks += [(start + bribe, str(bribe)) for bribe in range(most + 1)]
        start += most + 1 + APART
    ax.set_xticks([x for x, _ in ticks], [text for _, text in ticks])
    ax.set_yticks(sorted(set(frame["cards"])))
    ax.set(xlim=(-0.6, start - APART - 0.4), ylim=(frame["cards"].min() - 0.6, top + 0.5))
    ax.set(xlabel="bribe offered (gold)", ylabel="cards declared")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def plot_equilibrium(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """The equilibrium by declaration: how often it is a lie (orange squares), how often it is opened (blue dots), and
    how often it is made at all (grey bars).

    `frame`: as `equilibrium_table`, good, cards, declared, rate ("lie" or "inspected"), value.

    >>> from tabletop_odds.sheriff.bag_report import equilibrium_table
    >>> plot_equilibrium(equilibrium_table()).get_ylabel()
    'rate (%)'
    """
    ax = new_axes(ax)
    goods = list(dict.fromkeys(frame["good"]))
    cards = sorted(set(frame["cards"]))
    step = len(cards) + 1
    looks = (("lie", ORANGE, "s", "lies, of such bags"), ("inspected", BLUE, "o", "inspected, of such bags"))
    for i, good in enumerate(goods):
        part = frame[frame["good"] == good]
        made = part[part["rate"] == "inspected"]
        at = i * step + made["cards"]
        ax.bar(at, 100 * made["declared"], color="0.85", width=0.8, label=None if i else "share of all bags")
        for rate, colour, mark, label in looks:
            line = part[part["rate"] == rate]
            x = i * step + line["cards"]
            ax.plot(x, 100 * line["value"], f"{mark}-", color=colour, markersize=5, label=None if i else label)
        ax.text(i * step + (cards[0] + cards[-1]) / 2, 1.02, good, ha="center", transform=ax.get_xaxis_transform())
    ticks = [(i * step + k, str(k)) for i in range(len(goods)) for k in cards]
    ax.set_xticks([x for x, _ in ticks], [text for _, text in ticks])
    ax.set(xlabel="cards declared, by good", ylabel="rate (%)", xlim=(0, step * len(goods)), ylim=(0, None))
    ax.grid(axis="y", color="0.92")
    ax.set_axisbelow(True)
    ax.legend(ncols=3, fontsize=9, loc="lower right", bbox_to_anchor=(1.0, 1.08))
    return ax
