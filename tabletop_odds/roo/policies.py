"""Policies: which of the legal actions to take, and whether to stop when complete.

A policy is one or two plain functions, so that anybody can write one:

>>> first = Policy("first", act=lambda state, actions, rules, luck: actions[0])

The five named ones follow here; all but the first leave nothing to luck. Where several actions are as good, the first
in the order of `actions` is taken. What a racer counts - turns left, draws to come, who is first - is in `racing`. All
five are played by a compiled loop as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabletop_odds.streams import Stream

from .ending import penalty
from .moving import PASS, Action, moved
from .racing import is_waiting, outlook_after, race_lost, turns_left
from .rules import Rules
from .state import State, number_of

ActRule = Callable[[State, Sequence[Action], Rules, Stream], Action]
StopRule = Callable[[State, Rules], bool]


@dataclass(frozen=True, slots=True)
class Policy:
    """A named way to play.

    `act(state, actions, rules, luck)` picks one of the legal actions; `luck` is the player's own stream of the turn.
    `stop(state, rules)` is asked where stopping is optional (R11), with the state after the turn; None: always stop.
    """

    name: str
    act: ActRule
    stop: StopRule | None = None

    def acts(self, state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
        """The action that this policy takes. Raises ValueError where it returns one that is not on offer."""
        action = self.act(state, actions, rules, luck)
        if action not in actions:
            offered = ", ".join(map(str, actions))
            raise ValueError(f"policy {self.name!r} chose {action!r}, which is none of the actions: {offered}")
        return action

    def stops(self, state: State, rules: Rules) -> bool:
        """Whether this policy, complete after its turn, stops the game. Raises ValueError where it does not say."""
        if rules.stop == "automatic" or self.stop is None:
            return True
        answer = self.stop(state, rules)
        if isinstance(answer, str) or answer is None:
            raise ValueError(f"policy {self.name!r} answered {answer!r}: stop(state, rules) must say True or False")
        return bool(answer)


def as_policy(policy: object) -> Policy:
    """The policy as it is. Raises ValueError for anything that is no Policy.

    >>> as_policy("racer")
    Traceback (most recent call last):
    ...
    ValueError: policy 'racer': a Policy is needed, such as greedy_racer()
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {policy!r}: a Policy is needed, such as greedy_racer()")
    return policy


def random_play() -> Policy:
    """Any of the legal actions, equally likely: the one that `luck.below` of their number says.

    >>> random_play().name
    'random'
    """
    return Policy("random", act_at_random)


def greedy_racer() -> Policy:
    """Places a target whenever it can, and looks for the others by discarding.

    It makes the move that leaves the fewest `turns_left`, of those the one with the lowest penalty, where that is fewer
    turns than now. Else, with no target to wait for, it acts as `two_turn_lookahead` does, to make way. Else it
    discards the card with the highest number that is no target. Where none may be discarded it makes that move all the
    same, and without a move takes the first action: so it discards a target only where nothing else is legal.

    >>> from tabletop_odds.roo.moving import actions
    >>> state = State.parse("> . . / . .; hand R2; targets R2", Rules.small(2))
    >>> print(greedy_racer().act(state, actions(state.side, Rules.small(2)), Rules.small(2), Stream(0)))
    R2 to 0,1
    """
    return Policy("greedy racer", act_greedily)


def unloader() -> Policy:
    """Gets rid of penalty points and never races: lays hand cards on empty cells of their colour.

    It makes the move that leaves the lowest penalty, of those the one of the highest number (which is the hardest to
    bring in later), where that is lower than now. Else it discards the card with the highest number; where that cannot
    be done it makes that move all the same, or takes the first action.

    >>> unloader().name
    'unloader'
    """
    return Policy("unloader", act_unloading)


def two_turn_lookahead() -> Policy:
    """Takes the action that is best after the own next turn too, over all cards that may be drawn now.

    Best: the fewest expected turns to go (the turns left, and the draws until the last unseen target; see
    `racing.outlook`), of equals the lowest expected penalty. It neither looks at the others nor plays to be early by
    luck: it is a racer who makes way for targets in time, and puts cards down where that costs no turn.

    >>> two_turn_lookahead().name
    'two-turn lookahead'
    """
    return Policy("two-turn lookahead", act_two_turns)


def racer_who_unloads() -> Policy:
    """The greedy racer, who plays as the unloader on turns at which the race is lost, as `racing.race_lost` counts.

    >>> racer_who_unloads().name
    'racer who unloads'
    """
    return Policy("racer who unloads", act_greedily_or_unloading)


def named_policies() -> tuple[Policy, ...]:
    """All five, in the order of this page.

    >>> [policy.name for policy in named_policies()]
    ['random', 'greedy racer', 'unloader', 'two-turn lookahead', 'racer who unloads']
    """
    return random_play(), greedy_racer(), unloader(), two_turn_lookahead(), racer_who_unloads()


def act_at_random(state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
    """The choice of `random_play`."""
    return actions[luck.below(len(actions))]


def act_greedily(state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
    """The choice of `greedy_racer`."""

    def left(action: Action) -> tuple[int, int]:
        after = moved(state.side, action, rules)
        return turns_left(after, rules), penalty(after, rules)

    best = min(_moves(actions), key=left, default=None)
    if best is not None and left(best)[0] < turns_left(state.side, rules):
        return best
    if not is_waiting(state.side, rules):
        return act_two_turns(state, actions, rules, luck)
    spare = [action for action in _discards(actions) if action.card not in state.side.targets]
    return _highest(spare) or best or actions[0]


def act_unloading(state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
    """The choice of `unloader`."""

    def points(action: Action) -> tuple[int, int]:
        return penalty(moved(state.side, action, rules), rules), -number_of(action.card)

    best = min(_moves(actions), key=points, default=None)
    if best is not None and points(best)[0] < penalty(state.side, rules):
        return best
    return _highest(_discards(actions)) or best or actions[0]


def act_two_turns(state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
    """The choice of `two_turn_lookahead`."""
    return min(actions, key=lambda action: outlook_after(state.side, action, rules))


def act_greedily_or_unloading(state: State, actions: Sequence[Action], rules: Rules, luck: Stream) -> Action:
    """The choice of `racer_who_unloads`."""
    act = act_unloading if race_lost(state, rules) else act_greedily
    return act(state, actions, rules, luck)


def _moves(actions: Sequence[Action]) -> list[Action]:
    return [action for action in actions if action.cell is not None]


def _discards(actions: Sequence[Action]) -> list[Action]:
    return [action for action in actions if action.cell is None and action != PASS]


def _highest(discards: Sequence[Action]) -> Action | None:
    """The discard of the highest number, of equals the first."""
    return max(discards, key=lambda action: number_of(action.card), default=None)
