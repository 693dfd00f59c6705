"""Which bag to load from a hand, and what to declare: every bag's expected value, exactly (SH-9 to SH-15).

A bag passes with probability 1 - x and is inspected with probability x, the Sheriff's answer to what is declared. Its
merchant gains the goods that reach the stand, less a bribe that is paid when the bag passes, less the penalties of
false cards, plus the compensation for a true bag. What stays in the hand counts nothing: it can be loaded later.

>>> best_load("apple apple apple mead silk bread", inspect=Fraction(1, 4)).bag
('apple', 'apple', 'apple', 'mead', 'silk')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from tabletop_odds.decks import hand_weights
from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range

from .chances import written
from .decisions import stakes_of
from .goods import Cards, CardsLike, Good, Number, parse_cards
from .market_odds import in_cards
from .objectives import taken_off
from .odds import goods_in, unseen_cards
from .rules import BAG_LIMIT, MOST_GOLD, Rules, as_rules

Answer = Callable[[int, str], Number]
Rate = Number | Mapping[tuple[int, str], Number] | Answer


class LoadValue(NamedTuple):
    """A bag and its declaration: value by the objective, the merchant's and the Sheriff's expected gain, P(caught)."""

    bag: Cards
    good: str
    value: Number
    gain: Number
    sheriff: Number
    risk: Number


def load_values(
    hand: CardsLike, inspect: Rate, *, bribe: Rate = 0, objective: str = "points", rules: Rules | None = None
) -> list[LoadValue]:
    """Every distinct bag of a hand under every declaration, best first; among equals the lower risk, then more cards.

    `inspect`: the probability of an inspection, 0 to 1, as one number, by (cards, good) declared, or a function of
    them; `bribe`: the gold that is paid when the bag passes, in the same ways. `objective`: "points", "lead" or
    "difference", see `objectives`. `risk`: the probability of being caught, 0 for a true bag. Fractions where the
    numbers given are whole or Fractions.

    Raises ValueError for no cards, more than ten, a word that is no good, a probability outside 0 to 1, a declaration
    that the mapping lacks, a bribe below 0, or no such objective.

    >>> best = load_values("2 apples, mead", inspect=Fraction(1, 2))[0]
    >>> best.bag, best.good, best.value, best.risk
    (('apple', 'apple'), 'apple', Fraction(6, 1), Fraction(0, 1))
    """
    rules = as_rules(rules)
    cards = parse_cards(hand, rules.table)
    in_range("cards in the hand", len(cards), 1, 10)
    share = taken_off(objective, rules)
    names = list(dict.fromkeys(cards))
    said = [(m, good) for m in range(1, min(BAG_LIMIT, len(cards)) + 1) for good in rules.declarable]
    rates = {key: (_number("inspect", inspect, key, 1), _number("bribe", bribe, key, MOST_GOLD)) for key in said}
    table = rules.table
    found = []
    for m in range(1, min(BAG_LIMIT, len(cards)) + 1):
        for counts, _ in hand_weights([cards.count(name) for name in names], m):
            bag = in_cards(names, counts)
            found += [_loaded(bag, good, *rates[m, good], share, table) for good in rules.declarable]
    return sorted(found, key=lambda load: (-load.value, load.risk, -len(load.bag)))


def best_load(
    hand: CardsLike, inspect: Rate, *, bribe: Rate = 0, objective: str = "points", rules: Rules | None = None
) -> LoadValue:
    """The best of `load_values`, with the same arguments and errors.

    >>> best_load("2 apples, mead", inspect=0).bag
    ('apple', 'apple', 'mead')
    """
    return load_values(hand, inspect, bribe=bribe, objective=objective, rules=rules)[0]


def bag_worth(inspect: Number, rules: Rules | None = None) -> Callable[[Cards], Number]:
    """The value of the best bag as a function of the hand, against one rate of inspection: for `best_market`.

    The most of `load_values` without bribes, found at once: the best false card, and the best of the others that bring
    something, under each declaration. Raises ValueError for a rate outside 0 to 1.

    >>> bag_worth(Fraction(1, 4))(("apple", "apple", "apple", "mead", "silk"))
    Fraction(61, 4)
    """
    rules = as_rules(rules)
    x = _number("inspect", inspect, (BAG_LIMIT, rules.declarable[0]), 1)
    table = rules.table
    false_worth = {name: (1 - x) * good.value - x * good.penalty for name, good in table.items()}

    def worth(hand: Cards) -> Number:
        best: list[Number] = []
        for said in rules.declarable:
            true = [table[said].value] * hand.count(said)
            if true:
                best.append(min(BAG_LIMIT, len(true)) * (table[said].value + x * table[said].penalty))
            false = sorted((false_worth[name] for name in hand if name != said), reverse=True)
            if false:
                others = sorted((*true, *false[1:]), reverse=True)[: BAG_LIMIT - 1]
                best.append(false[0] + sum(more for more in others if more > 0))
        return max(best, default=Fraction(0))

    return worth


def _loaded(bag: Cards, good: str, x: Number, b: Number, share: Fraction, table: Mapping[str, Good]) -> LoadValue:
    passed, inspected, fine, honest = stakes_of(bag, good, table)
    gain = (1 - x) * (passed - b) + x * inspected
    sheriff = (1 - x) * b + x * fine
    return LoadValue(bag, good, gain - share * sheriff, gain, sheriff, Fraction(0) if honest else x)


def _number(name: str, given: Rate, said: tuple[int, str], most: int) -> Number:
    """What a rate says of a declaration, whole numbers as Fractions."""
    cards, good = said
    if isinstance(given, Mapping):
        if said not in given:
            raise ValueError(f"{name}: nothing is said of {cards} {good}")
        value = given[said]
    else:
        value = given(cards, good) if callable(given) else given
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not 0 <= value <= most:
        raise ValueError(f"{name} {written(value)} of {cards} {good}: must be from 0 to {most:,}")
    return value if isinstance(value, float) else Fraction(value)


def random_bag_distribution(
    cards: int = BAG_LIMIT, *, seen: CardsLike = (), rules: Rules | None = None
) -> Distribution:
    """What the Sheriff gets, below 0: pays, for opening random cards declared as the legal good most common in them.

    Ties are declared as the dearer good, a bag without any legal card as that of highest value. `cards` in the bag, 1
    to 5; `seen`: cards known to be elsewhere. Raises ValueError outside these ranges.

    >>> round(random_bag_distribution().mean, 4), round(random_bag_distribution(1).mean, 4)
    (9.068, -0.2353)
    """
    rules = as_rules(rules)
    left = unseen_cards(seen, rules)
    n = in_range("cards in the bag", cards, 1, min(BAG_LIMIT, sum(left.values())))
    table, legal = rules.table, [good for good in goods_in("legal", rules) if good in rules.declarable]
    weights: dict[int, int] = {}
    for counts, weight in hand_weights(tuple(left.values()), n):
        bag = in_cards(left, counts)
        held = [(bag.count(name), table[name].value) for name in legal]
        good = legal[held.index(max(held))]
        fine = stakes_of(bag, good, table).fine
        weights[fine] = weights.get(fine, 0) + weight
    return Distribution(weights)
