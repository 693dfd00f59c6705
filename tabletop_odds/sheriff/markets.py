"""What players do in the market: which cards they keep, which tops they take, and where the cards set aside go.

All plans here are one family, `MarketPlan`. Cards that are not kept are set aside, in the order of the table of goods,
up to five. Then, as long as the hand is short, cards are taken from the top of LEFT while it is one to keep, likewise
from RIGHT, and the rest from the draw pile. The cards set aside go on a pile by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tabletop_odds.streams import Stream

from .goods import Cards
from .rules import SET_ASIDE, Rules
from .state import Market, Observation

CONTRABAND = ("never", "smuggling", "always")


@dataclass(frozen=True, slots=True)
class MarketPlan:
    """A way to trade.

    `good`: keeps the hand's best legal good, `best_legal`. `contraband`: whether it keeps contraband, "never", when
    "smuggling" this round, or "always". `hand`: keeps every card, and draws only what is lacking. `deny`: puts the
    cards set aside on the pile whose top the next merchant collects (by chance where both are such, or neither), those
    that this merchant collects first. A merchant is taken to collect the best legal good of the own stand. Raises
    ValueError for any other word.
    """

    name: str
    good: bool = True
    contraband: str = "smuggling"
    hand: bool = False
    deny: bool = False

    def __post_init__(self) -> None:
        if self.contraband not in CONTRABAND:
            raise ValueError(f"contraband {self.contraband!r}: must be one of {', '.join(CONTRABAND)}")

    def trade(self, seen: Observation, smuggling: bool, rules: Rules, luck: Stream) -> Market:
        """What to do in the market; `smuggling`: whether contraband is to go into this round's bag."""
        table = rules.table
        good = best_legal(seen.hand, rules) if self.good else None
        contraband = self.contraband == "always" or (self.contraband == "smuggling" and smuggling)

        def wanted(card: str) -> bool:
            return card == good or (contraband and table[card].smuggled)

        aside = () if self.hand else tuple(card for card in seen.hand if not wanted(card))[:SET_ASIDE]
        room = 0 if self.hand else rules.hand_size - len(seen.hand) + len(aside)
        left = _wanted_tops(seen.left, wanted, room)
        right = _wanted_tops(seen.right, wanted, room - left)
        pile = None
        if self.deny:
            rival = best_legal(seen.players[next_merchant(seen)].legal, rules)
            collected = [rest[-1:] == (rival,) for rest in (_without(seen.left, left), _without(seen.right, right))]
            if collected[0] != collected[1]:
                pile = "left" if collected[0] else "right"
            aside = tuple(sorted(aside, key=lambda card: card != rival))
        return Market(aside, left, right, pile or ("left", "right")[luck.below(2)])


def best_legal(cards: Iterable[str], rules: Rules) -> str | None:
    """The legal good with most copies among cards, of equals the one of higher value, then the first of the table.

    >>> best_legal(("apple", "cheese", "mead", "mead"), Rules())
    'cheese'
    """
    cards, table = list(cards), rules.table
    legal = [name for name in table if table[name].legal and name in cards]
    return max(legal, key=lambda name: (cards.count(name), table[name].value), default=None)


def next_merchant(seen: Observation) -> int:
    """The seat of the next merchant clockwise from a player's."""
    seats = len(seen.players)
    seat = (seen.seat + 1) % seats
    return seat if seat != seen.sheriff else (seat + 1) % seats


def _wanted_tops(pile: Cards, wanted: Callable[[str], bool], room: int) -> int:
    """How many cards are taken from the top of a pile, at most `room`."""
    taken = 0
    while taken < min(room, len(pile)) and wanted(pile[-1 - taken]):
        taken += 1
    return taken


def _without(pile: Cards, taken: int) -> Cards:
    return pile[: len(pile) - taken]


def chase_best_good() -> MarketPlan:
    """Keep the best legal good of the hand, and contraband too when smuggling.

    >>> from tabletop_odds.sheriff.state import Player, State, observation
    >>> table = State(players=(Player(hand=("apple", "apple", "mead")),) * 4, left=("mead", "apple"))
    >>> chase_best_good().trade(observation(table, 1), True, Rules(), Stream(0))[:3]
    ((), 2, 0)
    """
    return MarketPlan("the best good")


def chase_contraband() -> MarketPlan:
    """Keep contraband, always, and no legal card.

    >>> chase_contraband().contraband
    'always'
    """
    return MarketPlan("contraband", good=False, contraband="always")


def deny() -> MarketPlan:
    """As `chase_best_good`, and cover the top that the next merchant collects.

    >>> from tabletop_odds.sheriff.state import Player, State, observation
    >>> me, other = Player(hand=("apple", "apple", "mead")), Player(legal=("bread",))
    >>> seen = observation(State(players=(other, me, other, other), right=("bread",)), 1)
    >>> deny().trade(seen, False, Rules(), Stream(0)).pile
    'right'
    """
    return MarketPlan("deny", deny=True)


def keep_hand() -> MarketPlan:
    """Set nothing aside.

    >>> keep_hand().hand
    True
    """
    return MarketPlan("none", hand=True)
