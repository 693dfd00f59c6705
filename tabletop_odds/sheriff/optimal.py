"""The one-bag game solved: rates at which to inspect, mixed loads for every hand, and what any other play gives away.

The Sheriff's side is a linear program: rates x in [0, 1], one a signal, that make the chance-weighted worth of the
merchant's best loads smallest. That worth is the largest of very many linear functions of x, one for each plan (a load
for every hand). Few of them matter, so they are added one at a time, each the best response to a trial x, and HiGHS
solves the program of those found so far (cutting planes: J. E. Kelley, 1960). Its dual values are chances to follow
each plan: the merchant's mixed strategy. Trials between the program's solution and the best x found halve the number of
plans.

Nothing rests on the solver: `low` is what the merchant's mix is worth against the Sheriff's best response to it, `high`
what the Sheriff's rates concede to the merchant's best response to them. The value lies between; the two meet within
1e-9.

Bribes change nothing here. A Sheriff who inspects as if none was offered concedes no more than without bribes, since a
bribe that is paid costs the merchant; and the merchant may always offer 0. (Where each counts the own gains only,
contraband that passes is worth more to the merchant than its penalty to the Sheriff, and a bribe can suit both.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .bag_game import BagGame, Deal, bag_game, best_responses, check_bribes, deal_of, hands_of, keys_of
from .rules import Rules
from .strategy_tables import BagEquilibrium, kept_equilibrium

if TYPE_CHECKING:
    import numpy as np

    from tabletop_odds import tables

    Array = np.ndarray[Any, Any]

GAP = 1e-11  # where no more plans are added
ALLOWED_GAP = 1e-9
MOST_PLANS = 5_000
NEAR_BEST = 0.7  # trials: this part of the best rates found so far, the rest of the program's solution
NEVER = -1e9  # worth less than any load
DUST = 1e-12  # chances below are rounding


def solve_bag_game(
    rules: Rules | None = None,
    *,
    bribes: Sequence[int] = (0,),
    hand_size: int | None = None,
    deck: Mapping[str, int] | None = None,
) -> BagEquilibrium:
    """The equilibrium of the one-bag game: shipped, kept from an earlier solve, or solved now (base deck: two seconds).

    `bribes`: the ladder of gold that may be offered, whole numbers upwards from 0. `hand_size` (1 to 10) and `deck`
    (cards of each good) replace those of the rules. Raises ValueError for a ladder or a deck that cannot be, and for
    more than 250,000 different hands.

    >>> solve_bag_game().value, solve_bag_game(hand_size=1, deck={"apple": 2, "mead": 1}).value
    (9.506806 exact, 1.333333 exact)
    """
    return kept_equilibrium(deal_of(rules, hand_size, deck), check_bribes(bribes))


class Solution(NamedTuple):
    """Both sides of a solved game.

    `inspect`: the rate by signal. `hand`, `load`, `probability`: the merchant's mix, a row for each hand and load that
    it may choose, in the order of hands. `low` and `high`: what each side makes sure of.
    """

    inspect: Array
    hand: Array
    load: Array
    probability: Array
    low: float
    high: float


def solve_game(game: BagGame) -> Solution:
    """Equilibrium strategies of both sides. Hands of chance 0 have one load, best against the Sheriff's rates.

    A signal that is never used is inspected just often enough that no hand gains by it. Raises ArithmeticError where
    5,000 plans are not enough for both sides to meet within 1e-9.
    """
    import numpy as np

    inspect, plans, chances = _cutting_planes(game)
    dealt = game.chance > 0
    hand, load, probability = _mixed(np.flatnonzero(dealt), plans[:, dealt], chances)
    used = np.bincount(game.signal.ravel()[load], game.chance[hand] * probability, game.signals) > DUST
    inspect = _least_where_unused(game, inspect, used)
    low, high = guaranteed(game, game.chance[hand] * probability, load), conceded(game, inspect)
    if high - low > ALLOWED_GAP:
        raise ArithmeticError(f"one-bag game: solved between {low!r} and {high!r} only, after {len(plans):,} plans")

    others = np.flatnonzero(~dealt)
    hand, load = np.concatenate([hand, others]), np.concatenate([load, best_responses(game, inspect)[1][others]])
    probability = np.concatenate([probability, np.ones(len(others))])
    order = np.argsort(hand, kind="stable")
    return Solution(inspect, hand[order], load[order], probability[order], low, high)


def _cutting_planes(game: BagGame) -> tuple[Array, Array, Array]:
    """The best rates, the plans found (a load for every hand), and the chances to follow each."""
    import numpy as np
    from scipy.optimize import linprog

    passed, slope, signal = game.passed.ravel(), (game.inspected - game.passed).ravel(), game.signal.ravel()
    size = game.signals
    best = trial = np.full(size, 0.5)
    high, plans, flat, rows = float("inf"), [], [], []
    cost = np.append(np.zeros(size), 1.0)
    bounds = [(0.0, 1.0)] * size + [(None, None)]
    while True:
        worth, plan = best_responses(game, trial)
        if (value := float(game.chance @ worth)) < high:
            high, best = value, trial
        plans.append(plan)
        flat.append(game.chance @ passed[plan])
        rows.append(np.append(np.bincount(signal[plan], game.chance * slope[plan], size), -1.0))
        found = linprog(cost, np.array(rows), -np.array(flat), bounds=bounds, method="highs-ds")
        if high - found.fun < GAP or len(plans) == MOST_PLANS:
            return best, np.array(plans), -found.ineqlin.marginals
        solution = found.x[:size].clip(0.0, 1.0)
        trial = NEAR_BEST * best + (1 - NEAR_BEST) * solution if len(plans) % 3 else solution


def _mixed(hands: Array, plans: Array, chances: Array) -> tuple[Array, Array, Array]:
    """The plans mixed by their chances: for each hand its loads and their probabilities."""
    import numpy as np

    kept = chances > DUST
    plans, chances = plans[kept], chances[kept] / chances[kept].sum()
    loads = int(plans.max()) + 1
    pairs, which = np.unique(hands * loads + plans, return_inverse=True)
    return pairs // loads, pairs % loads, np.bincount(which.ravel(), np.repeat(chances, len(hands)))


def _least_where_unused(game: BagGame, inspect: Array, used: Array) -> Array:
    """The rates, with the least that deters where a signal is never used."""
    import numpy as np

    passed, inspected = (np.where(used[game.signal], worth, NEVER) for worth in (game.passed, game.inspected))
    value, _ = best_responses(game._replace(passed=passed, inspected=inspected), inspect)
    # the least that any hand holding these cards has without: no such hand may gain by declaring them otherwise
    least = np.where(game.chance > 0, value, np.inf)
    for start, stop in reversed(list(zip(game.first[2:-1], game.first[3:], strict=True))):
        np.minimum.at(least, game.smaller[start:stop], least[start:stop, None])
    gain, loss = game.passed - least[game.bags, None], game.passed - game.inspected
    tempting = (gain > 0) & (loss > 0) & ~used[game.signal]
    rates = np.where(used, inspect, 0.0)
    np.maximum.at(rates, game.signal[tempting], gain[tempting] / loss[tempting])
    return rates.clip(0.0, 1.0)


def guaranteed(game: BagGame, chance: Array, load: Array) -> float:
    """What loads that come with these chances are worth against the Sheriff's best response."""
    import numpy as np

    signal = game.signal.ravel()[load]
    passed = np.bincount(signal, chance * game.passed.ravel()[load], game.signals)
    inspected = np.bincount(signal, chance * game.inspected.ravel()[load], game.signals)
    return float(np.minimum(passed, inspected).sum())


def conceded(game: BagGame, inspect: Array) -> float:
    """What the merchant's best response to these rates is worth."""
    return float(game.chance @ best_responses(game, inspect)[0])


def solved_arrays(deal: Deal) -> tables.Arrays:
    """The equilibrium without bribes as the arrays of its table; see `BagEquilibrium`."""
    import numpy as np

    game = bag_game(deal)
    found = solve_game(game)
    keys = keys_of(hands_of(deal), deal)
    by_key, kinds = np.argsort(keys), game.signal.shape[1]
    rank = np.empty(len(keys), np.int64)
    rank[by_key] = np.arange(len(keys))
    order = np.argsort(rank[found.hand], kind="stable")
    hand, load, probability = found.hand[order], found.load[order], found.probability[order]

    chance, signal = game.chance[hand] * probability, game.signal.ravel()[load]
    lies = chance * game.lie.ravel()[load]
    summary = (found.low + found.high) / 2, found.low, found.high, lies.sum(), chance @ found.inspect[signal]
    return {
        "summary": ("d", [float(number) for number in summary]),
        "inspect": ("d", found.inspect.tolist()),
        "declared": ("d", np.bincount(signal, chance, game.signals).tolist()),
        "lies": ("d", np.bincount(signal, lies, game.signals).tolist()),
        "keys": ("q", keys[by_key].tolist()),
        "first": ("I", np.searchsorted(rank[hand], np.arange(len(keys) + 1)).tolist()),
        "bag": ("I", rank[game.bags[load // kinds]].tolist()),
        "good": ("B", (load % kinds).tolist()),
        "probability": ("d", probability.tolist()),
    }
