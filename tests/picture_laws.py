"""What every picture of the house keeps to, whatever it shows."""

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from tabletop_odds.report import draw_png


def draws_on_the_axes_given(plot, frame, labels, ax):
    """It draws there, with units, the same bytes each time; no other figure and no table is touched."""
    before, data = plt.get_fignums(), frame.copy()
    assert plot(frame, ax=ax) is ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == labels
    assert draw_png(lambda ax: plot(frame, ax=ax)) == draw_png(lambda ax: plot(frame, ax=ax))
    assert plt.get_fignums() == before
    pd.testing.assert_frame_equal(frame, data)


def makes_one_figure_without_axes(plot, frame):
    before = plt.get_fignums()
    ax = plot(frame)
    assert len(plt.get_fignums()) == len(before) + 1
    plt.close(ax.figure)
    assert plt.get_fignums() == before


def keeps_text_apart(plot, frame, ax):
    """No text lies on another or leaves the picture; a slanted text, a contour's, is smaller than its box."""
    plot(frame, ax=ax)
    ax.figure.draw_without_rendering()
    texts = [*ax.texts, *(ax.get_legend().get_texts() if ax.get_legend() else [])]
    for axis, limits in ((ax.xaxis, sorted(ax.get_xlim())), (ax.yaxis, sorted(ax.get_ylim()))):
        ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
        texts += [label for at, label in ticks if limits[0] <= at <= limits[1]]  # others are not drawn
    boxes = [text.get_window_extent() for text in texts if text.get_text() and not text.get_rotation()]
    picture = ax.figure.bbox
    for i, box in enumerate(boxes):
        assert picture.x0 <= box.x0 < box.x1 <= picture.x1
        assert not any(box.overlaps(other) for other in boxes[:i])


def tests_of(pictures, axes):
    """The three laws as tests, each over (plot, frame, labels); `axes` makes the axes to draw on."""
    each_picture = pytest.mark.parametrize(
        ("plot", "frame", "labels"), pictures, ids=[p.__name__ for p, _, _ in pictures]
    )

    @each_picture
    def test_draws_on_the_axes_given_with_units_and_the_same_bytes(plot, frame, labels):
        draws_on_the_axes_given(plot, frame, labels, axes())

    @each_picture
    def test_without_axes_there_is_one_new_figure(plot, frame, labels):
        makes_one_figure_without_axes(plot, frame)

    @each_picture
    def test_no_text_overlaps_another_or_leaves_the_picture(plot, frame, labels):
        keeps_text_apart(plot, frame, axes())

    return (
        test_draws_on_the_axes_given_with_units_and_the_same_bytes,
        test_without_axes_there_is_one_new_figure,
        test_no_text_overlaps_another_or_leaves_the_picture,
    )
