"""The rules, the policies and the start of whole games as the arrays that `kernels` reads."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import floor
from typing import TYPE_CHECKING

from .board import State
from .policies import Policy
from .rules import Rules, split

if TYPE_CHECKING:
    from .best_kernels import Seat
    from .kernels import Beginning, BoardTables, WeightTables


@lru_cache(maxsize=16)
def board_tables(rules: Rules) -> BoardTables:
    """The board and the rolls, from the functions of `rules`."""
    import numpy as np

    from .kernels import BoardTables

    faces = range(1, rules.dice_sides + 1)
    rolls = [split(*dice) for dice in product(faces, repeat=4)]
    pairs = np.array([pairing for roll in rolls for pairing in roll], np.int8) - 2
    first = np.cumsum([0, *map(len, rolls)])
    either = np.bitwise_or.reduceat(np.bitwise_or.reduce(1 << pairs.astype(np.int64), axis=1), first[:-1])
    sets = np.arange(1 << len(rules.columns))
    return BoardTables(
        length=np.array(rules.column_lengths),
        runners=rules.runners,
        columns_to_win=rules.columns_to_win,
        free=rules.must_place == "free",
        jump=rules.occupied == "jump",
        blocked=rules.occupied == "blocked",
        rolls=len(rolls),
        first_pairing=first,
        pairs=pairs,
        busts=np.array([np.count_nonzero(either & s == 0) for s in sets]),
    )


@lru_cache(maxsize=16)
def weight_tables(policies: tuple[Policy, ...], rules: Rules) -> WeightTables:
    """Policies that have weights, one a row. Raises ValueError for weights that do not fit the board."""
    import numpy as np

    from .kernels import NEVER, WeightTables

    rolls, columns = rules.dice_sides**4, rules.columns
    rows = [policy.weights(rules) for policy in policies if policy.weights is not None]
    times = [policy.times for policy in policies if policy.weights is not None]
    shape = len(rows), len(columns)
    points = np.zeros((*shape, max(rules.column_lengths) + 1), np.int64)
    adjustment = np.zeros((len(rows), 1 << len(columns)), np.int64)
    for row, weights in enumerate(rows):
        for column in columns:
            gained = [weights.space_points(column, s, rules) for s in range(1, rules.length(column) + 1)]
            points[row, column - 2, 1 : len(gained) + 1] = np.cumsum(gained)
        for out in combinations(columns, min(rules.runners, len(columns))):
            adjustment[row, sum(1 << (column - 2) for column in out)] = weights.adjustment(out, rules)
    limits = [weights.bust_limit for weights in rows]
    return WeightTables(
        progress=np.array([weights.progress for weights in rows], np.int64).reshape(shape),
        entry=np.array([[p - weights.runner for p in weights.entry] for weights in rows], np.int64).reshape(shape),
        points=points,
        adjustment=adjustment,
        stop=np.array([NEVER if weights.stop is None else weights.stop for weights in rows], np.int64),
        stop_at_top=np.array([weights.stop_at_top for weights in rows], np.bool_),
        most_busts=np.array([rolls if limit is None else floor(limit * rolls) for limit in limits], np.int64),
        times=np.array([NEVER if most is None else most for most in times], np.int64),
    )


def policy_tables(
    policies: tuple[Policy, ...], rules: Rules
) -> tuple[WeightTables, tuple[Seat, ...] | None, tuple[int, ...]]:
    """The policies by weights, the players by values (None: there is none), and which of them each policy is: a row of
    the weights, or -1 - i for player i by values.
    """
    from .best_kernels import Seat
    from .turn_tables import board_of

    seats: list[Seat] = []
    numbers, rows = [], 0
    for policy in policies:
        if policy.valuation is None:
            numbers.append(rows)
            rows += 1
        else:
            seats.append(Seat(board_of(rules), policy.valuation.values(rules)))
            numbers.append(-len(seats))
    # always four: each other number of them would be compiled afresh
    return weight_tables(policies, rules), tuple((seats * 4)[:4]) or None, tuple(numbers)


def beginning(state: State, forced: bool = False) -> Beginning:
    """The position that games start from; `forced`: by a roll."""
    import numpy as np

    from .kernels import Beginning

    runner = np.array(state.markers[state.player])
    for column, space in state.runners:
        runner[column - 2] = space
    up = sum(1 << (column - 2) for column, _ in state.runners)
    return Beginning(np.array(state.markers), np.array(state.claimed), runner, up, state.player, int(forced))
