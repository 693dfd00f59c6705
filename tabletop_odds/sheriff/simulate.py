"""Whole games of 3 to 5 players, every option: many through a compiled loop, policies against each other.

`simulate_games` plays as `play_game` does, game by game the same. Policies made of the parts in `merchants`, `markets`
and `sheriffs` go through `kernels.play_games`; where one at the table is made of other functions, its games are played
by `play_game` itself, more than a thousand times slower.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation, tournament
from tabletop_odds.answers import Comparison
from tabletop_odds.precision import Precision
from tabletop_odds.settings import in_range

from .game_by_rules import GameRecord, checked_policies
from .game_by_rules import play_game as play_game
from .merchants import honest
from .policies import INSPECT, PASS, Policy, as_policy, player
from .rules import Rules, as_rules
from .scoring import crown_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import MerchantTables, MixTables, PlanTables, RuleTables, SheriffTables

SCALE = 60  # results are stored in sixtieths, so that a shared win is a whole number
TOTALS = ("bonuses", "reshuffles", "bags", "lies", "inspections", "caught", "bribes", "debts")


def measures(players: int) -> tuple[str, ...]:
    """What a simulated game measures: by player from 1 up the share of the win and the score; then for the whole table
    bonuses paid, reshuffles, bags, those that were lies, were inspected, were lies and inspected ("caught"), gold paid
    in bribes, and fines that goods had to settle ("debts").

    >>> measures(3)[:6]
    ('win_1', 'win_2', 'win_3', 'score_1', 'score_2', 'score_3')
    """
    seats = range(1, players + 1)
    return (*(f"win_{i}" for i in seats), *(f"score_{i}" for i in seats), *TOTALS)


@dataclass(frozen=True, slots=True, eq=False)
class KernelPlay:
    """Games between policies made of parts, as arrays, for `simulation.run`: the measures of games start..stop-1.

    Only numbers, so that any joblib backend can send it to another process.
    """

    players: int
    first_sheriff: int
    rules: RuleTables
    plans: PlanTables
    merchants: MerchantTables
    mixes: MixTables
    sheriffs: SheriffTables

    def everything(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One column a game; the rows are those of `kernels.play_games`."""
        import numpy as np

        from .game_tables import new_table
        from .kernels import TOTALS, play_games

        rows = 2 * self.players + TOTALS + self.players * len(self.rules.value)
        out = np.empty((rows, stop - start), np.int64)
        table, first = new_table(self.players, self.rules), self.first_sheriff
        play_games(seed, start, first, self.rules, self.plans, self.merchants, self.mixes, self.sheriffs, table, out)
        return out

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure, in sixtieths."""
        out = self.everything(seed, start, stop)[: 2 * self.players + len(TOTALS)]
        out[self.players :] *= SCALE
        return out.T

    def crown_counts(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """What each player has of each legal good for King and Queen: by good, player and game."""
        legal = self.rules.legal
        counts = self.everything(seed, start, stop)[-self.players * len(legal) :]
        found: NDArray[Any] = counts.reshape(len(legal), self.players, -1)[legal]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class ReadPlay:
    """Games between any policies by `play_game`, for `simulation.run`: the measures of games start..stop-1."""

    policies: tuple[Policy, ...]
    rules: Rules
    first_sheriff: int | None

    def record(self, seed: int, game: int) -> GameRecord:
        return play_game(self.policies, self.rules, seed=seed, game=game, first_sheriff=self.first_sheriff)

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a measure, in sixtieths. Raises ValueError as `play_game`."""
        import numpy as np

        return np.array([_row(self.record(seed, game)) for game in range(start, stop)], np.int64)

    def crown_counts(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """What each player has of each legal good for King and Queen: by good, player and game."""
        import numpy as np

        legal = [good.name for good in self.rules.table.values() if good.legal]
        tables = [self.record(seed, game).state.players for game in range(start, stop)]
        counts = [
            [[crown_counts(table[i], good, self.rules) for table in tables] for i in range(len(tables[0]))]
            for good in legal
        ]
        return np.array(counts, np.int64)


def _row(record: GameRecord) -> list[int]:
    """The measures of a game, in sixtieths."""
    bags = [bag for one in record.rounds for bag in one.bags]
    opened = [bag for bag in bags if bag.decision == INSPECT]
    totals = [
        sum(score.bonus for score in record.scores),
        record.reshuffles,
        len(bags),
        sum(bag.lie for bag in bags),
        len(opened),
        sum(bag.lie for bag in opened),
        sum(bag.offer.gold for bag in bags if bag.decision == PASS and bag.offer is not None),
        sum(bool(bag.goods) for bag in opened),
    ]
    shares = [int(share * SCALE) for share in record.shares]
    return [*shares, *(SCALE * x for x in (*(score.total for score in record.scores), *totals))]


def game_play(
    policies: Sequence[Policy], rules: Rules | None = None, *, first_sheriff: int | None = None
) -> KernelPlay | ReadPlay:
    """The play of whole games, for `simulation.run` and `simulation.compare`, with `measures(players)` and `SCALE`.

    Arguments as in `simulate_games`. Raises ValueError as that does.
    """
    rules, taking = checked_policies(policies, rules)
    if first_sheriff is not None:
        first_sheriff = in_range("first_sheriff", first_sheriff, 0, rules.players - 1)
    from .game_tables import can_tabulate, merchant_tables, mix_tables, plan_tables, rule_tables, sheriff_tables

    players = [policy.parts for policy in taking if policy.parts is not None]
    mixes = any(one.merchant.mix is not None for one in players)
    if len(players) < len(taking) or (mixes and not can_tabulate(rules)):
        return ReadPlay(taking, rules, first_sheriff)

    return KernelPlay(
        len(players),
        -1 if first_sheriff is None else first_sheriff,
        rule_tables(rules),
        plan_tables(players),
        merchant_tables(players),
        mix_tables(players, rules),
        sheriff_tables(players, rules),
    )


def simulate_games(
    policies: Sequence[Policy],
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    first_sheriff: int | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n games, one policy a player: the measures of `measures`, "score_1" being the score of seat 0.

    `rules=None` are the base game's for so many players. `first_sheriff`: a seat from 0 (None: drawn, SH-4). `workers`,
    `chunk`, `checkpoint`, `until` (of the first measure) and `progress` as in `simulation.run`; the results do
    not depend on how the games were split. Raises ValueError as `simulation.run`, and for policies that do not fit the
    rules.

    >>> from tabletop_odds.sheriff.merchants import bluffer, honest
    >>> from tabletop_odds.sheriff.policies import player
    >>> run = simulate_games([player(bluffer(1)), *[player(honest())] * 3], 1000, seed=1)
    >>> 140 < run["score_1"].value < 160
    True
    """
    play = game_play(policies, rules, first_sheriff=first_sheriff)
    return simulation.run(
        play,
        n,
        seed=seed,
        measures=measures(len(policies)),
        scale=SCALE,
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
    rules: Rules | None = None,
    opponents: Sequence[Policy] | Policy | None = None,
    measure: str = "score",
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let policies play the same n games in the first seat, each against the same opponents: who scores most.

    `opponents`: one a further seat, or one for all of them (None: honest merchants who inspect 30 % of the bags).
    `measure`: "score", or "win", the share of the win. The first Sheriff is drawn, so no seat gains from its place but
    by what its neighbours do. Raises ValueError for two policies of one name, and as `simulate_games`.

    >>> from tabletop_odds.sheriff.merchants import bluffer, honest
    >>> from tabletop_odds.sheriff.policies import player
    >>> from tabletop_odds.sheriff.sheriffs import always
    >>> always_caught = player(honest(), always())
    >>> policies = [player(bluffer(1)), player(honest())]
    >>> compare(policies, 1000, seed=1, opponents=always_caught).to_frame().policy[0]
    'honest, inspects 30 %'
    """
    rules = as_rules(rules)
    if measure not in ("score", "win"):
        raise ValueError(f"measure {measure!r}: must be score or win")
    if opponents is None:
        opponents = player(honest())
    others = [opponents] * (rules.players - 1) if isinstance(opponents, Policy) else list(opponents)
    plays: dict[str, KernelPlay | ReadPlay] = {}
    for policy in policies:
        if as_policy(policy).name in plays:
            raise ValueError(f"policies: two are named {policy.name!r}; names must differ")
        plays[policy.name] = game_play([policy, *others], rules)
    return simulation.compare(
        plays,
        n,
        seed=seed,
        measures=measures(rules.players),
        measure=f"{measure}_1",
        scale=SCALE,
        title=f"{'Score' if measure == 'score' else 'Share of the win'} against {_names(others)}, {rules}",
        unit="points" if measure == "score" else "probability",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, [*plays, *others]),
        progress=progress,
    )


def _names(policies: Sequence[Policy]) -> str:
    names = [policy.name for policy in policies]
    return f"{len(names)} x {names[0]}" if len(set(names)) == 1 else "; ".join(names)


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

    `rules=None` are the base game's for four, for three where there are three policies. `workers`, `chunk`,
    `checkpoint` and `progress` as in `simulation.run`. Raises ValueError as `simulate_games`, for fewer policies than
    players, and for two policies of one name.

    >>> from tabletop_odds.sheriff.merchants import bluffer, honest, opportunist
    >>> from tabletop_odds.sheriff.policies import player
    >>> policies = [player(honest()), player(bluffer(0.5)), player(opportunist())]
    >>> len(round_robin(policies, 100, seed=1).ranking)
    3
    """
    taking = [as_policy(policy) for policy in policies]
    rules = Rules(players=3) if rules is None and len(taking) == 3 else as_rules(rules)
    return tournament.round_robin(
        lambda seating: game_play([taking[i] for i in seating], rules),
        [policy.name for policy in taking],
        n,
        seed=seed,
        players=rules.players,
        scale=SCALE,
        title=f"Share of the win, {rules}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, taking),
        progress=progress,
    )
