"""Races from anywhere: the positions that can be reached, the oracle, the first checker off, and playing out."""

import random

import bearoff_oracle as oracle
import numpy as np
import pytest

from tabletop_odds.backgammon import race
from tabletop_odds.backgammon.bearoff import (
    epc,
    expected_rolls,
    first_off_distribution,
    no_checker_off_probability,
    race_method,
    rolls_distribution,
    rolls_sd,
    wastage,
)
from tabletop_odds.backgammon.bearoff_plays import bear_off_plays
from tabletop_odds.backgammon.numbering import before_first_off, every_number, heights, reachable
from tabletop_odds.backgammon.one_sided import ROLLS, solve_one_sided
from tabletop_odds.backgammon.positions import every_position, pip_count, rank
from tabletop_odds.streams import Stream

LONG = (0,) * 11 + (1,) * 10  # 24 million positions can be reached
STRAGGLERS = (4, 3, 0, 0, 2, 0, 1, 0, 0, 0, 1)


def some_races(n, most_checkers, most_points, seed=2):
    luck = random.Random(seed)
    for _ in range(n):
        checkers = [luck.randint(1, most_points) for _ in range(luck.randint(1, most_checkers))]
        yield oracle.counts_of(checkers)


# What can be reached


def test_every_position_is_numbered_as_rank_does():
    numbers = every_number(5, 4)
    assert [numbers.number(counts) for counts in every_position(5, 4)] == list(range(numbers.total))
    assert all(numbers.number(counts) == rank(counts, 4) for counts in every_position(5, 4))


@pytest.mark.parametrize("counts", [*some_races(25, 4, 11), (2, 0, 0, 1, 0, 3, 2, 1)], ids=str)
def test_what_can_be_reached_by_trying_all_moves(counts):
    found = oracle.reached(oracle.points_of(counts))
    numbers = reachable(counts)
    assert sorted(numbers.number(oracle.counts_of(checkers)) for checkers in found) == list(range(numbers.total))
    all_on = [checkers for checkers in found if len(checkers) == sum(counts)]
    numbers = before_first_off(counts)
    assert sorted(numbers.number(oracle.counts_of(checkers)) for checkers in all_on) == list(range(1, numbers.total))


# The oracle


@pytest.mark.parametrize("counts", [*some_races(12, 3, 12, seed=4), (0, 1, 0, 0, 0, 1, 0, 2)], ids=str)
def test_races_by_the_oracle(counts):
    checkers = oracle.points_of(counts)
    mean = float(oracle.mean_rolls(checkers))
    assert expected_rolls(counts).value == pytest.approx(mean, abs=1e-12)
    rolls = rolls_distribution(counts)
    assert rolls.mean == pytest.approx(mean, abs=1e-12)
    assert rolls.std == pytest.approx(rolls_sd(counts).value, abs=1e-10)
    assert rolls.total == pytest.approx(1, abs=1e-12)
    for a, b in random.Random(1).sample(ROLLS, 5):
        options = bear_off_plays(counts, (a, b))
        found = {oracle.counts_of(x): float(oracle.mean_rolls(x)) for x in oracle.finals(checkers, a, b)}
        assert {option.after: option.rolls.value for option in options} == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("counts", [*some_races(8, 3, 11, seed=9), (3, 0, 0, 0, 0, 0, 1)], ids=str)
def test_the_first_checker_off_by_the_oracle(counts):
    checkers = oracle.points_of(counts)
    solved = race.solve_race(counts, first_off=True)
    mean = float(oracle.mean_rolls(checkers, len(checkers) - 1))
    assert solved.mean[solved.numbers.number(counts)] == pytest.approx(mean, abs=1e-12)
    assert sum(k * p for k, p in enumerate(solved.chances)) == pytest.approx(mean, abs=1e-12)


def test_the_last_of_fifteen_comes_home_by_the_oracle():
    counts = (14,) + (0,) * 10 + (1,)
    checkers = oracle.points_of(counts)

    def best(checkers, a, b):
        return min(oracle.finals(checkers, a, b), key=lambda x: oracle.mean_rolls(x, 14))

    chances = oracle.spread(checkers, best, 14)
    for rolls in range(6):
        late = float(sum(p for k, p in chances.items() if k > rolls))
        assert no_checker_off_probability(counts, rolls).value == pytest.approx(late, abs=1e-12)


def test_the_first_checker_off():
    assert no_checker_off_probability([0] * 5 + [15], 1).value == pytest.approx(19 / 36, abs=1e-12)
    assert no_checker_off_probability([0] * 5 + [15], 0).value == 1
    assert no_checker_off_probability([0] * 9 + [14], 0).value == 0  # one is off already
    assert first_off_distribution([15])[1] == pytest.approx(1)


def test_tables_and_races_agree_outside():
    table = solve_one_sided(8, 6)
    for counts in some_races(12, 6, 8, seed=3):
        assert expected_rolls(counts).value == pytest.approx(table.mean[table.number(counts)], abs=1e-12)
        assert epc(counts).value - pip_count(counts) == pytest.approx(wastage(counts).value, abs=1e-9)


def test_the_method_is_said():
    assert race_method("0,0,0,3,5,7") == "exact, from the table"
    assert race_method(STRAGGLERS).startswith("exact, by solving the ")
    assert race_method(LONG).startswith("played out")


# Playing out


def twin(counts, n, seed, first_off=False):
    """The rule in words, game by game: dictionaries and the moves of the oracle."""
    total = sum(counts)
    table = race.solve_race((0,) * 6 + (total,), first_off)
    left = total - 1 if first_off else 0

    def guess(checkers):
        if len(checkers) <= left:
            return 0.0
        beyond = sum(max(point - 7, 0) for point in checkers)
        nearer = oracle.counts_of([min(point, 7) for point in checkers], 7)
        return table.mean[table.numbers.number(nearer)] + beyond * 6 / 49

    def one(checkers, die):
        """The first of the lowest guesses, the highest checker first."""
        best = None
        for point in dict.fromkeys(checkers):
            rest = list(checkers)
            rest.remove(point)
            if point > die:
                rest.append(point - die)
            elif not (checkers[0] <= 6 and point in (die, checkers[0])):
                continue
            after = tuple(sorted(rest, reverse=True))
            if best is None or guess(after) < guess(best) - 1e-12:
                best = after
        return best

    def both(checkers, dice):
        for die in dice:
            if len(checkers) > left:
                checkers = one(checkers, die)
        return checkers

    results = []
    for game in range(n):
        checkers, rolls = oracle.points_of(counts), 0
        while len(checkers) > left and checkers[0] > 7:
            throw = Stream.of(seed, game, 0, rolls).below(36)
            a, b = max(throw // 6, throw % 6) + 1, min(throw // 6, throw % 6) + 1
            rolls += 1
            if a == b:
                checkers = both(checkers, (a,) * 4)
            else:
                this, that = both(checkers, (a, b)), both(checkers, (b, a))
                checkers = that if guess(that) < guess(this) - 1e-12 else this
        results.append((rolls, checkers))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("first_off", [False, True], ids=["all off", "first off"])
@pytest.mark.parametrize(
    "counts", [STRAGGLERS, (0, 0, 2, 0, 1, 0, 3, 0, 2, 0, 0, 0, 0, 3), (1,) + (0,) * 16 + (2,)], ids=str
)
def test_games_played_out_are_those_of_the_rule(counts, first_off):
    from tabletop_odds.backgammon.race_kernels import play_out

    n, seed = 60, 3
    numbers, mean, plays = race._last_points(sum(counts), first_off)
    table = np.array(numbers.home), np.array(numbers.out), (numbers.home_start, numbers.out_start)
    above, rolls, plain = np.array([*heights(counts), *[0] * 7]), np.zeros(n, np.int64), np.zeros(n, np.int64)
    play_out(seed, 0, n, above, *table, mean, plays, 6 / 49, first_off, rolls)
    play_out.python(seed, 0, n, above, *table, mean, plays, 6 / 49, first_off, plain)
    assert rolls.tolist() == plain.tolist()
    for game, (by_rule, checkers) in enumerate(twin(counts, n, seed, first_off)):
        number = numbers.number(oracle.counts_of(checkers, 7)) if len(checkers) > first_off * (sum(counts) - 1) else 0
        while number:
            throw = Stream.of(seed, game, 0, by_rule).below(36)
            a, b = max(throw // 6, throw % 6) + 1, min(throw // 6, throw % 6) + 1
            number, by_rule = plays[number, ROLLS.index((a, b))], by_rule + 1
        assert rolls[game] == by_rule


@pytest.mark.slow
@pytest.mark.parametrize(
    ("counts", "first_off", "most_lost"),
    [
        ((0, 0, 0, 3, 3, 3, 3, 3), False, 0.015),
        ((2, 2, 2, 0, 0, 2, 0, 2, 0, 0, 2, 0, 2), False, 0.035),
        ((0,) * 16 + (6,), False, 0.03),
        ((0,) * 7 + (15,), True, 0.07),
    ],
    ids=str,
)
def test_playing_out_costs_as_little_as_is_said(counts, first_off, most_lost):
    solved, run = race.solve_race(counts, first_off), race.roll_out(counts, 100_000, 1, first_off)
    value, exact = run["rolls"], solved.mean[solved.numbers.number(counts)]
    assert exact - 4 * value.standard_error < value.value < exact + most_lost + 4 * value.standard_error


@pytest.mark.slow
def test_a_long_race_is_played_out():
    answer = expected_rolls(LONG, n=20_000, seed=1)
    assert (answer.n, answer.seed) == (20_000, 1)
    assert answer.value == pytest.approx(21.05, abs=4 * answer.standard_error + 0.03)
    assert answer.value == pytest.approx(rolls_distribution(LONG, n=20_000, seed=1).mean)
    assert epc(LONG, n=20_000, seed=1).standard_error == pytest.approx(49 / 6 * answer.standard_error)
    assert rolls_sd(LONG, n=20_000, seed=1).value == pytest.approx(answer.standard_error * 20_000**0.5, rel=1e-4)
    gammon = no_checker_off_probability((0,) * 11 + (5, 5, 5), 14, n=20_000, seed=1)
    assert gammon.n == 20_000
    assert 0 < gammon.low < gammon.value < gammon.high < 1
