"""The product of what both sides need alone: its sum, its errors, and when it answers."""

import random
from fractions import Fraction

import pytest

from tabletop_odds.backgammon.big_table import chance, kept, solve
from tabletop_odds.backgammon.positions import every_position
from tabletop_odds.backgammon.product import (
    MEASURED,
    check_sample,
    product_chance,
    product_error,
    product_value,
    sampling_errors,
)
from tabletop_odds.backgammon.two_sided import by_product, race_value, win_probability

MINE = {2: Fraction(1, 4), 3: Fraction(1, 2), 5: Fraction(1, 4)}
THEIRS = {1: Fraction(1, 3), 3: Fraction(1, 3), 4: Fraction(1, 3)}


def test_who_rolls_first_wins_ties():
    pairs = [(mine, theirs) for mine in MINE for theirs in THEIRS]
    assert product_chance(MINE, THEIRS) == sum(MINE[a] * THEIRS[b] for a, b in pairs if a <= b)


def test_sampling_errors_are_those_of_many_samples():
    n, draws = 400, random.Random(1)
    both = []
    for _ in range(1500):
        drawn = draws.choices(list(MINE), [float(p) for p in MINE.values()], k=n)
        mine = {k: drawn.count(k) / n for k in MINE}
        drawn = draws.choices(list(THEIRS), k=n)
        theirs = {k: drawn.count(k) / n for k in THEIRS}
        both.append((product_chance(mine, THEIRS), product_chance(MINE, theirs)))
    for k, error in enumerate(sampling_errors(MINE, THEIRS, n)):
        mean = sum(pair[k] for pair in both) / len(both)
        spread = (sum((pair[k] - mean) ** 2 for pair in both) / len(both)) ** 0.5
        assert spread == pytest.approx(error, rel=0.1)


def test_a_product_carries_its_error():
    value = product_value(0.999)
    assert (value.standard_error, value.high, value.n) == (MEASURED.root_mean_square, 1.0, MEASURED.n)
    assert product_value(0.5, 0.003, 0.004).standard_error == pytest.approx(0.005, abs=1e-4)
    assert product_value(1.0 + 1e-15).exact
    assert not product_value(1.0, 0.001).exact  # nobody lost among so many


@pytest.mark.slow
def test_the_error_is_measured_against_the_table(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_ODDS_CACHE", str(tmp_path))
    with pytest.raises(ValueError, match="no table of 4 v 4 checkers is kept: solve it first"):
        product_error(4, n=10, seed=1)
    solve(4)
    error = product_error(4, 3, n=4000, seed=1)
    positions = [p for p in every_position(6, 4) if any(p)]
    draws, off = random.Random(2), []
    while len(off) < 300:
        mine, theirs = draws.choice(positions), draws.choice(positions)
        if max(sum(mine), sum(theirs)) >= 3:
            off.append(abs(float(by_product(mine, theirs).value) - chance(kept(4), mine, theirs)))
    spread = (sum(x * x for x in off) / len(off)) ** 0.5
    assert sum(off) / len(off) == pytest.approx(error.average, abs=4 * spread / len(off) ** 0.5)
    assert error.average < error.root_mean_square < error.most
    assert (error.n, error.seed) == (4000, 1)


@pytest.mark.slow
def test_races_from_outside():
    answer = race_value([0] * 6 + [1, 1], [0] * 5 + [1, 0, 1])
    assert answer.method.startswith("product of both sides' rolls distributions, off by 0.00057 on average")
    assert 0.5 < float(answer.value) < 1
    assert str(answer).startswith(f"{100 * float(answer.value):.1f}")
    sure = race_value([0] * 6 + [1], [0] * 6 + [15])
    assert sure.value.exact
    assert float(sure.value) == 1


def test_the_game_is_over():
    assert win_probability([], [1]).value == 1
    assert win_probability([1], []).value == 0
    assert race_value([1], []).method == "the game is over"


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ([], [], "no checkers on either side: at least one must be left"),
        ([0] * 12 + [1], [0] * 11 + [1], "checkers on points 13 and 12: in a race they must have passed each other"),
        ([0, 0, -1], [1], "-1 checkers on point 3"),
        ([0] * 24 + [1], [1], "a checker on point 25: must be on 1 to 24"),
    ],
)
def test_what_is_no_race_is_refused(mine, theirs, said):
    with pytest.raises(ValueError, match=said):
        win_probability(mine, theirs)


@pytest.mark.parametrize("sample", [(15, 16, 1), (16, 1, 1), (5, 0, 1), (5, 5, 0)])
def test_samples_out_of_range(sample):
    with pytest.raises(ValueError, match="must be"):
        check_sample(*sample)
