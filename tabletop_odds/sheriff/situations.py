"""What advice is asked about, checked, and what is assumed of the other side.

Of the merchant: how likely a declaration is a lie, and what a lie then holds (`believed`). Of the Sheriff: how often he
opens a bag (`opening`), and which bribes he takes (`accepting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil

from tabletop_odds.answers import as_percent
from tabletop_odds.decks import hand_weights
from tabletop_odds.settings import in_range

from .bag_ends import Belief, even_gold, expected, sheriff_values
from .bags import Rate
from .chances import written
from .goods import Cards, Number, parse_cards
from .lie_odds import LoadModel, TruthElseBluff, bag_distribution
from .lie_odds import lie_probability as odds_of_lie
from .market_odds import in_cards
from .odds import unseen_cards
from .rules import BAG_LIMIT, MOST_GOLD, Rules
from .state import Declaration, Offer
from .wording import phrase

Taken = Number | Mapping[int, Number] | Callable[[int], Number]


# --- what is asked about


def check_chance(name: str, chance: object) -> Fraction:
    """A probability as a fraction, a decimal one as it is written. Raises ValueError for anything else.

    >>> check_chance("inspect", 0.3)
    Fraction(3, 10)
    """
    if isinstance(chance, bool) or not isinstance(chance, int | float | Fraction) or not 0 <= chance <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {written(chance)}")
    return Fraction(str(chance))


def check_declaration(cards: int, good: str, rules: Rules) -> Declaration:
    """What is declared. Raises ValueError for a number or a good that may not be (SH-9, SH-10)."""
    cards = in_range("declared cards", cards, 1, BAG_LIMIT)
    (name,) = parse_cards([good], rules.table)
    if name not in rules.declarable:
        raise ValueError(f"good {name!r} must not be declared: allowed are {', '.join(rules.declarable)} (SH-10)")
    return Declaration(cards, name)


def check_cards(place: str, cards: str | Iterable[str], most: int, rules: Rules) -> Cards:
    """The cards of a hand or bag. Raises ValueError for none, for too many, and for more of a good than there are."""
    found = parse_cards(cards, rules.table)
    in_range(f"cards in a {place}", len(found), 1, most)
    unseen_cards(found, rules)
    return found


def check_offer(bribe: int | Offer, cards: int, rules: Rules) -> Offer:
    """A bribe for a bag of so many cards as an Offer: gold alone, or with goods.

    Raises ValueError for gold out of range, for what is no good, more of one than there are or more than the bag has,
    and for a deal about another bag (SH-16), whose worth is not known here.
    """
    if not isinstance(bribe, Offer):
        return Offer(in_range("bribe", bribe, 0, MOST_GOLD))
    if bribe.inspect:
        raise ValueError(f"inspect {bribe.inspect} of a bribe: a deal about another bag is not valued here (SH-16)")
    stand, bag = parse_cards(bribe.stand, rules.table), parse_cards(bribe.bag, rules.table)
    in_range("cards offered from the bag", len(bag), 0, cards)
    unseen_cards((*stand, *bag), rules)
    return Offer(in_range("gold of a bribe", bribe.gold, 0, MOST_GOLD), stand, bag)


# --- what the Sheriff believes


def believed(
    declared: int,
    good: str,
    lie_probability: Number | None,
    merchant: TruthElseBluff | LoadModel | None,
    false_cards: int | None,
    false_goods: str | Iterable[str] | None,
    seen: str | Iterable[str],
    rules: Rules,
) -> Belief:
    """The belief that a question describes. Arguments and errors: `should_inspect`."""
    declaration = check_declaration(declared, good, rules)
    cards, good = declaration
    left = unseen_cards(seen, rules)
    if lie_probability is not None and merchant is not None:
        raise ValueError(f"lie_probability={lie_probability} beside a merchant model, which tells it: give one of both")
    if merchant is not None and not isinstance(merchant, TruthElseBluff):
        return _by_model(declaration, merchant, false_cards, false_goods, seen, rules)
    bags, held = false_bags(declaration, false_cards, false_goods, left, rules)
    there = left.get(good, 0)
    if lie_probability is not None:
        lie, source = check_chance("lie_probability", lie_probability), ""
        if there < cards and lie < 1:
            raise ValueError(f"lie_probability={lie_probability}: must be 1, only {there} {good} can be in the bag")
    elif there < cards:
        lie, source = Fraction(1), f" (only {there} {good} can be in it)"
    else:
        model = TruthElseBluff() if merchant is None else merchant
        lie = check_chance("lie probability", odds_of_lie(cards, good, model, seen=seen, rules=rules))
        source = f" (as of one who is true when able, and else bluffs {as_percent(model.bluff)})"
    return Belief(declaration, lie, bags, f"a lie with probability {as_percent(lie)}{source}, then {held}")


def _by_model(
    declaration: Declaration,
    model: LoadModel,
    false_cards: int | None,
    false_goods: str | Iterable[str] | None,
    seen: str | Iterable[str],
    rules: Rules,
) -> Belief:
    """The belief by a model that is a function of the hand, which tells what is in the bag as well."""
    if not callable(model):
        raise ValueError(f"merchant {model!r}: must be a TruthElseBluff, or a function of the hand")
    if false_cards is not None or false_goods is not None:
        raise ValueError("false_cards or false_goods beside a function of the hand, which tells them: leave them out")
    bags = bag_distribution(*declaration, model, seen=seen, rules=rules)
    found = {bag: check_chance("merchant", bags.fraction(bag) if bags.exact else bags[bag]) for bag in bags}
    false = {bag: chance for bag, chance in found.items() if set(bag) != {declaration.good}}
    lie = sum(false.values(), Fraction(0))
    words = f"a lie with probability {as_percent(lie)}, by the model given, which tells the bag too"
    return Belief(declaration, lie, false, words)


def false_bags(
    declaration: Declaration,
    false_cards: int | None,
    false_goods: str | Iterable[str] | None,
    left: Mapping[str, int],
    rules: Rules,
) -> tuple[dict[Cards, int], str]:
    """What a lying bag holds, by weight, and the same in words: so many false cards, the rest as declared.

    Named goods are those; otherwise they are contraband, dealt from what is `left` of it, or of the other goods where
    the deck has no contraband. Raises ValueError for a
    number that no lie has, for named goods of another number, with the declared one, or not left, and where not so much
    contraband is.
    """
    cards, good = declaration
    if false_goods is not None:
        named = parse_cards(false_goods, rules.table)
        number = in_range("cards in false_goods", len(named), 1, cards)
        if good in named:
            raise ValueError(f"false_goods {phrase(named)}: {good} is what is declared")
        if false_cards not in (None, number):
            raise ValueError(f"false_cards={false_cards}, but {number} in false_goods {phrase(named)}")
        if few := [name for name in named if named.count(name) > left.get(name, 0)]:
            raise ValueError(f"false_goods {phrase(named)}: {left.get(few[0], 0)} cards of {few[0]} are left")
        found, held = [(named, 1)], phrase(named)
    else:
        number = in_range("false_cards", 1 if false_cards is None else false_cards, 1, cards)
        kinds, such = [name for name in left if rules.table[name].smuggled], "contraband"
        if not kinds:  # no such card in the deck
            kinds, such = [name for name in left if name != good], "another good"
        if sum(left[name] for name in kinds) < number:
            raise ValueError(f"false_cards={number}: {sum(left[name] for name in kinds)} of {such} are left (SH-2)")
        hands = hand_weights([left[name] for name in kinds], number)
        found = [(in_cards(kinds, held), ways) for held, ways in hands]
        held = f"{number} of its cards {'is' if number == 1 else 'are'} {such}"
    rest = (good,) * (cards - number)
    return {rest + false: ways for false, ways in found}, held


# --- what the Sheriff does


def opening(inspect: Rate | None, rules: Rules) -> tuple[Rate, str]:
    """How often a bag is opened, by what is declared, in fractions; and the same in words. Argument: `what_to_load`."""
    if inspect is None:
        from .strategy_tables import inspect_rate

        return (
            lambda cards, good: check_chance("inspect", inspect_rate(cards, good, rules))
        ), "as in the equilibrium of the difference"
    if isinstance(inspect, Mapping):
        return {declared: check_chance("inspect", rate) for declared, rate in inspect.items()}, "at the rates given"
    if callable(inspect):
        return (lambda cards, good: check_chance("inspect", inspect(cards, good))), "at the rates given"
    rate = check_chance("inspect", inspect)
    return rate, f"with probability {as_percent(rate)}"


def accepting(accept: Taken | Belief, objective: str, rules: Rules) -> tuple[Callable[[int], Fraction], list[int], str]:
    """The chance that gold is taken, the amounts from which on more is, and the same in words.

    `accept`: as in `what_bribe`; or the Sheriff's belief, who then takes what is worth no less than opening.
    """
    if isinstance(accept, Belief):
        opens, passes = (expected(accept.lie, ends) for ends in sheriff_values(accept, Offer(), objective, rules))
        price = max(0, ceil(even_gold(Offer(), opens, passes, objective, rules)))
        return _from(price), [price], f"the Sheriff believes in {accept.words}, and passes {_from_words(price)}"
    if isinstance(accept, Mapping):
        if not accept:
            raise ValueError("accept {}: at least one amount of gold and its chance are needed")
        steps = {
            in_range("gold", gold, 0, MOST_GOLD): check_chance("accept", chance) for gold, chance in accept.items()
        }
        rising = sorted(steps)
        if any(steps[a] > steps[b] for a, b in pairwise(rising)):
            raise ValueError(f"accept {dict(accept)}: the chance that so much is enough must not fall")
        words = ", ".join(f"{as_percent(steps[gold])} {_from_words(gold)}" for gold in rising)
        return (lambda gold: max((steps[step] for step in rising if step <= gold), default=Fraction(0))), rising, words
    if callable(accept):
        return (lambda gold: check_chance("accept", accept(gold))), [], "the Sheriff passes bags as given"
    price = in_range("accept", accept, 0, MOST_GOLD)
    return _from(price), [price], f"the Sheriff passes the bag {_from_words(price)}"


def _from(price: int) -> Callable[[int], Fraction]:
    return lambda gold: Fraction(int(gold >= price))


def _from_words(price: int) -> str:
    return f"from {price} gold on" if price else "for nothing"
