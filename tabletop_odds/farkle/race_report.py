"""The race's part of Farkle's strategy report."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tabletop_odds.answers import Value, as_number, as_percent

from .card import card_text
from .optimal import optimal_turn
from .race import check_solvable, fair_head_start, fewest_turns, solve_race, win_probability
from .race_policies import optimal_race
from .race_tables import (
    banking_table,
    game_length_table,
    head_start_table,
    last_turn_table,
    matchup_table,
    race_threshold_table,
    start_at,
    win_probability_table,
)
from .rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

BEFORE, PAST = 1000, 600  # points before the target, and past it, in the picture of banking near it
NEAR = 2  # dice left there


def add_race(report: Report, rules: Rules, n: int, seed: int) -> None:
    """Add "The race" to a report: who wins, when to bank by the score, the last turn, policies, length of games.

    `n` games are simulated with `seed` for their length; the rest is exact. Rules whose race is not solved get a
    sentence that says so.
    """
    report.heading("The race")
    try:
        check_solvable(rules)
    except ValueError as refusal:
        report.prose(f"No exact race under these rules: {refusal}.")
        return
    _who_wins(report, rules)
    _when_to_bank(report, rules)
    if rules.end != "sudden_death":
        _last_turn(report, rules)
    _policies(report, rules)
    _length(report, rules, n, seed)


def _who_wins(report: Report, rules: Rules) -> None:
    from .race_plots import plot_win_probability

    first, alone, start = win_probability(rules=rules), fewest_turns(rules=rules), fair_head_start(rules)
    report.prose(
        f"Two players who both play for the win: whoever begins the race to {rules.target:,} wins {as_percent(first)}. "
        f"A head start of {start:,} points for the second player makes it nearest to even. Alone, the target takes "
        f"{as_number(alone, 'turns')} in the mean, played for the fewest."
    )
    surface = win_probability_table(rules)
    report.figure(
        "win_probability",
        lambda ax: plot_win_probability(surface, ax=ax),
        "The chance to win at the start of a turn, both playing for the win, exact.",
        surface,
    )
    caption = "Points given to the second player, and the chance of the first to win, exact."
    report.table("head_start", head_start_table(rules), caption, percent=("first_wins",))


def _when_to_bank(report: Report, rules: Rules) -> None:
    from .race_plots import plot_race_thresholds

    limits = race_threshold_table(rules)
    mine = limits["mine"].iloc[0]
    report.prose(
        "Who is behind must risk more, who is ahead less, and near the end the points that are still needed rule "
        f"everything. The picture and the table stand at {mine:,} points of one's own."
    )
    report.figure(
        "race_thresholds",
        lambda ax: plot_race_thresholds(limits, ax=ax),
        "From what turn total to bank, by how far the other is ahead (behind: negative), exact. Dotted: what is best "
        "for the most points a turn. A ring: some higher total that does not pass the target is rolled again.",
        limits,
    )
    caption = f"Bank from, by dice left, at {mine:,} points of one's own (empty: roll up to the target)."
    report.table("race_thresholds", _by_dice(limits), caption)


def _by_dice(limits: pd.DataFrame) -> pd.DataFrame:
    """The thresholds with one column a number of dice, every other gap."""
    wide = limits.pivot(index="gap", columns="dice_left", values="bank_from")
    wide.columns = ["1 die", *(f"{n} dice" for n in wide.columns[1:])]
    return wide.iloc[::2].reset_index()


def _last_turn(report: Report, rules: Rules) -> None:
    from .race_plots import plot_banking_near_target, plot_last_turn

    report.heading("The last turn")
    chances = last_turn_table(rules)
    report.figure(
        "last_turn",
        lambda ax: plot_last_turn(chances, ax=ax),
        "The chance to win the last turn, by the points that are needed to tie (a tie counting as its share), exact.",
        chances,
    )
    few = chances[(chances["needed"] <= 500) | (chances["needed"] % 250 == 0)]
    report.table("last_turn", few, "The last turn by points needed to tie.", percent=("probability",))
    theirs = rules.target - rules.step
    mine = max(rules.target - BEFORE // rules.unit * rules.unit, 0)
    near = banking_table(mine, theirs, NEAR, rules, highest=rules.target - mine + PAST)
    turn = solve_race(rules).turn(start_at(mine, theirs, rules))
    exactly, short = turn.bank_value(rules.target - mine), turn.bank_value(theirs - mine)
    report.prose(
        f"Reaching the target hands the last turn to the other. With the other on {theirs:,}, banking exactly "
        f"{rules.target:,} wins {as_percent(exactly)}, stopping at {theirs:,} {as_percent(short)}."
        + (" So more points can be worth less, and banking on reaching the target is wrong." if short > exactly else "")
    )
    report.figure(
        "banking_near_target",
        lambda ax: plot_banking_near_target(near, ax=ax),
        f"What banking and rolling {NEAR} dice are worth by the score that banking gives, from {mine:,} against "
        f"{theirs:,}, exact.",
        near,
    )


def _policies(report: Report, rules: Rules) -> None:
    against = optimal_race() if rules.three_farkles is None else optimal_turn()  # else it takes minutes
    report.heading("Policies in the race")
    report.prose(
        f"Each against the {against.name}. A policy for one turn does not look at the scores; in the race it banks on "
        "reaching the target, and plays the last turn for the win like everybody."
    )
    caption = f"The chance to win against the {against.name}, beginning, going second, and the mean of both, exact."
    percent = ("begins", "goes_second", "mean")
    report.table("race_policies", matchup_table(rules, against), caption, percent=percent)
    with suppress(ValueError):  # no card was fitted to these rules
        lines = "\n".join(f"- {line.strip()}" for line in card_text(rules).splitlines()[1:])
        report.prose(f"The race card, to play by:\n\n{lines}")


def _length(report: Report, rules: Rules, n: int, seed: int) -> None:
    from .race_plots import plot_game_length

    report.heading("How long a game takes")
    lengths = game_length_table(rules, n, seed)
    mean = float((lengths["rounds"] * lengths["value"]).sum())
    square = float((lengths["rounds"] ** 2 * lengths["value"]).sum())
    error = (max(square - mean**2, 0.0) / n) ** 0.5
    rounds = Value(mean, error, n=n, seed=seed)
    report.prose(f"Two who play the optimal turn need {as_number(rounds, 'rounds')} in the mean.")
    report.figure(
        "game_length",
        lambda ax: plot_game_length(lengths, ax=ax),
        f"Rounds of a game of two who play the optimal turn: {n:,} games simulated with seed {seed}.",
        lengths,
    )
