"""Policies by the decisions they make: stop values and moves worked out by hand from the rule of each heuristic."""

from dataclasses import replace
from fractions import Fraction

import pytest
from cases import cases

from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.odds import bust_probability
from tabletop_odds.cant_stop.policies import (
    Policy,
    as_policy,
    bust_limit,
    glenn_aloi,
    linear_weights,
    roll_times,
    rule_of_28,
    weighted,
)
from tabletop_odds.cant_stop.rules import Move, Rules, moves
from tabletop_odds.cant_stop.weights import Weights

RULES = Rules()
POLICIES = {"Rule of 28": rule_of_28, "Glenn-Aloi": glenn_aloi, "linear weights": linear_weights}


def at(text, rules=RULES):
    return State.parse(text, rules)


def weights_of(name, rules=RULES):
    return POLICIES[name]().weights(rules)


# (1 + spaces gone) x progress points, and once three runners are out what their columns add
STOP_VALUES = [
    ("> 6:+2 7:+1 8:+1 / -", 12, 12, 26),
    ("> 6:3+2 7:9+1 8:1+1 / -", 12, 12, 26),  # spaces gone this turn alone
    ("> 5:+1 7:+1 9:+1 / -", 14 + 2, 10 + 7, 38 + 11),  # all odd
    ("> 4:+1 6:+1 8:+1 / -", 16 - 2, 14 + 1, 32 - 1),  # all even
    ("> 2:+1 5:+1 7:+1 / -", 20 + 4, 20 + 5, 52 + 4),  # all at most 7
    ("> 7:+1 9:+1 12:+1 / -", 20 + 4, 20 + 6, 52 + 4),  # all at least 7
    ("> 3:+1 5:+1 7:+1 / -", 18 + 2 + 4, 20 + 7 + 5, 48 + 11 + 4),  # odd, and at most 7
    ("> 8:+1 10:+1 12:+1 / -", 24 - 2 + 4, 24 + 1 + 6, 54 - 1 + 4),  # even, and at least 7
    ("> 3:+1 5:+1 / -", 16, 18, 42),  # nothing while a runner is free
    ("> 7:+4 / -", 5, 5, 15),
]


@cases(("text", "keller", "glenn", "linear"), STOP_VALUES)
def test_stop_values(text, keller, glenn, linear):
    found = [weights_of(name).stop_value(at(text), RULES) for name in POLICIES]
    assert found == [keller, glenn, linear]


# (1 + spaces gone) x choice points, 6 less a runner; linear: 15, 51, 87 on column 2, 5, 7, 10, 13, ... on column 7
CHOICE_POINTS = [
    ("> 7:+3 / -", 24 - 6, 12 - 6, 5 + 7 + 10 - 12),
    ("> 7:4+2 / -", 18 - 6, 9 - 6, 15 + 18 - 12),
    ("> 2:+3 / -", 4 - 6, 28 - 6, 15 + 51 + 87 - 12),
    ("> 2:2+1 / -", 2 - 6, 14 - 6, 87 - 12),
    ("> 6:+2 11:+1 / -", 15 + 4 - 12, 12 + 0 - 12, 7 + 9 + 0 - 24),
    ("> 5:+1 7:+1 9:+1 / -", 28 - 18 - 2, 6 - 18 - 7, 5 - 36 - 11),
    ("> 4:+1 6:+1 8:+1 / -", 26 - 18 + 2, 20 - 18 - 1, 17 - 36 + 1),
]


@cases(("text", "keller", "glenn", "linear"), CHOICE_POINTS)
def test_choice_points(text, keller, glenn, linear):
    found = [weights_of(name).choice_points(at(text), RULES) for name in POLICIES]
    assert found == [keller, glenn, linear]


def test_linear_points_of_spaces():
    """The whole part of slope x (s - 1) / (L - 1), and the start: column 4 has 7 spaces, column 11 has 5."""
    weights = weights_of("linear weights")
    assert [weights.space_points(4, s, RULES) for s in range(1, 8)] == [3, 12, 21, 31, 40, 49, 59]
    assert [weights.space_points(11, s, RULES) for s in range(1, 6)] == [0, 12, 24, 36, 48]
    short = Rules(column_lengths=(1,) * 11)
    assert weights.space_points(7, 1, short) == 5


# the columns advanced by the three
MOVES = [
    ("> - / -", (1, 4, 5, 6), (7, 9), (6, 10), (6, 10)),
    ("> - / -", (2, 2, 4, 4), (6, 6), (6, 6), (6, 6)),
    ("> 2:1 / -", (1, 1, 6, 6), (7, 7), (2, 12), (2, 12)),
    ("> - / -", (1, 3, 4, 3), (4, 7), (4, 7), (4, 7)),  # Rule of 28: 22 - 12 both ways, so the dice 1+2 first
    ("> - / -", (1, 4, 3, 3), (5, 6), (4, 7), (4, 7)),
    ("> 6:+1 7:+1 / -", (2, 2, 2, 1), (4,), (4,), (4,)),  # one runner left for 3 and 4
    ("> 6:+1 7:+1 8:+1 / -", (1, 5, 2, 6), (7, 7), (6, 8), (6, 8)),
    ("> 6:10+1 7:+1 8:+1 / -", (1, 5, 2, 6), (7, 7), (7, 7), (7, 7)),  # 6 is topped
]


@cases(("text", "roll", "keller", "glenn", "linear"), MOVES)
def test_moves(text, roll, keller, glenn, linear):
    state = at(text)
    choices = moves(state, roll, RULES).choices
    found = [policy().chooses(state, choices, RULES).columns for policy in POLICIES.values()]
    assert found == [keller, glenn, linear]


THREE = Rules(players=3, columns_to_win=4)
ROLLS = [  # Rule of 28, and as it stops at tops
    ("> 6:+5 7:+2 8:+5 / -", RULES, True, True),  # 27
    ("> 6:+5 7:+3 8:+5 / -", RULES, False, False),  # 28
    ("> 2:+2 12:+2 / -", RULES, True, True),  # 36, but a runner is free
    ("> 6:10+1 7:+1 8:+1 / -", RULES, True, False),  # topped, and all runners out
    ("> 6:10+1 7:+1 / -", RULES, True, True),
    ("> 2* 3* 6:10+1 / -", RULES, False, False),  # the last column needed
    ("> 2* 3* 6:10+1 / -", Rules(columns_to_win=4), True, True),
    ("> 2* 6:10+1 8:10+1 / -", RULES, False, False),
    ("> 2* 6:10+1 8:9+1 / -", RULES, True, True),
    ("> 2* 3* 4* 6:+1 7:+1 / 5* 8* 9* / 10* 11* 12*", THREE, True, True),  # no other column to enter, 6
    ("> 2* 3* 4* 6:+9 7:+7 / 5* 8* 9* / 10* 11* 12*", THREE, False, False),  # 28
]


@cases(("text", "rules", "plain", "at_top"), ROLLS)
def test_when_the_rule_of_28_rolls(text, rules, plain, at_top):
    state = at(text, rules)
    assert [rule_of_28().rolls(state, rules), rule_of_28(stop_at_top=True).rolls(state, rules)] == [plain, at_top]


@pytest.mark.parametrize(
    ("maker", "rolls", "stops"),
    [
        (glenn_aloi, "> 6:+5 7:+3 8:+5 / -", "> 6:+5 7:+4 8:+5 / -"),  # 28, 29
        (linear_weights, "> 6:+7 7:+3 8:+3 / -", "> 6:+6 7:+4 8:+4 / -"),  # 60, 63
        (linear_weights, "> 6:+5 7:+3 8:+5 / -", "> 4:+2 7:+1 9:+3 / -"),  # 60, 62
    ],
)
def test_when_the_other_two_stop(maker, rolls, stops):
    for policy in (maker(), maker(stop_at_top=True)):
        assert policy.rolls(at(rolls), RULES)
        assert not policy.rolls(at(stops), RULES)


def test_forced_rolls_ask_nobody():
    def never(state, rules):
        raise AssertionError

    blocked = Rules(occupied="blocked")
    policy = Policy("never asked", never, never, times=1)
    assert policy.rolls(State(), RULES)
    assert policy.rolls(at("> 6:+3 7:+1 / 6:3", blocked), blocked, rolled=5)


def test_a_number_of_rolls():
    policy = roll_times(3)
    state, won = at("> 6:+2 / -"), at("> 2* 3* 6:10+1 / -")
    assert [policy.rolls(state, RULES, rolled=n) for n in range(5)] == [True, True, True, False, False]
    assert not policy.rolls(won, RULES, rolled=1)
    assert [roll_times(n).name for n in (1, 2)] == ["roll once", "roll 2 times"]


@pytest.mark.parametrize("text", ["> 6:+1 7:+1 8:+1 / -", "> 2:+1 3:+1 12:+1 / -", "> 6:10+1 7:+1 8:+1 / -"])
def test_a_bust_limit_counts_exactly(text):
    chance = bust_probability(at(text), rules=RULES)
    assert bust_limit(chance).rolls(at(text), RULES)
    assert not bust_limit(chance - Fraction(1, 1296)).rolls(at(text), RULES)
    assert bust_limit(float(chance) + 1e-12).rolls(at(text), RULES)


def test_a_bust_limit_watches_closed_columns_and_the_win():
    risky = at("> 2* 3* 6:+1 7:+1 / 4* 8*")
    assert 0 < bust_probability(risky, rules=RULES) < 0.1
    assert not bust_limit(0).rolls(risky, RULES)
    assert bust_limit(0.1).rolls(risky, RULES)
    assert not bust_limit(1).rolls(at("> 2* 3* 6:10+1 / -"), RULES)


def test_moves_on_small_boards_go_by_the_rolls_of_two_dice():
    rules = Rules.small(3, 2)
    weights = roll_times(2).weights(rules)
    assert weights.entry == weights.start == (1, 2, 3, 2, 1)
    assert roll_times(2).weights(RULES).entry == weights_of("Rule of 28").entry
    state = State.start(rules)
    choices = moves(state, (1, 1, 2, 3), rules).choices
    assert [move.columns for move in choices] == [(2, 5), (3, 4)]
    assert bust_limit(0.2).chooses(state, choices, rules).columns == (3, 4)


@pytest.mark.parametrize("policy", [rule_of_28(), glenn_aloi(True), linear_weights()], ids=lambda p: p.name)
def test_named_weights_are_for_eleven_columns(policy):
    rules = Rules.small(3, 2)
    state = State.start(rules)
    choices = moves(state, (1, 1, 2, 3), rules).choices
    with pytest.raises(ValueError, match=rf"{policy.name}.*of 11 columns: the board has 5 \(dice_sides=3\)") as caught:
        policy.chooses(state, choices, rules)
    assert "\n" not in str(caught.value)


def test_a_policy_of_ones_own():
    own = Policy("own", lambda state, rules: len(state.runners) < 3, lambda state, choices, rules: choices[-1])
    state = at("> 6:+1 / -")
    assert own.rolls(state, RULES)
    assert own.weights is None
    assert own.chooses(state, moves(state, (1, 4, 5, 6), RULES).choices, RULES).columns == (7, 9)


def test_wrong_answers_are_named():
    state = at("> 6:+1 / -")
    choices = moves(state, (1, 4, 5, 6), RULES).choices
    for answer in (None, "stop"):
        silent = Policy("silent", lambda state, rules, answer=answer: answer, lambda state, choices, rules: None)
        with pytest.raises(ValueError, match=rf"policy 'silent' answered {answer!r}"):
            silent.rolls(state, RULES)
        with pytest.raises(ValueError, match="policy 'silent' chose None, which is none of the moves"):
            silent.chooses(state, choices, RULES)
    liar = Policy("liar", lambda state, rules: True, lambda state, choices, rules: Move((2,), state))
    with pytest.raises(ValueError, match="which is none of the moves"):
        liar.chooses(state, choices, RULES)


ONES = Weights((1,) * 11, (1,) * 11, (1,) * 11, (1,) * 11)


@cases(
    ("make", "message"),
    [
        (lambda: as_policy(28), "policy 28: a Policy is needed, such as"),
        (lambda: roll_times(0), "n=0: allowed are whole numbers from 1 to 1,?000"),
        (lambda: roll_times(2.5), "n=2.5"),
        (lambda: bust_limit(1.1), "bust limit 1.1: a probability from 0 to 1"),
        (lambda: bust_limit("0.3"), "bust limit '0.3'"),
        (lambda: bust_limit(float("nan")), "bust limit nan"),
        (lambda: weighted("mine", ONES._replace(slope=(1,) * 10)).weights(RULES), "'mine': slope of 10 columns"),
        (lambda: weighted("mine", ONES._replace(start=(0.5,) * 11)).weights(RULES), "'mine': 0.5 among weights"),
        (lambda: weighted("mine", ONES, times=0), "times=0: allowed are"),
        (lambda: weighted("mine", ONES._replace(bust_limit=2)).weights(RULES), "'mine': bust limit 2: a probability"),
        (lambda: weighted("mine", ONES._replace(adjustments=(1, 2))).weights(RULES), "'mine': adjustments"),
        (lambda: weighted("mine", ONES._replace(stop=10**9)).weights(RULES), "'mine': 1000000000 among weights"),
    ],
)
def test_errors_say_what_is_allowed(make, message):
    with pytest.raises(ValueError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_weights_of_lists_are_taken():
    policy = weighted("lists", Weights(*([1] * 11 for _ in range(4)), stop=5))
    assert policy.weights(RULES) == ONES._replace(stop=5)


def test_a_policy_with_another_function_plays_by_that():
    """Its weights are gone, so that no compiled loop plays the old ones."""
    bolder = replace(rule_of_28(), name="bolder", roll=lambda state, rules: True)
    assert bolder.weights is None
    assert bolder.rolls(at("> 6:+5 7:+3 8:+5 / -"), RULES)
    assert replace(rule_of_28(), choose=glenn_aloi().choose).weights is None
    assert replace(rule_of_28(), times=2).weights(RULES) == weights_of("Rule of 28")
