"""The command line: what a person mistypes ends in one clear line and exit code 2, never in a traceback."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tabletop_odds.cli import main, rules_argument

MISTYPED = {
    "": "COMMAND",
    "farkel": "did you mean 'farkle'?",
    "cantstop": "did you mean 'cant-stop'?",
    "cant-stop od 6 7 8": "did you mean 'odds'?",
    "cache lst": "did you mean 'list'?",
    "report farkel": "did you mean 'farkle'?",
    "report cantstop": "did you mean 'cant-stop'?",
    "report farkle --foldr x": "unknown argument '--foldr'; did you mean '--folder'?",
    "report farkle --n 1e6": "'1e6' is not a whole number",
    "report all --rules zilch": "rules belong to one game",
    "report farkle --rules missing.toml": "rules file missing.toml: No such file",
}


@pytest.mark.parametrize(("words", "message"), MISTYPED.items())
def test_mistyped_words_are_named(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.splitlines()[-1].startswith("tabletop-odds: error: ")
    assert message in error.splitlines()[-1]
    assert len(error.splitlines()) <= 2


# the words that simulate and compare few games, on every way of comparing
COMPARED = [
    "farkle simulate 300 500",
    "farkle compare 300 500",
    "roo simulate greedy",
    "roo compare greedy unloader",
    "roo compare greedy unloader --players 2",
    "cant-stop simulate 28",
    "cant-stop compare 28 linear",
    "cant-stop compare 28 linear --players 2",
    "sheriff simulate honest",
    "sheriff compare honest bluffer:1",
    "sheriff compare honest bluffer:1 opportunist --round-robin",
    "backgammon simulate random random",
    "backgammon compare random",
    "backgammon compare pip-greedy random",
]


@pytest.mark.slow
@pytest.mark.parametrize("words", COMPARED)
def test_a_checkpoint_is_kept_by_every_command_that_plays_many_games(words, tmp_path, capsys):
    path = tmp_path / "games"
    asked = [*words.split(), "--games", "40"]
    assert main(asked) == 0
    plain = capsys.readouterr().out
    for _ in range(2):
        assert main([*asked, "--checkpoint", str(path)]) == 0
        assert capsys.readouterr().out == plain
    assert path.read_text().count("\n") == 2
    assert main([*asked, "--checkpoint", str(path), "--seed", "5"]) == 2
    assert "it is of seed 1, not 5" in capsys.readouterr().err


def test_a_game_is_understood_by_the_name_of_its_module(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["cant_stop", "odds", "6", "7", "8"]) == 0
    asked = capsys.readouterr().out
    assert main(["cant-stop", "odds", "6", "7", "8"]) == 0
    assert capsys.readouterr().out == asked
    assert main(["report", "cant_stop", "--rules", "missing.toml"]) == 2
    assert "rules file missing.toml: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"a b", b"\xff\xfe\x00"], ids=["bad TOML", "no text"])
def test_a_bad_rules_file_is_named(content, tmp_path):
    from tabletop_odds import farkle

    path = tmp_path / "house.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"^rules file .*house\.toml: .+") as caught:
        rules_argument(farkle, str(path))
    assert "\n" not in str(caught.value)


def test_ctrl_c_exits_130(monkeypatch, capsys):
    def interrupt(words):
        raise KeyboardInterrupt

    monkeypatch.setattr("tabletop_odds.cli._root", lambda words: SimpleNamespace(parse_args=interrupt))
    assert main(["cache"]) == 130
    assert capsys.readouterr().out == ""


def test_a_reader_that_stops_early_is_no_error(tmp_path):
    command = [sys.executable, "-m", "tabletop_odds", "cache"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()  # before anything is printed
        assert running.stderr.read() == b""
        assert running.wait(60) == 141


def test_output_survives_a_terminal_without_letters(tmp_path):
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "TABLETOP_ODDS_CACHE": "caf\u00e9"}
    command = [sys.executable, "-m", "tabletop_odds", "cache", "where"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
