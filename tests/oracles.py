"""Slow, obvious second opinions: they share no code with the library, and read of a rule set only its fields.

Farkle's scoring is tried over all partitions of the dice, its keeps over all subsets, its odds over all ordered rolls,
and its best turn by an expectimax over states, actions and chance outcomes that knows nothing of Farkle.
"""

import csv
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path

import pytest


def expectimax(payoff, actions, outcomes):
    """The value of a state under best play: payoff(state) where it ends, else the best action's expectation.

    `payoff(state)` is None where the game goes on; `actions(state)` lists actions; `outcomes(state, action)` lists
    (probability, next state). The answer is a function of the state, which remembers.
    """

    @cache
    def value(state):
        end = payoff(state)
        if end is not None:
            return end
        return max(sum(p * value(after) for p, after in outcomes(state, action)) for action in actions(state))

    return value


# Farkle: what dice are worth


def combination_points(dice, rules):
    """Points of these sorted dice as one single combination of the rules page; None where they are none."""
    counts = sorted(Counter(dice).values())
    face = dice[0]
    triple_of = {f: rules.three_ones if f == 1 else rules.triple and rules.triple * f for f in range(1, 7)}
    found = []
    if dice == (1,):
        found.append(rules.single_one)
    if dice == (5,):
        found.append(rules.single_five)
    if counts == [3]:
        found.append(triple_of[face])
    for size, points in ((4, rules.four_of_a_kind), (5, rules.five_of_a_kind), (6, rules.six_of_a_kind)):
        if counts == [size]:
            if isinstance(points, str):
                points = triple_of[face] and triple_of[face] * int(points.removeprefix("x"))
            found.append(points)
    if dice == (1,) * 6:
        found.append(rules.target if rules.six_ones == "wins" else rules.six_ones)
    if dice == (1, 2, 3, 4, 5, 6):
        found.append(rules.straight)
    if dice == (1, 2, 3, 4, 5):
        found.append(rules.low_straight)
    if dice == (2, 3, 4, 5, 6):
        found.append(rules.high_straight)
    if counts == [2, 2, 2]:
        found.append(rules.three_pairs)
    if counts == [2, 4] and rules.four_and_pair_is_three_pairs:
        found.append(rules.three_pairs)
    if counts == [6] and rules.six_of_a_kind_is_three_pairs:
        found.append(rules.three_pairs)
    if counts == [2, 3] and rules.full_house is not None:
        of_three = max(set(dice), key=dice.count)
        found.append(triple_of[of_three] and triple_of[of_three] + rules.full_house)
    if counts == [3, 3]:
        found.append(rules.two_triplets)
    return max((points for points in found if points is not None), default=None)


@cache
def score(dice, rules):
    """Points of a kept set: the best of all partitions into combinations; None where a die scores nothing."""
    dice = tuple(sorted(dice))
    if rules.six_ones == "wins" and dice == (1,) * 6:
        return rules.target
    if not dice:
        return 0
    best = None
    others = range(1, len(dice))
    for chosen in chain.from_iterable(combinations(others, size) for size in range(len(dice))):
        points = combination_points((dice[0], *(dice[i] for i in chosen)), rules)
        rest = score(tuple(dice[i] for i in others if i not in chosen), rules)
        if points is not None and rest is not None and (best is None or points + rest > best):
            best = points + rest
    return best


@cache
def keeps(roll, rules):
    """All legal keeps of a sorted roll as a set of (dice, points, dice left): every subset is tried."""
    found = set()
    for mask in product((False, True), repeat=len(roll)):
        dice = tuple(die for die, taken in zip(roll, mask, strict=True) if taken)
        points = score(dice, rules) if dice else None
        if points is not None:
            wins = rules.six_ones == "wins" and dice == (1,) * 6
            left = 0 if wins else len(roll) - len(dice) or rules.dice
            found.add((dice, points, left))
    return frozenset(found)


# Farkle: one roll


@cache
def roll_weights(n):
    """How many of the 6 ** n ordered rolls show each sorted set of faces."""
    return Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n))


def roll_chances(n, rules):
    """(probability, sorted roll) for every roll that can fall; loaded dice one die at a time."""
    if rules.face_probabilities is None:
        return [(Fraction(count, 6**n), roll) for roll, count in roll_weights(n).items()]
    chances = Counter({(): Fraction(1)})
    for _ in range(n):
        longer = Counter()
        for roll, p in chances.items():
            for face, q in enumerate(rules.face_probabilities, start=1):
                longer[tuple(sorted((*roll, face)))] += p * q
        chances = longer
    return [(p, roll) for roll, p in chances.items() if p]


def best_points(roll, rules):
    """The most points in a roll, 0 for none; all dice without any points may bring some."""
    nothing = (rules.nothing_scores or 0) if len(roll) == rules.dice else 0
    return max((points for _, points, _ in keeps(roll, rules)), default=nothing)


def is_farkle(roll, rules):
    """Whether nothing in a roll scores, and the turn is lost."""
    return not keeps(roll, rules) and (rules.nothing_scores is None or len(roll) != rules.dice)


def is_hot(roll, rules):
    """Whether all dice of a roll score."""
    return score(roll, rules) is not None


# Farkle: one turn. A state is (total, dice to roll, must roll); a turn ends in ("bank", total) or ("farkle",).


def after_roll(total, roll, rules):
    """Where a roll may lead: the states that the player can choose from."""
    if is_farkle(roll, rules):
        return frozenset({("farkle",)})
    if not keeps(roll, rules):
        return frozenset({(total + rules.nothing_scores, rules.dice, True)})
    return frozenset(
        ("bank", total + points) if left == 0 else (total + points, left, False)
        for _, points, left in keeps(roll, rules)
    )


def may_bank(state, rules, opened=True):
    """Whether the rules page lets a player bank in this state of a turn."""
    total, left, must = state
    if must or total == 0 or (left == rules.dice and rules.hot_dice == "forced"):
        return False
    least = max(rules.minimum_bank or 0, 0 if opened else rules.opening or 0)
    return total >= least


@cache
def chances_by_choice(n, rules):
    """Rolls of n dice gathered by what they offer: (probability, states to choose from, reckoned from total 0)."""
    gathered = Counter()
    for p, roll in roll_chances(n, rules):
        gathered[after_roll(0, roll, rules)] += p
    return [(float(p), offer) for offer, p in gathered.items()]


def add(total, state):
    """A state reckoned from total 0, moved up."""
    if state == ("farkle",):
        return state
    return ("bank", total + state[1]) if state[0] == "bank" else (total + state[0], *state[1:])


def turn(rules, *, cap, worth=float, bust=0.0, opened=True):
    """Values of the best turn: a function of (total, dice, must roll), the last telling that banking is forbidden.

    `worth(total)` is what banking is worth, and what the turn is taken to be worth once `cap` is reached; `bust` is
    what a farkle is worth. It also takes ("farkle",) and ("bank", total), where a roll may end.
    """
    rolls = {
        n: [
            (p, [(s[1], 0, False) if s[0] == "bank" else s for s in offer if s != ("farkle",)])
            for p, offer in chances_by_choice(n, rules)
        ]
        for n in range(1, rules.dice + 1)
    }

    @cache
    def stands(total, n, must):
        if n == 0 or total >= cap:
            return worth(total)
        banks = [worth(total)] if may_bank((total, n, must), rules, opened) else []
        return max([rolled(total, n), *banks])

    @cache
    def rolled(total, n):
        best = (
            max([stands(total + more, left, must) for more, left, must in offer]) if offer else bust
            for _, offer in rolls[n]
        )
        return sum(p * value for (p, _), value in zip(rolls[n], best, strict=True))

    for total in range(cap - cap % 50, -1, -50):  # from above, so that the recursion stays shallow
        for n in range(1, rules.dice + 1):
            stands(total, n, False)

    def value(state):
        if state[0] == "bank":
            return worth(state[1])
        return bust if state == ("farkle",) else stands(*state)

    return value


def long_run(rules, *, cap, sweeps=200, close=1e-9):
    """Points a turn and relative values by (opened, farkles in a row), by plain relative value iteration.

    The player's life is a chain of turns: banking leads to (opened, 0 farkles), a farkle to one more, the third to
    none again and the penalty. Every sweep plays the best turn against the values of the sweep before.
    """
    counts = range(1 if rules.three_farkles is None else 3)
    states = [(opened, f) for opened in ((True,) if rules.opening is None else (True, False)) for f in counts]
    h = dict.fromkeys(states, 0.0)
    for _ in range(sweeps):
        new = {}
        for opened, farkles in states:
            last = farkles == len(counts) - 1
            penalty = (rules.three_farkles or 0) if opened or rules.below_zero else 0
            bust = h[opened, 0] - penalty if last else h[opened, farkles + 1]
            value = turn(rules, cap=cap, bust=bust, opened=opened)
            new[opened, farkles] = value((0, rules.dice, False))
        gain = new[True, 0]
        new = {state: value - gain for state, value in new.items()}
        moved = max(abs(new[state] - h[state]) for state in states)
        h = new
        if moved < close:
            return gain, h
    raise AssertionError(f"no convergence in {sweeps} sweeps: still moving by {moved}")


def gain_with_penalty(turns, penalty):
    """Points a turn where the third farkle in a row costs `penalty`, by plain power iteration.

    `turns[f]` is (mean points, chance of a farkle) of a turn after f farkles in a row.
    """
    share = [1.0, 0.0, 0.0]
    for _ in range(2000):
        lost = [share[f] * turns[f][1] for f in range(3)]
        share = [1 - lost[0] - lost[1], lost[0], lost[1]]
    return sum(share[f] * turns[f][0] for f in range(3)) - share[2] * turns[2][1] * penalty


def turn_totals(rules, banks, chooses, cap):
    """The distribution of one turn's banked total as fractions, by following every roll of a policy.

    `banks(total, dice)` says whether to bank, `chooses(keeps)` picks of the set of (dice, points, dice left). Chances
    of totals up to `cap` are exact; farkles (0) are short of those above. Also returns the mean number of rolls.
    """
    flow, ends, rolls = {0: Counter({(rules.dice, True): Fraction(1)})}, Counter(), Fraction(0)
    for total in range(cap + 1):
        for (n, must), mass in flow.pop(total, {}).items():
            if may_bank((total, n, must), rules) and banks(total, n):
                ends[total] += mass
                continue
            rolls += mass
            for p, roll in roll_chances(n, rules):
                if is_farkle(roll, rules):
                    ends[0] += mass * p
                    continue
                offered = keeps(roll, rules)
                _, points, left = chooses(offered) if offered else (None, rules.nothing_scores, rules.dice)
                if left == 0:
                    ends[total + points] += mass * p
                else:
                    flow.setdefault(total + points, Counter())[left, not offered] += mass * p
    return ends, rolls


def reachable(rules, highest):
    """Every (total, dice) up to `highest` at which a turn can stand, by trying every roll from every state."""
    bonus = [(1000, n) for n in range(1, rules.dice + 1)] if rules.piggy_back == "bonus" else []
    todo, seen = [(0, rules.dice)], set()
    after_bonus = {add(total, s)[:2] for total, n in bonus for _, offer in chances_by_choice(n, rules) for s in offer}
    todo += [state for state in after_bonus if state not in {("farkle",)} and state[0] != "bank"]
    while todo:
        total, n = todo.pop()
        if (total, n) in seen or total > highest:
            continue
        seen.add((total, n))
        for _, offer in chances_by_choice(n, rules):
            todo += [add(total, s)[:2] for s in offer if s != ("farkle",) and s[0] != "bank"]
    return seen


# Published figures


def published(name):
    """The rows of a file of cited figures, as dictionaries."""
    with open(Path(__file__).parent / "published" / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows(name, *what):
    """The rows of those kinds."""
    return [row for row in published(name) if row["what"] in what]


def cases(name, *what):
    """The rows of those kinds, as pytest parameters that are named after the figure."""
    return [
        pytest.param(row, id=" ".join(f"{row[k]}" for k in ("rules", "what", "argument") if row[k]))
        for row in rows(name, *what)
    ]


def named_rules(text, make, preset):
    """Rules from the words of a file of figures: a preset, then `; field=value`."""
    name, *changes = text.split("; ")
    values = {}
    for change in changes:
        field, _, value = change.partition("=")
        values[field] = None if value == "none" else int(value) if value.isdigit() else value
    return make(**{**preset(name).as_dict(), **values})


def agrees(value, row):
    """Whether a value rounds to a cited figure, at the digits that were cited."""
    return abs(float(value) - float(row["figure"])) <= 0.5000001 * 10.0 ** -int(row["digits"])
