"""Players made of parts, drawn at random, and decks of their own, for tests of Sheriff of Nottingham."""

from fractions import Fraction

from tabletop_odds.sheriff.goods import Good
from tabletop_odds.sheriff.markets import chase_best_good, chase_contraband, deny, keep_hand
from tabletop_odds.sheriff.merchants import bluffer, filled, honest, mixer, opportunist
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.sheriffs import Sheriff, always, at_rate, bribe_taker, never, threshold


def two_ways(hand, rules):
    """A third honest, else all contraband; nothing for hands with silk; a lie about legal goods with five apples."""
    if "silk" in hand:
        return ()
    if hand.count("apple") >= 5:
        return [(filled(hand, 0, rules)._replace(good=rules.declarable[-1]), 1)]
    return [(filled(hand, 0, rules), Fraction(1, 3)), (filled(hand, 5, rules), Fraction(2, 3))]


MERCHANTS = [
    honest(),
    honest(bribe=2),
    bluffer(1),
    bluffer(0.5, cards=2, bribe=3),
    bluffer(0.25, bribe=60),
    opportunist(),
    opportunist(0.1, cards=3, bribe=1),
    opportunist(0.6),
]
SHERIFFS = [
    never(),
    always(),
    at_rate(0.3),
    bribe_taker(3),
    bribe_taker(1, rate=0.4),
    threshold({1: 0.1, 2: 0.3, 3: 0.5, 4: 0.7, 5: 0.9}, penalty=6),
    Sheriff("own", lambda cards, good, rules: cards / 5, lambda cards, good, rules: 2 if good == "apple" else None),
]
PLANS = [None, None, chase_best_good(), chase_contraband(), deny(), keep_hand()]
MIXER = mixer("two ways", two_ways)


def any_player(draw, merchants=MERCHANTS):
    """A player made of parts, with a name that says which."""
    return player(draw.choice(merchants), draw.choice(SHERIFFS), draw.choice(PLANS))


def own_deck(draw):
    """A table of goods with any values and penalties, kinds in any order."""
    legal = [f"legal {i}" for i in range(draw.randint(1, 5))]
    goods = [
        Good(name, "legal", draw.randint(12, 40), draw.randint(20, 40), draw.randint(0, 6), draw.randint(0, 20),
             king=draw.randint(0, 20), queen=draw.randint(0, 20))
        for name in legal
    ]  # fmt: skip
    goods += [
        Good(
            f"other {i}",
            "contraband",
            draw.randint(5, 20),
            draw.randint(9, 20),
            draw.randint(0, 9),
            draw.randint(0, 30),
        )
        for i in range(draw.randint(1, 4))
    ]
    goods += [
        Good(f"royal {i}", "royal", 2, 1, draw.randint(0, 9), draw.randint(0, 9),
             counts_as=draw.choice(legal), copies=draw.randint(1, 3))
        for i in range(draw.randint(0, 3))
    ]  # fmt: skip
    goods.append(Good("many", "legal", 60, 60, 1, 2, king=3, queen=1))
    draw.shuffle(goods)
    return tuple(goods)
