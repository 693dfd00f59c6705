"""How lucky rolls were, with a mean of exactly 0: what `simulate_turns` and `simulate_games` take off if asked to.

A roll is worth what the best turn goes on with after what the policy keeps of it; its luck is that, less the mean of it
over all rolls of so many dice. Whatever values are used, the luck of a turn has mean 0, since each roll's has; with the
best turn's values it explains most of a policy's points. Values are rounded to whole numbers and the mean is taken over
all rolls exactly, so that nothing is lost by rounding.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any

from .odds import roll_classes, total_weight
from .optimal import solve_turn
from .policies import CAP, FARKLE, Policy, tabulate
from .rules import Rules, State
from .scoring import Keep

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEPS = 16  # a point of a value


@lru_cache(maxsize=16)
def luck_table(policy: Policy | None, rules: Rules, opened: bool = True, farkles: int = 0) -> NDArray[Any]:
    """The luck of every roll in every state of a turn, at `row * classes + class` as in `PolicyTable`.

    `policy`: who keeps; None: whatever is best is kept. In points, by 16 times the number of ordered rolls of all dice
    (a common multiple, for loaded dice). Raises ValueError where no best turn exists, and for loaded dice with weights
    so large that the luck is not in range.
    """
    import numpy as np

    solution, unit, rows = solve_turn(rules), rules.unit, CAP // rules.unit + 1
    start, bust = State(0, rules.dice, opened, farkles), solution.situation(opened, farkles).bust

    @cache
    def value(total: int, column: int) -> int:
        return round(STEPS * (bust if column == FARKLE else solution.after(start, total * unit, column)))

    def best(row: int, keeps: tuple[Keep, ...], rolls_again: bool) -> int:
        if rolls_again:
            return value(row + (rules.nothing_scores or 0) // unit, rules.dice + 1)
        return max((value(row + k.points // unit, k.dice_left) for k in keeps), default=value(row, FARKLE))

    if policy is None:
        offers = [c[1:] for n in range(1, rules.dice + 1) for c in roll_classes(n, rules)]
        values = [best(row, *offer) for row in range(rows) for offer in offers]
    else:
        table = tabulate(policy, rules, opened, farkles)
        places = zip(range(len(table.column)), table.points, table.column, strict=True)
        values = [value(i // table.classes + points, column) for i, points, column in places]
    common = lcm(*(total_weight(n, rules) for n in range(1, rules.dice + 1)))
    if common * (max(values) - min(values)) >= 2**53:
        raise ValueError(f"face_weights {rules.face_weights}: too large for whole numbers; luck cannot be taken off")
    worth = np.array(values, np.int64).reshape(rows, -1)
    first = 0
    for n in range(1, rules.dice + 1):
        weights = np.array([c.weight for c in roll_classes(n, rules)], np.int64)
        part, total = worth[:, first : first + len(weights)], total_weight(n, rules)
        part[:] = (common // total) * (total * part - (part @ weights)[:, None])
        first += len(weights)
    return worth.ravel()
