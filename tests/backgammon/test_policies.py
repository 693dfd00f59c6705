"""Policies, tested by the plays they make, and the things that weights count, against counting by hand."""

from itertools import product

import pytest
from cases import cases

from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.policies import (
    EVALUATOR,
    PIP_GREEDY,
    Policy,
    as_policy,
    evaluator,
    pip_greedy,
    random_play,
    weighted,
)
from tabletop_odds.backgammon.rules import plays
from tabletop_odds.backgammon.weights import Weights, longest_row, shots_at

NOTHING = Weights(*[tuple(0 for _ in row) for row in EVALUATOR])


def chosen(policy, state, roll):
    return str(policy.chooses(state, plays(state, roll)))


@pytest.mark.parametrize(
    ("roll", "play"),
    [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3")],
)
def test_the_evaluator_makes_the_good_points(roll, play):
    assert chosen(evaluator(), State(), roll) == play


def test_what_pip_greedy_goes_for():
    # bears off two rather than hit
    assert chosen(pip_greedy(), State.of([0, 0, 0, 0, 2, 1], [0] * 22 + [1]), (6, 5)) == "6/off 5/off"
    # of two blots hits the one that loses more
    assert chosen(pip_greedy(), State.of([0] * 12 + [1], [0] * 15 + [1, 0, 1]), (6, 4)) == "13/9*/3"
    # else leaves the fewest shots
    assert chosen(pip_greedy(), State.of([0] * 7 + [3, 0, 2], [0] * 19 + [2]), (2, 1)) == "10/9 10/8"


def test_of_equal_plays_the_first_by_its_counts():
    same = Policy("same", lambda after: 0)
    choices = plays(State(), (2, 1))
    first = min(choices, key=lambda play: (play.after.mine, play.after.theirs))
    assert same.chooses(State(), choices) == same.chooses(State(), choices[::-1]) == first


def test_which_policies_have_weights():
    assert evaluator().weights == EVALUATOR
    assert pip_greedy().weights == PIP_GREEDY
    assert random_play().weights is None
    assert Policy("own", lambda after: 0).weights is None
    assert Policy("bound", [1].count).weights is None


def test_each_thing_counts_by_itself():
    """A board with a blot on 9, the points 4, 5, 6 and 8 held, one of theirs on the bar and one on their 23 point."""
    mine = [0, 0, 0, 2, 2, 2, 0, 3, 1] + [0] * 9 + [2]
    theirs = [0, 0, 2, 2] + [0] * 18 + [1, 0, 1]
    after = State.of(mine, theirs)
    numbers = tuple(range(100, 126))
    one = {name: NOTHING._replace(**{name: numbers[: len(getattr(NOTHING, name))]}) for name in Weights._fields}
    values = {name: weights.score(after) for name, weights in one.items()}
    of_mine = sum(numbers[point] * count for point, count in enumerate([15 - sum(mine), *mine]))
    of_theirs = sum(numbers[point] * count for point, count in enumerate([15 - sum(theirs), *theirs]))
    assert values["checker"] == of_mine - of_theirs
    assert values["race"] == values["blot"] == values["danger"] == 0
    assert values["point"] == 104 + 105 + 106 + 108 + 119
    assert values["prime"] == 103
    assert values["closed"] == 103
    # theirs on my points 0 (bar) and 2: the blot on 9 is 9 and 7 away
    rolls = sum(9 in reach or 7 in reach for reach in map(reaches, product(range(1, 7), repeat=2)))
    risk = one["blot"]._replace(danger=one["danger"].danger)
    assert risk.score(after) == -109 * 102 * rolls


def test_once_passed_only_the_race_counts():
    after = State.of([2, 1, 0, 0, 1], [0, 0, 3])
    everything = Weights(*[tuple(1000 + i for i in range(len(row))) for row in NOTHING])
    race = everything.race
    mine, theirs = 11 * race[0] + 2 * race[1] + race[2] + race[5], 12 * race[0] + 3 * race[3]
    assert everything.score(after) == mine - theirs


def reaches(roll):
    """The pips that one checker can go, by the rules page: either number, both, or up to four of a double."""
    a, b = roll
    return {a, 2 * a, 3 * a, 4 * a} if a == b else {a, b, a + b}


def test_shots():
    singly = [shots_at(frozenset({distance})) for distance in range(1, 13)]
    assert singly == [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3]
    for away in ({1, 2}, {6, 7, 12}, {3, 20}, {4, 5, 6, 9, 11}):
        near = {distance for distance in away if distance <= 12}
        assert shots_at(frozenset(away)) == sum(bool(near & reaches(r)) for r in product(range(1, 7), repeat=2))


def test_longest_row():
    assert [longest_row(points) for points in ([], [4], [4, 6], [3, 4, 5, 9, 10], list(range(2, 11)))] == [
        0,
        1,
        1,
        3,
        6,
    ]


@cases(
    ("call", "named"),
    [
        (lambda: weighted("short", EVALUATOR._replace(prime=(1, 2))), "policy 'short': prime=.*7 whole numbers"),
        (lambda: weighted("half", EVALUATOR._replace(danger=(0.5,) * 7)), "danger has 0.5"),
        (lambda: weighted("large", EVALUATOR._replace(blot=(10**7,) * 25)), "blot has 10000000"),
        (lambda: weighted("none", None), "weights None"),
        (lambda: weighted("scalar", EVALUATOR._replace(race=3)), "race=3"),
        (lambda: as_policy(len), "a Policy is needed"),
        (lambda: chosen(random_play(), State(), (2, 1)), "needs luck"),
        (lambda: chosen(Policy("own", lambda after: None), State(), (2, 1)), "'own' scored None"),
        (lambda: chosen(Policy("own", lambda after: "best"), State(), (2, 1)), "'own' scored 'best'"),
        (lambda: chosen(Policy("own", lambda after: float("nan")), State(), (2, 1)), "'own' scored nan"),
    ],
)
def test_what_is_refused(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_lists_are_rows_too():
    assert weighted("lists", EVALUATOR._replace(prime=list(EVALUATOR.prime))).weights == EVALUATOR
