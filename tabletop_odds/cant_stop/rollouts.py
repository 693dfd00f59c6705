"""What an option is worth, estimated by playing on from it: the same games for every option, each with its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import simulation
from tabletop_odds.answers import Value

from .board import State
from .policies import Policy, bust_limit, linear_weights
from .rules import Rules, busted, stopped, winner
from .simulate import KernelPlay, ReadPlay, game_play

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Place(NamedTuple):
    """An option: where it leaves the player to act, and what comes next: "roll", "stop" or "bust"."""

    name: str
    state: State
    then: str


def quick_policy(rules: Rules) -> Policy:
    """A heuristic that any board allows and that plays fast: linear weights where there are eleven columns.

    >>> quick_policy(Rules()).name
    'linear weights, stop at top'
    """
    return linear_weights(stop_at_top=True) if rules.dice_sides == 6 else bust_limit(0.3)


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """What is left of a game after an option: a play and its measure, less the turn under way; None: nothing is left.

    One column: whether the player wins, or alone the turns.
    """

    play: KernelPlay | ReadPlay | None
    measure: int
    less: int

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """The results of games start..stop-1. Raises ValueError for a game that does not end."""
        import numpy as np

        if self.play is None:
            return np.full((stop - start, 1), self.measure)
        return self.play(seed, start, stop)[:, [self.measure]] - self.less


def roll_out(
    places: Sequence[Place], policy: Policy, rules: Rules, n: int, seed: int
) -> tuple[dict[str, Value], dict[str, Value]]:
    """The value of each option and its cost against the best: the chance to win, or alone the turns after this one.

    Raises ValueError for n or seed out of range.
    """
    alone = rules.players == 1
    compared = simulation.compare(
        {place.name: _rest(place, policy, rules) for place in places},
        n,
        seed=seed,
        measures=["result"],
        unit="turns" if alone else "probability",
        lowest=alone,
        progress=False,
    )
    return {row["policy"]: row["value"] for row in compared.rows}, compared.costs()


def _rest(place: Place, policy: Policy, rules: Rules) -> Rest:
    player, alone, rolls = place.state.player, rules.players == 1, place.then == "roll"
    start = place.state
    if not rolls:
        start = stopped(start, rules) if place.then == "stop" else busted(start, rules)
    won = winner(start, rules)
    if won is not None:
        return Rest(None, 0 if alone else int(won == player), 0)
    play = game_play([policy] * rules.players, rules, start=start, roll=rolls)
    return Rest(play, 0 if alone else player, int(alone and rolls))
