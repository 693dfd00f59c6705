"""Whole games as a compiled loop over arrays: the same loop, names and order of luck as in `game_by_rules`.

Goods are numbers, in the order of `Rules.table`. Hands, bags and stands are counts by good.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled
from tabletop_odds.decks import shuffle
from tabletop_odds.streams import below, game_key, turn_key

from .bag_kernels import draw_bag, happens, load_bag, worthwhile
from .game_by_rules import TABLE
from .market_kernels import DRAW, LEFT, NONE, RIGHT, best_good, fill_hand, trade
from .rules import FACE_UP
from .settle_kernels import end_game, pay

TOTALS = 9  # bonuses, reshuffles, bags, lies, inspections, caught, bribes, debts, astray
BONUSES, RESHUFFLES, BAGS, LIES, INSPECTIONS, CAUGHT, BRIBES, DEBTS, ASTRAY = range(TOTALS)


class RuleTables(NamedTuple):
    """The rules of a game. `deck`: the good of each card; `dearest`: contraband, the highest value first.

    `plentiful`: the good that is declared where there is none to tell the truth with. `counts_as[g]` is the legal good
    that a royal one counts as (-1: it is none), `copies[g]` times.
    """

    rounds: int
    hand_size: int
    gold: int
    removed: int
    top5: bool
    by_number: bool
    plentiful: int
    deck: Any
    legal: Any
    value: Any
    penalty: Any
    king: Any
    queen: Any
    counts_as: Any
    copies: Any
    dearest: Any


class Table(NamedTuple):
    """What is on the table, a workspace: piles as in `market_kernels`, counts by seat and good, and one entry a seat.

    `luck` has the state of each seat's stream, and of the table's own last. `there`: cards in the game, by good;
    `counts` for King and Queen, by good and seat. `totals`: see TOTALS. `aside` and `ways` are scratch paper.
    """

    piles: Any
    size: Any
    hands: Any
    bags: Any
    stands: Any
    gold: Any
    declared: Any
    intent: Any
    luck: Any
    there: Any
    counts: Any
    scores: Any
    shares: Any
    totals: Any
    aside: Any
    ways: Any


class MerchantTables(NamedTuple):
    """The merchants by seat, see `Merchant`; chances as thresholds among 2**32 numbers, `assumed` -1: none."""

    rate: Any
    cards: Any
    assumed: Any
    bribe: Any
    true_bribe: Any


class PlanTables(NamedTuple):
    """The plans for the market by seat, see `MarketPlan`; `contraband`: 0 never, 1 when smuggling, 2 always."""

    good: Any
    contraband: Any
    hand: Any
    deny: Any


class MixTables(NamedTuple):
    """Mixtures of bags. Hands `first_hand[seat]` to `first_hand[seat + 1]` of the sorted `hands`, which are counts as
    digits to a base, are those of a seat; options `first_option[i]` to `first_option[i + 1]` are those of hand i, each
    a bag and the good declared, up to its threshold.
    """

    base: int
    first_hand: Any
    hands: Any
    first_option: Any
    threshold: Any
    bags: Any
    good: Any


class SheriffTables(NamedTuple):
    """By seat, cards declared and good: the chance to be opened, and the least gold for which the bag passes."""

    rate: Any
    price: Any


def deal(rules: Any, table: Any, first_sheriff: int) -> int:
    """Shuffle and deal, as `market.dealt`, and count from 0. Returns the first Sheriff."""
    piles, size, luck, deck = table.piles, table.size, table.luck, rules.deck
    players, goods = table.hands.shape
    sheriff = first_sheriff
    if sheriff < 0:
        sheriff, luck[-1] = below(luck[-1], players)
    for i in range(len(deck)):
        piles[DRAW, i] = deck[i]
    luck[-1] = shuffle(piles[DRAW], len(deck), luck[-1])
    size[LEFT], size[RIGHT], size[DRAW] = 0, 0, len(deck) - rules.removed
    for g in range(goods):
        table.there[g] = 0
    for i in range(TOTALS):
        table.totals[i] = 0
    for i in range(size[DRAW]):
        piles[DRAW, i] = piles[DRAW, i + rules.removed]
        table.there[piles[DRAW, i]] += 1
    for seat in range(players):
        table.gold[seat] = rules.gold
        for g in range(goods):
            table.hands[seat, g], table.bags[seat, g], table.stands[seat, g] = 0, 0, 0
        fill_hand(table.hands[seat], rules.hand_size, piles, size, luck, rules.top5)
    for pile in (LEFT, RIGHT):
        for i in range(FACE_UP):
            size[DRAW] -= 1
            piles[pile, i] = piles[DRAW, size[DRAW]]
        size[pile] = FACE_UP
    return sheriff


def astray(rules: Any, table: Any) -> int:
    """How many cards and how much gold are there that should not be, or the other way round: none."""
    players, goods = table.hands.shape
    there, gold, lost = table.there, players * rules.gold, 0
    for pile in range(3):
        for i in range(table.size[pile]):
            there[table.piles[pile, i]] -= 1
    for seat in range(players):
        gold -= table.gold[seat]
        for g in range(goods):
            there[g] -= table.hands[seat, g] + table.bags[seat, g] + table.stands[seat, g]
    for g in range(goods):
        lost += abs(there[g])
    return lost + abs(gold)  # type: ignore[no-any-return]


@compiled
def play_games(seed, start, first_sheriff, rules, plans, merchants, mixes, sheriffs, table, out):  # type: ignore[no-untyped-def]
    """Play games `start`, `start` + 1, ..., one a column of `out`: the loop of `play_game`, over tables.

    `first_sheriff` -1: drawn. The rows of `out`: shares of the win out of 60 by seat, scores by seat, the totals, and
    the counts for King and Queen by good and seat.
    """
    players, goods = table.hands.shape
    legal, value, penalty, hand_size, top5 = rules.legal, rules.value, rules.penalty, rules.hand_size, rules.top5
    piles, size, hands, bags, stands = table.piles, table.size, table.hands, table.bags, table.stands
    gold, declared, intent, luck, total = table.gold, table.declared, table.intent, table.luck, table.totals
    for game in range(out.shape[1]):
        key = game_key(seed, start + game)
        luck[players] = turn_key(key, TABLE, 0)
        sheriff = deal(rules, table, first_sheriff)
        for number in range(rules.rounds):
            for seat in range(players):
                luck[seat] = turn_key(key, seat, number)
            luck[players] = turn_key(key, TABLE, number + 1)
            for i in range(1, players):
                seat, following = (sheriff + i) % players, (sheriff + (i + 1 if i + 1 < players else 1)) % players
                intent[seat] = merchants.cards[seat] if happens(merchants.rate[seat], luck, seat) else 0
                smuggling, rival = intent[seat] > 0, stands[following]
                total[RESHUFFLES] += trade(
                    rules, plans, seat, smuggling, rival, hands[seat], piles, size, luck, table.aside
                )
            for i in range(1, players):
                seat = (sheriff + i) % players
                hand, bag = hands[seat], bags[seat]
                declared[seat] = NONE
                if mixes.first_hand[seat + 1] > mixes.first_hand[seat]:
                    declared[seat] = draw_bag(mixes, seat, hand, bag, luck)
                if declared[seat] == NONE:
                    good, contraband = best_good(hand, legal, value), intent[seat]
                    if merchants.assumed[seat] >= 0:
                        most, bribe = merchants.cards[seat], merchants.bribe[seat]
                        contraband = worthwhile(rules, hand, good, most, merchants.assumed[seat], bribe)
                    declared[seat] = load_bag(rules, good, contraband, hand, bag)
            for i in range(1, players):
                seat = (sheriff + i) % players
                bag, good, cards, false, fine = bags[seat], declared[seat], 0, 0, 0
                for g in range(goods):
                    cards += bag[g]
                    if g != good:
                        false += bag[g]
                        fine += bag[g] * penalty[g]
                if cards == 0:
                    continue
                bribe = min(merchants.bribe[seat] if false > 0 else merchants.true_bribe[seat], gold[seat])
                total[BAGS] += 1
                total[LIES] += false > 0
                passes = bribe >= sheriffs.price[sheriff, cards, good]
                if passes or not happens(sheriffs.rate[sheriff, cards, good], luck, sheriff):
                    gold[seat] -= bribe
                    gold[sheriff] += bribe
                    total[BRIBES] += bribe
                    for g in range(goods):
                        stands[seat, g] += bag[g]
                        bag[g] = 0
                    continue
                total[INSPECTIONS] += 1
                stands[seat, good] += bag[good]
                bag[good] = 0
                debtor, creditor = seat, sheriff
                if false > 0:
                    total[CAUGHT] += 1
                    pile, luck[sheriff] = below(luck[sheriff], 2)
                    for g in range(goods):
                        for _ in range(bag[g]):
                            piles[pile, size[pile]] = g
                            size[pile] += 1
                        bag[g] = 0
                else:
                    debtor, creditor, fine = sheriff, seat, cards * penalty[good]
                total[DEBTS] += pay(rules, gold, stands, debtor, creditor, fine, table.ways)
            for i in range(1, players + 1):
                seat = (sheriff + i) % players
                total[RESHUFFLES] += fill_hand(hands[seat], hand_size, piles, size, luck, top5)
            sheriff = (sheriff + 1) % players
        total[BONUSES] = end_game(rules, table)
        total[ASTRAY] = astray(rules, table)
        for seat in range(players):
            out[seat, game], out[players + seat, game] = table.shares[0, seat], table.scores[seat]
            for g in range(goods):
                out[2 * players + TOTALS + g * players + seat, game] = table.counts[g, seat]
        for i in range(TOTALS):
            out[2 * players + i, game] = total[i]
