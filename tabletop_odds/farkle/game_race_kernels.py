"""The optimal race within simulated games: turns rebuilt from the solved race when they are first met.

The same steps as in `race_solution`. The scores of a game lead to far too many turns to tabulate all decisions
beforehand; so a turn is solved backwards when a game first comes to its pair of scores, and what its after-states are
worth is remembered for the usual turn totals. Threads share the memory: an entry is either 0, not known yet, or what
every thread would write there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .kernels import backward
from .race_kernels import Race
from .race_solver import SCALE

LOST = 15  # the column of a farkle within a move


class BestTurns(NamedTuple):
    """The solved race: its rules, the value at each start of a turn, and what is known of the turns met so far.

    `start[firsts[plane] + mine * highest + theirs]`, in units of 1 / SCALE. `first_class` to `column`: as in
    `TurnTables`, with all distinct keeps. `keep_points` and `keep_column` from `first_keep[c]` to
    `first_keep[c + 1]`: all keeps of roll class c, most points first.
    `known[(number * rows + total) * (dice + 2) + column]`: the chance to win in an after-state of the turn with that
    number (see `number_of`), with its sign turned where the turn ends there.
    """

    race: Race
    first_class: Any
    first_option: Any
    points: Any
    column: Any
    start: Any
    firsts: Any
    first_keep: Any
    keep_points: Any
    keep_column: Any
    known: Any
    rows: int


class Place(NamedTuple):
    """The start of a turn: levels and statuses of both players, and the seat (1: second of the round).

    `bust` is the value of a farkle. From `rows` on everything but hot dice is banked, and from `top` on more points
    change nothing.
    """

    mine: int
    theirs: int
    first: int
    second: int
    seat: int
    bust: float
    rows: int
    top: int


class Scratch(NamedTuple):
    """Room for one solved turn: `value` as in `known`. `held` is the number of the turn in it, and its rows."""

    bank: Any
    won: Any
    forced: Any
    value: Any
    rolled: Any
    held: Any


def start_value(best: BestTurns, mine: int, theirs: int, first: int, second: int, seat: int) -> Any:
    """The chance to win at the start of a turn. Levels that no player of that status can be on count as the nearest."""
    race = best.race
    plane = (seat * len(race.highest) + first) * len(race.highest) + second
    a = min(max(mine, 0), race.highest[first] - 1)
    b = min(max(theirs, 0), race.highest[second] - 1)
    return best.start[best.firsts[plane] + a * race.highest[second] + b] / SCALE


def place_of(best: BestTurns, mine: int, theirs: int, first: int, second: int, seat: int) -> Place:
    """The start of a turn, with the value of a farkle and the rows that must be solved."""
    race = best.race
    kept = max(mine - race.penalty[first], 0)
    bust = 1 - start_value(best, theirs, kept, second, race.farkled[first], race.seats - 1 - seat)
    rows = max(race.levels - mine, race.minimum[first], 1)
    place = Place(mine, theirs, first, second, seat, bust, rows, rows)
    if race.last_turn[seat]:
        limit = 1 - race.least_bust * (1 - bust)
        while bank_value(best, place, rows) < limit:
            rows += 1
        place = Place(mine, theirs, first, second, seat, bust, rows, max(rows, theirs - mine + race.ends - 1))
    return place


def bank_value(best: BestTurns, place: Place, total: int) -> Any:
    """The chance to win after banking `total` steps."""
    race, above = best.race, place.mine + total
    if above < race.levels:
        return 1 - start_value(best, place.theirs, above, place.second, 0, race.seats - 1 - place.seat)
    if race.last_turn[place.seat]:
        return race.bank_end[place.second * race.ends + min(above - place.theirs, race.ends - 1)]
    return 1.0


def hot_value(best: BestTurns, place: Place, total: int) -> Any:
    """The chance to win by rolling all dice above the rows that are solved."""
    race = best.race
    at = race.ends * len(race.highest)
    if race.last_turn[place.seat]:
        at = place.second * race.ends + min(place.mine + total - place.theirs, race.ends - 1)
    return race.hot_end[at] + race.hot_lost * place.bust


def number_of(best: BestTurns, mine: int, theirs: int, first: int, second: int, seat: int) -> int:
    """The number of the turn that starts at these levels, statuses and seat."""
    race = best.race
    plane = (seat * len(race.highest) + first) * len(race.highest) + second
    return (plane * race.levels + mine) * race.levels + theirs


def solve_turn(best: BestTurns, scratch: Scratch, place: Place) -> int:
    """Solve the turn that starts here, and remember it. Returns the number of rows in `scratch`."""
    race, bank, forced, value, rolled = best.race, scratch.bank, scratch.forced, scratch.value, scratch.rolled
    dice, rows, least = race.dice, place.rows, race.minimum[place.first]
    width, end = dice + 2, max(place.top, rows + race.reach) + 1
    for t in range(end):
        bank[t] = bank_value(best, place, t)
        for column in range(width):
            cell = t * width + column
            forced[cell] = t == 0 or t < least or column > dice or (column == dice and race.hot_forced)
            if t >= rows:
                rolled[cell] = hot_value(best, place, t) if column >= dice else 0.0
                value[cell] = rolled[cell] if forced[cell] else max(bank[t], rolled[cell])
    backward(
        best.first_class,
        best.first_option,
        race.probability,
        best.points,
        best.column,
        bank,
        scratch.won,
        forced,
        place.bust,
        dice,
        rows,
        value,
        rolled,
    )
    number = number_of(best, place.mine, place.theirs, place.first, place.second, place.seat)
    scratch.held[0], scratch.held[1] = number, end
    for t in range(end):
        value[t * width] = -1.0
        for cell in range(t * width + 1, (t + 1) * width):
            if not forced[cell] and bank[t] >= rolled[cell]:
                value[cell] = -value[cell]
    for i in range(min(end, best.rows) * width):
        best.known[number * best.rows * width + i] = value[i]
    return end


def best_move(
    values: Any,
    first: int,
    rows: int,
    first_keep: Any,
    keep_points: Any,
    keep_column: Any,
    width: int,
    total: int,
    c: int,
) -> Any:
    """The best move after a roll of class c, in the form of a policy's table; -1 where something is not known.

    `values` as in `known`, the turn's from row `first` on, `rows` of them.
    """
    move, most, known = LOST << 1 | 1, -1.0, True
    for k in range(first_keep[c], first_keep[c + 1]):
        points, column = keep_points[k], keep_column[k]
        value = 0.0
        if total + points < rows:
            value = values[(first + total + points) * width + column]
        known = known and value != 0.0
        if abs(value) > most:
            most, move = abs(value), points << 5 | column << 1 | (value < 0)
    return move if known else -1


def solved_move(best: BestTurns, scratch: Scratch, place: Place, total: int, c: int) -> Any:
    """The same from the turn that starts at `place`, solved if need be."""
    number = number_of(best, place.mine, place.theirs, place.first, place.second, place.seat)
    end = scratch.held[1]
    if scratch.held[0] != number:
        end = solve_turn(best, scratch, place)
    move, most, width = LOST << 1 | 1, -1.0, best.race.dice + 2
    for k in range(best.first_keep[c], best.first_keep[c + 1]):
        points, column = best.keep_points[k], best.keep_column[k]
        value = scratch.value[min(total + points, end - 1) * width + column]
        if abs(value) > most:
            most, move = abs(value), points << 5 | column << 1 | (value < 0)
    return move
