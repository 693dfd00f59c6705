"""Who has what at the table: the whole state, which only the referee knows, and what one player can see of it.

`State` holds everything. A policy is given an `Observation`: the public side of everybody (`PublicPlayer`), and its
own hand, bag and face-down goods. Other hands, other bags, other face-down goods and the order of the draw pile are not
in it (SH-3, SH-9, SH-13); both discard piles are, since they may be looked through at any time.

Cards are tuples of goods' names. Hands, bags and stands are in the order of the table of goods; piles from bottom to
top, so that the last card is the one that is taken first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .goods import Cards


class Declaration(NamedTuple):
    """What a merchant says of a bag: the number of cards is always true, the good may be a lie (SH-10)."""

    cards: int
    good: str


class Market(NamedTuple):
    """What a merchant does in the market (SH-5 to SH-8).

    `set_aside`: hand cards, at most five; then `left` cards from the top of LEFT, `right` from that of RIGHT, and from
    the draw pile up to the hand size; then the cards set aside go face up on the pile named, the first of them first.
    `intent` is the player's own memory of the round: it comes back in the player's `Observation.intent`.
    """

    set_aside: Cards = ()
    left: int = 0
    right: int = 0
    pile: str = "left"
    intent: int = 0


class Load(NamedTuple):
    """A bag of one to five hand cards, and the good that is declared (SH-9, SH-10)."""

    bag: Cards
    good: str


class Offer(NamedTuple):
    """A bribe: gold, goods from the own stand, goods said to be in the own bag (SH-12, SH-17).

    `inspect`: other merchants' seats whose bags, not decided yet, the Sheriff is then bound to open (SH-16).
    """

    gold: int = 0
    stand: Cards = ()
    bag: Cards = ()
    inspect: tuple[int, ...] = ()


class Confiscation(NamedTuple):
    """Where the Sheriff puts confiscated cards: on which pile, the first of them first (SH-15)."""

    pile: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Player:
    """One player: hand, bag and face-down goods are secret, the rest is public.

    `took`, `gave` and `drew` tell what the market of this round showed: cards taken from the discard piles, cards set
    aside, the number of cards from the draw pile. `honest` and `lies` count the bags that were opened so far. `shown`:
    the face-down goods whose kind everybody has seen, since they settled a debt (SH-18).
    """

    gold: int = 50
    hand: Cards = ()
    bag: Cards = ()
    declared: Declaration | None = None
    legal: Cards = ()
    contraband: Cards = ()
    took: Cards = ()
    gave: Cards = ()
    drew: int = 0
    honest: int = 0
    lies: int = 0
    intent: int = 0
    shown: Cards = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole table: the players by seat, who is Sheriff, the round (from 0), and the three piles.

    `reshuffles`: how often the draw pile was made anew (SH-20).
    """

    players: tuple[Player, ...] = field(default_factory=lambda: (Player(),) * 4)
    sheriff: int = 0
    round: int = 0
    left: Cards = ()
    right: Cards = ()
    draw: Cards = ()
    reshuffles: int = 0

    @property
    def merchants(self) -> tuple[int, ...]:
        """The seats of the merchants, clockwise from the Sheriff's left."""
        seats = len(self.players)
        return tuple((self.sheriff + i) % seats for i in range(1, seats))


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """What everybody knows of a player: numbers of hidden cards, never their kind. `shown` is part of `contraband`."""

    gold: int
    hand: int
    bag: int
    declared: Declaration | None
    legal: Cards
    contraband: int
    took: Cards
    gave: Cards
    drew: int
    honest: int
    lies: int
    shown: Cards


@dataclass(frozen=True, slots=True)
class Observation:
    """What one player knows: the public side of everybody, and the own secrets.

    While bags are handled, `suspect` is the seat whose bag is being decided, `offer` what that merchant offers, `asked`
    what the Sheriff asks for instead, `bound` the seats that the Sheriff is bound to inspect (SH-16). `draw` is the
    number of cards in the draw pile.
    """

    seat: int
    sheriff: int
    round: int
    players: tuple[PublicPlayer, ...]
    hand: Cards
    bag: Cards
    contraband: Cards
    intent: int
    left: Cards
    right: Cards
    draw: int
    suspect: int | None = None
    offer: Offer | None = None
    asked: Offer | None = None
    bound: tuple[int, ...] = ()


def public_side(player: Player) -> PublicPlayer:
    """What everybody knows of a player.

    >>> public_side(Player(hand=("apple", "mead"), contraband=("silk",))).contraband
    1
    """
    return PublicPlayer(
        player.gold,
        len(player.hand),
        len(player.bag),
        player.declared,
        player.legal,
        len(player.contraband),
        player.took,
        player.gave,
        player.drew,
        player.honest,
        player.lies,
        player.shown,
    )


def observation(
    state: State,
    seat: int,
    *,
    suspect: int | None = None,
    offer: Offer | None = None,
    asked: Offer | None = None,
    bound: tuple[int, ...] = (),
) -> Observation:
    """What the player in a seat knows of the state.

    >>> table = State(players=(Player(hand=("mead",)), Player(), Player()))
    >>> observation(table, 0).hand, observation(table, 1).players[0].hand
    (('mead',), 1)
    """
    me = state.players[seat]
    return Observation(
        seat,
        state.sheriff,
        state.round,
        tuple(public_side(player) for player in state.players),
        me.hand,
        me.bag,
        me.contraband,
        me.intent,
        state.left,
        state.right,
        len(state.draw),
        suspect,
        offer,
        asked,
        bound,
    )
