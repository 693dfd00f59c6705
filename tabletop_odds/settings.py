"""Rules as people name and write them: presets, TOML files, and one line that tells two rule sets apart.

Every game's `Rules` is a frozen dataclass; what is common to reading and printing them stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R")


def preset_named(name: object, presets: Mapping[str, R]) -> R:
    """The preset of that name. Raises ValueError for any other name.

    >>> preset_named("b", {"a": 1, "b": 2})
    2
    """
    if not isinstance(name, str) or name not in presets:
        raise ValueError(f"no preset {name!r}: the presets are {', '.join(presets)}")
    return presets[name]


def _read_toml(path: str | Path) -> dict[str, Any]:
    import tomllib

    with open(path, "rb") as file:
        try:
            return tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"rules file {path}: not a TOML file: {error}") from None


def from_toml(path: str | Path, make: Callable[[dict[str, Any]], R]) -> R:
    """What `make` builds from a TOML file. Raises ValueError naming the file and the fault, OSError as `open`."""
    given = _read_toml(path)
    try:
        return make(given)
    except ValueError as error:
        raise ValueError(f"rules file {path}: {error}") from None


def as_dict(rules: Any) -> dict[str, Any]:
    """Every field of a rule set that can be chosen, by name."""
    return {f.name: getattr(rules, f.name) for f in fields(rules) if f.init}


def changed(base: R, given: Mapping[str, Any], game: str) -> R:
    """The rules `base` with other values of some fields; "none" stands for None. Raises ValueError for no field."""
    known = as_dict(base)
    for name in given:
        if name not in known:
            raise ValueError(f"no field {name!r} in the rules of {game}{nearest(name, list(known))}")
    values = {name: None if value == "none" else value for name, value in given.items()}
    return type(base)(**{**known, **values})


def in_one_line(rules: R, presets: Mapping[str, R]) -> str:
    """The nearest preset and what differs from it: "core with opening=500"."""
    mine = as_dict(rules)

    def differences(other: R) -> list[str]:
        theirs = as_dict(other)
        return [f"{name}={_shown(value)}" for name, value in mine.items() if value != theirs[name]]

    name, differs = min(((n, differences(r)) for n, r in presets.items()), key=lambda pair: len(pair[1]))
    return name if not differs else f"{name} with {', '.join(differs)}"


def whole_number(value: object) -> int | None:
    """A whole number of any kind, numpy's too, as an int; None for anything else.

    >>> whole_number(3), whole_number(True), whole_number(2.0)
    (3, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:  # arrays have an index, and refuse to tell it
        return None


def in_range(name: str, value: object, least: int, most: int) -> int:
    """A whole number from least to most as an int. Raises ValueError for anything else.

    >>> in_range("n", 3, 1, 10)
    3
    """
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least:,} to {most:,}, not {value!r}")
    return number


def nearest(name: str, names: Sequence[str]) -> str:
    """A hint for a mistyped name: '; did you mean ...?', or the list of names.

    >>> nearest("runers", ["players", "runners"])
    "; did you mean 'runners'?"
    """
    from difflib import get_close_matches

    close = get_close_matches(name, names, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; the fields are {', '.join(names)}"


def _shown(value: object) -> str:
    return f"({', '.join(str(v) for v in value)})" if isinstance(value, tuple) else str(value)
