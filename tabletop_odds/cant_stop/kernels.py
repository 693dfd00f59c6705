"""Whole games as a compiled loop over arrays: the same loop, names and order of draws as in `game_by_rules`.

Columns are numbered from 0, and a set of columns is a whole number with a bit for each. During a turn `runner[c]` is
the space of the runner in column c, or of the player's marker where there is none; `up` is the set of the runners that
are out. A turn is played by one function, which moves the runners and returns that set.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, turn_key

from .best_kernels import play_best_turn, room
from .step_kernels import held_by_others, next_space

OPEN = -1
NOTHING = -1  # in place of a column: none is advanced
NEVER = 1 << 60  # a stop value, or a number of rolls, that is never reached


class BoardTables(NamedTuple):
    """The rules of a game. `free`, `jump` and `blocked` are its options.

    Roll i of the `rolls` ordered ones has pairings `first_pairing[i]` to `first_pairing[i + 1]`, each two columns in
    `pairs`. `busts[s]`: how many rolls bust where only the columns of set s can be advanced.
    """

    length: Any
    runners: int
    columns_to_win: int
    free: bool
    jump: bool
    blocked: bool
    rolls: int
    first_pairing: Any
    pairs: Any
    busts: Any


class WeightTables(NamedTuple):
    """Policies by weights, one a row: see `Weights`.

    `entry` has what a runner costs taken off; `points[policy, column, space]` are the choice points of the spaces up
    to that one; `adjustment[policy, s]` is that of runners in the columns of set s, 0 while one is free.
    """

    progress: Any
    entry: Any
    points: Any
    adjustment: Any
    stop: Any
    stop_at_top: Any
    most_busts: Any
    times: Any


class Beginning(NamedTuple):
    """The position that games start from: markers by player and column, owners of columns, the turn under way.

    `forced`: the player to act rolls so many times at least.
    """

    markers: Any
    claimed: Any
    runner: Any
    up: int
    player: int
    forced: int


def bit(column: int) -> int:
    return int64(1) << column


def count_of(columns: int) -> int:
    """How many columns a set has."""
    n = 0
    while columns:
        columns &= columns - 1
        n += 1
    return n


def must_roll(board: Any, markers: Any, player: int, runner: Any, up: int) -> bool:
    """Whether the rules forbid to stop, as `rules.must_roll`."""
    if up == 0:
        return True
    if board.blocked:
        for c in range(len(runner)):
            if up >> c & 1 and runner[c] < board.length[c] and held_by_others(markers, player, c, runner[c]):
                return True
    return False


def points_gained(weights: Any, policy: int, column: int, space: int, target: int, up: int) -> Any:
    """The choice points of going from a space to a higher one, with a new runner or one that is out."""
    points = weights.points[policy, column, target] - weights.points[policy, column, space]
    return points if up >> column & 1 else points + weights.entry[policy, column]


@compiled
def play_turn(board, weights, policy, markers, player, won, closed, runner, up, forced, state):  # type: ignore[no-untyped-def]
    """One turn by a policy of weights, of a player who has `won` columns: the runners out (none: a bust), and rolls.

    `runner` is where the player stands, and is moved. `closed`: the claimed columns. `forced`: the least rolls.
    """
    every = bit(len(runner)) - 1
    free, topped, value, rolled = board.runners - count_of(up), int64(0), 0, 0
    for c in range(len(runner)):
        if up >> c & 1:
            value += weights.progress[policy, c] * (1 + runner[c] - markers[player, c])
            if runner[c] == board.length[c]:
                topped |= bit(c)
    while True:
        playable = (every & ~closed if free > 0 else up) & ~topped
        if rolled >= forced and not must_roll(board, markers, player, runner, up):
            if won + count_of(topped) >= board.columns_to_win or rolled >= weights.times[policy]:
                break
            if board.busts[playable] > weights.most_busts[policy]:
                break
            if free == 0 or playable & ~up == 0:  # no other column can be entered
                if weights.stop_at_top[policy] and free == 0 and topped:
                    break
                if value + weights.adjustment[policy, up] >= weights.stop[policy]:
                    break
        roll, state = below(state, board.rolls)
        rolled += 1
        # the move with the most choice points, of equals the first in the order of `rules.moves`
        first, second, most = NOTHING, NOTHING, -NEVER
        for k in range(board.first_pairing[roll], board.first_pairing[roll + 1]):
            a, b = int64(board.pairs[k, 0]), int64(board.pairs[k, 1])
            can_a, can_b = playable >> a & 1 == 1, playable >> b & 1 == 1
            if not can_a and not can_b:
                continue
            together = can_a and can_b and (free != 1 or a == b or up & (bit(a) | bit(b)) != 0)
            alone = board.free or not together
            for option in range(3):  # both columns, the first alone, the second alone
                if option == 0:
                    legal, one, other = together, a, b
                elif option == 1:
                    legal, one, other = can_a and alone, a, int64(NOTHING)
                else:
                    legal, one, other = can_b and alone and a != b, b, int64(NOTHING)
                if not legal:
                    continue
                space, after = next_space(board, markers, player, one, runner[one]), up | bit(one)
                if one == other:
                    space = next_space(board, markers, player, one, space)
                points = points_gained(weights, policy, one, runner[one], space, up)
                if other != NOTHING and other != one:
                    space, after = next_space(board, markers, player, other, runner[other]), after | bit(other)
                    points += points_gained(weights, policy, other, runner[other], space, up)
                points -= weights.adjustment[policy, after]
                if points > most:
                    first, second, most = one, other, points
        if first == NOTHING:
            return int64(0), rolled
        for column in (first, second):
            if column == NOTHING:
                continue
            space = next_space(board, markers, player, column, runner[column])
            value += weights.progress[policy, column] * (space - runner[column])
            runner[column] = space
            if up >> column & 1 == 0:
                value += weights.progress[policy, column]
                up |= bit(column)
                free -= 1
            if space == board.length[column]:
                topped |= bit(column)
    return up, rolled


@compiled
def play_games(seed, start, policy_of, board, weights, seats, begin, most_rounds, out):  # type: ignore[no-untyped-def]
    """Play games `start`, `start` + 1, ...: the loop of `play_game`, over tables.

    `policy_of[player]`: a row of `weights`, or -1 - i for the player by values `seats[i]`; None: there is none.
    Fills the rows of `out`: the winner, rounds (-1: more than `most_rounds`), turns, busts, rolls, and the columns of
    each player.
    """
    players, columns = begin.markers.shape
    markers, claimed, runner = begin.markers.copy(), begin.claimed.copy(), begin.runner.copy()
    won = np.zeros(players, np.int64)  # type: ignore[name-defined]  # noqa: F821
    if seats is not None:
        rooms = room(seats[0].board, board.length), room(seats[0].board, board.length)
    for game in range(out.shape[1]):
        key = game_key(seed, start + game)
        markers[:], claimed[:], runner[:], won[:] = begin.markers, begin.claimed, begin.runner, 0
        closed = int64(0)
        for c in range(columns):
            if claimed[c] != OPEN:
                won[claimed[c]] += 1
                closed |= bit(c)
        player, up, forced = begin.player, begin.up, begin.forced
        turn, busts, rolls = 0, 0, 0
        while True:
            state = turn_key(key, player, turn // players)
            policy, rolled = policy_of[player], 0
            if policy >= 0:
                up, rolled = play_turn(
                    board, weights, policy, markers, player, won[player], closed, runner, up, forced, state
                )
            if seats is not None and policy < 0:
                seat = seats[-1 - policy]
                up, rolled = play_best_turn(seat, board, markers, player, claimed, runner, up, forced, state, rooms)
            turn += 1
            busts += up == 0
            rolls += rolled
            for c in range(columns):
                if up >> c & 1 and runner[c] == board.length[c]:
                    claimed[c] = player
                    won[player] += 1
                    closed |= bit(c)
                    markers[:, c] = 0
                elif up >> c & 1:
                    markers[player, c] = runner[c]
            over = won[player] >= board.columns_to_win
            if over or turn == most_rounds * players:
                break
            player = player + 1 if player + 1 < players else 0
            up, forced = int64(0), 0
            runner[:] = markers[player]
        rounds = (turn - 1) // players + 1 if over else -1
        out[0, game], out[1, game], out[2, game], out[3, game], out[4, game] = player, rounds, turn, busts, rolls
        for i in range(players):
            out[5 + i, game] = won[i]
