"""The race's tables hold the known figures, its pictures show what the tables hold, and the report prints both."""

import runpy
from pathlib import Path

import numpy as np
import pandas as pd
import picture_laws
import pytest
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.figure import Figure

from tabletop_odds import farkle
from tabletop_odds.farkle import race_plots, race_report, race_tables
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.report import Report

CORE = farkle.Rules()
PRESETS = farkle.presets()
LENGTHS = pd.DataFrame(
    {
        "rounds": [9, 10, 11, 12],
        "value": [0.0001, 0.25, 0.5, 0.2499],
        "low": [0.0, 0.2, 0.4, 0.2],
        "high": [0.001, 0.3, 0.6, 0.3],
        "n": [1_000] * 4,
    }
)
THRESHOLDS = race_tables.race_threshold_table(gaps=(-4_000, 0, 2_000, 4_950))
NEAR = race_tables.banking_table(9_000, 9_950, 2, highest=1_600)
PICTURES = [
    (race_plots.plot_win_probability, race_tables.win_probability_table(step=500), ("my score", "their score")),
    (race_plots.plot_race_thresholds, THRESHOLDS, ("how far the other is ahead (points)", "bank from (points)")),
    (race_plots.plot_last_turn, race_tables.last_turn_table(), ("points needed to tie", "last turns won (%)")),
    (
        race_plots.plot_banking_near_target,
        NEAR,
        ("my score after banking, from 9,000 against 9,950", "chance to win (%)"),
    ),
    (race_plots.plot_game_length, LENGTHS, ("rounds", "games (%)")),
]


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


# tables


@pytest.mark.parametrize("name", PRESETS)
def test_the_surface_is_the_win_probability(name):
    rules = PRESETS[name]
    frame = race_tables.win_probability_table(rules, step=rules.target // 4)
    assert len(frame) == 16
    for row in frame.itertuples():
        assert row.win_probability == farkle.win_probability(row.mine, row.theirs, rules=rules).value


def test_the_surface_has_about_fifty_scores_each_way():
    frame = race_tables.win_probability_table()
    assert sorted(set(frame["mine"])) == sorted(set(frame["theirs"])) == list(range(0, 10_000, 200))


@pytest.mark.parametrize("step", [0, -50, 75])
def test_a_step_between_scores_is_refused(step):
    with pytest.raises(ValueError, match=f"step {step}: scores are multiples of 50"):
        race_tables.win_probability_table(step=step)


def best(mine, theirs, dice_left, rules=CORE):
    """The turn totals at which banking is best, up to the one that reaches the target, from the race itself."""
    turn = farkle.solve_race(rules).turn(farkle.State(mine=mine, theirs=theirs))
    totals = range(max(50, rules.minimum_bank or 0), rules.target - mine + 1, 50)
    return [t for t in totals if turn.bank_value(t) >= turn.roll_value(t, dice_left)]


@pytest.mark.parametrize("name", ["core", "zilch"])
@pytest.mark.parametrize(("mine", "gap"), [(5_000, -4_000), (5_000, 4_950), (9_000, 950), (9_500, 0), (9_950, 0)])
def test_thresholds_are_where_the_race_banks(name, mine, gap):
    rules = PRESETS[name]
    frame = race_tables.race_threshold_table(rules, mine=mine, gaps=[gap])
    assert list(frame["dice_left"]) == [1, 2, 3, 4, 5]
    for row in frame.itertuples():
        banked = best(mine, mine + gap, row.dice_left, rules)
        if not banked:
            assert row.bank_from is pd.NA
            assert row.roll_again_from is pd.NA
            continue
        gone = sorted(set(range(banked[0], rules.target - mine + 1, 50)) - set(banked))
        assert row.bank_from == banked[0]
        assert row.roll_again_from is pd.NA if not gone else row.roll_again_from == gone[0]


def test_banking_is_not_monotone_near_the_target():
    row = race_tables.race_threshold_table(mine=9_000, gaps=[950]).iloc[1]
    assert (row["dice_left"], row["bank_from"], row["roll_again_from"]) == (2, 250, 1_000)


def test_who_is_ahead_banks_sooner_and_at_even_scores_about_as_for_points():
    plain = farkle.bank_thresholds()
    even, ahead = (race_tables.race_threshold_table(gaps=[gap]) for gap in (0, -4_000))
    assert list(even["bank_from"][:3]) == [plain[n] for n in (1, 2, 3)]
    assert (ahead["bank_from"] < even["bank_from"]).all()
    assert list(even["turn_bank_from"]) == list(plain.values())


def test_with_optional_hot_dice_all_dice_have_a_row():
    assert set(race_tables.race_threshold_table(PRESETS["kcd"], gaps=[0])["dice_left"]) == {1, 2, 3, 4, 5, 6}


def test_banking_next_to_the_target():
    value = NEAR.set_index("banked")["bank"]
    assert round(value[10_000], 3) == 0.037  # the published figures
    assert round(value[9_950], 3) == 0.438
    assert value.idxmax() == 10_600
    turn = farkle.solve_race().turn(farkle.State(mine=9_000, theirs=9_950))
    assert list(NEAR["roll"]) == [turn.roll_value(t, 2) for t in range(50, 1_601, 50)]


def test_what_may_not_be_banked_has_no_value():
    frame = race_tables.banking_table(0, 0, 3, farkle.presets()["zilch"], highest=500)
    assert list(frame["turn_total"][frame["bank"].isna()]) == [50, 100, 150, 200, 250]
    assert race_tables.banking_table(0, 0, 6, highest=300)["bank"].isna().all()  # hot dice must be rolled


def test_the_last_turn():
    frame = race_tables.last_turn_table().set_index("needed")["probability"].round(4)
    assert list(frame[[50, 100, 300, 500, 1000, 2000]]) == [0.9632, 0.9492, 0.7521, 0.4782, 0.2324, 0.0346]
    assert frame.is_monotonic_decreasing


def test_no_last_turn_under_sudden_death():
    with pytest.raises(ValueError, match="last turn"):
        race_tables.last_turn_table(PRESETS["kcd"])


@pytest.mark.parametrize("name", PRESETS)
def test_head_starts_end_at_the_first_below_a_half(name):
    frame = race_tables.head_start_table(PRESETS[name])
    assert (frame["first_wins"].iloc[:-1] >= 0.5).all()
    assert frame["first_wins"].iloc[-1] < 0.5
    assert farkle.fair_head_start(PRESETS[name]) in list(frame["head_start"])[-2:]


def test_game_lengths_are_the_simulated_ones():
    n, policy = 3_000, farkle.bank_at(500)
    frame = race_tables.game_length_table(n=n, seed=3, policy=policy)
    run = farkle.simulate_games([policy, policy], n, seed=3, progress=False)
    assert frame["value"].sum() == pytest.approx(1)
    assert (frame["rounds"] * frame["value"]).sum() == pytest.approx(run["rounds"].value)
    assert list(frame["rounds"]) == list(range(frame["rounds"].min(), frame["rounds"].max() + 1))
    assert ((frame["low"] <= frame["value"]) & (frame["value"] <= frame["high"]) & (frame["n"] == n)).all()


@pytest.mark.slow
def test_matchups_are_exact_and_even_against_oneself():
    rules = farkle.Rules(target=500)
    frame = race_tables.matchup_table(rules).set_index("policy")
    assert frame.loc["optimal race", "mean"] == pytest.approx(0.5, abs=1e-8)
    assert frame["mean"].idxmax() == "optimal race"
    others = race_tables.matchup_table(rules, against=farkle.optimal_turn()).set_index("policy")
    assert others.loc["optimal turn", "mean"] == pytest.approx(0.5, abs=1e-8)
    expected = head_to_head(farkle.bank_at(300), farkle.optimal_race(), rules)
    assert list(frame.loc["bank at 300, keep most"]) == [value.value for value in expected]


# pictures


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


def test_the_surface_is_drawn_with_nine_contours():
    frame = race_tables.win_probability_table(step=200)
    ax = race_plots.plot_win_probability(frame, ax=axes())
    (mesh,) = [c for c in ax.collections if isinstance(c, QuadMesh)]
    assert mesh.get_array().shape == (50, 50)
    assert mesh.get_array()[0, 10] == pytest.approx(100 * farkle.win_probability(2_000, 0).value)  # mine across
    (contours,) = [c for c in ax.collections if hasattr(c, "levels")]
    assert list(contours.levels) == list(range(10, 100, 10))
    written = {text.get_text() for text in ax.texts}
    assert written <= {f"{level} %" for level in range(10, 100, 10)}
    assert "50 %" in written
    assert ax.get_aspect() == 1


def test_every_number_of_dice_has_its_line_and_its_reference():
    ax = race_plots.plot_race_thresholds(THRESHOLDS, ax=axes())
    keys = ["1 die", "2 dice", "3 dice", "4 dice", "5 dice", "most points a turn", "higher: roll again"]
    assert legend(ax) == keys
    drawn = {line.get_label(): line for line in ax.lines}
    for n, part in THRESHOLDS.groupby("dice_left"):
        line = drawn["1 die" if n == 1 else f"{n} dice"]
        assert list(line.get_xdata()) == list(part["gap"])
        expected = part["bank_from"].astype(float).to_numpy()
        assert np.array_equal(line.get_ydata(), expected, equal_nan=True)
    dotted = [set(line.get_ydata()) for line in ax.lines if line.get_linestyle() == ":"]
    assert dotted == [{float(limit)} for limit in farkle.bank_thresholds().values()]
    rings = [x for line in ax.lines if line.get_marker() == "o" for x in line.get_xdata()]
    assert sorted(rings) == sorted(THRESHOLDS["gap"][THRESHOLDS["roll_again_from"].notna()])


def test_monotone_thresholds_have_no_key_for_rings():
    ax = race_plots.plot_race_thresholds(THRESHOLDS[THRESHOLDS["roll_again_from"].isna()], ax=axes())
    assert legend(ax)[-1] == "most points a turn"


def test_last_turn_line_and_labels():
    frame = race_tables.last_turn_table()
    ax = race_plots.plot_last_turn(frame, ax=axes())
    (line,) = ax.lines
    assert list(line.get_xdata()) == list(frame["needed"])
    assert list(line.get_ydata()) == list(100 * frame["probability"])
    assert [text.get_text() for text in ax.texts[:3]] == ["47.8 %", "23.2 %", "8.8 %"]


def test_banking_and_rolling_are_two_lines():
    ax = race_plots.plot_banking_near_target(NEAR, ax=axes())
    assert legend(ax) == ["bank", "roll 2 dice"]
    for line, column in zip(ax.lines, ("bank", "roll"), strict=True):
        assert list(line.get_xdata()) == list(NEAR["banked"])
        assert list(line.get_ydata()) == list(100 * NEAR[column])


def test_game_lengths_are_bars_with_intervals():
    ax = race_plots.plot_game_length(LENGTHS, ax=axes())
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([25, 50, 24.99])  # the rare one is left out
    (intervals,) = [c for c in ax.collections if isinstance(c, LineCollection)]
    ends = [(low[1], high[1]) for low, high in intervals.get_segments()]
    assert ends == [(20, 30), (40, 60), (20, 30)]
    assert legend(ax) == ["1,000 games", "95 % interval"]


# the analysis of the last turn

ANALYSIS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "analyses" / "farkle_last_turn.py"))


def test_banking_on_reaching_costs_nothing_under_sudden_death_alone():
    restricted = ANALYSIS["BankOnReaching"]
    for mine, theirs in ((3_000, 3_800), (3_900, 3_950), (3_500, 1_000)):
        assert restricted(mine, theirs, PRESETS["kcd"]).cost() == pytest.approx(0, abs=1e-9)
    assert restricted(9_500, 1_000, CORE).cost() == pytest.approx(0, abs=1e-6)
    assert restricted(9_500, 9_500, CORE).cost() == pytest.approx(0.00202, abs=1e-5)
    assert restricted(9_800, 9_800, CORE).cost() > 0.03


def test_the_analysis_finds_where_stopping_short_is_better():
    stops = ANALYSIS["stop_short_table"](CORE).set_index("theirs")
    assert (stops.loc[9_300:, "one_step_short"] > stops.loc[9_300:, "exactly"]).all()
    assert (stops.loc[:8_950, "one_step_short"] < stops.loc[:8_950, "exactly"]).all()
    assert stops.loc[9_950].round(3).to_dict() == {"exactly": 0.037, "one_step_short": 0.438, "better_from": 10_400}


# the report


def section(rules, tmp_path):
    report = Report("Farkle", answer="See below.", how_sure="**Exact**, but for games.", n=500, seed=1)
    race_report.add_race(report, rules, n=500, seed=1)
    if not any(block.kind == "figure" for block in report.blocks):  # of what is not solved: a report has one
        report.figure("none", lambda ax: ax.plot([0, 1]), "A line.", pd.DataFrame({"x": [0, 1]}))
    return report.write(tmp_path / "out").with_name("report.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_report_holds_the_race(tmp_path):
    text = section(CORE, tmp_path)
    assert text.startswith("# Farkle\n")
    for figure in ("53.56 %", "200 points", "23.01 turns", "3.68 %", "43.85 %", "| 500 | 47.82 % |"):
        assert figure in text
    assert "| optimal turn | 51.10 % | 43.95 % | 47.52 % |" in text  # the optimal race wins 0.5604, 0.4888, 0.5246
    assert "(n = 500, seed 1)" in text
    assert "nan" not in text
    pictures = {path.stem for path in (tmp_path / "out" / "figures").glob("*.png")}
    assert pictures == {"win_probability", "race_thresholds", "last_turn", "banking_near_target", "game_length"}


@pytest.mark.slow
def test_the_report_without_a_last_turn(tmp_path):
    text = section(farkle.Rules(target=500, end="sudden_death", opening=350), tmp_path)
    assert "The last turn" not in text
    assert "nan" not in text


@pytest.mark.parametrize("options", [{"piggy_back": "bonus"}, {"exact_target": True}, {"target": 1_000_000}])
def test_the_report_says_what_is_not_solved(options, tmp_path):
    text = section(farkle.Rules(**options), tmp_path)
    assert "No exact race under these rules" in text
    assert next(iter(options)) in text


@pytest.mark.slow
def test_a_small_race_has_its_section(tmp_path):
    text = section(farkle.Rules(target=500, minimum_bank=300), tmp_path)
    assert "With the other on 450, banking exactly 500 wins" in text
