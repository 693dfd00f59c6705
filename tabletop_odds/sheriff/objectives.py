"""What the points that both sides of a bag gain are worth to one of them: one word for each objective.

"lead" takes off what the other players gain on average, so that a point paid to one of them counts for more, the fewer
they are; "difference" takes off all that the other side of the bag gains, as the equilibrium of the one-bag game does.
"""

from __future__ import annotations

from fractions import Fraction

from .rules import Rules

OBJECTIVES = {
    "points": "own points from this bag",
    "lead": "own points from this bag less the mean of the other players'",
    "difference": "own points from this bag less those of the other side of it",
}


def check_objective(objective: str) -> str:
    """The objective in words. Raises ValueError for none of OBJECTIVES.

    >>> check_objective("points")
    'own points from this bag'
    """
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r}: must be one of {', '.join(OBJECTIVES)}")
    return OBJECTIVES[objective]


def taken_off(objective: str, rules: Rules) -> Fraction:
    """How much of what the other side gains is taken off. Raises ValueError as `check_objective`.

    >>> [str(taken_off(objective, Rules())) for objective in OBJECTIVES]
    ['0', '1/3', '1']
    """
    check_objective(objective)
    return {"points": Fraction(0), "lead": Fraction(1, rules.players - 1), "difference": Fraction(1)}[objective]


def worth(mine: Fraction | int, theirs: Fraction | int, objective: str, rules: Rules) -> Fraction:
    """What both gains are worth to the one whose is `mine`.

    >>> [int(worth(6, -9, objective, Rules())) for objective in OBJECTIVES]
    [6, 9, 15]
    """
    return mine - theirs * taken_off(objective, rules)


def gold_worth(objective: str, rules: Rules) -> Fraction:
    """What one gold that goes from one to the other is worth to either.

    >>> gold_worth("lead", Rules())
    Fraction(4, 3)
    """
    return worth(1, -1, objective, rules)
