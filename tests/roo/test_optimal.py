"""The fewest turns against plain breadth-first search over every row of actions, with every card told apart."""

from collections import Counter
from itertools import permutations

import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.roo.ending import is_complete
from tabletop_odds.roo.moving import actions, discarded, draw_pile, moved
from tabletop_odds.roo.optimal import (
    best_discard,
    fewest_turns,
    quickest_actions,
    turns_to_place,
    turns_to_place_distribution,
)
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State, number_of, sorted_cards


def after(side, action, rules):
    """Every side that an action can lead to, the ended games left out."""
    if not action.card:
        return [side]
    if action.cell is not None:
        return [moved(side, action, rules)]
    sides = [discarded(side, action.card, drawn, rules) for drawn in draw_pile(side, action.card)[0]]
    return [one for one in sides if one.pile or rules.pile_out == "reshuffle"]


def brute_force(side, rules, most):
    """The fewest turns by trying all of them; None where it takes more than `most`, or cannot be."""
    seen, now = {side}, {side}
    for turns in range(most + 1):
        if any(is_complete(one, rules) for one in now):
            return turns
        now = {then for one in now for action in actions(one, rules) for then in after(one, action, rules)} - seen
        seen |= now
        if not now:
            return None
    return None


@st.composite
def sides(draw, rules, live):
    """Any side in which the targets and other cards, so many in all, are not discarded: on a cell, in hand or pile."""
    shuffled = draw(st.permutations(rules.cards))
    targets = tuple(shuffled[: len(rules.target_cells)])
    cells = iter(draw(st.permutations(range(rules.size**2))))
    board = [""] * rules.size**2
    rest = {"hand": [], "pile": [], "discards": list(shuffled[live:])}
    for card in shuffled[:live]:
        place = draw(st.sampled_from(["board", "board", "hand", "pile"]))
        if place == "board":
            board[next(cells)] = card
        else:
            rest[place].append(card)
    hand, pile, discards = (sorted_cards(rest[name]) for name in ("hand", "pile", "discards"))
    return Side(tuple(board), hand, pile, targets, discards)


READINGS = [
    {},
    {"slide": False},
    {"jump": True},
    {"entry": "free"},
    {"entry": "origin"},
    {"discard": "only_stuck"},
    {"pile_out": "reshuffle"},
    {"hand_limit": 2},
]


def held_against_brute_force(rules, live, examples):
    @settings(max_examples=examples)
    @given(sides(rules, live))
    def check(side):
        assert fewest_turns(side, rules) == brute_force(side, rules, 60)

    check()


@cases("options", READINGS)
def test_every_row_of_actions_on_the_smallest_board(options):
    held_against_brute_force(Rules.small(2, **options), 4, 10)


@pytest.mark.slow
@pytest.mark.parametrize("options", READINGS[:6], ids=str)
@pytest.mark.parametrize("cells", [((0, 1), (1, 2)), ((0, 0), (1, 1))])
def test_every_row_of_actions_of_four_cards_on_three_by_three(options, cells):
    held_against_brute_force(Rules.small(3, target_cells=cells, **options), 4, 8)


def test_quickest_actions_are_legal_and_complete():
    rules = Rules()
    text = "R3 . . . / . B4 . . / . . G1 . / . . . .; hand B1 G4 Y2 R1; targets R3 B4 G1; discards B2"
    side = State.parse("> " + text, Rules(players=1)).side
    plan = quickest_actions(side, rules)
    for action in plan:
        assert action in actions(side, rules)
        assert action.cell is not None  # nothing is to be drawn here
        side = moved(side, action, rules)
    assert is_complete(side, rules)


def test_cited_every_triple_takes_three_turns():
    (row,) = (row for row in oracles.published("roo_odds.csv") if row["what"] == "triples_placed_in")
    law = turns_to_place_distribution()
    assert law.weights == {int(row["argument"]): int(row["figure"])}
    assert law.rest == 0


def test_cited_a_four_never_lands_from_an_origin():
    (row,) = (row for row in oracles.published("roo_odds.csv") if row["what"] == "sets_never_placed")
    law = turns_to_place_distribution(Rules(entry="origin"))
    assert law.rest == 6 * int(row["figure"])


@pytest.mark.parametrize(
    "options", [{"target_cells": ((0, 0), (0, 2))}, {"target_cells": ((1, 1), (2, 2)), "slide": False}], ids=str
)
def test_sets_of_targets_by_brute_force(options):
    rules = Rules.small(3, **options)
    counts = Counter()
    for targets in permutations(rules.cards, 2):
        side = Side(("",) * 9, sorted_cards(targets), (), targets)
        counts[brute_force(side, rules, 60)] += 1
        assert turns_to_place(targets, rules) == brute_force(side, rules, 60)
    law = turns_to_place_distribution(rules)
    assert law.rest == counts.pop(None, 0)
    assert law.weights == counts


def test_colours_do_not_matter():
    rules = Rules(target_cells=((0, 0), (0, 1), (1, 1)))
    turns = {}
    for targets in permutations((*rules.cards[:2], *rules.cards[4:7]), 3):
        turns.setdefault(tuple(map(number_of, targets)), set()).add(turns_to_place(targets, rules))
    assert all(len(found) == 1 for found in turns.values())


@pytest.mark.parametrize(
    ("text", "card"),
    [
        (". . . / . . . / . . .; hand R1 B3; targets R1 G2", "B3"),  # never a target
        (". . . / . . . / . . .; hand R1 B3; targets B3 R1", "B3"),  # both are: B3 has fewer cells of its colour
        ("R3 R2 . / . . . / G1 . .; hand R1 B3 G2; targets G2 G3", "B3"),  # R1 still fits (1,0)
        (". . . / . B3 . / . . .; hand R1 R3 G3; targets R3 G3", "R1"),  # fits two cells, but is no target
    ],
)
def test_best_discard(text, card):
    assert best_discard(State.parse(text, Rules.small(3)).side, Rules.small(3)) == card


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: turns_to_place(("R1", "B2")), "3 different cards are needed"),
        (lambda: turns_to_place(("R1", "B2", "B2")), "3 different cards are needed"),
        (lambda: turns_to_place(("R1", "B2", "B5")), "card 'B5' must be one of R1 to Y4"),
        (lambda: best_discard(Side(("",) * 16, ("R1",), (), ("R1", "R2", "R3"))), "no card may be discarded"),
    ],
)
def test_refusals(call, named):
    with pytest.raises(ValueError, match=named):
        call()
