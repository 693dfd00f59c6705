"""Exact odds of a hand: how many cards of a good it holds, and how often some legal good comes k times.

A hand is n of the N cards that are not seen, each set of n as likely as any other, so with G cards of the good unseen

    P(k copies) = C(G, k) C(N - G, n - k) / C(N, n)

Cards removed unseen (SH-28) stay among the unseen ones: that changes no odds. What others chose to keep is taken to
tell nothing; `lie_odds` is where a player's model enters.

>>> hand_probability("apple", at_least=3)
Fraction(28080056, 195261785)
>>> round(float(some_good_probability(3)), 6)
0.301098
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Any

from tabletop_odds.decks import count_weights
from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range

from .goods import CardsLike, named, parse_cards
from .rules import Rules, as_rules

GROUPS = ("legal", "contraband")


def goods_in(good: str, rules: Rules | None = None) -> tuple[str, ...]:
    """The goods that a word stands for: one good, or all "legal" or "contraband" ones, royals among the latter (SH-26).

    Raises ValueError for any other word.

    >>> goods_in("apples"), goods_in("legal")
    (('apple',), ('apple', 'cheese', 'bread', 'chicken'))
    """
    table = as_rules(rules).table
    name = named(good, [*table, *GROUPS])
    if name in table:
        return (name,)
    return tuple(other for other in table if table[other].legal == (name == "legal"))


def unseen_cards(seen: CardsLike = (), rules: Rules | None = None) -> dict[str, int]:
    """How many cards of each good are left when those seen are taken out of the deck.

    `seen`: cards as people write them, or names. Raises ValueError for a word that is no good, or more cards of one
    than the deck has.

    >>> unseen_cards("2 apples, mead")["apple"]
    46
    """
    rules = as_rules(rules)
    left = dict(rules.deck)
    cards = parse_cards(seen, rules.table)
    for name in dict.fromkeys(cards):
        if (count := cards.count(name)) > left.get(name, 0):
            raise ValueError(f"{count} cards of {name} seen: the deck has {left.get(name, 0)} (SH-2)")
        left[name] -= count
    return left


def from_fractions(chances: Mapping[Any, Fraction]) -> Distribution:
    """The distribution with these probabilities, kept exact: whole-number weights over their common denominator.

    >>> from_fractions({0: Fraction(1, 3), 1: Fraction(2, 3)}).fraction(1)
    Fraction(2, 3)
    """
    scale = lcm(*(p.denominator for p in chances.values()))
    return Distribution({outcome: int(p * scale) for outcome, p in chances.items()})


def cards_dealt(cards: int | None, left: Mapping[str, int], rules: Rules) -> int:
    """The number of cards that a question is about: the hand size (SH-3), or as given, at most those unseen."""
    return in_range("cards", rules.hand_size if cards is None else cards, 0, sum(left.values()))


def hand_distribution(
    good: str, *, cards: int | None = None, seen: CardsLike = (), rules: Rules | None = None
) -> Distribution:
    """How many cards of a good a hand holds.

    `good`: a good, or "legal" or "contraband" for all of them; `cards`: how many the hand has, by default the hand size
    of the rules (SH-3, SH-29); `seen`: cards known to be elsewhere. Raises ValueError for no good, cards that the deck
    does not have, or more cards than are left.

    >>> hand_distribution("contraband").mean
    1.7647058823529411
    """
    rules = as_rules(rules)
    left = unseen_cards(seen, rules)
    n = cards_dealt(cards, left, rules)
    those = sum(left.get(name, 0) for name in goods_in(good, rules))
    return Distribution(count_weights(those, sum(left.values()) - those, n))


def hand_probability(
    good: str,
    at_least: int = 1,
    *,
    cards: int | None = None,
    seen: CardsLike = (),
    rules: Rules | None = None,
) -> Fraction:
    """The chance that a hand holds at least so many cards of a good. Arguments and errors: `hand_distribution`.

    >>> hand_probability("silk"), hand_probability("apple", cards=1, seen="3 cheese")
    (Fraction(60175889, 195261785), Fraction(16, 67))
    """
    at_least = in_range("at_least", at_least, 0, 1000)
    return Fraction(hand_distribution(good, cards=cards, seen=seen, rules=rules).at_least(at_least))


def some_good_distribution(
    *, cards: int | None = None, seen: CardsLike = (), rules: Rules | None = None
) -> Distribution:
    """How many cards a hand holds of the legal good it has most of: what an honest bag can be filled with.

    Arguments and errors: `hand_distribution`.

    >>> [round(some_good_distribution()[k], 4) for k in range(3)]
    [0.0005, 0.1418, 0.5565]
    """
    rules = as_rules(rules)
    left = unseen_cards(seen, rules)
    n = cards_dealt(cards, left, rules)
    legal = [left.get(name, 0) for name in goods_in("legal", rules)]
    at_most = [_hands_without(legal, sum(left.values()) - sum(legal), n, k) for k in range(n + 1)]
    return Distribution({k: at_most[k] - (at_most[k - 1] if k else 0) for k in range(n + 1)})


def _hands_without(legal: Sequence[int], contraband: int, n: int, most: int) -> int:
    """How many sets of n cards hold at most `most` of each legal good: legal goods one by one, contraband the rest."""
    ways = [1] + [0] * n  # by the number of cards so far
    for count in legal:
        ways = [sum(ways[i - k] * comb(count, k) for k in range(min(i, most) + 1)) for i in range(n + 1)]
    return sum(way * comb(contraband, n - i) for i, way in enumerate(ways))


def some_good_probability(
    at_least: int, *, cards: int | None = None, seen: CardsLike = (), rules: Rules | None = None
) -> Fraction:
    """The chance that a hand holds at least so many cards of some legal good. Arguments: `hand_distribution`.

    >>> round(float(some_good_probability(3, rules=Rules(players=3))), 6)
    0.440956
    """
    at_least = in_range("at_least", at_least, 0, 1000)
    return Fraction(some_good_distribution(cards=cards, seen=seen, rules=rules).at_least(at_least))
