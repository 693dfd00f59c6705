"""Janowski's formulas against what he gives in closed form, and their errors against repeated samples."""

from itertools import product
from random import Random

import pytest
from cases import cases

from tabletop_odds.backgammon.janowski import estimated_equity, sampled

ENDINGS = (1, 2, 3, -1, -2, -3)


def chances_of(win, gain, loss):
    """Plain games and gammons so that wins are worth `gain` on average, losses `loss` (1 to 2)."""
    lost = 1 - win
    return {1: win * (2 - gain), 2: win * (gain - 1), -1: lost * (2 - loss), -2: lost * (loss - 1)}


@cases(("gain", "loss", "x"), list(product((1.0, 1.25), (1.0, 1.4), (0.0, 2 / 3, 1.0))))
def test_his_equations(gain, loss, x):
    """His equations 5 and 6, of a cube that one side owns, from the take point to the cash point of a live cube."""
    take, cash = (loss - 0.5) / (gain + loss + 0.5), (loss + 1) / (gain + loss + 0.5)
    for win in (take, (take + cash) / 2, cash):
        chances, line = chances_of(win, gain, loss), win * (gain + loss + 0.5 * x) - loss
        assert estimated_equity(chances, "mine", x) == pytest.approx(line)
        assert estimated_equity(chances, "theirs", x) == pytest.approx(line - 0.5 * x)


def test_points_that_players_know():
    """Without gammons take with 25 % where the cube is dead, with 20 % where it is fully live."""
    for x, edge in ((0, 0.75), (1, 0.8)):
        assert 2 * estimated_equity({1: edge, -1: 1 - edge}, "theirs", x) == pytest.approx(1)
    assert estimated_equity({1: 0.8, -1: 0.2}, "centre", 1) == pytest.approx(1)


@pytest.mark.parametrize("owner", ["mine", "centre", "theirs"])
def test_the_cube_helps_who_can_turn_it_and_no_more(owner):
    """Owned at least centred, centred at least the other's; the other player's view is the same game."""
    luck = Random(1)
    for _ in range(200):
        weights = [luck.random() for _ in ENDINGS]
        chances = {points: weight / sum(weights) for points, weight in zip(ENDINGS, weights, strict=True)}
        mirrored = {-points: chance for points, chance in chances.items()}
        other = {"mine": "theirs", "theirs": "mine", "centre": "centre"}[owner]
        equity = estimated_equity(chances, owner)
        assert equity == pytest.approx(-estimated_equity(mirrored, other))
        assert estimated_equity(chances, "theirs") - 1e-12 <= equity <= estimated_equity(chances, "mine") + 1e-12


def test_certain_ends():
    for owner in ("mine", "centre", "theirs"):
        assert estimated_equity({1: 1.0}, owner) == pytest.approx(1)
        assert estimated_equity({-2: 1.0}, owner) == pytest.approx(-2)


def test_jacoby_counts_no_gammons_before_the_cube_is_turned():
    chances = {1: 0.5, 2: 0.5}
    assert estimated_equity(chances, "centre") == pytest.approx(1.5)
    assert estimated_equity(chances, "centre", jacoby=True) == pytest.approx(1)
    assert estimated_equity(chances, "theirs", jacoby=True) == pytest.approx(1.5)


def test_the_error_is_that_of_repeated_samples():
    luck, n = Random(2), 400
    true = {1: 0.5, 2: 0.15, -1: 0.3, -2: 0.05}

    def figure(chances):
        return estimated_equity(chances, "centre")

    found = []
    for _ in range(1500):
        drawn = luck.choices(list(true), list(true.values()), k=n)
        found.append(figure({points: drawn.count(points) / n for points in true}))
    mean = sum(found) / len(found)
    spread = (sum((x - mean) ** 2 for x in found) / (len(found) - 1)) ** 0.5
    assert sampled(figure, true, n, seed=1).standard_error == pytest.approx(spread, rel=0.08)
