"""The stream law, frozen, and the same integers in Python and in machine code."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tabletop_odds import streams
from tabletop_odds.compiled import compiled, uint64
from tabletop_odds.streams import Stream, below, face_thresholds, game_key, loaded_face, next_word, turn_key

words = st.integers(0, 2**64 - 1)


@compiled
def draws(seed, start, stop, n, thresholds, out):
    """Of every game: a word, an integer below n, a loaded face, the state after them."""
    for game in range(start, stop):
        state = turn_key(game_key(seed, game), 3, game + 2)
        word, state = next_word(state)
        number, state = below(state, n)
        face, state = loaded_face(state, thresholds)
        row = out[game - start]
        row[0] = word
        row[1] = number
        row[2] = face
        row[3] = state


@compiled
def many_below(key, n, out):
    state = uint64(key)
    for i in range(len(out)):
        out[i], state = below(state, n)


def test_the_stream_law_is_frozen():
    """A change here changes every simulated number that was ever printed."""
    assert game_key(1, 0) == 0x5E41AB087439611E
    assert game_key(0, 0) == 0xA706DD2F4D197E6F
    assert game_key(2**63 - 1, 10**12) == 0xFBDE7CAE86B1A50F
    assert turn_key(game_key(1, 7), 0, 0) == 0xB617107FFC03602D
    luck = Stream(turn_key(game_key(1, 0), 1, 3))
    assert luck.state == 0x6D378648966EF276
    assert [luck.word() for _ in range(3)] == [0x3D804325AC969FC, 0xAAECA4B154FCDEA4, 0x3AD7E173553D884B]
    luck = Stream.of(seed=1, game=7)
    assert [luck.below(2**32) for _ in range(3)] == [166133851, 1414791378, 2228336577]
    assert [luck.below(46656) for _ in range(3)] == [31397, 11430, 29600]
    assert [luck.below(3 * 10**9) for _ in range(4)] == [1533034612, 2043876083, 977838369, 2596673074]


def test_words_are_splitmix64():
    """The reference C code's first outputs for state 1234567 (S. Vigna, splitmix64.c)."""
    luck = Stream(1234567)
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [luck.word() for _ in range(5)] == expected


@cases("n", [1, 2, 6, 46656, 3 * 10**9, 2**32 - 1, 2**32])
def test_machine_code_draws_the_same_integers(n):
    thresholds = face_thresholds([1, 2, 3, 4, 5, 1])
    fast = np.zeros((500, 4), np.uint64)
    draws(2**62 + 5, 10**11, 10**11 + 500, n, np.array(thresholds, np.uint64), fast)
    plain = [[0] * 4 for _ in range(500)]
    draws.python(2**62 + 5, 10**11, 10**11 + 500, n, thresholds, plain)
    assert fast.tolist() == plain


def test_the_readable_stream_draws_the_same_integers():
    fast = np.zeros((20, 4), np.uint64)
    thresholds = face_thresholds([3, 1])
    draws(1, 0, 20, 6, np.array(thresholds, np.uint64), fast)
    for game in range(20):
        luck = Stream.of(1, game, seat=3, turn=game + 2)
        assert fast[game].tolist() == [luck.word(), luck.below(6), luck.face(thresholds), luck.state]


@given(words, st.integers(1, 2**32))
def test_below_is_the_multiply_shift_of_the_first_fair_word(key, n):
    """The slow, obvious reading: x is fair unless it belongs to the incomplete block of its integer."""
    luck = Stream(key)
    while True:
        x = luck.word() >> 32
        if x * n % 2**32 >= 2**32 % n:
            break
    assert below(key, n) == (x * n // 2**32, luck.state)


@cases("n", [3, 6, 6**6, 3 * 10**9, 2**32])
def test_below_is_exactly_uniform(n):
    """Every integer is hit by equally many fair draws x; only the first x of its block can be unfair."""
    for value in {0, 1, 2, n // 2, n - 1}:
        first, after = -(-value * 2**32 // n), -(-(value + 1) * 2**32 // n)
        unfair = first * n % 2**32 < 2**32 % n
        assert after - first - unfair == 2**32 // n


@pytest.mark.parametrize("n", [6, 100, 1296])
def test_draws_are_uniform(n):
    out = np.zeros(200_000, np.int64)
    many_below(np.uint64(game_key(1, n)), n, out)
    assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-3


def test_first_draws_of_games_seats_and_turns_are_uniform():
    """Not along one stream but across streams: what a simulation of many short turns sees."""
    by_game = Counter(below(turn_key(game_key(1, g), 0, 0), 6)[0] for g in range(30_000))
    by_seed = Counter(below(turn_key(game_key(s, 0), 0, 0), 6)[0] for s in range(30_000))
    by_turn = Counter(below(turn_key(game_key(1, 0), 0, t), 6)[0] for t in range(30_000))
    by_seat = Counter(below(turn_key(game_key(1, 0), s, 0), 6)[0] for s in range(30_000))
    for faces in (by_game, by_seed, by_turn, by_seat):
        assert stats.chisquare([faces[i] for i in range(6)]).pvalue > 1e-3


def test_neighbouring_games_are_independent():
    pairs = Counter()
    for g in range(30_000):
        pairs[below(game_key(1, g), 6)[0], below(game_key(1, g + 1), 6)[0]] += 1
    table = np.array([[pairs[i, j] for j in range(6)] for i in range(6)])
    assert stats.chi2_contingency(table).pvalue > 1e-3


def test_keys_are_distinct():
    keys = {game_key(seed, game) for seed in range(20) for game in range(500)}
    keys |= {turn_key(game_key(1, game), seat, turn) for game in range(20) for seat in range(8) for turn in range(60)}
    assert len(keys) == 20 * 500 + 20 * 8 * 60


@given(words)
def test_mix64_is_one_to_one(x):
    """Undo each step: x ^ x >> k by repeated shifting, the multiplications by the inverse modulo 2**64."""

    def unshift(y, k):
        return y ^ (y >> k) ^ (y >> 2 * k)  # and 3 * k > 64

    y = unshift(streams.mix64(x), 31)
    y = unshift(y * pow(0x94D049BB133111EB, -1, 2**64) % 2**64, 27)
    y = unshift(y * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64, 30)
    assert y == x


def test_a_loaded_die_shows_its_weights():
    weights = [Fraction(1, 2), 0, 0.25, Fraction(1, 4), 0]
    thresholds = face_thresholds(weights)
    assert thresholds == (2**63, 2**63, 2**63 + 2**62)  # the last face never comes up and has no threshold
    luck = Stream(game_key(1, 0))
    faces = Counter(luck.face(thresholds) for _ in range(40_000))
    assert set(faces) == {0, 2, 3}
    assert stats.chisquare([faces[0], faces[2], faces[3]], [20_000, 10_000, 10_000]).pvalue > 1e-3


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any))
def test_face_thresholds_meet_each_chance_to_the_last_bit(weights):
    cuts = [0, *face_thresholds(weights), 2**64]
    cuts += [2**64] * (len(weights) + 1 - len(cuts))
    for i, weight in enumerate(weights):
        assert abs(Fraction(cuts[i + 1] - cuts[i], 2**64) - Fraction(weight, sum(weights))) <= Fraction(1, 2**64)


@pytest.mark.parametrize(
    ("weights", "whole"),
    [([2, 4, 6], (1, 2, 3)), ([0.1] * 6, (1,) * 6), (["1/6", "5/6"], (1, 5)), ([0.5, 0, 1e-1], None)],
)
def test_weights_become_the_smallest_integers(weights, whole):
    found = streams.integer_weights(weights)
    assert whole is None or found == whole
    total = sum(map(Fraction, weights))
    assert [Fraction(w, sum(found)) for w in found] == [Fraction(w) / total for w in weights]


@cases("weights", [[], [0, 0], [-1, 2], [float("nan"), 1], [float("inf"), 1], ["six"], [None], 6, [[1]]])
def test_bad_weights_are_refused(weights):
    with pytest.raises(ValueError, match="face weights"):
        face_thresholds(weights)


@cases("seed", [-1, 2**63, 1.5, "1", None, True])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(ValueError, match=r"seed .*from 0 to 2\*\*63 - 1"):
        Stream.of(seed, 0)


def test_seeds_at_the_ends_of_the_range_are_taken():
    assert streams.check_seed(np.int64(5)) == 5
    assert streams.check_seed(2**63 - 1) == 2**63 - 1
    assert streams.check_seed(0) == 0


def test_bad_draws_and_places_are_refused():
    with pytest.raises(ValueError, match=r"below\(0\)"):
        Stream(0).below(0)
    with pytest.raises(ValueError, match="below"):
        Stream(0).below(2**32 + 1)
    for place in ({"game": -1}, {"game": 0, "seat": -1}, {"game": 0, "turn": -1}):
        with pytest.raises(ValueError, match="at least 0"):
            Stream.of(1, **place)
