"""One game of Roo that can be read: the rules in the order of play, alone or 2 to 4 players, every option.

Seat s is dealt with the stream of (seed, game, s, 0), and the order of its pile is fixed then; in round r, from 0, it
plays with that of (seed, game, s, r + 1): what the policy leaves to luck first, then discards that are shuffled anew.
So two policies in the same seat meet the same luck; the compiled loop in `kernels` draws alike. Player 0 begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tabletop_odds.decks import shuffled
from tabletop_odds.streams import Stream

from .dealing import dealt_side
from .ending import ends_round, is_complete, passed_on, penalty, win_shares
from .moving import PASS, Action, actions, discarded, draw_pile, moved
from .policies import Policy, as_policy
from .rules import Rules, as_rules
from .state import Cards, Side, State


class TurnRecord(NamedTuple):
    """One turn: who played it, the action, and the card drawn ("": none)."""

    player: int
    action: Action
    drawn: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: every turn, the state at the end, and what came of it.

    `rounds`: how many were begun. `completed`: the round, from 1, in which each player was first complete, or None.
    `ended`: by "targets" where somebody is complete, by a "pile" that ran out, or by the limit of "rounds". By player:
    who is `complete` at the end, `penalties` and `shares` of the win.
    """

    turns: tuple[TurnRecord, ...]
    state: State
    rounds: int
    completed: tuple[int | None, ...]
    ended: str
    complete: tuple[bool, ...]
    penalties: tuple[int, ...]
    shares: tuple[Fraction, ...]


def play_game(
    policies: Sequence[Policy],
    rules: Rules | None = None,
    *,
    seed: int,
    game: int = 0,
    start: State | None = None,
) -> GameRecord:
    """Play one game to the end, turn by turn, with the luck of game number `game` of a seed.

    One policy a player. `rules=None` are the default ones for so many. `start`: the state to go on from, the piles in
    any order; None: the deal. Raises ValueError for policies or a state that do not fit the rules, and for an action
    that is not legal.

    >>> from tabletop_odds.roo.policies import greedy_racer
    >>> record = play_game([greedy_racer()], seed=1)
    >>> record.rounds, record.ended, record.penalties
    (12, 'targets', (4,))
    """
    rules, policies = checked_game(policies, rules, start)
    sides, piles = _dealt(rules, start, seed, game)
    state: State = State(sides) if start is None else start
    turns: list[TurnRecord] = []
    completed: list[int | None] = [None] * rules.players
    while True:
        player, stopped = state.player, False
        luck = Stream.of(seed, game, player, state.round + 1)
        action = policies[player].acts(state, actions(state.side, rules), rules, luck)
        side, drawn, piles[player] = played(state.side, action, piles[player], rules, luck)
        state = replace(state, sides=(*state.sides[:player], side, *state.sides[player + 1 :]))
        turns.append(TurnRecord(player, action, drawn))
        if is_complete(side, rules):
            completed[player] = completed[player] or state.round + 1
            stopped = policies[player].stops(state, rules)
        out = ends_round(state, rules, stopped)
        after = passed_on(state, rules, stopped)
        if after is None:
            break
        state = after
    complete = tuple(is_complete(side, rules) for side in state.sides)
    return GameRecord(
        tuple(turns),
        state,
        state.round + 1,
        tuple(completed),
        "targets" if any(complete) else "pile" if out else "rounds",
        complete,
        tuple(penalty(side, rules) for side in state.sides),
        win_shares(state, rules),
    )


def played(side: Side, action: Action, pile: Cards, rules: Rules, luck: Stream) -> tuple[Side, str, Cards]:
    """The side after an action, the card drawn, and the order of its pile: the next card is the last.

    >>> played(Side(hand=("R1",), pile=("R2", "R3")), Action("R1"), ("R3", "R2"), Rules(), Stream(0))[1:]
    ('R2', ('R3',))
    """
    if action == PASS:
        return side, "", pile
    if action.cell is not None:
        return moved(side, action, rules), "", pile
    if not pile:
        pile = shuffled(draw_pile(side, action.card)[0], luck)
    return discarded(side, action.card, pile[-1], rules), pile[-1], pile[:-1]


def checked_game(
    policies: Sequence[Policy], rules: Rules | None, start: State | None = None
) -> tuple[Rules, tuple[Policy, ...]]:
    """The rules and one policy a player. Raises ValueError where they, or the state to start from, do not fit."""
    if isinstance(policies, str | Policy) or not isinstance(policies, Sequence):
        raise ValueError(f"policies {policies!r}: a list of them is needed, one a player")
    taking = tuple(as_policy(policy) for policy in policies)
    if rules is None and 1 <= len(taking) <= 4:
        rules = Rules(players=len(taking))
    rules = as_rules(rules)
    if len(taking) != rules.players:
        raise ValueError(f"{len(taking)} policies: one a player is needed, and players={rules.players}")
    if start is not None:
        _check_start(start, rules)
    return rules, taking


def _check_start(start: State, rules: Rules) -> None:
    if not isinstance(start, State):
        raise ValueError(f"start {start!r}: a State is needed, such as State.parse(...)")
    if len(start.sides) != rules.players:
        raise ValueError(f"state {str(start)!r}: {len(start.sides)} sides, but the rules have players={rules.players}")
    for side in start.sides:
        cards = sorted((*filter(None, side.board), *side.hand, *side.pile, *side.discards))
        if cards != sorted(rules.cards) or len(side.board) != rules.size**2:
            raise ValueError(f"state {str(start)!r}: each side needs the {rules.size**2} cards once (RO-1)")
        if len(side.targets) != len(rules.target_cells):
            raise ValueError(f"state {str(start)!r}: each side needs {len(rules.target_cells)} targets (RO-2)")


def _dealt(rules: Rules, start: State | None, seed: int, game: int) -> tuple[tuple[Side, ...], list[Cards]]:
    """The sides and the orders of their piles."""
    lucks = [Stream.of(seed, game, seat, 0) for seat in range(rules.players)]
    if start is None:
        dealt = [dealt_side(rules, luck) for luck in lucks]
        return tuple(side for side, _ in dealt), [order for _, order in dealt]
    return start.sides, [shuffled(side.pile, luck) for side, luck in zip(start.sides, lucks, strict=True)]
