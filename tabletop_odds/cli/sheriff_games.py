"""`tabletop-odds sheriff simulate` and `compare`: policies as words, and whole games between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import how_many, nearest, show
from .sheriff_odds import given_rules

if TYPE_CHECKING:
    import argparse

    from tabletop_odds.sheriff.markets import MarketPlan
    from tabletop_odds.sheriff.merchants import Merchant
    from tabletop_odds.sheriff.policies import Policy
    from tabletop_odds.sheriff.rules import Rules
    from tabletop_odds.sheriff.sheriffs import Sheriff

GAMES = 20_000
MERCHANTS = ("honest", "bluffer:P", "opportunist", "equilibrium")
SHERIFFS = ("never", "always", "rate:P", "bribes:GOLD", "threshold", "equilibrium")
MARKETS = ("best", "contraband", "deny", "none")
SIMULATE = """a POLICY is MERCHANT/SHERIFF, or MERCHANT/SHERIFF/MARKET; a MERCHANT alone has Sheriff rate:0.3
  honest                    the truth whenever there is a legal card; honest:2 offers 2 gold all the same
  bluffer:0.5               smuggles in every second round; bluffer:0.5:2:3 at most 2 cards, with a bribe of 3
  opportunist               smuggles where it pays if a third is inspected, opportunist:0.5 if half; also :CARDS:BRIBE
  equilibrium               bags as in the equilibrium of the one-bag game; alone also its Sheriff
a SHERIFF: never; always; rate:0.3; equilibrium
  bribes:4                  passes for 4 gold, opens all other bags; bribes:4:0.3 opens 30 % of them
  threshold                 by the odds of a lie; threshold:0.5 takes every second bag for one
a MARKET (the one that suits the merchant): best, contraband, deny, none
examples:
  tabletop-odds sheriff simulate honest honest bluffer:0.5 opportunist/threshold
  tabletop-odds sheriff compare honest bluffer:1 opportunist --against honest/always
  tabletop-odds sheriff compare honest bluffer:0.5 opportunist --round-robin"""


def policy_of(word: str) -> Policy:
    """The policy that a word names: MERCHANT, MERCHANT/SHERIFF or MERCHANT/SHERIFF/MARKET."""
    from tabletop_odds.sheriff.policies import player

    parts = word.split("/")
    if len(parts) > 3:
        raise ValueError(f"policy {word!r}: must be MERCHANT, MERCHANT/SHERIFF or MERCHANT/SHERIFF/MARKET")
    if word == "equilibrium":
        parts = [word, word]
    merchant = _merchant(parts[0])
    sheriff = _sheriff(parts[1]) if len(parts) > 1 else None
    return player(merchant, sheriff, _market(parts[2]) if len(parts) > 2 else None)


def _split(word: str, kind: str, known: tuple[str, ...], most: int) -> tuple[str, list[Any]]:
    """A name and the numbers behind it, at most so many; ValueError for any other spelling."""
    from fractions import Fraction

    name, *numbers = word.split(":")
    names = [spelt.partition(":")[0] for spelt in known]
    try:
        if name in names and len(numbers) <= most:
            return name, [Fraction(text) for text in numbers]
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{kind} {word!r}: allowed are {', '.join(known)}{nearest(name, names)}")


def _whole(word: str, numbers: list[Any]) -> list[int]:
    """Numbers of cards and of gold as whole numbers."""
    for value in numbers:
        if value.denominator != 1:
            raise ValueError(f"{word!r}: {float(value)} must be a whole number")
    return [int(value) for value in numbers]


def _merchant(word: str) -> Merchant:
    from tabletop_odds.sheriff import merchants

    name, numbers = _split(word, "merchant", MERCHANTS, 3)
    if name == "honest" and len(numbers) <= 1:
        return merchants.honest(*_whole(word, numbers))
    if name == "equilibrium" and not numbers:
        return merchants.equilibrium_merchant()
    if name == "opportunist" and not numbers:
        return merchants.opportunist()
    if name in ("bluffer", "opportunist") and numbers:
        make = merchants.bluffer if name == "bluffer" else merchants.opportunist
        return make(numbers[0], *_whole(word, numbers[1:]))
    raise ValueError(f"merchant {word!r}: allowed are {', '.join(MERCHANTS)}")


def _sheriff(word: str) -> Sheriff:
    from tabletop_odds.sheriff import sheriffs

    name, numbers = _split(word, "Sheriff", SHERIFFS, 2)
    if name == "bribes" and numbers:
        return sheriffs.bribe_taker(*_whole(word, numbers[:1]), *numbers[1:])
    if name == "rate" and len(numbers) == 1:
        return sheriffs.at_rate(numbers[0])
    if name == "threshold" and len(numbers) <= 1:
        return _threshold(numbers)
    plain = {"never": sheriffs.never, "always": sheriffs.always, "equilibrium": sheriffs.equilibrium_sheriff}
    if name in plain and not numbers:
        return plain[name]()
    raise ValueError(f"Sheriff {word!r}: allowed are {', '.join(SHERIFFS)}")


def _threshold(numbers: list[Any]) -> Sheriff:
    """A Sheriff who opens where that gains, by a chance of a lie that is given, or by the odds of one."""
    from tabletop_odds.sheriff import sheriffs

    if numbers:
        return sheriffs.threshold(numbers[0], name=f"threshold, {float(numbers[0]):.0%} lies")
    from tabletop_odds.sheriff.lie_odds import TruthElseBluff, lie_probability

    return sheriffs.threshold(lambda cards, good, rules: lie_probability(cards, good, TruthElseBluff(), rules=rules))


def _market(word: str) -> MarketPlan:
    from tabletop_odds.sheriff import markets

    plans = dict(
        zip(MARKETS, (markets.chase_best_good, markets.chase_contraband, markets.deny, markets.keep_hand), strict=True)
    )
    if word not in plans:
        raise ValueError(f"market {word!r}: allowed are {', '.join(MARKETS)}{nearest(word, MARKETS)}")
    return plans[word]()


def _table_rules(args: argparse.Namespace, players: int | None = None) -> Rules:
    """The rules asked for, with so many at the table."""
    from dataclasses import replace

    rules = given_rules(args)
    if args.players is not None:
        return replace(rules, players=args.players)
    return rules if args.rules is not None or players is None else replace(rules, players=players)


def simulate(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.simulate import simulate_games

    rules = _table_rules(args, len(args.policies) if len(args.policies) > 1 else None)
    policies = [policy_of(word) for word in args.policies]
    policies = policies * rules.players if len(policies) == 1 else policies
    run = simulate_games(
        policies, **how_many(args, GAMES), seed=args.seed, rules=rules, workers=args.workers, checkpoint=args.checkpoint
    )
    if args.format != "text":
        show(run.to_frame(), args.format)
        return
    seats = "; ".join(f"{i} {policy.name}" for i, policy in enumerate(policies, start=1))
    print(f"{rules}; players: {seats if len(args.policies) > 1 else f'all {policies[0].name}'}")
    print(run)


def compare(args: argparse.Namespace) -> None:
    from tabletop_odds.sheriff.simulate import compare as play_all
    from tabletop_odds.sheriff.simulate import round_robin

    rules = _table_rules(args, 3 if args.round_robin and len(args.policies) == 3 else None)
    policies = [policy_of(word) for word in args.policies]
    given: Any = {"seed": args.seed, "rules": rules, "workers": args.workers, "checkpoint": args.checkpoint}
    if args.round_robin:
        result: Any = round_robin(policies, args.games, **given)
    else:
        result = play_all(policies, args.games, opponents=policy_of(args.against), measure=args.measure, **given)
    if args.format == "text":
        print(result)
    else:
        show(result.to_frame(), args.format)
