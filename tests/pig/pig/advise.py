"""Advice: should I roll again?"""

from __future__ import annotations

from tabletop_odds.answers import Advice, Option, Value

from .odds import bust_probability
from .optimal import roll_values, win_values
from .rules import Rules, State, check_state, forced


def should_roll(
    turn_total: int, *, mine: int | None = None, theirs: int | None = None, rules: Rules | None = None
) -> Advice:
    """Should the player with `turn_total` points at risk roll again, or bank?

    By expected turn score; by win probability where `mine` and `theirs`, the banked scores, are given. True exactly
    when rolling is best. Raises ValueError for one score without the other, or a state that cannot arise.

    >>> should_roll(24).best.action
    'bank'
    """
    rules = rules or Rules()
    if (mine is None) != (theirs is None):
        raise ValueError(f"mine={mine}, theirs={theirs}: give both scores, for the win, or none, for points")
    state = State(turn_total, mine or 0, theirs or 0)
    check_state(state, rules)
    only = forced(state, rules)
    if mine is None:
        unit, objective, values = "points", "expected turn score", {"bank": float(turn_total)}
        if not only or only[0] == "roll":
            values["roll"] = float(roll_values(rules)[turn_total])
    else:
        unit, objective, values = "probability", "win probability", win_values(state, rules)
    situation = f"{turn_total} points at risk" + ("" if mine is None else f", {mine} banked against {theirs}")
    method = f"forced: {only[1]}" if only else "exact: solved"
    actions = [only[0]] if only else ["bank", "roll"]
    best, risk = max(values[action] for action in actions), {"bank": 0, "roll": bust_probability(rules)}
    options = tuple(
        Option(a, Value.exactly(values[a]), cost=Value.exactly(best - values[a]), risk=Value.exactly(risk[a]))
        for a in actions
    )
    return Advice(situation, str(rules), objective, method, options, affirmative="roll", unit=unit)
