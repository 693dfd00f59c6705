"""Who is first: the tracks against whole games of racers, played by the rules over every order of the piles."""

from fractions import Fraction
from itertools import combinations, permutations

import oracles
import pytest
import roo_race_oracle as oracle
from cases import cases

from tabletop_odds.roo.first_odds import deal_race_odds, first_probabilities, penalty_distribution, race_odds
from tabletop_odds.roo.odds import race_of, turns_distribution
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import Side, State

TWO = Rules.small(3, players=2)
ONE = ". . . / . . . / . . .; hand B1 B2 R3; targets R3 G3; discards R2 G1"  # 4 to draw, one target among them
OTHER = ". B2 . / . . . / . R1 .; hand G1 G2 G3; targets B2 B3; discards R2"  # 3 to draw, the last target among them
FILLED = ". B1 . / . . G1 / R1 . .; hand G3 B2 R2; targets R3 B2; discards B3"  # cards on both target cells

DONE = ". B2 . / . . B3 / . . .; hand R1; targets B2 B3"


def game(*sides, player=0, end=""):
    return " | ".join("> " + side if seat == player else side for seat, side in enumerate(sides)) + end


CASES = [
    (game(ONE, OTHER), {}),
    (game(ONE, OTHER, player=1), {}),
    (game(OTHER, ONE), {"finish_round": False}),
    (game(OTHER, ONE, player=1), {"finish_round": False}),
    (game(ONE, OTHER), {"winner": "lowest"}),
    (game(ONE, FILLED), {}),
    (game(FILLED, FILLED), {"layout": "latin"}),
    (game(ONE, OTHER), {"max_rounds": 3}),
    (game(ONE, OTHER, end="; round 9"), {"max_rounds": 11}),
    (game(ONE, OTHER, player=1, end="; last round"), {}),
    (game(ONE), {"players": 1}),
    (game(OTHER, OTHER, OTHER, player=1), {"players": 3}),
]


@pytest.mark.slow
@cases(("text", "options"), CASES)
def test_every_order_of_the_piles(text, options):
    rules = Rules.small(3, **{"players": 2, **options})
    state = State.parse(text, rules)
    odds, counted = race_odds(state, rules), oracle.race_counts(state, rules)
    assert odds.alone == counted["alone"]
    assert odds.together == counted["together"]
    assert odds.pile_out == counted["pile_out"]
    assert odds.win == counted["win"]
    assert odds.penalty == counted["penalty"]
    assert {r: odds.rounds.fraction(r) for r in odds.rounds} == {
        r: Fraction(n, sum(counted["rounds"].values())) for r, n in counted["rounds"].items()
    }


def test_a_case_can_end_in_every_way():
    odds = race_odds(State.parse(CASES[0][0], TWO), TWO)
    assert all(0 < x < 1 for x in (*odds.alone, odds.together, odds.pile_out))


@pytest.mark.parametrize("mine_first", [True, False])
def test_numbers_say_who_is_first_as_sides_do(mine_first):
    sides = (ONE, OTHER) if mine_first else (OTHER, ONE)
    state = State.parse(game(*sides, player=int(not mine_first)), TWO)
    odds = race_odds(state, TWO)
    races = [race_of(side, TWO) for side in state.sides]
    mine, theirs = races if mine_first else races[::-1]
    first = first_probabilities(mine, theirs, TWO, mine_first)
    assert (first.mine, first.theirs) == (odds.alone if mine_first else odds.alone[::-1])
    assert (first.together, first.pile_out) == (odds.together, odds.pile_out)


def test_alone_it_is_the_race_law():
    side = State.parse(ONE, Rules.small(3)).side
    odds = race_odds(State((side,)), Rules.small(3))
    law = turns_distribution(*race_of(side, Rules.small(3)))
    assert odds.pile_out == law.fraction("above")
    assert odds.alone == (1 - law.fraction("above"),)
    assert odds.together == 0


def test_cited_figures():
    rows = {row["what"]: row for row in oracles.published("roo_odds.csv")}
    odds = deal_race_odds()
    assert oracles.agrees(1 - odds.pile_out, rows["by_targets"])
    assert oracles.agrees(odds.together, rows["together"])
    assert all(oracles.agrees(alone, rows["alone_first"]) for alone in odds.alone)
    assert odds.pile_out == Fraction(3, 16) ** 2
    assert odds.win == (Fraction(1, 2), Fraction(1, 2))
    penalties = {row["argument"]: row for row in oracles.published("roo_odds.csv") if row["what"] == "penalty"}
    for argument, complete in (("complete", True), ("pile out", False)):
        assert oracles.agrees(penalty_distribution(complete).expect(lambda x: x), penalties[argument])


@pytest.mark.parametrize("options", [{}, {"layout": ("RRRR", "RBGY", "YYYY", "GGBB")}, {"hand_size": 7}])
def test_penalties_over_every_ordered_set_of_targets(options):
    rules = Rules(**options)
    colours = [rules.colour_of(cell) for cell in rules.target_cells]
    ends = {True: [], False: []}
    for cards in permutations(rules.cards, 3):
        misfits = [card[0] != colour for card, colour in zip(cards, colours, strict=True)]
        ends[True].append(rules.hand_size - 3 + sum(misfits))
        ends[False] += [rules.hand_size - 2 + sum(pair) for pair in combinations(misfits, 2)]
    for complete, found in ends.items():
        law = penalty_distribution(complete, rules)
        assert {x: law.fraction(x) for x in law} == {x: Fraction(found.count(x), len(found)) for x in set(found)}


@pytest.mark.parametrize(
    "options", [{}, {"hand_size": 2}, {"hand_size": 2, "target_cells": ((0, 1), (1, 0))}, {"layout": ("RR", "BR")}]
)
def test_from_the_deal_as_over_every_deal(options):
    rules = Rules.small(2, **options)
    dealt = [
        race_odds(State((Side(("",) * 4, hand, tuple(c for c in rules.cards if c not in hand), targets),)), rules)
        for targets in permutations(rules.cards, len(rules.target_cells))
        for hand in combinations(rules.cards, rules.hand_size)
    ]
    odds = deal_race_odds(rules)
    assert odds.pile_out == sum(one.pile_out for one in dealt) / len(dealt)
    assert odds.penalty[0] == sum(one.penalty[0] for one in dealt) / len(dealt)


def test_the_mean_penalty_alone_from_the_deal():
    odds = deal_race_odds(Rules(players=1))
    assert odds.penalty == (Fraction(13, 16) * Fraction(17, 4) + Fraction(3, 16) * Fraction(9, 2),)


def test_nobody_is_out_where_discards_are_shuffled_anew():
    odds = deal_race_odds(Rules(pile_out="reshuffle"))
    assert odds.pile_out == 0
    assert max(odds.rounds) == 14


def test_three_and_four_players_share_alike():
    three = deal_race_odds(Rules(players=3))
    assert three.win == (Fraction(1, 3),) * 3
    assert sum(three.alone) + three.together + three.pile_out == 1
    assert three.pile_out == Fraction(3, 16) ** 3


def test_who_acts_first_wins_more_where_rounds_are_not_finished():
    first, second = deal_race_odds(Rules(finish_round=False)).win
    assert first > second
    assert first + second == 1


@cases(
    ("call", "named"),
    [
        (lambda: deal_race_odds(Rules(pile_out="all")), "pile_out='all'"),
        (lambda: deal_race_odds(Rules(entry="origin")), "the race law does not hold from the deal"),
        (lambda: first_probabilities((4, 1, 1), (2, 0, 0)), "unplaced 0"),
        (lambda: first_probabilities((4, 1, 1), (2, 0, 1), Rules(players=1)), "players=1: numbers are asked of two"),
        (lambda: first_probabilities((4, 1, 1), (2, 0, 1), Rules(players=3)), "players=3: numbers are asked of two"),
        (lambda: first_probabilities((4, 1), (2, 0, 1)), "three numbers are needed"),
        (lambda: first_probabilities(4, (2, 0, 1)), "three numbers are needed"),
        (lambda: race_odds(State.parse(game(DONE, ONE), TWO), TWO), "player 1 is complete"),
    ],
)
def test_refusals(call, named):
    with pytest.raises(ValueError, match=named):
        call()
