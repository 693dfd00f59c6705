"""The arrays in which the compiled best turn finds what a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .rules import Rules
    from .value_kernels import Values


class Valuation(Protocol):
    """Anything that says what a position is worth after a turn: a potential, a solved board, a fitted function."""

    @property
    def name(self) -> str: ...
    def values(self, rules: Rules) -> Values: ...


def values_of(kind: int, **arrays: Any) -> Values:
    """`Values` with these arrays, the others empty."""
    import numpy as np

    from .value_kernels import Values

    single = np.float32
    shapes = {
        "gain": np.zeros((0, 0)),
        "table": np.zeros(0),
        "mine": np.zeros((0, 0, 0), single),
        "theirs": np.zeros((0, 0, 0), single),
        "closed": np.zeros((0, 0), single),
        "claims": np.zeros((0, 0, 0), single),
        "bias": np.zeros(0, single),
        "second": np.zeros((0, 0), single),
        "second_bias": np.zeros(0, single),
        "out": np.zeros(0, single),
        "out_bias": 0.0,
    }
    return Values(kind=kind, **{**shapes, **arrays})
