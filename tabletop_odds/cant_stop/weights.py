"""Policies by weights: numbers of the columns with a runner are added up, and the sums decide.

A turn stops when its stop value is high enough: for each runner (1 + spaces gone this turn) x the progress points of
its column. Among the choices after a roll the one with the most choice points is taken: for each runner what its
column gives for entering it, and for every space gone. Once all runners are out an adjustment for their columns joins
both sums: odd and even columns, columns on one side of the middle.

Everything is a whole number, so that a policy of this family is a few rows of numbers, which a compiled loop can play.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from tabletop_odds.settings import whole_number

from .rules import Move, Rules, State, playable

LARGEST = 1_000_000


class Weights(NamedTuple):
    """A policy of the family, complete: the four tuples have one number for each column of the board, from 2 up.

    `progress`: see `stop_value`. `entry`, `start`, `slope`, `runner`: see `choice_points`. `adjustments`: added to the
    stop value and taken from the choice points once all runners are out, where their columns are all odd, else all
    even; all at most the middle one, all at least the middle one.

    The turn stops where the last column needed is topped, and where the next roll busts with a higher chance than
    `bust_limit`. Otherwise it goes on while a runner is free and another column can be entered. After that it stops
    where a column is topped if `stop_at_top`, and where the stop value is at least `stop`.

    >>> ones = (1,) * 11
    >>> weights = Weights(progress=ones, entry=ones, start=ones, slope=ones, stop=8)
    >>> state = State.parse("> 6:+2 7:+1 8:+1 / -")
    >>> weights.stop_value(state, Rules()), weights.rolls(state, Rules())
    (7, True)
    """

    progress: tuple[int, ...]
    entry: tuple[int, ...]
    start: tuple[int, ...]
    slope: tuple[int, ...]
    adjustments: tuple[int, int, int, int] = (0, 0, 0, 0)
    runner: int = 0
    stop: int | None = None
    stop_at_top: bool = False
    bust_limit: Fraction | None = None

    def rolls(self, state: State, rules: Rules) -> bool:
        """Whether to roll again, where the player is free to stop."""
        topped = [column for column, space in state.runners if space == rules.length(column)]
        if state.columns_of(state.player) + len(topped) >= rules.columns_to_win:
            return False
        if self.bust_limit is not None and busts_above(self.bust_limit, state, rules):
            return False
        if len(state.runners) < rules.runners and can_enter(state, rules):
            return True
        if self.stop_at_top and topped and len(state.runners) == rules.runners:
            return False
        return self.stop is None or self.stop_value(state, rules) < self.stop

    def chooses(self, state: State, choices: Sequence[Move], rules: Rules) -> Move:
        """The choice with the most choice points; of equals the first."""
        return max(choices, key=lambda move: self.choice_points(move.state, rules))

    def stop_value(self, state: State, rules: Rules) -> int:
        """For each runner (1 + spaces gone this turn) x `progress` of its column, and the adjustment."""
        spaces = {column: space - state.marker(column) for column, space in state.runners}
        total = sum((1 + gone) * self.progress[column - 2] for column, gone in spaces.items())
        return total + self.adjustment(tuple(spaces), rules)

    def choice_points(self, state: State, rules: Rules) -> int:
        """For each runner `entry`, `space_points` of every space gone, minus `runner`; and minus the adjustment."""
        total = -self.adjustment(tuple(column for column, _ in state.runners), rules)
        for column, space in state.runners:
            total += self.entry[column - 2] - self.runner
            gone = range(state.marker(column) + 1, space + 1)
            total += sum(self.space_points(column, s, rules) for s in gone)
        return total

    def space_points(self, column: int, space: int, rules: Rules) -> int:
        """Choice points of one space: `start` on the first, rising by `slope` to the top, in whole numbers."""
        rise = self.slope[column - 2] * (space - 1) // max(rules.length(column) - 1, 1)
        return self.start[column - 2] + rise

    def adjustment(self, columns: Sequence[int], rules: Rules) -> int:
        """What the columns of the runners add together; nothing while a runner is free."""
        if len(columns) < rules.runners:
            return 0
        odd, even, low, high = self.adjustments
        middle = rules.dice_sides + 1
        total = 0
        if all(column % 2 for column in columns):
            total += odd
        elif not any(column % 2 for column in columns):
            total += even
        if max(columns) <= middle:
            total += low
        if min(columns) >= middle:
            total += high
        return total


def can_enter(state: State, rules: Rules) -> bool:
    """Whether a runner is free, and there is an open column without one."""
    return bool(playable(state, rules) - {column for column, _ in state.runners})


def busts_above(limit: Fraction, state: State, rules: Rules) -> bool:
    """Whether the next roll busts with a chance above the limit."""
    from .odds import bust_probability

    return bust_probability(state, rules=rules) > limit


def fitting(weights: Weights, rules: Rules) -> Weights:
    """The weights, with an exact bust limit. Raises ValueError unless they are whole numbers that fit the board."""
    rows = {name: len(getattr(weights, name)) for name in ("progress", "entry", "start", "slope")}
    for name, found in rows.items():
        if found != len(rules.columns):
            raise ValueError(
                f"{name} of {found} columns: the board has {len(rules.columns)} (dice_sides={rules.dice_sides})"
            )
    if len(weights.adjustments) != 4:
        raise ValueError(f"adjustments {weights.adjustments!r}: four are needed, for odd, even, low and high columns")
    stop = () if weights.stop is None else (weights.stop,)
    for number in (*chain(*weights[:5]), weights.runner, *stop):
        if whole_number(number) is None or abs(number) > LARGEST:
            raise ValueError(f"{number!r} among weights: allowed are whole numbers from {-LARGEST:,} to {LARGEST:,}")
    if weights.bust_limit is None:
        return weights
    return weights._replace(bust_limit=probability(weights.bust_limit))


def probability(limit: float | Fraction) -> Fraction:
    """A bust limit, exactly. Raises ValueError for anything but a number from 0 to 1."""
    try:
        chance = Fraction(limit)
    except (TypeError, ValueError, OverflowError):
        chance = Fraction(-1)
    if isinstance(limit, bool | str) or not 0 <= chance <= 1:
        raise ValueError(f"bust limit {limit!r}: a probability from 0 to 1 is needed")
    return chance
