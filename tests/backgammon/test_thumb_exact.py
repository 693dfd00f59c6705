"""Exact answers for many races at once are those for one, and those of brute force."""

import numpy as np
import pytest

from tabletop_odds.backgammon import thumb_exact
from tabletop_odds.backgammon.cube_equities import cube
from tabletop_odds.backgammon.thumb_exact import exact_equities, exact_wins, places
from tabletop_odds.backgammon.thumb_races import every_race, home_counts, random_races
from tabletop_odds.backgammon.two_sided_layout import Layout

from .test_thumb_grades import no_double, win


def positions(races):
    """Each race's two positions."""
    counts = home_counts(races.checkers)
    for numbers in zip(races.mine, races.theirs, strict=True):
        yield tuple(tuple(map(int, counts[number])) for number in numbers)


def test_places_are_the_layouts():
    for checkers in (3, 15):
        races, layout = random_races(checkers, 50, seed=1), Layout(checkers)
        turned = places(layout, races, slice(10, 50), turned=True)
        for pair, place in zip(positions(races), places(layout, races), strict=True):
            assert place == layout.index(pair[1], pair[0])
        for pair, place in zip(list(positions(races))[10:], turned, strict=True):
            assert place == layout.index((0,) * 6, pair[1])


@pytest.mark.slow
def test_brute_force_agrees():
    races = every_race(2)
    exact = exact_equities(races)
    for pair, chance, *found in zip(positions(races), exact_wins(races), *exact, strict=True):
        assert chance == pytest.approx(win(*pair), abs=3e-5)
        brute = [no_double(*pair, "centre"), no_double(*pair, "mine"), 2 * no_double(*pair, "theirs")]
        assert found == pytest.approx(brute, abs=2e-6)


@pytest.mark.slow
def test_races_are_read_in_batches_as_one_by_one(monkeypatch):
    races = random_races(6, 50, seed=2)
    whole = exact_equities(races)
    monkeypatch.setattr(thumb_exact, "BATCH", 7)
    for a, b in zip(whole, exact_equities(races), strict=True):
        np.testing.assert_array_equal(a, b)
    for pair, *found in zip(positions(races), *whole, strict=True):
        answer = cube(*pair)
        one = (answer.centred, answer.owned, answer.double_take)
        assert found == pytest.approx([float(x) for x in one], abs=2e-6)
