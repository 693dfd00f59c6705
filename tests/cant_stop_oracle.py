"""Can't Stop a second time, from the rules page: positions are plain dictionaries, pairings come from all orders of the
dice, and a pairing is played one sum after the other until neither can be played.

Shares no code with the library, and reads of a rule set only its fields.
"""

from collections import Counter
from functools import cache
from itertools import permutations, product

import oracles
import pytest


def sums(roll):
    """The pairings of four dice: every order, first two and last two."""
    return {tuple(sorted((a + b, c + d))) for a, b, c, d in permutations(roll)}


@cache
def rolls(sides):
    """Every set of pairings with its chance, from all ordered rolls."""
    counted = Counter(frozenset(sums(roll)) for roll in product(range(1, sides + 1), repeat=4))
    return [(count / sides**4, pairings) for pairings, count in counted.items()]


class Table:
    """A board as one player sees it: own markers, opponents' spaces and claimed columns, as dictionaries and sets."""

    def __init__(self, rules, markers=(), others=(), claimed=()):
        self.tops = dict(zip(range(2, 2 * rules.dice_sides + 1), rules.column_lengths, strict=True))
        self.rules, self.markers, self.claimed = rules, dict(markers), set(claimed)
        self.others = set(others)  # (column, space)

    def step(self, runners, column):
        """The runners after one step in a column, or None where there can be none."""
        if column in self.claimed or (column not in runners and len(runners) == self.rules.runners):
            return None
        space, top = runners.get(column, self.markers.get(column, 0)), self.tops[column]
        while space < top:
            space += 1
            if self.rules.occupied != "jump" or space == top or (column, space) not in self.others:
                return {**runners, column: space}
        return None

    def after(self, runners, pairings):
        """All that the runners can stand on after a roll, as a set of sets of (column, space); empty: bust."""
        found = set()

        def play(now, left, played):
            options = [(i, after) for i in range(len(left)) if (after := self.step(now, left[i])) is not None]
            if played and (not options or self.rules.must_place == "free"):
                found.add(frozenset(now.items()))
            for i, after in options:
                play(after, left[:i] + left[i + 1 :], True)

        for pairing in pairings:
            play(runners, list(pairing), False)
        return found


def turn(table, payoff, end):
    """The value of rolling: a function of the runners (a frozenset of (column, space)), by expectimax.

    `payoff(runners)` where the turn is over for sure, else None; `end(runners)` is what stopping is worth, None where
    it is not allowed; a bust is worth `end(None)`.
    """

    def ended(node):
        if node is None or node[0] == "stop":
            return end(node and node[1])
        return payoff(node[1]) if node[0] == "stand" else None

    def actions(node):
        if node[0] == "offer":
            return list(node[1]) or [None]
        stop = [] if end(node[1]) is None else [("stop", node[1])]
        return [*stop, "roll"]

    def outcomes(node, action):
        if action != "roll":
            return [(1.0, action if action is None or action[0] == "stop" else ("stand", action[1]))]
        chances = Counter()
        for chance, pairings in rolls(table.rules.dice_sides):
            offer = frozenset(("stand", after) for after in table.after(dict(node[1]), pairings))
            chances["offer", offer] += chance
        return [(chance, offer) for offer, chance in chances.items()]

    value = oracles.expectimax(ended, actions, outcomes)
    return lambda runners=frozenset(): value(("stand", frozenset(runners)))


def topping(rules, column, space, closed=()):
    """The chance to top a column in one turn, never stopping before."""
    table = Table(rules, {column: space}, claimed=closed)
    top = (column, table.tops[column])
    never = turn(
        table, lambda runners: 1.0 if top in runners else None, lambda runners: 0.0 if runners is None else None
    )
    return never()


def one_turn_more(rules, column, turns, closed=()):
    """The fewest expected turns to top a column, by space, if after one turn it takes `turns`: what does not change by
    this is the answer."""
    top = len(turns)
    better = []
    for space in range(top):
        table = Table(rules, {column: space}, claimed=closed)

        def end(runners, start=space):
            return -turns[dict(runners or ()).get(column, start)] if runners != frozenset() else None

        better.append(1 - turn(table, lambda runners: 0.0 if (column, top) in runners else None, end)())
    return better


def progress(rules, columns, lengths, farthest=None):
    """The expected progress of a turn with runners on the first spaces of these columns, which are `lengths` long for
    the steps' worth; with `farthest`, none has a top, and every turn stops after so many steps."""
    table = Table(rules)
    if farthest:
        table.tops = dict.fromkeys(table.tops, 10**9)

    def end(runners):
        return sum(space / lengths[column] for column, space in runners or ())

    def payoff(runners):
        return end(runners) if farthest and sum(space for _, space in runners) >= farthest else None

    return turn(table, payoff, end)(frozenset((column, 1) for column in columns))


def refused(call, named):
    """That a call raises ValueError in one line with these words."""
    with pytest.raises(ValueError, match=r"[^ ]") as caught:
        call()
    message = str(caught.value)
    assert all(word in message for word in named), message
    assert "\n" not in message
