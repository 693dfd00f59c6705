"""The best turn, exactly: when to stop and which pairing to take, for whatever a position is worth after the turn.

A turn is acyclic: runners only climb. So one backward pass over everything it can come to (70,224 placements of up to
three runners on the empty official board) gives its value, the best decision everywhere, and what follows from best
play: the chance to bust, the progress kept, the chance to claim a column. What a position is worth after the turn is
given: an additive potential, a solved board, a fitted function, or any function of the state.

On the empty board the greatest expected progress is 0.714186 columns a turn, or 6.495539 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.answers import Value

from .board import OPEN, State, check_state
from .checks import check_valuation
from .potentials import Potential as Potential
from .potentials import progress
from .rules import Rules, busted, held_by_others, must_roll, next_space, rules_for, stopped, winner
from .turn_tables import board_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .value_tables import Valuation

LARGEST = 20_000_000  # placements of the runners in a turn: about 1 GB


class Figures(NamedTuple):
    """What a turn comes to under best play: the chance to bust, steps kept and columns claimed (both 0 after a bust),
    and the chance to claim at least one column; each exact."""

    bust: Value
    steps: Value
    columns: Value
    claim: Value


@dataclass(frozen=True, slots=True, eq=False)
class TurnSolution:
    """A turn solved from where it stands.

    `stop_value`: what stopping now is worth, None where the rules forbid it; `roll_value`: rolling, and the best play
    after it; `bust_value`: what a bust is worth. `if_rolled`: what the turn comes to after rolling now.
    """

    state: State
    rules: Rules
    stop_value: float | None
    roll_value: float
    bust_value: float
    if_rolled: Figures

    @property
    def value(self) -> float:
        """The value of the turn: the better of stopping and rolling."""
        return self.roll_value if self.stop_value is None else max(self.stop_value, self.roll_value)

    @property
    def rolls(self) -> bool:
        """Whether rolling is best; where both are worth the same the player stops."""
        return self.stop_value is None or self.roll_value > self.stop_value


def solve_turn(
    state: State | None = None,
    value: Valuation | Callable[[State], float] | None = None,
    rules: Rules | None = None,
) -> TurnSolution:
    """The best turn from a state on: from its beginning, or with runners out.

    `value`: what a position is worth to the player after the turn, the greater the better: a `Potential` (by default
    `progress()`), a solved board, a fitted function, or any function of the state after the turn, in which the next
    player is to act (such a function is asked for every placement of runners: seconds on the official board).
    `rules=None` are the official ones for as many players as the state has. Raises ValueError for a state that cannot
    be, one in which the game is over, or a function that gives no number.

    >>> turn = solve_turn()
    >>> round(turn.value, 6)
    0.714186
    >>> round(turn.if_rolled.bust.value, 3)
    0.336
    """
    state = State() if state is None else state
    rules = rules_for(state, rules)
    check_state(state, rules)
    won = winner(state, rules)
    if won is not None:
        raise ValueError(f"state {str(state)!r}: the game is over, player {won + 1} has won")
    asked: Any = progress() if value is None else check_valuation(value)
    return solved_turn(state, asked, rules)


@lru_cache(maxsize=4096)
def solved_turn(state: State, value: Any, rules: Rules) -> TurnSolution:
    """The same for a state that is known to be one of these rules, kept."""
    import numpy as np

    from .solver_kernels import solve_turn as solve

    turn = Layout(state, rules)
    bust = turn.fill_stops(value)
    also = turn.figures()
    bust_also = np.array([1.0, 0.0, 0.0, 0.0])
    roll, best = np.empty(turn.total), np.empty(turn.total)
    numbers = solve(
        turn.board,
        turn.digits,
        turn.base,
        turn.first,
        turn.stride,
        turn.stop,
        bust,
        roll,
        best,
        also,
        bust_also,
    )
    root = int(turn.first[turn.base])
    stop = None if must_roll(state, rules) else float(turn.stop[root])
    figures = Figures(*(Value.exactly(float(x)) for x in numbers))
    return TurnSolution(state, rules, stop, float(roll[root]), bust, figures)


class Layout:
    """The nodes of a turn from a state on, and where the runners stand in each; see `node_kernels`. The state itself is
    the first node of the last set."""

    def __init__(self, state: State, rules: Rules) -> None:
        import numpy as np

        from .solver_kernels import lay_turn

        self.state, self.rules, self.board = state, rules, board_of(rules)
        out = dict(state.runners)
        columns = range(len(rules.columns))
        self.spaces = [self._column(c + 2, out.get(c + 2)) for c in columns]
        self.digits = np.array([len(spaces) for spaces in self.spaces])
        self.base = len(self.board.size) - 1
        for column in sorted(out):
            self.base = int(self.board.child[self.base, column - 2])
        sets = len(self.board.size)
        self.first, self.stride = np.zeros(sets + 1, np.int64), np.zeros((sets, self.board.runners), np.int64)
        self.total = lay_turn(self.board, self.digits, self.base, self.first, self.stride)
        if self.total > LARGEST:
            raise ValueError(
                f"rules {rules}: a turn from {state} has {self.total:,} placements of the runners; up to {LARGEST:,} "
                "are solved"
            )
        self.stop = np.empty(self.total)

    def _column(self, column: int, runner: int | None) -> list[int]:
        """The spaces on which a runner of the column can come to stand this turn, from where it is."""
        if self.state.claimed[column - 2] != OPEN:
            return []
        top, spaces = self.rules.length(column), [] if runner is None else [runner]
        space = self.state.marker(column) if runner is None else runner
        while space < top:
            space = next_space(self.state, column, space, self.rules)
            spaces.append(space)
        return spaces

    def fill_stops(self, value: Any) -> float:
        """Fill what stopping is worth at every node; what a bust is worth."""
        if not hasattr(value, "values"):
            return self._ask(value)
        import numpy as np

        from .solver_kernels import value_turn

        spaces = np.zeros((len(self.spaces), max(self.rules.column_lengths) + 1), np.int64)
        held = np.zeros((len(self.spaces) if self.rules.occupied == "blocked" else 0, spaces.shape[1]), np.int64)
        for c, found in enumerate(self.spaces):
            spaces[c, : len(found)] = found
            for space in range(spaces.shape[1] if len(held) else 0):
                held[c, space] = space > 0 and held_by_others(self.state, c + 2, space)
        return float(
            value_turn(
                self.board,
                self.digits,
                self.base,
                self.first,
                self.stride,
                value.values(self.rules),
                np.array(self.state.markers),
                np.array(self.state.claimed),
                np.array(self.rules.column_lengths),
                spaces,
                self.state.player,
                self.rules.columns_to_win,
                held,
                self.stop,
            )
        )

    def _ask(self, value: Callable[[State], float]) -> float:
        """Ask a function for every placement of runners."""
        from .node_kernels import NEVER

        for node, placed in enumerate(self.nodes()):
            at = self.state if not placed else self._placed(placed)
            self.stop[node] = NEVER if must_roll(at, self.rules) else _number(value, stopped(at, self.rules))
        return _number(value, busted(self.state, self.rules))

    def _placed(self, placed: tuple[tuple[int, int], ...]) -> State:
        return State(self.state.markers, self.state.claimed, placed, self.state.player)

    def nodes(self) -> list[tuple[tuple[int, int], ...]]:
        """The runners, as (column, space), of every node in turn."""
        from itertools import product

        found: list[tuple[tuple[int, int], ...]] = []
        for s in range(len(self.board.size)):
            if self.first[s] < self.first[s + 1]:
                columns = [int(c) for c in self.board.member[s, : self.board.size[s]]]
                for spaces in product(*(self.spaces[c] for c in columns)):
                    found.append(tuple((c + 2, space) for c, space in zip(columns, spaces, strict=True)))
        return found

    def figures(self) -> NDArray[Any]:
        """What stopping at each node keeps: no bust, steps, columns claimed, and whether that is one at least."""
        import numpy as np

        figures = np.zeros((self.total, 4))
        for s in range(len(self.board.size)):
            steps, claimed = np.zeros(1), np.zeros(1)
            for c in self.board.member[s, : self.board.size[s]]:
                spaces = np.array(self.spaces[c], float)
                steps = np.add.outer(steps, spaces - self.state.marker(int(c) + 2)).ravel()
                claimed = np.add.outer(claimed, spaces == self.rules.length(int(c) + 2)).ravel()
            here = slice(self.first[s], self.first[s + 1])
            if self.first[s] < self.first[s + 1]:
                figures[here, 1], figures[here, 2], figures[here, 3] = steps, claimed, claimed > 0
        return figures


def _number(value: Callable[[State], float], state: State) -> float:
    try:
        return float(value(state))
    except (TypeError, ValueError):
        raise ValueError(f"value function: a number is needed for state {str(state)!r}") from None
