"""tabletop_odds: what the odds are, what to do, and how sure the answer is.

Each game is a module: its rules as pure functions, exact odds, the best decisions, simulations, and advice. Every
answer says whether it is exact or simulated; a simulated one carries n, seed and standard error.

The words. State: what the player to act knows. Policy: a named rule for choosing. Objective: what a policy maximises.
Value: the objective from a state. Optimal: maximises a named objective. Bust: the roll that loses the turn. Turn
total: the points at risk. Odds are exact, estimates are simulated.

>>> from tabletop_odds import farkle
>>> float(farkle.bust_probability(1)) == 4 / 6
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import backgammon as backgammon
    from . import cant_stop as cant_stop
    from . import farkle as farkle
    from . import roo as roo
    from . import sheriff as sheriff
    from .answers import Advice as Advice
    from .answers import Comparison as Comparison
    from .answers import Distribution as Distribution
    from .answers import Option as Option
    from .answers import Value as Value
    from .precision import Precision as Precision

__version__ = "0.1.0"

GAMES = ("farkle", "cant_stop", "backgammon", "sheriff", "roo")
_VALUES = {
    **dict.fromkeys(("Advice", "Comparison", "Distribution", "Option", "Value"), "answers"),
    "Precision": "precision",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in GAMES:
        return import_module(f"{__name__}.{name}")
    if name in _VALUES:
        value = getattr(import_module(f"{__name__}.{_VALUES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["GAMES", "__version__", *GAMES, *_VALUES]
