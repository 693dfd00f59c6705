"""Tables of hands and of single bags of Sheriff of Nottingham: exact, those of the solved one-bag game to 1e-9."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tabletop_odds.answers import Value, value_frame

from .bag_game import count_hands, deal_of
from .chase_odds import chase_distribution
from .decisions import indifferent_bribe, inspect_threshold, most_bribe, smuggle_threshold
from .lie_odds import TruthElseBluff, lie_probability
from .merchants import plentiful
from .odds import hand_distribution, some_good_distribution
from .rules import BAG_LIMIT, Rules, as_rules
from .strategy_tables import bag_equilibrium

if TYPE_CHECKING:
    import pandas as pd

BEST_LEGAL = "best legal good"
MOST_SOLVED = 45_000  # hands of a one-bag game that is solved for a report: ten seconds
CARDS = range(1, BAG_LIMIT + 1)
PRICED = (50, 75, 90, 100)  # percent of bags that are lies
NUMBERS = ("one", "two", "three", "four", "five")


def common_lie(rules: Rules | None = None) -> str | None:
    """The good to be smuggled of which the deck has most cards; None where it has none.

    >>> common_lie()
    'pepper'
    """
    rules = as_rules(rules)
    deck, table = rules.deck, rules.table
    return max((name for name in deck if table[name].smuggled and deck[name]), key=deck.__getitem__, default=None)


def lie_penalty(rules: Rules | None = None) -> int:
    """The penalty of a false card, where one has to stand for all: that of `common_lie`.

    >>> lie_penalty()
    4
    """
    rules = as_rules(rules)
    return rules.table[common_lie(rules) or plentiful(rules)].penalty


def hand_table(rules: Rules | None = None) -> pd.DataFrame:
    """Copies of each good in a hand, at the deal and after a market that chases it: good, when, at_least, value
    columns.

    Last come all contraband, and the legal good that the hand has most of; exact.

    >>> frame = hand_table().query("good == 'apple' and at_least == 3")
    >>> frame["value"].round(4).tolist()
    [0.1438, 0.4778]
    """
    rules = as_rules(rules)
    goods = [name for name, cards in rules.deck.items() if cards]
    goods += ["contraband"] * (common_lie(rules) is not None)
    found = [(name, hand_distribution(name, rules=rules), chase_distribution(name, rules=rules)) for name in goods]
    found.append((BEST_LEGAL, some_good_distribution(rules=rules), chase_distribution(rules=rules)))
    rows = [
        {"good": good, "when": when, "at_least": k, "value": Value.exactly(copies.at_least(k))}
        for good, *both in found
        for when, copies in zip(("deal", "market"), both, strict=True)
        for k in CARDS
    ]
    return value_frame(rows, ["good", "when", "at_least"])


def inspect_table(rules: Rules | None = None) -> pd.DataFrame:
    """The table to carry: by the cards declared the fine for opening a true bag, and the chance of a lie above which
    inspecting pays, without a bribe, with one_false card in a false bag, two_false and so on, missing where more than
    declared.

    >>> inspect_table()["one_false"].round(4).tolist()
    [0.3333, 0.5, 0.6, 0.6667, 0.7143]
    """
    import pandas as pd

    rules = as_rules(rules)
    good, penalty = plentiful(rules), lie_penalty(rules)
    rows: list[dict[str, Any]] = []
    for cards in CARDS:
        row: dict[str, Any] = {"cards": cards, "fine": cards * rules.table[good].penalty}
        for k, word in enumerate(NUMBERS, 1):
            known = k <= cards
            row[f"{word}_false"] = float(inspect_threshold(cards, good, k * penalty, rules=rules)) if known else None
        rows.append(row)
    return pd.DataFrame(rows)


def inspect_map_table(rules: Rules | None = None, false_cards: Sequence[int] = (1, 2)) -> pd.DataFrame:
    """The chance of a lie above which inspecting pays, by the cards declared and the bribe offered; exact.

    `false_cards`: how many of the usual penalty are in a false bag; bribes go up to their penalty, from where on it
    never pays. Columns good, false_cards, cards, bribe, value columns. Raises ValueError for false cards outside 1 to
    5.

    >>> inspect_map_table().query("false_cards == 1 and cards == 5")["value"].round(3).tolist()
    [0.714, 0.786, 0.857, 0.929, 1.0]
    """
    rules = as_rules(rules)
    good, penalty = plentiful(rules), lie_penalty(rules)
    if bad := [k for k in false_cards if k not in CARDS]:
        raise ValueError(f"false_cards {bad[0]!r}: 1 to {BAG_LIMIT} fit into a bag (SH-9)")
    rows = [
        {
            "good": good,
            "false_cards": k,
            "cards": cards,
            "bribe": bribe,
            "value": Value.exactly(inspect_threshold(cards, good, k * penalty, bribe, rules)),
        }
        for k in false_cards
        for cards in range(k, BAG_LIMIT + 1)
        for bribe in range(k * penalty + 1)
    ]
    return value_frame(rows, ["good", "false_cards", "cards", "bribe"])


def lie_table(
    rules: Rules | None = None, bluffs: Sequence[Fraction | float] = (Fraction(1, 4), Fraction(1, 2), 1)
) -> pd.DataFrame:
    """How often a declaration is a lie of a merchant who chases that good, tells the truth when able, and else bluffs
    at a rate: cards, bluff, threshold (to inspect, one false card, no bribe), then the value columns; exact.

    The good is the one of which the deck has most.

    >>> lie_table(bluffs=[0.5])["value"].round(3).tolist()
    [0.025, 0.124, 0.353, 0.677, 0.916]
    """
    rules = as_rules(rules)
    good, penalty = plentiful(rules), lie_penalty(rules)
    rows = [
        {
            "cards": cards,
            "bluff": float(bluff),
            "threshold": float(inspect_threshold(cards, good, penalty, rules=rules)),
            "value": Value.exactly(lie_probability(cards, good, TruthElseBluff(bluff), rules=rules)),
        }
        for cards in CARDS
        for bluff in bluffs
    ]
    return value_frame(rows, ["cards", "bluff", "threshold"])


def price_table(rules: Rules | None = None) -> pd.DataFrame:
    """The gold for which passing is as good as inspecting, by the cards declared and the number of false_cards (1 or 2)
    in a false bag, where it is false with chance 1/2 (column lie_50), 3/4, 9/10 and 1; 0: pass without a bribe. Exact.

    >>> price_table().query("false_cards == 1")["lie_90"].round(2).tolist()
    [3.4, 3.2, 3.0, 2.8, 2.6]
    """
    import pandas as pd

    rules = as_rules(rules)
    good, penalty = plentiful(rules), lie_penalty(rules)
    rows = []
    for cards in CARDS:
        for k in (1, 2)[:cards]:
            row: dict[str, float] = {"cards": cards, "false_cards": k}
            for lie in PRICED:
                price = indifferent_bribe(Fraction(lie, 100), cards, good, k * penalty, rules)
                row[f"lie_{lie}"] = float(max(price, 0))
            rows.append(row)
    return pd.DataFrame(rows)


def smuggle_table(rules: Rules | None = None) -> pd.DataFrame:
    """For each good that can be smuggled: false_card, its value and penalty; then smuggle_3 and smuggle_5, the rate of
    inspection below which one such card beats one more of the common good in a bag of three and of five; bribe_sure and
    bribe_third, the most gold to offer where an inspection is certain or has chance 1/3. Exact.

    >>> smuggle_table()["bribe_sure"].tolist()
    [10.0, 11.0, 12.0, 13.0]
    """
    import pandas as pd

    rules = as_rules(rules)
    good, table = plentiful(rules), rules.table
    rows = [
        {
            "false_card": card,
            "worth": table[card].value,
            "penalty": table[card].penalty,
            **{f"smuggle_{m}": float(smuggle_threshold(m, good, card, rules=rules)) for m in (3, 5)},
            "bribe_sure": float(most_bribe(card, good, rules=rules)),
            "bribe_third": float(most_bribe(card, good, Fraction(1, 3), rules=rules)),
        }
        for card, cards in rules.deck.items()
        if table[card].smuggled and cards
    ]
    return pd.DataFrame(rows)


def is_solved(rules: Rules | None = None) -> bool:
    """Whether the one-bag game of these rules is small enough to be solved for a report.

    >>> is_solved(), is_solved(Rules(royals=True, hand_size=10))
    (True, False)
    """
    return count_hands(deal_of(rules)) <= MOST_SOLVED


def equilibrium_table(rules: Rules | None = None) -> pd.DataFrame:
    """The equilibrium of the one-bag game by declaration: good, cards, declared (its chance), rate ("lie" or
    "inspected") and the value columns; solved to 1e-9. No rate of lies where nothing is declared so.

    Raises ValueError as `bag_equilibrium`.

    >>> equilibrium_table().query("good == 'apple' and cards == 4")["value"].round(2).tolist()
    [0.34, 0.4]
    """
    found = bag_equilibrium(rules)
    bluffs = {(row["good"], row["cards"]): row for row in found.bluff_table().to_dict("records")}
    rows = []
    for inspect in found.inspect_table().to_dict("records"):
        made = bluffs.get((inspect["good"], inspect["cards"]))
        key = {"good": inspect["good"], "cards": inspect["cards"], "declared": made["declared"] if made else 0.0}
        if made:
            rows.append(key | {"rate": "lie", "value": Value.exactly(made["value"])})
        rows.append(key | {"rate": "inspected", "value": Value.exactly(inspect["value"])})
    return value_frame(rows, ["good", "cards", "declared", "rate"])
