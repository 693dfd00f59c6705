"""Where every checker stands: the state of a game of backgammon as the player on roll sees it.

There are no colours: the player on roll is "mine", the other "theirs". Each side counts its points from its own
bearing-off end, 1 (its ace point) to 24, and its bar is 25; its point p is the other's point 25 - p. A checker that is
on no point and not on the bar is off.

>>> state = State.start()
>>> state.pips, has_contact(state)
((167, 167), True)
>>> print(state)
XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |  O: 167 pips, 0 off
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |  cube 1
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |
 | O           X    |   | X              O |  X on roll: 167 pips, 0 off
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabletop_odds.settings import whole_number

from .positions import CHECKERS, POINTS, Counts, Position, as_counts, pip_count

BAR = POINTS + 1
LARGEST_CUBE = 2**15
LONGEST_MATCH = 2**15 - 1
OWNERS = ("centre", "mine", "theirs")
_OTHER = {"centre": "centre", "mine": "theirs", "theirs": "mine"}
_FACES = tuple("123456")
_START = (0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *(0,) * 10, 2, 0)


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `length` points, what each has, and whether this is the Crawford game, in which nobody may double.

    >>> Match(7, 6, 3, crawford=True).flipped()
    Match(length=7, mine=3, theirs=6, crawford=True)
    """

    length: int
    mine: int = 0
    theirs: int = 0
    crawford: bool = False

    def flipped(self) -> Match:
        """The same score as the other player names it."""
        return replace(self, mine=self.theirs, theirs=self.mine)


@dataclass(frozen=True, slots=True)
class State:
    """What both players see; `mine` is the player on roll. `State()` is the start of a game.

    `mine[p - 1]`, `theirs[p - 1]`: a side's checkers on its own point p, 1 to 24; the last, 25th, count is its bar.
    `cube`: its value, 1 to 32768; `owner`: "centre", "mine" or "theirs". `dice`: what has been rolled and is to be
    played. `doubled`: the player on roll has doubled and the other has not answered; `cube` is the value before that.
    `match`: the score, None for money play.

    >>> State.parse("0,0,0,3,5,7 / 15").pips
    (79, 15)
    """

    mine: Counts = _START
    theirs: Counts = _START
    cube: int = 1
    owner: str = "centre"
    dice: tuple[int, int] | None = None
    match: Match | None = None
    doubled: bool = False

    @classmethod
    def start(cls) -> State:
        """The beginning of a game: 2 checkers on 24, 5 on 13, 3 on 8, 5 on 6 each (BG-1).

        >>> State.start().mine.index(2) + 1
        24
        """
        return cls()

    @classmethod
    def of(cls, mine: Position, theirs: Position) -> State:
        """The money position in which the sides have these counts, ace point first; missing counts are zeros.

        Raises ValueError for counts that cannot be, and for a point that both hold.

        >>> State.of([0, 0, 0, 0, 1], "1") == State.parse("0,0,0,0,1 / 1")
        True
        """
        sides = [as_counts(side, points=BAR) for side in (mine, theirs)]
        padded = [side + (0,) * (BAR - len(side)) for side in sides]
        return check_state(cls(padded[0], padded[1]))

    @classmethod
    def parse(cls, text: str) -> State:
        """The state that a text names, in any form that players paste.

        GNU position ID, alone or with its match ID ("4HPwATDgc/ABMA:cAkAAAAAAAAA"); XGID ("XGID=..."), or any text
        with one in it, such as `str(state)`; the counts of the player on roll and of the other, ace point first
        ("0,0,0,3,5,7 / 15"). Jacoby and beavers are rules, not state: `formats.rules_in` reads them. Raises
        ValueError, in one line, for a text of another form or a position that cannot be.

        >>> State.parse("4HPwATDgc/ABMA") == State.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
        True
        """
        from .formats import read

        return read(text)

    @property
    def pips(self) -> tuple[int, int]:
        """The pips that the player on roll and the other still have to move, the bar counting 25."""
        return pip_count(self.mine), pip_count(self.theirs)

    @property
    def off(self) -> tuple[int, int]:
        """How many checkers each has borne off."""
        return CHECKERS - sum(self.mine), CHECKERS - sum(self.theirs)

    def flipped(self) -> State:
        """The same board, cube and score as the other player sees them, to be rolled for.

        >>> State.of([3], [0, 2]).flipped() == State.of([0, 2], [3])
        True
        """
        match = self.match.flipped() if self.match else None
        return State(self.theirs, self.mine, self.cube, _OTHER[self.owner], None, match)

    def __str__(self) -> str:
        from .diagram import text_board

        return text_board(self)


def has_contact(state: State) -> bool:
    """Whether a checker of one side has still to pass one of the other.

    >>> has_contact(State.of([0, 2], [1])), has_contact(State.parse(",".join("0" * 24 + "1") + " / 1"))
    (False, True)
    """
    mine, theirs = (max((point for point in range(1, BAR + 1) if side[point - 1]), default=0) for side in sides(state))
    return mine + theirs > BAR and min(mine, theirs) > 0


def sides(state: State) -> tuple[Counts, Counts]:
    """The counts of the player on roll, then of the other."""
    return state.mine, state.theirs


def check_state(state: object) -> State:
    """The state as it is; ValueError unless a game can stand so."""
    if not isinstance(state, State):
        raise ValueError(f"state {state!r}: a State is needed, such as State.parse('4HPwATDgc/ABMA')")
    for name, counts in (("mine", state.mine), ("theirs", state.theirs)):
        if not isinstance(counts, tuple) or len(counts) != BAR or any(type(count) is not int for count in counts):
            raise ValueError(
                f"{name}={counts!r}: a tuple of {BAR} whole numbers, points 1 to 24 and the bar (State.of)"
            )
        if min(counts) < 0 or sum(counts) > CHECKERS:
            raise ValueError(f"{name}: {sum(counts)} checkers, {min(counts)} on a point: allowed are 0 to {CHECKERS}")
    for point, count in enumerate(state.mine[:POINTS], 1):
        if count and state.theirs[POINTS - point]:
            raise ValueError(f"point {point} of the player on roll: checkers of both sides stand there")
    if not any(state.mine) and not any(state.theirs):
        raise ValueError("no checkers: one side at most has borne off all")
    if type(state.cube) is not int or not 1 <= state.cube <= LARGEST_CUBE or state.cube & (state.cube - 1):
        raise ValueError(f"cube={state.cube!r}: allowed are 1, 2, 4, ... {LARGEST_CUBE}")
    if state.owner not in OWNERS:
        raise ValueError(f"owner={state.owner!r}: allowed are {', '.join(map(repr, OWNERS))}")
    if state.dice is not None and not (isinstance(state.dice, tuple) and check_roll(state.dice)):
        raise ValueError(f"dice={state.dice!r}: a pair such as (6, 4), or None before the roll")
    if type(state.doubled) is not bool or (state.doubled and (state.owner == "theirs" or state.dice is not None)):
        raise ValueError(f"doubled={state.doubled!r}: only before the roll, by the player with access to the cube")
    if state.match is not None:
        check_match(state.match)
    return state


def check_roll(roll: object) -> tuple[int, int]:
    """The two dice, the larger first, from a pair or text like "64" or "6 4"; ValueError for anything else.

    >>> check_roll((4, 6)), check_roll("31"), check_roll("5-2")
    ((6, 4), (3, 1), (5, 2))
    """
    faces = [face for face in roll if face not in " -,"] if isinstance(roll, str) else roll
    try:
        given = [int(face) if face in _FACES else whole_number(face) for face in faces]  # type: ignore[attr-defined]
    except TypeError:
        given = []
    found = [number for number in given if number is not None and 1 <= number <= 6]
    if len(found) != 2 or len(given) != 2:
        raise ValueError(f"roll {roll!r}: two dice from 1 to 6 are needed, such as (6, 4)")
    return max(found), min(found)


def check_match(match: object) -> Match:
    """The match as it is; ValueError for a length or scores that cannot be."""
    if not isinstance(match, Match):
        raise ValueError(f"match={match!r}: a Match is needed, such as Match(7, 3, 2), or None for money play")
    numbers = (match.length, match.mine, match.theirs)
    if any(type(number) is not int for number in numbers) or not 1 <= match.length <= LONGEST_MATCH:
        raise ValueError(f"match length {match.length!r}: whole numbers, the length from 1 to {LONGEST_MATCH}")
    if min(match.mine, match.theirs) < 0 or max(match.mine, match.theirs) >= match.length:
        raise ValueError(f"match scores {match.mine} and {match.theirs}: allowed are 0 to {match.length - 1}")
    if match.crawford and max(match.mine, match.theirs) != match.length - 1:
        raise ValueError(f"Crawford game at {match.mine} and {match.theirs}: one player is {match.length - 1} (BG-10)")
    return match
