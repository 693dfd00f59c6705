"""The named policies compiled: each the number of the action that it takes, as in `policies`."""

from __future__ import annotations

from typing import Any

from tabletop_odds.compiled import int64
from tabletop_odds.streams import below

from .move_kernels import (
    EMPTY,
    FAR,
    NEVER,
    POINTS,
    WORST,
    draws_to_come,
    is_waiting,
    legal_actions,
    move,
    outlook,
    penalty,
    piled,
    take_back,
    turns_left,
    unplaced,
)

RANDOM, GREEDY, UNLOADER, TWO_TURNS, EITHER = range(5)
MOST_ACTIONS = 512


def chosen(
    t: Any,
    policies: Any,
    boards: Any,
    wheres: Any,
    aims: Any,
    player: int,
    rounds: int,
    last: bool,
    actions: Any,
    n: int,
    then: Any,
    luck: int,
) -> tuple[int, int]:
    """The number of the action that a policy takes of n, at least one, and its luck after that."""
    board, where, mine, policy = boards[player], wheres[player], aims[player], policies[player]
    if policy == RANDOM:
        return below(luck, n)
    if policy == EITHER:
        policy = UNLOADER if race_lost(t, boards, wheres, aims, player, rounds, last) else GREEDY
    if policy == GREEDY:
        return greedy(t, board, where, mine, actions, n, then), luck
    if policy == UNLOADER:
        return unloading(t, board, where, mine, actions, n), luck
    return two_turns(t, board, where, mine, actions, n, then), luck


def only_searches(t: Any, board: Any, where: Any, aims: Any, actions: Any) -> bool:
    """Whether a greedy racer can but search: the targets still to place are all in the pile, their ways are free.

    Then the first of `actions` is what it discards. It comes to the same as `greedy`, several times faster.
    """
    hand, spare, missing = len(where), EMPTY, int64(0)
    for k in range(len(aims)):
        missing += where[aims[k]] == hand + 1
    if t.only_stuck or missing == 0 or missing < unplaced(t, where, aims):
        return False
    for card in range(hand):
        if where[card] == hand and (spare == EMPTY or card % t.size > spare % t.size):
            spare = card
    actions[0, 0], actions[0, 1], actions[0, 2] = spare, EMPTY, EMPTY
    return spare != EMPTY and missing == turns_left(t, board, where, aims)


def greedy(t: Any, board: Any, where: Any, aims: Any, actions: Any, n: int, then: Any) -> Any:
    """As `policies.act_greedily`."""
    now, waiting = turns_left(t, board, where, aims), is_waiting(t, where, aims)
    spare = highest_discard(t, aims, actions, n)
    # where each target takes one turn, only those turns bring them down: while one is awaited no other move matters
    plain = waiting and spare != EMPTY and now == unplaced(t, where, aims)
    best, fewest = best_move(t, board, where, aims, actions, n, plain)
    if best != EMPTY and fewest // POINTS < now:
        return best
    if not waiting:
        return two_turns(t, board, where, aims, actions, n, then)
    return spare if spare != EMPTY else max(best, 0)


def best_move(t: Any, board: Any, where: Any, aims: Any, actions: Any, n: int, placing: bool) -> Any:
    """The move that leaves the fewest turns, then the lowest penalty, EMPTY where there is none; and those two as one.

    `placing`: only moves of targets to their cells are looked at.
    """
    best, fewest = EMPTY, WORST
    for i in range(n):
        card, cell, origin = actions[i, 0], actions[i, 1], actions[i, 2]
        looked_at = cell != EMPTY
        if placing and looked_at:
            looked_at = False
            for k in range(len(aims)):
                looked_at = looked_at or (aims[k] == card and t.goals[k] == cell)
        if not looked_at:
            continue
        start = where[card]
        landed, lifted = move(board, where, card, cell, origin)
        left = turns_left(t, board, where, aims) * POINTS + penalty(t, board, where)
        take_back(board, where, card, cell, origin, start, landed, lifted)
        if left < fewest:
            best, fewest = i, left
    return best, fewest


def highest_discard(t: Any, kept: Any, actions: Any, n: int) -> int:
    """The discard of the highest number, of equals the first, of a card that is not `kept`; EMPTY: there is none."""
    best, highest = EMPTY, EMPTY
    for i in range(n):
        card = actions[i, 0]
        if actions[i, 1] == EMPTY and card % t.size > highest and not has(kept, card):
            best, highest = i, card % t.size
    return best


def has(cards: Any, card: int) -> bool:
    for k in range(len(cards)):  # noqa: SIM110 - numba knows no generators
        if cards[k] == card:
            return True
    return False


def unloading(t: Any, board: Any, where: Any, aims: Any, actions: Any, n: int) -> int:
    """As `policies.act_unloading`."""
    best, lowest = EMPTY, WORST
    for i in range(n):
        card, cell, origin = actions[i, 0], actions[i, 1], actions[i, 2]
        if cell == EMPTY:
            continue
        start = where[card]
        landed, lifted = move(board, where, card, cell, origin)
        points = penalty(t, board, where) * POINTS - card % t.size
        take_back(board, where, card, cell, origin, start, landed, lifted)
        if points < lowest:
            best, lowest = i, points
    if best != EMPTY and lowest <= (penalty(t, board, where) - 1) * POINTS:
        return best
    spare = highest_discard(t, aims[:0], actions, n)
    return spare if spare != EMPTY else max(best, 0)


def two_turns(t: Any, board: Any, where: Any, aims: Any, actions: Any, n: int, then: Any) -> int:
    """As `policies.act_two_turns`."""
    hand, cards = len(where), len(where)
    pile, discards = hand + 1, hand + 2
    again = piled(where) == 0  # the discards are the pile anew, with the card discarded
    source = discards if again else pile
    draws = int64(again)
    for card in range(cards):
        draws += where[card] == source
    best, least = 0, WORST
    for i in range(n):
        card, cell, origin = actions[i, 0], actions[i, 1], actions[i, 2]
        total = 0
        if cell != EMPTY:
            start = where[card]
            landed, lifted = move(board, where, card, cell, origin)
            total = draws * best_outlook(t, board, where, aims, then)
            take_back(board, where, card, cell, origin, start, landed, lifted)
        else:
            where[card], drawable = discards, int64(0)
            for other in range(cards):
                if where[other] == source:
                    where[other], drawable = pile, drawable | int64(1) << other
            for other in range(cards):
                if drawable >> other & 1:
                    where[other] = hand
                    total += best_outlook(t, board, where, aims, then)
                    where[other] = pile
            for other in range(cards):
                if drawable >> other & 1:
                    where[other] = source
            where[card] = hand
        if total < least:
            best, least = i, total
    return best


def best_outlook(t: Any, board: Any, where: Any, aims: Any, then: Any) -> int:
    """As `racing.best_outlook`, in one number; the actions of the next turn are written to `then`."""
    to_come = draws_to_come(t, where, aims)
    now = outlook(t, board, where, aims, to_come)
    if unplaced(t, where, aims) == 0:
        return now - 12 * POINTS
    n, best, spare, moves = legal_actions(t, board, where, then), WORST, False, False
    for i in range(n):
        card, cell, origin = then[i, 0], then[i, 1], then[i, 2]
        if cell == EMPTY:
            spare = spare or not has(aims, card)
            continue
        start, moves = where[card], True
        landed, lifted = move(board, where, card, cell, origin)
        best = min(best, outlook(t, board, where, aims, to_come))
        take_back(board, where, card, cell, origin, start, landed, lifted)
    if spare:
        if t.last_card_ends and piled(where) == 1:
            now = NEVER * POINTS + now % POINTS
        elif now < NEVER * POINTS and is_waiting(t, where, aims):
            now -= 12 * POINTS
        best = min(best, now)
    elif not moves:
        best = now
    return best


def race_lost(t: Any, boards: Any, wheres: Any, aims: Any, player: int, rounds: int, last: bool) -> bool:
    """As `racing.race_lost`."""
    players, cards = wheres.shape
    if players > 1 and t.lowest:
        return True
    left, pile = np.empty(players, np.int64), np.empty(players, np.int64)  # type: ignore[name-defined]  # noqa: F821
    unseen, ways = np.zeros(players, np.int64), np.empty(players, np.int64)  # type: ignore[name-defined]  # noqa: F821
    for seat in range(players):
        left[seat] = turns_left(t, boards[seat], wheres[seat], aims[seat])
        pile[seat] = piled(wheres[seat])
        for k in range(aims.shape[1]):
            place = wheres[seat, aims[seat, k]]
            unseen[seat] += place == cards + 1
            if place == cards + 2:
                left[seat] = FAR
        ways[seat] = t.ways[pile[seat], unseen[seat]]
    most = 1 if last else t.max_rounds - rounds
    first, nobody = int64(0), int64(1)
    for turn in range(1, min(most, left[player] + pile[player]) + 1):
        chance = within(t, left[player], pile[player], unseen[player], turn)
        chance -= within(t, left[player], pile[player], unseen[player], turn - 1)
        for seat in range(players):
            if seat != player:
                chance *= ways[seat] - within(t, left[seat], pile[seat], unseen[seat], turn - 1 - int64(seat < player))
        first += chance
    for seat in range(players):
        nobody *= ways[seat] - within(t, left[seat], pile[seat], unseen[seat], most - int64(seat < player))
    return first == 0 or (players > 1 and first < nobody)


def within(t: Any, left: int, pile: int, unseen: int, turns: int) -> int:
    """In how many orders of the pile a race is over within so many turns."""
    spare = turns - left
    if left >= FAR or turns < 0 or spare < 0:
        return int64(0)
    return int64(t.ways[max(min(spare, pile - int64(t.last_card_ends)), 0), unseen])
