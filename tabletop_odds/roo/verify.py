"""Roo's race law held against whole games that the greedy racer plays on the board, alone and two of them."""

from __future__ import annotations

from tabletop_odds import simulation
from tabletop_odds.verify import Check, mean, rate

from .first_odds import deal_race_odds, penalty_distribution
from .odds import deal_completion_probability, deal_turns_distribution, expected_turns
from .policies import greedy_racer
from .rules import Rules
from .simulate import game_play, measures, simulate_games


def checks(n: int, seed: int) -> list[Check]:
    """The checks of n games alone and n games of two racers from the deal, under the default rules.

    n and seed are those that `verify.check_run` takes.
    """
    return [*_alone(n, seed), *_two(n, seed)]


def _alone(n: int, seed: int) -> list[Check]:
    rules = Rules(players=1)
    # game by game, not as means: turns and penalties are those of the games that end the one way or the other
    games = game_play([greedy_racer()], rules)(seed, 0, n)
    complete, turns, penalty = (games[:, measures(1).index(name)] for name in ("complete", "turns", "penalty"))
    done, out = complete == 1, complete == 0
    soon, late = deal_completion_probability(8, rules), deal_completion_probability(13, rules)
    took = expected_turns(deal_turns_distribution(rules))
    points = [penalty_distribution(way, rules).expect(lambda x: x) for way in (True, False)]
    return [
        rate("complete alone", late, float(done.mean()), n, seed),
        rate("complete alone within 8 turns", soon, float((done & (turns <= 8)).mean()), n, seed),
        mean("turns alone, of complete games", took, turns[done], seed),
        mean("penalty alone, of complete games", points[0], penalty[done], seed),
        mean("penalty alone, of games whose pile runs out", points[1], penalty[out], seed),
    ]


def _two(n: int, seed: int) -> list[Check]:
    rules = Rules(players=2)
    odds = deal_race_odds(rules)
    run: simulation.Run = simulate_games([greedy_racer()] * 2, n, seed=seed, rules=rules)
    return [
        rate("somebody of two racers complete", 1 - odds.pile_out, 1 - run["by_pile"].value, n, seed),
        rate("racer 1 of two complete", odds.alone[0] + odds.together, run["complete_1"].value, n, seed),
        rate("racer 2 of two complete", odds.alone[1] + odds.together, run["complete_2"].value, n, seed),
        Check("penalty of racer 1 of two", float(odds.penalty[0]), run["penalty_1"]),
        Check("rounds of two racers", float(odds.rounds.mean), run["rounds"]),
        Check("share of the win of racer 1 of two", float(odds.win[0]), run["win_1"]),
    ]
