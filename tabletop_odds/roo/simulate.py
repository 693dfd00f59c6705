"""Whole games, alone or 2 to 4 players, every option: thousands through a compiled loop, policies against each other.

`simulate_games` plays as `play_game` does, game by game the same. The five named policies go through
`kernels.play_games`; where one at the table is made of other functions, or decides itself when to stop, its games are
played by `play_game`, some hundred times slower.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation, tournament
from tabletop_odds.answers import Comparison
from tabletop_odds.precision import Precision

from .game_by_rules import checked_game
from .game_by_rules import play_game as play_game
from .policies import Policy, as_policy
from .rules import Rules, as_rules
from .state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import Beginning
    from .move_kernels import RuleTables

TWELFTHS = 12  # shares of a win among up to four are whole numbers of these
ENDINGS = ("targets", "pile", "rounds")
UNITS = {"complete": "probability", "turns": "turns", "penalty": "points", "by_rounds": "probability"}


def measures(players: int) -> tuple[str, ...]:
    """What a simulated game measures: alone whether it was completed (0 or 1), the turns played, the penalty at the
    end, and whether the limit of rounds ended it; else by player from 1 up the share of the win, whether complete, the
    penalty, then how many rounds were begun, and what ended the game (one of three is 1, see `GameRecord.ended`).

    >>> measures(1)
    ('complete', 'turns', 'penalty', 'by_rounds')
    >>> measures(2)[:4], measures(2)[-4:]
    (('win_1', 'win_2', 'complete_1', 'complete_2'), ('rounds', 'by_targets', 'by_pile', 'by_rounds'))
    """
    if players == 1:
        return "complete", "turns", "penalty", "by_rounds"
    by_player = [f"{name}_{i}" for name in ("win", "complete", "penalty") for i in range(1, players + 1)]
    return (*by_player, "rounds", *(f"by_{ending}" for ending in ENDINGS))


def scale(players: int) -> int:
    """The unit of the results of a play: alone they are whole; else all of them in twelfths, as shares of a win are.

    >>> scale(1), scale(3)
    (1, 12)
    """
    return 1 if players == 1 else TWELFTHS


@dataclass(frozen=True, slots=True, eq=False)
class KernelPlay:
    """Games between named policies as arrays, for `simulation.run`: the measures of games start..stop-1.

    Only numbers, so that any joblib backend can send it to another process.
    """

    tables: RuleTables
    begin: Beginning
    policies: tuple[int, ...]

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure."""
        import numpy as np

        from .kernels import play_games

        players, (boards, wheres, aims) = len(self.policies), (x.copy() for x in self.begin[1:4])
        out = np.empty((3 + 3 * players, stop - start), np.int64)
        play_games(seed, start, self.tables, np.array(self.policies), self.begin, boards, wheres, aims, out)
        ended, rounds, turns = out[:3]
        shares, complete, points = out[3::3], out[4::3], out[5::3]
        by = ended == np.arange(len(ENDINGS))[:, None]
        if players == 1:
            return np.stack([complete[0], turns, points[0], by[2]], axis=1)
        return np.concatenate([shares, TWELFTHS * np.concatenate([complete, points, rounds[None], by])]).T


@dataclass(frozen=True, slots=True, eq=False)
class ReadPlay:
    """Games between any policies by `play_game`, for `simulation.run`: the measures of games start..stop-1."""

    policies: tuple[Policy, ...]
    rules: Rules
    start: State | None

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure. Raises ValueError as `play_game`."""
        import numpy as np

        rows = []
        for game in range(start, stop):
            record = play_game(self.policies, self.rules, seed=seed, game=game, start=self.start)
            by = [record.ended == ending for ending in ENDINGS]
            if self.rules.players == 1:
                rows.append([record.complete[0], len(record.turns), record.penalties[0], by[2]])
            else:
                wins = [int(share * TWELFTHS) for share in record.shares]
                others = [*record.complete, *record.penalties, record.rounds, *by]
                rows.append([*wins, *(TWELFTHS * x for x in others)])
        return np.array(rows, np.int64)


def game_play(
    policies: Sequence[Policy], rules: Rules | None = None, *, start: State | None = None
) -> KernelPlay | ReadPlay:
    """The play of whole games, for `simulation.run`, with `measures(players)` and `scale(players)`.

    `start` as in `play_game`. Raises ValueError as that does.
    """
    rules, taking = checked_game(policies, rules, start)
    from .game_tables import beginning, policy_number, rule_tables

    numbers = [policy_number(policy) for policy in taking]
    known = tuple(number for number in numbers if number is not None)
    if len(known) < len(numbers):
        return ReadPlay(taking, rules, start)
    return KernelPlay(rule_tables(rules), beginning(rules, start), known)


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

    `rules=None` are the default ones for so many players; `start` as in `play_game`. `workers`, `chunk`,
    `checkpoint`, `until` (of the first measure) and `progress` as in `simulation.run`; the results do not
    depend on how the games were split. Raises ValueError as `simulation.run` and `game_play`.

    >>> from tabletop_odds.roo.policies import greedy_racer, random_play
    >>> run = simulate_games([greedy_racer(), random_play()], 200, seed=1)
    >>> run["win_1"].value > 0.8
    True
    """
    return simulation.run(
        game_play(policies, rules, start=start),
        n,
        seed=seed,
        measures=measures(len(policies)),
        scale=scale(len(policies)),
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
    """Play n games alone, whatever `rules.players` says: how many are completed, turns, penalty.

    All arguments as in `simulate_games`, and what is raised.

    >>> from tabletop_odds.roo.policies import greedy_racer
    >>> simulate_alone(greedy_racer(), 1000, seed=1).rate("complete")  # 13/16
    0.79 +- 0.01 (n = 1,000, seed 1)
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
    measure: str = "complete",
    start: State | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let policies play the same n games alone and compare one of `measures(1)`, with paired differences.

    Best is who completes most often ("complete", the default), or has the fewest turns, points or unended games. Raises
    ValueError for another measure, two policies of one name, and as `simulate_alone`.

    >>> from tabletop_odds.roo.policies import greedy_racer, unloader
    >>> compare([unloader(), greedy_racer()], 200, seed=1).to_frame().policy[0]
    'greedy racer'
    """
    rules = _alone(rules)
    if measure not in UNITS:
        raise ValueError(f"measure must be one of {', '.join(UNITS)}, not {measure!r}")
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
        measure=measure,
        title=f"{measure.replace('_', ' ').capitalize()}, {rules}",
        unit=UNITS[measure],
        lowest=measure != "complete",
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

    >>> from tabletop_odds.roo.policies import greedy_racer, unloader
    >>> round_robin([unloader(), greedy_racer()], 200, seed=1).ranking[0][0]
    'greedy racer'
    """
    rules, taking = as_rules(rules), [as_policy(policy) for policy in policies]
    return tournament.round_robin(
        lambda seating: game_play([taking[i] for i in seating], rules),
        [policy.name for policy in taking],
        n,
        seed=seed,
        players=rules.players,
        scale=TWELFTHS,
        title=f"Share of the win, {rules}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, taking),
        progress=progress,
    )


def _alone(rules: Rules | None) -> Rules:
    return replace(as_rules(rules), players=1)
