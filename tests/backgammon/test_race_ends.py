"""How races end: gammons against games played out, shared solving against solving each position by itself."""

from functools import cache
from math import hypot
from random import Random

import pytest

from tabletop_odds.answers import Value
from tabletop_odds.backgammon.advise import should_double, should_take, which_play
from tabletop_odds.backgammon.bearoff import first_off_distribution, rolls_distribution
from tabletop_odds.backgammon.board import State, has_contact
from tabletop_odds.backgammon.gammon_error import gammon_chances, gammon_error, positions_before_first_off
from tabletop_odds.backgammon.policies import evaluator
from tabletop_odds.backgammon.positions import as_counts, every_position
from tabletop_odds.backgammon.race_ends import GAMMONS, backgammon_threatens, late, race_ends, rolls_after
from tabletop_odds.backgammon.rules import ROLLS, Rules, plays
from tabletop_odds.backgammon.simulate import simulate_games
from tabletop_odds.backgammon.two_sided import RaceAnswer, race_value

AHEAD = (1, 2, 2, 0, 0, 0)
STUCK = (0, 0, 0, 3, 4, 3, 0, 0, 3, 2)  # nothing off, 17 pips from home
LATE = (1, 2, 2, 0, 0, 0, 0, 4)
RACE = as_counts([2, 2, 3, 3, 2, 0, 0, 1, 0, 1, 0, 1])


def test_who_is_late():
    """Every pair of numbers of rolls, counted one by one."""
    winner, loser = {1: 0.5, 2: 0.3, 4: 0.2}, {0: 0.1, 1: 0.2, 3: 0.7}
    for ahead in (0, 1):
        want = sum(p * q for k, p in winner.items() for m, q in loser.items() if m > k - ahead)
        assert late(winner, loser, ahead) == pytest.approx(want)


@pytest.mark.parametrize("first_off", [False, True])
def test_positions_solved_together_are_those_solved_alone(first_off):
    luck, alone = Random(1), first_off_distribution if first_off else rolls_distribution
    start = STUCK if first_off else RACE
    state = State.of(start, [1])
    for play in luck.sample(plays(state, (2, 1)), 2):
        after = as_counts(play.after.mine)
        together = rolls_after(start, after, first_off)
        assert together.n is None
        for rolls, chance in alone(after).items():
            assert together.chances.get(rolls, 0) == pytest.approx(chance, abs=1e-12)


def test_a_race_before_a_play_makes_no_difference():
    for play in plays(State.of(RACE, AHEAD), (5, 2))[:3]:
        after = as_counts(play.after.mine)
        one, other = race_ends(AHEAD, after), race_ends(AHEAD, after, before=RACE)
        assert one.win.value == pytest.approx(other.win.value, abs=1e-12)
        assert one.method == other.method


def test_no_gammon_where_none_can_be():
    for mine, theirs in ((AHEAD, RACE[:-1]), ((0, 0, 0, 3, 5, 7), (0, 0, 0, 3, 5, 7)), (STUCK, (0, 0, 1, 0, 0, 0))):
        ends = race_ends(mine, theirs, gammons=mine != STUCK)
        assert (ends.gammon, ends.gammon_lost) == (0, 0)
        assert ends.win == race_value(mine, theirs).value
        assert ends.equity == pytest.approx(2 * ends.win.value - 1)


@pytest.mark.parametrize("turn", [False, True])
def test_gammons_are_as_frequent_as_in_games(turn):
    """The evaluator hurries home less well, so it loses a gammon a little more often."""
    sides = (STUCK, AHEAD) if turn else (AHEAD, STUCK)
    ends = race_ends(*sides)
    run = simulate_games([evaluator()] * 2, 4000, seed=1, state=State.of(*sides))
    for chance, measure in ((ends.gammon, "gammon_1"), (ends.gammon_lost, "gammon_2"), (ends.win.value, "win_1")):
        assert chance == pytest.approx(run[measure].value, abs=0.04)
    assert 0.1 < max(ends.gammon, ends.gammon_lost) < 0.999


@pytest.mark.slow
def test_gammon_chances_of_both_sides_are_those_of_a_search_of_all_plays():
    """Plays by the rules module, one position at a time; and the product is off by little, but off."""
    start = (0, 13, 0, 0, 0, 0, 0, 1, 1)
    winners, losers = [*every_position(6, 2)], positions_before_first_off(start)
    _, losing = gammon_chances(winners, losers)

    @cache
    def best(mine, theirs, loser):
        if not any(theirs):
            return 1.0
        found = 0.0
        for roll, weight in ROLLS:
            after = {as_counts(play.after.mine) for play in plays(State.of(mine, theirs), roll)}
            chances = (
                [0.0 if sum(y) < 15 else best(theirs, y, False) for y in after]
                if loser
                else [1.0 if not any(x) else best(theirs, x, True) for x in after]
            )
            found += weight / 36 * (min(chances) if loser else max(chances))
        return found

    near = (0, 14, 0, 0, 0, 0, 0, 1, 0)
    for x, y in (((0, 1), start), ((1, 1), start), ((0, 0, 0, 0, 0, 1), near)):
        found = losing[winners.index(as_counts(x)), losers.index(y) + 1]
        assert found == pytest.approx(best(as_counts(y), as_counts(x), True), abs=1e-5)
        assert 0.1 < found < 0.99
    error = gammon_error(2, start, n=200, seed=1)
    assert 0 < error.root_mean_square < 0.005
    assert error.root_mean_square < error.most < 0.02


# --- advice


def test_saving_the_gammon_is_the_best_play():
    """One roll from losing: a checker off saves half of what is at stake, whatever it does to the race."""
    state = State.of([0, 0, 0, 0, 0, 14, 1], [1])
    advice = which_play(state, (6, 1))
    assert advice.objective == "equity without a cube"
    assert advice.best.action == "7/off"
    assert advice.best.value.value == pytest.approx(-1)
    others = [option.value.value for option in advice.options[1:]]
    assert all(value == pytest.approx(-2) for value in others)
    assert {option.risk.value for option in advice.options} == {1.0}


def test_without_gammons_the_chance_to_win_is_asked_for():
    for rules, state in (
        (Rules(jacoby=True), State.of([0, 0, 0, 0, 0, 14, 1], [1])),
        (Rules(), State.of(RACE, LATE)),
    ):
        advice = which_play(state, (6, 1), rules=rules)
        assert advice.objective == "win probability"
        for option in advice.options:
            assert option.risk.value == pytest.approx(1 - option.value.value)


def test_a_race_is_told_from_the_product_and_says_so():
    advice = which_play(State.of(RACE, LATE), (5, 2))
    assert advice.method.startswith("product of both sides' rolls distributions, off by ")
    best = advice.best
    play = next(play for play in plays(State.of(RACE, LATE), (5, 2)) if str(play) == best.action)
    assert best.value.value == pytest.approx(1 - race_value(play.after.theirs, play.after.mine).value.value)
    assert best.value.n == advice.n


def test_exact_and_estimated_plays_side_by_side():
    state = State.of([0, 0, 1, 1, 0, 0, 1], [0, 0, 0, 0, 1])
    advice = which_play(state, (2, 1))
    exact = {option.action for option in advice.options if option.value.exact}
    assert exact == {str(play) for play in plays(state, (2, 1)) if not any(play.after.mine[6:])}
    assert "exact" in advice.method
    assert "product" in advice.method


def test_entering_behind_all_of_them_is_a_race():
    state = State.of([0] * 24 + [1], [5, 5])
    advice = which_play(state, (6, 5))
    assert has_contact(state)
    assert "evaluator" not in advice.method


def test_the_cube_of_a_race_beyond_the_tables():
    sides = [0, 0, 0, 3, 5, 7], [0, 0, 0, 2, 6, 7]
    double = should_double(State.of(*sides))
    assert not double
    assert bool(should_take(State.of(*sides)))
    assert "one-checker race" in double.method
    assert all(0 < option.value.standard_error < 0.05 for option in double.options)


# one on the other's ace point, or all: 3 points; a gammon for certain; one threatens
DEAR = (
    ([2], [0] * 5 + [14] + [0] * 14 + [1], 3),
    ([4], [0] * 19 + [15], 3),
    ([2], STUCK, 2),
    ([2, 2], [0] * 5 + [14] + [0] * 12 + [1], None),
    ([4], [0] * 5 + [13] + [0] * 16 + [2], None),
    (AHEAD, STUCK, None),
)
ROLL = (2, 1)


@pytest.mark.parametrize(("mine", "theirs", "worth"), DEAR)
def test_dear_races_are_worth_what_games_say(mine, theirs, worth):
    state = State.of(mine, theirs)
    for ask in (should_double, should_take, lambda state, n=None: which_play(state, ROLL, n=n)):
        answer, games = ask(state), ask(state, n=500)
        values = {option.action: option.value for option in answer.options}
        for option in games.options:
            value = values[option.action]
            error = hypot(value.standard_error, option.value.standard_error)
            assert value.value == pytest.approx(option.value.value, abs=4 * error + 1e-9)
    kept = should_double(state).options[0].value
    if worth:
        assert kept.value == pytest.approx(worth)
    assert kept.exact == (worth == 2)  # nobody has solved the others


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize(("mine", "theirs", "worth"), DEAR)
def test_what_is_estimated_is_not_called_exact(mine, theirs, worth, turn):
    """Exact figures of an estimate are the constants alone: a pass, a double that is passed, no cost."""
    sides = (theirs, mine) if turn else (mine, theirs)
    for ask in (should_double, should_take, lambda state: which_play(state, ROLL)):
        answer = ask(State.of(*sides))
        estimated = any(word in answer.method for word in ("product", "Janowski", "one-checker", "simulated"))
        assert estimated == (answer.n is not None)
        for option in answer.options:
            if estimated and option.action not in ("pass", "double"):
                assert not option.value.exact
        if not estimated:
            assert all(option.value.exact for option in answer.options)


def test_a_kept_table_of_chances_makes_no_gammon_exact(monkeypatch):
    """As where 15 v 15 checkers are kept: the chance to win is exact, the equity is not."""
    exact = RaceAnswer(Value.exactly(0.9), "exact, table of 15 v 15 checkers")
    monkeypatch.setattr("tabletop_odds.backgammon.race_ends.race_value", lambda mine, theirs: exact)
    ends = race_ends((0, 0, 0, 1, 1, 3), (0, 0, 0, 0, 0, 15))
    assert ends.win.exact
    assert not ends.value.exact
    assert ends.value.standard_error == GAMMONS.root_mean_square
    assert "gammons by product" in ends.method
    double = should_double(State.of([0, 0, 0, 1, 1, 3], [0, 0, 0, 0, 0, 15]))
    assert double.method.count("gammons by product") == 1
    kept = next(option for option in double.options if option.action == "no double")
    assert not kept.value.exact


def test_constants_have_no_error():
    even = State.of([0, 0, 0, 3, 5, 7], [0, 0, 0, 3, 5, 7])
    take = {option.action: option for option in should_take(even).options}
    assert (take["pass"].value.value, take["pass"].value.exact) == (-1, True)
    assert take["pass"].cost.standard_error == pytest.approx(take["take"].value.standard_error)
    assert take["take"].value.standard_error > 0.005
    sure = should_double(State.of([0, 0, 0, 3, 5, 7], [0, 0, 0, 0, 0, 0, 0, 7, 8]))
    double = next(option for option in sure.options if option.action == "double")
    assert (double.value.value, double.value.exact) == (1, True)
    assert "error, measured on the sample" in sure.method


def test_backgammons_threaten_only_who_has_nothing_off_and_is_far_back():
    back = (0,) * 5 + (14,) + (0,) * 14 + (1,)
    assert backgammon_threatens((2,), back)
    assert not backgammon_threatens(back, (2,))  # any roll leaves
    assert backgammon_threatens((0,) * 5 + (14,) + (0,) * 17 + (1,), (2,))
    assert backgammon_threatens((0, 0, 2), back)  # 1 roll in 36 leaves one, and 3 of 36 do not leave
    assert not backgammon_threatens((15,), back)
    assert not backgammon_threatens((2,), (0,) * 5 + (13,) + back[6:])
    assert not backgammon_threatens((2,), (0,) * 5 + (14,) + (0,) * 11 + (1,))


def test_too_good_to_double_in_a_race():
    state = State.of([2], STUCK)
    advice = should_double(state)
    assert advice.best.action == "no double"
    assert advice.best.value.value == pytest.approx(2)
    assert any(note.startswith("too good") for note in advice.notes)
    jacoby = should_double(state, rules=Rules(jacoby=True))
    assert jacoby.best.value.value == pytest.approx(1)


@pytest.mark.slow
def test_plays_of_a_race_too_long_to_solve_are_played_out_alike():
    state = State.of([0] * 11 + [5, 0, 5, 4], [0, 0, 5, 5, 4])
    choices = plays(state, (6, 6))
    for play in choices:
        assert rolls_after(state.mine, as_counts(play.after.mine)).n == 20_000
    advice = which_play(state, (6, 6))
    assert "played out by a rule" in advice.method
