"""Which deals can be completed: cited figures, every play tried on 2x2 and 3x3 boards, and plays shown on 4x4."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import perm
from random import Random

import oracles
import pytest
import roo_oracle as oracle
from cases import cases
from roo_states import OPTIONS

from tabletop_odds.roo.completable import cells_reached, completable_share, is_completable, warning
from tabletop_odds.roo.rules import Rules

CORNERS, MIDDLE, CROWDED = ((0, 0), (0, 3), (3, 3)), ((1, 1), (1, 2), (2, 2)), ((0, 0), (0, 1), (1, 0))
CELLS = {
    2: [((0, 1),), ((0, 1), (1, 0)), ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0))],
    3: [((0, 1),), ((1, 1),), ((0, 0),), ((0, 1), (1, 2)), ((0, 0), (2, 2)), ((1, 1), (0, 1))],
    4: [Rules().target_cells, CORNERS, MIDDLE, CROWDED],
}


def answer(revealed, rules):
    """Whether the deal with these revealed cards can be completed, by the library."""
    board, targets = oracle.starts(revealed, rules)
    where = {card: cell for cell, card in board.items()}
    return is_completable(tuple(int(card[1]) for card in targets), tuple(where.get(card) for card in targets), rules)


def readings(size, hands):
    """Every reading that matters, of a size: the cells, R1, R2, R4, the hand and its limit."""
    places = product(CELLS[size], ("marked", "literal", "home", "rotated"), ("edge", "free", "origin"))
    bools = product((True, False), (False, True), hands, (False, True))
    for (cells, targets, entry), (slide, jump, hand, limit) in product(places, bools):
        if hand < size**2 - (0 if targets == "marked" else len(cells)):
            yield Rules(
                players=1, size=size, hand_size=hand, hand_limit=hand if limit else None, target_cells=cells,
                targets=targets, entry=entry, slide=slide, jump=jump,
            )  # fmt: skip


# cited figures


def test_shares_as_cited():
    read = {row["what"]: row for row in oracles.published("roo_rules.csv")}
    assert perm(len(Rules().cards), 3) == int(read["deals"]["figure"])
    assert completable_share() == int(read["completable_share"]["figure"])
    origin = Rules(entry="origin")
    assert oracles.agrees(1 - completable_share(origin), read["incompletable_share"])
    assert (1 - completable_share(origin)) * 560 == int(read["incompletable_triples"]["figure"])
    assert sum(any(card[1] == "4" for card in triple) for triple in combinations(origin.cards, 3)) == 340


# by hand


@cases(
    ("options", "share"),
    [
        ({"target_cells": ((0, 0),)}, Fraction(3, 4)),  # a 3 never gets into a corner
        ({"target_cells": ((0, 0),), "slide": False}, Fraction(1, 2)),  # nor a 2 that cannot slide there
        ({"target_cells": ((1, 1),)}, Fraction(3, 4)),  # a 4 never leaves the border
        ({"target_cells": ((1, 1),), "slide": False}, Fraction(1, 2)),  # nor a 1
        ({"target_cells": CORNERS}, Fraction(perm(12, 3), perm(16, 3))),
        ({"target_cells": CORNERS, "entry": "free"}, Fraction(1)),
        ({"entry": "free", "slide": False, "targets": "rotated"}, Fraction(0)),  # nothing is ever captured
        ({"entry": "free", "slide": False, "targets": "home"}, Fraction(1, 3360)),  # all three are there already
        ({"targets": "literal", "entry": "origin"}, Fraction(1)),
        ({"hand_size": 2}, Fraction(0)),  # as many cards in play as in the first hand
        ({"hand_size": 2, "targets": "rotated"}, Fraction(1)),
    ],
)
def test_shares_by_hand(options, share):
    assert completable_share(Rules(**options)) == share


@pytest.mark.parametrize(("hand_size", "expected"), [(1, False), (2, True)])
def test_where_nothing_slides_each_lift_takes_a_card(hand_size, expected):
    """Red and green 1 start in (0, 0) and (0, 2), off their cells; a card that lifts one stays where it landed."""
    rules = Rules(targets="home", slide=False, hand_size=hand_size, target_cells=((0, 1), (3, 3)))
    assert answer(("R1", "G1"), rules) is expected


@pytest.mark.slow
@cases("options", OPTIONS)
def test_a_share_and_a_warning_for_every_option(options):
    rules = Rules(**options)
    share, said = completable_share(rules), warning(rules)
    assert 0 <= share <= 1
    assert (said is None) == (share == 1)
    assert said is None or "\n" not in said


def test_warnings():
    assert warning() is None
    assert warning(Rules(entry="origin")) == "under these rules 60.71 % of deals cannot be completed"
    assert warning(Rules(hand_size=1)) == "under these rules no deal can be completed"
    oracle.refused(lambda: completable_share("two"), ["'two'", "a Rules is needed"])


# which cells each number reaches


@cases("entry", ["edge", "free", "origin"])
@cases("slide", [True, False])
@cases("size", [2, 3, 4])
def test_cells_reached_agree_with_a_second_reading(entry, slide, size):
    rules = Rules(size=size, entry=entry, slide=slide, hand_size=1, target_cells=((0, 1),))
    for number in rules.numbers:
        reach = cells_reached(number, rules)
        assert set(reach.from_hand) == {cell for cell, _ in oracle.comes_in(f"R{number}", {}, rules)}
        goals = {cell for cell in rules.cells if None in oracle.turns_alone(f"R{number}", cell, rules)}
        assert {*reach.from_hand, *reach.by_slides} == goals
        assert not {*reach.from_hand} & {*reach.by_slides}
        alone = Rules(size=size, entry=entry, slide=slide, hand_size=1, target_cells=((0, 0),))
        assert is_completable((number,), (None,), alone) == ((0, 0) in goals)


def test_a_number_that_no_card_has():
    oracle.refused(lambda: cells_reached(5), ["5", "1 to 4"])
    oracle.refused(lambda: cells_reached(4, Rules.small(3)), ["4", "1 to 3"])


# every play tried


def test_every_play_on_2x2_boards_for_some_readings():
    for rules in Random(1).sample(list(readings(2, (1, 2, 3))), 40):
        for revealed in Random(1).sample(list(permutations(rules.cards, len(rules.target_cells))), 2):
            assert answer(revealed, rules) == oracle.can_complete(revealed, rules), (revealed, rules)


@pytest.mark.slow
def test_every_play_on_2x2_boards():
    for rules in Random(2).sample(list(readings(2, (1, 2, 3))), 300):
        for revealed in permutations(rules.cards, len(rules.target_cells)):
            assert answer(revealed, rules) == oracle.can_complete(revealed, rules), (revealed, rules)


@pytest.mark.slow
def test_every_play_on_3x3_boards():
    for rules in Random(3).sample(list(readings(3, (1, 2))), 60):
        revealed = tuple(Random(str(rules)).sample(rules.cards, len(rules.target_cells)))
        assert answer(revealed, rules) == oracle.can_complete(revealed, rules, draws=False), (revealed, rules)


# 4x4: a play that completes what can be completed, and none of what cannot be


@pytest.mark.slow
def test_plays_on_4x4_boards():
    luck, shown = Random(4), 0
    for rules in luck.sample(list(readings(4, (3, 5))), 150):
        revealed = tuple(luck.sample(rules.cards, 3))
        if answer(revealed, rules):
            shown += 1
            assert any(oracle.is_shown_to_complete(revealed, rules, luck) for _ in range(12)), (revealed, rules)
        else:
            assert not oracle.is_shown_to_complete(revealed, rules, luck, most=300), (revealed, rules)
    assert shown > 50
