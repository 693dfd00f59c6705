"""The deal, the market, refilling and a dry draw pile, phase by phase."""

import pickle
import random
from collections import Counter
from dataclasses import replace

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from sheriff_policies import any_rules

from tabletop_odds.sheriff.goods import GOODS
from tabletop_odds.sheriff.market import dealt, next_round, refilled, reshuffled, traded
from tabletop_odds.sheriff.rules import Rules, presets
from tabletop_odds.sheriff.state import Declaration, Market, Player, State
from tabletop_odds.streams import Stream

NAMES = [good.name for good in GOODS]


def luck(*key):
    return Stream.of(*key) if key else Stream.of(1, 0)


@cases("rules", presets().values())
def test_the_table_is_set_as_the_rulebook_says(rules):
    state = dealt(rules, luck())
    assert len(state.players) == rules.players
    assert {(len(p.hand), p.gold, p.bag, p.legal, p.contraband) for p in state.players} == {(6, 50, (), (), ())}
    assert len(state.left) == len(state.right) == 5
    cards = Counter(state.left + state.right + state.draw)
    for player in state.players:
        cards.update(player.hand)
    assert cards == Counter(rules.deck)
    assert cards.total() == {False: {3: 156}, True: {3: 162}}[rules.royals].get(
        rules.players, 216 if rules.royals else 204
    )


def test_the_deal_is_a_fisher_yates_shuffle_dealt_from_the_top():
    rules, mine = Rules(removed=10, hand_size=7), luck(4, 2, 9)
    sheriff = mine.below(4)
    deck = [name for name, cards in rules.deck.items() for _ in range(cards)]
    for i in reversed(range(1, len(deck))):
        j = mine.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    out = deck[:10]
    state = dealt(rules, luck(4, 2, 9))
    assert state.sheriff == sheriff
    for player in state.players:
        assert Counter(player.hand) == Counter(deck.pop() for _ in range(7))
    assert list(state.left) == [deck.pop() for _ in range(5)]
    assert list(state.right) == [deck.pop() for _ in range(5)]
    assert out + list(state.draw) == deck


def test_cards_are_removed_unseen_and_at_random():
    gone = Counter()
    rules = Rules(removed=10)
    for game in range(60):
        state = dealt(rules, luck(1, game, 9))
        left = Counter(state.left + state.right + state.draw + tuple(c for p in state.players for c in p.hand))
        gone += Counter(rules.deck) - left
    assert gone.total() == 600
    assert 100 < gone["apple"] < 182  # 141 expected, 9.6 is one standard deviation
    assert gone["crossbow"] > 3


@cases("seat", [-1, 4, "1", True, 1.0])
def test_a_sheriff_without_a_seat_is_refused(seat):
    with pytest.raises(ValueError, match="first_sheriff must be a whole number from 0 to 3"):
        dealt(Rules(), luck(), first_sheriff=seat)


HAND = ("apple", "apple", "bread", "chicken", "mead", "silk")
TABLE = State(
    (Player(), Player(hand=HAND), Player(), Player()),
    left=("apple", "pepper", "crossbow"),
    right=("cheese", "silk"),
    draw=("bread", "bread", "chicken", "mead"),
)


@cases(
    ("market", "line"),
    [
        (Market(("crossbow",)), "set_aside: 1 crossbow, but 0 in the hand"),
        (Market(("mead", "mead")), "set_aside: 2 mead, but 1 in the hand"),
        (Market(HAND), r"cards set aside \(SH-5\) must be a whole number from 0 to 5, not 6"),
        (Market(("rum",)), "set_aside: no good 'rum'"),
        (Market("mead"), "set_aside 'mead': a tuple of goods is needed"),
        (Market(("mead", "silk"), left=3), r"cards from both discard piles \(SH-6\) .* from 0 to 2, not 3"),
        (Market(("mead", "silk"), left=1, right=2), r"\(SH-6\) .* from 0 to 2, not 3"),
        (Market(HAND[:5], left=4), r"cards from LEFT \(SH-7\) .* from 0 to 3, not 4"),
        (Market(HAND[:5], right=3), r"cards from RIGHT \(SH-7\) .* from 0 to 2, not 3"),
        (Market(HAND[:5], left=-1), r"SH-7"),
        (Market(pile="draw"), "pile 'draw': must be one of left, right"),
        (Market(intent=None), "intent None"),
        (("apple",), "a Market is needed"),
        (None, "a Market is needed"),
    ],
)
def test_a_market_against_the_rules_is_refused_in_one_line(market, line):
    with pytest.raises(ValueError, match=line) as caught:
        traded(TABLE, 1, market, Rules(), luck())
    assert "\n" not in str(caught.value)


@cases("seat", [0, 4, -1, "1", None])
def test_only_merchants_trade(seat):
    with pytest.raises(ValueError, match="the merchants of this round are 1, 2, 3"):
        traded(TABLE, seat, Market(), Rules(), luck())


def allowed(table, seat, market, rules):
    """SH-5 to SH-8 in as many words, for cards that are names of goods."""
    hand, aside = Counter(table.players[seat].hand), Counter(market.set_aside)
    return (
        aside <= hand
        and aside.total() <= 5
        and 0 <= market.left <= len(table.left)
        and 0 <= market.right <= len(table.right)
        and hand.total() - aside.total() + market.left + market.right <= rules.hand_size
        and market.pile in ("left", "right")
    )


CARDS = st.lists(st.sampled_from(NAMES[:8]), max_size=6).map(tuple)
MARKETS = st.builds(
    Market,
    st.lists(st.sampled_from(HAND), max_size=6).map(tuple),
    st.integers(-1, 4),
    st.integers(-1, 4),
    st.sampled_from(["left", "right", "up"]),
)


@given(MARKETS)
def test_a_market_is_refused_exactly_where_the_rules_forbid_it(market):
    if allowed(TABLE, 1, market, Rules()):
        after = traded(TABLE, 1, market, Rules(), luck())
        assert len(after.players[1].hand) == 6
    else:
        with pytest.raises(ValueError, match=r"SH-|pile"):
            traded(TABLE, 1, market, Rules(), luck())


@given(CARDS, CARDS, CARDS, CARDS, st.integers(0, 5), st.integers(0, 10_000))
def test_a_market_moves_each_card_where_it_should(hand, left, right, draw, aside, key):
    rules = Rules()
    table = State((Player(hand=hand), Player(), Player(), Player()), 3, 0, left, right, draw)
    aside = hand[:aside]
    room = 6 - len(hand) + len(aside)
    taken_left = min(len(left), room // 2)
    taken_right = min(len(right), room - taken_left, 2)
    market = Market(aside[::-1], taken_left, taken_right, "right")
    after = traded(table, 0, market, rules, luck(key, 0))
    me, need = after.players[0], room - taken_left - taken_right
    assert list(me.took) == [left[-1 - i] for i in range(taken_left)] + [right[-1 - i] for i in range(taken_right)]
    assert me.gave == aside[::-1]
    assert after.left == left[: len(left) - taken_left]
    assert after.right == right[: len(right) - taken_right] + aside[::-1]
    # at most five cards are on each pile, so that nothing is shuffled into an empty draw pile but a sixth
    reachable = len(draw) + max(0, len(after.left) - 5) + max(0, len(right) - taken_right - 5)
    if not after.reshuffles:
        assert me.drew == min(need, len(draw))
        assert Counter(me.hand) == Counter(hand[len(aside) :] + me.took + draw[len(draw) - me.drew :])
        assert after.draw == draw[: len(draw) - me.drew]
    else:
        assert me.drew <= reachable


def test_what_is_set_aside_is_not_reshuffled_in_the_same_market():
    full = ("apple",) * 5
    table = State((Player(), Player(hand=("silk",) * 5), Player(), Player()), left=full, right=full)
    after = traded(table, 1, Market(("silk",) * 5), Rules(), luck())
    assert after.players[1].hand == ()
    assert after.left == full + ("silk",) * 5
    assert (after.players[1].drew, after.reshuffles) == (0, 0)
    again = traded(after, 2, Market(), Rules(), luck())
    assert again.left == ("silk",) * 5
    assert again.players[2].hand == full
    assert (again.players[2].drew, again.reshuffles) == (5, 1)


def test_all_but_the_top_five_of_each_pile_are_shuffled():
    left, right = tuple(NAMES[:7]), tuple(NAMES[6:14])
    state = reshuffled(State(left=left, right=right), Rules(), luck())
    assert (state.left, state.right) == (left[2:], right[3:])
    assert Counter(state.draw) == Counter(left[:2] + right[:3])
    orders = {reshuffled(State(left=left, right=right), Rules(), luck(1, game)).draw for game in range(2_000)}
    assert len(orders) == 120


def test_or_the_top_five_of_each_pile_are():
    left, right = tuple(NAMES[:7]), tuple(NAMES[6:10])
    state = reshuffled(State(left=left, right=right), Rules(reshuffle="top5"), luck())
    assert (state.left, state.right) == (left[:2], ())
    assert Counter(state.draw) == Counter(left[2:] + right)


def test_a_draw_pile_with_cards_is_not_made_anew():
    with pytest.raises(ValueError, match="draw pile of 1 cards: it is made anew when it is empty"):
        reshuffled(State(draw=("apple",)), Rules(), luck())


def test_hands_are_filled_in_turn_and_the_last_stay_short():
    table = State((Player(),) * 5, sheriff=3, draw=("silk",) * 8 + ("mead",) * 6 + ("apple",) * 6)
    after = refilled(table, Rules(players=5), luck())
    assert [len(player.hand) for player in after.players] == [6, 6, 2, 0, 6]
    assert after.players[4].hand == ("apple",) * 6  # the first merchant is on the Sheriff's left
    assert after.players[0].hand == ("mead",) * 6
    assert after.draw == ()


def test_more_than_one_reshuffle_may_be_needed():
    rules = Rules(players=5, reshuffle="top5")
    table = State((Player(),) * 5, left=("apple",) * 12, right=("mead",) * 12)
    after = refilled(table, rules, luck())
    assert after.reshuffles == 3
    assert sum(len(player.hand) for player in after.players) == 24
    assert [len(player.hand) for player in after.players] == [0, 6, 6, 6, 6]


def test_a_longer_hand_is_left_alone():
    table = State((Player(hand=("apple",) * 7), *(Player(),) * 3), draw=("mead",) * 30)
    assert [len(player.hand) for player in refilled(table, Rules(), luck()).players] == [7, 6, 6, 6]


def test_the_badge_moves_left_and_the_round_is_forgotten():
    me = Player(
        gold=3, hand=HAND, legal=("apple",), contraband=("silk",), honest=2, lies=1,
        declared=Declaration(2, "apple"), took=("mead",), gave=("silk",), drew=2, intent=4,
    )  # fmt: skip
    after = next_round(State((me, Player(), Player()), sheriff=2, round=4, left=("apple",), reshuffles=2))
    kept = Player(gold=3, hand=HAND, legal=("apple",), contraband=("silk",), honest=2, lies=1)
    assert after == State((kept, Player(), Player()), sheriff=0, round=5, left=("apple",), reshuffles=2)


def test_nothing_given_is_altered():
    rules = any_rules(random.Random(1))
    before = dealt(rules, luck())
    copy = State(before.players, before.sheriff, before.round, before.left, before.right, before.draw)
    seat = before.merchants[0]
    traded(before, seat, Market(before.players[seat].hand[:3], 1, 1), rules, luck())
    assert before == copy


def test_the_deck_of_rules_cannot_be_changed_and_goes_where_they_go():
    rules = Rules(players=3, royals=True)
    for table in (rules.deck, rules.table):
        with pytest.raises(TypeError):
            table["apple"] = 0
    sent = pickle.loads(pickle.dumps(rules))
    assert (sent, hash(sent), sent.deck, sent.table) == (rules, hash(rules), rules.deck, rules.table)
    assert replace(rules, players=4).deck == Rules(royals=True).deck != rules.deck
