"""Pig: roll one die as often as you dare.

The rules in ten lines. A turn is a row of rolls of one die. A 1 ends it, and its points are lost. Any other face
adds to the turn total, and the player rolls again or banks. Who first has banked 100 wins.

Source: T. Neller and C. Presser, "Optimal play of the dice game Pig", UMAP Journal 25(1), 2004.

>>> bool(should_roll(19)), bool(should_roll(21))
(True, False)
"""

from .advise import should_roll
from .odds import bust_probability
from .optimal import bank_from, optimal_turn, turn_distribution, turn_value, win_probability
from .policies import Policy, bank_at
from .rules import Rules, State, presets
from .simulate import compare, play_turn, simulate_turns

_NAMES = [Rules, State, presets, bust_probability, Policy, bank_at, bank_from, optimal_turn, turn_value]
_NAMES += [turn_distribution, win_probability, play_turn, simulate_turns, compare, should_roll]
__all__ = [thing.__name__ for thing in _NAMES]


def __dir__() -> list[str]:
    return __all__
