"""Dice: every sampler stands beside its enumerating twin.

A *roll* is a chance outcome: the faces, 1 to `sides`, of some dice. `roll` samples n rolls as an array `(n,
dice)`; `roll_distribution` enumerates the same roll exactly, over sorted tuples. What is made of a roll
comes in the same pairs: `sums`, `counts`, `keep_highest`, `keep_lowest`, and `sample_classes` for whole
roll classes by table.

Which dice: `dice` of them, alike, with `sides` sides, fair or with one weight a face (`weights`); or a
mixed pool, `dice=(6, 6, 8)`, where a die is its number of sides or, loaded, the sequence of its face
weights.

All enumeration is one fold. A partial result (a sum, a sorted roll, the k best so far) takes in one die at
a time,

    weight[add(result, face)] += weight[result] * weight of the face,

so equal results merge at once: multisets instead of 6**dice ordered rolls, and for sums a convolution.
Weights are integers throughout; their total is the product of the dice's totals.

>>> from tabletop_odds import dice
>>> dice.sum_distribution(2).fraction(7)
Fraction(1, 6)
>>> best_three = dice.keep_highest_distribution(3, dice=4).map(sum)
>>> best_three.fraction(18)
Fraction(7, 432)
"""

from __future__ import annotations

from itertools import product
from math import comb, prod
from operator import add, index
from typing import TYPE_CHECKING, Any, TypeVar

from .answers import Distribution
from .compiled import compiled, uint64
from .streams import LOW, check_seed, face_thresholds, game_key, integer_weights, next_word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    Weights = Sequence[int | float | Fraction]
    Dice = int | list[int | Weights] | tuple[int | Weights, ...]

T = TypeVar("T")

NO_DICE: tuple[int, ...] = ()
LARGEST_SIDES = 1_000_000
LARGEST_ENUMERATION = 1_000_000  # different rolls: some seconds and 0.3 GB


def roll(
    n: int, dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None, rng: np.random.Generator | int
) -> NDArray[Any]:
    """n rolls as an array of faces `(n, dice)`, one column a die: uint8 up to 255 sides, else uint32.

    `rng` is a numpy Generator, or a seed for one. ValueError: n < 0, no dice, sides outside 1..1,000,000,
    not one weight a side, a weight below 0 or not finite, weights with a mixed pool.

    >>> roll(1000, (6, 6, 8), rng=1).max(axis=0)
    array([6, 6, 8], dtype=uint8)
    """
    import numpy as np

    n = _whole("n", n, 0)
    pool = _pool(dice, sides, weights)
    try:
        generator = np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(f"rng {rng!r}: must be a numpy Generator or a seed, a whole number >= 0") from None
    rolls = np.empty((n, len(pool)), np.uint8 if max(map(len, pool)) <= 255 else np.uint32)
    columns: dict[tuple[int, ...], list[int]] = {}
    for column, die in enumerate(pool):
        columns.setdefault(die, []).append(column)
    for die, alike in columns.items():  # dice that are alike are drawn together
        shape = (n, len(alike))
        if min(die) == max(die):
            faces = generator.integers(1, len(die), size=shape, dtype=rolls.dtype, endpoint=True)
        else:
            words = generator.integers(0, 2**64 - 1, size=shape, dtype=np.uint64, endpoint=True)
            thresholds = np.array(face_thresholds(die), np.uint64)
            faces = np.searchsorted(thresholds, words, side="right") + 1
        if len(columns) == 1:
            return faces.astype(rolls.dtype, copy=False)
        rolls[:, alike] = faces
    return rolls


def roll_distribution(dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None) -> Distribution:
    """The exact distribution of one roll over sorted tuples of faces. ValueError: as `roll`, or too many
    rolls.

    >>> roll_distribution(2).fraction((3, 4))
    Fraction(1, 18)
    >>> len(roll_distribution(6)), roll_distribution(6).total
    (462, 46656)
    """
    pool = _pool(dice, sides, weights)
    _check_size(pool, len(pool))
    return _fold(pool, NO_DICE, lambda faces, face: tuple(sorted((*faces, face))))


def sums(rolls: NDArray[Any]) -> NDArray[np.int64]:
    """The sum of each roll: `(n, dice)` -> `(n,)`. ValueError: not an array of rolls.

    >>> import numpy as np
    >>> sums(np.array([[1, 2, 3], [6, 6, 6]], np.uint8))
    array([ 6, 18])
    """
    return _rolls(rolls).sum(axis=1, dtype="int64")  # type: ignore[no-any-return]


def sum_distribution(dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None) -> Distribution:
    """The exact distribution of the sum of one roll, by convolution. ValueError: as `roll`.

    >>> sum_distribution((6, 8)).fraction(14)
    Fraction(1, 48)
    """
    return _fold(_pool(dice, sides, weights), 0, add)


def counts(rolls: NDArray[Any], sides: int = 6) -> NDArray[np.intp]:
    """How many dice of each roll show each face: `(n, dice)` -> `(n, sides)`, column i for face i + 1.

    ValueError: not an array of rolls, or a face above `sides`.

    >>> import numpy as np
    >>> counts(np.array([[1, 1, 5]], np.uint8))
    array([[2, 0, 0, 0, 1, 0]])
    """
    import numpy as np

    rolls = _rolls(rolls)
    sides = _whole("sides", sides, 1, LARGEST_SIDES)
    if rolls.size and rolls.max() > sides:
        raise ValueError(f"face {rolls.max()}: above sides={sides}")
    return np.stack([np.count_nonzero(rolls == face, axis=1) for face in range(1, sides + 1)], axis=1)


def count_distribution(dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None) -> Distribution:
    """The exact distribution of the face counts of one roll, over tuples with one count a face.

    In a mixed pool there are as many counts as the largest die has sides. ValueError: as `roll_distribution`.

    >>> count_distribution(2).fraction((2, 0, 0, 0, 0, 0))
    Fraction(1, 36)
    """
    pool = _pool(dice, sides, weights)
    _check_size(pool, len(pool))

    def add_count(numbers: tuple[int, ...], face: int) -> tuple[int, ...]:
        return (*numbers[: face - 1], numbers[face - 1] + 1, *numbers[face:])

    return _fold(pool, (0,) * max(map(len, pool)), add_count)


def keep_highest(rolls: NDArray[Any], k: int) -> NDArray[Any]:
    """The k highest dice of each roll, in ascending order: `(n, dice)` -> `(n, k)`.

    ValueError: not an array of rolls, or k outside 1..dice.

    >>> import numpy as np
    >>> keep_highest(np.array([[6, 1, 4, 4]], np.uint8), 3)
    array([[4, 4, 6]], dtype=uint8)
    """
    rolls = _rolls(rolls)
    k = _whole("k", k, 1, rolls.shape[1])
    return _sorted(rolls)[:, -k:]


def keep_highest_distribution(
    k: int, dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None
) -> Distribution:
    """The exact distribution of the k highest dice of one roll, over ascending tuples; `.map(sum)` adds
    them up.

    ValueError: as `roll_distribution`, or k outside 1..dice.

    >>> keep_highest_distribution(1, dice=2).fraction((6,))
    Fraction(11, 36)
    """
    pool = _pool(dice, sides, weights)
    k = _whole("k", k, 1, len(pool))
    _check_size(pool, k)
    return _fold(pool, NO_DICE, lambda kept, face: tuple(sorted((*kept, face))[-k:]))


def keep_lowest(rolls: NDArray[Any], k: int) -> NDArray[Any]:
    """The k lowest dice of each roll, in ascending order: `(n, dice)` -> `(n, k)`.

    ValueError: not an array of rolls, or k outside 1..dice.

    >>> import numpy as np
    >>> keep_lowest(np.array([[6, 1, 4, 4]], np.uint8), 3)
    array([[1, 4, 4]], dtype=uint8)
    """
    rolls = _rolls(rolls)
    k = _whole("k", k, 1, rolls.shape[1])
    return _sorted(rolls)[:, :k]


def keep_lowest_distribution(k: int, dice: Dice = 6, *, sides: int = 6, weights: Weights | None = None) -> Distribution:
    """The exact distribution of the k lowest dice of one roll, over ascending tuples; `.map(sum)` adds them
    up.

    ValueError: as `roll_distribution`, or k outside 1..dice.

    >>> keep_lowest_distribution(1, dice=2).fraction((6,))
    Fraction(1, 36)
    """
    pool = _pool(dice, sides, weights)
    k = _whole("k", k, 1, len(pool))
    _check_size(pool, k)
    return _fold(pool, NO_DICE, lambda kept, face: tuple(sorted((*kept, face))[:k]))


def ordered_roll(number: int, dice: int = 6, sides: int = 6) -> tuple[int, ...]:
    """Ordered roll `number` of the sides**dice, in counting order: (1, 1), (1, 2), ..., (6, 6).

    It turns one uniform draw below sides**dice into faces; class tables are in the same order. ValueError:
    no such number.

    >>> ordered_roll(0, 2), ordered_roll(1, 2), ordered_roll(35, 2)
    ((1, 1), (1, 2), (6, 6))
    """
    size = _whole("sides", sides, 1, LARGEST_SIDES) ** _whole("dice", dice, 1)
    number = _whole("ordered roll", number, 0, size - 1)
    faces = []
    for _ in range(dice):
        number, face = divmod(number, sides)
        faces.append(face + 1)
    return tuple(reversed(faces))


def roll_classes(dice: int = 6, sides: int = 6) -> tuple[list[tuple[int, ...]], list[int]]:
    """Rolls alike but for order, as a table: the sorted rolls, and each ordered roll's place among them.

    `rolls, classes = roll_classes()`: ordered roll i (see `ordered_roll`) sorts to `rolls[classes[i]]`.

    >>> rolls, classes = roll_classes(2)
    >>> len(rolls), len(classes), rolls[classes[6]]
    (21, 36, (1, 2))
    """
    ordered = [tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=dice)]
    rolls = sorted(set(ordered))
    place = {faces: i for i, faces in enumerate(rolls)}
    return rolls, [place[faces] for faces in ordered]


def sample_classes(n: int, classes: Sequence[int] | NDArray[Any], *, seed: int) -> NDArray[Any]:
    """The classes of n random rolls, where `classes[i]` is the class of ordered roll i: an array `(n,)`.

    One uniform draw stands for a whole roll, so the number of dice costs nothing; the result has the
    table's dtype, and a small one (uint16) is fastest. The draws are exactly uniform over the table, and
    the first ones do not depend on n. ValueError: n < 0, a seed outside 0..2**63-1, a table that is not one
    row of 1 to 2**32 whole numbers.

    >>> rolls, classes = roll_classes(2)
    >>> [rolls[i] for i in sample_classes(3, classes, seed=1)]
    [(1, 5), (3, 4), (5, 6)]
    """
    import numpy as np

    n = _whole("n", n, 0)
    table = _class_table(classes)
    out = np.empty(n, table.dtype)
    _fill_classes(check_seed(seed), table, out)
    return out


def class_distribution(classes: Sequence[int] | NDArray[Any]) -> Distribution:
    """The exact distribution of `sample_classes`: how many ordered rolls of the table are of each class.

    ValueError: as `sample_classes`.

    >>> rolls, classes = roll_classes(2)
    >>> class_distribution(classes).fraction(rolls.index((3, 4)))
    Fraction(1, 18)
    """
    import numpy as np

    ids, weights = np.unique(_class_table(classes), return_counts=True)
    return Distribution(dict(zip(ids.tolist(), weights.tolist(), strict=True)))


@compiled
def _fill_classes(seed: int, classes: NDArray[Any], out: NDArray[Any]) -> None:
    """Fill `out` with classes of uniform ordered rolls: two draws a word, its upper half first.

    A half x gives roll x * size / 2**32, rounded down; the few halves that would make some rolls likelier are
    passed over (Lemire's rule, as in `streams.below`).
    """
    size = uint64(len(classes))
    unfair = uint64(uint64(LOW + 1) - size) % size
    state = game_key(seed, 0)
    i = 0
    while i < len(out):
        word, state = next_word(state)
        upper = uint64((word >> 32) * size)
        lower = uint64(uint64(word & LOW) * size)
        if uint64(upper & LOW) >= unfair:
            out[i] = classes[upper >> 32]
            i += 1
        if i < len(out) and uint64(lower & LOW) >= unfair:
            out[i] = classes[lower >> 32]
            i += 1


def _fold(pool: Sequence[tuple[int, ...]], start: T, take: Callable[[T, int], T]) -> Distribution:
    """The distribution of a result that takes in one die at a time."""
    weights = {start: 1}
    for die in pool:
        faces = [(face, weight) for face, weight in enumerate(die, 1) if weight]
        before, weights = weights, {}
        for result, so_far in before.items():
            for face, weight in faces:
                after = take(result, face)
                weights[after] = weights.get(after, 0) + so_far * weight
            if len(weights) > LARGEST_ENUMERATION:
                raise ValueError(f"{len(pool)} dice: more than {LARGEST_ENUMERATION:,} results; take fewer, or sums")
    return Distribution(weights)


def _check_size(pool: Sequence[tuple[int, ...]], k: int) -> None:
    """ValueError when the rolls of k dice of the pool, order aside, may be too many to list."""
    sides = max(map(len, pool))
    rolls = min(comb(k + sides - 1, k), prod(map(len, pool)))
    if rolls > LARGEST_ENUMERATION:
        raise ValueError(
            f"{k} dice with up to {sides} sides: up to {rolls:,} different rolls, more than "
            f"{LARGEST_ENUMERATION:,}; take fewer dice, or sums"
        )


def _pool(dice: Dice, sides: int, weights: Weights | None) -> list[tuple[int, ...]]:
    """Every die as the integer weights of its faces 1, 2, ..."""
    if isinstance(dice, (list, tuple)):
        if not dice:
            raise ValueError("dice (): a pool must have at least one die")
        if weights is not None:
            raise ValueError(f"weights with the pool {dice!r}: in a pool a loaded die is its face weights")
        return [_die(die) for die in dice]
    number = _whole("dice", dice, 1)
    fair = _die(sides)
    die = fair if weights is None else integer_weights(weights)
    if len(die) != len(fair):
        raise ValueError(f"{len(die)} weights: must be one for each of the {sides} sides")
    return [die] * number


def _die(die: int | Weights) -> tuple[int, ...]:
    """One die: fair, given by its number of sides, or loaded, given by its face weights."""
    if hasattr(die, "__index__"):
        return (1,) * _whole("sides", die, 1, LARGEST_SIDES)
    return integer_weights(die)


def _whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """The value as an int; ValueError unless it is a whole number in the range."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        allowed = f"at least {low}" if high is None else f"from {low} to {high:,}"
        raise ValueError(f"{name} {value!r}: must be a whole number, {allowed}")
    return number


def _rolls(rolls: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    rolls = np.asarray(rolls)
    if rolls.ndim != 2 or rolls.shape[1] == 0 or rolls.dtype.kind not in "iu":
        raise ValueError(f"rolls {rolls.dtype}{rolls.shape}: must be whole numbers (n, dice), dice >= 1")
    return rolls


def _sorted(rolls: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.sort(rolls, axis=1)


def _class_table(classes: Sequence[int] | NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    table = np.ascontiguousarray(classes)
    if table.ndim != 1 or not 1 <= table.size <= 2**32 or table.dtype.kind not in "iu":
        raise ValueError(f"classes {table.dtype}{table.shape}: must be one row of 1 to 2**32 whole numbers")
    return table
