"""Sheriff of Nottingham by brute force: every card is a card of its own, every set and order of them is dealt.

Nothing here shares code with the library; of a rule set only its fields are read. `GOODS` is a deck so small that what
is unseen can be dealt in every way.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

from hypothesis import strategies as st

from tabletop_odds.sheriff.goods import Good
from tabletop_odds.sheriff.rules import Rules

GOODS = (
    Good("apple", "legal", 9, 9, 2, 2, king=20, queen=10),
    Good("cheese", "legal", 8, 8, 3, 2, king=15, queen=10),
    Good("bread", "legal", 4, 0, 3, 2, king=15, queen=10),
    Good("mead", "contraband", 7, 7, 7, 4),
    Good("silk", "contraband", 5, 5, 8, 5),
    Good("gouda", "royal", 2, 2, 6, 4, counts_as="cheese", copies=2),
)
ORDER = [good.name for good in GOODS]
BASE = {good.name: good for good in GOODS}
SMALL = {
    "four": Rules(goods=GOODS, hand_size=5),
    "three": Rules(goods=GOODS, hand_size=5, players=3),
    "royals": Rules(goods=GOODS, hand_size=5, players=3, royals=True),
    "six": Rules(goods=GOODS, hand_size=6, players=3),
}


def physical(rules):
    """Every card of the deck by its name."""
    three = rules.players == 3
    goods = [good for good in rules.goods if rules.royals or good.kind != "royal"]
    return [good.name for good in goods for _ in range(good.cards_at_3 if three else good.cards)]


def in_order(cards):
    return tuple(sorted(cards, key=ORDER.index))


def without(cards, taken):
    """The cards without those taken, one for one."""
    left = Counter(cards)
    left.subtract(taken)
    assert min(left.values(), default=0) >= 0
    return list(left.elements())


def is_in(name, good):
    """Whether a card belongs to a good, or to "legal" or "contraband"."""
    kind = BASE[name].kind
    return name == good or (good == "legal" and kind == "legal") or (good == "contraband" and kind != "legal")


def shares(weights):
    """Probabilities from counts."""
    total = sum(weights.values())
    return {outcome: Fraction(weight, total) for outcome, weight in weights.items() if weight}


def chances(distribution):
    """Those of a distribution, to compare with."""
    return {outcome: distribution.fraction(outcome) for outcome in distribution}


def hands(cards, n):
    """Every set of n cards, as often as there is one."""
    return (in_order(hand) for hand in combinations(cards, n))


def chase(hand, good):
    """(kept, set aside) of one who keeps a good and sets aside the first five others of the table."""
    aside = [name for name in in_order(hand) if name != good][:5]
    return in_order(without(hand, aside)), tuple(aside)


def best_good(hand):
    """The legal good with most copies; of equals the dearer, then the first in the table."""
    legal = [name for name in ORDER if BASE[name].kind == "legal"]
    return max(legal, key=lambda name: (hand.count(name), BASE[name].value, -ORDER.index(name)))


def after_market(kept, sources):
    """Counts of every hand that follows: all orders of each source, of which the first n are drawn."""
    found = Counter()
    for drawn in product(*(permutations(cards, n) for cards, n in sources)):
        found[in_order((*kept, *(card for some in drawn for card in some)))] += 1
    return found


def outcome(bag, good, rules, inspected):
    """What merchant and Sheriff gain by a bag, card by card (SH-13 to SH-15)."""
    table = {line.name: line for line in rules.goods}
    merchant = sheriff = 0
    lie = any(card != good for card in bag)
    for card in bag:
        if not inspected or card == good:
            merchant += table[card].value
        if inspected and lie and card != good:
            merchant -= table[card].penalty
            sheriff += table[card].penalty
        if inspected and not lie:
            merchant += table[card].penalty
            sheriff -= table[card].penalty
    return merchant, sheriff


def bonus(counts, i, king, queen):
    """What player i is paid for a good: places are counted one by one (SH-24)."""
    if not counts[i]:
        return 0
    above = sum(count > counts[i] for count in counts)
    level = counts.count(counts[i])
    if above == 0:
        return king if level == 1 else (king + queen) // level
    return queen // level if above == 1 else 0


@st.composite
def few_left(draw, names=tuple(SMALL), least=10, most=11):
    """Rules, the cards seen, and the few that are left."""
    rules = SMALL[draw(st.sampled_from(names))]
    cards = draw(st.permutations(physical(rules)))
    left = draw(st.integers(least, most))
    return rules, tuple(cards[left:]), list(cards[:left])


def rules_of(text):
    """Rules as the files of figures name them: a preset, then `; field=value`."""
    name, *changes = text.split("; ")
    return Rules.from_mapping({"preset": name, **{k: int(v) for k, v in (change.split("=") for change in changes)}})
