"""Advice about one bag against bags that are played out by the rules, card by card, and against closed forms."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from statistics import fmean

import pytest

from tabletop_odds.answers import as_number
from tabletop_odds.sheriff.advise import should_accept, should_inspect, what_bribe, what_to_load
from tabletop_odds.sheriff.decisions import indifferent_bribe, inspect_threshold, most_bribe, smuggle_threshold
from tabletop_odds.sheriff.goods import GOODS, parse_cards
from tabletop_odds.sheriff.inspection import inspected, passed
from tabletop_odds.sheriff.lie_odds import TruthElseBluff
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Declaration, Offer, Player, State
from tabletop_odds.sheriff.strategy_tables import inspect_rate, merchant_mix
from tabletop_odds.sheriff.wording import load_words

RICH = 500
STAND = ("apple", "apple", "silk")
RULE_SETS = [Rules(), Rules(players=3), Rules(players=5, royals=True)]
BAGS = [
    (("apple",) * 4, "apple"),
    (("apple", "apple", "apple", "mead"), "apple"),
    (("cheese", "chicken", "silk"), "chicken"),
    (("mead",), "cheese"),
    (("apple", "cheese", "cheese", "mead", "crossbow"), "cheese"),
]
OFFERS = [Offer(), Offer(3), Offer(2, ("apple", "silk")), Offer(0, (), ("mead",))]


def points(player, rules):
    """Goods on a stand and gold."""
    return player.gold + sum(rules.table[card].value for card in player.legal + player.contraband)


def gains(bag, good, offer, opened, rules):
    """What everybody gains when the bag is opened, or passed for the offer; seat 0 is Sheriff, the bag is of seat 1."""
    merchant = Player(RICH, bag=bag, declared=Declaration(len(bag), good), legal=STAND[:2], contraband=STAND[2:])
    others = [Player(RICH) for _ in range(rules.players - 2)]
    before = State((Player(RICH), merchant, *others))
    after = inspected(before, 1, rules) if opened else passed(before, 1, offer, rules)
    return [points(new, rules) - points(old, rules) for old, new in zip(before.players, after.players, strict=True)]


def value(gained, seat, objective):
    others = [gain for other, gain in enumerate(gained) if other != seat]
    return gained[seat] - {"points": 0, "lead": fmean(others), "difference": sum(others)}[objective]


def found(advice):
    return {option.action: option.value.value for option in advice.options}


# --- the Sheriff


def test_the_line_of_the_design():
    answer = should_inspect(declared=4, good="apple", lie_probability=0.6, false_cards=1, bribe=3)
    assert not answer
    assert found(answer) == pytest.approx({"pass": 3, "inspect": 0.6 * 4 - 0.4 * 8})
    assert {option.action: option.risk.value for option in answer.options} == {"pass": 0.6, "inspect": 0.4}
    assert answer.risk_name == "wrong"
    for assumed in ("4 apples", "3 gold", "60.00 %", "1 of its cards"):
        assert assumed in answer.situation


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize("objective", ["points", "lead", "difference"])
@pytest.mark.parametrize("offer", OFFERS, ids=str)
@pytest.mark.parametrize(("bag", "good"), BAGS[1:])
def test_what_the_sheriff_has_is_what_the_rules_give(bag, good, offer, objective, rules):
    q, false = Fraction(3, 7), tuple(card for card in bag if card != good)
    want = {}
    for action, opened in (("inspect", True), ("pass", False)):
        ends = [value(gains(held, good, offer, opened, rules), 0, objective) for held in ((good,) * len(bag), bag)]
        want[action] = float(1 - q) * ends[0] + float(q) * ends[1]
    given = {"lie_probability": q, "false_goods": false, "objective": objective, "rules": rules}
    assert found(should_inspect(len(bag), good, bribe=offer, **given)) == pytest.approx(want)
    want["accept"] = want.pop("pass")
    answer = should_accept(offer, len(bag), good, **given)
    assert found(answer) == pytest.approx(want)
    assert bool(answer) == (want["accept"] >= want["inspect"])


@pytest.mark.parametrize("objective", ["points", "lead"])
def test_false_cards_are_dealt_from_the_contraband_left(objective):
    rules = Rules(players=3, royals=True)
    seen = ["mead"] * 10 + ["pepper"] * 17 + ["silk"] * 6 + ["crossbow"] * 4 + ["apple"] * 3
    deck = [card for card, count in rules.deck.items() for _ in range(count)]
    for card in seen:
        deck.remove(card)
    contraband = [card for card in deck if rules.table[card].smuggled]
    assert len(contraband) == 17
    offer = Offer(1, bag=("mead", "silk"))
    lies = [("apple", *false) for false in combinations(contraband, 2)]
    want = fmean(value(gains(bag, "apple", offer, False, rules), 0, objective) for bag in lies)
    opened = fmean(value(gains(bag, "apple", offer, True, rules), 0, objective) for bag in lies)
    given = {"lie_probability": 1, "false_cards": 2, "seen": seen, "objective": objective, "rules": rules}
    assert found(should_accept(offer, 3, "apple", **given)) == pytest.approx({"accept": want, "inspect": opened})


@pytest.mark.parametrize("cards", range(1, 6))
@pytest.mark.parametrize("bribe", [0, 2, 7])
def test_the_threshold_and_the_even_bribe(cards, bribe):
    threshold = inspect_threshold(cards, "apple", penalty=4, bribe=bribe)
    assert threshold == Fraction(2 * cards + bribe, 2 * cards + 4)
    given = {"declared": cards, "good": "apple", "bribe": bribe}
    if threshold < 1:
        assert should_inspect(lie_probability=threshold, **given).too_close
        assert should_inspect(lie_probability=threshold + Fraction(1, 100), **given)
        note = should_inspect(lie_probability=0.5, **given).notes[0]
        assert f"likelier than {100 * float(threshold):.2f} %" in note
    assert not should_inspect(lie_probability=min(1, threshold) - Fraction(1, 100), **given)
    even = indifferent_bribe(Fraction(9, 10), cards, "apple", penalty=4)
    notes = should_inspect(lie_probability=0.9, **given).notes
    assert (f"at an offer of {as_number(even)} gold" in notes[1]) == (even > 0)


def test_fewer_players_make_what_the_merchant_gains_count_for_more():
    gaps = []
    for players in (3, 4, 5):
        given = {"lie_probability": 0.8, "objective": "lead", "rules": Rules(players=players)}
        answer = found(should_inspect(3, "apple", **given))
        gaps.append(answer["inspect"] - answer["pass"])
        points = found(should_inspect(3, "apple", **given | {"objective": "points"}))
        assert points == pytest.approx({"inspect": 0.8 * 4 - 0.2 * 6, "pass": 0})
    assert gaps == sorted(gaps, reverse=True)
    assert "less the mean of the other players'" in should_inspect(3, "apple", objective="lead").objective


@pytest.mark.parametrize(("cards", "want"), [(3, 0.353), (4, 0.677), (5, 0.916)])
def test_a_merchant_model_tells_how_likely_a_lie_is(cards, want):
    for answer in (should_inspect(cards, "apple"), should_inspect(cards, "apple", merchant=TruthElseBluff(0.5))):
        risks = {option.action: option.risk.value for option in answer.options}
        assert risks == pytest.approx({"pass": want, "inspect": 1 - want}, abs=1e-3)
        assert "bluffs 50.00 %" in answer.situation


def test_a_model_of_hands_tells_what_is_in_the_bag():
    def merchant(hand):  # one card, the first of the hand, or the last as an apple
        if hand[0] == hand[-1]:
            return {((hand[0],), "apple"): 1}
        return {((hand[0],), "apple"): Fraction(1, 3), ((hand[-1],), "apple"): Fraction(2, 3)}

    rules = Rules()
    answer = should_accept(Offer(1, bag=("crossbow",)), 1, "apple", merchant=merchant)
    deck, total = rules.deck, sum(rules.deck.values())
    order = list(deck)

    def at_end(names):  # the chance that a hand has nothing outside of them
        left, chance = sum(deck[name] for name in names), Fraction(1)
        for i in range(6):
            chance *= Fraction(max(0, left - i), total - i)
        return chance

    first = {name: at_end(order[i:]) - at_end(order[i + 1 :]) for i, name in enumerate(order)}
    last = {name: at_end(order[: i + 1]) - at_end(order[:i]) for i, name in enumerate(order)}
    bag = {name: first[name] / 3 + last[name] * 2 / 3 for name in order}
    assert sum(bag.values()) == 1
    assert found(answer)["accept"] == pytest.approx(float(1 + 9 * bag["crossbow"]))
    fines = sum(chance * rules.table[name].penalty * (-1 if name == "apple" else 1) for name, chance in bag.items())
    assert found(answer)["inspect"] == pytest.approx(float(fines))


def test_a_good_that_cannot_be_there_is_a_lie():
    assert "100.00 %" in should_inspect(4, "apple", seen="45 apple").situation
    assert should_inspect(4, "apple", seen="45 apple")
    assert should_inspect(2, "bread", rules=Rules(players=3)).best.risk.value == 0
    with pytest.raises(ValueError, match="only 3 apple can be in the bag"):
        should_inspect(4, "apple", lie_probability=0.5, seen="45 apple")


# --- the merchant


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize("objective", ["points", "lead"])
@pytest.mark.parametrize(("bag", "good"), BAGS)
def test_what_a_bribe_is_worth_is_what_the_rules_give(bag, good, objective, rules):
    chance = {0: Fraction(1, 5), 2: Fraction(1, 2), 6: Fraction(9, 10)}
    given = {"accept": chance, "inspect": Fraction(3, 4), "amounts": [0, 1, 2, 7], "objective": objective}
    answer = what_bribe(bag, good, rules=rules, **given)
    want = {}
    for amount, taken in ((0, 0.2), (1, 0.2), (2, 0.5), (7, 0.9)):
        ends = [value(gains(bag, good, Offer(amount), opened, rules), 1, objective) for opened in (True, False)]
        opened = 0.75 * (1 - taken)
        want[f"{amount} gold" if amount else "no bribe"] = opened * ends[0] + (1 - opened) * ends[1]
    assert found(answer) == pytest.approx(want)
    lie = any(card != good for card in bag)
    risks = {option.action: option.risk.value for option in answer.options}
    assert risks["2 gold"] == pytest.approx(0.375 if lie else 0)


@pytest.mark.parametrize(("card", "most"), [("pepper", 10), ("mead", 11), ("silk", 12), ("crossbow", 13)])
def test_the_most_that_pays(card, most):
    bag = ("apple",) * 4 + (card,)
    assert most_bribe(bag, "apple") == most
    values = found(what_bribe(bag, "apple", accept=most, amounts=[0, most]))
    assert values["no bribe"] == values[f"{most} gold"]
    assert what_bribe(bag, "apple", accept=most - 1).best.action == f"{most - 1} gold"
    assert what_bribe(bag, "apple", accept=most + 1).best.action == "no bribe"
    assert f"up to {most} gold" in what_bribe(bag, "apple", accept=most).notes[0]


def test_a_sheriff_who_believes_in_a_lie_takes_what_opening_is_worth():
    price = indifferent_bribe(Fraction(9, 10), 5, "apple", penalty=8)
    assert price == Fraction(31, 5)
    answer = what_bribe("3 apple, mead, silk", "apple", lie_probability=0.9, false_cards=2)
    assert answer.best.action == "7 gold"
    assert "from 7 gold on" in answer.situation
    assert found(answer)["6 gold"] == found(answer)["no bribe"] == 6 - 8
    calm = what_bribe("3 apple, mead, silk", "apple", lie_probability=0.3)
    assert calm.best.action == "no bribe"
    assert calm.best.value.value == 21


def test_no_gold_leaves_no_choice():
    answer = what_bribe("4 apple, mead", "apple", lie_probability=0.9, gold=0)
    assert [option.action for option in answer.options] == ["no bribe"]
    assert answer.method.startswith("forced: there is no gold")
    assert what_bribe("mead", "apple", accept=3, amounts=[3]).method.startswith("forced: ")


def test_a_function_may_say_what_is_taken():
    answer = what_bribe("4 apple, mead", "apple", accept=lambda gold: Fraction(gold, 20))
    assert found(answer)["10 gold"] == pytest.approx(0.5 * 5 + 0.5 * 4)


@pytest.mark.parametrize("rules", RULE_SETS[:2], ids=str)
@pytest.mark.parametrize("objective", ["points", "lead"])
def test_every_load_is_worth_what_the_rules_give(objective, rules):
    hand = ("apple", "apple", "apple", "chicken", "mead", "silk")
    rates = {(cards, good): Fraction(cards, 5 + i) for i, good in enumerate(rules.declarable) for cards in range(1, 6)}
    answer = what_to_load(hand, inspect=rates, objective=objective, most=None, rules=rules)
    values = sorted(option.value.value for option in answer.options)
    bags = {tuple(sorted(bag)) for cards in range(1, 6) for bag in combinations(hand, cards)}
    want = []
    for bag in bags:
        for good in rules.declarable:
            ends = [value(gains(bag, good, Offer(), opened, rules), 1, objective) for opened in (True, False)]
            rate = float(rates[len(bag), good])
            want.append(rate * ends[0] + (1 - rate) * ends[1])
    assert values == pytest.approx(sorted(want))


def test_a_function_and_a_number_say_how_often_bags_are_opened():
    hand = "3 apple, mead, silk, bread"
    number = what_to_load(hand, inspect=0.3)
    assert found(number) == found(what_to_load(hand, inspect=lambda cards, good: 0.3))
    assert number.best.action == "3 apples + mead + silk as 5 apples"
    assert number.best.value.value == pytest.approx(0.7 * 21 + 0.3 * (6 - 8))
    assert number.best.risk.value == 0.3


def test_the_best_truth_and_the_best_lie_are_both_shown():
    for rate in (0.1, 0.9):
        answer = what_to_load("3 apple, mead, silk, bread", inspect=rate, most=3)
        assert len(answer.options) == 3
        assert "3 apples as 3 apples" in found(answer)
        assert any(option.risk.value for option in answer.options)
        assert answer.cost_of("3 apples as").value == answer.cost_of("3 apples as 3 apples").value
    assert len(what_to_load("3 apple, mead, silk, bread", inspect=0.1, most=1).options) == 2
    assert "other loads" in what_to_load("3 apple, mead, silk, bread", inspect=0.1).notes[0]


def test_smuggling_pays_below_its_threshold():
    hand = "5 apple, mead"
    x = smuggle_threshold(5, "apple", "mead")
    assert x == Fraction(5, 21)
    for rate, best in ((x - Fraction(1, 100), "4 apples + mead as 5 apples"), (x + Fraction(1, 100), "5 apples as")):
        assert what_to_load(hand, inspect=rate).best.action.startswith(best)
    assert what_to_load(hand, inspect=x).too_close


# --- all of them


ASKED = [
    should_inspect(3, "apple", lie_probability=0.5),
    should_accept(Offer(2, ("apple",)), 3, "chicken"),
    what_bribe("4 apple, mead", "apple"),
    what_to_load("3 apple, mead, silk, bread", inspect=0.3),
]


@pytest.mark.parametrize("answer", ASKED, ids=lambda answer: answer.best.action)
def test_answers_are_exact_and_say_what_they_assume(answer):
    assert answer.n is None
    assert answer.seed is None
    assert all(option.value.exact for option in answer.options)
    assert answer.method.startswith("exact")
    assert "assumed: " in answer.situation
    assert answer.rules == "four"
    assert json.loads(answer.to_json())["best"] == answer.best.action
    for option in answer.options:
        assert 0 <= option.risk.value <= 1
        assert option.cost.value == pytest.approx(answer.best.value.value - option.value.value)
        assert answer.cost_of(option.action) == option.cost


def test_other_questions_have_no_yes_or_no():
    with pytest.raises(TypeError):
        bool(what_bribe("4 apple, mead", "apple", accept=4))


HANDS = [
    "3 apple, mead, silk, bread",
    "2 cheese, 2 mead, pepper, chicken",
    "5 apple, bread",
    "2 mead, 2 silk, 2 pepper",
]


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("hand", HANDS)
def test_the_equilibrium_loads_what_is_best_against_its_sheriff(hand, players):
    if players == 3:
        hand = hand.replace("bread", "cheese")
    rules = Rules(players=players)
    values = found(what_to_load(hand, objective="difference", most=None, rules=rules))
    mix = merchant_mix(parse_cards(hand, rules.table), rules)
    assert sum(chance for _, chance in mix) == pytest.approx(1)
    for load, _ in mix:
        assert values[load_words(*load)] == pytest.approx(max(values.values()), abs=1e-6)


def test_the_equilibrium_is_assumed_where_nothing_is_said():
    hand = "3 apple, mead, silk, bread"
    answer = what_to_load(hand)
    assert "equilibrium" in answer.situation
    assert found(answer) == found(what_to_load(hand, inspect=inspect_rate, objective="difference"))
    ((load, _),) = merchant_mix(parse_cards(hand, Rules().table))
    assert answer.best.action == load_words(*load)  # by the objective that those rates belong to
    assert what_to_load(hand, objective="points").best.action != load_words(*load)


def test_in_a_deck_without_contraband_a_lie_is_about_legal_goods():
    rules = Rules(goods=tuple(replace(good, penalty=2 + k) for k, good in enumerate(GOODS) if good.legal))
    advice = should_inspect(2, "apple", lie_probability=1, rules=rules)
    deck = {name: cards for name, cards in rules.deck.items() if name != "apple"}
    mean = sum(cards * rules.table[name].penalty for name, cards in deck.items()) / sum(deck.values())
    assert {option.action: option.value.value for option in advice.options}["inspect"] == pytest.approx(mean)
    assert "another good" in str(advice)
