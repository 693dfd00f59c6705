"""Sweeps: one simulation at every point of a grid of rules, policies or any other arguments, as one tidy table.

Every point plays the same games of the same seed: two points meet the same luck while they play alike, so that what
differs between rows is the point, not the luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from .answers import VALUE_COLUMNS, value_frame
from .chunks import jobs_for

if TYPE_CHECKING:
    import pandas as pd

    from .simulation import Run

    Axis = Sequence[Any] | Mapping[str, Any]


def sweep(
    simulate: Callable[..., Run],
    grid: Mapping[str, Axis],
    *,
    n: int,
    seed: int,
    measures: Sequence[str] | None = None,
    workers: int | None = None,
    **fixed: Any,
) -> pd.DataFrame:
    """Simulate n games at every point of a grid: a row a point and measure, in the order of the grid, last argument
    fastest.

    `simulate`: a game's `simulate_*` function, or any that takes n, seed, workers and progress and returns a
    `simulation.Run`. `grid` maps the name of an argument to its values: a sequence, each told by its name or its text,
    or a mapping of label to value. `fixed`: arguments that are the same everywhere. `measures`: those wanted (all).
    `workers`: joblib threads, over the points of the grid; by default what `joblib.parallel_config` says, else one a
    core; the table does not depend on it. Columns: one an argument of the grid (labels), measure, value,
    standard_error, low, high, n.

    ValueError: an empty grid or axis, two values of an axis with one label, an argument both swept and fixed or of a
    name that the sweep itself uses, an unknown measure; and what `simulate` raises at a point, which it then names (of
    another error in its notes).
    KeyboardInterrupt: Ctrl-C, also where a simulation alone would give the games so far.

    >>> from tabletop_odds import farkle
    >>> policies = [farkle.bank_at(300), farkle.bank_at(1000)]
    >>> frame = sweep(farkle.simulate_turns, {"policy": policies}, n=1000, seed=1, measures=["turn_total"])
    >>> list(frame.policy), list(frame.columns)[:3]
    (['bank at 300, keep most', 'bank at 1,000, keep most'], ['policy', 'measure', 'value'])
    """
    from joblib import Parallel, delayed, parallel_config

    jobs = jobs_for(workers)
    if isinstance(measures, str):
        raise ValueError(f"measures {measures!r}: a list of names is needed")
    if taken := sorted(set(grid) & set(fixed)):
        raise ValueError(f"{taken[0]!r} is an argument of the grid and a fixed one: name it once")
    if taken := sorted({*grid, *fixed} & {"n", "seed", "workers", "progress", "measure", *VALUE_COLUMNS}):
        raise ValueError(f"{taken[0]!r} cannot be an argument of the grid or a fixed one: the sweep uses that name")
    axes = [_labelled(name, axis) for name, axis in grid.items()]
    if not axes:
        raise ValueError("the grid is empty: name at least one argument and its values")
    points = list(product(*axes))

    def simulated(point: tuple[tuple[str, Any], ...]) -> Run:
        given = dict(zip(grid, (value for _, value in point), strict=True))
        where = ", ".join(f"{name} = {label}" for name, (label, _) in zip(grid, point, strict=True))
        try:
            with parallel_config(backend="sequential"):  # a point is one task: no worker waits for others
                run = simulate(**given, **fixed, n=n, seed=seed, workers=1, progress=False)
        except ValueError as error:
            raise ValueError(f"{error} (at {where})") from error
        except Exception as error:
            error.add_note(f"at {where}")
            raise
        if run.interrupted:  # a point of fewer games would pass for a whole one
            raise KeyboardInterrupt
        if unknown := [measure for measure in measures or () if measure not in run.measures]:
            raise ValueError(f"measure {unknown[0]!r}: it must be one of {', '.join(run.measures)}")
        return run

    parallel = Parallel(n_jobs=jobs, prefer="threads", batch_size=1)
    runs: list[Run] = list(parallel(delayed(simulated)(point) for point in points))
    rows = []
    for point, run in zip(points, runs, strict=True):
        labels = {name: label for name, (label, _) in zip(grid, point, strict=True)}
        for measure in measures or run.measures:
            rows.append({**labels, "measure": measure, "value": run[measure]})
    return value_frame(rows, [*grid, "measure"])


def _labelled(name: str, axis: Axis) -> list[tuple[str, Any]]:
    """The values of an argument, each with the label that tells it from the others."""
    if isinstance(axis, str) or not isinstance(axis, Mapping | Sequence):
        raise ValueError(f"grid argument {name!r}: a sequence of values or a mapping is needed, not {axis!r}")
    found = list(axis.items()) if isinstance(axis, Mapping) else [(_label(value), value) for value in axis]
    labels = [label for label, _ in found]
    if not labels or len(set(labels)) < len(labels):
        raise ValueError(f"grid argument {name!r}: one or more values with different labels are needed, not {labels}")
    return found


def _label(value: Any) -> str:
    """A policy's name, the names of policies in a sequence, else the text."""
    if isinstance(value, list | tuple):
        return "; ".join(map(_label, value))
    return str(getattr(value, "name", value))
