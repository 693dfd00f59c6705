"""What a value function is fitted with: positions, what one exact turn makes of them, and nets as values.

`play_turns` takes positions one turn on: for each it solves the turn exactly, with the net's values for what comes
after, which gives the target that the net is fitted to; and it plays that turn, which gives the next position. So value
iteration and the playing that meets the right positions are one loop; `analyses/cant_stop_best_policy.py` runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from .rules import Rules
from .turn_tables import board_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .value_kernels import Values

    Array = NDArray[Any]


class Positions(NamedTuple):
    """Positions at the start of a turn, one a row, columns across, as the player to act sees them.

    `own` and `rival`: the spaces of the markers, 0 in claimed columns; `owner`: 0 this player, 1 the rival, -1 open.
    Alone, `rival` is all 0.
    """

    own: Array
    rival: Array
    owner: Array

    @classmethod
    def start(cls, n: int, rules: Rules) -> Positions:
        """n empty boards."""
        import numpy as np

        shape = n, len(rules.columns)
        return cls(np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.full(shape, -1))

    def __len__(self) -> int:
        return len(self.own)

    def rows(self, chosen: Any) -> Positions:
        """Some of the positions, copied."""
        return Positions(*(array[chosen].copy() for array in self))

    def mirrored(self) -> Positions:
        """The same with columns 2 and 12, 3 and 11, ... exchanged: on a board that is its own mirror image as good."""
        return Positions(*(array[:, ::-1].copy() for array in self))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All positions of several batches."""
        import numpy as np

        return cls(*(np.concatenate([part[i] for part in parts]) for i in range(3)))


@dataclass(frozen=True, slots=True, eq=False)
class NetValues:
    """A net in the middle of being fitted, as something to play the best turn for."""

    name: str
    net: Values

    def values(self, rules: Rules) -> Values:
        """The arrays."""
        return self.net


def play_turns(
    net: Values,
    positions: Positions,
    rules: Rules,
    *,
    seed: int,
    number: int,
    most: int | None = None,
    workers: int = 2,
) -> tuple[Array, Positions]:
    """One turn from each position: its exact value under the net, and the position after it as the next player sees it.

    Values are the chance to win of the player to act, or alone minus the expected turns. `most`: turns are taken to
    stop after so many further steps, which makes them cheaper. `number`: that of the first turn's random stream.
    """
    import numpy as np
    from joblib import Parallel, delayed

    from .node_kernels import UNLIMITED
    from .walk_kernels import fit_turns

    board, length = board_of(replace(rules, players=1)), np.array(rules.column_lengths)
    targets, after = np.empty(len(positions)), positions.rows(slice(None))

    def part(rows: Array) -> None:
        if not len(rows):
            return
        here = after.rows(rows)
        found = np.empty(len(rows))
        limit = UNLIMITED if most is None else most
        fit_turns(board, net, length, rules.columns_to_win, limit, seed, number + int(rows[0]), *here, found)
        targets[rows] = found
        for array, new in zip(after, here, strict=True):
            array[rows] = new

    # the rows that one call takes do not matter: every turn has its own stream
    Parallel(n_jobs=workers, prefer="threads")(
        delayed(part)(rows) for rows in np.array_split(np.arange(len(positions)), 8 * workers)
    )
    return targets, after
