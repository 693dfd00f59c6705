"""Pictures show what their tables hold, with units, and leave other figures alone."""

import pandas as pd
import picture_laws
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tabletop_odds.sheriff import bag_report, games_plots, plots
from tabletop_odds.sheriff.rules import Rules

ROYAL = Rules(royals=True)
HANDS = bag_report.hand_table()
MAP = bag_report.inspect_map_table()
EQUILIBRIUM = bag_report.equilibrium_table()
NAMES = ["opportunist, inspects 30 %", "honest", "briber: 2 cards, offers and takes 4 gold", "b", "c", "d", "e"]
SCORES = pd.DataFrame({"policy": NAMES, "value": [150.0 - 5 * i for i in range(len(NAMES))]})
for name, away in (("q05", -40), ("q25", -15), ("median", 1), ("q75", 16), ("q95", 42)):
    SCORES[name] = SCORES["value"] + away
RATES = pd.DataFrame({"policy": NAMES, "players": 4, "value": [0.5 - 0.07 * i for i in range(len(NAMES))]})
RATES = RATES.assign(low=RATES["value"] - 0.02, high=RATES["value"] + 0.03)
KINGS = pd.DataFrame(
    [(good, k, min(1.0, k / (9 - i))) for i, good in enumerate(("apple", "cheese", "bread")) for k in range(1, 12)],
    columns=["good", "count", "value"],
)
KINGS = KINGS.assign(low=KINGS["value"] * 0.9, high=KINGS["value"])
PICTURES = [
    (plots.plot_hand_odds, HANDS, ("cards at least (chance in %)", "")),
    (plots.plot_hand_odds, bag_report.hand_table(ROYAL), ("cards at least (chance in %)", "")),
    (plots.plot_inspect_map, MAP, ("bribe offered (gold)", "cards declared")),
    (
        plots.plot_inspect_map,
        bag_report.inspect_map_table(false_cards=(3,)),
        ("bribe offered (gold)", "cards declared"),
    ),
    (plots.plot_equilibrium, EQUILIBRIUM, ("cards declared, by good", "rate (%)")),
    (games_plots.plot_scores, SCORES, ("score (points)", "")),
    (games_plots.plot_win_rates, RATES, ("share of the win (%)", "")),
    (games_plots.plot_king_race, KINGS, ("copies at the end", "King, alone or tied (%)")),
]


def axes():
    return Figure(figsize=(7, 4.2), layout="constrained").add_subplot()


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def cells(ax):
    """{(x, y): (text, face colour)} of the cells."""
    written = {text.get_position(): text.get_text() for text in ax.texts}
    found = {}
    for patch in ax.patches:
        if isinstance(patch, Rectangle) and patch.get_width() == 1:
            place = patch.get_x() + 0.5, patch.get_y() + 0.5
            found[place] = (written[place], patch.get_facecolor())
    return found


test_draws, test_one_figure, test_texts_apart = picture_laws.tests_of(PICTURES, axes)


def test_hands_have_a_cell_for_each_chance_in_two_blocks():
    ax = plots.plot_hand_odds(HANDS, ax=axes())
    found = cells(ax)
    assert len(found) == len(HANDS)
    goods = [label.get_text() for label in ax.get_yticklabels()]
    assert goods[0] == "apple"
    assert goods[-1] == "best legal good"
    assert [found[x, 0][0] for x in range(5)] == ["80", "43", "14", "3", "0.3"]  # apples, as dealt
    assert [found[5.5 + x, 0][0] for x in range(5)] == ["95", "78", "48", "19", "4"]
    crossbow = goods.index("crossbow")
    assert found[4, crossbow][0] == "<0.1"
    assert found[0, 0][1][0] < found[4, 0][1][0]  # a higher chance is a deeper blue


def test_the_map_has_every_threshold_and_a_dash_for_never():
    found = cells(plots.plot_inspect_map(MAP, ax=axes()))
    assert len(found) == len(MAP) == 5 * 5 + 4 * 9
    assert [found[bribe, 5][0] for bribe in range(5)] == ["71", "79", "86", "93", "-"]
    assert [found[5.5 + bribe, 2][0] for bribe in (0, 7, 8)] == ["33", "92", "-"]
    assert found[4, 5][1] == pytest.approx(to_rgba(plots.BLUE), abs=0.01)


def test_the_equilibrium_has_lines_and_bars():
    ax = plots.plot_equilibrium(EQUILIBRIUM, ax=axes())
    assert legend(ax) == ["lies, of such bags", "inspected, of such bags", "share of all bags"]
    assert [text.get_text() for text in ax.texts] == ["apple", "cheese", "bread", "chicken"]
    inspected = EQUILIBRIUM.query("good == 'chicken' and rate == 'inspected'")["value"]
    assert list(ax.lines[-1].get_ydata()) == pytest.approx(list(100 * inspected))
    assert len(ax.patches) == 20


def test_scores_have_the_best_on_top():
    ax = games_plots.plot_scores(SCORES, ax=axes())
    assert ax.get_yticklabels()[-1].get_text().startswith("opportunist")
    means = ax.lines[-1]
    assert list(means.get_xdata()) == list(SCORES["value"])[::-1]
    assert [(bar.get_x(), bar.get_width()) for bar in ax.patches][-1] == (135.0, 31.0)
    assert set(legend(ax)) == {"90 % of the games", "half of them", "median", "mean"}


def test_win_rates_have_intervals_and_the_line_of_an_even_match():
    ax = games_plots.plot_win_rates(RATES, ax=axes())
    assert list(ax.lines[-1].get_xdata()) == [25, 25]
    assert list(games_plots.plot_win_rates(RATES.assign(players=5), ax=axes()).lines[-1].get_xdata()) == [20, 20]
    (intervals,) = ax.collections
    assert intervals.get_segments()[-1][:, 0] == pytest.approx([48, 53])


def test_the_race_has_a_line_a_good():
    ax = games_plots.plot_king_race(KINGS, ax=axes())
    assert legend(ax) == ["apple", "cheese", "bread"]
    assert list(ax.lines[0].get_ydata())[:3] == pytest.approx([100 / 9, 200 / 9, 300 / 9])
    assert len(ax.collections) == 3
