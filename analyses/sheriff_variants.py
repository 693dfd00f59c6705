"""Sheriff of Nottingham: what does each option do to the scores, to the seats, and to the equilibrium of one bag?

Every option of the rules alone, against the rules without it: players, royals, hands of seven, ten cards removed, both
ways to reshuffle, both tiebreaks, and declaring bread where there is none. All players of a game are alike; the games
are the same with and without the option as far as the cards allow.

    python analyses/sheriff_variants.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tabletop_odds import sheriff, simulation
from tabletop_odds.answers import Value, as_number, as_percent
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report
from tabletop_odds.sheriff.bag_game import count_hands, deal_of
from tabletop_odds.sheriff.simulate import SCALE, KernelPlay, ReadPlay, game_play, measures
from tabletop_odds.simulation import Run
from tabletop_odds.sweeps import sweep

# games of each kind of players with each option; hands of the largest one-bag game that is solved
SIZES = {"test": (300, 3_500), "report": (20_000, 50_000), "gallery": (150_000, 50_000)}
TITLE = "Sheriff of Nottingham: what each option does"
FOUR, FIVE, THREE = sheriff.Rules(), sheriff.Rules(players=5), sheriff.Rules(players=3)
OPTIONS: dict[str, tuple[sheriff.Rules, sheriff.Rules]] = {
    "three players": (THREE, FOUR),
    "five players": (FIVE, FOUR),
    "royals": (replace(FOUR, royals=True), FOUR),
    "hands of seven": (replace(FOUR, hand_size=7), FOUR),
    "ten removed": (replace(FOUR, removed=10), FOUR),
    "reshuffle top5": (replace(FOUR, reshuffle="top5"), FOUR),
    "tiebreak by count": (replace(FOUR, tiebreak="count"), FOUR),
    "five: royals": (replace(FIVE, royals=True), FIVE),
    "five: hands of seven": (replace(FIVE, hand_size=7), FIVE),
    "five: reshuffle top5": (replace(FIVE, reshuffle="top5"), FIVE),
    "three: no bread declared": (replace(THREE, declare_absent_goods=False), THREE),
}
ORDER = ("first", "second", "third", "fourth", "fifth")  # as Sheriffs, which goes to the left
SHOWN = ("three players", "four players", "five players", "five: reshuffle top5")


def tables_of_players() -> dict[str, sheriff.Policy]:
    """What everybody at the table is: by name."""
    rate = sheriff.at_rate(Fraction(3, 10))
    return {
        "honest": sheriff.player(sheriff.honest(), rate),
        "bluffers": sheriff.player(sheriff.bluffer(Fraction(1, 2)), rate),
    }


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """The same games under two rule sets: columns of `NAMES` for the option, then differences to the base."""

    option: KernelPlay | ReadPlay
    base: KernelPlay | ReadPlay
    players: tuple[int, int]

    def __call__(self, seed: int, start: int, stop: int) -> Any:
        plays = zip((self.option, self.base), self.players, strict=True)
        results = [(np.asarray(play(seed, start, stop)), players) for play, players in plays]
        mine, other = (_measured(games, players) for games, players in results)
        wins = [games[:, : min(self.players)] for games, _ in results]
        changed = (wins[0] != wins[1]).any(axis=1) * SCALE
        differences = mine["score"] - other["score"], mine["apart"] - other["apart"], changed
        return np.column_stack([*mine.values(), *differences])


NAMES = ("score", "apart", "bonuses", "reshuffles", "level", "decided", "debts", "more", "more_apart", "changed")
COMPARED = 3  # of them, the last


def _measured(games: Any, players: int) -> dict[str, Any]:
    """Of each game, in sixtieths: the mean score, how far the first is ahead of the last, bonuses paid, reshuffles,
    whether the highest totals are level, whether the tiebreak then names one winner, fines settled in goods."""
    names = measures(players)
    wins, scores = games[:, :players], games[:, players : 2 * players]
    level = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1
    decided = level & (wins.max(axis=1) == SCALE)
    found = {"score": scores.sum(axis=1) // players, "apart": scores.max(axis=1) - scores.min(axis=1)}
    found |= {name: games[:, names.index(name)] for name in ("bonuses", "reshuffles", "debts")}
    found |= {"level": level * SCALE, "decided": decided * SCALE}
    return {name: found[name] for name in NAMES if name in found}


def games_table(n: int, seed: int) -> pd.DataFrame:
    """Every option and every base, for each kind of players: players, rules, measure, the value columns.

    "more" and "more_apart" are differences to the rules without the option, in the same games, and "changed" is the
    share of games that others win (left out where the number of players differs); none of these for a base.
    """

    def simulate(players: sheriff.Policy, rules: tuple[sheriff.Rules, sheriff.Rules], n: int, **given: Any) -> Run:
        plays = [game_play([players] * r.players, r, first_sheriff=0) for r in rules]
        play = Both(plays[0], plays[1], (rules[0].players, rules[1].players))
        return simulation.run(play, n, measures=NAMES, scale=SCALE, **given)

    rules_of = {"four players": (FOUR, FOUR), **OPTIONS}
    frame = sweep(simulate, {"players": tables_of_players(), "rules": rules_of}, n=n, seed=seed)
    left_out = {
        name: NAMES[-COMPARED:] if rules == base else NAMES[-1:] if rules.players != base.players else ()
        for name, (rules, base) in rules_of.items()
    }
    shown = [measure not in left_out[rules] for rules, measure in zip(frame["rules"], frame["measure"], strict=True)]
    return frame[shown].reset_index(drop=True)


def seats_table(n: int, seed: int) -> pd.DataFrame:
    """The share of the win by place from the first Sheriff: players, rules, seat (0: the first Sheriff), even (the even
    share), value columns."""

    def simulate(players: sheriff.Policy, rules: sheriff.Rules, n: int, **given: Any) -> Run:
        return sheriff.simulate_games([players] * rules.players, n, rules=rules, first_sheriff=0, **given)

    rules_of = {"four players": FOUR, **{name: rules for name, (rules, _) in OPTIONS.items()}}
    frame = sweep(simulate, {"players": tables_of_players(), "rules": rules_of}, n=n, seed=seed)
    frame = frame[frame["measure"].str.startswith("win_")].reset_index(drop=True)
    frame.insert(2, "seat", frame.pop("measure").str.removeprefix("win_").astype(int) - 1)
    frame.insert(3, "even", [1 / rules_of[name].players for name in frame["rules"]])
    return frame


def equilibrium_table(largest: int) -> pd.DataFrame:
    """The one-bag equilibrium of each deck and hand: rules, game_value, lies, inspections; solved to 1e-9.

    Games of more hands than `largest` are left out.
    """
    found: dict[str, sheriff.Rules] = {"four or five players": FOUR, "three players": THREE}
    names = ("royals", "hands of seven", "three: no bread declared")
    found |= {name: OPTIONS[name][0] for name in names}
    rows = []
    for name, rules in found.items():
        if count_hands(deal_of(rules)) <= largest:
            bag = sheriff.bag_equilibrium(rules)
            numbers = {"game_value": bag.value, "lies": bag.lie_probability, "inspections": bag.inspect_probability}
            rows.append({"rules": name} | {key: value.value for key, value in numbers.items()})
    return pd.DataFrame(rows)


def wide_table(games: pd.DataFrame, kind: str) -> pd.DataFrame:
    """One row a rule set, for one kind of players: the measures, each with its standard error behind it."""
    part = games[games["players"] == kind]
    rows = []
    for name, lines in part.groupby("rules", sort=False):
        row: dict[str, Any] = {"rules": name}
        for line in lines.to_dict("records"):
            if line["measure"] not in NAMES[-COMPARED:]:
                row |= {line["measure"]: line["value"], f"{line['measure']}_error": line["standard_error"]}
        rows.append(row)
    return pd.DataFrame(rows)


def draw_differences(ax, games: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """What each option adds to a player's score, with its interval, a mark for each kind of players."""
    more = games[games["measure"] == "more"]
    names, kinds = list(dict.fromkeys(more["rules"])), list(dict.fromkeys(more["players"]))
    for i, kind in enumerate(kinds):
        part = more[more["players"] == kind]
        at = [names.index(name) + 0.15 - 0.3 * i for name in part["rules"]]
        ax.hlines(at, part["low"], part["high"], color=PALETTE[i], linewidth=4, alpha=0.4)
        ax.plot(part["value"], at, "os"[i], color=PALETTE[i], markersize=5, label=f"all {kind}")
    ax.axvline(0, color="0.3", linewidth=1, zorder=0)
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.set(xlabel="points a player, more than without the option", ylim=(len(names) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_seats(ax, seats: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """By place from the first Sheriff, how much more than an even share each wins, with intervals."""
    names = list(dict.fromkeys(seats["rules"]))
    for seat, part in seats.groupby("seat"):
        at = [names.index(name) - 0.3 + 0.15 * seat for name in part["rules"]]
        low, value, high = (100 * (part[column] - part["even"]) for column in ("low", "value", "high"))
        ax.hlines(at, low, high, color=PALETTE[seat], linewidth=3, alpha=0.4)
        ax.plot(value, at, "osD^v"[seat], color=PALETTE[seat], markersize=4, label=f"{ORDER[seat]} Sheriff")
    ax.axvline(0, color="0.3", linewidth=1, zorder=0)
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.set(xlabel="share of the win, more than even (points of percent)", ylim=(len(names) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.legend(ncols=3, fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    n, largest = SIZES[size]
    games, seats, solved = games_table(n, seed), seats_table(n, seed), equilibrium_table(largest)
    more = games[games["measure"] == "more"]
    most = more[more["players"] == "honest"].sort_values("value", key=abs, ascending=False).iloc[0]
    far = seats.assign(off=(seats["value"] - seats["even"]).abs()).nlargest(1, "off").iloc[0]
    report = Report(
        TITLE,
        answer=f"{most['rules'].capitalize()} changes scores most: honest players get "
        f"{as_number(_value(most, seed), 'points', sampled=False)} more; of all seats that of the "
        f"{ORDER[far['seat']]} Sheriff is farthest from an even share ({far['players']}, {far['rules']}): it wins "
        f"{as_percent(_value(far, seed), sampled=False)} instead of {as_percent(far['even'])}.",
        how_sure="**Exact**: the equilibrium of one bag, solved to 1e-9. **Simulated**: scores and seats, "
        f"{n:,} games of each kind. Differences are taken game by game between the rules with and without the option, "
        "which have the same luck as far as the cards allow; where one is 0 with error 0, no game came out "
        "differently. **Taken for granted**: simple players, all alike; what options do depends on that.",
        seed=seed,
        n=n,
        rules="each option alone",
    )
    report.figure(
        "differences",
        lambda ax: draw_differences(ax, games),
        f"What each option adds to the mean score of a player, {n:,} games each way; 95 % intervals. All players are "
        "honest, or bluffers who smuggle in every second round; all inspect 30 %.",
        more,
    )
    report.heading("Differences")
    caption = "Points a player, more than without the option."
    report.table("differences", more.drop(columns="measure"), caption)
    changed = games[games["measure"] == "changed"].drop(columns="measure")
    caption = "How many of the same games somebody else wins with the option than without."
    report.table("changed", changed, caption, percent=("value",))
    report.heading("Scores, reshuffles, ties")
    report.prose(_ties(games, seed))
    for kind in tables_of_players():
        caption = (
            f"All {kind}: mean score of a player, how far the first is ahead of the last, bonuses paid at the table, "
            "reshuffles a game, how often the highest totals are level and how often the tiebreak decides that, fines "
            "settled in goods; _error columns are standard errors."
        )
        percent = ("level", "level_error", "decided", "decided_error")
        report.table(f"games_{kind}", wide_table(games, kind), caption, percent=percent)
    report.heading("Seats")
    first = seats[seats["players"] == "honest"]
    report.prose(_seats(first, seed))
    caption = (
        f"How much more than an even share each seat wins, by who is Sheriff first, {n:,} games of honest players; "
        "95 % intervals. The CSV has bluffers as well."
    )
    report.figure("seats", lambda ax: draw_seats(ax, first), caption, seats)
    shown = seats.assign(seat=[ORDER[seat] for seat in seats["seat"]])
    shown = shown[shown["rules"].isin(SHOWN)]
    caption = "The share of the win by seat: who is Sheriff first, second and so on to the left."
    report.table("seats", shown, caption, percent=("even", "value"))
    report.heading("The equilibrium of one bag")
    report.prose(
        "What a merchant with one hand and one bag gains more than the Sheriff when both play it best, and how often "
        "it is a lie and is opened. Only the deck, the hand size and what may be declared matter here."
    )
    caption = "The one-bag game by rule set: its value in gold, the chances of a lie and of an inspection."
    report.table("equilibrium", solved, caption, percent=("lies", "inspections"))
    return report.write(folder or Path("build") / "reports" / "sheriff_variants")


def _ties(games: pd.DataFrame, seed: int) -> str:
    """How often totals are level at four, and what is reshuffled at five."""
    found = games[games["players"] == "honest"].set_index(["rules", "measure"])

    def words(rules: str, measure: str, show: Any) -> str:
        return str(show(_value(found.loc[(rules, measure)], seed), sampled=False))

    return (
        f"At four, the highest totals of honest players are level in {words('four players', 'level', as_percent)} of "
        f"games; the tiebreak by points names one winner in {words('four players', 'decided', as_percent)}, that by "
        f"count in {words('tiebreak by count', 'decided', as_percent)}. Reshuffles a game: "
        f"{words('four players', 'reshuffles', as_number)} at four, {words('five players', 'reshuffles', as_number)} "
        f"at five, {words('five: hands of seven', 'reshuffles', as_number)} at five with hands of seven."
    )


def _seats(seats: pd.DataFrame, seed: int) -> str:
    """The shares by number of players, as a list."""
    lines = []
    for rules in ("three players", "four players", "five players"):
        part = seats[seats["rules"] == rules]
        shares = ", ".join(as_percent(_value(row, seed), sampled=False) for _, row in part.iterrows())
        lines.append(f"- {rules}: {shares}.")
    return "Shares of the win, the first Sheriff first, then to the left, all honest:\n\n" + "\n".join(lines)


def _value(row: pd.Series[Any], seed: int) -> Value:
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)


if __name__ == "__main__":
    sys.exit(analysis(main))
