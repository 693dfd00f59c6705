"""States and dice as texts and as values: how they read, and one clear line for each that cannot be."""

from cant_stop_oracle import refused
from cases import cases

from tabletop_odds.cant_stop.board import check_state
from tabletop_odds.cant_stop.rules import Rules, State, moves, pairings


def test_the_text_form():
    text = "> 6:4+2 7:3 8:+1 12* / 5:2 7:6"
    state = State.parse(text)
    assert str(state) == text
    assert state == State.parse("  >6:4+2   8:+1 7:3 12*/7:6 5:2 ")
    assert state.runners == ((6, 6), (8, 1))
    assert (state.marker(6), state.marker(8), state.closed, state.players) == (4, 0, (12,), 2)
    assert str(State.start(Rules(players=3))) == "> - / - / -"
    assert State() == State.start()
    assert {State(): 1}[State.parse("> - / -")] == 1


@cases(
    ("text", "named"),
    [
        ("6:4 / -", ['">" must stand before one player']),
        ("> 6:4 / > -", ['">" must stand before one player']),
        ("> 6:4 / - / - / - / -", ["players=5", "1 to 4"]),
        ("> 6-4 / -", ["'6-4'", "6:4+2"]),
        ("> 6: / -", ["'6:'", "6:4+2"]),
        ("> 6:+ / -", ["'6:+'"]),
        ("> 6 / -", ["'6'"]),
        (">> - / -", ["'>'"]),
        ("> 13:1 / -", ["column 13", "2 to 12"]),
        ("> 1* / -", ["column 1:", "2 to 12"]),
        ("> 6:11 / -", ["space 11 of column 6", "to 10, below the top"]),
        ("> 6:4+8 / -", ["runner in column 6", "above space 4", "at most on 11"]),
        ("> 6:4+0 / -", ["runner in column 6", "above space 4"]),
        ("> - / 6:4+1", ["'6:4+1'", "only the player to act has runners"]),
        ("> 6:+1 7:+1 8:+1 9:+1 / -", ["at most 3 runners"]),
        ("> 6:3 6:4 / -", ["'6:4'", "column 6 is named twice"]),
        ("> 6:3+1 6:2 / -", ["column 6 is named twice"]),
        ("> 6* / 6*", ["'6*'", "column 6 has an owner already"]),
        ("> 6* / 6:4", ["column 6 is claimed", "CS-7"]),
        ("> 6:+1 / 6*", ["column 6 is claimed", "CS-7"]),
        ("", ['">" must stand']),
        (None, ["state None", "a text is needed"]),
    ],
)
def test_texts_that_are_refused(text, named):
    refused(lambda: State.parse(text), named)


EMPTY = (0,) * 11
NO_OWNER = (-1,) * 11


@cases(
    ("state", "rules", "named"),
    [
        (State(), Rules(players=3), ["2 players", "players=3"]),
        (State(), Rules.small(3, 2), ["players=1"]),
        (State(), Rules.small(3, 2, players=2), ["the board has 5 columns"]),
        (State(claimed=(-1,) * 5), None, ["the board has 11 columns"]),
        (State(player=2), None, ["players are 0 to 1"]),
        (State(claimed=(2, *NO_OWNER[1:])), None, ["players are 0 to 1"]),
        (State(markers=((3, *EMPTY[1:]), EMPTY)), None, ["space 3 of column 2", "to 2"]),
        (State(markers=((-1, *EMPTY[1:]), EMPTY)), None, ["space -1 of column 2"]),
        (State(markers=((1.0, *EMPTY[1:]), EMPTY)), None, ["whole numbers are needed"]),
        (State(runners=((6, 1), (6, 2))), None, ["each in a column of its own"]),
        (State(runners=((13, 1),)), None, ["column 13", "2 to 12"]),
        (State(runners=((1, 1),)), None, ["column 1:", "2 to 12"]),
        (State(runners=((6, 1.5),)), None, ["whole numbers are needed"]),
        (State(runners=((6, 12),)), None, ["runner in column 6", "at most on 11"]),
        ("> - / -", None, ["state '> - / -'", "a State is needed"]),
    ],
)
def test_states_that_cannot_be(state, rules, named):
    refused(lambda: moves(state, (1, 2, 3, 4), rules), named)


@cases(
    ("roll", "named"),
    [
        ((1, 2, 3), ["3 dice", "four dice"]),
        ((1, 2, 3, 4, 5), ["5 dice", "four dice"]),
        ((1, 2, 3, 7), ["die 7", "1 to 6"]),
        ((0, 2, 3, 4), ["die 0", "1 to 6"]),
        ((1, 2, 3, 4.0), ["die 4.0", "1 to 6"]),
        ((1, 2, 3, True), ["die True", "1 to 6"]),
        ("12x4", ["die 'x'", "1 to 6"]),
        (1234, ["dice 1234", "four faces from 1 to 6"]),
        (None, ["dice None"]),
    ],
)
def test_rolls_that_are_refused(roll, named):
    refused(lambda: pairings(roll), named)
    refused(lambda: moves(State(), roll), named)


def test_faces_of_other_dice():
    assert pairings((4, 4, 4, 4), Rules.small(4, 1)) == ((8, 8),)
    refused(lambda: pairings((1, 2, 3, 4), Rules.small(3, 1)), ["die 4", "1 to 3"])


@cases(
    "fields",
    [
        {"markers": [[0] * 11] * 2},
        {"claimed": [-1] * 11},
        {"player": "a"},
        {"player": True},
        {"runners": 5},
        {"runners": ((6,),)},
        {"runners": ((7, 1), (6, 1))},
    ],
)
def test_a_state_of_another_form_is_one_line(fields):
    refused(lambda: check_state(State(**fields), Rules()), ["state"])
