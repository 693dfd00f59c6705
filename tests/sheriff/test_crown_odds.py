"""King and Queen: the rulebook's ties, and every combination of final counts."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.distributions import Distribution
from tabletop_odds.sheriff.chase_odds import chase_distribution, load_distribution
from tabletop_odds.sheriff.crown_odds import copies_to_come, race_odds
from tabletop_odds.sheriff.crowns import bonuses
from tabletop_odds.sheriff.rules import Rules

PRIZES = {"apple": (20, 10), "cheese": (15, 10), "chicken": (10, 5)}


@cases(
    ("good", "counts", "paid"),
    [
        ("apple", [5, 5, 3], [15, 15, 0]),
        ("apple", [5, 5, 5], [10, 10, 10]),
        ("chicken", [4, 4, 4, 4], [3, 3, 3, 3]),
        ("chicken", [6, 4, 4, 1], [10, 2, 2, 0]),
        ("apple", [5, 0, 0], [20, 0, 0]),
        ("apple", [0, 0, 0], [0, 0, 0]),
    ],
)
def test_ties_of_the_rules(good, counts, paid):
    assert list(bonuses(counts, *PRIZES[good])) == paid
    for i, count in enumerate(counts):
        odds = race_odds(good, count, [*counts[:i], *counts[i + 1 :]])
        assert odds.bonus == paid[i]


@given(st.lists(st.integers(0, 4), min_size=3, max_size=5), st.sampled_from(sorted(PRIZES)))
def test_bonuses_place_by_place(counts, good):
    king, queen = PRIZES[good]
    assert list(bonuses(counts, king, queen)) == [brute.bonus(counts, i, king, queen) for i in range(len(counts))]


LAWS = st.dictionaries(st.integers(0, 4), st.integers(1, 5), min_size=1, max_size=4).map(Distribution)


@given(st.lists(LAWS, min_size=3, max_size=5), st.sampled_from(sorted(PRIZES)))
@settings(max_examples=40)
def test_every_combination_of_counts(laws, good):
    king, queen = PRIZES[good]
    found = [Fraction()] * 5
    for counts in product(*laws):
        p = prod((law.fraction(k) for law, k in zip(laws, counts, strict=True)), start=Fraction(1))
        above = sum(k > counts[0] for k in counts)
        level = counts.count(counts[0])
        if counts[0] and above < 2:
            found[2 * above + (level > 1)] += p
        found[4] += p * brute.bonus(counts, 0, king, queen)
    assert list(race_odds(good, laws[0], laws[1:])) == found


def test_the_bonuses_paid_in_all():
    """Each of four players alike: together they are paid what the crowns are worth, less what rounding keeps."""
    law = copies_to_come("apple", 6)
    odds = race_odds("apple", law, [law] * 3)
    assert 29 < 4 * odds.bonus < 30
    sure = race_odds("apple", 31, [law] * 3)
    assert (sure.king, sure.bonus) == (1, 20)


def test_floats_stay_floats():
    odds = race_odds("apple", 2, [Distribution({1: 0.25, 3: 0.75}), 0])
    assert odds == (0.25, 0, 0.75, 0, 12.5)


@cases("chance", [None, Fraction(1, 3), 0.5, 0, 1])
def test_copies_to_come_load_by_load(chance):
    if chance is None:
        one = brute.chances(load_distribution("cheese"))
    else:
        one = {0: Fraction(1 - chance)}
        for copies, p in brute.chances(chase_distribution("cheese")).items():
            one[min(5, copies)] = one.get(min(5, copies), 0) + Fraction(chance) * p
    found = {}
    for loads in product(one, repeat=3):
        total = 2 + sum(loads)
        found[total] = found.get(total, 0) + prod(one[k] for k in loads)
    law = copies_to_come("cheese", 3, chance=chance, now=2)
    assert brute.chances(law) == {total: p for total, p in found.items() if p}


@cases(
    ("call", "words"),
    [
        (lambda: race_odds("mead", 3, [2]), ["mead", "apple"]),
        (lambda: race_odds("apple", -1, [2]), ["count", "-1"]),
        (lambda: race_odds("apple", 3, [Distribution({0.5: 1})]), ["count", "0.5"]),
        (lambda: race_odds("apple", 3, []), ["others"]),
        (lambda: copies_to_come("apple", 13), ["loads", "12", "13"]),
        (lambda: copies_to_come("apple", 1, chance=1.5), ["chance", "1.5"]),
        (lambda: copies_to_come("apple", 1, now=-1), ["now", "-1"]),
        (lambda: copies_to_come("mead", 1, rules=Rules(players=5)), ["mead"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
