"""What sets of dice are worth: combinations, their best legal split, and the keeps of a roll.

A set of dice is coded as one integer with four bits a face (how often each face occurs), so that sets add as
integers do, and one subtraction tells whether a set lies in a roll. The scoring table of a rule set is a closure:
start from the empty set, add every combination in every way that fits the number of dice, and keep the largest
number of points for each set reached. A set that was reached is a legal keep (FA-5); one that was not has a die
that scores nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations as choose
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .rules import Rules

FACES = (1, 2, 3, 4, 5, 6)
_HIGH_BITS = 0x888888  # one guard bit above each face's count: counts stay below 8


class Combination(NamedTuple):
    """One scoring combination: its name in `Rules`, the dice it takes and its points."""

    name: str
    dice: tuple[int, ...]
    points: int


class Keep(NamedTuple):
    """A legal set of dice to set aside from a roll.

    `dice_left` is what may be rolled next: all dice after hot dice, 0 where the keep wins the match at once.
    """

    dice: tuple[int, ...]
    points: int
    dice_left: int


def code_of(dice: Iterable[int]) -> int:
    """The set of `dice` as an integer, four bits a face."""
    return sum(1 << 4 * (face - 1) for face in dice)


def dice_of(code: int) -> tuple[int, ...]:
    """The dice of a coded set, in rising order."""
    return tuple(face for face in FACES for _ in range(code >> 4 * (face - 1) & 7))


def lies_in(part: int, whole: int) -> bool:
    """Whether one coded set lies in another, face by face."""
    return ((whole | _HIGH_BITS) - part) & _HIGH_BITS == _HIGH_BITS


def triple_value(face: int, rules: Rules) -> int | None:
    """Points of three of a kind of `face`; None where it does not exist."""
    if face == 1:
        return rules.three_ones
    return None if rules.triple is None else rules.triple * face


def combinations(rules: Rules) -> list[Combination]:
    """Every combination of the rule set, each with the dice it takes and its points."""
    found: list[Combination] = []

    def add(name: str, dice: Sequence[int], points: int | None) -> None:
        if points is not None and len(dice) <= rules.dice:
            found.append(Combination(name, tuple(sorted(dice)), points))

    add("single_one", (1,), rules.single_one)
    add("single_five", (5,), rules.single_five)
    for face in FACES:
        triple = triple_value(face, rules)
        add("three_ones" if face == 1 else "triple", (face,) * 3, triple)
        for name, size in (("four_of_a_kind", 4), ("five_of_a_kind", 5), ("six_of_a_kind", 6)):
            add(name, (face,) * size, _multiple(getattr(rules, name), triple))
        if rules.full_house is not None and triple is not None:
            for other in FACES:
                if other != face:
                    add("full_house", (face,) * 3 + (other,) * 2, triple + rules.full_house)
    if rules.six_ones is not None:
        add("six_ones", (1,) * 6, rules.target if rules.six_ones == "wins" else int(rules.six_ones))
    add("straight", FACES, rules.straight)
    add("low_straight", FACES[:5], rules.low_straight)
    add("high_straight", FACES[1:], rules.high_straight)
    for faces in choose(FACES, 3):
        add("three_pairs", faces * 2, rules.three_pairs)
    for pair in choose(FACES, 2):
        add("two_triplets", pair * 3, rules.two_triplets)
        if rules.four_and_pair_is_three_pairs:
            add("three_pairs", (pair[0],) * 4 + (pair[1],) * 2, rules.three_pairs)
            add("three_pairs", (pair[0],) * 2 + (pair[1],) * 4, rules.three_pairs)
    if rules.six_of_a_kind_is_three_pairs:
        for face in FACES:
            add("three_pairs", (face,) * 6, rules.three_pairs)
    return found


def _multiple(points: int | str | None, triple: int | None) -> int | None:
    """Points of four, five or six of a kind: a number, or "x2": that many times the triple of the face."""
    if isinstance(points, str):
        return None if triple is None else int(points[1:]) * triple
    return points


@lru_cache(maxsize=64)
def scoring_table(rules: Rules) -> dict[int, int]:
    """Points of every legal keep by its code: the best split of the set into combinations (FA-5)."""
    best_of: dict[int, int] = {}
    for _, dice, points in combinations(rules):
        code = code_of(dice)
        best_of[code] = max(points, best_of.get(code, 0))
    table = {0: 0}
    sizes = {0: 0}
    for code, points in best_of.items():
        size = len(dice_of(code))
        for before in list(table):  # then the same combination twice, three times, ...: as often as it fits
            total, value, length = before + code, table[before] + points, sizes[before] + size
            while length <= rules.dice:
                if value > table.get(total, 0):
                    table[total], sizes[total] = value, length
                total, value, length = total + code, value + points, length + size
    del table[0]
    if rules.six_ones == "wins":  # no split of six ones can be worth more than the match
        table[code_of((1,) * 6)] = rules.target
    return table


@lru_cache(maxsize=64)
def keep_table(rules: Rules) -> tuple[tuple[int, int, int, tuple[int, ...]], ...]:
    """Every legal keep as (code, points, number of dice, dice), most points first, then fewest dice."""
    rows = [(code, points, dice_of(code)) for code, points in scoring_table(rules).items()]
    ordered = sorted(rows, key=lambda row: (-row[1], len(row[2]), row[2]))
    return tuple((code, points, len(dice), dice) for code, points, dice in ordered)


def keeps_of(code: int, size: int, rules: Rules) -> tuple[Keep, ...]:
    """The legal keeps of a coded roll of `size` dice, most points first."""
    wins = code_of((1,) * 6) if rules.six_ones == "wins" else -1
    guarded = code | _HIGH_BITS
    return tuple(
        Keep(dice, points, 0 if part == wins else size - count or rules.dice)
        for part, points, count, dice in keep_table(rules)
        if (guarded - part) & _HIGH_BITS == _HIGH_BITS
    )


def idle_die(code: int, rules: Rules) -> int | None:
    """A face of the set that scores nothing however the rest is split; None for a legal keep."""
    table = scoring_table(rules)
    if code in table:
        return None
    inside = [part for part in table if lies_in(part, code)]
    largest = max(inside, key=lambda part: (len(dice_of(part)), table[part]), default=0)
    return dice_of(code - largest)[0]
