"""Which play of a roll bears off soonest: every play with the rolls that it leaves, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tabletop_odds.answers import Value

from .bearoff import solvable
from .board import State, check_roll
from .moving import Roll, plays
from .one_sided import at_home, home_moments
from .positions import Counts, Position, as_counts
from .race import MOST_REACHABLE, race_numbers, solve_race
from .rules import ROLLS

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd


class BearOffPlay(NamedTuple):
    """One play of a roll: in words, the counts after it, the rolls expected then, and how many more than the best's.

    >>> bear_off_plays([0, 1], (2, 1))[0]
    BearOffPlay(play='2/off', after=(0, 0, 0, 0, 0, 0), rolls=0 exact, cost=0 exact)
    """

    play: str
    after: Counts
    rolls: Value
    cost: Value


def bear_off_plays(position: Position, roll: Roll) -> tuple[BearOffPlay, ...]:
    """Every play of a roll, the one that leaves the fewest rolls first; of equal ones that which bears off most.

    The costs are in rolls, each of 49/6 pips. ValueError: counts or dice that cannot be, no checkers, or a position
    outside home that can reach more than 3 million others.

    >>> for play, after, rolls, cost in bear_off_plays([0, 1, 0, 0, 1], (4, 2)):
    ...     print(play, after, rolls, cost)
    5/off (0, 1, 0, 0, 0, 0) 1 exact 0 exact
    5/1 2/off (1, 0, 0, 0, 0, 0) 1 exact 0 exact
    """
    counts = as_counts(position)
    if not any(counts):
        raise ValueError("no checkers: there is nothing to play")
    rolls_left = _means_below(counts)
    found = []
    for play in plays(State.of(counts, ()), check_roll(roll)):
        after = as_counts(play.after.mine)
        found.append((rolls_left(after), sum(after), str(play), after))
    least = min(found)[0]
    found.sort(key=lambda option: (round(option[0] - least, 12), option[1]))
    return tuple(
        BearOffPlay(text, after, Value.exactly(mean), Value.exactly(max(mean - least, 0.0)))
        for mean, _, text, after in found
    )


def _means_below(counts: Counts) -> Callable[[Counts], float]:
    """The expected rolls of what a position can become."""
    if at_home(counts):
        return lambda after: home_moments(after)[0]
    if not solvable(counts):
        reached = race_numbers(counts).total
        raise ValueError(f"{reached:,} positions can be reached: to compare plays at most {MOST_REACHABLE:,} may be")
    race = solve_race(counts)
    return lambda after: float(race.mean[race.numbers.number(after)])


def bear_off_table(position: Position) -> pd.DataFrame:
    """Every play of every roll, best first: roll, chance, play, rolls, cost. ValueError: as `bear_off_plays`.

    >>> bear_off_table([0, 0, 0, 0, 0, 1]).head(3)[["roll", "play", "rolls"]].values.tolist()
    [['11', '6/2', 1.0], ['21', '6/3', 1.0], ['22', '6/off', 0.0]]
    """
    import pandas as pd

    rows = [
        (f"{high}{low}", weight / 36, option.play, option.rolls.value, option.cost.value)
        for (high, low), weight in ROLLS
        for option in bear_off_plays(position, (high, low))
    ]
    return pd.DataFrame(rows, columns=["roll", "chance", "play", "rolls", "cost"])
