"""Compiled loops over numbers and arrays; nothing else."""

from tabletop_odds.compiled import compiled
from tabletop_odds.streams import below, game_key, turn_key


@compiled
def improve(target, faces, win):
    """One sweep of value iteration over `win[mine, theirs, turn total]`; returns the largest change."""
    change = 0.0
    for mine in range(target - 1, -1, -1):
        for theirs in range(target - 1, -1, -1):
            for total in range(target - mine - 1, -1, -1):
                best = 1 - win[theirs, mine, 0]
                for face in range(2, faces + 1):
                    best += win[mine, theirs, total + face] if mine + total + face < target else 1.0
                best /= faces
                if total > 0:
                    best = max(best, 1 - win[theirs, mine + total, 0])
                change = max(change, abs(best - win[mine, theirs, total]))
                win[mine, theirs, total] = best
    return change


@compiled
def play_turns(seed, start, faces, rolls, out):
    """Play one turn a game, for games `start`, `start` + 1, ...; fills the rows turn total, bust, rolls of `out`."""
    for game in range(out.shape[1]):
        state = turn_key(game_key(seed, start + game), 0, 0)
        total, bust, rolled = 0, 0, 0
        while rolls[total]:
            face, state = below(state, faces)
            rolled += 1
            if face == 0:
                total, bust = 0, 1
                break
            total += face + 1
        out[0, game] = total
        out[1, game] = bust
        out[2, game] = rolled
