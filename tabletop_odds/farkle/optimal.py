"""The best turn, exactly: bank or roll, and what to keep, for the most points in the long run.

The value of rolling n dice at a turn total t is R(t, n) = sum over rolls of the best keep's V(t + points, dice left),
and V = max(t, R) where banking is allowed, R where it is not. Totals only grow, so one backward pass solves it, given
two things. First, the value of a farkle: 0, or what it costs later where three farkles in a row bring a penalty or the
player has not opened yet; `solve_afresh` solves the average-reward equations for that on top. Second, an upper edge:
above some total everything but hot dice is banked, so that only H(t) = R(t, all dice) goes on, and above a second one
H is a straight line, H(t) = slope t + intercept, exactly (`_hot_chain`).

For core rules this gives 446.571440 points a turn. Compare: M. Busche, "Maximizing Expected Scores in the Game of
Zilch" (2010), with 620.855 for Zilch; T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", UMAP Journal
25(1), 2004, for the method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tabletop_odds import tables
from tabletop_odds.compiled import Kernel, loaded

from .policies import Policy
from .rules import Rules, State, as_rules, bank_minimum, must_roll, presets
from .scoring import Keep
from .solution import Situation, TurnSolution, from_arrays, to_arrays

if TYPE_CHECKING:
    from .kernels import TurnTables

SOLVER = 1  # raised when the solver's numbers change, so that tables kept by users are solved again
MOST_ROWS = 1 << 16  # totals, in units: beyond this a turn is taken to have no end
COMPILED_FROM = 2_000_000  # loop steps
FIRST_ROWS = 80  # covers the bank thresholds of every preset; doubled where it does not

TURN_FIELDS = (  # what the best turn depends on
    "dice single_one single_five three_ones triple four_of_a_kind five_of_a_kind six_of_a_kind six_ones straight "
    "low_straight high_straight three_pairs four_and_pair_is_three_pairs six_of_a_kind_is_three_pairs full_house "
    "two_triplets nothing_scores hot_dice opening minimum_bank three_farkles below_zero"
).split()


@lru_cache(maxsize=32)
def turn_tables(rules: Rules, keep: str = "best") -> TurnTables:
    """The roll classes of a rule set as lists."""
    from . import kernels

    return kernels.turn_tables(rules, keep)


@lru_cache(maxsize=32)
def solve_turn(rules: Rules | None = None, keep: str = "best") -> TurnSolution:
    """The best turn under a rule set: from the tables at hand, else solved (well under a second) and kept.

    `keep` restricts what is set aside: "best" (any), "most" points, "fewest" dice. Raises ValueError where no best
    turn exists, since under the given dice a turn can be prolonged for ever.

    >>> round(solve_turn().gain, 6)
    446.57144
    """
    rules = as_rules(rules)
    if keep != "best":
        return solve_afresh(rules, keep)
    table = tables.solved(
        "farkle",
        table_name(rules),
        table_key(rules),
        lambda: to_arrays(solve_afresh(rules)),
        about="a second",
        quiet=True,
    )
    return from_arrays(rules, table.arrays)


def table_key(rules: Rules) -> dict[str, Any]:
    """What the best turn depends on: the fields of a turn, not those of the race."""
    key = {name: getattr(rules, name) for name in TURN_FIELDS}
    key["face_weights"] = list(rules.face_weights)
    key["solver"] = SOLVER
    if rules.six_ones == "wins":
        key["target"] = rules.target
    return key


def table_name(rules: Rules) -> str:
    """The name of the solved table: a preset's own, or "turn"."""
    key = table_key(rules)
    return next((f"turn_{name}" for name, preset in presets().items() if table_key(preset) == key), "turn")


def solve_afresh(rules: Rules, keep: str = "best") -> TurnSolution:
    """Solve without looking at tables: one unknown for the opened player, one more before the opening."""
    situations: dict[tuple[bool, int], Situation] = {}
    counts = 1 if rules.three_farkles is None else 3

    def round_trip(opened: bool, reset: float, gain: float) -> float:
        """Start-of-turn value of a player without farkles, `reset` being the value after the last farkle counted."""
        bust = reset
        for farkles in reversed(range(counts)):
            solved = _one_turn(rules, keep, bust, opened)
            situations[opened, farkles] = solved
            bust = solved.roll_value[rules.dice - 1] - gain
        return bust

    if counts == 1:
        gain = round_trip(True, 0.0, 0.0)
    else:
        penalty = float(rules.three_farkles or 0)
        guess = round_trip(True, -penalty, 0.0)
        gain = _root(lambda g: round_trip(True, -penalty, g), guess)
    if rules.opening is not None:
        penalty = float(rules.three_farkles or 0) if rules.below_zero else 0.0
        _root(lambda behind: round_trip(False, behind - penalty, gain) - behind, 0.0)
    return TurnSolution(rules, keep, gain, situations)


def _root(f: Callable[[float], float], x: float) -> float:
    """The root of a decreasing, convex, piecewise linear function, by secants; the last call is at the root."""
    y = f(x)
    other, there = x + y / 2, f(x + y / 2)
    while abs(there) > 1e-11 and there != y:
        step = there * (other - x) / (there - y)
        x, y = other, there
        if other - step == other:
            break
        other = other - step
        there = f(other)
    return other


def _one_turn(rules: Rules, keep: str, bust: float, opened: bool) -> Situation:
    """The best single turn when a farkle is worth `bust`: the chain of hot dice above, then one backward pass."""
    from . import kernels

    unit, dice = rules.unit, rules.dice
    tables = turn_tables(rules, keep)
    reach = max(tables.points, default=0)
    minimum = -(-bank_minimum(opened, rules) // unit)
    rows = minimum + FIRST_ROWS
    while rows <= MOST_ROWS:
        slope, intercept, chain = _hot_chain(rules, tables, bust, rows)
        height = rows + reach + 1
        value = [0.0] * (height * (dice + 2))
        for t in range(rows, height):
            cell, total = t * (dice + 2), float(t * unit)
            hot = chain[t - rows] if t - rows < len(chain) else slope * total + intercept
            value[cell : cell + dice] = [total] * dice
            value[cell + dice] = max(total, hot) if rules.hot_dice == "optional" else hot
            value[cell + dice + 1] = hot
        forced = [
            int(must_roll(State(t * unit, n, opened), rules) is not None) if n else 0
            for t in range(rows)
            for n in range(dice + 2)
        ]
        rolled = [0.0] * (rows * (dice + 2))
        bank = [float(t * unit) for t in range(rows)]
        work = rows * len(tables.points)
        rolled = run_kernel(kernels.backward, work, *tables, bank, bank, forced, bust, dice, rows, value, rolled)
        if _all_banked(rolled, rows - 1, dice, unit):
            flat = [rolled[t * (dice + 2) + n] for t in range(rows) for n in range(1, dice + 1)]
            return Situation(bust, rows, slope, intercept, flat, chain)
        rows *= 2
    raise ValueError(f"no best turn exists under {rules}: some dice are worth rolling again at any turn total")


def run_kernel(kernel: Kernel[..., None], work: int, *args: Any) -> list[float]:
    """Run a kernel over lists, and return the last of them, which it fills.

    As plain Python while the work is small and no compiler is at hand: a million steps take less time than a
    compiler needs to start.
    """
    if work < COMPILED_FROM and not loaded():
        kernel.python(*args)
        return list(args[-1])
    import numpy as np

    arrays = [np.array(arg, dtype=None if arg else int) if isinstance(arg, list | tuple) else arg for arg in args]
    kernel(*arrays)
    return [float(x) for x in arrays[-1]]


def _all_banked(rolled: Sequence[float], t: int, dice: int, unit: int) -> bool:
    """Whether at total t, and so above it, banking is best with any number of dice but all."""
    return all(rolled[t * (dice + 2) + n] <= t * unit for n in range(1, dice))


def _hot_chain(rules: Rules, tables: TurnTables, bust: float, rows: int) -> tuple[float, float, list[float]]:
    """Slope, intercept and values of rolling all dice at totals from `rows` on, everything else being banked.

    Each roll offers `safe` points (then banked) or `hot` ones (all dice again), or both. For large totals the safe
    ones are best wherever they exist, which makes the value a line; the chain covers the totals below that.
    """
    from . import kernels

    unit, dice = rules.unit, rules.dice
    free = rules.hot_dice == "optional"
    straight, both = 0.0, []  # chance and points of rolls that are banked at any total
    chance, lost = 0.0, 0.0
    for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
        p = tables.probability[c]
        safe, hot, again = -1, -1, False
        for k in range(tables.first_option[c], tables.first_option[c + 1]):
            if tables.column[k] < dice:
                safe = max(safe, tables.points[k])
            else:
                hot, again = tables.points[k], tables.column[k] > dice
        if hot >= 0:
            both.append((p, safe * unit, hot * unit, again))
        elif safe >= 0:
            chance, straight = chance + p, straight + p * safe * unit
        else:
            lost += p
    slope, intercept = _tail(chance, straight, lost, bust, both, free)
    top = float(rows * unit)
    for _, safe, hot, again in both if slope < 1 else ():
        if free and not again:
            top = max(top, intercept / (1 - slope), (intercept + slope * hot - safe) / (1 - slope))
        elif safe >= 0:
            top = max(top, (intercept + slope * hot - safe) / (1 - slope))
    cells = min(int(top // unit) + 2 - rows, MOST_ROWS)
    if not both:  # no roll can be hot: the line is all there is
        return slope, intercept, []
    chances, safes, hots, banked = zip(*((p, s, h, free and not a) for p, s, h, a in both), strict=True)
    constant = straight + lost * bust
    numbers = (constant, chance, slope, intercept, rows, unit)
    chain: list[float] = run_kernel(
        kernels.hot_chain, cells * len(both), chances, safes, hots, banked, *numbers, [0.0] * cells
    )
    return slope, intercept, chain


def _tail(
    chance: float,
    straight: float,
    lost: float,
    bust: float,
    both: list[tuple[float, int, int, bool]],
    free: bool,
) -> tuple[float, float]:
    """The line H(t) = slope t + intercept that the value of rolling all dice follows at large totals."""
    if lost > 0:  # rolling risks the total: whatever can be banked is
        going = sum(p for p, safe, _, again in both if (again or not free) and safe < 0)
        banked = 1 - lost - going
        slope = banked / (1 - going)
        gained = straight + lost * bust
        for p, safe, hot, again in both:
            best = max(safe, hot) if free and not again else safe
            gained += p * (best if best >= 0 else slope * hot)
        return slope, gained / (1 - going)
    if sum(p for p, _, _, _ in both) > 1 - 1e-12:
        raise ValueError("no best turn exists under these rules: every roll of all dice is hot dice, for ever")
    intercept, last = 0.0, -1.0
    while intercept - last > 1e-13 * intercept:  # the total is never at risk: roll on while hot dice are worth it
        last = intercept
        intercept = straight + sum(p * max(safe, hot + last) for p, safe, hot, _ in both)
    return 1.0, intercept


def best_keep(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
    """The keep with the greatest value under `solve_turn(rules)`; of equals, the one with the most points."""
    solved = solve_turn(rules)
    return max(keeps, key=lambda keep: solved.after(state, keep.points, keep.dice_left))


def optimal_turn(keep: str = "best") -> Policy:
    """The policy with the most points a turn in the long run, under whatever rules it is asked to play.

    `keep`: "best", or "most" or "fewest" for the best stopping of a player who always keeps so. Where banking and
    rolling are equal it banks.

    >>> optimal_turn().roll(State(450, 2), Rules())
    False
    """
    from .policies import KEEP_STYLES

    if keep not in KEEP_STYLES:
        raise ValueError(f"keep style {keep!r}: allowed are {', '.join(KEEP_STYLES)}")

    def roll(state: State, rules: Rules) -> bool:
        return solve_turn(rules, keep).after(state, 0, state.dice_left) > state.turn_total

    name = "optimal turn" if keep == "best" else f"optimal stopping, keep {keep}"
    return Policy(name, roll, KEEP_STYLES[keep])


def bank_thresholds(rules: Rules | None = None, *, opened: bool = True, farkles: int = 0) -> dict[int, int]:
    """The turn total from which banking is best, by dice left; numbers of dice that always roll are left out.

    >>> bank_thresholds()
    {1: 250, 2: 250, 3: 400, 4: 1000, 5: 2900}
    """
    rules = as_rules(rules)
    solved, unit = solve_turn(rules), rules.unit
    found = {}
    for n in range(1, rules.dice + 1):
        if n == rules.dice and (rules.hot_dice == "forced" or solved.situation(opened, farkles).slope >= 1):
            continue
        low = max(1, -(-bank_minimum(opened, rules) // unit))
        s = solved.situation(opened, farkles)
        high = s.rows + len(s.chain)  # from here on banking is best; R(t) - t never grows with t: bisect
        while low < high:
            middle = (low + high) // 2
            if solved.roll_value(State(middle * unit, n, opened, farkles)) > middle * unit:
                low = middle + 1
            else:
                high = middle
        found[n] = low * unit
    return found
