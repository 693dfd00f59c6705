"""The rules as flat arrays, and the compiled loops over them.

Every loop here also runs as plain Python over lists (`kernel.python`): one turn is small enough for that, and a
question asked once is answered before a compiler would have started.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from tabletop_odds.compiled import compiled, int64
from tabletop_odds.streams import below, game_key, loaded_face, turn_key

from .odds import roll_classes, total_weight
from .policies import FARKLE
from .rules import Rules
from .scoring import Keep


class TurnTables(NamedTuple):
    """What each roll offers, by class: a class is a set of (points, column) that a roll can lead to.

    Classes of a roll of n dice: `first_class[n]` to `first_class[n + 1]`; their options: `first_option[c]` to
    `first_option[c + 1]`, none for a farkle. Points are in scoring units. Column n: n dice to roll; column 0: the
    match is won; column `dice` + 1: all dice must be rolled again, since nothing scored.
    """

    first_class: Any
    first_option: Any
    probability: Any
    points: Any
    column: Any


def turn_tables(rules: Rules, keep: str = "best", unit: int | None = None) -> TurnTables:
    """The classes of every number of dice, as lists, with points in units (by default the scoring unit).

    `keep` says which keeps a class offers: "best" all that can be best for a player who wants more points, "most"
    the one with the most points (then the most dice left), "fewest" the one with the fewest dice, "all" every distinct
    one, for values that do not rise with points; there a keep that wins the match is worth a unit.
    """
    unit, dice = unit or rules.unit, rules.dice
    tables = TurnTables([0, 0], [0], [], [], [])
    for n in range(1, dice + 1):
        total = total_weight(n, rules)
        weights: Counter[tuple[tuple[int, int], ...]] = Counter()
        for weight, keeps, rolls_again in roll_classes(n, rules):
            if rolls_again:
                assert rules.nothing_scores is not None
                options: tuple[tuple[int, int], ...] = ((rules.nothing_scores // unit, dice + 1),)
            elif keep == "all":
                options = tuple(sorted({(k.points // unit if k.dice_left else 1, k.dice_left) for k in keeps}))
            else:
                options = tuple((k.points // unit, k.dice_left) for k in offered(keeps, keep))
            weights[options] += weight
        for options, weight in weights.items():
            tables.probability.append(weight / total)
            tables.points.extend(points for points, _ in options)
            tables.column.extend(column for _, column in options)
            tables.first_option.append(len(tables.points))
        tables.first_class.append(len(tables.probability))
    return tables


def offered(keeps: tuple[Keep, ...], keep: str) -> list[Keep]:
    """The keeps that a keeping style looks at: one for "most" and "fewest", one for each number of dice for "best"."""
    if not keeps:
        return []
    if keep == "most":
        return [keeps[0]]
    if keep == "fewest":
        return [min(keeps, key=lambda k: (len(k.dice), -k.points))]
    first: dict[int, Keep] = {}  # keeps come with the most points first
    for k in keeps:
        first.setdefault(k.dice_left, k)
    return list(first.values())


@compiled
def backward(
    first_class: Any,
    first_option: Any,
    probability: Any,
    points: Any,
    column: Any,
    bank: Any,
    won: Any,
    forced: Any,
    bust: float,
    dice: int,
    rows: int,
    value: Any,
    roll_value: Any,
) -> None:
    """One backward pass over turn totals: the value of rolling, and of choosing, in every state of a turn.

    `value` and `roll_value` are flat with `dice` + 2 columns a row; rows from `rows` on hold the values of higher
    totals already. `bank[t]` is the value of banking t units, `won[t]` that of winning the match with them; `forced`
    is 1 in the cells where banking is not allowed; `bust` is the value of a farkle. Totals only grow within a turn,
    so each row reads rows above it.
    """
    width = dice + 2
    for t in range(rows - 1, -1, -1):
        for n in range(1, dice + 1):
            total = 0.0
            for c in range(first_class[n], first_class[n + 1]):
                best = bust
                first = first_option[c]
                last = first_option[c + 1]
                if first < last:
                    best = value[(t + points[first]) * width + column[first]]
                    for k in range(first + 1, last):
                        other = value[(t + points[k]) * width + column[k]]
                        best = max(best, other)
                total += probability[c] * best
            cell = t * width + n
            roll_value[cell] = total
            if forced[cell]:
                value[cell] = total
            else:
                value[cell] = max(total, bank[t])
        value[t * width] = won[t]
        value[t * width + dice + 1] = roll_value[t * width + dice]


@compiled
def hot_chain(
    chance: Any,
    safe: Any,
    hot: Any,
    banked: Any,
    constant: float,
    straight: float,
    slope: float,
    intercept: float,
    first: int,
    unit: int,
    chain: Any,
) -> None:
    """Fill `chain` from above: the value of rolling all dice at totals from `first` on, all else being banked.

    Rolls that are banked at any total bring `straight` x total + `constant`. Each other roll offers `safe` points
    that are banked (-1: none), and `hot` ones after which all dice are rolled, or banked where `banked`.
    """
    cells = len(chain)
    for at in range(cells - 1, -1, -1):
        total = (first + at) * unit
        value = straight * total + constant
        for c in range(len(chance)):
            there = at + hot[c] // unit
            best = slope * (total + hot[c]) + intercept
            if there < cells:
                best = chain[there]
            if banked[c]:
                best = max(best, float(total + hot[c]))
            if safe[c] >= 0:
                best = max(best, float(total + safe[c]))
            value += chance[c] * best
        chain[at] = value


class PlayTables(NamedTuple):
    """Dice and one policy, for playing turns.

    `class_of[first_roll[n] + i]` is the class of ordered roll i of n dice, numbered as in `PolicyTable`, whose
    fields follow. Unless `fair`, each die takes a word, against `thresholds`.
    """

    dice: int
    fair: bool
    thresholds: Any
    first_roll: Any
    class_of: Any
    rows: int
    classes: int
    rolls: Any
    points: Any
    column: Any


@compiled
def play_turns(seed, start, tables, luck, most, out):  # type: ignore[no-untyped-def]
    """Play one turn a game, for games `start`, `start` + 1, ...: the loop of `play_turn`, over tables.

    Fills the rows of `out`: turn totals in scoring units, farkles, rolls (-1: more than `most`), and where there is a
    table of `luck` that of the rolls.
    """
    for game in range(out.shape[1]):
        state = turn_key(game_key(seed, start + game), 0, 0)
        total, n, rolled, farkle, lucky = 0, tables.dice, 0, 0, 0
        while True:
            first = tables.first_roll[n]
            if tables.fair:
                roll, state = below(state, tables.first_roll[n + 1] - first)
            else:
                roll = 0
                for _ in range(n):
                    face, state = loaded_face(state, tables.thresholds)
                    roll = 6 * roll + face
            rolled += 1
            at = min(total, tables.rows - 1) * tables.classes + tables.class_of[first + roll]
            if len(luck) > 0:
                lucky += luck[at]
            left = int64(tables.column[at])
            if left == FARKLE:
                total, farkle = 0, 1
                break
            total += tables.points[at]
            if left == 0:
                break
            n = min(left, tables.dice)  # above: nothing scored, and all dice must be rolled again
            row = min(total, tables.rows - 1)
            if left <= tables.dice and not tables.rolls[row * (tables.dice + 1) + n]:
                break
            if rolled >= most:
                rolled = -1
                break
        out[0, game] = total
        out[1, game] = farkle
        out[2, game] = rolled
        if len(luck) > 0:
            out[3, game] = lucky
