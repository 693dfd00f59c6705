"""The nodes of a turn, compiled: everything that it can come to, side by side in arrays.

A *node* is a set of runner columns and, for each, a digit: how far its runner has come. Digits of a column count from
0, the last is the top. The nodes of one set stand side by side, the last column's digit running fastest; sets with
more columns come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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


def lay_nodes(board: Board, digits: Ints, base: int, first: Ints, stride: Ints) -> int:
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
            nodes *= digits[board.member[s, i]]
        total += nodes
    first[len(board.size)] = total
    return total


def climb_from(own: Ints, owner: Ints, length: Ints, digits: Ints, spaces: Ints) -> None:
    """Fill the digits of every column at the start of a turn, and the space at each, where no space is jumped."""
    for c in range(len(length)):
        digits[c] = length[c] - own[c] if owner[c] < 0 else 0
        for d in range(digits[c]):
            spaces[c, d] = own[c] + d + 1


def digits_at(board: Board, nodes: Nodes, s: int, node: int, digit: Ints) -> None:
    """Fill the digits of the columns of set s at a node."""
    rest = node - nodes.first[s]
    for i in range(board.size[s]):
        digit[i] = rest // nodes.stride[s, i]
        rest -= digit[i] * nodes.stride[s, i]
