"""What policies make of whole games on small boards, exactly: every side they may come to, round by round.

Where a policy asks its luck for a number, all of them are followed, equally likely; so random play has an exact value
too. The sums are fractions.

>>> always_first = Policy("first", act=lambda state, actions, rules, luck: actions[0])
>>> at_random = Policy("random", act=lambda state, actions, rules, luck: actions[luck.below(len(actions))])
>>> rules = Rules.small(2, max_rounds=4)
>>> policy_value(always_first, rules), round(float(policy_value(at_random, rules)), 4)
(Fraction(1, 8), 0.1205)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from tabletop_odds.streams import Stream

from .ending import is_complete, passed_on
from .moving import actions
from .policies import Policy
from .rules import Rules, as_rules
from .small_games import MOST_STATES, after, checked_objective, starts_of, worth_of
from .state import Side, State

T = TypeVar("T")


def policy_value(
    policy: Policy | Sequence[Policy],
    rules: Rules | None = None,
    objective: str | None = None,
    start: State | Side | None = None,
) -> Fraction:
    """What a policy, or one for each seat, is worth from every deal or from `start`.

    `objective`: as `whole_game.solve_game` has them, with their meaning and default. A policy may ask its luck for
    `below(n)` only. Raises ValueError for another number of policies than players, for objectives that `solve_game`
    refuses, and where more than 200,000 states would be followed at once.

    >>> slow = Policy("discards first", act=lambda state, actions, rules, luck: actions[-1])
    >>> policy_value(slow, Rules.small(2), "turns")
    Fraction(60, 1)
    """
    rules = as_rules(rules)
    objective = checked_objective(objective, rules)
    policies = [policy] * rules.players if isinstance(policy, Policy) else list(policy)
    if len(policies) != rules.players:
        raise ValueError(f"{len(policies)} policies: players={rules.players} need one each, or one for all")
    starts = starts_of(start, rules)
    value, now = Fraction(0), {state: Fraction(1, len(starts)) for state in starts}
    while now:
        then: dict[State, Fraction] = defaultdict(Fraction)
        for state, chance in now.items():
            for share, end, stops in _turn(state, policies[state.player], rules):
                following = passed_on(end, rules, stops)
                if following is not None:
                    then[following] += chance * share
                elif objective == "turns":
                    turns = end.round + 1 if is_complete(end.side, rules) else rules.max_rounds
                    value += chance * share * turns
                else:
                    value += chance * share * worth_of(end, objective, rules)
        if len(then) > MOST_STATES:
            raise ValueError(f"more than {MOST_STATES:,} states: give a start with fewer cards, or a smaller board")
        now = then
    return value


def _turn(state: State, policy: Policy, rules: Rules) -> list[tuple[Fraction, State, bool]]:
    """The states that a turn may end in, with their chances, and whether the player then stops."""
    legal = actions(state.side, rules)
    found = []
    for chance, action in every_luck(lambda luck: policy.acts(state, legal, rules, luck)):
        ends = after(state, action, rules)
        for end in ends:
            stops = is_complete(end.side, rules) and policy.stops(end, rules)
            found.append((chance / len(ends), end, stops))
    return found


def every_luck(play: Callable[[Stream], T]) -> list[tuple[Fraction, T]]:
    """Every outcome of something that asks its luck for `below(n)`, with its chance; equal outcomes are not gathered.

    >>> every_luck(lambda luck: luck.below(2) + luck.below(2))
    [(Fraction(1, 4), 0), (Fraction(1, 4), 1), (Fraction(1, 4), 1), (Fraction(1, 4), 2)]
    """
    found: list[tuple[Fraction, T]] = []
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        numbers, chance = scripts.pop()
        try:
            found.append((chance, play(_Scripted(numbers))))
        except _Asked as asked:
            scripts += [((*numbers, number), chance / asked.n) for number in reversed(range(asked.n))]
    return found


class _Asked(BaseException):
    """Luck was asked for a number below n that the script does not have."""

    def __init__(self, n: int) -> None:
        self.n = n


class _Scripted(Stream):
    """A stream that answers from a script."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)

    def below(self, n: int) -> int:
        if not self.numbers:
            raise _Asked(n)
        return self.numbers.pop(0)
