"""A report as files: what is written, that it is written whole, and that the same seed gives the same bytes."""

import hashlib
import json
import re
import runpy
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from page_laws import is_sound, renders

from tabletop_odds.answers import Value
from tabletop_odds.pages import prose_html
from tabletop_odds.report import Report, error_table, new_axes, printed, write_index
from tabletop_odds.roll_again_page import Part, write_page

VOID = {"meta", "img", "br", "link", "hr"}


def sample(answer="Half of them."):
    report = Report(
        "Coins & dice", answer=answer, how_sure="**Exact** and simulated.", seed=7, n=1000, rules="core <fair>"
    )
    numbers = pd.DataFrame({"x": [1, 2], "y": [0.25, 0.5]})
    report.prose("A coin has **two** sides.\n\n- heads\n- tails")
    report.heading("Odds")
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
        *("tables/odds.csv", "tables/policies.csv", "tables/standard_errors.csv"),
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
    opening = ("Half of them.", "<img", "How sure", "<strong>Exact</strong>", "core &lt;fair&gt;", "two</strong>")
    places = [text.index(part) for part in opening]
    assert places == sorted(places)


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


def test_index_links_strategy_reports_then_analyses_and_the_page_for_the_table_if_it_is_there(tmp_path):
    for name in ("coins", "farkle-zilch", "roo"):
        sample(f"Answer of {name}.").write(tmp_path / name)
    (tmp_path / "other").mkdir()
    page = write_index(tmp_path)
    text = page.read_text(encoding="utf-8")
    links = ["farkle-zilch/index.html", "roo/index.html", "coins/index.html"]
    assert Checker(text).links == links
    for words in ("Strategy reports", "Answer of roo.", "Analyses", "Answer of coins."):
        text = text[text.index(words) :]
    (tmp_path / "roll-again.html").write_text("<!doctype html>")
    assert Checker(write_index(tmp_path).read_text(encoding="utf-8")).links == ["roll-again.html", *links]
    is_sound(page)


@pytest.mark.browser
def test_wide_tables_and_long_words_stay_on_the_page(tmp_path, request):
    report = sample("W" * 30 + " and so on.")
    wide = pd.DataFrame({f"column_{i}_with_a_name": ["a long word in it", "b"] for i in range(20)})
    report.table("wide", wide, "A wide table. " * 20)
    page = report.write(tmp_path / "coins")
    is_sound(page)
    driver = request.getfixturevalue("chromium")
    renders(driver, page)
    renders(driver, write_index(tmp_path), opening=False)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"answer": ""}, "an answer$"),
        ({"how_sure": ""}, "a word on how sure it is"),
        ({"blocks": []}, "a figure"),
        ({"n": None}, "both n and seed, or none"),
    ],
)
def test_a_report_without_what_all_have_is_refused(changes, words, tmp_path):
    report = sample()
    for name, value in changes.items():
        setattr(report, name, value)
    with pytest.raises(ValueError, match=f"report 'Coins & dice': it must have {words}"):
        report.write(tmp_path / "coins")
    assert list(tmp_path.iterdir()) == []


def test_errors_are_those_of_simulated_values_each_once():
    report = Report("x")
    values = [Value.from_rate(k, 100 * n, 7) for k, n in ((30, 1), (50, 1), (80, 4))]
    frame = pd.DataFrame([value.to_dict() for value in [Value.exactly(0.5), *values]])
    report.figure("picture", print, "Of the same.", frame)
    report.table("share_of_it", frame, "Shares.", percent=("value",))
    report.table("points", frame.iloc[:2], "A part of it.")
    report.table("exact", frame.iloc[:1], "Nothing simulated.")
    report.table("others", pd.DataFrame({"x": [1]}), "No values.")
    (row,) = error_table(report).to_dict("records")
    assert (row["simulated"], row["n"], row["unit"]) == ("share of it", 100, "%")
    assert row["largest"] == pytest.approx(100 * (0.25 / 100) ** 0.5, rel=0.01)
    assert row["typical"] == pytest.approx(100 * (0.21 / 100) ** 0.5, rel=0.01)


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


def test_a_report_that_fails_is_named_and_leaves_the_others(tmp_path, capsys):
    main = runpy.run_path(str(Path(__file__).resolve().parent.parent / "docs" / "make_reports.py"))["main"]
    wanted = main.__globals__["jobs"]("test", tmp_path)
    assert {"farkle", "roo", "farkle_last_turn", "sheriff_bluffing", "roll-again.html"} <= set(wanted)

    def fail():
        raise RuntimeError("no luck")

    some = {name: partial(sample(name).write, tmp_path / name) for name in ("coins", "roo")}
    some["table"] = partial(write_page, [Part("pig", "Pig", "games.pig = {};", {})], tmp_path)
    main.__globals__["jobs"] = lambda size, folder: {"coins": some["coins"], "dice": fail, **some}
    assert main("test", tmp_path) == 1
    out, err = capsys.readouterr()
    assert out == f"{tmp_path / 'index.html'}\n"
    assert "no luck" in err
    assert err.splitlines()[-1] == "1 of 4 reports failed: dice"
    assert Checker((tmp_path / "index.html").read_text()).links == [
        "roll-again.html",
        "roo/index.html",
        "coins/index.html",
    ]
    with pytest.raises(SystemExit, match="size 'huge': it must be one of test, report, gallery"):
        main("huge", tmp_path)
