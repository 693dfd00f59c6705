"""One game of Sheriff of Nottingham that can be read: the rules in the order of play, 3 to 5 players, every option.

A round: the merchants' markets, clockwise from the Sheriff's left; all bags are closed, before anybody speaks; then
they are declared one by one, in the same order; the Sheriff handles the bags one by one; all hands are filled up.

The table's stream of (seed, game, 9, 0) says who is Sheriff first and shuffles the deck; that of (seed, game, 9, r + 1)
makes all reshuffles of round r, counted from 0. All that is left to chance by the player in a seat in round r is drawn
from the stream of (seed, game, seat, r), so that two policies in the same seat meet the same luck; the compiled loop
in `kernels` draws alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, ParamSpec, TypeVar

from tabletop_odds.streams import Stream

from .debts import check_settlement, paid, settlement
from .goods import Cards
from .inspection import (
    anywhere,
    check_asked,
    check_confiscation,
    check_offer,
    closed,
    false_cards,
    fine_of,
    opened,
    passed,
    said,
    waiting,
)
from .market import dealt, next_round, refilled, traded
from .policies import INSPECT, PASS, Policy
from .rules import Rules, as_rules
from .scoring import Score, scores, win_shares
from .state import Confiscation, Declaration, Offer, State, observation

TABLE = 9  # the seat of the table's own luck
MOST_OFFERS = 3  # that a merchant makes for one bag

P = ParamSpec("P")
T = TypeVar("T")


class BagRecord(NamedTuple):
    """What became of a bag: the merchant's seat, what was declared and what was in it, the last offer, the decision.

    `fine`: what was due to the Sheriff, below 0 to the merchant; `goods`: what settled what gold did not cover.
    """

    merchant: int
    declared: Declaration
    bag: Cards
    offer: Offer | None
    decision: str
    fine: int = 0
    goods: Cards = ()

    @property
    def lie(self) -> bool:
        """Whether the bag held anything but what was declared."""
        return any(name != self.declared.good for name in self.bag)


class RoundRecord(NamedTuple):
    """One round: the Sheriff's seat, the bags in the order they were handled, and the table after them."""

    sheriff: int
    bags: tuple[BagRecord, ...]
    state: State


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: its rounds, the table at the end, the scores and the shares of the win by seat."""

    rounds: tuple[RoundRecord, ...]
    state: State
    scores: tuple[Score, ...]
    shares: tuple[Fraction, ...]

    @property
    def reshuffles(self) -> int:
        """How often the draw pile was made anew."""
        return self.state.reshuffles

    def __str__(self) -> str:
        lines = [
            f"round {i + 1}, Sheriff {r.sheriff}: {'; '.join(map(_told, r.bags))}" for i, r in enumerate(self.rounds)
        ]
        ends = (f"seat {seat} {score.total}" for seat, score in enumerate(self.scores))
        return "\n".join([*lines, f"scores: {', '.join(ends)}"])


def _told(bag: BagRecord) -> str:
    words = f"{bag.merchant} says {bag.declared.cards} {bag.declared.good}"
    words += f", has {', '.join(bag.bag)}" if bag.lie else ", truly"
    if bag.offer is not None and bag.offer.gold:
        words += f", offers {bag.offer.gold} gold"
    if bag.decision == PASS:
        return f"{words}: passed"
    return f"{words}: {'pays' if bag.fine > 0 else 'receives'} {abs(bag.fine)}"


def play_game(
    policies: Sequence[Policy],
    rules: Rules | None = None,
    *,
    seed: int,
    game: int = 0,
    first_sheriff: int | None = None,
) -> GameRecord:
    """Play one game to the end, with the luck of game number `game` of a seed.

    One policy a seat; `rules=None` are the base game's for so many. `first_sheriff`: a seat (None: drawn). Raises
    ValueError for policies that do not fit the rules, and for anything that a policy does against them, with the
    policy's name.

    >>> from .state import Load, Market
    >>> plain = Policy("plain", lambda *_: Market(), lambda seen, *_: Load(seen.hand[:1], "apple"), lambda *_: "pass")
    >>> [score.total for score in play_game([plain] * 3, seed=1).scores]
    [87, 86, 97]
    """
    rules, policies = checked_policies(policies, rules)
    state = dealt(rules, Stream.of(seed, game, TABLE, 0), first_sheriff)
    rounds: list[RoundRecord] = []
    for number in range(rules.rounds):
        luck = tuple(Stream.of(seed, game, seat, number) for seat in range(rules.players))
        table = Stream.of(seed, game, TABLE, number + 1)
        rounds.append(play_round(policies, state, rules, luck, table))
        state = next_round(refilled(rounds[-1].state, rules, table))
    end = scores(state, rules)
    return GameRecord(tuple(rounds), state, end, win_shares(end, rules))


def play_round(
    policies: Sequence[Policy], state: State, rules: Rules, luck: Sequence[Stream], table: Stream
) -> RoundRecord:
    """Play one round, markets to the last bag, with the luck of each seat and of the table."""
    for seat in state.merchants:
        policy = policies[seat]
        market = policy.market(observation(state, seat), rules, luck[seat])
        state = _by(policy, traded, state, seat, market, rules, table)
    before, loads = state, {}
    for seat in state.merchants:
        if before.players[seat].hand:
            policy = policies[seat]
            loads[seat] = policy.load(observation(before, seat), rules, luck[seat])
            state = _by(policy, closed, state, seat, loads[seat], rules)
    for seat, load in loads.items():
        policy, good = policies[seat], load.good
        if policy.declare is not None:
            good = policy.declare(observation(state, seat), rules, luck[seat])
        state = _by(policy, said, state, seat, good, rules)
    bags, bound = list[BagRecord](), tuple[int, ...]()
    while waiting(state):
        seat = _next(policies[state.sheriff], state, rules, luck[state.sheriff], bound)
        offer, decision = (None, INSPECT) if seat in bound else _deal(policies, state, seat, rules, luck, bound)
        me = state.players[seat]
        assert me.declared is not None
        record = BagRecord(seat, me.declared, me.bag, offer, decision)
        if decision == PASS:
            state = passed(state, seat, offer or Offer(), rules)
            bound += offer.inspect if offer else ()
        else:
            record, state = _inspection(policies, record, state, rules, luck[state.sheriff])
        bags.append(record)
    return RoundRecord(state.sheriff, tuple(bags), state)


def _by(policy: Policy, phase: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of a policy's choice; where the rules do not allow it, the line names the policy."""
    try:
        return phase(*args, **kwargs)
    except ValueError as error:
        raise ValueError(f"policy {policy.name!r}: {error}") from None


def _next(policy: Policy, state: State, rules: Rules, luck: Stream, bound: tuple[int, ...]) -> int:
    """The merchant whose bag the Sheriff handles next: the first, in the order wanted for all that are left (SH-11)."""
    left = waiting(state)
    if policy.order is None:
        return left[0]
    order = policy.order(observation(state, state.sheriff, bound=bound), rules, luck)
    seats = tuple(order) if isinstance(order, Iterable) else ()
    chosen = tuple(int(seat) for seat in seats if seat in left)
    if sorted(chosen) != sorted(left) or any(seat not in state.merchants for seat in seats):
        raise ValueError(f"policy {policy.name!r}: order {order!r}: must be the seats {left}, in any order (SH-11)")
    return chosen[0]


def _deal(
    policies: Sequence[Policy], state: State, seat: int, rules: Rules, luck: Sequence[Stream], bound: tuple[int, ...]
) -> tuple[Offer | None, str]:
    """The last offer for a bag and the Sheriff's decision, after at most three offers (SH-12)."""
    merchant, sheriff = policies[seat], policies[state.sheriff]
    offer: Offer | None = None
    asked: Offer | None = None
    for _ in range(MOST_OFFERS):
        if merchant.offer is not None:
            seen = observation(state, seat, suspect=seat, offer=offer, asked=asked, bound=bound)
            made = merchant.offer(seen, rules, luck[seat])
            offer = None if made is None else _by(merchant, check_offer, state, seat, made, rules)
        seen = observation(state, state.sheriff, suspect=seat, offer=offer, asked=asked, bound=bound)
        decision = sheriff.decide(seen, rules, luck[state.sheriff])
        if decision in (PASS, INSPECT):
            return offer, str(decision)
        if not isinstance(decision, Offer):
            raise ValueError(
                f"policy {sheriff.name!r}: decision {decision!r}: must be 'pass', 'inspect' or an Offer (SH-11)"
            )
        asked = _by(sheriff, check_asked, state, seat, decision, rules)
    return offer, INSPECT


def _inspection(
    policies: Sequence[Policy], record: BagRecord, state: State, rules: Rules, luck: Stream
) -> tuple[BagRecord, State]:
    """A bag opened, and the fine paid in gold and goods (SH-14, SH-15, SH-18)."""
    seat, sheriff = record.merchant, policies[state.sheriff]
    fine, lies = fine_of(state, seat, rules), false_cards(state.players[seat])
    where: Confiscation | None = None
    if lies and sheriff.confiscate is None:
        where = anywhere(lies, luck)
    elif lies and sheriff.confiscate is not None:
        wanted = sheriff.confiscate(observation(state, state.sheriff, suspect=seat), lies, rules, luck)
        where = _by(sheriff, check_confiscation, wanted, lies)
    state = opened(state, seat, rules, where)
    debtor, creditor = (seat, state.sheriff) if fine > 0 else (state.sheriff, seat)
    me, payer = state.players[debtor], policies[debtor]
    due = max(0, abs(fine) - me.gold)
    if due and payer.pay is not None:
        chosen = payer.pay(observation(state, debtor, suspect=seat), due, rules)
        goods = _by(payer, check_settlement, chosen, me.legal + me.contraband, due, rules)
    else:
        goods = settlement(me.legal + me.contraband, due, rules)
    return record._replace(fine=fine, goods=goods), paid(state, debtor, creditor, abs(fine), rules, goods)


def checked_policies(policies: Sequence[Policy], rules: Rules | None) -> tuple[Rules, tuple[Policy, ...]]:
    """The rules, and one policy a seat; ValueError where they do not fit."""
    if isinstance(policies, str | Policy) or not isinstance(policies, Sequence):
        raise ValueError(f"policies {policies!r}: a list of them is needed, one a player")
    for policy in policies:
        if not isinstance(policy, Policy):
            raise ValueError(f"policy {policy!r}: a Policy is needed, with a market, a load and a decide function")
    if rules is None and 3 <= len(policies) <= 5:
        rules = Rules(players=len(policies))
    rules = as_rules(rules)
    if len(policies) != rules.players:
        raise ValueError(f"{len(policies)} policies: one a player is needed, and players={rules.players}")
    return rules, tuple(policies)
