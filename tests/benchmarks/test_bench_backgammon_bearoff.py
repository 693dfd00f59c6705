"""Backgammon, one side: tables of six and eight points and a race, beside gnubg's makebearoff; compiling not counted.

Limits: six points with every distribution 0.3 s of CPU on one core, and 10 times faster than makebearoff.
"""

import resource
import shutil
import subprocess
from time import process_time

import pytest
from headlines import headline

from tabletop_odds.backgammon import one_sided
from tabletop_odds.backgammon.race import solve_race

pytestmark = pytest.mark.bench
LIMIT, FASTER = 0.3, 10
PLACES = "/usr/games:/usr/local/games:/usr/bin:/usr/local/bin"


def solved(points):
    """CPU seconds to solve the table and spread every distribution."""
    one_sided._solve_one_sided.cache_clear()
    start = process_time()
    chances = one_sided.solve_one_sided(points).distributions()
    spent = process_time() - start
    assert abs(chances.sum(axis=1) - 1).max() < 1e-12
    return spent


def made(points, folder):
    """CPU seconds of makebearoff for the same table, its gammon part left out."""
    program = shutil.which("makebearoff") or shutil.which("makebearoff", path=PLACES)
    if program is None:
        pytest.skip("no makebearoff to compare with: `apt-get install gnubg` has it")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "-o", str(points), "--no-gammon", "-f", str(folder / f"{points}.bd")]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope="module", autouse=True)
def compiled():
    one_sided.solve_one_sided(2, 2).distributions()


def test_six_points(benchmark):
    times = []
    benchmark.pedantic(lambda: times.append(solved(6)), rounds=7)
    headline(benchmark, min(times), "s CPU", most=LIMIT)


@pytest.mark.parametrize("points", [6, 8])
def test_beside_makebearoff(benchmark, points, tmp_path):
    theirs, times = made(points, tmp_path), []
    benchmark.pedantic(lambda: times.append(solved(points)), rounds=3)
    ours = min(times)
    headline(benchmark, ours, "s CPU", peers={"makebearoff": theirs})
    assert theirs >= FASTER * ours


def test_a_race_of_ten_points(benchmark):
    solve_race((0, 0, 0, 0, 0, 0, 1))  # compiles
    race = benchmark.pedantic(solve_race, ((0,) * 9 + (15,),), rounds=1)
    headline(benchmark, benchmark.stats.stats.min, "s")
    headline(benchmark, len(race.mean), "positions")
