"""King and Queen of a good: who is paid what for having most of it and next to most (SH-23, SH-24)."""

from __future__ import annotations

from collections.abc import Sequence


def bonuses(counts: Sequence[int], king: int, queen: int) -> tuple[int, ...]:
    """What each player is paid for a good, from the number of copies that each has at the end, royals counted in.

    Most copies: `king`, the next most: `queen`. A tie for King among t players shares both, (king + queen) // t each,
    and there is no Queen; a tie for Queen gives queen // t each. Nobody is paid for no copies (SH-24).

    >>> bonuses([5, 5, 3], 20, 10), bonuses([6, 4, 4, 1], 10, 5), bonuses([5, 0, 0], 20, 10)
    ((15, 15, 0), (10, 2, 2, 0), (20, 0, 0))
    """
    most = max(counts, default=0)
    kings = counts.count(most)
    next_most = max((count for count in counts if count < most), default=0)
    queens = counts.count(next_most) if kings == 1 else 0

    def paid(count: int) -> int:
        if count <= 0:
            return 0
        if count == most:
            return king if kings == 1 else (king + queen) // kings
        return queen // queens if queens and count == next_most else 0

    return tuple(paid(count) for count in counts)
