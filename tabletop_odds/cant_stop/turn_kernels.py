"""The best turn, compiled: one backward pass over everything that a turn can come to.

A move never takes a digit back nor a column out (see `node_kernels`), so going through the sets from large to small,
and through each set from its last node to its first, meets every node after all that can follow it.

Every node has a stop value. Rolling is worth the mean, over the rolls, of the best move of each, or the value of a
bust where no move is legal; the node is worth the better of the two. `also` are other numbers of a turn's end, which
follow the decisions: with 0 for a stop and 1 for a bust, the chance to bust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .node_kernels import NEVER
from .plan_kernels import open_values

if TYPE_CHECKING:
    import numpy as np

    from .node_kernels import Board, Floats, Ints, Nodes
    from .plan_kernels import Plan


def turn_pass(
    board: Board,
    nodes: Nodes,
    plan: Plan,
    stop: Floats,
    bust: float,
    roll: Floats,
    best: Floats,
    also: Floats,
    bust_also: Floats,
) -> Floats:
    """Fill `roll` and `best` from `stop`; `also[node]` holds the numbers of stopping, and becomes those of best play.

    Returns those of rolling at the root, the last node.
    """
    columns, extra = len(nodes.digits), also.shape[1]
    step, left = np.zeros(board.runners, np.int64), np.zeros(board.runners, np.int64)
    alone, alone_value = np.zeros(columns, np.int64), np.zeros(columns)
    entries = max(len(board.pair), 20)
    target, value, follow = np.zeros(entries, np.int64), np.zeros(entries), np.zeros((entries, extra))
    total = np.zeros(extra)
    for s in range(len(board.size)):
        size = board.size[s]
        full = size == board.runners
        for i in range(size):
            step[i], left[i] = nodes.stride[s, i], 0
        if full:
            lo, end = board.full_start[s], board.full_start[s + 1]
            offers, chances = board.full_moves[lo:end], board.full_chance[lo:end]
            used = 2 * size + size * (size - 1) // 2 + 1
        else:
            offers, chances, used = board.offers, board.chance, len(board.pair)
        node = nodes.first[s + 1]
        spread = 0  # the greatest sum of digits in this set
        for i in range(size):
            spread += nodes.digits[board.member[s, i]] - 1
        while node > nodes.first[s]:
            node -= 1
            if node < nodes.first[s + 1] - 1:
                for i in range(size - 1, -1, -1):
                    left[i] += 1
                    spread -= 1
                    if left[i] < nodes.digits[board.member[s, i]]:
                        break
                    spread += left[i]
                    left[i] = 0
            if spread > nodes.most:
                best[node] = stop[node]
                continue
            if full:
                full_values(size, board.free, node, step, left, best, target, value)
            else:
                open_values(board, nodes, s, node, left, best, plan, alone, alone_value, target, value)
            if extra == 0:
                mean = mean_best(offers, chances, value, bust)
            else:
                for m in range(used):
                    for e in range(extra):
                        follow[m, e] = also[target[m], e] if value[m] > NEVER else bust_also[e]
                mean = mean_best_also(offers, chances, value, follow, bust, total)
            roll[node] = mean
            best[node] = stop[node]
            if mean > stop[node]:
                best[node] = mean
                for e in range(extra):
                    also[node, e] = total[e]
    return total


def mean_best(offers: Ints, chances: Floats, value: Floats, bust: float) -> float:
    """The mean over the rolls of the best entry that each offers, or of a bust where none is allowed."""
    mean = 0.0
    for o in range(len(chances)):
        x, y, z = value[offers[o, 0]], value[offers[o, 1]], value[offers[o, 2]]
        x = x if x > y else y
        x = x if x > z else z
        mean += chances[o] * (x if x > NEVER else bust)
    return mean


def mean_best_also(offers: Ints, chances: Floats, value: Floats, follow: Floats, bust: float, total: Floats) -> float:
    """The same, with the means of what follows the decisions in `total`."""
    mean = 0.0
    total[:] = 0.0
    for o in range(len(chances)):
        m, second, third = offers[o, 0], offers[o, 1], offers[o, 2]
        m = m if value[m] >= value[second] else second
        m = m if value[m] >= value[third] else third
        mean += chances[o] * (value[m] if value[m] > NEVER else bust)
        for e in range(len(total)):
            total[e] += chances[o] * follow[m, e]
    return mean


def full_values(
    size: int, free: bool, node: int, step: Ints, left: Ints, best: Floats, target: Ints, value: Floats
) -> None:
    """Where the moves of a set that can grow no more lead, and what that is worth: each column alone, each column
    twice, each two columns; the last entry stands for no move. `left[i]`: how many steps column i has left."""
    for i in range(size):
        one = node + step[i] if left[i] > 0 else node
        two = one + step[i] if left[i] > 1 else one
        target[i], value[i] = one, best[one] if left[i] > 0 else NEVER
        target[size + i], value[size + i] = two, best[two] if left[i] > 0 else NEVER
    m = 2 * size
    for i in range(size):
        for j in range(i + 1, size):
            both = target[i] + target[j] - node
            target[m], value[m] = both, best[both] if both > node else NEVER
            m += 1
    target[m], value[m] = node, NEVER
    if free:
        m = 2 * size
        for i in range(size):
            take_better(size + i, i, target, value)
            for j in range(i + 1, size):
                take_better(m, i, target, value)
                take_better(m, j, target, value)
                m += 1


def take_better(m: int, other: int, target: Ints, value: Floats) -> None:
    """Let entry m lead where the other leads, if that is worth more."""
    if value[other] > value[m]:
        target[m], value[m] = target[other], value[other]
