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

from tabletop_odds import dice

pytestmark = pytest.mark.bench
ROLLS = 1_000_000


def record(benchmark, name):
    ns = benchmark.stats.stats.min / (ROLLS * 6) * 1e9
    benchmark.extra_info["ns_a_die"] = round(ns, 3)
    print(f"\n{name}: {ns:.2f} ns a die")
    return ns


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
    ours, numpy_ns = record(benchmark, "sample_classes"), min(theirs)
    benchmark.extra_info["numpy_integers_ns_a_die"] = round(numpy_ns, 3)
    benchmark.extra_info["times_faster_than_numpy"] = round(numpy_ns / ours, 2)
    print(f"numpy Generator.integers, alternating: {numpy_ns:.2f} ns a die, ratio {numpy_ns / ours:.1f}")


def test_roll(benchmark):
    rolls = benchmark.pedantic(dice.roll, (ROLLS,), {"rng": 1}, rounds=10, warmup_rounds=1)
    assert rolls.shape == (ROLLS, 6)
    record(benchmark, "roll, fair")


def test_roll_loaded(benchmark):
    weights = (1, 1, 1, 1, 1, 2)
    rolls = benchmark.pedantic(dice.roll, (ROLLS,), {"weights": weights, "rng": 1}, rounds=5, warmup_rounds=1)
    assert rolls.shape == (ROLLS, 6)
    record(benchmark, "roll, loaded")
