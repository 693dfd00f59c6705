"""Exact odds of one roll."""

from __future__ import annotations

from fractions import Fraction

from .rules import Rules, State, after_roll


def bust_probability(rules: Rules | None = None) -> Fraction:
    """The chance that one roll loses the turn.

    >>> bust_probability()
    Fraction(1, 6)
    """
    rules = rules or Rules()
    lost = [face for face in range(1, rules.faces + 1) if after_roll(State(), face) is None]
    return Fraction(len(lost), rules.faces)
