"""A solved turn played out, compiled; and with it the targets that a value function is fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, turn_key

from .node_kernels import NEVER, Board, Nodes, climb_from, digits_at, lay_nodes
from .plan_kernels import Plan, fill_plans, new_plan, open_values
from .turn_kernels import full_values, turn_pass
from .value_kernels import ALONE_NET, Position, Values, fill_stops

if TYPE_CHECKING:
    import numpy as np

    from .node_kernels import Floats, Ints

BUST = -1
MOSTLY_BUST = 0.9  # from this chance to bust on, values are too far off for Newton's method


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
    digit, left = np.zeros(board.runners, np.int64), np.zeros(board.runners, np.int64)
    alone, alone_value = np.zeros(columns, np.int64), np.zeros(columns)
    target, value = np.zeros(pairs, np.int64), np.zeros(pairs)
    node = nodes.root
    while True:
        digits_at(board, nodes, s, node, digit)
        spent, tops = 0, 0
        for i in range(board.size[s]):
            left[i] = nodes.digits[board.member[s, i]] - 1 - digit[i]
            spent += digit[i]
            tops += left[i] == 0
        won = tops >= needed and stop[node] > NEVER
        if rolled >= forced and (stop[node] >= roll[node] or spent > nodes.most or won):
            return s, node, rolled, state
        dice, state = below(state, len(board.roll))
        rolled += 1
        full = board.size[s] == board.runners
        if full:
            full_values(board.size[s], board.free, node, nodes.stride[s], left, best, target, value)
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
    digits, spaces = np.zeros(columns, np.int64), np.zeros((columns, max(length)), np.int64)
    plan, digit = new_plan(board), np.zeros(board.runners, np.int64)
    for g in range(len(own)):
        climb_from(own[g], owner[g], length, digits, spaces)
        total = lay_nodes(board, digits, start, first, stride)
        nodes = Nodes(digits, first, stride, total - 1, most)
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
            digits_at(board, nodes, s, node, digit)
            for i in range(board.size[s]):
                c = board.member[s, i]
                if digit[i] == digits[c] - 1:
                    own[g, c], rival[g, c], owner[g, c] = 0, 0, 0
                else:
                    own[g, c] = spaces[c, digit[i]]
        if not alone:
            for c in range(columns):
                own[g, c], rival[g, c] = rival[g, c], own[g, c]
                if owner[g, c] >= 0:
                    owner[g, c] = int64(1 - owner[g, c])
