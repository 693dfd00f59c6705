"""The import law: a cold question loads no heavy library; `sys.modules` of a fresh interpreter shows it."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "numba", "scipy", "pandas", "matplotlib", "joblib", "jinja2", "tqdm")
ROOMS = ("answers", "streams", "compiled", "dice", "tables", "simulation", "report", "cli")
ROLL_AGAIN = ["farkle", "roll-again", "--turn", "450", "--dice", "2"]
COMMAND = "from tabletop_odds.cli import main; assert main({}) == {}"
COLD = {
    "the package": "import tabletop_odds",
    "a game": "from tabletop_odds import farkle",
    **{f"tabletop_odds.{room}": f"import tabletop_odds.{room}" for room in ROOMS},
    "dir": "import tabletop_odds; dir(tabletop_odds); from tabletop_odds import farkle; dir(farkle)",
    "roll-again": COMMAND.format(ROLL_AGAIN, 0),
    "roll-again, zilch": COMMAND.format([*ROLL_AGAIN, "--rules", "zilch"], 0),
    "a refusal": COMMAND.format([*ROLL_AGAIN, "--rules", "zilk"], 2),
    "help": COMMAND.format(["--help"], 0),
}


def loaded_by(code, folder):
    """The heavy libraries that the code loads, when run from another folder in a fresh interpreter."""
    report = f"{code}\nimport sys\nprint('loaded:', *sorted(set(sys.modules) & set({HEAVY})))"
    done = subprocess.run([sys.executable, "-c", report], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1].removeprefix("loaded:").split()


@pytest.mark.parametrize("code", COLD.values(), ids=COLD)
def test_nothing_heavy_is_loaded(code, tmp_path):
    assert loaded_by(code, tmp_path) == []


def test_the_check_sees_a_heavy_library(tmp_path):
    assert "numpy" in loaded_by("import numpy.random", tmp_path)


def test_only_the_file_of_the_first_word_is_loaded(tmp_path):
    code = "import sys; from tabletop_odds.cli import main; main(['cache', 'where']); "
    loaded_by(code + "assert not any(name.startswith('tabletop_odds.farkle') for name in sys.modules)", tmp_path)
