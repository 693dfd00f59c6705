"""Races of one side played out: brought near home by a rule, then by a table's best plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.compiled import compiled
from tabletop_odds.streams import below, game_key, turn_key

from .bearoff_kernels import SAME
from .positions import HOME

if TYPE_CHECKING:
    from .bearoff_kernels import Floats, Ints, Plays

DONE = 0


def number_after(
    above: Ints, point: int, to: int, home: Ints, out: Ints, starts: tuple[int, int], first_off: bool
) -> int:
    """The table's number of the position after a move, with the checkers beyond its points put on the last of them."""
    if first_off and point > to == 0:
        return DONE
    outside = above[HOME + 1] > (to <= HOME < point)
    number = starts[1] if outside else starts[0]
    for j in range(1, len(out) if outside else HOME + 1):
        height = above[j] - (to < j <= point)
        number += out[j, height] if outside else home[j, height]
    return int(number)


def move_by_rule(
    above: Ints,
    die: int,
    home: Ints,
    out: Ints,
    starts: tuple[int, int],
    mean: Floats,
    pip: float,
    first_off: bool,
) -> float:
    """Move the checker that leaves the fewest rolls by the rule's guess, in `above`; that guess."""
    highest, beyond = 0, 0
    for j in range(1, len(above) - 1):
        highest = j if above[j] > 0 else highest
        beyond += above[j] if j >= len(out) else 0
    best, chosen, target = 1e9, 0, 0
    for point in range(highest, 0, -1):
        if above[point] == above[point + 1] or (point <= die and not (highest <= HOME and point in (die, highest))):
            continue
        to = max(point - die, 0)
        nearer = max(point - max(to, len(out) - 1), 0)
        guess = mean[number_after(above, point, to, home, out, starts, first_off)] + pip * (beyond - nearer)
        if guess < best - SAME:
            best, chosen, target = guess, point, to
    for j in range(target + 1, chosen + 1):
        above[j] -= 1
    return float(best)


def turn_by_rule(
    above: Ints,
    die: int,
    then: int,
    home: Ints,
    out: Ints,
    starts: tuple[int, int],
    mean: Floats,
    pip: float,
    first_off: bool,
) -> float:
    """Play one number and then another, in `above`, as long as checkers are left; the last guess."""
    checkers = above[1]
    guess = move_by_rule(above, die, home, out, starts, mean, pip, first_off)
    if above[1] > 0 and not (first_off and above[1] < checkers):
        guess = move_by_rule(above, then, home, out, starts, mean, pip, first_off)
    return guess


@compiled
def play_out(
    seed: int,
    start: int,
    stop: int,
    heights: Ints,
    home: Ints,
    out: Ints,
    starts: tuple[int, int],
    mean: Floats,
    plays: Plays,
    pip: float,
    first_off: bool,
    results: Ints,
) -> None:
    """Play games start..stop-1 of a seed; `results[game - start]`: the rolls until all, or the first, are off.

    `heights[j]`: the checkers on point j or above, from 1, with zeros behind the last; the table is of a Numbering,
    with its `home`, `out` and starts.
    """
    points = len(out) - 1
    above, other = heights.copy(), heights.copy()
    for game in range(start, stop):
        key = game_key(seed, game)
        above[:] = heights
        rolls, number = 0, -1  # number: in the table, once all are on its points
        while number != DONE:
            throw, _ = below(turn_key(key, 0, rolls), 36)
            a, b = max(throw // 6, throw % 6) + 1, min(throw // 6, throw % 6) + 1
            rolls += 1
            if number > 0:
                number = int(plays[number, a * (a - 1) // 2 + b - 1])
                continue
            other[:] = above
            this_way = turn_by_rule(above, a, b, home, out, starts, mean, pip, first_off)
            if a != b:
                if turn_by_rule(other, b, a, home, out, starts, mean, pip, first_off) < this_way - SAME:
                    above[:] = other
            elif above[1] > 0 and not (first_off and above[1] < heights[1]):
                turn_by_rule(above, a, b, home, out, starts, mean, pip, first_off)
            if first_off and above[1] < heights[1]:
                number = DONE
            elif above[points + 1] == 0:
                number = number_after(above, 0, 0, home, out, starts, first_off)
        results[game - start] = rolls
