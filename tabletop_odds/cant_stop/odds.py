"""Exact odds of one roll: which sums four dice offer, and how often none of them can be played.

The ordered rolls are gathered by the sums that they offer, so that every question is one pass over some hundred sets:

    P(success) = rolls that offer a sum of a playable column / all rolls

A column is playable while it is open, its runner is not at the top, and there is a runner on it or one free. So the
one table over sets of columns, 2,048 of them, answers every bust question: with no runner free the set is the runner
columns, else all columns that are neither closed nor topped. (Of what a roll offers something must be placed; opponents
never keep a runner from that, under no option.)

>>> success_probability((6, 7, 8))
Fraction(149, 162)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, NamedTuple

from . import checks
from .board import State, check_state
from .rules import Rules, as_rules, playable, rules_for, split

if TYPE_CHECKING:
    import pandas as pd


class PairingClass(NamedTuple):
    """The rolls that offer the same pairings; `weight` of all `rolls_of` ordered rolls do."""

    pairings: tuple[tuple[int, int], ...]
    weight: int


def pairing_classes(rules: Rules | None = None) -> tuple[PairingClass, ...]:
    """Every roll, gathered by the set of pairings it offers: each pairing and each set in ascending order.

    >>> len(pairing_classes()), pairing_classes()[0]
    (109, PairingClass(pairings=((2, 2),), weight=1))
    """
    return classes_of(as_rules(rules).dice_sides)


@lru_cache(maxsize=8)
def classes_of(sides: int) -> tuple[PairingClass, ...]:
    """The same for dice of so many sides."""
    weights: Counter[tuple[tuple[int, int], ...]] = Counter()
    for dice in combinations_with_replacement(range(1, sides + 1), 4):
        weights[tuple(sorted(split(*dice)))] += len(set(permutations(dice)))
    return tuple(PairingClass(pairings, weight) for pairings, weight in sorted(weights.items()))


def rolls_of(rules: Rules) -> int:
    """How many ordered rolls of four dice there are: 1,296 of six sides."""
    return int(rules.dice_sides) ** 4


@lru_cache(maxsize=8)
def _offers(sides: int) -> tuple[tuple[int, int], ...]:
    """Every set of sums that a roll offers, as a number with one bit a sum, and how many rolls do."""
    weights: Counter[int] = Counter()
    for pairings, weight in classes_of(sides):
        weights[_bits(column for pairing in pairings for column in pairing)] += weight
    return tuple(weights.items())


def _bits(columns: Iterable[int]) -> int:
    bits = 0
    for column in columns:
        bits |= 1 << column
    return bits


def success_probability(columns: Iterable[int], rules: Rules | None = None) -> Fraction:
    """The chance that a roll offers at least one of these sums; of no sums it is 0.

    Raises ValueError for a sum that the dice do not have, or one named twice.

    >>> success_probability((4, 6, 8, 10))
    Fraction(79, 81)
    """
    rules = as_rules(rules)
    return _success(_bits(checks.check_columns("columns", columns, rules)), rules)


def _success(wanted: int, rules: Rules) -> Fraction:
    safe = sum(weight for offered, weight in _offers(rules.dice_sides) if offered & wanted)
    return Fraction(safe, rolls_of(rules))


def offer_probability(sums: Iterable[int], rules: Rules | None = None) -> Fraction:
    """The chance that a roll offers every one of these sums, be it in different pairings.

    At least one of them: `success_probability`. Two in one pairing: `pairing_probability`. Raises ValueError for a sum
    that the dice do not have, or one named twice.

    >>> offer_probability((7,)), offer_probability((6, 8))
    (Fraction(139, 216), Fraction(193, 648))
    """
    rules = as_rules(rules)
    wanted = _bits(checks.check_columns("sums", sums, rules))
    count = sum(weight for offered, weight in _offers(rules.dice_sides) if offered & wanted == wanted)
    return Fraction(count, rolls_of(rules))


def pairing_probability(first: int, second: int, rules: Rules | None = None) -> Fraction:
    """The chance that one pairing of a roll gives exactly these two sums, which may be equal.

    Raises ValueError for a sum that the dice do not have.

    >>> pairing_probability(6, 8), pairing_probability(7, 7)
    (Fraction(55, 648), Fraction(5, 72))
    """
    rules = as_rules(rules)
    low, high = sorted(checks.check_column(column, rules) for column in (first, second))
    count = sum(weight for pairings, weight in pairing_classes(rules) if (low, high) in pairings)
    return Fraction(count, rolls_of(rules))


def playable_columns(
    runners: Iterable[int] | State,
    closed: Iterable[int] = (),
    topped: Iterable[int] = (),
    rules: Rules | None = None,
) -> tuple[int, ...]:
    """The columns in which a roll can place or move a runner, in order.

    `runners`: the columns that have a runner; `closed`: those that somebody has claimed; `topped`: those whose runner
    stands at the top, named among the runners or not. Or a `State`, which knows all three (`rules=None` are then the
    official ones for as many players). Raises ValueError for a column that the board does not have or that is named
    twice, more runners than the rules have, a runner in a closed column, and closed or topped beside a State.

    >>> playable_columns((3, 6, 8), topped=(6,))
    (3, 8)
    >>> playable_columns((3, 6), closed=(7,), topped=(6,))
    (2, 3, 4, 5, 8, 9, 10, 11, 12)
    """
    if isinstance(runners, State):
        return _playable_in(runners, closed, topped, rules)
    rules = as_rules(rules)
    shut = set(checks.check_columns("closed", closed, rules))
    done = set(checks.check_columns("topped", topped, rules))
    out = done.union(checks.check_columns("runners", runners, rules))
    if len(out) > rules.runners:
        raise ValueError(f"runners {' '.join(map(str, sorted(out)))}: allowed are at most {rules.runners} (CS-4)")
    if shut & out:
        raise ValueError(f"runners {min(shut & out)}: the column is closed, so no runner can be there (CS-7)")
    within = out if len(out) == rules.runners else set(rules.columns) - shut
    return tuple(sorted(within - done))


def _playable_in(state: State, closed: Iterable[int], topped: Iterable[int], rules: Rules | None) -> tuple[int, ...]:
    for name, given in (("closed", closed), ("topped", topped)):
        if given != ():
            raise ValueError(f"{name}={given!r} with a State: it knows its own; leave {name} out")
    rules = rules_for(state, rules)
    check_state(state, rules)
    return tuple(sorted(playable(state, rules)))


def bust_probability(
    runners: Iterable[int] | State,
    closed: Iterable[int] = (),
    topped: Iterable[int] = (),
    rules: Rules | None = None,
) -> Fraction:
    """The chance that a roll lets no runner be placed or moved.

    The arguments and their ValueErrors are those of `playable_columns`: columns with a runner, closed columns, columns
    whose runner stands at the top, or a `State`. With a runner free a roll can still bust, once an even column is
    closed.

    >>> bust_probability((6, 7, 8)), bust_probability((2, 3), closed=(10, 11, 12))
    (Fraction(13, 162), Fraction(5, 324))
    >>> bust_probability(State.parse("> 3:+1 6:10+1 8:+1 / -")) == bust_probability((3, 6, 8), topped=(6,))
    True
    """
    columns = playable_columns(runners, closed, topped, rules)
    board = rules_for(runners, rules) if isinstance(runners, State) else as_rules(rules)
    return 1 - _success(_bits(columns), board)


def best_columns(k: int, rules: Rules | None = None, n: int = 10) -> list[tuple[tuple[int, ...], Fraction]]:
    """The n sets of k columns with the best chance that a roll offers one of them, best first, equal ones by columns.

    Raises ValueError for k outside 1 to the number of columns, or n below 1.

    >>> best_columns(3, n=2)
    [((6, 7, 8), Fraction(149, 162)), ((5, 7, 8), Fraction(395, 432))]
    """
    rules = as_rules(rules)
    k = checks.whole("k", k, 1, len(rules.columns))
    n = checks.whole("n", n, 1, 1_000_000)
    sets = ((columns, _success(_bits(columns), rules)) for columns in combinations(rules.columns, k))
    return sorted(sets, key=lambda found: (-found[1], found[0]))[:n]


def triples_table(rules: Rules | None = None) -> pd.DataFrame:
    """One row a set of columns for all runners: a, b, c (as many as runners), success_rolls, success, bust; exact.

    `success_rolls` of all ordered rolls move one of the runners, none of them being at its top.

    >>> triples_table()["success_rolls"].agg(["min", "max"]).tolist()
    [568, 1192]
    """
    import pandas as pd

    rules = as_rules(rules)
    rows = []
    for columns in combinations(rules.columns, rules.runners):
        success = _success(_bits(columns), rules)
        row: dict[str, int | float] = dict(zip("abcd", columns, strict=False))
        row |= {"success_rolls": int(success * rolls_of(rules)), "success": float(success), "bust": float(1 - success)}
        rows.append(row)
    return pd.DataFrame(rows)
