"""Backgammon, both sides bearing off: tables built on one core, compiling not counted, in CPU seconds.

The largest one is not built here: `python -m tabletop_odds backgammon solve --checkers 15` says what it takes.
"""

import time

import pytest
from headlines import headline

from tabletop_odds.backgammon import big_table, cube_equities, pair_files
from tabletop_odds.backgammon.two_sided_layout import WIDTH, Layout, fill_layers, plays_of

pytestmark = pytest.mark.bench
MOST = {("chances", 6): 0.1, ("chances", 10): 5.0, ("equities", 6): 1.0, ("equities", 8): 15.0}
KINDS = {"chances": big_table.CHANCES, "equities": cube_equities.equities()}


def build(kind, checkers):
    import numpy as np

    layout = Layout(checkers)
    shape = kind.tables, layout.panels, layout.rows, WIDTH
    fill = kind.prepare(np.zeros(shape, kind.typecode), plays_of(layout))
    for _ in fill_layers(layout, fill, workers=1):
        pass
    return layout


@pytest.mark.parametrize(("name", "checkers"), MOST, ids=[f"{name} {n} v {n}" for name, n in MOST])
def test_tables(benchmark, name, checkers):
    times = []

    def timed():
        start = time.process_time()
        build(KINDS[name], checkers)
        times.append(time.process_time() - start)

    build(KINDS[name], 2)  # compiles
    benchmark.pedantic(timed, rounds=5)
    pairs = Layout(checkers).rows ** 2
    headline(benchmark, min(times), "s CPU", most=MOST[name, checkers])
    headline(benchmark, pairs / min(times) / 1e6, "million pairs a second")


def test_queries(benchmark, tmp_path):
    """One look-up in a kept table, without numpy."""
    layout = Layout(6)
    table = pair_files.open_pairs(big_table.CHANCES, layout, big_table.solve(6, folder=tmp_path))
    benchmark(big_table.chance, table, (1, 0, 1, 0, 2, 2), (0, 0, 1, 0, 2, 3))
