"""When to stop with all runners out, on an empty board: a number of steps to remember, and the exact frontier.

The aim is the most expected progress, a step being worth 1 / length of its column, and a bust nothing. "Stop at n"
rolls until the runners have gone n steps together, and makes the best moves for that; the best turn looks where each of
them stands. The columns end where the board has them. Both are solved backwards, as in `fixed_triples`.

>>> stop_at((6, 7, 8))
(17, 0.6577369 exact)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from tabletop_odds.answers import Value

from .fixed_triples import Runners, Spaces, runners_on
from .odds import bust_probability
from .rules import Rules, as_rules

if TYPE_CHECKING:
    import pandas as pd

TINY = 1e-12
PATIENCE = 3  # numbers of steps that are worse than the best so far, before the search for a better one ends


def stop_at(columns: Iterable[int], rules: Rules | None = None) -> tuple[int, Value]:
    """The number of steps at which to stop with all runners out on these columns, and the progress it makes; exact.

    Steps are counted over all runners, from an empty board. Raises ValueError for other than as many different columns
    as there are runners.

    >>> stop_at((2, 3, 12))
    (3, 0.8666667 exact)
    """
    rules = as_rules(rules)
    steps, progress, _ = _solved(runners_on(columns, rules).columns, rules)
    return steps, Value.exactly(progress)


def _solved(columns: Spaces, rules: Rules) -> tuple[int, float, float]:
    """Where to stop, and the expected progress of that and of the best turn."""
    mirrored = tuple(2 * rules.dice_sides + 2 - column for column in reversed(columns))
    if mirrored < columns and rules.column_lengths == rules.column_lengths[::-1]:
        columns = mirrored  # dice are as likely high as low
    return _solve(columns, rules)


@lru_cache(maxsize=512)
def _solve(columns: Spaces, rules: Rules) -> tuple[int, float, float]:
    runners = Runners(columns, rules)
    best, progress, worse = 0, -1.0, 0
    for steps in range(rules.runners, sum(runners.tops) + 1):
        found = runners.stop_at(steps)
        best, progress, worse = (steps, found, 0) if found > progress + TINY else (best, progress, worse + 1)
        if worse == PATIENCE:
            break
    return best, progress, runners.best_progress()


def stopping_table(columns: Iterable[int] = (6, 7, 8), rules: Rules | None = None) -> pd.DataFrame:
    """When the best turn stops with runners on three columns: one row for each pair of spaces in the outer two; exact.

    left, middle, right (the columns), left_space, right_space, and stop_from, the space of the middle column from which
    stopping is best (missing: even on its top another roll is better). Raises ValueError as `stop_at`, and for rules of
    other than three runners.

    >>> frame = stopping_table((6, 7, 8))
    >>> frame[(frame.left_space == 3) & (frame.right_space == 3)]["stop_from"].tolist()
    [12]
    """
    import pandas as pd

    rules = as_rules(rules)
    if rules.runners != 3:
        raise ValueError(f"runners={rules.runners}: the table is for three")
    runners = runners_on(columns, rules)
    solved = runners.best_turn()
    left, middle, right = runners.tops
    rows = []
    for x, z in product(range(1, left + 1), range(1, right + 1)):
        stops = [y for y in range(1, middle + 1) if solved[x, y, z][0] >= solved[x, y, z][1]]
        rows.append((*runners.columns, x, z, stops[0] if stops else None))
    names = ["left", "middle", "right", "left_space", "right_space", "stop_from"]
    return pd.DataFrame(rows, columns=names).astype({"stop_from": "Int64"})


def stop_steps_table(rules: Rules | None = None) -> pd.DataFrame:
    """At how many steps to stop, for every set of columns for all runners: a, b, c (as many as runners), bust, stop_at,
    progress (columns, expected when stopping there), best (of the best turn) and cost (the difference); exact.

    All runners stand on the first spaces, which counts. Raises ValueError as `stop_at`.

    >>> stop_steps_table(Rules.small(3, 2))[["a", "b", "c", "stop_at"]].values.tolist()[0]
    [2, 3, 4, 10]
    """
    import pandas as pd

    rules = as_rules(rules)
    rows = []
    for columns in combinations(rules.columns, rules.runners):
        steps, progress, best = _solved(columns, rules)
        row: dict[str, int | float] = dict(zip("abcd", columns, strict=False))
        row |= {"bust": float(bust_probability(columns, rules=rules)), "stop_at": steps}
        rows.append(row | {"progress": progress, "best": best, "cost": best - progress})
    return pd.DataFrame(rows)
