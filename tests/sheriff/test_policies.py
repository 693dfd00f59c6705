"""Named policies by what they do: in the market, with a bag, for a bribe, and as Sheriff."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from cases import cases

from tabletop_odds.sheriff.chances import OUT_OF, happens, pick, threshold_of, thresholds_of
from tabletop_odds.sheriff.inspection import loaded as closed
from tabletop_odds.sheriff.markets import (
    MarketPlan,
    best_legal,
    chase_best_good,
    chase_contraband,
    deny,
    keep_hand,
    next_merchant,
)
from tabletop_odds.sheriff.merchants import (
    Merchant,
    bluffer,
    equilibrium_merchant,
    honest,
    mixer,
    opportunist,
    plentiful,
    worthwhile_contraband,
)
from tabletop_odds.sheriff.policies import INSPECT, PASS, Policy, as_policy, player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.sheriffs import (
    Sheriff,
    always,
    at_rate,
    bribe_taker,
    equilibrium_sheriff,
    never,
    threshold,
)
from tabletop_odds.sheriff.state import Load, Market, Offer, Player, State, observation
from tabletop_odds.streams import Stream

RULES = Rules()
HAND = ("apple", "apple", "cheese", "chicken", "mead", "crossbow")


def luck():
    return Stream.of(seed=1, game=0)


def view(hand=HAND, left=(), right=(), stand=(), seat=1, sheriff=0, **me):
    """What the merchant in a seat sees, the next one having `stand`."""
    players = [Player(hand=tuple(hand), **me) if i == seat else Player(legal=tuple(stand)) for i in range(4)]
    return observation(State(tuple(players), sheriff, left=tuple(left), right=tuple(right)), seat)


def trade(plan, smuggling=False, **table):
    return plan.trade(view(**table), smuggling, RULES, luck())


@cases(
    ("cards", "best"),
    [
        ("apple apple cheese", "apple"),
        ("apple cheese chicken mead mead", "chicken"),
        ("bread cheese", "cheese"),
        ("bread bread cheese", "bread"),
        ("mead", None),
        ("", None),
    ],
)
def test_the_best_legal_good_has_most_copies_then_value(cards, best):
    assert best_legal(cards.split(), RULES) == best


def test_the_best_good_is_chased():
    left, right = ("silk", "apple", "apple"), ("bread", "apple")
    market = trade(chase_best_good(), left=left, right=right)
    assert market[:3] == (("cheese", "chicken", "mead", "crossbow"), 2, 1)
    smuggled = trade(chase_best_good(), smuggling=True, left=left, right=("pepper",))
    assert smuggled[:3] == (("cheese", "chicken"), 2, 0)  # no room for more
    assert trade(chase_best_good(), smuggling=True, left=("apple", "silk"), right=right)[1:3] == (2, 0)


def test_at_most_five_cards_are_set_aside_and_the_first_of_the_table():
    hand = ("pepper", "mead", "mead", "silk", "silk", "crossbow")
    assert trade(chase_best_good(), hand=hand)[:3] == (hand[:5], 0, 0)
    assert trade(chase_best_good(), smuggling=True, hand=hand).set_aside == ()


def test_contraband_is_chased():
    market = trade(chase_contraband(), left=("apple", "silk"), right=("pepper", "mead"))
    assert market[:3] == (HAND[:4], 1, 2)


def test_a_hand_is_kept():
    assert trade(keep_hand(), left=("apple",) * 3)[:3] == ((), 0, 0)
    assert trade(keep_hand(), left=("apple",) * 3, hand=HAND[:2])[:3] == ((), 0, 0)


@pytest.mark.parametrize(
    ("left", "right", "pile"),
    [
        (("bread",), ("silk",), "left"),
        (("silk",), ("bread",), "right"),
        (("bread", "apple"), (), "left"),  # what lies on top after the own taking counts
    ],
)
def test_what_the_next_merchant_collects_is_covered(left, right, pile):
    market = trade(deny(), left=left, right=right, stand=("bread", "bread", "apple"))
    assert market.pile == pile
    assert market.set_aside == ("cheese", "chicken", "mead", "crossbow")


def test_what_the_next_merchant_collects_is_put_down_first():
    assert trade(deny(), stand=("chicken",)).set_aside == ("chicken", "cheese", "mead", "crossbow")


def test_the_next_merchant_is_never_the_sheriff():
    seats = {(seat, sheriff): next_merchant(view(seat=seat, sheriff=sheriff)) for seat, sheriff in [(3, 0), (1, 2)]}
    assert seats == {(3, 0): 1, (1, 2): 3}


def load(merchant, hand, intent=0, rules=RULES):
    return merchant.load(view(hand=hand, intent=intent), rules, luck())


def test_an_honest_bag():
    assert load(honest(), HAND) == Load(("apple", "apple"), "apple")
    assert load(honest(), ("apple",) * 6) == Load(("apple",) * 5, "apple")
    assert load(honest(), ("mead", "pepper")) == Load(("mead",), "apple")
    assert load(honest(), ("mead",), rules=Rules(players=3, declare_absent_goods=False)).good == "apple"


def test_a_smuggled_bag_has_the_dearest_and_is_filled_up():
    assert load(bluffer(1), HAND, intent=5) == Load(("apple", "apple", "mead", "crossbow"), "apple")
    assert load(bluffer(1), HAND, intent=1) == Load(("apple", "apple", "crossbow"), "apple")
    hand = ("bread", "pepper", "pepper", "mead", "silk", "silk")
    assert load(bluffer(1), hand, intent=5) == Load(hand[1:], "bread")
    assert load(bluffer(1), ("apple", "bread"), intent=5) == Load(("bread",), "bread")


def test_a_bluffer_smuggles_at_the_rate():
    streams = [Stream.of(seed=1, game=game) for game in range(4000)]
    intents = [bluffer(0.25, cards=2).intent(view(), RULES, stream) for stream in streams]
    assert set(intents) == {0, 2}
    assert abs(intents.count(2) - 1000) < 4 * (4000 * 3 / 16) ** 0.5
    assert bluffer(1).intent(view(), RULES, luck()) == 5
    assert honest().intent(view(), RULES, luck()) == 0


def worth(bag, good, x, bribe):
    """What a bag brings on average where a share x is inspected: by hand, from the page of the rules."""
    table = RULES.table
    lies = [card for card in bag if card != good]
    true = sum(table[card].value for card in bag if card == good)
    if not lies:
        return true + x * sum(table[card].penalty for card in bag)
    value, penalty = sum(table[card].value for card in lies), sum(table[card].penalty for card in lies)
    return (1 - x) * (true + value - bribe) + x * (true - penalty)


@cases("x", [Fraction(n, 8) for n in range(9)])
@cases("bribe", [0, 4])
def test_an_opportunist_has_no_better_bag_of_the_same_good(x, bribe):
    for hand in [HAND, ("apple", "mead", "mead", "silk", "silk", "crossbow"), ("bread",) * 4 + ("pepper", "silk")]:
        good = best_legal(hand, RULES)
        bags = [
            bag
            for size in range(1, 6)
            for bag in combinations(hand, size)
            if all(card == good or RULES.table[card].smuggled for card in bag)
        ]
        best = max(worth(bag, good, x, bribe) for bag in bags)
        got = load(opportunist(x, bribe=bribe), hand)
        assert got.good == good
        assert worth(got.bag, good, x, bribe) == best


def test_an_opportunist_without_a_legal_card_must_lie():
    assert worthwhile_contraband(("pepper", "mead"), Fraction(1), RULES) == 1
    assert worthwhile_contraband(("pepper", "mead"), Fraction(0), RULES) == 2


def test_the_good_to_be_declared_that_is_most_plentiful():
    assert plentiful(RULES) == "apple"
    goods = tuple(replace(good, cards=9 if good.name == "apple" else good.cards) for good in RULES.goods)
    assert plentiful(Rules(goods=goods)) == "cheese"


def test_bribes():
    def offer(merchant, bag, good, gold=50):
        table = State((Player(), Player(hand=tuple(bag), gold=gold), Player(), Player()))
        seen = observation(closed(table, 1, Load(tuple(bag), good), RULES), 1, suspect=1)
        return merchant.offer(seen, RULES, luck())

    assert offer(bluffer(1, bribe=4), ("apple", "mead"), "apple") == Offer(4)
    assert offer(bluffer(1, bribe=4), ("apple", "mead"), "apple", gold=3) == Offer(3)
    assert offer(bluffer(1, bribe=4), ("apple", "mead"), "apple", gold=0) is None
    assert offer(bluffer(1, bribe=4), ("apple", "apple"), "apple") is None
    assert offer(honest(bribe=2), ("apple", "apple"), "apple") == Offer(2)
    assert offer(honest(), ("mead",), "apple") is None


def decide(sheriff, bag=("apple", "apple", "mead"), good="apple", offer=None, stream=None):
    table = State((Player(), Player(hand=tuple(bag)), Player(), Player()))
    table = closed(table, 1, Load(tuple(bag), good), RULES)
    return sheriff.decide(observation(table, 0, suspect=1, offer=offer), RULES, stream or luck())


def test_sheriffs():
    assert decide(never()) == PASS
    assert decide(always(), offer=Offer(50)) == INSPECT
    assert decide(bribe_taker(3), offer=Offer(2)) == INSPECT
    assert decide(bribe_taker(3), offer=Offer(3)) == PASS
    assert decide(bribe_taker(3), offer=Offer(1, stand=("apple",))) == PASS
    assert decide(bribe_taker(3), offer=Offer(0, bag=("mead",))) == INSPECT  # a promise
    assert decide(bribe_taker(3, rate=0), offer=None) == PASS
    answers = [decide(at_rate(0.3), stream=Stream.of(seed=2, game=game)) for game in range(500)]
    assert abs(answers.count(INSPECT) - 150) < 4 * (500 * 0.21) ** 0.5


@cases("cards", range(1, 6))
@cases("bribe", [0, 2])
def test_a_bayesian_sheriff_inspects_above_the_threshold(cards, bribe):
    """(2m + b) / (2m + P) for apples, with P = 4."""
    edge = Fraction(2 * cards + bribe, 2 * cards + 4)
    bag = ("apple",) * cards
    for lie, answer in [(edge, PASS), (edge + Fraction(1, 100), INSPECT), (edge - Fraction(1, 100), PASS)]:
        if 0 <= lie <= 1:
            assert decide(threshold(lie), bag, offer=Offer(bribe)) == answer


def test_a_bayesian_sheriff_takes_any_source():
    by_function = threshold(lambda cards, good, rules: cards / 5, lambda cards, good, rules: 4 * cards)
    assert [by_function.least_bribe(m, "apple", RULES) for m in range(1, 6)] == [0, 1, 5, 12, 20]
    assert threshold({3: 1}).least_bribe(3, "chicken", RULES) == 4


def test_the_equilibrium_player_plays_by_the_tables():
    assert equilibrium_sheriff().inspect_rate(4, "apple", RULES) == pytest.approx(0.396581, abs=1e-6)
    assert equilibrium_sheriff().least_bribe(4, "apple", RULES) is None
    assert load(equilibrium_merchant(), ("apple",) * 6) == Load(("apple",) * 5, "apple")


def test_a_mixture_is_drawn_as_it_says():
    loads = [Load(("apple",), "apple"), Load(("mead",), "bread")]
    two = mixer("two", lambda hand, rules: [(loads[0], 0.25), (loads[1], 0.75)] if hand else [])
    drawn = [two.load(view(), RULES, Stream.of(seed=1, game=game)) for game in range(2000)]
    assert set(drawn) == set(loads)
    assert abs(drawn.count(loads[0]) - 500) < 4 * (2000 * 3 / 16) ** 0.5
    assert mixer("none", lambda hand, rules: []).load(view(), RULES, luck()) == load(honest(), HAND)


def test_chances():
    assert threshold_of(Fraction(1, 3)) == round(OUT_OF / 3)
    assert thresholds_of([0.5, 0.5]) == (OUT_OF // 2, OUT_OF)
    still = luck()
    before = still.state
    assert happens(Fraction(1), still)
    assert not happens(Fraction(0), still)
    assert pick([1.0], still) == 0
    assert still.state == before  # what is certain draws nothing


def test_a_player_is_made_of_parts():
    made = player(bluffer(0.5), always(), deny())
    assert made.name == "bluffer 50 %, market: deny, always inspects"
    assert made.parts is not None
    assert made.parts.merchant == bluffer(0.5)
    assert player(honest(), name="me").name == "me"
    assert player(honest()).parts.sheriff == at_rate(0.3)
    assert made.market(view(), RULES, luck()).intent in (0, 5)


@cases("what", ["market", "load", "decide", "offer", "order", "confiscate", "pay", "declare"])
def test_an_own_function_is_no_part(what):
    own = replace(player(honest()), **{what: lambda *_: None})
    assert own.parts is None
    other = replace(player(honest()), market=player(bluffer(1)).market)
    assert other.parts is None


def test_a_policy_of_functions_alone():
    own = Policy("own", lambda *_: Market(), lambda *_: Load(("apple",), "apple"), lambda *_: PASS)
    assert own.parts is None
    assert as_policy(own) is own


@cases(
    ("wrong", "message"),
    [
        (lambda: bluffer(1.5), "rate 1.5: a probability from 0 to 1 is needed"),
        (lambda: bluffer("half"), "rate 'half'"),
        (lambda: bluffer(True), "rate True"),
        (lambda: bluffer(0.5, cards=6), "cards must be a whole number from 1 to 5, not 6"),
        (lambda: bluffer(0.5, bribe=-1), "bribe must be a whole number from 0"),
        (lambda: opportunist(-0.1), "assumed -0.1"),
        (lambda: at_rate(None), "rate None"),
        (lambda: bribe_taker(2.5), "price must be a whole number from 0"),
        (lambda: MarketPlan("own", contraband="maybe"), "contraband 'maybe': must be one of never, smuggling, always"),
        (lambda: player(at_rate(0.3)), "a Merchant is needed, such as honest"),
        (lambda: player(honest(), honest()), "a Sheriff is needed, such as at_rate"),
        (lambda: player(honest(), market="deny"), "market 'deny': a MarketPlan is needed"),
        (lambda: threshold(1.2).least_bribe(1, "apple", RULES), "lie 1.2: a probability"),
        (lambda: Sheriff("own", lambda *_: 2).inspect_rate(1, "apple", RULES), "rate 2: a probability"),
        (lambda: Merchant("own", rate=2), "rate 2"),
        (lambda: as_policy(honest()), "a Policy is needed, such as player"),
    ],
)
def test_what_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_every_named_merchant_has_a_name_of_its_own():
    named = [honest(), bluffer(0.5), bluffer(0.5, 2), bluffer(0.5, 2, 3), opportunist(), opportunist(0.2, bribe=1)]
    assert len({merchant.name for merchant in named}) == len(named)
    assert honest(bribe=2).name == "honest, offers 2"
