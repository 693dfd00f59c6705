"""Sweeps against loops by hand: the same rows for any number of workers, every point on the same luck."""

import pytest
from cases import cases

from tabletop_odds import farkle, roo
from tabletop_odds.simulation import Run
from tabletop_odds.sweeps import sweep

POLICIES = [farkle.bank_at(300), farkle.bank_at(500)]
RULES = {"core": farkle.Rules(), "three pairs": farkle.Rules(three_pairs=750)}


@pytest.mark.slow
def test_a_sweep_is_a_loop_by_hand_for_any_number_of_workers():
    frames = [
        sweep(farkle.simulate_turns, {"policy": POLICIES, "rules": RULES}, n=500, seed=3, workers=workers)
        for workers in (1, 3)
    ]
    expected = []
    for policy in POLICIES:
        for name, rules in RULES.items():
            run = farkle.simulate_turns(policy, 500, seed=3, rules=rules)
            for measure in run.measures:
                value = run[measure]
                errors = value.standard_error, value.low, value.high, value.n
                expected.append((policy.name, name, measure, value.value, *errors))
    assert list(frames[0].columns) == ["policy", "rules", "measure", "value", "standard_error", "low", "high", "n"]
    for frame in frames:
        assert list(frame.itertuples(index=False, name=None)) == expected


@pytest.mark.slow
def test_measures_fixed_arguments_and_tables_of_policies():
    tables = [[roo.greedy_racer(), roo.unloader()], [roo.unloader(), roo.greedy_racer()]]
    frame = sweep(roo.simulate_games, {"policies": tables}, n=50, seed=1, measures=["win_1"], rules=roo.Rules())
    assert list(frame.policies) == ["greedy racer; unloader", "unloader; greedy racer"]
    assert list(frame.value) == [roo.simulate_games(table, 50, seed=1)["win_1"].value for table in tables]


@cases(
    ("grid", "other", "said"),
    [
        ({}, {}, "the grid is empty"),
        ({"policy": []}, {}, "grid argument 'policy'"),
        ({"policy": [POLICIES[0], POLICIES[0]]}, {}, "different labels"),
        ({"policy": "bank"}, {}, "not 'bank'"),
        ({"policy": POLICIES}, {"policy": POLICIES[0]}, "name it once"),
        ({"policy": POLICIES}, {"measures": ["points"]}, "one of turn_total, farkle, rolls"),
        ({"policy": POLICIES}, {"measures": "rolls"}, "a list of names"),
        ({"policy": POLICIES, "value": [1]}, {}, "'value' cannot be an argument"),
        ({"n": [1, 2]}, {}, "'n' cannot be an argument"),
        ({"policy": POLICIES}, {"workers": 0}, "workers"),
        ({"policy": POLICIES}, {"farkles": -1}, "at policy = bank at 300, keep most"),
    ],
)
def test_what_is_refused(grid, other, said):
    with pytest.raises(ValueError, match=r"\S") as refused:
        sweep(farkle.simulate_turns, grid, n=10, seed=1, **{"workers": 1} | other)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_any_other_error_names_its_point_too():
    def failing(policy, **given):
        raise OSError(28, "no space left")

    with pytest.raises(OSError, match="no space") as raised:
        sweep(failing, {"policy": POLICIES}, n=10, seed=1, workers=1)
    assert raised.value.__notes__ == ["at policy = bank at 300, keep most"]


def test_ctrl_c_at_a_point_ends_the_sweep():
    def interrupted(policy, n, seed, workers, progress):
        return Run(n // 2, seed, ("x",), 1, ({0: n // 2},), interrupted=True)

    with pytest.raises(KeyboardInterrupt):
        sweep(interrupted, {"policy": POLICIES}, n=10, seed=1, workers=1)
