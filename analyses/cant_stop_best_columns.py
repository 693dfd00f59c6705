"""Which columns should you go for?

The chance that a roll offers one of k columns, for the best sets of every size; what a column takes, from every space;
which three runners survive, and how far they get; and, simulated, which columns good and less good players claim.

    python analyses/cant_stop_best_columns.py [test|report|gallery] [--checkpoint FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from tabletop_odds import cant_stop
from tabletop_odds.answers import Value, as_number, as_percent
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report

SIZES = {"test": (50, 4), "report": (1_000, 6), "gallery": (10_000, 6)}  # games a policy, largest set of columns
MARKS = "os^"
MIDDLE = frozenset((6, 7, 8))
SHOWN = 8  # triples from either end


def sets_table(most: int) -> pd.DataFrame:
    """The three best sets of k columns: k, columns, success (the chance that a roll offers one of them); exact."""
    rows = [
        {"k": k, "columns": " ".join(map(str, columns)), "success": float(success)}
        for k in range(1, most + 1)
        for columns, success in cant_stop.best_columns(k, n=3)
    ]
    return pd.DataFrame(rows)


def runners_table() -> pd.DataFrame:
    """Every three runners: runners, bust, stop_at (steps), start (the progress of the first spaces), best (that of the
    best turn) and gain, what rolling on adds; exact."""
    rules = cant_stop.Rules()
    rows = []
    for row in cant_stop.stop_steps_table().itertuples():
        start = sum(1 / rules.length(column) for column in (row.a, row.b, row.c))
        rows.append(
            {
                "runners": f"{row.a} {row.b} {row.c}",
                "bust": row.bust,
                "stop_at": row.stop_at,
                "start": start,
                "best": row.best,
                "gain": max(row.best - start, 0.0),
            }
        )
    return pd.DataFrame(rows)


def claims_tables(n: int, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The columns that policies claim in n games alone each, simulated: policy, column, and the share of games as value
    columns; and policy, and how many of 6, 7 and 8 a game claims, as value columns."""
    rules = cant_stop.Rules(players=1)
    each, middle = [], []
    for policy in (cant_stop.linear_weights(stop_at_top=True), cant_stop.glenn_aloi(), cant_stop.rule_of_28()):
        games = [cant_stop.play_game([policy], rules, seed=seed, game=game).state.closed for game in range(n)]
        for column in rules.columns:
            claimed = Value.from_rate(sum(column in closed for closed in games), n, seed)
            each.append({"policy": policy.name, "column": column, **claimed.to_dict()})
        counts = [len(MIDDLE.intersection(closed)) for closed in games]
        mean = Value.from_moments(n, sum(counts), sum(k * k for k in counts), seed)
        middle.append({"policy": policy.name, **mean.to_dict()})
    return pd.DataFrame(each).drop(columns="seed"), pd.DataFrame(middle).drop(columns="seed")


def draw_turns(ax, board: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """Expected turns to top each column, by the spaces that are left; the high columns are the low ones mirrored."""
    colours = [*PALETTE[:4], PALETTE[4], PALETTE[6]]
    for colour, (column, part) in zip(colours, board[board["column"] <= 7].groupby("column"), strict=True):
        left = part["length"] - part["from_space"]
        mirror = 14 - int(column)
        label = f"{column}" if mirror == column else f"{column}, {mirror}"
        ax.plot(left, part["expected_turns"], "o-", color=colour, markersize=3, label=label)
        ax.plot(left.iloc[0], part["expected_turns"].iloc[0], "o", color=colour, markersize=7)
    ax.set(xlabel="spaces to the top", ylabel="turns to top it alone", ylim=(0, None), xticks=range(1, 14))
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=6, title="column", loc="lower right", bbox_to_anchor=(1.0, 1.0))


def draw_claims(ax, claims: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """The share of games in which each column was claimed, with 95 % intervals, by policy."""
    for i, (policy, part) in enumerate(claims.groupby("policy", sort=False)):
        at, colour = part["column"] + 0.22 * (i - 1), PALETTE[i]
        ax.vlines(at, 100 * part["low"], 100 * part["high"], color=colour, linewidth=4, alpha=0.35)
        ax.plot(at, 100 * part["value"], MARKS[i], color=colour, markersize=5, label=policy)
    ax.set(xlabel="column", ylabel="games that claim it (%)", ylim=(0, None), xticks=range(2, 13))
    ax.grid(axis="y", color="0.92")
    ax.legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    n, most = SIZES[size]
    board, sets, runners = cant_stop.board_table(), sets_table(most), runners_table()
    claims, middle = claims_tables(n, seed)
    of_three = {row.policy: Value(row.value, row.standard_error, n=n, seed=seed) for row in middle.itertuples()}
    claimed = {name: as_number(value, sampled=False) for name, value in of_three.items()}
    good, plain = next(iter(claimed)), next(reversed(claimed))
    columns = cant_stop.column_table()
    order = columns.sort_values("expected_turns", kind="stable")
    (best, survive), *_ = cant_stop.best_columns(3, n=1)
    worst = runners.loc[runners["bust"].idxmax()]
    fastest, slowest = order.iloc[0], order.iloc[-1]
    report = Report(
        "Can't Stop: which columns should you go for?",
        answer=f"The middle ones are easiest: column {fastest['column']:.0f} takes "
        f"{as_number(fastest['expected_turns'], 'turns')} to top, column {slowest['column']:.0f} "
        f"{as_number(slowest['expected_turns'], 'turns')}; runners on {', '.join(map(str, best))} survive "
        f"{as_percent(survive)} of rolls, on {worst['runners'].replace(' ', ', ')} {as_percent(1 - worst['bust'])}. "
        f"But take what the dice give: of the columns that win a game alone, {claimed[good]} are 6, 7 or 8 with "
        f"{good}, {claimed[plain]} with the weaker {plain}.",
        how_sure="**Exact**, by enumeration of all rolls and backward recursion: odds, turns and progress. "
        f"**Simulated**: only the columns that policies claim, {n:,} games a policy. **Taken for granted**: turns to "
        "top a column are of a player who goes only for it, and progress counts a step as 1 / length of its column.",
        seed=seed,
        n=n,
        rules="official",
    )
    report.figure(
        "board",
        lambda ax: cant_stop.plot_board(board, ax=ax),
        "The chance to top each column this turn, going only for it, by the space of the marker (dotted: no marker "
        "yet; dark: the top, with the column's number), exact.",
        board,
    )
    report.heading("One column")
    report.prose(
        "Short columns do not make up for rare sums: a column of 3 spaces takes more than twice the turns of one of "
        "13. With the same number of spaces to go, the sum decides."
    )
    report.figure(
        "turns_left",
        lambda ax: draw_turns(ax, board),
        "Expected turns to top a column, going only for it, by the spaces to its top (large: from the bottom), exact.",
        board,
    )
    caption = "Chance that a roll offers the column, to top it in one turn from the bottom, and turns to top it."
    report.table("columns", columns, caption, percent=("success", "top_probability"))
    report.heading("Several columns")
    even = cant_stop.success_probability(range(2, 13, 2))
    report.prose(
        f"Even sums help each other: one of the even columns is offered by {as_percent(even)} of rolls, one of the odd "
        f"ones by {as_percent(cant_stop.success_probability(range(3, 12, 2)))}."
    )
    report.table("sets", sets, "The best three sets of k columns: the chance that a roll offers one.", ("success",))
    report.heading("Three runners")
    report.figure(
        "triples",
        lambda ax: cant_stop.plot_triples(cant_stop.triples_table(), ax=ax),
        "Busts of the next roll, by the columns of the three runners, none at its top: dark the middle one of the "
        "three, at the edges the lower and the higher one; exact. CSV: and how far they get.",
        runners,
    )
    still = runners[runners["gain"] < 1e-9]
    top = runners.loc[runners["gain"].idxmax()]
    report.prose(
        "How far do they get? All three stand on the first spaces, and a step is worth 1 / length of its column. "
        f"Rolling on adds most on {top['runners'].replace(' ', ', ')}: {as_number(top['gain'], 'columns')}. With "
        f"{len(still)} of the {len(runners)} sets another roll is not worth its risk: stop as soon as the rules allow."
    )
    ordered = runners.sort_values(["gain", "bust"], ascending=[False, True], kind="stable")
    shown = pd.concat([ordered.head(SHOWN), ordered.tail(SHOWN)])
    caption = (
        "The runners that gain most by rolling on, and least: steps to stop at, progress of the start and at best."
    )
    report.table("runners", shown, caption, percent=("bust",))
    report.heading("What players claim")
    report.prose(
        "Of these three policies, the better one insists less on the middle: of the columns that a game alone claims, "
        "6, 7 or 8 are " + ", ".join(f"{number} with {name}" for name, number in claimed.items()) + "."
    )
    report.table("middle", middle, f"How many of 6, 7 and 8 a game alone claims, {n:,} games a policy, simulated.")
    caption = f"The share of games alone that claim each column, {n:,} games a policy, simulated; bars: 95 % intervals."
    report.figure("claims", lambda ax: draw_claims(ax, claims), caption, claims)
    return report.write(folder or Path("build") / "reports" / "cant_stop_best_columns")


if __name__ == "__main__":
    sys.exit(analysis(main))
