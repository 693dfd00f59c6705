"""Backgammon: bring fifteen checkers home and bear them off first, by dice and a doubling cube.

The rules in ten lines. Two players move 15 checkers each in opposite directions over 24 points, home to their points 1
to 6 and off the board. Two dice a turn: each number moves one checker that far, a double is played four times. A
checker may land where the other holds at most one; a lone checker, a blot, is hit and goes to the bar, from where it
must enter before anything else moves. As much of a roll must be played as can be, the larger number if only one can.
Checkers are borne off once all are home. Who bears off all first wins: one point, two (a gammon) where the other has
borne off nothing, three (a backgammon) where a checker of theirs is also on the bar or in the winner's home. The cube
multiplies that: before rolling one may double, the other passes and loses, or takes and then owns the cube. `State` is
the board as the player on roll sees it; every side counts its points from its own ace point. `Rules` has the options.

Source: the rules as collected from public rule pages; position IDs as GNU Backgammon and eXtreme Gammon, with which
this library is not affiliated, write them.

>>> from tabletop_odds import backgammon
>>> backgammon.shot_probability(6)
Fraction(17, 36)
>>> backgammon.win_probability([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2])
0.7544943 exact
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.lazy import lazy

if TYPE_CHECKING:
    from .advise import should_double as should_double
    from .advise import should_take as should_take
    from .advise import which_play as which_play
    from .bearoff import epc as epc
    from .bearoff import epc_table as epc_table
    from .bearoff import expected_rolls as expected_rolls
    from .bearoff import first_off_distribution as first_off_distribution
    from .bearoff import no_checker_off_probability as no_checker_off_probability
    from .bearoff import race_method as race_method
    from .bearoff import rolls_distribution as rolls_distribution
    from .bearoff import rolls_sd as rolls_sd
    from .bearoff import wastage as wastage
    from .bearoff_plays import BearOffPlay as BearOffPlay
    from .bearoff_plays import bear_off_plays as bear_off_plays
    from .bearoff_plays import bear_off_table as bear_off_table
    from .big_table import solve as solve
    from .board import Match as Match
    from .board import State as State
    from .board import has_contact as has_contact
    from .cube_equities import Cube as Cube
    from .cube_equities import cube as cube
    from .cube_equities import solve_cube as solve_cube
    from .formats import match_id as match_id
    from .formats import position_id as position_id
    from .formats import rules_in as rules_in
    from .formats import xgid as xgid
    from .game_by_rules import GameRecord as GameRecord
    from .game_by_rules import TurnRecord as TurnRecord
    from .game_by_rules import play_game as play_game
    from .game_tables import Finish as Finish
    from .game_tables import exact_finish as exact_finish
    from .moving import Play as Play
    from .moving import forced_by as forced_by
    from .moving import plays as plays
    from .odds import bear_off_probability as bear_off_probability
    from .odds import entering_distribution as entering_distribution
    from .odds import entering_probability as entering_probability
    from .odds import hit_probability as hit_probability
    from .odds import hitting_rolls as hitting_rolls
    from .odds import opening_distribution as opening_distribution
    from .odds import pips_distribution as pips_distribution
    from .odds import roll_distribution as roll_distribution
    from .odds import shot_probability as shot_probability
    from .odds import shots_table as shots_table
    from .one_checker import DoublingMarks as DoublingMarks
    from .one_checker import OneCheckerCube as OneCheckerCube
    from .one_checker import doubling_marks as doubling_marks
    from .one_checker import one_checker_cube as one_checker_cube
    from .one_checker import one_checker_win_probability as one_checker_win_probability
    from .plots import plot_board as plot_board
    from .plots import plot_cube_actions as plot_cube_actions
    from .plots import plot_pair_rolls as plot_pair_rolls
    from .plots import plot_rolls as plot_rolls
    from .plots import plot_shots as plot_shots
    from .plots import plot_verdict_cost_map as plot_verdict_cost_map
    from .plots import plot_verdict_costs as plot_verdict_costs
    from .plots import plot_wastage as plot_wastage
    from .plots import plot_win_error_map as plot_win_error_map
    from .plots import plot_win_errors as plot_win_errors
    from .policies import Policy as Policy
    from .policies import evaluator as evaluator
    from .policies import pip_greedy as pip_greedy
    from .policies import random_play as random_play
    from .policies import weighted as weighted
    from .positions import pip_count as pip_count
    from .race_games import simulate_races as simulate_races
    from .report import board_table as board_table
    from .report import cube_map_table as cube_map_table
    from .report import cube_table as cube_table
    from .report import entering_table as entering_table
    from .report import games_table as games_table
    from .report import last_two_table as last_two_table
    from .report import rolls_table as rolls_table
    from .report import shot_kinds_table as shot_kinds_table
    from .report import strategy_report as strategy_report
    from .report import two_shooters_table as two_shooters_table
    from .report import typical_table as typical_table
    from .report import wastage_table as wastage_table
    from .report import within_table as within_table
    from .rollouts import roll_out as roll_out
    from .rollouts import roll_out_plays as roll_out_plays
    from .rules import Rules as Rules
    from .rules import may_double as may_double
    from .rules import opening as opening
    from .rules import presets as presets
    from .rules import winner as winner
    from .rules import winner_points as winner_points
    from .simulate import compare as compare
    from .simulate import round_robin as round_robin
    from .simulate import simulate_games as simulate_games
    from .thumb import rules_of_thumb as rules_of_thumb
    from .thumb import thumb_table as thumb_table
    from .thumb_counts import isight as isight
    from .thumb_counts import keith as keith
    from .thumb_counts import thorp as thorp
    from .thumb_counts import ward as ward
    from .thumb_epc import estimated_epc as estimated_epc
    from .thumb_epc import trice as trice
    from .thumb_lengths import eight_nine_twelve as eight_nine_twelve
    from .thumb_lengths import nack_57 as nack_57
    from .thumb_lengths import rule_62 as rule_62
    from .thumb_lengths import ten_percent as ten_percent
    from .thumb_types import Thumb as Thumb
    from .thumb_wins import kleinman as kleinman
    from .thumb_wins import percentage as percentage
    from .two_sided import RaceAnswer as RaceAnswer
    from .two_sided import race_value as race_value
    from .two_sided import win_probability as win_probability
    from .weights import Weights as Weights

# The public names in the order a reader needs them, by the file that holds them; each is loaded when first used.
_NAMES = {
    "rules": "Rules presets opening winner winner_points may_double",
    "board": "State Match has_contact",
    "moving": "plays Play forced_by",
    "formats": "position_id match_id xgid rules_in",
    "positions": "pip_count",
    "odds": "roll_distribution opening_distribution pips_distribution shot_probability hit_probability hitting_rolls "
    "entering_probability entering_distribution bear_off_probability shots_table",
    "bearoff": "expected_rolls rolls_sd epc wastage rolls_distribution first_off_distribution "
    "no_checker_off_probability race_method epc_table",
    "bearoff_plays": "bear_off_plays BearOffPlay bear_off_table",
    "one_checker": "one_checker_win_probability one_checker_cube OneCheckerCube doubling_marks DoublingMarks",
    "two_sided": "win_probability race_value RaceAnswer",
    "big_table": "solve",
    "cube_equities": "cube Cube solve_cube",
    "thumb": "rules_of_thumb thumb_table",
    "thumb_types": "Thumb",
    "thumb_wins": "kleinman percentage",
    "thumb_counts": "thorp keith isight ward",
    "thumb_lengths": "rule_62 nack_57 eight_nine_twelve ten_percent",
    "thumb_epc": "trice estimated_epc",
    "policies": "Policy random_play pip_greedy evaluator weighted",
    "weights": "Weights",
    "game_by_rules": "play_game GameRecord TurnRecord",
    "simulate": "simulate_games compare round_robin",
    "race_games": "simulate_races",
    "rollouts": "roll_out roll_out_plays",
    "game_tables": "exact_finish Finish",
    "advise": "which_play should_double should_take",
    "report": "board_table typical_table wastage_table rolls_table within_table cube_table cube_map_table "
    "shot_kinds_table two_shooters_table entering_table last_two_table games_table strategy_report",
    "plots": "plot_board plot_shots plot_pair_rolls plot_rolls plot_wastage plot_cube_actions plot_win_errors "
    "plot_verdict_costs plot_win_error_map plot_verdict_cost_map",
}
__getattr__, __dir__ = lazy(__name__, _NAMES)
