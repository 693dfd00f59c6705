"""Exact odds of one roll: cited figures, every ordered roll counted one by one, and what can arise in a turn."""

from fractions import Fraction
from itertools import product

import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.farkle import (
    Rules,
    best_score_distribution,
    bust_probability,
    can_arise,
    hot_dice_probability,
    makeable,
    presets,
    roll_classes,
)
from tabletop_odds.farkle.odds import odds_rows, total_weight

LOADED = Rules(face_probabilities=(0.3, 0.1, 0.1, 0.2, 0.05, 0.25))
VARIED = [
    *presets().values(),
    Rules(dice=5),
    Rules(dice=5, low_straight=500, full_house=250, nothing_scores=250),
    Rules(full_house=250, six_ones="wins", single_one=None),
    Rules(triple=None, three_ones=None, two_triplets=2500),
    LOADED,
    Rules(face_probabilities=(0, Fraction(1, 2), 0, Fraction(1, 2), 0, 0), three_pairs=500),
]


@cases("row", oracles.rows("farkle_odds.csv", "busts", "safe"))
def test_counts_as_cited(row):
    rules = oracles.named_rules(row["rules"], Rules, Rules.preset)
    n = int(row["argument"])
    busts = bust_probability(n, rules) * 6**n
    assert busts.denominator == 1
    assert (busts if row["what"] == "busts" else 6**n - busts) == int(row["figure"])


@cases("row", oracles.rows("farkle_odds.csv", "mean_best_score"))
def test_mean_best_scores_as_cited(row):
    assert oracles.agrees(best_score_distribution(int(row["argument"])).mean, row)


@pytest.mark.slow
def test_every_ordered_roll_settles_the_three_doubtful_figures():
    core, pairs = Rules(), Rules(three_pairs=750)
    six = list(product(range(1, 7), repeat=6))
    safe = sum(not oracles.is_farkle(tuple(sorted(roll)), pairs) for roll in six)
    five = sum(oracles.is_farkle(tuple(sorted(roll)), core) for roll in product(range(1, 7), repeat=5))
    points = sum(oracles.best_points(tuple(sorted(roll)), core) for roll in six)
    assert (safe, five) == (45_576, 600)
    assert round(points / 6**6, 3) == 308.883
    assert (1 - bust_probability(6, pairs), bust_probability(5)) == (Fraction(safe, 6**6), Fraction(five, 6**5))
    assert best_score_distribution(6).mean == pytest.approx(points / 6**6, rel=1e-15)


@cases("n", range(1, 7))
@cases("rules", [Rules(), Rules(straight=1500), Rules(three_pairs=500)])
def test_a_straight_changes_no_count_and_three_pairs_exactly_360(rules, n):
    fewer = 360 if n == 6 and rules.three_pairs else 0
    assert bust_probability(n, rules) == bust_probability(n) - Fraction(fewer, 6**6)


FIVE = [Rules(dice=5), Rules(dice=5, three_ones=None, nothing_scores=250, full_house=250)]  # quickly counted


@cases("rules", FIVE)
def test_one_roll_of_five_dice_as_by_counting(rules):
    as_by_counting(rules)


@pytest.mark.slow
@cases("rules", VARIED)
def test_one_roll_as_by_counting(rules):
    as_by_counting(rules)


def as_by_counting(rules):
    for n in range(1, rules.dice + 1):
        rolls = oracles.roll_chances(n, rules)
        assert bust_probability(n, rules) == sum(p for p, roll in rolls if oracles.is_farkle(roll, rules))
        assert hot_dice_probability(n, rules) == sum(p for p, roll in rolls if oracles.is_hot(roll, rules))
        best = best_score_distribution(n, rules)
        expected = {}
        for p, roll in rolls:
            points = oracles.best_points(roll, rules)
            expected[points] = expected.get(points, 0) + p
        assert {points: best.fraction(points) for points, _ in best.items()} == expected


@cases("rules", FIVE)
def test_classes_gather_all_rolls_of_five_dice(rules):
    classes_gather_all_rolls(rules)


@pytest.mark.slow
@cases("rules", VARIED)
def test_classes_gather_all_rolls(rules):
    classes_gather_all_rolls(rules)


def classes_gather_all_rolls(rules):
    for n in range(1, rules.dice + 1):
        classes = roll_classes(n, rules)
        assert sum(c.weight for c in classes) == total_weight(n, rules)
        assert len({c.keeps for c in classes}) == len(classes)
        found = {
            (frozenset((k.dice, k.points, k.dice_left) for k in c.keeps), Fraction(c.weight, total_weight(n, rules)))
            for c in classes
        }
        expected = {}
        for p, roll in oracles.roll_chances(n, rules):
            offer = oracles.keeps(roll, rules)
            expected[offer] = expected.get(offer, 0) + p
        assert found == set(expected.items())


def test_one_die_left_scores_once_in_three_and_is_hot_then():
    assert hot_dice_probability(1) == Fraction(1, 3) == 1 - bust_probability(1)


def test_where_nothing_scores_brings_points_all_dice_never_farkle():
    zilch = Rules.preset("zilch")
    assert bust_probability(6, zilch) == 0
    assert bust_probability(5, zilch) == bust_probability(5)
    (again,) = [c for c in roll_classes(6, zilch) if c.rolls_again]
    assert (again.weight, again.keeps) == (1080, ())
    assert not any(c.rolls_again for c in roll_classes(5, zilch))


def test_a_loaded_die_that_always_scores_never_farkles():
    ones = Rules(face_probabilities=(1, 0, 0, 0, 0, 0))
    assert [bust_probability(n, ones) for n in range(1, 7)] == [0] * 6
    assert best_score_distribution(4, ones).mean == 1100
    assert bust_probability(2, Rules(face_probabilities=(0, 1, 0, 0, 0, 0))) == 1


@settings(max_examples=30)
@given(weights=st.lists(st.integers(0, 9), min_size=6, max_size=6).filter(any), n=st.integers(1, 5))
@pytest.mark.slow
def test_loaded_dice_as_by_counting(weights, n):
    rules = Rules(face_probabilities=[Fraction(w, sum(weights)) for w in weights])
    rolls = oracles.roll_chances(n, rules)
    assert bust_probability(n, rules) == sum(p for p, roll in rolls if oracles.is_farkle(roll, rules))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_fair_dice_by_name_or_by_default_are_the_same(n):
    fair = Rules(face_probabilities=[Fraction(1, 6)] * 6)
    assert best_score_distribution(n, fair) == best_score_distribution(n)


def test_rows_of_the_odds_table():
    rows = odds_rows()
    assert [row["dice_left"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[2] == {
        "dice_left": 3,
        "bust": bust_probability(3),
        "hot_dice": hot_dice_probability(3),
        "mean_best_score": best_score_distribution(3).mean,
    }


@cases("call", [bust_probability, hot_dice_probability, best_score_distribution])
@cases("n", [0, 7, -1, 2.0, True, "2", None])
def test_dice_left_out_of_range(call, n):
    with pytest.raises(ValueError, match=r"dice left .*allowed are 1 to 6"):
        call(n)


# Which states of a turn can arise

STATES = [
    Rules(),
    Rules(dice=5),
    Rules.preset("zilch"),
    Rules.preset("kcd"),
    Rules(single_five=None),
    Rules(single_one=None, triple=None, three_ones=1000, single_five=200),
    Rules(single_one=None, single_five=None, three_ones=300, triple=100, full_house=250),
    Rules(piggy_back="bonus"),
    Rules(piggy_back="bonus", single_one=300, single_five=None, three_ones=None, triple=300, target=9000),
]
HIGHEST = 2500


@pytest.mark.slow
@cases("rules", STATES)
def test_what_can_arise_is_what_is_reached_by_trying(rules):
    reached = oracles.reachable(rules, HIGHEST)
    for total in range(rules.unit, HIGHEST + 1, rules.unit):
        found = {n for n in range(1, rules.dice + 1) if can_arise(total, n, rules)}
        assert found == {n for n in range(1, rules.dice + 1) if (total, n) in reached}, total


@pytest.mark.parametrize("rules", STATES, ids=str)
@pytest.mark.slow
def test_what_can_arise_can_be_made(rules):
    for total, _ in oracles.reachable(rules, HIGHEST):
        assert makeable(total, rules)


@pytest.mark.parametrize("total", [25, 475, 10_025, 1])
def test_no_total_between_the_units(total):
    assert not makeable(total)
    assert not any(can_arise(total, n) for n in range(1, 7))


@cases("total", [0, 50, 100, 10_000, 999_950])
def test_every_multiple_of_fifty_can_be_made_under_core(total):
    assert makeable(total)


def test_totals_that_no_points_make():
    rules = Rules(single_one=None, single_five=200, triple=None, three_ones=500)
    made = {200 * a + 500 * b for a in range(30) for b in range(12)}
    assert {t for t in range(0, 5001, rules.unit) if makeable(t, rules)} == {t for t in made if t <= 5000}


def test_a_turn_starts_with_all_dice():
    assert can_arise(0, 6)
    assert not any(can_arise(0, n) for n in range(1, 6))


def test_far_above_everything_can_arise_as_lower_down():
    assert can_arise(500_000, 3)
    assert not can_arise(500_025, 3)


@cases(
    "call",
    [
        lambda: makeable(-50),
        lambda: makeable(50.0),
        lambda: makeable("50"),
        lambda: can_arise(-50, 5),
        lambda: can_arise(50, 7),
        lambda: can_arise(50.0, 5),
    ],
)
def test_no_turn_stands_there(call):
    with pytest.raises(ValueError, match=r"turn total|dice left"):
        call()
