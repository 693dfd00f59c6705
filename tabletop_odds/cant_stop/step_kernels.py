"""One step of a runner, compiled, as `rules.next_space` has it."""

from __future__ import annotations

from typing import Any


def held_by_others(markers: Any, player: int, column: int, space: int) -> bool:
    for other in range(len(markers)):  # noqa: SIM110 - numba knows no generators
        if other != player and markers[other, column] == space:
            return True
    return False


def next_space(board: Any, markers: Any, player: int, column: int, space: int) -> Any:
    """The space one step above, as `rules.next_space`."""
    top = board.length[column]
    space = min(space + 1, top)
    if board.jump:
        while space < top and held_by_others(markers, player, column, space):
            space += 1
    return space
