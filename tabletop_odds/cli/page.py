"""`tabletop-odds page`: the page for use at the table, one HTML file that works without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tabletop_odds.cli import COMMANDS

if TYPE_CHECKING:
    import argparse

    from tabletop_odds.cli import Subparsers
    from tabletop_odds.roll_again_page import Part

EXAMPLES = """\
examples:
  tabletop-odds page
  tabletop-odds page --folder build/table
"""


def add_commands(subparsers: Subparsers) -> None:
    """Add `page [--folder F]`."""
    about = COMMANDS["page"]
    parser = subparsers.add_parser("page", help=about, description=about, epilog=EXAMPLES)
    parser.add_argument(
        "--folder", type=Path, default=Path("build/reports"), help="where to write (default: build/reports)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Write roll-again.html and print its path."""
    from tabletop_odds.roll_again_page import write_page

    print(write_page(parts(), args.folder))


def parts() -> list[Part]:
    """The games of the page, in the order of its tabs."""
    from tabletop_odds.cant_stop import page_data as cant_stop
    from tabletop_odds.farkle import page_data as farkle

    return [farkle.page_part(), cant_stop.page_part()]
