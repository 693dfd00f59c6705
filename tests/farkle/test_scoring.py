"""What dice are worth: the rules page's own cases, and random rule sets against all partitions and all subsets."""

import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.farkle import Rules, keeps, presets, score

maybe_points = st.none() | st.integers(1, 60).map(lambda units: 50 * units)
kinds = maybe_points | st.sampled_from(["x1", "x2", "x3", "x4", "x8"])
SIX_DICE = {
    "six_of_a_kind": kinds,
    "straight": maybe_points,
    "three_pairs": maybe_points,
    "two_triplets": maybe_points,
    "six_ones": maybe_points | st.just("wins"),
}
FIVE_DICE = {
    "single_one": maybe_points,
    "single_five": st.sampled_from([50, 100, 200]),  # the scoring unit then divides the target
    "three_ones": maybe_points,
    "triple": st.none() | st.sampled_from([50, 100, 150]),
    "four_of_a_kind": kinds,
    "five_of_a_kind": kinds,
    "low_straight": maybe_points,
    "high_straight": maybe_points,
    "full_house": maybe_points,
    "nothing_scores": maybe_points,
    "four_and_pair_is_three_pairs": st.booleans(),
    "six_of_a_kind_is_three_pairs": st.booleans(),
}
rule_sets = st.one_of(
    st.fixed_dictionaries({}, optional={**FIVE_DICE, **SIX_DICE}).map(lambda fields: Rules(**fields)),
    st.fixed_dictionaries({"dice": st.just(5)}, optional=FIVE_DICE).map(lambda fields: Rules(**fields)),
)

# Half of the rolls show at most three faces, so that kinds, pairs and full houses come up.
faces = st.integers(1, 6)
rolls = st.lists(faces, min_size=1, max_size=6) | st.sets(faces, min_size=1, max_size=3).flatmap(
    lambda some: st.lists(st.sampled_from(sorted(some)), min_size=1, max_size=6)
)


@cases(
    ("dice", "points", "options"),
    [
        ("1", 100, {}),
        ("5", 50, {}),
        ("222", 200, {}),
        ("555", 500, {}),
        ("666", 600, {}),
        ("111", 1000, {}),
        ("111", 300, {"three_ones": 300}),
        ("1111", 1100, {}),
        ("5555", 550, {}),
        ("111111", 2000, {}),
        ("115", 250, {}),
        ("33322", 550, {"full_house": 250}),
        ("333221", 650, {"full_house": 250}),
        ("111555", 1500, {}),
        ("111555", 2500, {"two_triplets": 2500}),
        ("222333", 500, {}),
        ("2222", 1000, {"four_of_a_kind": 1000}),
        ("2222", 400, {"four_of_a_kind": "x2"}),
        ("1111", 2000, {"four_of_a_kind": "x2"}),
        ("22222", 800, {"five_of_a_kind": "x4"}),
        ("666666", 4800, {"six_of_a_kind": "x8"}),
        ("111111", 5000, {"six_ones": 5000}),
        ("111111", 10_000, {"six_ones": "wins"}),
        ("111111", 4000, {"six_ones": "wins", "target": 4000, "six_of_a_kind": 9000}),
        ("123456", 1500, {"straight": 1500}),
        ("12345", 500, {"low_straight": 500}),
        ("23456", 750, {"high_straight": 750}),
        ("123455", 550, {"low_straight": 500}),
        ("223344", 750, {"three_pairs": 750}),
        ("222233", 1500, {"three_pairs": 1500}),
        ("222222", 1500, {"three_pairs": 1500}),
        ("111155", 1500, {"three_pairs": 1500}),
        ("111155", 1200, {"three_pairs": 500}),
    ],
)
def test_worth_as_on_the_rules_page(dice, points, options):
    assert score(map(int, dice), Rules(**options)) == points


@cases(
    ("dice", "options", "idle"),
    [
        ("2", {}, 2),
        ("156", {}, 6),
        ("11122", {}, 2),
        ("33322", {}, 2),
        ("223344", {}, 2),
        ("123456", {}, 2),
        ("222233", {"three_pairs": 1500, "four_and_pair_is_three_pairs": False}, 2),
        ("2222", {}, 2),
        ("1", {"single_one": None}, 1),
    ],
)
def test_a_die_that_scores_nothing_is_named(dice, options, idle):
    with pytest.raises(ValueError, match=rf"^{idle} scores nothing in .*FA-5") as caught:
        score(map(int, dice), Rules(**options))
    assert " ".join(dice) in str(caught.value)


def test_six_of_a_kind_takes_its_own_points_under_rich():
    assert score((2,) * 6, Rules.preset("rich")) == 3000


@pytest.mark.parametrize("dice", [(2,) * 6, (4, 4, 4, 4, 3, 3)])
def test_facebook_counts_distinct_pairs_only(dice):
    rules = Rules.preset("facebook")
    kept = [keep.points for keep in keeps(dice, rules)]
    assert 750 not in kept


def test_the_keeps_named_on_the_rules_page():
    found = {(keep.dice, keep.points, keep.dice_left) for keep in keeps((1, 2, 3, 3, 3, 5))}
    assert found == {
        ((3, 3, 3), 300, 3),
        ((1,), 100, 5),
        ((5,), 50, 5),
        ((1, 3, 3, 3, 5), 450, 1),
        ((1, 5), 150, 4),
        ((1, 3, 3, 3), 400, 2),
        ((3, 3, 3, 5), 350, 2),
    }


def test_of_three_fives_one_may_be_kept():
    assert {keep.dice: keep.dice_left for keep in keeps((5, 5, 5))} == {(5,): 2, (5, 5): 1, (5, 5, 5): 6}


def test_keeps_come_with_the_most_points_first_and_hot_dice_with_all():
    found = keeps((1, 1, 1, 5))
    assert [keep.points for keep in found] == sorted((keep.points for keep in found), reverse=True)
    assert found[0] == ((1, 1, 1, 5), 1050, 6)
    assert keeps((1, 1, 1, 5), Rules(dice=5))[0].dice_left == 5


def test_six_ones_that_win_leave_nothing_to_roll():
    assert keeps((1,) * 6, Rules(six_ones="wins"))[0] == ((1,) * 6, 10_000, 0)


def as_set(found):
    return {(keep.dice, keep.points, keep.dice_left) for keep in found}


@cases("name", presets())
def test_every_roll_of_the_presets(name):
    rules = Rules.preset(name)
    for n in range(1, 7):
        for roll in oracles.roll_weights(n):
            found = keeps(roll, rules)
            assert len(as_set(found)) == len(found)
            assert as_set(found) == oracles.keeps(roll, rules)


@settings(max_examples=300)
@given(rules=rule_sets, dice=rolls)
@pytest.mark.slow
def test_score_is_the_best_partition(rules, dice):
    dice = dice[: rules.dice]
    expected = oracles.score(tuple(sorted(dice)), rules)
    if expected is None:
        with pytest.raises(ValueError, match="scores nothing"):
            score(dice, rules)
    else:
        assert score(dice, rules) == expected


@pytest.mark.slow
@settings(max_examples=300)
@given(rules=rule_sets, dice=rolls)
def test_keeps_are_the_scoring_subsets(rules, dice):
    dice = dice[: rules.dice]
    assert as_set(keeps(dice, rules)) == oracles.keeps(tuple(sorted(dice)), rules)


@given(dice=rolls, seed=st.randoms(use_true_random=False))
def test_the_order_of_dice_is_of_no_matter(dice, seed):
    mixed = list(dice)
    seed.shuffle(mixed)
    assert keeps(mixed) == keeps(dice)


@given(dice=rolls)
def test_more_options_never_lower_a_score(dice):
    plain, rich = keeps(dice), keeps(dice, Rules.preset("rich"))
    worth = {keep.dice: keep.points for keep in rich}
    assert all(worth[keep.dice] >= keep.points for keep in plain)


@cases("call", [score, keeps])
@cases(
    ("dice", "message"),
    [
        ((), "0 dice: a roll has 1 to 6 dice"),
        ((1,) * 7, "7 dice: a roll has 1 to 6 dice"),
        ((0,), "die 0: a face is a whole number from 1 to 6"),
        ((1, 7), "die 7: a face is a whole number from 1 to 6"),
        ((1, -1), "die -1"),
        ((1.0,), "die 1.0"),
        (("1",), "die '1'"),
        ((True,), "die True"),
        ((None,), "die None"),
        (5, "dice 5: a sequence of faces"),
    ],
)
def test_dice_that_are_none(call, dice, message):
    with pytest.raises(ValueError, match=r"die|dice") as caught:
        call(dice)
    assert message in str(caught.value)


def test_five_dice_take_no_six():
    with pytest.raises(ValueError, match="6 dice: a roll has 1 to 5 dice"):
        score((1,) * 6, Rules(dice=5))
