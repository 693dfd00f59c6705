"""The fewest turns that place the targets, by exact search, and which card to discard.

For three held targets and an empty board that is a puzzle of three cards; for any side it is the least number of turns
that luck allows: every discard draws the card that is wanted most. No play is quicker, and where no target is unseen no
luck is needed. On the default cells three held targets take three turns (RO-3, RO-4), so the race law of `odds` holds;
on other cells, under other entries, or with cards in the way the search tells.

The search (A*) counts for each target the moves of its own that it would need with nothing in the way, from where it
lies or from the hand, and a draw where it is in the pile: since a turn moves or draws one card, that sum is never too
high. Cards that are no targets differ by their numbers only.

>>> turns_to_place(("R1", "B2", "G4")), turns_to_place(("R1", "B2", "G4"), Rules(target_cells=((0, 0), (1, 3), (3, 2))))
(3, 3)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import permutations
from math import inf

from tabletop_odds.distributions import Distribution

from .ending import is_complete, unplaced
from .moving import PASS, Action, Way, actions, discarded, draw_pile, entries, moved, slides
from .rules import Cell, Rules, as_rules
from .state import EMPTY, Cards, Side, card_order, number_of, sorted_cards

MOST_SEARCHED = 20_000  # arrangements, some ten seconds

Key = tuple[tuple[int, ...], ...]


def turns_to_place(targets: Cards, rules: Rules | None = None) -> int | None:
    """The fewest turns that place these targets from the hand on an empty board; None where nothing does.

    `targets`: a card for each target cell, in their order. Raises ValueError for other than that many different cards.
    Source: RO-3, RO-4, R2 to R5.

    >>> turns_to_place(("R2", "B1", "G1"), Rules(target_cells=((0, 0), (0, 1), (3, 2))))
    4
    """
    rules = as_rules(rules)
    targets = tuple(targets)
    if len(set(targets)) != len(rules.target_cells) or len(targets) != len(set(targets)):
        raise ValueError(f"targets {' '.join(map(str, targets))}: {len(rules.target_cells)} different cards are needed")
    for card in targets:
        if card not in rules.cards:
            raise ValueError(f"card {card!r} must be one of {rules.cards[0]} to {rules.cards[-1]}, as R2 for the red 2")
    return fewest_turns(Side((EMPTY,) * rules.size**2, sorted_cards(targets), (), targets), rules)


def turns_to_place_distribution(rules: Rules | None = None) -> Distribution:
    """The fewest turns that place held targets on an empty board, over all ordered sets of targets; never is the rest.

    >>> turns_to_place_distribution().weights
    {3: 3360}
    """
    rules = as_rules(rules)
    sets = Counter(permutations((number_of(card) for card in rules.cards), len(rules.target_cells)))
    weights: Counter[int] = Counter()
    for numbers, weight in sets.items():
        cards = list(rules.cards)
        targets = tuple(cards.pop(next(i for i, c in enumerate(cards) if number_of(c) == n)) for n in numbers)
        weights[turns_to_place(targets, rules) or 0] += weight
    never = weights.pop(0, 0)
    return Distribution(weights, above=never, cap=max(weights, default=0))


def fewest_turns(side: Side, rules: Rules | None = None) -> int | None:
    """The fewest turns in which a side can be complete, with the best of luck; None where nothing completes it.

    Raises ValueError where the search would take too long: boards with many cards, and targets far out of reach.

    >>> from tabletop_odds.roo.state import State
    >>> state = State.parse(". . . / . R1 . / . . .; hand B3 R3; targets B3 R3", Rules.small(3))
    >>> fewest_turns(state.side, Rules.small(3))  # the 1 steps aside first
    3
    """
    plan = quickest_actions(side, rules)
    return None if plan is None else len(plan)


def quickest_actions(side: Side, rules: Rules | None = None) -> tuple[Action, ...] | None:
    """One of the shortest rows of actions that complete a side, every discard drawing what is needed.

    None where nothing completes it; () where it is complete. The ValueErrors are those of `fewest_turns`.

    >>> from tabletop_odds.roo.state import State
    >>> state = State.parse("> . . / . .; hand B1; targets R2", Rules.small(2))
    >>> [str(action) for action in quickest_actions(state.side, Rules.small(2))]
    ['discard B1', 'R2 to 0,1']
    """
    rules = as_rules(rules)
    open_sides: list[tuple[float, int, int, Side, tuple[Action, ...]]] = []
    best = {_key(side): 0}
    heappush(open_sides, (_at_least(side, rules), 0, 0, side, ()))
    pushed = searched = 0
    while open_sides:
        total, _, _, now, done = heappop(open_sides)
        if total == inf:
            return None
        if is_complete(now, rules):
            return done
        if best[_key(now)] < len(done):
            continue
        searched += 1
        if searched > MOST_SEARCHED:
            raise ValueError(f"more than {MOST_SEARCHED:,} arrangements: this side is too far from complete to search")
        for action, after in _followers(now, rules):
            key, turns = _key(after), len(done) + 1
            if turns < best.get(key, inf):
                best[key], pushed = turns, pushed + 1
                heappush(open_sides, (turns + _at_least(after, rules), -turns, pushed, after, (*done, action)))
    return None


def best_discard(side: Side, rules: Rules | None = None) -> str:
    """The card to discard for completing soonest, if one is to be discarded.

    Never a target while there is another, nor a card that the quickest row of actions moves. The rest are equal for the
    race and for a racer's penalty, a point each in the hand; of them the one that fits worst, with the fewest cells of
    its colour to enter: what fits can still be laid down without a point. Raises ValueError where no card may be
    discarded, and as `fewest_turns` does. Source: RO-3, RO-6, R7.

    >>> from tabletop_odds.roo.state import State
    >>> state = State.parse("R2 . . / B2 . . / G2 . .; hand B1 B3 G3; targets B3 G1", Rules.small(3))
    >>> best_discard(state.side, Rules.small(3))
    'B1'
    """
    rules = as_rules(rules)
    choices = actions(side, rules)
    cards = [action.card for action in choices if action.card and action.cell is None]
    if not cards:
        raise ValueError("no card may be discarded: the hand or the pile is empty, or every card has a move (R7, R10)")
    moving = {action.card for action in quickest_actions(side, rules) or () if action.cell is not None}
    fitting = Counter(action.card for action in choices if action.cell is not None and _fits(action, side, rules))
    missing = unplaced(side, rules)
    return min(cards, key=lambda card: (card in missing, card in moving, fitting[card], card_order(card)))


def _fits(action: Action, side: Side, rules: Rules) -> bool:
    """Whether a move lays a card on an empty cell of its colour that is no target cell."""
    cell = action.cell
    if cell is None or cell in rules.target_cells or side.board[cell[0] * rules.size + cell[1]]:
        return False
    return action.card[0] == rules.colour_of(cell)


def _followers(side: Side, rules: Rules) -> Iterator[tuple[Action, Side]]:
    """What a turn can make of a side, whatever is drawn; a pile that runs out before the targets lie ends the game."""
    for action in actions(side, rules):
        if action == PASS:
            continue
        if action.cell is not None:
            yield action, moved(side, action, rules)
            continue
        pile, _ = draw_pile(side, action.card)
        if len(pile) > 1 or rules.pile_out == "reshuffle":
            for drawn in pile:
                yield action, discarded(side, action.card, drawn, rules)


def _key(side: Side) -> Key:
    """A side, with all cards that are no targets known by their numbers alone."""

    def names(cards: Cards) -> tuple[int, ...]:
        return tuple(10 + side.targets.index(c) if c in side.targets else number_of(c) if c else 0 for c in cards)

    hand, pile, discards = (tuple(sorted(names(cards))) for cards in (side.hand, side.pile, side.discards))
    return names(side.board), hand, pile, discards


def _at_least(side: Side, rules: Rules) -> float:
    """A number of turns that no play can beat: the own moves and draws of the targets, and what must make way first."""
    turns, spare, stuck, size = 0.0, 0.0, 0, rules.size
    missing = unplaced(side, rules)
    goals = {card: cell for card, cell in zip(side.targets, rules.target_cells, strict=True) if card in missing}
    for card, goal in goals.items():
        from_hand = _own_moves(number_of(card), None, rules).get(goal, inf)
        moves = from_hand
        if card in side.board:
            cell = divmod(side.board.index(card), size)
            by_slides = _own_moves(number_of(card), cell, rules).get(goal, inf)
            moves = min(from_hand, by_slides)
            stuck += by_slides == inf and cell not in goals.values()
        elif card not in side.hand:
            if card not in side.pile and rules.pile_out != "reshuffle":
                return inf
            turns += 1
        turns += moves
        spare += moves - 1
    if rules.entry == "origin":  # a turn may send two cards to the hand
        return turns
    # a stuck target must be landed on, and the last move of each target lands on its own cell
    extra = max(0.0, stuck - spare)
    if not extra and not spare and any(_blocked(side, card, goal, missing, rules) for card, goal in goals.items()):
        extra = 1.0
    return turns + extra


def _blocked(side: Side, card: str, goal: Cell, missing: Cards, rules: Rules) -> bool:
    """Whether cards that have no move of their own to make stand in every direct way of a target to its cell."""
    if rules.jump or rules.entry != "edge":
        return False
    board, size = side.board, rules.size
    start = divmod(board.index(card), size) if card in board else None
    for way in _direct_ways(number_of(card), goal, rules):
        if way.origin in (None, start) and not any(
            board[row * size + column] not in ("", *missing) for row, column in way.between
        ):
            return False
    return True


@lru_cache(maxsize=256)
def _direct_ways(number: int, goal: Cell, rules: Rules) -> tuple[Way, ...]:
    """The ways that end on a cell: over an edge, and from other cells."""
    along = slides(number, rules.size) if rules.slide else ()
    return tuple(way for way in (*entries(number, rules.size), *along) if way.cell == goal)


@lru_cache(maxsize=1024)
def _own_moves(number: int, start: Cell | None, rules: Rules) -> dict[Cell, int]:
    """How many moves take a card of that number to each cell of an empty board, from a cell or from the hand (None)."""
    card = next(card for card in rules.cards if number_of(card) == number)
    found: dict[Cell | None, int] = {start: 0}
    reached = [start]
    for cell in reached:
        board = [EMPTY] * rules.size**2
        if cell is not None:
            board[cell[0] * rules.size + cell[1]] = card
        for action in actions(Side(tuple(board), (card,) if cell is None else ()), rules):
            if action.cell is not None and action.cell not in found:
                found[action.cell] = found[cell] + 1
                reached.append(action.cell)
    return {cell: turns for cell, turns in found.items() if cell is not None}
