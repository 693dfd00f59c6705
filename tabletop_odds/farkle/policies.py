"""Policies for one turn: when to roll, and what to keep.

A policy is two plain functions, so that anybody can write one:

>>> from tabletop_odds.farkle import Policy, keep_most
>>> timid = Policy("timid", roll=lambda state, rules: state.dice_left > 3, keep=keep_most)

`roll` is asked only where the rules leave the choice free, `keep` only where there is something to keep. Both see
the state, and from 20,000 points on they see 20,000: so a policy is a finite table.

In a race a policy that looks at the scores says so by `sees`: what it sees of (mine, theirs). One without `sees` is
blind to them, and is completed for the race: it banks once that reaches the target. The last turn is played for the
win whatever the policy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from .odds import roll_classes
from .rules import Rules, State, must_roll
from .scoring import Keep

CAP = 20_000  # turn totals above are decided as at this one
RollRule = Callable[[State, Rules], bool]
KeepRule = Callable[[State, Sequence[Keep], Rules], Keep]
View = Callable[[int, int, Rules], Hashable]


@dataclass(frozen=True, slots=True)
class Policy:
    """A named rule for playing a turn.

    `roll(state, rules)` says whether to roll again; `keep(state, keeps, rules)` picks one of the legal keeps (most
    points first), `state` being the one before the roll. `sees(mine, theirs, rules)` returns what the policy sees of
    the scores: it must play alike wherever that is equal. None: it plays alike at all scores.
    """

    name: str
    roll: RollRule
    keep: KeepRule
    sees: View | None = None

    def rolls(self, state: State, rules: Rules) -> bool:
        """Whether this policy rolls in `state`; forced rolls included."""
        if must_roll(state, rules) is not None:
            return True
        answer = self.roll(_capped(state), rules)
        if isinstance(answer, str) or answer is None:
            raise ValueError(f"policy {self.name!r} answered {answer!r}: roll(state, rules) must say True or False")
        return bool(answer)

    def keeps(self, state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
        """The keep that this policy takes. Raises ValueError where it returns a set that is not on offer."""
        chosen = self.keep(_capped(state), keeps, rules)
        if chosen not in keeps:
            raise ValueError(f"policy {self.name!r} kept {chosen!r}, which is none of the legal keeps {list(keeps)!r}")
        return chosen


def as_policy(policy: object) -> Policy:
    """The policy as it is. Raises ValueError for anything that is no Policy.

    >>> as_policy("300")
    Traceback (most recent call last):
    ...
    ValueError: policy '300': a Policy is needed, such as bank_at(300)
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {policy!r}: a Policy is needed, such as bank_at(300)")
    return policy


def _capped(state: State) -> State:
    return state if state.turn_total <= CAP else replace(state, turn_total=CAP)


def keep_most(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
    """Keep the most points, with the fewest dice that make them.

    >>> from tabletop_odds.farkle import keeps
    >>> keep_most(State(), keeps((1, 1, 5, 2, 3, 6)), Rules()).dice
    (1, 1, 5)
    """
    return keeps[0]


def keep_fewest(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
    """Keep the fewest dice, of those the most points.

    >>> from tabletop_odds.farkle import keeps
    >>> keep_fewest(State(), keeps((1, 2, 2, 2, 5, 6)), Rules()).dice
    (1,)
    """
    return min(keeps, key=lambda keep: (len(keep.dice), -keep.points))


def keep_best(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
    """Keep what is worth most when the turn is then played for the most points in the long run.

    >>> from tabletop_odds.farkle import keeps
    >>> keep_best(State(), keeps((1, 1, 5, 2, 3, 6)), Rules()).dice
    (1,)
    """
    from .optimal import best_keep

    return best_keep(state, keeps, rules)


KEEP_STYLES: dict[str, KeepRule] = {"most": keep_most, "fewest": keep_fewest, "best": keep_best}


def _style(keep: str | KeepRule) -> tuple[str, KeepRule]:
    if callable(keep):
        return getattr(keep, "__name__", "own").removeprefix("keep_"), keep
    if keep not in KEEP_STYLES:
        raise ValueError(f"keep style {keep!r}: allowed are {', '.join(KEEP_STYLES)}, or a function")
    return keep, KEEP_STYLES[keep]


def bank_at(points: int, keep: str | KeepRule = "most") -> Policy:
    """Bank as soon as the turn total is at least `points`.

    Raises ValueError for points below 0 or an unknown keep style ("most", "fewest", "best").

    >>> bank_at(300).name
    'bank at 300, keep most'
    """
    if not isinstance(points, int) or isinstance(points, bool) or points < 0:
        raise ValueError(f"bank at {points!r}: a whole number of points, 0 or more, is needed")
    style, rule = _style(keep)
    return Policy(f"bank at {points:,}, keep {style}", lambda state, rules: state.turn_total < points, rule)


def thresholds(bank_from: Mapping[int, int], keep: str | KeepRule = "best") -> Policy:
    """Bank from `bank_from[n]` points with n dice left; a number of dice that is not named always rolls.

    Raises ValueError for dice outside 1 to 6, points below 0, or an unknown keep style.

    >>> thresholds({1: 250, 2: 250, 3: 400, 4: 1000, 5: 2900}).name
    'bank from 250/250/400/1,000/2,900, keep best'
    """
    for n, points in bank_from.items():
        whole = all(isinstance(x, int) and not isinstance(x, bool) for x in (n, points))
        if not whole or not 1 <= n <= 6 or points < 0:
            raise ValueError(f"thresholds {n!r}: {points!r}: dice are 1 to 6, points whole numbers from 0")
    style, rule = _style(keep)
    plain = sorted(bank_from) == list(range(1, len(bank_from) + 1))
    shown = ("/" if plain else ", ").join(
        f"{points:,}" if plain else f"{n}: {points:,}" for n, points in sorted(bank_from.items())
    )
    limits = dict(bank_from)

    def roll(state: State, rules: Rules) -> bool:
        return state.dice_left not in limits or state.turn_total < limits[state.dice_left]

    return Policy(f"bank from {shown}, keep {style}", roll, rule)


class PolicyTable(NamedTuple):
    """A policy as flat arrays: what the exact evaluation and the kernels read.

    Rows are turn totals 0, unit, 2 unit, ... up to 20,000; higher totals use the last row. n dice are rolled in a row
    where `rolls[row * (dice + 1) + n]` is 1. `points` (in units) and `column` at `row * classes + c` say where a roll
    of class c leads: column n for n dice left, 0 where the match is won, `dice` + 1 where nothing scored but all dice
    are rolled again, FARKLE where the turn is lost. Classes are those of `roll_classes`, for 1, 2, ... dice in turn.
    """

    rows: int
    classes: int
    rolls: bytearray
    points: array[int]
    column: bytearray


FARKLE = 255


@lru_cache(maxsize=64)
def tabulate(policy: Policy, rules: Rules, opened: bool = True, farkles: int = 0) -> PolicyTable:
    """Ask a policy for every decision it can meet. Raises ValueError where it keeps what is not on offer."""
    unit, dice = rules.unit, rules.dice
    offers = [(n, c) for n in range(1, dice + 1) for c in roll_classes(n, rules)]
    rows = CAP // unit + 1
    table = PolicyTable(rows, len(offers), bytearray(), array("i"), bytearray())
    for row in range(rows):
        states = [State(row * unit, n, opened, farkles) for n in range(1, dice + 1)]
        table.rolls.append(0)
        table.rolls.extend(policy.rolls(state, rules) for state in states)
        for n, (_, keeps, again) in offers:
            if keeps:
                kept = policy.keeps(states[n - 1], keeps, rules)
                table.points.append(kept.points // unit)
                table.column.append(kept.dice_left)
            else:
                table.points.append((rules.nothing_scores or 0) // unit if again else 0)
                table.column.append(dice + 1 if again else FARKLE)
    return table
