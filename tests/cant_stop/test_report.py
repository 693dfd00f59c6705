"""When to stop, against the best turn and brute force; the report's tables, and what the report says."""

import runpy
from itertools import product
from pathlib import Path

import pytest
from page_laws import is_a_good_report

from tabletop_odds import cant_stop
from tabletop_odds.cant_stop import report, stopping
from tabletop_odds.cant_stop.fixed_triples import triple_progress

OFFICIAL = cant_stop.Rules()
SMALL = cant_stop.Rules.small(3, 2)
TWO = cant_stop.Rules.small(2, 1, players=2, columns_to_win=2)


# when to stop


def simple_progress(columns, steps, rules):
    """The progress of stopping at so many steps, by the rules themselves: every roll, every legal move."""
    rolls = list(product(range(1, rules.dice_sides + 1), repeat=4))
    known = {}

    def value(state):
        spaces = [space for _, space in state.runners]
        done = all(space == rules.length(column) for column, space in state.runners)
        if sum(spaces) >= steps or done:
            return sum(space / rules.length(column) for column, space in state.runners)
        if state not in known:
            known[state] = sum(
                max((value(move.state) for move in cant_stop.moves(state, roll, rules).choices), default=0.0)
                for roll in rolls
            ) / len(rolls)
        return known[state]

    return value(cant_stop.State(((0,) * 5,), (-1,) * 5, tuple((column, 1) for column in columns)))


@pytest.mark.parametrize("columns", [(2, 3, 5), (2, 4, 6)])
def test_stopping_at_a_number_is_worth_what_the_rules_say(columns):
    runners = stopping.Runners(columns, SMALL)
    for steps in (3, 5, 6):
        assert runners.stop_at(steps) == pytest.approx(simple_progress(columns, steps, SMALL), abs=1e-12)


@pytest.mark.parametrize("columns", [(6, 7, 8), (2, 7, 12), (4, 6, 8)])
def test_the_number_is_the_best_of_all(columns):
    runners = stopping.Runners(columns, OFFICIAL)
    values = {steps: runners.stop_at(steps) for steps in range(3, 31)}
    steps, progress = stopping.stop_at(columns)
    assert steps == max(values, key=values.get)
    assert progress.value == pytest.approx(values[steps])
    assert progress.value <= triple_progress(columns).value + 1e-12


def test_mirrored_runners_stop_at_the_same_number():
    assert stopping.stop_at((2, 5, 6)) == stopping.stop_at((8, 9, 12))
    uneven = cant_stop.Rules(players=1, dice_sides=3, column_lengths=(2, 4, 6, 4, 3))
    assert stopping.stop_at((2, 3, 4), uneven) != stopping.stop_at((4, 5, 6), uneven)


@pytest.mark.parametrize("bad", [(6, 7), (6, 7, 8, 9), (6, 7, 13), (6, 6, 7)])
def test_bad_columns_are_refused(bad):
    for question in (stopping.stop_at, stopping.stopping_table):
        with pytest.raises(ValueError, match="columns"):
            question(bad)


def test_the_frontier_is_where_the_best_turn_stops():
    frame = stopping.stopping_table((6, 7, 8)).set_index(["left_space", "right_space"])["stop_from"]
    for left, right in ((1, 1), (5, 5), (10, 1), (4, 10)):
        stop = frame[left, right]
        for middle in {stop - 1, stop} - {0}:
            turn = cant_stop.solve_turn(cant_stop.State.parse(f"> 6:+{left} 7:+{middle} 8:+{right}"))
            assert turn.rolls == (middle < stop)


def test_on_a_top_of_6_7_8_the_best_turn_stops_at_once():
    frame = stopping.stopping_table((6, 7, 8))
    topped = frame[(frame["left_space"] == 11) | (frame["right_space"] == 11)]
    assert (topped["stop_from"] == 1).all()
    assert frame["stop_from"].max() == 13  # and on the top of 7, however low the others


def test_frontiers_need_three_runners():
    with pytest.raises(ValueError, match="runners=2"):
        stopping.stopping_table((6, 7), cant_stop.Rules(runners=2))


@pytest.mark.slow
def test_one_number_is_nearly_the_best_turn():
    frame = stopping.stop_steps_table()
    assert len(frame) == 165
    assert (frame["progress"] <= frame["best"] + 1e-12).all()
    assert frame.set_index(["a", "b", "c"]).loc[(6, 7, 8), "cost"] == pytest.approx(0.000195, abs=1e-6)
    assert frame["cost"].max() < 0.03


# tables


def test_the_board_has_the_known_chances():
    frame = report.board_table().set_index(["column", "from_space"])["top_probability"]
    assert len(frame) == sum(OFFICIAL.column_lengths)
    assert frame[7, 0] == pytest.approx(0.187171, abs=1e-6)
    assert frame[7, 12] == pytest.approx(0.8954, abs=1e-4)
    assert frame[2, 0] == frame[12, 0]


def test_turns_of_a_solved_board_have_the_exact_value_beside():
    frame = report.turns_table(SMALL, n=300, seed=1).set_index("policy")
    assert frame.index[0] == "optimal"
    best = frame.loc["optimal"]
    assert best["exact"] == pytest.approx(1.722401, abs=1e-6)
    assert abs(best["value"] - best["exact"]) < 4 * best["standard_error"]
    assert frame.loc["roll once", "n"] == 300
    assert frame["value"].is_monotonic_increasing


def test_shares_of_two_add_up():
    frame = report.win_rate_table(TWO, n=300, seed=1)
    shares = {(row.policy, row.versus): row.value for row in frame.itertuples()}
    assert {"optimal"} == {policy for policy, _ in shares if policy.startswith("opt")}
    for (policy, versus), value in shares.items():
        assert value + shares[versus, policy] == pytest.approx(1)
    assert frame["policy"].iloc[0] == "optimal"


def test_tables_of_three_have_all_their_players():
    rules = cant_stop.Rules.small(3, 1, players=3, columns_to_win=1)
    frame = report.win_rate_table(rules, n=60, seed=1)
    assert set(frame["players"]) == {3}
    assert set(frame["versus"]) == {"all others", "the best others", "the weakest others"}
    assert frame.loc[frame["versus"] == "all others", "value"].mean() == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="players=1"):
        report.win_rate_table(SMALL)


def test_few_games_of_policies_that_solve_every_turn():
    assert [report.few(n) for n in (10, 300, 50_000, 1_000_000)] == [10, 300, 300, 4_000]


# the report


def written(rules, tmp_path, n=300):
    page = cant_stop.report.strategy_report(rules, n=n).write(tmp_path / "out")
    text = page.with_name("report.md").read_text(encoding="utf-8")
    assert "nan" not in text
    return text, {path.stem for path in (tmp_path / "out" / "figures").glob("*.png")}


def test_the_report_of_a_small_board(tmp_path):
    text, pictures = written(SMALL, tmp_path)
    assert text.startswith("# Can't Stop: which columns, and when to stop\n")
    assert "The fewest that any policy can need is 1.72 turns, exact." in text
    assert "Against others" not in text
    assert pictures == {"board", "triples", "stopping", "turns_to_win"}


def test_the_report_of_a_small_board_for_two(tmp_path):
    text, pictures = written(TWO, tmp_path)
    assert "Both playing best, the first player wins 95.30 %, exact." in text
    assert "win_rates" in pictures


def test_the_report_of_a_board_with_two_runners(tmp_path):
    text, pictures = written(cant_stop.Rules.small(3, 1, runners=2), tmp_path)
    assert "stop_at" in text
    assert pictures == {"board", "turns_to_win"}


def test_the_report_of_a_board_too_large(tmp_path):
    long = cant_stop.Rules.preset("alone").__class__(players=1, column_lengths=(30,) * 11, columns_to_win=1)
    text, pictures = written(long, tmp_path, n=50)
    assert "too large" in text
    assert pictures == {"turns_to_win"}


@pytest.mark.slow
@pytest.mark.browser
def test_the_report_of_the_official_rules(tmp_path, monkeypatch, request):
    monkeypatch.setattr(report, "FEW", 20)
    text, pictures = written(None, tmp_path, n=2_000)
    for figure in (
        "91.98 %",
        "17 steps",
        "| 7 | 13 | 64.35 % | 18.72 % | 4.40 |",
        "fitted values",
        "(n = 2,000, seed 1)",
    ):
        assert figure in text
    assert pictures == {"board", "triples", "stopping", "turns_to_win", "win_rates"}
    is_a_good_report(tmp_path / "out" / "index.html", request)


# the analysis of the Rule of 28

ANALYSIS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "analyses" / "cant_stop_rule_of_28.py"))


def test_differences_are_signed_and_paired():
    plain, stops = cant_stop.rule_of_28(), cant_stop.rule_of_28(stop_at_top=True)
    one, other = (ANALYSIS["difference"](*pair, 2_000, 1) for pair in ((plain, stops), (stops, plain)))
    assert one.value == -other.value > 0
    assert one.standard_error == other.standard_error
    turns = [cant_stop.simulate_alone(policy, 2_000, seed=1)["turns"].value for policy in (plain, stops)]
    assert one.value == pytest.approx(turns[0] - turns[1])


def test_the_swept_rule_is_the_named_one_at_28():
    for at_top in (False, True):
        assert ANALYSIS["rule"](28, at_top).weights(OFFICIAL) == cant_stop.rule_of_28(at_top).weights(OFFICIAL)


def test_other_pairings_leave_the_stop_alone():
    own = cant_stop.rule_of_28().weights(OFFICIAL)
    for policy in ANALYSIS["pairings"]():
        weights = policy.weights(OFFICIAL)
        assert (weights.progress, weights.adjustments, weights.stop) == (own.progress, own.adjustments, own.stop)
