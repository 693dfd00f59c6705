"""All distinct plays of a roll, compiled: sets of points are bits, so that all that a die can move is found at once.

A side is four sets of points, seen from itself, in two words: bit p of the first stands for an odd count on point p,
its bit 32 + p for the twos in it, and so the second for fours and eights. Point 0 is off, 25 the bar. A play is a row
of `plays`: the two words of the mover's side after it, and the set of points (the mover's numbers) where it hit.

A move takes one bit out, and puts it in `die` places lower, with carries. Non-doubles are tried in both orders and
equal plays found by a small hash table. Of a double it is enough to play higher points first, which never blocks a
lower one; then different moves end in different positions, since the highest point tells how many left it, and so on
down.
"""

from __future__ import annotations

from typing import Any

from tabletop_odds.compiled import compiled, int64, uint64

OFF, BAR = 1, 1 << 25  # as sets
BOARD = (1 << 25) - 2
HOME = (1 << 7) - 2
OUTSIDE = (1 << 26) - (1 << 7)  # the points from which nobody bears off
HALF = (1 << 32) - 1
MOST_PLAYS = 3072  # of a double: 4 moves by 15 checkers are at most C(18, 4) = 3060
SLOTS = 1024  # non-doubles: at most 2 x 15 x 15 pairs of moves


def occupied(low: int, high: int) -> int:
    """The points, off and bar with at least one checker of a side."""
    some = low | high
    return (some | some >> 32) & HALF


def held(low: int, high: int) -> int:
    """The points with at least two checkers of a side."""
    return (low >> 32 | high | high >> 32) & HALF


def across(points: int) -> int:
    """A set of points as the other side numbers them: p becomes 25 - p."""
    points = (points & 0x15555555) << 1 | points >> 1 & 0x15555555
    points = (points & 0x33333333) << 2 | points >> 2 & 0x33333333
    points = (points & 0x0F0F0F0F) << 4 | points >> 4 & 0x0F0F0F0F
    points = (points & 0x00FF00FF) << 8 | points >> 8 & 0x00FF00FF
    return ((points & 0xFFFF) << 16 | points >> 16) >> 6


def moved(low: int, high: int, source: int, target: int) -> tuple[int, int]:
    """A side after a checker went from one point to another: sets of one point each."""
    ones, twos, fours, eights = low & HALF, low >> 32, high & HALF, high >> 32
    ones ^= source
    carry = source & ones  # what must be borrowed from the twos
    twos ^= carry
    carry &= twos
    fours ^= carry
    eights ^= carry & fours
    ones ^= target
    carry = target & ~ones
    twos ^= carry
    carry &= ~twos
    fours ^= carry
    eights ^= carry & ~fours
    return ones | twos << 32, fours | eights << 32


def sources(low: int, high: int, die: int, free: int) -> int:
    """The points from which a checker can move by a die, where `free` are the points that the others do not hold."""
    mine = occupied(low, high)
    if mine & BAR:
        return mine & free << die & BAR
    found = mine & free << die
    if mine & OUTSIDE == 0:
        found |= mine & 1 << die
        if mine >> die <= 0:  # nobody on that point or above: the highest bears off
            top = mine & ~OFF
            while top & (top - 1):
                top &= top - 1
            found |= top
    return found


@compiled
def list_plays(low, high, other_low, other_high, larger, smaller, plays, slots):  # type: ignore[no-untyped-def]
    """Fill `plays` with the distinct plays of a roll and return their number; 0 where nothing can be moved.

    `low`, `high`: the mover's side; `other_low`, `other_high`: the other side, as it sees itself. `plays` has room for
    MOST_PLAYS rows of 3 (int64), `slots` is room for SLOTS numbers (int16).
    """
    theirs = across(held(other_low, other_high))
    blots = across(occupied(other_low, other_high) & BOARD) & ~theirs
    free = BOARD & ~theirs
    if larger == smaller:
        return list_double(low, high, larger, free, blots, plays)
    slots[:] = -1
    n = 0
    for turned in range(2):
        first, second = (smaller, larger) if turned else (larger, smaller)
        starts = sources(low, high, first, free)
        while starts:
            source = starts & -starts
            starts ^= source
            target = max(source >> first, OFF)
            low_1, high_1 = moved(low, high, source, target)
            hits_1 = target & blots
            nexts = sources(low_1, high_1, second, free)
            while nexts:
                source = nexts & -nexts
                nexts ^= source
                target = max(source >> second, OFF)
                low_2, high_2 = moved(low_1, high_1, source, target)
                hits_2 = hits_1 | target & blots
                mixed = uint64(uint64(low_2) * uint64(0x9E3779B97F4A7C15) ^ uint64(high_2 + (hits_2 << 7)))
                slot = int64(uint64(mixed * uint64(0xD1B54A32D192ED03)) >> uint64(54))
                while slots[slot] >= 0:
                    k = slots[slot]
                    if plays[k, 0] == low_2 and plays[k, 1] == high_2 and plays[k, 2] == hits_2:
                        break
                    slot = (slot + 1) & (SLOTS - 1)
                if slots[slot] < 0:
                    slots[slot] = n
                    plays[n, 0], plays[n, 1], plays[n, 2] = low_2, high_2, hits_2
                    n += 1
    if n:
        return n
    for die in (larger, smaller):
        starts = sources(low, high, die, free)
        while starts:
            source = starts & -starts
            starts ^= source
            target = max(source >> die, OFF)
            plays[n, 0], plays[n, 1] = moved(low, high, source, target)
            plays[n, 2] = target & blots
            n += 1
        if n:
            return n
    return 0


def list_double(low: int, high: int, die: int, free: int, blots: int, plays: Any) -> int:
    """As `list_plays`, for a double: a walk over up to four moves, none from a higher point than the one before."""
    walk = np.empty((5, 4), np.int64)  # type: ignore[name-defined]  # noqa: F821  # after so many moves
    walk[0, 0], walk[0, 1], walk[0, 2], walk[0, 3] = low, high, 0, sources(low, high, die, free)
    n, depth, most = 0, 0, 0
    while depth >= 0:
        starts = walk[depth, 3]
        if starts == 0:
            depth -= 1
            continue
        source = starts & -starts
        walk[depth, 3] = starts ^ source
        target = max(source >> die, OFF)
        low, high = moved(walk[depth, 0], walk[depth, 1], source, target)
        hits = walk[depth, 2] | target & blots
        after = depth + 1
        starts = sources(low, high, die, free) & (2 * source - 1) if after < 4 else 0
        if starts:
            depth = after
            walk[depth, 0], walk[depth, 1], walk[depth, 2], walk[depth, 3] = low, high, hits, starts
            continue
        if after > most:
            n, most = 0, after
        if after == most:
            plays[n, 0], plays[n, 1], plays[n, 2] = low, high, hits
            n += 1
    return n
