"""Dice: nanoseconds a die, beside numpy's own generator in the same run.

A round makes ROLLS rolls of six dice and allocates its result. `ns_a_die`, printed and in the benchmark's
extra information, is the fastest round's wall time / (ROLLS * 6), on one core; compilation and the class
table are not counted. For `sample_classes` one result, the class, stands for six dice, where numpy draws
six faces: the same question answered with less work. Its rounds and numpy's alternate, so that a busy
machine slows both.
"""

from time import perf_counter

import numpy as np
import pytest
from headlines import headline

from tabletop_odds import dice

pytestmark = pytest.mark.bench
ROLLS = 1_000_000


def record(benchmark, name, peers=None):
    ns = benchmark.stats.stats.min / (ROLLS * 6) * 1e9
    headline(benchmark, ns, "ns a die", name=name, peers=peers)


def test_sample_classes(benchmark):
    rolls, classes = dice.roll_classes()
    table, peer = np.array(classes, np.uint16), np.random.default_rng(1)
    theirs = []

    def numpy_round():  # runs before each of our rounds, outside its clock
        start = perf_counter()
        peer.integers(1, 7, (ROLLS, 6), dtype=np.uint8)
        theirs.append((perf_counter() - start) / (ROLLS * 6) * 1e9)
        return (ROLLS, table), {"seed": 1}

    drawn = benchmark.pedantic(dice.sample_classes, setup=numpy_round, rounds=30, warmup_rounds=2)
    assert drawn.shape == (ROLLS,)
    assert drawn.max() == len(rolls) - 1
    record(benchmark, "sample_classes", {"numpy Generator.integers": min(theirs)})


def test_roll(benchmark):
    rolls = benchmark.pedantic(dice.roll, (ROLLS,), {"rng": 1}, rounds=10, warmup_rounds=1)
    assert rolls.shape == (ROLLS, 6)
    record(benchmark, "roll, fair")


def test_roll_loaded(benchmark):
    weights = (1, 1, 1, 1, 1, 2)
    rolls = benchmark.pedantic(dice.roll, (ROLLS,), {"weights": weights, "rng": 1}, rounds=5, warmup_rounds=1)
    assert rolls.shape == (ROLLS, 6)
    record(benchmark, "roll, loaded")


@pytest.mark.parametrize("pool", [4, 10])
def test_exact_keep_highest(benchmark, pool):
    """The exact distribution of the sum of the highest three dice, beside icepool."""
    icepool = pytest.importorskip("icepool", reason="no icepool to compare with: `pip install icepool` has it")
    ours = dice.keep_highest_distribution(3, pool).map(sum)
    start = perf_counter()
    answer = icepool.d6.highest(pool, 3)
    theirs = (perf_counter() - start) * 1e3  # it keeps its answers: only the first time is work
    assert answer.probability(18) == ours.fraction(18)
    benchmark.pedantic(lambda: dice.keep_highest_distribution(3, pool).map(sum), rounds=5)
    ms, name = benchmark.stats.stats.min * 1e3, f"exact sum of the highest 3 of {pool} dice"
    headline(benchmark, ms, "ms", name=name, peers={"icepool, the first time": theirs})
