"""One game of backgammon that can be read: the rules in the order of play, from the start or any position.

The opening roll comes from the game's own stream, that of (seed, game); turn t of a player from that of (seed, game,
player, t): so two policies in the same seat meet the same dice. The compiled loop in `kernels` draws alike. A roll is
one uniform number below 36, an ordered roll of two dice. The cube stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tabletop_odds.dice import ordered_roll
from tabletop_odds.streams import Stream, check_seed, game_key

from .board import State, check_state
from .policies import Policy, as_policy
from .rules import Play, Rules, as_rules, opening, plays, winner, winner_points

MOST_TURNS = 100_000  # a game that is longer is taken to have no end


class TurnRecord(NamedTuple):
    """One turn: which player (0 or 1), the dice as thrown, and the play, whose moves and state are that player's.

    >>> from tabletop_odds.backgammon.policies import random_play
    >>> turn = play_game([random_play()] * 2, seed=1, state=State.of([1], [1])).turns[0]
    >>> turn.player, str(turn.play)
    (0, '1/off')
    """

    player: int
    roll: tuple[int, ...]
    play: Play


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: who won (player 0 or 1), how many points (1, 2 for a gammon, 3 for a backgammon), and every turn.

    >>> from tabletop_odds.backgammon.policies import random_play
    >>> record = play_game([random_play()] * 2, seed=1, state=State.of([1], [15]))
    >>> record.winner, record.points, len(record.turns)
    (0, 2, 1)
    """

    winner: int
    points: int
    turns: tuple[TurnRecord, ...]

    @property
    def state(self) -> State:
        """The board at the end, as the winner sees it."""
        return self.turns[-1].play.after


def play_game(
    policies: Sequence[Policy],
    rules: Rules | None = None,
    *,
    seed: int,
    game: int = 0,
    state: State | None = None,
) -> GameRecord:
    """Play one game between two policies to the end, with the luck of game number `game` of a seed.

    `state`: the position to start from, in which player 0 is on roll (its `dice`, where it has some, are played first);
    None: the start, where each rolls a die, and the higher begins and plays both. Raises ValueError for other than two
    policies, a position in which the game is over or a double waits for its answer, and a game of more than 100,000
    turns.

    >>> from tabletop_odds.backgammon.policies import evaluator, pip_greedy
    >>> record = play_game([evaluator(), pip_greedy()], seed=1)
    >>> print(record.turns[0].player, record.turns[0].roll, record.turns[0].play)
    0 (5, 1) 24/18
    """
    rules, taking = checked_game(policies, rules, state)
    now, player, roll = State(), 0, None
    if state is not None:
        now, roll = replace(state, dice=None), state.dice
    else:
        luck = Stream(game_key(check_seed(seed), game))
        while roll is None or opening(*roll) is None:
            roll = thrown(luck)
        player = 0 if opening(*roll) == "mine" else 1
    turns: list[TurnRecord] = []
    while len(turns) < MOST_TURNS:
        luck = Stream.of(seed, game, player, len(turns) // 2)
        if roll is None:
            roll = thrown(luck)
        play = taking[player].chooses(now, plays(now, roll), luck)
        turns.append(TurnRecord(player, roll, play))
        if winner(play.after) is not None:
            return GameRecord(player, winner_points(play.after, rules), tuple(turns))
        now, player, roll = play.after.flipped(), 1 - player, None
    raise unending([policy.name for policy in taking])


def thrown(luck: Stream) -> tuple[int, int]:
    """The two dice, in the order thrown."""
    return dice_of(luck.below(36))


def dice_of(number: int) -> tuple[int, int]:
    """The two dice of an ordered roll, numbered from 0 to 35.

    >>> dice_of(0), dice_of(35)
    ((1, 1), (6, 6))
    """
    first, second = ordered_roll(number, 2)
    return first, second


def checked_game(
    policies: Sequence[Policy], rules: Rules | None, state: State | None
) -> tuple[Rules, tuple[Policy, ...]]:
    """The rules and the two policies; ValueError for others, or where the position is none to play on from."""
    if isinstance(policies, str | Policy) or not isinstance(policies, Sequence):
        raise ValueError(f"policies {policies!r}: a list of two is needed")
    taking = tuple(as_policy(policy) for policy in policies)
    if len(taking) != 2:
        raise ValueError(f"{len(taking)} policies: two are needed, player 0 and player 1")
    if state is not None:
        won = winner(check_state(state))
        if won is not None:
            raise ValueError(f"the game is over: {won} has borne off all")
        if state.doubled:
            raise ValueError("a double waits for its answer: games are played on from before or after it")
    return as_rules(rules), taking


def unending(names: Sequence[str]) -> ValueError:
    return ValueError(
        f"policies {', '.join(map(repr, names))}: a game of more than {MOST_TURNS:,} turns, so it may never end"
    )
