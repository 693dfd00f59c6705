"""What a hurried person types: the library raises ValueError, the command line prints the same one line and exits 2.

One table for both: the words of the command, the call they stand for, and what the line must name.
"""

import shlex
from functools import partial

import numpy as np
import pytest
import refusals
from cases import cases

from tabletop_odds import backgammon
from tabletop_odds.backgammon import State
from tabletop_odds.cli import main

START = "4HPwATDgc/ABMA"
ROLLED = "XGID=------D------------c------:0:0:1:65:0:0:0:0:10"
EVALUATOR = backgammon.evaluator()


def play(state, roll=None, **more):
    return partial(backgammon.which_play, state, roll, **more)


def double(state, **more):
    return partial(backgammon.should_double, state, **more)


def games(*policies, n=100, seed=1, **more):
    return partial(backgammon.simulate_games, policies, n, seed=seed, **more)


def read(text):
    return partial(State.parse, text)


TABLE = [
    ("epc 0,0,0,3,5,8", partial(backgammon.epc, "0,0,0,3,5,8"), ["16 checkers", "at most 15"]),
    ("epc 0,0,-1", partial(backgammon.epc, "0,0,-1"), ["0,0,-1"]),
    ("epc 0,0,0,3,5,7 16", read("0,0,0,3,5,7 / 16"), ["16", "0 to 15"]),
    ("epc 4HPwATDgc/ABM", read("4HPwATDgc/ABM"), ["4HPwATDgc/ABM"]),
    ("win 0,0,0,3,5,7", read("0,0,0,3,5,7"), ["0,0,0,3,5,7", "mine / theirs"]),
    (
        "win 0,0,0,3,5,7 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2",
        read("0,0,0,3,5,7 / " + "0," * 20 + "2"),
        ["point 4", "both sides"],
    ),
    ("win XGID=-b-----------------------B:0:0:1:00", read("XGID=-b-----------------------B:0:0:1:00"), ["XGID"]),
    (f"win {START} --games 0", games(EVALUATOR, EVALUATOR, n=0), ["0"]),
    (f"play {START}", play(START), ["no roll"]),
    (f"play {START} --roll 6", play(START, "6"), ["6", "two dice"]),
    (f"play {START} --roll 7 1", play(START, "7 1"), ["7 1", "1 to 6"]),
    (f"play {START} --roll 3 1 --seed=-1", play(START, "3 1", seed=-1), ["seed", "-1"]),
    (f"play {START} --roll 3 1 --games 0", play(START, "3 1", n=0), ["0"]),
    ('play "0 / 1" --roll 6 5', play("0 / 1", "65"), ["the game is over", "player on roll"]),
    ('cube "1 / 0"', double("1 / 0"), ["the game is over", "the other"]),
    (
        "cube XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10",
        double("XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10"),
        ["6-4", "before the roll"],
    ),
    (
        "play XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10 --roll 31",
        play("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "31"),
        ["double", "should_take"],
    ),
    (f"play {ROLLED} --roll 31", play(ROLLED, "31"), ["roll 3-1", "other dice, 6-5"]),
    (
        "play 0,1,0,0,1 1 --roll 42 --seed=-1",
        play("0,1,0,0,1 / 1", "42", seed=-1),
        ["seed", "-1"],
    ),
    ("cube 0,0,0,0,0,2 2 --seed=-1", double("0,0,0,0,0,2 / 2", seed=-1), ["seed", "-1"]),
    ("cube 0,0,0,0,0,2 2 --games 0", double("0,0,0,0,0,2 / 2", n=0), ["0"]),
    ("shots --blocked 25", partial(backgammon.shot_probability, 1, [25]), ["25", "1 to 24"]),
    ("shots nonsense", read("nonsense"), ["nonsense"]),
    ("enter --checkers 16", partial(backgammon.entering_probability, 0, 16), ["16", "1 to 15"]),
    ("simulate evaluator", games(EVALUATOR), ["1 policies", "two"]),
    ("simulate evaluator random --games 0", games(EVALUATOR, EVALUATOR, n=0), ["0"]),
    ("simulate evaluator random --seed=-1", games(EVALUATOR, EVALUATOR, seed=-1), ["seed", "-1"]),
    (
        'simulate evaluator random --position "0 / 1"',
        games(EVALUATOR, EVALUATOR, state=State.of([], [1])),
        ["the game is over"],
    ),
    (
        "compare evaluator evaluator --games 10",
        partial(backgammon.round_robin, [EVALUATOR] * 2, 10, seed=1),
        ["'evaluator'"],
    ),
    ("solve --checkers 16", partial(backgammon.solve, 16), ["16", "1 to 15"]),
    ("solve --checkers 0 --cube", partial(backgammon.solve_cube, 0), ["0", "1 to 15"]),
    ("solve --checkers 2 --workers 0", partial(backgammon.solve, 2, workers=0), ["workers", "1 to 1,000", "0"]),
    ('epc ""', partial(backgammon.epc, ""), ['position ""', "ace point first"]),
    ("epc 2,,1", partial(backgammon.epc, "2,,1"), ['"2,,1"', "ace point first"]),
    ('win "2,,1 / 3"', read("2,,1 / 3"), ['"2,,1"', "ace point first"]),
    ('win "/ 3"', read("/ 3"), ['position ""', "ace point first"]),
]


@cases(("words", "call", "named"), TABLE)
def test_one_clear_line(words, call, named, capsys):
    refusals.one_clear_line(["backgammon", *shlex.split(words)], call, named, capsys)


SHELL_ONLY = [
    ("", ["COMMAND"]),
    ("cub", ["'cub'", "did you mean 'cube'?"]),
    ("epc", ["POSITION"]),
    (f"epc {START}", ["still to pass"]),
    ("win", ["POSITION"]),
    (f"shots {START}", ["no blot"]),
    (f"shots {START} --blocked 3", ["--blocked 3", "the board says"]),
    ("shots --blocked six", ["'six'", "whole number"]),
    ("shots --format xml", ["'xml'", "json"]),
    (f"play {START} --rolls 31", ["--rolls", "did you mean '--roll'?"]),
    ('play "0,1,0,0,1 / 1" --roll 42 --did 6/5', ["'6/5'", "5/off"]),
    ('cube "0,0,0,0,0,2 / 0,0,0,0,0,2" --did beaver', ["'beaver'", "double; no double; take; pass"]),
    (f"win {ROLLED}", ["6-5", "before the roll", "play"]),
    (f"win {ROLLED} --games 100", ["6-5", "before the roll", "play"]),
    (f"thumb {ROLLED}", ["6-5", "before the roll", "play"]),
    (f"shots {ROLLED}", ["6-5", "before the roll", "play"]),
    ("win 0,0,0,0,0,2 2 --rules jacoby", ["--rules jacoby", "depends on no rule"]),
    ("win 0,0,0,0,0,2 2 --rules jacobi", ["'jacobi'"]),
    ("win 0,0,0,0,0,2 2 --seed=-1", ["seed -1"]),
    ("win 0,0,0,0,0,0,1", ["the other side is missing", "mine / theirs"]),
    ('cube "0,0,0,0,0,2 / 0,0,0,0,0,2" --did pass --format csv', ["--did 'pass'", "text"]),
    ('cube "0,0,0,0,0,2 / 0,0,0,0,0,2" --rules monny', ["'monny'", "money"]),
    ('cube "0,0,0,0,0,2 / 0,0,0,0,0,2" --rules nowhere.toml', ["nowhere.toml"]),
    ("simulate", ["POLICY"]),
    ("simulate evaluator randam", ["'randam'", "did you mean 'random'?"]),
    ("compare evalator", ["'evalator'", "did you mean 'evaluator'?"]),
    ("solve", ["--checkers"]),
    ("solve --checkers ten", ["'ten'", "whole number"]),
]


@cases(("words", "named"), SHELL_ONLY)
def test_the_shell_refuses_in_words(words, named, capsys):
    refusals.refused_by_the_shell(["backgammon", *shlex.split(words)], named, capsys)


@pytest.mark.parametrize(
    ("option", "named"),
    [
        ([], "the table of 15 v 15 checkers needs 6.7 GB of memory: 1.0 GB free"),
        (["--cube"], "the cube table of 15 v 15 checkers needs 50.6 GB of memory: 1.0 GB free"),
    ],
)
def test_a_table_without_room_is_refused_in_one_line(option, named, monkeypatch, capsys):
    monkeypatch.setattr("tabletop_odds.backgammon.pair_files._free_memory", lambda: 10**9)
    assert main(["backgammon", "solve", "--checkers", "15", *option]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert named in err


@cases(
    "wrong",
    [None, 5, 2.5, float("nan"), {1: 2}, {1, 2}, iter([1]), b"\x01", [None], ["1"], [1.0], np.ones((2, 2), int)],
)
@cases(
    "ask",
    [
        backgammon.epc,
        backgammon.wastage,
        backgammon.rolls_distribution,
        backgammon.pip_count,
        lambda position: backgammon.win_probability(position, [1]),
        lambda position: backgammon.cube([1], position),
        lambda position: backgammon.keith(position, [1]),
        lambda position: State.of(position, [1]),
    ],
)
def test_what_is_no_position_is_refused(ask, wrong):
    with pytest.raises(ValueError, match=r"^(position .*: must be a sequence|.* checkers on point 1: must)"):
        ask(wrong)


@cases("wrong", [0, -4, 1.5, None, "9"])
@cases(
    "ask",
    [
        backgammon.expected_rolls,
        backgammon.rolls_sd,
        backgammon.epc,
        backgammon.wastage,
        backgammon.rolls_distribution,
        backgammon.first_off_distribution,
        partial(backgammon.no_checker_off_probability, rolls=1),
    ],
)
def test_games_and_seed_are_checked_where_none_are_played(ask, wrong):
    with pytest.raises(ValueError, match="n must be a whole number from 1 to"):
        ask([1], n=wrong)
    with pytest.raises(ValueError, match=r"seed .*: must be a whole number"):
        ask([1], seed=-1 if wrong == 0 else wrong)


@pytest.mark.parametrize("workers", ["x", 0, 1.5, True])
@pytest.mark.parametrize("solve", [backgammon.solve, backgammon.solve_cube])
def test_workers_are_whole(solve, workers, tmp_path):
    with pytest.raises(ValueError, match="workers must be a whole number from 1 to 1,000"):
        solve(2, workers=workers, folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("jacobi = true", ["jacobi", "jacoby"]),
        ("jacoby = 1", ["jacoby=1", "True and False"]),
        ('preset = "mony"', ["mony", "money"]),
        ("jacoby = = 1", ["TOML"]),
    ],
)
def test_a_rules_file_is_refused_with_its_name(text, named, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["backgammon", "cube", "0,0,0,0,0,2", "0,0,0,0,0,2", "--rules", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in ["mine.toml", *named]:
        assert part in err


@cases("wrong", [None, 5, [0, 1], "", State])
def test_what_is_no_state_is_refused(wrong):
    for ask in (backgammon.should_double, backgammon.should_take, play_one_three):
        with pytest.raises(ValueError, match=r"state|position"):
            ask(wrong)


def play_one_three(state):
    return backgammon.which_play(state, (3, 1))
