"""Solvers compiled: one turn, and whole small boards, alone and for two players.

Positions between turns are numbered: position p (0 to the column's length, which means claimed) of column c counts
p times `radix[c]`. Progress only raises the number, so going from the last position to the first meets every position
after all that can follow it; only a bust leads back to where the turn began.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_odds.compiled import compiled

from .node_kernels import NEVER, UNLIMITED, Board, Nodes, climb_from, lay_nodes
from .plan_kernels import fill_plans, new_plan
from .turn_kernels import turn_pass
from .value_kernels import Position, Values, fill_stops, forbid, seen

if TYPE_CHECKING:
    import numpy as np

    from .node_kernels import Floats, Ints

SETTLED = 1e-11


@compiled
def solve_turn(
    board: Board,
    digits: Ints,
    base: int,
    first: Ints,
    stride: Ints,
    stop: Floats,
    bust: float,
    roll: Floats,
    best: Floats,
    also: Floats,
    bust_also: Floats,
) -> Floats:
    """One turn from the set `base`, laid out already, its stop values filled: see `turn_pass`."""
    nodes = Nodes(digits, first, stride, first[base], UNLIMITED)
    plan = new_plan(board)
    fill_plans(board, nodes, plan)
    return turn_pass(board, nodes, plan, stop, bust, roll, best, also, bust_also)


@compiled
def lay_turn(board: Board, digits: Ints, base: int, first: Ints, stride: Ints) -> int:
    """Lay the nodes of a turn: see `lay_nodes`."""
    return lay_nodes(board, digits, base, first, stride)


@compiled
def value_turn(
    board: Board,
    digits: Ints,
    base: int,
    first: Ints,
    stride: Ints,
    values: Values,
    markers: Ints,
    claimed: Ints,
    length: Ints,
    spaces: Ints,
    player: int,
    needed: int,
    held: Ints,
    stop: Floats,
) -> Any:
    """Fill the stop values of a turn, laid out already; what a bust is worth. `held[c, space]`: no stop is allowed."""
    nodes = Nodes(digits, first, stride, first[base], UNLIMITED)
    position = seen(values, length, needed, markers, player, claimed, spaces)
    bust = fill_stops(board, nodes, values, position, stop)
    if held.size > 0:
        forbid(board, nodes, position, held, stop)
    if board.size[base] == 0:
        stop[first[base]] = NEVER  # a turn starts by rolling
    return bust


@compiled
def sweep_alone(board: Board, length: Ints, needed: int, mirrored: bool, values: Values) -> float:
    """Fill the expected number of turns to claim `needed` columns from every position into `values.table`.

    A turn costs 1 and a bust leads back: the value v solves v = f(v), f being piecewise linear with the chance to bust
    as slope, so the secant method ends after three or four passes. Returns the largest |v - f(v)| that was left.
    """
    columns, start, table = len(length), len(board.size) - 1, values.table
    radix, spaces = np.ones(columns, np.int64), np.zeros((columns, max(length)), np.int64)
    for c in range(columns - 2, -1, -1):
        radix[c] = radix[c + 1] * (length[c + 1] + 1)
    first = np.zeros(start + 2, np.int64)
    stride = np.zeros((start + 1, board.runners), np.int64)
    largest = lay_nodes(board, length, start, first, stride)
    stop, roll, best = np.zeros(largest), np.zeros(largest), np.zeros(largest)
    also, bust_also = np.zeros((largest, 0)), np.zeros(0)
    plan = new_plan(board)
    digits, place, owner = np.zeros(columns, np.int64), np.zeros(columns, np.int64), np.zeros(columns, np.int64)
    worst, fall = 0.0, 1.0
    for number in range(len(table) - 1, -1, -1):
        claimed, mirror, rest, longest = 0, 0, number, 0
        for c in range(columns):
            place[c] = rest // radix[c]
            rest -= place[c] * radix[c]
            owner[c] = 0 if place[c] == length[c] else -1
            claimed += owner[c] == 0
            mirror += place[c] * radix[columns - 1 - c]
            if length[c] - place[c] > length[longest] - place[longest]:
                longest = c
        if claimed >= needed:
            table[number] = 0.0
            continue
        if mirrored and mirror > number:
            table[number] = table[mirror]
            continue
        climb_from(place, owner, length, digits, spaces)
        total = lay_nodes(board, digits, start, first, stride)
        nodes = Nodes(digits, first, stride, total - 1, UNLIMITED)
        fill_stops(board, nodes, values, Position(place, place, owner, length, spaces, needed), stop)
        stop[total - 1] = NEVER
        fill_plans(board, nodes, plan)
        # a first guess from further up the column with most spaces left
        guess = -table[number + radix[longest]]
        if digits[longest] > 2:
            guess = 2 * guess + table[number + 2 * radix[longest]]
        before, gap_before, gap = 0.0, 0.0, 0.0
        for passes in range(50):
            turn_pass(board, nodes, plan, stop, guess, roll, best, also, bust_also)
            gap = roll[total - 1] - 1.0 - guess
            if abs(gap) < SETTLED:
                break
            if passes > 0:
                fall = (gap_before - gap) / (guess - before)
            before, gap_before = guess, gap  # the first step takes the slope of the position before
            guess += gap / fall
        worst = max(worst, abs(gap))
        table[number] = -guess
    return worst


@compiled
def sweep_two(board: Board, length: Ints, needed: int, mirrored: bool, values: Values) -> float:
    """Fill the chance to win of the player to act from every position of two players into `values.table`.

    A column has a state for each two spaces and two more, claimed by one or the other (see `table_stops`). Positions
    are taken by the sum of all progress, from the greatest down; a bust of both leads back, so the two sides of a
    position are solved together: the chance of one, through both turns, is a piecewise linear function of itself.
    """
    columns, start, table = len(length), len(board.size) - 1, values.table
    states = np.array([top * top + 2 for top in length])
    spaces = np.zeros((columns, max(length)), np.int64)
    first = np.zeros(start + 2, np.int64)
    stride = np.zeros((start + 1, board.runners), np.int64)
    largest = lay_nodes(board, length, start, first, stride)
    stops, roll, best = np.zeros((2, largest)), np.zeros(largest), np.zeros(largest)
    also, bust_also = np.zeros((largest, 0)), np.zeros(0)
    plans = new_plan(board), new_plan(board)
    digits, done = np.zeros(columns, np.int64), np.zeros(len(table), np.bool_)
    own, rival, owner = (
        np.zeros((2, columns), np.int64),
        np.zeros((2, columns), np.int64),
        np.zeros((2, columns), np.int64),
    )
    progress = np.zeros(len(table), np.int64)
    for number in range(len(table)):
        rest = number
        for c in range(columns - 1, -1, -1):
            state = rest % states[c]
            rest //= states[c]
            square = length[c] * length[c]
            progress[number] += 2 * length[c] if state >= square else state // length[c] + state % length[c]
    worst, fall = 0.0, 1.0
    for number in np.argsort(-progress):
        rest, twin, scale, mirror, mirror_twin = number, 0, 1, 0, 0
        won = np.zeros(2, np.int64)
        for c in range(columns - 1, -1, -1):
            top, state = length[c], rest % states[c]
            rest //= states[c]
            if state >= top * top:  # claimed: by the player to act, or by the other
                side = state - top * top
                won[side] += 1
                own[:, c], rival[:, c] = 0, 0
                owner[0, c], owner[1, c] = side, 1 - side
                turned = top * top + 1 - side
            else:
                own[0, c], rival[0, c] = state // top, state % top
                own[1, c], rival[1, c] = state % top, state // top
                owner[:, c] = -1
                turned = own[1, c] * top + rival[1, c]
            mirror, mirror_twin = mirror * states[c] + state, mirror_twin * states[c] + turned
            twin += scale * turned
            scale *= states[c]
        if won[0] >= needed or won[1] >= needed:
            table[number] = 1.0 if won[0] >= needed else 0.0
            continue
        if done[number]:
            continue
        guess, other, before, gap_before, gap = 0.5, 0.5, 0.0, 0.0, 1.0
        for passes in range(50):
            now = guess
            for side in range(2):  # the other's chance where the player to act busts, then that player's
                here = 1 - side
                climb_from(own[here], owner[here], length, digits, spaces)
                total = lay_nodes(board, digits, start, first, stride)
                nodes = Nodes(digits, first, stride, total - 1, UNLIMITED)
                if passes == 0:
                    position = Position(own[here], rival[here], owner[here], length, spaces, needed)
                    fill_stops(board, nodes, values, position, stops[here])
                    stops[here, total - 1] = NEVER
                    fill_plans(board, nodes, plans[here])
                turn_pass(board, nodes, plans[here], stops[here], 1.0 - now, roll, best, also, bust_also)
                now = roll[total - 1]
                other = now if here == 1 else other
            gap = now - guess
            if abs(gap) < SETTLED:
                break
            if passes > 0:
                fall = (gap_before - gap) / (guess - before)
            before, gap_before = guess, gap  # the first step takes the slope of the position before
            guess += gap / fall
        worst = max(worst, abs(gap))
        table[number], table[twin] = guess, other
        done[number], done[twin] = True, True
        if mirrored:
            table[mirror], table[mirror_twin] = guess, other
            done[mirror], done[mirror_twin] = True, True
    return worst
