"""Two sides bearing off against cited figures, in `tests/published/backgammon_two_sided.csv` and gnubg's database."""

from fractions import Fraction
from functools import cache

import oracles
import pytest

from tabletop_odds.backgammon.big_table import kept_table
from tabletop_odds.backgammon.cube_equities import cube
from tabletop_odds.backgammon.home_plays import ROLLS, home_plays, is_small
from tabletop_odds.backgammon.positions import as_counts
from tabletop_odds.backgammon.product import MEASURED
from tabletop_odds.backgammon.two_sided import by_product, race_value

EQUITIES = ("cubeless", "owned", "centred", "opponent", "double_take")
GNUBG = 1.5e-4  # it keeps 16 bits of an equity
ROUNDING = 3e-5  # of a table of chances


def rows(*names):
    found = oracles.published("backgammon_two_sided.csv")
    found = [row for row in found if row["what"] in names]
    return [(row, *map(as_counts, row["argument"].split("/"))) for row in found]


def figure(row):
    return float(Fraction(row["figure"])), 0.5 * 10.0 ** -int(row["digits"]) if row["digits"] else 1e-12


def test_small_pairs_are_exact():
    small = [found for found in rows("win_probability") if is_small(*found[1:])]
    assert len(small) == 7
    for row, mine, theirs in small:
        answer = race_value(mine, theirs)
        cited, digits = figure(row)
        assert answer.method == "exact, by recursion"
        assert float(answer.value) == pytest.approx(cited, abs=digits)


@pytest.mark.slow
def test_six_checkers_on_six_come_from_the_table_of_ten():
    ((row, mine, theirs),) = [found for found in rows("win_probability") if found[1] == found[2] == (0, 0, 0, 0, 0, 6)]
    answer = race_value(mine, theirs)
    assert answer.method == "exact, table of 10 v 10 checkers"
    assert answer.value.exact
    assert float(answer.value) == pytest.approx(float(row["figure"]), abs=ROUNDING)
    before = kept_table(mine, theirs)
    assert kept_table(mine, theirs) is before  # a query is a look-up


@pytest.mark.slow
def test_the_product_is_the_cited_one_and_as_far_off_as_it_says():
    for row, mine, theirs in rows("product"):
        cited, digits = figure(row)
        assert float(by_product(mine, theirs).value) == pytest.approx(cited, abs=digits)
    large = [found for found in rows("win_probability") if max(sum(found[1]), sum(found[2])) > 10 and not found[1][0]]
    assert len(large) == 4
    for row, mine, theirs in large:
        answer = race_value(mine, theirs)
        assert answer.method.startswith("product of both sides' rolls distributions")
        assert not answer.value.exact
        assert answer.value.standard_error == pytest.approx(MEASURED.root_mean_square)
        assert abs(float(answer.value) - float(row["figure"])) < MEASURED.most


def test_the_last_roll_of_stacks_of_aces():
    @cache
    def last_is_double(mine, theirs):
        chance = 0.0
        for roll, weight in ROLLS:
            (after,) = home_plays(mine, roll)
            double = roll[0] == roll[1]
            chance += weight / 36 * (last_is_double(theirs, after) if any(after) else double)
        return chance

    ((row, mine, theirs),) = rows("last_roll_double")
    cited, digits = figure(row)
    assert last_is_double(mine, theirs) == pytest.approx(cited, abs=digits)


@pytest.mark.slow
def test_the_cube_has_the_cited_equities_and_actions():
    for row, mine, theirs in rows(*EQUITIES):
        cited, digits = figure(row)
        answer = getattr(cube(mine, theirs), row["what"])
        assert answer.exact
        assert answer.value == pytest.approx(cited, abs=digits + 5e-7)  # 32 bits a number
    for row, mine, theirs in rows("action"):
        assert cube(mine, theirs).action == row["figure"]


@pytest.mark.slow
def test_gnubgs_equities():
    found = oracles.published("backgammon_gnubg_two_sided.csv")
    assert len(found) == 300
    for row in found:
        answer = cube(row["roller"], row["opponent"])
        ours = answer.cubeless, answer.owned, answer.centred, answer.opponent
        names = ("cubeless_equity", "no_double_roller_owns", "no_double_centred", "opponent_owns")
        for value, name in zip(ours, names, strict=True):
            assert float(value) == pytest.approx(float(row[name]), abs=GNUBG), (row["roller"], row["opponent"], name)
