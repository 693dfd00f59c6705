"""Exact odds of one roll: hitting a blot, entering from the bar, beginning, bearing off.

Every answer counts the 36 ordered rolls: 21 that players tell apart, doubles once and others twice.

>>> [int(36 * shot_probability(distance)) for distance in range(1, 13)]
[11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from tabletop_odds.distributions import Distribution
from tabletop_odds.settings import whole_number

from .board import BAR, State, check_roll, check_state
from .positions import HOME, POINTS, Position, as_counts
from .rules import OPENING_ROLLS, ROLLS, plays

if TYPE_CHECKING:
    import pandas as pd

Dice = tuple[int, int]
MOST_MOVED = 4  # by one roll, a double


def roll_distribution() -> Distribution:
    """The 21 rolls, larger die first, with their weights of 36.

    >>> roll_distribution().probability(lambda roll: 6 in roll)
    Fraction(11, 36)
    """
    return Distribution(dict(ROLLS))


def opening_distribution() -> Distribution:
    """The 15 rolls that a game can begin with, larger die first, all as likely: no doubles (BG-2).

    >>> opening_distribution().fraction((3, 1))
    Fraction(1, 15)
    """
    return Distribution(dict.fromkeys(OPENING_ROLLS, 1))


def pips_distribution() -> Distribution:
    """The pips that a roll may move in all, doubles counting four times.

    >>> pips_distribution().expect(lambda pips: pips)
    Fraction(49, 6)
    """
    return roll_distribution().map(lambda roll: sum(numbers(roll)))


def numbers(roll: Iterable[int] | str) -> tuple[int, ...]:
    """What a roll gives to play: its two numbers, of a double four. Raises ValueError for dice that are none.

    >>> numbers((6, 4)), numbers("33")
    ((6, 4), (3, 3, 3, 3))
    """
    high, low = check_roll(roll)
    return (high,) * 4 if high == low else (high, low)


def _chance(event: Callable[[Dice], bool]) -> Fraction:
    return Fraction(sum(weight for roll, weight in ROLLS if event(roll)), 36)


def shot_probability(distance: int, blocked: Iterable[int] = ()) -> Fraction:
    """The chance that one checker can hit a blot so many pips away, were it alone on the board.

    `distance` 1 to 24. `blocked`: the distances from the checker at which the other holds a point. What else must or
    may be played does not matter here; `hit_probability` answers for a whole board. Raises ValueError for a distance
    outside 1 to 24, or a blot on a blocked point.

    >>> shot_probability(6), shot_probability(6, blocked=(3, 5)), shot_probability(8, blocked=[2, 6])
    (Fraction(17, 36), Fraction(4, 9), Fraction(1, 12))
    """
    distance = _distance("distance", distance)
    closed = _distances("blocked", blocked)
    if distance in closed:
        raise ValueError(f"blocked {distance}: the blot stands there, so the point is not held")

    def hits(roll: Dice) -> bool:
        steps = numbers(roll)
        return any(_walks(order, distance, closed) for order in (steps, steps[::-1]))

    return _chance(hits)


def _walks(steps: tuple[int, ...], distance: int, closed: frozenset[int]) -> bool:
    """Whether a checker that takes these steps, in this order, lands at the distance before a point stops it."""
    at = 0
    for step in steps:
        at += step
        if at in closed or at == distance:
            break
    return at == distance


def hit_probability(state: State, points: int | Iterable[int] | None = None) -> Fraction:
    """The chance that the player on roll can hit a blot, by any legal play of the whole board.

    `points`: where the blots stand, as the player on roll counts; one of them at least is hit. None means any blot. All
    shooters, combinations, doubles, held points and checkers on the bar count, and so does what must be played (BG-5,
    BG-6). For the shots that a play leaves, ask about `play.after.flipped()`. Raises ValueError for a state that cannot
    be, or a point without a blot of the other.

    >>> board = State.of([0] * 7 + [1, 0, 1], [0] * 21 + [1])  # from 8 and 10 at a blot on 3
    >>> hit_probability(board, 3)
    Fraction(19, 36)
    """
    rolls = hitting_rolls(state, points)
    return _chance(lambda roll: roll in rolls)


def hitting_rolls(state: State, points: int | Iterable[int] | None = None) -> tuple[Dice, ...]:
    """The rolls, of the 21, that can hit: see `hit_probability`.

    >>> board = State.of([0] * 7 + [1], [0] * 21 + [1])  # from 8 at a blot on 3
    >>> hitting_rolls(board)[:4]
    ((3, 2), (4, 1), (5, 1), (5, 2))
    """
    targets = _blots(state, points)
    return tuple(roll for roll, _ in ROLLS if any(not targets.isdisjoint(play.hits) for play in plays(state, roll)))


def _blots(state: State, points: int | Iterable[int] | None) -> frozenset[int]:
    check_state(state)
    there = frozenset(BAR - point for point, count in enumerate(state.theirs[:POINTS], 1) if count == 1)
    if points is None:
        return there
    asked = _distances("points", points)
    if asked - there:
        raise ValueError(f"point {min(asked - there)}: no blot of the other; they are on {sorted(there) or 'no point'}")
    return asked


def entering_distribution(closed: int, on_bar: int = 1) -> Distribution:
    """How many of so many checkers on the bar enter with one roll, against a home board with `closed` points held.

    Which of the six points are held does not matter. Raises ValueError for closed outside 0 to 6, or on_bar outside 1
    to 15.

    >>> entering_distribution(3, 2).weights
    {0: 9, 1: 18, 2: 9}
    """
    held = _within("closed", closed, 0, HOME)
    waiting = _within("on_bar", on_bar, 1, 15)
    weights: dict[int, int] = {}
    for roll, weight in ROLLS:
        entered = min(waiting, sum(number > held for number in numbers(roll)))  # as if 1 to `held` were closed
        weights[entered] = weights.get(entered, 0) + weight
    return Distribution(weights)


def entering_probability(closed: int, on_bar: int = 1) -> Fraction:
    """The chance that all checkers on the bar enter with one roll, against a home board with `closed` points held.

    Raises ValueError as `entering_distribution`, which tells of fewer.

    >>> entering_probability(4), entering_probability(4, on_bar=2)
    (Fraction(5, 9), Fraction(1, 9))
    """
    return entering_distribution(closed, on_bar).fraction(on_bar)


def bear_off_probability(position: Position) -> Fraction:
    """The chance to bear off all checkers of a position with one roll.

    `position`: the counts of one side, ace point first, which nothing of the other can stop. No checkers: 1. Raises
    ValueError for counts that cannot be.

    >>> bear_off_probability([0, 0, 0, 0, 0, 1]), bear_off_probability("0,0,0,0,1,1")
    (Fraction(3, 4), Fraction(1, 6))
    """
    counts = as_counts(position)
    if sum(counts) > MOST_MOVED:
        return Fraction(0)
    if not any(counts):
        return Fraction(1)
    # the other waits on its bar, so that it holds nothing
    race = State((*counts, *(0,) * (BAR - len(counts))), (*(0,) * POINTS, 1))
    return _chance(lambda roll: any(not any(play.after.mine) for play in plays(race, roll)))


def shots_table(blocked: Iterable[int] = ()) -> pd.DataFrame:
    """One row a distance, 1 to 24, that is not blocked: distance, rolls (of 36), probability, exact.

    Raises ValueError as `shot_probability`.

    >>> shots_table()["rolls"].sum()
    np.int64(114)
    """
    import pandas as pd

    closed = _distances("blocked", blocked)
    chances = {at: shot_probability(at, closed) for at in range(1, POINTS + 1) if at not in closed}
    rows = [{"distance": at, "rolls": int(36 * chance), "probability": float(chance)} for at, chance in chances.items()]
    return pd.DataFrame(rows)


def _distance(name: str, value: object) -> int:
    return _within(name, value, 1, POINTS)


def _distances(name: str, given: int | Iterable[int]) -> frozenset[int]:
    if not isinstance(given, Iterable) or isinstance(given, str):
        given = (given,)
    return frozenset(_distance(name, value) for value in given)


def _within(name: str, value: object, least: int, most: int) -> int:
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name}={value!r}: allowed are whole numbers from {least} to {most}")
    return number
