"""Backgammon a second time, from the rules page: every order of single steps and dice is tried, and filtered after.

A position is two tuples of 25 counts, each from its owner's own side: `mine[p - 1]` checkers on point p, `mine[24]` on
the bar. Their point q is my point 25 - q. Shares no code with the library.
"""

from itertools import permutations

import numpy as np

BAR = 25
START = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(1, BAR + 1))
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def single_steps(mine, theirs, die):
    """Every (mine, theirs) that one checker moved by one die can lead to."""
    found = []
    for source in range(1, BAR + 1):
        if mine[source - 1] == 0 or (mine[BAR - 1] > 0 and source != BAR):
            continue
        target = source - die
        moved, hit = list(mine), list(theirs)
        moved[source - 1] -= 1
        if target >= 1:
            there = 25 - target  # the same point, as they number it
            if theirs[there - 1] >= 2:
                continue
            if theirs[there - 1] == 1:
                hit[there - 1] = 0
                hit[BAR - 1] += 1
            moved[target - 1] += 1
        else:
            if any(mine[6:]):
                continue
            if target < 0 and any(mine[source:]):
                continue
        found.append((tuple(moved), tuple(hit)))
    return found


def sequences(mine, theirs, dice):
    """Every (dice used, first die used, position) to which some of the dice, in this order, can be played."""
    found, now = {(0, 0, (mine, theirs))}, {(mine, theirs)}
    for used, die in enumerate(dice, 1):
        now = {after for position in now for after in single_steps(*position, die)}
        found |= {(used, dice[0], after) for after in now}
    return found


def after_positions(mine, theirs, roll):
    """The set of final positions of a roll: as many dice as can be used; of one die alone, the larger that can be."""
    dice = list(roll) if roll[0] != roll[1] else [roll[0]] * 4
    found = {end for order in set(permutations(dice)) for end in sequences(tuple(mine), tuple(theirs), order)}
    most = max(used for used, _, _ in found)
    if most == 1:
        largest = max(die for used, die, _ in found if used == 1)
        return {after for used, die, after in found if used == 1 and die == largest}
    return {after for used, _, after in found if used == most}


def random_position(rng):
    """Checkers of both sides thrown on the board at random: on few or many points, near home or anywhere."""
    kind = rng.integers(4)
    sides, taken = [], set()
    for _ in range(2):
        farthest = (24, 24, 12, 6)[kind]
        points = rng.choice(np.arange(1, farthest + 1), size=int(rng.integers(1, min(farthest, 12) + 1)), replace=False)
        points = [int(p) for p in points if 25 - p not in taken] or [
            next(p for p in range(1, 25) if 25 - p not in taken)
        ]
        checkers = int(rng.integers(1, 16))
        bar = min(int(rng.integers(0, 3)), checkers - 1) if rng.random() < 0.2 else 0
        counts = [0] * BAR
        for point in rng.choice(points, size=checkers - bar):
            counts[point - 1] += 1
        counts[BAR - 1] = bar
        taken = {point for point in range(1, 25) if counts[point - 1]}
        sides.append(tuple(counts))
    return tuple(sides)


def played_positions(rng, games):
    """(mine, theirs, roll) as met in games of random plays, from the start."""
    met = []
    for _ in range(games):
        mine, theirs = START, START
        while sum(mine) and sum(theirs):
            roll = tuple(int(die) for die in rng.integers(1, 7, size=2))
            met.append((mine, theirs, roll))
            ends = sorted(after_positions(mine, theirs, roll))
            after, other = ends[rng.integers(len(ends))]
            mine, theirs = other, after
    return met
