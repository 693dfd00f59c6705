"""What is exact for many races at once: chances to win and money equities, read from the two-sided tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .big_table import CHANCES, solve
from .cube_equities import CENTRED, OPPONENT, equities, solve_cube
from .pair_files import HEADER, Pairs, open_pairs
from .positions import HOME
from .rules import ROLLS
from .two_sided_layout import ONE, WIDTH, Layout, plays_of

if TYPE_CHECKING:
    import numpy as np

    from .thumb_grades import Equities
    from .thumb_races import Races

    Floats = np.ndarray[Any, np.dtype[np.float64]]
    Numbers = np.ndarray[Any, np.dtype[np.int64]]

BATCH = 20_000  # races whose plays are looked at together: about 60 MB
# rolls of unequal dice come first in the lists of plays
WEIGHTS = sorted((weight for _, weight in ROLLS), reverse=True)


def exact_wins(races: Races) -> Floats:
    """The roller's chance to win each race by best play, as exact as the table (3e-5), float64 [races].

    Solves the table of `races.checkers` a side if it is not kept: 10 take seconds, 15 minutes (`big_table.solve`).

    >>> from tabletop_odds.backgammon.thumb_races import every_race
    >>> exact_wins(every_race(2))[-1].round(4).tolist()
    0.7545
    """
    layout = Layout(races.checkers)
    chances: Floats = _numbers(open_pairs(CHANCES, layout, solve(races.checkers)))[0][places(layout, races)] / ONE
    return chances


def exact_equities(races: Races) -> Equities:
    """The roller's money equities in each race, as exact as the table (1e-6): no double by one roll ahead of it.

    Solves the table of `races.checkers` a side if it is not kept: 8 take 2 s, 10 take 20 s (`solve_cube`).

    >>> from tabletop_odds.backgammon.thumb_races import every_race
    >>> [round(float(x[-1]), 4) for x in exact_equities(every_race(2))]
    [0.6031, 0.6217, 0.9613]
    """
    import numpy as np

    from .thumb_grades import Equities

    layout = Layout(races.checkers)
    tables = _numbers(open_pairs(equities(), layout, solve_cube(races.checkers)))
    first, plays, _ = plays_of(layout)
    rows = rows_of(races.checkers)
    found = np.zeros((2, len(races.mine)))
    for start in range(0, len(races.mine), BATCH):
        part = slice(start, start + BATCH)
        lists = first[rows[races.mine[part]]].astype(np.int64)
        lengths = lists[:, -1] - lists[:, 0]
        begin = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        shift = lists[:, 0] - begin
        after = plays[np.arange(lengths.sum()) + np.repeat(shift, lengths)]
        # they are on roll, against every position that the roller can have left
        column = places(layout, races, part, turned=True)
        where = np.repeat(column, lengths) + WIDTH * after.astype(np.int64)
        rolls = (lists[:, :-1] - shift[:, None]).ravel()
        for found_part, holder in zip(
            found[:, part], (CENTRED, OPPONENT), strict=True
        ):  # the roller's: their opponent's
            least = np.minimum.reduceat(tables[holder][where], rolls).reshape(-1, len(WEIGHTS))
            found_part[:] = least.astype(float) @ WEIGHTS / -36
    double_take = 2 * tables[OPPONENT][places(layout, races)].astype(float)
    return Equities(found[0], found[1], double_take)


def rows_of(checkers: int) -> Numbers:
    """The row of every position, by its number, in tables of so many checkers a side."""
    import numpy as np

    from .thumb_races import home_counts

    pips = home_counts(checkers) @ np.arange(1, HOME + 1)
    return np.argsort(np.argsort(pips, kind="stable"), kind="stable")


def places(layout: Layout, races: Races, part: slice = slice(None), *, turned: bool = False) -> Numbers:
    """Where a table with this layout, of all pips, has each race: `Layout.index` for arrays.

    `turned`: where it has the other on roll against a player in row 0.
    """
    import numpy as np

    rows = rows_of(races.checkers)
    rolls, waits = (races.theirs, None) if turned else (races.mine, races.theirs)
    row, panel_rows = rows[rolls[part]], np.array(layout.panel_rows)
    panel = np.searchsorted(panel_rows, row, side="right") - 1
    where: Numbers = panel * layout.rows * WIDTH + row - panel_rows[panel]
    return where if waits is None else where + rows[waits[part]] * WIDTH


def _numbers(table: Pairs) -> Any:
    """A table's numbers, [tables, pairs]."""
    import numpy as np

    kind, pairs = table.kind, table.layout.pairs
    return np.frombuffer(table.data, kind.typecode, kind.tables * pairs, HEADER).reshape(kind.tables, pairs)
