"""Roo's exact tables, and the strategy report that prints them beside those of `games_report`."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from tabletop_odds.answers import Value, as_number, as_percent, value_frame

from .completable import cells_reached, warning
from .dealing import dealt_side
from .first_odds import deal_race_odds, first_probabilities
from .games_report import alone_table, completion_table, few, win_rate_table
from .odds import deal_completion_probability, deal_turns_distribution, expected_turns, race_law_holds
from .odds import turns_distribution as race_turns
from .policies import two_turn_lookahead
from .rules import Rules, as_rules
from .state import State

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

LAW = "race law"
SEATED = 8  # a report plays so many times fewer games in each rotation of the seats than alone


def board_table(state: State | None = None, rules: Rules | None = None) -> pd.DataFrame:
    """One row a cell and a card in hand: player, place ("board", "hand"), row, column, colour, card, target (or "").

    `state=None`: a deal. Hands stand below the board, as many cards a row as the board has columns.

    >>> board_table().query("target != ''")["target"].tolist()[:3]
    ['B4', 'G2', 'Y2']
    """
    import pandas as pd

    from tabletop_odds.streams import Stream

    rules = as_rules(rules)
    if state is None:
        state = State(tuple(dealt_side(rules, Stream.of(1, 0, seat, 0))[0] for seat in range(rules.players)))
    rows: list[tuple[Any, ...]] = []
    for player, side in enumerate(state.sides, 1):
        wanted = dict(zip(rules.target_cells, side.targets, strict=True))
        for cell, card in zip(rules.cells, side.board, strict=True):
            rows.append((player, "board", *cell, rules.colour_of(cell), card, wanted.get(cell, "")))
        for i, card in enumerate(side.hand):
            rows.append((player, "hand", rules.size + i // rules.size, i % rules.size, "", card, ""))
    return pd.DataFrame(rows, columns=["player", "place", "row", "column", "colour", "card", "target"])


def reach_table(rules: Rules | None = None) -> pd.DataFrame:
    """One row a number and cell: number, row, column, target (is it a target cell), reach: how a card comes there.

    "hand": straight from the hand; "slides": only by slides after that; "never". On an empty board, exact.

    >>> reach_table().query("target")["reach"].unique().tolist()
    ['hand']
    """
    import pandas as pd

    rules = as_rules(rules)
    rows = []
    for number in rules.numbers:
        found = cells_reached(number, rules)
        for cell in rules.cells:
            reach = "hand" if cell in found.from_hand else "slides" if cell in found.by_slides else "never"
            rows.append((number, *cell, cell in rules.target_cells, reach))
    return pd.DataFrame(rows, columns=["number", "row", "column", "target", "reach"])


def law_table(rules: Rules | None = None, turns: int = 20) -> pd.DataFrame:
    """The race law from the deal: policy, turns, and the chance to be complete by then as value columns, exact.

    Raises ValueError where the law does not hold from the deal.

    >>> law_table().query("turns == 13")["value"].tolist()
    [0.8125]
    """
    rules = as_rules(rules)
    chances = [(t, Value.exactly(deal_completion_probability(t, rules))) for t in range(turns + 1)]
    return value_frame([{"policy": LAW, "turns": t, "value": value} for t, value in chances], ["policy", "turns"])


def race_table(rules: Rules | None = None) -> pd.DataFrame:
    """Racing from the deal by the targets not in hand: unseen, deals (the chance of it), complete, turns (the mean of
    those that complete); exact.

    Raises ValueError where the race law does not hold from the deal.

    >>> race_table().round(4).iloc[-1].tolist()
    [3.0, 0.2946, 0.7273, 11.25]
    """
    import pandas as pd

    rules = as_rules(rules)
    deal_turns_distribution(rules)  # whether the law holds
    targets, cards = len(rules.target_cells), len(rules.cards)
    pile = cards - rules.hand_size
    rows = []
    for unseen in range(targets + 1):
        turns = race_turns(pile, unseen, targets, rules)
        deals = comb(pile, unseen) * comb(rules.hand_size, targets - unseen) / comb(cards, targets)
        complete = float(1 - turns.fraction("above"))
        rows.append((unseen, deals, complete, float(expected_turns(turns)) if complete else None))
    return pd.DataFrame(rows, columns=["unseen", "deals", "complete", "turns"])


def first_table(rules: Rules | None = None) -> pd.DataFrame:
    """Who of two racers completes first after the deal, me to begin, by the targets that each has not in hand.

    mine, theirs (targets unseen); first (I alone), second (they alone), together (both in one round), neither; exact.
    Raises ValueError as `first_probabilities`.

    >>> first_table().query("mine == 1 and theirs == 1")["first"].round(4).tolist()
    [0.4545]
    """
    import pandas as pd

    rules = as_rules(rules)
    targets, pile = len(rules.target_cells), len(rules.cards) - rules.hand_size
    unseen = range(min(targets, pile) + 1)
    sides = [((pile, mine, targets), (pile, theirs, targets)) for mine in unseen for theirs in unseen]
    rows = [(me[1], they[1], *map(float, first_probabilities(me, they, rules))) for me, they in sides]
    return pd.DataFrame(rows, columns=["mine", "theirs", "first", "second", "together", "neither"])


def ends_table(rules: Rules | None = None) -> pd.DataFrame:
    """How a game of racers ends: what, and its chance as value columns, exact.

    Raises ValueError as `deal_race_odds`.

    >>> ends_table().set_index("what")["value"].round(4).to_dict()["nobody is complete"]
    0.0352
    """
    odds = deal_race_odds(rules)
    rows = [(f"player {seat} alone is complete", p) for seat, p in enumerate(odds.alone, 1)]
    rows += [("several are complete", odds.together)] if len(odds.alone) > 1 else []
    rows += [("nobody is complete", odds.pile_out)]
    return value_frame([{"what": what, "value": Value.exactly(p)} for what, p in rows], ["what"])


def strategy_report(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> Report:
    """Roo's strategy report for one reading of the rules: the race, the board, policies alone and against each other.

    `n` games a policy are simulated with `seed`; what the race law says is exact. Write it with `.write(folder)`.

    >>> strategy_report(Rules.small(2), n=200).title
    'Roo: race, and how far that carries'
    """
    from tabletop_odds.report import Report

    from .plots import plot_completion

    rules = as_rules(rules)
    report = Report("Roo: race, and how far that carries", seed=seed, n=n, rules=str(rules))
    alone, curves = alone_table(None, rules, n, seed), completion_table(None, rules, n, seed)
    rates = win_rate_table(rules, max(n // SEATED, 2), seed) if rules.players > 1 else None
    law = race_law_holds(rules)
    report.answer = _answer(rules, alone, rates, law, seed)
    if law:
        import pandas as pd

        curves = pd.concat([curves, law_table(rules, int(curves["turns"].max()))], ignore_index=True)
    report.figure(
        "completion",
        lambda ax: plot_completion(curves, ax=ax),
        f"The chance to be complete by each turn, alone, by policy; {_games(n)}, shaded: 95 % intervals"
        + ("; dots: the race law, exact." if law else "."),
        curves,
    )
    report.how_sure = (
        "**Exact**, by counting: the race law where it holds, who of several racers is first, and which cells can be "
        f"reached. **Simulated**: the policies, {_games(n)} alone, the same luck for all. **Taken for granted**: no "
        "source settles the rules, and this is one reading of a text that contradicts itself; and policies are named "
        "ones, so better ones may be found."
    )
    if text := warning(rules):
        report.prose(f"**{text[0].upper()}{text[1:]}, exact.**")
    _board(report, rules)
    if law:
        _race(report, rules)
    report.heading("Alone")
    caption = f"Alone, by policy: the share of games completed, and the penalty at the end of all; {_games(n)}."
    report.table("alone", alone, caption, percent=("value",))
    if rates is not None:
        _against(report, rates, max(n // SEATED, 2))
    return report


def _board(report: Report, rules: Rules) -> None:
    from .plots import plot_board, plot_reach

    report.heading("The board")
    dealt, reach = board_table(None, rules), reach_table(rules)
    caption = "A deal: boards, targets and hands; a cell shows the letter of its colour."
    report.figure("board", lambda ax: plot_board(dealt, ax=ax), caption, dealt)
    caption = "The cells that a card of each number can land on, on an empty board, exact."

    def draw(ax: Any) -> None:
        ax.figure.set_size_inches(7, 2.7)
        plot_reach(reach, ax=ax)

    report.figure("reach", draw, caption, reach)
    lost = reach[reach["target"] & (reach["reach"] == "never")]
    if len(lost):
        numbers = ", ".join(f"a {number}" for number in sorted(set(lost["number"])))
        report.prose(f"Some target cells are out of reach for {numbers}.")


def _race(report: Report, rules: Rules) -> None:
    report.heading("The race")
    text = "A turn places one target or draws one card, so racing takes as many turns as there are targets to place, "
    text += "and the draws until the last of them has come."
    if rules.pile_out != "reshuffle":
        text += (
            " With n cards in the pile, j unseen targets among them and u to place, it succeeds with chance 1 - j/n, "
            "and then takes u + jn/(j + 1) turns in the mean: the last card comes too late."
        )
    report.prose(text)
    caption = "Racing from the deal, by the targets not in hand: the chance of that deal, of completing, and the mean "
    report.table("race", race_table(rules), f"{caption}turns of those that complete; exact.", ("deals", "complete"))
    if rules.players == 1 or rules.pile_out in ("own_only", "all"):
        return
    caption = f"How a game of {rules.players} racers ends, from the deal."
    report.table("ends", ends_table(rules), caption, percent=("value",))
    if rules.players == 2:
        ways = first_table(rules)
        caption = "Who of two racers is complete first, I to begin, by the targets that each has not in hand; exact."
        report.table("first", ways, caption, percent=("first", "second", "together", "neither"))


def _against(report: Report, rates: pd.DataFrame, n: int) -> None:
    from .plots import plot_win_rates

    report.heading("Against others")
    caption = f"The share of the win by policy; {_games(n)}, in every rotation of the seats."
    report.figure("win_rates", lambda ax: plot_win_rates(rates, ax=ax), caption, rates)
    report.table("win_rates", rates.drop(columns="players"), "The same as a table.", percent=("value",))


def _games(n: int) -> str:
    """How many games were played, in words."""
    fewer = few(two_turn_lookahead(), n)
    return f"{n:,} games each" + (f" ({fewer:,} with the two-turn lookahead)" if fewer < n else "")


def _answer(rules: Rules, alone: pd.DataFrame, rates: pd.DataFrame | None, law: bool, seed: int) -> str:
    """The sentence that the report opens with."""
    text = "Race: place a target whenever you hold one, and else discard a card that is none; alone that completes "
    if law:
        turns = deal_turns_distribution(rules)
        text += f"{as_percent(1 - turns.fraction('above'))} of deals, exact, "
        text += f"in {as_number(expected_turns(turns), 'turns')} in the mean of those"
    else:
        text += f"{as_percent(_value(alone[alone['policy'] == 'greedy racer'].iloc[0], seed))} of games"
    if rates is not None:
        best = rates.iloc[0]
        text += f", and of the policies here the {best['policy']} wins most, "
        text += f"{as_percent(_value(best, seed))} against {'the ' * (rules.players == 2)}{best['versus']}"
    return f"{text}."


def _value(row: pd.Series[Any], seed: int) -> Value:
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)
