"""`tabletop-odds farkle`: roll-again, keep, piggy-back, odds, card."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import add_format, add_rules, rules_argument, show, whole_number

if TYPE_CHECKING:
    from tabletop_odds.farkle.rules import Rules

    from . import Subparsers

ROLL_AGAIN = """examples:
  tabletop-odds farkle roll-again --turn 450 --dice 2
  tabletop-odds farkle roll-again --turn 300 --dice 3 --rules zilch --farkles 2
  tabletop-odds farkle roll-again --turn 450 --dice 2 --format json"""
KEEP = """examples:
  tabletop-odds farkle keep 1 1 5 2 3 6
  tabletop-odds farkle keep 115236 --turn 300 --rules rich"""


def add_commands(subparsers: Subparsers) -> None:
    """Add `farkle` and its commands."""
    farkle = subparsers.add_parser("farkle", help="Farkle: roll again? what to keep? odds of a roll")
    commands = farkle.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Any, help: str, epilog: str | None = None) -> argparse.ArgumentParser:
        raw = argparse.RawDescriptionHelpFormatter
        parser: argparse.ArgumentParser = commands.add_parser(
            name, help=help, description=help, epilog=epilog, formatter_class=raw
        )
        add_rules(parser)
        parser.set_defaults(run=run)
        return parser

    roll = add("roll-again", _roll_again, "bank or roll again?", ROLL_AGAIN)
    roll.add_argument("--turn", type=whole_number, required=True, metavar="POINTS", help="points at risk this turn")
    roll.add_argument("--dice", type=whole_number, required=True, metavar="N", help="dice left to roll")
    _add_player(roll)
    keep = add("keep", _keep, "which dice of a roll should be kept?", KEEP)
    keep.add_argument("roll", nargs="+", metavar="DIE", help="the dice rolled: 1 1 5 2 3 6, or 115236")
    keep.add_argument("--turn", type=whole_number, default=0, metavar="POINTS", help="points at risk before it (0)")
    _add_player(keep)
    piggy = add("piggy-back", _piggy_back, "take over the dice that the previous player left?")
    piggy.add_argument("--turn", type=whole_number, required=True, metavar="POINTS", help="what that player banked")
    piggy.add_argument("--dice", type=whole_number, required=True, metavar="N", help="dice that player left")
    piggy.add_argument(
        "--reading",
        choices=("inherit", "bonus"),
        help="take over the points too, or score 1000 more with the first roll (default: as the rules say)",
    )
    _add_player(piggy)
    odds = add("odds", _odds, "farkle, hot dice and best score by number of dice")
    add_format(odds)
    add("card", _card, "a card to print: from what turn total to bank")


def _add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--not-opened", action="store_true", help="has not yet banked the opening threshold")
    parser.add_argument(
        "--farkles", type=whole_number, default=0, metavar="N", help="farkles in a row before this turn (0)"
    )
    add_format(parser)


def _rules(args: argparse.Namespace) -> Rules:
    from tabletop_odds.farkle import rules

    found: Rules = rules_argument(rules, args.rules)
    return found


def _player(args: argparse.Namespace) -> dict[str, Any]:
    return {"opened": not args.not_opened, "farkles": args.farkles, "rules": _rules(args)}


def _roll_again(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.advise import should_roll

    show(should_roll(args.turn, args.dice, **_player(args)), args.format)


def _keep(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.advise import what_to_keep

    show(what_to_keep(_faces(args.roll), args.turn, **_player(args)), args.format)


def _piggy_back(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.advise import should_piggy_back

    player = _player(args)
    if args.reading is not None:
        from dataclasses import replace

        player["rules"] = replace(player["rules"], piggy_back=args.reading)
    show(should_piggy_back(args.turn, args.dice, **player), args.format)


def _faces(words: list[str]) -> list[int]:
    """The dice as people type them: 1 1 5, 115, or 1,1,5. Each digit is one die."""
    digits = "".join(words).replace(",", "").replace(" ", "")
    for digit in digits:
        if digit not in "123456":
            raise ValueError(f"die {digit!r} in {' '.join(words)!r}: a face is a whole number from 1 to 6")
    return [int(digit) for digit in digits]


def _odds(args: argparse.Namespace) -> None:
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.farkle.odds import odds_rows
    from tabletop_odds.formatting import text_table

    rules = _rules(args)
    rows = odds_rows(rules)
    if args.format == "text":
        print(f"one roll, {rules} rules, exact")
        header = ["dice", "farkle", "hot dice", "mean best score"]
        cells = [
            [str(n), as_percent(bust), as_percent(hot), as_number(mean)]
            for n, bust, hot, mean in (r.values() for r in rows)
        ]
        print(text_table(header, cells))
        return
    numbers = [{name: value if name == "dice_left" else float(value) for name, value in row.items()} for row in rows]
    if args.format == "json":
        import json

        print(json.dumps(numbers, indent=2))
    else:
        print(",".join(numbers[0]))
        for row in numbers:
            print(",".join(map(repr, row.values())))


def _card(args: argparse.Namespace) -> None:
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.farkle.odds import bust_probability
    from tabletop_odds.farkle.optimal import bank_thresholds, solve_turn
    from tabletop_odds.formatting import text_table

    rules = _rules(args)
    limits = bank_thresholds(rules)
    cells = []
    for n in range(1, rules.dice + 1):
        bank = f"{limits[n]:,}" if n in limits else "always roll"
        cells.append([str(n), bank, as_percent(bust_probability(n, rules))])
    print(f"FARKLE, {rules} rules: bank from")
    print(text_table(["dice left", "bank from", "farkle"], cells))
    print(f"most points a turn in the long run: {as_number(solve_turn(rules).gain)} (exact)")
