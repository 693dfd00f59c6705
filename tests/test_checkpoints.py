"""Checkpoints: a run that was killed, cut at any byte, or left without disk goes on, and ends in the same bytes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tabletop_odds import simulation, tournament
from tabletop_odds.precision import Precision

ROOT = Path(__file__).resolve().parent.parent
KILLS = 5
SLOW_RUN = """
import sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
import test_checkpoints as t
if {limit}:
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
import joblib
print("begun", flush=True)
try:
    t.{call}({path!r}, play=t.SlowPlay())
except OSError as error:
    sys.exit(f"{{error.filename}}: {{error.strerror}}")
"""


class Play:
    """Results that depend on the game alone: (i * i) % 7 and i % 2."""

    def __call__(self, seed, start, stop):
        games = np.arange(start, stop)
        return np.stack([(games * games + seed) % 7, games % 2], axis=1)

    def __reduce__(self):  # what is added below to watch a play or to stop it leaves it the same play
        return (Play, ())


class SlowPlay(Play):
    def __call__(self, seed, start, stop):
        time.sleep(0.01)
        return super().__call__(seed, start, stop)

    def __reduce__(self):
        return (SlowPlay, ())


def played(path, n=12_000, play=None, **other):
    given = {"seed": 3, "measures": ["seventh", "odd"], "chunk": 100, "about": {"rules": "core"}, "progress": False}
    return simulation.run(play or Play(), n, checkpoint=path, **given | other)


class Loss(Play):
    """What the game costs: below 0, so that totals are too."""

    def __call__(self, seed, start, stop):
        return -10 * super().__call__(seed, start, stop)

    def __reduce__(self):
        return (Loss, ())


def compared(path, n=12_000, play=None, **other):
    plays = {"loss": Loss(), "gain": play or Play()}
    given = {"seed": 3, "measures": ["seventh", "odd"], "chunk": 100, "about": {"rules": "core"}, "progress": False}
    return simulation.compare(other.pop("plays", plays), n, checkpoint=path, **given | other)


def lines(path):
    return path.read_bytes().splitlines(keepends=True)


def test_a_run_with_a_checkpoint_gives_the_same_answer_and_a_second_start_plays_nothing(tmp_path):
    path = tmp_path / "run.checkpoint"
    plain = simulation.run(Play(), 12_000, seed=3, measures=["seventh", "odd"])
    assert played(path) == plain
    content = path.read_bytes()
    assert played(path, chunk=7) == plain
    assert path.read_bytes() == content
    assert [json.loads(line.partition(b" ")[2])[:2] for line in lines(path)[1:]] == [[0, 10_000], [10_000, 12_000]]
    assert list(tmp_path.iterdir()) == [path]


def test_games_that_are_kept_are_not_played_again(tmp_path):
    path, asked = tmp_path / "run.checkpoint", []

    class Watched(Play):
        def __call__(self, seed, start, stop):
            asked.extend(range(start, stop))
            return super().__call__(seed, start, stop)

    for n in (5_000, 25_000):
        assert played(path, n, Watched(), workers=1) == simulation.run(Play(), n, seed=3, measures=["seventh", "odd"])
    assert asked == list(range(25_000))
    assert played(path, 12_000, Watched(), workers=1).n == 12_000
    assert asked[25_000:] == list(range(10_000, 12_000))


def test_cut_at_any_byte_it_goes_on_and_ends_in_the_same_bytes(tmp_path):
    whole, path = tmp_path / "whole", tmp_path / "cut"
    plain = played(whole, 300)
    first = len(lines(whole)[0])
    chunked = b"".join(_chunked(whole, tmp_path))
    for at in range(first, len(chunked) + 1):
        path.write_bytes(chunked[:at] + (b"\0" * 9 if at % 3 == 0 else b""))
        assert played(path, 300) == plain
        assert path.read_bytes() == whole.read_bytes()


def _chunked(whole, folder):
    """The lines of the same run before it ended: one a chunk."""
    path = folder / "chunked"

    class Struck(Play):
        def __call__(self, seed, start, stop):
            if start >= 200:
                raise RuntimeError("struck")
            return super().__call__(seed, start, stop)

    with pytest.raises(RuntimeError, match="struck"):
        played(path, 300, Struck(), workers=1)
    assert len(lines(path)) == 3
    return lines(path)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"measures": ["seventh", "even"]}, "measures seventh, odd, not seventh, even"),
        ({"scale": 2}, "scale 1, not 2"),
        ({"play": SlowPlay(), "about": {"rules": "boxed"}}, "rules core, not boxed"),
        ({"play": SlowPlay()}, "another play"),
    ],
)
def test_another_run_is_refused_with_the_reason_and_the_file_is_left_alone(tmp_path, other, said):
    path = tmp_path / "run.checkpoint"
    played(path, 300)
    content = path.read_bytes()
    with pytest.raises(ValueError, match="name a new file") as refused:
        played(path, 300, **other)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == content


def test_another_version_a_foreign_file_and_one_in_use_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "run.checkpoint"
    played(path, 300)
    monkeypatch.setattr("tabletop_odds.checkpoints.__version__", "9.9")
    with pytest.raises(ValueError, match=r"version .*, not 9\.9"):
        played(path, 300)
    path.write_text("my notes\n")
    with pytest.raises(ValueError, match="no checkpoint of tabletop_odds"):
        played(path, 300)
    assert path.read_text() == "my notes\n"

    class Twice(Play):
        def __call__(self, seed, start, stop):
            with pytest.raises(ValueError, match="another run is using it"):
                played(tmp_path / "used", 300, Twice())
            return super().__call__(seed, start, stop)

    assert played(tmp_path / "used", 300, Twice()).n == 300


def test_rules_told_in_two_ways_are_one_run_where_the_play_is_the_same(tmp_path):
    played(tmp_path / "run", 300)
    assert played(tmp_path / "run", 300, about={"rules": "the game's own"}).n == 300


def test_a_comparison_goes_on_with_totals_below_0_and_gives_the_answer_of_one_never_interrupted(tmp_path):
    path, asked, strikes = tmp_path / "comparison", [], [5_000]

    class Watched(Play):
        def __call__(self, seed, start, stop):
            if start in strikes:
                strikes.remove(start)
                asked.clear()
                raise RuntimeError("struck")
            asked.append(start)
            return super().__call__(seed, start, stop)

    plain = compared(None)
    assert plain.to_frame().value[1] < 0
    with pytest.raises(RuntimeError, match="struck"):
        compared(path, play=Watched(), workers=1)
    resumed = compared(path, play=Watched(), workers=1)
    assert resumed.to_frame().equals(plain.to_frame())
    assert resumed.differences().equals(plain.differences())
    assert asked == list(range(5_000, 12_000, 100))
    content = path.read_bytes()
    compared(tmp_path / "whole")
    assert content == (tmp_path / "whole").read_bytes()
    totals = [sum(json.loads(line.partition(b" ")[2])[2][i] for line in lines(path)[1:]) for i in range(2)]
    rows = np.arange(12_000)
    seventh = int(((rows * rows + 3) % 7).sum())
    assert totals == [-10 * seventh, seventh]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"plays": {"gain": Play(), "loss": Loss()}}, "policies loss, gain, not gain, loss"),
        ({"plays": {"loss": Loss(), "gain": SlowPlay()}}, "another play"),
        ({"about": {"rules": "boxed"}, "plays": {"loss": Loss(), "gain": SlowPlay()}}, "rules core, not boxed"),
        ({"measure": "odd"}, "measures seventh, not odd"),
        ({"seed": 4}, "seed 3, not 4"),
    ],
)
def test_another_comparison_is_refused_with_the_reason(tmp_path, other, said):
    compared(tmp_path / "comparison", 300)
    with pytest.raises(ValueError, match="name a new file") as refused:
        compared(tmp_path / "comparison", 300, **other)
    assert said in str(refused.value)


def test_runs_comparisons_and_round_robins_are_told_apart(tmp_path):
    played(tmp_path / "run", 300)
    compared(tmp_path / "comparison", 300)
    with pytest.raises(ValueError, match="kind run, not comparison"):
        compared(tmp_path / "run", 300)
    with pytest.raises(ValueError, match="kind comparison, not run"):
        played(tmp_path / "comparison", 300)
    with pytest.raises(ValueError, match="policies unknown, not a, b"):
        robin(tmp_path / "run")


class Shares(Play):
    """Three seats of policies 0, 1, ...: the win to the seat that the game and the policies' numbers draw."""

    def __init__(self, seating):
        self.seating = seating

    def __call__(self, seed, start, stop):
        won = (np.arange(start, stop) * 7 + 3 * self.seating[0]) % len(self.seating)
        return (won[:, None] == np.arange(len(self.seating))).astype(np.int64)

    def __reduce__(self):
        return (Shares, (self.seating,))


def robin(path, names=("a", "b"), play=Shares, n=1_000):
    return tournament.round_robin(play, names, n, seed=3, chunk=100, workers=1, checkpoint=path, progress=False)


def test_a_round_robin_goes_on_and_one_of_other_policies_is_refused(tmp_path):
    path, asked = tmp_path / "robin", []

    class Struck(Shares):
        def __call__(self, seed, start, stop):
            if start == 500 and 500 not in asked:
                asked.append(start)
                raise RuntimeError("struck")
            asked.append(start)
            return super().__call__(seed, start, stop)

    with pytest.raises(RuntimeError, match="struck"):
        robin(path, play=Struck)
    asked[:] = [500]
    assert robin(path, play=Struck) == robin(None)
    assert sorted(set(asked)) == list(range(500, 1_000, 100))
    with pytest.raises(ValueError, match="policies a, b, not a, b, c"):
        robin(path, names=("a", "b", "c"))


def test_a_precision_is_reached_at_the_same_look_with_and_without_a_checkpoint(tmp_path):
    path, aim = tmp_path / "run.checkpoint", 0.015
    plain = simulation.run(Play(), seed=3, measures=["seventh", "odd"], until=Precision(aim, 200_000))
    played(path, 10_000)
    again = played(path, None, until=Precision(aim, 200_000))
    assert again == plain
    assert again.reached
    assert plain.n < 200_000


def started(path, limit=0, call="played"):
    code = SLOW_RUN.format(tests=str(ROOT / "tests"), path=str(path), limit=limit, call=call)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(path, call="played"):
    """Let the run go on to its end."""
    process = started(path, call=call)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told


def games_kept(path):
    """The game after the last whole line; a torn line may stand behind it."""
    whole = [line for line in lines(path)[1:] if line.endswith(b"\n")] if path.exists() else []
    return json.loads(whole[-1].partition(b" ")[2])[1] if whole else 0


def killed(path, kills, seed, longest=0.3, call="played"):
    """Kill the run that often, at moments drawn from the seed; (seconds, games kept) at each kill."""
    moments, kept = random.Random(seed), []
    for _ in range(kills):
        process = started(path, call=call)
        assert process.stdout.readline() == "begun\n"
        wait = moments.uniform(0, longest)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kept.append((round(wait, 4), games_kept(path)))
    print(f"seed {seed}: (seconds after it began, games kept) at each kill: {kept}")
    return kept


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("call", "kills"), [("played", KILLS), ("compared", 2)])
def test_killed_at_any_moment_no_chunk_is_lost_and_the_bytes_are_equal(tmp_path, call, kills):
    path, whole = tmp_path / "killed", tmp_path / "whole"
    kept = killed(path, kills, seed=1, call=call)
    assert len(kept) == kills
    counts = [count for _, count in kept]
    assert counts == sorted(counts), "a chunk was lost"
    assert any(0 < count < 12_000 for count in counts), "every kill fell before the first chunk or after the last"
    ended(path, call)
    ended(whole, call)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of file sizes")
def test_a_full_disk_is_told_in_one_line_and_the_games_so_far_stay(tmp_path):
    path, whole = tmp_path / "full", tmp_path / "whole"
    process = started(path, limit=1500)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert told.strip().startswith(f"{path}: ")
    assert "games are kept" in told
    assert len(lines(path)) > 2
    ended(path)
    ended(whole)
    assert path.read_bytes() == whole.read_bytes()
