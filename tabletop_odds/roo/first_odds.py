"""Who of several racers is complete first, how often a pile runs out before, and at what penalty: exact.

Every player races as in `odds`. Boards and decks are independent, so where all of them stand after some turns is a
product of chances. A track holds one of the factors: after each turn the chance that this player is complete, out of
cards or still racing, and with what penalty, given that the race was still on before. The rounds are followed in order
of play: the one in which anybody completes or runs out of cards is finished and scored (R8 to R10).

>>> odds = deal_race_odds()
>>> [round(float(x), 5) for x in (1 - odds.pile_out, odds.together, odds.alone[0])]
[0.96484, 0.08519, 0.43982]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import NamedTuple

from tabletop_odds.distributions import Distribution

from .ending import unplaced
from .odds import checked_law, checked_race
from .race_tracks import COMPLETE, RACING, Chances, Racer, added_by_targets, dealt_racers, racer_of, track
from .rules import Rules, as_rules
from .state import State


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """How a game of racers ends: exact chances, by seat where there is one for each player.

    `alone`: completing in a round in which nobody else does; `together`: two or more complete in the same round;
    `pile_out`: nobody is complete at the end. These add up to 1. `win`: the expected share of the win. `penalty`: the
    mean penalty at the end. `rounds`: how many more rounds begin or go on, this one included.
    """

    alone: tuple[Fraction, ...]
    together: Fraction
    pile_out: Fraction
    win: tuple[Fraction, ...]
    penalty: tuple[Fraction, ...]
    rounds: Distribution


class First(NamedTuple):
    """Who of two racers completes: I alone, they alone, both in the same round, nobody before a pile is out."""

    mine: Fraction
    theirs: Fraction
    together: Fraction
    pile_out: Fraction


def first_probabilities(
    mine: Sequence[int], theirs: Sequence[int], rules: Rules | None = None, mine_first: bool = True
) -> First:
    """Who of two racers completes first, it being my turn.

    `mine`, `theirs`: (pile, unseen, unplaced) of each, the numbers that `completion_probability` takes. `mine_first`:
    whether I act first in a round; else they have had their turn of this one. Raises ValueError for numbers out of
    range, where nothing is to be placed, and for rules of other than two players. Source: RO-5, R8 to R10.

    >>> first_probabilities((4, 1, 1), (2, 0, 3))
    First(mine=Fraction(1, 4), theirs=Fraction(1, 2), together=Fraction(1, 4), pile_out=Fraction(0, 1))
    """
    rules = _checked(rules)
    if rules.players != 2:
        raise ValueError(f"players={rules.players}: numbers are asked of two racers; see race_odds")
    sides = [mine, theirs] if mine_first else [theirs, mine]
    tracks = [track({_plain_racer(side, rules): Fraction(1)}, rules) for side in sides]
    odds = _ended(tracks, int(not mine_first), 0, False, rules)
    alone = odds.alone if mine_first else odds.alone[::-1]
    return First(alone[0], alone[1], odds.together, odds.pile_out)


def race_odds(state: State, rules: Rules | None = None) -> RaceOdds:
    """How a game goes on from this state if everybody races.

    Raises ValueError where the race law does not hold for a side (`race_of`), where somebody is complete and yet to
    act, and for `pile_out` "own_only" or "all" with several players. Source: RO-5, RO-6, R8 to R12.

    >>> rules = Rules.small(2, players=2)
    >>> state = State.parse("> . . / . .; hand R2; targets R2 | . . / . .; hand B1; targets R1", rules)
    >>> race_odds(state, rules).alone, race_odds(state, rules).penalty
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(1, 1)))
    """
    rules = _checked(rules)
    for seat, side in enumerate(state.sides):
        if not unplaced(side, rules) and not (state.last_round and seat < state.player):
            raise ValueError(f"player {seat + 1} is complete, so there is no race")
    tracks = [track({racer_of(side, rules): Fraction(1)}, rules) for side in state.sides]
    return _ended(tracks, state.player, state.round, state.last_round, rules)


def deal_race_odds(rules: Rules | None = None) -> RaceOdds:
    """How a game of racers goes from the deal, before the hands are seen.

    Raises ValueError where the race law does not hold, and for `pile_out` "own_only" or "all" with several players.

    >>> deal_race_odds(Rules(players=1)).pile_out
    Fraction(3, 16)
    """
    rules = _checked(checked_law(rules))
    return _ended([track(dealt_racers(rules), rules)] * rules.players, 0, 0, False, rules)


def penalty_distribution(complete: bool = True, rules: Rules | None = None) -> Distribution:
    """The penalty of a racer at the end of a game from the deal: on completing, or as the last card comes too late.

    A racer whose pile runs out holds the target just drawn, and lacks no other. Raises ValueError where the race law
    does not hold from the deal. Source: RO-6, R6.

    >>> penalty_distribution().expect(lambda x: x), penalty_distribution(complete=False).expect(lambda x: x)
    (Fraction(17, 4), Fraction(9, 2))
    """
    rules = checked_law(rules)
    weights: dict[int, int] = defaultdict(int)
    for added, weight in added_by_targets(rules).items():
        for lacking in [0] if complete else added:
            weights[rules.hand_size + sum(added) - lacking] += weight
    return Distribution(weights)


def _checked(rules: Rules | None) -> Rules:
    rules = as_rules(rules)
    if rules.players > 1 and rules.pile_out in ("own_only", "all"):
        raise ValueError(f"pile_out={rules.pile_out!r}: several racers are solved under any or reshuffle only")
    return rules


def _plain_racer(numbers: Sequence[int], rules: Rules) -> Racer:
    """A racer whose penalty nobody asks for. Raises ValueError for what is no race."""
    try:
        pile, unseen, missing = numbers
    except (TypeError, ValueError):
        raise ValueError(f"{numbers!r}: three numbers are needed, pile, unseen and unplaced") from None
    race = checked_race(pile, unseen, missing, rules)
    if not race.unplaced:
        raise ValueError("unplaced 0: who is complete has no race to run")
    return Racer(race.pile, (0,) * race.unseen, (0,) * (race.unplaced - race.unseen), 0)


def _ended(tracks: list[list[Chances]], player: int, number: int, last_round: bool, rules: Rules) -> RaceOdds:
    """The odds of a game of racers with these tracks, from the turn of a player in a round on."""
    seats = range(rules.players)
    turns = [0 for _ in seats]
    totals: dict[str, Fraction] = defaultdict(Fraction)
    alone, win, points = ([Fraction(0) for _ in seats] for _ in range(3))
    rounds: dict[int, Fraction] = defaultdict(Fraction)
    for round_number, acting, last in _stretches(player, number, last_round, rules):
        stands = []
        for seat in seats:
            turns[seat] += seat in acting
            chances = tracks[seat][turns[seat]] if turns[seat] < len(tracks[seat]) else {}
            heeded = seat in acting or last_round
            stands.append([(status, x, p) for (status, x), p in chances.items() if heeded or status == RACING])
        for stand in product(*stands):
            complete = [seat for seat in seats if stand[seat][0] == COMPLETE]
            if not last and all(status == RACING for status, _, _ in stand):
                continue
            p = prod((p for _, _, p in stand), start=Fraction(1))
            among = complete if complete and rules.winner == "completer" else seats
            least = min(stand[seat][1] for seat in among)
            first = [seat for seat in among if stand[seat][1] == least]
            for seat in seats:
                alone[seat] += p * (complete == [seat])
                win[seat] += p * (seat in first) / len(first)
                points[seat] += p * stand[seat][1]
            totals["together"] += p * (len(complete) > 1)
            totals["out"] += p * (not complete)
            rounds[round_number - number + 1] += p
    whole = lcm(*(p.denominator for p in rounds.values()))
    lasting = Distribution({r: int(p * whole) for r, p in rounds.items()})
    return RaceOdds(tuple(alone), totals["together"], totals["out"], tuple(win), tuple(points), lasting)


def _stretches(player: int, number: int, last_round: bool, rules: Rules) -> Iterator[tuple[int, Sequence[int], bool]]:
    """The turns after which a game may end: the round, the seats that act since the last time, whether it ends anyway.

    That is the end of each round, or of each turn where rounds are not finished (R9).
    """
    for round_number in range(number, max(rules.max_rounds, number + 1)):
        seats = range(player if round_number == number else 0, rules.players)
        last = last_round or round_number >= rules.max_rounds - 1
        if rules.finish_round:
            yield round_number, seats, last
        else:
            for seat in seats:
                yield round_number, (seat,), last and seat == rules.players - 1
        if last_round:
            return
