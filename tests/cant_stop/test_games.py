"""Whole games: the kernel against readable play game by game, and the rules held roll by roll."""

import random
from fractions import Fraction

import cant_stop_oracle
import pytest

from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.game_by_rules import play_game
from tabletop_odds.cant_stop.policies import (
    Policy,
    bust_limit,
    glenn_aloi,
    linear_weights,
    roll_times,
    rule_of_28,
    weighted,
)
from tabletop_odds.cant_stop.rules import Rules
from tabletop_odds.cant_stop.simulate import (
    game_play,
    simulate_alone,
    simulate_games,
)
from tabletop_odds.cant_stop.weights import Weights

RULES = {
    "alone": Rules(players=1),
    "official": Rules(),
    "three": Rules(players=3),
    "four": Rules(players=4),
    "free": Rules(must_place="free"),
    "jump": Rules(players=3, occupied="jump"),
    "blocked": Rules(players=4, occupied="blocked"),
    "one runner": Rules(runners=1, columns_to_win=1),
    "two runners, free": Rules(runners=2, must_place="free"),
    "four runners": Rules(players=3, runners=4, columns_to_win=4),
    "five columns": Rules(columns_to_win=5, occupied="jump", must_place="free"),
    "other lengths": Rules(column_lengths=(1, 2, 3, 5, 8, 13, 21, 13, 2, 1, 1), occupied="blocked"),
    "two sides": Rules.small(2, 1),
    "two sides, two players": Rules.small(2, 2, players=2, columns_to_win=2, occupied="jump"),
    "three sides": Rules.small(3, 2, players=2, columns_to_win=2, must_place="free", occupied="blocked"),
    "four sides": Rules.small(4, 1, players=3, runners=4, occupied="jump"),
    "five sides": Rules.small(5, 3, players=4, columns_to_win=3, runners=2),
}
NAMED = [rule_of_28(), linear_weights(True), glenn_aloi(), bust_limit(0.3), roll_times(4), rule_of_28(True)]
NAMED += [bust_limit(Fraction(1, 10)), glenn_aloi(True), linear_weights(), roll_times(1)]
ANYWHERE = [policy for policy in NAMED if policy.name.startswith(("bust", "roll"))]


def any_weights(draw, rules):
    """A policy by weights drawn at random, most of which stop in time."""

    def row(low, high):
        return tuple(draw.randint(low, high) for _ in rules.columns)

    weights = Weights(
        progress=row(0, 9),
        entry=row(-3, 9),
        start=row(-2, 5),
        slope=row(0, 40),
        adjustments=tuple(draw.randint(-9, 9) for _ in range(4)),
        runner=draw.randint(-5, 12),
        stop=draw.choice([10, 20, 30, None]),
        stop_at_top=draw.random() < 0.5,
        bust_limit=Fraction(draw.randint(1, 6), 12),
    )
    return weighted(f"drawn {draw.random()}", weights, times=draw.choice([None, None, 6]))


def policies_for(rules, draw, choices):
    return [draw.choice(choices) if draw.random() < 0.5 else any_weights(draw, rules) for _ in range(rules.players)]


def as_row(record, players):
    """A record as the measures of a play."""
    row = [len(record.turns), record.busts, record.rolls]
    if players == 1:
        return row
    seats = range(players)
    won, columns = [int(seat == record.winner) for seat in seats], [record.state.columns_of(seat) for seat in seats]
    return [*won, record.rounds, *row, *columns]


def agree(policies, rules, games, seed=7, start=None):
    """The kernel's games are those of the readable twin. Returns the twin's."""
    play = game_play(policies, rules, start=start)
    records = [play_game(policies, rules, seed=seed, game=game, start=start) for game in range(games)]
    for game, result in enumerate(play(seed, 0, games).tolist()):
        assert as_row(records[game], rules.players) == result, (game, str(rules), records[game])
    return records


@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_as_the_rules_read(name):
    rules = RULES[name]
    policies = (NAMED if rules.dice_sides == 6 else ANYWHERE)[: rules.players]
    agree(policies, rules, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_as_the_rules_read_in_many_games(name):
    rules, draw = RULES[name], random.Random(name)
    for _ in range(8):
        policies = policies_for(rules, draw, NAMED if rules.dice_sides == 6 else ANYWHERE)
        agree(policies, rules, 40 // rules.players, seed=draw.randrange(2**63))


def random_rules(draw):
    """Any options that go together."""
    sides = draw.randint(2, 6)
    columns, players = 2 * sides - 1, draw.randint(1, 4)
    return Rules(
        players=players,
        dice_sides=sides,
        runners=draw.randint(1, 4),
        column_lengths=tuple(draw.randint(1, 9) for _ in range(columns)),
        columns_to_win=draw.randint(1, min((columns - 1) // players + 1, 4)),
        must_place=draw.choice(["both", "free"]),
        occupied=draw.choice(["share", "jump", "blocked"]),
    )


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 60))])
def test_the_kernel_plays_any_options_that_go_together(seed):
    draw = random.Random(seed)
    rules = random_rules(draw)
    policies = policies_for(rules, draw, [bust_limit(0.3), roll_times(1)])  # four rolls may be too many for ever
    agree(policies, rules, 20, seed=draw.randrange(2**63))


STARTS = {
    "in the middle": ("> 6:4 7:3 12* / 5:2 7:6", {}),
    "a turn under way": ("> 6:4+2 7:3 8:+1 12* / 5:2 7:6", {}),
    "three runners out": ("> 6:4+2 7:3+5 8:+4 12* / 5:2 7:6", {}),
    "the second to act": ("6:4 2* / > 7:+1 12*", {}),
    "topped, and stopped at once": ("> 2* 3* 6:10+1 / 4* 5*", {}),
    "alone": ("> 6:4+2 7:3 2* 12*", {}),
    "the third of four": ("2* / 3* 4:2 / > 5:1+3 / 12*", {"occupied": "jump"}),
    "blocked": ("> 6:4+2 7:3+3 8:+1 / 6:6 7:6", {"occupied": "blocked"}),
    "few columns left": ("> 2* 3* 4* 6:+1 / 5* 8* 9* 7:3 / 10* 11* 7:2", {"columns_to_win": 4}),
    "topped, but a runner is free": (
        "4* 5* 8* / > 2* 3* 6:10+1 7:+1 11:+1 / 9* 10* 12*",
        {"columns_to_win": 4, "runners": 4},
    ),
    "small": ("> 2:1 3:2+1 / 4:2", {"dice_sides": 2, "column_lengths": (2, 4, 3), "columns_to_win": 2}),
}


@pytest.mark.parametrize("name", STARTS)
def test_games_from_a_position(name):
    text, options = STARTS[name]
    rules = Rules(players=text.count("/") + 1, **options)
    start = State.parse(text, rules)
    for record in agree((NAMED if rules.dice_sides == 6 else ANYWHERE)[: rules.players], rules, 20, start=start):
        assert record.turns[0].player == start.player
        if name == "topped, and stopped at once":
            assert (record.winner, len(record.turns), record.rolls) == (0, 1, 0)


def last_choice(state, choices, rules):
    return choices[-1]


def own_roll(state, rules):
    gone = sum(space - state.marker(column) for column, space in state.runners)
    return gone < 3 + state.player and state.columns_of(state.player) < rules.columns_to_win - 1


OWN = Policy("own", own_roll, last_choice)


@pytest.mark.parametrize("name", RULES)
def test_a_game_obeys_the_rules(name):
    """Every roll of a record, replayed on a board of dictionaries: what was moved is legal, and a bust could not be
    helped; the rest of the record adds up."""
    rules = RULES[name]
    for game in range(8):
        record = play_game([OWN] * rules.players, rules, seed=11, game=game)
        markers, claimed = [{} for _ in range(rules.players)], {}
        for number, turn in enumerate(record.turns):
            player, runners = number % rules.players, {}
            others = {item for other, spaces in enumerate(markers) if other != player for item in spaces.items()}
            table = cant_stop_oracle.Table(rules, markers[player], others, claimed)
            assert turn.player == player
            for roll, columns in turn.rows:
                legal = table.after(runners, cant_stop_oracle.sums(roll))
                assert len(roll) == 4
                assert bool(columns) == bool(legal)
                for column in columns:
                    # the second of two equal sums is lost at the top
                    runners = table.step(runners, column) or runners
                if columns:
                    assert frozenset(runners.items()) in legal
            if turn.bust:
                runners = {}
            elif rules.occupied == "blocked":
                assert not {(c, s) for c, s in runners.items() if s < table.tops[c]} & others
            for column, space in runners.items():
                markers[player][column] = space
                if space == table.tops[column]:
                    claimed[column] = player
                    for spaces in markers:
                        spaces.pop(column, None)
            seen = turn.state
            assert {c: seen.claimed[c - 2] for c in seen.closed} == claimed
            assert [{c: s for c, s in zip(table.tops, row, strict=True) if s} for row in seen.markers] == markers
            assert seen.player == (player + 1) % rules.players
            over = list(claimed.values()).count(player) >= rules.columns_to_win
            assert over == (number == len(record.turns) - 1)
        assert (record.winner, record.rounds) == (player, number // rules.players + 1)


def test_every_special_way_of_a_game_was_met():
    """The games above would prove little without spaces jumped over, forced rolls, busts, two steps, lost ones."""

    def rows(name):
        records = [play_game([OWN] * RULES[name].players, RULES[name], seed=11, game=game) for game in range(8)]
        return [(columns, turn) for record in records for turn in record.turns for _, columns in turn.rows]

    assert {len(columns) for columns, _ in rows("official")} == {0, 1, 2}
    assert any(len(columns) == 2 and len(set(columns)) == 1 for columns, _ in rows("official"))
    for name in ("jump", "blocked"):
        plain = Rules(players=RULES[name].players)
        policies = [OWN] * plain.players
        pairs = [[play_game(policies, rules, seed=11, game=i) for i in range(8)] for rules in (plain, RULES[name])]
        assert sum(a.turns != b.turns for a, b in zip(*pairs, strict=True)) > 4


def test_games_of_ones_own_policies_go_through_the_twin():
    rules = Rules(players=3)
    policies = [OWN, rule_of_28(), linear_weights()]
    results = game_play(policies, rules)(5, 2, 8).tolist()
    assert results == [as_row(play_game(policies, rules, seed=5, game=game), 3) for game in range(2, 8)]
    bare = Policy("bare", lambda state, rules: rule_of_28().roll(state, rules), rule_of_28().choose)
    assert bare.weights is None
    slow, fast = (simulate_games([p, glenn_aloi()], 30, seed=3, workers=1) for p in (bare, rule_of_28()))
    assert slow == fast
    assert simulate_alone(bare, 30, seed=3) == simulate_alone(rule_of_28(), 30, seed=3)
