"""What the rules of Farkle refuse: one clear line for each, naming the value and the allowed range."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tabletop_odds.settings import whole_number

if TYPE_CHECKING:
    from .rules import Rules

SINGLES = ("single_one", "single_five", "three_ones", "triple")
SETS = ("straight", "low_straight", "high_straight", "three_pairs", "full_house", "two_triplets")
POINTS = (*SINGLES, *SETS, "nothing_scores")
KINDS = ("four_of_a_kind", "five_of_a_kind", "six_of_a_kind")
LIMITS = ("opening", "minimum_bank", "three_farkles")
FLAGS = ("four_and_pair_is_three_pairs", "six_of_a_kind_is_three_pairs", "exact_target", "below_zero")
SIX_DICE = ("six_of_a_kind", "six_ones", "straight", "three_pairs", "two_triplets")
CHOICES = {
    "end": ("last_turn", "sudden_death", "equal_turns"),
    "tie": ("shared", "first", "last"),
    "hot_dice": ("forced", "optional"),
    "piggy_back": (None, "bonus", "inherit"),
}
MOST = 1_000_000  # points: enough for every rule set seen, small enough for exact tables


def check_fields(rules: Rules) -> None:
    """Raise ValueError for the first field that is no value of its kind, or contradicts another."""
    if not _whole(rules.dice) or rules.dice not in (5, 6):
        raise ValueError(f"dice={rules.dice!r}: Farkle is played with 5 or 6 dice")
    for name in (*POINTS, *LIMITS, "target"):
        value = getattr(rules, name)
        if value is None and name != "target":
            continue
        if not _whole(value) or not 1 <= value <= MOST:
            none = "" if name == "target" else ", or None"
            raise ValueError(f"{name}={value!r}: allowed are whole numbers from 1 to {MOST:,}{none}")
    for name in KINDS:
        _check_kind(name, getattr(rules, name))
    if rules.six_ones is not None and rules.six_ones != "wins" and not _points(rules.six_ones):
        raise ValueError(f'six_ones={rules.six_ones!r}: allowed are points, "wins", or None')
    for name in FLAGS:
        if not isinstance(getattr(rules, name), bool):
            raise ValueError(f"{name}={getattr(rules, name)!r}: allowed are True and False")
    for name, allowed in CHOICES.items():
        if getattr(rules, name) not in allowed:
            shown = ", ".join(repr(choice) for choice in allowed)
            raise ValueError(f"{name}={getattr(rules, name)!r}: allowed are {shown}")
    _check_together(rules)
    if rules.face_probabilities is not None:
        object.__setattr__(rules, "face_probabilities", face_probabilities(rules.face_probabilities))
    if rules.teams is not None:
        object.__setattr__(rules, "teams", teams(rules.teams))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST


def _check_kind(name: str, value: object) -> None:
    if value is None or _points(value):
        return
    if isinstance(value, str) and value[:1] == "x" and value[1:].isascii() and value[1:].isdigit():
        if 1 <= int(value[1:]) <= 100:
            return
        raise ValueError(f"{name}={value!r}: a multiple of the triple is from x1 to x100")
    raise ValueError(f'{name}={value!r}: allowed are points from 1 to {MOST:,}, "x2" to "x100", or None')


def _check_together(rules: Rules) -> None:
    if rules.dice == 5:
        for name in SIX_DICE:
            if getattr(rules, name) is not None:
                raise ValueError(f"{name}={getattr(rules, name)!r} takes six dice, but dice=5")
    if all(getattr(rules, name) is None for name in SINGLES):
        raise ValueError(f"{', '.join(SINGLES)} are all None: no roll of few dice could score")
    if rules.exact_target and rules.tie != "shared":
        raise ValueError(
            f"tie={rules.tie!r} with exact_target=True: who hits the target wins at once, no tie can arise"
        )


def face_probabilities(given: Any) -> tuple[Fraction, ...]:
    """Six probabilities as exact fractions; floats are read as the simple fraction they stand for."""
    shown = f"face_probabilities={given!r}"
    try:
        raw: list[Fraction] = [Fraction(p) for p in given]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{shown}: six numbers from 0 to 1 are needed") from None
    if len(raw) != 6 or any(p.numerator < 0 or p.numerator > p.denominator for p in raw):
        raise ValueError(f"{shown}: six numbers from 0 to 1 are needed")
    if abs(sum(raw, Fraction(0)) - 1) > Fraction(1, 10**9):
        raise ValueError(f"{shown}: the six probabilities sum to {float(sum(raw)):g}, not to 1")
    simple = [p.limit_denominator(1_000_000) for p in raw]
    total = sum(simple, Fraction(0))
    return tuple(p / total for p in simple)


def teams(given: Any) -> tuple[tuple[int, ...], ...]:
    """Teams as a partition of the seats 0, 1, 2, ...: every seat in one team."""
    try:
        found = tuple(tuple(team) for team in given)
        seats = sorted(seat for team in found for seat in team)
    except TypeError:
        raise ValueError(f"teams={given!r}: lists of seats are needed, such as [[0, 2], [1, 3]]") from None
    whole = all(_whole(seat) for seat in seats)
    if not whole or len(found) < 2 or not all(found) or seats != list(range(len(seats))):
        raise ValueError(
            f"teams={given!r}: no partition of the seats 0 to {max(len(seats) - 1, 1)} into two or more teams"
        )
    return found


def check_dice(dice: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """The dice of a roll or a keep, as given; ValueError for none, too many, or a face outside 1 to 6."""
    try:
        faces = tuple(dice)
    except TypeError:
        raise ValueError(f"dice {dice!r}: a sequence of faces from 1 to 6 is needed") from None
    if isinstance(dice, str):  # typed as one word: "115236"
        faces = tuple(int(face) if face.isdigit() else face for face in faces)
    for face in faces:
        if not hasattr(face, "__index__") or isinstance(face, bool) or not 1 <= face <= 6:
            raise ValueError(f"die {face!r}: a face is a whole number from 1 to 6")
    if not 1 <= len(faces) <= rules.dice:
        raise ValueError(f"{len(faces)} dice: a roll has 1 to {rules.dice} dice under these rules")
    return tuple(int(face) for face in faces)


def check_turn(turn_total: object, dice_left: object, farkles: object, rules: Rules) -> tuple[int, int, int]:
    """The three as plain ints; ValueError unless they describe a turn under these rules."""
    total, count = check_turn_total(turn_total), whole_number(farkles)
    dice = check_dice_left(dice_left, rules)
    if count is None or not 0 <= count <= 2:
        raise ValueError(f"farkles {farkles!r}: allowed are 0 to 2 farkles in a row")
    if count and rules.three_farkles is None:
        raise ValueError(f"farkles {farkles!r}: these rules count no farkles in a row (three_farkles=None)")
    return total, dice, count


def check_turn_total(turn_total: object) -> int:
    """The turn total as a plain int; ValueError outside 0 to a million."""
    total = whole_number(turn_total)
    if total is None or not 0 <= total <= MOST:
        raise ValueError(f"turn total {turn_total!r}: allowed are whole numbers from 0 to {MOST:,}")
    return total


def check_scores(mine: object, theirs: object, rules: Rules) -> tuple[int, int]:
    """The banked scores of the player to act and of the other, as ints; ValueError unless a game can stand so."""
    found = []
    for name, given in (("mine", mine), ("theirs", theirs)):
        score = whole_number(given)
        if score is None or abs(score) > MOST:
            raise ValueError(f"{name} {given!r}: a banked score is a whole number of points, at most {MOST:,}")
        step = rules.step
        if score % step:
            near = f"{score // step * step:,} and {(score // step + 1) * step:,}"
            raise ValueError(f"{name} {score:,}: scores are multiples of {step} under these rules; nearest are {near}")
        if score < 0 and not (rules.three_farkles and rules.below_zero):
            raise ValueError(f"{name} {score:,}: no score is below 0 under these rules")
        found.append(score)
    if found[0] >= rules.target:
        raise ValueError(f"mine {found[0]:,}: who has reached the target {rules.target:,} has no turn left")
    if found[1] >= rules.target and rules.end == "sudden_death":
        raise ValueError(f"theirs {found[1]:,}: the target {rules.target:,} is reached, so the game is over")
    return found[0], found[1]


def check_dice_left(dice_left: object, rules: Rules) -> int:
    """The number of dice as a plain int; ValueError unless so many can be rolled."""
    dice = whole_number(dice_left)
    if dice is None or not 1 <= dice <= rules.dice:
        hint = f"; after hot dice all are rolled again: {rules.dice}" if dice == 0 else ""
        raise ValueError(f"dice left {dice_left!r}: allowed are 1 to {rules.dice}{hint}")
    return dice
