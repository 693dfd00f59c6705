"""Debts, bonuses and the end of a game, compiled: the same answers as `debts`, `crowns` and `scoring`."""

from __future__ import annotations

from typing import Any

MANY = 1 << 30  # cards: in place of no way to pay
SHARE = 60  # a win in whole numbers, whoever shares it


def pay(rules: Any, gold: Any, stands: Any, debtor: int, creditor: int, fine: int, ways: Any) -> bool:
    """Pay a fine: gold, then goods as `debts.settlement`. Returns whether goods changed hands."""
    paid = min(gold[debtor], fine)
    gold[debtor] -= paid
    gold[creditor] += paid
    debt = fine - paid
    if debt == 0:
        return False
    goods = False
    for kind in range(2):  # legal goods, then contraband
        total = 0
        for g in range(len(rules.value)):
            if rules.legal[g] == (kind == 0):
                total += stands[debtor, g] * rules.value[g]
        if total < debt:
            for g in range(len(rules.value)):
                if rules.legal[g] == (kind == 0):
                    goods |= stands[debtor, g] > 0
                    stands[creditor, g] += stands[debtor, g]
                    stands[debtor, g] = 0
            debt -= total
        else:
            give_least(rules, stands, debtor, creditor, debt, kind == 0, ways)
            return True
    return goods


def give_least(rules: Any, stands: Any, debtor: int, creditor: int, debt: int, legal: bool, ways: Any) -> None:
    """Give the goods of a kind with the smallest sufficient sum, of equals the fewest cards, then the fewest of the
    first good, and so on. `ways[g, s]` becomes the fewest cards of goods g, g + 1, ... with the sum s.
    """
    value, goods = rules.value, len(rules.value)
    most = debt
    for v in value:
        most = max(most, debt + v)
    for s in range(most + 1):
        ways[goods, s] = MANY if s > 0 else 0
    for g in range(goods - 1, -1, -1):
        held = stands[debtor, g] if rules.legal[g] == legal and value[g] > 0 else 0
        for s in range(most + 1):
            fewest = ways[g + 1, s]
            for n in range(1, held + 1):
                if n * value[g] > s:
                    break
                fewest = min(fewest, ways[g + 1, s - n * value[g]] + n)
            ways[g, s] = fewest
    s = debt
    while ways[0, s] >= MANY:
        s += 1
    for g in range(goods):
        n = 0
        while ways[g, s] != ways[g + 1, s - n * value[g]] + n:
            n += 1
        stands[debtor, g] -= n
        stands[creditor, g] += n
        s -= n * value[g]


def add_bonuses(counts: Any, king: int, queen: int, scores: Any) -> int:
    """Add what counts of one good earn, as `crowns.bonuses`. Returns what was paid."""
    most, second, kings, queens = 0, 0, 0, 0
    for count in counts:
        if count > most:
            most, second, kings, queens = count, most, 1, kings
        elif count == most:
            kings += 1
        elif count > second:
            second, queens = count, 1
        elif count == second:
            queens += 1
    paid = 0
    for seat in range(len(counts)):
        bonus = 0
        if counts[seat] == most and most > 0:
            bonus = king if kings == 1 else (king + queen) // kings
        elif counts[seat] == second and second > 0 and kings == 1:
            bonus = queen // queens
        scores[seat] += bonus
        paid += bonus
    return paid


def end_game(rules: Any, table: Any) -> int:
    """Fill the scores, the counts for King and Queen by good and seat, and the shares of the win.

    Returns the bonuses paid.
    """
    gold, stands, counts, scores, shares = table.gold, table.stands, table.counts, table.scores, table.shares
    players, goods = stands.shape
    by_number = rules.by_number
    first, second = shares[1], shares[2]  # what breaks ties, for the time being
    bonuses = 0
    for seat in range(players):
        scores[seat], first[seat], second[seat] = gold[seat], 0, 0
        for g in range(goods):
            n = stands[seat, g]
            scores[seat] += n * rules.value[g]
            points = n if by_number else n * rules.value[g]
            if rules.legal[g]:
                first[seat] += points
            else:
                second[seat] += points
            counts[g, seat] = n if rules.legal[g] else 0
    for g in range(goods):
        royal = rules.counts_as[g]
        if royal >= 0:
            for seat in range(players):
                counts[royal, seat] += stands[seat, g] * rules.copies[g]
    for g in range(goods):
        if rules.legal[g]:
            bonuses += add_bonuses(counts[g], rules.king[g], rules.queen[g], scores)
    best, winners = 0, 0
    for seat in range(1, players):
        if ahead(scores, first, second, seat, best) > 0:
            best = seat
    for seat in range(players):
        winners += ahead(scores, first, second, seat, best) == 0
    for seat in range(players):
        shares[0, seat] = SHARE // winners if ahead(scores, first, second, seat, best) == 0 else 0
    return bonuses


def ahead(scores: Any, first: Any, second: Any, seat: int, other: int) -> int:
    """Above 0 where a seat is ahead of another, 0 where they are equal."""
    if scores[seat] != scores[other]:
        return scores[seat] - scores[other]  # type: ignore[no-any-return]
    if first[seat] != first[other]:
        return first[seat] - first[other]  # type: ignore[no-any-return]
    return second[seat] - second[other]  # type: ignore[no-any-return]
