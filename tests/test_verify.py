"""Verification: the correction by hand, what it catches, and that every game's figures stand."""

import csv
import importlib
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from cases import cases

from tabletop_odds import GAMES, backgammon, sheriff, verify
from tabletop_odds.cli import main
from tabletop_odds.values import Value
from tabletop_odds.verify import Check, beyond_chance, holm, mean, rate


def test_holm_by_hand():
    # sorted 0.005, 0.01, 0.03, 0.04, times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04, the last raised to the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_true_figures_are_called_wrong_as_seldom_as_promised():
    """Of m independent figures that all are right, any is at or below a with chance 1 - (1 - a / m)^m."""
    trials, m, level = 20_000, 20, 0.05
    p_values = np.random.default_rng(1).random((trials, m))
    wrong = sum(min(holm(row)) <= level for row in p_values.tolist())
    expected = 1 - (1 - level / m) ** m
    assert abs(wrong / trials - expected) < 4 * (expected * (1 - expected) / trials) ** 0.5


def test_z_by_hand():
    heads = rate("heads", 0.5, 0.515, 10_000, seed=1)
    assert heads.z == pytest.approx(3)  # sqrt(0.25 / 10,000) is 0.005
    assert heads.p == pytest.approx(0.0026997961)  # the two tails beyond 3 standard deviations
    rolls = mean("rolls", 3, np.array([1, 2, 3, 4], np.uint8), seed=1)
    assert rolls.z == pytest.approx(-0.5 / (5 / 3 / 4) ** 0.5)  # mean 2.5, variance 5/3


def test_without_an_error_only_the_same_number_will_do():
    assert rate("certain", 1, 1.0, 1000, seed=1).z == 0
    assert rate("never", 0, 0.001, 1000, seed=1).p == 0
    assert mean("always 2", 2, np.full(1000, 2), seed=1).z == 0
    always = mean("always 2", 2.001, np.full(1000, 2), seed=1)
    assert (always.z, beyond_chance([always])) == (-np.inf, [True])
    assert verify.rows([("coins", always)])[0]["z"] is None


def test_one_more_wrong_figure_among_many_is_found_alone():
    right = [rate(f"coin {i}", 0.5, 0.5 + 0.001 * (i % 5), 10_000, seed=1) for i in range(50)]
    wrong = rate("bent", 0.5, 0.525, 10_000, seed=1)  # z = 5
    assert beyond_chance([*right, wrong]) == [False] * 50 + [True]
    # 3.5 standard errors are beyond chance alone, but not the largest of 51
    odd = rate("odd", 0.5, 0.5175, 10_000, seed=1)
    assert (beyond_chance([odd]), any(beyond_chance([*right, odd]))) == ([True], False)


def test_bad_checks_are_refused():
    with pytest.raises(ValueError, match=r"'sure'.*exact.*simulated Value is needed"):
        Check("sure", 0.5, Value.exactly(0.5))
    with pytest.raises(ValueError, match=r"'odd'.*1\.5.*0 to 1"):
        rate("odd", 1.5, 0.5, 1000, seed=1)


def test_a_wrong_exact_figure_makes_the_command_fail(monkeypatch, capsys):
    assert main(["verify", "sheriff", "--n", "2,000"]) == 0
    shown = capsys.readouterr().out
    assert "none of 11 figures is beyond chance" in shown
    assert "Holm" in shown
    assert "0.1 %" in shown
    true = sheriff.hand_probability("silk")
    module = importlib.import_module("tabletop_odds.sheriff.verify")
    monkeypatch.setattr(module, "hand_probability", lambda *given: true * 6 / 5)
    assert main(["verify", "sheriff", "--n", "2,000"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "BEYOND CHANCE" in line]
    assert any("silk in a hand" in line for line in lines)
    assert main(["verify", "sheriff", "--n", "2,000", "--format", "json"]) == 1


def test_formats_say_the_same(capsys):
    assert main(["verify", "sheriff", "--n", "1000", "--seed", "3", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert main(["verify", "sheriff", "--n", "1000", "--seed", "3", "--format", "csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [float(line["z"]) for line in lines] == [row["z"] for row in rows]
    first = rows[0]
    assert (first["game"], first["n"], first["seed"], first["beyond_chance"]) == ("sheriff", 1000, 3, False)
    assert first["z"] == pytest.approx((first["simulated"] - first["exact"]) / first["standard_error"])


@cases(
    ("words", "said"),
    [
        (["chess"], "farkle, cant-stop, backgammon, sheriff, roo"),
        (["sheriff", "--n", "999"], "from 1,000 to 10,000,000, not 999"),
        (["--n", "999"], "from 1,000 to 10,000,000, not 999"),
        (["sheriff", "--seed", "-1"], "seed -1"),
        (["sheriff", "--n", "many"], "many"),
        (["sheriff", "--sed", "1"], "unknown argument"),
    ],
)
def test_what_is_mistyped_is_refused(words, said, capsys):
    assert main(["verify", *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_stands_and_could_fall(game):
    checks = importlib.import_module(f"tabletop_odds.{game}.verify").checks(4000, seed=1)
    names = [check.name for check in checks]
    assert len(set(names)) == len(names) >= 6
    assert not any(beyond_chance(checks))
    for i, check in enumerate(checks):  # a figure twice as large would be found among all the others
        assert check.exact > 0
        wrong = replace(check, exact=2 * check.exact) if check.exact > 0.5 else doubled(check)
        assert beyond_chance([*checks[:i], wrong, *checks[i + 1 :]])[i], check


def doubled(check):
    """The check of a figure that is stated twice as large, with the error of that."""
    n, seed = check.simulated.n, check.simulated.seed
    return rate(check.name, 2 * check.exact, check.simulated.value, n, seed)


def test_a_shot_is_rolled_by_the_rules_of_moving():
    """The rolls that hit, counted over all 36: the exact chance, from every distance."""
    hits = importlib.import_module("tabletop_odds.backgammon.verify")._hits
    rolls = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)])
    for blocked in ((), (3, 5), (2, 6), (1, 4, 12)):
        for distance in set(range(1, 25)) - set(blocked):
            assert hits(rolls, distance, blocked).sum() == 36 * backgammon.shot_probability(distance, blocked)


def test_the_finishes_are_won_as_often_by_plays_for_the_fewest_rolls():
    """So that races in which nobody looks at the other side can stand for the best play of both."""
    from tabletop_odds.backgammon.product import product_chance

    for sides in importlib.import_module("tabletop_odds.backgammon.verify").FINISHES:
        alone = product_chance(*(dict(backgammon.rolls_distribution(side).items()) for side in sides))
        assert alone == pytest.approx(backgammon.win_probability(*sides).value, abs=1e-12)
