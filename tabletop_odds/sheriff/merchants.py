"""Merchants: whether to smuggle, what to put into the bag, and what to offer for it.

All merchants here are one family, `Merchant`. A bag with contraband has up to so many of the dearest contraband cards
of the hand, then the best legal good (`best_legal`) up to five cards, which is declared. An honest bag has that good
alone; a hand without a legal card leaves no choice but one contraband card, declared as the good of which the deck has
most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from tabletop_odds.settings import in_range
from tabletop_odds.streams import Stream

from .chances import OUT_OF, happens, percent, pick, probability, threshold_of
from .goods import Cards
from .markets import MarketPlan, best_legal, chase_best_good
from .rules import BAG_LIMIT, MOST_GOLD, Rules
from .state import Load, Observation, Offer

A_THIRD = Fraction(1, 3)
Mix = Callable[[Cards, Rules], Sequence[tuple[Load, float | Fraction]]]


@dataclass(frozen=True, slots=True)
class Merchant:
    """A way to fill bags.

    Before the market it is settled by chance, `rate`, whether the bag of the round is to have contraband, `cards` at
    most. With `assumed`, a chance to be inspected, that is settled after the market instead: the bag is the one that is
    worth most if so many are inspected, of equals the one with less contraband. With `mix`, a bag is drawn from
    mix(hand, rules), pairs of a `Load` and its chance; a hand for which it has none is filled honestly. `bribe` is the
    gold offered for a bag that is a lie, `true_bribe` for one that is not, each at most what there is. `market` is the
    plan that suits. Raises ValueError for a field out of range.
    """

    name: str
    rate: Fraction = Fraction(0)
    cards: int = BAG_LIMIT
    assumed: Fraction | None = None
    mix: Mix | None = None
    bribe: int = 0
    true_bribe: int = 0
    market: MarketPlan = field(default_factory=chase_best_good)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", probability("rate", self.rate))
        in_range("cards", self.cards, 1, BAG_LIMIT)
        if self.assumed is not None:
            object.__setattr__(self, "assumed", probability("assumed", self.assumed))
        for name in ("bribe", "true_bribe"):
            in_range(name, getattr(self, name), 0, MOST_GOLD)

    def intent(self, seen: Observation, rules: Rules, luck: Stream) -> int:
        """How many contraband cards at most are to go into this round's bag, as far as that is settled now."""
        return self.cards if happens(self.rate, luck) else 0

    def load(self, seen: Observation, rules: Rules, luck: Stream) -> Load:
        """The bag and what is declared."""
        if self.mix is not None:
            options = self.mix(seen.hand, rules)
            if options:
                return options[pick([chance for _, chance in options], luck)][0]
        contraband = seen.intent
        if self.assumed is not None:
            contraband = worthwhile_contraband(seen.hand, self.assumed, rules, self.cards, self.bribe)
        return filled(seen.hand, contraband, rules)

    def offer(self, seen: Observation, rules: Rules, luck: Stream) -> Offer | None:
        """The bribe: always the same, whatever the Sheriff asks for."""
        declared = seen.players[seen.seat].declared
        gold = self.true_bribe if declared is None else self.bribe_for(Load(seen.bag, declared.good))
        gold = min(gold, seen.players[seen.seat].gold)
        return Offer(gold) if gold else None

    def bribe_for(self, load: Load) -> int:
        """The gold that is offered for a bag, if there is so much."""
        return self.bribe if any(card != load.good for card in load.bag) else self.true_bribe

    def mixed(self, hand: Cards, rules: Rules) -> dict[tuple[Load, int], float]:
        """How often which bag and bribe come of a hand that no market changes.

        >>> [(load.bag, chance) for (load, _), chance in bluffer(0.25).mixed(("apple", "mead"), Rules()).items()]
        [(('apple', 'mead'), 0.25), (('apple',), 0.75)]
        """
        options = self.mix(hand, rules) if self.mix is not None else ()
        if not options and self.assumed is not None:
            contraband = worthwhile_contraband(hand, self.assumed, rules, self.cards, self.bribe)
            options = [(filled(hand, contraband, rules), Fraction(1))]
        elif not options:
            options = [(filled(hand, self.cards, rules), self.rate), (filled(hand, 0, rules), 1 - self.rate)]
        found: dict[tuple[Load, int], float] = {}
        for load, chance in options:
            key = load, self.bribe_for(load)
            found[key] = found.get(key, 0.0) + float(chance)
        return found


def filled(hand: Cards, contraband: int, rules: Rules) -> Load:
    """The bag with up to so many contraband cards, the dearest of the hand, and the best legal good.

    >>> filled(("apple", "apple", "bread", "mead", "silk"), 1, Rules())
    Load(bag=('apple', 'apple', 'silk'), good='apple')
    """
    table, good = rules.table, best_legal(hand, rules)
    dearest = sorted((card for card in hand if table[card].smuggled), key=lambda card: -table[card].value)
    smuggled = dearest[: max(contraband, int(good is None))]
    honest = [card for card in hand if card == good][: BAG_LIMIT - len(smuggled)]
    order = list(table)
    return Load(tuple(sorted((*honest, *smuggled), key=order.index)), good or plentiful(rules))


@lru_cache(maxsize=64)
def plentiful(rules: Rules) -> str:
    """The good to be declared of which the deck has most cards, of equals the first of the table.

    >>> plentiful(Rules())
    'apple'
    """
    return max(rules.declarable, key=lambda name: rules.deck.get(name, 0))


def worthwhile_contraband(hand: Cards, assumed: Fraction, rules: Rules, cards: int = BAG_LIMIT, bribe: int = 0) -> int:
    """How many contraband cards, at most `cards`, make the bag that is worth most where so many are inspected.

    A bag is worth the goods that come to the stand, and what is paid: fines, and the bribe for a lie that is passed.

    >>> hand = ("apple", "apple", "apple", "apple", "mead", "silk")
    >>> [worthwhile_contraband(hand, Fraction(x, 10), Rules()) for x in (4, 5)]
    [2, 0]
    """
    table, x = rules.table, threshold_of(assumed)

    def worth(contraband: int) -> int:
        bag, good = filled(hand, contraband, rules)
        value = sum(table[card].value for card in bag if card == good)
        fine = sum(table[card].penalty for card in bag if card == good)
        lies = [card for card in bag if card != good]
        if not lies:
            return value * OUT_OF + fine * x
        passed = value + sum(table[card].value for card in lies) - bribe
        caught = value - sum(table[card].penalty for card in lies)
        return passed * (OUT_OF - x) + caught * x

    most = min(cards, sum(table[card].smuggled for card in hand))
    least = min(int(best_legal(hand, rules) is None), most)
    return max(range(least, most + 1), key=worth, default=0)


def honest(bribe: int = 0) -> Merchant:
    """Always the truth, where there is a legal card. `bribe`: gold offered all the same. Raises ValueError for less
    than none.

    >>> honest().name
    'honest'
    """
    return Merchant(f"honest{_suffix(BAG_LIMIT, bribe)}", true_bribe=bribe, bribe=bribe)


def bluffer(rate: float | Fraction, cards: int = BAG_LIMIT, bribe: int = 0) -> Merchant:
    """Smuggles in a round with chance `rate`, decided before the market: then up to `cards` of the dearest contraband.

    `bribe`: gold offered for a lie. Raises ValueError for a rate outside 0 to 1, cards outside 1 to 5.

    >>> bluffer(0.5, cards=2).name
    'bluffer 50 %, 2 cards'
    """
    chance = probability("rate", rate)
    return Merchant(f"bluffer {percent(chance)}{_suffix(cards, bribe)}", rate=chance, cards=cards, bribe=bribe)


def opportunist(assumed: float | Fraction = A_THIRD, cards: int = BAG_LIMIT, bribe: int = 0) -> Merchant:
    """Trades as an honest merchant, and smuggles what contraband the hand then has as far as that pays where so many
    bags are inspected, see `worthwhile_contraband`.

    Raises ValueError as `bluffer`.

    >>> opportunist().name, opportunist(0.3).name
    ('opportunist', 'opportunist 30 %')
    """
    chance = probability("assumed", assumed)
    name = "opportunist" if chance == A_THIRD else f"opportunist {percent(chance)}"
    return Merchant(name + _suffix(cards, bribe), assumed=chance, cards=cards, bribe=bribe)


def mixer(name: str, mix: Mix, market: MarketPlan | None = None) -> Merchant:
    """The merchant who draws each bag from mix(hand, rules), pairs of a `Load` and its chance.

    >>> mixer("two apples", lambda hand, rules: [(Load(("apple", "apple"), "apple"), 1)]).name
    'two apples'
    """
    return Merchant(name, mix=mix, market=chase_best_good() if market is None else market)


def equilibrium_merchant() -> Merchant:
    """Bags by the equilibrium of the one-bag game, from solved tables; hands that they lack are filled honestly.

    In the market as an honest merchant: of the plans here that one scores most with these bags.

    >>> equilibrium_merchant().name
    'equilibrium'
    """
    from .strategy_tables import merchant_mix

    return mixer("equilibrium", merchant_mix)


def _suffix(cards: int, bribe: int) -> str:
    words = [f"{cards} card{'s' * (cards > 1)}"] * (cards != BAG_LIMIT) + [f"offers {bribe}"] * (bribe != 0)
    return "".join(f", {word}" for word in words)
