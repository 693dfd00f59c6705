"""The board as text, as players know it from forums and match files, seen by the player on roll.

X is on roll and moves from 24 down to 1; the first line names the whole state, so that `State.parse` reads the picture
back.

>>> print(text_board(State.of([0, 0, 0, 0, 6, 4] + [0] * 18 + [2], [12] + [0] * 23 + [1])))
XGID=a----FD-----------------lB:0:0:1:00:0:0:0:0:10
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 |                  | O |                O |  O: 37 pips, 2 off
 |                  |   |                O |
 |                  |   |                O |
 |                  |   |                O |
 |                  |   |               12 |
 |                  |BAR|                  |  cube 1
 |                  |   |    6             |
 |                  |   | X  X             |
 |                  |   | X  X             |
 |                  | X | X  X             |
 |                  | X | X  X             |  X on roll: 104 pips, 3 off
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
"""

from __future__ import annotations

from .board import BAR, State, check_state, sides
from .formats import xgid
from .positions import POINTS

ROWS = 5
TOP = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
BOTTOM = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"


def text_board(state: State) -> str:
    """The board of 14 lines, plain ASCII: the XGID, the points, both bars, checkers off, cube, dice, pips and score.

    More than five checkers on a point show as a number. Raises ValueError for a state that cannot be.

    >>> print(text_board(State()).splitlines()[-2])
     | O           X    |   | X              O |  X on roll: 167 pips, 0 off
    """
    mine, theirs = sides(check_state(state))

    def cell(point: int, row: int) -> str:
        own, other = mine[point - 1], theirs[POINTS - point]
        return _cell("X" if own else "O", own or other, row)

    lines = []
    for row in range(ROWS):
        left, right = ("".join(cell(point, row) for point in points) for points in (range(13, 19), range(19, 25)))
        lines.append(f" |{left}|{_cell('O', theirs[BAR - 1], row)}|{right}|")
    lines.append(f" |{'':18}|BAR|{'':18}|")
    for row in reversed(range(ROWS)):
        left, right = ("".join(cell(point, row) for point in points) for points in (range(12, 6, -1), range(6, 0, -1)))
        lines.append(f" |{left}|{_cell('X', mine[BAR - 1], row)}|{right}|")
    notes = _notes(state)
    lines = [f"{line}  {notes[i]}" if i in notes else line for i, line in enumerate(lines)]
    return "\n".join((xgid(state), TOP, *lines, BOTTOM))


def _cell(sign: str, count: int, row: int) -> str:
    """Three characters of a stack of checkers, row 0 being the edge of the board."""
    if row == ROWS - 1 and count > ROWS:
        return f"{count:>2} "
    return f" {sign} " if count > row else "   "


def _notes(state: State) -> dict[int, str]:
    """What stands beside the lines of the board."""
    (pips, their_pips), (off, their_off) = state.pips, state.off
    notes = {
        0: f"O: {their_pips} pips, {their_off} off",
        10: f"X on roll: {pips} pips, {off} off",
        {"theirs": 1, "centre": 5, "mine": 8}[state.owner]: f"cube {state.cube}",
    }
    if state.doubled:
        notes[9] = f"doubles to {2 * state.cube}"
    elif state.dice:
        notes[9] = "rolled {} {}".format(*state.dice)
    if state.match:
        notes[0] += f", {_score(state.match.theirs, state.match.length)}"
        notes[10] += f", {_score(state.match.mine, state.match.length)}"
        if state.match.crawford:
            notes[5] = ", ".join(filter(None, (notes.get(5), "Crawford game")))
    return notes


def _score(points: int, length: int) -> str:
    return f"{points} of {length} points"
