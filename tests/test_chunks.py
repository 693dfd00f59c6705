"""How games are cut into chunks, and at which numbers of games a run may stop."""

from tabletop_odds.chunks import Chunks, is_look, looks


def test_chunks_grow_while_they_are_short_and_shrink_when_long():
    sized = Chunks(None)
    first, sizes = sized.size, []
    # the second report is of a chunk of the old size: no second step
    for games, seconds in ((first, 0.001), (first, 0.001), (2 * first, 0.3), (2 * first, 3)):
        sized.learn(games, seconds)
        sizes.append(sized.size)
    assert sizes == [2 * first, 2 * first, 2 * first, first]
    fixed = Chunks(10)
    fixed.learn(10, 0.001)
    assert fixed.size == 10


def test_chunks_cover_every_game_once_and_looks_double():
    assert list(Chunks(3).cut(5, 12)) == [(5, 8), (8, 11), (11, 12)]
    assert list(Chunks(100).cut(5, 12)) == [(5, 12)]
    assert list(looks(45_000)) == [10_000, 20_000, 40_000, 45_000]
    assert list(looks(20_000)) == [10_000, 20_000]
    assert list(looks(7)) == [7]


def test_every_number_of_games_at_which_a_run_may_stop_is_a_look():
    assert [n for n in range(0, 100_000, 5_000) if is_look(n)] == [10_000, 20_000, 40_000, 80_000]
    assert all(is_look(n) for n in list(looks(10**6))[:-1])
