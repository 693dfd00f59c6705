"""Advice for a turn: should I roll again, what should I keep, should I take over the dice left to me?

Each answer lists every option with its value, what it costs against the best, and its chance of a farkle with the next
roll. Without scores the value is points of this turn in the long run; with `mine` and `theirs` it is the chance to win:
exact for two players, estimated by rollouts (see `rollouts`) for more, and for rules whose race is not solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tabletop_odds.answers import Advice, Option, Value

from . import checks
from .odds import bust_probability, can_arise, makeable
from .offers import piggy_back_value
from .optimal import solve_turn
from .race_seats import Seats, exactly_solved, seated
from .rules import Rules, State, as_rules, keeps, must_roll, rolls_again
from .scoring import Keep
from .solution import TurnSolution

if TYPE_CHECKING:
    from .race_solution import RaceTurn

POINTS = "exact: the best turn, solved"
RACE = "exact: the race, solved"
Action = tuple[str, float, Fraction]


def should_roll(
    turn_total: int,
    dice_left: int,
    *,
    mine: int | None = None,
    theirs: int | Sequence[int] | None = None,
    opened: bool | None = None,
    farkles: int = 0,
    their_opened: bool | Sequence[bool] | None = None,
    their_farkles: int | Sequence[int] = 0,
    began: bool | int | None = None,
    rules: Rules | None = None,
    n: int = 10_000,
    seed: int = 0,
) -> Advice:
    """Should the player with `turn_total` points at risk roll the `dice_left` dice again, or bank?

    True exactly when rolling is best. After hot dice `dice_left` is all of them. `mine` and `theirs`: the banked
    scores, without this turn; `theirs` a number, or those of the others in turn order. `opened`: has banked the
    opening threshold before (by default: has points, or no score is given); `farkles`: how many of the last turns in
    a row were farkles (0 to 2, where rules count them); `their_*` likewise, one for all or one for each. `began`, for
    `end="equal_turns"`: whether this player was the first of the round, or which player was (0: this one, 1: the
    next ...); by default this one. `n` games an option with `seed` are played where rollouts are needed.

    Where the rules leave no choice the one option is named with the rule that forces it. Raises ValueError for a
    total that no points can make, for dice, farkles or scores out of range, and for one score without the other.

    >>> advice = should_roll(turn_total=450, dice_left=2)
    >>> advice.best.action, round(advice.margin.value, 1)
    ('bank', 109.8)
    >>> bool(should_roll(turn_total=450, dice_left=2, mine=7200, theirs=9950))
    True
    """
    rules = as_rules(rules)
    seats = seated(mine, theirs, opened, farkles, their_opened, their_farkles, began, rules)
    state = _checked(turn_total, dice_left, seats, opened, farkles, rules)
    risk = bust_probability(state.dice_left, rules)
    forced = must_roll(state, rules)
    situation = f"{state.turn_total:,} points at risk, {_dice(state.dice_left)} to roll"
    words = ["roll"] if forced else ["bank", "roll"]
    if not exactly_solved(seats, rules):
        starts = {word: (state.turn_total, state.dice_left, word) for word in words}
        return _by_rollouts(situation, state, seats, rules, starts, forced, n, seed, "roll")
    turn = _turn(state, rules)
    actions = [("roll", turn.roll_value(state.turn_total, state.dice_left), risk)]
    if forced is None:
        actions.insert(0, ("bank", turn.bank_value(state.turn_total), Fraction(0)))
    return _advice(situation, state, seats, rules, forced, actions, affirmative="roll")


def what_to_keep(
    roll: Iterable[int],
    turn_total: int = 0,
    *,
    mine: int | None = None,
    theirs: int | Sequence[int] | None = None,
    opened: bool | None = None,
    farkles: int = 0,
    their_opened: bool | Sequence[bool] | None = None,
    their_farkles: int | Sequence[int] = 0,
    began: bool | int | None = None,
    rules: Rules | None = None,
    n: int = 10_000,
    seed: int = 0,
) -> Advice:
    """Which dice of a roll should be set aside, and then: bank or roll?

    `turn_total` is what was at risk before this roll; the rest as in `should_roll`. One option for each legal keep with
    its better continuation; with scores, one for each keep and continuation. Raises ValueError for faces outside 1 to
    6, too many dice, and as `should_roll`.

    >>> what_to_keep((1, 5, 2, 3, 4, 6)).best.action
    'keep 1, roll 5'
    """
    rules = as_rules(rules)
    dice = checks.check_dice(roll, rules)
    seats = seated(mine, theirs, opened, farkles, their_opened, their_farkles, began, rules)
    state = _checked(turn_total, len(dice), seats, opened, farkles, rules)
    situation = f"rolled {' '.join(map(str, dice))} with {state.turn_total:,} points at risk"
    offered, exact = keeps(dice, rules), exactly_solved(seats, rules)
    if not offered:
        return _nothing_to_keep(situation, state, seats, rules, rolls_again(dice, rules), exact, n, seed)
    forced = "no other dice score (FA-2)" if len(offered) == 1 else None
    if not exact:
        starts = _keep_starts(state, offered, rules)
        if any(dice_left == 0 for _, dice_left, _ in starts.values()):
            win = next(name for name, (_, dice_left, _) in starts.items() if dice_left == 0)
            return _advice(situation, state, seats, rules, "this wins the match", [(win, 1.0, Fraction(0))])
        return _by_rollouts(situation, state, seats, rules, starts, forced, n, seed)
    turn, actions = _turn(state, rules), list[Action]()
    for name, (total, dice_left, word) in _keep_starts(state, offered, rules).items():
        if word == "roll":
            actions.append((name, turn.roll_value(total, dice_left), bust_probability(dice_left, rules)))
        else:
            value = turn.bank_value(total) if word == "bank" else turn.after(total, 0, 0)
            actions.append((name, value, Fraction(0)))
    if seats is None:  # for points, the better continuation is enough
        actions = _better(actions)
    return _advice(situation, state, seats, rules, forced, actions)


def _keep_starts(state: State, offered: Sequence[Keep], rules: Rules) -> dict[str, tuple[int, int, str]]:
    """Every keep with every continuation: turn total, dice left, and what comes next."""
    starts = {}
    for keep in offered:
        kept, total = f"keep {' '.join(map(str, keep.dice))}", state.turn_total + keep.points
        if keep.dice_left == 0:
            starts[f"{kept}, win"] = (total, 0, "win")
            continue
        if must_roll(replace(state, turn_total=total, dice_left=keep.dice_left), rules) is None:
            starts[f"{kept}, bank"] = (total, keep.dice_left, "bank")
        starts[f"{kept}, roll {keep.dice_left}"] = (total, keep.dice_left, "roll")
    return starts


def _better(actions: list[Action]) -> list[Action]:
    """For each keep the better of banking and rolling; where they are equal, banking."""
    best: dict[str, Action] = {}
    for action in actions:
        kept = action[0].partition(",")[0]
        if kept not in best or action[1] > best[kept][1]:
            best[kept] = action
    return list(best.values())


def _nothing_to_keep(
    situation: str, state: State, seats: Seats | None, rules: Rules, again: bool, exact: bool, n: int, seed: int
) -> Advice:
    """A roll in which nothing scores: a farkle, or points and a new roll of all dice."""
    word, extra = f"roll {rules.dice}", rules.nothing_scores or 0
    forced = (
        f"nothing scores, which brings {extra} points and a new roll of all dice" if again else "nothing scores (FA-6)"
    )
    if not exact and again:
        starts = {word: (state.turn_total + extra, rules.dice, "roll")}
        return _by_rollouts(situation, state, seats, rules, starts, forced, n, seed)
    if not exact:
        raise ValueError("nothing scores (FA-6): a farkle, and nothing to choose")
    turn = _turn(state, rules)
    if again:
        risk = bust_probability(rules.dice, rules)
        value = turn.after(state.turn_total, extra, rules.dice + 1)
        return _advice(situation, state, seats, rules, forced, [(word, value, risk)])
    return _advice(situation, state, seats, rules, forced, [("farkle", turn.bust, Fraction(1))])


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
    state = _checked(turn_total, dice_left, None, opened, farkles, rules)
    turn_total, dice_left = state.turn_total, state.dice_left
    taken = piggy_back_value(turn_total, dice_left, rules, opened=opened, farkles=state.farkles).value
    actions = [
        (f"roll all {rules.dice}", _turn(state, rules).roll_value(0, rules.dice), bust_probability(rules.dice, rules)),
        ("take over", taken, bust_probability(dice_left, rules)),
    ]
    situation = f"offered {_dice(dice_left)} and {turn_total:,} points ({rules.piggy_back})"
    return _advice(situation, state, None, rules, None, actions, affirmative="take over")


@dataclass(frozen=True, slots=True)
class _PointsTurn:
    """The best turn for points, read as a race turn is read."""

    solved: TurnSolution
    state: State

    @property
    def bust(self) -> float:
        return self.solved.situation(self.state.opened, self.state.farkles).bust

    def bank_value(self, turn_total: int) -> float:
        return float(turn_total)

    def roll_value(self, turn_total: int, dice_left: int) -> float:
        return self.solved.roll_value(replace(self.state, turn_total=turn_total, dice_left=dice_left))

    def after(self, turn_total: int, points: int, dice_left: int) -> float:
        return self.solved.after(replace(self.state, turn_total=turn_total), points, dice_left)


def _turn(state: State, rules: Rules) -> _PointsTurn | RaceTurn:
    """The turn of the player to act, solved: for points, or with scores for the win."""
    if state.mine is None:
        return _PointsTurn(solve_turn(rules), state)
    from .race import solve_race

    return solve_race(rules).turn(state)


def _checked(
    turn_total: int, dice_left: int, seats: Seats | None, opened: bool | None, farkles: int, rules: Rules
) -> State:
    """The state of a turn; ValueError for what these rules do not know."""
    turn_total, dice_left, farkles = checks.check_turn(turn_total, dice_left, farkles, rules)
    if opened is False and rules.opening is None:
        raise ValueError("opened=False: these rules have no opening threshold (opening=None)")
    if not makeable(turn_total, rules):
        near = [t for t in range(turn_total, turn_total + 100 * rules.unit) if makeable(t, rules)][:1]
        below = [t for t in range(turn_total, -1, -1) if makeable(t, rules)][:1]
        shown = " and ".join(f"{t:,}" for t in below + near)
        raise ValueError(
            f"turn total {turn_total:,}: no points of these rules add up to it (multiples of {rules.unit}); "
            f"the nearest that can be made are {shown}"
        )
    if seats is None:
        return State(turn_total, dice_left, opened is not False, farkles)
    return replace(seats.state, turn_total=turn_total, dice_left=dice_left)


def _dice(n: int) -> str:
    return f"{n} {'die' if n == 1 else 'dice'}"


def _where(situation: str, state: State, seats: Seats | None, rules: Rules) -> str:
    """The situation with everything else that the values depend on."""
    if not can_arise(state.turn_total, state.dice_left, rules):
        situation += " (cannot arise under these rules)"
    if seats is not None:
        situation += f", {seats}"
    if not state.opened and rules.opening is not None:
        situation += ", not opened"
    if rules.three_farkles is not None:
        situation += f", {state.farkles} farkles in a row before"
    return situation


def _advice(
    situation: str,
    state: State,
    seats: Seats | None,
    rules: Rules,
    forced: str | None,
    actions: list[Action],
    affirmative: str | None = None,
) -> Advice:
    """An Advice over exact values."""
    objective = "win probability" if seats else "expected turn score"
    if not seats and (rules.three_farkles is not None or (rules.opening is not None and not state.opened)):
        objective += ", with what a farkle costs later"
    method = f"forced: {forced}" if forced else RACE if seats else POINTS
    best = max(value for _, value, _ in actions)
    options = tuple(
        Option(action, Value.exactly(value), cost=Value.exactly(best - value), risk=Value.exactly(risk))
        for action, value, risk in actions
    )
    return Advice(
        _where(situation, state, seats, rules),
        str(rules),
        objective,
        method,
        options,
        affirmative,
        risk_name="farkle",
        unit="probability" if seats else "points",
    )


def _by_rollouts(
    situation: str,
    state: State,
    seats: Seats | None,
    rules: Rules,
    starts: dict[str, tuple[int, int, str]],
    forced: str | None,
    n: int,
    seed: int,
    affirmative: str | None = None,
) -> Advice:
    """An Advice over simulated values: each option names the turn total, dice left and first action to play from."""
    from .rollouts import roll_out

    assert seats is not None
    values, method = roll_out(seats, starts, rules, n, seed)
    options = tuple(
        Option(
            action,
            values[action].value,
            cost=values[action].cost,
            risk=Value.exactly(bust_probability(dice, rules) if word == "roll" else 0),
        )
        for action, (_, dice, word) in starts.items()
    )
    return Advice(
        _where(situation, state, seats, rules),
        str(rules),
        "win probability",
        f"forced: {forced}; {method}" if forced else method,
        options,
        affirmative,
        risk_name="farkle",
        n=n,
        seed=seed,
        unit="probability",
    )
