"""What a double is about: what a position is worth with the cube where it lies, and with the cube turned and taken.

A race is answered by `cube_equities.cube`: exact where both sides are home and few, else by a formula with its measured
error. Where a race may still end in a gammon, and in all positions with contact, Janowski's formula (`janowski`) is
asked for how the game would end without a cube: by the race's own chances, or by shares of games played on by the
evaluator, as where a race may end in a backgammon. The formula's own error is not measured; in a race it is taken to be
as far as the dead or the live cube is from it, whichever is farther.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import hypot
from operator import itemgetter
from typing import Any

from tabletop_odds.answers import Value, as_percent

from .board import State, has_contact
from .cube_equities import cube
from .janowski import EFFICIENCY, Chances, estimated_equity, sampled
from .play_values import ROLLOUTS, gammons_count
from .policies import evaluator
from .positions import Counts, as_counts
from .race_ends import MEASURED, NEGLIGIBLE, RaceEnds, backgammon_threatens, race_ends
from .rules import Rules
from .simulate import simulate_games

Figure = Callable[[Any], float]

TAKE_POINT = "rule of thumb: where no gammons threaten, take with 25 %, or a little less as the cube is then one's own"
JANOWSKI = "Janowski's formula, taken to be off by as much as a dead or a live cube is"
PLAYED_ON = "Janowski's formula on games played on without a cube by the evaluator in both seats: not expert play"


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """Equities of the player on roll, in units of the cube as it lies, each a figure of how the game would end.

    `kept`: without a double now; `taken`: doubled and taken; `offered`: doubled, taken or passed as the other likes
    best. Each is a figure of `facts`: chances by points, or in a race "kept" and "taken" themselves. `win`: the chance
    to win without a cube. `sample`: n and seed where the facts are estimates. `errors`: of the facts; None where they
    are shares of games, which tell by themselves.
    """

    kept: Figure
    taken: Figure
    facts: Mapping[Any, float]
    win: Value
    method: str
    sample: tuple[int | None, int | None] = (None, None)
    errors: Mapping[Any, float] | None = None
    notes: tuple[str, ...] = ()

    def offered(self, facts: Any) -> float:
        """Doubled, when the other takes or passes as is best."""
        return min(1.0, self.taken(facts))

    def value(self, figure: Figure) -> Value:
        """A figure with its error; exact where it is the same whatever the facts."""
        n, seed = self.sample
        value = figure(self.facts)
        if n is None or seed is None:
            return Value.exactly(value)
        if self.errors is None:
            constant = all(figure({points: 1.0}) == value for points in (-1, 1))
            return Value.exactly(value) if constant else sampled(figure, self.facts, n, seed)
        step = 1e-6
        slopes = ((figure({**self.facts, name: self.facts[name] + step}) - value) / step for name in self.errors)
        error = hypot(*(slope * size for slope, size in zip(slopes, self.errors.values(), strict=True)))
        return Value(value, error, n=n, seed=seed) if error else Value.exactly(value)


def stakes_of(state: State, rules: Rules, n: int | None, seed: int) -> Stakes:
    """The stakes of a state before the roll, by the best method at hand, or by n games.

    >>> stakes = stakes_of(State.parse("0,0,0,0,0,2 / 0,0,0,0,0,2"), Rules(), None, 0)
    >>> round(stakes.value(stakes.kept).value, 4), round(stakes.value(stakes.taken).value, 4)
    (0.6031, 0.9613)
    """
    if n is not None or has_contact(state):
        return _by_games(state, rules, ROLLOUTS if n is None else n, seed)
    mine, theirs = as_counts(state.mine), as_counts(state.theirs)
    if backgammon_threatens(mine, theirs):
        return _by_games(state, rules, ROLLOUTS, seed)
    return _of_race(mine, theirs, state, rules)


def _of_race(mine: Counts, theirs: Counts, state: State, rules: Rules) -> Stakes:
    ends = race_ends(mine, theirs)
    wins = [f"without a cube: wins {_share(ends.win)}"]
    if ends.certain:
        return Stakes(*_estimates(state, rules), ends.chances, ends.win, ends.method, notes=tuple(wins))
    if ends.gammon or ends.gammon_lost:
        (kept, taken), (n, seed), method = _by_formula(state, rules, ends), ends.sample, f"{JANOWSKI}; {ends.method}"
        wins[0] += f", a gammon {as_percent(ends.gammon)}; loses a gammon {as_percent(ends.gammon_lost)}"
    else:
        answer = cube(mine, theirs, beavers=rules.beavers)
        kept = {"mine": answer.owned, "centre": answer.centred, "theirs": answer.opponent}[state.owner]
        taken, method, n, seed = answer.double_take, answer.method, kept.n, kept.seed
        if n is not None:
            method += f"; {MEASURED}"
        if ends.gammon_error:
            wins.append(f"gammons, rarer than {as_percent(NEGLIGIBLE)}, are left out")
    facts = {"kept": kept.value, "taken": taken.value}
    errors = {"kept": kept.standard_error, "taken": taken.standard_error}
    notes = (*wins, *([] if n is None else [TAKE_POINT]))
    return Stakes(itemgetter("kept"), itemgetter("taken"), facts, ends.win, method, (n, seed), errors, notes)


def _by_formula(state: State, rules: Rules, ends: RaceEnds) -> tuple[Value, Value]:
    """Janowski's equities of a race, with the errors of its chances and with how far a dead or live cube is off."""
    win, gammon, lost = ends.win.value, ends.gammon, ends.gammon_lost
    toward_even = ends.win.standard_error * (-1 if win > 0.5 else 1)
    moved = [
        ends._replace(win=Value.exactly(win + toward_even)),
        ends._replace(gammon=max(gammon - ends.gammon_error, 0.0))
        if gammon > lost
        else ends._replace(gammon_lost=max(lost - ends.gammon_error, 0.0)),
    ]
    values = []
    for figure, dead, live in zip(*(_estimates(state, rules, share) for share in (EFFICIENCY, 0.0, 1.0)), strict=True):
        value = figure(ends.chances)
        formula = max(abs(bound(ends.chances) - value) for bound in (dead, live))
        error = hypot(formula, *(figure(other.chances) - value for other in moved))
        values.append(Value(value, error, n=ends.sample[0], seed=ends.sample[1]))
    return values[0], values[1]


def _by_games(state: State, rules: Rules, n: int, seed: int) -> Stakes:
    run = simulate_games([evaluator()] * 2, n, seed=seed, state=state)
    chances = {points: count / n for points, count in run.distribution("points_1").weights.items()}
    win, gammon, gammon_lost = (run.rate(name) for name in ("win_1", "gammon_1", "gammon_2"))
    wins = f"without a cube: wins {_share(win)}, a gammon {_share(gammon)}; loses a gammon {_share(gammon_lost)}"
    return Stakes(*_estimates(state, rules), chances, win, PLAYED_ON, (n, seed), notes=(wins, TAKE_POINT))


def _estimates(state: State, rules: Rules, efficiency: float = EFFICIENCY) -> tuple[Figure, Figure]:
    """Janowski's equities without a double, and doubled and taken."""

    def kept(chances: Chances) -> float:
        return estimated_equity(chances, state.owner, efficiency, jacoby=not gammons_count(state, rules))

    def taken(chances: Chances) -> float:
        equity = 2 * estimated_equity(chances, "theirs", efficiency)
        return min(equity, 2 * equity) if rules.beavers else equity

    return kept, taken


def _share(value: Value) -> str:
    return as_percent(value, sampled=False)
