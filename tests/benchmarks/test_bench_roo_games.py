"""Roo: whole games a second, on one core, compiling not counted.

`games_a_second` is that of the fastest round, of CPU time. The limit is the greedy racer's alone: 50,000.
"readable" is the twin, which plays policies made of functions.
"""

from time import process_time

import pytest
from headlines import headline

from tabletop_odds.roo.policies import (
    Policy,
    greedy_racer,
    racer_who_unloads,
    random_play,
    two_turn_lookahead,
    unloader,
)
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.simulate import game_play

pytestmark = pytest.mark.bench
GAMES = {
    "greedy racer alone": ([greedy_racer()], 50_000),
    "two greedy racers": ([greedy_racer()] * 2, 20_000),
    "random alone": ([random_play()], 10_000),
    "unloader alone": ([unloader()], 10_000),
    "two-turn lookahead alone": ([two_turn_lookahead()], 100),
    "four players": ([greedy_racer(), racer_who_unloads(), unloader(), random_play()], 10_000),
    "readable": ([Policy("readable", lambda *given: greedy_racer().act(*given))], 10),
}
LIMITS = {"greedy racer alone": 50_000}


@pytest.mark.parametrize("name", GAMES)
def test_games(benchmark, name):
    policies, n = GAMES[name]
    play, spent = game_play(policies, Rules(players=len(policies))), []

    def timed():
        start = process_time()
        results = play(1, 0, n)
        spent.append(process_time() - start)
        return results

    assert len(benchmark.pedantic(timed, rounds=5, warmup_rounds=1)) == n
    speed = n / min(spent)
    headline(benchmark, speed, "games a second", least=LIMITS.get(name))
