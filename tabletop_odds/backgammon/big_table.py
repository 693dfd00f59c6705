"""Tables of win chances, both sides at home: up to 15 v 15 checkers, 2.94e9 pairs.

    V(x, y) = 1 - 1/36 * sum over the rolls of w * min over the plays m of x of V(y, m)

is the chance of the player on roll from x against y; who has no checkers left has won. Each is kept as a whole number
of 65535ths, and the roundings add up to less than 3e-5. How the files are built and kept: `pair_files.py`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .pair_files import Kind, Pairs, build, in_memory, open_pairs, path_of
from .positions import CHECKERS, Counts
from .two_sided_layout import ONE, Layout

if TYPE_CHECKING:
    from .two_sided_layout import Fill

WHEN_ASKED = 10  # checkers a side: solved in seconds when first asked for, 168 MB


def solve(
    checkers: int = CHECKERS,
    *,
    most_pips: int = 0,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Path:
    """Build the table of at most `checkers` a side (1 to 15) and keep it; returns its file, built now or earlier.

    15 v 15 takes a minute or two on two cores, 6.6 GB of memory and 6.3 GB of disk. `most_pips` cuts the table to a
    corner. `folder`: a cache folder, by default the user's. `workers`: threads, by default one a core. `progress`: a
    bar on stderr, by default on a terminal. A build that was killed goes on where it was.

    ValueError: checkers, pips or workers out of range. OSError: too little memory or disk space, or nothing can be
    written there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(2, folder=folder).stat().st_size
    50688
    """
    return build(CHANCES, Layout(checkers, most_pips), folder, workers, progress)


def chance(table: Pairs, mine: Counts, theirs: Counts) -> float:
    """The chance that the player on roll wins, of two positions with checkers left, from a table that holds them."""
    return table.number(0, mine, theirs) / ONE


def kept_table(mine: Counts, theirs: Counts) -> Pairs | None:
    """The largest kept table that holds both positions; up to 10 v 10 one is solved where none is kept."""
    for checkers in range(CHECKERS, max(sum(mine), sum(theirs)) - 1, -1):
        with suppress(ValueError):
            return kept(checkers)
    return _when_asked() if max(sum(mine), sum(theirs)) <= WHEN_ASKED else None


def kept(checkers: int) -> Pairs:
    """The kept table of so many checkers a side. ValueError: there is none, or it is damaged."""
    try:
        return open_pairs(CHANCES, _whole(checkers), path_of(CHANCES, _whole(checkers)))
    except OSError:
        raise ValueError(f"no table of {checkers} v {checkers} checkers is kept: solve it first") from None


_whole = lru_cache(Layout)


@lru_cache(maxsize=1)
def _when_asked() -> Pairs:
    layout = _whole(WHEN_ASKED)
    with suppress(OSError):  # a cache that cannot be written costs time, never an answer
        return open_pairs(CHANCES, layout, build(CHANCES, layout))
    return in_memory(CHANCES, layout)


def _prepare(numbers: Any, plays: Any) -> Fill:
    """Who is on roll against a player without checkers has lost: 0, as the table begins."""
    from .two_sided_kernels import fill_chances

    return partial(fill_chances, numbers[0], *plays)


CHANCES = Kind("two_sided", "H", 1, (("version", 1),), _prepare)
