"""RO-5 to RO-7 and R8 to R12: who is complete, penalties, when a game is over, and who wins it."""

from fractions import Fraction
from random import Random

import roo_oracle as oracle
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from roo_states import OPTIONS, random_side, random_state, rule_sets

from tabletop_odds.roo.dealing import aims, dealt_side, start_cells
from tabletop_odds.roo.ending import is_complete, passed_on, penalty, unplaced, win_shares
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State
from tabletop_odds.streams import Stream


def game(*sides, **options):
    """A state of 2x2 boards, each given as its two rows and the hand."""
    rules = Rules.small(2, players=len(sides), target_cells=((0, 0),), hand_size=2, **options)
    texts = [f"{'> ' if seat == 0 else ''}{board}; hand {hand}; targets R2" for seat, (board, hand) in enumerate(sides)]
    return State.parse(" | ".join(texts), rules), rules


def shares(*sides, **options):
    return win_shares(*game(*sides, **options))


# RO-5, RO-6


def test_ro_5_complete_is_every_target_on_its_own_cell():
    rules = Rules()
    side = Side((*("", "R1", "", ""), *("", "", "", "B2"), *[""] * 4, *("", "", "G3", "")), targets=("R1", "B2", "G3"))
    assert is_complete(side, rules)
    swapped = Side(side.board, targets=("B2", "R1", "G3"))
    assert unplaced(swapped, rules) == ("B2", "R1")
    assert not is_complete(swapped, rules)


def test_ro_6_penalty_by_layout():
    """Four cards on the first row: by columns R B G Y, latin the same, in quadrants R R B B."""
    board = ("R1", "B1", "G1", "R2") + ("",) * 12
    for layout, expected in (("columns", 1), ("latin", 1), ("quadrants", 3), (("YYYY",) * 4, 4)):
        assert penalty(Side(board, ("Y1", "Y2")), Rules(layout=layout)) == 2 + expected
    assert penalty(Side(), Rules()) == 0


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_completeness_and_penalty_agree_with_a_second_reading(rules, seed):
    side = random_side(rules, Random(seed))
    board, hand, *_ = oracle.spread(side, rules)
    assert penalty(side, rules) == oracle.penalty(board, hand, rules)
    done = Side(board=tuple(board.get(cell, "") for cell in rules.cells), targets=side.targets)
    assert is_complete(done, rules) == oracle.is_complete(board, side.targets, rules)


# RO-7, R8: who wins


def test_r8_the_only_complete_player_wins_whatever_the_penalty():
    assert shares(("R2 R1 / B2 B1", "-"), (". . / . .", "B1")) == (1, 0)
    assert shares(("R2 R1 / B2 B1", "-"), (". . / . .", "B1"), winner="lowest") == (0, 1)


def test_r8_both_complete_the_lower_penalty_wins_and_equal_ones_share():
    assert shares(("R2 . / . .", "B1"), ("R2 . / . .", "B1 B2")) == (1, 0)
    assert shares(("R2 . / . .", "B1"), ("R2 . / . .", "B2")) == (Fraction(1, 2),) * 2


def test_ro_7_nobody_complete_the_lowest_wins():
    assert shares((". . / . .", "B1"), (". B2 / R1 .", "-")) == (0, 1)
    assert shares((". . / . .", "B1"), (". . / . .", "R1"), (". . / . .", "B1 B2")) == (*[Fraction(1, 2)] * 2, 0)


def test_alone_the_win_is_whole():
    assert shares((". . / . .", "B1")) == (1,)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_shares_agree_with_a_second_reading(rules, seed):
    luck = Random(seed)
    state = random_state(rules, luck)
    players = []
    for side in state.sides:
        board, hand, *_ = oracle.spread(side, rules)
        players.append((oracle.is_complete(board, side.targets, rules), oracle.penalty(board, hand, rules)))
    assert win_shares(state, rules) == oracle.shares(players, rules)


# R9 to R12: when it is over


def turns(events, rules):
    """The (round, seat) pairs that are played, by `passed_on`."""
    blank = Side(pile=("R1",))
    state, played = State((blank,) * rules.players), []
    while state:
        played.append((state.round, state.player))
        stops, out = events[state.round][state.player]
        now = Side() if out or not state.side.pile else blank
        sides = (*state.sides[: state.player], now, *state.sides[state.player + 1 :])
        state = passed_on(State(sides, state.player, state.round, state.last_round), rules, stops)
    return played


def run(events, **options):
    rules = Rules(players=2, max_rounds=4, **options)
    return turns(events, rules), rules


QUIET, STOP, OUT = (False, False), (True, False), (False, True)
REST = [[QUIET, QUIET]] * 4


@cases(
    ("events", "options", "last"),
    [
        ([[STOP, QUIET]], {}, (0, 1)),  # R9: the round is finished
        ([[STOP, QUIET]], {"finish_round": False}, (0, 0)),
        ([[QUIET, STOP]], {}, (0, 1)),
        ([[OUT, QUIET]], {}, (0, 1)),  # R10: any pile
        ([[OUT, QUIET]], {"finish_round": False}, (0, 0)),
        ([[OUT, QUIET], [QUIET, OUT]], {"pile_out": "all"}, (1, 1)),
        ([[QUIET, OUT], [OUT, QUIET]], {"pile_out": "all"}, (1, 1)),
        ([[QUIET, OUT], [OUT, QUIET]], {"pile_out": "all", "finish_round": False}, (1, 0)),
        ([[OUT, QUIET], [QUIET, OUT]], {"pile_out": "own_only"}, (1, 1)),
        ([[OUT, QUIET], [QUIET, STOP]], {"pile_out": "own_only"}, (1, 1)),
        ([[OUT, OUT]], {"pile_out": "reshuffle"}, (3, 1)),  # R12: the last round that there is
        ([], {}, (3, 1)),
    ],
)
def test_when_a_game_is_over(events, options, last):
    played, rules = run([*events, *REST], **options)
    assert played[-1] == last
    assert played == oracle.turns([*events, *REST], rules)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_the_turns_of_a_game_agree_with_a_second_reading(rules, seed):
    luck = Random(seed)
    rare = luck.choice((0.02, 0.1, 0.4))
    events = [[(luck.random() < rare / 2, luck.random() < rare) for _ in range(4)] for _ in range(rules.max_rounds)]
    assert turns(events, rules) == oracle.turns(events, rules)


# RO-2, R1: the deal


@cases("options", OPTIONS)
def test_ro_2_r1_the_deal(options):
    rules = Rules(**options)
    for game in range(5):
        side, order = dealt_side(rules, Stream.of(1, game))
        lying = {cell: card for cell, card in zip(rules.cells, side.board, strict=True) if card}
        assert sorted([*lying.values(), *side.hand, *order]) == sorted(rules.cards)
        assert (len(side.hand), side.discards, sorted(order)) == (rules.hand_size, (), sorted(side.pile))
        moved = rules.targets == "rotated"  # the first target belongs on the second cell
        revealed = (*side.targets[1:], side.targets[0]) if moved else side.targets
        assert (lying, side.targets) == oracle.starts(revealed, rules)


def test_r1_marked_leaves_a_pile_of_11_and_the_others_of_8():
    assert [len(dealt_side(Rules(targets=word), Stream.of(1, 0))[1]) for word in ("marked", "home", "rotated")] == [
        11, 8, 8
    ]  # fmt: skip


def test_r1_literal_is_complete_from_the_start():
    rules = Rules(targets="literal")
    assert all(is_complete(dealt_side(rules, Stream.of(1, game))[0], rules) for game in range(20))


def test_r1_rotated_starts_and_aims():
    rules = Rules(targets="rotated")
    assert start_cells(("R1", "B3", "Y4"), rules) == rules.target_cells
    assert aims(("R1", "B3", "Y4"), rules) == ("Y4", "R1", "B3")


def test_ro_2_every_card_is_a_target_a_hand_card_and_next_equally_often():
    """Chi-square over 16 cards and 2,000 deals, 15 degrees of freedom: above 44.3 once in 10,000."""
    counts = {what: dict.fromkeys(Rules().cards, 0) for what in ("target", "hand", "next")}
    for number in range(2000):
        side, order = dealt_side(Rules(), Stream.of(2, number))
        for what, cards in (("target", side.targets[:1]), ("hand", side.hand), ("next", order[-1:])):
            for card in cards:
                counts[what][card] += 1
    for count in counts.values():
        mean = sum(count.values()) / 16
        assert sum((n - mean) ** 2 / mean for n in count.values()) < 44.3
