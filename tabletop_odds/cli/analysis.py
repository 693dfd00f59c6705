"""The command line of an analysis: `python analyses/NAME.py [test|report|gallery]` and where it writes and keeps.

What a person mistypes ends as in `tabletop-odds`: what is wrong on stderr, exit code 2, no traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from . import Parser, ending, whole_number

SIZES = ("test", "report", "gallery")


def analysis(main: Callable[..., Path], argv: Sequence[str] | None = None) -> int:
    """Run the `main(size, seed, folder)` of an analysis as the words say, print the page it wrote; the exit code.

    `--checkpoint FOLDER` keeps the games of its simulations as `checkpoints.kept_in` does; what it finds in loops of
    its own (exact tables, fits, games read one by one) is found again from nothing. `argv` None reads `sys.argv`.

    >>> def main(size, seed, folder):
    ...     return Path(folder) / f"{size}-{seed}.html"
    >>> analysis(main, ["report", "--seed", "2", "--folder", "out"])
    out/report-2.html
    0
    """
    text = str(main.__globals__["__doc__"] or "")  # of the analysis
    parser = Parser(description=text.partition("\n")[0])
    parser.add_argument(
        "size", nargs="?", choices=SIZES, default="test", metavar="SIZE", help=f"{', '.join(SIZES)} (test)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
    parser.add_argument("--folder", metavar="FOLDER", help="where to write (build/reports, its own name)")
    about = "keep finished games in this folder; the same command goes on from there after it was killed"
    parser.add_argument("--checkpoint", metavar="FOLDER", help=about)

    def answered() -> int:
        from tabletop_odds.checkpoints import kept_in
        from tabletop_odds.streams import check_seed

        args = parser.parse_args(argv)
        check_seed(args.seed)
        with kept_in(args.checkpoint):
            print(main(size=args.size, seed=args.seed, folder=args.folder))
        return 0

    return ending(answered)
