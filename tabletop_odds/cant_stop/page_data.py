"""Can't Stop's part of the page for the table: the scripts `roll_again_*.js`, the rules and the fitted values.

The scripts answer as `advise` does under the official rules, for one to four players, with the same numbers.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from tabletop_odds.answers import Z95
from tabletop_odds.roll_again_page import Part, pack
from tabletop_odds.tables import read_table
from tabletop_odds.values import TINY

from .fitted import FOLDER, LAYERS, Fit, table_name
from .rules import Rules

SCRIPTS = ("turn", "advice", "board")  # in this order


def page_part() -> Part:
    """Can't Stop for `roll_again_page.page`: its scripts, and 52 kB of data.

    >>> part = page_part()
    >>> part.name, list(part.data["nets"])
    ('cant_stop', ['1', '2'])
    """
    here = files("tabletop_odds.cant_stop")
    script = "\n".join(here.joinpath(f"roll_again_{name}.js").read_text("utf-8") for name in SCRIPTS)
    rules = Rules()
    numbers = {
        "column_lengths": list(rules.column_lengths),
        "dice_sides": rules.dice_sides,
        "runners": rules.runners,
        "columns_to_win": rules.columns_to_win,
    }
    nets = {str(players): _net(players) for players in (1, 2)}
    return Part("cant_stop", "Can't Stop", script, {"rules": numbers, "nets": nets, "z95": Z95, "tiny": TINY})


def _net(players: int) -> dict[str, Any]:
    """A shipped net as it is kept: 16-bit numbers, little-endian, layer by layer, each with its shape and scale."""
    found = read_table(FOLDER / f"{table_name(players)}.table")
    shapes = found.key["shapes"]
    layers = [[name, shapes[name], found.arrays[f"{name}_scale"][0]] for name in LAYERS if name in shapes]
    numbers = [int(x) for name, _, _ in layers for x in found.arrays[name]]
    content = b"".join(x.to_bytes(2, "little", signed=True) for x in numbers)
    return {"layers": layers, "numbers": pack(content), "fit": Fit(*found.key["measured"])._asdict()}
