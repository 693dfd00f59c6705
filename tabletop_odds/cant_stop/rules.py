"""The rules of Can't Stop as frozen parameters and pure functions (CS-1 to CS-11 and every option).

Four dice are split into two pairs, whose sums name the columns to advance in. Up to three runners climb; after each
roll the player stops, which keeps the progress, or rolls again and risks it: a roll that moves no runner busts.

>>> pairings((1, 5, 4, 6))
((6, 10), (5, 11), (7, 9))
>>> for move in moves(State(), (1, 5, 4, 6)).choices:
...     print(move.columns, move.state)
(6, 10) > 6:+1 10:+1 / -
(5, 11) > 5:+1 11:+1 / -
(7, 9) > 7:+1 9:+1 / -
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import settings

from . import checks
from .board import OPEN, check_state
from .board import State as State

if TYPE_CHECKING:
    from pathlib import Path

OFFICIAL = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set of Can't Stop: `Rules()` is the official board for two players.

    `players` 1 (alone: as few turns as possible) to 4; `dice_sides` 2 to 6, so that columns run from 2 to twice that;
    `column_lengths`, one a column, the top space included; `columns_to_win` 1 to 5. `must_place`: of a chosen pairing
    "both" sums are used if both can be, or the player is "free" to use one. `occupied`: players "share" spaces, runners
    "jump" over spaces held by others, or it is "blocked" to stop while a runner stands on one. An inconsistent set
    raises ValueError with the field, the value and what is allowed.

    >>> print(Rules(must_place="free", occupied="jump"))
    official with must_place=free, occupied=jump
    """

    players: int = 2
    dice_sides: int = 6
    runners: int = 3
    column_lengths: tuple[int, ...] = OFFICIAL
    columns_to_win: int = 3
    must_place: str = "both"
    occupied: str = "share"

    def __post_init__(self) -> None:
        checks.check_fields(self)

    @property
    def columns(self) -> range:
        """The columns, named by the sums of two dice."""
        return range(2, 2 * self.dice_sides + 1)

    def length(self, column: int) -> int:
        """The number of spaces of a column, its top included."""
        return self.column_lengths[column - 2]

    @classmethod
    def small(cls, sides: int, shortest: int, **options: Any) -> Rules:
        """A board of the family (sides, shortest): the outer columns `shortest` long, each neighbour two longer.

        Alone against the board, unless `players` says otherwise. Raises ValueError for sides outside 2 to 6, or a
        column that would be longer than 30.

        >>> Rules.small(3, 2).column_lengths
        (2, 4, 6, 4, 2)
        """
        checks.whole("sides", sides, 2, 6)
        checks.whole("shortest", shortest, 1, checks.LONGEST)
        outer = [shortest + 2 * i for i in range(sides)]
        return cls(**{"players": 1, **options, "dice_sides": sides, "column_lengths": (*outer, *outer[-2::-1])})

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rule set of that name: one of `presets()`. Raises ValueError for any other name."""
        return settings.preset_named(name, presets())

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file: `preset = "alone"` to start from (official without), then one line a field.

        Raises ValueError naming the file and the fault, OSError where the file cannot be read.
        """
        return settings.from_toml(path, cls.from_mapping)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Rules:
        """Rules from names and values, as a TOML file holds them."""
        values = dict(given)
        base = cls.preset(values.pop("preset", "official"))
        return settings.changed(base, values, "Can't Stop")

    def __str__(self) -> str:
        return settings.in_one_line(self, presets())


def presets() -> dict[str, Rules]:
    """The named rule sets: the official board for two players, alone, and for three and four.

    >>> list(presets())
    ['official', 'alone', 'three', 'four']
    """
    return {
        "official": Rules(),
        "alone": Rules(players=1),
        "three": Rules(players=3),
        "four": Rules(players=4),
    }


def as_rules(rules: Rules | None) -> Rules:
    """The rules that a question is about: None means `Rules()`. Raises ValueError for anything that is no Rules.

    >>> as_rules(None) == Rules()
    True
    """
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise ValueError(f"rules {rules!r}: a Rules is needed, such as Rules() or Rules.preset('alone')")
    return rules


def shared_alone(rules: Rules) -> Rules:
    """The rules, with shared spaces for one player: alone there is nobody to jump over or to be blocked by."""
    return replace(rules, occupied="share") if rules.players == 1 else rules


class Move(NamedTuple):
    """One legal choice: the columns advanced (one named twice goes two steps), and the state after it."""

    columns: tuple[int, ...]
    state: State


class Moves(NamedTuple):
    """A roll and every legal choice, one for each state that can be reached; none after a bust."""

    roll: tuple[int, ...]
    choices: tuple[Move, ...]


def pairings(roll: Iterable[int], rules: Rules | None = None) -> tuple[tuple[int, int], ...]:
    """The ways to split four dice into two pairs, as sums: the first die with the second, the third, the fourth.

    Equal splits are listed once. Raises ValueError for another number of dice, or a face that they do not have.

    >>> pairings((2, 2, 4, 4))
    ((4, 8), (6, 6))
    """
    a, b, c, d = checks.check_roll(roll, as_rules(rules))
    return split(a, b, c, d)


def split(a: int, b: int, c: int, d: int) -> tuple[tuple[int, int], ...]:
    """The pairings of four dice that are known to be dice."""
    pairs = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return tuple(dict.fromkeys((min(pair), max(pair)) for pair in pairs))


def moves(state: State, roll: Iterable[int], rules: Rules | None = None) -> Moves:
    """Every legal choice after a roll, in the order of its pairings (CS-4 to CS-7, CS-9).

    Raises ValueError for a state that cannot be, or dice that are none. `rules=None` are the official ones for as many
    players as the state has.

    >>> bust = moves(State.parse("> 3:+1 6:10+1 8:+1 / -"), (2, 4, 5, 5))
    >>> bust.choices
    ()
    """
    rules = rules_for(state, rules)
    check_state(state, rules)
    dice = checks.check_roll(roll, rules)
    found: dict[State, Move] = {}
    out = {column for column, _ in state.runners}
    usable, free = playable(state, rules), rules.runners - len(out)
    for pairing in split(*dice):
        for columns in ways_to_use(pairing, usable, out, free, rules):
            after = advanced(state, columns, rules)
            found.setdefault(after, Move(columns, after))
    return Moves(dice, tuple(found.values()))


def rules_for(state: State, rules: Rules | None) -> Rules:
    """The given rules, or the official ones for as many players as a state has."""
    if rules is None and isinstance(state, State) and 1 <= state.players <= 4:
        return Rules(players=state.players)
    return as_rules(rules)


def playable(state: State, rules: Rules) -> set[int]:
    """The columns in which a runner can be placed or moved: open, not at its top, and a runner there or one free."""
    spaces = dict(state.runners)
    within: Iterable[int] = spaces
    if len(spaces) < rules.runners:
        within = (column for column in rules.columns if state.claimed[column - 2] == OPEN)
    return {column for column in within if spaces.get(column, 0) < rules.length(column)}


def ways_to_use(
    pairing: tuple[int, int], playable: Set[int], runners: Set[int], free: int, rules: Rules
) -> Iterator[tuple[int, ...]]:
    """The columns to advance with one pairing, all that can be together or any that the rules leave free (CS-5).

    `playable`: the columns that can be played; `runners`: those that have a runner; `free`: the runners left.

    >>> list(ways_to_use((6, 8), {2, 6, 8}, {2, 7}, free=1, rules=Rules()))
    [(6,), (8,)]
    """
    usable = tuple(column for column in pairing if column in playable)
    too_many = len({*usable} - runners) > free
    if usable and not too_many:
        yield usable
    if too_many or (rules.must_place == "free" and len(usable) == 2):
        yield from ((column,) for column in dict.fromkeys(usable))


def advanced(state: State, columns: Iterable[int], rules: Rules) -> State:
    """The state after one step in each of the columns; a step beyond the top is lost (CS-4)."""
    runners = dict(state.runners)
    for column in columns:
        runners[column] = next_space(state, column, runners.get(column, state.marker(column)), rules)
    return replace(state, runners=tuple(sorted(runners.items())))


def next_space(state: State, column: int, space: int, rules: Rules) -> int:
    """The space one step above `space`; under `occupied="jump"` the next that no opponent holds."""
    top = rules.length(column)
    space = min(space + 1, top)
    if rules.occupied == "jump":
        while space < top and held_by_others(state, column, space):
            space += 1
    return space


def held_by_others(state: State, column: int, space: int) -> bool:
    """Whether an opponent's marker stands on a space."""
    return any(m[column - 2] == space for seat, m in enumerate(state.markers) if seat != state.player)


def must_roll(state: State, rules: Rules) -> str | None:
    """The rule that forbids to stop in this state; None where the player is free to choose.

    >>> must_roll(State(), Rules())
    'a turn starts by rolling (CS-11)'
    """
    if not state.runners:
        return "a turn starts by rolling (CS-11)"
    if rules.occupied == "blocked":
        for column, space in state.runners:
            if space < rules.length(column) and held_by_others(state, column, space):
                return f"a runner stands on space {space} of column {column}, held by an opponent (CS-6)"
    return None


def stopped(state: State, rules: Rules) -> State:
    """The state after stopping: runners become markers, tops are claimed (CS-7, CS-8), the next player is to act."""
    markers, claimed = [list(m) for m in state.markers], list(state.claimed)
    for column, space in state.runners:
        if space == rules.length(column):
            claimed[column - 2] = state.player
            for spaces in markers:
                spaces[column - 2] = 0
        else:
            markers[state.player][column - 2] = space
    following = (state.player + 1) % rules.players
    return State(tuple(map(tuple, markers)), tuple(claimed), (), following)


def busted(state: State, rules: Rules) -> State:
    """The state after a bust: the runners are taken off, and the next player is to act (CS-9)."""
    return replace(state, runners=(), player=(state.player + 1) % rules.players)


def winner(state: State, rules: Rules) -> int | None:
    """The player who has claimed as many columns as it takes to win; None while nobody has.

    >>> winner(State.parse("> 2* 3* 12* / -"), Rules())
    0
    """
    for seat in range(rules.players):
        if state.columns_of(seat) >= rules.columns_to_win:
            return seat
    return None
