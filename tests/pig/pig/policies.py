"""Policies: when to roll again. A policy is one plain function, asked only where the rules leave the choice free.

>>> Policy("even", lambda state, rules: state.turn_total % 2 == 0).rolls(State(turn_total=8), Rules())
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .rules import Rules, State, forced


@dataclass(frozen=True, slots=True)
class Policy:
    """A named rule: `roll(state, rules)` says whether to roll again.

    >>> Policy("once", lambda state, rules: False).name
    'once'
    """

    name: str
    roll: Callable[[State, Rules], bool]

    def rolls(self, state: State, rules: Rules) -> bool:
        """Whether this policy rolls in `state`; forced actions included."""
        only = forced(state, rules)
        return bool(self.roll(state, rules)) if only is None else only[0] == "roll"


def bank_at(points: int) -> Policy:
    """Bank as soon as the turn total is at least `points`. Raises ValueError for less than 1.

    >>> bank_at(20).name
    'bank at 20'
    """
    if type(points) is not int or points < 1:
        raise ValueError(f"bank at {points!r}: a whole number of points from 1 is needed")
    return Policy(f"bank at {points}", lambda state, rules: state.turn_total < points)
