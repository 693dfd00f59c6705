"""The strategy report of Sheriff of Nottingham: what to know before playing. Its tables: `bag_report` and
`games_report`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.answers import Value, as_number, as_percent
from tabletop_odds.chunks import MOST_GAMES
from tabletop_odds.settings import in_range

from .bag_report import (
    BEST_LEGAL,
    common_lie,
    equilibrium_table,
    hand_table,
    inspect_map_table,
    inspect_table,
    is_solved,
    lie_penalty,
    lie_table,
    price_table,
    smuggle_table,
)
from .games_report import score_table, sheriff_policies, table_policies, win_rate_table
from .king_counts import king_table
from .merchants import plentiful
from .rules import Rules, as_rules
from .strategy_tables import bag_equilibrium

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

PAIRED = 4  # Sheriffs are compared in so many times fewer games: they meet much the same luck
SEEN = 100  # games with a count of a good: below, it has no row among the Kings
ROTATED = 40  # a round robin plays so many times fewer games at each table than `score_table`


def strategy_report(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> Report:
    """The strategy report for one rule set: when to inspect, hands and markets, bribes and bags, equilibrium, games.

    `n` games a policy are simulated with `seed`, fewer of different Sheriffs and in the round robin; the rest is exact.
    Write it with `.write(folder)`. Raises ValueError for n below 2.

    >>> strategy_report(n=40).title
    'Sheriff of Nottingham: what to load, and when to inspect'
    """
    from tabletop_odds.report import Report

    rules, n = as_rules(rules), in_range("n", n, 2, MOST_GAMES)
    solved = is_solved(rules)
    report = Report(
        "Sheriff of Nottingham: what to load, and when to inspect",
        answer=_answer(rules, solved),
        how_sure="**Exact**: hands, markets, thresholds and prices; the equilibrium of one bag is solved to 1e-9. "
        f"**Simulated**: whole games, {n:,} a policy, the same luck for all ({_few(n):,} to compare Sheriffs), and "
        f"{_games(n):,} a table and rotation in the round robin. **Taken for granted**: players are simple, without "
        "promises or a memory of who lied before, so whole games show what habits are worth, not the best play.",
        seed=seed,
        n=n,
        rules=str(rules),
    )
    _inspecting(report, rules)
    _lies(report, rules)
    _hands(report, rules)
    if common_lie(rules) is not None:
        _smuggling(report, rules)
    report.heading("Equilibrium of one bag")
    if solved:
        _equilibrium(report, rules)
    else:
        report.prose("The one-bag game of this deck is too large to be solved here; its equilibrium is left out.")
    _scores(report, rules, n, seed)
    _kings(report, rules, n, seed)
    return report


def _few(n: int) -> int:
    return max(n // PAIRED, 2)


def _games(n: int) -> int:
    return max(n // ROTATED, 2)


def _answer(rules: Rules, solved: bool) -> str:
    thresholds = inspect_table(rules).set_index("cards")["one_false"]
    answer = (
        f"Inspect a bag of three cards only when you believe it false with more than {as_percent(thresholds[3])}, "
        f"a bag of five with more than {as_percent(thresholds[5])} (one false card in it, no bribe)"
    )
    if solved:
        found = bag_equilibrium(rules)
        answer += (
            f"; where neither side can be outwitted, {as_percent(found.lie_probability)} of bags are lies and "
            f"{as_percent(found.inspect_probability)} are inspected"
        )
    return f"{answer}."


def _inspecting(report: Report, rules: Rules) -> None:
    from .plots import plot_inspect_map

    good, penalty = plentiful(rules), lie_penalty(rules)
    found = inspect_map_table(rules)
    report.figure(
        "inspect_map",
        lambda ax: plot_inspect_map(found, ax=ax),
        f"Inspect when you believe the bag false with more than this chance (%), by the cards declared as {good} and "
        f"the bribe offered; one or two false cards of penalty {penalty} in a false bag. A dash: never; exact.",
        found,
    )


def _lies(report: Report, rules: Rules) -> None:
    report.heading("When to inspect")
    good, penalty = plentiful(rules), lie_penalty(rules)
    report.prose(
        "A true bag costs the Sheriff its penalties to open, a false one earns those of the false cards. So the more "
        "cards are declared, the surer you must be; the more false cards you expect, the less sure; and each gold "
        "offered counts like one more gold of fine. The table to carry:"
    )
    carried = inspect_table(rules)
    report.table(
        "inspect",
        carried,
        f"Inspect above this chance of a lie, by cards declared (as {good}) and false cards (penalty {penalty}) in a "
        "false bag, no bribe; fine: what a true bag costs to open.",
        percent=[name for name in map(str, carried.columns) if name.endswith("_false")],
    )
    lies = lie_table(rules)
    half = lies[lies["bluff"] == 0.5].set_index("cards")["value"]
    report.prose(
        f"How often is it a lie? Take a merchant who collects {good}, declares the truth when able, and bluffs every "
        f"second time when not: {as_percent(half[3])} of declarations of three are lies, {as_percent(half[4])} of "
        f"four, {as_percent(half[5])} of five."
    )
    caption = (
        f"The chance that a declaration of {good} is a lie, by cards and by how often the merchant bluffs when unable, "
        "market not watched; threshold: inspect above it, one false card, no bribe."
    )
    report.table("lies", lies, caption, percent=("bluff", "threshold", "value"))


def _hands(report: Report, rules: Rules) -> None:
    from .plots import plot_hand_odds

    report.heading("Hands and markets")
    hands = hand_table(rules)
    chances = hands.set_index(["good", "when", "at_least"])["value"]
    most = [as_percent(chances[BEST_LEGAL, when, 3]) for when in ("deal", "market")]
    report.prose(
        f"{most[0]} of hands hold three or more of some legal good, {most[1]} after a market in which every other card "
        f"(at most five) is replaced; four or more {as_percent(chances[BEST_LEGAL, 'market', 4])}, five "
        f"{as_percent(chances[BEST_LEGAL, 'market', 5])}."
    )
    report.figure(
        "hand_odds",
        lambda ax: plot_hand_odds(hands, ax=ax),
        f"The chance to hold at least so many cards, in percent, for a hand of {rules.hand_size}; right: after "
        "replacing the others from the draw pile. Contraband: all kinds together; exact.",
        hands,
    )


def _smuggling(report: Report, rules: Rules) -> None:
    report.heading("What to smuggle, and how much to bribe")
    found, card, good = smuggle_table(rules), common_lie(rules), plentiful(rules)
    row = next(row for row in found.to_dict("records") if row["false_card"] == card)
    report.prose(
        f"One {card} in a bag declared as five {good} beats a fifth {good} while fewer than "
        f"{as_percent(row['smuggle_5'])} of such bags are opened. Caught for sure, it costs "
        f"{as_number(row['bribe_sure'])} gold, the goods and the fine: the most to offer. A Sheriff who reasons the "
        "same way takes far less, since only the fine is to be won."
    )
    report.table(
        "smuggle",
        found,
        f"One card smuggled in a bag declared as {good}: its worth and penalty; smuggle while fewer bags of three, of "
        "five are inspected; the most gold to offer when an inspection is certain, or has chance 1/3.",
        percent=("smuggle_3", "smuggle_5"),
    )
    caption = (
        "The gold for which a Sheriff should pass, by cards declared and false cards in a false bag, where 50 % to "
        "100 % of such bags are lies; 0: pass without a bribe."
    )
    report.table("prices", price_table(rules), caption)


def _equilibrium(report: Report, rules: Rules) -> None:
    from .plots import plot_equilibrium

    found, frame = bag_equilibrium(rules), equilibrium_table(rules)
    report.prose(
        "One merchant with one hand as dealt, one bag, no market, no bribes that matter: each wants to gain more than "
        f"the other. The game is worth {as_number(found.value, 'gold')} to the merchant; "
        f"{as_percent(found.lie_probability)} of bags are lies, {as_percent(found.inspect_probability)} are inspected. "
        "Strategies are not unique: this is one of them. It is no equilibrium of the whole game, with markets, many "
        "bags to fill, and King and Queen to win: how it does there stands below."
    )
    caption = (
        "By good and cards declared: how often such a bag is a lie, how often it is inspected, and its share of all "
        "bags; solved to 1e-9."
    )
    report.figure("equilibrium", lambda ax: plot_equilibrium(frame, ax=ax), caption, frame)


def _scores(report: Report, rules: Rules, n: int, seed: int) -> None:
    from .games_plots import plot_scores, plot_win_rates

    report.heading("Whole games")
    scores = score_table(table_policies(rules), n, seed, rules)
    best = scores.iloc[0]
    honest = scores[scores["policy"] == table_policies(rules)[0].name].iloc[0]
    report.prose(
        "A policy is a merchant and a Sheriff: bluffers decide before the market to smuggle, so often, up to five "
        "cards; opportunists smuggle what the hand happens to hold where it pays at that rate of inspection; the "
        "Sheriff who doubts inspects where it gains against a merchant who bluffs every second time when unable to "
        f"tell the truth. Among opportunists who inspect 30 %, {best['policy']} scores most, "
        f"{as_number(_value(best, seed), 'points', sampled=False)}, honest merchants "
        f"{as_number(_value(honest, seed), 'points', sampled=False)}."
    )
    caption = f"Scores in one seat among opportunists who inspect 30 %, {n:,} games each, the same for all."
    report.figure("scores", lambda ax: plot_scores(scores, ax=ax), caption, scores)
    caption = (
        "The same as a table: mean score, quantiles, share of the win, and how much more than the honest merchant; "
        "_error columns are standard errors."
    )
    report.table("scores", scores, caption, percent=("win", "win_error"))
    sheriffs = score_table(sheriff_policies(rules), _few(n), seed, rules)
    caption = f"One merchant with different Sheriffs in that seat, {_few(n):,} games; more: than when inspecting 30 %."
    report.table("sheriffs", sheriffs, caption, percent=("win", "win_error"))
    games = _games(n)
    rates = win_rate_table(None, games, seed, rules)
    top = rates.iloc[0]
    report.prose(
        f"All against all, {top['policy']} has the highest share of the win, "
        f"{as_percent(_value(top, seed), sampled=False)}, where {as_percent(1 / rules.players)} is even."
    )
    caption = f"The share of the win over all tables of these policies, {games:,} games in every rotation of the seats."
    report.figure("win_rates", lambda ax: plot_win_rates(rates, ax=ax), caption, rates)
    report.table("win_rates", rates.drop(columns="players"), "The same as a table.", percent=("value",))


def _kings(report: Report, rules: Rules, n: int, seed: int) -> None:
    from .games_plots import plot_king_race

    report.heading("King and Queen")
    honest = table_policies(rules)[0]
    kings = king_table([honest] * rules.players, n, seed=seed, rules=rules, progress=False)
    kings = kings[(kings["n"] >= SEEN) & (kings["count"] > 0)]
    if kings.empty:
        report.prose("Too few games were simulated to say who becomes King with how many.")
        return
    lines = []
    for good, part in kings.groupby("good", sort=False):
        likely = part[part["value"] >= 0.5]
        if len(likely):
            row = likely.iloc[0]
            chance = as_percent(_value(row, seed), sampled=False)
            lines.append(f"- {good}: {row['count']} copies are King, alone or tied, in {chance} of games.")
    report.prose("The fewest copies that make a King more often than not, all merchants honest:\n\n" + "\n".join(lines))
    caption = f"The chance to be King, alone or tied, by the own copies at the end, {n:,} games of honest merchants."
    report.figure("king_race", lambda ax: plot_king_race(kings, ax=ax), caption, kings)
    caption = "The same as a table; n: games that ended with so many, of one seat."
    report.table("kings", kings, caption, percent=("value",))


def _value(row: pd.Series, seed: int) -> Value:
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)
