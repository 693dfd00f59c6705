"""The forms in which players write a position: GNU IDs, XGID, plain counts; what each of them can hold.

| form | board | cube, dice, score | Jacoby | beavers | its frame |
|---|---|---|---|---|---|
| GNU position ID | yes | | | | the player on roll, named second |
| with a match ID | yes | yes | yes | | the player on roll, named second |
| XGID | yes | yes | yes | yes | player 1, whoever is on roll |
| counts | yes | | | | each side counts its own points |

>>> State.parse("4HPwATDgc/ABMA") == State.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10") == State()
True
"""

from __future__ import annotations

import re

from .board import State, check_state, sides
from .gnu_format import EXAMPLE, read_gnu
from .gnu_format import gnu_id as gnu_id
from .gnu_format import match_id as match_id
from .gnu_format import position_id as position_id
from .rules import Rules
from .xg_format import read_xgid
from .xg_format import xgid as xgid

_COUNTS = re.compile(r"[0-9,\s]*/[0-9,\s]*")


def read(text: str) -> State:
    """The state that a text names: `State.parse`, which see.

    >>> read("15 / 0,0,3").pips
    (15, 9)
    """
    return _read(text)[0]


def rules_in(text: str) -> Rules:
    """The money options that a text names beside its state: Jacoby (XGID, match ID) and beavers (XGID).

    A text without them means `Rules()`. Raises ValueError as `State.parse`.

    >>> rules_in("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10")
    Rules(jacoby=True, beavers=True, crawford=True)
    """
    return _read(text)[1]


def counts(state: State) -> str:
    """The checkers of the player on roll and of the other, ace point first, without the zeros behind.

    The board alone: not the cube, the dice and the score. Raises ValueError for a state that cannot be.

    >>> counts(State.parse("0,0,0,3,5,7,0 / 15"))
    '0,0,0,3,5,7 / 15'
    """
    last = [max((i for i, count in enumerate(side) if count), default=0) for side in sides(check_state(state))]
    return " / ".join(",".join(map(str, side[: end + 1])) for side, end in zip(sides(state), last, strict=True))


def _read(text: object) -> tuple[State, Rules]:
    if not isinstance(text, str):
        raise ValueError(f"position {text!r}: a text is needed, such as {EXAMPLE!r}")
    if found := re.search(r"(?i:XGID)\s*=\s*([-\w:]*)", text):
        return read_xgid(found[1])
    if found := re.search(r"Position ID\s*:\s*(\S+)", text):
        match = re.search(r"Match ID\s*:\s*(\S+)", text)
        return read_gnu(found[1], match[1] if match else "")
    words = text.strip()
    if _COUNTS.fullmatch(words) and (len(words) != 14 or re.search(r"[,\s]", words)):
        mine, theirs = words.split("/")
        return State.of(mine, theirs), Rules()
    if words.count(":") > 1:
        return read_xgid(words)
    if "," in words or (re.fullmatch(r"[0-9\s]*", words) and len(words) != 14):
        what = "needed are counts of both sides" if "/" in words else "the other side is missing; both are needed"
        raise ValueError(f'position {words!r}: {what}, "mine / theirs", ace point first, like "0,0,0,3,5,7 / 15"')
    position, *rest = re.split(r"\s*:\s*|\s+", words, maxsplit=1)
    return read_gnu(position, *rest)
