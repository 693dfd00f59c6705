"""What every picture of the house keeps to, whatever it shows."""

import pandas as pd
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
