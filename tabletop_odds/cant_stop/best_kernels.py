"""Turns played by the value of positions, compiled: each solved by the best-turn pass after its first roll.

The first roll of a turn must be made, so only what its moves lead to is solved: a fifth of the whole turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.compiled import int64
from tabletop_odds.streams import below

from .turn_kernels import NEVER, Board, Nodes, Plan, fill_plans, lay_nodes, new_plan, turn_pass
from .value_kernels import Values, fill_stops, forbid, seen
from .walk_kernels import BUST, play_on

if TYPE_CHECKING:
    import numpy as np

    from .turn_kernels import Floats, Ints

NOTHING = -1


class Seat(NamedTuple):
    """What a player by values needs: the board's sets and rolls, the values, and options of the rules."""

    board: Board
    values: Values
    most: int
    jump: bool
    blocked: bool


class Solved(NamedTuple):
    """Room for one solved turn."""

    digits: Ints
    spaces: Ints
    first: Ints
    stride: Ints
    stop: Floats
    roll: Floats
    best: Floats
    plan: Plan


def room(board: Board, length: Ints) -> Solved:
    """Room for any turn on a board."""
    sets, columns = len(board.size), len(length)
    first, stride = np.zeros(sets + 1, np.int64), np.zeros((sets, board.runners), np.int64)
    largest = lay_nodes(board, length + 1, sets - 1, first, stride)
    spaces = np.zeros((columns, max(length) + 1), np.int64)
    stop, roll, best = np.zeros(largest), np.zeros(largest), np.zeros(largest)
    return Solved(np.zeros(columns, np.int64), spaces, first, stride, stop, roll, best, new_plan(board))


def held_by(markers: Ints, player: int, c: int, space: int) -> bool:
    """Whether another player's marker stands on a space."""
    for other in range(len(markers)):  # noqa: SIM110 - numba knows no generators
        if other != player and markers[other, c] == space:
            return True
    return False


def solve_from(
    seat: Seat, length: Ints, needed: int, markers: Ints, player: int, claimed: Ints, runner: Ints, up: int, at: Solved
) -> tuple[int, float]:
    """Solve the turn from where the runners stand: the set of columns with runners, and what the turn is worth."""
    board, columns = seat.board, len(length)
    base = len(board.size) - 1
    held = np.zeros((columns if seat.blocked else 0, max(length) + 1), np.int64)
    for c in range(columns):
        out, digits = up >> c & 1 == 1, 0
        if out:
            base = board.child[base, c]
            at.spaces[c, 0], digits = runner[c], 1
        space = runner[c] if out else markers[player, c]
        while claimed[c] < 0 and space < length[c]:
            space += 1
            while seat.jump and space < length[c] and held_by(markers, player, c, space):
                space += 1
            at.spaces[c, digits] = space
            digits += 1
        at.digits[c] = digits
        if seat.blocked:
            for other in range(len(markers)):
                if other != player and markers[other, c] > 0:
                    held[c, markers[other, c]] = 1
    total = lay_nodes(board, at.digits, base, at.first, at.stride)
    nodes = Nodes(at.digits, at.first, at.stride, at.first[base], seat.most)
    position = seen(seat.values, length, needed, markers, player, claimed, at.spaces)
    bust = fill_stops(board, nodes, seat.values, position, at.stop)
    if seat.blocked:
        forbid(board, nodes, position, held, at.stop)
    if up == 0:
        at.stop[at.first[base]] = NEVER
    fill_plans(board, nodes, at.plan)
    turn_pass(board, nodes, at.plan, at.stop, bust, at.roll, at.best, np.zeros((total, 0)), np.zeros(0))
    return base, at.best[at.first[base]]


def play_best_turn(
    seat: Seat,
    tables: Any,
    markers: Ints,
    player: int,
    claimed: Ints,
    runner: Ints,
    up: int,
    forced: int,
    state: int,
    rooms: tuple[Solved, Solved],
) -> tuple[int, int]:
    """One turn by values: the set of the runners out (none: a bust), and the rolls; as `kernels.play_turn`.

    `runner` is where the player stands, and is moved.
    """
    length, board = tables.length, seat.board
    best, trial = rooms
    needed = tables.columns_to_win
    rolled, left = 0, needed
    for c in range(len(length)):
        left -= claimed[c] == player
    if up:
        base, _ = solve_from(seat, length, needed, markers, player, claimed, runner, up, best)
    else:
        dice, state = below(state, len(board.roll))
        rolled, base, most = 1, NOTHING, NEVER
        for k in range(3):
            a, b = board.pair[board.roll[dice, k], 0], board.pair[board.roll[dice, k], 1]
            for option in range(3):  # both columns, the first alone, the second alone
                one = b if option == 2 else a
                two = b if option == 0 else int64(NOTHING)
                both = claimed[a] < 0 and claimed[b] < 0 and (a == b or board.runners > 1)
                if (option == 0 and not both) or claimed[one] >= 0:
                    continue
                if (option > 0 and both and not board.free) or (option == 2 and a == b):
                    continue
                runner[:] = markers[player]
                after = step_up(seat, length, markers, player, runner, 0, one)
                if two != NOTHING:
                    after = step_up(seat, length, markers, player, runner, after, two)
                reached, worth = solve_from(seat, length, needed, markers, player, claimed, runner, after, trial)
                if worth > most:
                    base, most = reached, worth
                    best, trial = trial, best
        if base == NOTHING:
            return int64(0), rolled
    nodes = Nodes(best.digits, best.first, best.stride, best.first[base], seat.most)
    s, node, rolled, state = play_on(
        board, nodes, best.plan, base, best.stop, best.roll, best.best, left, forced, rolled, state
    )
    if node == BUST:
        return int64(0), rolled
    runner[:] = markers[player]
    rest, up = node - best.first[s], int64(0)
    for i in range(board.size[s]):
        c = board.member[s, i]
        digit = rest // best.stride[s, i]
        rest -= digit * best.stride[s, i]
        runner[c] = best.spaces[c, digit]
        up |= int64(1) << c
    return up, rolled


def step_up(seat: Seat, length: Ints, markers: Ints, player: int, runner: Ints, up: int, c: int) -> int:
    """Move the runner of a column one step up; the set of the runners out."""
    space = min(runner[c] + 1, length[c])
    while seat.jump and space < length[c] and held_by(markers, player, c, space):
        space += 1
    runner[c] = space
    return up | int64(1) << c
