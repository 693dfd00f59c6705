"""The one-bag game's equilibrium as a table: shipped for the base decks, solved once and kept for any other.

Read with the standard library alone. The mixed loads are there for every hand up to the hand size; one that the deal
cannot give, being short, has the single load that is best against the Sheriff's rates.

The strategies are not unique. The chances to lie and to be inspected are the same in all of them for the base decks.

>>> round(inspect_rate(4, "apple"), 6), bag_equilibrium().lie_probability
(0.396581, 0.3042318 exact)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import tables
from tabletop_odds.answers import Value

from .bag_game import Deal, count_hands, deal_of
from .goods import Cards, parse_cards
from .rules import BAG_LIMIT, Rules
from .state import Load

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SOLVER = 1  # raised when the meaning of the kept numbers changes
KEPT_FROM = 500  # hands; smaller games are solved in no time

Mix = Mapping[tuple[Load, int], float]  # the probability of each load and bribe


@dataclass(frozen=True, slots=True, eq=False)
class BagEquilibrium:
    """Equilibrium strategies of the one-bag game, and what it is worth to the merchant (the own gain minus the
    Sheriff's).

    `low` and `high`: what each side makes sure of; `value` lies between. `inspect`, `declared`, `lies` by signal (good
    * 5 + cards - 1): the rate of inspection, the chance to be declared, the chance to be declared and false. The
    merchant's loads: `keys` of all hands in order; from `first[i]` to `first[i + 1]` the loads of hand i: `bag` (a
    hand, by its place in `keys`), `good` (its place in `declarable`), `probability`.
    """

    deal: Deal = field(repr=False)
    bribes: tuple[int, ...]
    value: Value
    low: float
    high: float
    lie_probability: Value
    inspect_probability: Value
    inspect: Sequence[float] = field(repr=False)
    declared: Sequence[float] = field(repr=False)
    lies: Sequence[float] = field(repr=False)
    keys: Sequence[int] = field(repr=False)
    first: Sequence[int] = field(repr=False)
    bag: Sequence[int] = field(repr=False)
    good: Sequence[int] = field(repr=False)
    probability: Sequence[float] = field(repr=False)

    def inspects(self, cards: int, good: str, bribe: int = 0) -> float:
        """The rate at which the Sheriff inspects a bag so declared; whatever bribe of the ladder is offered.

        Raises ValueError for a number of cards, a good or a bribe that the game does not have.

        >>> round(bag_equilibrium().inspects(5, "chicken"), 6)
        0.456183
        """
        if cards not in range(1, min(BAG_LIMIT, self.deal.hand_size) + 1) or good not in self.deal.declarable:
            raise ValueError(f"{cards!r} {good!r}: 1 to {BAG_LIMIT} of {', '.join(self.deal.declarable)} are declared")
        if bribe not in self.bribes:
            raise ValueError(f"bribe {bribe!r}: the ladder is {', '.join(map(str, self.bribes))}")
        return self.inspect[self.deal.declarable.index(good) * BAG_LIMIT + cards - 1]

    def mix(self, hand: Cards) -> Mix:
        """What the merchant does with a hand: the probability of each (load, bribe); nothing is ever offered.

        Raises ValueError for a hand that the deck cannot give, that is empty or larger than the hand size.

        >>> bag_equilibrium().mix(("apple",) * 5 + ("bread",))
        {(Load(bag=('apple', 'apple', 'apple', 'apple', 'apple'), good='apple'), 0): 1.0}
        """
        key = self.deal.hand_key(parse_cards(hand, self.deal.names))
        row = bisect_left(self.keys, key)
        if not hand or len(hand) > self.deal.hand_size or row == len(self.keys) or self.keys[row] != key:
            raise ValueError(
                f"hand {', '.join(hand)!r}: the deck gives 1 to {self.deal.hand_size} cards, but not these"
            )
        entries = range(self.first[row], self.first[row + 1])
        return {(self._load(entry), 0): self.probability[entry] for entry in entries}

    def _load(self, entry: int) -> Load:
        return Load(self.deal.hand_of(self.keys[self.bag[entry]]), self.deal.declarable[self.good[entry]])

    def _signals(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for place, good in enumerate(self.deal.declarable):
            for cards in range(1, min(BAG_LIMIT, self.deal.hand_size) + 1):
                yield place * BAG_LIMIT + cards - 1, {"cards": cards, "good": good}

    def inspect_table(self) -> pd.DataFrame:
        """One row a declaration and bribe: cards, good, bribe, then the rate of inspection in the value columns; exact.

        >>> bag_equilibrium().inspect_table()["value"].round(4).tolist()[:5]
        [0.1365, 0.2684, 0.3325, 0.3966, 0.4194]
        """
        rows = [
            key | {"bribe": bribe} | _columns(self.inspect[s]) for s, key in self._signals() for bribe in self.bribes
        ]
        return _frame(rows)

    def bluff_table(self) -> pd.DataFrame:
        """One row a declaration that is made: cards, good, declared (its chance), then P(lie) in the value columns.

        >>> bag_equilibrium().bluff_table().query("good == 'apple'")["value"].round(2).tolist()
        [0.2, 0.22, 0.34, 0.3]
        """
        rows = [
            key | {"declared": self.declared[s]} | _columns(min(1.0, self.lies[s] / self.declared[s]))
            for s, key in self._signals()
            if self.declared[s] > 0
        ]
        return _frame(rows)


def _columns(number: float) -> dict[str, Any]:
    columns = Value.exactly(number).to_dict()
    del columns["seed"]
    return columns


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)


def bag_equilibrium(rules: Rules | None = None) -> BagEquilibrium:
    """The equilibrium without bribes for a rule set's deck and hand size.

    >>> bag_equilibrium(Rules(players=3)).value
    10.40598 exact
    """
    return kept_equilibrium(deal_of(rules), (0,))


@lru_cache(maxsize=16)
def kept_equilibrium(deal: Deal, bribes: tuple[int, ...]) -> BagEquilibrium:
    """The equilibrium of a deal: shipped, kept, or solved now. Raises ValueError for too many different hands."""
    hands = count_hands(deal)
    if hands < KEPT_FROM:
        arrays = _solve(deal)
    else:
        name, about = table_name(deal), f"about {max(2, hands // 4_000)} s"
        table = tables.solved("sheriff", name, table_key(deal), lambda: _solve(deal), about=about)
        return to_equilibrium(deal, bribes, table.arrays)
    return to_equilibrium(deal, bribes, {name: list(numbers) for name, (_, numbers) in arrays.items()})


def _solve(deal: Deal) -> tables.Arrays:
    from .optimal import solved_arrays

    return solved_arrays(deal)


def table_name(deal: Deal) -> str:
    """The name of a deal's table."""
    return f"bag_{sum(deal.cards)}"


def table_key(deal: Deal) -> dict[str, Any]:
    """What a table is the answer to: nothing but what its numbers depend on."""
    goods = [
        [good.name, cards, good.value, good.penalty, int(good.name in deal.declarable)]
        for good, cards in zip(deal.goods, deal.cards, strict=True)
    ]
    return {"goods": goods, "hand_size": deal.hand_size, "solver": SOLVER}


def to_equilibrium(deal: Deal, bribes: tuple[int, ...], arrays: Mapping[str, Sequence[Any]]) -> BagEquilibrium:
    """The equilibrium that a table's arrays hold."""
    value, low, high, lie, inspected = arrays["summary"]
    others: Any = {name: numbers for name, numbers in arrays.items() if name != "summary"}
    chances = Value.exactly(lie), Value.exactly(inspected)
    return BagEquilibrium(deal, bribes, Value.exactly(value), low, high, *chances, **others)


def merchant_mix(hand: Cards, rules: Rules | None = None) -> tuple[tuple[Load, float], ...]:
    """What an equilibrium merchant loads from a hand: (load, probability), of any number of cards up to the hand size.

    Raises ValueError as `BagEquilibrium.mix`.

    >>> merchant_mix(("apple", "apple", "apple", "apple", "mead"))[0][0].good
    'apple'
    """
    return tuple((load, probability) for (load, _), probability in bag_equilibrium(rules).mix(hand).items())


def inspect_rate(cards: int, good: str, rules: Rules | None = None) -> float:
    """The rate at which an equilibrium Sheriff inspects a bag so declared. Raises ValueError as `inspects`.

    >>> round(inspect_rate(1, "apple"), 4)
    0.1365
    """
    return bag_equilibrium(rules).inspects(cards, good)


class StrategyArrays(NamedTuple):
    """The equilibrium as arrays that a kernel can read; goods by their place in `Rules.table`.

    `keys` (M,) int64: find a hand by binary search for its key, the sum of count * base ** good. Its loads are rows
    `first[i]` to `first[i + 1]` of: `below`, the probability of this load or one before it in the same hand (the last
    is 1); `bag` (L, goods) int8, how many cards of each good; `good` (L,), which one is declared. `inspect` (goods, 6):
    rate by good and number of cards, 0 where it cannot be declared.
    """

    base: int
    keys: np.ndarray[Any, Any]
    first: np.ndarray[Any, Any]
    below: np.ndarray[Any, Any]
    bag: np.ndarray[Any, Any]
    good: np.ndarray[Any, Any]
    inspect: np.ndarray[Any, Any]


def strategy_arrays(rules: Rules | None = None) -> StrategyArrays:
    """The equilibrium of `bag_equilibrium(rules)` for kernels.

    >>> strategy_arrays().bag.shape[1]
    8
    """
    import numpy as np

    found = bag_equilibrium(rules)
    deal, base = found.deal, found.deal.hand_size + 1
    keys, first = np.array(found.keys, np.int64), np.array(found.first, np.int64)
    probability = np.array(found.probability)
    sums = np.append(0.0, np.cumsum(probability))
    below = sums[1:] - np.repeat(sums[first[:-1]], np.diff(first))
    below[first[1:] - 1] = 1.0
    places = np.array([deal.names.index(good) for good in deal.declarable])
    inspect = np.zeros((len(deal.goods), BAG_LIMIT + 1))
    inspect[places, 1:] = np.array(found.inspect).reshape(-1, BAG_LIMIT)
    bag = (keys[np.array(found.bag)][:, None] // base ** np.arange(len(deal.goods)) % base).astype(np.int8)
    return StrategyArrays(base, keys, first, below, bag, places[np.array(found.good)], inspect)
