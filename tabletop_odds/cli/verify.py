"""`tabletop-odds verify [game]`: the games' exact figures held against simulation."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING

from tabletop_odds import GAMES

from . import add_format, module_of, show_rows, whole_number, word_of

if TYPE_CHECKING:
    from . import Subparsers

GAMES_PLAYED = 100_000
ABOUT = """every figure is derived twice: exactly, and from simulated rolls, deals or games; z is the difference in
standard errors. Exit code 1 if any is beyond what chance allows over all of them (Holm's correction, 0.1 %).
examples:
  tabletop-odds verify
  tabletop-odds verify farkle --n 1,000,000 --seed 2
all games take about half a minute, and two more the first time, when code is compiled and boards are solved"""


def add_commands(subparsers: Subparsers) -> None:
    """Add `verify`."""
    about = "hold exact figures against simulation: their z-scores"
    parser = subparsers.add_parser("verify", help=about, description=about, epilog=ABOUT)
    words = [word_of(game) for game in GAMES]
    parser.add_argument("game", nargs="?", type=word_of, choices=words, metavar="GAME", help="one game (all)")
    parser.add_argument("--n", type=whole_number, default=GAMES_PLAYED, metavar="N", help=f"games ({GAMES_PLAYED:,})")
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
    add_format(parser)
    parser.set_defaults(run=_verify)


def _verify(args: argparse.Namespace) -> int:
    from tabletop_odds.values import as_sample
    from tabletop_odds.verify import as_text, beyond_chance, check_run, rows

    check_run(args.n, args.seed)
    found = []
    for game in [module_of(args.game)] if args.game else GAMES:
        checks = import_module(f"tabletop_odds.{game}.verify").checks(args.n, args.seed)
        found += [(word_of(game), check) for check in checks]
    if args.format == "text":
        print(f"exact figures against simulation ({as_sample(args.n, args.seed)})\n\n{as_text(found)}")
    else:
        show_rows(rows(found), args.format)
    return int(any(beyond_chance([check for _, check in found])))
