"""Farkle's match-ups, core rules to 10,000: seconds for the turns of the optimal race, one more policy, a match.

Compiling is not counted. The turns of the optimal race are found once for all 40,000 pairs of scores and kept; a policy
is asked for its moves (most of its time), its turns are followed, and the match is solved.
"""

import pytest
from headlines import headline

from tabletop_odds.farkle import matchups
from tabletop_odds.farkle.card import race_card
from tabletop_odds.farkle.policies import bank_at
from tabletop_odds.farkle.race_policies import optimal_race
from tabletop_odds.farkle.rules import Rules

pytestmark = pytest.mark.bench
CORE, RACE = Rules(), optimal_race()


def test_turns_of_the_optimal_race(benchmark):
    matchups.head_to_head(RACE, RACE)

    def solve():
        matchups._best_turns.cache_clear()
        return matchups._best_turns(CORE)

    turns = benchmark.pedantic(solve, rounds=3)
    assert len(turns.won) == 40_000
    headline(benchmark, benchmark.stats.stats.min, "s")


@pytest.mark.parametrize("policy", [bank_at(300), race_card()], ids=lambda policy: policy.name)
def test_one_more_policy(benchmark, policy):
    matchups.head_to_head(policy, RACE)

    def ask():
        matchups.turns_of.cache_clear()
        return matchups.turns_of(policy, CORE)

    assert len(benchmark.pedantic(ask, rounds=3).won) == 40_000
    headline(benchmark, benchmark.stats.stats.min * 1e3, "ms")


def test_a_match(benchmark):
    matchups.head_to_head(bank_at(300), RACE)

    def solve():
        matchups._match.cache_clear()
        return matchups.head_to_head(bank, RACE)

    bank = bank_at(350)
    matchups.head_to_head(bank, RACE)
    assert benchmark.pedantic(solve, rounds=5).mean.value < 0.5
    headline(benchmark, benchmark.stats.stats.min * 1e3, "ms", name="a match, turns known")
