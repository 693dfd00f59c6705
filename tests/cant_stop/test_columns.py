"""What a column takes, and how far three runners get: cited figures, an expectimax on small boards, shipped tables."""

import cant_stop_oracle as oracle
import oracles
import pytest
from cases import cases

from tabletop_odds import tables
from tabletop_odds.cant_stop import columns
from tabletop_odds.cant_stop.columns import (
    column_table,
    expected_turns_to_top,
    solve_afresh,
    space_table,
    top_probability,
)
from tabletop_odds.cant_stop.fixed_triples import triple_progress
from tabletop_odds.cant_stop.make_tables import FOLDER
from tabletop_odds.cant_stop.odds import success_probability
from tabletop_odds.cant_stop.rules import Rules, State, advanced, playable, ways_to_use

# Cited figures


@cases("row", oracles.rows("cant_stop_columns.csv", "top_probability", "expected_turns"))
def test_columns_as_cited(row):
    ask = {"top_probability": top_probability, "expected_turns": expected_turns_to_top}[row["what"]]
    column, space = map(int, row["argument"].split())
    answer = ask(column, from_space=space)
    assert answer.exact
    assert oracles.agrees(answer, row)


@pytest.mark.parametrize("row", oracles.cases("cant_stop_columns.csv", "progress", "unlimited_progress"))
def test_progress_as_cited(row):
    three = tuple(map(int, row["argument"].split()))
    answer = triple_progress(three, unlimited=row["what"] == "unlimited_progress")
    assert answer.exact
    assert oracles.agrees(answer, row)


# Small boards, solved a second time by expectimax

BOARDS = [
    (Rules.small(2, 1), ()),
    (Rules.small(2, 3), ()),
    (Rules.small(2, 3, must_place="free", runners=2), ()),
    (Rules.small(2, 2, runners=1), ()),
    (Rules.small(3, 1), ()),
    (Rules.small(3, 1), (4,)),
    (Rules.small(3, 2, runners=2), ()),
    (Rules.small(3, 2, runners=2, must_place="free"), (2, 5)),
    (Rules.small(3, 3, runners=1), ()),
    (Rules(players=1, dice_sides=3, column_lengths=(2, 3, 1, 2, 3)), (6,)),
    (Rules(players=1, dice_sides=3, column_lengths=(2, 1, 2, 2, 1), must_place="free"), (5,)),
]
SLOW = [
    (Rules.small(3, 2), ()),
    (Rules.small(3, 1, runners=4, must_place="free"), ()),
    (Rules.small(4, 1, runners=2), ()),
    (Rules.small(4, 1), (3, 5)),
    (Rules(players=1, dice_sides=4, column_lengths=(1, 2, 3, 3, 3, 1, 2), must_place="free"), (2,)),
]


def every_column(rules, closed):
    for column in rules.columns if closed else rules.columns[: rules.dice_sides]:  # the other half mirrors these
        if column not in closed:
            as_by_expectimax(rules, closed, column)


@cases(("rules", "closed"), BOARDS[:6])
def test_columns_as_by_expectimax(rules, closed):
    every_column(rules, closed)


@pytest.mark.slow
@cases(("rules", "closed"), BOARDS[6:] + SLOW)
def test_longer_columns_as_by_expectimax(rules, closed):
    every_column(rules, closed)


def as_by_expectimax(rules, closed, column):
    spaces = range(rules.length(column))
    found = [top_probability(column, space, rules, closed).value for space in spaces]
    assert found == pytest.approx([oracle.topping(rules, column, space, closed) for space in spaces], abs=1e-12)
    turns = [expected_turns_to_top(column, space, rules, closed).value for space in spaces]
    assert turns == pytest.approx(oracle.one_turn_more(rules, column, [*turns, 0.0], closed)[: len(turns)], abs=1e-9)


@cases(("rules", "closed"), BOARDS)
def test_a_wrong_answer_does_not_stay_as_it_is(rules, closed):
    column = 2 if 2 not in closed else 3
    turns = [expected_turns_to_top(column, space, rules, closed).value + 0.01 for space in range(rules.length(column))]
    better = oracle.one_turn_more(rules, column, [*turns, 0.0], closed)
    assert max(abs(a - b) for a, b in zip(turns, better, strict=False)) > 1e-4


PLACES = [
    Rules.small(3, 2),
    Rules.small(3, 2, must_place="free"),
    Rules.small(3, 2, runners=2),
    Rules.small(3, 1, runners=4, must_place="free"),
]


@cases("rules", PLACES)
@cases("text", ["> -", "> 3:+1", "> 4:+1 3:+1", "> 2:+2 4:+1", "> 2* 4:+1", "> 3:+4 2:1"])
def test_pairings_are_used_as_the_rules_have_it(rules, text):
    if "4" in text and "2:+" in text and rules.length(2) == 1:
        text = text.replace("2:+2", "2:+1")
    state = State.parse(text.replace("2:1", "").replace("3:+4", f"3:+{rules.length(3)}"), rules)
    out = {column for column, _ in state.runners}
    topped = {column for column, space in state.runners if space == rules.length(column)}
    free = rules.runners - len(out)
    usable = ({*rules.columns} - {*state.closed} if free else out) - topped
    assert playable(state, rules) == usable
    markers = {column: state.marker(column) for column in rules.columns if state.marker(column)}
    table = oracle.Table(rules, markers, (), state.closed)
    for first in rules.columns:
        for second in range(first, rules.columns[-1] + 1):
            used = ways_to_use((first, second), usable, out, free, rules)
            reached = {frozenset(advanced(state, columns, rules).runners) for columns in used}
            assert reached == table.after(dict(state.runners), [(first, second)])


# What must hold whatever the figures


def test_the_more_spaces_behind_the_better():
    for column in Rules().columns:
        table = space_table(column)
        assert table["from_space"].tolist() == list(range(Rules().length(column)))
        assert table["top_probability"].is_monotonic_increasing
        assert table["expected_turns"].is_monotonic_decreasing


def test_one_space_below_the_top_stopping_means_nothing():
    for column in Rules().columns:
        below = Rules().length(column) - 1
        assert float(expected_turns_to_top(column, below)) == pytest.approx(1 / float(top_probability(column, below)))
        assert float(expected_turns_to_top(column)) < 1 / float(top_probability(column))


def test_a_board_that_mirrors_itself_is_solved_once_for_both_sides():
    for low, high in ((2, 6), (3, 5)):
        rules = Rules.small(3, 1)
        for one, other in zip(solve_afresh(low, rules, (4,)), solve_afresh(high, rules, (4,)), strict=True):
            assert one == pytest.approx(other, abs=1e-9)
    lopsided = Rules(players=1, dice_sides=3, column_lengths=(2, 3, 1, 2, 4))
    assert top_probability(6, rules=lopsided).value != top_probability(2, rules=lopsided).value
    closed = top_probability(6, rules=Rules.small(3, 2), closed=(5,))
    assert closed == top_probability(2, rules=Rules.small(3, 2), closed=(3,))
    assert closed != top_probability(2, rules=Rules.small(3, 2), closed=(5,))


def test_other_players_and_their_options_change_nothing():
    for rules in (Rules(players=4), Rules(occupied="blocked"), Rules(columns_to_win=1)):
        assert expected_turns_to_top(7, rules=rules) == expected_turns_to_top(7)


def test_a_column_alone_with_one_runner_by_hand():
    """One runner, column 2 of two-sided dice, one space long: a roll offers 2 or the turn is lost, for good or not."""
    rules = Rules.small(2, 1, runners=1)
    success = float(success_probability((2,), rules))
    assert top_probability(2, rules=rules).value == pytest.approx(success, abs=1e-15)
    assert expected_turns_to_top(2, rules=rules).value == pytest.approx(1 / success, abs=1e-12)


def test_the_table_of_columns():
    table = column_table()
    assert table.columns.tolist() == ["column", "length", "success", "top_probability", "expected_turns"]
    assert table["column"].tolist() == list(range(2, 13))
    assert table["length"].tolist() == list(Rules().column_lengths)
    assert table["success"].tolist() == [float(success_probability((c,))) for c in range(2, 13)]
    assert table["top_probability"].tolist() == [top_probability(c).value for c in range(2, 13)]
    assert table["expected_turns"].tolist() == [expected_turns_to_top(c).value for c in range(2, 13)]


# Tables


def shipped(column):
    table = tables.read_table(FOLDER / f"{columns.table_name(column)}.table", columns.table_key(column, Rules()))
    return {name: list(values) for name, values in table.arrays.items()}


def test_all_columns_are_shipped():
    assert {path.stem for path in FOLDER.glob("column_*")} == {columns.table_name(column) for column in range(2, 8)}
    for column in range(2, 8):
        for values in shipped(column).values():
            assert len(values) == Rules().length(column)


@pytest.mark.parametrize("column", [2, 7])
@pytest.mark.slow
def test_a_shipped_table_is_solved_again(column):
    afresh = solve_afresh(column, Rules())._asdict()
    assert afresh == {name: pytest.approx(values, abs=1e-10) for name, values in shipped(column).items()}


@pytest.mark.slow
def test_what_takes_long_is_kept(capsys, monkeypatch):
    first = top_probability(12, closed=(6, 7))
    assert "cant_stop column_2: solving once, about" in capsys.readouterr().err
    columns._solved.cache_clear()
    monkeypatch.setattr(columns, "solve_afresh", None)
    assert top_probability(12, closed=(6, 7)) == first == top_probability(2, closed=(7, 8))


# Progress of a triple


@cases(
    ("rules", "three"),
    [
        (Rules.small(3, 2), (2, 3, 4)),
        (Rules.small(3, 2), (3, 4, 5)),
        (Rules.small(3, 2, must_place="free"), (3, 4, 6)),
        (Rules.small(4, 1, runners=2), (4, 6)),
        (Rules.small(3, 3, runners=1), (4,)),
        (Rules.small(3, 1, runners=4), (2, 3, 4, 5)),
        (Rules(), (2, 3, 12)),
        (Rules(), (2, 4, 12)),
    ],
)
def test_progress_as_by_expectimax(rules, three):
    lengths = {column: rules.length(column) for column in three}
    assert triple_progress(three, rules).value == pytest.approx(oracle.progress(rules, three, lengths), abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "three"),
    [(Rules.small(4, 3), (2, 4, 7)), (Rules.small(4, 2, runners=2), (3, 6)), (Rules.small(4, 2, runners=1), (5,))],
    ids=str,
)
def test_unlimited_progress_as_by_expectimax(rules, three):
    lengths = {column: rules.length(column) for column in three}
    expected = oracle.progress(rules, three, lengths, farthest=18)
    assert triple_progress(three, rules, unlimited=True).value == pytest.approx(expected, abs=1e-12)


def test_poor_columns_are_left_at_once():
    for unlimited in (True, False):
        assert triple_progress((2, 3, 12), unlimited=unlimited).value == pytest.approx(1 / 3 + 1 / 5 + 1 / 3)


# Refused


@cases(
    ("call", "named"),
    [
        (lambda: top_probability(13), ["column 13", "2 to 12"]),
        (lambda: top_probability("7"), ["column '7'", "2 to 12"]),
        (lambda: top_probability(7, 13), ["space 13 of column 7", "0 (no marker) to 12"]),
        (lambda: top_probability(7, -1), ["space -1 of column 7"]),
        (lambda: top_probability(7, 1.0), ["space 1.0 of column 7"]),
        (lambda: top_probability(7, closed=(7,)), ["column 7", "closed"]),
        (lambda: top_probability(7, closed=(1,)), ["column 1:", "2 to 12"]),
        (lambda: expected_turns_to_top(2, 3), ["space 3 of column 2", "to 2"]),
        (lambda: expected_turns_to_top(7, rules=Rules.small(3, 2)), ["column 7", "2 to 6"]),
        (lambda: space_table(7, closed=(6, 7)), ["column 7", "closed"]),
        (lambda: top_probability(7, rules=Rules(column_lengths=(30,) * 11, runners=4)), ["runners=4", "too large"]),
        (lambda: triple_progress((6, 7)), ["columns 6 7", "3 are needed"]),
        (lambda: triple_progress((6, 7, 8, 9)), ["columns 6 7 8 9", "3 are needed"]),
        (lambda: triple_progress((6, 7, 7)), ["columns 6 7 7", "twice"]),
        (lambda: triple_progress((6, 7, 13)), ["column 13", "2 to 12"]),
        (lambda: triple_progress((2, 3, 4), Rules.small(2, 1), unlimited=True), ["columns 2 3 4", "never bust"]),
    ],
)
def test_refused_in_one_clear_line(call, named):
    oracle.refused(call, named)
