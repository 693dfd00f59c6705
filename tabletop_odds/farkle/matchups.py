"""Any two policies against each other, exactly: the chance that one of them wins the race of two players.

A turn under a policy ends in a farkle or with some total banked. With those chances P, which a forward pass through
the turn finds, the policy that is to move with a points against b wins with

    W(a, b) = sum over t of P(t) (1 - W'(b, a + t)) + P(farkle) (1 - W'(b, a)),

W' being the other policy's chance when it is to move. Banking leads to larger sums a + b, so pairs are solved along
falling sums, the two unknowns W(a, b) and W'(b, a) at a time; they are linear. Where three farkles in a row cost
points, sweeps are repeated until nothing changes.

The conventions of whole games hold for every policy: the last turn is played for the win, and one that is blind to
the scores banks once the target is reached. A policy that `sees` is told the scores, its own farkles in a row and
whether it has opened; of the other player the score alone.

>>> from tabletop_odds.farkle import bank_at
>>> match = head_to_head(bank_at(300), bank_at(1000))
>>> print(f"{match.first.value:.4f} {match.second.value:.4f}")
0.8974 0.8795
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.answers import Value

from .game_tables import views
from .odds import roll_classes, total_weight
from .policies import CAP, FARKLE, Policy, as_policy
from .race import check_solvable, race_state, solve_race
from .race_policies import RACE
from .race_solver import (
    SCALE,
    Status,
    build,
    lead_chances,
    levels_of,
    lowest_score,
    solve_hot,
    solve_last_turn,
    statuses,
)
from .rules import Rules, State, as_rules
from .scoring import Keep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .matchup_kernels import Asked, Turns
    from .race_kernels import Race

HIGHEST = 8 * CAP  # points up to which a turn is followed
UNENDED = 1e-12  # the chance of a turn that goes on above, up to which it is taken to end
CLOSE = 1e-11
MOST_SWEEPS = 1000


class HeadToHead(NamedTuple):
    """The chance that a policy wins against another: when it begins, when the other does, and the mean of both."""

    first: Value
    second: Value
    mean: Value


def head_to_head(
    policy: Policy, other: Policy, rules: Rules | None = None, *, mine: int = 0, theirs: int = 0
) -> HeadToHead:
    """The chance that `policy` wins the race against `other`, a tie counting as its share; exact.

    `mine` and `theirs`: the scores that `policy` and `other` start with; who has points counts as opened. Covers the
    rules that `solve_race` covers, and raises its ValueError for others; also for scores that no game can show, for a
    policy whose turns do not end, two that never bank, and one that tells too many scores apart to be tabulated (but
    for the optimal race itself). The first question about the optimal race takes seconds, all others about it little.

    >>> from tabletop_odds.farkle import bank_at
    >>> round(head_to_head(bank_at(300), bank_at(1000), mine=5000, theirs=9000).second.value, 4)
    0.0709
    """
    rules, policy, other = as_rules(rules), as_policy(policy), as_policy(other)
    check_solvable(rules)
    state = race_state(mine, theirs, rules)
    race_state(theirs, mine, rules)
    waiting, other_waiting = _match(policy, other, rules)
    every, step, lowest = statuses(rules), rules.step, lowest_score(rules)
    levels = levels_of(rules, every[0])
    me, them = every.index(Status(state.opened, 0)), every.index(Status(state.their_opened, 0))
    a, b = (max(score - lowest, 0) // step for score in (mine, theirs))
    first = 1 - waiting[((me * len(every) + them) * levels + a) * levels + b]
    second = other_waiting[((them * len(every) + me) * levels + b) * levels + a]
    return HeadToHead(*(Value.exactly(float(x)) for x in (first, second, (first + second) / 2)))


@lru_cache(maxsize=8)
def _match(policy: Policy, other: Policy, rules: Rules) -> tuple[NDArray[Any], NDArray[Any]]:
    """By pair: the chance of `other` where `policy` is to move, and of `policy` where `other` is."""
    import numpy as np

    from .matchup_kernels import match_in_order, match_in_pairs

    race, one, two = _race(rules), turns_of(policy, rules), turns_of(other, rules)
    waiting, other_waiting = np.full((2, len(one.won)), 0.5)
    if rules.three_farkles is None:
        if not match_in_pairs(race, one, two, waiting, other_waiting) < 1 - UNENDED:
            raise ValueError(f"policies {policy.name!r} and {other.name!r} never bank at some scores: no game ends")
        return waiting, other_waiting
    for _ in range(MOST_SWEEPS):
        if match_in_order(race, one, two, waiting, other_waiting) <= CLOSE:
            return waiting, other_waiting
    raise ValueError(f"policies {policy.name!r} and {other.name!r}: their games may never end")


@lru_cache(maxsize=8)
def _race(rules: Rules) -> Race:
    """The rules as the kernels read them; the race need not be solved for that."""
    last = solve_last_turn(rules)
    hot = [x for s in statuses(rules) for x in solve_hot(rules, [1 - y for y in lead_chances(rules, last, s.opened)])]
    return build(rules, last, hot)


@lru_cache(maxsize=16)
def turns_of(policy: Policy, rules: Rules) -> Turns:
    """How the turns of a policy end, by pair of scores. Raises ValueError where one may not end."""
    if policy.roll is RACE.roll and policy.keep is RACE.keep:
        return _best_turns(rules)
    import numpy as np

    from .matchup_kernels import Turns, flow, reach_target

    race, every = _race(rules), statuses(rules)
    levels, width = race.levels, race.levels + race.ends
    above, highest = 1 << 60, HIGHEST // rules.step
    if policy.sees is None:
        cases: list[tuple[tuple[int, int] | None, int, int]]
        cases = [(None, s, levels - a) for s in range(len(every)) for a in range(levels)]
        key = np.arange(levels)[:, None] + levels * np.arange(len(every))[:, None, None, None]
    else:
        numbers, seen = views(policy, rules)
        cases = [(pair, s, above) for s in range(len(every)) for pair in seen.values()]
        key = numbers.reshape(levels, levels) + len(seen) * np.arange(len(every))[:, None, None, None]
    key = np.broadcast_to(key, (race.seats, len(every), len(every), levels, levels)).ravel()
    chances = np.zeros((len(cases), width))
    ends = np.zeros((len(cases), 3))
    mass = np.zeros(highest * (rules.dice + 2))
    for i, (pair, s, reach) in enumerate(cases):
        if i == 0 or cases[i - 1][:2] != (pair, s):
            asked = _ask(policy, rules, every[s], pair)
        ends[i] = flow(asked, reach, race.minimum[s], race.hot_forced, highest, FARKLE, mass, chances[i])
        if ends[i, 2] > UNENDED:
            raise ValueError(
                f"policy {policy.name!r}: its turns go on above {HIGHEST:,} points with chance {ends[i, 2]:.2g}, "
                "so that they have no exact value"
            )
    last = width - 1 - np.argmax(chances[:, ::-1] > 0, axis=1)
    won = np.empty(len(key))
    reach_target(race, key * width, last[key], ends[key, 1], chances.ravel(), won)
    return Turns(chances.ravel(), key * width, ends[key, 0], won)


def _ask(policy: Policy, rules: Rules, status: Status, scores: tuple[int, int] | None) -> Asked:
    """Ask a policy for every decision that it meets in a turn, unless the chance to meet it is nil."""
    import numpy as np

    from .matchup_kernels import DROPPED, Asked

    dice, step = rules.dice, rules.step
    rows, top = CAP // step + 1, HIGHEST // step
    offers = [[(c.weight / total_weight(n, rules), *c[1:]) for c in roll_classes(n, rules)] for n in range(1, dice + 1)]
    first = [0, 0, *accumulate(map(len, offers))]
    classes = first[-1]
    rolls, asked = bytearray(rows * (dice + 1)), set()
    points, column = array("q", bytes(8 * rows * classes)), bytearray(rows * classes)
    flow = {0: {dice + 1: 1.0}}
    for t in range(top):
        row = min(t, rows - 1)
        for n, mass in flow.pop(t, {}).items():
            rolled = min(n, dice)
            state = State(row * step, rolled, *status, *(scores or (None, None)))
            if n <= dice:
                rolls[row * (dice + 1) + n] = policy.rolls(state, rules)
            if mass < DROPPED or (n <= dice and not rolls[row * (dice + 1) + n]):
                continue
            at = row * classes + first[rolled]
            for c, (chance, keeps, again) in enumerate(offers[rolled - 1], at):
                if (row, rolled) not in asked:
                    points[c], column[c] = _move(policy, state, keeps, again, rules)
                if column[c] not in (0, FARKLE):
                    cells = flow.setdefault(t + points[c], {})
                    cells[column[c]] = cells.get(column[c], 0.0) + mass * chance
            asked.add((row, rolled))
    probability = [chance for offer in offers for chance, _, _ in offer]
    arrays = np.frombuffer(rolls, np.uint8), np.frombuffer(points, np.int64), np.frombuffer(column, np.uint8)
    return Asked(dice, rows, np.array(first), np.array(probability), *arrays)


def _move(policy: Policy, state: State, keeps: tuple[Keep, ...], again: bool, rules: Rules) -> tuple[int, int]:
    """The steps that a roll brings and the column it leads to, as in `PolicyTable`."""
    if keeps:
        kept = policy.keeps(state, keeps, rules)
        return kept.points // rules.step, kept.dice_left
    return ((rules.nothing_scores or 0) // rules.step, rules.dice + 1) if again else (0, FARKLE)


@lru_cache(maxsize=2)
def _best_turns(rules: Rules) -> Turns:
    """How the turns of the optimal race end: rebuilt at every pair from the solved race."""
    import numpy as np

    from .matchup_kernels import Turns, best_turns
    from .race_kernels import LANES

    race, solution = _race(rules), solve_race(rules)
    levels, planes, every = race.levels, len(race.order), len(race.highest)
    waiting = np.full((planes, 2 * levels, levels), -1.0)
    length = np.zeros((planes, levels, levels), np.int64)  # of the distribution at each pair
    for plane, begin in enumerate(solution.firsts[:planes]):
        shape = tuple(int(race.highest[status]) for status in divmod(plane % every**2, every))
        a, b = np.ogrid[: shape[0], : shape[1]]
        start = np.array(solution.start[begin : begin + shape[0] * shape[1]], float).reshape(shape)
        waiting[plane, a + b, b] = 1 - start / SCALE
        length[plane, : shape[0], : shape[1]] = levels - a
    ends = np.cumsum(length)
    turns = Turns(np.zeros(ends[-1]), ends - length.ravel(), np.zeros(len(ends)), np.zeros(len(ends)))
    rows = levels + race.ends + race.reach + 2
    value, mass = np.zeros((2, rows * (rules.dice + 2) * LANES))
    bust, out, farkle, won = np.zeros((4, LANES))
    fresh = np.zeros(rows * LANES)
    for total in range(2 * levels - 1):
        off = best_turns(race, total, waiting.ravel(), bust, value, out, mass, fresh, farkle, won, turns)
        if off > 1e-9:
            raise RuntimeError(f"the race under {rules}: turns are rebuilt wrongly, off by {off:.2g}")
    return turns
