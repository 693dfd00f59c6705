"""Runs of games: the same answer however they were split, rankings, cited figures, and what is refused."""

import pickle
import random
from dataclasses import replace
from statistics import fmean, stdev

import joblib
import oracles
import pytest
from sheriff_parts import MERCHANTS, MIXER, any_player
from sheriff_policies import any_rules, anything

from tabletop_odds.sheriff.game_by_rules import TABLE
from tabletop_odds.sheriff.inspection import anywhere, false_cards, inspected, loaded, passed
from tabletop_odds.sheriff.kernels import ASTRAY, BAGS, BONUSES, CAUGHT, INSPECTIONS, LIES
from tabletop_odds.sheriff.king_counts import king_table
from tabletop_odds.sheriff.market import dealt, next_round, refilled, traded
from tabletop_odds.sheriff.merchants import bluffer, honest, opportunist
from tabletop_odds.sheriff.policies import PASS, player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.scoring import scores
from tabletop_odds.sheriff.sheriffs import always, at_rate, never
from tabletop_odds.sheriff.simulate import (
    KernelPlay,
    ReadPlay,
    compare,
    game_play,
    measures,
    round_robin,
    simulate_games,
)
from tabletop_odds.sheriff.state import Offer, observation
from tabletop_odds.streams import Stream

NAMED = [player(honest()), player(bluffer(0.5, bribe=2)), player(opportunist(), always()), player(bluffer(1), never())]
OWN = replace(player(honest(), name="own"), decide=lambda seen, rules, luck: PASS)


@pytest.mark.parametrize("players", [3, 4])
def test_neither_workers_nor_chunks_change_anything(players):
    runs = [
        simulate_games(NAMED[:players], 1000, seed=2, workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (1, 1000), (2, 37), (4, 300)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == measures(players)
    assert sum(runs[0][f"win_{i + 1}"].value for i in range(players)) == pytest.approx(1)


@pytest.mark.slow
def test_processes_give_the_same():
    policies = [*NAMED[:2], player(MIXER)]
    here = simulate_games(policies, 1000, seed=1, workers=1)
    slow = simulate_games([*NAMED[:2], OWN], 12, seed=1, workers=1)
    with joblib.parallel_config("loky", n_jobs=2):
        assert simulate_games(policies, 1000, seed=1, chunk=300) == here
        assert simulate_games([*NAMED[:2], OWN], 12, seed=1, chunk=5) == slow
    play = game_play(NAMED)
    assert (pickle.loads(pickle.dumps(play))(1, 5, 50) == play(1, 5, 50)).all()


def test_own_functions_are_played_as_they_are():
    assert isinstance(game_play([*NAMED[:3], OWN]), ReadPlay)
    assert isinstance(game_play(NAMED), KernelPlay)
    fast = simulate_games([player(honest(), never(), name="own"), *NAMED[:2]], 5, seed=1)
    assert simulate_games([OWN, *NAMED[:2]], 5, seed=1) == fast  # which never inspects as well


def test_more_hands_than_a_table_holds_are_played_as_they_are():
    rules = Rules(royals=True, hand_size=10)
    assert isinstance(game_play([player(MIXER), *NAMED[:3]], rules), ReadPlay)
    assert isinstance(game_play(NAMED, rules), KernelPlay)


def test_the_first_sheriff_can_be_given():
    given = [simulate_games(NAMED, 500, seed=3, first_sheriff=seat)["score_1"].value for seat in range(4)]
    assert len(set(given)) == 4


def test_compare_ranks_by_score_in_the_same_games():
    policies = [player(honest()), player(bluffer(1)), player(opportunist(0.3))]
    result = compare(policies, 1000, seed=1, opponents=player(honest(), always()))
    frame = result.to_frame().set_index("policy")
    assert frame.index[-1] == "bluffer 100 %, inspects 30 %"
    for policy in policies:
        run = simulate_games([policy, *[player(honest(), always())] * 3], 1000, seed=1)
        assert frame.value[policy.name] == run["score_1"].value
    assert str(result).startswith("Score against 3 x honest, always inspects, four (n = 1,000, seed 1)")
    wins = compare(policies, 1000, seed=1, measure="win", opponents=NAMED[:3]).to_frame()
    assert wins.value.between(0, 1).all()


def test_a_round_robin_ranks():
    result = round_robin(NAMED, 400, seed=1, rules=Rules(players=3))
    assert {name for name, _ in result.ranking} == {policy.name for policy in NAMED}
    table = [player(opportunist(0.3)), player(honest()), player(bluffer(1), always())]
    three = round_robin(table, 1000, seed=1, rules=Rules(players=3))
    assert sum(value.value for _, value in three.ranking) == pytest.approx(1)
    rotations = [simulate_games(table[i:] + table[:i], 1000, seed=1)[f"win_{1 + (3 - i) % 3}"].value for i in range(3)]
    assert dict(three.ranking)[table[0].name].value == pytest.approx(fmean(rotations))


def within(value, row):
    """Within four standard errors of both; and what was cited is rounded."""
    error = (value.standard_error**2 + float(row["error"]) ** 2) ** 0.5
    return abs(value.value - float(row["figure"])) <= 4 * error + 0.5 * 10.0 ** -int(row["digits"])


def policy_of(argument):
    name, *rate = argument.split()
    return player(honest()) if name == "honest" else player(bluffer(1), at_rate(float(*rate)))


@pytest.mark.parametrize("row", oracles.cases("sheriff_games.csv", "score"))
def test_scores_as_cited(row):
    run = simulate_games([policy_of(row["argument"])] * 4, 10_000, seed=1)
    assert within(run["score_1"], row)


def merchant_by_merchant(policies, rules, seed, game):
    """The mean score of a game whose merchants trade, load and are inspected one after the other."""
    state = dealt(rules, Stream.of(seed, game, TABLE, 0))
    for number in range(rules.rounds):
        luck = [Stream.of(seed, game, seat, number) for seat in range(rules.players)]
        table, sheriff = Stream.of(seed, game, TABLE, number + 1), state.sheriff
        for seat in state.merchants:
            policy = policies[seat]
            state = traded(state, seat, policy.market(observation(state, seat), rules, luck[seat]), rules, table)
            state = loaded(state, seat, policy.load(observation(state, seat), rules, luck[seat]), rules)
            seen = observation(state, sheriff, suspect=seat)
            if policies[sheriff].decide(seen, rules, luck[sheriff]) == PASS:
                state = passed(state, seat, Offer(), rules)
            else:
                lies = false_cards(state.players[seat])
                state = inspected(state, seat, rules, anywhere(lies, luck[sheriff]) if lies else None)
        state = next_round(refilled(state, rules, table))
    return fmean(score.total for score in scores(state, rules))


@pytest.mark.slow
@pytest.mark.parametrize("row", oracles.cases("sheriff_games.csv", "score one by one"))
def test_scores_as_cited_where_each_merchant_is_inspected_before_the_next_trades(row):
    """So the prototype played: contraband just confiscated then lies on top for the next merchant. By the rules all
    markets come first, and the scores are others, see the next test.
    """
    policies, rules = [policy_of(row["argument"])] * 4, Rules()
    means = [merchant_by_merchant(policies, rules, 1, game) for game in range(100)]
    error = (stdev(means) ** 2 / len(means) + float(row["error"]) ** 2) ** 0.5
    assert fmean(means) == pytest.approx(float(row["figure"]), abs=4 * error)


def test_by_the_rules_less_confiscated_contraband_is_taken_up_again():
    """All markets come first: most of it is covered by then. More bags are honest, which pays where all are opened."""
    cited = {row["argument"]: row["figure"] for row in oracles.published("sheriff_games.csv")}
    for x, more in (("0.5", -1.5), ("1", 8)):
        found = simulate_games([policy_of(f"smuggling {x}")] * 4, 4_000, seed=1)
        score = fmean(found[f"score_{i}"].value for i in (1, 2, 3, 4))
        assert score == pytest.approx(float(cited[f"smuggling {x}"]) + more, abs=1)


def test_one_smuggler_among_three_breaks_even_as_cited():
    (row,) = (row for row in oracles.published("sheriff_games.csv") if row["what"] == "break even")
    gains = []
    for x in (float(row["figure"]) - 0.03, float(row["figure"]) + 0.03):
        run = simulate_games([player(bluffer(1), at_rate(x)), *[player(honest(), at_rate(x))] * 3], 4_000, seed=1)
        gains.append(run["score_1"].value - fmean(run[f"score_{i}"].value for i in (2, 3, 4)))
    assert gains[0] > 4
    assert gains[1] < -4


def test_king_races_as_cited():
    table = king_table([player(honest())] * 4, 20_000, seed=1).set_index(["good", "count"])
    for row in oracles.published("sheriff_games.csv"):
        if row["what"] == "king":
            good, count = row["argument"].split()
            found = table.loc[(good, int(count))]
            error = (found.standard_error**2 + float(row["error"]) ** 2) ** 0.5
            assert abs(found.value - float(row["figure"])) <= 4 * error
    rates = table.loc["apple"].query("n > 400").value
    assert rates.is_monotonic_increasing
    assert table.n.groupby("good").sum().tolist() == [20_000] * 4


def test_bonuses_and_reshuffles_as_cited():
    cited = {row["what"]: row["figure"] for row in oracles.published("sheriff_games.csv")}
    bonuses = simulate_games([player(honest())] * 4, 4_000, seed=1)["bonuses"]
    assert bonuses.value == pytest.approx(float(cited["bonuses"]), abs=0.05 + 4 * bonuses.standard_error)
    low, high = map(int, cited["reshuffles"].split(" to "))
    times = simulate_games([policy_of("smuggling 0.3")] * 5, 2_000, seed=1).distribution("reshuffles")
    assert times.probability(lambda t: low <= t <= high) > 0.95


@pytest.mark.slow
def test_a_hundred_thousand_games_of_three_with_any_options():
    """Advanced games: cards and gold are all there at the end, scores add up, and so do the shares of the win."""
    games = 0
    for number in range(50):
        draw = random.Random(f"options {number}")
        rules = any_rules(draw, players=3, royals=True)
        play = game_play([any_player(draw, MERCHANTS) for _ in range(3)], rules)
        out = play.everything(number, 0, 2000)
        totals = out[6:]
        games += out.shape[1]
        assert (out[:3].sum(axis=0) == 60).all()
        assert (out[:3].max(axis=0)[None] * (out[3:6] == out[3:6].max(axis=0)) >= out[:3]).all()
        assert not totals[ASTRAY].any()
        assert (totals[BAGS] == 18).all() or rules.hand_size < 7
        assert (totals[CAUGHT] <= totals[LIES]).all()
        assert (totals[CAUGHT] <= totals[INSPECTIONS]).all()
        assert totals[BONUSES].max() <= 95
        assert (out[3:6].sum(axis=0) >= 3 * rules.gold).all()
    assert games == 100_000


WRONG = [
    ({"policies": []}, "0 policies: one a player is needed, and players=4"),
    ({"policies": [OWN] * 6}, "6 policies"),
    ({"policies": [OWN] * 3, "rules": Rules()}, "3 policies: one a player is needed, and players=4"),
    ({"policies": OWN}, "a list of them is needed"),
    ({"policies": ["honest", OWN, OWN]}, "policy 'honest': a Policy is needed"),
    ({"n": 0}, "n must be"),
    ({"seed": -1}, "seed -1"),
    ({"first_sheriff": 4}, "first_sheriff must be a whole number from 0 to 3, not 4"),
    ({"rules": "four"}, "rules 'four': a Rules is needed"),
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
    with pytest.raises(ValueError, match="measure 'gold': must be score or win"):
        compare([OWN], 10, seed=1, measure="gold")
    with pytest.raises(ValueError, match="policy None: a Policy is needed"):
        compare([None], 10, seed=1)
    with pytest.raises(ValueError, match="3 policies: one a player"):
        compare([OWN], 10, seed=1, opponents=[OWN] * 2)
    with pytest.raises(ValueError, match="names must be different"):
        round_robin([OWN] * 4, 10, seed=1)
    with pytest.raises(ValueError, match="seat must be a whole number from 0 to 3"):
        king_table([OWN] * 4, 10, seed=1, seat=4)


def test_a_policy_against_the_rules_is_named():
    cheat = replace(anything("cheat"), market=lambda *_: None)
    with pytest.raises(ValueError, match="policy 'cheat': market None"):
        simulate_games([cheat, *NAMED[:2]], 1, seed=1)
