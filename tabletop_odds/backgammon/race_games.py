"""Whole races by table: both sides bear off alone, each by its best play of every roll; millions a second.

A race is two bear-offs that do not meet. Each side has its own stream, that of (seed, game, side); five rolls at a time
come from one uniform number below 36^5, an ordered roll of ten dice. A side plays for the fewest rolls, whatever the
other does: against that, plays that look at both sides win a little more often (see the two-sided tables).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation
from tabletop_odds.precision import Precision

from .numbering import reachable
from .one_sided import ROLLS, solve_numbered
from .positions import Counts, Position, as_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEASURES = ("win_1", "win_2", "rolls_1", "rolls_2")
MOST_POSITIONS = 3_000_000


@dataclass(frozen=True, slots=True, eq=False)
class RacePlay:
    """Races by the best plays of both sides, for `simulation.run`: the measures of games start..stop-1.

    `mine[36 * x + roll]`: 36 times the number of the position after the best play of an ordered roll from x, which is
    36 times a number too; `first_mine` is where the side that rolls first begins.
    """

    mine: NDArray[Any]
    theirs: NDArray[Any]
    first_mine: int
    first_theirs: int

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column for each of MEASURES."""
        import numpy as np

        from .race_game_kernels import play_races

        out = np.empty((4, stop - start), np.int64)
        play_races(seed, start, self.mine, self.theirs, self.first_mine, self.first_theirs, out)
        return out.T


def race_play(mine: Position, theirs: Position) -> RacePlay:
    """The play of races from a position, for `simulation.run`, with MEASURES. Raises ValueError as `simulate_races`."""
    sides = [as_counts(side) for side in (mine, theirs)]
    farthest = [max((point for point, checkers in enumerate(side, 1) if checkers), default=0) for side in sides]
    if not all(farthest):
        raise ValueError("a race between two sides: each needs a checker that is not off yet")
    if sum(farthest) > 25:
        raise ValueError(
            f"farthest checkers on {farthest[0]} and {farthest[1]}: they have still to pass each other: no race"
        )
    (first, at), (second, other) = (_best_plays(side) for side in sides)
    return RacePlay(first, second, at, other)


@lru_cache(maxsize=2)
def _best_plays(side: Counts) -> tuple[NDArray[Any], int]:
    """Where every ordered roll leads from each position that a side can reach, and where it begins; all times 36."""
    numbers = reachable(side)
    if numbers.total > MOST_POSITIONS:
        raise ValueError(
            f"position {side}: {numbers.total:,} positions can be reached; at most {MOST_POSITIONS:,} are solved"
        )
    _, _, plays = solve_numbered(numbers)
    kinds = [ROLLS.index((max(a, b), min(a, b))) for a in range(1, 7) for b in range(1, 7)]
    return (36 * plays[:, kinds]).ravel(), 36 * numbers.number(side)


def simulate_races(
    mine: Position,
    theirs: Position,
    n: int | None = None,
    *,
    seed: int,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n races, mine on roll: "win_1", "win_2", "rolls_1" and "rolls_2" (rolls that each side needs to the end).

    `mine`, `theirs`: counts, ace point first, that have passed each other, anywhere on the board while a side can reach
    at most 3 million positions. `workers`, `chunk`, `checkpoint`, `until` and `progress` as in
    `simulation.run`. Raises ValueError as that, and for positions that are no race, or too large.

    >>> run = simulate_races([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2], 100_000, seed=1)
    >>> abs(run.rate("win_1").value - 0.754494) < 0.005
    True
    """
    return simulation.run(
        race_play(mine, theirs),
        n,
        seed=seed,
        measures=MEASURES,
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        about={"mine": str(mine), "theirs": str(theirs)},
        progress=progress,
    )
