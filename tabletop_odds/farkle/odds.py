"""Exact odds of one roll: every set of faces, weighted by the number of ordered rolls that show it.

Rolls of n dice are enumerated as multisets (462 for six dice instead of 46,656) and gathered into roll classes: the
rolls that offer the same keeps. With loaded dice the weights are products of whole-number face weights, so that
every probability of a roll stays a fraction.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from tabletop_odds.answers import Distribution

from . import checks
from .rules import PIGGY_BACK_BONUS, Rules, as_rules
from .scoring import FACES, Keep, code_of, keep_table, keeps_of


class RollClass(NamedTuple):
    """The rolls that offer the same keeps; `weight` of all rolls' total weight falls on them.

    Without keeps the class is a farkle, unless `rolls_again`: then nothing scores, and the rules give points for it.
    """

    weight: int
    keeps: tuple[Keep, ...]
    rolls_again: bool


def roll_classes(dice_left: int, rules: Rules | None = None) -> tuple[RollClass, ...]:
    """Every roll of `dice_left` dice, gathered by the keeps it offers; the weights sum to `total_weight`.

    Raises ValueError where `dice_left` is outside 1 to the number of dice.

    >>> [(weight, len(keeps)) for weight, keeps, _ in roll_classes(1)]
    [(1, 1), (4, 0), (1, 1)]
    """
    rules = as_rules(rules)
    return _roll_classes(checks.check_dice_left(dice_left, rules), rules)


@lru_cache(maxsize=256)
def _roll_classes(dice_left: int, rules: Rules) -> tuple[RollClass, ...]:
    weights: Counter[tuple[Keep, ...]] = Counter()
    for dice, weight in _rolls(dice_left, rules):
        weights[keeps_of(code_of(dice), dice_left, rules)] += weight
    again = rules.nothing_scores is not None and dice_left == rules.dice
    return tuple(RollClass(weight, keeps, again and not keeps) for keeps, weight in weights.items() if weight)


def total_weight(dice_left: int, rules: Rules) -> int:
    """The weight of all rolls of `dice_left` dice: 6 ** dice_left when the dice are fair."""
    return int(sum(rules.face_weights) ** dice_left)


def _rolls(dice_left: int, rules: Rules) -> list[tuple[tuple[int, ...], int]]:
    """Every multiset of faces with its weight: a multinomial coefficient times the faces' own weights."""
    face_weights = rules.face_weights
    found = []
    for dice in combinations_with_replacement(FACES, dice_left):
        weight = factorial(dice_left)
        for face in set(dice):
            count = dice.count(face)
            weight = weight // factorial(count) * face_weights[face - 1] ** count
        found.append((dice, weight))
    return found


def bust_probability(dice_left: int, rules: Rules | None = None) -> Fraction:
    """The chance that a roll of `dice_left` dice is a farkle.

    Raises ValueError where `dice_left` is outside 1 to the number of dice.

    >>> bust_probability(3, rules=Rules(three_pairs=750))
    Fraction(5, 18)
    """
    rules = as_rules(rules)
    classes = roll_classes(dice_left, rules)
    weight = sum(c.weight for c in classes if not c.keeps and not c.rolls_again)
    return Fraction(weight, total_weight(dice_left, rules))


def hot_dice_probability(dice_left: int, rules: Rules | None = None) -> Fraction:
    """The chance that all of the `dice_left` dice score in one roll.

    >>> hot_dice_probability(1)
    Fraction(1, 3)
    """
    rules = as_rules(rules)
    classes = roll_classes(dice_left, rules)
    weight = sum(c.weight for c in classes if any(len(keep.dice) == dice_left for keep in c.keeps))
    return Fraction(weight, total_weight(dice_left, rules))


def best_score_distribution(dice_left: int, rules: Rules | None = None) -> Distribution:
    """The most points that one roll of `dice_left` dice can be worth: 0 for a farkle, weights as whole numbers.

    >>> round(best_score_distribution(6).mean, 3)
    308.883
    """
    rules = as_rules(rules)
    weights: Counter[int] = Counter()
    for c in roll_classes(dice_left, rules):
        nothing = (rules.nothing_scores or 0) if c.rolls_again else 0
        weights[max((keep.points for keep in c.keeps), default=nothing)] += c.weight
    return Distribution(weights)


def odds_rows(rules: Rules | None = None) -> list[dict[str, Fraction | float | int]]:
    """One row a number of dice: dice_left, bust and hot_dice (fractions), mean_best_score (points)."""
    rules = as_rules(rules)
    return [
        {
            "dice_left": n,
            "bust": bust_probability(n, rules),
            "hot_dice": hot_dice_probability(n, rules),
            "mean_best_score": best_score_distribution(n, rules).mean,
        }
        for n in range(1, rules.dice + 1)
    ]


@lru_cache(maxsize=64)
def _keep_steps(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Every distinct (dice, points) that a keep can take away and bring."""
    return tuple({(count, points) for _, points, count, _ in keep_table(rules)})


def makeable(turn_total: int, rules: Rules | None = None) -> bool:
    """Whether keeps can add up to this turn total, whatever dice they take.

    Raises ValueError for a total outside 0 to 1,000,000.

    >>> makeable(450), makeable(475)
    (True, False)
    """
    rules = as_rules(rules)
    turn_total, unit = checks.check_turn_total(turn_total), rules.unit
    if turn_total % unit:
        return False
    points = {p for _, p in _keep_steps(rules)} | ({rules.nothing_scores} if rules.nothing_scores else set())
    if rules.piggy_back == "bonus":
        points.add(PIGGY_BACK_BONUS)
    goal = turn_total // unit
    reach = 1  # one bit for each sum, in units
    for step in sorted(p // unit for p in points):
        shift = step
        while shift <= goal:  # doubling: all multiples of the step
            reach |= reach << shift
            shift *= 2
        reach &= (1 << goal + 1) - 1
    return bool(reach >> goal & 1)


def can_arise(turn_total: int, dice_left: int, rules: Rules | None = None) -> bool:
    """Whether a turn can stand at this total with this number of dice to roll.

    Raises ValueError for a total outside 0 to 1,000,000, or dice outside 1 to the number of dice.

    >>> can_arise(50, 5), can_arise(50, 4)
    (True, False)
    """
    rules = as_rules(rules)
    turn_total, dice_left = checks.check_turn_total(turn_total), checks.check_dice_left(dice_left, rules)
    unit, dice = rules.unit, rules.dice
    if turn_total % unit:
        return False
    bonus = PIGGY_BACK_BONUS // unit if rules.piggy_back == "bonus" else None
    if turn_total == 0:
        return dice_left == dice or bonus is not None
    goal = min(turn_total // unit, max(2_000, 20_000 // unit))  # above, whatever can be made can arise
    steps = [(count, points // unit) for count, points in _keep_steps(rules) if points // unit <= goal]
    reached = [bytearray(dice + 1) for _ in range(goal + 1)]

    def keep(total: int, n: int) -> None:
        for count, points in steps:
            if count <= n and total + points <= goal:
                reached[total + points][n - count or dice] = 1

    reached[0][dice] = 1
    for n in range(1, dice + 1) if bonus is not None and bonus <= goal else ():
        keep(bonus or 0, n)  # a turn that starts with the dice left by another player
    for total in range(goal):
        for n in range(1, dice + 1):
            if reached[total][n]:
                keep(total, n)
        if reached[total][dice] and rules.nothing_scores is not None:
            there = total + rules.nothing_scores // unit
            if there <= goal:
                reached[there][dice] = 1
    return bool(reached[goal][dice_left])
