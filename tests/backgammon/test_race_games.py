"""Races by table, against the exact distributions of both bear-offs, and game by game against plain Python."""

import pytest

from tabletop_odds.backgammon.one_sided import ROLLS, solve_one_sided
from tabletop_odds.backgammon.race_games import MEASURES, race_play, simulate_races
from tabletop_odds.dice import ordered_roll
from tabletop_odds.streams import Stream

SIX_SIXES = (0, 0, 0, 0, 0, 6)
PAIRS = [((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 2)), ((0, 0, 0, 3, 5, 7), SIX_SIXES), ((4,), (0, 1, 1))]


def rolls_needed(table, number, seed, game, side):
    """One bear-off, roll by roll: ten dice at a time are five rolls."""
    luck, dice, rolls = Stream.of(seed, game, side), (), 0
    while number:
        dice = dice or ordered_roll(luck.below(36**5), 10)
        (first, second), dice = dice[:2], dice[2:]
        number = int(table.best_plays[number, ROLLS.index((max(first, second), min(first, second)))])
        rolls += 1
    return rolls


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_game_by_game(mine, theirs):
    table = solve_one_sided()
    results = race_play(mine, theirs)(5, 7, 107).tolist()  # not a whole number of lanes
    for game, (won, lost, first, second) in enumerate(results, 7):
        assert first == rolls_needed(table, table.number(mine), 5, game, 0)
        assert second == rolls_needed(table, table.number(theirs), 5, game, 1)
        assert (won, lost) == (int(first <= second), int(first > second))


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_simulated_against_exact(mine, theirs):
    table = solve_one_sided()
    ends = table.distributions()
    one, other = (ends[table.number(side)].tolist() for side in (mine, theirs))
    exact = sum(p * sum(other[k:]) for k, p in enumerate(one))
    run = simulate_races(mine, theirs, 400_000, seed=2)
    won = run.rate("win_1")
    assert abs(won.value - exact) < 4 * won.standard_error
    for measure, side in (("rolls_1", mine), ("rolls_2", theirs)):
        rolls = run[measure]
        assert abs(rolls.value - float(table.mean[table.number(side)])) < 4 * rolls.standard_error
    seen = run.distribution("rolls_1")
    assert all(abs(float(seen[k]) - p) < 0.005 for k, p in enumerate(one))


def test_from_outside_home():
    far = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1)
    table = solve_one_sided(10, 3)
    run = simulate_races(far[:10], (0, 0, 0, 0, 0, 3), 200_000, seed=3)
    rolls = run["rolls_1"]
    assert abs(rolls.value - float(table.mean[table.number(far[:10])])) < 4 * rolls.standard_error
    assert simulate_races(far, (2,), 1000, seed=1)["rolls_1"].value > rolls.value


def test_neither_workers_nor_chunks_change_anything():
    runs = [
        simulate_races(*PAIRS[1], 10_000, seed=1, workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (2, 777), (1, 10_000)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == MEASURES


@pytest.mark.parametrize(
    ("mine", "theirs", "named"),
    [
        ((0,) * 6, (1,), "each needs a checker"),
        ((*(0,) * 20, 1), (0, 0, 0, 0, 1), "21 and 5"),
        ((16,), (1,), "16 checkers"),
        ((*(0,) * 11, 15), (1,), "7,764,920 positions can be reached"),
    ],
)
def test_what_is_refused(mine, theirs, named):
    with pytest.raises(ValueError, match=named):
        simulate_races(mine, theirs, 10, seed=1)
