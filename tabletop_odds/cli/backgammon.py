"""`tabletop-odds backgammon`: epc, win, thumb, play, cube, shots, enter, simulate, compare, solve."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from . import (
    add_checkpoint,
    add_format,
    add_rules,
    add_until,
    how_many,
    nearest,
    rules_argument,
    show,
    show_advice,
    whole_number,
)
from . import backgammon_odds as odds
from .backgammon_odds import GAMES, asked, board_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabletop_odds.answers import Advice
    from tabletop_odds.backgammon.board import State
    from tabletop_odds.backgammon.policies import Policy

    from . import Subparsers

POSITION = """a POSITION, seen by the player on roll, is any of:
  0,0,0,3,5,7 15                          counts of both sides, each from its own ace point up
  4HPwATDgc/ABMA:cAkAAAAAAAAA             a GNU position ID, alone or with its match ID
  XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
examples:
"""
EPC = f"""{POSITION}  tabletop-odds backgammon epc 0,0,0,3,5,7
  tabletop-odds backgammon epc 0,0,0,3,5,7 --distribution
  tabletop-odds backgammon epc XGID=-----BCDE---------abcde---:0:0:1:00:0:0:0:0:10"""
WIN = f"""{POSITION}  tabletop-odds backgammon win 0,0,0,3,5,7 15,0,0,0,0,0
  tabletop-odds backgammon win 4HPwATDgc/ABMA --games 100000"""
THUMB = f"""{POSITION}  tabletop-odds backgammon thumb 0,0,0,3,5,7 0,0,0,1,6,8"""
PLAY = f"""{POSITION}  tabletop-odds backgammon play 4HPwATDgc/ABMA --roll 3 1
  tabletop-odds backgammon play 4HPwATDgc/ABMA --roll 31 --did "8/4"
  tabletop-odds backgammon play 0,1,0,0,1 1 --roll 4 2"""
CUBE = f"""{POSITION}  tabletop-odds backgammon cube 0,0,0,0,0,2 0,0,0,0,0,2
  tabletop-odds backgammon cube 4HPwATDgc/ABMA"""
SHOTS = f"""{POSITION}  tabletop-odds backgammon shots                       every distance
  tabletop-odds backgammon shots --blocked 3 5         where points so far away are held
  tabletop-odds backgammon shots XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"""
SIMULATE = """a POLICY, none of them expert play, is one of:
  evaluator                 hand-made weights for points, primes, blots and the race
  pip-greedy                hits what it can, leads by most pips, leaves the fewest shots
  random                    any legal play
examples:
  tabletop-odds backgammon simulate evaluator pip-greedy
  tabletop-odds backgammon simulate evaluator evaluator --position 4HPwATDgc/ABMA
  tabletop-odds backgammon compare evaluator pip-greedy random"""
SOLVE = """examples:
  tabletop-odds backgammon solve --checkers 10         168 MB, seconds; made when first asked for
  tabletop-odds backgammon solve --checkers 15         every bear-off: 6.3 GB, minutes
  tabletop-odds backgammon solve --checkers 10 --cube  1.3 GB"""
POLICIES = ("evaluator", "pip-greedy", "random")


def add_commands(subparsers: Subparsers) -> None:
    """Add `backgammon` and its commands."""
    game = subparsers.add_parser("backgammon", help="Backgammon: bear-offs, races, cube, plays, shots")
    commands = game.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Any, help: str, epilog: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, epilog=epilog)
        parser.set_defaults(run=run)
        return parser

    epc = add("epc", odds.effective_pips, "effective pip count, expected rolls and wastage of bearing off", EPC)
    epc.add_argument("--distribution", action="store_true", help="the chance of each number of rolls instead")
    win = add("win", odds.chance_to_win, "the chance of the player on roll to win, without a cube", WIN)
    thumb = add("thumb", odds.rules_of_thumb, "what rules of thumb say of a race, beside the best answer", THUMB)
    play = add("play", _play, "which play of a roll is best?", PLAY)
    play.add_argument("--roll", nargs="+", metavar="DIE", help="the dice, where the position names none: 6 4, or 64")
    cube = add("cube", _cube, "double or not? take or pass?", CUBE)
    shots = add("shots", odds.shots, "the chance to hit a blot: by distance, or each blot of a position", SHOTS)
    shots.add_argument(
        "--blocked", nargs="+", type=whole_number, default=[], metavar="N", help="distances at which points are held"
    )
    for parser, least in ((epc, "+"), (win, "+"), (thumb, "+"), (play, "+"), (cube, "+"), (shots, "*")):
        parser.add_argument("position", nargs=least, metavar="POSITION", help="see below")
    for parser in (play, cube):
        parser.add_argument("--did", metavar="ACTION", help="what was done: says what that mistake cost")
    for parser in (win, play, cube):
        parser.add_argument("--games", type=whole_number, metavar="N", help="play so many games on instead")
        parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="of their luck (0)")
    enter = add("enter", odds.enter, "the chance to enter from the bar, by points held", "")
    enter.add_argument("--checkers", type=whole_number, default=1, metavar="N", help="on the bar (1)")
    simulate = add("simulate", _simulate, "whole games between two policies", SIMULATE)
    simulate.add_argument("--position", nargs="+", metavar="POSITION", help="to start from; the first policy rolls")
    compare = add("compare", _compare, "policies against each other, or one against the evaluator", SIMULATE)
    for parser in (simulate, compare):
        parser.add_argument("policies", nargs="+", metavar="POLICY", help="see below")
        parser.add_argument("--games", type=whole_number, default=GAMES, metavar="N", help=f"games ({GAMES:,})")
        parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the luck (1)")
        parser.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
        add_checkpoint(parser)
    add_until(simulate)
    solve = add(
        "solve", odds.solve_table, "solve and keep the table of all bear-offs of so many checkers a side", SOLVE
    )
    solve.add_argument("--checkers", type=whole_number, required=True, metavar="N", help="a side at most, 1 to 15")
    solve.add_argument("--cube", action="store_true", help="the money cube instead of the chances to win")
    solve.add_argument("--workers", type=whole_number, metavar="N", help="threads (one a core)")
    for parser in (win, thumb, play, cube, simulate, compare):
        add_rules(parser)
    for parser in (epc, win, thumb, play, cube, shots, enter, simulate, compare):
        add_format(parser)


# --- advice


def _play(args: argparse.Namespace) -> None:
    from tabletop_odds.backgammon.advise import which_play

    state, rules = asked(args)
    roll = None if args.roll is None else " ".join(args.roll)
    _show([which_play(state, roll, rules=rules, n=args.games, seed=args.seed)], state, args)


def _cube(args: argparse.Namespace) -> None:
    from tabletop_odds.backgammon.advise import should_double, should_take
    from tabletop_odds.backgammon.rules import may_double

    state, rules = asked(args)
    questions: list[Any] = [should_take] if state.doubled else [should_double, should_take]
    if not state.doubled and not may_double(state, rules):
        questions.remove(should_take)
    _show([ask(state, rules=rules, n=args.games, seed=args.seed) for ask in questions], state, args)


def _show(answers: Sequence[Advice], state: State, args: argparse.Namespace) -> None:
    """Print the board and each Advice, or the one that what was done is about."""
    if args.did is not None:
        answer = _about(args.did, answers)
        if args.format == "text":
            print(f"{board_of(state)}\n")
        show_advice(answer, args.format, args.did)
        return
    if args.format == "json" and len(answers) > 1:
        import json

        print(json.dumps([answer.to_dict() for answer in answers], indent=2, ensure_ascii=False, allow_nan=False))
        return
    if args.format == "text":
        print(f"{board_of(state)}\n")
    if args.format == "csv":
        tables = [answer.to_csv() for answer in answers]
        print(tables[0] + "".join(table.partition("\n")[2] for table in tables[1:]), end="")
        return
    for i, answer in enumerate(answers):
        print(end="\n" if i else "")
        show(answer, args.format)


def _about(action: str, answers: Sequence[Advice]) -> Advice:
    """The Advice that has the action among its options. ValueError, which names the options of all: none has."""
    for answer in answers:
        with suppress(ValueError):
            answer.cost_of(action)
            return answer
    options = [option.action for answer in answers for option in answer.options]
    raise ValueError(f"action {action!r}: the options are {'; '.join(options)}")


# --- games


def _policies(args: argparse.Namespace) -> list[Policy]:
    from tabletop_odds.backgammon import policies

    known = {"evaluator": policies.evaluator, "pip-greedy": policies.pip_greedy, "random": policies.random_play}
    for word in args.policies:
        if word not in known:
            raise ValueError(f"policy {word!r}: allowed are {', '.join(POLICIES)}{nearest(word, POLICIES)}")
    return [known[word]() for word in args.policies]


def _simulate(args: argparse.Namespace) -> None:
    from tabletop_odds.backgammon import rules as module
    from tabletop_odds.backgammon.simulate import simulate_games

    policies = _policies(args)
    state, rules = asked(args) if args.position else (None, rules_argument(module, args.rules))
    run = simulate_games(
        policies,
        **how_many(args, GAMES),
        seed=args.seed,
        rules=rules,
        state=state,
        workers=args.workers,
        checkpoint=args.checkpoint,
    )
    if args.format != "text":
        show(run.to_frame(), args.format)
        return
    if state:
        print(f"{state}\n")
    print(f"{rules}; 1 {policies[0].name}, 2 {policies[1].name}{', 1 on roll' if state else ''}")
    print(run)


def _compare(args: argparse.Namespace) -> None:
    from tabletop_odds.backgammon import rules
    from tabletop_odds.backgammon.simulate import compare, round_robin

    policies = _policies(args)
    play: Any = compare if len(policies) == 1 else round_robin
    given = rules_argument(rules, args.rules)
    result = play(policies, args.games, seed=args.seed, rules=given, workers=args.workers, checkpoint=args.checkpoint)
    if args.format == "text":
        print(result)
    else:
        show(result.to_frame(), args.format)
