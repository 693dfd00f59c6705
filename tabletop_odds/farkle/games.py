"""Whole games, 2 to 8 players, every option: millions through a compiled loop, and policies against each other.

`simulate_games` plays as `play_game` does, over tables: game by game the same. The conventions of whole games are
those of `game_by_rules`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation, tournament
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import Control

from .game_by_rules import MOST_ROUNDS, begun, first_rolls, unending
from .game_by_rules import play_game as play_game
from .game_start import Start, check_players, check_policies, checked
from .luck import luck_table
from .policies import Policy
from .rules import Rules, as_rules
from .simulate import MOST_ROLLS, endless

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .game_kernels import Beginning, GameTables


def measures(players: int) -> tuple[str, ...]:
    """What a simulated game measures: shares of the win by seat from 1 up, its length, farkles, and final scores.

    >>> measures(2)
    ('win_1', 'win_2', 'rounds', 'turns', 'farkles', 'score_1', 'score_2')
    """
    seats = range(1, players + 1)
    return (*(f"win_{i}" for i in seats), "rounds", "turns", "farkles", *(f"score_{i}" for i in seats))


@dataclass(frozen=True, slots=True, eq=False)
class GamePlay:
    """Games between policies as arrays, for `simulation.run`: the measures of games start..stop-1 of a seed.

    `scale` results to the unit. `race`: the rules under which some policy plays the solved race, which each process
    then has at hand. Only numbers, so that any joblib backend can send it to another process.
    """

    names: tuple[str, ...]
    policy_of: tuple[int, ...]
    tables: GameTables
    begin: Beginning
    step: int
    scale: int
    race: Rules | None
    luck: NDArray[Any]  # of every roll, or empty: see `luck.luck_table`
    shares: tuple[int, ...]  # of each seat's luck in that of the game

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure, and the luck of the first seat's side where there is a table of luck.

        Raises ValueError for a turn or a game that does not end."""
        import numpy as np

        from .game_kernels import ENDLESS, play_games
        from .game_tables import best_turns, scratch_for

        players = len(self.policy_of)
        out = np.zeros((2 * players + 3 + (len(self.luck) > 0), stop - start), np.int64)
        seats, luck = np.array(self.policy_of), (self.luck, np.array(self.shares))
        best = None if self.race is None else best_turns(self.race)
        scratch = None if best is None else scratch_for(best)
        limits = self.scale, MOST_ROLLS, MOST_ROUNDS
        play_games(seed, start, seats, self.tables, best, scratch, *luck, self.begin, *limits, out)
        names = [self.names[policy] for policy in self.policy_of]
        for rounds, seat in out[players : players + 2, out[players] < 0].T:
            raise endless(names[seat]) if rounds == ENDLESS else unending(names)
        out[players : players + 3] *= self.scale
        out[players + 3 : 2 * players + 3] *= self.scale * self.step
        return out.T


def game_play(
    policies: Sequence[Policy], rules: Rules | None = None, *, start: Start | None = None, less_luck: bool = False
) -> GamePlay:
    """The play of whole games, for `simulation.run` and `simulation.compare`, with `measures(players)`.

    `less_luck`: and by how much the rolls of the first seat's side were luckier than those of others, whose mean is 0,
    as a last column. Raises ValueError as `play_game`, for a policy that keeps what is not on offer, for one that looks
    at the scores and tells too many situations apart, and as `luck_table`.
    """
    from .game_tables import game_tables

    rules, policies = as_rules(rules), check_policies(policies)
    seats = tuple(range(check_players(policies, rules)))
    return _seated(policies, seats, game_tables(policies, rules), rules, start, less_luck)


def _seated(
    policies: Sequence[Policy],
    seating: tuple[int, ...],
    tables: GameTables,
    rules: Rules,
    start: Start | None = None,
    less_luck: bool = False,
) -> GamePlay:
    """The play with these policies, by number, in the seats."""
    import numpy as np

    from .game_tables import beginning, best_turns, plays_race

    players = check_players(seating, rules)
    start = checked(start, players, rules)
    now = begun(start, rules)
    rolls = first_rolls(policies[seating[0]], now, start)
    names = tuple(policy.name for policy in policies)
    begin, scale = beginning(now, start, rolls), lcm(*range(1, players + 1))
    race = rules if any(plays_race(policies[i]) for i in seating) else None
    if race is not None:
        best_turns(race)  # before threads could solve it twice
    luck = luck_table(None, rules) if less_luck else np.empty(0, np.int64)
    own = [side == begin.side[0] for side in begin.side]
    shares = tuple(players - sum(own) if mine else -sum(own) for mine in own)
    return GamePlay(names, seating, tables, begin, rules.step, scale, race, luck, shares)


def simulate_games(
    policies: Sequence[Policy],
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    start: Start | None = None,
    less_luck: bool = False,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games between 2 to 8 policies, one a seat: the measures of `measures`, "win_1" being that of seat 0.

    A share of the win is 1 / k where k sides tie and share it; a team's share and score stand at each of its seats.
    `less_luck`: means leave out by how much the first seat's rolls were luckier than those of others, by the values of
    the best turn: worth 2.5 times as many games for "win_1" of two players, twice as many of four.
    `workers`, `chunk`, `checkpoint`, `until` (of "win_1") and `progress` as in `simulation.run`; the results
    do not depend on how the games were split. Raises ValueError as `simulation.run` and `game_play`.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> run = simulate_games([bank_at(300), bank_at(500)], 1000, seed=1)
    >>> run["win_1"].n
    1000
    """
    play = game_play(policies, rules, start=start, less_luck=less_luck)
    return simulation.run(
        play,
        n,
        seed=seed,
        measures=measures(len(policies)),
        scale=play.scale,
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        about=simulation.told(rules, policies),
        reduction=Control() if less_luck else None,
        progress=progress,
    )


def round_robin(
    policies: Sequence[Policy],
    n: int,
    *,
    seed: int,
    rules: Rules | None = None,
    players: int = 2,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> tournament.Tournament:
    """Let every table of `players` policies play the same n games, in every rotation of the seats.

    `workers`, `chunk`, `checkpoint` and `progress` as in `simulation.run`. Raises ValueError as `simulate_games`, for
    fewer policies than players, and for two policies of one name.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> round_robin([bank_at(300), bank_at(2000)], 1000, seed=1).ranking[0][0]
    'bank at 300, keep most'
    """
    from .game_tables import game_tables

    rules, taking = as_rules(rules), check_policies(policies)
    return tournament.round_robin(
        lambda seating: _seated(taking, seating, game_tables(taking, rules), rules),
        [policy.name for policy in taking],
        n,
        seed=seed,
        players=players,
        scale=lcm(*range(1, players + 1)),
        title=f"Share of the win, {rules}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, taking),
        progress=progress,
    )
