"""The commands of Roo print what the library answers: exactly so, in every format."""

import json
from functools import partial

import pytest
import typed

from tabletop_odds.answers import as_percent
from tabletop_odds.cli import roo as commands
from tabletop_odds.roo import advise, completable, first_odds, odds, optimal
from tabletop_odds.roo.policies import greedy_racer, named_policies, unloader
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import State

LONE = ". R2 . . / . . . . / . . . . / . . . .; hand B1 B3 G4 Y1 Y2; targets R2 B1 G3"
PAIR = f"> {LONE} | . . . . / . . . . / . . . . / . . . .; hand R1 R2 R3 R4 B1; targets R1 G2 Y3"


printed, rows = partial(typed.printed, "roo"), partial(typed.rows, "roo")


# --- odds


def test_odds_within_ten_turns(capsys):
    want = """\
a racer, 11 cards in the pile, 3 targets among them, 3 to place
two rules, exact
  turns  completes then  within them  fraction
  10     9.09 %          21.21 %      7/33
never completes: 27.27 % (3/11); 11.25 turns in the mean where it does
"""
    assert printed("odds --pile 11 --unseen 3 --unplaced 3 --turns 10", capsys) == want


def test_odds_of_each_number_of_turns(capsys):
    found = rows("odds --pile 8 --unseen 2 --unplaced 3", capsys)
    assert [row["turns"] for row in found] == list(range(5, 11))
    for row in found:
        assert row["within"] == float(odds.completion_probability(8, 2, 3, row["turns"]))
    assert sum(row["probability"] for row in found) == pytest.approx(found[-1]["within"])


def test_odds_from_the_deal(capsys):
    found = rows("odds", capsys)
    assert [row["within"] for row in found] == [float(odds.deal_completion_probability(t)) for t in range(3, 14)]
    text = printed("odds", capsys)
    assert text.startswith("a racer, from the deal\ntwo rules, exact\n")
    assert text.endswith("never completes: 18.75 % (3/16); 10.01 turns in the mean where it does\n")
    (row,) = rows("odds --turns 2", capsys)
    assert row == {"turns": 2, "probability": 0.0, "within": 0.0}


def test_odds_under_other_rules(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('pile_out = "reshuffle"\n')
    rules = Rules(pile_out="reshuffle")
    found = rows("odds --pile 4 --unseen 1 --unplaced 1 --rules mine.toml", capsys)
    assert found[-1]["within"] == 1.0 == float(odds.completion_probability(4, 1, 1, 5, rules))


def test_a_race_that_is_over_before_it_begins(capsys):
    assert printed("odds --pile 1 --unseen 1 --unplaced 1", capsys).endswith("never completes: 100.00 % (1)\n")


def test_who_is_first_in_numbers(capsys):
    mine, theirs, *rest = rows("first --mine 11 2 3 --theirs 9 1 2", capsys)
    want = first_odds.first_probabilities((11, 2, 3), (9, 1, 2))
    assert (mine["probability"], theirs["probability"]) == (float(want.mine), float(want.theirs))
    assert [row["probability"] for row in rest] == [float(want.together), float(want.pile_out)]
    second = rows("first --mine 11 2 3 --theirs 9 1 2 --second", capsys)
    behind = first_odds.first_probabilities((11, 2, 3), (9, 1, 2), mine_first=False)
    assert [row["probability"] for row in second] == [float(p) for p in behind]


def test_who_is_first_from_the_deal_and_from_a_state(capsys):
    text = printed("first", capsys)
    assert text.splitlines()[:2] == ["2 racers from the deal", "two rules, exact if everybody races"]
    assert "several in the same round     8.52 %" in text
    want = first_odds.race_odds(State.parse(PAIR))
    found = rows(f'first "{PAIR}"', capsys)
    assert [row["probability"] for row in found if row["event"] == "alone"] == [float(p) for p in want.alone]
    assert [row["probability"] for row in found if row["event"] == "win"] == [float(p) for p in want.win]
    assert as_percent(want.win[0]) in printed(f'first "{PAIR}"', capsys)
    assert len(rows("first --rules three", capsys)) == 8


def test_turns_to_place(capsys):
    found = rows("place R1 b3 Y4", capsys)
    assert [row["turn"] for row in found] == [1, 2, 3]
    assert found[-1]["action"] == "Y4 to 3,2"
    assert printed("place R1 B3 Y4", capsys).splitlines()[0].endswith("two rules, exact: 3 turns")
    (row,) = rows("place", capsys)
    assert row == {"turns": 3, "sets": 3360, "of": 3360}
    assert optimal.turns_to_place_distribution().weights == {3: 3360}


def test_targets_that_are_never_placed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('entry = "origin"\n')
    text = printed("place R4 B1 Y2 --rules mine.toml", capsys)
    assert text == "R4 B1 Y2 from the hand, an empty board, two with entry=origin rules, exact: nothing places them\n"
    found = rows("place --rules mine.toml", capsys)
    assert found[-1] == {"turns": None, "sets": 2040, "of": 3360}
    assert json.loads(printed("place R4 B1 Y2 --rules mine.toml --format json", capsys)) == []


def test_deals_that_can_be_completed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('entry = "origin"\n')
    (row,) = rows("share --rules mine.toml", capsys)
    assert row == {"rules": "two with entry=origin", "completable": 11 / 28}
    assert "39.29 %  11/28" in printed("share --rules mine.toml", capsys)


@pytest.mark.slow
def test_readings_that_can_be_completed(capsys):
    found = {row["rules"]: row["completable"] for row in rows("share --readings", capsys)}
    assert len(found) == 11
    assert found["two"] == 1.0
    assert found["two with entry=origin"] == float(completable.completable_share(Rules(entry="origin")))


# --- advice


def test_advice(capsys):
    want = advise.what_to_do(LONE)
    asked = f'advise "{LONE}"'
    assert printed(asked, capsys) == f"{want}\n"
    assert json.loads(printed(f"{asked} --format json", capsys)) == want.to_dict()
    assert printed(f"{asked} --format csv", capsys) == want.to_csv()
    assert printed(f'{asked} --did "discard B1"', capsys).splitlines()[-1] == "discard B1: costs 90.00 %"


def test_advice_under_given_rules(capsys):
    assert printed(f'advise "{LONE}" --rules alone', capsys) == printed(f'advise "{LONE}"', capsys)


def test_stopping(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('preset = "alone"\nstop = "optional"\n')
    state = ". R2 . . / . . . B1 / . . . . / . . G3 .; hand B2; targets R2 B1 G3"
    want = advise.should_stop(state, rules=Rules(players=1, stop="optional"))
    assert printed(f'stop "{state}" --rules mine.toml', capsys) == f"{want}\n"
    assert "forced: who is complete stops" in printed(f'stop "{state}"', capsys)


# --- games


def test_policies_by_name():
    assert [commands._policy(word) for word in commands.POLICIES] == list(named_policies())


@pytest.mark.slow
def test_games_played_on(capsys):
    want = advise.what_to_do(LONE, n=10, seed=4)
    assert printed(f'advise "{LONE}" --games 10 --seed 4', capsys) == f"{want}\n"


@pytest.mark.slow
def test_a_policy_alone(capsys):
    from tabletop_odds.roo.simulate import simulate_alone

    want = f"greedy racer, alone\n{simulate_alone(greedy_racer(), 300, seed=3)}\n"
    assert printed("simulate greedy --games 300 --seed 3", capsys) == want
    assert printed("simulate greedy --games 300 --seed 3 --workers 2 --rules three", capsys) == want


@pytest.mark.slow
def test_policies_in_their_seats(capsys):
    from tabletop_odds.roo.simulate import simulate_games

    run = simulate_games([greedy_racer(), unloader()], 300, seed=1)
    text = printed("simulate greedy unloader --games 300", capsys)
    assert text == f"two rules; seats: 1 greedy racer; 2 unloader\n{run}\n"
    words = "simulate greedy unloader --games 300 --format csv"
    assert printed(words, capsys) == run.to_frame().to_csv(index=False)


@pytest.mark.slow
def test_policies_compared(capsys):
    from tabletop_odds.roo.simulate import compare, round_robin

    policies = [greedy_racer(), unloader()]
    assert printed("compare greedy unloader --games 300 --seed 2", capsys) == f"{compare(policies, 300, seed=2)}\n"
    result = round_robin(policies, 300, seed=1)
    assert printed("compare greedy unloader --players 2 --games 300", capsys) == f"{result}\n"
    words = "compare greedy unloader --rules two --games 300 --format csv"
    assert printed(words, capsys) == result.to_frame().to_csv(index=False)
