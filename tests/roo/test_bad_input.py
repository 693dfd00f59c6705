"""What a hurried person types: the library raises ValueError, the command line prints the same one line and exits 2.

One table for both: the words of the command, the call they stand for, and what the line must name.
"""

import shlex
from dataclasses import replace
from functools import partial

import pytest
import refusals
from cases import cases

from tabletop_odds.cli import main
from tabletop_odds.roo.advise import should_stop, what_to_do
from tabletop_odds.roo.first_odds import first_probabilities, race_odds
from tabletop_odds.roo.odds import completion_probability, deal_completion_probability, turns_distribution
from tabletop_odds.roo.optimal import turns_to_place
from tabletop_odds.roo.policies import greedy_racer, unloader
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.simulate import compare, round_robin, simulate_games
from tabletop_odds.roo.state import State

ALONE = Rules.preset("alone")
EMPTY = ". . . . / . . . . / . . . . / . . . ."
SIDE = f"{EMPTY}; hand R1 R2 R3 R4 B1; targets R1 G2 Y3"
DONE = ". R2 . . / . . . B1 / . . . . / . . G3 .; hand B2; targets R2 B1 G3"
OUT = f"{EMPTY}; hand R1 R2; targets R1 G2 Y3; discards R3 R4 B1 B2 B3 B4 G1 G2 G3 G4 Y1 Y2 Y3 Y4"
BOTH = "> R2 . . . / . . . . / . . . . / . . . .; hand R1; targets R2 B1 G3"


def turns(*given, **more):
    return partial(turns_distribution, *given, **more)


def do(state, **more):
    return partial(what_to_do, state, **more)


def stop(state, **more):
    return partial(should_stop, state, **more)


def play(*policies, n=100, seed=1, **more):
    return partial(simulate_games, policies, n, seed=seed, **more)


TABLE = [
    ("odds --pile 17 --unseen 1 --unplaced 1", turns(17, 1, 1), ["pile", "0 to 16", "17"]),
    ("odds --pile 11 --unseen 3 --unplaced 2", turns(11, 3, 2), ["unseen", "0 to 2", "3"]),
    ("odds --pile 11 --unseen 3 --unplaced 4", turns(11, 3, 4), ["unplaced", "0 to 3", "4"]),
    ("odds --pile 2 --unseen 3 --unplaced 3", turns(2, 3, 3), ["unseen", "0 to 2", "3"]),
    (
        "odds --pile 11 --unseen 3 --unplaced 3 --turns -1",
        lambda: completion_probability(11, 3, 3, -1),
        ["turns", "-1"],
    ),
    ("odds --turns 10001", lambda: deal_completion_probability(10_001), ["turns", "10001"]),
    ("first --mine 1 2 3 --theirs 9 1 2", lambda: first_probabilities((1, 2, 3), (9, 1, 2)), ["unseen", "0 to 1"]),
    ("first --mine 9 0 0 --theirs 9 1 2", lambda: first_probabilities((9, 0, 0), (9, 1, 2)), ["unplaced 0"]),
    (f'first "{SIDE} | {SIDE}"', lambda: State.parse(f"{SIDE} | {SIDE}"), [">", "the one to act"]),
    (
        f'first "> {SIDE} | {SIDE}; discards Y3"',
        lambda: race_odds(State.parse(f"> {SIDE} | {SIDE}; discards Y3")),
        ["target Y3", "race law"],
    ),
    ("place R1 B3", lambda: turns_to_place(("R1", "B3")), ["R1 B3", "3 different cards"]),
    ("place R1 B3 B3", lambda: turns_to_place(("R1", "B3", "B3")), ["R1 B3 B3", "3 different cards"]),
    ("place R1 B3 Z9", lambda: turns_to_place(("R1", "B3", "Z9")), ["'Z9'", "R1 to Y4"]),
    ("advise nonsense", do("nonsense"), ["nonsense", "4 rows of 4 cells"]),
    (f'advise "{SIDE}" --seed -1', do(SIDE, seed=-1), ["seed -1"]),
    (f'advise "{SIDE}" --games 0', do(SIDE, n=0), ["n must be", "not 0"]),
    (f'advise "{SIDE}" --rules two', do(SIDE, rules=Rules()), ["1 sides", "players=2"]),
    (f'advise "{SIDE} | {SIDE}"', do(f"{SIDE} | {SIDE}"), [">", "the one to act"]),
    (f'advise "> {SIDE} | {SIDE}" --rules alone', do(f"> {SIDE} | {SIDE}", rules=ALONE), ["2 sides", "players=1"]),
    (f'advise "{SIDE}; hand R3"', do(f"{SIDE}; hand R3"), ["'hand'", "once a side"]),
    (f'advise "{EMPTY}; hand R1; targets R1 G2"', do(f"{EMPTY}; hand R1; targets R1 G2"), ["3 different targets"]),
    (f'advise "{EMPTY}; hand R1 R1; targets R1 G2 Y3"', do(f"{EMPTY}; hand R1 R1; targets R1 G2 Y3"), ["R1", "twice"]),
    (f'advise "{EMPTY}; hand R5; targets R1 G2 Y3"', do(f"{EMPTY}; hand R5; targets R1 G2 Y3"), ["'R5'", "R1 to Y4"]),
    (f'advise "{SIDE}; round 61"', do(f"{SIDE}; round 61"), ["round", "1 to 60", "61"]),
    (f'advise "{DONE}"', do(DONE), ["the game is over", "player 1 is complete"]),
    (f'advise "> {SIDE} | {DONE}"', do(f"> {SIDE} | {DONE}"), ["the game is over", "player 2 is complete"]),
    (f'advise "{OUT}"', do(OUT), ["the game is over", "no pile left"]),
    (f'stop "{BOTH}"', stop(BOTH), ["player 1 is not complete", "RO-5"]),
    ("stop nonsense", stop("nonsense"), ["nonsense", "4 rows of 4 cells"]),
    (f'stop "> {DONE} | {DONE}"', stop(f"> {DONE} | {DONE}"), ["the game is over", "player 2 is complete"]),
    ("simulate greedy --games 0", play(greedy_racer(), n=0), ["0"]),
    ("simulate greedy --seed=-1", play(greedy_racer(), seed=-1), ["seed", "-1"]),
    ("simulate greedy --workers 0 --games 100", play(greedy_racer(), workers=0), ["workers", "0"]),
    (
        "simulate greedy unloader --rules three",
        play(greedy_racer(), unloader(), rules=Rules(players=3)),
        ["2 policies", "players=3"],
    ),
    ("compare greedy greedy", lambda: compare([greedy_racer()] * 2, 100, seed=1), ["'greedy racer'", "differ"]),
    (
        "compare greedy unloader --players 3",
        lambda: round_robin([greedy_racer(), unloader()], 100, seed=1, rules=Rules(players=3)),
        ["2 policies", "3"],
    ),
    ("compare greedy --players 5", lambda: Rules(players=5), ["players", "1 to 4", "5"]),
]


@cases(("words", "call", "named"), TABLE)
def test_one_clear_line(words, call, named, capsys):
    refusals.one_clear_line(["roo", *shlex.split(words)], call, named, capsys)


SHELL_ONLY = [
    ("", ["COMMAND"]),
    ("ods", ["'ods'", "did you mean 'odds'?"]),
    ("odds --pile 11", ["--unseen is missing"]),
    ("odds --pile eleven", ["'eleven'", "whole number"]),
    ("odds --pil 11 --unsen 3", ["--unsen", "--unseen"]),
    ("first --mine 11 2 3", ["--theirs is missing"]),
    ("first --mine 11 2", ["expected 3 arguments"]),
    ("first --second", ["--second", "--mine and --theirs"]),
    (f'first "{SIDE}" --mine 1 1 1 --theirs 1 1 1', ["beside --mine"]),
    ("advise", ["STATE"]),
    (f'advise "{SIDE}" --did "discard Y4"', ["'discard Y4'", "discard R2"]),
    (f'advise "{SIDE}" --did "discard R2" --format json', ["--did 'discard R2'", "json"]),
    ("simulate", ["POLICY"]),
    ("simulate greddy", ["'greddy'", "did you mean 'greedy'?"]),
    ("simulate greedy greedy greedy greedy greedy", ["players", "1 to 4", "5"]),
    ("odds --rules tow", ["'tow'", "two, alone"]),
    ("odds --rules nowhere.toml", ["nowhere.toml"]),
]


@cases(("words", "named"), SHELL_ONLY)
def test_the_shell_refuses_in_words(words, named, capsys):
    refusals.refused_by_the_shell(["roo", *shlex.split(words)], named, capsys)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('entries = "free"', ["entries", "entry"]),
        ("players = 5", ["players", "1 to 4", "5"]),
        ('entry = "side"', ["entry", "edge, free, origin", "'side'"]),
        ("target_cells = [[0, 4]]", ["target_cells", "0 to 3"]),
        ('layout = "rows"', ["layout", "columns, latin, quadrants", "'rows'"]),
        ("hand_limit = 3", ["hand_limit", "5 to 16", "3"]),
        ('preset = "tow"', ["'tow'", "two, alone"]),
        ("players = = 5", ["TOML"]),
    ],
)
def test_a_rules_file_is_refused_with_its_name(text, named, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["roo", "odds", "--rules", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in ["mine.toml", *named]:
        assert part in err


@pytest.mark.parametrize("wrong", [None, 3, ("R1",)])
def test_what_is_no_state_is_refused(wrong):
    with pytest.raises(ValueError, match="state"):
        what_to_do(wrong)
    with pytest.raises(ValueError, match="state"):
        should_stop(wrong)


def test_a_state_that_lacks_cards_is_refused():
    with pytest.raises(ValueError, match="targets are needed"):
        what_to_do(State())
    state = State.parse(SIDE, ALONE)
    side = replace(state.side, pile=state.side.pile[1:])
    with pytest.raises(ValueError, match="piles must hold"):
        what_to_do(replace(state, sides=(side,)))
