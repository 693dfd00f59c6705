"""One game of Farkle that can be read: the rules in the order of play, 2 to 8 players, every option.

Each rule of the game is one short function. Turn t of a seat has its own stream, that of (seed, game, seat, t), so
that two policies in the same seat meet the same luck; the compiled loop in `game_kernels` draws alike.

Conventions. Seat 0 begins. A team has one score, to which its members' points add up; whoever plays alone is a side
of its own. The last turn is played for the win, whatever the policy: for passing the highest score so far. A policy
that does not look at the scores banks as soon as the target is reached (under `exact_target`: is hit). Dice are taken
over where that is worth more points in the long run than a fresh turn, in the last turn where it wins more often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tabletop_odds.streams import Stream

from .game_start import Start, check_players, check_policies, checked, sides
from .offers import piggy_back_value
from .optimal import solve_turn
from .policies import Policy
from .race_policies import Player, last_turn_of
from .race_solver import lowest_score
from .rules import PIGGY_BACK_BONUS, Rules, State, as_rules, keeps, rolls_again
from .simulate import MOST_ROLLS, TurnRecord, endless, thrown

MOST_ROUNDS = 10_000  # a game that is longer is taken to have no end


class GameTurn(NamedTuple):
    """One turn of a game: who played it, the turn total and dice it started with, its rolls, all scores after it.

    A turn that starts with points or fewer dice was taken over, and under "bonus" starts with the 1000 points.
    """

    seat: int
    turn_total: int
    dice_left: int
    turn: TurnRecord
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: scores and shares of the win by seat (a team's at each of its seats), rounds, and every turn."""

    scores: tuple[int, ...]
    shares: tuple[Fraction, ...]
    rounds: int
    turns: tuple[GameTurn, ...]


@dataclass(slots=True)
class Game:
    """How a game stands. Scores are by side, with the turn in which each was reached; the rest is by seat."""

    rules: Rules
    side: tuple[int, ...]
    score: list[int]
    reached: list[int]
    opened: list[bool]
    farkles: list[int]
    began: int
    last: int | None  # the seat before whose turn the game ends
    offer: tuple[int, int] | None = None
    winner: int | None = None  # the side that has won at once

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.score[side] for side in self.side)


def play_game(
    policies: Sequence[Policy], rules: Rules | None = None, *, seed: int, game: int = 0, start: Start | None = None
) -> GameRecord:
    """Play one game to the end, turn by turn, with the luck of game number `game` of a seed.

    Raises ValueError for a number of policies other than 2 to 8, teams that are no partition of their seats, a
    position that no game can show, and a turn of more than 10,000 rolls or a game of more than 10,000 rounds.

    >>> from tabletop_odds.farkle.policies import bank_at
    >>> record = play_game([bank_at(300), bank_at(500)], seed=1)
    >>> record.scores, record.rounds
    ((10100, 5250), 22)
    """
    rules, policies = as_rules(rules), check_policies(policies)
    players = check_players(policies, rules)
    start = checked(start, players, rules)
    now, turns = begun(start, rules), list[GameTurn]()
    for turn in range(MOST_ROUNDS * players):
        rounds, seat = divmod(turn, players)
        luck = Stream.of(seed, game, seat, rounds)
        before = _first_turn(now, start) if turn == 0 else _taken_over(now, seat)
        if turn == 0 and not first_rolls(policies[0], now, start):
            played, left = TurnRecord(before.turn_total, 0, 0, ()), before.dice_left
        else:
            bonus = PIGGY_BACK_BONUS if turn > 0 and before.turn_total and rules.piggy_back == "bonus" else 0
            played, left = _play_turn(Player(policies[seat], rules, now.last is not None), before, luck, bonus)
        _settle(now, seat, turn, played, left)
        turns.append(GameTurn(seat, before.turn_total, before.dice_left, played, now.scores))
        if now.winner is not None or (seat + 1) % players == now.last:
            return GameRecord(now.scores, _shares(now), rounds + 1, tuple(turns))
    raise unending([policy.name for policy in policies])


def begun(start: Start, rules: Rules) -> Game:
    players = len(start.scores)
    side = sides(players, rules)
    score, reached = [0] * (max(side) + 1), [0] * (max(side) + 1)
    for seat in range(players):  # who acts next has not acted for longest
        score[side[seat]], reached[side[seat]] = start.scores[seat], seat - players
    last = start.began if start.reached is not None and rules.end == "equal_turns" else start.reached
    return Game(rules, side, score, reached, list(start.opened or ()), list(start.farkles or ()), start.began, last)


def _view(now: Game, seat: int) -> State:
    """What the player to act knows at the start of a turn: of the others, the highest, of equals the next to act."""
    others = [(seat + i) % len(now.side) for i in range(1, len(now.side))]
    rival = max((s for s in others if now.side[s] != now.side[seat]), key=lambda s: now.score[now.side[s]])
    mine, theirs = now.score[now.side[seat]], now.score[now.side[rival]]
    if now.last is None:  # only what is needed in a last turn has no floor
        mine, theirs = (max(score, lowest_score(now.rules)) for score in (mine, theirs))
    status = now.opened[seat], now.farkles[seat]
    return State(
        0, now.rules.dice, *status, mine, theirs, now.opened[rival], now.farkles[rival], began=seat == now.began
    )


def _first_turn(now: Game, start: Start) -> State:
    return replace(_view(now, 0), turn_total=start.turn_total, dice_left=start.dice_left or now.rules.dice)


def first_rolls(policy: Policy, now: Game, start: Start) -> bool:
    """Whether the first turn of a start begins with a roll."""
    if start.action is not None:
        return start.action == "roll"
    return Player(policy, now.rules, now.last is not None).rolls(_first_turn(now, start))


def _taken_over(now: Game, seat: int) -> State:
    """The start of a turn: with all dice, or with those that the player before has left, where that is better."""
    fresh, rules = _view(now, seat), now.rules
    if now.offer is None:
        return fresh
    total, dice = now.offer
    taken = replace(fresh, turn_total=total if rules.piggy_back == "inherit" else PIGGY_BACK_BONUS, dice_left=dice)
    if now.last is not None:
        turn = last_turn_of(fresh, rules)
        better = turn.roll_value(taken.turn_total, dice) > turn.roll_value(0, rules.dice)
    else:
        better = takes_over(total, dice, rules, fresh.opened, fresh.farkles)
    return taken if better else fresh


def takes_over(turn_total: int, dice_left: int, rules: Rules, opened: bool, farkles: int) -> bool:
    """Whether dice that were left are worth more points in the long run than a fresh turn."""
    fresh = solve_turn(rules).roll_value(State(0, rules.dice, opened, farkles))
    taken = piggy_back_value(turn_total, dice_left, rules, opened=opened, farkles=farkles)
    return taken.value > fresh


def _play_turn(player: Player, state: State, luck: Stream, bonus: int) -> tuple[TurnRecord, int]:
    """One turn from its first roll on, and the dice left at its end: `bonus` is lost unless that roll scores."""
    rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    while len(rows) < MOST_ROLLS:
        roll = thrown(luck, state.dice_left, player.rules)
        offers = keeps(roll, player.rules)
        if offers:
            kept = player.keeps(state, offers)
            rows.append((roll, kept.dice))
            state = replace(state, turn_total=state.turn_total + kept.points, dice_left=kept.dice_left)
            if kept.dice_left == 0 or not player.rolls(state):
                return TurnRecord(state.turn_total, len(rows), 0, tuple(rows)), kept.dice_left
        elif rolls_again(roll, player.rules):
            lost = 0 if rows else bonus
            rows.append((roll, ()))
            state = replace(state, turn_total=state.turn_total - lost + (player.rules.nothing_scores or 0))
        else:
            rows.append((roll, ()))
            return TurnRecord(0, len(rows), 1, tuple(rows)), 0
    raise endless(player.policy.name)


def _settle(now: Game, seat: int, turn: int, played: TurnRecord, left: int) -> None:
    """What a turn changes."""
    now.offer = None
    if played.farkle:
        _farkle(now, seat, turn)
    elif left == 0:
        now.winner = now.side[seat]
    else:
        if now.rules.piggy_back:
            now.offer = (played.turn_total, left)
        _bank(now, seat, turn, played.turn_total)


def _farkle(now: Game, seat: int, turn: int) -> None:
    """The third farkle in a row costs points, and the count restarts."""
    if now.rules.three_farkles is None:
        return
    now.farkles[seat] = (now.farkles[seat] + 1) % 3
    if now.farkles[seat] == 0:
        _put(now, now.side[seat], _penalised(now, seat, now.rules.three_farkles), turn)


def _penalised(now: Game, seat: int, penalty: int) -> int:
    """The score after a penalty, which stops at 0 unless `below_zero`, and comes before the opening only with it."""
    score = now.score[now.side[seat]]
    if now.rules.below_zero:
        return score - penalty
    return max(score - penalty, min(score, 0)) if now.opened[seat] else score


def _bank(now: Game, seat: int, turn: int, points: int) -> None:
    """A banked turn opens and ends a row of farkles; its points count, unless they pass an exact target."""
    now.opened[seat], now.farkles[seat] = True, 0
    side = now.side[seat]
    if now.rules.exact_target and now.score[side] + points > now.rules.target:
        side = _lowest_other(now, seat)
        if now.score[side] + points > now.rules.target:
            return
    _put(now, side, now.score[side] + points, turn)
    if now.score[side] >= now.rules.target and now.last is None:
        _reach(now, seat, side)


def _lowest_other(now: Game, seat: int) -> int:
    """The other side with the lowest score; of equals the one whose turn comes first."""
    order = [now.side[(seat + i) % len(now.side)] for i in range(1, len(now.side))]
    return min((side for side in order if side != now.side[seat]), key=lambda side: now.score[side])


def _reach(now: Game, seat: int, side: int) -> None:
    """The target is reached: the game is won, or all others have one last turn, or the round is played to its end."""
    if now.rules.exact_target or now.rules.end == "sudden_death":
        now.winner = side
    else:
        now.last = seat if now.rules.end == "last_turn" else now.began


def _put(now: Game, side: int, score: int, turn: int) -> None:
    if score != now.score[side]:
        now.score[side], now.reached[side] = score, turn


def _shares(now: Game) -> tuple[Fraction, ...]:
    """The share of the win by seat: the winner's at once, else that of the highest score; ties as the rules say."""
    best = [side for side, score in enumerate(now.score) if score == max(now.score)]
    if now.winner is not None:
        best = [now.winner]
    elif now.rules.tie != "shared":
        choose = max if now.rules.tie == "last" else min
        best = [choose(best, key=lambda side: now.reached[side])]
    return tuple(Fraction(side in best, len(best)) for side in now.side)


def unending(names: Sequence[str]) -> ValueError:
    return ValueError(
        f"policies {', '.join(map(repr, names))}: a game of more than {MOST_ROUNDS:,} rounds, so it may never end"
    )
