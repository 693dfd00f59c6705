"""Two checkers against two: double? take?

What is right with the cube, for money, in every pair of positions of one or two checkers at home; which cases are
closest, what rules of thumb make of them, and how the share of doubles and passes changes with more checkers. The map
of two checkers is that of B. Koca, Curing Your Short Bearoff Blues, 2007 (bkgm.com/articles/Koca): the tests hold all
of its rows but one, that of two on the 6 point, against this.

    python analyses/backgammon_two_checker_cube.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from tabletop_odds.answers import as_number, as_percent
from tabletop_odds.backgammon.cube_equities import TIE, cube
from tabletop_odds.backgammon.cube_report import cube_map_table, few_checkers
from tabletop_odds.backgammon.plots import ACTIONS, plot_cube_actions, plot_verdict_costs
from tabletop_odds.backgammon.thumb_exact import exact_equities
from tabletop_odds.backgammon.thumb_grades import verdict_error_table
from tabletop_odds.backgammon.thumb_races import every_race, home_counts
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import Report

SIZES = {"test": 2, "report": 4, "gallery": 6}  # checkers a side of the shares
CLOSE = 12  # decisions shown


def margins_table(positions: dict[str, object]) -> pd.DataFrame:
    """What the wrong decision costs in every pair: mine, theirs, decision (double, redouble, take), right, cost (in
    cubes as it lies). Takes only where a double is right. Exact."""
    rows = []
    for mine, position in positions.items():
        for theirs, against in positions.items():
            found = cube(position, against)
            doubled = min(found.double_take.value, 1.0)
            asked = {"double": doubled - found.centred.value, "redouble": doubled - found.owned.value}
            if found.double:
                asked["take"] = 1 - found.double_take.value
            for decision, gain in asked.items():
                right = (
                    (decision if gain >= 0 else f"no {decision}") if decision != "take" else ("take", "pass")[gain < 0]
                )
                rows.append({"mine": mine, "theirs": theirs, "decision": decision, "right": right, "cost": abs(gain)})
    return pd.DataFrame(rows)


def shares_table(checkers: int) -> pd.DataFrame:
    """The share of each action among all pairs with so many checkers on both sides: checkers, pairs, and a column for
    each action. Exact."""
    races, counts = every_race(checkers), home_counts(checkers).sum(axis=1)
    exact = exact_equities(races)
    doubled = np.minimum(exact.double_take, 1)
    double, redouble = doubled >= exact.centred - TIE, doubled >= exact.owned - TIE
    passes = exact.double_take > 1 + TIE
    which = {
        "no double, beaver": ~double & (exact.double_take < 0),
        "no double": ~double & (exact.double_take >= 0),
        "double, no redouble, take": double & ~redouble & ~passes,
        "redouble, take": double & redouble & ~passes,
        "double, pass": double & passes,
    }
    rows = []
    for many in range(1, checkers + 1):
        part = (counts[races.mine] == many) & (counts[races.theirs] == many)
        row = {"checkers": many, "pairs": int(part.sum())}
        rows.append(row | {action: float(found[part].mean()) for action, found in which.items()})
    return pd.DataFrame(rows)


def draw_shares(ax, shares: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The share of each action by the checkers on both sides, stacked."""
    bottom = np.zeros(len(shares))
    for action, (letter, colour, ink) in ACTIONS.items():
        share = 100 * shares[action].to_numpy()
        ax.bar(shares["checkers"], share, bottom=bottom, color=colour, edgecolor="0.6", linewidth=0.5, label=action)
        for x, y, height in zip(shares["checkers"], bottom, share, strict=True):
            if height > 4:  # room for a number
                ax.text(x, y + height / 2, f"{letter} {height:.0f}", ha="center", va="center", color=ink, fontsize=9)
        bottom += share
    ax.set(xlabel="checkers on both sides", ylabel="pairs of positions (%)", xticks=shares["checkers"], ylim=(0, 100))
    ax.legend(ncols=3, fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    positions = few_checkers(2)
    actions, margins, shares = cube_map_table(positions), margins_table(positions), shares_table(SIZES[size])
    races = every_race(2)
    thumbs = verdict_error_table(races, exact_equities(races))
    two = actions[(actions["mine"].str.len() == 2) & (actions["theirs"].str.len() == 2)]
    share = two["action"].value_counts(normalize=True)
    close = margins[margins["cost"] > TIE].nsmallest(CLOSE, "cost")
    even = margins[margins["cost"] <= TIE]
    best = {name: thumbs[thumbs["decision"] == name].nsmallest(1, "lost").iloc[0] for name in ("double", "take")}
    report = Report(
        "Backgammon: two checkers against two, and the cube",
        answer=f"Of the {len(two)} pairs of two checkers each, {as_percent(share['double, pass'])} are a double and a "
        f"pass, {as_percent(share['redouble, take'])} a redouble and a take, and in "
        f"{as_percent(share['double, no redouble, take'])} a double is right and a redouble is not.",
        how_sure="**Exact**, all of it, by recursion; nothing is simulated. **Taken for granted**: money play; nothing "
        f"here can win a gammon. Equities nearer than {TIE:f} count as equal, as in {len(even)} of {len(margins):,} "
        "decisions, where this says double, and take. A map of two checkers was published by B. Koca, 2007: it agrees "
        "with this one but for such takes (its row of two on the 6 point was not compared).",
        rules="money play",
    )
    report.figure(
        "actions",
        lambda ax: plot_cube_actions(actions, ax=ax),
        "The cube with one or two checkers left, named by their points, fewest expected rolls first; exact.",
        actions,
    )
    report.prose(
        '"redouble" also means to double from the centre, "beaver" that a double would be a gift: who is doubled '
        "should double back at once where that is allowed. Where a take and a pass are worth the same, as against one "
        "checker on the 6 point, which comes off in exactly 75 % of rolls, this says take."
    )
    report.table("actions", pairs_by_row(actions), "The same, row by row: the positions of the other for each action.")
    report.heading("Close calls")
    report.prose(
        f"In {len(even)} decisions both ways are worth the same; such a double counts as right, and such a take. Of "
        f"the others, the closest costs {as_number(close['cost'].min(), 'cubes')}, the clearest mistake "
        f"{as_number(margins['cost'].max(), 'cubes')}."
    )
    report.table("close", close, "The closest decisions: what is right, and what the other way costs, in cubes.")
    report.heading("Rules of thumb here")
    report.prose(
        f"Of all rules of thumb, {best['double']['rule']} doubles best here, wrong in "
        f"{as_percent(best['double']['value'])} of pairs, and {best['take']['rule']} takes best, wrong in "
        f"{as_percent(best['take']['value'])}. They were made for longer races: with so few checkers count the rolls "
        "that bear off."
    )
    report.figure(
        "thumbs",
        lambda ax: plot_verdict_costs(thumbs, ax=ax),
        f"What the verdicts of rules of thumb cost on average over all {len(races.mine)} pairs of one or two checkers.",
        thumbs,
    )
    report.heading("More checkers")
    report.figure(
        "shares",
        lambda ax: draw_shares(ax, shares),
        "The share of each action among all pairs with as many checkers on both sides, all pairs alike; exact.",
        shares,
    )
    report.table("shares", shares, "The same as a table.", percent=list(ACTIONS))
    return report.write(folder or Path("build") / "reports" / "backgammon_two_checker_cube")


def pairs_by_row(actions: pd.DataFrame) -> pd.DataFrame:
    """mine, and for each action the positions of the other, in the order of the map."""
    rows = []
    for mine, part in actions.groupby("mine", sort=False):
        row = {"mine": mine}
        rows.append(row | {name: " ".join(part.loc[part["action"] == name, "theirs"]) for name in ACTIONS})
    return pd.DataFrame(rows)


if __name__ == "__main__":
    sys.exit(analysis(main))
