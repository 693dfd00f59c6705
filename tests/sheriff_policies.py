"""Policies of Sheriff of Nottingham for tests: whatever the rules allow, by chance, and a few with one idea each."""

from tabletop_odds.decks import shuffled
from tabletop_odds.sheriff.market import without
from tabletop_odds.sheriff.policies import INSPECT, PASS, Policy
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Confiscation, Load, Market, Offer

OPTIONS = {
    "players": (3, 4, 5),
    "royals": (False, True),
    "gold": (0, 3, 50),
    "hand_size": (5, 6, 7, 10),
    "removed": (0, 10),
    "reshuffle": ("all_but_top5", "top5"),
    "tiebreak": ("points", "count"),
    "declare_absent_goods": (True, False),
}


def any_rules(draw, **fixed):
    """A rule set whose options are drawn by a `random.Random`; `fixed` ones are kept."""
    return Rules(**{name: draw.choice(choices) for name, choices in OPTIONS.items()} | fixed)


def some(cards, luck, most):
    """Up to `most` of the cards, in any order."""
    return shuffled(cards, luck)[: luck.below(min(most, len(cards)) + 1)]


def any_market(seen, rules, luck):
    """Any cards aside, any tops, any pile."""
    aside = some(seen.hand, luck, 5)
    room = rules.hand_size - len(seen.hand) + len(aside)
    left = luck.below(min(room, len(seen.left)) + 1)
    right = luck.below(min(room - left, len(seen.right)) + 1)
    return Market(aside, left, right, ("left", "right")[luck.below(2)], luck.below(3))


def any_load(seen, rules, luck):
    """Any bag; half of the time a good that is in it is declared, if one may be."""
    bag = shuffled(seen.hand, luck)[: 1 + luck.below(min(5, len(seen.hand)))]
    inside = [name for name in bag if name in rules.declarable]
    if inside and luck.below(2):
        honest = tuple(name for name in seen.hand if name == inside[0])[:5]
        return Load(honest if luck.below(2) else bag, inside[0])
    return Load(bag, rules.declarable[luck.below(len(rules.declarable))])


def others_waiting(seen):
    """The seats of the other merchants whose bags are not handled yet."""
    return [i for i, p in enumerate(seen.players) if p.bag and i not in (seen.suspect, seen.sheriff)]


def any_offer(seen, rules, luck):
    """No offer, or any gold, goods of the stand, claims from the bag, deals about others; or what was asked for."""
    if luck.below(4) == 0:
        return None
    me, stand = seen.players[seen.seat], seen.players[seen.seat].legal + seen.contraband
    if seen.asked is not None and luck.below(2):
        ask = seen.asked
        return (
            ask._replace(gold=min(ask.gold, me.gold), stand=())
            if without(ask.stand, stand)
            else ask._replace(gold=min(ask.gold, me.gold))
        )
    names = list(rules.table)
    claims = tuple(names[luck.below(len(names))] for _ in range(luck.below(len(seen.bag) + 1)))
    bag = claims if luck.below(2) else some(seen.bag, luck, 2)
    return Offer(luck.below(min(me.gold, 12) + 1), some(stand, luck, 2), bag, some(others_waiting(seen), luck, 2))


def any_decision(seen, rules, luck):
    """Pass, inspect, or ask for anything."""
    what = luck.below(3)
    if what < 2:
        return (PASS, INSPECT)[what]
    merchant = seen.players[seen.suspect]
    names = list(rules.table)
    bag = tuple(names[luck.below(len(names))] for _ in range(luck.below(min(2, merchant.bag) + 1)))
    return Offer(luck.below(20), some(merchant.legal, luck, 2), bag, some(others_waiting(seen), luck, 1))


def any_order(seen, rules, luck):
    """The bags in any order."""
    return shuffled([i for i, p in enumerate(seen.players) if p.bag and i != seen.sheriff], luck)


def any_confiscation(seen, cards, rules, luck):
    """Any pile and order."""
    return Confiscation(("left", "right")[luck.below(2)], shuffled(cards, luck))


def dearest_first(seen, debt, rules):
    """The dearest legal goods until they are enough, then the dearest contraband; now and then one good too many."""
    chosen = ()
    for stand in (seen.players[seen.seat].legal, seen.contraband):
        for name in sorted(stand, key=lambda name: -rules.table[name].value):
            if sum(rules.table[name].value for name in chosen) >= debt + debt % 3:
                return chosen
            chosen += (name,)
        if sum(rules.table[name].value for name in chosen) >= debt:
            return chosen
    return chosen


def anything(name="anything"):
    """A policy of random choices, each as likely as the next, with every function there is."""
    return Policy(name, any_market, any_load, any_decision, any_offer, any_order, any_confiscation, dearest_first)


def anything_plain(name="anything plain"):
    """As `anything`, with none of the functions that may be None."""
    return Policy(name, any_market, any_load, any_decision)


def keeps_still(load, decision=PASS, **functions):
    """A policy that leaves the market alone, loads as the function `load` says and always decides alike."""
    return Policy("keeps still", lambda *_: Market(), load, lambda *_: decision, **functions)


def hoard(seen, rules, luck):
    """Loads as much as will go in, whatever it is, as apples."""
    return Load(seen.hand[:5], "apple")
