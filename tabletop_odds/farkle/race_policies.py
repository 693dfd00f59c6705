"""Policies for whole games: the optimal race, and how a policy that is blind to the scores is completed.

>>> from tabletop_odds.farkle import Rules, State, bank_at
>>> cautious = in_race(bank_at(300))
>>> cautious.rolls(State(250, 2, mine=9_800, theirs=5_000), Rules()), bank_at(300).rolls(State(250, 2), Rules())
(False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from .optimal import optimal_turn
from .policies import Policy
from .race import check_solvable, solve_race
from .race_solution import RaceTurn, is_last_turn, last_turn, score_of
from .race_solver import LastTurn, solve_last_turn
from .rules import Rules, State, as_rules, must_roll
from .scoring import Keep


def optimal_race() -> Policy:
    """The policy that wins most often against one who plays the same, under whatever rules `solve_race` covers.

    It always is the same object. Where banking and rolling are equal it banks.

    >>> optimal_race().roll(State(1000, 3, mine=9000, theirs=9950), Rules())
    True
    """
    return RACE


def _race_roll(state: State, rules: Rules) -> bool:
    turn = solve_race(rules).turn(state)
    return turn.roll_value(state.turn_total, state.dice_left) > turn.bank_value(state.turn_total)


def _race_keep(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
    turn = solve_race(rules).turn(state)
    return max(keeps, key=lambda keep: turn.after(state.turn_total, keep.points, keep.dice_left))


RACE = Policy("optimal race", _race_roll, _race_keep, sees=lambda mine, theirs, rules: (mine, theirs))


def best_at_hand(rules: Rules | None = None) -> Policy:
    """The best policy known for whole games under these rules: the optimal race where it is solved.

    Piggy-back, teams and more than two players are played as the race against the leader without them; an exact
    target, and races too long to solve, for the most points a turn.

    >>> best_at_hand().name, best_at_hand(Rules(exact_target=True)).name
    ('optimal race', 'optimal turn')
    """
    rules = as_rules(rules)
    if rules.exact_target:
        return optimal_turn()
    plain = without(rules)
    try:
        check_solvable(plain)
    except ValueError:
        return optimal_turn()
    if plain == rules:
        return RACE
    return Policy(
        RACE.name,
        lambda state, _: _race_roll(state, plain),
        lambda state, keeps, _: _race_keep(state, keeps, plain),
        sees=RACE.sees,
    )


def without(rules: Rules) -> Rules:
    """The rules without what `solve_race` does not cover."""
    return replace(rules, piggy_back=None, exact_target=False, teams=None)


class Player(NamedTuple):
    """A policy as it plays a turn of a game: the conventions of whole games first."""

    policy: Policy
    rules: Rules
    in_last_turn: bool

    def rolls(self, state: State) -> bool:
        """Whether the player rolls again."""
        if must_roll(state, self.rules):
            return True
        if self.in_last_turn:
            turn = last_turn_of(state, self.rules)
            banked = turn.bank_value(state.turn_total)
            return banked == 0 or turn.roll_value(state.turn_total, state.dice_left) > banked
        if self.policy.sees is None:
            short = self.rules.target - (state.mine or 0) - state.turn_total
            if short == 0 or (short < 0 and not self.rules.exact_target):
                return False
        return self.policy.rolls(state, self.rules)

    def keeps(self, state: State, offers: Sequence[Keep]) -> Keep:
        """What the player keeps of a roll."""
        if not self.in_last_turn:
            return self.policy.keeps(state, offers, self.rules)
        turn = last_turn_of(state, self.rules)
        return max(offers, key=lambda keep: turn.after(state.turn_total, keep.points, keep.dice_left))


def in_race(policy: Policy) -> Policy:
    """The policy as it plays whole games of two: the last turn for the win; and one that is blind to the scores banks
    once that reaches the target.

    For what takes a policy turn by turn, as `State` and `turn_value` do. `play_game`, `simulate_games` and
    `head_to_head` play every policy so: wrapped, it gives the same there, and takes minutes to tabulate.
    """

    def player(state: State, rules: Rules) -> Player:
        return Player(policy, rules, is_last_turn(score_of(state.theirs), rules))

    return Policy(
        policy.name,
        lambda state, rules: player(state, rules).rolls(state),
        lambda state, keeps, rules: player(state, rules).keeps(state, keeps),
        policy.sees or _lead_or_short,
    )


def _lead_or_short(mine: int, theirs: int, rules: Rules) -> tuple[bool, int]:
    """All that a policy blind to the scores sees of them in a race: the lead in the last turn, else what is short."""
    last = is_last_turn(theirs, rules)
    return last, max(theirs - mine, 0) if last else max(rules.target - mine, 0)


def last_turn_of(state: State, rules: Rules) -> RaceTurn:
    """The last turn against the highest score so far; it does not matter how far ahead a player is."""
    lead = max((state.theirs or 0) - (state.mine or 0), 0) // rules.step
    return last_turn(rules, solved_last_turn(rules), lead, state.opened or rules.opening is None)


@lru_cache(maxsize=16)
def solved_last_turn(rules: Rules) -> LastTurn:
    """The last turn under any rules, also those whose race is not solved."""
    return solve_last_turn(rules)
