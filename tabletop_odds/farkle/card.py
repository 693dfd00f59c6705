"""The race played from a card: twelve round numbers, and no sum but additions.

Three ideas make most of it. What is kept is chosen by its points and a fixed worth of the dice left. The bank totals
move with the lead. And near the end the last turn of the other player is reckoned with: who banks exactly 10,000
against 9,900 has all but lost, so that there is a trap behind the target in which no turn should end.

The numbers were fitted with `analyses/farkle_fit_card.py`, by their exact chance to win against the optimal race.

>>> print(card_text().splitlines()[0])
Farkle from a card: core
>>> from tabletop_odds.farkle.rules import Rules, State
>>> race_card().rolls(State(300, 2, mine=5000, theirs=5000), Rules())
False
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .policies import Policy
from .race_solution import score_of
from .rules import Rules, State, as_rules, presets
from .scoring import Keep


class CardNumbers(NamedTuple):
    """The numbers of a card, all in points.

    Keeping: each die left beyond three counts `die`, `less` below that from a turn total of `late` on. Banking: from
    `two` with one or two dice left, `three`, `four`; each moves by `move` for every full `gap` behind. The end, where
    the other needs at most `near` and the player at most `far`: a turn should end below the target, or past it by
    `safe` (four or five dice left: `far`); a keep in between counts `trap` less.
    """

    die: int
    late: int
    less: int
    two: int
    three: int
    four: int
    gap: int
    move: int
    near: int
    safe: int
    far: int
    trap: int


NUMBERS = {  # by preset; found by analyses/farkle_fit_card.py, but for zilch's: facebook's, from its minimum bank on
    "core": CardNumbers(150, 450, 100, 250, 400, 950, 1000, 50, 350, 400, 1200, 250),
    "boxed": CardNumbers(150, 550, 200, 250, 450, 950, 950, 50, 350, 400, 1100, 150),
    "facebook": CardNumbers(150, 600, 150, 250, 450, 950, 800, 50, 400, 450, 1300, 600),
    "zilch": CardNumbers(150, 600, 150, 300, 450, 950, 800, 50, 400, 450, 1300, 600),
    "rich": CardNumbers(150, 650, 150, 300, 450, 1000, 950, 50, 450, 450, 1150, 150),
}


def race_card(rules: Rules | None = None, numbers: CardNumbers | None = None) -> Policy:
    """The policy that plays the race from a card.

    `numbers`: by default those fitted to the rules, which must then be a preset that has a card; ValueError otherwise.

    >>> race_card().name
    'race card'
    """
    card = numbers or numbers_of(rules)
    early = (0, 0, 0, 0, card.die, 2 * card.die, 0)
    late = (*early[:4], card.die - card.less, 2 * card.die - card.less, 0)

    def roll(state: State, rules: Rules) -> bool:
        need, left = rules.target - score_of(state.mine), state.dice_left
        if _at_end(state.mine, state.theirs, card, rules):
            if state.turn_total >= need:
                return state.turn_total < need + _past(left, card, rules)
            if left <= 3 and state.turn_total + rules.step == need and rules.end != "sudden_death":
                return False
        if left > 4:
            return True
        bank_from = card.four if left == 4 else card.three if left == 3 else card.two
        return state.turn_total < bank_from + card.move * _gaps(state.mine, state.theirs, card)

    def keep(state: State, keeps: Sequence[Keep], rules: Rules) -> Keep:
        worth = early if state.turn_total < card.late else late
        need, end = rules.target - score_of(state.mine), _at_end(state.mine, state.theirs, card, rules)
        best, chosen = -card.trap, keeps[0]
        for kept in keeps:
            left, total = kept.dice_left, state.turn_total + kept.points
            if left in (0, rules.dice):  # all dice have scored
                return kept
            value = kept.points + worth[left]
            if end and need <= total < need + _past(left, card, rules):
                value -= card.trap
            if value > best:
                best, chosen = value, kept
        return chosen

    def sees(mine: int, theirs: int, rules: Rules) -> Hashable:
        need = rules.target - mine if _at_end(mine, theirs, card, rules) else None
        return need, _gaps(mine, theirs, card)

    return Policy("race card", roll, keep, sees)


def card_text(rules: Rules | None = None, numbers: CardNumbers | None = None) -> str:
    """The card as a player reads it; arguments and errors as in `race_card`.

    >>> print(card_text().splitlines()[3])
    Bank from 250 with one or two dice left, 400 with three, 950 with four; with five left roll.
    """
    rules = as_rules(rules)
    card = numbers or numbers_of(rules)
    shown = {name: f"{value:,}" for name, value in card._asdict().items()}
    lines = _LINES + (_SUDDEN if rules.end == "sudden_death" else _END)
    return "\n".join(lines).format(rules=rules, target=f"{rules.target:,}", **shown)


_LINES = [
    "Farkle from a card: {rules}",
    "Keep what counts most: its points, and {die} for each die left beyond three.",
    "  From a turn total of {late} on, four or five dice left count {less} less in all. If all dice score, keep all.",
    "Bank from {two} with one or two dice left, {three} with three, {four} with four; with five left roll.",
    "  Add {move} for every full {gap} you are behind, take {move} off for every full {gap} you are ahead.",
]
_SUDDEN = ["  Bank once that brings you to {target}."]
_END = [
    "The end: the other needs {near} or less to reach {target}, and you {far} or less.",
    "  Past {target} roll on until you are {safe} past it, with four or five dice left {far}.",
    "  A set that takes you to {target} or past it, but not so far, counts {trap} less.",
    "  On the last score below {target} bank, if at most three dice are left.",
    "The last turn: when the other has reached {target}, roll until you are ahead.",
]


def numbers_of(rules: Rules | None = None) -> CardNumbers:
    """The numbers fitted to a preset; ValueError for other rules.

    >>> numbers_of().three
    400
    """
    rules = as_rules(rules)
    for name, preset in presets().items():
        if preset == rules and name in NUMBERS:
            return NUMBERS[name]
    raise ValueError(f"no card was fitted to the rules {rules}, only to {', '.join(NUMBERS)}: numbers are needed")


def _at_end(mine: int | None, theirs: int | None, card: CardNumbers, rules: Rules) -> bool:
    """Whether the player looks at the target: where both are near it, in sudden death always."""
    if rules.end == "sudden_death":
        return True
    return rules.target - score_of(theirs) <= card.near and rules.target - score_of(mine) <= card.far


def _past(dice_left: int, card: CardNumbers, rules: Rules) -> int:
    """How far past the target a turn must end."""
    if rules.end == "sudden_death":
        return 0
    return card.safe if dice_left <= 3 else card.far


def _gaps(mine: int | None, theirs: int | None, card: CardNumbers) -> int:
    """Full gaps that the player is behind; ahead below 0."""
    behind = score_of(theirs) - score_of(mine)
    return behind // card.gap if behind >= 0 else -(-behind // card.gap)
