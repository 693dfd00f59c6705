"""The race of one checker against one: Woolsey's and Sconyers' figures, a prototype's marks, and a slow recursion."""

from fractions import Fraction
from functools import cache
from itertools import product

import oracles
import pytest

from tabletop_odds.backgammon.one_checker import doubling_marks, one_checker_cube, one_checker_win_probability

VALUES = ("win", "owned", "centred", "opponent", "double_take")


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_checker.csv", *VALUES))
def test_figures_as_cited(row):
    cube = one_checker_cube(*map(int, row["argument"].split()))
    assert oracles.agrees(getattr(cube, row["what"]), row)


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_checker.csv", "action"))
def test_actions_as_cited(row):
    action = one_checker_cube(*map(int, row["argument"].split())).action
    assert {"take": "take", "pass": "pass", "double": "double, ", "no double": "no double"}[row["figure"]] in action
    assert (row["figure"] == "no double") == (action == "no double")


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_checker.csv", "double", "redouble", "last_take"))
def test_marks_as_cited(row):
    assert getattr(doubling_marks(int(row["argument"])), row["what"]) == int(row["figure"])


@cache
def equities(mine, theirs):
    """(win, owned, centred, opponent) in fractions, over the 36 rolls."""
    total = [Fraction(0)] * 4
    for a, b in product(range(1, 7), repeat=2):
        left = mine - (a + b if a != b else 4 * a)
        if left <= 0:
            total = [x + 1 for x in total]
            continue
        win, owned, centred, opponent = equities(theirs, left)
        cash = min(Fraction(1), 2 * opponent)
        gains = (1 - win, -opponent, -max(centred, cash), -max(owned, cash))
        total = [x + gain for x, gain in zip(total, gains, strict=True)]
    return tuple(x / 36 for x in total)


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (3, 4), (10, 8), (17, 23), (25, 25), (28, 20)])
def test_by_fractions(mine, theirs):
    cube = one_checker_cube(mine, theirs)
    win, owned, centred, opponent = map(float, equities(mine, theirs))
    assert cube[:2] == pytest.approx((win, 2 * win - 1), abs=1e-12)
    assert (cube.owned, cube.centred, cube.opponent) == pytest.approx((owned, centred, opponent), abs=1e-12)
    assert cube.double == pytest.approx(min(1, 2 * opponent), abs=1e-12)
    assert cube.best_owned == pytest.approx(max(owned, min(1, 2 * opponent)), abs=1e-12)
    assert cube.best_centred == pytest.approx(max(centred, min(1, 2 * opponent)), abs=1e-12)


def test_every_action_comes_up():
    assert one_checker_cube(90, 97).action == "no double"
    assert one_checker_cube(90, 98).action == "double, no redouble, take"
    assert one_checker_cube(70, 80).action == "redouble, take"
    assert one_checker_cube(70, 81).action == "double, pass"
    assert one_checker_win_probability(1, 1).value == 1


@pytest.mark.parametrize(
    "call", [lambda: one_checker_cube(0, 5), lambda: one_checker_cube(5, 201), lambda: doubling_marks(171)]
)
def test_pips_out_of_range(call):
    with pytest.raises(ValueError, match=r"a whole number from 1 to \d+ is needed"):
        call()
