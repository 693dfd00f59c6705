"""The rules and the policies of whole games as the flat arrays that `game_kernels` reads."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from . import checks
from .odds import roll_classes
from .offers import piggy_back_value
from .optimal import solve_turn
from .policies import CAP, FARKLE, Policy, tabulate
from .race import check_solvable, solve_race
from .race_policies import RACE, last_turn_of, solved_last_turn, without
from .race_solver import TIES, build, can_bank, distinct_keeps, lowest_score, minimum_steps, statuses
from .rules import PIGGY_BACK_BONUS, Rules, State
from .simulate import class_table, die_thresholds, is_fair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .game_by_rules import Game
    from .game_kernels import Beginning, GameTables
    from .game_race_kernels import BestTurns, Scratch
    from .game_start import Start

MOST_PAIRS, MOST_TABLES = 4_000_000, 4_000
KEPT_POINTS = 2_000  # turn totals below which what a turn is worth is remembered
MOST_KEPT = 200_000_000  # values; memory is taken as turns are met


@lru_cache(maxsize=4)
def game_tables(policies: tuple[Policy, ...], rules: Rules) -> GameTables:
    """Everything that games between these policies need, but for the solved race, which has `best_turns`.

    Raises ValueError for a policy that sees too much to tabulate, and for the optimal race where it is not solved.
    """
    import numpy as np

    from .game_kernels import BLIND, NEVER, SOLVED, GameTables

    step, dice, rows = rules.step, rules.dice, CAP // rules.unit + 1
    first_roll, class_of = class_table(rules)
    moves: list[NDArray[Any]] = []
    first_table, first_key, keys = [], [], np.zeros(0, np.int32)
    for policy in policies:
        if policy == RACE:
            check_solvable(rules)
        first_table.append(len(moves))
        first_key.append(SOLVED if plays_race(policy) else BLIND)
        seen: dict[Hashable, tuple[int, int]] = {} if plays_race(policy) else {None: (0, 0)}
        if policy.sees is not None and not plays_race(policy):
            first_key[-1] = len(keys)
            numbers, seen = views(policy, rules)
            keys = np.concatenate([keys, numbers])
        for mine, theirs in seen.values():
            moves += [_moves(at_scores(policy, mine, theirs), rules, *status) for status in statuses(rules)]
    last_moves, last_chance, last_rows = _last_moves(rules)
    takes = [_takes(rules, n, *status) for status in statuses(rules) for n in range(dice + 1)]
    return GameTables(
        dice=dice,
        fair=is_fair(rules),
        thresholds=np.array(die_thresholds(rules), np.uint64),
        first_roll=first_roll,
        class_of=class_of,
        classes=last_moves.shape[1],
        rows=rows,
        moves=np.concatenate([*moves, last_moves]).ravel(),
        first_table=np.array(first_table),
        first_key=np.array(first_key),
        key_of=keys,
        levels=levels(rules),
        lowest=lowest_score(rules) // step,
        last_row=len(moves) * rows,
        last_rows=last_rows,
        last_chance=last_chance.ravel(),
        takes=np.array([NEVER if limit is None else limit // step for limit in takes]),
        hot_forced=rules.hot_dice == "forced",
        minimum=np.array([minimum_steps(rules, opened) for opened in (False, True)]),
        target=rules.target // step,
        end=("sudden_death", "last_turn", "equal_turns").index(rules.end),
        tie=("shared", "first", "last").index(rules.tie),
        exact=rules.exact_target,
        statuses=len(statuses(rules)),
        counts=1 if rules.three_farkles is None else 3,
        penalty=(rules.three_farkles or 0) // step,
        below_zero=rules.below_zero,
        piggy_back=rules.piggy_back is not None,
        bonus=PIGGY_BACK_BONUS // step if rules.piggy_back == "bonus" else -1,
        unit=rules.unit // step,
    )


def plays_race(policy: Policy) -> bool:
    """Whether a policy is the solved race, which is too large to tabulate."""
    return policy.sees is RACE.sees


@lru_cache(maxsize=2)
def best_turns(rules: Rules) -> BestTurns:
    """The solved race of two as the kernel reads it, for games under `rules`; what it learns there is kept.

    Raises ValueError for rules that `solve_race` does not cover even without piggy-back and teams.
    """
    import numpy as np

    from .game_race_kernels import BestTurns

    plain = without(rules)
    solution, step = solve_race(plain), plain.step
    if step != rules.step:
        raise ValueError(
            f"piggy_back={rules.piggy_back!r}: the race is solved in steps of {step}, no steps of the game"
        )
    race, keeps, offers = build(plain, solution.last, solution.hot), distinct_keeps(plain), _offers(rules)
    turns = len(race.order) * race.levels**2
    rows = min(KEPT_POINTS // step, MOST_KEPT // (turns * (rules.dice + 2)))
    return BestTurns(
        race=race,
        first_class=np.array(keeps.first_class),
        first_option=np.array(keeps.first_option),
        points=np.array(keeps.points),
        column=np.array(keeps.column),
        start=np.array(solution.start, np.uint32),
        firsts=np.array(solution.firsts),
        first_keep=np.array([0, *accumulate(map(len, offers))]),
        keep_points=np.array([points for offer in offers for points, _ in offer]),
        keep_column=np.array([column for offer in offers for _, column in offer]),
        known=np.zeros(turns * rows * (rules.dice + 2)),
        rows=rows,
    )


def scratch_for(best: BestTurns) -> Scratch:
    """Room for one thread to solve a turn in."""
    import numpy as np

    from .game_race_kernels import Scratch

    race = best.race
    rows = 2 * race.levels + 2 * race.ends + race.reach + int(max(race.minimum)) + 2
    cells = rows * (race.dice + 2)
    forced, value, rolled = np.zeros(cells, np.int64), np.zeros(cells), np.zeros(cells)
    return Scratch(np.zeros(rows), np.ones(rows), forced, value, rolled, np.full(2, -1))


def _offers(rules: Rules) -> list[list[tuple[int, int]]]:
    """What each roll class offers, as (points in steps, column): nothing where it is a farkle."""
    step, offers = rules.step, []
    for n in range(1, rules.dice + 1):
        for _, keeps, again in roll_classes(n, rules):
            offers.append([(keep.points // step, keep.dice_left) for keep in keeps])
            if again:
                offers[-1].append(((rules.nothing_scores or 0) // step, rules.dice + 1))
    return offers


def levels(rules: Rules) -> int:
    """The number of scores below the target that are told apart."""
    return (rules.target - lowest_score(rules)) // rules.step


def views(policy: Policy, rules: Rules) -> tuple[NDArray[Any], dict[Hashable, tuple[int, int]]]:
    """What a policy sees of the scores: the number of the view for each pair, and a pair for each view."""
    import numpy as np

    assert policy.sees is not None
    count, step, lowest = levels(rules), rules.step, lowest_score(rules)
    if count**2 > MOST_PAIRS:
        raise ValueError(f"policy {policy.name!r} looks at the scores: {count**2:,} pairs are too many for tables")
    scores = [lowest + level * step for level in range(count)]
    number: dict[Hashable, int] = {}
    first: dict[Hashable, tuple[int, int]] = {}
    numbers = np.empty(count**2, np.int32)
    for i, pair in enumerate((mine, theirs) for mine in scores for theirs in scores):
        view = policy.sees(*pair, rules)
        if view not in number:
            number[view], first[view] = len(number), pair
            if len(number) * len(statuses(rules)) > MOST_TABLES:
                raise ValueError(f"policy {policy.name!r} tells more than {MOST_TABLES:,} situations apart")
        numbers[i] = number[view]
    return numbers, first


def at_scores(policy: Policy, mine: int, theirs: int) -> Policy:
    """The policy as it plays at these scores, as one that needs not be told them."""
    if policy.sees is None:
        return policy

    def told(state: State) -> State:
        return replace(state, mine=mine, theirs=theirs)

    return Policy(
        policy.name,
        lambda state, rules: policy.roll(told(state), rules),
        lambda state, keeps, rules: policy.keep(told(state), keeps, rules),
    )


def _moves(policy: Policy, rules: Rules, opened: bool, farkles: int) -> NDArray[Any]:
    """The moves of a policy, by turn total (in scoring units) and roll class."""
    import numpy as np

    from .game_race_kernels import LOST

    table, dice = tabulate(policy, rules, opened, farkles), rules.dice
    shape = table.rows, table.classes
    points = np.array(table.points).reshape(shape)
    column = np.array(table.column).reshape(shape)
    rolls = np.zeros((table.rows, FARKLE + 1), bool)
    rolls[:, : dice + 1] = np.array(table.rolls).reshape(table.rows, dice + 1)
    rolls[:, dice + 1] = True
    after = np.minimum(np.arange(table.rows)[:, None] + points, table.rows - 1)
    ends = ~rolls[after, column]
    column = np.where(column == FARKLE, LOST, column)
    points = points * (rules.unit // rules.step)
    moves: NDArray[Any] = points << 5 | column << 1 | ends
    return moves.astype(np.int32)


@lru_cache(maxsize=16)
def _last_moves(rules: Rules) -> tuple[NDArray[Any], NDArray[Any], int]:
    """The moves of the last turn by row and roll class, the chance to win by row and dice, and the rows a kind has.

    Row 0 is ahead; then those 0, 1, ... steps short of a tie; then those short of enough.
    """
    import numpy as np

    from .game_race_kernels import LOST

    dice, last = rules.dice, solved_last_turn(rules)
    rows = last.rows + max(distinct_keeps(rules).points) + 1  # the last is further behind than any roll can tell
    far = np.minimum(np.arange(rows), last.rows - 1)
    kinds = [
        np.array(table).reshape(last.rows, dice + 2)[::-1][far] for table in (last.short, last.enough or last.short)
    ]
    rolls = np.concatenate([np.zeros((1, dice + 2)), *kinds])
    sure = last_turn_of(State(mine=0, theirs=0), rules)
    rolls[0, 1:-1] = [sure.roll_value(checks.MOST, n) for n in range(1, dice + 1)]
    rolls[:, dice + 1] = rolls[:, dice]
    banked = np.zeros((len(rolls), 1))
    banked[[0, 1, 1 + rows], 0] = 1.0, TIES[rules.tie], 1.0
    free = np.array([can_bank(column, rules) for column in range(dice + 2)])
    worth = np.where(free, np.maximum(banked, rolls), rolls)
    ends = free & (banked >= rolls) & (banked > 0)
    worth[:, 0], ends[:, 0] = 1.0, True
    short = np.concatenate([[-1], np.arange(rows), np.arange(rows)])
    kind = np.repeat([0, 0, rows], [1, rows, rows])
    found = []
    for offer in _offers(rules):
        if not offer:
            found.append(np.full(len(short), LOST << 1 | 1))
            continue
        points, column = np.array(offer).T
        left = short[:, None] - points
        row = np.where(left < 0, 0, 1 + kind[:, None] + left)
        best = worth[row, column].argmax(axis=1)
        after = row[np.arange(len(row)), best]
        found.append(points[best] << 5 | column[best] << 1 | ends[after, column[best]])
    return np.stack(found, axis=1).astype(np.int32), rolls, rows


def _takes(rules: Rules, n: int, opened: bool, farkles: int) -> int | None:
    """The least turn total with which n dice are taken over; None where they never are."""
    if rules.piggy_back is None or n == 0:
        return None
    fresh = solve_turn(rules).roll_value(State(0, rules.dice, opened, farkles))
    low, high = 0, checks.MOST // rules.unit

    def better(t: int) -> bool:
        return piggy_back_value(t * rules.unit, n, rules, opened=opened, farkles=farkles).value > fresh

    if not better(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if better(middle) else (middle + 1, high)
    return low * rules.unit


def beginning(now: Game, start: Start, rolls: bool) -> Beginning:
    """The position that games start from, as arrays."""
    import numpy as np

    from .game_kernels import Beginning

    step = now.rules.step
    return Beginning(
        side=np.array(now.side),
        score=np.array(now.score) // step,
        reached=np.array(now.reached),
        opened=np.array(now.opened, np.int64),
        farkles=np.array(now.farkles),
        began=now.began,
        last=-1 if now.last is None else now.last,
        total=start.turn_total // step,
        dice=start.dice_left or now.rules.dice,
        rolls=rolls,
    )
