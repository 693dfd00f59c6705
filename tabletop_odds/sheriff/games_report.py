"""Tables of whole games of Sheriff of Nottingham, all simulated: scores and wins by policy. Kings: `king_counts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation
from tabletop_odds.answers import value_frame

from .bag_report import is_solved, lie_penalty
from .lie_odds import TruthElseBluff, lie_probability
from .merchants import bluffer, equilibrium_merchant, honest, opportunist
from .policies import Policy, player
from .rules import Rules, as_rules
from .sheriffs import Sheriff, always, at_rate, bribe_taker, equilibrium_sheriff, never, threshold
from .simulate import SCALE, KernelPlay, ReadPlay, game_play, round_robin

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
RATE = Fraction(3, 10)


def doubting_sheriff() -> Sheriff:
    """Inspects where that gains against a merchant who tells the truth when able and else bluffs every second time.

    >>> [doubting_sheriff().least_bribe(cards, "apple", Rules()) for cards in range(1, 6)]
    [0, 0, 0, 1, 3]
    """

    def lie(cards: int, good: str, rules: Rules) -> float:
        return float(lie_probability(cards, good, TruthElseBluff(Fraction(1, 2)), rules=rules))

    return threshold(lie, lambda cards, good, rules: lie_penalty(rules), "doubts")


def table_policies(rules: Rules | None = None) -> list[Policy]:
    """The policies of the report's whole games, the plain one first; equilibrium players where the game is solved.

    >>> [policy.name for policy in table_policies()][:2]
    ['honest, inspects 30 %', 'bluffer 50 %, inspects 30 %']
    """
    rate = at_rate(RATE)
    found = [
        player(honest(), rate),
        player(bluffer(Fraction(1, 2)), rate),
        player(bluffer(1), rate),
        player(opportunist(), rate),
        player(opportunist(), doubting_sheriff()),
        player(
            bluffer(1, cards=2, bribe=4),
            bribe_taker(4, Fraction(1, 2)),
            name="briber: 2 cards, offers and takes 4 gold",
        ),
    ]
    if is_solved(rules):
        found.append(player(equilibrium_merchant(), equilibrium_sheriff()))
    return found


def sheriff_policies(rules: Rules | None = None) -> list[Policy]:
    """One merchant, who smuggles what contraband the hand happens to hold where that pays, as different Sheriffs.

    >>> [policy.name for policy in sheriff_policies()][1]
    'opportunist, never inspects'
    """
    sheriffs = [at_rate(RATE), never(), at_rate(Fraction(3, 5)), always(), doubting_sheriff()]
    if is_solved(rules):
        sheriffs.append(equilibrium_sheriff())
    return [player(opportunist(), sheriff) for sheriff in sheriffs]


@dataclass(frozen=True, slots=True, eq=False)
class FirstSeats:
    """Games of several policies in the first seat, the same for all: by policy its score, its share of the win, and
    how much more it scores than the first policy."""

    plays: Sequence[KernelPlay | ReadPlay]
    players: int

    def __call__(self, seed: int, start: int, stop: int) -> NDArray[Any]:
        import numpy as np

        games = [np.asarray(play(seed, start, stop)) for play in self.plays]
        scores = [game[:, self.players] for game in games]
        columns = [(score, game[:, 0], score - scores[0]) for score, game in zip(scores, games, strict=True)]
        return np.stack([column for three in columns for column in three], axis=1)


def score_table(
    policies: Sequence[Policy] | None = None,
    n: int = 100_000,
    seed: int = 1,
    rules: Rules | None = None,
    opponents: Policy | None = None,
) -> pd.DataFrame:
    """Scores by policy, each in the first seat in the same n games against the same opponents, the best first.

    `policies`: by default `table_policies`; `opponents`: one policy in all other seats, by default opportunists who
    inspect 30 %. Columns: policy, the mean score as value columns, its quantiles q05, q25, median, q75, q95; win and
    win_error, the share of the win; more and more_error, how much more it scores than the first policy given. Raises
    ValueError as `simulate_games`.

    >>> frame = score_table(n=200)
    >>> bool(frame["value"].is_monotonic_decreasing), len(frame)
    (True, 7)
    """
    rules = as_rules(rules)
    policies = table_policies(rules) if policies is None else list(policies)
    other = player(opportunist(), at_rate(RATE)) if opponents is None else opponents
    plays = [game_play([policy, *[other] * (rules.players - 1)], rules) for policy in policies]
    names = [f"{what} {i}" for i in range(len(plays)) for what in ("score", "win", "more")]
    play = FirstSeats(plays, rules.players)
    run = simulation.run(play, n, seed=seed, measures=names, scale=SCALE, progress=False)
    rows, more = [], []
    for i, policy in enumerate(policies):
        scores, win, gain = run.distribution(f"score {i}"), run[f"win {i}"], run[f"more {i}"]
        rows.append({"policy": policy.name, "value": run[f"score {i}"]})
        more.append(
            {name: scores.quantile(q) for name, q in QUANTILES.items()}
            | {"win": win.value, "win_error": win.standard_error, "more": gain.value, "more_error": gain.standard_error}
        )
    frame = value_frame(rows, ["policy"])
    for name in more[0]:
        frame[name] = [row[name] for row in more]
    return frame.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)


def win_rate_table(
    policies: Sequence[Policy] | None = None, n: int = 3_000, seed: int = 1, rules: Rules | None = None
) -> pd.DataFrame:
    """The share of the win of each policy over all tables of others, best first: policy, players, the value columns.

    Every table plays n games in every rotation of the seats. `policies`: by default `table_policies`. Raises ValueError
    as `round_robin`.

    >>> round(float(win_rate_table(n=10)["value"].mean()), 6)
    0.25
    """
    rules = as_rules(rules)
    found = round_robin(policies or table_policies(rules), n, seed=seed, rules=rules, progress=False)
    frame = found.ranking_frame()
    frame.insert(1, "players", rules.players)
    return frame
