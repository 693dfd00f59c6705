"""Rollouts: the same luck for every play, ends by a table, and chances that are known."""

from dataclasses import replace

import backgammon_oracle as oracle
import numpy as np
import pytest
from test_reduction import honest

from tabletop_odds.backgammon.big_table import CHANCES, solve
from tabletop_odds.backgammon.board import State
from tabletop_odds.backgammon.game_by_rules import play_game
from tabletop_odds.backgammon.game_tables import Finish, finish_by, side_words
from tabletop_odds.backgammon.kernels import finishes
from tabletop_odds.backgammon.pair_files import open_pairs
from tabletop_odds.backgammon.policies import Policy, evaluator, pip_greedy, random_play
from tabletop_odds.backgammon.positions import every_position, rank
from tabletop_odds.backgammon.rollouts import roll_out, roll_out_plays
from tabletop_odds.backgammon.rules import Rules, plays
from tabletop_odds.backgammon.simulate import ReadPlay, game_play
from tabletop_odds.backgammon.two_sided_layout import Layout
from tabletop_odds.reduction import strata_of

FEW = 3
LATE = State.of([0, 1, 1, 0, 1, 0, 0, 0, 1], [1, 1, 0, 0, 1, 1, 0, 1])
OVER_SOON = State.of([1], [0, 0, 0, 1, 0, 1])


@pytest.fixture(scope="module")
def chances():
    """The chance that the side on roll wins with at most three checkers each, by all plays of all rolls."""
    positions = list(every_position(6, FEW))
    table = np.ones((len(positions), len(positions)))
    ways = []
    for position in positions:
        mine = (*position, *(0,) * 19)
        ends = [oracle.after_positions(mine, (0,) * 25, roll) for roll in oracle.ROLLS]
        ways.append([sorted({rank(after[:6], FEW) for after, _ in end}) for end in ends])
    weights = [1 if a == b else 2 for a, b in oracle.ROLLS]
    # a play makes its side's number smaller: so in the order of the sum of both numbers
    pairs = sorted(np.ndindex(table.shape), key=sum)
    for i, j in pairs:
        if j == 0:
            table[i, j] = 0.0  # the other side has won
        elif i:
            best = [max(1.0 - table[j, k] for k in ends) for ends in ways[i]]
            table[i, j] = sum(w * v for w, v in zip(weights, best, strict=True)) / 36
    return table


@pytest.fixture(scope="module")
def finish(chances):
    return ranked(np.round(65535 * chances).astype(np.uint16).ravel())


def ranked(chances, checkers=FEW):
    """The finish by chances in the order of both positions' numbers."""
    numbers = np.arange(84)
    return Finish(chances, 84 * numbers, numbers, checkers)


@pytest.mark.slow
def test_the_same_by_a_two_sided_table(finish, tmp_path):
    by_file = finish_by(open_pairs(CHANCES, Layout(FEW), solve(FEW, folder=tmp_path)))
    for i, j in np.ndindex(84, 84):
        if i and j:
            ours, theirs = finish.chances[84 * i + j], by_file.chances[by_file.on_roll[i] + by_file.waits[j]]
            assert abs(int(ours) - int(theirs)) <= 1
    one, other = (roll_out(LATE, 1000, seed=1, finish=table)["win"].value for table in (finish, by_file))
    assert one == pytest.approx(other, abs=2e-5)
    with pytest.raises(ValueError, match="at most 5 pips"):
        finish_by(open_pairs(CHANCES, Layout(FEW, 5), solve(FEW, most_pips=5, folder=tmp_path)))


def test_the_table_of_the_test(chances):
    at = {name: rank(position, FEW) for name, position in [("6 6", (0, 0, 0, 0, 0, 2)), ("5 2", (0, 1, 0, 0, 1, 0))]}
    assert chances[at["6 6"], at["6 6"]] == pytest.approx(0.754494, abs=1e-6)
    assert chances[at["5 2"], 1] == pytest.approx(19 / 36)


def covered(state):
    return all(14 >= off >= 15 - FEW for off in state.off) and not any(state.mine[6:] + state.theirs[6:])


def test_games_end_by_the_table_where_it_begins(finish):
    """Game by game: the readable game without a table, read up to the first position that the table has."""
    for policies, state in [([evaluator()] * 2, LATE), ([random_play(), pip_greedy()], LATE)]:
        results = game_play(policies, state=state, finish=finish).results(3, 0, 60).tolist()
        by_table = 0
        for game, (win, points) in enumerate(results):
            record = play_game(policies, seed=3, game=game, state=state)
            expected = 65535 * (1 - record.winner), (1 - 2 * record.winner) * record.points * 65535
            for player, _, play in record.turns:
                on_roll = play.after.flipped()
                if covered(on_roll):
                    chance = int(finish.chances[rank(on_roll.mine[:6], FEW) * 84 + rank(on_roll.theirs[:6], FEW)])
                    win_0 = chance if player == 1 else 65535 - chance
                    expected = win_0, 2 * win_0 - 65535
                    by_table += 1
                    break
            assert (win, points) == expected
        assert by_table > 20


def test_an_exact_answer_where_the_table_has_the_position(finish, chances):
    run = roll_out(OVER_SOON, 50, seed=1, finish=finish)
    exact = chances[1, rank((0, 0, 0, 1, 0, 1), FEW)]
    assert run["win"].value == pytest.approx(exact, abs=1e-5)
    assert run["points"].value == pytest.approx(2 * exact - 1, abs=2e-5)
    assert run["win"].standard_error == 0


def test_a_table_leaves_less_to_luck(finish):
    with_table, without = (roll_out(LATE, 4000, seed=1, finish=table)["points"] for table in (finish, None))
    assert with_table.standard_error < 0.9 * without.standard_error
    assert abs(with_table.value - without.value) < 4 * without.standard_error


def test_which_sides_are_few_enough():
    """One with all 15 left is not, though a table for 15 has it: a gammon is to be played out."""
    sides = {
        name: side_words((*counts, *(0,) * 19)) for name, counts in [("15", (15, *(0,) * 5)), ("4", (0, 4, *(0,) * 4))]
    }
    sides |= {"14": side_words((7, 7, *(0,) * 23)), "away": side_words((0,) * 6 + (1,) + (0,) * 18)}
    sides["bar"] = side_words((0,) * 24 + (1,))
    few = {name: [k for k in (3, 4, 14, 15) if finishes(*words, k)] for name, words in sides.items()}
    assert few == {"15": [], "4": [4, 14, 15], "14": [14, 15], "away": [], "bar": []}


@pytest.mark.parametrize("policies", [[evaluator()] * 2, [random_play()] * 2])
def test_first_rolls_are_each_played_equally_often(policies):
    """Compiled games against readable ones; a policy of its own kind is read in both."""
    play = game_play(policies, state=LATE, stratified=True)
    read = ReadPlay(tuple(policies), Rules(), LATE, stratified=True)
    assert (play(3, 30, 110) == read(3, 30, 110)).all()
    rolls = strata_of(3, 0, 72, 36)
    for game in (0, 40):
        state = replace(LATE, dice=(rolls[game] // 6 + 1, rolls[game] % 6 + 1))
        record = play_game(policies, seed=3, game=game, state=state)
        assert play(3, game, game + 1)[0, [2, 7]].tolist() == [
            record.points * (1 - 2 * record.winner),
            len(record.turns),
        ]


@pytest.mark.slow
def test_without_the_luck_of_first_rolls_the_chance_is_the_exact_one_and_the_error_honest():
    two = State.of([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2])
    runs = [roll_out(two, 500, seed=seed, workers=1, progress=False) for seed in range(200)]
    assert honest([run["win"] for run in runs], 0.754494)
    assert 1.1 < np.mean([run.gain("points") for run in runs]) < 1.3
    assert str(runs[0]).splitlines()[2].startswith("stratified first rolls: points as good as with 1.")
    assert roll_out(replace(two, dice=(6, 6)), 500, seed=1).reduction is None


def test_plays_are_ranked_and_their_costs_paired():
    values, costs = roll_out_plays(State(), (3, 1), 1000, seed=1)
    assert list(values) == sorted(values, key=lambda play: -values[play].value)
    assert set(values) == set(plays(State(), (3, 1)))
    best, worst = next(iter(values)), list(values)[-1]
    assert str(best) in ("8/5 6/5", "24/23 24/21")
    assert costs[best].value == 0
    assert costs[worst].value == pytest.approx(values[best].value - values[worst].value)
    few, _ = roll_out_plays(State(), (3, 1), 1000, seed=1, among=[worst, best])
    assert few == {best: values[best], worst: values[worst]}


def test_values_are_those_of_games_played_on():
    play = plays(State(), (6, 5))[0]
    values, _ = roll_out_plays(State(), (6, 5), 2000, seed=5, among=[play])
    win, _ = roll_out_plays(State(), (6, 5), 2000, seed=5, among=[play], measure="win")
    games = game_play([evaluator()] * 2, state=play.after.flipped())(5, 0, 2000)
    assert values[play].value == pytest.approx(-games[:, 2].mean())
    assert win[play].value == pytest.approx(games[:, 1].mean())


def test_a_play_that_ends_the_game():
    state = State.of([1, 1], [15])
    values, costs = roll_out_plays(state, (2, 1), 10, seed=1)
    assert [(str(play), value.value, value.standard_error) for play, value in values.items()] == [
        ("2/off 1/off", 2, 0),
        ("2/off", 1, 0),
    ]
    assert [cost.value for cost in costs.values()] == [0, 1]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: roll_out(LATE, 10, seed=1, finish=ranked(np.zeros(84**2))), "7,056 chances as uint16"),
        (lambda: roll_out(LATE, 10, seed=1, finish=ranked(np.zeros(84, np.uint16))), "7,056 chances"),
        (lambda: roll_out(LATE, 10, seed=1, finish=ranked(np.zeros(84**2, np.uint16), 4)), "given for 210 positions"),
        (lambda: roll_out(LATE, 10, seed=1, finish=ranked(np.zeros(1, np.uint16), 0)), "finish for 0 checkers"),
        (
            lambda: roll_out(LATE, 10, seed=1, policy=Policy("own", sum), finish=ranked(np.zeros(84**2, np.uint16))),
            "only games between policies by weights or random",
        ),
        (lambda: roll_out(LATE, 10, seed=1, policy="own"), "policy 'own'"),
        (lambda: roll_out_plays(LATE, (7, 1), 10, seed=1), "roll"),
        (lambda: roll_out_plays(LATE, (2, 1), 10, seed=1, measure="turns"), "measure must be one of"),
    ],
)
def test_what_is_refused(call, named):
    with pytest.raises(ValueError, match=named):
        call()
