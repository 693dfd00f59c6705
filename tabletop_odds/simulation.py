"""Simulation runs: n games, in chunks, over workers, with the same answer however they were split.

Game number i of a seed is played with its own random stream, so its results are a function of (seed, i)
alone. Results are whole numbers (points; half wins with scale=2), so their sums, sums of squares and
histograms are exact integers, and adding integers is the same in any grouping. Hence chunks only schedule:
the answer depends on the play, n and the seed, never on workers, chunk size, order of arrival or
interruption. A histogram is as long as the number of different results, so memory does not grow with n.

A run that stops early (at a requested standard error, or by Ctrl-C) keeps the games 0..m-1 for some m,
exactly what a run of m games would have given. Stopping whenever the error looks small would favour samples
whose error is small by luck, so a run looks only at n = 10,000, 20,000, 40,000, ...

Two policies that play the same games meet the same luck, which cancels in the difference of their results:
its variance is Var(x) + Var(y) - 2 Cov(x, y). `compare` measures that from the sums of products of results.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol

from .answers import VALUE_COLUMNS, Comparison, Distribution, Value
from .checkpoints import kept_at
from .chunks import MOST_GAMES, Chunks, added, jobs_for, looks, worked
from .precision import Precision
from .reduction import Control, Strata, plain
from .settings import in_range
from .streams import check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    import numpy as np
    import pandas as pd

    from .checkpoints import Checkpoint
    from .chunks import Sums

    Results = np.ndarray[Any, np.dtype[np.integer[Any]]]

BAR_AFTER = 0.5  # seconds: a bar that nobody asked for keeps out of the way of short runs


class Play(Protocol):
    """Plays games start..stop-1 of a seed; returns whole numbers, one row a game, one column a measure."""

    def __call__(self, seed: int, start: int, stop: int, /) -> Results: ...


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """What n simulated games gave: a histogram of results for each measure.

    Results are stored as whole numbers, `scale` to the unit. `interrupted`: Ctrl-C ended it after n games. `until`: the
    precision requested of the first measure, if any; `reached` says whether it was reached. `reduction`: how luck was
    taken off the means of measures (not off rates and distributions), from `sums` over the games.
    """

    n: int
    seed: int
    measures: tuple[str, ...]
    scale: int
    histograms: tuple[dict[int, int], ...]
    interrupted: bool = False
    until: Precision | None = None
    reduction: Strata | Control | None = None
    sums: tuple[int, ...] = ()

    def __getitem__(self, measure: str) -> Value:
        """The mean of a measure with its error and normal 95 % interval. KeyError: no such measure."""
        moments = _moments(self._histogram(measure))
        if self.reduction is None:
            return Value.from_moments(*moments, self.seed, scale=self.scale)
        at = self.measures.index(measure)
        mean, variance = self.reduction.estimate(at, len(self.measures), moments, self.sums)
        return Value(mean / self.scale, sqrt(variance) / self.scale, n=self.n, seed=self.seed)

    def gain(self, measure: str) -> float:
        """How many times as many games the plain mean would need for the error that the mean of a measure has.

        1 where no luck was taken off or nothing is left to luck. KeyError: no such measure.
        """
        error = self[measure].standard_error * self.scale
        variance = plain(*_moments(self._histogram(measure)))[1]
        return variance / error**2 if self.reduction is not None and 0 < error < float("inf") else 1.0

    def rate(self, measure: str) -> Value:
        """The share of games in which a yes-or-no measure was 1, with its Wilson 95 % interval.

        ValueError: the measure had results other than 0 and 1.
        """
        histogram = self._histogram(measure)
        if self.scale != 1 or not histogram.keys() <= {0, 1}:
            raise ValueError(f"measure {measure!r} is no rate: its results must be 0 or 1 with scale=1")
        return Value.from_rate(histogram.get(1, 0), self.n, self.seed)

    def distribution(self, measure: str) -> Distribution:
        """How often each result of a measure came up: weights are numbers of games."""
        histogram = self._histogram(measure)
        if self.scale == 1:
            return Distribution(histogram)
        return Distribution({result / self.scale: games for result, games in histogram.items()})

    def to_frame(self) -> pd.DataFrame:
        """One row a measure: measure, value, standard_error, low, high, n."""
        import pandas as pd

        values = [self[measure] for measure in self.measures]
        return pd.DataFrame(
            {"measure": self.measures} | {column: [getattr(v, column) for v in values] for column in VALUE_COLUMNS}
        )

    @property
    def reached(self) -> bool | None:
        """Whether the precision requested was reached; None: none was requested."""
        return None if self.until is None else self.until.reached(self[self.measures[0]].standard_error)

    def __repr__(self) -> str:
        lines = [f"{measure}: {self[measure]}" for measure in self.measures]
        if self.reduction is not None:
            gain = self.gain(self.measures[0])
            shown = f"{gain:.3g}" if gain < 1000 else f"{gain:,.0f}"
            lines.append(f"{self.reduction.name}: {self.measures[0]} as good as with {shown} times as many games")
        if self.until is not None:
            error = self[self.measures[0]].standard_error
            lines.append(self.until.told(self.measures[0], error, self.n, self.interrupted))
        return "\n".join(lines + ["interrupted"] * self.interrupted)

    def _histogram(self, measure: str) -> dict[int, int]:
        if measure not in self.measures:
            raise KeyError(f"measure {measure!r} is not one of {', '.join(self.measures)}")
        return self.histograms[self.measures.index(measure)]


def run(
    play: Play,
    n: int | None = None,
    *,
    seed: int,
    measures: Sequence[str],
    scale: int = 1,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    about: Mapping[str, str] | None = None,
    reduction: Strata | Control | None = None,
    progress: bool | None = None,
) -> Run:
    """Play n games (1 to 10**12), or as many as a precision takes, and return what they gave.

    `play(seed, start, stop)` returns an integer array of shape (stop - start, len(measures)): the results of
    games start..stop-1, `scale` to the unit. `workers`: joblib threads; by default what
    `joblib.parallel_config` says, else one a core. `chunk`: games a task; by default sized by the clock.
    `until`, in place of n: a `Precision`, of the first measure. `checkpoint`: a file in which finished chunks are kept:
    the same run, started again after it was killed, goes on from there and gives the same answer; a run of more games
    too. `about` is told in the file, and must be the same (rules, policies).
    `reduction`: means are estimated with less luck, from strata of the games or with a last column of the play.
    `progress`: a bar on stderr; by default on a terminal and in Jupyter. Ctrl-C returns the games finished so far.

    ValueError: n, seed, chunk, workers or scale out of range, n and until both or neither given, no measures or one
    named twice, a play whose results have another shape or are no whole numbers, a checkpoint of another run, of
    another version or in use. OSError: a checkpoint that cannot be written; the games it holds stay.

    >>> import numpy as np
    >>> def parity(seed, start, stop):
    ...     return np.arange(start, stop).reshape(-1, 1) % 2
    >>> run(parity, 1000, seed=1, measures=["odd"]).rate("odd").value
    0.5
    """
    seed, measures = check_seed(seed), _distinct("measures", measures)
    scale = in_range("scale", scale, 1, 10**9)
    if (n is None) == (until is None):
        raise ValueError(f"one of n and until must be given, not {'neither' if n is None else 'both'}")
    if until is not None and not isinstance(until, Precision):
        raise ValueError(f"until must be a Precision, not {until!r}")
    most = until.at_most if until is not None else in_range("n", n, 1, MOST_GAMES)

    def answer(n: int, sums: Sums, interrupted: bool = False) -> Run:
        histograms = tuple(dict(sorted(h.items())) for h in sums[: len(measures)])
        return Run(n, seed, measures, scale, histograms, interrupted, until, reduction, sums[len(measures) :])

    tally = partial(_histograms, play, len(measures), reduction)
    kind = "run" if reduction is None else f"run, {reduction}"
    enough = None if until is None else lambda sums: answer(most, sums).reached is True
    with kept_at(checkpoint, play, seed, measures, scale, about or {}, kind) as kept:
        return answer(*_gathered(tally, most, seed, workers, chunk, progress, enough, kept))


def compare(
    plays: Mapping[str, Play],
    n: int,
    *,
    seed: int,
    measures: Sequence[str],
    measure: str | None = None,
    scale: int = 1,
    exact: Mapping[str, Value] | None = None,
    title: str = "",
    unit: str = "points",
    lowest: bool = False,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    about: Mapping[str, str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let every policy play the same n games and compare one measure (by default the first), best mean first.

    `plays` maps a policy's name to its play, as for `run`, and so are the other arguments; a `checkpoint` is gone on
    with by the same policies in the same order. The best mean is the highest, or with `lowest` the lowest; each other
    policy's difference from that one (policy minus best) carries its paired standard error. `unit`: "points", "turns",
    or "probability" (a yes-or-no measure then has Wilson intervals). `exact`: known values to print beside. Ctrl-C
    compares the games finished so far. ValueError: as `run`; no policy; a measure or a policy in `exact` that is not
    among those given. OSError: as `run`.

    >>> import numpy as np
    >>> def always(points):
    ...     return lambda seed, start, stop: np.full((stop - start, 1), points)
    >>> frame = compare({"low": always(2), "high": always(3)}, 100, seed=1, measures=["points"]).to_frame()
    >>> list(zip(frame.policy, frame.value))
    [('high', 3.0), ('low', 2.0)]
    """
    policies, measures = _distinct("plays", list(plays)), _distinct("measures", measures)
    seed, scale = check_seed(seed), in_range("scale", scale, 1, 10**9)
    measure = measures[0] if measure is None else measure
    if measure not in measures:
        raise ValueError(f"measure must be one of {', '.join(measures)}, not {measure!r}")
    if unknown := sorted(set(exact or ()) - set(policies)):
        raise ValueError(f"exact: {unknown[0]!r} is not one of {', '.join(policies)}")
    k, compared = len(policies), [plays[policy] for policy in policies]
    tally = partial(_products, compared, len(measures), measures.index(measure))
    told_of = {"policies": ", ".join(policies)} | dict(about or {})
    with kept_at(checkpoint, compared, seed, (measure,), scale, told_of, "comparison") as kept:
        n, sums, _ = _gathered(tally, n, seed, workers, chunk, progress, kept=kept)
    totals, products = sums[:k], [sums[k * i : k * i + k] for i in range(1, k + 1)]
    ranking = sorted(range(k), key=lambda i: totals[i] if lowest else -totals[i])
    best = ranking[0]
    rows, differences = [], []
    for i in ranking:
        if unit == "probability" and scale == 1 and totals[i] == products[i][i]:  # x = x * x: 0s and 1s
            value = Value.from_rate(totals[i], n, seed)
        else:
            value = Value.from_moments(n, totals[i], products[i][i], seed, scale=scale)
        rows.append({"policy": policies[i], "value": value, "exact": (exact or {}).get(policies[i])})
        if i != best:
            squares = products[i][i] - 2 * products[i][best] + products[best][best]
            value = Value.from_moments(n, totals[i] - totals[best], squares, seed, scale=scale)
            differences.append({"policy": policies[i], "versus": policies[best], "value": value})
    return Comparison(rows, differences, title=title, unit=unit)


def _gathered(
    tally: Callable[[int, int, int], Sums],
    n: int,
    seed: int,
    workers: int | None,
    chunk: int | None,
    progress: bool | None,
    enough: Callable[[Sums], bool] | None = None,
    kept: Checkpoint | None = None,
) -> tuple[int, Sums, bool]:
    """The sums over games 0..n-1, added up in index order: (games, sums, interrupted)."""
    n, jobs, chunks = in_range("n", n, 1, MOST_GAMES), jobs_for(workers), Chunks(chunk)
    # One assignment takes a chunk in, whole: a KeyboardInterrupt can come between any two steps.
    state: tuple[int, Sums] = (0, ())
    known = iter(list(kept.records) if kept is not None else [])
    record = next(known, None)
    interrupted = False
    try:
        with _bar(n, progress) as bar:
            for look in [n] if enough is None and kept is None else looks(n):
                while record is not None and record[1] <= look:
                    state = (record[1], added(state[1], record[2]))
                    if bar is not None:
                        bar.update(record[1] - record[0])
                    record = next(known, None)
                with closing(worked(tally, seed, chunks.cut(state[0], look), jobs)) as results:
                    for games, sums, seconds in results:
                        if sums is None:
                            raise KeyboardInterrupt
                        if kept is not None and kept.end == state[0]:  # else it holds more games than are asked for
                            kept.append(state[0] + games, sums)
                        state = (state[0] + games, added(state[1], sums))
                        chunks.learn(games, seconds)
                        if bar is not None:
                            bar.update(games)
                if enough is not None and enough(state[1]):
                    break
        if kept is not None:
            kept.finish()
    except KeyboardInterrupt:
        if state[0] == 0:
            raise
        interrupted = True
    return *state, interrupted


def _histograms(
    play: Play, measures: int, reduction: Strata | Control | None, seed: int, start: int, stop: int
) -> Sums:
    """For each measure, how many games gave each result; then what a reduction sums."""
    import numpy as np

    histograms: list[Any] = []
    played = _played(play, measures + (reduction.columns if reduction is not None else 0), seed, start, stop)
    for column in played.T[:measures]:
        least = int(column.min())
        if int(column.max()) - least < 4 * len(column):
            counts = np.bincount(column - least)
            offsets = counts.nonzero()[0]
            results, counts = offsets + least, counts[offsets]
        else:
            results, counts = np.unique(column, return_counts=True)
        histograms.append(Counter(dict(zip(results.tolist(), counts.tolist(), strict=True))))
    return (*histograms, *(reduction.sums(played, measures, seed, start) if reduction is not None else ()))


def _products(plays: Sequence[Play], columns: int, column: int, seed: int, start: int, stop: int) -> Sums:
    """One measure of k policies in the same games: their k totals, then the k x k sums of products, row by row."""
    import numpy as np

    x = np.stack([_played(play, columns, seed, start, stop)[:, column] for play in plays], axis=1)
    largest = max(-int(x.min()), int(x.max()))
    if largest**2 * len(x) >= 2**63:
        x = x.astype(object)  # Python's ints: slower, and never overflow
    return (*x.sum(axis=0).tolist(), *(x.T @ x).ravel().tolist())


def _played(play: Play, columns: int, seed: int, start: int, stop: int) -> Results:
    import numpy as np

    results = np.asarray(play(seed, start, stop))
    if results.shape != (stop - start, columns) or not np.can_cast(results.dtype, np.int64):
        raise ValueError(
            f"a play of games {start}..{stop - 1} must return whole numbers of shape "
            f"{(stop - start, columns)}, not {results.dtype} of shape {results.shape}"
        )
    return results.astype(np.int64, copy=False)


def _moments(histogram: Mapping[int, int]) -> tuple[int, int, int]:
    """Games, sum of results, sum of squared results."""
    items = histogram.items()
    return sum(histogram.values()), sum(x * k for x, k in items), sum(x * x * k for x, k in items)


def _bar(n: int, progress: bool | None) -> AbstractContextManager[Any]:
    if progress is None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        if not terminal and "ipykernel" not in sys.modules:
            return nullcontext()
    elif not progress:
        return nullcontext()
    from tqdm.auto import tqdm

    bar: AbstractContextManager[Any] = tqdm(
        total=n, unit=" games", unit_scale=True, leave=False, delay=0 if progress else BAR_AFTER
    )
    return bar


def told(rules: object, policies: Sequence[Any]) -> dict[str, str]:
    """Rules (None: the game's own) and policies in words, as a checkpoint tells them."""
    names = ", ".join(str(getattr(policy, "name", policy)) for policy in policies)
    return {"rules": str(rules or "the game's own"), "policies": names}


def _distinct(what: str, names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not names or len(set(names)) < len(names):
        raise ValueError(f"{what} must be one or more different names, not {names!r}")
    return tuple(names)
