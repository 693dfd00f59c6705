"""Whole games, alone or 2 to 4 players, every option: millions through a compiled loop, policies against each other.

`simulate_games` plays as `play_game` does, game by game the same. Policies by weights, as all named heuristics are, and
by values go through `kernels.play_games`; where one at the table is made of other functions, its games are played by
`play_game` itself, some thousand times slower.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation, tournament
from tabletop_odds.answers import Comparison
from tabletop_odds.precision import Precision

from .board import State
from .game_by_rules import MOST_ROUNDS, checked_game, unending
from .game_by_rules import play_game as play_game
from .policies import Policy, as_policy
from .rules import Rules, as_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .best_kernels import Seat
    from .kernels import Beginning, BoardTables, WeightTables


def measures(players: int) -> tuple[str, ...]:
    """What a simulated game measures: alone turns, busts and rolls; else by player from 1 up who won, and who claimed
    how many columns, with rounds (the turns that the winner took), and turns, busts and rolls of all players.

    >>> measures(1)
    ('turns', 'busts', 'rolls')
    >>> measures(2)
    ('win_1', 'win_2', 'rounds', 'turns', 'busts', 'rolls', 'columns_1', 'columns_2')
    """
    if players == 1:
        return ("turns", "busts", "rolls")
    seats = range(1, players + 1)
    return (*(f"win_{i}" for i in seats), "rounds", "turns", "busts", "rolls", *(f"columns_{i}" for i in seats))


@dataclass(frozen=True, slots=True, eq=False)
class KernelPlay:
    """Games between policies by weights or values as arrays, for `simulation.run`: the measures of games start..stop-1.

    Only numbers, so that any joblib backend can send it to another process.
    """

    names: tuple[str, ...]
    board: BoardTables
    weights: WeightTables
    seats: tuple[Seat, ...] | None
    policy_of: tuple[int, ...]
    begin: Beginning

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure. Raises ValueError for a game that does not end."""
        import numpy as np

        from .kernels import play_games

        players = len(self.names)
        out = np.empty((5 + players, stop - start), np.int64)
        seats = np.array(self.policy_of)
        play_games(seed, start, seats, self.board, self.weights, self.seats, self.begin, MOST_ROUNDS, out)
        if out[1].min() < 0:
            raise unending(self.names)
        if players == 1:
            return out[2:5].T
        return np.concatenate([out[0] == np.arange(players)[:, None], out[1:]]).T


@dataclass(frozen=True, slots=True, eq=False)
class ReadPlay:
    """Games between any policies by `play_game`, for `simulation.run`: the measures of games start..stop-1."""

    policies: tuple[Policy, ...]
    rules: Rules
    start: State
    roll: bool

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure. Raises ValueError as `play_game`."""
        import numpy as np

        seats = range(self.rules.players)
        rows = []
        for game in range(start, stop):
            record = play_game(self.policies, self.rules, seed=seed, game=game, start=self.start, roll=self.roll)
            row = [len(record.turns), record.busts, record.rolls]
            if len(seats) > 1:
                won, columns = [s == record.winner for s in seats], [record.state.columns_of(s) for s in seats]
                row = [*won, record.rounds, *row, *columns]
            rows.append(row)
        return np.array(rows, np.int64)


def game_play(
    policies: Sequence[Policy], rules: Rules | None = None, *, start: State | None = None, roll: bool = False
) -> KernelPlay | ReadPlay:
    """The play of whole games, for `simulation.run` and `simulation.compare`, with `measures(players)`.

    `start` and `roll` as in `play_game`. Raises ValueError as that does, and for weights that do not fit the board.
    """
    rules, taking, state = checked_game(policies, rules, start)
    if any(policy.weights is None and policy.valuation is None for policy in taking):
        return ReadPlay(taking, rules, state, roll)
    from .game_tables import beginning, board_tables, policy_tables

    names = tuple(policy.name for policy in taking)
    return KernelPlay(names, board_tables(rules), *policy_tables(taking, rules), beginning(state, roll))


def simulate_games(
    policies: Sequence[Policy],
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    start: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games, one policy a player: the measures of `measures`, "win_1" being that of player 0.

    `rules=None` are the official ones for so many players; `start` as in `play_game`. `workers`, `chunk`,
    `checkpoint`, `until` (of the first measure) and `progress` as in `simulation.run`; the results do not
    depend on how the games were split. Raises ValueError as `simulation.run` and `game_play`.

    >>> from tabletop_odds.cant_stop.policies import linear_weights, rule_of_28
    >>> run = simulate_games([linear_weights(), rule_of_28()], 1000, seed=1)
    >>> run.rate("win_1").value > 0.6
    True
    """
    play = game_play(policies, rules, start=start)
    return simulation.run(
        play,
        n,
        seed=seed,
        measures=measures(len(policies)),
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        about=simulation.told(rules, policies),
        progress=progress,
    )


def simulate_alone(
    policy: Policy,
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    start: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games alone against the board, whatever `rules.players` says: "turns" to the last column, busts, rolls.

    All arguments as in `simulate_games`, and what is raised.

    >>> from tabletop_odds.cant_stop.policies import rule_of_28
    >>> simulate_alone(rule_of_28(), 1000, seed=1)["turns"].n
    1000
    """
    return simulate_games(
        [as_policy(policy)],
        n,
        seed=seed,
        rules=_alone(rules),
        start=start,
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        progress=progress,
    )


def compare(
    policies: Iterable[Policy],
    n: int,
    *,
    seed: int,
    rules: Rules | None = None,
    start: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let policies play the same n games alone: mean turns to the last column, fewest first, paired differences.

    Raises ValueError for two policies of one name, and as `simulate_alone`.

    >>> from tabletop_odds.cant_stop.policies import linear_weights, rule_of_28
    >>> compare([rule_of_28(), linear_weights()], 1000, seed=1).to_frame().policy[0]
    'linear weights'
    """
    rules = _alone(rules)
    plays: dict[str, KernelPlay | ReadPlay] = {}
    for policy in policies:
        if as_policy(policy).name in plays:
            raise ValueError(f"policies: two are named {policy.name!r}; names must differ")
        plays[policy.name] = game_play([policy], rules, start=start)
    return simulation.compare(
        plays,
        n,
        seed=seed,
        measures=measures(1),
        title=f"Turns to win, {rules}",
        unit="turns",
        lowest=True,
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, list(plays)),
        progress=progress,
    )


def round_robin(
    policies: Sequence[Policy],
    n: int,
    *,
    seed: int,
    rules: Rules | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> tournament.Tournament:
    """Let every table of `rules.players` policies play the same n games, in every rotation of the seats.

    `workers`, `chunk`, `checkpoint` and `progress` as in `simulation.run`. Raises ValueError as `simulate_games`, for
    fewer policies than players, and for two policies of one name.

    >>> from tabletop_odds.cant_stop.policies import linear_weights, rule_of_28
    >>> round_robin([rule_of_28(), linear_weights()], 1000, seed=1).ranking[0][0]
    'linear weights'
    """
    rules, taking = as_rules(rules), [as_policy(policy) for policy in policies]
    return tournament.round_robin(
        lambda seating: game_play([taking[i] for i in seating], rules),
        [policy.name for policy in taking],
        n,
        seed=seed,
        players=rules.players,
        title=f"Share of the win, {rules}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, taking),
        progress=progress,
    )


def _alone(rules: Rules | None) -> Rules:
    return replace(as_rules(rules), players=1)
