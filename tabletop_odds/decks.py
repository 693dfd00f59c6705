"""Decks of cards: every sampler stands beside its enumerating twin.

A *deck* is a multiset: kinds of cards, any hashable values, with a number of cards each. A *deal* takes cards from it
without putting them back. `deal` samples n deals as an array `(n, cards)`, `deal_counts` how many cards of each kind
they have; `deal_distribution` enumerates the same deal exactly, order aside, and `count_distribution` gives the exact
number of cards of some kinds without enumerating. Wherever a deck is wanted, a mapping card -> number or the cards
themselves will do, and `without` names cards that are known to be elsewhere.

A *pile* has an order, and its last card is its top. `shuffled` orders cards by a stream, `take` takes from the top;
`shuffle` is the same shuffle in place, for a game's kernel.

>>> from tabletop_odds import decks
>>> skat = decks.Deck({"jack": 4, "other": 28})
>>> decks.count_distribution(skat, "jack", 10).at_least(2)
Fraction(2649, 7192)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .answers import Distribution
from .compiled import compiled, int64, uint64
from .settings import in_range
from .streams import LOW, below, game_key, next_word

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from .streams import Stream

C = TypeVar("C")
if TYPE_CHECKING:
    Cards = Mapping[C, int] | Iterable[C]

LARGEST_DECK = 1_000_000  # cards
LARGEST_SAMPLE = 1_000_000_000  # deals
LARGEST_ENUMERATION = 5_000_000  # cards in all the different hands: some seconds and 0.3 GB


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deck(Generic[C]):
    """A multiset of cards, from a mapping card -> number or from the cards themselves.

    It iterates over its cards, kind after kind in the order given; `deck.kinds[i]` is the kind that samplers call i.
    Kinds of which no card is left stay, so that a deck and what is left of it have the same kinds. Decks are equal
    whose kinds, their order and numbers are. Raises ValueError for a number of cards below 0, more than a million cards
    in all, or what is no cards.

    >>> deck = Deck({"apple": 2, "mead": 1})
    >>> tuple(deck), deck.total, deck.count("apple"), "silk" in deck
    (('apple', 'apple', 'mead'), 3, 2, False)
    >>> deck == Deck(["apple", "mead", "apple"])
    True
    """

    kinds: tuple[C, ...]
    numbers: tuple[int, ...]

    def __init__(self, cards: Cards[C] = ()) -> None:
        try:
            given = dict(cards) if isinstance(cards, Mapping) else Counter(cards)
        except TypeError:
            raise ValueError(f"cards {cards!r}: must be a mapping card -> number, or cards that are hashable") from None
        numbers = tuple(in_range(f"number of {card!r}", given[card], 0, LARGEST_DECK) for card in given)
        in_range("total of a deck", sum(numbers), 0, LARGEST_DECK)
        object.__setattr__(self, "kinds", tuple(given))
        object.__setattr__(self, "numbers", numbers)

    @property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self.numbers)

    def count(self, card: object) -> int:
        """How many cards of a kind there are; 0 for what is no kind of the deck."""
        return self.numbers[self.kinds.index(card)] if card in self.kinds else 0

    def __contains__(self, card: object) -> bool:
        return self.count(card) > 0

    def __iter__(self) -> Iterator[C]:
        for kind, number in zip(self.kinds, self.numbers, strict=True):
            for _ in range(number):
                yield kind

    def without(self, cards: Cards[C]) -> Deck[C]:
        """What is left when these cards are taken out. Raises ValueError for a card that is not there that often.

        >>> Deck({"apple": 2, "mead": 1}).without(["mead", "apple"])
        Deck({'apple': 1, 'mead': 0})
        """
        left = dict(zip(self.kinds, self.numbers, strict=True))
        gone = Deck(cards)
        for card, number in zip(gone.kinds, gone.numbers, strict=True):
            if number > left.get(card, 0):
                raise ValueError(f"without {number} of {card!r}: the deck has {left.get(card, 0)} of it")
            if number:
                left[card] -= number
        return Deck(left)

    def __repr__(self) -> str:
        return f"Deck({dict(zip(self.kinds, self.numbers, strict=True))!r})"


def deal(deck: Cards[C], n: int, cards: int, *, without: Cards[C] = (), rng: np.random.Generator | int) -> NDArray[Any]:
    """n deals of so many cards, each from the whole deck: an array `(n, cards)` of places in `deck.kinds`.

    The cards of a deal stand in the order in which they were dealt. All deals are equally likely, exactly; the first
    ones do not depend on n. uint8 up to 256 kinds, else the next larger type. `rng` is a numpy Generator, or a seed
    for one. Raises ValueError: n < 0, more cards than there are, or as `Deck` and `Deck.without`.

    >>> deck = Deck({"apple": 3, "mead": 1})
    >>> [[deck.kinds[i] for i in hand] for hand in deal(deck, 2, 3, rng=1)]
    [['apple', 'apple', 'apple'], ['mead', 'apple', 'apple']]
    """
    import numpy as np

    left, n, cards = _checked(deck, cards, without, n)
    seed = int(_generator(rng).integers(2**63))
    places = np.arange(len(left.kinds), dtype=np.min_scalar_type(max(len(left.kinds) - 1, 0)))
    out = np.empty((n, cards), places.dtype)
    _fill_deals(seed, np.repeat(places, left.numbers), out)
    return out


def deal_distribution(deck: Cards[C], cards: int, *, without: Cards[C] = ()) -> Distribution:
    """The exact distribution of one deal, over tuples of cards in the order of the deck's kinds.

    The weight of a hand is the number of ways to pick its cards; they add up to all the ways to pick so many cards.
    Raises ValueError: as `deal`, or too many hands to list.

    >>> deal_distribution({"apple": 3, "mead": 2}, 2).weights
    {('apple', 'apple'): 3, ('apple', 'mead'): 6, ('mead', 'mead'): 1}
    """
    left, _, cards = _checked(deck, cards, without)
    hands = hand_weights(left.numbers, cards)
    return Distribution(
        {tuple(k for k, n in zip(left.kinds, held, strict=True) for _ in range(n)): weight for held, weight in hands}
    )


def hand_weights(numbers: Sequence[int], cards: int) -> list[tuple[tuple[int, ...], int]]:
    """Every hand of so many cards, from so many of each kind: (how many of each kind, the number of ways to pick it).

    The arithmetic under `deal_distribution`, unchecked but for ValueError: too many hands to list.

    >>> hand_weights([2, 1], 2)
    [((1, 1), 2), ((2, 0), 1)]
    """
    most = LARGEST_ENUMERATION // max(cards, 1)
    later = sum(numbers)
    hands: list[tuple[tuple[int, ...], int, int]] = [((), cards, 1)]  # held, cards missing, ways
    for number in numbers:
        later -= number
        before, hands = hands, []
        for held, missing, weight in before:
            fewest = max(0, missing - later)  # never a hand that cannot be filled
            if len(hands) + min(number, missing) - fewest >= most:
                raise ValueError(
                    f"{cards} of {sum(numbers)} cards: more than {most:,} different hands; deal fewer cards"
                )
            for k in range(fewest, min(number, missing) + 1):
                hands.append(((*held, k), missing - k, weight * comb(number, k)))
    return [(held, weight) for held, _, weight in hands]


def count_weights(those: int, others: int, cards: int) -> dict[int, int]:
    """Of all hands of so many cards out of `those` and `others`, how many hold each number of the former.

    The arithmetic under `count_distribution`, unchecked.

    >>> count_weights(2, 3, 2)
    {0: 3, 1: 6, 2: 1}
    """
    return {k: comb(those, k) * comb(others, cards - k) for k in range(max(0, cards - others), min(those, cards) + 1)}


def deal_counts(
    deck: Cards[C], n: int, cards: int, *, without: Cards[C] = (), rng: np.random.Generator | int
) -> NDArray[np.int64]:
    """How many cards of each kind n deals have: an array `(n, kinds)`, column i for `deck.kinds[i]`.

    `rng` and ValueError as in `deal`.

    >>> deal_counts({"apple": 3, "mead": 1}, 1000, 2, rng=1).max(axis=0)
    array([2, 1])
    """
    left, n, cards = _checked(deck, cards, without, n)
    few = min(cards, left.total - cards) < 6 * len(left.kinds)  # 10 ns a card, against 60 ns a kind
    draw = _generator(rng).multivariate_hypergeometric
    return draw(left.numbers, cards, size=n, method="count" if few else "marginals")


def count_distribution(deck: Cards[C], kinds: C | Collection[C], cards: int, *, without: Cards[C] = ()) -> Distribution:
    """The exact distribution of how many of the cards dealt are of one kind, or of any of several.

    It is hypergeometric, and cheap for every deck. `kinds`: a kind of the deck; or a list, tuple or set of them.
    Raises ValueError: as `deal`, or a kind that the deck does not have.

    >>> count_distribution({"apple": 3, "mead": 2}, "mead", 2).weights
    {0: 3, 1: 6, 2: 1}
    >>> count_distribution({"apple": 3, "mead": 1, "silk": 1}, ("mead", "silk"), 2).fraction(2)
    Fraction(1, 10)
    """
    left, _, cards = _checked(deck, cards, without)
    several = isinstance(kinds, list | tuple | set | frozenset) and kinds not in left.kinds
    wanted = set(kinds) if several else {kinds}  # type: ignore[arg-type]
    if strangers := [kind for kind in wanted if kind not in left.kinds]:
        raise ValueError(f"kind {strangers[0]!r}: the kinds of the deck are {', '.join(map(repr, left.kinds))}")
    those = sum(map(left.count, wanted))
    return Distribution(count_weights(those, left.total - those, cards))


def shuffled(cards: Iterable[C], luck: Stream) -> tuple[C, ...]:
    """The cards in a random order, as a pile: the last is the top. `luck` moves on by a draw a card.

    >>> from tabletop_odds.streams import Stream
    >>> shuffled("abcde", Stream.of(seed=1, game=0))
    ('d', 'a', 'b', 'c', 'e')
    """
    pile = list(cards)
    luck.state = shuffle(pile, len(pile), luck.state)
    return tuple(pile)


def shuffle(cards: Any, length: int, state: int) -> int:
    """Put the first `length` entries of a list or array in a random order; the state of the stream after it.

    Plain Python, and machine code inside a kernel, with the same integers (see `streams`): Fisher-Yates from the end,
    so that every order is equally likely. A list of up to 2**32 cards.

    >>> pile = list("abcde")
    >>> state = shuffle(pile, 3, 0)
    >>> "".join(pile)
    'bacde'
    """
    for i in range(length - 1, 0, -1):
        j, state = below(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return state


def take(pile: Sequence[C], k: int) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """The k top cards in the order in which they come, the top first; and the pile that stays.

    Raises ValueError for more cards than the pile has.

    >>> take(("bottom", "middle", "top"), 2)
    (('top', 'middle'), ('bottom',))
    """
    stay = len(pile) - in_range("number of cards to take from the pile", k, 0, len(pile))
    return tuple(pile[stay:][::-1]), tuple(pile[:stay])


@compiled
def _fill_deals(seed: int, pile: NDArray[Any], out: NDArray[Any]) -> None:
    """Fill the rows of `out` with deals from a pile, each the first steps of a shuffle, two cards a word.

    The pile stays as the last deal left it: from any order a shuffle's first steps deal fairly.
    """
    cards = out.shape[1]
    state = game_key(seed, 0)
    for row in range(len(out)):
        for i in range(0, cards, 2):
            end = len(pile) - i
            first, second, state = _two_below(state, end)
            out[row, i] = _swap_to_end(pile, first, end - 1)
            if i + 1 < cards:
                out[row, i + 1] = _swap_to_end(pile, second, end - 2)


def _two_below(state: int, n: int) -> tuple[int, int, int]:
    """From the halves of one word, exactly uniform: an integer in [0, n), one in [0, n - 1); and the state after it.

    A half x gives x * n / 2**32, rounded down; a word with a half that would make some integers likelier is passed
    over (as in `streams.below`). The second integer is 0 if n is 1.
    """
    m, n = uint64(n - 1), uint64(n)
    while True:
        word, state = next_word(state)
        first, second = uint64((word >> 32) * n), uint64(uint64(word & LOW) * m)
        if not (_unfair(first, n) or _unfair(second, m)):
            return int64(first >> 32), int64(second >> 32), state


def _unfair(product: int, n: int) -> bool:
    low = uint64(product & LOW)
    return low < n and low < uint64(LOW + 1) % n  # the division is slow, and seldom needed


def _swap_to_end(pile: Any, j: int, end: int) -> Any:
    card = pile[j]
    pile[j] = pile[end]
    pile[end] = card
    return card


def _checked(deck: Any, cards: int, without: Any, n: int = 0) -> tuple[Deck[Any], int, int]:
    """What is left of the deck, the number of deals and of cards; ValueError where they are out of range."""
    deck = deck if isinstance(deck, Deck) else Deck(deck)
    left = deck.without(without)
    return left, in_range("n", n, 0, LARGEST_SAMPLE), in_range("number of cards to deal", cards, 0, left.total)


def _generator(rng: np.random.Generator | int) -> np.random.Generator:
    import numpy as np

    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(f"rng {rng!r}: must be a numpy Generator or a seed, a whole number >= 0") from None
