"""Which plays of a roll deserve more games: every play is rolled out a little, and the best of them at length.

All plays meet the same dice, so what tells two plays apart is far less noisy than what each is worth; see `rollouts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from tabletop_odds.answers import Value

from .rollouts import roll_out_plays
from .rules import Play, Rules, State

KEPT = 5  # plays that are rolled out at length
SHARE = 10  # all others get one game in so many
LEAST = 100


def few_games(n: int) -> int:
    """How many games every play gets, where the best get n.

    >>> few_games(10_000), few_games(500), few_games(50)
    (1000, 100, 50)
    """
    return max(n // SHARE, min(n, LEAST))


def in_two_stages(
    state: State,
    roll: tuple[int, int],
    among: Sequence[Play],
    n: int,
    *,
    seed: int,
    rules: Rules,
) -> tuple[dict[Play, Value], dict[Play, Value]]:
    """What plays of a roll are worth, and their costs: all by `few_games(n)` games, the best five by n, the same first.

    A play that was left behind costs what it did in the few games, and is worth that much less than the best is by n
    games: so all costs and values belong together. Its error holds both. Raises ValueError as `roll_out_plays`.

    >>> from tabletop_odds.backgammon.rules import plays
    >>> choices = plays(State(), (3, 1))
    >>> values, costs = in_two_stages(State(), (3, 1), choices, 1000, seed=1, rules=Rules())
    >>> len(values) == len(choices), sorted({value.n for value in values.values()})
    (True, [100, 1000])
    """

    def by(games: int, some: Sequence[Play]) -> tuple[dict[Play, Value], dict[Play, Value]]:
        return roll_out_plays(state, roll, games, seed=seed, rules=rules, among=some)

    if len(among) <= KEPT:
        return by(n, among)
    few = few_games(n)
    first, apart = by(few, among)
    kept = list(first)[:KEPT]
    values, costs = by(n, kept)
    best = next(iter(values))
    for play in list(first)[KEPT:]:
        gap = first[best].value - first[play].value
        error = hypot(apart[best].standard_error, apart[play].standard_error)
        costs[play] = Value(gap, error, n=few, seed=seed)
        values[play] = Value(values[best].value - gap, hypot(values[best].standard_error, error), n=few, seed=seed)
    return values, costs
