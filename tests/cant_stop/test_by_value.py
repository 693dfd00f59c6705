"""Games by values: the compiled turn against the readable one, game by game; advice; the fitted values that ship."""

import pytest

from tabletop_odds import cant_stop
from tabletop_odds.answers import as_number, as_percent
from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.fitted import Fit, fitted_play, fitted_values, read_values, write_values
from tabletop_odds.cant_stop.optimal import optimal_play, win_probability
from tabletop_odds.cant_stop.policies import best_turn_for, bust_limit, linear_weights, rule_of_28
from tabletop_odds.cant_stop.potentials import Potential, progress, squares, steps
from tabletop_odds.cant_stop.rules import Rules, stopped
from tabletop_odds.cant_stop.simulate import game_play, simulate_alone, simulate_games

pytestmark = pytest.mark.slow  # compiles the best turn and whole games by it

ODD = Potential("odd", lambda column, space, rules: space * 1.37**space / (column + 0.1))
TABLES = {
    "alone": (Rules.small(4, 1), [best_turn_for(squares())], None),
    "free, two runners": (Rules.small(3, 2, runners=2, must_place="free"), [best_turn_for(ODD)], None),
    "four runners": (Rules.small(3, 1, runners=4), [best_turn_for(ODD)], None),
    "jump": (Rules.small(4, 2, players=2, occupied="jump"), [best_turn_for(ODD), best_turn_for(progress())], None),
    "blocked": (Rules.small(4, 1, players=2, occupied="blocked"), [best_turn_for(ODD), bust_limit(0.4)], None),
    "three": (
        Rules.small(4, 1, players=3, columns_to_win=2),
        [bust_limit(0.3), best_turn_for(ODD), bust_limit(0.5)],
        None,
    ),
    "solved": (Rules.small(3, 1, players=2), [optimal_play(Rules.small(3, 1, players=2)), bust_limit(0.4)], None),
    "under way": (Rules.small(4, 1, players=2), [best_turn_for(ODD), bust_limit(0.4)], "> 5:2+3 6:+1 / 4:3 2*"),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_kernel_plays_as_the_twin_does(name):
    rules, policies, text = TABLES[name]
    start = None if text is None else State.parse(text, rules)
    for roll in (False, True) if text else (False,):
        play = game_play(policies, rules, start=start, roll=roll)
        rows = play(3, 0, 12)
        for game, row in enumerate(rows.tolist()):
            record = cant_stop.play_game(policies, rules, seed=3, game=game, start=start, roll=roll)
            seats = range(rules.players)
            want = [len(record.turns), record.busts, record.rolls]
            if rules.players > 1:
                won = [int(seat == record.winner) for seat in seats]
                want = [*won, record.rounds, *want, *(record.state.columns_of(seat) for seat in seats)]
            assert row == want, (name, game)


def test_fitted_values_play_alike_in_both():
    for players, policies in ((1, [fitted_play(1)]), (2, [fitted_play(), linear_weights()]), (3, [fitted_play()] * 3)):
        play = game_play(policies, Rules(players=players))
        for game, row in enumerate(play(5, 0, 2).tolist()):
            record = cant_stop.play_game(policies, seed=5, game=game)
            assert row[2 if players == 1 else players + 3] == record.rolls


def test_fitted_values_beat_every_heuristic_alone():
    run = simulate_alone(fitted_play(1), 600, seed=1)["turns"]
    limit, best_published = 6.9, 8.79
    assert run.value - 2 * run.standard_error < limit
    assert run.value + 10 * run.standard_error < best_published


def test_fitted_values_beat_linear_weights():
    first = simulate_games([fitted_play(), linear_weights()], 250, seed=1).rate("win_1")
    second = simulate_games([linear_weights(), fitted_play()], 250, seed=2).rate("win_2")
    limit = 0.7
    assert (first.value + second.value) / 2 > limit


def test_fitted_values_are_a_small_table(tmp_path):
    for players in (1, 2):
        values = fitted_values(players)
        path = tmp_path / "again.table"
        write_values(path, players, values.values(Rules(players=players)), values.fit)
        again = read_values(path)
        assert path.stat().st_size < 200_000
        assert again.fit == values.fit
        assert again.players == players
        for name, (shape, numbers) in values.layers.items():
            assert again.layers[name][0] == shape
            assert list(again.layers[name][1]) == pytest.approx(list(numbers), abs=1e-6)
        assert isinstance(values.fit, Fit)
        assert 0 < values.fit.error < (0.3 if players == 1 else 0.1)
    with pytest.raises(ValueError, match="players=3"):
        fitted_values(3)
    with pytest.raises(ValueError, match="official board"):
        fitted_values(1).values(Rules.small(3, 1))


def test_the_fitted_value_of_the_empty_board_is_near_what_is_played():
    alone = 1 - cant_stop.solve_turn(State.start(Rules(players=1)), fitted_values(1)).value
    two = cant_stop.solve_turn(State(), fitted_values(2)).value
    assert 6.5 < alone < 7.0
    assert 0.53 < two < 0.62


# --- advice


def test_advice_on_a_solved_board_is_exact():
    rules = Rules.small(3, 1, players=2)
    for text, roll in (("> 4:+2 / 3:1", (1, 2, 2, 3)), ("4:3 / > 3:1 5:+1", (1, 1, 2, 2))):
        advice = cant_stop.should_roll(text, rules=rules)
        assert all(option.value.exact for option in advice.options)
        assert {option.action for option in advice.options} == {"roll", "stop"}
        state = State.parse(text, rules)
        stop = next(option for option in advice.options if option.action == "stop")
        after = 1 - win_probability(stopped(state, rules), rules).value
        assert stop.value.value == pytest.approx(after, abs=1e-9)
        pairing = cant_stop.which_pairing(roll, text, rules=rules)
        assert pairing.best.value.value >= max(option.value.value for option in pairing.options) - 1e-12


def test_advice_alone_counts_turns_and_the_fewest_are_best():
    advice = cant_stop.which_pairing("1456", "> 6:3")
    values = [option.value.value for option in advice.options]
    assert values == sorted(values)
    assert advice.unit == "turns"
    assert all(option.cost.value >= 0 for option in advice.options)
    assert "fitted" in advice.method
    assert advice.n == fitted_values(1).fit.n


def test_forced_choices_are_named():
    start = cant_stop.should_roll("> - / 7:3")
    assert [option.action for option in start.options] == ["roll"]
    assert start.method.startswith("forced: a turn starts by rolling")
    bust = cant_stop.which_pairing((2, 4, 5, 5), "> 3:+1 6:10+1 8:+1 / -")
    assert [option.action for option in bust.options] == ["bust"]
    assert bust.best.risk.value == 1
    assert "CS-9" in bust.method


def test_what_no_value_reaches_is_played_on():
    rules = Rules(occupied="jump")
    advice = cant_stop.should_roll("> 6:4+2 7:3+1 8:+1 12* / 5:2 7:6", rules=rules, n=500, seed=3)
    assert advice.n == 500
    assert advice.seed == 3
    assert all(option.value.n == 500 for option in advice.options)
    assert advice.method.startswith("simulated")
    again = cant_stop.should_roll("> 6:4+2 7:3+1 8:+1 12* / 5:2 7:6", rules=rules, n=500, seed=3)
    assert again == advice


def test_claiming_the_last_column_wins():
    advice = cant_stop.should_roll("> 2* 3* 7:12+1 6:+1 8:+1 / -")
    assert advice.best.action == "stop"
    assert advice.best.value.value == 1
    played = cant_stop.should_roll("> 2* 3* 7:12+1 6:+1 8:+1 / -", n=50)
    assert played.best.value.value == 1


def test_the_turn_is_told_exactly():
    advice = cant_stop.should_roll("> 6:4+2 7:3+1 8:+1 12* / 5:2 7:6")
    turn = cant_stop.solve_turn(State.parse("> 6:4+2 7:3+1 8:+1 12* / 5:2 7:6"), fitted_values(2)).if_rolled
    assert advice.notes == (
        f"rolled from there, then played best, exact for this turn: bust {as_percent(turn.bust)}, "
        f"{as_number(turn.steps)} steps kept, a column claimed {as_percent(turn.claim)}",
    )
    assert advice.to_dict()["notes"] == list(advice.notes)


def test_a_policy_by_a_function_plays_by_it():
    rules = Rules.small(2, 1, players=2, columns_to_win=2)

    def climbed(state):
        mover = 1 - state.player
        won = [column for column in rules.columns if state.claimed[column - 2] == mover]
        return float(sum(state.markers[mover]) + sum(map(rules.length, won)))

    policy = best_turn_for(climbed)
    assert policy.name == "best turn for climbed"
    assert policy.valuation is None
    for game in range(20):
        own, known = (
            cant_stop.play_game([who, bust_limit(0.5)], rules, seed=1, game=game)
            for who in (policy, best_turn_for(steps()))
        )
        assert own.turns == known.turns
    assert rule_of_28().valuation is None


def test_what_follows_a_certain_win_rests_on_the_bust_alone():
    # to stop wins; to roll loses the turn in a bust, and then stands on a fitted value
    text = "> 2* 3* 12:+3 7:+1 8:+1 / 4:6 5* 6*"
    advice = cant_stop.should_roll(text)
    error = fitted_values(2).fit.error * float(cant_stop.bust_probability(State.parse(text)))
    assert advice.best.action == "stop"
    assert advice.margin.standard_error == pytest.approx(error)
    assert advice.options[1].value.standard_error == pytest.approx(error)
    assert advice.options[1].value.value == pytest.approx(1 - advice.margin.value)
    assert advice.options[1].to_dict()["cost_error"] == pytest.approx(error)
    played = cant_stop.should_roll(text, n=2000, seed=5).margin
    gap = abs(played.value - advice.margin.value)
    assert gap < 4 * (played.standard_error**2 + error**2) ** 0.5
    assert advice.notes == ()


def test_every_continuation_is_an_option():
    advice = cant_stop.which_pairing("1456", "> 6:4+2 12* / 5:2 7:6")
    assert {option.action for option in advice.options} == {
        f"{pair}, {then}" for pair in ("6 10", "7 9", "5 11") for then in ("roll", "stop")
    }
    assert advice.cost_of("11 5") == min((advice.cost_of(f"5 11, {then}") for then in ("roll", "stop")), key=float)
    assert advice.cost_of("11 5, stop") == advice.cost_of("5 11, stop")
    with pytest.raises(ValueError, match=r"action \(5, 11\)"):
        advice.cost_of((5, 11))


def test_playing_on_meets_the_solved_board():
    rules = Rules.small(3, 1, players=2)
    for text in ("> 4:+2 / 3:1", "4:3 / > 3:1 5:+1"):
        exact, played = (cant_stop.should_roll(text, rules=rules, n=n, seed=4) for n in (None, 4000))
        for option in exact.options:
            (found,) = [other.value for other in played.options if other.action == option.action]
            assert abs(found.value - option.value.value) < 4 * found.standard_error


def test_a_certain_win_is_exact():
    advice = cant_stop.should_roll("> 2* 3* 12:+3 / 7:5 / - / -")
    assert advice.best.action == "stop"
    assert advice.best.value.exact
    assert not advice.too_close


def test_a_solved_board_is_refused_under_other_rules():
    solved = cant_stop.solve_board(Rules.small(2, 1))
    with pytest.raises(ValueError, match="was solved for"):
        cant_stop.solve_turn(value=solved)
    with pytest.raises(ValueError, match="players=1"):
        win_probability(rules=Rules.small(2, 1))
