"""What the rules of Can't Stop refuse: one clear line for each, naming the value and the allowed range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tabletop_odds.settings import whole_number

if TYPE_CHECKING:
    from .rules import Rules

NUMBERS = {
    "players": (1, 4),
    "dice_sides": (2, 6),
    "runners": (1, 4),
    "columns_to_win": (1, 5),
}
CHOICES = {"must_place": ("both", "free"), "occupied": ("share", "jump", "blocked")}
LONGEST = 30


def check_fields(rules: Rules) -> None:
    """Raise ValueError for the first field that is no value of its kind, or contradicts another."""
    for name, (least, most) in NUMBERS.items():
        object.__setattr__(rules, name, whole(name, getattr(rules, name), least, most))
    for name, allowed in CHOICES.items():
        if getattr(rules, name) not in allowed:
            raise ValueError(f"{name}={getattr(rules, name)!r}: allowed are {', '.join(map(repr, allowed))}")
    columns = 2 * rules.dice_sides - 1
    object.__setattr__(rules, "column_lengths", _lengths(rules.column_lengths, columns))
    # if everybody can be one column short of winning with none left, a game may never end
    most = min((columns - 1) // rules.players + 1, 5)
    if rules.columns_to_win > most:
        raise ValueError(
            f"columns_to_win={rules.columns_to_win!r}: with {columns} columns and players={rules.players} all could be "
            f"claimed and nobody win; allowed are 1 to {most}"
        )


def _lengths(given: Any, columns: int) -> tuple[int, ...]:
    try:
        lengths = [whole_number(length) for length in given]
    except TypeError:
        lengths = []
    found = tuple(length for length in lengths if length is not None and 1 <= length <= LONGEST)
    if len(found) != columns or len(lengths) != columns:
        raise ValueError(f"column_lengths={given!r}: {columns} whole numbers from 1 to {LONGEST}, one a column")
    return found


def whole(name: str, value: object, least: int, most: int) -> int:
    """The value as a plain int. Raises ValueError for anything but a whole number in the range.

    >>> whole("players", 2, 1, 4)
    2
    """
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name}={value!r}: allowed are whole numbers from {least} to {most}")
    return number


def check_roll(roll: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """The four dice in the order given; ValueError for another number of dice, or a face that they do not have."""
    try:
        faces: tuple[Any, ...] = tuple(roll)
    except TypeError:
        raise ValueError(f"dice {roll!r}: four faces from 1 to {rules.dice_sides} are needed") from None
    if isinstance(roll, str):  # typed as one word: "1546"
        faces = tuple(int(face) if face.isdecimal() else face for face in faces if face != " ")
    for face in faces:
        number = whole_number(face)
        if number is None or not 1 <= number <= rules.dice_sides:
            raise ValueError(f"die {face!r}: a face is a whole number from 1 to {rules.dice_sides}")
    if len(faces) != 4:
        raise ValueError(f"{len(faces)} dice: a roll has four dice (CS-3)")
    return tuple(int(face) for face in faces)


def check_column(column: object, rules: Rules) -> int:
    """The column as a plain int; ValueError for one that the board does not have."""
    number = whole_number(column)
    if number is None or number not in rules.columns:
        raise ValueError(f"column {column!r}: the columns are {rules.columns[0]} to {rules.columns[-1]}")
    return number


def check_columns(what: str, given: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """Different columns of the board, in order; ValueError for no column, or one named twice."""
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise ValueError(f"{what} {given!r}: a list of columns is needed, such as (6, 7, 8)")
    columns = [check_column(column, rules) for column in given]
    if len(set(columns)) < len(columns):
        raise ValueError(f"{what} {' '.join(map(str, columns))}: a column is named twice")
    return tuple(sorted(columns))


def check_space(space: object, column: int, rules: Rules) -> int:
    """A space of a column, 0 being below the first; ValueError unless 0 to one below the top."""
    number, top = whole_number(space), rules.length(column)
    if number is None or not 0 <= number < top:
        raise ValueError(f"space {space!r} of column {column}: allowed are 0 (no marker) to {top - 1}, below the top")
    return number


def check_valuation(value: Any) -> Any:
    """What positions are worth, as it is; ValueError unless it is a table of values or a function of the state."""
    if not hasattr(value, "values") and not callable(value):
        raise ValueError(f"value {value!r}: a Potential, a solved board, fitted values or a function of the state")
    return value
