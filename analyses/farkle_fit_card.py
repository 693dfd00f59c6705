"""Which twelve numbers make the best card for the race of Farkle, and what is each idea on it worth?

A card is played by `farkle.card`; the chance that it wins against the optimal race, mean of both seats, is exact
(`farkle.matchups`). From the card that ships every number is moved up and down by steps of 50 and more, one at a time,
as long as that wins more: coordinate search. Where it finds nothing, the card is the best within reach of one number.

    python analyses/farkle_fit_card.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pandas as pd

from tabletop_odds import farkle
from tabletop_odds.answers import as_percent
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.farkle.card import NUMBERS, CardNumbers, card_text, race_card
from tabletop_odds.farkle.matchups import HeadToHead, head_to_head
from tabletop_odds.farkle.race_policies import optimal_race
from tabletop_odds.report import PALETTE, Report

FINE = (50, -50)
SIZES = {  # numbers that are moved, by which steps, under which rules; ideas that are taken off
    "test": ((), (), ("core",), 1),
    "report": (("three", "near", "safe", "trap"), FINE, ("core",), None),
    "gallery": (CardNumbers._fields, FINE, ("core", "boxed"), None),
}
BETTER = 1e-6
NEVER = 1_000_000  # points
IDEAS = {  # what is left out, and the numbers that leave it out
    "no look at the end": {"near": 0},
    "dice count alike late in a turn": {"late": NEVER},
    "dice left count nothing": {"die": 0, "less": 0},
    "bank totals do not move": {"move": 0},
    "the trap counts nothing": {"trap": 0},
    "four or five dice as three, past the target": {"far": None},
}


@cache
def chance(name: str, numbers: CardNumbers) -> HeadToHead:
    """What the card wins against the optimal race under a preset's rules."""
    rules = farkle.Rules.preset(name)
    return head_to_head(race_card(rules, numbers), optimal_race(), rules)


def neighbours(numbers: CardNumbers, fields: tuple[str, ...], steps: tuple[int, ...]) -> Iterator[CardNumbers]:
    """Every card that differs in one number, by one step."""
    for field in fields:
        for step in steps:
            moved = getattr(numbers, field) + step
            if moved > 0:
                yield numbers._replace(**{field: moved})


def climb(name: str, numbers: CardNumbers, fields: tuple[str, ...], steps: tuple[int, ...]) -> CardNumbers:
    """The card that no single step makes better, coming from this one."""
    while True:
        for other in neighbours(numbers, fields, steps):
            if chance(name, other).mean.value > chance(name, numbers).mean.value + BETTER:
                numbers = other
                break
        else:
            return numbers


def without(numbers: CardNumbers, change: dict[str, int | None]) -> CardNumbers:
    """The card with an idea taken off; None: as `safe`."""
    return numbers._replace(**{field: numbers.safe if value is None else value for field, value in change.items()})


def cards_table(names: tuple[str, ...], fields: tuple[str, ...], steps: tuple[int, ...]) -> pd.DataFrame:
    """The best card found under each rule set: rules, its numbers, shipped or not, chances to win."""
    rows = []
    for name in names:
        best = climb(name, NUMBERS[name], fields, steps)
        match = chance(name, best)._asdict()
        rows.append(
            {"rules": name, **best._asdict(), "shipped": best == NUMBERS[name]} | {k: v.value for k, v in match.items()}
        )
    return pd.DataFrame(rows)


def ideas_table(name: str, most: int | None) -> pd.DataFrame:
    """What the card wins with each idea taken off, and what the idea is worth: card, value, worth."""
    whole = chance(name, NUMBERS[name]).mean.value
    rows = [{"card": "the whole card", "value": whole, "worth": 0.0}]
    for idea, change in list(IDEAS.items())[:most]:
        value = chance(name, without(NUMBERS[name], change)).mean.value
        rows.append({"card": idea, "value": value, "worth": whole - value})
    if most is None:
        rules = farkle.Rules.preset(name)
        for policy in (farkle.optimal_turn(), farkle.bank_at(300)):
            value = head_to_head(policy, optimal_race(), rules).mean.value
            rows.append({"card": f"instead: {policy.name}", "value": value, "worth": whole - value})
    return pd.DataFrame(rows)


def draw(ax, ideas: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """One bar a card: what it wins, from worst to best."""
    ordered = ideas.sort_values("value", ascending=False)
    ax.barh(ordered["card"], 100 * ordered["value"], color=PALETTE[0])
    ax.axvline(50, color="0.4", linestyle="--", label="the optimal race against itself")
    ax.set_xlim(100 * min(ordered["value"].min() - 0.01, 0.47), 50.5)
    ax.invert_yaxis()
    ax.set_xlabel("races won against the best play, mean of both seats (%)")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    fields, steps, names, most = SIZES[size]
    cards, ideas = cards_table(names, fields, steps), ideas_table("core", most)
    core = cards[cards["rules"] == "core"].iloc[0]
    top = ideas.iloc[1:].nlargest(1, "worth").iloc[0]
    report = Report(
        "Farkle: a race played from a card",
        answer=f"Twelve round numbers win {as_percent(core['mean'])} of all races against the best play; "
        f'with "{top["card"]}" it would be {as_percent(top["value"])}.',
        how_sure="**Exact**: what each card wins against the optimal race; nothing is simulated. **Not proved best**: "
        + (
            f"no other card that moves one of {len(fields)} numbers by {' or '.join(f'{by:+}' for by in steps)} wins "
            "more, but two numbers moved together might."
            if fields
            else "no other card was tried here."
        ),
        rules=", ".join(names),
    )
    report.figure(
        "ideas", lambda ax: draw(ax, ideas), "The core card, and what it wins without one idea, exact.", ideas
    )
    report.prose("\n".join(f"- {line.strip()}" for line in card_text().splitlines()[1:]))
    report.table("cards", cards, "The best cards found, and what they win.", percent=("first", "second", "mean"))
    report.table("worth", ideas, "What each idea is worth, core rules.", percent=("value", "worth"))
    return report.write(folder or Path("build") / "reports" / "farkle_fit_card")


if __name__ == "__main__":
    sys.exit(analysis(main))
