"""How good is the Rule of 28: which number should it stop at, which pairing should it take, and what if it also stops
at a top?

Every number from 20 to 44, with and without a stop as soon as a column is topped and all runners are out, alone and
against the rule itself; other ways to choose the pairing; and what that stop is worth to all three known heuristics.
Everything is simulated, and compared in the same games.

    python analyses/cant_stop_rule_of_28.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from tabletop_odds import cant_stop
from tabletop_odds.answers import Z95, Value, as_number, as_percent
from tabletop_odds.cant_stop.policies import GLENN_ALOI, LINEAR, RULE_OF_28
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report
from tabletop_odds.sweeps import sweep

# games alone, against itself, and alone by a policy that is not compiled
SIZES = {"test": (5_000, 500, 100), "report": (50_000, 10_000, 1_000), "gallery": (1_000_000, 100_000, 10_000)}
STOPS = range(20, 45)
TITLE = "Can't Stop: the Rule of 28, its number, its pairings, and stopping at a top"
KEYS = {False: "its own stop", True: "and stop at a top"}
NONE, MUCH = (0,) * 11, 1_000


def rule(stop: int = 28, stop_at_top: bool = False) -> cant_stop.Policy:
    """The rule with another number."""
    name = f"Rule of {stop}{', stop at top' if stop_at_top else ''}"
    return cant_stop.weighted(name, RULE_OF_28._replace(stop=stop, stop_at_top=stop_at_top))


def choices_of(weights: cant_stop.Weights) -> dict[str, Any]:
    """How a policy by weights chooses among the moves."""
    return {name: getattr(weights, name) for name in ("entry", "start", "slope", "runner")}


def pairings() -> list[cant_stop.Policy]:
    """The rule with other ways to choose the pairing."""
    progress = RULE_OF_28.progress
    others: dict[str, dict[str, Any]] = {
        "its own choice points": {},
        "progress points as choice points": {"entry": progress, "start": progress},
        "as Glenn-Aloi": choices_of(GLENN_ALOI),
        "as linear weights": choices_of(LINEAR),
        "fewest runners out": {"entry": NONE, "start": NONE, "runner": MUCH},
        "most steps": {"entry": NONE, "start": (MUCH,) * 11, "runner": 0},
    }
    return [cant_stop.weighted(name, RULE_OF_28._replace(**changes)) for name, changes in others.items()]


def any_pairing() -> cant_stop.Policy:
    """The rule with the first pairing that can be used: a random one, since dice fall in any order."""
    return cant_stop.Policy("any pairing", cant_stop.rule_of_28().roll, lambda state, choices, rules: choices[0])


def heuristics() -> dict[str, Callable[[bool], cant_stop.Policy]]:
    """The three known heuristics, by name."""
    found = (cant_stop.rule_of_28, cant_stop.glenn_aloi, cant_stop.linear_weights)
    return {make(False).name: make for make in found}


def difference(policy: cant_stop.Policy, versus: cant_stop.Policy, n: int, seed: int) -> Value:
    """Turns alone of one policy minus those of another, in the same games."""
    (pair,) = cant_stop.compare([policy, versus], n, seed=seed, progress=False).pairs
    gap: Value = pair["value"]
    return gap if pair["policy"] == policy.name else Value(-gap.value, gap.standard_error, n=gap.n, seed=gap.seed)


def share(policy: cant_stop.Policy, versus: cant_stop.Policy, n: int, seed: int) -> Value:
    """The share of the win of one policy against another, beginning and going second in turn."""
    for name, value in cant_stop.round_robin([policy, versus], n, seed=seed, progress=False).ranking:
        if name == policy.name:
            return value
    raise AssertionError(policy)


def thresholds_table(n: int, seed: int) -> pd.DataFrame:
    """Turns alone by the number to stop at: stop, stop_at_top, the value columns; and behind and behind_error, what is
    lost against the best number of the same kind, in the same games."""
    frames = []
    for at_top in KEYS:
        stop_of = {rule(stop, at_top).name: stop for stop in STOPS}
        compared = cant_stop.compare([rule(stop, at_top) for stop in STOPS], n, seed=seed, progress=False)
        frame = compared.to_frame().drop(columns="exact")
        gaps = compared.differences().set_index("policy")
        frame.insert(0, "stop", frame["policy"].map(stop_of))
        frame.insert(1, "stop_at_top", at_top)
        frame["behind"] = frame["policy"].map(gaps["value"]).fillna(0.0)
        frame["behind_error"] = frame["policy"].map(gaps["standard_error"]).fillna(0.0)
        frames.append(frame.drop(columns="policy").sort_values("stop"))
    return pd.concat(frames, ignore_index=True)


def shares_table(n: int, seed: int) -> pd.DataFrame:
    """The share of the win against the Rule of 28 by the number to stop at: stop, stop_at_top, the value columns."""
    rows = []
    for at_top in KEYS:
        for stop in STOPS:
            if (stop, at_top) != (28, False):
                value = share(rule(stop, at_top), rule(), n, seed).to_dict()
                rows.append({"stop": stop, "stop_at_top": at_top, **value})
    return pd.DataFrame(rows).drop(columns="seed")


def pairings_table(n: int, games: int, seed: int) -> pd.DataFrame:
    """Turns alone by the way to choose the pairing: pairing, the value columns, against_own and against_own_error: the
    share of the win against the rule with its own."""
    own, *others = pairings()
    frame = cant_stop.compare([own, *others], n, seed=seed, progress=False).to_frame().drop(columns="exact")
    shares = {policy.name: share(policy, own, games, seed) for policy in others}
    frame["against_own"] = [shares[name].value if name in shares else 0.5 for name in frame["policy"]]
    errors = (shares[name].standard_error if name in shares else 0.0 for name in frame["policy"])
    frame["against_own_error"] = list(errors)
    return frame.rename(columns={"policy": "pairing"})


def tops_table(n: int, games: int, seed: int) -> pd.DataFrame:
    """What stopping at a top is worth: policy, turns, turns_with_stop, the turns saved as value columns, win_share and
    win_share_error, those of the policy with the stop against itself without."""
    both = {name: (make(False), make(True)) for name, make in heuristics().items()}
    policies = [policy for pair in both.values() for policy in pair]
    alone = sweep(cant_stop.simulate_alone, {"policy": policies}, n=n, seed=seed, measures=["turns"])
    turns = alone.set_index("policy")["value"]
    rows = []
    for name, (plain, stops) in both.items():
        saved, won = difference(plain, stops, n, seed), share(stops, plain, games, seed)
        row = {"policy": name, "turns": turns[plain.name], "turns_with_stop": turns[stops.name], **saved.to_dict()}
        rows.append(row | {"win_share": won.value, "win_share_error": won.standard_error})
    return pd.DataFrame(rows).drop(columns="seed")


def draw(ax, frame: pd.DataFrame, label: str, scale: float = 1) -> None:  # type: ignore[no-untyped-def]
    """The value against the number to stop at, a line each with and without the stop at a top."""
    for (at_top, part), mark, colour in zip(frame.groupby("stop_at_top"), "os", PALETTE, strict=False):
        ax.fill_between(part["stop"], scale * part["low"], scale * part["high"], color=colour, alpha=0.25, linewidth=0)
        ax.plot(part["stop"], scale * part["value"], mark + "-", color=colour, markersize=4, label=KEYS[bool(at_top)])
    ax.set_xticks(list(STOPS)[::4])
    ax.set(xlabel="stop at (points)", ylabel=label)
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_pairings(ax, frame: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """Every way to choose the pairing as a dot with its interval, fewest turns on top."""
    ordered = frame.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)
    ax.hlines(ordered.index, ordered["low"], ordered["high"], color=PALETTE[0], linewidth=5, alpha=0.35)
    ax.plot(ordered["value"], ordered.index, "o", color=PALETTE[0], markersize=5)
    for at, value in ordered["value"].items():
        ax.annotate(f"{value:.2f}", (value, at), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8)
    ax.set_yticks(ordered.index, ordered["pairing"])
    ax.set(xlabel="turns to win alone", ylim=(-0.5, len(ordered) - 0.2))
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)


def best_stop(frame: pd.DataFrame, at_top: bool, seed: int) -> tuple[int, Value]:
    """The number that takes the fewest turns, and those."""
    best = frame[frame["stop_at_top"] == at_top].nsmallest(1, "value").iloc[0]
    return int(best["stop"]), Value(best["value"], best["standard_error"], n=int(best["n"]), seed=seed)


def behind(frame: pd.DataFrame, at_top: bool, seed: int) -> Value:
    """How many turns 28 takes more than the best number, in the same games."""
    own = frame[(frame["stop_at_top"] == at_top) & (frame["stop"] == 28)].iloc[0]
    return Value(own["behind"], own["behind_error"], n=int(own["n"]), seed=seed)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    n, games, read = SIZES[size]
    alone, shares = thresholds_table(n, seed), shares_table(games, seed)
    tops, chosen = tops_table(n, games, seed), pairings_table(n, games, seed)
    (stop, turns), (stop_with, turns_with) = (best_stop(alone, at_top, seed) for at_top in KEYS)
    saved = tops.iloc[0]
    worth = as_number(Value(saved["value"], saved["standard_error"], n=n, seed=seed), "turns", sampled=False)
    report = Report(
        TITLE,
        answer=f"Alone the best number is {stop}, {as_number(turns, 'turns', sampled=False)}; 28 is "
        f"{as_number(behind(alone, False, seed), 'turns', sampled=False)} behind. Stopping at a top with all runners "
        f"out saves the Rule of 28 {worth}; with that {stop_with} is best, "
        f"{as_number(turns_with, 'turns', sampled=False)}.",
        how_sure=f"**Simulated**, all of it: {n:,} games alone a policy, the same for all, and {games:,} in either "
        "seat against the rule itself. Differences are taken between the same games, so they are surer than the "
        f"figures that they lie between: {as_number(behind(alone, False, seed), 'turns', sampled=False)} for 28 behind "
        f"{stop}, of {as_number(turns, 'turns', sampled=False)}.",
        seed=seed,
        n=n,
        rules="official, alone and for two",
    )
    report.figure(
        "thresholds",
        lambda ax: draw(ax, alone, "turns to win alone"),
        f"Turns to win alone by the number to stop at, {n:,} games each, the same for all; shaded: 95 % intervals.",
        alone,
    )
    report.prose(
        "The Rule of 28 counts progress points for every runner, (1 + its steps) times the points of its column, adds "
        "something for odd, even, low and high columns once all runners are out, and stops at 28."
    )
    _gaps(report, alone, seed)
    caption = "Turns to win alone, and how far behind the best number of its kind."
    report.table("thresholds", _printed(alone), caption)
    report.heading("Against the Rule of 28")
    top = shares.nlargest(1, "value").iloc[0]
    report.prose(
        f"Of all these the highest share of the win against the Rule of 28 has {_name(top)}: "
        f"{as_percent(Value(top['value'], top['standard_error'], n=games, seed=seed))}. "
        f"Each plays {games:,} games in either seat."
    )
    caption = f"The share of the win against the Rule of 28, {games:,} games in either seat; shaded: 95 % intervals."
    report.figure("shares", lambda ax: draw(ax, shares, "share of the win (%)", 100), caption, shares)
    report.heading("What stopping at a top is worth")
    caption = (
        "Turns alone without and with the stop, the turns it saves, and its share of the win against itself without."
    )
    report.table("stop_at_top", tops, caption, percent=("win_share", "win_share_error"))
    report.heading("Which pairing")
    chance = cant_stop.simulate_alone(any_pairing(), read, seed=seed, progress=False)["turns"]
    report.prose(
        "The same rule for stopping at 28, with other ways to choose the pairing. Who takes any pairing needs "
        f"{as_number(chance, 'turns')}."
    )
    caption = f"Turns to win alone by the way to choose the pairing, {n:,} games each, the same for all."
    report.figure("pairings", lambda ax: draw_pairings(ax, chosen), caption, chosen)
    caption = "Turns alone by the way to choose the pairing, and the share of the win against its own way."
    report.table("pairings", chosen, caption, percent=("against_own", "against_own_error"))
    return report.write(folder or Path("build") / "reports" / "cant_stop_rule_of_28")


def _name(row: pd.Series[Any]) -> str:
    return rule(int(row["stop"]), bool(row["stop_at_top"])).name


def _gaps(report: Report, alone: pd.DataFrame, seed: int) -> None:
    """How 28 does, and which numbers cannot be told from the best."""
    lines = []
    for at_top, key in KEYS.items():
        part = alone[alone["stop_at_top"] == at_top]
        close = part[(part["behind"] - Z95 * part["behind_error"] <= 0)]["stop"]
        gap = as_number(behind(alone, at_top, seed), "turns")
        lines.append(f"- {key.capitalize()}: 28 is {gap} behind; not told from the best: {', '.join(map(str, close))}.")
    report.prose("\n".join(lines))


def _printed(alone: pd.DataFrame) -> pd.DataFrame:
    """Every other number, with words for the kind of stop."""
    some = alone[alone["stop"] % 2 == 0]
    return some.assign(stop_at_top=some["stop_at_top"].map({False: "no", True: "yes"}))


if __name__ == "__main__":
    sys.exit(analysis(main))
