"""Farkle's exact figures held against rolls scored here, played turns and played games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds import dice
from tabletop_odds.verify import Check, mean, rate

from .games import simulate_games
from .matchups import head_to_head
from .odds import best_score_distribution, bust_probability, hot_dice_probability
from .optimal import optimal_turn
from .policies import bank_at
from .race import win_probability
from .race_policies import optimal_race
from .simulate import simulate_turns
from .turns import rolls_per_turn, turn_distribution, turn_value

if TYPE_CHECKING:
    import numpy as np


def checks(n: int, seed: int) -> list[Check]:
    """The checks under the core rules: of rolls, of turns, and of whole games of two; n of each.

    n and seed are those that `verify.check_run` takes.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    return [*_roll_checks(n, seed, rng), *_turn_checks(n, seed), *_game_checks(n, seed)]


def _roll_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    """A roll is scored by what its faces are worth: a triple, and single 1s and 5s; nothing else scores."""
    import numpy as np

    triples = np.array([1000, 200, 300, 400, 500, 600])
    singles = np.array([100, 0, 0, 0, 50, 0])
    found = []
    for dice_left in (1, 2, 3, 4, 6):
        faces = dice.counts(dice.roll(n, dice_left, rng=rng))
        points = faces // 3 @ triples + faces % 3 @ singles
        word = "die" if dice_left == 1 else "dice"
        farkles = float((points == 0).mean())
        found.append(rate(f"farkle with {dice_left} {word}", bust_probability(dice_left), farkles, n, seed))
    hot = ((faces % 3 == 0) | (singles > 0)).all(axis=1)
    return [
        *found,
        rate("hot dice with 6 dice", hot_dice_probability(6), float(hot.mean()), n, seed),
        mean("most points of a roll of 6", best_score_distribution(6).mean, points, seed),
    ]


def _turn_checks(n: int, seed: int) -> list[Check]:
    found = []
    for policy in (bank_at(300), optimal_turn()):
        run = simulate_turns(policy, n, seed=seed)
        farkled = turn_distribution(policy).probability(lambda total: total == 0)
        found += [
            Check(f"points a turn, {policy.name}", float(turn_value(policy)), run["turn_total"]),
            rate(f"farkle in a turn, {policy.name}", farkled, run["farkle"].value, n, seed),
        ]
        if policy.name == optimal_turn().name:
            found.append(Check(f"rolls a turn, {policy.name}", float(rolls_per_turn(policy)), run["rolls"]))
    return found


def _game_checks(n: int, seed: int) -> list[Check]:
    """Shares of the win, a tie counting half, so that their errors are measured."""
    best, bold = optimal_race(), bank_at(1000)
    pairs = [(bank_at(300), bold), (best, bank_at(300))]
    found = [
        Check(
            f"win of {one.name}, first, against {other.name}",
            float(head_to_head(one, other).first),
            simulate_games([one, other], n, seed=seed)["win_1"],
        )
        for one, other in pairs
    ]
    run = simulate_games([best, best], n, seed=seed)
    return [*found, Check("win of who begins, both playing best", float(win_probability()), run["win_1"])]
