"""The cube compiled: equities of the player on roll, with both sides at home.

`equities[holder, panel, row, lane]`, laid out as the chances in `two_sided_kernels.py`. Of the player on roll the
equity in cubes, before a double: `holder` says who holds the cube, or that there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.compiled import compiled

from .cube_equities import CENTRED, CUBELESS, HOLDERS, OPPONENT, OWNED
from .two_sided_kernels import GROUP, ROLLS, UNEQUAL
from .two_sided_layout import WIDTH

if TYPE_CHECKING:
    import numpy as np

    from .two_sided_kernels import Ints, Unsigned

    Equities = np.ndarray[Any, np.dtype[np.float32]]


def lower(a: Any, b: Any) -> Any:
    """The lower of two: one instruction, which `min` is not (it looks for what is no number)."""
    return a if a < b else b


@compiled
def fill_equities(
    equities: Equities,
    first: Unsigned,
    plays: Unsigned,
    panel_rows: Ints,
    beavers: bool,
    first_panel: int,
    last_panel: int,
    first_tile: int,
    last_tile: int,
) -> None:
    """Fill in the equities on roll from each of the tiles against each position of the panels: see `fill_chances`."""
    least, total = np.zeros(WIDTH, np.float32), np.zeros((HOLDERS, WIDTH), np.float32)
    answer = np.zeros((HOLDERS, WIDTH, WIDTH), np.float32)
    for panel in range(first_panel, last_panel):
        for tile in range(first_tile, last_tile):
            height = panel_rows[tile + 1] - panel_rows[tile]
            for i in range(height):
                row = panel_rows[tile] + i
                for holder in range(HOLDERS):
                    # what I own now is the opponent's when they are on roll
                    on_roll, sums = equities[2 - holder if holder < CUBELESS else CUBELESS, panel], total[holder]
                    sums[:] = 0
                    for roll in range(ROLLS):
                        if roll == UNEQUAL:
                            for j in range(WIDTH):
                                sums[j] += sums[j]
                        for k in range(first[row, roll], first[row, roll + 1], GROUP):
                            a, b = on_roll[plays[k]], on_roll[plays[k + 1]]
                            c, d = on_roll[plays[k + 2]], on_roll[plays[k + 3]]
                            if k == first[row, roll]:
                                for j in range(WIDTH):
                                    least[j] = lower(lower(a[j], b[j]), lower(c[j], d[j]))
                            else:
                                for j in range(WIDTH):
                                    least[j] = lower(least[j], lower(lower(a[j], b[j]), lower(c[j], d[j])))
                        for j in range(WIDTH):
                            sums[j] += least[j]
                for j in range(WIDTH):
                    owned, centred = total[OWNED, j] / np.float32(-36), total[CENTRED, j] / np.float32(-36)
                    opponent = total[OPPONENT, j] / np.float32(-36)
                    double = 2 * opponent
                    if beavers:
                        double = lower(double, 2 * double)
                    double = lower(double, np.float32(1))  # or the other passes
                    answer[OWNED, i, j] = -lower(-owned, -double)
                    answer[CENTRED, i, j] = -lower(-centred, -double)
                    answer[OPPONENT, i, j] = opponent
                    answer[CUBELESS, i, j] = total[CUBELESS, j] / np.float32(-36)
            for holder in range(HOLDERS):
                for j in range(panel_rows[panel + 1] - panel_rows[panel]):
                    for i in range(height):
                        equities[holder, tile, panel_rows[panel] + j, i] = answer[holder, i, j]
