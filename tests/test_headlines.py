"""The table of `make bench`: figures, limits, peers and ratios as given; a figure beyond its limit fails."""

from types import SimpleNamespace

import pytest
from headlines import HEADER, headline, table


def bench(name="test_deal"):
    stats = SimpleNamespace(min=0.25)
    return SimpleNamespace(
        name=name, fullname=f"tests/benchmarks/test_bench_decks.py::{name}", extra_info={}, stats=stats
    )


def test_a_ratio_above_one_is_better_than_the_peer_for_times_and_for_speeds():
    mine = bench()
    headline(mine, 2.0, "ns a card", most=5, peers={"slow": 20.0})
    headline(mine, 40_000.0, "games a second", name="games", least=20_000, peers={"slow": 10_000.0})
    assert [line.split() for line in table([mine])] == [
        list(HEADER),
        ["decks:", "deal", "2", "ns", "a", "card", "5", "slow", "20", "10"],
        ["decks:", "games", "40,000", "games", "a", "second", "at", "least", "20,000", "slow", "10,000", "4"],
    ]


def test_a_benchmark_without_a_figure_shows_its_least_time():
    assert table([bench()])[1].split() == ["decks:", "deal", "250", "ms"]


@pytest.mark.parametrize("limit", [{"most": 1.9}, {"least": 2.1}])
def test_a_figure_beyond_its_limit_fails(limit):
    with pytest.raises(AssertionError):
        headline(bench(), 2.0, "s", **limit)
