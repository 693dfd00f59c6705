"""One game of Can't Stop that can be read: the rules in the order of play, alone or 2 to 4 players, every option.

Turn t of a player has its own stream, that of (seed, game, player, t), so that two policies in the same seat meet the
same luck; the compiled loop in `kernels` draws alike. A roll is one uniform number below sides**4, an ordered roll of
the four dice.

Player 0 begins, or whoever is to act in the position given. At the table the dice say who begins (CS-2): a tournament
plays every rotation of the seats. A turn ends by itself: every roll moves a runner up, or busts. A game may not, with
a policy that never stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabletop_odds.dice import ordered_roll
from tabletop_odds.streams import Stream

from .board import State, check_state
from .policies import Policy, as_policy
from .rules import Rules, as_rules, busted, moves, stopped, winner

MOST_ROUNDS = 10_000  # a game that is longer is taken to have no end


class TurnRecord(NamedTuple):
    """One turn: who played it, each roll with the columns advanced (none in a bust), and the state after the turn."""

    player: int
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    state: State

    @property
    def bust(self) -> bool:
        """Whether the turn ended by a roll that moved nothing."""
        return bool(self.rows) and not self.rows[-1][1]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: the winner, how many turns the winner took (`rounds`), and every turn of all players."""

    winner: int
    rounds: int
    turns: tuple[TurnRecord, ...]

    @property
    def busts(self) -> int:
        """The turns, of all players, that ended in a bust."""
        return sum(turn.bust for turn in self.turns)

    @property
    def rolls(self) -> int:
        """The rolls of all players."""
        return sum(len(turn.rows) for turn in self.turns)

    @property
    def state(self) -> State:
        """The board at the end."""
        return self.turns[-1].state


def play_game(
    policies: Sequence[Policy],
    rules: Rules | None = None,
    *,
    seed: int,
    game: int = 0,
    start: State | None = None,
    roll: bool = False,
) -> GameRecord:
    """Play one game to the end, turn by turn, with the luck of game number `game` of a seed.

    One policy a player; one alone plays for as few turns as possible. `rules=None` are the official ones for so many.
    `start`: the position to start from, in which a turn may be under way; `roll`: whatever the policy, it is rolled
    there. Raises ValueError for policies or a position that do not fit the rules, a position in which the game is over,
    and a game of more than 10,000 rounds.

    >>> from tabletop_odds.cant_stop.policies import rule_of_28
    >>> record = play_game([rule_of_28()], seed=1)
    >>> record.rounds, record.busts, str(record.state)
    (14, 6, '> 4:3 5* 6* 7* 8:10 9:5 10:4 11:4')
    """
    rules, policies, state = checked_game(policies, rules, start)
    turns: list[TurnRecord] = []
    for turn in range(MOST_ROUNDS * rules.players):
        rounds, player = turn // rules.players, state.player
        luck, forced = Stream.of(seed, game, player, rounds), roll and turn == 0
        turns.append(play_turn(policies[player], state, rules, luck, forced))
        state = turns[-1].state
        if winner(state, rules) is not None:
            return GameRecord(player, rounds + 1, tuple(turns))
    raise unending([policy.name for policy in policies])


def play_turn(policy: Policy, state: State, rules: Rules, luck: Stream, roll: bool = False) -> TurnRecord:
    """Play one turn to its end, or on from where it stands, with the luck of a stream; `roll`: roll first in any case.

    >>> from tabletop_odds.cant_stop.policies import roll_times
    >>> turn = play_turn(roll_times(2), State(), Rules(), Stream.of(seed=1, game=0))
    >>> turn.rows
    (((6, 2, 2, 6), (8, 8)), ((4, 4, 6, 5), (8, 11)))
    >>> print(turn.state)
    8:3 11:1 / > -
    """
    player, rows = state.player, list[tuple[tuple[int, ...], tuple[int, ...]]]()
    while (roll and not rows) or policy.rolls(state, rules, len(rows)):
        dice = thrown(luck, rules)
        choices = moves(state, dice, rules).choices
        if not choices:
            return TurnRecord(player, (*rows, (dice, ())), busted(state, rules))
        chosen = policy.chooses(state, choices, rules)
        rows.append((dice, chosen.columns))
        state = chosen.state
    return TurnRecord(player, tuple(rows), stopped(state, rules))


def thrown(luck: Stream, rules: Rules) -> tuple[int, ...]:
    """The four dice, in the order thrown."""
    return ordered_roll(luck.below(rules.dice_sides**4), 4, rules.dice_sides)


def checked_game(
    policies: Sequence[Policy], rules: Rules | None, start: State | None
) -> tuple[Rules, tuple[Policy, ...], State]:
    """The rules, one policy a player, and the position to start from; ValueError where they do not fit."""
    if isinstance(policies, str | Policy) or not isinstance(policies, Sequence):
        raise ValueError(f"policies {policies!r}: a list of them is needed, one a player")
    taking = tuple(as_policy(policy) for policy in policies)
    if rules is None and 1 <= len(taking) <= 4:
        rules = Rules(players=len(taking))
    rules = as_rules(rules)
    if len(taking) != rules.players:
        raise ValueError(f"{len(taking)} policies: one a player is needed, and players={rules.players}")
    state = State.start(rules) if start is None else check_state(start, rules)
    won = winner(state, rules)
    if won is not None:
        raise ValueError(f"state {str(state)!r}: the game is over, player {won + 1} has won")
    return rules, taking, state


def unending(names: Sequence[str]) -> ValueError:
    return ValueError(
        f"policies {', '.join(map(repr, names))}: a game of more than {MOST_ROUNDS:,} rounds, so it may never end"
    )
