"""What every page of a report keeps to: strict HTML, links that lead somewhere, figures with their data, and a look in
a browser at the sizes of a phone and a desk."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
from browser import DESK, PHONE, console_errors, load, resize, too_wide

HTML = "{http://www.w3.org/1999/xhtml}"
BROKEN_IMAGES = "return [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.alt)"
OUTSIDE = """return [...document.body.querySelectorAll('*')].filter(
    e => !e.closest('.wide') && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1
).map(e => e.outerHTML.slice(0, 80))"""
TOP_OF_FIRST_PICTURE = "return document.images[0].getBoundingClientRect().top"


def is_sound(page):
    """The page is strict HTML with a title and a language, and whatever it links to in its folder is there."""
    parser = html5lib.HTMLParser(strict=True)  # raises ParseError at the first error
    tree = parser.parse(page.read_bytes())
    assert tree.get("lang") == "en"
    assert tree.find(f"{HTML}head/{HTML}title").text.strip()
    names = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(names) == len(set(names))
    for element in tree.iter():
        for link in (element.get("href"), element.get("src")):
            if link and not link.startswith("data:"):
                found = urlsplit(link)
                assert not found.scheme
                assert not found.netloc
                assert not found.path or (page.parent / unquote(found.path)).is_file(), link
                assert not found.fragment or found.fragment in names
    assert all(image.get("alt") for image in tree.iter(f"{HTML}img"))


def opens_as_it_should(page):
    """The answer, its picture, how sure it is, the rest; and a PNG and a CSV file with rows for every figure."""
    text = page.read_text(encoding="utf-8")
    places = [text.index(part) for part in ('<p class="answer">', "<figure>\n<a", "<h2>How sure</h2>", "<footer>")]
    assert places == sorted(places)
    assert text.count("<h2>How sure</h2>") == 1
    assert "<h2>" not in text[: places[2]]
    sure = re.search(r"<h2>How sure</h2>\s*<p>(.*?)</p>", text, re.DOTALL).group(1)
    assert re.search(r"<strong>(Exact|Simulated|Sampled)", sure)
    assert ("simulated with n" in text) == ("standard_errors.csv" in text), "n and seed, where anything is simulated"
    figures = page.parent / "figures"
    pictures = {path.stem for path in figures.glob("*.png")}
    assert pictures == {path.stem for path in figures.glob("*.csv")}
    assert len(pictures) == text.count("<img ")
    assert all(len(path.read_text().splitlines()) > 1 for path in figures.glob("*.csv"))


def renders(driver, page, opening=True):
    """In the browser, at both sizes: no error in the console, no sideways scroll, all pictures, the first in sight."""
    for size in (PHONE, DESK):
        resize(driver, *size)
        load(driver, page)
        assert console_errors(driver) == [], size
        assert too_wide(driver) == 0, size
        assert driver.execute_script(OUTSIDE) == [], size
        assert driver.execute_script(BROKEN_IMAGES) == [], size
        if opening:
            assert driver.execute_script(TOP_OF_FIRST_PICTURE) < size[1] - 100, size


def is_a_good_report(page, request):
    """All of the above. Without a browser the test ends here, skipped: what comes before it has been tested then."""
    page = Path(page)
    is_sound(page)
    opens_as_it_should(page)
    renders(request.getfixturevalue("chromium"), page)
