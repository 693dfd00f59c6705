"""Advice for backgammon: which play is best, should I double, should I take?

Each answer lists every option with what it is worth, what it costs against the best, and the chance of something bad.
What a position is worth comes, in this order, from a table that is exact, from a formula whose error is measured, or
from games played on by the evaluator, which is not expert play; the answer says which. `n` asks for games in any case.

All values are those of money play: a match score is left aside, and the notes say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tabletop_odds.answers import Advice, Option, Value
from tabletop_odds.chunks import MOST_GAMES
from tabletop_odds.settings import in_range
from tabletop_odds.streams import check_seed

from .board import State, check_roll, check_state, has_contact, sides
from .formats import counts, xgid
from .odds import hit_probability
from .play_values import against, gammons_count, values_of
from .rules import Play, Rules, as_rules, forced_by, may_double, plays, winner
from .stakes import Figure, Stakes, stakes_of

JACOBY = "gammons do not count: by the Jacoby rule not before the cube is turned"


def which_play(
    state: State | str,
    roll: Iterable[int] | str | None = None,
    *,
    rules: Rules | None = None,
    n: int | None = None,
    seed: int = 0,
) -> Advice:
    """Which play of a roll should be made? One option for each distinct play, best first.

    `state`: a State, or its text in any form that `State.parse` reads. `roll=None`: the dice of the state. The values
    are chances to win where the sides have passed each other for good, else equities in points: gammons count 2,
    backgammons 3, the cube is left aside. The risk is to lose, or to be hit by the next roll. `n`: play so many games
    on, with `seed`, where a table is at hand too; of many plays only the best five get that many (see `candidates`).
    Raises ValueError for a state that cannot be, in which the game is over or a double waits for its answer, and for
    dice that are none, missing, or others than the state has, n or seed out of range.

    >>> which_play("0,0,1,1 / 0,0,0,0,0,2", (2, 1)).best.action
    '4/1'
    """
    state, rules = _checked(state, rules, n, seed)
    if state.doubled:
        raise ValueError("state: a double waits for its answer; should_take is the question")
    if roll is None and state.dice is None:
        raise ValueError("no roll: give one, such as (6, 4), or a state that has its dice")
    dice = check_roll(roll if roll is not None else state.dice)
    if state.dice is not None and check_roll(state.dice) != dice:
        raise ValueError(f"roll {dice[0]}-{dice[1]}: the state has other dice, {state.dice[0]}-{state.dice[1]}")
    found = values_of(state, dice, plays(state, dice), rules, n, seed)
    forced, sample = forced_by(state, dice), found.sample
    return Advice(
        f"{_named(replace(state, dice=None))}, to play {dice[0]}-{dice[1]}",
        str(rules),
        found.objective,
        f"forced: {forced}; {found.method}" if forced else found.method,
        tuple(
            Option(str(play), value, found.costs[play], against(found.wins[play]) if found.wins else _hit(play))
            for play, value in found.values.items()
        ),
        risk_name="lose" if found.wins else "hit",
        n=sample[0],
        seed=sample[1],
        unit=found.unit,
        notes=(*found.notes, *([] if gammons_count(state, rules) else [JACOBY]), *_match_note(state)),
    )


def should_double(state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0) -> Advice:
    """Should the player on roll double before rolling? True exactly when doubling is best; an own cube is redoubled.

    Values are equities of the player on roll, in units of the cube as it stands, if both handle the cube well later.
    A double is worth what the other leaves of it, who takes or passes as is best: `should_take` answers that. The risk
    is to lose the game, were it played out. `state` and `n` as in `which_play`. Raises ValueError for a state that
    cannot be, in which the game is over, dice are rolled or the cube is offered already.

    >>> bool(should_double("0,0,0,0,0,2 / 0,0,0,0,0,2")), bool(should_double("0,0,0,0,0,2 / 2"))
    (True, False)
    """
    state, rules = _checked(state, rules, n, seed)
    if state.doubled:
        raise ValueError("state: the cube is offered already; should_take is the question")
    name, forced = "redouble" if state.owner == "mine" else "double", _no_cube(state, rules)
    stakes = stakes_of(state, rules, n, seed)
    taken = stakes.value(stakes.taken).value <= 1
    figures = {"no double": stakes.kept}
    notes = []
    if not forced:
        figures[name] = stakes.offered
        notes.append(f"if doubled: {'take' if taken else 'pass'}")
        if stakes.value(stakes.kept).value > 1:
            notes.append("too good to double: more is to be won than the cube")
    lose = against(stakes.win)
    risks = {"no double": lose, name: lose if taken else Value.exactly(0)}
    return _cube_advice(state, rules, stakes, figures, risks, f"to {name} or not", name, forced, notes)


def should_take(state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0) -> Advice:
    """Should the other player take, if the player on roll doubles? True exactly when taking is best.

    `state` is seen by the player on roll, whose double waits for its answer or is supposed. Values are equities of the
    other, in units of the cube before the double: a pass is worth -1. The risk is to lose the game, were it played out;
    the rest as in `should_double`. Raises ValueError as that, and where the player on roll may not double.

    >>> should_take("0,0,0,0,0,2 / 0,0,0,0,0,2").best.action
    'take'
    """
    state, rules = _checked(state, rules, n, seed)
    barred = "" if state.doubled else _no_cube(state, rules)
    if barred:
        raise ValueError(f"state: nothing to take, {barred}")
    stakes = stakes_of(replace(state, doubled=False), rules, n, seed)
    figures = {"take": lambda chances: -stakes.taken(chances), "pass": lambda _: -1.0}
    notes = (
        ["the cube may be turned again at once: a beaver"]
        if rules.beavers and stakes.value(stakes.taken).value < 0
        else []
    )
    risks = {"take": stakes.win, "pass": Value.exactly(1)}
    return _cube_advice(state, rules, stakes, figures, risks, "the other to take or pass", "take", "", notes)


def _checked(state: State | str, rules: Rules | None, n: int | None, seed: int) -> tuple[State, Rules]:
    if n is not None:
        in_range("n", n, 1, MOST_GAMES)
    check_seed(seed)
    state = State.parse(state) if isinstance(state, str) else check_state(state)
    won = winner(state)
    if won is not None:
        raise ValueError(f"state: the game is over, {'the player on roll' if won == 'mine' else 'the other'} has won")
    return state, as_rules(rules)


def _no_cube(state: State, rules: Rules) -> str:
    """Why the player on roll may not double, or "". ValueError: dice are rolled."""
    if state.dice is not None:
        raise ValueError(f"dice {state.dice[0]}-{state.dice[1]} are rolled: whether to double is asked before the roll")
    if may_double(state, rules):
        return ""
    if state.owner == "theirs":
        return "the other owns the cube (BG-10)"
    return "nobody doubles in the Crawford game (BG-10)" if state.match else "the cube is at its largest (BG-10)"


def _cube_advice(
    state: State,
    rules: Rules,
    stakes: Stakes,
    figures: dict[str, Figure],
    risks: dict[str, Value],
    asked: str,
    affirmative: str,
    forced: str,
    notes: list[str],
) -> Advice:
    values = {name: stakes.value(figure) for name, figure in figures.items()}
    best = max(values, key=lambda name: (values[name].value, name == affirmative))

    def behind(name: str) -> Figure:
        return lambda chances: figures[best](chances) - figures[name](chances)

    costs = {name: stakes.value(behind(name)) for name in figures}
    return Advice(
        f"{_named(state)}, {asked}",
        str(rules),
        "equity with the cube",
        f"forced: {forced}; {stakes.method}" if forced else stakes.method,
        tuple(
            Option(name, values[name], costs[name], risks[name])
            for name in sorted(values, key=lambda name: name != best)
        ),
        affirmative,
        risk_name="lose",
        n=stakes.sample[0],
        seed=stakes.sample[1],
        unit="cubes",
        notes=(*notes, *stakes.notes, *_match_note(state)),
    )


def _hit(play: Play) -> Value:
    """The chance that a blot which this play leaves is hit by the next roll."""
    return Value.exactly(0 if winner(play.after) else hit_probability(play.after.flipped()))


def _named(state: State) -> str:
    """The state in one line: counts where these say it all, else its XGID."""
    return (
        counts(state) if state == State.of(*(side for side in sides(state))) and not has_contact(state) else xgid(state)
    )


def _match_note(state: State) -> tuple[str, ...]:
    if state.match is None:
        return ()
    match = state.match
    return (
        f"answered as money play: the score, {match.mine}-{match.theirs} in a match to {match.length}, is left aside",
    )
