"""Bags, declarations, bribes and what an opened bag costs (SH-9 to SH-17).

Pure functions: a State in, a State out. A bag that was passed or inspected is empty, and its declaration stays to be
seen until the round ends. What cannot be paid in gold is paid as `debts` says (SH-18).

>>> table = State((Player(), Player(hand=("apple", "apple", "mead", "silk")), Player()))
>>> table = loaded(table, 1, Load(("mead", "apple", "apple"), "apple"), Rules(players=3))
>>> table.players[1].declared, fine_of(table, 1, Rules(players=3))
(Declaration(cards=3, good='apple'), 4)
>>> opened = inspected(table, 1, Rules(players=3), Confiscation("left", ("mead",)))
>>> opened.players[1].gold, opened.players[1].legal, opened.left
(46, ('apple', 'apple'), ('mead',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tabletop_odds.settings import in_range
from tabletop_odds.streams import Stream

from .debts import given, paid, placed
from .goods import Cards, penalty_of
from .market import PILES, cards_from, changed, check_merchant, check_pile, in_order, names_of, put_down, without
from .rules import BAG_LIMIT, MOST_GOLD, Rules
from .state import Confiscation, Declaration, Load, Offer, Player, State


def loaded(state: State, seat: int, load: Load, rules: Rules) -> State:
    """The table after a merchant closed a bag and declared it (SH-9, SH-10).

    Raises ValueError for a seat that is no merchant's, a bag that is closed already, holds less than one or more than
    five cards or one that is not in the hand, and a good that may not be declared.
    """
    return said(closed(state, seat, load, rules), seat, load.good, rules)


def closed(state: State, seat: int, load: Load, rules: Rules) -> State:
    """The table after a merchant closed a bag, before anything is declared (SH-9). Raises ValueError as `loaded`."""
    seat = check_merchant(state, seat)
    me = state.players[seat]
    if not isinstance(load, Load):
        raise ValueError(f"load {load!r}: a Load is needed, such as Load(('apple', 'mead'), 'apple')")
    if me.bag or me.declared is not None:
        raise ValueError(f"seat {seat}: the bag is closed, and final (SH-9)")
    bag = cards_from("bag", load.bag, me.hand, "in the hand (SH-9)", rules)
    in_range("cards in a bag (SH-9)", len(bag), 1, BAG_LIMIT)
    return changed(state, seat, hand=without(me.hand, bag), bag=in_order(bag, rules))


def said(state: State, seat: int, good: str, rules: Rules) -> State:
    """The table after a merchant declared a closed bag: its number of cards, and a good (SH-10).

    Raises ValueError for a good that may not be declared.
    """
    bag = state.players[seat].bag
    return changed(state, seat, declared=check_declaration(Declaration(len(bag), good), bag, rules))


def check_declaration(declaration: Declaration, bag: Cards, rules: Rules) -> Declaration:
    """A declaration that may be made of a bag: the true number of cards, and one legal good (SH-10).

    Raises ValueError for any other.

    >>> check_declaration(Declaration(4, "bread"), ("cheese", "chicken", "chicken", "silk"), Rules()).good
    'bread'
    """
    if not isinstance(declaration, tuple) or len(declaration) != 2:
        raise ValueError(f"declaration {declaration!r}: a number of cards and one good are needed (SH-10)")
    cards, good = declaration
    in_range("cards declared (SH-10)", cards, len(bag), len(bag))
    if good not in rules.declarable:
        raise ValueError(f"good declared {good!r}: must be one of {', '.join(rules.declarable)} (SH-10)")
    return Declaration(len(bag), good)


def waiting(state: State) -> tuple[int, ...]:
    """The merchants whose bags are not handled yet, clockwise from the Sheriff's left.

    >>> waiting(State((Player(bag=("apple",)), Player(), Player()), sheriff=1))
    (0,)
    """
    return tuple(seat for seat in state.merchants if state.players[seat].bag)


def check_offer(state: State, seat: int, offer: Offer, rules: Rules) -> Offer:
    """A bribe that a merchant may offer (SH-12, SH-16).

    Gold and goods of the stand must be there; goods of the bag are no more than claimed, of no more cards than were
    declared; `inspect` names merchants whose bags are not handled yet, not the own. Raises ValueError for any other.

    >>> table = State((Player(), Player(bag=("mead",), declared=Declaration(1, "apple")), Player()))
    >>> check_offer(table, 1, Offer(gold=3, bag=("apple",)), Rules(players=3)).gold
    3
    """
    asked = check_asked(state, seat, offer, rules)
    me = state.players[seat]
    in_range("gold offered (SH-12)", asked.gold, 0, me.gold)
    cards_from("goods offered", asked.stand, me.legal + me.contraband, "on the stand (SH-12)", rules)
    return asked


def check_asked(state: State, seat: int, offer: Offer, rules: Rules) -> Offer:
    """What a Sheriff may ask a merchant for: as `check_offer`, but it need not be there."""
    check_waiting(state, seat)
    if not isinstance(offer, Offer):
        raise ValueError(f"offer {offer!r}: an Offer is needed, such as Offer(gold=3)")
    gold = in_range("gold offered (SH-12)", offer.gold, 0, MOST_GOLD)
    stand, bag = names_of("goods offered", offer.stand, rules), names_of("goods offered", offer.bag, rules)
    in_range("goods offered from the bag (SH-12)", len(bag), 0, len(state.players[seat].bag))
    others = [other for other in waiting(state) if other != seat]
    if isinstance(offer.inspect, str) or not isinstance(offer.inspect, Iterable):
        raise ValueError(f"inspect {offer.inspect!r}: a tuple of seats is needed")
    seats = tuple(offer.inspect)
    for other in seats:
        if other not in others:
            raise ValueError(f"inspect: seat {other!r}, but the bags not handled yet are of {others} (SH-16)")
    return Offer(gold, stand, bag, seats)


def check_waiting(state: State, seat: int) -> int:
    """The seat of a merchant whose bag is not handled yet. Raises ValueError for any other."""
    if seat not in waiting(state):
        raise ValueError(f"seat {seat!r}: the bags not handled yet are of {list(waiting(state))} (SH-11)")
    return int(seat)


def passed(state: State, seat: int, offer: Offer, rules: Rules) -> State:
    """The table after a bag was passed for a bribe (`Offer()`: for nothing) (SH-12, SH-13, SH-17).

    Gold and goods of the stand go to the Sheriff, and goods of the bag as far as they are in it. Everything else in the
    bag goes to the merchant's stand, legal goods face up, all others face down. Raises ValueError for an offer that
    `check_offer` does not allow.

    >>> table = State((Player(), Player(bag=("apple", "mead"), declared=Declaration(2, "apple")), Player()))
    >>> table = passed(table, 1, Offer(gold=2, bag=("mead", "mead")), Rules(players=3))
    >>> table.players[0].contraband, table.players[1].legal, table.players[1].gold
    (('mead',), ('apple',), 48)
    """
    offer = check_offer(state, seat, offer, rules)
    bag = state.players[seat].bag
    promised = tuple((Counter(offer.bag) & Counter(bag)).elements())
    state = changed(state, seat, bag=())
    state = given(state, seat, state.sheriff, offer.gold, offer.stand, rules)
    state = placed(state, state.sheriff, promised, rules)
    return placed(state, seat, without(bag, promised), rules)


def false_cards(player: Player) -> Cards:
    """The cards of a bag that are not what was declared, legal or not (SH-15)."""
    return tuple(name for name in player.bag if player.declared is None or name != player.declared.good)


def fine_of(state: State, seat: int, rules: Rules) -> int:
    """What opening a bag costs the merchant: below 0, what it costs the Sheriff (SH-14, SH-15).

    >>> table = State((Player(), Player(bag=("chicken",) * 4, declared=Declaration(4, "chicken")), Player()))
    >>> fine_of(table, 1, Rules(players=3))
    -8
    """
    player = state.players[check_waiting(state, seat)]
    lies = false_cards(player)
    return penalty_of(lies, rules.table) if lies else -penalty_of(player.bag, rules.table)


def opened(state: State, seat: int, rules: Rules, confiscation: Confiscation | None = None) -> State:
    """The table after a bag was opened, before the fine: true cards on the stand, false ones confiscated (SH-15).

    `confiscation`: on which pile they go and in which order (None: on LEFT, in the order of the table). Raises
    ValueError for a pile that is none, or cards that are not the false ones.
    """
    player = state.players[check_waiting(state, seat)]
    lies = false_cards(player)
    pile, cards = Confiscation("left", lies) if confiscation is None else check_confiscation(confiscation, lies)
    counters = {"lies": player.lies + 1} if lies else {"honest": player.honest + 1}
    state = changed(state, seat, bag=(), **counters)
    return put_down(placed(state, seat, without(player.bag, lies), rules), pile, cards)


def check_confiscation(confiscation: Confiscation, lies: Cards) -> Confiscation:
    """Where the false cards of a bag go (SH-15). Raises ValueError for no pile, and for any other cards.

    >>> check_confiscation(Confiscation("right", ("silk", "mead")), ("mead", "silk")).pile
    'right'
    """
    if not isinstance(confiscation, Confiscation):
        raise ValueError(f"confiscation {confiscation!r}: a Confiscation is needed, a pile and cards")
    cards = confiscation.cards
    if isinstance(cards, str) or not isinstance(cards, Iterable) or Counter(cards := tuple(cards)) != Counter(lies):
        raise ValueError(f"cards confiscated {cards!r}: must be {lies}, in any order (SH-15)")
    return Confiscation(check_pile(confiscation.pile), cards)


def inspected(
    state: State,
    seat: int,
    rules: Rules,
    confiscation: Confiscation | None = None,
    goods: Iterable[str] | None = None,
) -> State:
    """The table after a bag was inspected: opened, and the fine paid (SH-14, SH-15, SH-18).

    A truthful bag costs the Sheriff the penalties of all its cards, a lie the merchant those of the confiscated ones;
    the true cards are on the stand by then, and can be paid with. `confiscation` as `opened`; `goods`: what the debtor
    pays with where gold is not enough (None: `settlement`). A bribe that was offered is not paid.

    >>> bag = ("apple", "cheese", "mead", "mead")
    >>> table = State((Player(), Player(bag=bag, declared=Declaration(4, "apple")), Player()))
    >>> table = inspected(table, 1, Rules(players=3))
    >>> table.players[0].gold, table.players[1].gold, table.players[1].legal, len(table.left)
    (60, 40, ('apple',), 3)
    """
    fine = fine_of(state, seat, rules)
    debtor, creditor = (seat, state.sheriff) if fine > 0 else (state.sheriff, seat)
    return paid(opened(state, seat, rules, confiscation), debtor, creditor, abs(fine), rules, goods)


def anywhere(cards: Cards, luck: Stream) -> Confiscation:
    """Confiscated cards on a pile by chance, in the order of the table."""
    return Confiscation(PILES[luck.below(len(PILES))], cards)
