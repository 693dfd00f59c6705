"""Every play of a roll: all that its numbers allow, and as much of it as must be played (BG-3 to BG-7, BG-9).

Own checkers are one whole number, four bits a point, so that a step is an addition and a position a dictionary's key. A
roll is played die by die: from every position reached, every checker that may move. A blot stays hit, so the second key
is the set of points where one was hit.

>>> [str(play) for play in plays(State.of("0,1,0,0,1", "1"), (4, 2))]
['5/off', '5/1 2/off']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .board import BAR, State, check_roll, check_state
from .positions import CHECKERS, HOME, POINTS, Counts

Roll = Iterable[int] | str
Step = tuple[int, int]
# own checkers, four bits a point from the ace up; a bit for each point where a blot was hit
Packed = tuple[int, int]


class Play(NamedTuple):
    """One legal play: its steps (from, to), the state after it, still the mover's view, and where blots were hit.

    A step starts on the bar as 25 and ends off the board as 0. The steps stand highest start first, an order in which
    they can be made.

    >>> print(Play(((8, 5), (8, 5), (6, 3), (6, 3)), State()))
    8/5(2) 6/3(2)
    """

    moves: tuple[Step, ...]
    after: State
    hits: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.moves:
            return "no play"
        steps = list(self.moves)
        paths: dict[tuple[int, ...], int] = {}  # of one checker each: where it starts, hits and ends; how many do
        while steps:
            start, end = steps.pop(0)
            stops = [start]
            while further := next((step for step in steps if step[0] == end), None):
                steps.remove(further)
                stops += [end] if end in self.hits else []
                end = further[1]
            path = (*stops, end)
            paths[path] = paths.get(path, 0) + 1
        shown, words = {0: "off", BAR: "bar"}, []
        hits = set(self.hits)
        for path, times in paths.items():
            words.append("/".join(f"{shown.get(point, point)}{'*' if point in hits else ''}" for point in path))
            words[-1] += f"({times})" if times > 1 else ""
            hits.difference_update(path)  # the first to land there hits
        return " ".join(words)


def plays(state: State, roll: Roll) -> tuple[Play, ...]:
    """All legal plays of a roll, one for each final position (BG-3 to BG-7, BG-9); without any, one of no moves.

    Raises ValueError for a state that cannot be, or dice that are none.

    >>> [str(play) for play in plays(State(), (5, 5))]
    ['13/8(4)', '13/3 13/8(2)', '13/3(2)', '13/3 8/3(2)']
    """
    check_state(state)
    return tuple(_play(state, steps, hits) for (_, hits), steps in _turns(state, *check_roll(roll)).items())


def _turns(state: State, high: int, low: int) -> dict[Packed, tuple[Step, ...]]:
    """Every final position that may be reached, and the first way found to it."""
    if high == low:
        return _played(state, (high,) * 4)
    first, second = _played(state, (high, low)), _played(state, (low, high))
    most = _most(first), _most(second)
    if max(most) < 2:  # not both numbers: the larger if it can be played, else the smaller (BG-5)
        return first if most[0] else second
    return {**(second if most[1] == 2 else {}), **(first if most[0] == 2 else {})}


def _most(found: dict[Packed, tuple[Step, ...]]) -> int:
    return len(next(iter(found.values())))


def _played(state: State, dice: tuple[int, ...]) -> dict[Packed, tuple[Step, ...]]:
    """The positions after as many of the dice, in this order, as can be played; of equal ones the first way to it."""
    packed = sum(count << 4 * i for i, count in enumerate(state.mine))
    held = _points(state.theirs, range(2, CHECKERS + 1))
    blots = _points(state.theirs, (1,))
    level: dict[Packed, tuple[Step, ...]] = {(packed, 0): ()}
    for die in dice:
        further: dict[Packed, tuple[Step, ...]] = {}
        for (position, hits), steps in level.items():
            highest = (position.bit_length() + 3) // 4
            # a checker on the bar must enter before anything else moves (BG-6)
            for point in range(highest, BAR - 1 if highest == BAR else 0, -1):
                if not position >> 4 * (point - 1) & 15:
                    continue
                to = point - die
                if to > 0:
                    if held >> to & 1:
                        continue
                    reached = position - (1 << 4 * (point - 1)) + (1 << 4 * (to - 1)), hits | blots & 1 << to
                elif highest <= HOME and (to == 0 or point == highest):  # bearing off (BG-7)
                    reached, to = (position - (1 << 4 * (point - 1)), hits), 0
                else:
                    continue
                if reached not in further:
                    further[reached] = (*steps, (point, to))
        if not further:
            break
        level = further
    return level


def _points(theirs: Counts, counts: Iterable[int]) -> int:
    """A bit for each point, as the player on roll counts them, where the other has one of so many checkers."""
    return sum(1 << BAR - point for point, count in enumerate(theirs[:POINTS], 1) if count in counts)


def _play(state: State, steps: tuple[Step, ...], hits: int) -> Play:
    mine, theirs = list(state.mine), list(state.theirs)
    for start, end in steps:
        mine[start - 1] -= 1
        if end:
            mine[end - 1] += 1
    points = tuple(point for point in range(POINTS, 0, -1) if hits >> point & 1) if hits else ()
    for point in points:
        theirs[POINTS - point] -= 1
        theirs[BAR - 1] += 1
    after = State(tuple(mine), tuple(theirs), state.cube, state.owner, None, state.match)
    return Play(tuple(sorted(steps, reverse=True)), after, points)


def forced_by(state: State, roll: Roll) -> str:
    """Why a roll leaves no choice, with the rule that says so; "" where it leaves one.

    Raises ValueError as `plays`.

    >>> forced_by(State.parse("1 / 1"), (6, 5)), forced_by(State(), (3, 1))
    ('the last checker is borne off (BG-8)', '')
    """
    found = plays(state, roll)
    if len(found) > 1:
        return ""
    (play,) = found
    high, low = check_roll(roll)
    if not play.moves:
        closed = state.mine[BAR - 1] > 0
        return "every point to enter on is held (BG-6)" if closed else "no number can be played (BG-5)"
    if not any(play.after.mine):
        return "the last checker is borne off (BG-8)"
    if len(play.moves) == (4 if high == low else 2):
        return "it is the only way to play the whole roll (BG-5)"
    if high == low:
        return f"no more than {len(play.moves)} of the four {high}s can be played (BG-5)"
    playable = [die for die in (high, low) if _most(_played(state, (die,)))]
    if len(playable) == 2:
        return f"only one of the numbers can be played, so it is the larger, {high} (BG-5)"
    return f"only the {playable[0]} can be played (BG-5)"
