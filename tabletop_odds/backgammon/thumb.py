"""Rules of thumb for races without contact, for money: judging a cube, or a chance to win, by counting.

All are approximations; `thumb_grades` says how good each is. A rule takes both sides' counts, roller first, and
answers with a `Thumb`. The rules stand in files by what they count: `thumb_counts` adjusts pips for what will be
wasted, `thumb_lengths` asks for the lead and the length of the race alone, `thumb_wins` for a chance to win,
`thumb_epc` for effective pips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .positions import Position
from .thumb_counts import isight, keith, thorp, ward
from .thumb_epc import trice
from .thumb_lengths import eight_nine_twelve, nack_57, rule_62, ten_percent
from .thumb_types import Side, Thumb, as_sides
from .thumb_wins import kleinman, percentage

if TYPE_CHECKING:
    import pandas as pd

Rule = Callable[[Position | Side, Position | Side], Thumb]


def rules_of_thumb() -> list[Rule]:
    """All of them, in the order of tables.

    >>> mine, theirs = [0, 0, 0, 3, 5, 7], [0, 0, 0, 1, 6, 8]
    >>> [rule(mine, theirs).rule for rule in rules_of_thumb()]
    ['Kleinman', 'percentage', 'Thorp', 'Keith', 'Isight', 'Ward', 'Rule 62', 'Nack 57', '8-9-12', '10 %', 'EPC']
    """
    counts: list[Rule] = [thorp, keith, isight, ward]
    lengths: list[Rule] = [rule_62, nack_57, eight_nine_twelve, ten_percent]
    return [kleinman, percentage, *counts, *lengths, trice]


def thumb_table(mine: Position, theirs: Position) -> pd.DataFrame:
    """What every rule of thumb says of a race: rule, mine, theirs (the counts it compares), win (may be missing),
    verdict.

    `mine` is on roll. ValueError: a position that is none, a side without checkers, sides that have contact.

    >>> table = thumb_table([0, 0, 0, 3, 5, 7], [0, 0, 0, 1, 6, 8])
    >>> table.loc[3, ["rule", "verdict"]].to_list()
    ['Keith', 'no double']
    """
    import pandas as pd

    return pd.DataFrame(thumb_rows(mine, theirs)).astype({"win": float})


def thumb_rows(mine: Position, theirs: Position) -> list[dict[str, Any]]:
    """The rows of `thumb_table`, without pandas; `win` is None where the rule gives none.

    >>> thumb_rows([0, 0, 0, 3, 5, 7], [0, 0, 0, 1, 6, 8])[3]["win"] is None
    True
    """
    roller, other = as_sides(mine, theirs)
    found = [rule(roller, other) for rule in rules_of_thumb()]
    return [
        {"rule": x.rule, "mine": float(x.mine), "theirs": float(x.theirs), "win": x.win, "verdict": x.verdict}
        for x in found
    ]
