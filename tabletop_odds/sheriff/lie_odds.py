"""Exact odds of a lie: how often a declaration is false, given a model of the merchant and what the market showed.

Bayes: of all hands that the merchant may hold, each with its chance given the cards taken from the piles, those set
aside and the number drawn, the model says how often this very declaration is made with this or that bag:

    P(lie | declared) = sum P(hand) P(declared, and false | hand) / sum P(hand) P(declared | hand)

Two kinds of model. `TruthElseBluff` chases the good in the market, declares it truly when able, and else bluffs at a
rate b, so that only the number of copies K matters: for m cards, P(K < m) b / (P(K < m) b + P(K >= m)). Any other is a
plain function of the hand at loading, which returns every (bag, good) with its probability.

>>> [round(float(lie_probability(m, "apple", TruthElseBluff())), 3) for m in (3, 4, 5)]
[0.353, 0.677, 0.916]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from tabletop_odds.decks import count_weights, hand_weights
from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import in_range

from .chances import written
from .chase_odds import chase_distribution
from .goods import Cards, CardsLike, Number, named, parse_cards
from .market_odds import in_cards
from .odds import from_fractions, unseen_cards
from .rules import BAG_LIMIT, SET_ASIDE, Rules, as_rules

LoadModel = Callable[[Cards], Mapping[tuple[Cards, str], Number]]
MarketModel = Callable[[Cards], Cards]
ROUNDING = 1e-9  # of chances that are floats


@dataclass(frozen=True, slots=True)
class TruthElseBluff:
    """A merchant who chases a good, declares m of it when holding m, and otherwise bluffs at the rate `bluff`, 0 to 1.

    >>> TruthElseBluff(bluff=0.25)
    TruthElseBluff(bluff=0.25)
    """

    bluff: Fraction | float = Fraction(1, 2)

    def __post_init__(self) -> None:
        if not isinstance(self.bluff, int | float | Fraction) or not 0 <= self.bluff <= 1:
            raise ValueError(f"bluff {written(self.bluff)}: must be from 0 to 1")


def chase(good: str, rules: Rules | None = None) -> MarketModel:
    """The market model that keeps every copy of a good; the first five others in the order of the table are set aside.

    >>> chase("apple")(("apple", "cheese", "mead"))
    ('cheese', 'mead')
    """
    name = named(good, as_rules(rules).table)
    return lambda hand: tuple(card for card in hand if card != name)[:SET_ASIDE]


def lie_probability(
    cards: int,
    good: str,
    model: TruthElseBluff | LoadModel,
    *,
    gave: CardsLike | None = None,
    took: CardsLike = (),
    drew: int | None = None,
    market: MarketModel | None = None,
    seen: CardsLike = (),
    rules: Rules | None = None,
) -> Fraction | float:
    """The chance that a declaration is false.

    `cards` and `good`: what is declared (SH-10); `model`: a `TruthElseBluff`, or a function of the hand at loading (in
    the order of the table) that returns the probability of each (bag, good); it may sum to less than 1. What the market
    showed: `gave`, the cards set aside; `took`, those taken from the discard piles; `drew`, the number from the draw
    pile, by default what fills the hand. `market(hand)`: the cards that the merchant would set aside from a hand, by
    default `chase(good)` with `TruthElseBluff`, else a choice that tells nothing of the rest. `gave=None`: the market
    was not watched, and a function then gets a hand as dealt. `seen`: all other cards seen, which leaves out `gave` and
    `took`. A Fraction where the model's numbers are whole or Fractions.

    Raises ValueError for cards outside 1 to 5, a good that may not be declared, more cards than the deck or the hand
    has, a declaration or a market that the model never makes, and a model's bag that the hand does not hold or chances
    that sum to more than 1.

    >>> bluffer = TruthElseBluff(Fraction(1, 2))
    >>> lie_probability(4, "apple", bluffer, gave="mead, silk", took="apple")  # four kept, one taken
    Fraction(0, 1)
    >>> round(float(lie_probability(4, "apple", bluffer, gave="3 mead, silk, pepper", took="apple")), 4)
    0.6691
    """
    rules = as_rules(rules)
    cards, name = _declared(cards, good, rules)
    if gave is None and market is not None:
        raise ValueError("market without gave: what the merchant was seen to set aside, gave=() if nothing")
    if isinstance(model, TruthElseBluff):
        market = market or chase(name, rules)
        copies = _copies(name, gave, took, drew, market, seen, rules)
        able = copies.at_least(cards)
        honest, false = able, (1 - able) * model.bluff
        if not honest + false:
            raise ValueError(f"declared {cards} {name}: the model never declares that here")
        return false / (honest + false)
    bags = bag_distribution(cards, name, model, gave=gave, took=took, drew=drew, market=market, seen=seen, rules=rules)
    return bags.probability(lambda bag: any(card != name for card in bag))


def bag_distribution(
    cards: int,
    good: str,
    model: LoadModel,
    *,
    gave: CardsLike | None = None,
    took: CardsLike = (),
    drew: int | None = None,
    market: MarketModel | None = None,
    seen: CardsLike = (),
    rules: Rules | None = None,
) -> Distribution:
    """What is in a bag of so many cards that was declared as a good: cards in the order of the table.

    Arguments and errors: `lie_probability`, `model` being a function.

    >>> def smuggler(hand):  # the last card of the table's order, which is the dearest contraband
    ...     return {(hand[-1:], "apple"): 1}
    >>> round(bag_distribution(1, "apple", smuggler)[("crossbow",)], 6)
    0.139957
    """
    rules = as_rules(rules)
    cards, name = _declared(cards, good, rules)
    if not callable(model):
        raise ValueError(f"model {model!r}: must be a TruthElseBluff, or a function of the hand")
    hands = merchant_hands(gave=gave, took=took, drew=drew, market=market, seen=seen, rules=rules)
    bags: dict[Cards, Number] = {}
    for hand, weight in hands.weights.items():
        chances = model(hand)
        if min(chances.values(), default=0) < 0 or sum(chances.values()) > 1 + ROUNDING:
            raise ValueError(f"model with {', '.join(hand)}: {dict(chances)} are no chances that sum to at most 1")
        for (bag, said), chance in chances.items():
            if len(bag) == cards and said == name:
                inside = parse_cards(bag, rules.table)
                if Counter(inside) - Counter(hand):
                    raise ValueError(f"model with {', '.join(hand)}: no bag of {', '.join(inside)} (SH-9)")
                bags[inside] = bags.get(inside, 0) + chance * weight
    if not any(bags.values()):
        raise ValueError(f"declared {cards} {name}: the model never declares that here")
    if all(isinstance(chance, int | Fraction) for chance in bags.values()):
        return from_fractions({bag: Fraction(chance) for bag, chance in bags.items()})
    return Distribution({bag: float(chance) for bag, chance in bags.items()})


def merchant_hands(
    *,
    gave: CardsLike | None = None,
    took: CardsLike = (),
    drew: int | None = None,
    market: MarketModel | None = None,
    seen: CardsLike = (),
    rules: Rules | None = None,
) -> Distribution:
    """The hand that a merchant may hold at loading: cards in the order of the table.

    Arguments and errors: `lie_probability`.

    >>> hands = merchant_hands(gave="mead, silk", took="2 apples", market=chase("apple"))
    >>> hands.fraction(("apple",) * 6)
    Fraction(1, 1)
    """
    rules = as_rules(rules)
    deck = tuple(rules.deck)
    hands: dict[Cards, int] = {}
    for kept, drawn, rest, weight in _markets(gave, took, drew, market, seen, rules):
        for more, ways in hand_weights(tuple(rest), drawn):
            hand = in_cards(deck, (k + m for k, m in zip(kept, more, strict=True)))
            hands[hand] = hands.get(hand, 0) + weight * ways
    return Distribution(hands)


def _declared(cards: int, good: str, rules: Rules) -> tuple[int, str]:
    return in_range("declared cards", cards, 1, BAG_LIMIT), named(good, rules.declarable)


def _copies(
    good: str,
    gave: CardsLike | None,
    took: CardsLike,
    drew: int | None,
    market: MarketModel,
    seen: CardsLike,
    rules: Rules,
) -> Distribution:
    """How many copies of a good the merchant holds at loading."""
    if gave is None and not took and drew is None:
        return chase_distribution(good, seen=seen, rules=rules)
    deck = list(rules.deck)
    weights: dict[int, int] = {}
    for kept, drawn, rest, weight in _markets(gave, took, drew, market, seen, rules):
        held, left = (kept[deck.index(good)], rest[deck.index(good)]) if good in deck else (0, 0)
        for more, ways in count_weights(left, sum(rest) - left, drawn).items():
            weights[held + more] = weights.get(held + more, 0) + weight * ways
    return Distribution(weights)


def _markets(
    gave: CardsLike | None,
    took: CardsLike,
    drew: int | None,
    market: MarketModel | None,
    seen: CardsLike,
    rules: Rules,
) -> Iterator[tuple[list[int], int, list[int], int]]:
    """What may have been kept, by good, with the cards taken; how many are drawn, from which rest; and the weight.

    The kept cards are what the hand before the market held beside those set aside.
    """
    deck = tuple(rules.deck)
    tops = parse_cards(took, rules.table)
    pool = unseen_cards((*parse_cards(seen, rules.table), *tops), rules)
    counts = [pool[name] for name in deck]
    if gave is None:
        if tops or drew is not None:
            raise ValueError("took or drew without gave: what was set aside is needed too, gave=() if nothing")
        yield [0] * len(deck), rules.hand_size, counts, 1
        return
    aside = parse_cards(gave, rules.table)
    if len(aside) > SET_ASIDE:
        raise ValueError(f"gave {', '.join(aside)}: at most {SET_ASIDE} cards are set aside (SH-5)")
    unseen_cards((*parse_cards(seen, rules.table), *tops, *aside), rules)  # refuses what the deck lacks
    drawn = in_range("drew", len(aside) - len(tops) if drew is None else drew, 0, max(0, len(aside) - len(tops)))
    given, taken = ([cards.count(name) for name in deck] for cards in (aside, tops))
    left = [count - g for count, g in zip(counts, given, strict=True)]
    kept = rules.hand_size - len(aside)
    if market is None:  # any hand might have led to this, so kept and drawn cards are alike
        yield taken, kept + drawn, left, 1
        return
    possible = False
    for held, _ in hand_weights(left, kept):
        before = in_cards(deck, (h + g for h, g in zip(held, given, strict=True)))
        if parse_cards(market(before), rules.table) == aside:
            possible = True
            weight = prod(comb(n, h + g) for n, h, g in zip(counts, held, given, strict=True))
            rest = [n - h for n, h in zip(left, held, strict=True)]
            yield [h + t for h, t in zip(held, taken, strict=True)], drawn, rest, weight
    if not possible:
        raise ValueError(f"gave {', '.join(aside) or 'nothing'}: the model never sets aside that")
