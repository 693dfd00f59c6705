"""Pig, the proof of README's "How to add a game": the seven checks on a game of one die."""

import itertools
from fractions import Fraction

import numpy as np
import oracles
import pig
import pytest
from cases import cases
from pig.kernels import improve
from pig.optimal import roll_values, solve_game
from pig.rules import after_roll, forced
from pig.simulate import turn_play

from tabletop_odds.streams import Stream

RULES = [pig.Rules(), pig.Rules(faces=4, target=15), pig.Rules(faces=2), pig.Rules(faces=10, target=60)]
POLICIES = [pig.bank_at(1), pig.bank_at(20), pig.bank_at(200), pig.optimal_turn()]
POLICIES += [pig.Policy("own", lambda state, rules: state.turn_total % 3 > 0)]
FIGURES = {
    "win probability": lambda mine: pig.win_probability(mine=mine),
    "points a turn of bank at": lambda points: pig.turn_value(pig.bank_at(points)),
    "busts of bank at": lambda points: pig.turn_distribution(pig.bank_at(points))[0],
}


@pytest.mark.parametrize("row", oracles.cases("pig.csv", *FIGURES))
def test_the_published_figure(row):
    assert oracles.agrees(FIGURES[row["what"]](int(row["argument"])), row)


def test_every_published_figure_is_tested():
    assert {row["what"] for row in oracles.published("pig.csv")} == set(FIGURES)


def test_turn_distribution_is_what_all_rows_of_rolls_give():
    weights = {}
    for rolls in itertools.product(range(1, 7), repeat=4):  # banking at 8 takes at most four rolls
        total = 0
        for face in rolls:
            total = 0 if face == 1 else total + face
            if face == 1 or total >= 8:
                break
        weights[total] = weights.get(total, 0) + 1
    got = pig.turn_distribution(pig.bank_at(8))
    assert {total: got.fraction(total) for total, _ in got.items()} == {
        total: Fraction(weight, 6**4) for total, weight in weights.items()
    }


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_optimal_turn_is_the_best_threshold(rules):
    best = max(pig.turn_value(pig.bank_at(points), rules).value for points in range(1, rules.target + 1))
    assert pig.turn_value(pig.optimal_turn(rules), rules).value == pytest.approx(best, abs=1e-12)
    assert float(roll_values(rules)[0]) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("rules", [pig.Rules(faces=4, target=7), pig.Rules(target=9)], ids=str)
def test_no_other_choice_wins_more_often(rules):
    """Bellman's equation from the rules' own functions, in every state: the solver knows no other rules."""
    win = solve_game(rules)

    def value(state):
        return 1.0 if state.mine + state.turn_total >= rules.target else win[state.mine, state.theirs, state.turn_total]

    for mine, theirs in itertools.product(range(rules.target), repeat=2):
        for total in (t for t in range(rules.target - mine) if t != 1):
            state = pig.State(total, mine, theirs)
            after = [after_roll(state, face) for face in range(1, rules.faces + 1)]
            lost = 1 - win[theirs, mine, 0]
            rolled = sum(lost if s is None else value(s) for s in after) / rules.faces
            banked = 1 - win[theirs, mine + total, 0]
            want = rolled if forced(state, rules) else max(rolled, banked)
            assert win[mine, theirs, total] == pytest.approx(want, abs=1e-9)


def test_the_solver_reads_the_same_compiled_and_not():
    plain, fast = np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    for _ in range(5):
        assert improve.python(6, 6, plain) == improve(6, 6, fast)
    assert (plain == fast).all()


@cases("policy", POLICIES)
@cases("rules", RULES)
def test_kernel_and_readable_play_agree_turn_by_turn(rules, policy):
    results = turn_play(policy, rules)(3, 100, 400).tolist()
    for game, result in enumerate(results, 100):
        assert list(pig.play_turn(policy, rules, stream=Stream.of(3, game))) == result, game


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_simulated_turns_are_within_four_standard_errors(rules):
    for policy in POLICIES:
        exact = pig.turn_distribution(policy, rules)
        run = pig.simulate_turns(policy, 50_000, seed=1, rules=rules)
        assert abs(run["turn_total"].value - exact.mean) <= 4 * exact.std / run.n**0.5
        error = (exact[0] * (1 - exact[0]) / run.n) ** 0.5
        assert abs(run.rate("bust").value - exact[0]) <= 4 * error


def test_advice():
    assert pig.should_roll(19)
    assert pig.should_roll(20).too_close
    assert not pig.should_roll(21)
    behind = pig.should_roll(21, mine=0, theirs=99)
    assert behind, "who is about to lose rolls on"
    assert behind.unit == "probability"
    assert [option.action for option in pig.should_roll(0).options] == ["roll"]
    assert [option.action for option in pig.should_roll(20, mine=80, theirs=99).options] == ["bank"]


@pytest.mark.parametrize(
    ("ask", "names"),
    [
        (lambda: pig.should_roll(1), "turn total 1: .* 0 and whole numbers from 2 to 105"),
        (lambda: pig.should_roll(20, mine=50), "mine=50, theirs=None"),
        (lambda: pig.should_roll(20, mine=100, theirs=0), "mine=100: .* from 0 to 99"),
        (lambda: pig.bank_at(0), "bank at 0"),
    ],
)
def test_bad_input_is_refused_in_one_line(ask, names):
    with pytest.raises(ValueError, match=names) as refused:
        ask()
    assert "\n" not in str(refused.value)
