"""What a hurried person types: the library raises ValueError, the command line prints the same one line and exits 2.

One table for both: the words of the command, the call they stand for, and what the line must name.
"""

import shlex
from functools import partial

import pytest
import refusals
from cases import cases

from tabletop_odds.sheriff import chase_odds, crown_odds, lie_odds, market_odds, market_plans, merchants, odds, sheriffs
from tabletop_odds.sheriff.advise import should_accept, should_inspect, what_bribe, what_to_load
from tabletop_odds.sheriff.lie_odds import TruthElseBluff
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Market, Offer
from tabletop_odds.sheriff.strategy_tables import merchant_mix

THREE = Rules(players=3)
HAND = "3 apple, mead, silk, bread"


def hand(good, **more):
    return partial(odds.hand_distribution, good, **more)


def lie(cards, good, **more):
    return partial(lie_odds.lie_probability, cards, good, TruthElseBluff(), **more)


def market(text, *plan, **more):
    return partial(market_odds.market_distribution, "apple", text, Market(*plan), **more)


def race(*given, **more):
    return partial(crown_odds.race_odds, *given, **more)


def inspect(cards, good, **more):
    return partial(should_inspect, cards, good, **more)


def accept(bribe, cards, good, **more):
    return partial(should_accept, bribe, cards, good, **more)


def bribe(bag, good, **more):
    return partial(what_bribe, bag, good, **more)


def load(text, **more):
    return partial(what_to_load, text, **more)


def play(*policies, n=100, seed=1, **more):
    from tabletop_odds.sheriff.simulate import simulate_games

    return partial(simulate_games, policies, n, seed=seed, **more)


HONEST = player(merchants.honest())
TABLE = [
    ("hand aple", hand("aple"), ["'aple'", "apple"]),
    ("hand apple --cards -1", hand("apple", cards=-1), ["-1", "0 to 204"]),
    ("hand apple --seen '49 apple'", hand("apple", seen="49 apple"), ["49", "48"]),
    ("hand apple --seen 'apple 3'", hand("apple", seen="apple 3"), ["apple 3", "followed by its good"]),
    ("hand apple --at-least -1", partial(odds.hand_probability, "apple", -1), ["at_least", "-1"]),
    ("hand bread --rules three --seen bread", hand("bread", seen="bread", rules=THREE), ["1", "bread", "0"]),
    ("market --good aple", partial(chase_odds.chase_distribution, "aple"), ["'aple'"]),
    (f"market '{HAND}' --set-aside '2 mead'", market(HAND, ("mead", "mead")), ["mead", "hand"]),
    (f"market '{HAND}' --take-left 1", market(HAND, (), 1), ["left", "1"]),
    (f"market '{HAND}' --left beer", partial(market_plans.best_market, HAND, left="beer"), ["'beer'"]),
    ("market '7 apple' --set-aside apple", market("7 apple", ("apple",)), ["cards in the hand", "7", "0 to 6"]),
    ("market '7 apple'", partial(market_plans.best_market, "7 apple"), ["cards in the hand", "7", "0 to 6"]),
    ("lie --declared 6 apple", lie(6, "apple"), ["6", "1 to 5"]),
    ("lie --declared 4 mead", lie(4, "mead"), ["'mead'", "apple, cheese, bread, chicken"]),
    ("lie --declared 4 apple --gave '6 mead'", lie(4, "apple", gave="6 mead"), ["mead", "5"]),
    ("race mead 3 2", race("mead", 3, [2]), ["'mead'", "chicken"]),
    ("race apple -1 2", race("apple", -1, [2]), ["-1", "0"]),
    ("race apple 3 2 --loads 99", partial(crown_odds.copies_to_come, "apple", 99, now=3), ["99", "0 to 12"]),
    ("inspect --declared 0 apple --lie 0.5", inspect(0, "apple", lie_probability=0.5), ["0", "1 to 5"]),
    ("inspect --declared 4 mead --lie 0.5", inspect(4, "mead", lie_probability=0.5), ["'mead'", "SH-10"]),
    ("inspect --declared 4 aple", inspect(4, "aple"), ["'aple'", "apple"]),
    ("inspect --declared 4 apple --lie 1.5", inspect(4, "apple", lie_probability=1.5), ["lie_probability", "0 to 1"]),
    ("inspect --declared 4 apple --lie -0.5", inspect(4, "apple", lie_probability=-0.5), ["0 to 1"]),
    (
        "inspect --declared 4 apple --lie 0.5 --bluff 0.5",
        inspect(4, "apple", lie_probability=0.5, merchant=TruthElseBluff()),
        ["lie_probability", "give one"],
    ),
    ("inspect --declared 4 apple --bluff 2", lambda: TruthElseBluff(2), ["bluff", "0 to 1"]),
    ("inspect --declared 2 apple --false-cards 3", inspect(2, "apple", false_cards=3), ["false_cards", "1 to 2"]),
    ("inspect --declared 2 apple --false-cards 0", inspect(2, "apple", false_cards=0), ["false_cards", "0"]),
    (
        "inspect --declared 2 apple --false-goods apple",
        inspect(2, "apple", false_goods="apple"),
        ["false_goods", "declared"],
    ),
    (
        "inspect --declared 4 apple --false-goods '2 mead' --false-cards 3",
        inspect(4, "apple", false_goods="2 mead", false_cards=3),
        ["false_cards=3", "2 mead"],
    ),
    (
        "inspect --declared 2 apple --false-goods mead --seen '21 mead'",
        inspect(2, "apple", false_goods="mead", seen="21 mead"),
        ["0 cards of mead"],
    ),
    ("inspect --declared 4 apple --bribe -1", inspect(4, "apple", bribe=-1), ["bribe", "-1", "0 to 1,000,000"]),
    (
        "inspect --declared 4 apple --lie 0.5 --seen '45 apple'",
        inspect(4, "apple", lie_probability=0.5, seen="45 apple"),
        ["must be 1", "3 apple"],
    ),
    ("inspect --declared 4 apple --seen '49 apple'", inspect(4, "apple", seen="49 apple"), ["49", "48"]),
    (
        "accept --bribe 1 --from-bag '2 mead' --declared 1 apple",
        accept(Offer(1, (), ("mead", "mead")), 1, "apple"),
        ["offered from the bag", "0 to 1"],
    ),
    (
        "accept --stand '6 crossbow' --declared 1 apple",
        accept(Offer(0, ("crossbow",) * 6), 1, "apple"),
        ["6", "crossbow", "5"],
    ),
    ("bribe '6 apple' --as apple", bribe("6 apple", "apple"), ["cards in a bag", "1 to 5"]),
    ("bribe '' --as apple", bribe("", "apple"), ["cards in a bag", "0"]),
    ("bribe mead --as mead", bribe("mead", "mead"), ["'mead'", "SH-10"]),
    ("bribe mead --as apple --accept -1", bribe("mead", "apple", accept=-1), ["accept", "-1"]),
    ("bribe mead --as apple --inspect 2", bribe("mead", "apple", inspect=2), ["inspect", "0 to 1"]),
    ("bribe mead --as apple --gold -5", bribe("mead", "apple", gold=-5), ["gold", "-5"]),
    ("bribe mead --as apple --amounts 60", bribe("mead", "apple", amounts=[60]), ["amounts", "60", "0 to 50"]),
    (
        "bribe mead --as apple --accept 3 --lie 0.5",
        bribe("mead", "apple", accept=3, lie_probability=0.5),
        ["accept", "lie_probability", "give one"],
    ),
    ("load ''", load(""), ["cards in a hand", "0", "1 to 6"]),
    ("load '7 apple'", load("7 apple"), ["cards in a hand", "7", "1 to 6"]),
    ("load '6 crossbow'", load("6 crossbow"), ["6", "crossbow", "5"]),
    ("load 'apple beer'", load("apple beer"), ["'beer'", "apple"]),
    (f"load '{HAND}' --inspect 30", load(HAND, inspect=30), ["inspect", "0 to 1"]),
    (f"load '{HAND}' --most 0", load(HAND, most=0), ["most", "0"]),
    ("equilibrium '7 apple'", lambda: merchant_mix(("apple",) * 7), ["apple", "6"]),
    ("simulate honest honest", play(HONEST, HONEST), ["2"]),
    ("simulate honest --games 0", play(*[HONEST] * 4, n=0), ["0"]),
    ("simulate honest --seed=-1", play(*[HONEST] * 4, seed=-1), ["seed", "-1"]),
    ("simulate bluffer:1.5", lambda: merchants.bluffer(1.5), ["rate", "0 to 1"]),
    ("simulate bluffer:0.5:6", lambda: merchants.bluffer(0.5, cards=6), ["cards", "6", "1 to 5"]),
    ("simulate honest/rate:2", lambda: sheriffs.at_rate(2), ["rate", "0 to 1"]),
    ("simulate honest/bribes:-1", lambda: sheriffs.bribe_taker(-1), ["-1"]),
    ("simulate honest --players 6", lambda: Rules(players=6), ["players", "6", "3 to 5"]),
]


@cases(("words", "call", "named"), TABLE)
def test_one_clear_line(words, call, named, capsys):
    refusals.one_clear_line(["sheriff", *shlex.split(words)], call, named, capsys)


SHELL_ONLY = [
    ("", ["COMMAND"]),
    ("hnd apple", ["'hnd'", "did you mean 'hand'?"]),
    ("hand apple --some-good", ["--some-good", "'apple'", "give one"]),
    ("hand apple --at-least three", ["'three'", "whole number"]),
    ("hand apple mead", ["unknown argument 'mead'"]),
    ("market --set-aside mead", ["no hand"]),
    ("market 'apple mead' --good apple", ["--good 'apple'", "--set-aside"]),
    ("lie --declared four apple", ["'four'", "whole number"]),
    ("lie --declared 4", ["--declared"]),
    ("lie --took apple --declared 4 apple", ["--took", "--gave"]),
    ("race apple", ["N"]),
    ("race apple 4", ["counts 4", "each other player's"]),
    ("inspect --lie 0.5", ["--declared"]),
    ("inspect --declared 4 apple --lie 60%", ["'60%' is not a number"]),
    ("inspect --declared 4 apple --lie 1/0", ["'1/0' is not a number"]),
    ("inspect --declared 4 apple --objective win", ["'win'", "points, lead, difference"]),
    ("inspect --declared 4 apple --did look", ["'look'", "inspect"]),
    ("inspect --declared 4 apple --did pass --format json", ["--did 'pass'", "text"]),
    ("inspect --declared 4 apple --lye 0.5", ["--lye", "did you mean '--lie'?"]),
    ("bribe mead", ["--as"]),
    ("load", ["CARDS"]),
    ("load apple --did mead", ["--did 'mead'", "cards and one good"]),
    ("load apple --did 'apple as 2 apple, mead'", ["cards and one good"]),
    ("load apple --did 'apple as 2 apple'", ["cards and one good"]),
    ("load apple --did 'apple as apple' --format csv", ["--did", "text"]),
    ("simulate", ["POLICY"]),
    ("simulate honnest", ["'honnest'", "did you mean 'honest'?"]),
    ("simulate bluffer", ["'bluffer'", "bluffer:P"]),
    ("simulate bluffer:half", ["'bluffer:half'", "bluffer:P"]),
    ("simulate bluffer:0.5:1.5", ["1.5", "whole number"]),
    ("simulate honest/nevr", ["'nevr'", "did you mean 'never'?"]),
    ("simulate honest/rate", ["'rate'", "rate:P"]),
    ("simulate honest/never/dny", ["'dny'", "did you mean 'deny'?"]),
    ("simulate honest/never/deny/best", ["honest/never/deny/best", "MERCHANT/SHERIFF/MARKET"]),
    ("compare honest --against honnest", ["'honnest'", "did you mean 'honest'?"]),
    ("compare honest honest", ["'honest, inspects 30 %'", "differ"]),
    ("compare honest --round-robin", ["1", "4"]),
    ("hand apple --rules thre", ["'thre'", "three"]),
    ("hand apple --rules nowhere.toml", ["nowhere.toml"]),
]


@cases(("words", "named"), SHELL_ONLY)
def test_the_shell_refuses_in_words(words, named, capsys):
    refusals.refused_by_the_shell(["sheriff", *shlex.split(words)], named, capsys)


@cases(
    ("ask", "named"),
    [
        (lambda: should_inspect(4, "apple", lie_probability=True), ["True", "0 to 1"]),
        (lambda: should_inspect(4, "apple", lie_probability=float("nan")), ["nan", "0 to 1"]),
        (lambda: should_inspect(4.0, "apple"), ["4.0", "1 to 5"]),
        (lambda: should_inspect(4, "apple", merchant="honest"), ["'honest'", "TruthElseBluff"]),
        (lambda: should_inspect(4, "apple", merchant=lambda hand: {}), ["4 apple", "never declares"]),
        (lambda: should_inspect(4, "apple", merchant=lambda hand: {}, false_cards=1), ["false_cards", "leave"]),
        (lambda: should_inspect(4, "apple", objective="win"), ["'win'", "points, lead, difference"]),
        (lambda: should_inspect(4, "apple", rules="three"), ["'three'", "Rules"]),
        (lambda: should_inspect(4, "apple", bribe=Offer(3, inspect=(2,))), ["(2,)", "SH-16"]),
        (lambda: should_inspect(4, "apple", bribe=2.5), ["bribe", "2.5"]),
        (lambda: what_bribe("mead", "apple", accept={3: 0.5, 2: 0.75}), ["must not fall"]),
        (lambda: what_bribe("mead", "apple", accept={3: 2}), ["accept", "0 to 1"]),
        (lambda: what_bribe("mead", "apple", accept={}), ["accept {}", "at least one"]),
        (lambda: what_bribe("mead", "apple", accept=lambda gold: gold), ["accept", "0 to 1"]),
        (lambda: what_bribe("mead", "apple", amounts=[]), ["amounts", "at least one"]),
        (lambda: what_to_load("apple", inspect={(2, "apple"): 0.5}), ["1 apple"]),
        (lambda: what_to_load("apple", inspect=lambda cards, good: None), ["None", "0 to 1"]),
    ],
)
def test_what_only_the_library_can_be_told(ask, named):
    with pytest.raises(ValueError, match=r"\S") as caught:
        ask()
    assert "\n" not in str(caught.value)
    for part in named:
        assert part in str(caught.value)
