"""Backgammon: whole games and whole races a second, on one core, compiling and tabulating not counted.

`games_a_second` is that of the fastest round. "readable" is the twin, which plays policies made of functions. Races are
asked for at 5 million a second at least; `simulate_races` counts the results as well.
"""

from time import perf_counter

import pytest
from headlines import headline

from tabletop_odds.backgammon.policies import evaluator, pip_greedy, random_play
from tabletop_odds.backgammon.race_games import race_play, simulate_races
from tabletop_odds.backgammon.rules import Rules
from tabletop_odds.backgammon.simulate import ReadPlay, game_play

pytestmark = pytest.mark.bench
GAMES, READ, RACES, THEIRS = 5_000, 20, 2**17, 50
POSITIONS = {"7-5-3": (0, 0, 0, 3, 5, 7), "10 on 6": (0, 0, 0, 0, 0, 10), "2 on 6": (0, 0, 0, 0, 0, 2)}


def report(benchmark, games):
    speed = games / benchmark.stats.stats.min
    headline(benchmark, speed, "games a second")


@pytest.mark.parametrize(
    "policies",
    [[evaluator()] * 2, [evaluator(), pip_greedy()]],
    ids=["evaluator", "evaluator and pip-greedy"],
)
def test_games(benchmark, policies):
    play = game_play(policies)
    results = benchmark.pedantic(play, (1, 0, GAMES), rounds=10, warmup_rounds=1)
    assert len(results) == GAMES
    report(benchmark, GAMES)


@pytest.mark.peer
def test_random_games_from_the_opening(benchmark):
    """Both sides play at random, beside OpenSpiel's own loop over its uniform random bots, both in C++, on one core.

    Ours draws one of the plays of a roll that differ; theirs one of its actions, where a play may be several, and takes
    a double as two turns.
    """
    reason = "no OpenSpiel to compare with: `pip install open-spiel` has it"
    pyspiel = pytest.importorskip("pyspiel", reason=reason)
    game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in (0, 1)]
    play = game_play([random_play()] * 2)
    results = benchmark.pedantic(play, (1, 0, GAMES), rounds=5, warmup_rounds=1)
    start = perf_counter()
    theirs = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(THEIRS)]
    speed = THEIRS / (perf_counter() - start)
    assert len(results) == GAMES
    assert {abs(points) for points, _ in theirs} <= {1, 2, 3}
    peers = {"OpenSpiel, random bots in C++": speed}
    headline(benchmark, GAMES / benchmark.stats.stats.min, "games a second", name="random games", peers=peers)


def test_readable_games(benchmark):
    play = ReadPlay((evaluator(), evaluator()), Rules(), None)
    results = benchmark.pedantic(play, (1, 0, READ), rounds=3)
    assert len(results) == READ
    report(benchmark, READ)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_races(benchmark, position):
    play = race_play(position, position)
    results = benchmark.pedantic(play, (1, 0, RACES), rounds=10, warmup_rounds=1)
    assert len(results) == RACES
    report(benchmark, RACES)


def test_races_counted(benchmark):
    position = POSITIONS["7-5-3"]

    def run():
        return simulate_races(position, position, 8 * RACES, seed=1, workers=1)

    assert benchmark.pedantic(run, rounds=5, warmup_rounds=1).n == 8 * RACES
    report(benchmark, 8 * RACES)
