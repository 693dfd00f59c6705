"""A board's runner sets and rolls as arrays, for the compiled best turn; filled from the pure functions of `rules`."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from .odds import classes_of
from .rules import Rules, split

if TYPE_CHECKING:
    from .node_kernels import Board


def board_of(rules: Rules) -> Board:
    """The arrays of a rule set's board."""
    return _board(rules.dice_sides, rules.runners, rules.must_place == "free")


@lru_cache(maxsize=8)
def _board(sides: int, runners: int, free: bool) -> Board:
    """Columns are numbered from 0: column 2 is number 0."""
    import numpy as np

    from .node_kernels import Board

    columns = range(2 * sides - 1)
    runners = min(runners, len(columns))
    sets = [chosen for size in range(runners, -1, -1) for chosen in combinations(columns, size)]
    number = {chosen: s for s, chosen in enumerate(sets)}
    member = np.zeros((len(sets), runners), np.int64)
    place = np.full((len(sets), len(columns)), -1)
    child = np.full((len(sets), len(columns)), -1)
    for s, chosen in enumerate(sets):
        for i, c in enumerate(chosen):
            member[s, i], place[s, c] = c, i
        for c in columns:
            child[s, c] = number.get(tuple(sorted({*chosen, c})), -1) if c not in chosen else -1
    pairs = list(combinations_with_replacement(columns, 2))
    pair_number = {pair: p for p, pair in enumerate(pairs)}
    rolls = [
        tuple(pair_number[a - 2, b - 2] for a, b in split(*dice)) for dice in product(range(1, sides + 1), repeat=4)
    ]
    classes = {tuple(pair_number[a - 2, b - 2] for a, b in pairings): weight for pairings, weight in classes_of(sides)}
    move_of = np.zeros((len(sets), len(pairs)), np.int64)
    full_start, full_moves, full_chance = [0], list[tuple[int, ...]](), list[int]()
    for s, chosen in enumerate(sets):
        if len(chosen) == runners:
            move_of[s] = _moves(chosen, pairs)
            options: Counter[tuple[int, ...]] = Counter()
            for offered, ways in classes.items():
                legal = sorted({int(move_of[s, p]) for p in offered} - {_no_move(runners)})
                options[tuple(legal or [_no_move(runners)])] += ways
            full_moves += [_three(moves) for moves in options]
            full_chance += options.values()
        full_start.append(len(full_moves))
    every = len(rolls)
    return Board(
        runners=runners,
        free=free,
        size=np.array([len(chosen) for chosen in sets]),
        member=member,
        place=place,
        child=child,
        pair=np.array(pairs),
        offers=np.array([_three(offered) for offered in classes]),
        chance=np.array(list(classes.values())) / every,
        full_start=np.array(full_start),
        full_moves=np.array(full_moves),
        full_chance=np.array(full_chance) / every,
        roll=np.array([_three(roll) for roll in rolls]),
        move_of=move_of,
    )


def _moves(chosen: tuple[int, ...], pairs: list[tuple[int, int]]) -> list[int]:
    """For each pair of columns the move in a set that can grow no more, as `turn_kernels.full_values` numbers them."""
    size = len(chosen)
    twos = list(combinations(range(size), 2))
    found = []
    for a, b in pairs:
        i, j = (chosen.index(c) if c in chosen else -1 for c in (a, b))
        if i >= 0 and j >= 0:
            found.append(size + i if i == j else 2 * size + twos.index((i, j)))
        else:
            found.append(max(i, j) if max(i, j) >= 0 else _no_move(size))
    return found


def _no_move(size: int) -> int:
    """The number that stands for no move in a set of so many columns."""
    return 2 * size + size * (size - 1) // 2


def _three(entries: tuple[int, ...]) -> tuple[int, int, int]:
    """One to three entries, the first repeated to make three."""
    first, second, third = (*entries, entries[0], entries[0])[:3]
    return first, second, third
