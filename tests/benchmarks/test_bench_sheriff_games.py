"""Sheriff of Nottingham: whole games a second, on one core, compiling and tabulating not counted.

`games_a_second` is that of the fastest round, in CPU time; simple policies of four must reach 20,000. "readable" is the
twin, which plays policies made of functions.
"""

from time import process_time

import pytest

from tabletop_odds.sheriff.merchants import bluffer, equilibrium_merchant, honest, opportunist
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.sheriffs import at_rate, bribe_taker, equilibrium_sheriff
from tabletop_odds.sheriff.simulate import ReadPlay, game_play

pytestmark = pytest.mark.bench
GAMES, READ, LEAST = 10_000, 10, 20_000
MIXED = [player(honest()), player(bluffer(0.5, bribe=3), bribe_taker(3)), player(opportunist()), player(bluffer(1))]
EQUAL = player(equilibrium_merchant(), equilibrium_sheriff())


def report(benchmark, request, speed):
    benchmark.extra_info["games_a_second"] = round(speed)
    print(f"\n{request.node.name}: {speed:,.0f} games a second")


@pytest.mark.parametrize(
    ("policies", "rules", "least"),
    [
        ([player(honest())] * 4, Rules(), LEAST),
        ([player(bluffer(1), at_rate(0.5))] * 4, Rules(), LEAST),
        (MIXED, Rules(), LEAST),
        (MIXED[:3], Rules(players=3, royals=True), 0),
        ([*MIXED, MIXED[0]], Rules(players=5), 0),
        ([EQUAL] * 4, Rules(), 0),
    ],
    ids=["honest", "smuggling", "mixed", "advanced three", "five", "equilibrium"],
)
def test_games(benchmark, policies, rules, least, request):
    play = game_play(policies, rules)
    play(1, 0, 10)
    seconds = []

    def timed():
        begin = process_time()
        play(1, 0, GAMES)
        seconds.append(process_time() - begin)

    benchmark.pedantic(timed, rounds=10, warmup_rounds=1)
    report(benchmark, request, GAMES / min(seconds))
    assert GAMES / min(seconds) >= least


def test_readable_games(benchmark, request):
    play = ReadPlay(tuple(MIXED), Rules(), None)
    results = benchmark.pedantic(play, (1, 0, READ), rounds=3)
    assert len(results) == READ
    report(benchmark, request, READ / benchmark.stats.stats.min)
