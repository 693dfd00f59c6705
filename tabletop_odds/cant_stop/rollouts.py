"""What an option is worth, estimated by playing on from it: the same games for every option, each with its error."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_odds.answers import Value

from .board import State
from .policies import Policy, bust_limit, linear_weights
from .rules import Rules, busted, stopped, winner
from .simulate import game_play, measures


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


def roll_out(
    places: list[Place], policy: Policy, rules: Rules, n: int, seed: int
) -> tuple[dict[str, Value], dict[str, Value]]:
    """The value of each option and its cost against the best: the chance to win, or alone the turns after this one.

    Raises ValueError for n or seed out of range.
    """
    import numpy as np

    from tabletop_odds.simulation import run

    player, alone = places[0].state.player, rules.players == 1
    games = {}
    for place in places:
        at = place.state
        if place.then != "roll":
            at = stopped(at, rules) if place.then == "stop" else busted(at, rules)
        if (won := winner(at, rules)) is not None:
            games[place.name] = np.full(n, 0 if alone else int(won == player))
            continue
        play = game_play([policy] * rules.players, rules, start=at, roll=place.then == "roll")
        run(play, 1, seed=seed, measures=measures(rules.players))  # refuses a bad n or seed in one line
        results = play(seed, 0, n)
        games[place.name] = results[:, 0] - (place.then == "roll") if alone else results[:, player]
    mean = {name: x.mean() for name, x in games.items()}
    best = min(mean, key=lambda name: mean[name] if alone else -mean[name])
    sign = 1 if alone else -1

    def moments(x: np.ndarray) -> Value:
        return Value.from_moments(n, int(x.sum()), int((x * x).sum()), seed)

    values = {name: moments(x) if alone else Value.from_rate(int(x.sum()), n, seed) for name, x in games.items()}
    return values, {name: moments(sign * (x - games[best])) for name, x in games.items()}
