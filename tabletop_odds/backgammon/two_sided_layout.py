"""Where a two-sided table keeps each pair of positions at home, and how it is filled.

Positions of at most n checkers on the home points are sorted by pips, those of equal pips (a layer) by their number
(`positions.rank`). A table has a row for each position of the player who waits and a column for each of the player on
roll; columns stand in panels of 64, each layer beginning a new one. A play always leads to fewer pips, so layer by
layer everything that is needed is there: first the layer's positions on roll against all earlier ones, then all up to
the layer on roll against its positions. A table cut off at so many pips is a corner of the whole one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from .positions import CHECKERS, HOME, Counts, every_position

if TYPE_CHECKING:
    import numpy as np

    Ints = np.ndarray[Any, np.dtype[np.int32]]
    Unsigned = np.ndarray[Any, np.dtype[np.uint32]]

    # fill(first_panel, last_panel, first_tile, last_tile): positions of the tiles on roll against those of the panels
    Fill = Callable[[int, int, int, int], None]

WIDTH = 64  # columns of a panel: 128 bytes of chances, so that the rows that a layer reads stay in a core's cache
ONE = 65535  # a certain win, in a table of chances
SMALL = 64  # blocks of 64 x 64 pairs: fewer are not worth a second thread


@lru_cache(maxsize=100_000)
def positions_of(points: int, checkers: int, pips: int) -> int:
    """How many positions of at most `checkers` on so many points have exactly these pips.

    >>> [positions_of(6, 2, pips) for pips in range(13)], sum(positions_of(6, 15, pips) for pips in range(91))
    ([1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1], 54264)
    """
    if points == 0:
        return int(pips == 0)
    most = min(checkers, pips // points)
    return sum(positions_of(points - 1, checkers - n, pips - points * n) for n in range(most + 1))


@dataclass(frozen=True)
class Layout:
    """The rows and columns of the table for at most `checkers` a side (1 to 15) and `most_pips` (default: all).

    ValueError: another number of checkers, or pips that are not 1 to 6 a checker.

    >>> Layout(15)
    Layout(checkers=15, most_pips=90)
    >>> Layout(15).rows, Layout(15).panels
    (54264, 904)
    """

    checkers: int
    most_pips: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.checkers, bool) or self.checkers not in range(1, CHECKERS + 1):
            raise ValueError(f"{self.checkers!r} checkers a side: must be a whole number from 1 to {CHECKERS}")
        most = HOME * self.checkers
        if isinstance(self.most_pips, bool) or self.most_pips not in range(most + 1):
            raise ValueError(f"at most {self.most_pips!r} pips: must be a whole number from 1 to {most}")
        object.__setattr__(self, "most_pips", self.most_pips or most)

    @cached_property
    def layer_rows(self) -> list[int]:
        """The first row of each layer, and the number of rows at the end."""
        sizes = (positions_of(HOME, self.checkers, pips) for pips in range(self.most_pips + 1))
        return list(accumulate(sizes, initial=0))

    @cached_property
    def layer_panels(self) -> list[int]:
        """The first panel of each layer, and the number of panels at the end."""
        starts = self.layer_rows
        sizes = (-(-(stop - start) // WIDTH) for start, stop in pairwise(starts))
        return list(accumulate(sizes, initial=0))

    @cached_property
    def panel_rows(self) -> list[int]:
        """The row of the first position of each panel, and the number of rows at the end."""
        starts = self.layer_rows
        pairs = pairwise(starts)
        return [row for start, stop in pairs for row in range(start, stop, WIDTH)] + [self.rows]

    @property
    def rows(self) -> int:
        return self.layer_rows[-1]

    @property
    def panels(self) -> int:
        return self.layer_panels[-1]

    @property
    def pairs(self) -> int:
        """The numbers that a table has room for: rows times columns."""
        return self.rows * self.panels * WIDTH

    def holds(self, position: Counts) -> bool:
        """Whether a position at home has a place here."""
        pips = sum(point * count for point, count in enumerate(position, 1))
        return len(position) == HOME and sum(position) <= self.checkers and pips <= self.most_pips

    def row(self, position: Counts) -> int:
        """The row of a position that it holds.

        >>> Layout(15).row((0, 0, 0, 0, 0, 15))
        54263
        """
        pips = sum(point * count for point, count in enumerate(position, 1))
        row, left = self.layer_rows[pips], self.checkers
        for point in range(HOME, 0, -1):
            for fewer in range(position[point - 1]):
                row += positions_of(point - 1, left - fewer, pips - point * fewer)
            left -= position[point - 1]
            pips -= point * position[point - 1]
        return row

    def index(self, waits: Counts, rolls: Counts) -> int:
        """Where a table has the number for a player on roll from `rolls` against one who waits at `waits`."""
        pips = sum(point * count for point, count in enumerate(rolls, 1))
        panel, lane = divmod(self.row(rolls) - self.layer_rows[pips], WIDTH)
        return ((self.layer_panels[pips] + panel) * self.rows + self.row(waits)) * WIDTH + lane


def plays_of(layout: Layout) -> tuple[Unsigned, Unsigned, Ints]:
    """Where each roll's list of plays starts [row, roll], the lists, the first row of each panel: see `list_plays`."""
    import numpy as np

    from .two_sided_kernels import ROLLS, list_plays

    counts = np.array(list(every_position(HOME, layout.checkers)), np.int32)
    pips = counts @ np.arange(1, HOME + 1)
    order = np.argsort(pips, kind="stable")[: layout.rows]
    row = np.zeros(len(counts), np.int32)
    row[order] = np.arange(layout.rows)
    size = layout.checkers + HOME + 1
    choose = np.array([[comb(n, k) for k in range(HOME + 1)] for n in range(size)], np.int32)
    first = np.zeros((layout.rows, ROLLS + 1), np.uint32)
    nothing = np.zeros(0, np.uint32)
    plays = np.zeros(list_plays(counts[order], row, choose, layout.checkers, first, nothing), np.uint32)
    list_plays(counts[order], row, choose, layout.checkers, first, plays)
    return first, plays, np.array(layout.panel_rows, np.int32)


def fill_layers(layout: Layout, fill: Fill, workers: int | None = None, done: int = 0) -> Iterator[int]:
    """Fill a table layer by layer with so many threads (default: one a core); yields how many layers are there.

    `done`: layers that are there already.
    """
    workers = workers or cores()
    starts = layout.layer_panels
    with ThreadPoolExecutor(workers) as pool:
        for layer in range(max(done, 1), len(starts) - 1):  # layer 0 is the empty position: the game is over
            start, stop = starts[layer], starts[layer + 1]
            for panels, tiles in (((1, start), (start, stop)), ((start, stop), (1, stop))):
                if workers == 1 or (panels[1] - panels[0]) * (tiles[1] - tiles[0]) < SMALL:
                    fill(*panels, *tiles)
                    continue
                pieces = [(*cut, *tiles) for cut in _cuts(*panels, 4 * workers)]
                if panels[1] - panels[0] < tiles[1] - tiles[0]:
                    pieces = [(*panels, *cut) for cut in _cuts(*tiles, 4 * workers)]
                list(pool.map(lambda piece: fill(*piece), pieces))
            yield layer + 1


def _cuts(start: int, stop: int, pieces: int) -> list[tuple[int, int]]:
    marks = [start + (stop - start) * k // pieces for k in range(pieces + 1)]
    return [(a, b) for a, b in pairwise(marks) if a < b]


def cores() -> int:
    """The cores that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
