"""Money cube with both sides at home: equities, and whether to double, take or pass.

With the cube at 1, E the equity of the player on roll before the dice, and the holder of the cube named from that
player's side:

    no double    N(x, y) = -1/36 * sum over the rolls of w * min over the plays m of x of E(y, m), sides changed
    double       D(x, y) = 2 * E(x, y) with the opponent holding it, if they take; 1 if they pass, so min(D, 1)
    E = N where the opponent holds it; max(N, min(D, 1)) where the cube is owned or in the centre

Each side plays its best for that equity, and who has borne off last has won one cube. Nothing here is worth a gammon:
with at most 14 checkers a side none is possible, and a side of 15 is treated as if it had borne one off. So the Jacoby
rule makes no difference. With beavers whoever is doubled may double again at once and keep the cube, so a double that
leaves the doubler the underdog counts twice: D = min(D, 2 D). Matches to a score are another game.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache, partial
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_odds.values import Value

from . import cube_model, kept_tables
from .home_plays import home_plays, is_small
from .kept_tables import largest_kept, when_asked
from .pair_files import Kind, Pairs, build
from .positions import HOME, Counts, Position, as_counts
from .rules import ROLLS
from .two_sided_layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from .two_sided_layout import Fill

    # equity(holder, rolls, waits): of the player on roll, with the best decisions
    Equity = Callable[[int, Counts, Counts], float]

HOLDERS = 4
OWNED, CENTRED, OPPONENT, CUBELESS = range(HOLDERS)  # who holds the cube, seen by the player on roll
WHEN_ASKED = (6, 8)  # checkers a side: solved when first asked for, in 0.3 s (35 MB) and 2 s (218 MB)
TIE = 2e-6  # equities that differ by less are equal: the tables hold 32 bits


@dataclass(frozen=True, slots=True)
class Cube:
    """What the cube makes of a pair of positions; equities are the player on roll's, in cubes as it lies now.

    Before the dice and without a double: `cubeless` (nobody ever doubles), `owned`, `centred` and `opponent` (they own
    the cube). `double_take` is the equity after a double and a take; a pass is 1. `method` says where it all is from.

    >>> answer = cube([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2])
    >>> answer.chance, answer.redouble, answer.take
    (0.7544943 exact, True, True)
    """

    cubeless: Value
    owned: Value
    centred: Value
    opponent: Value
    double_take: Value
    method: str

    @property
    def chance(self) -> Value:
        """The chance to win without a cube: (1 + cubeless) / 2."""
        half = self.cubeless
        return Value((1 + half.value) / 2, half.standard_error / 2, n=half.n, seed=half.seed)

    @property
    def take(self) -> bool:
        """Whether a double, in any place of the cube, should be taken."""
        return self.double_take.value <= 1 + TIE

    @property
    def double(self) -> bool:
        """Whether to double with the cube in the centre."""
        return _least(self.double_take, ONE).value >= self.centred.value - TIE

    @property
    def redouble(self) -> bool:
        """Whether to redouble a cube that is owned."""
        return _least(self.double_take, ONE).value >= self.owned.value - TIE

    @property
    def optimal_owned(self) -> Value:
        """The equity of owning the cube, with the best decision now and later."""
        return _least(self.double_take, ONE) if self.redouble else self.owned

    @property
    def optimal_centred(self) -> Value:
        """The equity with the cube in the centre, with the best decision now and later."""
        return _least(self.double_take, ONE) if self.double else self.centred

    @property
    def action(self) -> str:
        """What both sides should do: "no double"; "double, no redouble, take"; "redouble, take"; or "double, pass".

        "redouble" also means to double a cube in the centre, which is never worse; "double, pass" also to redouble.
        Too good to double does not occur without gammons: a game that is won for certain is as good as a pass.
        """
        if not self.double:
            return "no double"
        if not self.take:
            return "double, pass"
        return "redouble, take" if self.redouble else "double, no redouble, take"

    def __str__(self) -> str:
        names = ("cubeless", "owned", "centred", "opponent", "double_take")
        lines = [f"{name.replace('_', ', ')}: {getattr(self, name)}" for name in names]
        return "\n".join([f"{self.action} ({self.method})", *lines])


ONE = Value.exactly(1)


def solve_cube(
    checkers: int = 8,
    *,
    beavers: bool = False,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Path:
    """Build the cube's table of at most `checkers` a side (1 to 15) and keep it; returns its file.

    8 v 8 takes 2 s and 0.2 GB, 10 v 10 20 s and 1.3 GB. The arguments are those of `big_table.solve`, whose
    conditions and errors it shares.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve_cube(2, folder=folder).stat().st_size
    376832
    """
    return build(equities(beavers), Layout(checkers), folder, workers, progress)


def cube(mine: Position, theirs: Position, *, beavers: bool = False) -> Cube:
    """The money cube for the player on roll from `mine` against `theirs`, each with checkers left.

    By recursion for a few checkers on low points, else from the largest table that is kept (`solve_cube`), which holds
    32 bits a number; up to 8 checkers a side one is solved when first asked for. Any other race without contact is
    answered from the one-checker race that is as long and as close (`cube_model.py`), with measured errors. `beavers`:
    whether they may be used.

    ValueError: no position, a side without checkers, or contact.

    >>> answer = cube([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2])
    >>> [round(float(e), 4) for e in (answer.cubeless, answer.owned, answer.centred, answer.opponent)]
    [0.509, 0.6217, 0.6031, 0.4806]
    >>> answer.action
    'redouble, take'
    """
    pair = as_counts(mine), as_counts(theirs)
    if not any(pair[0]) or not any(pair[1]):
        raise ValueError(f"positions {pair[0]} and {pair[1]}: each side must have a checker left")
    if max(map(len, pair)) == HOME:
        if is_small(*pair):
            return exact_cube(*pair, partial(equity_by_recursion, beavers=beavers), beavers, "exact, by recursion")
        table = kept_table(*pair, beavers)
        if table is not None:
            checkers = table.layout.checkers
            return exact_cube(*pair, table.number, beavers, f"exact, table of {checkers} v {checkers} checkers")
    from .bearoff import expected_rolls
    from .two_sided import race_value

    answer, off = race_value(*pair), cube_model.MEASURED
    rights = f"right action in {off.right_action:.1%} of {off.n:,} pairs of 9 and 10 checkers"
    method = f"cube of the one-checker race as long and as close, {rights}; chance: {answer.method}"
    return model_cube(answer.value, float(expected_rolls(pair[0])), beavers, method)


def exact_cube(mine: Counts, theirs: Counts, equity: Equity, beavers: bool, method: str) -> Cube:
    """One exact turn from the equities after it."""
    owned, centred, opponent, cubeless = (Value.exactly(played(mine, theirs, h, equity)) for h in range(HOLDERS))
    return Cube(cubeless, owned, centred, opponent, Value.exactly(doubled(opponent.value, beavers)), method)


def model_cube(chance: Value, rolls: float, beavers: bool, method: str) -> Cube:
    """The cube of a one-checker race, with the model's measured errors and those of the chance, twice."""
    off, p = cube_model.MEASURED, chance.value

    def value(equity: float, model_error: float) -> Value:
        error = hypot(model_error, 2 * chance.standard_error)
        n, seed = (off.n, off.seed) if model_error else (chance.n, chance.seed)
        return Value(equity, error, n=n, seed=seed) if error else Value.exactly(equity)

    if p in (0.0, 1.0) and chance.exact:
        won = Value.exactly(2 * p - 1)
        return Cube(won, won, won, won, Value.exactly(doubled(won.value, beavers)), method)
    owned, centred, opponent = cube_model.equities_from(p, rolls)
    taken, times = doubled(opponent, beavers), 4 if beavers and opponent < 0 else 2
    return Cube(
        value(2 * p - 1, 0.0),
        value(owned, off.owned),
        value(centred, off.centred),
        value(opponent, off.opponent),
        value(taken, times * off.opponent),
        method,
    )


def played(mine: Counts, theirs: Counts, holder: int, equity: Equity) -> float:
    """The equity before the dice if nobody doubles now, from the equities after each play."""
    turned = OPPONENT - holder if holder != CUBELESS else CUBELESS
    least = ((weight, min(equity(turned, theirs, m) for m in home_plays(mine, roll))) for roll, weight in ROLLS)
    return -sum(weight * equity_then for weight, equity_then in least) / 36


def doubled(opponent: float, beavers: bool) -> float:
    """The equity after a double and a take, from that of one cube which the opponent owns."""
    return min(2 * opponent, 4 * opponent) if beavers else 2 * opponent


@lru_cache(maxsize=100_000)
def equity_by_recursion(holder: int, mine: Counts, theirs: Counts, *, beavers: bool = False) -> float:
    """The equity of the player on roll with the best decisions, both at home.

    >>> round(equity_by_recursion(OPPONENT, (10, 0, 0, 0, 0, 0), (10, 0, 0, 0, 0, 0)) * 2, 6)
    0.726911
    """
    if not any(mine) or not any(theirs):
        return 1.0 if not any(mine) else -1.0
    equity = partial(equity_by_recursion, beavers=beavers)
    no_double = played(mine, theirs, holder, equity)
    if holder in (OPPONENT, CUBELESS):
        return no_double
    return max(no_double, min(1.0, doubled(equity(OPPONENT, mine, theirs), beavers)))


def kept_table(mine: Counts, theirs: Counts, beavers: bool = False) -> Pairs | None:
    """The largest kept table that holds both positions at home; up to 8 v 8 one is solved where none is kept."""
    needed, kind = max(sum(mine), sum(theirs)), equities(beavers)
    asked = next((checkers for checkers in WHEN_ASKED if checkers >= needed), None)
    return largest_kept(kind, needed) or (None if asked is None else when_asked(kind, asked))


def kept(checkers: int, beavers: bool = False) -> Pairs:
    """The kept table of so many checkers a side. ValueError: there is none, or it is damaged."""
    return kept_tables.kept(equities(beavers), checkers, "cube table")


@lru_cache(maxsize=2)
def equities(beavers: bool = False) -> Kind:
    """The kind of table that holds the four equities of each pair, best decisions included, in 32 bits each."""
    return Kind("cube", "f", HOLDERS, (("version", 1), ("beavers", beavers)), partial(_prepare, beavers))


def _prepare(beavers: bool, numbers: Any, plays: Any) -> Fill:
    """Who is on roll against a player without checkers has lost."""
    from .cube_kernels import fill_equities

    numbers[:, :, 0] = -1
    first, lists, panel_rows = plays
    return partial(fill_equities, numbers, first, lists, panel_rows, beavers)


def _least(a: Value, b: Value) -> Value:
    return a if a.value <= b.value else b
