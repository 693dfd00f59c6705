"""Solved boards: the fewest turns alone, the best play of two, exactly; and policies that play the best turn.

Alone a turn costs 1, and a bust leads back to where it began: the value v of a position solves v = f(v), where f is the
best turn with v for a bust. f is piecewise linear, so the secant method ends after three or four turns solved. Every
other position that can follow has more progress; so one sweep from the last to the first solves a board. Two players:
the same, with a position and its mirror image between the players solved together.

The official board has six thousand million positions: nobody has solved it. For the family of small boards, and their
exact values, see J. Glenn, H. Fang, C. P. Kruskal, "A Retrograde Approximation Algorithm for One-Player Can't Stop"
(2006), and for two players "... for Multi-Player Can't Stop" (2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from tabletop_odds import tables
from tabletop_odds.answers import Value
from tabletop_odds.settings import as_dict

from .board import OPEN, State, check_state
from .policies import Policy, best_turn_for
from .rules import Rules, as_rules, shared_alone

if TYPE_CHECKING:
    from .value_kernels import Values

SOLVER = 1  # raised when the solver's numbers change, so that tables kept by users are solved again
MOST_ALONE = 100_000  # start positions solved without being asked twice
MOST_TWO = 500_000


@dataclass(frozen=True, slots=True, eq=False)
class SolvedBoard:
    """A board solved for one or two players: the value of every position at the start of a turn.

    `table`: by position as `value_kernels.table_stops` numbers them, the expected number of turns to win alone, or the
    chance to win of the player to act.
    """

    rules: Rules
    table: Sequence[float]

    @property
    def name(self) -> str:
        """The policy's name that plays by it."""
        return "optimal"

    def of(self, state: State | None = None) -> Value:
        """The value at the start of a turn: turns to win alone, or the chance to win of the player to act; exact.

        Raises ValueError for a state with runners out, or that cannot be.
        """
        state = State.start(self.rules) if state is None else check_state(state, self.rules)
        if state.runners:
            raise ValueError(f"state {str(state)!r}: a turn is under way; see solve_turn(state, value=this)")
        return Value.exactly(self.table[_number(state, self.rules)])

    def values(self, rules: Rules) -> Values:
        """The same as arrays. Raises ValueError for other rules than those that were solved."""
        import numpy as np

        from .value_kernels import ALONE_TABLE, TWO_TABLE
        from .value_tables import values_of

        if shared_alone(rules) != self.rules:
            raise ValueError(f"rules {rules}: this board was solved for {self.rules}")
        kind = ALONE_TABLE if self.rules.players == 1 else TWO_TABLE
        return values_of(kind, table=np.asarray(self.table))


def _number(state: State, rules: Rules) -> int:
    """The number of a position, as the player to act sees it."""
    number = 0
    for c, top in enumerate(rules.column_lengths):
        owner, own = state.claimed[c], state.markers[state.player][c]
        if rules.players == 1:
            number = number * (top + 1) + (top if owner != OPEN else own)
        elif owner != OPEN:
            number = number * (top * top + 2) + top * top + (owner != state.player)
        else:
            number = number * (top * top + 2) + own * top + state.markers[1 - state.player][c]
    return number


def start_positions(rules: Rules | None = None) -> int:
    """How many positions a turn can start from, alone or for two players: any markers, fewer columns claimed than win.

    Raises ValueError for more than two players.

    >>> start_positions(Rules.small(4, 2)), start_positions(Rules(players=1))
    (83456, 6066786123)
    """
    rules = as_rules(rules)
    if rules.players > 2:
        raise ValueError(f"players={rules.players}: boards are solved for one or two players")
    # how many ways by columns claimed of one's own (and of the other)
    ways: dict[tuple[int, ...], int] = {(0,) * rules.players: 1}
    for top in rules.column_lengths:
        after: dict[tuple[int, ...], int] = {}
        for claimed, count in ways.items():
            after[claimed] = after.get(claimed, 0) + count * top**rules.players
            for side in range(rules.players):
                more = tuple(n + (i == side) for i, n in enumerate(claimed))
                if more[side] < rules.columns_to_win:
                    after[more] = after.get(more, 0) + count
        ways = after
    return sum(ways.values())


def is_solvable(rules: Rules, most: int | None = None) -> bool:
    """Whether a board is small enough to be solved when it is asked for; `most` as in `solve_board`."""
    shared = shared_alone(rules).occupied == "share"
    return rules.players <= 2 and shared and start_positions(rules) <= _most(rules, most)


def _most(rules: Rules, most: int | None) -> int:
    return most if most is not None else MOST_ALONE if rules.players == 1 else MOST_TWO


@lru_cache(maxsize=8)
def solve_board(rules: Rules | None = None, most: int | None = None) -> SolvedBoard:
    """The board solved, from the tables at hand or now (up to half a minute alone, two minutes for two players).

    `most`: start positions that are still solved, by default 100,000 alone and 500,000 for two. Raises ValueError for
    a larger board, more than two players, and other than shared spaces where that matters (two players).

    >>> solve_board(Rules.small(2, 2)).of()
    1.347282 exact
    """
    rules = shared_alone(as_rules(rules))
    if rules.occupied != "share":
        raise ValueError(f"occupied={rules.occupied!r}: boards are solved for shared spaces")
    positions = start_positions(rules)
    if not is_solvable(rules, most):
        raise ValueError(f"{rules}: {positions:,} start positions, of which at most {_most(rules, most):,} are solved")
    about = "a few seconds" if positions < MOST_ALONE // 4 else "up to two minutes"
    table = tables.solved(
        "cant_stop",
        "alone" if rules.players == 1 else "two",
        {"solver": SOLVER, **{name: value for name, value in as_dict(rules).items() if name != "occupied"}},
        lambda: {"values": ("d", _solve(rules))},
        about=about,
        quiet=positions < MOST_ALONE // 4,
    )
    return SolvedBoard(rules, table.arrays["values"])


def _solve(rules: Rules) -> Sequence[float]:
    import numpy as np

    from .solver_kernels import sweep_alone, sweep_two
    from .turn_tables import board_of
    from .value_kernels import ALONE_TABLE, TWO_TABLE
    from .value_tables import values_of

    length = np.array(rules.column_lengths)
    mirrored = rules.column_lengths == rules.column_lengths[::-1]
    board = board_of(rules)
    if rules.players == 1:
        values = values_of(ALONE_TABLE, table=np.zeros(prod(top + 1 for top in rules.column_lengths)))
        sweep_alone(board, length, rules.columns_to_win, mirrored, values)
    else:
        values = values_of(TWO_TABLE, table=np.zeros(prod(top * top + 2 for top in rules.column_lengths)))
        sweep_two(board, length, rules.columns_to_win, mirrored, values)
    found: list[float] = values.table.tolist()
    return found


def expected_turns(state: State | None = None, rules: Rules | None = None) -> Value:
    """The fewest expected turns to win alone from the start of a turn, exact, on a board that is small enough.

    `rules=None` is the official board, which is not: it raises ValueError, as do all boards of more than 100,000 start
    positions (see `solve_board`), and a state that cannot be.

    >>> expected_turns(rules=Rules.small(3, 1))
    1.480253 exact
    """
    return solve_board(replace(as_rules(rules), players=1)).of(state)


def win_probability(state: State | None = None, rules: Rules | None = None) -> Value:
    """The chance to win of the player to act, two players, both playing best, exact, at the start of a turn.

    Raises ValueError as `solve_board`, and for another number of players than two.

    >>> win_probability(rules=Rules.small(2, 1, players=2, columns_to_win=2))
    0.9530014 exact
    """
    rules = as_rules(rules)
    if rules.players != 2:
        raise ValueError(f"players={rules.players}: the chance to win is solved for two; alone see expected_turns")
    return solve_board(rules).of(state)


def optimal_play(rules: Rules | None = None) -> Policy:
    """The best policy, alone or for two players, on a board that is small enough; see `solve_board`.

    >>> optimal_play(Rules.small(2, 1)).name
    'optimal'
    """
    return best_turn_for(solve_board(rules), "optimal")
