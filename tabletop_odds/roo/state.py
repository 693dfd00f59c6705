"""Where everything is: a side (one player's board, hand, pile), the state of a game, and both as text.

A card is a text of two letters, "R3" the red 3; an empty cell is "". Nobody knows the order of a pile, so a side holds
it as sorted cards: the next one drawn is any of them, equally likely. Boards, hands and piles lie open here; each
player has a deck of their own, so nothing can be learnt of an own pile from another's hand.

As text a side is its board, row by row with "/" between and "." for an empty cell, then its hand, its targets in the
order of the target cells, and what it has discarded; the pile is the rest. Sides are divided by "|", and ">" stands
before the one to act:

    > . R2 . . / . . . . / . . . . / . . . .; hand B1 B2 G4 Y1; targets R2 B1 G3; discards Y4
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .rules import COLOURS, Rules, as_rules

Cards = tuple[str, ...]
EMPTY = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's cards: `board` (a card or "" a cell, row by row), `hand`, `pile`, `discards`, `targets`.

    `targets[i]` belongs on the i-th of the target cells. All but the board and the targets are sorted.
    """

    board: Cards = (EMPTY,) * 16
    hand: Cards = ()
    pile: Cards = ()
    targets: Cards = ()
    discards: Cards = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game: the sides by seat, whose turn it is, the round (from 0), and whether the game ends with this round."""

    sides: tuple[Side, ...] = field(default_factory=lambda: (Side(), Side()))
    player: int = 0
    round: int = 0
    last_round: bool = False

    @property
    def side(self) -> Side:
        """The side of the player to act."""
        return self.sides[self.player]

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> State:
        """The state that a text describes, as in this module's head, and "; round 7" for a later round.

        Raises ValueError for what it lacks, for cards that are none, twice or too many, and sides that do not fit.

        >>> state = State.parse("> R2 . / . .; hand B1; targets R2", Rules.small(2))
        >>> state.side.pile, str(state)
        (('R1', 'B2'), '> R2 . / . .; hand B1; targets R2; discards -')
        """
        from .state_text import parsed

        return parsed(text, as_rules(rules))

    def __str__(self) -> str:
        from .state_text import written

        return written(self)

    def picture(self) -> str:
        """The boards as a drawing of letters, for a terminal.

        >>> print(State.parse("> R2 . / . .; hand B1; targets R2", Rules.small(2)).picture())
        > R2  .
           .  .
          hand B1, targets R2, pile 2
        """
        from .state_text import drawn

        return drawn(self)


def sorted_cards(cards: Cards | list[str]) -> Cards:
    """Cards in the order of the deck: by colour (red, blue, green, yellow), then number.

    >>> sorted_cards(("Y1", "R2", "B4"))
    ('R2', 'B4', 'Y1')
    """
    return tuple(sorted(cards, key=card_order))


def card_order(card: str) -> tuple[int, int]:
    """Where a card stands in the deck.

    >>> card_order("B4")
    (1, 4)
    """
    return COLOURS.index(card[0]), int(card[1])


def number_of(card: str) -> int:
    """The number of a card.

    >>> number_of("R3")
    3
    """
    return int(card[1])
