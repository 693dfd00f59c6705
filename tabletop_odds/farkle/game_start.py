"""Where a game starts: at nothing, or at a position from which it is played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop_odds.settings import whole_number

from . import checks
from .policies import Policy, as_policy
from .rules import Rules, State, must_roll

FEWEST, MOST = 2, 8  # players


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A position to start from. Seat 0 is to act.

    `scores` by seat, equal within a team; `opened` (by default: has points) and `farkles` in a row, by seat. The first
    turn has `turn_total` points and `dice_left` dice (by default all) at its start, and `action` says what it begins
    with: "roll", "bank", or None: as the policy decides. `reached`: the seat that reached the target, so that this is
    a last turn (by default: the one that stands there); `began`: the seat that began the round.
    """

    scores: tuple[int, ...]
    opened: tuple[bool, ...] | None = None
    farkles: tuple[int, ...] | None = None
    turn_total: int = 0
    dice_left: int | None = None
    action: str | None = None
    reached: int | None = None
    began: int = 0


def sides(players: int, rules: Rules) -> tuple[int, ...]:
    """The side of each seat: its team, or where there are none itself."""
    if rules.teams is None:
        return tuple(range(players))
    return tuple(next(i for i, team in enumerate(rules.teams) if seat in team) for seat in range(players))


def check_policies(policies: Sequence[Policy]) -> tuple[Policy, ...]:
    """The policies as a tuple; ValueError unless they are policies."""
    if isinstance(policies, Policy):
        raise ValueError(f"policies {policies.name!r}: a list of policies is needed, one a player")
    return tuple(as_policy(policy) for policy in policies)


def check_players(policies: Sequence[object], rules: Rules) -> int:
    """The number of players; ValueError unless there is one policy a seat, and the teams are teams of these seats."""
    players = len(policies)
    if not FEWEST <= players <= MOST:
        raise ValueError(f"{players} policies: one a player is needed, and Farkle has {FEWEST} to {MOST} players")
    if rules.teams is not None and sum(map(len, rules.teams)) != players:
        raise ValueError(f"teams={rules.teams!r}: no partition of the seats of {players} players")
    return players


def checked(start: Start | None, players: int, rules: Rules) -> Start:
    """The position with nothing left out; ValueError where no game can stand so."""
    start = start or Start(scores=(0,) * players)
    count = 0 if rules.three_farkles is None else 2
    scores = tuple(_score(score, rules) for score in _by_seat("scores", start.scores, players))
    for seat, side in enumerate(sides(players, rules)):
        first = sides(players, rules).index(side)
        if scores[seat] != scores[first]:
            raise ValueError(f"scores {scores}: seats {first} and {seat} are a team, which has one score")
    opened = start.opened or tuple(rules.opening is None or score > 0 for score in scores)
    farkles = _by_seat("farkles", start.farkles or (0,) * players, players)
    for number in farkles:
        if whole_number(number) is None or not 0 <= number <= count:
            raise ValueError(f"farkles {number!r}: allowed are 0 to {count} in a row under these rules")
    opened = tuple(map(bool, _by_seat("opened", opened, players)))
    for score, has in zip(scores, opened, strict=True):
        if score > 0 and not (has or rules.teams or rules.exact_target):  # there, points come from others too
            raise ValueError(f"score {score:,}: who has points has opened (opening={rules.opening:,})")
        if not has and rules.opening is None:
            raise ValueError("opened False: these rules have no opening threshold (opening=None)")
    if whole_number(start.began) is None or not 0 <= start.began < players:
        raise ValueError(f"began={start.began!r}: the seat that began the round, 0 to {players - 1}")
    total = checks.check_turn_total(start.turn_total)
    dice = checks.check_dice_left(start.dice_left or rules.dice, rules)
    if total % rules.unit:
        raise ValueError(f"turn total {total:,}: no multiple of {rules.unit}, the scoring unit of these rules")
    return replace(
        start,
        scores=scores,
        opened=opened,
        farkles=farkles,
        turn_total=total,
        dice_left=dice,
        action=_action(start.action, State(total, dice, opened[0]), rules),
        reached=_reached(start.reached, scores, rules),
    )


def _by_seat(name: str, given: Sequence[int], players: int) -> tuple[int, ...]:
    if len(given) != players:
        raise ValueError(f"{name} {given!r}: one a seat is needed, {players} in all")
    return tuple(given)


def _score(given: object, rules: Rules) -> int:
    score, lowest = whole_number(given), -checks.MOST if rules.three_farkles and rules.below_zero else 0
    if score is None or not lowest <= score <= checks.MOST:
        raise ValueError(f"score {given!r}: allowed are whole numbers from {lowest:,} to {checks.MOST:,}")
    if score % rules.step:
        raise ValueError(f"score {score:,}: scores are multiples of {rules.step} under these rules")
    return score


def _action(action: str | None, state: State, rules: Rules) -> str | None:
    if action not in (None, "roll", "bank"):
        raise ValueError(f'action {action!r}: allowed are "roll", "bank", or None')
    forced = must_roll(state, rules)
    if action == "bank" and forced:
        raise ValueError(f'action "bank": {forced}')
    return "roll" if forced else action


def _reached(reached: int | None, scores: tuple[int, ...], rules: Rules) -> int | None:
    """The seat that reached the target, None where nobody has."""
    there = [seat for seat, score in enumerate(scores) if score >= rules.target]
    if there and (rules.exact_target or rules.end == "sudden_death"):
        raise ValueError(f"scores {scores}: the target {rules.target:,} is reached, so the game is over")
    if reached is None and len(there) > 1:
        raise ValueError(f"scores {scores}: more than one has reached {rules.target:,}; reached= says who was first")
    if reached is not None and reached not in there:
        raise ValueError(f"reached={reached!r}: that seat does not stand at {rules.target:,} or above")
    if reached == 0 or there == [0]:
        raise ValueError(f"scores {scores}: seat 0 has reached the target {rules.target:,}, and has no turn left")
    return there[0] if reached is None and there else reached
