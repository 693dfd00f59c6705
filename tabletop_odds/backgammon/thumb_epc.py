"""Trice's effective pip count: rules that estimate it by eye, and the last take by it.

A side's effective pip count (EPC) is its expected rolls times 49/6, the pips of a mean roll; what it has more than
pips is wastage. Every estimate here is a rule of thumb; none is exact but by chance.

Sources: W. Trice, Effective Pip Count, Flint Area BackgammoNews, November 2000, bkgm.com/articles/EffectivePipCount;
D. Zare, The Effective Pip Count, 2003, bkgm.com; a lesson at flashcardmachine.com, "effective pip count" (2011); posts
at bkgm.com/rgb, view+1102, view+1498, view+1552, view+1592; bgonline.org, post 112235.
"""

from __future__ import annotations

from itertools import pairwise

from .positions import Position
from .thumb_types import Figure, Side, Thumb, as_side, as_sides, either, over

# pips wasted by one checker on the 1, 2, ... 6 point; further back as on the 6
ONE_CHECKER = (7.2, 6.2, 5.2, 4.6, 4.3, 4.2)
# pips wasted by an efficient position of 2, 3, ... checkers: 9 and more waste 7. Said are 5 to 5.5 for two or three, 6
# for five or six, and 6.5 with half the checkers off; four stand between
EFFICIENT = (5.0, 5.5, 5.75, 6.0, 6.0, 6.5, 6.5, 7.0)
FLAT = 10.0
# k pips more than an n-roll position at these pips a checker, in tenths: an even number of checkers, an odd one
EVEN, ODD = (20, 23, 26, 28, 30), (26, 29, 32, 34, 36)


def n_roll_epc(checkers: int, misses: int = 0) -> float:
    """7 n + 1 for the checkers that come off in n rolls without doubles, all on the ace point: almost exact.

    Elsewhere each of the 36 first rolls that fails to take its two checkers off (a double four) costs 0.2. ValueError:
    no checkers, or misses outside 0 to 36.

    >>> n_roll_epc(15), n_roll_epc(4, misses=1)
    (57.0, 15.2)
    """
    if checkers < 1 or not 0 <= misses <= 36:
        raise ValueError(f"{checkers} checkers, {misses} misses: must be at least 1, and 0 to 36 of the 36 rolls")
    return 7 * ((checkers + 1) // 2) + 1 + misses / 5


def near_n_roll_epc(position: Position | Side) -> Figure:
    """7 n + 1 and 1 to 5 more by pips a checker: from 2, 2.3, 2.6, 2.8, 3 on, or 2.6, 2.9, 3.2, 3.4, 3.6 if the number
    of checkers is odd. For positions on the low points. ValueError as `as_side`.

    >>> near_n_roll_epc([3, 3, 2, 2]), near_n_roll_epc([5, 5, 5])
    (38, 57)
    """
    side = as_side(position)
    odd = side.checkers % 2
    more = 0
    for even_mark, odd_mark in zip(EVEN, ODD, strict=True):
        more = more + (10 * side.pips >= either(odd, odd_mark, even_mark) * side.checkers)
    return 7 * ((side.checkers + 1) // 2) + 1 + more


def straggler_epc(position: Position | Side) -> Figure:
    """3.5 for each checker and the stragglers' pips, less 4 if they are two: all others are on the ace point.

    For two it is low by 0.3 to 0.8. ValueError: as `as_side`, or neither one nor two checkers off the ace point.

    >>> straggler_epc([5] + [0] * 15 + [1]), straggler_epc([4] + [0] * 16 + [2])
    (38.0, 53.0)
    """
    side = as_side(position)
    stragglers = side.checkers - side.home[0]
    if not (isinstance(position, Side) or 1 <= stragglers <= 2):
        raise ValueError(f"{stragglers} checkers off the ace point: a stack and stragglers must have 1 or 2")
    return 3.5 * side.checkers + side.pips - side.home[0] - 4 * (stragglers == 2)


def efficient_epc(position: Position | Side) -> Figure:
    """Pips and what an efficient position wastes: 7, or 6.5 with 7 or 8 checkers, 6 with 5 or 6, down to 5 with two.

    Efficient: most on the 6 point, fewer on the 5, fewer still on the 4. A single checker wastes 4.2, 4.3, 4.6, 5.2,
    6.2, 7.2 on the 6 to 1 point. ValueError as `as_side`.

    >>> efficient_epc([0, 0, 0, 3, 5, 7]), efficient_epc([0, 0, 0, 0, 1, 1]), efficient_epc([1])
    (86.0, 16.0, 8.2)
    """
    side = as_side(position)
    checkers, single = side.checkers, side.checkers == 1
    waste = EFFICIENT[0] + sum(
        (checkers > few) * (more - less) for few, (less, more) in enumerate(pairwise(EFFICIENT), 2)
    )
    alone = ONE_CHECKER[-1] + sum(
        (count > 0) * (own - ONE_CHECKER[-1]) for count, own in zip(side.home, ONE_CHECKER, strict=True)
    )
    return side.pips + either(single, alone, waste)


def flat_epc(position: Position | Side) -> Figure:
    """Pips and 10, what a flat position wastes, such as two on each home point. ValueError as `as_side`.

    >>> flat_epc([2, 2, 2, 2, 2, 2])
    52.0
    """
    return as_side(position).pips + FLAT


def estimated_epc(position: Position | Side) -> Figure:
    """The EPC of any position by these rules, each where it belongs.

    The larger of what the near n-roll rule says and the efficient one, with 3 pips more (flat) where 7 checkers or more
    have less than 4.5 pips each; of a stack with stragglers on the 4 point or higher, on average, theirs. Where one
    ends and the next begins no source says: these lines are the library's. No rule sees gaps and stacks on high points,
    so that the estimate is mostly low. ValueError as `as_side`.

    >>> estimated_epc([2, 2, 2, 2, 2, 2]), estimated_epc([15]), estimated_epc([5] + [0] * 15 + [1])
    (52.0, 57.0, 38.0)
    """
    side = as_side(position)
    stragglers = side.checkers - side.home[0]
    far = (stragglers >= 1) & (stragglers <= 2) & (side.home[0] > 0) & (side.pips - side.home[0] >= 4 * stragglers)
    flat = (2 * side.pips < 9 * side.checkers) & (side.checkers >= 7)
    smooth = efficient_epc(side) + flat * (FLAT - EFFICIENT[-1])
    rolls = near_n_roll_epc(side)
    return either(far, straggler_epc(side), smooth + either(side.checkers > 1, over(rolls, smooth), 0))


def trice(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Trice's last take, by both sides' estimated effective pip counts.

    Arguments and ValueError as `as_sides`; the rule itself is `last_take_epc`.

    >>> print(trice([0, 0, 0, 3, 5, 7], [0, 0, 0, 3, 4, 8]))
    EPC: 86 v 87, no double
    """
    roller, other = as_sides(mine, theirs)
    return last_take_epc(estimated_epc(roller), estimated_epc(other))


def last_take_epc(mine: Figure, theirs: Figure) -> Thumb:
    """Trice's last take: behind by n - 3 effective pips, where n, the rolls to go, is the roller's EPC / 7, rounded to
    the nearest. Double within 2 pips of it, redouble within 1.

    With few pips wasted on both sides one may take a pip further behind; with rolls against rolls 2 pips or more less.

    Source: W. Trice in posts at bkgm.com/rgb, view+1102 (50.0: 4 pips), view+1592 (68.5: 7 pips, a take to 75.5).

    >>> print(last_take_epc(68.5, 75.5))
    EPC: 68.5 v 75.5, redouble, take
    """
    rolls = (mine / 7 + 0.5) // 1
    short = rolls - 3 - (theirs - mine)
    tiny = 1e-9  # estimates are tenths, which floats do not hold exactly
    return Thumb("EPC", mine, theirs, double=short <= 2 + tiny, redouble=short <= 1 + tiny, take=short >= -tiny)
