"""`tabletop-odds sheriff`: hand, market, lie, race, inspect, accept, bribe, load, equilibrium, simulate, compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import add_checkpoint, add_format, add_rules, add_until, show, show_advice, whole_number
from . import sheriff_games as games
from . import sheriff_lies as lies
from . import sheriff_odds as odds
from .sheriff_odds import declared_good, given_rules, number

if TYPE_CHECKING:
    from tabletop_odds.sheriff.rules import Rules
    from tabletop_odds.sheriff.state import Offer

    from . import Subparsers

OBJECTIVES = ("points", "lead", "difference")
CARDS = """CARDS are goods, each as often as there are cards, in quotes: "apple apple mead" or "2 apple, mead"
examples:
"""
HAND = f"""{CARDS}  tabletop-odds sheriff hand                            every good
  tabletop-odds sheriff hand apple --at-least 3
  tabletop-odds sheriff hand --some-good --at-least 3       of whichever legal good
  tabletop-odds sheriff hand contraband --seen "2 mead, silk\""""
MARKET = f"""{CARDS}  tabletop-odds sheriff market                          chasing the best good of a fresh hand
  tabletop-odds sheriff market --good apple               chasing apples
  tabletop-odds sheriff market "3 apple, mead, silk, bread" --set-aside "mead, silk, bread"
  tabletop-odds sheriff market "3 apple, mead, silk, bread" --left "silk, apple"    the best markets
a pile is written from its bottom to its top"""
LIE = f"""{CARDS}  tabletop-odds sheriff lie                             every declaration
  tabletop-odds sheriff lie --declared 4 apple --bluff 0.3
  tabletop-odds sheriff lie --declared 4 apple --seen "9 apple\""""
RACE = """examples:
  tabletop-odds sheriff race apple 8 5 6 3                as it stands: my copies, then the others'
  tabletop-odds sheriff race apple 8 5 6 3 --loads 2      with so many honest loads of each to come"""
INSPECT = f"""{CARDS}  tabletop-odds sheriff inspect --declared 4 apple --lie 0.6 --false-cards 1 --bribe 3
  tabletop-odds sheriff inspect --declared 4 apple --bluff 0.3 --seen "9 apple\""""
ACCEPT = f"""{CARDS}  tabletop-odds sheriff accept --bribe 3 --declared 4 apple --lie 0.6
  tabletop-odds sheriff accept --bribe 5 --stand "2 apple" --declared 4 chicken --lie 0.9 --did inspect"""
BRIBE = f"""{CARDS}  tabletop-odds sheriff bribe "4 apple, mead" --as apple --lie 0.8
  tabletop-odds sheriff bribe "4 apple, mead" --as apple --accept 5 --inspect 0.4"""
LOAD = f"""{CARDS}  tabletop-odds sheriff load "apple apple apple mead silk bread"
  tabletop-odds sheriff load "3 apple, mead, silk, bread" --inspect 0.3 --did "3 apple as 3 apple\""""
EQUILIBRIUM = f"""{CARDS}  tabletop-odds sheriff equilibrium                      how often which bags are opened
  tabletop-odds sheriff equilibrium "3 apple, mead, silk, bread"     what to load from a hand"""


def add_commands(subparsers: Subparsers) -> None:
    """Add `sheriff` and its commands."""
    game = subparsers.add_parser("sheriff", help="Sheriff of Nottingham: hands, lies, bribes, bags, whole games")
    commands = game.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Any, help: str, epilog: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, epilog=epilog)
        add_rules(parser)
        add_format(parser)
        parser.set_defaults(run=run)
        return parser

    hand = add("hand", odds.hand, "the odds that a hand holds so many cards of a good", HAND)
    hand.add_argument("good", nargs="?", metavar="GOOD", help='a good, or "legal" or "contraband" (each good)')
    hand.add_argument("--some-good", action="store_true", help="of the legal good there are most of, whichever it is")
    hand.add_argument("--at-least", type=whole_number, metavar="K", help="so many (each number)")
    hand.add_argument("--cards", type=whole_number, metavar="N", help="in the hand (as dealt)")
    market = add("market", odds.market, "the odds of a hand after its market", MARKET)
    market.add_argument("hand", nargs="?", metavar="CARDS", help="the hand before it (a fresh one)")
    market.add_argument("--good", metavar="GOOD", help="the good to count (each), or to chase (the best of the hand)")
    market.add_argument("--set-aside", metavar="CARDS", help="what is set aside (the best that can be)")
    for pile in ("left", "right"):
        market.add_argument(f"--{pile}", default="", metavar="CARDS", help=f"the pile {pile.upper()}, its top last")
        market.add_argument(f"--take-{pile}", type=whole_number, default=0, metavar="N", help="cards taken from there")
    lie = add("lie", lies.lie, "the odds that a declaration is a lie", LIE)
    race = add("race", lies.race, "the odds to be King or Queen of a good", RACE)
    race.add_argument("good", metavar="GOOD", help="a legal good")
    race.add_argument("counts", nargs="+", type=whole_number, metavar="N", help="copies: mine, then each other's")
    race.add_argument(
        "--loads", type=whole_number, default=0, metavar="N", help="honest bags still to come of each (0)"
    )
    inspect = add("inspect", _inspect, "open a declared bag, or let it pass?", INSPECT)
    accept = add("accept", _accept, "take a bribe, or open the bag?", ACCEPT)
    for parser in (lie, inspect, accept):
        parser.add_argument(
            "--declared", nargs=2, metavar=("N", "GOOD"), required=parser is not lie, help="what is said to be in it"
        )
        parser.add_argument("--bluff", type=number, metavar="P", help="how often one bluffs who cannot be true (0.5)")
    lie.add_argument("--gave", metavar="CARDS", help="what the merchant set aside (not watched)")
    lie.add_argument("--took", default="", metavar="CARDS", help="what was then taken from the piles")
    lie.add_argument("--drew", type=whole_number, metavar="N", help="cards then drawn (as many as were lacking)")
    for parser in (hand, market, lie, inspect, accept):
        parser.add_argument("--seen", default="", metavar="CARDS", help="that are known to be elsewhere")
    for parser in (inspect, accept):
        parser.add_argument("--false-goods", metavar="CARDS", help="which they are (contraband by chance)")
        parser.add_argument("--bribe", type=whole_number, default=0, metavar="GOLD", help="gold offered (0)")
        parser.add_argument("--stand", default="", metavar="CARDS", help="goods offered from the merchant's stand")
        parser.add_argument("--from-bag", default="", metavar="CARDS", help="goods said to be in the bag, and offered")
    bribe = add("bribe", _bribe, "how much to offer for a bag", BRIBE)
    bribe.add_argument("bag", metavar="CARDS", help="what is in it")
    bribe.add_argument("--as", dest="good", required=True, metavar="GOOD", help="what all of it is said to be")
    bribe.add_argument("--accept", type=whole_number, metavar="GOLD", help="from so much on the Sheriff lets it pass")
    bribe.add_argument("--inspect", type=number, metavar="P", help="how often a bag is opened that offers less (1)")
    bribe.add_argument("--gold", type=whole_number, default=50, metavar="N", help="that can be offered (50)")
    bribe.add_argument("--amounts", nargs="+", type=whole_number, metavar="GOLD", help="to compare (all that may pay)")
    for parser in (inspect, accept, bribe):
        parser.add_argument("--lie", type=number, metavar="P", help="how likely it is a lie, as the Sheriff sees it")
        parser.add_argument("--false-cards", type=whole_number, metavar="N", help="false ones in a lie (1)")
    load = add("load", _load, "which cards to put into the bag, and as which good", LOAD)
    load.add_argument("hand", metavar="CARDS", help="the hand")
    load.add_argument("--inspect", type=number, metavar="P", help="how often bags are opened (as in equilibrium)")
    load.add_argument("--most", type=whole_number, default=10, metavar="N", help="loads shown (10)")
    for parser in (inspect, accept, bribe, load):
        parser.add_argument(
            "--objective",
            choices=OBJECTIVES,
            default=None if parser is load else "points",
            help="own points, or those less the mean of all others, or less the other side's "
            + ("(the last as in equilibrium, else the first)" if parser is load else "(the first)"),
        )
        parser.add_argument("--did", metavar="ACTION", help="what was done: says what that mistake cost")
    equilibrium = add("equilibrium", lies.equilibrium, "the equilibrium of the one-bag game", EQUILIBRIUM)
    equilibrium.add_argument("hand", nargs="?", metavar="CARDS", help="a hand to be loaded")
    simulate = add("simulate", games.simulate, "whole games, one policy a seat, or one in all seats", games.SIMULATE)
    compare = add(
        "compare", games.compare, "policies in the same games, each against the same opponents", games.SIMULATE
    )
    compare.add_argument("--against", default="honest", metavar="POLICY", help="in all other seats (honest)")
    compare.add_argument("--measure", choices=("score", "win"), default="score", help="what counts (score)")
    compare.add_argument("--round-robin", action="store_true", help="against each other instead, in every seat")
    for parser in (simulate, compare):
        parser.add_argument("policies", nargs="+", metavar="POLICY", help="see below")
        parser.add_argument(
            "--games", type=whole_number, default=games.GAMES, metavar="N", help=f"games ({games.GAMES:,})"
        )
        parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
        parser.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
        parser.add_argument("--players", type=whole_number, metavar="N", help="at the table (as --rules says)")
        add_checkpoint(parser)
    add_until(simulate)


# --- advice


def _offer(args: argparse.Namespace, rules: Rules) -> Offer:
    from tabletop_odds.sheriff.goods import parse_cards
    from tabletop_odds.sheriff.state import Offer

    return Offer(args.bribe, parse_cards(args.stand, rules.table), parse_cards(args.from_bag, rules.table))


def _asked(args: argparse.Namespace, rules: Rules) -> dict[str, Any]:
    """What inspect and accept are both asked with."""
    from tabletop_odds.sheriff.lie_odds import TruthElseBluff

    return {
        "declared": declared_good(args.declared)[0],
        "good": args.declared[1],
        "lie_probability": args.lie,
        "merchant": None if args.bluff is None else TruthElseBluff(args.bluff),
        "false_cards": args.false_cards,
        "false_goods": args.false_goods,
        "seen": args.seen,
        "objective": args.objective,
        "bribe": _offer(args, rules),
        "rules": rules,
    }


def _inspect(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.advise import should_inspect

    show_advice(should_inspect(**_asked(args, given_rules(args))), args.format, args.did)


def _accept(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.advise import should_accept

    show_advice(should_accept(**_asked(args, given_rules(args))), args.format, args.did)


def _bribe(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.advise import what_bribe

    advice = what_bribe(
        args.bag,
        args.good,
        accept=args.accept,
        inspect=args.inspect,
        lie_probability=args.lie,
        false_cards=args.false_cards,
        gold=args.gold,
        amounts=args.amounts,
        objective=args.objective,
        rules=given_rules(args),
    )
    show_advice(advice, args.format, args.did)


def _load(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.advise import what_to_load

    rules = given_rules(args)

    def ask(most: int | None) -> Any:
        return what_to_load(args.hand, inspect=args.inspect, objective=args.objective, most=most, rules=rules)

    if args.did is None:
        show(ask(args.most), args.format)
        return
    from tabletop_odds.answers import as_number
    from tabletop_odds.sheriff.goods import parse_cards
    from tabletop_odds.sheriff.wording import load_words

    if args.format != "text":
        raise ValueError(f"--did {args.did!r}: answered as text alone; in {args.format} the costs are all there")
    bag, _, good = args.did.partition(" as ")
    cards, said = parse_cards(bag.replace("+", " "), rules.table), parse_cards(good, rules.table)
    if len(set(said)) != 1 or len(said) not in (1, len(cards)):
        raise ValueError(f'--did {args.did!r}: a load is cards and one good, such as "3 apple, mead as 4 apple"')
    did = load_words(cards, said[0])
    cost = ask(None).cost_of(did)
    print(ask(args.most))
    print(f"{did}: costs {as_number(cost, 'points')}")
