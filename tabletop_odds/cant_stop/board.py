"""Where everybody stands: the state of a game of Can't Stop, and its short text form.

The text lists the players in the order of their seats, separated by "/"; ">" stands before the player to act:

    > 6:4+2 7:3 8:+1 12* / 5:2 7:6

Player 1 is to act; stands on space 4 of column 6 with a runner two spaces above, on space 3 of column 7, has a runner
on the first space of column 8 without a marker, and has claimed column 12. Player 2 has markers in columns 5 and 7. A
player without anything is "-".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabletop_odds.settings import whole_number

from . import checks

if TYPE_CHECKING:
    from .rules import Rules

OFFICIAL_COLUMNS = 11
OPEN = -1
_WORD = re.compile(r"(?P<column>\d+)(?:(?P<won>\*)|:(?=[\d+])(?P<space>\d+)?(?:\+(?P<steps>\d+))?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class State:
    """What everybody at the table sees; it is the turn of `player`.

    `markers[player][i]`: the space of a player's marker in column i + 2, 0 where there is none. `claimed[i]`: the
    player who has claimed that column, -1 while it is open. `runners`: (column, space) of each runner, by column, of
    the turn under way; none at its beginning. Seats count from 0.

    >>> print(State())
    > - / -
    >>> State.parse("> 6:4+2 12* / 7:6").runners
    ((6, 6),)
    """

    markers: tuple[tuple[int, ...], ...] = ((0,) * OFFICIAL_COLUMNS,) * 2
    claimed: tuple[int, ...] = (OPEN,) * OFFICIAL_COLUMNS
    runners: tuple[tuple[int, int], ...] = ()
    player: int = 0

    @classmethod
    def start(cls, rules: Rules | None = None) -> State:
        """The empty board; player 0 begins.

        >>> from tabletop_odds.cant_stop.rules import Rules
        >>> print(State.start(Rules(players=3)))
        > - / - / -
        """
        from .rules import as_rules

        rules = as_rules(rules)
        columns = len(rules.columns)
        return cls(((0,) * columns,) * rules.players, (OPEN,) * columns)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> State:
        """The state that a text describes, as `str(state)` writes it.

        Without rules the text tells how many play. Raises ValueError for a text of another form, a column or space
        that the board does not have, and for what cannot be: two owners of a column, a marker or runner in a claimed
        one, too many runners, more players than the rules have.

        >>> str(State.parse(">6:4+2 7:3 / 5:2")) == "> 6:4+2 7:3 / 5:2"
        True
        """
        from .rules import Rules, as_rules

        if not isinstance(text, str):
            raise ValueError(f"state {text!r}: a text is needed, such as '> 6:4+2 7:3 / 5:2'")
        parts = [part.strip() for part in text.split("/")]
        rules = Rules(players=checks.whole("players", len(parts), 1, 4)) if rules is None else as_rules(rules)
        if len(parts) != rules.players:
            raise ValueError(f"state {text!r}: {len(parts)} players, but players={rules.players}")
        acting = [seat for seat, part in enumerate(parts) if part.startswith(">")]
        if len(acting) != 1:
            raise ValueError(f'state {text!r}: ">" must stand before one player, the one to act')
        markers = [[0] * len(rules.columns) for _ in parts]
        claimed = [OPEN] * len(rules.columns)
        runners = []
        for seat, part in enumerate(parts):
            named = set()
            for word in part.removeprefix(">").split():
                if word == "-":
                    continue
                found = _WORD.fullmatch(word)
                if found is None:
                    raise ValueError(f"{word!r} in state {text!r}: a column is written 6:4, 6:4+2, 6:+1 or 6*")
                column = checks.check_column(int(found["column"]), rules)
                if column in named:
                    raise ValueError(f"{word!r} in state {text!r}: column {column} is named twice for one player")
                named.add(column)
                if found["won"]:
                    if claimed[column - 2] != OPEN:
                        raise ValueError(f"{word!r} in state {text!r}: column {column} has an owner already")
                    claimed[column - 2] = seat
                    continue
                markers[seat][column - 2] = space = checks.check_space(int(found["space"] or 0), column, rules)
                if found["steps"]:
                    if seat != acting[0]:
                        raise ValueError(f"{word!r} in state {text!r}: only the player to act has runners")
                    runners.append((column, space + int(found["steps"])))
        state = cls(tuple(map(tuple, markers)), tuple(claimed), tuple(sorted(runners)), acting[0])
        return check_state(state, rules)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.markers)

    @property
    def closed(self) -> tuple[int, ...]:
        """The columns that somebody has claimed."""
        return tuple(i + 2 for i, owner in enumerate(self.claimed) if owner != OPEN)

    def marker(self, column: int) -> int:
        """The space of the marker of the player to act, 0 where there is none."""
        return self.markers[self.player][column - 2]

    def columns_of(self, player: int) -> int:
        """How many columns a player has claimed."""
        return self.claimed.count(player)

    def __str__(self) -> str:
        return " / ".join(self._player(seat) for seat in range(self.players))

    def _player(self, seat: int) -> str:
        runners = dict(self.runners) if seat == self.player else {}
        words = []
        for column, (space, owner) in enumerate(zip(self.markers[seat], self.claimed, strict=False), start=2):
            if owner == seat:
                words.append(f"{column}*")
            elif column in runners:
                words.append(f"{column}:{space or ''}+{runners[column] - space}")
            elif space:
                words.append(f"{column}:{space}")
        return f"{'> ' if seat == self.player else ''}{' '.join(words) or '-'}"


def check_state(state: object, rules: Rules) -> State:
    """The state as it is; ValueError unless a game under these rules can stand so (see `State.parse`)."""
    if not isinstance(state, State):
        raise ValueError(f"state {state!r}: a State is needed, such as State.parse('> 6:4+2 7:3 / 5:2')")
    _check_form(state)
    if state.players != rules.players:
        raise ValueError(f"state {str(state)!r}: {state.players} players, but players={rules.players}")
    if len(state.claimed) != len(rules.columns) or any(len(m) != len(rules.columns) for m in state.markers):
        raise ValueError(f"state {str(state)!r}: the board has {len(rules.columns)} columns")
    if not 0 <= state.player < state.players or any(not OPEN <= owner < state.players for owner in state.claimed):
        raise ValueError(f"state {str(state)!r}: the players are 0 to {state.players - 1}")
    for column in rules.columns:
        spaces = [markers[column - 2] for markers in state.markers]
        for space in spaces:
            checks.check_space(space, column, rules)
        if column in state.closed and (any(spaces) or column in dict(state.runners)):
            raise ValueError(f"state {str(state)!r}: column {column} is claimed, so nothing else stands there (CS-7)")
    if len(state.runners) > rules.runners or len(dict(state.runners)) < len(state.runners):
        raise ValueError(f"state {str(state)!r}: at most {rules.runners} runners, each in a column of its own (CS-4)")
    for column, space in state.runners:
        checks.check_column(column, rules)
        if whole_number(space) is None or not state.marker(column) < space <= rules.length(column):
            raise ValueError(
                f"state {str(state)!r}: a runner in column {column} stands above space {state.marker(column)} "
                f"and at most on {rules.length(column)}, the top"
            )
    return state


def _check_form(state: State) -> None:
    """Raise ValueError for fields of another form than tuples of whole numbers, runners in order of their columns."""

    def numbers(values: object) -> bool:
        return isinstance(values, tuple) and all(type(value) is int for value in values)

    pairs = isinstance(state.runners, tuple) and all(numbers(pair) and len(pair) == 2 for pair in state.runners)
    markers = isinstance(state.markers, tuple) and all(map(numbers, state.markers))
    if not (markers and pairs and numbers(state.claimed) and type(state.player) is int):
        raise ValueError(
            f"state {state!r}: tuples of whole numbers are needed, runners as pairs (column, space); see State.parse"
        )
    if list(state.runners) != sorted(state.runners):
        raise ValueError(f"state {state!r}: the runners stand in order of their columns")
