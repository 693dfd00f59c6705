"""`tabletop-odds farkle`: roll-again, keep, piggy-back, simulate, compare, handicap, odds, card."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import (
    add_checkpoint,
    add_format,
    add_rules,
    add_until,
    how_many,
    rules_argument,
    show,
    show_advice,
    whole_number,
)

if TYPE_CHECKING:
    from tabletop_odds.farkle.policies import Policy
    from tabletop_odds.farkle.rules import Rules

    from . import Subparsers

GAMES = 100_000
ROLL_AGAIN = """examples:
  tabletop-odds farkle roll-again --turn 450 --dice 2
  tabletop-odds farkle roll-again --turn 450 --dice 2 --mine 7200 --theirs 9100
  tabletop-odds farkle roll-again --turn 300 --dice 3 --rules zilch --farkles 2
  tabletop-odds farkle roll-again --turn 450 --dice 2 --format json"""
KEEP = """examples:
  tabletop-odds farkle keep 1 1 5 2 3 6
  tabletop-odds farkle keep 115236 --turn 300 --rules rich
  tabletop-odds farkle keep 115236 --mine 9000 --theirs 9950 --did "keep 1 1 5\""""
SIMULATE = """a POLICY is one of:
  300                       bank from so many points on
  250/250/400/1000/2900     bank from so many with 1, 2, 3 ... dice left
  300:best                  either, and what to keep: most, fewest or best
  turn                      the most points a turn
  race                      the best play for the win
  card                      a card to play by
examples:
  tabletop-odds farkle simulate 300 500 --games 100000
  tabletop-odds farkle simulate turn 300:best 500 --seed 7
  tabletop-odds farkle compare race card turn 300"""


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
    _add_scores(roll)
    keep = add("keep", _keep, "which dice of a roll should be kept?", KEEP)
    keep.add_argument("roll", nargs="+", metavar="DIE", help="the dice rolled: 1 1 5 2 3 6, or 115236")
    keep.add_argument("--turn", type=whole_number, default=0, metavar="POINTS", help="points at risk before it (0)")
    _add_player(keep)
    _add_scores(keep)
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
    simulate = add("simulate", _simulate, "whole games between policies, one a seat", SIMULATE)
    _add_games(simulate)
    add_until(simulate)
    simulate.add_argument(
        "--less-luck",
        action="store_true",
        help="take off by how much the first seat's rolls were luckier: smaller errors",
    )
    compare = add("compare", _compare, "policies against each other in every seat, simulated", SIMULATE)
    _add_games(compare)
    handicap = add("handicap", _handicap, "points to give the second player, and what the first is worth then")
    add_format(handicap)
    card = add("card", _card, "a card to print: from what turn total to bank")
    card.add_argument("--race", action="store_true", help="twelve numbers to win the race by, where a card was fitted")


def _add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--not-opened", action="store_true", help="has not yet banked the opening threshold")
    parser.add_argument(
        "--farkles", type=whole_number, default=0, metavar="N", help="farkles in a row before this turn (0)"
    )
    add_format(parser)


def _add_scores(parser: argparse.ArgumentParser) -> None:
    scores = parser.add_argument_group("scores (the answer is then the chance to win)")
    scores.add_argument("--mine", type=whole_number, metavar="POINTS", help="banked before this turn")
    scores.add_argument(
        "--theirs", type=whole_number, nargs="+", metavar="POINTS", help="of the other players, in turn order"
    )
    scores.add_argument("--their-farkles", type=whole_number, nargs="+", default=[0], metavar="N", help="in a row (0)")
    scores.add_argument("--began", type=whole_number, metavar="N", help="who began: 0 this player, 1 the next ... (0)")
    scores.add_argument("--did", metavar="ACTION", help="what was done: says what that mistake cost")


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("policies", nargs="+", metavar="POLICY", help="see below")
    parser.add_argument("--games", type=whole_number, default=GAMES, metavar="N", help=f"games ({GAMES:,})")
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
    parser.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
    add_checkpoint(parser)
    add_format(parser)


def _rules(args: argparse.Namespace) -> Rules:
    from tabletop_odds.farkle import rules

    found: Rules = rules_argument(rules, args.rules)
    return found


def _player(args: argparse.Namespace) -> dict[str, Any]:
    return {"opened": not args.not_opened, "farkles": args.farkles, "rules": _rules(args)}


def _race(args: argparse.Namespace) -> dict[str, Any]:
    """The player's standing with the scores, where they are given."""
    player = _player(args)
    if args.mine is None and args.theirs is None:
        return player
    player["opened"] = None if player["opened"] else False  # has points: has opened
    theirs = args.theirs[0] if args.theirs and len(args.theirs) == 1 else args.theirs
    counts = args.their_farkles[0] if len(args.their_farkles) == 1 else args.their_farkles
    return player | {"mine": args.mine, "theirs": theirs, "their_farkles": counts, "began": args.began}


def _roll_again(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.advise import should_roll

    show_advice(should_roll(args.turn, args.dice, **_race(args)), args.format, args.did)


def _keep(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.advise import what_to_keep

    show_advice(what_to_keep(_faces(args.roll), args.turn, **_race(args)), args.format, args.did)


def _policies(args: argparse.Namespace, rules: Rules) -> list[Policy]:
    """The policies that the words name."""
    from tabletop_odds.farkle.policies import bank_at, thresholds

    found = []
    for word in args.policies:
        name, _, keep = word.partition(":")
        if name in ("turn", "race", "card") and not keep:
            found.append(_named(name, rules))
        elif name.replace(",", "").isdigit():
            found.append(bank_at(int(name.replace(",", "")), keep or "most"))
        elif all(part.isdigit() for part in name.split("/")):
            limits = dict(enumerate(map(int, name.split("/")), start=1))
            found.append(thresholds(limits, keep or "best"))
        else:
            raise ValueError(f"policy {word!r}: allowed are points to bank at, points by dice left, turn, race, card")
    return found


def _named(name: str, rules: Rules) -> Policy:
    if name == "turn":
        from tabletop_odds.farkle.optimal import optimal_turn

        return optimal_turn()
    if name == "race":
        from tabletop_odds.farkle.race_policies import best_at_hand

        return best_at_hand(rules)
    from tabletop_odds.farkle.card import race_card

    return race_card(rules)


def _simulate(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.games import simulate_games

    rules = _rules(args)
    policies = _policies(args, rules)
    run = simulate_games(
        policies,
        **how_many(args, GAMES),
        seed=args.seed,
        rules=rules,
        less_luck=args.less_luck,
        workers=args.workers,
        checkpoint=args.checkpoint,
    )
    if args.format == "text":
        print(f"{rules} rules; seats: " + "; ".join(f"{i} {p.name}" for i, p in enumerate(policies, start=1)))
        print(run)
    else:
        show(run.to_frame(), args.format)


def _compare(args: argparse.Namespace) -> None:
    from tabletop_odds.farkle.games import round_robin

    rules = _rules(args)
    policies = _policies(args, rules)
    result = round_robin(
        policies, args.games, seed=args.seed, rules=rules, workers=args.workers, checkpoint=args.checkpoint
    )
    if args.format == "text":
        print(result)
    else:
        show(result.to_frame(), args.format)


def _handicap(args: argparse.Namespace) -> None:
    from tabletop_odds.answers import as_percent
    from tabletop_odds.farkle.race import fair_head_start, head_start_rows
    from tabletop_odds.formatting import text_table

    rules = _rules(args)
    rows, fair = head_start_rows(rules), fair_head_start(rules)
    if args.format == "text":
        print(f"{rules} rules to {rules.target:,}, both playing for the win, exact")
        print(text_table(["second player has", "first player wins"], [[f"{p:,}", as_percent(w)] for p, w in rows]))
        print(f"fair head start: {fair:,}")
    elif args.format == "json":
        import json

        print(
            json.dumps({"fair_head_start": fair, "rows": [{"points": p, "first_wins": w} for p, w in rows]}, indent=2)
        )
    else:
        print("points,first_wins")
        for points, chance in rows:
            print(f"{points},{chance!r}")


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
    if args.race:
        from tabletop_odds.farkle.card import card_text

        print(card_text(_rules(args)))
        return
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
