"""Advice for a turn: which card should I move or discard, and where stopping is optional: should I stop?

Each answer lists every option with what it is worth, what it costs against the best, and its risk. Alone the values are
chances to complete, against others chances to win, a draw shared. They are, in this order: exact on small boards, where
the game is solved; exact where the race law holds, against others if everybody races from there on; estimated by
playing on. Over the cards that may be drawn the mean is taken. Of equal options the one with the fewest turns to go
stands first, against others the one with the lowest penalty to come.

>>> text = "> . R2 . . / . . . . / . . . . / . . . .; hand B1 B3 G4 Y1 Y2; targets R2 B1 G3"
>>> what_to_do(text).best.action
'B1 to 1,3'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tabletop_odds.answers import Advice, Option, Value, as_number
from tabletop_odds.settings import in_range
from tabletop_odds.streams import check_seed

from .checks import checked_state, rules_for
from .completable import warning
from .ending import is_complete, passed_on
from .moving import PASS, actions
from .rollouts import mean, quick_policy, roll_out
from .rules import Rules
from .small_games import after
from .standing import Races, Standing, completion_standing, ended_standing, solved_from, solved_worth
from .state import Side, State

ROLLOUTS, MOST_ROLLOUTS = 400, 10**7
SOLVED = "exact: the game from here, solved"
COUNTED = "exact: the race law"
RACED = "exact: the race law, everybody racing from there on"

Exact = Callable[[State], Standing | None]
Leaf = Standing | State  # what an option may come to: its worth, or where that is not known the state to go on from


def what_to_do(state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0) -> Advice:
    """Which card should the player to act move or discard?

    `state`: a State, or its text. `rules=None` are the default ones for as many players as it has sides. `n`: play so
    many games an option on, with `seed`, instead of counting exactly. Raises ValueError for a state that cannot be, or
    in which the game is over. Source: RO-3 to RO-7.

    >>> advice = what_to_do(". R2 . . / . . . B1 / . . . . / . . . .; hand B2 G3 Y1 Y2; targets R2 B1 G3")
    >>> advice.best.action, advice.best.value
    ('G3 to 3,2', 1 exact)
    """
    state, rules = _checked(state, rules, n, seed)
    state = checked_state(state, rules)
    exact, method = _valuation(state, rules, n)
    legal = actions(state.side, rules)
    options = {}
    for action in legal:
        options[str(action)] = [_judged(end, rules, exact, method) for end in after(state, action, rules)]
    forced = "no card can be moved or discarded (R16)" if legal == (PASS,) else "no other action is legal (RO-3)"
    return _advice(str(state), options, state, rules, method, n, seed, forced)


def should_stop(state: State | str, *, rules: Rules | None = None, n: int | None = None, seed: int = 0) -> Advice:
    """Complete at the end of the own turn: should the player stop the game, or play on? True when stopping is best.

    `state`: right after that turn, with ">" still before the player. The rest as in `what_to_do`; where stopping is
    automatic it is the one option. Raises ValueError as that, and where the player is not complete. Source: RO-5, R11.

    >>> bool(should_stop("> . R2 / . .; hand B1; targets R2", rules=Rules.small(2, stop="optional")))
    True
    """
    state, rules = _checked(state, rules, n, seed)
    if not is_complete(state.side, rules):
        raise ValueError(f"state {str(state)!r}: player {state.player + 1} is not complete, so cannot stop (RO-5)")
    state = checked_state(state, rules, after_turn=True)
    options: dict[str, Sequence[Leaf]] = {}
    method = SOLVED
    for name in ("stop", "play on") if rules.stop == "optional" else ("stop",):
        following = passed_on(state, rules, name == "stop")
        exact, method = _valuation(following or state, rules, n, state.player)
        options[name] = [_passed(state, name == "stop", rules, exact)]
    situation, forced = f"{state}, after the turn", "who is complete stops (R11)"
    return _advice(situation, options, state, rules, method, n, seed, forced, affirmative="stop")


def _checked(state: State | str, rules: Rules | None, n: int | None, seed: int) -> tuple[State, Rules]:
    check_seed(seed)
    if n is not None:
        in_range("n", n, 1, MOST_ROLLOUTS)
    rules = rules_for(state, rules)
    if not isinstance(state, State):
        return State.parse(state, rules), rules
    if State.parse(str(state), rules) != state:
        raise ValueError(f"state {str(state)!r}: its piles must hold what is nowhere else, sorted (RO-1)")
    return state, rules


def _valuation(state: State, rules: Rules, n: int | None, player: int | None = None) -> tuple[Exact, str]:
    """What states that come of this one are worth to the player to act, or to `player`, and how that is known."""
    seat = state.player if player is None else player
    if n is None and (game := solved_from(state, rules)):
        return lambda following: Standing(solved_worth(game, following, seat)), SOLVED
    if n is None and rules.players == 1:
        return lambda following: completion_standing(following, rules), COUNTED
    if n is None and rules.winner == "completer":
        races = Races(rules)
        return lambda following: races.standing(following, seat), RACED
    return lambda following: None, RACED


def _judged(end: State, rules: Rules, exact: Exact, method: str) -> Leaf:
    """What a turn came to. Whoever is complete stops; in a game that is solved only if that is best."""
    complete = is_complete(end.side, rules)
    found = _passed(end, complete, rules, exact)
    if complete and rules.stop == "optional" and method == SOLVED:
        other = _passed(end, False, rules, exact)
        if isinstance(found, Standing) and isinstance(other, Standing) and other.worth > found.worth:
            return other
    return found


def _passed(end: State, stops: bool, rules: Rules, exact: Exact) -> Leaf:
    following = passed_on(end, rules, stops)
    if following is None:
        return ended_standing(end, end.player, rules)
    return exact(following) or following


def _advice(
    situation: str,
    options: Mapping[str, Sequence[Leaf]],
    state: State,
    rules: Rules,
    method: str,
    n: int | None,
    seed: int,
    forced: str,
    affirmative: str | None = None,
) -> Advice:
    ties = {name: _tie(leaves, rules) for name, leaves in options.items()}
    worth = {name: [x.worth if isinstance(x, Standing) else x for x in leaves] for name, leaves in options.items()}
    known = {name: mean(found) for name, found in worth.items() if all(isinstance(x, Fraction) for x in found)}
    used: int | None = seed
    if len(known) == len(options):
        most, n, used = max(known.values()), None, None
        values = {name: Value.exactly(chance) for name, chance in known.items()}
        costs = {name: Value.exactly(most - chance) for name, chance in known.items()}
    else:
        n = ROLLOUTS if n is None else n
        values, costs = roll_out(worth, state.player, rules, n, seed)
        some = any(value.exact for value in values.values())
        method = f"simulated: games played on by {quick_policy(rules).name} in every seat"
        method += f"; {RACED if rules.players > 1 else COUNTED}, where there is no error" if some else ""
    order = sorted(options, key=lambda name: (-values[name].value, ties[name] is None, ties[name] or 0))
    notes = _order_note(order, values, ties, rules), _count_note(state.side, rules), warning(rules)
    alone = rules.players == 1
    return Advice(
        situation,
        str(rules),
        "chance to complete" if alone else "win probability",
        f"forced: {forced}; {method}" if len(options) == 1 else method,
        tuple(Option(name, values[name], cost=costs[name], risk=_complement(values[name])) for name in order),
        affirmative,
        risk_name="incomplete" if alone else "no win",
        n=n,
        seed=used,
        unit="probability",
        notes=tuple(filter(None, notes)),
    )


def _complement(value: Value) -> Value:
    """One minus a chance."""
    return replace(-value, value=1 - value.value, low=1 - value.high, high=1 - value.low)


def _tie(leaves: Sequence[Leaf], rules: Rules) -> Fraction | None:
    """What tells equal options apart: the mean turns to go of those that complete, or the mean penalty."""
    alone = rules.players == 1
    found = [x for x in leaves if isinstance(x, Standing) and (x.worth or not alone)]
    if not found or any(x.tie is None for x in found):
        return None
    weights = [x.worth if alone else Fraction(1) for x in found]
    mean = sum((w * (x.tie or 0) for w, x in zip(weights, found, strict=True)), Fraction(0)) / sum(weights)
    return mean + 1 if alone else mean


def _count_note(side: Side, rules: Rules) -> str:
    """Whether cards seem to be forgotten: hand and board together keep their number through a game."""
    held = len(side.hand) + sum(map(bool, side.board))
    dealt = rules.hand_size + (len(rules.target_cells) if rules.targets != "marked" else 0)
    return "" if held == dealt else f"hand and board hold {held} cards, in a game they hold {dealt}: taken as given"


def _order_note(
    order: Sequence[str], values: Mapping[str, Value], ties: Mapping[str, Fraction | None], rules: Rules
) -> str:
    """How the options that are as good as the best were put in order; nothing where there is one, or nobody knows."""
    equal = [name for name in order if values[name].value == values[order[0]].value and ties[name] is not None]
    groups: dict[str, list[str]] = {}
    for name in equal:
        groups.setdefault(as_number(ties[name] or 0), []).append(name)
    if len(equal) < 2:
        return ""
    what = "turns to go, this one included" if rules.players == 1 else "mean penalty to come"
    shown = "; ".join(f"{x} after {names[0]}{_more(names)}" for x, names in list(groups.items())[:3])
    return f"of equal options by {what}: {shown}"


def _more(names: Sequence[str]) -> str:
    return f" and {len(names) - 1} more" if len(names) > 1 else ""
