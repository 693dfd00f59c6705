"""Every strategy report and every analysis, each in a folder of its own, the page for use at the table, and an index
that links them.

    python docs/make_reports.py [test|report|gallery] [FOLDER]      (default: report build/reports)

One bar shows how far they are. A report that fails is named, and leaves its folder and the others as they are.
"""

from __future__ import annotations

import io
import runpy
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tabletop_odds import GAMES
from tabletop_odds.cli.page import parts
from tabletop_odds.pages import TABLE_PAGE
from tabletop_odds.report import write_index
from tabletop_odds.roll_again_page import write_page

ANALYSES = sorted((Path(__file__).resolve().parent.parent / "analyses").glob("*.py"))
GAMES_PLAYED = {"test": 1_000, "report": 100_000, "gallery": 100_000}  # a policy, in strategy reports


class Above(io.TextIOBase):
    """Standard error while the bar is shown: lines go above it, and no report sees a terminal and shows another bar."""

    def __init__(self, stderr: Any) -> None:
        self.stderr = stderr

    def write(self, text: str) -> int:
        """Whole lines at a time; the end of a line may come alone."""
        if text.strip("\n"):
            tqdm.write(text.rstrip("\n"), file=self.stderr)
        return len(text)


def jobs(size: str, folder: Path) -> dict[str, Callable[[], object]]:
    """What to call for each report, by the name of its folder, and for the page for use at the table."""
    found: dict[str, Callable[[], object]] = {game: partial(strategy, game, size, folder / game) for game in GAMES}
    found |= {path.stem: partial(analysis, path, size, folder / path.stem) for path in ANALYSES}
    return found | {TABLE_PAGE: partial(table_page, folder)}


def strategy(game: str, size: str, folder: Path) -> Path:
    """Write the strategy report of a game."""
    page: Path = import_module(f"tabletop_odds.{game}.report").strategy_report(n=GAMES_PLAYED[size]).write(folder)
    return page


def analysis(path: Path, size: str, folder: Path) -> Path:
    """Write the report of an analysis."""
    page: Path = runpy.run_path(str(path))["main"](size, folder=folder)
    return page


def table_page(folder: Path) -> Path:
    """Write the page for use at the table."""
    return write_page(parts(), folder)


def main(size: str = "report", folder: str | Path = Path("build") / "reports") -> int:
    """Write them all and print the path of the index; how many failed."""
    if size not in GAMES_PLAYED:
        sys.exit(f"size {size!r}: it must be one of {', '.join(GAMES_PLAYED)}")
    Path(folder).mkdir(parents=True, exist_ok=True)
    todo, failed = jobs(size, Path(folder)), []
    # disable=None: quiet unless stderr is a terminal
    with tqdm(todo.items(), unit="report", disable=None) as bar, redirect_stderr(Above(sys.stderr)):
        for name, write in bar:
            bar.set_postfix_str(name)
            try:
                write()
            except Exception:
                print(f"{name}: {traceback.format_exc()}", file=sys.stderr)
                failed.append(name)
    print(write_index(folder))
    if failed:
        print(f"{len(failed)} of {len(todo)} reports failed: {', '.join(failed)}", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:3])))
