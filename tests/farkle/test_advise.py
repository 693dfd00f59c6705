"""Advice: the options with value, cost and risk, what is forced, what cannot arise."""

import csv
import io
import json

import pytest

from tabletop_odds import farkle
from tabletop_odds.cli import main
from tabletop_odds.farkle.make_tables import FOLDER
from tabletop_odds.farkle.optimal import solve_afresh, table_key, table_name
from tabletop_odds.farkle.solution import to_arrays
from tabletop_odds.tables import read_table

CORE = farkle.Rules()


@pytest.mark.parametrize("name", list(farkle.presets()))
def test_shipped_tables_are_what_the_solver_gives(name):
    rules = farkle.Rules.preset(name)
    table = read_table(FOLDER / f"turn_{name}.table", table_key(rules))
    solved = to_arrays(solve_afresh(rules))
    assert set(table.arrays) == set(solved)
    for part, (_, values) in solved.items():
        assert list(table.arrays[part]) == pytest.approx(list(values), abs=1e-9)


def test_a_preset_by_another_name_uses_its_table():
    assert table_name(farkle.Rules(target=5000, end="sudden_death")) == "turn_core"
    assert table_name(farkle.Rules(three_pairs=750)) == "turn"


def test_rolling_is_advised_exactly_below_the_threshold():
    for n, limit in farkle.bank_thresholds().items():
        for turn_total in range(50, 3500, 50):
            assert bool(farkle.should_roll(turn_total, n)) == (turn_total < limit)


def test_value_cost_and_risk_of_each_option():
    advice = farkle.should_roll(450, 2)
    assert [option.action for option in advice.options] == ["bank", "roll"]
    bank, roll = advice.options
    assert (bank.value.value, bank.cost.value, bank.risk.value) == (450, 0, 0)
    assert roll.cost.value == pytest.approx(450 - roll.value.value)
    assert roll.risk.value == pytest.approx(16 / 36)
    assert all(option.value.exact for option in advice.options)


def test_keeping_agrees_with_rolling():
    """A keep followed by a roll is worth what should_roll says of that roll."""
    for option in farkle.what_to_keep((1, 1, 5, 2, 3, 6), turn_total=300).options:
        kept, then = option.action.removeprefix("keep ").split(", ")
        dice = [int(die) for die in kept.split()]
        total = 300 + farkle.score(dice)
        after = farkle.should_roll(total, 6 - len(dice))
        assert option.value.value == pytest.approx(after.best.value.value)
        assert then.startswith(after.best.action)


@pytest.mark.parametrize(
    ("advice", "method"),
    [
        (lambda: farkle.should_roll(0, 6), "FA-2"),
        (lambda: farkle.should_roll(500, 6), "FA-7"),
        (lambda: farkle.should_roll(250, 3, rules=farkle.Rules(minimum_bank=300)), "minimum bank"),
        (lambda: farkle.should_roll(450, 2, opened=False, rules=farkle.Rules(opening=500)), "opening"),
        (lambda: farkle.what_to_keep((2, 3, 4, 4, 6, 6)), "FA-6"),
        (lambda: farkle.what_to_keep((1, 2)), "FA-2"),
        (lambda: farkle.what_to_keep((2, 3, 4, 4, 6, 6), rules=farkle.Rules(nothing_scores=500)), "new roll"),
    ],
)
def test_forced_actions_name_their_rule(advice, method):
    found = advice()
    assert len(found.options) == 1
    assert found.method.startswith("forced: ")
    assert method in found.method


def test_unreachable_states_are_answered_and_marked():
    advice = farkle.should_roll(50, 4)
    assert "cannot arise" in str(advice)
    assert len(advice.options) == 2
    assert "cannot arise" not in str(farkle.should_roll(50, 5))


def test_farkles_make_rolling_dearer():
    zilch = farkle.Rules.preset("zilch")
    costs = [farkle.should_roll(350, 3, farkles=k, rules=zilch).options for k in range(3)]
    rolled = [next(option.value.value for option in options if option.action == "roll") for options in costs]
    assert rolled[0] > rolled[1] > rolled[2]


def test_an_opening_makes_the_last_points_dear():
    rules = farkle.Rules(opening=500)
    assert farkle.bank_thresholds(rules, opened=False)[1] == 500
    shut, opened = (farkle.should_roll(500, 2, opened=o, rules=rules) for o in (False, True))
    assert not shut
    assert shut.margin.value > opened.margin.value  # a farkle also delays the opening


def test_piggy_back_in_both_readings():
    inherit = farkle.Rules(piggy_back="inherit")
    for n, limit in farkle.piggy_back_thresholds(inherit).items():
        assert farkle.should_piggy_back(limit, n, rules=inherit) or n == 6
        if limit >= 50:
            assert not farkle.should_piggy_back(limit - 50, n, rules=inherit)
    bonus = farkle.Rules(piggy_back="bonus")
    worth = farkle.piggy_back_value(0, 1, bonus).value
    # one die: a 1 or a 5 is hot dice with 1100 or 1050 points, and all six must be rolled again
    hot = [farkle.solve_turn(bonus).roll_value(farkle.State(points, 6)) for points in (1100, 1050)]
    assert worth == pytest.approx(sum(hot) / 6)


def test_command_line_gives_the_library_s_answer(capsys):
    advice = farkle.what_to_keep((1, 1, 5, 2, 3, 6))
    for words in (["1", "1", "5", "2", "3", "6"], ["115236"], ["115", "236"]):
        assert main(["farkle", "keep", *words]) == 0
        assert capsys.readouterr().out.rstrip() == str(advice).rstrip()
    assert main(["farkle", "keep", "115236", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == advice.to_dict()
    assert main(["farkle", "roll-again", "--turn", "450", "--dice", "2", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["action"] for row in rows] == ["bank", "roll"]
    assert float(rows[1]["cost"]) == farkle.should_roll(450, 2).margin.value


def test_odds_and_card_print_the_exact_figures(capsys):
    assert main(["farkle", "odds", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["bust"] for row in rows] == [float(farkle.bust_probability(n)) for n in range(1, 7)]
    assert main(["farkle", "card", "--rules", "facebook"]) == 0
    text = capsys.readouterr().out
    assert "always roll" in text
    for limit in farkle.bank_thresholds(farkle.Rules.preset("facebook")).values():
        assert f"{limit:,}" in text


def test_a_rules_file_works_like_the_rules(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text('preset = "zilch"\nminimum_bank = "none"\nthree_pairs = 750\n')
    rules = farkle.Rules.from_toml(path)
    assert (rules.minimum_bank, rules.three_pairs, rules.nothing_scores) == (None, 750, 500)
    assert main(["farkle", "roll-again", "--turn", "250", "--dice", "3", "--rules", str(path)]) == 0
    assert capsys.readouterr().out.rstrip() == str(farkle.should_roll(250, 3, rules=rules)).rstrip()
