"""Any policy's turn, exactly: the distribution of the turn total, and points a turn in the long run.

Probability flows forward: a state of a turn is (turn total, dice left), totals only grow, and a tabulated policy says
where each roll class leads. What three farkles in a row cost is added by the stationary distribution of the number
of farkles in a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tabletop_odds.answers import Distribution, Value

from .odds import roll_classes, total_weight
from .optimal import optimal_turn
from .policies import CAP, FARKLE, Policy, tabulate
from .rules import Rules, as_rules

_HIGHEST = 8  # times the cap: how far totals are followed
_DEFAULT = optimal_turn()


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What a turn under a policy brings: chances by banked total (0: a farkle), and means."""

    weights: dict[int, float]
    mean: float
    farkle: float
    rolls: float
    unended: float  # chance that the turn goes on above eight times the cap


@lru_cache(maxsize=128)
def turn_outcome(policy: Policy, rules: Rules, opened: bool = True, farkles: int = 0) -> TurnOutcome:
    """Follow every state of a turn from its start to the bank or the farkle."""
    table = tabulate(policy, rules, opened, farkles)
    unit, dice = rules.unit, rules.dice
    chances, first = [], [0, 0]
    for n in range(1, dice + 1):
        total = total_weight(n, rules)
        chances += [c.weight / total for c in roll_classes(n, rules)]
        first.append(len(chances))
    flow: dict[int, list[float]] = {0: [0.0] * dice + [1.0, 0.0]}  # by total; the last column: must roll again
    weights: dict[int, float] = {}
    mean = farkle = rolls = 0.0
    for t in range(_HIGHEST * (table.rows - 1) + 1):
        if t not in flow:
            continue
        inflow = flow.pop(t)
        row = min(t, table.rows - 1)
        for n in range(dice + 2):
            mass = inflow[n]
            if mass == 0.0:
                continue
            again = n > dice
            if n == 0 or not (again or table.rolls[row * (dice + 1) + n]):
                weights[t * unit] = weights.get(t * unit, 0.0) + mass
                mean += mass * t * unit
                continue
            rolls += mass
            left = dice if again else n
            for c in range(first[left], first[left + 1]):
                column = table.column[row * table.classes + c]
                if column == FARKLE:
                    farkle += mass * chances[c]
                else:
                    there = t + table.points[row * table.classes + c]
                    target = flow.get(there)
                    if target is None:
                        target = flow[there] = [0.0] * (dice + 2)
                    target[column] += mass * chances[c]
    weights[0] = farkle
    unended = sum(map(sum, flow.values()))
    return TurnOutcome(weights, mean, farkle, rolls, unended)


def turn_distribution(
    policy: Policy | None = None, rules: Rules | None = None, *, opened: bool = True, farkles: int = 0
) -> Distribution:
    """The distribution of the points that one turn banks: 0 is a farkle; above 20,000 is one outcome, "above".

    `policy` defaults to the optimal turn. Exact, as floats.

    >>> round(float(turn_distribution().at_least(500)), 3)
    0.372
    """
    outcome = turn_outcome(policy or _DEFAULT, as_rules(rules), opened, farkles)
    inside = {total: weight for total, weight in outcome.weights.items() if total <= CAP}
    above = sum(weight for total, weight in outcome.weights.items() if total > CAP) + outcome.unended
    return Distribution(inside, above=above, cap=CAP)


def turn_value(policy: Policy | None = None, rules: Rules | None = None) -> Value:
    """Points a turn that a policy brings an opened player in the long run, penalties counted; exact.

    Raises ValueError where the policy's turns do not end.

    >>> from tabletop_odds.farkle import bank_at, turn_value
    >>> round(turn_value(bank_at(300)).value, 4)
    397.0999
    """
    policy, rules = policy or _DEFAULT, as_rules(rules)
    if rules.three_farkles is None:
        return Value.exactly(_ended(policy, rules, 0).mean)
    # one renewal: from a turn without farkles behind it to the next such turn
    share, turns, points = 1.0, 0.0, 0.0
    for farkles in range(3):
        outcome = _ended(policy, rules, farkles)
        turns += share
        points += share * outcome.mean
        share *= outcome.farkle
    return Value.exactly((points - share * rules.three_farkles) / turns)


def rolls_per_turn(policy: Policy | None = None, rules: Rules | None = None) -> Value:
    """The mean number of rolls in a turn; exact.

    >>> round(rolls_per_turn().value, 2)
    2.35
    """
    return Value.exactly(_ended(policy or _DEFAULT, as_rules(rules), 0).rolls)


def _ended(policy: Policy, rules: Rules, farkles: int) -> TurnOutcome:
    outcome = turn_outcome(policy, rules, True, farkles)
    if outcome.unended > 1e-15:
        raise ValueError(
            f"policy {policy.name!r}: its turns go on above {_HIGHEST * CAP:,} points "
            f"with chance {outcome.unended:.2g}, so that they have no exact value here"
        )
    return outcome
