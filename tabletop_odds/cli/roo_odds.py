"""`tabletop-odds roo`: the questions that are counted: odds, first, place, share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import rules_argument, show_rows, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tabletop_odds.roo.rules import Rules

STATE = """a STATE is one side a player, divided by "|", with ">" before the one to act, in quotes:
  "> . R2 . . / . . . . / . . . . / . . . .; hand B1 B2 G4 Y1; targets R2 B1 G3; discards Y4"
  the board row by row, the hand, the targets in the order of their cells, what was discarded; the pile is the rest;
  "; round 7" and "; last round" at the end where it is not the first
examples:
"""
ODDS = """examples:
  tabletop-odds roo odds                                                   from the deal
  tabletop-odds roo odds --pile 11 --unseen 3 --unplaced 3                 each number of turns
  tabletop-odds roo odds --pile 11 --unseen 3 --unplaced 3 --turns 10      within ten"""
FIRST = f"""{STATE}  tabletop-odds roo first                                       two racers from the deal
  tabletop-odds roo first --mine 11 2 3 --theirs 9 1 2          it is my turn, and I act first in a round
  tabletop-odds roo first --mine 11 2 3 --theirs 9 1 2 --second
  tabletop-odds roo first "STATE | STATE\""""
PLACE = """examples:
  tabletop-odds roo place R1 B3 Y4      held targets onto an empty board, in the order of the target cells
  tabletop-odds roo place               all sets of targets"""
SHARE = """examples:
  tabletop-odds roo share --rules mine.toml
  tabletop-odds roo share --readings    each option of the rules by itself"""


def add_odds(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add these commands, each by `add(name, run, help, epilog)`."""
    odds = add("odds", _odds, "the chance that a racer completes within so many turns", ODDS)
    odds.add_argument("--pile", type=whole_number, metavar="N", help="cards to draw from")
    odds.add_argument("--unseen", type=whole_number, metavar="N", help="targets among them")
    odds.add_argument("--unplaced", type=whole_number, metavar="N", help="targets not on their cells, with the unseen")
    odds.add_argument("--turns", type=whole_number, metavar="N", help="within so many (each in turn)")
    first = add("first", _first, "who of several racers completes first", FIRST)
    first.add_argument("state", nargs="?", metavar="STATE", help="where everybody stands: see below")
    for name, whose in (("mine", "of the player to act"), ("theirs", "of the other")):
        first.add_argument(
            f"--{name}", nargs=3, type=whole_number, metavar=("PILE", "UNSEEN", "UNPLACED"), help=f"numbers {whose}"
        )
    first.add_argument("--second", action="store_true", help="the other has had their turn of this round")
    place = add("place", _place, "the fewest turns that place held targets", PLACE)
    place.add_argument("targets", nargs="*", metavar="CARD", help="a card for each target cell, as R2 for the red 2")
    share = add("share", _share, "the share of deals that can be completed at all", SHARE)
    share.add_argument("--readings", action="store_true", help="each option of the rules by itself")


def given_rules(args: argparse.Namespace) -> Rules | None:
    """The rules that were asked for; None leaves it to the state or the number of policies."""
    if args.rules is None:
        return None
    from tabletop_odds.roo import rules

    found: Rules = rules_argument(rules, args.rules)
    return found


def asked_rules(args: argparse.Namespace) -> Rules:
    """The rules that were asked for, by default the game's own."""
    from tabletop_odds.roo.rules import as_rules

    return as_rules(given_rules(args))


def _odds(args: argparse.Namespace) -> None:
    from tabletop_odds.roo import odds

    rules, numbers = asked_rules(args), {name: getattr(args, name) for name in ("pile", "unseen", "unplaced")}
    missing = [name for name, number in numbers.items() if number is None]
    if 0 < len(missing) < 3:
        raise ValueError(f"--{missing[0]} is missing: give --pile, --unseen and --unplaced, or none for the deal")
    if missing:
        turns, where = odds.deal_turns_distribution(rules), "from the deal"
    else:
        turns = odds.turns_distribution(**numbers, rules=rules)
        where = "{pile} cards in the pile, {unseen} targets among them, {unplaced} to place".format(**numbers)
    asked = list(turns.weights) if args.turns is None else [args.turns]
    rows = []
    for number in asked:
        if missing:
            within = odds.deal_completion_probability(number, rules)
        else:
            within = odds.completion_probability(**numbers, turns=number, rules=rules)
        rows.append((number, turns.fraction(number), within))
    if args.format != "text":
        keys = ("turns", "probability", "within")
        show_rows([dict(zip(keys, (n, float(p), float(q)), strict=True)) for n, p, q in rows], args.format)
        return
    from tabletop_odds.answers import as_number, as_percent
    from tabletop_odds.formatting import text_table

    print(f"a racer, {where}\n{rules} rules, exact")
    cells = [[str(n), as_percent(p), as_percent(q), str(q)] for n, p, q in rows]
    print(text_table(["turns", "completes then", "within them", "fraction"], cells))
    never = turns.fraction("above")
    mean = f"; {as_number(odds.expected_turns(turns))} turns in the mean where it does" if turns.weights else ""
    print(f"never completes: {as_percent(never)} ({never}){mean}")


def _first(args: argparse.Namespace) -> None:
    """Who is first: of two racers in numbers, of the sides of a state, or from the deal."""
    triples = [args.mine, args.theirs]
    if args.state is not None and any(triples):
        raise ValueError(f"{args.state!r} beside --mine or --theirs: a state names its own numbers; leave them out")
    if any(triples) and not all(triples):
        raise ValueError(f"--{'theirs' if args.mine else 'mine'} is missing: three numbers each are needed")
    if args.second and not all(triples):
        raise ValueError("--second: only beside --mine and --theirs")
    from tabletop_odds.roo import first_odds

    rows: list[tuple[str, str, int | None, Fraction]] = []
    if all(triples):
        rules = asked_rules(args)
        found = first_odds.first_probabilities(args.mine, args.theirs, rules, mine_first=not args.second)
        situation = f"mine {_listed(args.mine)}, theirs {_listed(args.theirs)} (pile, unseen, unplaced)"
        rows = [("alone", "I complete alone", 1, found.mine), ("alone", "they complete alone", 2, found.theirs)]
        together, out = found.together, found.pile_out
    else:
        odds, rules, situation = _race(args)
        for name, words, shares in (("alone", "completes alone", odds.alone), ("win", "wins, draws shared", odds.win)):
            rows += [(name, f"player {i} {words}", i, p) for i, p in enumerate(shares, start=1)]
        together, out = odds.together, odds.pile_out
    rows += [("together", "several in the same round", None, together), ("pile_out", "nobody completes", None, out)]
    if args.format != "text":
        show_rows(
            [{"event": event, "player": player, "probability": float(p)} for event, _, player, p in rows], args.format
        )
        return
    from tabletop_odds.answers import as_percent
    from tabletop_odds.formatting import text_table

    print(f"{situation}\n{rules} rules, exact if everybody races")
    print(text_table(["the game", "chance"], [[words, as_percent(p)] for _, words, _, p in rows]))


def _race(args: argparse.Namespace) -> tuple[Any, Rules, str]:
    """The odds of a race from a state or from the deal, the rules, and what was asked."""
    from tabletop_odds.roo import first_odds

    if args.state is None:
        rules = asked_rules(args)
        return first_odds.deal_race_odds(rules), rules, f"{rules.players} racers from the deal"
    from tabletop_odds.roo.checks import checked_state, rules_for
    from tabletop_odds.roo.state import State

    rules = rules_for(args.state, given_rules(args))
    state = checked_state(State.parse(args.state, rules), rules)
    return first_odds.race_odds(state, rules), rules, str(state)


def _listed(numbers: Sequence[object]) -> str:
    return " ".join(map(str, numbers))


def _place(args: argparse.Namespace) -> None:
    from tabletop_odds.roo import optimal
    from tabletop_odds.roo.state import Side, sorted_cards

    rules = asked_rules(args)
    if not args.targets:
        turns = optimal.turns_to_place_distribution(rules)
        rows = [{"turns": number, "sets": weight, "of": turns.total} for number, weight in turns.weights.items()]
        rows += [{"turns": None, "sets": turns.rest, "of": turns.total}] if turns.rest else []
        title, header = (
            f"all sets of held targets, an empty board, {rules} rules, exact",
            ["fewest turns", "sets", "of"],
        )
    else:
        targets = tuple(word.upper() for word in args.targets)
        fewest = optimal.turns_to_place(targets, rules)
        side = Side(("",) * rules.size**2, sorted_cards(targets), (), targets)
        steps = optimal.quickest_actions(side, rules) or ()
        rows = [{"turn": i, "action": str(step)} for i, step in enumerate(steps, start=1)]
        said = "nothing places them" if fewest is None else f"{fewest} turns"
        title, header = (
            f"{_listed(targets)} from the hand, an empty board, {rules} rules, exact: {said}",
            ["turn", "action"],
        )
    if args.format != "text":
        show_rows(rows, args.format)
        return
    from tabletop_odds.formatting import text_table

    print(title)
    if rows:
        print(text_table(header, [["never" if x is None else str(x) for x in row.values()] for row in rows]))


def _share(args: argparse.Namespace) -> None:
    from tabletop_odds.answers import as_percent
    from tabletop_odds.formatting import text_table
    from tabletop_odds.roo.completable import completable_share

    rules = asked_rules(args)
    readings = {str(rules): rules, **(_readings(rules) if args.readings else {})}
    shares = {name: completable_share(reading) for name, reading in readings.items()}
    if args.format != "text":
        keys = ("rules", "completable")
        show_rows([dict(zip(keys, (name, float(p)), strict=True)) for name, p in shares.items()], args.format)
        return
    print("deals that some play can complete, exact")
    print(text_table(["rules", "share", "fraction"], [[name, as_percent(p), str(p)] for name, p in shares.items()]))


def _readings(rules: Rules) -> dict[str, Rules]:
    """Each option of the rules by itself that could keep targets from their cells."""
    from dataclasses import replace

    from tabletop_odds.roo.rules import WORDS

    options: list[tuple[str, Any]] = [(name, word) for name in ("targets", "entry") for word in WORDS[name]]
    options += [(name, yes) for name in ("slide", "jump") for yes in (True, False)]
    last = rules.size - 1
    options += [("target_cells", cells) for cells in (((0, 0),), ((1, 1),), ((0, 0), (0, last), (last, 0)))]
    changed = [replace(rules, **{name: value}) for name, value in options if getattr(rules, name) != value]
    return {str(reading): reading for reading in changed}
