"""Sheriff of Nottingham: whole games a second, on one core, compiling and tabulating not counted.

`games_a_second` is that of the fastest round, in CPU time; simple policies of four must reach 20,000. "readable" is the
twin, which plays policies made of functions.
"""

from time import process_time

import pytest
from headlines import headline

from tabletop_odds.sheriff.merchants import bluffer, equilibrium_merchant, honest, opportunist
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.sheriffs import at_rate, bribe_taker, equilibrium_sheriff
from tabletop_odds.sheriff.simulate import ReadPlay, game_play

pytestmark = pytest.mark.bench
GAMES, READ, LEAST = 10_000, 10, 20_000
MIXED = [player(honest()), player(bluffer(0.5, bribe=3), bribe_taker(3)), player(opportunist()), player(bluffer(1))]
EQUAL = player(equilibrium_merchant(), equilibrium_sheriff())


def report(benchmark, speed, least=None):
    headline(benchmark, speed, "games a second", least=least)


@pytest.mark.parametrize(
    ("policies", "rules", "least"),
    [
        ([player(honest())] * 4, Rules(), LEAST),
        ([player(bluffer(1), at_rate(0.5))] * 4, Rules(), LEAST),
        (MIXED, Rules(), LEAST),
        (MIXED[:3], Rules(players=3, royals=True), None),
        ([*MIXED, MIXED[0]], Rules(players=5), None),
        ([EQUAL] * 4, Rules(), None),
    ],
    ids=["honest", "smuggling", "mixed", "advanced three", "five", "equilibrium"],
)
def test_games(benchmark, policies, rules, least):
    play = game_play(policies, rules)
    play(1, 0, 10)
    seconds = []

    def timed():
        begin = process_time()
        play(1, 0, GAMES)
        seconds.append(process_time() - begin)

    benchmark.pedantic(timed, rounds=10, warmup_rounds=1)
    report(benchmark, GAMES / min(seconds), least)


def test_readable_games(benchmark):
    play = ReadPlay(tuple(MIXED), Rules(), None)
    results = benchmark.pedantic(play, (1, 0, READ), rounds=3)
    assert len(results) == READ
    report(benchmark, READ / benchmark.stats.stats.min)
