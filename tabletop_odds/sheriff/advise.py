"""Advice about one bag: open it, take the bribe, offer one, and what to load in the first place.

The Sheriff's two questions rest on a *belief*: the chance that the declaration is a lie, and what a lie then holds. The
merchant's two rest on how often the Sheriff opens bags, or from which offer on he lets them pass. All of that is
assumed, by the one who asks or by default, and the situation's line says so; given it, every value is exact.

Values are points gained from this one bag: goods at their value, gold, and fines. What the cards would be worth in a
later bag, bonuses for King and Queen, and fines that somebody cannot pay (SH-18) are left out. What of the
other players' points is taken off, `objectives` say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tabletop_odds.answers import Advice, Option, Value, as_number, as_percent
from tabletop_odds.settings import in_range

from .bag_ends import Belief, even_gold, expected, merchant_ends, sheriff_values
from .bags import Rate, load_values
from .goods import Number
from .lie_odds import LoadModel, TruthElseBluff
from .objectives import check_objective, gold_worth
from .rules import BAG_LIMIT, MOST_GOLD, Rules, as_rules
from .situations import (
    Taken,
    accepting,
    believed,
    check_cards,
    check_chance,
    check_declaration,
    check_offer,
    opening,
)
from .state import Offer
from .wording import counted, load_words, offer_words, phrase

EXACT = "exact, given what is assumed"
WHOLE, EVERY, LEAST = 10, 5, 3  # every amount of gold up to ten, then every fifth


def should_inspect(
    declared: int,
    good: str,
    *,
    lie_probability: Number | None = None,
    merchant: TruthElseBluff | LoadModel | None = None,
    false_cards: int | None = None,
    false_goods: str | Iterable[str] | None = None,
    bribe: int | Offer = 0,
    seen: str | Iterable[str] = (),
    objective: str = "points",
    rules: Rules | None = None,
) -> Advice:
    """Should the Sheriff open a bag, or let it pass and take the bribe? True exactly when opening is best.

    `declared` cards of `good` are declared. The belief: a lie with `lie_probability`, or as a `merchant` model tells it
    after the market (none given: one who tells the truth when able, else bluffs every second time); a lie has
    `false_cards` cards (1) of contraband, each as likely as it is left in the deck, or exactly the `false_goods`; in a
    deck without contraband they are of the other goods.
    `bribe`: gold, or an `Offer` with goods of the merchant's stand or bag. `seen`: cards that cannot be in the bag.
    `objective`: "points", "lead" or "difference". Risk: the chance that it was wrong, to open a true bag or to pass a
    lie. Raises ValueError for a declaration that may not be made, a chance out of range, or a lie that cannot be.

    >>> bool(should_inspect(declared=4, good="apple", lie_probability=0.6, false_cards=1, bribe=3))
    False
    >>> should_inspect(1, "apple", lie_probability=0.5).best.value
    1 exact
    """
    rules = as_rules(rules)
    case = believed(declared, good, lie_probability, merchant, false_cards, false_goods, seen, rules)
    return _for_the_sheriff("inspect", "pass", case, bribe, objective, rules)


def should_accept(
    bribe: int | Offer,
    declared: int,
    good: str,
    *,
    lie_probability: Number | None = None,
    merchant: TruthElseBluff | LoadModel | None = None,
    false_cards: int | None = None,
    false_goods: str | Iterable[str] | None = None,
    seen: str | Iterable[str] = (),
    objective: str = "points",
    rules: Rules | None = None,
) -> Advice:
    """Should the Sheriff take a bribe and let the bag pass, or open it? True exactly when accepting is best.

    Goods count at their value: those of the merchant's stand surely, those promised from the bag as far as they are
    there (SH-17). All else as in `should_inspect`.

    >>> bool(should_accept(3, 4, "apple", lie_probability=0.6))
    True
    """
    rules = as_rules(rules)
    case = believed(declared, good, lie_probability, merchant, false_cards, false_goods, seen, rules)
    return _for_the_sheriff("accept", "accept", case, bribe, objective, rules)


def what_bribe(
    bag: str | Iterable[str],
    good: str,
    *,
    accept: Taken | None = None,
    inspect: Number | None = None,
    lie_probability: Number | None = None,
    false_cards: int | None = None,
    gold: int = 50,
    amounts: Sequence[int] | None = None,
    objective: str = "points",
    rules: Rules | None = None,
) -> Advice:
    """How much should a merchant offer for this bag, declared as all of `good`?

    `accept`: the gold from which on the Sheriff lets it pass, or a table {gold: chance that so much is enough}, or a
    function of gold. None: the Sheriff takes whatever is worth no less than opening, in the belief that the declaration
    is a lie with `lie_probability` and then of `false_cards` cards, as in `should_inspect`. `inspect`: the chance that
    a bag is opened when the offer is not enough (1). `gold`: what can be offered, goods of the own stand at their
    value. `amounts`: the offers to compare; None: every one up to ten, then every fifth, and those from which on the
    Sheriff takes more. Risk: to be caught in a lie. ValueError: no such bag or declaration, a number out of range.

    >>> what_bribe("4 apple, mead", "apple", accept=4).best
    Option(action='4 gold', value=11 exact, cost=0 exact, risk=0 exact)
    >>> what_bribe("4 apple, mead", "apple", accept={0: 0.5, 3: 0.75, 8: 1}).best.action
    '3 gold'
    """
    rules = as_rules(rules)
    cards = check_cards("bag", bag, BAG_LIMIT, rules)
    declaration = check_declaration(len(cards), good, rules)
    words, gold = check_objective(objective), in_range("gold", gold, 0, MOST_GOLD)
    if accept is not None and (lie_probability, false_cards) != (None, None):
        raise ValueError("accept beside lie_probability or false_cards: either says which bribes are taken; give one")
    case = believed(*declaration, lie_probability, None, false_cards, None, (), rules)
    taken, steps, sheriff = accepting(case if accept is None else accept, objective, rules)
    refused = Fraction(1) if inspect is None else check_chance("inspect", inspect)
    lie = any(card != declaration.good for card in cards)
    free, caught = merchant_ends(cards, declaration.good, objective, rules)
    each = gold_worth(objective, rules)
    most = refused * (free - caught) / each  # to be passed for sure
    if amounts is None:
        amounts = _ladder(steps, gold, most)
    if not amounts:
        raise ValueError("amounts: at least one is needed to compare")
    found = []
    for amount in sorted({in_range("amounts", amount, 0, gold) for amount in amounts}):
        risk = refused * (1 - taken(amount))
        value = risk * caught + (1 - risk) * (free - amount * each)
        found.append((f"{amount} gold" if amount else "no bribe", value, risk if lie else Fraction(0)))
    if most > 0 and taken(0) < 1:
        note = f"up to {as_number(most)} gold pays for a bag that then passes for sure"
    else:
        note = "no gold pays: " + ("the bag passes for nothing" if most > 0 else "being opened is worth no less")
    if taken(0) < 1:
        sheriff += "; a bag with less is opened" + ("" if refused == 1 else f" with probability {as_percent(refused)}")
    situation = f"{load_words(cards, declaration.good)}; assumed: {sheriff}"
    forced = "there is no gold to offer" if gold == 0 else "no other amount was asked about"
    return _advice(situation, words, found, "caught", rules, forced, notes=[note])


def what_to_load(
    hand: str | Iterable[str],
    *,
    inspect: Rate | None = None,
    objective: str | None = None,
    most: int | None = 10,
    rules: Rules | None = None,
) -> Advice:
    """Which cards of a hand should go into the bag, and as which good?

    `inspect`: the chance that the Sheriff opens a bag: a number, or a table or function by (cards, good) declared.
    None: the rates of the equilibrium without bribes, which is one of the "difference". `objective`: "points", "lead"
    or "difference"; None: that of the rates, so "difference" for those of the equilibrium, else "points". By points
    alone nearly every hand had better lie to that Sheriff, whom fines make up for it. The `most` best loads are shown,
    the best true one and the best lie always; None shows all. Risk: to be caught in a lie. ValueError: no hand, a
    chance out of range, a declaration that the table lacks.

    >>> what_to_load("3 apple, mead, silk, bread", inspect=0.3).best.action
    '3 apples + mead + silk as 5 apples'
    >>> what_to_load("3 apple, mead, silk, bread", inspect=0.8).best.action
    '3 apples as 3 apples'
    """
    rules = as_rules(rules)
    if objective is None:
        objective = "difference" if inspect is None else "points"
    cards, words = check_cards("hand", hand, max(rules.hand_size, BAG_LIMIT), rules), check_objective(objective)
    most = None if most is None else in_range("most", most, 1, 10_000)
    rate, opened = opening(inspect, rules)
    found: dict[bool, list[tuple[str, Number, Number]]] = {False: [], True: []}  # true bags, and lies
    for load in load_values(cards, rate, objective=objective, rules=rules):
        found[set(load.bag) != {load.good}].append((load_words(load.bag, load.good), load.value, load.risk))
    kinds = [sorted(loads, key=lambda load: -load[1]) for loads in found.values() if loads]
    firsts = [loads[0] for loads in kinds]
    others = sorted((load for loads in kinds for load in loads[1:]), key=lambda load: -load[1])
    shown = [*firsts, *others[: None if most is None else max(0, most - len(firsts))]]
    more = len(firsts) + len(others) - len(shown)
    notes = [f"{more} other loads are not shown"] if more else []
    situation = f"hand: {phrase(cards)}; assumed: bags are opened {opened}"
    return _advice(situation, words, shown, "caught", rules, "no other load is possible", notes=notes)


def _for_the_sheriff(
    affirmative: str, passing: str, case: Belief, bribe: int | Offer, objective: str, rules: Rules
) -> Advice:
    """The Sheriff's two options, from what each is worth if the bag is true and if it is a lie."""
    words, lie, offer = check_objective(objective), case.lie, check_offer(bribe, case.declaration.cards, rules)
    opens, passes = sheriff_values(case, offer, objective, rules)
    opened, passed = expected(lie, opens), expected(lie, passes)
    found = [("inspect", opened, 1 - lie), (passing, passed, lie)]
    gain = (opens[0] - passes[0], opens[1] - passes[1])  # of opening a true bag, and a lie
    if gain[1] <= 0:
        notes = ["passing is best even where it is surely a lie"]
    else:
        notes = [f"opening is best where a lie is likelier than {as_percent(gain[0] / (gain[0] - gain[1]))}"]
    even = even_gold(offer, opened, passed, objective, rules)
    beside = " beside the goods" if offer.stand or offer.bag else ""
    if even > 0:
        notes.append(f"both are worth the same at an offer of {as_number(even)} gold{beside}")
    else:
        notes.append(f"passing is best at any offer of gold{beside}, even none")
    situation = f"{counted(*case.declaration)} declared, offered: {offer_words(offer)}; assumed: {case.words}"
    return _advice(situation, words, found, "wrong", rules, notes=notes, affirmative=affirmative)


def _advice(
    situation: str,
    objective: str,
    found: Sequence[tuple[str, Number, Number]],
    risk_name: str,
    rules: Rules,
    forced: str = "",
    notes: Iterable[str] = (),
    affirmative: str | None = None,
) -> Advice:
    best, exactly = max(value for _, value, _ in found), Value.exactly
    return Advice(
        situation,
        str(rules),
        objective,
        f"forced: {forced}; {EXACT}" if len(found) == 1 else EXACT,
        tuple(Option(name, exactly(value), exactly(best - value), exactly(risk)) for name, value, risk in found),
        affirmative,
        risk_name=risk_name,
        notes=tuple(notes),
    )


def _ladder(steps: Iterable[int], gold: int, most: Fraction) -> list[int]:
    """Offers worth comparing: every amount at first, then every fifth, up to what can pay; and where more is taken."""
    can = min(gold, max(int(most), LEAST))
    plain = {*range(min(WHOLE, can) + 1), *range(WHOLE + EVERY, can + 1, EVERY)}
    return sorted(plain | {amount for amount in steps if amount <= gold})
