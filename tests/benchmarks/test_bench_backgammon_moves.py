"""Backgammon: rolls a second for which all distinct plays are listed, on one core, compiling not counted.

Positions and rolls are those of whole games, by the evaluator and at random. `rolls_a_second` is that of the fastest
round. A prototype made 400,000; the least that was asked for is 200,000.
"""

import numpy as np
import pytest
from headlines import headline

from tabletop_odds.backgammon.game_by_rules import play_game
from tabletop_odds.backgammon.game_tables import side_words
from tabletop_odds.backgammon.move_kernels import MOST_PLAYS, SLOTS, list_plays
from tabletop_odds.backgammon.policies import evaluator, random_play
from tabletop_odds.backgammon.rules import State, plays
from tabletop_odds.compiled import compiled

pytestmark = pytest.mark.bench
TIMES, READ = 50, 500


@compiled
def list_all(sides, rolls, room, slots):
    """List the plays of every position and roll; the number of all plays."""
    total = 0
    for i in range(len(sides)):
        low, high, other_low, other_high = sides[i, 0], sides[i, 1], sides[i, 2], sides[i, 3]
        total += list_plays(low, high, other_low, other_high, rolls[i, 0], rolls[i, 1], room, slots)
    return total


def met(policies, games):
    """(state, roll) before every turn of some games."""
    found = []
    for game in range(games):
        record = play_game(policies, seed=1, game=game)
        state = State()
        for turn in record.turns:
            found.append((state, tuple(sorted(turn.roll, reverse=True))))
            state = turn.play.after.flipped()
    return found


def report(benchmark, rolls):
    speed = rolls / benchmark.stats.stats.min
    headline(benchmark, speed, "rolls a second")


@pytest.mark.parametrize("policy", [evaluator(), random_play()], ids=lambda policy: policy.name)
def test_plays(benchmark, policy):
    turns = met([policy] * 2, 30)
    sides = np.array([side_words(state.mine) + side_words(state.theirs) for state, _ in turns] * TIMES)
    rolls = np.array([roll for _, roll in turns] * TIMES)
    room, slots = np.empty((MOST_PLAYS, 3), np.int64), np.empty(SLOTS, np.int16)
    total = benchmark.pedantic(list_all, (sides, rolls, room, slots), rounds=10, warmup_rounds=1)
    assert 10 < total / len(rolls) < 60
    report(benchmark, len(rolls))


def test_plays_by_the_rules(benchmark):
    turns = met([evaluator()] * 2, 10)[:READ]
    listed = benchmark.pedantic(lambda: [plays(state, roll) for state, roll in turns], rounds=3)
    assert len(listed) == READ
    report(benchmark, READ)
