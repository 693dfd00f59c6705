"""The compiled loops of the race: one turn for many pairs of scores at once, and the sweep over all pairs.

Pairs of scores with the same sum are solved side by side: they are the lanes of every inner loop, which the compiler
turns into vector instructions. The numbers of a lane lie next to each other: `value[cell * LANES + lane]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.compiled import compiled, uint64

if TYPE_CHECKING:
    import numpy as np

LANES = 8
CLOSE = 1e-10  # a change of a farkle's value that is too small to change a slope: the linear step is then exact enough
SECANTS = 20  # passes; then plain iteration, which is slower and cannot go astray
MOST_PASSES = 200


class Race(NamedTuple):
    """What a race is made of, as numbers and arrays; levels are scores in steps, counted from the lowest.

    `levels`: the level of the target. `first_class` to `probability`: as in `TurnTables`, with all distinct keeps;
    `offset`: how far on in `value` the numbers of each option are.
    A status is what a player stands for besides the score: opened or not, farkles in a row. By status: `highest`
    the number of levels that players of that status can be on, `minimum` the least steps that they may bank,
    `farkled` the status after a farkle, `penalty` what that costs, down to level 0 at most. After banking it is 0.
    `seats`: 2 where the end depends on who began the round, else 1.

    A plane is a seat, the status of the player to move and that of the other: (seat * statuses + first) * statuses +
    second; `order` lists them so that a farkle leads to a plane before, or to a lower sum.

    The end: `last_turn[seat]` is 1 where reaching the target gives the other a last turn, 0 where it wins at once.
    `bank_end[status * ends + d]`: the chance to win for who stands d steps above a player with that status who has
    one turn left; `hot_end` likewise when all dice must be rolled first, a farkle counting nothing, and `hot_lost` the
    chance of that farkle; the last of `hot_end` is for a win at once. `least_bust`: the least chance of a farkle
    when dice are rolled that could be banked instead.
    """

    dice: int
    hot_forced: bool
    levels: int
    reach: int
    first_class: Any
    first_option: Any
    probability: Any
    offset: Any
    highest: Any
    minimum: Any
    farkled: Any
    penalty: Any
    seats: int
    order: Any
    last_turn: Any
    ends: int
    bank_end: Any
    hot_end: Any
    hot_lost: float
    least_bust: float


def load(value: Any, at: int) -> Any:
    """The numbers of all lanes that begin at `at`, an unsigned word."""
    return (
        value[at],
        value[at + uint64(1)],
        value[at + uint64(2)],
        value[at + uint64(3)],
        value[at + uint64(4)],
        value[at + uint64(5)],
        value[at + uint64(6)],
        value[at + uint64(7)],
    )


def store(value: Any, at: int, x: Any) -> None:
    """Put the numbers of all lanes where `load` finds them."""
    value[at] = x[0]
    value[at + uint64(1)] = x[1]
    value[at + uint64(2)] = x[2]
    value[at + uint64(3)] = x[3]
    value[at + uint64(4)] = x[4]
    value[at + uint64(5)] = x[5]
    value[at + uint64(6)] = x[6]
    value[at + uint64(7)] = x[7]


def larger(x: Any, y: Any) -> Any:
    """The larger number of each lane."""
    return (
        x[0] if x[0] > y[0] else y[0],
        x[1] if x[1] > y[1] else y[1],
        x[2] if x[2] > y[2] else y[2],
        x[3] if x[3] > y[3] else y[3],
        x[4] if x[4] > y[4] else y[4],
        x[5] if x[5] > y[5] else y[5],
        x[6] if x[6] > y[6] else y[6],
        x[7] if x[7] > y[7] else y[7],
    )


def plus(x: Any, p: float, y: Any) -> Any:
    """x + p y in each lane."""
    return (
        x[0] + p * y[0],
        x[1] + p * y[1],
        x[2] + p * y[2],
        x[3] + p * y[3],
        x[4] + p * y[4],
        x[5] + p * y[5],
        x[6] + p * y[6],
        x[7] + p * y[7],
    )


@compiled
def top_row(race, first, second, mine, total, seat, bust):  # type: ignore[no-untyped-def]
    """The turn total from which every lane has reached the target, and banking is best with any dice but all."""
    top = max(race.levels - mine, race.minimum[first], 1)
    if race.last_turn[seat]:
        gap, limit = 1, 1 - race.least_bust * max(1 - max(np.max(bust), 0.0) - 1e-3, 0.0)
        while gap < race.ends - 1 and race.bank_end[second * race.ends + gap] < limit:
            gap += 1
        top = max(top, gap + total - 2 * mine)
    return top


@compiled
def turn_pass(race, first, second, mine, total, begin, waiting, seat, bust, value, out):  # type: ignore[no-untyped-def]
    """The value of starting a turn, for up to LANES players at once: the backward pass of `kernels.backward`.

    Lane i is a player with status `first` on level `mine + i`, the other with status `second` on level
    `total - mine - i`; a farkle is worth `bust[i]`. `waiting[begin + (total + t) * levels + a]`: the value of having
    banked t steps and standing on level a. Fills `out`.
    """
    dice, levels = race.dice, race.levels
    row_size = uint64((dice + 2) * LANES)
    top, ends = top_row(race, first, second, mine, total, seat, bust), second * race.ends
    for t in range(top + race.reach, top - 1, -1):
        row = uint64(t) * row_size
        for i in range(LANES):
            banked, hot = 1.0, race.hot_end[race.ends * len(race.minimum)]
            if race.last_turn[seat]:
                d = ends + min(2 * (mine + i) + t - total, race.ends - 1)
                banked, hot = race.bank_end[d], race.hot_end[d]
            hot += race.hot_lost * bust[i]
            value[row + uint64(i)] = 1.0
            for n in range(1, dice):
                value[row + uint64(n * LANES + i)] = banked
            value[row + uint64(dice * LANES + i)] = hot if race.hot_forced else max(banked, hot)
            value[row + uint64((dice + 1) * LANES + i)] = hot
    lost = load(bust, uint64(0))
    bank = lost
    for t in range(top - 1, -1, -1):
        row = uint64(t) * row_size
        free = t > 0 and t >= race.minimum[first]
        if free:
            for i in range(LANES):
                above = mine + i + t
                if above < levels:
                    out[i] = waiting[begin + (total + t) * levels + above]
                elif race.last_turn[seat]:
                    out[i] = race.bank_end[ends + min(2 * (mine + i) + t - total, race.ends - 1)]
                else:
                    out[i] = 1.0
            bank = load(out, uint64(0))
        for n in range(1 if t > 0 else dice, dice + 1):
            rolled = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            for c in range(uint64(race.first_class[n]), uint64(race.first_class[n + 1])):
                best = lost
                k, last = race.first_option[c], race.first_option[c + uint64(1)]
                if k < last:
                    best = load(value, row + race.offset[k])
                    for j in range(k + uint64(1), last):
                        best = larger(load(value, row + race.offset[j]), best)
                rolled = plus(rolled, race.probability[c], best)
            if n == dice:
                store(value, row + uint64((dice + 1) * LANES), rolled)
            if free and not (race.hot_forced and n == dice):
                rolled = larger(rolled, bank)
            store(value, row + uint64(n * LANES), rolled)
        for i in range(uint64(LANES)):
            value[row + i] = 1.0
    for i in range(LANES):
        out[i] = value[uint64((dice + 1) * LANES + i)]


@compiled
def place(race, plane, total):  # type: ignore[no-untyped-def]
    """What a plane stands for: (seat, first, second), its mirror without seat, and its levels for this sum."""
    statuses = len(race.minimum)
    seat, first, second = plane // (statuses * statuses), plane // statuses % statuses, plane % statuses
    mirror = ((race.seats - 1 - seat) * statuses + second) * statuses
    low = max(0, total - race.highest[second] + 1)
    high = min(total, race.highest[first] - 1)
    return seat, first, second, mirror, low, high


@compiled
def farkle_value(race, first, mirror, total, mine, waiting):  # type: ignore[no-untyped-def]
    """What a farkle is worth to the player on level `mine`; where that is not known yet, a guess from above."""
    down = min(race.penalty[first], mine)
    levels = race.levels
    begin = (mirror + race.farkled[first]) * 2 * levels * levels
    at = begin + (total - down) * levels + mine - down
    up = mine - down
    while waiting[at] < 0 and up < levels - 1:
        up += 1
        at += levels + 1
    if waiting[at] < 0:
        return 0.5
    gap, higher = up - (mine - down), at + (levels + 1) * (down + 1)
    if gap == 0 or up + down + 1 >= levels or waiting[higher] < 0:
        return waiting[at]
    return min(max(waiting[at] - (waiting[higher] - waiting[at]) * gap / (down + 1), 0.0), 1.0)


@compiled
def block(race, plane, total, mine, waiting, bust, value, out):  # type: ignore[no-untyped-def]
    """`turn_pass` for the lanes of a plane from level `mine` on, with what a farkle leads to looked up."""
    seat, first, second, mirror, _, high = place(race, plane, total)
    for i in range(LANES):
        bust[i] = farkle_value(race, first, mirror, total, mine + i, waiting) if mine + i <= high else 0.0
    begin = mirror * 2 * race.levels * race.levels
    turn_pass(race, first, second, mine, total, begin, waiting, seat, bust, value, out)


@compiled(lanes=True)
def solve_in_order(race, waiting, bust, value, out):  # type: ignore[no-untyped-def]
    """One sweep over all pairs where three farkles in a row have a penalty: a farkle leads to a plane before or to a
    lower sum, whose value is the last sweep's. Returns the largest change."""
    levels, largest = race.levels, 0.0
    for total in range(2 * levels - 2, -1, -1):
        for plane in race.order:
            _, _, _, _, low, high = place(race, plane, total)
            for mine in range(low, high + 1, LANES):
                block(race, plane, total, mine, waiting, bust, value, out)
                for a in range(mine, min(mine + LANES, high + 1)):
                    at = (plane * 2 * levels + total) * levels + total - a
                    largest = max(largest, abs(1 - out[a - mine] - waiting[at]))
                    waiting[at] = 1 - out[a - mine]
    return largest


@compiled(lanes=True)
def solve_in_pairs(race, waiting, bust, value, out):  # type: ignore[no-untyped-def]
    """Solve all pairs of scores where a farkle changes none of them: it leads to the same pair seen from the other
    side, so that two unknowns x = f(1 - y) and y = g(1 - x) are solved by secants. Returns the number of passes
    over a block of lanes, -1 where they do not end.
    """
    levels, planes = race.levels, len(race.order)
    slope = np.full((planes, levels), 0.2)
    at, found, moved = np.zeros((planes, levels)), np.zeros((planes, levels)), np.zeros((planes, levels))
    passes = 0
    for total in range(2 * levels - 2, -1, -1):
        for plane in range(planes):
            _, first, second, _, low, high = place(race, plane, total)
            for a in range(low, high + 1):  # a first guess: on a parabola with three pairs solved before
                here = (plane * 2 * levels + total) * levels + total - a
                waiting[here] = 0.5
                step = 0
                if a + 3 < race.highest[first]:
                    step = levels
                elif total - a + 3 < race.highest[second]:
                    step = levels + 1
                if step > 0:
                    guess = 3 * waiting[here + step] - 3 * waiting[here + 2 * step] + waiting[here + 3 * step]
                    waiting[here] = min(max(guess, 0.0), 1.0)
                moved[plane, a] = 1.0
        for sweep in range(MOST_PASSES):
            for plane in range(planes):
                _, first, _, mirror, low, high = place(race, plane, total)
                for mine in range(low, high + 1, LANES):
                    last = min(mine + LANES, high + 1)
                    if np.max(moved[plane, mine:last]) <= CLOSE:
                        continue
                    passes += 1
                    block(race, plane, total, mine, waiting, bust, value, out)
                    for a in range(mine, last):
                        step = bust[a - mine] - at[plane, a]
                        if sweep > 0 and abs(step) > 1e-11:
                            slope[plane, a] = (out[a - mine] - found[plane, a]) / step
                        at[plane, a], found[plane, a] = bust[a - mine], out[a - mine]
            largest = 0.0
            for plane in range(planes):
                _, first, _, mirror, low, high = place(race, plane, total)
                other = mirror + first
                for a in range(low, high + 1):
                    b = total - a
                    if moved[plane, a] > CLOSE and (plane, a) <= (other, b):
                        m, k = slope[plane, a], slope[other, b]
                        x, y = found[plane, a], found[other, b]
                        if sweep < SECANTS:
                            x += m * (1 - at[plane, a])  # now x + m y and y + k x are known
                            y += k * (1 - at[other, b])
                            x, y = (x - m * y) / (1 - m * k), (y - k * x) / (1 - m * k)
                        x, y = min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
                        here = (plane * 2 * levels + total) * levels + b
                        there = (other * 2 * levels + total) * levels + a
                        change = max(abs(1 - x - waiting[here]), abs(1 - y - waiting[there]))
                        waiting[here], waiting[there] = 1 - x, 1 - y
                        moved[plane, a] = moved[other, b] = change
                        largest = max(largest, change)
            if largest <= CLOSE:
                break
        else:
            return -1
    return passes
