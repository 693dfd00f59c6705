"""Cards on the move: the deal, the market, refilling hands, and a draw pile that runs dry (SH-1 to SH-8, SH-19, SH-20).

Pure functions: a State in, a State out. Chance is a `Stream`, the table's own, which only shuffles (and, at the start,
says who is Sheriff). The last card of a pile is its top. A market is a `Market`:

>>> luck = Stream.of(seed=1, game=0, seat=9)
>>> state = dealt(Rules(), luck, first_sheriff=0)
>>> state.players[1].hand, state.left[-2:]
(('cheese', 'bread', 'bread', 'chicken', 'chicken', 'mead'), ('cheese', 'chicken'))
>>> after = traded(state, 1, Market(set_aside=("mead", "cheese"), left=1), Rules(), luck)
>>> after.players[1].took, after.players[1].drew, after.left[-3:]
(('chicken',), 1, ('cheese', 'mead', 'cheese'))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tabletop_odds.decks import shuffled, take
from tabletop_odds.settings import in_range, whole_number
from tabletop_odds.streams import Stream

from .goods import Cards
from .rules import FACE_UP, SET_ASIDE, Rules
from .state import Market, Player, State

PILES = ("left", "right")


def dealt(rules: Rules, luck: Stream, first_sheriff: int | None = None) -> State:
    """The table at the start: hands, gold, five cards face up on each discard pile (SH-1 to SH-4, SH-28).

    The first Sheriff is drawn where none is given, then the deck is shuffled; `rules.removed` cards are taken from its
    bottom, unseen. Hands are dealt from the top, seat by seat. Raises ValueError for a Sheriff who has no seat.

    >>> state = dealt(Rules(players=5, removed=10), Stream.of(seed=1, game=0, seat=9))
    >>> state.sheriff, len(state.draw)
    (4, 154)
    """
    if first_sheriff is None:
        first_sheriff = luck.below(rules.players)
    else:
        first_sheriff = in_range("first_sheriff", first_sheriff, 0, rules.players - 1)
    deck = shuffled([name for name, cards in rules.deck.items() for _ in range(cards)], luck)[rules.removed :]
    players = []
    for _ in range(rules.players):
        hand, deck = take(deck, rules.hand_size)
        players.append(Player(gold=rules.gold, hand=in_order(hand, rules)))
    left, deck = take(deck, FACE_UP)
    right, deck = take(deck, FACE_UP)
    return State(tuple(players), first_sheriff, left=left, right=right, draw=deck)


def traded(state: State, seat: int, market: Market, rules: Rules, luck: Stream) -> State:
    """The table after a merchant's market (SH-5 to SH-8).

    Cards are set aside, tops of the discard piles are taken, the hand is filled from the draw pile up to the hand size
    (or as far as there are cards), and the cards set aside go on a pile. Raises ValueError for a seat that is no
    merchant's, cards that are not in the hand or more than five, more tops than there are or than fit into the hand,
    and a pile that is neither "left" nor "right".

    >>> table = State((Player(), Player(hand=("bread",) * 6), Player()), left=("mead", "silk"), draw=("apple",) * 9)
    >>> traded(table, 1, Market(("bread",) * 3, left=2), Rules(players=3), Stream.of(seed=1, game=0)).players[1].hand
    ('apple', 'bread', 'bread', 'bread', 'mead', 'silk')
    """
    seat, market = check_merchant(state, seat), check_market(state, seat, market, rules)
    me = state.players[seat]
    of_left, left = take(state.left, market.left)
    of_right, right = take(state.right, market.right)
    state = replace(state, left=left, right=right)
    took = of_left + of_right
    hand = without(me.hand, market.set_aside) + took
    drawn, state = _drawn(state, rules.hand_size - len(hand), rules, luck)
    state = put_down(state, market.pile, market.set_aside)
    return changed(
        state,
        seat,
        hand=in_order(hand + drawn, rules),
        took=took,
        gave=market.set_aside,
        drew=len(drawn),
        intent=market.intent,
    )


def check_market(state: State, seat: int, market: Market, rules: Rules) -> Market:
    """The market as it is, if the merchant in a seat may do so. Raises ValueError as `traded`."""
    if not isinstance(market, Market):
        raise ValueError(f"market {market!r}: a Market is needed, such as Market(set_aside=('mead',), left=1)")
    hand = state.players[seat].hand
    set_aside = cards_from("set_aside", market.set_aside, hand, "in the hand (SH-5)", rules)
    in_range("cards set aside (SH-5)", len(set_aside), 0, SET_ASIDE)
    left = in_range("cards from LEFT (SH-7)", market.left, 0, len(state.left))
    right = in_range("cards from RIGHT (SH-7)", market.right, 0, len(state.right))
    room = max(0, rules.hand_size - len(hand) + len(set_aside))
    in_range("cards from both discard piles (SH-6)", left + right, 0, room)
    if whole_number(market.intent) is None:
        raise ValueError(f"intent {market.intent!r}: must be a whole number")
    return Market(set_aside, left, right, check_pile(market.pile), int(market.intent))


def refilled(state: State, rules: Rules, luck: Stream) -> State:
    """All hands filled up from the draw pile: merchants clockwise from the Sheriff's left, then the Sheriff (SH-19).

    >>> table = State((Player(),) * 3, draw=("apple",) * 12 + ("silk",) * 4)
    >>> [player.hand.count("silk") for player in refilled(table, Rules(), Stream.of(seed=1, game=0)).players]
    [0, 4, 0]
    """
    for seat in (*state.merchants, state.sheriff):
        hand = state.players[seat].hand
        drawn, state = _drawn(state, rules.hand_size - len(hand), rules, luck)
        state = changed(state, seat, hand=in_order(hand + drawn, rules))
    return state


def next_round(state: State) -> State:
    """The table at the start of the next round: the badge one seat to the left, what was declared forgotten (SH-19).

    >>> next_round(State(sheriff=3)).sheriff
    0
    """
    players = tuple(replace(p, declared=None, took=(), gave=(), drew=0, intent=0) for p in state.players)
    return replace(state, players=players, sheriff=(state.sheriff + 1) % len(players), round=state.round + 1)


def reshuffled(state: State, rules: Rules, luck: Stream) -> State:
    """An empty draw pile made anew of the discard piles, LEFT's cards first, then shuffled (SH-20).

    With "all_but_top5" the top five cards of each pile stay, and all others are shuffled; with "top5" those five are
    shuffled, and the others stay. There may be no card to shuffle. Raises ValueError for a pile that is not empty.

    >>> table = reshuffled(State(left=("silk",) + ("apple",) * 5), Rules(), Stream.of(seed=1, game=0))
    >>> table.draw, len(table.left)
    (('silk',), 5)
    """
    if state.draw:
        raise ValueError(f"draw pile of {len(state.draw)} cards: it is made anew when it is empty (SH-20)")
    low, high = state.left[:-FACE_UP] + state.right[:-FACE_UP], state.left[-FACE_UP:] + state.right[-FACE_UP:]
    if rules.reshuffle == "top5":
        left, right, cards = state.left[:-FACE_UP], state.right[:-FACE_UP], high
    else:
        left, right, cards = state.left[-FACE_UP:], state.right[-FACE_UP:], low
    times = state.reshuffles + bool(cards)
    return replace(state, left=left, right=right, draw=shuffled(cards, luck), reshuffles=times)


def _drawn(state: State, number: int, rules: Rules, luck: Stream) -> tuple[Cards, State]:
    """Up to `number` cards from the draw pile, which is made anew where one is wanted and it is empty."""
    drawn: Cards = ()
    while len(drawn) < number:
        if not state.draw:
            state = reshuffled(state, rules, luck)
        if not state.draw:
            break
        cards, draw = take(state.draw, min(number - len(drawn), len(state.draw)))
        drawn, state = drawn + cards, replace(state, draw=draw)
    return drawn, state


def in_order(cards: Iterable[str], rules: Rules) -> Cards:
    """Cards in the order of the table of goods, as hands, bags and stands are kept."""
    counts = Counter(cards)
    return tuple(good.name for good in rules.goods for _ in range(counts[good.name]))


def without(cards: Cards, some: Iterable[str]) -> Cards:
    """What is left of cards when some of them are taken away."""
    taken, rest = Counter(some), []
    for name in cards:
        if taken[name]:
            taken[name] -= 1
        else:
            rest.append(name)
    return tuple(rest)


def put_down(state: State, pile: str, cards: Cards) -> State:
    """The table after cards went face up on a discard pile, the first of them first."""
    return replace(state, left=state.left + cards) if pile == "left" else replace(state, right=state.right + cards)


def changed(state: State, seat: int, **values: Any) -> State:
    """The table with other values of some of a player's fields."""
    players = list(state.players)
    players[seat] = replace(players[seat], **values)
    return replace(state, players=tuple(players))


def check_merchant(state: State, seat: int) -> int:
    """The seat of a merchant. Raises ValueError for the Sheriff's, and for none at all."""
    if seat not in state.merchants:
        allowed = ", ".join(map(str, state.merchants))
        raise ValueError(f"seat {seat!r}: the merchants of this round are {allowed} (SH-5)")
    return int(seat)


def check_pile(pile: str) -> str:
    """The name of a discard pile. Raises ValueError for anything else."""
    if pile not in PILES:
        raise ValueError(f"pile {pile!r}: must be one of {', '.join(PILES)} (SH-8)")
    return pile


def cards_from(what: str, cards: Iterable[str], place: Cards, where: str, rules: Rules) -> Cards:
    """Cards that are in a place, as a tuple. Raises ValueError for no goods, and for cards that are not there."""
    taken = names_of(what, cards, rules)
    if missing := Counter(taken) - Counter(place):
        name = next(iter(missing))
        raise ValueError(f"{what}: {taken.count(name)} {name}, but {place.count(name)} {where}")
    return taken


def names_of(what: str, cards: Iterable[str], rules: Rules) -> Cards:
    """Names of goods, as a tuple. Raises ValueError for anything else."""
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise ValueError(f"{what} {cards!r}: a tuple of goods is needed, such as ('apple', 'mead')")
    names, known = tuple(cards), rules.table
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"{what}: no good {name!r}, the goods are {', '.join(known)}")
    return names
