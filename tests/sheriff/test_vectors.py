"""The worked examples of the rules page, each row with its right figure."""

from collections import Counter

import pytest
from cases import cases

from tabletop_odds.sheriff.crowns import bonuses
from tabletop_odds.sheriff.inspection import (
    check_declaration,
    check_offer,
    fine_of,
    inspected,
    loaded,
    passed,
)
from tabletop_odds.sheriff.market import dealt, traded
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.scoring import crown_counts, scores
from tabletop_odds.sheriff.state import Confiscation, Declaration, Load, Market, Offer, Player, State
from tabletop_odds.streams import Stream

RULES = Rules()


def merchant(**of):
    """A table of four at which seat 0 is Sheriff and seat 1 is a merchant."""
    return State((Player(), Player(**of), Player(), Player()))


def with_bag(good, *bag):
    return merchant(bag=bag, declared=Declaration(len(bag), good))


def test_set_aside_three_take_two_from_left_and_one_from_the_draw_pile():
    before = dealt(RULES, Stream.of(1, 0, 9), first_sheriff=0)
    aside = before.players[1].hand[:3]
    after = traded(before, 1, Market(aside, left=2, pile="right"), RULES, Stream.of(1, 0, 9, 1))
    me = after.players[1]
    assert len(me.hand) == 6
    assert after.right == before.right + aside
    assert after.left == before.left[:-2]
    assert after.draw == before.draw[:-1]
    assert me.took == (before.left[-1], before.left[-2])
    assert (me.gave, me.drew) == (aside, 1)
    assert Counter(me.hand) == Counter(before.players[1].hand[3:] + before.left[-2:] + before.draw[-1:])


def test_four_apples_and_a_crossbow_under_five_apples():
    table = merchant(hand=("apple",) * 4 + ("crossbow", "silk"))
    table = loaded(table, 1, Load(("apple",) * 4 + ("crossbow",), "apple"), RULES)
    assert table.players[1].declared == (5, "apple")
    assert table.players[1].hand == ("silk",)
    assert fine_of(table, 1, RULES) == 4
    assert inspected(table, 1, RULES).players[1].gold == 46


def test_a_sixth_card_is_refused():
    hand = ("apple",) * 4 + ("silk", "crossbow")
    with pytest.raises(ValueError, match=r"cards in a bag \(SH-9\) .* from 1 to 5, not 6"):
        loaded(merchant(hand=hand), 1, Load(hand, "apple"), RULES)


BAG = ("cheese", "chicken", "chicken", "silk")


@pytest.mark.parametrize("good", ["apple", "cheese", "bread", "chicken"])
def test_four_of_any_legal_good_may_be_declared(good):
    assert check_declaration(Declaration(4, good), BAG, RULES) == (4, good)
    assert loaded(merchant(hand=BAG), 1, Load(BAG, good), RULES).players[1].declared == (4, good)


@cases("wrong", [(3, "chicken"), (5, "chicken"), (2, "chicken", 1, "cheese"), (4, ("chicken", "cheese")), (4, "silk")])
def test_a_wrong_number_two_goods_and_contraband_may_not(wrong):
    with pytest.raises(ValueError, match="SH-10"):
        check_declaration(wrong, BAG, RULES)


def test_two_chicken_cheese_and_silk_opened_under_four_chicken():
    table = with_bag("chicken", *BAG)
    after = inspected(table, 1, RULES, Confiscation("right", ("silk", "cheese")))
    assert fine_of(table, 1, RULES) == 6
    assert (after.players[0].gold, after.players[1].gold) == (56, 44)
    assert after.players[1].legal == ("chicken", "chicken")
    assert after.players[1].contraband == ()
    assert after.right == ("silk", "cheese")


def test_five_gold_and_two_apples_become_eight_gold_and_the_two_apples():
    table = merchant(legal=("apple",) * 3, bag=BAG, declared=Declaration(4, "chicken"))
    first = check_offer(table, 1, Offer(gold=5, stand=("apple", "apple")), RULES)
    after = passed(table, 1, first._replace(gold=8), RULES)
    assert (after.players[0].gold, after.players[1].gold) == (58, 42)
    assert after.players[0].legal == ("apple", "apple")
    assert after.players[1].legal == ("apple", "cheese", "chicken", "chicken")
    assert after.players[1].contraband == ("silk",)


@pytest.mark.parametrize("smuggled", ["pepper", "mead", "silk", "crossbow"])
def test_two_apples_and_one_contraband_passed_as_three_apples(smuggled):
    table = with_bag("apple", "apple", "apple", smuggled)
    after = passed(table, 1, Offer(), RULES)
    assert after.players[1].legal == ("apple", "apple")
    assert after.players[1].contraband == (smuggled,)
    assert [player.gold for player in after.players] == [50] * 4
    assert (after.left, after.right) == ((), ())


def test_four_chickens_in_truth_inspected():
    after = inspected(with_bag("chicken", *["chicken"] * 4), 1, RULES)
    assert (after.players[0].gold, after.players[1].gold) == (42, 58)
    assert after.players[1].legal == ("chicken",) * 4


@pytest.mark.parametrize(("meads", "fine"), [(2, 10), (3, 14)])
def test_an_apple_a_cheese_and_mead_inspected_as_apples(meads, fine):
    after = inspected(with_bag("apple", "apple", "cheese", *["mead"] * meads), 1, RULES)
    assert (after.players[0].gold, after.players[1].gold) == (50 + fine, 50 - fine)
    assert after.players[1].legal == ("apple",)
    assert after.left == ("cheese", *["mead"] * meads)


def test_the_final_stand_of_125():
    counts = {"apple": 4, "cheese": 6, "bread": 1, "chicken": 4}
    legal = tuple(name for name, count in counts.items() for _ in range(count))
    me = Player(gold=42, legal=legal, contraband=("pepper", "pepper", "crossbow"))
    apples = Player(legal=("apple",) * 6 + ("bread",) * 2 + ("chicken",) * 5)
    second = Player(legal=("apple",) * 5 + ("bread",) * 2 + ("chicken",) * 4)
    mine = scores(State((me, apples, second, Player())), RULES)[0]
    assert mine.total == 125
    assert mine.bonus == 15 + 2


def test_ten_cheese_and_a_gouda_beat_eleven_cheese():
    rules = Rules(royals=True)
    first, second = Player(legal=("cheese",) * 11), Player(legal=("cheese",) * 10, contraband=("gouda",))
    assert [crown_counts(player, "cheese", rules) for player in (first, second)] == [11, 12]
    ends = scores(State((first, second, Player(), Player())), rules)
    assert [end.bonus for end in ends] == [10, 15, 0, 0]
    assert [end.total for end in ends] == [50 + 33 + 10, 50 + 30 + 6 + 15, 50, 50]


@cases(
    ("good", "counts", "earned"),
    [
        ("apple", [5, 5, 3], [15, 15, 0]),
        ("apple", [5, 5, 5], [10, 10, 10]),
        ("chicken", [4, 4, 4, 4], [3, 3, 3, 3]),
        ("chicken", [6, 4, 4, 1], [10, 2, 2, 0]),
        ("apple", [5, 0, 0], [20, 0, 0]),
    ],
)
def test_ties_for_king_and_queen(good, counts, earned):
    line = RULES.table[good]
    assert list(bonuses(counts, line.king, line.queen)) == earned
