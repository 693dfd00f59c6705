"""Rules of thumb graded against exact tables: how far their chances to win are off, and what their verdicts cost.

Exact is, for every race (`thumb_races.Races`), the roller's chance to win by best play, and his money equities, in
units of the cube as it stands: without a double, the cube in the centre or his, and after double and take. So

    double    is right where min(double and take, 1) > no double, cube in the centre
    redouble  likewise, cube his
    take      is right where double and take <= 1

and a wrong verdict costs the difference; the next verdicts are exact. Doubles and redoubles are graded on all races,
takes on those in which a double from the centre is right: elsewhere nobody asks. A verdict that costs at most 0.0001
counts as right: tables are rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds.answers import Value, value_frame

from .positions import HOME, count
from .race import PIPS_A_ROLL
from .thumb import rules_of_thumb
from .thumb_epc import estimated_epc, last_take_epc
from .thumb_types import Thumb

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from .thumb_races import Races

    Floats = np.ndarray[Any, np.dtype[np.float64]]

ROUNDING = 1e-4
DECISIONS = ("double", "redouble", "take")
EXACT_EPC = "EPC, exact"


class Equities(NamedTuple):
    """The roller's exact money equities, race by race: no double (cube in the centre, cube his), double and take."""

    centred: Floats
    owned: Floats
    double_take: Floats


def thumbs_of(races: Races, mean_rolls: Floats | None = None) -> list[Thumb]:
    """What every rule of thumb says of the races, in the order of `rules_of_thumb`, as arrays.

    With `mean_rolls`, the exact expected rolls of every position by its number, also what Trice's last take says of
    exact effective pip counts, "EPC, exact".

    >>> from tabletop_odds.backgammon.thumb_races import every_race
    >>> [int(thumb.take.sum()) for thumb in thumbs_of(every_race(2)) if thumb.rule == "Keith"]
    [315]
    """
    mine, theirs = races.sides()
    thumbs = [rule(mine, theirs) for rule in rules_of_thumb()]
    if mean_rolls is not None:
        if len(mean_rolls) != count(HOME, races.checkers):
            raise ValueError(f"{len(mean_rolls)} expected rolls: must be {count(HOME, races.checkers)}, one a position")
        exact = last_take_epc(*(PIPS_A_ROLL * mean_rolls[numbers] for numbers in (races.mine, races.theirs)))
        thumbs.append(Thumb(EXACT_EPC, exact.mine, exact.theirs, None, exact.double, exact.redouble, exact.take))
    return thumbs


def win_error_table(races: Races, win: Floats) -> pd.DataFrame:
    """How far each rule's chance to win is from the exact one, `win`, race by race.

    population, rule, the value columns of the mean absolute error, bias (mean of estimate less exact) and its
    bias_error, rms, largest (of the races graded, without sign). Rules that give no chance to win are left out.
    """
    rows = []
    for thumb in thumbs_of(races):
        if thumb.win is not None:
            error = thumb.win - win
            bias = _mean(error, races)
            row = {"population": races.population, "rule": thumb.rule, "value": _mean(abs(error), races)}
            row |= {"bias": bias.value, "bias_error": bias.standard_error}
            rows.append(row | {"rms": float((error**2).mean() ** 0.5), "largest": float(abs(error).max())})
    return _frame(rows, ["population", "rule"], ["bias", "bias_error", "rms", "largest"])


def verdict_error_table(races: Races, exact: Equities, mean_rolls: Floats | None = None) -> pd.DataFrame:
    """How often each rule's verdicts are wrong, and what they cost.

    population, decision (double, redouble, take), rule, the value columns of the share of wrong verdicts, too_many (the
    share that doubles, or takes, and should not), lost and lost_error (mean equity lost by following the rule), largest
    (cost of one verdict). `mean_rolls` as in `thumbs_of`.
    """
    rows = []
    for thumb in thumbs_of(races, mean_rolls):
        for decision, said, cost in verdict_costs(thumb, exact):
            wrong = cost > ROUNDING
            lost = _mean(cost, races)
            share = _rate(wrong, races)
            row = {"population": races.population, "decision": decision, "rule": thumb.rule, "value": share}
            row |= {"too_many": float((wrong & said).mean()), "lost": lost.value, "lost_error": lost.standard_error}
            rows.append(row | {"largest": float(cost.max())})
    rows.sort(key=lambda row: DECISIONS.index(str(row["decision"])))
    return _frame(rows, ["population", "decision", "rule"], ["too_many", "lost", "lost_error", "largest"])


def epc_error_table(races: Races, mean_rolls: Floats) -> pd.DataFrame:
    """How far the effective pip count by eye (`estimated_epc`) is from the exact one, of the rollers' positions.

    population, checkers (of the roller), the value columns of the mean absolute error in pips, bias (mean of estimate
    less exact), largest, and share (of the races that have so many checkers). `mean_rolls` as in `thumbs_of`.
    """
    mine, _ = races.sides()
    error = estimated_epc(mine) - PIPS_A_ROLL * mean_rolls[races.mine]
    rows = []
    for checkers in sorted({int(few) for few in mine.checkers}):
        part = error[mine.checkers == checkers]
        row = {"population": races.population, "checkers": checkers, "value": _mean(abs(part), races)}
        row |= {"bias": float(part.mean()), "largest": float(abs(part).max()), "share": len(part) / len(error)}
        rows.append(row)
    return _frame(rows, ["population", "checkers"], ["bias", "largest", "share"])


def verdict_costs(thumb: Thumb, exact: Equities) -> Iterator[tuple[str, Any, Floats]]:
    """Each decision that the rule gives a verdict on, its verdicts, and what they cost, in equity, at least 0.

    Takes only of the races in which a double is right; none where there is no such race.
    """
    import numpy as np

    doubled = np.minimum(exact.double_take, 1.0)
    for decision, no_double in (("double", exact.centred), ("redouble", exact.owned)):
        said = getattr(thumb, decision)
        if said is not None:
            yield decision, said, np.maximum(0.0, np.where(said, no_double - doubled, doubled - no_double))
    asked = doubled > exact.centred
    if thumb.take is not None and asked.any():
        said, given = thumb.take[asked], exact.double_take[asked]
        yield "take", said, np.maximum(0.0, np.where(said, given - 1, 1 - given))


def win_error_map(races: Races, win: Floats, rule: str) -> pd.DataFrame:
    """Where a rule's chance to win is off: rule, pips (the roller's), lead (theirs less the roller's), value (mean of
    estimate less exact), races. ValueError: a rule that gives no chance to win, or no rule.
    """
    import pandas as pd

    thumb = _named(races, rule)
    if thumb.win is None:
        raise ValueError(f"rule {rule!r}: must give a chance to win")
    return _map(races, pd.Series(thumb.win - win), rule)


def verdict_cost_map(races: Races, exact: Equities, rule: str) -> pd.DataFrame:
    """Where a rule's double from the centre costs: rule, pips (the roller's), lead (theirs less the roller's), value
    (mean equity lost), races. ValueError: a rule without that verdict, or no rule.
    """
    import pandas as pd

    for decision, _, cost in verdict_costs(_named(races, rule), exact):
        if decision == "double":
            return _map(races, pd.Series(cost), rule)
    raise ValueError(f"rule {rule!r}: must say when to double")


def _named(races: Races, rule: str) -> Thumb:
    thumbs = {thumb.rule: thumb for thumb in thumbs_of(races)}
    if rule not in thumbs:
        raise ValueError(f"rule {rule!r}: must be one of {', '.join(thumbs)}")
    return thumbs[rule]


def _map(races: Races, values: pd.Series[float], rule: str) -> pd.DataFrame:
    mine, theirs = races.sides()
    frame = values.to_frame("value").assign(pips=mine.pips, lead=theirs.pips - mine.pips)
    found = frame.groupby(["pips", "lead"])["value"].agg(["mean", "size"]).reset_index()
    found.columns = ["pips", "lead", "value", "races"]
    found.insert(0, "rule", rule)
    return found


def _mean(x: Floats, races: Races) -> Value:
    if races.seed is None:
        return Value.exactly(float(x.mean()))
    return Value.from_moments(len(x), float(x.sum()), float((x * x).sum()), races.seed)


def _rate(x: Any, races: Races) -> Value:
    if races.seed is None:
        return Value.exactly(float(x.mean()))
    return Value.from_rate(int(x.sum()), len(x), races.seed)


def _frame(rows: list[dict[str, Any]], keys: list[str], more: list[str]) -> pd.DataFrame:
    frame = value_frame(rows, keys)
    for name in more:
        frame[name] = [row[name] for row in rows]
    return frame
