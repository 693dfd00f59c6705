"""Moves from a set of runner columns that can still grow, compiled.

What depends on the set alone is worked out once a turn, as a plan; so that each of its nodes takes half a microsecond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .node_kernels import NEVER

if TYPE_CHECKING:
    import numpy as np

    from .node_kernels import Board, Floats, Ints, Nodes


class Plan(NamedTuple):
    """What is the same for all nodes of a set that can grow, worked out once a turn; the first index is the set.

    Entering column c leads to `enter[c]` and `digit_step[c, i]` times the digit of runner i. Pair p starts at the node
    itself (`via[p]` is -1) or where column `via[p]` alone leads, and goes `far[p, k]` further if runner
    `who[p, k]` has at least `least[p, k]` steps left; `other[p]`: the column that could be entered instead, or -1.
    `both[p]`: the set with both columns entered, or -1 where that cannot be.
    """

    enter: Ints
    digit_step: Ints
    via: Ints
    who: Ints
    least: Ints
    far: Ints
    other: Ints
    both: Ints


def new_plan(board: Board) -> Plan:
    """Room for a plan."""
    (sets, columns), pairs = board.place.shape, len(board.pair)
    return Plan(
        np.zeros((sets, columns), np.int64),
        np.zeros((sets, columns, board.runners), np.int64),
        np.zeros((sets, pairs), np.int64),
        np.zeros((sets, pairs, 2), np.int64),
        np.zeros((sets, pairs, 2), np.int64),
        np.zeros((sets, pairs, 2), np.int64),
        np.zeros((sets, pairs), np.int64),
        np.zeros((sets, pairs), np.int64),
    )


def fill_plans(board: Board, nodes: Nodes, plan: Plan) -> None:
    """The plans of all sets that can grow and have nodes."""
    for s in range(len(board.size)):
        if board.size[s] < board.runners and nodes.first[s] < nodes.first[s + 1]:
            fill_plan(board, nodes, s, plan)


def fill_plan(board: Board, nodes: Nodes, s: int, plan: Plan) -> None:
    """The plan of set s."""
    size, count = board.size[s], nodes.digits
    enter, digit_step, via, who = plan.enter[s], plan.digit_step[s], plan.via[s], plan.who[s]
    least, far, other, both = plan.least[s], plan.far[s], plan.other[s], plan.both[s]
    place, child, stride = board.place, board.child, nodes.stride
    for c in range(len(count)):
        if place[s, c] < 0 and count[c] > 0:
            after = child[s, c]
            enter[c] = nodes.first[after]
            for i in range(size):
                digit_step[c, i] = stride[after, place[after, board.member[s, i]]]
    for p in range(len(board.pair)):
        a, b = board.pair[p, 0], board.pair[p, 1]
        via[p], other[p], both[p] = -1, -1, -1
        far[p, 0], far[p, 1] = 0, 0
        who[p, 0], who[p, 1] = 0, 0
        least[p, 0], least[p, 1] = 1, 1
        for k in range(2):
            c, d = (a, b) if k == 0 else (b, a)
            i, j = place[s, c], place[s, d]
            if i >= 0:  # a runner to be moved: from the node itself, or with the other column entered
                who[p, k] = i
                far[p, k] = digit_step[d, i] if j < 0 and count[d] > 0 else stride[s, i]
                least[p, k] = 2 if a == b and k == 1 else 1
            elif count[c] > 0 and (k == 0 or via[p] < 0):
                via[p] = c
        if via[p] == a and a == b and count[a] > 1:  # entered, and one step more whatever the others do
            after = child[s, a]
            far[p, 0], least[p, 0] = stride[after, place[after, a]], 0
        elif via[p] == a and a != b and place[s, b] < 0 and count[b] > 0:
            if size + 2 <= board.runners:
                both[p] = child[child[s, a], b]
            else:
                other[p] = b  # (under must_place="free" too: each alone)


def open_values(
    board: Board,
    nodes: Nodes,
    s: int,
    node: int,
    left: Ints,
    best: Floats,
    plan: Plan,
    alone: Ints,
    alone_value: Floats,
    target: Ints,
    value: Floats,
) -> None:
    """Where each pair of columns leads best from a set that can grow, and what that is worth.

    `alone[c]` becomes the node after one step in column c, or this node where none is possible, and `alone_value[c]`
    what it is worth.
    """
    size, place, member, count = board.size[s], board.place[s], board.member[s], nodes.digits
    # an array taken out of a tuple is counted each time: so once, before the loops
    stride, enter, digit_step, pair, free = nodes.stride[s], plan.enter[s], plan.digit_step[s], board.pair, board.free
    via, who, least = plan.via[s], plan.who[s], plan.least[s]
    far, other, both = plan.far[s], plan.other[s], plan.both[s]
    for c in range(len(count)):
        i = place[c]
        alone[c] = node
        if i >= 0:
            alone[c] += stride[i] if left[i] > 0 else 0
        elif count[c] > 0:
            alone[c] = enter[c]
            for j in range(size):
                alone[c] += digit_step[c, j] * (count[member[j]] - 1 - left[j])
        alone_value[c] = best[alone[c]] if alone[c] != node else NEVER
    for p in range(len(pair)):
        a, b = pair[p, 0], pair[p, 1]
        if other[p] >= 0:  # either can be entered, not both
            a = b if alone_value[b] > alone_value[a] else a
            target[p], value[p] = alone[a], alone_value[a]
            continue
        at = node if via[p] < 0 else alone[via[p]]
        if both[p] >= 0:
            at = entered_twice(board, nodes, s, both[p], left)
        else:
            at += far[p, 0] if left[who[p, 0]] >= least[p, 0] else 0
            at += far[p, 1] if left[who[p, 1]] >= least[p, 1] else 0
        target[p], value[p] = at, best[at] if at != node else NEVER
        if free:
            for c in (a, b):
                if alone_value[c] > value[p]:
                    target[p], value[p] = alone[c], alone_value[c]


def entered_twice(board: Board, nodes: Nodes, s: int, after: int, left: Ints) -> Any:
    """The node of the larger set `after` with the digits of set s, and 0 for what is entered."""
    node = nodes.first[after]
    for i in range(board.size[after]):
        j = board.place[s, board.member[after, i]]
        if j >= 0:
            node += nodes.stride[after, i] * (nodes.digits[board.member[after, i]] - 1 - left[j])
    return node
