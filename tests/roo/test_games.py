"""Whole games: the kernel against readable play game by game, and the rules held turn by turn."""

import random
from dataclasses import replace

import pytest
import roo_oracle
import roo_states
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.roo.ending import is_complete
from tabletop_odds.roo.game_by_rules import play_game
from tabletop_odds.roo.game_tables import beginning, rule_tables
from tabletop_odds.roo.moving import actions
from tabletop_odds.roo.policies import Policy, greedy_racer, named_policies, random_play, two_turn_lookahead, unloader
from tabletop_odds.roo.rules import Rules, presets
from tabletop_odds.roo.simulate import ENDINGS, game_play
from tabletop_odds.roo.state import State

NAMED = named_policies()
QUICK = [policy for policy in NAMED if policy != two_turn_lookahead()]


def as_row(record, players):
    """A record as the measures of a play, by the words of its docstring."""
    by = [int(record.ended == ending) for ending in ENDINGS]
    if players == 1:
        return [int(record.complete[0]), len(record.turns), record.penalties[0], by[2]]
    return [12 * x for x in (*record.shares, *record.complete, *record.penalties, record.rounds, *by)]


def agree(policies, rules, games, seed=7, start=None):
    """The kernel's games are those of the readable twin."""
    found = game_play(policies, rules, start=start)(seed, 0, games).tolist()
    for game in range(games):
        record = play_game(policies, rules, seed=seed, game=game, start=start)
        assert as_row(record, rules.players) == found[game], (game, str(rules), str(start), record)


@pytest.mark.parametrize("name", presets())
def test_the_kernel_plays_as_the_rules_read(name):
    rules = Rules.preset(name)
    for first in range(len(QUICK)):
        policies = [QUICK[(first + seat) % len(QUICK)] for seat in range(rules.players)]
        agree(policies, replace(rules, max_rounds=20), 3)


def test_the_kernel_looks_two_turns_ahead_as_the_rules_read():
    agree([two_turn_lookahead()], Rules(players=1, max_rounds=3), 3)
    agree([two_turn_lookahead()], Rules.small(3), 6)


@pytest.mark.slow
@pytest.mark.parametrize("options", roo_states.OPTIONS, ids=str)
def test_the_kernel_plays_each_option(options):
    rules = Rules(**({"max_rounds": 12} | options))
    for first in range(len(QUICK)):
        policies = [QUICK[(first + seat) % len(QUICK)] for seat in range(rules.players)]
        agree(policies, rules, 2, seed=first)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(roo_states.rule_sets(), st.randoms(use_true_random=False))
def test_the_kernel_plays_any_options_that_go_together(rules, luck):
    rules = replace(rules, max_rounds=min(rules.max_rounds, 8 if rules.size < 4 else 4))
    choices = NAMED if rules.size < 4 else QUICK
    policies = [luck.choice(choices) for _ in range(rules.players)]
    agree(policies, rules, 1, seed=luck.randrange(2**63))


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(roo_states.rule_sets(), st.randoms(use_true_random=False))
def test_games_from_any_state(rules, luck):
    start = roo_states.random_state(rules, luck)
    rules = replace(rules, max_rounds=max(start.round + 1, min(rules.max_rounds, start.round + 3)))
    policies = [luck.choice(NAMED if rules.size < 4 else QUICK) for _ in range(rules.players)]
    agree(policies, rules, 2, seed=luck.randrange(2**63), start=start)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_kernel_looks_ahead_on_crowded_boards(seed):
    luck = random.Random(seed)
    rules = Rules(
        players=1, max_rounds=2, pile_out=("any", "reshuffle")[seed % 2], targets=("marked", "home")[seed % 3 % 2]
    )
    start = replace(roo_states.random_state(rules, luck), round=0, last_round=False)
    agree([two_turn_lookahead()], rules, 1, start=start)
    agree([greedy_racer()], rules, 1, start=start)


def last(state, choices, rules, luck):
    return choices[-1]


def any_but_luck(state, choices, rules, luck):
    return choices[luck.below(1000) % len(choices)]


OWN = Policy("own", any_but_luck)


@pytest.mark.parametrize("options", roo_states.OPTIONS, ids=str)
def test_a_game_obeys_the_rules(options):
    """Every turn of a record, replayed by the second reading of the rules: the same cards lie, none is lost."""
    rules = Rules(**({"max_rounds": 25} | options))
    for game, policy in enumerate((OWN, random_play(), unloader(), OWN)):
        record = play_game([policy] * rules.players, rules, seed=11, game=game)
        assert [turn.player for turn in record.turns] == [i % rules.players for i in range(len(record.turns))]
        assert record.rounds == (len(record.turns) - 1) // rules.players + 1 <= rules.max_rounds
        for side, done in zip(record.state.sides, record.complete, strict=True):
            cards = [*filter(None, side.board), *side.hand, *side.pile, *side.discards]
            assert sorted(cards) == sorted(rules.cards)
            assert is_complete(side, rules) == done
        assert (record.ended == "targets") == any(record.complete)
        if record.ended == "rounds":
            assert record.rounds == rules.max_rounds
        if record.ended == "pile":
            assert not all(side.pile for side in record.state.sides)
        assert sum(record.shares) == 1


def test_turns_follow_from_one_another():
    """A record's actions, taken again from the deal, lead to its state at the end."""
    rules = Rules(players=2, pile_out="reshuffle", max_rounds=40)
    for game in range(4):
        seen = []

        def watched(state, choices, rules, luck, seen=seen):
            seen.append((state, choices))
            return any_but_luck(state, choices, rules, luck)

        record = play_game([Policy("watched", watched)] * 2, rules, seed=5, game=game)
        assert len(seen) == len(record.turns)
        for (state, choices), turn, (after, _) in zip(seen, record.turns, [*seen[1:], (record.state, ())], strict=True):
            assert state.player == turn.player
            assert turn.action in choices
            assert set(choices) == set(actions(state.side, rules))
            board, hand, pile, discards = roo_oracle.spread(state.side, rules)
            if turn.drawn:
                source = pile or (discards | {turn.action.card})
                hand = (hand - {turn.action.card}) | {turn.drawn}
                assert turn.drawn in source
            elif turn.action.cell is not None:
                place = next((cell for cell, card in board.items() if card == turn.action.card), None)
                hand -= {turn.action.card}
                hand |= {board.pop(cell) for cell in (turn.action.cell,) if cell in board}
                board.pop(place, None)
                board[turn.action.cell] = turn.action.card
            found = roo_oracle.spread(after.sides[turn.player], rules)
            assert found[:2] == (board, hand)


def test_stopping_is_a_choice_where_it_is_optional():
    """Who never stops is complete and plays on; who stops at a low penalty does so then."""
    never = Policy("never", greedy_racer().act, lambda state, rules: False)
    rules = Rules(players=1, targets="literal", stop="optional", max_rounds=7)
    assert play_game([never], rules, seed=1).rounds == 7
    assert play_game([greedy_racer()], rules, seed=1).rounds == 1
    assert play_game([never], replace(rules, stop="automatic"), seed=1).rounds == 1
    asked = []

    def third(state, rules):
        asked.append(state.round)
        return state.round == 2

    assert play_game([Policy("third", greedy_racer().act, third)], rules, seed=1).completed == (1,)
    assert asked == [0, 1, 2]


def test_the_luck_of_a_seat_is_the_same_whoever_plays():
    deals = [[], []]
    for i, policy in enumerate((greedy_racer(), unloader())):

        def first(state, choices, rules, luck, i=i, policy=policy):
            deals[i].append(state.side)
            return policy.act(state, choices, rules, luck)

        for game in range(3):
            play_game([Policy("seen", first), unloader()], seed=3, game=game)
    assert deals[0][0] == deals[1][0]


def test_a_state_to_start_from():
    rules = Rules.small(2, players=2)
    start = State.parse("R2 . / . .; hand B1; targets R2 | > . . / . .; hand B2; targets B2; round 3", rules)
    record = play_game([greedy_racer()] * 2, rules, seed=1, start=start)
    assert (record.turns[0].player, str(record.turns[0].action), record.rounds) == (1, "B2 to 0,1", 3)
    assert record.completed == (None, 3)
    assert beginning(rules, start).wheres.tolist() == [[5, 0, 4, 5], [5, 5, 5, 4]]


def test_tables_hold_the_ways_of_the_rules():
    tables = rule_tables(Rules())
    ones = {cell for cell, *_ in tables.inward[0].tolist() if cell >= 0}
    assert sorted(ones) == [0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15]
    assert (rule_tables(Rules(slide=False)).along[..., 0] == -1).all()
    assert (rule_tables(Rules(jump=True)).inward[..., 1] == 0).all()


WRONG = [
    ({"policies": []}, "0 policies: one a player is needed, and players=2"),
    ({"policies": [OWN] * 5}, "5 policies"),
    ({"policies": OWN}, "a list of them is needed"),
    ({"policies": ["racer", OWN]}, "policy 'racer': a Policy is needed"),
    ({"seed": -1}, "seed -1"),
    ({"rules": "two"}, "rules 'two': a Rules is needed"),
    ({"start": State()}, "each side needs the 16 cards once"),
    ({"start": "> . ."}, "a State is needed"),
    ({"start": State(sides=())}, "0 sides, but the rules have players=2"),
    (
        {"policies": [Policy("cheat", lambda *given: "B9"), OWN]},
        "policy 'cheat' chose 'B9', which is none of the actions",
    ),
    (
        {
            "policies": [Policy("unsure", last, lambda *given: None), OWN],
            "rules": Rules(stop="optional", targets="literal"),
        },
        r"policy 'unsure' answered None: stop\(state, rules\) must say True or False",
    ),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_errors_say_what_is_allowed(wrong, message):
    given = {"policies": [OWN] * 2, "seed": 1} | wrong
    with pytest.raises(ValueError, match=message) as caught:
        play_game(given.pop("policies"), given.pop("rules", None), **given)
    assert "\n" not in str(caught.value)
