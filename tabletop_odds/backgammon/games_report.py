"""Tables of whole games, simulated, and the sections of the strategy report that print them.

They are played by the library's evaluator in both seats, which is not expert play, and so is none of the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.answers import Value, as_number, as_percent, value_frame

from .board import State
from .policies import evaluator, pip_greedy, random_play
from .rules import OPENING_ROLLS, Rules

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.report import Report

SHOWN = {  # of the measures of `simulate`
    "win_1": "the first player wins",
    "points_1": "points of the first player",
    "gammon_1": "the first player wins a gammon or backgammon",
    "gammon_2": "the second player does",
    "turns": "turns of both players",
}


def games_table(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> pd.DataFrame:
    """Whole games between two evaluators, the first of whom has won the opening roll: what, and its value columns.

    At least n games, as many for each of the 15 opening rolls. Raises ValueError as `simulate_games`.

    >>> games_table(n=150)["what"].tolist()[0]
    'the first player wins'
    """
    import numpy as np

    from .simulate import MEASURES, game_play

    each = -(-n // len(OPENING_ROLLS))
    both = [evaluator(), evaluator()]
    games = np.array(  # [rolls, games, measures]: every roll has games of its own
        [
            game_play(both, rules, state=State(dice=roll))(seed, k * each, (k + 1) * each)
            for k, roll in enumerate(OPENING_ROLLS)
        ]
    )
    rows = []
    for measure, what in SHOWN.items():
        found = games[:, :, MEASURES.index(measure)]
        error = float(np.sqrt(found.var(axis=1).mean() / found.size))
        rows.append({"what": what, "value": Value(float(found.mean()), error, n=found.size, seed=seed)})
    return value_frame(rows, ["what"])


def policies_table(rules: Rules | None = None, n: int = 100_000, seed: int = 1) -> pd.DataFrame:
    """Points a game of simpler policies against the evaluator: policy, the value columns. ValueError as `compare`."""
    from .simulate import compare

    found = compare([pip_greedy(), random_play()], n, seed=seed, rules=rules, progress=False)
    return value_frame([{"policy": row["policy"], "value": row["value"]} for row in found.rows], ["policy"])


def add_games(report: Report, rules: Rules, n: int, seed: int) -> None:
    """The section on whole games."""
    games = games_table(rules, n, seed)
    values = {row["what"]: row for row in games.to_dict("records")}
    wins, points = (values[SHOWN[measure]] for measure in ("win_1", "points_1"))
    shares = [Value(row["value"], row["standard_error"], n=int(row["n"]), seed=seed) for row in (wins, points)]
    report.heading("Whole games")
    report.prose(
        "Simulated by the library's evaluator in both seats, without a cube. **It is not expert play**: take these "
        f"figures as a rough picture. Who wins the opening roll wins {as_percent(shares[0], sampled=False)} of games, "
        f"{as_number(shares[1], 'points', sampled=False)} a game."
    )
    report.table("games", games, "Games between two evaluators, as many for each of the 15 opening rolls.")
    caption = "Points a game of simpler policies against the evaluator: leading by most pips, and any legal play."
    report.table("policies", policies_table(rules, n, seed), caption)
