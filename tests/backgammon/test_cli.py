"""The commands of backgammon print what the library answers: exactly so, in every format."""

import csv
import io
import json
from functools import partial

import pytest
import typed
from cases import cases

from tabletop_odds import backgammon
from tabletop_odds.answers import as_number, as_percent
from tabletop_odds.backgammon import State

START = "4HPwATDgc/ABMA"
BLOTS = "XGID=-b----E-C---dE---c-e-a--A-:0:0:1:00:0:0:0:0:10"
PAIR = "0,0,0,0,0,2 0,0,0,0,0,2"
BOARD = State.parse("0,0,0,0,0,2 / 0,0,0,0,0,2")


printed, rows = partial(typed.printed, "backgammon"), partial(typed.rows, "backgammon")


def board(state):
    return str(state).partition("\n")[2]


# --- positions


@cases(
    "words",
    [
        PAIR,
        f'"{PAIR.replace(" ", " / ")}"',
        PAIR.replace(" ", " / "),
        backgammon.position_id(BOARD),
        backgammon.xgid(BOARD),
        f"{backgammon.position_id(BOARD)}:{backgammon.match_id(BOARD)}",
    ],
)
def test_a_position_is_typed_in_any_form(words, capsys):
    (found,) = rows(f"win {words}", capsys)
    assert found["value"] == backgammon.win_probability(BOARD.mine, BOARD.theirs).value


def test_the_options_of_an_id_are_the_rules(capsys):
    jacoby = backgammon.xgid(BOARD).replace(":0:0:0:10", ":0:1:0:10")
    assert "rules:     jacoby\n" in printed(f"cube {jacoby}", capsys)
    assert "rules:     money\n" in printed(f"cube {jacoby} --rules money", capsys)


# --- the race


def test_epc_of_one_side(capsys):
    want = """\
bearing off alone, in the fewest expected rolls
  position     pips  expected rolls  sd    EPC    wastage
  0,0,0,3,5,7  79    10.54           1.53  86.07  7.07
exact, from the table
"""
    assert printed("epc 0,0,0,3,5,7", capsys) == want


def test_epc_of_both_sides(capsys):
    mine, theirs = rows("epc 0,0,0,3,5,7 0,0,0,1,6,8", capsys)
    assert (mine["side"], theirs["side"]) == ("on roll", "the other")
    for row, counts in ((mine, (0, 0, 0, 3, 5, 7)), (theirs, (0, 0, 0, 1, 6, 8))):
        assert row["pips"] == backgammon.pip_count(counts)
        for name, figure in (("expected_rolls", "expected_rolls"), ("sd", "rolls_sd"), ("epc", "epc")):
            assert row[name] == getattr(backgammon, figure)(counts).value
        assert row["wastage"] == pytest.approx(row["epc"] - row["pips"])
        assert (row["standard_error"], row["n"]) == (0.0, None)


def test_the_distribution_of_rolls(capsys):
    found = rows("epc 0,0,0,0,0,2 --distribution", capsys)
    chances = backgammon.rolls_distribution([0, 0, 0, 0, 0, 2])
    assert {row["rolls"]: row["probability"] for row in found} == dict(chances.items())
    assert found[-1]["at_most"] == pytest.approx(1)
    assert "2      67.13 %    78.24 %" in printed("epc 0,0,0,0,0,2 --distribution", capsys)


def test_the_chance_to_win_a_race(capsys):
    text = printed(f"win {PAIR}", capsys)
    assert text == f"{board(BOARD)}\n\nX on roll, no cube\nexact, by recursion\n  wins: 75.45 %\n"


def test_the_chance_to_win_by_games(capsys):
    found = rows(f"win {START} --games 300 --seed 5", capsys)
    both = [backgammon.evaluator()] * 2
    run = backgammon.simulate_games(both, 300, seed=5, state=State())
    assert [row["event"] for row in found] == ["wins", "wins a gammon", "loses a gammon", "equity"]
    assert [row["value"] for row in found] == [
        run[name].value for name in ("win_1", "gammon_1", "gammon_2", "points_1")
    ]
    assert {row["n"] for row in found} == {300}
    assert "not expert play; n = 300, seed 5" in printed(f"win {START} --games 300 --seed 5", capsys)
    assert "simulated" in printed(f"win {PAIR} --games 100", capsys)


def test_rules_of_thumb_beside_the_best_answer(capsys):
    found = rows(f"thumb {PAIR}", capsys)
    sides = [0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2]
    asked = [rule(*sides) for rule in backgammon.rules_of_thumb()]
    assert [(row["rule"], row["verdict"]) for row in found[:-1]] == [(thumb.rule, thumb.verdict) for thumb in asked]
    exact = backgammon.cube(*sides)
    assert (found[-1]["rule"], found[-1]["verdict"]) == (exact.method, exact.action)
    assert printed(f"thumb {PAIR}", capsys).endswith("best answer: wins 75.45 %, redouble, take\nexact, by recursion\n")


def test_beside_rules_of_thumb_gammons_are_apart_and_the_answer_says_so(capsys):
    assert printed("thumb '2 / 0,0,0,0,0,15'", capsys).endswith("; gammons apart, which `cube` counts\n")
    assert "gammons" not in printed(f"thumb {PAIR}", capsys)


# --- advice


@pytest.mark.parametrize("dice", ["--roll 4 2", "--roll 42", "--roll 2,4"])
def test_a_play(dice, capsys):
    state = State.parse("0,1,0,0,1 / 1")
    want = backgammon.which_play(state, (4, 2))
    assert printed(f"play 0,1,0,0,1 1 {dice}", capsys) == f"{board(state)}\n\n{want}\n"


def test_a_play_of_the_dice_in_the_id(capsys):
    state = State.parse("XGID=--A--A------------------a-:0:0:1:42:0:0:0:0:10")
    want = backgammon.which_play(state)
    asked = f"play {backgammon.xgid(state)}"
    assert printed(asked, capsys) == f"{board(state)}\n\n{want}\n"
    assert json.loads(printed(f"{asked} --format json", capsys)) == want.to_dict()
    assert printed(f"{asked} --format csv", capsys) == want.to_csv()
    worst = want.options[-1]
    text = printed(f'{asked} --did "{worst.action}"', capsys)
    assert text.endswith(f"{worst.action}: costs {as_percent(worst.cost)}\n")


def test_a_play_by_games(capsys):
    want = backgammon.which_play(START, (3, 1), n=200, seed=3)
    assert printed(f"play {START} --roll 31 --games 200 --seed 3", capsys).endswith(f"\n\n{want}\n")


def test_the_cube(capsys):
    double, take = backgammon.should_double(BOARD), backgammon.should_take(BOARD)
    assert printed(f"cube {PAIR}", capsys) == f"{board(BOARD)}\n\n{double}\n\n{take}\n"
    assert json.loads(printed(f"cube {PAIR} --format json", capsys)) == [double.to_dict(), take.to_dict()]
    table = list(csv.DictReader(io.StringIO(printed(f"cube {PAIR} --format csv", capsys))))
    assert [row["action"] for row in table] == ["double", "no double", "take", "pass"]
    assert set(table[0]) == set(table[2])


@pytest.mark.parametrize("action", ["double", "no double", "take", "pass"])
def test_what_a_cube_action_cost(action, capsys):
    ask = backgammon.should_double if "double" in action else backgammon.should_take
    want = as_number(ask(BOARD).cost_of(action), "cubes")
    assert printed(f'cube {PAIR} --did "{action}"', capsys).endswith(f"\n{action}: costs {want}\n")


def test_a_double_that_waits_is_answered(capsys):
    doubled = backgammon.xgid(BOARD).replace(":00:", ":D:")
    text = printed(f"cube {doubled}", capsys)
    assert "take or pass" in text
    assert "to double or not" not in text


def test_where_nobody_may_double_nothing_is_taken(capsys):
    held = backgammon.xgid(BOARD).replace(":0:0:1:00", ":1:-1:1:00")
    text = printed(f"cube {held}", capsys)
    assert "forced: the other owns the cube (BG-10)" in text
    assert "take or pass" not in text


# --- one roll


def test_shots_by_distance(capsys):
    found = rows("shots", capsys)
    assert [row["rolls"] for row in found[:12]] == [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3]
    assert [row["distance"] for row in rows("shots --blocked 3 5", capsys)] == [
        str(distance) for distance in range(1, 25) if distance not in (3, 5)
    ]
    assert "points held 3 and 5 away" in printed("shots --blocked 3 5", capsys)


def test_shots_at_the_blots_of_a_position(capsys):
    found = rows(f"shots {BLOTS}", capsys)
    state = State.parse(BLOTS)
    assert [row["blot_on"] for row in found] == ["21"]
    assert found[0]["probability"] == float(backgammon.hit_probability(state))
    assert printed(f"shots {BLOTS}", capsys).startswith(f"{state}\n\nX on roll hits with the next roll, exact\n")


def test_entering(capsys):
    found = rows("enter --checkers 2", capsys)
    assert [row["closed"] for row in found] == list(range(7))
    assert [row["all"] for row in found] == [float(backgammon.entering_probability(k, 2)) for k in range(7)]
    assert [row["none"] for row in found] == pytest.approx([(k / 6) ** 2 for k in range(7)])


# --- games


def test_two_policies(capsys):
    policies = [backgammon.evaluator(), backgammon.random_play()]
    run = backgammon.simulate_games(policies, 200, seed=2)
    assert printed("simulate evaluator random --games 200 --seed 2", capsys) == f"money; 1 evaluator, 2 random\n{run}\n"
    state = State.parse("0,0,0,0,0,2 / 0,0,0,0,0,2")
    run = backgammon.simulate_games(policies, 200, seed=2, state=state)
    text = printed(f"simulate evaluator random --games 200 --seed 2 --position {PAIR}", capsys)
    assert text == f"{state}\n\nmoney; 1 evaluator, 2 random, 1 on roll\n{run}\n"


def test_policies_compared(capsys):
    policies = [backgammon.evaluator(), backgammon.pip_greedy(), backgammon.random_play()]
    want = backgammon.round_robin(policies, 100, seed=1)
    assert printed("compare evaluator pip-greedy random --games 100", capsys) == f"{want}\n"
    alone = backgammon.compare(policies[1:2], 100, seed=1)
    assert printed("compare pip-greedy --games 100", capsys) == f"{alone}\n"


# --- tables


@pytest.mark.slow
def test_solving_a_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path))
    for option, what in (("", "chances to win"), ("--cube", "the money cube")):
        first, path, took = printed(f"solve --checkers 2 {option}", capsys).splitlines()
        assert first.startswith(f"{what}, 2 v 2 checkers at home: ")
        assert path.startswith(str(tmp_path))
        assert took.endswith(" s")
