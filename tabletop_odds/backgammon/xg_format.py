"""XGID, the one-line form of eXtreme Gammon, read and written.

After "XGID=" 26 characters: the bar of player 2, the points 1 to 24 as player 1 counts them, and player 1's bar; A to O
are 1 to 15 checkers of player 1, a to o of player 2. Then, between colons: log2 of the cube; its owner (1, -1, 0 the
centre); who is on roll (1, -1); the dice, 00 before the roll, D when that player has doubled; the score of player 1;
that of player 2; 1 in a Crawford game, or for money 1 with the Jacoby rule plus 2 with beavers; the length of the
match, 0 for money; log2 of the largest cube. The frame is player 1's whoever is on roll.

What is written makes the player on roll player 1. The score of a money session and the largest cube are read over.

>>> state, rules = read_xgid("-b----E-C---eE---c-e----B-:1:-1:-1:63:2:4:0:7:10")
>>> state.dice, state.owner, state.match
((6, 3), 'mine', Match(length=7, mine=4, theirs=2, crawford=False))
"""

from __future__ import annotations

import re

from .board import BAR, Match, State, check_roll, check_state
from .rules import Rules, as_rules

_BOARD = re.compile(r"[-A-Pa-p]{26}")
_OWNERS = {0: "centre", 1: "mine", -1: "theirs"}


def xgid(state: State, rules: Rules | None = None) -> str:
    """The XGID, the player on roll being player 1; rules tell the money options.

    Raises ValueError for a state that cannot be.

    >>> xgid(State(cube=2, owner="theirs", match=Match(7, 2, 4)))
    'XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:2:4:0:7:10'
    """
    check_state(state)
    rules, match = as_rules(rules), state.match or Match(0)
    board = ["-"] * (BAR + 1)
    for point, (mine, theirs) in enumerate(zip(state.mine, state.theirs, strict=True), 1):
        if mine:
            board[point] = chr(ord("A") + mine - 1)
        if theirs:
            board[BAR - point] = chr(ord("a") + theirs - 1)
    cube = state.cube.bit_length() - 1
    owner = {name: number for number, name in _OWNERS.items()}[state.owner]
    dice = "D" if state.doubled else "{}{}".format(*check_roll(state.dice)) if state.dice else "00"
    option = int(match.crawford) if match.length else rules.jacoby + 2 * rules.beavers
    numbers = (match.mine, match.theirs, option, match.length, max(10, cube))
    return f"XGID={''.join(board)}:{cube}:{owner}:1:{dice}:{':'.join(map(str, numbers))}"


def read_xgid(text: str) -> tuple[State, Rules]:
    """The state and the money options that the fields after "XGID=" hold.

    Raises ValueError for a field of another form, or of what cannot be.

    >>> read_xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10")[1]
    Rules(jacoby=True, beavers=True, crawford=True)
    """

    def whole(name: str, word: str, allowed: range | tuple[int, ...]) -> int:
        if not re.fullmatch(r"-?[0-9]{1,5}", word) or int(word) not in allowed:
            raise ValueError(f"XGID {text!r}: {name} {word!r}, allowed are {_listed(allowed)}")
        return int(word)

    board, *fields = text.split(":")
    if not _BOARD.fullmatch(board) or board[0].isupper() or board[BAR].islower():
        raise ValueError(
            f'XGID {text!r}: the board is {len(board)} characters "{board}", needed are 26 of "-", a to o and A to O, '
            "the first being the bar of player 2, the last that of player 1"
        )
    if len(fields) not in (8, 9):
        raise ValueError(f"XGID {text!r}: {len(fields)} fields after the board, needed are 9")
    turn = whole("turn", fields[2], (1, -1))
    one = [ord(sign) - ord("A") + 1 if sign.isupper() else 0 for sign in board]
    two = [ord(sign) - ord("a") + 1 if sign.islower() else 0 for sign in board[::-1]]
    mine, theirs = (one, two) if turn == 1 else (two, one)
    dice = None
    if fields[3] in ("B", "R"):
        what = "beaver" if fields[3] == "B" else "raccoon"
        raise ValueError(f"XGID {text!r}: dice {fields[3]!r}, a {what} waits for its answer: that is not answered here")
    if fields[3] not in ("00", "D"):
        if not re.fullmatch(r"[1-6]{2}", fields[3]):
            raise ValueError(f"XGID {text!r}: dice {fields[3]!r}, allowed are 00, two faces, and D (has doubled)")
        dice = check_roll(fields[3])
    length = whole("match length", fields[7], range(2**15))
    one_has, two_has = (whole("score", word, range(2**15)) for word in fields[4:6])
    scores = (one_has, two_has) if turn == 1 else (two_has, one_has)
    option = whole("Crawford" if length else "Jacoby and beavers", fields[6], range(2 if length else 4))
    whole("largest cube", fields[8] if len(fields) == 9 else "10", range(100))
    match = Match(length, *scores, crawford=option == 1) if length else None
    state = State(
        tuple(mine[1:]),
        tuple(theirs[1:]),
        cube=2 ** whole("log2 of the cube", fields[0], range(16)),
        owner=_OWNERS[turn * whole("cube owner", fields[1], (0, 1, -1))],
        dice=dice,
        match=match,
        doubled=fields[3] == "D",
    )
    rules = Rules() if length else Rules(jacoby=bool(option & 1), beavers=bool(option & 2))
    return check_state(state), rules


def _listed(allowed: range | tuple[int, ...]) -> str:
    return f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
