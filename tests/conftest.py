"""What every test stands on: nothing of the user's is touched, and every run draws the same examples."""

import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

SLOW = (
    r"\w*(plots|report|games|simulate|matchups|race|race_ends|race_tables|kernel_twin|advise|bearoff|two_sided"
    r"|one_checker|any_state|cube_equities|decks)\.py"
)

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=25)
settings.load_profile("repeatable")


def quick(config):
    """Whether slow tests are left out, as in `make check`."""
    return "not slow" in config.option.markexpr


def pytest_configure(config):
    """Tables are solved afresh; compiled kernels (named by a hash of the sources) are kept between runs.

    A quick run draws a quarter of the random examples, where a test does not say itself how many it needs.
    """
    settings.load_profile("quick" if quick(config) else "repeatable")
    os.environ["MPLBACKEND"] = "Agg"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "kernels"))
    if not hasattr(config, "workerinput"):  # worker processes share the folder of the process that started them
        folder = tempfile.mkdtemp(prefix="tabletop-odds-")
        os.environ["TABLETOP_ODDS_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_ignore_collect(collection_path, config):
    """A quick run does not even import the files of slow tests."""
    return True if quick(config) and re.fullmatch(SLOW, collection_path.name) else None


def pytest_collection_modifyitems(items):
    """Pictures, reports, whole games, advice, solved tables: about a second a test, or a kernel to compile. Slow ones.

    So are the examples in the docstrings of such files.
    """
    for item in items:
        if re.fullmatch(SLOW, item.path.name):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def chromium():
    """A browser for all tests of a process; skips, with the reason, where there is none."""
    from browser import DESK, browser

    with browser(*DESK) as driver:
        yield driver


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Where everything is meant to be installed, a test without its browser or peer fails instead of being skipped."""
    report = (yield).get_result()
    needed = os.environ.get("TABLETOP_ODDS_SKIP_NOTHING") and any(map(item.get_closest_marker, ("browser", "peer")))
    if needed and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped, and TABLETOP_ODDS_SKIP_NOTHING is set: {report.longrepr}"
