"""Two textbook games of smuggling, each player counting the own gains, solved as the one-bag game is.

- A merchant has m cards of one legal good and may swap k of them for contraband. With legal value v, contraband value
  V, penalties p and P: inspected at x* = k (V - v) / (p m + k V + k P), lied at q* = p m / (p m + k P).
- OpenSpiel's `sheriff` with one round: a smuggler loads 0 to `max_items` illegal items and offers a bribe; the Sheriff
  passes and keeps the bribe, or inspects. With fine s for a needless inspection, n items of value v and penalty p the
  smuggler gets s n v / (s + n v + n p).

In both the Sheriff holds the merchant down by the rate that makes the merchant's best bags worth the same, which the
linear program finds from the merchant's gains alone. That rate is an equilibrium when some mix of those bags makes the
Sheriff indifferent by the Sheriff's own gains, which is then the merchant's side.

OpenSpiel's game: G. Farina, C. K. Ling, F. Fang, T. Sandholm, "Correlation in Extensive-Form Games: Saddle-Point
Formulation and Benchmarks", NeurIPS 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_odds.answers import Value
from tabletop_odds.settings import in_range

from .bag_game import BagGame
from .optimal import solve_game

TIE = 1e-9


class Bag(NamedTuple):
    """What a merchant may load and say: the own gain when passed and when inspected, and the Sheriff's."""

    signal: int
    passed: float
    inspected: float
    sheriff_passed: float
    sheriff_inspected: float


class SmallEquilibrium(NamedTuple):
    """What the merchant gets, how often a bag that is declared is inspected, and how often it is a lie; exact."""

    merchant: Value
    inspect: Value
    lie: Value


def swap_game(
    cards: int = 5,
    contraband: int = 1,
    *,
    legal_value: int = 2,
    contraband_value: int = 7,
    legal_penalty: int = 2,
    contraband_penalty: int = 4,
) -> list[Bag]:
    """A merchant with `cards` of a legal good who may swap `contraband` of them, 1 to 5: the honest bag and the false.

    Raises ValueError for numbers out of range, and for contraband worth no more than what it is swapped for.

    >>> solve_own_gains(swap_game())
    SmallEquilibrium(merchant=12.38095 exact, inspect=0.2380952 exact, lie=0.7142857 exact)
    """
    cards = in_range("cards", cards, 1, 5)
    contraband = in_range("contraband", contraband, 1, cards)
    if contraband_value <= legal_value:
        raise ValueError(f"contraband_value {contraband_value}: must be more than legal_value, {legal_value}")
    worth, fine = cards * legal_value, cards * legal_penalty
    kept, caught = (cards - contraband) * legal_value, contraband * contraband_penalty
    return [
        Bag(0, worth, worth + fine, 0, -fine),
        Bag(0, kept + contraband * contraband_value, kept - caught, 0, caught),
    ]


def spiel_sheriff(
    *,
    item_value: float = 1.0,
    item_penalty: float = 2.0,
    sheriff_penalty: float = 3.0,
    max_bribe: int = 3,
    max_items: int = 3,
) -> list[Bag]:
    """OpenSpiel's `sheriff` with one round: every load and bribe, bribe by bribe from 0, each with 0 items first.

    Its names of parameters and its defaults. Raises ValueError unless `max_bribe` is 0 to 100 and `max_items` 1 to 100.

    >>> solve_own_gains(spiel_sheriff()).merchant
    0.75 exact
    """
    bags = []
    for bribe in range(in_range("max_bribe", max_bribe, 0, 100) + 1):
        for items in range(in_range("max_items", max_items, 1, 100) + 1):
            seized = items * item_penalty if items else -sheriff_penalty
            bags.append(Bag(bribe, items * item_value - bribe, -seized, bribe, seized))
    return bags


def solve_own_gains(bags: Sequence[Bag]) -> SmallEquilibrium:
    """The equilibrium of a merchant who has all these bags to choose from; one signal alone is used, the first that is.

    Raises ValueError where the rate that holds the merchant down leaves no mix that makes the Sheriff indifferent.
    """
    import numpy as np

    row = [[getattr(bag, name) for bag in bags] for name in ("signal", "passed", "inspected")]
    signal, passed, inspected = (np.array([numbers]) for numbers in row)
    game = BagGame(
        chance=np.ones(1),
        smaller=np.zeros((1, 1), int),
        first=np.array([0, 0, 1]),
        bags=np.zeros(1, int),
        signal=signal,
        passed=passed.astype(float),
        inspected=inspected.astype(float),
        lie=np.zeros(signal.shape, bool),
        signals=int(signal.max()) + 1,
    )
    found = solve_game(game)
    value = (found.low + found.high) / 2
    for used in sorted({int(s) for s in signal.ravel()[found.load]}):
        rate = float(found.inspect[used])
        best = [b for b in bags if b.signal == used and b.passed * (1 - rate) + b.inspected * rate > value - TIE]
        gains = sorted(b.sheriff_inspected - b.sheriff_passed for b in best)
        if gains and gains[0] < 0 < gains[-1]:
            lie = -gains[0] / (gains[-1] - gains[0])
            return SmallEquilibrium(Value.exactly(value), Value.exactly(rate), Value.exactly(lie))
    raise ValueError("bags: no mix of those that are best makes the Sheriff indifferent")
