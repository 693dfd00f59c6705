"""The commands of Can't Stop print what the library answers: exactly so, in every format."""

import json
from functools import partial

import pytest
import typed
from cases import cases

from tabletop_odds import cant_stop
from tabletop_odds.answers import as_number, as_percent
from tabletop_odds.cli import cant_stop as commands

SMALL = cant_stop.Rules.small(3, 2)
STATE = "> 3:+1 4:+2"


printed, rows = partial(typed.printed, "cant-stop"), partial(typed.rows, "cant-stop")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A small board for one, as `small.toml`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text("players = 1\ndice_sides = 3\ncolumn_lengths = [2, 4, 6, 4, 2]\n")


# --- odds


def test_odds_of_three_runners(capsys):
    want = """\
runners on 6 7 8
official rules, exact
  the next roll   chance   rolls of 1,296  fraction
  busts            8.02 %    104            13/162
  moves a runner  91.98 %  1,192           149/162
  offers 6        56.10 %    727           727/1296
  offers 7        64.35 %    834           139/216
  offers 8        56.10 %    727           727/1296
"""
    assert printed("odds 6 7 8", capsys) == want
    assert printed("odds 8 6 7", capsys) == want


@cases(
    ("words", "asked"),
    [
        ("6 7 8", ((6, 7, 8),)),
        ("3 8 --topped 6", ((3, 8), (), (6,))),
        ("3 6 8 --topped 6", ((3, 6, 8), (), (6,))),
        ("2 3 --closed 10 11 12", ((2, 3), (10, 11, 12))),
        ("--closed 6 8 10", ((), (6, 8, 10))),
        ('--state "> 3:+1 6:10+1 8:+1 / -"', ((3, 6, 8), (), (6,))),
        ('--state "- / > 2:+1 3:+1 10* / 11* 12*"', ((2, 3), (10, 11, 12))),
    ],
)
def test_odds_are_those_of_the_library(words, asked, capsys):
    bust, success, *offers = rows(f"odds {words}", capsys)
    exact = cant_stop.bust_probability(*asked)
    assert (bust["event"], bust["rolls"], bust["of"], bust["probability"]) == ("bust", exact * 1296, 1296, float(exact))
    assert (success["event"], success["rolls"]) == ("success", 1296 - bust["rolls"])
    assert tuple(row["column"] for row in offers) == cant_stop.playable_columns(*asked)
    for row in offers:
        assert row["probability"] == float(cant_stop.offer_probability((row["column"],)))
    text = printed(f"odds {words}", capsys)
    assert as_percent(exact) in text
    assert str(exact) in text


def test_the_state_is_named(capsys):
    assert printed('odds --state "> 3:+1 6:10+1 8:+1 / -"', capsys).startswith("> 3:+1 6:10+1 8:+1 / -\nofficial rules")
    assert "\nthree rules" in printed('odds --state "- / > - / -"', capsys)
    assert printed("odds 3 8 --topped 6 --closed 7", capsys).startswith("runners on 3 6 8, at the top 6, closed 7\n")


def test_odds_of_all_columns_and_the_best_sets(capsys):
    found = rows("odds", capsys)
    assert [row["columns"] for row in found[:11]] == [str(column) for column in range(2, 13)]
    assert [row["columns"] for row in found[11:]] == [" ".join(map(str, c)) for c, _ in cant_stop.best_columns(3)]
    assert found[11] == {"columns": "6 7 8", "rolls": 1192, "of": 1296, "success": 149 / 162, "bust": 13 / 162}
    text = printed("odds", capsys)
    assert "the best columns for 3 runners" in text
    assert "7       64.35 %  834" in text


def test_odds_on_another_board(small, capsys):
    bust, *_ = rows("odds 2 3 --rules small.toml", capsys)
    assert bust["of"] == 81
    assert bust["probability"] == float(cant_stop.bust_probability((2, 3), rules=SMALL))


# --- columns


def test_a_column_by_the_space_of_the_marker(capsys):
    found = rows("column 7", capsys)
    assert [row["from_space"] for row in found] == list(range(13))
    assert found == cant_stop.space_table(7).to_dict("records")
    text = printed("column 7", capsys)
    assert text.splitlines()[0] == "column 7 of 13 spaces, going only for it, official rules, exact"
    assert as_percent(cant_stop.top_probability(7)) in text
    assert as_number(cant_stop.expected_turns_to_top(7)) in text


def test_a_column_from_one_space(capsys):
    (found,) = rows("column 12 --from 1", capsys)
    assert found["top_probability"] == cant_stop.top_probability(12, 1).value
    assert len(printed("column 12 --from 1", capsys).splitlines()) == 3


def test_a_column_beside_closed_ones(small, capsys):
    found = rows("column 4 --closed 3 5 --rules small.toml", capsys)
    assert found == cant_stop.space_table(4, SMALL, closed=(3, 5)).to_dict("records")
    assert ", closed 3 5, " in printed("column 4 --closed 3 5 --rules small.toml", capsys)


# --- advice


@pytest.mark.parametrize("words", ["", "--games 300 --seed 4"])
def test_roll_again(small, words, capsys):
    want = cant_stop.should_roll(STATE, rules=SMALL, **({"n": 300, "seed": 4} if words else {}))
    asked = f'roll-again "{STATE}" --rules small.toml {words}'
    assert printed(asked, capsys) == f"{want}\n"
    assert json.loads(printed(f"{asked} --format json", capsys)) == want.to_dict()
    assert printed(f"{asked} --format csv", capsys) == want.to_csv()
    assert printed(f"{asked} --did stop", capsys).splitlines()[-1].startswith("stop: costs ")


@pytest.mark.parametrize("dice", ["1 2 2 3", "1223", "1,2,2,3"])
def test_pairing(small, dice, capsys):
    want = cant_stop.which_pairing((1, 2, 2, 3), STATE, rules=SMALL)
    assert len(want.options) == 4
    asked = f'pairing "{STATE}" {dice} --rules small.toml'
    assert printed(asked, capsys) == f"{want}\n"
    assert printed(f'{asked} --did "4 4"', capsys).splitlines()[-1].startswith("4 4: costs ")


# --- games


@cases(
    ("word", "name"),
    [
        ("28", "Rule of 28"),
        ("28:top", "Rule of 28, stop at top"),
        ("glenn-aloi", "Glenn-Aloi"),
        ("glenn-aloi:top", "Glenn-Aloi, stop at top"),
        ("linear", "linear weights"),
        ("linear:top", "linear weights, stop at top"),
        ("rolls:5", "roll 5 times"),
        ("bust:0.25", "bust limit 25 %"),
        ("squares", "best turn for squares of progress"),
        ("progress", "best turn for columns of progress"),
        ("fitted", "fitted values"),
    ],
)
def test_policies_by_name(word, name):
    assert commands._policy(word, cant_stop.Rules()).name == name


def test_fitted_values_know_how_many_play():
    assert commands._policy("fitted", cant_stop.Rules.preset("alone")).name == "fitted values alone"
    assert commands._policy("fitted", cant_stop.Rules.preset("four")).name == "fitted values"


def test_a_policy_alone(capsys):
    want = f"Rule of 28, alone\n{cant_stop.simulate_alone(cant_stop.rule_of_28(), 500, seed=3)}\n"
    assert printed("simulate 28 --games 500 --seed 3", capsys) == want
    assert printed("simulate 28 --games 500 --seed 3 --workers 2 --rules three", capsys) == want


def test_policies_in_their_seats(capsys):
    policies = [cant_stop.linear_weights(), cant_stop.rule_of_28(), cant_stop.roll_times(5)]
    run = cant_stop.simulate_games(policies, 500, seed=1)
    text = printed("simulate linear 28 rolls:5 --games 500", capsys)
    assert text == f"three rules; seats: 1 linear weights; 2 Rule of 28; 3 roll 5 times\n{run}\n"
    assert printed("simulate linear 28 rolls:5 --games 500 --format csv", capsys) == run.to_frame().to_csv(index=False)


def test_policies_compared_alone(capsys):
    policies = [cant_stop.rule_of_28(True), cant_stop.bust_limit(0.25)]
    result = cant_stop.compare(policies, 500, seed=2)
    assert printed("compare 28:top bust:0.25 --games 500 --seed 2", capsys) == f"{result}\n"


@pytest.mark.parametrize(("players", "rules"), [(2, "official"), (3, "three")])
def test_policies_compared_in_every_seat(players, rules, capsys):
    policies = [cant_stop.rule_of_28(), cant_stop.linear_weights(), cant_stop.roll_times(5)]
    result = cant_stop.round_robin(policies, 300, seed=1, rules=cant_stop.Rules.preset(rules))
    assert printed(f"compare 28 linear rolls:5 --players {players} --games 300", capsys) == f"{result}\n"


def test_the_best_play_on_a_small_board(small, capsys):
    run = cant_stop.simulate_alone(cant_stop.optimal_play(SMALL), 200, seed=1, rules=SMALL)
    assert str(run) in printed("simulate optimal --rules small.toml", capsys)


@pytest.mark.slow
def test_fewer_games_where_a_best_turn_is_played(capsys):
    assert "n = 100,000, " in printed("simulate linear", capsys)
    found = json.loads(printed("simulate squares --rules alone --format json", capsys))
    assert {row["n"] for row in found} == {200}
