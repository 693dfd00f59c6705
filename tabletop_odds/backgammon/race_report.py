"""Tables of bearing off alone, exact, and the section of the strategy report on it: effective pips, rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabletop_odds.answers import as_number

from .bearoff import epc_table
from .one_sided import solve_one_sided
from .positions import CHECKERS, HOME, Position, as_counts, pip_count
from .race import PIPS_A_ROLL

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report


OVERLAID = ("7-5-3 on 6, 5, 4", "15 aces")
TYPICAL: dict[str, Position] = {
    "7-5-3 on 6, 5, 4": "0,0,0,3,5,7",
    "5-5-5 on 6, 5, 4": "0,0,0,5,5,5",
    "15 on the 6": "0,0,0,0,0,15",
    "3-3-3-2-2-2": "2,2,2,3,3,3",
    "gap on the 4": "2,3,3,0,3,4",
    "gaps on 4 and 5": "3,4,4,0,0,4",
    "2 on each point": "2,2,2,2,2,2",
    "15 aces": "15",
    "10 aces": "10",
    "9 aces, 1 on the 6": "9,0,0,0,0,1",
}
SHORT: dict[str, Position] = {
    "1 on the 6": "0,0,0,0,0,1",
    "2 on the 6": "0,0,0,0,0,2",
    "6 and 5": "0,0,0,0,1,1",
    "6, 5 and 4": "0,0,0,1,1,1",
    "3 on the 2": "0,3",
    "4 aces": "4",
    "2 on 1, 2 on 2": "2,2",
    "1 on each of 1 to 4": "1,1,1,1",
    "6 aces": "6",
    "2 on 1, 2, 3": "2,2,2",
}


def typical_table(positions: Mapping[str, Position] | None = None) -> pd.DataFrame:
    """Effective pips of named positions at home (`TYPICAL`): position, counts, pips, rolls, sd, epc, wastage; exact.

    `rolls`: expected, by best play; `sd`: their standard deviation; `epc`: rolls times 49/6; `wastage`: epc less pips.
    Raises ValueError for a position that is none, or has a checker outside.

    >>> typical_table({"two on 6": [0, 0, 0, 0, 0, 2]})["epc"].round(4).tolist()
    [17.2285]
    """
    import pandas as pd

    table = solve_one_sided()
    rows = []
    for name, position in (TYPICAL if positions is None else positions).items():
        counts = as_counts(position, points=HOME)
        number, pips = table.number(counts), pip_count(counts)
        rolls = float(table.mean[number])
        row = {"position": name, "counts": as_text(counts), "pips": pips, "rolls": rolls}
        row |= {"sd": float(table.variance[number] ** 0.5), "epc": PIPS_A_ROLL * rolls}
        rows.append(row | {"wastage": PIPS_A_ROLL * rolls - pips})
    return pd.DataFrame(rows)


def wastage_table(checkers: int = CHECKERS) -> pd.DataFrame:
    """Wastage of all positions of so many checkers at home, by pips: pips, positions, least, lower (quartile), median,
    upper, most; exact. Raises ValueError for checkers outside 1 to 15.

    >>> wastage_table(1)["least"].round(3).tolist()
    [7.167, 6.167, 5.167, 4.62, 4.301, 4.208]
    """
    frame = epc_table(HOME, checkers)
    found = frame[frame["checkers"] == checkers].groupby("pips")["wastage"]
    quantiles = {"least": 0.0, "lower": 0.25, "median": 0.5, "upper": 0.75, "most": 1.0}
    columns = {"positions": found.size()} | {name: found.quantile(q) for name, q in quantiles.items()}
    return found.size().to_frame("positions").assign(**columns).reset_index()


def rolls_table(positions: Mapping[str, Position]) -> pd.DataFrame:
    """Rolls to bear off, position by position: position, rolls, probability, at_most, mean (of the position); exact.

    Raises ValueError as `typical_table`.

    >>> rolls_table({"two on 6": "0,0,0,0,0,2"})["probability"].round(4).tolist()
    [0.1111, 0.6713, 0.2145, 0.0031]
    """
    import pandas as pd

    table = solve_one_sided()
    chances = table.distributions()
    rows = []
    for name, position in positions.items():
        number = table.number(as_counts(position, points=HOME))
        total = 0.0
        for rolls, chance in enumerate(chances[number]):
            if chance > 0:
                total += float(chance)
                row = {"position": name, "rolls": rolls, "probability": float(chance), "at_most": min(total, 1.0)}
                rows.append(row | {"mean": float(table.mean[number])})
    return pd.DataFrame(rows)


def within_table(positions: Mapping[str, Position] | None = None, rolls: int = 4) -> pd.DataFrame:
    """The chance to have borne off all within 1 to so many rolls: position, counts, within_1, within_2, ...; exact.

    `positions`: named, at home; by default a few short ones. Raises ValueError as `typical_table`.

    >>> within_table({"two on 6": "0,0,0,0,0,2"}, rolls=2)["within_2"].round(4).tolist()
    [0.7824]
    """
    import pandas as pd

    asked = SHORT if positions is None else positions
    found = rolls_table(asked)
    rows = []
    for name, position in asked.items():
        part = found[found["position"] == name]
        row: dict[str, object] = {"position": name, "counts": as_text(position)}
        for most in range(1, rolls + 1):
            row[f"within_{most}"] = float(part.loc[part["rolls"] <= most, "probability"].sum())
        rows.append(row)
    return pd.DataFrame(rows)


def as_text(position: Position) -> str:
    """The counts of the home points, ace point first.

    >>> as_text([2])
    '2,0,0,0,0,0'
    """
    return ",".join(map(str, as_counts(position, points=HOME)))


def add_race(report: Report) -> None:
    """The section on effective pips and rolls."""
    from .plots import plot_rolls, plot_wastage

    named, every = typical_table(), wastage_table()
    best = epc_table().query("checkers == @CHECKERS").nsmallest(1, "wastage").iloc[0]
    report.heading("Effective pips")
    report.prose(
        "A side's effective pip count is its expected rolls, by best play, times the 49/6 pips of a mean roll. What it "
        f"has more than pips is wastage. 15 checkers waste least, {as_number(best['wastage'])} pips, as "
        f"{best['position']} (counts from the ace point up); gaps, and stacks on low points, waste more. Between equal "
        "pips the side that wastes less is ahead."
    )
    report.figure(
        "wastage",
        lambda ax: plot_wastage(every, named, ax=ax),
        f"Wastage of all {every['positions'].sum():,} positions of 15 checkers at home, by pips; marked are those of "
        "the table below, some of them of fewer checkers; exact.",
        every,
    )
    caption = "Effective pips of typical positions, expected rolls and their standard deviation, exact."
    report.table("epc", named, caption)
    pair = {name: TYPICAL[name] for name in OVERLAID}
    rolls = rolls_table(pair)
    report.figure(
        "rolls",
        lambda ax: plot_rolls(rolls, ax=ax),
        f"How many rolls {' and '.join(pair)} take to bear off, exact.",
        rolls.drop(columns="mean"),
    )
    within = within_table()
    caption = "The chance to have borne off all within so many rolls, exact."
    report.table("within", within, caption, percent=[c for c in within.columns if c.startswith("within")])
