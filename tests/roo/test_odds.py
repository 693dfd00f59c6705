"""The race law against every order of the pile, and against races played by the rules."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import oracles
import pytest
import roo_race_oracle as oracle
from cases import cases

from tabletop_odds.roo.ending import is_complete
from tabletop_odds.roo.odds import (
    completion_probability,
    deal_completion_probability,
    deal_turns_distribution,
    expected_turns,
    race_law_holds,
    race_of,
    turns_distribution,
)
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import State

ALONE3 = Rules.small(3)


def turns_needed(places, pile, unplaced, anew=False):
    """Turn by turn, with the unseen targets at these places of the pile; None where the last card comes too late."""
    turns, drawn, placed, held = 0, 0, 0, unplaced - len(places)
    while placed < unplaced:
        turns += 1
        if held:
            placed, held = placed + 1, held - 1
        elif drawn == pile:
            return None
        else:
            drawn += 1
            held += drawn in places
        if placed < unplaced and drawn == pile and not anew:
            return None
    return turns


@cases("pile_out", ["any", "reshuffle"])
@cases("pile", range(1, 8))
def test_the_law_counts_the_places_of_the_unseen_targets(pile, pile_out):
    rules = Rules(pile_out=pile_out)
    for unplaced in range(4):
        for unseen in range(min(unplaced, pile) + 1):
            found = [
                turns_needed(places, pile, unplaced, pile_out == "reshuffle")
                for places in combinations(range(1, pile + 1), unseen)
            ]
            for turns in range(pile + 5):
                within = Fraction(sum(t is not None and t <= turns for t in found), len(found))
                assert completion_probability(pile, unseen, unplaced, turns, rules) == within
            law = turns_distribution(pile, unseen, unplaced, rules)
            assert law.fraction("above") == Fraction(found.count(None), len(found))
            assert all(law.fraction(t) == Fraction(found.count(t), len(found)) for t in range(pile + 4))


def test_the_line_of_the_design():
    assert completion_probability(pile=11, unseen=3, unplaced=3, turns=10) == Fraction(7, 33)


def test_from_the_deal_every_place_of_the_targets_in_the_deck():
    rules = Rules()
    found = []
    for places in combinations(range(16), 3):
        unseen = tuple(place - 4 for place in places if place >= 5)  # the first five are the hand
        found.append(turns_needed(unseen, 11, 3))
    law = deal_turns_distribution(rules)
    assert len(found) == comb(16, 3)
    assert law.fraction("above") == Fraction(found.count(None), 560)
    assert {t: law.fraction(t) for t in law.weights} == {t: Fraction(found.count(t), 560) for t in set(found) - {None}}
    assert all(deal_completion_probability(t) == law.at_most(t) for t in range(1, 14))


def test_races_by_the_rules_take_the_turns_of_the_law():
    side = State.parse(". . . / . . R1 / . . .; hand B1 B2 G1; targets R3 B2; discards R2", ALONE3).side
    race = race_of(side, ALONE3)
    assert race == (4, 1, 2)
    ends = [oracle.race_game(State((side,)), (order,), ALONE3) for order in permutations(side.pile)]
    law = turns_distribution(*race)
    for turns in range(1, 9):
        count = sum(is_complete(end.sides[0], ALONE3) and rounds == turns for end, rounds in ends)
        assert law.fraction(turns) == Fraction(count, len(ends))


def cited(what):
    return {row["argument"]: row for row in oracles.published("roo_odds.csv") if row["what"] == what}


def test_cited_figures():
    ways = cited("completion_ways")
    assert set(ways) == {str(t) for t in range(3, 14)}
    for turns, row in ways.items():
        assert 560 * deal_completion_probability(int(turns)) == int(row["figure"])
    law = deal_turns_distribution(Rules(players=1))
    assert oracles.agrees(law.fraction("above"), cited("never")[""])
    assert oracles.agrees(expected_turns(law), cited("mean_turns")[""])


def test_a_capped_game_ends_the_race():
    capped = Rules(max_rounds=8)
    assert deal_completion_probability(60, capped) == deal_completion_probability(8)
    assert deal_turns_distribution(capped).cap == 8
    assert deal_turns_distribution(capped).fraction("above") == 1 - deal_completion_probability(8)


@cases(
    ("options", "holds"),
    [
        ({}, True),
        ({"layout": "latin"}, True),
        ({"slide": False}, True),
        ({"entry": "free", "target_cells": ((0, 0), (1, 1), (2, 2))}, True),
        ({"entry": "origin"}, False),
        ({"target_cells": ((0, 0), (1, 3), (3, 2))}, False),  # a 2 never enters a corner
        ({"target_cells": ((0, 1), (1, 1), (3, 2))}, False),  # nor a 4 an inner cell
        ({"target_cells": ((0, 1), (0, 2), (3, 0))}, False),
        ({"target_cells": ((0, 1), (3, 1), (3, 2))}, False),  # a 4 has one way to each of two cells of a column
        ({"target_cells": ((0, 1), (3, 1), (3, 2)), "jump": True}, True),
        ({"targets": "home"}, False),
        ({"discard": "only_stuck"}, False),
        ({"hand_size": 2}, False),
        ({"hand_size": 3}, True),
    ],
)
def test_where_the_law_holds(options, holds):
    rules = Rules(**options)
    assert race_law_holds(rules) == holds
    if not holds:
        with pytest.raises(ValueError, match="the race law does not hold from the deal"):
            deal_turns_distribution(rules)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("R2 . . / . . . / . . .; hand B1 B3; targets R2 G1", "R2 is neither in the hand"),
        (". . . / . . . / . . .; hand B1 B3; targets R2 G1; discards R2", "R2 is neither in the hand"),
        (". . . / . . . / . . .; hand R2; targets R2 G1", "1 targets to draw and 0 other cards"),
        (". . R1 / . G3 . / R3 . .; hand B3 B1; targets B2 B3", "B3 has no free way"),
    ],
)
def test_sides_that_are_no_plain_race(text, named):
    side = State.parse(text, ALONE3).side
    with pytest.raises(ValueError, match=named):
        race_of(side, ALONE3)


def test_a_target_sets_out_from_an_empty_cell():
    """Under `entry="origin"` the card on the cell that another sets out from goes to the hand, and must come again."""
    rules = Rules(players=1, entry="origin", target_cells=((0, 1), (3, 1)))
    text = ". . . . / . . . . / . . . . / . G1 . .; hand R3 B1 B2 Y1; targets R3 G1"  # the one way is from 3,1
    with pytest.raises(ValueError, match="R3 has no free way"):
        race_of(State.parse(text, rules).side, rules)
    assert race_of(State.parse(text.replace("R3", "R2"), rules).side, rules) == (11, 0, 1)  # from 2,1 or 0,3


@cases(
    ("numbers", "named"),
    [
        ((17, 0, 1, 3), "pile must be a whole number from 0 to 16"),
        ((5, 3, 2, 3), "unseen must be a whole number from 0 to 2"),
        ((1, 2, 3, 3), "unseen must be a whole number from 0 to 1"),
        ((5, 1, 4, 3), "unplaced must be a whole number from 0 to 3"),
        ((5, 1, 2, -1), "turns must be a whole number from 0"),
        ((5.0, 1, 2, 1), "pile must be a whole number"),
    ],
)
def test_numbers_out_of_range(numbers, named):
    with pytest.raises(ValueError, match=named):
        completion_probability(*numbers)


def test_no_race_has_no_mean():
    never = turns_distribution(1, 1, 1)
    assert never.fraction("above") == 1
    with pytest.raises(ValueError, match="no race completes"):
        expected_turns(never)


def test_complete_already():
    assert completion_probability(0, 0, 0, 0) == 1
    assert turns_distribution(4, 0, 0).fraction(0) == 1
