"""Dice: each enumerating twin against brute force over all ordered rolls, each sampler against its twin."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import lcm, prod

import numpy as np
import pytest
from cases import cases
from chi_square import fits
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tabletop_odds import dice

LOADED = (1, 0, 2, 3, 0.5, Fraction(1, 2))
POOLS = [
    {"dice": 3},
    {"dice": 2, "sides": 10},
    {"dice": 1, "sides": 1},
    {"dice": (4, 6, 4)},
    {"dice": 3, "weights": LOADED},
    {"dice": [6, (1, 2, 3), 6]},
]


def brute_force(make, dice=6, sides=6, weights=None):
    """{result: probability} of make(ordered roll), by going through every ordered roll."""
    pool = dice if not isinstance(dice, int) else [weights or sides] * dice
    pool = [[1] * die if isinstance(die, int) else [Fraction(w) for w in die] for die in pool]
    chances = Counter()
    for faces in product(*(range(1, len(die) + 1) for die in pool)):
        chance = prod(Fraction(die[face - 1]) / sum(die) for die, face in zip(pool, faces, strict=True))
        if chance:
            chances[make(faces)] += chance
    return dict(chances)


def exact(distribution):
    return {outcome: distribution.fraction(outcome) for outcome in distribution}


def largest(pool):
    faces = pool["dice"] if not isinstance(pool["dice"], int) else [pool.get("sides", 6)]
    return max(die if isinstance(die, int) else len(die) for die in faces)


def face_counts(sides):
    return lambda faces: tuple(faces.count(face) for face in range(1, sides + 1))


@cases("pool", POOLS)
def test_twins_agree_with_brute_force(pool):
    assert exact(dice.roll_distribution(**pool)) == brute_force(lambda f: tuple(sorted(f)), **pool)
    assert exact(dice.sum_distribution(**pool)) == brute_force(sum, **pool)
    assert exact(dice.count_distribution(**pool)) == brute_force(face_counts(largest(pool)), **pool)
    for k in range(1, dice.roll(1, **pool, rng=0).shape[1] + 1):
        highest, lowest = dice.keep_highest_distribution(k, **pool), dice.keep_lowest_distribution(k, **pool)
        assert exact(highest) == brute_force(lambda f, k=k: tuple(sorted(f)[-k:]), **pool)
        assert exact(lowest) == brute_force(lambda f, k=k: tuple(sorted(f)[:k]), **pool)


@cases("pool", POOLS)
def test_samplers_agree_with_their_twins(pool):
    rolls = dice.roll(30_000, **pool, rng=7)
    sides = largest(pool)
    assert rolls.dtype == np.uint8
    assert fits(map(tuple, np.sort(rolls, axis=1).tolist()), dice.roll_distribution(**pool)) > 1e-3
    assert fits(dice.sums(rolls).tolist(), dice.sum_distribution(**pool)) > 1e-3
    assert fits(map(tuple, dice.counts(rolls, sides).tolist()), dice.count_distribution(**pool)) > 1e-3
    kept = dice.keep_highest(rolls, 1)
    assert fits(map(tuple, kept.tolist()), dice.keep_highest_distribution(1, **pool)) > 1e-3
    kept = dice.keep_lowest(rolls, 1)
    assert fits(map(tuple, kept.tolist()), dice.keep_lowest_distribution(1, **pool)) > 1e-3


@pytest.mark.parametrize("pool", POOLS[3:], ids=str)
def test_every_column_is_its_own_die(pool):
    """In a pool column i is die i, not some die of the pool."""
    rolls = dice.roll(20_000, **pool, rng=3)
    dies = pool["dice"] if not isinstance(pool["dice"], int) else [pool["weights"]] * pool["dice"]
    for column, die in enumerate(dies):
        assert fits(map(int, rolls[:, column]), dice.sum_distribution((die,))) > 1e-3
    correlations = np.corrcoef(rolls.T)
    assert np.abs(correlations - np.eye(rolls.shape[1])).max() < 0.03


@given(
    st.lists(
        st.integers(1, 5) | st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any),
        min_size=1,
        max_size=4,
    )
)
def test_any_pool_agrees_with_brute_force(pool):
    assert exact(dice.roll_distribution(pool)) == brute_force(lambda f: tuple(sorted(f)), pool)
    assert exact(dice.sum_distribution(pool)) == brute_force(sum, pool)
    rolls = dice.roll(50, pool, rng=1)
    assert set(dice.sums(rolls).tolist()) <= set(dice.sum_distribution(pool))


@given(st.integers(1, 4), st.lists(st.integers(1, 6), min_size=4, max_size=4))
def test_keep_agrees_with_sorting(k, faces):
    rolls = np.array([faces], np.uint8)
    assert dice.keep_highest(rolls, k).tolist() == [sorted(faces)[-k:]]
    assert dice.keep_lowest(rolls, k).tolist() == [sorted(faces)[:k]]
    assert rolls.tolist() == [faces], "the rolls themselves stay as they are"


def test_totals_are_whole_numbers_of_ordered_rolls():
    assert dice.roll_distribution(6).total == 6**6
    assert len(dice.roll_distribution(6)) == 462
    assert dice.sum_distribution(20, sides=20).total == 20**20
    assert dice.roll_distribution(2, weights=[0.1] * 6).total == 36, "equal floats are a fair die"


def test_known_figures():
    four_keep_three = dice.keep_highest_distribution(3, dice=4).map(sum)
    assert four_keep_three.fraction(18) == Fraction(21, 1296)
    assert four_keep_three.fraction(3) == Fraction(1, 1296)
    assert four_keep_three.mean == pytest.approx(15869 / 1296)
    assert dice.sum_distribution(100).mean == pytest.approx(350)
    assert dice.roll_distribution(6).fraction((1, 2, 3, 4, 5, 6)) == Fraction(720, 6**6)


def test_float_weights_are_exact_rationals():
    """0.1 is not a tenth, and the twin says so."""
    share = dice.sum_distribution(1, sides=2, weights=(0.1, 0.9)).fraction(1)
    assert share == Fraction(0.1) / (Fraction(0.1) + Fraction(0.9))
    assert share != Fraction(1, 10)
    assert dice.sum_distribution(1, sides=2, weights=(Fraction(1, 10), Fraction(9, 10))).fraction(1) == Fraction(1, 10)


def test_the_same_seed_gives_the_same_rolls():
    assert np.array_equal(dice.roll(50, rng=5), dice.roll(50, rng=np.random.default_rng(5)))
    generator = np.random.default_rng(5)
    assert not np.array_equal(dice.roll(50, rng=generator), dice.roll(50, rng=generator))


def test_shapes_and_dtypes():
    assert dice.roll(0, rng=1).shape == (0, 6)
    big = dice.roll(2000, 2, sides=1000, rng=1)
    assert big.dtype == np.uint32
    assert 990 < big.max() <= 1000
    assert dice.counts(np.zeros((0, 3), np.uint8)).shape == (0, 6)
    assert dice.sums(np.full((1, 300), 255, np.uint8)).tolist() == [300 * 255], "sums do not overflow"
    assert dice.counts(np.full((1, 300), 6, np.uint8)).tolist() == [[0, 0, 0, 0, 0, 300]]


def test_class_tables_list_ordered_rolls_in_counting_order():
    rolls, classes = dice.roll_classes(3, sides=4)
    assert len(classes) == 4**3
    for number, faces in enumerate(product(range(1, 5), repeat=3)):
        assert dice.ordered_roll(number, 3, sides=4) == faces
        assert rolls[classes[number]] == tuple(sorted(faces))


def test_sampled_classes_agree_with_their_twin():
    rolls, classes = dice.roll_classes()
    twin = dice.class_distribution(classes)
    assert {rolls[i]: w for i, w in twin.weights.items()} == dict(dice.roll_distribution().weights)
    assert fits(dice.sample_classes(300_000, classes, seed=1).tolist(), twin) > 1e-3


def test_neighbouring_classes_are_independent():
    """Two draws share a word: its halves must not know of each other."""
    drawn = dice.sample_classes(100_000, range(6), seed=2)
    for other in (drawn[1::2], np.roll(drawn[1::2], 1)):  # in the same word, and in the next
        table = np.zeros((6, 6))
        np.add.at(table, (drawn[::2], other), 1)
        assert stats.chi2_contingency(table).pvalue > 1e-3


@pytest.mark.parametrize("size", [1, 6, 6**6, 2**17 + 1])
def test_sampled_classes_are_the_fair_halves_of_the_stream(size):
    """The readable twin: words' halves in order, without those that would make some rolls likelier."""
    from tabletop_odds.streams import Stream, game_key

    luck, expected = Stream(game_key(9, 0)), []
    while len(expected) < 1001:
        word = luck.word()
        for half in (word >> 32, word % 2**32):
            if half * size % 2**32 >= 2**32 % size:
                expected.append(half * size >> 32)
    drawn = dice.sample_classes(1001, np.arange(size, dtype=np.uint32), seed=9)
    assert drawn.tolist() == expected[:1001]
    out = [0] * 1001
    dice._fill_classes.python(9, range(size), out)
    assert out == expected[:1001]


def test_the_rejection_of_unfair_halves_is_at_work():
    """With 3 * 2**30 rolls a quarter of the halves is unfair; a table that long is not needed to see it."""

    class Table:
        def __len__(self):
            return 3 * 2**30

        def __getitem__(self, number):
            return number

    out = [0] * 6000
    dice._fill_classes.python(1, Table(), out)
    assert stats.chisquare(np.bincount([x % 3 for x in out], minlength=3)).pvalue > 1e-3
    assert stats.chisquare(np.bincount([x >> 30 for x in out], minlength=3)).pvalue > 1e-3


def test_the_first_classes_do_not_depend_on_n():
    _, classes = dice.roll_classes(2)
    assert dice.sample_classes(11, classes, seed=4).tolist() == dice.sample_classes(50, classes, seed=4).tolist()[:11]
    assert dice.sample_classes(0, classes, seed=4).shape == (0,)
    assert dice.sample_classes(3, np.array(classes, np.uint16), seed=4).dtype == np.uint16


BAD = {
    "n -1": lambda: dice.roll(-1, rng=1),
    "n 1.5": lambda: dice.roll(1.5, rng=1),
    "dice 0": lambda: dice.roll(1, 0, rng=1),
    "dice 'six'": lambda: dice.sum_distribution("six"),
    "at least one die": lambda: dice.sum_distribution(()),
    "sides 0": lambda: dice.roll(1, sides=0, rng=1),
    "sides 1000001: must be a whole number, from 1 to 1,000,000": lambda: dice.roll(1, sides=1_000_001, rng=1),
    "5 weights: must be one for each of the 6 sides": lambda: dice.roll(1, weights=[1] * 5, rng=1),
    "none below 0": lambda: dice.roll_distribution(2, weights=[1, 1, 1, 1, 1, -1]),
    "finite": lambda: dice.roll_distribution(2, weights=[1, 1, 1, 1, 1, float("nan")]),
    "weights with the pool": lambda: dice.roll_distribution((6, 6), weights=[1] * 6),
    "rng 'x'": lambda: dice.roll(1, rng="x"),
    "k 0: must be a whole number, from 1 to 4": lambda: dice.keep_highest_distribution(0, 4),
    "k 5": lambda: dice.keep_lowest_distribution(5, 4),
    "k 7": lambda: dice.keep_highest(np.ones((2, 6), np.uint8), 7),
    "k 8": lambda: dice.keep_lowest(np.ones((2, 6), np.uint8), 8),
    "rolls uint8": lambda: dice.sums(np.ones(6, np.uint8)),
    "rolls float64": lambda: dice.counts(np.ones((2, 6))),
    "face 7": lambda: dice.counts(np.full((2, 6), 7)),
    "ordered roll 36": lambda: dice.ordered_roll(36, 2),
    "classes float64": lambda: dice.sample_classes(1, [0.5], seed=1),
    "classes int64": lambda: dice.class_distribution([[1, 2], [3, 4]]),
    "seed -1": lambda: dice.sample_classes(1, [1], seed=-1),
    "up to 141,120,525 different rolls": lambda: dice.roll_distribution(12, sides=20),
    "13 dice with up to 20 sides": lambda: dice.count_distribution(13, sides=20),
    "11 dice with up to 20 sides": lambda: dice.keep_highest_distribution(11, 99, sides=20),
}


@cases("words", BAD)
def test_bad_input_is_named_with_its_range(words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the words are compared literally below
        BAD[words]()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_loaded_weights_scale_to_one_whole_total():
    whole = lcm(*(Fraction(w).denominator for w in LOADED))
    assert dice.roll_distribution(1, weights=LOADED).total == sum(Fraction(w) for w in LOADED) * whole
