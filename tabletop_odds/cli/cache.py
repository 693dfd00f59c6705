"""`tabletop-odds cache`: the tables that were solved once and kept.

They can be cleared at any time: what is missing is solved again when it is next asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds import tables
from tabletop_odds.cli import COMMANDS

if TYPE_CHECKING:
    import argparse

    from tabletop_odds.cli import Subparsers

EXAMPLES = """\
examples:
  tabletop-odds cache            what is kept
  tabletop-odds cache where      the folder; TABLETOP_ODDS_CACHE moves it
  tabletop-odds cache clear      remove it
"""
ACTIONS = ("list", "clear", "where")


def add_commands(subparsers: Subparsers) -> None:
    """Add `cache [list|clear|where]`."""
    about = COMMANDS["cache"]
    parser = subparsers.add_parser("cache", help=about, description=about, epilog=EXAMPLES)
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="list", metavar="list|clear|where")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """List, clear or locate the kept tables."""
    if args.action == "where":
        print(tables.cache_folder())
    elif args.action == "clear":
        print(f"removed {tables.clear_cache()} files from {tables.cache_folder()}")
    else:
        _list()


def _list() -> None:
    kept = tables.cached()
    if not kept:
        print(f"nothing kept in {tables.cache_folder()}")
        return
    width = max(len(f"{game} {name}") for game, name, _, _ in kept)
    for game, name, size, path in kept:
        print(f"{f'{game} {name}':<{width}}  {size / 1000:10,.1f} kB  {path}")
    print(f"{'total':<{width}}  {sum(size for _, _, size, _ in kept) / 1000:10,.1f} kB  {tables.cache_folder()}")
