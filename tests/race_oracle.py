"""A slow second opinion on Farkle's race of two players: value iteration over every start of a turn.

A start of a turn is a lane (me, them, began), a player is (score, opened, farkles in a row). Every sweep plays a whole
turn in all lanes at once against the values of the sweep before, and tries all keeps at all turn totals; sweeps go on
until nothing moves by 1e-12. Nothing is pruned or ordered, and no code is shared with the library: of a rule set only
its fields are read, and rolls, keeps and points come from the brute force in `oracles.py`.

A turn total has no upper end with hot dice. Totals above a cap count as the cap. It matters only where both players
reach it, so it is raised until one turn does with a chance below 1e-6: raising it further moves no value by 1e-12.
Scores have no lower end where penalties go below 0: they stop at `floor`, four penalties down or lower.
"""

from collections import Counter
from functools import cache
from math import gcd

import numpy as np
import oracles

CLOSE = 1e-12
RARE = 1e-6
TIE = {"shared": 0.5, "first": 0.0, "last": 1.0}  # what a last turn that ends in a tie is worth to who plays it


def offer(roll, rules):
    """What a roll lets a player do: (dice taken, points, dice left) each; dice + 1 left where all must roll again."""
    kept = oracles.keeps(roll, rules)
    if not kept and not oracles.is_farkle(roll, rules):
        return frozenset({(0, rules.nothing_scores, rules.dice + 1)})
    return frozenset((len(dice), points, left) for dice, points, left in kept)


def most(options, total):
    """The most points, with the fewest dice that make them."""
    return max(options, key=lambda option: (option[1], -option[0]))


def fewest(options, total):
    """The fewest dice, of those the most points."""
    return min(options, key=lambda option: (option[0], -option[1]))


class Turn:
    """One turn in many lanes at once: lanes differ in what banking, a farkle and the match are worth.

    Rows are turn totals, columns the dice left; 0: the match is won; dice + 1: all dice, and they must be rolled.
    """

    def __init__(self, rules, above):
        chances = Counter()
        for n in range(1, rules.dice + 1):
            for p, roll in oracles.roll_chances(n, rules):
                chances[n, offer(roll, rules)] += p
        self.rules, self.columns = rules, rules.dice + 2
        self.classes = [(n, sorted(options)) for n, options in chances if options]
        steps = [points for _, options in self.classes for _, points, left in options if left]
        self.unit = gcd(*steps, rules.three_farkles or 0)
        self.cap = (rules.target + above) // self.unit
        self.totals = np.arange(self.cap + 1)[:, None] * self.unit
        self.starts = np.cumsum([0] + [len(options) for _, options in self.classes[:-1]])
        moves = [(points // self.unit, left) for _, options in self.classes for _, points, left in options]
        self.points, self.left = np.array(moves).T
        self.falls = np.zeros((rules.dice, len(self.classes)))
        for i, (n, options) in enumerate(self.classes):
            self.falls[n - 1, i] = chances[n, frozenset(options)]
        self.farkle = np.array([[float(chances[n, frozenset()])] for n in range(1, rules.dice + 1)])

    def may_bank(self, opened):
        """Whether a turn total may be banked, by row, column and lane; `opened` says of each lane whether it has."""
        least = [max(self.rules.minimum_bank or 0, 0 if o else self.rules.opening or 0) for o in opened]
        allowed = np.zeros((self.cap + 1, self.columns, len(least)), dtype=bool)
        allowed[:, 1:-1] = ((self.totals >= least) & (self.totals > 0))[:, None]
        if self.rules.hot_dice == "forced":
            allowed[:, self.rules.dice] = False
        return allowed

    def play(self, worth, bust, may, match=1.0, policy=None, decisions=None, rolls=None):
        """What a turn is worth at its start, in every lane: the best one, or the one that `policy` plays.

        `worth[row]` is what banking a total is worth, `bust` a farkle, `match` a keep that wins at once. A policy is
        (banks by row, column and lane; its option by row, class and lane); `decisions` receives the best one, `rolls`
        the values of rolling by row, dice - 1 and lane.
        """
        lanes = np.arange(worth.shape[1])
        values = np.empty((self.cap + 1, self.columns, len(lanes)))
        values[self.cap] = worth[self.cap]  # a first guess: totals above the cap count as the cap
        values[:, 0] = match
        flat = values.reshape(-1, len(lanes))

        def settle(row):
            """Fill a row from the rows above it; returns what rolling all dice is worth there."""
            to = np.minimum(row + self.points, self.cap) * self.columns + self.left
            if policy is None:
                taken = np.maximum.reduceat(flat[to], self.starts, axis=0)
            else:
                taken = flat[to[policy[1][row]], lanes]
            rolled = self.falls @ taken + self.farkle * bust
            rolled = np.vstack([rolled, rolled[-1:]])
            banks = may[row, 1:] & (worth[row] >= rolled) if policy is None else policy[0][row, 1:]
            values[row, 1:] = np.where(banks, worth[row], rolled)
            if rolls is not None:
                rolls[row] = rolled[:-1]
            if decisions is not None:
                decisions[0][row, 1:] = banks
                for i, start in enumerate(self.starts):
                    options = flat[to[start : start + len(self.classes[i][1])]]
                    decisions[1][row, i] = start + options.argmax(axis=0)
            return rolled[-1]

        before = None
        while before is None or np.abs(values[self.cap] - before).max() > 1e-16:
            before = values[self.cap].copy()
            settle(self.cap)
        for row in range(self.cap - 1, -1, -1):
            start = settle(row)
        return start

    def reaches(self, points):
        """The greatest chance that one turn banks at least so many points."""
        worth = (self.totals >= points).astype(float)
        return float(self.play(worth, np.zeros(1), self.may_bank([True]), match=0.0)[0])

    def best_policy(self, worth, bust, may):
        """The decisions of the best turn, as a policy of `play`."""
        found = (np.zeros_like(may), np.zeros((self.cap + 1, len(self.classes), may.shape[2]), dtype=int))
        self.play(worth, bust, may, decisions=found)
        return found

    def blind_policy(self, banks, chooses, may, reached):
        """A policy that sees the turn alone: it banks as well where the target is `reached`, by row and lane."""
        asked = np.zeros((self.cap + 1, self.columns, 1), dtype=bool)
        for row in range(self.cap + 1):
            asked[row, 1:-1, 0] = [banks(row * self.unit, n) for n in range(1, self.rules.dice + 1)]
        totals = self.totals[:, 0].tolist()
        choices = [[options.index(chooses(options, total)) for _, options in self.classes] for total in totals]
        picked = np.broadcast_to((self.starts + choices)[:, :, None], (*np.shape(choices), may.shape[2]))
        return may & (asked | reached[:, None]), picked


def flags(rules):
    """The values that "has opened" can have."""
    return (True,) if rules.opening is None else (False, True)


def players(rules, unit, floor):
    """Every player who may start a turn below the target; who has not opened never banked anything."""
    farkles = range(1 if rules.three_farkles is None else 3)
    scores = range(floor, rules.target, unit)
    return [(s, opened, f) for s in scores for opened in flags(rules) if opened or s <= 0 for f in farkles]


def after_farkle(player, rules, floor):
    """The player after one more farkle: the third in a row costs points."""
    score, opened, farkles = player
    if rules.three_farkles is None:
        return player
    if farkles < 2:
        return (score, opened, farkles + 1)
    return (max(score - rules.three_farkles, floor if rules.below_zero else 0), opened, 0)


def last_turns(turn):
    """The chance to win a last turn by (points needed to tie, opened)."""
    lanes = [(d, opened) for opened in flags(turn.rules) for d in range(0, turn.cap * turn.unit, turn.unit)]
    needed = np.array([d for d, _ in lanes])
    worth = (turn.totals > needed) + (turn.totals == needed) * TIE[turn.rules.tie]
    won = turn.play(worth, np.zeros(len(lanes)), turn.may_bank([opened for _, opened in lanes]))
    return dict(zip(lanes, won.tolist(), strict=True))


class Race:
    """The race of two players; `value` is the chance to win at the start of a turn, both playing their best."""

    def __init__(self, rules, floor=0, above=4000):
        self.rules, self.turn = rules, Turn(rules, above - floor)
        while self.turn.reaches(above) > RARE:
            above += 2000
            self.turn = Turn(rules, above - floor)
        self.last = last_turns(self.turn)
        everybody = players(rules, self.turn.unit, floor)
        seats = (True, False) if rules.end == "equal_turns" else (True,)
        lanes = [(me, them, began) for me in everybody for them in everybody for began in seats]
        self.number = {lane: i for i, lane in enumerate(lanes)}
        self.may = self.turn.may_bank([opened for (_, opened, _), _, _ in lanes])
        self.settled = np.zeros((self.turn.cap + 1, len(lanes)))  # what banking is worth where it reaches the target
        self.after = np.full(self.settled.shape, -1)  # the other's lane where it does not
        self.busted = np.zeros(len(lanes), dtype=int)
        for i, (me, them, began) in enumerate(lanes):
            theirs = not began if rules.end == "equal_turns" else True
            self.busted[i] = self.number[them, after_farkle(me, rules, floor), theirs]
            for row in range(self.turn.cap + 1):
                score = me[0] + row * self.turn.unit
                if score < rules.target:
                    self.after[row, i] = self.number[them, (score, True, 0), theirs]
                elif rules.end == "sudden_death" or (rules.end == "equal_turns" and not began):
                    self.settled[row, i] = 1.0
                else:
                    self.settled[row, i] = 1 - self.last.get((score - them[0], them[1]), 0.0)
        self.reached = self.after < 0

    def _ends(self, values):
        """What banking and a farkle are worth where the other's turns have these values."""
        return np.where(self.reached, self.settled, 1 - values[self.after]), 1 - values[self.busted]

    @property
    def values(self):
        """The chance to win in every lane: turns are played afresh where what they may lead to has moved."""
        if not hasattr(self, "_values"):
            now = np.full(len(self.busted), 0.5)
            worth, bust = self._ends(now)
            moved = np.full(len(now), True)
            while moved.any():
                now[moved] = self.turn.play(worth[:, moved], bust[moved], self.may[:, :, moved])
                new_worth, new_bust = self._ends(now)
                moved = np.maximum(np.abs(new_worth - worth).max(axis=0), np.abs(new_bust - bust)) > CLOSE / 10
                worth[:, moved], bust[moved] = new_worth[:, moved], new_bust[moved]
            self._values = now
        return self._values

    def value(self, mine=0, theirs=0, opened=True, farkles=0, their_opened=True, their_farkles=0, began=True):
        if theirs >= self.rules.target:
            return self.last[theirs - mine, opened]
        lane = ((mine, opened, farkles), (theirs, their_opened, their_farkles), began)
        return float(self.values[self.number[lane]])

    def turn_at(self, *lane):
        """What banking a total is worth in a lane, and rolling: by row, and by row and dice - 1."""
        at = [self.number[lane]]
        worth, bust = self._ends(self.values)
        rolls = np.empty((len(worth), self.rules.dice, 1))
        self.turn.play(worth[:, at], bust[at], self.may[:, :, at], rolls=rolls)
        return worth[:, at[0]], rolls[:, :, 0]

    def head_to_head(self, policy, other):
        """The chances of `policy` to win when it begins and when it is second.

        A policy is (banks(total, dice), chooses(options, total)), or None for the best play of both. The last turn is
        played as well as can be.
        """
        mine, theirs = (
            self.turn.best_policy(*self._ends(self.values), self.may)
            if play is None
            else self.turn.blind_policy(*play, self.may, self.reached)
            for play in (policy, other)
        )
        second, first, before = np.full((3, len(self.busted)), [[0.5], [0.5], [0]])
        while np.abs(first - before).max() > CLOSE:
            before = first
            first = self.turn.play(*self._ends(second), self.may, policy=mine)
            second = self.turn.play(*self._ends(first), self.may, policy=theirs)
        start = (0, self.rules.opening is None, 0)
        begins = self.number[start, start, True]
        return float(first[begins]), 1 - float(second[begins])


@cache
def race(rules, floor=0):
    """The race of a rule set, kept: tests ask it about many states."""
    return Race(rules, floor)


def fewest_turns(rules, floor=0):
    """The fewest turns that a player alone needs on average to reach the target, by (score, opened, farkles)."""
    turn = Turn(rules, max(rules.opening or 0, rules.minimum_bank or 0) - floor)
    everybody = players(rules, turn.unit, floor)
    number = {player: i for i, player in enumerate(everybody)}
    rows, end = range(turn.cap + 1), len(everybody)
    after = np.array([[number.get((me[0] + row * turn.unit, True, 0), end) for me in everybody] for row in rows])
    busted = np.array([number[after_farkle(me, rules, floor)] for me in everybody])
    may = turn.may_bank([opened for _, opened, _ in everybody])
    now, before = np.zeros(end + 1), np.full(end + 1, 1.0)
    while np.abs(now - before).max() > CLOSE:
        before = now
        now = np.append(turn.play(now[after], now[busted], may, match=0.0) - 1, 0.0)
    return {player: -float(now[i]) for player, i in number.items()}
