"""One side alone, compiled: the fewest expected rolls from every position below one, and how many rolls that takes.

Counting up meets every position after all that it can become. Where `after[x, k, d]` is the best position that k + 1
moves of d lead to from x, the best of k + 2 moves is one of `after[y, k, d]`, y being one move of d away; and the
best play of two different dice is one of `after[y, 0, b]` or `after[z, 0, a]`, y being one move of a away, z one of b.
So all 21 rolls of a position take a few looks at each of the positions that are one move away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.compiled import compiled

from .positions import HOME

if TYPE_CHECKING:
    import numpy as np

    Ints = np.ndarray[Any, np.dtype[np.int64]]
    Small = np.ndarray[Any, np.dtype[np.int8]]
    Plays = np.ndarray[Any, np.dtype[np.int32]]
    Floats = np.ndarray[Any, np.dtype[np.float64]]

SAME = 1e-12  # plays that are closer are equal: rounding does not choose


def better(y: int, best: int, mean: Floats, left: Small) -> bool:
    """Whether position y is to be preferred: fewer rolls, or as many and fewer checkers left."""
    gain = mean[best] - mean[y]
    return bool(gain > SAME or (gain > -SAME and left[y] < left[best]))


@compiled
def solve(
    most: Ints,
    home: Ints,
    out: Ints,
    least: Ints,
    first: int,
    first_off: bool,
    mean: Floats,
    variance: Floats,
    plays: Plays,
) -> None:
    """Fill mean, variance and best plays of the positions of a Numbering, from number `first`; `least`: at home, out.

    `plays[x, r]`: the number of the position after the best play of roll r, in the order of ROLLS. `first_off`: it is
    over once a checker is off.
    """
    top, total = len(most) - 1, len(mean)
    after = np.zeros((total, 3, 7), np.int32)
    left = np.zeros(total, np.int8)
    above, drop = np.zeros(top + 2, np.int64), np.zeros(top + 1, np.int64)
    steps, ways = np.zeros((7, top + 1), np.int64), np.zeros(7, np.int64)
    above[1] = least[0]
    lowest, places = least[0], home
    for x in range(first, total):
        if x > first:  # the next position
            level = 1
            while above[level] == most[level]:
                level += 1
            if level > HOME:
                lowest, places = least[1], out
            above[level] += 1
            for j in range(1, level):
                above[j] = above[level]
            above[1] = max(above[1], lowest)
        if x == 0:
            continue
        left[x] = above[1]
        highest = 0
        for j in range(1, top + 1):
            if above[j] == 0:
                break
            highest = j
            drop[j] = drop[j - 1] + places[j, above[j]] - places[j, above[j] - 1]
        for d in range(1, 7):
            n = 0
            for q in range(highest, 0, -1):
                if above[q] == above[q + 1]:
                    continue
                if q > d:
                    y = x - drop[q] + drop[q - d]
                    if q > HOME and q - d <= HOME and above[HOME + 1] == 1:  # the last one comes home
                        y = first
                        for j in range(1, HOME + 1):
                            y += home[j, above[j] - (j > q - d)]
                elif highest <= HOME and q in (d, highest):
                    y = 0 if first_off else x - drop[q]
                else:
                    continue
                steps[d, n] = y
                n += 1
            ways[d] = n
        for d in range(1, 7):
            best = steps[d, 0]
            for i in range(1, ways[d]):
                if better(steps[d, i], best, mean, left):
                    best = steps[d, i]
            after[x, 0, d] = best
            for k in range(1, 4):
                best = int(after[steps[d, 0], k - 1, d])
                for i in range(1, ways[d]):
                    y = int(after[steps[d, i], k - 1, d])
                    if better(y, best, mean, left):
                        best = y
                if k < 3:
                    after[x, k, d] = best
            plays[x, d * (d + 1) // 2 - 1] = best
            for b in range(1, d):
                best = int(after[steps[d, 0], 0, b])
                for i in range(1, ways[d]):
                    y = int(after[steps[d, i], 0, b])
                    if better(y, best, mean, left):
                        best = y
                for i in range(ways[b]):
                    y = int(after[steps[b, i], 0, d])
                    if better(y, best, mean, left):
                        best = y
                plays[x, d * (d - 1) // 2 + b - 1] = best
        rolls, spread = 0.0, 0.0
        r = 0
        for a in range(1, 7):
            for b in range(1, a + 1):
                rolls += (2 - (a == b)) * mean[plays[x, r]]
                r += 1
        rolls /= 36
        r = 0
        for a in range(1, 7):
            for b in range(1, a + 1):
                y = int(plays[x, r])
                spread += (2 - (a == b)) * (variance[y] + (mean[y] - rolls) ** 2)
                r += 1
        mean[x], variance[x] = 1 + rolls, spread / 36


@compiled
def fewest_and_most(plays: Plays, fewest: Ints, most: Ints) -> None:
    """Fill in how many rolls each position takes at least and at most by its best plays."""
    for x in range(1, len(plays)):
        low, high = fewest[plays[x, 0]], most[plays[x, 0]]
        for r in range(1, 21):
            low, high = min(low, fewest[plays[x, r]]), max(high, most[plays[x, r]])
        fewest[x], most[x] = low + 1, high + 1


@compiled
def spread_all(plays: Plays, fewest: Ints, most: Ints, chances: Floats) -> None:
    """Fill `chances[x, k]`, that position x takes k rolls."""
    chances[0, 0] = 1.0
    for x in range(1, len(plays)):
        r = 0
        for a in range(1, 7):
            for b in range(1, a + 1):
                y = plays[x, r]
                share = (2 - (a == b)) / 36
                for k in range(fewest[y], most[y] + 1):
                    chances[x, k + 1] += share * chances[y, k]
                r += 1


@compiled
def spread_one(plays: Plays, x: int, chances: Floats) -> int:
    """Fill `chances[k]`, that position x takes k rolls; how many rolls it takes at most."""
    mass, later = np.zeros(len(plays)), np.zeros(len(plays))
    there, next_there = np.zeros(len(plays), np.int32), np.zeros(len(plays), np.int32)
    mass[x], there[0], n, k = 1.0, x, 1, 0
    while True:  # `there` lists the positions that x can have become after k rolls, `mass` their chances
        chances[k] = mass[0]
        m = 0
        for i in range(n):
            y = there[i]
            share, mass[y] = mass[y] / 36, 0.0
            if y == 0:
                continue
            r = 0
            for a in range(1, 7):
                for b in range(1, a + 1):
                    z = plays[y, r]
                    if later[z] == 0:
                        next_there[m] = z
                        m += 1
                    later[z] += (2 - (a == b)) * share
                    r += 1
        if m == 0:
            return k
        mass, later, there, next_there, n, k = later, mass, next_there, there, m, k + 1
