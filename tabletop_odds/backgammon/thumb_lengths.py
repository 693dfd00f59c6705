"""Rules of thumb that ask only for the length of the race and the lead: Rule 62, Nack 57, 8-9-12, ten per cent.

They take raw pip counts, so both sides should waste few pips.
"""

from __future__ import annotations

from .positions import Position
from .thumb_types import Figure, Side, Thumb, as_sides, either


def rule_62(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Trice's Rule 62: the last take is behind by (L - 5) / 7 rounded down to 62 pips on roll, L / 10 + 1 rounded up
    from there.

    Double from 3 pips short of it, redouble from 2. "Ten per cent and two", rounded down, is a pip more at 70, 80, ...;
    one page rounds both up, which no other does.

    Source: W. Trice, Backgammon Boot Camp; dubbel5.se/references, bgaddict.com. Arguments and ValueError as `as_sides`.

    >>> last_take_62(45), last_take_62(62), last_take_62(87), last_take_62(115)
    (5, 8, 10, 13)
    >>> print(rule_62([0] * 6 + [12], [0] * 7 + [12]))
    Rule 62: 84 v 96, redouble, pass
    """
    roller, other = as_sides(mine, theirs)
    short = last_take_62(roller.pips) - (other.pips - roller.pips)
    return Thumb("Rule 62", roller.pips, other.pips, double=short <= 3, redouble=short <= 2, take=short >= 0)


def last_take_62(pips: Figure) -> Figure:
    """By how many pips the other may be behind and still take, as in `rule_62`."""
    return either(pips <= 62, (pips - 5) // 7, (pips + 9) // 10 + 1)


def nack_57(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Nack 57: from 57 pips on roll the last take is behind by the square root of 2 (L - 33), rounded to the nearest.

    A rule for takes alone: it does not say when to double. Below 57 pips, where it says nothing, Rule 62 stands in.

    Source: N. Ballard, bgonline.org, 2010 (post 59714). Arguments and ValueError as `as_sides`.

    >>> print(nack_57([0] * 9 + [10], [0] * 7 + [14]))
    Nack 57: 100 v 112, if doubled, take
    """
    roller, other = as_sides(mine, theirs)
    pips, lead = roller.pips, other.pips - roller.pips
    nearest = (lead <= 0) | (lead * (lead - 1) < 2 * (pips - 33))  # lead <= root + 1/2, in whole numbers
    take = ((pips >= 57) & nearest) | ((pips < 57) & (lead <= last_take_62(pips)))
    return Thumb("Nack 57", pips, other.pips, take=take)


def eight_nine_twelve(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """8-9-12: double with a lead of 8 % of the own count, redouble with 9 %, take up to 12 %.

    One program swaps the first two.

    Source: posts at bkgm.com/rgb, view+772 (1991), view+206 (1995). Arguments and ValueError as `as_sides`.

    >>> print(eight_nine_twelve([0] * 9 + [10], [0] * 11 + [9]))
    8-9-12: 100 v 108, double, take
    """
    roller, other = as_sides(mine, theirs)
    percent, pips = 100 * (other.pips - roller.pips), roller.pips
    return Thumb(
        "8-9-12",
        pips,
        other.pips,
        double=percent >= 8 * pips,
        redouble=percent >= 9 * pips,
        take=percent <= 12 * pips,
    )


def ten_percent(mine: Position | Side, theirs: Position | Side) -> Thumb:
    """Ten per cent: the roller's count times 1.1 may exceed the other's by 2 to double, 1 to redouble; take up to 2
    below.

    Source: D. Zare, The Effective Pip Count, 2003, bkgm.com, for 50 to 120 pips; nextgammon.com. Arguments and
    ValueError as `as_sides`.

    >>> print(ten_percent([0] * 9 + [10], [0] * 11 + [9]))
    10 %: 110 v 108, double, take
    """
    roller, other = as_sides(mine, theirs)
    tenths = 11 * roller.pips - 10 * other.pips
    return Thumb(
        "10 %",
        11 * roller.pips / 10,
        other.pips,
        double=tenths <= 20,
        redouble=tenths <= 10,
        take=tenths >= -20,
    )
