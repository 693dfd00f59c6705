"""Tables of the cube in bear-offs, exact, and of rules of thumb, and the sections of the strategy report on them.

Money play, both sides at home. What the rules of thumb cost is measured on races drawn at random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tabletop_odds.answers import as_number, as_percent

from .cube_equities import cube
from .one_sided import solve_one_sided
from .positions import HOME, Position, every_position
from .race_report import as_text

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

BEAR_OFFS: tuple[tuple[str, str], ...] = (  # roller first, at most six checkers a side
    ("4", "4"),
    ("6", "6"),
    ("8", "8"),
    ("10", "10"),
    ("14", "14"),
    ("0,0,0,0,0,1", "1,1"),
    ("0,0,0,0,1,1", "1,1"),
    ("0,0,1,1", "0,0,1,1"),
    ("0,0,0,0,0,2", "0,0,0,0,0,2"),
    ("1,1,1,1", "4"),
    ("1,1,1,1", "1,1,1,1"),
    ("2,2", "2,2"),
    ("0,0,0,1,1,1", "0,0,0,1,1,1"),
    ("2,2,2", "2,2,2"),
    ("1,1,1,1,1,1", "1,1,1,1,1,1"),
    ("0,0,0,2,2,2", "0,0,0,2,2,2"),
    ("0,0,0,0,0,6", "0,0,0,0,0,6"),
)
THUMB_CHECKERS = 6  # a side, of the races that grade the rules of thumb
FEWEST = 1_000  # of these races


def cube_table(pairs: Sequence[tuple[Position, Position]] = BEAR_OFFS) -> pd.DataFrame:
    """The money cube of pairs, roller first: mine, theirs, win, centred, owned, double_take, action; exact.

    `win`: the chance to win without a cube. Equities, in cubes as it lies: without a double, the cube in the centre
    (`centred`) or an own one (`owned`), and after a double and a take; a pass is 1. Raises ValueError as `cube`.

    >>> cube_table([("0,0,0,0,0,2", "0,0,0,0,0,2")])["action"].tolist()
    ['redouble, take']
    """
    import pandas as pd

    rows = []
    for mine, theirs in pairs:
        found = cube(mine, theirs)
        row = {"mine": as_text(mine), "theirs": as_text(theirs), "win": (1 + found.cubeless.value) / 2}
        row |= {"centred": found.centred.value, "owned": found.owned.value}
        rows.append(row | {"double_take": found.double_take.value, "action": found.action})
    return pd.DataFrame(rows)


def cube_map_table(mine: Mapping[str, Position], theirs: Mapping[str, Position] | None = None) -> pd.DataFrame:
    """What is right with the cube for every pair of named positions: mine, theirs, win, double_take, action; exact.

    `mine` is on roll; `theirs`: as `mine` where it is left out. An action "no double, beaver" is a "no double" after
    which a double should be beavered, where that is allowed. Raises ValueError as `cube`.

    >>> cube_map_table({"2 aces": "2", "6 aces": "6"})["action"].tolist()
    ['double, pass', 'double, pass', 'no double, beaver', 'double, pass']
    """
    import pandas as pd

    rows = []
    for name, position in mine.items():
        for other, against in (mine if theirs is None else theirs).items():
            found = cube(position, against)
            beaver = found.action == "no double" and found.double_take.value < 0
            row = {"mine": name, "theirs": other, "win": (1 + found.cubeless.value) / 2}
            row |= {"double_take": found.double_take.value}
            rows.append(row | {"action": "no double, beaver" if beaver else found.action})
    return pd.DataFrame(rows)


def few_checkers(most: int = 2, least: int = 1) -> dict[str, Position]:
    """Positions of `least` to `most` checkers at home, fewest expected rolls first, named by their points.

    >>> list(few_checkers(2))[:8]
    ['1', '2', '3', '11', '12', '4', '13', '5']
    """
    table = solve_one_sided(HOME, most)
    found = {}
    for counts in every_position(HOME, most):
        if sum(counts) >= least:
            name = "".join(str(point) * count for point, count in enumerate(counts, 1))
            found[name] = counts
    order = {
        name: (round(float(table.mean[table.number(counts)]), 9), len(name), name) for name, counts in found.items()
    }
    return {name: found[name] for name in sorted(found, key=order.__getitem__)}


def thumb_cost_table(n: int, seed: int) -> pd.DataFrame:
    """What rules of thumb cost in n races as they are met with at most six checkers a side: `verdict_error_table`.

    Raises ValueError as `realistic_races`.
    """
    from .thumb_exact import exact_equities
    from .thumb_grades import verdict_error_table
    from .thumb_races import realistic_races

    races = realistic_races(THUMB_CHECKERS, n, seed=seed)
    return verdict_error_table(races, exact_equities(races))


def add_cube(report: Report) -> None:
    """The section on the cube."""
    from .plots import plot_cube_actions

    report.heading("The cube in bear-offs")
    report.prose(
        "With as many rolls left on both sides, none of which can miss, two or three each are a double and a pass, "
        "four a redouble and a take, five or more a double, no redouble, and a take. Misses and gaps shift that much, "
        "as the pairs below show."
    )
    pairs = cube_map_table(few_checkers(2, least=2))
    report.figure(
        "two_checkers",
        lambda ax: plot_cube_actions(pairs, ax=ax),
        "The cube with two checkers left on both sides, named by their points, strongest first; money play, exact.",
        pairs,
    )
    caption = (
        "Typical bear-offs, roller first: chance to win without a cube, equities without a double (cube in the centre, "
        "own cube) and after double and take; money play, exact."
    )
    report.table("cube", cube_table(), caption, percent=("win",))


def add_thumbs(report: Report, n: int, seed: int) -> None:
    """The section on rules of thumb, with what they cost in n races."""
    from .plots import plot_verdict_costs

    costs = thumb_cost_table(max(n, FEWEST), seed)
    report.heading("Rules of thumb")
    takes, doubles = (
        costs[costs["decision"] == decision].nsmallest(1, "lost").iloc[0] for decision in ("take", "double")
    )
    report.prose(
        f"Of the rules that count at the board, {doubles['rule']} doubles best in these short races, wrong in "
        f"{as_percent(doubles['value'])} and giving away {as_number(doubles['lost'], 'points')} on average; "
        f"{takes['rule']} takes best, wrong in {as_percent(takes['value'])} and giving away "
        f"{as_number(takes['lost'], 'points')}. Most of these rules were made for longer races."
    )
    caption = (
        f"What the verdicts of rules of thumb cost on average, {max(n, FEWEST):,} races as they are met with at most "
        f"{THUMB_CHECKERS} checkers a side, against exact equities; 95 % intervals."
    )
    report.figure("thumbs", lambda ax: plot_verdict_costs(costs, ax=ax), caption, costs)
    asked = costs[costs["decision"] != "redouble"].sort_values(["decision", "lost"], kind="stable")
    wrong = asked.drop(columns=["population", "lost_error"])
    caption = "Wrong verdicts, those of them that double or take too much, and the points lost, on average and at most."
    report.table("thumbs", wrong, caption, percent=("value", "too_many"))
