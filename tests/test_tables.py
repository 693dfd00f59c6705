"""Table files: whole or not there, checked on load, solved once, and never code."""

import ast
import json
import multiprocessing
import os
import subprocess
import sys
from array import array
from hashlib import sha256
from pathlib import Path

import pytest
from cases import cases

from tabletop_odds import tables

ROOT = Path(__file__).resolve().parent.parent
KEY = {"rules": {"target": 10_000, "hot_dice": "forced", "share": 0.1}, "solver": 1}
ARRAYS = {
    "values": ("d", [0.1, -2.5, 1e300]),
    "counts": ("H", range(5)),
    "large": ("q", [-(2**63)]),
    "none": ("B", []),
}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "race.table"
    tables.write_table(path, "race", KEY, ARRAYS)
    return path


class Solver:
    """A solve that counts its calls."""

    calls = 0

    def __call__(self):
        self.calls += 1
        return ARRAYS


def solved(solve, key=KEY, name="race", **options):
    return tables.solved("farkle", name, key, solve, **options)


def test_a_table_comes_back_as_it_was_written(written):
    table = tables.read_table(written, KEY)
    assert (table.name, table.key) == ("race", KEY)
    assert {name: list(values) for name, values in table.arrays.items()} == {
        name: list(values) for name, (_, values) in ARRAYS.items()
    }


def test_the_file_is_a_checksum_a_line_of_json_and_little_endian_numbers(written):
    first, header, data = written.read_bytes().split(b"\n", 2)
    assert first == b"tabletop-odds table 1 " + sha256(header + b"\n" + data).hexdigest().encode()
    assert json.loads(header) == {
        "arrays": [["values", "d", 3], ["counts", "H", 5], ["large", "q", 1], ["none", "B", 0]],
        "key": KEY,
        "name": "race",
    }
    assert data[:8] == bytes.fromhex("9a9999999999b93f")  # 0.1, least significant byte first
    assert data[24:34] == bytes([0, 0, 1, 0, 2, 0, 3, 0, 4, 0])
    assert len(data) == 3 * 8 + 5 * 2 + 8


def test_the_same_table_is_the_same_bytes(written, tmp_path):
    again = tmp_path / "again.table"
    tables.write_table(again, "race", dict(reversed(KEY.items())), ARRAYS)
    assert again.read_bytes() == written.read_bytes()


def test_a_big_endian_machine_reads_and_writes_the_same_file(written, tmp_path, monkeypatch):
    """There numbers lie the other way round in memory: seen from there, a number of ours is turned."""
    monkeypatch.setattr(sys, "byteorder", "big")
    turned = array("H", range(5))
    turned.byteswap()
    assert list(tables.read_table(written).arrays["counts"]) == list(turned)
    tables.write_table(tmp_path / "big.table", "race", KEY, {"counts": ("H", turned)})
    monkeypatch.undo()
    assert list(tables.read_table(tmp_path / "big.table").arrays["counts"]) == [0, 1, 2, 3, 4]
    assert list(turned) != [0, 1, 2, 3, 4]  # and writing left its argument alone


def test_every_damaged_byte_is_noticed(written):
    whole = written.read_bytes()
    for place in range(len(whole)):
        written.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(ValueError, match=r"damaged table .*race\.table"):
            tables.read_table(written)
    for damaged in (b"", whole[:40], whole[:-1], whole + b"\0", b"\x80\x04."):
        written.write_bytes(damaged)
        with pytest.raises(ValueError, match="damaged table"):
            tables.read_table(written)


@pytest.mark.parametrize(
    "header",
    [
        b"[]",
        b"nonsense",
        b'{"name": "race", "key": {}}',
        b'{"name": "race", "key": {}, "arrays": [["values", "d", 2]]}',
        b'{"name": "race", "key": {}, "arrays": [["values", "u", 1]]}',
        b'{"name": "race", "key": {}, "arrays": [["values", "d", 1], ["more", "d", -1]]}',
        b'{"name": "race", "key": {}, "arrays": []}',
        b'{"name": "race", "key": {}, "arrays": [1]}',
    ],
)
def test_a_header_that_lies_is_damage(tmp_path, header):
    body = header + b"\n" + bytes(8)
    path = tmp_path / "lie.table"
    path.write_bytes(tables.MAGIC + sha256(body).hexdigest().encode() + b"\n" + body)
    with pytest.raises(ValueError, match="damaged table"):
        tables.read_table(path)


def test_another_key_is_refused(written):
    with pytest.raises(ValueError, match="has another key"):
        tables.read_table(written, KEY | {"solver": 2})


def test_solved_once_and_then_read(cache, capsys):
    solve = Solver()
    first = solved(solve)
    assert capsys.readouterr().err == "farkle race: solving once, about 10 s\n"
    second = solved(solve, dict(reversed(KEY.items())))
    assert solve.calls == 1
    assert first == second
    assert capsys.readouterr().err == ""


def test_solved_quietly_or_with_its_own_time(cache, capsys):
    solved(Solver(), quiet=True)
    assert capsys.readouterr() == ("", "")
    solved(Solver(), name="turn", about="about 1 s")
    assert capsys.readouterr().err == "farkle turn: solving once, about 1 s\n"


def test_each_key_has_its_own_table(cache):
    solve = Solver()
    for target in (5000, 10_000, 5000):
        assert solved(solve, {"target": target}, quiet=True).key == {"target": target}
    assert solve.calls == 2
    assert len(tables.cached()) == 2


def test_a_table_kept_under_another_keys_name_is_not_used(cache):
    solve = Solver()
    solved(solve, quiet=True)
    [(_, _, _, path)] = tables.cached()
    tables.write_table(path, "race", KEY | {"solver": 2}, ARRAYS)
    assert solved(solve, quiet=True).key == KEY
    assert solve.calls == 2
    assert tables.read_table(path).key == KEY


def test_a_tuple_in_a_key_is_the_list_that_json_makes_of_it(cache):
    solve = Solver()
    solved(solve, {"dice": (1, 2)}, quiet=True)
    solved(solve, {"dice": [1, 2]}, quiet=True)
    assert solve.calls == 1


@pytest.mark.parametrize("damage", [lambda b: b[:-3], lambda b: b[:-1] + bytes([b[-1] ^ 64]), lambda b: b""])
def test_a_damaged_table_is_solved_again(cache, capsys, damage):
    solve = Solver()
    solved(solve, quiet=True)
    [(_, _, _, path)] = tables.cached()
    path.write_bytes(damage(path.read_bytes()))
    assert list(solved(solve, quiet=True).arrays["counts"]) == [0, 1, 2, 3, 4]
    assert solve.calls == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("damaged table ")
    solved(solve)
    assert solve.calls == 2  # it was mended
    assert capsys.readouterr().err == ""


def test_the_shipped_table_comes_first_if_it_is_the_answer(cache, monkeypatch, tmp_path):
    monkeypatch.setattr(tables, "__file__", str(tmp_path / "package" / "tables.py"))
    shipped = tmp_path / "package" / "farkle" / "tables" / "race.table"
    tables.write_table(shipped, "race", KEY, {"counts": ("H", [7])})
    solve = Solver()
    assert list(solved(solve).arrays["counts"]) == [7]
    assert solve.calls == 0
    assert list(solved(solve, KEY | {"solver": 2}, quiet=True).arrays["counts"]) == [0, 1, 2, 3, 4]
    assert solve.calls == 1
    shipped.write_bytes(shipped.read_bytes()[:-1])
    assert list(solved(solve, quiet=True).arrays["counts"]) == [0, 1, 2, 3, 4]
    assert solve.calls == 2


def test_where_nothing_can_be_kept_there_is_still_an_answer(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path / "file"))
    solve = Solver()
    for _ in range(2):
        assert list(solved(solve).arrays["counts"]) == [0, 1, 2, 3, 4]
    assert solve.calls == 2
    assert tables.cached() == []
    assert tables.clear_cache() == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="every folder is writable to root")
def test_a_folder_that_is_not_ours_to_write(cache):
    cache.mkdir(mode=0o500)
    assert list(solved(Solver(), quiet=True).arrays["counts"]) == [0, 1, 2, 3, 4]
    assert tables.cached() == []


def test_a_solve_that_fails_or_is_interrupted_keeps_nothing(cache):
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(interrupted, quiet=True)
    assert tables.cached() == []


def solve_together(barrier, answers):
    def solve():
        barrier.wait(timeout=60)  # both have found nothing, and both solve
        return {"values": ("d", [i / 7 for i in range(50_000)])}

    answers.put(sum(tables.solved("farkle", "race", KEY, solve, quiet=True).arrays["values"]))


def test_two_processes_at_once(cache):
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "fork")
    barrier, answers = context.Barrier(2), context.Queue()
    processes = [context.Process(target=solve_together, args=(barrier, answers)) for _ in range(2)]
    for process in processes:
        process.start()
    given = [answers.get(timeout=60) for _ in processes]
    for process in processes:
        process.join(timeout=60)
    assert given[0] == given[1] == sum(i / 7 for i in range(50_000))
    [(game, name, size, path)] = tables.cached()
    assert (game, name, size) == ("farkle", "race", path.stat().st_size)
    assert len(tables.read_table(path, KEY).arrays["values"]) == 50_000
    assert list(path.parent.iterdir()) == [path]  # nothing left aside


KILLED = """
import os, sys
from tabletop_odds import tables
os.replace = lambda source, target: os._exit(9)  # dies with the new file written and not yet renamed
tables.write_table(sys.argv[1], "race", {}, {"values": ("d", [2.0])})
"""


def test_a_process_killed_while_writing_leaves_the_old_table(cache):
    solved(Solver(), quiet=True)
    [(_, _, _, path)] = tables.cached()
    before = path.read_bytes()
    killed = subprocess.run([sys.executable, "-c", KILLED, path], cwd=ROOT, check=False)
    assert killed.returncode == 9
    assert path.read_bytes() == before
    assert len(tables.cached()) == 1
    assert len(list(path.parent.iterdir())) == 2  # the dead process's file, which is no table
    assert tables.clear_cache() == 2
    assert list(path.parent.iterdir()) == []


def test_a_write_that_fails_leaves_nothing_aside(written, monkeypatch):
    before = written.read_bytes()

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        tables.write_table(written, "race", {}, {"values": ("d", [2.0])})
    assert written.read_bytes() == before
    assert list(written.parent.iterdir()) == [written]


def test_clearing_removes_our_files_and_no_other(cache):
    solved(Solver(), quiet=True)
    solved(Solver(), name="turn-value", quiet=True)
    kept = cache / "tables" / "farkle"
    others = [
        cache / "notes.txt",
        cache / "kernels" / "abc.nbi",
        kept / "mine.table",
        kept / "race-12.table",
        kept / "notes.txt",
    ]
    (kept / "race-0123456789abcdef.table.d").mkdir()
    for other in others:
        other.parent.mkdir(exist_ok=True)
        other.write_text("mine")
    assert [(game, name) for game, name, _, _ in tables.cached()] == [
        ("farkle", "race"),
        ("farkle", "turn-value"),
    ]
    assert tables.clear_cache() == 2
    assert tables.cached() == []
    assert all(other.read_text() == "mine" for other in others)
    assert tables.clear_cache() == 0


def test_a_damaged_kept_table_can_be_cleared(cache):
    solved(Solver(), quiet=True)
    [(_, _, _, path)] = tables.cached()
    path.write_bytes(b"")
    assert tables.clear_cache() == 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of other systems")
def test_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", "~/odds")
    assert tables.cache_folder() == tmp_path / "odds"
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert tables.cache_folder() == tmp_path / "xdg" / "tabletop_odds"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # not allowed by the standard: ignored
    assert tables.cache_folder() == tmp_path / ".cache" / "tabletop_odds"

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(OSError, match=r"null"):
        tables.cache_folder().mkdir(parents=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"key": {"rules": {1, 2}}}, "must be plain JSON"),
        ({"key": {"share": float("nan")}}, "must be plain JSON"),
        ({"arrays": {"values": ("l", [1])}}, "typecode must be one of b B h H i I q Q f d, not 'l'"),
        ({"arrays": {"values": ("H", [65_536])}}, "'values' does not fit typecode 'H'"),
        ({"arrays": {"values": ("i", [0.5])}}, "'values' does not fit typecode 'i'"),
        ({"arrays": {"values": ("d", [[1.0]])}}, "'values' does not fit typecode 'd'"),
    ],
)
def test_what_no_table_can_hold_is_named(tmp_path, arguments, message):
    path = tmp_path / "bad.table"
    with pytest.raises(ValueError, match=message) as caught:
        tables.write_table(path, "race", **({"key": KEY, "arrays": ARRAYS} | arguments))
    assert "\n" not in str(caught.value)
    assert not path.exists()


@cases("word", ["", "..", "a/b", "../../race", "race table"])
def test_names_are_plain_words(cache, word):
    for game, name in ((word, "race"), ("farkle", word)):
        with pytest.raises(ValueError, match="a table is named by"):
            tables.solved(game, name, KEY, Solver(), quiet=True)


def test_no_code_is_read_from_a_table():
    """Nothing that could unpickle, evaluate or import is within reach of the module."""
    tree = ast.parse(Path(tables.__file__).read_text(encoding="utf-8"))
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert not imported & {"pickle", "marshal", "shelve", "numpy", "joblib", "importlib"}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "compile", "__import__"}
