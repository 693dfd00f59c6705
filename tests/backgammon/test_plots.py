"""Pictures show what their states and tables hold, with units, and leave other figures alone."""

from dataclasses import replace

import pandas as pd
import picture_laws
import pytest
from backgammon_states import states
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from tabletop_odds.backgammon import board_plots, plots
from tabletop_odds.backgammon.board import Match, State
from tabletop_odds.backgammon.cube_report import cube_map_table
from tabletop_odds.backgammon.odds_report import last_two_table, shot_kinds_table, two_shooters_table
from tabletop_odds.report import draw_png

NAMED = pd.DataFrame({"position": ["aces", "all on the 6"], "pips": [2, 12], "wastage": [6.1667, 5.2285]})
WASTAGE = pd.DataFrame({"pips": [2, 3, 12], "least": [6.1, 5.1, 5.2], "lower": [6.1, 5.2, 5.2]})
WASTAGE = WASTAGE.assign(median=[6.2, 5.3, 5.3], upper=[6.2, 5.4, 5.4], most=[6.3, 5.5, 5.5])
ROLLS = pd.DataFrame(
    [("two on 6", 1, 0.11), ("two on 6", 2, 0.67), ("two on 6", 3, 0.22), ("five aces", 2, 0.3), ("five aces", 3, 0.7)],
    columns=["position", "rolls", "probability"],
).assign(mean=[2.1, 2.1, 2.1, 2.7, 2.7])
CUBE = cube_map_table({"1": "1", "33": "0,0,2", "56": "0,0,0,0,1,1", "66": "0,0,0,0,0,2"})


def wastage(frame, ax=None):
    return plots.plot_wastage(frame, NAMED, ax=ax)


PICTURES = [
    (plots.plot_shots, shot_kinds_table((3, 5)), ("distance of the blot (pips)", "rolls that hit, of 36")),
    (
        plots.plot_pair_rolls,
        two_shooters_table(6),
        ("distance of the farther checker (pips)", "distance of the nearer checker (pips)"),
    ),
    (plots.plot_pair_rolls, last_two_table(), ("point of the higher checker", "point of the lower checker")),
    (plots.plot_rolls, ROLLS, ("rolls to bear off", "chance (%)")),
    (wastage, WASTAGE, ("pips", "wastage (pips)")),
    (plots.plot_cube_actions, CUBE, ("checkers of the other", "checkers of the player on roll")),
]
BUSY = State.of([0, 0, 0, 0, 6, 4] + [0] * 18 + [2], [12] + [0] * 23 + [1])
BOARDS = [
    State(),
    replace(BUSY, dice=(6, 4), cube=2, owner="theirs"),
    replace(BUSY, cube=4, owner="mine", doubled=True, match=Match(7, 6, 3)),
    replace(State(), match=Match(7, 6, 3, crawford=True), dice=(3, 1)),
]
each_board = pytest.mark.parametrize("state", BOARDS, ids=["start", "bar", "doubled", "Crawford"])


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


# the board


def seen(ax):
    """What a board shows: {(whose, x of the stack, upper half): checkers}; a number counts for what it hides."""
    colours = {to_rgba(board_plots.BLUE): "mine", to_rgba(board_plots.ORANGE): "theirs"}
    numbers = {text.get_position(): text.get_text() for text in ax.texts if text.get_color() == "white"}
    found, hidden = {}, {}
    for patch in ax.patches:
        if isinstance(patch, Circle) and patch.radius == board_plots.RADIUS:
            x, y = patch.center
            place = colours[patch.get_facecolor()], x, y > board_plots.HIGH / 2
            found[place] = found.get(place, 0) + 1
            if (x, y) in numbers:
                hidden[place] = int(numbers[x, y])
    return found | hidden


def column(point):
    """Points 1 to 12 run from the right below, 13 to 24 from the left above; the bar is the seventh of 13 columns."""
    left = 12 - point if point <= 12 else point - 13
    return left + 0.5 + (left >= 6)


def expected(state):
    places = {}
    for name, counts in (("mine", state.mine), ("theirs", state.theirs)):
        for own, checkers in enumerate(counts[:24], 1):
            point = own if name == "mine" else 25 - own
            if checkers:
                places[name, column(point), point > 12] = checkers
        if counts[24]:
            places[name, 6.5, name == "theirs"] = counts[24]
    return places


@given(states())
@settings(max_examples=15)
def test_every_checker_is_where_it_stands(state):
    assert seen(plots.plot_board(state, ax=axes())) == expected(state)


@each_board
def test_checkers_off_lie_in_the_trays(state):
    ax = plots.plot_board(state, ax=axes())
    for side, colour in ((0, board_plots.BLUE), (1, board_plots.ORANGE)):
        drawn = [p for p in ax.patches if isinstance(p, Rectangle) and p.get_facecolor() == to_rgba(colour)]
        assert len(drawn) == state.off[side]


@each_board
def test_no_words_of_a_board_overlap(state):
    picture_laws.keeps_text_apart(plots.plot_board, state, axes())
    assert draw_png(lambda ax: plots.plot_board(state, ax=ax)) == draw_png(lambda ax: plots.plot_board(state, ax=ax))


@given(st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=4)
def test_dice_have_their_spots(one, other):
    ax = plots.plot_board(replace(State(), dice=(one, other)), ax=axes())
    assert sum(isinstance(p, Circle) and p.radius < 0.1 for p in ax.patches) == one + other
    assert not any(isinstance(p, Circle) and p.radius < 0.1 for p in plots.plot_board(State(), ax=axes()).patches)


def test_the_cube_lies_with_its_owner_and_an_offered_one_on_the_board():
    def cube(state):
        ax = plots.plot_board(state, ax=axes())
        (text,) = [text for text in ax.texts if text.get_fontweight() == "bold" and text.get_color() == "black"]
        return text.get_text(), text.get_position()

    high = board_plots.HIGH
    for owner, at in (("centre", high / 2), ("mine", 0.55), ("theirs", high - 0.55)):
        value, (x, y) = cube(replace(State(), cube=8, owner=owner))
        assert (value, y) == ("8", at)
        assert x < 0
    value, (x, _) = cube(replace(State(), cube=8, owner="mine", doubled=True))
    assert value == "16"
    assert x > 0


def test_the_words_say_pips_score_and_the_crawford_game():
    words = [text.get_text() for text in plots.plot_board(BOARDS[3], ax=axes()).texts]
    assert "on roll: 167 pips, 0 off, 6 of 7 points" in words
    assert "167 pips, 0 off, 3 of 7 points" in words
    assert "Crawford game" in words
    assert "doubles: 104 pips, 3 off, 6 of 7 points" in [t.get_text() for t in plots.plot_board(BOARDS[2]).texts]


def test_a_state_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="cube=3"):
        plots.plot_board(replace(State(), cube=3), ax=axes())


# tables


def test_shots_are_stacked_and_held_points_said():
    ax = plots.plot_shots(shot_kinds_table((3, 5)), ax=axes())
    heights = {}
    for bar in ax.patches:
        heights[round(bar.get_x() + 0.4)] = bar.get_y() + bar.get_height()
    assert {at: heights[at] for at in (1, 6, 8, 24)} == {1: 11, 6: 16, 8: 4, 24: 1}
    assert [text.get_position()[0] for text in ax.texts if text.get_text() == "held"] == [3, 5]
    assert legend(ax) == ["one die", "only by a combination"]


def test_pairs_have_their_rolls_written():
    ax = plots.plot_pair_rolls(last_two_table(), ax=axes())
    written = {text.get_position(): text.get_text() for text in ax.texts}
    assert len(written) == 21
    assert [written[6, low] for low in range(1, 7)] == ["15", "13", "10", "8", "6", "4"]


def test_rolls_are_overlaid_with_their_means():
    ax = plots.plot_rolls(ROLLS, ax=axes())
    drawn = {line.get_label(): line for line in ax.lines}
    assert list(drawn["two on 6"].get_ydata()) == pytest.approx([11, 67, 22])
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == ":"] == [2.1, 2.7]
    assert legend(ax) == ["two on 6", "five aces"]


def test_named_positions_are_marked_where_they_are():
    ax = wastage(WASTAGE, ax=axes())
    marks = {line.get_label(): (line.get_xdata()[0], line.get_ydata()[0]) for line in ax.lines[1:]}
    assert marks == {"a  aces": (2, 6.1667), "b  all on the 6": (12, 5.2285)}
    assert [text.get_text() for text in ax.texts] == ["a", "b"]


def test_the_cube_has_a_letter_and_a_colour_for_each_pair():
    ax = plots.plot_cube_actions(CUBE, ax=axes())
    written = {text.get_position(): text.get_text() for text in ax.texts}
    names = ["1", "33", "56", "66"]
    assert [[written[x, y] for x in range(4)] for y in range(4)] == [
        list("pppp"),
        list("bppp"),
        list("bnpp"),
        list("bbtt"),
    ]
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    colours = {patch.get_facecolor() for patch in ax.patches}
    assert len(colours) == len(legend(ax)) == 4
