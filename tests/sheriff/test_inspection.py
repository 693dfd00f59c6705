"""Bags, offers, passing and inspecting, phase by phase."""

from collections import Counter

import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.inspection import (
    check_asked,
    check_offer,
    false_cards,
    fine_of,
    inspected,
    loaded,
    opened,
    passed,
    waiting,
)
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Confiscation, Declaration, Load, Offer, Player, State

RULES = Rules(royals=True)
GOOD = RULES.table
LEGAL = [name for name in GOOD if GOOD[name].kind == "legal"]
SMUGGLED = [name for name in GOOD if GOOD[name].kind != "legal"]
HAND = ("apple", "apple", "bread", "mead", "silk", "gouda")
CARDS = st.lists(st.sampled_from(list(GOOD)), max_size=5).map(tuple)
LEGAL_CARDS = st.lists(st.sampled_from(LEGAL), max_size=5).map(tuple)
SMUGGLED_CARDS = st.lists(st.sampled_from(SMUGGLED), max_size=4).map(tuple)


def ordered(cards):
    return tuple(sorted(cards, key=list(GOOD).index))


def table(bag=(), good="apple", **of):
    """Four seats: 0 is Sheriff, 1 has the bag, 2 has a bag of a mead, 3 has none."""
    declared = Declaration(len(bag), good) if bag else None
    other = Player(bag=("mead",), declared=Declaration(1, "bread"))
    return State((Player(), Player(bag=bag, declared=declared, **of), other, Player()))


@cases(
    ("load", "line"),
    [
        (Load((), "apple"), r"cards in a bag \(SH-9\) .* from 1 to 5, not 0"),
        (Load(HAND, "apple"), r"cards in a bag \(SH-9\) .* from 1 to 5, not 6"),
        (Load(("mead", "mead"), "apple"), r"bag: 2 mead, but 1 in the hand \(SH-9\)"),
        (Load(("rum",), "apple"), "bag: no good 'rum'"),
        (Load("mead", "apple"), "bag 'mead': a tuple of goods is needed"),
        (Load(("mead",), "mead"), r"good declared 'mead': must be one of apple, cheese, bread, chicken \(SH-10\)"),
        (Load(("gouda",), "gouda"), "SH-10"),
        (Load(("mead",), None), "SH-10"),
        (None, "a Load is needed"),
    ],
)
def test_a_bag_against_the_rules_is_refused_in_one_line(load, line):
    with pytest.raises(ValueError, match=line) as caught:
        loaded(table(hand=HAND), 1, load, RULES)
    assert "\n" not in str(caught.value)


def test_a_closed_bag_is_final():
    closed = loaded(table(hand=HAND), 1, Load(("mead",), "apple"), RULES)
    with pytest.raises(ValueError, match="the bag is closed, and final"):
        loaded(closed, 1, Load(("silk",), "apple"), RULES)


def test_the_sheriff_loads_no_bag():
    with pytest.raises(ValueError, match="the merchants of this round are 1, 2, 3"):
        loaded(State((Player(hand=HAND),) * 4), 0, Load(("mead",), "apple"), RULES)


def test_bread_may_be_declared_by_three_players_unless_the_rules_forbid_it():
    state = State((Player(hand=("mead",)),) * 3)
    assert loaded(state, 1, Load(("mead",), "bread"), Rules(players=3)).players[1].declared == (1, "bread")
    with pytest.raises(ValueError, match="must be one of apple, cheese, chicken "):
        loaded(state, 1, Load(("mead",), "bread"), Rules(players=3, declare_absent_goods=False))


STAND = {"legal": ("apple", "apple", "bread"), "contraband": ("silk",), "gold": 7}


@cases(
    "offer",
    [
        Offer(),
        Offer(gold=7),
        Offer(stand=("apple", "silk", "apple")),
        Offer(bag=("crossbow", "crossbow", "apple")),  # claims, which need not be true
        Offer(inspect=(2,)),
    ],
)
def test_any_mix_of_gold_goods_and_promises_may_be_offered(offer):
    assert check_offer(table(("mead",) * 3, **STAND), 1, offer, RULES) == offer


@cases(
    ("offer", "line"),
    [
        (Offer(gold=8), r"gold offered \(SH-12\) must be a whole number from 0 to 7, not 8"),
        (Offer(gold=-1), "from 0 to"),
        (Offer(gold="all"), "from 0 to"),
        (
            Offer(stand=("mead",)),
            r"goods offered: 1 mead, but 0 on the stand \(SH-12\)",
        ),
        (Offer(stand=("silk", "silk")), "goods offered: 2 silk, but 1"),
        (Offer(bag=("apple",) * 4), r"goods offered from the bag \(SH-12\) must be a whole number from 0 to 3, not 4"),
        (Offer(bag=("rum",)), "no good 'rum'"),
        (Offer(inspect=(1,)), r"seat 1, but the bags not handled yet are of \[2\] \(SH-16\)"),
        (Offer(inspect=(0,)), "SH-16"),
        (Offer(inspect=(3,)), "SH-16"),
        (Offer(inspect=2), "a tuple of seats is needed"),
        (5, "an Offer is needed"),
    ],
)
def test_an_offer_against_the_rules_is_refused_in_one_line(offer, line):
    with pytest.raises(ValueError, match=line) as caught:
        check_offer(table(("mead",) * 3, hand=("mead",), **STAND), 1, offer, RULES)
    assert "\n" not in str(caught.value)


def test_a_sheriff_may_ask_for_what_is_not_there():
    wish = Offer(gold=99, stand=("crossbow",), bag=("apple",), inspect=(2,))
    assert check_asked(table(("mead",)), 1, wish, RULES) == wish


@cases("seat", [0, 3, 9, None])
@cases("act", [fine_of, opened, inspected])
def test_only_a_bag_that_is_there_is_handled(act, seat):
    with pytest.raises(ValueError, match=r"the bags not handled yet are of \[1, 2\]"):
        act(table(("mead",)), seat, RULES)


@pytest.mark.parametrize("seat", [0, 3, 9, None])
def test_only_a_bag_that_is_there_is_passed(seat):
    with pytest.raises(ValueError, match=r"the bags not handled yet are of \[1, 2\]"):
        passed(table(("mead",)), seat, Offer(), RULES)


def test_handled_bags_wait_no_longer():
    state = table(("mead",))
    assert waiting(state) == (1, 2)
    assert waiting(passed(state, 1, Offer(), RULES)) == (2,)
    assert waiting(inspected(state, 2, RULES)) == (1,)


@given(CARDS.filter(len), CARDS, LEGAL_CARDS, SMUGGLED_CARDS, st.integers(0, 50))
@settings(max_examples=60)
def test_a_bag_that_passes_leaves_each_card_where_it_belongs(bag, claims, legal, contraband, gold):
    stand = legal[:2] + contraband[:1]
    claims = claims[: len(bag)]
    state = table(ordered(bag), legal=ordered(legal), contraband=ordered(contraband))
    after = passed(state, 1, Offer(gold, stand, claims), RULES)
    sheriff, me = after.players[:2]
    truly = Counter(claims) & Counter(bag)
    assert Counter(sheriff.legal + sheriff.contraband) == truly + Counter(stand)
    assert Counter(me.legal + me.contraband) == Counter(bag + legal + contraband) - truly - Counter(stand)
    assert all(name in LEGAL for name in sheriff.legal + me.legal)
    assert all(name in SMUGGLED for name in sheriff.contraband + me.contraband)
    assert (sheriff.gold, me.gold) == (50 + gold, 50 - gold)
    assert (me.honest, me.lies, me.bag) == (0, 0, ())
    assert me.declared == (len(bag), "apple")  # remembered until the round ends
    assert after.players[2:] == state.players[2:]


@given(CARDS.filter(len), st.sampled_from(LEGAL), LEGAL_CARDS, SMUGGLED_CARDS, st.integers(0, 30))
@settings(max_examples=60)
def test_a_bag_that_is_opened_costs_what_the_rules_say(bag, good, legal, contraband, gold):
    bag = ordered(bag)
    state = table(bag, good, legal=ordered(legal), contraband=ordered(contraband), gold=gold)
    after = inspected(state, 1, RULES)
    sheriff, me = after.players[:2]
    lies = [name for name in bag if name != good]
    assert false_cards(state.players[1]) == tuple(lies)
    if not lies:
        assert fine_of(state, 1, RULES) == -2 * len(bag)
        assert (sheriff.gold, me.gold) == (50 - 2 * len(bag), gold + 2 * len(bag))
        assert Counter(me.legal) == Counter(legal + bag)
        assert (me.honest, me.lies) == (1, 0)
        return
    fine = sum(GOOD[name].penalty for name in lies)
    assert fine_of(state, 1, RULES) == fine
    assert after.left == tuple(lies)
    assert (me.honest, me.lies) == (0, 1)
    assert sheriff.gold == 50 + min(gold, fine)
    assert me.gold == max(0, gold - fine)
    got = sum(GOOD[name].value for name in sheriff.legal + sheriff.contraband)
    had = sum(GOOD[name].value for name in (good,) * bag.count(good) + legal + contraband)
    assert got >= min(max(0, fine - gold), had)
    assert Counter(me.legal + me.contraband + sheriff.legal + sheriff.contraband) == Counter(
        (good,) * bag.count(good) + legal + contraband
    )


@cases(
    ("confiscation", "line"),
    [
        (Confiscation("middle", ("mead", "silk")), "pile 'middle'"),
        (Confiscation("left", ("mead",)), r"cards confiscated \('mead',\): must be \('mead', 'silk'\), in any order"),
        (Confiscation("left", ("mead", "silk", "apple")), "SH-15"),
        (Confiscation("left", "mead"), "SH-15"),
        (("left", ("mead", "silk")), "a Confiscation is needed"),
    ],
)
def test_confiscated_cards_go_all_to_one_pile(confiscation, line):
    with pytest.raises(ValueError, match=line):
        inspected(table(("apple", "mead", "silk")), 1, RULES, confiscation)


def test_a_sheriff_who_cannot_pay_settles_in_goods_too():
    sheriff = Player(gold=1, legal=("apple", "chicken"), contraband=("silk",))
    state = State((sheriff, Player(bag=("chicken",) * 3, declared=Declaration(3, "chicken")), Player(), Player()))
    after = inspected(state, 1, RULES)
    assert after.players[0] == Player(gold=0, contraband=("silk",))
    assert after.players[1].gold == 51
    assert after.players[1].legal == ("apple", "chicken", "chicken", "chicken", "chicken")


def test_what_remains_is_forgiven():
    state = table(("mead", "silk"), gold=1, contraband=("pepper",))
    after = inspected(state, 1, RULES)
    assert after.players[1] == Player(gold=0, declared=Declaration(2, "apple"), lies=1)
    assert after.players[0].contraband == ("pepper",)
    assert after.players[0].gold == 51


def test_the_true_cards_can_be_paid_with():
    after = inspected(table(("apple", "apple", "mead"), gold=2), 1, RULES)
    assert after.players[1].legal == ("apple",)
    assert after.players[0].legal == ("apple",)
