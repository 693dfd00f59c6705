"""How a race without contact ends, gammons included: the chances of the points that the player on roll wins or loses.

The chance to win is that of `two_sided.race_value`. A side that has borne off nothing can still lose a gammon; its
chance is the product of what each side needs alone: the winner for all its checkers, the loser for its first. Really
each looks at the other too; how much that makes is measured: `GAMMONS`. Backgammons, for which a checker must have
stayed in the winner's home, are not told from gammons: where `backgammon_threatens`, games are to be played instead.

Many plays of one roll lead into one race, so all positions that it can reach are solved once, for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.answers import Value

from .positions import CHECKERS, HOME, POINTS, Counts, as_counts
from .product import NOISE
from .two_sided import NeededRolls, by_product, race_value

if TYPE_CHECKING:
    from .numbering import Numbering

GAMES_EACH = 20_000  # of each play, where a race is too long to be solved
NEGLIGIBLE = 1e-4  # gammons rarer than that are left out


class GammonError(NamedTuple):
    """How far the product is off from gammon chances by best play of both sides, over n pairs: root mean square."""

    root_mean_square: float
    most: float
    n: int
    seed: int


# gammon_error.gammon_error(n=5000, seed=1): at most 6 checkers against 15, of which up to 3 are outside
GAMMONS = GammonError(0.0012940, 0.011933, 5000, 1)
BY_PRODUCT = f"gammons by product, off by {GAMMONS.most:.4f} at most in {GAMMONS.n:,} pairs"
MEASURED = "+- their error, measured on the sample of pairs"
CERTAIN = "exact, for certain"

Rolls = Mapping[Any, float]  # the chance of each number of rolls


class RaceEnds(NamedTuple):
    """The chance of the player on roll to win, that of winning and of losing a gammon, their error, and the method."""

    win: Value
    gammon: float
    gammon_lost: float
    gammon_error: float
    method: str

    @property
    def chances(self) -> dict[int, float]:
        """By the points that it ends with."""
        win = self.win.value
        return {1: win - self.gammon, 2: self.gammon, -1: 1 - win - self.gammon_lost, -2: self.gammon_lost}

    @property
    def equity(self) -> float:
        """The mean of the points, without a cube."""
        return sum(points * chance for points, chance in self.chances.items())

    @property
    def value(self) -> Value:
        """`equity` with its error, as the win's and the gammons' were measured."""
        error = hypot(2 * self.win.standard_error, self.gammon_error)
        return Value(self.equity, error, n=self.sample[0], seed=self.sample[1]) if error else Value.exactly(self.equity)

    @property
    def sample(self) -> tuple[int | None, int | None]:
        """The n and seed of the pairs that errors were measured on; None where all is exact."""
        if not self.win.exact:
            return self.win.n, self.win.seed
        return (GAMMONS.n, GAMMONS.seed) if self.gammon_error else (None, None)

    @property
    def certain(self) -> bool:
        """Whether only one end is possible."""
        return self.value.exact and max(self.chances.values()) == 1


def race_ends(mine: Counts, theirs: Counts, gammons: bool = True, before: Counts | None = None) -> RaceEnds:
    """How a race ends for the player on roll from `mine`.

    `gammons`: whether they count. `before`: where the other stood before the play that led to `theirs`; it is solved
    once for all such plays. ValueError as `race_value`.

    >>> ends = race_ends((2, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 15))
    >>> ends.win.value, ends.gammon, ends.equity
    (1.0, 1.0, 2.0)
    """
    after = before or theirs
    if len(mine) == len(theirs) == HOME:
        answer = race_value(mine, theirs)
    else:
        answer = by_product(mine, theirs, rolls_after(after, theirs))
    win, lose = answer.value.value, 1 - answer.value.value
    gammon = gammon_lost = error = 0.0
    if gammons and sum(theirs) == CHECKERS and win:
        gammon = late(rolls_after(mine, mine).chances, rolls_after(after, theirs, True).chances, 1)
        gammon, error = _with_error(gammon, win)
    if gammons and sum(mine) == CHECKERS and lose:
        gammon_lost = late(rolls_after(after, theirs).chances, rolls_after(mine, mine, True).chances, 0)
        gammon_lost, lost_error = _with_error(gammon_lost, lose)
        error = hypot(error, lost_error)
    methods = [answer.method]
    if answer.value.exact and not answer.method.startswith("exact"):
        methods = [CERTAIN]  # of any product
    if error and (gammon or gammon_lost):
        methods = [f"chance to win: {methods[0]}", BY_PRODUCT]
    if len(methods) > 1 or not answer.value.exact:
        methods.append(MEASURED)
    return RaceEnds(answer.value, gammon, gammon_lost, error, "; ".join(methods))


def _with_error(gammon: float, at_most: float) -> tuple[float, float]:
    """A chance of a gammon and its error: none where it is certain that there is one, or none."""
    if gammon <= NOISE:
        return 0.0, 0.0
    if gammon >= 1 - NOISE:
        return at_most, 0.0
    return (min(gammon, at_most), GAMMONS.root_mean_square) if gammon >= NEGLIGIBLE else (0.0, NEGLIGIBLE)


def backgammon_threatens(mine: Counts, theirs: Counts) -> bool:
    """Whether a race, the player on roll at `mine`, may end in a backgammon, more often than is negligible.

    The loser's checkers in the winner's home leave it at least as fast as they would bear off from as many points:
    there a large number may not be used for one in front. So the product with that tells the most that it can be.

    >>> backgammon_threatens((2,), (0,) * 5 + (14,) + (0,) * 14 + (1,)), backgammon_threatens((2,), (0,) * 5 + (15,))
    (True, False)
    """
    return _backgammon(mine, theirs, 1) or _backgammon(theirs, mine, 0)


def _backgammon(winner: Counts, loser: Counts, ahead: int) -> bool:
    behind = tuple(loser[POINTS - HOME :])
    if sum(loser) < CHECKERS or not any(behind):
        return False
    leaves = rolls_after(behind, as_counts(behind)).chances
    return late(rolls_after(winner, winner).chances, leaves, ahead) >= NEGLIGIBLE


def late(winner: Rolls, first_off: Rolls, ahead: int) -> float:
    """The chance that the loser has no checker off when the winner is off, who has rolled `ahead` more often by then.

    >>> late({2: 1.0}, {1: 0.75, 2: 0.25}, 1)
    0.25
    """
    return sum(p * sum(q for k, q in first_off.items() if k > rolls - ahead) for rolls, p in winner.items())


def rolls_after(start: Counts, counts: Counts, first_off: bool = False) -> NeededRolls:
    """The rolls that a side needs for all its checkers, or for its first, from a position that `start` can reach.

    Where `start` reaches too much to be solved, they are played out, whatever `counts` itself reaches: so positions
    after plays of one roll are told apart by the same luck.

    >>> round(rolls_after((0,) * 6 + (1,), (0, 0, 0, 0, 0, 1)).chances[1], 9)
    0.75
    """
    from .bearoff import GAMES, first_off_distribution, rolls_distribution, solvable

    some_off = first_off and sum(counts) < CHECKERS
    if len(counts) == HOME or some_off or start == counts:
        found = (first_off_distribution if first_off else rolls_distribution)(counts, seed=1)
        exact = len(counts) == HOME or some_off or solvable(counts, first_off)
        return NeededRolls(dict(found.items()), None if exact else GAMES)
    if not solvable(start, first_off):
        from .race import roll_out

        run = roll_out(counts, GAMES_EACH, 1, first_off)
        return NeededRolls(dict(run.distribution("rolls").items()), GAMES_EACH)
    from .one_sided import spread_from

    numbers, plays = _solved(start, first_off)
    return NeededRolls(dict(enumerate(spread_from(plays, numbers.number(counts)))), None)


@lru_cache(maxsize=2)  # to the last and to the first checker off: 0.25 GB each at most
def _solved(start: Counts, first_off: bool) -> tuple[Numbering, Any]:
    from .one_sided import solve_numbered
    from .race import race_numbers

    numbers = race_numbers(start, first_off)
    return numbers, solve_numbered(numbers, first_off)[2]
