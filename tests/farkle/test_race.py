"""The race: every start of a turn against a slow value iteration (`race_oracle.py`), and laws."""

import random

import oracles
import pytest
import race_oracle
from race_oracle import fewest, most

from tabletop_odds.farkle import (
    Policy,
    Rules,
    bank_at,
    fair_head_start,
    fewest_turns,
    keep_fewest,
    keep_most,
    last_turn_probability,
    optimal_race,
    optimal_turn,
    presets,
    solve_race,
    thresholds,
    win_probability,
)
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.farkle.rules import State

CLOSE = 1e-9
COARSE = {"single_one": 200, "single_five": None, "triple": 200, "target": 600}  # a unit of 200: few scores
LOADED = (0.25, 0.15, 0.1, 0.1, 0.2, 0.2)
ENDS = ("last_turn", "sudden_death", "equal_turns")


def slow(*rules):
    return [pytest.param(r, marks=pytest.mark.slow) for r in rules]


def zilch(**changes):
    return Rules(**{**presets()["zilch"].as_dict(), **changes})


def small_race(rules):
    """The race by value iteration."""
    return race_oracle.race(rules, lowest(rules))


def lowest(rules):
    """Far enough down: from 0, one penalty more changes no value by 1e-10."""
    return -6 * (rules.three_farkles or 0) if rules.below_zero else 0


PICKED = [
    Rules(**COARSE),
    *(Rules(**COARSE, dice=5, tie=tie) for tie in ("first", "last")),
    Rules(**COARSE, end="sudden_death", hot_dice="optional"),
    Rules(**COARSE, end="equal_turns", dice=5),
    Rules(**COARSE, opening=500, minimum_bank=300),
    Rules(**COARSE, six_ones="wins", tie="last"),
    Rules(**COARSE, nothing_scores=400, hot_dice="optional"),
    Rules(**COARSE, face_probabilities=LOADED, end="sudden_death"),
    Rules(**COARSE, dice=5, three_farkles=200, below_zero=False),
    *slow(
        Rules(target=400),
        Rules(target=400, hot_dice="optional"),
        Rules(target=1000, single_five=None, tie="first"),
        Rules(target=1000, single_five=None, end="equal_turns", hot_dice="optional"),
        Rules(target=1000, single_five=None, opening=350, minimum_bank=200, end="equal_turns"),
        Rules(target=1000, single_five=None, end="sudden_death", six_ones="wins", opening=1000),
        Rules(target=500, dice=5, low_straight=500, full_house=250, minimum_bank=325),
        Rules(target=500, dice=5, face_probabilities=(0.1, 0.3, 0, 0.2, 0.1, 0.3), tie="last"),
        Rules(**{**COARSE, "target": 400}, dice=5, three_farkles=200, opening=400),
        Rules(**{**COARSE, "target": 400}, three_farkles=200, end="equal_turns"),
        Rules(**{**COARSE, "target": 400}, dice=5, three_farkles=400, tie="last"),
        zilch(target=600, single_five=None, below_zero=False),
        zilch(target=200, single_five=None, three_farkles=100),
        Rules(**{**presets()["kcd"].as_dict(), "target": 400}),
        Rules(**{**presets()["rich"].as_dict(), "target": 400}),
        Rules(**{**presets()["facebook"].as_dict(), "target": 350, "end": "equal_turns"}),
    ),
]


def drawn(seed):
    """A rule set with every option at random."""
    pick = random.Random(seed).choice
    options = {
        "dice": pick((5, 6)),
        "target": pick((400, 600, 1000)),
        "end": pick(ENDS),
        "tie": pick(("shared", "first", "last")),
        "hot_dice": pick(("forced", "optional")),
        "opening": pick((None, None, 350, 500, 1200)),
        "minimum_bank": pick((None, None, 300, 450)),
        "nothing_scores": pick((None, None, 400)),
        "three_farkles": pick((None, None, 200, 400)),
        "below_zero": pick((True, False)),
        "four_of_a_kind": pick((None, 1000, "x2")),
        "five_of_a_kind": pick((None, 2000, "x4")),
        "full_house": pick((None, 200)),
        "face_probabilities": pick((None, None, LOADED, (0.1, 0, 0.3, 0.2, 0.3, 0.1))),
    }
    if options["three_farkles"]:
        options["target"] = 400
        if options["below_zero"]:  # many scores: fewer keeps
            options |= {"three_farkles": 200, "opening": None, "dice": 5}
    if options["dice"] == 6:
        options |= {"six_ones": pick((None, "wins", 4000)), "straight": pick((None, 1400))}
        options |= {"three_pairs": pick((None, 600)), "two_triplets": pick((None, 2400))}
    return Rules(**{**COARSE, **options})


def found_at(me, them, began, rules):
    return win_probability(
        me[0],
        them[0],
        opened=me[1],
        farkles=me[2],
        their_opened=them[1],
        their_farkles=them[2],
        began=began,
        rules=rules,
    ).value


@pytest.mark.parametrize("rules", [*PICKED, *slow(*map(drawn, range(24)))], ids=str)
def test_every_start_of_a_turn_as_by_value_iteration(rules):
    race, wrong = small_race(rules), {}
    for (me, them, began), number in race.number.items():
        if min(me[0], them[0]) >= 0:
            found, expected = found_at(me, them, began, rules), race.values[number]
            if not abs(found - expected) <= CLOSE:
                wrong[me, them, began] = (found, expected)
    assert not wrong


@pytest.mark.parametrize("rules", PICKED, ids=str)
def test_last_turns_as_by_value_iteration(rules):
    if rules.end == "sudden_death":
        with pytest.raises(ValueError, match="sudden_death"):
            last_turn_probability(200, rules=rules)
        return
    race = small_race(rules)
    for (needed, opened), expected in race.last.items():
        if 0 < needed <= 3000:
            found = last_turn_probability(needed, opened=opened, rules=rules).value
            assert found == pytest.approx(expected, abs=CLOSE)
            mine = rules.target - needed
            if mine >= 0 and (opened or mine == 0):
                at = win_probability(mine, rules.target, opened=opened, their_opened=True, began=False, rules=rules)
                assert at.value == found


@pytest.mark.parametrize("rules", [Rules(**COARSE, hot_dice=kind) for kind in ("forced", "optional")], ids=str)
def test_whole_turns_as_by_value_iteration(rules):
    """Banking and rolling at every turn total: what advice is read from."""
    race, solution = small_race(rules), solve_race(rules)
    for mine, theirs in ((0, 0), (400, 0), (200, 400), (400, 400)):
        bank, roll = race.turn_at((mine, True, 0), (theirs, True, 0), True)
        turn = solution.turn(State(mine=mine, theirs=theirs))
        for row in range(1, 16):
            total = row * race.turn.unit
            assert turn.bank_value(total) == pytest.approx(bank[row], abs=CLOSE)
            for n in range(1, rules.dice + 1):
                assert turn.roll_value(total, n) == pytest.approx(roll[row, n - 1], abs=CLOSE)


@pytest.mark.parametrize("rules", [Rules(dice=5), *slow(Rules(), zilch(three_farkles=None))], ids=str)
def test_the_readings_of_a_tie_are_ordered(rules):
    readings = [Rules(**{**rules.as_dict(), "target": 300, "tie": tie}) for tie in ("first", "shared", "last")]
    for needed in range(50, 1501, 50):
        first, shared, last = (last_turn_probability(needed, rules=reading).value for reading in readings)
        assert first <= shared <= last
        assert needed < (rules.minimum_bank or 0) or first < last
        assert last >= last_turn_probability(needed + 50, rules=readings[2]).value
        assert first == pytest.approx(last_turn_probability(needed + 50, rules=readings[2]).value, abs=0.02)


@pytest.mark.parametrize("rules", PICKED, ids=str)
def test_fewest_turns_as_by_value_iteration(rules):
    for (mine, opened, farkles), expected in race_oracle.fewest_turns(rules, lowest(rules)).items():
        if mine >= 0:
            found = fewest_turns(mine, opened=opened, farkles=farkles, rules=rules).value
            assert found == pytest.approx(expected, abs=CLOSE)


def bank_from(limits):
    return lambda total, n: n in limits and total >= limits[n]


LIMITS = {1: 300, 2: 200, 3: 400, 4: 600}
PLAYERS = [  # the library's policy, and (banks, chooses) for the oracle
    (bank_at(300), (lambda total, n: total >= 300, most)),
    (bank_at(400, "fewest"), (lambda total, n: total >= 400, fewest)),
    (thresholds(LIMITS, "most"), (bank_from(LIMITS), most)),
    (
        Policy("up to two dice", lambda state, rules: state.dice_left > 2, keep_fewest),
        (lambda total, n: n <= 2, fewest),
    ),
    (Policy("greedy", lambda state, rules: state.turn_total < 1000, keep_most), (lambda total, n: total >= 1000, most)),
    (optimal_race(), None),
]


def best_turn(rules):
    """The best expected-score player, by expectimax of one turn."""
    value = oracles.turn(rules, cap=12_000)

    def banks(total, n):
        return total >= 8000 or value((total, n, True)) <= total

    def chooses(options, total):
        return max(options, key=lambda o: value((total + o[1], o[2], False)) if o[2] <= rules.dice else 0)

    return banks, chooses


MATCHES = [
    Rules(**{**COARSE, "target": 400}, dice=5, end="equal_turns", tie="last"),
    *slow(
        Rules(**COARSE, dice=5, end="equal_turns", tie="last"),
        Rules(**COARSE),
        Rules(**COARSE, end="sudden_death", hot_dice="optional"),
        Rules(**COARSE, opening=500, end="equal_turns"),
        Rules(**COARSE, minimum_bank=500, nothing_scores=400),
        Rules(**COARSE, dice=5, three_farkles=200, below_zero=False),
        Rules(**{**COARSE, "target": 400}, three_farkles=200),
        Rules(**COARSE, face_probabilities=LOADED, six_of_a_kind=3000, straight=1400),
        Rules(target=1000, single_five=None, opening=350, minimum_bank=200),
    ),
]


@pytest.mark.parametrize("rules", MATCHES, ids=str)
def test_policies_against_each_other_as_by_value_iteration(rules):
    race = small_race(rules)
    for i, (policy, play) in enumerate(PLAYERS):
        for other, against in PLAYERS[i:]:
            first, second = race.head_to_head(play, against)
            found = head_to_head(policy, other, rules)
            assert found.first.value == pytest.approx(first, abs=CLOSE), (policy.name, other.name)
            assert found.second.value == pytest.approx(second, abs=CLOSE), (policy.name, other.name)
            assert found.mean.value == pytest.approx((first + second) / 2, abs=CLOSE)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(target=500, single_five=None), Rules(target=300)], ids=str)
def test_the_best_turn_against_the_best_race_as_by_value_iteration(rules):
    found = head_to_head(optimal_race(), optimal_turn(), rules)
    expected = small_race(rules).head_to_head(None, best_turn(rules))
    assert (found.first.value, found.second.value) == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize("rules", [*MATCHES, *slow(Rules(target=2000), zilch(target=1500))], ids=str)
def test_nothing_beats_the_best_play(rules):
    start = win_probability(rules=rules).value
    itself = head_to_head(optimal_race(), optimal_race(), rules)
    assert itself.first.value == pytest.approx(start, abs=CLOSE)
    assert itself.second.value == pytest.approx(1 - start, abs=CLOSE)
    for policy, _ in PLAYERS:
        match = head_to_head(policy, optimal_race(), rules)
        assert match.first.value <= start + CLOSE
        assert match.second.value <= 1 - start + CLOSE
        assert match.mean.value <= 0.5 + CLOSE
        back = head_to_head(optimal_race(), policy, rules)
        assert back.first.value == pytest.approx(1 - match.second.value, abs=CLOSE)


@pytest.mark.parametrize("name", list(presets()))
def test_more_points_are_better_away_from_the_end(name):
    rules = presets()[name]
    last = rules.target * 8 // 10
    for mine in range(0, last, 350):
        for theirs in range(0, last, 350):
            here = win_probability(mine, theirs, rules=rules).value
            assert 0 < here < 1
            assert win_probability(mine + 50, theirs, rules=rules).value > here
            assert win_probability(mine, theirs + 50, rules=rules).value < here


def test_chances_are_chances_up_to_the_end():
    for mine in range(9000, 10_000, 50):
        for theirs in range(9000, 11_001, 50):
            assert 0 <= win_probability(mine, theirs).value <= 1


def test_hot_dice_that_may_be_banked_change_little():
    """Sudden death: the choice to bank hot dice helps both players, so that values may move either way, but little."""
    forced, free = (Rules(target=600, end="sudden_death", hot_dice=kind) for kind in ("forced", "optional"))
    for mine in range(0, 600, 50):
        assert fewest_turns(mine, rules=free).value <= fewest_turns(mine, rules=forced).value + CLOSE
        for theirs in range(0, 600, 50):
            change = win_probability(mine, theirs, rules=free).value - win_probability(mine, theirs, rules=forced).value
            assert abs(change) < 0.02


@pytest.mark.parametrize("target", [600, pytest.param(1500, marks=pytest.mark.slow)])
def test_the_last_turn_lessens_the_edge_of_the_first(target):
    last, sudden, equal = (win_probability(rules=Rules(target=target, end=end)).value for end in ENDS)
    assert 0.5 < last < sudden
    assert equal < 0.5  # the second of the round knows what must be beaten


# What is refused


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: win_probability(rules=Rules(piggy_back="inherit")), "piggy_back"),
        (lambda: solve_race(Rules(piggy_back="bonus")), "piggy_back"),
        (lambda: win_probability(rules=Rules(exact_target=True)), "exact_target"),
        (lambda: solve_race(Rules(teams=((0, 2), (1, 3)))), "teams"),
        (lambda: fewest_turns(rules=Rules(exact_target=True)), "exact_target"),
        (lambda: fair_head_start(Rules(piggy_back="inherit")), "piggy_back"),
        (lambda: head_to_head(bank_at(300), bank_at(350), Rules(teams=((0, 2), (1, 3)))), "teams"),
        (lambda: solve_race(Rules(single_one=1)), "target 10,000"),
        (lambda: win_probability(rules=Rules(single_one=101, target=1_000_000)), "target 1,000,000"),
        (lambda: win_probability(-50, 0), "-50"),
        (lambda: win_probability(0, -50), "-50"),
        (lambda: win_probability(25, 0), "25"),
        (lambda: win_probability(0, 9_975), "9,975"),
        (lambda: win_probability(10_000, 0), "10,000"),
        (lambda: win_probability(10_050, 10_000), "10,050"),
        (lambda: win_probability(0, 4000, rules=presets()["kcd"]), "4,000"),
        (lambda: win_probability("0", 0), "'0'"),
        (lambda: win_probability(0.0, 0), "0.0"),
        (lambda: win_probability(True, 0), "True"),
        (lambda: win_probability(None, 0), "None"),
        (lambda: win_probability(10**12, 0), "1000000000000"),
        (lambda: win_probability(0, 0, farkles=1), "farkles 1"),
        (lambda: win_probability(0, 0, their_farkles=3, rules=presets()["zilch"]), "farkles 3"),
        (lambda: win_probability(50, 0, opened=False, rules=Rules(opening=500)), "opening"),
        (lambda: last_turn_probability(0), "needed 0"),
        (lambda: last_turn_probability(75), "75"),
        (lambda: last_turn_probability(-50), "-50"),
        (lambda: fewest_turns(10_000), "10,000"),
    ],
)
def test_one_clear_line(call, named):
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_turns_that_go_on_until_the_target():
    never = Policy("ever on", lambda state, rules: True, keep_most)
    assert head_to_head(never, bank_at(300), Rules(**{**COARSE, "target": 2000})).mean.value < 0.4
