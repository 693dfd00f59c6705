"""A turn's luck: of mean 0 in every state, all that the best turn's points differ by, and taken off honestly."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from test_reduction import honest

from tabletop_odds import simulation
from tabletop_odds.cli import main
from tabletop_odds.farkle import Rules, State, bank_at, head_to_head, optimal_turn, presets, score, turn_value
from tabletop_odds.farkle.games import game_play, measures, play_game
from tabletop_odds.farkle.luck import STEPS, luck_table
from tabletop_odds.farkle.optimal import solve_turn
from tabletop_odds.farkle.policies import Policy, keep_fewest
from tabletop_odds.farkle.simulate import class_table, simulate_turns, turn_play
from tabletop_odds.farkle.turns import turn_outcome
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import Control

WILD = Policy("wild", lambda state, rules: (state.turn_total // 50 + state.dice_left) % 3 > 0, keep_fewest)


def loaded(six):
    """Dice that show a six `six` times as often as any other face."""
    return Rules(face_probabilities=(*[1 / (5 + six)] * 5, six / (5 + six)))


LOADED = loaded(Fraction(2))


@pytest.mark.parametrize("rules", [presets()[name] for name in ("core", "zilch")], ids=str)
def test_the_luck_of_all_rolls_adds_up_to_0(rules):
    """Over all ordered rolls of so many dice, in every row, as the kernel looks them up."""
    first_roll, class_of = class_table(rules)
    luck = luck_table(WILD, rules).reshape(-1, class_of.max() + 1)
    for n in range(1, rules.dice + 1):
        rolls = class_of[first_roll[n] : first_roll[n + 1]]
        assert len(rolls) == 6**n
        assert not luck[::20, rolls].sum(axis=1).any()
        assert luck[0, rolls].any()


def test_the_luck_of_loaded_dice_adds_up_to_0():
    first_roll, class_of = class_table(LOADED)
    luck = luck_table(WILD, LOADED).reshape(-1, class_of.max() + 1)
    weights = [np.prod(faces) for faces in product(LOADED.face_weights, repeat=3)]
    rolls = class_of[first_roll[3] : first_roll[4]]
    assert not (luck[:, rolls] @ np.array(weights)).any()
    with pytest.raises(ValueError, match=r"face_weights .*too large"):
        luck_table(WILD, loaded(Fraction(101, 100)))


@pytest.mark.slow
def test_without_its_luck_the_best_turn_brings_the_same_every_time():
    """Points less luck are the value of the turn, game by game, but for the rounding of values to 1/16 point."""
    rules = presets()["zilch"]
    points, farkle, rolls, luck = turn_play(optimal_turn(), rules, less_luck=True)(1, 0, 2000).T
    bust = solve_turn(rules).situation(True, 0).bust
    rest = np.where(farkle == 1, bust, points) - luck / (STEPS * 6**rules.dice)
    assert abs(rest - solve_turn(rules).roll_value(State(0, rules.dice))).max() < (rolls.max() + 1) / STEPS
    assert points.std() > 300


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "rules", "least"), [(bank_at(300), Rules(), 100), (WILD, Rules(), 1.2), (bank_at(300), LOADED, 10)]
)
def test_the_mean_is_the_exact_one_and_the_error_honest(policy, rules, least):
    exact = turn_outcome(policy, rules)
    given = {"rules": rules, "less_luck": True, "workers": 1, "progress": False}
    runs = [simulate_turns(policy, 2000, seed=seed, **given) for seed in range(200)]
    assert honest([run["turn_total"] for run in runs], exact.mean)
    assert honest([run["farkle"] for run in runs], exact.farkle)
    assert honest([run["rolls"] for run in runs], exact.rolls)
    assert np.mean([run.gain("turn_total") for run in runs]) > least


def test_the_turns_are_the_same_and_a_precision_takes_fewer():
    less = simulate_turns(bank_at(300), 3000, seed=1, less_luck=True)
    plain = simulate_turns(bank_at(300), 3000, seed=1)
    assert less.histograms == plain.histograms
    assert str(less).splitlines()[3].startswith("luck taken off: turn_total as good as with 1")
    aim = Precision(0.3)
    soon = simulate_turns(bank_at(300), seed=1, until=aim, less_luck=True)
    assert soon.n == 10_000
    assert abs(soon["turn_total"].value - turn_value(bank_at(300)).value) < 1.2


@pytest.mark.slow
def test_the_luck_of_a_game_is_that_of_its_rolls():
    """By the readable game's own rolls, for four seats, two and two a side."""
    rules = Rules(teams=((0, 2), (1, 3)))
    policies = [bank_at(300), bank_at(500), optimal_turn(), WILD]
    table = luck_table(None, rules)
    assert (table == luck_table(optimal_turn(), rules)).all()
    first_roll, class_of = class_table(rules)
    results = game_play(policies, rules, less_luck=True)(5, 0, 20)
    assert (results[:, :-1] == game_play(policies, rules)(5, 0, 20)).all()
    for game in range(20):
        total_luck = 0
        for turn in play_game(policies, rules, seed=5, game=game).turns:
            total = 0
            for roll, kept in turn.turn.rows:
                number = int("".join(str(face - 1) for face in roll), 6)
                luck = table[min(total // 50, 400) * (class_of.max() + 1) + class_of[first_roll[len(roll)] + number]]
                total_luck += 2 * luck if turn.seat % 2 == 0 else -2 * luck
                total += score(kept, rules) if kept else 0
        assert results[game, -1] == total_luck


@pytest.mark.slow
def test_the_chance_to_win_is_the_exact_one_and_the_error_honest():
    """Two who bank at 300 and 500, by their exact match-up."""
    policies = [bank_at(300), bank_at(500)]
    exact = head_to_head(*policies).first.value
    play = game_play(policies, less_luck=True)
    given = {"measures": measures(2), "scale": play.scale, "reduction": Control(), "workers": 1, "progress": False}
    runs = [simulation.run(play, 1000, seed=seed, **given) for seed in range(200)]
    assert honest([run["win_1"] for run in runs], exact)
    assert honest([run["win_2"] for run in runs], 1 - exact)
    assert np.mean([run.gain("win_1") for run in runs]) == pytest.approx(2.48, abs=0.1)


def test_the_command_prints_the_gain(capsys):
    assert main(["farkle", "simulate", "300", "500", "300", "--games", "2000", "--less-luck"]) == 0
    assert "luck taken off: win_1 as good as with 2." in capsys.readouterr().out
