"""The browser's helpers see what is wrong with a page, and nothing in a good one."""

import pytest
from browser import DESK, PHONE, browser, console_errors, load, resize, screenshot, too_wide

PAGE = "<!doctype html><title>t</title><meta name=viewport content='width=device-width, initial-scale=1'>"


@pytest.mark.slow
@pytest.mark.browser
def test_what_is_wrong_is_seen(tmp_path):
    bad, good = tmp_path / "bad.html", tmp_path / "good.html"
    bad.write_text(f"{PAGE}<div style='width: 900px'>x</div><img src=missing.png><script>console.error('why')</script>")
    good.write_text(f"{PAGE}<body style='margin: 0'><div style='overflow-x: auto'><div style='width: 900px'>x</div>")
    with browser(*PHONE) as driver:
        load(driver, bad)
        assert too_wide(driver) > 500
        picture, script = sorted(console_errors(driver), key=lambda error: "why" in error)  # they come in any order
        assert "missing.png" in picture
        assert "why" in script
        load(driver, bad)
        load(driver, good)
        assert (too_wide(driver), console_errors(driver)) == (0, [])
        for size in (PHONE, DESK):
            resize(driver, *size)
            assert tuple(driver.execute_script("return [innerWidth, innerHeight]")) == size
        screenshot(driver, tmp_path / "shot.png")
        assert (tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")
