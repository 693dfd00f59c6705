"""Exact odds of chasing a good: what a player holds after the market, from a hand that nobody has seen (SH-5 to SH-8).

A player who *chases* a good keeps every copy and sets aside the other cards, at most five, all replaced from the draw
pile. With K copies in a hand of n, d = min(5, n - K) cards drawn, and G copies among the N cards unseen,

    P(k after) = sum over K of P(K) C(G - K, k - K) C(N - n - G + K, d - k + K) / C(N - n, d)

>>> round(float(chase_distribution("apple").at_least(3)), 5)
0.47777
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, lcm

from tabletop_odds.decks import count_weights, hand_weights
from tabletop_odds.distributions import Distribution

from .goods import CardsLike, named
from .odds import goods_in, unseen_cards
from .rules import BAG_LIMIT, SET_ASIDE, Rules, as_rules


def chase_distribution(good: str | None = None, *, seen: CardsLike = (), rules: Rules | None = None) -> Distribution:
    """How many copies a player who chases a good holds after the market, from a hand nobody has seen.

    `good`: one, or "legal" or "contraband" for all of them; None: the best legal good of the hand, which has most
    copies, on ties the higher value, then the first in the table. `seen`: cards known to be elsewhere. Raises
    ValueError for no good or more cards of one than the deck has.

    >>> round(float(chase_distribution().at_least(3)), 5), round(chase_distribution().mean, 4)
    (0.61777, 2.8607)
    """
    rules = as_rules(rules)
    if good is None:
        return best_chase_distribution(seen=seen, rules=rules).map(lambda chased: chased[1])
    left = unseen_cards(seen, rules)
    those = sum(left.get(name, 0) for name in goods_in(good, rules))
    cards = sum(left.values())
    hands = count_weights(those, cards - those, rules.hand_size)
    scale = _scale(cards, rules)
    weights: dict[int, int] = {}
    for held, weight in hands.items():
        for k, count in _chased(those, cards, held, scale, rules):
            weights[k] = weights.get(k, 0) + weight * count
    return Distribution(weights)


def best_chase_distribution(*, seen: CardsLike = (), rules: Rules | None = None) -> Distribution:
    """Which legal good is chased, the best of the hand, and how many copies there are after the market: (good, copies).

    Arguments, errors and which good is best: `chase_distribution`.

    >>> round(float(best_chase_distribution().probability(lambda chased: chased[0] == "apple")), 4)
    0.277
    """
    rules = as_rules(rules)
    left = unseen_cards(seen, rules)
    legal = [name for name in goods_in("legal", rules) if name in rules.deck] or list(goods_in("legal", rules))
    counts = [left.get(name, 0) for name in legal]
    cards = sum(left.values())
    scale = _scale(cards, rules)
    weights: dict[tuple[str, int], int] = {}
    for hand, weight in hand_weights([*counts, cards - sum(counts)], rules.hand_size):
        i = max(range(len(legal)), key=lambda i: (hand[i], rules.table[legal[i]].value))
        for k, count in _chased(counts[i], cards, hand[i], scale, rules):
            weights[legal[i], k] = weights.get((legal[i], k), 0) + weight * count
    return Distribution(weights)


def _scale(cards: int, rules: Rules) -> int:
    """A common multiple of the numbers of sets that up to five cards can be drawn in."""
    if cards < rules.hand_size + SET_ASIDE:
        raise ValueError(f"seen: {cards} cards are left, a hand and its market need {rules.hand_size + SET_ASIDE}")
    return lcm(*(comb(cards - rules.hand_size, n) for n in range(SET_ASIDE + 1)))


def _chased(those: int, cards: int, held: int, scale: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """(copies after, weight): `held` of `those` were in the hand, the others are set aside; weights sum to `scale`."""
    n = min(SET_ASIDE, rules.hand_size - held)
    rest = cards - rules.hand_size
    factor = scale // comb(rest, n)
    for more, weight in count_weights(those - held, rest - those + held, n).items():
        yield held + more, weight * factor


def load_distribution(good: str, *, seen: CardsLike = (), rules: Rules | None = None) -> Distribution:
    """How many copies of a legal good an honest merchant loads in one round, who chases the best good of a fresh hand.

    0 where another good is chased; at most five, the limit of the bag (SH-9). Arguments and errors:
    `chase_distribution`.

    >>> round(load_distribution("apple").mean, 4)
    0.9357
    """
    rules = as_rules(rules)
    (name,) = goods_in(named(good, goods_in("legal", rules)), rules)
    chased = best_chase_distribution(seen=seen, rules=rules)
    return chased.map(lambda found: min(BAG_LIMIT, found[1]) if found[0] == name else 0)
