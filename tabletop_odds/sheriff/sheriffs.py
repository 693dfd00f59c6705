"""Sheriffs: which bags to open, and what gold lets a bag pass.

All Sheriffs here are one family, `Sheriff`: what they do depends on the declaration and on the gold offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from tabletop_odds.settings import in_range
from tabletop_odds.streams import Stream

from .chances import happens, percent, probability
from .rules import MOST_GOLD, Rules
from .state import Observation

ByDeclaration = Callable[[int, str, Rules], float | Fraction]
PriceRule = Callable[[int, str, Rules], int | None]
TINY = Fraction(1, 10**9)  # gold: what a float's rounding must not add up to


@dataclass(frozen=True, slots=True)
class Sheriff:
    """A way to inspect: a bag passes for `price` gold or more; any other is opened with chance `rate`.

    Both are numbers, or functions of the cards declared, their good and the rules. No price (None): no gold sways this
    Sheriff, who takes what is offered for a bag that passes all the same. Raises ValueError for a chance outside 0 to 1
    or a price that is no whole number, functions' answers when they are asked.
    """

    name: str
    rate: Fraction | float | ByDeclaration
    price: int | PriceRule | None = None

    def __post_init__(self) -> None:
        if not callable(self.rate):
            object.__setattr__(self, "rate", probability("rate", self.rate))
        if not callable(self.price) and self.price is not None:
            in_range("price", self.price, 0, MOST_GOLD)

    def inspect_rate(self, cards: int, good: str, rules: Rules) -> Fraction:
        """The chance that a bag declared so is opened, where its bribe does not do."""
        return probability("rate", self.rate(cards, good, rules) if callable(self.rate) else self.rate)

    def least_bribe(self, cards: int, good: str, rules: Rules) -> int | None:
        """The least gold for which a bag declared so passes for certain; None: there is none."""
        price = self.price(cards, good, rules) if callable(self.price) else self.price
        return None if price is None else in_range("price", price, 0, MOST_GOLD)

    def decide(self, seen: Observation, rules: Rules, luck: Stream) -> str:
        """Pass or inspect. Of an offer the gold counts, and goods of the stand by their value, not what is promised."""
        declared = None if seen.suspect is None else seen.players[seen.suspect].declared
        if declared is None:
            return "pass"
        offered = seen.offer.gold + sum(rules.table[card].value for card in seen.offer.stand) if seen.offer else 0
        return "inspect" if happens(self.opens(*declared, offered, rules), luck) else "pass"

    def opens(self, cards: int, good: str, offered: int, rules: Rules) -> Fraction:
        """The chance that a bag declared so is opened, so much gold being offered.

        >>> [str(bribe_taker(4, rate=0.5).opens(3, "apple", gold, Rules())) for gold in (3, 4)]
        ['1/2', '0']
        """
        price = self.least_bribe(cards, good, rules)
        return Fraction(0) if price is not None and offered >= price else self.inspect_rate(cards, good, rules)


def never() -> Sheriff:
    """Every bag passes.

    >>> never().inspect_rate(5, "apple", Rules())
    Fraction(0, 1)
    """
    return Sheriff("never inspects", Fraction(0))


def always() -> Sheriff:
    """Every bag is opened, whatever is offered.

    >>> always().inspect_rate(5, "apple", Rules())
    Fraction(1, 1)
    """
    return Sheriff("always inspects", Fraction(1))


def at_rate(rate: float | Fraction) -> Sheriff:
    """Each bag is opened with the same chance, whatever is declared and offered. Raises ValueError outside 0 to 1.

    >>> at_rate(0.3).name
    'inspects 30 %'
    """
    chance = probability("rate", rate)
    return Sheriff(f"inspects {percent(chance)}", chance)


def bribe_taker(price: int, rate: float | Fraction = 1) -> Sheriff:
    """A bag passes for so much gold; others are opened with chance `rate`. Raises ValueError for a price below 0.

    >>> bribe_taker(4).name
    'takes 4 gold'
    """
    chance = probability("rate", rate)
    price = in_range("price", price, 0, MOST_GOLD)
    return Sheriff(f"takes {price} gold" + (f", else inspects {percent(chance)}" if chance < 1 else ""), chance, price)


def threshold(
    lie: float | Fraction | Mapping[int, float | Fraction] | ByDeclaration,
    penalty: float | Fraction | ByDeclaration = 4,
    name: str = "Bayesian threshold",
) -> Sheriff:
    """Inspects exactly where that gains: where the chance of a lie is above (fine + bribe) / (fine + penalty).

    `lie`: the chance that a declaration is a lie: a number, one for each number of cards, or a function (cards, good,
    rules), such as of `lie_probability`. `penalty`: the mean penalty of the lying cards if it is one, a number or such
    a function. The fine is what a true bag would cost the Sheriff. So a bag passes from lie x penalty - (1 - lie) x
    fine gold on. Raises ValueError when played for a chance outside 0 to 1.

    >>> sheriff = threshold({1: 0.2, 2: 0.4, 3: 0.6, 4: 0.8, 5: 0.9}, penalty=6)
    >>> [sheriff.least_bribe(cards, "apple", Rules()) for cards in range(1, 6)]
    [0, 0, 2, 4, 5]
    """

    @lru_cache(maxsize=1024)
    def price(cards: int, good: str, rules: Rules) -> int:
        found = lie(cards, good, rules) if callable(lie) else lie[cards] if isinstance(lie, Mapping) else lie
        mean = Fraction(penalty(cards, good, rules) if callable(penalty) else penalty)
        q = probability("lie", found)
        gain = q * mean - (1 - q) * cards * rules.table[good].penalty
        return max(ceil(gain - TINY), 0)

    return Sheriff(name, Fraction(1), price)


def equilibrium_sheriff() -> Sheriff:
    """Opens bags at the rates of the equilibrium of the one-bag game, from solved tables; no gold sways this Sheriff.

    >>> equilibrium_sheriff().name
    'equilibrium'
    """
    from .strategy_tables import inspect_rate

    return Sheriff("equilibrium", inspect_rate)
