"""How a run's games are cut into chunks, and the chunks worked out in parallel: results always come in index order.

A run may stop early only at `looks`: n = 10,000, 20,000, 40,000, ... Stopping whenever the error looks small would
favour samples whose error is small by luck.
"""

from __future__ import annotations

import warnings
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from . import __version__
from .settings import in_range

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    Sums = tuple[Any, ...]  # what a chunk adds to a run: whole numbers, or Counters whose counts are above 0
    Chunk = tuple[int, Sums | None, float]  # games, their sums (None: interrupted), seconds

MOST_GAMES = 10**12
FIRST_LOOK = 10_000
FIRST_CHUNK, MOST_CHUNK = 256, 2**17  # games
SHORT_CHUNK, LONG_CHUNK = 0.1, 0.5  # seconds: worth a task's overhead, and soon enough for bar and Ctrl-C


def looks(n: int) -> Iterator[int]:
    """The numbers of games at which a run of n may stop, n last."""
    look = FIRST_LOOK
    while look < n:
        yield look
        look *= 2
    yield n


def is_look(game: int) -> bool:
    """Whether a run may stop after so many games, however many were asked for."""
    times, rest = divmod(game, FIRST_LOOK)
    return rest == 0 and times > 0 and times & (times - 1) == 0


def added(total: Sums, sums: Sums) -> Sums:
    """Sums with those of another chunk added; an empty total is one of no games."""
    return tuple(a + b for a, b in zip(total, sums, strict=True)) if total else sums


class Chunks:
    """Cuts games into chunks of a given size, or without one into sizes that suit the clock ever better."""

    def __init__(self, size: int | None) -> None:
        self.fixed = size is not None
        self.size = FIRST_CHUNK if size is None else in_range("chunk", size, 1, MOST_GAMES)

    def cut(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        while start < stop:
            end = min(start + self.size, stop)
            yield start, end
            start = end

    def learn(self, games: int, seconds: float) -> None:
        if self.fixed or games != self.size:  # that chunk was sized before the last change
            return
        if seconds < SHORT_CHUNK:
            self.size = min(self.size * 2, MOST_CHUNK)
        elif seconds > LONG_CHUNK:
            self.size = max(self.size // 2, 1)


def jobs_for(workers: int | None) -> int:
    """joblib's n_jobs: `workers`, else what `joblib.parallel_config` says, else one a core.

    ValueError: workers outside 1 to 1000.
    """
    if workers is not None:
        return in_range("workers", workers, 1, 1000)
    from joblib.parallel import get_active_backend

    _, configured = get_active_backend()
    return configured or -1


def worked(
    tally: Callable[[int, int, int], Sums],
    seed: int,
    chunks: Iterator[tuple[int, int]],
    jobs: int,
) -> Generator[Chunk, None, None]:
    """What each chunk adds, in index order, worked out by joblib."""
    from joblib import Parallel, delayed, effective_n_jobs
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    work: Any = tally
    if hasattr(backend, "client"):  # Dask: policy tables, up to megabytes, travel once and not with every chunk;
        work = backend.client.submit(_itself, tally, pure=False)  # by a task: done again if its workers are killed
    tasks = (delayed(_timed)(__version__, work, seed, start, stop) for start, stop in chunks)
    if not backend.supports_return_generator:  # it answers only when all is done: one task a worker at a time
        with Parallel(n_jobs=jobs, prefer="threads", batch_size=1) as parallel:
            while wave := list(islice(tasks, effective_n_jobs(jobs))):
                yield from parallel(wave)
        return
    parallel = Parallel(n_jobs=jobs, prefer="threads", batch_size=1, return_as="generator")
    results = cast("Generator[Chunk, None, None]", parallel(tasks))
    try:
        for result in results:  # noqa: UP028 - `yield from` would close the results before `finally` can
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a stopped run drops chunks under way is meant
            results.close()


def _itself(tally: Callable[[int, int, int], Sums]) -> Callable[[int, int, int], Sums]:
    return tally


def _timed(version: str, tally: Callable[[int, int, int], Sums], seed: int, start: int, stop: int) -> Chunk:
    if version != __version__:  # two versions may play a game differently
        raise ValueError(f"a worker has tabletop_odds {__version__}, not {version} as where the run was started")
    begin = perf_counter()
    try:
        sums = tally(seed, start, stop)
    except KeyboardInterrupt:  # reported in its turn: the chunks before this one still count
        sums = None
    return stop - start, sums, perf_counter() - begin
