"""Tables of simulated games of Roo: policies alone, and against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tabletop_odds import simulation
from tabletop_odds.answers import Value, value_frame

from .policies import Policy, named_policies, two_turn_lookahead
from .rules import Rules, as_rules
from .simulate import game_play, measures, round_robin

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.simulation import Play, Results, Run

TURNS = 20  # that a curve of completion shows, unless the rules end the game before
FEW, OF_MANY = 200, 500  # games of a policy that looks two turns ahead, at least, and one in so many


@dataclass(frozen=True, slots=True)
class Completions:
    """Games alone with one more measure: the turn in which they were completed, or one number beyond all."""

    play: Play
    never: int

    def __call__(self, seed: int, start: int, stop: int) -> Results:
        """One row a game, one column a measure."""
        import numpy as np

        rows = np.asarray(self.play(seed, start, stop))
        complete, turns = (rows[:, measures(1).index(name)] for name in ("complete", "turns"))
        return np.column_stack([rows, np.where(complete, turns, self.never)])


def policies_alone() -> tuple[Policy, ...]:
    """The named policies that differ where nobody else races.

    >>> [policy.name for policy in policies_alone()]
    ['random', 'greedy racer', 'unloader', 'two-turn lookahead']
    """
    return named_policies()[:4]


def few(policy: Policy, n: int) -> int:
    """How many games of a policy are played where n are asked for: fewer of one that looks two turns ahead.

    >>> from tabletop_odds.roo.policies import greedy_racer
    >>> few(greedy_racer(), 100_000), few(two_turn_lookahead(), 100_000), few(two_turn_lookahead(), 50)
    (100000, 200, 50)
    """
    return min(n, max(FEW, n // OF_MANY)) if policy == two_turn_lookahead() else n


def completion_table(
    policies: Sequence[Policy] | None = None, rules: Rules | None = None, n: int = 20_000, seed: int = 1
) -> pd.DataFrame:
    """The chance to be complete alone by each turn, 0 to 20: policy, turns, and the share of games as value columns.

    n games a policy, the same for all, as `few` says; `policies=None` are the named ones. Raises ValueError as
    `game_play`.

    >>> frame = completion_table(policies_alone()[1:2], n=100)
    >>> frame.query("turns == 2")["value"].tolist()
    [0.0]
    """
    rules = as_rules(rules)
    rows: list[dict[str, Any]] = []
    for policy in policies_alone() if policies is None else policies:
        run, done = _alone(policy, rules, few(policy, n), seed), 0
        games = run.histograms[-1]
        for turns in range(min(TURNS, rules.max_rounds) + 1):
            done += games.get(turns, 0)
            rows.append({"policy": policy.name, "turns": turns, "value": Value.from_rate(done, run.n, seed)})
    return value_frame(rows, ["policy", "turns"])


def alone_table(
    policies: Sequence[Policy] | None = None, rules: Rules | None = None, n: int = 20_000, seed: int = 1
) -> pd.DataFrame:
    """Policies alone, most completed games first: policy, the share of them as value columns, penalty and penalty_error
    (the mean at the end of all games).

    The games are those of `completion_table`, and so is what is raised.

    >>> frame = alone_table(n=50)
    >>> frame["policy"].iloc[0], len(frame)
    ('greedy racer', 4)
    """
    rules = as_rules(rules)
    taking = policies_alone() if policies is None else policies
    runs = {policy.name: _alone(policy, rules, few(policy, n), seed) for policy in taking}
    frame = value_frame([{"policy": name, "value": run.rate("complete")} for name, run in runs.items()], ["policy"])
    points = [run["penalty"] for run in runs.values()]
    frame["penalty"], frame["penalty_error"] = [x.value for x in points], [x.standard_error for x in points]
    return frame.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)


@lru_cache(maxsize=16)
def _alone(policy: Policy, rules: Rules, n: int, seed: int) -> Run:
    """Games alone with `measures(1)` and, last, the turn in which they were completed."""
    rules = replace(rules, players=1)
    play = Completions(game_play([policy], rules), rules.max_rounds + 1)
    return simulation.run(play, n, seed=seed, measures=[*measures(1), "completed"], progress=False)


def win_rate_table(rules: Rules | None = None, n: int = 20_000, seed: int = 1) -> pd.DataFrame:
    """The named policies against each other, best first: policy, players, versus, and the share of the win as value
    columns.

    Every two play n games in either seat; of three and four players each table plays every rotation, and a policy has
    its mean over all tables. Who looks two turns ahead plays as many games as `few` says, against each of the others,
    or of three and four players against the best. Raises ValueError for one player.

    >>> win_rate_table(n=5)["versus"].nunique()
    5
    """
    import pandas as pd

    rules, slow = as_rules(rules), two_turn_lookahead()
    if rules.players == 1:
        raise ValueError("players=1: nobody to win against; see alone_table")
    fast = [policy for policy in named_policies() if policy != slow]
    games, pairs = few(slow, n), rules.players == 2
    everybody = round_robin(fast, n, seed=seed, rules=rules, progress=False)
    ranked = sorted(fast, key=lambda policy: [name for name, _ in everybody.ranking].index(policy.name))
    frames = [everybody.to_frame() if pairs else everybody.ranking_frame().assign(versus="all others")]
    for others in [[other] for other in ranked] if pairs else [ranked[: rules.players - 1]]:
        rows = round_robin([slow, *others], games, seed=seed, rules=rules, progress=False).to_frame()
        frames.append(rows if pairs else rows[rows["policy"] == slow.name].assign(versus="the best others"))
    frame = pd.concat(frames, ignore_index=True)
    frame.insert(1, "players", rules.players)
    frame.insert(2, "versus", frame.pop("versus"))
    means = frame.groupby("policy")["value"].mean()
    order = sorted(means.index, key=lambda name: -means[name])
    place = frame["policy"].map(order.index) * len(order)
    place += frame["versus"].map(lambda others: order.index(others) if others in order else 0)
    return frame.iloc[place.argsort(kind="stable")].reset_index(drop=True)
