"""Kleinman, and the rules that ask for lead and length alone: cited figures and every edge."""

from math import ceil, erf, floor, sqrt

import pytest
from cases import cases

from tabletop_odds.backgammon.thumb_lengths import eight_nine_twelve, last_take_62, nack_57, rule_62, ten_percent
from tabletop_odds.backgammon.thumb_types import side_of
from tabletop_odds.backgammon.thumb_wins import kleinman, kleinman_metric, percentage

from .test_thumb import cited, digits

LENGTHS = {"Rule 62": rule_62, "Nack 57": nack_57}


def of(pips):
    """A side of which only the pips matter."""
    return side_of((0, 0, 0, 0, 0, 1))._replace(pips=pips)


@cases("row", cited("_kleinman"))
def test_cited_kleinman(row):
    sides = of(int(row["mine"])), of(int(row["theirs"]))
    found = kleinman_metric(*sides) if row["what"] == "K" else kleinman(*sides).win
    assert round(found, digits(row["figure"])) == pytest.approx(float(row["figure"]))


@cases(
    ("k", "share"),
    [(0.5, 69), (0.7, 72), (1.0, 76), (1.2, 78), (1.4, 80), (2.0, 84), (1.8, 83), (1.3, 79), (0.9, 75), (0.55, 70)],
)
def test_printed_shares_by_k(k, share):
    """Two tables, of a post of 2001-02-22 and of Snowie's help: a race with such a K is found and asked."""
    lead = next(lead for lead in range(1, 999) if (lead * lead / k) % 1 < 1e-9 and (lead * lead / k - lead) % 2 == 0)
    total = round(lead * lead / k) + 4
    mine, theirs = of((total - lead + 4) // 2), of((total + lead - 4) // 2)
    assert kleinman_metric(mine, theirs) == pytest.approx(k)
    assert round(100 * kleinman(mine, theirs).win) == share


def test_kleinman_is_the_error_function_of_the_text():
    for mine in (1, 3, 20, 77, 110):
        for theirs in (1, 2, 19, 77, 120):
            spread = max(mine + theirs - 4, 1)
            expected = 0.5 * (1 + erf((theirs - mine + 4) / (2 * sqrt(spread))))
            assert kleinman(of(mine), of(theirs)).win == pytest.approx(expected)


@cases(
    ("mine", "theirs", "verdict"),
    [
        (65, 69, "no double"),  # K = 64 / 130
        (64, 68, "double, take"),  # 64 / 128
        (138, 148, "double, take"),  # 196 / 282
        (137, 147, "redouble, take"),  # 196 / 280 = 0.7
        (16, 18, "redouble, take"),  # 36 / 30 = 1.2
        (15, 17, "redouble, pass"),
        (60, 50, "no double"),  # behind by more than 4: K is large and means nothing
        (50, 46, "no double"),  # K = 0
    ],
)
def test_edges_of_kleinman(mine, theirs, verdict):
    thumb = kleinman(of(mine), of(theirs))
    assert thumb.verdict == verdict
    assert thumb.take == (not verdict.endswith("pass"))


def verdicts(rule, pips):
    """The verdicts by the other's pips."""
    return {theirs: rule(of(pips), of(theirs)) for theirs in range(max(1, pips - 40), pips + 60)}


@cases("row", cited("_lengths"))
def test_cited_lengths(row):
    found = verdicts(LENGTHS[row["rule"]], int(row["pips"]))
    if row["what"] == "last take":
        assert max(theirs for theirs, thumb in found.items() if thumb.take) == int(row["figure"])
    else:
        what = row["what"].split()[0]
        assert min(theirs for theirs, thumb in found.items() if getattr(thumb, what)) == int(row["figure"])


def test_rule_62_at_every_length():
    for pips in range(1, 151):
        expected = floor((pips - 5) / 7) if pips <= 62 else ceil(pips / 10) + 1
        assert last_take_62(pips) == expected
        found = verdicts(rule_62, pips)
        for theirs, thumb in found.items():
            lead = theirs - pips
            assert (thumb.take, thumb.redouble, thumb.double) == (
                lead <= expected,
                lead >= expected - 2,
                lead >= expected - 3,
            )


def test_nack_57_at_every_length():
    for pips in range(1, 151):
        expected = round(sqrt(2 * (pips - 33))) if pips >= 57 else last_take_62(pips)
        for theirs, thumb in verdicts(nack_57, pips).items():
            assert thumb.take == (theirs - pips <= expected)
            assert thumb.double is None


def test_nack_57_departs_from_rule_62_at_these_lengths():
    def last(rule, pips):
        return max(theirs for theirs, thumb in verdicts(rule, pips).items() if thumb.take)

    apart = [pips for pips in range(57, 125) if last(nack_57, pips) != last(rule_62, pips)]
    assert apart == [61, 70, 79, 80, 89, 90, 100, 111, 121, 122, 123, 124]


@cases(
    ("rule", "mine", "theirs", "verdict"),
    [
        (eight_nine_twelve, 100, 107, "no double"),
        (eight_nine_twelve, 100, 108, "double, take"),
        (eight_nine_twelve, 100, 109, "redouble, take"),
        (eight_nine_twelve, 100, 112, "redouble, take"),
        (eight_nine_twelve, 100, 113, "redouble, pass"),
        (eight_nine_twelve, 75, 81, "double, take"),
        (eight_nine_twelve, 75, 84, "redouble, take"),
        (eight_nine_twelve, 75, 85, "redouble, pass"),
        (ten_percent, 110, 118, "no double"),
        (ten_percent, 110, 119, "double, take"),  # 121 v 119
        (ten_percent, 110, 120, "redouble, take"),
        (ten_percent, 110, 123, "redouble, take"),
        (ten_percent, 110, 124, "redouble, pass"),
    ],
)
def test_edges(rule, mine, theirs, verdict):
    assert rule(of(mine), of(theirs)).verdict == verdict


def test_the_percentage_method_stays_a_probability():
    assert percentage(of(100), of(110)).win == pytest.approx(0.74)
    assert percentage(of(10), of(100)).win == 1
    assert percentage(of(100), of(1)).win == 0
