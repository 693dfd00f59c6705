"""Exact decisions of one bag: when to inspect, which bribe leaves a side indifferent, when smuggling pays.

A bag of m cards is declared as a good whose penalty is p each, so that an honest bag costs the Sheriff H = m p to open
(SH-14). False cards in it have values V and penalties P in sum; opened, they are lost and their owner pays P (SH-15).

The Sheriff, who thinks that the bag is false with probability q and is offered a bribe b (not paid when refused), gains
q P - (1 - q) H by inspecting and b by passing. So he inspects exactly if q > (H + b) / (H + P), and the bribe
q P - (1 - q) H leaves him indifferent.

The merchant, whose false bag is opened with probability x, loses V + P when it is: a bribe that makes sure of passing
is worth x (V + P). Against the honest bag of the same size, where k more cards of value v stand for the false ones:

    honest  m v + x H      false  (m - k) v + (1 - x) V - x P

so smuggling pays exactly if x < (V - k v) / (H + V + P). With the objective "difference", merchant's points minus
Sheriff's points, each payment counts twice: x < (V - k v) / (2 H + V + 2 P); with "lead", 1 + 1 / (n - 1) times for n
players.

In equilibrium both are indifferent. By their own points q (H + P) = H; by the difference q (2 H + V + 2 P) = 2 H, since
the Sheriff then also gains by what the merchant loses.

>>> one_bag_equilibrium(5, "apple", "mead")
OneBag(inspect=Fraction(5, 21), lie=Fraction(5, 7), value=Fraction(260, 21))
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import NamedTuple

from tabletop_odds.settings import in_range

from .chances import written
from .goods import Cards, CardsLike, Good, Number, named, parse_cards, penalty_of, value_of
from .objectives import taken_off
from .rules import BAG_LIMIT, Rules, as_rules


class OneBag(NamedTuple):
    """The equilibrium of one bag: P(inspect), P(lie), and the value to the merchant by the objective."""

    inspect: Fraction
    lie: Fraction
    value: Fraction


class Stakes(NamedTuple):
    """What a bag is worth to its merchant when passed and when inspected, and what the Sheriff then gets (or pays)."""

    passed: int
    inspected: int
    fine: int
    honest: bool


def stakes(bag: CardsLike, good: str, rules: Rules | None = None) -> Stakes:
    """What is at stake in a bag declared as a good, before any bribe (SH-13 to SH-15).

    Raises ValueError for a bag that does not have 1 to 5 cards, a word that is no good, or a good that may not be
    declared.

    >>> stakes("2 chicken, cheese, silk", "chicken")
    Stakes(passed=19, inspected=2, fine=6, honest=False)
    """
    rules = as_rules(rules)
    cards = parse_cards(bag, rules.table)
    in_range("cards in the bag", len(cards), 1, BAG_LIMIT)
    return stakes_of(cards, named(good, rules.declarable), rules.table)


def stakes_of(bag: Cards, good: str, table: Mapping[str, Good]) -> Stakes:
    """The same of names that need no checking, `table` being the goods of the rules."""
    false = [card for card in bag if card != good]
    value = value_of(bag, table)
    if not false:
        truth = penalty_of(bag, table)
        return Stakes(value, value + truth, -truth, True)
    fine = penalty_of(false, table)
    return Stakes(value, value - value_of(false, table) - fine, fine, False)


def inspect_gain(
    lie: Number, declared: int, good: str, penalty: Number, bribe: Number = 0, rules: Rules | None = None
) -> Number:
    """What the Sheriff gains by inspecting rather than passing, on average: q P - (1 - q) H - b, in gold.

    `lie`: the probability q that the bag is false, 0 to 1; `declared` cards, 1 to 5, of a `good`; `penalty`: the sum P
    for the false cards of a false bag; `bribe`: what passing would bring. Raises ValueError outside these ranges.

    >>> inspect_gain(Fraction(3, 5), 4, "apple", penalty=4, bribe=3)
    Fraction(-19, 5)
    """
    honest = _honest_penalty(declared, good, rules)
    q = _chance("lie", lie)
    return q * _amount("penalty", penalty) - (1 - q) * honest - _amount("bribe", bribe)


def inspect_threshold(
    declared: int, good: str, penalty: Number, bribe: Number = 0, rules: Rules | None = None
) -> Number:
    """The probability of a lie above which inspecting pays: (H + b) / (H + P); above 1 it never does.

    Arguments and errors: `inspect_gain`.

    >>> [str(inspect_threshold(m, "apple", penalty=4)) for m in (1, 2, 3, 4, 5)]
    ['1/3', '1/2', '3/5', '2/3', '5/7']
    """
    honest = _honest_penalty(declared, good, rules)
    at_stake = honest + _amount("penalty", penalty)
    if not at_stake:
        raise ValueError(f"penalty {penalty}: neither a lie nor the truth costs anything, so there is no threshold")
    return (honest + _amount("bribe", bribe)) / at_stake


def indifferent_bribe(lie: Number, declared: int, good: str, penalty: Number, rules: Rules | None = None) -> Number:
    """The bribe that leaves the Sheriff indifferent: q P - (1 - q) H in gold; below 0 he passes without one.

    Arguments and errors: `inspect_gain`.

    >>> indifferent_bribe(Fraction(9, 10), 3, "chicken", penalty=8)
    Fraction(33, 5)
    """
    return inspect_gain(lie, declared, good, penalty, 0, rules)


def most_bribe(bag: CardsLike, good: str, inspect: Number = 1, after: Number = 0, rules: Rules | None = None) -> Number:
    """The bribe that leaves the merchant indifferent, in gold: more than that should not be paid.

    `inspect`: the probability x of an inspection without the bribe, `after`: y with it, below 1; the bribe is paid when
    the bag passes: b = (x - y) / (1 - y) times what an inspection costs, V + P of the false cards. An honest merchant
    would have to be paid, so the answer is then below 0. Raises ValueError for probabilities outside 0 to 1, and as
    `stakes`.

    >>> [most_bribe(card, "apple") for card in ("pepper", "mead", "silk", "crossbow")] == [10, 11, 12, 13]
    True
    """
    found = stakes(bag, good, rules)
    x, y = _chance("inspect", inspect), _chance("after", after)
    if y == 1:
        raise ValueError("after 1: a bag that is inspected in any case pays no bribe")
    return (x - y) * (found.passed - found.inspected) / (1 - y)


def smuggle_threshold(
    declared: int, good: str, false_cards: CardsLike, objective: str = "points", rules: Rules | None = None
) -> Fraction:
    """The probability of an inspection below which false cards beat as many more of the good declared.

    `declared` cards of a `good`, of which `false_cards` in truth are others; `objective`: "points", "lead" or
    "difference", see `objectives`. 0: never. Raises ValueError for more false cards than declared, cards outside 1
    to 5, no good, one that may not be declared, or no such objective.

    >>> smuggle_threshold(5, "apple", "mead"), smuggle_threshold(5, "apple", "mead", "difference")
    (Fraction(5, 21), Fraction(1, 7))
    """
    sides = _sides(declared, good, false_cards, objective, rules)
    return sides.extra / (sides.truth + sides.lost) if sides.extra > 0 else Fraction(0)


def one_bag_equilibrium(
    declared: int, good: str, false_cards: CardsLike, objective: str = "points", rules: Rules | None = None
) -> OneBag:
    """The equilibrium when a merchant holds both the honest bag and the false one, without bribes.

    P(inspect) leaves the merchant indifferent, P(lie) the Sheriff; where smuggling brings nothing, both are 0. `value`:
    what the merchant expects by the objective. Arguments and errors: `smuggle_threshold`.

    >>> one_bag_equilibrium(5, "apple", "mead", "difference")
    OneBag(inspect=Fraction(1, 7), lie=Fraction(4, 7), value=Fraction(90, 7))
    """
    sides = _sides(declared, good, false_cards, objective, rules)
    x = smuggle_threshold(declared, good, false_cards, objective, rules)
    if x and not sides.truth + sides.found:
        raise ValueError("rules: no card of the bag has a penalty, so the Sheriff does not mind")
    q = sides.truth / (sides.truth + sides.found) if x else Fraction(0)
    return OneBag(x, q, sides.honest + x * sides.truth)


class _Sides(NamedTuple):
    """An honest bag's worth and what opening it moves; a false one's extra worth, its loss, and the Sheriff's find."""

    honest: int
    truth: Fraction
    extra: int
    lost: Fraction
    found: Fraction


def _sides(declared: int, good: str, false_cards: CardsLike, objective: str, rules: Rules | None) -> _Sides:
    rules = as_rules(rules)
    share = taken_off(objective, rules)
    in_range("declared cards", declared, 1, BAG_LIMIT)
    line = rules.table[named(good, rules.declarable)]
    false = parse_cards(false_cards, rules.table)
    if not 1 <= len(false) <= declared or line.name in false:
        raise ValueError(f"false cards {', '.join(false) or 'none'}: 1 to {declared} cards that are not {line.name}")
    value, penalty = value_of(false, rules.table), penalty_of(false, rules.table)
    extra = value - len(false) * line.value
    truth, paid = (1 + share) * declared * line.penalty, (1 + share) * penalty
    return _Sides(declared * line.value, truth, extra, value + paid, paid + share * value)


def _honest_penalty(declared: int, good: str, rules: Rules | None) -> int:
    """What an honest bag of so many cards costs the Sheriff to open (SH-14)."""
    rules = as_rules(rules)
    return in_range("declared cards", declared, 1, BAG_LIMIT) * rules.table[named(good, rules.declarable)].penalty


def _chance(name: str, value: Number) -> Fraction | float:
    """A probability: whole numbers and Fractions as a Fraction, so that answers stay exact."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not 0 <= value <= 1:
        raise ValueError(f"{name} {written(value)}: must be a probability from 0 to 1")
    return value if isinstance(value, float) else Fraction(value)


def _amount(name: str, value: Number) -> Fraction | float:
    """Gold, at least 0."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not 0 <= value < inf:
        raise ValueError(f"{name} {written(value)}: must be a number, at least 0")
    return value if isinstance(value, float) else Fraction(value)
