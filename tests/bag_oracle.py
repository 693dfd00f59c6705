"""The one-bag game the slow way: cards are dealt one by one, every bag is tried, payoffs are exact."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from tabletop_odds.sheriff.state import Load


def dealt(deck, size):
    """Every hand with its chance: {(goods in order): Fraction}."""
    ways = {
        hand: prod(comb(deck[name], hand.count(name)) for name in set(hand))
        for hand in combinations_with_replacement(deck, size)
    }
    return {hand: Fraction(n, comb(sum(deck.values()), size)) for hand, n in ways.items() if n}


def loads(hand, declarable):
    bags = {bag for size in range(1, 6) for bag in combinations(hand, size)}
    return [Load(bag, good) for bag in sorted(bags) for good in declarable]


def worth(load, bribe, table):
    """Merchant's gain minus the Sheriff's: when passed, when inspected."""
    bag, good = load
    value = sum(table[name].value for name in bag)
    false = [name for name in bag if name != good]
    if false:
        kept = sum(table[name].value for name in bag if name == good)
        return value - 2 * bribe, kept - 2 * sum(table[name].penalty for name in false)
    return value - 2 * bribe, value + 2 * sum(table[name].penalty for name in bag)


class Slow:
    """The game of a deck: `table` of goods by name, `declarable` goods, a ladder of bribes."""

    def __init__(self, deck, size, table, declarable, bribes=(0,)):
        self.hands = dealt(deck, size)
        self.declarable, self.bribes = declarable, bribes
        self.worth = cache(lambda load, bribe: worth(load, bribe, table))

    def choices(self, hand):
        """Every (signal, passed, inspected, load, bribe)."""
        for load in loads(hand, self.declarable):
            for bribe in self.bribes:
                yield (len(load.bag), load.good, bribe), *self.worth(load, bribe), load, bribe

    def best(self, hand, rate):
        return max(p + (i - p) * rate(*signal) for signal, p, i, _, _ in self.choices(hand))

    def conceded(self, rate):
        """What the merchant gets whose bags are the best response to the Sheriff `rate(cards, good, bribe)`."""
        return sum(chance * self.best(hand, rate) for hand, chance in self.hands.items())

    def guaranteed(self, mix):
        """What the merchant `mix(hand)` gets when the Sheriff's is the best response, signal by signal."""
        passed, inspected = Counter(), Counter()
        for hand, chance in self.hands.items():
            for (load, bribe), probability in mix(hand).items():
                assert not Counter(load.bag) - Counter(hand)
                signal = len(load.bag), load.good, bribe
                for sums, payoff in zip((passed, inspected), self.worth(load, bribe), strict=True):
                    sums[signal] += chance * probability * payoff
        return sum(min(passed[signal], inspected[signal]) for signal in passed)

    def value(self):
        """The exact value, for few signals: the lowest of a convex function of the rates that is linear by pieces.

        So it lies where as many equations hold as there are rates: two loads of a hand worth the same, or a rate at 0
        or 1. All such points are tried.
        """
        signals = sorted({choice[0] for hand in self.hands for choice in self.choices(hand)})
        place = {signal: k for k, signal in enumerate(signals)}
        n = len(signals)
        lines_of = [
            {(place[s], Fraction(i - p), Fraction(p)) for s, p, i, _, _ in self.choices(hand)} for hand in self.hands
        ]
        planes = {(*(Fraction(int(k == j)) for j in range(n)), Fraction(end)) for k in range(n) for end in (0, 1)}
        for lines in lines_of:
            for (s, slope, flat), (t, other, level) in combinations(lines, 2):
                row = [Fraction(0)] * n
                row[s] += slope
                row[t] -= other
                if any(row):
                    lead = next(x for x in row if x)
                    planes.add((*(x / lead for x in row), (level - flat) / lead))
        points = {x for chosen in combinations(planes, n) if (x := meet(chosen)) and all(0 <= r <= 1 for r in x)}
        chances = list(self.hands.values())
        return min(
            sum(c * max(p + d * x[s] for s, d, p in lines) for c, lines in zip(chances, lines_of, strict=True))
            for x in points
        )


def meet(planes):
    """The one point on all of n planes (coefficients, then the constant), or None."""
    rows = [list(plane) for plane in planes]
    n = len(rows)
    for k in range(n):
        pivot = next((r for r in range(k, n) if rows[r][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for r in range(n):
            if r != k and rows[r][k]:
                rows[r] = [x - rows[r][k] * y for x, y in zip(rows[r], rows[k], strict=True)]
    return tuple(row[-1] for row in rows)
