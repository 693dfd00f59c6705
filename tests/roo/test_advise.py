"""What to do, and when to stop: held against the full search, exact play by policies, and games played on."""

import random
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from roo_states import random_side, random_state

from tabletop_odds.roo.advise import should_stop, what_to_do
from tabletop_odds.roo.checks import checked_state
from tabletop_odds.roo.ending import is_complete, passed_on
from tabletop_odds.roo.moving import actions
from tabletop_odds.roo.odds import race_of
from tabletop_odds.roo.optimal import fewest_turns
from tabletop_odds.roo.policies import Policy, greedy_racer
from tabletop_odds.roo.policy_values import policy_value
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.small_games import after, deals
from tabletop_odds.roo.standing import Races, completion_standing, in_trouble
from tabletop_odds.roo.state import State
from tabletop_odds.roo.whole_game import solve_game
from tabletop_odds.values import Value

ALONE = Rules(players=1)
LONE = "> . R2 . . / . . . . / . . . . / . . . .; hand B1 B3 G4 Y1 Y2; targets R2 B1 G3"
OTHER = ". . . . / . . . . / . . . . / . . . .; hand R1 R2 R3 R4 B1; targets R1 G2 Y3"
BARRED = "> . R1 . . / . . . . / . . . G4 / . . Y2 .; hand B3 R2 Y4; targets R1 B3 Y2; discards B1"
SMALL = Rules.small(2, max_rounds=5)
PAIR = Rules.small(2, players=2, max_rounds=6)


def values(advice):
    return {option.action: option.value.value for option in advice.options}


def first_then(action, then):
    """The policy that begins with an action, and goes on as another does."""
    return Policy("first", lambda state, legal, rules, luck: action if state.round == 0 else then(state))


# --- exact, against full search


@pytest.mark.parametrize("side", deals(SMALL), ids=str)
def test_small_games_are_worth_what_best_play_makes_of_them(side):
    state, game = State((side,)), solve_game(SMALL, start=side)
    advice = what_to_do(state, rules=SMALL)
    assert advice.method == "exact: the game from here, solved"
    for action in actions(side, SMALL):
        policy = first_then(action, lambda state: game.best_actions(state)[0])
        assert values(advice)[str(action)] == pytest.approx(float(policy_value(policy, SMALL, start=state)), abs=1e-12)
    assert advice.best.value.value == pytest.approx(float(game.value), abs=1e-12)


def test_the_second_player_is_advised_for_themselves():
    state = State.parse(". . / . .; hand B1; targets R2 | > . . / . .; hand R2; targets R2; round 6", PAIR)
    advice = what_to_do(state, rules=PAIR)
    assert values(advice)["R2 to 0,1"] == 1.0  # complete
    assert values(advice)["R2 to 0,0"] == 1.0  # on its colour: no point, against one in the other hand
    assert values(advice)["R2 to 1,1"] == 0.5
    earlier = State.parse(". . / . .; hand B1; targets R2; discards B2 | > . . / . .; hand B1; targets R2", PAIR)
    value = 1 - solve_game(PAIR, start=earlier).value  # that is the first player's
    assert value != Fraction(1, 2)
    assert what_to_do(earlier, rules=PAIR).best.value.value == float(value)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"slide": False},
        {"jump": True},
        {"entry": "free"},
        {"entry": "origin"},
        {"pile_out": "reshuffle"},
        {"discard": "only_stuck"},
        {"target_cells": ((0, 0), (1, 1))},
        {"targets": "rotated"},
    ],
    ids=str,
)
def test_a_chance_to_complete_that_is_counted_is_the_best_there_is(options):
    luck, known = random.Random(str(options)), 0
    base = {"target_cells": ((0, 1), (1, 1)), "hand_size": 1} | options
    for rounds in (1, 2, 3, 4, 5, 8) * 4:
        rules = Rules.small(2, max_rounds=rounds, **base)
        side = random_side(rules, luck)
        if not side.pile:  # the game is over
            continue
        found = completion_standing(State((side,)), rules)
        if found is not None:
            known += 1
            assert found.worth == solve_game(rules, start=side).value, (rounds, side)
    assert known >= 3


def test_who_is_complete_has_to_move_all_the_same():
    rules = Rules.small(2, max_rounds=1, targets="literal")
    side = State.parse(". R1 / . .; hand -; targets R1", rules).side
    assert completion_standing(State((side,)), rules) is None  # not 1: the target has to go
    assert what_to_do(State((side,)), rules=rules).best.value.value == 0.0


@pytest.mark.slow
def test_a_chance_to_complete_on_a_larger_board_is_the_best_there_is():
    luck, known, rules = random.Random(3), 0, Rules.small(3, max_rounds=7)
    while known < 6:
        side = random_side(rules, luck)
        if len(side.discards) < 4 or not side.pile or is_complete(side, rules):
            continue
        found = completion_standing(State((side,)), rules)
        if found is not None and found.worth:
            known += 1
            assert found.worth == solve_game(rules, start=side).value, side


@pytest.mark.parametrize(
    "rules", [ALONE, Rules(entry="free"), Rules(jump=True), Rules.small(3), Rules(slide=False)], ids=str
)
def test_targets_in_trouble_are_those_that_are_no_race(rules):
    luck, races = random.Random(5), 0
    for _ in range(300):
        side = random_side(rules, luck)
        if any(card in side.discards for card in side.targets):
            continue
        with suppress(ValueError):
            race_of(side, rules)
            races += 1
            assert in_trouble(side, rules) == 0, side
    assert races >= 5


def test_against_another_racer_options_are_worth_what_racers_make_of_them():
    known, racers = 0, [greedy_racer()] * 2
    for mine in deals(PAIR)[::3]:
        for theirs in deals(PAIR)[::5]:
            state = State((mine, theirs))
            for action in actions(mine, PAIR):
                for end in after(state, action, PAIR):
                    following = passed_on(end, PAIR, is_complete(end.side, PAIR))
                    found = Races(PAIR).standing(following, 0)
                    if found is not None:
                        known += 1
                        assert found.worth == policy_value(racers, PAIR, start=following), following
    assert known > 50


@pytest.mark.slow
def test_an_option_is_the_mean_over_the_cards_that_may_be_drawn():
    advice = what_to_do(f"{LONE} | {OTHER}")
    rules, races = Rules(), Races(Rules())
    state = State.parse(f"{LONE} | {OTHER}", rules)
    (discard,) = [action for action in actions(state.side, rules) if str(action) == "discard G4"]
    worth = [races.standing(passed_on(end, rules, False), 0).worth for end in after(state, discard, rules)]
    assert len(worth) == 10
    assert values(advice)["discard G4"] == pytest.approx(float(sum(worth) / 10), abs=1e-12)
    assert advice.n == 400  # some moves put a target where no race begins
    assert "where there is no error" in advice.method


# --- what the answer says


def test_alone_a_turn_is_chosen_by_the_turns_to_go_where_chances_are_equal():
    advice = what_to_do(LONE)
    assert values(advice)["discard B1"] == 0.0
    assert advice.best.action == "B1 to 1,3"
    assert advice.options[-1].action == "discard B1"
    assert advice.best.value.value == 0.9  # one unseen target among ten cards, the last of which comes too late
    assert advice.best.risk.value == pytest.approx(0.1)
    assert advice.n is None
    assert advice.notes[0].startswith(
        "of equal options by turns to go, this one included: 7 after B1 to 1,3 and 4 more; 8"
    )


def test_a_way_that_is_barred_is_gone_round():
    advice = what_to_do(BARRED)
    assert advice.best.value.value == 1.0
    assert advice.notes[0].startswith("of equal options by turns to go, this one included: 2 after B3 to 1,0; 3 after ")
    assert fewest_turns(State.parse(BARRED, ALONE).side, ALONE) == 2  # in over another edge, and three along
    free = what_to_do(BARRED.replace("G4", ".").replace("discards B1", "discards B1 G4"))
    assert free.notes[0].startswith("of equal options by turns to go, this one included: 1 after B3 to 1,3; ")


def test_nothing_can_be_done():
    rules = Rules.small(2, pile_out="all", slide=False)
    state = State.parse(
        "R1 R2 / B1 B2; hand -; targets R2 | > . . / . .; hand R2; targets R1", replace(rules, players=2)
    )
    passing = replace(state, player=0, sides=state.sides)
    advice = what_to_do(passing, rules=replace(rules, players=2, stop="optional"))
    assert advice.method.startswith("forced: no card can be moved or discarded (R16); ")
    assert [option.action for option in advice.options] == ["pass"]


def test_one_action_alone_is_forced():
    rules = Rules.small(2, slide=False, entry="free", discard="only_stuck")
    state = State.parse("R1 B1 / . B2; hand R2; targets R2", rules)  # its pile is empty, so nothing can be drawn
    with pytest.raises(ValueError, match="no pile left"):
        what_to_do(state, rules=rules)
    state = State.parse("R1 B1 / . .; hand R2; targets R2; discards -", replace(rules, slide=False))
    assert {option.action for option in what_to_do(state, rules=rules).options} == {"R2 to 1,0", "R2 to 1,1"}


def test_a_state_may_be_given_as_itself():
    assert what_to_do(State.parse(LONE, ALONE)) == what_to_do(LONE)
    assert what_to_do(LONE) == what_to_do(LONE, rules=ALONE)


# --- stopping


def test_stopping_is_forced_where_it_is_automatic():
    advice = should_stop("> . R2 / . .; hand B1; targets R2 | . . / . .; hand R1; targets R1", rules=PAIR)
    assert advice
    assert advice.method.startswith("forced: who is complete stops (R11); exact")
    assert len(advice.options) == 1


def test_to_stop_or_to_play_on_is_worth_what_comes_of_it():
    rules = replace(PAIR, stop="optional")
    for mine, theirs in (
        ("B1; targets R2; discards R1", "R2; targets R2; discards R1"),
        ("B1; targets R2", "B2; targets R1; discards R2"),
    ):
        text = f"> . R2 / . .; hand {mine} | . . / . .; hand {theirs}"
        advice = should_stop(text, rules=rules)
        stop, on = values(advice)["stop"], values(advice)["play on"]
        state = State.parse(text, rules)
        for stops, value in ((True, stop), (False, on)):
            following = passed_on(state, rules, stops)
            assert value == pytest.approx(float(solve_game(rules, start=following).value), abs=1e-12)
        assert bool(advice) is (stop >= on)


def test_alone_stopping_is_as_good_as_playing_on_at_best():
    rules = replace(ALONE, stop="optional")
    advice = should_stop("> . R2 . . / . . . B1 / . . . . / . . G3 .; hand B2; targets R2 B1 G3", rules=rules)
    assert advice.best.action == "stop"
    assert values(advice) == {"stop": 1.0, "play on": 1.0}


# --- states that can be


@pytest.mark.parametrize("options", [{}, {"finish_round": False}, {"pile_out": "all"}, {"targets": "literal"}], ids=str)
def test_every_state_of_a_game_can_be_asked_about(options):
    rules, luck = Rules.small(3, players=3, **options), random.Random(7)
    for _ in range(4):
        state = State(tuple(luck.choice(deals(rules)) for _ in range(3)))
        while state is not None:
            assert checked_state(state, rules) == state
            if rules.pile_out == "any":
                assert checked_state(replace(state, last_round=False), rules) == state
            end = luck.choice(after(state, luck.choice(actions(state.side, rules)[-4:]), rules))
            state = passed_on(end, rules, is_complete(end.side, rules))


# --- games played on


@pytest.mark.slow
def test_games_played_on_agree_with_what_is_counted():
    exact, played = what_to_do(LONE), what_to_do(LONE, n=200, seed=3)
    assert (played.n, played.seed) == (200, 3)
    assert played.method == "simulated: games played on by greedy racer in every seat"
    for option in played.options:
        error = max(option.value.standard_error, 0.02)
        assert abs(option.value.value - values(exact)[option.action]) <= 4 * error, option.action
    assert played.best.cost.value == 0.0


@pytest.mark.slow
def test_games_played_on_agree_with_races_against_another():
    exact, played = (what_to_do(f"{LONE} | {OTHER}", n=n, seed=2) for n in (None, 200))
    known = {option.action: option.value for option in exact.options if option.value.exact}
    assert len(known) > 40
    for option in played.options:
        if option.action in known:
            assert abs(option.value.value - known[option.action].value) <= 4 * option.value.standard_error
    for option in exact.options:  # a difference of two exact values is exact
        assert option.cost.exact == (option.value.exact and exact.best.value.exact)


@pytest.mark.slow
def test_where_only_points_count_the_unloader_plays_on():
    rules = Rules(winner="lowest")
    advice = what_to_do(f"{LONE} | {OTHER}", rules=rules, n=100)
    assert advice.method == "simulated: games played on by unloader in every seat"
    assert advice.best.action.split()[0] in ("Y1", "Y2", "G4", "B1", "B3")
    assert what_to_do(f"{LONE} | {OTHER}", rules=rules, n=100) == advice


@pytest.mark.slow
def test_random_states_are_answered():
    luck, answered = random.Random(11), 0
    for players in (1, 2, 3) * 4:
        rules = Rules(players=players, pile_out="any")
        state = random_state(rules, luck)
        with suppress(ValueError):
            checked_state(state, rules)
            advice = what_to_do(state, rules=rules, n=10)
            answered += 1
            assert set(values(advice)) == {str(action) for action in actions(state.side, rules)}
    assert answered >= 3


def test_options_that_are_counted_stay_exact_beside_those_that_are_played_on(monkeypatch):
    """Of equal chances none is less by a rounding: a discard's ten cards that may come, and the one after a move."""
    monkeypatch.setattr("tabletop_odds.roo.advise.ROLLOUTS", 2)
    theirs = ". . . . / . . . . / . . . . / . . . .; hand R1 R2 R3 R4 Y3; targets G1 G2 G3"
    mine = "> . R2 . . / . . . . / . . . . / . . . .; hand B1 B2 G4 Y1; targets R2 B1 G3; discards Y4"
    advice = what_to_do(f"{mine} | {theirs} | {theirs}")
    assert any(not option.value.exact for option in advice.options)
    found = values(advice)
    assert found["B1 to 1,3"] == found["discard B2"] == found["discard G4"] == found["discard Y1"]
    assert next(option for option in advice.options if option.action == "discard B2").cost == Value.exactly(0)


def test_a_forgotten_card_is_remarked_on_and_so_are_deals_that_cannot_be_completed():
    board = ". . . . / . . . . / . . . . / . . . ."
    notes = what_to_do(f"{board}; hand R1 R2 R3 R4; targets G1 G2 G3").notes
    assert notes[-1] == "hand and board hold 4 cards, in a game they hold 5: taken as given"
    full = f"{board}; hand R1 R2 R3 R4 B1; targets G1 G2 G3"
    assert not any("hold" in note for note in what_to_do(full).notes)
    origin = Rules(players=1, entry="origin")
    assert what_to_do(full, rules=origin, n=20).notes[-1] == "under these rules 60.71 % of deals cannot be completed"
