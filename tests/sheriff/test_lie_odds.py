"""Odds of a lie: cited figures, and whole markets dealt in every way, those kept that show what was seen."""

from collections import Counter
from fractions import Fraction

import oracles
import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.lie_odds import TruthElseBluff, bag_distribution, chase, lie_probability, merchant_hands
from tabletop_odds.sheriff.rules import Rules

HALF = TruthElseBluff(Fraction(1, 2))


@pytest.mark.parametrize("row", oracles.cases("sheriff_odds.csv", "lie"))
def test_as_cited(row):
    good, cards = row["argument"].split()
    assert oracles.agrees(lie_probability(int(cards), good, HALF), row)


def mixed(hand):
    """Loads the last card or the last two as an apple or cheese, or something that is never asked about."""
    return {
        (hand[-1:], "apple"): Fraction(1, 3),
        (hand[-2:], "cheese"): Fraction(1, 6),
        (hand[:2], "cheese"): Fraction(hand.count("apple"), 12),
    }


def odd_trade(hand):
    """Sets aside the first card, and the next too when there are two cheese."""
    return hand[: 2 if hand.count("cheese") > 1 else 1]


@st.composite
def markets(draw):
    """Rules, what is seen, the few cards that are left, and tops that are taken."""
    rules = brute.SMALL[draw(st.sampled_from(["four", "three", "royals"]))]
    cards = list(draw(st.permutations(brute.physical(rules))))
    left = [cards.pop() for _ in range(9)]
    took = brute.in_order(cards.pop() for _ in range(draw(st.integers(0, 2))))
    return rules, tuple(cards), left, took


def hands_after(rules, left, took, trade, gave=None):
    """Weights of (gave, hand) over every hand and every set drawn; `trade` gives (set aside, probability)s."""
    found = Counter()
    for before in brute.hands(left, rules.hand_size):
        for aside, chance in trade(before):
            if gave is not None and aside != gave:
                continue
            n = len(aside) - len(took)
            if n < 0:
                continue
            drawn = list(brute.hands(brute.without(left, before), n))
            kept = brute.without(before, aside)
            for some in drawn:
                found[aside, brute.in_order((*kept, *took, *some))] += chance * Fraction(1, len(drawn))
    return found


def any_two(hand):
    """Sets aside two cards, each pair as likely as any other: it tells nothing of the others."""
    return [(pair, Fraction(1)) for pair in brute.hands(hand, 2)]


def told(found, gave):
    weights = {hand: weight for (aside, hand), weight in found.items() if aside == gave}
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def false_share(hands, model, cards, good):
    """P(false | declared), and the law of the bag."""
    bags = Counter()
    for hand, weight in hands.items():
        for (bag, said), chance in model(hand).items():
            if (len(bag), said) == (cards, good):
                bags[bag] += weight * chance
    total = sum(bags.values())
    return {bag: weight / total for bag, weight in bags.items() if weight} if total else None


TRADES = {
    "two by chance": (any_two, None),
    "odd": (lambda hand: [(odd_trade(hand), Fraction(1))], odd_trade),
    "chases apple": (lambda hand: [(brute.chase(hand, "apple")[1], Fraction(1))], chase("apple")),
}


@pytest.mark.slow
@given(table=markets(), trade=st.sampled_from(sorted(TRADES)), pick=st.integers(0, 1000))
@settings(max_examples=25)
def test_hands_and_lies_in_every_market(table, trade, pick):
    rules, seen, left, took = table
    slow, market = TRADES[trade]
    found = hands_after(rules, left, took, slow)
    if not found:
        return
    shown = sorted({aside for aside, _ in found})
    gave = shown[pick % len(shown)]
    hands = told(found, gave)
    watched = {"gave": gave, "took": took, "market": market, "seen": seen, "rules": rules}
    assert brute.chances(merchant_hands(**watched)) == hands
    for cards, good in ((1, "apple"), (2, "cheese")):
        bags = false_share(hands, mixed, cards, good)
        assert brute.chances(bag_distribution(cards, good, mixed, **watched)) == bags
        false = sum(share for bag, share in bags.items() if set(bag) != {good})
        assert lie_probability(cards, good, mixed, **watched) == false


@given(table=markets(), cards=st.integers(1, 5), bluff=st.sampled_from([Fraction(1, 2), Fraction(1, 7), Fraction(1)]))
@settings(max_examples=12)
def test_truth_else_bluff_in_every_market(table, cards, bluff):
    rules, seen, left, took = table
    trade = TRADES["chases apple"][0]
    found = hands_after(rules, left, took, trade)
    for gave in {aside for aside, _ in found}:
        hands = told(found, gave)
        able = sum(share for hand, share in hands.items() if hand.count("apple") >= cards)
        expected = (1 - able) * bluff / ((1 - able) * bluff + able)
        watched = {"gave": gave, "took": took, "seen": seen, "rules": rules}
        assert lie_probability(cards, "apple", TruthElseBluff(bluff), **watched) == expected


@given(table=brute.few_left(("six",), least=11, most=11), cards=st.integers(1, 3))
@settings(max_examples=5)
def test_a_sixth_card_that_is_not_the_good(table, cards):
    """Five set aside of six: the one kept is the good, or the last of the others in the table."""
    rules, seen, left = table
    found = hands_after(rules, left, (), TRADES["chases apple"][0])
    for gave in {aside for aside, _ in found if len(aside) == 5}:
        able = sum(share for hand, share in told(found, gave).items() if hand.count("apple") >= cards)
        assert lie_probability(cards, "apple", HALF, gave=gave, seen=seen, rules=rules) == (1 - able) / (1 + able)


@given(table=brute.few_left(("four", "three", "royals"), most=10), cards=st.integers(1, 5))
@settings(max_examples=6)
def test_an_unwatched_market(table, cards):
    rules, seen, left = table
    found = hands_after(rules, left, (), TRADES["chases apple"][0])
    able = sum(w for (_, hand), w in found.items() if hand.count("apple") >= cards) / Fraction(sum(found.values()))
    assert lie_probability(cards, "apple", HALF, seen=seen, rules=rules) == (1 - able) / (1 + able)  # b = 1/2
    dealt = brute.shares(Counter(brute.hands(left, rules.hand_size)))
    assert brute.chances(merchant_hands(seen=seen, rules=rules)) == dealt


def test_what_a_bluffer_shows():
    """Fewer than five set aside: all that was kept is the good."""
    assert lie_probability(4, "apple", HALF, gave="mead, silk", took="apple") == 0
    assert lie_probability(5, "apple", TruthElseBluff(0), gave="4 mead", took="apple") == 0
    assert lie_probability(1, "bread", HALF, rules=Rules(players=3)) == 1
    worse = [lie_probability(4, "apple", HALF, gave="5 mead", took=took) for took in ("", "apple", "2 apples")]
    assert worse[0] > worse[1] > worse[2]


def test_a_short_draw_leaves_the_hand_short():
    assert {len(hand) for hand in merchant_hands(gave="3 mead", drew=1)} == {4}


def test_floats_stay_floats():
    assert isinstance(lie_probability(3, "apple", TruthElseBluff(0.5)), float)
    assert isinstance(lie_probability(1, "apple", lambda hand: {(hand[:1], "apple"): 0.5}), float)


@cases(
    ("call", "words"),
    [
        (lambda: TruthElseBluff(1.5), ["bluff", "1.5"]),
        (lambda: TruthElseBluff("often"), ["bluff", "often"]),
        (lambda: lie_probability(6, "apple", HALF), ["declared", "6", "5"]),
        (lambda: lie_probability(3, "mead", HALF), ["mead", "apple"]),
        (lambda: lie_probability(3, "apple", HALF, gave="6 mead"), ["5", "SH-5"]),
        (lambda: lie_probability(3, "apple", HALF, took="mead"), ["gave"]),
        (lambda: lie_probability(3, "apple", HALF, drew=2), ["drew", "gave"]),
        (lambda: lie_probability(3, "apple", HALF, market=chase("apple")), ["market", "gave"]),
        (lambda: lie_probability(3, "apple", 0.5), ["model", "0.5"]),
        (lambda: lie_probability(3, "apple", HALF, gave="apple, mead"), ["apple", "never"]),
        (lambda: lie_probability(3, "apple", HALF, gave="mead", drew=2), ["drew", "2"]),
        (lambda: lie_probability(3, "apple", HALF, gave="2 mead", seen="20 mead"), ["22", "mead", "21"]),
        (lambda: lie_probability(1, "bread", TruthElseBluff(0), rules=Rules(players=3)), ["bread", "never"]),
        (lambda: lie_probability(3, "apple", lambda hand: {}), ["3 apple", "never"]),
        (lambda: lie_probability(1, "apple", lambda hand: {(hand[:1], "apple"): 2}), ["model", "sum to at most 1"]),
        (lambda: lie_probability(1, "apple", lambda hand: {(hand[:1], "apple"): -1}), ["model", "sum to at most 1"]),
        (lambda: lie_probability(4, "apple", lambda hand: {(("silk",) * 4, "apple"): 1}), ["model", "silk", "SH-9"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
