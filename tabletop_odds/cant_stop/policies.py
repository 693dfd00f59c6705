"""Policies: when to roll again, and which of the possible moves to make.

A policy is two plain functions, so that anybody can write one:

>>> from tabletop_odds.cant_stop.policies import Policy
>>> timid = Policy("timid", roll=lambda state, rules: len(state.runners) < rules.runners,
...                choose=lambda state, choices, rules: choices[0])

`roll` is asked only where the rules leave the choice free, `choose` only where something can be moved. The named
heuristics are of one family, `weights.Weights`, and so can be played by a compiled loop as well.

The Rule of 28 is Michael Keller's (solitairelaboratory.com/cantstop.html), in the reading of J. Glenn and C. Aloi, "A
Generalized Heuristic for Can't Stop" (FLAIRS 2009), which also has their own weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import checks
from .rules import Move, Rules, State, must_roll
from .weights import Weights, fitting, probability

if TYPE_CHECKING:
    from .value_tables import Valuation

RollRule = Callable[[State, Rules], bool]
ChooseRule = Callable[[State, Sequence[Move], Rules], Move]

MOST_ROLLS = 1_000


@dataclass(frozen=True, slots=True)
class Policy:
    """A named rule for playing a turn.

    `roll(state, rules)` says whether to roll again; `choose(state, choices, rules)` picks one of the legal moves after
    a roll, `state` being the one before it. `times`: the turn stops after so many rolls, since a state does not tell
    how many there were.
    """

    name: str
    roll: RollRule
    choose: ChooseRule
    times: int | None = None

    @property
    def weights(self) -> Callable[[Rules], Weights] | None:
        """The weights that the policy plays by, a function of the rules; None where its functions are others."""
        player = getattr(self.roll, "__self__", None)
        if isinstance(player, ByWeights) and getattr(self.choose, "__self__", None) == player:
            return player.weights_for
        return None

    @property
    def valuation(self) -> Valuation | None:
        """What the policy plays the best turn for; None where its functions are others, or it is no such policy."""
        player = getattr(self.roll, "__self__", None)
        if isinstance(player, ByValue) and getattr(self.choose, "__self__", None) == player and self.times is None:
            return player.valuation if hasattr(player.valuation, "values") else None
        return None

    def rolls(self, state: State, rules: Rules, rolled: int = 0) -> bool:
        """Whether this policy rolls in `state`, after `rolled` rolls of the turn; forced rolls included."""
        if must_roll(state, rules) is not None:
            return True
        if self.times is not None and rolled >= self.times:
            return False
        answer = self.roll(state, rules)
        if isinstance(answer, str) or answer is None:
            raise ValueError(f"policy {self.name!r} answered {answer!r}: roll(state, rules) must say True or False")
        return bool(answer)

    def chooses(self, state: State, choices: Sequence[Move], rules: Rules) -> Move:
        """The move that this policy makes. Raises ValueError where it returns one that is not on offer."""
        chosen = self.choose(state, choices, rules)
        if chosen not in choices:
            raise ValueError(f"policy {self.name!r} chose {chosen!r}, which is none of the moves {list(choices)!r}")
        return chosen


def as_policy(policy: object) -> Policy:
    """The policy as it is. Raises ValueError for anything that is no Policy.

    >>> as_policy("28")
    Traceback (most recent call last):
    ...
    ValueError: policy '28': a Policy is needed, such as rule_of_28()
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {policy!r}: a Policy is needed, such as rule_of_28()")
    return policy


@dataclass(frozen=True, slots=True)
class ByWeights:
    """The two functions of a policy by weights, which are given as such or as a function of the rules."""

    name: str
    weights: Weights | Callable[[Rules], Weights]

    def weights_for(self, rules: Rules) -> Weights:
        """The weights on a board. Raises ValueError where they do not fit it."""
        return _fitted(self.name, self.weights, rules)

    def roll(self, state: State, rules: Rules) -> bool:
        return self.weights_for(rules).rolls(state, rules)

    def choose(self, state: State, choices: Sequence[Move], rules: Rules) -> Move:
        return self.weights_for(rules).chooses(state, choices, rules)


@dataclass(frozen=True, slots=True)
class ByValue:
    """The two functions of a policy that plays the best turn for what positions are worth."""

    valuation: Any

    def roll(self, state: State, rules: Rules) -> bool:
        from .best_turn import solved_turn

        topped = sum(space == rules.length(column) for column, space in state.runners)
        if state.columns_of(state.player) + topped >= rules.columns_to_win:
            return False
        return solved_turn(state, self.valuation, rules).rolls

    def choose(self, state: State, choices: Sequence[Move], rules: Rules) -> Move:
        from .best_turn import solved_turn

        return max(choices, key=lambda move: solved_turn(move.state, self.valuation, rules).value)


def best_turn_for(value: Valuation | Callable[[State], float], name: str | None = None) -> Policy:
    """The policy that plays every turn best for what a position is worth after it; see `solve_turn`.

    It also stops where the last column needed is topped. Policies by a `Potential`, a solved board or a fitted function
    are simulated by compiled code; one by a function of the state is played slowly.

    >>> from tabletop_odds.cant_stop import squares
    >>> best_turn_for(squares()).name
    'best turn for squares of progress'
    """
    if name is None:
        name = f"best turn for {getattr(value, 'name', None) or getattr(value, '__name__', 'own values')}"
    player = ByValue(checks.check_valuation(value))
    return Policy(name, player.roll, player.choose)


@lru_cache(maxsize=256)
def _fitted(name: str, weights: Weights | Callable[[Rules], Weights], rules: Rules) -> Weights:
    try:
        return fitting(weights if isinstance(weights, Weights) else weights(rules), rules)
    except ValueError as error:
        raise ValueError(f"policy {name!r}: {error}") from None


def weighted(name: str, weights: Weights | Callable[[Rules], Weights], times: int | None = None) -> Policy:
    """The policy that plays by weights, given as such or as a function of the rules; `times` as in `Policy`.

    Raises ValueError for `times` outside 1 to 1,000, and when it is played on a board that the weights do not fit.

    >>> bold = weighted("Rule of 32", RULE_OF_28._replace(stop=32))
    >>> bold.rolls(State.parse("> 6:+7 7:+4 8:+4 / -"), Rules())
    True
    """
    if isinstance(weights, Weights):  # rows given as lists, say
        weights = Weights._make(tuple(x) if isinstance(x, Iterable) else x for x in weights)
    if times is not None:
        times = checks.whole("times", times, 1, MOST_ROLLS)
    player = ByWeights(name, weights)
    return Policy(name, player.roll, player.choose, times)


RULE_OF_28 = Weights(
    progress=(6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6),
    entry=(1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1),
    start=(1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1),
    slope=(0,) * 11,
    adjustments=(2, -2, 4, 4),
    runner=6,
    stop=28,
)
GLENN_ALOI = Weights(
    progress=(7, 7, 3, 2, 2, 1, 2, 2, 3, 7, 7),
    entry=(7, 0, 2, 0, 4, 3, 4, 0, 2, 0, 7),
    start=(7, 0, 2, 0, 4, 3, 4, 0, 2, 0, 7),
    slope=(0,) * 11,
    adjustments=(7, 1, 5, 6),
    runner=6,
    stop=29,
)
LINEAR = Weights(
    progress=(15, 13, 8, 8, 4, 3, 4, 8, 8, 13, 15),
    entry=(0,) * 11,
    start=(15, 0, 3, 0, 7, 5, 7, 0, 3, 0, 15),
    slope=(72, 48, 56, 44, 28, 32, 28, 44, 56, 48, 72),
    adjustments=(11, -1, 4, 4),
    runner=12,
    stop=61,
)


def rule_of_28(stop_at_top: bool = False) -> Policy:
    """Michael Keller's Rule of 28: stop at 28 progress points, prefer columns in the middle.

    `stop_at_top`: stop as well where a column is topped and all runners are out. For boards of 11 columns, of any
    length; on others it raises ValueError when it is played.

    >>> state = State.parse("> 6:+7 7:+4 8:+4 / -")
    >>> RULE_OF_28.stop_value(state, Rules()), rule_of_28().rolls(state, Rules())
    (31, False)
    """
    return _named("Rule of 28", RULE_OF_28, stop_at_top)


def glenn_aloi(stop_at_top: bool = False) -> Policy:
    """The Rule of 28 with the weights that Glenn and Aloi found by an evolutionary search; `stop_at_top` as there.

    >>> glenn_aloi(stop_at_top=True).name
    'Glenn-Aloi, stop at top'
    """
    return _named("Glenn-Aloi", GLENN_ALOI, stop_at_top)


def linear_weights(stop_at_top: bool = False) -> Policy:
    """Weights by which a space is worth the more the nearer it is to the top; `stop_at_top` as in `rule_of_28`.

    >>> linear_weights().name
    'linear weights'
    """
    return _named("linear weights", LINEAR, stop_at_top)


def roll_times(n: int) -> Policy:
    """Roll n times, then stop; sooner where the last column needed is topped. Moves as `rule_of_28`, on any board.

    Rolls are counted from the position that a game starts from. Raises ValueError for n outside 1 to 1,000.

    >>> roll_times(5).rolls(State.parse("> 6:+2 7:+1 / -"), Rules(), rolled=4)
    True
    """
    n = checks.whole("n", n, 1, MOST_ROLLS)
    return weighted(f"roll {n:,} times" if n > 1 else "roll once", _middle, times=n)


def bust_limit(limit: float | Fraction) -> Policy:
    """Stop where the next roll busts with a chance above the limit, or the last column needed is topped.

    Moves as `rule_of_28`, on any board. Raises ValueError for a limit outside 0 to 1.

    >>> bust_limit(0.25).name
    'bust limit 25 %'
    """
    chance = probability(limit)
    shown = f"{100 * float(chance):.4g} %"
    return weighted(f"bust limit {shown}", lambda rules: _middle(rules)._replace(bust_limit=chance))


def _named(name: str, weights: Weights, stop_at_top: bool) -> Policy:
    if not stop_at_top:
        return weighted(name, weights)
    return weighted(f"{name}, stop at top", weights._replace(stop_at_top=True))


def _middle(rules: Rules) -> Weights:
    """The Rule of 28 without its stop, for any board: a column has as many points as two dice have rolls for it."""
    ways = tuple(rules.dice_sides - abs(column - rules.dice_sides - 1) for column in rules.columns)
    return RULE_OF_28._replace(progress=ways, entry=ways, start=ways, slope=(0,) * len(ways), stop=None)
