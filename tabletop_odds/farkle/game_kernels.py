"""Whole games as compiled loops over arrays: the same loops, names and order of draws as in `games`.

Points are in steps, the greatest number that divides all scores (the scoring unit, and the penalty for farkles). A
move is one whole number that says what follows a roll: points, the column of `PolicyTable` and whether the player
then banks. So a roll costs one word, one class and one move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, int64, uint64
from tabletop_odds.streams import below, game_key, next_word, turn_key

from .game_race_kernels import LOST, best_move, number_of, place_of, solved_move

ENDLESS, UNENDING = -2, -3  # in place of dice left: a turn, or a game, without end
BLIND, SOLVED = -1, -2  # in place of a first key: sees no scores; plays the solved race
NEVER = 1 << 60  # a turn total that is never reached
SUDDEN_DEATH, LAST_TURN, EQUAL_TURNS = 0, 1, 2
SHARED, FIRST, LAST = 0, 1, 2


class GameTables(NamedTuple):
    """Dice, rules and policies of a game.

    `class_of[first_roll[n] + i]`: the class of ordered roll i of n dice; unless `fair`, each die takes a word.
    `moves[(table * rows + total) * classes + c]`: the move after a roll of class c at a turn total, which for rows is
    counted in scoring units, of `unit` steps. Policy p has tables from `first_table[p]` on, one a status for each view
    of the scores; `key_of[first_key[p] + mine * levels + theirs]` is the view, by scores counted from `lowest`; a
    policy without tables of that kind has BLIND or SOLVED for `first_key`. A status is the number of farkles in a row,
    plus `counts` for who has not opened.
    A last turn plays by the rows of `moves` from `last_row` on, which `short_row` numbers by what is needed;
    `last_chance[row * (dice + 2) + n]` is the chance to win by rolling n dice.
    `takes[status * (dice + 1) + n]`: the least turn total with which n dice are taken over. `minimum[opened]`: the
    least that may be banked. `bonus`: what a turn that takes dice over starts with; -1: the turn total that was left.
    """

    dice: int
    fair: bool
    thresholds: Any
    first_roll: Any
    class_of: Any
    classes: int
    rows: int
    moves: Any
    first_table: Any
    first_key: Any
    key_of: Any
    levels: int
    lowest: int
    last_row: int
    last_rows: int
    last_chance: Any
    takes: Any
    hot_forced: bool
    minimum: Any
    target: int
    end: int
    tie: int
    exact: bool
    statuses: int
    counts: int
    penalty: int
    below_zero: bool
    piggy_back: bool
    bonus: int
    unit: int


class Beginning(NamedTuple):
    """The position that games start from: by seat the side, by side score and turn of reaching it, by seat the rest.

    `last`: the seat before whose turn the game ends, -1 where that is not settled. The first turn has `total` and
    `dice` at its start, and is banked at once unless `rolls`.
    """

    side: Any
    score: Any
    reached: Any
    opened: Any
    farkles: Any
    began: int
    last: int
    total: int
    dice: int
    rolls: bool


def loaded_roll(state: int, n: int, thresholds: Any) -> tuple[int, int]:
    """The number of an ordered roll of n loaded dice, and the stream's state after it."""
    roll = 0
    for _ in range(n):
        word, state = next_word(state)
        face = 0
        while face < len(thresholds) and word >= thresholds[face]:
            face += 1
        roll = 6 * roll + face
    return roll, state


def short_row(short: int, enough: bool, rows: int) -> int:
    """The row of the last turn for a player who is `short` steps short: 0 is ahead, then tie rows, then enough."""
    if short < 0:
        return 0
    row = 1 + min(short, rows - 1)
    return row + rows if enough else row


def rival_of(score: Any, side: Any, seat: int) -> int:
    """The seat of another side with the highest score; of equals the one whose turn comes first."""
    rival = -1
    for i in range(1, len(side)):
        other = (seat + i) % len(side)
        if side[other] != side[seat] and (rival < 0 or score[side[other]] > score[side[rival]]):
            rival = other
    return rival


def lowest_other(score: Any, side: Any, seat: int) -> Any:
    """The other side with the lowest score; of equals the one whose turn comes first."""
    lowest = -1
    for i in range(1, len(side)):
        other = side[(seat + i) % len(side)]
        if other != side[seat] and (lowest < 0 or score[other] < score[lowest]):
            lowest = other
    return lowest


def winning_share(score: Any, reached: Any, side: Any, seat: int, tie: int, scale: int) -> int:
    """The share of the win, `scale` to one win, that the seat's side has by the scores."""
    mine, tied, beaten = side[seat], 1, False
    for other in range(len(score)):
        if other != mine:
            same = score[other] == score[mine]
            beaten = beaten or score[other] > score[mine]
            beaten = beaten or (same and tie == FIRST and reached[other] < reached[mine])
            beaten = beaten or (same and tie == LAST and reached[other] > reached[mine])
            tied += same
    if beaten:
        return 0
    return scale // tied if tie == SHARED else scale


def penalised(score: int, opened: bool, penalty: int, below_zero: bool) -> int:
    """The score after the third farkle in a row."""
    if below_zero:
        return score - penalty
    return max(score - penalty, min(score, 0)) if opened else score


@compiled
def play_games(  # type: ignore[no-untyped-def]
    seed, start, policy_of, tables, best, scratch, luck, shares, begin, scale, most_rolls, most_rounds, out
):
    """Play games `start`, `start` + 1, ... to the end: the loop of `play_game`, over tables.

    Seat s plays policy `policy_of[s]`; `best` and `scratch` are the solved race where a policy plays it, else None.
    Fills the rows of `out`: shares of the win by seat, `scale` to one win, rounds, turns, farkles, scores by seat, and
    where there is a table of `luck` (of every roll, as `moves` for one table) the luck of all rolls, by `shares[seat]`.
    The first game without an end has -2 or -3 for rounds (a turn, or a game, without end) and the seat for turns, and
    no other is played.
    """
    # in the order of GameTables, and out of it once: taking an array out of a tuple costs more than a roll
    dice, fair, thresholds, first_roll, class_of, classes = tables[:6]
    rows, moves, first_table, first_key, key_of, levels, lowest = tables[6:13]
    last_row, last_rows, last_chance, takes = tables[13:17]
    hot_forced, least, target, end, tie, exact, statuses, counts, penalty, below_zero = tables[17:27]
    piggy_back, tables_bonus, unit = tables[27:30]
    if best is not None:
        known, kept, first_keep = best.known, best.rows, best.first_keep
        keep_points, keep_column = best.keep_points, best.keep_column
    players, side = len(policy_of), begin.side
    score, reached = begin.score.copy(), begin.reached.copy()
    opened, farkles = begin.opened.copy(), begin.farkles.copy()
    for game in range(out.shape[1]):
        key = game_key(seed, start + game)
        for i in range(len(score)):
            score[i], reached[i] = begin.score[i], begin.reached[i]
        for i in range(players):
            opened[i], farkles[i] = begin.opened[i], begin.farkles[i]
        last, winner, farkled, lucky = begin.last, -1, 0, 0
        offer_total, offer_dice = 0, 0
        seat, turn, rounds = 0, 0, 1
        while True:
            us, policy = side[seat], policy_of[seat]
            mine = score[us]
            status = farkles[seat] if opened[seat] else counts + farkles[seat]
            minimum = least[opened[seat]]
            # what decides: the last turn, by the steps that are needed, or the policy's table, or its solution
            final, seen = last >= 0, first_key[policy]
            theirs, rival = 0, -1
            if final or seen != BLIND:
                rival = rival_of(score, side, seat)
                theirs = score[side[rival]]
            needed = max(theirs - mine, 0)
            enough = needed < minimum
            if enough:
                needed = minimum
            row, reach = (first_table[policy] + status) * rows, NEVER
            if seen == BLIND and not final:
                reach = target - mine
            if seen >= 0 and not final:
                i, j = max(mine - lowest, 0), max(theirs - lowest, 0)
                row += statuses * rows * key_of[seen + i * levels + j]
            if best is not None and seen == SOLVED and not final:
                second = farkles[rival] if opened[rival] else counts + farkles[rival]
                late = best.race.seats == 2 and seat != begin.began
                standing = max(mine - lowest, 0), max(theirs - lowest, 0), status, second, int64(late)
                number = number_of(best, *standing)
            # the dice to start with
            total, n, bonus = 0, dice, 0
            if turn == 0:
                total, n = begin.total, begin.dice
            elif offer_dice > 0:
                taken = offer_total if tables_bonus < 0 else tables_bonus
                better = offer_total >= takes[status * (dice + 1) + offer_dice]
                if final:
                    fresh = last_chance[short_row(needed, enough, last_rows) * (dice + 2) + dice]
                    over = last_chance[short_row(needed - taken, enough, last_rows) * (dice + 2) + offer_dice]
                    better = over > fresh
                if better:
                    total, n, bonus = taken, offer_dice, max(tables_bonus, 0)
            # the turn; instead of dice left at its end LOST stands for a farkle, 0 for the match
            state = turn_key(key, seat, rounds - 1)
            left, rolled = n if turn == 0 and not begin.rolls else ENDLESS, 0
            while left == ENDLESS and rolled < most_rolls:
                first = first_roll[n]
                if fair:
                    roll, state = below(state, first_roll[n + 1] - first)
                else:
                    roll, state = loaded_roll(state, n, thresholds)
                c = int64(class_of[uint64(first + roll)])
                if len(luck) > 0:
                    lucky += shares[seat] * luck[min(total // unit, rows - 1) * classes + c]
                if final:
                    at = last_row + short_row(needed - total, enough, last_rows)
                else:
                    at = row + min(total if unit == 1 else total // unit, rows - 1)
                if best is not None and seen == SOLVED and not final:
                    move = best_move(
                        known, number * kept, kept, first_keep, keep_points, keep_column, dice + 2, total, c
                    )
                    if move < 0:
                        move = solved_move(best, scratch, place_of(best, *standing), total, c)
                else:
                    move = int64(moves[uint64(at * classes + c)])
                total += move >> 5
                n = move >> 1 & 15
                if move & 1:
                    left = n
                elif n > dice:
                    n = dice  # nothing scored, and all dice must be rolled again
                    if rolled == 0:
                        total -= bonus
                elif total >= reach and (total == reach or not exact):
                    left = ENDLESS if total < minimum or (n == dice and hot_forced) else n
                rolled += 1
            # what it changes
            offer_dice = 0
            if 0 < left < LOST:
                farkles[seat], opened[seat] = 0, 1
                gainer = us
                if exact and mine + total > target:
                    gainer = lowest_other(score, side, seat)
                if not exact or score[gainer] + total <= target:
                    score[gainer] += total
                    reached[gainer] = turn
                if score[gainer] >= target and last < 0:
                    if exact or end == SUDDEN_DEATH:
                        winner = gainer
                    else:
                        last = seat if end == LAST_TURN else begin.began
                if piggy_back:
                    offer_total, offer_dice = total, left
            elif left == LOST:
                farkled += 1
                if counts == 3:
                    farkles[seat] = farkles[seat] + 1 if farkles[seat] < 2 else 0
                    if farkles[seat] == 0:
                        fallen = penalised(mine, opened[seat], penalty, below_zero)
                        if fallen != mine:
                            score[us], reached[us] = fallen, turn
            elif left == 0:
                winner = us
            turn += 1
            acted, seat = seat, seat + 1
            if seat == players:
                seat = 0
            over = winner >= 0 or seat == last
            if left == ENDLESS or (rounds == most_rounds and seat == 0 and not over):
                out[players, game] = ENDLESS if left == ENDLESS else UNENDING
                out[players + 1, game] = acted
                return
            if over:
                break
            if seat == 0:
                rounds += 1
        for i in range(players):
            share = winning_share(score, reached, side, i, tie, scale)
            if winner >= 0:
                share = scale if side[i] == winner else 0
            out[i, game], out[players + 3 + i, game] = share, score[side[i]]
        out[players, game], out[players + 1, game], out[players + 2, game] = rounds, turn, farkled
        if len(luck) > 0:
            out[2 * players + 3, game] = lucky
