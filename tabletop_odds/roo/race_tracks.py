"""One racer turn by turn: where it stands after each, and with what penalty, exactly.

A racer places a held target, else discards a card that is none and draws (`odds`). It places the target that costs
least first: one that matches its cell takes a point off, another leaves the penalty as it is. Which other cards it
holds changes nothing, so a racer is four numbers and sets, and all that can become of one is a few hundred of them.

>>> [len(chances) for chances in track({Racer(pile=2, unseen=(0,), held=(-1,), penalty=5): Fraction(1)}, Rules())]
[1, 1, 1, 2]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import NamedTuple

from .ending import penalty, unplaced
from .odds import race_of
from .rules import Rules
from .state import Side

RACING, OUT, COMPLETE = "racing", "out", "complete"


class Racer(NamedTuple):
    """One racer between turns: the cards of the pile, what placing each target adds to the penalty, the penalty now."""

    pile: int
    unseen: tuple[int, ...]
    held: tuple[int, ...]
    penalty: int


Chances = dict[tuple[str, int], Fraction]  # by status and penalty


def racer_of(side: Side, rules: Rules) -> Racer:
    """The racer on a side. Raises ValueError where the race law does not hold for it."""
    race = race_of(side, rules)
    unseen: list[int] = []
    held: list[int] = []
    for card in unplaced(side, rules):
        cell = rules.target_cells[side.targets.index(card)]
        standing = side.board[cell[0] * rules.size + cell[1]]
        back = bool(standing) and standing[0] == rules.colour_of(cell)  # it costs a point in the hand, and did not here
        (unseen if card in side.pile else held).append(int(card[0] != rules.colour_of(cell)) - 1 + back)
    return Racer(race.pile, tuple(sorted(unseen)), tuple(sorted(held)), penalty(side, rules))


def dealt_racers(rules: Rules) -> dict[Racer, Fraction]:
    """The racers that a deal may bring, each with its chance."""
    cards, targets, hand = len(rules.cards), len(rules.target_cells), rules.hand_size
    found: dict[Racer, int] = defaultdict(int)
    for added, weight in added_by_targets(rules).items():
        for chosen in product((False, True), repeat=targets):
            unseen = tuple(sorted(one for one, held in zip(added, chosen, strict=True) if not held))
            held = tuple(sorted(one for one, held in zip(added, chosen, strict=True) if held))
            hands = comb(cards - targets, hand - len(held)) if hand >= len(held) else 0
            found[Racer(cards - hand, unseen, held, hand)] += weight * hands
    total = sum(found.values())
    return {racer: Fraction(weight, total) for racer, weight in found.items() if weight}


def added_by_targets(rules: Rules) -> Counter[tuple[int, ...]]:
    """What placing the targets adds to the penalty, cell by cell, and how many of the ordered sets of targets do so."""
    colours = [rules.colour_of(cell) for cell in rules.target_cells]
    sets = permutations((card[0] for card in rules.cards), len(colours))
    return Counter(tuple(int(a != b) - 1 for a, b in zip(one, colours, strict=True)) for one in sets)


def track(start: dict[Racer, Fraction], rules: Rules) -> list[Chances]:
    """After 0, 1, 2, ... turns: the chances of every status and penalty, of the races that were still on before."""
    racing = start
    statuses = [_by_status({(_status(racer, rules), racer): p for racer, p in start.items()})]
    while racing:
        after: dict[tuple[str, Racer], Fraction] = defaultdict(Fraction)
        for racer, p in racing.items():
            for q, then in _turn(racer):
                after[_status(then, rules), then] += p * q
        statuses.append(_by_status(after))
        racing = {racer: p for (status, racer), p in after.items() if status == RACING}
    return statuses


def _turn(racer: Racer) -> Iterator[tuple[Fraction, Racer]]:
    """What a turn makes of a racer: a held target is placed, else a card drawn."""
    pile, unseen, held, points = racer
    if held:
        yield Fraction(1), Racer(pile, unseen, held[1:], points + held[0])
        return
    for i, one in enumerate(unseen):
        yield Fraction(1, pile), Racer(pile - 1, unseen[:i] + unseen[i + 1 :], (one,), points)
    if pile > len(unseen):
        yield Fraction(pile - len(unseen), pile), Racer(pile - 1, unseen, (), points)


def _status(racer: Racer, rules: Rules) -> str:
    if not racer.unseen and not racer.held:
        return COMPLETE
    return OUT if not racer.pile and rules.pile_out != "reshuffle" else RACING


def _by_status(racers: dict[tuple[str, Racer], Fraction]) -> Chances:
    chances: Chances = defaultdict(Fraction)
    for (status, racer), p in racers.items():
        chances[status, racer.penalty] += p
    return dict(chances)
