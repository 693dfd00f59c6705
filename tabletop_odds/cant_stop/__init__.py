"""Can't Stop: climb eleven columns, and stop in time.

The rules in ten lines. Eleven columns, 2 to 12, have 3, 5, 7, 9, 11, 13, 11, 9, 7, 5 and 3 spaces. Roll four dice and
split them into two pairs: the two sums name the columns to advance in. Up to three runners climb, each from the space
above the player's own marker; a sum that comes twice climbs two. Both sums are used if both can be. Then stop, which
turns the runners into markers, or roll again. A roll that moves no runner busts: the progress of the turn is lost. Who
stops on the top of a column claims it: it is closed to everybody, and other markers in it are removed. The first to
claim three columns wins. Alone, the aim is to need few turns. Everything else is an option of `Rules`.

Source: the rules as collected from public rule pages; "Can't Stop" is a trade name of its owner, with whom this library
is not affiliated.

>>> from tabletop_odds import cant_stop
>>> cant_stop.bust_probability((6, 7, 8))
Fraction(13, 162)
>>> cant_stop.top_probability(7, from_space=0)
0.1871712 exact
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.lazy import lazy

if TYPE_CHECKING:
    from .advise import should_roll as should_roll
    from .advise import which_pairing as which_pairing
    from .best_turn import Figures as Figures
    from .best_turn import TurnSolution as TurnSolution
    from .best_turn import solve_turn as solve_turn
    from .board import State as State
    from .columns import column_table as column_table
    from .columns import expected_turns_to_top as expected_turns_to_top
    from .columns import space_table as space_table
    from .columns import top_probability as top_probability
    from .fitted import FittedValues as FittedValues
    from .fitted import fitted_play as fitted_play
    from .fitted import fitted_values as fitted_values
    from .fixed_triples import triple_progress as triple_progress
    from .game_by_rules import GameRecord as GameRecord
    from .game_by_rules import TurnRecord as TurnRecord
    from .game_by_rules import play_game as play_game
    from .odds import best_columns as best_columns
    from .odds import bust_probability as bust_probability
    from .odds import offer_probability as offer_probability
    from .odds import pairing_probability as pairing_probability
    from .odds import playable_columns as playable_columns
    from .odds import success_probability as success_probability
    from .odds import triples_table as triples_table
    from .optimal import SolvedBoard as SolvedBoard
    from .optimal import expected_turns as expected_turns
    from .optimal import optimal_play as optimal_play
    from .optimal import solve_board as solve_board
    from .optimal import start_positions as start_positions
    from .optimal import win_probability as win_probability
    from .plots import plot_board as plot_board
    from .plots import plot_stopping as plot_stopping
    from .plots import plot_triples as plot_triples
    from .plots import plot_turns_to_win as plot_turns_to_win
    from .plots import plot_win_rates as plot_win_rates
    from .policies import Policy as Policy
    from .policies import best_turn_for as best_turn_for
    from .policies import bust_limit as bust_limit
    from .policies import glenn_aloi as glenn_aloi
    from .policies import linear_weights as linear_weights
    from .policies import roll_times as roll_times
    from .policies import rule_of_28 as rule_of_28
    from .policies import weighted as weighted
    from .potentials import Potential as Potential
    from .potentials import progress as progress
    from .potentials import squares as squares
    from .potentials import steps as steps
    from .report import board_table as board_table
    from .report import strategy_report as strategy_report
    from .report import turns_table as turns_table
    from .report import win_rate_table as win_rate_table
    from .rules import Move as Move
    from .rules import Moves as Moves
    from .rules import Rules as Rules
    from .rules import moves as moves
    from .rules import pairings as pairings
    from .rules import presets as presets
    from .simulate import compare as compare
    from .simulate import round_robin as round_robin
    from .simulate import simulate_alone as simulate_alone
    from .simulate import simulate_games as simulate_games
    from .stopping import stop_at as stop_at
    from .stopping import stop_steps_table as stop_steps_table
    from .stopping import stopping_table as stopping_table
    from .weights import Weights as Weights

# The public names in the order a reader needs them, by the file that holds them; each is loaded when first used.
_NAMES = {
    "rules": "Rules presets pairings moves Move Moves",
    "board": "State",
    "odds": "bust_probability success_probability offer_probability pairing_probability playable_columns best_columns "
    "triples_table",
    "columns": "top_probability expected_turns_to_top column_table space_table",
    "fixed_triples": "triple_progress",
    "best_turn": "solve_turn TurnSolution Figures",
    "potentials": "Potential progress squares steps",
    "policies": "Policy rule_of_28 glenn_aloi linear_weights roll_times bust_limit weighted best_turn_for",
    "weights": "Weights",
    "optimal": "solve_board SolvedBoard expected_turns win_probability optimal_play start_positions",
    "fitted": "fitted_play fitted_values FittedValues",
    "game_by_rules": "play_game GameRecord TurnRecord",
    "simulate": "simulate_alone simulate_games compare round_robin",
    "advise": "should_roll which_pairing",
    "stopping": "stop_at stopping_table stop_steps_table",
    "report": "board_table turns_table win_rate_table strategy_report",
    "plots": "plot_board plot_triples plot_stopping plot_turns_to_win plot_win_rates",
}
__getattr__, __dir__ = lazy(__name__, _NAMES)
