"""`tabletop-odds report`: a game's strategy report, or all of them with an index.

A report is a folder: index.html for reading, report.md, a CSV for every table and figure, PNG,
manifest.json. The same rules, n and seed give the same report.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop_odds import GAMES
from tabletop_odds.cli import COMMANDS, add_rules, module_of, rules_argument, whole_number, word_of

if TYPE_CHECKING:
    import argparse

    from tabletop_odds.cli import Subparsers

EXAMPLES = """\
examples:
  tabletop-odds report cant-stop
  tabletop-odds report farkle --rules zilch --n 1,000,000 --folder build/zilch
  tabletop-odds report all --folder build/reports
"""


def add_commands(subparsers: Subparsers) -> None:
    """Add `report GAME|all [--rules NAME|FILE.toml] [--n N] [--seed S] [--folder F]`."""
    about = COMMANDS["report"]
    parser = subparsers.add_parser("report", help=about, description=about, epilog=EXAMPLES)
    words = [word_of(game) for game in GAMES]
    parser.add_argument(
        "game", type=word_of, choices=(*words, "all"), metavar="GAME", help=f"{', '.join(words)}, or all"
    )
    add_rules(parser)
    parser.add_argument("--n", type=whole_number, default=100_000, help="games simulated (default: 100,000)")
    parser.add_argument("--seed", type=whole_number, default=1, help="seed of the simulations (default: 1)")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/reports"), help="where to write (default: build/reports)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Write the reports asked for, each in its own folder, and print the path of the page to open first."""
    if args.game == "all" and args.rules is not None:
        raise ValueError(
            f"--rules {args.rules}: rules belong to one game; name it instead of all ({', '.join(map(word_of, GAMES))})"
        )
    page = Path()
    for game in GAMES if args.game == "all" else (module_of(args.game),):
        page = _write(game, args)
    if args.game == "all":
        from tabletop_odds.report import write_index

        page = write_index(args.folder)
    print(page)


def _write(game: str, args: argparse.Namespace) -> Path:
    """Write one game's report into a folder named for the game and any rules asked for; returns its page."""
    rules = rules_argument(import_module(f"tabletop_odds.{game}"), args.rules)
    folder: Path = args.folder / (game if args.rules is None else f"{game}-{Path(args.rules).stem}")
    print(f"{game}: writing {folder} ...", file=sys.stderr, flush=True)
    import_module(f"tabletop_odds.{game}.report").strategy_report(rules, args.n, args.seed).write(folder)
    return folder / "index.html"
