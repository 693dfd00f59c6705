"""How far off is the product of two bear-offs alone?

The usual chance to win a race takes each side's rolls distribution, as if neither looked at the other: the sum over k
of P(mine takes k rolls) P(theirs takes k or more). Held against the exact two-sided table, over random and realistic
pairs; and the table itself held against exact fractions and against games played out by it.

    python analyses/bearoff_product_error.py [test|report|gallery] [--checkpoint FOLDER]

The largest size reads the table of 15 v 15 checkers if it is kept (`tabletop-odds backgammon solve --checkers 15`),
else that of 10 v 10.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from tabletop_odds.answers import Value, as_number, as_percent, value_frame
from tabletop_odds.backgammon.big_table import CHANCES, ONE, kept
from tabletop_odds.backgammon.home_plays import home_plays
from tabletop_odds.backgammon.one_sided import solve_one_sided
from tabletop_odds.backgammon.pair_files import Pairs, path_of
from tabletop_odds.backgammon.positions import HOME
from tabletop_odds.backgammon.race_report import as_text
from tabletop_odds.backgammon.thumb_exact import exact_wins
from tabletop_odds.backgammon.thumb_races import Races, home_counts, random_races, realistic_races
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report

SIZES = {
    "test": (3, 500, 20),
    "report": (10, 100_000, 500),
    "gallery": (15, 1_000_000, 5_000),
}  # checkers, races, games
WITHOUT = 10  # checkers where the larger table is not kept
BUCKETS = 20  # of the exact chance
FEW = 30  # races: of fewer nothing is said
PLAYED = ("0,0,0,0,0,2", "0,0,0,2,2,2", "0,0,0,3,5,7", "0,0,0,5,5,5", "2,2,2,3,3,3")  # the same on both sides
MARKS = "os"


def products(races: Races) -> np.ndarray:
    """The roller's chance to win each race by the product."""
    chances = solve_one_sided(HOME, races.checkers).distributions()
    at_least = chances[:, ::-1].cumsum(axis=1)[:, ::-1]
    found = [
        np.einsum("ij,ij->i", chances[mine], at_least[theirs])
        for mine, theirs in zip(np.array_split(races.mine, 20), np.array_split(races.theirs, 20), strict=True)
    ]
    return np.concatenate(found)


def errors_table(races: Races, exact: np.ndarray, product: np.ndarray) -> pd.DataFrame:
    """The errors by the checkers of the larger side: population, checkers (0: all races), the value columns of the mean
    absolute error, bias (product less exact), rms, largest, mine, theirs (where it is largest)."""
    counts = home_counts(races.checkers)
    larger = np.maximum(*(counts[side].sum(axis=1) for side in (races.mine, races.theirs)))
    rows = []
    for checkers in (0, *sorted(set(larger.tolist()))):
        part = np.flatnonzero((larger == checkers) | (checkers == 0))
        if len(part) < FEW:
            continue
        off = product[part] - exact[part]
        size, worst = abs(off), part[int(abs(off).argmax())]
        value = Value.from_moments(len(part), float(size.sum()), float((size**2).sum()), races.seed)
        row = {"population": races.population, "checkers": checkers, "value": value, "bias": off.mean()}
        row |= {"rms": float((off**2).mean() ** 0.5), "largest": float(size.max())}
        rows.append(row | {side: as_text(counts[getattr(races, side)[worst]]) for side in ("mine", "theirs")})
    frame = value_frame(rows, ["population", "checkers"])
    return frame.assign(**{name: [row[name] for row in rows] for name in ("bias", "rms", "largest", "mine", "theirs")})


def bias_table(races: Races, exact: np.ndarray, product: np.ndarray) -> pd.DataFrame:
    """The error by the exact chance: population, chance (the middle of a bucket), races, and the value columns of
    product less exact."""
    bucket = np.minimum((exact * BUCKETS).astype(int), BUCKETS - 1)
    rows = []
    for b in range(BUCKETS):
        off = (product - exact)[bucket == b]
        if len(off) >= FEW:
            value = Value.from_moments(len(off), float(off.sum()), float((off**2).sum()), races.seed)
            rows.append({"population": races.population, "chance": (b + 0.5) / BUCKETS, "value": value})
    return value_frame(rows, ["population", "chance"])


@cache
def aces_chance(mine: int, theirs: int) -> Fraction:
    """The roller's chance to win with so many checkers on the ace points: two come off, with a double four."""
    if mine == 0 or theirs == 0:
        return Fraction(int(mine == 0))
    after = [1 - aces_chance(theirs, max(mine - off, 0)) for off in (2, 4)]
    return Fraction(5, 6) * after[0] + Fraction(1, 6) * after[1]


def aces_table(table: Pairs) -> pd.DataFrame:
    """Aces against as many: checkers, fraction (as text, if short), exact, table, off."""
    rows = []
    for checkers in range(1, table.layout.checkers + 1):
        chance, counts = aces_chance(checkers, checkers), (checkers, *(0,) * 5)
        found = table.number(0, counts, counts) / ONE
        row = {"checkers": checkers, "fraction": str(chance), "exact": float(chance), "table": found}
        rows.append(row | {"off": found - float(chance)})
    return pd.DataFrame(rows)


def played_table(table: Pairs, games: int, seed: int) -> pd.DataFrame:
    """Games played by the table, every roll the play after which the other's chance is least: position (both sides'),
    table (the roller's chance by it), and the value columns of the share that the roller wins."""
    rows = []
    for k, text in enumerate(PLAYED):
        counts = tuple(map(int, text.split(",")))
        if table.layout.holds(counts):
            luck = [np.random.default_rng([seed, k, game]) for game in range(games)]
            wins = sum(roller_wins(table, counts, dice) for dice in luck)
            row = {"position": text, "table": table.number(0, counts, counts) / ONE}
            rows.append(row | {"value": Value.from_rate(wins, games, seed)})
    return value_frame(rows, ["position", "table"])


def roller_wins(table: Pairs, counts: tuple[int, ...], luck: np.random.Generator) -> bool:
    """One game from the same position on both sides: whether the player on roll wins."""
    now, other, first = counts, counts, True
    while True:
        high, low = sorted(luck.integers(1, 7, size=2).tolist(), reverse=True)
        after = home_plays(now, (high, low))
        gone = [position for position in after if not any(position)]
        if gone:
            return first
        best = min(after, key=lambda position: table.number(0, other, position))
        now, other, first = other, best, not first


def table_at_hand(checkers: int) -> Pairs:
    """The kept table of so many checkers, else that of at most ten, solved if need be."""
    with suppress(ValueError):
        return kept(checkers)
    from tabletop_odds.backgammon.big_table import solve

    solve(min(checkers, WITHOUT))
    return kept(min(checkers, WITHOUT))


def build_table(table: Pairs) -> pd.DataFrame:
    """What solving the table took, as far as it was noted then: what, figure."""
    path = path_of(CHANCES, table.layout)
    rows = [("pairs of positions", float(table.layout.rows**2)), ("file, GB", path.stat().st_size / 1e9)]
    noted = table.built or {}
    names = {"cpu_seconds": "CPU seconds", "wall_seconds": "seconds", "workers": "threads"}
    rows += [(name, float(noted[key])) for key, name in names.items() if key in noted]
    if "peak_memory_bytes" in noted:
        rows.append(("memory at most, GB", noted["peak_memory_bytes"] / 1e9))
    return pd.DataFrame(rows, columns=["what", "figure"])


def draw_errors(ax, errors: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The mean and the largest error by the checkers of the larger side, both populations."""
    for i, (population, part) in enumerate(errors[errors["checkers"] > 0].groupby("population", sort=False)):
        ax.plot(part["checkers"], 100 * part["value"], MARKS[i] + "-", color=PALETTE[i], label=f"{population}: mean")
        ax.plot(part["checkers"], 100 * part["largest"], MARKS[i] + ":", color=PALETTE[i], label="at most")
    ax.set(xlabel="checkers of the larger side", ylabel="error of the chance\n(percentage points)", yscale="log")
    ax.set_xticks(sorted(set(errors["checkers"]) - {0}))
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_bias(ax, bias: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """Product less exact by the exact chance, with 95 % intervals, both populations."""
    for i, (population, part) in enumerate(bias.groupby("population", sort=False)):
        ax.vlines(
            100 * part["chance"], 100 * part["low"], 100 * part["high"], color=PALETTE[i], linewidth=4, alpha=0.35
        )
        ax.plot(100 * part["chance"], 100 * part["value"], MARKS[i] + "-", color=PALETTE[i], label=population)
    ax.axhline(0, color="0.3", linewidth=0.8)
    ax.set(xlabel="exact chance of the player on roll to win (%)", ylabel="product less exact\n(percentage points)")
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    asked, n, games = SIZES[size]
    table = table_at_hand(asked)
    checkers = table.layout.checkers
    populations = random_races(checkers, n, seed=seed), realistic_races(checkers, n, seed=seed)
    found = [(races, exact_wins(races), products(races)) for races in populations]
    errors = pd.concat([errors_table(*one) for one in found], ignore_index=True)
    bias = pd.concat([bias_table(*one) for one in found], ignore_index=True)
    aces, played = aces_table(table), played_table(table, games, seed)
    even, met = (errors[errors["checkers"] == 0].iloc[i] for i in (0, 1))
    largest = aces["off"].abs().max()
    report = Report(
        "Backgammon: how far off is the product of two bear-offs alone?",
        answer=f"Little: over pairs of positions with at most {checkers} checkers a side, by "
        f"{as_percent(even['value'])} on average where all pairs are alike (at most {as_percent(even['largest'])} of "
        f"{n:,}), by {as_percent(met['value'])} on average as they are met in play (at most "
        f"{as_percent(met['largest'])}).",
        how_sure=f"**Exact**: the chances, from a table of all {table.layout.rows**2:,} pairs of positions, kept to "
        f"1/{ONE:,}, whose roundings add up to less than 0.003 %; against exact fractions, with all checkers on the "
        f"ace points, it is off by {as_number(largest)} at most. **Sampled**: {n:,} pairs of each kind, so the largest "
        f"errors are those of the sample; and {games:,} games from each of some positions, which check the table.",
        seed=seed,
        n=n,
        rules="races with all checkers home, without a cube",
    )
    report.figure(
        "errors",
        lambda ax: draw_errors(ax, errors),
        f"The error of the product by the checkers of the larger side, {n:,} pairs of each kind.",
        errors,
    )
    report.prose(
        "The product takes both sides to play for their own fewest expected rolls. Really one that is behind plays for "
        "its good rolls, and one that is ahead plays safe: that is all the difference. Random pairs are drawn from all "
        "pairs alike; realistic ones are met in races between two players from about 88 pips each, one pair a race."
    )
    shown = errors.copy()
    shown["checkers"] = ["all" if count == 0 else str(count) for count in shown["checkers"]]
    percent = ("value", "bias", "rms", "largest")
    report.table("errors", shown, "The errors by the checkers of the larger side, and where it is largest.", percent)
    report.heading("Who is taken for too good?")
    favourite, behind = (bias.loc[getattr(bias["value"], pick)()] for pick in ("idxmax", "idxmin"))
    report.prose(
        f"The favourite: where the exact chance is about {100 * favourite['chance']:.0f} %, the product says up to "
        f"{as_percent(favourite['value'])} too much on average; and who is behind, at about "
        f"{100 * behind['chance']:.0f} %, up to {as_percent(-behind['value'])} too little."
    )
    report.figure(
        "bias",
        lambda ax: draw_bias(ax, bias),
        "Product less exact by the exact chance, means of pairs with 95 % intervals.",
        bias,
    )
    report.heading("The table itself")
    report.prose(
        f"Against exact fractions: with all checkers on the ace points, as many on both sides, the table of {checkers} "
        f"v {checkers} checkers is off by {as_number(largest)} at most. Against games played out by the table, from "
        "the same position on both sides:"
    )
    caption = f"The roller's chance by the table and in {games:,} games, each play the one the table likes best."
    report.table("played", played, caption, percent=("table", "value"))
    short = aces.assign(fraction=[text if len(text) < 24 else "" for text in aces["fraction"]])
    report.table("aces", short, "As many aces on both sides: exact, and as the table has it.")
    report.table(
        "build", build_table(table), f"The table of {checkers} v {checkers} checkers, and what solving it took."
    )
    return report.write(folder or Path("build") / "reports" / "bearoff_product_error")


if __name__ == "__main__":
    sys.exit(analysis(main))
