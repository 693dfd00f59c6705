"""Sheriff of Nottingham: the one-bag game solved, and a shipped table read; imports not counted.

Limits for the 204-card deck: 60 s of CPU and 6 GB, of which a few seconds and 200 MB are needed.
"""

from resource import RUSAGE_SELF, getrusage
from time import process_time

import pytest
from headlines import headline

from tabletop_odds.sheriff.bag_game import bag_game, deal_of
from tabletop_odds.sheriff.optimal import solve_game
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.strategy_tables import bag_equilibrium, kept_equilibrium, merchant_mix

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    ("preset", "value", "seconds"),
    [("four", 9.506806, 60), ("three", 10.405981, 60), ("advanced", 9.205925, 60)],
)
def test_solve(benchmark, preset, value, seconds):
    spent = []

    def solve():
        start = process_time()
        found = solve_game(bag_game(deal_of(Rules.preset(preset))))
        spent.append(process_time() - start)
        return found

    found = benchmark.pedantic(solve, rounds=1)
    assert found.low == pytest.approx(value, abs=1e-6)
    headline(benchmark, spent[0], "s CPU", most=seconds)
    headline(benchmark, found.high - found.low, "gold, between both best responses")
    headline(benchmark, getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MB, peak of the process", most=6000)


def test_read(benchmark):
    def read():
        kept_equilibrium.cache_clear()
        return bag_equilibrium()

    assert benchmark(read).value.exact


def test_mix(benchmark):
    assert benchmark(merchant_mix, ("apple", "apple", "cheese", "mead", "silk", "bread"))
