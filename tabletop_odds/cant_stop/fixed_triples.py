"""How far three runners get: the expected progress of a turn on fixed columns.

All runners are out, each on the first space of its column, and what they have done counts. A step is worth 1 / length
of its column. A bust loses everything; stopping keeps it. The best turn goes on while

    sum over rolls of chance * the best value that one of its moves leads to > progress so far.

Where columns are taken to have no top, only the progress g so far matters. A roll then gains most by the most progress,
and once it no longer pays, (chance to bust) * g >= expected gain of a roll, it never pays again: progress only grows.

>>> triple_progress((6, 7, 8), unlimited=True), triple_progress((6, 7, 8))
(0.6579805 exact, 0.6579323 exact)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import lcm

from tabletop_odds.answers import Value

from . import checks
from .odds import pairing_classes, rolls_of
from .rules import Rules, as_rules, ways_to_use

Steps = tuple[int, ...]
Spaces = tuple[int, ...]


def triple_progress(columns: Iterable[int], rules: Rules | None = None, unlimited: bool = False) -> Value:
    """Expected progress of a turn, in columns, with all runners just placed on the first spaces of these; exact.

    `unlimited`: the columns are taken to go on for ever. Raises ValueError for other than as many different columns as
    there are runners, and for unlimited columns that never bust.

    >>> triple_progress((2, 7, 10), unlimited=True)
    0.6134923 exact
    """
    rules = as_rules(rules)
    runners = runners_on(columns, rules)
    if unlimited:
        return Value.exactly(_unlimited(runners.columns, runners.tops, rules))
    return Value.exactly(runners.best_progress())


def roll_offers(columns: Sequence[int], near: Steps, rules: Rules) -> list[tuple[float, tuple[Steps, ...]]]:
    """The sets of moves that a roll can leave, as steps in each column, and their chances; busts are left out.

    `near`: the spaces left to each top, of which those above two do not matter.
    """
    playable = {column for column, spaces in zip(columns, near, strict=True) if spaces}
    weights: Counter[frozenset[Steps]] = Counter()
    for pairings, weight in pairing_classes(rules):
        ways = [way for pairing in pairings for way in ways_to_use(pairing, playable, {*columns}, 0, rules)]
        moves = (tuple(min(way.count(c), spaces) for c, spaces in zip(columns, near, strict=True)) for way in ways)
        weights[frozenset(moves)] += weight
    return [(weight / rolls_of(rules), tuple(moves)) for moves, weight in weights.items() if moves]


class Runners:
    """All runners, each on a column of its own, from the first spaces up."""

    def __init__(self, columns: Spaces, rules: Rules) -> None:
        self.columns, self.rules = columns, rules
        self.tops = tuple(rules.length(column) for column in columns)
        self.moves = lru_cache(maxsize=None)(lambda near: roll_offers(columns, near, rules))

    def progress(self, spaces: Spaces) -> float:
        """What stopping keeps, in columns."""
        return sum(space / top for space, top in zip(spaces, self.tops, strict=True))

    def rolling(self, spaces: Spaces, values: dict[Spaces, float]) -> float:
        """What rolling is worth, from the values of the spaces it leads to."""
        near = tuple(min(top - space, 2) for space, top in zip(spaces, self.tops, strict=True))
        total = 0.0
        for chance, moves in self.moves(near):
            total += chance * max([values[tuple(map(int.__add__, spaces, steps))] for steps in moves])
        return total

    def best_turn(self) -> dict[Spaces, tuple[float, float]]:
        """What stopping and rolling are worth, wherever the runners stand."""
        values: dict[Spaces, float] = {}
        found = {}
        for spaces in product(*(range(top, 0, -1) for top in self.tops)):
            found[spaces] = stop, roll = self.progress(spaces), self.rolling(spaces, values)
            values[spaces] = max(stop, roll)
        return found

    def best_progress(self) -> float:
        """The expected progress of the best turn from the first spaces."""
        return max(self.best_turn()[(1,) * len(self.tops)])

    def stop_at(self, steps: int) -> float:
        """The expected progress of rolling until the runners have gone so many steps together."""
        values: dict[Spaces, float] = {}
        for spaces in product(*(range(min(top, steps), 0, -1) for top in self.tops)):
            gone = sum(spaces)
            if gone <= steps + 1:  # one roll goes two steps
                stops = gone >= steps or spaces == self.tops
                values[spaces] = self.progress(spaces) if stops else self.rolling(spaces, values)
        return values[(1,) * len(self.tops)]


def runners_on(columns: Iterable[int], rules: Rules) -> Runners:
    """All runners, on these columns. Raises ValueError for other than as many different ones as there are runners."""
    chosen = checks.check_columns("columns", columns, rules)
    if len(chosen) != rules.runners:
        raise ValueError(f"columns {' '.join(map(str, chosen))}: {rules.runners} are needed, one a runner")
    return Runners(chosen, rules)


def _unlimited(columns: Sequence[int], lengths: Sequence[int], rules: Rules) -> float:
    """Backwards over the progress so far, in units that make every step whole."""
    unit = lcm(*lengths)
    worth = [unit // length for length in lengths]
    gains: dict[int, float] = {}
    for chance, moves in roll_offers(columns, (2,) * len(columns), rules):
        gain = max(sum(n * w for n, w in zip(steps, worth, strict=True)) for steps in moves)
        gains[gain] = gains.get(gain, 0.0) + chance
    bust = 1 - sum(gains.values())
    if bust < 1e-9:
        raise ValueError(
            f"columns {' '.join(map(str, columns))}: without tops they never bust, and nothing ends a turn"
        )
    enough = sum(gain * chance for gain, chance in gains.items()) / bust
    values: dict[int, float] = {}
    start = sum(worth)
    for progress in range(int(enough) + 1, start - 1, -1):
        if progress < enough:
            values[progress] = sum(
                chance * values.get(progress + gain, progress + gain) for gain, chance in gains.items()
            )
    return values.get(start, start) / unit
