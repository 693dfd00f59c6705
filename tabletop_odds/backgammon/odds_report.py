"""Tables of one roll, exact, and the sections of the strategy report that print them: shots, entering, the last two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tabletop_odds.answers import as_percent

from .board import BAR, State
from .odds import bear_off_probability, entering_distribution, hit_probability, shot_probability, shots_table
from .positions import HOME

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

ONE_DIE = 11  # rolls of 36 that show a given number
NEAR = 12  # the farthest shooter of the table of two
HELD = (3, 5)  # the example of points that block combinations


def shot_kinds_table(blocked: Iterable[int] = ()) -> pd.DataFrame:
    """`shots_table` with its rolls taken apart: distance, direct, combination, rolls (of 36), probability; exact.

    direct: rolls in which one die shows the distance; combination: the others that hit. `blocked`: the distances at
    which points are held, which have no row. Raises ValueError as `shots_table`.

    >>> shot_kinds_table().query("distance == 6")[["direct", "combination"]].values.tolist()
    [[11, 6]]
    """
    frame = shots_table(blocked)
    direct = (frame["distance"] <= HOME) * ONE_DIE
    frame.insert(1, "direct", direct)
    frame.insert(2, "combination", frame["rolls"] - direct)
    return frame


def two_shooters_table(most: int = NEAR) -> pd.DataFrame:
    """The rolls that hit with two checkers so far away: farther, nearer (pips), rolls (of 36), probability; exact.

    Nothing else is on the board, so nothing blocks. `most`: the farthest distance, 2 to 23. Raises ValueError for
    another.

    >>> two_shooters_table(2)["rolls"].tolist()
    [20]
    """
    import pandas as pd

    if most not in range(2, BAR - 1):
        raise ValueError(f"most={most!r}: allowed are whole numbers from 2 to {BAR - 2}")
    rows = []
    for far in range(2, most + 1):
        for near in range(1, far):
            mine = [int(point in (1 + near, 1 + far)) for point in range(1, BAR)]
            blot = [0] * (BAR - 2) + [1]  # on the point 1 of the player on roll
            chance = hit_probability(State.of(mine, blot))
            rows.append({"farther": far, "nearer": near, "rolls": int(36 * chance), "probability": float(chance)})
    return pd.DataFrame(rows)


def entering_table() -> pd.DataFrame:
    """Entering from the bar, by the points held of six: closed, one, both (of two), one_of_two (or both), exact.

    >>> entering_table()["one"].round(3).tolist()
    [1.0, 0.972, 0.889, 0.75, 0.556, 0.306, 0.0]
    """
    import pandas as pd

    rows = []
    for closed in range(HOME + 1):
        one, two = entering_distribution(closed), entering_distribution(closed, 2)
        row = {"closed": closed, "one": one[1], "both": two[2], "one_of_two": 1 - two[0]}
        rows.append({name: number if name == "closed" else float(number) for name, number in row.items()})
    return pd.DataFrame(rows)


def last_two_table() -> pd.DataFrame:
    """The rolls that bear off the last two checkers at once: higher, lower (their points), rolls (of 36), exact.

    >>> last_two_table()["rolls"].tolist()[-1]
    4
    """
    import pandas as pd

    rows = []
    for higher in range(1, HOME + 1):
        for lower in range(1, higher + 1):
            counts = [(point == higher) + (point == lower) for point in range(1, HOME + 1)]
            chance = bear_off_probability(counts)
            rows.append({"higher": higher, "lower": lower, "rolls": int(36 * chance), "probability": float(chance)})
    return pd.DataFrame(rows)


def add_odds(report: Report) -> None:
    """The sections on one roll."""
    from .plots import plot_pair_rolls, plot_shots

    shots = shot_kinds_table()
    report.heading("Shots")
    six, seven = (as_percent(shot_probability(distance)) for distance in (6, 7))
    report.prose(
        f"A blot 6 pips away is hit by {six} of rolls, one 7 pips away by {seven}: beyond one die, be as far away as "
        f"you can; within, as near. Points held in between stop combinations: with points {HELD[0]} and {HELD[1]} pips "
        f"away held, the 6 is hit by {as_percent(shot_probability(6, HELD))}."
    )
    caption = "The rolls of 36 that hit a blot so far from one checker, nothing in between, exact."
    report.figure("shots", lambda ax: plot_shots(shots, ax=ax), caption, shots)
    two = two_shooters_table()
    report.figure(
        "two_shooters",
        lambda ax: plot_pair_rolls(two, ax=ax),
        "The rolls of 36 that hit a blot which two checkers aim at, by how far behind it they are (pips), exact.",
        two,
    )
    report.heading("From the bar")
    caption = "The chance to enter by the points that are held of six: one checker; both of two; at least one of two."
    report.table("entering", entering_table(), caption, percent=("one", "both", "one_of_two"))


def add_last_two(report: Report) -> None:
    """The section on the last two checkers."""
    from .plots import plot_pair_rolls

    last = last_two_table()
    report.heading("The last two checkers")
    report.figure(
        "last_two",
        lambda ax: plot_pair_rolls(last, ax=ax),
        "The rolls of 36 that bear off both, by the points they stand on, exact.",
        last,
    )
