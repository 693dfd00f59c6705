"""Which of the listed plays to make, compiled: the one with the highest score by weights, or the one at a place.

Sides and plays are sets of points, as in `move_kernels`. A policy is a row of weights: the tuples of `Weights` end to
end. Plays of one roll are compared, so what no play can change is left out of a score, or worked out once a turn.
"""

from __future__ import annotations

from typing import Any

from tabletop_odds.compiled import compiled, int64, uint64

from .move_kernels import BAR, BOARD, HOME, across, held, occupied

CHECKER, RACE, POINT, BLOT = 0, 26, 52, 77  # where the tuples of `Weights` begin in a row
DANGER, PRIME, CLOSED = 102, 109, 116


def number_in(points: int) -> int:
    """How many points are in a set."""
    x = uint64(points)
    x = uint64(x - ((x >> uint64(1)) & uint64(0x5555555555555555)))
    x = uint64((x & uint64(0x3333333333333333)) + ((x >> uint64(2)) & uint64(0x3333333333333333)))
    x = uint64((x + (x >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F))
    return int64(uint64(x * uint64(0x0101010101010101)) >> uint64(56))


def lowest_in(points: int) -> int:
    """The lowest point of a set."""
    return number_in((points & -points) - 1)


def count_on(low: int, high: int, point: int) -> int:
    """How many checkers a side has on a point."""
    return low >> point & 1 | (low >> 32 + point & 1) << 1 | (high >> point & 1) << 2 | (high >> 32 + point & 1) << 3


def total_of(weights: Any, policy: int, first: int, low: int, high: int) -> Any:
    """What the checkers of a side are worth, by the values from `first` on of a row of weights."""
    total = 0
    for point in range(26):
        total += weights[policy, first + point] * count_on(low, high, point)
    return total


def comes_before(low: int, high: int, hits: int, low_2: int, high_2: int, hits_2: int) -> bool:
    """Whether a play comes before another, in the order of the counts after it, the mover's first."""
    differ = low ^ low_2 | high ^ high_2
    differ = (differ | differ >> 32) & (BOARD | BAR)
    if differ == 0:
        return hits > hits_2  # where only the first hits, the other side has a checker less
    point = lowest_in(differ)
    return count_on(low, high, point) < count_on(low_2, high_2, point)


@compiled
def best_play(plays, n, other_low, other_high, weights, policy, shots):  # type: ignore[no-untyped-def]
    """The row of the play with the highest score by a row of weights; of equals the one that comes first."""
    theirs = across(occupied(other_low, other_high))  # their bar is my point 0
    waiting = count_on(other_low, other_high, 25)
    danger = weights[policy, DANGER + number_in(held(other_low, other_high) & HOME)]
    their_race = total_of(weights, policy, RACE, other_low, other_high)
    their_checkers = total_of(weights, policy, CHECKER, other_low, other_high)
    best, most = 0, 0
    for i in range(n):
        low, high, hits = plays[i, 0], plays[i, 1], plays[i, 2]
        mine = occupied(low, high)
        facing = theirs if hits == 0 else theirs & ~hits | 1
        rear = facing & -facing
        if mine & BOARD < rear and mine & BAR == 0:
            score = total_of(weights, policy, RACE, low, high) - their_race
        else:
            score = total_of(weights, policy, CHECKER, low, high) - their_checkers
            bar = waiting
            while hits:
                point = lowest_in(hits)
                hits &= hits - 1
                score += weights[policy, CHECKER + 25 - point] - weights[policy, CHECKER + 25]
                bar += 1
            points = held(low, high) & BOARD
            if bar:
                score += bar * weights[policy, CLOSED + number_in(points & HOME)]
            ahead, run = points & -rear, 0
            while ahead and run < 6:
                ahead &= ahead >> 1
                run += 1
            score += weights[policy, PRIME + run]
            blots = mine & BOARD & ~points
            risk = 0
            while blots:
                point = lowest_in(blots)
                blots &= blots - 1
                risk += weights[policy, BLOT + point] * shots[facing << 12 >> point & 0xFFF]
            score -= danger * risk
            while points:
                score += weights[policy, POINT + lowest_in(points)]
                points &= points - 1
        if i == 0 or score > most:
            best, most = i, score
        elif score == most:
            at, at_high, at_hits = plays[best, 0], plays[best, 1], plays[best, 2]
            if comes_before(low, high, plays[i, 2], at, at_high, at_hits):
                best = i
    return best


def nth_play(plays: Any, n: int, k: int) -> int:
    """Put the plays into such an order that number k is where sorting them would have it, and return k."""
    first, last = 0, n - 1
    while first < last:
        low, high, hits = plays[k, 0], plays[k, 1], plays[k, 2]
        i, j = first, last
        while i <= j:
            while comes_before(plays[i, 0], plays[i, 1], plays[i, 2], low, high, hits):
                i += 1
            while comes_before(low, high, hits, plays[j, 0], plays[j, 1], plays[j, 2]):
                j -= 1
            if i <= j:
                for c in range(3):
                    plays[i, c], plays[j, c] = plays[j, c], plays[i, c]
                i += 1
                j -= 1
        if j < k:
            first = i
        if k < i:
            last = j
    return k
