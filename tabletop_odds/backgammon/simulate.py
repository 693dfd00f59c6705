"""Whole games between two policies, from the start or any position: thousands a second, policies against each other.

`simulate_games` plays as `play_game` does, game by game the same. Policies by weights, as all named heuristics but
random are, and random ones go through `kernels.play_games`; where one of the two is any other function, the games are
played by `play_game` itself, some thousand times slower. Gammons and backgammons count; the cube stays where it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation, tournament
from tabletop_odds.answers import Comparison
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import strata_of

from .board import State
from .game_by_rules import MOST_TURNS, checked_game, dice_of, unending
from .game_by_rules import play_game as play_game
from .game_tables import Finish, beginning, finish_table, shots_by_distances, weight_rows
from .policies import Policy, as_policy, evaluator
from .rules import Rules, as_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import Beginning, FinishTable

FIRST_ROLLS = 36
SCALE = 65535  # one point, or one game won, in what `results` returns: a finish has as many steps
MEASURES = ("win_1", "win_2", "points_1", "gammon_1", "gammon_2", "backgammon_1", "backgammon_2", "turns")


@dataclass(frozen=True, slots=True, eq=False)
class KernelPlay:
    """Games between two policies by weights or random, for `simulation.run`: the measures of games start..stop-1.

    Only numbers, so that any joblib backend can send it to another process.
    """

    names: tuple[str, ...]
    weights: NDArray[Any]
    policy_of: tuple[int, ...]
    shots: NDArray[Any]
    begin: Beginning
    finish: FinishTable
    stratified: bool = False

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column for each of MEASURES. Raises ValueError for a game that does not end."""
        win, points, worth, turns = self._played(seed, start, stop)
        return _measured(win // SCALE, points // SCALE, worth, turns)

    def results(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game: player 0's chance to win and its points, in 65535ths. Raises ValueError as a call."""
        return self._played(seed, start, stop)[:2].T

    def _played(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        import numpy as np

        from .kernels import play_games

        out = np.empty((4, stop - start), np.int64)
        seats = np.array(self.policy_of)
        rolls = strata_of(seed, start, stop, FIRST_ROLLS) if self.stratified else np.empty(0, np.int64)
        play_games(seed, start, seats, self.weights, self.shots, self.begin, self.finish, rolls, MOST_TURNS, out)
        if out[3].min() < 0:
            raise unending(self.names)
        return out


@dataclass(frozen=True, slots=True, eq=False)
class ReadPlay:
    """Games between any two policies by `play_game`, for `simulation.run`: the measures of games start..stop-1."""

    policies: tuple[Policy, ...]
    rules: Rules
    state: State | None
    stratified: bool = False

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column for each of MEASURES. Raises ValueError as `play_game`."""
        import numpy as np

        rows, state = [], self.state
        first = strata_of(seed, start, stop, FIRST_ROLLS) if self.stratified else None
        for game in range(start, stop):
            if first is not None and self.state is not None:
                state = replace(self.state, dice=dice_of(int(first[game - start])))
            record = play_game(self.policies, self.rules, seed=seed, game=game, state=state)
            won = record.winner == 0
            rows.append((won, record.points if won else -record.points, record.points, len(record.turns)))
        return _measured(*np.array(rows, np.int64).T)

    def results(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game: whether player 0 wins and its points, in 65535ths. Raises ValueError as `play_game`."""
        return self(seed, start, stop)[:, [0, 2]] * SCALE


def _measured(won: Any, points: Any, worth: Any, turns: Any) -> NDArray[Any]:
    import numpy as np

    lost = 1 - won
    several = [won * (worth > 1), lost * (worth > 1), won * (worth > 2), lost * (worth > 2)]
    return np.stack([won, lost, points, *several, turns], axis=1)


def game_play(
    policies: Sequence[Policy],
    rules: Rules | None = None,
    *,
    state: State | None = None,
    finish: Finish | None = None,
    stratified: bool = False,
) -> KernelPlay | ReadPlay:
    """The play of whole games, for `simulation.run` and `simulation.compare`, with MEASURES.

    `state` as in `play_game`. `finish`: a table by which games end, for `results` alone: a game has no winner then.
    `stratified`: first rolls are those of `strata_of` 36, not drawn; the position has no dice.
    Raises ValueError as `play_game`, and for a finish with policies that only `play_game` can play.
    """
    rules, taking = checked_game(policies, rules, state)
    rows = weight_rows(taking)
    if rows is None:
        if finish is not None:
            raise ValueError("finish: only games between policies by weights or random can end by a table")
        return ReadPlay(taking, rules, state, stratified)
    names = tuple(policy.name for policy in taking)
    begin, ends = beginning(state, rules), finish_table(finish)
    return KernelPlay(names, *rows, shots_by_distances(), begin, ends, stratified)


def simulate_games(
    policies: Sequence[Policy],
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    state: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games between two policies: MEASURES, "win_1" being that of player 0.

    "points_1": what player 1 wins, negative where it loses; "gammon_1": it wins a gammon or backgammon; "turns": of
    both. `state` as in `play_game`; `workers`, `chunk`, `checkpoint`, `until` (of the first measure) and
    `progress` as in `simulation.run`; the results do not depend on how the games were split. Raises ValueError as
    `simulation.run` and `game_play`.

    >>> from tabletop_odds.backgammon.policies import evaluator, random_play
    >>> run = simulate_games([evaluator(), random_play()], 1000, seed=1)
    >>> run.rate("win_1").value > 0.95
    True
    """
    play = game_play(policies, rules, state=state)
    return simulation.run(
        play,
        n,
        seed=seed,
        measures=MEASURES,
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        about=simulation.told(rules, policies),
        progress=progress,
    )


def compare(
    policies: Iterable[Policy],
    n: int,
    *,
    seed: int,
    opponent: Policy | None = None,
    rules: Rules | None = None,
    state: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let policies play the same n games against one opponent (`evaluator()`): mean points a game, paired differences.

    Raises ValueError for two policies of one name, and as `simulate_games`.

    >>> from tabletop_odds.backgammon.policies import pip_greedy, random_play
    >>> compare([random_play(), pip_greedy()], 1000, seed=1).to_frame().policy[0]
    'pip-greedy'
    """
    other = evaluator() if opponent is None else as_policy(opponent)
    plays: dict[str, KernelPlay | ReadPlay] = {}
    for policy in policies:
        if as_policy(policy).name in plays:
            raise ValueError(f"policies: two are named {policy.name!r}; names must differ")
        plays[policy.name] = game_play([policy, other], rules, state=state)
    return simulation.compare(
        plays,
        n,
        seed=seed,
        measures=MEASURES,
        measure="points_1",
        title=f"Points a game against {other.name}, {as_rules(rules)}",
        unit="points",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, [*plays, other]),
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
    """Let every two policies play the same n games from the start, in both seats.

    `workers`, `chunk`, `checkpoint` and `progress` as in `simulation.run`. Raises ValueError as `simulate_games`, for
    fewer than two policies, and for two of one name.

    >>> from tabletop_odds.backgammon.policies import evaluator, random_play
    >>> round_robin([random_play(), evaluator()], 1000, seed=1).ranking[0][0]
    'evaluator'
    """
    taking = [as_policy(policy) for policy in policies]
    return tournament.round_robin(
        lambda seating: game_play([taking[i] for i in seating], rules),
        [policy.name for policy in taking],
        n,
        seed=seed,
        title=f"Share of the win, {as_rules(rules)}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, taking),
        progress=progress,
    )
