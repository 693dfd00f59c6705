"""Exact odds of one roll: cited tables of sets and triples, and every ordered roll counted one by one."""

from fractions import Fraction
from itertools import combinations, product

import cant_stop_oracle as oracle
import oracles
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.cant_stop.odds import (
    best_columns,
    bust_probability,
    offer_probability,
    pairing_classes,
    pairing_probability,
    playable_columns,
    rolls_of,
    success_probability,
    triples_table,
)
from tabletop_odds.cant_stop.rules import Rules, State

SIDES = {sides: Rules.small(sides, 2, players=2, columns_to_win=1) for sides in range(2, 7)}


def columns_in(text):
    return tuple(map(int, text.split()))


def ordered_rolls(sides):
    return list(product(range(1, sides + 1), repeat=4))


def share(sides, event):
    """The share of ordered rolls whose pairings make `event` true."""
    rolls = ordered_rolls(sides)
    return Fraction(sum(event(oracle.sums(roll)) for roll in rolls), len(rolls))


# Cited figures


def test_all_2048_sets_as_cited():
    rows = oracles.published("cant_stop_sets.csv")
    assert len({row["argument"] for row in rows}) == 2**11
    for row in rows:
        assert 1296 * success_probability(columns_in(row["argument"])) == int(row["figure"]), row


def test_all_165_triples_as_cited():
    rows = oracles.published("cant_stop_triples.csv")
    assert {row["argument"] for row in rows} == {" ".join(map(str, c)) for c in combinations(range(2, 13), 3)}
    for row in rows:
        bust = bust_probability(columns_in(row["argument"]))
        assert oracles.agrees(bust if row["what"] == "bust" else 1296 * (1 - bust), row), row


def count(row):
    """The count of ordered rolls that a row asks for."""
    match row["what"], row["argument"].split(";"):
        case "success_rolls", [columns]:
            return 1296 * success_probability(columns_in(columns))
        case "survive_rolls", [runners]:
            return 1296 * (1 - bust_probability(columns_in(runners)))
        case "bust_rolls", [runners, closed]:
            return 1296 * bust_probability(columns_in(runners), closed=columns_in(closed))
        case "best_columns", [columns]:
            ((best, success),) = best_columns(len(columns.split()), n=1)
            assert best == columns_in(columns)
            return 1296 * success


@cases("row", oracles.rows("cant_stop_odds.csv", "success_rolls", "survive_rolls", "bust_rolls", "best_columns"))
def test_counts_as_cited(row):
    assert count(row) == int(row["figure"])


def test_lines_of_the_design():
    assert bust_probability((6, 7, 8)) == Fraction(13, 162) == Fraction(104, 1296)
    assert bust_probability((2, 3), closed=(10, 11, 12)) == Fraction(5, 324)


# Every ordered roll


@cases("sides", SIDES)
def test_classes_gather_all_ordered_rolls(sides):
    rules = SIDES[sides]
    counted = {}
    for roll in ordered_rolls(sides):
        pairings = tuple(sorted(oracle.sums(roll)))
        counted[pairings] = counted.get(pairings, 0) + 1
    classes = pairing_classes(rules)
    assert classes == tuple(sorted(counted.items()))
    assert sum(weight for _, weight in classes) == rolls_of(rules) == sides**4


def test_six_sides_have_109_classes():
    assert len(pairing_classes()) == 109


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_all_sets_of_other_dice_by_counting(sides):
    offered = [{s for pairing in oracle.sums(roll) for s in pairing} for roll in ordered_rolls(sides)]
    for k in range(2 * sides):
        for columns in combinations(range(2, 2 * sides + 1), k):
            safe = Fraction(sum(not sums.isdisjoint(columns) for sums in offered), sides**4)
            assert success_probability(columns, SIDES[sides]) == safe


@cases("sides", SIDES)
def test_sums_offered_by_counting(sides):
    rules = SIDES[sides]
    for first, second in [(2, 4), (3, 4), (2, 2 * sides), (sides, sides + 1), (sides + 1, sides + 2)]:
        both = share(sides, lambda ps, i=first, j=second: any(i in p for p in ps) and any(j in p for p in ps))
        assert offer_probability({first, second}, rules) == both
        together = share(sides, lambda ps, i=first, j=second: (i, j) in ps)
        assert pairing_probability(first, second, rules) == pairing_probability(second, first, rules) == together
        twice = share(sides, lambda ps, i=first: (i, i) in ps)
        assert pairing_probability(first, first, rules) == twice


def test_what_is_offered():
    assert offer_probability(()) == 1
    assert success_probability(()) == 0
    assert offer_probability((7,)) == success_probability((7,))
    assert offer_probability((2, 12)) == pairing_probability(2, 12)  # 1 1 6 6 and no other faces
    for i, j in combinations(range(2, 13), 2):  # one or the other, or both
        either = success_probability((i,)) + success_probability((j,)) - success_probability((i, j))
        assert offer_probability((i, j)) == either >= pairing_probability(i, j)


SOME = st.integers(0, 2**11 - 1).map(lambda bits: {c for c in range(2, 13) if bits >> c - 2 & 1})


@settings(max_examples=60)
@given(data=st.data(), sides=st.integers(2, 5), runners=st.integers(1, 4), place=st.sampled_from(["both", "free"]))
def test_busts_of_any_state_are_counted_roll_by_roll(data, sides, runners, place):
    """Runners stand on the first space of columns two long, or at the top."""
    columns = range(2, 2 * sides + 1)
    lengths = [2] * len(columns)
    rules = Rules(dice_sides=sides, column_lengths=lengths, runners=runners, columns_to_win=1, must_place=place)
    out = data.draw(st.lists(st.sampled_from(columns), unique=True, max_size=runners))
    topped = data.draw(st.sets(st.sampled_from(out))) if out else set()
    closed = data.draw(st.sets(st.sampled_from(columns))) - set(out)
    table = oracle.Table(rules, claimed=closed)
    standing = {column: 2 if column in topped else 1 for column in out}
    lost = sum(not table.after(standing, oracle.sums(roll)) for roll in ordered_rolls(sides))
    assert bust_probability(out, closed, topped, rules) == Fraction(lost, sides**4)
    claimed = tuple(0 if column in closed else -1 for column in columns)
    state = State(((0,) * len(columns),) * 2, claimed, tuple(sorted(standing.items())))
    assert bust_probability(state, rules=rules) == Fraction(lost, sides**4)


@given(out=SOME, closed=SOME, topped=SOME)
def test_playable_columns_by_their_definition(out, closed, topped):
    out, closed = set(sorted(out)[:3]), closed - set(sorted(out)[:3])
    topped &= out
    expected = out - topped if len(out) == 3 else set(range(2, 13)) - closed - topped
    assert playable_columns(out, closed, topped) == tuple(sorted(expected))
    assert playable_columns(out - topped, closed, topped) == tuple(sorted(expected)), "topped need not be named twice"


@pytest.mark.parametrize("occupied", ["jump", "blocked"])
def test_opponents_never_keep_a_runner_from_moving(occupied):
    rules = Rules(occupied=occupied)
    state = State.parse("> 6:4+2 7:+1 / 6:7 7:2 8:1", rules)
    assert playable_columns(state, rules=rules) == tuple(range(2, 13))
    state = State.parse("> 6:4+2 7:+1 8:+2 / 6:7 7:2 8:3", rules)
    assert bust_probability(state, rules=rules) == bust_probability((6, 7, 8))


def test_busts_in_a_state():
    assert bust_probability(State.parse("> 3:+1 6:10+1 8:+1 / -")) == 1 - success_probability((3, 8))
    assert bust_probability(State.parse("> 6* 8:2 / 10* / 5:1")) == bust_probability((), closed=(6, 10))
    assert bust_probability(State.parse("> 2:+3 3:+5 12:+3 / -")) == 1, "all at the top"
    small = Rules.small(2, 2)
    assert bust_probability(State.parse("> 2:+1", small), rules=small) == 0


# Best sets and the table


def test_best_columns_are_the_best_of_all():
    found = best_columns(4, n=330)
    assert len(found) == 330
    assert found == sorted(found, key=lambda item: (-item[1], item[0]))
    assert all(success == success_probability(columns) for columns, success in found)
    assert [columns for columns, _ in best_columns(1, n=11)] == [(c,) for c in (7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12)]
    assert best_columns(11) == [(tuple(range(2, 13)), 1)]


def test_the_table_of_triples():
    table = triples_table()
    assert table.columns.tolist() == ["a", "b", "c", "success_rolls", "success", "bust"]
    assert len(table) == 165
    row = table.query("a == 6 and b == 7 and c == 8").iloc[0]
    assert (row["success_rolls"], row["bust"]) == (1192, float(Fraction(13, 162)))
    pairs = triples_table(Rules.small(3, 2, runners=2))
    assert pairs.columns.tolist() == ["a", "b", "success_rolls", "success", "bust"]
    assert len(pairs) == 10


# Refused


@cases(
    ("call", "named"),
    [
        (lambda: bust_probability((2, 3, 4, 5)), ["runners 2 3 4 5", "at most 3"]),
        (lambda: bust_probability((2, 3, 4), topped=(5,)), ["runners 2 3 4 5", "at most 3"]),
        (lambda: bust_probability((6, 7), closed=(7,)), ["runners 7", "closed"]),
        (lambda: bust_probability((6,), closed=(7,), topped=(7,)), ["runners 7", "closed"]),
        (lambda: bust_probability((6, 6)), ["runners 6 6", "twice"]),
        (lambda: bust_probability((6, 13)), ["column 13", "2 to 12"]),
        (lambda: bust_probability((6, 1)), ["column 1:", "2 to 12"]),
        (lambda: bust_probability((6, 7.0)), ["column 7.0", "2 to 12"]),
        (lambda: bust_probability("678"), ["runners '678'", "(6, 7, 8)"]),
        (lambda: bust_probability(7), ["runners 7", "(6, 7, 8)"]),
        (lambda: bust_probability((6,), closed=7), ["closed 7", "(6, 7, 8)"]),
        (lambda: bust_probability((6,), topped=(6, 6)), ["topped 6 6", "twice"]),
        (lambda: bust_probability(State(), closed=(7,)), ["closed=(7,)", "State"]),
        (lambda: bust_probability(State(), topped=(7,)), ["topped=(7,)", "State"]),
        (lambda: bust_probability(State(), rules=Rules(players=3)), ["2 players", "players=3"]),
        (lambda: bust_probability((6,), rules="official"), ["rules 'official'", "Rules"]),
        (lambda: success_probability((7, 7)), ["columns 7 7", "twice"]),
        (lambda: success_probability((7,), SIDES[3]), ["column 7", "2 to 6"]),
        (lambda: offer_probability((1,)), ["column 1:", "2 to 12"]),
        (lambda: pairing_probability(7, 13), ["column 13", "2 to 12"]),
        (lambda: best_columns(0), ["k=0", "1 to 11"]),
        (lambda: best_columns(12), ["k=12", "1 to 11"]),
        (lambda: best_columns(3, n=0), ["n=0"]),
        (lambda: best_columns(3.0), ["k=3.0"]),
    ],
)
def test_refused_in_one_clear_line(call, named):
    oracle.refused(call, named)
