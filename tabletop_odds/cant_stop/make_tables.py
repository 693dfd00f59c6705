"""Makes the tables that ship with the package: what each column of the official board takes.

Run `python -m tabletop_odds.cant_stop.make_tables` after a change of rules or solver (half a minute); tests solve again
what is small and compare.
"""

from __future__ import annotations

from pathlib import Path

from tabletop_odds.tables import write_table

from . import columns
from .rules import Rules

FOLDER = Path(__file__).parent / "tables"


def main() -> None:
    """Solve and write every shipped table; columns above the middle mirror those below."""
    FOLDER.mkdir(exist_ok=True)
    rules = Rules()
    for column in rules.columns[: rules.dice_sides]:
        name, key = columns.table_name(column), columns.table_key(column, rules)
        write_table(FOLDER / f"{name}.table", name, key, columns.to_arrays(columns.solve_afresh(column, rules)))


if __name__ == "__main__":
    main()
