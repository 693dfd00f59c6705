"""Rollouts: what a position, or each play of a roll, is worth, by playing on from it with the same luck for every play.

Cubeless: a game won counts 1, a gammon 2, a backgammon 3 points. Where a table of chances covers the end of the game
(`finish`), games stop there and count what the table says, so that less is left to luck and to the policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation
from tabletop_odds.answers import Value
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import Strata

from .board import State
from .game_tables import Finish
from .moving import Roll
from .policies import Policy, evaluator
from .rules import Play, Rules, as_rules, plays, winner, winner_points
from .simulate import FIRST_ROLLS, SCALE, KernelPlay, ReadPlay, game_play

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEASURES = ("points", "win")


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """What is left of a game, for `simulation.run`, in 65535ths: points and chance to win of the player on roll.

    `after`: the player on roll has just made a play, so the other rolls first. `settled`: the points, where nothing is
    left to be played.
    """

    play: KernelPlay | ReadPlay | None
    after: bool = False
    settled: int = 0

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column for each of MEASURES. Raises ValueError for a game that does not end."""
        import numpy as np

        if self.play is None:
            return np.full((stop - start, 2), (self.settled * SCALE, SCALE))
        win, points = self.play.results(seed, start, stop).T
        return np.stack([-points, SCALE - win] if self.after else [points, win], axis=1)


def roll_out(
    state: State,
    n: int | None = None,
    *,
    seed: int,
    policy: Policy | None = None,
    rules: Rules | None = None,
    finish: Finish | None = None,
    workers: int | None = None,
    until: Precision | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games on from a position, both sides by `policy` (`evaluator()`): what the player on roll gets.

    Measures: "points" and "win". Where the position has no dice, each of the 36 first rolls is played equally often, so
    that their luck is in no error; the run prints how many more games that is worth. `finish`: a table by which games
    end, such as `exact_finish()`. `workers`, `until` (of the points) and `progress` as in `simulation.run`. Raises
    ValueError as that and `game_play`.

    >>> run = roll_out(State.of([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2]), 10_000, seed=1)
    >>> abs(run["win"].value - 0.754494) < 0.02
    True
    """
    both = [evaluator() if policy is None else policy] * 2
    return simulation.run(
        Rest(game_play(both, rules, state=state, finish=finish, stratified=state.dice is None)),
        n,
        seed=seed,
        measures=MEASURES,
        scale=SCALE,
        workers=workers,
        until=until,
        reduction=Strata(FIRST_ROLLS) if state.dice is None else None,
        progress=progress,
    )


def roll_out_plays(
    state: State,
    roll: Roll,
    n: int,
    *,
    seed: int,
    policy: Policy | None = None,
    rules: Rules | None = None,
    finish: Finish | None = None,
    among: Sequence[Play] | None = None,
    measure: str = "points",
    workers: int | None = None,
    progress: bool | None = None,
) -> tuple[dict[Play, Value], dict[Play, Value]]:
    """What each play of a roll is worth to the player on roll, best first, and its cost against the best.

    Every play is followed by the same n games (the same dice), so the costs have smaller errors than the values.
    `among`: only these plays (all). `measure`: "points", or "win", the chance to win. The other arguments as in
    `roll_out`. Raises ValueError as that, and as `plays`.

    >>> values, costs = roll_out_plays(State(), (3, 1), 1000, seed=1)
    >>> str(next(iter(values)))
    '8/5 6/5'
    """
    rules, both = as_rules(rules), [evaluator() if policy is None else policy] * 2
    places = list(plays(state, roll) if among is None else among)
    compared = simulation.compare(
        {str(i): _rest(play, both, rules, finish) for i, play in enumerate(places)},
        n,
        seed=seed,
        measures=MEASURES,
        measure=measure,
        scale=SCALE,
        workers=workers,
        progress=progress,
    )
    values = {places[int(row["policy"])]: row["value"] for row in compared.rows}
    return values, {places[int(i)]: cost for i, cost in compared.costs().items()}


def _rest(play: Play, both: Sequence[Policy], rules: Rules, finish: Finish | None) -> Rest:
    if winner(play.after) is not None:
        return Rest(None, settled=winner_points(play.after, rules))
    return Rest(game_play(both, rules, state=play.after.flipped(), finish=finish), after=True)
