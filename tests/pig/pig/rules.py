"""The rules of Pig as frozen parameters and pure functions.

>>> after_roll(State(turn_total=7), 6)
State(turn_total=13, mine=0, theirs=0)
>>> after_roll(State(turn_total=7), 1) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set of Pig: the die's faces (a 1 is always the bust) and the points that win.

    Raises ValueError for anything but whole numbers: 2 to 20 faces, a target of 1 to 200.

    >>> print(Rules(target=50))
    pig with target=50
    """

    faces: int = 6
    target: int = 100

    def __post_init__(self) -> None:
        for name, least, most in (("faces", 2, 20), ("target", 1, 200)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name}={value!r}: allowed are whole numbers from {least} to {most}")

    def __str__(self) -> str:
        mine = [f"{f.name}={getattr(self, f.name)}" for f in fields(self) if getattr(self, f.name) != f.default]
        return f"pig with {', '.join(mine)}" if mine else "pig"

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rule set of that name. Raises ValueError for a name that `presets()` does not have."""
        if name not in presets():
            raise ValueError(f"no preset {name!r}: the presets are {', '.join(presets())}")
        return presets()[name]

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file, one line a field. Raises ValueError for what is no rule of Pig."""
        import tomllib

        try:
            given = tomllib.loads(Path(path).read_text("utf-8"))
            names = [f.name for f in fields(cls)]
            for name in given:
                if name not in names:
                    raise ValueError(f"no field {name!r} in the rules of Pig: the fields are {', '.join(names)}")
            return cls(**given)
        except ValueError as error:
            raise ValueError(f"rules file {path}: {error}") from None


@dataclass(frozen=True, slots=True)
class State:
    """What the player to act knows: points at risk, and what both have banked.

    >>> State(turn_total=20).mine
    0
    """

    turn_total: int = 0
    mine: int = 0
    theirs: int = 0


def presets() -> dict[str, Rules]:
    """The named rule sets.

    >>> list(presets())
    ['pig']
    """
    return {"pig": Rules()}


def after_roll(state: State, face: int) -> State | None:
    """The state after a face; None where the turn is lost."""
    return None if face == 1 else State(state.turn_total + face, state.mine, state.theirs)


def forced(state: State, rules: Rules) -> tuple[str, str] | None:
    """The one action that the rules leave, and why; None where the player is free to choose."""
    if state.turn_total == 0:
        return "roll", "a turn starts by rolling"
    if state.mine + state.turn_total >= rules.target:
        return "bank", f"{rules.target} points win"
    return None


def check_state(state: State, rules: Rules) -> None:
    """Raise ValueError unless the game can stand so, with the player to act."""
    for name, most in (("mine", rules.target - 1), ("theirs", rules.target - 1)):
        value = getattr(state, name)
        if type(value) is not int or not 0 <= value <= most:
            raise ValueError(f"{name}={value!r}: allowed are whole numbers from 0 to {most}")
    most = rules.target - 1 - state.mine + rules.faces
    if type(state.turn_total) is not int or state.turn_total == 1 or not 0 <= state.turn_total <= most:
        raise ValueError(f"turn total {state.turn_total!r}: allowed are 0 and whole numbers from 2 to {most}")
