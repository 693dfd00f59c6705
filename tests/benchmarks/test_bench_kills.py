"""A hundred kills of one run: no chunk lost, the bytes of a run never interrupted. The moments are seeded and printed.

Each kill falls within 0.025 s of the first game, so that a hundred of them come before the end.
"""

import pytest
from headlines import headline
from test_checkpoints import ended, killed

pytestmark = pytest.mark.bench
KILLS = 100


def test_a_hundred_kills(benchmark, tmp_path):
    path, whole = tmp_path / "killed", tmp_path / "whole"
    kept = benchmark.pedantic(lambda: killed(path, KILLS, seed=2, longest=0.025), rounds=1)
    counts = [count for _, count in kept]
    assert counts == sorted(counts)
    ended(path)
    ended(whole)
    assert path.read_bytes() == whole.read_bytes()
    headline(benchmark, sum(count < 12_000 for count in counts), "kills in mid-run", least=KILLS / 2)
