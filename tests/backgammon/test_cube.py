"""The money cube with both sides at home, against plain fractions over every order of single steps."""

import random
from itertools import pairwise

import pytest
from home_oracle import as_checkers, equity

from tabletop_odds.backgammon import cube_equities as cube_file
from tabletop_odds.backgammon.cube_equities import CENTRED, CUBELESS, OPPONENT, OWNED, cube, equities, exact_cube
from tabletop_odds.backgammon.cube_model import equities_from
from tabletop_odds.backgammon.pair_files import in_memory
from tabletop_odds.backgammon.positions import every_position
from tabletop_odds.backgammon.two_sided_layout import Layout

OWNERS = {OWNED: "mine", CENTRED: "centre", OPPONENT: "theirs", CUBELESS: None}
PAIRS = 40


def some_pairs(checkers, seed, n=PAIRS):
    every = [position for position in every_position(6, checkers) if any(position)]
    draws = random.Random(seed)
    return [(draws.choice(every), draws.choice(every)) for _ in range(n)]


def same(answer, mine, theirs, beavers, tolerance):
    mine, theirs = as_checkers(mine), as_checkers(theirs)
    for name, owner in {"owned": "mine", "centred": "centre", "opponent": "theirs", "cubeless": None}.items():
        exact = float(equity(mine, theirs, owner, False, beavers))
        assert getattr(answer, name).value == pytest.approx(exact, abs=tolerance)
    for name, owner in {"optimal_owned": "mine", "optimal_centred": "centre"}.items():
        exact = float(equity(mine, theirs, owner, True, beavers))
        assert getattr(answer, name).value == pytest.approx(exact, abs=tolerance + 2e-6)


@pytest.mark.parametrize("beavers", [False, True])
def test_recursion_is_exact(beavers):
    for mine, theirs in some_pairs(2, 1):
        answer = cube(mine, theirs, beavers=beavers)
        assert answer.method == "exact, by recursion"
        same(answer, mine, theirs, beavers, 1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("beavers", [False, True])
def test_every_number_of_a_table(beavers):
    table = in_memory(equities(beavers), Layout(3))
    for mine, theirs in some_pairs(3, 2, 200):
        for holder, owner in OWNERS.items():
            exact = float(equity(as_checkers(mine), as_checkers(theirs), owner, True, beavers))
            assert table.number(holder, mine, theirs) == pytest.approx(exact, abs=2e-6)
        same(exact_cube(mine, theirs, table.number, beavers, ""), mine, theirs, beavers, 2e-6)


def actions(mine, theirs):
    answer = cube(mine, theirs)
    return answer.double, answer.redouble, answer.take


def test_a_sure_win_is_as_good_as_a_pass():
    answer = cube([2], [0, 0, 0, 0, 0, 2])
    assert {answer.cubeless.value, answer.owned.value, answer.centred.value, answer.opponent.value} == {1.0}
    assert answer.action == "double, pass"


def test_a_player_who_cannot_win_does_not_double():
    answer = cube([0, 0, 0, 0, 0, 3], [2])
    assert answer.action == "no double"
    assert answer.take


def test_the_last_roll_has_its_known_points():
    """On the last roll, with the other sure to win next, equities are 2 p - 1: doubled from 1/2 on, passed from 3/4."""
    sure, p = [1], {}
    for name, mine in {"6-3 of 36": [0, 0, 0, 0, 0, 1], "25": [0, 1, 0, 0, 0, 1], "19": [0, 1, 0, 0, 1]}.items():
        p[name] = float(cube(mine, sure).cubeless) / 2 + 0.5
    assert p == pytest.approx({"6-3 of 36": 27 / 36, "25": 13 / 36, "19": 19 / 36})
    assert actions([0, 0, 0, 0, 0, 1], sure) == (True, True, True)  # 3/4 exactly: taking and passing are equal
    assert actions([0, 1, 0, 0, 0, 1], sure) == (False, False, True)
    assert actions([0, 1, 0, 0, 1], sure) == (True, True, True)
    assert actions([0, 0, 0, 0, 1], sure)[2] is False  # 31 of 36


def test_a_beaver_can_only_cost_the_doubler():
    cheaper = 0
    for mine, theirs in some_pairs(2, 5):
        with_beavers, without = cube(mine, theirs, beavers=True), cube(mine, theirs)
        assert with_beavers.centred.value <= 1
        cheaper += with_beavers.double_take.value < without.double_take.value
    assert cheaper > 5


def test_the_same_chance_and_length_make_the_same_cube():
    owned, centred, opponent = equities_from(0.7, 9.0)
    assert -1 < opponent < 0.4 < centred < owned < 1
    assert equities_from(0.999, 6.0)[1] > 0.99
    assert equities_from(0.001, 6.0)[1] < -0.99
    for one, other in pairwise(k / 50 for k in range(1, 50)):
        for less, more in zip(equities_from(one, 6.0), equities_from(other, 6.0), strict=True):
            assert less <= more


@pytest.mark.slow
def test_beyond_the_tables_the_model_is_as_far_off_as_it_says(monkeypatch):
    """The model on pairs that the table of six has: it was measured on nine and ten, where it is better."""
    table = in_memory(equities(), Layout(6))
    off = {"owned": [], "centred": [], "opponent": []}
    monkeypatch.setattr(cube_file, "kept_table", lambda *pair: None)
    for mine, theirs in some_pairs(6, 6, 60):
        exact = exact_cube(mine, theirs, table.number, False, "")
        model = cube(mine, theirs)
        if "recursion" in model.method or not 0.02 < exact.chance.value < 0.98:
            continue
        assert model.method.startswith("cube of the one-checker race")
        assert not model.owned.exact
        for name, errors in off.items():
            errors.append(abs(getattr(model, name).value - getattr(exact, name).value))
    for errors in off.values():
        assert len(errors) > 15
        assert sum(errors) / len(errors) < 0.05


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ([0, 0], [1], r"positions \(0, 0, 0, 0, 0, 0\) and \(1, 0, 0, 0, 0, 0\): each side must have a checker left"),
        ([1], [], "each side must have a checker left"),
        ([0] * 20 + [1], [0] * 5 + [1], "checkers on points 21 and 6: in a race they must have passed each other"),
        ([16], [1], "16 checkers on point 1"),
    ],
)
def test_what_is_no_race_is_refused(mine, theirs, said):
    with pytest.raises(ValueError, match=said):
        cube(mine, theirs)
