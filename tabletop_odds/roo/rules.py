"""The rules of Roo as frozen parameters: the default reading of an undetermined rulebook, and every other named one.

The source contradicts itself. What all of it agrees on is RO-1 to RO-7; where it does not, R1 to R16 name a default and
options, all fields of `Rules`. What a turn may do is in `moving`, how a game ends in `ending`.

>>> rules = Rules()
>>> len(rules.cards), rules.target_cells, rules.colour_of((1, 3))
(16, ((0, 1), (1, 3), (3, 2)), 'Y')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabletop_odds import settings
from tabletop_odds.settings import in_range, whole_number

if TYPE_CHECKING:
    from pathlib import Path

COLOURS = "RBGY"  # red, blue, green, yellow
WORDS = {
    "targets": ("marked", "literal", "home", "rotated"),
    "entry": ("edge", "free", "origin"),
    "discard": ("free", "only_stuck"),
    "winner": ("completer", "lowest"),
    "pile_out": ("any", "own_only", "all", "reshuffle"),
    "stop": ("automatic", "optional"),
}
LAYOUTS = ("columns", "latin", "quadrants")

Cell = tuple[int, int]  # row, column, from 0
DEFAULT_CELLS = ((0, 1), (1, 3), (3, 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One reading of Roo: `Rules()` is the default for two players.

    `players` 1 to 4 (R14; alone: turns to complete). `size` 2 to 4: of the board, the numbers and the colours (RO-1).
    `hand_size` 1 up (RO-2). `target_cells`: one to three cells, (row, column) from 0 (R5). `layout`: the colours of the
    cells, "columns", "latin", "quadrants" (size 4), or one text a row such as ("RB", "BR") (R6).

    `targets`: "marked", "literal", "home" or "rotated" (R1). `entry`: a hand card comes in over an "edge", on a "free"
    cell, or from an "origin", a cell of the board whose card, if any, goes to the hand (R2); `slide`: board cards move
    (R2); `jump`: cells between need not be empty (R4). `discard`: "free", or "only_stuck", a card that has no legal
    move (R7). `winner`: "completer" or "lowest" (R8). `finish_round`: False ends the game at once, whatever ends it
    (R9). `pile_out`: "any", "own_only", "all" or "reshuffle", see `ending` (R10, R15). `stop`: "automatic" or
    "optional" (R11). `max_rounds` 1 to 10,000 (R12). `hand_limit`: None, or from the hand size up; a move that would
    fill the hand beyond it is illegal, for nothing says that a card could be thrown away beside a move (R13). A set
    that some deals cannot be completed under is allowed, see `completable_share`. An inconsistent set raises ValueError
    with the field, the value and what is allowed.

    >>> print(Rules(entry="free", jump=True))
    two with entry=free, jump=True
    """

    players: int = 2
    size: int = 4
    hand_size: int = 5
    target_cells: tuple[Cell, ...] = DEFAULT_CELLS
    layout: str | tuple[str, ...] = "columns"
    targets: str = "marked"
    entry: str = "edge"
    slide: bool = True
    jump: bool = False
    discard: str = "free"
    winner: str = "completer"
    finish_round: bool = True
    pile_out: str = "any"
    stop: str = "automatic"
    max_rounds: int = 60
    hand_limit: int | None = None

    def __post_init__(self) -> None:
        for name, least, most in (("players", 1, 4), ("size", 2, 4), ("max_rounds", 1, 10_000)):
            object.__setattr__(self, name, in_range(name, getattr(self, name), least, most))
        for name, words in WORDS.items():
            if getattr(self, name) not in words:
                raise ValueError(f"{name} must be one of {', '.join(words)}, not {getattr(self, name)!r}")
        for name in ("slide", "jump", "finish_round"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, not {getattr(self, name)!r}")
        object.__setattr__(self, "target_cells", _checked_cells(self.target_cells, self.size))
        object.__setattr__(self, "layout", _checked_layout(self.layout, self.size))
        on_board = 0 if self.targets == "marked" else len(self.target_cells)
        most = self.size**2 - on_board - 1
        object.__setattr__(self, "hand_size", in_range("hand_size", self.hand_size, 1, most))
        if self.hand_limit is not None:
            limit = in_range("hand_limit", self.hand_limit, self.hand_size, self.size**2)
            object.__setattr__(self, "hand_limit", limit)

    @property
    def numbers(self) -> range:
        """The numbers of the cards: 1 to the size of the board."""
        return range(1, self.size + 1)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of a player, a colour and a number each: "R1" to "Y4"."""
        return tuple(f"{colour}{number}" for colour in COLOURS[: self.size] for number in self.numbers)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of a board, row by row."""
        return tuple((row, column) for row in range(self.size) for column in range(self.size))

    def colour_of(self, cell: Cell) -> str:
        """The colour of a cell, by its letter."""
        row, column = cell
        if isinstance(self.layout, tuple):
            return self.layout[row][column]
        if self.layout == "columns":
            return COLOURS[column]
        if self.layout == "latin":
            return COLOURS[(row + column) % self.size]
        return COLOURS[row // 2 * 2 + column // 2]

    @classmethod
    def small(cls, size: int, **options: Any) -> Rules:
        """A small board, alone unless `players` says otherwise: one target and a hand of one (2), or two of each (3).

        Raises ValueError for another size, or options that do not fit.

        >>> Rules.small(2).cards
        ('R1', 'R2', 'B1', 'B2')
        """
        in_range("size", size, 2, 3)
        cells = ((0, 1),) if size == 2 else ((0, 1), (1, 2))
        return cls(**{"players": 1, "size": size, "hand_size": size - 1, "target_cells": cells, **options})

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The reading of that name: one of `presets()`. Raises ValueError for any other name."""
        return settings.preset_named(name, presets())

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file: `preset = "alone"` to start from (two without), then one line a field.

        Raises ValueError naming the file and the fault, OSError where the file cannot be read.
        """
        return settings.from_toml(path, cls.from_mapping)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Rules:
        """Rules from names and values, as a TOML file holds them."""
        values = dict(given)
        base = cls.preset(values.pop("preset", "two"))
        return settings.changed(base, values, "Roo")

    def __str__(self) -> str:
        return settings.in_one_line(self, presets())


def presets() -> dict[str, Rules]:
    """The named readings: the default for two players, alone, and for three and four.

    >>> list(presets())
    ['two', 'alone', 'three', 'four']
    """
    return {"two": Rules(), "alone": Rules(players=1), "three": Rules(players=3), "four": Rules(players=4)}


def as_rules(rules: Rules | None) -> Rules:
    """The rules that a question is about: None means `Rules()`. Raises ValueError for anything that is no Rules.

    >>> as_rules(None) == Rules()
    True
    """
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise ValueError(f"rules {rules!r}: a Rules is needed, such as Rules() or Rules.preset('alone')")
    return rules


def _checked_cells(cells: object, size: int) -> tuple[Cell, ...]:
    if isinstance(cells, str) or not isinstance(cells, Iterable):
        raise ValueError(f"target_cells must be one to three cells (row, column), not {cells!r}")
    found = []
    for cell in cells:
        pair = tuple(cell) if isinstance(cell, Iterable) and not isinstance(cell, str) else ()
        numbers = [whole_number(x) for x in pair]
        if len(pair) != 2 or any(x is None or not 0 <= x < size for x in numbers):
            raise ValueError(f"target_cells: {cell!r} must be (row, column), each from 0 to {size - 1}")
        found.append((int(pair[0]), int(pair[1])))
    if not 1 <= len(found) <= 3 or len(set(found)) < len(found):
        raise ValueError(f"target_cells must be one to three different cells, not {cells!r}")
    return tuple(found)


def _checked_layout(layout: object, size: int) -> str | tuple[str, ...]:
    if isinstance(layout, str):
        if layout not in LAYOUTS or (layout == "quadrants" and size != 4):
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)} (the last with size=4), not {layout!r}")
        return layout
    rows = tuple(layout) if isinstance(layout, Iterable) else ()
    known = set(COLOURS[:size])
    if len(rows) != size or any(not isinstance(r, str) or len(r) != size or not set(r) <= known for r in rows):
        raise ValueError(f"layout must be {size} rows of {size} letters of {COLOURS[:size]}, not {layout!r}")
    return rows
