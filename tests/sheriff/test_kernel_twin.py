"""The compiled games against the readable ones, game by game, under every option, and nothing lost in them."""

import random
from collections import Counter

import pytest
from sheriff_parts import MERCHANTS, MIXER, any_player, own_deck
from sheriff_policies import any_rules

from tabletop_odds.sheriff.game_by_rules import play_game
from tabletop_odds.sheriff.goods import Good
from tabletop_odds.sheriff.kernels import ASTRAY
from tabletop_odds.sheriff.merchants import equilibrium_merchant, honest
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.scoring import crown_counts
from tabletop_odds.sheriff.sheriffs import equilibrium_sheriff
from tabletop_odds.sheriff.simulate import SCALE, ReadPlay, game_play, measures

RULES = {
    "three": Rules(players=3),
    "four": Rules(),
    "five": Rules(players=5),
    "advanced three": Rules(players=3, royals=True, tiebreak="count"),
    "advanced five": Rules(players=5, royals=True, hand_size=7),
    "poor": Rules(gold=0, hand_size=7),
    "removed": Rules(players=3, removed=10, declare_absent_goods=False),
    "dry": Rules(players=5, hand_size=10, reshuffle="top5", removed=20),
}


def agree(policies, rules, games, seed=5, first=None):
    """The kernel's games are those of the readable twin, and lose neither card nor gold. Returns the twin's."""
    play = game_play(policies, rules, first_sheriff=first)
    everything = play.everything(seed, 0, games)
    assert not everything[2 * rules.players + ASTRAY].any()
    twin = ReadPlay(tuple(policies), rules, first)
    results, read = play(seed, 0, games), twin(seed, 0, games)
    for game in range(games):
        assert results[game].tolist() == read[game].tolist(), (game, str(rules), [policy.name for policy in policies])
    assert (play.crown_counts(seed, 0, games) == twin.crown_counts(seed, 0, games)).all()
    return results


@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_as_the_rules_read(name):
    rules, draw = RULES[name], random.Random(name)
    agree([any_player(draw) for _ in range(rules.players)], rules, 3)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_kernel_plays_as_the_rules_read_under_every_option(players):
    seen = Counter()
    for number in range(15):
        draw = random.Random(f"{players} {number}")
        rules = any_rules(draw, players=players)
        policies = [any_player(draw) for _ in range(players)]
        results = agree(policies, rules, 3, draw.randrange(2**63), draw.choice([None, 0, players - 1]))
        totals = dict(zip(measures(players), results.sum(axis=0), strict=True))
        seen += Counter({name: 1 for name, total in totals.items() if total})
        seen["shared"] += ((results[:, :players] > 0) & (results[:, :players] < SCALE)).any()
    assert min(seen[name] for name in ("reshuffles", "lies", "caught", "bribes", "debts", "bonuses")) >= 3, seen


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_any_deck(players):
    """Values and penalties out of the way: debts that all goods cannot pay, goods worth nothing, ties."""
    debts = 0
    for number in range(12):
        draw = random.Random(f"deck {players} {number}")
        rules = any_rules(draw, players=players, goods=own_deck(draw), hand_size=6)
        results = agree([any_player(draw) for _ in range(players)], rules, 4, draw.randrange(2**63))
        debts += results[:, -1].sum() // SCALE
    assert debts > 40


def test_a_tie_is_shared_in_both():
    """With nothing but worthless goods of one kind and no gold, nobody is ahead."""
    rules = Rules(goods=(Good("air", "legal", 120, 120, 0, 0),), gold=0)
    results = agree([player(honest())] * 4, rules, 2)
    assert results[:, :4].tolist() == [[15] * 4] * 2


def test_mixtures_of_bags():
    draw = random.Random(1)
    rules = Rules(players=3)
    agree([player(MIXER), any_player(draw, [MIXER]), any_player(draw, MERCHANTS)], rules, 8)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_the_equilibrium_player(players):
    rules = Rules(players=players)
    equal = player(equilibrium_merchant(), equilibrium_sheriff())
    policies = [equal, player(MIXER, equilibrium_sheriff())] + [equal] * (players - 2)
    agree(policies, rules, 10)
    names = list(rules.table)
    record = play_game(policies, rules, seed=5, game=3)
    counts = game_play(policies, rules).crown_counts(5, 3, 4)
    legal = [name for name in names if rules.table[name].legal]
    assert counts[:, :, 0].tolist() == [[crown_counts(p, g, rules) for p in record.state.players] for g in legal]
