"""Debts: which goods settle one by default, and which a debtor may choose."""

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.debts import check_settlement, paid, settlement
from tabletop_odds.sheriff.goods import Good
from tabletop_odds.sheriff.inspection import passed
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Declaration, Offer, Player, State, observation

RULES = Rules(royals=True)
GOOD = RULES.table
LEGAL = [name for name in GOOD if GOOD[name].kind == "legal"]
SMUGGLED = [name for name in GOOD if GOOD[name].kind != "legal"]
LEGAL_CARDS = st.lists(st.sampled_from(LEGAL), max_size=5).map(tuple)
SMUGGLED_CARDS = st.lists(st.sampled_from(SMUGGLED), max_size=4).map(tuple)


def ordered(cards):
    return tuple(sorted(cards, key=list(GOOD).index))


def subsets(goods):
    return chain.from_iterable(combinations(goods, size) for size in range(len(goods) + 1))


def worth(goods):
    return sum(GOOD[name].value for name in goods)


def brute(goods, debt):
    """The sufficient subset of least value, then of fewest cards, then of smallest counts in the order of the table."""
    ways = [way for way in subsets(goods) if worth(way) >= debt]
    return min(ways, key=lambda way: (worth(way), len(way), [way.count(name) for name in GOOD]), default=tuple(goods))


@given(LEGAL_CARDS, SMUGGLED_CARDS, st.integers(0, 40))
def test_a_debt_is_settled_with_as_little_as_can_be(legal, contraband, debt):
    chosen = settlement(legal + contraband, debt, RULES)
    assert chosen == ordered(brute(legal, debt) + brute(contraband, debt - worth(legal)))
    assert check_settlement(chosen, legal + contraband, debt, RULES) == chosen


def fits(chosen, legal, contraband, debt):
    """SH-18 in as many words: may these goods be given for a debt?"""
    shown = [name for name in chosen if name in SMUGGLED]
    open_goods = [name for name in chosen if name in LEGAL]
    if worth(legal) >= debt:
        return not shown and worth(open_goods) >= debt
    rest = debt - worth(legal)
    return Counter(open_goods) == Counter(legal) and (worth(shown) >= rest or Counter(shown) == Counter(contraband))


@given(LEGAL_CARDS, SMUGGLED_CARDS, st.integers(1, 30))
@settings(max_examples=25)
def test_any_sufficient_settlement_is_allowed_and_no_other(legal, contraband, debt):
    for chosen in {ordered(way) for way in subsets(legal + contraband)}:
        if fits(chosen, legal, contraband, debt):
            assert check_settlement(chosen, legal + contraband, debt, RULES) == chosen
        else:
            with pytest.raises(ValueError, match=r"^settlement: [^\n]*SH-18"):
                check_settlement(chosen, legal + contraband, debt, RULES)


def test_equal_sums_take_the_fewest_cards_then_the_later_goods():
    assert settlement(("apple", "apple", "chicken"), 4, RULES) == ("chicken",)
    assert settlement(("cheese", "bread"), 3, RULES) == ("bread",)
    assert settlement(("apple", "cheese", "cheese", "chicken"), 6, RULES) == ("cheese", "cheese")


def test_a_settlement_that_is_not_on_the_stand_is_refused():
    with pytest.raises(ValueError, match=r"settlement: 2 apple, but 1 on the stand \(SH-18\)"):
        check_settlement(("apple", "apple"), ("apple", "silk"), 2, RULES)


@pytest.mark.parametrize("debt", [-1, 1.5, None])
def test_a_debt_is_a_whole_number(debt):
    with pytest.raises(ValueError, match="debt must be a whole number from 0"):
        settlement((), debt, RULES)


def test_gold_goes_first_and_no_change_is_given():
    state = State((Player(gold=4, legal=("chicken",), contraband=("silk",)), Player(gold=0), Player()))
    after = paid(state, 0, 1, 5, RULES)
    assert (after.players[0].gold, after.players[1].gold) == (0, 4)
    assert (after.players[0].legal, after.players[1].legal) == ((), ("chicken",))
    assert after.players[0].contraband == ("silk",)


def test_worthless_goods_settle_nothing_and_are_kept_while_they_can():
    rules = Rules(goods=(Good("chaff", "legal", 60, 60, 0, 1), Good("fig", "legal", 60, 60, 1, 1)))
    assert settlement(("chaff", "fig"), 1, rules) == ("fig",)
    assert settlement(("chaff", "fig"), 2, rules) == ("chaff", "fig")


def test_contraband_that_settles_a_debt_is_shown_and_followed_from_stand_to_stand():
    poor = Player(gold=0, contraband=("mead", "mead", "silk"))
    table = paid(State((poor, Player(), Player())), 0, 1, 7, RULES)
    assert [player.shown for player in table.players] == [(), ("mead",), ()]
    assert [player.shown for player in observation(table, 2).players] == [(), ("mead",), ()]
    # paid on, it is shown with its next owner; a bribe moves it too, but shows nothing else
    broke = State((table.players[0], Player(gold=0, contraband=("mead",), shown=("mead",)), Player()))
    assert [player.shown for player in paid(broke, 1, 2, 7, RULES).players] == [(), (), ("mead",)]
    suspect = Player(
        bag=("silk",), declared=Declaration(1, "apple"), contraband=("mead", "mead", "silk"), shown=("mead",)
    )
    bribed = passed(State((Player(), suspect, Player())), 1, Offer(stand=("mead", "mead", "silk")), Rules(players=3))
    assert [(player.contraband, player.shown) for player in bribed.players[:2]] == [
        (("mead", "mead", "silk"), ("mead",)),
        (("silk",), ()),
    ]


@given(LEGAL_CARDS, SMUGGLED_CARDS, st.data())
def test_what_was_shown_is_still_on_the_stand(legal, contraband, data):
    shown = data.draw(st.sampled_from(list(subsets(ordered(contraband)))))
    debtor = Player(gold=2, legal=ordered(legal), contraband=ordered(contraband), shown=shown)
    table = paid(State((debtor, Player(), Player())), 0, 1, data.draw(st.integers(0, 40)), RULES)
    for player in table.players:
        assert not Counter(player.shown) - Counter(player.contraband)
    assert table.players[1].shown == table.players[1].contraband
