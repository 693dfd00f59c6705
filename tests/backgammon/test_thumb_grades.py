"""Grades of the rules of thumb, against a small solver of races for two written here: brute force, no table."""

from functools import cache
from itertools import product

import numpy as np
import pandas as pd
import pytest

from tabletop_odds.answers import VALUE_COLUMNS
from tabletop_odds.backgammon.positions import every_position, rank
from tabletop_odds.backgammon.thumb import rules_of_thumb
from tabletop_odds.backgammon.thumb_grades import (
    Equities,
    thumbs_of,
    verdict_cost_map,
    verdict_costs,
    verdict_error_table,
    win_error_map,
    win_error_table,
)
from tabletop_odds.backgammon.thumb_races import every_race, home_counts, random_races, realistic_races

CHECKERS = 2
NONE = (0,) * 6


@cache
def afters(position, dice):
    """Every position that the dice, in this order, lead to."""
    if not dice or position == NONE:
        return {position}
    die, *rest = dice
    last = max(p for p in range(6) if position[p])
    found = set()
    for p in range(6):
        if position[p] and (p >= die or p == die - 1 or p == last):
            moved = list(position)
            moved[p] -= 1
            if p >= die:
                moved[p - die] += 1
            found |= afters(tuple(moved), tuple(rest))
    return found


def plays(position):
    """What each of the 36 rolls leads to."""
    for a, b in product(range(1, 7), repeat=2):
        yield afters(position, (a,) * 4) if a == b else afters(position, (a, b)) | afters(position, (b, a))


@cache
def win(mine, theirs):
    if theirs == NONE:
        return 0.0
    return sum(max(1.0 if x == NONE else 1 - win(theirs, x) for x in found) for found in plays(mine)) / 36


FLIPPED = {"centre": "centre", "mine": "theirs", "theirs": "mine"}


@cache
def no_double(mine, theirs, owner):
    """The roller's equity if he does not double, per unit of the cube."""
    total = 0.0
    for found in plays(mine):
        total += max(1.0 if x == NONE else -best(theirs, x, FLIPPED[owner]) for x in found)
    return total / 36


@cache
def best(mine, theirs, owner):
    if theirs == NONE:
        return -1.0
    hold = no_double(mine, theirs, owner)
    return hold if owner == "theirs" else max(hold, min(1.0, 2 * no_double(mine, theirs, "theirs")))


@pytest.fixture(scope="module")
def races():
    return every_race(CHECKERS)


@pytest.fixture(scope="module")
def pairs():
    positions = list(every_position(6, CHECKERS))[1:]
    return list(product(positions, repeat=2))


@pytest.fixture(scope="module")
def wins(pairs):
    return np.array([win(*pair) for pair in pairs])


@pytest.fixture(scope="module")
def equities(pairs):
    return Equities(
        np.array([no_double(*pair, "centre") for pair in pairs]),
        np.array([no_double(*pair, "mine") for pair in pairs]),
        np.array([2 * no_double(*pair, "theirs") for pair in pairs]),
    )


def test_the_small_solver_has_the_published_figures():
    two = (0, 0, 0, 0, 0, 2)
    assert win(two, two) == pytest.approx(0.754494, abs=1e-6)
    found = [no_double(two, two, owner) for owner in ("mine", "centre", "theirs")]
    assert found == pytest.approx([0.621741, 0.603124, 0.480630], abs=1e-6)


def test_win_errors_pair_by_pair(races, pairs, wins):
    frame = win_error_table(races, wins).set_index("rule")
    for rule in rules_of_thumb():
        thumbs = [rule(*pair) for pair in pairs]
        if thumbs[0].win is None:
            assert thumbs[0].rule not in frame.index
            continue
        errors = [thumb.win - win(*pair) for thumb, pair in zip(thumbs, pairs, strict=True)]
        row = frame.loc[thumbs[0].rule]
        assert row["value"] == pytest.approx(sum(map(abs, errors)) / len(errors))
        assert row["bias"] == pytest.approx(sum(errors) / len(errors))
        assert row["rms"] == pytest.approx((sum(error * error for error in errors) / len(errors)) ** 0.5)
        assert row["largest"] == pytest.approx(max(map(abs, errors)))
        assert pd.isna(row["n"])
        assert row["standard_error"] == 0


def test_verdict_errors_pair_by_pair(races, pairs, equities):
    frame = verdict_error_table(races, equities).set_index(["rule", "decision"])
    for rule in rules_of_thumb():
        costs = {"double": [], "redouble": [], "take": []}
        for pair in pairs:
            thumb = rule(*pair)
            taken = 2 * no_double(*pair, "theirs")
            doubled = min(taken, 1.0)
            for decision, hold in (("double", no_double(*pair, "centre")), ("redouble", no_double(*pair, "mine"))):
                said = getattr(thumb, decision)
                costs[decision].append(0 if said is None else max(doubled, hold) - (doubled if said else hold))
            if doubled > no_double(*pair, "centre"):
                costs["take"].append(max(0.0, taken - 1 if thumb.take else 1 - taken))
        for decision, found in costs.items():
            if getattr(thumb, decision) is None:
                assert (thumb.rule, decision) not in frame.index
                continue
            row = frame.loc[(thumb.rule, decision)]
            assert row["value"] == pytest.approx(sum(cost > 1e-4 for cost in found) / len(found))
            assert row["lost"] == pytest.approx(sum(found) / len(found))
            assert row["largest"] == pytest.approx(max(found))
            assert 0 <= row["too_many"] <= row["value"]


def test_exact_verdicts_cost_nothing(races, equities):
    """A rule that reads the table is never wrong; one that says the opposite always."""
    doubled = np.minimum(equities.double_take, 1)
    keith = next(thumb for thumb in thumbs_of(races) if thumb.rule == "Keith")
    right = {
        "double": doubled > equities.centred,
        "redouble": doubled > equities.owned,
        "take": equities.double_take <= 1,
    }
    for sign in (False, True):
        thumb = type(keith)("read", keith.mine, keith.theirs, None, *(x ^ sign for x in right.values()))
        costs = {decision: cost for decision, _, cost in verdict_costs(thumb, equities)}
        gaps = abs(doubled - equities.centred)
        np.testing.assert_allclose(costs["double"], gaps * sign, atol=1e-12)
        asked = right["double"]
        np.testing.assert_allclose(costs["take"], abs(equities.double_take[asked] - 1) * sign, atol=1e-12)


def test_samples_carry_errors_and_agree_with_all_pairs(races, wins, equities):
    whole = win_error_table(races, wins).set_index("rule")["value"]
    sample = random_races(CHECKERS, 2000, seed=1)
    place = (sample.mine - 1) * (len(home_counts(CHECKERS)) - 1) + sample.theirs - 1
    frame = win_error_table(sample, wins[place])
    assert tuple(frame.columns) == ("population", "rule", *VALUE_COLUMNS, "bias", "bias_error", "rms", "largest")
    assert set(frame["n"]) == {2000}
    for row in frame.to_dict("records"):
        assert abs(row["value"] - whole[row["rule"]]) < 4 * row["standard_error"]
    exact = Equities(*(x[place] for x in equities))
    verdicts = verdict_error_table(sample, exact)
    assert {"lost_error", "largest"} < set(verdicts.columns)
    assert (verdicts["low"] <= verdicts["value"]).all()


def test_exact_effective_pips_are_one_more_rule(races, equities):
    rolls = np.arange(len(home_counts(CHECKERS)), dtype=float)
    assert thumbs_of(races, rolls)[-1].rule == "EPC, exact"
    assert set(verdict_error_table(races, equities, rolls)["rule"]) > {"EPC", "EPC, exact"}
    with pytest.raises(ValueError, match="one a position"):
        thumbs_of(races, rolls[1:])


def test_maps_average_over_pips_and_lead(races, pairs, wins, equities):
    frame = win_error_map(races, wins, "Kleinman")
    assert frame["races"].sum() == len(pairs)
    total = (frame["value"] * frame["races"]).sum() / len(pairs)
    assert total == pytest.approx(win_error_table(races, wins).set_index("rule")["bias"]["Kleinman"])
    costs = verdict_cost_map(races, equities, "Keith")
    lost = verdict_error_table(races, equities).set_index(["rule", "decision"])["lost"]["Keith", "double"]
    assert (costs["value"] * costs["races"]).sum() / len(pairs) == pytest.approx(lost)
    for call, named in (
        (lambda: win_error_map(races, wins, "Keith"), "chance to win"),
        (lambda: win_error_map(races, wins, "Robertie"), "one of Kleinman"),
        (lambda: verdict_cost_map(races, equities, "Nack 57"), "when to double"),
    ):
        with pytest.raises(ValueError, match=named):
            call()


def test_races_are_numbered_as_positions_are():
    sample = random_races(3, 200, seed=2)
    counts = home_counts(3)
    for mine, theirs in zip(sample.mine, sample.theirs, strict=True):
        assert rank(tuple(counts[mine]), 3) == mine
        assert 1 <= counts[theirs].sum() <= 3
    sides = sample.sides()
    assert (sides[0].pips == counts[sample.mine] @ np.arange(1, 7)).all()
    some = sample.only(sides[0].pips > 9, "long")
    assert (some.population, some.seed, len(some.mine)) == ("long", 2, (sides[0].pips > 9).sum())
    assert (some.sides()[0].pips > 9).all()
    assert (sample.pairs == sample.mine * len(counts) + sample.theirs).all()


@pytest.mark.slow
def test_realistic_races_are_met():
    few, again = (realistic_races(6, 4000, seed=3) for _ in range(2))
    np.testing.assert_array_equal(few.pairs, again.pairs)
    counts = home_counts(6)
    for numbers in (few.mine, few.theirs):
        assert len(numbers) == 4000
        assert counts[numbers].sum(axis=1).min() >= 1
    # a stack of three or more on the 6 point is met more rarely than drawn
    drawn = random_races(6, 4000, seed=3)
    stacked = [(counts[races.mine][:, 5] >= 3).mean() for races in (few, drawn)]
    assert stacked[0] < stacked[1] / 2
    # all fifteen left at once: no side has yet borne off more than the other could
    assert realistic_races(15, 4000, seed=3).sides()[0].checkers.max() == 15
