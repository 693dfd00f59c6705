"""Policies: what to trade for in the market, what to load and declare, what to offer, and which bags to open.

A policy is plain functions of what its player can see, an `Observation`, so that anybody can write one. Each is also
given the rules and the player's own luck of the round, a `Stream`, for what is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabletop_odds.streams import Stream

from .goods import Cards
from .markets import MarketPlan
from .merchants import Merchant
from .rules import Rules
from .sheriffs import Sheriff, at_rate
from .state import Confiscation, Load, Market, Observation, Offer

PASS, INSPECT = "pass", "inspect"

MarketRule = Callable[[Observation, Rules, Stream], Market]
LoadRule = Callable[[Observation, Rules, Stream], Load]
OfferRule = Callable[[Observation, Rules, Stream], Offer | None]
DecideRule = Callable[[Observation, Rules, Stream], str | Offer]
OrderRule = Callable[[Observation, Rules, Stream], Sequence[int]]
ConfiscateRule = Callable[[Observation, Cards, Rules, Stream], Confiscation]
PayRule = Callable[[Observation, int, Rules], Cards]
DeclareRule = Callable[[Observation, Rules, Stream], str]


@dataclass(frozen=True, slots=True)
class Policy:
    """A named way to play.

    As a merchant: `market`, `load`, and `offer` (None: no bribe), which is asked again while the Sheriff asks for more,
    three times in all: a Sheriff whom that does not satisfy opens the bag. `declare` names the good once all bags are
    closed, when those before have spoken (None: as `load` said).
    As Sheriff: `decide` says "pass" (and takes what is offered), "inspect", or returns the `Offer` that would do;
    `order` says in which order the bags are handled (None: clockwise), and is asked before each of them; `confiscate`
    where confiscated cards go (None: a pile by chance). `pay`: which goods settle what gold does not (None: as
    `settlement`).
    """

    name: str
    market: MarketRule
    load: LoadRule
    decide: DecideRule
    offer: OfferRule | None = None
    order: OrderRule | None = None
    confiscate: ConfiscateRule | None = None
    pay: PayRule | None = None
    declare: DeclareRule | None = None

    @property
    def parts(self) -> Parts | None:
        """The parts that the policy is made of; None where a function of it is another."""
        parts = getattr(self.market, "__self__", None)
        if not isinstance(parts, Parts):
            return None
        return parts if self == parts.policy(self.name) else None


@dataclass(frozen=True, slots=True)
class Parts:
    """The functions of a policy that is made of a merchant, a plan for the market, and a Sheriff."""

    merchant: Merchant
    market: MarketPlan
    sheriff: Sheriff

    def policy(self, name: str) -> Policy:
        """The policy of that name."""
        return Policy(name, self.trade, self.load, self.decide, self.offer)

    def trade(self, seen: Observation, rules: Rules, luck: Stream) -> Market:
        intent = self.merchant.intent(seen, rules, luck)
        return self.market.trade(seen, intent > 0, rules, luck)._replace(intent=intent)

    def load(self, seen: Observation, rules: Rules, luck: Stream) -> Load:
        return self.merchant.load(seen, rules, luck)

    def offer(self, seen: Observation, rules: Rules, luck: Stream) -> Offer | None:
        return self.merchant.offer(seen, rules, luck)

    def decide(self, seen: Observation, rules: Rules, luck: Stream) -> str:
        return self.sheriff.decide(seen, rules, luck)


def player(
    merchant: Merchant,
    sheriff: Sheriff | None = None,
    market: MarketPlan | None = None,
    name: str | None = None,
) -> Policy:
    """The policy of a player made of parts. No `sheriff`: inspects 30 %. No `market`: the one that suits the merchant.

    Such policies are simulated by compiled code. Own functions take the place of others by `dataclasses.replace`, and
    are played as they are, more than a thousand times slower. Raises ValueError for anything that is no such part.

    >>> from tabletop_odds.sheriff.merchants import honest
    >>> player(honest()).name
    'honest, inspects 30 %'
    """
    sheriff = at_rate(0.3) if sheriff is None else sheriff
    _part("merchant", merchant, Merchant, "honest()")
    _part("sheriff", sheriff, Sheriff, "at_rate(0.3)")
    if market is not None:
        _part("market", market, MarketPlan, "chase_best_good()")
    made = Parts(merchant, merchant.market if market is None else market, sheriff)
    if name is None:
        trades = [] if made.market == merchant.market else [f"market: {made.market.name}"]
        name = ", ".join([merchant.name, *trades, sheriff.name])
    return made.policy(name)


def as_policy(policy: object) -> Policy:
    """The policy as it is. Raises ValueError for anything that is no Policy.

    >>> as_policy("honest")
    Traceback (most recent call last):
    ...
    ValueError: policy 'honest': a Policy is needed, such as player(honest())
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {policy!r}: a Policy is needed, such as player(honest())")
    return policy


def _part(what: str, given: object, kind: type, such_as: str) -> None:
    if not isinstance(given, kind):
        raise ValueError(f"{what} {given!r}: a {kind.__name__} is needed, such as {such_as}")
