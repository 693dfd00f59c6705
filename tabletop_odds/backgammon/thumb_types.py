"""What the rules of thumb for races share: a side as they see it, a verdict, and arithmetic that takes arrays too.

Every rule is written once, with +, *, // and comparisons alone. So it takes whole numbers, for one position, and numpy
arrays of them, for millions. Edges are compared in whole numbers, so that no rounding decides a verdict: a count of
110 on roll, times 1.1, is 121, not 121.00000000000001.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf
from typing import Any, NamedTuple

from .positions import HOME, POINTS, Position, as_counts

Figure = Any  # a number, or a numpy array of numbers


class Side(NamedTuple):
    """One side as the rules of thumb see it: whole numbers, or arrays of them with one shape.

    `home`: checkers on the 1 to 6 point. `crossovers`: quadrants that the checkers outside must cross to be home.
    """

    pips: Figure
    checkers: Figure
    home: tuple[Figure, ...]
    crossovers: Figure

    @property
    def outside(self) -> Figure:
        """Checkers not at home."""
        return self.checkers - sum(self.home)


def side_of(columns: Sequence[Figure]) -> Side:
    """The side with so many checkers on its 1, 2, ... point: at least six counts, numbers or arrays (signed).

    >>> side_of((2, 0, 0, 0, 0, 0, 0, 1))
    Side(pips=10, checkers=3, home=(2, 0, 0, 0, 0, 0), crossovers=1)
    """
    points = list(enumerate(columns))
    return Side(
        pips=sum((point + 1) * count for point, count in points),
        checkers=sum(columns),
        home=tuple(columns[:HOME]),
        crossovers=sum(point // HOME * count for point, count in points),
    )


def as_side(position: Position | Side) -> Side:
    """The side of a position, ace point first, bar 25th; a Side is itself.

    ValueError: as `as_counts`, or no checkers.
    """
    if isinstance(position, Side):
        return position
    counts = as_counts(position, points=POINTS + 1)
    if not any(counts):
        raise ValueError("0 checkers: a race must have at least one on each side")
    return side_of(counts)


def as_sides(mine: Position | Side, theirs: Position | Side) -> tuple[Side, Side]:
    """Both sides of a race.

    ValueError: as `as_side`, or the sides have not passed each other.

    >>> as_sides([0] * 12 + [1], [0] * 12 + [1])
    Traceback (most recent call last):
    ValueError: checkers on 13 and on the other's 13: a race must be without contact, together at most 24
    """
    if not (isinstance(mine, Side) or isinstance(theirs, Side)):
        own, its = _last_point(mine), _last_point(theirs)
        if own and its and own + its > POINTS:
            raise ValueError(
                f"checkers on {own} and on the other's {its}: a race must be without contact, together at most {POINTS}"
            )
    return as_side(mine), as_side(theirs)


def _last_point(position: Position) -> int:
    """The point of the last checker, 0 where there is none."""
    counts = as_counts(position, points=POINTS + 1)
    return max((point for point, count in enumerate(counts, 1) if count), default=0)


@dataclass(frozen=True, slots=True)
class Thumb:
    """What a rule of thumb says of a race, for money.

    `mine`, `theirs`: the two counts that it compares, roller first. `win`: its estimate of the roller's chance to win.
    `double`: whether the roller should double from the centre; `redouble`: with an own cube; `take`: whether the other
    should then take. None: the rule says nothing of that. For many positions at once all are arrays.

    >>> Thumb("Keith", 98, 97, None, True, True, False).verdict
    'redouble, pass'
    >>> Thumb("Nack 57", 65, 73, take=True).verdict
    'if doubled, take'
    """

    rule: str
    mine: Figure
    theirs: Figure
    win: Figure = None
    double: Figure = None
    redouble: Figure = None
    take: Figure = None

    @property
    def verdict(self) -> str:
        """In words: "no double", or "double" or "redouble", with ", take" or ", pass"; "" where it gives none.

        "redouble" is a double as well. A rule for takes alone does not say whether to double: "if doubled, take", or
        "if doubled, pass".
        """
        if self.take is None:
            return ""
        answer = "take" if self.take else "pass"
        if self.double is None:
            return f"if doubled, {answer}"
        if not self.double:
            return "no double"
        return f"{'redouble' if self.redouble else 'double'}, {answer}"

    def __str__(self) -> str:
        counts = f"{float(self.mine):g} v {float(self.theirs):g}"
        chance = "" if self.win is None else f"wins {100 * self.win:.1f} %"
        return f"{self.rule}: " + ", ".join(filter(None, (counts, chance, self.verdict)))


def over(count: Figure, most: Figure) -> Figure:
    """By how much a count is over the most: at least 0.

    >>> over(5, 3), over(2, 3)
    (2, 0)
    """
    return (count > most) * (count - most)


def within(x: Figure, low: Figure, high: Figure) -> Figure:
    """x, or the bound that it is beyond.

    >>> within(7, 0, 5), within(-1, 0, 5), within(0.5, 0, 1)
    (5, 0, 0.5)
    """
    return x + over(low, x) - over(x, high)


def either(condition: Figure, yes: Figure, no: Figure) -> Figure:
    """`yes` where the condition holds, `no` elsewhere.

    >>> either(2 > 1, 5, 8)
    5
    """
    return condition * yes + (1 - condition) * no


def normal(x: Figure) -> Figure:
    """The standard normal distribution up to x.

    >>> round(normal(1.0), 6)
    0.841345
    """
    if isinstance(x, int | float):
        return 0.5 * (1 + erf(x / 2**0.5))
    from scipy.special import ndtr

    return ndtr(x)
