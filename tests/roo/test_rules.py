"""The rule set itself: what is in it (RO-1, RO-2, R1 to R14), presets, files, names, and everything that it refuses."""

import pytest
import roo_oracle as oracle
from cases import cases
from hypothesis import given
from roo_states import OPTIONS, rule_sets

from tabletop_odds.roo.rules import Rules, as_rules, presets


@pytest.mark.parametrize("size", [2, 3, 4])
def test_ro_1_a_card_of_each_number_in_each_colour(size):
    cards = Rules(size=size, target_cells=((0, 1),), hand_size=1).cards
    assert set(cards) == oracle.deck(size)
    assert len(cards) == size**2


def test_ro_1_to_r14_the_defaults():
    rules = Rules()
    assert len(rules.cards) == 16
    assert (rules.hand_size, rules.target_cells) == (5, ((0, 1), (1, 3), (3, 2)))
    assert (rules.layout, rules.targets, rules.entry, rules.discard) == ("columns", "marked", "edge", "free")
    assert (rules.slide, rules.jump, rules.finish_round) == (True, False, True)
    assert (rules.winner, rules.pile_out, rules.stop) == ("completer", "any", "automatic")
    assert (rules.max_rounds, rules.hand_limit, rules.players) == (60, None, 2)


@pytest.mark.parametrize(
    ("layout", "rows"),
    [
        ("columns", ("RBGY", "RBGY", "RBGY", "RBGY")),
        ("latin", ("RBGY", "BGYR", "GYRB", "YRBG")),
        ("quadrants", ("RRBB", "RRBB", "GGYY", "GGYY")),
        (["RRRR", "BBBB", "GGGG", "YYYY"], ("RRRR", "BBBB", "GGGG", "YYYY")),
    ],
)
def test_r6_layouts(layout, rows):
    rules = Rules(layout=layout)
    colours = [rules.colour_of(cell) for cell in rules.cells]
    assert tuple("".join(colours[i : i + 4]) for i in range(0, 16, 4)) == rows


@given(rules=rule_sets())
def test_r6_layouts_agree_with_a_second_reading(rules):
    assert {cell: rules.colour_of(cell) for cell in rules.cells} == oracle.colours(rules)


def test_presets():
    assert presets() == {name: Rules(players=n) for name, n in (("two", 2), ("alone", 1), ("three", 3), ("four", 4))}
    assert Rules.preset("alone") == Rules(players=1)
    oracle.refused(lambda: Rules.preset("five"), ["'five'", "two, alone, three, four"])


@cases(
    ("rules", "shown"),
    [
        (Rules(), "two"),
        (Rules(players=3, entry="origin", slide=False), "three with entry=origin, slide=False"),
        (Rules(players=1, hand_limit=7), "alone with hand_limit=7"),
        (Rules(layout=("RBGY",) * 4), "two with layout=(RBGY, RBGY, RBGY, RBGY)"),
        (Rules(target_cells=[[0, 0]]), "two with target_cells=((0, 0))"),
    ],
)
def test_rules_print_as_the_nearest_preset_and_what_differs(rules, shown):
    assert str(rules) == shown


@cases("options", OPTIONS)
def test_rules_print_in_one_line(options):
    assert "\n" not in str(Rules(**options))
    assert hash(Rules(**options)) == hash(Rules(**options))


def test_rules_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('preset = "alone"\nentry = "free"\ntarget_cells = [[0, 0], [1, 1]]\nhand_limit = "none"\n')
    assert Rules.from_toml(path) == Rules(players=1, entry="free", target_cells=((0, 0), (1, 1)))
    path.write_text("")
    assert Rules.from_toml(path) == Rules()
    path.write_text('entri = "free"\n')
    oracle.refused(lambda: Rules.from_toml(path), ["mine.toml", "entri", "entry"])
    path.write_text('entry = "door"\n')
    oracle.refused(lambda: Rules.from_toml(path), ["mine.toml", "'door'", "edge, free, origin"])


def test_small_rules():
    assert Rules.small(2) == Rules(players=1, size=2, hand_size=1, target_cells=((0, 1),))
    assert Rules.small(3, players=2).cards == ("R1", "R2", "R3", "B1", "B2", "B3", "G1", "G2", "G3")
    oracle.refused(lambda: Rules.small(4), ["size", "2 to 3", "4"])


def test_no_rules_means_the_default_ones():
    assert as_rules(None) == Rules()
    oracle.refused(lambda: as_rules("two"), ["'two'", "a Rules is needed"])


@cases(
    ("options", "named"),
    [
        ({"players": 0}, ["players", "1 to 4", "0"]),
        ({"players": 5}, ["players", "1 to 4", "5"]),
        ({"players": True}, ["players", "True"]),
        ({"size": 5}, ["size", "2 to 4", "5"]),
        ({"size": 2}, ["target_cells", "0 to 1"]),
        ({"hand_size": 0}, ["hand_size", "1 to 15", "0"]),
        ({"hand_size": 16}, ["hand_size", "1 to 15", "16"]),
        ({"hand_size": 13, "targets": "home"}, ["hand_size", "1 to 12", "13"]),
        ({"max_rounds": 0}, ["max_rounds", "1 to 10,000", "0"]),
        ({"hand_limit": 4}, ["hand_limit", "5 to 16", "4"]),
        ({"hand_limit": 5.0}, ["hand_limit", "5.0"]),
        ({"targets": "hidden"}, ["targets", "marked, literal, home, rotated", "'hidden'"]),
        ({"entry": "side"}, ["entry", "edge, free, origin", "'side'"]),
        ({"discard": "never"}, ["discard", "free, only_stuck", "'never'"]),
        ({"winner": "first"}, ["winner", "completer, lowest", "'first'"]),
        ({"pile_out": "none"}, ["pile_out", "any, own_only, all, reshuffle", "'none'"]),
        ({"stop": None}, ["stop", "automatic, optional", "None"]),
        ({"slide": 1}, ["slide", "True or False", "1"]),
        ({"jump": "yes"}, ["jump", "True or False", "'yes'"]),
        ({"finish_round": None}, ["finish_round", "True or False", "None"]),
        ({"target_cells": ()}, ["target_cells", "one to three", "()"]),
        ({"target_cells": "01"}, ["target_cells", "'01'"]),
        ({"target_cells": 3}, ["target_cells", "3"]),
        ({"target_cells": ((0, 4),)}, ["target_cells", "(0, 4)", "0 to 3"]),
        ({"target_cells": ((0, 1, 2),)}, ["target_cells", "(0, 1, 2)"]),
        ({"target_cells": ((0, 1), (0, 1))}, ["target_cells", "different"]),
        ({"target_cells": ((0, 0), (0, 1), (0, 2), (0, 3))}, ["target_cells", "one to three"]),
        ({"layout": "rows"}, ["layout", "columns, latin, quadrants", "'rows'"]),
        ({"layout": ("RBGY",) * 3}, ["layout", "4 rows", "RBGY"]),
        ({"layout": ("RBGX",) * 4}, ["layout", "RBGX"]),
        ({"layout": 7}, ["layout", "7"]),
        ({"layout": "quadrants", "size": 3, "target_cells": ((0, 1),)}, ["layout", "size=4", "'quadrants'"]),
    ],
)
def test_rules_that_are_refused(options, named):
    oracle.refused(lambda: Rules(**options), named)
