"""The rules of thumb that count: cited figures, the rules read once more checker by checker, and their edges."""

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.backgammon import thumb_types
from tabletop_odds.backgammon.thumb import rules_of_thumb, thumb_table
from tabletop_odds.backgammon.thumb_counts import isight, isight_counts, keith, keith_count, thorp, thorp_count, ward
from tabletop_odds.backgammon.thumb_types import Side, Thumb, side_of

PUBLISHED = Path(__file__).resolve().parent.parent / "published"
ANSWERS = ("mine", "theirs", "win", "double", "redouble", "take")
RULES = {rule([1], [1]).rule: rule for rule in rules_of_thumb()}


def cited(name):
    with open(PUBLISHED / f"backgammon_thumb{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def digits(figure):
    return len(figure.partition(".")[2])


@st.composite
def races(draw):
    """Two positions without contact, as 24 counts each."""
    split = draw(st.integers(1, 23))
    sides = []
    for last in (split, 24 - split):
        points = draw(st.lists(st.integers(1, last), min_size=1, max_size=15))
        sides.append(tuple(points.count(point) for point in range(1, 25)))
    return tuple(sides)


@cases("row", cited(""))
def test_cited_figures(row):
    mine, theirs, what = row["mine"], row["theirs"], row["what"]
    if row["rule"] == "Isight" and what == "mine":  # also of positions that are no race
        found = isight_counts(mine, theirs)[0]
    else:
        thumb = RULES[row["rule"]](mine, theirs)
        found = 100 * thumb.win if what == "win %" else getattr(thumb, what)
    if what == "verdict":
        assert found == row["figure"]
    else:
        assert round(found, digits(row["figure"])) == pytest.approx(float(row["figure"]), abs=1e-9)


def checkers(counts):
    """The point of every checker."""
    return [point for point, count in enumerate(counts, 1) for _ in range(count)]


def by_hand(mine, theirs):
    """The four counts again, from the texts: checkers one by one, and fractions."""
    a, b = checkers(mine), checkers(theirs)

    def robertie(x):
        return sum(x) + 2 * len(x) + x.count(1) - len({p for p in x if p <= 6})

    r, n = Fraction(robertie(a)), robertie(b)
    r = r * Fraction(11, 10) if r > 30 else r
    yield "Thorp", (r, n, n - r >= -2, n - r >= -1, n - r <= 2)

    def tom_keith(x):
        extra = [max(x.count(p) - free, 0) for p, free in ((1, 1), (1, 1), (2, 1), (3, 3))]
        return sum(x) + sum(extra) + len({4, 5, 6} - set(x))

    k, t = tom_keith(a), tom_keith(b)
    k = Fraction(8 * k, 7).__floor__()
    yield "Keith", (k, t, k - t <= 4, k - t <= 3, k - t >= 2)

    def reichert(x, y):
        extra = [max(x.count(p) - free, 0) for p, free in ((1, 2), (1, 2), (2, 2), (3, 3))]
        crossings = [sum((p > 6) + (p > 12) + (p > 18) for p in z) for z in (x, y)]
        more = max(len(x) - len(y), 0) + max(crossings[0] - crossings[1], 0)
        return sum(x) + sum(extra) + more + len({p for p in (4, 5, 6) if p in y and p not in x})

    left, right = reichert(a, b), reichert(b, a)
    chance = 80 - Fraction(left, 3) + 2 * (right - left)
    yield "Isight", (left, right, chance >= 68, chance >= 70, chance <= 76)

    def jeff_ward(x, y):
        extra = sum(max(x.count(p) - 2, 0) for p in (1, 1, 2))
        held, outside = ([len({p for p in z if p <= 6}), sum(p > 6 for p in z)] for z in (x, y))
        count = sum(x) + extra + 2 * max(len(x) - len(y), 0)
        return count - max(held[0] - outside[0], 0) + Fraction(max(held[1] - outside[1], 0), 2)

    x, o = jeff_ward(a, b) * Fraction(11, 10), jeff_ward(b, a)
    mean = Fraction(sum(a) + sum(b), 2)
    c = 2 if mean <= 50 else 4 if mean >= 100 else 2 + (mean - 50) / 25
    yield "Ward", (x, o, x <= o + 2, x <= o + 1, o <= x + c)


@given(races())
def test_the_counts_are_those_of_the_texts(race):
    for name, expected in by_hand(*race):
        thumb = RULES[name](*race)
        assert (thumb.mine, thumb.theirs) == pytest.approx(tuple(map(float, expected[:2])))
        assert (thumb.double, thumb.redouble, thumb.take) == expected[2:], name


@settings(max_examples=25)
@given(st.lists(races(), min_size=1, max_size=10))
def test_arrays_are_answered_as_numbers_are(many):
    mine, theirs = (side_of(list(np.array(side).T)) for side in zip(*many, strict=True))
    for rule in rules_of_thumb():
        whole = rule(mine, theirs)
        for at, race in enumerate(many):
            one = rule(*race)
            for name in ANSWERS:
                single, array = getattr(one, name), getattr(whole, name)
                assert (single is None) == (array is None)
                if single is not None:
                    assert array[at] == pytest.approx(single, abs=1e-12), (rule, name)


@given(races())
def test_a_pass_is_a_redouble_and_a_redouble_a_double(race):
    for rule in rules_of_thumb():
        thumb = rule(*race)
        if thumb.double is not None:
            assert isinstance(thumb.double, bool)
            assert thumb.redouble <= thumb.double
            assert (not thumb.take) <= thumb.redouble
        assert thumb.win is None or 0 <= thumb.win <= 1


def padded(count, of):
    """A side whose count is this: fifteen on the 6 point, with other pips."""
    side = side_of((0, 0, 0, 0, 0, 15))
    return side._replace(pips=side.pips + count - of(side))


@cases(
    ("roller", "other", "verdict"),
    [
        (30, 27, "no double"),
        (30, 28, "double, take"),  # 30 is not over 30
        (30, 29, "redouble, take"),
        (30, 32, "redouble, take"),
        (30, 33, "redouble, pass"),
        (110, 118, "no double"),
        (110, 119, "double, take"),  # 121: in floats 1.1 times 110 is more
        (110, 120, "redouble, take"),
        (110, 123, "redouble, take"),  # +2 is a take
        (110, 124, "redouble, pass"),
        (31, 32, "no double"),  # 34.1
        (31, 33, "double, take"),
    ],
)
def test_edges_of_thorp(roller, other, verdict):
    assert thorp(padded(roller, thorp_count), padded(other, thorp_count)).verdict == verdict


@cases(
    ("roller", "other", "verdict"),
    [
        (76, 81, "no double"),  # 76 + 10
        (76, 82, "double, take"),
        (76, 83, "redouble, take"),
        (76, 84, "redouble, take"),  # 2 more is a take
        (76, 85, "redouble, pass"),
        (77, 85, "redouble, take"),  # 88
    ],
)
def test_edges_of_keith(roller, other, verdict):
    assert keith(padded(roller, keith_count), padded(other, keith_count)).verdict == verdict


@cases(
    ("roller", "other", "verdict"),
    [
        (90, 98, "no double"),  # P = 66
        (90, 99, "double, take"),  # 68
        (90, 100, "redouble, take"),  # 70
        (90, 103, "redouble, take"),  # 76
        (90, 104, "redouble, pass"),
        (91, 104, "redouble, take"),  # 75.67
        (89, 103, "redouble, pass"),  # 78.33
    ],
)
def test_edges_of_isight(roller, other, verdict):
    sides = (side_of((0, 0, 0, 0, 0, 15))._replace(pips=pips) for pips in (roller, other))
    assert isight(*sides).verdict == verdict


@cases(
    ("roller", "other", "verdict"),
    [
        (100, 107, "no double"),  # 110 v 107
        (100, 108, "double, take"),
        (100, 109, "redouble, take"),
        (100, 114, "redouble, take"),  # c = 4
        (100, 115, "redouble, pass"),
        (70, 80, "redouble, take"),  # c = 3
        (70, 81, "redouble, pass"),
        (40, 46, "redouble, take"),  # c = 2
        (40, 47, "redouble, pass"),
    ],
)
def test_edges_of_ward(roller, other, verdict):
    sides = (side_of((0, 0, 0, 0, 0, 15))._replace(pips=pips) for pips in (roller, other))
    assert ward(*sides).verdict == verdict


def test_the_table_has_every_rule():
    frame = thumb_table("0 0 0 3 5 7", "0 0 0 1 6 8")
    assert list(frame["rule"]) == list(RULES)
    assert list(frame.columns) == ["rule", "mine", "theirs", "win", "verdict"]
    assert set(frame["verdict"]) <= {"", "no double", "if doubled, take", "double, take"}
    even = thumb_table([0, 0, 0, 3, 5, 7], [0, 0, 0, 3, 5, 7])
    assert {row.rule for row in even.itertuples() if row.verdict == "if doubled, take"} == {"Nack 57"}


def test_a_verdict_in_words():
    assert Thumb("x", 1, 1).verdict == ""
    assert Thumb("x", 1, 1, take=False).verdict == "if doubled, pass"
    assert str(Thumb("x", 1.5, 2, 0.25, True, False, True)) == "x: 1.5 v 2, wins 25.0 %, double, take"


@cases(
    ("mine", "theirs", "named"),
    [
        ([0] * 6, [1], "0 checkers"),
        ([1], [], "0 checkers"),
        ([0] * 23 + [1], [1], "on 24"),
        ([0] * 24 + [1], [1], "on 25"),
        ([0] * 12 + [1], [0] * 11 + [1], "on 13"),
        ([16], [1], "16 checkers"),
    ],
)
def test_what_is_no_race_is_refused(mine, theirs, named):
    for rule in rules_of_thumb():
        with pytest.raises(ValueError, match=named) as caught:
            rule(mine, theirs)
        assert "\n" not in str(caught.value)


def test_the_last_point_without_contact_is_taken():
    assert RULES["Keith"]([0] * 11 + [1], [0] * 11 + [1]).mine == 12 + 3 + 2
    assert thumb_types.as_side([0] * 24 + [1]) == Side(25, 1, (0, 0, 0, 0, 0, 0), 4)
