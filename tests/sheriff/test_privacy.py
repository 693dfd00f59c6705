"""What a player is shown: everything hidden may be changed behind the back, and nothing of it is to be seen."""

import random
from dataclasses import fields, is_dataclass, replace

import pytest
from cases import cases
from sheriff_policies import any_offer, any_rules, anything

from tabletop_odds.decks import shuffled
from tabletop_odds.sheriff.game_by_rules import play_round
from tabletop_odds.sheriff.inspection import check_offer, inspected, loaded, passed, waiting
from tabletop_odds.sheriff.market import dealt, in_order, next_round, refilled, traded, without
from tabletop_odds.sheriff.rules import Rules
from tabletop_odds.sheriff.state import Declaration, Observation, Offer, Player, PublicPlayer, State, observation
from tabletop_odds.streams import Stream


def mid_game_states(key):
    """Tables of one game by chance: after some rounds, after each market, load and bag of the next."""
    draw = random.Random(key)
    rules = any_rules(draw)
    policy = anything()
    state = dealt(rules, Stream.of(7, key, 9, 0))
    for number in range(draw.randrange(rules.rounds)):
        luck = [Stream.of(7, key, seat, number) for seat in range(rules.players)]
        table = Stream.of(7, key, 9, number + 1)
        state = next_round(
            refilled(play_round([policy] * rules.players, state, rules, luck, table).state, rules, table)
        )
    luck = Stream.of(8, key)
    yield rules, state
    for seat in state.merchants:
        state = traded(state, seat, policy.market(observation(state, seat), rules, luck), rules, luck)
        yield rules, state
    for seat in state.merchants:
        if state.players[seat].hand:
            state = loaded(state, seat, policy.load(observation(state, seat), rules, luck), rules)
            yield rules, state
    for seat in waiting(state):
        offer = any_offer(observation(state, seat, suspect=seat), rules, luck) or Offer()
        handle = draw.choice([lambda s, i: inspected(s, i, rules), lambda s, i, o=offer: passed(s, i, o, rules)])
        state = handle(state, seat)
        yield rules, state


def hidden_from(state, seat):
    """Every card that a player must not know: other hands, bags and face-down goods, and the draw pile."""
    others = [player for i, player in enumerate(state.players) if i != seat]
    return (*state.draw, *(name for p in others for name in p.hand + p.bag + without(p.contraband, p.shown)))


def stirred(state, seat, rules, luck):
    """The same table with all that is hidden from a player dealt anew; only contraband lies face down on a stand."""
    table = rules.table
    cards = list(shuffled(hidden_from(state, seat), luck))
    smuggled = [name for name in cards if table[name].smuggled]

    def take(number, pool):
        taken = [pool.pop() for _ in range(number)]
        for name in taken:
            if pool is not cards:
                cards.remove(name)
        return taken

    players = list(state.players)
    for i, player in enumerate(players):
        if i != seat:
            secret = take(len(player.contraband) - len(player.shown), smuggled)
            players[i] = replace(player, contraband=in_order((*player.shown, *secret), rules))
    for i, player in enumerate(players):
        if i != seat:
            hand, bag = take(len(player.hand), cards), take(len(player.bag), cards)
            players[i] = replace(
                players[i], hand=in_order(hand, rules), bag=in_order(bag, rules), intent=luck.below(99)
            )
    return replace(state, players=tuple(players), draw=tuple(cards))


@cases("key", range(25))
def test_what_is_hidden_cannot_be_told_from_what_is_shown(key):
    luck, changes = Stream.of(9, key), 0
    for rules, state in mid_game_states(key):
        for seat in range(rules.players):
            other = stirred(state, seat, rules, luck)
            assert sorted(hidden_from(other, seat)) == sorted(hidden_from(state, seat))
            changes += other != state
            handled = {"suspect": 1, "offer": Offer(3), "asked": Offer(4), "bound": (2,)}
            for shown in ({}, handled):
                assert observation(other, seat, **shown) == observation(state, seat, **shown)
    assert changes > 20


@cases("key", range(5))
def test_what_is_shown_is_seen(key):
    """The own secrets and all that is public: a table that differs in one of them looks different."""
    for _rules, state in mid_game_states(key):
        for seat, me in enumerate(state.players):
            looks = observation(state, seat)
            for field in ("hand", "bag", "contraband", "legal", "took", "gave"):
                players = list(state.players)
                players[seat] = replace(me, **{field: (*getattr(me, field), "mead")})
                assert observation(replace(state, players=tuple(players)), seat) != looks
            for pile in ("left", "right", "draw"):
                assert observation(replace(state, **{pile: (*getattr(state, pile), "mead")}), seat) != looks
            other = (seat + 1) % len(state.players)
            for field in ("gold", "legal", "shown", "hand", "bag", "contraband", "honest", "lies", "drew", "declared"):
                value = getattr(state.players[other], field)
                players = list(state.players)
                more = {int: lambda v: v + 1, tuple: lambda v: (*v, "mead")}.get(
                    type(value), lambda v: Declaration(9, "x")
                )
                players[other] = replace(players[other], **{field: more(value)})
                assert observation(replace(state, players=tuple(players)), seat) != looks


def things(shown):
    """Everything that can be reached from a value through fields and tuples."""
    yield shown
    if is_dataclass(shown):
        for field in fields(shown):
            yield from things(getattr(shown, field.name))
    elif isinstance(shown, tuple | list | set | frozenset | dict):
        for part in shown:
            yield from things(part)


def test_no_hidden_card_can_be_reached_from_what_is_shown():
    def secretive(i):
        return Player(
            hand=(f"hand {i}",),
            bag=(f"bag {i}",),
            contraband=(f"stand {i}", "silk"),
            legal=("apple",),
            shown=("silk",),
            intent=70 + i,
        )

    state = State(tuple(map(secretive, range(4))), draw=("draw",), left=("apple",), right=("mead",))
    for seat in range(4):
        reached = list(things(observation(state, seat, suspect=1, offer=Offer(1), asked=Offer(2), bound=(3,))))
        kinds = {type(thing) for thing in reached}
        assert kinds == {Observation, PublicPlayer, Offer, tuple, str, int, type(None)}
        words = {thing for thing in reached if isinstance(thing, str)}
        assert words == {"apple", "mead", "silk", f"hand {seat}", f"bag {seat}", f"stand {seat}"}
        assert {thing for thing in reached if isinstance(thing, int) and thing >= 70} == {70 + seat}


def test_what_is_shown_has_no_room_for_anything_else():
    shown = observation(State(), 0)
    for thing in (shown, shown.players[0]):
        assert not hasattr(thing, "__dict__")
        with pytest.raises((AttributeError, TypeError)):
            thing.secret = 1


def test_a_claim_tells_nothing_of_the_bag():
    """An offer of goods from the bag is allowed, or refused, whatever is in it."""
    for bag in (("apple", "apple"), ("mead", "silk")):
        state = State((Player(), Player(bag=bag, declared=Declaration(2, "apple")), Player()))
        rules = Rules(players=3)
        assert check_offer(state, 1, Offer(bag=("apple", "crossbow")), rules).bag == ("apple", "crossbow")
        with pytest.raises(ValueError, match="from 0 to 2, not 3"):
            check_offer(state, 1, Offer(bag=("apple",) * 3), rules)
