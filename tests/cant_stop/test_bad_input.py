"""What a hurried person types: the library raises ValueError, the command line prints the same one line and exits 2.

One table for both: the words of the command, the call they stand for, and what the line must name.
"""

import shlex
from functools import partial

import pytest
import refusals
from cases import cases

from tabletop_odds import cant_stop
from tabletop_odds.cli import main

ALONE = cant_stop.Rules.preset("alone")
LINEAR, RULE_OF_28 = cant_stop.linear_weights(), cant_stop.rule_of_28()


def bust(*given, **more):
    return partial(cant_stop.bust_probability, *given, **more)


def top(column, *given, **more):
    return partial(cant_stop.top_probability, column, *given, **more)


def roll(state, **more):
    return partial(cant_stop.should_roll, state, **more)


def pairing(dice, state, **more):
    return partial(cant_stop.which_pairing, dice, state, **more)


def play(*policies, n=100, seed=1, **more):
    return partial(cant_stop.simulate_games, policies, n, seed=seed, **more)


def state(text):
    return lambda: cant_stop.bust_probability(cant_stop.State.parse(text))


TABLE = [
    ("odds 13", bust((13,)), ["13", "2 to 12"]),
    ("odds 1 7", bust((1, 7)), ["1", "2 to 12"]),
    ("odds 6 6", bust((6, 6)), ["6 6", "twice"]),
    ("odds 2 3 4 5", bust((2, 3, 4, 5)), ["2 3 4 5", "at most 3"]),
    ("odds 2 3 4 --topped 5", bust((2, 3, 4), topped=(5,)), ["2 3 4 5", "at most 3"]),
    ("odds 6 --closed 6", bust((6,), (6,)), ["6", "closed"]),
    ("odds 6 --closed 0", bust((6,), (0,)), ["0", "2 to 12"]),
    ('odds --state "> 6:13 / -"', state("> 6:13 / -"), ["13", "column 6", "0 (no marker) to 10"]),
    ('odds --state "> 6:+12 / -"', state("> 6:+12 / -"), ["6:+12", "at most on 11"]),
    ('odds --state "6:1 / -"', state("6:1 / -"), ["6:1 / -", ">", "the one to act"]),
    ('odds --state "> six / -"', state("> six / -"), ["six", "6:4"]),
    ('odds --state "> 6* / 6:2"', state("> 6* / 6:2"), ["column 6 is claimed"]),
    ('odds --state "> - / - / - / - / -"', state("> - / - / - / - / -"), ["players=5", "1 to 4"]),
    ("column 13", top(13), ["13", "2 to 12"]),
    ("column 7 --from 13", top(7, 13), ["13", "column 7", "to 12"]),
    ("column 7 --from -1", top(7, -1), ["-1", "column 7"]),
    ("column 7 --closed 7", top(7, closed=(7,)), ["column 7", "closed"]),
    ("column 7 --closed 6 6", top(7, closed=(6, 6)), ["6 6", "twice"]),
    ('odds --state "> \u0666:4 / -"', state("> \u0666:4 / -"), ["\u0666:4", "6:4"]),
    ('roll-again "> 6:4+2 / -" --seed -1', roll("> 6:4+2 / -", seed=-1), ["seed -1", "from 0"]),
    ('roll-again "> 6:+12 / -"', roll("> 6:+12 / -"), ["6:+12", "at most on 11"]),
    ('roll-again "> 6:+1 7:+1 8:+1 9:+1 / -"', roll("> 6:+1 7:+1 8:+1 9:+1 / -"), ["at most 3 runners"]),
    ('roll-again "> 2* 3* 4* / -"', roll("> 2* 3* 4* / -"), ["2* 3* 4*", "the game is over"]),
    ('roll-again "- / > 2* 3* 4*"', roll("- / > 2* 3* 4*"), ["- / > 2* 3* 4*", "player 2 has won"]),
    ('roll-again "> - / -" --rules alone', roll("> - / -", rules=ALONE), ["2 players", "players=1"]),
    ("roll-again nonsense", roll("nonsense"), ["nonsense", ">"]),
    ('pairing "> - / -" 1 4 5', pairing("145", "> - / -"), ["3 dice", "four"]),
    ('pairing "> - / -" 1 4 5 6 6', pairing((1, 4, 5, 6, 6), "> - / -"), ["5 dice", "four"]),
    ('pairing "> - / -" 1457', pairing("1457", "> - / -"), ["die 7", "from 1 to 6"]),
    ('pairing "> 13:1 / -" 1456', pairing("1456", "> 13:1 / -"), ["13", "2 to 12"]),
    ("simulate 28 --games 0", play(RULE_OF_28, n=0), ["0"]),
    ("simulate 28 --seed=-1", play(RULE_OF_28, seed=-1), ["seed", "-1"]),
    ("simulate 28 --workers 0 --games 100", play(RULE_OF_28, workers=0), ["workers", "0"]),
    ("simulate 28 linear --rules three", play(RULE_OF_28, LINEAR, rules=cant_stop.Rules(players=3)), ["players=3"]),
    ("simulate rolls:0", lambda: cant_stop.roll_times(0), ["n=0", "1 to 1000"]),
    ("simulate bust:1.5", lambda: cant_stop.bust_limit(1.5), ["1.5", "from 0 to 1"]),
    ("simulate optimal", lambda: cant_stop.optimal_play(ALONE), ["6,066,786,123", "100,000"]),
    ("simulate optimal 28", cant_stop.optimal_play, ["official", "500,000"]),
    ("simulate optimal 28 28", lambda: cant_stop.optimal_play(cant_stop.Rules(players=3)), ["players=3", "one or two"]),
    ("compare 28 28", lambda: cant_stop.compare([RULE_OF_28] * 2, 100, seed=1), ["'Rule of 28'", "differ"]),
    (
        "compare 28 linear --players 3",
        lambda: cant_stop.round_robin([RULE_OF_28, LINEAR], 100, seed=1, rules=cant_stop.Rules(players=3)),
        ["2 policies", "3"],
    ),
    ("compare 28 --players 5", lambda: cant_stop.Rules(players=5), ["players=5", "1 to 4"]),
]


@cases(("words", "call", "named"), TABLE)
def test_one_clear_line(words, call, named, capsys):
    refusals.one_clear_line(["cant-stop", *shlex.split(words)], call, named, capsys)


SHELL_ONLY = [
    ("", ["COMMAND"]),
    ("ods 6 7 8", ["'ods'", "did you mean 'odds'?"]),
    ("odds six", ["'six'", "whole number"]),
    ("odds 6 7 8 --close 9 --format xml", ["'xml'", "json"]),
    ("odds 6 --topd 6", ["--topd", "--topped"]),
    ('odds 6 --state "> - / -"', ["--state", "leave 6 out"]),
    ('odds --closed 6 --state "> - / -"', ["--state", "leave 6 out"]),
    ("column", ["COLUMN"]),
    ("column 7 --from four", ["'four'", "whole number"]),
    ("roll-again", ["STATE"]),
    ("roll-again 7:+1 / -", ["unknown argument '/'"]),
    ('pairing "> - / -"', ["DIE"]),
    ('pairing "> - / -" 1 4 x 6', ["'x'", "from 1 to 6"]),
    ("simulate", ["POLICY"]),
    ("simulate lineer", ["'lineer'", "glenn-aloi", "rolls:N", "did you mean 'linear'?"]),
    ("simulate 28:best", ["'28:best'", "28:top"]),
    ("simulate rolls:many", ["'rolls:many'", "rolls:N"]),
    ("simulate bust:", ["'bust:'", "bust:P"]),
    ("compare 28 lineer", ["'lineer'", "did you mean 'linear'?"]),
    ("simulate 28 28 28 28 28", ["players=5", "1 to 4"]),
    ("odds 6 7 8 --rules offical", ["'offical'", "official"]),
    ("odds 6 7 8 --rules nowhere.toml", ["nowhere.toml"]),
]


@cases(("words", "named"), SHELL_ONLY)
def test_the_shell_refuses_in_words(words, named, capsys):
    refusals.refused_by_the_shell(["cant-stop", *shlex.split(words)], named, capsys)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("column_length = [3]", ["column_length", "column_lengths"]),
        ("column_lengths = [3, 5, 7]", ["column_lengths=[3, 5, 7]", "11 whole numbers"]),
        ("players = 5", ["players=5", "1 to 4"]),
        ("dice_sides = 7", ["dice_sides=7", "2 to 6"]),
        ("runners = true", ["runners=True", "whole numbers"]),
        ('occupied = "jumps"', ["jumps", "blocked"]),
        ('preset = "offical"', ["offical", "official"]),
        ("players = 4\ncolumns_to_win = 4", ["columns_to_win=4", "players=4"]),
        ("players = = 5", ["TOML"]),
    ],
)
def test_a_rules_file_is_refused_with_its_name(text, named, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["cant-stop", "odds", "6", "7", "8", "--rules", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in ["mine.toml", *named]:
        assert part in err


@pytest.mark.parametrize("wrong", [True, 6.0, "6", None])
def test_what_is_no_column_is_refused(wrong):
    with pytest.raises(ValueError, match="column"):
        cant_stop.bust_probability((wrong,))
    with pytest.raises(ValueError, match="column"):
        cant_stop.top_probability(wrong)


def test_whole_numbers_of_any_kind_are_taken():
    np = pytest.importorskip("numpy")
    assert cant_stop.bust_probability(np.array([6, 7, 8])) == cant_stop.bust_probability((6, 7, 8))
    assert cant_stop.top_probability(np.int64(7), np.uint8(4)) == cant_stop.top_probability(7, 4)
