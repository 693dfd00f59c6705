"""Which readings of Roo's rules make a game, and which break it?

The rules contradict themselves, and each contradiction has a default and other readings. Every reading is tried alone,
the rest by default: how long the game is, how often it is completed, what the first seat is worth, whether racing beats
play at random, and whether anybody who never races beats those who do. Deals that can never be completed are counted
exactly, and the race of greedy players wherever the race law holds; the rest is simulated.

    python analyses/roo_which_reading.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from tabletop_odds.answers import Value, as_number, as_percent
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import Report
from tabletop_odds.roo.readings_plots import plot_readings
from tabletop_odds.roo.readings_report import readings, readings_table

SIZES = {"test": 30, "report": 600, "gallery": 4_000}  # games of each kind
TITLE = "Roo: which reading of the rules?"
BREAKS, UNFAIR, WORKS = "breaks", "unfair", "works"
MOST_IMPOSSIBLE = 0.1  # of deals
FEWEST_ROUNDS = 2.0
MOST_CUT_OFF = 0.1  # of games
LEAST_SKILL = 1.2  # even shares of the win, of a racer among players who act at random: 60 % of two
MOST_EDGE = 0.05  # of the win, above or below an even share
RACE = ("impossible", "completed", "rounds", "first player")
PLAY = ("by pile", "by limit", "against random", "unloader")
AS_BEFORE = "plays as the default does"
SEEN = {"%": 0.02, "rounds": 0.5}  # smaller changes are not worth a word
CRITERIA = f"""A reading **breaks** the game where

- more than {100 * MOST_IMPOSSIBLE:.0f} % of deals cannot be completed by any play,
- or it is over in fewer than {FEWEST_ROUNDS:.0f} rounds in the mean,
- or the limit of rounds cuts off more than {100 * MOST_CUT_OFF:.0f} % of games of greedy racers,
- or a greedy racer wins less than {LEAST_SKILL} even shares ({50 * LEAST_SKILL:.0f} % of two) among players at random,
- or an unloader, who never races, wins more than an even share among greedy racers.

It is **unfair** where the first of equal racers is more than {100 * MOST_EDGE:.0f} points from an even share. \
Of simulated figures the whole 95 % interval has to be beyond the limit. \
Else it **works**; what it changes by {100 * SEEN["%"]:.0f} points or {SEEN["rounds"]} rounds, and by more than three \
standard errors, is named."""

# what stands behind the figures
BECAUSE = {
    "targets literal": "the targets lie on their cells from the deal on, so any first turn that leaves them there wins",
    "targets home": "the targets start on the board, so none is to be drawn",
    "targets rotated": "the targets start on the board, so none is to be drawn, and racers need equally many turns",
    "entry origin": "a 4 would have to land four cells from its origin, and a row has no more than four cells",
    "a corner a target": "a 3 goes in three cells deep and slides by three, so it never comes to a corner",
    "three corners": "a 3 goes in three cells deep and slides by three, so it never comes to a corner",
    "three middle cells": "a 4 only lands on the far border, and never slides",
    "discard only stuck": "on an open board every card in hand has a way in, so none may be discarded for a new one",
    "lowest wins": "a card laid on its colour saves a point a turn, and racing keeps the hand full",
    "ends at once": "who begins has had a turn more when the game ends",
    "pile all": "an empty pile no longer ends the game for others, so that no points decide before a racer is complete",
    "pile reshuffle": "no empty pile ends the game, so every target comes in the end",
    "10 rounds": "a racer may need thirteen turns: ten draws, and three targets to place",
    "three players": "the first of more racers is sooner",
    "four players": "the first of more racers is sooner",
}

Measured = dict[str, pd.Series]


def faults(found: Measured) -> Iterator[tuple[str, str]]:
    """Why a reading breaks the game, in short and in figures; nothing where it does not."""
    even = found["unloader"]["even"]
    if found["impossible"]["low"] > MOST_IMPOSSIBLE:
        yield "impossible deals", f"{shown(found['impossible'])} of deals cannot be completed"
    if found["rounds"]["high"] < FEWEST_ROUNDS:
        yield "over at once", f"it lasts {shown(found['rounds'])} rounds"
    if found["by limit"]["low"] > MOST_CUT_OFF:
        yield "cut off", f"the limit of rounds cuts off {shown(found['by limit'])} of games"
    if found["against random"]["high"] < LEAST_SKILL * even:
        yield "no skill", f"a racer wins but {shown(found['against random'])} against random play"
    if found["unloader"]["low"] > even:
        yield "racing loses", f"who never races wins {shown(found['unloader'])} against racers"


def changes(found: Measured, base: Measured) -> Iterator[tuple[str, str]]:
    """What a reading that works changes from the default, in short and in figures."""
    for measure, row in found.items():
        other = base[measure]
        gap = abs(row["value"] - other["value"])
        error = (row["standard_error"] ** 2 + other["standard_error"] ** 2) ** 0.5
        same = pd.isna(row["even"]) or row["even"] == other["even"]  # of other tables no share is comparable
        if same and gap >= SEEN[row["unit"]] and gap > 3 * error:
            yield measure, f"{measure} {shown(row)}, not {shown(other)}"


def verdict(found: Measured, base: Measured) -> tuple[str, list[tuple[str, str]]]:
    """What to think of a reading, and why, in short and in figures."""
    if why := list(faults(found)):
        return BREAKS, why
    first = found["first player"]
    if first["low"] > first["even"] + MOST_EDGE or first["high"] < first["even"] - MOST_EDGE:
        return UNFAIR, [("first player", f"the first player wins {shown(first)}")]
    return WORKS, list(changes(found, base))


def verdicts_table(measured: pd.DataFrame) -> pd.DataFrame:
    """question, reading, verdict, why (in short), figures (why, in figures): a row a reading, the default first."""
    found = by_reading(measured)
    base, rows = next(iter(found.values())), []
    for key, measures in found.items():
        word, why = verdict(measures, base)
        short, figures = ("; ".join(texts) for texts in zip(*why, strict=True)) if why else (AS_BEFORE, "")
        rows.append((*key, word, "" if measures is base and word == WORKS else short, figures))
    return pd.DataFrame(rows, columns=["question", "reading", "verdict", "why", "figures"])


def by_reading(measured: pd.DataFrame) -> dict[tuple[str, str], Measured]:
    """The measures of each reading, by its question and name."""
    found: dict[tuple[str, str], Measured] = {}
    for _, row in measured.iterrows():
        found.setdefault((row["question"], row["reading"]), {})[row["measure"]] = row
    return found


def figures_table(measured: pd.DataFrame, measures: tuple[str, ...]) -> pd.DataFrame:
    """Some measures of each reading as they print, each with its error; those without are exact."""
    rows = []
    for (question, name), found in by_reading(measured).items():
        rows.append({"reading": f"{question} {name}".strip()} | {m: shown(found[m]) for m in measures})
    return pd.DataFrame(rows)


def shown(row: pd.Series) -> str:
    """A measure in words, with its error where it has one."""
    n = None if pd.isna(row["n"]) else int(row["n"])
    value = Value(row["value"], row["standard_error"], row["low"], row["high"], n)
    return as_percent(value, sampled=False) if row["unit"] == "%" else as_number(value, sampled=False)


def opening(table: pd.DataFrame) -> str:
    """The sentence that names the readings that break the game."""
    named = {word: list(table.loc[table["verdict"] == word, "reading"]) for word in (BREAKS, UNFAIR)}
    text = f"Of {len(table) - 1} other readings {len(named[BREAKS])} break the game: {', '.join(named[BREAKS])}"
    if named[UNFAIR]:
        text += f"; unfair to one seat: {', '.join(named[UNFAIR])}"
    return f"{text}; the default works." if table["verdict"].iloc[0] == WORKS else f"{text}; and so does the default."


def reasons(table: pd.DataFrame) -> Iterator[str]:
    """A line for each reading that changes anything: what it does, and what is behind it."""
    for row in table[table["figures"] != ""].to_dict("records"):
        behind = f": {BECAUSE[row['reading']]}" if row["reading"] in BECAUSE else ""
        yield f"- **{row['reading']}** {'is ' * (row['verdict'] == UNFAIR)}{row['verdict']}{behind}; {row['figures']}."


def pile_words(found: dict[tuple[str, str], Measured]) -> str:
    """What the default leaves to an empty pile, and which reading mends it."""
    base, anew = found["", "default"], found["R10", "pile reshuffle"]
    return (
        "What is weak about the default is the pile. A racer whose own pile runs out loses to anybody who holds fewer "
        f"points, so even play at random takes {shown(minus(base['against random']))} of the win from a racer, and an "
        f"unloader {shown(base['unloader'])}; where discards are shuffled anew that is "
        f"{shown(minus(anew['against random']))} and {shown(anew['unloader'])}."
    )


def minus(row: pd.Series) -> pd.Series:
    """What is left of the win for the others."""
    return pd.Series({**row, "value": 1 - row["value"], "low": 1 - row["high"], "high": 1 - row["low"]})


def draw(ax, measured: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The picture, as tall as it needs."""
    ax.figure.set_size_inches(7, 1.2 + 0.24 * measured["reading"].nunique())
    plot_readings(measured, ax=ax)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    n = SIZES[size]
    measured = readings_table(n, seed)
    table = verdicts_table(measured)
    rules = f"the default, and {len(readings()) - 1} readings that change it in one place"
    report = Report(
        TITLE,
        answer=opening(table),
        how_sure="**Exact**, by counting: deals that cannot be completed, and the race where the race law holds. "
        f"**Simulated**: the rest, {n:,} games of each kind, in every seat where seats differ, the same luck for all. "
        "**Taken for granted**: play is that of the named policies, and a reading under which they do badly might be "
        "played better. R3 is answered by the edge, R15 by shuffling anew, and R16 has one reading only.",
        seed=seed,
        n=n,
        rules=rules,
    )
    report.figure(
        "readings",
        lambda ax: draw(ax, measured),
        "Every reading alone: deals that cannot be completed; games alone completed by a greedy racer; of greedy "
        "racers together the mean number of rounds, games that a pile or the limit of rounds ends with nobody "
        "complete, and the first player's share of the win; the win share of a greedy racer among players at random, "
        "and of an unloader among greedy racers. Blue is good, orange bad.",
        measured,
    )
    report.heading("Verdicts")
    report.prose(CRITERIA)
    report.table("verdicts", table.drop(columns="figures"), "Every reading, what to think of it, and why.")
    report.heading("Why")
    report.prose("\n".join(reasons(table)))
    report.prose(pile_words(by_reading(measured)))
    report.heading("Figures")
    caption = "with their errors; those without are exact."
    report.table("race", figures_table(measured, RACE), f"The same figures {caption}")
    report.table("play", figures_table(measured, PLAY), f"And the others, {caption}")
    return report.write(folder or Path("build") / "reports" / "roo_which_reading")


if __name__ == "__main__":
    sys.exit(analysis(main))
