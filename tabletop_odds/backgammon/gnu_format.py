"""GNU Backgammon's position ID and match ID, read and written.

Position ID: 14 characters of base64 for 80 bits, first bit lowest. For each side, the opponent first and the player on
roll second: on points 1 to 24 and the bar, as the side itself counts, as many ones as it has checkers, then a zero.
Match ID: 12 characters for 72 bits (`_FIELDS`): cube, dice, score. Its players are numbers 0 and 1, and whichever of
them is on roll is "mine"; what is written makes that player 1. Resignations and the score of a money session are read
over.

Source: the manual of GNU Backgammon, "A technical description of the Position ID" and "of the Match ID"; the 67th bit,
set where the Jacoby rule is not played, is newer than the manual.

>>> state, rules = read_gnu("4HPwATDgc/ABMA", "QQnvAEAAEAAE")
>>> state.dice, state.owner, state.match
((6, 3), 'theirs', Match(length=7, mine=2, theirs=4, crawford=False))
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

from .board import BAR, Match, State, check_roll, check_state, sides
from .positions import Counts
from .rules import Rules, as_rules

EXAMPLE = "4HPwATDgc/ABMA"
# of a match ID: bits, lowest first; `mover` rolls or has rolled, `turn` has to decide
_FIELDS = {
    "cube": 4,
    "owner": 2,
    "mover": 1,
    "crawford": 1,
    "game": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die": 3,
    "other_die": 3,
    "length": 15,
    "score_0": 15,
    "score_1": 15,
    "no_jacoby": 1,
    "unused": 5,
}


def position_id(state: State) -> str:
    """The GNU position ID of the board. Raises ValueError for a state that cannot be.

    >>> position_id(State())
    '4HPwATDgc/ABMA'
    """
    mine, theirs = sides(check_state(state))
    bits = "".join("1" * count + "0" for count in (*theirs, *mine))
    return _base64(int(bits[::-1], 2), 10)


def match_id(state: State, rules: Rules | None = None) -> str:
    """The GNU match ID of cube, dice and score; rules tell whether the Jacoby rule is played.

    Raises ValueError for a state that cannot be.

    >>> match_id(State(dice=(3, 1)))
    'cIkFAAAAAAAE'
    """
    check_state(state)
    match = state.match or Match(0)
    high, low = check_roll(state.dice) if state.dice else (0, 0)
    fields = {
        "cube": state.cube.bit_length() - 1,
        "owner": {"centre": 3, "mine": 1, "theirs": 0}[state.owner],
        "mover": 1,
        "crawford": match.crawford,
        "game": 1,
        "turn": not state.doubled,
        "doubled": state.doubled,
        "die": high,
        "other_die": low,
        "length": match.length,
        "score_0": match.theirs,
        "score_1": match.mine,
        "no_jacoby": bool(match.length) or not as_rules(rules).jacoby,
    }
    key = at = 0
    for name, bits in _FIELDS.items():
        key |= int(fields.get(name, 0)) << at
        at += bits
    return _base64(key, 9)


def gnu_id(state: State, rules: Rules | None = None) -> str:
    """Position and match ID together, as GNU Backgammon takes them. Raises ValueError for a state that cannot be.

    >>> gnu_id(State())
    '4HPwATDgc/ABMA:cAkAAAAAAAAE'
    """
    return f"{position_id(state)}:{match_id(state, rules)}"


def read_gnu(position: str, match: str = "") -> tuple[State, Rules]:
    """The state that a position ID, and where there is one a match ID, hold; the rules as to Jacoby.

    Raises ValueError for an ID of another form, or of what cannot be.

    >>> read_gnu("4HPwATDgc/ABMA") == (State(), Rules())
    True
    """
    theirs, mine = _read_position(position)
    if not match:
        return check_state(State(mine, theirs)), Rules()
    key, fields = _bits("match ID", match, 12, 9), {}
    for name, bits in _FIELDS.items():
        fields[name] = key & (1 << bits) - 1
        key >>= bits
    mover, length = fields["mover"], fields["length"]
    dice = fields["die"], fields["other_die"]
    if fields["owner"] == 2:
        raise ValueError(f"match ID {match!r}: cube owner 2, allowed are 0, 1 and 3 (the centre)")
    if dice != (0, 0) and not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"match ID {match!r}: dice {dice[0]} and {dice[1]}, allowed are 1 to 6, or both 0")
    if fields["game"] > 4 or fields["unused"]:
        raise ValueError(f"match ID {match!r}: bits are set that have no meaning; is a character mistyped?")
    scores = (fields["score_0"], fields["score_1"]) if mover == 0 else (fields["score_1"], fields["score_0"])
    state = State(
        mine,
        theirs,
        cube=2 ** fields["cube"],
        owner="centre" if fields["owner"] == 3 else "mine" if fields["owner"] == mover else "theirs",
        dice=check_roll(dice) if any(dice) else None,
        match=Match(length, *scores, crawford=bool(fields["crawford"])) if length else None,
        doubled=bool(fields["doubled"]),
    )
    return check_state(state), Rules(jacoby=not length and not fields["no_jacoby"])


def _read_position(text: str) -> tuple[Counts, Counts]:
    """The counts of the opponent, then of the player on roll."""
    bits = f"{_bits('position ID', text, 14, 10):080b}"[::-1]
    *points, rest = bits.split("0", 2 * BAR)
    if len(points) < 2 * BAR or "1" in rest:
        raise ValueError(f"position ID {text!r}: more than 30 checkers; is a character mistyped?")
    found = tuple(map(len, points))
    return found[:BAR], found[BAR:]


def _bits(what: str, text: str, characters: int, size: int) -> int:
    """The number that so many characters of base64 hold, in bytes of which the first is the lowest.

    Signs "=" that fill the last group of four up are read over.
    """
    text = text.removesuffix("=" * (-characters % 4))
    if not re.fullmatch(rf"[A-Za-z0-9+/]{{{characters}}}", text):
        raise ValueError(
            f"{what} {text!r}: {len(text)} characters, needed are {characters} of A-Z, a-z, 0-9, + and /"
            + (f", such as {EXAMPLE!r}" if size == 10 else "")
        )
    data = b64decode(text + "=" * (-characters % 4))
    number = int.from_bytes(data, "little")
    if _base64(number, size) != text:  # the last character holds more bits than are needed
        raise ValueError(f"{what} {text!r}: spare bits of the last character {text[-1]!r} are set; is it mistyped?")
    return number


def _base64(number: int, size: int) -> str:
    return b64encode(number.to_bytes(size, "little")).decode().rstrip("=")
