"""The wheel holds the package alone, and answers in an empty environment without the checkout."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import tabletop_odds

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tabletop_odds"
DATA = ("py.typed", "*.j2", "*.css", "*.js", "*.table")
ROLL_AGAIN = ["farkle", "roll-again", "--turn", "450", "--dice", "2"]

pytestmark = pytest.mark.slow


def run(*words, cwd, **environment):
    """Run a command away from the checkout; its output, once it has succeeded."""
    inherited = {name: text for name, text in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=cwd, env=inherited | environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """The folder of commands of a new environment in which nothing but the wheel is installed."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    python = commands / "python"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=folder,
    )
    return commands


def test_wheel_holds_the_package_and_its_data_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = {path for pattern in ("*.py", *DATA) for path in PACKAGE.rglob(pattern)}
    assert names == {path.relative_to(ROOT).as_posix() for path in ours}
    for pattern in DATA:
        assert any(Path(name).match(pattern) for name in names), pattern


def test_wheel_carries_license_and_version(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    assert f"\nVersion: {tabletop_odds.__version__}\n" in metadata
    assert any(name.endswith("/LICENSE") for name in names)


@pytest.mark.parametrize("module", [False, True], ids=["tabletop-odds", "python -m tabletop_odds"])
def test_installed_wheel_answers_without_numpy(empty, tmp_path, module):
    command = [empty / "python", "-m", "tabletop_odds"] if module else [empty / "tabletop-odds"]
    answer = run(*command, *ROLL_AGAIN, "--format", "json", cwd=tmp_path)
    assert '"best": "bank"' in answer
    assert f'"version": "{tabletop_odds.__version__}"' in answer


def test_the_environment_is_empty(empty, tmp_path):
    code = "import importlib.util as u, tabletop_odds as t; print(t.__file__, u.find_spec('numpy'))"
    file, numpy = run(empty / "python", "-c", code, cwd=tmp_path).split()
    assert numpy == "None"
    assert not Path(file).is_relative_to(ROOT)


def test_citation_and_changelog_name_the_version():
    assert f"\nversion: {tabletop_odds.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"## {tabletop_odds.__version__} " in (ROOT / "CHANGELOG.md").read_text()
