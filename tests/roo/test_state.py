"""States as text: read back as written, drawn, and refused in one clear line."""

from random import Random

import roo_oracle as oracle
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from roo_states import random_state, rule_sets

from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State, card_order, sorted_cards

ALONE = Rules(players=1)
BOARD = ". R2 . . / . . . . / . . . Y4 / . . . ."
TEXT = f"> {BOARD}; hand B1 G4; targets R2 B1 G3; discards Y1"


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_a_state_is_read_back_as_it_was_written(rules, seed):
    state = random_state(rules, Random(seed))
    text = str(state)
    assert "\n" not in text
    assert State.parse(text, rules) == state
    assert str(State.parse(text, rules)) == text


def test_the_parts_of_a_text():
    side = State.parse(TEXT, ALONE).side
    assert {i: card for i, card in enumerate(side.board) if card} == {1: "R2", 11: "Y4"}
    assert (side.hand, side.targets, side.discards) == (("B1", "G4"), ("R2", "B1", "G3"), ("Y1",))
    assert len(side.pile) == 11
    assert set(side.pile) == oracle.deck(4) - {"R2", "Y4", "B1", "G4", "Y1"}


def test_who_acts_in_which_round():
    other = f"{BOARD}; hand B1; targets R2 B1 G3"
    state = State.parse(f"{other} | > {other}; round 7; last round")
    assert (state.player, state.round, state.last_round) == (1, 6, True)
    assert state.side is state.sides[1]
    assert str(state).endswith("; round 7; last round")
    assert State.parse(f"> {other} | {other}") == State.parse(f"> {other} | {other}; round 1")


@cases(
    "text",
    [
        TEXT.removeprefix("> "),
        TEXT.lower(),
        TEXT.replace("/", "\n/\n"),
        TEXT.replace("B1 G4", "G4, B1"),
        TEXT.replace("; targets", ";;targets"),
        f"> {BOARD}; discards Y1; targets R2 B1 G3; hand G4 B1",
    ],
)
def test_texts_that_mean_the_same(text):
    assert State.parse(text, ALONE) == State.parse(TEXT, ALONE)


def test_a_picture():
    state = State.parse(f"{TEXT} | {BOARD}; hand -; targets R2 B1 G3")
    assert state.picture().splitlines() == [
        ">  . R2  .  .",
        "   .  .  .  .",
        "   .  .  . Y4",
        "   .  .  .  .",
        "  hand B1 G4, targets R2 B1 G3, pile 11",
        "   . R2  .  .",
        "   .  .  .  .",
        "   .  .  . Y4",
        "   .  .  .  .",
        "  hand -, targets R2 B1 G3, pile 14",
    ]


def test_the_order_of_cards():
    deck = ALONE.cards
    assert sorted_cards(deck[::-1]) == deck
    assert [card_order(card) for card in deck] == sorted(card_order(card) for card in deck)


def test_states_are_keys():
    assert {State.parse(TEXT, ALONE): 1}[State.parse(TEXT, ALONE)] == 1
    assert len(Side().board) == 16


@cases(
    ("text", "named"),
    [
        (7, ["7", "a text is needed"]),
        ("", ["4 rows of 4"]),
        ("> . . / . .; targets R1 R2 R3", ["4 rows of 4"]),
        (TEXT.replace(" . . Y4", " . Y4"), ["4 rows of 4"]),
        (TEXT.replace("Y4", "Y5"), ["'Y5'", "R1 to Y4"]),
        (TEXT.replace("Y4", "4"), ["'4'", "R1 to Y4"]),
        (TEXT.replace("G4", "Y4"), ["Y4 is there twice", "RO-1"]),
        (TEXT.replace("G4", "R2"), ["R2 is there twice"]),
        (TEXT.replace("G4", "Y1"), ["Y1 is there twice"]),
        (TEXT.replace(" G3", ""), ["3 different targets", "RO-2"]),
        (TEXT.replace("G3", "B1"), ["3 different targets"]),
        (TEXT.replace("targets", "goals"), ["'goals'", "hand, targets, discards"]),
        (TEXT + "; hand R1", ["'hand'", "each once"]),
        (TEXT + "; round 0", ["round", "1 to 60", "0"]),
        (TEXT + "; round 61", ["round", "1 to 60", "61"]),
        (TEXT + "; round x", ["round 'x'", "round 7"]),
        (TEXT + "; last turn", ["last 'turn'", "last round"]),
        (f"{TEXT} | {TEXT}", ["2 sides", "players=1"]),
    ],
)
def test_texts_that_are_refused(text, named):
    oracle.refused(lambda: State.parse(text, ALONE), named)


def test_who_acts_is_said_once():
    side = TEXT.removeprefix("> ")
    oracle.refused(lambda: State.parse(f"{side} | {side}"), ['">"', "the one to act"])
    oracle.refused(lambda: State.parse(f"{TEXT} | {TEXT}"), ['">"', "the one to act"])
    oracle.refused(lambda: State.parse(TEXT), ["1 sides", "players=2"])


def test_r13_a_hand_beyond_the_limit():
    text = f"{BOARD}; hand B1 B2 B3 B4 G1 G2; targets R2 B1 G3"
    assert len(State.parse(text, ALONE).side.hand) == 6
    oracle.refused(lambda: State.parse(text, Rules(players=1, hand_limit=5)), ["a hand of 6", "hand_limit=5", "R13"])
