"""Checkpoints: finished chunks of a simulation run on disk, so that a killed run goes on where it was.

A checkpoint is a text file. Its first line is JSON that says which run it is of: the version of this package, seed,
measures, scale, a digest of the play, whether it is a run of one play or a comparison of several, and what the caller
tells about it (rules, policies). Each further line is one finished chunk, in index order: a checksum, a space, and JSON
with the first game, the game after the last, and what the chunk adds: of a run the histogram of each measure, of a
comparison its totals and sums of products.

    {"checkpoint": 1, "version": "0.1.0", "kind": "run", "seed": 1, ...}
    5f1c8a... [0, 256, [[[0, 101], [50, 3], ...], ...]]

Killing the process, a full disk or a power cut can only leave a torn last line: on the next start the lines are read up
to the first that fails its checksum, and what follows is played again. Results are whole numbers, and game i of a seed
is the same in every run, so the answer is equal to that of a run never interrupted. Chunks never straddle the games
10,000 x 2**k at which a run may stop, and a run that ends joins the lines between two of those: so the bytes of the
file are those of a run never interrupted too.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from . import __version__
from .chunks import added, is_look
from .files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from .chunks import Sums

    Record = tuple[int, int, Sums]  # first game, game after the last, what they add

FORMAT = 1
_folder: Path | None = None  # of `kept_in`
SYNC_EVERY = 0.25  # seconds: what a power cut may cost; a killed process loses only the chunks under way


def header_of(
    play: object, seed: int, measures: tuple[str, ...], scale: int, about: Mapping[str, str], kind: str
) -> dict[str, Any]:
    """What a checkpoint says of its run, plain as JSON gives it back.

    The digest of the play covers rules and policies that reached it as numbers. A play that cannot be pickled (one with
    a function written in a notebook, say) has no digest: then only `about` tells it from others.
    """
    from joblib import hash as digest_of

    try:
        digest = digest_of(play)
    except Exception:  # whatever a user's own function raises when it is asked to be pickled
        digest = ""
    told = {
        "kind": kind,
        "seed": seed,
        "measures": list(measures),
        "scale": scale,
        "about": dict(about),
        "play": digest,
    }
    return {"checkpoint": FORMAT, "version": __version__, **told}


def kept_at(
    path: str | os.PathLike[str] | None,
    play: object,
    seed: int,
    measures: tuple[str, ...],
    scale: int,
    about: Mapping[str, str],
    kind: str,
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a run at its path, else in the folder of `kept_in`, else None."""
    if path is None and _folder is None:
        return nullcontext()
    header = header_of(play, seed, measures, scale, about, kind)
    if path is not None:
        return Checkpoint(path, header)
    if _folder is None or not header["play"]:  # nothing tells such a play from others
        return nullcontext()
    what = sha256(json.dumps({**header, "about": {}}, sort_keys=True).encode()).hexdigest()[:32]
    try:
        return Checkpoint(_folder / f"{what}.checkpoint", header)
    except InUseError:  # the same run at the same time, as two points of a sweep may be: one keeps it
        return nullcontext()


@contextmanager
def kept_in(folder: str | os.PathLike[str] | None) -> Iterator[None]:
    """Keep the games of every run and comparison in this block that names no checkpoint in a file of the folder.

    A file is named for what its run is: play, seed, measures, version. So the same program, started again after it was
    killed, finds what each of its runs had finished, in whatever order and thread they come. A play is told by its
    numbers, not by its code: after an edit of one's own play, name a new folder. A run whose play cannot be pickled is
    not kept, nor is what joblib sends to other processes. One folder at a time: the block is the whole process's. None
    keeps nothing. ValueError: the path is no folder. OSError: it cannot be made.

    >>> import tempfile
    >>> from tabletop_odds import farkle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with kept_in(folder):
    ...         run = farkle.simulate_turns(farkle.bank_at(300), 1000, seed=1)
    ...     len(os.listdir(folder))
    1
    """
    global _folder  # no ContextVar: joblib's threads would not see it
    if folder is not None:
        if Path(folder).exists() and not Path(folder).is_dir():
            raise ValueError(f"checkpoint {folder}: a folder is needed, and this is a file")
        Path(folder).mkdir(parents=True, exist_ok=True)
    before, _folder = _folder, None if folder is None else Path(folder)
    try:
        yield
    finally:
        _folder = before


class InUseError(ValueError):
    """Another run is using the checkpoint."""


class Checkpoint:
    """An open checkpoint: `records` read from it and added to it, joined between the games at which a run may stop.

    Use as a context manager; ValueError: the file is of another run, or none of ours, or in use by another run.
    """

    def __init__(self, path: str | os.PathLike[str], header: dict[str, Any]) -> None:
        self.path, self.header = Path(path), header
        self.first_line = json.dumps(header, sort_keys=True).encode() + b"\n"
        self.records: list[Record] = []
        if not self.path.exists() or self.path.stat().st_size == 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self.first_line)
        self.file = open(self.path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        try:
            self._lock()
            data = self.file.readall() or b""
            self._check(data)
            self.good = self._read(data)
            self.file.truncate(self.good)
            self.file.seek(self.good)
        except BaseException:
            self.file.close()
            raise
        self.synced = monotonic()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *given: object) -> None:
        with suppress(OSError):
            os.fsync(self.file.fileno())
        self.file.close()

    @property
    def end(self) -> int:
        """The game after the last that is kept."""
        return self.records[-1][1] if self.records else 0

    def append(self, stop: int, sums: Sums) -> None:
        """Keep the chunk from `end` to `stop`. OSError: it cannot be written; what was kept stays."""
        record = (self.end, stop, sums)
        line = _line(record)
        try:
            if self.file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # a full disk takes a part of it
            if monotonic() - self.synced > SYNC_EVERY:
                os.fsync(self.file.fileno())
                self.synced = monotonic()
        except OSError as error:
            with suppress(OSError):
                self.file.truncate(self.good)
            kept = f"{error.strerror}; {self.end:,} games are kept, and the same run will go on from there"
            raise OSError(error.errno, kept, str(self.path)) from error
        self.good += len(line)
        self._join(record)

    def finish(self) -> None:
        """Write the records anew, as a run never interrupted has them; where that cannot be, they stay as they are."""
        with suppress(OSError):
            write_whole(self.path, self.first_line + b"".join(map(_line, self.records)))

    def _join(self, record: Record) -> None:
        start, stop, sums = record
        if self.records and not is_look(start):
            start, _, earlier = self.records.pop()
            sums = added(earlier, sums)
        self.records.append((start, stop, sums))

    def _read(self, data: bytes) -> int:
        """Take in the lines up to the first bad one; the number of bytes that are good."""
        good = data.index(b"\n") + 1
        while (end := data.find(b"\n", good)) >= 0:
            checksum, _, body = data[good:end].partition(b" ")
            if checksum != _checksum(body):
                break
            start, stop, parts = json.loads(body)
            if start != self.end:
                break
            self._join((start, stop, tuple(Counter(dict(x)) if isinstance(x, list) else x for x in parts)))
            good = end + 1
        return good

    def _check(self, data: bytes) -> None:
        try:
            found = json.loads(data.partition(b"\n")[0])
            known = found["checkpoint"] == FORMAT and b"\n" in data
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise ValueError(f"checkpoint {self.path}: the file is no checkpoint of tabletop_odds; name a new one")
        ours, theirs = self.header, found
        differ = [(key, theirs.get(key), ours[key]) for key in ("version", "kind", "seed")]
        if not ours["play"] or theirs.get("play") != ours["play"]:  # one play may be told in two ways
            before, now = theirs.get("about", {}), ours["about"]
            differ += [(key, before.get(key), now.get(key)) for key in {**now, **before}]
        differ += [(key, theirs.get(key), ours[key]) for key in ("measures", "scale", "play")]
        for key, old, new in differ:
            if old != new:
                what = "another play" if key == "play" else f"{key} {_said(old)}, not {_said(new)}"
                raise ValueError(f"checkpoint {self.path}: it is of {what}; name a new file")

    def _lock(self) -> None:
        if sys.platform == "win32":  # no two runs there should use one file
            return
        import fcntl

        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUseError(f"checkpoint {self.path}: another run is using it") from None


def _line(record: Record) -> bytes:
    start, stop, sums = record
    parts = [sorted(x.items()) if isinstance(x, Counter) else x for x in sums]
    body = json.dumps([start, stop, parts], separators=(",", ":")).encode()
    return _checksum(body) + b" " + body + b"\n"


def _checksum(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:16].encode()


def _said(value: object) -> str:
    if value is None:
        return "unknown"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
