"""Turns under any policy, exactly: against following every roll as fractions, and against cited figures."""

import math

import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.farkle import (
    Policy,
    Rules,
    bank_at,
    keep_fewest,
    keep_most,
    optimal_turn,
    presets,
    reach_policy,
    reach_probability,
    rolls_per_turn,
    solve_turn,
    thresholds,
    turn_distribution,
    turn_value,
    turns_to_open,
)


def most(offered):
    return max(offered, key=lambda keep: (keep[1], -len(keep[0])))


def fewest(offered):
    return min(offered, key=lambda keep: (len(keep[0]), -keep[1]))


LIMITS = {1: 250, 2: 250, 3: 400, 4: 600}
POLICIES = [
    (bank_at(250), lambda total, n: total >= 250, most),
    (bank_at(0), lambda total, n: True, most),
    (bank_at(300, "fewest"), lambda total, n: total >= 300, fewest),
    (thresholds(LIMITS, "most"), lambda total, n: n in LIMITS and total >= LIMITS[n], most),
    (
        Policy("two dice", roll=lambda state, rules: state.dice_left > 2, keep=keep_most),
        lambda total, n: n <= 2,
        most,
    ),
]
RULES = [
    Rules(dice=5),
    Rules(dice=5, hot_dice="optional", full_house=250),
    Rules(dice=5, minimum_bank=400),
    Rules(dice=5, nothing_scores=150, face_probabilities=(0.1, 0.2, 0.2, 0.2, 0.2, 0.1)),
    Rules(three_pairs=750),
    Rules(six_ones="wins", single_five=None),
]
CAP = 1500  # chances of totals up to here are exact, since totals only grow


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize(("policy", "banks", "chooses"), POLICIES, ids=[policy.name for policy, _, _ in POLICIES])
@pytest.mark.slow
def test_turn_totals_as_by_following_every_roll(rules, policy, banks, chooses):
    expected, _ = oracles.turn_totals(rules, banks, chooses, CAP)
    found = turn_distribution(policy, rules)
    weights = {total: p for total, p in found.items() if total != "above"}
    assert {t for t, p in weights.items() if 0 < t <= CAP and p > 0} == {t for t in expected if 0 < t <= CAP}
    for total, p in expected.items():
        if 0 < total <= CAP:
            assert weights[total] == pytest.approx(float(p), rel=1e-12)
    assert weights.get(0, 0) >= float(expected[0]) - 1e-15
    assert math.fsum(p for _, p in found.items()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("keep", ["most", "fewest"])
def test_a_turn_that_always_ends_has_the_mean_of_its_totals(keep):
    rules = Rules(dice=5, hot_dice="optional")
    chooses = most if keep == "most" else fewest
    expected, rolls = oracles.turn_totals(rules, lambda total, n: total >= 200, chooses, 3000)
    assert sum(expected.values()) == 1
    policy = bank_at(200, keep)
    found = turn_distribution(policy, rules)
    assert {total: p for total, p in found.items() if p} == pytest.approx(
        {total: float(p) for total, p in expected.items()}, rel=1e-12
    )
    mean = sum(total * p for total, p in expected.items())
    assert turn_value(policy, rules).value == pytest.approx(float(mean), rel=1e-12)
    assert found.mean == pytest.approx(float(mean), rel=1e-12)
    assert rolls_per_turn(policy, rules).value == pytest.approx(float(rolls), rel=1e-12)


@pytest.mark.parametrize("points", [200, 450])
def test_three_farkles_cost_what_power_iteration_says(points):
    rules = Rules(dice=5, hot_dice="optional", three_farkles=500)
    expected, _ = oracles.turn_totals(rules, lambda total, n: total >= points, most, 4000)
    mean = float(sum(total * p for total, p in expected.items()))
    gain = oracles.gain_with_penalty([(mean, float(expected[0]))] * 3, 500)
    assert turn_value(bank_at(points), rules).value == pytest.approx(gain, rel=1e-12)


def test_a_policy_may_heed_the_farkles_before():
    rules = Rules(dice=5, hot_dice="optional", three_farkles=500)
    goals = (400, 300, 100)
    policy = Policy("wary", lambda state, rules: state.turn_total < goals[state.farkles], keep_fewest)
    turns = []
    for goal in goals:
        expected, _ = oracles.turn_totals(rules, lambda total, n, goal=goal: total >= goal, fewest, 4000)
        turns.append((float(sum(total * p for total, p in expected.items())), float(expected[0])))
    assert turn_value(policy, rules).value == pytest.approx(oracles.gain_with_penalty(turns, 500), rel=1e-12)


# Cited figures


@pytest.mark.slow
@cases("row", oracles.rows("farkle_turn_totals.csv", "sd", "at_least", "rolls", "busts"))
def test_the_spread_of_the_best_turn_as_cited(row):
    total = turn_distribution()
    value = {
        "sd": lambda: total.std,
        "at_least": lambda: total.at_least(int(row["argument"])),
        "rolls": rolls_per_turn,
        "busts": lambda: total[0],
    }[row["what"]]()
    assert oracles.agrees(value, row)


# The best turn is the best


BROUGHT = [
    Rules(),
    Rules(dice=5, three_farkles=500),
    Rules(dice=5, nothing_scores=500, minimum_bank=300),
    Rules(dice=5, hot_dice="optional", opening=500),
    *(pytest.param(rules, marks=pytest.mark.slow) for name, rules in presets().items() if name != "core"),
]


@pytest.mark.parametrize("rules", BROUGHT, ids=str)
@pytest.mark.slow
def test_the_best_turn_brings_what_was_solved(rules):
    assert turn_value(rules=rules).value == pytest.approx(solve_turn(rules).gain, abs=1e-7)


@pytest.mark.parametrize("keep", ["most", "fewest"])
def test_the_best_stopping_brings_what_was_solved(keep):
    assert turn_value(optimal_turn(keep)).value == pytest.approx(solve_turn(keep=keep).gain, abs=1e-7)


@settings(max_examples=8)
@given(
    limits=st.dictionaries(st.integers(1, 6), st.integers(0, 60).map(lambda units: 50 * units), max_size=6),
    keep=st.sampled_from(["most", "fewest", "best"]),
    rules=st.sampled_from([Rules(), Rules(dice=5, three_farkles=500), Rules(dice=5, hot_dice="optional")]),
)
@pytest.mark.slow
def test_no_thresholds_beat_the_best_turn(limits, keep, rules):
    limits = dict.fromkeys(range(1, 6), 400) | limits
    assert turn_value(thresholds(limits, keep), rules).value <= solve_turn(rules).gain + 1e-9


@pytest.mark.parametrize("points", range(0, 1001, 250))
@pytest.mark.parametrize("keep", ["most", "fewest", "best"])
@pytest.mark.slow
def test_no_single_threshold_beats_the_best_turn(points, keep):
    assert turn_value(bank_at(points, keep)).value <= solve_turn().gain


@pytest.mark.slow
def test_the_thresholds_of_the_best_turn_are_the_best_turn():
    policy = thresholds({1: 250, 2: 250, 3: 400, 4: 1000, 5: 2900})
    assert turn_value(policy).value == pytest.approx(solve_turn().gain, abs=1e-9)


REACHED = [Rules(), Rules(dice=5, nothing_scores=500, minimum_bank=400), Rules(dice=5, hot_dice="optional")]


@pytest.mark.parametrize("points", [300, 1000])
@pytest.mark.parametrize("rules", REACHED, ids=str)
@pytest.mark.slow
def test_the_reach_policy_reaches_as_promised(points, rules):
    promised = reach_probability(points, rules).value
    assert float(turn_distribution(reach_policy(points), rules).at_least(points)) == pytest.approx(promised, abs=1e-9)
    for other in (optimal_turn(), bank_at(points), bank_at(points, "fewest")):
        assert float(turn_distribution(other, rules).at_least(points)) <= promised + 1e-9


def test_before_the_opening_nothing_below_it_is_banked():
    totals = turn_distribution(bank_at(300), Rules(opening=500), opened=False)
    assert min(total for total, p in totals.items() if total not in (0, "above") and p > 0) == 500


def test_hot_dice_are_rolled_even_by_who_would_bank():
    forced, free = (turn_distribution(bank_at(0), Rules(dice=5, hot_dice=kind)) for kind in ("forced", "optional"))
    assert free[1200] > 0
    assert forced[0] > free[0]


# What a policy may not do


def test_a_keep_that_is_not_on_offer_is_refused():
    policy = Policy("cheat", lambda state, rules: False, lambda state, keeps, rules: (1, 1, 1))
    with pytest.raises(ValueError, match="'cheat' kept"):
        turn_value(policy)


def test_turns_that_do_not_end_have_no_value():
    always = Policy("ever on", lambda state, rules: True, keep_most)
    assert turn_value(always).value == 0
    ones = Rules(face_probabilities=(1, 0, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="'ever on'"):
        turn_value(always, ones)


@cases("points", [-1, 2.5, "300", None, True])
def test_bank_at_needs_points(points):
    with pytest.raises(ValueError, match="bank at"):
        bank_at(points)


@pytest.mark.parametrize("limits", [{0: 100}, {7: 100}, {1: -50}, {1: 2.5}])
def test_thresholds_need_dice_and_points(limits):
    with pytest.raises(ValueError, match="thresholds"):
        thresholds(limits)


@pytest.mark.parametrize("make", [lambda: bank_at(300, "all"), lambda: thresholds({1: 300}, "all")])
def test_an_unknown_keep_style_lists_the_styles(make):
    with pytest.raises(ValueError, match="keep style 'all': allowed are most, fewest, best"):
        make()


def test_an_opening_of_nothing_is_refused():
    with pytest.raises(ValueError, match="points 0"):
        turns_to_open(0, Rules(opening=500))


@cases("limits", [{1: True}, {1.0: 100}, {7: 100}, {1: -50}, {True: 100}])
def test_thresholds_are_whole_numbers(limits):
    with pytest.raises(ValueError, match="thresholds"):
        thresholds(limits)
