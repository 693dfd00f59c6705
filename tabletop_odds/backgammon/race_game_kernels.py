"""Whole races as a compiled loop: two bear-offs, a look-up a roll.

A look-up waits for the one before it, so several games are played side by side: while one waits, the others go on.
"""

from __future__ import annotations

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, turn_key

LANES = 16  # games side by side
DRAW = 5  # rolls in one draw: 36**5 is below 2**32
ROLLS = 36**DRAW
REST = ROLLS // 36


@compiled
def play_races(seed, start, mine, theirs, first_mine, first_theirs, out):  # type: ignore[no-untyped-def]
    """Play races `start`, `start` + 1, ...: fills the rows of `out` with who wins (side 0 rolls
    first) and the rolls of either side.

    `mine[36 * x + roll]`: 36 times the number of the position after the best play of an ordered roll from position x;
    0: nothing is left. The sides begin at `first_mine` and `first_theirs`, 36 times their numbers.
    """
    states = np.zeros((2, LANES), np.uint64)  # type: ignore[name-defined]  # noqa: F821
    at, rolls = np.zeros((2, LANES), np.int64), np.zeros((2, LANES), np.int64)  # type: ignore[name-defined]  # noqa: F821
    drawn = np.zeros((2, LANES), np.int64)  # type: ignore[name-defined]  # noqa: F821
    games = out.shape[1]
    for block in range(0, games, LANES):
        for lane in range(LANES):
            key = game_key(seed, start + block + lane)
            states[0, lane], states[1, lane] = turn_key(key, 0, 0), turn_key(key, 1, 0)
            at[0, lane], at[1, lane] = first_mine, first_theirs
            rolls[0, lane] = rolls[1, lane] = 0
        left, k = 1, 0
        while left:
            if k == 0:
                for side in range(2):
                    for lane in range(LANES):
                        drawn[side, lane], states[side, lane] = below(states[side, lane], ROLLS)
                k = DRAW
            k -= 1
            left = 0
            for lane in range(LANES):
                roll = drawn[0, lane] // REST
                drawn[0, lane] = 36 * (drawn[0, lane] - roll * REST)
                x = at[0, lane]
                rolls[0, lane] += x != 0
                x = int64(mine[x + roll])
                at[0, lane] = x
                left |= x
                roll = drawn[1, lane] // REST
                drawn[1, lane] = 36 * (drawn[1, lane] - roll * REST)
                x = at[1, lane]
                rolls[1, lane] += x != 0
                x = int64(theirs[x + roll])
                at[1, lane] = x
                left |= x
        for lane in range(min(LANES, games - block)):
            won = int64(rolls[0, lane] <= rolls[1, lane])
            out[0, block + lane], out[1, block + lane] = won, 1 - won
            out[2, block + lane], out[3, block + lane] = rolls[0, lane], rolls[1, lane]
