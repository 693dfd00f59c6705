"""Runs of games: the same answer however they were split, rankings, cited figures, and what is refused."""

import pickle

import joblib
import oracles
import pytest

from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.game_by_rules import play_game
from tabletop_odds.cant_stop.policies import (
    Policy,
    bust_limit,
    glenn_aloi,
    linear_weights,
    roll_times,
    rule_of_28,
    weighted,
)
from tabletop_odds.cant_stop.rules import Rules
from tabletop_odds.cant_stop.simulate import (
    compare,
    game_play,
    measures,
    round_robin,
    simulate_alone,
    simulate_games,
)
from tabletop_odds.cant_stop.weights import Weights


def last_choice(state, choices, rules):
    return choices[-1]


OWN = Policy("own", lambda state, rules: len(state.runners) < 3, last_choice)
NAMED = [rule_of_28(), linear_weights(True), glenn_aloi(), bust_limit(0.3)]
CITED = [policy(stop) for policy in (rule_of_28, glenn_aloi, linear_weights) for stop in (False, True)]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_neither_workers_nor_chunks_change_anything(players):
    policies = NAMED[:players]
    runs = [
        simulate_games(policies, 3000, seed=2, workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (1, 3000), (2, 37), (4, 1000)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == measures(players)
    if players > 1:
        assert sum(runs[0].rate(f"win_{i + 1}").value for i in range(players)) == pytest.approx(1)
        assert max(runs[0].distribution("columns_1").weights) >= 3
    else:
        assert runs[0] == simulate_alone(policies[0], 3000, seed=2)


@pytest.mark.slow
def test_processes_give_the_same():
    here = simulate_games([rule_of_28(), OWN], 100, seed=1, workers=1)
    fast = simulate_games(NAMED[:3], 2000, seed=1, workers=1)
    with joblib.parallel_config("loky", n_jobs=2):
        assert simulate_games([rule_of_28(), OWN], 100, seed=1, chunk=30) == here
        assert simulate_games(NAMED[:3], 2000, seed=1, chunk=500) == fast
    play = game_play(NAMED[:3])
    assert (pickle.loads(pickle.dumps(play))(1, 5, 50) == play(1, 5, 50)).all()


def test_compare_ranks_by_fewest_turns_in_the_same_games():
    policies = [rule_of_28(), linear_weights(), glenn_aloi()]
    result = compare(policies, 4000, seed=1)
    frame = result.to_frame()
    assert frame.policy.tolist() == ["linear weights", "Glenn-Aloi", "Rule of 28"]
    for policy in policies:
        alone = simulate_alone(policy, 4000, seed=1)["turns"]
        assert frame.set_index("policy").value[policy.name] == alone.value
    pairs = result.differences()
    assert set(pairs.versus) == {"linear weights"}
    assert (pairs.value > 0).all()
    assert str(result).startswith("Turns to win, alone (n = 4,000, seed 1)")
    assert compare(policies, 4000, seed=1, rules=Rules(players=4)).to_frame().equals(frame)


def test_a_round_robin_ranks():
    policies = [rule_of_28(), linear_weights(), roll_times(2)]
    result = round_robin(policies, 3000, seed=1)
    assert [name for name, _ in result.ranking] == ["linear weights", "Rule of 28", "roll 2 times"]
    frame = result.to_frame().set_index(["policy", "versus"])
    first = simulate_games(policies[:2], 3000, seed=1)["win_1"].value
    second = simulate_games(policies[1::-1], 3000, seed=1)["win_2"].value
    assert frame.value["Rule of 28", "linear weights"] == pytest.approx((first + second) / 2)
    three = round_robin(policies, 500, seed=1, rules=Rules(players=3))
    assert sum(value.value for _, value in three.ranking) == pytest.approx(1)


def policy_named(name):
    return next(policy for policy in CITED if policy.name == name)


def within(value, row):
    """Within four standard errors of both; and what was cited is rounded."""
    error = (value.standard_error**2 + float(row["error"]) ** 2) ** 0.5
    return abs(value.value - float(row["figure"])) <= 4 * error + 0.5 * 10.0 ** -int(row["digits"])


@pytest.mark.parametrize("row", oracles.cases("cant_stop_games.csv", "turns"))
def test_turns_alone_as_cited(row):
    value = simulate_alone(policy_named(row["argument"]), 200_000, seed=1, rules=Rules.preset(row["rules"]))["turns"]
    assert within(value, row)


@pytest.mark.parametrize("row", oracles.cases("cant_stop_games.csv", "sd"))
def test_the_spread_of_turns_as_cited(row):
    turns = simulate_alone(policy_named(row["argument"]), 200_000, seed=1).distribution("turns")
    assert turns.std == pytest.approx(float(row["figure"]), rel=0.01)


@pytest.mark.parametrize("row", oracles.cases("cant_stop_games.csv", "first_wins", "beats_rule_of_28"))
@pytest.mark.slow
def test_matches_as_cited(row):
    policy, rules = policy_named(row["argument"]), Rules.preset(row["rules"])
    if row["what"] == "first_wins":
        value = simulate_games([policy, policy], 400_000, seed=1, rules=rules).rate("win_1")
    else:
        value = dict(round_robin([policy, rule_of_28()], 200_000, seed=1, rules=rules).ranking)[policy.name]
    assert within(value, row)


WRONG = [
    ({"policies": []}, "0 policies: one a player is needed, and players=2"),
    ({"policies": [OWN] * 5}, "5 policies"),
    ({"policies": [OWN], "rules": Rules()}, "1 policies: one a player is needed, and players=2"),
    ({"policies": OWN}, "a list of them is needed"),
    ({"policies": ["28", OWN]}, "policy '28': a Policy is needed"),
    ({"n": 0}, "n must be"),
    ({"seed": -1}, "seed -1"),
    ({"start": State()}, "2 players, but players=4"),
    ({"start": "> 6:1 / -"}, "a State is needed"),
    ({"policies": [OWN] * 2, "start": State.parse("> 2* 3* 4* / -")}, "the game is over, player 1 has won"),
    ({"policies": [OWN] * 2, "start": State.parse("> - / 2* 3* 4*")}, "the game is over, player 2 has won"),
    ({"policies": [rule_of_28()], "rules": Rules.small(3, 2)}, "policy 'Rule of 28': progress of 11 columns"),
    ({"policies": [OWN, OWN], "rules": "official"}, "rules 'official': a Rules is needed"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_errors_say_what_is_allowed(wrong, message):
    given = {"policies": [OWN] * 4, "n": 10, "seed": 1} | wrong
    with pytest.raises(ValueError, match=message) as caught:
        simulate_games(given.pop("policies"), given.pop("n"), **given)
    assert "\n" not in str(caught.value)


def test_other_errors():
    with pytest.raises(ValueError, match="two are named 'own'"):
        compare([OWN, OWN], 10, seed=1)
    with pytest.raises(ValueError, match="policy None: a Policy is needed"):
        simulate_alone(None, 10, seed=1)
    with pytest.raises(ValueError, match="names must be different"):
        round_robin([OWN, OWN], 10, seed=1)
    with pytest.raises(ValueError, match="1 policies for tables of 2"):
        round_robin([OWN], 10, seed=1)


def test_a_game_without_an_end_is_refused():
    """Never to stop before the win is to bust every time, where one turn cannot win."""
    rules = Rules.small(2, 1, runners=1, columns_to_win=2)
    readable = Policy("never", lambda state, rules: True, last_choice)
    kernel = weighted("never", Weights(*((1,) * 3 for _ in range(4))))
    message = "policies 'never': a game of more than 10,000 rounds, so it may never end"
    with pytest.raises(ValueError, match=message):
        play_game([readable], rules, seed=1)
    with pytest.raises(ValueError, match=message):
        simulate_games([kernel], 2, seed=1, rules=rules)
