"""Can't Stop's exact figures held against rolled dice, climbs of one column, and whole games on small boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds import dice
from tabletop_odds.verify import Check, mean, rate

from .columns import expected_turns_to_top, top_probability
from .odds import bust_probability, offer_probability, pairing_probability
from .optimal import expected_turns, optimal_play, win_probability
from .rules import Rules
from .simulate import simulate_alone, simulate_games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TRIPLES = ((6, 7, 8), (4, 6, 8), (2, 7, 12), (2, 3, 12))
PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
COLUMN, BEGIN = 7, 7  # of 13 spaces


def checks(n: int, seed: int) -> list[Check]:
    """The checks of n rolls of four dice, n climbs of column 7, and n games on each of four small boards.

    n and seed are those that `verify.check_run` takes.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    return [*_roll_checks(n, seed, rng), *_column_checks(n, seed, rng), *_board_checks(n, seed)]


def _sums(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The sums of both pairs in each of the three pairings: (n, 3, 2)."""
    import numpy as np

    rolls = dice.roll(n, 4, rng=rng).astype(np.int64)
    return np.stack([np.stack([rolls[:, pair].sum(axis=1) for pair in pairing], 1) for pairing in PAIRINGS], 1)


def _roll_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    import numpy as np

    sums = _sums(n, rng)
    found = []
    for columns in TRIPLES:
        bust = ~np.isin(sums, columns).any(axis=(1, 2))
        name = f"bust with runners on {' '.join(map(str, columns))}"
        found.append(rate(name, bust_probability(columns), float(bust.mean()), n, seed))
    offers = {column: (sums == column).any(axis=(1, 2)) for column in (6, 8)}
    ordered = np.sort(sums, axis=2)
    paired = ((ordered[:, :, 0] == 6) & (ordered[:, :, 1] == 8)).any(axis=1)
    both = offers[6] & offers[8]
    return [
        *found,
        rate("6 on offer", offer_probability((6,)), float(offers[6].mean()), n, seed),
        rate("6 and 8 on offer", offer_probability((6, 8)), float(both.mean()), n, seed),
        rate("6 and 8 in one pairing", pairing_probability(6, 8), float(paired.mean()), n, seed),
    ]


def _column_checks(n: int, seed: int, rng: np.random.Generator) -> list[Check]:
    """A column climbed while all others are closed, so that nothing is to be chosen but when to stop."""
    import numpy as np

    rules = Rules()
    top, closed = rules.length(COLUMN), [other for other in rules.columns if other != COLUMN]
    to_come = [float(expected_turns_to_top(COLUMN, space, rules, closed)) for space in range(top)]
    begin = np.full(n, BEGIN)
    topped = _after_turn(begin, np.zeros((top, top), bool), rng) == top
    spaces, turns, stops = begin.copy(), np.zeros(n, np.int64), _stops(to_come)
    while (playing := np.flatnonzero(spaces < top)).size:
        spaces[playing] = _after_turn(spaces[playing], stops, rng)
        turns[playing] += 1
    chance, where = top_probability(COLUMN, BEGIN, rules, closed), f"{COLUMN} from space {BEGIN}, all others closed"
    return [
        rate(f"top of {where}, in one turn", chance, float(topped.mean()), n, seed),
        mean(f"turns to the top of {where}", to_come[BEGIN], turns, seed),
    ]


def _after_turn(begin: NDArray[np.int64], stops: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Where markers in the column are after a turn; it stops at the top, and where `stops[begin, space]` says so."""
    import numpy as np

    top, spaces, going = len(stops), begin.copy(), np.arange(len(begin))
    while going.size:
        steps = (_sums(len(going), rng) == COLUMN).sum(axis=2).max(axis=1)
        bust = going[steps == 0]
        spaces[bust] = begin[bust]
        going, steps = going[steps > 0], steps[steps > 0]
        spaces[going] = np.minimum(spaces[going] + steps, top)
        going = going[spaces[going] < top]
        going = going[~stops[begin[going], spaces[going]]]
    return spaces


def _stops(to_come: list[float]) -> NDArray[np.bool_]:
    """By the space a turn began from and that of the runner: whether stopping leaves no more turns than rolling on."""
    import numpy as np

    top = len(to_come)
    two = float(pairing_probability(COLUMN, COLUMN))
    one = float(offer_probability((COLUMN,))) - two
    stops = np.zeros((top, top), bool)
    for begin in range(top):
        left = [0.0] * (top + 2)  # turns to come after this one, by the runner's space
        for space in reversed(range(begin + 1, top)):
            rolled = one * left[space + 1] + two * left[space + 2] + (1 - one - two) * to_come[begin]
            stops[begin, space] = to_come[space] <= rolled
            left[space] = min(to_come[space], rolled)
    return stops


def _board_checks(n: int, seed: int) -> list[Check]:
    """Boards small enough to be solved, played best from the start."""
    found = []
    for rules in (Rules.small(2, 2), Rules.small(3, 1)):
        run = simulate_alone(optimal_play(rules), n, seed=seed, rules=rules)
        found.append(
            Check(f"turns alone, columns of {_lengths(rules)}", float(expected_turns(rules=rules)), run["turns"])
        )
    for rules in (Rules.small(2, 1, players=2, columns_to_win=2), Rules.small(3, 1, players=2)):
        run = simulate_games([optimal_play(rules)] * 2, n, seed=seed, rules=rules)
        name = f"win of who begins, columns of {_lengths(rules)}"
        found.append(rate(name, win_probability(rules=rules), run["win_1"].value, n, seed))
    return found


def _lengths(rules: Rules) -> str:
    return f"{' '.join(map(str, rules.column_lengths))}, {rules.columns_to_win} to win"
