"""Pictures show what their tables hold, with units, and leave other figures alone."""

import pytest
from matplotlib.figure import Figure

from tabletop_odds import farkle
from tabletop_odds.report import draw_png

COMPARED = farkle.compare([farkle.bank_at(300), farkle.optimal_turn()], n=2_000, seed=1).to_frame()
PICTURES = [
    (farkle.plot_bank_map, farkle.bank_map_table(highest=3000)),
    (farkle.plot_turn_total, farkle.turn_total_table()),
    (farkle.plot_policies, COMPARED),
    (farkle.plot_roll_odds, farkle.odds_table()),
]


@pytest.mark.parametrize(("plot", "frame"), PICTURES, ids=lambda x: getattr(x, "__name__", ""))
def test_draws_on_the_axes_given_with_units_and_the_same_bytes(plot, frame):
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    ax = Figure().add_subplot()
    assert plot(frame, ax=ax) is ax
    assert ax.get_xlabel()
    units = ax.get_xlabel() + ax.get_ylabel()
    assert "points" in units or "%" in units
    assert plt.get_fignums() == before
    assert draw_png(lambda ax: plot(frame, ax=ax)) == draw_png(lambda ax: plot(frame, ax=ax))


def test_bank_map_names_every_threshold():
    ax = farkle.plot_bank_map(farkle.bank_map_table(), ax=Figure().add_subplot())
    texts = {(text.get_position()[1], text.get_text()) for text in ax.texts}
    expected = {(n, f"bank from {limit:,}") for n, limit in farkle.bank_thresholds().items()}
    assert texts == expected | {(6, "must roll")}


def test_turn_total_bars_are_the_distribution():
    frame = farkle.turn_total_table()
    ax = farkle.plot_turn_total(frame, ax=Figure().add_subplot())
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(list(100 * frame["exactly"]))


def test_every_policy_has_its_dot_and_its_exact_mark():
    ax = farkle.plot_policies(COMPARED, ax=Figure().add_subplot())
    dots, marks = (list(line.get_xdata()) for line in ax.lines)
    assert sorted(dots) == sorted(COMPARED["value"])
    assert sorted(marks) == pytest.approx(sorted(COMPARED["exact"].astype(float)))


def test_roll_odds_bars():
    ax = farkle.plot_roll_odds(farkle.odds_table(), ax=Figure().add_subplot())
    bust = [float(100 * farkle.bust_probability(n)) for n in range(1, 7)]
    assert [bar.get_height() for bar in ax.patches][:6] == pytest.approx(bust)
