"""The command line `tabletop-odds`: one root, one file a game, and only the question asked is loaded.

The first word names a game (or `report`, `page`, `verify`, `cache`): `cant-stop` is the game `cant_stop`. Its file
`cli/<game>.py` has `add_commands(subparsers)`, which adds the word's parser and sets `run=function(args) -> int | None`
by `set_defaults`. Only the file that the first word names is imported, so that a cold question stays cheap. What a
person mistypes ends in one line on stderr and exit code 2, never in a traceback.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from tabletop_odds import GAMES, __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    import pandas as pd

    from tabletop_odds.answers import Advice, Comparison

    Subparsers = argparse._SubParsersAction["Parser"]

NAME = "tabletop-odds"
FORMATS = ("text", "json", "csv")
TITLES = {"cant_stop": "Can't Stop", "sheriff": "Sheriff of Nottingham"}  # of the games whose module does not spell it


def word_of(game: str) -> str:
    """A game as commands spell it.

    >>> word_of("cant_stop")
    'cant-stop'
    """
    return game.replace("_", "-")


def module_of(word: str) -> str:
    """The module of a command: the game as Python spells it.

    >>> module_of("cant-stop")
    'cant_stop'
    """
    return word.replace("-", "_")


COMMANDS = {
    **{word_of(game): f"odds and best decisions in {TITLES.get(game, game.title())}" for game in GAMES},
    "report": "write the strategy reports: tables, figures and prose",
    "page": "write roll-again.html: one page for use at the table, without a network",
    "verify": "hold the games' exact figures against simulation",
    "cache": "list or clear the solved tables kept on this computer",
}
EXAMPLES = """\
examples:
  tabletop-odds farkle roll-again --turn 450 --dice 2
  tabletop-odds cant-stop odds 6 7 8
  tabletop-odds farkle --help
  tabletop-odds report all --folder build/reports
  tabletop-odds cache list
"""


class Parser(argparse.ArgumentParser):
    """argparse with errors of two lines: the usage, then what is wrong and which known word is nearest."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{one_line(self.format_usage())}\n{NAME}: error: {one_line(message)}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown options here, where the parser knows its own options and can name the nearest."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unknown argument {unknown[0]!r}{nearest(unknown[0], self._option_string_actions)}")
        return known, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            words = [str(choice) for choice in action.choices]
            message = f"{value!r} is not one of {', '.join(words)}{nearest(str(value), words)}"
            raise argparse.ArgumentError(action if action.option_strings else None, message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 answered, 1 a figure that `verify` finds wrong, 2 refused,
    130 interrupted.

    `argv` is the command without the program's name; None reads `sys.argv`.

    >>> main(["--version"])  # doctest: +ELLIPSIS
    tabletop-odds ...
    0
    """
    words = sys.argv[1:] if argv is None else list(argv)
    first = next((i for i, word in enumerate(words) if not word.startswith("-")), None)
    if first is not None and word_of(words[first]) in COMMANDS:  # "cant_stop" is understood
        words[first] = word_of(words[first])
    return ending(lambda: _run(words))


def ending(answered: Callable[[], int]) -> int:
    """What a command ends with, whatever it raises: its exit code, after one line on stderr where it was refused."""
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows "?", not a traceback
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = answered()
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has printed the help, the version or its error
        return stop.code if isinstance(stop.code, int) else 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader (`head`, `less`) has seen enough
        _discard_output()
        return 141
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except ValueError as error:
        message = str(error)
    print(f"{NAME}: error: {one_line(message)}", file=sys.stderr)
    return 2


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add `--format text|json|csv` (default text), to be read by `show(answer, args.format)`."""
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print the answer (default: text)")


def add_checkpoint(parser: argparse.ArgumentParser) -> None:
    """Add `--checkpoint FILE`, in which a `simulate` or `compare` command keeps finished games."""
    about = "keep finished games in this file; the same command goes on from there after it was killed"
    parser.add_argument("--checkpoint", metavar="FILE", help=about)


def add_until(parser: argparse.ArgumentParser) -> None:
    """Add `--until ERROR` and `--at-most N` beside the `--games` that is there, to be read by `how_many`."""
    until = "play until the standard error of the first measure is at most this, instead of --games"
    parser.add_argument("--until", type=float, metavar="ERROR", help=until)
    parser.add_argument("--at-most", type=whole_number, metavar="N", help="games, with --until (10,000,000)")
    parser.set_defaults(games=None)  # so that one that was typed is told from the default


def how_many(args: argparse.Namespace, games: int) -> dict[str, Any]:
    """The arguments n or until of a `simulate_*` function; `games` where neither was typed. ValueError: both were."""
    if args.until is None:
        if args.at_most is not None:
            raise ValueError(f"--at-most {args.at_most}: it goes with --until; --games says how many")
        return {"n": games if args.games is None else args.games}
    if args.games is not None:
        raise ValueError(f"--games {args.games} and --until {args.until:g}: give one; --at-most limits --until")
    from tabletop_odds.precision import Precision

    return {"until": Precision(args.until) if args.at_most is None else Precision(args.until, args.at_most)}


def show(answer: Advice | Comparison | pd.DataFrame, format: str) -> None:
    """Print an Advice, a Comparison or a table as "text", "json" or "csv" (these two in full precision)."""
    from tabletop_odds.answers import Advice, Comparison

    if isinstance(answer, Advice):
        text = {"text": answer.__str__, "json": answer.to_json, "csv": answer.to_csv}[format]()
    elif isinstance(answer, Comparison) and format == "text":
        text = str(answer)
    else:
        frame = answer.to_frame() if isinstance(answer, Comparison) else answer
        text = {
            "text": lambda: frame.to_string(index=False),
            "json": lambda: frame.to_json(orient="records", indent=2),
            "csv": lambda: frame.to_csv(index=False),
        }[format]()
    print(text.rstrip("\n"))


def show_rows(rows: Sequence[Mapping[str, Any]], format: str) -> None:
    """Print rows of plain values as "json" or "csv", without pandas; a value that a row lacks is None."""
    if format == "json":
        import json

        print(json.dumps(list(rows), indent=2))
        return
    import csv

    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def show_advice(advice: Advice, format: str, did: str | None = None) -> None:
    """Print an Advice as `show`, and after the text what the action `did` cost.

    Raises ValueError for `did` beside another format, and for no action of the Advice.
    """
    if did is None:
        show(advice, format)
        return
    from tabletop_odds.answers import as_number, as_percent

    if format != "text":
        raise ValueError(f"--did {did!r}: answered as text alone; in {format} the costs are all there")
    cost = advice.cost_of(did)
    shown = as_percent(cost) if advice.unit == "probability" else as_number(cost, advice.unit)
    show(advice, format)
    print(f"{did}: costs {shown}")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules NAME|FILE.toml`, to be read by `rules_argument(game, args.rules)`."""
    parser.add_argument(
        "--rules", metavar="NAME|FILE.toml", help="a preset's name or a TOML file (default: the game's own)"
    )


def rules_argument(game: ModuleType, text: str | None) -> Any:
    """The `Rules` that `--rules` names: a preset of `game`, or a file where the name ends in `.toml`.

    None is `game.Rules()`. ValueError: one line that names the preset or the file and what is wrong with it.
    """
    if text is None:
        return game.Rules()
    if not text.lower().endswith(".toml"):
        return game.Rules.preset(text)
    try:
        return game.Rules.from_toml(text)
    except OSError as error:
        raise ValueError(f"rules file {text}: {error.strerror or error}") from error


def whole_number(text: str) -> int:
    """A whole number as people type it ("250000", "250,000", "250_000"); a `type=` for argparse.

    >>> whole_number("250,000")
    250000
    """
    try:
        if text.isascii():
            return int(text.replace(",", ""))
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")


def nearest(word: str, known: Any) -> str:
    """A suggestion for a mistyped word, or nothing: "; did you mean 'farkle'?"."""
    import difflib

    match = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {match[0]!r}?" if match else ""


def one_line(text: str) -> str:
    """The text with every run of blanks and line breaks as one blank."""
    return " ".join(text.split())


def _run(words: list[str]) -> int:
    args = _root(words).parse_args(words)
    code: int | None = args.run(args)
    return code or 0


def _root(words: list[str]) -> Parser:
    """The root parser, with the commands of the first word in full and the other words by name only."""
    description = "Odds, best decisions and honest simulations for tabletop games."
    root = Parser(prog=NAME, description=description, epilog=EXAMPLES)
    root.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    subparsers = root.add_subparsers(dest="command", metavar="COMMAND", required=True, title="commands")
    asked = next((word for word in words if not word.startswith("-")), None)
    for command, about in COMMANDS.items():
        if command != asked:
            subparsers.add_parser(command, help=about, add_help=False)
            continue
        from importlib import import_module

        import_module(f"tabletop_odds.cli.{module_of(command)}").add_commands(subparsers)
    return root


def _discard_output() -> None:
    """Send what is left to print nowhere, so that closing a broken pipe at exit stays quiet."""
    with suppress(OSError, ValueError):  # stdout may be no real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
