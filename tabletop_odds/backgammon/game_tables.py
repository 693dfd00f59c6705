"""What the compiled games are played from, as arrays: policies by weights, the position to start from, a finish."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from .board import BAR, State, sides
from .policies import Policy
from .positions import CHECKERS, HOME, Counts, count, every_position
from .rules import Rules
from .weights import FARTHEST_SHOT, shots_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import Beginning, FinishTable
    from .pair_files import Pairs


class Finish(NamedTuple):
    """A table by which games end: the side on roll wins with exactly these chances once both are home and few.

    `chances`: uint16, in 65535ths, in a row: at `on_roll[rank(mine)] + waits[rank(theirs)]`, positions numbered as
    those of at most `checkers` on six points; `mine` is on roll. It is used once neither side has all 15 left, so that
    there is no gammon.
    """

    chances: Any
    on_roll: Any
    waits: Any
    checkers: int


def finish_by(table: Pairs) -> Finish:
    """The finish by a two-sided table. Raises ValueError for one that is cut off at so many pips.

    >>> from tabletop_odds.backgammon.big_table import CHANCES
    >>> from tabletop_odds.backgammon.pair_files import in_memory
    >>> from tabletop_odds.backgammon.two_sided_layout import Layout
    >>> finish_by(in_memory(CHANCES, Layout(2))).waits.tolist()[:3]
    [0, 64, 128]
    """
    import numpy as np

    from .pair_files import HEADER
    from .two_sided_layout import WIDTH

    layout = table.layout
    if layout.most_pips < HOME * layout.checkers:
        raise ValueError(f"a table of at most {layout.most_pips} pips: games can end only by one of all positions")
    counts = np.array(list(every_position(HOME, layout.checkers)))
    pips = counts @ np.arange(1, HOME + 1)
    row = np.empty(len(counts), np.int64)
    row[np.argsort(pips, kind="stable")] = np.arange(len(counts))
    panel, lane = np.divmod(row - np.array(layout.layer_rows)[pips], WIDTH)
    on_roll = (panel + np.array(layout.layer_panels)[pips]) * layout.rows * WIDTH + lane
    chances = np.frombuffer(table.data, np.uint16, layout.pairs, HEADER)
    return Finish(chances, on_roll, row * WIDTH, layout.checkers)


def exact_finish(checkers: int = 6) -> Finish:
    """The finish by the two-sided table of at most `checkers` a side (1 to 15), solved and kept if it is not yet.

    Six a side take a moment, ten some seconds, more as `solve` says. ValueError: checkers out of range. OSError: too
    little memory or disk space, or nothing can be written.

    >>> exact_finish(2).checkers
    2
    """
    from .big_table import kept, solve

    solve(checkers)
    return finish_by(kept(checkers))


def side_words(counts: Counts) -> tuple[int, int]:
    """The two words of a side, as `move_kernels` has them, from its 25 counts.

    >>> [hex(word) for word in side_words((2, 0, 15, *(0,) * 22))]
    Traceback (most recent call last):
    ...
    ValueError: 17 checkers: allowed are 0 to 15
    >>> [hex(word) for word in side_words((2, 0, 13, *(0,) * 22))]
    ['0x200000008', '0x800000008']
    """
    if sum(counts) > CHECKERS:
        raise ValueError(f"{sum(counts)} checkers: allowed are 0 to {CHECKERS}")
    sets = [0, 0, 0, 0]
    for point, checkers in enumerate((CHECKERS - sum(counts), *counts)):
        for k in range(4):
            sets[k] |= (checkers >> k & 1) << point
    return sets[0] | sets[1] << 32, sets[2] | sets[3] << 32


def side_counts(low: int, high: int) -> Counts:
    """The 25 counts of a side, from its two words.

    >>> side_counts(*side_words(State().mine)) == State().mine
    True
    """
    sets = [word >> shift for word in (low, high) for shift in (0, 32)]
    return tuple(sum((sets[k] >> point & 1) << k for k in range(4)) for point in range(1, BAR + 1))


def beginning(state: State | None, rules: Rules) -> Beginning:
    """The position that games start from; None: the start, with an opening roll."""
    import numpy as np

    from .kernels import Beginning

    at = state or State()
    words = np.array([side_words(side) for side in sides(at)], np.int64)
    dice = sorted(at.dice or (0, 0))
    most = 1 if rules.jacoby and not at.match and (at.cube, at.owner) == (1, "centre") else 3
    return Beginning(words[:, 0].copy(), words[:, 1].copy(), dice[1], dice[0], state is None, most)


def weight_rows(policies: Sequence[Policy]) -> tuple[NDArray[Any], tuple[int, ...]] | None:
    """The rows of weights, and which one each policy plays by; None where one plays by a function of another kind."""
    import numpy as np

    from .kernels import RANDOM

    rows: list[tuple[int, ...]] = [(0,) * 123]
    seats = []
    for policy in policies:
        weights = policy.weights
        if weights is None and policy.score is not None:
            return None
        seats.append(RANDOM if weights is None else len(rows))
        rows += [] if weights is None else [weights.row()]
    return np.array(rows, np.int64), tuple(seats)


@cache
def shots_by_distances() -> NDArray[Any]:
    """`shots_at` by the set of distances: bit 11 of a number stands for 1 pip away, bit 0 for 12."""
    import numpy as np

    distances = range(1, FARTHEST_SHOT + 1)
    away = [frozenset(d for d in distances if number >> FARTHEST_SHOT - d & 1) for number in range(1 << FARTHEST_SHOT)]
    return np.array([shots_at(found) for found in away], np.int64)


def finish_table(finish: Finish | None) -> FinishTable:
    """A finish for the compiled loop. Raises ValueError for arrays that do not fit so many checkers."""
    import numpy as np

    from .kernels import FinishTable

    if finish is None:
        nothing = np.zeros(1, np.int64)
        return FinishTable(_readonly(np.zeros(1, np.uint16)), nothing, nothing, nothing.reshape(1, 1), 0)
    chances, on_roll, waits = (np.asarray(array) for array in finish[:3])
    checkers = finish.checkers
    if not 1 <= checkers <= CHECKERS:
        raise ValueError(f"finish for {checkers!r} checkers: allowed are 1 to {CHECKERS}")
    positions = count(HOME, checkers)
    if len(on_roll) != positions or len(waits) != positions:
        raise ValueError(f"finish for {checkers} checkers: where to look must be given for {positions:,} positions")
    needed = int(on_roll.max()) + int(waits.max()) + 1
    if chances.dtype != np.uint16 or chances.ndim != 1 or len(chances) < needed or not chances.flags.c_contiguous:
        raise ValueError(f"finish for {checkers} checkers: {needed:,} chances as uint16 in a row are needed")
    skipped = [[comb(left + point, point) for point in range(HOME + 1)] for left in range(checkers + 1)]
    where = on_roll.astype(np.int64), waits.astype(np.int64)
    return FinishTable(_readonly(chances), *where, np.array(skipped, np.int64), checkers)


def _readonly(chances: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written to, as a file's is: one type of array, and so one compiled loop, for all."""
    view = chances.view()
    view.flags.writeable = False
    return view
