"""Distributions against the list of all the rolls that they count."""

import math
import statistics
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from cases import cases

from tabletop_odds.answers import Distribution


def two_dice():
    """The sum of two dice, by counting the 36 rolls."""
    sums = [a + b for a, b in product(range(1, 7), repeat=2)]
    return sums, Distribution({total: sums.count(total) for total in reversed(range(2, 13))})


def test_distribution_against_the_list_of_its_rolls():
    sums, distribution = two_dice()
    assert list(distribution) == sorted(set(sums))
    assert (len(distribution), distribution.total, distribution.exact) == (11, 36, True)
    assert distribution.fraction(7) == Fraction(1, 6)
    assert distribution[7] == 1 / 6
    assert distribution.items()[0] == (2, 1 / 36)
    assert distribution.probability(lambda x: x % 2 == 0) == Fraction(1, 2)
    assert distribution.at_least(9) == Fraction(sum(x >= 9 for x in sums), 36)
    assert distribution.at_most(3.5) == Fraction(sum(x <= 3.5 for x in sums), 36)
    assert distribution.expect(lambda x: x**2) == Fraction(sum(x * x for x in sums), 36)
    assert distribution.mean == statistics.mean(sums)
    assert distribution.std == pytest.approx(statistics.pstdev(sums))
    for q in (0, 0.1, 0.25, 0.5, 0.9, 1):
        assert distribution.quantile(q) == sorted(sums)[max(0, math.ceil(q * 36) - 1)]


def test_exact_probabilities_are_fractions_and_others_floats():
    whole, real = Distribution({1: 1, 2: 2}), Distribution({1: 1.0, 2: 2.0})
    for distribution, kind in ((whole, Fraction), (real, float)):
        answers = distribution.probability(bool), distribution.at_least(2), distribution.at_most(1)
        assert [type(answer) for answer in answers] == [kind] * 3
        assert type(distribution.expect(lambda x: x)) is kind
    assert type(whole.expect(lambda x: x / 2)) is float
    assert whole.expect(lambda x: Fraction(1, x)) == Fraction(2, 3)


def test_huge_weights_stay_exact():
    weights = {0: 6**40 + 1, 1: 6**40}
    assert Distribution(weights).fraction(0) - Fraction(1, 2) == Fraction(1, 2 * (2 * 6**40 + 1))


def test_numpy_weights_are_whole():
    counts = Distribution(dict(zip(range(3), np.array([1, 2, 1]), strict=True)))
    assert counts.exact
    assert counts.fraction(1) == Fraction(1, 2)
    assert not Distribution({0: np.float64(0.5), 1: np.float64(0.5)}).exact


def test_outcomes_that_cannot_occur():
    distribution = Distribution({1: 1, 2: 0, 3: 3})
    assert list(distribution) == [1, 3]
    assert 2 not in distribution
    assert (distribution[2], distribution[99]) == (0.0, 0.0)


def test_map_gathers():
    _, distribution = two_dice()
    assert distribution.map(lambda x: x >= 7) == Distribution({False: 15, True: 21})


def test_equal_where_every_probability_is():
    assert Distribution({1: 1, 2: 1}) == Distribution({2: 18, 1: 18})
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 2: 2})
    assert Distribution({1: 1}) != Distribution({2: 1})
    assert Distribution({1: 1}) != Distribution({1: 1}, above=1, cap=1)
    assert Distribution({1: 1}) != {1: 1}


def test_outcomes_without_an_order_or_a_mean():
    distribution = Distribution({"bust": 1, 450: 2, (1, 5): 1})
    assert list(distribution) == ["bust", 450, (1, 5)]
    assert repr(distribution) == "Distribution(3 outcomes)"
    assert list(distribution.to_series().index) == ["bust", 450, (1, 5)]


def test_a_cut_support_keeps_the_rest_in_one_outcome():
    cut = Distribution({0: 2, 10: 1}, above=1, cap=20)
    assert cut.items() == [(0, 0.5), (10, 0.25), ("above", 0.25)]
    assert (len(cut), cut.rest, cut.cap, cut.total, cut["above"]) == (3, 1, 20, 4, 0.25)
    assert cut.fraction("above") == Fraction(1, 4)
    assert (cut.at_least(5), cut.at_least(20)) == (Fraction(1, 2), Fraction(1, 4))
    assert (cut.at_most(10), cut.at_most(20)) == (Fraction(3, 4), Fraction(3, 4))
    assert cut.mean == (10 + 20) / 4  # the rest counted at the cap
    assert (cut.quantile(0.75), cut.quantile(0.76)) == (10, 20)
    assert "above 20" in cut._repr_html_()
    assert list(cut.to_series().index) == [0, 10, "above"]
    whole = Distribution({0: 1, 10: 1}, above=0, cap=20)
    assert (list(whole), whole.at_least(25)) == ([0, 10], 0)


def test_floats_that_miss_their_total_keep_their_quantiles():
    tenths = Distribution(dict.fromkeys(range(10), 0.1))
    assert [tenths.quantile(q / 10) for q in range(1, 11)] == list(range(10))
    assert tenths.probability(lambda _: True) == 1.0


def test_a_distribution_shows_itself():
    _, distribution = two_dice()
    assert repr(distribution) == "Distribution(11 outcomes, mean 7, sd 2.42)"
    assert repr(Distribution({5: 1})) == "Distribution(1 outcome, mean 5, sd 0)"
    assert "16.67 %" in distribution._repr_html_()
    series = distribution.to_series()
    assert (series.name, series.index.name, series[7]) == ("probability", "outcome", 1 / 6)
    long = Distribution(dict.fromkeys(range(1000), 1))._repr_html_()
    assert long.count("<tr>") < 50
    assert ">0<" in long
    assert ">999<" in long


@cases(
    ("make", "message"),
    [
        (lambda: Distribution({1: -1, 2: 3}), "weight -1 of outcome 1: must be a finite number, at least 0"),
        (lambda: Distribution({1: math.nan}), "weight nan of outcome 1"),
        (lambda: Distribution({}), "total weight 0"),
        (lambda: Distribution({1: 1}, above=1), "weight 1 above the cap: needs a cap"),
        (lambda: Distribution({1: 1, 9: 1}, above=1, cap=8), "outcome 9: must be at most the cap, 8"),
        (
            lambda: Distribution({1: 0.5, 2: 0.5}).fraction(1),
            "fraction of outcome 1: needs whole-number weights",
        ),
        (lambda: Distribution({1: 1}).quantile(1.5), "quantile 1.5: must be from 0 to 1"),
        (lambda: Distribution({1: 1}, above=1, cap=8).at_least(9), "outcome 9: .* at most 8"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as refusal:
        make()
    assert "\n" not in str(refusal.value)
