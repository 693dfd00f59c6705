"""Odds of a market: cited figures, and every order of the cards that are left."""

from collections import Counter
from fractions import Fraction

import oracles
import pytest
import sheriff_brute as brute
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.sheriff.bags import bag_worth
from tabletop_odds.sheriff.chase_odds import best_chase_distribution, chase_distribution, load_distribution
from tabletop_odds.sheriff.market_odds import (
    market_distribution,
    market_draws,
    market_hands,
)
from tabletop_odds.sheriff.market_plans import best_market, honest_worth
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Market


def asked(row):
    rules, words = brute.rules_of(row["rules"]), row["argument"].split()
    match row["what"], words:
        case "chase_at_least", [good, k]:
            return chase_distribution(good, rules=rules).at_least(int(k))
        case "best_chase_at_least", [k]:
            return chase_distribution(rules=rules).at_least(int(k))
        case "best_chase_mean", []:
            return chase_distribution(rules=rules).mean


@cases("row", oracles.rows("sheriff_odds.csv", "chase_at_least", "best_chase_at_least", "best_chase_mean"))
def test_as_cited(row):
    assert oracles.agrees(asked(row), row)


@st.composite
def tables(draw, most_drawn=4, unseen=6):
    """A hand, a market, both piles, other cards seen, and the few unseen."""
    rules = brute.SMALL[draw(st.sampled_from(["four", "three", "royals"]))]
    cards = list(draw(st.permutations(brute.physical(rules))))
    left = [cards.pop() for _ in range(unseen)]
    hand = brute.in_order(cards.pop() for _ in range(draw(st.integers(3, rules.hand_size))))
    piles = [tuple(cards.pop() for _ in range(draw(st.integers(0, 7)))) for _ in range(2)]
    aside = draw(st.integers(0, min(len(hand), most_drawn - rules.hand_size + len(hand))))
    room = rules.hand_size - len(hand) + aside
    takes = draw(st.integers(0, min(room, len(piles[0]))))
    also = draw(st.integers(0, min(room - takes, len(piles[1]))))
    market = Market(brute.in_order(draw(st.permutations(hand))[:aside]), takes, also)
    return rules, hand, market, piles, tuple(cards), left


def known_after(hand, market, piles):
    tops = [card for pile, n in zip(piles, (market.left, market.right), strict=True) for card in pile[len(pile) - n :]]
    return [*brute.without(hand, market.set_aside), *tops]


@given(table=tables(), good=st.sampled_from((*brute.ORDER[:5], "legal", "contraband")))
@settings(max_examples=40)
def test_every_order_of_the_draw_pile(table, good):
    rules, hand, market, piles, seen, left = table
    known = known_after(hand, market, piles)
    found = brute.after_market(known, [(left, rules.hand_size - len(known))])
    given_ = {"left": piles[0], "right": piles[1], "seen": seen, "rules": rules}
    assert brute.chances(market_hands(hand, market, **given_)) == brute.shares(found)
    copies = Counter()
    for after, weight in found.items():
        copies[sum(brute.is_in(card, good) for card in after)] += weight
    assert brute.chances(market_distribution(good, hand, market, **given_)) == brute.shares(copies)


@given(table=tables(unseen=4), draw_pile=st.integers(0, 2), reshuffle=st.sampled_from(["all_but_top5", "top5"]))
@settings(max_examples=40)
def test_a_draw_pile_that_runs_out(table, draw_pile, reshuffle):
    rules, hand, market, piles, seen, left = table
    rules = Rules(goods=rules.goods, hand_size=5, players=rules.players, royals=rules.royals, reshuffle=reshuffle)
    known = known_after(hand, market, piles)
    wanted = rules.hand_size - len(known)
    first = min(wanted, draw_pile)
    rest = [pile[: len(pile) - n] for pile, n in zip(piles, (market.left, market.right), strict=True)]
    cut = [pile[max(0, len(pile) - 5) :] if reshuffle == "top5" else pile[: max(0, len(pile) - 5)] for pile in rest]
    anew = [*cut[0], *cut[1]]
    found = brute.after_market(known, [(left, first), (anew, min(wanted - first, len(anew)))])
    given_ = {"left": piles[0], "right": piles[1], "seen": seen, "draw": draw_pile, "rules": rules}
    assert brute.chances(market_hands(hand, market, **given_)) == brute.shares(found)
    copies = market_distribution("apple", hand, market, **given_)
    assert copies.expect(lambda k: k) == sum(p * after.count("apple") for after, p in brute.shares(found).items())


def test_both_piles_dry_leave_the_hand_short():
    table = {"left": "silk", "right": "mead", "draw": 1}
    hands = market_hands("5 apples, mead", Market(("mead",) * 1), **table)
    assert {len(hand) for hand in hands} == {6}
    short = market_hands("4 apples, 2 mead", Market(("mead", "mead")), **table)
    assert {len(hand) for hand in short} == {5}
    assert market_draws("2 apples", Market(), **table).sources[1][1] == 0


@given(table=brute.few_left(("four", "three", "royals")), good=st.sampled_from(["apple", "cheese", "mead", "bread"]))
@settings(max_examples=6)
def test_chasing_from_every_deal(table, good):
    rules, seen, left = table
    one, best = Counter(), Counter()
    for hand, drawn in ways_to_chase(left, lambda hand: good):
        one[hand.count(good) + drawn.count(good)] += Fraction(1, drawn.ways)
    for hand, drawn in ways_to_chase(left, brute.best_good):
        name = brute.best_good(hand)
        best[name, hand.count(name) + drawn.count(name)] += Fraction(1, drawn.ways)
    assert brute.chances(chase_distribution(good, seen=seen, rules=rules)) == shares_of(one)
    assert brute.chances(best_chase_distribution(seen=seen, rules=rules)) == shares_of(best)
    loads = Counter()
    for (name, copies), weight in best.items():
        loads[min(5, copies) if name == "apple" else 0] += weight
    assert brute.chances(load_distribution("apple", seen=seen, rules=rules)) == shares_of(loads)


class Drawn(tuple):
    ways = 1


def ways_to_chase(left, chosen):
    """Every hand of five, and every set that may replace what is set aside."""
    for hand in brute.hands(left, 5):
        _, aside = brute.chase(hand, chosen(hand))
        drawn = list(brute.hands(brute.without(left, hand), len(aside)))
        for cards in drawn:
            some = Drawn(cards)
            some.ways = len(drawn)
            yield hand, some


def shares_of(weights):
    total = sum(weights.values())
    return {outcome: weight / total for outcome, weight in weights.items() if weight}


# The best market


@given(table=tables(unseen=5), rate=st.sampled_from([None, Fraction(0), Fraction(1, 3), Fraction(1)]))
@settings(max_examples=8)
def test_every_market_tried(table, rate):
    rules, hand, _, piles, seen, left = table
    piles = [pile[:2] for pile in piles]
    seen = (*seen, *(card for pile in table[3] for card in pile[2:]))
    worth = bag_worth(rate, rules) if rate is not None else lambda held: honest_worth(held, rules)
    plans = {}
    for aside in {brute.in_order(some) for n in range(len(hand) + 1) for some in brute.hands(hand, n)}:
        room = rules.hand_size - len(hand) + len(aside)
        for takes in range(min(room, len(piles[0])) + 1):
            for also in range(min(room - takes, len(piles[1])) + 1):
                known = known_after(hand, Market(aside, takes, also), piles)
                after = [worth(brute.in_order((*known, *some))) for some in brute.hands(left, room - takes - also)]
                plans[aside, takes, also] = Fraction(sum(after), len(after)) if after else None
    given_ = {"left": piles[0], "right": piles[1], "seen": seen, "rules": rules}
    found = best_market(hand, worth if rate is not None else None, **given_)
    assert {(market.set_aside, market.left, market.right): value for market, value in found} == plans
    assert [one.value for one in found] == sorted(plans.values(), reverse=True)


def test_the_worth_of_an_honest_hand():
    assert honest_worth(("apple",) * 6) == 10
    assert honest_worth(("apple", "apple", "chicken", "mead")) == 4
    assert honest_worth(("mead", "silk")) == 0


def test_floats_stay_floats():
    best = best_market("4 apples, 2 mead", lambda hand: 0.5 * hand.count("apple"))[0]
    assert isinstance(best.value, float)
    assert best.market.set_aside == ("mead", "mead")


@cases(
    ("call", "words"),
    [
        (lambda: market_hands("6 apples", Market(("mead",))), ["mead", "apple", "SH-5"]),
        (lambda: market_hands("7 apples", Market(("apple",) * 6), rules=Rules(hand_size=7)), ["6", "5", "SH-5"]),
        (lambda: market_hands("6 apples", Market(("apple",), left=2), left="mead mead"), ["2", "1", "SH-6"]),
        (lambda: market_hands("6 apples", Market(("apple",), left=1)), ["left", "1"]),
        (lambda: market_hands("6 apples", Market(), seen="43 apples"), ["49", "apple", "48"]),
        (lambda: market_hands("6 apples", Market(("apple",)), draw=199), ["draw", "198"]),
        (lambda: market_distribution("ale", "6 apples", Market()), ["ale"]),
        (lambda: load_distribution("mead"), ["mead", "apple"]),
        (lambda: chase_distribution(seen="48 apples 36 cheese 36 bread 24 chicken 22 pepper 21 mead 12 silk"), ["11"]),
    ],
)
def test_refused(call, words):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert all(word in str(caught.value) for word in words)
