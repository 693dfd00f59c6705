"""Every analysis runs at test size, with its own seed and folder, and writes a report that is fit to be read."""

import os
import random
import runpy
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from page_laws import is_a_good_report

from tabletop_odds import simulation
from tabletop_odds.cli.analysis import analysis

ROOT = Path(__file__).resolve().parent.parent
ANALYSES = sorted((ROOT / "analyses").glob("*.py"))


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """The page that an analysis writes at test size, once."""

    @cache
    def page(name):
        main = runpy.run_path(str(ROOT / "analyses" / f"{name}.py"))["main"]
        return main(size="test", seed=1, folder=tmp_path_factory.mktemp("analyses") / name)

    return page


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("name", [path.stem for path in ANALYSES])
def test_analysis_writes_its_report(name, written, request):
    page = written(name)
    assert (page.parent.name, page.name) == (name, "index.html")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "nan" not in text
    is_a_good_report(page, request)


def test_there_are_analyses():
    assert ANALYSES


def small(size, seed, folder):
    """An analysis."""
    return Path(f"{folder}: {size}, {simulation.run(sevenths, 500, seed=seed, measures=['rest'])['rest']}")


def sevenths(seed, start, stop):
    return (seed + np.arange(start, stop)[:, None] ** 2) % 7


def test_the_command_line_of_an_analysis(tmp_path, capsys):
    words = ["report", "--seed", "2", "--folder", "out", "--checkpoint", str(tmp_path / "kept")]
    printed = []
    for _ in range(2):
        assert analysis(small, words) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == f"{small('report', 2, 'out')}\n"
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert analysis(small, []) == 0
    assert capsys.readouterr().out == f"{small('test', 1, None)}\n"
    assert analysis(small, ["--help"]) == 0
    assert "--checkpoint FOLDER" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gallry", "did you mean 'gallery'?"),
        ("--seed x", "'x' is not a whole number"),
        ("--seed -1", "seed"),
        ("--sed=1", "did you mean '--seed'?"),
        ("--checkpoint FILE", "a folder is needed"),
    ],
)
def test_what_the_command_line_of_an_analysis_refuses(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text("")
    assert analysis(small, words.split()) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert said in error.splitlines()[-1]
    assert "Traceback" not in error


KILLED = "cant_stop_rule_of_28"


def started(folder, kept):
    """The analysis to kill, at test size, in a process of its own."""
    command = [sys.executable, str(ROOT / "analyses" / f"{KILLED}.py"), "--folder", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([*command, "--checkpoint", str(kept)], env=environment, cwd=folder.parent)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_analysis_goes_on_and_writes_the_same_tables(tmp_path, written):
    kept, moments = tmp_path / "kept", random.Random(8)
    runs = moments.randint(3, 8)
    process = started(tmp_path / "killed", kept)
    while process.poll() is None and len(list(kept.glob("*.checkpoint"))) < runs:
        time.sleep(0.005)
    wait = moments.uniform(0, 0.1)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it ended before it could be killed"
    found = {path.name: path.read_bytes() for path in kept.glob("*.checkpoint")}
    print(f"seed 8: killed {wait:.3f} s after run {runs} began, {len(found)} runs kept")
    assert started(tmp_path / "killed", kept).wait(timeout=120) == 0
    whole = written(KILLED).parent
    tables = [str(path.relative_to(whole)) for path in whole.rglob("*.csv")]
    assert tables
    for name in (*tables, "report.md"):
        assert (tmp_path / "killed" / name).read_bytes() == (whole / name).read_bytes(), name
    for name, content in found.items():  # gone on with, under the name it had
        assert (kept / name).read_bytes().startswith(content.splitlines(keepends=True)[0])
    assert len(list(kept.glob("*.checkpoint"))) > len(found)
