"""Money equities with the cube, estimated from how a game without it would end: Janowski's formulas.

Without a cube a game is worth p W - (1 - p) L, with p the chance to win, and W and L what a win and a loss come to on
average, gammons counted. That is a dead cube. A live cube would be turned at the last moment, exactly at the take
point (L - 1/2) / (W + L + 1/2) or the cash point (L + 1) / (W + L + 1/2), where the game is worth -1 or 1; between
the points that matter its equity runs straight in p. A real cube lies between: `efficiency` times live, the rest dead.

All equities are in units of the cube as it stands. They are estimates: `stakes` says how far to trust them in a race.

Source: R. Janowski, "Take-Points in Money Games", 1993, backgammon-biba.co.uk/JanowskiCubeFormula.html; efficiencies
of 0.55 to 0.8 are common, two thirds is what programs use.

>>> even = {1: 0.5, -1: 0.5}
>>> round(estimated_equity(even, "mine"), 4), round(estimated_equity(even, "theirs"), 4)
(0.1667, -0.1667)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import sqrt

from tabletop_odds.answers import Value

EFFICIENCY = 2 / 3

Chances = Mapping[int, float]  # of what a game is worth to the player on roll: 1, 2 or 3 points, or -1, -2, -3


def estimated_equity(chances: Chances, owner: str, efficiency: float = EFFICIENCY, jacoby: bool = False) -> float:
    """What a position is worth to the player on roll, in units of the cube.

    `chances`: by the points that a cubeless game ends with, 1 to 3 or -1 to -3. `owner` of the cube: "centre", "mine"
    or "theirs". `jacoby`: gammons do not count while the cube is in the centre.

    >>> round(estimated_equity({1: 0.75, -1: 0.25}, "theirs", efficiency=0), 4)  # a dead cube
    0.5
    >>> round(2 * estimated_equity({1: 0.78, -1: 0.22}, "theirs"), 2)  # doubled: nearly too much to take
    0.97
    """
    win = sum(chance for points, chance in chances.items() if points > 0)
    gain = sum(points * chance for points, chance in chances.items() if points > 0) / win if win else 1.0
    loss = -sum(points * chance for points, chance in chances.items() if points < 0) / (1 - win) if win < 1 else 1.0
    take, cash = (loss - 0.5) / (gain + loss + 0.5), (loss + 1) / (gain + loss + 0.5)
    if jacoby and owner == "centre":
        gain = loss = 1.0
    corners = [(0.0, -loss), (1.0, gain)]
    if owner != "mine":
        corners.insert(1, (take, -1.0))
    if owner != "theirs":
        corners.insert(-1, (cash, 1.0))
    dead = win * gain - (1 - win) * loss
    return efficiency * _between(corners, win) + (1 - efficiency) * dead


def _between(corners: list[tuple[float, float]], x: float) -> float:
    """The height at x of the line through these corners."""
    for (left, low), (right, high) in pairwise(corners):
        if x <= right:
            return low + (high - low) * (x - left) / (right - left)
    return corners[-1][1]


def sampled(figure: Callable[[Chances], float], chances: Chances, n: int, seed: int) -> Value:
    """A figure of chances that are shares of n games, with the standard error that it has from them.

    By the delta method: the figure's slope in each chance, times that chance's spread.

    >>> sampled(lambda chances: chances[1] - chances[-1], {1: 0.7, -1: 0.3}, 2100, seed=1)
    0.40 +- 0.02 (n = 2,100, seed 1)
    """
    step = 1e-6
    value = figure(chances)
    slopes = {}
    for points in chances:
        moved = {p: chance * (1 - step) + step * (p == points) for p, chance in chances.items()}
        slopes[points] = (figure(moved) - value) / step
    # the steps keep the sum at 1, so the slopes have mean 0 over the games
    variance = sum(chance * slopes[points] ** 2 for points, chance in chances.items())
    return Value(value, sqrt(variance / n), n=n, seed=seed)
