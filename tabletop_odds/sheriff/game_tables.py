"""The rules and the policies of whole games as the arrays that `kernels` reads, from the readable functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from .bag_game import MOST_HANDS, count_hands, deal_of
from .chances import threshold_of, thresholds_of
from .goods import Cards
from .inspection import check_declaration
from .markets import CONTRABAND
from .merchants import Mix, plentiful
from .policies import Parts
from .rules import BAG_LIMIT, SET_ASIDE, Rules
from .state import Declaration, Load

if TYPE_CHECKING:
    from .kernels import MerchantTables, MixTables, PlanTables, RuleTables, SheriffTables, Table

NO_PRICE = 1 << 60  # gold that nobody has
MOST_KEYS = 2**62


@lru_cache(maxsize=16)
def rule_tables(rules: Rules) -> RuleTables:
    """The goods and the rules."""
    import numpy as np

    from .kernels import RuleTables

    goods, names = list(rules.table.values()), list(rules.table)
    smuggled = [i for i, good in enumerate(goods) if good.smuggled]
    deck = [names.index(name) for name, cards in rules.deck.items() for _ in range(cards)]
    counts_as = [names.index(good.counts_as) if good.counts_as else -1 for good in goods]
    return RuleTables(
        rounds=rules.rounds,
        hand_size=rules.hand_size,
        gold=rules.gold,
        removed=rules.removed,
        top5=rules.reshuffle == "top5",
        by_number=rules.tiebreak == "count",
        plentiful=names.index(plentiful(rules)),
        deck=np.array(deck, np.int16),
        legal=np.array([good.legal for good in goods], np.bool_),
        value=np.array([good.value for good in goods], np.int64),
        penalty=np.array([good.penalty for good in goods], np.int64),
        king=np.array([good.king for good in goods], np.int64),
        queen=np.array([good.queen for good in goods], np.int64),
        counts_as=np.array(counts_as, np.int64),
        copies=np.array([good.copies for good in goods], np.int64),
        dearest=np.array(sorted(smuggled, key=lambda i: -goods[i].value), np.int64),
    )


def new_table(players: int, rules: RuleTables) -> Table:
    """An empty table to play on, one for each thread."""
    import numpy as np

    from .kernels import TOTALS, Table

    goods, cards, most = len(rules.value), len(rules.deck), BAG_LIMIT * rules.penalty.max() + rules.value.max()
    by_seat, by_good = np.zeros((players, goods), np.int64), np.zeros((goods, players), np.int64)
    return Table(
        piles=np.empty((3, cards), np.int16),
        size=np.zeros(3, np.int64),
        hands=by_seat,
        bags=by_seat.copy(),
        stands=by_seat.copy(),
        gold=np.zeros(players, np.int64),
        declared=np.zeros(players, np.int64),
        intent=np.zeros(players, np.int64),
        luck=np.zeros(players + 1, np.uint64),
        there=np.zeros(goods, np.int64),
        counts=by_good,
        scores=np.zeros(players, np.int64),
        shares=np.zeros((3, players), np.int64),
        totals=np.zeros(TOTALS, np.int64),
        aside=np.zeros(SET_ASIDE, np.int64),
        ways=np.zeros((goods + 1, most + 1), np.int64),
    )


def can_tabulate(rules: Rules) -> bool:
    """Whether mixtures of bags can be kept for all hands."""
    return count_hands(deal_of(rules)) <= MOST_HANDS and _base(rules) ** len(rules.table) <= MOST_KEYS


def plan_tables(players: Sequence[Parts]) -> PlanTables:
    """The plans for the market by seat."""
    import numpy as np

    from .kernels import PlanTables

    plans = [player.market for player in players]
    return PlanTables(
        good=np.array([plan.good for plan in plans], np.bool_),
        contraband=np.array([CONTRABAND.index(plan.contraband) for plan in plans], np.int64),
        hand=np.array([plan.hand for plan in plans], np.bool_),
        deny=np.array([plan.deny for plan in plans], np.bool_),
    )


def merchant_tables(players: Sequence[Parts]) -> MerchantTables:
    """The merchants by seat, but for mixtures."""
    import numpy as np

    from .kernels import MerchantTables

    merchants = [player.merchant for player in players]
    return MerchantTables(
        rate=np.array([threshold_of(m.rate) for m in merchants], np.int64),
        cards=np.array([m.cards for m in merchants], np.int64),
        assumed=np.array([-1 if m.assumed is None else threshold_of(m.assumed) for m in merchants], np.int64),
        bribe=np.array([m.bribe for m in merchants], np.int64),
        true_bribe=np.array([m.true_bribe for m in merchants], np.int64),
    )


def sheriff_tables(players: Sequence[Parts], rules: Rules) -> SheriffTables:
    """The Sheriffs by seat, cards declared and good. Raises ValueError where one answers with no chance or price."""
    import numpy as np

    from .kernels import SheriffTables

    names = list(rules.table)
    rate = np.zeros((len(players), BAG_LIMIT + 1, len(names)), np.int64)
    price = np.full_like(rate, NO_PRICE)
    for seat, player in enumerate(players):
        for cards in range(1, BAG_LIMIT + 1):
            for good in rules.declarable:
                rate[seat, cards, names.index(good)] = threshold_of(player.sheriff.inspect_rate(cards, good, rules))
                least = player.sheriff.least_bribe(cards, good, rules)
                if least is not None:
                    price[seat, cards, names.index(good)] = least
    return SheriffTables(rate, price)


def mix_tables(players: Sequence[Parts], rules: Rules) -> MixTables:
    """The mixtures of bags by seat, for all hands that can be held. Raises ValueError for a bag against the rules."""
    import numpy as np

    from .kernels import MixTables

    found = [_mixture(player.merchant.mix, rules) for player in players]
    first_hand, first_option = [0], [0]
    for hands in found:
        first_hand.append(first_hand[-1] + len(hands))
        for _, loads, _ in hands:
            first_option.append(first_option[-1] + len(loads))
    names = list(rules.table)
    every = [load for hands in found for _, loads, _ in hands for load in loads]
    return MixTables(
        base=_base(rules),
        first_hand=np.array(first_hand, np.int64),
        hands=np.array([key for hands in found for key, _, _ in hands], np.int64),
        first_option=np.array(first_option, np.int64),
        threshold=np.array([end for hands in found for _, _, ends in hands for end in ends], np.int64),
        bags=np.array([[load.bag.count(name) for name in names] for load in every], np.int64).reshape(-1, len(names)),
        good=np.array([names.index(load.good) for load in every], np.int64),
    )


@lru_cache(maxsize=16)
def _mixture(mix: Mix | None, rules: Rules) -> tuple[tuple[int, tuple[Load, ...], tuple[int, ...]], ...]:
    """For each hand that has one, by the hand's key: the bags of its mixture and their thresholds."""
    if mix is None:
        return ()
    rows = []
    for key, hand in sorted(_hands(rules)):
        options = mix(hand, rules)
        if options:
            loads = tuple(_checked(load, hand, rules) for load, _ in options)
            rows.append((key, loads, thresholds_of([chance for _, chance in options])))
    return tuple(rows)


def _checked(load: Load, hand: Cards, rules: Rules) -> Load:
    if not 1 <= len(load.bag) <= BAG_LIMIT or Counter(load.bag) - Counter(hand):
        raise ValueError(f"bag {load.bag!r} of the hand {hand!r}: one to {BAG_LIMIT} cards of it are needed (SH-9)")
    check_declaration(Declaration(len(load.bag), load.good), load.bag, rules)
    return load


def _hands(rules: Rules) -> Iterator[tuple[int, Cards]]:
    """Each hand that can be held, and its key."""
    names, base = list(rules.table), _base(rules)
    power = {name: base ** (len(names) - 1 - i) for i, name in enumerate(names)}
    for size in range(1, rules.hand_size + 1):
        for hand in combinations_with_replacement(rules.deck, size):
            if all(hand.count(name) <= rules.deck[name] for name in set(hand)):
                yield sum(power[name] for name in hand), hand


def _base(rules: Rules) -> int:
    return rules.hand_size + 1
