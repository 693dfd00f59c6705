"""The compiled loops of match-ups: how a turn ends under a policy, and the sweep over all pairs of scores.

Probability flows up through a turn, from (0, all dice) to larger totals, until it is banked or lost. Scores, totals
and chances are numbered as in `race_kernels`; statuses, seats and planes are those of its `Race`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, uint64

from .race_kernels import LANES, larger, load, place, plus, store, top_row, turn_pass

DROPPED = 1e-15  # flows below this are not followed


class Turns(NamedTuple):
    """How a policy's turns end at every pair of scores; pairs are numbered (plane * levels + mine) * levels + theirs.

    By pair: `chances[first[pair] + t]` the chance to bank t steps, as far as they stay below the target; `farkle` that
    of a farkle; `won` the chance to win by a turn that reaches the target.
    """

    chances: Any
    first: Any
    farkle: Any
    won: Any


class Asked(NamedTuple):
    """What a policy was seen to do in one situation, by turn total (in rows; the last stands for all above) and dice.

    `rolls[row * (dice + 1) + n]`; `points` (in steps) and `column` at `row * classes + c`: where a roll of class c
    leads, as in `PolicyTable`. Classes of a roll of n dice: `first_class[n]` to `first_class[n + 1]`.
    """

    dice: int
    rows: int
    first_class: Any
    probability: Any
    rolls: Any
    points: Any
    column: Any


@compiled
def flow(asked, reach, minimum, hot_forced, highest, lost, mass, chances):  # type: ignore[no-untyped-def]
    """One turn of a policy that banks from `reach` steps on wherever it may, whatever else it does.

    Fills `chances[t]`: the chance to bank t steps, the last entry all above. `mass` is room for `highest` rows of
    `dice` + 2, all 0. Returns the chances of a farkle, of winning the match in the turn, and what is left of the flow.
    """
    dice = asked.dice
    width, classes, top = dice + 2, asked.first_class[dice + 1], len(chances) - 1
    mass[dice + 1] = 1.0
    farkle = match = left = 0.0
    t = last = 0
    while t <= last:
        row = min(t, asked.rows - 1)
        for n in range(1, width):
            m = mass[t * width + n]
            if m == 0.0:
                continue
            mass[t * width + n] = 0.0
            if n <= dice:
                reached = t >= reach and t >= minimum and not (hot_forced and n == dice)
                if reached or not asked.rolls[row * (dice + 1) + n]:
                    chances[min(t, top)] += m
                    continue
            if m < DROPPED:
                left += m
                continue
            rolled = min(n, dice)
            for c in range(asked.first_class[rolled], asked.first_class[rolled + 1]):
                column = asked.column[row * classes + c]
                p = m * asked.probability[c]
                if column == lost:
                    farkle += p
                elif column == 0:
                    match += p
                else:
                    there = t + asked.points[row * classes + c]
                    if there >= highest:
                        left += p
                    else:
                        mass[there * width + column] += p
                        last = max(last, there)
        t += 1
    return farkle, match, left


@compiled
def reach_target(race, first, last, match, chances, won):  # type: ignore[no-untyped-def]
    """Fill `won` by pair for distributions that go on past the target: `chances[first + t]`, t up to `last`.

    `match`: the chance to win in the turn whatever the scores. All by pair.
    """
    levels = race.levels
    for plane in range(len(race.order)):
        for a in range(levels):
            for b in range(levels):
                pair = (plane * levels + a) * levels + b
                value = match[pair]
                seat, _, second, _, _, _ = place(race, plane, a + b)
                for t in range(levels - a, last[pair] + 1):
                    worth = 1.0
                    if race.last_turn[seat]:
                        worth = race.bank_end[second * race.ends + min(a + t - b, race.ends - 1)]
                    value += chances[first[pair] + t] * worth
                won[pair] = value


@compiled
def banked_below(race, plane, a, b, turns, theirs):  # type: ignore[no-untyped-def]
    """What a turn is worth without its farkles; `theirs` by pair: the chance when the other is to move."""
    levels = race.levels
    _, _, _, mirror, _, _ = place(race, plane, a + b)
    pair = (plane * levels + a) * levels + b
    there = uint64((mirror * levels + b) * levels + a)
    at = uint64(turns.first[pair])
    value = turns.won[pair]
    for t in range(uint64(1), uint64(levels - a)):
        value += turns.chances[at + t] * theirs[there + t]
    return value


@compiled
def after_lost(race, plane, a, b):  # type: ignore[no-untyped-def]
    """The pair, with the other to move, that follows a farkle."""
    levels = race.levels
    _, first, _, mirror, _, _ = place(race, plane, a + b)
    return ((mirror + race.farkled[first]) * levels + b) * levels + a - min(race.penalty[first], a)


@compiled
def match_in_pairs(race, policy, other, waiting, other_waiting):  # type: ignore[no-untyped-def]
    """Solve all pairs where a farkle changes neither score nor status: two linear unknowns at a time.

    Fills by pair the chance of who is not to move: `waiting` where `policy` is to move, `other_waiting` where `other`
    is. Returns the largest chance that neither's turn changes anything.
    """
    levels, largest = race.levels, 0.0
    for total in range(2 * levels - 2, -1, -1):
        for plane in range(len(race.order)):
            _, first, _, mirror, low, high = place(race, plane, total)
            partner = mirror + first
            for a in range(low, high + 1):
                b = total - a
                pair, there = (plane * levels + a) * levels + b, (partner * levels + b) * levels + a
                x = banked_below(race, plane, a, b, policy, other_waiting)
                y = banked_below(race, partner, b, a, other, waiting)
                f, g = policy.farkle[pair], other.farkle[there]
                largest = max(largest, f * g)
                # who moves wins x + f (1 - the other's chance), the other y + g (1 - the mover's)
                waiting[pair] = (1 - x - f * (1 - y)) / (1 - f * g)
                other_waiting[there] = (1 - y - g * (1 - x)) / (1 - f * g)
    return largest


@compiled
def match_in_order(race, policy, other, waiting, other_waiting):  # type: ignore[no-untyped-def]
    """One sweep where three farkles in a row have a penalty, as `race_kernels.solve_in_order`; the largest change."""
    levels, largest = race.levels, 0.0
    for total in range(2 * levels - 2, -1, -1):
        for plane in race.order:
            _, _, _, _, low, high = place(race, plane, total)
            for a in range(low, high + 1):
                b = total - a
                pair, lost = (plane * levels + a) * levels + b, after_lost(race, plane, a, b)
                x = banked_below(race, plane, a, b, policy, other_waiting) + policy.farkle[pair] * other_waiting[lost]
                y = banked_below(race, plane, a, b, other, waiting) + other.farkle[pair] * waiting[lost]
                largest = max(largest, abs(1 - x - waiting[pair]), abs(1 - y - other_waiting[pair]))
                waiting[pair], other_waiting[pair] = 1 - x, 1 - y
    return largest


@compiled
def best_flow(race, first, second, mine, total, begin, waiting, seat, bust, value, mass, chances, farkle, won):  # type: ignore[no-untyped-def]
    """How the turns end that `race_kernels.turn_pass`, with these arguments, found and left in `value`.

    Fills by lane `farkle` and `won`, the chance to win by reaching the target, and `chances[t * LANES + lane]` below
    it. Lanes whose mass is 0 at the start have no turn. Of equal keeps the one with the most points is taken.
    """
    dice, levels = race.dice, race.levels
    width = dice + 2
    row_size = uint64(width * LANES)
    top = top_row(race, first, second, mine, total, seat, bust)
    ends = second * race.ends
    farkle[:] = 0.0
    won[:] = 0.0
    for t in range(top + race.reach + 1):
        row = uint64(t) * row_size
        free = t > 0 and t >= race.minimum[first]
        for i in range(LANES):
            chances[t * LANES + i] = 0.0
            won[i] += mass[row + uint64(i)]  # column 0: the match is won
            mass[row + uint64(i)] = 0.0
        for n in range(1, width):
            cell = row + uint64(n * LANES)
            allowed = free and (n < dice or (n == dice and not race.hot_forced))
            moving = False
            for i in range(LANES):
                m = mass[cell + uint64(i)]
                if m == 0.0:
                    continue
                bank, hot, below = 1.0, race.hot_end[race.ends * len(race.minimum)], mine + i + t < levels
                if below:
                    bank = waiting[begin + (total + t) * levels + mine + i + t]
                elif race.last_turn[seat]:
                    d = ends + min(2 * (mine + i) + t - total, race.ends - 1)
                    bank, hot = race.bank_end[d], race.hot_end[d]
                if allowed and value[cell + uint64(i)] <= bank:
                    if below:
                        chances[t * LANES + i] += m
                    else:
                        won[i] += m * bank
                elif t >= top:  # hot dice, and everything is banked after the roll
                    won[i] += m * hot
                    farkle[i] += m * race.hot_lost
                else:
                    moving = True
                    continue
                mass[cell + uint64(i)] = 0.0
            if not moving:
                continue
            flows = load(mass, cell)
            store(mass, cell, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
            rolled = min(n, dice)
            for c in range(uint64(race.first_class[rolled]), uint64(race.first_class[rolled + 1])):
                low, k = race.first_option[c], race.first_option[c + uint64(1)]
                p = race.probability[c]
                if low == k:
                    for i in range(LANES):
                        farkle[i] += p * flows[i]
                    continue
                k -= uint64(1)
                best = load(value, row + race.offset[k])
                at = float(race.offset[k])
                taken = (at, at, at, at, at, at, at, at)
                while k > low:
                    k -= uint64(1)
                    other = load(value, row + race.offset[k])
                    taken = pick(other, best, float(race.offset[k]), taken)
                    best = larger(other, best)
                if alike(taken):
                    there = row + uint64(int(taken[0]))
                    store(mass, there, plus(load(mass, there), p, flows))
                else:
                    for i in range(LANES):
                        mass[row + uint64(int(taken[i])) + uint64(i)] += p * flows[i]


def pick(x: Any, y: Any, new: float, old: Any) -> Any:
    """In each lane `new` where x is larger than y, else `old`."""
    return (
        new if x[0] > y[0] else old[0],
        new if x[1] > y[1] else old[1],
        new if x[2] > y[2] else old[2],
        new if x[3] > y[3] else old[3],
        new if x[4] > y[4] else old[4],
        new if x[5] > y[5] else old[5],
        new if x[6] > y[6] else old[6],
        new if x[7] > y[7] else old[7],
    )


def alike(x: Any) -> bool:
    """Whether all lanes have the same number."""
    y = x[0]
    return bool(x[1] == y and x[2] == y and x[3] == y and x[4] == y and x[5] == y and x[6] == y and x[7] == y)


@compiled(lanes=True)
def best_turns(race, total, waiting, bust, value, out, mass, fresh, farkle, won, turns):  # type: ignore[no-untyped-def]
    """The turns of the optimal race at all pairs with this sum.

    `waiting`: the solved race, as `race_kernels.turn_pass` reads it. Returns the largest difference between what a
    turn is worth by `turn_pass` and by its distribution.
    """
    levels, largest = race.levels, 0.0
    for plane in range(len(race.order)):
        seat, first, second, mirror, low, high = place(race, plane, total)
        area = 2 * levels * levels
        begin, lost = mirror * area, (mirror + race.farkled[first]) * area
        for mine in range(low, high + 1, LANES):
            lanes = min(LANES, high + 1 - mine)
            for i in range(LANES):
                down = min(race.penalty[first], mine + i)
                bust[i] = waiting[lost + (total - down) * levels + mine + i - down] if i < lanes else 0.0
                mass[(race.dice + 1) * LANES + i] = 1.0 if i < lanes else 0.0
            turn_pass(race, first, second, mine, total, begin, waiting, seat, bust, value, out)
            best_flow(race, first, second, mine, total, begin, waiting, seat, bust, value, mass, fresh, farkle, won)
            for i in range(lanes):
                a = mine + i
                pair = (plane * levels + a) * levels + total - a
                turns.farkle[pair], turns.won[pair] = farkle[i], won[i]
                worth = won[i] + farkle[i] * bust[i]
                for t in range(levels - a):
                    turns.chances[turns.first[pair] + t] = fresh[t * LANES + i]
                    worth += fresh[t * LANES + i] * waiting[begin + (total + t) * levels + a + t]
                largest = max(largest, abs(worth - out[i]))
    return largest
