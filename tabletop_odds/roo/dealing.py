"""The deal: three targets, a hand, and the rest a pile, for each player from a deck of their own (RO-1, RO-2, R1).

>>> from tabletop_odds.streams import Stream
>>> side, order = dealt_side(Rules(), Stream.of(seed=1, game=0))
>>> len(side.hand), len(side.pile), sorted(order) == sorted(side.pile)
(5, 11, True)
"""

from __future__ import annotations

from tabletop_odds.decks import shuffled
from tabletop_odds.streams import Stream

from .rules import COLOURS, Cell, Rules
from .state import EMPTY, Cards, Side, number_of, sorted_cards


def dealt_side(rules: Rules, luck: Stream) -> tuple[Side, Cards]:
    """One player's side, and the order of the pile, the next card last.

    The deck is shuffled twice where the targets are "marked" and go back into it: the targets are the top of the first
    shuffle, the hand that of the second. In the other readings the targets lie on the board.
    """
    deck = shuffled(rules.cards, luck)
    count = len(rules.target_cells)
    revealed, deck = deck[-count:], deck[:-count]
    board = [EMPTY] * rules.size**2
    if rules.targets == "marked":
        deck = shuffled(rules.cards, luck)
    for card, (row, column) in zip(revealed, start_cells(revealed, rules), strict=False):
        board[row * rules.size + column] = card
    hand, order = deck[-rules.hand_size :], deck[: -rules.hand_size]
    return Side(tuple(board), sorted_cards(hand), sorted_cards(order), aims(revealed, rules)), order


def start_cells(revealed: Cards, rules: Rules) -> tuple[Cell, ...]:
    """Where the revealed targets lie at the start (R1); none of them under "marked".

    >>> start_cells(("R1", "B3", "Y4"), Rules(targets="home"))
    ((0, 0), (2, 1), (3, 3))
    """
    if rules.targets == "marked":
        return ()
    if rules.targets == "home":
        return tuple((number_of(card) - 1, COLOURS.index(card[0])) for card in revealed)
    return rules.target_cells


def aims(revealed: Cards, rules: Rules) -> Cards:
    """The revealed targets in the order of the cells they belong on: under "rotated" each on the next one's cell (R1).

    >>> aims(("R1", "B3", "Y4"), Rules(targets="rotated"))
    ('Y4', 'R1', 'B3')
    """
    return (*revealed[-1:], *revealed[:-1]) if rules.targets == "rotated" else revealed
