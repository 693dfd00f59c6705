"""`tabletop-odds backgammon` in numbers: epc, win, thumb, shots, enter, solve; and how a position is read.

Whatever a position is asked for, it is typed alike: see `position_text`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import rules_argument, show_rows

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from tabletop_odds.backgammon.board import State
    from tabletop_odds.backgammon.positions import Counts
    from tabletop_odds.backgammon.rules import Rules

GAMES = 10_000
ENDS = {"wins": "win_1", "wins a gammon": "gammon_1", "loses a gammon": "gammon_2"}


def position_text(words: Sequence[str]) -> str:
    """A position as typed, in one word or several; counts of two sides need no "/" between."""
    counts = len(words) == 2 and not any(set(word) - set("0123456789,") for word in words)
    return (" / " if counts else " ").join(words)


def asked(args: argparse.Namespace) -> tuple[State, Rules]:
    """The position, and the rules: those asked for, or the money options that the position's text names."""
    from tabletop_odds.backgammon import rules
    from tabletop_odds.backgammon.formats import rules_in

    text = position_text(args.position)
    return rules.State.parse(text), rules_in(text) if args.rules is None else rules_argument(rules, args.rules)


def not_rolled(state: State, command: str) -> None:
    """ValueError for a position with dice, which the answer would leave aside."""
    if state.dice:
        dice = "-".join(map(str, state.dice))
        raise ValueError(f"dice {dice} are rolled: {command} answers before the roll; ask play, or leave the dice out")


def board_of(state: State) -> str:
    """The board without the line that names it."""
    return str(state).partition("\n")[2]


# --- the race


def sides_of(words: Sequence[str]) -> dict[str, Counts]:
    """The sides that are asked about, by name: one as plain counts, or both of a position without contact."""
    from tabletop_odds.backgammon.board import State, has_contact
    from tabletop_odds.backgammon.positions import as_counts

    text = position_text(words)
    if not set(text) - set("0123456789, "):
        return {text: as_counts(text)}
    state = State.parse(text)
    if has_contact(state):
        raise ValueError("the sides have still to pass each other: an effective pip count is for races alone")
    sides = {"on roll": as_counts(state.mine), "the other": as_counts(state.theirs)}
    return {name: counts for name, counts in sides.items() if any(counts)}


def effective_pips(args: argparse.Namespace) -> None:
    """Pips, expected rolls, EPC and wastage of a side, or of both."""
    from tabletop_odds.answers import as_number
    from tabletop_odds.backgammon.bearoff import epc, expected_rolls, race_method, rolls_sd, wastage
    from tabletop_odds.backgammon.positions import pip_count
    from tabletop_odds.formatting import text_table

    sides = sides_of(args.position)
    if args.distribution:
        _rolls(sides, args.format)
        return
    figures = {"expected_rolls": expected_rolls, "sd": rolls_sd, "epc": epc, "wastage": wastage}
    found = {side: {name: figure(counts) for name, figure in figures.items()} for side, counts in sides.items()}
    if args.format != "text":
        rows = []
        for side, values in found.items():
            numbers = {name: value.value for name, value in values.items()}
            error, n = values["expected_rolls"].standard_error, values["expected_rolls"].n
            rows.append({"side": side, "pips": pip_count(sides[side]), **numbers, "standard_error": error, "n": n})
        show_rows(rows, args.format)
        return
    print("bearing off alone, in the fewest expected rolls")
    cells = [
        [side, str(pip_count(sides[side])), *(as_number(v, sampled=False) for v in values.values())]
        for side, values in found.items()
    ]
    print(text_table(["position", "pips", "expected rolls", "sd", "EPC", "wastage"], cells))
    for method in dict.fromkeys(race_method(counts) for counts in sides.values()):
        print(method)


def _rolls(sides: Mapping[str, Counts], format: str) -> None:
    """How many rolls the sides take: the chance of each number, and of at most so many."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.backgammon.bearoff import rolls_distribution
    from tabletop_odds.formatting import text_table
    from tabletop_odds.values import TINY

    rows = []
    for side, counts in sides.items():
        below = 0.0
        for rolls, chance in rolls_distribution(counts).items():
            below += float(chance)
            rows.append({"side": side, "rolls": rolls, "probability": float(chance), "at_most": below})
    if format != "text":
        show_rows(rows, format)
        return
    for side in sides:
        print(f"{side}: rolls to bear off all")
        of = [row for row in rows if row["side"] == side and row["probability"] >= TINY]
        cells = [[str(row["rolls"]), as_percent(row["probability"]), as_percent(row["at_most"])] for row in of]
        print(text_table(["rolls", "chance", "at most so many"], cells))


def chance_to_win(args: argparse.Namespace) -> None:
    """The chance to win: of a race, or by games played on."""
    from tabletop_odds.answers import VALUE_COLUMNS, as_number, as_percent, as_sample
    from tabletop_odds.backgammon.board import has_contact
    from tabletop_odds.streams import check_seed

    state, rules = asked(args)
    check_seed(args.seed)
    not_rolled(state, "win")
    if args.games is not None or has_contact(state):
        from tabletop_odds.backgammon.policies import evaluator
        from tabletop_odds.backgammon.simulate import simulate_games

        both, games = [evaluator()] * 2, GAMES if args.games is None else args.games
        run = simulate_games(both, games, seed=args.seed, rules=rules, state=replace(state, doubled=False))
        found = {name: run.rate(measure) for name, measure in ENDS.items()} | {"equity": run["points_1"]}
        method = "simulated: played on by the evaluator in both seats, which is not expert play"
    else:
        from tabletop_odds.backgammon.two_sided import race_value

        if args.rules is not None:
            raise ValueError(f"--rules {args.rules}: who wins a race without a cube depends on no rule; leave it out")
        answer = race_value(state.mine, state.theirs)
        found, method = {"wins": answer.value}, answer.method
    if args.format != "text":
        rows = [(name, value.to_dict()) for name, value in found.items()]
        show_rows(
            [{"event": e, **{key: v[key] for key in VALUE_COLUMNS}, "method": method} for e, v in rows], args.format
        )
        return
    sample = next((f"; {as_sample(value.n, value.seed)}" for value in found.values() if value.n is not None), "")
    print(f"{board_of(state)}\n\nX on roll, no cube\n{method}{sample}")
    for name, value in found.items():
        shown = as_number(value, "points", sampled=False) if name == "equity" else as_percent(value, sampled=False)
        print(f"  {name}: {shown}")


def rules_of_thumb(args: argparse.Namespace) -> None:
    """What every rule of thumb says of a race, and the cube's best answer."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.backgammon import thumb
    from tabletop_odds.backgammon.cube_equities import cube
    from tabletop_odds.backgammon.positions import CHECKERS
    from tabletop_odds.formatting import text_table

    state, rules = asked(args)
    not_rolled(state, "thumb")
    answer = cube(state.mine, state.theirs, beavers=rules.beavers)
    rows = thumb.thumb_rows(state.mine, state.theirs)
    win, method = (answer.cubeless.value + 1) / 2, answer.method
    if CHECKERS in (sum(state.mine), sum(state.theirs)):
        method += "; gammons apart, which `cube` counts"  # as the rules of thumb do
    if args.format != "text":
        last = (method, *map(float, state.pips), win, answer.action)
        show_rows([*rows, dict(zip(rows[0], last, strict=True))], args.format)
        return
    cells = [
        [
            row["rule"],
            f"{row['mine']:g}",
            f"{row['theirs']:g}",
            "" if row["win"] is None else as_percent(row["win"]),
            row["verdict"],
        ]
        for row in rows
    ]
    print(f"{board_of(state)}\n\nX on roll, money play")
    print(text_table(["rule of thumb", "X counts", "O counts", "X wins", "verdict"], cells))
    print(f"best answer: wins {as_percent(win)}, {answer.action}\n{method}")


# --- one roll


def shots(args: argparse.Namespace) -> None:
    """The chance to hit, by distance or of each blot of a position."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.backgammon.odds import hit_probability, shot_probability
    from tabletop_odds.formatting import text_table

    if args.position and args.blocked:
        raise ValueError(f"--blocked {args.blocked[0]} beside a position: the board says what is held")
    if args.position:
        from tabletop_odds.backgammon.board import BAR, State

        state = State.parse(position_text(args.position))
        not_rolled(state, "shots")
        blots = [BAR - point for point, count in enumerate(state.theirs[:-1], 1) if count == 1]
        if not blots:
            raise ValueError("no blot of the other player: nothing to hit")
        name, title = "blot on", f"{state}\n\nX on roll hits with the next roll, exact"
        found = [(str(point), hit_probability(state, point)) for point in sorted(blots)]
        found += [("any", hit_probability(state))] if len(blots) > 1 else []
    else:
        name, title = "distance", "one checker hits a blot so many pips away, exact"
        title += f"; points held {' and '.join(map(str, args.blocked))} away" if args.blocked else ""
        found = [
            (str(distance), shot_probability(distance, args.blocked))
            for distance in range(1, 25)
            if distance not in args.blocked
        ]
    if args.format == "text":
        print(title)
        print(text_table([name, "chance", "rolls of 36"], [[at, as_percent(p), str(int(36 * p))] for at, p in found]))
        return
    key = name.replace(" ", "_")
    show_rows([{key: at, "rolls": int(36 * p), "of": 36, "probability": float(p)} for at, p in found], args.format)


def enter(args: argparse.Namespace) -> None:
    """The chance to enter from the bar, by points held."""
    from tabletop_odds.answers import as_percent
    from tabletop_odds.backgammon.odds import entering_distribution
    from tabletop_odds.formatting import text_table

    rows: list[dict[str, Any]] = []
    for closed in range(7):
        chances = entering_distribution(closed, args.checkers)
        rows.append(
            {"closed": closed, "all": float(chances.fraction(args.checkers)), "none": float(chances.fraction(0))}
        )
    if args.format != "text":
        show_rows(rows, args.format)
        return
    print(f"{args.checkers} on the bar, one roll, exact")
    cells = [[str(row["closed"]), as_percent(row["all"]), as_percent(row["none"])] for row in rows]
    print(text_table(["points held of 6", "all enter" if args.checkers > 1 else "enters", "none enters"], cells))


# --- tables


def solve_table(args: argparse.Namespace) -> None:
    """Solve and keep a two-sided table."""
    from time import monotonic

    from tabletop_odds.backgammon.big_table import solve
    from tabletop_odds.backgammon.cube_equities import solve_cube

    began = monotonic()
    path = (solve_cube if args.cube else solve)(args.checkers, workers=args.workers)
    what = "the money cube" if args.cube else "chances to win"
    print(f"{what}, {args.checkers} v {args.checkers} checkers at home: {path.stat().st_size / 1e6:,.1f} MB")
    print(f"{path}\n{monotonic() - began:.1f} s")
