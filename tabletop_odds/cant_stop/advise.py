"""Advice for a turn: should I roll again, which pairing should I take?

Each answer lists every option with what it is worth, what it costs against the best, and its chance to bust with the
next roll. The turn itself is always exact. What a position is worth after it is, in this order: exact, on a board that
is solved; fitted, on the official board (see `fitted`), with the error of the fit as it was measured by playing;
estimated by playing on with a heuristic, on any other. Below stands what the turn comes to if it is played on best.

Alone the values are the expected turns to win after this one, the fewest best; against others the chance to win. Fitted
values see one rival, the one who stands best: with three or four players give `n` to play on with the whole table.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from tabletop_odds.answers import Z95, Advice, Option, Value, as_number, as_percent
from tabletop_odds.streams import check_seed

from .best_turn import solve_turn
from .board import State, check_state
from .fitted import fitted_values, is_fitted
from .odds import bust_probability
from .optimal import is_solvable, solve_board
from .policies import best_turn_for
from .potentials import squares
from .rollouts import Place, quick_policy, roll_out
from .rules import Rules, moves, must_roll, rules_for, stopped, winner

ROLLOUTS = 10_000
EXACT = "exact: the board, solved"
FITTED = "fitted: this turn solved, positions after it by fitted values, +- their error, measured on the sample"


def should_roll(state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0) -> Advice:
    """Should the player to act roll again, or stop? True exactly when rolling is best.

    `state`: a State, or its text. `n`: play so many games an option on with the best policy at hand, with `seed`,
    instead of reading a solved or fitted value. `rules=None` are the official ones for as many players as the state
    has. Raises ValueError for a state that cannot be, or in which the game is over.

    >>> bool(should_roll("> 2:+2 3:+3 12:+2 / -"))
    False
    >>> should_roll("> 6:+1 7:+1 / 5:2").best.action
    'roll'
    """
    state, rules = _checked(state, rules, seed)
    forced = must_roll(state, rules)
    places = [Place("roll", state, "roll"), *([] if forced else [Place("stop", state, "stop")])]
    return _advice(str(state), places, rules, forced, n, seed, affirmative="roll")


def which_pairing(
    roll: Iterable[int], state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0
) -> Advice:
    """Which pairing of a roll should be taken, and then: stop or roll?

    `state` is the one before the roll. One option for each legal move and continuation; a roll that moves nothing is a
    bust, the one option. The rest as in `should_roll`. Raises ValueError as that, and for dice that are none.

    >>> which_pairing((1, 4, 5, 6), "> - / -").best.action
    '6 10, roll'
    """
    state, rules = _checked(state, rules, seed)
    offered = moves(state, roll, rules)
    situation = f"{state}, rolled {' '.join(map(str, offered.roll))}"
    if not offered.choices:
        return _advice(situation, [Place("bust", state, "bust")], rules, "the roll moves no runner (CS-9)", n, seed)
    forced = "nothing else can be moved (CS-5)" if len(offered.choices) == 1 else None
    places = []
    for move in offered.choices:
        name = " ".join(map(str, move.columns))
        places.append(Place(f"{name}, roll", move.state, "roll"))
        if must_roll(move.state, rules) is None:
            places.append(Place(f"{name}, stop", move.state, "stop"))
    return _advice(situation, places, rules, forced, n, seed)


def _checked(state: State | str, rules: Rules | None, seed: int) -> tuple[State, Rules]:
    check_seed(seed)
    if isinstance(state, str):
        state = State.parse(state, rules)
    rules = rules_for(state, rules)
    check_state(state, rules)
    won = winner(state, rules)
    if won is not None:
        raise ValueError(f"state {str(state)!r}: the game is over, player {won + 1} has won")
    return state, rules


def _advice(
    situation: str,
    places: list[Place],
    rules: Rules,
    forced: str | None,
    n: int | None,
    seed: int,
    affirmative: str | None = None,
) -> Advice:
    alone, valuation = rules.players == 1, _valuation(rules)
    if n is None and valuation is not None:
        values, costs = _solved(places, valuation, rules)
        method = FITTED if hasattr(valuation, "fit") else EXACT
        samples = [value for value in values.values() if not value.exact]
        n, seed_used = (samples[0].n, samples[0].seed) if samples else (None, None)
    else:
        policy = quick_policy(rules) if valuation is None else best_turn_for(valuation, valuation.name)
        n, seed_used = ROLLOUTS if n is None else n, seed
        values, costs = roll_out(places, policy, rules, n, seed)
        method = f"simulated: the game played on by {policy.name} in every seat"
    best = min(costs, key=lambda name: (costs[name].value, name != places[0].name))
    options = tuple(
        Option(place.name, values[place.name], cost=costs[place.name], risk=Value.exactly(_risk(place, rules)))
        for place in places
    )
    chosen = next(place for place in places if place.name == best)
    return Advice(
        situation,
        str(rules),
        _objective(rules, simulated=method.startswith("simulated")),
        f"forced: {forced}; {method}" if forced and len(options) == 1 else method,
        options,
        affirmative,
        n=n,
        seed=seed_used,
        unit="turns" if alone else "probability",
        lowest=alone,
        notes=_notes(chosen, valuation, rules),
    )


def _objective(rules: Rules, simulated: bool) -> str:
    if rules.players == 1:
        return "expected turns to win after this one"
    # fitted values see one rival; games played on see the whole table
    return "win probability" + (" against the rival who stands best" if rules.players > 2 and not simulated else "")


def _valuation(rules: Rules) -> Any:
    """What positions are worth under these rules: solved, fitted, or None where neither is at hand."""
    if is_solvable(rules):
        return solve_board(rules)
    return fitted_values(min(rules.players, 2)) if is_fitted(rules) else None


def _solved(places: list[Place], valuation: Any, rules: Rules) -> tuple[dict[str, Value], dict[str, Value]]:
    """The options' values from the turn solved, and their costs; with the measured errors of fitted values."""
    found = {}
    for place in places:
        turn = solve_turn(place.state, valuation, rules)
        worth = {"roll": turn.roll_value, "stop": turn.stop_value, "bust": turn.bust_value}[place.then]
        found[place.name] = float(worth or 0.0)
    best = max(found.values())
    fit = getattr(valuation, "fit", None)
    sign, most = (-1, float("inf")) if rules.players == 1 else (1, 1.0)
    values, costs = {}, {}
    if fit is None:
        exactly = Value.exactly
        return (
            {name: exactly(sign * worth) for name, worth in found.items()},
            {name: exactly(best - worth) for name, worth in found.items()},
        )
    errors = {place.name: fit.error * _estimated(place, rules) for place in places}
    certain = any(errors[name] == 0 and worth == best for name, worth in found.items())
    for name, worth in found.items():
        value, error = min(max(sign * worth, 0.0), most), errors[name]
        low, high = (min(max(value + side * Z95 * error, 0.0), most) for side in (-1, 1))
        values[name] = Value(value, error, low, high, n=fit.n, seed=fit.seed) if error else Value.exactly(value)
        cost, error = best - worth, error if certain else fit.cost_error
        costs[name] = Value(cost, error, n=fit.n, seed=fit.seed) if cost else Value.exactly(0.0)
    return values, costs


def _estimated(place: Place, rules: Rules) -> float:
    """How much of an option's value rests on what positions are worth: nothing where to stop now wins; where it does
    and the player rolls on, the chance to bust, since after any other roll stopping wins."""
    if place.then == "bust" or winner(stopped(place.state, rules), rules) is None:
        return 1.0
    return 0.0 if place.then == "stop" else float(bust_probability(place.state, rules=rules))


def _risk(place: Place, rules: Rules) -> Any:
    if place.then == "bust":
        return 1
    return bust_probability(place.state, rules=rules) if place.then == "roll" else 0


def _notes(chosen: Place, valuation: Any, rules: Rules) -> tuple[str, ...]:
    """What the turn comes to if it is rolled on from the best option, exactly, under the best play at hand."""
    if chosen.then == "bust" or winner(stopped(chosen.state, rules), rules) is not None:
        return ()
    best = "best" if valuation is not None else f"for the most {squares().name}"
    with suppress(ValueError):  # a turn too large to be solved goes without
        turn = solve_turn(chosen.state, squares() if valuation is None else valuation, rules).if_rolled
        bust, claim = as_percent(turn.bust), as_percent(turn.claim)
        figures = f"bust {bust}, {as_number(turn.steps)} steps kept, a column claimed {claim}"
        return (f"rolled from there, then played {best}, exact for this turn: {figures}",)
    return ()
