"""Which deals can be completed at all: some options of the rules leave targets that never reach their cells (R2, R5).

A deal is an ordered choice of target cards, each as likely as another, and where they lie at the start (R1). It counts
as completable where some hand, some order of the pile and some play, with time enough, bring every target to its cell.

Only the places of the targets matter, each a cell or None, off the board. A search over them tries every move of a
target; the other cards help, in one way: they lift a target off the board back into the hand. They never bar a way:

- Targets that start off the board are never lifted. What a card did before it last came in can be left out of any play:
  the board is the emptier for it, so all the rest stays legal. What is left is targets coming in and sliding.
- Otherwise a card that lifted a target lies on the board instead of it. Where cards slide, or an origin is emptied,
  it gets out of the way, step by step, until a target lands on it. Where they do not, and come in over the edge, no
  cell is ever emptied: there the search keeps count of the cells that are `taken`, and of the cards left to lift with.

Cards in hand and on the board stay as many as they were (a move or a discard changes nothing of that), so all targets
off the board need as large a hand.

>>> print(Rules(entry="origin")), completable_share(Rules(entry="origin"))  # no 4 ever lands
two with entry=origin
(None, Fraction(11, 28))
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import permutations
from typing import NamedTuple

from tabletop_odds.values import as_percent

from .dealing import aims, start_cells
from .moving import Way, slides, ways_in
from .rules import Cell, Rules, as_rules
from .state import number_of

Place = Cell | None  # None: off the board
Places = tuple[Place, ...]


class Targets(NamedTuple):
    """Where the targets are, in the order of the target cells, and the cells that other cards took for good."""

    places: Places
    taken: frozenset[Cell] = frozenset()


class Reach(NamedTuple):
    """The cells a card can come to on an empty board: straight from the hand, and only by slides after that."""

    from_hand: tuple[Cell, ...]
    by_slides: tuple[Cell, ...]


def completable_share(rules: Rules | None = None) -> Fraction:
    """The share of deals that can be completed, by the head of this module; `max_rounds` and `hand_limit` are left out.

    >>> completable_share(), completable_share(Rules(target_cells=((0, 0), (1, 3), (3, 2))))
    (Fraction(1, 1), Fraction(3, 4))
    """
    return _share(as_rules(rules))


@lru_cache(maxsize=256)
def _share(rules: Rules) -> Fraction:
    deals = list(permutations(rules.cards, len(rules.target_cells)))
    good = 0
    for revealed in deals:
        targets = aims(revealed, rules)
        where = dict(zip(revealed, start_cells(revealed, rules), strict=False))
        good += is_completable(tuple(map(number_of, targets)), tuple(map(where.get, targets)), rules)
    return Fraction(good, len(deals))


def warning(rules: Rules | None = None) -> str | None:
    """What to say of rules under which some deals cannot be completed, or None.

    >>> warning(Rules(entry="origin")), warning()
    ('under these rules 60.71 % of deals cannot be completed', None)
    """
    share = completable_share(rules)
    if share == 1:
        return None
    if share == 0:
        return "under these rules no deal can be completed"
    return f"under these rules {as_percent(1 - share)} of deals cannot be completed"


def cells_reached(number: int, rules: Rules | None = None) -> Reach:
    """The cells that a card of a number can land on from the hand, and those it can only slide to afterwards.

    Raises ValueError for a number that no card has.

    >>> cells_reached(1, Rules.small(3))
    Reach(from_hand=((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)), by_slides=((1, 1),))
    """
    rules = as_rules(rules)
    if number not in rules.numbers:
        raise ValueError(f"number {number!r} must be one of {rules.numbers[0]} to {rules.numbers[-1]} (RO-1)")
    first = {way.cell for way in ways_in(number, rules)}
    found, new = set(first), set(first)
    while new and rules.slide:
        new = {way.cell for way in slides(number, rules.size) if way.origin in new} - found
        found |= new
    return Reach(tuple(sorted(first)), tuple(sorted(found - first)))


def is_completable(numbers: tuple[int, ...], starts: Places, rules: Rules) -> bool:
    """Whether targets with these numbers can get from where they start to the target cells, in that order.

    A number, and a start (a cell, or None for off the board), for each target cell.

    >>> is_completable((4, 1, 1), (None, None, None), Rules(entry="origin"))
    False
    """
    if sum(start is None for start in starts) > rules.hand_size:
        return False
    alone = zip(numbers, starts, rules.target_cells, strict=True)
    return all(_found((n,), (start,), (goal,), rules) for n, start, goal in alone) and _found(
        numbers, starts, rules.target_cells, rules
    )


@lru_cache(maxsize=4096)
def _found(numbers: tuple[int, ...], starts: Places, goals: tuple[Cell, ...], rules: Rules) -> bool:
    """Whether a search, those with most targets on their cells first, gets to all on their cells."""

    def unplaced(targets: Targets) -> int:
        return sum(place != goal for place, goal in zip(targets.places, goals, strict=True))

    first = Targets(starts)
    heap, seen = [(unplaced(first), 0, first)], {first}
    while heap:
        left, _, targets = heappop(heap)
        if not left:
            return True
        for after in _after(targets, numbers, goals, rules):
            if after not in seen:
                seen.add(after)
                heappush(heap, (unplaced(after), len(seen), after))
    return False


def _after(targets: Targets, numbers: tuple[int, ...], goals: tuple[Cell, ...], rules: Rules) -> Iterator[Targets]:
    """Where the targets can be after one of them has moved or was lifted."""
    final = rules.entry == "edge" and not rules.slide
    # where no cell is ever emptied, a target need come in only on its own cell, or to lift one that lies wrong
    wrong = {place for place, goal in zip(targets.places, goals, strict=True) if place != goal}
    for i, place in enumerate(targets.places):
        for way in ways_in(numbers[i], rules) if place is None else _slides_from(place, numbers[i], rules):
            if (not final or way.cell in wrong | {goals[i]}) and _is_clear(way, targets, rules):
                gone = (way.cell, way.origin)
                places = [None if other in gone else other for other in targets.places]
                places[i] = way.cell
                yield Targets(tuple(places), targets.taken - {way.cell})
        if place is not None and not (final and place == goals[i]) and _can_lift(place, targets, numbers, rules):
            places = [*targets.places[:i], None, *targets.places[i + 1 :]]
            yield Targets(tuple(places), targets.taken | ({place} if final else set()))


def _slides_from(cell: Cell, number: int, rules: Rules) -> Iterator[Way]:
    return (way for way in slides(number, rules.size) if rules.slide and way.origin == cell)


def _is_clear(way: Way, targets: Targets, rules: Rules) -> bool:
    if rules.entry == "free" and way.origin is None and way.cell in targets.places:
        return False
    return rules.jump or not any(cell in targets.places or cell in targets.taken for cell in way.between)


def _can_lift(cell: Cell, targets: Targets, numbers: tuple[int, ...], rules: Rules) -> bool:
    """Whether some other card can take the target on a cell back to the hand, and itself be out of the way later on."""
    if rules.slide:  # by a card that comes in and slides there
        return True
    if len(targets.taken) >= rules.hand_size:
        return False
    others = [number for number in rules.numbers if numbers.count(number) < rules.size]
    ways = (way for number in others for way in _ways_onto(cell, number, rules))
    return any(_is_clear(way, targets, rules) for way in ways)


@lru_cache(maxsize=1024)
def _ways_onto(cell: Cell, number: int, rules: Rules) -> tuple[Way, ...]:
    """The ways in that send a card on the cell to the hand: those that land there, or set out from there."""
    return tuple(way for way in ways_in(number, rules) if cell in (way.cell, way.origin))
