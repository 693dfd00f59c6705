"""Runs of games: the same answer however they were split, rankings, policies of one's own, and what is refused."""

import pickle

import joblib
import pytest

from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.game_by_rules import play_game
from tabletop_odds.backgammon.policies import Policy, evaluator, pip_greedy, random_play
from tabletop_odds.backgammon.simulate import (
    MEASURES,
    KernelPlay,
    ReadPlay,
    compare,
    game_play,
    round_robin,
    simulate_games,
)

NAMED = [evaluator(), pip_greedy(), random_play()]


def fewest_pips(after):
    return after.pips[1] - after.pips[0]


OWN = Policy("own", fewest_pips)


def test_neither_workers_nor_chunks_change_anything():
    runs = [
        simulate_games(NAMED[:2], 3000, seed=2, workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (1, 3000), (2, 37), (4, 1000)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == MEASURES
    assert runs[0]["win_1"].value + runs[0]["win_2"].value == pytest.approx(1)


def test_measures_fit_together():
    columns = dict(zip(MEASURES, game_play([evaluator(), random_play()])(1, 0, 2000).T, strict=True))
    sizes = [1 + columns[f"gammon_{i}"] + columns[f"backgammon_{i}"] for i in (1, 2)]
    won = columns["win_1"] == 1
    assert (columns["points_1"][won] == sizes[0][won]).all()
    assert (columns["points_1"][~won] == -sizes[1][~won]).all()
    assert (columns["backgammon_1"] <= columns["gammon_1"]).all()
    assert (columns["gammon_1"] <= columns["win_1"]).all()
    assert 0 < columns["backgammon_1"].sum() < columns["gammon_1"].sum() < columns["win_1"].sum()
    assert columns["turns"].min() > 15


@pytest.mark.slow
def test_processes_give_the_same():
    here = simulate_games([evaluator(), OWN], 8, seed=1, workers=1)
    fast = simulate_games(NAMED[:2], 2000, seed=1, workers=1)
    with joblib.parallel_config("loky", n_jobs=2):
        assert simulate_games([evaluator(), OWN], 8, seed=1, chunk=4) == here
        assert simulate_games(NAMED[:2], 2000, seed=1, chunk=500) == fast
    play = game_play(NAMED[:2])
    assert (pickle.loads(pickle.dumps(play))(1, 5, 50) == play(1, 5, 50)).all()


def test_policies_of_ones_own_play_by_the_twin():
    same = Policy("evaluator too", lambda after: evaluator().score(after))
    assert isinstance(game_play([evaluator(), random_play()]), KernelPlay)
    assert isinstance(game_play([same, random_play()]), ReadPlay)
    one, other = (simulate_games([policy, random_play()], 6, seed=3) for policy in (evaluator(), same))
    assert one == other


def test_compare_ranks_by_points_in_the_same_games():
    result = compare([random_play(), evaluator(), pip_greedy()], 1500, seed=1, opponent=pip_greedy())
    frame = result.to_frame()
    assert frame.policy.tolist() == ["evaluator", "pip-greedy", "random"]
    for policy in NAMED:
        alone = simulate_games([policy, pip_greedy()], 1500, seed=1)["points_1"]
        assert frame.set_index("policy").value[policy.name] == alone.value
    assert set(result.differences().versus) == {"evaluator"}
    assert str(result).startswith("Points a game against pip-greedy, money (n = 1,500, seed 1)")


def test_the_same_luck_makes_differences_surer():
    """Two policies that mostly play alike: their difference has a smaller error than two separate runs have."""
    result = compare([evaluator(), pip_greedy()], 3000, seed=1, opponent=evaluator())
    paired = result.differences().standard_error[0]
    apart = sum(error**2 for error in result.to_frame().standard_error) ** 0.5
    assert paired < 0.99 * apart


def test_round_robin_takes_both_seats():
    result = round_robin(NAMED, 1000, seed=1)
    assert [name for name, _ in result.ranking] == ["evaluator", "pip-greedy", "random"]
    shares = {(one, others[0]): value.value for one, others, value in result.tables}
    for one, other in [("evaluator", "pip-greedy"), ("evaluator", "random")]:
        assert shares[one, other] + shares[other, one] == pytest.approx(1)
        assert shares[one, other] > 0.6


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: simulate_games([evaluator()], 10, seed=1), "1 policies: two are needed"),
        (lambda: simulate_games(evaluator(), 10, seed=1), "a list of two"),
        (lambda: simulate_games([evaluator(), "random"], 10, seed=1), "policy 'random'"),
        (lambda: simulate_games(NAMED[:2], 10, seed=1, state="start"), "state 'start'"),
        (lambda: simulate_games(NAMED[:2], 10, seed=1, state=State.of([], [1])), "the game is over: mine"),
        (lambda: simulate_games(NAMED[:2], 10, seed=1, state=State(doubled=True)), "double waits"),
        (lambda: simulate_games(NAMED[:2], 0, seed=1), "n must be"),
        (lambda: simulate_games(NAMED[:2], 10, seed=-1), "seed -1"),
        (lambda: simulate_games(NAMED[:2], 10, seed=1, rules="money"), "rules 'money'"),
        (lambda: compare([evaluator(), evaluator()], 10, seed=1), "two are named 'evaluator'"),
        (lambda: compare([evaluator()], 10, seed=1, opponent="random"), "policy 'random'"),
        (lambda: round_robin([evaluator()], 10, seed=1), "1 policies"),
        (lambda: play_game(NAMED[:2], seed=1, game=-1), "game -1"),
        (lambda: play_game([evaluator()] * 3, seed=1), "3 policies"),
    ],
)
def test_what_is_refused(call, named):
    with pytest.raises(ValueError, match=named) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_game_without_end_is_refused(monkeypatch):
    for place in ("simulate", "game_by_rules"):
        monkeypatch.setattr(f"tabletop_odds.backgammon.{place}.MOST_TURNS", 9)
    for call in (
        lambda: simulate_games([evaluator(), random_play()], 10, seed=1),
        lambda: play_game([evaluator(), random_play()], seed=1),
    ):
        with pytest.raises(ValueError, match="'evaluator', 'random': a game of more than 9 turns"):
            call()
