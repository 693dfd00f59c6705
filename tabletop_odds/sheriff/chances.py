"""Chances as players take them: the same whole numbers in readable play and in the compiled loop.

A chance is met by a number below 2**32 of the player's own luck: it happens where that is below the threshold of the
chance, which is met to within 2**-33. What is certain, or never happens, draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from tabletop_odds.streams import Stream

OUT_OF = 2**32


def probability(name: str, given: Any) -> Fraction:
    """A probability, exactly. Raises ValueError for anything but a number from 0 to 1.

    >>> probability("rate", 0.25)
    Fraction(1, 4)
    """
    try:
        chance: Fraction = Fraction(given)
    except (TypeError, ValueError, OverflowError):
        chance = Fraction(-1)
    if isinstance(given, bool | str) or not 0 <= chance <= 1:
        raise ValueError(f"{name} {written(given)}: a probability from 0 to 1 is needed")
    return chance


def written(number: object) -> str:
    """A number as people write it, for a message: a fraction as a decimal where it is one.

    >>> written(Fraction(6, 5)), written(Fraction(4, 3)), written("half")
    ('1.2', '4/3', "'half'")
    """
    if not isinstance(number, Fraction):
        return repr(number)
    return f"{float(number):.12g}" if 10**9 % number.denominator == 0 else str(number)


def percent(chance: Fraction) -> str:
    """A chance for a name.

    >>> percent(Fraction(1, 4))
    '25 %'
    """
    return f"{100 * float(chance):.4g} %"


def threshold_of(chance: Fraction) -> int:
    """How many of the 2**32 numbers mean that it happens.

    >>> threshold_of(Fraction(1, 2)) == 2**31
    True
    """
    return round(chance * OUT_OF)


def happens(chance: Fraction, luck: Stream) -> bool:
    """Whether something of this chance happens.

    >>> happens(Fraction(1), Stream(0)), happens(Fraction(0), Stream(0))
    (True, False)
    """
    threshold = threshold_of(chance)
    return threshold == OUT_OF or (threshold > 0 and luck.below(OUT_OF) < threshold)


def thresholds_of(chances: Sequence[Any]) -> tuple[int, ...]:
    """Where the options of a mixture end among the 2**32 numbers; the last takes what is left.

    >>> thresholds_of([0.5, 0.25, 0.25])[:2] == (2**31, 3 * 2**30)
    True
    """
    ends = [round(Fraction(so_far) * OUT_OF) for so_far in accumulate(Fraction(chance) for chance in chances)]
    return (*ends[:-1], OUT_OF)


def pick(chances: Sequence[Any], luck: Stream) -> int:
    """The number of an option of a mixture; a single one draws nothing.

    >>> pick([1], Stream(0))
    0
    """
    if len(chances) == 1:
        return 0
    number = luck.below(OUT_OF)
    return next(i for i, end in enumerate(thresholds_of(chances)) if number < end)
