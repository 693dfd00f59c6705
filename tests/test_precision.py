"""As precise as requested: where a run stops, and what it says of that."""

import numpy as np
import pytest
from test_simulation import dice_and_wins, interrupted_at

import tabletop_odds
from tabletop_odds import simulation
from tabletop_odds.cli import main
from tabletop_odds.precision import Precision


def run(play=dice_and_wins, **options):
    options = {"seed": 1, "measures": ("points", "six"), "progress": False} | options
    return simulation.run(play, **options)


def test_a_run_stops_at_the_first_look_that_meets_the_precision():
    """The points of a die have standard deviation 85.4: error 0.854 at 10,000 games, 0.427 at 40,000."""
    answers = [
        run(until=Precision(0.5), chunk=chunk, workers=workers) for chunk, workers in ((7000, 1), (1717, 2), (None, 4))
    ]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0].n, answers[0].reached) == (40_000, True)
    assert answers[0].histograms == run(n=40_000).histograms
    assert 0.42 < answers[0]["points"].standard_error < 0.435
    error = f"{answers[0]['points'].standard_error:.3g}"
    assert str(answers[0]).endswith(f"precision: points +- 0.5 requested, +- {error} reached at n = 40,000")
    assert run(n=10_000).reached is None


def test_a_run_that_ends_before_says_so():
    short, early = (run(until=Precision(error, at_most=15_000)) for error in (0.5, 0.9))
    assert (early.n, early.reached) == (10_000, True)
    assert (short.n, short.reached) == (15_000, False)
    error = f"{short['points'].standard_error:.3g}"
    told = f"precision: points +- 0.5 requested, not reached: +- {error} at the most of n = 15,000"
    assert repr(short).endswith(told)
    answer = run(interrupted_at(1234), chunk=100, workers=1, until=Precision(0.01))
    assert (answer.n, answer.reached) == (1200, False)
    assert str(answer).endswith("when interrupted at n = 1,200\ninterrupted")


def test_equal_results_so_far_do_not_count_as_precision():
    def rare(seed, start, stop):
        return (np.arange(start, stop) == 15_000).astype(int).reshape(-1, 1)

    assert run(rare, measures=["rare"], until=Precision(0.1, 30_000)).n == 20_000
    at_most = run(rare, measures=["rare"], until=Precision(0.1, 5_000))
    assert (at_most.n, at_most.reached) == (5_000, False)


@pytest.mark.parametrize("error", [0, -1, float("nan"), float("inf"), "0.5", None, True])
def test_a_precision_is_a_number_above_0(error):
    with pytest.raises(ValueError, match="standard_error must be a number above 0, not"):
        tabletop_odds.Precision(error)


@pytest.mark.parametrize("at_most", [0, 10**12 + 1, 1e6])
def test_at_most_is_a_number_of_games(at_most):
    with pytest.raises(ValueError, match=r"at_most must be a whole number from 1 to 1,000,000,000,000, not"):
        Precision(1, at_most)


def test_the_command_line_says_what_was_requested_and_reached(capsys):
    command = ["roo", "simulate", "greedy"]
    assert main([*command, "--until", "0.01"]) == 0
    assert "requested" in capsys.readouterr().out
    assert main([*command, "--until", "0.0001", "--at-most", "500"]) == 0
    assert "not reached: +- " in capsys.readouterr().out
    for words, said in [
        (["--until", "0.01", "--games", "5"], "give one"),
        (["--at-most", "5"], "it goes with --until"),
        (["--until", "0"], "standard_error must be a number above 0, not 0.0"),
        (["--until", "0.1", "--at-most", "0"], "at_most must be"),
        (["--until", "small"], "invalid float value: 'small'"),
    ]:
        assert main([*command, *words]) == 2
        out, error = capsys.readouterr()
        assert out == ""
        assert said in error.splitlines()[-1]
