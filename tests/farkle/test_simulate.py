"""Simulated turns: the kernel against readable play turn by turn, and both against the exact distribution."""

import pickle
from fractions import Fraction

import joblib
import pytest

from tabletop_odds.dice import ordered_roll
from tabletop_odds.farkle.odds import roll_classes
from tabletop_odds.farkle.optimal import optimal_turn
from tabletop_odds.farkle.policies import Policy, bank_at, keep_fewest, keep_most, thresholds
from tabletop_odds.farkle.rules import Rules, keeps, presets
from tabletop_odds.farkle.scoring import Keep
from tabletop_odds.farkle.simulate import (
    MEASURES,
    class_table,
    compare,
    play_turn,
    simulate_turns,
    turn_play,
)
from tabletop_odds.farkle.turns import turn_distribution, turn_outcome, turn_value
from tabletop_odds.precision import Precision
from tabletop_odds.streams import Stream

LOADED = (Fraction(1, 4), *(Fraction(3, 20),) * 5)
NEVER_TWO = (0.3, 0, 0.1, 0.1, 0.4, 0.1)
RULES = {
    **presets(),
    "loaded": Rules(face_probabilities=LOADED),
    "loaded, a face that never shows": Rules(face_probabilities=NEVER_TWO, straight=1500),
    "five dice": Rules(dice=5, four_of_a_kind=1000, low_straight=500),
    "nothing scores": Rules(nothing_scores=500, three_pairs=750),
    "optional hot dice": Rules(hot_dice="optional"),
    "six ones win": Rules(six_ones="wins", face_probabilities=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)),
    "opening": Rules(opening=500),
}


def own_roll(state, rules):
    return (state.turn_total // 50 + 3 * state.dice_left) % 5 > 0 and state.turn_total < 2000


def own_keep(state, keeps, rules):
    return keeps[(state.turn_total // 50 + state.dice_left) % len(keeps)]


OWN = Policy("own", own_roll, own_keep)
NAMED = [
    bank_at(300),
    bank_at(1000, "fewest"),
    thresholds({1: 250, 2: 250, 3: 400, 4: 1000, 5: 2900}, "most"),
]
PLAYED = [*NAMED, OWN]
CHECKED = [*((name, policy) for name in RULES for policy in NAMED), ("core", OWN)]
CHECKED += [(name, optimal_turn()) for name in ("core", "zilch", "loaded")]
SLOW = [(name, optimal_turn()) for name in RULES if name not in ("core", "zilch", "loaded")]
WHO = [(True, 0), (False, 0), (True, 2), (False, 1)]  # opened, farkles in a row


def name_of(x):
    return getattr(x, "name", str(x))


@pytest.mark.parametrize("policy", PLAYED, ids=name_of)
@pytest.mark.parametrize("name", RULES)
@pytest.mark.slow
def test_the_kernel_plays_as_the_rules_read(name, policy):
    rules = RULES[name]
    for opened, farkles in WHO:
        if (farkles and rules.three_farkles is None) or (not opened and rules.opening is None):
            continue
        results = turn_play(policy, rules, opened=opened, farkles=farkles)(7, 0, 400).tolist()
        for game, result in enumerate(results):
            luck = Stream.of(7, game)
            turn = play_turn(policy, rules, stream=luck, opened=opened, farkles=farkles)
            assert [turn.turn_total, turn.farkle, turn.rolls] == result, (game, opened, farkles, turn)


@pytest.mark.parametrize("name", RULES)
def test_a_readable_turn_obeys_the_rules(name):
    """The record adds up by the rules alone: legal keeps, dice left, points; the last row ends the turn."""
    rules = RULES[name]
    for game in range(150):
        turn = play_turn(OWN, rules, stream=Stream.of(3, game))
        total, n = 0, rules.dice
        for i, (roll, kept) in enumerate(turn.rows):
            last = i == len(turn.rows) - 1
            assert len(roll) == n
            found = {keep.dice: keep for keep in keeps(roll, rules)}
            if found:
                total, n = total + found[kept].points, found[kept].dice_left
                assert n > 0 or last
            elif rules.nothing_scores and n == rules.dice:
                assert kept == ()
                assert not last
                total += rules.nothing_scores
            else:
                assert kept == ()
                assert last
                assert turn.farkle
                total = 0
        assert (turn.turn_total, turn.rolls) == (total, len(turn.rows))


def test_every_special_way_of_a_turn_was_met():
    """The cases above would prove little if six ones, nothing scoring and long turns never came up."""
    won = [play_turn(bank_at(300), RULES["six ones win"], stream=Stream.of(7, game)) for game in range(400)]
    assert sum(turn.rows[-1][1] == (1,) * 6 for turn in won) > 3
    nothing = [play_turn(OWN, RULES["nothing scores"], stream=Stream.of(7, game)) for game in range(400)]
    assert sum(any(kept == () for _, kept in turn.rows[:-1]) for turn in nothing) > 5
    hot = [play_turn(OWN, RULES["core"], stream=Stream.of(7, game)) for game in range(400)]
    assert sum(any(len(roll) == 6 for roll, _ in turn.rows[1:]) for turn in hot) > 5


@pytest.mark.parametrize("name", ["core", "five dice", "loaded", "kcd"])
def testclass_table(name):
    """Every ordered roll of up to four dice, and every 41st of more, is in the class of its keeps."""
    rules = RULES[name]
    first_roll, class_of = class_table(rules)
    classes = [(n, c.keeps) for n in range(1, rules.dice + 1) for c in roll_classes(n, rules)]
    assert len(class_of) == first_roll[-1] == sum(6**n for n in range(1, rules.dice + 1))
    for n in range(1, rules.dice + 1):
        for i in range(0, 6**n, 1 if n < 5 else 41):
            roll = ordered_roll(i, n)
            assert classes[class_of[first_roll[n] + i]] == (n, keeps(roll, rules))


def test_totals_above_the_cap_decide_as_at_the_cap():
    """Six sure dice a 1 each: 20,000 is passed by hot dice, and the policy sees 20,000 from there on."""
    rules = Rules(face_probabilities=(0.98, 0.02, 0, 0, 0, 0))
    policy = Policy("to the cap", lambda state, rules: state.turn_total < 20_000, keep_most)
    results = turn_play(policy, rules)(1, 0, 200).tolist()
    turns = [play_turn(policy, rules, stream=Stream.of(1, game)) for game in range(200)]
    assert [[t.turn_total, t.farkle, t.rolls] for t in turns] == results
    assert max(t.turn_total for t in turns) > 20_000


@pytest.mark.parametrize("name", ["core", "loaded"])
def test_neither_workers_nor_chunks_change_anything(name):
    runs = [
        simulate_turns(bank_at(500), 5000, seed=2, rules=RULES[name], workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (1, 5000), (2, 37), (4, 1000), (4, None)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == MEASURES
    by_hand = turn_play(bank_at(500), RULES[name])(2, 0, 5000)
    assert runs[0]["turn_total"].value == pytest.approx(by_hand[:, 0].mean(), abs=1e-9)


def test_a_play_can_be_sent_to_another_process():
    play = turn_play(OWN, RULES["zilch"])
    assert (pickle.loads(pickle.dumps(play))(1, 5, 50) == play(1, 5, 50)).all()


@pytest.mark.slow
def test_processes_give_the_same():
    here = simulate_turns(OWN, 2000, seed=1, workers=1)
    with joblib.parallel_config("loky", n_jobs=2):
        assert simulate_turns(OWN, 2000, seed=1, chunk=500) == here


@pytest.mark.parametrize(
    ("name", "policy"), [*CHECKED, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW)], ids=name_of
)
@pytest.mark.slow
def test_simulated_means_meet_the_exact_ones(name, policy):
    rules = RULES[name]
    for opened, farkles in WHO:
        if (farkles and rules.three_farkles is None) or (not opened and rules.opening is None):
            continue
        exact = turn_outcome(policy, rules, opened, farkles)
        run = simulate_turns(policy, 100_000, seed=1, rules=rules, opened=opened, farkles=farkles)
        for value, expected in [
            (run["turn_total"], exact.mean),
            (run.rate("farkle"), exact.farkle),
            (run["rolls"], exact.rolls),
        ]:
            assert abs(value.value - expected) <= 4 * value.standard_error + 1e-12


def test_simulated_totals_follow_the_exact_distribution():
    """Chi-square over the totals that are expected at least 20 times."""
    from scipy.stats import chi2

    n = 200_000
    seen = simulate_turns(bank_at(300), n, seed=4).distribution("turn_total").weights
    expected = {total: n * p for total, p in turn_outcome(bank_at(300), Rules()).weights.items()}
    assert set(seen) <= set(expected)
    common = [total for total, count in expected.items() if count >= 20]
    rest = n - sum(expected[total] for total in common)
    statistic = sum((seen.get(total, 0) - expected[total]) ** 2 / expected[total] for total in common)
    statistic += (n - sum(seen.get(total, 0) for total in common) - rest) ** 2 / rest
    assert chi2.sf(statistic, len(common)) > 1e-3


def test_compare_is_paired_and_shows_the_exact_values():
    policies = [bank_at(300), bank_at(350), optimal_turn()]
    result = compare(policies, 100_000, seed=1)
    frame, differences = result.to_frame().set_index("policy"), result.differences()
    for policy in policies:
        row = frame.loc[policy.name]
        assert row.exact == pytest.approx(turn_value(policy).value)
        assert abs(row.value - row.exact) < 4 * row.standard_error
    assert frame.index[0] == "optimal turn"
    for row in differences.itertuples():
        exact = turn_value(next(p for p in policies if p.name == row.policy)).value - turn_value().value
        assert abs(row.value - exact) < 4 * row.standard_error
        alone = (frame.loc[row.policy].standard_error ** 2 + frame.loc[row.versus].standard_error ** 2) ** 0.5
        assert row.standard_error < 0.95 * alone


@pytest.mark.slow
def test_compare_leaves_penalties_out():
    """Under three farkles the long run is worth less than a turn, and a turn is what is simulated."""
    rules, policy = presets()["zilch"], bank_at(1500)
    value = compare([policy], 100_000, seed=1, rules=rules).to_frame().iloc[0]
    assert value.exact == pytest.approx(turn_distribution(policy, rules).mean)
    assert abs(value.value - value.exact) < 4 * value.standard_error
    assert value.exact - turn_value(policy, rules).value > 8 * value.standard_error


def test_a_policy_against_itself_differs_by_nothing():
    twin = Policy("twin", bank_at(300).roll, bank_at(300).keep)
    result = compare([bank_at(300), twin], 1000, seed=1).differences()
    assert (result.value[0], result.standard_error[0]) == (0, 0)


def test_a_run_stops_at_the_precision_asked_for():
    run = simulate_turns(bank_at(300), seed=1, until=Precision(2.0))
    assert run.n in (20_000, 40_000, 80_000)
    assert run.histograms == simulate_turns(bank_at(300), run.n, seed=1).histograms


def test_errors_say_what_is_allowed():
    with pytest.raises(ValueError, match="farkles 3"):
        simulate_turns(OWN, 10, seed=1, rules=presets()["zilch"], farkles=3)
    with pytest.raises(ValueError, match="count no farkles"):
        play_turn(OWN, stream=Stream(1), farkles=1)
    with pytest.raises(ValueError, match="two are named 'own'"):
        compare([OWN, OWN], 10, seed=1)
    with pytest.raises(ValueError, match="n must be"):
        simulate_turns(OWN, 0, seed=1)
    liar = Policy("liar", own_roll, lambda state, keeps, rules: Keep((6,), 600, 5))
    with pytest.raises(ValueError, match="none of the legal keeps"):
        simulate_turns(liar, 10, seed=1)
    with pytest.raises(ValueError, match="none of the legal keeps"):
        play_turn(liar, stream=Stream.of(1, 1))


def test_a_turn_without_an_end_is_refused():
    """Dice that always show 1, and a policy that never banks: a single turn would last for ever."""
    forever = Policy("forever", lambda state, rules: True, keep_fewest)
    rules = Rules(face_probabilities=(1, 0, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="'forever': a turn of more than 10,000 rolls"):
        simulate_turns(forever, 1, seed=1, rules=rules)
    with pytest.raises(ValueError, match="'forever': a turn of more than 10,000 rolls"):
        play_turn(forever, rules, stream=Stream(1))
