"""The chance to win estimated by playing on: for three to eight players, and for rules whose race is not solved.

Every option is played to the end by the best policy at hand in every seat, in the same games, so that luck cancels in
their differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tabletop_odds import simulation
from tabletop_odds.answers import Value

from .game_start import Start
from .games import GamePlay, game_play, measures
from .policies import Policy
from .race import NOT_SOLVED
from .race_policies import best_at_hand
from .race_seats import Seats
from .rules import Rules


class Estimate(NamedTuple):
    """The chance to win, and what it is below the best option's, in the same games."""

    value: Value
    cost: Value


def roll_out(
    seats: Seats, starts: Mapping[str, tuple[int, int, str]], rules: Rules, n: int, seed: int
) -> tuple[dict[str, Estimate], str]:
    """Play n games from each start (turn total, dice left, first action) and compare; with the method in words.

    Raises ValueError for an n or seed out of range.
    """
    policy = best_at_hand(rules)
    players = 1 + len(seats.theirs)
    reached = next((1 + i for i, score in enumerate(seats.theirs) if score >= rules.target), None)
    plays: dict[str, GamePlay] = {}
    for action, (turn_total, dice_left, word) in starts.items():
        start = Start(
            scores=(seats.state.mine or 0, *seats.theirs),
            opened=(seats.state.opened, *seats.their_opened),
            farkles=(seats.state.farkles, *seats.their_farkles),
            turn_total=turn_total,
            dice_left=dice_left,
            action=word,
            reached=reached,
            began=seats.began or 0,
        )
        plays[action] = game_play([policy] * players, rules, start=start)
    first = next(iter(plays.values()))
    compared = simulation.compare(
        plays,
        n,
        seed=seed,
        measures=measures(players),
        measure="win_1",
        scale=first.scale,
        unit="probability",
        progress=False,
    )
    costs = compared.costs()
    found = {row["policy"]: Estimate(row["value"], costs[row["policy"]]) for row in compared.rows}
    return found, f"simulated: {_played(policy, players, rules)} in every seat"


def _played(policy: Policy, players: int, rules: Rules) -> str:
    """The policy in words, with what it does not look at."""
    if policy.sees is None:
        return policy.name
    words = [policy.name]
    if players > 2:
        words.append("for two, against the leader")
    words += [f"without {what}" for field, what in NOT_SOLVED.items() if getattr(rules, field)]
    return ", ".join(words)
