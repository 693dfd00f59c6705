"""The rules and the start of whole games as the arrays that `kernels` reads, filled from the functions of the rules."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from .dealing import start_cells
from .moving import Way, slides, ways_in
from .policies import (
    Policy,
    act_at_random,
    act_greedily,
    act_greedily_or_unloading,
    act_two_turns,
    act_unloading,
)
from .racing import last_card_ends, needed_cells, steps, ways_to
from .rules import Rules
from .state import Side, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import Beginning
    from .move_kernels import RuleTables

# in the order of the numbers in `policy_kernels`
COMPILED = (act_at_random, act_greedily, act_unloading, act_two_turns, act_greedily_or_unloading)


def policy_number(policy: Policy) -> int | None:
    """The number of a policy in the kernels; None where its functions are others.

    >>> from tabletop_odds.roo.policies import unloader
    >>> policy_number(unloader()), policy_number(Policy("own", lambda state, actions, rules, luck: actions[0]))
    (2, None)
    """
    return COMPILED.index(policy.act) if policy.stop is None and policy.act in COMPILED else None


@lru_cache(maxsize=64)
def rule_tables(rules: Rules) -> RuleTables:
    """The rules as arrays."""
    import numpy as np

    from .move_kernels import EMPTY, RuleTables

    size, hand, numbers = rules.size, rules.size**2, rules.numbers
    place = {cell: i for i, cell in enumerate(rules.cells)} | {None: EMPTY}

    def needed(way: Way) -> int:
        return sum(1 << place[cell] for cell in needed_cells(way, rules))

    def between(way: Way) -> int:
        return 0 if rules.jump else sum(1 << place[cell] for cell in way.between)

    inward = [[(place[way.cell], between(way), place[way.origin]) for way in ways_in(n, rules)] for n in numbers]
    along = [
        [(place[way.cell], between(way)) for way in slides(n, size) if rules.slide and way.origin == origin]
        for n in numbers
        for origin in rules.cells
    ]
    near = [
        [steps(goal, n, size, rules.entry, rules.slide)[start], *map(needed, ways_to(goal, n, start, rules))]
        for goal in rules.target_cells
        for n in numbers
        for start in range(hand + 1)
    ]
    return RuleTables(
        size=size,
        hand_size=rules.hand_size,
        goals=np.array([place[goal] for goal in rules.target_cells]),
        inward=_padded(inward, (EMPTY, 0, EMPTY)),
        along=_padded(along, (EMPTY, 0)).reshape(size, hand, -1, 2),
        near=_padded(near, EMPTY).reshape(-1, size, hand + 1, max(map(len, near)) + 1),
        differs=np.array([[card[0] != rules.colour_of(cell) for cell in rules.cells] for card in rules.cards]),
        home=np.array([_home(card, rules) for card in rules.cards]),
        ways=np.array([[comb(n, k) for k in range(4)] for n in range(hand + 1)]),
        marked=rules.targets == "marked",
        rotated=rules.targets == "rotated",
        at_home=rules.targets == "home",
        empty_only=rules.entry == "free",
        only_stuck=rules.discard == "only_stuck",
        reshuffle=rules.pile_out == "reshuffle",
        last_card_ends=last_card_ends(rules),
        any_out=rules.pile_out == "any",
        own_only=rules.pile_out == "own_only",
        lowest=rules.winner == "lowest",
        finish_round=rules.finish_round,
        max_rounds=rules.max_rounds,
        hand_limit=hand if rules.hand_limit is None else rules.hand_limit,
    )


def _padded(rows: list[list[Any]], end: Any) -> NDArray[Any]:
    """The rows to one length, with one `end` behind the longest."""
    import numpy as np

    most = max(map(len, rows)) + 1
    return np.array([[*row, *[end] * (most - len(row))] for row in rows], np.int64)


def _home(card: str, rules: Rules) -> int:
    """The cell of a card under `targets="home"`."""
    from .move_kernels import EMPTY

    if rules.targets != "home":
        return EMPTY
    ((row, column),) = start_cells((card,), rules)
    return row * rules.size + column


def beginning(rules: Rules, start: State | None = None) -> Beginning:
    """The state that games start from; None: they are dealt."""
    import numpy as np

    from .kernels import Beginning

    cells, targets = rules.size**2, len(rules.target_cells)
    if start is None:
        sides = np.zeros((rules.players, cells), np.int64)
        return Beginning(True, sides, sides, np.zeros((rules.players, targets), np.int64), 0, 0, False)
    number = {card: i for i, card in enumerate(rules.cards)} | {"": -1}
    return Beginning(
        False,
        np.array([[number[card] for card in side.board] for side in start.sides]),
        np.array([[_place(card, side) for card in rules.cards] for side in start.sides]),
        np.array([[number[card] for card in side.targets] for side in start.sides]),
        start.player,
        start.round,
        start.last_round,
    )


def _place(card: str, side: Side) -> int:
    """Where a card is: a cell, or behind the last the hand, the pile, the discards."""
    if card in side.board:
        return side.board.index(card)
    return len(side.board) + [card in cards for cards in (side.hand, side.pile, side.discards)].index(True)
