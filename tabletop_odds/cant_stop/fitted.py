"""Fitted values of positions on the official board: the policy that no published one comes near.

A small net of two hidden layers gives, for any position at the start of a turn, the expected number of turns to win
alone, or for two players the chance to win of the player to act. It is fitted by value iteration: positions are met by
playing, the exact best-turn pass with the net's own values gives what each is worth, and the net is fitted to that,
over and over. A turn is then played exactly best for the net's values. `analyses/cant_stop_best_policy.py` does it all
again and holds it against the heuristics; the nets ship as tables of 16-bit numbers.

The values are estimates, not exact: how far they are off is measured by playing, in that analysis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import tables

from .policies import Policy, best_turn_for
from .rules import OFFICIAL, Rules, shared_alone

if TYPE_CHECKING:
    from .value_kernels import Values

FOLDER = Path(__file__).parent / "tables"
FIT = 1  # raised when the shipped nets change
LAYERS = ("mine", "theirs", "closed", "claims", "bias", "second", "second_bias", "out", "out_bias")


class Fit(NamedTuple):
    """How far fitted values are off, at positions of real games: `error` by playing on (root mean square, the noise of
    the games taken off), `cost_error` by how much one exact turn changes them, which is what matters between options;
    the games and seed behind it."""

    error: float
    cost_error: float
    n: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class FittedValues:
    """The fitted value of every position, alone (`players` 1) or against the rival who stands best (2).

    `layers`: flat numbers and shapes of the net's layers, by the names in `value_kernels.Values`.
    """

    players: int
    fit: Fit
    layers: Mapping[str, tuple[tuple[int, ...], Sequence[float]]]

    @property
    def name(self) -> str:
        """The name of the policy that plays by it."""
        return "fitted values alone" if self.players == 1 else "fitted values"

    def values(self, rules: Rules) -> Values:
        """The net as arrays. Raises ValueError for another than the official board, or more columns to win."""
        if not is_fitted(rules):
            raise ValueError(f"rules {rules}: the fitted values are for the official board, three columns to win")
        return _arrays(self)


def is_fitted(rules: Rules) -> bool:
    """Whether the shipped values fit these rules: the official board, for any number of players. They see columns and
    markers alone."""
    return shared_alone(rules) == Rules(players=rules.players)


@lru_cache(maxsize=8)
def _arrays(fitted: FittedValues) -> Values:
    import numpy as np

    from .value_kernels import ALONE_NET, TWO_NET
    from .value_tables import values_of

    arrays: dict[str, Any] = {
        name: np.array(numbers, np.float32).reshape(shape) for name, (shape, numbers) in fitted.layers.items()
    }
    arrays["out_bias"] = float(arrays["out_bias"].ravel()[0])
    return values_of(ALONE_NET if fitted.players == 1 else TWO_NET, **arrays)


@lru_cache(maxsize=2)
def fitted_values(players: int = 2) -> FittedValues:
    """The shipped values: 1 for alone, 2 for a game against others. Raises ValueError for any other number.

    >>> fitted_values(1).name
    'fitted values alone'
    """
    if players not in (1, 2):
        raise ValueError(f"players={players!r}: values were fitted alone (1) and for two (2)")
    return read_values(FOLDER / f"{table_name(players)}.table")


def read_values(path: str | Path) -> FittedValues:
    """Fitted values from a table file. Raises ValueError for a damaged one, OSError where it cannot be read."""
    found = tables.read_table(path)
    layers = {}
    for name, shape in found.key["shapes"].items():
        scale = found.arrays[f"{name}_scale"][0]
        layers[name] = (tuple(shape), [x * scale for x in found.arrays[name]])
    return FittedValues(found.key["players"], Fit(*found.key["measured"]), layers)


def table_name(players: int) -> str:
    """The name of the shipped table."""
    return "fitted_alone" if players == 1 else "fitted_two"


def write_values(path: str | Path, players: int, values: Values, fit: Fit) -> None:
    """Write a net as a table of 16-bit numbers, each layer with its scale."""
    import numpy as np

    arrays: dict[str, Any] = {}
    shapes: dict[str, list[int]] = {}
    for name in LAYERS:
        layer = np.atleast_1d(np.asarray(getattr(values, name), float))
        if layer.size == 0:
            continue
        scale = float(np.abs(layer).max() / 32767) or 1.0
        shapes[name] = list(layer.shape)
        arrays[name] = ("h", [int(x) for x in np.rint(layer / scale).ravel()])
        arrays[f"{name}_scale"] = ("d", [scale])
    key = {"fit": FIT, "players": players, "column_lengths": OFFICIAL, "shapes": shapes, "measured": list(fit)}
    tables.write_table(path, table_name(players), key, arrays)


def fitted_play(players: int = 2) -> Policy:
    """The policy by fitted values: alone (1), or against others (2), where it sees the rival who stands best.

    >>> fitted_play().name
    'fitted values'
    """
    values = fitted_values(players)
    return best_turn_for(values, values.name)
