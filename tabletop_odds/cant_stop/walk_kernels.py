"""A solved turn played out, compiled; and with it the targets that a value function is fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, turn_key

from .turn_kernels import (
    NEVER,
    Board,
    Nodes,
    Plan,
    fill_plans,
    full_values,
    lay_nodes,
    new_plan,
    open_values,
    turn_pass,
)
from .value_kernels import ALONE_NET, Position, Values, fill_stops

if TYPE_CHECKING:
    import numpy as np

    from .turn_kernels import Floats, Ints

BUST = -1
MOSTLY_BUST = 0.9  # from this chance to bust on, values are too far off for Newton's method


def digits_at(board: Board, nodes: Nodes, s: int, node: int, step: Ints, left: Ints) -> tuple[int, int]:
    """Fill the strides and the steps left of the columns of set s at a node; the sum of its digits, and the tops."""
    rest, total, tops = node - nodes.first[s], 0, 0
    for i in range(board.size[s]):
        step[i] = nodes.stride[s, i]
        digit = rest // step[i]
        rest -= digit * step[i]
        left[i] = nodes.digits[board.member[s, i]] - 1 - digit
        total += digit
        tops += left[i] == 0
    return total, tops


def play_on(
    board: Board,
    nodes: Nodes,
    plan: Plan,
    s: int,
    stop: Floats,
    roll: Floats,
    best: Floats,
    needed: int,
    forced: int,
    rolled: int,
    state: int,
) -> tuple[int, int, int, int]:
    """Play a solved turn from the root of set s to its end: the set and node stopped at (BUST: none), the rolls, and
    the random state. `needed`: the tops that win; `forced`: the least number of rolls; `rolled`: the
    rolls so far."""
    columns, pairs = len(nodes.digits), max(len(board.pair), 20)
    step, left = np.zeros(board.runners, np.int64), np.zeros(board.runners, np.int64)
    alone, alone_value = np.zeros(columns, np.int64), np.zeros(columns)
    target, value = np.zeros(pairs, np.int64), np.zeros(pairs)
    node = nodes.root
    while True:
        spent, tops = digits_at(board, nodes, s, node, step, left)
        won = tops >= needed and stop[node] > NEVER
        if rolled >= forced and (stop[node] >= roll[node] or spent > nodes.most or won):
            return s, node, rolled, state
        dice, state = below(state, len(board.roll))
        rolled += 1
        full = board.size[s] == board.runners
        if full:
            full_values(board.size[s], board.free, node, step, left, best, target, value)
        else:
            open_values(board, nodes, s, node, left, best, plan, alone, alone_value, target, value)
        chosen, most = BUST, NEVER
        for k in range(3):
            p = board.roll[dice, k]
            m = board.move_of[s, p] if full else p
            if value[m] > most:
                chosen, most = target[m], value[m]
        if chosen == BUST:
            return s, BUST, rolled, state
        node = chosen
        while node < nodes.first[s] or node >= nodes.first[s + 1]:
            s -= 1


@compiled
def fit_turns(
    board: Board,
    values: Values,
    length: Ints,
    needed: int,
    most: int,
    seed: int,
    number: int,
    own: Ints,
    rival: Ints,
    owner: Ints,
    target: Floats,
) -> None:
    """For each position, one row, the value of its turn under `values`, and one turn played by the best play of it.

    `target[g]`: minus the expected number of turns, or the chance to win, at the start of the turn. `own`, `rival` and
    `owner` become the position after the turn, as the next player sees it. `number`: that of the first turn's stream.
    """
    columns, start, alone = len(length), len(board.size) - 1, values.kind == ALONE_NET
    first, stride = np.zeros(start + 2, np.int64), np.zeros((start + 1, board.runners), np.int64)
    largest = lay_nodes(board, length, start, first, stride)
    stop, roll, best = np.zeros(largest), np.zeros(largest), np.zeros(largest)
    also, bust_also = np.zeros((largest, 1 if alone else 0)), np.ones(1 if alone else 0)
    count, spaces = np.zeros(columns, np.int64), np.zeros((columns, max(length)), np.int64)
    plan = new_plan(board)
    for g in range(len(own)):
        for c in range(columns):
            count[c] = length[c] - own[g, c] if owner[g, c] < 0 else 0
            for d in range(count[c]):
                spaces[c, d] = own[g, c] + d + 1
        total = lay_nodes(board, count, start, first, stride)
        nodes = Nodes(count, first, stride, total - 1, most)
        bust = fill_stops(board, nodes, values, Position(own[g], rival[g], owner[g], length, spaces, needed), stop)
        stop[total - 1] = NEVER
        also[:total] = 0.0
        fill_plans(board, nodes, plan)
        follow = turn_pass(board, nodes, plan, stop, bust, roll, best, also, bust_also)
        target[g] = roll[total - 1]
        if alone:
            target[g] -= 1.0
            if follow[0] < MOSTLY_BUST:  # one step of Newton's method for the turn that a bust repeats
                target[g] = (target[g] - follow[0] * bust) / (1.0 - follow[0])
        state = turn_key(game_key(seed, number + g), 0, 0)
        s, node, _, state = play_on(board, nodes, plan, start, stop, roll, best, needed, 0, 0, state)
        if node != BUST:
            rest = node - first[s]
            for i in range(board.size[s]):
                c, digit = board.member[s, i], rest // stride[s, i]
                rest -= digit * stride[s, i]
                if digit == count[c] - 1:
                    own[g, c], rival[g, c], owner[g, c] = 0, 0, 0
                else:
                    own[g, c] = spaces[c, digit]
        if not alone:
            for c in range(columns):
                own[g, c], rival[g, c] = rival[g, c], own[g, c]
                if owner[g, c] >= 0:
                    owner[g, c] = int64(1 - owner[g, c])
