"""Farkle's report says what it found, and is fit to be read."""

import pytest
from page_laws import is_a_good_report

from tabletop_odds.farkle import report
from tabletop_odds.farkle.rules import Rules


@pytest.mark.browser
def test_the_report_of_a_short_race(tmp_path, request):
    page = report.strategy_report(Rules(target=2_000), n=1_000).write(tmp_path / "out")
    text = page.with_name("report.md").read_text(encoding="utf-8")
    assert "nan" not in text
    for figure in ("2,900 with 5 dice left: 446.57 points a turn", "| 5 | 7.72 % | 2.47 % |", "the race to 2,000 wins"):
        assert figure in text
    is_a_good_report(page, request)
