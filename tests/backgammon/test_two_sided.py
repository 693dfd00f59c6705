"""Who wins with both sides at home: against plain fractions over every order of single steps, and cited figures."""

import random
from fractions import Fraction
from functools import cache

import home_oracle
import pytest
from home_oracle import as_checkers, win_chance

from tabletop_odds.backgammon.big_table import CHANCES, chance
from tabletop_odds.backgammon.home_plays import ROLLS, chance_by_recursion, home_plays, is_small
from tabletop_odds.backgammon.pair_files import in_memory
from tabletop_odds.backgammon.positions import count, every_position, rank
from tabletop_odds.backgammon.two_sided_layout import ONE, WIDTH, Layout, positions_of

ROUNDING = 3e-5  # what the roundings to 65535ths add up to, at most


@pytest.fixture(scope="module")
def three():
    return in_memory(CHANCES, Layout(3))


def some_positions(checkers, n, seed):
    every = [position for position in every_position(6, checkers) if any(position)]
    return random.Random(seed).sample(every, n)


def test_layers_hold_the_positions_of_equal_pips_in_their_order():
    layout = Layout(4)
    by_pips = sorted(every_position(6, 4), key=lambda x: (sum(p * n for p, n in enumerate(x, 1)), rank(x, 4)))
    assert [layout.row(position) for position in by_pips] == list(range(count(6, 4)))
    for pips in range(25):
        assert positions_of(6, 4, pips) == sum(sum(p * n for p, n in enumerate(x, 1)) == pips for x in by_pips)
    assert layout.rows == layout.panel_rows[-1] == layout.layer_rows[-1] == 210


def test_every_column_has_its_own_place_and_layers_begin_panels():
    layout, empty = Layout(4), (0,) * 6
    columns = {position: layout.index(empty, position) for position in every_position(6, 4)}
    assert len(set(columns.values())) == len(columns)
    for position, index in columns.items():
        panel, row, lane = index // (layout.rows * WIDTH), index // WIDTH % layout.rows, index % WIDTH
        pips = sum(p * n for p, n in enumerate(position, 1))
        assert layout.layer_panels[pips] <= panel < layout.layer_panels[pips + 1]
        assert row == 0
        assert layout.panel_rows[panel] + lane == layout.row(position)
    assert max(columns.values()) < layout.pairs


@pytest.mark.parametrize("bad", [{"checkers": 0}, {"checkers": 16}, {"checkers": 2.5}, {"checkers": True}])
def test_checkers_out_of_range(bad):
    with pytest.raises(ValueError, match=r"checkers a side: must be a whole number from 1 to 15"):
        Layout(**bad)


def test_pips_out_of_range():
    with pytest.raises(ValueError, match="at most 31 pips: must be a whole number from 1 to 30"):
        Layout(5, 31)


def test_plays_are_those_of_every_order_of_single_steps():
    for position in some_positions(6, 60, 1):
        for roll, weight in ROLLS:
            mine = {as_checkers(after) for after in home_plays(position, roll)}
            assert mine == home_oracle.plays(as_checkers(position), roll)
            assert weight == (1 if roll[0] == roll[1] else 2)


def test_lists_of_plays_are_those_of_the_readable_twin():
    from tabletop_odds.backgammon.two_sided_layout import plays_of

    layout = Layout(5)
    first, lists, _ = plays_of(layout)
    by_row = {layout.row(position): position for position in every_position(6, 5)}
    order = [(a, b) for a in range(1, 7) for b in range(1, a)] + [(a, a) for a in range(1, 7)]
    for row in random.Random(1).sample(range(layout.rows), 60):
        for k, roll in enumerate(order):
            rows = lists[first[row, k] : first[row, k + 1]]
            assert {by_row[int(after)] for after in rows} == home_plays(by_row[row], roll)


def test_every_pair_of_three_checkers(three):
    positions = [position for position in every_position(6, 3) if any(position)]
    pairs = [(x, y) for x in positions for y in positions]
    for x, y in random.Random(1).sample(pairs, 2000):
        assert chance(three, x, y) == pytest.approx(float(win_chance(as_checkers(x), as_checkers(y))), abs=ROUNDING)


def test_recursion_is_exact():
    for x in some_positions(2, 15, 2):
        for y in some_positions(2, 15, 3):
            exact = float(win_chance(as_checkers(x), as_checkers(y)))
            assert is_small(x, y)
            assert chance_by_recursion(x, y) == pytest.approx(exact, abs=1e-13)


def test_a_corner_of_the_largest_table_is_the_corner_of_a_smaller_one():
    corner, small = in_memory(CHANCES, Layout(15, 9)), in_memory(CHANCES, Layout(9, 11))
    positions = [p for p in every_position(6, 9) if any(p) and corner.layout.holds(p)]
    assert len(positions) == corner.layout.rows - 1
    for x in positions:
        for y in positions:
            assert corner.number(0, x, y) == small.number(0, x, y)


def test_stacks_of_up_to_fifteen_aces():
    """A corner of the largest table that has room for all 15 checkers, on the low points."""
    table, stacks = in_memory(CHANCES, Layout(15, 18)), [(n, 0, 0, 0, 0, 0) for n in range(1, 16)]

    @cache
    def exact(mine, theirs):
        if mine <= 2:
            return Fraction(1)
        return 1 - sum(
            chance * (exact(theirs, mine - off) if mine > off else 0)
            for chance, off in ((Fraction(5, 6), 2), (Fraction(1, 6), 4))
        )

    for mine in stacks:
        for theirs in stacks:
            want = float(exact(mine[0], theirs[0]))
            assert table.number(0, mine, theirs) / ONE == pytest.approx(want, abs=ROUNDING)


@pytest.mark.parametrize("rolls", range(1, 9))
def test_aces_need_one_roll_for_two_checkers_and_doubles_take_four(rolls):
    """Two stacks of aces: only doubles matter, which a line of fractions knows."""

    def roller(mine, theirs):
        if mine <= 0:
            return Fraction(1)
        return 1 - sum(
            chance * (roller(theirs, mine - off) if mine > off else 0)
            for chance, off in ((Fraction(5, 6), 1), (Fraction(1, 6), 2))
        )

    position = (min(15, 2 * rolls), 0, 0, 0, 0, 0)
    assert chance_by_recursion(position, position) == pytest.approx(float(roller(rolls, rolls)), abs=1e-13)
