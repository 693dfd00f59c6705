"""`tabletop-odds roo`: odds, first, place, share, advise, stop, simulate, compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import add_checkpoint, add_format, add_rules, add_until, how_many, nearest, show, show_advice, whole_number
from .roo_odds import STATE, add_odds, given_rules

if TYPE_CHECKING:
    from tabletop_odds.roo.policies import Policy
    from tabletop_odds.roo.rules import Rules

    from . import Subparsers

LONE = '". R2 . . / . . . . / . . . . / . . . .; hand B1 B3 G4 Y1 Y2; targets R2 B1 G3"'
ADVISE = f"""{STATE}  tabletop-odds roo advise {LONE}
  tabletop-odds roo advise {LONE} --did "discard G4\""""
STOP = f"""{STATE}  tabletop-odds roo stop ". R2 . . / . . . B1 / . . . . / . . G3 .; hand B2; targets R2 B1 G3\""""
POLICIES = ("random", "greedy", "unloader", "lookahead", "switcher")
SIMULATE = """a POLICY is one of:
  random       any legal action
  greedy       places targets as soon as it can, else looks for them
  unloader     never races, lays down cards on their colour
  lookahead    best after two turns
  switcher     greedy, but unloads once the race is lost
examples:
  tabletop-odds roo simulate greedy
  tabletop-odds roo simulate greedy unloader --rules mine.toml
  tabletop-odds roo compare greedy switcher --players 2"""
GAMES = 20_000


def add_commands(subparsers: Subparsers) -> None:
    """Add `roo` and its commands."""
    game = subparsers.add_parser("roo", help="Roo: how soon complete, who is first, which card to move")
    commands = game.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Any, help: str, epilog: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, epilog=epilog)
        add_rules(parser)
        add_format(parser)
        parser.set_defaults(run=run)
        return parser

    add_odds(add)
    advise = add("advise", _advise, "which card should be moved or discarded?", ADVISE)
    stop = add("stop", _stop, "complete, where stopping is optional: stop or play on?", STOP)
    for parser in (advise, stop):
        parser.add_argument("state", metavar="STATE", help="where everybody stands: see below")
        parser.add_argument("--did", metavar="ACTION", help="what was done: says what that mistake cost")
        parser.add_argument("--games", type=whole_number, metavar="N", help="play so many games an option on instead")
        parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="of their luck (0)")
    simulate = add("simulate", _simulate, "whole games, one policy a seat; one policy plays alone", SIMULATE)
    compare = add("compare", _compare, "policies in the same games: alone, or in every seat against others", SIMULATE)
    for parser in (simulate, compare):
        parser.add_argument("policies", nargs="+", metavar="POLICY", help="see below")
        parser.add_argument("--games", type=whole_number, default=GAMES, metavar="N", help=f"games ({GAMES:,})")
        parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
        parser.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
        add_checkpoint(parser)
    add_until(simulate)
    compare.add_argument(
        "--players", type=whole_number, metavar="N", help="at one table (as --rules says, else 1: alone)"
    )


def _advise(args: argparse.Namespace) -> None:
    from tabletop_odds.roo.advise import what_to_do

    advice = what_to_do(args.state, rules=given_rules(args), n=args.games, seed=args.seed)
    show_advice(advice, args.format, args.did)


def _stop(args: argparse.Namespace) -> None:
    from tabletop_odds.roo.advise import should_stop

    advice = should_stop(args.state, rules=given_rules(args), n=args.games, seed=args.seed)
    show_advice(advice, args.format, args.did)


# --- games


def _policy(word: str) -> Policy:
    """The policy that a word names."""
    from tabletop_odds.roo.policies import named_policies

    if word not in POLICIES:
        raise ValueError(f"policy {word!r}: allowed are {', '.join(POLICIES)}{nearest(word, POLICIES)}")
    return named_policies()[POLICIES.index(word)]


def _simulate(args: argparse.Namespace) -> None:
    from dataclasses import replace

    from tabletop_odds.roo.rules import Rules
    from tabletop_odds.roo.simulate import simulate_games

    alone = len(args.policies) == 1
    rules = given_rules(args) or Rules(players=len(args.policies))
    rules = replace(rules, players=1) if alone else rules
    policies = [_policy(word) for word in args.policies]
    run = simulate_games(
        policies, **how_many(args, GAMES), seed=args.seed, rules=rules, workers=args.workers, checkpoint=args.checkpoint
    )
    if args.format != "text":
        show(run.to_frame(), args.format)
        return
    seats = "; ".join(f"{i} {policy.name}" for i, policy in enumerate(policies, start=1))
    print(f"{policies[0].name}, {rules}" if alone else f"{rules} rules; seats: {seats}")
    print(run)
    _warn(rules)


def _compare(args: argparse.Namespace) -> None:
    from dataclasses import replace

    from tabletop_odds.roo.rules import Rules
    from tabletop_odds.roo.simulate import compare, round_robin

    given = given_rules(args) or Rules(players=1)
    rules = given if args.players is None else replace(given, players=args.players)
    policies = [_policy(word) for word in args.policies]
    play: Any = compare if rules.players == 1 else round_robin
    result = play(policies, args.games, seed=args.seed, rules=rules, workers=args.workers, checkpoint=args.checkpoint)
    if args.format == "text":
        print(result)
        _warn(rules)
    else:
        show(result.to_frame(), args.format)


def _warn(rules: Rules) -> None:
    """Say below an answer what share of deals cannot be completed under the rules, if any."""
    from tabletop_odds.roo.completable import warning

    if said := warning(rules):
        print(said)
