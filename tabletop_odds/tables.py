"""Solved tables: shipped with the package, or solved once and kept on disk.

A solver turns rules into arrays of numbers, which is slow; an answer reads a few of them, which must be fast
and must not load numpy. So a table file is one line of text with a checksum, one line of JSON, and raw
little-endian numbers:

    tabletop-odds table 1 <sha256 of everything after this line>
    {"arrays": [["values", "d", 40401], ...], "key": {...}, "name": "race"}
    <the numbers of each array in turn>

The key holds everything that the numbers depend on: rules, objective, and a number that the solver raises
when its meaning changes. A table answers a question only if its key is equal to the question's; a file that
fails its checksum answers nothing and is solved again. Reading a table runs no code from it.

Files are written beside the target and renamed. So two processes that solve the same table at once both
succeed, the later one replaces the file with an equal one, and a process that is killed leaves the target as
it was.
"""

import json
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from .files import write_whole

MAGIC = b"tabletop-odds table 1 "
ITEM_BYTES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "f": 4, "d": 8}
KEPT_NAME = re.compile(r"(?P<name>\w[\w-]*)-[0-9a-f]{16}\.table(?P<unfinished>\.\d+-[0-9a-f]{8}\.tmp)?")

Arrays = Mapping[str, tuple[str, Iterable[float]]]


@dataclass(frozen=True, slots=True)
class Table:
    """Named arrays of numbers and the key that says what they are the answer to.

    `arrays` maps a name to a flat sequence of ints or floats; `key` is plain JSON (tuples have become lists).
    """

    name: str
    key: dict[str, Any]
    arrays: dict[str, Sequence[float]]


def write_table(path: str | os.PathLike[str], name: str, key: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a table file at once or not at all; folders are made as needed.

    `arrays` maps a name to (typecode, numbers): a typecode of the `array` module with a fixed size, one of
    b B h H i I q Q f d, and any flat iterable of numbers. ValueError: a key that JSON cannot hold, or a
    number that does not fit its typecode. OSError: the file cannot be written.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "squares.table")
    >>> write_table(path, "squares", {"up to": 3}, {"values": ("H", [0, 1, 4, 9])})
    >>> list(read_table(path).arrays["values"])
    [0, 1, 4, 9]
    """
    _write(Path(path), name, _plain(key), _packed(arrays))


def read_table(path: str | os.PathLike[str], key: Mapping[str, Any] | None = None) -> Table:
    """Read a table file and check it; with `key`, also that it is the answer to that question.

    FileNotFoundError: no such file. ValueError: "damaged table ..." where one byte is not as written, or
    "table ... has another key".
    """
    first, _, body = Path(path).read_bytes().partition(b"\n")
    if first != MAGIC + sha256(body).hexdigest().encode():
        raise ValueError(f"damaged table {path}: its checksum does not match its content")
    line, _, data = body.partition(b"\n")
    try:
        header = json.loads(line)
        table = Table(header["name"], header["key"], _unpacked(header["arrays"], data))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"damaged table {path}: its header does not describe its data ({error})") from None
    if key is not None and table.key != _plain(key):
        raise ValueError(f"table {path} has another key: {json.dumps(table.key)}")
    return table


def solved(
    game: str,
    name: str,
    key: Mapping[str, Any],
    solve: Callable[[], Arrays],
    *,
    about: str = "about 10 s",
    quiet: bool = False,
) -> Table:
    """The table of a game with this key: shipped, or kept from an earlier solve, or solved now and kept.

    Looks at `tabletop_odds/<game>/tables/<name>.table`, then in the user's cache folder, then calls
    `solve()`, which returns arrays as `write_table` takes them. `about` says how long that takes and is
    printed to stderr unless `quiet`. A damaged file is named on stderr and solved again; where nothing can be
    written the table is just not kept. ValueError: a game or table name that is no plain word, a key that
    JSON cannot hold, a number that does not fit its typecode.
    """
    for word in (game, name):
        if not re.fullmatch(r"\w[\w-]*", word):
            raise ValueError(f"a table is named by letters, digits, _ and -, not {word!r}")
    key = _plain(key)
    kept = _tables_folder() / game / f"{name}-{_digest(key)}.table"
    for path in (Path(__file__).parent / game / "tables" / f"{name}.table", kept):
        try:
            table = read_table(path)
        except OSError:  # not there, or not ours to read
            continue
        except ValueError as error:
            print(error, file=sys.stderr)
            continue
        if table.name == name and table.key == key:
            return table
    if not quiet:
        print(f"{game} {name}: solving once, {about}", file=sys.stderr, flush=True)
    arrays = _packed(solve())
    with suppress(OSError):  # a cache that cannot be written costs time, never an answer
        _write(kept, name, key, arrays)
    return Table(name, key, {label: values for label, (_, values) in arrays.items()})


def cache_folder() -> Path:
    """The folder for what can be made again: TABLETOP_ODDS_CACHE, else in the platform's cache folder.

    It need not exist. Without a home folder it is a path at which nothing can be kept: never the working
    directory, nor a temporary folder that others can write to.
    """
    chosen = os.environ.get("TABLETOP_ODDS_CACHE")
    if chosen:
        return Path(os.path.abspath(os.path.expanduser(chosen)))
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return Path(named) / "tabletop_odds"
    try:
        home = Path.home()
    except RuntimeError:
        return Path(os.devnull) / "tabletop_odds"
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "tabletop_odds"


def cached() -> list[tuple[str, str, int, Path]]:
    """The tables kept in the cache folder, each as (game, name, bytes, path), in the order of their paths."""
    return [
        (path.parent.name, match["name"], path.stat().st_size, path)
        for path, match in _own_files()
        if not match["unfinished"]
    ]


def clear_cache() -> int:
    """Remove the kept tables, and what killed processes left of them; returns how many files went.

    Nothing else in the cache folder is touched. OSError: a file that cannot be removed.
    """
    files = [path for path, _ in _own_files()]
    for path in files:
        path.unlink(missing_ok=True)
    return len(files)


def _tables_folder() -> Path:
    return cache_folder() / "tables"


def _own_files() -> list[tuple[Path, re.Match[str]]]:
    """The files whose place and name only this module gives: a damaged one can be told by nothing else."""
    found = ((path, KEPT_NAME.fullmatch(path.name)) for path in sorted(_tables_folder().glob("*/*")))
    return [(path, match) for path, match in found if match and path.is_file()]


def _plain(key: Mapping[str, Any]) -> dict[str, Any]:
    """The key as it comes back from JSON, so that keys compare equal before and after writing."""
    try:
        plain: dict[str, Any] = json.loads(json.dumps(dict(key), sort_keys=True, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"a table's key must be plain JSON, not {key!r} ({error})") from None
    return plain


def _digest(key: dict[str, Any]) -> str:
    return sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:16]


def _packed(arrays: Arrays) -> dict[str, tuple[str, "array[Any]"]]:
    packed = {}
    for label, (typecode, values) in arrays.items():
        if typecode not in ITEM_BYTES:
            raise ValueError(f"array {label!r}: typecode must be one of {' '.join(ITEM_BYTES)}, not {typecode!r}")
        try:
            packed[label] = (typecode, array(typecode, values))
        except (TypeError, OverflowError) as error:
            raise ValueError(f"array {label!r} does not fit typecode {typecode!r}: {error}") from None
    return packed


def _unpacked(layout: list[tuple[str, str, int]], data: bytes) -> dict[str, Sequence[float]]:
    arrays: dict[str, Sequence[float]] = {}
    start = 0
    for label, typecode, length in layout:
        stop = start + length * ITEM_BYTES[typecode]
        values: array[Any] = array(typecode, data[start:stop])
        if len(values) != length:
            raise ValueError(f"array {label!r} is cut short")
        arrays[label] = _swapped(values)
        start = stop
    if start != len(data):
        raise ValueError(f"{len(data) - start} bytes too many")
    return arrays


def _swapped(values: "array[Any]") -> "array[Any]":
    """From this machine's byte order to little-endian, or back: the same step."""
    if sys.byteorder == "little":
        return values
    swapped = values[:]
    swapped.byteswap()
    return swapped


def _write(path: Path, name: str, key: dict[str, Any], arrays: dict[str, tuple[str, "array[Any]"]]) -> None:
    layout = [(label, typecode, len(values)) for label, (typecode, values) in arrays.items()]
    header = json.dumps({"arrays": layout, "key": key, "name": name}, sort_keys=True)
    data = b"".join(_swapped(values).tobytes() for _, values in arrays.values())
    body = header.encode() + b"\n" + data
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, MAGIC + sha256(body).hexdigest().encode() + b"\n" + body)
