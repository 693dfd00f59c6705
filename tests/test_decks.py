"""Decks: each enumerating twin against brute force over all ordered deals, each sampler against its twin."""

import subprocess
import sys
from collections import Counter
from itertools import chain, permutations
from math import comb, factorial

import numpy as np
import pytest
from chi_square import fits
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tabletop_odds import decks
from tabletop_odds.compiled import compiled, uint64
from tabletop_odds.decks import Deck, shuffle
from tabletop_odds.streams import Stream, game_key

SHERIFF = {"apple": 48, "cheese": 36, "bread": 36, "chicken": 24, "pepper": 22, "mead": 21, "silk": 12, "crossbow": 5}
SMALL = [  # deck, cards, without
    ({"a": 3, "b": 2, "c": 1}, 3, ()),
    ({"a": 3, "b": 2, "c": 1}, 6, ()),
    ({"a": 3, "b": 0, "c": 4}, 1, ()),
    ({"a": 3, "b": 2, "c": 4}, 4, ("c", "b", "c")),
    ("noon", 2, ["o"]),
    ([(1, "red"), (1, "red"), (2, "red"), (1, "blue")], 2, {(1, "red"): 1}),
    ({"a": 2}, 0, ()),
]
LARGE = [
    (SHERIFF, 6, ()),
    (SHERIFF, 5, {"apple": 45, "cheese": 30, "silk": 12}),
    (dict.fromkeys(range(52), 1), 2, (0, 51)),
    ({"red": 26, "black": 26}, 13, ()),
]
small_decks = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), min_size=1)


def labelled(deck, without=()):
    """The cards that are left, one by one."""
    cards = list(chain.from_iterable([c] * k for c, k in deck.items())) if isinstance(deck, dict) else list(deck)
    for card in chain.from_iterable([c] * k for c, k in without.items()) if isinstance(without, dict) else without:
        cards.remove(card)
    return cards


def brute_force(make, deck, cards, without=()):
    """How many of all the ordered deals give each make(ordered deal)."""
    return Counter(make(hand) for hand in permutations(labelled(deck, without), cards))


def agree(distribution, counted):
    """Whether a distribution is what was counted, outcome by outcome."""
    total = counted.total()
    return {outcome: distribution.fraction(outcome) * total for outcome in distribution} == counted


def in_order(deck):
    """A function that sorts a hand by the kinds of the deck."""
    kinds = list(dict.fromkeys(deck))
    return lambda hand: tuple(sorted(hand, key=kinds.index))


# Decks


@given(small_decks, st.data())
def test_cards_taken_out_and_put_back_give_the_deck(numbers, data):
    deck = Deck(numbers)
    gone = data.draw(st.permutations(list(deck)))[: data.draw(st.integers(0, deck.total))]
    left = deck.without(gone)
    assert left.kinds == deck.kinds
    assert left.total == deck.total - len(gone)
    assert all(left.count(card) == numbers[card] - gone.count(card) for card in numbers)
    assert Counter([*left, *gone]) == Counter(deck)
    assert deck.without(Counter(gone)) == deck.without(Deck(gone)) == left


def test_a_deck_is_a_frozen_value():
    deck = Deck({"a": 2, "b": 1, "c": 0})
    assert repr(deck) == "Deck({'a': 2, 'b': 1, 'c': 0})"
    assert eval(repr(deck)) == deck
    assert {deck: 1}[Deck({"a": 2, "b": 1, "c": 0})] == 1
    assert deck != Deck({"b": 1, "a": 2, "c": 0}), "samplers call kinds by their place"
    assert list(deck) == list("aab")
    assert [card in deck for card in "abcd"] == [True, True, False, False]
    assert [deck.count(card) for card in "abcd"] == [2, 1, 0, 0]
    assert (Deck().total, list(Deck()), Deck("").kinds) == (0, [], ())
    with pytest.raises(AttributeError):
        deck.kinds = ()


# Twins


@pytest.mark.parametrize(("deck", "cards", "without"), SMALL)
def test_twins_agree_with_brute_force(deck, cards, without):
    hands = decks.deal_distribution(deck, cards, without=without)
    assert agree(hands, brute_force(in_order(deck), deck, cards, without))
    assert hands.total == comb(len(labelled(deck, without)), cards)
    kinds = list(dict.fromkeys(deck))
    for kind in kinds:
        counted = brute_force(lambda hand, kind=kind: hand.count(kind), deck, cards, without)
        assert agree(decks.count_distribution(deck, kind, cards, without=without), counted)
    for several in (kinds[:2], tuple(kinds[1:]), set(kinds), []):
        counted = brute_force(lambda hand, s=several: sum(card in s for card in hand), deck, cards, without)
        assert agree(decks.count_distribution(deck, several, cards, without=without), counted)


@given(small_decks, st.data())
def test_any_small_deck_agrees_with_brute_force(deck, data):
    cards = data.draw(st.integers(0, min(4, sum(deck.values()))))
    assert agree(decks.deal_distribution(deck, cards), brute_force(in_order(deck), deck, cards))


@given(st.integers(0, 60), st.integers(1, 60), st.data())
def test_counts_are_hypergeometric(good, other, data):
    cards = data.draw(st.integers(0, good + other))
    odds = decks.count_distribution({"good": good, "other": other}, "good", cards)
    pmf = stats.hypergeom(good + other, good, cards).pmf(range(good + 1))
    assert [odds[k] for k in range(good + 1)] == pytest.approx(pmf, rel=1e-9, abs=1e-300)


def test_both_twins_agree_on_a_large_deck():
    hands = decks.deal_distribution(SHERIFF, 6)
    assert hands.total == comb(204, 6)
    assert len(hands) == comb(13, 6) - 1, "all multisets of six of eight kinds but six crossbows"
    contraband = ("pepper", "mead", "silk", "crossbow")
    smuggled = hands.map(lambda hand: sum(card in contraband for card in hand))
    assert smuggled == decks.count_distribution(SHERIFF, contraband, 6)


def test_a_tuple_that_is_a_kind_is_that_kind():
    deck = {("a", "b"): 1, "a": 2, "b": 3}
    assert decks.count_distribution(deck, ("a", "b"), 3).mean == pytest.approx(3 * 1 / 6)
    assert decks.count_distribution(deck, ["a", "b"], 3).mean == pytest.approx(3 * 5 / 6)


def test_twins_load_no_numpy():
    code = "import sys; from tabletop_odds import decks; from tabletop_odds.streams import Stream; deck = {'a': 3}; "
    code += "decks.deal_distribution(deck, 2), decks.count_distribution(deck, 'a', 2), decks.take(decks.shuffled("
    code += "deck, Stream(1)), 1); assert not {'numpy', 'numba', 'pandas', 'scipy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# Samplers


@pytest.mark.parametrize(("deck", "cards", "without"), SMALL + LARGE)
def test_samplers_agree_with_their_twins(deck, cards, without):
    kinds = list(dict.fromkeys(deck))
    twin = decks.deal_distribution(deck, cards, without=without)
    dealt = decks.deal(deck, 40_000, cards, without=without, rng=7)
    hands = (tuple(kinds[i] for i in hand) for hand in np.sort(dealt, axis=1).tolist())
    assert dealt.dtype == np.uint8
    assert fits(hands, twin) > 1e-3
    numbers = decks.deal_counts(deck, 40_000, cards, without=without, rng=7)
    assert numbers.shape == (40_000, len(kinds))
    counted = (
        tuple(k for k, number in zip(kinds, row, strict=True) for _ in range(number)) for row in numbers.tolist()
    )
    assert fits(counted, twin) > 1e-3


@pytest.mark.parametrize("cards", [3, 100, 190])
def test_both_methods_of_counting_agree_with_the_twin(cards):
    numbers = decks.deal_counts(SHERIFF, 20_000, cards, without={"apple": 8}, rng=3)
    assert (numbers.sum(axis=1) == cards).all()
    for i, kind in enumerate(SHERIFF):
        twin = decks.count_distribution(SHERIFF, kind, cards, without={"apple": 8})
        assert fits(numbers[:, i].tolist(), twin) > 1e-3


@pytest.mark.parametrize(
    ("deck", "cards"), [("abcd", 1), ("abcd", 2), ("abcd", 3), ("abcd", 4), ("abcde", 5), ("aabc", 3)]
)
def test_every_ordered_deal_is_equally_likely(deck, cards):
    kinds = list(dict.fromkeys(deck))
    dealt = decks.deal(deck, 60_000, cards, rng=11)
    expected = brute_force(lambda hand: hand, deck, cards)
    seen = Counter(tuple(kinds[i] for i in hand) for hand in dealt.tolist())
    assert set(seen) == set(expected)
    share = 60_000 / expected.total()
    assert stats.chisquare([seen[hand] for hand in expected], [n * share for n in expected.values()]).pvalue > 1e-3


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_a_deal_knows_nothing_of_the_one_before(cards):
    """The pile stays as the last deal left it."""
    dealt = decks.deal(range(5), 100_000, cards, rng=2)
    for lag in (1, 2):
        table = np.zeros((5, 5))
        np.add.at(table, (dealt[:-lag:3, -1], dealt[lag::3, 0][: len(dealt[:-lag:3])]), 1)
        assert stats.chi2_contingency(table).pvalue > 1e-3


@pytest.mark.parametrize(("total", "cards"), [(204, 6), (204, 5), (7, 7), (8, 8), (1, 1), (300, 3), (5, 0)])
def test_deals_are_the_fair_halves_of_the_stream(total, cards):
    """The readable twin: the first steps of a shuffle, a half word a card; an odd deal's last half is not used."""
    rng = np.random.default_rng(9)
    luck, pile, expected = Stream(game_key(int(rng.integers(2**63)), 0)), list(range(total)), []
    for _ in range(50):
        hand = []
        while len(hand) < cards:
            word = luck.word()
            for half in (word >> 32, word % 2**32)[: cards - len(hand)]:
                end = total - len(hand) - 1
                j = half * (end + 1) >> 32
                pile[j], pile[end] = pile[end], pile[j]
                hand.append(pile[end])
        expected.append(hand)
    dealt = decks.deal(range(total), 50, cards, rng=9)
    assert dealt.tolist() == expected
    out = np.empty_like(dealt)
    seed = int(np.random.default_rng(9).integers(2**63))
    decks._fill_deals.python(seed, np.arange(total, dtype=dealt.dtype), out)
    assert out.tolist() == expected


def test_the_rejection_of_unfair_halves_is_at_work():
    """Near 3 * 2**30 cards a quarter of the halves is unfair."""
    n, state, drawn = 3 * 2**30 + 1, 0, []
    for _ in range(6000):
        first, second, state = decks._two_below(state, n)
        assert first < n
        assert second < n - 1
        drawn.append((first, second))
    for numbers in zip(*drawn, strict=True):
        assert stats.chisquare(np.bincount([x % 3 for x in numbers], minlength=3)).pvalue > 1e-3
        assert stats.chisquare(np.bincount([x >> 30 for x in numbers], minlength=3)[:3]).pvalue > 1e-3
    assert decks._two_below(0, 1)[:2] == (0, 0)


def test_the_same_seed_gives_the_same_deals():
    assert np.array_equal(decks.deal(SHERIFF, 50, 6, rng=5), decks.deal(SHERIFF, 50, 6, rng=np.random.default_rng(5)))
    assert np.array_equal(decks.deal(SHERIFF, 99, 6, rng=5)[:50], decks.deal(SHERIFF, 50, 6, rng=5))
    same = [decks.deal_counts(SHERIFF, 50, 6, rng=rng) for rng in (5, np.random.default_rng(5))]
    assert np.array_equal(*same)
    generator = np.random.default_rng(5)
    assert not np.array_equal(decks.deal(SHERIFF, 50, 6, rng=generator), decks.deal(SHERIFF, 50, 6, rng=generator))


def test_shapes_and_dtypes():
    assert decks.deal(SHERIFF, 0, 6, rng=1).shape == (0, 6)
    assert decks.deal((), 3, 0, rng=1).shape == (3, 0)
    assert decks.deal_counts((), 3, 0, rng=1).shape == (3, 0)
    assert decks.deal_counts(SHERIFF, 0, 6, rng=1).shape == (0, 8)
    assert decks.deal(range(256), 1, 256, rng=1).dtype == np.uint8
    assert sorted(decks.deal(range(257), 1, 257, rng=1)[0].tolist()) == list(range(257))
    assert decks.deal(range(70_000), 1, 2, rng=1).dtype == np.uint32


# Piles


def by_the_book(cards, luck):
    """Fisher-Yates from the end, a draw a card."""
    pile = list(cards)
    for i in reversed(range(1, len(pile))):
        j = luck.below(i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


@compiled
def two_shuffles(pile, length, key, after):
    """Shuffle the first cards of a pile twice from one stream, and note the state."""
    state = uint64(key)
    state = shuffle(pile, length, state)
    state = shuffle(pile, length, state)
    after[0] = state


@pytest.mark.parametrize("length", [0, 1, 2, 7, 204])
def test_shuffles_by_the_book_and_in_a_kernel_are_the_same(length):
    ours, book = Stream.of(5, 1, 9), Stream.of(5, 1, 9)
    key = ours.state
    once = decks.shuffled(range(length), ours)
    assert once == by_the_book(range(length), book)
    twice = decks.shuffled(once, ours)
    assert (twice, ours.state) == (by_the_book(once, book), book.state)
    pile, after = np.arange(length + 3), np.zeros(1, np.uint64)
    two_shuffles(pile, length, np.uint64(key), after)
    assert pile.tolist() == [*twice, length, length + 1, length + 2], "cards above the length stay where they are"
    assert int(after[0]) == ours.state


def test_every_order_of_a_pile_is_equally_likely():
    luck = Stream.of(1, 0)
    seen = Counter(decks.shuffled("abcd", luck) for _ in range(24_000))
    assert len(seen) == factorial(4)
    assert stats.chisquare(list(seen.values())).pvalue > 1e-3


@given(st.lists(st.integers()), st.data())
def test_cards_come_from_the_top(pile, data):
    k = data.draw(st.integers(0, len(pile)))
    taken, rest = decks.take(pile, k)
    one_by_one = list(pile)
    assert list(taken) == [one_by_one.pop() for _ in range(k)]
    assert list(rest) == one_by_one
    assert sorted(decks.shuffled(pile, Stream(7))) == sorted(pile)


# Refusals

BAD = {
    "number of 'a' must be a whole number from 0 to 1,000,000, not -1": lambda: Deck({"a": -1}),
    "number of 'a' must be a whole number from 0 to 1,000,000, not 1.5": lambda: Deck({"a": 1.5}),
    "total of a deck must be a whole number from 0 to 1,000,000, not 1200000": lambda: Deck(
        {"a": 600_000, "b": 600_000}
    ),
    "cards 5: must be a mapping card -> number, or cards": lambda: Deck(5),
    "cards [['a']]: must be": lambda: Deck([["a"]]),
    "without 3 of 'a': the deck has 2 of it": lambda: Deck("aab").without("aaa"),
    "without 1 of 'c': the deck has 0 of it": lambda: decks.deal("aab", 1, 1, without="c", rng=1),
    "n must be a whole number from 0 to 1,000,000,000, not -1": lambda: decks.deal("ab", -1, 1, rng=1),
    "n must be a whole number from 0 to 1,000,000,000, not 1.0": lambda: decks.deal_counts("ab", 1.0, 1, rng=1),
    "number of cards to deal must be a whole number from 0 to 2, not 3": lambda: decks.deal("ab", 1, 3, rng=1),
    "number of cards to deal must be a whole number from 0 to 1, not 2": lambda: decks.deal_distribution(
        "ab", 2, without="a"
    ),
    "rng 'x': must be a numpy Generator or a seed": lambda: decks.deal("ab", 1, 1, rng="x"),
    "rng -1: must be a numpy Generator or a seed": lambda: decks.deal_counts("ab", 1, 1, rng=-1),
    "kind 'c': the kinds of the deck are 'a', 'b'": lambda: decks.count_distribution("ab", "c", 1),
    "kind 'ab': the kinds of the deck are": lambda: decks.count_distribution("ab", "ab", 1),
    "kind 'z': the kinds of the deck are": lambda: decks.count_distribution("ab", ["a", "z"], 1),
    "13 of 52 cards: more than 384,615 different hands": lambda: decks.deal_distribution(range(52), 13),
    "more than 8 different hands": lambda: decks.deal_distribution({"a": 400_000, "b": 600_000}, 600_000),
    "cards to take from the pile must be a whole number from 0 to 2, not 3": lambda: decks.take("ab", 3),
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_named_with_its_range(words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the words are compared literally below
        BAD[words]()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
