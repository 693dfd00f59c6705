"""The API pages: one a module, with every public name of every game."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop_odds
from tabletop_odds import backgammon, cant_stop, farkle, roo, sheriff

ROOT = Path(__file__).resolve().parent.parent
GAMES = (farkle, cant_stop, backgammon, sheriff, roo)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Made in a process of its own: the script gives the modules an `__all__`."""
    folder = tmp_path_factory.mktemp("api")
    command = [sys.executable, ROOT / "docs" / "make_api.py", folder]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.strip() == str(folder / "index.html")
    return folder


@pytest.mark.slow
def test_every_public_name_is_on_the_page_of_its_game(pages):
    assert {game.__name__.split(".")[-1] for game in GAMES} == set(tabletop_odds.GAMES)
    for game in GAMES:
        text = (pages / "tabletop_odds" / f"{game.__name__.split('.')[-1]}.html").read_text(encoding="utf-8")
        shown = set(re.findall(r'<section id="(\w+)"', text))
        assert set(dir(game)) <= shown, sorted(set(dir(game)) - shown)


@pytest.mark.slow
def test_one_page_a_module_and_none_for_a_file_of_a_game(pages):
    found = {str(page.relative_to(pages)) for page in pages.rglob("*.html")}
    assert {"index.html", "tabletop_odds/simulation.html", "tabletop_odds/farkle.html"} <= found
    assert not (pages / "tabletop_odds" / "farkle").exists()
    assert str(ROOT) not in "".join(page.read_text(encoding="utf-8") for page in pages.rglob("*.html"))
