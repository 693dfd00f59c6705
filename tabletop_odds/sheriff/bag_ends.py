"""What each end of one bag is worth to both sides: passed, or opened and true, or opened and a lie (SH-13 to SH-17).

Points are goods at their value, gold, and fines; `decisions` has the closed forms for gold alone. Here bribes have
goods too, and `objectives` say what both sides' points are worth to one of them. Bonuses for King and Queen, and what
somebody cannot pay (SH-18), are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from .decisions import stakes_of
from .goods import Cards, Good, value_of
from .objectives import gold_worth, worth
from .rules import Rules
from .state import Declaration, Offer


class Gains(NamedTuple):
    """Points that both gain from one bag."""

    merchant: int
    sheriff: int


class Belief(NamedTuple):
    """A declaration, the chance that it is a lie, what a lying bag holds (by weight; nothing if there is no
    lie), and all that in words."""

    declaration: Declaration
    lie: Fraction
    bags: Mapping[Cards, Fraction | int]
    words: str


def passed_gains(bag: Cards, offer: Offer, table: Mapping[str, Good]) -> Gains:
    """The bag passes and the bribe is paid, goods promised from the bag as far as they are there (SH-13, SH-17).

    >>> passed_gains(("apple", "mead"), Offer(3, bag=("mead", "mead")), Rules().table)
    Gains(merchant=-1, sheriff=10)
    """
    there = (Counter(offer.bag) & Counter(bag)).elements()
    paid = offer.gold + value_of(offer.stand, table) + value_of(there, table)
    return Gains(value_of(bag, table) - paid, paid)


def opened_gains(bag: Cards, good: str, table: Mapping[str, Good]) -> Gains:
    """The bag is inspected under the declared good (SH-14, SH-15).

    >>> opened_gains(("apple", "cheese", "mead", "mead"), "apple", Rules().table)
    Gains(merchant=-8, sheriff=10)
    """
    found = stakes_of(bag, good, table)
    return Gains(found.inspected, found.fine)


def expected(lie: Fraction, ends: tuple[Fraction, Fraction]) -> Fraction:
    """The mean of what a true bag and what a lie brings."""
    return (1 - lie) * ends[0] + lie * ends[1]


def sheriff_values(
    case: Belief, offer: Offer, objective: str, rules: Rules
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """What the Sheriff has of opening, and of passing, each if the bag is true and if it is a lie.

    >>> case = Belief(Declaration(2, "apple"), Fraction(1, 2), {("apple", "mead"): 1}, "")
    >>> [[int(value) for value in ends] for ends in sheriff_values(case, Offer(3), "points", Rules())]
    [[-4, 4], [3, 3]]
    """
    (cards, good), table = case.declaration, rules.table

    def mean(held: Mapping[Cards, Fraction | int], end: Callable[[Cards], Gains]) -> Fraction:
        gains = [(weight, end(bag)) for bag, weight in held.items()]
        mine, theirs = (sum(weight * gain[i] for weight, gain in gains) for i in (1, 0))
        return worth(mine, theirs, objective, rules) / (sum(held.values()) or 1)

    def opens(bag: Cards) -> Gains:
        return opened_gains(bag, good, table)

    def passes(bag: Cards) -> Gains:
        return passed_gains(bag, offer, table)

    true = {(good,) * cards: 1}
    return (mean(true, opens), mean(case.bags, opens)), (mean(true, passes), mean(case.bags, passes))


def even_gold(offer: Offer, opens: Fraction, passes: Fraction, objective: str, rules: Rules) -> Fraction:
    """The gold that, beside the goods of an offer, makes passing worth as much as opening: below 0, none is needed.

    `opens` and `passes`: what the Sheriff expects of either, passing at that offer.

    >>> even_gold(Offer(3), Fraction(1), Fraction(3), "points", Rules())
    Fraction(1, 1)
    """
    return offer.gold + (opens - passes) / gold_worth(objective, rules)


def merchant_ends(bag: Cards, good: str, objective: str, rules: Rules) -> tuple[Fraction, Fraction]:
    """What the merchant has of a bag that is passed for nothing, and of one that is opened.

    >>> merchant_ends(("apple", "mead"), "apple", "points", Rules())
    (Fraction(9, 1), Fraction(-2, 1))
    """
    free, caught = passed_gains(bag, Offer(), rules.table), opened_gains(bag, good, rules.table)
    return worth(*free, objective, rules), worth(*caught, objective, rules)
