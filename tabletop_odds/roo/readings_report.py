"""What each reading of Roo's rules does to the game: every option alone, changed from the default (R1 to R14).

Skill is measured as one greedy racer among players who act at random; the default's aim is tested by one unloader
among greedy racers, who should not win by never racing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_odds import simulation
from tabletop_odds.answers import Value, value_frame

from .completable import completable_share
from .first_odds import deal_race_odds
from .odds import deal_turns_distribution, race_law_holds
from .policies import Policy, greedy_racer, random_play, unloader
from .rules import Rules
from .simulate import game_play, scale, simulate_alone, simulate_games

if TYPE_CHECKING:
    import pandas as pd

    from tabletop_odds.simulation import Play, Results

CORNER, CORNERS, MIDDLE = ((0, 0), (1, 3), (3, 2)), ((0, 0), (0, 3), (3, 0)), ((1, 1), (1, 2), (2, 1))
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "R1": {f"targets {word}": {"targets": word} for word in ("literal", "home", "rotated")},
    "R2": {
        "entry free": {"entry": "free"},
        "entry origin": {"entry": "origin"},
        "no slides": {"slide": False},
    },
    "R4": {"jumping": {"jump": True}},
    "R5": {
        "a corner a target": {"target_cells": CORNER},
        "three corners": {"target_cells": CORNERS},
        "three middle cells": {"target_cells": MIDDLE},
        "targets side by side": {"target_cells": ((0, 1), (0, 2), (1, 3))},
    },
    "R6": {f"layout {word}": {"layout": word} for word in ("latin", "quadrants")},
    "R7": {"discard only stuck": {"discard": "only_stuck"}},
    "R8": {"lowest wins": {"winner": "lowest"}},
    "R9": {"ends at once": {"finish_round": False}},
    "R10": {f"pile {word}": {"pile_out": word} for word in ("own_only", "all", "reshuffle")},
    "R11": {"stop optional": {"stop": "optional"}},
    "R12": {f"{limit} rounds": {"max_rounds": limit} for limit in (10, 20)},
    "R13": {"hand of 5 at most": {"hand_limit": 5}},
    "R14": {"three players": {"players": 3}, "four players": {"players": 4}},
}
SHARES = ("first player", "against random", "unloader")  # of the win


class Reading(NamedTuple):
    """One reading of one contradiction, the rest by default: its number, a name, and the rules."""

    question: str
    name: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class OneAmong:
    """Games of one policy among others, once in every seat: its shares of the win, summed over the seats."""

    plays: Sequence[Play]

    def __call__(self, seed: int, start: int, stop: int) -> Results:
        """One row a game, one column."""
        import numpy as np

        shares = [np.asarray(play(seed, start, stop))[:, seat] for seat, play in enumerate(self.plays)]
        total: Results = np.sum(shares, axis=0)
        return total[:, None]


def readings() -> tuple[Reading, ...]:
    """The default, and every other reading of each contradiction alone.

    >>> len(readings()), readings()[1].name
    (26, 'targets literal')
    """
    found = [Reading("", "default", Rules())]
    for question, options in CHANGES.items():
        found += [Reading(question, name, Rules(**changes)) for name, changes in options.items()]
    return tuple(found)


def win_among(policy: Policy, others: Policy, rules: Rules, n: int, seed: int) -> Value:
    """The share of the win of one policy among others who all play the same: the mean of all seats, n games in each.

    >>> win_among(greedy_racer(), random_play(), Rules(), 100, seed=1).value > 0.7
    True
    """
    seats = range(rules.players)
    plays = [game_play([policy if s == seat else others for s in seats], rules) for seat in seats]
    whole = scale(rules.players) * rules.players
    return simulation.run(OneAmong(plays), n, seed=seed, measures=["win"], scale=whole, progress=False)["win"]


def reading_measures(rules: Rules, n: int, seed: int) -> dict[str, Value]:
    """What is measured of a reading, for two players or more.

    "impossible": the share of deals that cannot be completed, exact; "completed": of games alone, by a greedy racer;
    of greedy racers together "rounds": the mean number, "by pile", "by limit": the share of games that end so, nobody
    complete, and "first player": the share of the win; "against random": that of one greedy racer among players who act
    at random; "unloader": that of one unloader among greedy racers.

    >>> found = reading_measures(Rules(targets="literal"), 50, seed=1)
    >>> found["rounds"].value, found["impossible"].value
    (1.0, 0.0)
    """
    return simulated_measures(rules, n, seed) | exact_measures(rules)


def simulated_measures(rules: Rules, n: int, seed: int) -> dict[str, Value]:
    """The measures of `reading_measures`, all of them simulated but the first.

    >>> simulated_measures(Rules(targets="rotated"), 50, seed=1)["completed"].value
    1.0
    """
    racer = greedy_racer()
    alone = simulate_alone(racer, n, seed=seed, rules=rules, progress=False)
    together = simulate_games([racer] * rules.players, n, seed=seed, rules=rules, progress=False)
    return {
        "impossible": Value.exactly(1 - completable_share(rules)),
        "completed": alone.rate("complete"),
        "rounds": together["rounds"],
        "by pile": _rate(together, "by_pile"),
        "by limit": _rate(together, "by_rounds"),
        "first player": together["win_1"],
        "against random": win_among(racer, random_play(), rules, n, seed),
        "unloader": win_among(unloader(), racer, rules, n, seed),
    }


def _rate(run: simulation.Run, measure: str) -> Value:
    """The share of games in which a measure was 1, with its Wilson interval."""
    return Value.from_rate(round(run[measure].value * run.n), run.n, run.seed)


def exact_measures(rules: Rules) -> dict[str, Value]:
    """Those of `reading_measures` that the race law gives; none where it does not hold.

    >>> exact_measures(Rules())["completed"], exact_measures(Rules(entry="origin"))
    (0.8125 exact, {})
    """
    if not race_law_holds(rules) or rules.pile_out in ("own_only", "all"):
        return {}
    odds, turns = deal_race_odds(rules), deal_turns_distribution(rules)
    found = {
        "completed": 1 - turns.fraction("above"),
        "rounds": Fraction(odds.rounds.expect(lambda rounds: rounds)),
        "first player": odds.win[0],
    }
    if rules.pile_out == "reshuffle":
        found |= {"by pile": Fraction(0), "by limit": odds.pile_out}
    elif turns.cap is not None and rules.max_rounds > turns.cap:  # the pile is out before
        found |= {"by pile": odds.pile_out, "by limit": Fraction(0)}
    return {measure: Value.exactly(chance) for measure, chance in found.items()}


def readings_table(n: int = 2_000, seed: int = 1, chosen: Sequence[Reading] | None = None) -> pd.DataFrame:
    """What each reading does: question, reading, measure, unit ("%" or "rounds"), even (of a share of the win: the even
    share, else missing), and the value columns, as `reading_measures`; n games each, the same for all.

    `chosen=None` are all `readings()`.

    >>> readings_table(20, 1, readings()[:1])["measure"].tolist()[:3]
    ['impossible', 'completed', 'rounds']
    """
    rows: list[dict[str, Any]] = []
    for question, name, rules in readings() if chosen is None else chosen:
        for measure, value in reading_measures(rules, n, seed).items():
            unit, share = ("rounds" if measure == "rounds" else "%"), measure in SHARES
            even = 1 / rules.players if share else None
            row = {"question": question, "reading": name, "measure": measure, "unit": unit, "even": even}
            rows.append(row | {"value": value})
    keys = ["question", "reading", "measure", "unit", "even"]
    return value_frame(rows, keys).astype({"even": float})
