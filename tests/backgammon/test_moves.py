"""All plays of a roll, compiled and by the rules, against the generator that tries every order of single steps."""

import backgammon_oracle as oracle
import numpy as np
import pytest
from cases import cases

from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.game_tables import side_counts, side_words
from tabletop_odds.backgammon.move_kernels import MOST_PLAYS, SLOTS, across, held, list_plays, moved, occupied
from tabletop_odds.backgammon.rules import plays

# distinct plays from the start
FROM_START = "21:15 31:16 32:17 41:14 42:18 43:17 51:8 52:8 53:9 54:9 61:10 62:14 63:14 64:14 65:7"
DOUBLES_FROM_START = "11:42 22:75 33:73 44:52 55:4 66:11"


def side(**counts):
    """25 counts from p6=5 (five on the six point), bar=1."""
    places = {25 if name == "bar" else int(name[1:]): count for name, count in counts.items()}
    return tuple(places.get(point, 0) for point in range(1, 26))


def compiled_plays(mine, theirs, roll):
    """What the kernel lists, as after-positions; every one must be listed once."""
    room, slots = np.empty((MOST_PLAYS, 3), np.int64), np.empty(SLOTS, np.int16)
    n = list_plays(*side_words(mine), *side_words(theirs), max(roll), min(roll), room, slots)
    found = set()
    for low, high, hits in room[:n].tolist():
        other = list(theirs)
        for point in range(1, 25):
            if hits >> point & 1:
                other[24 - point] -= 1
                other[24] += 1
        found.add((side_counts(low, high), tuple(other)))
    assert len(found) == n
    return found or {(mine, theirs)}


def ruled_plays(mine, theirs, roll):
    ends = [(play.after.mine, play.after.theirs) for play in plays(State(mine, theirs), roll)]
    assert len(set(ends)) == len(ends)
    return set(ends)


def some_positions(seed, n):
    rng = np.random.default_rng(seed)
    met = oracle.played_positions(rng, max(n // 1000, 1))
    while len(met) < n:
        met.append((*oracle.random_position(rng), tuple(int(die) for die in rng.integers(1, 7, size=2))))
    return met[:n]


def test_as_many_plays_from_the_start_as_there_must_be():
    for words in f"{FROM_START} {DOUBLES_FROM_START}".split():
        roll, number = words.split(":")
        assert len(oracle.after_positions(oracle.START, oracle.START, tuple(map(int, roll)))) == int(number)
        assert len(compiled_plays(oracle.START, oracle.START, tuple(map(int, roll)))) == int(number)


@pytest.mark.slow
def test_a_thousand_positions():
    met = some_positions(1, 1000)
    assert sum(len(oracle.after_positions(*position)) > 1 for position in met) > 500
    for position in met:
        assert compiled_plays(*position) == oracle.after_positions(*position) == ruled_plays(*position), position


@pytest.mark.slow
def test_ten_thousand_positions():
    for position in some_positions(2, 10_000):
        assert compiled_plays(*position) == oracle.after_positions(*position), position


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bar", "bear-off", "doubles"])
def test_positions_of_one_kind(kind):
    rng = np.random.default_rng(3)
    for _ in range(1500):
        mine, theirs = oracle.random_position(rng)
        roll = tuple(int(die) for die in rng.integers(1, 7, size=2))
        if kind == "bar":
            on_bar = int(rng.integers(1, 4))
            mine = (*mine[:24], min(on_bar, 15 - sum(mine[:24]))) if sum(mine[:24]) < 15 else mine
        elif kind == "bear-off":
            mine = (*rng.multinomial(int(rng.integers(1, 16)), [1 / 6] * 6).tolist(), *(0,) * 19)
            theirs = tuple(0 if point < 25 and mine[24 - point] else count for point, count in enumerate(theirs, 1))
        else:
            roll = (roll[0], roll[0])
        assert compiled_plays(mine, theirs, roll) == oracle.after_positions(mine, theirs, roll), (mine, theirs, roll)


@cases(
    ("mine", "theirs", "roll", "ends"),
    [
        # one checker on the bar, 4 and 3 both held: the turn is lost
        (side(bar=1), side(p4=2, p3=2), (4, 3), {side(bar=1)}),
        # none on 6, some on 5: borne off from 5
        (side(p5=2), side(p1=1), (6, 6), {side()}),
        # all home, none on 3: three points down from 4 and 6, then one off from 3, one from 1
        (side(p1=1, p4=1, p6=1), side(p1=1), (3, 3), {side(p1=1)}),
        (side(p2=1, p5=1), side(p1=1), (4, 2), {side(p1=1), side(p2=1)}),
        # 15 held, 19 and 20 open: only one of the dice can be played, so the larger
        (side(p24=1), side(p10=2), (5, 4), {side(p19=1)}),
        # the smaller alone, because the larger is blocked
        (side(p24=1), side(p7=2, p12=2), (5, 6), {side(p19=1)}),
    ],
)
def test_by_hand(mine, theirs, roll, ends):
    for found in (compiled_plays, oracle.after_positions, ruled_plays):
        assert {after for after, _ in found(mine, theirs, roll)} == ends


def test_where_it_hits_counts():
    """24/20*/18 and 24/22/18 end alike but for the blot."""
    mine, theirs = side(p24=1, p1=2), side(p5=1, p12=2)
    found = compiled_plays(mine, theirs, (4, 2))
    assert found == oracle.after_positions(mine, theirs, (4, 2))
    assert len({after for after, _ in found}) < len(found)


def test_sets_of_points():
    rng = np.random.default_rng(4)
    for _ in range(200):
        mine, _ = oracle.random_position(rng)
        low, high = side_words(mine)
        assert side_counts(low, high) == mine
        assert occupied(low, high) >> 1 == sum(1 << i for i, count in enumerate(mine) if count)
        assert held(low, high) >> 1 == sum(1 << i for i, count in enumerate(mine) if count > 1)
        points = occupied(low, high)
        assert across(points) == sum(1 << 25 - point for point in range(26) if points >> point & 1)
        source = next(point for point in range(25, 0, -1) if mine[point - 1])
        for target in range(source):
            after = [15 - sum(mine), *mine]
            after[source] -= 1
            after[target] += 1
            assert side_counts(*moved(low, high, 1 << source, 1 << target)) == tuple(after[1:])
