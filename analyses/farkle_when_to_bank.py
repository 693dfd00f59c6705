"""When should a turn of Farkle be banked, and what do simple rules lose?

Exact values of "bank at X" for every X, with the two ways of keeping, against the optimal turn; then, for every
preset, the best simple rule and what it loses. Simulated turns check the exact values.

    python analyses/farkle_when_to_bank.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from tabletop_odds import farkle
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report

SIZES = {
    "test": (200, 10_000, ("core",)),
    "report": (100, 200_000, ("core", "rich")),
    "gallery": (50, 1_000_000, None),
}


def bank_at_table(rules: farkle.Rules, step: int, highest: int = 1500) -> pd.DataFrame:
    """Exact points a turn of banking at X, for X up to `highest`: bank_at, keep, value."""
    rows = [
        {"bank_at": x, "keep": keep, "value": farkle.turn_value(farkle.bank_at(x, keep), rules).value}
        for keep in ("most", "best")
        for x in range(step, highest + 1, step)
    ]
    return pd.DataFrame(rows)


def simple_rules_table(presets: dict[str, farkle.Rules], step: int) -> pd.DataFrame:
    """For every preset the best single threshold, greedy or not, against the optimal turn: what each loses."""
    rows = []
    for name, rules in presets.items():
        best = farkle.turn_value(farkle.optimal_turn(), rules).value
        swept = bank_at_table(rules, step)
        for keep in ("most", "best"):
            top = swept[swept["keep"] == keep].nlargest(1, "value").iloc[0]
            rows.append({"rules": name, "policy": f"bank at {top['bank_at']:,}, keep {keep}", "value": top["value"]})
        greedy = farkle.turn_value(farkle.optimal_turn(keep="most"), rules).value
        rows.append({"rules": name, "policy": "optimal stopping, keep most", "value": greedy})
        rows.append({"rules": name, "policy": "optimal turn", "value": best})
        for row in rows[-4:]:
            row["loss"] = 1 - row["value"] / best
    return pd.DataFrame(rows)


def draw(ax, swept: pd.DataFrame, optimal: float) -> None:  # type: ignore[no-untyped-def]
    """Points a turn against the threshold, one line for each way of keeping."""
    for colour, (keep, part) in zip(PALETTE, swept.groupby("keep", sort=False), strict=False):
        ax.plot(part["bank_at"], part["value"], marker="o", markersize=3, color=colour, label=f"keep {keep}")
    ax.axhline(optimal, color="0.4", linestyle="--", label=f"optimal turn, {optimal:.1f}")
    ax.set_xlabel("bank at (points)")
    ax.set_ylabel("points a turn, exact")
    ax.legend(loc="lower left")


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    step, n, names = SIZES[size]
    presets = {name: rules for name, rules in farkle.presets().items() if names is None or name in names}
    swept = bank_at_table(presets["core"], step)
    optimal = farkle.turn_value(farkle.optimal_turn()).value
    top = {keep: part.nlargest(1, "value").iloc[0] for keep, part in swept.groupby("keep")}
    loss = {keep: 1 - row["value"] / optimal for keep, row in top.items()}
    policies = [farkle.bank_at(int(row["bank_at"]), keep) for keep, row in top.items()]
    checked = farkle.compare([*policies, farkle.optimal_turn()], n, seed=seed, progress=False).to_frame()
    off = ((checked["value"] - checked["exact"]).abs() / checked["standard_error"]).max()
    report = Report(
        "Farkle: when to bank?",
        answer=f"One number goes far: bank at {top['best']['bank_at']:,} and keep well, and only "
        f"{100 * loss['best']:.1f} % of the optimal {optimal:.1f} points a turn is lost; "
        f"who always keeps the most points loses {100 * loss['most']:.1f} % even at the best threshold.",
        how_sure=f"**Exact**: every value, though thresholds are tried in steps of {step}. **Simulated**: {n:,} turns "
        f"of {len(checked)} policies, on the same luck, to check the exact values; the farthest is {off:.1f} standard "
        "errors off. **Taken for granted**: the most points a turn in the long run; a race is won otherwise.",
        seed=seed,
        n=n,
        rules=", ".join(presets),
    )
    report.figure(
        "bank_at", lambda ax: draw(ax, swept, optimal), "Points a turn of banking at X, core rules, exact.", swept
    )
    rules_table = simple_rules_table(presets, step)
    report.table("simple_rules", rules_table, "The best simple rules under every rule set.", percent=("loss",))
    report.table("checked", checked, "Simulated and exact, core rules.")
    return report.write(folder or Path("build") / "reports" / "farkle_when_to_bank")


if __name__ == "__main__":
    sys.exit(analysis(main))
