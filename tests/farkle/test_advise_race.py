"""Advice with scores: by win probability, exact where the race is solved, by rollouts where it is not."""

import json

import pytest

from tabletop_odds import farkle
from tabletop_odds.cli import main
from tabletop_odds.farkle import race
from tabletop_odds.farkle.make_tables import FOLDER
from tabletop_odds.tables import read_table

CORE = farkle.Rules()
SMALL = farkle.Rules(target=600)


def win(**where):
    return farkle.win_probability(**where).value


def test_banking_is_worth_what_the_other_player_is_left_with():
    for mine, theirs, turn_total in ((7200, 9100, 450), (0, 0, 500), (3000, 8000, 1200)):
        advice = farkle.should_roll(turn_total, 2, mine=mine, theirs=theirs)
        bank = next(option for option in advice.options if option.action == "bank")
        assert bank.value.value == pytest.approx(1 - win(mine=theirs, theirs=mine + turn_total), abs=1e-9)
        assert bank.value.exact
        assert advice.unit == "probability"
        assert advice.objective == "win probability"


def test_the_first_roll_is_worth_the_start_of_the_turn():
    advice = farkle.should_roll(0, 6, mine=4000, theirs=5000)
    assert advice.best.value.value == pytest.approx(win(mine=4000, theirs=5000), abs=1e-9)
    assert advice.method.startswith("forced: ")


def test_all_first_rolls_together_are_worth_the_start_of_the_turn():
    """The best keep of every class of rolls, weighted: an answer that no table holds."""
    where = {"mine": 9000, "theirs": 9700}
    total = 0.0
    for weight, keeps, _ in farkle.roll_classes(6, CORE):
        turn = farkle.solve_race().turn(farkle.State(**where))
        total += weight * max((turn.after(0, k.points, k.dice_left) for k in keeps), default=turn.bust)
    assert total / 6**6 == pytest.approx(win(**where), abs=1e-9)


def test_with_the_other_on_9950_banking_exactly_the_target_is_a_mistake():
    """The example of the last-turn rule: 3.7 % against 43.8 %."""
    exactly = farkle.should_roll(1000, 3, mine=9000, theirs=9950)
    assert exactly.cost_of("bank").value > 0
    assert round(100 * next(o for o in exactly.options if o.action == "bank").value.value, 1) == 3.7
    short = farkle.should_roll(950, 3, mine=9000, theirs=9950)
    assert round(100 * short.best.value.value, 1) == 43.8
    assert short.best.action == "bank"


def test_in_the_last_turn_only_passing_counts():
    advice = farkle.should_roll(2000, 1, mine=7000, theirs=10_000)
    assert bool(advice)
    assert advice.cost_of("bank").value == pytest.approx(advice.best.value.value)
    assert "the last turn" in advice.situation
    ahead = farkle.should_roll(3050, 1, mine=7000, theirs=10_000)
    assert ahead.best.action == "bank"
    assert ahead.best.value.value == 1
    tied = farkle.should_roll(3000, 1, mine=7000, theirs=10_000)
    assert tied.best.action == "bank"
    assert tied.best.value.value == 0.5


def test_keeping_agrees_with_rolling():
    where = {"mine": 8500, "theirs": 9200}
    for option in farkle.what_to_keep((1, 1, 5, 2, 3, 6), 300, **where).options:
        kept, then = option.action.removeprefix("keep ").split(", ")
        dice = [int(die) for die in kept.split()]
        after = farkle.should_roll(300 + farkle.score(dice), 6 - len(dice), **where)
        same = next(o for o in after.options if then.startswith(o.action))
        assert option.value.value == pytest.approx(same.value.value)
        assert option.risk == same.risk


def test_a_farkle_is_worth_what_the_other_player_is_left_with():
    advice = farkle.what_to_keep((2, 3, 4, 4, 6, 6), 300, mine=8500, theirs=9200)
    assert advice.best.action == "farkle"
    assert advice.best.value.value == pytest.approx(1 - win(mine=9200, theirs=8500), abs=1e-9)


def test_farkles_in_a_row_count():
    rules = farkle.Rules.preset("zilch")
    values = [farkle.should_roll(300, 2, mine=4000, theirs=4000, farkles=f, rules=rules) for f in (0, 1, 2)]
    rolls = [next(o for o in advice.options if o.action == "roll").value.value for advice in values]
    assert rolls[0] > rolls[1] > rolls[2]
    mine = win(mine=4000, theirs=4000, rules=rules)
    assert mine < win(mine=4000, theirs=4000, their_farkles=2, rules=rules)


def test_who_began_counts_under_equal_turns():
    rules = farkle.Rules(target=600, end="equal_turns")
    first = farkle.should_roll(350, 2, mine=200, theirs=200, began=True, rules=rules)
    second = farkle.should_roll(350, 2, mine=200, theirs=200, began=False, rules=rules)
    assert first.best.value.value < second.best.value.value
    assumed = farkle.should_roll(350, 2, mine=200, theirs=200, rules=rules)
    assert assumed.best.value == first.best.value
    assert "(assumed)" in assumed.situation
    assert second.cost_of("bank").value == pytest.approx(
        second.best.value.value - (1 - win(mine=200, theirs=550, rules=rules, began=True)), abs=1e-9
    )


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"mine": 7200}, "mine without theirs"),
        ({"theirs": 7200}, "theirs without mine"),
        ({"mine": 7210, "theirs": 0}, "multiples of 50"),
        ({"mine": -50, "theirs": 0}, "below 0"),
        ({"mine": 10_000, "theirs": 0}, "no turn left"),
        ({"mine": 0, "theirs": []}, "1 to 7 other players"),
        ({"mine": 0, "theirs": 0, "their_farkles": 1}, "count no farkles"),
        ({"mine": 0, "theirs": 0, "began": 2}, "0 to 1"),
        ({"began": True}, "only with the scores"),
        ({"mine": 0, "theirs": 9999.5}, "whole number"),
    ],
)
def test_scores_that_no_game_can_show_are_refused(asked, says):
    with pytest.raises(ValueError, match=says) as refusal:
        farkle.should_roll(450, 2, **asked)
    assert "\n" not in str(refusal.value)


def test_what_a_mistake_cost():
    advice = farkle.what_to_keep((1, 1, 5, 2, 3, 6), mine=9000, theirs=9950)
    assert advice.cost_of("keep 1").value == 0
    assert advice.cost_of("keep 1 1 5") == advice.cost_of("keep 1 1 5, roll 3")
    assert advice.cost_of("keep 1 1 5, bank").value > advice.cost_of("keep 1 1 5").value
    assert 0 < advice.cost_of("keep 1 1").value < advice.cost_of("keep 1 1 5").value
    with pytest.raises(ValueError, match="the options are keep 1, roll 5"):
        advice.cost_of("keep 2")


@pytest.mark.slow
def test_rollouts_name_their_sample_and_repeat():
    asked = {"mine": 200, "theirs": [400, 0], "rules": SMALL, "n": 2000, "seed": 3}
    advice = farkle.should_roll(200, 3, **asked)
    assert (advice.n, advice.seed) == (2000, 3)
    assert advice.method.startswith("simulated")
    assert all(option.value.standard_error > 0 for option in advice.options)
    assert advice == farkle.should_roll(200, 3, **asked)
    assert "n = 2,000, seed 3" in str(advice)


@pytest.mark.slow
def test_rollouts_for_two_players_agree_with_the_exact_race():
    """Teams of one are no teams: the same race, which rollouts must then estimate."""
    exact = farkle.should_roll(200, 3, mine=200, theirs=400, rules=SMALL)
    teams = farkle.Rules(target=600, teams=((0,), (1,)))
    estimated = farkle.should_roll(200, 3, mine=200, theirs=400, rules=teams, n=20_000, seed=1)
    for option in estimated.options:
        known = next(o for o in exact.options if o.action == option.action)
        assert abs(option.value.value - known.value.value) < 4 * option.value.standard_error


@pytest.mark.slow
def test_rollouts_of_keeps_cover_every_continuation():
    advice = farkle.what_to_keep((1, 5, 2, 3, 4, 6), mine=0, theirs=[0, 100], rules=SMALL, n=500)
    actions = {option.action for option in advice.options}
    assert actions == {
        f"keep {k}" for k in ("1, bank", "1, roll 5", "5, bank", "5, roll 5", "1 5, bank", "1 5, roll 4")
    }


@pytest.mark.parametrize(
    "rules", [farkle.Rules(target=600, exact_target=True), farkle.Rules(target=600, piggy_back="inherit")]
)
@pytest.mark.slow
def test_rules_whose_race_is_not_solved_are_rolled_out(rules):
    advice = farkle.should_roll(200, 3, mine=200, theirs=400, rules=rules, n=1000)
    assert advice.n == 1000
    assert advice.method.startswith("simulated")


def test_the_command_line_answers_by_scores(capsys):
    words = "farkle roll-again --turn 450 --dice 2 --mine 7200 --theirs 9100".split()
    assert main(words) == 0
    assert "win probability" in capsys.readouterr().out
    assert main([*words, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["best"] == "bank"
    assert main([*words, "--did", "roll"]) == 0
    assert "roll: costs 0.348 %" in capsys.readouterr().out
    assert main("farkle roll-again --turn 450 --dice 2 --mine 7200".split()) == 2
    assert "mine without theirs" in capsys.readouterr().err


def test_a_mistake_that_is_none_of_the_options_is_refused_before_the_answer(capsys):
    words = "farkle roll-again --turn 450 --dice 2 --mine 7200 --theirs 9100 --did".split()
    assert main([*words, "hold"]) == 2
    assert capsys.readouterr().out == ""
    assert main([*words, "roll", "--format", "json"]) == 2
    assert "answered as text alone" in capsys.readouterr().err


@pytest.mark.parametrize(
    "changed", [{"opening": 500}, {"end": "equal_turns", "opening": 500}, {"hot_dice": "optional"}]
)
def test_three_farkles_with_any_other_option_are_solved(changed):
    """To 10,000: none of them is refused as too long, though it takes minutes."""
    race.check_solvable(farkle.Rules(**{**farkle.Rules.preset("zilch").as_dict(), **changed}))


def test_dice_that_never_farkle_are_answered():
    rules = farkle.Rules(face_probabilities=(1, 0, 0, 0, 0, 0), target=3000)
    assert 0.5 < farkle.win_probability(rules=rules).value <= 1


def test_what_is_no_policy_is_refused():
    for ask in (
        lambda: farkle.head_to_head("300", farkle.bank_at(300)),
        lambda: farkle.play_game(["300", farkle.bank_at(300)], seed=1),
        lambda: farkle.simulate_games(farkle.bank_at(300), 10, seed=1),
    ):
        with pytest.raises(ValueError, match="polic"):
            ask()


def test_the_command_line_prints_the_handicap(capsys):
    assert main("farkle handicap".split()) == 0
    out = capsys.readouterr().out
    assert "fair head start: 200" in out
    assert "53.56 %" in out
    assert main("farkle handicap --format csv".split()) == 0
    assert capsys.readouterr().out.startswith("points,first_wins\n0,0.5356417")


@pytest.mark.parametrize(
    "name", ["kcd", pytest.param("core", marks=pytest.mark.slow), pytest.param("boxed", marks=pytest.mark.slow)]
)
def test_shipped_tables_are_what_the_solver_gives(name):
    rules = farkle.Rules.preset(name)
    table = read_table(FOLDER / f"race_{name}.table", race.race_key(rules))
    solved = race.solve_afresh(rules)
    assert set(table.arrays) == set(solved)
    for part, (code, values) in solved.items():
        assert list(table.arrays[part]) == pytest.approx(list(values), abs=2 if code == "I" else 1e-9)


@pytest.mark.parametrize("name", list(farkle.presets()))
def test_every_preset_ships_a_race_that_its_turns_agree_with(name):
    rules = farkle.Rules.preset(name)
    solution = race.from_arrays(rules, read_table(FOLDER / f"race_{name}.table", race.race_key(rules)).arrays)
    race.check_turns(solution, most=8)
