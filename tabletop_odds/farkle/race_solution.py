"""A solved race: the values at the start of turns that `race_solver` finds, and the turns rebuilt from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .race_solver import (
    SCALE,
    TIES,
    LastTurn,
    Status,
    after_farkle,
    distinct_keeps,
    last_turn_chance,
    least_bust,
    levels_of,
    lowest_score,
    minimum_steps,
    statuses,
    sure_chances,
)
from .rules import Rules, State, bank_minimum


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """One turn of a race, solved: what banking, rolling and each keep are worth, as chances to win.

    `bust` is the value of a farkle. Turn totals t (in steps) up to `rows` - 1 - `shift` are in the table `rolled`, row
    t + `shift`, column n for n dice; above, everything but hot dice is banked. `bank(t)` and `hot(t)` are the values
    of banking t, and of rolling all dice above the table.
    """

    rules: Rules
    opened: bool
    bust: float
    shift: int
    rows: int
    rolled: Sequence[float]
    bank: Callable[[int], float]
    hot: Callable[[int], float]

    def bank_value(self, turn_total: int) -> float:
        """The chance to win after banking `turn_total` points, allowed or not."""
        return self.bank(turn_total // self.rules.step)

    def roll_value(self, turn_total: int, dice_left: int) -> float:
        """The chance to win by rolling `dice_left` dice with `turn_total` points at risk."""
        t, dice = turn_total // self.rules.step, self.rules.dice
        row = max(t + self.shift, 0)  # further behind than the table goes, one step more changes nothing
        if row < self.rows:
            return self.rolled[row * (dice + 2) + dice_left]
        return self.hot(t) if dice_left == dice else self._one_step(turn_total, dice_left)

    def after(self, turn_total: int, points: int, dice_left: int) -> float:
        """The chance to win after a keep: `points` more, `dice_left` to roll (0: the match is won)."""
        total, dice = turn_total + points, self.rules.dice
        if dice_left == 0:
            return 1.0
        if dice_left > dice:  # nothing scored: all dice must be rolled again
            return self.roll_value(total, dice)
        if total < bank_minimum(self.opened, self.rules) or (dice_left == dice and self.rules.hot_dice == "forced"):
            return self.roll_value(total, dice_left)
        banked = self.bank_value(total)
        if dice_left < dice and total // self.rules.step + self.shift >= self.rows:
            return banked
        return max(banked, self.roll_value(total, dice_left))

    def _one_step(self, turn_total: int, dice_left: int) -> float:
        keeps, step, total = distinct_keeps(self.rules), self.rules.step, 0.0
        for c in range(keeps.first_class[dice_left], keeps.first_class[dice_left + 1]):
            options = range(keeps.first_option[c], keeps.first_option[c + 1])
            ends = [self.after(turn_total, keeps.points[k] * step, keeps.column[k]) for k in options]
            total += keeps.probability[c] * max(ends, default=self.bust)
        return total


@dataclass(frozen=True, slots=True, eq=False)
class RaceSolution:
    """The race under one rule set: the chance to win at the start of every turn, from which turns are rebuilt."""

    rules: Rules
    start: Sequence[int]
    last: LastTurn
    hot: Sequence[float]
    alone: Sequence[float]
    firsts: tuple[int, ...]  # where each plane begins

    def value(self, state: State) -> float:
        """The chance of the player who starts a turn at these scores."""
        if self.in_last_turn(state):
            return self.turn(state).roll_value(0, self.rules.dice)
        return self.start_value(*_standing(state, self.rules))

    def turns_alone(self, state: State) -> float:
        """The mean number of turns from the player's score to the target, played alone for the fewest."""
        mine, _, me, _, _ = _standing(state, self.rules)
        every, lowest = statuses(self.rules), lowest_score(self.rules)
        before = sum(levels_of(self.rules, status) for status in every[: every.index(me)])
        return self.alone[before + (max(mine, lowest) - lowest) // self.rules.step]

    def in_last_turn(self, state: State) -> bool:
        """Whether the other player has reached the target."""
        return is_last_turn(state.theirs or 0, self.rules)

    def turn(self, state: State) -> RaceTurn:
        """The whole turn of the player to act at these scores, rebuilt from the values at the start of turns.

        Only the scores, statuses and the seat of `state` are looked at. The last few turns are remembered.
        """
        return _turn(self, *_standing(state, self.rules))

    def start_value(self, mine: int, theirs: int, me: Status, them: Status, seat: int) -> float:
        """The chance to win at the start of a turn, by scores, statuses and seat (1: second of the round)."""
        every = statuses(self.rules)
        plane = (seat * len(every) + every.index(me)) * len(every) + every.index(them)
        step, lowest = self.rules.step, lowest_score(self.rules)
        # a team that has points can have a member who has not opened: on the highest level of those
        a, b = (
            min((max(score, lowest) - lowest) // step, levels_of(self.rules, status) - 1)
            for score, status in ((mine, me), (theirs, them))
        )
        return self.start[self.firsts[plane] + a * levels_of(self.rules, them) + b] / SCALE


def is_last_turn(theirs: int, rules: Rules) -> bool:
    """Whether the other's score makes a turn the last."""
    return theirs >= rules.target and rules.end != "sudden_death" and not rules.exact_target


def score_of(score: int | None) -> int:
    """A score that must be known. Raises ValueError where it is not."""
    if score is None:
        raise ValueError("the scores are not known: a race needs a State with mine and theirs")
    return score


def _standing(state: State, rules: Rules) -> tuple[int, int, Status, Status, int]:
    """Scores, statuses and seat of a state, without what these rules do not tell apart."""
    counted, opening = rules.three_farkles is not None, rules.opening is not None
    me = Status(state.opened or not opening, state.farkles if counted else 0)
    them = Status(state.their_opened or not opening, state.their_farkles if counted else 0)
    seat = int(not state.began) if rules.end == "equal_turns" else 0
    return score_of(state.mine), score_of(state.theirs), me, them, seat


@lru_cache(maxsize=64)
def _turn(solution: RaceSolution, mine: int, theirs: int, me: Status, them: Status, seat: int) -> RaceTurn:
    from . import kernels
    from .optimal import run_kernel

    rules = solution.rules
    if theirs >= rules.target:
        return last_turn(rules, solution.last, (theirs - mine) // rules.step, me.opened)
    step, dice, keeps = rules.step, rules.dice, distinct_keeps(rules)
    width, reach = dice + 2, max(keeps.points)
    other = 1 - seat if rules.end == "equal_turns" else 0
    final = rules.end == "last_turn" or (rules.end == "equal_turns" and seat == 0)
    farkled = after_farkle(rules, me)
    kept = mine - (rules.three_farkles or 0) if me.farkles == 2 else mine
    bust = 1 - solution.start_value(theirs, max(kept, lowest_score(rules)), them, farkled, other)
    banked, again = sure_chances(rules)
    lost = (1 - banked - again) / (1 - again) if banked + again < 1 - 1e-12 else 0.0
    waiting, offset = statuses(rules)[0], statuses(rules).index(them) * solution.last.rows
    gap = (mine - theirs) // step

    def bank(t: int) -> float:
        if mine + t * step < rules.target:
            return 1 - solution.start_value(theirs, mine + t * step, them, waiting, other)
        return 1 - last_turn_chance(rules, solution.last, gap + t, them.opened) if final else 1.0

    def hot(t: int) -> float:
        ahead = solution.hot[offset + min(gap + t, solution.last.rows - 1)] if final else banked / (1 - again)
        return ahead + lost * bust

    least, rows = minimum_steps(rules, me.opened), (rules.target - mine) // step
    rows = max(rows, least, 1)
    furthest = solution.last.rows - gap  # beyond it a lead is as good as any
    while final and rows < furthest and bank(rows) < 1 - least_bust(rules) * (1 - bust):
        rows += 1
    optional = rules.hot_dice == "optional"
    value = [0.0] * (rows * width)
    for t in range(rows, rows + reach + 1):
        rolled, end = hot(t), bank(t)
        value += [1.0] + [end] * (dice - 1) + [max(end, rolled) if optional else rolled, rolled]
    forced = [int(t == 0 or t < least or (n == dice and not optional)) for t in range(rows) for n in range(width)]
    banks, won = [0.0] + [bank(t) for t in range(1, rows)], [1.0] * rows
    work, out = rows * len(keeps.points), [0.0] * (rows * width)
    rolled_values = run_kernel(kernels.backward, work, *keeps, banks, won, forced, bust, dice, rows, value, out)
    return RaceTurn(rules, me.opened, bust, 0, rows, rolled_values, bank, hot)


def last_turn(rules: Rules, last: LastTurn, lead: int, opened: bool) -> RaceTurn:
    """The last turn against a player who is `lead` steps ahead: a slice of the table that answers all leads."""
    least = minimum_steps(rules, opened)
    needed, table, tie = (lead, last.short, TIES[rules.tie]) if lead >= least else (least, last.enough, 1.0)
    banked, again = sure_chances(rules)

    def bank(t: int) -> float:
        return 1.0 if t > needed else tie if t == needed else 0.0

    def hot(t: int) -> float:
        return banked / (1 - again)

    return RaceTurn(rules, opened, 0.0, last.rows - 1 - needed, last.rows, table, bank, hot)
