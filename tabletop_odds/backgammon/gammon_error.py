"""How far gammon chances by product are off: held against the chances by best play of both sides, each looking at both.

Let W(x, y) be the chance of a gammon with the winner on roll at x, home and few, and L(x, y) with the loser on roll at
y, none off. With L = 1 where the winner is off, and both 0 where the loser's first checker is:

    W(x, y) = 1/36 * sum over the rolls of w * max over the winner's plays x' of L(x', y)
    L(x, y) = 1/36 * sum over the rolls of w * min over the loser's plays y' of W(x, y')

Who wins is left aside: a loser that could still win has other plays to look for, but seldom a gammon to fear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .bearoff import rolls_distribution
from .home_plays import home_plays
from .numbering import before_first_off, heights
from .one_sided import solve_numbered, spread_from
from .positions import HOME, Counts, every_position, pip_count
from .race_ends import GammonError, late
from .rules import ROLLS

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]

FARTHEST = (2, 2, 3, 2, 3, 0, 0, 1, 0, 1, 0, 1)  # the loser: what it can reach from there
WINNER = 6  # checkers at most
OFF = 0


def positions_before_first_off(start: Counts) -> list[Counts]:
    """What a side can reach from a position without a checker off.

    >>> positions_before_first_off((1, 1))
    [(2, 0), (1, 1)]
    """
    most = heights(start)[1:]
    found: list[Counts] = [(most[0],)]
    for limit in most[1:]:
        found = [(*above, height) for above in found for height in range(min(above[-1], limit) + 1)]
    return [tuple(a - b for a, b in zip(above, (*above[1:], 0), strict=True)) for above in found]


def gammon_chances(winners: list[Counts], losers: list[Counts]) -> tuple[Floats, Floats]:
    """W and L by the places of x in `winners` and of y in `losers` plus one; all that they can become is in there too.

    >>> winning, losing = gammon_chances([(0,) * 6, (2, 0, 0, 0, 0, 0)], positions_before_first_off((15,)))
    >>> round(float(winning[1, 1]), 6), float(losing[1, 1])
    (1.0, 0.0)
    """
    import numpy as np

    places = {x: i for i, x in enumerate(winners)}
    steps = [_steps(losers, die) for die in range(1, 7)]
    winning: Floats = np.zeros((len(winners), len(losers) + 2), np.float32)
    losing = winning.copy()
    for x in sorted(winners, key=pip_count):
        mine, theirs = winning[places[x]], losing[places[x]]
        if not any(x):
            theirs[OFF + 1 :] = 1
            continue
        for roll, weight in ROLLS:
            mine += weight / 36 * np.max([losing[places[after]] for after in home_plays(x, roll)], axis=0)
        for (a, b), weight in ROLLS:
            ways = [(a, a, a, a)] if a == b else [(a, b), (b, a)]
            theirs += weight / 36 * np.min([_least(mine, [steps[die - 1] for die in way]) for way in ways], axis=0)
        mine[OFF] = theirs[OFF] = 0
    return winning, losing


def _least(chances: Floats, steps: list[Any]) -> Floats:
    """The least chance that moves lead to, one of each of these dice."""
    for step in steps:
        chances = chances.copy()
        chances[-1] = 1  # where there is no move
        chances = chances[step].min(axis=1)
    return chances


def _steps(losers: list[Counts], die: int) -> Any:
    """Where each move of a die leads from each place, rows filled up with the last place, which is none."""
    import numpy as np

    places = {counts: i for i, counts in enumerate(losers, 1)}
    none = len(losers) + 1
    table = np.full((none + 1, len(losers[0])), none, np.int32)
    table[OFF, 0] = OFF
    for counts, i in places.items():
        last = max(point for point, count in enumerate(counts, 1) if count)
        for point in (point for point, count in enumerate(counts, 1) if count):
            after = [*counts]
            after[point - 1] -= 1
            if point > die:
                after[point - die - 1] += 1
                table[i, point - 1] = places[tuple(after)]
            elif last <= HOME and point in (die, last):
                table[i, point - 1] = OFF
    return table


def gammon_error(winner: int = WINNER, start: Counts = FARTHEST, *, n: int, seed: int) -> GammonError:
    """How far the product is off over n random pairs: a winner of at most so many checkers, on roll or not.

    The loser stands where it can come to from `start`; pairs whose gammon chance is not from 0.01 to 0.99 are drawn
    again. With the defaults it takes some five minutes and 1 GB.
    """
    import numpy as np

    winners, losers = [*every_position(HOME, winner)], positions_before_first_off(start)
    chances = gammon_chances(winners, losers)
    numbers = before_first_off(start)
    plays = solve_numbered(numbers, first_off=True)[2]
    draws = np.random.default_rng(seed)
    off: list[float] = []
    while len(off) < n:
        x, y, ahead = (int(draws.integers(size)) for size in (len(winners), len(losers), 2))
        exact = float(chances[1 - ahead][x, y + 1])
        if 0.01 <= exact <= 0.99:
            first_off = dict(enumerate(spread_from(plays, numbers.number(losers[y]))))
            off.append(late(dict(rolls_distribution(winners[x]).items()), first_off, ahead) - exact)
    errors = np.abs(off)
    return GammonError(float(np.sqrt((errors**2).mean())), float(errors.max()), n, seed)
