"""Which goods settle a debt that gold does not cover: every way without a card too many (SH-18)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from tabletop_odds.settings import in_range

from .goods import Cards, CardsLike, parse_cards, value_of
from .rules import Rules, as_rules


class Settlement(NamedTuple):
    """Goods that settle a debt: what they are worth, and what is left unpaid, which is forgiven (SH-18)."""

    goods: Cards
    value: int
    forgiven: int


def settlements(
    goods: CardsLike, debt: int, *, contraband: CardsLike = (), rules: Rules | None = None
) -> list[Settlement]:
    """Every way to settle what gold did not, with no card too many; the least value first, then the fewest cards.

    `goods`: the legal goods on the own stand; `contraband`: those face down, which serve only when all legal ones are
    not enough, and then in addition to them; `debt` in gold, at least 0. No change is given, and what cannot be paid is
    forgiven (SH-18). What a good may still bring for King or Queen is not counted. Raises ValueError for a word that is
    no good, one of the other kind, or a debt below 0.

    >>> for way in settlements("3 apples, cheese, chicken", 5):
    ...     print(way.value, *way.goods)
    5 apple cheese
    6 apple chicken
    6 apple apple apple
    7 cheese chicken
    """
    rules = as_rules(rules)
    debt = in_range("debt", debt, 0, 100_000)
    legal, hidden = parse_cards(goods, rules.table), parse_cards(contraband, rules.table)
    if wrong := [name for name in legal if rules.table[name].smuggled]:
        raise ValueError(f"goods: {wrong[0]} is contraband, which is given apart: contraband={wrong[0]!r} (SH-18)")
    if wrong := [name for name in hidden if not rules.table[name].smuggled]:
        raise ValueError(f"contraband: {wrong[0]} is legal, and comes before all contraband (SH-18)")
    have = value_of(legal, rules.table)
    if have >= debt:
        ways = _least_sets(legal, debt, rules)
    else:
        rest = min(debt - have, value_of(hidden, rules.table))
        ways = [(*legal, *more) for more in _least_sets(hidden, rest, rules)]
    found = [Settlement(way, worth := value_of(way, rules.table), max(0, debt - worth)) for way in ways]
    names = list(rules.table)
    return sorted(found, key=lambda way: (way.value, len(way.goods), [way.goods.count(name) for name in names]))


def _least_sets(cards: Cards, debt: int, rules: Rules) -> list[Cards]:
    """The sets of cards that are worth the debt, and no longer are without any one of them."""
    names = list(dict.fromkeys(cards))
    worth = [rules.table[name].value for name in names]
    found = []
    for counts in product(*(range(cards.count(name) + 1) for name in names)):
        total = sum(count * value for count, value in zip(counts, worth, strict=True))
        least = min((value for count, value in zip(counts, worth, strict=True) if count), default=0)
        if total >= debt and (total - least < debt or not total):
            found.append(tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count)))
    return found
