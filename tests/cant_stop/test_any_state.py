"""Any state, any roll, any option: the rules against a second reading of them, and states against their text."""

import cant_stop_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.cant_stop.rules import Rules, State, busted, moves, must_roll, pairings, stopped, winner

ALL = {"must_place": ["both", "free"], "occupied": ["share", "jump", "blocked"]}


@st.composite
def positions(draw):
    """Rules, and a state that can be."""
    sides = draw(st.integers(2, 6))
    columns = range(2, 2 * sides + 1)
    players = draw(st.integers(1, 4))
    rules = Rules(
        players=players,
        dice_sides=sides,
        runners=draw(st.integers(1, 4)),
        column_lengths=[draw(st.integers(1, 5)) for _ in columns],
        columns_to_win=1,
        **{name: draw(st.sampled_from(values)) for name, values in ALL.items()},
    )
    claimed = [draw(st.sampled_from([-1, -1, -1, *range(players)])) for _ in columns]
    markers = [
        tuple(draw(st.integers(0, rules.length(c) - 1)) if claimed[c - 2] < 0 else 0 for c in columns)
        for _ in range(players)
    ]
    player = draw(st.integers(0, players - 1))
    opened = [column for column in columns if claimed[column - 2] < 0]
    chosen = draw(st.lists(st.sampled_from(opened), unique=True, max_size=rules.runners)) if opened else []
    runners = [(c, draw(st.integers(markers[player][c - 2] + 1, rules.length(c)))) for c in sorted(chosen)]
    return rules, State(tuple(markers), tuple(claimed), tuple(runners), player)


def as_table(rules, state):
    """The same board for the second reading."""
    spaces = [(seat, c, s) for seat, row in enumerate(state.markers) for c, s in enumerate(row, 2) if s]
    own = {column: space for seat, column, space in spaces if seat == state.player}
    others = {(column, space) for seat, column, space in spaces if seat != state.player}
    return oracle.Table(rules, own, others, [c for c, owner in enumerate(state.claimed, 2) if owner >= 0])


@settings(max_examples=400)
@given(position=positions(), data=st.data())
def test_moves_as_in_a_second_reading(position, data):
    rules, state = position
    roll = tuple(data.draw(st.integers(1, rules.dice_sides)) for _ in range(4))
    expected = as_table(rules, state).after(dict(state.runners), oracle.sums(roll))
    choices = moves(state, roll, rules).choices
    assert {frozenset(move.state.runners) for move in choices} == expected
    assert len(choices) == len(expected), "each state once"
    for columns, after in choices:
        assert (after.markers, after.claimed, after.player) == (state.markers, state.claimed, state.player)
        assert list(after.runners) == sorted(after.runners)
        assert any(set(columns) <= set(pairing) for pairing in pairings(roll, rules))
        moved = {column for column, space in after.runners if dict(state.runners).get(column) != space}
        assert moved == set(columns)


@settings(max_examples=200)
@given(position=positions())
def test_ends_of_a_turn_as_in_a_second_reading(position):
    rules, state = position
    runners, me, last = dict(state.runners), state.player, len(state.markers) - 1
    after, bust = stopped(state, rules), busted(state, rules)
    for end in (after, bust):
        assert (end.runners, end.player) == ((), 0 if me == last else me + 1)
    assert (bust.markers, bust.claimed) == (state.markers, state.claimed)
    for column in rules.columns:
        topped = runners.get(column) == rules.length(column)
        assert after.claimed[column - 2] == (me if topped else state.claimed[column - 2])
        for seat in range(rules.players):
            stays = runners.get(column, 0) if seat == me and column in runners else state.markers[seat][column - 2]
            assert after.markers[seat][column - 2] == (0 if topped else stays)
    on_others = any((c, s) in as_table(rules, state).others for c, s in runners.items())
    assert (must_roll(state, rules) is not None) == (not runners or (rules.occupied == "blocked" and on_others))
    assert winner(after, rules) == min((owner for owner in after.claimed if owner >= 0), default=None)


@settings(max_examples=200)
@given(position=positions())
def test_a_state_is_read_back_from_its_text(position):
    rules, state = position
    assert State.parse(str(state), rules) == state
    assert "\n" not in str(state)
