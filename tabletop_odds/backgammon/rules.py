"""The rules of backgammon as frozen parameters and pure functions (BG-1 to BG-10).

Each number rolled moves one checker that far towards home and off the board, landing on no point that the other holds
with two; a double is played four times. A play is its final position, and as much of the roll must be played as can be.

>>> for play in plays(State.parse("0,1,0,0,1 / 1"), (4, 2)):
...     print(play, play.after.mine[:6])
5/off (0, 1, 0, 0, 0, 0)
5/1 2/off (1, 0, 0, 0, 0, 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from tabletop_odds import settings

from .board import LARGEST_CUBE, check_roll, check_state, sides
from .board import Match as Match
from .board import State as State
from .moving import Play as Play
from .moving import forced_by as forced_by
from .moving import plays as plays
from .positions import CHECKERS, HOME, POINTS

if TYPE_CHECKING:
    from pathlib import Path

ROLLS = tuple(((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1))
OPENING_ROLLS = tuple(roll for roll, weight in ROLLS if weight == 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set of backgammon: `Rules()` is money play without options.

    `jacoby`: in money play gammons and backgammons count only once the cube has been turned. `beavers`: in money play
    who takes may turn the cube again at once and keep it. `crawford`: in a match, nobody may double in the Crawford
    game. How checkers move is the same under all. A field that is neither True nor False raises ValueError.

    >>> print(Rules(beavers=True))
    money with beavers=True
    """

    jacoby: bool = False
    beavers: bool = False
    crawford: bool = True

    def __post_init__(self) -> None:
        for field in fields(self):
            if not isinstance(getattr(self, field.name), bool):
                raise ValueError(f"{field.name}={getattr(self, field.name)!r}: allowed are True and False")

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rule set of that name: one of `presets()`. Raises ValueError for any other name."""
        return settings.preset_named(name, presets())

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file: `preset = "jacoby"` to start from (money without), then one line a field.

        Raises ValueError naming the file and the fault, OSError where the file cannot be read.
        """
        return settings.from_toml(path, cls.from_mapping)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Rules:
        """Rules from names and values, as a TOML file holds them."""
        values = dict(given)
        return settings.changed(cls.preset(values.pop("preset", "money")), values, "backgammon")

    def __str__(self) -> str:
        return settings.in_one_line(self, presets())


def presets() -> dict[str, Rules]:
    """The named rule sets: money play, and money play with the Jacoby rule.

    >>> list(presets())
    ['money', 'jacoby']
    """
    return {"money": Rules(), "jacoby": Rules(jacoby=True)}


def as_rules(rules: Rules | None) -> Rules:
    """The rules that a question is about: None means `Rules()`. Raises ValueError for anything that is no Rules.

    >>> as_rules(None) == Rules()
    True
    """
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise ValueError(f"rules {rules!r}: a Rules is needed, such as Rules() or Rules.preset('jacoby')")
    return rules


def opening(mine: int, theirs: int) -> str | None:
    """Who begins when each has rolled one die: "mine", "theirs", or None where they roll again (BG-2).

    >>> opening(6, 4), opening(2, 2)
    ('mine', None)
    """
    check_roll((mine, theirs))
    return None if mine == theirs else "mine" if mine > theirs else "theirs"


def winner(state: State) -> str | None:
    """Who has borne off all, "mine" or "theirs"; None while the game goes on. Raises ValueError as `plays`.

    >>> winner(State()), winner(State.of([], [1]))
    (None, 'mine')
    """
    check_state(state)
    return next((name for name, side in zip(("mine", "theirs"), sides(state), strict=True) if not any(side)), None)


def winner_points(state: State, rules: Rules | None = None) -> int:
    """What the game is worth to its winner, the cube apart: 1, 2 gammon, 3 backgammon (BG-8); 0 while it goes on.

    Under the Jacoby rule 1 where, in money play, the cube was never turned. Raises ValueError as `plays`.

    >>> lost = State.of([], [15])
    >>> winner_points(lost), winner_points(lost, Rules(jacoby=True))
    (2, 1)
    """
    rules, won = as_rules(rules), winner(state)
    if won is None:
        return 0
    loser = state.theirs if won == "mine" else state.mine
    if sum(loser) < CHECKERS or (rules.jacoby and not state.match and (state.cube, state.owner) == (1, "centre")):
        return 1
    return 3 if any(loser[POINTS - HOME :]) else 2


def may_double(state: State, rules: Rules | None = None) -> bool:
    """Whether the player on roll may offer the cube now (BG-10). Raises ValueError as `plays`.

    >>> may_double(State()), may_double(State(cube=2, owner="theirs")), may_double(State(dice=(3, 1)))
    (True, False, False)
    """
    rules = as_rules(rules)
    barred = rules.crawford and state.match is not None and state.match.crawford
    waits = winner(state) is None and state.dice is None and not state.doubled
    return waits and state.owner != "theirs" and state.cube < LARGEST_CUBE and not barred


def taken(state: State) -> State:
    """The state after the player on roll has doubled and the other has taken: the cube turned, and the other's.

    >>> after = taken(State())
    >>> after.cube, after.owner
    (2, 'theirs')
    """
    return replace(state, cube=2 * state.cube, owner="theirs", doubled=False)
