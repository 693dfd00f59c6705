"""Reproducible random streams: every game its own, so that chance never depends on how the work was split.

A *word* is a whole number below 2**64. A *stream* is a key, and its word number i (from 0) is

    mix64(key + (i + 1) * GOLDEN)   modulo 2**64,

the generator SplitMix64: a counter, scrambled (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014). Keys are scrambled counters as well, which is **the stream
law**:

    seed_key = mix64(seed + GOLDEN)
    game_key = mix64(seed_key + (game + 1) * GOLDEN)
    turn_key = mix64((game_key ^ TURN) + (seat * 2**32 + turn + 1) * GOLDEN)

mix64 is one to one and GOLDEN is odd, so under one seed no two games share a key, nor two turns in one game.
Two policies that play game 7 of seed 1 meet the same luck on every turn: that is what makes a paired
comparison sharp. The law is frozen: every simulated number that was ever printed depends on it.

The functions are plain Python, and machine code inside a compiled kernel, with the same integers in both:

    @compiled
    def total_of_two_dice(seed, start, stop, out):
        for game in range(start, stop):
            state = turn_key(game_key(seed, game), 0, 0)
            first, state = below(state, 6)
            second, state = below(state, 6)
            out[game - start] = first + second + 2

They do not check their arguments; `check_seed` and `Stream.of` do. Inside a kernel a state must start as an
unsigned word: the result of `game_key` or `turn_key`, or `uint64(key)`. Hand a kernel the seed and the
game, or a key as `np.uint64(key)`: as plain ints numba takes numbers only up to 2**63 - 1.
"""

from __future__ import annotations

from itertools import accumulate
from math import gcd, lcm
from operator import index
from typing import TYPE_CHECKING

from .compiled import WORD, int64, uint64

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

GOLDEN = 0x9E3779B97F4A7C15  # 2**64 / golden ratio, odd: the counter's step
TURN = 0xD1B54A32D192ED03  # keeps the keys of turns apart from the words of the game's own stream
LOW = 2**32 - 1
LARGEST_SEED = 2**63 - 1


def mix64(x: int) -> int:
    """SplitMix64's finaliser: a one-to-one scrambling of the words.

    >>> hex(mix64(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def game_key(seed: int, game: int) -> int:
    """The key of one game: seed 0..2**63-1, game index from 0.

    >>> game_key(1, 0) != game_key(1, 1)
    True
    """
    seed_key = mix64(uint64(uint64(seed) + GOLDEN))
    return mix64(uint64(seed_key + uint64(game + 1) * GOLDEN))


def turn_key(key: int, seat: int, turn: int) -> int:
    """The key of one turn in the game with this key: seat 0..2**32-1, turn from 0 to 2**32-2.

    >>> turn_key(game_key(1, 0), 0, 1) != turn_key(game_key(1, 0), 1, 0)
    True
    """
    return mix64(uint64((uint64(key) ^ TURN) + uint64((seat << 32) + turn + 1) * GOLDEN))


def next_word(state: int) -> tuple[int, int]:
    """The next word of a stream, and the state after it. The state of a fresh stream is its key.

    >>> word, state = next_word(0)
    >>> hex(word), state == GOLDEN
    ('0xe220a8397b1dcdaf', True)
    """
    state = uint64(state + GOLDEN)
    return mix64(state), state


def below(state: int, n: int) -> tuple[int, int]:
    """A uniform integer in [0, n), exactly uniform for 1 <= n <= 2**32, and the state after it.

    The upper 32 bits x of a word give the integer x * n / 2**32, rounded down; the few x that would make some
    integers likelier are drawn again (D. Lemire, "Fast random integer generation in an interval", 2019).

    >>> below(0, 6)[0]
    5
    """
    n = uint64(n)
    word, state = next_word(state)
    product = uint64((word >> 32) * n)
    if uint64(product & LOW) < n:
        unfair = uint64(uint64(LOW + 1) - n) % n
        while uint64(product & LOW) < unfair:
            word, state = next_word(state)
            product = uint64((word >> 32) * n)
    return int64(product >> 32), state


def loaded_face(state: int, thresholds: Sequence[int]) -> tuple[int, int]:
    """The face, counted from 0, of a loaded die (see `face_thresholds`), and the state after it.

    >>> loaded_face(0, face_thresholds([1, 0]))[0]
    0
    """
    word, state = next_word(state)
    face = 0
    for threshold in thresholds:
        if word < threshold:
            break
        face += 1
    return face, state


def face_thresholds(weights: Sequence[int | float | Fraction]) -> tuple[int, ...]:
    """Where a loaded die's faces begin among the words: one word for each face but the first.

    In a kernel pass them as an array of dtype uint64. A face's chance is met to within 2**-64. Faces at the
    end that never come up have no threshold (theirs would be 2**64). ValueError: as `integer_weights`.

    >>> face_thresholds([1, 1, 2]) == (2**62, 2**63)
    True
    """
    exact = integer_weights(weights)
    total = sum(exact)
    starts = (so_far * 2**64 // total for so_far in accumulate(exact[:-1]))
    return tuple(start for start in starts if start <= WORD)


def integer_weights(weights: Sequence[int | float | Fraction]) -> tuple[int, ...]:
    """A die's face weights as the smallest integers in the same proportion; floats are taken as they are,
    exactly.

    ValueError: no weights, one that is negative or not finite, or all zero.

    >>> integer_weights([0.25, 0.25, 0.5])
    (1, 1, 2)
    """
    from fractions import Fraction

    try:
        exact = [Fraction(weight) for weight in weights]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"face weights {weights!r}: each must be a finite number, at least 0") from None
    if not exact or min(exact) < 0 or max(exact) == 0:
        raise ValueError(f"face weights {weights!r}: at least one face, none below 0, not all 0")
    common = lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * common) for weight in exact]
    divisor = gcd(*whole)
    return tuple(weight // divisor for weight in whole)


def check_seed(seed: int) -> int:
    """The seed as an int; ValueError unless it is a whole number 0..2**63-1.

    >>> check_seed(1)
    1
    """
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number <= LARGEST_SEED:
        raise ValueError(f"seed {seed!r}: must be a whole number from 0 to 2**63 - 1")
    return number


class Stream:
    """One stream for readable play: the same integers as the functions, with the state kept inside.

    >>> luck = Stream.of(seed=1, game=0, seat=0, turn=0)
    >>> [luck.below(6) + 1 for _ in range(6)]
    [6, 4, 4, 1, 3, 6]
    """

    __slots__ = ("state",)

    def __init__(self, key: int) -> None:
        self.state = key

    @classmethod
    def of(cls, seed: int, game: int, seat: int = 0, turn: int = 0) -> Stream:
        """The stream of one turn. ValueError: a seed outside 0..2**63-1, a negative game, seat or turn."""
        seed = check_seed(seed)
        for name, number in (("game", game), ("seat", seat), ("turn", turn)):
            if number < 0:
                raise ValueError(f"{name} {number}: must be at least 0")
        return cls(turn_key(game_key(seed, game), seat, turn))

    def word(self) -> int:
        """The next word: a uniform integer in [0, 2**64)."""
        word, self.state = next_word(self.state)
        return word

    def below(self, n: int) -> int:
        """A uniform integer in [0, n). ValueError unless 1 <= n <= 2**32."""
        if not 1 <= n <= 2**32:
            raise ValueError(f"below({n}): n must be from 1 to 2**32")
        number, self.state = below(self.state, n)
        return number

    def face(self, thresholds: Sequence[int]) -> int:
        """The face, counted from 0, of a loaded die: `thresholds = face_thresholds(weights)`."""
        face, self.state = loaded_face(self.state, thresholds)
        return face
