"""Effective pip counts by eye: cited figures, how far they are from the exact ones, and the last take by them."""

import pytest
from cases import cases

from tabletop_odds.backgammon.positions import every_position
from tabletop_odds.backgammon.thumb_epc import (
    efficient_epc,
    estimated_epc,
    flat_epc,
    last_take_epc,
    n_roll_epc,
    near_n_roll_epc,
    straggler_epc,
    trice,
)

from .test_thumb import cited

RULES = {
    "n-roll": lambda position: n_roll_epc(int(position.split()[0])),
    "near n-roll": near_n_roll_epc,
    "straggler": straggler_epc,
    "efficient": efficient_epc,
    "flat": flat_epc,
}
FAR = {"n-roll": 0.17, "straggler": 0.8, "near n-roll": 0.6, "efficient": 0.3, "flat": 0.1}  # effective pips at most


@cases("row", cited("_epc"))
def test_cited_counts(row):
    found = RULES[row["rule"]](row["position"])
    assert found == pytest.approx(float(row["figure"]))
    assert abs(found - float(row["exact"])) <= FAR[row["rule"]]


@cases("row", cited("_epc"))
def test_the_estimate_takes_the_rule_that_belongs(row):
    counts = tuple(map(int, row["position"].split()))
    assert abs(estimated_epc(counts) - float(row["exact"])) <= 0.8


@cases(
    ("position", "more"),
    [
        ("6 4", 0),
        ("3 4 3", 1),
        ("3 3 2 2", 2),
        ("2 2 4 2", 3),
        ("1 3 3 3", 4),
        ("1 2 3 4", 5),
        ("0 0 0 0 0 10", 5),
        ("2 2 3 2", 0),  # an odd number, 2.56 each
        ("1 3 3 2", 1),
        ("1 2 3 3", 1),  # 2.89
        ("0 3 3 3", 2),
    ],
)
def test_near_n_roll_by_pips_a_checker(position, more):
    men = sum(map(int, position.split()))
    assert near_n_roll_epc(position) == 7 * ((men + 1) // 2) + 1 + more


def test_the_estimate_of_any_home_position_is_more_than_its_pips():
    for counts in every_position(6, 6):
        if any(counts):
            pips = sum(point * count for point, count in enumerate(counts, 1))
            assert estimated_epc(counts) >= max(pips + 4, n_roll_epc(sum(counts)) - 0.5)


def test_published_last_takes():
    """Posts view+1102 and view+1592 at bkgm.com/rgb."""
    assert last_take_epc(50.0, 54.0).take
    assert not last_take_epc(50.0, 54.1).take
    assert last_take_epc(68.5, 75.5).take
    assert not last_take_epc(68.5, 75.6).take
    assert last_take_epc(68.5, 73.5).verdict == "double, take"
    assert last_take_epc(68.5, 74.5).verdict == "redouble, take"
    assert last_take_epc(68.392, 71.363).verdict == "no double"


def test_trice_reads_both_estimates():
    mine, theirs = (0, 0, 0, 3, 5, 7), (15,)
    assert (trice(mine, theirs).mine, trice(mine, theirs).theirs) == (86, 57)
    assert trice(mine, theirs).verdict == "no double"
    assert trice(theirs, mine).verdict == "redouble, pass"


def test_refusals():
    for wrong in ((0, 0), (3, -1), (3, 37)):
        with pytest.raises(ValueError, match="must be at least 1"):
            n_roll_epc(*wrong)
    for position in ([3], [1, 1, 1, 1], [2] * 6):
        with pytest.raises(ValueError, match="must have 1 or 2"):
            straggler_epc(position)
