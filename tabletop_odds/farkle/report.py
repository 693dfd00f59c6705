"""Farkle's tables, and the strategy report that prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.answers import as_number, as_percent

from .odds import odds_rows, roll_classes, total_weight
from .offers import reach_probability, turns_to_open
from .optimal import bank_thresholds, optimal_turn, solve_turn
from .policies import Policy, bank_at, thresholds
from .rules import Rules, State, as_rules, must_roll
from .turns import rolls_per_turn, turn_distribution, turn_value

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report


def odds_table(rules: Rules | None = None) -> pd.DataFrame:
    """One row a number of dice: dice_left, bust, hot_dice (probabilities), mean_best_score (points); exact.

    >>> odds_table().columns.tolist()
    ['dice_left', 'bust', 'hot_dice', 'mean_best_score']
    """
    import pandas as pd

    return pd.DataFrame(odds_rows(rules)).astype({"bust": float, "hot_dice": float, "mean_best_score": float})


def bank_table(rules: Rules | None = None) -> pd.DataFrame:
    """From what turn total to bank: dice_left, bank_from (missing: always roll), bust, start_value; exact.

    `start_value` is the value of rolling that many dice with nothing at risk.

    >>> bank_table()["bank_from"].tolist()
    [250, 250, 400, 1000, 2900, <NA>]
    """
    import pandas as pd

    rules = as_rules(rules)
    limits, solved = bank_thresholds(rules), solve_turn(rules)
    rows = [
        {
            "dice_left": row["dice_left"],
            "bank_from": limits.get(int(row["dice_left"])),
            "bust": float(row["bust"]),
            "start_value": solved.roll_value(State(0, int(row["dice_left"]))),
        }
        for row in odds_rows(rules)
    ]
    return pd.DataFrame(rows).astype({"bank_from": "Int64"})


def bank_map_table(rules: Rules | None = None, highest: int = 3500) -> pd.DataFrame:
    """Points that rolling gains over banking in every state: turn_total, dice_left, margin (missing: must roll); exact.

    >>> frame = bank_map_table()
    >>> frame[(frame.turn_total == 450) & (frame.dice_left == 2)].margin.round(2).tolist()
    [-109.77]
    """
    import pandas as pd

    rules = as_rules(rules)
    solved = solve_turn(rules)
    rows = []
    for turn_total in range(rules.unit, highest + 1, rules.unit):
        for n in range(1, rules.dice + 1):
            state = State(turn_total, n)
            forced = must_roll(state, rules) is not None
            margin = float("nan") if forced else solved.roll_value(state) - turn_total
            rows.append({"turn_total": turn_total, "dice_left": n, "margin": margin})
    return pd.DataFrame(rows)


def turn_total_table(policy: Policy | None = None, rules: Rules | None = None, highest: int = 3000) -> pd.DataFrame:
    """The points that a turn banks: turn_total, exactly, at_least, at_most (probabilities); 0 is a farkle; exact.

    >>> turn_total_table().round(4).iloc[0].tolist()
    [0.0, 0.206, 1.0, 0.206]
    """
    import pandas as pd

    rules = as_rules(rules)
    distribution = turn_distribution(policy, rules)
    rows = [
        {
            "turn_total": total,
            "exactly": distribution[total],
            "at_least": float(distribution.at_least(total)),
            "at_most": float(distribution.at_most(total)),
        }
        for total in range(0, highest + 1, rules.unit)
    ]
    return pd.DataFrame(rows)


def hard_keeps_table(rules: Rules | None = None, most: int = 12) -> pd.DataFrame:
    """First rolls where keeping the most points is dearest: keep, instead_of, cost (points), probability; exact.

    Rolls that offer the same keeps share a row, named by their scoring dice; the rows that cost most a game come first.

    >>> hard_keeps_table()["keep"].tolist()[0]
    'keep 1, roll 5'
    """
    import pandas as pd

    rules = as_rules(rules)
    solved, start = solve_turn(rules), State(0, rules.dice)
    rows = []
    for weight, keeps, _ in roll_classes(rules.dice, rules):
        if len(keeps) < 2:
            continue
        values = [solved.after(start, keep.points, keep.dice_left) for keep in keeps]
        cost = max(values) - values[0]
        if cost <= 0:
            continue
        best = keeps[values.index(max(values))]
        chance = weight / total_weight(rules.dice, rules)
        scoring = " ".join(map(str, max(keeps, key=lambda k: len(k.dice)).dice))
        kept = f"keep {' '.join(map(str, best.dice))}, roll {best.dice_left}"
        most_points = f"{' '.join(map(str, keeps[0].dice))} for {keeps[0].points:,}"
        row = {"scoring_dice": scoring, "keep": kept, "instead_of": most_points, "cost": cost, "probability": chance}
        rows.append(row)
    columns = ["scoring_dice", "keep", "instead_of", "cost", "probability"]
    frame = pd.DataFrame(rows, columns=columns)
    order = (frame["cost"] * frame["probability"]).sort_values(ascending=False, kind="stable").index
    return frame.loc[order].head(most).reset_index(drop=True)


def reach_table(rules: Rules | None = None, points: tuple[int, ...] = (300, 350, 400, 500, 1000, 2000)) -> pd.DataFrame:
    """The greatest chance of banking at least so much in one turn: points, probability, turns (mean until then); exact.

    >>> reach_table().round(4).iloc[3].tolist()
    [500.0, 0.5183, 1.9294]
    """
    import pandas as pd

    rules = as_rules(rules)
    rows = [
        {"points": x, "probability": reach_probability(x, rules).value, "turns": turns_to_open(x, rules).value}
        for x in points
    ]
    return pd.DataFrame(rows)


def named_policies(rules: Rules) -> list[Policy]:
    """The policies that the report compares: simple ones, a card of bank-from numbers, and the optimal turn."""
    best_most = bank_thresholds(rules)
    card = {n: points for n, points in best_most.items() if n < rules.dice}
    return [
        bank_at(300),
        bank_at(300, keep="best"),
        bank_at(500),
        bank_at(500, keep="best"),
        thresholds(card, keep="most"),
        optimal_turn(keep="most"),
        optimal_turn(),
    ]


def strategy_report(rules: Rules | None = None, n: int = 200_000, seed: int = 1) -> Report:
    """Farkle's strategy report for one rule set: when to bank, what to keep, the odds, policies compared, the race.

    `n` turns a policy, and `n` games, are simulated with `seed`; the rest is exact. Write it with `.write(folder)`.

    >>> strategy_report(Rules(exact_target=True), n=1000).title
    'Farkle: when to bank and what to keep'
    """
    from tabletop_odds.report import Report

    from .plots import plot_bank_map, plot_policies, plot_roll_odds, plot_turn_total
    from .race_report import add_race
    from .simulate import compare

    rules = as_rules(rules)
    optimal = optimal_turn()
    limits = bank_thresholds(rules)
    shown = ", ".join(f"{points:,} with {k}" for k, points in limits.items())
    value = turn_value(optimal, rules)
    answer = f"Bank from {shown} dice left: {as_number(value, 'points')} a turn in the long run, exact."
    comparison = compare(named_policies(rules), n, seed=seed, rules=rules, progress=False)
    compared = comparison.to_frame()
    report = Report("Farkle: when to bank and what to keep", answer=answer, seed=seed, n=n, rules=str(rules))
    bank_map = bank_map_table(rules)
    report.figure(
        "bank_map",
        lambda ax: plot_bank_map(bank_map, ax=ax),
        "What rolling gains over banking, in points, by turn total and dice left. "
        "Below the marked totals roll again, from there on bank.",
        bank_map,
    )
    off = ((compared["value"] - compared["exact"]).abs() / compared["standard_error"]).max()
    report.how_sure = (
        "**Exact**, by enumeration of all rolls and a solved recursion: odds, what to keep, when to bank, and the "
        f"race, where it is solved. **Simulated**: {n:,} turns a policy, the same luck for all, and as many games for "
        f"their length. Turns check the exact values: the farthest of {len(compared)} is {off:.1f} standard errors "
        "off. **Taken for granted**: the most points a turn in the long run, and in the race two players who both play "
        "to win."
    )
    report.heading("The card")
    report.table("bank_from", bank_table(rules), "From what turn total to bank, by dice left.", percent=("bust",))
    report.heading("What to keep")
    report.prose(
        "The most points are often not the best keep: dice that are rolled again are worth more than a single 5. "
        "These first rolls cost a player most who always takes the most points."
    )
    hard = hard_keeps_table(rules)
    report.table("what_to_keep", hard, "First rolls where the most points are wrong.", percent=("probability",))
    report.heading("Odds of one roll")
    odds = odds_table(rules)
    report.figure(
        "roll_odds", lambda ax: plot_roll_odds(odds, ax=ax), "Farkle and hot dice by number of dice rolled.", odds
    )
    report.table("odds", odds, "Farkle, hot dice and mean best score of one roll.", percent=("bust", "hot_dice"))
    report.heading("What a turn brings")
    totals = turn_total_table(optimal, rules)
    farkle = turn_distribution(optimal, rules)[0]
    report.prose(
        f"Under the optimal turn {as_percent(farkle)} of turns end in a farkle, "
        f"after {as_number(rolls_per_turn(optimal, rules))} rolls in the mean."
    )
    report.figure(
        "turn_total", lambda ax: plot_turn_total(totals, ax=ax), "Points that one turn banks, optimal turn.", totals
    )
    report.table(
        "reach",
        reach_table(rules),
        "The greatest chance of banking at least so many points in one turn, and the mean number of turns until then.",
        percent=("probability",),
    )
    report.heading("Policies compared")
    report.figure(
        "policies", lambda ax: plot_policies(compared, ax=ax), "Points a turn by policy, simulated and exact.", compared
    )
    report.table("policies", compared, "Points a turn by policy.")
    report.table("differences", comparison.differences(), "Paired differences to the best policy, in points a turn.")
    add_race(report, rules, n, seed)
    return report
