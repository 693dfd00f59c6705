"""Sheriff's exact figures held against dealt hands, and one-bag games between the equilibrium's two players."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tabletop_odds import decks
from tabletop_odds.verify import Check, mean, rate

from .bag_ends import opened_gains, passed_gains
from .bags import random_bag_distribution
from .chase_odds import chase_distribution
from .lie_odds import TruthElseBluff, lie_probability
from .odds import hand_distribution, hand_probability, some_good_probability
from .rules import BAG_LIMIT, SET_ASIDE, Rules
from .state import Offer
from .strategy_tables import bag_equilibrium

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GOOD, DECLARED = "apple", 4
BLUFF = Fraction(1, 2)


def checks(n: int, seed: int) -> list[Check]:
    """The checks of n hands, n hands with their market, n random bags, and n one-bag games; base game for four.

    n and seed are those that `verify.check_run` takes.

    >>> [check.name for check in checks(1000, seed=1)][:2]
    ['3 or more apple in a hand', 'silk in a hand']
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    return [*_hand_checks(n, seed, rng), *_market_checks(n, seed, rng), *_bag_checks(n, seed, rng)]


def _hand_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    rules = Rules()
    goods = list(rules.deck)
    held = decks.deal_counts(rules.deck, n, rules.hand_size, rng=rng)
    legal = [rules.table[good].legal for good in goods]
    apples, silk = held[:, goods.index(GOOD)], held[:, goods.index("silk")]
    most = held[:, legal].max(axis=1)
    contraband = hand_distribution("contraband", rules=rules).mean
    return [
        rate(f"3 or more {GOOD} in a hand", hand_probability(GOOD, 3), float((apples >= 3).mean()), n, seed),
        rate("silk in a hand", hand_probability("silk"), float((silk > 0).mean()), n, seed),
        rate("3 or more of some legal good in a hand", some_good_probability(3), float((most >= 3).mean()), n, seed),
        mean("contraband in a hand", contraband, held.sum(axis=1) - held[:, legal].sum(axis=1), seed),
    ]


def _market_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    """Hands whose other cards, at most five, are replaced by the next ones of the deck."""
    import numpy as np

    rules = Rules()
    dealt = decks.deal(rules.deck, n, rules.hand_size + SET_ASIDE, rng=rng) == list(rules.deck).index(GOOD)
    first, market = dealt[:, : rules.hand_size].sum(axis=1), dealt[:, rules.hand_size :]
    drawn = np.minimum(SET_ASIDE, rules.hand_size - first)
    copies = first + (market & (np.arange(SET_ASIDE) < drawn[:, None])).sum(axis=1)
    chased = chase_distribution(GOOD)
    # declared by whoever is able, and by the others as often as they bluff
    able = copies >= DECLARED
    declared = able | (rng.random(n) < float(BLUFF))
    lies = lie_probability(DECLARED, GOOD, TruthElseBluff(BLUFF))
    share, said = float((~able[declared]).mean()), int(declared.sum())
    return [
        mean(f"{GOOD} after chasing it", chased.mean, copies, seed),
        rate(f"3 or more {GOOD} after chasing it", chased.at_least(3), float((copies >= 3).mean()), n, seed),
        rate(f"lie, {DECLARED} {GOOD} declared by who bluffs at {BLUFF}", lies, share, said, seed),
    ]


def _bag_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    rules = Rules()
    fines = _random_bags(n, rules, rng)
    gain, lied, opened = _games(n, rules, rng)
    solved = bag_equilibrium(rules)
    return [
        mean("the Sheriff's gain from opening 5 random cards", random_bag_distribution(rules=rules).mean, fines, seed),
        mean("value of the one-bag game", solved.value, gain, seed),
        rate("lie in the one-bag game", solved.lie_probability, float(lied.mean()), n, seed),
        rate("inspection in the one-bag game", solved.inspect_probability, float(opened.mean()), n, seed),
    ]


def _random_bags(n: int, rules: Rules, rng: np.random.Generator) -> NDArray[np.int64]:
    """What the Sheriff gets for each: fines of the false cards, or minus those of a true bag."""
    import numpy as np

    goods = list(rules.deck)
    held = decks.deal_counts(rules.deck, n, BAG_LIMIT, rng=rng)
    value, penalty = (np.array([getattr(rules.table[good], name) for good in goods]) for name in ("value", "penalty"))
    legal = np.array([rules.table[good].legal for good in goods])
    # the most common legal good is declared, of equals the dearer
    declared = np.where(legal, held * 100 + value, -1).argmax(axis=1)[:, None] == np.arange(len(goods))
    false = np.where(declared, 0, held)
    true = np.where(declared, held, 0)
    return np.where(false.any(axis=1), false @ penalty, -(true @ penalty))  # type: ignore[no-any-return]


def _games(n: int, rules: Rules, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """One-bag games of a dealt hand each: the merchant's gain minus the Sheriff's, whether it was a lie, and opened."""
    import numpy as np

    solved, goods, table = bag_equilibrium(rules), list(rules.deck), rules.table
    hands, times = np.unique(
        decks.deal_counts(rules.deck, n, rules.hand_size, rng=rng), axis=0, return_counts=True
    )  # all who hold the same hand load by the same chances
    gain, lied, opened = [], [], []
    for counts, games in zip(hands.tolist(), times.tolist(), strict=True):
        hand = tuple(good for good, count in zip(goods, counts, strict=True) for _ in range(count))
        mix = solved.mix(hand)
        chances = np.array(list(mix.values()))
        for ((bag, good), _), loads in zip(mix, rng.multinomial(games, chances / chances.sum()).tolist(), strict=True):
            caught = int(rng.binomial(loads, solved.inspects(len(bag), good)))
            ends = ((passed_gains(bag, Offer(), table), loads - caught, 0), (opened_gains(bag, good, table), caught, 1))
            for (merchant, sheriff), number, inspected in ends:
                gain += [merchant - sheriff] * number
                lied += [set(bag) != {good}] * number
                opened += [inspected] * number
    return np.array(gain), np.array(lied), np.array(opened)
