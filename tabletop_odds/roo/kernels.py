"""Whole games as a compiled loop over arrays: the same loop, names and order of luck as in `game_by_rules`.

Sides are rows of arrays, as `move_kernels` has them; `piles[seat]` is in order, the next card at `left[seat]` - 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.decks import shuffle
from tabletop_odds.streams import game_key, turn_key

from .move_kernels import EMPTY, legal_actions, move, penalty, unplaced
from .policy_kernels import GREEDY, MOST_ACTIONS, chosen, only_searches

TARGETS, PILE, ROUNDS = range(3)  # how a game ended


class Beginning(NamedTuple):
    """The state that games start from: sides as rows, `dealt` anew where they are to be ignored."""

    dealt: bool
    boards: Any
    wheres: Any
    aims: Any
    player: int
    rounds: int
    last: bool


def deal(t: Any, board: Any, where: Any, aims: Any, deck: Any, luck: int) -> int:
    """One player's side, as `dealing.dealt_side`; what is left of `deck` is the pile, how many cards it has."""
    cards, count = len(deck), len(aims)
    for card in range(cards):
        deck[card], board[card] = card, EMPTY
    luck = shuffle(deck, cards, luck)
    left = cards - count
    for i in range(count):
        card = deck[left + i]
        aims[(i + t.rotated) % count] = card
        if not t.marked:
            where[card] = t.home[card] if t.at_home else t.goals[i]
            board[where[card]] = card
    if t.marked:
        left = cards
        for card in range(cards):
            deck[card] = card
        shuffle(deck, cards, luck)
    for i in range(left):
        where[deck[i]] = cards + 1 if i < left - t.hand_size else cards
    return left - int64(t.hand_size)


def begun(t: Any, begin: Any, seat: int, board: Any, where: Any, aims: Any, pile: Any, luck: int) -> int:
    """One player's side as it is in the state given, its pile shuffled; how many cards that has."""
    board[:], where[:], aims[:] = begin.boards[seat], begin.wheres[seat], begin.aims[seat]
    left = 0
    for card in range(len(where)):
        if where[card] == len(where) + 1:
            pile[left] = card
            left += 1
    shuffle(pile, left, luck)
    return left


def discard(where: Any, pile: Any, left: int, card: int, luck: int) -> int:
    """Discards a card and draws the next, from the discards anew where the pile is empty; how many are left in it."""
    hand = len(where)
    where[card] = hand + 2
    if left == 0:
        for other in range(hand):
            if where[other] == hand + 2:
                where[other], pile[left] = hand + 1, other
                left += 1
        shuffle(pile, left, luck)
    where[pile[left - 1]] = hand
    return left - 1


@compiled
def play_games(seed, start, t, policies, begin, boards, wheres, aims, out):  # type: ignore[no-untyped-def]
    """Play games `start`, `start` + 1, ...: the loop of `play_game`, over tables.

    `policies[player]`: the number of a named policy. Fills the rows of `out`: how the game ended, rounds, turns, and by
    player twelfths of the win, complete or not, penalty. The sides at the end of the last game are left in `boards`,
    `wheres` and `aims`.
    """
    players, cards = wheres.shape
    piles, left = np.empty((players, cards), np.int64), np.empty(players, np.int64)  # type: ignore[name-defined]  # noqa: F821
    actions = np.empty((MOST_ACTIONS, 3), np.int64)  # type: ignore[name-defined]  # noqa: F821
    then = np.empty((MOST_ACTIONS, 3), np.int64)  # type: ignore[name-defined]  # noqa: F821
    for game in range(out.shape[1]):
        key = game_key(seed, start + game)
        for seat in range(players):
            luck = turn_key(key, seat, 0)
            if begin.dealt:
                left[seat] = deal(t, boards[seat], wheres[seat], aims[seat], piles[seat], luck)
            else:
                left[seat] = begun(t, begin, seat, boards[seat], wheres[seat], aims[seat], piles[seat], luck)
        player, rounds, last, turns = begin.player, begin.rounds, begin.last, 0
        while True:
            board, where = boards[player], wheres[player]
            luck = turn_key(key, player, rounds + 1)
            n, i = 1, 0
            if policies[player] != GREEDY or not only_searches(t, board, where, aims[player], actions):
                n = legal_actions(t, board, where, actions)
                if n > 0:
                    i, luck = chosen(t, policies, boards, wheres, aims, player, rounds, last, actions, n, then, luck)
            if n > 0:
                card, cell, origin = actions[i, 0], actions[i, 1], actions[i, 2]
                if cell == EMPTY:
                    left[player] = discard(where, piles[player], left[player], card, luck)
                else:
                    move(board, where, card, cell, origin)
            turns += 1
            stopped = unplaced(t, where, aims[player]) == 0
            empty = 0
            for seat in range(players):
                empty += left[seat] == 0
            out_of_cards = empty == players and not t.reshuffle if not t.any_out else empty > 0
            last = last or stopped or out_of_cards
            if last and (player + 1 == players or not t.finish_round):
                break
            if player + 1 == players and rounds + 1 >= t.max_rounds:
                break
            player = player + 1 if player + 1 < players else 0
            rounds += player == 0
        complete, lowest, among = 0, 1 << 60, 0
        for seat in range(players):
            done = int64(unplaced(t, wheres[seat], aims[seat]) == 0)
            complete += done
            out[4 + 3 * seat, game] = done
            out[5 + 3 * seat, game] = penalty(t, boards[seat], wheres[seat])
        for seat in range(players):
            if complete == 0 or t.lowest or out[4 + 3 * seat, game]:
                points = out[5 + 3 * seat, game]
                among = among + 1 if points == lowest else 1 if points < lowest else among
                lowest = min(lowest, points)
        for seat in range(players):
            counts = complete == 0 or t.lowest or out[4 + 3 * seat, game] == 1
            out[3 + 3 * seat, game] = 12 // among if counts and out[5 + 3 * seat, game] == lowest else 0
        out[0, game] = TARGETS if complete else PILE if last else ROUNDS
        out[1, game], out[2, game] = rounds + 1, turns
