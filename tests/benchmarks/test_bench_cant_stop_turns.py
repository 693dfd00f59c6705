"""Can't Stop: the best turn, a small board solved, and a question answered; compiling not counted.

Limits: from the empty board 40 ms, in the middle of a game 15 ms, the (4,2) board 15 s of CPU on one core, a pasted
position answered warm in 2 s.
"""

from time import process_time

import numpy as np
import pytest
from headlines import headline

from tabletop_odds import cant_stop
from tabletop_odds.cant_stop.best_turn import Layout, solved_turn
from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.fitted import fitted_values
from tabletop_odds.cant_stop.optimal import _solve
from tabletop_odds.cant_stop.potentials import progress
from tabletop_odds.cant_stop.rules import Rules

pytestmark = pytest.mark.bench
MIDDLE = "> 3:1 6:4 7:3 8:6 12* / 5:2 7:6 9:4"
VALUES = {"progress": progress(), "fitted": fitted_values(2)}


@pytest.mark.parametrize("text", ["> - / -", MIDDLE], ids=["empty", "middle"])
@pytest.mark.parametrize("value", VALUES)
def test_best_turn(benchmark, text, value):
    from tabletop_odds.cant_stop.solver_kernels import solve_turn

    turn = Layout(State.parse(text), Rules())
    roll, best, none = np.empty(turn.total), np.empty(turn.total), np.zeros((turn.total, 0))

    def solve():
        bust = turn.fill_stops(VALUES[value])
        where = turn.board, turn.digits, turn.base, turn.first, turn.stride
        solve_turn(*where, turn.stop, bust, roll, best, none, np.zeros(0))
        return best[turn.first[turn.base]]

    assert benchmark.pedantic(solve, rounds=20, warmup_rounds=1) == pytest.approx(
        solved_turn(State.parse(text), VALUES[value], Rules()).value, abs=1e-6
    )


def test_board_4_2(benchmark):
    _solve(Rules.small(2, 1))  # compiles
    spent = []

    def solve():
        start = process_time()
        found = _solve(Rules.small(4, 2))
        spent.append(process_time() - start)
        return found

    assert benchmark.pedantic(solve, rounds=1)[0] == pytest.approx(2.453986, abs=1e-6)
    headline(benchmark, spent[0], "s CPU", most=15)


def test_advice(benchmark):
    texts = iter([f"> 6:4+{a} 7:3+{b} 8:+1 12* / 5:2 7:6" for a in range(1, 7) for b in range(1, 10)])
    assert benchmark.pedantic(lambda: cant_stop.should_roll(next(texts)).best, rounds=20, warmup_rounds=1)
