"""King races in simulated games: how many of a good a player ends with, and how often so many make the King."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation
from tabletop_odds.answers import Value, value_frame
from tabletop_odds.settings import in_range

from .game_by_rules import checked_policies
from .policies import Policy
from .rules import Rules
from .simulate import KernelPlay, ReadPlay, game_play

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class KingPlay:
    """The end of games for one seat, for `simulation.run`: by legal good twice the own count, and 1 more for a King."""

    play: KernelPlay | ReadPlay
    seat: int

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """One row a game, one column a legal good."""
        import numpy as np

        counts = self.play.crown_counts(seed, start, stop)
        mine = counts[:, self.seat]
        kings = (mine == counts.max(axis=1)) & (mine > 0)
        return np.asarray(2 * mine + kings).T


def king_table(
    policies: Sequence[Policy],
    n: int,
    *,
    seed: int,
    rules: Rules | None = None,
    seat: int = 0,
    workers: int | None = None,
    chunk: int | None = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """How often a player who ends with so many of a good is King of it, alone or tied: one row a good and count.

    Columns good, count, and the rate: value, standard_error, low, high, n, the number of games that ended so for the
    player in `seat`, from 0. Royal goods count as they do at the end (SH-26); hands do not (SH-21). Other arguments,
    and what is raised, as in `simulate_games`.

    >>> from tabletop_odds.sheriff.merchants import honest
    >>> from tabletop_odds.sheriff.policies import player
    >>> table = king_table([player(honest())] * 4, 2000, seed=1)
    >>> float(table.query("good == 'apple' and count == 0").value.iloc[0])
    0.0
    """
    rules, taking = checked_policies(policies, rules)
    seat = in_range("seat", seat, 0, rules.players - 1)
    goods = [name for name, good in rules.table.items() if good.legal]
    run = simulation.run(
        KingPlay(game_play(taking, rules), seat),
        n,
        seed=seed,
        measures=goods,
        workers=workers,
        chunk=chunk,
        progress=progress,
    )
    rows = []
    for good, ends in zip(goods, run.histograms, strict=True):
        for count in sorted({end // 2 for end in ends}):
            kings = ends.get(2 * count + 1, 0)
            games = kings + ends.get(2 * count, 0)
            rows.append({"good": good, "count": count, "value": Value.from_rate(kings, games, seed)})
    return value_frame(rows, ["good", "count"])
