"""Alone to the target in the fewest expected turns, exactly.

E(a) is the mean number of turns from a points. A turn is the backward pass with banking t worth -E(a + t), 0 from the
target on, and a farkle worth -E(a): one unknown for each score, E(a) = 1 - f(-E(a)), solved from the target downwards.
Where three farkles in a row cost points, scores can fall, and the sweep is repeated until nothing changes.
"""

from __future__ import annotations

from typing import Any

from .race_solver import (
    after_farkle,
    distinct_keeps,
    levels_of,
    lowest_score,
    minimum_steps,
    statuses,
    sure_chances,
)
from .rules import Rules

CLOSE = 1e-11  # turns


def solve_alone(rules: Rules) -> list[float]:
    """The mean number of turns by status (as `statuses`) and score, from the lowest up."""
    import numpy as np

    every = statuses(rules)
    levels = [levels_of(rules, status) for status in every]
    turns = [np.full(n + 1, 0.0) for n in levels]  # the last cell of an opened player: the target
    down = (rules.three_farkles or 0) // rules.step
    pass_over = _Pass(rules)
    while True:
        change = 0.0
        for level in range(levels[0] - 1, -1, -1):
            for i in sorted(range(len(every)), key=lambda i: -every[i].farkles):
                if level >= levels[i]:
                    continue
                lost = every.index(after_farkle(rules, every[i]))
                lower = max(level - down, 0) if every[i].farkles == 2 else level
                if (lost, lower) == (i, level):
                    found = pass_over.own_farkle(level, every[i].opened, turns[0], turns[i][level])
                else:
                    found = 1 - pass_over(level, every[i].opened, turns[0], -turns[lost][lower])
                change = max(change, abs(found - turns[i][level]))
                turns[i][level] = found
        if change < CLOSE or rules.three_farkles is None:
            return [float(x) for i, n in enumerate(levels) for x in turns[i][:n]]


class _Pass:
    """The backward pass of one turn, with its arrays made once."""

    def __init__(self, rules: Rules) -> None:
        import numpy as np

        keeps, dice = distinct_keeps(rules), rules.dice
        banked, again = sure_chances(rules)
        self.rules = rules
        self.arrays = [np.array(part, float if part is keeps.probability else int) for part in keeps]
        self.levels = (rules.target - lowest_score(rules)) // rules.step
        self.lost = (1 - banked - again) / (1 - again)
        rows = self.levels + max(minimum_steps(rules, status.opened) for status in statuses(rules)) + 1
        self.value = np.zeros((rows + max(keeps.points) + 1) * (dice + 2))
        self.rolled = np.zeros(rows * (dice + 2))

    def __call__(self, level: int, opened: bool, turns: Any, bust: float) -> float:
        """Minus the expected turns after this one, when a farkle is worth `bust`."""
        import numpy as np

        from . import kernels

        backward: Any = kernels.backward
        rules, width = self.rules, self.rules.dice + 2
        least = max(minimum_steps(rules, opened), 1)
        rows = max(self.levels - level, least)
        bank = np.zeros(rows)
        bank[: self.levels - level] = -turns[level : self.levels]
        forced = np.zeros((rows, width), int)
        forced[:least] = 1
        value = self.value.reshape(-1, width)[: rows + max(self.arrays[3]) + 1]
        value[rows:] = 0.0
        value[rows:, width - 1] = self.lost * bust
        if rules.hot_dice == "forced":
            forced[:, rules.dice] = 1
            value[rows:, rules.dice] = self.lost * bust
        backward(*self.arrays, bank, np.zeros(rows), forced.ravel(), bust, rules.dice, rows, value.ravel(), self.rolled)
        return float(self.rolled[rules.dice])

    def own_farkle(self, level: int, opened: bool, turns: Any, guess: float) -> float:
        """The root of x = 1 - pass(-x), by secants: the right side is concave in x and rises by less than x."""
        other = guess or float(turns[min(level + 1, len(turns) - 1)]) + 0.1
        there = 1 - self(level, opened, turns, -other)
        x, y = other, there - other
        other = there
        while True:
            there = 1 - self(level, opened, turns, -other) - other
            if abs(there) < CLOSE / 100 or there == y:
                return other
            x, y, other = other, there, other - there * (other - x) / (there - y)
