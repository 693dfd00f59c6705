"""Advice and comparisons: what they answer and how they read; their JSON and CSV are frozen here."""

from fractions import Fraction

import pytest
from cases import cases

from tabletop_odds import __version__
from tabletop_odds.answers import Advice, Comparison, Option, Value
from tabletop_odds.formatting import html_table, text_table

exactly = Value.exactly
ZERO = exactly(0)


def simulated(value, error, n=100_000, seed=1):
    return Value(value, error, n=n, seed=seed)


def advice(**changes):
    """Roll or bank, exact, in points."""
    bank = Option("bank", exactly(450), cost=ZERO, risk=ZERO)
    roll = Option("roll", exactly(418.75), cost=exactly(31.25), risk=exactly(Fraction(4, 9)))
    words = {"situation": "450 points, 2 dice left", "rules": "core", "objective": "turn score"}
    return Advice(**{**words, "method": "exact", "options": (roll, bank), "affirmative": "roll"} | changes)


def rollouts(lead, error, **changes):
    """Roll or bank by 10,000 rollouts; rolling is ahead by `lead`."""
    roll = Option("roll", simulated(450 + lead, error, 10_000, 0), ZERO, exactly(0.25))
    bank = Option("bank", exactly(450), simulated(lead, error, 10_000, 0), ZERO)
    return advice(method="rollouts", options=(bank, roll), n=10_000, seed=0, **changes)


# --- Advice

JSON = """\
{
  "situation": "450 points, 2 dice left",
  "rules": "core",
  "objective": "turn score",
  "method": "exact",
  "n": null,
  "seed": null,
  "version": "VERSION",
  "best": "bank",
  "options": [
    {
      "action": "bank",
      "value": 450.0,
      "standard_error": 0.0,
      "low": 450.0,
      "high": 450.0,
      "cost": 0.0,
      "risk": 0.0,
      "cost_error": 0.0
    },
    {
      "action": "roll",
      "value": 418.75,
      "standard_error": 0.0,
      "low": 418.75,
      "high": 418.75,
      "cost": 31.25,
      "risk": 0.4444444444444444,
      "cost_error": 0.0
    }
  ],
  "notes": []
}"""

CSV = """\
action,value,standard_error,low,high,n,cost,risk,cost_error
roll,452.0,0.5,451.02001800772996,452.97998199227004,10000,0.0,0.25,0.0
bank,450.0,0.0,450.0,450.0,,2.0,0.0,0.5
"""

TEXT = """\
450 points, 2 dice left
rules:     core
objective: turn score
method:    exact

  action  points  cost   bust
> bank    450      0      0.00 %
  roll    418.75  31.25  44.44 %

best: bank, by 31.25 points"""

SIMULATED_TEXT = """\
450 points, 2 dice left
rules:     core
objective: turn score
method:    rollouts
sample:    n = 10,000, seed 0

  action  points        cost        bust
> roll    452.0 +- 0.5  0           25.00 %
  bank    450           2.0 +- 0.5   0.00 %

best: roll, by 2.0 +- 0.5 points"""


def test_json_is_frozen():
    assert advice().to_json() == JSON.replace("VERSION", __version__)


def test_csv_is_frozen():
    assert rollouts(2, 0.5).to_csv() == CSV


def test_the_frame_is_the_csv():
    frame = rollouts(2, 0.5).to_frame()
    assert frame.to_csv(index=False) == CSV


def test_text():
    assert str(advice()) == TEXT
    assert str(rollouts(2, 0.5)) == SIMULATED_TEXT


def test_options_are_best_first_and_ties_keep_their_order():
    options = [Option(name, exactly(x), exactly(9 - x), ZERO) for name, x in [("a", 5), ("b", 9), ("c", 9)]]
    assert [option.action for option in advice(options=tuple(options)).options] == ["b", "c", "a"]


def test_truth():
    assert not advice()
    assert rollouts(2, 0.5)
    assert not advice(affirmative="take over")
    with pytest.raises(TypeError, match=r"no yes-or-no question: read \.best\.action"):
        bool(advice(affirmative=None))


def test_margin_and_too_close():
    assert (advice().margin, advice().too_close) == (exactly(31.25), False)
    assert not rollouts(2, 0.5).too_close
    assert rollouts(2, 1.1).too_close
    assert rollouts(0.5, 0.3).too_close
    assert not rollouts(0.6, 0.3).too_close


def verdict(answer):
    return str(answer).splitlines()[-1]


def test_verdicts():
    assert verdict(rollouts(2, 0.5)) == "best: roll, by 2.0 +- 0.5 points"
    assert verdict(rollouts(2, 1.1)) == "too close to call: roll is ahead of bank by 2 +- 1 points"
    roll = Option("roll", exactly(0.2133), ZERO, ZERO)
    bank = Option("bank", exactly(0.1923), exactly(0.021), ZERO)
    assert verdict(advice(options=(bank, roll), unit="probability")) == "best: roll, by 2.10 percentage points"
    same = Option("bank", exactly(0.2133), ZERO, ZERO)
    assert verdict(advice(options=(roll, same))) == "too close to call: roll and bank are equal"


def test_a_forced_action():
    forced = advice(options=(Option("roll", exactly(300), ZERO, ZERO),), method="forced: minimum bank 300")
    assert forced
    assert (forced.margin, forced.too_close) == (None, False)
    assert verdict(forced) == "best: roll, the only option"
    assert "method:    forced: minimum bank 300" in str(forced)


def test_a_probability_prints_as_percent():
    roll = Option("roll", Value.from_rate(2133, 10_000, 0), ZERO, exactly(Fraction(4, 9)))
    text = str(advice(options=(roll,), unit="probability", risk_name="farkle"))
    assert "  action  probability    cost    farkle\n> roll    21.3 +- 0.4 %  0.00 %  44.44 %" in text


def test_html_takes_the_pages_colours_and_is_escaped():
    page = advice(situation="bank <b>now</b> & go", rules='"core"')._repr_html_()
    assert page.count("color") == page.count("color:inherit") == 1
    assert "background" not in page
    assert "bank &lt;b&gt;now&lt;/b&gt; &amp; go" in page
    assert "&quot;core&quot;" in page
    assert page.count("font-weight:bold") == 4  # the best row's cells
    assert "best: bank, by 31.25 points" in page


def test_json_with_one_game_is_still_json():
    one = Option("roll", Value.from_moments(1, 450, 450**2, 0), ZERO, ZERO)
    assert '"standard_error": null' in advice(options=(one,), n=1, seed=0).to_json()


@cases(
    ("make", "message"),
    [
        (
            lambda: Option("roll", ZERO, cost=exactly(-1), risk=ZERO),
            "cost -1.0 of 'roll': must be at least 0",
        ),
        (lambda: Option("roll", ZERO, cost=ZERO, risk=exactly(2)), "risk 2.0 of 'roll': must be from 0 to 1"),
        (lambda: advice(options=()), "0 options: an Advice must have at least one"),
        (
            lambda: advice(options=(Option("roll", ZERO, ZERO, ZERO),) * 2),
            "options roll, roll: must be different",
        ),
        (lambda: Comparison([], []), "0 rows: a Comparison must have at least one"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as refusal:
        make()
    assert "\n" not in str(refusal.value)


# --- Comparison


def comparison(**changes):
    rows = [
        {"policy": "optimal turn", "value": simulated(446.9, 0.36), "exact": exactly(446.5714)},
        {"policy": "mine", "value": simulated(446.8, 0.34), "exact": None},
        {"policy": "bank at 300", "value": simulated(430.1, 0.33), "exact": exactly(430.02)},
    ]
    gaps = [("mine", simulated(-0.1, 0.12)), ("bank at 300", simulated(-16.8, 0.12))]
    differences = [{"policy": policy, "versus": "optimal turn", "value": gap} for policy, gap in gaps]
    return Comparison(rows, differences, **{"title": "Turn score"} | changes)


COMPARISON = """\
Turn score (n = 100,000, seed 1)

  policy        points        exact   difference
  optimal turn  446.9 +- 0.4  446.57
  mine          446.8 +- 0.3           -0.1 +- 0.1
  bank at 300   430.1 +- 0.3  430.02  -16.8 +- 0.1

difference: against optimal turn in the same games
too close to call: mine"""


def test_comparison_text():
    assert str(comparison()) == repr(comparison()) == COMPARISON


def test_comparison_columns_are_frozen():
    frame, gaps = comparison().to_frame(), comparison().differences()
    assert list(frame) == ["policy", "value", "standard_error", "low", "high", "n", "exact"]
    assert list(gaps) == ["policy", "versus", "value", "standard_error", "low", "high", "n"]
    assert frame.exact.isna().tolist() == [False, True, False]
    assert gaps.n.tolist() == [100_000] * 2
    assert gaps.low[1] == pytest.approx(-16.8 - 1.96 * 0.12, rel=1e-4)


def test_comparison_of_one_policy():
    alone = Comparison([{"policy": "mine", "players": 2, "value": simulated(0.5, 0.01)}], [], unit="probability")
    assert str(alone) == "(n = 100,000, seed 1)\n\n  policy  players  probability\n  mine    2        50 +- 1 %"
    assert list(alone.to_frame())[:3] == ["policy", "players", "value"]
    assert list(alone.differences()) == ["policy", "versus", "value", "standard_error", "low", "high", "n"]


def test_comparison_html():
    page = comparison()._repr_html_()
    assert "446.9 +- 0.4" in page
    assert "too close to call: mine<" in page


# --- tables


def test_text_table_puts_points_in_line():
    rows = [["1 1 5", "1,250", "0.00 %"], ["keep", "-3.5", "< 0.0000001 %"], ["x", "", "12 +- 3 %"]]
    assert text_table(["dice", "a", "b"], rows, marked=1).splitlines() == [
        "  dice   a        b",
        "  1 1 5  1,250      0.00 %",
        "> keep      -3.5  < 0.0000001 %",
        "  x                12 +- 3 %",
    ]


def test_html_table_has_a_cell_for_each():
    page = html_table(["a", "b"], [["x", "1"], ["y", "2"]], title="t", notes=["n"])
    assert (page.count("<th "), page.count("<td "), page.count("<tr>")) == (2, 4, 3)
