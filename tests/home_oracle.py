"""Slow, obvious second opinions on two sides bearing off: plays by every order of single steps, chances as fractions.

Positions are sorted tuples of checkers by their points: (6, 6) is two checkers on the 6 point. Nothing is shared with
the library but the rules.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def step(checkers, die):
    """Every position after one checker has moved `die` points; at home there always is one, or nothing is left."""
    if not checkers:
        return {()}
    after = set()
    for i, point in enumerate(checkers):
        rest = checkers[:i] + checkers[i + 1 :]
        if point > die:
            after.add(tuple(sorted((*rest, point - die))))
        elif point == die or point == max(checkers):
            after.add(rest)
    return after


@cache
def plays(checkers, roll):
    """Every position that a roll can lead to."""
    found = set()
    for dice in {(roll[0],) * 4} if roll[0] == roll[1] else set(permutations(roll)):
        now = {checkers}
        for die in dice:
            now = {after for position in now for after in step(position, die)}
        found |= now
    return found


@cache
def win_chance(mine, theirs):
    """The chance that the player on roll wins."""
    if not mine or not theirs:
        return Fraction(int(not mine))
    return 1 - sum(min(win_chance(theirs, after) for after in plays(mine, roll)) for roll in ROLLS) / Fraction(36)


@cache
def equity(mine, theirs, owner, doubling=True, beavers=False):
    """The equity of the player on roll, in cubes: `owner` is "mine", "theirs", "centre", or None for no cube at all.

    `doubling=False`: the player on roll may not double now.
    """
    if not mine:
        return Fraction(1)
    if not theirs:
        return Fraction(-1)
    turned = {"mine": "theirs", "theirs": "mine"}.get(owner, owner)
    played = Fraction(0)
    for roll in ROLLS:
        played -= min(equity(theirs, after, turned, True, beavers) for after in plays(mine, roll)) / Fraction(36)
    if not doubling or owner in (None, "theirs"):
        return played
    taken = 2 * equity(mine, theirs, "theirs", True, beavers)
    if beavers:
        taken = min(taken, 2 * taken)  # the taker doubles at once and keeps the cube
    return max(played, min(taken, Fraction(1)))


def as_checkers(counts):
    """The checkers of a position given as counts, ace point first."""
    return tuple(point for point, count in enumerate(counts, 1) for _ in range(count))
