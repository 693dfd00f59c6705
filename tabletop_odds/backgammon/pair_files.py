"""Two-sided tables on disk: built once, resumed after a kill, and read with one look-up.

A table holds one number or a few for each pair of positions (`two_sided_layout.py`): 168 MB of chances for 10 v 10
checkers, 6.3 GB for 15 v 15. The file is the table itself behind a header of 4096 bytes, and is built in place through
a memory map:

    tabletop-odds two-sided 1
    {"key": {...}, "layers": 91, "samples": "<16 hexadecimal digits>", "took": {...}}
    <spaces up to 4096 bytes, then the numbers in the byte order that the key names>

`layers` says how many layers of equal pips are finished: they reach the disk before it is raised, so a build that was
killed goes on from there. It happens in a file beside, which gets its own name when it is finished. Reading 6 GB to
check them would take longer than any answer, so an open looks at the header, at the size and at 64 samples of 4096
bytes, spread evenly, whose digest the header holds. `took` tells of an unbroken build (`Pairs.built`).
"""

from __future__ import annotations

import json
import mmap
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from struct import unpack_from
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.settings import in_range
from tabletop_odds.tables import cache_folder

from .positions import HOME, Counts
from .two_sided_layout import WIDTH, Layout, cores, fill_layers, plays_of

if TYPE_CHECKING:
    from .two_sided_layout import Fill

MAGIC = b"tabletop-odds two-sided 1\n"
HEADER = 4096
SAMPLES, SAMPLE = 64, 4096
ITEM_BYTES = {"H": 2, "f": 4}
SPARE = 400_000_000  # bytes of memory for the lists of plays and the libraries
SAVE_EVERY = 10.0  # seconds between two states that a killed build can go on from


class Kind(NamedTuple):
    """What a table holds: `tables` numbers of a `typecode` for each pair, which depend on `options` beside the layout.

    `prepare(numbers, plays)` is called once with the array [tables, panels, rows, lanes], filled with zeros, and what
    `plays_of` returns; it enters what is known from the start and returns the function that fills the rest.
    """

    name: str
    typecode: str
    tables: int
    options: tuple[tuple[str, Any], ...]
    prepare: Callable[[Any, Any], Fill]


@dataclass(frozen=True, eq=False)
class Pairs:
    """A finished table: what it holds, its layout, and its bytes in a memory map."""

    kind: Kind
    layout: Layout
    data: mmap.mmap

    def number(self, table: int, rolls: Counts, waits: Counts) -> float:
        """A number of the pair; a player without checkers can only be the one who waits."""
        code, pairs = self.kind.typecode, self.layout.pairs
        index = table * pairs + self.layout.index(waits, rolls)
        (number,) = unpack_from("=" + code, self.data, HEADER + ITEM_BYTES[code] * index)
        return float(number)

    @property
    def built(self) -> dict[str, float] | None:
        """What building it took: cpu_seconds, wall_seconds, workers (threads), and where the system tells
        peak_memory_bytes, of the whole process; None where the build was resumed."""
        found: dict[str, float] | None = _state(self.data).get("took")
        return found


def build(
    kind: Kind,
    layout: Layout,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Path:
    """Build a table and keep it in a cache folder (default: the user's); returns its file, built now or earlier.

    `workers`: threads, by default one a core. `progress`: a bar on stderr, by default on a terminal. A build that was
    killed goes on where it was; one that runs already in another process is waited for. ValueError: workers that are
    none of 1 to 1,000. OSError: too little memory or disk space, or nothing can be written there.
    """
    if workers is not None:
        workers = in_range("workers", workers, 1, 1000)
    path = path_of(kind, layout, folder)
    aside = path.with_name(f"{path.name}.0-{_digest(_key(kind, layout))[:8]}.tmp")  # listed and cleared as unfinished
    if _is_sound(kind, layout, path):
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    _check_memory(kind, layout)
    _check_disk(kind, layout, aside)
    with open(aside, "a+b") as file, _alone(file):
        if _is_sound(kind, layout, path):  # another process has built it while this one waited
            return path
        _allocate(file.fileno(), size_of(kind, layout))
        data = mmap.mmap(file.fileno(), size_of(kind, layout))
        state = _state(data)
        done = state["layers"] if state is not None and state["key"] == _key(kind, layout) else 0
        _fill(kind, layout, data, done, workers, progress)
        os.replace(aside, path)
    return path


def in_memory(kind: Kind, layout: Layout) -> Pairs:
    """A table that is not kept, for where nothing can be written. OSError: too little memory."""
    _check_memory(kind, layout)
    data = mmap.mmap(-1, size_of(kind, layout))
    _fill(kind, layout, data, 0, None, False)
    return Pairs(kind, layout, data)


def path_of(kind: Kind, layout: Layout, folder: str | os.PathLike[str] | None = None) -> Path:
    """Where a table is kept, in a cache folder (by default the user's)."""
    tables = Path(folder) if folder is not None else cache_folder()
    return tables / "tables" / "backgammon" / f"{kind.name}-{_digest(_key(kind, layout))}.table"


def open_pairs(kind: Kind, layout: Layout, path: str | os.PathLike[str]) -> Pairs:
    """A kept table, checked: header, size, samples. FileNotFoundError; ValueError: unfinished, damaged or another."""
    stat = os.stat(path)
    return _opened(kind, layout, os.fspath(path), stat.st_mtime_ns, stat.st_size)


def size_of(kind: Kind, layout: Layout) -> int:
    """The bytes of a table's file."""
    return HEADER + ITEM_BYTES[kind.typecode] * kind.tables * layout.pairs


def _is_sound(kind: Kind, layout: Layout, path: Path) -> bool:
    """Whether a table is kept and can be used; a damaged one is named on stderr."""
    try:
        open_pairs(kind, layout, path)
    except FileNotFoundError:
        return False
    except ValueError as error:
        print(error, file=sys.stderr)
        return False
    return True


@lru_cache(maxsize=8)
def _opened(kind: Kind, layout: Layout, path: str, changed: int, size: int) -> Pairs:
    if size != size_of(kind, layout):
        raise ValueError(f"damaged table {path}: {size:,} bytes, not {size_of(kind, layout):,}")
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    state = _state(data)
    if state is None:
        raise ValueError(f"damaged table {path}: its header cannot be read")
    if state["key"] != _key(kind, layout):
        raise ValueError(f"table {path} has another key: {json.dumps(state['key'])}")
    if state["samples"] != _samples(data):
        raise ValueError(f"damaged table {path}: its samples do not match their checksum")
    return Pairs(kind, layout, data)


def _fill(kind: Kind, layout: Layout, data: mmap.mmap, done: int, workers: int | None, progress: bool | None) -> None:
    """Fill a map's table from the layers that are done, and write the finished header."""
    import numpy as np

    shape = kind.tables, layout.panels, layout.rows, WIDTH
    numbers = np.frombuffer(data, f"={kind.typecode}", kind.tables * layout.pairs, HEADER).reshape(shape)
    fill = kind.prepare(numbers, plays_of(layout))
    saved, rows = monotonic(), layout.layer_rows
    began, worked = monotonic(), process_time()
    with closing(_bar(layout.rows**2, progress)) as bar:
        bar.update(rows[done] ** 2)
        for layers in fill_layers(layout, fill, workers, done):
            bar.update(rows[layers] ** 2 - rows[layers - 1] ** 2)
            if monotonic() - saved >= SAVE_EVERY:
                _save(kind, layout, data, layers)
                saved = monotonic()
    data.flush()
    took = {"cpu_seconds": process_time() - worked, "wall_seconds": monotonic() - began, "workers": workers or cores()}
    _save(kind, layout, data, len(rows) - 1, samples=_samples(data), took=None if done else took | _peak_memory())


def _save(kind: Kind, layout: Layout, data: mmap.mmap, layers: int, **finished: Any) -> None:
    """Bring what is done to the disk, then say so in the header."""
    data.flush()
    state = json.dumps({"key": _key(kind, layout), "layers": layers, "samples": None} | finished, sort_keys=True)
    data[:HEADER] = (MAGIC + state.encode()).ljust(HEADER)
    data.flush(0, HEADER)


def _state(data: mmap.mmap) -> Any:
    """The header's content; None where there is none."""
    if data[: len(MAGIC)] != MAGIC:
        return None
    try:
        state = json.loads(data[len(MAGIC) : HEADER])
        return state if {"key", "layers", "samples"} <= state.keys() else None
    except (ValueError, AttributeError):
        return None


def _peak_memory() -> dict[str, int]:
    """The most memory that this process has held, where the system tells."""
    try:
        import resource
    except ImportError:
        return {}
    unit = 1 if sys.platform == "darwin" else 1024
    return {"peak_memory_bytes": unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


def _samples(data: mmap.mmap) -> str:
    """A digest of pages spread evenly behind the header, first and last included."""
    digest, last = sha256(), max(HEADER, len(data) - SAMPLE)
    for k in range(SAMPLES):
        start = HEADER + (last - HEADER) * k // (SAMPLES - 1)
        digest.update(data[start : start + SAMPLE])
    return digest.hexdigest()[:16]


def _key(kind: Kind, layout: Layout) -> dict[str, Any]:
    where = {"checkers": layout.checkers, "points": HOME, "most_pips": layout.most_pips}
    return {**where, **dict(kind.options), "byte_order": sys.byteorder}


def _digest(key: dict[str, Any]) -> str:
    return sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:16]


def _check_memory(kind: Kind, layout: Layout) -> None:
    need, free = size_of(kind, layout) + SPARE, _free_memory()
    if free is not None and free < need:
        raise OSError(f"{_title(kind, layout)} needs {need / 1e9:.1f} GB of memory: {free / 1e9:.1f} GB free")


def _check_disk(kind: Kind, layout: Layout, aside: Path) -> None:
    there = aside.stat().st_blocks * 512 if aside.exists() and hasattr(aside.stat(), "st_blocks") else 0
    need, free = size_of(kind, layout) - there, shutil.disk_usage(aside.parent).free
    if free < need:
        raise OSError(
            f"{_title(kind, layout)} needs {need / 1e9:.1f} GB of disk in {aside.parent}: {free / 1e9:.1f} GB free"
        )


def _title(kind: Kind, layout: Layout) -> str:
    return f"the {'cube ' if kind.name == 'cube' else ''}table of {layout.checkers} v {layout.checkers} checkers"


def _free_memory() -> int | None:
    """The bytes of memory that programs can have; None where the system does not tell."""
    try:
        with open("/proc/meminfo") as file:
            (line,) = (line for line in file if line.startswith("MemAvailable:"))
        return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        return None


def _allocate(file: int, size: int) -> None:
    """Make a file this long, its blocks taken, so that a full disk is met here and not in the middle."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
    os.truncate(file, size)


@contextmanager
def _alone(file: Any) -> Iterator[None]:
    """Wait until no other process builds in this file."""
    try:
        import fcntl
    except ImportError:  # a system without such locks: two builds write the same numbers
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    yield  # closing the file gives the lock back


def _bar(pairs: int, progress: bool | None) -> Any:
    from tqdm.auto import tqdm

    hidden = not progress if progress is not None else None  # None: shown on a terminal
    return tqdm(total=pairs, unit=" pairs", unit_scale=True, leave=False, disable=hidden, delay=0 if progress else 0.5)
