"""The one-bag game: both sides' strategies against best responses found the slow way, and the cited figures."""

import csv
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from bag_oracle import Slow, loads, worth
from cases import cases

from tabletop_odds import tables
from tabletop_odds.sheriff.bag_game import bag_game, deal_of
from tabletop_odds.sheriff.goods import GOODS
from tabletop_odds.sheriff.make_tables import FOLDER, SHIPPED
from tabletop_odds.sheriff.optimal import solve_bag_game, solve_game
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.small_games import Bag, solve_own_gains, spiel_sheriff, swap_game
from tabletop_odds.sheriff.state import Load
from tabletop_odds.sheriff.strategy_tables import (
    bag_equilibrium,
    inspect_rate,
    merchant_mix,
    strategy_arrays,
    table_key,
    table_name,
)

with open(Path(__file__).parent.parent / "published" / "sheriff_equilibrium.csv") as file:
    PUBLISHED = list(csv.DictReader(file))
TABLE = {good.name: good for good in GOODS}
ONE_GOOD = Rules(goods=tuple(g for g in GOODS if g.name in ("apple", "pepper", "mead", "crossbow")))
TWO_GOODS = Rules(goods=tuple(g for g in GOODS if g.name in ("apple", "chicken", "mead", "silk")))
SMALL = [
    (ONE_GOOD, {"apple": 3, "mead": 2}, 2),
    (ONE_GOOD, {"apple": 4, "pepper": 3, "mead": 2}, 2),
    (TWO_GOODS, {"apple": 4, "chicken": 3, "mead": 2, "silk": 2}, 3),
    (TWO_GOODS, {"apple": 9, "chicken": 5, "mead": 6, "silk": 1}, 6),
    (Rules(players=3), {"apple": 3, "cheese": 2, "mead": 4, "silk": 1}, 4),
]


BASE = ["three", pytest.param("four", marks=pytest.mark.slow)]


def slow(rules, deck=None, size=None, bribes=(0,)):
    return Slow(deck or rules.deck, size or rules.hand_size, rules.table, rules.declarable, bribes)


def certify(found, game):
    """Neither side can gain, says the oracle: then both strategies and the value are right."""
    assert float(game.conceded(found.inspects)) == pytest.approx(found.value.value, abs=1e-9)
    assert float(game.guaranteed(found.mix)) == pytest.approx(found.value.value, abs=1e-9)


@cases(("rules", "deck", "size"), SMALL)
def test_neither_side_gains_by_anything_else(rules, deck, size):
    bribes = (0, 1, 4)
    found = solve_bag_game(rules, bribes=bribes, hand_size=size, deck=deck)
    certify(found, slow(rules, deck, size, bribes))
    assert found.low == pytest.approx(found.high, abs=1e-9)


@pytest.mark.parametrize(
    ("deck", "size"), [({"apple": 3, "mead": 2}, 1), *((deck, size) for _, deck, size in SMALL[:2])]
)
def test_value_is_that_of_exact_enumeration(deck, size):
    assert solve_bag_game(ONE_GOOD, hand_size=size, deck=deck).value.value == pytest.approx(
        float(slow(ONE_GOOD, deck, size).value()), abs=1e-12
    )


@pytest.mark.slow
def test_value_of_three_signals_is_that_of_exact_enumeration():
    deck = {"apple": 4, "mead": 2}
    assert solve_bag_game(ONE_GOOD, hand_size=3, deck=deck).value.value == pytest.approx(
        float(slow(ONE_GOOD, deck, 3).value()), abs=1e-12
    )


def test_bribes_change_no_value():
    """The program with a signal for every bribe, solved as it stands."""
    rules, deck, size = SMALL[1]
    deal = deal_of(rules, size, deck)
    with_bribes, without = solve_game(bag_game(deal, (0, 1, 3, 8))), solve_game(bag_game(deal))
    assert with_bribes.low == pytest.approx(without.low, abs=1e-9)
    assert with_bribes.high == pytest.approx(without.high, abs=1e-9)


@pytest.mark.parametrize("preset", BASE)
def test_shipped_tables_are_equilibria(preset):
    rules = Rules.preset(preset)
    path = FOLDER / f"{table_name(deal_of(rules))}.table"
    tables.read_table(path, table_key(deal_of(rules)))
    assert path.stat().st_size < 100_000
    found = bag_equilibrium(rules)
    certify(found, slow(rules))


@cases("row", [row for row in PUBLISHED if row["rules"] in SHIPPED])
def test_cited_figures_of_the_base_decks(row):
    found = getattr(bag_equilibrium(Rules.preset(row["rules"])), row["what"])
    assert found.exact
    assert found.value == pytest.approx(float(row["figure"]), abs=0.5 * 10 ** -int(row["digits"]))


@cases("row", [row for row in PUBLISHED if row["rules"] in ("swap", "spiel")])
def test_closed_forms(row):
    numbers = [int(word) for word in row["argument"].split()]
    if row["rules"] == "swap":
        bags = swap_game(*numbers[:2], legal_value=numbers[2], contraband_value=numbers[3])
    else:
        names = "item_value item_penalty sheriff_penalty max_bribe max_items".split()
        bags = spiel_sheriff(**dict(zip(names, numbers, strict=True)))
    assert getattr(solve_own_gains(bags), row["what"]).value == pytest.approx(float(Fraction(row["figure"])), abs=1e-12)


@cases("k", range(1, 6))
def test_swapping_more(k):
    m, v, price = 5, 4, 6
    found = solve_own_gains(swap_game(m, k, legal_value=v, contraband_value=price))
    assert found.inspect.value == pytest.approx(k * (price - v) / (2 * m + k * price + 4 * k))
    assert found.lie.value == pytest.approx(2 * m / (2 * m + 4 * k))


@pytest.mark.peer
def test_spiel_by_its_own_program():
    """Every end of OpenSpiel's own game is one of our bags with the same gains for both."""
    pyspiel = pytest.importorskip("pyspiel", reason="no OpenSpiel to compare with: `pip install open-spiel` has it")
    chosen = {"item_value": 5.0, "item_penalty": 1.0, "sheriff_penalty": 1.0, "max_bribe": 2, "max_items": 10}
    ends = Counter()

    def walk(state, past=()):  # actions come in order: items, bribe, whether inspected
        if state.is_terminal():
            _, bribe, inspected = past
            ends[bribe, bool(inspected), *state.returns()] += 1
        for place, action in enumerate(state.legal_actions()):
            walk(state.child(action), (*past, place))

    walk(pyspiel.load_game("sheriff", chosen | {"num_rounds": 1}).new_initial_state())
    ours = Counter()
    for bag in spiel_sheriff(**chosen):
        ours[bag.signal, False, bag.passed, bag.sheriff_passed] += 1
        ours[bag.signal, True, bag.inspected, bag.sheriff_inspected] += 1
    assert ends == ours


def test_no_mix_of_best_bags():
    with pytest.raises(ValueError, match="indifferent"):
        solve_own_gains([Bag(0, 1, 2, 0, 1)])


@pytest.mark.slow
@pytest.mark.parametrize("preset", SHIPPED)
def test_every_equilibrium_lies_as_often(preset):
    """The fewest and the most lies of all merchants that a best-responding Sheriff cannot hold below the value."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, vstack

    rules = Rules.preset(preset)
    found, game = bag_equilibrium(rules), slow(rules)
    signals, rows = {}, []
    for number, (hand, chance) in enumerate(game.hands.items()):
        best = game.best(hand, found.inspects)
        for signal, p, i, load, _ in game.choices(hand):
            if p + (i - p) * found.inspects(*signal) > best - 1e-7:
                lie = set(load.bag) != {load.good}
                rows.append((number, signals.setdefault(signal, len(signals)), float(chance), i - p, lie))
    number, signal, chance, slope, lie = (np.array(column) for column in zip(*rows, strict=True))
    every = np.arange(len(rows))
    one = coo_array((np.ones(len(rows)), (number, every)), shape=(len(game.hands), len(rows)))
    level = coo_array((chance * slope, (signal, every)), shape=(len(signals), len(rows)))
    ends = np.concatenate([np.ones(len(game.hands)), np.zeros(len(signals))])
    for sign in (1, -1):
        lies = linprog(sign * chance * lie, A_eq=vstack([one, level]), b_eq=ends, method="highs-ds")
        assert sign * lies.fun == pytest.approx(found.lie_probability.value, abs=1e-7)


# ---------------------------------------------------------------- the tables


@pytest.mark.parametrize("hand", [("mead",), ("apple", "apple", "silk"), ("cheese", "pepper", "mead", "silk", "silk")])
def test_short_hands_have_the_best_load(hand):
    rules = Rules()
    ((load, probability),) = merchant_mix(hand, rules)
    rate = {good: [inspect_rate(n, good) for n in range(1, 6)] for good in rules.declarable}

    def against_rates(load):
        passed, inspected = worth(load, 0, rules.table)
        return passed + (inspected - passed) * rate[load.good][len(load.bag) - 1]

    assert probability == 1
    assert against_rates(load) == pytest.approx(max(map(against_rates, loads(hand, rules.declarable))), abs=1e-9)


@pytest.mark.parametrize("preset", BASE)
def test_arrays_for_kernels_hold_the_same(preset):
    rules = Rules.preset(preset)
    arrays, names = strategy_arrays(rules), list(rules.table)
    for hand in list(slow(rules).hands)[::37]:
        row = arrays.keys.searchsorted(sum(arrays.base ** names.index(name) for name in hand))
        before, mix = 0.0, {}
        for i in range(arrays.first[row], arrays.first[row + 1]):
            bag = tuple(name for name, n in zip(names, arrays.bag[i], strict=True) for _ in range(n))
            mix[Load(bag, names[arrays.good[i]])] = arrays.below[i] - before
            before = arrays.below[i]
        assert before == 1
        assert mix == pytest.approx(dict(merchant_mix(hand, rules)), abs=1e-12)
    for good in rules.declarable:
        assert arrays.inspect[names.index(good), 4] == inspect_rate(4, good, rules)


def test_tables_for_print():
    found = bag_equilibrium()
    inspects, bluffs = found.inspect_table(), found.bluff_table()
    assert list(inspects)[:4] == ["cards", "good", "bribe", "value"]
    assert len(inspects) == 20
    assert bluffs["declared"].sum() == pytest.approx(1)
    assert (bluffs["declared"] * bluffs["value"]).sum() == pytest.approx(found.lie_probability.value)
    assert sum(inspects["value"] * list(found.declared)) == pytest.approx(found.inspect_probability.value)


def test_shipped_tables_load_no_numpy():
    code = (
        "import sys; from tabletop_odds.sheriff.optimal import solve_bag_game; from tabletop_odds.sheriff.rules import "
        "Rules; print(solve_bag_game(Rules(players=5)).value, 'numpy' in sys.modules, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["9.506806", "exact", "False", "False"]


def test_an_equilibrium_is_shown_in_a_line_or_two():
    shown = repr(bag_equilibrium())
    assert "value=9.506806 exact" in shown
    assert len(shown) < 300


@cases(
    ("asked", "said"),
    [
        (lambda: solve_bag_game(bribes=(1, 2)), "bribes"),
        (lambda: solve_bag_game(bribes=(0, 0)), "bribes"),
        (lambda: solve_bag_game(bribes=(0, 1.5)), "bribe must be"),
        (lambda: solve_bag_game(hand_size=11), "hand_size"),
        (lambda: solve_bag_game(deck={"apples": 9}), "deck"),
        (lambda: solve_bag_game(deck={"apple": 5}), "deck of 5 cards"),
        (lambda: solve_bag_game(Rules(royals=True, hand_size=10)), "different hands"),
        (lambda: merchant_mix(()), "hand"),
        (lambda: merchant_mix(("crossbow",) * 6), "hand"),
        (lambda: merchant_mix(("apple",) * 7), "hand"),
        (lambda: inspect_rate(6, "apple"), "declared"),
        (lambda: inspect_rate(2, "mead"), "declared"),
        (lambda: bag_equilibrium().inspects(2, "apple", 4), "ladder"),
        (lambda: swap_game(6), "cards"),
        (lambda: swap_game(contraband_value=2), "contraband_value"),
        (lambda: spiel_sheriff(max_items=0), "max_items"),
    ],
)
def test_refusals(asked, said):
    with pytest.raises(ValueError, match=said) as refusal:
        asked()
    assert "\n" not in str(refusal.value)
