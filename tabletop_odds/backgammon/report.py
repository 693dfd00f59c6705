"""Backgammon's tables, and the strategy report that prints them: one roll, bear-offs, the cube, and games.

The tables stand in topic files: `odds_report`, `race_report`, `cube_report`, `games_report`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.answers import as_number, as_percent

from .board import BAR, State
from .cube_report import add_cube, add_thumbs, cube_map_table, cube_table, few_checkers, thumb_cost_table
from .games_report import add_games, games_table, policies_table
from .odds import shot_probability
from .odds_report import add_last_two, add_odds, entering_table, last_two_table, shot_kinds_table, two_shooters_table
from .race_report import TYPICAL, add_race, rolls_table, typical_table, wastage_table, within_table
from .rules import Rules, as_rules

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

__all__ = [
    "board_table",
    "cube_map_table",
    "cube_table",
    "entering_table",
    "few_checkers",
    "games_table",
    "last_two_table",
    "policies_table",
    "rolls_table",
    "shot_kinds_table",
    "strategy_report",
    "thumb_cost_table",
    "two_shooters_table",
    "typical_table",
    "wastage_table",
    "within_table",
]


def board_table(state: State) -> pd.DataFrame:
    """One row a point that is not empty, the bar last: point (of the player on roll; 25 and 0 the bars), mine, theirs.

    >>> board_table(State()).iloc[0].tolist()
    [1, 0, 2]
    """
    import pandas as pd

    there = {point: (state.mine[point - 1], 0) for point in range(1, BAR + 1) if state.mine[point - 1]}
    there |= {BAR - point: (0, state.theirs[point - 1]) for point in range(1, BAR + 1) if state.theirs[point - 1]}
    rows = [(point, *checkers) for point, checkers in sorted(there.items())]
    return pd.DataFrame(rows, columns=["point", "mine", "theirs"])


def strategy_report(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> Report:
    """Backgammon's strategy report: shots, the bar, effective pips, the cube in bear-offs, rules of thumb, whole games.

    Exact but for the rules of thumb, graded on n races, and the games, n a table with `seed`; `rules` matter to the
    games alone. Takes about a minute the first time, when it solves the cube of six checkers a side. Write it with
    `.write(folder)`.

    >>> strategy_report(n=1000).title  # doctest: +SKIP
    'Backgammon: shots, bear-offs and the cube'
    """
    from tabletop_odds.report import Report

    from .plots import plot_board

    rules = as_rules(rules)
    report = Report("Backgammon: shots, bear-offs and the cube", seed=seed, n=n, rules=str(rules))
    (best,) = typical_table({"": TYPICAL["7-5-3 on 6, 5, 4"]}).to_dict("records")
    (action,) = cube_table([("8", "8")])["action"]
    near, far = (as_percent(shot_probability(distance)) for distance in (6, 7))
    report.answer = (
        f"A blot 6 pips away is hit by {near} of rolls, one 7 pips away by {far}; 15 checkers home waste "
        f"{as_number(best['wastage'])} pips at best; the cube with four rolls each that cannot miss: {action}."
    )
    start = State()
    report.figure(
        "board",
        lambda ax: plot_board(start, ax=ax),
        "The start, as the player on roll sees it: blue moves from 24 down to 1, bears off at the bottom right, and "
        "counts its points as written; the other counts from its own end.",
        board_table(start),
    )
    report.how_sure = (
        "**Exact**, by enumeration and backward recursion over all positions: rolls, effective pips, and the cube, for "
        f"money. **Simulated**: rules of thumb, graded on {n:,} races drawn at random against exact equities, and "
        f"whole games, {n:,} or a few more a table. **Taken for granted**: in those games the library's evaluator "
        "plays both seats. It is no expert, so they are a rough picture, whatever their standard errors."
    )
    add_odds(report)
    add_race(report)
    add_last_two(report)
    add_cube(report)
    add_thumbs(report, n, seed)
    add_games(report, rules, n, seed)
    return report
