"""`tabletop-odds sheriff lie`, `race` and `equilibrium`: declarations, crowns, and the one-bag game solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import show_rows
from .sheriff_odds import declared_good, given_rules

if TYPE_CHECKING:
    import argparse

    from tabletop_odds.sheriff.rules import Rules

KING_AND_QUEEN = ("king", "tied_king", "queen", "tied_queen")


def lie(args: argparse.Namespace) -> None:
    """How often a declaration is a lie, of a merchant who is true when able."""
    from fractions import Fraction

    from tabletop_odds.answers import as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.sheriff.lie_odds import TruthElseBluff, lie_probability
    from tabletop_odds.sheriff.rules import BAG_LIMIT

    rules = given_rules(args)
    model = TruthElseBluff(Fraction(1, 2) if args.bluff is None else args.bluff)
    given: Any = {"seen": args.seen, "rules": rules}
    if args.gave is not None:
        given |= {"gave": args.gave, "took": args.took, "drew": args.drew}
    elif args.took or args.drew is not None:
        raise ValueError('--took or --drew without --gave: what was set aside is needed too, --gave "" for nothing')
    asked = (
        [declared_good(args.declared)]
        if args.declared
        else [(cards, good) for good in rules.declarable for cards in range(1, BAG_LIMIT + 1)]
    )
    rows: list[dict[str, Any]] = [
        {"declared": cards, "good": good, "lie": float(lie_probability(cards, good, model, **given))}
        for cards, good in asked
    ]
    if args.format != "text":
        show_rows(rows, args.format)
        return
    print(
        f"a merchant who chases the good, is true when able, and else bluffs {as_percent(model.bluff)}, {rules}, exact"
    )
    if args.declared:
        ((cards, good),) = asked
        print(f"{cards} {good} declared: a lie with probability {as_percent(rows[0]['lie'])}")
        return
    by_good = {good: [as_percent(row["lie"]) for row in rows if row["good"] == good] for _, good in asked}
    header = ["P(lie), declared", *map(str, range(1, BAG_LIMIT + 1))]
    print(text_table(header, [[good, *cells] for good, cells in by_good.items()]))


def race(args: argparse.Namespace) -> None:
    """The odds of King and Queen."""
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.sheriff.crown_odds import copies_to_come, race_odds

    rules = given_rules(args)
    if len(args.counts) < 2:
        raise ValueError(f"counts {args.counts[0]}: mine, and then each other player's")
    ends: list[Any] = args.counts
    if args.loads:
        ends = [copies_to_come(args.good, args.loads, now=count, rules=rules) for count in args.counts]
    found = race_odds(args.good, ends[0], ends[1:], rules=rules)
    if args.format != "text":
        show_rows([{"event": name, "value": float(value)} for name, value in found._asdict().items()], args.format)
        return
    have = f"{args.good}: I have {args.counts[0]}, the others {' '.join(map(str, args.counts[1:]))}"
    against = f"against {len(args.counts) - 1}"
    if args.loads:
        print(
            f"{have}, {args.loads} honest bags of each to come, {against}, the deck of {rules}, exact, "
            "given what is assumed"
        )
        print(
            f"assumed: each bag is the best good of {rules.hand_size} fresh cards, chased, whatever the other bags hold"
        )
    else:
        print(f"{have}, {against}{'' if args.rules is None else f', {rules}'}, exact")
    chances = [[name.replace("_", " "), as_percent(getattr(found, name))] for name in KING_AND_QUEEN]
    print(text_table(["I am", "chance"], chances))
    print(f"bonus expected: {as_number(found.bonus)}")


def equilibrium(args: argparse.Namespace) -> None:
    """The value of the one-bag game and how often bags are opened; or what is loaded from a hand."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.sheriff.rules import BAG_LIMIT
    from tabletop_odds.sheriff.strategy_tables import bag_equilibrium

    rules = given_rules(args)
    if args.hand is not None:
        _loads(args, rules)
        return
    found = bag_equilibrium(rules)
    rows: list[dict[str, Any]] = [
        {
            "cards": cards,
            "good": good,
            "inspect": found.inspects(cards, good),
            "declared": found.declared[i * BAG_LIMIT + cards - 1],
            "lies": found.lies[i * BAG_LIMIT + cards - 1],
        }
        for i, good in enumerate(found.deal.declarable)
        for cards in range(1, min(BAG_LIMIT, found.deal.hand_size) + 1)
    ]
    if args.format != "text":
        show_rows(rows, args.format)
        return
    print(f"one bag, no bribes, no market, merchant's gain less the Sheriff's, {rules}, exact")
    print(f"value to the merchant {found.value.value:.4f}")
    print(f"a bag is a lie {as_percent(found.lie_probability)}, and opened {as_percent(found.inspect_probability)}")
    cells = [
        [
            f"{row['cards']} {row['good']}",
            as_percent(row["declared"]),
            as_percent(min(1.0, row["lies"] / row["declared"])) if row["declared"] else "",
            as_percent(row["inspect"]),
        ]
        for row in rows
    ]
    print(text_table(["declared", "chance", "then a lie", "opened"], cells))


def _loads(args: argparse.Namespace, rules: Rules) -> None:
    """What the merchant of the equilibrium loads from a hand."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.sheriff.goods import parse_cards
    from tabletop_odds.sheriff.strategy_tables import inspect_rate, merchant_mix
    from tabletop_odds.sheriff.wording import load_words, phrase

    cards = parse_cards(args.hand, rules.table)
    mix = sorted(merchant_mix(cards, rules), key=lambda pair: -pair[1])
    rates = [inspect_rate(len(load.bag), load.good, rules) for load, _ in mix]
    if args.format != "text":
        keys = ("bag", "good", "probability", "inspect")
        found = [(phrase(load.bag), load.good, chance, rate) for (load, chance), rate in zip(mix, rates, strict=True)]
        show_rows([dict(zip(keys, row, strict=True)) for row in found], args.format)
        return
    print(f"{phrase(cards)}: what the merchant of the equilibrium loads, {rules}, exact")
    cells = [
        [load_words(*load), as_percent(chance), as_percent(rate)]
        for (load, chance), rate in zip(mix, rates, strict=True)
    ]
    print(text_table(["load", "how often", "opened"], cells))
