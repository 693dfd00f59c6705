"""Runs: the same answer however the games were split, stopped or interrupted; and honest errors."""

import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import joblib
import numpy as np
import pytest

from tabletop_odds import chunks, simulation
from tabletop_odds.answers import VALUE_COLUMNS, Value
from tabletop_odds.precision import Precision

ROOT = Path(__file__).resolve().parent.parent


def words(seed, start, stop, draw=0):
    """One 64-bit word a game, a function of (seed, game, draw) alone: SplitMix64's finaliser."""
    x = np.arange(start, stop, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x += np.uint64((seed * 0xD1B54A32D192ED03 + draw * 0x8CB92BA72F3D8DD7) % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
    return x ^ (x >> np.uint64(31))


def dice_and_wins(seed, start, stop):
    """A die's points, 50 a pip, and whether it was a six."""
    pips = words(seed, start, stop) % np.uint64(6) + np.uint64(1)
    return np.stack([50 * pips, pips == 6], axis=1).astype(np.int32)


def zeros(columns, dtype):
    return lambda seed, start, stop: np.zeros((stop - start, columns), dtype)


def interrupted_at(game):
    def play(seed, start, stop):
        if start <= game < stop:
            raise KeyboardInterrupt
        return dice_and_wins(seed, start, stop)

    return play


def run(play=dice_and_wins, n=2500, **options):
    options = {"seed": 1, "measures": ("points", "six"), "progress": False} | options
    return simulation.run(play, n, **options)


@pytest.fixture(scope="module")
def reference():
    return run(workers=1, chunk=2500)


@pytest.mark.parametrize("chunk", [1, 7, 1000, None])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_answer_does_not_depend_on_workers_or_chunks(reference, workers, chunk):
    assert run(workers=workers, chunk=chunk) == reference


@pytest.mark.parametrize("jobs", [None, 2])
@pytest.mark.parametrize("backend", ["threading", "sequential", "loky", "multiprocessing"])
@pytest.mark.slow
def test_every_joblib_backend_gives_the_same_answer(reference, backend, jobs):
    with joblib.parallel_config(backend=backend, n_jobs=jobs):
        assert run(chunk=700) == reference


def test_a_configured_backend_is_where_the_games_are_played():
    def process(seed, start, stop):
        return np.full((stop - start, 1), os.getpid())

    for backend in ("loky", "threading"):
        with joblib.parallel_config(backend=backend, n_jobs=2):
            answer = run(process, 10, measures=["process"], chunk=5)
        assert (os.getpid() in answer.histograms[0]) is (backend == "threading")


def test_a_configured_number_of_jobs_is_how_many_play_at_once():
    meeting = threading.Barrier(3)  # nobody passes before three are there

    def play(seed, start, stop):
        meeting.wait(timeout=30)
        return np.ones((1, 1), int)

    with joblib.parallel_config(n_jobs=3):
        assert run(play, 3, measures=["met"], chunk=1).n == 3


def test_the_answer_is_that_of_plain_numpy(reference):
    points, sixes = dice_and_wins(1, 0, 2500).T
    value = reference["points"]
    assert value.n == reference.n == 2500
    assert value.seed == 1
    assert value.value == pytest.approx(points.mean(), rel=1e-15)
    assert value.standard_error == pytest.approx(points.std(ddof=1) / 50, rel=1e-12)
    assert reference.rate("six") == Value.from_rate(int(sixes.sum()), 2500, 1)
    assert reference.distribution("points").weights == {k: int((points == k).sum()) for k in range(50, 301, 50)}
    assert reference["points"] != run(seed=2)["points"]
    frame = reference.to_frame()
    assert list(frame.columns) == ["measure", *VALUE_COLUMNS]
    assert list(frame.measure) == ["points", "six"]
    assert frame.value[0] == value.value
    assert str(reference).startswith("points: ")


def test_scale_counts_in_fractions_of_a_unit():
    half = run(scale=2)
    assert half["points"].value == run()["points"].value / 2
    assert half["points"].standard_error == run()["points"].standard_error / 2
    assert list(half.distribution("points")) == [25, 50, 75, 100, 125, 150]


def test_results_of_any_size_add_up_exactly():
    large = np.array([[2**62, 0], [-(2**62), 1], [2**62, 0], [2**62 - 1, 1]])
    answer = run(lambda seed, start, stop: large[start:stop], 4, chunk=3)
    assert answer.histograms[0] == {-(2**62): 1, 2**62 - 1: 1, 2**62: 2}
    assert answer["points"].value == (2 * 2**62 - 1) / 4


@pytest.mark.parametrize(("backend", "workers"), [("threading", 1), ("threading", 3), ("loky", 2)])
@pytest.mark.slow
def test_an_interrupted_play_leaves_the_games_before_it(backend, workers):
    with joblib.parallel_config(backend=backend):
        answer = run(interrupted_at(1234), chunk=100, workers=workers)
    assert (answer.interrupted, answer.n, answer["points"].n) == (True, 1200, 1200)
    assert answer.histograms == run(n=1200).histograms
    assert str(answer).endswith("interrupted")


def test_interrupted_before_any_game_was_finished():
    with pytest.raises(KeyboardInterrupt):
        run(interrupted_at(50), chunk=100)


@pytest.mark.parametrize(("owner", "step", "games"), [(simulation, "added", 500), (chunks.Chunks, "learn", 600)])
def test_an_interruption_between_any_two_steps_counts_a_chunk_whole_or_not(monkeypatch, owner, step, games):
    calls, original = iter(range(100)), getattr(owner, step)

    def struck(*args):
        result = original(*args)
        if next(calls) == 5:
            raise KeyboardInterrupt
        return result

    monkeypatch.setattr(owner, step, struck)
    answer = run(chunk=100)
    assert (answer.interrupted, answer.n) == (True, games)
    assert answer.histograms == run(n=games, workers=1, chunk=games).histograms


SLOW_RUN = """
import sys, time
sys.path.insert(0, {tests!r})
import test_simulation as t
from joblib import parallel_config

def slow(seed, start, stop):
    if start > 2000:
        print("playing", flush=True)
    time.sleep(0.02)
    return t.dice_and_wins(seed, start, stop)

with parallel_config(backend={backend!r}, n_jobs=2):
    answer = t.run(slow, 10**7, chunk=100)
assert answer.interrupted
assert answer.histograms == t.run(n=answer.n).histograms
print("played", answer.n, answer["points"].n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C as POSIX sends it")
@pytest.mark.parametrize("backend", ["threading", "sequential", "loky"])
@pytest.mark.slow
def test_ctrl_c_in_a_shell(backend):
    """A real SIGINT, to the whole group as a terminal sends it."""
    program = SLOW_RUN.format(tests=str(ROOT / "tests"), backend=backend)
    command = [sys.executable, "-W", "error", "-c", program]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, **pipes, env=environment, start_new_session=True)
    assert process.stdout.readline() == "playing\n"
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    word, n, again = output.splitlines()[-1].split()
    assert (word, n) == ("played", again)
    assert 0 < int(n) < 10**7
    assert int(n) % 100 == 0
    if backend != "loky":  # whose workers were interrupted too, and say so
        assert errors == ""


def test_an_error_in_a_play_is_the_callers():
    def broken(seed, start, stop):
        raise ZeroDivisionError("this play")

    with pytest.raises(ZeroDivisionError, match="this play"):
        run(broken, workers=2)


def test_memory_does_not_grow_with_n():
    peaks = []
    for n in (2000, 10_000, 200_000):  # the first one imports
        tracemalloc.start()
        run(n=n, chunk=1000, workers=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 100_000  # 200,000 results alone would be 1,600,000 bytes


def test_a_progress_bar_on_request_or_on_a_terminal(capsys, monkeypatch):
    run(n=300, chunk=100, progress=True)
    assert "300" in capsys.readouterr().err
    run(n=300, chunk=100, progress=None)  # stderr is no terminal here
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(simulation, "BAR_AFTER", 0)
    run(n=300, chunk=100, progress=None)
    assert "games" in capsys.readouterr().err
    run(n=300, chunk=100, progress=False)
    assert capsys.readouterr().err == ""


def two_dice(bonus=0, draws=(0, 1)):
    """The pips of two dice; policies with a draw in common share that die."""

    def play(seed, start, stop):
        pips = sum((words(seed, start, stop, draw) % np.uint64(6)).astype(np.int64) + 1 for draw in draws)
        return (pips + bonus).reshape(-1, 1)

    return play


def compare(plays, n=5000, **options):
    options = {"seed": 3, "measures": ("pips",), "progress": False} | options
    return simulation.compare(plays, n, **options)


PLAYS = {"plain": two_dice(), "shared": two_dice(1, (0, 2)), "apart": two_dice(2, (3, 4))}


def test_values_are_those_of_each_policy_alone_with_exact_ones_beside():
    frame = compare(PLAYS, exact={"plain": Value.exactly(7)}).to_frame()
    assert list(frame.columns) == ["policy", *VALUE_COLUMNS, "exact"]
    assert list(frame.policy) == ["apart", "shared", "plain"]
    assert list(frame.exact.fillna(0)) == [0, 0, 7]
    for policy, row in frame.set_index("policy").iterrows():
        alone = run(PLAYS[policy], 5000, seed=3, measures=["pips"])["pips"]
        assert [row[column] for column in VALUE_COLUMNS] == [getattr(alone, column) for column in VALUE_COLUMNS]


def test_differences_carry_paired_errors():
    """Against numpy on the games themselves; one die of two in common halves the variance."""
    differences = compare(PLAYS | {"best": two_dice(3)}).differences().set_index("policy")
    assert list(differences.columns) == ["versus", *VALUE_COLUMNS]
    assert set(differences.versus) == {"best"}
    assert list(differences.index) == ["apart", "shared", "plain"]
    results = {name: play(3, 0, 5000)[:, 0] for name, play in PLAYS.items()}
    best = two_dice(3)(3, 0, 5000)[:, 0]
    for policy, row in differences.iterrows():
        games = results[policy] - best
        assert row.value == pytest.approx(games.mean(), rel=1e-12)
        assert row.standard_error == pytest.approx(games.std(ddof=1) / 5000**0.5, rel=1e-12, abs=1e-15)
    unpaired = np.hypot(results["shared"].std(), best.std()) / 5000**0.5
    assert differences.standard_error["plain"] == 0  # the same luck: exactly 3 less in every game
    assert differences.value["plain"] == -3
    assert differences.standard_error["shared"] == pytest.approx(unpaired / 2**0.5, rel=0.03)
    assert differences.standard_error["apart"] == pytest.approx(unpaired, rel=0.03)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_comparison_does_not_depend_on_workers_or_chunks(workers, chunk):
    one, other = compare(PLAYS, 1500, workers=1), compare(PLAYS, 1500, workers=workers, chunk=chunk)
    assert one.to_frame().equals(other.to_frame())
    assert one.differences().equals(other.differences())


def test_probabilities_have_wilson_intervals():
    plays = {"six": dice_and_wins, "never": zeros(2, int)}
    options = {"measures": ("points", "six"), "measure": "six", "unit": "probability", "seed": 1}
    frame = compare(plays, 2500, **options).to_frame().set_index("policy")
    wilson = run().rate("six")
    assert (frame.low["six"], frame.high["six"]) == (wilson.low, wilson.high)
    assert frame.high["never"] > 0


@pytest.mark.parametrize(("gap", "lowest", "worse"), [(1, False, "a"), (1, True, "b"), (0, False, "b"), (0, True, "b")])
def test_differences_are_exact_and_equal_policies_keep_their_order(gap, lowest, worse):
    def always(result):
        return lambda seed, start, stop: np.full((stop - start, 1), 2**61 + result)

    [row] = compare({"a": always(0), "b": always(gap)}, lowest=lowest).differences().itertuples()
    assert (row.policy, row.value, row.standard_error) == (worse, gap if lowest else -gap, 0)


def test_an_interrupted_comparison_compares_the_games_before():
    interrupted = compare({"a": interrupted_at(450), "b": dice_and_wins}, measures=("points", "six"), chunk=100)
    whole = compare({"a": dice_and_wins, "b": dice_and_wins}, 400, measures=("points", "six"))
    assert interrupted.to_frame().equals(whole.to_frame())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, r"n must be a whole number from 1 to 1,000,000,000,000, not 0"),
        ({"n": 10**12 + 1}, "n must be"),
        ({"n": 1e6}, r"n must be .*, not 1000000\.0"),
        ({"n": True}, "n must be"),
        ({"n": "100"}, "n must be"),
        ({"chunk": 0}, "chunk must be"),
        ({"workers": 0}, "workers must be a whole number from 1 to"),
        ({"scale": 0}, "scale must be"),
        ({"seed": -1}, "-1"),
        ({"seed": 2**63}, str(2**63)),
        ({"seed": None}, "None"),
        ({"n": None}, "one of n and until must be given, not neither"),
        ({"until": Precision(1)}, "one of n and until must be given, not both"),
        ({"n": None, "until": 0.5}, r"until must be a Precision, not 0\.5"),
        ({"measures": ()}, "measures must be"),
        ({"measures": ("points", "points")}, "measures must be"),
        ({"measures": "points"}, "measures must be"),
        ({"measures": ("points",)}, r"shape \(256, 1\), not int32 of shape \(256, 2\)"),
        ({"play": zeros(2, float)}, "whole numbers .*float64"),
        ({"play": zeros(2, np.uint64)}, "whole numbers .*uint64"),
        ({"play": zeros(3, int)}, "shape"),
    ],
)
def test_bad_input_is_named(options, message):
    with pytest.raises(ValueError, match=message) as caught:
        run(**options)
    assert "\n" not in str(caught.value)


def test_no_such_measure_and_no_rate(reference):
    with pytest.raises(KeyError, match="'pints' is not one of points, six"):
        reference["pints"]
    with pytest.raises(ValueError, match="'points' is no rate"):
        reference.rate("points")
    with pytest.raises(ValueError, match="is no rate"):
        run(scale=2).rate("six")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plays": {}}, "plays must be one or more"),
        ({"measure": "points"}, "measure must be one of pips, not 'points'"),
        ({"exact": {"plane": 7}}, "exact: 'plane' is not one of plain, shared, apart"),
    ],
)
def test_bad_comparisons_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        compare(**({"plays": PLAYS} | options))
