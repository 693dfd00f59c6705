"""CS-1 to CS-11 and every option, by the rulebook's examples; `test_any_state.py` has the rest."""

import cant_stop_oracle as oracle
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from tabletop_odds.cant_stop.rules import (
    Rules,
    State,
    busted,
    moves,
    must_roll,
    pairings,
    stopped,
    winner,
)


def reached(text, roll, rules=None):
    """What the runners can stand on after a roll, as texts."""
    return [str(move.state) for move in moves(State.parse(text, rules), roll, rules).choices]


# CS-1, CS-2: the board and the players


def test_cs_1_the_official_board():
    rules = Rules()
    assert {column: rules.length(column) for column in rules.columns} == {
        2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3
    }  # fmt: skip


def test_cs_1_other_boards():
    rules = Rules(dice_sides=3, column_lengths=[4, 2, 1, 2, 4])
    assert (list(rules.columns), rules.length(2), rules.length(4)) == ([2, 3, 4, 5, 6], 4, 1)
    assert Rules.small(6, 3, players=2) == Rules()
    assert Rules.small(4, 1) == Rules(players=1, dice_sides=4, column_lengths=(1, 3, 5, 7, 5, 3, 1))
    assert Rules.small(2, 2, runners=2).runners == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cs_2_the_turn_goes_round(players):
    rules = Rules(players=players)
    state = State.start(rules)
    assert (state.players, state.player) == (players, 0)
    for turn in range(1, 9):
        state = (stopped if turn % 2 else busted)(state, rules)
        assert state.player == turn % players


# CS-3: pairings


@cases(
    ("roll", "expected"),
    [
        ((1, 5, 4, 6), ((6, 10), (5, 11), (7, 9))),
        ((1, 4, 5, 6), ((5, 11), (6, 10), (7, 9))),
        ((2, 4, 4, 6), ((6, 10), (8, 8))),
        ((2, 4, 5, 5), ((6, 10), (7, 9))),
        ((3, 3, 3, 3), ((6, 6),)),
        ((2, 2, 2, 3), ((4, 5),)),
        ((2, 2, 4, 4), ((4, 8), (6, 6))),
        ("1546", ((6, 10), (5, 11), (7, 9))),
        ("1 5 4 6", ((6, 10), (5, 11), (7, 9))),
    ],
)
def test_cs_3_pairings(roll, expected):
    assert pairings(roll) == expected


@given(roll=st.tuples(*[st.integers(1, 6)] * 4))
def test_cs_3_pairings_of_any_roll(roll):
    found = pairings(roll)
    assert set(found) == oracle.sums(roll)
    assert len(found) == len(set(found))
    assert found[0] == tuple(sorted((roll[0] + roll[1], roll[2] + roll[3])))


# CS-4, CS-5: runners


def test_cs_4_a_runner_enters_above_the_own_marker_and_moves_up_from_there():
    assert reached("> - / 7:5", (3, 4, 1, 1)) == ["> 2:+1 7:+1 / 7:5", "> 4:+1 5:+1 / 7:5"]
    assert reached("> 7:5 / -", (3, 4, 1, 1))[0] == "> 2:+1 7:5+1 / -"
    assert reached("> 7:5+1 2:1+1 / -", (3, 4, 1, 1))[0] == "> 2:1+2 7:5+2 / -"


def test_cs_4_equal_sums_go_two_spaces_or_the_one_that_is_left():
    assert reached("> 6:1 / -", (3, 3, 3, 3)) == ["> 6:1+2 / -"]
    assert reached("> 6:9 / -", (3, 3, 3, 3)) == ["> 6:9+2 / -"]
    assert reached("> 6:10 / -", (3, 3, 3, 3)) == ["> 6:10+1 / -"]
    assert reached("> 6:9+1 / -", (3, 3, 3, 3)) == ["> 6:9+2 / -"]


def test_cs_5_both_sums_if_both_can_be_used():
    assert reached("> 3:+1 11:+1 / -", (1, 2, 6, 6))[0] == "> 3:+2 11:+1 12:+1 / -"
    assert reached("> 3:+1 6:+1 11:+1 / -", (1, 2, 6, 6)) == ["> 3:+2 6:+1 11:+1 / -"]


def test_cs_5_one_runner_and_two_new_columns_is_a_choice():
    assert reached("> 3:+1 11:+1 / -", (1, 1, 6, 6))[:2] == ["> 2:+1 3:+1 11:+1 / -", "> 3:+1 11:+1 12:+1 / -"]


def test_cs_5_the_choice_among_pairings_is_free():
    """Of 1 2 6 6 the pairing {7, 8} moves nothing and {3, 12} one runner; of 1 4 5 6 two move one each."""
    assert reached("> 3:+1 6:+1 11:+1 / -", (1, 4, 5, 6)) == ["> 3:+1 6:+1 11:+2 / -", "> 3:+1 6:+2 11:+1 / -"]


def test_equal_outcomes_are_one_choice():
    found = moves(State.parse("> 6:+1 7:+1 8:+1 / -"), (1, 5, 2, 4))
    assert [move.columns for move in found.choices] == [(6, 6), (7,)]
    assert found.roll == (1, 5, 2, 4)


def test_must_place_free_allows_one_sum_alone():
    free = Rules(must_place="free")
    assert reached("> - / -", (1, 1, 1, 2), free) == ["> 2:+1 3:+1 / -", "> 2:+1 / -", "> 3:+1 / -"]
    assert reached("> - / -", (3, 3, 3, 3), free) == ["> 6:+2 / -", "> 6:+1 / -"]
    assert reached("> 6:10 / -", (3, 3, 3, 3), free) == ["> 6:10+1 / -"]
    assert reached("> - / -", (3, 3, 3, 3)) == ["> 6:+2 / -"]


# CS-6: other players' markers


@pytest.mark.parametrize("occupied", ["share", "blocked"])
def test_cs_6_opponents_do_not_block_a_runner(occupied):
    rules = Rules(occupied=occupied)
    assert reached("> 6:3 / 6:4", (3, 3, 1, 1), rules)[0] == "> 2:+1 6:3+1 / 6:4"
    assert reached("> 6:3 / 6:4", (3, 3, 3, 3), rules) == ["> 6:3+2 / 6:4"]


def test_cs_6_share_two_players_stand_on_one_space():
    rules = Rules()
    state = State.parse("> 6:3+1 / 6:4")
    assert must_roll(state, rules) is None
    assert str(stopped(state, rules)) == "6:4 / > 6:4"


def test_cs_6_jump_skips_spaces_that_opponents_hold():
    rules = Rules(players=3, occupied="jump")
    assert reached("> 6:3 / 6:4 / 6:5", (3, 3, 1, 1), rules)[0] == "> 2:+1 6:3+3 / 6:4 / 6:5"
    assert reached("> 6:2 / 6:4 / 6:5", (3, 3, 3, 3), rules) == ["> 6:2+4 / 6:4 / 6:5"]
    assert reached("> - / 6:1 / -", (3, 3, 1, 1), rules)[0] == "> 2:+1 6:+2 / 6:1 / -"
    assert reached("> 6:9 / 6:10 / -", (3, 3, 1, 1), rules)[0] == "> 2:+1 6:9+2 / 6:10 / -", "the top is nobody's"
    assert reached("> 6:3 / 7:4 / -", (3, 3, 1, 1), rules)[0] == "> 2:+1 6:3+1 / 7:4 / -", "another column"
    assert reached("6:4 / > 6:3 / -", (3, 3, 1, 1), rules)[0] == "6:4 / > 2:+1 6:3+2 / -", "seat 0 is an opponent too"


def test_cs_6_blocked_forbids_to_stop_on_an_opponents_space():
    rules = Rules(occupied="blocked")
    assert "space 4 of column 6" in must_roll(State.parse("> 6:3+1 / 6:4"), rules)
    assert "CS-6" in must_roll(State.parse("> 6:3+1 7:+1 / 6:4"), rules)
    for free in ("> 6:3+2 / 6:4", "> 6:3 7:+4 / 6:3 8:4", "> 6:10+1 / 6:10", "6:4 / > 6:4+1"):
        assert must_roll(State.parse(free), rules) is None


# CS-7: claimed columns


def test_cs_7_a_claimed_column_is_closed_to_all_its_owner_too():
    for claimed in ("> 6* / -", "> - / 6*"):
        assert moves(State.parse(claimed), (3, 3, 3, 3)).choices == ()
        assert [move.columns for move in moves(State.parse(claimed), (3, 3, 1, 1)).choices] == [(2,), (4, 4)]


def test_cs_7_a_runner_at_the_top_moves_no_further():
    assert reached("> 6:9+2 / -", (3, 3, 3, 3)) == []
    assert reached("> 6:9+2 / -", (3, 3, 1, 1))[0] == "> 2:+1 6:9+2 / -"


def test_cs_7_markers_in_a_claimed_column_are_removed():
    state = State.parse("> 2:2+1 7:3+2 / 2:1 7:6 / 2:2", Rules(players=3))
    assert str(stopped(state, Rules(players=3))) == "2* 7:5 / > 7:6 / -"


# CS-8, CS-9: stopping and busting


def test_cs_8_stopping_turns_runners_into_markers_and_claims_tops():
    state = State.parse("> 6:4+2 8:+1 12:+3 3:2 / 5:2")
    after = stopped(state, Rules())
    assert str(after) == "3:2 6:6 8:1 12* / > 5:2"
    assert after.closed == (12,)
    assert (after.columns_of(0), after.columns_of(1)) == (1, 0)


def test_cs_8_a_top_not_stopped_on_is_not_claimed():
    state = State.parse("> 12:+3 / 12:2")
    assert state.closed == ()
    assert str(busted(state, Rules())) == "- / > 12:2"


def test_cs_9_a_bust_takes_the_runners_and_leaves_the_markers():
    state = State.parse("> 6:4+2 8:+1 3:2 / 5:2")
    assert str(busted(state, Rules())) == "3:2 6:4 / > 5:2"


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("> 3:+1 6:10+1 8:+1 / -", (2, 4, 5, 5)),
        ("> 6* 8* / 10*", (2, 4, 4, 6)),
        ("> 2:1+1 11:+1 12:+1 / -", (1, 4, 2, 3)),
    ],
)
def test_cs_9_busts_of_the_rules_page(text, roll):
    assert moves(State.parse(text), roll).choices == ()


# CS-10, CS-11: the end, and rolling


def test_cs_10_three_columns_win():
    two, three = State.parse("> 2* 3* / 4* 5*"), State.parse("2* 3* / > 4* 5* 12*")
    assert (winner(two, Rules()), winner(three, Rules())) == (None, 1)


@cases("needed", [1, 2, 3, 4, 5])
def test_cs_10_other_numbers_of_columns(needed):
    rules = Rules(columns_to_win=needed)
    for columns in range(needed + 1):
        text = " ".join(f"{column}*" for column in range(2, 2 + columns)) or "-"
        assert winner(State.parse(f"> {text} / -"), rules) == (0 if columns == needed else None)


def test_cs_11_the_first_roll_is_compulsory_then_the_player_is_free():
    assert "CS-11" in must_roll(State(), Rules())
    assert must_roll(State.parse("> 7:+1 / -"), Rules()) is None
    assert must_roll(State.parse("> 2:+3 3:+5 12:+3 / -"), Rules()) is None


def test_cs_11_rolling_on_is_allowed_also_when_every_roll_busts():
    assert moves(State.parse("> 2:+3 3:+5 12:+3 / -"), (1, 1, 1, 1)).choices == ()
