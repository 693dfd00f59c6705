"""`tabletop-odds cant-stop`: roll-again, pairing, odds, column, simulate, compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import (
    add_checkpoint,
    add_format,
    add_rules,
    add_until,
    how_many,
    nearest,
    rules_argument,
    show,
    show_advice,
    show_rows,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from tabletop_odds.cant_stop.policies import Policy
    from tabletop_odds.cant_stop.rules import Rules

    from . import Subparsers

STATE = """a STATE is the players in the order of their seats, ">" before the one to act, in quotes:
  "> 6:4+2 7:3 8:+1 12* / 5:2 7:6"
  6:4 the marker on space 4 of column 6, 6:4+2 a runner two spaces above it, 8:+1 a runner without a marker,
  12* a column claimed, - nothing
examples:
"""
ROLL_AGAIN = f"""{STATE}  tabletop-odds cant-stop roll-again "> 6:+2 7:+1 8:+1 / -"
  tabletop-odds cant-stop roll-again "> 6:+2 7:+1 8:+1" --rules alone --did stop"""
PAIRING = f"""{STATE}  tabletop-odds cant-stop pairing "> 6:+2 7:+1 / -" 1 4 5 6
  tabletop-odds cant-stop pairing "> 6:+2 7:+1 / -" 1456 --did "5 11\""""
ODDS = """examples:
  tabletop-odds cant-stop odds                          every column, and the best sets
  tabletop-odds cant-stop odds 6 7 8                    with runners on these columns
  tabletop-odds cant-stop odds 2 3 --closed 10 11 12
  tabletop-odds cant-stop odds 3 6 8 --topped 6
  tabletop-odds cant-stop odds --state "> 3:+1 6:10+1 8:+1 / -\""""
COLUMN = """examples:
  tabletop-odds cant-stop column 7
  tabletop-odds cant-stop column 7 --from 4 --closed 6 8"""
POLICIES = ("28", "glenn-aloi", "linear", "rolls:N", "bust:P", "squares", "progress", "fitted", "optimal")
SIMULATE = """a POLICY is one of:
  28, glenn-aloi, linear    weights by column; 28:top also stops where a column is topped
  rolls:5                   stop after so many rolls
  bust:0.25                 stop where the next roll busts with a higher chance
  squares, progress         the best turn for (space / length)^2, or for progress in columns
  fitted                    the best turn for fitted values: the strongest on the official board
  optimal                   the best play, on boards small enough to be solved
examples:
  tabletop-odds cant-stop simulate linear
  tabletop-odds cant-stop simulate linear 28 --games 100000
  tabletop-odds cant-stop compare 28 28:top glenn-aloi linear
  tabletop-odds cant-stop compare fitted linear --players 2"""
GAMES_FAST, GAMES_SLOW = 100_000, 200


def add_commands(subparsers: Subparsers) -> None:
    """Add `cant-stop` and its commands."""
    game = subparsers.add_parser("cant-stop", help="Can't Stop: roll again? which pairing? odds of a roll")
    commands = game.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Any, help: str, epilog: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, epilog=epilog)
        add_rules(parser)
        add_format(parser)
        parser.set_defaults(run=run)
        return parser

    roll = add("roll-again", _roll_again, "stop or roll again?", ROLL_AGAIN)
    pairing = add("pairing", _pairing, "which pairing of a roll should be taken?", PAIRING)
    for parser in (roll, pairing):
        parser.add_argument("state", metavar="STATE", help="where everybody stands: see below")
        parser.add_argument("--did", metavar="ACTION", help="what was done: says what that mistake cost")
        parser.add_argument("--games", type=whole_number, metavar="N", help="play so many games an option on instead")
        parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="of their luck (0)")
    pairing.add_argument("roll", nargs="+", metavar="DIE", help="the four dice: 1 4 5 6, or 1456")
    odds = add("odds", _odds, "bust or not, and what the next roll offers", ODDS)
    odds.add_argument("runners", nargs="*", type=whole_number, metavar="COLUMN", help="columns with a runner")
    _add_closed(odds)
    odds.add_argument(
        "--topped", nargs="+", type=whole_number, default=[], metavar="COLUMN", help="whose runner is at the top"
    )
    odds.add_argument("--state", metavar="STATE", help='instead of all these: "> 3:+1 6:10+1 8:+1 / -"')
    column = add("column", _column, "the chance to top a column this turn, and the turns it takes", COLUMN)
    column.add_argument("column", type=whole_number, metavar="COLUMN")
    column.add_argument(
        "--from", dest="from_space", type=whole_number, metavar="SPACE", help="where the marker stands (each in turn)"
    )
    _add_closed(column)
    simulate = add("simulate", _simulate, "whole games, one policy a seat; one policy plays alone", SIMULATE)
    compare = add("compare", _compare, "policies in the same games: alone, or in every seat against others", SIMULATE)
    for parser in (simulate, compare):
        parser.add_argument("policies", nargs="+", metavar="POLICY", help="see below")
        parser.add_argument(
            "--games",
            type=whole_number,
            metavar="N",
            help=f"games ({GAMES_FAST:,}, or {GAMES_SLOW} where a best turn is played)",
        )
        parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
        parser.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
        add_checkpoint(parser)
    add_until(simulate)
    compare.add_argument(
        "--players", type=whole_number, metavar="N", help="at one board (as --rules says, else 1: alone)"
    )


def _add_closed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--closed", nargs="+", type=whole_number, default=[], metavar="COLUMN", help="that somebody has claimed"
    )


def _given_rules(args: argparse.Namespace) -> Rules | None:
    """The rules that were asked for; None leaves it to the state or the number of policies."""
    if args.rules is None:
        return None
    from tabletop_odds.cant_stop import rules

    found: Rules = rules_argument(rules, args.rules)
    return found


def _rules(args: argparse.Namespace) -> Rules:
    from tabletop_odds.cant_stop.rules import as_rules

    return as_rules(_given_rules(args))


def _roll_again(args: argparse.Namespace) -> None:
    from tabletop_odds.cant_stop.advise import should_roll

    advice = should_roll(args.state, rules=_given_rules(args), n=args.games, seed=args.seed)
    show_advice(advice, args.format, args.did)


def _pairing(args: argparse.Namespace) -> None:
    from tabletop_odds.cant_stop.advise import which_pairing

    roll: Any = "".join(args.roll).replace(",", "")  # the digits are taken as faces
    advice = which_pairing(roll, args.state, rules=_given_rules(args), n=args.games, seed=args.seed)
    show_advice(advice, args.format, args.did)


# --- odds


def _odds(args: argparse.Namespace) -> None:
    given = [*args.runners, *args.closed, *args.topped]
    if args.state is not None and given:
        raise ValueError(f"--state {args.state!r} beside columns: it names its own; leave {given[0]} out")
    if args.state is None and not given:
        _odds_of_columns(args)
        return
    from tabletop_odds.answers import as_percent
    from tabletop_odds.cant_stop.odds import bust_probability, offer_probability, playable_columns, rolls_of
    from tabletop_odds.formatting import text_table

    where: dict[str, Any]
    if args.state is None:
        rules = _rules(args)
        where = {"runners": args.runners, "closed": args.closed, "topped": args.topped}
        out = sorted({*args.runners, *args.topped})
        situation = f"runners on {_listed(out)}" if out else "no runners"
        situation += f", at the top {_listed(args.topped)}" if args.topped else ""
        situation += f", closed {_listed(args.closed)}" if args.closed else ""
    else:
        from tabletop_odds.cant_stop.board import State
        from tabletop_odds.cant_stop.rules import rules_for

        state = State.parse(args.state, _given_rules(args))
        where, rules, situation = {"runners": state}, rules_for(state, _given_rules(args)), str(state)
    rolls, bust = rolls_of(rules), bust_probability(**where, rules=rules)
    events: list[tuple[str, str, int | None, Fraction]] = [("bust", "busts", None, bust)]
    events.append(("success", "moves a runner", None, 1 - bust))
    for column in playable_columns(**where, rules=rules):
        events.append(("offer", f"offers {column}", column, offer_probability((column,), rules)))
    if args.format == "text":
        print(f"{situation}\n{rules} rules, exact")
        cells = [[words, as_percent(p), f"{int(p * rolls):,}", str(p)] for _, words, _, p in events]
        print(text_table(["the next roll", "chance", f"rolls of {rolls:,}", "fraction"], cells))
        return
    keys = ("event", "column", "rolls", "of", "probability")
    rows = [dict(zip(keys, (e, c, int(p * rolls), rolls, float(p)), strict=True)) for e, _, c, p in events]
    show_rows(rows, args.format)


def _odds_of_columns(args: argparse.Namespace) -> None:
    """Every column by itself, and the best sets for all runners."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.cant_stop.odds import best_columns, rolls_of, success_probability
    from tabletop_odds.formatting import text_table

    rules = _rules(args)
    rolls = rolls_of(rules)
    single = [((column,), success_probability((column,), rules)) for column in rules.columns]
    best = best_columns(rules.runners, rules)
    if args.format != "text":
        keys = ("columns", "rolls", "of", "success", "bust")
        found = [(_listed(columns), int(p * rolls), rolls, float(p), float(1 - p)) for columns, p in [*single, *best]]
        show_rows([dict(zip(keys, values, strict=True)) for values in found], args.format)
        return
    print(f"one roll, {rules} rules, exact")
    cells = [[_listed(columns), as_percent(p), f"{int(p * rolls):,}"] for columns, p in single]
    print(text_table(["column", "offered", f"rolls of {rolls:,}"], cells))
    print(f"the best columns for {rules.runners} runners")
    cells = [[_listed(columns), as_percent(1 - p), as_percent(p), f"{int(p * rolls):,}"] for columns, p in best]
    print(text_table(["columns", "bust", "success", f"rolls of {rolls:,}"], cells))


def _listed(columns: Iterable[int]) -> str:
    return " ".join(map(str, columns))


def _column(args: argparse.Namespace) -> None:
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.cant_stop.checks import check_column
    from tabletop_odds.cant_stop.columns import expected_turns_to_top, top_probability
    from tabletop_odds.formatting import text_table

    rules = _rules(args)
    length = rules.length(check_column(args.column, rules))
    rows = []
    for space in range(length) if args.from_space is None else [args.from_space]:
        asked: Any = (args.column, space, rules, args.closed)
        chance, turns = top_probability(*asked).value, expected_turns_to_top(*asked).value
        rows.append({"from_space": space, "top_probability": chance, "expected_turns": turns})
    if args.format != "text":
        show_rows(rows, args.format)
        return
    closed = f", closed {_listed(args.closed)}" if args.closed else ""
    print(f"column {args.column} of {length} spaces, going only for it{closed}, {rules} rules, exact")
    cells = [[str(space), as_percent(chance), as_number(turns)] for space, chance, turns in (r.values() for r in rows)]
    print(text_table(["marker on", "topped this turn", "expected turns to claim it"], cells))


# --- games


def _policy(word: str, rules: Rules) -> Policy:
    """The policy that a word names."""
    from tabletop_odds.cant_stop import policies, potentials

    weighted = {"28": policies.rule_of_28, "glenn-aloi": policies.glenn_aloi, "linear": policies.linear_weights}
    name, _, option = word.partition(":")
    if name in weighted and option in ("", "top"):
        return weighted[name](stop_at_top=bool(option))
    if name == "rolls" and option.isdecimal():
        return policies.roll_times(int(option))
    if name == "bust" and option.replace(".", "", 1).isdecimal():
        return policies.bust_limit(float(option))
    if word in ("squares", "progress"):
        return policies.best_turn_for(potentials.squares() if word == "squares" else potentials.progress())
    if word == "fitted":
        from tabletop_odds.cant_stop.fitted import fitted_play

        return fitted_play(min(rules.players, 2))
    if word == "optimal":
        from tabletop_odds.cant_stop.optimal import optimal_play

        return optimal_play(rules)
    raise ValueError(f"policy {word!r}: allowed are {', '.join(POLICIES)}, 28:top and so on{nearest(word, POLICIES)}")


def _games(args: argparse.Namespace, policies: Sequence[Policy]) -> int:
    if args.games is not None:
        return int(args.games)
    return GAMES_SLOW if any(policy.weights is None for policy in policies) else GAMES_FAST


def _simulate(args: argparse.Namespace) -> None:
    from dataclasses import replace

    from tabletop_odds.cant_stop.rules import Rules
    from tabletop_odds.cant_stop.simulate import simulate_games

    alone = len(args.policies) == 1
    rules = _given_rules(args) or Rules(players=len(args.policies))
    rules = replace(rules, players=1) if alone else rules
    policies = [_policy(word, rules) for word in args.policies]
    run = simulate_games(
        policies,
        **how_many(args, _games(args, policies)),
        seed=args.seed,
        rules=rules,
        workers=args.workers,
        checkpoint=args.checkpoint,
    )
    if args.format != "text":
        show(run.to_frame(), args.format)
        return
    seats = "; ".join(f"{i} {policy.name}" for i, policy in enumerate(policies, start=1))
    print(f"{policies[0].name}, {rules}" if alone else f"{rules} rules; seats: {seats}")
    print(run)


def _compare(args: argparse.Namespace) -> None:
    from dataclasses import replace

    from tabletop_odds.cant_stop.simulate import compare, round_robin

    given = _given_rules(args)
    alone = 1 if given is None else given.players
    players = alone if args.players is None else args.players
    rules = replace(_rules(args), players=players)
    policies = [_policy(word, rules) for word in args.policies]
    play: Any = compare if rules.players == 1 else round_robin
    result = play(
        policies, _games(args, policies), seed=args.seed, rules=rules, workers=args.workers, checkpoint=args.checkpoint
    )
    if args.format == "text":
        print(result)
    else:
        show(result.to_frame(), args.format)
