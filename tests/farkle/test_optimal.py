"""The best turn: cited figures, and every value against an expectimax that was written from the rules page alone."""

import itertools

import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.farkle import (
    Rules,
    State,
    bank_thresholds,
    keeps,
    optimal_turn,
    piggy_back_thresholds,
    piggy_back_value,
    presets,
    reach_probability,
    solve_turn,
    turn_value,
    turns_to_open,
)
from tabletop_odds.farkle.optimal import solve_afresh

FIVE = {"dice": 5}
SMALL = [  # small enough for a plain expectimax: five dice, one option each
    Rules(**FIVE),
    Rules(**FIVE, hot_dice="optional"),
    Rules(**FIVE, minimum_bank=300),
    Rules(**FIVE, minimum_bank=325, hot_dice="optional"),
    Rules(**FIVE, nothing_scores=500),
    Rules(**FIVE, nothing_scores=500, hot_dice="optional", minimum_bank=300),
    Rules(**FIVE, single_five=None),
    Rules(**FIVE, single_one=None, three_ones=300),
    Rules(**FIVE, triple=None, three_ones=None),
    Rules(**FIVE, four_of_a_kind="x2", five_of_a_kind="x4"),
    Rules(**FIVE, four_of_a_kind=1000, five_of_a_kind=2000),
    Rules(**FIVE, low_straight=500, high_straight=750),
    Rules(**FIVE, full_house=250),
    Rules(**FIVE, face_probabilities=(0.25, 0.15, 0.15, 0.15, 0.15, 0.15)),
    Rules(**FIVE, face_probabilities=(0.1, 0.3, 0, 0.2, 0.1, 0.3)),
]
LARGE = [
    Rules(),
    Rules.preset("kcd"),
    Rules.preset("facebook"),
    Rules(six_ones="wins", target=4000),
    Rules(two_triplets=2500, six_of_a_kind=3000, three_pairs=1500, four_and_pair_is_three_pairs=False),
    Rules(nothing_scores=500, minimum_bank=300, three_pairs=1500, hot_dice="optional"),
]


def agree_on_every_state(rules, cap):
    solved, value = solve_turn(rules), oracles.turn(rules, cap=cap)
    assert solved.gain == pytest.approx(value((0, rules.dice, True)), abs=1e-6)
    policy = optimal_turn()
    for total in range(rules.unit, 1501, rules.unit):
        for n in range(1, rules.dice + 1):
            rolled, chosen = value((total, n, True)), value((total, n, False))
            state = State(total, n)
            assert solved.roll_value(state) == pytest.approx(rolled, abs=1e-6)
            assert solved.after(state, 0, n) == pytest.approx(chosen, abs=1e-6)
            if not oracles.may_bank((total, n, False), rules) or abs(rolled - total) > 1e-6:
                assert policy.rolls(state, rules) == (not oracles.may_bank((total, n, False), rules) or rolled > total)


@pytest.mark.parametrize("rules", SMALL, ids=str)
@pytest.mark.slow
def test_every_value_of_five_dice_as_by_expectimax(rules):
    agree_on_every_state(rules, 16_000)


@pytest.mark.slow
@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_every_value_of_six_dice_as_by_expectimax(rules):
    agree_on_every_state(rules, 25_000)


@pytest.mark.slow
@settings(max_examples=20)
@given(
    fields=st.fixed_dictionaries(
        {},
        optional={
            "single_one": st.sampled_from([None, 50, 200]),
            "triple": st.sampled_from([None, 50, 200]),
            "three_ones": st.sampled_from([None, 300]),
            "four_of_a_kind": st.sampled_from([400, "x1", "x3"]),
            "five_of_a_kind": st.sampled_from([50, "x6"]),
            "low_straight": st.sampled_from([150, 1500]),
            "full_house": st.sampled_from([50, 1000]),
            "nothing_scores": st.sampled_from([50, 1000]),
            "hot_dice": st.just("optional"),
            "minimum_bank": st.sampled_from([50, 450]),
        },
    )
)
def test_options_together_as_by_expectimax(fields):
    agree_on_every_state(Rules(dice=5, **fields), 20_000)


# What farkles cost later: the values must solve the equations of the long run

LONG_RUN = [
    Rules(**FIVE, three_farkles=500),
    Rules(**FIVE, opening=350),
    Rules(**FIVE, opening=400, three_farkles=1000),
    Rules(**FIVE, opening=400, three_farkles=1000, below_zero=False),
    Rules(**FIVE, opening=300, three_farkles=500, minimum_bank=350, nothing_scores=250),
]


@pytest.mark.parametrize("rules", LONG_RUN, ids=str)
@pytest.mark.slow
def test_the_long_run_repeats_itself(rules):
    solved = solve_turn(rules)
    counts = 1 if rules.three_farkles is None else 3
    for opened in {True, rules.opening is None}:
        starts = []
        for farkles in range(counts):
            bust = solved.situation(opened, farkles).bust
            value = oracles.turn(rules, cap=8000, bust=bust, opened=opened)
            starts.append(value((0, 5, True)) - solved.gain)
            assert starts[-1] == pytest.approx(solved.roll_value(State(0, 5, opened, farkles)) - solved.gain, abs=1e-6)
        penalty = (rules.three_farkles or 0) if opened or rules.below_zero else 0
        assert [solved.situation(opened, farkles).bust for farkles in range(counts)] == pytest.approx(
            [*starts[1:], starts[0] - penalty], abs=1e-6
        )
        if opened:
            assert starts[0] == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("rules", LONG_RUN[:4], ids=str)
def test_the_long_run_as_by_value_iteration(rules):
    gain, behind = oracles.long_run(rules, cap=4000, close=1e-6)
    solved = solve_turn(rules)
    assert solved.gain == pytest.approx(gain, abs=1e-4)
    for (opened, farkles), value in behind.items():
        found = solved.roll_value(State(0, 5, opened, farkles)) - solved.gain
        assert found == pytest.approx(value, abs=1e-3)


@pytest.mark.slow
def test_zilch_as_by_value_iteration():
    gain, _ = oracles.long_run(Rules.preset("zilch"), cap=20_000, close=1e-4)
    assert gain == pytest.approx(620.8547, abs=5e-4)
    assert solve_turn(Rules.preset("zilch")).gain == pytest.approx(gain, abs=5e-4)


# Cited figures


def rules_of(row):
    return oracles.named_rules(row["rules"], Rules, Rules.preset)


@cases("row", oracles.rows("farkle_best_turn.csv", "turn_value"))
def test_best_turn_as_cited(row):
    assert oracles.agrees(solve_turn(rules_of(row)).gain, row)


@pytest.mark.parametrize("row", oracles.cases("farkle_best_turn.csv", "greedy_value"))
def test_keeping_the_most_points_costs_a_tenth(row):
    assert oracles.agrees(solve_turn(keep="most").gain, row)
    assert oracles.agrees(turn_value(optimal_turn(keep="most")), row)
    for rules in presets().values():
        assert 0.85 < solve_turn(rules, "most").gain / solve_turn(rules).gain < 0.95


@cases("name", sorted({row["rules"] for row in oracles.published("farkle_best_turn.csv")}))
def test_bank_thresholds_as_cited(name):
    rows = [row for row in oracles.published("farkle_best_turn.csv") if row["rules"] == name]
    cited = {int(row["argument"]): int(row["figure"]) for row in rows if row["what"] == "bank_from"}
    if cited:
        assert bank_thresholds(oracles.named_rules(name, Rules, Rules.preset)) == cited


@pytest.mark.parametrize("row", oracles.cases("farkle_best_turn.csv", "keep_of_first_roll_152346"))
def test_the_first_roll_1_5_as_cited(row):
    dice = tuple(map(int, row["argument"].split()))
    (kept,) = [keep for keep in keeps((1, 5, 2, 3, 4, 6)) if keep.dice == dice]
    assert oracles.agrees(solve_turn().after(State(), kept.points, kept.dice_left), row)


@cases("row", oracles.rows("farkle_best_turn.csv", "piggy_back_from"))
def test_piggy_back_thresholds_as_cited(row):
    assert piggy_back_thresholds(rules_of(row))[int(row["argument"])] == int(row["figure"])


# Properties of a best turn


@cases("name", presets())
def test_stored_tables_hold_what_is_solved_afresh(name):
    rules = Rules.preset(name)
    stored, fresh = solve_turn(rules), solve_afresh(rules)
    assert stored.gain == pytest.approx(fresh.gain, abs=1e-9)
    for total in (0, 300, 1000, 5000, 30_000):
        for n in range(1, 7):
            assert stored.roll_value(State(total, n)) == pytest.approx(fresh.roll_value(State(total, n)), abs=1e-8)


@pytest.mark.parametrize("rules", [*presets().values(), *LONG_RUN], ids=str)
@pytest.mark.slow
def test_values_grow_with_the_total_but_no_faster(rules):
    solved = solve_turn(rules)
    for n in range(1, rules.dice + 1):
        values = [solved.roll_value(State(total, n)) for total in range(0, 30_000, rules.unit)]
        steps = [after - before for before, after in itertools.pairwise(values)]
        assert min(steps) >= -1e-9
        if rules.minimum_bank is None:
            assert max(steps) <= rules.unit + 1e-9


@cases("rules", [*presets().values(), *SMALL[:6]])
def test_bank_thresholds_separate_rolling_from_banking(rules):
    found, solved = bank_thresholds(rules), solve_turn(rules)
    for n, limit in found.items():
        lowest = max(rules.unit, rules.minimum_bank or 0)
        for total in range(-(-lowest // rules.unit) * rules.unit, max(2 * limit, 3000), rules.unit):
            assert (solved.roll_value(State(total, n)) > total) == (total < limit), (total, n)


@cases(
    ("better", "worse"),
    [
        (Rules.preset("rich"), Rules.preset("boxed")),
        (Rules.preset("rich"), Rules()),
        (Rules(hot_dice="optional"), Rules()),
        (Rules(), Rules(minimum_bank=500)),
        (Rules(nothing_scores=50), Rules()),
        (Rules(three_farkles=500), Rules(three_farkles=1000)),
        (Rules(), Rules(three_farkles=500)),
        (Rules(), Rules(dice=5)),
        (Rules(full_house=250), Rules()),
    ],
)
def test_more_freedom_is_never_worth_less(better, worse):
    assert solve_turn(better).gain > solve_turn(worse).gain - 1e-9


def test_an_opening_binds_only_before_it():
    rules = Rules(opening=500)
    solved = solve_turn(rules)
    assert solved.gain == solve_turn().gain
    assert solved.roll_value(State(300, 2)) == solve_turn().roll_value(State(300, 2))
    assert solved.roll_value(State(0, 6, opened=False)) < solved.gain
    assert bank_thresholds(rules, opened=False)[1] == 500
    assert bank_thresholds(rules) == bank_thresholds()


def test_after_two_farkles_the_player_is_more_careful():
    rules = Rules.preset("zilch")
    by_count = [bank_thresholds(rules, farkles=count) for count in range(3)]
    assert all(by_count[2][n] <= by_count[0][n] for n in range(1, 6))
    assert by_count[2] != by_count[0]


def test_dice_that_never_farkle_have_no_best_turn():
    with pytest.raises(ValueError, match="no best turn exists"):
        solve_turn(Rules(face_probabilities=(1, 0, 0, 0, 0, 0)))


def test_dice_that_never_score_are_worth_nothing():
    assert solve_turn(Rules(face_probabilities=(0, 1, 0, 0, 0, 0), triple=None)).gain == 0


@pytest.mark.parametrize("keep", ["all", "", None])
def test_an_unknown_keep_style_is_refused(keep):
    with pytest.raises(ValueError, match="keep style"):
        optimal_turn(keep)


# Aims: reaching a total, opening, taking dice over


@pytest.mark.parametrize("rules", [SMALL[0], SMALL[1], SMALL[2], SMALL[5], SMALL[-1]], ids=str)
@pytest.mark.parametrize("goal", [50, 300, 475, 1000])
@pytest.mark.slow
def test_reach_as_by_expectimax(rules, goal):
    cap = goal + 7000
    least = oracles.turn(rules, cap=cap, worth=lambda total: float(goal <= total < cap))((0, 5, True))
    most = oracles.turn(rules, cap=cap, worth=lambda total: float(goal <= total))((0, 5, True))
    assert most - least < 1e-6
    assert least - 1e-12 <= reach_probability(goal, rules).value <= most + 1e-12


@cases("row", oracles.rows("farkle_turn_totals.csv", "reach"))
def test_reach_as_cited(row):
    assert oracles.agrees(reach_probability(int(row["argument"])), row)


@pytest.mark.parametrize("row", oracles.cases("farkle_turn_totals.csv", "turns_to_open"))
def test_turns_to_open_as_cited(row):
    opening = int(row["argument"])
    assert oracles.agrees(turns_to_open(opening), row)
    assert turns_to_open(rules=Rules(opening=opening)) == turns_to_open(opening)


def test_reach_and_opening_refuse_what_has_no_meaning():
    for points in (0, -50, 1.5, True, 1_000_001):
        with pytest.raises(ValueError, match=r"points .*from 1 to 1,000,000"):
            reach_probability(points)
    with pytest.raises(ValueError, match="opening is None"):
        turns_to_open()
    with pytest.raises(ValueError, match=r"from 1 to 1,000,000|opening"):
        turns_to_open(0)


@pytest.mark.parametrize("mode", ["inherit", "bonus"])
def test_taking_dice_over_as_by_expectimax(mode):
    rules = Rules(dice=5, piggy_back=mode, hot_dice="optional")
    value = oracles.turn(rules, cap=9000)
    for n in range(1, 6):
        for total in (0, 50, 300, 1000):
            if mode == "inherit":
                expected = value((total, n, True))
            else:
                offers = oracles.chances_by_choice(n, rules)
                expected = sum(p * max(value(oracles.add(1000, state)) for state in offer) for p, offer in offers)
            assert piggy_back_value(total, n, rules).value == pytest.approx(expected, abs=1e-6)


def test_nothing_to_take_over_is_refused():
    with pytest.raises(ValueError, match="piggy_back=None"):
        piggy_back_value(500, 3, Rules())
