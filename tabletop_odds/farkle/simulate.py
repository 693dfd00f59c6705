"""Turns played out: one that can be read, and millions through a compiled loop, with the same dice.

`play_turn` is the rules in the order of play; `simulate_turns` runs the same loop in `kernels.play_turns`,
which reads tables instead: the policy's decisions (`policies.tabulate`) and the class of each ordered roll.
Both draw alike, so that they can be compared turn by turn. Fair dice: one uniform number below 6**n is an
ordered roll of n dice. Loaded dice: one word a die. Turn i of a seed has its own stream, that of game i, seat
0, turn 0: two policies meet the same luck, roll for roll while they decide alike, and few turns tell them
apart.

For one turn `turns.turn_distribution` is exact; this is its check.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import simulation
from tabletop_odds.answers import Comparison, Value
from tabletop_odds.dice import ordered_roll
from tabletop_odds.precision import Precision
from tabletop_odds.reduction import Control
from tabletop_odds.streams import Stream, face_thresholds

from .checks import check_turn
from .luck import luck_table
from .odds import roll_classes
from .policies import Policy, tabulate
from .rules import Rules, State, as_rules, keeps, rolls_again
from .scoring import FACES, code_of, keeps_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .kernels import PlayTables

MEASURES = ("turn_total", "farkle", "rolls")
MOST_ROLLS = 10_000  # a turn that is longer is taken to have no end


class TurnRecord(NamedTuple):
    """One turn: the total banked (0 after a farkle), the number of rolls, and 1 for a farkle, else 0.

    `rows` holds (roll, dice kept) in order of play; nothing is kept from a roll in which nothing scores.
    """

    turn_total: int
    rolls: int
    farkle: int
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def play_turn(
    policy: Policy, rules: Rules | None = None, *, stream: Stream, opened: bool = True, farkles: int = 0
) -> TurnRecord:
    """Play one turn, roll by roll, with the luck of `stream`.

    `opened` and `farkles` are the player's: opened already or not, turns in a row that were farkles. A
    penalty for farkles is no part of the turn. Raises ValueError for farkles that the rules do not count, for a keep
    that is not on offer, and for a turn of more than 10,000 rolls.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> turn = play_turn(bank_at(300), stream=Stream.of(seed=1, game=0))
    >>> turn.turn_total, turn.rows[0]
    (300, ((6, 2, 2, 6, 5, 3), (5,)))
    """
    rules = as_rules(rules)
    check_turn(0, rules.dice, farkles, rules)
    state = State(0, rules.dice, opened, farkles)
    rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    while len(rows) < MOST_ROLLS:
        roll = thrown(stream, state.dice_left, rules)
        offers = keeps(roll, rules)
        if offers:
            kept = policy.keeps(state, offers, rules)
            rows.append((roll, kept.dice))
            state = State(state.turn_total + kept.points, kept.dice_left, opened, farkles)
            if kept.dice_left == 0 or not policy.rolls(state, rules):
                return TurnRecord(state.turn_total, len(rows), 0, tuple(rows))
        elif rolls_again(roll, rules):
            rows.append((roll, ()))
            state = State(state.turn_total + (rules.nothing_scores or 0), rules.dice, opened, farkles)
        else:
            rows.append((roll, ()))
            return TurnRecord(0, len(rows), 1, tuple(rows))
    raise endless(policy.name)


def thrown(stream: Stream, n: int, rules: Rules) -> tuple[int, ...]:
    """The faces of n dice, in the order thrown."""
    if is_fair(rules):
        return ordered_roll(stream.below(6**n), n)
    return tuple(1 + stream.face(die_thresholds(rules)) for _ in range(n))


def is_fair(rules: Rules) -> bool:
    return rules.face_weights == (1,) * 6


@lru_cache(maxsize=64)
def die_thresholds(rules: Rules) -> tuple[int, ...]:
    return face_thresholds(rules.face_weights)


def endless(name: str) -> ValueError:
    return ValueError(f"policy {name!r}: a turn of more than {MOST_ROLLS:,} rolls, so it may never end")


@dataclass(frozen=True, slots=True, eq=False)
class TurnPlay:
    """One policy's turns as arrays, for `simulation.run`: the results of games start..stop-1 of a seed.

    Only numbers, so that any joblib backend can send it to another process.
    """

    name: str
    unit: int
    tables: PlayTables
    luck: NDArray[Any]  # of every roll, or empty: see `luck.luck_table`

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        """Rows of (turn total in points, farkle, rolls), and where there is a table of luck that of the turn's rolls.

        Raises ValueError for a turn that does not end.
        """
        import numpy as np

        from .kernels import play_turns

        out = np.empty((len(MEASURES) + (len(self.luck) > 0), stop - start), np.int64)
        play_turns(seed, start, self.tables, self.luck, MOST_ROLLS, out)
        if out[2].min() < 0:
            raise endless(self.name)
        out[0] *= self.unit
        return out.T


def turn_play(
    policy: Policy, rules: Rules | None = None, *, opened: bool = True, farkles: int = 0, less_luck: bool = False
) -> TurnPlay:
    """The play of one turn a game, for `simulation.run` and `simulation.compare`, with MEASURES.

    `less_luck`: and the luck of the turn's rolls, whose mean is 0, as a last column. Raises ValueError for farkles that
    the rules do not count, or a policy that keeps what is not on offer, and as `luck_table`.
    """
    import numpy as np

    from .kernels import PlayTables

    rules = as_rules(rules)
    check_turn(0, rules.dice, farkles, rules)
    table = tabulate(policy, rules, opened, farkles)
    first_roll, class_of = class_table(rules)
    tables = PlayTables(
        dice=rules.dice,
        fair=is_fair(rules),
        thresholds=np.array(die_thresholds(rules), np.uint64),
        first_roll=first_roll,
        class_of=class_of,
        rows=table.rows,
        classes=table.classes,
        rolls=np.array(table.rolls, np.uint8),
        points=np.array(table.points, np.int32),
        column=np.array(table.column, np.uint8),
    )
    luck = luck_table(policy, rules, opened, farkles) if less_luck else np.empty(0, np.int64)
    return TurnPlay(policy.name, rules.unit, tables, luck)


@lru_cache(maxsize=16)
def class_table(rules: Rules) -> tuple[NDArray[Any], NDArray[Any]]:
    """The class of every ordered roll of 1, 2, ... dice, one after another, and where those of n dice begin.

    Classes are numbered as in `policies.tabulate`. The code of a roll is the sum of its dice's codes, so all
    codes of n dice come from those of n - 1 at once, and only the different ones are scored.
    """
    import numpy as np

    faces = np.array([code_of((face,)) for face in FACES])
    codes, first_roll, parts, before = np.zeros(1, np.int64), [0, 0], [], 0
    for n in range(1, rules.dice + 1):
        codes = np.add.outer(codes, faces).ravel()
        number = {c.keeps: before + i for i, c in enumerate(roll_classes(n, rules))}
        before += len(number)
        sets, place = np.unique(codes, return_inverse=True)
        # sets that loaded dice never show have no class, and are never looked up
        found = [number.get(keeps_of(int(code), n, rules), 0) for code in sets]
        parts.append(np.array(found, np.uint16)[place])
        first_roll.append(first_roll[-1] + len(codes))
    return np.array(first_roll), np.concatenate(parts)


def simulate_turns(
    policy: Policy,
    n: int | None = None,
    *,
    seed: int,
    rules: Rules | None = None,
    opened: bool = True,
    farkles: int = 0,
    less_luck: bool = False,
    workers: int | None = None,
    chunk: int | None = None,
    until: Precision | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> simulation.Run:
    """Play n turns: measures "turn_total" (points banked, 0 after a farkle), "farkle" (0 or 1) and "rolls".

    `less_luck`: means leave out how lucky the rolls were by the values of the best turn. For `bank_at(300)` that is
    worth 170 times as many turns, the less the farther a policy is from the best turn; the run prints how many. Rates
    and distributions stay as they are.

    `workers`, `chunk`, `checkpoint`, `until` (in points) and `progress` as in `simulation.run`; the results do
    not depend on how the turns were split. Raises ValueError as `simulation.run` and `turn_play`.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> run = simulate_turns(bank_at(300), 1000, seed=1)
    >>> run["turn_total"].n
    1000
    """
    play = turn_play(policy, rules, opened=opened, farkles=farkles, less_luck=less_luck)
    return simulation.run(
        play,
        n,
        seed=seed,
        measures=MEASURES,
        workers=workers,
        chunk=chunk,
        until=until,
        checkpoint=checkpoint,
        about=simulation.told(rules, [policy]),
        reduction=Control() if less_luck else None,
        progress=progress,
    )


def compare(
    policies: Iterable[Policy],
    n: int,
    *,
    seed: int,
    rules: Rules | None = None,
    opened: bool = True,
    farkles: int = 0,
    workers: int | None = None,
    chunk: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Let policies play the same n turns: points banked a turn, paired differences, exact values beside.

    Points a turn leave out what three farkles in a row cost. Raises ValueError for two policies of one name,
    and as `simulate_turns`.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> result = compare([bank_at(300), bank_at(1000)], 10_000, seed=1)
    >>> result.to_frame().policy[0]
    'bank at 300, keep most'
    """
    rules = as_rules(rules)
    plays: dict[str, TurnPlay] = {}
    exact: dict[str, Value] = {}
    for policy in policies:
        if policy.name in plays:
            raise ValueError(f"policies: two are named {policy.name!r}; names must differ")
        plays[policy.name] = turn_play(policy, rules, opened=opened, farkles=farkles)
        value = _exact(policy, rules, opened, farkles)
        if value is not None:
            exact[policy.name] = value
    return simulation.compare(
        plays,
        n,
        seed=seed,
        measures=MEASURES,
        exact=exact,
        title=f"Points a turn, {rules}",
        workers=workers,
        chunk=chunk,
        checkpoint=checkpoint,
        about=simulation.told(rules, list(plays)),
        progress=progress,
    )


def _exact(policy: Policy, rules: Rules, opened: bool, farkles: int) -> Value | None:
    """The exact mean of what is simulated, where turns end. `turn_value` is the long run, with penalties."""
    from .turns import turn_outcome

    outcome = turn_outcome(policy, rules, opened, farkles)
    return Value.exactly(outcome.mean) if outcome.unended < 1e-15 else None
