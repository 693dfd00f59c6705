"""Two-sided tables on disk: killed and resumed, damaged, refused; always the same numbers."""

import os
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tabletop_odds import tables
from tabletop_odds.backgammon import big_table, kept_tables, pair_files
from tabletop_odds.backgammon.big_table import CHANCES, solve
from tabletop_odds.backgammon.pair_files import HEADER, in_memory, open_pairs, path_of
from tabletop_odds.backgammon.two_sided_layout import Layout

# builds 5 v 5, and dies without notice after twelve layers
KILLED = """
import os
from tabletop_odds.backgammon import pair_files
from tabletop_odds.backgammon.big_table import solve
pair_files.SAVE_EVERY = 0
save, calls = pair_files._save, []
def save_and_die(*args):
    save(*args)
    calls.append(0)
    if len(calls) == 12:
        os.kill(os.getpid(), 9)
pair_files._save = save_and_die
solve(5, folder=FOLDER)
"""


@pytest.fixture(scope="module")
def five():
    return in_memory(CHANCES, Layout(5)).data[HEADER:]


def kill_in_the_middle(folder):
    """Leaves a build of 5 v 5 unfinished; returns its file."""
    code = KILLED.replace("FOLDER", repr(str(folder)))
    path = os.pathsep.join(entry for entry in sys.path if entry)
    killed = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, timeout=120)
    assert killed.returncode == -9
    (unfinished,) = (folder / "tables" / "backgammon").iterdir()
    assert unfinished.suffix == ".tmp"
    return unfinished


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_killed_build_goes_on_where_it_was(tmp_path, monkeypatch, five):
    unfinished = kill_in_the_middle(tmp_path)
    begun = []
    fill = pair_files.fill_layers
    monkeypatch.setattr(pair_files, "fill_layers", lambda *args: begun.append(args[-1]) or fill(*args))
    path = solve(5, folder=tmp_path)
    assert begun == [13]  # layers 0 to 12 are there
    assert not unfinished.exists()
    assert open_pairs(CHANCES, Layout(5), path).data[HEADER:] == five


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_what_a_kill_leaves_is_cleared_with_the_cache(tmp_path, monkeypatch):
    unfinished = kill_in_the_middle(tmp_path)
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path))
    assert tables.cached() == []
    assert tables.clear_cache() == 1
    assert not unfinished.exists()


def test_a_built_table_is_listed_and_not_built_again(tmp_path, monkeypatch, five):
    path = solve(5, folder=tmp_path)
    assert path == path_of(CHANCES, Layout(5), tmp_path)
    assert path.read_bytes()[HEADER:] == five
    changed = path.stat().st_mtime_ns
    assert solve(5, folder=tmp_path) == path
    assert path.stat().st_mtime_ns == changed
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path))
    assert tables.cached() == [("backgammon", "two_sided", path.stat().st_size, path)]


def test_threads_make_no_difference(tmp_path):
    paths = [solve(7, folder=tmp_path / str(n), workers=n, progress=False) for n in (1, 2)]
    one, two = (path.read_bytes()[HEADER:] for path in paths)
    assert one == two


def test_what_a_build_took_is_kept(tmp_path):
    path = solve(5, folder=tmp_path, workers=2)
    took = open_pairs(CHANCES, Layout(5), path).built
    assert took["workers"] == 2
    assert 0 < took["cpu_seconds"] < 600
    assert took["peak_memory_bytes"] > path.stat().st_size


@pytest.mark.parametrize(
    ("at", "said"),
    [(0, "header"), (30, "header|another key"), (HEADER, "samples"), (-1, "samples")],
)
def test_a_damaged_table_is_named_and_built_again(at, said, tmp_path, capsys, five):
    path = solve(5, folder=tmp_path)
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=said):
        open_pairs(CHANCES, Layout(5), path)
    assert solve(5, folder=tmp_path).read_bytes()[HEADER:] == five
    assert re.search(said, capsys.readouterr().err)


def test_a_table_cut_short_is_named(tmp_path):
    path = solve(5, folder=tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"damaged table .*bytes, not"):
        open_pairs(CHANCES, Layout(5), path)


def test_another_tables_file_answers_nothing(tmp_path):
    path = solve(5, folder=tmp_path)
    with pytest.raises(ValueError, match="damaged table"):
        open_pairs(CHANCES, Layout(4), path)


def test_too_little_memory_is_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(pair_files, "_free_memory", lambda: 4_000_000_000)
    with pytest.raises(OSError, match=r"^the table of 15 v 15 checkers needs 6.7 GB of memory: 4.0 GB free$"):
        solve(15, folder=tmp_path)
    assert list((tmp_path / "tables" / "backgammon").iterdir()) == []


def test_too_little_disk_is_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(pair_files, "_free_memory", lambda: None)  # a system that does not tell
    monkeypatch.setattr(pair_files.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**9))
    with pytest.raises(OSError, match=r"^the table of 15 v 15 checkers needs 6.3 GB of disk in .*: 1.0 GB free$"):
        solve(15, folder=tmp_path)
    assert list((tmp_path / "tables" / "backgammon").iterdir()) == []


def test_workers_out_of_range(tmp_path):
    with pytest.raises(ValueError, match="workers must be a whole number from 1 to 1,000, not 0"):
        solve(5, folder=tmp_path, workers=0)


def test_the_largest_kept_table_answers(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path))
    pair = (0, 1, 1, 1, 0, 0), (1, 0, 0, 0, 1, 0)
    for checkers, largest in ((3, 3), (6, 6), (4, 6)):
        solve(checkers)
        assert big_table.kept_table(*pair).layout.checkers == largest


def test_where_nothing_can_be_written_a_table_is_held_in_memory(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(big_table, "WHEN_ASKED", 4)
    kept_tables.when_asked.cache_clear()
    pair = (0, 1, 1, 1, 0, 0), (1, 0, 0, 0, 1, 0)
    assert 0 < big_table.chance(big_table.kept_table(*pair), *pair) < 1
    assert big_table.kept_table((0, 0, 0, 0, 0, 5), pair[1]) is None
    kept_tables.when_asked.cache_clear()
