"""How bad input is refused, in the library and on the command line."""

import pytest

from tabletop_odds.cli import main


def one_clear_line(words, call, named, capsys):
    """The command and the call refuse alike: exit code 2, and one line which has all that is `named`."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    with pytest.raises(ValueError, match=r"\S") as caught:
        call()
    for part in named:
        assert part in err
        assert part in str(caught.value)


def refused_by_the_shell(words, named, capsys):
    """What only the command line can be told: exit code 2, the usage at most beside the line."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) <= 2
    assert "Traceback" not in err
    for part in named:
        assert part in err
