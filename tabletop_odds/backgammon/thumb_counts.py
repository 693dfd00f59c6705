"""Rules of thumb that adjust the pip counts: Thorp, Keith, Isight, Ward.

Each adds to a side's pips for what wastes pips in bearing off, lengthens the roller's count by some part of it, and
compares the two.
"""

from __future__ import annotations

from .positions import Position
from .thumb_types import Figure, Side, Thumb, as_side, as_sides, over, within


def thorp(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Thorp: with R the roller's count, times 1.1 if over 30, and N the other's, T = N - R.

    Double at T >= -2, redouble at -1, take up to +2; wins .74 + .02 T. Not rounded. Some say "30 or more" for "over
    30"; a program passes at +2 exactly, no text does.

    Source: E. Thorp's count as in B. Robertie, Advanced Backgammon; posts at bkgm.com/rgb, view+772 (1991), view+158
    (C. Bower, 1997; the chance to win is his). Arguments and ValueError as `as_sides`.

    >>> print(thorp([0, 2, 2, 0, 2, 3, 2, 4], [0, 2, 2, 1, 2, 3, 1, 0, 1, 0, 2, 0, 0, 0, 0, 1]))
    Thorp: 121 v 121, wins 74.0 %, redouble, take
    """
    roller, other = (thorp_count(side) for side in as_sides(mine, theirs))
    tenths = 10 * roller + (roller > 30) * roller
    t = 10 * other - tenths
    win = within(0.74 + 0.002 * t, 0.0, 1.0)
    return Thumb("Thorp", tenths / 10, other, win, double=t >= -20, redouble=t >= -10, take=t <= 20)


def thorp_count(position: Position | Side) -> Figure:
    """Pips, 2 for each checker, 1 for each on the ace point, less 1 for each home point held.

    >>> thorp_count([0, 2, 2, 0, 2, 3, 2, 4])
    110
    """
    side = as_side(position)
    return side.pips + 2 * side.checkers + side.home[0] - sum(count > 0 for count in side.home)


def keith(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Keith: the roller's count grows by a seventh, rounded down, and may exceed the other's.

    Double if by at most 4, redouble if by at most 3, take if by at least 2. Programs that do not round, or pass at 2,
    depart from the text; a later lesson doubles at 5, 6, 7 in races of 80, 100, 120 pips or more.

    Source: T. Keith, Cube Handling in Noncontact Positions, 2004, bkgm.com/articles/CubeHandlingInRaces. Arguments and
    ValueError as `as_sides`.

    >>> print(keith([0, 2, 2, 0, 2, 3, 2, 4], [0, 2, 2, 1, 2, 3, 1, 0, 1, 0, 2, 0, 0, 0, 0, 1]))
    Keith: 98 v 97, redouble, pass
    """
    roller, other = (keith_count(side) for side in as_sides(mine, theirs))
    roller = roller + roller // 7
    excess = roller - other
    return Thumb("Keith", roller, other, double=excess <= 4, redouble=excess <= 3, take=excess >= 2)


def keith_count(position: Position | Side) -> Figure:
    """Pips; 2 for each checker over 1 on the ace point, 1 over 1 on the 2, 1 over 3 on the 3; 1 for each gap on 4 to 6.

    >>> keith_count([0, 2, 2, 0, 2, 3, 2, 4])
    86
    """
    side = as_side(position)
    n1, n2, n3, *high = side.home
    return side.pips + 2 * over(n1, 1) + over(n2, 1) + over(n3, 3) + sum(count == 0 for count in high)


def isight(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Isight: with L the roller's count and T the other's, P = 80 - L / 3 + 2 (T - L).

    Double at P >= 68, redouble at 70, take up to 76. P is meant as the chance to win in percent, to about 4.

    Source: A. Reichert, Improved Cube Handling in Races: Insights with Isight, 2014, bkgm.com. Arguments and
    ValueError as `as_sides`.

    >>> print(isight([0, 2, 2, 0, 2, 3, 2, 4], [0, 2, 2, 1, 2, 3, 1, 0, 1, 0, 2, 0, 0, 0, 0, 1]))
    Isight: 85 v 96, wins 73.7 %, redouble, take
    """
    sides = as_sides(mine, theirs)
    roller, other = isight_counts(*sides)
    thirds = 240 - roller + 6 * (other - roller)
    win = within(thirds / 300, 0.0, 1.0)
    return Thumb("Isight", roller, other, win, double=thirds >= 204, redouble=thirds >= 210, take=thirds <= 228)


def isight_counts(mine: Position | Side, theirs: Position | Side) -> tuple[Figure, Figure]:
    """Both counts: pips; 1 for each checker and each crossover more than the other has; 2 for each checker over 2 on
    the ace point, 1 over 2 on the 2, 1 over 3 on the 3; 1 for each gap on 4 to 6 where the other has none.

    >>> isight_counts([2], [1])
    (3, 1)
    """
    x, y = as_side(mine), as_side(theirs)
    return _isight(x, y), _isight(y, x)


def _isight(side: Side, other: Side) -> Figure:
    n1, n2, n3, *high = side.home
    stacks = 2 * over(n1, 2) + over(n2, 2) + over(n3, 3)
    gaps = sum((own == 0) & (its > 0) for own, its in zip(high, other.home[3:], strict=True))
    more = over(side.checkers, other.checkers) + over(side.crossovers, other.crossovers)
    return side.pips + stacks + gaps + more


def ward(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Ward: with X the roller's count times 1.1 and O the other's.

    Redouble at X <= O + 1, double at O + 2; take at O <= X + c, c = 4, 3, 2 for races of 100, 75, 50 pips (mean of
    both), in between by a straight line, beyond as at the ends. One page has "over 3" on the 2 point for "over 2".

    Source: J. Ward, The Doubling Cube in Backgammon, volume 1, 1982, pages 74-76; the line between: a post of 1992 at
    bkgm.com/rgb, view+777. Arguments and ValueError as `as_sides`.

    >>> print(ward([0, 2, 2, 0, 2, 3, 2, 4], [0, 2, 2, 1, 2, 3, 1, 0, 1, 0, 2, 0, 0, 0, 0, 1]))
    Ward: 92.95 v 95, redouble, take
    """
    sides = as_sides(mine, theirs)
    x, o = ward_counts(*sides)
    # hundredths: counts are halves, and c is the mean of both pip counts / 25
    lead = (110 * x - 100 * o) // 1
    c = within(2 * (sides[0].pips + sides[1].pips), 200, 400)
    return Thumb("Ward", 11 * x / 10, o, double=lead <= 200, redouble=lead <= 100, take=-lead <= c)


def ward_counts(mine: Position | Side, theirs: Position | Side) -> tuple[Figure, Figure]:
    """Both counts: pips; 2 for each checker over 2 on the ace point, 1 over 2 on the 2; 2 for each checker, 0.5 for
    each outside home, less 1 for each home point held, more than the other has.

    >>> ward_counts([2], [1])
    (4.0, 1.0)
    """
    x, y = as_side(mine), as_side(theirs)
    return _ward(x, y), _ward(y, x)


def _ward(side: Side, other: Side) -> Figure:
    held, others = (sum(count > 0 for count in which.home) for which in (side, other))
    stacks = 2 * over(side.home[0], 2) + over(side.home[1], 2)
    return (
        side.pips
        + stacks
        + 2 * over(side.checkers, other.checkers)
        - over(held, others)
        + over(side.outside, other.outside) / 2
    )
