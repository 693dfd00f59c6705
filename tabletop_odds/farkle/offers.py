"""Special aims of one turn: reaching a number of points, opening, and taking over another player's dice.

The greatest chance of reaching X solves the same recursion as the best turn, with the chance of getting there in
place of points: W(t, n) = sum over rolls of the best keep's W(t + points, dice left), and 1 where t may be
banked and is at least X.
"""

from __future__ import annotations

from functools import lru_cache

from tabletop_odds.answers import Value

from . import checks
from .odds import roll_classes, total_weight
from .optimal import solve_turn, turn_tables
from .policies import Policy
from .rules import PIGGY_BACK_BONUS, Rules, State, as_rules, bank_minimum, must_roll
from .scoring import Keep


class Reach:
    """Chances of banking at least `points` in this turn, by state, when the player aims at nothing else."""

    def __init__(self, points: int, rules: Rules, opened: bool) -> None:
        self.rules, self.opened = rules, opened
        self.goal = max(points, bank_minimum(opened, rules))
        self._tables = turn_tables(rules)
        self._cells: dict[tuple[int, int], float] = {}
        self._beyond = self._hot_beyond()
        for t in range(-(-self.goal // rules.unit) - 1, -1, -1):
            for n in range(1, rules.dice + 1):
                self._cells[t, n] = self._rolled(t, n)

    def roll(self, turn_total: int, dice_left: int) -> float:
        """The chance after rolling."""
        if turn_total >= self.goal:
            return (
                self._beyond if dice_left == self.rules.dice else self._rolled(turn_total // self.rules.unit, dice_left)
            )
        return self._cells[turn_total // self.rules.unit, dice_left]

    def after(self, turn_total: int, dice_left: int) -> float:
        """The chance in the after-state of a keep (0 dice left: the match is won)."""
        if dice_left == 0:
            return 1.0
        again = dice_left > self.rules.dice
        dice_left = min(dice_left, self.rules.dice)
        if turn_total >= self.goal and not again:
            state = State(turn_total, dice_left, self.opened)
            if must_roll(state, self.rules) is None:
                return 1.0
        return self.roll(turn_total, dice_left)

    def _rolled(self, t: int, n: int) -> float:
        tables, unit = self._tables, self.rules.unit
        total = 0.0
        for c in range(tables.first_class[n], tables.first_class[n + 1]):
            options = range(tables.first_option[c], tables.first_option[c + 1])
            ends = (self.after((t + tables.points[k]) * unit, tables.column[k]) for k in options)
            total += tables.probability[c] * max(ends, default=0.0)
        return total

    def _hot_beyond(self) -> float:
        """The chance of banking after all dice have to be rolled although the goal is reached."""
        tables, dice = self._tables, self.rules.dice
        free = self.rules.hot_dice == "optional"
        banked = going = 0.0
        for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
            columns = tables.column[tables.first_option[c] : tables.first_option[c + 1]]
            if any(column < dice or (column == dice and free) for column in columns):
                banked += tables.probability[c]
            elif columns:
                going += tables.probability[c]
        return float(banked / (1 - going)) if going < 1 else 0.0


@lru_cache(maxsize=64)
def solve_reach(points: int, rules: Rules, opened: bool = True) -> Reach:
    """The chances for an aim, once solved, kept."""
    if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= checks.MOST:
        raise ValueError(f"points {points!r}: allowed are whole numbers from 1 to {checks.MOST:,}")
    return Reach(points, rules, opened)


def reach_probability(points: int, rules: Rules | None = None, *, opened: bool = True) -> Value:
    """The greatest chance of banking at least `points` in one turn; exact.

    Raises ValueError for points outside 1 to 1,000,000.

    >>> round(reach_probability(500).value, 4)
    0.5183
    """
    rules = as_rules(rules)
    return Value.exactly(solve_reach(points, rules, opened).roll(0, rules.dice))


def reach_policy(points: int) -> Policy:
    """The policy with the greatest chance of banking at least `points` in one turn.

    >>> reach_policy(500).roll(State(450, 1), Rules())
    True
    """

    def roll(state: State, rules: Rules) -> bool:
        return state.turn_total < solve_reach(points, rules, state.opened).goal

    def keep(state: State, keeps: tuple[Keep, ...], rules: Rules) -> Keep:
        aim = solve_reach(points, rules, state.opened)
        return max(keeps, key=lambda k: aim.after(state.turn_total + k.points, k.dice_left))

    return Policy(f"reach {points:,}", roll, keep)  # type: ignore[arg-type]


def turns_to_open(opening: int | None = None, rules: Rules | None = None) -> Value:
    """Mean number of turns until a turn banks the opening threshold, by the policy that opens soonest; exact.

    `opening` defaults to the rules' own; ValueError where neither is given.

    >>> round(turns_to_open(500).value, 3)
    1.929
    """
    rules = as_rules(rules)
    opening = rules.opening if opening is None else opening
    if opening is None:
        raise ValueError("opening is None: these rules have no opening threshold; give one, such as 500")
    return Value.exactly(1 / reach_probability(opening, rules).value)


def piggy_back_value(turn_total: int, dice_left: int, rules: Rules, *, opened: bool = True, farkles: int = 0) -> Value:
    """Points, in the long run, of starting a turn with the dice that the previous player left.

    Under "inherit" the previous turn total is taken over; under "bonus" the turn starts at 0, and scoring with the
    first roll adds 1000. Exact. Raises ValueError where the rules have no piggy-back, or no such turn.

    >>> piggy_back_value(500, 3, Rules(piggy_back="inherit"))
    466.7358 exact
    """
    if rules.piggy_back is None:
        raise ValueError('piggy_back=None: these rules offer no dice to take over; set "inherit" or "bonus"')
    turn_total, dice_left, farkles = checks.check_turn(turn_total, dice_left, farkles, rules)
    solved = solve_turn(rules)
    if rules.piggy_back == "inherit":
        return Value.exactly(solved.roll_value(State(turn_total, dice_left, opened, farkles)))
    start = State(0, dice_left, opened, farkles)
    bust = solved.situation(opened, farkles).bust
    value = 0.0
    for weight, keeps, again in roll_classes(dice_left, rules):
        if again:
            best = solved.after(start, rules.nothing_scores or 0, rules.dice + 1)
        else:
            ends = (solved.after(start, k.points + PIGGY_BACK_BONUS, k.dice_left) for k in keeps)
            best = max(ends, default=bust)
        value += weight * best
    return Value.exactly(value / total_weight(dice_left, rules))


def piggy_back_thresholds(rules: Rules) -> dict[int, int]:
    """The turn total from which taking the dice over beats a turn of one's own, by dice left (0: always).

    Numbers of dice that are never taken over are left out. Under "bonus" the previous total plays no part.

    >>> piggy_back_thresholds(Rules(piggy_back="inherit"))
    {1: 950, 2: 650, 3: 500, 4: 350, 5: 200, 6: 0}
    """
    found = {}
    unit = rules.unit
    fresh = solve_turn(rules).roll_value(State(0, rules.dice))
    most = checks.MOST // unit
    for n in range(1, rules.dice + 1):
        low, high = 0, 1
        while piggy_back_value(high * unit, n, rules).value < fresh and high < most:
            low, high = high, min(2 * high, most)
        if piggy_back_value(high * unit, n, rules).value < fresh:
            continue
        while low < high:
            middle = (low + high) // 2
            if piggy_back_value(middle * unit, n, rules).value >= fresh:
                high = middle
            else:
                low = middle + 1
        found[n] = low * unit
    return found
