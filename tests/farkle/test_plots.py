"""Pictures show what their tables hold, with units, and leave other figures alone."""

import numpy as np
import picture_laws
import pytest
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.figure import Figure

from tabletop_odds import farkle

ZILCH = farkle.presets()["zilch"]
COMPARED = farkle.compare([farkle.bank_at(300), farkle.optimal_turn()], n=2_000, seed=1).to_frame()
PICTURES = [
    (farkle.plot_bank_map, farkle.bank_map_table(highest=3000), ("turn total (points)", "dice left")),
    (farkle.plot_turn_total, farkle.turn_total_table(), ("points banked in one turn", "turns (%)")),
    (farkle.plot_policies, COMPARED, ("points a turn", "")),
    (farkle.plot_roll_odds, farkle.odds_table(), ("dice rolled", "rolls (%)")),
]


def axes():
    return Figure(figsize=(8, 4.5), layout="constrained").add_subplot()


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def bank_from(ax):
    """The labels of a bank map: {dice left: text}."""
    return {int(text.xy[1]): text.get_text() for text in ax.texts}


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


@pytest.mark.parametrize("rules", [farkle.Rules(), ZILCH], ids=["core", "zilch"])
def test_bank_map_names_every_threshold(rules):
    ax = farkle.plot_bank_map(farkle.bank_map_table(rules), ax=axes())
    assert bank_from(ax) == {n: f"bank from {limit:,}" for n, limit in farkle.bank_thresholds(rules).items()}
    assert legend(ax) == ["roll", "bank", "must roll"]


def test_bank_map_cells_are_the_margins_and_forced_rolls_stay_empty():
    frame = farkle.bank_map_table(ZILCH)
    ax = farkle.plot_bank_map(frame, ax=axes())
    (mesh,) = [c for c in ax.collections if isinstance(c, QuadMesh)]
    expected = frame.pivot(index="dice_left", columns="turn_total", values="margin").to_numpy()
    assert np.array_equal(mesh.get_array().mask, np.isnan(expected))
    assert np.allclose(mesh.get_array().filled(np.nan), expected, equal_nan=True)
    assert ax.patch.get_hatch()


def test_bank_map_stops_at_the_limit():
    ax = farkle.plot_bank_map(farkle.bank_map_table(), ax=axes(), limit=2000)
    assert ax.get_xlim() == (50, 2050)
    assert sorted(bank_from(ax)) == [1, 2, 3, 4]  # five dice are banked from 2,900 only


def test_bank_map_without_forced_rolls_has_no_key_for_them():
    frame = farkle.bank_map_table()
    ax = farkle.plot_bank_map(frame[frame["dice_left"] < 6], ax=axes())
    assert legend(ax) == ["roll", "bank"]


def test_turn_total_bars_are_the_distribution():
    frame = farkle.turn_total_table()
    ax = farkle.plot_turn_total(frame, ax=axes())
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(list(100 * frame["exactly"]))
    assert ax.texts[0].get_text() == "farkle\n20.6 %"


def test_turn_total_line_steps_down_after_each_total():
    frame = farkle.turn_total_table()
    line, below = farkle.plot_turn_total(frame, ax=axes()).lines
    assert list(below.get_ydata()) == pytest.approx(list(100 * frame["at_most"]))
    assert below.get_drawstyle() == "steps-post"
    assert list(line.get_ydata()) == pytest.approx(list(100 * frame["at_least"]))
    assert line.get_drawstyle() == "steps-pre"  # at least 1 point is at least 250 points: 79.4 %, not 100 %


def test_every_policy_has_its_dot_its_interval_and_its_exact_mark():
    ax = farkle.plot_policies(COMPARED, ax=axes())
    dots, marks = (list(line.get_xdata()) for line in ax.lines)
    ordered = COMPARED.sort_values("value")
    assert dots == list(ordered["value"])
    assert marks == pytest.approx(list(ordered["exact"].astype(float)))
    (intervals,) = [c for c in ax.collections if isinstance(c, LineCollection)]
    ends = [(low[0], high[0]) for low, high in intervals.get_segments()]
    assert ends == list(zip(ordered["low"], ordered["high"], strict=True))
    assert [label.get_text() for label in ax.get_yticklabels()] == list(ordered["policy"])
    assert legend(ax) == ["95 % interval", "mean of 2,000 turns", "exact"]


def test_policies_without_exact_values_have_no_mark_for_them():
    ax = farkle.plot_policies(COMPARED.assign(exact=None), ax=axes())
    assert len(ax.lines) == 1
    assert "exact" not in legend(ax)


def test_long_policy_names_are_wrapped():
    policy = farkle.thresholds(farkle.bank_thresholds())
    ax = farkle.plot_policies(COMPARED.assign(policy=[policy.name, "short"]), ax=axes())
    lines = ax.get_yticklabels()[1].get_text().split("\n")
    assert " ".join(lines) == policy.name
    assert max(map(len, lines)) <= 35


def test_roll_odds_bars():
    ax = farkle.plot_roll_odds(farkle.odds_table(), ax=axes())
    bust = [float(100 * farkle.bust_probability(n)) for n in range(1, 7)]
    hot_dice = [float(100 * farkle.hot_dice_probability(n)) for n in range(1, 7)]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(bust + hot_dice)
    assert len(ax.texts) == 12
