"""Cards on the move in compiled games: piles that are shuffled anew, and what a merchant does in the market.

`piles[LEFT]`, `piles[RIGHT]` and `piles[DRAW]` hold goods by number, from the bottom; `size` says how many. Hands are
counts by good. The table's own luck is the last of `luck`.
"""

from __future__ import annotations

from typing import Any

from tabletop_odds.decks import shuffle
from tabletop_odds.streams import below

from .rules import FACE_UP, SET_ASIDE

LEFT, RIGHT, DRAW = 0, 1, 2
NONE = -1  # in place of a good


def best_good(counts: Any, legal: Any, value: Any) -> int:
    """The legal good with most copies, as `markets.best_legal`; NONE where there is none."""
    best = NONE
    for g in range(len(legal)):
        if not legal[g] or counts[g] == 0:
            continue
        if best == NONE or counts[g] > counts[best] or (counts[g] == counts[best] and value[g] > value[best]):
            best = g
    return best


def make_anew(piles: Any, size: Any, luck: Any, top5: bool) -> bool:
    """An empty draw pile made of the discard piles, as `market.reshuffled`. Returns whether there was a card."""
    n = 0
    for pile in range(DRAW):
        low = max(size[pile] - FACE_UP, 0)
        start, stop = (low, size[pile]) if top5 else (0, low)
        for i in range(start, stop):
            piles[DRAW, n] = piles[pile, i]
            n += 1
        if not top5:
            for i in range(low, size[pile]):
                piles[pile, i - low] = piles[pile, i]
        size[pile] -= stop - start
    size[DRAW] = n
    luck[-1] = shuffle(piles[DRAW], n, luck[-1])
    return n > 0


def fill_hand(hand: Any, most: int, piles: Any, size: Any, luck: Any, top5: bool) -> int:
    """Fill a hand up to so many cards from the draw pile. Returns how often that was made anew."""
    room, times = most, 0
    for count in hand:
        room -= count
    for _ in range(room):
        if size[DRAW] == 0:
            times += make_anew(piles, size, luck, top5)
            if size[DRAW] == 0:
                break
        size[DRAW] -= 1
        hand[piles[DRAW, size[DRAW]]] += 1
    return times


def put_aside(aside: Any, n: int, good: int, times: int) -> int:
    for i in range(n, n + times):
        aside[i] = good
    return n + times


def trade(
    rules: Any,
    plan: Any,
    seat: int,
    smuggling: bool,
    rival: Any,
    hand: Any,
    piles: Any,
    size: Any,
    luck: Any,
    aside: Any,
) -> int:
    """A merchant's market, as `MarketPlan.trade`; `rival`: the next merchant's stand. Returns the reshuffles."""
    legal, value = rules.legal, rules.value
    room = rules.hand_size
    for g in range(len(legal)):
        room -= hand[g]
    good, contraband, n = NONE, False, 0
    collected = best_good(rival, legal, value) if plan.deny[seat] else NONE
    if not plan.hand[seat]:
        contraband = plan.contraband[seat] + smuggling > 1
        if plan.good[seat]:
            good = best_good(hand, legal, value)
        for g in range(len(legal)):
            if g != good and not (contraband and not legal[g]):
                chosen = min(hand[g], SET_ASIDE - n)
                hand[g] -= chosen
                if g == collected:  # to the bottom
                    for i in range(n - 1, -1, -1):
                        aside[i + chosen] = aside[i]
                    put_aside(aside, 0, g, chosen)
                    n += chosen
                else:
                    n = put_aside(aside, n, g, chosen)
        room += n
        for pile in range(DRAW):
            while room > 0 and size[pile] > 0:
                top = piles[pile, size[pile] - 1]
                if top != good and not (contraband and not legal[top]):
                    break
                size[pile] -= 1
                hand[top] += 1
                room -= 1
    pile = NONE
    if plan.deny[seat]:
        on_left = size[LEFT] > 0 and piles[LEFT, size[LEFT] - 1] == collected
        on_right = size[RIGHT] > 0 and piles[RIGHT, size[RIGHT] - 1] == collected
        if on_left != on_right:
            pile = LEFT if on_left else RIGHT
    if pile == NONE:
        pile, luck[seat] = below(luck[seat], 2)
    times = fill_hand(hand, rules.hand_size, piles, size, luck, rules.top5)
    for i in range(n):
        piles[pile, size[pile]] = aside[i]
        size[pile] += 1
    return times
