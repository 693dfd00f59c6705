"""The one-bag game as arrays: every hand with its chance, every bag and declaration, what each is worth.

One merchant is dealt a hand, loads one to five cards of it and declares their number and one legal good (SH-9, SH-10);
the Sheriff knows the deck and the declaration, and passes or inspects (SH-13 to SH-15). No market, no second round. The
payoff is the merchant's gain minus the Sheriff's, so that one number is all there is to fight for: passed, a bag is
worth its value V; inspected and true, V and twice its penalties; inspected and false, the value of the true cards less
twice the penalties of the others.

*Hands* here are all cards that a player can hold, up to `hand_size`: also shorter ones, with chance 0. A bag is a short
hand, and what a hand can be loaded with is: itself, or what the hand without one of its cards can be loaded with. So
the best bag of every hand takes one sweep from short hands to long, and no list of each hand's bags is needed.

With a ladder of bribes, which begins with 0, the merchant offers one of them too; passed, it is paid, and the payoff
is twice the bribe less; refused, it is not (SH-15). A *signal* is a declaration and a bribe: `(good * BAG_LIMIT + cards
- 1) * bribes + bribe`, good and bribe as they come in `declarable` and in the ladder. A hand's *key* is the sum of
count * (hand_size + 1) ** place over the goods in the order of `Rules.table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.settings import in_range, nearest

from .goods import MOST_CARDS, Cards, Good
from .rules import BAG_LIMIT, Rules, as_rules

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

MOST_HANDS = 250_000  # of all sizes; the advanced game with hands of seven has 122,470
LARGEST_KEY = 2**62


@dataclass(frozen=True, slots=True)
class Deal:
    """What the game depends on: the goods in the order of the table, how many cards of each, which may be declared."""

    goods: tuple[Good, ...]
    cards: tuple[int, ...]
    declarable: tuple[str, ...]
    hand_size: int

    @property
    def names(self) -> tuple[str, ...]:
        """The goods by name."""
        return tuple(good.name for good in self.goods)

    def hand_key(self, cards: Cards) -> int:
        """The key of cards: of the hand that holds them.

        >>> deal_of().hand_key(("apple", "apple", "cheese"))
        9
        """
        return sum((self.hand_size + 1) ** self.names.index(name) for name in cards)

    def hand_of(self, key: int) -> Cards:
        """The cards of a key, in the order of the table.

        >>> deal_of().hand_of(9)
        ('apple', 'apple', 'cheese')
        """
        base = self.hand_size + 1
        return tuple(name for place, name in enumerate(self.names) for _ in range(key // base**place % base))

    def rules(self, asking: str) -> Rules:
        """Rules with this very deal, for three. Raises ValueError, naming who is `asking`, where it is too small.

        >>> deal_of(deal_of().rules("honest")).cards == deal_of().cards
        True
        """
        goods = tuple(replace(good, cards=n, cards_at_3=n) for good, n in zip(self.goods, self.cards, strict=True))
        absent = all(good.name in self.declarable for good in self.goods if good.legal)
        try:
            return Rules(players=3, royals=True, goods=goods, hand_size=self.hand_size, declare_absent_goods=absent)
        except ValueError as error:
            raise ValueError(f"{asking!r} plays whole games, for which the deal is too small: {error}") from None


def deal_of(rules: Rules | None = None, hand_size: int | None = None, deck: Mapping[str, int] | None = None) -> Deal:
    """The deal of a rule set; `hand_size` (1 to 10) and `deck` (cards of each good, 0 where left out) replace its own.

    Raises ValueError for a deck that names no good of the table or is smaller than a hand.

    >>> deal_of(hand_size=2, deck={"apple": 3, "mead": 1}).cards
    (3, 0, 0, 0, 0, 1, 0, 0)
    """
    rules = as_rules(rules)
    size = rules.hand_size if hand_size is None else in_range("hand_size", hand_size, 1, 10)
    table = rules.table
    counts = rules.deck if deck is None else dict(deck)
    for name, cards in counts.items():
        if name not in table:
            raise ValueError(f"deck: no good {name!r}{nearest(str(name), list(table))}")
        in_range(f"deck: cards of {name}", cards, 0, MOST_CARDS)
    if sum(counts.values()) < size:
        raise ValueError(f"deck of {sum(counts.values())} cards: a hand takes {size}")
    goods = tuple(table.values())
    return Deal(goods, tuple(counts.get(good.name, 0) for good in goods), rules.declarable, size)


def check_bribes(bribes: Sequence[int]) -> tuple[int, ...]:
    """A ladder of bribes. Raises ValueError unless it is whole numbers, upwards from 0, at most 1000.

    >>> check_bribes([0, 2, 5])
    (0, 2, 5)
    """
    ladder = tuple(in_range("bribe", bribe, 0, 1000) for bribe in bribes)
    if not ladder or ladder[0] != 0 or any(low >= high for low, high in pairwise(ladder)):
        raise ValueError(f"bribes {tuple(bribes)!r}: must go upwards from 0")
    return ladder


class BagGame(NamedTuple):
    """A game of one hand and one signal, as arrays; `hands` M, `bags` B of them, K things to declare with each.

    `chance` (M,): of each hand. `smaller` (M, G): the hand without a card of each good, itself where it has none.
    `first` (n + 2,): where the hands of each number of cards begin. `bags` (B,): which hands fit into a bag. Then
    (B, K): `signal`, the merchant's payoff when `passed` and when `inspected`, and whether that is a lie.
    """

    chance: Array
    smaller: Array
    first: Array
    bags: Array
    signal: Array
    passed: Array
    inspected: Array
    lie: Array
    signals: int


def count_hands(deal: Deal) -> int:
    """How many hands there are, of 1 to `hand_size` cards.

    >>> count_hands(deal_of())
    3001
    """
    ways = [1] + [0] * deal.hand_size
    for cards in deal.cards:
        ways = [sum(ways[max(0, size - cards) : size + 1]) for size in range(deal.hand_size + 1)]
    return sum(ways) - 1


def hands_of(deal: Deal) -> Array:
    """All hands of 1 to `hand_size` cards as counts (M, G): short ones first, then by their key.

    Raises ValueError where there are more than 250,000, or their keys get too large.
    """
    import numpy as np

    hands = count_hands(deal)
    if hands > MOST_HANDS or (deal.hand_size + 1) ** len(deal.goods) > LARGEST_KEY:
        raise ValueError(f"deck: {hands:,} different hands, of which at most {MOST_HANDS:,} are solved")
    counts = np.zeros((1, 0), np.int64)
    for cards in deal.cards:
        more = np.arange(min(cards, deal.hand_size) + 1)
        counts = np.column_stack([np.repeat(counts, len(more), axis=0), np.tile(more, len(counts))])
        counts = counts[counts.sum(axis=1) <= deal.hand_size]
    counts = counts[counts.any(axis=1)]
    return counts[np.lexsort((keys_of(counts, deal), counts.sum(axis=1)))]


def keys_of(counts: Array, deal: Deal) -> Array:
    """The keys of hands given as counts (..., G)."""
    import numpy as np

    keys: Array = counts @ (deal.hand_size + 1) ** np.arange(len(deal.goods))
    return keys


def bag_game(deal: Deal, bribes: tuple[int, ...] = (0,)) -> BagGame:
    """The game of a deal and a ladder of bribes as arrays. Raises ValueError as `hands_of`.

    >>> game = bag_game(deal_of())
    >>> len(game.chance), int((game.chance > 0).sum()), len(game.bags), game.signals
    (3001, 1715, 1286, 20)
    """
    import numpy as np

    counts = hands_of(deal)
    sizes, keys = counts.sum(axis=1), keys_of(counts, deal)
    full = sizes == deal.hand_size
    ways = np.where(full, 1.0, 0.0)
    for place, cards in enumerate(deal.cards):
        ways *= np.array([comb(cards, k) for k in range(deal.hand_size + 1)], float)[counts[:, place]]

    order = np.argsort(keys)
    smaller = np.tile(np.arange(len(counts))[:, None], len(deal.goods))
    for place in range(len(deal.goods)):
        rows = np.flatnonzero((counts[:, place] > 0) & (sizes > 1))
        wanted = keys[rows] - (deal.hand_size + 1) ** place
        smaller[rows, place] = order[np.searchsorted(keys, wanted, sorter=order)]

    bags = np.flatnonzero(sizes <= BAG_LIMIT)
    inside = counts[bags]
    value, penalty = (np.array([getattr(g, name) for g in deal.goods]) for name in ("value", "penalty"))
    places = np.repeat([deal.names.index(good) for good in deal.declarable], len(bribes))
    gifts = np.tile(bribes, len(deal.declarable))
    declared = np.repeat(np.arange(len(deal.declarable)), len(bribes)) * BAG_LIMIT + sizes[bags, None] - 1
    true = inside[:, places]
    lie = true < sizes[bags, None]
    worth, fines = (inside @ value)[:, None], (inside @ penalty)[:, None]
    caught = true * value[places] - 2 * (fines - true * penalty[places])
    return BagGame(
        chance=ways / ways.sum(),
        smaller=smaller,
        first=np.searchsorted(sizes, np.arange(deal.hand_size + 2)),
        bags=bags,
        signal=declared * len(bribes) + np.tile(np.arange(len(bribes)), len(deal.declarable)),
        passed=(worth - 2 * gifts).astype(float),
        inspected=np.where(lie, caught, worth + 2 * fines).astype(float),
        lie=lie,
        signals=len(deal.declarable) * BAG_LIMIT * len(bribes),
    )


def best_responses(game: BagGame, inspect: Array) -> tuple[Array, Array]:
    """For every hand the most it is worth when signals are inspected at these rates, and the load that is worth it.

    A load is a number: bag * K + what is declared.
    """
    import numpy as np

    value = game.passed + (game.inspected - game.passed) * inspect[game.signal]
    choice = value.argmax(axis=1)
    rows = np.arange(len(choice))
    best = np.full(len(game.chance), -np.inf)
    load = np.zeros(len(game.chance), np.int64)
    best[game.bags], load[game.bags] = value[rows, choice], rows * value.shape[1] + choice
    for start, stop in zip(game.first[2:-1], game.first[3:], strict=True):
        within = game.smaller[start:stop]
        place = best[within].argmax(axis=1)
        source = within[np.arange(stop - start), place]
        better = best[source] > best[start:stop]
        best[start:stop] = np.where(better, best[source], best[start:stop])
        load[start:stop] = np.where(better, load[source], load[start:stop])
    return best, load
