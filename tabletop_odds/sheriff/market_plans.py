"""The best market: which cards to set aside and which tops to take, by the exact worth of the hand it leads to.

Every distinct plan is tried: up to five cards set aside, any number of tops of either pile in their place. What a hand
is worth is any function of it; by default the best honest bag in it. A plan's value is the mean over all hands that it
can lead to, with the odds of `market_hands`. Where the set-aside cards go, and what they tell, is not in it.

Inside, a hand is one number with four bits a good, so that adding cards is adding numbers.

>>> best_market("3 apples, mead, silk, crossbow")[0].market.set_aside
('mead', 'silk', 'crossbow')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod
from operator import mul
from typing import Any, NamedTuple

from tabletop_odds.decks import hand_weights

from .goods import Cards, CardsLike, Good, parse_cards, parse_pile
from .market_odds import draws_of, in_cards
from .odds import unseen_cards
from .rules import BAG_LIMIT, SET_ASIDE, Rules, as_rules
from .state import Market

Worth = Callable[[Cards], Any]
BITS = 4  # a hand has at most ten cards


class MarketValue(NamedTuple):
    """A market and the expected worth of the hand after it."""

    market: Market
    value: Fraction | float


def honest_worth(hand: Cards, rules: Rules | None = None) -> int:
    """The value of the best honest bag in a hand: up to five cards of one legal good (SH-9), 0 without one.

    >>> honest_worth(("apple", "apple", "apple", "chicken", "mead"))
    6
    """
    return _honest_worth(hand, as_rules(rules).table)


def _honest_worth(hand: Cards, table: Mapping[str, Good]) -> int:
    legal = {name for name in hand if table[name].legal}
    return max((min(BAG_LIMIT, hand.count(name)) * table[name].value for name in legal), default=0)


def best_market(
    hand: CardsLike,
    worth: Worth | None = None,
    *,
    left: CardsLike = (),
    right: CardsLike = (),
    seen: CardsLike = (),
    draw: int | None = None,
    rules: Rules | None = None,
) -> list[MarketValue]:
    """Every distinct market of a hand with the expected worth of what it leads to, best first.

    `worth(hand)` of the cards in the order of the table: a whole number or Fraction keeps the answer exact, a float
    makes it a float; None: the value of the best honest bag. `left`, `right`, `seen`, `draw` and the errors raised:
    `market_draws`. Among equals, fewer cards set aside come first.

    >>> best = best_market("3 apples, mead, silk, crossbow", left="silk apple", right="mead")[0]
    >>> best.market, round(float(best.value), 4)
    (Market(set_aside=('mead', 'silk', 'crossbow'), left=1, right=0, pile='left', intent=0), 8.8025)
    """
    rules = as_rules(rules)
    cards, piles = parse_cards(hand, rules.table), [parse_pile(pile, rules.table) for pile in (left, right)]
    unseen = unseen_cards((*cards, *piles[0], *piles[1], *parse_cards(seen, rules.table)), rules)
    names = list(rules.table)
    place = {name: 1 << BITS * i for i, name in enumerate(names)}
    table = rules.table
    value = worth or (lambda held: _honest_worth(held, table))

    @cache
    def worth_of(code: int) -> Any:
        return value(in_cards(names, ((code >> BITS * i) % (1 << BITS) for i in range(len(names)))))

    @cache
    def drawn(cards: tuple[tuple[str, int], ...], n: int) -> list[tuple[int, int]]:
        places = [place[name] for name, _ in cards]
        held = hand_weights([count for _, count in cards], n)
        return [(sum(map(mul, counts, places)), weight) for counts, weight in held]

    @cache
    def expected(code: int, *sources: tuple[tuple[tuple[str, int], ...], int]) -> Any:
        if not sources:
            return worth_of(code)
        return sum([weight * expected(code + more, *sources[1:]) for more, weight in drawn(*sources[0])])

    found = []
    for plan in markets(cards, piles[0], piles[1], rules):
        draws = draws_of(cards, plan, piles, unseen, draw, rules)
        sources = tuple((tuple(counts.items()), n) for counts, n in draws.sources)
        total = expected(sum(place[name] for name in draws.known), *sources)
        ways = prod(comb(sum(counts.values()), n) for counts, n in draws.sources)
        found.append(MarketValue(plan, total / ways if isinstance(total, float) else Fraction(total) / ways))
    return sorted(found, key=lambda one: (-one.value, len(one.market.set_aside)))


def markets(hand: Cards, left: Cards, right: Cards, rules: Rules | None = None) -> Iterator[Market]:
    """Every distinct market of a hand: what is set aside, and how many tops of LEFT and RIGHT are taken instead.

    >>> len(list(markets(("apple", "apple", "mead"), (), (), Rules(hand_size=5))))
    6
    """
    rules = as_rules(rules)
    names = list(dict.fromkeys(hand))
    for n in range(min(SET_ASIDE, len(hand)) + 1):
        room = max(0, rules.hand_size - len(hand) + n)
        for counts, _ in hand_weights([hand.count(name) for name in names], n):
            for from_left in range(min(room, len(left)) + 1):
                for from_right in range(min(room - from_left, len(right)) + 1):
                    yield Market(in_cards(names, counts), from_left, from_right)
