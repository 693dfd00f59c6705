"""Less luck in the same games: unbiased, with an honest error, and the same answer however the games were split."""

import random

import numpy as np
import pytest
from chi_square import fits
from test_simulation import words

from tabletop_odds import simulation
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import Control, Strata, exact_dot, strata_of

STRATA = 36
EFFECT = np.arange(STRATA) ** 2 % 23  # what a first roll brings, in no order
SEEDS = 200


def lucky(seed, start, stop):
    """Two results and, in the last column, twice a die: the first result rises with it, the second does not."""
    die, other, noise = ((words(seed, start, stop, k) % np.uint64(6)).astype(np.int64) + 1 for k in range(3))
    return np.stack([2 * die * die - 3 * noise, other, 2 * die], axis=1)


def by_first_roll(seed, start, stop):
    """A result of different mean and spread by stratum, and one that knows no strata."""
    roll = strata_of(seed, start, stop, STRATA)
    noise = (words(seed, start, stop) % np.uint64(10)).astype(np.int64)
    return np.stack([EFFECT[roll] - noise * (1 + roll % 3), noise], axis=1)


WAYS = {
    "control": (lucky, Control(7), (2 * 91 / 6 - 3 * 3.5, 3.5)),
    "strata": (by_first_roll, Strata(STRATA), (EFFECT.mean() - 2 * 4.5, 4.5)),
}


def run(play, reduction, n=1000, seed=1, **options):
    given = {"measures": ["points", "other"], "reduction": reduction, "progress": False, "workers": 1}
    return simulation.run(play, n, seed=seed, **given | options)


def honest(values, exact):
    """Whether z-scores are as of a normal distribution: mean, spread, share beyond 1.96, each within 4 errors."""
    z = np.array([(value.value - exact) / value.standard_error for value in values])
    errors = abs(z.mean()) * len(z) ** 0.5, abs(z.var() - 1) / (2 / len(z)) ** 0.5
    beyond = abs((abs(z) > 1.96).mean() - 0.05) / (0.05 * 0.95 / len(z)) ** 0.5
    return max(*errors, beyond) < 4


@pytest.mark.slow
@pytest.mark.parametrize("n", [250, 360])  # the last block of 36 broken off, and whole
@pytest.mark.parametrize("way", WAYS)
def test_the_mean_is_unbiased_and_the_error_honest(way, n):
    play, reduction, exact = WAYS[way]
    runs = [run(play, reduction, n, seed) for seed in range(SEEDS)]
    assert honest([found["points"] for found in runs], exact[0])
    assert honest([found["other"] for found in runs], exact[1])
    assert np.mean([found.gain("points") for found in runs]) > 1.5
    assert np.mean([found.gain("other") for found in runs]) == pytest.approx(1, abs=0.05)


def test_the_estimate_with_a_control_is_that_of_the_regression():
    """The line through x and c by numpy, read at the known mean of c, with the textbook's error there."""
    x, _, c = lucky(1, 0, 1000).T.astype(float)
    design = np.stack([np.ones(1000), c - 7], axis=1)
    line, rest, _, _ = np.linalg.lstsq(design, x)
    value = run(lucky, Control(7), scale=2)["points"]
    assert value.value == pytest.approx(line[0] / 2, rel=1e-12)
    variance = rest[0] / 998 * np.linalg.inv(design.T @ design)[0, 0]
    assert value.standard_error == pytest.approx(variance**0.5 / 2, rel=1e-9)
    assert (value.n, value.seed) == (1000, 1)


def test_the_estimate_by_strata_is_the_mean_of_their_means():
    value = run(by_first_roll, Strata(STRATA))["points"]
    x, where = by_first_roll(1, 0, 1000)[:, 0], strata_of(1, 0, 1000, STRATA)
    parts = [x[where == k] for k in range(STRATA)]
    assert value.value == pytest.approx(np.mean([part.mean() for part in parts]), rel=1e-12)
    variance = sum(part.var(ddof=1) / len(part) for part in parts) / STRATA**2
    assert value.standard_error == pytest.approx(variance**0.5, rel=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_the_answer_does_not_depend_on_workers_or_chunks(way):
    play, reduction, _ = WAYS[way]
    whole = run(play, reduction, 2500, chunk=2500)
    assert whole == run(play, reduction, 2500, chunk=7, workers=2) == run(play, reduction, 2500)
    assert [sum(h.values()) for h in whole.histograms] == [2500] * 2
    plain = simulation.run(lambda *games: play(*games)[:, :2], 2500, seed=1, measures=["points", "other"])
    assert whole.histograms == plain.histograms
    assert (plain.gain("points"), plain.reduction) == (1.0, None)
    gain = (plain["points"].standard_error / whole["points"].standard_error) ** 2
    assert whole.gain("points") == pytest.approx(gain)
    assert f": points as good as with {gain:.3g} times as many games" in str(whole)


@pytest.mark.parametrize("way", WAYS)
def test_a_checkpoint_keeps_it_and_a_precision_is_reached_sooner(way, tmp_path):
    play, reduction, _ = WAYS[way]
    path, aim = tmp_path / "run", Precision(0.075)
    plain = simulation.run(lambda *games: play(*games)[:, :1], seed=1, measures=["points"], until=aim)
    answer = run(play, reduction, None, until=aim)
    assert answer.reached
    assert answer.n < plain.n
    run(play, reduction, 3000, checkpoint=path, chunk=500)
    assert run(play, reduction, None, until=aim, checkpoint=path) == answer
    other = Strata(35) if way == "strata" else Control(8)
    with pytest.raises(ValueError, match="kind run"):
        run(play, other, 3000, checkpoint=path)


def test_too_few_games_have_the_plain_error():
    few = run(by_first_roll, Strata(STRATA), 50)["points"]
    plain = simulation.run(by_first_roll, 50, seed=1, measures=["points", "other"])["points"]
    assert few.value == pytest.approx(plain.value)
    assert few.standard_error == pytest.approx(plain.standard_error)
    assert run(lucky, Control(7), 1)["points"].standard_error == float("inf")
    constant = run(lambda *games: lucky(*games) * [1, 1, 0], Control())["points"]
    assert constant.value == pytest.approx(lucky(1, 0, 1000)[:, 0].mean())


def test_every_block_has_every_stratum_in_an_order_of_its_own():
    strata = strata_of(3, 0, 36_000, STRATA)
    assert (np.sort(strata.reshape(-1, STRATA)) == np.arange(STRATA)).all()
    assert (strata_of(3, 77, 12_345, STRATA) == strata[77:12_345]).all()
    even = dict.fromkeys(range(STRATA), 1 / STRATA)
    for place in (0, 1, 35):
        assert fits(strata[place::STRATA].tolist(), even) > 1e-3
    assert fits([int(strata_of(seed, 5, 6, STRATA)[0]) for seed in range(2000)], even) > 1e-3


def test_sums_of_products_never_overflow():
    luck = random.Random(1)
    for bits in (3, 31, 40, 62):
        a, b = ([luck.randint(-(2**bits), 2**bits) for _ in range(500)] for _ in range(2))
        assert exact_dot(np.array(a), np.array(b)) == sum(x * y for x, y in zip(a, b, strict=True))
    least = np.array([-(2**63), 2**63 - 1])
    assert exact_dot(least, least) == 2**126 + (2**63 - 1) ** 2


@pytest.mark.parametrize("count", [1, 0, 10_001, 2.5])
def test_a_number_of_strata_is_in_range(count):
    with pytest.raises(ValueError, match="count must be a whole number from 2 to 10,000"):
        Strata(count)
