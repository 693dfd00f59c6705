"""What an option is worth, estimated by playing on: the same games for every option, each with its error.

An option is the list of what it may come to, one for each card that may be drawn, equally likely: a number where that
is known, else the state to go on from. Game i is played on from each of these with the luck of game i, and what comes
of them is averaged; what is known needs no playing. So the costs are paired differences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tabletop_odds.answers import Value

from .policies import Policy, greedy_racer, unloader
from .rules import Rules
from .simulate import game_play, scale
from .state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

Leaf = Fraction | State


def quick_policy(rules: Rules) -> Policy:
    """The policy that plays on: the greedy racer, or the unloader where only points count.

    >>> quick_policy(Rules()).name, quick_policy(Rules(winner="lowest")).name
    ('greedy racer', 'unloader')
    """
    return unloader() if rules.players > 1 and rules.winner == "lowest" else greedy_racer()


def mean(leaves: Sequence[Leaf]) -> Fraction:
    """The mean of known numbers.

    >>> mean([Fraction(1, 2), Fraction(1)])
    Fraction(3, 4)
    """
    return sum((leaf for leaf in leaves if isinstance(leaf, Fraction)), Fraction(0)) / len(leaves)


def roll_out(
    options: Mapping[str, Sequence[Leaf]], player: int, rules: Rules, n: int, seed: int
) -> tuple[dict[str, Value], dict[str, Value]]:
    """The value of each option to a player and its cost against the best, over n games with `seed`.

    A value is the chance to complete alone, else the share of the win. An option of known numbers only is exact.
    """
    known = {name for name, leaves in options.items() if not any(isinstance(leaf, State) for leaf in leaves)}
    found = {name: _results(leaves, player, rules, n, seed) for name, leaves in options.items()}
    values = {name: _as_chance(x, seed) for name, x in found.items() if name not in known}
    values |= {name: Value.exactly(mean(options[name])) for name in known}
    best = max(values, key=lambda name: values[name].value)
    costs = {}
    for name, results in found.items():
        cost = values[best].value - values[name].value
        exact = name == best or {name, best} <= known
        costs[name] = Value.exactly(cost) if exact else Value(cost, _error(found[best] - results), n=n, seed=seed)
    return values, costs


def _results(leaves: Sequence[Leaf], player: int, rules: Rules, n: int, seed: int) -> NDArray[Any]:
    """What games 0 to n - 1 come to, the mean over what may be drawn."""
    import numpy as np

    total = np.full(n, float(sum((leaf for leaf in leaves if isinstance(leaf, Fraction)), Fraction(0))))
    for leaf in leaves:
        if isinstance(leaf, State):
            play = game_play([quick_policy(rules)] * rules.players, rules, start=leaf)
            total += play(seed, 0, n)[:, player] / scale(rules.players)
    return total / len(leaves)


def _as_chance(results: NDArray[Any], seed: int) -> Value:
    """The mean of results from 0 to 1, with Wilson's interval, which is wide enough for any of such a mean."""
    n, mean = len(results), float(results.mean())
    rate = Value.from_rate(round(mean * n), n, seed)
    return Value(mean, _error(results), min(rate.low, mean), max(rate.high, mean), n, seed)


def _error(results: NDArray[Any]) -> float:
    """The standard error of the mean of the results."""
    n = len(results)
    return float(results.std(ddof=1)) / n**0.5 if n > 1 else float("inf")
