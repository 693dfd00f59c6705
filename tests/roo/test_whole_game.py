"""Small games solved against a plain recursion over states, against policies, and against the race law."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import oracles
import pytest
import roo_race_oracle as oracle
from cases import cases

from tabletop_odds.roo.ending import is_complete, passed_on, penalty, win_shares
from tabletop_odds.roo.first_odds import race_odds
from tabletop_odds.roo.moving import actions, discarded, draw_pile, moved
from tabletop_odds.roo.odds import completion_probability, deal_completion_probability, race_of
from tabletop_odds.roo.optimal import fewest_turns
from tabletop_odds.roo.policies import Policy, named_policies
from tabletop_odds.roo.policy_values import every_luck, policy_value
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.small_games import deals
from tabletop_odds.roo.state import State
from tabletop_odds.roo.whole_game import solve_game

READINGS = [
    {},
    {"hand_size": 2, "target_cells": ((0, 1), (1, 0)), "max_rounds": 2},
    {"slide": False},
    {"jump": True, "layout": ("RB", "BR")},
    {"entry": "free"},
    {"entry": "origin", "targets": "home"},
    {"targets": "home"},
    {"discard": "only_stuck"},
    {"pile_out": "reshuffle"},
    {"stop": "optional"},
    {"hand_limit": 1},
]
READ = [READINGS[0], *(pytest.param(options, marks=pytest.mark.slow) for options in READINGS[1:])]
FIRST = Policy("first", act=lambda state, actions, rules, luck: actions[0])
RANDOM = Policy("random", act=lambda state, actions, rules, luck: actions[luck.below(len(actions))])


def raced(state, legal, rules, luck):
    """The turn of the oracle's racer, whatever the order of the pile."""
    after, _ = oracle.race_turn(state.side, state.side.pile, rules)
    return next(action for action in legal if after in [one.side for _, one in drawn(state, action, rules)])


RACER = Policy("racer", act=raced)


def drawn(state, action, rules):
    """What an action leads to, before the turn is passed on."""
    side, seat = state.side, state.player
    if not action.card:
        sides = [side]
    elif action.cell is not None:
        sides = [moved(side, action, rules)]
    else:
        sides = [discarded(side, action.card, card, rules) for card in draw_pile(side, action.card)[0]]
    return [
        (Fraction(1, len(sides)), replace(state, sides=(*state.sides[:seat], one, *state.sides[seat + 1 :])))
        for one in sides
    ]


def worth(end, objective, rules):
    """The worth of an end, the more the better."""
    side = end.sides[0]
    if objective == "penalty":
        return -Fraction(penalty(side, rules))
    if objective == "turns":
        return -Fraction(end.round + 1 if is_complete(side, rules) else rules.max_rounds)
    return Fraction(is_complete(side, rules))


def plain_value(start, objective, rules):
    """Best play by the oracle's expectimax: a state is (who chooses, the game's state)."""

    def payoff(node):
        return worth(node[1], objective, rules) if node[0] == "over" else None

    def choices(node):
        kind, state = node
        if kind == "act":
            return actions(state.side, rules)
        return [True, False] if rules.stop == "optional" and is_complete(state.side, rules) else [None]

    def outcomes(node, choice):
        kind, state = node
        if kind == "act":
            return [(p, ("done", one)) for p, one in drawn(state, choice, rules)]
        following = passed_on(state, rules, is_complete(state.side, rules) if choice is None else choice)
        return [(Fraction(1), ("over", state) if following is None else ("act", following))]

    return oracles.expectimax(payoff, choices, outcomes)(("act", start))


@pytest.mark.parametrize("objective", ["complete", "turns", "penalty"])
@pytest.mark.parametrize("options", READ, ids=str)
def test_alone_against_plain_expectimax(options, objective):
    rules = Rules.small(2, **{"max_rounds": 4, **options})
    game = solve_game(rules, objective)
    sign = 1 if objective == "complete" else -1
    for start in game.starts[::5]:
        assert game.of(start) == sign * plain_value(start, objective, rules)


@pytest.mark.parametrize("objective", ["complete", "turns", "penalty"])
@pytest.mark.parametrize("options", READ, ids=str)
def test_the_best_actions_are_worth_the_value_and_nothing_is_worth_more(options, objective):
    rules = Rules.small(2, **{"max_rounds": 6, **options})
    game = solve_game(rules, objective)
    sign = 1 if objective == "complete" else -1
    if rules.stop == "automatic":
        assert policy_value(game.policy(), rules, objective) == game.value
    for policy in (FIRST, RANDOM):
        assert sign * policy_value(policy, rules, objective) <= sign * game.value


def test_a_value_that_stopped_changing_holds_for_sixty_rounds():
    game = solve_game(Rules.small(2))
    assert len(game.tables) < 20
    assert game.value == policy_value(game.policy(), Rules.small(2))
    late = [replace(state, round=57) for state in game.starts]
    assert sum(map(game.of, late)) / 16 == solve_game(Rules.small(2, max_rounds=3)).value


LAWFUL = [
    {},
    {"hand_size": 2},
    pytest.param({"hand_size": 2, "target_cells": ((0, 1), (1, 0))}, marks=pytest.mark.slow),
]


@pytest.mark.parametrize("options", [*LAWFUL, {"pile_out": "reshuffle"}], ids=str)
def test_no_play_is_quicker_than_the_race_law(options):
    """What `odds` counts is the most that any play can reach, within every number of turns."""
    rules = Rules.small(2, max_rounds=7, **options)
    game = solve_game(rules)
    for rounds in range(1, 8):
        best = sum(game.of(replace(state, round=7 - rounds)) for state in game.starts) / len(game.starts)
        assert best == deal_completion_probability(rounds, rules)
        assert policy_value(RACER, replace(rules, max_rounds=rounds)) == best


@pytest.mark.slow
def test_no_play_is_quicker_on_three_by_three():
    rules = Rules.small(3, max_rounds=6)
    start = State.parse(". . . / . . . / . . .; hand B2 G1; targets R3 G1; discards R1 R2 B1 B3 G2", rules)
    game, race = solve_game(rules, start=start), race_of(start.side, rules)
    assert race == (2, 1, 2)
    for rounds in range(1, 7):
        later = replace(start, round=6 - rounds)
        assert game.of(later) == completion_probability(*race, rounds)
        assert policy_value(RACER, rules, start=later) == game.of(later)


@pytest.mark.parametrize("options", READ[:8], ids=str)
def test_the_fewest_turns_are_the_first_with_a_chance(options):
    rules = Rules.small(2, **{**options, "max_rounds": 12})
    game = solve_game(rules)
    for start in game.starts:
        chances = [(left, game.of(replace(start, round=12 - left)) > 0) for left in range(1, 13)]
        first = next((left for left, some in chances if some), None)
        if not is_complete(start.side, rules):
            assert fewest_turns(start.side, rules) == first


# Two players


def plain_win(start, rules):
    """The first player's share with best play of both, by recursion."""

    @cache
    def value(state):
        best = min if state.player else max
        return best(
            sum(p * following(one) for p, one in drawn(state, action, rules)) for action in actions(state.side, rules)
        )

    def following(one):
        then = passed_on(one, rules, is_complete(one.side, rules))
        return win_shares(one, rules)[0] if then is None else value(then)

    return value(start)


PAIRS = [
    "> . . / . .; hand R2; targets R1 | . . / . .; hand B1; targets R2",
    "> . . / . .; hand R1; targets B2 | . . / R1 .; hand B2; targets R2",
    ". . / . .; hand R1; targets B2 | > . . / . .; hand R1; targets B2",
]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"finish_round": False}, {"winner": "lowest"}, {"pile_out": "all"}], ids=str)
@pytest.mark.parametrize("text", PAIRS[::2])
def test_two_players_against_plain_recursion(text, options):
    rules = Rules.small(2, players=2, max_rounds=2, **options)
    start = State.parse(text, rules)
    game = solve_game(rules, start=start)
    assert game.value == plain_win(start, rules)


@pytest.mark.slow
@pytest.mark.parametrize("text", PAIRS)
def test_two_players_neither_does_better_than_the_solution(text):
    rules = Rules.small(2, players=2, max_rounds=4)
    start = State.parse(text, rules)
    game = solve_game(rules, start=start)
    best = game.policy()
    assert policy_value(best, rules, start=start) == game.value
    for other in (FIRST, RANDOM):
        assert policy_value([best, other], rules, start=start) >= game.value
        assert policy_value([other, best], rules, start=start) <= game.value


@pytest.mark.parametrize("text", PAIRS)
def test_two_racers_as_the_tracks_have_them(text):
    rules = Rules.small(2, players=2)
    start = State.parse(text, rules)
    assert policy_value(RACER, rules, start=start) == race_odds(start, rules).win[0]


# The rest


def test_random_play_by_plain_recursion():
    rules = Rules.small(2, max_rounds=3)

    def value(state):
        legal = actions(state.side, rules)
        return sum(p * following(one) for action in legal for p, one in drawn(state, action, rules)) / len(legal)

    def following(one):
        then = passed_on(one, rules, is_complete(one.side, rules))
        return Fraction(is_complete(one.side, rules)) if then is None else value(then)

    starts = [State((side,)) for side in deals(rules)]
    assert policy_value(RANDOM, rules) == sum(map(value, starts)) / len(starts)


def test_every_luck_follows_numbers_that_depend_on_each_other():
    found = every_luck(lambda luck: luck.below(3) if luck.below(2) else "none")
    assert sorted(found, key=str) == [(Fraction(1, 2), "none"), *((Fraction(1, 6), i) for i in range(3))]


def test_the_stop_rule_is_asked_where_stopping_is_optional():
    """A policy's own stop rule is asked: one that never stops goes on to the last round."""
    rules = Rules.small(2, stop="optional", max_rounds=5)
    never = Policy("never", act=FIRST.act, stop=lambda state, rules: False)
    assert policy_value(never, rules, "turns") > policy_value(FIRST, rules, "turns")
    automatic = solve_game(replace(rules, stop="automatic"), "penalty").value
    assert solve_game(rules, "penalty").value <= automatic


@cases(
    ("call", "named"),
    [
        (lambda: solve_game(Rules.small(2, players=3)), "players=3"),
        (lambda: solve_game(Rules.small(2), "win"), "objective 'win'"),
        (lambda: policy_value(FIRST, Rules.small(2, players=2), "complete"), "objective 'complete'"),
        (lambda: policy_value([FIRST], Rules.small(2, players=2)), "1 policies"),
        (lambda: solve_game(Rules.small(2)).of(State.parse(PAIRS[0], Rules.small(2, players=2))), "cannot come of"),
        (lambda: solve_game(), "215,399,065,190,400 deals, more than 200,000"),
        (lambda: policy_value(FIRST, Rules(players=1, targets="home")), "4,324,320 deals, more than 200,000"),
        (lambda: solve_game(Rules.small(2), start=State()), "start has 2 sides"),
        (lambda: policy_value(Policy("bad", lambda *_: None), Rules.small(2)), "none of the actions"),
    ],
)
def test_refusals(call, named):
    with pytest.raises(ValueError, match=named):
        call()


@pytest.mark.parametrize("options", READ)
def test_no_heuristic_beats_the_full_search_and_the_racer_meets_it(options):
    rules = Rules.small(2, **{"max_rounds": 10, **options})
    best = solve_game(rules, "complete").value
    chances = {policy.name: policy_value(policy, rules, "complete") for policy in named_policies()}
    assert max(chances.values()) <= best
    assert chances["greedy racer"] == best
