"""Pictures of the grades show what their tables hold, with units, and leave other figures alone."""

import pandas as pd
import picture_laws
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from tabletop_odds.backgammon import thumb_plots

WINS = pd.DataFrame(
    [(pop, rule, x + y) for pop, y in (("random", 0.05), ("realistic", 0.0)) for rule, x in (("A", 0.03), ("B", 0.01))],
    columns=["population", "rule", "value"],
)
WINS = WINS.assign(low=WINS["value"] - 0.002, high=WINS["value"] + 0.002)
COSTS = pd.DataFrame(
    [
        ("double", "A", 0.02, 0.001),
        ("redouble", "A", 0.01, 0.001),
        ("take", "A", 0.005, 0.001),
        ("take", "B", 0.002, 0.001),
    ],
    columns=["decision", "rule", "lost", "lost_error"],
)
MAP = pd.DataFrame({"pips": [20, 20, 22], "lead": [-1, 2, 2], "value": [0.01, -0.02, 0.03], "rule": "A"})
PICTURES = [
    (thumb_plots.plot_win_errors, WINS, ("mean error of the chance to win (percentage points)", "")),
    (thumb_plots.plot_verdict_costs, COSTS, ("mean cost of a verdict (thousandths of a point)", "")),
    (thumb_plots.plot_win_error_map, MAP, ("the roller's pips", "lead (pips)")),
    (thumb_plots.plot_verdict_cost_map, MAP, ("the roller's pips", "lead (pips)")),
]


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


def test_the_best_rule_of_the_last_kind_stands_on_top():
    for plot, frame in ((thumb_plots.plot_win_errors, WINS), (thumb_plots.plot_verdict_costs, COSTS)):
        ax = plot(frame, ax=axes())
        assert [label.get_text() for label in ax.get_yticklabels()] == ["B", "A"]
        assert ax.yaxis_inverted()


def test_dots_stand_at_the_values():
    ax = thumb_plots.plot_verdict_costs(COSTS, ax=axes())
    drawn = {line.get_label(): list(line.get_xdata()) for line in ax.lines}
    assert drawn == {"double": [20.0], "redouble": [10.0], "take": [5.0, 2.0]}


def test_maps_hold_the_values_and_leave_the_rest_white():
    for plot, scale in ((thumb_plots.plot_win_error_map, 100), (thumb_plots.plot_verdict_cost_map, 1000)):
        ax = plot(MAP, ax=axes())
        (mesh,) = (child for child in ax.collections if isinstance(child, QuadMesh))
        values = mesh.get_array()
        assert values.shape == (4, 3)  # leads -1 to 2, pips 20 to 22
        assert values.mask.sum() == 9
        assert [values[0, 0], values[3, 0], values[3, 2]] == pytest.approx([0.01 * scale, -0.02 * scale, 0.03 * scale])
