"""Match-ups against a plain Python recursion over all states, and the laws that any match-up obeys."""

from functools import cache

import pytest

from tabletop_odds.farkle.games import simulate_games
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.farkle.odds import roll_classes, total_weight
from tabletop_odds.farkle.optimal import optimal_turn
from tabletop_odds.farkle.policies import Policy, bank_at, keep_fewest, keep_most, thresholds
from tabletop_odds.farkle.race import win_probability
from tabletop_odds.farkle.race_policies import in_race, last_turn_of, optimal_race
from tabletop_odds.farkle.race_solver import lowest_score, statuses
from tabletop_odds.farkle.rules import Rules, State, presets

RACE = optimal_race()
SMALL = Rules(dice=5, target=200)
CHASER = Policy(  # bolder behind, and looks at the target itself
    "chaser",
    roll=lambda state, rules: (
        state.turn_total < (200 if state.mine >= state.theirs else 350) and state.mine + state.turn_total < rules.target
    ),
    keep=lambda state, keeps, rules: (keep_most if state.mine > state.theirs else keep_fewest)(state, keeps, rules),
    sees=lambda mine, theirs, rules: (mine, mine > theirs, mine >= theirs),
)


def rolls_of(rules):
    """By number of dice: the chance, the keeps, and whether all are rolled again, of each class of rolls."""
    return [()] + [
        [(c.weight / total_weight(n, rules), c.keeps, c.rolls_again) for c in roll_classes(n, rules)]
        for n in range(1, rules.dice + 1)
    ]


def turn_ends(policy, start, rules, rolls, rare=1e-13):
    """How a turn ends, by following every state of it: {total: chance}, with "farkle" and "match" for totals."""
    ends, flow = {}, {(0, rules.dice, True): 1.0}
    while flow:
        total, dice, must = lowest = min(flow)
        mass = flow.pop(lowest)
        state = State(total, dice, *start)
        if total > 0 and not must and not policy.rolls(state, rules):
            ends[total] = ends.get(total, 0.0) + mass
            continue
        for chance, keeps, again in rolls[dice]:
            chance *= mass
            kept = policy.keeps(state, keeps, rules) if keeps else None
            if kept is None and not again:
                ends["farkle"] = ends.get("farkle", 0.0) + chance
            elif kept is not None and kept.dice_left == 0:
                ends["match"] = ends.get("match", 0.0) + chance
            elif chance > rare:
                points, left = (kept.points, kept.dice_left) if kept else (rules.nothing_scores, rules.dice)
                there = (total + points, left, kept is None)
                flow[there] = flow.get(there, 0.0) + chance
    return ends


def brute_force(policy, other, rules):
    """The chance that `policy` wins, beginning and second: values of all starts of a turn, iterated till they stand."""
    step, lowest, rolls = rules.step, lowest_score(rules), rolls_of(rules)
    players = [
        (score, *status)
        for status in statuses(rules)
        for score in range(lowest, rules.target if status.opened else step, step)
    ]

    def turns(of):
        completed = in_race(of)

        @cache
        def ends(mine, theirs, opened, farkles, their_opened, their_farkles, began):
            start = (opened, farkles, mine, theirs, their_opened, their_farkles, began)
            return turn_ends(completed, start, rules, rolls)

        def worth(me, them, began, chances):
            blind = of.sees is None
            seen = (me[0], 0 if blind else them[0], *me[1:], *((True, 0, True) if blind else (*them[1:], began)))
            value, final = 0.0, rules.end == "last_turn" or (rules.end == "equal_turns" and began)
            for total, chance in ends(*seen).items():
                if total == "match":
                    value += chance
                elif total == "farkle":
                    value += chance * (1 - chances[them, after_farkle(me), not began])
                elif me[0] + total < rules.target:
                    value += chance * (1 - chances[them, (me[0] + total, True, 0), not began])
                else:
                    value += chance * (1 - last_turn(them, me[0] + total) if final else 1.0)
            return value

        return worth

    def after_farkle(me):
        score, opened, farkles = me
        if rules.three_farkles is None:
            return me
        return (score, opened, farkles + 1) if farkles < 2 else (max(score - rules.three_farkles, lowest), opened, 0)

    @cache
    def last_turn(me, theirs):
        state = State(0, rules.dice, me[1], mine=me[0], theirs=theirs)
        return last_turn_of(state, rules).roll_value(0, rules.dice)

    lanes = [(me, them, began) for me in players for them in players for began in (True, False)]
    first, second = dict.fromkeys(lanes, 0.5), dict.fromkeys(lanes, 0.5)
    mine, theirs = turns(policy), turns(other)
    change = 1.0
    while change > 1e-12:
        before = dict(first)
        second = {(me, them, began): theirs(me, them, began, first) for me, them, began in lanes}
        first = {(me, them, began): mine(me, them, began, second) for me, them, began in lanes}
        change = max(abs(first[lane] - before[lane]) for lane in lanes)
    me = (0, rules.opening is None, 0)
    return first[me, me, True], 1 - second[me, me, True]


CASES = {
    "last turn": (SMALL, bank_at(100), bank_at(200, "fewest")),
    "looking at the scores": (SMALL, CHASER, bank_at(150)),
    "both looking": (Rules(dice=5, target=300, tie="last"), CHASER, CHASER),
    "ties to the first": (Rules(dice=5, target=250, tie="first"), thresholds({1: 100, 2: 150, 3: 200}, "most"), CHASER),
    "sudden death": (Rules(dice=5, target=300, end="sudden_death", hot_dice="optional"), bank_at(150), CHASER),
    "equal turns": (Rules(dice=5, target=200, end="equal_turns", tie="last"), bank_at(100), CHASER),
    "opening": (Rules(dice=5, target=200, opening=150), bank_at(100), CHASER),
    "minimum bank": (Rules(dice=5, target=300, minimum_bank=150), CHASER, bank_at(50)),
    "three farkles": (Rules(dice=5, target=100, three_farkles=100, below_zero=False), bank_at(100), CHASER),
    "below zero": (Rules(dice=5, target=100, three_farkles=50), bank_at(100), bank_at(50)),
    "loaded dice": (
        Rules(dice=5, target=300, face_probabilities=(0.25, 0.15, 0.15, 0.15, 0.15, 0.15)),
        bank_at(200),
        CHASER,
    ),
    "nothing scores": (Rules(target=200, nothing_scores=100), bank_at(100), bank_at(150)),
    "six ones win": (Rules(target=200, six_ones="wins"), bank_at(100), bank_at(150)),
}


QUICK = ("last turn", "looking at the scores", "sudden death", "equal turns", "opening", "three farkles")


@pytest.mark.parametrize(
    "case", [case if case in QUICK else pytest.param(case, marks=pytest.mark.slow) for case in CASES]
)
def test_match_ups_are_those_of_a_plain_recursion(case):
    rules, policy, other = CASES[case]
    match = head_to_head(policy, other, rules)
    first, second = brute_force(policy, other, rules)
    assert match.first.value == pytest.approx(first, abs=1e-9)
    assert match.second.value == pytest.approx(second, abs=1e-9)
    assert match.mean.value == pytest.approx((first + second) / 2, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["last_turn", "sudden_death", "equal_turns"])
def test_the_optimal_race_is_that_of_a_plain_recursion(end):
    rules = Rules(dice=5, target=250, end=end, opening=100, hot_dice="optional")
    match = head_to_head(RACE, bank_at(150), rules)
    first, second = brute_force(RACE, bank_at(150), rules)
    assert match.first.value == pytest.approx(first, abs=1e-8)
    assert match.second.value == pytest.approx(second, abs=1e-8)


@pytest.mark.parametrize("case", QUICK)
def test_seats_and_names_can_be_exchanged(case):
    rules, policy, other = CASES[case]
    match, back = head_to_head(policy, other, rules), head_to_head(other, policy, rules)
    assert match.first.value == pytest.approx(1 - back.second.value, abs=1e-10)
    assert match.second.value == pytest.approx(1 - back.first.value, abs=1e-10)
    for one in (policy, other):
        itself = head_to_head(one, one, rules)
        assert itself.first.value + itself.second.value == pytest.approx(1, abs=1e-10)
        assert itself.mean.value == pytest.approx(0.5, abs=1e-10)


def check_best(rules, policies):
    start = win_probability(rules=rules).value
    itself = head_to_head(RACE, RACE, rules)
    assert itself.first.value == pytest.approx(start, abs=1e-9)
    assert itself.second.value == pytest.approx(1 - start, abs=1e-9)
    for policy in policies:
        match = head_to_head(policy, RACE, rules)
        assert match.first.exact
        assert 0 < match.first.value <= start + 1e-9
        assert 0 < match.second.value <= 1 - start + 1e-9
        assert match.mean.value <= 0.5


SIMPLE = [bank_at(300), bank_at(600, "best"), optimal_turn()]


@pytest.mark.slow
def test_nobody_beats_the_optimal_race_to_4_000():
    check_best(presets()["kcd"], SIMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["core", "boxed", "facebook", "rich"])
def test_nobody_beats_the_optimal_race_to_10_000(name):
    check_best(presets()[name], SIMPLE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        Rules(target=1000, opening=300, end="equal_turns"),
        Rules(target=1000, minimum_bank=300, three_farkles=500),
        Rules(target=1000, three_farkles=300, opening=200, below_zero=False),
    ],
    ids=str,
)
def test_nobody_beats_the_optimal_race_under_options(rules):
    check_best(rules, [*SIMPLE, CHASER])


@pytest.mark.slow
def test_the_optimal_race_against_the_best_turn():
    # 0.5604, 0.4888, 0.5246 are cited, for a race with only the most points for each number of dice: it keeps worse
    match = head_to_head(RACE, optimal_turn())
    assert match.first.value == pytest.approx(0.560533, abs=1e-6)
    assert match.second.value == pytest.approx(0.488979, abs=1e-6)
    assert match.mean.value == pytest.approx(0.524756, abs=1e-6)


def test_a_match_can_start_at_any_scores():
    rules = Rules(dice=5, target=2000)
    even = head_to_head(bank_at(100), bank_at(200), rules)
    ahead = head_to_head(bank_at(100), bank_at(200), rules, mine=300)
    behind = head_to_head(bank_at(100), bank_at(200), rules, theirs=300)
    assert behind.first.value < even.first.value < ahead.first.value
    assert behind.second.value < even.second.value < ahead.second.value
    mirrored = head_to_head(bank_at(200), bank_at(100), rules, theirs=300)
    assert mirrored.first.value == pytest.approx(1 - ahead.second.value, abs=1e-10)


def test_a_player_who_is_over_the_opening_may_bank_less():
    rules = Rules(dice=5, target=1000, opening=300)
    free = head_to_head(bank_at(50), bank_at(50), Rules(dice=5, target=1000), mine=300, theirs=300)
    assert head_to_head(bank_at(50), bank_at(50), rules, mine=300, theirs=300).first.value > 0.5
    assert head_to_head(bank_at(50), bank_at(50), rules).first.value != free.first.value


NEVER = Policy("never", roll=lambda state, rules: True, keep=keep_most, sees=lambda mine, theirs, rules: None)


def test_what_has_no_exact_value_is_refused():
    with pytest.raises(ValueError, match="piggy-back"):
        head_to_head(bank_at(300), bank_at(400), Rules(piggy_back="inherit"))
    with pytest.raises(ValueError, match="never bank"):
        head_to_head(NEVER, NEVER, SMALL)
    ones = Rules(dice=5, target=300, face_probabilities=(1, 0, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="go on above"):
        head_to_head(NEVER, bank_at(300), ones)
    with pytest.raises(ValueError, match="reached the target"):
        head_to_head(bank_at(300), bank_at(400), theirs=10_000)
    with pytest.raises(ValueError, match="multiples of 50"):
        head_to_head(bank_at(300), bank_at(400), mine=30)


def test_one_who_never_banks_loses():
    rules = Rules(dice=5, target=300, end="sudden_death")
    assert head_to_head(NEVER, bank_at(150), rules).first.value == pytest.approx(0, abs=1e-12)


def test_a_policy_that_tells_all_scores_apart_is_refused():
    nosy = Policy("nosy", bank_at(300).roll, keep_most, sees=lambda mine, theirs, rules: (mine, theirs))
    with pytest.raises(ValueError, match="nosy"):
        head_to_head(nosy, bank_at(300))


@pytest.mark.slow
def test_a_blind_policy_wrapped_for_the_race_plays_the_same_games_and_not_the_solved_race():
    rules, plain = Rules(target=1000), [bank_at(300), bank_at(1000)]
    played = simulate_games([in_race(policy) for policy in plain], 500, seed=1, rules=rules)
    assert played == simulate_games(plain, 500, seed=1, rules=rules)
