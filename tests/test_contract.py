"""What every game must satisfy. A new game adds itself to SUBJECTS; Pig stands beside the library's games.

Five things spread to every game: the shared values and their JSON, the stream law (`test_streams.py`), the import law
(`test_imports.py`), the file names, and the CSV columns.
"""

import inspect
import json
import re
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from cases import cases
from subjects import SUBJECTS

import tabletop_odds
from tabletop_odds.answers import OPTION_COLUMNS, VALUE_COLUMNS, Advice, Comparison
from tabletop_odds.cli import COMMANDS, rules_argument, word_of

JSON_KEYS = "situation rules objective method n seed version best options notes".split()
JSON_OPTION_KEYS = "action value standard_error low high cost risk cost_error".split()
VERBS = ("should_", "what_", "which_")


SLOW = ("cant_stop", "backgammon", "sheriff", "roo")  # what compiles, or plays, for long


@pytest.fixture(
    params=[pytest.param(game, marks=pytest.mark.slow) if game in SLOW else game for game in SUBJECTS], scope="module"
)
def subject(request):
    return SUBJECTS[request.param]


def public(subject):
    """The public names and what they stand for."""
    return {name: getattr(subject.game, name) for name in dir(subject.game)}


def functions(subject):
    return {name: thing for name, thing in public(subject).items() if inspect.isfunction(thing)}


def advice(subject):
    """Every Advice asked for, by its question."""
    asked = (*subject.yes, *subject.no, *subject.options)
    return {f"{name}({given})": getattr(subject.game, name)(**given) for name, given in asked}


def folder(subject):
    return Path(subject.game.__file__).parent


def test_every_game_is_a_subject():
    assert set(SUBJECTS) == {*tabletop_odds.GAMES, "pig"}


@cases("game", tabletop_odds.GAMES)
def test_a_game_has_its_command_its_report_and_its_tests(game):
    root = Path(__file__).resolve().parent
    assert word_of(game) in COMMANDS
    assert (root.parent / "tabletop_odds" / "cli" / f"{game}.py").is_file()
    assert list((root / game).glob("test_*.py"))
    parameters = inspect.signature(SUBJECTS[game].game.strategy_report).parameters
    assert list(parameters)[:3] == ["rules", "n", "seed"]


# --- names and their documentation


def test_dir_names_what_there_is(subject):
    names = dir(subject.game)
    assert len(names) == len(set(names))
    for name in names:
        assert getattr(subject.game, name).__name__ == name
    with pytest.raises(AttributeError, match="no_such_name"):
        subject.game.no_such_name  # noqa: B018


def test_the_public_names_a_game_must_have(subject):
    names = dir(subject.game)
    assert {"Rules", "State", "Policy", "presets"} <= set(names)
    for prefix in ("play_", "simulate_", "should_"):
        assert any(name.startswith(prefix) for name in names), prefix


def test_no_public_name_is_a_file_name(subject):
    assert not set(dir(subject.game)) & {path.stem for path in folder(subject).glob("*.py")}


def test_names_are_lasting(subject):
    """A function and the file that it stands in keep their name when the whole package is loaded."""
    for name, thing in public(subject).items():
        assert thing.__module__.startswith(subject.game.__name__), name


def test_every_public_name_is_documented(subject):
    assert [name for name, thing in public(subject).items() if len((thing.__doc__ or "").split()) < 3] == []
    text = "\n".join(path.read_text("utf-8") for path in folder(subject).glob("*.py"))
    shown = "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) .*(?:\n *[^\s>\"].*)?", text, re.MULTILINE))
    calls = [name for name in functions(subject) if not name.startswith("plot_")]
    assert [name for name in calls if not re.search(rf"\b{name}\b", shown)] == [], "no example shows it"


def test_the_game_tells_its_rules_source_and_an_example(subject):
    text = subject.game.__doc__
    assert "The rules in ten lines." in text
    assert "Source: " in text
    assert ">>> " in text


# --- rules, states, policies


def test_rules_are_plain_frozen_values(subject):
    rules = subject.game.Rules()
    assert rules == subject.game.Rules()
    assert hash(rules) == hash(subject.game.Rules())
    assert not hasattr(rules, "__dict__"), "slots=True"
    name = next(field.name for field in fields(rules) if field.init)
    with pytest.raises(FrozenInstanceError):
        setattr(rules, name, getattr(rules, name))
    with pytest.raises(TypeError):
        subject.game.Rules(getattr(rules, name))  # kw_only


def test_rules_print_in_one_line_and_tell_apart(subject):
    rules, other = subject.game.Rules(), subject.game.Rules(**subject.other_rules)
    assert rules != other
    assert str(rules) != str(other)
    assert "\n" not in str(other)
    for name in subject.other_rules:
        assert f"{name}={subject.other_rules[name]}" in str(other)
    assert repr(rules).startswith("Rules(")


def test_bad_rules_are_refused_by_name(subject):
    for bad in subject.bad_rules:
        ((name, value),) = bad.items()
        with pytest.raises(ValueError, match=name) as refused:
            subject.game.Rules(**bad)
        assert repr(value) in str(refused.value)
        assert "\n" not in str(refused.value)


def test_presets(subject):
    found = subject.game.presets()
    assert subject.game.Rules() in found.values(), "the game's own rules have a name"
    for name, rules in found.items():
        assert subject.game.Rules.preset(name) == rules == rules_argument(subject.game, name)
    with pytest.raises(ValueError, match="no preset 'nonesuch'"):
        subject.game.Rules.preset("nonesuch")


def test_rules_are_read_from_toml(subject, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in subject.other_rules.items()))
    assert rules_argument(subject.game, str(path)) == subject.game.Rules(**subject.other_rules)
    path.write_text("nonesuch = 1\n")
    with pytest.raises(ValueError, match=r"mine\.toml.*nonesuch"):
        rules_argument(subject.game, str(path))


def test_no_rules_means_the_games_own(subject):
    for name, given in (*subject.yes, *subject.no, *subject.options):
        ask = getattr(subject.game, name)
        assert ask(**given).to_dict() == ask(**given, rules=None).to_dict()
        assert ask(**given).to_dict() == ask(**given, rules=subject.game.Rules()).to_dict()


def test_rules_are_an_option_of_every_function(subject):
    for name, function in functions(subject).items():
        parameters = inspect.signature(function).parameters
        if "rules" in parameters and "state" not in parameters:  # those are a policy's own functions
            needed = name in subject.need_rules
            assert parameters["rules"].default is (inspect.Parameter.empty if needed else None), name


def test_states_are_hashable(subject):
    assert {subject.game.State(): 1}[subject.game.State()] == 1


def test_policies_have_names(subject):
    names = [policy.name for policy in subject.policies]
    assert all(names)
    assert len(set(names)) == len(names)


# --- advice


def test_questions_are_answered_by_an_advice(subject):
    asked = [name for name, _ in (*subject.yes, *subject.no, *subject.options)]
    assert all(name.startswith(VERBS) for name in asked)
    for answer in advice(subject).values():
        assert isinstance(answer, Advice)


def test_should_is_true_exactly_when_the_affirmative_is_best(subject):
    for answers, want in ((subject.yes, True), (subject.no, False)):
        for name, given in answers:
            answer = getattr(subject.game, name)(**given)
            assert bool(answer) is want
            assert (answer.best.action == answer.affirmative) is want


def test_other_questions_have_no_yes_or_no(subject):
    for name, given in subject.options:
        with pytest.raises(TypeError):
            bool(getattr(subject.game, name)(**given))


def test_options_come_best_first_with_their_cost(subject):
    for question, answer in advice(subject).items():
        values = [option.value.value for option in answer.options]
        sign = 1 if answer.lowest else -1
        assert values == sorted(values, key=lambda value: sign * value), question
        for option in answer.options:
            assert option.cost.value == pytest.approx(sign * (option.value.value - values[0]), abs=1e-9), question
            assert 0 <= option.risk.value <= 1


def test_a_lone_option_names_what_forces_it(subject):
    for question, answer in advice(subject).items():
        assert (len(answer.options) == 1) == answer.method.startswith("forced: "), question


def test_json_of_an_advice(subject):
    for question, answer in advice(subject).items():
        read = json.loads(answer.to_json())
        assert list(read) == JSON_KEYS, question
        assert all(list(option) == JSON_OPTION_KEYS for option in read["options"]), question
        assert read["version"] == tabletop_odds.__version__
        assert read["best"] == read["options"][0]["action"]


def test_an_advice_says_whether_it_is_exact_and_by_which_rules(subject):
    for question, answer in advice(subject).items():
        exact = all(option.value.exact for option in answer.options)
        assert exact == (answer.n is None) == (answer.seed is None), question
        assert answer.rules == str(subject.game.Rules())
        assert answer.objective in str(answer)


# --- simulation and tables


def test_the_answer_never_depends_on_workers_or_chunks(subject):
    simulate = getattr(subject.game, subject.simulate)
    for policy in subject.seatings:
        want = simulate(policy, 3000, seed=5, workers=1)
        for workers, chunk in ((1, 7), (2, None), (2, 1000), (4, 33)):
            assert simulate(policy, 3000, seed=5, workers=workers, chunk=chunk) == want
        assert simulate(policy, 3000, seed=6) != want


def test_a_shorter_run_is_the_beginning_of_a_longer_one(subject):
    simulate = getattr(subject.game, subject.simulate)
    short, long = (simulate(subject.seatings[0], n, seed=5) for n in (1000, 1500))
    for measure in short.measures:
        before, after = short.distribution(measure).weights, long.distribution(measure).weights
        assert all(count <= after[result] for result, count in before.items())


def test_a_seed_is_always_asked_for(subject):
    for name, function in functions(subject).items():
        if name.startswith(("simulate_", "compare")):
            seed = inspect.signature(function).parameters["seed"]
            assert (seed.kind, seed.default) == (seed.KEYWORD_ONLY, seed.empty), name
    for seed in (-1, 2**63, 1.5):
        with pytest.raises(ValueError, match="seed"):
            getattr(subject.game, subject.simulate)(subject.seatings[0], 10, seed=seed)


def test_compared_policies_meet_their_exact_values(subject):
    compared = subject.game.compare(subject.policies, 20_000, seed=1)
    assert isinstance(compared, Comparison)
    frame, pairs = compared.to_frame(), compared.differences()
    assert frame.columns.tolist() == ["policy", *VALUE_COLUMNS, "exact"]
    assert pairs.columns.tolist() == ["policy", "versus", *VALUE_COLUMNS]
    assert set(frame.policy) == {policy.name for policy in subject.policies}
    known = frame[frame["exact"].notna()]
    assert len(known) == (len(frame) if subject.exact else 0)
    assert ((known["value"] - known["exact"]).abs() <= 4 * known["standard_error"]).all()


@pytest.mark.slow
def test_value_columns(subject):
    run = getattr(subject.game, subject.simulate)(subject.seatings[0], 100, seed=1)
    assert run.to_frame().columns.tolist() == ["measure", *VALUE_COLUMNS]
    for question, answer in advice(subject).items():
        assert answer.to_frame().columns.tolist() == list(OPTION_COLUMNS), question
        assert answer.to_csv().splitlines()[0] == ",".join(OPTION_COLUMNS), question
    for name, function in functions(subject).items():
        if name.endswith("_table"):
            columns = function(**dict(subject.tables).get(name, {})).columns.tolist()
            assert all(re.fullmatch(r"[a-z][a-z0-9_]*", column) for column in columns), name
            if set(columns) & set(VALUE_COLUMNS):
                first = columns.index("value")
                assert columns[first : first + len(VALUE_COLUMNS)] == list(VALUE_COLUMNS), name
