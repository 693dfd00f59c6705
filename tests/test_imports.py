"""The import law: a cold question loads no heavy library; `sys.modules` of a fresh interpreter shows it."""

import subprocess
import sys

import tabletop_odds

HEAVY = ("numpy", "numba", "scipy", "pandas", "matplotlib", "joblib", "jinja2", "tqdm")
ROOMS = ("answers", "streams", "compiled", "dice", "decks", "tables", "simulation", "report", "cli")
ROLL_AGAIN = ["farkle", "roll-again", "--turn", "450", "--dice", "2"]
ODDS, COLUMN = ["cant-stop", "odds", "6", "7", "8"], ["cant-stop", "column", "7"]
STATE = ["cant-stop", "odds", "--state", "> 3:+1 6:10+1 8:+1 / -"]
SHOTS, EPC = ["backgammon", "shots"], ["backgammon", "epc", "0,0,0,3,5,7"]
BLOTS = ["backgammon", "shots", "XGID=-b----E-C---dE---c-e-a--A-:0:0:1:00:0:0:0:0:10"]
WIN = ["backgammon", "win", "0,0,0,0,0,2", "0,0,0,0,0,2"]
COMMAND = "from tabletop_odds.cli import main; assert main({}) == {}"
GAMES = tuple(f"tabletop_odds.{game}" for game in tabletop_odds.GAMES)
COLD = {
    "the package": "import tabletop_odds",
    "farkle": "from tabletop_odds import farkle",
    "cant_stop": "from tabletop_odds import cant_stop",
    "backgammon": "from tabletop_odds import backgammon; dir(backgammon)",
    "sheriff": "from tabletop_odds import sheriff; dir(sheriff)",
    "roo": "from tabletop_odds import roo; dir(roo)",
    **{f"tabletop_odds.{room}": f"import tabletop_odds.{room}" for room in ROOMS},
    "dir": "import tabletop_odds; dir(tabletop_odds); from tabletop_odds import cant_stop, farkle; dir(farkle)",
    "roll-again": COMMAND.format(ROLL_AGAIN, 0),
    "roll-again, zilch": COMMAND.format([*ROLL_AGAIN, "--rules", "zilch"], 0),
    "odds": COMMAND.format(ODDS, 0),
    "odds, json": COMMAND.format([*ODDS, "--format", "json"], 0),
    "odds, csv": COMMAND.format([*ODDS[:2], "--format", "csv"], 0),
    "odds of a state": COMMAND.format(STATE, 0),
    "column": COMMAND.format(COLUMN, 0),
    "column, csv": COMMAND.format([*COLUMN, "--from", "4", "--format", "csv"], 0),
    "shots": COMMAND.format([*SHOTS, "--blocked", "3"], 0),
    "shots, csv": COMMAND.format([*SHOTS, "--format", "csv"], 0),
    "shots of a position": COMMAND.format(BLOTS, 0),
    "epc": COMMAND.format(EPC, 0),
    "epc, json": COMMAND.format([*EPC, "--format", "json"], 0),
    "win by recursion": COMMAND.format(WIN, 0),
    "a play by recursion": COMMAND.format(["backgammon", "play", "0,1,0,0,1", "1", "--roll", "42"], 0),
    "the cube by recursion": COMMAND.format(["backgammon", "cube", *WIN[2:]], 0),
    "a hand": COMMAND.format(["sheriff", "hand", "apple", "--at-least", "3"], 0),
    "a bag": COMMAND.format(["sheriff", "load", "apple apple apple mead silk bread"], 0),
    "a race": COMMAND.format(["roo", "odds", "--pile", "11", "--unseen", "3", "--unplaced", "3", "--turns", "10"], 0),
    "a refusal": COMMAND.format([*ROLL_AGAIN, "--rules", "zilk"], 2),
    "help": COMMAND.format(["--help"], 0),
}


def loaded_by(codes, folder):
    """The heavy libraries there after each code, all run in turn, from another folder, in a fresh interpreter."""
    report = f"\nimport sys\nprint('loaded:', *sorted(set(sys.modules) & set({HEAVY})))\n"
    code = "".join(f"{code}{report}" for code in codes)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = [line.removeprefix("loaded:").split() for line in done.stdout.splitlines() if line.startswith("loaded:")]
    assert len(told) == len(codes)
    return told


def test_nothing_heavy_is_loaded(tmp_path):
    """In one interpreter: what one code loads stays loaded, so the first name in the answer is the one to blame."""
    told = dict(zip(COLD, loaded_by(COLD.values(), tmp_path), strict=True))
    assert {name: libraries for name, libraries in told.items() if libraries} == {}


def test_the_check_sees_a_heavy_library(tmp_path):
    assert ["numpy" in libraries for libraries in loaded_by(["import sys", "import numpy.random"], tmp_path)] == [0, 1]


def test_only_the_file_of_the_first_word_is_loaded(tmp_path):
    code = "import sys; from tabletop_odds.cli import main; main(['cache', 'where']); "
    loaded_by([code + f"assert not any(name.startswith({GAMES}) for name in sys.modules)"], tmp_path)
