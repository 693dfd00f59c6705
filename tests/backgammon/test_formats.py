"""Positions as players paste them: gnubg's own IDs, round trips, and one clear line for each text that is none."""

import backgammon_states as slow
import oracles
from cant_stop_oracle import refused
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_odds.backgammon.board import Match, State, check_state, has_contact
from tabletop_odds.backgammon.formats import counts, gnu_id, match_id, position_id, rules_in, xgid
from tabletop_odds.backgammon.rules import Rules

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
OPTIONS = st.builds(Rules, jacoby=st.booleans(), beavers=st.booleans())


def described(row):
    """The state that a row of `backgammon_ids.csv` describes in plain numbers."""
    length, mine, theirs, crawford = map(int, row["match"].split() or [0] * 4)
    return State(
        tuple(map(int, row["mine"].split())),
        tuple(map(int, row["theirs"].split())),
        int(row["cube"]),
        row["owner"],
        tuple(map(int, row["dice"])) or None,
        Match(length, mine, theirs, crawford == 1) if length else None,
        row["doubled"] == "1",
    )


IDS = oracles.published("backgammon_ids.csv")


def test_what_the_ids_show():
    """Both players on roll, every owner, money and match, Crawford, dice, the bar of either side, offered cubes."""
    shown = list(map(described, IDS))
    assert len(IDS) == 90
    assert {row["xgid"].split(":")[3] for row in IDS} == {"1", "-1"}
    assert {state.owner for state in shown} == {"centre", "mine", "theirs"}
    for seen in ("doubled", "dice", "match"):
        assert {bool(getattr(state, seen)) for state in shown} == {True, False}
    assert any(state.match and state.match.crawford for state in shown)
    assert all(any(side[24] for side in sides) for sides in zip(*((s.mine, s.theirs) for s in shown), strict=True))


@cases("row", IDS)
def test_ids_that_gnubg_gives(row):
    state, both = described(row), f"{row['position_id']}:{row['match_id']}"
    assert State.parse(both) == state == State.parse(row["xgid"])
    assert position_id(state) == row["position_id"]
    assert (rules_in(both).jacoby, rules_in(row["xgid"]).jacoby) == (row["jacoby"] == "1",) * 2
    if int(bin(b64_number(row["match_id"]))[2:].zfill(72)[-7]):  # player 1 rolls, as in what is written here
        assert gnu_id(state, rules_in(both)) == both
    if row["xgid"].split(":")[3] == "1" and state.match:
        assert xgid(state) == row["xgid"]


def b64_number(text):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits = "".join(f"{letters.index(letter):06b}" for letter in text)
    return int.from_bytes(int(bits, 2).to_bytes(9, "big"), "little")


def test_the_start():
    assert position_id(State()) == "4HPwATDgc/ABMA"
    assert xgid(State()) == START_XGID
    for text in ("4HPwATDgc/ABMA", START_XGID, START_XGID[5:], " 4HPwATDgc/ABMA \n", "4HPwATDgc/ABMA:cAkAAAAAAAAE"):
        assert State.parse(text) == State() == State.start()


@cases(
    "text",
    [
        "4HPwATDgc/ABMA cIkFAAAAAAAE",
        "4HPwATDgc/ABMA : cIkFAAAAAAAE",
        "4HPwATDgc/ABMA==:cIkFAAAAAAAE",
        f"xgid={START_XGID[5:]}".replace(":00:", ":31:"),
        f"XGID = {START_XGID[5:]}".replace(":00:", ":31:"),
    ],
)
def test_forms_that_differ_a_little(text):
    assert State.parse(text) == State(dice=(3, 1))
    assert rules_in(text) == Rules()


def test_the_frame_of_an_xgid_is_player_1s():
    one = "XGID=a---BBC-A---------c-bb-c--:1:1:{turn}:00:3:1:0:7:10"
    first, second = State.parse(one.format(turn=1)), State.parse(one.format(turn=-1))
    assert first.flipped() == second
    assert (first.theirs[24], first.mine[3], first.owner, first.match.mine) == (1, 2, "mine", 3)
    assert (second.mine[24], second.mine[4], second.owner, second.match.mine) == (1, 2, "theirs", 1)


def test_the_opponent_comes_first_in_a_gnu_id():
    state = State.of([0, 0, 2], [1])
    bits = f"{b64_number(position_id(state)[:12]):072b}"[::-1]
    assert bits[:2] == "10", "a checker of the other on its ace point"
    assert bits[26:31] == "00110", "after 25 zeros of the other, two on the 3 point"


@settings(max_examples=70)
@given(slow.states(), OPTIONS)
def test_what_is_written_is_read_back(state, rules):
    check_state(state)
    assert State.parse(xgid(state, rules)) == State.parse(gnu_id(state, rules)) == state
    assert State.parse(str(state)) == state
    board = State(state.mine, state.theirs)
    assert State.parse(position_id(state)) == State.parse(counts(state)) == board
    read = rules_in(gnu_id(state, rules)), rules_in(xgid(state, rules))
    money = state.match is None
    assert read == (Rules(jacoby=rules.jacoby and money), rules if money else Rules())


@settings(max_examples=70)
@given(slow.states())
def test_flipping_twice_is_nothing_but_dice_and_offer(state):
    twice = state.flipped().flipped()
    assert twice == State(state.mine, state.theirs, state.cube, state.owner, None, state.match)
    assert has_contact(state) == has_contact(state.flipped()) == met(slow.signed(state))
    assert state.pips == state.flipped().pips[::-1]
    assert state.off == tuple(15 - sum(side) for side in (state.mine, state.theirs))


def met(board):
    """Whether some checker of the player on roll has one of the other in front of it."""
    ahead = [0 if board[26] else 25, *(p for p in range(1, 25) if board[p] < 0)]
    return any(board[p] > 0 and min(ahead) < p for p in range(1, 26))


def read_or_refused(text):
    """The state that a text names, or the one line that refuses it."""
    try:
        return check_state(State.parse(text))
    except ValueError as error:
        refusal = str(error)
    assert "\n" not in refusal
    return refusal


@given(st.text(st.sampled_from("ABab09+/=:-, 1X\n"), max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text):
    assert read_or_refused(text)


@given(st.integers(0, 13), st.sampled_from("AQgw/9+z"))
def test_a_mistyped_character_is_another_position_or_refused(at, letter):
    text = "4HPwATDgc/ABMA"
    typed = text[:at] + letter + text[at + 1 :]
    assert (read_or_refused(typed) == State()) == (typed == text)


def test_texts_that_programs_print():
    pasted = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkKAAAAAAAA\n +13-14-15"
    assert State.parse(pasted) == State(dice=(5, 2))
    assert rules_in(pasted) == Rules(jacoby=True)
    assert State.parse(f"to play, {START_XGID.replace(':00:', ':52:')}\n X:Player 1") == State(dice=(5, 2))
    assert State.parse(f"({START_XGID}).") == State()
    assert State.parse("15/15") == State.parse("15 / 15,0,0,0,0,0") == State.of([15], [15])


@cases(
    ("text", "named"),
    [
        ("4HPwATDgc/ABM", ["position ID '4HPwATDgc/ABM'", "13 characters", "14"]),
        ("4HPwATDgc/ABMA=", ["15 characters"]),
        ("4HPwATDgc-ABMA", ["A-Z, a-z, 0-9, + and /"]),
        ("4HPwATDgc/ABMB", ["spare bits", "'B'"]),
        ("//////////////", ["spare bits"]),
        ("/////////////w", ["more than 30 checkers"]),
        ("4HPwATDgc/ABcA", ["more than 30 checkers"]),
        ("//8AAAAAAAAAAA", ["theirs: 16 checkers", "0 to 15"]),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", ["match ID 'cAkAAAAAAAA'", "11 characters", "12"]),
        ("4HPwATDgc/ABMA:YAkAAAAAAAAA", ["cube owner 2", "0, 1 and 3"]),
        ("4HPwATDgc/ABMA:cIkHAAAAAAAA", ["dice 7 and 1"]),
        ("4HPwATDgc/ABMA:cIkAAAAAAAAA", ["dice 1 and 0"]),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAI", ["bits are set"]),
        ("4HPwATDgc/ABMA:cA8AAAAAAAAA", ["bits are set"]),
        ("4HPwATDgc/ABMA:cAlgAHAAAAAA", ["scores", "0 to 2"]),
        ("4HPwATDgc/ABMA:cJkFAAAAAAAA", ["doubled=True", "before the roll"]),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", ["25 characters", "26"]),
        ("XGID=-b----Q-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", ["A to O"]),
        ("XGID=-b----P-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", ["mine: 26 checkers"]),
        ("XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", ["first being the bar of player 2"]),
        ("XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", ["the last that of player 1"]),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0", ["7 fields", "9"]),
        ("XGID=-b----E-C---eE---c-e----B-", ["0 fields"]),
        (START_XGID.replace(":0:0:1:00", ":0:2:1:00"), ["cube owner '2'", "0, 1, -1"]),
        (START_XGID.replace(":0:0:1:00", ":16:0:1:00"), ["log2 of the cube '16'", "0 to 15"]),
        (START_XGID.replace(":1:00", ":0:00"), ["turn '0'", "1, -1"]),
        (START_XGID.replace(":00:", ":07:"), ["dice '07'"]),
        (START_XGID.replace(":00:", ":C:"), ["dice 'C'", "D (has doubled)"]),
        (START_XGID.replace(":00:", ":B:"), ["dice 'B'", "a beaver", "not answered here"]),
        (START_XGID.replace(":00:", ":R:"), ["dice 'R'", "a raccoon", "not answered here"]),
        (START_XGID.replace(":0:0:1:00", ":1:-1:1:D"), ["doubled=True", "access to the cube"]),
        (START_XGID.replace(":0:0:10", ":4:0:10"), ["Jacoby and beavers '4'", "0 to 3"]),
        (START_XGID.replace(":0:0:0:0:10", ":7:0:0:7:10"), ["scores 7 and 0", "0 to 6"]),
        (START_XGID.replace(":0:0:0:0:10", ":2:0:1:7:10"), ["Crawford game at 2 and 0", "6"]),
        (START_XGID.replace(":0:0:0:0:10", ":0:0:2:7:10"), ["Crawford '2'", "0 to 1"]),
        (START_XGID.replace("00:0:0", "00:x:0"), ["score 'x'"]),
        ("XGID=", ["0 characters"]),
        ("0,0,0,3,5,7", ["the other side is missing", '"mine / theirs"']),
        ("0 0 0 3 5 7", ["the other side is missing", '"mine / theirs"']),
        ("15", ["the other side is missing"]),
        ("1,2 / 3 / 4", ["both sides", '"mine / theirs"']),
        ("1,,2 / 3", ['position "1,,2"', "counts of checkers"]),
        (" / 3", ['position ""', "counts of checkers"]),
        ("0,0,0,3,5,8 / 15", ["16 checkers", "at most 15"]),
        ("1 / " + "0," * 23 + "1", ["point 1 of the player on roll", "both sides"]),
        ("0,0,0,0,0,0 / 0", ["no checkers"]),
        ("1,16 / 1", ["16 checkers on point 2"]),
        ("0," * 25 + "1 / 1", ["point 26", "1 to 25"]),
        ("1 / 1 / 1", ["position ID"]),
        ("", ["position ''", "missing"]),
        (None, ["position None", "a text is needed"]),
    ],
)
def test_texts_that_are_refused(text, named):
    refused(lambda: State.parse(text), named)


ACE, EMPTY = (1, *(0,) * 24), (0,) * 25


@cases(
    ("fields", "named"),
    [
        ({"mine": (1,)}, ["mine=(1,)", "25 whole numbers"]),
        ({"theirs": [0] * 25}, ["theirs=[0", "a tuple"]),
        ({"mine": (1.0, *EMPTY[1:])}, ["25 whole numbers"]),
        ({"mine": (-1, *EMPTY[1:])}, ["-1 on a point"]),
        ({"mine": (16, *EMPTY[1:])}, ["16 checkers"]),
        ({"mine": EMPTY, "theirs": EMPTY}, ["no checkers"]),
        ({"mine": ACE, "theirs": (*EMPTY[:23], 1, 0)}, ["point 1 of the player on roll"]),
        ({"cube": 3}, ["cube=3", "1, 2, 4"]),
        ({"cube": 0}, ["cube=0"]),
        ({"cube": 2**16}, ["32768"]),
        ({"owner": "me"}, ["owner='me'", "'centre', 'mine', 'theirs'"]),
        ({"dice": (7, 1)}, ["(7, 1)", "1 to 6"]),
        ({"dice": "64"}, ["dice='64'", "a pair"]),
        ({"doubled": 1}, ["doubled=1"]),
        ({"doubled": True, "dice": (6, 4)}, ["doubled=True"]),
        ({"match": 7}, ["match=7", "Match(7, 3, 2)"]),
        ({"match": Match(0)}, ["match length 0", "1 to"]),
        ({"match": Match(5, 5, 0)}, ["scores 5 and 0", "0 to 4"]),
        ({"match": Match(5, 0, -1)}, ["scores 0 and -1"]),
        ({"match": Match(5, 0, 1.5)}, ["whole numbers"]),
        ({"match": Match(5, 2, 1, crawford=True)}, ["Crawford game at 2 and 1"]),
    ],
)
def test_states_that_cannot_be(fields, named):
    for ask in (check_state, position_id, match_id, xgid, counts, str):
        refused(lambda ask=ask: ask(State(**fields)), named)
