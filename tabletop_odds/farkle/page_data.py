"""Farkle on the page for the table: the solved turns and races of all presets, in a form that a browser reads.

Scores and points go over in steps (`rules.step`). `roll_again.js` rebuilds turns from them as `solution` and
`race_solution` do.
"""

from __future__ import annotations

import json
from dataclasses import fields
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tabletop_odds.roll_again_page import Part, pack

from .odds import bust_probability, can_arise
from .optimal import solve_turn
from .race import solve_race
from .race_solver import distinct_keeps, least_bust, levels_of, lowest_score, minimum_steps, statuses, sure_chances
from .rules import Rules, presets
from .scoring import combinations, keep_table

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLES = {
    "core": "Core: ones, fives, triples",
    "boxed": "Boxed: three ones 300",
    "facebook": "Facebook Farkle",
    "zilch": "Zilch: three farkles cost 500",
    "kcd": "Kingdom Come: to 4,000",
    "rich": "Rich: boxed, three ones 1,000",
}
LOW = 60  # steps: above, every total that can be made can arise with any number of dice


def page_part() -> Part:
    """Farkle as a part of the page: its script and, for every preset, rules, turn and race.

    >>> list(page_part().data["presets"])
    ['core', 'boxed', 'facebook', 'zilch', 'kcd', 'rich']
    """
    script = files(__package__).joinpath("roll_again.js").read_text("utf-8")
    found = {name: _preset(name, rules) for name, rules in presets().items()}
    return Part("farkle", "Farkle", script, {"presets": found})


def _preset(name: str, rules: Rules) -> dict[str, Any]:
    """One rule set: what the input needs at once as it is, what answers need packed."""
    shown = ("target", "step", "three_farkles", "below_zero", "minimum_bank", "nothing_scores", "hot_dice")
    return {
        "title": TITLES[name],
        **{field: getattr(rules, field) for field in shown},
        "last_turn": rules.end == "last_turn",
        "scores": _scores(rules),
        "turn": pack(json.dumps(_turn(rules)).encode()),
        "race": pack(json.dumps(_race(rules)).encode()),
        "start": _start(rules),
    }


def _scores(rules: Rules) -> list[tuple[str, str]]:
    """What scores, for reading, in the order of the fields of `Rules`."""
    names = {"single_one": "a 1", "single_five": "a 5", "three_ones": "three 1s", "triple": "three of a kind"}
    there = {found.name for found in combinations(rules)}
    lines = []
    for field in fields(rules):
        worth = getattr(rules, field.name)
        if field.name in there:
            text = (
                f"{worth:,}" if isinstance(worth, int) else f"{worth[1:]} \N{MULTIPLICATION SIGN} its three of a kind"
            )
            text += " \N{MULTIPLICATION SIGN} the face" if field.name == "triple" else ""
            lines.append((names.get(field.name, field.name.replace("_", " ")), text))
    if rules.nothing_scores is not None:
        lines.append(("nothing on six dice", f"{rules.nothing_scores:,}, roll again"))
    if rules.three_farkles is not None:
        lines.append(("third farkle in a row", f"\N{MINUS SIGN}{rules.three_farkles:,}"))
    return lines


def _turn(rules: Rules) -> dict[str, Any]:
    """The turn: rolls by class, keeps, and the values of `solve_turn` by farkles in a row."""
    solved = solve_turn(rules)
    dice, step = rules.dice, rules.step
    plain = dice == 6 and rules.unit == step and any(points == step for _, points, _, _ in keep_table(rules))
    free = rules.opening is None and rules.six_ones is None and rules.piggy_back is None
    if not (plain and free and rules.end in ("last_turn", "sudden_death") and rules.tie == "shared"):
        raise ValueError(f"rules {rules}: the page for the table does not cover them")
    return {
        "classes": distinct_keeps(rules)._asdict(),
        "keeps": [[list(kept), points // step] for _, points, _, kept in keep_table(rules)],
        "bust": [float(bust_probability(n, rules)) for n in range(1, dice + 1)],
        "minimum": minimum_steps(rules, True),
        "cannot": [[t, n] for t in range(LOW) for n in range(1, dice + 1) if not can_arise(t * step, n, rules)],
        "situations": [
            {
                "bust": s.bust,
                "rows": s.rows,
                "slope": s.slope,
                "intercept": s.intercept,
                "rolled": _doubles(s.roll_value),
                "chain": _doubles(s.chain),
            }
            for s in (solved.situation(True, status.farkles) for status in statuses(rules))
        ],
    }


def _race(rules: Rules) -> dict[str, Any]:
    """What turns of a race are rebuilt from, besides `start`."""
    solved = solve_race(rules)
    banked, again = sure_chances(rules)
    return {
        "levels": levels_of(rules, statuses(rules)[0]),
        "lowest": lowest_score(rules) // rules.step,
        "banked": banked,
        "again": again,
        "least_bust": least_bust(rules),
        "last_rows": solved.last.rows,
        "hot": _doubles(solved.hot),
    }


def _start(rules: Rules) -> str:
    """The chances at the start of turns, packed to a third.

    They are smooth in both scores: differences taken twice along each are small. They stand as whole numbers modulo
    2 ** 32 (so nothing is lost), zigzag (so that small negative ones are small), all lowest bytes first.
    """
    import numpy as np

    levels = levels_of(rules, statuses(rules)[0])
    table = np.array(solve_race(rules).start, np.uint32).reshape(-1, levels, levels)
    for axis in (1, 2):
        for _ in range(2):
            table = np.diff(table, axis=axis, prepend=np.uint32(0))
    signed = table.view(np.int32)
    zigzag = (signed << 1 ^ signed >> 31).astype("<i4")
    return pack(zigzag.ravel().view(np.uint8).reshape(-1, 4).T.tobytes())


def _doubles(values: Sequence[float]) -> str:
    """Numbers as packed doubles, all lowest bytes first: neighbours are alike in the highest."""
    import numpy as np

    return pack(np.array(values, "<f8").view(np.uint8).reshape(-1, 8).T.tobytes())
