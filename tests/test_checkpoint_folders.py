"""A folder of checkpoints: every run in a block finds its own finished games again."""

import pytest
from test_checkpoints import Play, SlowPlay, compared, games_kept, played, robin

from tabletop_odds import simulation
from tabletop_odds.checkpoints import kept_in
from tabletop_odds.sweeps import sweep


class Strange(Play):
    """A play that keeps what nobody can pickle."""

    def __reduce__(self):
        raise TypeError("no")


def test_in_a_folder_every_run_finds_its_games_again_in_whatever_order_they_come(tmp_path):
    asked, folder = [], tmp_path / "kept"

    class Watched(Play):
        def __call__(self, seed, start, stop):
            asked.append((seed, start))
            return super().__call__(seed, start, stop)

    given = {"measures": ["seventh", "odd"], "chunk": 100, "workers": 1, "progress": False}

    def all_played(seeds):
        runs = {seed: simulation.run(Watched(), 300, seed=seed, **given) for seed in seeds}
        return runs, [compared(None, 300), robin(None, n=300)], simulation.run(Strange(), 200, seed=9, **given)

    plain, others, strange = all_played([1, 2])
    asked.clear()
    for seeds in ([1, 2], [2, 1]):
        with kept_in(folder):
            runs, again, stranger = all_played(seeds)
        assert runs == plain
        assert again[0].to_frame().equals(others[0].to_frame())
        assert (again[1], stranger) == (others[1], strange)
    assert sorted(asked) == [(seed, start) for seed in (1, 2) for start in (0, 100, 200)]
    assert len(list(folder.iterdir())) == 4  # two runs, the comparison, the round robin
    with kept_in(folder):
        played(tmp_path / "own", 300)
        with kept_in(None):
            simulation.run(Watched(), 300, seed=5, **given)
    simulation.run(Watched(), 300, seed=6, **given)
    assert len(list(folder.iterdir())) == 4


def test_in_a_folder_the_points_of_a_sweep_keep_their_games_from_joblibs_threads(tmp_path):
    def simulate(play, part, n, seed, workers, progress):
        return simulation.run(play, n, seed=seed, measures=["seventh", "odd"], workers=workers, progress=progress)

    grid = {"play": {"fast": Play(), "slow": SlowPlay()}, "part": [1, 2, 3]}  # three points are the same run
    plain = sweep(simulate, grid, n=2_000, seed=1, workers=1)
    for _ in range(2):
        with kept_in(tmp_path / "kept"):
            assert sweep(simulate, grid, n=2_000, seed=1, workers=3).equals(plain)
        files = list((tmp_path / "kept").iterdir())
        assert len(files) == 2
        assert all(games_kept(path) == 2_000 for path in files)


def test_a_file_is_no_folder_to_keep_games_in(tmp_path):
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(ValueError, match="a folder is needed"), kept_in(tmp_path / "notes"):
        pass
