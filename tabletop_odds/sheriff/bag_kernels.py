"""What merchants put into bags in compiled games: the same bags as `merchants.Merchant.load`."""

from __future__ import annotations

from typing import Any

from tabletop_odds.compiled import int64
from tabletop_odds.streams import below

from .market_kernels import NONE
from .rules import BAG_LIMIT

WORDS = 1 << 32  # chances are so many of these numbers


def happens(threshold: int, luck: Any, seat: int) -> bool:
    """Whether something of a chance happens, as `chances.happens`."""
    if threshold == 0 or threshold == WORDS:
        return threshold > 0
    number, luck[seat] = below(luck[seat], WORDS)
    return number < threshold


def smuggled_in(hand: Any, legal: Any) -> int:
    """How many cards of a hand are contraband."""
    n = 0
    for g in range(len(legal)):
        if not legal[g]:
            n += hand[g]
    return n


def worthwhile(rules: Any, hand: Any, good: int, most: int, assumed: int, bribe: int) -> int:
    """How many contraband cards make the best bag, as `merchants.worthwhile_contraband`."""
    held = hand[good] if good != NONE else 0
    value, penalty = (rules.value[good], rules.penalty[good]) if good != NONE else (int64(0), int64(0))
    most = min(most, smuggled_in(hand, rules.legal))
    best, worth, values, penalties, n = 0, int64(0), int64(0), int64(0), 0
    if good != NONE:
        true = min(held, BAG_LIMIT)
        worth = true * value * WORDS + true * penalty * assumed
    for g in rules.dearest:
        for _ in range(hand[g]):
            if n == most:
                return best
            n += 1
            values += rules.value[g]
            penalties += rules.penalty[g]
            true = min(held, BAG_LIMIT - n) * value
            found = (true + values - bribe) * (WORDS - assumed) + (true - penalties) * assumed
            if found > worth or (n == 1 and good == NONE):
                best, worth = n, found
    return best


def load_bag(rules: Any, good: int, contraband: int, hand: Any, bag: Any) -> int:
    """Up to so many contraband cards, then a legal good (NONE: none), as `merchants.loaded`; what is declared."""
    room = BAG_LIMIT
    if good == NONE and contraband == 0:
        contraband = 1
    for g in rules.dearest:
        n = min(hand[g], contraband)
        hand[g] -= n
        bag[g] += n
        contraband -= n
        room -= n
    if good == NONE:
        return rules.plentiful  # type: ignore[no-any-return]
    n = min(hand[good], room)
    hand[good] -= n
    bag[good] += n
    return good


def hand_key(hand: Any, base: int) -> int:
    """A number for a hand: its counts as digits."""
    key = int64(0)
    for count in hand:
        key = key * base + count
    return key


def draw_bag(mixes: Any, seat: int, hand: Any, bag: Any, luck: Any) -> int:
    """A bag drawn from a mixture for the hand: the good declared, or NONE where there is no mixture for it."""
    low, high = mixes.first_hand[seat], mixes.first_hand[seat + 1]
    key, end = hand_key(hand, mixes.base), high
    while low < high:
        middle = (low + high) // 2
        if mixes.hands[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == end or mixes.hands[low] != key:
        return NONE
    option, last = mixes.first_option[low], mixes.first_option[low + 1]
    if last - option > 1:
        number, luck[seat] = below(luck[seat], WORDS)
        while number >= mixes.threshold[option]:
            option += 1
    for g in range(len(hand)):
        hand[g] -= mixes.bags[option, g]
        bag[g] += mixes.bags[option, g]
    return mixes.good[option]  # type: ignore[no-any-return]
