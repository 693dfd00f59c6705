"""Advice: options, values, costs and risks, against the rules, tables and rollouts that they are from."""

from dataclasses import replace

import pytest

from tabletop_odds.backgammon.advise import should_double, should_take, which_play
from tabletop_odds.backgammon.board import Match, State
from tabletop_odds.backgammon.candidates import KEPT, few_games, in_two_stages
from tabletop_odds.backgammon.cube_equities import cube
from tabletop_odds.backgammon.odds import hit_probability
from tabletop_odds.backgammon.rollouts import roll_out_plays
from tabletop_odds.backgammon.rules import Rules, plays

START = "4HPwATDgc/ABMA"
LATE = State.of([0, 0, 2, 1], [0, 0, 0, 0, 0, 2])  # both home, a few rolls from the end
NO_CHOICE = State.of([0] * 23 + [1], [0, 0, 2, 0, 2, 2])


# --- plays


def test_every_distinct_play_is_an_option():
    for roll in ((3, 1), (2, 2)):
        advice = which_play(START, roll, n=100)
        assert {option.action for option in advice.options} == {str(play) for play in plays(State(), roll)}


def test_the_dice_of_the_state_are_played():
    state = replace(State(), dice=(6, 4))
    assert which_play(state, n=100) == which_play(START, "46", n=100)
    assert which_play(replace(state, dice=(4, 6)), "64", n=100) == which_play(state, n=100)
    with pytest.raises(ValueError, match="roll 3-1: the state has other dice, 6-4"):
        which_play(state, (3, 1), n=100)


def test_the_best_plays_get_all_games_and_the_others_a_part():
    choices = plays(State(), (3, 1))
    values, costs = in_two_stages(State(), (3, 1), choices, 2000, seed=4, rules=Rules())
    assert [value.n for value in values.values()] == [2000] * KEPT + [200] * (len(choices) - KEPT)
    few, _ = roll_out_plays(State(), (3, 1), 200, seed=4)
    best = next(iter(values))
    assert set(list(values)[:KEPT]) == set(list(few)[:KEPT])
    assert values == dict(sorted(values.items(), key=lambda item: -item[1].value))
    for play in list(values)[KEPT:]:
        assert costs[play].value == pytest.approx(few[best].value - few[play].value)
        assert values[play].value == pytest.approx(values[best].value - costs[play].value)
    again, apart = roll_out_plays(State(), (3, 1), 2000, seed=4, among=list(values)[:KEPT])
    for play, value in again.items():
        assert (values[play], costs[play]) == (value, apart[play])


def test_few_plays_all_get_all_games():
    advice = which_play(START, (5, 5), n=700, seed=2)
    assert len(advice.options) == 4
    assert {option.value.n for option in advice.options} == {700}
    assert (advice.n, advice.seed, advice.notes) == (700, 2, ())


@pytest.mark.parametrize(("n", "few"), [(10_000, 1000), (1000, 100), (999, 100), (100, 100), (7, 7), (1, 1)])
def test_how_many_games_are_few(n, few):
    assert few_games(n) == few


def test_the_risk_is_to_be_hit():
    advice = which_play(START, (4, 3), n=100)
    risks = {option.action: option.risk for option in advice.options}
    for play in plays(State(), (4, 3)):
        assert risks[str(play)].value == float(hit_probability(play.after.flipped()))
        assert risks[str(play)].exact
    assert advice.risk_name == "hit"


def test_a_hit_costs_less_than_a_miss():
    """A shot at the last blot of a lost game: the play that hits is best, whatever plays on."""
    state = State.of([0, 0, 0, 2, 2, 2] + [0] * 12 + [1], [14] + [0] * 9 + [1])
    advice = which_play(state, (4, 1), n=300)
    assert "*" in advice.best.action


def test_no_play_is_the_only_option():
    advice = which_play(NO_CHOICE, (4, 2), n=100)
    assert [option.action for option in advice.options] == ["no play"]
    assert advice.method.startswith("forced: no number can be played (BG-5); simulated")


def test_the_advice_is_plain_about_what_it_is():
    text = str(which_play(START, (3, 1), n=1000, seed=7))
    assert "not expert play" in text
    assert "n = 1,000, seed 7" in text
    assert "all 16 plays were played on in 100 games, the best 5 in 1,000" in text


def test_jacoby_is_named_where_it_takes_gammons_away():
    jacoby = Rules(jacoby=True)
    assert "Jacoby" in which_play(START, (5, 5), rules=jacoby, n=100).notes[-1]
    turned = replace(State(), cube=2, owner="mine")
    assert which_play(turned, (5, 5), rules=jacoby, n=100).notes == ()


# --- the cube


def test_the_exact_cube():
    answer = cube(LATE.mine[:6], LATE.theirs[:6])
    for owner, kept in (("centre", answer.centred), ("mine", answer.owned)):
        advice = should_double(replace(LATE, owner=owner, cube=2))
        name = "redouble" if owner == "mine" else "double"
        values = {option.action: option.value for option in advice.options}
        assert values == {"no double": kept, name: answer.double_take if answer.take else values[name]}
        assert advice.affirmative == name
        assert advice.n is None
    take = should_take(LATE)
    assert {option.action: option.value.value for option in take.options} == {
        "take": -answer.double_take.value,
        "pass": -1.0,
    }
    assert bool(take) is answer.take
    assert bool(should_double(LATE)) is answer.double


def test_doubled_and_supposed_doubles_are_taken_alike():
    assert should_take(replace(LATE, doubled=True)).options == should_take(LATE).options


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (replace(LATE, owner="theirs", cube=2), "the other owns the cube (BG-10)"),
        (replace(LATE, match=Match(3, 2, 0, crawford=True)), "nobody doubles in the Crawford game (BG-10)"),
        (replace(LATE, owner="mine", cube=2**15), "the cube is at its largest (BG-10)"),
    ],
)
def test_who_may_not_double_has_one_option(state, reason):
    advice = should_double(state)
    assert [option.action for option in advice.options] == ["no double"]
    assert advice.method.startswith(f"forced: {reason}; exact")
    assert not advice
    with pytest.raises(ValueError, match="nothing to take"):
        should_take(state)


def test_a_match_score_is_left_aside_and_the_answer_says_so():
    state = replace(LATE, match=Match(7, 3, 2))
    for ask in (should_double, should_take, lambda state: which_play(state, (6, 5))):
        money, match = ask(LATE), ask(state)
        assert match.options == money.options
        assert match.notes[-1] == "answered as money play: the score, 3-2 in a match to 7, is left aside"


def test_beavers():
    """A double by the underdog may be turned once more, so it costs twice as much."""
    state = State.of([0, 0, 0, 0, 0, 3], [1, 1])
    plain, beaver = (should_double(state, rules=Rules(beavers=beavers)) for beavers in (False, True))
    assert not plain
    assert beaver.cost_of("double").value > plain.cost_of("double").value
    assert "a beaver" in "".join(should_take(state, rules=Rules(beavers=True)).notes)


def test_contact_is_estimated_by_games():
    advice = should_double(START, n=2000, seed=3)
    assert not advice
    assert (advice.n, advice.seed) == (2000, 3)
    assert "Janowski" in advice.method
    assert "not expert play" in advice.method
    assert advice.cost_of("double").value == pytest.approx(advice.margin.value)
    assert advice.cost_of("double").standard_error < advice.options[0].value.standard_error
    assert bool(should_take(START, n=2000, seed=3))
    assert any("25 %" in note for note in advice.notes)


def test_a_sure_gammon_is_too_good():
    """The other has all on the bar against a closed board, and nearly all are off."""
    state = State.of([2, 1], [0] * 24 + [15])
    advice = should_double(state, n=200)
    assert not advice
    assert any(note.startswith("too good") for note in advice.notes)
    assert should_take(state, n=200).best.action == "pass"
    jacoby = should_double(state, rules=Rules(jacoby=True), n=200)
    assert jacoby.best.value.value == pytest.approx(1)
