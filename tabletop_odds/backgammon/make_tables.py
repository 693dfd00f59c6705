"""Makes the table that ships with the package: mean and spread of every home position.

Run `python -m tabletop_odds.backgammon.make_tables` after a change of the solver (seconds); a test solves it again.
"""

from __future__ import annotations

from pathlib import Path

from tabletop_odds.tables import write_table

from .one_sided import HOME_KEY, home_arrays

FOLDER = Path(__file__).parent / "tables"


def main() -> None:
    """Solve and write every shipped table."""
    FOLDER.mkdir(exist_ok=True)
    write_table(FOLDER / "bearoff.table", "bearoff", HOME_KEY, home_arrays())


if __name__ == "__main__":
    main()
