"""Whole games: the kernel against readable play game by game, the rules held turn by turn, and exact match-ups."""

import pickle
import random
from fractions import Fraction

import game_oracle
import joblib
import pytest

from tabletop_odds.farkle.game_start import Start
from tabletop_odds.farkle.games import game_play, measures, play_game, round_robin, simulate_games
from tabletop_odds.farkle.matchups import head_to_head
from tabletop_odds.farkle.offers import piggy_back_value
from tabletop_odds.farkle.optimal import optimal_turn, solve_turn
from tabletop_odds.farkle.policies import Policy, bank_at, keep_fewest, keep_most, thresholds
from tabletop_odds.farkle.race import win_probability
from tabletop_odds.farkle.race_policies import best_at_hand, optimal_race
from tabletop_odds.farkle.rules import Rules, State, presets

LOADED = (Fraction(1, 4), *(Fraction(3, 20),) * 5)
SHORT = {"target": 3000}
RULES = {
    **presets(),
    "sudden death": Rules(**SHORT, end="sudden_death"),
    "equal turns": Rules(**SHORT, end="equal_turns"),
    "equal turns, last": Rules(target=1500, end="equal_turns", tie="last"),
    "ties to the first": Rules(target=1000, tie="first"),
    "ties to the last": Rules(target=1000, tie="last"),
    "opening": Rules(**SHORT, opening=500, minimum_bank=200),
    "minimum bank": Rules(target=1000, minimum_bank=350),
    "exact target": Rules(target=2000, exact_target=True),
    "three farkles": Rules(**SHORT, three_farkles=1000),
    "three farkles to zero": Rules(**SHORT, three_farkles=250, below_zero=False, opening=400),
    "bonus": Rules(target=6000, piggy_back="bonus", hot_dice="optional", nothing_scores=500),
    "inherit": Rules(target=6000, piggy_back="inherit"),
    "inherit, sudden death": Rules(target=6000, piggy_back="inherit", end="sudden_death", hot_dice="optional"),
    "exact, bonus, farkles": Rules(
        target=4000, exact_target=True, piggy_back="bonus", three_farkles=500, minimum_bank=100
    ),
    "six ones": Rules(**SHORT, six_ones="wins", face_probabilities=(0.6, *(0.08,) * 5)),
    "loaded": Rules(**SHORT, face_probabilities=LOADED),
    "five dice": Rules(**SHORT, dice=5, full_house=250, low_straight=500, piggy_back="inherit"),
    "teams": Rules(**SHORT, teams=((0, 2), (1, 3))),
    "teams, exact": Rules(target=2000, teams=((0, 1), (2,)), exact_target=True),
    "teams of three": Rules(**SHORT, teams=((0, 3), (1, 4), (2,)), end="equal_turns", three_farkles=500),
    "everything": Rules(
        target=4000, end="equal_turns", opening=350, minimum_bank=150, three_farkles=500, piggy_back="inherit"
    ),
}


def own_roll(state, rules):
    return (state.turn_total // 50 + 3 * state.dice_left + state.farkles) % 5 > 0 and state.turn_total < 2000


def own_keep(state, offers, rules):
    return offers[(state.turn_total // 50 + state.dice_left) % len(offers)]


def chase_roll(state, rules):
    behind = state.mine < state.theirs
    near = state.theirs > rules.target * 3 // 4
    return state.turn_total < 250 + 300 * behind + 500 * near


def chase_sees(mine, theirs, rules):
    return mine < theirs, theirs > rules.target * 3 // 4


OWN = Policy("own", own_roll, own_keep)
CHASE = Policy("chase", chase_roll, keep_most, sees=chase_sees)
CARD = thresholds({1: 250, 2: 250, 3: 400, 4: 1000, 5: 2900}, "most")
POLICIES = [bank_at(300), OWN, CHASE, bank_at(600, "fewest"), CARD, optimal_turn(), bank_at(50), bank_at(1000)]


def players_of(rules):
    return 2 if rules.teams is None else sum(map(len, rules.teams))


def as_row(record, scale):
    """A record as the measures of a play."""
    farkles = sum(turn.turn.farkle for turn in record.turns)
    numbers = (*record.shares, record.rounds, len(record.turns), farkles, *record.scores)
    return [int(number * scale) for number in numbers]


def agree(policies, rules, games, seed=7, start=None):
    """The kernel's games are those of the readable twin. Returns the twin's."""
    play = game_play(policies, rules, start=start)
    records = [play_game(policies, rules, seed=seed, game=game, start=start) for game in range(games)]
    for game, result in enumerate(play(seed, 0, games).tolist()):
        assert as_row(records[game], play.scale) == result, (game, str(rules), records[game])
    return records


QUICK = ("core", "zilch", "exact target", "inherit", "loaded", "everything")
EACH = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in RULES]


@pytest.mark.parametrize("name", QUICK)
def test_the_kernel_plays_as_the_rules_read(name):
    rules = RULES[name]
    agree(POLICIES[: players_of(rules)], rules, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_as_the_rules_read_in_many_games(name):
    rules, draw = RULES[name], random.Random(name)
    players = draw.choice([2, 3, 5]) if rules.teams is None else players_of(rules)
    agree(draw.sample(POLICIES, players), rules, 500 // players, seed=draw.randrange(2**63))


def random_rules(draw):
    """Any options that go together, with a target that is reached soon."""
    choose = draw.choice
    dice = choose([5, 6, 6])
    teams = choose([None, None, None, ((0, 1), (2, 3)), ((0, 2), (1,)), ((3, 0, 1), (2, 4))])
    exact = draw.random() < 0.25
    return Rules(
        dice=dice,
        target=choose([1000, 2000, 4000]),
        three_ones=choose([300, 1000]),
        four_of_a_kind=choose([None, 1000, "x2"]),
        five_of_a_kind=choose([None, 2000, "x4"]),
        full_house=choose([None, 250]),
        straight=choose([None, 1500]) if dice == 6 else None,
        three_pairs=choose([None, 750]) if dice == 6 else None,
        six_ones=choose([None, "wins"]) if dice == 6 else None,
        nothing_scores=choose([None, 500]),
        face_probabilities=choose([None, None, LOADED]),
        end=choose(["last_turn", "sudden_death", "equal_turns"]),
        tie="shared" if exact else choose(["shared", "first", "last"]),
        hot_dice=choose(["forced", "optional"]),
        opening=choose([None, 350, 400]) if not exact else None,
        minimum_bank=choose([None, 300]) if not exact else None,
        exact_target=exact,
        three_farkles=choose([None, 500, 125]) if not exact else None,
        below_zero=choose([True, False]),
        piggy_back=choose([None, "bonus", "inherit"]),
        teams=teams,
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_plays_any_options_that_go_together(seed):
    draw = random.Random(seed)
    rules = random_rules(draw)
    players = draw.choice([2, 3, 4, 5]) if rules.teams is None else players_of(rules)
    agree([draw.choice(POLICIES) for _ in range(players)], rules, 60, seed=draw.randrange(2**63))


RACES = {
    "kcd": (presets()["kcd"], 2, 12),
    "equal turns": (Rules(target=1000, end="equal_turns", opening=350, three_farkles=500), 3, 12),
    "two teams, piggy-back": (Rules(target=2000, piggy_back="inherit", teams=((0, 2), (1, 3)), tie="last"), 4, 12),
    "ties to the first": (Rules(target=1000, tie="first", hot_dice="optional", minimum_bank=300), 2, 40),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_the_kernel_plays_the_solved_race(name):
    rules, players, games = RACES[name]
    best = best_at_hand(rules)
    agree([best] * players, rules, games)
    agree([best, *POLICIES[: players - 1]], rules, 2 * games, seed=3)


STARTS = {
    "roll": (Rules(), Start(scores=(9000, 9500), turn_total=500, dice_left=2, action="roll")),
    "bank": (Rules(), Start(scores=(9000, 9500), turn_total=1000, dice_left=2, action="bank")),
    "as the policy decides": (Rules(target=2000), Start(scores=(0, 500), turn_total=450, dice_left=1)),
    "last turn": (Rules(), Start(scores=(9000, 9500, 10_300), reached=2)),
    "last turn, decided": (Rules(), Start(scores=(9900, 9500, 10_300), turn_total=450, dice_left=1)),
    "hot dice": (Rules(), Start(scores=(0, 0), turn_total=900, dice_left=6)),
    "equal turns": (Rules(target=1000, end="equal_turns", tie="last"), Start(scores=(800, 0, 1200), began=2)),
    "third farkle": (
        Rules(target=2000, three_farkles=500, opening=350),
        Start(scores=(-500, 1200), opened=(False, True), farkles=(2, 1)),
    ),
    "teams": (Rules(target=2000, teams=((0, 2), (1, 3))), Start(scores=(1500, 2300, 1500, 2300), reached=3)),
    "five dice": (Rules(dice=5, target=2000), Start(scores=(0, 100), turn_total=300, dice_left=4, action="roll")),
}


@pytest.mark.parametrize(
    "name", [n if n in ("roll", "bank") else pytest.param(n, marks=pytest.mark.slow) for n in STARTS]
)
def test_games_from_a_position(name):
    rules, start = STARTS[name]
    records = agree(POLICIES[: len(start.scores)], rules, 60, start=start)
    for record in records:
        first = record.turns[0]
        assert (first.turn_total, first.dice_left) == (start.turn_total, start.dice_left or rules.dice)
        if start.action is not None:
            assert (first.turn.rolls > 0) == (start.action == "roll")
    if "last turn" in name:
        assert {len(record.turns) for record in records} == {2}


@pytest.mark.parametrize("name", EACH)
def test_a_game_obeys_the_rules(name):
    rules = RULES[name]
    players = 3 if rules.teams is None else players_of(rules)
    for game in range(25):
        game_oracle.check(play_game(POLICIES[:players], rules, seed=11, game=game), rules, players)


def test_every_special_way_of_a_game_was_met():
    """The games above would prove little without gifts, penalties, dice taken over, six ones and shared wins."""

    def turns(name, players=2):
        records = [play_game(POLICIES[:players], RULES[name], seed=11, game=game) for game in range(25)]
        return [(record, turn) for record in records for turn in record.turns]

    assert any(turn.scores[1 - turn.seat] == 2000 for _, turn in turns("exact target"))
    assert any(min(turn.scores) < 0 for _, turn in turns("three farkles"))
    for name in ("bonus", "inherit"):
        taken = [turn for _, turn in turns(name) if turn.turn_total]
        assert len(taken) > 10
        assert any(turn.turn.farkle for turn in taken)
    assert any(turn.turn.rows[-1][1] == (1,) * 6 for _, turn in turns("six ones"))
    ties = [play_game([bank_at(50), bank_at(50)], Rules(target=100), seed=1, game=game).shares for game in range(60)]
    assert (Fraction(1, 2),) * 2 in ties


def test_dice_are_taken_over_where_that_is_worth_more():
    rules = RULES["inherit"]
    fresh = solve_turn(rules).roll_value(State(0, 6))
    for game in range(20):
        record = play_game([bank_at(300), OWN], rules, seed=5, game=game)
        for before, turn in zip(record.turns, record.turns[1:], strict=False):
            if before.turn.farkle or max(before.scores) >= rules.target:
                continue
            left = before.dice_left
            for _, kept in before.turn.rows:
                left = left - len(kept) or rules.dice
            better = piggy_back_value(before.turn.turn_total, left, rules).value > fresh
            assert (turn.turn_total, turn.dice_left) == ((before.turn.turn_total, left) if better else (0, 6))


MATCHES = [
    ("core", bank_at(300), bank_at(500)),
    ("kcd", CHASE, OWN),
    ("zilch", bank_at(300), CARD),
    ("opening", OWN, CHASE),
    ("equal turns, last", bank_at(350, "fewest"), bank_at(250)),
    ("three farkles to zero", CARD, bank_at(400)),
    ("ties to the first", bank_at(200), bank_at(800)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "policy", "other"), MATCHES)
def test_simulated_games_meet_the_exact_match_up(name, policy, other):
    exact = head_to_head(policy, other, RULES[name])
    first = simulate_games([policy, other], 100_000, seed=1, rules=RULES[name])["win_1"]
    second = simulate_games([other, policy], 100_000, seed=2, rules=RULES[name])["win_2"]
    assert abs(first.value - exact.first.value) < 4 * first.standard_error
    assert abs(second.value - exact.second.value) < 4 * second.standard_error


PAIRS = [(0, 0), (9000, 9500), (9500, 9000), (3000, 7000), (8000, 4000)]
PAIRS += [(9950, 9950), (9900, 10_450), (9000, 9950), (6000, 6000), (9700, 9300)]


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_simulated_optimal_play_meets_the_exact_win_probability(pair):
    best = optimal_race()
    value = simulate_games([best, best], 20_000, seed=1, start=Start(scores=pair))["win_1"]
    assert abs(value.value - win_probability(*pair).value) < 4 * value.standard_error


@pytest.mark.parametrize("name", ["core", "teams of three"])
def test_neither_workers_nor_chunks_change_anything(name):
    policies, rules = [bank_at(500), bank_at(300), OWN, OWN, bank_at(50)][: players_of(RULES[name])], RULES[name]
    runs = [
        simulate_games(policies, 3000, seed=2, rules=rules, workers=workers, chunk=chunk)
        for workers, chunk in [(1, None), (1, 3000), (2, 37), (4, 1000)]
    ]
    assert all(run == runs[0] for run in runs)
    assert runs[0].measures == measures(len(policies))
    one_seat_a_side = range(1, 3 if rules.teams is None else 1 + len(rules.teams))
    assert sum(runs[0][f"win_{i}"].value for i in one_seat_a_side) == pytest.approx(1)


@pytest.mark.slow
def test_processes_give_the_same():
    best, rules = optimal_race(), presets()["kcd"]
    here = simulate_games([best, CHASE], 2000, seed=1, rules=rules, workers=1)
    with joblib.parallel_config("loky", n_jobs=2):
        assert simulate_games([best, CHASE], 2000, seed=1, rules=rules, chunk=500) == here
    play = game_play([CHASE, OWN], rules)
    assert (pickle.loads(pickle.dumps(play))(1, 5, 50) == play(1, 5, 50)).all()


def test_a_round_robin_ranks_and_every_share_is_counted_once():
    policies = [bank_at(300), bank_at(2000), bank_at(600)]
    result = round_robin(policies, 4000, seed=1, rules=Rules(target=3000))
    assert result.ranking[-1][0] == policies[1].name
    frame = result.to_frame().set_index(["policy", "versus"])
    for a in policies[:2]:
        for b in policies[a is policies[1] :]:
            if a is not b:
                assert frame.value[a.name, b.name] + frame.value[b.name, a.name] == pytest.approx(1)
    first = simulate_games([policies[0], policies[2]], 4000, seed=1, rules=Rules(target=3000))["win_1"].value
    second = simulate_games([policies[2], policies[0]], 4000, seed=1, rules=Rules(target=3000))["win_2"].value
    assert frame.value[policies[0].name, policies[2].name] == pytest.approx((first + second) / 2)


WRONG = [
    ({"policies": [OWN]}, "1 policies: one a player is needed, and Farkle has 2 to 8"),
    ({"policies": [OWN] * 9}, "9 policies"),
    ({"rules": RULES["teams"]}, r"teams=.* no partition of the seats of 2 players"),
    ({"n": 0}, "n must be"),
    ({"seed": -1}, "seed -1"),
    ({"start": Start(scores=(0,))}, r"scores \(0,\): one a seat is needed, 2"),
    ({"start": Start(scores=(0, 25))}, "score 25: scores are multiples of 50"),
    ({"start": Start(scores=(0, -500))}, "score -500: allowed are whole numbers from 0"),
    ({"start": Start(scores=(10_000, 0))}, "seat 0 has reached the target 10,000, and has no turn left"),
    ({"start": Start(scores=(0, 0), turn_total=100, dice_left=6, action="bank")}, "hot dice"),
    ({"start": Start(scores=(0, 0), action="stop")}, "action 'stop'"),
    ({"start": Start(scores=(0, 0), farkles=(0, 1))}, "farkles 1: allowed are 0 to 0"),
    ({"start": Start(scores=(0, 0), began=2)}, "began=2"),
    ({"start": Start(scores=(0, 0), opened=(True, False))}, "no opening threshold"),
    ({"start": Start(scores=(0, 0), turn_total=75)}, "turn total 75: no multiple of 50"),
    ({"start": Start(scores=(0, 4000)), "rules": RULES["kcd"]}, "the game is over"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_errors_say_what_is_allowed(wrong, message):
    given = {"policies": [OWN, OWN], "n": 10, "seed": 1} | wrong
    with pytest.raises(ValueError, match=message) as caught:
        simulate_games(given.pop("policies"), given.pop("n"), **given)
    assert "\n" not in str(caught.value)


def test_a_game_without_an_end_is_refused():
    """With 50 points missing and 350 the least that may be banked, an exact target is out of reach for both."""
    rules = Rules(target=1000, exact_target=True, minimum_bank=350)
    start = Start(scores=(950, 950))
    with pytest.raises(ValueError, match="'bank at 300, keep most', 'own': a game of more than 10,000 rounds"):
        simulate_games([bank_at(300), OWN], 1, seed=1, rules=rules, start=start)
    forever = Policy("forever", lambda state, rules: True, keep_fewest)
    sure = Rules(face_probabilities=(1, 0, 0, 0, 0, 0), exact_target=True)
    for play in (simulate_games, lambda policies, n, **given: play_game(policies, **given)):
        with pytest.raises(ValueError, match="'forever': a turn of more than 10,000 rolls"):
            play([forever, OWN], 1, seed=1, rules=sure, start=Start(scores=(9950, 0), turn_total=100, dice_left=5))


def test_what_cannot_be_tabulated_is_refused():
    all_seeing = Policy("all-seeing", chase_roll, keep_most, sees=lambda mine, theirs, rules: (mine, theirs))
    with pytest.raises(ValueError, match="'all-seeing' tells more than 4,000 situations apart"):
        simulate_games([all_seeing, OWN], 10, seed=1)
    with pytest.raises(ValueError, match="exact_target=True: the race with an exact target is not solved"):
        simulate_games([optimal_race(), OWN], 10, seed=1, rules=Rules(exact_target=True))
