"""Odds of a hand: cited figures, and every set of the cards that are left, counted one by one."""

from collections import Counter
from fractions import Fraction

import oracles
import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.decks import hand_weights
from tabletop_odds.sheriff.odds import (
    from_fractions,
    goods_in,
    hand_distribution,
    hand_probability,
    some_good_distribution,
    some_good_probability,
    unseen_cards,
)
from tabletop_odds.sheriff.rules import Rules

WORDS = (*brute.ORDER[:5], "legal", "contraband")


def asked(row):
    """The answer to a row of the cited figures."""
    rules, words = brute.rules_of(row["rules"]), row["argument"].split()
    match row["what"], words:
        case "hand_at_least", [good, k]:
            return hand_probability(good, at_least=int(k), rules=rules)
        case "hand_exactly", [good, k]:
            return hand_distribution(good, rules=rules).fraction(int(k))
        case "hand_mean", [good]:
            return hand_distribution(good, rules=rules).mean
        case "some_good_at_least", [k]:
            return some_good_probability(int(k), rules=rules)


@cases("row", oracles.rows("sheriff_odds.csv", "hand_at_least", "hand_exactly", "hand_mean", "some_good_at_least"))
def test_as_cited(row):
    assert oracles.agrees(asked(row), row)


def test_the_line_of_the_design():
    assert round(float(hand_probability("apple", at_least=3)), 6) == 0.143807


@given(table=brute.few_left(), good=st.sampled_from(WORDS), cards=st.integers(0, 7))
@settings(max_examples=40)
def test_every_hand_of_the_cards_left(table, good, cards):
    rules, seen, left = table
    hands = list(brute.hands(left, cards))
    counts = brute.shares(Counter(sum(brute.is_in(name, good) for name in hand) for hand in hands))
    assert brute.chances(hand_distribution(good, cards=cards, seen=seen, rules=rules)) == counts
    for k in (1, 2):
        assert hand_probability(good, k, cards=cards, seen=seen, rules=rules) == sum(
            share for count, share in counts.items() if count >= k
        )
    most = brute.shares(Counter(max(hand.count(name) for name in ("apple", "cheese", "bread")) for hand in hands))
    assert brute.chances(some_good_distribution(cards=cards, seen=seen, rules=rules)) == most


@given(table=brute.few_left(least=6, most=8), n=st.integers(0, 6))
@settings(max_examples=20)
def test_deals_are_all_hands(table, n):
    rules, seen, left = table
    counts = unseen_cards(seen, rules)
    assert counts == {name: left.count(name) for name in rules.deck}
    found = dict(hand_weights(list(counts.values()), n))
    assert found == Counter(tuple(hand.count(name) for name in counts) for hand in brute.hands(left, n))


def test_removed_cards_change_nothing():
    assert hand_distribution("silk", rules=Rules(removed=10)) == hand_distribution("silk")


def test_more_cards_than_there_are_have_no_deal():
    assert hand_weights([1, 1], 3) == []


def test_groups():
    assert set(goods_in("legal")) | set(goods_in("contraband")) == set(Rules().table)
    assert "gouda" in goods_in("contraband", Rules(royals=True))
    assert "gouda" not in goods_in("contraband")
    assert hand_probability("bread", rules=Rules(players=3)) == 0


def test_fractions_stay_exact():
    law = from_fractions({"a": Fraction(1, 6), "b": Fraction(1, 4), "c": Fraction(7, 12)})
    assert law.exact
    assert law.fraction("b") == Fraction(1, 4)


@cases(
    ("call", "words"),
    [
        (lambda: hand_probability("beer"), ["beer", "apple"]),
        (lambda: hand_probability("gouda"), ["gouda"]),
        (lambda: hand_probability("apple", at_least=-1), ["at_least", "-1"]),
        (lambda: hand_probability("apple", cards=205), ["cards", "204", "205"]),
        (lambda: hand_distribution("apple", cards=2.0), ["cards", "2.0"]),
        (lambda: hand_probability("apple", seen="6 crossbows"), ["6", "crossbow", "5"]),
        (lambda: hand_probability("apple", seen="bread", rules=Rules(players=3)), ["bread", "0"]),
        (lambda: some_good_probability(3, rules="four"), ["rules"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
