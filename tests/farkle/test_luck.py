"""A turn's luck: of mean 0 in every state, all that the best turn's points differ by, and taken off honestly."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from test_reduction import honest

from tabletop_odds.farkle import Rules, State, bank_at, optimal_turn, presets, turn_value
from tabletop_odds.farkle.luck import STEPS, luck_table
from tabletop_odds.farkle.optimal import solve_turn
from tabletop_odds.farkle.policies import Policy, keep_fewest
from tabletop_odds.farkle.simulate import class_table, simulate_turns, turn_play
from tabletop_odds.farkle.turns import turn_outcome
from tabletop_odds.precision import Precision

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
@pytest.mark.parametrize("name", ["core", "zilch"])
def test_without_its_luck_the_best_turn_brings_the_same_every_time(name):
    """Points less luck are the value of the turn, game by game, but for the rounding of values to 1/16 point."""
    rules = presets()[name]
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
    assert str(less).splitlines()[3].startswith("luck taken off: turn_total as good as by 1")
    aim = Precision(0.3)
    soon = simulate_turns(bank_at(300), seed=1, until=aim, less_luck=True)
    assert soon.n == 10_000
    assert abs(soon["turn_total"].value - turn_value(bank_at(300)).value) < 1.2
