"""What whole games on small boards are made of: where they start, what a turn can lead to, what an end is worth.

>>> rules = Rules.small(2)
>>> state = starts_of(None, rules)[0]
>>> print(state)
> . . / . .; hand R1; targets R1; discards -
>>> len(after(state, Action("R1"), rules))
3
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, perm

from .dealing import aims, start_cells
from .ending import is_complete, penalty, win_shares
from .moving import Action, discarded, draw_pile, moved
from .rules import Rules, as_rules
from .state import EMPTY, Side, State, sorted_cards

OBJECTIVES = {1: ("complete", "turns", "penalty"), 2: ("win",)}  # by players
MOST_STATES = 200_000  # some minutes, and a gigabyte


def checked_objective(objective: str | None, rules: Rules) -> str:
    """The objective, by default the first of those for so many players. Raises ValueError for any other."""
    known = OBJECTIVES.get(rules.players, ())
    if not known:
        raise ValueError(f"players={rules.players}: whole games are searched for 1 or 2 players")
    if objective is not None and objective not in known:
        raise ValueError(f"objective {objective!r}: with players={rules.players} it is one of {', '.join(known)}")
    return objective or known[0]


def starts_of(start: State | Side | None, rules: Rules) -> tuple[State, ...]:
    """The states that a game may start from, equally likely: the one that is given, or every deal.

    Raises ValueError for a start that does not fit, and where there are more deals than `MOST_STATES`.
    """
    if start is None:
        cards, targets = len(rules.cards), len(rules.target_cells)
        rest = cards if rules.targets == "marked" else cards - targets
        count = (perm(cards, targets) * comb(rest, rules.hand_size)) ** rules.players
        if count > MOST_STATES:  # counted, for to list those of the 4x4 board takes all memory
            raise ValueError(f"{count:,} deals, more than {MOST_STATES:,}: give a start, or a smaller board")
        return tuple(State(sides) for sides in product(deals(rules), repeat=rules.players))
    state = State((start,)) if isinstance(start, Side) else start
    if len(state.sides) != rules.players:
        raise ValueError(f"start has {len(state.sides)} sides, but the rules have players={rules.players}")
    return (state,)


def deals(rules: Rules | None = None) -> tuple[Side, ...]:
    """Every side that can be dealt, all equally likely (RO-1, RO-2, R1).

    >>> len(deals(Rules.small(2))), len(deals(Rules.small(3)))
    (16, 2592)
    """
    rules = as_rules(rules)
    found = []
    for revealed in permutations(rules.cards, len(rules.target_cells)):
        board = [EMPTY] * rules.size**2
        for card, (row, column) in zip(revealed, start_cells(revealed, rules), strict=False):
            board[row * rules.size + column] = card
        rest = [card for card in rules.cards if card not in board]
        for hand in combinations(rest, rules.hand_size):
            pile = tuple(card for card in rest if card not in hand)
            found.append(Side(tuple(board), sorted_cards(hand), pile, aims(revealed, rules)))
    return tuple(found)


def after(state: State, action: Action, rules: Rules) -> tuple[State, ...]:
    """The states right after a turn, the same player's, equally likely: one for each card that may be drawn."""
    side, seat = state.side, state.player
    if not action.card:
        sides: Iterable[Side] = [side]
    elif action.cell is not None:
        sides = [moved(side, action, rules)]
    else:
        pile, _ = draw_pile(side, action.card)
        sides = [discarded(side, action.card, drawn, rules) for drawn in pile]
    return tuple(replace(state, sides=(*state.sides[:seat], one, *state.sides[seat + 1 :])) for one in sides)


def worth_of(end: State, objective: str, rules: Rules) -> Fraction:
    """What the end of a game is worth; nothing for "turns", which count themselves."""
    if objective == "turns":
        return Fraction(0)
    if objective == "win":
        return win_shares(end, rules)[0]
    side = end.sides[0]
    return Fraction(penalty(side, rules) if objective == "penalty" else is_complete(side, rules))
