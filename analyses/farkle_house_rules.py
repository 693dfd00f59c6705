"""What does every house rule of Farkle change: points a turn, farkles, the length of a game, the first player's edge?

Every option alone, added to the core rules, and the presets. Points, farkles, turns alone and the chance of the first
player are exact, both playing for the win; the rounds of a game are simulated, both playing for the most points a turn.
Where the race is not solved (piggy-back, an exact target) the first player's share is simulated too.

    python analyses/farkle_house_rules.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

import pandas as pd

from tabletop_odds import farkle
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.farkle.race import check_solvable
from tabletop_odds.report import PALETTE, Report
from tabletop_odds.sweeps import sweep

# the target, games a rule set, and how much of the list below
SIZES = {"test": (1_000, 2_000, "a"), "report": (2_000, 50_000, "ab"), "gallery": (5_000, 100_000, "abc")}
EVERY: list[tuple[str, dict[str, Any]]] = [
    ("a", {}),
    ("a", {"end": "sudden_death"}),
    ("b", {"end": "equal_turns"}),
    ("c", {"tie": "first"}),
    ("c", {"tie": "last"}),
    ("c", {"hot_dice": "optional"}),
    ("c", {"opening": 350}),
    ("b", {"opening": 500}),
    ("c", {"opening": 1000}),
    ("b", {"minimum_bank": 300}),
    ("b", {"three_farkles": 500}),
    ("c", {"three_farkles": 1000}),
    ("b", {"piggy_back": "inherit"}),
    ("c", {"piggy_back": "bonus"}),
    ("a", {"exact_target": True}),
    ("b", {"dice": 5}),
    ("b", {"three_ones": 300}),
    ("c", {"four_of_a_kind": 1000}),
    ("c", {"four_of_a_kind": "x2"}),
    ("c", {"four_of_a_kind": "x4"}),
    ("c", {"five_of_a_kind": 2000}),
    ("c", {"five_of_a_kind": "x4"}),
    ("c", {"six_of_a_kind": 3000}),
    ("c", {"six_of_a_kind": "x8"}),
    ("c", {"six_ones": 5000}),
    ("c", {"six_ones": "wins"}),
    ("a", {"straight": 1500}),
    ("c", {"straight": 3000}),
    ("b", {"low_straight": 500, "high_straight": 750}),
    ("c", {"three_pairs": 500}),
    ("b", {"three_pairs": 1500}),
    ("c", {"three_pairs": 1500, "four_and_pair_is_three_pairs": False}),
    ("c", {"full_house": 250}),
    ("c", {"two_triplets": 2500}),
    ("b", {"nothing_scores": 500}),
]


def options(target: int, sizes: str) -> dict[str, farkle.Rules]:
    """The rule sets by name, core first; at full size the presets too, each to its own target."""
    found = {}
    for size, fields in EVERY:
        if size in sizes:
            name = ", ".join(field if value is True else f"{field} {value}" for field, value in fields.items())
            found[name.replace("_", " ") or "core"] = farkle.Rules(target=target, **fields)
    if "c" in sizes:
        found |= {f"preset {name}": rules for name, rules in farkle.presets().items() if name != "core"}
    return found


def solvable(rules: farkle.Rules) -> bool:
    """Whether the race under these rules is solved exactly."""
    try:
        check_solvable(rules)
    except ValueError:
        return False
    return True


def exact_table(rules_of: dict[str, farkle.Rules]) -> pd.DataFrame:
    """Exact figures by option: points a turn and the share of farkles, played for the most points; turns alone, and the
    first player's edge (the chance to win less a half), played for the win; missing where the race is not solved."""
    rows = []
    for option, rules in rules_of.items():
        solved = solvable(rules)
        rows.append(
            {
                "option": option,
                "points_a_turn": farkle.solve_turn(rules).gain,
                "farkles": farkle.turn_distribution(farkle.optimal_turn(), rules)[0],
                "turns_alone": farkle.fewest_turns(rules=rules).value if solved else None,
                "first_edge": farkle.win_probability(rules=rules).value - 0.5 if solved else None,
            }
        )
    return pd.DataFrame(rows).astype({"turns_alone": float, "first_edge": float})


def games_table(rules_of: dict[str, farkle.Rules], n: int, seed: int) -> pd.DataFrame:
    """Simulated games of two who play for the most points a turn: option, measure (rounds, win_1), and its value."""
    measures, policies = ["rounds", "win_1"], [farkle.optimal_turn()] * 2
    frame = sweep(farkle.simulate_games, {"rules": rules_of}, n=n, seed=seed, measures=measures, policies=policies)
    return frame.rename(columns={"rules": "option"})


def draw(ax, table: pd.DataFrame, column: str, label: str, scale: float = 1) -> None:  # type: ignore[no-untyped-def]
    """Every option's figure as a dot, from the smallest up, against the line of the core rules."""
    base = table["option"] == "core"
    ordered = table.dropna(subset=column).sort_values(column, kind="stable").reset_index(drop=True)
    ax.figure.set_size_inches(7, 1.2 + 0.24 * len(ordered))
    core = scale * table.loc[base, column].iloc[0]
    ax.axvline(core, color="0.6", linewidth=1, zorder=0)
    ax.hlines(ordered.index, core, scale * ordered[column], color=PALETTE[0], linewidth=1.5)
    ax.plot(scale * ordered[column], ordered.index, "o", color=PALETTE[0], markersize=5)
    ax.set_yticks(ordered.index, [textwrap.fill(name, 36) for name in ordered["option"]])
    ax.tick_params(axis="y", length=0, labelsize=8)
    ax.set(xlabel=label, ylim=(-0.7, len(ordered) - 0.3))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    target, n, sizes = SIZES[size]
    rules_of = options(target, sizes)
    exact = exact_table(rules_of)
    core = exact.iloc[0]
    alone = exact[~exact["option"].str.startswith("preset")]
    edge = alone.loc[(alone["first_edge"] - core["first_edge"]).abs().idxmax()]
    points = alone.loc[(alone["points_a_turn"] - core["points_a_turn"]).abs().idxmax()]
    games = games_table(rules_of, n, seed)
    rounds, wins = (games[games["measure"] == name].drop(columns="measure") for name in ("rounds", "win_1"))
    report = Report(
        "Farkle: what does each house rule change?",
        answer=f"In a race to {target:,} the first player's edge is {_points(core['first_edge'])} percentage points; "
        f"'{edge['option']}' changes it most, to {_points(edge['first_edge'])}. Points a turn are changed most by "
        f"'{points['option']}', from {core['points_a_turn']:.0f} to {points['points_a_turn']:.0f}.",
        how_sure="**Exact**: points a turn, farkles, turns alone and the first player's edge, wherever the race is "
        f"solved ({exact['first_edge'].notna().sum()} of {len(exact)} rule sets). **Simulated**: rounds of a game, and "
        f"the first player's share where it is not, {n:,} games each. **Taken for granted**: two players, both playing "
        "for the win, or in simulated games for the most points a turn.",
        seed=seed,
        n=n,
        rules=f"every option alone, race to {target:,}",
    )
    report.figure(
        "first_edge",
        lambda ax: draw(ax, exact, "first_edge", "edge of the first player (percentage points)", 100),
        f"The chance of the first player above one half, both playing for the win to {target:,}, exact; line: core.",
        exact[["option", "first_edge"]],
    )
    report.figure(
        "points_a_turn",
        lambda ax: draw(ax, exact, "points_a_turn", "points a turn"),
        "Points a turn in the long run, played for the most of them, exact; line: core.",
        exact[["option", "points_a_turn"]],
    )
    report.prose(
        "One option at a time is added to the core rules; a preset is a whole set, to its own target. Points a turn "
        "and the share of farkles are of the turn played for the most points, after opening; turns alone are the "
        "fewest in the mean to the target. Teams are left out."
    )
    percent = ("farkles", "first_edge")
    report.table("options", exact, "Every option: points, farkles, turns alone, edge of the first player.", percent)
    caption = f"Rounds of a game of two who play for the most points a turn, {n:,} games each, simulated."
    report.table("rounds", rounds, caption)
    unsolved = ["core", *(option for option, rules in rules_of.items() if not solvable(rules))]
    shares = wins[wins["option"].isin(unsolved)]
    caption = f"The share of the first player where the race is not solved, same play, {n:,} games each, simulated."
    report.table("first_share", shares, caption, percent=("value",))
    return report.write(folder or Path("build") / "reports" / "farkle_house_rules")


def _points(edge: float) -> str:
    return f"{100 * edge:+.1f}"


if __name__ == "__main__":
    sys.exit(analysis(main))
