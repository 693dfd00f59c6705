"""Can't Stop's tables, and the strategy report that prints them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from tabletop_odds.answers import Value, as_number, as_percent

from .columns import column_table, space_table
from .fitted import fitted_play, is_fitted
from .odds import best_columns
from .optimal import expected_turns, is_solvable, optimal_play, win_probability
from .policies import Policy, best_turn_for, bust_limit, glenn_aloi, linear_weights, roll_times, rule_of_28
from .potentials import squares
from .rules import Rules, as_rules
from .stopping import stop_at, stop_steps_table, stopping_table

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

FEW = 300  # games of a policy that solves every turn, at least; a hundred of them take about two seconds
LARGEST = 200_000  # placements of the runners: on larger boards nothing is solved for a report
POSITIONS = 50_000  # of a board for two that is solved for a report
OFFICIAL_SIDES = 6  # the named heuristics have weights for eleven columns
SAFEST = 12
ROTATED = 4  # a report plays so many times fewer games in each rotation of the seats than alone


def board_table(rules: Rules | None = None) -> pd.DataFrame:
    """One row a space a marker can stand on: column, length, from_space (0: none yet), top_probability, expected_turns.

    The chance to top the column this turn, and the fewest turns to top it, expected; exact. Raises ValueError as
    `top_probability`.

    >>> board_table().query("column == 2")["top_probability"].round(4).tolist()
    [0.0613, 0.1372, 0.2833]
    """
    import pandas as pd

    rules = as_rules(rules)
    parts = []
    for column in rules.columns:
        spaces = space_table(column, rules)
        spaces.insert(0, "column", column)
        spaces.insert(1, "length", rules.length(column))
        parts.append(spaces)
    return pd.concat(parts, ignore_index=True)


def turns_table(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> pd.DataFrame:
    """Turns to win alone, fewest first: policy, value, standard_error, low, high, n, exact (missing where unknown).

    n games a policy, the same for all; of policies that solve every turn few, at least 300 and one in 250.

    >>> turns_table(Rules.small(2, 2), n=200)["policy"].tolist()[-1]
    'roll once'
    """
    import pandas as pd

    from .simulate import compare

    rules = replace(as_rules(rules), players=1)
    frames = [compare(heuristics(rules), n, seed=seed, rules=rules, progress=False).to_frame()]
    if _placements(rules) <= LARGEST:
        solved = compare(solvers(rules), few(n), seed=seed, rules=rules, progress=False).to_frame()
        if is_solvable(rules):
            solved.loc[solved["policy"] == "optimal", "exact"] = expected_turns(rules=rules).value
        frames.append(solved)
    return pd.concat(frames).sort_values("value", kind="stable").reset_index(drop=True)


def win_rate_table(rules: Rules | None = None, n: int = 25_000, seed: int = 1) -> pd.DataFrame:
    """Policies against each other: policy, players, versus, and the share of the win as value columns.

    Every table of policies plays n games in every rotation of the seats, of which three and four players have the mean
    over all tables; the best policy that solves every turn plays half as many games as in `turns_table`, against the
    best and the weakest others. Raises ValueError for one player.

    >>> rates = win_rate_table(Rules.small(2, 1, players=2, columns_to_win=2), n=200)
    >>> rates.columns.tolist()[:4]
    ['policy', 'players', 'versus', 'value']
    """
    import pandas as pd

    from .simulate import round_robin

    rules = as_rules(rules)
    if rules.players == 1:
        raise ValueError("players=1: nobody to win against; see turns_table")
    fast, pairs, seats = heuristics(rules), rules.players == 2, rules.players - 1
    everybody = round_robin(fast, n, seed=seed, rules=rules, progress=False)
    frames = [everybody.to_frame() if pairs else everybody.ranking_frame().assign(versus="all others")]
    order = [name for name, _ in everybody.ranking]
    ranked = sorted(fast, key=lambda policy: order.index(policy.name))
    for policy in [] if _placements(rules) > LARGEST else solvers(rules)[-1:]:
        order.insert(0, policy.name)
        for others, words in ((ranked[:seats], "the best others"), (ranked[-seats:], "the weakest others")):
            table = [policy, *others]
            rows = round_robin(table, max(few(n) // 2, 1), seed=seed, rules=rules, progress=False).to_frame()
            frames.append(rows if pairs else rows[rows["policy"] == policy.name].assign(versus=words))
    frame = pd.concat(frames, ignore_index=True)
    frame.insert(1, "players", rules.players)
    frame.insert(2, "versus", frame.pop("versus"))
    return frame.sort_values("policy", key=lambda names: names.map(order.index), kind="stable").reset_index(drop=True)


def heuristics(rules: Rules) -> list[Policy]:
    """The policies that play fast: the named ones on a board of eleven columns, simple ones on others.

    >>> [policy.name for policy in heuristics(Rules.small(3, 1))][:2]
    ['roll once', 'roll 2 times']
    """
    if rules.dice_sides != OFFICIAL_SIDES:
        return [roll_times(1), roll_times(2), roll_times(4), bust_limit(0.2), bust_limit(0.4)]
    if rules.players > 1:
        return [linear_weights(stop_at_top=True), glenn_aloi(stop_at_top=True), linear_weights(), rule_of_28()]
    return [heuristic(stop) for heuristic in (rule_of_28, glenn_aloi, linear_weights) for stop in (False, True)]


def solvers(rules: Rules) -> list[Policy]:
    """The policies that solve every turn, the best last: for squares of progress; by fitted values or a solved board.

    >>> [policy.name for policy in solvers(Rules.small(3, 1))]
    ['best turn for squares of progress', 'optimal']
    """
    found = [best_turn_for(squares())]
    if is_fitted(rules):
        found.append(fitted_play(min(rules.players, 2)))
    elif is_solvable(rules, None if rules.players == 1 else POSITIONS):
        found.append(optimal_play(rules))
    return found


def few(n: int) -> int:
    """How many games are played where n are asked for and a policy solves every turn.

    >>> few(100), few(1_000_000)
    (100, 4000)
    """
    return min(n, max(FEW, n // 250))


def _placements(rules: Rules) -> int:
    """The placements of all runners, as many as a turn has to look at."""
    return sum(map(prod, combinations(rules.column_lengths, rules.runners)))


def strategy_report(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> Report:
    """Can't Stop's strategy report for one rule set: columns, runners, when to stop, policies alone and against others.

    `n` games a policy are simulated with `seed`, fewer of those that solve every turn; the rest is exact. Write it with
    `.write(folder)`.

    >>> strategy_report(Rules.small(2, 1), n=200).title
    "Can't Stop: which columns, and when to stop"
    """
    from tabletop_odds.report import Report

    rules = as_rules(rules)
    report = Report("Can't Stop: which columns, and when to stop", seed=seed, n=n, rules=str(rules))
    solvable = _placements(rules) <= LARGEST
    ((safest, success),) = best_columns(rules.runners, rules, 1)
    answer = f"The safest runners, on {', '.join(map(str, safest))}, survive {as_percent(success)} of rolls"
    if solvable:
        answer += f": from an empty board stop there at {stop_at(safest, rules)[0]} steps"
    report.answer = f"{answer}.{_top_gain(rules, n, seed)}"
    if solvable:
        _columns(report, rules)
    report.how_sure = (
        "**Exact**, by enumeration of all rolls and backward recursion: odds, columns, and when to stop. "
        f"**Simulated**: turns to win and shares of the win, alone {n:,} games a policy, the same luck for all, and at "
        f"most {few(n):,} where a policy solves every turn it plays. **Taken for granted**: when to stop is what "
        "brings most progress this turn, where a step is worth 1 / length of its column; the other "
        "players do not matter to it."
    )
    if is_fitted(rules):
        report.how_sure += " Fitted values are close to the best play, not proved to be it."
    if solvable:
        _runners(report, rules)
    else:
        report.prose("This board is too large to solve turns on: columns, stopping and the best turn are left out.")
    _alone(report, rules, n, seed)
    if rules.players > 1:
        _against(report, rules, n, seed)
    return report


def _columns(report: Report, rules: Rules) -> None:
    from .plots import plot_board

    board = board_table(rules)
    report.figure(
        "board",
        lambda ax: plot_board(board, ax=ax),
        "The chance to top each column this turn, going only for it, by the space of the marker (dotted: no marker "
        "yet; dark: the top, with the column's number), exact.",
        board,
    )
    columns = column_table(rules)
    cheapest, dearest = (columns.loc[columns["expected_turns"].agg(pick)] for pick in ("idxmin", "idxmax"))
    report.heading("Columns")
    report.prose(
        f"Column {cheapest['column']:.0f} takes {as_number(cheapest['expected_turns'], 'turns')} in the mean for a "
        f"player who goes only for it, column {dearest['column']:.0f} {as_number(dearest['expected_turns'], 'turns')}."
    )
    caption = (
        "Each column: chance that a roll offers it, chance to top it in one turn, turns to top it, from the bottom."
    )
    report.table("columns", columns, caption, percent=("success", "top_probability"))


def _runners(report: Report, rules: Rules) -> None:
    from .plots import plot_stopping, plot_triples

    report.heading("Runners, and when to stop")
    steps = stop_steps_table(rules)
    if rules.runners == 3:
        report.figure(
            "triples",
            lambda ax: plot_triples(steps, ax=ax),
            "Busts of the next roll, by the columns of the three runners, none at its top: dark the middle one of the "
            "three, at the edges the lower and the higher one; exact. The CSV has the steps to stop at as well.",
            steps,
        )
    names = [*"abcd"[: rules.runners]]
    safest = steps.sort_values(["bust", *names], kind="stable").head(SAFEST)
    report.prose(
        "One number to remember for each set of runners: stop when they have gone so many steps together, first spaces "
        "included. It is the best such number for expected progress, where a step is worth 1 / length of its column, "
        "from an empty board. Against the best turn, which looks where every runner stands, it costs at most "
        f"{as_number(safest['cost'].max(), 'columns')} with the runners below."
    )
    caption = (
        "The safest runners: bust, steps to stop at, progress of that and of the best turn (columns), what is lost."
    )
    report.table("stop_at", safest, caption, percent=("bust",))
    if rules.runners == 3:
        columns = best_columns(3, rules, 1)[0][0]
        frontier, on = stopping_table(columns, rules), ", ".join(map(str, columns))
        report.figure(
            "stopping",
            lambda ax: plot_stopping(frontier, ax=ax),
            f"When the best turn stops with runners on {on}: the number is the space of the runner in "
            f"column {columns[1]} from which stopping is best (1: at once, -: never), exact.",
            frontier,
        )


def _alone(report: Report, rules: Rules, n: int, seed: int) -> None:
    from .plots import plot_turns_to_win

    report.heading("Alone")
    turns = turns_table(rules, n, seed)
    best = turns.iloc[0]
    shown = Value(best["value"], best["standard_error"], n=int(best["n"]), seed=seed)
    text = f"The best policy here, {best['policy']}, wins alone in {as_number(shown, 'turns')}."
    if turns["exact"].notna().any():
        text += f" The fewest that any policy can need is {as_number(turns['exact'].min(), 'turns')}, exact."
    report.prose(text)
    caption = f"Turns to win alone by policy, {n:,} games each, {few(n):,} where every turn is solved."
    report.figure("turns_to_win", lambda ax: plot_turns_to_win(turns, ax=ax), caption, turns)
    report.table("turns_to_win", turns.dropna(axis=1, how="all"), "The same as a table.")


def _top_gain(rules: Rules, n: int, seed: int) -> str:
    """What stopping at a top is worth to the Rule of 28, in a sentence."""
    from .simulate import compare

    if rules.dice_sides != OFFICIAL_SIDES:
        return ""
    plain, stops = rule_of_28(), rule_of_28(stop_at_top=True)
    (pair,) = compare([plain, stops], n, seed=seed, rules=rules, progress=False).pairs
    what, worth = "saves" if pair["policy"] == plain.name else "costs", as_number(pair["value"], "turns")
    return f" Alone, stopping as soon as a column is topped, all runners out, {what} the Rule of 28 {worth}."


def _against(report: Report, rules: Rules, n: int, seed: int) -> None:
    from .plots import plot_win_rates

    report.heading("Against others")
    if is_solvable(rules, POSITIONS):
        report.prose(f"Both playing best, the first player wins {as_percent(win_probability(rules=rules))}, exact.")
    games = max(n // ROTATED, 1)
    rates = win_rate_table(rules, games, seed)
    caption = f"The share of the win by policy, each table in every rotation of the seats, {games:,} games a rotation"
    caption += f" ({few(games) // 2:,} with {rates['policy'].iloc[0]})." if rates["n"].nunique() > 1 else "."
    report.figure("win_rates", lambda ax: plot_win_rates(rates, ax=ax), caption, rates)
    report.table("win_rates", rates.drop(columns="players"), "The same as a table.", percent=("value",))
