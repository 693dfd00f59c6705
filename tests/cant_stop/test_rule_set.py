"""The rule set itself: presets, files, names, and everything that it refuses."""

import pytest
from cant_stop_oracle import refused
from cases import cases

from tabletop_odds.cant_stop.rules import Rules, pairings, presets


def test_presets():
    assert presets() == {
        name: Rules(players=n) for name, n in (("official", 2), ("alone", 1), ("three", 3), ("four", 4))
    }
    assert Rules.preset("alone") == Rules(players=1)
    refused(lambda: Rules.preset("blue"), ["'blue'", "official, alone, three, four"])


@cases(
    ("rules", "shown"),
    [
        (Rules(), "official"),
        (Rules(players=3), "three"),
        (Rules(players=1, runners=2), "alone with runners=2"),
        (Rules(must_place="free", occupied="jump"), "official with must_place=free, occupied=jump"),
        (Rules.small(2, 1), "alone with dice_sides=2, column_lengths=(1, 3, 1)"),
    ],
)
def test_rules_print_as_the_nearest_preset_and_what_differs(rules, shown):
    assert str(rules) == shown


def test_rules_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('preset = "alone"\nrunners = 2\ncolumn_lengths = [3, 5, 3]\ndice_sides = 2\noccupied = "jump"\n')
    assert Rules.from_toml(path) == Rules.small(2, 3, runners=2, occupied="jump")
    path.write_text("")
    assert Rules.from_toml(path) == Rules()
    path.write_text("runers = 2\n")
    refused(lambda: Rules.from_toml(path), ["mine.toml", "runers", "runners"])
    path.write_text("runners = 9\n")
    refused(lambda: Rules.from_toml(path), ["mine.toml", "runners=9", "1 to 4"])


def test_whole_numbers_of_any_kind_become_plain_ones():
    numpy = pytest.importorskip("numpy")
    rules = Rules(runners=numpy.int64(2), column_lengths=numpy.array(Rules().column_lengths))
    assert rules == Rules(runners=2)
    assert repr(rules) == repr(Rules(runners=2))


def test_equal_rules_are_one_key():
    assert {Rules(column_lengths=list(Rules().column_lengths)): 1}[Rules()] == 1


@cases(
    ("options", "named"),
    [
        ({"players": 0}, ["players=0", "1 to 4"]),
        ({"players": 5}, ["players=5", "1 to 4"]),
        ({"players": 2.0}, ["players=2.0"]),
        ({"players": True}, ["players=True"]),
        ({"dice_sides": 1}, ["dice_sides=1", "2 to 6"]),
        ({"dice_sides": 7}, ["dice_sides=7", "2 to 6"]),
        ({"dice_sides": 5}, ["column_lengths=", "9 whole numbers from 1 to 30"]),
        ({"runners": 0}, ["runners=0", "1 to 4"]),
        ({"runners": 5}, ["runners=5", "1 to 4"]),
        ({"columns_to_win": 0}, ["columns_to_win=0", "1 to 5"]),
        ({"columns_to_win": 6}, ["columns_to_win=6", "1 to 5"]),
        ({"columns_to_win": 4, "players": 4}, ["columns_to_win=4", "players=4", "1 to 3"]),
        ({"column_lengths": (3,) * 10}, ["column_lengths=", "11 whole numbers"]),
        ({"column_lengths": (0,) + (3,) * 10}, ["column_lengths=", "from 1 to 30"]),
        ({"column_lengths": (31,) + (3,) * 10}, ["column_lengths=", "from 1 to 30"]),
        ({"column_lengths": (3.0,) * 11}, ["column_lengths="]),
        ({"column_lengths": "3" * 11}, ["column_lengths="]),
        ({"column_lengths": 3}, ["column_lengths=3"]),
        ({"must_place": "one"}, ["must_place='one'", "'both', 'free'"]),
        ({"must_place": None}, ["must_place=None"]),
        ({"occupied": "block"}, ["occupied='block'", "'share', 'jump', 'blocked'"]),
    ],
)
def test_rules_that_are_refused(options, named):
    refused(lambda: Rules(**options), named)


@pytest.mark.parametrize(("players", "most"), [(1, 5), (2, 5), (3, 4), (4, 3)])
def test_somebody_can_always_win(players, most):
    """With all others one column short, the columns that are left suffice for one more: 11 columns in all."""
    assert players * (most - 1) < 11
    assert Rules(players=players, columns_to_win=most).columns_to_win == most
    if most < 5:
        refused(lambda: Rules(players=players, columns_to_win=most + 1), [f"columns_to_win={most + 1}"])


@cases(("sides", "shortest"), [(1, 1), (7, 1), (2, 0), (2, 31), (3, 27)])
def test_small_boards_that_are_refused(sides, shortest):
    refused(lambda: Rules.small(sides, shortest), ["to"])


def test_rules_that_are_none_of_ours():
    refused(lambda: pairings((1, 2, 3, 4), "official"), ["rules 'official'", "a Rules is needed"])
