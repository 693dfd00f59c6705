"""King and Queen, totals and ties."""

from fractions import Fraction
from itertools import permutations, product

import pytest
import sheriff_oracle
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.crowns import bonuses
from tabletop_odds.sheriff.goods import GOODS, Good
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.scoring import Score, crown_counts, scores, win_shares
from tabletop_odds.sheriff.state import Player, State

ADVANCED = Rules(royals=True)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_king_and_queen_for_every_tie_there_is(players):
    for counts in product(range(5 if players < 5 else 4), repeat=players):
        for king, queen in ((20, 10), (10, 5), (7, 9)):
            earned = bonuses(counts, king, queen)
            assert list(earned) == sheriff_oracle.crowns(list(counts), king, queen)
            assert sum(earned) <= king + queen


def test_bonuses_follow_the_players_wherever_they_sit():
    for counts in permutations((6, 4, 4, 1)):
        assert bonuses(counts, 10, 5) == tuple({6: 10, 4: 2, 1: 0}[count] for count in counts)


def test_nobody_is_paid_for_nothing():
    assert bonuses([0, 0, 0], 20, 10) == (0, 0, 0)
    assert bonuses([], 20, 10) == ()


ROYALS = [
    ("green apples", "apple", 2),
    ("golden apples", "apple", 3),
    ("gouda", "cheese", 2),
    ("bleu cheese", "cheese", 3),
    ("rye bread", "bread", 2),
    ("pumpernickel", "bread", 3),
    ("royal rooster", "chicken", 2),
]


@cases(("royal", "good", "copies"), ROYALS)
def test_a_royal_counts_as_more_than_one_of_its_good(royal, good, copies):
    me, rival = Player(contraband=(royal,)), Player(legal=(good,) * (copies - 1))
    assert crown_counts(me, good, ADVANCED) == copies
    ends = scores(State((me, rival, Player(), Player())), ADVANCED)
    line, value = ADVANCED.table[good], ADVANCED.table[royal].value
    assert ends[0].bonus == line.king
    assert ends[1].bonus == line.queen
    assert (ends[0].contraband, ends[0].contraband_cards, ends[0].legal) == (value, 1, 0)


LEGAL = [good.name for good in GOODS if good.kind == "legal"]
OTHERS = [good.name for good in GOODS if good.kind != "legal"]
PLAYERS = st.builds(
    Player,
    gold=st.integers(0, 9),
    hand=st.lists(st.sampled_from(LEGAL), max_size=2).map(tuple),
    legal=st.lists(st.sampled_from(LEGAL), max_size=6).map(tuple),
    contraband=st.lists(st.sampled_from(OTHERS), max_size=3).map(tuple),
)


@settings(max_examples=30)
@given(st.lists(PLAYERS, min_size=4, max_size=4), st.sampled_from(["points", "count"]))
def test_ends_against_a_second_reading(players, tiebreak):
    rules = Rules(royals=True, tiebreak=tiebreak)
    other = sheriff_oracle.Table(rules, 0, 0)
    for seat, player in zip(other.seats, players, strict=True):
        seat.gold, seat.stand = player.gold, sheriff_oracle.Counter(player.legal + player.contraband)
    ends = scores(State(tuple(players)), rules)
    assert [end.total for end in ends] == other.totals()
    assert list(win_shares(ends, rules)) == other.shares()
    assert all(end.total == end.goods + end.gold + end.bonus for end in ends)


def test_hands_and_bags_are_worth_nothing():
    full = Player(hand=("silk",) * 6, bag=("silk",))
    assert [end.total for end in scores(State((full, Player(), Player())), Rules(players=3))] == [50] * 3


def test_bread_earns_bonuses_with_three_players_if_anybody_has_any():
    assert scores(State((Player(legal=("bread",)),) * 3), Rules(players=3))[0].bonus == 25 // 3


def end(total, legal, contraband, legal_cards, contraband_cards):
    return Score(legal, contraband, total - legal - contraband, 0, legal_cards, contraband_cards)


@cases(
    ("ends", "points", "count"),
    [
        ([end(90, 20, 0, 1, 0), end(91, 0, 0, 0, 0), end(90, 30, 9, 9, 9)], [0, 1, 0], [0, 1, 0]),
        ([end(90, 20, 30, 9, 4), end(90, 21, 0, 8, 0), end(80, 40, 0, 9, 9)], [0, 1, 0], [1, 0, 0]),
        ([end(90, 20, 16, 8, 3), end(90, 20, 18, 8, 2), end(90, 19, 40, 7, 5)], [0, 1, 0], [1, 0, 0]),
        ([end(90, 20, 16, 8, 2), end(90, 20, 16, 8, 2), end(1, 0, 0, 0, 0)], [(1, 2), (1, 2), 0], [(1, 2), (1, 2), 0]),
        ([end(90, 20, 16, 8, 2)] * 3, [(1, 3)] * 3, [(1, 3)] * 3),
    ],
)
def test_ties_are_broken_by_legal_goods_then_by_contraband(ends, points, count):
    def shares(row):
        return tuple(Fraction(*share) if isinstance(share, tuple) else Fraction(share) for share in row)

    assert win_shares(ends, Rules(players=3)) == shares(points)
    assert win_shares(ends, Rules(players=3, tiebreak="count")) == shares(count)


def test_royals_break_ties_as_contraband():
    royal, plain = Player(gold=42, contraband=("royal rooster",)), Player(gold=42, contraband=("silk",))
    rules = Rules(royals=True, goods=tuple(Good(**_line(good)) for good in GOODS))
    ends = scores(State((royal, plain, Player(), Player())), rules)
    assert [(e.total, e.contraband, e.legal) for e in ends[:2]] == [(50, 8, 0), (50, 8, 0)]
    assert win_shares(ends, rules)[:2] == (Fraction(1, 2), Fraction(1, 2))


def _line(good):
    """The good without bonuses."""
    names = ("name", "kind", "cards", "cards_at_3", "value", "penalty", "counts_as", "copies")
    return {name: getattr(good, name) for name in names}
