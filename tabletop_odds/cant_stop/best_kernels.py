"""Turns played by the value of positions, compiled: each solved by the best-turn pass after its first roll.

The first roll of a turn must be made, so only what its moves lead to is solved: for a pairing of two columns, 9 of the
165 sets of three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.compiled import int64
from tabletop_odds.streams import below

from .node_kernels import NEVER, UNLIMITED, Board, Nodes, digits_at, lay_nodes
from .plan_kernels import Plan, fill_plans, new_plan
from .step_kernels import held_by_others, next_space
from .turn_kernels import turn_pass
from .value_kernels import Values, fill_stops, forbid, seen
from .walk_kernels import BUST, play_on

if TYPE_CHECKING:
    import numpy as np

    from .node_kernels import Floats, Ints

NOTHING = -1


class Seat(NamedTuple):
    """A player by values: the board's sets and rolls, and what positions are worth."""

    board: Board
    values: Values


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


def solve_from(
    seat: Seat, tables: Any, markers: Ints, player: int, claimed: Ints, runner: Ints, up: int, at: Solved
) -> tuple[int, float]:
    """Solve the turn from where the runners stand: the set of columns with runners, and what the turn is worth."""
    board, length = seat.board, tables.length
    base, columns = len(board.size) - 1, len(length)
    held = np.zeros((columns if tables.blocked else 0, max(length) + 1), np.int64)
    for c in range(columns):
        space, digits = markers[player, c], 0
        if up >> c & 1:
            base, space, digits = board.child[base, c], runner[c], 1
            at.spaces[c, 0] = space
        while claimed[c] < 0 and space < length[c]:
            space = next_space(tables, markers, player, c, space)
            at.spaces[c, digits] = space
            digits += 1
        at.digits[c] = digits
        if tables.blocked:
            for space in range(1, length[c]):
                held[c, space] = held_by_others(markers, player, c, space)
    total = lay_nodes(board, at.digits, base, at.first, at.stride)
    nodes = Nodes(at.digits, at.first, at.stride, at.first[base], UNLIMITED)
    position = seen(seat.values, length, tables.columns_to_win, markers, player, claimed, at.spaces)
    bust = fill_stops(board, nodes, seat.values, position, at.stop)
    if tables.blocked:
        forbid(board, nodes, position, held, at.stop)
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
    board = seat.board
    best, trial = rooms
    rolled, left = 0, tables.columns_to_win
    for owner in claimed:
        left -= owner == player
    if up:
        base, _ = solve_from(seat, tables, markers, player, claimed, runner, up, best)
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
                after = int64(0)
                for c in (one, two):
                    if c != NOTHING:
                        runner[c] = next_space(tables, markers, player, c, runner[c])
                        after |= int64(1) << c
                reached, worth = solve_from(seat, tables, markers, player, claimed, runner, after, trial)
                if worth > most:
                    base, most = reached, worth
                    best, trial = trial, best
        if base == NOTHING:
            return int64(0), rolled
    nodes = Nodes(best.digits, best.first, best.stride, best.first[base], UNLIMITED)
    s, node, rolled, state = play_on(
        board, nodes, best.plan, base, best.stop, best.roll, best.best, left, forced, rolled, state
    )
    if node == BUST:
        return int64(0), rolled
    runner[:] = markers[player]
    up, digit = int64(0), np.zeros(board.runners, np.int64)
    digits_at(board, nodes, s, node, digit)
    for i in range(board.size[s]):
        c = board.member[s, i]
        runner[c] = best.spaces[c, digit[i]]
        up |= int64(1) << c
    return up, rolled
