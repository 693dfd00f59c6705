"""What stopping is worth at every node of a turn, compiled: sums over columns, solved tables, or a small net.

`fill_stops` fills `stop` for the nodes that `node_kernels.lay_nodes` laid out, and returns what a bust is worth. A node
says how far each runner has come; what that is worth depends on where everybody then stands, and it is the next
player's turn. Values are to be as large as possible: a chance to win, or minus the number of turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.compiled import int64

from .node_kernels import NEVER, digits_at

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .node_kernels import Board, Floats, Ints, Nodes

    Singles = NDArray[np.float32]

ADDITIVE, ALONE_TABLE, TWO_TABLE, ALONE_NET, TWO_NET = range(5)


class Values(NamedTuple):
    """What a position after a turn is worth; `kind` says which of the arrays are used.

    ADDITIVE: the sum of `gain[c, space]` over the columns, a claimed one of one's own counting as its top.
    ALONE_TABLE, TWO_TABLE: minus the turns, or the chance to win, that `table` holds for a position, numbered as in
    `solver_kernels`. ALONE_NET, TWO_NET: the same from a net of two hidden layers of rectified units. Its first layer
    is the sum of `bias`, of `mine[c, space]` and (for two) `theirs[c, space]` over the open columns, `closed[c]` over
    the others, and `claims[own, other]`, all as the player to act sees it; then come `second`, `second_bias`, `out`,
    `out_bias`.
    """

    kind: int
    gain: Floats
    table: Floats
    mine: Singles
    theirs: Singles
    closed: Singles
    claims: Singles
    bias: Singles
    second: Singles
    second_bias: Singles
    out: Singles
    out_bias: float


class Position(NamedTuple):
    """Where a turn begins: the spaces of the player's markers and of the rival's (0 in claimed columns), the owners.

    `owner[c]`: 0 this player, 1 the rival, 2 anybody else, -1 while column c is open. `spaces[c, digit]`: where a
    runner stands at that digit. `needed`: the columns that win the game.
    """

    own: Ints
    rival: Ints
    owner: Ints
    length: Ints
    spaces: Ints
    needed: int


def seen(
    values: Values, length: Ints, needed: int, markers: Ints, player: int, claimed: Ints, spaces: Ints
) -> Position:
    """The position as a player sees it, against the rival who stands best."""
    players, columns = markers.shape
    owner = np.full(columns, -1)
    rival = markers[player]
    if players > 1:
        chosen, least = (player + 1) % players, 2.0
        if players > 2 and values.kind == TWO_NET:
            layer, second = np.zeros(len(values.bias), np.float32), np.zeros(len(values.second_bias), np.float32)
            layers = values.second, values.second_bias, values.out, values.out_bias
            for other in range(players):
                if other != player:
                    for c in range(columns):
                        owner[c] = owner_of(claimed[c], player, other)
                    first_layer(values, Position(markers[player], markers[other], owner, length, spaces, needed), layer)
                    worth = upper_layers(layers, layer, second, True)
                    if worth < least:
                        chosen, least = other, worth
        rival = markers[chosen]
        for c in range(columns):
            owner[c] = owner_of(claimed[c], player, chosen)
    else:
        for c in range(columns):
            owner[c] = claimed[c]
    return Position(markers[player], rival, owner, length, spaces, needed)


def owner_of(claimed: int, player: int, rival: int) -> int:
    """Who has claimed a column, as a player sees it: 0 that player, 1 the rival, 2 anybody else, -1 nobody."""
    if claimed < 0:
        return int64(-1)
    return int64(0 if claimed == player else (1 if claimed == rival else 2))


def fill_stops(board: Board, nodes: Nodes, values: Values, position: Position, stop: Floats) -> Any:
    """Fill what stopping is worth at every node; what a bust is worth."""
    if values.kind == ADDITIVE:
        return additive_stops(board, nodes, values.gain, position, stop)
    if values.kind == ALONE_NET or values.kind == TWO_NET:
        return net_stops(board, nodes, values, position, stop)
    return table_stops(board, nodes, values, position, stop)


def forbid(board: Board, nodes: Nodes, position: Position, held: Ints, stop: Floats) -> None:
    """No stop where a runner stands on a held space: `held[c, space]` is 1."""
    digit = np.zeros(board.runners, np.int64)
    for s in range(len(board.size)):
        for node in range(nodes.first[s], nodes.first[s + 1]):
            digits_at(board, nodes, s, node, digit)
            for i in range(board.size[s]):
                c = board.member[s, i]
                if held[c, position.spaces[c, digit[i]]]:
                    stop[node] = NEVER


def next_digits(digit: Ints, member: Ints, count: Ints, size: int) -> int:
    """Go to the next node of a set: the first place at which digits changed."""
    for i in range(size - 1, -1, -1):
        digit[i] += 1
        if digit[i] < count[member[i]]:
            return i
        digit[i] = 0
    return 0


def additive_stops(board: Board, nodes: Nodes, gain: Floats, position: Position, stop: Floats) -> Any:
    """The sum of the gains over all columns."""
    spaces, count, own = position.spaces, nodes.digits, position.own
    base = 0.0
    for c in range(len(own)):
        if position.owner[c] == -1:
            base += gain[c, own[c]]
        elif position.owner[c] == 0:
            base += gain[c, position.length[c]]
    partial, digit = np.zeros(board.runners + 1), np.zeros(board.runners, np.int64)
    partial[0] = base
    for s in range(len(board.size)):
        size, member, changed = board.size[s], board.member[s], 0
        digit[:] = 0
        for node in range(nodes.first[s], nodes.first[s + 1]):
            for i in range(changed, size):
                c = member[i]
                partial[i + 1] = partial[i] + gain[c, spaces[c, digit[i]]] - gain[c, own[c]]
            stop[node] = partial[size]
            changed = next_digits(digit, member, count, size)
    return base


def table_stops(board: Board, nodes: Nodes, values: Values, position: Position, stop: Floats) -> Any:
    """The solved values of the positions after stopping.

    Alone, a column counts its space times its radix; for two, a column has a state for each two spaces, the player to
    act first, and two more: claimed by that player, or by the other.
    """
    spaces, count, length, table = position.spaces, nodes.digits, position.length, values.table
    own, rival, owner = position.own, position.rival, position.owner
    two = values.kind == TWO_TABLE
    columns = len(own)
    part = np.zeros((columns, spaces.shape[1] + 1), np.int64)  # what a column adds, by digit + 1; as it stands at 0
    radix, base = 1, 0
    for c in range(columns - 1, -1, -1):
        top = length[c]
        for d in range(-1, count[c]):
            space = own[c] if d < 0 else spaces[c, d]
            if not two:
                part[c, d + 1] = radix * (top if owner[c] >= 0 else space)
            elif owner[c] >= 0 or space == top:  # the rival is to act next
                part[c, d + 1] = radix * (top * top + (1 if owner[c] <= 0 else 0))
            else:
                part[c, d + 1] = radix * (rival[c] * top + space)
        base += part[c, 0]
        radix *= top * top + 2 if two else top + 1
    at, digit = np.zeros(board.runners + 1, np.int64), np.zeros(board.runners, np.int64)
    at[0] = base
    for s in range(len(board.size)):
        size, member, changed = board.size[s], board.member[s], 0
        digit[:] = 0
        for node in range(nodes.first[s], nodes.first[s + 1]):
            for i in range(changed, size):
                c = member[i]
                at[i + 1] = at[i] + part[c, digit[i] + 1] - part[c, 0]
            stop[node] = 1.0 - table[at[size]] if two else -table[at[size]]
            changed = next_digits(digit, member, count, size)
    return 1.0 - table[base] if two else -table[base]


def net_stops(board: Board, nodes: Nodes, values: Values, position: Position, stop: Floats) -> Any:
    """The net's values after stopping; a won game is worth 1, or no more turns."""
    spaces, count, own, rival = position.spaces, nodes.digits, position.own, position.rival
    two = values.kind == TWO_NET
    units, outputs = len(values.bias), len(values.second_bias)
    delta = np.zeros((len(own), spaces.shape[1], units), np.float32)
    tops = np.zeros((board.runners + 1, units), np.float32)
    partial = np.zeros((board.runners + 1, units), np.float32)
    won, lost = first_layer(values, position, partial[0])
    for c in range(len(own)):
        part = values.theirs[c] if two else values.mine[c]
        for d in range(count[c]):
            if d < count[c] - 1:
                delta[c, d] = part[spaces[c, d]] - part[own[c]]
            else:
                delta[c, d] = values.closed[c] - part[own[c]]
                if two:
                    delta[c, d] -= values.mine[c, rival[c]]
    claimed = values.claims[lost] if two else values.claims[0]
    left = position.needed - won
    for k in range(min(left, board.runners + 1)):
        tops[k] = claimed[won + k] - claimed[won]
    reached, digit = np.zeros(board.runners + 1, np.int64), np.zeros(board.runners, np.int64)
    first, second = np.zeros(units, np.float32), np.zeros(outputs, np.float32)
    sum_of = values.second, values.second_bias, values.out, values.out_bias
    for s in range(len(board.size)):
        size, member, changed = board.size[s], board.member[s], 0
        digit[:] = 0
        for node in range(nodes.first[s], nodes.first[s + 1]):
            steps = 0
            for i in range(size):
                steps += digit[i]
            for i in range(changed, size):
                c = member[i]
                reached[i + 1] = reached[i] + (digit[i] == count[c] - 1)
                for u in range(units):
                    partial[i + 1, u] = partial[i, u] + delta[c, digit[i], u]
            k = reached[size]
            if k >= left:
                stop[node] = 1.0 if two else 0.0
            elif steps <= nodes.most + 2:  # others are never asked for
                for u in range(units):
                    first[u] = partial[size, u] + tops[k, u]
                stop[node] = upper_layers(sum_of, first, second, two)
            changed = next_digits(digit, member, count, size)
    first[:] = partial[0]
    return upper_layers(sum_of, first, second, two)


def first_layer(values: Values, position: Position, layer: Singles) -> tuple[int, int]:
    """Fill the first layer for the board without this turn; the columns of the player and of the rival.

    After a turn the rival is to act: the player's own markers are then the other's.
    """
    two = values.kind == TWO_NET
    won, lost = 0, 0
    layer[:] = values.bias
    for c in range(len(position.own)):
        won += position.owner[c] == 0
        lost += position.owner[c] == 1
        if position.owner[c] >= 0:
            layer += values.closed[c]
        elif two:
            layer += values.theirs[c, position.own[c]]
            layer += values.mine[c, position.rival[c]]
        else:
            layer += values.mine[c, position.own[c]]
    layer += values.claims[lost, won] if two else values.claims[0, won]
    return won, lost


def upper_layers(layers: tuple[Singles, Singles, Singles, float], first: Singles, second: Singles, two: bool) -> Any:
    """What a position is worth to the player who has just had a turn, from the first layer before rectifying."""
    weights, bias, out, total = layers
    for v in range(len(second)):
        second[v] = bias[v]
    for u in range(len(first)):
        x = first[u]
        if x > np.float32(0):
            for v in range(len(second)):
                second[v] += x * weights[u, v]
    value = np.float32(total)
    for v in range(len(second)):
        x = second[v]
        value += (x if x > np.float32(0) else np.float32(0)) * out[v]
    return 1.0 - value if two else 0.0 - value
