"""Whole games against a second reading of the rules, and what no game may lose: cards and gold."""

import random
from collections import Counter

import pytest
import sheriff_oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from sheriff_policies import any_rules, anything, anything_plain, hoard, keeps_still

from tabletop_odds.sheriff.game_by_rules import TABLE, play_game
from tabletop_odds.sheriff.goods import Good
from tabletop_odds.sheriff.market import dealt
from tabletop_odds.sheriff.policies import PASS
from tabletop_odds.sheriff.rules import FACE_UP, Rules
from tabletop_odds.streams import Stream


def any_table(draw, **fixed):
    rules = any_rules(draw, **fixed)
    return rules, [draw.choice([anything(), anything_plain()]) for _ in range(rules.players)]


def log(record):
    """The bags as the oracle writes them down."""
    return [
        (number, bag.merchant, bag.bag, bag.offer, bag.decision == PASS, bag.fine, tuple(sorted(bag.goods)))
        for number, played in enumerate(record.rounds)
        for bag in played.bags
    ]


def same_game(rules, policies, seed, game, first=None):
    record = play_game(policies, rules, seed=seed, game=game, first_sheriff=first)
    other = sheriff_oracle.play(policies, rules, seed, game, first)
    assert log(record) == other.log
    assert record.state == other.state()
    assert [score.total for score in record.scores] == other.totals()
    assert list(record.shares) == other.shares()
    return record


@pytest.mark.parametrize("game", range(8))
def test_two_readings_of_the_rules_come_to_the_same_game(game):
    rules, policies = any_table(random.Random(game))
    same_game(rules, policies, seed=6, game=game)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_readings_come_to_the_same_games_under_every_option(players):
    seen = Counter()
    for game in range(80):
        draw = random.Random(f"{players} {game}")
        rules, policies = any_table(draw, players=players)
        record = same_game(rules, policies, 2**40 + game, game, draw.choice([None, 0, players - 1]))
        bags = [bag for played in record.rounds for bag in played.bags]
        seen["debts"] += any(bag.goods for bag in bags)
        seen["reshuffles"] += record.reshuffles > 0
        seen["deals"] += any(bag.offer and bag.offer.inspect and bag.decision == PASS for bag in bags)
        seen["promises"] += any(bag.offer and bag.offer.bag and bag.decision == PASS for bag in bags)
    assert min(seen[what] for what in ("debts", "deals", "promises")) > 30
    assert players < 5 or seen["reshuffles"] > 5


def whole(state):
    """All cards there are, and all gold."""
    cards = Counter(state.left + state.right + state.draw)
    for player in state.players:
        cards.update(player.hand + player.bag + player.legal + player.contraband)
    return cards, sum(player.gold for player in state.players)


@given(st.integers(0, 2**32), st.integers(0, 2**63 - 1))
@settings(max_examples=15)
def test_no_card_and_no_gold_is_lost(chosen, seed):
    rules, policies = any_table(random.Random(chosen))
    start = dealt(rules, Stream.of(seed, 0, TABLE, 0))
    cards, gold = whole(start)
    deck = Counter(rules.deck)
    assert cards <= deck
    assert cards.total() == deck.total() - rules.removed
    assert gold == rules.players * rules.gold
    record = play_game(policies, rules, seed=seed)
    for state in (*(played.state for played in record.rounds), record.state):
        assert whole(state) == (cards, gold)
        assert min(player.gold for player in state.players) >= 0
        for player in state.players:
            assert len(player.hand) <= rules.hand_size
            assert player.bag == ()
            assert all(rules.table[name].legal for name in player.legal)
            assert all(rules.table[name].smuggled for name in player.contraband)
            for row in (player.hand, player.legal, player.contraband):
                assert list(row) == sorted(row, key=[good.name for good in rules.goods].index)
    assert sum(record.shares) == 1


def test_every_round_has_another_sheriff():
    for players in (3, 4, 5):
        record = play_game([anything_plain()] * players, seed=3, first_sheriff=1)
        assert [played.sheriff for played in record.rounds] == [(1 + i) % players for i in range(len(record.rounds))]
        assert len(record.rounds) == {3: 9, 4: 8, 5: 10}[players]
        assert record.state.round == len(record.rounds)


def test_the_first_sheriff_is_drawn_evenly():
    found = Counter(dealt(Rules(players=5), Stream.of(1, game, TABLE, 0)).sheriff for game in range(300))
    assert sorted(found) == [0, 1, 2, 3, 4]
    assert min(found.values()) > 35


def test_another_deck_is_played_as_well():
    goods = (Good("fig", "legal", 60, 60, 1, 3, king=5, queen=2), Good("rum", "contraband", 40, 40, 0, 0))
    rules = Rules(goods=goods)
    same_game(rules, [anything()] * 4, seed=2, game=0)


def test_the_piles_run_dry_with_five_players():
    rules = Rules(players=5, hand_size=5)
    record = same_game(rules, [keeps_still(hoard)] * 5, seed=1, game=0)
    last = record.rounds[-1]
    assert len(record.rounds[0].bags) == 4
    assert len(last.bags) < 4  # a merchant without a card skips bag and inspection
    assert record.state.draw == ()
    assert len(record.state.left) == len(record.state.right) == FACE_UP  # which the reshuffle leaves
    assert min(len(player.hand) for player in record.state.players) == 0
    assert any(len(bag.bag) < 5 for bag in last.bags)


def test_the_top_five_are_shuffled_where_the_rules_say_so():
    rules = Rules(players=5, hand_size=5, reshuffle="top5")
    record = same_game(rules, [keeps_still(hoard)] * 5, seed=1, game=0)
    assert record.reshuffles == 1
    assert (record.state.left, record.state.right) == ((), ())
