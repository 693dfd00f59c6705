"""Sheriff of Nottingham: how often should a merchant lie, how often should the Sheriff look, and what does it help
against people?

The one-bag game in equilibrium, and what named merchants and Sheriffs give away in it; what each earns against each.
Then whole games, with markets and the race for King and Queen, where the equilibrium of one bag is no equilibrium.

    python analyses/sheriff_bluffing.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd

from tabletop_odds import sheriff, simulation
from tabletop_odds.answers import Value, as_number, as_percent, value_frame
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.decks import hand_weights
from tabletop_odds.report import PALETTE, Report
from tabletop_odds.sheriff.decisions import stakes_of
from tabletop_odds.sheriff.games_report import doubting_sheriff
from tabletop_odds.sheriff.goods import Cards
from tabletop_odds.sheriff.merchants import filled, worthwhile_contraband
from tabletop_odds.sweeps import sweep

# the deck of the one-bag game (None: the base deck) and its hand; games against three alike, and at each table of four
SMALL = {"apple": 6, "cheese": 4, "chicken": 3, "pepper": 3, "silk": 2}
SIZES: dict[str, tuple[Any, int | None, int, int]] = {
    "test": (SMALL, 3, 200, 5),
    "report": (None, None, 10_000, 500),
    "gallery": (None, None, 100_000, 5_000),
}
TITLE = "Sheriff of Nottingham: bluffing in equilibrium and among people"
ENOUGH = 3  # copies of a good that a merchant is content to declare truly
Mix = Mapping[tuple[sheriff.Load, int], float]
RULES = sheriff.Rules()


# one bag


def smuggles(rate: float) -> Callable[[Cards], Mix]:
    """Loads all contraband and the best legal good at this rate, else that good alone."""

    def mix(hand: Cards) -> Mix:
        return _mixed({filled(hand, 5, RULES): rate, filled(hand, 0, RULES): 1 - rate})

    return mix


def truth_else_bluffs(rate: float) -> Callable[[Cards], Mix]:
    """The truth with three of a legal good in the hand; else smuggles at this rate."""

    def mix(hand: Cards) -> Mix:
        enough = any(hand.count(good) >= ENOUGH for good in RULES.declarable)
        return smuggles(0.0 if enough else rate)(hand)

    return mix


def takes_chances(assumed: Fraction) -> Callable[[Cards], Mix]:
    """Loads the contraband that pays, by the merchant's own gain, where so many bags are inspected."""
    return lambda hand: {(filled(hand, worthwhile_contraband(hand, assumed, RULES), RULES), 0): 1.0}


def _mixed(loads: Mapping[sheriff.Load, float]) -> Mix:
    """Each load without a bribe; two that are the same come in one."""
    return {(load, 0): chance for load, chance in loads.items()} if len(loads) > 1 else {(next(iter(loads)), 0): 1.0}


def bag_merchants(found: sheriff.BagEquilibrium) -> dict[str, Callable[[Cards], Mix]]:
    """The merchants of the one-bag game by name."""
    merchants: dict[str, Callable[[Cards], Mix]] = {"equilibrium": found.mix, "honest": smuggles(0)}
    merchants |= {f"truth, else bluffs {100 * rate:.0f} %": truth_else_bluffs(rate) for rate in (0.25, 0.5, 1)}
    merchants |= {f"smuggles {100 * rate:.0f} %": smuggles(rate) for rate in (0.3, 1)}
    return merchants | {"opportunist": takes_chances(Fraction(1, 3))}


def bag_sheriffs(found: sheriff.BagEquilibrium) -> dict[str, Callable[[int, str, int], float]]:
    """The Sheriffs of the one-bag game by name: the rate at which a declaration is opened, no bribe being offered."""
    doubts = doubting_sheriff()

    def doubting(cards: int, good: str, bribe: int) -> float:
        price = doubts.least_bribe(cards, good, RULES)
        return float(price is None or price > bribe)

    sheriffs: dict[str, Callable[[int, str, int], float]] = {"equilibrium": found.inspects}
    for rate in (0.0, 0.15, 0.3, 0.5, 1.0):
        name = {0: "never", 1: "always"}.get(rate, f"{100 * rate:.0f} %")
        sheriffs[name] = lambda cards, good, bribe, rate=rate: rate
    return sheriffs | {"doubts": doubting}


def exploitability_table(found: sheriff.BagEquilibrium) -> pd.DataFrame:
    """What a merchant or a Sheriff gives away to the best response, gold a bag: side, policy, value columns; exact."""
    rows = [
        {"side": "merchant", "policy": name, "value": sheriff.merchant_exploitability(mix, found)}
        for name, mix in bag_merchants(found).items()
    ]
    rows += [
        {"side": "Sheriff", "policy": name, "value": sheriff.sheriff_exploitability(rate, found)}
        for name, rate in bag_sheriffs(found).items()
    ]
    return value_frame(rows, ["side", "policy"])


def bags_table(found: sheriff.BagEquilibrium) -> pd.DataFrame:
    """What each merchant gains more than each Sheriff, gold a bag: merchant, sheriff, value columns; exact."""
    deal = found.deal
    hands = hand_weights(deal.cards, deal.hand_size)
    total = sum(weight for _, weight in hands)
    rates = {
        name: {(m, good): rate(m, good, 0) for m in range(1, min(5, deal.hand_size) + 1) for good in deal.declarable}
        for name, rate in bag_sheriffs(found).items()
    }
    rows = []
    for merchant, mix in bag_merchants(found).items():
        sums = dict.fromkeys(rates, 0.0)
        for counts, weight in hands:
            hand = tuple(name for name, k in zip(deal.names, counts, strict=True) for _ in range(k))
            for (load, _), chance in mix(hand).items():
                passed, inspected, fine, _ = stakes_of(load.bag, load.good, RULES.table)
                for name, rate in rates.items():
                    x = rate[len(load.bag), load.good]
                    sums[name] += weight * chance * ((1 - x) * passed + x * (inspected - fine))
        rows += [
            {"merchant": merchant, "sheriff": name, "value": Value.exactly(gain / total)} for name, gain in sums.items()
        ]
    return value_frame(rows, ["merchant", "sheriff"])


def certificate_table(found: sheriff.BagEquilibrium) -> pd.DataFrame:
    """The solved game: hands, the value, what each side makes sure of, and the chances of a lie and of inspection."""
    row = {"cards": sum(found.deal.cards), "hand": found.deal.hand_size, "game_value": found.value.value}
    row |= {"merchant_makes_sure_of": found.low, "sheriff_concedes": found.high, "gap": found.high - found.low}
    row |= {"lies": found.lie_probability.value, "inspections": found.inspect_probability.value}
    return pd.DataFrame([row])


# whole games


def game_policies() -> list[sheriff.Policy]:
    """Players of whole games: one Sheriff with different merchants, and one merchant with different Sheriffs."""
    rate = sheriff.at_rate(Fraction(3, 10))
    return [
        sheriff.player(sheriff.equilibrium_merchant(), sheriff.equilibrium_sheriff(), name="equilibrium of one bag"),
        sheriff.player(sheriff.honest(), rate),
        sheriff.player(sheriff.bluffer(Fraction(1, 2)), rate),
        sheriff.player(sheriff.bluffer(1), rate),
        sheriff.player(sheriff.opportunist(), rate),
        sheriff.player(sheriff.opportunist(), sheriff.equilibrium_sheriff(), name="opportunist, equilibrium Sheriff"),
        sheriff.player(sheriff.opportunist(), doubting_sheriff()),
        sheriff.player(
            sheriff.bluffer(Fraction(1, 2), bribe=4),
            sheriff.bribe_taker(4),
            name="bluffer 50 %, offers and takes 4 gold",
        ),
    ]


def crowds() -> list[sheriff.Policy]:
    """What three others at a table may all be like."""
    return [
        sheriff.player(sheriff.honest(), sheriff.never()),
        sheriff.player(sheriff.honest(), sheriff.at_rate(Fraction(3, 10))),
        sheriff.player(sheriff.bluffer(Fraction(1, 2)), sheriff.at_rate(Fraction(3, 10))),
        sheriff.player(sheriff.opportunist(), sheriff.at_rate(Fraction(3, 10))),
        sheriff.player(sheriff.opportunist(), sheriff.always()),
        sheriff.player(sheriff.opportunist(), doubting_sheriff()),
    ]


def crowds_table(n: int, seed: int) -> pd.DataFrame:
    """The share of the win of one against three alike: policy, others, value columns."""

    def simulate(policy: sheriff.Policy, others: sheriff.Policy, n: int, **given: Any) -> simulation.Run:
        return sheriff.simulate_games([policy, others, others, others], n, rules=RULES, **given)

    grid = {"policy": game_policies(), "others": crowds()}
    return sweep(simulate, grid, n=n, seed=seed, measures=["win_1"]).drop(columns="measure")


# pictures


def draw_exploitability(ax, frame: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """What each gives away, merchants above, Sheriffs below."""
    ordered = frame.iloc[::-1].reset_index(drop=True)
    colours = [PALETTE[0] if side == "merchant" else PALETTE[1] for side in ordered["side"]]
    ax.barh(ordered.index, ordered["value"], color=colours, height=0.6)
    for y, value in ordered["value"].items():
        ax.annotate(
            f"{value + 0.0:.2f}", (value, y), xytext=(3, 0), textcoords="offset points", va="center", fontsize=8
        )
    names = [f"{side}: {policy}" for side, policy in zip(ordered["side"], ordered["policy"], strict=True)]
    ax.set_yticks(ordered.index, names, fontsize=9)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="given away to the best response (gold a bag)", xlim=(0, 1.1 * max(ordered["value"].max(), 0.1)))


def draw_grid(ax, frame: pd.DataFrame, across: str, down: str, label: str, centre: float, show: str) -> None:  # type: ignore[no-untyped-def]
    """The value of each row's policy against each column's: orange below `centre`, blue above."""
    table = frame.pivot_table(index=down, columns=across, values="value", sort=False)
    low, high = min(table.min().min(), centre), max(table.max().max(), centre)
    for y, name in enumerate(table.index):
        for x, other in enumerate(table.columns):
            value = table.loc[name, other]
            side = (
                (value - centre) / (high - centre or 1) if value >= centre else (centre - value) / (centre - low or 1)
            )
            colour = PALETTE[0] if value >= centre else PALETTE[1]
            box = {"facecolor": colour, "alpha": 0.85 * float(side)}
            ax.fill_between([x - 0.48, x + 0.48], y - 0.48, y + 0.48, linewidth=0, **box)
            text = format(value, show)
            ax.text(x, y, text, ha="center", va="center", fontsize=8, color="white" if side > 0.8 else "black")
    ax.set_xticks(range(len(table.columns)), [_short(name) for name in table.columns], fontsize=7.5)
    ax.set_yticks(range(len(table.index)), [_short(name, 26) for name in table.index], fontsize=8)
    ax.set(xlabel=label, xlim=(-0.5, len(table.columns) - 0.5), ylim=(len(table.index) - 0.5, -0.5))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def _short(name: str, wide: int = 13) -> str:
    """A name in lines of so many letters, no percent sign at the start of one."""
    lines = [""]
    for word in name.replace(" %", "\u00a0%").split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= wide:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip(" ")
    return "\n".join(lines)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    deck, hand_size, n, games = SIZES[size]
    found = sheriff.solve_bag_game(hand_size=hand_size, deck=deck)
    given, bags = exploitability_table(found), bags_table(found)
    crowd = crowds_table(n, seed)
    rates = sheriff.win_rate_table(game_policies(), games, seed)
    truth = given.set_index(["side", "policy"])["value"]
    last, top = (rates[rates["policy"] == name].iloc[0] for name in (game_policies()[0].name, rates["policy"].iloc[0]))
    report = Report(
        TITLE,
        answer=f"In one bag, lie in {as_percent(found.lie_probability)} of bags and inspect "
        f"{as_percent(found.inspect_probability)}: an honest merchant gives away "
        f"{as_number(truth['merchant', 'honest'])} gold a bag, a Sheriff who never looks "
        f"{as_number(truth['Sheriff', 'never'])}; in whole games, where that is no equilibrium, it "
        f"wins {as_percent(_value(last, seed), sampled=False)}, and {top['policy']} most, "
        f"{as_percent(_value(top, seed), sampled=False)}.",
        how_sure=f"**Exact**: the one-bag game is solved. Its merchant makes sure of {found.low:.9f} gold a bag, its "
        f"Sheriff concedes {found.high:.9f}; what others give away and earn in it is counted over all hands. "
        f"**Simulated**: whole games, {n:,} against three alike and {games:,} at every table and rotation of all "
        "against all. **Taken for granted**: one bag has a hand as dealt and no market, and each side wants to gain "
        "more than the other. So its equilibrium is none of the whole game, where markets make larger true bags, King "
        "and Queen pay a bonus, and two or more others are at the table.",
        seed=seed,
        n=n,
        rules=f"four; one bag from {sum(found.deal.cards)} cards, {found.deal.hand_size} in the hand",
    )
    report.figure(
        "exploitability",
        lambda ax: draw_exploitability(ax, given),
        "What each merchant and each Sheriff of the one-bag game gives away to the best response, gold a bag; exact.",
        given,
    )
    report.heading("The game of one bag")
    certificate = certificate_table(found)
    report.table("certificate", certificate, "The solved game.", percent=("lies", "inspections"))
    report.table("exploitability", given, "What is given away to the best response, gold a bag.")
    report.heading("Who earns what in one bag")
    mine = bags[bags["merchant"] == "equilibrium"]["value"]
    report.prose(
        f"The equilibrium merchant gains at least {as_number(mine.min())} gold more than any of these Sheriffs, the "
        f"equilibrium Sheriff concedes at most {as_number(bags[bags['sheriff'] == 'equilibrium']['value'].max())}; "
        "more is to be had only by who knows the other's habit."
    )
    report.figure(
        "bags",
        lambda ax: draw_grid(ax, bags, "sheriff", "merchant", "Sheriff", found.value.value, ".1f"),
        "The merchant's gain less the Sheriff's, gold a bag, by merchant and Sheriff; blue: above the value of the "
        "game; exact.",
        bags,
    )
    report.heading("Whole games")
    report.prose(
        "Bluffers decide before the market to smuggle; opportunists smuggle what the hand then holds where it pays if "
        "a third of bags are opened; the Sheriff who doubts inspects where it gains against a merchant who tells the "
        "truth when able and else bluffs every second time."
    )
    report.figure(
        "win_rates",
        lambda ax: sheriff.plot_win_rates(rates, ax=ax),
        f"All against all: the share of the win, {games:,} games at every table of four in each rotation of the seats.",
        rates,
    )
    report.table("win_rates", rates.drop(columns="players"), "The same as a table.", percent=("value",))
    report.figure(
        "crowds",
        lambda ax: draw_grid(
            ax, crowd.assign(value=100 * crowd["value"]), "others", "policy", "the three others", 25, ".0f"
        ),
        f"The share of the win (%) of one against three alike, {n:,} games each; blue: above an even share.",
        crowd,
    )
    report.prose("The best of these against three alike:\n\n" + _best_against(crowd, seed))
    report.table("crowds", crowd, "The same as a table.", percent=("value",))
    return report.write(folder or Path("build") / "reports" / "sheriff_bluffing")


def _best_against(crowd: pd.DataFrame, seed: int) -> str:
    """The best policy against each crowd, as a list."""
    best = (part.nlargest(1, "value").iloc[0] for _, part in crowd.groupby("others", sort=False))
    lines = (f"{row['others']}: {row['policy']}, {as_percent(_value(row, seed), sampled=False)}" for row in best)
    return "\n".join(f"- {line}." for line in lines)


def _value(row: pd.Series[Any], seed: int) -> Value:
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)


if __name__ == "__main__":
    sys.exit(analysis(main))
