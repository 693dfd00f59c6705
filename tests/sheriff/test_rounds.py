"""One round: who is asked what and when, deals that bind, and what no policy may do."""

from collections import Counter

import pytest
from cases import cases
from sheriff_policies import anything, hoard, keeps_still

from tabletop_odds.sheriff.game_by_rules import TABLE, play_game, play_round
from tabletop_odds.sheriff.policies import INSPECT, PASS, Policy
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Load, Market, Observation, Offer, Player, State
from tabletop_odds.streams import Stream


def one_round(policies, state, rules):
    luck = [Stream.of(1, 0, seat, 0) for seat in range(len(policies))]
    return play_round(policies, state, rules, luck, Stream.of(1, 0, TABLE, 1))


def full():
    """A table at which everybody has six apples."""
    return State(tuple(Player(hand=("apple",) * 6) for _ in range(4)))


def one_apple(seen, rules, luck):
    return Load(("apple",), "apple")


def test_a_merchant_without_a_card_is_asked_for_no_bag():
    asked = []

    def load(seen, rules, luck):
        asked.append(seen.seat)
        return Load(seen.hand[:1], "apple")

    table = State((Player(), Player(hand=("apple",)), Player(), Player(hand=("mead",))), draw=())
    luck = [Stream.of(1, 0, seat, 0) for seat in range(4)]
    played = play_round([keeps_still(load)] * 4, table, Rules(), luck, Stream.of(1, 0, TABLE, 1))
    assert asked == [1, 3]
    assert [bag.merchant for bag in played.bags] == [1, 3]
    assert played.state.players[2] == Player()


def test_a_deal_about_another_bag_binds():
    offers = []

    def offer(seen, rules, luck):
        offers.append((seen.seat, seen.bound))
        return Offer(gold=9, inspect=(3,) if seen.seat == 1 else ())

    policies = [keeps_still(one_apple, offer=offer)] * 4
    played = one_round(policies, full(), Rules())
    assert [(bag.merchant, bag.decision) for bag in played.bags] == [(1, PASS), (2, PASS), (3, INSPECT)]
    assert offers == [(1, ()), (2, (3,))]  # seat 3 is asked for no offer
    assert played.bags[2].offer is None
    assert [player.gold for player in played.state.players] == [50 + 9 + 9 - 2, 41, 41, 52]


def test_a_deal_that_was_refused_does_not_bind():
    def offer(seen, rules, luck):
        return Offer(inspect=(3,)) if seen.seat == 1 else Offer(gold=1)

    def decide(seen, rules, luck):
        return INSPECT if seen.suspect == 1 else PASS

    policies = [Policy("picks", lambda *_: Market(), one_apple, decide, offer)] * 4
    assert [bag.decision for bag in one_round(policies, full(), Rules()).bags] == [INSPECT, PASS, PASS]


def test_the_sheriff_may_ask_twice_for_more():
    heard = []

    def offer(seen, rules, luck):
        heard.append((seen.offer and seen.offer.gold, seen.asked and seen.asked.gold))
        return Offer(gold=seen.asked.gold if seen.asked else 5)

    def decide(seen, rules, luck):
        return PASS if seen.offer.gold >= 8 else Offer(gold=seen.offer.gold + 2)

    policies = [Policy("haggles", lambda *_: Market(), one_apple, decide, offer)] * 4
    played = one_round(policies, full(), Rules())
    assert heard == [(None, None), (5, 7), (7, 9)] * 3
    assert [bag.offer.gold for bag in played.bags] == [9, 9, 9]
    assert played.state.players[0].gold == 50 + 27


def test_a_third_wish_is_an_inspection():
    policies = [keeps_still(one_apple, decision=Offer(gold=40), offer=lambda *_: Offer(gold=1))] * 4
    played = one_round(policies, full(), Rules())
    assert [(bag.decision, bag.fine) for bag in played.bags] == [(INSPECT, -2)] * 3
    assert played.state.players[0].gold == 50 - 6


def test_bags_are_handled_in_the_sheriffs_order():
    policies = [keeps_still(one_apple, order=lambda *_: [2, 3, 1])] * 4
    assert [bag.merchant for bag in one_round(policies, full(), Rules()).bags] == [2, 3, 1]


def test_a_sheriff_may_change_the_order_after_each_bag():
    """The last first; once a bag was opened, the first of those left."""

    def order(seen, rules, luck):
        left = [seat for seat, player in enumerate(seen.players) if player.bag]
        return left if any(player.honest for player in seen.players) else left[::-1]

    policies = [keeps_still(one_apple, decision=INSPECT, order=order)] * 4
    assert [bag.merchant for bag in one_round(policies, full(), Rules()).bags] == [3, 1, 2]


def test_nobody_hears_another_before_the_own_bag_is_closed():
    heard = []

    def load(seen, rules, luck):
        heard.append([(p.declared, p.bag) for p in seen.players])
        return Load(("apple",), "apple")

    one_round([keeps_still(load)] * 4, full(), Rules())
    assert heard == [[(None, 0)] * 4] * 3


def test_what_a_player_remembers_comes_back_until_the_round_ends():
    seen_intents = []

    def market(seen, rules, luck):
        seen_intents.append(seen.intent)
        return Market(intent=7)

    def load(seen, rules, luck):
        seen_intents.append(seen.intent)
        return Load(seen.hand[:1], "apple")

    play_game([Policy("remembers", market, load, lambda *_: PASS)] * 3, seed=1)
    assert seen_intents == ([0] * 2 + [7] * 2) * 9


def test_the_account_of_a_game_tells_every_bag():
    record = play_game([keeps_still(hoard, INSPECT, offer=lambda *_: Offer(gold=2))] * 3, seed=1)
    lines = str(record).splitlines()
    assert len(lines) == 10
    assert all("offers 2 gold" in line and " 5 apple" in line for line in lines[:9])
    assert lines[-1].startswith("scores: seat 0 ")


WRONG = {
    "market": (
        {"market": lambda *_: None},
        {"market": lambda *_: Market(set_aside=("mead",))},
        {"market": lambda *_: Market(set_aside=("apple",) * 6)},
        {"market": lambda *_: Market(left=1)},
        {"market": lambda *_: Market(pile="middle")},
        {"market": lambda *_: Market(intent="deep")},
        {"market": lambda *_: Market(set_aside="apple")},
    ),
    "load": (
        {"load": lambda *_: Load((), "apple")},
        {"load": lambda *_: Load(("silk",), "apple")},
        {"load": lambda *_: Load(("apple",) * 6, "apple")},
        {"load": lambda *_: Load(("apple",), "mead")},
        {"load": lambda *_: (("apple",), "apple")},
    ),
    "offer": (
        {"offer": lambda *_: Offer(gold=51)},
        {"offer": lambda *_: Offer(gold=-1)},
        {"offer": lambda *_: Offer(gold=1.5)},
        {"offer": lambda *_: Offer(stand=("apple",))},
        {"offer": lambda *_: Offer(bag=("apple", "apple"))},
        {"offer": lambda *_: Offer(bag=("gold",))},
        {"offer": lambda seen, *_: Offer(inspect=(seen.seat,))},
        {"offer": lambda seen, *_: Offer(inspect=(seen.sheriff,))},
        {"offer": lambda *_: 5},
    ),
    "decide": (
        {"decide": lambda *_: None},
        {"decide": lambda *_: "maybe"},
        {"decide": lambda *_: True},
        {"decide": lambda *_: Offer(gold=-3)},
        {"decide": lambda seen, *_: Offer(inspect=(seen.suspect,))},
    ),
    "order": (
        {"order": lambda *_: (1, 2)},
        {"order": lambda *_: (0, 1, 2, 3)},
        {"order": lambda *_: (1, 2, 2, 3)},
        {"order": lambda *_: 3},
    ),
    "confiscate": (
        {"confiscate": lambda *_: None},
        {"confiscate": lambda seen, cards, *_: ("middle", cards)},
    ),
}


@cases("wrong", [wrong for kind in WRONG.values() for wrong in kind])
def test_what_a_policy_does_against_the_rules_is_refused_by_name(wrong):
    plain = {"market": lambda *_: Market(), "load": lambda *_: Load(("apple",), "bread"), "decide": lambda *_: INSPECT}
    policy = Policy("crook", **(plain | wrong))
    with pytest.raises(ValueError, match=r"^policy 'crook': [^\n]*$"):
        one_round([policy] * 4, full(), Rules())


@cases("goods", [(), ("apple",), ("apple", "apple", "mead"), ("silk",), "apple", None])
def test_a_payment_that_is_not_enough_or_of_the_wrong_kind_is_refused(goods):
    poor = Player(gold=1, hand=("silk", "apple"), legal=("apple",) * 3, contraband=("mead",))
    table = State((Player(), poor, Player(), Player()))
    policy = keeps_still(lambda *_: Load(("silk",), "apple"), INSPECT, pay=lambda *_: goods)
    with pytest.raises(ValueError, match=r"^policy 'keeps still': settlement[^\n]*$"):
        one_round([policy] * 4, table, Rules())


def test_every_function_is_handed_its_own_view_and_its_own_luck():
    calls, names = Counter(), ("market", "load", "decide", "offer", "order", "confiscate", "pay")

    def spy(seat, name):
        function = getattr(anything(), name)

        def spying(seen, *rest):
            calls[name] += 1
            assert type(seen) is Observation
            assert seen.seat == seat
            assert all(type(thing) in (Rules, Stream, int, tuple) for thing in rest)
            return function(seen, *rest)

        return spying

    spies = [Policy("spy", **{name: spy(seat, name) for name in names}) for seat in range(4)]
    rules = Rules(gold=3)
    assert play_game(spies, rules, seed=1) == play_game([anything()] * 4, rules, seed=1)
    assert sorted(calls) == sorted(names)
