"""Solved boards: cited values, value iteration written again, and games played by the best policy."""

import csv
from functools import cache
from itertools import product
from pathlib import Path

import cant_stop_oracle as oracle
import pytest

from tabletop_odds.cant_stop.best_turn import solve_turn
from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.optimal import (
    expected_turns,
    is_solvable,
    optimal_play,
    solve_board,
    start_positions,
    win_probability,
)
from tabletop_odds.cant_stop.rules import Rules
from tabletop_odds.cant_stop.simulate import simulate_alone, simulate_games

ROWS = list(csv.DictReader((Path(__file__).parent.parent / "published" / "cant_stop_boards.csv").open()))


def cited(players, slow):
    return [
        pytest.param(
            Rules.small(int(row["sides"]), int(row["shortest"]), players=players),
            float(row["figure"]),
            id=f"{row['sides']},{row['shortest']}",
        )
        for row in ROWS
        if int(row["players"]) == players and (row["speed"] == "slow") is slow and row["speed"] != "analysis"
    ]


@pytest.mark.parametrize(("rules", "figure"), cited(1, slow=False))
def test_fewest_turns_alone(rules, figure):
    assert expected_turns(rules=rules).value == pytest.approx(figure, abs=5.1e-7)
    assert expected_turns(rules=rules).exact


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "figure"), cited(1, slow=True))
def test_fewest_turns_alone_on_larger_boards(rules, figure):
    assert expected_turns(rules=rules).value == pytest.approx(figure, abs=5.1e-7)


@pytest.mark.parametrize(("rules", "figure"), cited(2, slow=False))
def test_chance_to_win_of_two(rules, figure):
    assert win_probability(rules=rules).value == pytest.approx(figure, abs=5.1e-7)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "figure"), cited(2, slow=True))
def test_chance_to_win_of_two_on_larger_boards(rules, figure):
    assert win_probability(rules=rules).value == pytest.approx(figure, abs=5.1e-7)


def states_of(rules):
    """Every position at the start of a turn of player 0, by progress from the most down."""
    found = []
    per_column = [
        [*product(range(top), repeat=rules.players), *(("claimed", seat) for seat in range(rules.players))]
        for top in rules.column_lengths
    ]
    for places in product(*per_column):
        claimed = tuple(place[1] if "claimed" in place else -1 for place in places)
        markers = tuple(
            tuple(0 if "claimed" in place else place[seat] for place in places) for seat in range(rules.players)
        )
        state = State(markers, claimed)
        if all(state.columns_of(seat) < rules.columns_to_win for seat in range(rules.players)):
            found.append(state)
    return found


def turn_again(state, rules, after, bust):
    """The value of a turn by the oracle's reading of the rules, `after(claimed, markers)` being that of its end."""
    own = state.markers[state.player]
    table = oracle.Table(rules, {c + 2: s for c, s in enumerate(own) if s}, (), state.closed)

    def end(runners):
        if runners is None:
            return bust
        if not runners:
            return None
        markers, claimed = list(own), list(state.claimed)
        for column, space in runners:
            if space == table.tops[column]:
                markers[column - 2], claimed[column - 2] = 0, state.player
            else:
                markers[column - 2] = space
        return after(tuple(claimed), tuple(markers))

    return oracle.turn(table, lambda runners: None, end)()


@pytest.mark.parametrize(
    "rules",
    [Rules.small(2, 1), Rules.small(2, 2, runners=2, must_place="free"), Rules.small(2, 2, columns_to_win=1)],
    ids=str,
)
def test_every_position_alone_is_what_one_turn_makes_of_it(rules):
    """What is unchanged by one turn of the oracle's is the answer: the equation has one solution."""
    solved = solve_board(rules)

    def after(claimed, markers):
        if sum(owner == 0 for owner in claimed) >= rules.columns_to_win:
            return 0.0
        return -solved.of(State((markers,), claimed)).value

    for state in states_of(rules):
        value = solved.of(state).value
        assert 1 - turn_again(state, rules, after, -value) == pytest.approx(value, abs=1e-9)


def test_every_position_of_two_is_what_one_turn_makes_of_it():
    rules = Rules.small(2, 1, players=2, columns_to_win=2)
    solved = solve_board(rules)

    @cache
    def chance(state):
        return solved.of(state).value

    def after_of(state):
        def after(claimed, markers):
            if claimed.count(0) >= rules.columns_to_win:
                return 1.0
            theirs = tuple(0 if owner >= 0 else s for owner, s in zip(claimed, state.markers[1], strict=True))
            return 1.0 - chance(State((markers, theirs), claimed, (), 1))

        return after

    for state in states_of(rules):
        bust = 1.0 - chance(State(state.markers, state.claimed, (), 1))
        assert turn_again(state, rules, after_of(state), bust) == pytest.approx(chance(state), abs=1e-9)


@pytest.mark.slow
def test_games_by_the_best_policy_meet_the_exact_values():
    rules = Rules.small(3, 2)
    run = simulate_alone(optimal_play(rules), 20_000, seed=1, rules=rules)["turns"]
    assert abs(run.value - expected_turns(rules=rules).value) <= 4 * run.standard_error
    rules = Rules.small(3, 1, players=2)
    start = State.parse("> 3:1 / 4:2 5:1", rules)
    run = simulate_games([optimal_play(rules)] * 2, 20_000, seed=2, rules=rules, start=start).rate("win_1")
    assert abs(run.value - win_probability(start, rules).value) <= 4 * run.standard_error


def test_start_positions_are_counted():
    for rules in (
        Rules.small(2, 1),
        Rules.small(2, 2, players=2, columns_to_win=2),
        Rules.small(2, 2, columns_to_win=1),
    ):
        assert start_positions(rules) == len(states_of(rules))
    assert start_positions(Rules(players=1)) == 6_066_786_123
    assert is_solvable(Rules.small(4, 2))
    assert not is_solvable(Rules.small(4, 3))
    assert is_solvable(Rules.small(4, 3), most=500_000)
    assert not is_solvable(Rules(players=1))


def test_the_start_of_a_turn_is_the_turn_solved():
    rules = Rules.small(3, 1, players=2)
    for text in ("> - / -", "> 4:3 3:1 / 5:1", "4* 3:1 / > 5:1 6*"):
        state = State.parse(text, rules)
        turn = solve_turn(state, solve_board(rules), rules)
        assert turn.value == pytest.approx(win_probability(state, rules).value, abs=1e-9)


def test_what_is_refused():
    oracle.refused(lambda: solve_board(Rules(players=1)), ["6,066,786,123", "100,000"])
    oracle.refused(lambda: solve_board(Rules(players=3)), ["players=3", "one or two"])
    oracle.refused(lambda: solve_board(Rules.small(3, 1, players=2, occupied="jump")), ["jump", "shared"])
    oracle.refused(lambda: solve_board(Rules.small(2, 1)).of(State.parse("> 3:+1", Rules.small(2, 1))), ["under way"])
