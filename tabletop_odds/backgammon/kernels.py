"""Whole games as a compiled loop over arrays: the same loop, names and order of draws as in `game_by_rules`.

Sides and plays are sets of points, as in `move_kernels`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, turn_key

from .choice_kernels import best_play, count_on, nth_play
from .move_kernels import BAR, HOME, MOST_PLAYS, OFF, SLOTS, across, list_plays, moved, occupied

RANDOM = -1  # in place of a row of weights: any play, each with the same chance
FAR_HOME = HOME << 18  # the other side's home
SCALE = 65535  # one point, or one game won, in results: a table of chances has as many steps


class Beginning(NamedTuple):
    """The position that games start from: by seat the two words of a side. Seat 0 is on roll, with these dice.

    `larger` 0: seat 0 rolls. `opening`: the first roll says who begins, and is played by whoever does. `most_points`:
    what a game can be worth, 1 where gammons do not count.
    """

    low: Any
    high: Any
    larger: int
    smaller: int
    opening: bool
    most_points: int


class FinishTable(NamedTuple):
    """Where games end by a table: at most `checkers` a side, all home, neither side with 15. 0: there is no table.

    `chances[on_roll[i] + waits[j]]`: that the side on roll wins, in 65535ths, positions numbered as `positions.rank`;
    `skipped[left, point]`: how many positions of at most `left` checkers there are on the points 1 to `point`.
    """

    chances: Any
    on_roll: Any
    waits: Any
    skipped: Any
    checkers: int


def points_won(low: int, high: int) -> int:
    """What the loser pays, by the checkers left: 1, for a gammon 2, for a backgammon 3."""
    left = occupied(low, high)
    if left & OFF:
        return 1
    return 3 if left & (FAR_HOME | BAR) else 2


def rank_of(low: int, high: int, skipped: Any, checkers: int) -> int:
    """The number of a position at home, as `positions.rank`."""
    number, left = 0, checkers
    for point in range(6, 0, -1):
        count = count_on(low, high, point)
        number += skipped[left, point] - skipped[left - count, point]
        left -= count
    return number


def finishes(low: int, high: int, checkers: int) -> bool:
    """Whether a side is one of a finishing table: all home or off, some off, and few enough left."""
    return occupied(low, high) & ~(HOME | OFF) == 0 and count_on(low, high, 0) >= max(15 - checkers, 1)


@compiled
def play_games(  # type: ignore[no-untyped-def]
    seed, start, policy_of, weights, shots, begin, finish, first_rolls, most_turns, out
):
    """Play games `start`, `start` + 1, ...: the loop of `play_game`, over sets.

    `policy_of[seat]`: a row of `weights`, or RANDOM; `shots` as `shots_at`, by the set of distances. `first_rolls`:
    that of each game, where the position has no dice (empty: they are drawn). Fills the rows of `out`: the chance that
    seat 0 wins and the points that it wins, both in 65535ths; points (0: ended by the table), turns (-1: more than
    `most_turns`).
    """
    low, high = begin.low.copy(), begin.high.copy()
    chances, on_roll, waits, skipped, checkers = finish
    plays, slots = np.empty((MOST_PLAYS, 3), np.int64), np.empty(SLOTS, np.int16)  # type: ignore[name-defined]  # noqa: F821
    for game in range(out.shape[1]):
        key = game_key(seed, start + game)
        for seat in range(2):
            low[seat], high[seat] = begin.low[seat], begin.high[seat]
        larger, smaller, seat, turn = begin.larger, begin.smaller, 0, 0
        if begin.opening:
            state = key
            while larger == smaller:
                roll, state = below(state, 36)
                larger, smaller = roll // 6 + 1, roll % 6 + 1
            if larger < smaller:
                larger, smaller, seat = smaller, larger, 1
        while True:
            other = 1 - seat
            if checkers and larger == 0 and finishes(low[seat], high[seat], checkers):  # noqa: SIM102
                if finishes(low[other], high[other], checkers):
                    i = rank_of(low[seat], high[seat], skipped, checkers)
                    j = rank_of(low[other], high[other], skipped, checkers)
                    chance = int64(chances[on_roll[i] + waits[j]])
                    out[0, game] = chance if seat == 0 else SCALE - chance
                    out[1, game] = 2 * out[0, game] - SCALE
                    out[2, game], out[3, game] = 0, turn
                    break
            if turn == most_turns:
                out[3, game] = -1
                break
            state = turn_key(key, seat, turn // 2)
            if larger == 0:
                if turn == 0 and len(first_rolls) > 0:
                    roll = first_rolls[game]
                else:
                    roll, state = below(state, 36)
                larger, smaller = roll // 6 + 1, roll % 6 + 1
                if larger < smaller:
                    larger, smaller = smaller, larger
            n = list_plays(low[seat], high[seat], low[other], high[other], larger, smaller, plays, slots)
            larger = smaller = 0
            turn += 1
            if n == 0:
                seat = other
                continue
            if policy_of[seat] == RANDOM:
                choice, state = below(state, n)
                choice = nth_play(plays, n, choice)
            else:
                choice = best_play(plays, n, low[other], high[other], weights, policy_of[seat], shots)
            low[seat], high[seat], hits = plays[choice, 0], plays[choice, 1], plays[choice, 2]
            while hits:
                point = hits & -hits
                hits ^= point
                low[other], high[other] = moved(low[other], high[other], across(point), BAR)
            if occupied(low[seat], high[seat]) == OFF:
                points = min(points_won(low[other], high[other]), begin.most_points)
                out[0, game] = SCALE if seat == 0 else 0
                out[1, game] = points * SCALE if seat == 0 else -points * SCALE
                out[2, game], out[3, game] = points, turn
                break
            seat = other
