"""How many pips does a bear-off waste?

The effective pip count (expected rolls by best play, times 49/6) of every position at home: which waste least and most,
how far Trice's formulas are off, and where the best play takes no checker off although it could. All of it is exact.

    python analyses/bearoff_epc_table.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from tabletop_odds.answers import as_number
from tabletop_odds.backgammon.bearoff import epc_table
from tabletop_odds.backgammon.home_plays import home_plays
from tabletop_odds.backgammon.one_sided import solve_one_sided
from tabletop_odds.backgammon.plots import plot_wastage
from tabletop_odds.backgammon.positions import HOME, every_position
from tabletop_odds.backgammon.race_report import as_text, typical_table, wastage_table
from tabletop_odds.backgammon.rules import ROLLS
from tabletop_odds.backgammon.thumb_epc import (
    efficient_epc,
    estimated_epc,
    flat_epc,
    n_roll_epc,
    near_n_roll_epc,
    straggler_epc,
)
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report

SIZES = {"test": 4, "report": 15, "gallery": 15}  # checkers
SHOWN = 12  # plays that take nothing off
LOW_POINTS = 3  # what the formula near n rolls is for
BLUE, ORANGE = PALETTE[:2]


def extremes_table(home: pd.DataFrame) -> pd.DataFrame:
    """What wastes least and most of so many checkers: checkers, positions, least_at, least, most_at, most."""
    rows = []
    for checkers, part in home.groupby("checkers"):
        least, most = part.loc[part["wastage"].idxmin()], part.loc[part["wastage"].idxmax()]
        row = {"checkers": checkers, "positions": len(part), "least_at": least["position"], "least": least["wastage"]}
        rows.append(row | {"most_at": most["position"], "most": most["wastage"]})
    return pd.DataFrame(rows)


def is_efficient(counts: tuple[int, ...]) -> bool:
    """Whether most checkers are on the 6 point, no more on the 5, no more than these on the 4, and none below."""
    return counts[5] >= counts[4] >= counts[3] and not any(counts[:3])


def is_flat(counts: tuple[int, ...]) -> bool:
    """Whether the home points hold as many checkers each, or one more."""
    return min(counts) > 0 and max(counts) - min(counts) <= 1


def has_stragglers(counts: tuple[int, ...]) -> bool:
    """Whether one or two checkers, all on 4 to 6, are off a stack on the ace point."""
    away = sum(counts[1:])
    return 1 <= away <= 2 and counts[0] > 0 and sum(counts[1:3]) == 0


FORMULAS = {
    "7 n + 1, all on the ace point": (lambda counts: n_roll_epc(sum(counts)), lambda counts: not any(counts[1:])),
    "near n rolls, on 1 to 3": (near_n_roll_epc, lambda counts: not any(counts[LOW_POINTS:]) and sum(counts) > 1),
    "stack and stragglers": (straggler_epc, has_stragglers),
    "efficient, 4 to 6": (efficient_epc, is_efficient),
    "flat: 10 wasted": (flat_epc, is_flat),
    "all together, by eye": (estimated_epc, lambda _: True),
}


def formulas_table(checkers: int) -> pd.DataFrame:
    """Each formula on the positions it is for: formula, positions, bias (estimate less exact), error (mean, without
    sign), largest (likewise), at; pips."""
    table = solve_one_sided(HOME, checkers)
    every = [counts for counts in every_position(HOME, checkers) if any(counts)]
    rows = []
    for name, (formula, belongs) in FORMULAS.items():
        there = [counts for counts in every if belongs(counts)]
        if there:
            exact = np.array([table.mean[table.number(counts)] for counts in there]) * 49 / 6
            off = np.array([float(formula(counts)) for counts in there]) - exact
            worst = int(abs(off).argmax())
            row = {"formula": name, "positions": len(there), "bias": off.mean(), "error": abs(off).mean()}
            rows.append(row | {"largest": abs(off[worst]), "at": as_text(there[worst])})
    return pd.DataFrame(rows)


def none_off_table(checkers: int) -> pd.DataFrame:
    """Every position and roll but doubles whose best play takes nothing off although one could: counts, checkers, roll,
    after, cost (rolls lost by the best play that takes one off)."""
    table = solve_one_sided(HOME, checkers)
    every = list(every_position(HOME, checkers))
    left = np.array([sum(counts) for counts in every])
    rows = []
    for k, (roll, _) in enumerate(ROLLS):
        after = table.best_plays[:, k]
        for number in np.flatnonzero((left[after] == left) & (left > 0)) if roll[0] != roll[1] else ():
            plays = [counts for counts in home_plays(every[number], roll) if sum(counts) < left[number]]
            if plays:
                best_off = min(table.mean[table.number(counts)] for counts in plays)
                row = {"counts": as_text(every[number]), "checkers": int(left[number])}
                row |= {"roll": "{}{}".format(*roll), "after": as_text(every[after[number]])}
                rows.append(row | {"cost": float(best_off - table.mean[after[number]])})
    return pd.DataFrame(rows, columns=["counts", "checkers", "roll", "after", "cost"])


def draw_extremes(ax, extremes: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The least and the most that so many checkers waste."""
    for name, colour, mark in (("most", ORANGE, "s"), ("least", BLUE, "o")):
        ax.plot(extremes["checkers"], extremes[name], mark + "-", color=colour, label=name)
    ax.set(xlabel="checkers left", ylabel="wastage (pips)", ylim=(0, None), xticks=extremes["checkers"])
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_none_off(ax, none_off: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """How many pairs of a position and a roll there are whose best play takes nothing off, by checkers."""
    found = none_off.groupby("checkers").size()
    ax.bar(found.index, found, color=BLUE)
    for x, y in found.items():
        ax.annotate(f"{y:,}", (x, y), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=9)
    ax.set(xlabel="checkers left", ylabel="positions and rolls", xticks=found.index)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    checkers = SIZES[size]
    home, named = epc_table(6, checkers), typical_table()
    named = named[[sum(map(int, counts.split(","))) <= checkers for counts in named["counts"]]]
    every, extremes = wastage_table(checkers), extremes_table(home)
    formulas, none_off = formulas_table(checkers), none_off_table(checkers)
    least, most = (extremes.iloc[-1][name] for name in ("least", "most"))
    thumb = formulas.iloc[-1]
    dearest = none_off.nlargest(SHOWN, "cost")
    report = Report(
        "Backgammon: how many pips does a bear-off waste?",
        answer=f"{checkers} checkers at home waste from {as_number(least)} pips, as {extremes.iloc[-1]['least_at']} "
        f"(counts from the ace point up), to {as_number(most)}, as {extremes.iloc[-1]['most_at']}; Trice's formulas "
        f"together are off by {as_number(thumb['error'], 'pips')} on average over all {len(home):,} positions; and in "
        f"{len(none_off):,} pairs of a position and a roll the best play takes no checker off although it could.",
        how_sure=f"**Exact**, all of it, by recursion over all {len(home):,} positions; nothing is simulated. **Taken "
        "for granted**: the best play is the one of fewest expected rolls, which is not always the one that wins most; "
        "and where Trice's formulas begin and end, which is this library's reading.",
        rules="bearing off alone",
    )
    report.figure(
        "wastage",
        lambda ax: plot_wastage(every, named, ax=ax),
        f"What all positions of {checkers} checkers at home waste, by pips; marked are typical positions; exact.",
        every,
    )
    report.prose(
        "The effective pip count is the fewest expected rolls times the 49/6 pips of a mean roll; wastage is what it "
        "has more than pips."
    )
    if len(named):
        report.table("typical", named, "Typical positions, counts from the ace point up.")
    report.heading("Least and most")
    caption = "The least and the most that so many checkers at home waste, exact."
    report.figure("extremes", lambda ax: draw_extremes(ax, extremes), caption, extremes)
    report.table("extremes", extremes, "The positions that waste least and most, by checkers.")
    report.heading("Formulas")
    report.prose(
        "Trice's formulas, each on the positions that it is for; where these begin and end is this library's reading. "
        "The last line takes the formula that belongs, everywhere: it does not see gaps, and stacks on high points."
    )
    report.table("formulas", formulas, "How far they are off, in pips: estimate less exact, without sign, and at most.")
    report.heading("Nothing off")
    report.prose(
        f"In {len(none_off):,} pairs of a position and a roll, doubles aside, a checker could come off and the best "
        f"play takes none: it fills a gap. Pairs with two checkers: {(none_off['checkers'] == 2).sum()}. Where plays "
        "are equal, the one that takes more off counts. Taking one off costs at most "
        f"{as_number(dearest['cost'].max(), 'rolls') if len(dearest) else '0 rolls'}."
    )
    if len(none_off):
        caption = "Positions and rolls, doubles aside, whose best play takes nothing off although it could."
        report.figure("none_off", lambda ax: draw_none_off(ax, none_off), caption, none_off)
        caption = "Where taking a checker off costs most: the position after the best play, and the cost in rolls."
        report.table("none_off", dearest, caption)
    return report.write(folder or Path("build") / "reports" / "bearoff_epc_table")


if __name__ == "__main__":
    sys.exit(analysis(main))
