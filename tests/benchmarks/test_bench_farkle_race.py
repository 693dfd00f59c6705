"""Farkle's race: CPU seconds to solve it afresh, memory, milliseconds to rebuild a turn and to answer.

Compiling is not counted: a small race is solved first. `cpu_s` is the process's CPU time over the solve, on one core,
with all distinct keeps. Zilch, with three farkles in a row, has nine times the pairs of scores, in about ten sweeps.
"""

import resource
import time

import pytest
from headlines import headline

from tabletop_odds import farkle
from tabletop_odds.farkle import race_solution
from tabletop_odds.farkle.race_solver import solve

pytestmark = pytest.mark.bench
SUDDEN = {"end": "sudden_death", "hot_dice": "optional"}
RACES = {
    "core": farkle.Rules(),
    "rich": farkle.Rules.preset("rich"),
    "core, sudden death": farkle.Rules(**SUDDEN),
    "core to 20,000": farkle.Rules(target=20_000),
    "core, opening 500": farkle.Rules(opening=500),
    "zilch": farkle.Rules.preset("zilch"),
}


@pytest.mark.parametrize("name", list(RACES))
def test_solve(benchmark, name):
    rules = RACES[name]
    solve(farkle.Rules(target=300, three_farkles=rules.three_farkles))
    begin = time.process_time()
    found = benchmark.pedantic(solve, (rules,), rounds=1)
    seconds = time.process_time() - begin
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    headline(benchmark, len(found["start"][1]), "starts of turns")
    headline(benchmark, seconds, "s CPU")
    headline(benchmark, megabytes, "MB, peak of the process")


def test_rebuild_a_turn(benchmark):
    """As a fresh process does it: plain Python over lists."""
    solution, state = farkle.solve_race(), farkle.State(mine=0, theirs=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabletop_odds.farkle.optimal.loaded", lambda: False)

        def rebuild():
            race_solution._turn.cache_clear()
            return solution.turn(state)

        turn = benchmark.pedantic(rebuild, rounds=5, warmup_rounds=1)
    assert 0.5 < turn.roll_value(0, 6) < 0.6
    headline(benchmark, benchmark.stats.stats.min * 1e3, "ms", name="rebuild the first turn, plain Python")


def test_advice(benchmark):
    advice = benchmark(farkle.should_roll, 450, 2, mine=7200, theirs=9100)
    assert not advice
    headline(benchmark, benchmark.stats.stats.min * 1e6, "us", name="should_roll with scores, warm")
