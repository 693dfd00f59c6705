"""Who cannot pay a fine in gold pays in goods from the own stand (SH-18).

All gold goes first. Then legal goods whose values sum to at least the rest, without change; only where all of them are
not enough, all of them and contraband as well; what still remains is forgiven. Which goods is the debtor's choice:
`settlement` gives away as little value as it can.

>>> settlement(("apple", "bread", "chicken", "silk"), 5, Rules())
('apple', 'bread')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tabletop_odds.settings import in_range

from .goods import Cards, value_of
from .market import cards_from, changed, in_order, without
from .rules import Rules
from .state import State

MOST_DEBT = 1_000_000


def settlement(goods: Iterable[str], debt: int, rules: Rules) -> Cards:
    """The goods of a stand that settle a debt by default, in the order of the table (SH-18).

    Among legal goods, those of the smallest sufficient sum of values; on ties the fewest cards, then the smallest
    counts in the order of the table. Where all are not enough, all of them, and contraband for the rest in the same
    way. Raises ValueError for a debt below 0.

    >>> settlement(("apple", "chicken", "silk", "crossbow"), 10, Rules())
    ('apple', 'chicken', 'silk')
    """
    debt = in_range("debt", debt, 0, MOST_DEBT)
    legal, contraband = parted(goods, rules)
    return in_order(_least(legal, debt, rules) + _least(contraband, debt - value_of(legal, rules.table), rules), rules)


def _least(goods: Cards, debt: int, rules: Rules) -> Cards:
    """The goods of least value that settle a debt, or all where they are not enough."""
    if value_of(goods, rules.table) < debt:
        return goods
    names, held = list(dict.fromkeys(in_order(goods, rules))), Counter(goods)
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}  # for each sum, the fewest cards and their counts
    for name in names:
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for total, (cards, counts) in ways.items():
            for count in range(held[name] + 1 if total < debt else 1):
                way = (cards + count, (*counts, count))
                reached = total + count * rules.table[name].value
                longer[reached] = min(way, longer.get(reached, way))
        ways = longer
    _, counts = ways[min(total for total in ways if total >= debt)]
    return tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count))


def check_settlement(goods: Iterable[str], stand: Cards, debt: int, rules: Rules) -> Cards:
    """Goods of a stand that a debtor chose to settle a debt with (SH-18), in the order of the table.

    Any sufficient set will do, also one with a card that is not needed. Raises ValueError for goods that are not on the
    stand, are not enough while there are more, or hold contraband while legal goods are enough.

    >>> check_settlement(("chicken",), ("apple", "chicken", "silk"), 2, Rules())
    ('chicken',)
    """
    chosen, table = cards_from("settlement", goods, stand, "on the stand (SH-18)", rules), rules.table
    legal, contraband = parted(chosen, rules)
    all_legal, all_contraband = parted(stand, rules)
    most = value_of(all_legal, table)
    if most >= debt:
        if contraband:
            raise ValueError(
                f"settlement: {contraband[0]} of contraband, but legal goods of {most} settle {debt} (SH-18)"
            )
        if value_of(legal, table) < debt:
            raise ValueError(f"settlement: goods of {value_of(legal, table)}, at least {debt} must be given (SH-18)")
    else:
        if len(legal) < len(all_legal):
            raise ValueError(
                f"settlement: all {len(all_legal)} legal goods must be given for {debt}, not {len(legal)} (SH-18)"
            )
        rest = min(debt - most, value_of(all_contraband, table))
        if value_of(contraband, table) < rest:
            raise ValueError(
                f"settlement: contraband of {value_of(contraband, table)}, at least {rest} is due too (SH-18)"
            )
    return in_order(chosen, rules)


def paid(
    state: State, debtor: int, creditor: int, fine: int, rules: Rules, goods: Iterable[str] | None = None
) -> State:
    """The table after a fine was paid: gold first, then goods, which go to the creditor's stand (SH-18).

    `goods`: the debtor's choice for what gold does not cover (None: `settlement`). Raises ValueError for a choice that
    SH-18 does not allow.

    >>> from .state import Player
    >>> table = paid(State((Player(gold=3, legal=("apple", "bread")), Player(), Player())), 0, 1, 5, Rules())
    >>> table.players[0].gold, table.players[0].legal, table.players[1].gold, table.players[1].legal
    (0, ('bread',), 53, ('apple',))
    """
    me = state.players[debtor]
    gold = min(me.gold, fine)
    stand = me.legal + me.contraband
    if goods is None:
        goods = settlement(stand, fine - gold, rules)
    else:
        goods = check_settlement(goods, stand, fine - gold, rules)
    return given(state, debtor, creditor, gold, goods, rules, openly=True)


def given(
    state: State, giver: int, receiver: int, gold: int, goods: Cards, rules: Rules, openly: bool = False
) -> State:
    """The table after gold, and goods of the giver's stand, went to another player's gold and stand.

    `openly`: contraband is shown to all. What was shown before stays so with its new owner.
    """
    me, other = state.players[giver], state.players[receiver]
    legal, contraband = parted(goods, rules)
    shown = contraband if openly else tuple((Counter(contraband) & Counter(me.shown)).elements())
    state = changed(
        state,
        giver,
        gold=me.gold - gold,
        legal=without(me.legal, legal),
        contraband=without(me.contraband, contraband),
        shown=without(me.shown, shown),
    )
    state = changed(state, receiver, gold=other.gold + gold, shown=in_order(other.shown + shown, rules))
    return placed(state, receiver, goods, rules)


def placed(state: State, seat: int, cards: Cards, rules: Rules) -> State:
    """The table after cards went to a player's stand, legal ones face up, all others face down (SH-13)."""
    me = state.players[seat]
    legal, contraband = parted(cards, rules)
    return changed(
        state,
        seat,
        legal=in_order(me.legal + legal, rules),
        contraband=in_order(me.contraband + contraband, rules),
    )


def parted(cards: Iterable[str], rules: Rules) -> tuple[Cards, Cards]:
    """Legal cards, and all others."""
    cards, legal = tuple(cards), {good.name for good in rules.goods if good.legal}
    return tuple(name for name in cards if name in legal), tuple(name for name in cards if name not in legal)
