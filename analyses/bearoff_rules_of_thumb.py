"""How good are the rules of thumb for backgammon races, once all checkers are home?

Eleven rules, as published, against exact tables: how far their chances to win are off, how often their verdicts on
double, redouble and take are wrong, and what that costs. Races are drawn in two ways: all pairs of home positions
alike, and as they are met when both sides play the fewest expected rolls from where contact has just ended.

    python analyses/bearoff_rules_of_thumb.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from tabletop_odds.answers import Value, as_number, as_percent
from tabletop_odds.backgammon.big_table import kept
from tabletop_odds.backgammon.one_sided import solve_one_sided
from tabletop_odds.backgammon.thumb_exact import exact_equities, exact_wins
from tabletop_odds.backgammon.thumb_grades import (
    EXACT_EPC,
    Equities,
    epc_error_table,
    verdict_cost_map,
    verdict_error_table,
    win_error_map,
    win_error_table,
)
from tabletop_odds.backgammon.thumb_plots import (
    plot_verdict_cost_map,
    plot_verdict_costs,
    plot_win_error_map,
    plot_win_errors,
)
from tabletop_odds.backgammon.thumb_races import Races, random_races, realistic_races
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import Report

# checkers a side for chances to win (above 10 v 10 only where that table is kept) and for the cube, races of each kind
SIZES = {"test": (3, 2, 500), "report": (10, 8, 100_000), "gallery": (15, 10, 1_000_000)}
WITHOUT = 10
TITLE = "Backgammon: rules of thumb for races, graded"
NEAR, IN_DOUBT = (0.65, 0.85), "realistic, won in 65 to 85 %"
FEW = 10_000  # a cell of a map with less than one in so many races is not drawn


def is_kept(checkers: int) -> bool:
    """Whether the table of so many checkers a side was solved before: the large ones are built by `solve` alone."""
    try:
        kept(checkers)
    except ValueError:
        return False
    return True


def populations(checkers: int, n: int, seed: int) -> tuple[Races, Races]:
    """The two kinds of races."""
    return random_races(checkers, n, seed=seed), realistic_races(checkers, n, seed=seed)


def grades_of_wins(races: tuple[Races, ...]) -> pd.DataFrame:
    """`win_error_table` of every population, and of those of the last that are near a double or a pass."""
    tables = []
    for some in races:
        exact = exact_wins(some)
        tables.append(win_error_table(some, exact))
    near = (exact >= NEAR[0]) & (exact <= NEAR[1])
    tables.append(win_error_table(races[-1].only(near, IN_DOUBT), exact[near]))
    return pd.concat(tables, ignore_index=True)


def grades_of_verdicts(races: tuple[Races, ...], exact: tuple[Equities, ...]) -> pd.DataFrame:
    """`verdict_error_table` of every population, with Trice's last take on exact effective pips as one more rule."""
    mean_rolls = solve_one_sided(checkers=races[0].checkers).mean
    tables = [verdict_error_table(some, found, mean_rolls) for some, found in zip(races, exact, strict=True)]
    return pd.concat(tables, ignore_index=True)


def best_rule(grades: pd.DataFrame, decision: str) -> pd.Series:  # type: ignore[type-arg]
    """The row of the rule by eye whose verdicts cost least."""
    by_eye = grades[(grades["decision"] == decision) & (grades["rule"] != EXACT_EPC)]
    return by_eye.nsmallest(1, "lost").iloc[0]


def _lost(row: pd.Series, seed: int) -> str:  # type: ignore[type-arg]
    """What a rule's verdicts cost on average, with its error."""
    return as_number(Value(row["lost"], row["lost_error"], n=int(row["n"]), seed=seed), sampled=False)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    asked, most_cube, n = SIZES[size]
    most = asked if asked <= WITHOUT or is_kept(asked) else WITHOUT
    few = max(1, n // FEW)
    long, short = populations(most, n, seed), populations(most_cube, n, seed)
    exact = tuple(exact_equities(some) for some in short)
    wins, verdicts = grades_of_wins(long), grades_of_verdicts(short, exact)
    met = verdicts[verdicts["population"] == "realistic"].reset_index(drop=True)
    double, take = best_rule(met, "double"), best_rule(met, "take")
    win = wins[wins["population"] == IN_DOUBT].nsmallest(1, "value").iloc[0]
    report = Report(
        TITLE,
        answer=f"In races as they are met with at most {most_cube} checkers a side, {take['rule']} judges takes best "
        f"by eye, wrong in {as_percent(take['value'])}, and {double['rule']} doubles, wrong in "
        f"{as_percent(double['value'])}. With the roller's chance from 65 to 85 %, and at most {most} checkers, "
        f"{win['rule']} estimates it best, off by {as_percent(win['value'])} on average.",
        how_sure="**Exact**: the chances and equities that rules are held against, from solved tables. **Sampled**: "
        f"{n:,} races of each kind, the same for all rules; the mean cost of a take by {take['rule']} is "
        f"{_lost(take, seed)} cubes, of a double by {double['rule']} {_lost(double, seed)}. **Taken for granted**: "
        "money play, rules as their authors have them, counted without a slip.",
        seed=seed,
        n=n,
        rules="money play",
    )
    report.figure(
        "verdicts",
        lambda ax: plot_verdict_costs(met, ax=ax),
        f"What a verdict costs on average, {n:,} races as met, at most {most_cube} checkers a side; 95 % intervals.",
        met,
    )
    report.prose(
        "Each rule is as its author has it, on pips, checkers and gaps alone. "
        f'"{EXACT_EPC}" is Trice\'s last take on exact effective pip counts, which nobody has at the board: what it '
        "still gets wrong is the rule's own fault, the rest that of counting by eye. Costs are in units of the cube as "
        "it stands before the double. Doubles and redoubles are graded on all races; takes on those in which a double "
        "from the centre is right. Random races are all pairs of positions alike, so that most have gaps and stacks "
        "that good play avoids; realistic ones are met when both sides, from about 88 pips each, play by the fewest "
        "expected rolls, one race a game. Nack 57 speaks from 57 pips on, and is Rule 62 below."
    )
    percent = ("value", "too_many")
    report.table("verdicts", verdicts, "Wrong verdicts, those that double or take too much, and their cost.", percent)
    report.heading("Where it goes wrong")
    costs = verdict_cost_map(short[1], exact[1], str(double["rule"])).query("races >= @few")
    report.figure(
        "costs",
        lambda ax: plot_verdict_cost_map(costs, ax=ax),
        f"What a double or none by {double['rule']} costs, by pips and lead; cells of {few} races or more.",
        costs,
    )
    report.heading("Chances to win")
    caption = f"The mean error of each chance to win, {n:,} races each with at most {most} checkers a side."
    report.figure("wins", lambda ax: plot_win_errors(wins, ax=ax), caption, wins)
    report.prose(
        "Thorp's, Isight's and the percentage method's chances are straight lines, meant for races in which the cube "
        "is near; far from there they go wrong. So races that the roller wins in 65 to 85 % are graded apart."
    )
    report.table("wins", wins, "Errors of the chances to win.", ("value", "bias", "bias_error", "rms", "largest"))
    kleinman = win_error_map(long[1], exact_wins(long[1]), "Kleinman").query("races >= @few")
    report.figure(
        "kleinman",
        lambda ax: plot_win_error_map(kleinman, ax=ax),
        f"Where Kleinman's chance to win is off, races as met; cells of {few} races or more.",
        kleinman,
    )
    report.heading("Effective pips by eye")
    mean_rolls = solve_one_sided(checkers=most).mean
    pips = pd.concat([epc_error_table(some, mean_rolls) for some in long], ignore_index=True)
    report.table("epc", pips, "Errors in pips of the effective pip count by eye, by the roller's checkers.", ("share",))
    return report.write(folder or Path("build") / "reports" / "bearoff_rules_of_thumb")


if __name__ == "__main__":
    sys.exit(analysis(main))
