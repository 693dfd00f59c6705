"""A test that lacks its browser or its peer is skipped with the reason, and fails where nothing may be skipped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent / "conftest.py"
LACKING = """
import pytest

@pytest.mark.{marker}
def test_lacking():
    pytest.importorskip("no_such_peer", reason="no such peer: get one")
"""


@pytest.mark.slow
@pytest.mark.parametrize("marker", ["browser", "peer", "slow"])
def test_lacking_programs(marker, tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser\n  peer\n  slow\n")
    (tmp_path / "test_it.py").write_text(LACKING.format(marker=marker))
    for nothing, outcome in (("", "SKIPPED"), ("1", "SKIPPED" if marker == "slow" else "FAILED")):
        environment = os.environ | {"TABLETOP_ODDS_SKIP_NOTHING": nothing}
        command = [sys.executable, "-m", "pytest", "-rsf", "-p", "no:cacheprovider", str(tmp_path)]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
        assert outcome in done.stdout
        assert "no such peer: get one" in done.stdout
        assert (done.returncode == 0) == (outcome == "SKIPPED")
