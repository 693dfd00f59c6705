"""Commands as a user types them: what they print, and the rows they print as JSON and CSV."""

import csv
import io
import json
import shlex

from tabletop_odds.cli import main


def printed(game, words, capsys):
    """What a command of a game prints, once it has succeeded."""
    assert main([game, *shlex.split(words)]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def rows(game, words, capsys):
    """The rows that a command of a game prints, the same as JSON and as CSV."""
    found = json.loads(printed(game, f"{words} --format json", capsys))
    table = list(csv.DictReader(io.StringIO(printed(game, f"{words} --format csv", capsys))))
    assert table == [{key: "" if value is None else str(value) for key, value in row.items()} for row in found]
    return found
