"""Rules of thumb that make a chance to win of two pip counts: Kleinman's metric and the percentage method."""

from __future__ import annotations

from .positions import Position
from .thumb_types import Figure, Side, Thumb, as_sides, normal, over, within


def kleinman(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Kleinman's metric, K = (D + 4)^2 / (S - 4) with D the roller's lead and S the sum of both pip counts.

    The chance to win is Phi(sqrt(K / 2)), from D = -4 down its mirror; double at K >= 0.5, redouble at 0.7, take up to
    1.2 (called borderline). S - 4 counts as at least 1. Other programs print sqrt(K) / 2 as "K", and posts of 1998 to
    2001 have fits, .5 + .267 sqrt K below 1 and .76 + .114 ln K above, that are not his.

    Source: D. Kleinman, Vision Laughs at Counting, volume 1, 1980, "Normal Race Takes", at bkgm.com; the marks:
    posts in rec.games.backgammon. Arguments and ValueError as `as_sides`.

    >>> print(kleinman([0] * 6 + [12], [0] * 7 + [12]))
    Kleinman: 84 v 96, wins 80.3 %, redouble, pass
    """
    roller, other = as_sides(mine, theirs)
    lead, spread = _kleinman(roller, other)
    ahead, square = lead > 0, lead * lead
    return Thumb(
        "Kleinman",
        roller.pips,
        other.pips,
        win=normal(lead / (2 * spread) ** 0.5),
        double=ahead & (2 * square >= spread),
        redouble=ahead & (10 * square >= 7 * spread),
        take=(lead <= 0) | (5 * square <= 6 * spread),
    )


def kleinman_metric(mine: Position | Side, theirs: Position | Side) -> Figure:
    """K itself, as in `kleinman`; below D = -4 it measures how far the roller is behind.

    >>> round(kleinman_metric([0] * 6 + [12], [0] * 7 + [12]), 4)
    1.4545
    """
    lead, spread = _kleinman(*as_sides(mine, theirs))
    return lead * lead / spread


def _kleinman(roller: Side, other: Side) -> tuple[Figure, Figure]:
    """D + 4, and S - 4, at least 1."""
    return other.pips - roller.pips + 4, 1 + over(roller.pips + other.pips - 4, 1)


def percentage(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """The percentage method: the roller wins 54 %, and 2 % more for every 1 % of his own count that he leads by.

    Source: C. Bower, rec.games.backgammon, 1997, bkgm.com/rgb view+158. Arguments and ValueError as `as_sides`.

    >>> print(percentage([0] * 6 + [12], [0] * 7 + [12]))
    percentage: 84 v 96, wins 82.6 %
    """
    roller, other = as_sides(mine, theirs)
    lead = (other.pips - roller.pips) / roller.pips
    return Thumb("percentage", roller.pips, other.pips, win=within(0.54 + 2 * lead, 0.0, 1.0))
