"""Two-sided tables of any kind that are kept on this computer, or solved when first asked for."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from .pair_files import Kind, Pairs, build, in_memory, open_pairs, path_of
from .positions import CHECKERS
from .two_sided_layout import Layout

whole = lru_cache(Layout)


def kept(kind: Kind, checkers: int, named: str) -> Pairs:
    """The kept table of so many checkers a side. ValueError, calling it `named`: there is none, or it is damaged."""
    layout = whole(checkers)
    try:
        return open_pairs(kind, layout, path_of(kind, layout))
    except OSError:
        raise ValueError(f"no {named} of {checkers} v {checkers} checkers is kept: solve it first") from None


def largest_kept(kind: Kind, least: int) -> Pairs | None:
    """The kept table of most checkers a side, of at least so many."""
    for checkers in range(CHECKERS, least - 1, -1):
        with suppress(ValueError):
            return kept(kind, checkers, kind.name)
    return None


@lru_cache(maxsize=3)
def when_asked(kind: Kind, checkers: int) -> Pairs:
    """The table of so many checkers a side, solved now if it is not kept."""
    with suppress(OSError):  # a cache that cannot be written costs time, never an answer
        return open_pairs(kind, whole(checkers), build(kind, whole(checkers)))
    return in_memory(kind, whole(checkers))
