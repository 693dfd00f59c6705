"""RO-3, RO-4 and R2, R4, R7, R10, R13, R15, R16: what a turn may do, by examples and against a second reading."""

from random import Random

import pytest
import roo_oracle as oracle
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st
from roo_states import OPTIONS, random_side, rule_sets

from tabletop_odds.roo.dealing import dealt_side
from tabletop_odds.roo.moving import PASS, Action, actions, can_draw, discarded, draw_pile, moved
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State
from tabletop_odds.streams import Stream

EMPTY = ". . . . / . . . . / . . . . / . . . ."


def side(board, rest="", rules=None):
    """One player's side; the targets, where they do not matter, are those of no card in play."""
    rules = rules or Rules(players=1)
    return State.parse(f"{board}; targets G2 G3 G4{rest and f'; {rest}'}", rules).side


def cells(card, board, rest, **options):
    """Where a card can go."""
    rules = Rules(players=1, **options)
    return {action.cell for action in actions(side(board, rest, rules), rules) if action.card == card and action.cell}


# RO-3, RO-4, R2, R3: coming in over an edge


@pytest.mark.parametrize(
    ("card", "barred"),
    [
        ("R1", {(1, 1), (1, 2), (2, 1), (2, 2)}),  # 1: the border
        ("R2", {(0, 0), (0, 3), (3, 0), (3, 3)}),  # 2 and 3: all but the corners
        ("R3", {(0, 0), (0, 3), (3, 0), (3, 3)}),
        ("R4", {(1, 1), (1, 2), (2, 1), (2, 2)}),  # 4: the far border
    ],
)
def test_r2_r3_a_hand_card_comes_in_over_any_edge(card, barred):
    assert cells(card, EMPTY, f"hand {card}") == set(Rules().cells) - barred


def test_r5_every_number_reaches_the_target_cells():
    for card in ("R1", "R2", "R3", "R4"):
        assert cells(card, EMPTY, f"hand {card}") >= set(Rules().target_cells)


def test_ro_4_the_cells_before_the_landing_cell_are_empty():
    board = ". . . . / Y1 . . . / . . . . / . . . ."
    assert (1, 3) not in cells("R4", board, "hand R4")  # from the left, over Y1
    assert (1, 0) in cells("R4", board, "hand R4")  # from the right, on to it
    assert (1, 3) in cells("R4", board, "hand R4", jump=True)
    assert cells("R4", "B1 B2 B3 B4 / Y1 . . Y2 / G1 . . Y3 / R1 R2 R3 Y4", "hand R4") == set()


def test_ro_4_a_slide_over_a_card():
    board = "R2 Y1 . . / . . . . / . . . . / . . . ."
    assert cells("R2", board, "hand B1") == {(2, 0)}
    assert cells("R2", board, "hand B1", jump=True) == {(2, 0), (0, 2)}


def test_ro_4_the_card_on_the_landing_cell_goes_to_the_hand():
    rules = Rules(players=1)
    start = side("R2 . Y1 . / . . . . / . . . . / . . . .", "hand B1", rules)
    after = moved(start, Action("R2", (0, 2), (0, 0)), rules)
    assert after == side(". . R2 . / . . . . / . . . . / . . . .", "hand B1 Y1", rules)
    after = moved(start, Action("B1", (0, 0)), rules)
    assert after == side("B1 . Y1 . / . . . . / . . . . / . . . .", "hand R2", rules)


def test_the_source_s_examples():
    """A 3 goes three cells up, down, left or right; a blue 2 takes the red 1 two cells above it."""
    assert cells("B3", "B3 . . . / . . . . / . . . . / . . . .", "") == {(0, 3), (3, 0)}
    board = ". R1 . . / . . . . / . B2 . . / . . . ."
    assert (0, 1) in cells("B2", board, "hand Y1")
    rules = Rules(players=1)
    after = moved(side(board, "", rules), Action("B2", (0, 1), (2, 1)), rules)
    assert (after.board[1], after.board[9], after.hand) == ("B2", "", ("R1",))


def test_r3_a_4_never_slides():
    assert cells("R4", "R4 . . . / . . . . / . . . . / . . . .", "hand B1") == set()


# the options of R2


def test_r2_slide_false():
    assert cells("R1", "R1 . . . / . . . . / . . . . / . . . .", "hand B1", slide=False) == set()


def test_r2_free_is_any_empty_cell():
    board = "R1 . . . / . . . . / . B1 . . / . . . ."
    assert cells("G4", board, "hand G4", entry="free") == set(Rules().cells) - {(0, 0), (2, 1)}


def test_r2_origin_takes_the_card_of_the_cell_it_sets_out_from():
    rules = Rules(players=1, entry="origin")
    start = side("R1 . B1 . / . . . . / . . . . / . . . .", "hand Y2", rules)
    action = Action("Y2", (0, 2), (0, 0))
    assert action in actions(start, rules)
    assert str(action) == "Y2 from 0,0 to 0,2"
    assert moved(start, action, rules) == side(". . Y2 . / . . . . / . . . . / . . . .", "hand R1 B1", rules)
    blocked = side("R1 G1 . . / . . . . / . . . . / . . . .", "hand Y2", rules)
    assert action not in actions(blocked, rules)


def test_r2_origin_a_4_never_lands():
    rules = Rules(players=1, entry="origin")
    assert actions(side(EMPTY, "hand R4", rules), rules) == (Action("R4"),)


# RO-3, R7, R10, R15, R16: discards


def test_ro_3_discard_one_and_draw_one():
    rules = Rules.small(2)
    start = Side(("", "", "", ""), ("R1",), ("R2", "B1"), ("R2",), ("B2",))
    assert Action("R1") in actions(start, rules)
    assert discarded(start, "R1", "B1", rules) == Side(("", "", "", ""), ("B1",), ("R2",), ("R2",), ("R1", "B2"))


def test_r7_only_stuck():
    full = "B1 B2 B3 B4 / Y1 . . Y2 / G3 . . Y3 / R1 R2 R3 Y4"
    rules = Rules(players=1, discard="only_stuck")
    found = actions(side(full, "hand R4 G1", rules), rules)
    assert [action.card for action in found if action.cell is None] == ["R4"]
    assert len([action for action in actions(side(full, "hand R4 G1"), Rules()) if action.cell is None]) == 2


@pytest.mark.parametrize("pile_out", ["any", "all"])
def test_r10_an_empty_pile_gives_nothing(pile_out):
    rules = Rules.small(2, pile_out=pile_out)
    start = Side(("", "B1", "", ""), ("R2",), (), ("R2",), ("R1", "B2"))
    assert not can_draw(start, rules)
    assert all(action.cell for action in actions(start, rules))


def test_r10_own_only_who_has_no_pile_passes():
    rules = Rules.small(2, pile_out="own_only")
    assert actions(Side(("", "B1", "", ""), ("R2",), (), ("R2",), ("R1", "B2")), rules) == (PASS,)
    assert len(actions(Side(("", "B1", "", ""), ("R2",), ("B2",), ("R2",), ("R1",)), rules)) > 1


def test_r15_reshuffle():
    rules = Rules.small(2, pile_out="reshuffle")
    start = Side(("", "B1", "", ""), ("R2",), (), ("R2",), ("R1", "B2"))
    assert Action("R2") in actions(start, rules)
    assert draw_pile(start, "R2") == (("R1", "R2", "B2"), ())
    assert discarded(start, "R2", "B2", rules) == Side(("", "B1", "", ""), ("B2",), ("R1", "R2"), ("R2",), ())


def test_r16_an_empty_hand_moves_board_cards_only_or_passes():
    rules = Rules.small(2)
    assert actions(Side(("R1", "", "", ""), (), ("R2",), ("R2",), ("B1", "B2")), rules) == (
        Action("R1", (0, 1), (0, 0)),
        Action("R1", (1, 0), (0, 0)),
    )
    assert actions(Side(("R2", "", "", ""), (), ("R1",), ("R2",), ("B1", "B2")), rules) == (PASS,)
    assert str(PASS) == "pass"


def test_r13_hand_limit():
    board = "R1 B1 . . / . . . . / . . . . / . . . ."
    assert cells("R1", board, "hand Y1 Y2 Y3 Y4 G1") == {(0, 1), (1, 0)}
    assert cells("R1", board, "hand Y1 Y2 Y3 Y4 G1", hand_limit=5) == {(1, 0)}
    assert (0, 1) in cells("Y1", board, "hand Y1 Y2 Y3 Y4 G1", hand_limit=5)  # one out, one in


# what is not there


def test_cards_that_are_not_there():
    rules = Rules.small(2)
    start = Side(("R1", "", "", ""), ("R2",), ("B1", "B2"), ("R2",))
    oracle.refused(lambda: moved(start, Action("B1", (0, 0)), rules), ["'B1'", "hand R2"])
    oracle.refused(lambda: moved(start, Action("R2"), rules), ["discard R2", "no move"])
    oracle.refused(lambda: discarded(start, "R1", "B1", rules), ["'R1'", "hand R2"])
    oracle.refused(lambda: discarded(start, "R2", "R1", rules), ["'R1'", "B1 B2"])


# against the second reading


def agrees(side, rules, luck):
    """The same choices, each of them once, and some of them with the same effect."""
    board, hand, pile, discards = oracle.spread(side, rules)
    found = actions(side, rules)
    assert len(set(found)) == len(found)
    assert set(found) == oracle.choices(board, hand, pile, rules), (rules, side)
    for action in luck.sample(found, min(9, len(found))):
        if action.cell:
            after = oracle.spread(moved(side, action, rules), rules)
            assert after == (*oracle.moved(board, hand, action), pile, discards), (rules, side, action)
    for card in [action.card for action in found if action.card and not action.cell][:2]:
        for drawn, cards in oracle.discarded(hand, pile, discards, card).items():
            after = oracle.spread(discarded(side, card, drawn, rules), rules)
            assert after == (board, *cards), (rules, side, card, drawn)


@cases("options", OPTIONS)
def test_actions_agree_with_a_second_reading_for_every_option(options):
    rules, luck = Rules(**options), Random(str(options))
    for _ in range(8):
        agrees(random_side(rules, luck), rules, luck)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_actions_agree_with_a_second_reading_for_any_options(rules, seed):
    luck = Random(seed)
    agrees(random_side(rules, luck), rules, luck)


@pytest.mark.slow
@settings(max_examples=500)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_actions_agree_with_a_second_reading_thousands_of_times(rules, seed):
    luck = Random(seed)
    alone = Rules(**luck.choice(OPTIONS))
    for any_rules in (rules, rules, alone, alone):
        agrees(random_side(any_rules, luck), any_rules, luck)


@settings(max_examples=50)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_cards_are_conserved_in_random_play(rules, seed):
    """Board, hand, pile and discards are the deck; hand and board together stay as many as they were."""
    luck = Random(seed)
    side, order = dealt_side(rules, Stream.of(seed, 0))
    assert sorted(order) == sorted(side.pile)
    in_play = len(side.hand) + sum(map(bool, side.board))
    for _ in range(10):
        action = luck.choice(actions(side, rules))
        if action.cell:
            side = moved(side, action, rules)
        elif action.card:
            side = discarded(side, action.card, luck.choice(draw_pile(side, action.card)[0]), rules)
        cards = [*filter(None, side.board), *side.hand, *side.pile, *side.discards]
        assert sorted(cards) == sorted(rules.cards)
        assert len(side.hand) + sum(map(bool, side.board)) == in_play
        assert rules.hand_limit is None or len(side.hand) <= rules.hand_limit
