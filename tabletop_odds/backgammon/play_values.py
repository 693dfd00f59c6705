"""What the plays of a roll are worth, by the best method at hand.

Where the sides have passed each other after every play: the chance to win, or where gammons are likely enough to
count, the equity; exact where both sides are at home and a table has them. With contact, or where a race may end in a
backgammon: games played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop_odds.answers import Value

from .board import BAR, State, has_contact
from .candidates import KEPT, few_games, in_two_stages
from .positions import Counts, as_counts
from .race_ends import backgammon_threatens, race_ends
from .rules import Play, Rules, winner, winner_points

ROLLOUTS = 10_000
PLAYED_ON = "simulated: played on without a cube by the evaluator in both seats, which is not expert play"


@dataclass(frozen=True, slots=True)
class PlayValues:
    """The values and costs of plays, what they are, and where they are from."""

    values: dict[Play, Value]
    costs: dict[Play, Value]
    wins: dict[Play, Value]  # the chance to win after each; empty where there is contact
    objective: str
    unit: str
    method: str
    notes: tuple[str, ...] = ()

    @property
    def sample(self) -> tuple[int | None, int | None]:
        """The n and seed of what was sampled, the largest n of all plays."""
        sizes = [(value.n, value.seed) for value in self.values.values() if value.n is not None]
        return max(sizes, default=(None, None))


def values_of(
    state: State, dice: tuple[int, int], found: Sequence[Play], rules: Rules, n: int | None, seed: int
) -> PlayValues:
    """What each of these plays of a roll is worth to the player on roll, by the best method at hand, or by n games.

    >>> from tabletop_odds.backgammon.rules import plays
    >>> state = State.parse("0,1,0,0,1 / 1")
    >>> found = values_of(state, (4, 2), plays(state, (4, 2)), Rules(), None, 0)
    >>> [round(value.value, 4) for value in found.values.values()], found.method
    ([0.0, 0.0], 'exact, by recursion')
    """
    contact = any(has_contact(play.after) for play in found)
    gammons = gammons_count(state, rules)
    if n is None and not contact and not (gammons and any(_may_be_backgammon(play) for play in found)):
        return _of_race(found, as_counts(state.mine, points=BAR), rules, gammons)
    games = ROLLOUTS if n is None else n
    values, costs = in_two_stages(replace(state, dice=None), dice, found, games, seed=seed, rules=rules)
    notes: tuple[str, ...] = ()
    if len(found) > KEPT:
        notes = (f"all {len(found)} plays were played on in {few_games(games):,} games, the best {KEPT} in {games:,}",)
    return PlayValues(values, costs, {}, "equity without a cube", "points", PLAYED_ON, notes)


def gammons_count(state: State, rules: Rules) -> bool:
    """Whether they do: under the Jacoby rule not before the cube is turned.

    >>> gammons_count(State(), Rules(jacoby=True)), gammons_count(State(cube=2, owner="mine"), Rules(jacoby=True))
    (False, True)
    """
    return not (rules.jacoby and state.match is None and (state.cube, state.owner) == (1, "centre"))


def _of_race(found: Sequence[Play], before: Counts, rules: Rules, gammons: bool) -> PlayValues:
    going = [play for play in found if winner(play.after) is None]
    ends = {
        play: race_ends(as_counts(play.after.theirs), as_counts(play.after.mine), gammons, before) for play in going
    }
    wins = {play: against(ends[play].win) if play in ends else Value.exactly(1) for play in found}
    gammons = any(end.gammon or end.gammon_lost for end in ends.values()) or any(
        winner_points(play.after, rules) > 1 for play in found
    )
    methods = dict.fromkeys(part for end in ends.values() for part in end.method.split("; ")) or [
        "exact: the game is over"
    ]
    method = "; ".join(methods)
    if not gammons:
        return PlayValues(wins, _costs(wins), wins, "win probability", "probability", method)
    values = {}
    for play in found:
        values[play] = -ends[play].value if play in ends else Value.exactly(winner_points(play.after, rules))
    return PlayValues(values, _costs(values), wins, "equity without a cube", "points", method)


def _may_be_backgammon(play: Play) -> bool:
    return winner(play.after) is None and backgammon_threatens(as_counts(play.after.theirs), as_counts(play.after.mine))


def against(win: Value) -> Value:
    """The chance to lose, by that to win.

    >>> against(Value.exactly(0.75))
    0.25 exact
    """
    return Value(1 - win.value, win.standard_error, 1 - win.high, 1 - win.low, win.n, win.seed)


def _costs(values: dict[Play, Value]) -> dict[Play, Value]:
    """What each play gives away; of an estimate with the error of its value, as if errors did not cancel."""
    best = max(values, key=lambda play: values[play].value)
    costs = {}
    for play, value in values.items():
        gap = values[best].value - value.value
        of = value if value.n is not None else values[best]
        costs[play] = (
            Value.exactly(gap) if of.n is None else Value(gap, of.standard_error if gap else 0.0, n=of.n, seed=of.seed)
        )
    return costs
