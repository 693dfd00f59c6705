"""Round robins over made-up games whose results are known."""

import numpy as np
import pytest
from cases import cases

from tabletop_odds.answers import VALUE_COLUMNS
from tabletop_odds.simulation import run
from tabletop_odds.tournament import round_robin


def luck(seed, start, stop):
    """A whole number below 100 for each game, the same for every table."""
    games = np.arange(start, stop)
    return (games * 7919 + seed * 31 + games**2 * 13) % 100


def strengths(seating):
    """The seat with the most strength wins: ten times the policy's number, something for the seat, and luck."""

    def play(seed, start, stop):
        chance = luck(seed, start, stop)
        power = np.array([10 * policy + 3 * (seat == 0) for seat, policy in enumerate(seating)])
        upset = chance[:, None] * (np.array(seating) == min(seating)) // 4
        total = power[None, :] + upset
        best = total == total.max(axis=1, keepdims=True)
        return 6 * best // best.sum(axis=1, keepdims=True)  # shares of 1, 1/2, 1/3 in sixths

    return play


NAMES = ["a", "b", "c", "d"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_table_and_rotation_counts_once(players):
    result = round_robin(strengths, NAMES, 500, seed=1, players=players, scale=6)
    seen = {(policy, frozenset(others)): value for policy, others, value in result.tables}
    assert len(seen) == len(result.tables)
    for (policy, others), value in seen.items():
        i, table = NAMES.index(policy), sorted(NAMES.index(name) for name in {policy, *others})
        shares = []
        for shift in range(players):
            seating = (*table[shift:], *table[:shift])
            shares.append(strengths(seating)(1, 0, 500)[:, seating.index(i)] / 6)
        mean = np.mean(shares, axis=0)  # of the rotations of each game
        assert value.value == pytest.approx(mean.mean())
        assert value.standard_error == pytest.approx(mean.std(ddof=1) / 500**0.5)
        assert (value.n, value.seed) == (500, 1)
    for policy, value in result.ranking:
        against = [v.value for (name, _), v in seen.items() if name == policy]
        assert value.value == pytest.approx(np.mean(against))
    assert sum(value.value for _, value in result.ranking) == pytest.approx(len(NAMES) / players)
    values = [value.value for _, value in result.ranking]
    assert values == sorted(values, reverse=True)


def test_a_ranking_knows_that_tables_share_their_luck():
    """Two tables with the very same results: their mean has the error of one, not of two independent ones."""

    def coin(seating):
        def play(seed, start, stop):
            heads = luck(seed, start, stop) % 2
            first = heads if 0 in seating else 1 - heads
            return np.stack([first if policy == min(seating) else 1 - first for policy in seating], axis=1)

        return play

    result = round_robin(coin, ["a", "b", "c"], 400, seed=1)
    one = next(value for policy, others, value in result.tables if (policy, others) == ("a", ("b",)))
    both = dict(result.ranking)["a"]
    assert both.standard_error == pytest.approx(one.standard_error)


def test_the_answer_does_not_depend_on_the_split():
    results = [
        round_robin(strengths, NAMES, 1000, seed=3, scale=6, workers=workers, chunk=chunk)
        for workers, chunk in [(1, 1000), (2, 7), (4, None)]
    ]
    assert results[0] == results[1] == results[2]


def test_frames():
    result = round_robin(strengths, NAMES, 100, seed=1, scale=6)
    frame = result.to_frame()
    assert list(frame.columns) == ["policy", "versus", *VALUE_COLUMNS]
    assert len(frame) == 12
    assert list(frame.policy[:3]) == [result.ranking[0][0]] * 3
    ranking = result.ranking_frame()
    assert list(ranking.columns) == ["policy", *VALUE_COLUMNS]
    assert list(ranking.policy) == [policy for policy, _ in result.ranking]


def test_it_prints_itself():
    result = round_robin(strengths, NAMES[:3], 100, seed=1, scale=6, title="Shares")
    lines = str(result).splitlines()
    assert lines[0] == "Shares (n = 100, seed 1, every rotation of the seats)"
    assert lines[2].split() == ["policy", "win", "share", "against", "1", "against", "2", "against", "3"]
    assert [line.split()[1] for line in lines[3:]] == [policy for policy, _ in result.ranking]
    html = result._repr_html_()
    assert all(f">{policy}</td>" in html for policy, _ in result.ranking)
    assert "against" not in str(round_robin(strengths, NAMES[:3], 10, seed=1, scale=6, players=3))


@cases(
    ("names", "players", "message"),
    [
        (["a", "a"], 2, "names must be different"),
        ("ab", 2, "names must be different"),
        (["a"], 2, "1 policies for tables of 2"),
        (["a", "b"], 3, "2 policies for tables of 3"),
        (["a", "b"], 1, "for tables of 1"),
    ],
)
def test_errors(names, players, message):
    with pytest.raises(ValueError, match=message):
        round_robin(strengths, names, 10, seed=1, players=players)
    with pytest.raises(ValueError, match="n must be"):
        round_robin(strengths, NAMES, 0, seed=1, scale=6)


def test_two_policies_are_one_run_with_its_seats_turned():
    result = round_robin(strengths, ["a", "b"], 300, seed=5, scale=6)
    both = [run(strengths(seats), 300, seed=5, measures=["0", "1"], scale=6) for seats in [(0, 1), (1, 0)]]
    mean = (both[0]["0"].value + both[1]["1"].value) / 2
    assert dict(result.ranking)["a"].value == pytest.approx(mean)
