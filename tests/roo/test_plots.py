"""Pictures show what their tables hold, with units, and leave other figures alone."""

import pandas as pd
import picture_laws
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tabletop_odds.roo import plots, readings_plots, report
from tabletop_odds.roo.rules import Rules
from tabletop_odds.roo.state import State

STATE = State.parse(
    "> . R2 . . / . B1 . R1 / . . G3 . / . . . .; hand R4 B2 G4 Y1 Y2 Y3; targets R2 B1 G3 | "
    ". . . . / . . . . / . . . . / Y4 . . .; hand B1 B2 G4 Y1; targets Y2 B3 G1",
    Rules(),
)
BOARD = report.board_table(STATE)
REACH = report.reach_table()
LAW = report.law_table(turns=14)
LINE = LAW.assign(policy="racer", value=LAW["value"] * 0.9, low=LAW["value"] * 0.8, high=LAW["value"], n=100)
COMPLETION = pd.concat([LINE, LAW], ignore_index=True)
NAMES = ["racer who unloads", "two-turn lookahead", "greedy racer", "unloader", "random"]
RATES = pd.DataFrame(
    [(a, b, 0.5 + 0.12 * (j - i)) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES) if i != j],
    columns=["policy", "versus", "value"],
).assign(players=2)
MEASURES = {"impossible": 0.6, "rounds": 9.15, "by pile": 0.03, "first player": 0.7, "against random": 0.9}
READINGS = pd.DataFrame(
    [
        {"question": question, "reading": reading, "measure": measure, "value": value, "even": 0.5}
        for question, reading in (("", "default"), ("R2", "entry origin"), ("R10", "pile own_only"))
        for measure, value in MEASURES.items()
    ]
)
READINGS["unit"] = ["rounds" if measure == "rounds" else "%" for measure in READINGS["measure"]]
PICTURES = [
    (
        plots.plot_board,
        BOARD,
        ("framed: a target cell, and the card that belongs there; below the board: the hand", ""),
    ),
    (plots.plot_reach, REACH, ("cells that a card of each number can land on; framed: target cells", "")),
    (plots.plot_completion, COMPLETION, ("turns", "complete (%)")),
    (plots.plot_win_rates, RATES, ("against", "share of the win (%)")),
    (readings_plots.plot_readings, READINGS, ("in percent; rounds: the mean number", "")),
]


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


def written(ax):
    return {tuple(round(x, 6) for x in text.get_position()): text.get_text() for text in ax.texts}


def framed(ax):
    """The centres of the frames."""
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle) and patch.get_facecolor()[3] == 0]
    return {(round(f.get_x() + f.get_width() / 2, 6), round(f.get_y() + f.get_height() / 2, 6)) for f in frames}


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


def test_four_boards_and_their_letters_have_room():
    picture_laws.keeps_text_apart(plots.plot_board, report.board_table(None, Rules(players=4)), axes())


def test_cards_lie_on_their_cells_and_hands_below():
    other, found = 4 + plots.APART, written(plots.plot_board(BOARD, ax=axes()))
    on_board = {(1, 0): "R2", (1, 1): "B1", (3, 1): "R1", (2, 2): "G3", (other, 3): "Y4"}
    below = {(0, 4.2): "R4", (1, 4.2): "B2", (2, 4.2): "G4", (3, 4.2): "Y1", (0, 5.2): "Y2", (1, 5.2): "Y3"}
    theirs = {(other, 4.2): "B1", (1 + other, 4.2): "B2", (2 + other, 4.2): "G4", (3 + other, 4.2): "Y1"}
    places = {(round(x, 6), round(y + 0.05, 6)): card for (x, y), card in (on_board | below | theirs).items()}
    assert {place: found.get(place) for place in places} == places
    assert sum(len(text) == 2 for text in found.values()) == len(places) + 6  # and the targets


def test_target_cells_are_framed_and_name_their_card():
    ax = plots.plot_board(BOARD, ax=axes())
    other = 4 + plots.APART
    mine = {(1, 0): "R2", (3, 1): "B1", (2, 3): "G3"}
    theirs = {(1 + other, 0): "Y2", (3 + other, 1): "B3", (2 + other, 3): "G1"}
    places = {(round(x, 6), y): card for (x, y), card in (mine | theirs).items()}
    assert framed(ax) == set(places)
    for (x, y), card in places.items():
        assert written(ax)[round(x + 0.41, 6), round(y - 0.4, 6)] == card


def test_every_cell_has_the_letter_of_its_colour():
    letters = [text for text in written(plots.plot_board(BOARD, ax=axes())).values() if len(text) == 1]
    assert sorted(letters) == sorted("RBGY" * 8)


def test_reach_has_a_board_for_each_number():
    ax = plots.plot_reach(REACH, ax=axes())
    letters = {"hand": "h", "slides": "s", "never": "-"}
    for row in REACH.itertuples():
        x = row.column + (row.number - 1) * (4 + plots.APART)
        assert written(ax)[round(x, 6), row.row] == letters[row.reach]
    assert len(framed(ax)) == 12
    assert [text.get_text()[0] for text in ax.get_legend().get_texts()] == ["h", "s", "-"]


def test_curves_are_lines_and_the_law_dots():
    ax = plots.plot_completion(COMPLETION, ax=axes())
    racer, law = ax.lines
    assert list(racer.get_ydata()) == pytest.approx(list(90 * LAW["value"]))
    assert list(law.get_ydata()) == pytest.approx(list(100 * LAW["value"]))
    assert (law.get_linestyle(), law.get_marker()) == ("None", "o")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["racer", "race law, exact"]


def test_shares_of_the_win_stand_in_their_cells():
    ax = plots.plot_win_rates(RATES, ax=axes())
    found = written(ax)
    for row in RATES.itertuples():
        place = NAMES.index(row.versus) + 0.5, NAMES.index(row.policy) + 0.5
        assert found[place] == f"{100 * row.value:.1f}"
    assert len(found) == 20


def test_readings_have_their_figures_orange_where_bad():
    ax = readings_plots.plot_readings(READINGS, ax=axes())
    assert [written(ax)[x + 0.5, 1.5] for x in range(5)] == ["60.0", "9.2", "3.0", "70.0", "90.0"]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "  default",
        "R2  entry origin",
        "R10  pile own_only",
    ]
    ax.figure.draw_without_rendering()
    (mesh,) = [c for c in ax.collections if isinstance(c, QuadMesh)]
    colours = mesh.get_facecolors().reshape(3, 5, 4)
    assert tuple(colours[0, 0]) == to_rgba(plots.ORANGE)  # most deals are impossible
    assert tuple(colours[0, 3]) == to_rgba(plots.ORANGE)  # so large is the edge
    assert mesh.get_array().reshape(3, 5)[0, 1] == 0.5  # nine rounds are neither
