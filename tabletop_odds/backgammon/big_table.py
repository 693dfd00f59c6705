"""Tables of win chances, both sides at home: up to 15 v 15 checkers, 2.94e9 pairs.

    V(x, y) = 1 - 1/36 * sum over the rolls of w * min over the plays m of x of V(y, m)

is the chance of the player on roll from x against y; who has no checkers left has won. Each is kept as a whole number
of 65535ths, and the roundings add up to less than 3e-5. How the files are built and kept: `pair_files.py`.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import kept_tables
from .kept_tables import largest_kept, when_asked
from .pair_files import Kind, Pairs, build
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

    15 v 15 takes a minute or two on two cores, 6.5 GB of memory and 6.3 GB of disk. `most_pips` cuts the table to a
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
    needed = max(sum(mine), sum(theirs))
    return largest_kept(CHANCES, needed) or (when_asked(CHANCES, WHEN_ASKED) if needed <= WHEN_ASKED else None)


def kept(checkers: int) -> Pairs:
    """The kept table of so many checkers a side. ValueError: there is none, or it is damaged."""
    return kept_tables.kept(CHANCES, checkers, "table")


def _prepare(numbers: Any, plays: Any) -> Fill:
    """Who is on roll against a player without checkers has lost: 0, as the table begins."""
    from .two_sided_kernels import fill_chances

    return partial(fill_chances, numbers[0], *plays)


CHANCES = Kind("two_sided", "H", 1, (("version", 1),), _prepare)
