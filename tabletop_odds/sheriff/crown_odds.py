"""Exact odds of the race for King and Queen of a good (SH-23, SH-24, SH-26).

Each player's final count is a number, or a `Distribution` of it; the players' counts are independent of each other.
Given my count, only two things matter: whether nobody, one player or more have more copies than I, and how many have
as many. Both are counted player by player, so that five players with long distributions take milliseconds.

What is still to come is a model: so many loads, each of this good with some probability, and then of as many copies as
a player holds after chasing it, at most five (`copies_to_come`).

>>> odds = race_odds("apple", 5, [5, 3])
>>> odds.tied_king, odds.bonus
(Fraction(1, 1), Fraction(15, 1))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range, whole_number

from .chase_odds import chase_distribution, load_distribution
from .goods import Number, named
from .market_odds import convolved
from .odds import from_fractions, goods_in
from .rules import BAG_LIMIT, Rules, as_rules

Count = int | Distribution
MOST_LOADS = 12


class RaceOdds(NamedTuple):
    """The chances to be King alone, King tied with others, Queen alone, Queen tied; and the expected bonus."""

    king: Fraction | float
    tied_king: Fraction | float
    queen: Fraction | float
    tied_queen: Fraction | float
    bonus: Fraction | float


def race_odds(good: str, mine: Count, others: Sequence[Count], rules: Rules | None = None) -> RaceOdds:
    """My chances of King and Queen of a legal good, and the bonus expected.

    `mine` and each of `others`: the final number of copies, royals counted as two or three, or its distribution;
    independent of each other. Fractions where all weights are whole numbers. Raises ValueError for a good that is not
    legal, a count below 0 or not whole, or no other player.

    >>> coin = Distribution({3: 1, 5: 1})
    >>> race_odds("chicken", 4, [coin, coin])
    RaceOdds(king=Fraction(1, 4), tied_king=Fraction(0, 1), queen=Fraction(1, 2), tied_queen=Fraction(0, 1), \
bonus=Fraction(5, 1))
    """
    rules = as_rules(rules)
    prize = rules.table[named(good, goods_in("legal", rules))]
    if not others:
        raise ValueError("others: at least one other player is needed")
    my_weights, *their_weights = (_weights(count) for count in (mine, *others))
    totals: list[Fraction | float] = [Fraction()] * 5
    for count, weight in my_weights.items():
        if count == 0:
            continue  # no bonus without a copy
        for (above, level), chance in _around(count, their_weights).items():
            share = weight * chance
            if above == 0:
                totals[1 if level else 0] += share
                totals[4] += share * ((prize.king + prize.queen) // (level + 1) if level else prize.king)
            else:
                totals[3 if level else 2] += share
                totals[4] += share * (prize.queen // (level + 1))
    return RaceOdds(*totals)


def _weights(count: Count) -> Mapping[int, Number]:
    """The probability of each final count."""
    if not isinstance(count, Distribution):
        return {in_range("count", count, 0, 1000): Fraction(1)}
    for outcome in count:
        if whole_number(outcome) is None or outcome < 0:
            raise ValueError(f"count {outcome!r}: a final count must be a whole number, at least 0")
    return {k: count.fraction(k) if count.exact else count[k] for k in count}


def _around(count: int, others: Sequence[Mapping[int, Number]]) -> dict[tuple[int, int], Number]:
    """The chance of each (players above, players level) with a count, as long as at most one is above."""
    chances: dict[tuple[int, int], Number] = {(0, 0): Fraction(1)}
    for weights in others:
        over = sum(weight for k, weight in weights.items() if k > count)
        equal = weights.get(count, 0)
        under = sum(weight for k, weight in weights.items() if k < count)
        after: dict[tuple[int, int], Number] = {}
        for (above, level), chance in chances.items():
            for key, factor in (((above + 1, level), over), ((above, level + 1), equal), ((above, level), under)):
                if factor and key[0] <= 1:
                    after[key] = after.get(key, 0) + chance * factor
        chances = after
    return chances


def copies_to_come(
    good: str, loads: int, *, chance: Number | None = None, now: int = 0, rules: Rules | None = None
) -> Distribution:
    """How many copies of a legal good an honest merchant has after some more loads, `now` of them there already.

    Each load starts from six fresh cards, a simplification: what stayed in the hand is left out. With `chance`, 0 to 1,
    a load is of this good with that probability, chased from the deal on, up to five copies; None: the merchant chases
    the best good of each hand, which is this one or another. Raises ValueError for a good that is not legal, loads
    outside 0 to 12, a chance outside 0 to 1, or `now` below 0.

    >>> copies_to_come("apple", 2, now=3).mean
    4.8713126935316176
    >>> copies_to_come("cheese", 1, chance=Fraction(1, 2)).fraction(0) > Fraction(1, 2)
    True
    """
    rules = as_rules(rules)
    name = named(good, goods_in("legal", rules))
    loads, now = in_range("loads", loads, 0, MOST_LOADS), in_range("now", now, 0, 1000)
    if chance is None:
        one = load_distribution(name, rules=rules)
    elif not 0 <= chance <= 1:
        raise ValueError(f"chance {chance}: must be from 0 to 1")
    else:
        p, chased = Fraction(chance), chase_distribution(name, rules=rules)
        full = chased.map(lambda copies: min(BAG_LIMIT, copies))
        one = from_fractions({k: p * full.fraction(k) + (0 if k else 1 - p) for k in {0, *full}})
    weights: dict[int, int] = {now: 1}
    for _ in range(loads):
        weights = convolved(weights, {k: int(weight) for k, weight in one.weights.items()})
    return Distribution(weights)
