"""What a column takes: the chance to top it this turn, and the turns to complete it.

"Going only for it": at every roll the move that serves this column best, whatever becomes of the others. They are empty
when a turn begins, with their tops where the board has them, and opponents are not in the way. The official board's
answers ship with the package; those of other boards are solved when asked for, and kept on disk where that takes long.

>>> round(top_probability(7).value, 6), round(expected_turns_to_top(7).value, 6)
(0.187171, 4.39689)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import tables
from tabletop_odds.answers import Value

from . import checks
from .odds import success_probability
from .rules import Rules, as_rules

if TYPE_CHECKING:
    import pandas as pd

SOLVER = 1  # raised when the meaning of the kept numbers changes
LARGEST = 100_000  # combinations of the other runners' spaces; four runners on the official board have 38,920 to 58,560
KEPT_FROM = 0.2  # seconds


class ColumnTable(NamedTuple):
    """By the space of the marker, from 0: the chance to top a column this turn, and the expected turns to top it."""

    top_probability: Sequence[float]
    expected_turns: Sequence[float]


def top_probability(column: int, from_space: int = 0, rules: Rules | None = None, closed: Iterable[int] = ()) -> Value:
    """The chance to reach the top of a column within this turn, going only for it and never stopping before; exact.

    `from_space`: where the player's marker stands, 0 without one. `closed`: columns that somebody has claimed. Raises
    ValueError for a column that is not on the board or is closed, and a space outside 0 to one below the top.

    >>> top_probability(7, from_space=12)
    0.895354 exact
    """
    table, space = _ask(column, from_space, rules, closed)
    return Value.exactly(table.top_probability[space])


def expected_turns_to_top(
    column: int, from_space: int = 0, rules: Rules | None = None, closed: Iterable[int] = ()
) -> Value:
    """The fewest turns to claim a column, expected, going only for it and stopping when that is best; exact.

    Nobody else takes it. The arguments and ValueErrors are those of `top_probability`.

    >>> expected_turns_to_top(2)
    9.921075 exact
    """
    table, space = _ask(column, from_space, rules, closed)
    return Value.exactly(table.expected_turns[space])


def _ask(column: int, from_space: int, rules: Rules | None, closed: Iterable[int]) -> tuple[ColumnTable, int]:
    rules = as_rules(rules)
    shut = checks.check_columns("closed", closed, rules)
    column = checks.check_column(column, rules)
    if column in shut:
        raise ValueError(f"column {column}: it is closed, so nobody can top it (CS-7)")
    space = checks.check_space(from_space, column, rules)
    return _column_table(column, rules, shut), space


def _column_table(column: int, rules: Rules, closed: tuple[int, ...]) -> ColumnTable:
    """Both answers for every space: the same for a mirrored column, since dice are as likely high as low."""
    mirrored = 2 * rules.dice_sides + 2 - column
    if mirrored < column and rules.column_lengths == rules.column_lengths[::-1]:
        column, closed = mirrored, tuple(sorted(2 * rules.dice_sides + 2 - other for other in closed))
    return _solved(column, replace(rules, players=1, columns_to_win=1, occupied="share"), closed)


@lru_cache(maxsize=64)
def _solved(column: int, rules: Rules, closed: tuple[int, ...]) -> ColumnTable:
    others = [rules.length(other) for other in rules.columns if other != column and other not in closed]
    combined = sum(map(prod, combinations(others, rules.runners - 1)))
    if combined > LARGEST:
        raise ValueError(f"column_lengths={rules.column_lengths!r} with runners={rules.runners}: too large to solve")
    seconds = 1.2e-5 * combined * (rules.length(column) ** 2 + 20)
    if seconds < KEPT_FROM:
        return solve_afresh(column, rules, closed)
    table = tables.solved(
        "cant_stop",
        table_name(column),
        table_key(column, rules, closed),
        lambda: to_arrays(solve_afresh(column, rules, closed)),
        about=f"about {seconds:.0f} s",
    )
    return ColumnTable(**table.arrays)


def table_name(column: int) -> str:
    """The name of a column's solved table."""
    return f"column_{column}"


def table_key(column: int, rules: Rules, closed: Sequence[int] = ()) -> dict[str, Any]:
    """What a column's answers depend on."""
    key = {name: getattr(rules, name) for name in ("dice_sides", "runners", "column_lengths", "must_place")}
    return key | {"column": column, "closed": closed, "solver": SOLVER}


def to_arrays(table: ColumnTable) -> tables.Arrays:
    """The arrays of a column's table, as files hold them."""
    return {name: ("d", values) for name, values in table._asdict().items()}


def solve_afresh(column: int, rules: Rules, closed: Iterable[int] = ()) -> ColumnTable:
    """Solve a column without looking at tables.

    >>> [round(turns, 3) for turns in solve_afresh(2, Rules.small(2, 1)).expected_turns]
    [1.031]
    """
    from .column_turns import Board

    board = Board(column, rules, frozenset(closed))
    return ColumnTable(board.top_probabilities(), board.expected_turns())


def column_table(rules: Rules | None = None) -> pd.DataFrame:
    """One row a column: column, length, success (chance that a roll offers it), top_probability and expected_turns.

    The last two are those of the empty board; all exact. Raises ValueError as `top_probability` does.

    >>> column_table()["expected_turns"].round(2).tolist()
    [9.92, 8.52, 6.04, 5.75, 4.51, 4.4, 4.51, 5.75, 6.04, 8.52, 9.92]
    """
    import pandas as pd

    rules = as_rules(rules)
    rows = [
        {
            "column": column,
            "length": rules.length(column),
            "success": float(success_probability((column,), rules)),
            "top_probability": top_probability(column, rules=rules).value,
            "expected_turns": expected_turns_to_top(column, rules=rules).value,
        }
        for column in rules.columns
    ]
    return pd.DataFrame(rows)


def space_table(column: int, rules: Rules | None = None, closed: Iterable[int] = ()) -> pd.DataFrame:
    """One row a space of a column, from 0 up: from_space, top_probability and expected_turns; exact.

    The arguments and ValueErrors are those of `top_probability`.

    >>> space_table(2)["top_probability"].round(4).tolist()
    [0.0613, 0.1372, 0.2833]
    """
    import pandas as pd

    table, _ = _ask(column, 0, rules, closed)
    return pd.DataFrame({"from_space": range(len(table.expected_turns)), **table._asdict()})
