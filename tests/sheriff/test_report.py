"""The report's tables against brute force, exact values and readable games; and what the report says."""

import math

import pytest
from page_laws import is_a_good_report

from tabletop_odds.sheriff import bag_report, games_report, report
from tabletop_odds.sheriff.goods import GOODS
from tabletop_odds.sheriff.merchants import bluffer, honest
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.sheriffs import always, at_rate, never
from tabletop_odds.sheriff.simulate import play_game, simulate_games

HONEST = player(honest(), at_rate(0.3))


# one bag


def test_hands_are_what_all_hands_hold():
    deck = [name for name, cards in Rules().deck.items() for _ in range(cards)]
    frame = bag_report.hand_table().set_index(["good", "when", "at_least"])["value"]
    mead = deck.count("mead")
    exactly = [math.comb(mead, k) * math.comb(len(deck) - mead, 6 - k) / math.comb(len(deck), 6) for k in range(7)]
    for k in range(1, 6):
        assert frame["mead", "deal", k] == pytest.approx(sum(exactly[k:]), abs=1e-12)
    assert frame["apple", "market", 3] == pytest.approx(0.47777, abs=1e-5)
    assert frame["best legal good", "market", 4] == pytest.approx(0.25008, abs=1e-5)
    assert frame["contraband", "deal", 1] == pytest.approx(1 - 0.11989, abs=1e-5)


def test_a_deck_of_three_players_has_no_bread():
    assert "bread" not in set(bag_report.hand_table(Rules(players=3))["good"])


def test_above_the_threshold_inspecting_pays_and_below_it_does_not():
    for row in bag_report.inspect_map_table().itertuples():
        fine, found = 2 * row.cards, 4 * row.false_cards
        for lie, better in ((row.value - 0.01, False), (row.value + 0.01, True)):
            assert (lie * found - (1 - lie) * fine > row.bribe) == better
    with pytest.raises(ValueError, match="false_cards 6"):
        bag_report.inspect_map_table(false_cards=(6,))


def test_the_table_to_carry():
    frame = bag_report.inspect_table().set_index("cards")
    assert frame["one_false"].tolist() == pytest.approx([1 / 3, 1 / 2, 3 / 5, 2 / 3, 5 / 7])
    assert frame.loc[5, "five_false"] == pytest.approx(10 / 30)
    assert frame["two_false"].isna().tolist() == [True, False, False, False, False]
    assert frame["fine"].tolist() == [2, 4, 6, 8, 10]


def test_lies_have_the_known_chances():
    frame = bag_report.lie_table().query("bluff == 0.5").set_index("cards")["value"]
    assert [round(frame[m], 3) for m in (3, 4, 5)] == [0.353, 0.677, 0.916]


def test_prices_leave_the_sheriff_indifferent():
    frame = bag_report.price_table()
    assert len(frame) == 9
    for row in frame.to_dict("records"):
        for percent in (50, 75, 90, 100):
            gain = percent / 100 * 4 * row["false_cards"] - (1 - percent / 100) * 2 * row["cards"]
            assert row[f"lie_{percent}"] == pytest.approx(max(gain, 0))


def test_smuggling_breaks_even_at_its_threshold():
    frame = bag_report.smuggle_table().set_index("false_card")
    assert list(frame.index) == ["pepper", "mead", "silk", "crossbow"]
    for card, value in zip(frame.index, (6, 7, 8, 9), strict=True):
        for m in (3, 5):
            x = frame.loc[card, f"smuggle_{m}"]
            true = 2 * m + x * 2 * m
            false = 2 * (m - 1) + (1 - x) * value - 4 * x
            assert true == pytest.approx(false)
        assert frame.loc[card, "bribe_third"] == pytest.approx((value + 4) / 3)


def test_the_equilibrium_adds_up():
    frame = bag_report.equilibrium_table()
    inspected = frame[frame["rate"] == "inspected"]
    assert inspected["declared"].sum() == pytest.approx(1)
    assert (inspected["declared"] * inspected["value"]).sum() == pytest.approx(0.3225, abs=5e-5)
    lies = frame[frame["rate"] == "lie"]
    assert (lies["declared"] * lies["value"]).sum() == pytest.approx(0.3042, abs=5e-5)
    assert len(inspected) == 20
    assert (lies["declared"] > 0).all()


# whole games


def test_scores_are_those_of_the_single_runs_and_paired():
    policies = [HONEST, player(bluffer(1), never())]
    frame = games_report.score_table(policies, n=300, seed=3, opponents=player(honest(), always())).set_index("policy")
    others = [player(honest(), always())] * 3
    scores = []
    for policy in policies:
        run = simulate_games([policy, *others], 300, seed=3)
        row = frame.loc[policy.name]
        assert row["value"] == pytest.approx(run["score_1"].value)
        assert row["win"] == pytest.approx(run["win_1"].value)
        assert row["median"] == run.distribution("score_1").quantile(0.5)
        records = [play_game([policy, *others], seed=3, game=game) for game in range(300)]
        scores.append([record.scores[0].total for record in records])
    more = [b - a for a, b in zip(*scores, strict=True)]
    mean = sum(more) / 300
    error = math.sqrt(sum((x - mean) ** 2 for x in more) / 299 / 300)
    assert frame.loc[policies[1].name, "more"] == pytest.approx(mean)
    assert frame.loc[policies[1].name, "more_error"] == pytest.approx(error)
    assert frame.loc[HONEST.name, "more"] == 0


def test_shares_of_the_win_are_of_a_table():
    frame = games_report.win_rate_table(n=20, rules=Rules(players=3))
    assert set(frame["players"]) == {3}
    assert frame["value"].mean() == pytest.approx(1 / 3)


# the report


def written(rules, tmp_path, n=200):
    page = report.strategy_report(rules, n=n).write(tmp_path / "out")
    text = page.with_name("report.md").read_text(encoding="utf-8")
    assert "nan" not in text
    return text, {path.stem for path in (tmp_path / "out" / "figures").glob("*.png")}


PICTURES = {"inspect_map", "hand_odds", "equilibrium", "scores", "win_rates", "king_race"}


@pytest.mark.browser
def test_the_report_of_the_base_game(tmp_path, request):
    text, pictures = written(None, tmp_path, n=400)
    assert pictures == PICTURES
    for figure in ("60.00 %", "71.43 %", "30.42 %", "32.25 %", "61.78 %", "9.51 gold", "One pepper"):
        assert figure in text
    is_a_good_report(tmp_path / "out" / "index.html", request)


def test_few_games_of_a_deck_too_large_to_solve(tmp_path, monkeypatch):
    monkeypatch.setattr(bag_report, "MOST_SOLVED", 10)
    text, pictures = written(None, tmp_path, n=2)
    assert "too large to be solved" in text
    assert "Too few games" in text
    assert pictures == PICTURES - {"equilibrium", "king_race"}
    assert "equilibrium, equilibrium" not in text


def test_three_players_without_contraband_have_nothing_to_smuggle(tmp_path):
    rules = Rules(players=3, goods=tuple(good for good in GOODS if good.legal), hand_size=5)
    text, _ = written(rules, tmp_path)
    assert "33.33 % is even" in text
    assert "What to smuggle" not in text
    assert "contraband" not in set(bag_report.hand_table(rules)["good"])


@pytest.mark.parametrize("bad", [0, 1, -5, 2.5])
def test_too_few_games_are_refused(bad):
    with pytest.raises(ValueError, match="n"):
        report.strategy_report(n=bad)
