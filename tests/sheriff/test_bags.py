"""Which bag to load: every subset of the hand under every declaration, gains added up card by card."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import oracles
import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.bags import bag_worth, best_load, load_values, random_bag_distribution
from tabletop_odds.sheriff.rules import Rules

RULES = Rules(royals=True)
LEGAL = ("apple", "cheese", "bread", "chicken")
HANDS = st.lists(st.sampled_from([good.name for good in RULES.goods]), min_size=1, max_size=6)
RATES = st.fractions(0, 1, max_denominator=12)


def asked(row):
    law = random_bag_distribution(int(row["argument"]), rules=brute.rules_of(row["rules"]))
    return {
        "random_bag_truth": law.at_most(-1),
        "random_bag_fine": law.expect(lambda gold: max(gold, 0)),
        "random_bag_gain": law.mean,
    }[row["what"]]


@pytest.mark.parametrize(
    "row", oracles.cases("sheriff_decisions.csv", "random_bag_truth", "random_bag_fine", "random_bag_gain")
)
def test_as_cited(row):
    assert oracles.agrees(asked(row), row)


def every_load(hand, inspect, bribe, objective):
    """(bag, good) with (value, gain, sheriff, risk), from all subsets of the hand."""
    found = {}
    order = [good.name for good in RULES.goods]
    for m in range(1, min(5, len(hand)) + 1):
        for bag in {tuple(sorted(cards, key=order.index)) for cards in combinations(hand, m)}:
            for good in LEGAL:
                x, b = inspect(m, good), bribe(m, good)
                passed, _ = brute.outcome(bag, good, RULES, inspected=False)
                caught, fine = brute.outcome(bag, good, RULES, inspected=True)
                gain = (1 - x) * (passed - b) + x * caught
                sheriff = (1 - x) * b + x * fine
                value = gain - sheriff * {"points": 0, "lead": Fraction(1, 3), "difference": 1}[objective]
                found[bag, good] = (value, gain, sheriff, 0 if set(bag) == {good} else x)
    return found


@given(HANDS, RATES, RATES, st.integers(0, 5), st.sampled_from(["points", "lead", "difference"]))
@settings(max_examples=25)
def test_every_bag_of_a_hand(hand, x, y, b, objective):
    """The rate as a function of the declaration, as a mapping, and the bribe as a number."""

    def rate(cards, good):
        return x if good == "apple" or cards > 3 else y

    expected = every_load(hand, rate, lambda cards, good: b, objective)
    said = {(m, good): rate(m, good) for m in range(1, 6) for good in LEGAL}
    for inspect in (rate, said):
        found = load_values(hand, inspect, bribe=b, objective=objective, rules=RULES)
        assert {(load.bag, load.good): tuple(load[2:]) for load in found} == expected
        assert len(found) == len(expected)
        assert [load.value for load in found] == sorted((value[0] for value in expected.values()), reverse=True)


@given(HANDS, RATES)
@settings(max_examples=30)
def test_the_worth_of_a_hand_is_its_best_bag(hand, x):
    assert bag_worth(x, RULES)(tuple(hand)) == best_load(hand, x, rules=RULES).value
    assert best_load(hand, float(x), rules=RULES).value == pytest.approx(float(best_load(hand, x, rules=RULES).value))


def test_what_to_load():
    hand = "apple apple apple mead silk bread"
    assert best_load(hand, 0).bag == ("apple", "apple", "bread", "mead", "silk")
    assert best_load(hand, 1).bag == ("apple",) * 3
    assert best_load(hand, 1).value == 12
    assert best_load("mead", 1).risk == 1
    assert best_load("mead", 1).value == -4


def test_no_absent_good_is_declared():
    rules = Rules(players=3, declare_absent_goods=False)
    assert {load.good for load in load_values("apple, mead", 0, rules=rules)} == {"apple", "cheese", "chicken"}


@given(brute.few_left(), st.integers(1, 5))
@settings(max_examples=25)
def test_random_bags_of_the_cards_left(table, cards):
    rules, seen, left = table
    fines = Counter()
    for bag in brute.hands(left, cards):
        _, fine = brute.outcome(bag, brute.best_good(bag), rules, inspected=True)
        fines[fine] += 1
    assert brute.chances(random_bag_distribution(cards, seen=seen, rules=rules)) == brute.shares(fines)


@cases(
    ("call", "words"),
    [
        (lambda: load_values("", 0), ["hand", "0"]),
        (lambda: load_values("11 apples", 0), ["hand", "11"]),
        (lambda: load_values("apple", 2), ["inspect", "2"]),
        (lambda: load_values("apple", "often"), ["inspect", "often"]),
        (lambda: load_values("apple", 0, bribe=-1), ["bribe", "-1"]),
        (lambda: load_values("apple", {(1, "apple"): 0}), ["inspect", "1 cheese"]),
        (lambda: load_values("apple", 0, objective="gain"), ["objective", "gain"]),
        (lambda: best_load("ale", 0), ["ale"]),
        (lambda: bag_worth(1.5), ["inspect", "1.5"]),
        (lambda: random_bag_distribution(6), ["bag", "6"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
