"""Why are more points not always better near the end of a race of Farkle, and what does it cost not to know?

Who banks a total of the target or more gives the other one last turn. With the other close behind, banking exactly the
target leaves a few points to be made in one turn: it can be better to stop short, or to roll on and go far past the
target. Exact values from the solved race; and what "bank on reaching the target" costs, in one turn and in whole games,
with sudden death beside it, where it costs nothing.

    python analyses/farkle_last_turn.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pandas as pd

from tabletop_odds import farkle
from tabletop_odds.answers import as_percent
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.farkle.race_plots import plot_banking_near_target
from tabletop_odds.farkle.race_solver import distinct_keeps
from tabletop_odds.farkle.race_tables import banking_table, start_at
from tabletop_odds.report import PALETTE, Report

SIZES = {"test": (250, 250), "report": (500, 100), "gallery": (1_000, 50)}  # target of whole games, step of the map
EXAMPLE = (9_000, 9_950, 2)  # my score, theirs, dice left
MAPPED = 2_000  # points below the target that the map shows


class BankOnReaching:
    """One turn of the race in which whatever reaches the target is banked, played for the win otherwise.

    `best[t][n]` is the chance to win with t steps at risk, short of the target, and n dice left; `rolled[t][n]` that of
    rolling on. Afterwards both play the optimal race.
    """

    def __init__(self, mine: int, theirs: int, rules: farkle.Rules) -> None:
        keeps, step, dice = distinct_keeps(rules), rules.step, rules.dice
        self.turn = farkle.solve_race(rules).turn(start_at(mine, theirs, rules))
        self.needed = (rules.target - mine) // step
        self.must_roll = {dice + 1} | ({dice} if rules.hot_dice == "forced" else set())
        self.rolled: list[list[float]] = [[0.0] * (dice + 2) for _ in range(self.needed)]
        self.best = self.rolled.copy()
        for t in reversed(range(self.needed)):
            for n in range(1, dice + 1):
                for c in range(keeps.first_class[n], keeps.first_class[n + 1]):
                    options = range(keeps.first_option[c], keeps.first_option[c + 1])
                    ends = [self.value(t + keeps.points[k], keeps.column[k]) for k in options]
                    self.rolled[t][n] += keeps.probability[c] * max(ends, default=self.turn.bust)
            self.rolled[t][dice + 1] = self.rolled[t][dice]
            banked = self.turn.bank(t) if t else 0.0
            self.best[t] = [r if n in self.must_roll else max(r, banked) for n, r in enumerate(self.rolled[t])]

    def value(self, t: int, dice_left: int) -> float:
        """The chance to win with t steps at risk; no dice left: the match is won, one more than all: all are rolled."""
        if dice_left == 0:
            return 1.0
        if t < self.needed:
            return self.best[t][dice_left]
        return self.turn.hot(t) if dice_left in self.must_roll else self.turn.bank(t)

    def cost(self) -> float:
        """What banking on reaching the target costs in this turn, from its start."""
        dice = self.turn.rules.dice
        return self.turn.roll_value(0, dice) - self.rolled[0][dice]


@lru_cache(maxsize=256)
def restricted(mine: int, theirs: int, rules: farkle.Rules) -> BankOnReaching:
    """The turn at these scores, solved once."""
    return BankOnReaching(mine, theirs, rules)


def bank_on_reaching() -> farkle.Policy:
    """Bank whatever reaches the target, and play every turn as well as that allows."""

    def roll(state: farkle.State, rules: farkle.Rules) -> bool:
        turn = restricted(state.mine or 0, state.theirs or 0, rules)
        t = state.turn_total // rules.step
        return t < turn.needed and turn.rolled[t][state.dice_left] > turn.turn.bank(t)

    def keep(state: farkle.State, keeps: Sequence[farkle.Keep], rules: farkle.Rules) -> farkle.Keep:
        turn, step = restricted(state.mine or 0, state.theirs or 0, rules), rules.step
        t = state.turn_total // step
        return max(keeps, key=lambda keep: turn.value(t + keep.points // step, keep.dice_left))

    return farkle.Policy("bank on reaching the target", roll, keep, sees=lambda mine, theirs, rules: (mine, theirs))


def stop_short_table(rules: farkle.Rules) -> pd.DataFrame:
    """What banking is worth by the other's score: theirs, then reaching the target exactly, and one step short of it.

    What I had before does not matter after banking. `better_from`: the least total worth as much as one step short.
    """
    solution, step, target = farkle.solve_race(rules), rules.unit, rules.target
    rows = []
    for theirs in range(target - MAPPED, target, step):
        turn = solution.turn(start_at(target - 2 * step, theirs, rules))  # from here both are one turn away
        short, exactly = turn.bank_value(step), turn.bank_value(2 * step)
        above = next(x for x in range(target, 2 * target, step) if turn.bank_value(x - target + 2 * step) >= short)
        rows.append({"theirs": theirs, "exactly": exactly, "one_step_short": short, "better_from": above})
    return pd.DataFrame(rows)


def cost_table(rules: farkle.Rules, step: int) -> pd.DataFrame:
    """What banking on reaching the target costs in one turn: mine, theirs, cost (probability), near the target."""
    scores = range(rules.target - MAPPED, rules.target, step)
    rows = [(mine, theirs, restricted(mine, theirs, rules).cost()) for mine in scores for theirs in scores]
    return pd.DataFrame(rows, columns=["mine", "theirs", "cost"])


def whole_games_table(target: int) -> pd.DataFrame:
    """Policies against the optimal race in a short race, by the rule for its end: chance to win, mean of both seats."""
    rows = []
    for end in ("last_turn", "sudden_death"):
        rules = farkle.Rules(target=target, end=end)
        for policy in (farkle.optimal_race(), bank_on_reaching(), farkle.optimal_turn()):
            match = head_to_head(policy, farkle.optimal_race(), rules)
            rows.append({"end": end, "policy": policy.name, "wins": match.mean.value, "loss": 0.5 - match.mean.value})
    return pd.DataFrame(rows)


def draw_stopping(ax, stops: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """What stopping one step short and banking exactly the target are worth, by the other's score."""
    ax.plot(stops["theirs"], 100 * stops["one_step_short"], color=PALETTE[0], label="one step short")
    ax.plot(stops["theirs"], 100 * stops["exactly"], color=PALETTE[1], label="exactly the target")
    ax.set(xlabel="their score", ylabel="chance to win after banking (%)", ylim=(0, 100))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.grid(axis="y", color="0.92")
    ax.legend(loc="lower left")


def draw_cost(ax, costs: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """A map over both scores: the darker, the dearer it is to bank on reaching the target."""
    table = 100 * costs.pivot(index="theirs", columns="mine", values="cost")
    shades = ax.pcolormesh(table.columns, table.index, table.to_numpy(), cmap="Blues", vmin=0, shading="nearest")
    ax.set(xlabel="my score", ylabel="their score", aspect="equal")
    ax.locator_params(nbins=5)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.figure.colorbar(shades, ax=ax, pad=0.02, label="cost of banking on reaching the target\n(percentage points)")


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page. Nothing is sampled: the seed changes nothing."""
    target, step = SIZES[size]
    rules = farkle.Rules()
    mine, theirs, dice = EXAMPLE
    near = banking_table(mine, theirs, dice, rules, highest=rules.target + 600 - mine)
    value = near.set_index("banked")["bank"]
    exactly, short = value[rules.target], value[rules.target - rules.unit]
    stops, costs = stop_short_table(rules), cost_table(rules, step)
    worst = costs.loc[costs["cost"].idxmax()]
    wrong = stops[stops["exactly"] < stops["one_step_short"]]
    always = next(x for x in stops["theirs"] if (wrong["theirs"] >= x).sum() == (stops["theirs"] >= x).sum())
    report = Report(
        "Farkle: why are more points not always better near the end?",
        answer=f"Because reaching the target hands over the last turn: against {theirs:,}, banking exactly "
        f"{rules.target:,} wins {as_percent(exactly)}, stopping at {rules.target - rules.unit:,} {as_percent(short)}.",
        how_sure="**Exact**, all of it, by the solved race; nothing is simulated. **Taken for granted**: two players "
        f"who both play for the win, and in whole games a race to {target:,}, so that all can be counted.",
        rules=str(rules),
    )
    report.figure(
        "banking",
        lambda ax: plot_banking_near_target(near, ax=ax),
        f"What banking and rolling are worth by what would be banked: {mine:,} against {theirs:,}, {dice} dice left.",
        near,
    )
    report.prose(
        f"At {rules.target - rules.unit:,} the race goes on: after a farkle of the other's it is my turn again, and "
        f"whoever reaches the target must fear a last turn. At {rules.target:,} exactly, the other needs a few points "
        "in one turn, and those come almost always."
    )
    report.heading("Where")
    report.figure(
        "stop_short",
        lambda ax: draw_stopping(ax, stops),
        f"The chance to win after banking. Where the other stands on {always:,} or more, stopping one step short of "
        "the target always beats reaching it exactly.",
        stops,
    )
    few = stops[stops["theirs"] >= rules.target - 600]
    percent = ("exactly", "one_step_short")
    report.table("stop_short", few, "Banking the target exactly or one step less; what total is better again.", percent)
    report.heading("What it costs")
    report.figure(
        "cost",
        lambda ax: draw_cost(ax, costs),
        "What it costs in one turn to bank whatever reaches the target, from the start of the turn, by both scores; "
        f"most at {worst['mine']:,.0f} against {worst['theirs']:,.0f}: {100 * worst['cost']:.2f} percentage points.",
        costs,
    )
    games = whole_games_table(target)
    report.prose(
        f"In whole games, here short ones to {target:,} against the optimal race, the habit is one of three policies "
        "below. Under sudden death reaching the target wins at once, and it costs nothing."
    )
    caption = f"Chance to win against the optimal race to {target:,}, mean of both seats, and what is lost."
    report.table("whole_games", games, caption, percent=("wins", "loss"))
    return report.write(folder or Path("build") / "reports" / "farkle_last_turn")


if __name__ == "__main__":
    sys.exit(analysis(main))
