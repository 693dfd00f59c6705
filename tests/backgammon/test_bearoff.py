"""One side at home: cited figures, gnubg's database, and a slow oracle in fractions that tries every order of moves."""

import random
import subprocess
import sys
from fractions import Fraction

import bearoff_oracle as oracle
import numpy as np
import oracles
import pytest

from tabletop_odds import tables
from tabletop_odds.backgammon import bearoff, one_sided
from tabletop_odds.backgammon.bearoff import epc, expected_rolls, rolls_distribution, rolls_sd, solve_one_sided, wastage
from tabletop_odds.backgammon.bearoff_plays import bear_off_plays, bear_off_table
from tabletop_odds.backgammon.make_tables import FOLDER
from tabletop_odds.backgammon.one_sided import ROLLS
from tabletop_odds.backgammon.positions import every_position, rank

ASK = {"expected_rolls": expected_rolls, "epc": epc, "wastage": wastage, "sd": rolls_sd}
EVERY = np.array([*every_position(6, 15)])
CHECKERS = EVERY.sum(axis=1)

# Cited figures


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_sided.csv", *ASK))
def test_as_cited(row):
    answer = ASK[row["what"]](row["argument"])
    assert answer.exact
    assert oracles.agrees(answer, row)


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_sided.csv", "ace_stack"))
def test_stacks_on_the_ace_are_fractions(row):
    assert float(expected_rolls([int(row["argument"])])) == pytest.approx(float(Fraction(row["figure"])), abs=1e-14)


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_sided.csv", "chance"))
def test_chances_as_cited(row):
    position, rolls = row["argument"].split(";")
    assert oracles.agrees(rolls_distribution(position)[int(rolls)], row)


@pytest.mark.parametrize("row", oracles.cases("backgammon_one_sided.csv", "positions"))
def test_positions_are_as_many_as_cited(row):
    points, checkers = map(int, row["argument"].split())
    assert one_sided.every_number(points, checkers).total == int(row["figure"])


def test_five_and_two_in_one_roll():
    assert rolls_distribution([0, 1, 0, 0, 1])[1] == pytest.approx(19 / 36, abs=1e-15)


@pytest.mark.parametrize(
    "row", oracles.published("backgammon_gnubg_one_sided.csv"), ids=lambda row: next(iter(row.values()))
)
def test_as_gnubg_within_its_rounding(row):
    position = row["counts_ace_first"].replace(" ", ",")
    assert expected_rolls(position).value == pytest.approx(float(row["mean_rolls"]), abs=2.2e-4)
    rolls = rolls_distribution(position)
    for k in range(1, 17):
        assert rolls.at_most(k) == pytest.approx(float(row[f"off_within_{k}"]), abs=3e-3)


def test_three_five_seven_wastes_least_of_fifteen():
    frame = bearoff.epc_table()
    assert len(frame) == len(EVERY) - 1
    best = frame[frame.checkers == 15].nsmallest(1, "wastage").iloc[0]
    assert (best.position, best.pips, round(best.wastage, 5)) == ("0,0,0,3,5,7", 79, 7.06895)
    assert frame.epc.iloc[rank((0, 0, 0, 5, 5, 5), 15) - 1] == pytest.approx(82.2690315, abs=1e-7)


# What the best plays do, over all positions at once: moves worked out by arrays of counts

CODE = EVERY @ 16 ** np.arange(6)
BY_CODE = np.argsort(CODE)


def after_move(die, point):
    """Where a checker can move so, and the number of the position after it."""
    highest = np.where(EVERY > 0, np.arange(1, 7), 0).max(axis=1)
    legal = (EVERY[:, point - 1] > 0) & ((point >= die) | (highest == point))
    moved = EVERY[legal].copy()
    moved[:, point - 1] -= 1
    if point > die:
        moved[:, point - die - 1] += 1
    after = np.zeros(len(EVERY), int)
    after[legal] = BY_CODE[np.searchsorted(CODE[BY_CODE], moved @ 16 ** np.arange(6))]
    return legal, after


@pytest.fixture(scope="module")
def moves():
    return {(die, point): after_move(die, point) for die in range(1, 7) for point in range(1, 7)}


def least_after(moves, die, worth):
    """The least worth that one number leads to; without a checker what there is."""
    least = np.full(len(EVERY), np.inf)
    for point in range(1, 7):
        legal, after = moves[die, point]
        least[legal] = np.minimum(least[legal], worth[after[legal]])
    least[0] = worth[0]
    return least


def least_of_rolls(moves, worth):
    """The least worth after every roll, [positions, 21]."""
    once = {die: least_after(moves, die, worth) for die in range(1, 7)}
    columns = []
    for a, b in ROLLS:
        if a == b:
            least = once[a]
            for _ in range(3):
                least = least_after(moves, a, least)
        else:
            least = np.minimum(least_after(moves, a, once[b]), least_after(moves, b, once[a]))
        columns.append(least)
    return np.stack(columns, axis=1)


def test_no_play_of_any_roll_is_better_than_the_best(moves):
    table = solve_one_sided()
    assert np.abs(least_of_rolls(moves, table.mean) - table.mean[table.best_plays]).max() < 1e-12
    weights = np.array([1 if a == b else 2 for a, b in ROLLS]) / 36
    assert np.abs(1 + table.mean[table.best_plays[1:]] @ weights - table.mean[1:]).max() < 1e-12


def test_how_often_bearing_off_the_most_is_best_as_cited(moves):
    table = solve_one_sided()
    fewest_left = least_of_rolls(moves, CHECKERS.astype(float))
    most_off = CHECKERS[table.best_plays] == fewest_left
    (row,) = [row for row in oracles.published("backgammon_one_sided.csv") if row["what"] == "bearing_most_percent"]
    assert round(100 * most_off[1:].mean(), 2) == float(row["figure"])


def test_how_often_the_best_play_bears_none_off_as_cited(moves):
    table = solve_one_sided()
    highest = np.where(EVERY > 0, np.arange(1, 7), 0).max(axis=1)
    off_now = {die: (EVERY[:, die - 1] > 0) | (highest < die) for die in range(1, 7)}
    found = {"15 checkers or fewer": 0, "2 checkers": 0}
    for roll, (a, b) in enumerate(ROLLS):
        if a == b:
            continue
        possible = off_now[a] | off_now[b]
        for first, second in ((a, b), (b, a)):
            for point in range(first + 1, 7):
                legal, after = moves[first, point]
                possible |= legal & off_now[second][after]
        none_off = possible & (CHECKERS[table.best_plays[:, roll]] == CHECKERS) & (CHECKERS > 0)
        found["15 checkers or fewer"] += none_off.sum()
        found["2 checkers"] += (none_off & (CHECKERS == 2)).sum()
    rows = [row for row in oracles.published("backgammon_one_sided.csv") if row["what"] == "non_bearing_plays"]
    assert found == {row["argument"]: int(row["figure"]) for row in rows}


# The oracle


def held_to_the_oracle(counts, table):
    """Mean, variance, best plays and their distribution, each from scratch in fractions."""
    checkers, number = oracle.points_of(counts), table.number(counts)
    assert table.mean[number] == pytest.approx(float(oracle.mean_rolls(checkers)), abs=1e-12)
    positions = [*every_position(table.points, table.checkers)]

    def best(checkers, a, b):
        roll = ROLLS.index((max(a, b), min(a, b)))
        return oracle.points_of(positions[table.best_plays[table.number(oracle.counts_of(checkers)), roll]])

    for a, b in ROLLS if checkers else ():
        found, after = oracle.finals(checkers, a, b), best(checkers, a, b)
        least = min(map(oracle.mean_rolls, found))
        assert after in found
        assert oracle.mean_rolls(after) == least
        assert len(after) == min(len(x) for x in found if oracle.mean_rolls(x) == least)
    chances = oracle.spread(checkers, best)
    row = table.distributions()[number]
    assert {k: p for k, p in enumerate(row) if p} == pytest.approx({k: float(p) for k, p in chances.items()}, abs=1e-14)
    mean = sum(k * p for k, p in chances.items())
    assert table.variance[number] == pytest.approx(
        float(sum((k - mean) ** 2 * p for k, p in chances.items())), abs=1e-12
    )


@pytest.mark.parametrize("counts", [*every_position(4, 4)], ids=str)
def test_four_points_by_the_oracle(counts):
    held_to_the_oracle(counts, solve_one_sided(4, 4))


def test_six_points_by_the_oracle():
    luck = random.Random(5)
    table = solve_one_sided(6, 5)
    for _ in range(6):
        held_to_the_oracle(oracle.counts_of([luck.randint(1, 6) for _ in range(5)]), table)


def test_tables_with_more_room_agree():
    small, wide = solve_one_sided(6, 6), solve_one_sided(8, 5)
    for counts in every_position(6, 5):
        assert wide.mean[wide.number(counts)] == small.mean[small.number(counts)] == expected_rolls(counts).value


# Questions


def test_the_plays_of_a_roll_are_all_there_with_their_costs():
    luck = random.Random(1)
    for _ in range(40):
        counts = oracle.counts_of([luck.randint(1, 6) for _ in range(luck.randint(1, 15))])
        roll = luck.choice(ROLLS)
        options = bear_off_plays(counts, roll)
        assert {option.after for option in options} == set(
            map(oracle.counts_of, oracle.finals(oracle.points_of(counts), *roll))
        )
        assert options[0].cost.value == 0
        for option in options:
            assert option.rolls.value == expected_rolls(option.after).value
            assert option.cost.value == pytest.approx(option.rolls.value - options[0].rolls.value, abs=1e-12)


def test_plays_in_words():
    assert bear_off_plays("0,0,0,3,5,7", (6, 5))[0].play == "6/off 5/off"
    outside = bear_off_plays([0, 0, 0, 0, 2, 0, 1], (2, 1))
    assert {option.play for option in outside} == {"7/4", "7/6 5/3", "5/2", "5/4 5/3"}
    frame = bear_off_table([0, 0, 0, 0, 0, 2])
    assert frame.drop_duplicates("roll").chance.sum() == pytest.approx(1)
    assert 1 + (frame.chance * frame.rolls).groupby(frame.roll).min().sum() == pytest.approx(2.1096107681755827)


def test_nothing_left():
    assert expected_rolls([]).value == epc([]).value == rolls_sd([]).value == 0
    assert rolls_distribution([])[0] == 1


def test_the_shipped_table_answers_without_numpy():
    code = (
        "import sys; from tabletop_odds.backgammon import bearoff, bearoff_plays as plays; p = [0, 0, 0, 3, 5, 7]; "
        "print(bearoff.epc(p), bearoff.wastage(p), bearoff.rolls_sd(p), plays.bear_off_plays(p, (6, 5))[0].play); "
        "print([name for name in ('numpy', 'numba', 'scipy', 'pandas', 'matplotlib', 'joblib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["86.06895 exact 7.068949 exact 1.525157 exact 6/off 5/off", "[]"]


def test_shipped_table_is_what_the_solver_says():
    table = tables.read_table(FOLDER / "bearoff.table", one_sided.HOME_KEY)
    for name, (_, numbers) in one_sided.home_arrays().items():
        assert np.abs(np.array(table.arrays[name]) - np.array(numbers)).max() < 1e-13


def test_kept_distributions_have_the_shipped_moments():
    for counts in ((0, 0, 0, 3, 5, 7), (15, 0, 0, 0, 0, 0), (2, 2, 2, 3, 3, 3)):
        rolls = rolls_distribution(counts)
        assert (rolls.mean, rolls.std) == pytest.approx(
            (expected_rolls(counts).value, rolls_sd(counts).value), abs=1e-12
        )


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: expected_rolls([0] * 24 + [1]), "point 25"),
        (lambda: expected_rolls([16]), "16 checkers"),
        (lambda: epc("6-5-4"), "6-5-4"),
        (lambda: solve_one_sided(11), "11 points"),
        (lambda: solve_one_sided(6, 0), "0 checkers"),
        (lambda: solve_one_sided(6, 2).number((3,)), "at most 2"),
        (lambda: bear_off_plays([], (1, 1)), "no checkers"),
        (lambda: bear_off_plays([1], (7, 1)), "7"),
        (lambda: bear_off_plays([0] * 17 + [15], (6, 1)), "3,000,000"),
        (lambda: bearoff.no_checker_off_probability([15], -1), "-1"),
        (lambda: expected_rolls([0] * 23 + [15], n=0), "n"),
    ],
)
def test_bad_questions_are_refused_in_one_line(call, named):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
