"""The best turn: against plain expectimax on small boards under every option, and the cited figures of one turn."""

import random
from functools import cache

import cant_stop_oracle as oracle
import pytest
from cases import cases

from tabletop_odds.cant_stop.best_turn import solve_turn
from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.policies import best_turn_for
from tabletop_odds.cant_stop.potentials import Potential, progress, squares, steps
from tabletop_odds.cant_stop.rules import Rules, must_roll, stopped

BOARDS = [
    Rules.small(2, 1),
    Rules.small(2, 3, players=2, columns_to_win=2),
    Rules.small(3, 1),
    Rules.small(3, 1, runners=1, must_place="free"),
    Rules.small(3, 2, runners=2, must_place="free"),
    Rules.small(3, 2, players=2, occupied="blocked"),
    Rules.small(3, 2, players=2, occupied="jump", must_place="free"),
    Rules.small(3, 1, runners=4),
    Rules(players=1, dice_sides=4, column_lengths=(1, 2, 3, 2, 2, 1, 1), runners=2),
]


def drawn(rules, luck):
    """A state in the middle of a game: markers, claimed columns, and sometimes runners."""
    columns = len(rules.columns)
    claimed = [-1] * columns
    for c in luck.sample(range(columns), luck.choice([0, 0, 1])):
        claimed[c] = luck.randrange(rules.players)
    markers = []
    for _ in range(rules.players):
        markers.append(
            tuple(luck.randrange(top) if claimed[c] < 0 else 0 for c, top in enumerate(rules.column_lengths))
        )
    player = luck.randrange(rules.players)
    open_columns = [c for c in range(columns) if claimed[c] < 0]
    out = luck.sample(open_columns, luck.randrange(min(rules.runners, len(open_columns)) + 1))
    runners = tuple(sorted((c + 2, luck.randint(markers[player][c] + 1, rules.column_lengths[c])) for c in out))
    return State(tuple(markers), tuple(claimed), runners, player)


def by_expectimax(state, rules, worth):
    """(value of rolling, chance to bust, steps, columns, chance to claim) under best play, from the plain oracle."""
    own = state.markers[state.player]
    others = {(c + 2, s) for i, m in enumerate(state.markers) if i != state.player for c, s in enumerate(m) if s}
    table = oracle.Table(rules, {c + 2: s for c, s in enumerate(own) if s}, others, state.closed)
    tops = table.tops

    def stop(runners):
        held = rules.occupied == "blocked" and any(r in others and r[1] < tops[r[0]] for r in runners)
        return None if held or not runners else worth(runners)

    @cache
    def best(runners):
        rolled, stopping = roll(runners), stop(runners)
        if stopping is None or rolled[0] > stopping:
            return rolled
        claimed = sum(space == tops[column] for column, space in runners)
        return stopping, 0.0, sum(s - table.markers.get(c, 0) for c, s in runners), claimed, float(claimed > 0)

    @cache
    def roll(runners):
        total = [0.0] * 5
        for chance, pairings in oracle.rolls(rules.dice_sides):
            offer = [best(after) for after in table.after(dict(runners), pairings)]
            found = max(offer) if offer else (worth(None), 1.0, 0.0, 0.0, 0.0)
            total = [t + chance * x for t, x in zip(total, found, strict=True)]
        return tuple(total)

    return roll(frozenset(state.runners)), stop(frozenset(state.runners))


@cases("rules", BOARDS)
def test_any_value_of_states_against_expectimax(rules):
    luck = random.Random(str(rules))
    for _ in range(3):
        state = drawn(rules, luck)
        worths = {}

        def worth(runners, worths=worths):
            # progress, and a little chance so that no two are equal
            base = 0.0 if runners is None else 0.1 * sum(space for _, space in runners)
            return base + worths.setdefault(runners, luck.random())

        def value(after, state=state, worth=worth):
            c = [
                (i + 2, m if owner < 0 else rules.column_lengths[i])
                for i, (m, owner, before) in enumerate(
                    zip(after.markers[state.player], after.claimed, state.claimed, strict=True)
                )
                if before < 0
            ]
            moved = [(column, space) for column, space in c if space != state.markers[state.player][column - 2]]
            return worth(frozenset(moved) if moved else None)

        turn = solve_turn(state, value, rules)
        figures, stopping = by_expectimax(state, rules, worth)
        assert turn.roll_value == pytest.approx(figures[0], abs=1e-12)
        assert turn.stop_value == (None if stopping is None else pytest.approx(stopping, abs=1e-12))
        assert [x.value for x in turn.if_rolled] == pytest.approx(figures[1:], abs=1e-12)
        assert turn.bust_value == worths[None]


@pytest.mark.slow
@pytest.mark.parametrize("rules", BOARDS[1::2], ids=str)
def test_a_potential_is_the_same_as_its_function(rules):
    luck = random.Random(str(rules) + "potential")
    gains = {(c, s): luck.random() + s for c in rules.columns for s in range(rules.length(c) + 1)}
    potential = Potential("drawn", lambda column, space, rules: gains[column, space])
    for _ in range(3):
        state = drawn(rules, luck)
        me = state.player

        def value(after, me=me):
            total = 0.0
            for column in rules.columns:
                owner = after.claimed[column - 2]
                if owner in (-1, me):
                    total += gains[column, after.markers[me][column - 2] if owner < 0 else rules.length(column)]
            return total

        one, other = solve_turn(state, potential, rules), solve_turn(state, value, rules)
        assert one.roll_value == pytest.approx(other.roll_value, abs=1e-12)
        assert one.stop_value == (None if other.stop_value is None else pytest.approx(other.stop_value, abs=1e-12))
        assert [x.value for x in one.if_rolled] == pytest.approx([x.value for x in other.if_rolled], abs=1e-12)


def test_cited_figures_of_one_turn():
    """The greatest expected progress from the empty official board, in columns and in steps."""
    assert solve_turn(value=progress()).value == pytest.approx(0.714186, abs=5e-7)
    most = solve_turn(value=steps())
    assert most.value == pytest.approx(6.495539, abs=5e-7)
    assert most.if_rolled.steps.value == pytest.approx(most.value, abs=1e-12)


def test_a_turn_under_way_is_part_of_the_whole():
    """After one move the turn is worth what the rules say it leads to: no shortcut through the tree."""
    state = State.parse("> 6:4+2 7:3+1 8:+1 12* / 5:2 7:6")
    turn = solve_turn(state, squares())
    assert turn.stop_value == pytest.approx(1 + (6 / 11) ** 2 + (4 / 13) ** 2 + (1 / 11) ** 2, abs=1e-12)
    assert turn.bust_value == pytest.approx(1 + (4 / 11) ** 2 + (3 / 13) ** 2, abs=1e-12)
    assert must_roll(state, Rules()) is None
    assert stopped(state, Rules()).markers[0][4] == 6


def test_a_turn_too_large_is_refused_before_it_takes_memory():
    large = Rules(players=1, runners=4, column_lengths=(30,) * 11)
    with pytest.raises(ValueError, match=r"82,020,025 placements of the runners; up to 20,000,000"):
        solve_turn(State.parse("> 6:4+2", large), progress(), large)


def test_only_values_of_positions_are_taken():
    for ask in (lambda: solve_turn(value=5), lambda: best_turn_for(5)):
        with pytest.raises(ValueError, match="value 5: a Potential"):
            ask()


def test_what_is_refused():
    for state, named in (
        (State.parse("> 2* 3* 12* / -"), ["is over", "player 1"]),
        ("> - / -", ["State is needed"]),
        (State(((0,) * 11,) * 2, (-1,) * 11, ((6, 12),)), ["column 6", "11"]),
    ):
        oracle.refused(lambda state=state: solve_turn(state), named)
    oracle.refused(lambda: solve_turn(value=lambda after: None), ["a number is needed"])
    oracle.refused(lambda: solve_turn(value=Potential("bad", lambda c, s, r: float("nan"))), ["'bad'", "nan"])
