"""Policies: which of the legal plays of a roll to make.

A policy scores the state after each play, as the player who made it sees it; the highest score is played, of equals the
first in the order of (counts of the player, counts of the other). So anybody can write one:

>>> from tabletop_odds.backgammon.policies import Policy
>>> from tabletop_odds.backgammon.rules import plays
>>> careful = Policy("careful", lambda after: -after.mine.count(1))  # the fewest single checkers
>>> str(careful.chooses(State(), plays(State(), (6, 1))))
'13/7 8/7'

The named heuristics are of one family, `weights.Weights`, or random, and so can be played by a compiled loop as well.
None of them is expert play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .rules import Play, State
from .weights import Weights, fitting

if TYPE_CHECKING:
    from tabletop_odds.streams import Stream

ScoreRule = Callable[[State], float]


@dataclass(frozen=True, slots=True)
class Policy:
    """A named rule for choosing a play: `score(after)` of the state after it, still the mover's view; higher is better.

    `score` None: every play has the same chance.
    """

    name: str
    score: ScoreRule | None

    @property
    def weights(self) -> Weights | None:
        """The weights that the policy plays by; None where its score is any other function."""
        weights = getattr(self.score, "__self__", None)
        return weights if isinstance(weights, Weights) and self.score == weights.score else None

    def chooses(self, state: State, choices: Sequence[Play], luck: Stream | None = None) -> Play:
        """The play that this policy makes of those given; `luck` is what a random one draws from.

        Raises ValueError for a score that is no number, and for a random policy without luck.
        """
        ordered = sorted(choices, key=lambda play: (play.after.mine, play.after.theirs))
        if len(ordered) == 1:
            return ordered[0]
        if self.score is None:
            if luck is None:
                raise ValueError(f"policy {self.name!r}: a random play needs luck, a Stream")
            return ordered[luck.below(len(ordered))]
        return max(ordered, key=lambda play: self._scored(play.after))

    def _scored(self, after: State) -> float:
        score = self.score(after) if self.score is not None else None
        if isinstance(score, str) or not hasattr(score, "__float__") or score != score:
            raise ValueError(f"policy {self.name!r} scored {score!r}: score(after) must return a number")
        return score  # type: ignore[return-value]


def as_policy(policy: object) -> Policy:
    """The policy as it is. Raises ValueError for anything that is no Policy.

    >>> as_policy("evaluator")
    Traceback (most recent call last):
    ...
    ValueError: policy 'evaluator': a Policy is needed, such as evaluator()
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {policy!r}: a Policy is needed, such as evaluator()")
    return policy


def weighted(name: str, weights: Weights) -> Policy:
    """The policy that plays by weights. Raises ValueError for weights that are not whole or not as many as needed.

    >>> from tabletop_odds.backgammon.rules import plays
    >>> bold = weighted("no fear", EVALUATOR._replace(danger=(0,) * 7))
    >>> str(bold.chooses(State(), plays(State(), (2, 1))))
    '8/5'
    """
    if not isinstance(weights, Weights):
        raise ValueError(f"policy {name!r}: weights {weights!r}: a Weights is needed, such as EVALUATOR")
    rows = Weights._make(tuple(row) if isinstance(row, Iterable) else row for row in weights)
    try:
        return Policy(name, fitting(rows).score)
    except ValueError as error:
        raise ValueError(f"policy {name!r}: {error}") from None


_PIPS = tuple(-1000 * point for point in range(1, 26))
PIP_GREEDY = Weights(
    checker=(1_000_000, *_PIPS),
    race=(1_000_000, *_PIPS),
    point=(0,) * 25,
    blot=(0, *(1,) * 24),
    danger=(1,) * 7,
    prime=(0,) * 7,
    closed=(0,) * 7,
)
# A pip is 144 points: 4 for each of the 36 rolls, and `danger` is in quarters. Set by hand, then changed where the
# change won some 100,000 games against the weights as they were.
EVALUATOR = Weights(
    checker=(
        *(166, 0, -200, -360, -480, -620, -770),
        *(-144 * point for point in range(7, 19)),
        *(-166 * point for point in range(19, 26)),
    ),
    race=(*(460, -300, -440, -560, -610, -720, -850), *(-172 * point for point in range(7, 26))),
    point=(
        *(0, 0, 90, 375, 675, 825, 750),
        *(350, 250, 100, 100, 50, 50),
        *(50, 50, 100, 100, 100, 200),
        *(250, 600, 675, 350, 130, 70),
    ),
    blot=(0, *range(28, 16, -1), *(11, 10, 9, 9, 8, 7), *(7, 6, 5, 5, 4, 3)),
    danger=(4, 5, 5, 6, 7, 8, 9),
    prime=(0, 0, 75, 225, 900, 1800, 2900),
    closed=(0, 75, 225, 525, 1050, 1950, 3750),
)


def random_play() -> Policy:
    """Any of the distinct plays, each with the same chance.

    >>> random_play().name
    'random'
    """
    return Policy("random", None)


def pip_greedy() -> Policy:
    """Bears off the most checkers; then leads by the most pips, so it hits whatever sets the other back farthest; then
    leaves the fewest shots (see `weights.shots_at`). Not expert play.

    >>> from tabletop_odds.backgammon.rules import plays
    >>> str(pip_greedy().chooses(State(), plays(State(), (6, 5))))
    '13/2'
    """
    return weighted("pip-greedy", PIP_GREEDY)


def evaluator() -> Policy:
    """Hand-made weights for pips, held points, anchors, primes, shots at blots, checkers on the bar and off.

    Not expert play: it looks no further than its own play, does not weigh gammons, and plans nothing.

    >>> from tabletop_odds.backgammon.rules import plays
    >>> [str(evaluator().chooses(State(), plays(State(), roll))) for roll in ((3, 1), (4, 2), (6, 1))]
    ['8/5 6/5', '8/4 6/4', '13/7 8/7']
    """
    return weighted("evaluator", EVALUATOR)
