"""The best turn and the best game, exactly, and the exact value of any policy's turn.

A turn for points: V(t) = max(t, sum of V(t + face) / faces), the 1 bringing 0; totals only grow, so one backward
pass solves it. A game for the win: rolling and banking lead back to each other through lost turns, so W(mine, theirs,
t) is the fixed point of value iteration, taken until no value moves by more than 1e-12.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from tabletop_odds.answers import Distribution, Value

from .policies import Policy
from .rules import Rules, State, after_roll, check_state, forced


@lru_cache(maxsize=16)
def roll_values(rules: Rules) -> tuple[Fraction, ...]:
    """Points a turn of rolling at turn total 0, 1, 2, ..., and then playing for the most points."""
    values = [Fraction(t) for t in range(rules.target + rules.faces)]
    rolled = [Fraction(0)] * rules.target
    for t in reversed(range(rules.target)):
        states = [after_roll(State(t), face) for face in range(1, rules.faces + 1)]
        rolled[t] = sum((values[s.turn_total] for s in states if s), Fraction(0)) / rules.faces
        values[t] = max(values[t], rolled[t])
    return tuple(rolled)


def bank_from(rules: Rules | None = None) -> int:
    """The least turn total at which banking brings at least as many points as rolling.

    >>> bank_from()
    20
    """
    rules = rules or Rules()
    return next((t for t, rolled in enumerate(roll_values(rules)) if 0 < t >= rolled), rules.target)


def optimal_turn(rules: Rules | None = None) -> Policy:
    """The policy with the most points a turn.

    >>> optimal_turn().name
    'optimal turn'
    """
    limit = bank_from(rules)
    return Policy("optimal turn", lambda state, rules: state.turn_total < limit)


def turn_distribution(policy: Policy, rules: Rules | None = None) -> Distribution:
    """The points that one turn banks from a score of 0; 0 is a bust.

    >>> from pig import bank_at
    >>> turn_distribution(bank_at(2)).fraction(0)
    Fraction(1, 6)
    """
    rules = rules or Rules()
    reach = {0: Fraction(1)}
    banked: dict[int, Fraction] = {0: Fraction(0)}
    for t in range(rules.target + rules.faces):
        chance = reach.pop(t, Fraction(0))
        if chance and not policy.rolls(State(t), rules):
            banked[t] = chance
            continue
        for face in range(1, rules.faces + 1):
            after = after_roll(State(t), face)
            table, total = (banked, 0) if after is None else (reach, after.turn_total)
            table[total] = table.get(total, Fraction(0)) + chance / rules.faces
    scale = lcm(*(p.denominator for p in banked.values()))
    return Distribution({t: int(p * scale) for t, p in banked.items() if p})


def turn_value(policy: Policy, rules: Rules | None = None) -> Value:
    """Points a turn, exact.

    >>> from pig import bank_at
    >>> turn_value(bank_at(20))
    8.141795 exact
    """
    return Value.exactly(turn_distribution(policy, rules).mean)


def win_probability(turn_total: int = 0, mine: int = 0, theirs: int = 0, rules: Rules | None = None) -> Value:
    """The chance of winning for the player to act, if both play for the win. Raises ValueError as `check_state`.

    >>> round(win_probability(mine=3, theirs=3, rules=Rules(target=5)).value, 4)
    0.8571
    """
    rules = rules or Rules()
    state = State(turn_total, mine, theirs)
    check_state(state, rules)
    return Value.exactly(max(win_values(state, rules).values()))


def win_values(state: State, rules: Rules) -> dict[str, float]:
    """The chance of winning after each action that the rules leave."""
    only = forced(state, rules)
    if only and only[0] == "bank":
        return {"bank": 1.0}
    win = solve_game(rules)
    mine, theirs, total = state.mine, state.theirs, state.turn_total
    rolled = 0.0
    for face in range(1, rules.faces + 1):
        after = after_roll(state, face)
        if after is None:
            rolled += 1 - win[theirs, mine, 0]
        else:
            rolled += win[mine, theirs, after.turn_total] if mine + after.turn_total < rules.target else 1.0
    values = {"bank": 1 - float(win[theirs, mine + total, 0]), "roll": float(rolled) / rules.faces}
    return {only[0]: values[only[0]]} if only else values


@lru_cache(maxsize=4)
def solve_game(rules: Rules) -> Any:
    """W as an array [mine, theirs, turn total], converged to 1e-12."""
    import numpy as np

    from .kernels import improve

    win = np.zeros((rules.target,) * 3)
    while improve(rules.target, rules.faces, win) > 1e-12:
        pass
    return win
