"""Sheriff of Nottingham: when should a bag be opened?

The thresholds by cards and bribe; how often a declaration is a lie, by what the market showed; the rate of inspection
at which smuggling stops paying in whole games; and what a Sheriff who thinks earns against one who rolls a die.

    python analyses/sheriff_when_to_inspect.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tabletop_odds import sheriff, simulation
from tabletop_odds.answers import Value, as_number, as_percent, value_frame
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report
from tabletop_odds.sheriff.games_report import doubting_sheriff
from tabletop_odds.sheriff.simulate import SCALE, KernelPlay, ReadPlay, game_play
from tabletop_odds.simulation import Run
from tabletop_odds.sweeps import sweep

SIZES = {"test": (400, 400, 10), "report": (10_000, 10_000, 150), "gallery": (100_000, 100_000, 1_000)}
TITLE = "Sheriff of Nottingham: when to inspect"
RULES = sheriff.Rules()
RATES = [Fraction(k, 20) for k in range(0, 15, 2)]
SMUGGLED = (1, 2, 5)  # cards at most in the smuggler's bag
AGAINST = ("honest", "the others")
GAINS = ("more", "ahead")  # on an honest one in the same place, on the others at the table
OTHERS = ("cheese", "bread", "chicken", "pepper", "mead")  # set aside first by one who collects apples
GOOD, BLUFF = "apple", Fraction(1, 2)


# what the market shows


def market_lies_table() -> pd.DataFrame:
    """The chance that so many apples declared are a lie: aside, took, drew, cards, threshold, value columns; exact.

    `aside` cards set aside, `took` apples from the discard piles, `drew` the rest from the draw pile; the merchant
    collects apples, tells the truth when able, and else bluffs every second time. Threshold: to inspect, one false card
    of penalty 4, no bribe.
    """
    model = sheriff.TruthElseBluff(BLUFF)
    rows = []
    for aside in range(1, 6):
        for took in range(min(aside, 2) + 1):
            for cards in (3, 4, 5):
                seen = {"gave": OTHERS[:aside], "took": (GOOD,) * took, "drew": aside - took}
                lie = Value.exactly(sheriff.lie_probability(cards, GOOD, model, rules=RULES, **seen))  # type: ignore[arg-type]
                above = float(sheriff.inspect_threshold(cards, GOOD, 4))
                key = {"aside": aside, "took": took, "drew": aside - took, "cards": cards, "threshold": above}
                rows.append(key | {"value": lie})
    return value_frame(rows, ["aside", "took", "drew", "cards", "threshold"])


# in whole games


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """By play after the first, in the same games: how much more the first seat scores than in the first play, and how
    much more than the mean of the others at its table."""

    plays: Sequence[KernelPlay | ReadPlay]

    def __call__(self, seed: int, start: int, stop: int) -> Any:
        seats = slice(RULES.players, 2 * RULES.players)
        first, *scores = (np.asarray(play(seed, start, stop))[:, seats] for play in self.plays)
        others = RULES.players - 1
        columns = [(own[:, 0] - first[:, 0], own[:, 0] - own[:, 1:].sum(axis=1) // others) for own in scores]
        return np.stack([column for both in columns for column in both], axis=1)


def simulate_gains(
    first: Sequence[sheriff.Policy], other: sheriff.Policy, names: Sequence[str], n: int, **given: Any
) -> Run:
    """What each policy after the first gains in the first seat, by its name: the two measures of `GAINS`."""
    plays = [game_play([policy, other, other, other], RULES) for policy in first]
    both = [f"{name} {which}" for name in names for which in GAINS]
    return simulation.run(Gains(plays), n, measures=both, scale=SCALE, **given)


def break_even_table(n: int, seed: int) -> pd.DataFrame:
    """What one smuggler among three honest merchants gains: smuggled, against, inspected, value columns.

    Against "the others": points ahead of the mean of the three; against "honest": points more than an honest merchant
    in the same place. All inspect at the same rate; the smuggler loads up to so many contraband cards in every bag.
    """

    def simulate(inspected: Fraction, **given: Any) -> Run:
        inspects = sheriff.at_rate(inspected)
        merchants = (sheriff.honest(), *(sheriff.bluffer(1, cards=k) for k in SMUGGLED))
        first = [sheriff.player(merchant, inspects) for merchant in merchants]
        return simulate_gains(first, first[0], [f"{k}" for k in SMUGGLED], **given)

    frame = sweep(simulate, {"inspected": {float(rate): rate for rate in RATES}}, n=n, seed=seed)
    smuggled, gain = zip(*(measure.split() for measure in frame.pop("measure")), strict=True)
    frame.insert(0, "smuggled", [int(k) for k in smuggled])
    frame.insert(1, "against", [AGAINST[GAINS.index(which)] for which in gain])
    return frame


def crossing(part: pd.DataFrame, seed: int) -> Value:
    """The rate at which a gain is 0, on the line between the two rates about it; the error is that of the gains."""
    part = part.reset_index(drop=True)
    after = next((i for i in range(1, len(part)) if part["value"][i] <= 0), len(part) - 1)
    (x0, y0, e0), (x1, y1, e1) = (part.loc[i, ["inspected", "value", "standard_error"]] for i in (after - 1, after))
    weight = y0 / (y0 - y1)
    error = sqrt(((1 - weight) * e0) ** 2 + (weight * e1) ** 2) * (x1 - x0) / (y0 - y1)
    return Value(x0 + weight * (x1 - x0), error, n=int(part["n"][0]), seed=seed)


def crossing_table(frame: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The rate of inspection at which smuggling breaks even, where it ever gains: smuggled, against, value columns."""
    rows = [
        {"smuggled": key[0], "against": key[1], "value": crossing(part, seed)}
        for key, part in frame.groupby(["smuggled", "against"], sort=False)
        if part["value"].iloc[0] > 0
    ]
    return value_frame(rows, ["smuggled", "against"])


def crowds() -> dict[str, sheriff.Merchant]:
    """The three other merchants of the games in which Sheriffs are compared."""
    return {
        "honest": sheriff.honest(),
        "bluffer 30 %": sheriff.bluffer(Fraction(3, 10)),
        "bluffer 100 %, 1 card": sheriff.bluffer(1, cards=1),
        "bluffer 100 %": sheriff.bluffer(1),
        "opportunist": sheriff.opportunist(),
    }


def seen_lies(
    merchant: sheriff.Merchant, games: int, seed: int
) -> tuple[Mapping[int, Fraction], Mapping[int, Fraction]]:
    """How often this merchant's bags were lies, and the mean penalty of their false cards, by cards declared.

    Counted in games read one by one, one of each added so that nothing is certain: a lie of penalty 4 and a true bag.
    """
    bags, lies = dict.fromkeys(range(1, 6), 2), dict.fromkeys(range(1, 6), 1)
    fines = dict.fromkeys(range(1, 6), 4)
    policy = sheriff.player(merchant, sheriff.never())
    for game in range(games):
        for one in sheriff.play_game([policy] * 4, RULES, seed=seed, game=game).rounds:
            for bag in one.bags:
                cards, good = bag.declared
                false = [RULES.table[card].penalty for card in bag.bag if card != good]
                bags[cards] += 1
                lies[cards] += bool(false)
                fines[cards] += sum(false)
    return (
        {m: Fraction(lies[m], bags[m]) for m in bags},
        {m: Fraction(fines[m], lies[m]) for m in bags},
    )


def learned_sheriff(merchant: sheriff.Merchant, games: int, seed: int) -> sheriff.Sheriff:
    """The Sheriff who knows how often bags of each size are lies of this merchant, and what they then hold."""
    lies, fines = seen_lies(merchant, games, seed)
    return sheriff.threshold(lies, lambda cards, good, rules: fines[cards], "knows them")


def sheriffs_table(n: int, games: int, seed: int) -> pd.DataFrame:
    """What Sheriffs score more than one who never inspects, in one honest merchant's seat: others, sheriff, value
    columns. The three others are alike, and never inspect."""

    def simulate(others: sheriff.Merchant, **given: Any) -> Run:
        fixed = [sheriff.at_rate(rate) for rate in (Fraction(3, 20), Fraction(3, 10), Fraction(3, 5))]
        sheriffs = [*fixed, sheriff.always(), doubting_sheriff(), learned_sheriff(others, games, seed + 1)]
        first = [sheriff.player(sheriff.honest(), one) for one in (sheriff.never(), *sheriffs)]
        other = sheriff.player(others, sheriff.never())
        return simulate_gains(first, other, [one.name for one in sheriffs], **given)

    frame = sweep(simulate, {"others": crowds()}, n=n, seed=seed)
    more = f" {GAINS[0]}"
    frame = frame[frame["measure"].str.endswith(more)].reset_index(drop=True)
    frame.insert(1, "sheriff", frame.pop("measure").str.removesuffix(more))
    return frame


# pictures


def draw_market_lies(ax, frame: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The chance of a lie in percent, by what the market showed and the cards declared; orange: above the threshold."""
    shown = list(dict.fromkeys(zip(frame["aside"], frame["took"], strict=True)))
    cards = sorted(set(frame["cards"]))
    for row in frame.to_dict("records"):
        x, y = shown.index((row["aside"], row["took"])), row["cards"]
        colour = PALETTE[1] if row["value"] > row["threshold"] else PALETTE[0]
        dark = 0.15 + 0.7 * abs(row["value"] - row["threshold"])
        ax.fill_between([x - 0.48, x + 0.48], y - 0.48, y + 0.48, color=colour, alpha=dark, linewidth=0)
        ax.text(x, y, f"{100 * row['value']:.0f}", ha="center", va="center")
    ax.set_xticks(range(len(shown)), [f"{aside}\n{took}" for aside, took in shown])
    ax.set_yticks(cards)
    ax.set(xlim=(-0.5, len(shown) - 0.5), ylim=(2.5, 5.5))
    ax.set(xlabel="cards set aside (above), apples taken from the piles (below)", ylabel="apples declared")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for colour, label in ((PALETTE[1], "inspect"), (PALETTE[0], "pass")):
        ax.fill_between([], [], [], color=colour, alpha=0.6, label=label)
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_break_even(ax, frame: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The smuggler's gain against the rate of inspection, a colour for each number of cards, dashed on the others."""
    for smuggled, mark, colour in zip(SMUGGLED, "osD", PALETTE, strict=False):
        for against, line in zip(AGAINST, "-:", strict=True):
            part = frame[(frame["smuggled"] == smuggled) & (frame["against"] == against)]
            x, words = 100 * part["inspected"], f"{smuggled} card{'s' * (smuggled != 1)} at most"
            ax.fill_between(x, part["low"], part["high"], color=colour, alpha=0.25, linewidth=0)
            label = words if line == "-" else None
            ax.plot(x, part["value"], mark + line, color=colour, markersize=4, label=label)
    ax.axhline(0, color="0.3", linewidth=1, zorder=0)
    ax.set(xlabel="bags inspected (%)", ylabel="points gained by smuggling")
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_sheriffs(ax, frame: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """What each Sheriff scores more than one who never inspects, a row for each kind of merchants."""
    others, sheriffs = (list(dict.fromkeys(frame[name])) for name in ("others", "sheriff"))
    for i, name in enumerate(sheriffs):
        part = frame[frame["sheriff"] == name]
        at = [others.index(row) + 0.3 - 0.6 * i / (len(sheriffs) - 1) for row in part["others"]]
        ax.hlines(at, part["low"], part["high"], color=PALETTE[i], linewidth=3, alpha=0.4)
        ax.plot(part["value"], at, "osD^vP"[i], color=PALETTE[i], markersize=5, label=name)
    ax.axvline(0, color="0.3", linewidth=1, zorder=0)
    ax.hlines([y + 0.5 for y in range(len(others) - 1)], *ax.get_xlim(), color="0.9", linewidth=1, zorder=0)
    ax.set_yticks(range(len(others)), others)
    ax.set(xlabel="points more than a Sheriff who never inspects", ylim=(-0.5, len(others) - 0.5))
    ax.tick_params(axis="y", length=0)
    ax.legend(ncols=3, fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    n, paired, games = SIZES[size]
    lies, even, sheriffs = market_lies_table(), break_even_table(n, seed), sheriffs_table(paired, games, seed)
    crossings = crossing_table(even, seed)
    carried, thresholds = sheriff.inspect_table(RULES), sheriff.inspect_map_table(RULES)
    most = crossings[crossings["smuggled"] == SMUGGLED[-1]].set_index("against")
    rates = {name: as_percent(_value(most.loc[name], seed), sampled=False) for name in AGAINST}
    above = carried.set_index("cards")["one_false"]
    report = Report(
        TITLE,
        answer=f"Open a bag of three only when it is false with more than {as_percent(above[3])}, of five with more "
        f"than {as_percent(above[5])} (one false card, no bribe); over a whole game, one smuggler among honest "
        f"merchants is ahead of them until {rates['the others']} of bags are opened, and scores more than an honest "
        f"one would until {rates['honest']} are.",
        how_sure="**Exact**: thresholds, and chances of a lie, given the model of the merchant. **Simulated**: whole "
        f"games, {n:,} for each rate and {paired:,} for each Sheriff, with differences between the same games. The "
        "rate at which smuggling breaks even is read off the line between the two nearest rates, its error that of "
        "both gains. **Taken for granted**: the smuggler smuggles in every round and keeps all contraband in the "
        "market, so that room for one card of it hardly pays.",
        seed=seed,
        n=n,
        rules="four",
    )
    report.figure(
        "break_even",
        lambda ax: draw_break_even(ax, even),
        f"What one smuggler among honest merchants gains, by the share of bags that all inspect, {n:,} games each: "
        "more than an honest merchant in that place (solid), and ahead of the three others (dotted); shaded: 95 % "
        "intervals.",
        even,
    )
    report.heading("Whole games: the rate at which smuggling stops paying")
    report.table("break_even", crossings, "Where smuggling up to so many cards breaks even.", percent=("value",))
    report.table("gains", even, "The points behind it.", percent=("inspected",))
    report.heading("One bag: the thresholds")
    report.figure(
        "thresholds",
        lambda ax: sheriff.plot_inspect_map(thresholds, ax=ax),
        "Inspect when you believe the bag false with more than this chance (%), by cards declared and bribe, with one "
        "or two false cards of penalty 4 in a false bag; a dash: never; exact.",
        thresholds,
    )
    caption = "The table to carry: the same without a bribe, by the number of false cards."
    percent = [name for name in carried if str(name).endswith("_false")]
    report.table("inspect", carried, caption, percent=percent)
    report.heading("One bag: what the market showed")
    few, many = (_lie(lies, aside, took, 4) for aside, took in ((2, 1), (4, 0)))
    report.prose(
        "Who collects a good sets few cards aside when the hand is full of it, and takes it from the piles when it is "
        f"on top. Four apples declared after two cards set aside and an apple taken are a lie in {as_percent(few)} of "
        f"cases; after four set aside and none taken in {as_percent(many)}. The merchant here collects apples, tells "
        "the truth when able and else bluffs every second time."
    )
    report.figure(
        "market_lies",
        lambda ax: draw_market_lies(ax, lies),
        "The chance that the declaration is a lie (%), by cards set aside, apples taken from the piles (the rest "
        "drawn) and apples declared; orange: inspect, if a false bag has one card of penalty 4; exact.",
        lies,
    )
    caption = "The same as a table; threshold: inspect above it, one false card, no bribe."
    report.table("market_lies", lies, caption, percent=("threshold", "value"))
    report.heading("Whole games: thinking against a fixed rate")
    report.prose(_compared(sheriffs, seed))
    report.figure(
        "sheriffs",
        lambda ax: draw_sheriffs(ax, sheriffs),
        f"What Sheriffs score more than one who never inspects, by what the three other merchants are, {paired:,} "
        "games each, the same for all.",
        sheriffs,
    )
    report.table("sheriffs", sheriffs, "The same as a table.")
    return report.write(folder or Path("build") / "reports" / "sheriff_when_to_inspect")


def _lie(lies: pd.DataFrame, aside: int, took: int, cards: int) -> float:
    part = lies[(lies["aside"] == aside) & (lies["took"] == took) & (lies["cards"] == cards)]
    return float(part["value"].iloc[0])


def _compared(sheriffs: pd.DataFrame, seed: int) -> str:
    """Who does best against whom, as a list."""
    lines = []
    for name, part in sheriffs.groupby("others", sort=False):
        best = part.nlargest(1, "value").iloc[0]
        rate = part[part["sheriff"] == "inspects 30 %"].iloc[0]
        words = [as_number(_value(row, seed), "points", sampled=False) for row in (best, rate)]
        if best["low"] <= 0:
            lines.append(f"- Against {name}: nothing beats never inspecting (inspects 30 %: {words[1]}).")
        else:
            lines.append(f"- Against {name}: {best['sheriff']}, {words[0]} (inspects 30 %: {words[1]}).")
    return (
        "Points over a whole game more than a Sheriff who passes every bag. One Sheriff doubts: inspects where it "
        "gains against a merchant who tells the truth when able and else bluffs every second time. One knows these "
        "merchants: how often bags of each size are lies, and what is in them, as counted in other games.\n\n"
        + "\n".join(lines)
    )


def _value(row: pd.Series[Any], seed: int) -> Value:
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)


if __name__ == "__main__":
    sys.exit(analysis(main))
