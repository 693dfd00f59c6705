"""Whole games: the compiled loop against the readable twin, the twin against the generator of all plays, and chances
that can be worked out exactly."""

from fractions import Fraction
from functools import cache

import backgammon_oracle as oracle
import numpy as np
import pytest

from tabletop_odds.backgammon.board import Match, State
from tabletop_odds.backgammon.game_by_rules import play_game, thrown
from tabletop_odds.backgammon.policies import EVALUATOR, evaluator, pip_greedy, random_play, weighted
from tabletop_odds.backgammon.rules import ROLLS, Rules, plays
from tabletop_odds.backgammon.simulate import MEASURES, ReadPlay, game_play, simulate_games
from tabletop_odds.streams import Stream

NAMED = {"evaluator": evaluator(), "pip-greedy": pip_greedy(), "random": random_play()}
CONTACT = State.of([0, 2, 2, 3, 2, 0, 0, 2, *[0] * 15, 1, 1], [0, 0, 0, 2, 2, 3, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1])
RACE = State.of([3, 2, 2, 0, 1, 0, 0, 1], [0, 4, 2, 2, 0, 1, 1])


def same_games(policies, state, games, rules=None):
    fast, read = game_play(policies, rules, state=state), ReadPlay(tuple(policies), rules or Rules(), state)
    assert (fast(7, 3, 3 + games) == read(7, 3, 3 + games)).all()


@pytest.mark.parametrize(("one", "other"), [("evaluator", "pip-greedy"), ("random", "evaluator")])
def test_kernel_and_twin_play_the_same_games(one, other):
    same_games([NAMED[one], NAMED[other]], None, 6)


@pytest.mark.slow
@pytest.mark.parametrize("one", NAMED)
@pytest.mark.parametrize("other", NAMED)
def test_kernel_and_twin_play_many_games_alike(one, other):
    same_games([NAMED[one], NAMED[other]], None, 12)
    same_games([NAMED[one], NAMED[other]], CONTACT, 10)


@pytest.mark.parametrize(
    "state",
    [CONTACT, RACE, State(dice=(6, 4)), State(dice=(2, 2)), State.of([0, 0, 0, 0, 0, 1], [15])],
    ids=["contact", "race", "6-4", "2-2", "gammon"],
)
def test_from_any_position(state):
    same_games([evaluator(), random_play()], state, 4)


def test_every_weight_is_read_alike():
    """Weights in which no two numbers are equal: a score that takes a wrong one plays another game."""
    rng = np.random.default_rng(5)
    for seed in range(3):
        rows = [tuple(rng.choice(20_000, size=len(row), replace=False).tolist()) for row in EVALUATOR]
        odd = weighted(f"odd {seed}", type(EVALUATOR)(*rows))
        same_games([odd, evaluator()], None, 2)


def test_gammons_that_do_not_count():
    jacoby, ahead = Rules(jacoby=True), State.of([1], [15])
    turned = State(ahead.mine, ahead.theirs, 2, "mine")
    in_match = State(ahead.mine, ahead.theirs, match=Match(7, 0, 0))
    for state, rules, points in [(ahead, None, 2), (ahead, jacoby, 1), (turned, jacoby, 2), (in_match, jacoby, 2)]:
        run = simulate_games([evaluator()] * 2, 20, seed=1, state=state, rules=rules)
        assert run["points_1"].value == points
        assert run["gammon_1"].value == (points == 2)
        same_games([evaluator()] * 2, state, 3, rules)


@pytest.mark.parametrize(
    ("theirs", "points"),
    [
        ([14], 1),
        ([15], 2),
        ([14, *[0] * 16, 1], 2),
        ([14, *[0] * 17, 1], 3),
        ([14, *[0] * 22, 1], 3),
        ([14, *[0] * 23, 1], 3),
        ([13, *[0] * 23, 1], 1),
    ],
    ids=["one off", "all home", "on 18", "on 19", "on 24, hit by nobody", "on the bar", "on the bar, one off"],
)
def test_what_a_game_is_worth(theirs, points):
    """Two checkers on the ace point, to be borne off by any roll."""
    state = State.of([0, 2], theirs) if len(theirs) == 24 else State.of([2], theirs)
    state = State(state.mine, state.theirs, dice=(5, 4))
    assert simulate_games([evaluator()] * 2, 5, seed=1, state=state)["points_1"].value == points
    same_games([evaluator()] * 2, state, 2)


def test_a_game_is_one_legal_play_after_another():
    for game, policies in enumerate([[evaluator(), pip_greedy()], [random_play(), evaluator()]]):
        record = play_game(policies, seed=4, game=game)
        mine, theirs, player = oracle.START, oracle.START, record.turns[0].player
        for turn in record.turns:
            assert turn.player == player
            after = turn.play.after.mine, turn.play.after.theirs
            assert after in oracle.after_positions(mine, theirs, turn.roll)
            player, (theirs, mine) = 1 - player, after
        assert sum(theirs) == 0
        assert record.winner == 1 - player
        assert record.points == (1 if sum(mine) < 15 else 2 if not any(mine[18:]) else 3)
        first, second = record.turns[0].roll
        assert (first > second) == (record.turns[0].player == 0)


def test_two_policies_meet_the_same_dice():
    one, other = (play_game([policy, evaluator()], seed=9) for policy in (evaluator(), pip_greedy()))
    assert [turn.roll for turn in one.turns[:20]] == [turn.roll for turn in other.turns[:20]]
    assert one.turns[4].roll == thrown(Stream.of(9, 0, one.turns[4].player, 2))


@cache
def chance(mine, theirs):
    """The chance that the player on roll wins a race if both are pip-greedy, by all rolls."""
    state, won = State(mine, theirs), Fraction(0)
    for roll, weight in ROLLS:
        after = pip_greedy().chooses(state, plays(state, roll)).after
        won += weight * (1 if not any(after.mine) else 1 - chance(after.theirs, after.mine))
    return won / 36


@pytest.mark.parametrize("sides", ["0,0,0,0,0,1 / 1", "0,0,1,0,1 / 0,0,0,2", "0,1,1,0,0,1 / 1,0,0,1,1"])
def test_simulated_against_exact(sides):
    mine, theirs = ([int(count) for count in side.split(",")] for side in sides.split(" / "))
    state = State.of(mine, theirs)
    exact = chance(state.mine, state.theirs)
    run = simulate_games([pip_greedy()] * 2, 200_000, seed=1, state=state)
    won = run.rate("win_1")
    assert abs(won.value - float(exact)) < 4 * won.standard_error
    assert run["points_1"].value == pytest.approx(2 * won.value - 1)
    assert MEASURES[0] == "win_1"


def test_a_random_player_makes_every_play_alike():
    state = State(dice=(2, 1))
    choices = plays(state, state.dice)
    drawn = [random_play().chooses(state, choices, Stream.of(1, game)) for game in range(3000)]
    counts = [drawn.count(play) for play in choices]
    assert len(counts) == 15
    assert sum((count - 200) ** 2 / 200 for count in counts) < 36  # one in a thousand, 14 degrees of freedom
