"""What a hurried person types: the library raises ValueError, the command line prints the same one line and exits 2.

One table for both: the words of the command, the call they stand for, and what the line must name.
"""

import pytest
import refusals
from cases import cases

from tabletop_odds import farkle
from tabletop_odds.cli import main

INHERIT = farkle.Rules(piggy_back="inherit")
ZILCH = farkle.Rules.preset("zilch")


def roll(turn_total, dice_left, **more):
    return lambda: farkle.should_roll(turn_total, dice_left, **more)


def keep(*dice, **more):
    return lambda: farkle.what_to_keep(dice, **more)


def offer(turn_total, dice_left, **more):
    return lambda: farkle.should_piggy_back(turn_total, dice_left, **more)


TABLE = [
    ("roll-again --turn 475 --dice 2", roll(475, 2), ["475", "multiples of 50", "450 and 500"]),
    ("roll-again --turn 25 --dice 5", roll(25, 5), ["25", "0 and 50"]),
    ("roll-again --turn=-50 --dice 2", roll(-50, 2), ["-50", "from 0 to 1,000,000"]),
    ("roll-again --turn 2000000 --dice 2", roll(2_000_000, 2), ["2000000", "from 0 to 1,000,000"]),
    ("roll-again --turn 450 --dice 0", roll(450, 0), ["dice left 0", "1 to 6", "hot dice"]),
    ("roll-again --turn 450 --dice 7", roll(450, 7), ["dice left 7", "1 to 6"]),
    ("roll-again --turn 450 --dice=-1", roll(450, -1), ["dice left -1", "1 to 6"]),
    ("roll-again --turn 450 --dice 2 --farkles 1", roll(450, 2, farkles=1), ["farkles 1", "three_farkles=None"]),
    (
        "roll-again --turn 450 --dice 2 --rules zilch --farkles 3",
        roll(450, 2, farkles=3, rules=ZILCH),
        ["farkles 3", "0 to 2"],
    ),
    ("roll-again --turn 450 --dice 2 --not-opened", roll(450, 2, opened=False), ["opened=False", "opening=None"]),
    ("keep 7", keep(7), ["7", "from 1 to 6"]),
    ("keep 1 0 5", keep(1, 0, 5), ["0", "from 1 to 6"]),
    ("keep 1 1 1 1 1 1 1", keep(*[1] * 7), ["7 dice", "1 to 6"]),
    ("keep 1155223", keep(1, 1, 5, 5, 2, 2, 3), ["7 dice", "1 to 6"]),
    ("keep 1 5 --turn 30", keep(1, 5, turn_total=30), ["30", "0 and 50"]),
    (
        "piggy-back --turn 475 --dice 2 --reading inherit",
        offer(475, 2, rules=INHERIT),
        ["475", "multiples of 50"],
    ),
    ("piggy-back --turn 500 --dice 8 --reading inherit", offer(500, 8, rules=INHERIT), ["dice left 8", "1 to 6"]),
    ("piggy-back --turn 500 --dice 2", offer(500, 2, rules=farkle.Rules()), ["piggy_back=None", "inherit"]),
]


@cases(("words", "call", "named"), TABLE)
def test_one_clear_line(words, call, named, capsys):
    refusals.one_clear_line(["farkle", *words.split()], call, named, capsys)


SHELL_ONLY = [
    ("roll-again --turn 450", ["--dice"]),
    ("roll-again --dice 2", ["--turn"]),
    ("roll-again --turn lots --dice 2", ["'lots'", "whole number"]),
    ("roll-again --turn 4.5 --dice 2", ["'4.5'", "whole number"]),
    ("roll-again --turn 450 --dice two", ["'two'", "whole number"]),
    ("roll-again --turn 450 --dice 2 --format xml", ["'xml'", "json"]),
    ("roll-again --turn 450 --dice 2 --rules zilhc", ["'zilhc'", "zilch"]),
    ("roll-again --turn 450 --dice 2 --rules nowhere.toml", ["nowhere.toml"]),
    ("roll-again --turn 450 --dice 2 extra", ["extra"]),
    ("keep", ["DIE"]),
    ("keep x", ["'x'", "from 1 to 6"]),
    ("keep 1 -1", ["-1"]),
    ("rol-again --turn 450 --dice 2", ["rol-again", "roll-again"]),
]


@cases(("words", "named"), SHELL_ONLY)
def test_the_shell_refuses_in_words(words, named, capsys):
    refusals.refused_by_the_shell(["farkle", *words.split()], named, capsys)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("three_pair = 750", ["three_pair", "three_pairs"]),
        ("dice = 5\nstraight = 1500", ["straight=1500", "dice=5"]),
        ("target = 10025", ["10,025", "50"]),
        ('four_of_a_kind = "2x"', ["four_of_a_kind", "2x"]),
        ("single_one = -100", ["single_one=-100", "from 1"]),
        ("single_one = true", ["single_one=True", "whole numbers"]),
        ('preset = "zilhc"', ["zilhc", "zilch"]),
        ("teams = [[0, 1], [1, 2]]", ["teams", "partition"]),
        ("face_probabilities = [0.5, 0.5]", ["face_probabilities", "six"]),
        ("face_probabilities = [0.2, 0.2, 0.2, 0.2, 0.2, 0.2]", ["1.2", "not to 1"]),
        ('exact_target = true\ntie = "first"', ["tie", "exact_target"]),
        ("dice = = 5", ["TOML"]),
    ],
)
def test_a_rules_file_is_refused_with_its_name(text, named, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["farkle", "roll-again", "--turn", "450", "--dice", "2", "--rules", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in ["mine.toml", *named]:
        assert part in err


def test_dice_typed_as_one_word_are_taken():
    assert farkle.what_to_keep("115236").options == farkle.what_to_keep((1, 1, 5, 2, 3, 6)).options
    with pytest.raises(ValueError, match="die 'x'"):
        farkle.what_to_keep("1x")


def test_a_policy_must_say_yes_or_no():
    with pytest.raises(ValueError, match="answered 'no'"):
        farkle.turn_value(farkle.Policy("odd", roll=lambda state, rules: "no", keep=farkle.keep_most))


def test_whole_numbers_of_any_kind_are_taken():
    np = pytest.importorskip("numpy")
    assert str(farkle.should_roll(np.int64(450), np.uint8(2))) == str(farkle.should_roll(450, 2))
    assert farkle.what_to_keep(np.array([1, 5, 2])).best == farkle.what_to_keep((1, 5, 2)).best


@pytest.mark.parametrize("wrong", [True, 2.0, "2", None])
def test_what_is_no_whole_number_is_refused(wrong):
    with pytest.raises(ValueError, match="dice left"):
        farkle.should_roll(450, wrong)
    with pytest.raises(ValueError, match="turn total"):
        farkle.should_roll(wrong, 2)
