"""Imports point one way, and a few more laws of the house, read from the sources.

A law takes sources {path: text} and yields its offences. Each is held against the repository, and against
small bad sources that it must catch and good ones that it must let pass.
"""

import ast
import functools
import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from cases import cases

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "tabletop_odds"
BASE = "formatting values distributions answers lazy settings streams compiled dice decks tables".split()
HEAVY = ("numpy", "numba", "scipy", "pandas", "matplotlib", "joblib", "jinja2", "tqdm")
GAME_FILES = ("odds", "policies", "optimal", "kernels", "simulate", "advise", "plots", "report")
NO_KERNELS = ("__init__", "rules", "odds", "policies", "advise", "plots", "report")
READERS = ("advise", "plots", "report")
LIGHT_FILES = ("__init__", "rules", "odds", "policies", "advise")
PICKLES = ("pickle", "cloudpickle", "dill", "shelve", "marshal")
MAX_LINES = 400
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root)/")
OURS_WITH_A_DOT = (".ci", ".gitignore")


class Import(NamedTuple):
    module: str  # dotted and absolute; `from a import b` counts as a and as a.b
    inside: bool  # in a function: runs when called, not when loaded
    typing: bool  # under `if TYPE_CHECKING`: never runs


@functools.cache
def imports(path, text):
    """Every import of a source."""
    package = PurePosixPath(path).parent.parts
    found = []

    def visit(node, inside, typing):
        if isinstance(node, ast.Import):
            found.extend(Import(name.name, inside, typing) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            names = [module, *(f"{module}.{name.name}" for name in node.names)]
            found.extend(Import(name, inside, typing) for name in names)
        elif isinstance(node, ast.Call) and "import_module" in (
            getattr(node.func, "id", ""),
            getattr(node.func, "attr", ""),
        ):
            words = [word.value for word in node.args[:1] if isinstance(word, ast.Constant)]
            found.extend(Import(word, inside, typing) for word in words)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                visit(child, inside, True)
            for child in node.orelse:
                visit(child, inside, typing)
            return
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            visit(child, inside, typing)

    visit(ast.parse(text), False, False)
    return tuple(found)


def python(sources, *folders):
    """The Python files below the folders, as (path, folder inside the package or "", stem, imports)."""
    for path, text in sources.items():
        parts = PurePosixPath(path).parts
        if parts[0] in folders and path.endswith(".py"):
            folder = parts[1] if parts[0] == PACKAGE and len(parts) > 2 else ""
            yield path, folder, PurePosixPath(path).stem, imports(path, text)


def role(stem):
    """What a file is for: `race_plots` and `race_report` are topic files of `plots` and `report`."""
    last = stem.rpartition("_")[2]
    return last if last in READERS else stem


def games(sources):
    return {folder for _, folder, _, _ in python(sources, PACKAGE)} - {"", "cli"}


def within(module, *packages):
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def shared_files_know_no_game(sources):
    names = [f"{PACKAGE}.{name}" for name in (*games(sources), "cli")]
    for path, folder, stem, found in python(sources, PACKAGE):
        if not folder and stem not in ("__init__", "__main__"):
            yield from (f"{path}: {i.module}" for i in found if within(i.module, *names))


def base_files_load_no_room_above(sources):
    above = (f"{PACKAGE}.simulation", f"{PACKAGE}.report")
    for path, folder, stem, found in python(sources, PACKAGE):
        if not folder and stem in BASE:
            runs_at_load = [i for i in found if not i.inside and not i.typing]
            yield from (f"{path}: {i.module}" for i in runs_at_load if within(i.module, *above))


def no_game_imports_another(sources):
    ours = games(sources)
    for path, folder, _, found in python(sources, PACKAGE):
        others = [f"{PACKAGE}.{name}" for name in (ours | {"cli"}) - {folder}]
        if folder in ours:
            yield from (f"{path}: {i.module}" for i in found if within(i.module, *others))


def rules_import_only_topic_files(sources):
    ours = games(sources)
    for path, folder, stem, found in python(sources, PACKAGE):
        siblings = [f"{PACKAGE}.{folder}.{name}" for name in GAME_FILES]
        if folder in ours and stem == "rules":
            yield from (f"{path}: {i.module}" for i in found if within(i.module, *siblings))


def nothing_below_reads_the_readers(sources):
    ours = games(sources)
    for path, folder, stem, found in python(sources, PACKAGE):
        readers = [f"{PACKAGE}.{folder}.{name}" for name in READERS]
        if folder in ours and role(stem) not in (*READERS, "__init__"):
            yield from (f"{path}: {i.module}" for i in found if within(i.module, *readers))


def kernels_are_reached_from_inside(sources):
    ours = games(sources)
    for path, folder, stem, found in python(sources, PACKAGE):
        for i in found:
            if re.fullmatch(rf"{PACKAGE}\.\w+\.\w*kernels(\..*)?", i.module):
                # a solver, a simulator, or a topic file of one
                solver = folder in ours and role(stem) not in NO_KERNELS
                if not (solver and (i.inside or i.typing or stem.endswith("kernels"))):
                    yield f"{path}: {i.module}"


def matplotlib_only_draws_in_plots_and_report(sources):
    for path, folder, stem, found in python(sources, PACKAGE, "analyses"):
        if role(stem) not in ("plots", "report") or folder == "cli" or path.startswith("analyses"):
            yield from (f"{path}: {i.module}" for i in found if within(i.module, "matplotlib") and not i.typing)


def heavy_libraries_load_inside_functions(sources):
    for path, folder, stem, found in python(sources, PACKAGE):
        if folder in ("", "cli") or stem in LIGHT_FILES:
            runs_at_load = [i for i in found if not i.inside and not i.typing]
            yield from (f"{path}: {i.module}" for i in runs_at_load if within(i.module, *HEAVY))


def nothing_imports_analyses(sources):
    for path, _, _, found in python(sources, PACKAGE):
        yield from (f"{path}: {i.module}" for i in found if within(i.module, "analyses", f"{PACKAGE}.analyses"))


def no_public_name_equals_a_file_name(sources):
    for path, text in sources.items():
        place = PurePosixPath(path)
        if place.parts[0] != PACKAGE or place.name != "__init__.py":
            continue
        stems = {PurePosixPath(other).stem for other in sources if PurePosixPath(other).parent == place.parent}
        modules = {i.module for i in imports(path, text)}
        package = ".".join(place.parent.parts)
        for name in sorted(public_names(text) & stems):
            if f"{package}.{name}" not in modules or f"{package}.{name}.{name}" in modules:
                yield f"{path}: {name}"


def public_names(text):
    """What a package's __init__ offers: definitions, imported names and the words of `__all__`."""
    tree = ast.parse(text)
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
            if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets) and node.value:
                words = ast.walk(node.value)
                names |= {
                    word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)
                }
    return {name for name in names if not name.startswith("_")}


def files_stay_short(sources):
    for path, text in sources.items():
        if path.endswith(".py") and len(text.splitlines()) > MAX_LINES:
            yield f"{path}: {len(text.splitlines())} lines"


def no_pickle_is_loaded(sources):
    for path, _, _, found in python(sources, PACKAGE, "analyses"):
        yield from (
            f"{path}: {i.module}" for i in found if within(i.module, *PICKLES, "joblib.load", "pandas.read_pickle")
        )
        for call in re.findall(r"read_pickle\(|to_pickle\(|joblib\.load\(|allow_pickle ?= ?True", sources[path]):
            yield f"{path}: {call}"


def no_file_names_a_machine(sources):
    for path, text in sources.items():
        yield from (f"{path}: {found.group()}" for found in MACHINE_PATH.finditer(text))


# for each law: small sources that break it, and sources that keep it
LAWS = {
    shared_files_know_no_game: (
        [
            {
                "tabletop_odds/dice.py": "from tabletop_odds import farkle",
                "tabletop_odds/farkle/rules.py": "",
            },
            {
                "tabletop_odds/report.py": "def f():\n from .farkle.odds import g",
                "tabletop_odds/farkle/rules.py": "",
            },
            {"tabletop_odds/tables.py": "import tabletop_odds.cli", "tabletop_odds/farkle/rules.py": ""},
        ],
        [
            {
                "tabletop_odds/__init__.py": "from tabletop_odds import farkle",
                "tabletop_odds/farkle/rules.py": "",
            }
        ],
    ),
    base_files_load_no_room_above: (
        [{"tabletop_odds/streams.py": "from tabletop_odds.simulation import run"}],
        [{"tabletop_odds/answers.py": "def plot():\n from tabletop_odds.report import plot_comparison"}],
    ),
    no_game_imports_another: (
        [
            {"tabletop_odds/roo/odds.py": "from ..farkle import rules", "tabletop_odds/farkle/rules.py": ""},
            {"tabletop_odds/roo/odds.py": "from tabletop_odds.cli import show"},
        ],
        [{"tabletop_odds/roo/odds.py": "from .rules import Rules\nimport tabletop_odds.dice"}],
    ),
    rules_import_only_topic_files: (
        [
            {"tabletop_odds/farkle/rules.py": "from tabletop_odds.farkle.odds import bust_probability"},
            {"tabletop_odds/farkle/rules.py": "from . import policies"},
        ],
        [{"tabletop_odds/farkle/rules.py": "from .scoring import score\nimport tabletop_odds.dice"}],
    ),
    nothing_below_reads_the_readers: (
        [{"tabletop_odds/farkle/optimal.py": "def f():\n from .advise import should_roll"}],
        [{"tabletop_odds/farkle/report.py": "from .advise import should_roll\nfrom .plots import plot_map"}],
    ),
    kernels_are_reached_from_inside: (
        [
            {"tabletop_odds/farkle/advise.py": "def f():\n from .kernels import turns"},
            {"tabletop_odds/farkle/simulate.py": "from . import kernels"},
            {"tabletop_odds/cli/farkle.py": "from tabletop_odds.farkle.kernels import turns"},
        ],
        [{"tabletop_odds/farkle/simulate.py": "def f():\n from .kernels import turns"}],
    ),
    matplotlib_only_draws_in_plots_and_report: (
        [
            {"tabletop_odds/farkle/odds.py": "def f():\n import matplotlib.pyplot as plt"},
            {"analyses/farkle_when_to_bank.py": "from matplotlib import pyplot"},
        ],
        [
            {
                "tabletop_odds/farkle/plots.py": "import matplotlib",
                "tabletop_odds/report.py": "import matplotlib",
            }
        ],
    ),
    heavy_libraries_load_inside_functions: (
        [
            {"tabletop_odds/dice.py": "import numpy as np"},
            {"tabletop_odds/cli/farkle.py": "from pandas import DataFrame"},
            {"tabletop_odds/farkle/rules.py": "class Rules:\n from scipy import stats"},
        ],
        [{"tabletop_odds/dice.py": "if TYPE_CHECKING:\n import numpy\ndef roll():\n import numpy"}],
    ),
    nothing_imports_analyses: (
        [{"tabletop_odds/cli/report.py": "def f():\n from analyses import farkle_when_to_bank"}],
        [{"tests/farkle/test_analyses.py": "import analyses"}],
    ),
    no_public_name_equals_a_file_name: (
        [
            {
                "tabletop_odds/roo/__init__.py": "from .optimal import optimal",
                "tabletop_odds/roo/optimal.py": "",
            },
            {"tabletop_odds/roo/__init__.py": "__all__ = ['odds']", "tabletop_odds/roo/odds.py": ""},
            {"tabletop_odds/roo/__init__.py": "def odds(): ...", "tabletop_odds/roo/odds.py": ""},
        ],
        [
            {
                "tabletop_odds/__init__.py": "from . import dice\n__all__ = ['dice']",
                "tabletop_odds/dice.py": "",
            }
        ],
    ),
    files_stay_short: ([{"tests/test_long.py": "x = 1\n" * 401}], [{"tests/test_long.py": "x = 1\n" * 400}]),
    no_pickle_is_loaded: (
        [
            {"tabletop_odds/tables.py": "import pickle"},
            {"tabletop_odds/tables.py": "def f():\n from joblib import load"},
            {"analyses/question.py": "import numpy\nnumpy.load('a.npy', allow_pickle=True)"},
        ],
        [{"tabletop_odds/tables.py": "'''No pickle is ever loaded.'''\nimport json"}],
    ),
    no_file_names_a_machine: (
        [{"README.md": "see /" + "work/notes"}, {"Makefile": "PATH=/" + "root/bin"}],
        [{"README.md": "the root/leaf of net/work/out and ../work/"}],
    ),
}
BAD = [(law, bad) for law, (bads, _) in LAWS.items() for bad in bads]
GOOD = [(law, good) for law, (_, goods) in LAWS.items() for good in goods]


@pytest.fixture(scope="module")
def house():
    """The repository's text, {path: text}; what is built or cached is left out."""
    top = [path for path in ROOT.iterdir() if not path.name.startswith(".") or path.name in OURS_WITH_A_DOT]
    top = [path for path in top if path.name not in ("build", "dist")]
    files = [file for path in top for file in ([path] if path.is_file() else path.rglob("*"))]
    files = [file for file in sorted(files) if file.is_file() and file.suffix not in (".pyc", ".png")]
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8", errors="ignore") for file in files}


@cases("law", LAWS)
def test_the_house_keeps_the_law(law, house):
    assert list(law(house)) == []


@cases(("law", "bad"), BAD)
def test_the_law_catches(law, bad):
    assert list(law(bad))


@cases(("law", "good"), GOOD)
def test_the_law_lets_pass(law, good):
    assert list(law(good)) == []


def test_the_house_was_read(house):
    assert {"tabletop_odds/__init__.py", "tests/test_architecture.py", "README.md", "Makefile"} <= set(house)
    assert "farkle" in games(house)
