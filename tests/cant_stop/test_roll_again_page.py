"""Can't Stop on the page for the table: in a real browser it answers as the library does, and can be played by taps."""

from random import Random

import cant_stop_oracle as oracle
import pytest
from browser import browser, console_errors, load, too_wide

from tabletop_odds.cant_stop import should_roll, which_pairing
from tabletop_odds.cant_stop.fitted import fitted_values
from tabletop_odds.cant_stop.page_data import page_part
from tabletop_odds.cant_stop.rules import Rules, State, busted, moves, stopped, winner
from tabletop_odds.roll_again_page import write_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STATES = 240
ANSWERS = """
const [states, done] = arguments;
const answers = states.map((state) => games.cant_stop.answer(shell.data.cant_stop, state));
Promise.all(answers).then(done, (error) => done(String(error)));
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    page = write_page([page_part()], tmp_path_factory.mktemp("page"))
    with browser(390, 844) as driver:
        load(driver, page)
        driver.set_script_timeout(200)
        driver.command_executor.client_config.timeout = 240
        yield driver


def states(number, seed):
    """So many (state, roll or None), from games of one to four players by chance choices that stop at any time."""
    found, chance, game = [], Random(seed), 0
    while len(found) < number:
        rules = Rules(players=(2, 1, 2, 3, 2, 4)[game % 6])
        state, game = State.start(rules), game + 1
        while winner(state, rules) is None:
            roll = tuple(chance.randint(1, 6) for _ in range(4))
            if chance.random() < (0.2 if state.runners else 0.02):  # turns from their start take longest to solve
                found.append((state, chance.choice((roll, None))))
            choices = moves(state, roll, rules).choices
            state = chance.choice(choices).state if choices else busted(state, rules)
            if state.runners and chance.random() < 0.35:
                state = stopped(state, rules)
    return found[:number]


def as_json(state, roll=None):
    """A state as the page takes it."""
    fields = {name: getattr(state, name) for name in ("markers", "claimed", "runners", "player")}
    return {**fields, "roll": roll}


def library(state, roll):
    """The library's answer to a state of the page."""
    return should_roll(state) if roll is None else which_pairing(roll, state)


def test_the_browser_answers_as_the_library(driver):
    asked = states(STATES, seed=7)
    answers = driver.execute_async_script(ANSWERS, [as_json(*state) for state in asked])
    assert isinstance(answers, list), answers
    kinds = set()
    for (state, roll), answer in zip(asked, answers, strict=True):
        expected = library(state, roll)
        rows = [(row["action"], row["value"], row["cost"], row["risk"]) for row in answer["choices"]]
        options = [(o.action, o.value.value, o.cost.value, o.risk.value) for o in expected.options]
        assert [row[0] for row in rows] == [option[0] for option in options], (str(state), roll)
        for row, option in zip(rows, options, strict=True):
            assert row[1:3] == pytest.approx(option[1:3], abs=1e-12), (str(state), roll)
            assert row[3] == option[3], "the chance to bust, exactly"
        assert [row["action"] for row in answer["choices"] if row["best"]] == [expected.best.action]
        assert answer["too_close"] == expected.too_close
        assert len(answer["notes"]) == len(expected.notes)
        for note in expected.notes:  # bust, steps and claim: of as many digits as both print
            figures = [float(word.strip(",.")) for word in note.split() if word[0].isdecimal()]
            shown = answer["if_rolled"]
            assert figures == pytest.approx(
                [100 * shown["bust"], shown["steps"], 100 * shown["claim"]], rel=0.01, abs=0.01
            )
        kinds.add((state.players, roll is None, bool(state.runners), len(options) > 1))
    assert {(players, asks) for players, asks, _, _ in kinds} == {(n, asks) for n in (1, 2, 3, 4) for asks in (0, 1)}


def test_a_turn_near_its_end_by_brute_force(driver):
    """A second reading of the rules and a second reading of the net, on a board that is nearly full."""
    state = State.parse("> 2* 3* 6:9+1 7:10+2 8:9 / 4* 12* 9:6 6:4 5:8")
    layers = {name: list(numbers) for name, (_, numbers) in fitted_values(2).layers.items()}
    units, outputs = len(layers["bias"]), len(layers["second_bias"])

    def row(name, number):
        return layers[name][number * units : (number + 1) * units]

    def worth(runners):
        """The chance to win of the player who has stopped on `runners`, the rival to act; None: after a bust."""
        at = dict(enumerate(state.markers[0], 2)) | dict(runners or ())
        claimed = [c for c in at if state.claimed[c - 2] >= 0 or at[c] == table.tops[c]]
        won = len(claimed) - 2
        if won >= 3:
            return 1.0
        rows = [row("bias", 0), row("claims", 3 * 2 + won)]
        for c, space in at.items():
            open_rows = [row("mine", 14 * (c - 2) + state.markers[1][c - 2]), row("theirs", 14 * (c - 2) + space)]
            rows += [row("closed", c - 2)] if c in claimed else open_rows
        first = [max(sum(x), 0.0) for x in zip(*rows, strict=True)]
        second = [
            max(sum(x * layers["second"][u * outputs + v] for u, x in enumerate(first)) + layers["second_bias"][v], 0.0)
            for v in range(outputs)
        ]
        return 1 - (sum(x * y for x, y in zip(second, layers["out"], strict=True)) + layers["out_bias"][0])

    others = [(c, s) for c, s in enumerate(state.markers[1], 2) if s]
    own = {c: s for c, s in enumerate(state.markers[0], 2) if s}
    table = oracle.Table(Rules(), own, others, [c for c, owner in enumerate(state.claimed, 2) if owner >= 0])
    rolled = oracle.turn(table, lambda runners: None, worth)(state.runners)
    (answer,) = driver.execute_async_script(ANSWERS, [as_json(state)])
    found = {choice["action"]: choice["value"] for choice in answer["choices"]}
    assert found == pytest.approx({"roll": rolled, "stop": worth(state.runners)}, abs=1e-5)


def test_the_browser_refuses_as_the_library(driver):
    fair = as_json(State.parse("> 6:4+2 7:3 8:+1 12* / 5:2 7:6"), (1, 2, 3, 4))
    other = as_json(State.parse("> 2* 3* 4* / -"))
    wrong = [
        other,
        fair | {"roll": (1, 2, 3, 7)},
        fair | {"roll": (1, 2, 3)},
        fair | {"player": 2},
        fair | {"runners": ((6, 4),)},
        fair | {"runners": ((6, 12),)},
        fair | {"runners": ((12, 1),)},
        fair | {"runners": ((2, 1), (3, 1), (4, 1), (5, 1))},
        fair | {"runners": ((6, 5), (6, 6))},
        fair | {"markers": (fair["markers"][0], (0,) * 10 + (1,))},
        fair | {"markers": (fair["markers"][0], (3,) + (0,) * 10)},
        fair | {"markers": (fair["markers"][0], (0,) * 10)},
    ]
    answers = driver.execute_async_script(ANSWERS, [*wrong, fair])
    for asked, answer in zip(wrong, answers, strict=False):
        assert set(answer) == {"refused"}, asked
        state = State(*(asked[name] for name in ("markers", "claimed", "runners", "player")))
        with pytest.raises(ValueError, match=r"."):
            library(state, asked["roll"])
    assert "choices" in answers[-1]


def test_a_turn_played_by_taps(driver):
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    def tap(label):
        driver.find_element("css selector", f'[aria-label^="{label}"]').click()

    def says(headline):
        found = WebDriverWait(driver, 20)
        found.until(lambda _: driver.find_element("id", "headline").text == headline, f"no {headline!r}")

    def rows():
        return [row.text.split("\n")[0] for row in driver.find_elements("css selector", "#worth tbody th")]

    says("Roll")
    for face in (1, 4, 5):
        tap(f"rolled {face}")
    says("Tap 1 more die")
    tap("rolled 6")
    advice = which_pairing("1456", State())
    says("Take 6 and 10, roll")
    assert rows() == [option.action for option in advice.options]
    driver.find_element("css selector", "#worth tbody tr.best button").click()
    says("Roll again")
    assert driver.find_element("css selector", '[aria-label="Column 6, 11 spaces: runner on 1"]').is_displayed()
    tap("Column 12")
    for _ in range(3):
        tap("Rival, column 12: one up")
    chosen = driver.find_element("css selector", '[aria-label="Column 12, 3 spaces: Rival claimed it"]')
    chosen.send_keys(Keys.ARROW_LEFT)
    driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    tap("You, column 11: one up")
    tap("runner (You), column 11: one up")
    state = State.parse("> 6:+1 10:+1 11:1+1 / 12*")
    says("Stop" if should_roll(state).best.action == "stop" else "Roll again")
    assert "% of rolls bust" in driver.find_element("id", "detail").text
    for face in (1, 1, 1, 2):  # 2 and 3: nothing moves
        tap(f"rolled {face}")
    says("Bust: nothing moves")
    driver.find_element("css selector", "#worth tbody button").click()
    says("Roll")
    assert driver.find_element("css selector", '[aria-label="Rival to act"][aria-pressed="true"]').is_displayed()
    assert driver.find_element("css selector", '[aria-label="Column 11, 5 spaces: You on 1"]').is_displayed()
    assert too_wide(driver) == 0
    assert console_errors(driver) == []
