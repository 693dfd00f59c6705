"""Numbers with their errors against textbook and published figures, and the rule by which they print."""

import math
import statistics
from fractions import Fraction

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from tabletop_odds.answers import Value, as_number, as_percent

exactly = Value.exactly


def simulated(value, error, n=100_000, seed=1):
    return Value(value, error, n=n, seed=seed)


def test_an_exact_value_is_its_own_interval():
    value = exactly(Fraction(5, 18))
    assert value.exact
    assert (float(value), value.low, value.high) == (5 / 18,) * 3
    assert (value.standard_error, value.n, value.seed) == (0, None, None)


def test_from_moments_is_the_textbook_mean():
    results = [0, 0, 350, 1000, 450, 50, 0, 300]
    value = Value.from_moments(len(results), sum(results), sum(x * x for x in results), seed=3)
    error = statistics.stdev(results) / math.sqrt(len(results))
    assert value.value == statistics.mean(results)
    assert value.standard_error == pytest.approx(error, rel=1e-12)
    half = 1.959963984540054 * error
    assert (value.low, value.high) == pytest.approx((value.value - half, value.value + half), rel=1e-12)
    assert (value.n, value.seed) == (8, 3)


def test_from_moments_does_not_cancel():
    n, offset = (
        1000,
        10**12,
    )  # half are offset, half offset + 1: floats would lose the variance 1/4 altogether
    total, squares = n * offset + n // 2, n // 2 * (offset**2 + (offset + 1) ** 2)
    assert Value.from_moments(n, total, squares, 1).standard_error == pytest.approx(0.5 / math.sqrt(n - 1))


def test_from_moments_scales():
    whole, halves = Value.from_moments(4, 10, 30, 1), Value.from_moments(4, 10, 30, 1, scale=2)
    assert (halves.value, halves.standard_error) == (whole.value / 2, whole.standard_error / 2)


def test_one_game_has_no_error_to_tell():
    value = Value.from_moments(1, 450, 450**2, seed=1)
    assert value.standard_error == math.inf
    assert (value.to_dict()["standard_error"], value.to_dict()["low"]) == (None, None)


# R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(successes, n, low, high):
    rate = Value.from_rate(successes, n, seed=1)
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    assert rate.standard_error == pytest.approx(math.sqrt(rate.value * (1 - rate.value) / n))


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_wilson_is_symmetric_and_stays_inside(n, share):
    successes = round(n * share)
    rate, other = Value.from_rate(successes, n, 1), Value.from_rate(n - successes, n, 1)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert (rate.low, rate.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-12)


@cases(
    ("make", "message"),
    [
        (lambda: Value(math.nan), "value nan: must be a finite number"),
        (lambda: Value(math.inf), "value inf: must be a finite number"),
        (lambda: Value(1, -0.5, n=10), "standard error -0.5: must be at least 0"),
        (lambda: Value(1, math.nan, n=10), "standard error nan: must be at least 0"),
        (lambda: Value(1, 0.5), "standard error 0.5: must be 0 for an exact value"),
        (lambda: Value(1, seed=1), "seed 1: must be None for an exact value"),
        (lambda: Value(1, 0.5, n=0), "n = 0: must be at least 1"),
        (lambda: Value(1, 0.5, low=2, n=10), "interval 2.0 to .*: must hold the value, 1.0"),
        (lambda: Value.from_moments(0, 0, 0, 1), "n = 0: must be at least 1"),
        (lambda: Value.from_rate(11, 10, 1), "11 successes in 10 games: must be 0 to n"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as refusal:
        make()
    assert "\n" not in str(refusal.value)


# --- the printing rule


@cases(
    ("value", "text"),
    [
        (0.535642, "53.56 %"),
        (Fraction(13, 162), "8.02 %"),
        (exactly(Fraction(5, 324)), "1.54 %"),
        (0, "0.00 %"),
        (1, "100.00 %"),
        (-1e-17, "0.00 %"),  # what a solver's rounding leaves
        (1 + 1e-15, "100.00 %"),
        (0.00463, "0.463 %"),
        (0.000123456, "0.0123 %"),
        (0.999987, "99.99870 %"),  # never 100 % where it is not
        (1e-12, "< 0.0000001 %"),
        (1 - 1e-12, "> 99.9999999 %"),
        (-0.0215, "-2.15 %"),
        (simulated(0.5356, 0.00123), "53.6 +- 0.1 % (n = 100,000, seed 1)"),
        (simulated(0.5356, 0.0499), "54 +- 5 % (n = 100,000, seed 1)"),
        (simulated(0.5356, 0.000096), "53.56 +- 0.01 % (n = 100,000, seed 1)"),
        (simulated(0.5356, 0.2), "54 +- 20 % (n = 100,000, seed 1)"),
        (Value.from_rate(0, 1000, None), "0.0 +- 0.1 % (n = 1,000)"),  # not "+- 0": the interval's share
    ],
)
def test_percent(value, text):
    assert as_percent(value) == text


@cases(
    ("value", "text"),
    [
        (446.57144, "446.57"),
        (exactly(446.57144), "446.57"),
        (Fraction(1, 3), "0.333"),
        (4.39689, "4.40"),
        (0.01234, "0.0123"),
        (450, "450"),
        (449.9999999999, "450"),
        (-1e-12, "0"),
        (-16.5, "-16.50"),
        (12345.678, "12,345.68"),
        (simulated(446.57, 0.42), "446.6 +- 0.4 (n = 100,000, seed 1)"),
        (simulated(446.57, 0.0096), "446.57 +- 0.01 (n = 100,000, seed 1)"),
        (simulated(446.57, 3.7), "447 +- 4 (n = 100,000, seed 1)"),
        (simulated(446.57, 35.2), "447 +- 35 (n = 100,000, seed 1)"),
        (Value.from_moments(1, 450, 450**2, 1), "450.00 +- inf (n = 1, seed 1)"),
    ],
)
def test_number(value, text):
    assert as_number(value) == text


def test_units_and_context():
    value = simulated(446.57, 0.42)
    assert as_number(value, "points") == "446.6 +- 0.4 points (n = 100,000, seed 1)"
    assert as_number(value, "points", sampled=False) == "446.6 +- 0.4 points"
    assert as_percent(simulated(0.5, 0.01), sampled=False) == "50 +- 1 %"
    assert str(value) == repr(value) == "446.6 +- 0.4 (n = 100,000, seed 1)"
    assert str(exactly(446.57144012)) == repr(exactly(446.57144012)) == "446.5714 exact"
