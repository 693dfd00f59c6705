"""Farkle: whole games a second, on one core, compiling and tabulating not counted.

`games_a_second` is that of the fastest round. Games of the solved race solve a turn when they first come to its
scores: "cold" plays games that were never played, "warm" the same again.
"""

import pytest
from headlines import headline

from tabletop_odds.farkle.games import game_play
from tabletop_odds.farkle.policies import bank_at
from tabletop_odds.farkle.race_policies import optimal_race
from tabletop_odds.farkle.rules import Rules, presets

pytestmark = pytest.mark.bench
GAMES, RACES = 100_000, 2_000
FOUR = [bank_at(300), bank_at(500), bank_at(350), bank_at(600)]
LOADED = Rules(face_probabilities=(0.25, 0.15, 0.15, 0.15, 0.15, 0.15))


def report(benchmark, games):
    speed = games / benchmark.stats.stats.min
    headline(benchmark, speed, "games a second")


@pytest.mark.parametrize(
    ("policies", "rules"),
    [
        (FOUR[:2], Rules()),
        (FOUR[:2], presets()["zilch"]),
        (FOUR[:2], LOADED),
        (FOUR, Rules()),
        (FOUR, Rules(teams=((0, 2), (1, 3)), piggy_back="inherit")),
    ],
    ids=["core", "zilch", "loaded dice", "four players", "two teams, piggy-back"],
)
def test_games(benchmark, policies, rules):
    play = game_play(policies, rules)
    results = benchmark.pedantic(play, (1, 0, GAMES), rounds=10, warmup_rounds=1)
    assert results.shape == (GAMES, 2 * len(policies) + 3)
    report(benchmark, GAMES)


@pytest.mark.parametrize("state", ["cold", "warm"])
def test_races(benchmark, state):
    play = game_play([optimal_race()] * 2)
    play(1, 0, 1)
    start = iter(range(GAMES, 10 * GAMES, RACES))

    def games():
        begin = next(start) if state == "cold" else GAMES
        return (1, begin, begin + RACES), {}

    results = benchmark.pedantic(play, setup=games, rounds=1 if state == "cold" else 5)
    assert results.shape == (RACES, 7)
    report(benchmark, RACES)
