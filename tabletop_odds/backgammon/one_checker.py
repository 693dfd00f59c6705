"""The race of one checker against one, with its cube: exact, and an independent anchor for races.

Each side has a single checker so many pips from off; doubles count four times, what a roll has too much is lost. The
longest race can so be solved without a table of positions (H. Sconyers' BG Interface had it; K. Woolsey quoted its
figures in rec.games.backgammon in 1998). A real bear-off wastes more, so its last takes come one or two pips earlier.

Let w(a, b) be the roller's chance to win with a pips to go against b, and own, centre, opp the money equities of
not doubling with the cube at 1 owned by the roller, in the centre, owned by the other. Who may double does where
min(1, 2 opp), pass or take, is more than going on. With t the pips of the roll, and 1 where a <= t:

    w(a, b) = mean of 1 - w(b, a - t)            opp(a, b)    = mean of -best of own and double at (b, a - t)
    own(a, b) = mean of -opp(b, a - t)           centre(a, b) = mean of -best of centre and double at (b, a - t)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletop_odds.answers import Value
from tabletop_odds.settings import whole_number

from .rules import ROLLS

MOST_PIPS = 200
SAME = 1e-12  # equities that are closer are equal


class OneCheckerCube(NamedTuple):
    """A one-checker race: the roller's chance to win and, in units of the cube, its equities.

    `owned`, `centred`, `opponent`: of not doubling with the cube there. `double`: of doubling, min(1, double, take).

    >>> one_checker_cube(70, 81).action
    'double, pass'
    """

    win: float
    cubeless: float
    owned: float
    centred: float
    opponent: float

    @property
    def double_take(self) -> float:
        """The equity of a double that is taken: twice that of playing on with the other's cube."""
        return 2 * self.opponent

    @property
    def double(self) -> float:
        """The equity of doubling, the other taking or passing as is better."""
        return min(1.0, self.double_take)

    @property
    def best_owned(self) -> float:
        """The equity with the own cube, redoubling where that is better."""
        return max(self.owned, self.double)

    @property
    def best_centred(self) -> float:
        """The equity with the cube in the centre, doubling where that is better."""
        return max(self.centred, self.double)

    @property
    def action(self) -> str:
        """What is right: "no double", "double, no redouble, take", "redouble, take", "double, pass".

        "redouble" says that an own cube and one in the centre are both to be turned.
        """
        if self.double < self.centred - SAME:
            return "no double"
        if self.double_take > 1 + SAME:
            return "double, pass"
        return "redouble, take" if self.double > self.owned - SAME else "double, no redouble, take"


class DoublingMarks(NamedTuple):
    """The least leads in pips at which the roller doubles and redoubles, and the greatest at which the other takes.

    >>> doubling_marks(30)
    DoublingMarks(double=1, redouble=2, last_take=4)
    """

    double: int
    redouble: int
    last_take: int


def one_checker_win_probability(mine: int, theirs: int) -> Value:
    """The roller's chance to win a race of one checker each, so many pips from off (1 to 200). ValueError: others.

    >>> one_checker_win_probability(70, 80)
    0.7791921 exact
    """
    return Value.exactly(one_checker_cube(mine, theirs).win)


def one_checker_cube(mine: int, theirs: int) -> OneCheckerCube:
    """Chance to win and cube equities of a race of one checker each, the roller `mine` pips from off (1 to 200).

    ValueError: pips out of range.

    >>> cube = one_checker_cube(70, 80)
    >>> round(cube.centred, 6), cube.action
    (0.855556, 'redouble, take')
    """
    pips = [_pips(name, number) for name, number in (("mine", mine), ("theirs", theirs))]
    return _races(-(-max(pips) // 20) * 20)[pips[0]][pips[1]]


def doubling_marks(mine: int) -> DoublingMarks:
    """From which lead to double and redouble, and up to which to take, the roller `mine` pips from off (1 to 170).

    The least lead may be negative: then who is behind doubles. ValueError: pips out of range.

    >>> doubling_marks(100)
    DoublingMarks(double=9, redouble=10, last_take=13)
    """
    mine = _pips("mine", mine, MOST_PIPS - 30)
    races = {theirs - mine: one_checker_cube(mine, theirs) for theirs in range(1, mine + 30)}
    return DoublingMarks(
        min(lead for lead, race in races.items() if race.double >= race.centred - SAME),
        min(lead for lead, race in races.items() if race.double >= race.owned - SAME),
        max(lead for lead, race in races.items() if race.double_take <= 1 + SAME),
    )


def _pips(name: str, pips: object, most: int = MOST_PIPS) -> int:
    number = whole_number(pips)
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name}={pips!r} pips: a whole number from 1 to {most} is needed")
    return number


@lru_cache(maxsize=2)
def _races(pips: int) -> list[list[OneCheckerCube]]:
    """Every race of at most so many pips each, as [roller's][other's]; row and column 0 are empty."""
    chances: dict[int, float] = {}
    for (high, low), weight in ROLLS:
        total = 4 * high if high == low else high + low
        chances[total] = chances.get(total, 0.0) + weight / 36
    won = OneCheckerCube(1.0, 1.0, 1.0, 1.0, 1.0)
    races = [[won] * (pips + 1) for _ in range(pips + 1)]
    for both in range(2, 2 * pips + 1):
        for mine in range(max(1, both - pips), min(pips, both - 1) + 1):
            theirs = both - mine
            win = owned = centred = opponent = 0.0
            for total, chance in chances.items():
                if total >= mine:
                    win, owned, centred, opponent = win + chance, owned + chance, centred + chance, opponent + chance
                else:
                    after = races[theirs][mine - total]
                    double = min(1.0, 2 * after.opponent)
                    win += chance * (1 - after.win)
                    owned -= chance * after.opponent
                    centred -= chance * max(after.centred, double)
                    opponent -= chance * max(after.owned, double)
            races[mine][theirs] = OneCheckerCube(win, 2 * win - 1, owned, centred, opponent)
    return races
