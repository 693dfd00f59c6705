"""Who sits where in a race: the scores as a player gives them, checked, and whether their race is solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop_odds.settings import whole_number

from . import checks
from .rules import Rules, State


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a race in turn order, the one to act first.

    `state`: what the player to act knows, at the start of a turn. `began`: the seat that began the round, None where
    that was not said. Statuses of the others by seat.
    """

    state: State
    theirs: tuple[int, ...]
    their_opened: tuple[bool, ...]
    their_farkles: tuple[int, ...]
    began: int | None
    rules: Rules

    def __str__(self) -> str:
        others = " and ".join(f"{score:,}" for score in self.theirs)
        shown = f"{self.state.mine:,} against {others}"
        if max(self.theirs) >= self.rules.target:
            return f"{shown}: the last turn"
        if self.rules.end == "equal_turns":
            shown += f", {'this player' if not self.began else f'player {self.began} after this one'} began the round"
            shown += " (assumed)" if self.began is None else ""
        return shown


def seated(
    mine: int | None,
    theirs: int | Sequence[int] | None,
    opened: bool | None,
    farkles: int,
    their_opened: bool | Sequence[bool] | None,
    their_farkles: int | Sequence[int],
    began: bool | int | None,
    rules: Rules,
) -> Seats | None:
    """The seats of a race; None where no scores are given. Raises ValueError for one score without the other, and
    for scores, statuses or seats that no game can show."""
    if mine is None and theirs is None:
        if their_opened is not None or their_farkles or began is not None:
            raise ValueError("their_opened, their_farkles and began are of use only with the scores mine and theirs")
        return None
    if theirs is None or mine is None:
        given, missing = ("mine", "theirs") if theirs is None else ("theirs", "mine")
        raise ValueError(f"{given} without {missing}: the chance to win depends on both scores")
    others = _each("theirs", theirs, None)
    free = rules.opening is None
    scores = [checks.check_scores(mine, other, rules) for other in others]
    my_score, rivals = scores[0][0], tuple(other for _, other in scores)
    opens = _each("their_opened", their_opened, len(rivals))
    counts = _each("their_farkles", their_farkles, len(rivals))
    their = tuple(free or (score > 0 if has is None else bool(has)) for score, has in zip(rivals, opens, strict=True))
    me = free or (my_score > 0 if opened is None else bool(opened))
    for name, score, has in (("mine", my_score, me), *(("theirs", s, h) for s, h in zip(rivals, their, strict=True))):
        if score > 0 and not has and rules.teams is None:
            raise ValueError(f"{name} {score:,}: who has points has opened (opening={rules.opening:,})")
    in_a_row = tuple(checks.check_turn(0, rules.dice, count, rules)[2] for count in counts)
    mine_in_a_row = checks.check_turn(0, rules.dice, farkles, rules)[2]
    first = _first(began, len(rivals))
    leader = max(range(len(rivals)), key=rivals.__getitem__)
    if rivals[leader] >= rules.target and first is None and rules.end == "equal_turns":
        first = leader + 1  # who is to act has not ended the round
    state = State(
        0, rules.dice, me, mine_in_a_row, my_score, rivals[leader], their[leader], in_a_row[leader], not first
    )
    return Seats(state, rivals, their, in_a_row, first, rules)


def _each(name: str, given: object, players: int | None) -> tuple[object, ...]:
    """One for each of the other players: a sequence as it is, one value for all."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        if not 1 <= len(given) <= 7 or (players is not None and len(given) != players):
            raise ValueError(f"{name} {given!r}: one for each of the {players or '1 to 7'} other players is needed")
        return tuple(given)
    return (given,) * (players or 1)


def _first(began: bool | int | None, others: int) -> int | None:
    """The seat that began the round, counted from the player to act."""
    if began is None:
        return None
    if began is True:
        return 0
    seat = whole_number(began)
    if began is False and others == 1:
        return 1
    if seat is None or not 0 <= seat <= others:
        raise ValueError(f"began {began!r}: True for the player to act, or the seat counted from there, 0 to {others}")
    return seat


def exactly_solved(seats: Seats | None, rules: Rules) -> bool:
    """Whether exact values answer: without scores, and for two players where `solve_race` covers the rules."""
    if seats is None:
        return True
    if len(seats.theirs) > 1:
        return False
    from .race import check_solvable

    try:
        check_solvable(rules)
    except ValueError:
        return False
    return True
