"""The rule set itself: presets as described, files, names, hashing, and everything that the rules page refuses."""

from fractions import Fraction

import pytest
from cases import cases

from tabletop_odds.farkle import Rules, State, presets
from tabletop_odds.farkle.rules import bank_minimum, must_roll, rolls_again

THIRD = Fraction(1, 3)


def test_the_core_rules_are_the_defaults_of_the_page():
    assert Rules().as_dict() == {
        "dice": 6,
        "single_one": 100,
        "single_five": 50,
        "three_ones": 1000,
        "triple": 100,
        "four_of_a_kind": None,
        "five_of_a_kind": None,
        "six_of_a_kind": None,
        "six_ones": None,
        "straight": None,
        "low_straight": None,
        "high_straight": None,
        "three_pairs": None,
        "four_and_pair_is_three_pairs": True,
        "six_of_a_kind_is_three_pairs": True,
        "full_house": None,
        "two_triplets": None,
        "nothing_scores": None,
        "face_probabilities": None,
        "target": 10_000,
        "end": "last_turn",
        "tie": "shared",
        "hot_dice": "forced",
        "opening": None,
        "minimum_bank": None,
        "exact_target": False,
        "three_farkles": None,
        "below_zero": True,
        "piggy_back": None,
        "teams": None,
    }


KINDS = {"four_of_a_kind": 1000, "five_of_a_kind": 2000, "six_of_a_kind": 3000}
POWERS = {"four_of_a_kind": "x2", "five_of_a_kind": "x4", "six_of_a_kind": "x8"}
RICH = {**KINDS, "straight": 1500, "three_pairs": 1500, "two_triplets": 2500}


@cases(
    ("name", "differs"),
    [
        ("core", {}),
        ("rich", RICH),
        ("boxed", {**RICH, "three_ones": 300}),
        (
            "facebook",
            {
                "four_of_a_kind": "x2",
                "five_of_a_kind": "x3",
                "six_of_a_kind": "x4",
                "straight": 1500,
                "three_pairs": 750,
                "four_and_pair_is_three_pairs": False,
                "six_of_a_kind_is_three_pairs": False,
            },
        ),
        (
            "zilch",
            {
                **POWERS,
                "straight": 1500,
                "three_pairs": 1500,
                "nothing_scores": 500,
                "minimum_bank": 300,
                "three_farkles": 500,
            },
        ),
        (
            "kcd",
            {
                **POWERS,
                "low_straight": 500,
                "high_straight": 750,
                "straight": 1500,
                "target": 4000,
                "end": "sudden_death",
                "hot_dice": "optional",
            },
        ),
    ],
)
def test_presets_differ_from_core_as_described(name, differs):
    core = Rules().as_dict()
    mine = Rules.preset(name).as_dict()
    assert {field: value for field, value in mine.items() if value != core[field]} == differs
    assert presets()[name] is Rules.preset(name)


def test_presets_are_these_and_cannot_be_changed_from_outside():
    assert set(presets()) == {"core", "boxed", "facebook", "zilch", "kcd", "rich"}
    presets()["core"] = None
    assert presets()["core"] == Rules()


def test_equal_rules_are_one_key():
    rules = Rules(three_pairs=750, teams=[[0, 2], [1, 3]], face_probabilities=[1 / 6] * 6)
    same = Rules(three_pairs=750, teams=((0, 2), (1, 3)), face_probabilities=(Fraction(1, 6),) * 6)
    assert rules == same
    assert hash(rules) == hash(same)
    assert len({rules, same, Rules()}) == 2


def test_rules_are_frozen_and_fields_are_named():
    with pytest.raises(AttributeError):
        Rules().target = 5000
    with pytest.raises(TypeError):
        Rules(6)


@cases(
    ("rules", "shown"),
    [
        (Rules(), "core"),
        (Rules.preset("zilch"), "zilch"),
        (Rules(three_pairs=750), "core with three_pairs=750"),
        (Rules.from_mapping({"preset": "kcd", "target": 8000}), "kcd with target=8000"),
        (Rules.from_mapping({"preset": "zilch", "three_farkles": "none"}), "zilch with three_farkles=None"),
    ],
)
def test_rules_print_as_the_nearest_preset_and_what_differs(rules, shown):
    assert str(rules) == shown


def test_every_option_shows_in_the_text():
    rules = Rules(face_probabilities=(THIRD, 0, THIRD, 0, THIRD, 0), teams=[[0], [1]], exact_target=True)
    for part in ("face_probabilities=(1/3, 0, 1/3, 0, 1/3, 0)", "teams=", "exact_target=True"):
        assert part in str(rules)


@cases(
    ("options", "unit"),
    [
        ({}, 50),
        ({"single_five": None, "single_one": 100}, 100),
        ({"four_of_a_kind": 1025}, 25),
        ({"six_ones": "wins"}, 50),
        ({"single_five": None, "nothing_scores": 250}, 50),
        ({"single_one": 300, "single_five": None, "three_ones": 3000, "triple": 300, "target": 9000}, 300),
        (
            {
                "single_one": 300,
                "single_five": None,
                "three_ones": 3000,
                "triple": 300,
                "target": 9000,
                "piggy_back": "bonus",
            },
            100,
        ),
    ],
)
def test_the_scoring_unit_is_the_gcd_of_all_points(options, unit):
    assert Rules(**options).unit == unit


# Files


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_starts_from_a_preset(tmp_path):
    path = written(tmp_path, 'preset = "zilch"\nthree_farkles = "none"\ntarget = 5000\nfour_of_a_kind = "x3"\n')
    expected = {**Rules.preset("zilch").as_dict(), "three_farkles": None, "target": 5000, "four_of_a_kind": "x3"}
    assert Rules.from_toml(path).as_dict() == expected
    assert Rules.from_toml(str(path)) == Rules.from_toml(path)


def test_an_empty_file_is_core(tmp_path):
    assert Rules.from_toml(written(tmp_path, "")) == Rules()


def test_a_file_holds_loaded_dice_and_teams(tmp_path):
    text = "face_probabilities = [0.25, 0.15, 0.15, 0.15, 0.15, 0.15]\nteams = [[0, 2], [1, 3]]\n"
    rules = Rules.from_toml(written(tmp_path, text))
    assert rules.face_probabilities == (Fraction(1, 4), *[Fraction(3, 20)] * 5)
    assert rules.teams == ((0, 2), (1, 3))


@pytest.mark.parametrize("text", ["three_pair = 750", "target = 10025", "dice = = 5", 'preset = "zilhc"'])
def test_a_file_that_is_refused_is_named(tmp_path, text):
    with pytest.raises(ValueError, match=r"mine\.toml: "):
        Rules.from_toml(written(tmp_path, text))


@pytest.mark.parametrize("preset", ['["zilch"]', "5", "true", "{a = 1}"])
def test_a_preset_that_is_no_name_is_refused(tmp_path, preset):
    with pytest.raises(ValueError, match=r"mine\.toml: .*preset"):
        Rules.from_toml(written(tmp_path, f"preset = {preset}"))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        Rules.from_toml(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="not a TOML file"):
        Rules.from_toml(path)


# Loaded dice


@pytest.mark.parametrize(
    ("given", "weights"),
    [
        ((0.2, 0.2, 0.2, 0.2, 0.1, 0.1), (2, 2, 2, 2, 1, 1)),
        ([1 / 6] * 6, (1,) * 6),
        ((Fraction(1, 2), 0, 0, 0, Fraction(1, 2), 0), (1, 0, 0, 0, 1, 0)),
        ((1 / 7, 1 / 7, 1 / 7, 1 / 7, 1 / 7, 2 / 7), (1, 1, 1, 1, 1, 2)),
    ],
)
def test_face_probabilities_become_exact_whole_weights(given, weights):
    rules = Rules(face_probabilities=given)
    assert sum(rules.face_probabilities) == 1
    assert rules.face_weights == weights


def test_fair_dice_have_equal_weights():
    assert Rules().face_weights == (1,) * 6


# Refused, with the reason

SEVEN_HALVES = (0.5,) * 7
REFUSED = [
    *(
        ({"dice": 5, field: value}, f"{field}={value!r} takes six dice, but dice=5")
        for field, value in (
            ("six_of_a_kind", 3000),
            ("six_of_a_kind", "x4"),
            ("six_ones", 5000),
            ("six_ones", "wins"),
            ("straight", 1500),
            ("three_pairs", 750),
            ("two_triplets", 2500),
        )
    ),
    *(({"exact_target": True, "tie": tie}, f"tie={tie!r} with exact_target=True") for tie in ("first", "last")),
    ({"target": 10_025}, "target 10,025 is no multiple of 50"),
    ({"single_five": None, "target": 4050}, "target 4,050 is no multiple of 100"),
    ({"teams": [[0, 1], [1, 2]]}, "no partition of the seats 0 to"),
    ({"teams": [[0, 1], [3]]}, "no partition"),
    ({"teams": [[0, 1]]}, "two or more teams"),
    ({"teams": [[0, 1], []]}, "no partition"),
    ({"teams": []}, "no partition"),
    ({"teams": [["a"], [0]]}, "teams="),
    ({"teams": [[0.0], [1.0]]}, "no partition"),
    ({"teams": 2}, "lists of seats are needed"),
    ({"face_probabilities": [0.2] * 6}, "the six probabilities sum to 1.2, not to 1"),
    ({"face_probabilities": [0.1] * 6}, "sum to 0.6, not to 1"),
    ({"face_probabilities": [0.5, 0.5]}, "six numbers from 0 to 1 are needed"),
    ({"face_probabilities": SEVEN_HALVES}, "six numbers from 0 to 1 are needed"),
    ({"face_probabilities": [1.5, -0.5, 0, 0, 0, 0]}, "six numbers from 0 to 1 are needed"),
    ({"face_probabilities": [float("nan"), 0.2, 0.2, 0.2, 0.2, 0.2]}, "six numbers"),
    ({"face_probabilities": [float("inf"), 0, 0, 0, 0, 0]}, "six numbers"),
    ({"face_probabilities": 1}, "six numbers"),
    ({"dice": 4}, "dice=4: Farkle is played with 5 or 6 dice"),
    ({"dice": 7}, "dice=7"),
    ({"dice": 6.0}, "dice=6.0"),
    ({"dice": True}, "dice=True"),
    ({"dice": None}, "dice=None"),
    ({"single_one": 0}, "single_one=0: allowed are whole numbers from 1 to 1,000,000, or None"),
    ({"single_one": -100}, "single_one=-100"),
    ({"single_five": 50.0}, "single_five=50.0"),
    ({"triple": True}, "triple=True"),
    ({"three_ones": "x2"}, "three_ones='x2'"),
    ({"straight": 1_000_001}, "straight=1000001: allowed are whole numbers from 1 to 1,000,000"),
    ({"target": None}, "target=None: allowed are whole numbers from 1 to 1,000,000"),
    ({"target": 0}, "target=0"),
    ({"opening": 0}, "opening=0"),
    ({"minimum_bank": -1}, "minimum_bank=-1"),
    ({"three_farkles": "500"}, "three_farkles='500'"),
    ({"nothing_scores": 0}, "nothing_scores=0"),
    *(
        ({"four_of_a_kind": value}, f"four_of_a_kind={value!r}")
        for value in ("2x", "x", "x0", "x101", "x-1", "x²", "X2", "wins", 0, 1.5, True)
    ),
    ({"six_of_a_kind": "x0"}, "a multiple of the triple is from x1 to x100"),
    ({"six_ones": "win"}, "six_ones='win': allowed are points, \"wins\", or None"),
    ({"six_ones": 0}, "six_ones=0"),
    ({"end": "last turn"}, "end='last turn': allowed are 'last_turn', 'sudden_death', 'equal_turns'"),
    ({"tie": None}, "tie=None: allowed are 'shared', 'first', 'last'"),
    ({"hot_dice": "free"}, "hot_dice='free': allowed are 'forced', 'optional'"),
    ({"piggy_back": "take"}, "piggy_back='take': allowed are None, 'bonus', 'inherit'"),
    ({"piggy_back": ["bonus"]}, "piggy_back=['bonus']"),
    ({"exact_target": 1}, "exact_target=1: allowed are True and False"),
    ({"below_zero": "yes"}, "below_zero='yes'"),
    ({"four_and_pair_is_three_pairs": None}, "four_and_pair_is_three_pairs=None"),
    (dict.fromkeys(("single_one", "single_five", "three_ones", "triple")), "are all None"),
]


@cases(("options", "message"), REFUSED)
def test_refused_with_one_line_that_names_the_value(options, message):
    with pytest.raises(ValueError, match=r"[^ ]") as caught:
        Rules(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@cases(
    "options",
    [
        {"dice": 5, "low_straight": 500, "high_straight": 750, "full_house": 250, "five_of_a_kind": "x4"},
        {"exact_target": True, "end": "sudden_death"},
        {"three_pairs": 500, "four_and_pair_is_three_pairs": False},
        {"four_of_a_kind": "x100"},
        {"opening": 425, "minimum_bank": 301},
        {"below_zero": False, "three_farkles": 500, "opening": 500},
        {"teams": [[2, 0], [1]]},
        {"target": 4000, "six_ones": "wins"},
        {"triple": None, "three_ones": None},
    ],
)
def test_options_combine_freely(options):
    rules = Rules(**options)
    assert Rules(**rules.as_dict()) == rules


@pytest.mark.parametrize(("name", "hint"), [("three_pair", "three_pairs"), ("oppening", "opening"), ("zzz", "fields")])
def test_a_mistyped_field_gets_a_hint(name, hint):
    with pytest.raises(ValueError, match=f"no field '{name}'.*{hint}"):
        Rules.from_mapping({name: 500})


def test_an_unknown_preset_lists_the_presets():
    with pytest.raises(ValueError, match="no preset 'blue': the presets are core, boxed, facebook, zilch, kcd, rich"):
        Rules.preset("blue")


# When banking is allowed


@cases(
    ("state", "options", "named"),
    [
        (State(), {}, "FA-2"),
        (State(500, 6), {}, "FA-7"),
        (State(500, 5), {"dice": 5}, "all five"),
        (State(250, 2), {"minimum_bank": 300}, "minimum bank"),
        (State(450, 2, opened=False), {"opening": 500}, "opening: 500"),
        (State(450, 2, opened=False), {"opening": 350, "minimum_bank": 500}, "minimum bank"),
        (State(250, 2, opened=False), {"opening": 350, "minimum_bank": 300}, "opening"),
    ],
)
def test_what_forces_a_roll_is_named(state, options, named):
    assert named in must_roll(state, Rules(**options))


@cases(
    ("state", "options"),
    [
        (State(50, 5), {}),
        (State(500, 6), {"hot_dice": "optional"}),
        (State(300, 2), {"minimum_bank": 300}),
        (State(500, 2, opened=False), {"opening": 500}),
        (State(50, 2), {"opening": 500}),
        (State(50, 2, opened=False), {}),
    ],
)
def test_otherwise_the_player_is_free(state, options):
    assert must_roll(state, Rules(**options)) is None


def test_the_larger_of_opening_and_minimum_counts():
    rules = Rules(opening=500, minimum_bank=300)
    assert (bank_minimum(False, rules), bank_minimum(True, rules)) == (500, 300)


def test_only_all_dice_roll_again_where_nothing_scores():
    assert rolls_again((2, 2, 3, 3, 4, 6), Rules.preset("zilch"))
    assert not rolls_again((2, 2, 3, 3, 4), Rules.preset("zilch"))
    assert not rolls_again((2, 2, 3, 3, 4, 6), Rules())
