"""Can't Stop: whole games a second, on one core, compiling and tabulating not counted.

`games_a_second` is that of the fastest round. "readable" is the twin, which plays policies made of functions.
"""

import pytest
from headlines import headline

from tabletop_odds.cant_stop.policies import Policy, bust_limit, glenn_aloi, linear_weights, rule_of_28
from tabletop_odds.cant_stop.rules import Rules
from tabletop_odds.cant_stop.simulate import game_play

pytestmark = pytest.mark.bench
GAMES, READ = 100_000, 20
FOUR = [rule_of_28(), linear_weights(), glenn_aloi(), bust_limit(0.3)]
JUMP = Rules(players=4, occupied="jump", must_place="free")


def report(benchmark, games):
    speed = games / benchmark.stats.stats.min
    headline(benchmark, speed, "games a second")


@pytest.mark.parametrize(
    ("policies", "rules"),
    [
        ([rule_of_28()], Rules(players=1)),
        ([linear_weights(stop_at_top=True)], Rules(players=1)),
        (FOUR[:2], Rules()),
        (FOUR, Rules(players=4)),
        (FOUR, JUMP),
    ],
    ids=["Rule of 28 alone", "linear weights alone, stop at top", "two players", "four players", "jump, free"],
)
def test_games(benchmark, policies, rules):
    play = game_play(policies, rules)
    results = benchmark.pedantic(play, (1, 0, GAMES), rounds=10, warmup_rounds=1)
    assert len(results) == GAMES
    report(benchmark, GAMES)


def test_readable_games(benchmark):
    policy = rule_of_28()
    play = game_play([Policy("readable", lambda state, rules: policy.roll(state, rules), policy.choose)])
    results = benchmark.pedantic(play, (1, 0, READ), rounds=3)
    assert len(results) == READ
    report(benchmark, READ)
