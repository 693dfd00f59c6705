"""The rules of Farkle as frozen parameters and pure functions (FA-1 to FA-8 and every option).

A turn starts with all dice. After each roll at least one scoring die is set aside, then the player banks the turn
total or rolls the rest. Nothing scores: farkle, the turn total is lost. All dice have scored: hot dice, all are
rolled again.

>>> rules = Rules(three_pairs=750)
>>> [keep.points for keep in keeps((1, 2, 3, 3, 3, 5))]
[450, 400, 350, 300, 150, 100, 50]
>>> score((2, 2, 3, 3, 4, 4), rules)
750
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from tabletop_odds import settings

from . import checks
from .scoring import Keep, code_of, combinations, idle_die, keeps_of, scoring_table

if TYPE_CHECKING:
    from pathlib import Path

PIGGY_BACK_BONUS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set of Farkle: `Rules()` is the core game, each field one option of it.

    Points are whole numbers; "x2" means that many times the three-of-a-kind value of the face; None means that the
    combination, or the rule, does not exist. Options combine freely; an inconsistent set raises ValueError with the
    field, the value and what is allowed.

    >>> Rules.preset("zilch").minimum_bank
    300
    >>> print(Rules(three_pairs=750, opening=500))
    core with three_pairs=750, opening=500
    """

    dice: int = 6
    single_one: int | None = 100
    single_five: int | None = 50
    three_ones: int | None = 1000
    triple: int | None = 100
    four_of_a_kind: int | str | None = None
    five_of_a_kind: int | str | None = None
    six_of_a_kind: int | str | None = None
    six_ones: int | str | None = None
    straight: int | None = None
    low_straight: int | None = None
    high_straight: int | None = None
    three_pairs: int | None = None
    four_and_pair_is_three_pairs: bool = True
    six_of_a_kind_is_three_pairs: bool = True
    full_house: int | None = None
    two_triplets: int | None = None
    nothing_scores: int | None = None
    face_probabilities: tuple[Fraction, ...] | None = None
    target: int = 10_000
    end: str = "last_turn"
    tie: str = "shared"
    hot_dice: str = "forced"
    opening: int | None = None
    minimum_bank: int | None = None
    exact_target: bool = False
    three_farkles: int | None = None
    below_zero: bool = True
    piggy_back: str | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    unit: int = field(init=False, repr=False, compare=False)  # the scoring unit: the gcd of all points

    def __post_init__(self) -> None:
        checks.check_fields(self)
        unit = _scoring_unit(self)
        object.__setattr__(self, "unit", unit)
        if self.target % unit:
            raise ValueError(f"target {self.target:,} is no multiple of {unit}, the scoring unit of these rules")

    @property
    def step(self) -> int:
        """The greatest number of points that divides all scores of a game: of the unit, and of the penalty."""
        return gcd(self.unit, self.three_farkles or 0)

    @property
    def face_weights(self) -> tuple[int, ...]:
        """The chances of the six faces as whole numbers without a common divisor: (1, 1, 1, 1, 1, 1) when fair."""
        if self.face_probabilities is None:
            return (1,) * 6
        scale = lcm(*(p.denominator for p in self.face_probabilities))
        weights = [int(p * scale) for p in self.face_probabilities]
        return tuple(weight // gcd(*weights) for weight in weights)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rule set of that name: one of `presets()`. Raises ValueError for any other name."""
        return settings.preset_named(name, presets())

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file: `preset = "zilch"` to start from (core without), then one line a field.

        Raises ValueError naming the file and the fault, OSError where the file cannot be read.
        """
        return settings.from_toml(path, cls.from_mapping)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Rules:
        """Rules from names and values, as a TOML file holds them; "none" stands for None."""
        values = dict(given)
        base = cls.preset(values.pop("preset", "core"))
        return settings.changed(base, values, "Farkle")

    def as_dict(self) -> dict[str, Any]:
        """Every field by name."""
        return settings.as_dict(self)

    def __str__(self) -> str:
        return settings.in_one_line(self, presets())


def as_rules(rules: Rules | None) -> Rules:
    """The rules that a question is about: None means `Rules()`. Raises ValueError for anything that is no Rules.

    >>> as_rules("zilch")
    Traceback (most recent call last):
    ...
    ValueError: rules 'zilch': a Rules is needed, such as Rules() or Rules.preset('zilch')
    """
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise ValueError(f"rules {rules!r}: a Rules is needed, such as Rules() or Rules.preset('zilch')")
    return rules


def _scoring_unit(rules: Rules) -> int:
    """The greatest common divisor of all points that a turn can bring; winning at once counts for nothing here."""
    points = [c.points for c in combinations(rules) if c.name != "six_ones" or rules.six_ones != "wins"]
    extra = [rules.nothing_scores, PIGGY_BACK_BONUS if rules.piggy_back == "bonus" else None]
    return gcd(*points, *(value for value in extra if value is not None))


@dataclass(frozen=True, slots=True)
class State:
    """What the player to act knows: points at risk, dice to roll, where the turn stands, and in a race the scores.

    `opened`: has once banked the opening threshold; `farkles`: turns in a row that ended in a farkle (0 to 2).
    `mine` and `theirs`: the banked scores, theirs being the highest of the others; None where a turn is played for
    its own sake. `their_opened` and `their_farkles`: how that player stands; `began`: whether the player to act was
    the first of the round, which matters under `end="equal_turns"`.
    """

    turn_total: int = 0
    dice_left: int = 6
    opened: bool = True
    farkles: int = 0
    mine: int | None = None
    theirs: int | None = None
    their_opened: bool = True
    their_farkles: int = 0
    began: bool = True


_KINDS = {"four_of_a_kind": 1000, "five_of_a_kind": 2000, "six_of_a_kind": 3000}
_RICH = {**_KINDS, "straight": 1500, "three_pairs": 1500, "two_triplets": 2500}
_POWERS = {"four_of_a_kind": "x2", "five_of_a_kind": "x4", "six_of_a_kind": "x8"}
_PRESETS: dict[str, dict[str, Any]] = {
    "core": {},
    "boxed": {**_RICH, "three_ones": 300},
    "facebook": {
        "four_of_a_kind": "x2",
        "five_of_a_kind": "x3",
        "six_of_a_kind": "x4",
        "straight": 1500,
        "three_pairs": 750,
        "four_and_pair_is_three_pairs": False,
        "six_of_a_kind_is_three_pairs": False,
    },
    "zilch": {
        **_POWERS,
        "straight": 1500,
        "three_pairs": 1500,
        "nothing_scores": 500,
        "minimum_bank": 300,
        "three_farkles": 500,
    },
    "kcd": {
        **_POWERS,
        "low_straight": 500,
        "high_straight": 750,
        "straight": 1500,
        "target": 4000,
        "end": "sudden_death",
        "hot_dice": "optional",
    },
    "rich": _RICH,
}


def presets() -> dict[str, Rules]:
    """The named rule sets: core, boxed, facebook, zilch, kcd, rich.

    >>> list(presets())
    ['core', 'boxed', 'facebook', 'zilch', 'kcd', 'rich']
    """
    if not _made:
        _made.update({name: Rules(**options) for name, options in _PRESETS.items()})
    return dict(_made)


_made: dict[str, Rules] = {}


def score(kept: Iterable[int], rules: Rules | None = None) -> int:
    """Points of a set of dice kept from one roll: its best legal split.

    Raises ValueError for no dice, too many dice, a face outside 1 to 6, or a die that scores nothing.

    >>> score((1, 1, 1, 1))
    1100
    >>> score((1, 5, 6))
    Traceback (most recent call last):
    ...
    ValueError: 6 scores nothing in 1 5 6: every die that is kept must score (FA-5)
    """
    rules = as_rules(rules)
    dice = checks.check_dice(kept, rules)
    code = code_of(dice)
    idle = idle_die(code, rules)
    if idle is not None:
        shown = " ".join(map(str, dice))
        raise ValueError(f"{idle} scores nothing in {shown}: every die that is kept must score (FA-5)")
    return scoring_table(rules)[code]


def keeps(roll: Iterable[int], rules: Rules | None = None) -> tuple[Keep, ...]:
    """Every legal set of dice to keep from a roll, one entry each, most points first; empty after a farkle.

    Raises ValueError for no dice, too many dice or a face outside 1 to 6.

    >>> keeps((1, 2, 2, 3, 4, 6))
    (Keep(dice=(1,), points=100, dice_left=5),)
    """
    rules = as_rules(rules)
    dice = checks.check_dice(roll, rules)
    return keeps_of(code_of(dice), len(dice), rules)


def rolls_again(roll: Sequence[int], rules: Rules) -> bool:
    """Whether a roll in which nothing scores brings points and a new roll of all dice, instead of a farkle."""
    return rules.nothing_scores is not None and len(roll) == rules.dice


def bank_minimum(opened: bool, rules: Rules) -> int:
    """The least turn total that may be banked: the larger of the minimum bank and, before it, the opening."""
    return max(rules.minimum_bank or 0, (rules.opening or 0) if not opened else 0)


def must_roll(state: State, rules: Rules) -> str | None:
    """The rule that forbids to bank in this state; None where the player is free to choose.

    >>> must_roll(State(500, 6), Rules())
    'hot dice: all six must be rolled again (FA-7)'
    """
    if state.turn_total == 0:
        return "a turn starts by rolling (FA-2)"
    if state.dice_left == rules.dice and rules.hot_dice == "forced":
        return f"hot dice: all {'six' if rules.dice == 6 else 'five'} must be rolled again (FA-7)"
    if state.turn_total < bank_minimum(state.opened, rules):
        if not state.opened and (rules.opening or 0) > state.turn_total:
            return f"opening: {rules.opening:,} must be reached in one turn first"
        return f"minimum bank: a turn banks at least {rules.minimum_bank:,}"
    return None
