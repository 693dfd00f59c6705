"""A report as files: what is written, that it is written whole, and that the same seed gives the same bytes."""

import hashlib
import json
import re
from html.parser import HTMLParser

import pandas as pd
import pytest

from tabletop_odds.answers import Value
from tabletop_odds.pages import prose_html
from tabletop_odds.report import Report, new_axes, printed, write_index

VOID = {"meta", "img", "br", "link", "hr"}


def sample(answer="Half of them."):
    report = Report("Coins & dice", answer=answer, seed=7, n=1000, rules="core <fair>")
    numbers = pd.DataFrame({"x": [1, 2], "y": [0.25, 0.5]})
    report.prose("A coin has **two** sides.\n\n- heads\n- tails")
    report.heading("How sure")
    report.figure("line", lambda ax: ax.plot([1, 2], [3, 4]), "A line, in points.", numbers)
    report.table("odds", numbers, "Odds.", percent=("y",))
    values = [Value.exactly(1 / 3).to_dict(), Value.from_rate(300, 1000, 7).to_dict()]
    frame = pd.DataFrame(values).drop(columns="seed")
    frame.insert(0, "policy", ["a|b", "c"])
    report.table("policies", frame, "Policies.", percent=("value",))
    return report


class Checker(HTMLParser):
    """Every tag closed in order, once."""

    def __init__(self, page):
        super().__init__()
        self.open, self.links, self.alts = [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href"):
                self.links.append(value)
        if tag == "img":
            self.alts.append(dict(attrs).get("alt"))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_every_file_is_there_and_in_the_manifest(tmp_path):
    page = sample().write(tmp_path / "coins")
    found = files(page.parent)
    assert set(found) == {
        *("index.html", "report.md", "manifest.json", "figures/line.png", "figures/line.csv"),
        *("tables/odds.csv", "tables/policies.csv"),
    }
    manifest = json.loads(found.pop("manifest.json"))
    assert manifest["files"] == {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}
    assert (manifest["seed"], manifest["n"], manifest["rules"]) == (7, 1000, "core <fair>")
    assert {"tabletop_odds", "python", "numpy", "matplotlib"} <= set(manifest["versions"])
    assert list(tmp_path.iterdir()) == [page.parent]  # nothing left beside it


def test_same_bytes_twice_times_aside(tmp_path):
    first, second = (files(sample().write(tmp_path / name).parent) for name in ("a", "b"))
    manifests = [json.loads(found.pop("manifest.json")) for found in (first, second)]
    assert first == second
    for manifest in manifests:
        del manifest["created"], manifest["seconds"]
    assert manifests[0] == manifests[1]


def test_the_page_stands_alone(tmp_path):
    page = sample().write(tmp_path / "coins")
    text = page.read_text(encoding="utf-8")
    checker = Checker(text)
    assert checker.alts == ["A line, in points."]
    for link in checker.links:
        assert link.startswith("data:image/png;base64,") or (page.parent / link).is_file()
    assert not re.search(r"https?://|//cdn|@import|url\(", text)
    assert "core &lt;fair&gt;" in text
    assert "Coins &amp; dice" in text
    assert "prefers-color-scheme: dark" in text
    assert text.index("Half of them.") < text.index("<img") < text.index("two</strong>")


def test_values_print_by_one_rule_and_keep_full_precision_in_csv(tmp_path):
    page = sample().write(tmp_path / "coins")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    assert "| a\\|b | 33.33 % | exact |" in text
    assert "| c | 30.0 +- 1.4 % |" in text or "| c | 30 +- 1 % |" in text
    assert "| 1 | 25.00 % |" in text
    frame = pd.read_csv(page.parent / "tables" / "policies.csv")
    assert frame["value"].tolist() == [1 / 3, 0.3]
    assert frame.columns.tolist() == ["policy", "value", "standard_error", "low", "high", "n"]


def test_a_failure_leaves_the_old_report_untouched(tmp_path):
    page = sample().write(tmp_path / "coins")
    before = files(page.parent)
    broken = sample("New.")

    def fail(ax):
        raise RuntimeError("no picture")

    broken.figure("broken", fail, "Broken.", pd.DataFrame({"x": [1]}))
    with pytest.raises(RuntimeError, match="no picture"):
        broken.write(page.parent)
    assert files(page.parent) == before
    assert [p.name for p in tmp_path.iterdir()] == ["coins"]
    sample("New.").write(page.parent)
    assert "New." in page.read_text(encoding="utf-8")


def test_a_folder_that_is_no_report_is_refused(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(ValueError, match="mine: it exists and is no report"):
        sample().write(tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "precious"
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match="file: it exists"):
        sample().write(tmp_path / "file")


@pytest.mark.parametrize("name", ["Odds", "a b", "", "../x", "1x"])
def test_names_are_checked(name):
    with pytest.raises(ValueError, match="lower-case letters"):
        Report("x").table(name, pd.DataFrame(), "c")
    report = sample()
    with pytest.raises(ValueError, match="already"):
        report.table("odds", pd.DataFrame(), "c")


def test_a_percent_column_must_exist():
    with pytest.raises(ValueError, match="'typo': table 'odds' has x"):
        Report("x").table("odds", pd.DataFrame({"x": [1]}), "c", percent=("typo",))


def test_missing_numbers_print_as_nothing():
    frame = pd.DataFrame({"k": ["a"], "whole": pd.array([None], dtype="Int64"), "real": [float("nan")]})
    assert printed(frame) == (["k", "whole", "real"], [["a", "", ""]])


def test_prose_is_escaped():
    assert prose_html("<script> & **b**") == "<p>&lt;script&gt; &amp; <strong>b</strong></p>"


def test_index_links_every_report(tmp_path):
    sample().write(tmp_path / "coins")
    (tmp_path / "other").mkdir()
    page = write_index(tmp_path)
    checker = Checker(page.read_text(encoding="utf-8"))
    assert checker.links == ["coins/index.html"]


def test_pictures_leave_matplotlib_s_state_alone(tmp_path):
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    before, figures = dict(mpl.rcParams), plt.get_fignums()
    sample().write(tmp_path / "coins")
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == figures
    axes = new_axes()
    assert new_axes(axes) is axes
    plt.close(axes.figure)
