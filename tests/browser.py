"""Pages in a real browser: Debian's Chromium, headless, at a phone's and a desk's size; skipped where it is missing."""

import base64
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

PHONE, DESK = (390, 844), (1280, 900)
SECONDS = 30  # after which a page that does not load, a script or the driver itself is an error
OPTIONS = "--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu --hide-scrollbars".split()


@contextmanager
def browser(width, height):
    """A driver whose pages are `width` x `height` CSS pixels; `show` changes that. Skips, with the reason."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: pip install selenium")
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    for name, path in programs.items():
        if path is None:
            pytest.skip(f"{name} is not installed: on Debian, apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = programs["chromium"]
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(programs["chromedriver"]))
    try:
        driver.command_executor.client_config.timeout = 2 * SECONDS
        driver.set_page_load_timeout(SECONDS)
        driver.set_script_timeout(SECONDS)
        resize(driver, width, height)
        yield driver
    finally:
        driver.quit()


def resize(driver, width, height):
    """The page's size; a window has a least width, wider than a phone, so the device is overridden."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def load(driver, path):
    """Open a file; what an earlier page said to the console is forgotten."""
    driver.get_log("browser")
    driver.get(Path(path).resolve().as_uri())


def console_errors(driver):
    """What the page said to the console that is severe, since it was loaded or asked last."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def too_wide(driver):
    """By how many pixels the page is wider than the screen, so that it scrolls sideways: 0 for a good page."""
    return driver.execute_script("const e = document.documentElement; return e.scrollWidth - e.clientWidth")


def screenshot(driver, path, whole=False):
    """A PNG of the screen, or of the whole page."""
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
    Path(path).write_bytes(base64.b64decode(shot["data"]))
