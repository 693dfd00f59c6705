"""Makes the tables that ship with the package: the best turn and the race of every preset.

Run `python -m tabletop_odds.farkle.make_tables` after a change of rules, presets or solver (three minutes of CPU);
tests solve again what is small and compare.
"""

from __future__ import annotations

from pathlib import Path

from tabletop_odds.tables import write_table

from . import optimal, race
from .rules import presets
from .solution import to_arrays

FOLDER = Path(__file__).parent / "tables"


def main() -> None:
    """Solve and write every shipped table."""
    FOLDER.mkdir(exist_ok=True)
    for rules in presets().values():
        name = optimal.table_name(rules)
        write_table(FOLDER / f"{name}.table", name, optimal.table_key(rules), to_arrays(optimal.solve_afresh(rules)))
        name = race.race_name(rules)
        write_table(FOLDER / f"{name}.table", name, race.race_key(rules), race.solve_afresh(rules))


if __name__ == "__main__":
    main()
