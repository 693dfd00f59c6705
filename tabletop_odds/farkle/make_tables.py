"""Makes the tables that ship with the package: the best turn of every preset.

Run `python -m tabletop_odds.farkle.make_tables` after a change of rules, presets or solver; a test solves them again
and compares.
"""

from __future__ import annotations

from pathlib import Path

from tabletop_odds.tables import write_table

from .optimal import solve_afresh, table_key, table_name
from .rules import presets
from .solution import to_arrays

FOLDER = Path(__file__).parent / "tables"


def main() -> None:
    """Solve and write every shipped table."""
    FOLDER.mkdir(exist_ok=True)
    for rules in presets().values():
        name = table_name(rules)
        write_table(FOLDER / f"{name}.table", name, table_key(rules), to_arrays(solve_afresh(rules)))


if __name__ == "__main__":
    main()
