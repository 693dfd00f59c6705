"""Exact odds of one roll: cited figures, and every ordered roll played out step by step."""

from fractions import Fraction
from itertools import permutations, product

import backgammon_states as slow
import oracles
from cant_stop_oracle import refused
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.odds import (
    bear_off_probability,
    entering_distribution,
    entering_probability,
    hit_probability,
    hitting_rolls,
    numbers,
    opening_distribution,
    pips_distribution,
    roll_distribution,
    shot_probability,
    shots_table,
)

ORDERED = list(product(range(1, 7), repeat=2))


def count(row):
    given = [int(word) for word in row["argument"].split()] if "/" not in row["argument"] else []
    match row["what"]:
        case "shot_rolls":
            return 36 * shot_probability(*given)
        case "entering_rolls":
            return 36 * entering_probability(*given)
        case "bear_off_rolls":
            return 36 * bear_off_probability([given.count(point) for point in range(1, 7)])
        case "pips_mean":
            return pips_distribution().mean
        case "pips_variance":
            return pips_distribution().std ** 2


@cases("row", oracles.published("backgammon_odds.csv"))
def test_figures_as_cited(row):
    assert oracles.agrees(count(row), row)


def test_rolls():
    assert roll_distribution().weights == {
        (max(roll), min(roll)): ORDERED.count(roll) + (roll[0] != roll[1]) for roll in ORDERED
    }
    assert set(opening_distribution().weights) == {roll for roll in ORDERED if roll[0] > roll[1]}
    assert pips_distribution().expect(lambda pips: (pips - Fraction(49, 6)) ** 2) == Fraction(665, 36)
    refused(lambda: numbers((0, 1)), ["(0, 1)", "1 to 6"])


# shots


def walks(distance, blocked):
    """Of the 36 ordered rolls those with an order of the numbers in which a partial sum is the distance."""
    hits = 0
    for roll in ORDERED:
        dice = roll * 2 if roll[0] == roll[1] else roll
        sums = [[sum(order[: k + 1]) for k in range(len(order))] for order in permutations(dice)]
        hits += any(distance in path and not blocked & set(path[: path.index(distance)]) for path in sums)
    return Fraction(hits, 36)


@settings(max_examples=60)
@given(st.integers(1, 24), st.sets(st.integers(1, 24), max_size=8))
def test_shots_past_blocked_points(distance, blocked):
    assert shot_probability(distance, blocked - {distance}) == walks(distance, blocked - {distance})


@cases("distance", range(1, 24))
def test_a_lone_shooter_on_the_board_hits_as_often(distance):
    """With nothing else to play, and not bearing off, the rules of a whole turn change no shot."""
    state = State(one(24), one(25 - (24 - distance)))
    assert hit_probability(state) == shot_probability(distance)
    assert hit_probability(state, 24 - distance) == shot_probability(distance)


def one(*points):
    return tuple(points.count(p) for p in range(1, 26))


def plays_that_hit(state, targets):
    """Of 36 rolls those with a final board, by every order of single steps, where one of the blots is gone."""
    board, hits = slow.signed(state), 0
    for roll in ORDERED:
        hits += any(after[p] >= 0 for after in slow.finals(state, roll) for p in targets)
    assert all(board[p] == -1 for p in targets)
    return Fraction(hits, 36)


@settings(max_examples=25)
@given(slow.boards(most=8), st.data())
def test_shots_on_any_board(state, data):
    blots = [p for p in range(1, 25) if state.theirs[24 - p] == 1]
    asked = data.draw(st.sets(st.sampled_from(blots), min_size=1)) if blots else set()
    # the blot of the final board may be gone only by a hit: it is the other's checker
    assert hit_probability(state, asked) == plays_that_hit(state, asked)
    assert hit_probability(state) == plays_that_hit(state, blots)
    rolls = {tuple(sorted(roll)) for roll in hitting_rolls(state, asked)}
    assert hit_probability(state, asked) == Fraction(sum(tuple(sorted(roll)) in rolls for roll in ORDERED), 36)


def test_shots_as_players_count_them():
    two_shooters = State(one(8, 10), one(22))  # 5 and 7 away from a blot on 3
    assert 36 * hit_probability(two_shooters) == 19
    from_the_bar = State(one(25, 25, 10), one(22, 19))  # both must enter: only 3 and 6 hit, unless both are in
    assert hitting_rolls(from_the_bar, 22 - 19) == ()
    closed = State(one(25, 6), one(*(2 * [1, 2, 3, 4, 5, 6]), 23))
    assert hit_probability(closed) == 0
    assert hit_probability(State(one(1), one(1, 1))) == 0


@cases(
    ("call", "named"),
    [
        (lambda: shot_probability(0), ["distance=0", "1 to 24"]),
        (lambda: shot_probability(25), ["distance=25"]),
        (lambda: shot_probability(6.0), ["distance=6.0"]),
        (lambda: shot_probability(6, (3, 6)), ["blocked 6", "the blot stands there"]),
        (lambda: shot_probability(6, (0,)), ["blocked=0", "1 to 24"]),
        (lambda: hit_probability(State(), 5), ["point 5", "no blot"]),
        (lambda: hit_probability(State(), 25), ["points=25", "1 to 24"]),
        (lambda: hit_probability(State(), "8"), ["points='8'", "1 to 24"]),
        (lambda: shot_probability(6, None), ["blocked=None", "1 to 24"]),
        (lambda: hitting_rolls("4HPwATDgc/ABMA"), ["a State is needed"]),
        (lambda: entering_probability(7), ["closed=7", "0 to 6"]),
        (lambda: entering_distribution(3, 0), ["on_bar=0", "1 to 15"]),
        (lambda: bear_off_probability([16]), ["16 checkers"]),
    ],
)
def test_questions_that_are_refused(call, named):
    refused(call, named)


# the bar and the end


@cases("closed", range(7))
@cases("on_bar", [1, 2, 3, 4, 5, 15])
def test_entering_by_playing_it_out(closed, on_bar):
    """Any points will do: here the highest of the other's home are held, as far as its 15 checkers go."""
    state = State(one(*[25] * on_bar), one(*(2 * list(range(7 - closed, 7))), 24) if closed else one(24))
    entered = {}
    for roll in ORDERED:
        best = max(on_bar - after[25] for after in slow.finals(state, roll))
        entered[best] = entered.get(best, 0) + 1
    assert entering_distribution(closed, on_bar).weights == dict(sorted(entered.items()))


@cases(
    "position",
    [(0,) * 6, (0, 0, 0, 0, 0, 0, 1), (2, 2), (0, 4), (0, 0, 1, 0, 1, 1), (5,), (0,) * 17 + (1,), (0,) * 23 + (1,)],
)
def test_bearing_off_in_one_roll_by_playing_it_out(position):
    state = State(tuple(position) + (0,) * (25 - len(position)), one(25))
    rolls = sum(any(not any(c > 0 for c in b[:26]) for b in slow.finals(state, roll)) for roll in ORDERED)
    assert bear_off_probability(position) == Fraction(rolls, 36)


def test_the_table_of_shots():
    table = shots_table(blocked=(6, 12))
    assert table["distance"].tolist() == [d for d in range(1, 25) if d not in (6, 12)]
    assert [Fraction(rolls, 36) for rolls in table["rolls"]] == [
        shot_probability(d, (6, 12)) for d in table["distance"]
    ]
    assert table["probability"].tolist() == [rolls / 36 for rolls in table["rolls"]]
