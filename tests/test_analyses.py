"""Every analysis runs at test size, with its own seed and folder, and writes a report."""

import runpy
from pathlib import Path

import pytest

ANALYSES = sorted((Path(__file__).resolve().parent.parent / "analyses").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", ANALYSES, ids=lambda path: path.stem)
def test_analysis_writes_its_report(path, tmp_path):
    page = runpy.run_path(str(path))["main"](size="test", seed=1, folder=tmp_path / "out")
    assert page == tmp_path / "out" / "index.html"
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "nan" not in text


def test_there_are_analyses():
    assert ANALYSES
