"""Solving the race: the last turn, the rules as arrays, and the sweep over all pairs of scores.

Only the value at the start of a turn is kept for each pair of scores; a turn is rebuilt from them (`race.RaceTurn`).
Scores are counted in steps, `rules.step` points each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .odds import bust_probability
from .rules import Rules, bank_minimum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .kernels import TurnTables
    from .race_kernels import Race

SCALE = 2**32 - 1  # a stored chance is a whole number of 1 / SCALE: rounded by at most 1.2e-10
MOST_WORK = 20_000_000_000  # states of turns times passes over them: about eight minutes
NEGLIGIBLE = 1e-13  # a chance that changes no value at the precision of doubles
MOST_ROWS = 1 << 13
FLOOR = 6  # penalties below zero that are followed: exact to 1e-9 for scores down to two or three of them
TIES = {"shared": 0.5, "last": 1.0, "first": 0.0}  # what a tie is worth to who has the last turn


class Status(NamedTuple):
    """How a player stands besides the score."""

    opened: bool
    farkles: int


class LastTurn(NamedTuple):
    """One turn that must gain points or be lost, by what has been gained, counted so that the last row ties.

    `short[row * (dice + 2) + n]` is the chance to win by rolling n dice `rows - 1 - row` steps short of a tie, with
    the tie worth its share; `enough` likewise where the tie is worth a win: for who must bank more than is needed.
    """

    rows: int
    short: Sequence[float]
    enough: Sequence[float]


def lowest_score(rules: Rules) -> int:
    """The lowest score that is told apart; a player who falls below counts as standing on it."""
    return -FLOOR * rules.three_farkles if rules.three_farkles and rules.below_zero else 0


def statuses(rules: Rules) -> list[Status]:
    """All ways to stand besides the score, in the order of the tables."""
    counts = 1 if rules.three_farkles is None else 3
    return [
        Status(opened, f) for opened in ((True,) if rules.opening is None else (True, False)) for f in range(counts)
    ]


def levels_of(rules: Rules, status: Status) -> int:
    """How many scores below the target a player of this status can have: one who has not opened, none above 0."""
    lowest = lowest_score(rules)
    return ((rules.target if status.opened else rules.step) - lowest) // rules.step


def minimum_steps(rules: Rules, opened: bool) -> int:
    """The least steps that may be banked in one turn."""
    return -(-bank_minimum(opened, rules) // rules.step)


@lru_cache(maxsize=16)
def distinct_keeps(rules: Rules) -> TurnTables:
    """The roll classes with all distinct (points, dice left): near the target fewer points can be worth more."""
    from .kernels import turn_tables

    return turn_tables(rules, "all", rules.step)


def sure_chances(rules: Rules) -> tuple[float, float]:
    """Of all dice rolled: the chance that the roll can be banked, and that all dice must be rolled once more."""
    tables, dice = distinct_keeps(rules), rules.dice
    banked = again = 0.0
    for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
        columns = tables.column[tables.first_option[c] : tables.first_option[c + 1]]
        if any(can_bank(column, rules) for column in columns):
            banked += tables.probability[c]
        elif columns:
            again += tables.probability[c]
    return banked, again


def least_bust(rules: Rules) -> float:
    """The least chance of a farkle when dice are rolled that can be banked instead."""
    every = [float(bust_probability(n, rules)) for n in range(1, rules.dice + 1)]
    return min(every if every[-1] > 0 else every[:-1])


def can_bank(column: int, rules: Rules) -> bool:
    """Whether the turn may end after a keep that leads to this column, if its points are enough."""
    return column < rules.dice or (column == rules.dice and rules.hot_dice == "optional")


def solve_last_turn(rules: Rules) -> LastTurn:
    """Solve the last turn for everything that may be needed, as far as the chance is not negligible.

    What was gained does not matter beside what is still needed, and a farkle loses, so one backward pass answers all.
    """
    reach = max(distinct_keeps(rules).points)
    rows, further = 64 + 2 * reach, reach * (rules.dice + 2)
    while True:
        short = _last_turn(rules, rows, TIES[rules.tie])
        if short[further + rules.dice] - short[rules.dice] < NEGLIGIBLE or rows > MOST_ROWS:
            break
        rows *= 2
    least = max(minimum_steps(rules, status.opened) for status in statuses(rules))
    return LastTurn(rows, short, _last_turn(rules, rows, 1.0) if least else ())


def _last_turn(rules: Rules, rows: int, tie: float) -> list[float]:
    from .kernels import backward
    from .optimal import run_kernel

    tables, dice, width = distinct_keeps(rules), rules.dice, rules.dice + 2
    banked, again = sure_chances(rules)
    optional, hot = rules.hot_dice == "optional", banked / (1 - again)
    above = [1.0] * dice + [1.0 if optional else hot, hot]
    value = [0.0] * (rows * width) + above * (max(tables.points) + 1)
    bank, won = [0.0] * (rows - 1) + [tie], [1.0] * rows
    forced = [int(not optional and n == dice) for _ in range(rows) for n in range(width)]
    work, out = rows * len(tables.points), [0.0] * (rows * width)
    return run_kernel(backward, work, *tables, bank, won, forced, 0.0, dice, rows, value, out)


def last_turn_chance(rules: Rules, last: LastTurn, lead: int, opened: bool) -> float:
    """The chance of the last turn against a player who is `lead` steps ahead."""
    least, width = minimum_steps(rules, opened), rules.dice + 2
    table, needed = (last.short, lead) if lead >= least else (last.enough, least)
    return table[max(last.rows - 1 - needed, 0) * width + rules.dice]


def solve_hot(rules: Rules, bank: Sequence[float]) -> list[float]:
    """By lead: what rolling all dice wins far ahead, where everything else is banked; a farkle's part left out.

    `bank[d]`: the chance of who has banked a lead of d steps. Where the roll cannot be lost, going on is taken where
    it is better.
    """
    tables, dice = distinct_keeps(rules), rules.dice
    riskless = sum(sure_chances(rules)) > 1 - 1e-12
    top = len(bank) - 1
    hot = [1.0] * len(bank)

    def rolled(d: int) -> float:
        value = 0.0
        for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
            best = going = 0.0
            for k in range(tables.first_option[c], tables.first_option[c + 1]):
                there, column = min(d + tables.points[k], top), tables.column[k]
                if column == 0:
                    best = 1.0
                elif can_bank(column, rules):
                    best = max(best, bank[there])
                if column >= dice:
                    going = max(going, hot[there])
            value += tables.probability[c] * (max(best, going) if riskless or best == 0.0 else best)
        return value

    while rolled(top) < hot[top] - NEGLIGIBLE:  # at the top a roll leads to the top
        hot[top] = rolled(top)
    for d in range(top - 1, -1, -1):
        hot[d] = rolled(d)
    return hot


def work_of(rules: Rules) -> int:
    """States of turns (pairs of scores, statuses, turn totals, dice) times passes over them, about."""
    every = statuses(rules)
    levels = [levels_of(rules, status) for status in every]
    pairs = sum(levels) ** 2 * (2 if rules.end == "equal_turns" else 1)
    return pairs * levels[0] // 2 * rules.dice * (3 if rules.three_farkles is None else 10)


def build(rules: Rules, last: LastTurn, hot: Sequence[float]) -> Race:
    """The rules as the numbers and arrays that the compiled sweep reads; `hot` as `solve_hot`, by status."""
    import numpy as np

    from .race_kernels import LANES, Race

    tables, every, step = distinct_keeps(rules), statuses(rules), rules.step
    banked, again = sure_chances(rules)
    lost = 1 - banked - again if banked + again < 1 - 1e-12 else 0.0
    seats = 2 if rules.end == "equal_turns" else 1
    farkles = np.array([status.farkles for status in every])
    plane = np.arange(seats * len(every) ** 2)
    return Race(
        dice=rules.dice,
        hot_forced=rules.hot_dice == "forced",
        levels=levels_of(rules, every[0]),
        reach=max(tables.points),
        first_class=np.array(tables.first_class),
        first_option=np.array(tables.first_option, np.uint64),
        probability=np.array(tables.probability),
        offset=((np.array(tables.points) * (rules.dice + 2) + tables.column) * LANES).astype(np.uint64),
        highest=np.array([levels_of(rules, status) for status in every]),
        minimum=np.array([minimum_steps(rules, status.opened) for status in every]),
        farkled=np.array([every.index(after_farkle(rules, status)) for status in every]),
        penalty=np.array([(rules.three_farkles or 0) // step if status.farkles == 2 else 0 for status in every]),
        seats=seats,
        order=np.argsort(-(farkles[plane // len(every) % len(every)] + farkles[plane % len(every)]), kind="stable"),
        last_turn=np.array({"last_turn": [1], "sudden_death": [0], "equal_turns": [1, 0]}[rules.end]),
        ends=last.rows,
        bank_end=np.array([1 - x for status in every for x in lead_chances(rules, last, status.opened)]),
        hot_end=np.array([*hot, banked / (1 - again)]),
        hot_lost=lost / (1 - again),
        least_bust=least_bust(rules),
    )


def after_farkle(rules: Rules, status: Status) -> Status:
    """How a player stands after a farkle; the third in a row costs the penalty and is forgotten."""
    return status if rules.three_farkles is None else Status(status.opened, (status.farkles + 1) % 3)


def lead_chances(rules: Rules, last: LastTurn, opened: bool) -> list[float]:
    """The chance of the last turn by the lead it must beat, 0 to `rows` - 1 steps."""
    return [last_turn_chance(rules, last, d, opened) for d in range(last.rows)]


def solve(rules: Rules) -> dict[str, tuple[str, Any]]:
    """Solve the race afresh: the arrays of `race.RaceSolution`, as `tables` stores them.

    `start` holds, for each seat, status of the player to move and of the other, score of the player to move and of
    the other, the chance to win in units of 1 / SCALE.
    """
    import numpy as np

    from . import race_kernels as kernels

    last = solve_last_turn(rules)
    hot = [x for s in statuses(rules) for x in solve_hot(rules, [1 - y for y in lead_chances(rules, last, s.opened)])]
    race = build(rules, last, hot)
    waiting = np.full(len(race.order) * 2 * race.levels**2, -1.0)
    value = np.zeros((race.levels + race.ends + race.reach + 2) * (race.dice + 2) * kernels.LANES)
    work = waiting, np.zeros(kernels.LANES), value, np.zeros(kernels.LANES)
    if rules.three_farkles is None:
        if kernels.solve_in_pairs(race, *work) < 0:
            raise RuntimeError(f"the race under {rules} did not converge")
    else:
        while kernels.solve_in_order(race, *work) > kernels.CLOSE:
            pass
    table = waiting.reshape(len(race.order), 2 * race.levels, race.levels)
    start = []
    for plane in range(len(race.order)):
        first, second = divmod(plane % len(race.highest) ** 2, len(race.highest))
        a, b = np.ogrid[: race.highest[first], : race.highest[second]]
        start.append(np.rint((1 - table[plane, a + b, b]) * SCALE).astype(np.uint32).ravel())
    return {
        "start": ("I", np.concatenate(start)),
        "short": ("d", last.short),
        "enough": ("d", last.enough),
        "hot": ("d", hot),
    }
