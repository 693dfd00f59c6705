"""The report's tables against cited figures and second counts, what the report says, and the analyses' own tables."""

import csv
import runpy
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from page_laws import is_a_good_report

from tabletop_odds.backgammon import report
from tabletop_odds.backgammon.bearoff import epc_table
from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.cube_equities import cube
from tabletop_odds.backgammon.positions import every_position, rank
from tabletop_odds.backgammon.rules import Rules

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "tests" / "published"
EPC = runpy.run_path(str(ROOT / "analyses" / "bearoff_epc_table.py"))
PRODUCT = runpy.run_path(str(ROOT / "analyses" / "bearoff_product_error.py"))
TWO = runpy.run_path(str(ROOT / "analyses" / "backgammon_two_checker_cube.py"))


def published(name):
    with open(PUBLISHED / name, encoding="utf-8") as file:
        return list(csv.DictReader(file))


# one roll


def test_shots_are_taken_apart():
    frame = report.shot_kinds_table().set_index("distance")
    assert frame["direct"].tolist() == [11] * 6 + [0] * 18
    assert (frame["direct"] + frame["combination"]).tolist() == frame["rolls"].tolist()
    assert frame["combination"].head(12).tolist() == [0, 1, 3, 4, 4, 6, 6, 6, 5, 3, 2, 3]
    assert 3 not in report.shot_kinds_table((3,)).set_index("distance").index


def hits(distance, roll):
    a, b = roll
    steps = {a, b, a + b} if a != b else {a, 2 * a, 3 * a, 4 * a}
    return distance in steps


def test_two_shooters_hit_with_what_either_hits_with():
    frame = report.two_shooters_table(12)
    assert len(frame) == 66
    rolls = list(product(range(1, 7), repeat=2))
    for row in frame.itertuples():
        assert row.rolls == sum(hits(row.farther, roll) or hits(row.nearer, roll) for roll in rolls)
    with pytest.raises(ValueError, match="most=1"):
        report.two_shooters_table(1)


def test_entering_is_as_everybody_counts_it():
    frame = report.entering_table()
    for n in range(7):
        one, both, some = frame.loc[n, ["one", "both", "one_of_two"]] * 36
        assert (round(one), round(both), round(some)) == (36 - n * n, (6 - n) ** 2, 36 - n * n)


def test_the_last_two_are_the_cited_ones():
    cited = {row["argument"]: row["figure"] for row in published("backgammon_odds.csv") if "off" in row["what"]}
    frame = report.last_two_table().set_index(["higher", "lower"])["rolls"]
    both = {tuple(map(int, points.split())): int(rolls) for points, rolls in cited.items() if len(points.split()) == 2}
    assert len(both) == 21
    for (one, other), rolls in both.items():
        assert frame[max(one, other), min(one, other)] == rolls


# bearing off


def test_effective_pips_are_the_known_ones():
    frame = report.typical_table().set_index("position")
    known = {"7-5-3 on 6, 5, 4": 86.0689486, "5-5-5 on 6, 5, 4": 82.2690315, "15 on the 6": 100.1738619}
    for name, epc in (known | {"15 aces": 56.9999994, "10 aces": 36.0001286, "3-3-3-2-2-2": 66.4678728}).items():
        assert frame.loc[name, "epc"] == pytest.approx(epc, abs=1e-6)
    assert frame.loc["15 on the 6", "sd"] == pytest.approx(1.5125087, abs=1e-6)
    assert (frame["epc"] - frame["pips"]).tolist() == pytest.approx(frame["wastage"].tolist())


def test_wastage_is_summed_up_by_pips():
    frame, every = report.wastage_table(5), epc_table(6, 5)
    assert frame["positions"].sum() == 252
    for row in frame.itertuples():
        part = sorted(every.loc[(every["checkers"] == 5) & (every["pips"] == row.pips), "wastage"])
        assert (row.least, row.most) == (part[0], part[-1])
        assert row.median == pytest.approx(np.median(part))
        assert row.least <= row.lower <= row.median <= row.upper <= row.most


def test_the_least_wasted_is_by_7_5_3():
    best = epc_table().query("checkers == 15").nsmallest(1, "wastage").iloc[0]
    assert best["position"] == "0,0,0,3,5,7"
    assert best["wastage"] == pytest.approx(7.06895, abs=1e-5)


def test_rolls_are_a_distribution_with_its_mean():
    frame = report.rolls_table({"two on 6": [0, 0, 0, 0, 0, 2]})
    assert frame["probability"].tolist() == pytest.approx([0.1111111, 0.6712963, 0.2144633, 0.0031293], abs=1e-7)
    assert (frame["rolls"] * frame["probability"]).sum() == pytest.approx(frame["mean"].iloc[0])
    within = report.within_table({"two on 6": [0, 0, 0, 0, 0, 2], "6 aces": [6]}, rolls=4)
    assert within.loc[0, "within_2"] == pytest.approx(0.1111111 + 0.6712963, abs=1e-7)
    assert within["within_4"].tolist() == pytest.approx([1, 1])
    assert within.loc[1, "within_1"] == 0


@pytest.mark.parametrize("table", [report.typical_table, report.rolls_table, report.within_table])
def test_positions_with_checkers_outside_are_refused(table):
    with pytest.raises(ValueError, match="point 7"):
        table({"outside": [0, 0, 0, 0, 0, 0, 1]})


# the cube


def test_the_cube_of_known_pairs():
    frame = report.cube_table([("0,0,0,0,0,2", "0,0,0,0,0,2"), ("6", "6"), ("10", "10")])
    assert frame["action"].tolist() == ["redouble, take", "double, pass", "double, no redouble, take"]
    assert frame.loc[0, ["win", "centred", "owned"]].tolist() == pytest.approx([0.754494, 0.603124, 0.621741], abs=1e-6)
    assert frame.loc[2, ["centred", "owned", "double_take"]].tolist() == pytest.approx(
        [0.704278, 0.753396, 0.726911], abs=1e-6
    )


def test_the_report_says_what_the_cube_is_with_n_rolls_each():
    actions = [cube([2 * n], [2 * n]).action for n in range(2, 8)]
    assert actions == ["double, pass"] * 2 + ["redouble, take"] + ["double, no redouble, take"] * 3


def test_few_checkers_are_named_by_their_points():
    names = list(report.few_checkers(2))
    assert len(names) == 27
    assert names[:9] == ["1", "2", "3", "11", "12", "4", "13", "5", "14"]
    assert names[-1] == "66"
    assert report.few_checkers(2)["16"] == (1, 0, 0, 0, 0, 1)
    assert len(report.few_checkers(2, least=2)) == 21


def test_the_map_of_two_checkers_is_the_published_one():
    categories = ["no double, beaver", "no double", "double, no redouble, take", "redouble, take", "double, pass"]
    frame = report.cube_map_table(report.few_checkers(2)).set_index(["mine", "theirs"])
    rows, ties = published("backgammon_two_checkers.csv"), 0
    assert len(rows) == 20 * 21
    cells = {
        ("".join(sorted(mine)), "".join(sorted(theirs))): categories[int(row["figure"]) - 1]
        for row in rows
        for mine, theirs in product(row["mine"].split(), row["theirs"].split())
    }
    assert len(cells) == 26 * 27
    for pair, action in cells.items():
        found = frame.loc[pair]
        if found["action"] != action:  # a take that is worth as much as a pass, which is published
            assert (found["action"], action) == ("redouble, take", "double, pass")
            assert found["double_take"] == pytest.approx(1, abs=1e-9)
            ties += 1
    assert ties == 10  # one checker on the 6 point against what takes one roll, or fails too seldom to double


# games and rules of thumb


@pytest.mark.slow
def test_games_of_every_opening_roll_count_alike():
    frame = report.games_table(n=3_000, seed=2).set_index("what")
    first = frame.loc["the first player wins"]
    assert first["n"] == 3_000
    assert first["standard_error"] == pytest.approx((first["value"] * (1 - first["value"]) / 3_000) ** 0.5, rel=0.03)
    assert 0.5 - 3 * first["standard_error"] < first["value"] < 0.58
    again = report.games_table(n=2_991, seed=2).set_index("what")  # rounded up to as many a roll
    assert again.equals(frame)
    assert report.policies_table(n=500)["value"].tolist() == sorted(report.policies_table(n=500)["value"], reverse=True)


@pytest.mark.slow
@pytest.mark.browser
def test_the_report(tmp_path, request):
    page = report.strategy_report(Rules(), n=1_500).write(tmp_path / "out")
    text = page.with_name("report.md").read_text(encoding="utf-8")
    assert text.startswith("# Backgammon: shots, bear-offs and the cube\n")
    assert "nan" not in text
    for figure in (
        "47.22 % of rolls, one 7 pips away by 16.67 %",
        "7.07 pips at best",
        "cannot miss: redouble, take.",
        "| 3 | 75.00 % | 25.00 % | 75.00 % |",
        "| 0,0,0,0,0,2 | 0,0,0,0,0,2 | 75.45 % | 0.603 | 0.622 | 0.961 | redouble, take |",
        "not expert play",
    ):
        assert figure in text
    pictures = {path.stem for path in (tmp_path / "out" / "figures").glob("*.png")}
    assert pictures == {"board", "shots", "two_shooters", "wastage", "rolls", "last_two", "two_checkers", "thumbs"}
    is_a_good_report(page, request)


def test_the_board_as_a_table():
    frame = report.board_table(State())
    assert frame[["mine", "theirs"]].sum().tolist() == [15, 15]
    assert frame.set_index("point").loc[[24, 1]].to_numpy().tolist() == [[2, 0], [0, 2]]
    bar = report.board_table(State.of([0] * 24 + [2], [0] * 24 + [1])).to_numpy().tolist()
    assert bar == [[0, 0, 1], [25, 2, 0]]


# the analyses


def best_rolls(checkers):
    """Fewest expected rolls of all positions of few checkers, by plain recursion, and the plays of every roll."""
    from tabletop_odds.backgammon.home_plays import ROLLS, home_plays

    mean = {(0,) * 6: 0.0}
    after = {}
    for counts in every_position(6, checkers):
        if any(counts):
            after[counts] = {roll: home_plays(counts, roll) for roll, _ in ROLLS}
            best = sum(weight * min(mean[play] for play in after[counts][roll]) for roll, weight in ROLLS)
            mean[counts] = 1 + best / 36
    return mean, after


def test_nothing_off_by_a_second_count():
    mean, after = best_rolls(5)
    found = set()
    for counts, rolls in after.items():
        for roll, plays in rolls.items():
            off = min((mean[play] for play in plays if sum(play) < sum(counts)), default=None)
            if roll[0] != roll[1] and off is not None and off > min(mean[play] for play in plays) + 1e-12:
                found.add((",".join(map(str, counts)), "".join(map(str, sorted(roll, reverse=True)))))
    frame = EPC["none_off_table"](5)
    assert set(zip(frame["counts"], frame["roll"], strict=True)) == found
    assert (frame["checkers"] == 2).sum() == 1
    assert (frame["cost"] > 0).all()


@pytest.mark.slow
def test_nothing_off_is_best_as_often_as_published():
    assert len(EPC["none_off_table"](15)) == 3825


def test_formulas_are_graded_where_they_belong():
    frame = EPC["formulas_table"](15).set_index("formula")
    aces = frame.loc["7 n + 1, all on the ace point"]
    assert (aces["positions"], aces["at"]) == (15, "1,0,0,0,0,0")
    assert aces["largest"] == pytest.approx(49 / 6 - 8)
    assert frame.loc["all together, by eye", "positions"] == 54_263
    assert (frame["error"] <= frame["largest"]).all()


def test_aces_are_exact_fractions():
    aces = PRODUCT["aces_chance"]
    known = {2: 1, 4: Fraction(31, 36), 6: Fraction(1021, 1296), 15: Fraction(52521141451, 78364164096)}
    assert {n: aces(n, n) for n in known} == known


def test_products_and_their_errors():
    from tabletop_odds.backgammon.home_plays import chance_by_recursion
    from tabletop_odds.backgammon.thumb_races import Races

    sides = [(0, 0, 0, 0, 0, 2), (0, 0, 0, 1, 1, 1), (2, 0, 0, 0, 1, 0)]
    pairs = list(product(sides, repeat=2))
    mine, theirs = (np.array([rank(pair[k], 3) for pair in pairs]) for k in (0, 1))
    races = Races("some", 3, mine, theirs, seed=1)
    exact = np.array([chance_by_recursion(*pair) for pair in pairs])
    found = PRODUCT["products"](races)
    assert found[0] == pytest.approx(0.754494, abs=2e-5)
    assert np.abs(found - exact).max() == pytest.approx(0.00136, abs=1e-4)  # 6, 5, 4 against two aces and the 5


@pytest.mark.slow
def test_the_shares_are_those_of_the_map():
    row = TWO["shares_table"](2).set_index("checkers").loc[2]
    two = report.cube_map_table(report.few_checkers(2, least=2))
    assert row["pairs"] == len(two) == 441
    for action, share in two["action"].value_counts(normalize=True).items():
        assert row[action] == pytest.approx(share)


def test_margins_are_what_the_other_decision_costs():
    positions = {"33": (0, 0, 2, 0, 0, 0), "22": (0, 2, 0, 0, 0, 0)}
    frame = TWO["margins_table"](positions).set_index(["mine", "theirs", "decision"])
    found = cube(positions["33"], positions["22"])
    row = frame.loc[("33", "22", "double")]
    assert (row["right"], row["cost"]) == ("double", pytest.approx(found.double_take.value - found.centred.value))
    assert frame.loc[("33", "33", "take"), "right"] == "pass"
