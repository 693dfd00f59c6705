"""Exact odds of a market: what a hand holds after cards were set aside and replaced (SH-5 to SH-8).

I know what I keep and the tops I take; only cards of the draw pile are left to chance, d of the N cards not seen. The
draw pile and the others' hands lie among these, each set of d as likely as any other: what the others kept is taken to
tell nothing. Where the draw pile is too short, it is drawn to its end, and the rest comes from the discard piles,
reshuffled (SH-20). What a player holds whose hand nobody has seen: `chase_odds`.

>>> trade = Market(set_aside=("mead", "silk", "bread"), left=1)
>>> round(float(market_distribution("apple", "3 apples, mead, silk, bread", trade, left="apple").at_least(5)), 4)
0.3977
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tabletop_odds.decks import count_weights, hand_weights
from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range

from .goods import Cards, CardsLike, parse_cards, parse_pile
from .odds import goods_in, unseen_cards
from .rules import FACE_UP, SET_ASIDE, Rules, as_rules
from .state import Market


class Draws(NamedTuple):
    """What a market makes sure of, and what it leaves to chance.

    `known`: the cards kept and the tops taken; then so many cards of each source, one after the other: the unseen cards
    by good, and where the draw pile is too short, those that are reshuffled.
    """

    known: Cards
    sources: tuple[tuple[Mapping[str, int], int], ...]


def market_draws(
    hand: CardsLike,
    market: Market,
    *,
    left: CardsLike = (),
    right: CardsLike = (),
    seen: CardsLike = (),
    draw: int | None = None,
    rules: Rules | None = None,
) -> Draws:
    """What a market makes sure of, and what it draws.

    `hand`: my cards; `market`: what is set aside, and how many tops are taken (its pile and intent do not matter);
    `left` and `right`: the discard piles, bottom to top; `seen`: all other cards I know of, on stands for instance;
    `draw`: the cards in the draw pile, by default enough. If that runs out, `rules.reshuffle` says what comes next, and
    if that does too, the hand stays short (SH-20).

    Raises ValueError for a hand larger than it can be, cards set aside that it lacks or more than five (SH-5), more
    tops than the pile has or the hand has room for (SH-6), no good, or more cards of one than the deck has.

    >>> market_draws("apple, 5 mead", Market(("mead",) * 5, left=1), left="silk apple").known
    ('apple', 'apple')
    """
    rules = as_rules(rules)
    cards, piles = parse_cards(hand, rules.table), [parse_pile(pile, rules.table) for pile in (left, right)]
    market = market._replace(set_aside=parse_cards(market.set_aside, rules.table))
    unseen = unseen_cards((*cards, *piles[0], *piles[1], *parse_cards(seen, rules.table)), rules)
    draws = draws_of(cards, market, piles, unseen, draw, rules)
    return draws._replace(known=parse_cards(draws.known, rules.table))


def draws_of(
    hand: Cards, market: Market, piles: Sequence[Cards], unseen: Mapping[str, int], draw: int | None, rules: Rules
) -> Draws:
    """The same of parsed cards and both piles, with the cards unseen counted; `known` in no order."""
    in_range("cards in the hand", len(hand), 0, rules.hand_size)
    kept = _without(hand, market.set_aside)
    taken = (market.left, market.right)
    for name, count, pile in zip(("left", "right"), taken, piles, strict=True):
        in_range(f"cards taken from {name}", count, 0, len(pile))
    tops = [card for pile, count in zip(piles, taken, strict=True) for card in pile[len(pile) - count :]]
    room = max(0, rules.hand_size - len(kept))
    if len(tops) > room:
        raise ValueError(f"{len(tops)} cards taken from the piles: the hand has room for {room} (SH-6)")
    wanted = room - len(tops)
    unknown = sum(unseen.values())
    most = unknown if draw is None else in_range("draw", draw, 0, unknown)
    sources: tuple[tuple[Mapping[str, int], int], ...] = ((unseen, min(wanted, most)),)
    if wanted > most:
        under = [pile[: len(pile) - count] for pile, count in zip(piles, taken, strict=True)]
        cut = slice(-FACE_UP, None) if rules.reshuffle == "top5" else slice(None, -FACE_UP)
        shuffled = Counter((*under[0][cut], *under[1][cut]))
        sources += ((shuffled, min(wanted - most, shuffled.total())),)
    return Draws((*kept, *tops), sources)


def _without(hand: Cards, set_aside: Cards) -> Cards:
    """The hand without the cards set aside."""
    kept = list(hand)
    if len(set_aside) > SET_ASIDE:
        raise ValueError(f"{len(set_aside)} cards set aside: at most {SET_ASIDE} may be (SH-5)")
    for name in set_aside:
        if name not in kept:
            raise ValueError(f"set aside {', '.join(set_aside)}: the hand is {', '.join(hand)} (SH-5)")
        kept.remove(name)
    return tuple(kept)


def market_distribution(
    good: str,
    hand: CardsLike,
    market: Market,
    *,
    left: CardsLike = (),
    right: CardsLike = (),
    seen: CardsLike = (),
    draw: int | None = None,
    rules: Rules | None = None,
) -> Distribution:
    """How many cards of a good my hand holds after a market. `good`: one, or "legal" or "contraband" for all of them.

    The other arguments and errors: `market_draws`.

    >>> odds = market_distribution("apple", "3 apples, mead, silk, bread", Market(("mead", "silk", "bread")))
    >>> round(float(odds.at_least(4)), 4)
    0.5407
    """
    rules = as_rules(rules)
    draws = market_draws(hand, market, left=left, right=right, seen=seen, draw=draw, rules=rules)
    those = set(goods_in(good, rules))
    weights = {sum(name in those for name in draws.known): 1}
    for cards, n in draws.sources:
        wanted = sum(count for name, count in cards.items() if name in those)
        more = count_weights(wanted, sum(cards.values()) - wanted, n)
        weights = convolved(weights, more)
    return Distribution(weights)


def convolved(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """The weights of the sum of two independent numbers.

    >>> convolved({0: 1, 1: 1}, {0: 1, 1: 1})
    {0: 1, 1: 2, 2: 1}
    """
    total: dict[int, int] = {}
    for k, weight in one.items():
        for more, factor in other.items():
            total[k + more] = total.get(k + more, 0) + weight * factor
    return total


def market_hands(
    hand: CardsLike,
    market: Market,
    *,
    left: CardsLike = (),
    right: CardsLike = (),
    seen: CardsLike = (),
    draw: int | None = None,
    rules: Rules | None = None,
) -> Distribution:
    """The whole hand after a market: cards in the order of the table, up to 792 hands of the base deck.

    Arguments and errors: `market_draws`.

    >>> hands = market_hands("4 apples, 2 mead", Market(("mead",)))
    >>> hands.fraction(("apple",) * 5 + ("mead",))
    Fraction(2, 9)
    """
    rules = as_rules(rules)
    draws = market_draws(hand, market, left=left, right=right, seen=seen, draw=draw, rules=rules)
    weights, place = {draws.known: 1}, {name: i for i, name in enumerate(rules.table)}
    for cards, n in draws.sources:
        drawn = [(in_cards(cards, counts), weight) for counts, weight in hand_weights(tuple(cards.values()), n)]
        after: dict[Cards, int] = {}
        for held, weight in weights.items():
            for more, factor in drawn:
                full = tuple(sorted((*held, *more), key=place.__getitem__))
                after[full] = after.get(full, 0) + weight * factor
        weights = after
    return Distribution(weights)


def in_cards(names: Iterable[str], counts: Iterable[int]) -> Cards:
    """Cards from the number of each good.

    >>> in_cards(("apple", "mead"), (2, 1))
    ('apple', 'apple', 'mead')
    """
    return tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count))
