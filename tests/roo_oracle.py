"""Roo a second time, from the rules page: boards are dictionaries {cell: card}, hands and piles sets, and a card walks
one step at a time, from its cell or from just outside the board.

Shares no code with the library, and reads of a rule set only its fields.
"""

from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations

import pytest

COLOURS = "RBGY"
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def deck(size):
    return {colour + str(number) for colour in COLOURS[:size] for number in range(1, size + 1)}


def colours(rules):
    """{cell: colour} of a board (R6)."""
    cells = {(row, column) for row in range(rules.size) for column in range(rules.size)}
    quadrant = {(0, 0): "R", (0, 1): "B", (1, 0): "G", (1, 1): "Y"}
    if rules.layout == "columns":
        return {cell: COLOURS[cell[1]] for cell in cells}
    if rules.layout == "latin":  # each row is the one above, one step on
        return {cell: (COLOURS[: rules.size] * 2)[cell[0] :][cell[1]] for cell in cells}
    if rules.layout == "quadrants":
        return {cell: quadrant[cell[0] >= 2, cell[1] >= 2] for cell in cells}
    return {cell: rules.layout[cell[0]][cell[1]] for cell in cells}


def spread(side, rules):
    """A library side as a dictionary board and sets."""
    board = {divmod(i, rules.size): card for i, card in enumerate(side.board) if card}
    return board, set(side.hand), set(side.pile), set(side.discards)


# RO-3, RO-4: a turn


def walk(board, rules, start, step, number):
    """Where a card comes to that walks `number` cells; None where it cannot."""
    here = start
    for left in reversed(range(number)):
        here = here[0] + step[0], here[1] + step[1]
        if not (0 <= here[0] < rules.size and 0 <= here[1] < rules.size):
            return None
        if left and here in board and not rules.jump:
            return None
    return here


def doors(size):
    """The places just outside the board, each with the step that leads in."""
    for lane in range(size):
        yield from (((lane, -1), (0, 1)), ((lane, size), (0, -1)), ((-1, lane), (1, 0)), ((size, lane), (-1, 0)))


def comes_in(card, board, rules):
    """The (cell, origin) pairs that a hand card can land by."""
    number, cells = int(card[1]), set(colours(rules))
    if rules.entry == "free":
        return {(cell, None) for cell in cells - set(board)}
    if rules.entry == "edge":
        found = {(walk(board, rules, door, step, number), None) for door, step in doors(rules.size)}
    else:
        found = {(walk(board, rules, cell, step, number), cell) for cell in cells for step in STEPS}
    return {(cell, origin) for cell, origin in found if cell is not None}


def moved(board, hand, choice):
    """Board and hand after (card, cell, origin)."""
    card, cell, origin = choice
    board, hand = dict(board), set(hand)
    if card in hand:
        hand.remove(card)
    for emptied in {origin, cell} & set(board):
        hand.add(board.pop(emptied))
    hand.discard(card)
    board[cell] = card
    return board, hand


def choices(board, hand, pile, rules):
    """Every choice of a turn as (card, cell, origin); (card, None, None) to discard, ("", None, None) to pass."""
    nothing = {("", None, None)}
    if rules.pile_out == "own_only" and not pile:
        return nothing
    moves = {(card, *landing) for card in hand for landing in comes_in(card, board, rules)}
    if rules.slide:
        slid = {(card, walk(board, rules, at, step, int(card[1])), at) for at, card in board.items() for step in STEPS}
        moves |= {choice for choice in slid if choice[1] is not None}
    if rules.hand_limit is not None:
        moves = {choice for choice in moves if len(moved(board, hand, choice)[1]) <= rules.hand_limit}
    stuck = hand - {card for card, _, _ in moves}
    thrown = (stuck if rules.discard == "only_stuck" else hand) if pile or rules.pile_out == "reshuffle" else set()
    return moves | {(card, None, None) for card in thrown} or nothing


def discarded(hand, pile, discards, card):
    """For each card that can be drawn: hand, pile and discards after it."""
    discards = discards | {card}
    if not pile:
        pile, discards = discards, set()
    return {drawn: (hand - {card} | {drawn}, pile - {drawn}, discards) for drawn in pile}


# RO-5 to RO-7: the end


def is_complete(board, targets, rules):
    return all(board.get(cell) == card for cell, card in zip(rules.target_cells, targets, strict=True))


def penalty(board, hand, rules):
    wrong = {cell for cell, card in board.items() if colours(rules)[cell] != card[0]}
    return len(wrong) + len(hand)


def shares(players, rules):
    """Shares of the win of players given as (complete, penalty) (R8)."""

    def rank(player):
        complete, points = player
        return (not complete and rules.winner == "completer", points)

    best = min(map(rank, players))
    winners = [rank(player) == best for player in players]
    return tuple(Fraction(won, sum(winners)) for won in winners)


def turns(events, rules):
    """The (round, seat) pairs that are played, where `events[round][seat]` is (stops, pile is empty after it)."""
    played, empty, over = [], set(), False
    for number in range(rules.max_rounds):
        for seat in range(rules.players):
            stops, out = events[number][seat]
            played.append((number, seat))
            empty |= {seat} if out else set()
            enough = {"any": 1, "all": rules.players, "own_only": rules.players, "reshuffle": rules.players + 1}
            over |= stops or len(empty) >= enough[rules.pile_out]
            if over and not rules.finish_round:
                return played
        if over:
            break
    return played


# which deals can be completed


def starts(revealed, rules):
    """Board and targets of a deal (R1)."""
    cells = rules.target_cells
    if rules.targets == "marked":
        return {}, revealed
    if rules.targets == "home":
        return {(int(card[1]) - 1, COLOURS.index(card[0])): card for card in revealed}, revealed
    board = dict(zip(cells, revealed, strict=True))
    if rules.targets == "literal":
        return board, revealed
    wanted = {cells[(i + 1) % len(cells)]: card for i, card in enumerate(revealed)}
    return board, tuple(wanted[cell] for cell in cells)


def can_complete(revealed, rules, draws=True):
    """Whether some hand, some order of the pile and some play complete a deal, alone: every play is tried.

    `draws=False` leaves out discards, of far too many for a 3x3 board: whatever is found then is true all the same.
    """
    board, targets = starts(revealed, rules)
    rest = deck(rules.size) - set(board.values())
    first = {
        (frozenset(board.items()), frozenset(hand), frozenset(rest - set(hand)), frozenset())
        for hand in combinations(sorted(rest), rules.hand_size)
    }
    todo, seen = list(first), set(first)
    while todo:
        items, hand, pile, discards = todo.pop()
        for choice in choices(dict(items), hand, pile, rules):
            if choice[1] is not None:
                after, left = moved(dict(items), hand, choice)
                found = [(after, left, pile, discards)]
            elif choice[0]:
                found = (
                    []
                    if not draws
                    else [(dict(items), *drawn) for drawn in discarded(hand, pile, discards, choice[0]).values()]
                )
            else:
                found = [(dict(items), hand, pile, discards)]
            for after, *cards in found:
                if is_complete(after, targets, rules):
                    return True
                state = (frozenset(after.items()), *map(frozenset, cards))
                if state not in seen and (cards[1] or rules.pile_out == "reshuffle"):
                    seen.add(state)
                    todo.append(state)
    return False


def refused(call, named):
    """That a call raises ValueError in one line with these words."""
    with pytest.raises(ValueError, match=r"[^ ]") as caught:
        call()
    message = str(caught.value)
    assert all(word in message for word in named), message
    assert "\n" not in message


def turns_alone(card, goal, rules):
    """{place: turns to the goal} of a card alone on the board, None the hand; to take it back to the hand is a turn."""
    number, found = int(card[1]), {goal: 0}
    steps = {(None, cell) for cell, _ in comes_in(card, {}, rules)} | {(cell, None) for cell in colours(rules)}
    if rules.slide:
        slid = {(cell, walk({}, rules, cell, step, number)) for cell in colours(rules) for step in STEPS}
        steps |= {(start, end) for start, end in slid if end is not None}
    for turn in range(1, 10):
        new = {start for start, end in steps if end in found}
        found |= dict.fromkeys(new - set(found), turn)
    return found


def is_shown_to_complete(revealed, rules, luck, most=1500):
    """Whether a quick search finds a play that completes a deal, with a hand of the targets and some others.

    Plays first whose targets, each alone on the board, have fewest turns to go, give or take; it may miss some.
    """
    board, targets = starts(revealed, rules)
    rest = sorted(deck(rules.size) - set(board.values()))
    luck.shuffle(rest)
    ones = luck.choice("1 ")  # of the others those first that walk anywhere, or any
    hand = frozenset(sorted(rest, key=lambda card: (card not in targets, card[1] != ones))[: rules.hand_size])
    pile = frozenset(rest) - hand

    ways = [turns_alone(card, cell, rules) for card, cell in zip(targets, rules.target_cells, strict=True)]

    def missing(items, hand):
        where = {card: cell for cell, card in items}
        turns = [to_go.get(where.get(card), 99) for card, to_go in zip(targets, ways, strict=True)]
        return sum(turns) and sum(turns) + 2 * luck.random()

    first = (frozenset(board.items()), hand)
    heap, seen = [(missing(*first), 0, first)], {first}
    while heap and len(seen) < most:
        left, _, (items, hand) = heappop(heap)
        if not left:
            return True
        for choice in sorted(choices(dict(items), hand, pile, rules), key=str):
            if choice[1] is not None:
                after, now = moved(dict(items), hand, choice)
                state = (frozenset(after.items()), frozenset(now))
                if state not in seen:
                    seen.add(state)
                    heappush(heap, (missing(*state), len(seen), state))
    return False
