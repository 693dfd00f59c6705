"""The commands of Sheriff print what the library answers: exactly so, in every format."""

import json
import shlex
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
import typed
from cases import cases

from tabletop_odds.answers import as_number, as_percent
from tabletop_odds.cli import main, sheriff_games
from tabletop_odds.cli import sheriff as commands
from tabletop_odds.sheriff import crown_odds, lie_odds, market_odds, market_plans, odds
from tabletop_odds.sheriff.advise import should_accept, should_inspect, what_bribe, what_to_load
from tabletop_odds.sheriff.lie_odds import TruthElseBluff
from tabletop_odds.sheriff.markets import deny, keep_hand
from tabletop_odds.sheriff.merchants import bluffer, honest, opportunist
from tabletop_odds.sheriff.objectives import OBJECTIVES
from tabletop_odds.sheriff.policies import player
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.sheriffs import always, at_rate, bribe_taker, never
from tabletop_odds.sheriff.state import Market, Offer
from tabletop_odds.sheriff.strategy_tables import bag_equilibrium, merchant_mix

THREE = Rules(players=3)
HAND = "3 apple, mead, silk, bread"
ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "numba", "scipy", "pandas", "matplotlib", "joblib")
COLD = [
    "hand",
    "hand apple --at-least 3 --format json",
    "market",
    f"market '{HAND}' --left 'silk, apple' --format csv",
    f"market '{HAND}' --set-aside 'mead, silk'",
    "lie",
    "inspect --declared 4 apple --lie 0.6 --false-cards 1 --bribe 3",
    "accept --bribe 3 --declared 4 apple --format csv",
    "bribe '4 apple, mead' --as apple",
    f"load '{HAND}'",
    "race apple 8 5 6 3 --loads 2",
    "equilibrium",
    f"equilibrium '{HAND}' --rules five --format json",
]


printed, rows = partial(typed.printed, "sheriff"), partial(typed.rows, "sheriff")


def test_cold_questions_load_nothing_heavy():
    lines = [f"assert main(['sheriff', *{shlex.split(words)!r}]) == 0" for words in COLD]
    code = "\n".join(["from tabletop_odds.cli import main", *lines, "import sys"])
    code += f"\nprint('loaded:', *sorted(set(sys.modules) & set({HEAVY})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_objectives_are_those_of_the_library():
    assert tuple(OBJECTIVES) == commands.OBJECTIVES


# --- odds


def test_the_odds_of_a_hand(capsys):
    want = """\
a hand of 6 cards, four, exact
  good   at least 3  probability  fraction
  apple  14.38 %     0.143807     28080056/195261785
"""
    chance = odds.hand_probability("apple", at_least=3)
    assert printed("hand apple --at-least 3", capsys) == want.replace("28080056/195261785", str(chance))
    (row,) = rows("hand apple --at-least 3", capsys)
    assert row == {"good": "apple", "cards": 3, "exactly": row["exactly"], "at_least": float(chance)}


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("hand silk --rules three", {"good": "silk", "rules": THREE}),
        ("hand contraband --cards 4", {"good": "contraband", "cards": 4}),
        ("hand apple --seen '9 apple, mead'", {"good": "apple", "seen": "9 apple, mead"}),
    ],
)
def test_hands_are_those_of_the_library(words, given, capsys):
    want = odds.hand_distribution(**given)
    found = rows(words, capsys)
    assert [row["cards"] for row in found] == list(want)
    assert [row["exactly"] for row in found] == [float(want[k]) for k in want]
    assert [row["at_least"] for row in found] == pytest.approx([float(want.at_least(k)) for k in want])
    text = printed(words, capsys)
    assert all(as_percent(want[k]) in text for k in want)


def test_the_odds_of_some_good_and_of_every_good(capsys):
    (row,) = rows("hand --some-good --at-least 3", capsys)
    assert row["at_least"] == pytest.approx(0.301098, abs=1e-6)
    text = printed("hand", capsys)
    for good in (*Rules().deck, "legal", "contraband"):
        assert any(line.split()[0] == good for line in text.splitlines())
    assert "some legal good" in text
    assert as_percent(odds.hand_probability("chicken", 2)) in text


def test_the_odds_after_a_market(capsys):
    want = market_odds.market_distribution("apple", HAND, Market(("bread", "mead"), 1), left="mead apple")
    words = f"market '{HAND}' --set-aside 'mead, bread' --left 'mead, apple' --take-left 1 --good apple"
    assert {row["cards"]: row["exactly"] for row in rows(words, capsys)} == {
        k: float(want[k]) for k in range(max(want) + 1)
    }
    assert "set aside bread + mead; take 1 from LEFT" in printed(words, capsys)
    chased = rows("market --good apple", capsys)
    assert [round(row["at_least"], 5) for row in chased[1:4]] == [0.95204, 0.77858, 0.47777]
    best = rows("market", capsys)
    assert [round(row["at_least"], 5) for row in best[3:5]] == [0.61777, 0.25008]


def test_the_best_markets(capsys):
    want = market_plans.best_market(HAND, left="silk apple")[0]
    found = rows(f"market '{HAND}' --left 'silk, apple'", capsys)
    assert found[0] == {"set_aside": "bread + mead + silk", "left": 1, "right": 0, "value": float(want.value)}
    assert want.market.set_aside == ("bread", "mead", "silk")
    assert [row["value"] for row in found] == sorted((row["value"] for row in found), reverse=True)


@pytest.mark.parametrize(
    ("words", "bluff", "given"),
    [
        ("", Fraction(1, 2), {}),
        ("--bluff 0.3 --seen '9 apple'", Fraction(3, 10), {"seen": "9 apple"}),
        ("--gave 'mead, silk' --took apple", Fraction(1, 2), {"gave": "mead, silk", "took": "apple"}),
        ("--gave '4 mead' --drew 4 --rules three", Fraction(1, 2), {"gave": "4 mead", "drew": 4, "rules": THREE}),
    ],
)
def test_the_odds_of_a_lie(words, bluff, given, capsys):
    want = float(lie_odds.lie_probability(4, "apple", TruthElseBluff(bluff), **given))
    assert rows(f"lie --declared 4 apple {words}", capsys) == [{"declared": 4, "good": "apple", "lie": want}]
    assert f"a lie with probability {as_percent(want)}" in printed(f"lie --declared 4 apple {words}", capsys)


def test_the_odds_of_every_lie(capsys):
    found = {(row["declared"], row["good"]): row["lie"] for row in rows("lie", capsys)}
    assert len(found) == 20
    assert [round(found[m, "apple"], 3) for m in (3, 4, 5)] == [0.353, 0.677, 0.916]
    assert as_percent(found[5, "chicken"]) in printed("lie", capsys)


def test_the_race(capsys):
    found = {row["event"]: row["value"] for row in rows("race apple 6 6 5", capsys)}
    assert found == {"king": 0, "tied_king": 1, "queen": 0, "tied_queen": 0, "bonus": 15}
    ends = [crown_odds.copies_to_come("cheese", 2, now=count) for count in (4, 5, 3)]
    want = crown_odds.race_odds("cheese", ends[0], ends[1:])
    found = rows("race cheese 4 5 3 --loads 2", capsys)
    assert [row["value"] for row in found] == pytest.approx([float(value) for value in want])
    said = printed("race cheese 4 5 3 --loads 2", capsys)
    assert as_percent(want.king) in said
    assert "exact, given what is assumed\nassumed: " in said  # bags depend on each other, and on what stays in hands
    assert "assumed" not in printed("race apple 6 6 5", capsys)
    assert printed("race apple 8 5", capsys).startswith("apple: I have 8, the others 5, against 1, exact\n")


# --- advice


ADVICE = [
    (
        "inspect --declared 4 apple --lie 0.6 --false-cards 1 --bribe 3",
        lambda: should_inspect(4, "apple", lie_probability=0.6, false_cards=1, bribe=3),
    ),
    (
        "inspect --declared 3 chicken --bluff 0.25 --seen '5 chicken' --objective lead --rules three",
        lambda: should_inspect(
            3, "chicken", merchant=TruthElseBluff(Fraction(1, 4)), seen="5 chicken", objective="lead", rules=THREE
        ),
    ),
    (
        "accept --bribe 2 --stand '2 apple' --from-bag mead --declared 4 apple --lie 1/3 --false-goods 'mead, silk'",
        lambda: should_accept(
            Offer(2, ("apple", "apple"), ("mead",)),
            4,
            "apple",
            lie_probability=Fraction(1, 3),
            false_goods="mead, silk",
        ),
    ),
    ("bribe '4 apple, mead' --as apple", lambda: what_bribe("4 apple, mead", "apple")),
    (
        "bribe '4 apple, mead' --as apple --accept 5 --inspect 0.4 --gold 20 --amounts 0 5 6",
        lambda: what_bribe("4 apple, mead", "apple", accept=5, inspect=0.4, gold=20, amounts=[0, 5, 6]),
    ),
    (
        "bribe '3 apple, 2 silk' --as apple --lie 0.9 --false-cards 2 --objective difference",
        lambda: what_bribe("3 apple, 2 silk", "apple", lie_probability=0.9, false_cards=2, objective="difference"),
    ),
    ("load 'apple apple apple mead silk bread'", lambda: what_to_load(HAND)),
    (f"load '{HAND}' --inspect 0.3 --most 4", lambda: what_to_load(HAND, inspect=0.3, most=4)),
]


@cases(("words", "ask"), ADVICE)
def test_advice_is_that_of_the_library(words, ask, capsys):
    want = ask()
    assert printed(words, capsys) == f"{want}\n"
    assert json.loads(printed(f"{words} --format json", capsys)) == want.to_dict()
    assert printed(f"{words} --format csv", capsys) == want.to_csv()


def test_what_a_mistake_cost(capsys):
    last = printed("inspect --declared 4 apple --lie 0.6 --bribe 3 --did inspect", capsys).splitlines()[-1]
    assert last == "inspect: costs 3.80 points"
    asked = f"load '{HAND}' --inspect 0.3"
    for did in ("3 apple as 3 apple", "apples apple apple as apple", "3 apples as 3 apples"):
        last = printed(f"{asked} --did '{did}'", capsys).splitlines()[-1]
        assert last == "3 apples as 3 apples: costs 6.30 points"
    hidden = printed(f"{asked} --did 'mead + silk as 2 chicken'", capsys)
    cost = what_to_load(HAND, inspect=0.3, most=None).cost_of("mead + silk as 2 chickens")
    assert hidden.splitlines()[-1] == f"mead + silk as 2 chickens: costs {as_number(cost, 'points')}"
    assert "mead + silk as 2 chickens " not in hidden


# --- the equilibrium


def test_the_equilibrium(capsys):
    found = rows("equilibrium", capsys)
    want = bag_equilibrium()
    assert [row["inspect"] for row in found] == list(want.inspect)
    assert sum(row["declared"] for row in found) == pytest.approx(1)
    assert sum(row["lies"] for row in found) == pytest.approx(want.lie_probability.value)
    text = printed("equilibrium", capsys)
    assert "value to the merchant 9.5068" in text
    assert "4 apple" in text
    assert "value to the merchant 10.4060" in printed("equilibrium --rules three", capsys)


def test_what_the_equilibrium_loads(capsys):
    found = rows("equilibrium '2 mead, 2 silk, 2 pepper'", capsys)
    want = merchant_mix(("pepper", "pepper", "mead", "mead", "silk", "silk"))
    assert {(row["good"], row["probability"]) for row in found} == {(load.good, chance) for load, chance in want}
    assert "opened" in printed("equilibrium '2 mead, 2 silk, 2 pepper'", capsys)


# --- games


@cases(
    ("word", "policy"),
    [
        ("honest", player(honest())),
        ("honest:2/never", player(honest(bribe=2), never())),
        ("bluffer:0.5", player(bluffer(0.5))),
        ("bluffer:0.5:3:4/always", player(bluffer(0.5, cards=3, bribe=4), always())),
        ("opportunist:0.3/rate:0.25/deny", player(opportunist(Fraction(3, 10)), at_rate(0.25), deny())),
        ("bluffer:1/bribes:4:0.3/none", player(bluffer(1), bribe_taker(4, Fraction(3, 10)), keep_hand())),
    ],
)
def test_policies_by_name(word, policy):
    found = sheriff_games.policy_of(word)
    assert found.name == policy.name
    assert found.parts == policy.parts


def test_the_policies_that_read_tables():
    assert sheriff_games.policy_of("equilibrium").name == "equilibrium, equilibrium"
    assert sheriff_games.policy_of("equilibrium/never").name == "equilibrium, never inspects"
    rules = Rules()
    made = sheriff_games.policy_of("honest/threshold").parts.sheriff
    lie = lie_odds.lie_probability(5, "apple", TruthElseBluff())
    assert made.least_bribe(5, "apple", rules) == 3
    assert 2 < lie * 4 - (1 - lie) * 10 <= 3
    assert sheriff_games.policy_of("honest/threshold:0.9").parts.sheriff.least_bribe(1, "apple", rules) == 4


@pytest.mark.slow
def test_whole_games(capsys):
    from tabletop_odds.sheriff.simulate import compare, round_robin, simulate_games

    policies = [player(honest()), player(bluffer(0.5)), player(opportunist(0.3), never())]
    words = "honest bluffer:0.5 opportunist:0.3/never"
    run = simulate_games(policies, 500, seed=3, rules=THREE)
    text = printed(f"simulate {words} --games 500 --seed 3 --workers 2", capsys)
    assert text.endswith(f"\n{run}\n")
    assert text.startswith("three; players: 1 honest, inspects 30 %; 2 bluffer 50 %, inspects 30 %; 3 ")
    asked = f"simulate {words} --games 500 --seed 3 --format csv"
    assert printed(asked, capsys) == run.to_frame().to_csv(index=False)
    everywhere = simulate_games([policies[0]] * 5, 200, seed=1, rules=Rules(players=5))
    assert str(everywhere) in printed("simulate honest --players 5 --games 200", capsys)
    compared = compare(policies, 300, seed=1, opponents=player(honest(), always()), measure="win")
    asked = f"compare {words} --games 300 --against honest/always --measure win"
    assert printed(asked, capsys) == f"{compared}\n"
    against = round_robin(policies, 200, seed=1, rules=THREE)
    assert printed(f"compare {words} --games 200 --round-robin --rules three", capsys) == f"{against}\n"


@pytest.mark.slow
def test_three_policies_meet_at_tables_of_three(capsys):
    words = "compare honest bluffer:0.5 bluffer:1 --round-robin --games 20"
    assert printed(words, capsys) == printed(f"{words} --players 3", capsys)


@cases(
    ("words", "said"),
    [
        ("inspect --declared 4 apple --lie 1.2", "1.2"),
        ("inspect --declared 4 apple --bluff 1.2", "bluff 1.2"),
        ("load 'apple mead' --inspect 4/3", "4/3"),
        ("simulate honest/rate:1.2", "rate 1.2"),
        ("hand aple", "did you mean 'apple'?"),
        ("hand apple --at-least \u0663", "'\u0663' is not a whole number"),
        ("lie --bluff \u0660.\u0663", "is not a number"),
    ],
)
def test_what_was_typed_is_what_the_answer_names(words, said, capsys):
    with pytest.raises(SystemExit):
        sys.exit(main(["sheriff", *shlex.split(words)]))
    error = capsys.readouterr().err
    assert said in error
    assert "Fraction" not in error
