"""The text board: where every checker shows, and what stands beside it."""

import backgammon_states as slow
from hypothesis import given, settings

from tabletop_odds.backgammon.board import Match, State

TOP = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
BOTTOM = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"


def read_picture(text):
    """The signed board that a picture shows, as `slow.signed` has it."""
    lines = text.splitlines()
    rows = lines[2:13]
    board = [0] * 27
    names = {**dict(enumerate(range(13, 19))), **dict(enumerate(range(19, 25), 7))}

    def stack(column, rows):
        cells = [row[2 + 3 * column : 5 + 3 * column] for row in rows]
        signs = {cell.strip() for cell in cells} & {"X", "O"}
        number = [int(cell) for cell in cells if cell.strip().isdigit()]
        high = number[0] if number else sum(cell.strip() in ("X", "O") for cell in cells)
        return high if "X" in signs else -high

    def flat(row):  # one column of three characters where the bar is
        return f" |{row[2:20]}{row[21:24]}{row[25:43]}"

    upper, lower = [flat(row) for row in rows[:5]], [flat(row) for row in rows[:5:-1]]
    for column, point in names.items():
        board[point] = stack(column, upper)
        board[25 - point] = stack(column, lower)
    board[26], board[25] = stack(6, upper), stack(6, lower)
    return tuple(board)


@settings(max_examples=50)
@given(slow.states())
def test_the_picture_shows_every_checker(state):
    text = str(state)
    assert text.isascii()
    lines = text.splitlines()
    assert (lines[1], lines[-1], len(lines)) == (TOP, BOTTOM, 14)
    assert all(line == line.rstrip() and line[43] in "|+" for line in lines[1:])
    assert read_picture(text) == slow.signed(state)


def beside(state):
    return {i: line[46:] for i, line in enumerate(str(state).splitlines()[2:13]) if line[46:]}


def test_what_stands_beside_the_board():
    assert beside(State()) == {0: "O: 167 pips, 0 off", 5: "cube 1", 10: "X on roll: 167 pips, 0 off"}
    assert beside(State(cube=4, owner="theirs", dice=(6, 3), match=Match(7, 5, 2))) == {
        0: "O: 167 pips, 0 off, 2 of 7 points",
        1: "cube 4",
        9: "rolled 6 3",
        10: "X on roll: 167 pips, 0 off, 5 of 7 points",
    }
    assert beside(State(cube=2, owner="mine", doubled=True))[8] == "cube 2"
    assert beside(State(cube=2, owner="mine", doubled=True))[9] == "doubles to 4"
    assert beside(State(match=Match(3, 2, 0, crawford=True)))[5] == "cube 1, Crawford game"
