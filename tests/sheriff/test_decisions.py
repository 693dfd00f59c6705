"""Decisions of one bag: cited figures, and both sides' gains added up card by card."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import oracles
import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.debt_choices import settlements
from tabletop_odds.sheriff.decisions import (
    indifferent_bribe,
    inspect_gain,
    inspect_threshold,
    most_bribe,
    one_bag_equilibrium,
    smuggle_threshold,
    stakes,
)
from tabletop_odds.sheriff.rules import Rules

RULES = Rules(royals=True)
LEGAL = [good.name for good in RULES.goods if good.legal]
OTHERS = [good.name for good in RULES.goods]
RATES = st.fractions(0, 1, max_denominator=20)
BAGS = st.lists(st.sampled_from(OTHERS), min_size=1, max_size=5).map(tuple)


def asked(row):
    rules = brute.rules_of(row["rules"])
    declared, _, false = row["argument"].partition("; ")
    if row["what"] == "most_bribe":
        return most_bribe(declared, "apple", rules=rules)
    cards, good = declared.split()
    if row["what"] == "inspect_threshold":
        return inspect_threshold(int(cards), good, penalty=rules.table[false].penalty, rules=rules)
    return getattr(one_bag_equilibrium(int(cards), good, false, rules=rules), row["what"].removeprefix("one_bag_"))


@cases(
    "row",
    oracles.rows(
        "sheriff_decisions.csv", "inspect_threshold", "most_bribe", "one_bag_inspect", "one_bag_lie", "one_bag_value"
    ),
)
def test_as_cited(row):
    assert asked(row) == Fraction(row["figure"])


@cases(
    ("bag", "good", "fine"),
    [
        ("4 apples, crossbow", "apple", 4),
        ("2 chicken, cheese, silk", "chicken", 6),
        ("4 chicken", "chicken", -8),
        ("apple, cheese, 2 mead", "apple", 10),
        ("apple, cheese, 3 mead", "apple", 14),
    ],
)
def test_worked_examples_of_the_rules(bag, good, fine):
    assert stakes(bag, good).fine == fine


@given(BAGS, st.sampled_from(LEGAL))
@settings(max_examples=40)
def test_stakes_card_by_card(bag, good):
    found = stakes(bag, good, RULES)
    assert (found.passed, 0) == brute.outcome(bag, good, RULES, inspected=False)
    assert (found.inspected, found.fine) == brute.outcome(bag, good, RULES, inspected=True)
    assert found.honest == (set(bag) == {good})


@given(BAGS, st.sampled_from(LEGAL), RATES, st.integers(0, 20))
@settings(max_examples=40)
def test_the_sheriff_is_indifferent(bag, good, q, bribe):
    """A false bag or an honest one of the same size: what the Sheriff gets by inspecting, and by passing."""
    if set(bag) == {good}:
        return
    m = len(bag)
    _, fine = brute.outcome(bag, good, RULES, inspected=True)
    _, pays = brute.outcome((good,) * m, good, RULES, inspected=True)
    gain = q * fine + (1 - q) * pays
    assert inspect_gain(q, m, good, fine, bribe, RULES) == gain - bribe
    assert indifferent_bribe(q, m, good, fine, RULES) == gain
    threshold = inspect_threshold(m, good, fine, bribe, RULES)
    assert (q > threshold) == (gain > bribe)
    assert threshold * fine + (1 - threshold) * pays == bribe


@given(BAGS, st.sampled_from(LEGAL), RATES, st.fractions(0, Fraction(19, 20), max_denominator=20))
@settings(max_examples=40)
def test_the_merchant_is_indifferent(bag, good, x, y):
    passed, _ = brute.outcome(bag, good, RULES, inspected=False)
    caught, _ = brute.outcome(bag, good, RULES, inspected=True)
    bribe = most_bribe(bag, good, x, y, RULES)
    assert (1 - y) * (passed - bribe) + y * caught == (1 - x) * passed + x * caught


OFF = {"points": 0, "lead": Fraction(1, 3), "difference": 1}  # of the other side's points, with four players


@given(
    st.integers(1, 5),
    st.sampled_from(LEGAL),
    st.lists(st.sampled_from(OTHERS), min_size=1, max_size=5),
    st.sampled_from(["points", "lead", "difference"]),
    RATES,
)
@settings(max_examples=40)
def test_smuggling_and_its_equilibrium(declared, good, false, objective, rate):
    false = [card for card in false if card != good][:declared]
    if not false:
        return
    honest, bag = (good,) * declared, (*(good,) * (declared - len(false)), *false)

    def worth(cards, x):
        sides = [brute.outcome(cards, good, RULES, inspected) for inspected in (False, True)]
        values = [mine - OFF[objective] * theirs for mine, theirs in sides]
        return (1 - x) * values[0] + x * values[1]

    def sheriff(inspected, q):
        sides = [brute.outcome(cards, good, RULES, inspected) for cards in (honest, bag)]
        values = [theirs - OFF[objective] * mine for mine, theirs in sides]
        return (1 - q) * values[0] + q * values[1]

    threshold = smuggle_threshold(declared, good, false, objective, RULES)
    assert (rate < threshold) == (worth(bag, rate) > worth(honest, rate))
    x, q, value = one_bag_equilibrium(declared, good, false, objective, RULES)
    assert x == threshold
    assert value == worth(honest, x) == max(worth(honest, x), worth(bag, x))
    if x:
        assert sheriff(True, q) == sheriff(False, q)
    else:
        assert q == 0
        assert sheriff(False, q) >= sheriff(True, q)


def test_floats_stay_floats():
    assert inspect_gain(0.6, 4, "apple", 4, 3) == pytest.approx(-3.8)
    assert isinstance(indifferent_bribe(0.5, 1, "apple", 4), float)


# Debts


@given(
    st.lists(st.sampled_from(LEGAL), max_size=7),
    st.lists(st.sampled_from(["mead", "silk", "gouda"]), max_size=4),
    st.integers(0, 40),
)
@settings(max_examples=40)
def test_settlements_among_all_sets(legal, hidden, debt):
    value = {good.name: good.value for good in RULES.goods}

    def worth(cards):
        return sum(value[card] for card in cards)

    pay, base = (legal, []) if worth(legal) >= debt else (hidden, legal)
    rest = min(debt - worth(base), worth(pay))
    enough = {
        tuple(sorted(some))
        for n in range(len(pay) + 1)
        for some in combinations(pay, n)
        if worth(some) >= rest and all(worth(some) - value[card] < rest for card in some)
    }
    found = settlements(legal, debt, contraband=hidden, rules=RULES)
    assert Counter(tuple(sorted(way.goods)) for way in found) == Counter(tuple(sorted((*base, *s))) for s in enough)
    assert [(way.value, len(way.goods)) for way in found] == sorted((worth(w.goods), len(w.goods)) for w in found)
    assert {way.forgiven for way in found} == {max(0, debt - worth((*legal, *hidden)))}


def test_nothing_settles_nothing():
    assert [way.goods for way in settlements("apple", 0)] == [()]
    assert [(way.goods, way.forgiven) for way in settlements("apple", 9)] == [(("apple",), 7)]


@cases(
    ("call", "words"),
    [
        (lambda: stakes("6 apples", "apple"), ["bag", "6", "5"]),
        (lambda: stakes("", "apple"), ["bag", "0"]),
        (lambda: stakes("apple", "silk"), ["silk", "apple"]),
        (lambda: inspect_gain(1.2, 3, "apple", 4), ["lie", "1.2"]),
        (lambda: inspect_gain("0.5", 3, "apple", 4), ["lie", "0.5"]),
        (lambda: inspect_threshold(0, "apple", 4), ["declared", "0"]),
        (lambda: inspect_threshold(3, "apple", -4), ["penalty", "-4"]),
        (lambda: inspect_threshold(3, "apple", 4, bribe=float("nan")), ["bribe", "nan"]),
        (lambda: most_bribe("mead", "apple", 1, after=1), ["after"]),
        (lambda: most_bribe("mead", "apple", -1), ["inspect", "-1"]),
        (lambda: smuggle_threshold(2, "apple", "3 mead"), ["mead", "2"]),
        (lambda: smuggle_threshold(2, "apple", "apple"), ["apple"]),
        (lambda: smuggle_threshold(2, "apple", ""), ["none"]),
        (lambda: one_bag_equilibrium(2, "apple", "mead", "gain"), ["objective", "gain"]),
        (lambda: settlements("apple", -1), ["debt", "-1"]),
        (lambda: settlements("2 apple, mead", 5), ["goods", "mead", "contraband"]),
        (lambda: settlements("2 apple", 5, contraband="mead, bread"), ["contraband", "bread", "legal"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
