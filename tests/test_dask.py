"""A run on a Dask cluster: a scheduler and two workers as processes of this machine, one of them killed in mid-run."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import cloudpickle
import joblib
import pytest
import test_docs

from tabletop_odds import cant_stop, farkle
from tabletop_odds.sweeps import sweep

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds for a process to start or end, or for a run to get somewhere
TASK = 1000  # bytes that a chunk may cost; a policy table is up to megabytes

distributed = pytest.importorskip("distributed", reason="no Dask: `pip install '.[dask]'` has it")
pytestmark = [pytest.mark.slow, pytest.mark.peer]


@contextmanager
def cluster(folder):
    """A client of a scheduler, and by address the process of each of its two workers, which no nanny starts again."""
    told, started = folder / "scheduler.json", []
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def start(program, *options):
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", f"--scheduler-file={told}", *options]
        with (folder / f"{len(started)}.log").open("wb") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment))

    try:
        start("scheduler", "--host=127.0.0.1", "--port=0", "--no-dashboard", "--idle-timeout=300s")
        for name in (1, 2):
            start("worker", "--no-nanny", "--nthreads=1", "--no-dashboard", f"--name={name}", "--death-timeout=60")
        until(told.exists, "the scheduler")
        with distributed.Client(scheduler_file=str(told)) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            client.get_task_stream()  # the first call begins it
            workers = client.scheduler_info()["workers"]
            yield client, {address: started[int(worker["name"])] for address, worker in workers.items()}
    finally:
        for process in reversed(started):
            process.kill()
            process.wait(PATIENCE)


def until(holds, what):
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, f"waited {PATIENCE} s for {what}"
        time.sleep(0.01)
    return found


def plain_policies():
    """Two policies of functions that no worker can import: they travel themselves."""
    limit = 3

    def roll(state, rules):
        return sum(space for _, space in state.runners) % limit > 0

    def choose(state, choices, rules):
        return choices[0]

    return [cant_stop.Policy("own", roll=roll, choose=choose), cant_stop.rule_of_28()]


def on_dask(simulate, *args, **given):
    with joblib.parallel_config(backend="dask"):
        return simulate(*args, **given)


def finished(client, address, since=0.0):
    """How many chunks a worker has finished."""
    return sum(
        "_timed" in str(task["key"]) and task["worker"] == address and task["startstops"][-1]["stop"] > since
        for task in client.get_task_stream()
    )


def kill(client, processes, begin):
    """Kill the first worker that has finished three chunks, with others in its hands: its address, when, and those."""
    busy = until(lambda: [at for at in processes if finished(client, at, begin) >= 3], "three chunks of a worker")[0]
    processes[busy].send_signal(signal.SIGSTOP)  # from here on it finishes nothing; what it has sent arrives
    try:
        time.sleep(0.2)
        held = until(lambda: [key for key in client.processing()[busy] if "_timed" in str(key)], "a chunk in its hands")
    finally:
        processes[busy].kill()
    return busy, time.time(), held


def lines_of_the_readme(client):
    """The run that README.md starts on a cluster, started on this one and shorter."""
    (block,) = test_docs.readme("py")
    text = block.text
    for shown, meant in (("tcp://HOST:8786", client.scheduler.address), ("10**10", "10**5")):
        assert text.count(shown) == 1
        text = text.replace(shown, meant)
    namespace = {"farkle": farkle}
    try:
        exec(text, namespace)
    finally:
        namespace["client"].close()
    return namespace["run"]


@pytest.fixture
def sent(monkeypatch):
    """The bytes of every task that a client sends."""
    submit, sizes = distributed.Client.submit, []

    def measured(client, *args, **given):
        sizes.append(len(cloudpickle.dumps((args, given))))
        return submit(client, *args, **given)

    monkeypatch.setattr(distributed.Client, "submit", measured)
    return sizes


def test_a_cluster_gives_the_local_answer_also_when_a_worker_is_killed(tmp_path, sent, monkeypatch):
    n, policy = 6_000_000, farkle.optimal_turn()
    local = farkle.simulate_turns(policy, n, seed=5)
    games = {"n": 60, "seed": 2, "chunk": 5}
    own = cant_stop.simulate_games(plain_policies(), **games)
    with cluster(tmp_path) as (client, processes):
        kept = tmp_path / "run.checkpoint"
        for _ in range(2):  # played, then read from the file
            assert on_dask(cant_stop.simulate_games, plain_policies(), **games, checkpoint=kept) == own
        assert all(finished(client, address) for address in processes)

        points = {"policy": [policy, farkle.bank_at(300)]}
        swept = on_dask(sweep, farkle.simulate_turns, points, n=1000, seed=1)
        assert swept.equals(sweep(farkle.simulate_turns, points, n=1000, seed=1))
        assert lines_of_the_readme(client) == farkle.simulate_turns(policy, 10**5, seed=1)
        with monkeypatch.context() as patch:
            patch.setattr("tabletop_odds.chunks.__version__", "9.9")
            with pytest.raises(ValueError, match=r"a worker has tabletop_odds .*, not 9\.9"):
                on_dask(farkle.simulate_turns, policy, 100, seed=1)

        sent.clear()
        with ThreadPoolExecutor() as pool:
            killing = pool.submit(kill, client, processes, time.time())
            assert on_dask(farkle.simulate_turns, policy, n, seed=5, chunk=50_000) == local
        killed, when, held = killing.result()
        assert processes.pop(killed).wait(PATIENCE) == -signal.SIGKILL
        (left,) = processes
        again = {str(task["key"]): task["worker"] for task in client.get_task_stream()}
        assert {again[key] for key in held} == {left}
        assert finished(client, left, since=when) >= 10, "it was killed in mid-run"

        table, *chunks = sent  # the policy's table travelled once
        assert table > 100 * TASK
        assert len(chunks) == 120
        assert max(chunks) < TASK
