"""BG-1 to BG-10 by the rulebook's examples, and all plays against every order of single steps."""

import backgammon_states as slow
import oracles
from cant_stop_oracle import refused
from cases import cases
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop_odds.backgammon.board import Match, State, check_state
from tabletop_odds.backgammon.rules import (
    OPENING_ROLLS,
    ROLLS,
    Play,
    Rules,
    as_rules,
    forced_by,
    may_double,
    opening,
    plays,
    taken,
    winner,
    winner_points,
)

DICE = st.integers(1, 6)


def points(**counts):
    """Counts from words like p6=2 (two on the 6 point) and bar=1."""
    side = [0] * 25
    for name, count in counts.items():
        side[24 if name == "bar" else int(name[1:]) - 1] = count
    return tuple(side)


def named(state, roll):
    return sorted(str(play) for play in plays(state, roll))


# the rules page's own vectors


def test_the_bar_with_both_entry_points_held_loses_the_turn():
    state = State(points(bar=1, p6=2), points(p4=2, p3=2))
    assert named(state, (4, 3)) == ["no play"]
    assert plays(state, (4, 3)) == (Play((), state),)
    assert forced_by(state, (4, 3)) == "every point to enter on is held (BG-6)"


def test_a_six_bears_off_from_the_highest_point_below():
    assert named(State(points(p5=2, p1=1), points(p1=1)), (6, 6)) == ["5/off(2) 1/off"]
    assert {play.moves[0] for play in plays(State(points(p5=3), points(p1=1)), (6, 5))} == {(5, 0)}


def test_a_number_with_checkers_above_it_must_move_inside():
    state = State(points(p4=1, p5=1, p6=1), points(p1=1))
    after = {play.after.mine[:6] for play in plays(state, (3, 3)) if len(play.moves) == 4}
    assert after == {(1, 1, 0, 0, 0, 0)}  # 6/3, 5/2 and 4/1 before a checker can be borne off, from 3
    held = State(points(p6=2, p5=2), points(p23=2, p22=2))  # the other holds 2 and 3
    assert named(held, (3, 3)) == ["no play"]
    assert forced_by(held, (3, 3)) == "no number can be played (BG-5)"


def test_two_ways_to_play_a_4_and_a_2():
    state = State(points(p5=1, p2=1), points(p1=1))
    assert {play.after.mine[:5] for play in plays(state, (4, 2))} == {(1, 0, 0, 0, 0), (0, 1, 0, 0, 0)}
    assert named(state, (4, 2)) == ["5/1 2/off", "5/off"]


def test_of_two_numbers_that_exclude_each_other_the_larger_is_played():
    state = State(points(p24=1), points(p10=2))  # 15 is held; 19 and 20 are open
    assert named(state, (5, 4)) == ["24/19"]
    assert forced_by(state, (5, 4)) == "only one of the numbers can be played, so it is the larger, 5 (BG-5)"


@cases("row", oracles.rows("backgammon_plays.csv", "plays"))
def test_counts_of_plays_from_the_start(row):
    assert len(plays(State(), row["argument"])) == int(row["figure"])


# against the second reading


def same_plays(state, roll):
    found = plays(state, roll)
    assert all(check_state(play.after) for play in found)
    boards = [slow.signed(play.after) for play in found]
    assert len(set(boards)) == len(boards)
    assert set(boards) == slow.finals(state, roll)


@settings(max_examples=120)
@given(slow.boards(), DICE, DICE)
@example(State(points(bar=2, p6=3), points(p1=2, p3=1, p20=1)), 3, 1)
@example(State(points(p7=1, p6=1, p2=2), points(p24=1)), 6, 1)
@example(State(points(p8=1, p6=1), points(p22=2, p24=1)), 6, 2)
def test_every_order_of_single_steps(state, a, b):
    same_plays(state, (a, b))


@settings(max_examples=100)
@given(slow.boards(most=5, points=9), DICE, DICE)
def test_every_order_of_single_steps_near_home(state, a, b):
    same_plays(state, (a, b))


@settings(max_examples=60)
@given(slow.boards(), DICE, DICE)
def test_steps_can_be_made_in_the_order_given(state, a, b):
    for play in plays(state, (a, b)):
        board, left = slow.signed(state), [max(a, b), min(a, b)] if a != b else [a] * 4
        for start, end in play.moves:
            exact = [die for die in left if start - die == end]
            die = exact[0] if exact else min((die for die in left if die > start), default=None)
            left.remove(die)
            board = slow.moved(board, start, die)
            assert board is not None, (play, start, end)
        assert board == slow.signed(play.after)
        gone = [25 - p for p in range(24, 0, -1) if state.theirs[p - 1] and not play.after.theirs[p - 1]]
        assert sorted(play.hits) == sorted(gone)


# how plays are written


@cases(
    ("mine", "theirs", "roll", "text"),
    [
        (points(p24=1, p13=1), points(p14=1), (6, 2), "24/18 13/11*"),
        (points(p13=1), points(p14=1), (2, 1), "13/11*/10"),
        (points(p13=2), points(p14=1), (2, 2), "13/11*/9(2)"),
        (points(p13=2), points(p14=1), (2, 2), "13/11*/7 13/11"),
        (points(p8=2, p6=2), points(p1=1), (3, 3), "8/5(2) 6/3(2)"),
        (points(bar=1, p6=1), points(p22=1), (3, 2), "bar/20"),
        (points(bar=1, p6=1), points(p3=1), (3, 2), "bar/22* 6/4"),
        (points(bar=2), points(p3=1), (3, 3), "bar/22*/19(2)"),
        (points(p5=2), points(p1=1), (6, 5), "5/off(2)"),
        (points(p24=1), points(p12=1), (6, 5), "24/13*"),
        (points(p24=2), points(p7=1), (6, 5), "24/18*/13"),
        (points(p10=1, p7=1), points(p20=1), (4, 1), "10/6 7/6"),
    ],
)
def test_notation(mine, theirs, roll, text):
    assert text in named(State(mine, theirs), roll)


# what leaves no choice


@cases(
    ("mine", "theirs", "roll", "reason"),
    [
        (points(p1=1), points(p1=1), (6, 5), "the last checker is borne off (BG-8)"),
        (points(bar=2, p6=1), points(p4=2), (4, 3), "only the 3 can be played (BG-5)"),
        (points(bar=2), points(p3=2), (4, 3), "only the 4 can be played (BG-5)"),
        (points(p20=1), points(p14=2), (3, 3), "no more than 2 of the four 3s can be played (BG-5)"),
        (points(p20=1), points(p1=1), (2, 1), "it is the only way to play the whole roll (BG-5)"),
        (points(p6=2), points(p1=1), (2, 1), ""),
    ],
)
def test_forced_plays_and_their_rule(mine, theirs, roll, reason):
    assert forced_by(State(mine, theirs), roll) == reason


@settings(max_examples=40)
@given(slow.boards(most=4), DICE, DICE)
def test_forced_exactly_where_one_play_is_left(state, a, b):
    assert bool(forced_by(state, (a, b))) == (len(plays(state, (a, b))) == 1)


# beginning and end


def test_rolls_and_the_opening():
    assert sum(weight for _, weight in ROLLS) == 36
    assert (len(ROLLS), len(OPENING_ROLLS)) == (21, 15)
    assert {opening(a, b) for a, b in OPENING_ROLLS} == {"mine"}
    assert (opening(2, 5), opening(5, 5)) == ("theirs", None)


def test_what_a_game_is_worth():
    def worth(**left):
        state = State(points(), points(**left))
        assert winner_points(state) == winner_points(State(state.theirs, state.mine))
        assert (winner(state), winner(State(state.theirs, state.mine))) == ("mine", "theirs")
        return winner_points(state)

    assert worth(p1=14) == 1
    assert worth(p1=15) == worth(p18=15) == 2
    assert worth(p1=14, p19=1) == worth(p1=14, bar=1) == 3
    assert worth(bar=14) == 1  # one is off
    assert winner_points(State()) == 0


def test_the_jacoby_rule_needs_a_turned_cube():
    jacoby = Rules(jacoby=True)
    ends = {"mine": points(), "theirs": points(bar=15)}
    assert winner_points(State(**ends), jacoby) == 1
    assert winner_points(State(**ends, cube=2, owner="theirs"), jacoby) == 3
    assert winner_points(State(**ends, match=Match(5)), jacoby) == 3


def test_who_may_double():
    assert may_double(State())
    assert may_double(State(cube=4, owner="mine", match=Match(9, 3, 2)))
    for state in (
        State(dice=(6, 1)),
        State(cube=2, owner="theirs"),
        State(doubled=True),
        State(match=Match(3, 2, 0, crawford=True)),
        State(points(), points(p1=1)),
        State(cube=2**15, owner="mine"),
    ):
        assert not may_double(state)
    assert may_double(State(match=Match(3, 2, 0, crawford=True)), Rules(crawford=False))
    assert taken(State(doubled=True)) == State(cube=2, owner="theirs")


# rules


def test_presets_and_bad_rules():
    assert Rules.preset("jacoby") == Rules(jacoby=True) == Rules.from_mapping({"preset": "jacoby"})
    assert str(Rules(jacoby=True, crawford=False)) == "jacoby with crawford=False"
    refused(lambda: Rules(beavers=1), ["beavers=1", "True and False"])
    refused(lambda: Rules.preset("chouette"), ["chouette", "money"])
    refused(lambda: as_rules("money"), ["'money'", "Rules()"])


@cases("roll", [(7, 1), (0, 1), (1,), (1, 2, 3), "7 1", "661", "", "6 x", 64, None, (1.0, 2), (True, 2), ("6", "44")])
def test_rolls_that_are_none(roll):
    refused(lambda: plays(State(), roll), ["two dice from 1 to 6", repr(roll)])


@cases("roll", [(4, 6), [6, 4], "64", "4 6", "6-4", ("6", "4")])
def test_rolls_as_people_write_them(roll):
    assert plays(State(), roll) == plays(State(), (6, 4))
