"""Farkle: nanoseconds a simulated turn, seconds to solve the best turn, microseconds for advice.

`ns_a_turn` is the fastest round's wall time / TURNS, on one core, with the results as an array; compiling and
tabulating the policy are not counted. Solving is measured twice: as plain Python over lists, as a fresh
process does it, and compiled. Advice is warm: the best turn is solved already, and the question asked again.
"""

import pytest
from headlines import headline

from tabletop_odds.farkle import optimal
from tabletop_odds.farkle.optimal import optimal_turn
from tabletop_odds.farkle.policies import bank_at
from tabletop_odds.farkle.rules import Rules, presets
from tabletop_odds.farkle.simulate import turn_play

pytestmark = pytest.mark.bench
TURNS = 1_000_000
LOADED = Rules(face_probabilities=(0.25, 0.15, 0.15, 0.15, 0.15, 0.15))


@pytest.mark.parametrize(
    ("policy", "rules"),
    [
        (bank_at(300), Rules()),
        (optimal_turn(), Rules()),
        (optimal_turn(), presets()["zilch"]),
        (bank_at(300), LOADED),
    ],
    ids=["bank at 300, core", "optimal, core", "optimal, zilch", "bank at 300, loaded dice"],
)
def test_turns(benchmark, policy, rules):
    play = turn_play(policy, rules)
    results = benchmark.pedantic(play, (1, 0, TURNS), rounds=10, warmup_rounds=1)
    assert results.shape == (TURNS, 3)
    ns = benchmark.stats.stats.min / TURNS * 1e9
    headline(benchmark, ns, "ns a turn")
    headline(benchmark, ns / results[:, 2].mean(), "ns a roll")


@pytest.mark.parametrize("way", ["plain Python", "compiled"])
@pytest.mark.parametrize("name", ["core", "zilch"])
def test_solve(benchmark, monkeypatch, name, way):
    monkeypatch.setattr(optimal, "loaded", lambda: way == "compiled")
    rules = presets()[name]
    solved = benchmark.pedantic(optimal.solve_afresh, (rules, "best"), rounds=5, warmup_rounds=1)
    assert solved.gain > 400
    headline(benchmark, benchmark.stats.stats.min * 1e3, "ms")


def test_advice(benchmark):
    from tabletop_odds.farkle.advise import should_roll

    advice = benchmark(should_roll, turn_total=450, dice_left=2)
    assert not advice
    headline(benchmark, benchmark.stats.stats.min * 1e6, "us", name="should_roll, warm")
