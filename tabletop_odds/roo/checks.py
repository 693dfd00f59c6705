"""Whether a state can be: what a player is asked about is a game that goes on."""

from __future__ import annotations

from dataclasses import replace

from .ending import is_complete
from .rules import Rules, as_rules
from .state import State


def rules_for(state: State | str, rules: Rules | None = None) -> Rules:
    """The rules that a question about a state, or its text, is about: by default those for as many players as sides.

    >>> rules_for("> . . / . .; hand R1; targets R2 | . . / . .; hand R1; targets R2").players
    2
    """
    if rules is not None or not isinstance(state, State | str):
        return as_rules(rules)
    return Rules(players=len(state.sides) if isinstance(state, State) else state.count("|") + 1)


def checked_state(state: State, rules: Rules, after_turn: bool = False) -> State:
    """The state, known to be in the last round if what ends the game has happened in this one.

    `after_turn`: the player to act has acted. Raises ValueError where the game is over: somebody is complete and has
    stopped (R11), or a pile is out (R10), since an earlier round or, where rounds are not finished, an earlier turn.

    >>> rules = Rules.small(2, players=2)
    >>> text = ". R2 / . .; hand R1; targets R2 | > . . / . .; hand R1; targets R2"
    >>> checked_state(State.parse(text, rules), rules).last_round
    True
    """
    on_board = state.round == 0 and rules.targets != "marked"  # targets may lie on their cells before anybody acts
    piles_out = all(not side.pile for side in state.sides)
    last_round = state.last_round
    for seat, side in enumerate(state.sides):
        stopped = rules.stop == "automatic" and is_complete(side, rules) and not (on_board and seat >= state.player)
        out = not side.pile if rules.pile_out == "any" else piles_out and rules.pile_out != "reshuffle"
        if not (stopped or out) or (after_turn and seat == state.player):
            continue
        if seat >= state.player and not (piles_out and rules.pile_out != "any" and state.player):
            why = "is complete (R11)" if stopped else "has no pile left (R10)"
            raise ValueError(f"state {str(state)!r}: the game is over, player {seat + 1} {why}")
        if not rules.finish_round:
            raise ValueError(f"state {str(state)!r}: the game is over, rounds are not finished (R9)")
        last_round = True
    return replace(state, last_round=last_round)
