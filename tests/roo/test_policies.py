"""Policies by the moves they make, and what they count against slow counting."""

import random
from fractions import Fraction
from itertools import permutations, product

import pytest
import roo_states
from cases import cases

from tabletop_odds.roo.ending import is_complete, penalty
from tabletop_odds.roo.moving import Action, actions, discarded, draw_pile, moved
from tabletop_odds.roo.optimal import turns_to_place
from tabletop_odds.roo.policies import as_policy, greedy_racer, racer_who_unloads, two_turn_lookahead, unloader
from tabletop_odds.roo.racing import (
    FAR,
    NEVER,
    is_waiting,
    last_card_ends,
    outlook,
    outlook_after,
    race_lost,
    turns_left,
)
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State
from tabletop_odds.streams import Stream

ALONE = Rules(players=1)
EMPTY_ROWS = ". . . . / . . . . / . . . . / . . . ."


def act(policy, text, rules=ALONE):
    state = State.parse(text, rules)
    return str(policy.act(state, actions(state.side, rules), rules, Stream(0)))


@cases(
    ("text", "choice"),
    [
        (f"{EMPTY_ROWS}; hand R1 B2 G3 Y4 Y1; targets R1 G1 G2", "R1 to 0,1"),  # places what it holds
        (f"{EMPTY_ROWS}; hand R1 B2 G3 Y4 Y1; targets R1 Y1 G2", "Y1 to 1,3"),  # first where it costs no point
        (f"{EMPTY_ROWS}; hand R1 B2 G4 Y4 Y1; targets R2 R3 R4", "discard G4"),  # the first of the highest
        (f"{EMPTY_ROWS}; hand R1 B4 G2; targets R2 B4 R4", "B4 to 1,3"),
        (". R1 . . / . . . . / . . . . / . . . .; hand B4 G2; targets R1 R2 R4", "discard B4"),
        # an R1 that is no target stands where the 4 must pass to 0,1: it slides on
        (". . . . / . R1 . Y2 / . . . . / . . G3 .; hand B4 ; targets B4 Y2 G3", "R1 from 1,1 to 1,0"),
    ],
)
def test_the_greedy_racer(text, choice):
    assert act(greedy_racer(), text) == choice


@cases(
    ("text", "choice"),
    [
        (f"{EMPTY_ROWS}; hand R1 B2 G3 Y4 Y1; targets R1 G1 G2", "Y4 to 0,3"),  # the highest number that fits
        (f"{EMPTY_ROWS}; hand R1 ; targets R1 G1 G2", "R1 to 0,0"),
        ("R1 . . . / R2 . . . / R3 . . . / R4 . . .; hand B4 B3; targets R1 G1 G2", "B4 to 0,1"),
        # a card is in the way of the only cells of its colour that a 4 comes to
        (". . . . / . B1 . . / . . . . / . . . .; hand B4; targets R1 G1 G2", "discard B4"),
        # from a cell of another colour to one of its own
        (". R1 . . / . . . . / . . . . / . . . .; hand - ; targets R2 G1 G2", "R1 from 0,1 to 0,0"),
    ],
)
def test_the_unloader(text, choice):
    assert act(unloader(), text) == choice


def test_the_lookahead_completes_at_once_and_lays_cards_where_that_costs_no_turn():
    text = ". R1 . . / . . . G1 / . . . . / . . . .; hand G2 Y4; targets R1 G1 G2"
    assert act(two_turn_lookahead(), text) == "G2 to 3,2"
    # two turns are needed at 0,0 for a 2; the first of them leaves the fewest points
    rules = Rules(players=1, target_cells=((0, 0),))
    assert act(two_turn_lookahead(), f"{EMPTY_ROWS}; hand R2 Y4; targets R2", rules) in ("R2 to 0,2", "R2 to 2,0")


def test_the_racer_unloads_when_the_race_is_lost():
    """The other completes at the next turn; or nobody is likely to, and points will count."""
    rules, mine = Rules(), f"{EMPTY_ROWS}; hand R1 B2 G3 Y4 Y2; targets R1 G1 G2"
    theirs = ". R1 . . / . . . B1 / . . . . / . . . .; hand G1; targets R1 B1 G1"
    assert act(racer_who_unloads(), f"> {mine} | {theirs}", rules) == "Y4 to 0,3"
    assert act(racer_who_unloads(), f"> {mine} | {mine}", rules) == "R1 to 0,1"
    assert act(racer_who_unloads(), f"> {mine} | {mine}", Rules(winner="lowest")) == "Y4 to 0,3"
    gone = f"{EMPTY_ROWS}; hand R1 B2 G3 Y4 Y2; targets R1 G1 G2; discards G1"
    assert act(racer_who_unloads(), gone) == "Y4 to 0,3"
    assert act(greedy_racer(), gone) == "R1 to 0,1"


def test_a_target_is_discarded_only_where_nothing_else_is_legal():
    for policy in (greedy_racer(), two_turn_lookahead()):
        rules = Rules(players=1, entry="origin", slide=False, hand_size=1)
        assert act(policy, f"{EMPTY_ROWS}; hand R4; targets R4 R1 R2", rules) == "discard R4"
    with pytest.raises(ValueError, match="policy None: a Policy is needed"):
        as_policy(None)


@pytest.mark.parametrize("cells", [((0, 1), (1, 3), (3, 2)), ((1, 1), (1, 3), (3, 2)), ((0, 0), (2, 3), (3, 1))])
def test_turns_left_of_held_targets_are_the_fewest(cells):
    """On an empty board, wherever the targets do not hinder each other; never more."""
    rules, luck = Rules(players=1, target_cells=cells), random.Random(1)
    equal = 0
    for _ in range(40):
        targets = tuple(luck.sample(rules.cards, 3))
        left = turns_left(Side(hand=targets, targets=targets), rules)
        fewest = turns_to_place(targets, rules)
        assert (left >= FAR) == (fewest is None)
        assert fewest is None or left <= fewest
        equal += fewest is None or left == fewest
    assert equal >= 36


SMALL = [
    Rules.small(2),
    Rules.small(2, pile_out="reshuffle", jump=True),
    Rules.small(3, pile_out="all"),
    Rules.small(3, pile_out="reshuffle", entry="free"),
    Rules.small(3, targets="home", slide=False, entry="origin"),
    Rules.small(3, discard="only_stuck", hand_limit=4),
]


def slow_outlook(side, rules):
    """The mean outlook of the best next action, every draw of every discard looked at."""
    if is_complete(side, rules):
        return Fraction(-12), Fraction(penalty(side, rules))
    found = []
    for action in actions(side, rules):
        if action.cell is not None:
            found.append(tuple(map(Fraction, outlook(moved(side, action, rules), rules))))
        elif action.card and action.card not in side.targets:
            pile, _ = draw_pile(side, action.card)
            after = [outlook(discarded(side, action.card, drawn, rules), rules) for drawn in pile]
            found.append(tuple(Fraction(sum(x), len(pile)) for x in zip(*after, strict=True)))
    return min(found, default=tuple(map(Fraction, outlook(side, rules))))


@pytest.mark.slow
@cases("rules", SMALL)
def test_the_outlook_is_the_mean_over_all_draws(rules):
    luck, looked = random.Random(3), 0
    for _ in range(60 if rules.size == 2 else 12):
        side = roo_states.random_side(rules, luck)
        if set(side.targets) & set(side.discards) or (not side.pile and last_card_ends(rules)):
            continue
        choices = actions(side, rules)
        draws = len(side.pile) or len(side.discards) + 1
        for action in choices:
            if not action.card or (action.cell is None and action.card in side.targets):
                continue
            if action.cell is not None:
                turns, points = slow_outlook(moved(side, action, rules), rules)
            else:
                pile, _ = draw_pile(side, action.card)
                after = [slow_outlook(discarded(side, action.card, drawn, rules), rules) for drawn in pile]
                turns, points = (Fraction(sum(x), draws) for x in zip(*after, strict=True))
            if turns < NEVER // 16:  # beyond, some draw ends all hope, and the mean is only there to be large
                assert outlook_after(side, action, rules) == (turns * draws, points * draws), (side, action)
                looked += 1
    assert looked > 40


def races(side, rules):
    """The turn that completes, in each equally likely order of the pile (None: never), targets drawn one by one."""
    left = turns_left(side, rules)
    for order in permutations(side.pile):
        draws = max((i + 1 for i, card in enumerate(order) if card in side.targets), default=0)
        lost = left >= FAR or set(side.targets) & set(side.discards)
        late = draws and draws == len(order) and last_card_ends(rules)
        yield None if lost or late else draws + left


def small_side(luck, rules):
    cards = luck.sample(rules.cards, len(rules.cards))
    pile, targets = luck.randint(1, 4), luck.sample(rules.cards, len(rules.target_cells))
    discards = cards[4 + pile :]
    return Side(("",) * rules.size**2, tuple(cards[:4]), tuple(cards[4 : 4 + pile]), tuple(targets), tuple(discards))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_race_is_lost_as_all_orders_of_the_piles_say(players):
    luck, lost = random.Random(players), []
    for _ in range(60 if players < 3 else 12):
        rules = Rules.small(
            3, players=players, max_rounds=luck.choice((4, 60)), pile_out=luck.choice(("any", "reshuffle"))
        )
        sides = tuple(small_side(luck, rules) for _ in range(players))
        state = State(sides, luck.randrange(players), luck.choice((0, 2)), luck.random() < 0.2)
        rounds = 1 if state.last_round else rules.max_rounds - state.round
        first = nobody = 0
        for turns in product(*(list(races(side, rules)) for side in sides)):
            # the round, from this one, in which each completes: who has had the turn of this round comes a round later
            ends = [None if t is None else t + (seat < state.player) for seat, t in enumerate(turns)]
            ends = [None if t is None or t > rounds else t for t in ends]
            mine, others = (
                ends[state.player],
                [t for seat, t in enumerate(ends) if seat != state.player and t is not None],
            )
            nobody += mine is None and not others
            first += mine is not None and all(t >= mine for t in others)
        lost.append(first == 0 or (players > 1 and first < nobody))
        assert race_lost(state, rules) == lost[-1], (state, rules, first, nobody)
    assert 0 < sum(lost) < len(lost)


def test_waiting_is_for_what_can_still_be_drawn():
    text = f"{EMPTY_ROWS}; hand R1 B2 R2 G1; targets R1 R2 G1"
    assert not is_waiting(State.parse(text, ALONE).side, ALONE)
    side = State.parse(text.replace(" G1;", ";") + "; discards G1", ALONE).side
    assert not is_waiting(side, ALONE)
    assert is_waiting(side, Rules(players=1, pile_out="reshuffle"))
    assert Action("R1") in actions(side, ALONE)
