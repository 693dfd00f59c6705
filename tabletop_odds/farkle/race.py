"""The race to the target for two players, exactly: the chance to win from every pair of scores.

W(a, b) is the chance of the player to move with a points against b, both playing for the win. A turn is the backward
pass of `optimal` with other ends: banking t is worth 1 - W(b, a + t), a farkle 1 - W(b, a), and once the target is
reached the opponent has one last turn, or none. Banking leads to pairs with a larger sum, a farkle only to the same
pair seen from the other side; so pairs are solved along falling sums, two unknowns at a time. Under the last-turn rule
more points are not always better (with the other on 9,950, to bank exactly 10,000 is a mistake), so all distinct keeps
are looked at. Where three farkles in a row cost points, sums can fall, and sweeps are repeated until nothing changes;
scores below zero are followed for six penalties, so that values are exact to 1e-9 from two penalties below zero on.

Compare: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25(1), 2004, for the race of Pig.

>>> from tabletop_odds.farkle import win_probability
>>> print(win_probability())
0.5356417 exact
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from tabletop_odds import tables
from tabletop_odds.answers import Value
from tabletop_odds.settings import whole_number
from tabletop_odds.tables import Arrays

from .optimal import TURN_FIELDS
from .race_seats import seated
from .race_solution import RaceSolution
from .race_solver import MOST_WORK, LastTurn, levels_of, lowest_score, solve, statuses, work_of
from .rules import Rules, State, as_rules, presets

SOLVER = 1  # raised when the solver's numbers change, so that tables kept by users are solved again
WORK_A_SECOND = 40_000_000
NOT_SOLVED = {"piggy_back": "piggy-back", "exact_target": "an exact target", "teams": "teams"}


def win_probability(
    mine: int = 0,
    theirs: int = 0,
    *,
    opened: bool | None = None,
    farkles: int = 0,
    their_opened: bool | None = None,
    their_farkles: int = 0,
    began: bool = True,
    rules: Rules | None = None,
) -> Value:
    """The chance to win of the player who starts a turn with `mine` points against `theirs`, both playing for the win.

    A tie counts as its share. `theirs` at or above the target: this is the last turn. `opened`: has banked the
    opening threshold before (by default: has more than 0 points); `farkles`: farkles in a row so far (0 to 2);
    `began`: was the first of the round, which matters under `end="equal_turns"`. Exact, rounded to 1e-9 where a
    stored table answers. Rule sets that do not ship with a table are solved once, in seconds to minutes. Raises
    ValueError for scores that no game can show, and for rules that `solve_race` does not cover.

    >>> win_probability(mine=0, theirs=0).value.__round__(6)
    0.535642
    """
    rules = as_rules(rules)
    state = race_state(
        mine,
        theirs,
        rules,
        opened=opened,
        farkles=farkles,
        their_opened=their_opened,
        their_farkles=their_farkles,
        began=began,
    )
    return Value.exactly(solve_race(rules).value(state))


def last_turn_probability(needed: int, *, opened: bool = True, rules: Rules | None = None) -> Value:
    """The chance to win of a last turn that needs `needed` more points to tie (a tie counting as its share).

    Raises ValueError unless `needed` is a positive multiple of the scoring step, or where no last turn is played.

    >>> round(last_turn_probability(500).value, 4)
    0.4782
    """
    rules = as_rules(rules)
    if rules.end == "sudden_death":
        raise ValueError('last turn: there is none under end="sudden_death"')
    step = rules.step
    if whole_number(needed) is None or needed < step or needed % step:
        raise ValueError(f"needed {needed!r}: a positive multiple of {step} points is needed")
    # the lead is all that matters, wherever the target is
    state = State(0, rules.dice, opened or rules.opening is None, 0, rules.target - needed, rules.target)
    return Value.exactly(solve_race(rules).value(state))


def fewest_turns(mine: int = 0, *, opened: bool | None = None, farkles: int = 0, rules: Rules | None = None) -> Value:
    """The mean number of turns alone from `mine` points to the target, played for the fewest; exact.

    `opened` and `farkles` as in `win_probability`, whose errors are raised.

    >>> round(fewest_turns().value, 4)
    23.0053
    """
    rules = as_rules(rules)
    state = race_state(mine, 0, rules, opened=opened, farkles=farkles)
    return Value.exactly(solve_race(rules).turns_alone(state))


def fair_head_start(rules: Rules | None = None) -> int:
    """The points that the second player must be given (and count as opened with) for a race nearest to even.

    Raises ValueError for rules that `solve_race` does not cover.

    >>> fair_head_start()
    200
    """
    rows = head_start_rows(rules)
    return min(rows, key=lambda row: abs(row[1] - 0.5))[0]


def head_start_rows(rules: Rules | None = None, most: int | None = None) -> list[tuple[int, float]]:
    """Points given to the second player, from 0 up, and the chance of the first to win, until that is below 1/2.

    >>> [(points, round(chance, 4)) for points, chance in head_start_rows(most=100)]
    [(0, 0.5356), (50, 0.5277), (100, 0.5198)]
    """
    rules = as_rules(rules)
    solution, rows = solve_race(rules), []
    for points in range(0, rules.target, rules.step):
        rows.append((points, solution.value(race_state(0, points, rules))))
        if (most is not None and points >= most) or (most is None and rows[-1][1] < 0.5):
            break
    return rows


def race_state(
    mine: int,
    theirs: int,
    rules: Rules,
    *,
    opened: bool | None = None,
    farkles: int = 0,
    their_opened: bool | None = None,
    their_farkles: int = 0,
    began: bool = True,
) -> State:
    """The start of a turn of two as a State, checked as `race_seats.seated` does."""
    seats = None
    if mine is not None and theirs is not None:
        seats = seated(mine, theirs, opened, farkles, their_opened, their_farkles, began, rules)
    if seats is None or len(seats.theirs) > 1:
        raise ValueError(f"mine {mine!r}, theirs {theirs!r}: the scores of two players are needed")
    return seats.state


@lru_cache(maxsize=16)
def solve_race(rules: Rules | None = None) -> RaceSolution:
    """The race of two players who both play for the win: from the tables at hand, else solved and kept.

    Covers every end, tie, opening, minimum bank and three farkles in a row, with a work of at most 2e10 states of
    turns times passes (core rules to 10,000: 7e7, two seconds). Raises ValueError for more, and for piggy-back,
    exact target and teams.

    >>> solve_race().turn(State(mine=9000, theirs=9950)).bank_value(1000) < 0.04
    True
    """
    rules = as_rules(rules)
    check_solvable(rules)
    table = tables.solved("farkle", race_name(rules), race_key(rules), lambda: solve_afresh(rules), about=_about(rules))
    return from_arrays(rules, table.arrays)


def solve_afresh(rules: Rules) -> Arrays:
    """Solve without looking at tables, and hold some turns against the plain backward pass."""
    from .race_alone import solve_alone

    found = {**solve(rules), "alone": ("d", solve_alone(rules))}
    check_turns(from_arrays(rules, {name: values for name, (_, values) in found.items()}))
    return found


def check_turns(solution: RaceSolution, most: int = 40) -> None:
    """RuntimeError unless turns rebuilt at pairs all over the board are worth what the solution says."""
    rules, step, lowest = solution.rules, solution.rules.step, lowest_score(solution.rules)
    every = [(me, them, began) for me in statuses(rules) for them in statuses(rules) for began in (True, False)]
    for i in range(most):
        me, them, began = every[i % len(every)]
        a, b = (7 * i * i % levels_of(rules, me), 11 * i % levels_of(rules, them))
        state = State(0, rules.dice, *me, lowest + a * step, lowest + b * step, *them, began)
        rebuilt, stored = solution.turn(state).roll_value(0, rules.dice), solution.value(state)
        if abs(rebuilt - stored) > 1e-9:
            raise RuntimeError(f"the race under {rules} is solved wrongly at {state}: {stored} against {rebuilt}")


def check_solvable(rules: Rules) -> None:
    """ValueError where the exact race does not cover the rules."""
    for field, what in NOT_SOLVED.items():
        if getattr(rules, field):
            raise ValueError(f"{field}={getattr(rules, field)!r}: the race with {what} is not solved exactly")
    work = work_of(rules)
    if work > MOST_WORK:
        raise ValueError(
            f"target {rules.target:,} in steps of {rules.step}: the race has {work / 1e9:,.0f} billion states of "
            f"turns times passes, allowed are {MOST_WORK // 10**9}; a smaller target or larger steps can be solved"
        )


def _about(rules: Rules) -> str:
    return f"about {12 + work_of(rules) // WORK_A_SECOND} s"


def race_key(rules: Rules) -> dict[str, Any]:
    """What the race depends on."""
    key = {name: getattr(rules, name) for name in (*TURN_FIELDS, "target", "end", "tie")}
    return key | {"face_weights": list(rules.face_weights), "solver": SOLVER}


def race_name(rules: Rules) -> str:
    """The name of the solved table: a preset's own, or "race"."""
    key = race_key(rules)
    return next((f"race_{name}" for name, preset in presets().items() if race_key(preset) == key), "race")


def from_arrays(rules: Rules, arrays: Any) -> RaceSolution:
    """The solution that `race_solver.solve` found, as arrays."""
    levels: Sequence[int] = [levels_of(rules, status) for status in statuses(rules)]
    sizes = [a * b for a in levels for b in levels] * (2 if rules.end == "equal_turns" else 1)
    width = rules.dice + 2
    last = LastTurn(len(arrays["short"]) // width, arrays["short"], arrays["enough"])
    return RaceSolution(
        rules, arrays["start"], last, arrays["hot"], arrays["alone"], tuple(accumulate(sizes, initial=0))
    )
