"""How a game of Roo goes on and ends: who is complete, penalties, the last round, who wins (RO-5 to RO-7, R8 to R12).

A pile is looked at when a turn is over, and only its owner's turns shrink it. So that the options of `pile_out` (R10)
differ, they are read as

- "any": the first empty pile brings the last round,
- "all": the last one does; who has none left plays on, but cannot discard,
- "own_only": it ends the game for its owner alone, who passes from then on; the others play until all piles are empty,
- "reshuffle": the discards are the pile anew, and no pile ends the game.

>>> from tabletop_odds.roo.state import State
>>> rules = Rules.small(2)
>>> side = State.parse("> . R2 / . .; hand B1; targets R2", rules).side
>>> is_complete(side, rules), penalty(side, rules)
(True, 2)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from .rules import Rules
from .state import Side, State


def is_complete(side: Side, rules: Rules) -> bool:
    """Whether every target card lies on its cell (RO-5)."""
    return not unplaced(side, rules)


def unplaced(side: Side, rules: Rules) -> tuple[str, ...]:
    """The target cards that do not lie on their cells."""
    cells = zip(side.targets, rules.target_cells, strict=True)
    return tuple(card for card, (row, column) in cells if side.board[row * rules.size + column] != card)


def penalty(side: Side, rules: Rules) -> int:
    """One point a card in the hand, one a board card whose colour is not that of its cell (RO-6)."""
    board = zip(side.board, rules.cells, strict=True)
    return len(side.hand) + sum(bool(card) and card[0] != rules.colour_of(cell) for card, cell in board)


def ends_round(state: State, rules: Rules, stopped: bool) -> bool:
    """Whether the game ends once this round is finished, after the turn of `state.player` (R9 to R12).

    `stopped`: the player is complete and stops. A pile that runs out ends the game as `pile_out` says.
    """
    piles = [not side.pile for side in state.sides]
    out = {"any": any(piles), "all": all(piles), "own_only": all(piles), "reshuffle": False}[rules.pile_out]
    return state.last_round or stopped or out


def is_out(side: Side, rules: Rules) -> bool:
    """Whether a player only passes from now on: under `pile_out="own_only"` with an empty pile (R10)."""
    return rules.pile_out == "own_only" and not side.pile


def passed_on(state: State, rules: Rules, stopped: bool) -> State | None:
    """The state for the next player; None where the game is over.

    The game is over after the last round, after `max_rounds`, and, where rounds are not finished, at once.
    """
    last = ends_round(state, rules, stopped)
    following = (state.player + 1) % rules.players
    number = state.round + (following == 0)
    if last and (following == 0 or not rules.finish_round):
        return None
    if number >= rules.max_rounds:
        return None
    return replace(state, player=following, round=number, last_round=last)


def win_shares(state: State, rules: Rules) -> tuple[Fraction, ...]:
    """Each player's share of the win at the end: by R8 those who are complete, else all, the lowest penalty first.

    Equal penalties share. Under `winner="lowest"` it does not matter who is complete. How the game came to its end does
    not matter either: who is complete, and might have stopped but did not, wins by R8 as well. Alone the share is 1.
    """
    seats = range(rules.players)
    complete = [seat for seat in seats if is_complete(state.sides[seat], rules)]
    among = complete if complete and rules.winner == "completer" else list(seats)
    points = {seat: penalty(state.sides[seat], rules) for seat in among}
    first = [seat for seat in among if points[seat] == min(points.values())]
    return tuple(Fraction(seat in first, len(first)) for seat in seats)
