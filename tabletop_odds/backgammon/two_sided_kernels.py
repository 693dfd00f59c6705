"""Two-sided tables compiled: all plays of one side, and who wins with both sides at home.

`table[panel, row, lane]` holds the chance that the player on roll wins, in 1/65535ths: the panel and lane are that
player's position, the row is the position of the player who waits (`two_sided_layout.py`). So every play leads to an
earlier row, and no position of a panel leads to another one of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.compiled import compiled

from .two_sided_layout import ONE, WIDTH

if TYPE_CHECKING:
    import numpy as np

    Ints = np.ndarray[Any, np.dtype[np.int32]]
    Unsigned = np.ndarray[Any, np.dtype[np.uint32]]
    Chances = np.ndarray[Any, np.dtype[np.uint16]]

GROUP = 4  # rows whose lowest is taken at once; lists of plays are filled up to whole groups
ROLLS, UNEQUAL = 21, 15  # rolls with unequal dice come first, and count twice


@compiled
def list_steps(counts: Ints, rows: Ints, choose: Ints, checkers: int) -> Ints:
    """The rows that one die can lead to, [row, die - 1, ...] ended by -1. With nothing left to move, the row itself.

    `counts[row, point - 1]`; `rows[number]` is the row of a position by its number.
    """
    size, points = counts.shape
    steps = np.full((size, 6, points + 1), -1, np.int32)
    position = np.zeros(points, np.int64)
    for row in range(size):
        highest = points
        while highest > 0 and counts[row, highest - 1] == 0:
            highest -= 1
        for die in range(1, 7):
            found = 0
            for point in range(1, highest + 1):
                if counts[row, point - 1] == 0 or (point < die and point < highest):
                    continue
                for p in range(points):
                    position[p] = counts[row, p]
                position[point - 1] -= 1
                if point > die:
                    position[point - die - 1] += 1
                number, left = 0, checkers  # as positions.rank
                for p in range(points, 0, -1):
                    number += choose[left + p, p]
                    left -= position[p - 1]
                    number -= choose[left + p, p]
                steps[row, die - 1, found] = rows[number]
                found += 1
            if found == 0:
                steps[row, die - 1, 0] = row
    return steps


@compiled
def add_steps(steps: Ints, row: int, die: int, seen: Ints, mark: int, to: Ints, found: int) -> int:
    """Add the rows that a die leads to from a row, if they are not there yet; returns how many there are now."""
    i = 0
    while steps[row, die, i] >= 0:
        after = steps[row, die, i]
        if seen[after] != mark:
            seen[after] = mark
            to[found] = after
            found += 1
        i += 1
    return found


@compiled
def list_plays(counts: Ints, rows: Ints, choose: Ints, checkers: int, first: Unsigned, plays: Unsigned) -> int:
    """Fill in the rows that each roll can lead to, a play once; returns how many numbers that takes.

    `first[row, roll]` is where a roll's list starts in `plays`; the list is filled up to whole groups with its last
    play. With an empty `plays` it only measures. At home both dice of a roll can be used in either order, until
    nothing is left to move.
    """
    steps = list_steps(counts, rows, choose, checkers)
    size = len(counts)
    seen, lists = np.zeros(size, np.int32), np.zeros((2, size), np.int32)
    mark, end = 0, 0
    for row in range(size):
        roll = 0
        for doubles in range(2):
            for a in range(6):
                for b in range(a, a + 1) if doubles else range(a):
                    first[row, roll] = end
                    roll += 1
                    lists[0, 0], found = row, 1
                    if doubles:
                        for move in range(4):
                            mark += 1
                            before, found = found, 0
                            for i in range(before):
                                start = lists[move % 2, i]
                                found = add_steps(steps, start, a, seen, mark, lists[1 - move % 2], found)
                    else:
                        mark += 1
                        found = 0
                        for die, other in ((a, b), (b, a)):
                            i = 0
                            while steps[row, die, i] >= 0:
                                found = add_steps(steps, steps[row, die, i], other, seen, mark, lists[0], found)
                                i += 1
                    filled = (found + GROUP - 1) // GROUP * GROUP
                    if len(plays) > 0:
                        for i in range(filled):
                            plays[end + i] = lists[0, min(i, found - 1)]
                    end += filled
        first[row, roll] = end
    return end


@compiled
def fill_chances(
    table: Chances,
    first: Unsigned,
    plays: Unsigned,
    panel_rows: Ints,
    first_panel: int,
    last_panel: int,
    first_tile: int,
    last_tile: int,
) -> None:
    """Fill in the chances on roll from each of the tiles (panels too) against each position of the panels.

    A play leaves the other player on roll, who stands in the panel: of a list of rows the lowest counts, 64 columns
    at a time. The answers go, turned round, into the tile's columns.
    """
    least, total = np.zeros(WIDTH, np.uint16), np.zeros(WIDTH, np.int32)
    answer = np.zeros((WIDTH, WIDTH), np.uint16)
    for panel in range(first_panel, last_panel):
        on_roll = table[panel]
        for tile in range(first_tile, last_tile):
            height = panel_rows[tile + 1] - panel_rows[tile]
            for i in range(height):
                row = panel_rows[tile] + i
                total[:] = 0
                for roll in range(ROLLS):
                    if roll == UNEQUAL:
                        for j in range(WIDTH):
                            total[j] += total[j]
                    for k in range(first[row, roll], first[row, roll + 1], GROUP):
                        a, b = on_roll[plays[k]], on_roll[plays[k + 1]]
                        c, d = on_roll[plays[k + 2]], on_roll[plays[k + 3]]
                        if k == first[row, roll]:
                            for j in range(WIDTH):
                                least[j] = min(min(a[j], b[j]), min(c[j], d[j]))
                        else:
                            for j in range(WIDTH):
                                least[j] = min(least[j], min(min(a[j], b[j]), min(c[j], d[j])))
                    for j in range(WIDTH):
                        total[j] += least[j]
                for j in range(WIDTH):  # exact up to the rounding: 36 * 65535 fits into 24 bits
                    answer[i, j] = np.uint16(np.float32(ONE + 0.5) - np.float32(total[j]) / np.float32(36))
            for j in range(panel_rows[panel + 1] - panel_rows[panel]):
                for i in range(height):
                    table[tile, panel_rows[panel] + j, i] = answer[i, j]
