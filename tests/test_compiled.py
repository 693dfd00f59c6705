"""Kernels: nothing at decoration, one source for both readings, a cache that is never stale or in the way."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tabletop_odds
from tabletop_odds.compiled import compiled, int64, kernel_folder, loaded, source_hash, uint64

PACKAGE = Path(tabletop_odds.__file__).parent


def triple(x):
    return 3 * x


@compiled
def add_one(x):
    return x + 1


@compiled
def chain(x):
    """A kernel that names a plain function and another kernel, the first also inside a comprehension."""
    total = add_one(triple(x))
    for y in [triple(z) for z in range(3)]:
        total += y
    return total


@compiled
def countdown(n):
    return 0 if n == 0 else 1 + countdown(n - 1)


@compiled
def squares(n):
    out = np.zeros(n)
    for i in range(n):
        out[i] = i * i
    return out


@compiled
def wrap(x):
    return uint64(uint64(x) * uint64(6364136223846793005)) >> 1, int64(uint64(x) >> 1) - 1


def run(code, folder, **environment):
    """What a fresh process prints, with its kernels in `folder`."""
    environment = {**os.environ, "TABLETOP_ODDS_CACHE": str(folder), **environment}
    environment.pop("NUMBA_CACHE_DIR", None)
    path = os.pathsep.join([str(PACKAGE.parent), str(Path(__file__).parent)])
    environment["PYTHONPATH"] = path
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


SAMPLE = """
from tabletop_odds import dice
print(*dice.sample_classes(5, [0, 1, 2, 3, 4, 5], seed=1))
stats = dice._fill_classes.dispatcher.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_nothing_is_imported_at_decoration():
    code = """
import sys
from tabletop_odds.compiled import compiled, loaded
@compiled
def f(x):
    return x
assert f.python(3) == 3 and not loaded()
print(*[m for m in ("numpy", "numba", "llvmlite") if m in sys.modules])
"""
    assert run(code, "/nowhere") == []


def test_a_kernel_calls_plain_functions_and_kernels():
    assert chain(4) == chain.python(4) == 3 * 4 + 1 + 9
    assert loaded()


def test_a_kernel_may_call_itself():
    assert countdown(5) == 5


def test_numpy_needs_no_import_in_the_kernels_module():
    """Here the module imports it, in the package no module does; both must work."""
    assert squares(4).tolist() == [0, 1, 4, 9]
    bare = {"compiled": compiled, "__name__": "bare"}
    exec("def zeros(n):\n    return np.zeros(n)\nkernel = compiled(zeros)", bare)
    assert bare["kernel"](2).tolist() == [0, 0]


@pytest.mark.parametrize("x", [0, 1, 2**62, 2**64 - 1])
def test_signs_and_overflow_read_the_same(x):
    assert wrap(np.uint64(x)) == wrap.python(x)
    assert wrap(x % 2**63) == wrap.python(x % 2**63)


def test_kernels_keep_their_name_and_doc_and_travel_by_name():
    assert chain.__name__ == "chain"
    assert "names a plain function" in chain.__doc__
    from tabletop_odds import dice

    assert pickle.loads(pickle.dumps(dice._fill_classes)) is dice._fill_classes


def test_the_hash_follows_every_source(tmp_path):
    copy = tmp_path / "package"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    seen = {source_hash(copy)}
    assert seen == {source_hash(PACKAGE)}, "the place and the bytecode must not matter"
    (copy / "notes.txt").write_text("not a source")
    assert source_hash(copy) in seen

    with (copy / "streams.py").open("a") as file:
        file.write("# changed\n")
    seen.add(source_hash(copy))
    (copy / "streams.py").rename(copy / "rivers.py")
    seen.add(source_hash(copy))
    (copy / "farkle" / "more.py").write_text("")
    seen.add(source_hash(copy))
    assert len(seen) == 4


def test_the_folder_is_named_by_the_hash(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert kernel_folder() == tmp_path / "chosen" / "tabletop_odds" / source_hash(PACKAGE)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path / "ours"))
    assert kernel_folder() == tmp_path / "ours" / "kernels" / source_hash(PACKAGE)


@pytest.mark.slow
def test_the_second_process_compiles_nothing(tmp_path):
    first, second = run(SAMPLE, tmp_path), run(SAMPLE, tmp_path)
    assert first[:5] == second[:5]
    assert (first[5:], second[5:]) == (["0", "1"], ["1", "0"])
    assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.slow
def test_a_changed_helper_is_never_served_stale(tmp_path):
    """numba's own cache would: it looks only at the file of the kernel."""
    shutil.copytree(PACKAGE, tmp_path / "tabletop_odds", ignore=shutil.ignore_patterns("__pycache__"))
    sample = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{SAMPLE}"
    before = run(sample, tmp_path / "cache")
    streams = tmp_path / "tabletop_odds" / "streams.py"
    streams.write_text(streams.read_text().replace("0x94D049BB133111EB", "0x94D049BB133111ED"))
    after = run(sample, tmp_path / "cache")
    assert before[:5] != after[:5]


@pytest.mark.slow
def test_without_a_writable_folder_kernels_still_run(tmp_path):
    """A file stands where the folder should be: not even the superuser can write there.

    numba alone would then keep the kernel beside its source, where a change elsewhere leaves it stale.
    """
    (tmp_path / "file").write_text("")
    found = run(SAMPLE, tmp_path / "file")
    assert found[:5] == run(SAMPLE, tmp_path / "cache")[:5]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["file"]
    assert not list(PACKAGE.rglob("*.nbc"))


def test_who_waits_at_a_screen_is_told_once(monkeypatch, capsys):
    from tabletop_odds import compiled as module

    @compiled
    def add(x, y):
        return x + y

    @compiled
    def subtract(x, y):
        return x - y

    monkeypatch.setattr(module, "NOTICE_AFTER", 0.0)
    monkeypatch.setattr(module, "_told", [])
    assert add(1, 2) == 3
    assert capsys.readouterr().err == ""  # nobody watches
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert subtract(5, 2) == 3
    assert subtract(5.0, 2.5) == 2.5
    assert capsys.readouterr().err.count("compiling once") == 1
