"""Advice for one turn: should I roll again, what should I keep, should I take over the dice left to me?

Each answer lists every option with its value (points of this turn in the long run), what it costs against the
best, and its chance of a farkle with the next roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tabletop_odds.answers import Advice, Option, Value

from . import checks
from .odds import bust_probability, can_arise, makeable
from .offers import piggy_back_value
from .optimal import solve_turn
from .rules import Rules, State, keeps, must_roll, rolls_again

METHOD = "exact: the best turn, solved"


def should_roll(
    turn_total: int, dice_left: int, *, opened: bool = True, farkles: int = 0, rules: Rules | None = None
) -> Advice:
    """Should the player with `turn_total` points at risk roll the `dice_left` dice again, or bank?

    True exactly when rolling is best. After hot dice `dice_left` is all of them. `opened`: has banked the opening
    threshold before; `farkles`: how many of the last turns in a row were farkles (0 to 2, where rules count them).
    Where the rules leave no choice the one option is named with the rule that forces it. Raises ValueError for a
    total that no points can make and for dice or farkles out of range.

    >>> advice = should_roll(turn_total=450, dice_left=2)
    >>> advice.best.action, round(advice.margin.value, 1)
    ('bank', 109.8)
    """
    rules = rules or Rules()
    turn_total, dice_left, farkles = _check(turn_total, dice_left, opened, farkles, rules)
    state = State(turn_total, dice_left, opened, farkles)
    solved = solve_turn(rules)
    risk = bust_probability(dice_left, rules)
    actions = [("roll", solved.roll_value(state), risk)]
    forced = must_roll(state, rules)
    if forced is None:
        actions.insert(0, ("bank", float(turn_total), Fraction(0)))
    situation = f"{turn_total:,} points at risk, {_dice(dice_left)} to roll"
    method = METHOD if forced is None else f"forced: {forced}"
    return _advice(situation, state, rules, method, actions, affirmative="roll")


def what_to_keep(
    roll: Iterable[int],
    turn_total: int = 0,
    *,
    opened: bool = True,
    farkles: int = 0,
    rules: Rules | None = None,
) -> Advice:
    """Which dice of a roll should be set aside, and then: bank or roll?

    `turn_total` is what was at risk before this roll. One option for each legal keep, with its better continuation.
    Raises ValueError for faces outside 1 to 6, too many dice, or a total that no points can make.

    >>> what_to_keep((1, 5, 2, 3, 4, 6)).best.action
    'keep 1, roll 5'
    """
    rules = rules or Rules()
    dice = checks.check_dice(roll, rules)
    turn_total, _, farkles = _check(turn_total, len(dice), opened, farkles, rules)
    state = State(turn_total, len(dice), opened, farkles)
    solved = solve_turn(rules)
    situation = f"rolled {' '.join(map(str, dice))} with {turn_total:,} points at risk"
    offered = keeps(dice, rules)
    if not offered and rolls_again(dice, rules):
        value = solved.after(state, rules.nothing_scores or 0, rules.dice + 1)
        method = f"forced: nothing scores, which brings {rules.nothing_scores} points and a new roll of all dice"
        actions = [(f"roll {rules.dice}", value, bust_probability(rules.dice, rules))]
        return _advice(situation, state, rules, method, actions)
    if not offered:
        bust = solved.situation(opened, farkles).bust
        return _advice(situation, state, rules, "forced: nothing scores (FA-6)", [("farkle", bust, Fraction(1))])
    actions = []
    for keep in offered:
        value = solved.after(state, keep.points, keep.dice_left)
        kept = f"keep {' '.join(map(str, keep.dice))}"
        if keep.dice_left == 0:
            actions.append((f"{kept}, win", value, Fraction(0)))
            continue
        after = State(turn_total + keep.points, keep.dice_left, opened, farkles)
        if must_roll(after, rules) is None and value <= after.turn_total:
            actions.append((f"{kept}, bank", value, Fraction(0)))
        else:
            actions.append((f"{kept}, roll {keep.dice_left}", value, bust_probability(keep.dice_left, rules)))
    method = METHOD if len(actions) > 1 else "forced: no other dice score (FA-2)"
    return _advice(situation, state, rules, method, actions)


def should_piggy_back(
    turn_total: int, dice_left: int, *, rules: Rules, opened: bool = True, farkles: int = 0
) -> Advice:
    """Should the turn start with the dice that the previous player left, or with all dice?

    `turn_total` is what the previous player banked, `dice_left` the dice that were left. Under `piggy_back="inherit"`
    the total is taken over; under "bonus" scoring with the first roll adds 1000. Raises ValueError where the rules
    have no piggy-back, and for the same input as `should_roll`.

    >>> rules = Rules(piggy_back="inherit")
    >>> bool(should_piggy_back(500, 3, rules=rules)), bool(should_piggy_back(450, 3, rules=rules))
    (True, False)
    """
    turn_total, dice_left, farkles = _check(turn_total, dice_left, opened, farkles, rules)
    state = State(turn_total, dice_left, opened, farkles)
    taken = piggy_back_value(turn_total, dice_left, rules, opened=opened, farkles=farkles).value
    fresh = solve_turn(rules).roll_value(State(0, rules.dice, opened, farkles))
    actions = [
        (f"roll all {rules.dice}", fresh, bust_probability(rules.dice, rules)),
        ("take over", taken, bust_probability(dice_left, rules)),
    ]
    situation = f"offered {_dice(dice_left)} and {turn_total:,} points ({rules.piggy_back})"
    return _advice(situation, state, rules, METHOD, actions, affirmative="take over")


def _check(turn_total: int, dice_left: int, opened: bool, farkles: int, rules: Rules) -> tuple[int, int, int]:
    """The numbers of a turn as plain ints; ValueError for what these rules do not know."""
    turn_total, dice_left, farkles = checks.check_turn(turn_total, dice_left, farkles, rules)
    if not opened and rules.opening is None:
        raise ValueError("opened=False: these rules have no opening threshold (opening=None)")
    if not makeable(turn_total, rules):
        near = [t for t in range(turn_total, turn_total + 100 * rules.unit) if makeable(t, rules)][:1]
        below = [t for t in range(turn_total, -1, -1) if makeable(t, rules)][:1]
        shown = " and ".join(f"{t:,}" for t in below + near)
        raise ValueError(
            f"turn total {turn_total:,}: no points of these rules add up to it (multiples of {rules.unit}); "
            f"the nearest that can be made are {shown}"
        )
    return turn_total, dice_left, farkles


def _dice(n: int) -> str:
    return f"{n} {'die' if n == 1 else 'dice'}"


def _advice(
    situation: str,
    state: State,
    rules: Rules,
    method: str,
    actions: list[tuple[str, float, Fraction]],
    affirmative: str | None = None,
) -> Advice:
    """An Advice over exact values; says where the state cannot arise, and what else the values depend on."""
    if not can_arise(state.turn_total, state.dice_left, rules):
        situation += " (cannot arise under these rules)"
    if not state.opened and rules.opening is not None:
        situation += ", not opened"
    if rules.three_farkles is not None:
        situation += f", {state.farkles} farkles in a row before"
    objective = "expected turn score"
    if rules.three_farkles is not None or (rules.opening is not None and not state.opened):
        objective += ", with what a farkle costs later"
    best = max(value for _, value, _ in actions)
    options = tuple(
        Option(action, Value.exactly(value), cost=Value.exactly(best - value), risk=Value.exactly(risk))
        for action, value, risk in actions
    )
    return Advice(situation, str(rules), objective, method, options, affirmative, risk_name="farkle")
