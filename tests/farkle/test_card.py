"""The card: what it says, how it plays, and what it wins."""

import re

import pytest
from cases import cases

from tabletop_odds.farkle.card import NUMBERS, CardNumbers, card_text, numbers_of, race_card
from tabletop_odds.farkle.game_tables import views
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.farkle.race_policies import optimal_race
from tabletop_odds.farkle.rules import Rules, State, keeps, presets

CORE = Rules()


@cases("name", NUMBERS)
def test_a_card_has_at_most_twelve_round_numbers(name):
    numbers = NUMBERS[name]
    assert len(numbers) <= 12
    assert all(isinstance(number, int) and number % 50 == 0 for number in numbers)


@cases("name", NUMBERS)
def test_the_card_shows_its_numbers_and_no_others(name):
    rules = presets()[name]
    text = card_text(rules)
    assert len(text.splitlines()) <= 15
    assert max(map(len, text.splitlines())) <= 120
    found = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", text)}
    assert found == {*NUMBERS[name], rules.target}


@cases("name", NUMBERS)
def test_a_card_tells_few_situations_apart(name):
    rules = presets()[name]
    _, seen = views(race_card(rules), rules)
    assert len(seen) < 100


@pytest.mark.parametrize("end", ["last_turn", "sudden_death"])
def test_the_card_plays_alike_where_it_sees_alike(end):
    rules = Rules(end=end)
    policy = race_card(rules, numbers_of())
    roll, first = (1, 1, 5, 5, 2, 3), {}
    for mine in range(0, 10_000, 350):
        for theirs in range(0, 10_000, 150):
            state = State(0, 6, mine=mine, theirs=theirs)
            plays = [
                policy.rolls(State(t, n, mine=mine, theirs=theirs), rules) for t in (250, 950, 1600) for n in (1, 4)
            ]
            plays.append(policy.keeps(state, keeps(roll, rules), rules))
            view = policy.sees(mine, theirs, rules)
            assert first.setdefault(view, plays) == plays


def kept(turn_total, roll, mine=0, theirs=0):
    state = State(turn_total, len(roll), mine=mine, theirs=theirs)
    return race_card().keeps(state, keeps(roll), CORE).dice


def test_what_is_kept():
    assert kept(0, (1, 5, 2, 3, 4, 6)) == (1,)  # 100 + 300 against 150 + 150
    assert kept(0, (2, 2, 2, 5, 3, 4)) == (5,)  # 50 + 300 against 250 and 200
    assert kept(0, (1, 1, 1, 5, 3, 4)) == (1, 1, 1, 5)
    assert kept(600, (1, 5, 2, 3, 4)) == (1, 5)  # late in a turn: 100 + 50 against 150
    assert kept(300, (1, 5, 2, 3, 4)) == (1,)
    assert kept(0, (1, 5, 5, 1)) == (1, 1, 5, 5)  # all dice score


def rolls(turn_total, dice_left, mine=0, theirs=0):
    return race_card().rolls(State(turn_total, dice_left, mine=mine, theirs=theirs), CORE)


def test_when_it_rolls():
    assert rolls(200, 2)
    assert not rolls(250, 2)
    assert rolls(350, 3)
    assert not rolls(400, 3)
    assert rolls(900, 4)
    assert rolls(5000, 5)
    assert rolls(300, 2, mine=1000, theirs=3950)  # two full thousands behind: from 350
    assert not rolls(350, 2, mine=1000, theirs=3950)
    assert not rolls(200, 2, mine=3000, theirs=2000)  # one ahead: from 200


def test_the_end():
    assert not rolls(500, 3, mine=9500, theirs=9000)  # the other is not near
    assert rolls(500, 3, mine=9500, theirs=9700)  # 10,000 would be too little
    assert rolls(850, 3, mine=9500, theirs=9700)
    assert not rolls(900, 3, mine=9500, theirs=9700)
    assert rolls(900, 4, mine=9500, theirs=9700)
    assert not rolls(150, 3, mine=9800, theirs=9700)  # 9,950 is the last score below
    assert rolls(100, 3, mine=9800, theirs=9700)
    assert kept(150, (1, 5, 2, 3), mine=9700, theirs=9700) == (1,)  # 9,950 rather than 10,000
    assert kept(150, (1, 5, 2, 3), mine=5000, theirs=5000) == (1, 5)


def test_sudden_death_is_banked_at_once():
    rules = Rules(end="sudden_death")
    policy = race_card(rules, numbers_of())
    assert not policy.rolls(State(100, 5, mine=9900, theirs=9950), rules)
    assert policy.rolls(State(50, 5, mine=9900, theirs=9950), rules)
    assert "Bank once that brings you to 10,000" in card_text(rules, numbers_of())


def test_other_rules_need_numbers():
    with pytest.raises(ValueError, match=r"no card was fitted to the rules core with target=5,?000"):
        race_card(Rules(target=5000))
    numbers = CardNumbers(*numbers_of())
    assert race_card(Rules(target=5000), numbers).name == "race card"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NUMBERS if name != "zilch"])  # that takes minutes
def test_a_card_wins_nearly_half_of_all_races_against_the_best_play(name):
    rules = presets()[name]
    match = head_to_head(race_card(rules), optimal_race(), rules)
    assert 0.4925 < match.mean.value < 0.5
    if name == "core":
        assert match.mean.value == pytest.approx(0.493983, abs=1e-6)
