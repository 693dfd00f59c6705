"""Farkle on the page for the table: in a real browser it answers as the library does, and can be used by tapping."""

import random
import re
import time

import browser
import html5lib
import pytest

from tabletop_odds.cli import main
from tabletop_odds.farkle import presets, should_roll, what_to_keep
from tabletop_odds.farkle.odds import makeable

pytestmark = pytest.mark.slow

ENTER, CONTROL = "\ue007", "\ue009"  # keys as a driver sends them
STATES = 60  # of each rule set: half for the most points, half for the win
ANSWERS = """
const [states, done] = arguments;
const answers = states.map((state) => games.farkle.answer(shell.data.farkle, state));
Promise.all(answers).then(done, (error) => done(String(error)));
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    assert main(["page", "--folder", str(folder)]) == 0
    return folder / "roll-again.html"


@pytest.fixture(scope="module")
def driver(page):
    with browser.browser(*browser.PHONE) as driver:
        browser.load(driver, page)
        yield driver


def states(name, rng):
    """States of one rule set, as the page has them: early and late, on both sides of zero, and in the last turn."""
    rules, found = presets()[name], []
    for i in range(STATES):
        n = rng.randint(1, 6)
        total = rng.choice([0, 50, 100, 250, 300, 350, 500, 1000, 2900, 4500, 50 * rng.randint(0, 60), 60_000])
        state = {"rules": name, "goal": "points", "turn_total": total, "dice_left": n, "roll": []}
        if rng.random() < 0.6:
            state["roll"] = sorted(rng.randint(1, 6) for _ in range(n))
        if rules.three_farkles:
            state |= {"farkles": rng.randint(0, 2), "their_farkles": rng.randint(0, 2)}
        if i % 2:
            lowest = -rules.target // 4 if rules.three_farkles else 0
            above = rules.target + 2000 if rules.end == "last_turn" else rules.target - 50
            state |= {"goal": "win", "mine": 50 * (rng.randint(lowest, rules.target - 50) // 50)}
            far = 45_000 if rules.end == "last_turn" else 0
            theirs = [rng.randint(lowest, above), rng.randint(lowest, above), above - 100, far]
            state["theirs"] = 50 * (rng.choice(theirs) // 50)
        found.append(state)
    return found


def library(state):
    """The library's answer to a state of the page."""
    rules, given = presets()[state["rules"]], {"farkles": state.get("farkles", 0)}
    if state["goal"] == "win":
        given |= {"mine": state["mine"], "theirs": state["theirs"], "their_farkles": state.get("their_farkles", 0)}
    if state["roll"]:
        return what_to_keep(state["roll"], state["turn_total"], rules=rules, **given)
    return should_roll(state["turn_total"], state["dice_left"], rules=rules, **given)


@pytest.mark.browser
def test_the_browser_answers_as_the_library(driver):
    rng = random.Random(20)
    asked = [state for name in presets() for state in states(name, rng)]
    answers = driver.execute_async_script(ANSWERS, asked)
    assert isinstance(answers, list), answers
    kinds = set()
    for state, answer in zip(asked, answers, strict=True):
        expected = library(state)
        kinds.add((state["goal"], bool(state["roll"]), len(expected.options) > 1))
        assert "choices" in answer, (state, answer)
        choices = {choice["action"]: choice for choice in answer["choices"]}
        assert set(choices) == {option.action for option in expected.options}, state
        close = 1e-9 if state["goal"] == "win" else 1e-9 * max(1, state["turn_total"])
        for option in expected.options:
            choice = choices[option.action]
            assert choice["value"] == pytest.approx(option.value.value, abs=close), (state, option.action)
            assert choice["cost"] == pytest.approx(option.cost.value, abs=2 * close), (state, option.action)
            assert choice["risk"] == pytest.approx(option.risk.value, abs=1e-12), (state, option.action)
        best = [choice["action"] for choice in answer["choices"] if choice["best"]]
        assert [answer["choices"][0]["action"]] == best
        assert choices[best[0]]["value"] >= expected.best.value.value - close, state
        if len(expected.options) > 1 and expected.margin.value > 10 * close:
            assert best == [expected.best.action], state
    assert len(kinds) == 8  # both goals, before and after a roll, with and without a choice


@pytest.mark.browser
def test_the_browser_refuses_as_the_library(driver):
    fair = {"rules": "core", "goal": "points", "turn_total": 300, "dice_left": 3, "roll": []}
    race = fair | {"goal": "win", "mine": 0, "theirs": 0}
    wrong = [
        fair | {"turn_total": 325},
        fair | {"turn_total": -50},
        fair | {"turn_total": 1_000_050},
        race | {"mine": 10_000},
        race | {"mine": -500},
        race | {"theirs": 75},
        race | {"rules": "kcd", "theirs": 4000},
    ]
    right = [fair, race, race | {"theirs": 11_000}, race | {"rules": "zilch", "mine": -500, "theirs": -5000}]
    answers = driver.execute_async_script(ANSWERS, wrong + right)
    for state, answer in zip(wrong, answers, strict=False):
        assert set(answer) == {"refused"}, state
        with pytest.raises(ValueError, match=r"."):
            library(state)
    assert all("choices" in answer for answer in answers[len(wrong) :])


def tap(driver, name):
    """A click on what a player sees or hears under this name."""
    found = driver.find_elements("xpath", f'//*[normalize-space(text())="{name}" or @aria-label="{name}"]')
    (shown,) = (element for element in found if element.is_displayed())
    shown.click()


def reads(driver, headline):
    """Wait until the page says so; what it adds in the line below."""
    said, ends = driver.find_element("id", "headline"), time.monotonic() + 5
    while said.text != headline and time.monotonic() < ends:
        time.sleep(0.02)
    assert said.text == headline
    return driver.find_element("id", "detail").text


@pytest.mark.browser
def test_a_turn_by_tapping(driver, page):
    browser.load(driver, page)
    reads(driver, "Roll 6 dice")
    for face in (1, 2, 3, 3, 4):
        tap(driver, f"rolled a {face}")
    reads(driver, "Tap 1 more die")
    tap(driver, "rolled a 5")
    detail = reads(driver, "Keep 1, roll 5")
    best = what_to_keep((1, 2, 3, 3, 4, 5)).best
    assert f"{best.value.value:.1f} points" in detail
    tap(driver, "keep 1 5, roll 4")
    reads(driver, "Roll 4 dice")  # 150 points at risk
    tap(driver, "the win")
    advice = should_roll(150, 4, mine=0, theirs=0)
    assert f"{100 * advice.best.value.value:.2f}" in reads(driver, "Roll 4 dice")
    for field, typed in (("Your score", "7000"), ("Their score", "9950"), ("At risk this turn", "3000")):
        box = driver.find_element("css selector", f'input[aria-label="{field}"]')
        box.send_keys(CONTROL, "a")
        box.send_keys(typed)
    advice = should_roll(3000, 4, mine=7000, theirs=9950)  # to bank exactly 10,000 would be a mistake
    assert f"{100 * advice.best.value.value:.2f}" in reads(driver, "Roll 4 dice")
    driver.find_element("xpath", '//tbody//button[text()="bank"]').send_keys(ENTER)
    reads(driver, "Your score 10,000: you have reached the target 10,000, no turn is left to you")
    assert browser.console_errors(driver) == []


@pytest.mark.browser
@pytest.mark.parametrize("size", [browser.PHONE, browser.DESK])
def test_the_page_fits_the_screen_and_a_thumb(driver, page, size):
    browser.resize(driver, *size)
    browser.load(driver, page)
    tap(driver, "the win")
    driver.find_element("css selector", "option[value=zilch]").click()
    driver.find_element("css selector", "summary").click()
    for face in (1, 1, 5, 5, 5, 2):
        tap(driver, f"rolled a {face}")
    reads(driver, what_to_keep((1, 1, 5, 5, 5, 2), mine=0, theirs=0, rules=presets()["zilch"]).best.action.capitalize())
    assert browser.too_wide(driver) == 0
    small = """return [...document.querySelectorAll("button, input, select, a, summary")]
        .filter((e) => e.checkVisibility()).map((e) => [e.textContent, e.getBoundingClientRect()])
        .filter(([_, box]) => box.width < 44 || box.height < 44)"""
    assert len(driver.find_elements("css selector", "#worth tbody button")) > 10
    assert driver.execute_script(small) == []
    assert browser.console_errors(driver) == []


def test_the_page_is_valid_and_needs_no_network(page):
    text = page.read_text("utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    assert not re.search(r"\b(https?|wss?|ftp):", text.replace("http://www.w3.org/2000/svg", ""))
    assert len(text) < 2_500_000


def test_every_multiple_of_the_step_can_be_made():
    """What lets the page ask no more of a turn total."""
    for rules in presets().values():
        assert all(makeable(t * rules.step, rules) for t in range(60))
