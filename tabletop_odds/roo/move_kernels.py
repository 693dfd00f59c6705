"""Legal actions, what they do, and what a racer counts, compiled: as `moving`, `ending` and `racing` have them.

Cards are numbered in the order of the deck, so number n of a colour has remainder n - 1 by the size; cells row by row.
Of a side `board[cell]` is a card or EMPTY, and `where[card]` a cell, or one of three places behind the last: the hand,
the pile, the discards. `aims[i]` is the target of the i-th target cell. An action is a row of card, cell (EMPTY: it is
discarded) and origin (EMPTY: none). Sets of cells are whole numbers with a bit for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import int64

EMPTY = -1
FAR, NEVER = 100, 12_000  # as in `racing`
POINTS = 1024  # an outlook as one number: turns in twelfths times this, and penalty points
WORST = 1 << 60


class RuleTables(NamedTuple):
    """The rules of a game: few arrays, as each of them costs time at every call.

    `inward[n, i]`: cell, cells between and origin of the ways of number n + 1 from the hand, and `along[n, cell, i]`
    cell and cells between of those on the board; behind the last of them the cell is EMPTY. `goals[k]`: the target
    cells; `near[k, n, place]`: the steps there as `racing.steps`, then the cells that must be empty on each way there
    in one move, then EMPTY. `differs[card, cell]`: whether the colours do; `home[card]`: the cell where it starts;
    `ways[n, k]`: k of n things.
    """

    size: int
    hand_size: int
    goals: Any
    inward: Any
    along: Any
    near: Any
    differs: Any
    home: Any
    ways: Any
    marked: bool
    rotated: bool
    at_home: bool
    empty_only: bool
    only_stuck: bool
    reshuffle: bool
    last_card_ends: bool
    any_out: bool
    own_only: bool
    lowest: bool
    finish_round: bool
    max_rounds: int
    hand_limit: int


def bits(cells: int) -> int:
    """How many cells a set has."""
    n = 0
    while cells:
        cells &= cells - 1
        n += 1
    return n


def occupied(board: Any) -> int:
    """The set of the cells that hold cards."""
    cells = int64(0)
    for cell in range(len(board)):
        if board[cell] != EMPTY:
            cells |= int64(1) << cell
    return cells


def held(where: Any) -> int:
    """How many cards are in the hand."""
    n = 0
    for card in range(len(where)):
        n += where[card] == len(where)
    return n


def legal_actions(t: Any, board: Any, where: Any, actions: Any) -> int:
    """Fills the legal actions, in the order of `moving.actions`; how many: none, to pass."""
    hand, cards = len(where), len(where)
    drawable = t.reshuffle or piled(where) > 0
    if t.own_only and not drawable:
        return 0
    taken, room, n, movable = occupied(board), t.hand_limit - held(where), 0, int64(0)
    for card in range(cards):
        if where[card] != hand:
            continue
        number, last = card % t.size, EMPTY
        for i in range(t.inward.shape[1]):
            cell, origin = t.inward[number, i, 0], t.inward[number, i, 2]
            if cell == EMPTY:
                break
            if t.inward[number, i, 1] & taken or (origin == EMPTY and cell == last):
                continue
            more = int64(board[cell] != EMPTY)
            if t.empty_only and more:
                continue
            if origin != EMPTY and board[origin] != EMPTY:
                more += 1
            if more - 1 <= room:
                actions[n, 0], actions[n, 1], actions[n, 2] = card, cell, origin
                n, last, movable = n + 1, cell, movable | int64(1) << card
    for origin in range(cards):
        card = board[origin]
        if card == EMPTY:
            continue
        number = card % t.size
        for i in range(t.along.shape[2]):
            cell = t.along[number, origin, i, 0]
            if cell == EMPTY:
                break
            if t.along[number, origin, i, 1] & taken == 0 and int64(board[cell] != EMPTY) <= room:
                actions[n, 0], actions[n, 1], actions[n, 2] = card, cell, origin
                n += 1
    if drawable:
        for card in range(cards):
            if where[card] == hand and not (t.only_stuck and movable >> card & 1):
                actions[n, 0], actions[n, 1], actions[n, 2] = card, EMPTY, EMPTY
                n += 1
    return n


def piled(where: Any) -> int:
    """How many cards are in the pile."""
    n = 0
    for card in range(len(where)):
        n += where[card] == len(where) + 1
    return n


def move(board: Any, where: Any, card: int, cell: int, origin: int) -> Any:
    """Moves a card; what it took from the landing cell, and from the origin of a hand card."""
    hand, start, lifted = len(where), where[card], int64(EMPTY)
    if origin != EMPTY:
        if start == hand and board[origin] != EMPTY:
            lifted = int64(board[origin])
            where[lifted] = hand
        board[origin] = EMPTY
    landed = int64(board[cell])
    if landed != EMPTY:
        where[landed] = hand
    board[cell], where[card] = card, cell
    return landed, lifted


def take_back(board: Any, where: Any, card: int, cell: int, origin: int, start: int, landed: int, lifted: int) -> None:
    """Undoes a move of a card that was at `start`."""
    board[cell], where[card] = landed, start
    if landed != EMPTY:
        where[landed] = cell
    if start < len(where):
        board[start] = card
    elif lifted != EMPTY:
        board[origin], where[lifted] = lifted, origin


def penalty(t: Any, board: Any, where: Any) -> int:
    """As `ending.penalty`."""
    points = held(where)
    for cell in range(len(board)):
        if board[cell] != EMPTY:
            points += t.differs[board[cell], cell]
    return points


def unplaced(t: Any, where: Any, aims: Any) -> int:
    """How many targets do not lie on their cells."""
    n = 0
    for k in range(len(aims)):
        n += where[aims[k]] != t.goals[k]
    return n


def turns_left(t: Any, board: Any, where: Any, aims: Any) -> int:
    """As `racing.turns_left`."""
    hand, taken, total = len(where), occupied(board), 0
    for k in range(len(aims)):
        number, place = aims[k] % t.size, where[aims[k]]
        if place != t.goals[k]:
            turns = turns_from(t.near, k, number, hand, taken)
            if place < hand:
                turns = min(turns + 1, turns_from(t.near, k, number, place, taken))
            total += turns
    return total


def turns_from(near: Any, k: int, number: int, place: int, taken: int) -> int:
    """The turns of a target from its place on the board, or from the hand."""
    fewest = WORST
    for i in range(1, near.shape[3]):
        if near[k, number, place, i] == EMPTY:
            break
        fewest = min(fewest, 1 + bits(near[k, number, place, i] & taken))
    return fewest if fewest < WORST else int64(near[k, number, place, 0])


def is_waiting(t: Any, where: Any, aims: Any) -> bool:
    """As `racing.is_waiting`."""
    for k in range(len(aims)):
        place = where[aims[k]] - len(where)
        if place == 1 or (place == 2 and t.reshuffle):
            return True
    return False


def draws_to_come(t: Any, where: Any, aims: Any) -> int:
    """What the unseen targets add to the turns to go, in twelfths; NEVER where one is out of reach."""
    hand, pile, unseen, thrown = len(where), int64(0), int64(0), False
    for k in range(len(aims)):
        unseen += where[aims[k]] > hand
        thrown = thrown or where[aims[k]] == hand + 2
    for card in range(hand):
        pile += where[card] == hand + 1 or (where[card] == hand + 2 and thrown)
    if (thrown and not t.reshuffle) or (pile == 0 and t.last_card_ends):
        return NEVER
    return 12 * unseen * (pile + 1) // (unseen + 1)


def outlook(t: Any, board: Any, where: Any, aims: Any, to_come: int) -> int:
    """As `racing.outlook`, in one number, with these draws to come."""
    points = penalty(t, board, where)
    if unplaced(t, where, aims) == 0:
        return points
    if to_come < NEVER:
        to_come += 12 * turns_left(t, board, where, aims)
    return to_come * POINTS + points
