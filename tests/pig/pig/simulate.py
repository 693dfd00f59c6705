"""Turns played out: one that can be read, and millions through a compiled loop, with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tabletop_odds import simulation
from tabletop_odds.answers import Comparison
from tabletop_odds.streams import Stream

from .optimal import turn_value
from .policies import Policy
from .rules import Rules, State, after_roll

MEASURES = ("turn_total", "bust", "rolls")


def play_turn(policy: Policy, rules: Rules | None = None, *, stream: Stream) -> tuple[int, int, int]:
    """Play one turn from a score of 0 with the luck of `stream`: (turn total banked, bust 0 or 1, rolls).

    >>> from pig import bank_at
    >>> play_turn(bank_at(20), stream=Stream.of(seed=1, game=0))
    (0, 1, 4)
    """
    rules = rules or Rules()
    state, rolls = State(), 0
    while policy.rolls(state, rules):
        rolls += 1
        after = after_roll(state, 1 + stream.below(rules.faces))
        if after is None:
            return 0, 1, rolls
        state = after
    return state.turn_total, 0, rolls


def turn_play(policy: Policy, rules: Rules | None = None) -> Callable[[int, int, int], Any]:
    """The play of one turn a game, for `simulation.run` and `simulation.compare`, with MEASURES."""
    import numpy as np

    rules = rules or Rules()
    rolls = np.array([policy.rolls(State(t), rules) for t in range(rules.target + rules.faces)])

    def play(seed: int, start: int, stop: int) -> Any:
        from .kernels import play_turns

        out = np.empty((len(MEASURES), stop - start), np.int64)
        play_turns(seed, start, rules.faces, rolls, out)
        return out.T

    return play


def simulate_turns(policy: Policy, n: int, *, seed: int, rules: Rules | None = None, **options: Any) -> simulation.Run:
    """Play n turns; measures turn_total (points banked), bust (0 or 1), rolls. `options` as in `simulation.run`.

    >>> from pig import bank_at
    >>> simulate_turns(bank_at(20), 1000, seed=1).n
    1000
    """
    return simulation.run(turn_play(policy, rules), n, seed=seed, measures=MEASURES, **options)


def compare(policies: Iterable[Policy], n: int, *, seed: int, rules: Rules | None = None, **options: Any) -> Comparison:
    """Let policies play the same n turns: points banked, paired differences, exact values beside.

    >>> from pig import bank_at
    >>> compare([bank_at(10), bank_at(20)], 10_000, seed=1).to_frame().policy[0]
    'bank at 20'
    """
    policies, rules = list(policies), rules or Rules()
    plays = {policy.name: turn_play(policy, rules) for policy in policies}
    exact = {policy.name: turn_value(policy, rules) for policy in policies}
    title = f"Points a turn, {rules}"
    return simulation.compare(plays, n, seed=seed, measures=MEASURES, exact=exact, title=title, **options)
