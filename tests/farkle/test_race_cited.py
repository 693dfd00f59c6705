"""The race against cited figures, in `tests/published/farkle_race.csv`."""

import oracles
import pytest

from tabletop_odds.farkle import (
    Rules,
    fair_head_start,
    fewest_turns,
    head_to_head,
    kernels,
    last_turn_probability,
    optimal_race,
    optimal_turn,
    presets,
    race_solver,
    win_probability,
)


def ask(row):
    rules = oracles.named_rules(row["rules"], Rules, Rules.preset)
    match row["what"], row["argument"].split():
        case "first_wins", []:
            return win_probability(rules=rules)
        case "fewest_turns", []:
            return fewest_turns(rules=rules)
        case "fair_head_start", []:
            return fair_head_start(rules)
        case "last_turn", [needed]:
            return last_turn_probability(int(needed), rules=rules)
        case "after_banking", [mine, theirs]:
            return 1 - win_probability(int(theirs), int(mine), rules=rules).value
        case "optimal_against_best_turn", [seat]:
            return getattr(head_to_head(optimal_race(), optimal_turn(), rules), seat)


def test_a_last_turn_has_the_cited_chances():
    rows = [row for row in oracles.published("farkle_race.csv") if row["what"] in ("last_turn", "after_banking")]
    assert len(rows) == 8
    for row in rows:
        assert oracles.agrees(ask(row), row)


@pytest.mark.parametrize(
    "row",
    oracles.cases("farkle_race.csv", "first_wins", "fewest_turns", "fair_head_start", "optimal_against_best_turn"),
)
@pytest.mark.slow
def test_races_as_cited(row, monkeypatch):
    """Some were found with the most points for each number of dice alone, which is not enough near the target; two were
    cut, not rounded: an independent recursion gives ours."""
    off = float(ask(row)) - float(row["figure"])
    if row["source"] == "prototype, cut":
        assert 0 <= off < 1e-4
    elif row["source"] == "prototype, pruned keeps" and row["what"] == "optimal_against_best_turn":
        assert 0 < off < 2e-4  # all keeps win more
    elif row["source"] == "prototype, pruned keeps":
        assert not oracles.agrees(ask(row), row)
        monkeypatch.setattr(race_solver, "distinct_keeps", kernels.turn_tables)
        start = race_solver.solve(presets()[row["rules"]])["start"][1]
        assert oracles.agrees(start[0] / race_solver.SCALE, row)
    else:
        assert oracles.agrees(ask(row), row)
