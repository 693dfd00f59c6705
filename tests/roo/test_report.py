"""The tables against the exact law and plain play by the rules, what the reports say, and the verdicts on readings."""

import runpy
from pathlib import Path

import pandas as pd
import pytest
from page_laws import is_a_good_report

from tabletop_odds.roo import games_report, readings_report, report
from tabletop_odds.roo.completable import completable_share
from tabletop_odds.roo.game_by_rules import play_game
from tabletop_odds.roo.policies import greedy_racer, random_play, unloader
from tabletop_odds.roo.rules import Rules

SMALL = Rules.small(2)
TWO = Rules.small(3, players=2)


# exact tables


def test_the_race_by_unseen_targets_is_the_law_from_the_deal():
    frame = report.race_table()
    assert frame["deals"].sum() == pytest.approx(1)
    assert (frame["deals"] * frame["complete"]).sum() == pytest.approx(13 / 16)
    turns = (frame["deals"] * frame["complete"] * frame["turns"]).sum() / (13 / 16)
    assert turns == pytest.approx(10.0110, abs=1e-4)


@pytest.mark.parametrize("rules", [Rules(), Rules.small(3), Rules(hand_size=8)])
def test_the_rule_of_thumb_in_the_report_is_exact(rules):
    pile, targets = len(rules.cards) - rules.hand_size, len(rules.target_cells)
    for row in report.race_table(rules).itertuples():
        assert row.complete == pytest.approx(1 - row.unseen / pile)
        assert row.turns == pytest.approx(targets + row.unseen * pile / (row.unseen + 1))


def test_how_games_end_adds_up_to_the_published_figures():
    frame = report.ends_table().set_index("what")["value"]
    assert frame.sum() == pytest.approx(1)
    assert frame["nobody is complete"] == pytest.approx(1 - 0.96484, abs=1e-5)
    assert frame["several are complete"] == pytest.approx(0.0852, abs=1e-4)


def test_who_is_first_is_symmetric_and_adds_up():
    frame = report.first_table().set_index(["mine", "theirs"])
    assert frame.sum(axis=1).to_list() == pytest.approx([1] * 16)
    for (mine, theirs), row in frame.iterrows():
        assert row["first"] == pytest.approx(frame.loc[(theirs, mine), "second"])


def test_reach_on_the_default_board():
    frame = report.reach_table()
    middle = frame[frame["row"].isin([1, 2]) & frame["column"].isin([1, 2])]
    assert set(middle.loc[middle["number"] == 4, "reach"]) == {"never"}
    corners = frame[frame["row"].isin([0, 3]) & frame["column"].isin([0, 3])]
    assert set(corners.loc[corners["number"] == 3, "reach"]) == {"never"}
    assert set(frame.loc[frame["target"], "reach"]) == {"hand"}


def test_a_board_table_has_every_card_once():
    frame = report.board_table(None, Rules(players=3))
    assert frame.groupby("player").size().to_list() == [16 + 5] * 3
    assert (frame.loc[frame["place"] == "hand", "card"] != "").all()
    assert (frame["target"] != "").sum() == 9


# simulated tables


def test_completion_is_what_games_by_the_rules_give():
    frame = games_report.completion_table([unloader(), greedy_racer()], None, n=40, seed=3)
    rules = Rules(players=1)
    for policy in (unloader(), greedy_racer()):
        records = [play_game([policy], rules, seed=3, game=i) for i in range(40)]
        done = [len(record.turns) for record in records if record.complete[0]]
        part = frame[frame["policy"] == policy.name].set_index("turns")["value"]
        assert part.to_list() == pytest.approx([sum(t <= turns for t in done) / 40 for turns in range(21)])


def test_greedy_completion_is_the_race_law():
    frame = games_report.completion_table([greedy_racer()], None, n=4_000, seed=1).set_index("turns")
    exact = report.law_table().set_index("turns")["value"]
    for turns in (5, 8, 10, 12, 13, 20):
        error = (exact[turns] * (1 - exact[turns]) / 4_000) ** 0.5
        assert abs(frame.loc[turns, "value"] - exact[turns]) < 4 * error


def test_policies_alone_are_ranked():
    frame = games_report.alone_table(None, SMALL, n=200, seed=1)
    assert frame["value"].is_monotonic_decreasing
    assert set(frame["policy"]) == {"random", "greedy racer", "unloader", "two-turn lookahead"}


def test_shares_of_two_add_up():
    frame = games_report.win_rate_table(TWO, n=60, seed=1)
    shares = {(row.policy, row.versus): row.value for row in frame.itertuples()}
    assert len(shares) == 20
    for (policy, versus), value in shares.items():
        assert value + shares[versus, policy] == pytest.approx(1)
    means = frame.groupby("policy", sort=False)["value"].mean()
    assert means.is_monotonic_decreasing


def test_tables_of_three_have_all_their_players():
    frame = games_report.win_rate_table(Rules.small(2, players=3), n=30, seed=1)
    assert set(frame["versus"]) == {"all others", "the best others"}
    assert frame.loc[frame["versus"] == "all others", "value"].mean() == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="players=1"):
        games_report.win_rate_table(SMALL)


# the readings


def test_every_reading_differs_from_the_default_and_from_the_others():
    rules = [reading.rules for reading in readings_report.readings()]
    assert rules[0] == Rules()
    assert len(set(rules)) == len(rules)
    assert len({reading.name for reading in readings_report.readings()}) == len(rules)


def test_one_among_others_is_the_mean_of_the_seats():
    policies = random_play(), greedy_racer()
    value = readings_report.win_among(*policies, Rules(players=3), 10, seed=2)
    total = 0
    for seat in range(3):
        table = [policies[0] if s == seat else policies[1] for s in range(3)]
        total += sum(play_game(table, Rules(players=3), seed=2, game=i).shares[seat] for i in range(10))
    assert value.value == pytest.approx(float(total / 30))


@pytest.mark.parametrize(
    "changes",
    [{}, {"finish_round": False}, {"max_rounds": 10}, {"pile_out": "reshuffle"}, {"players": 3}, {"winner": "lowest"}],
)
def test_exact_measures_are_what_simulation_gives(changes):
    rules = Rules(**changes)
    exact = readings_report.exact_measures(rules)
    simulated = readings_report.simulated_measures(rules, 3_000, seed=4)
    assert {"completed", "rounds", "first player"} <= set(exact)
    for measure, value in exact.items():
        assert value.exact
        error = max(simulated[measure].standard_error, 1 / 3_000)
        assert abs(simulated[measure].value - value.value) < 4 * error


def test_where_the_law_does_not_hold_nothing_is_exact_but_the_deals():
    rules = Rules(targets="rotated")
    assert readings_report.exact_measures(rules) == {}
    found = readings_report.reading_measures(rules, 30, seed=1)
    assert [measure for measure, value in found.items() if value.exact] == ["impossible"]


# the strategy report


def written(rules, tmp_path, n=200):
    page = report.strategy_report(rules, n=n).write(tmp_path / "out")
    text = page.with_name("report.md").read_text(encoding="utf-8")
    assert "nan" not in text
    return text, {path.stem for path in (tmp_path / "out" / "figures").glob("*.png")}


def test_the_report_of_a_small_board(tmp_path):
    text, pictures = written(SMALL, tmp_path)
    assert text.startswith("# Roo: race, and how far that carries\n")
    assert "Against others" not in text
    assert pictures == {"completion", "board", "reach"}


@pytest.mark.browser
def test_the_report_of_two(tmp_path, request):
    text, pictures = written(None, tmp_path, n=20)
    assert "completes 81.25 % of deals, exact, in 10.01 turns" in text
    assert "| nobody is complete | 3.52 % | exact |" in text
    assert pictures == {"completion", "board", "reach", "win_rates"}
    is_a_good_report(tmp_path / "out" / "index.html", request)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"entry": "origin"}, "60.71 % of deals cannot be completed, exact."),
        ({"players": 3, "pile_out": "all"}, "all others"),
        ({"pile_out": "reshuffle"}, "completes 100.00 % of deals, exact"),
        ({"target_cells": ((0, 0), (1, 3), (3, 2))}, "Some target cells are out of reach for a 3."),
    ],
)
def test_the_report_of_other_readings(changes, words, tmp_path):
    assert words in written(Rules(**changes), tmp_path, n=10)[0]


# the analysis of the readings

ANALYSIS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "analyses" / "roo_which_reading.py"))
GOOD = {"impossible": 0.0, "completed": 0.8, "rounds": 9.0, "by limit": 0.0, "first player": 0.5}
GOOD |= {"against random": 0.87, "unloader": 0.2}


def measured(**changes):
    """Measures of a reading, each with an error of a thousandth."""
    found = {}
    for measure, value in (GOOD | {name.replace("_", " "): x for name, x in changes.items()}).items():
        unit = "rounds" if measure == "rounds" else "%"
        row = {"measure": measure, "value": value, "even": 0.5, "unit": unit, "standard_error": 0.001}
        found[measure] = pd.Series({**row, "low": value - 0.002, "high": value + 0.002, "n": 100})
    return found


@pytest.mark.parametrize(
    ("changes", "word", "why"),
    [
        ({}, "works", []),
        ({"impossible": 0.11}, "breaks", ["impossible deals"]),
        ({"impossible": 0.09}, "works", ["impossible"]),
        ({"rounds": 1.5}, "breaks", ["over at once"]),
        ({"by_limit": 0.2, "unloader": 0.6}, "breaks", ["cut off", "racing loses"]),
        ({"against_random": 0.59}, "breaks", ["no skill"]),
        ({"first_player": 0.44}, "unfair", ["first player"]),
        ({"rounds": 8.0, "completed": 0.81}, "works", ["rounds"]),
    ],
)
def test_verdicts_keep_to_the_criteria(changes, word, why):
    found, reasons = ANALYSIS["verdict"](measured(**changes), measured())
    assert (found, [short for short, _ in reasons]) == (word, why)


def test_what_stands_behind_is_said_of_readings_that_there_are():
    assert set(ANALYSIS["BECAUSE"]) <= {reading.name for reading in readings_report.readings()}


@pytest.mark.slow
def test_the_readings_that_break_the_game():
    chosen = [r for r in readings_report.readings() if r.name in ("default", "targets literal", "lowest wins")]
    table = ANALYSIS["verdicts_table"](readings_report.readings_table(300, 1, chosen))
    assert table["verdict"].to_list() == ["works", "breaks", "breaks"]
    assert table["why"].to_list() == ["", "over at once", "no skill; racing loses"]
    assert ANALYSIS["opening"](table).startswith("Of 2 other readings 2 break the game: targets literal, lowest wins")
    assert completable_share(Rules(targets="literal")) == 1  # no deal is impossible, and still
