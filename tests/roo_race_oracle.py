"""Races of Roo played out by the rules, one by one, over every order of every pile."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import prod

from tabletop_odds.roo.ending import is_complete, passed_on, penalty, unplaced, win_shares
from tabletop_odds.roo.moving import actions, can_draw, discarded, moved


def race_turn(side, order, rules):
    """A racer's turn: the side and the order of its pile after it, the next card last."""
    missing = unplaced(side, rules)
    cells = dict(zip(side.targets, rules.target_cells, strict=True))
    placings = [a for a in actions(side, rules) if a.cell and a.card in missing and a.cell == cells[a.card]]
    if placings:
        return min((moved(side, action, rules) for action in placings), key=lambda s: penalty(s, rules)), order
    assert can_draw(side, rules)
    useless = next(card for card in side.hand if card not in missing)
    return discarded(side, useless, order[-1], rules), order[:-1]


def race_game(state, orders, rules):
    """The last state of a game of racers, and how many rounds went by, this one included."""
    orders, start = list(orders), state.round
    while True:
        seat = state.player
        side, orders[seat] = race_turn(state.side, orders[seat], rules)
        state = replace(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))
        following = passed_on(state, rules, is_complete(side, rules))
        if following is None:
            return state, state.round - start + 1
        state = following


def race_counts(state, rules):
    """How all games of racers from a state end, as fractions: the fields of RaceOdds."""
    sums = Counter()
    piles = [tuple(permutations(side.pile)) for side in state.sides]
    seats = range(rules.players)
    for orders in product(*piles):
        end, rounds = race_game(state, orders, rules)
        complete = [seat for seat in seats if is_complete(end.sides[seat], rules)]
        sums["alone", *complete] += len(complete) == 1
        sums["together"] += len(complete) > 1
        sums["pile_out"] += not complete
        sums["rounds", rounds] += 1
        for seat, share in enumerate(win_shares(end, rules)):
            sums["win", seat] += share
            sums["penalty", seat] += penalty(end.sides[seat], rules)
    games = prod(map(len, piles))
    return {
        "alone": tuple(Fraction(sums["alone", seat], games) for seat in seats),
        "together": Fraction(sums["together"], games),
        "pile_out": Fraction(sums["pile_out"], games),
        "win": tuple(Fraction(sums["win", seat]) / games for seat in seats),
        "penalty": tuple(Fraction(sums["penalty", seat], games) for seat in seats),
        "rounds": {key[1]: n for key, n in sums.items() if key[0] == "rounds"},
    }
