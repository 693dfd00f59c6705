"""The best turn, compiled: one backward pass over everything that a turn can come to.

A *node* is a set of runner columns and, for each, a digit: how far its runner has come. Digits of a column count from
0, the last is the top. The nodes of one set stand side by side, the last column's digit running fastest; sets with
more columns come first. A move never takes a digit back nor a column out, so going through the sets from large to
small, and through each set from its last node to its first, meets every node after all that can follow it.

Every node has a stop value. Rolling is worth the mean, over the rolls, of the best move of each, or the value of a
bust where no move is legal; the node is worth the better of the two. `also` are other numbers of a turn's end, which
follow the decisions: with 0 for a stop and 1 for a bust, the chance to bust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

NEVER = -1e300  # the value of what is not allowed
UNLIMITED = 1 << 30


class Board(NamedTuple):
    """A board's sets of runner columns and its rolls as arrays; columns are numbered from 0.

    Set s has `size[s]` columns `member[s]`; `place[s, c]` is column c's place among them, or -1; `child[s, c]` is the
    set with c added, or -1. Sets stand in order of size, the largest first; the empty one is the last. `pair[p]`: two
    columns. Class k of rolls comes up with chance `chance[k]` and offers the pairs `offers[k]` (some are repeated).
    In a set that can grow no more rolls offer moves (see `full_values`): `full_moves[o]` with chance `full_chance[o]`,
    o from `full_start[s]` to `full_start[s + 1]`. An ordered roll r offers the pairs `roll[r]`, in the order of the
    dice; in a set that can grow no more pair p is move `move_of[s, p]`.
    """

    runners: int
    free: bool
    size: Ints
    member: Ints
    place: Ints
    child: Ints
    pair: Ints
    offers: Ints
    chance: Floats
    full_start: Ints
    full_moves: Ints
    full_chance: Floats
    roll: Ints
    move_of: Ints


class Nodes(NamedTuple):
    """Where the nodes of a turn stand: those of set s at `first[s]` to `first[s + 1]`, its digits times `stride[s]`.

    `digits[c]`: how many digits column c has, 0 if it is closed. Sets that cannot come up have no nodes; `root` is the
    node at which the turn stands, with all digits 0. Where the digits sum to more than `most`, the turn is taken to
    stop; with `most` at UNLIMITED nothing is left out.
    """

    digits: Ints
    first: Ints
    stride: Ints
    root: int
    most: int


def lay_nodes(board: Board, count: Ints, base: int, first: Ints, stride: Ints) -> int:
    """Fill `first` and `stride` for a turn that stands at the set `base`; the number of nodes."""
    total = 0
    for s in range(len(board.size)):
        first[s] = total
        nodes = 1
        for i in range(board.size[base]):
            if board.place[s, board.member[base, i]] < 0:
                nodes = 0
        for i in range(board.size[s] - 1, -1, -1):
            stride[s, i] = nodes
            nodes *= count[board.member[s, i]]
        total += nodes
    first[len(board.size)] = total
    return total


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
