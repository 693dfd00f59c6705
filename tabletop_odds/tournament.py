"""Round robins: every policy against every other, each in every seat, in the same games.

Every table of policies plays the n games in each rotation of its seats, and a policy's result in game i is its mean
share of the win over the rotations. So nobody gains from a seat; luck that one rotation gives to a policy, the next
gives to another, and what is left of it is in the standard error, which is taken over the n games: results in the same
game are not independent, results in different games are. All tables play the same games as well, so the mean of a
policy against all others is taken game by game too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from . import simulation
from .answers import Value, value_frame
from .formatting import html_table, text_table
from .values import as_percent, as_sample

if TYPE_CHECKING:
    import pandas as pd

    from .simulation import Play, Results

    Seating = tuple[int, ...]  # the number of the policy in each seat


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a round robin gave: the share of the win of each policy against each table of others, and against all.

    `ranking`: (policy, value), the highest first; `tables`: (policy, the others, value), in the order of the ranking.
    n counts the games of one rotation of the seats.
    """

    title: str
    ranking: tuple[tuple[str, Value], ...]
    tables: tuple[tuple[str, tuple[str, ...], Value], ...]

    def to_frame(self) -> pd.DataFrame:
        """One row a policy and table of others: policy, versus, value, standard_error, low, high, n."""
        rows = [{"policy": p, "versus": ", ".join(others), "value": value} for p, others, value in self.tables]
        return value_frame(rows, ["policy", "versus"])

    def ranking_frame(self) -> pd.DataFrame:
        """One row a policy, best first: policy, value (against all others), standard_error, low, high, n."""
        return value_frame([{"policy": policy, "value": value} for policy, value in self.ranking], ["policy"])

    def __str__(self) -> str:
        header, rows = self._cells()
        return f"{self._heading()}\n\n{text_table(header, rows)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), title=self._heading())

    def _heading(self) -> str:
        _, value = self.ranking[0]
        return f"{self.title} ({as_sample(value.n or 0, value.seed)}, every rotation of the seats)".strip()

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """The ranking, with a column for each opponent where two play."""
        pairs = {(policy, others): value for policy, others, value in self.tables if len(others) == 1}
        names = [policy for policy, _ in self.ranking]
        header, rows = ["", "policy", "win share"], []
        if pairs:
            header += [f"against {i + 1}" for i in range(len(names))]
        for i, (policy, value) in enumerate(self.ranking):
            row = [str(i + 1), policy, as_percent(value, sampled=False)]
            if pairs:
                found = (pairs.get((policy, (other,))) for other in names)
                row += ["" if v is None else as_percent(v, sampled=False) for v in found]
            rows.append(row)
        return header, rows


def round_robin(
    play: Callable[[Seating], Play],
    names: Sequence[str],
    n: int,
    *,
    seed: int,
    players: int = 2,
    scale: int = 1,
    title: str = "",
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    about: Mapping[str, str] | None = None,
    progress: bool | None = None,
) -> Tournament:
    """Let every table of `players` different policies play the same n games, in every rotation of the seats.

    `play(seating)` is the play, as for `simulation.run`, of the policies with these numbers in these seats; its first
    columns are the shares of the win by seat, `scale` to one win. The other arguments as in `simulation.run`; the
    answer does not depend on how the games were split. Raises ValueError as `simulation.run`, and for fewer names than
    players, or a name given twice.

    >>> import numpy as np
    >>> def stronger(seating):  # the policy with the higher number wins
    ...     return lambda seed, start, stop: np.array([[i == max(seating) for i in seating]] * (stop - start))
    >>> round_robin(stronger, ["weak", "strong"], 10, seed=1).ranking[0]
    ('strong', 1.00 +- 0.00 (n = 10, seed 1))
    """
    if isinstance(names, str) or len(set(names)) < len(names):
        raise ValueError(f"names must be different, not {names!r}")
    if players < 2 or len(names) < players:
        raise ValueError(f"{len(names)} policies for tables of {players}: at least as many, and 2, are needed")
    tables = list(combinations(range(len(names)), players))
    rotations = [[table[i:] + table[:i] for i in range(players)] for table in tables]
    plays = [[(seating, play(seating)) for seating in rotation] for rotation in rotations]
    met = comb(len(names) - 1, players - 1)  # the tables of one policy
    measures = [f"{i} in {t}" for t, table in enumerate(tables) for i in table] + [f"{i}" for i in range(len(names))]
    run = simulation.run(
        Rotated(plays, len(names), met),
        n,
        seed=seed,
        measures=measures,
        scale=scale * players * met,
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about={"policies": ", ".join(names), "players": str(players)} | dict(about or {}),
        progress=progress,
    )
    order = sorted(range(len(names)), key=lambda i: -run[f"{i}"].value)
    found = {(i, t): run[f"{i} in {t}"] for t, table in enumerate(tables) for i in table}
    place = {i: rank for rank, i in enumerate(order)}
    rows = []
    for i in order:
        mine = [t for t, table in enumerate(tables) if i in table]
        for t in sorted(mine, key=lambda t: sorted(place[other] for other in tables[t])):
            others = tuple(names[other] for other in sorted(tables[t], key=lambda j: place[j]) if other != i)
            rows.append((names[i], others, found[i, t]))
    return Tournament(title, tuple((names[i], run[f"{i}"]) for i in order), tuple(rows))


@dataclass(frozen=True, slots=True, eq=False)
class Rotated:
    """All tables in all rotations as one play: by table and policy, and by policy, the sum of its shares.

    Sums over tables count once, those of one table `met` times: so both are shares to the same scale.
    """

    plays: Sequence[Sequence[tuple[Seating, Play]]]
    policies: int
    met: int

    def __call__(self, seed: int, start: int, stop: int) -> Results:
        import numpy as np

        columns = []
        total = np.zeros((self.policies, stop - start), np.int64)
        for rotations in self.plays:
            shares: dict[int, Any] = dict.fromkeys(rotations[0][0], 0)
            for seating, play in rotations:
                results = np.asarray(play(seed, start, stop))
                for seat, policy in enumerate(seating):
                    shares[policy] = shares[policy] + results[:, seat]
            for policy, share in shares.items():
                columns.append(share * self.met)
                total[policy] += share
        return np.stack([*columns, *total], axis=1)
