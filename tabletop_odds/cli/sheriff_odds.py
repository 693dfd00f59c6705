"""`tabletop-odds sheriff hand` and `market`; and how the words of every command are read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import rules_argument, show_rows, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabletop_odds.distributions import Distribution
    from tabletop_odds.sheriff.rules import Rules
    from tabletop_odds.sheriff.state import Market

MOST_SHOWN = 8  # markets


def given_rules(args: argparse.Namespace) -> Rules:
    """The rules asked for, the base game for four without."""
    from tabletop_odds.sheriff import rules

    found: Rules = rules_argument(rules, args.rules)
    return found


def number(text: str) -> Any:
    """A decimal or a fraction, kept exact ("0.3", "1/3"); a `type=` for argparse.

    >>> number("1/3"), number(".3")
    (Fraction(1, 3), Fraction(3, 10))
    """
    from fractions import Fraction

    try:
        if text.isascii():
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a number")


def declared_good(words: Sequence[str]) -> tuple[int, str]:
    """What `--declared` names: a number of cards and a good. Raises ValueError for no number."""
    try:
        return whole_number(words[0]), words[1]
    except argparse.ArgumentTypeError as error:
        raise ValueError(f"--declared {' '.join(words)}: {error}") from None


def hand(args: argparse.Namespace) -> None:
    """How many cards of a good a hand holds."""
    from tabletop_odds.sheriff import odds

    rules = given_rules(args)
    if args.good is not None and args.some_good:
        raise ValueError(f"--some-good beside {args.good!r}: it asks about whichever good there is most of; give one")
    given: Any = {"cards": args.cards, "seen": args.seen, "rules": rules}
    if args.some_good:
        found = {"some legal good": odds.some_good_distribution(**given)}
    elif args.good is not None:
        found = {args.good: odds.hand_distribution(args.good, **given)}
    else:
        found = {good: odds.hand_distribution(good, **given) for good in (*rules.deck, "legal", "contraband")}
        found["some legal good"] = odds.some_good_distribution(**given)
    cards = rules.hand_size if args.cards is None else args.cards
    title = f"a hand of {cards} cards, {rules}, exact"
    title += f", seen elsewhere: {args.seen}" if args.seen else ""
    _copies(found, args.at_least, title, args.format)


def _copies(found: Mapping[str, Distribution], at_least: int | None, title: str, format: str) -> None:
    """How many copies of each good: the chance of at least so many, and of exactly so many of a single one."""
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.settings import in_range

    most = max(max(odds) for odds in found.values())
    numbers = range(1, most + 1) if at_least is None else [in_range("at_least", at_least, 0, 1000)]
    if format != "text":
        rows = [
            {"good": good, "cards": k, "exactly": float(odds[k]), "at_least": float(odds.at_least(k))}
            for good, odds in found.items()
            for k in ([0, *numbers] if at_least is None else numbers)
        ]
        show_rows(rows, format)
        return
    print(title)
    if at_least is not None:
        exact = [(good, odds.at_least(at_least)) for good, odds in found.items()]
        cells = [[good, as_percent(chance), f"{float(chance):.6f}", _short(chance)] for good, chance in exact]
        print(text_table(["good", f"at least {at_least}", "probability", "fraction"], cells))
    elif len(found) == 1:
        ((good, odds),) = found.items()
        cells = [[str(k), as_percent(odds[k]), as_percent(odds.at_least(k))] for k in (0, *numbers)]
        print(text_table([f"cards: {good}", "exactly", "at least"], cells))
        print(f"mean {as_number(odds.mean)}")
    else:
        cells = [[good, *(as_percent(odds.at_least(k)) for k in numbers)] for good, odds in found.items()]
        print(text_table(["at least", *map(str, numbers)], cells))


def _short(chance: Any) -> str:
    """A fraction, where it is short enough to be read."""
    return str(chance) if len(str(chance)) <= 24 else ""


def market(args: argparse.Namespace) -> None:
    """What a hand holds after its market: of a fresh hand, after a plan, or after the best one."""
    from tabletop_odds.sheriff.state import Market

    rules = given_rules(args)
    piles = {"left": args.left, "right": args.right}
    plan = args.set_aside is not None or args.take_left or args.take_right
    if args.hand is None:
        if plan or args.left or args.right:
            raise ValueError("a market of no hand: name the hand that cards are set aside from")
        _chase(args, rules)
        return
    given: Any = {**piles, "seen": args.seen, "rules": rules}
    if not plan:
        if args.good is not None:
            raise ValueError(
                f"--good {args.good!r} without --set-aside: the best market is that of the best honest bag"
            )
        _best_markets(args, given)
        return
    from tabletop_odds.sheriff.goods import parse_cards
    from tabletop_odds.sheriff.market_odds import market_distribution

    aside = parse_cards(args.set_aside or "", rules.table)
    done = Market(aside, args.take_left, args.take_right)
    goods = [args.good] if args.good is not None else [*rules.deck, "contraband"]
    found = {good: market_distribution(good, args.hand, done, **given) for good in goods}
    _copies(found, None, f"hand {args.hand}: {market_words(done)}, {rules}, exact", args.format)


def market_words(done: Market) -> str:
    """A market in words."""
    from tabletop_odds.sheriff.wording import phrase

    taken = [f"{n} from {pile}" for n, pile in ((done.left, "LEFT"), (done.right, "RIGHT")) if n]
    return "; ".join(
        [f"set aside {phrase(done.set_aside) or 'nothing'}", *([f"take {', '.join(taken)}"] if taken else [])]
    )


def _chase(args: argparse.Namespace, rules: Rules) -> None:
    from tabletop_odds.sheriff.chase_odds import chase_distribution

    name = "the best legal good" if args.good is None else args.good
    title = f"a fresh hand after a market that keeps {name} and draws the rest anew, {rules}, exact"
    _copies({name: chase_distribution(args.good, seen=args.seen, rules=rules)}, None, title, args.format)


def _best_markets(args: argparse.Namespace, given: Any) -> None:
    from tabletop_odds.answers import as_number
    from tabletop_odds.formatting import text_table
    from tabletop_odds.sheriff.market_plans import best_market
    from tabletop_odds.sheriff.wording import phrase

    found = best_market(args.hand, **given)[:MOST_SHOWN]
    if args.format != "text":
        keys = ("set_aside", "left", "right", "value")
        rows = [(phrase(one.market.set_aside), one.market.left, one.market.right, float(one.value)) for one in found]
        show_rows([dict(zip(keys, row, strict=True)) for row in rows], args.format)
        return
    print(f"hand {args.hand}: the best markets for an honest bag, {given['rules']}, exact")
    cells = [[market_words(one.market), as_number(one.value)] for one in found]
    print(text_table(["market", "value of the best honest bag"], cells, marked=0))
