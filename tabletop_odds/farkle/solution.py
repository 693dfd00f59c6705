"""A solved turn: the values that `optimal` finds, how they are read, and how they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .rules import Rules, State, must_roll


@dataclass(frozen=True, slots=True)
class Situation:
    """One solved turn: the values of rolling, with the value of a farkle that they were solved for.

    `roll_value[t * dice + n - 1]` for `rows` turn totals t (in units); `chain[t - rows]` the value of rolling all dice
    above; then the line `slope` x points + `intercept`.
    """

    bust: float
    rows: int
    slope: float
    intercept: float
    roll_value: Sequence[float]
    chain: Sequence[float]


@dataclass(frozen=True, slots=True)
class TurnSolution:
    """The best turn under one rule set: `gain` points a turn in the long run, and the value of every state.

    Values are counted from an opened player without farkles who banks nothing: banking t is worth t.
    """

    rules: Rules
    keep: str
    gain: float
    situations: dict[tuple[bool, int], Situation]

    def situation(self, opened: bool, farkles: int) -> Situation:
        """The solved turn of a player who has opened or not, after so many farkles in a row."""
        return self.situations[opened or self.rules.opening is None, farkles]

    def roll_value(self, state: State) -> float:
        """The value of rolling `state.dice_left` dice at `state.turn_total`."""
        solved = self.situation(state.opened, state.farkles)
        unit, dice = self.rules.unit, self.rules.dice
        t = state.turn_total // unit
        if t < solved.rows:
            return solved.roll_value[t * dice + state.dice_left - 1]
        if state.dice_left == dice:
            at = t - solved.rows
            if at < len(solved.chain):
                return solved.chain[at]
            return solved.slope * state.turn_total + solved.intercept
        return self._one_step(state, solved.bust)

    def _one_step(self, state: State, bust: float) -> float:
        """The value of rolling where everything but hot dice is banked afterwards: no table needed."""
        from .optimal import turn_tables

        tables, unit = turn_tables(self.rules, self.keep), self.rules.unit
        total = 0.0
        for c in range(tables.first_class[state.dice_left], tables.first_class[state.dice_left + 1]):
            best = None
            for k in range(tables.first_option[c], tables.first_option[c + 1]):
                points, column = tables.points[k] * unit, tables.column[k]
                hot = column >= self.rules.dice
                end = self.after(state, points, column) if hot else float(state.turn_total + points)
                best = end if best is None else max(best, end)
            total += tables.probability[c] * (bust if best is None else best)
        return total

    def after(self, state: State, points: int, dice_left: int) -> float:
        """The value of the after-state of a keep: `points` more, `dice_left` to roll (0: the match is won)."""
        total = state.turn_total + points
        if dice_left == 0:
            return float(total)
        if dice_left > self.rules.dice:  # nothing scored: all dice must be rolled again
            return self.roll_value(State(total, self.rules.dice, state.opened, state.farkles))
        solved = self.situation(state.opened, state.farkles)
        if dice_left < self.rules.dice and total >= solved.rows * self.rules.unit:
            return float(total)  # above the table everything but hot dice is banked
        after = State(total, dice_left, state.opened, state.farkles)
        rolled = self.roll_value(after)
        return rolled if must_roll(after, self.rules) else max(float(total), rolled)


def to_arrays(solution: TurnSolution) -> dict[str, tuple[str, Sequence[float]]]:
    """A solution as flat arrays of doubles, for `tables`."""
    heads: list[float] = []
    values: list[float] = []
    for (opened, farkles), s in solution.situations.items():
        heads += [float(opened), farkles, s.bust, s.rows, s.slope, s.intercept, len(s.roll_value), len(s.chain)]
        values += [*s.roll_value, *s.chain]
    return {"gain": ("d", [solution.gain]), "situations": ("d", heads), "values": ("d", values)}


def from_arrays(rules: Rules, arrays: Any) -> TurnSolution:
    """The solution that `to_arrays` wrote."""
    heads, values = arrays["situations"], arrays["values"]
    situations = {}
    at = 0
    for i in range(0, len(heads), 8):
        opened, farkles, bust, rows, slope, intercept, inner, outer = heads[i : i + 8]
        middle, end = at + int(inner), at + int(inner) + int(outer)
        solved = Situation(bust, int(rows), slope, intercept, values[at:middle], values[middle:end])
        situations[bool(opened), int(farkles)] = solved
        at = end
    return TurnSolution(rules, "best", arrays["gain"][0], situations)
