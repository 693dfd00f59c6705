"""Pictures show what their tables hold, with units, and leave other figures alone."""

import pandas as pd
import picture_laws
import pytest
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from tabletop_odds import cant_stop
from tabletop_odds.cant_stop import plots, report, stopping

BOARD = report.board_table()
TRIPLES = cant_stop.triples_table()
STOPPING = stopping.stopping_table()
TURNS = pd.DataFrame(
    {
        "policy": ["optimal", "best turn for squares of progress and more", "roll once"],
        "value": [7.0, 7.5, 9.0],
        "low": [6.5, 7.2, 8.9],
        "high": [7.5, 7.8, 9.1],
        "exact": [6.8, None, None],
    }
)
SHARES = [("a", "b", 0.6), ("a", "c", 0.7), ("b", "a", 0.4), ("b", "c", 0.55), ("c", "b", 0.45), ("c", "a", 0.3)]
RATES = pd.DataFrame(SHARES, columns=["policy", "versus", "value"]).assign(players=2)
RATES = RATES.assign(low=RATES["value"] - 0.05, high=RATES["value"] + 0.05)
PICTURES = [
    (plots.plot_board, BOARD, ("chance to top the column this turn, by the space of the marker (%)", "")),
    (plots.plot_triples, TRIPLES, ("busts of the next roll with runners on three columns (%)", "")),
    (plots.plot_stopping, STOPPING, ("space of the runner in column 8", "space of the runner in column 6")),
    (plots.plot_turns_to_win, TURNS, ("turns to win alone", "")),
    (plots.plot_win_rates, RATES, ("share of the win (%)", "")),
]


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def cells(ax):
    """The numbers written into cells: {(x, y): (text, face colour)}."""
    shapes = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch | Rectangle)]
    centres = {}
    for shape in shapes:
        (x, y), size = (shape.get_x(), shape.get_y()), (shape.get_width(), shape.get_height())
        centres[round(x + size[0] / 2, 6), round(y + size[1] / 2, 6)] = shape.get_facecolor()
    written = {tuple(round(c, 6) for c in text.get_position()): text.get_text() for text in ax.texts}
    return {place: (written[place], colour) for place, colour in centres.items()}


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


def test_the_board_has_every_space_with_its_chance():
    found = cells(plots.plot_board(BOARD, ax=axes()))
    assert len(found) == sum(cant_stop.Rules().column_lengths) + 11  # and one below each column
    for row in BOARD.itertuples():
        text, colour = found[row.column, (13 - row.length) / 2 + row.from_space]
        assert text == f"{100 * row.top_probability:.0f}"
        assert (colour == to_rgba("white")) == (row.from_space == 0)
    tops = {
        column: found[column, (13 + length) / 2][0] for column, length in zip(range(2, 13), (3, 5, 7, 9), strict=False)
    }
    assert tops == {2: "2", 3: "3", 4: "4", 5: "5"}


def test_a_higher_chance_is_a_deeper_blue():
    found = cells(plots.plot_board(BOARD, ax=axes()))
    reds = [found[7, space][1][0] for space in range(1, 13)]
    assert reds == sorted(reds, reverse=True)


def test_every_triple_has_its_cell():
    frame = TRIPLES
    found = cells(plots.plot_triples(frame, ax=axes()))
    busts = [text for text, colour in found.values() if colour != to_rgba(plots.GREY)]
    assert sorted(busts) == sorted(f"{100 * bust:.0f}" for bust in frame["bust"])
    assert sum(colour == to_rgba(plots.GREY) for _, colour in found.values()) == 9


@pytest.mark.parametrize(
    ("triple", "bust"), [((6, 7, 8), "8"), ((2, 3, 12), "56"), ((4, 6, 8), "9"), ((2, 8, 12), "26")]
)
def test_a_triple_is_found_by_its_middle_column_and_the_other_two(triple, bust):
    ax = plots.plot_triples(TRIPLES, ax=axes())
    written = {tuple(round(c, 6) for c in text.get_position()): text.get_text() for text in ax.texts}
    low, middle, high = triple
    found = []
    for patch in ax.patches:
        if patch.get_facecolor() == to_rgba(plots.GREY):
            x, y = round(patch.get_x() + 0.5, 6), round(patch.get_y() + 0.5, 6)
            if written[x, y] == str(middle):
                across = {written[round(x + i, 6), y]: i for i in range(1, 10) if (round(x + i, 6), y) in written}
                down = {written[x, round(y + i, 6)]: i for i in range(1, 10) if (x, round(y + i, 6)) in written}
                side, above = (low, high) if str(low) in down and str(high) in across else (high, low)
                found.append(written[round(x + across[str(above)], 6), round(y + down[str(side)], 6)])
    assert found == [bust]


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_triples_of_small_boards(sides):
    frame = cant_stop.triples_table(cant_stop.Rules.small(sides, 1))
    found = cells(plots.plot_triples(frame, ax=axes()))
    assert sum(colour != to_rgba(plots.GREY) for _, colour in found.values()) == len(frame)


def test_the_frontier_is_written_out():
    ax = plots.plot_stopping(STOPPING, ax=axes())
    written = {text.get_position(): text.get_text() for text in ax.texts}
    assert written == {(row.right_space, row.left_space): str(row.stop_from) for row in STOPPING.itertuples()}
    (mesh,) = [c for c in ax.collections if isinstance(c, QuadMesh)]
    assert mesh.get_array().shape == (11, 11)
    assert legend(ax) == ["stop at once", "roll on"]


def test_where_stopping_is_never_best_there_is_a_dash():
    ax = plots.plot_stopping(STOPPING.assign(stop_from=STOPPING["stop_from"].where(STOPPING.index != 0)), ax=axes())
    assert [text.get_text() for text in ax.texts if text.get_position() == (1, 1)] == ["-"]


def test_turns_have_dots_intervals_and_exact_marks_fewest_on_top():
    ax = plots.plot_turns_to_win(TURNS, ax=axes())
    dots, marks = (list(line.get_xdata()) for line in ax.lines)
    assert dots == [9.0, 7.5, 7.0]
    assert marks[2] == 6.8
    (intervals,) = [c for c in ax.collections if isinstance(c, LineCollection)]
    assert [(low[0], high[0]) for low, high in intervals.get_segments()] == [(8.9, 9.1), (7.2, 7.8), (6.5, 7.5)]
    assert legend(ax) == ["95 % interval", "mean of the games", "exact"]
    assert "exact" not in legend(plots.plot_turns_to_win(TURNS.assign(exact=None), ax=axes()))


def test_win_rates_have_a_mark_for_each_opponent():
    ax = plots.plot_win_rates(RATES, ax=axes())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["c", "b", "a"]
    assert legend(ax) == ["against a", "against b", "against c"]
    drawn = {line.get_label(): line for line in ax.lines}
    assert list(drawn["against c"].get_xdata()) == pytest.approx([70, 55])
    assert [round(y) for y in drawn["against c"].get_ydata()] == [2, 1]  # in the rows of a and b
    assert list(ax.lines[-1].get_xdata()) == [50, 50]  # an even match of two
    assert list(plots.plot_win_rates(RATES.assign(players=4), ax=axes()).lines[-1].get_xdata()) == [25, 25]
