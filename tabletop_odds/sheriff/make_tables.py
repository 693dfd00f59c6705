"""Makes the tables that ship with the package: the one-bag game's equilibrium for the base decks.

Run `python -m tabletop_odds.sheriff.make_tables` after a change of goods or solver (a few seconds). A test holds what
is shipped against both sides' best responses.
"""

from __future__ import annotations

from pathlib import Path

from tabletop_odds.tables import write_table

from .bag_game import deal_of
from .optimal import solved_arrays
from .rules import Rules
from .strategy_tables import table_key, table_name

FOLDER = Path(__file__).parent / "tables"
SHIPPED = ("three", "four")  # five play with the deck of four


def main() -> None:
    """Solve and write every shipped table."""
    FOLDER.mkdir(exist_ok=True)
    for preset in SHIPPED:
        deal = deal_of(Rules.preset(preset))
        write_table(FOLDER / f"{table_name(deal)}.table", table_name(deal), table_key(deal), solved_arrays(deal))


if __name__ == "__main__":
    main()
