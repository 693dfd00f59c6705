"""Whole games on small boards by full search: the best play alone or of two players, exactly.

What is searched is all that can come of the deals, or of one given state; so a 3x3 board with most cards discarded is a
small game too. It goes backward over the rounds. With r of them left,

    V_r(state) = best over actions of the mean over draws of V(state after),

where V is the end's worth if the game is over, V_r while the round goes on, and V_(r-1) in the next one. The values are
fractions. For most objectives they stop changing after some rounds, and with more rounds left they are the same.

Objectives alone: "complete" (the chance to complete), "turns" (the mean number of turns, a game that is not completed
counting as `max_rounds`), "penalty" (the mean at the end). For two: "win", the first player's share of the win, which
the second keeps as low as possible. What policies make of the same games: `policy_values`.

>>> solve_game(Rules.small(2)).value, solve_game(Rules.small(2), "penalty").value
(Fraction(3, 4), Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple

from .ending import is_complete, passed_on
from .moving import Action, actions
from .policies import Policy
from .rules import Rules, as_rules
from .small_games import MOST_STATES, after, checked_objective, starts_of, worth_of
from .state import Side, State


class Follow(NamedTuple):
    """What comes after a turn: the next state's number (None: the game is over), and whether a new round begins.

    If the game is over it is worth `end`, and `late` more for every round left. Both are scaled as the tables are.
    """

    number: int | None
    next_round: bool
    end: Scaled
    late: Scaled


Scaled = int | Fraction
Choice = tuple[Action, tuple[tuple[Follow, ...], ...]]  # an action; for each card drawn to stop, to go on, or both


@dataclass(frozen=True, slots=True, eq=False)
class SolvedGame:
    """A small game solved: the value of every state that can come of the starts, for each number of rounds left.

    `numbers` counts the states, their rounds left out; `tables[r]` has their values with r rounds left, times
    `scale_of` the state, and the last of the tables holds for more.
    """

    rules: Rules
    objective: str
    starts: tuple[State, ...]
    numbers: dict[State, int]
    choices: list[tuple[Choice, ...]]
    tables: list[list[Scaled]]

    @property
    def value(self) -> Fraction:
        """The value of the starts, which are equally likely."""
        return sum((self.of(state) for state in self.starts), Fraction(0)) / len(self.starts)

    def of(self, state: State) -> Fraction:
        """The value of a state. Raises ValueError for one that cannot come of the starts."""
        number, left = self._found(state)
        return Fraction(self._table(left)[number]) / scale_of(state, self.rules)

    def best_actions(self, state: State) -> tuple[Action, ...]:
        """The actions of the best value, in the order of `actions`. Raises ValueError as `of`."""
        number, left = self._found(state)
        best = _best(self.objective, state.player)
        later, now = self._table(left - 1), self._table(left)
        values = [_mean(draws, left, later, now, best, self.rules) for _, draws in self.choices[number]]
        chosen = [choice for choice, value in zip(self.choices[number], values, strict=True) if value == best(values)]
        return tuple(action for action, _ in chosen)

    def policy(self) -> Policy:
        """The policy that takes the first of the best actions, and stops as soon as it is complete."""
        return Policy("optimal", act=lambda state, actions, rules, luck: self.best_actions(state)[0])

    def _found(self, state: State) -> tuple[int, int]:
        number = self.numbers.get(replace(state, round=0))
        left = self.rules.max_rounds - state.round
        if number is None or left < 1:
            raise ValueError(f"state {str(state)!r}: it cannot come of the starts that were solved")
        return number, left

    def _table(self, left: int) -> list[Scaled]:
        return self.tables[min(left, len(self.tables) - 1)]


def solve_game(
    rules: Rules | None = None, objective: str | None = None, start: State | Side | None = None
) -> SolvedGame:
    """The best play of a small game: alone from every deal or from `start`, or of two from `start`.

    `objective`: alone "complete" (as None), "turns" or "penalty"; with two players "win". Raises ValueError for other
    objectives, more players, or more than 200,000 states. Source: RO-3 to RO-7.

    >>> rules = Rules.small(3, hand_size=1, target_cells=[(0, 1)], max_rounds=9)
    >>> start = State.parse(". . . / . R1 . / . . .; hand G1; targets G3; discards R2 B1 B2 B3 G2", rules)
    >>> game = solve_game(rules, "turns", start)
    >>> game.value, [str(action) for action in game.best_actions(start)][-1]
    (Fraction(6, 1), 'discard G1')
    """
    rules = as_rules(rules)
    objective = checked_objective(objective, rules)
    starts = starts_of(start, rules)
    numbers: dict[State, int] = {}
    for state in starts:
        numbers.setdefault(replace(state, round=0), len(numbers))
    reached, choices = list(numbers), []
    endless = replace(rules, max_rounds=10_000)  # the rounds are counted below
    for state in reached:  # grows meanwhile
        legal = actions(state.side, rules)
        found = [_follow(state, action, objective, endless, numbers, reached) for action in legal]
        choices.append(tuple(zip(legal, found, strict=True)))
    tables: list[list[Scaled]] = [[0] * len(reached)]
    turn = [scale_of(state, rules) * (objective == "turns") for state in reached]
    backwards = sorted(range(len(reached)), key=lambda number: -reached[number].player)
    for left in range(1, rules.max_rounds + 1):
        later, now = tables[-1], list(tables[0])
        for number in backwards:  # who acts later in a round comes first
            best = _best(objective, reached[number].player)
            values = [_mean(draws, left, later, now, best, rules) for _, draws in choices[number]]
            now[number] = turn[number] + best(values)
        if left > 1 and now == later:
            break
        tables.append(now)
    return SolvedGame(rules, objective, starts, numbers, choices, tables)


def scale_of(state: State, rules: Rules) -> int:
    """What makes every value a whole number: a draw from n cards is a mean of n, and half a win the least share.

    Values are kept times this, so a mean over the cards drawn is a mere sum. Piles that are shuffled anew have no such
    number, and fractions are kept.
    """
    return 1 if rules.pile_out == "reshuffle" else 2 * prod(factorial(len(side.pile)) for side in state.sides)


def _follow(
    state: State, action: Action, objective: str, rules: Rules, numbers: dict[State, int], reached: list[State]
) -> tuple[tuple[Follow, ...], ...]:
    """What follows an action, for each card drawn; new states are numbered and appended to those reached."""
    found = []
    for end in after(state, action, rules):
        complete = is_complete(end.side, rules)
        scale = scale_of(end, rules)
        scaled = _whole(worth_of(end, objective, rules) * scale)
        ways = []
        for stops in (True, False) if complete and rules.stop == "optional" else (complete,):
            following = passed_on(end, rules, stops)
            number = None
            if following is not None:
                key = replace(following, round=0)
                number = numbers.setdefault(key, len(numbers))
                if number == len(reached):
                    reached.append(key)
            new_round = following is not None and following.round > 0
            late = scale * (objective == "turns" and not complete)
            ways.append(Follow(number, new_round, scaled, late))
        found.append(tuple(ways))
    if len(reached) > MOST_STATES:
        raise ValueError(f"more than {MOST_STATES:,} states: give a start with fewer cards, or a smaller board")
    return tuple(found)


def _whole(x: Fraction) -> Scaled:
    return int(x) if x.denominator == 1 else x


def _best(objective: str, player: int) -> Callable[[Iterable[Scaled]], Scaled]:
    return min if objective in ("turns", "penalty") or player else max


def _mean(
    draws: Sequence[Sequence[Follow]],
    left: int,
    later: list[Scaled],
    now: list[Scaled],
    best: Callable[[Iterable[Scaled]], Scaled],
    rules: Rules,
) -> Scaled:
    """The mean over the cards drawn of what follows, scaled, with so many rounds left, this one included."""
    total: Scaled = 0
    for ways in draws:
        values = [
            end + late * (left - 1)
            if number is None or (next_round and left == 1)
            else (later if next_round else now)[number]
            for number, next_round, end, late in ways
        ]
        total += best(values)
    return Fraction(total) / len(draws) if rules.pile_out == "reshuffle" else total
