"""Roo: robots on a board of four colours; three of them must reach their cells.

The rules in ten lines. Each player has a board of 4 x 4 coloured cells and 16 robot cards, one
of each number 1 to 4 in each of four colours. Three of the cards, revealed at the start and shuffled back, are targets,
each for one of three marked cells. A hand has five cards, the rest is a pile. A turn is one of two things: move one
card exactly its number of cells along a row or column, in over an edge from the hand or on from where it lies, over
empty cells; a card on the landing cell goes to the hand. Or discard a card and draw one. Who has all three targets on
their cells stops the game; the round is finished. Who alone is complete wins; else the fewest penalty points: one a
card in the hand, one a board card on a cell of another colour. A pile that runs out ends the game too. The rulebook
contradicts itself in sixteen places: every other reading of each is an option of `Rules`.

Source: a Persian rule text whose game could not be identified, numbered RO-1 to RO-7 and, for its contradictions, R1 to
R16; "Roo" is the name that the text gives, and this library is not affiliated with whoever owns it.

>>> from tabletop_odds import roo
>>> roo.completion_probability(pile=11, unseen=3, unplaced=3, turns=10)
Fraction(7, 33)
>>> roo.what_to_do("> . R2 . . / . . . B1 / . . . . / . . . .; hand G3 R1 R3 Y4; targets R2 B1 G3",
...                rules=roo.Rules.preset("alone")).best.action
'G3 to 3,2'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.lazy import lazy

if TYPE_CHECKING:
    from .advise import should_stop as should_stop
    from .advise import what_to_do as what_to_do
    from .completable import Reach as Reach
    from .completable import cells_reached as cells_reached
    from .completable import completable_share as completable_share
    from .first_odds import First as First
    from .first_odds import RaceOdds as RaceOdds
    from .first_odds import deal_race_odds as deal_race_odds
    from .first_odds import first_probabilities as first_probabilities
    from .first_odds import penalty_distribution as penalty_distribution
    from .first_odds import race_odds as race_odds
    from .game_by_rules import GameRecord as GameRecord
    from .game_by_rules import TurnRecord as TurnRecord
    from .game_by_rules import play_game as play_game
    from .games_report import alone_table as alone_table
    from .games_report import completion_table as completion_table
    from .games_report import win_rate_table as win_rate_table
    from .moving import Action as Action
    from .moving import actions as actions
    from .odds import Race as Race
    from .odds import completion_probability as completion_probability
    from .odds import deal_completion_probability as deal_completion_probability
    from .odds import deal_turns_distribution as deal_turns_distribution
    from .odds import expected_turns as expected_turns
    from .odds import race_law_holds as race_law_holds
    from .odds import turns_distribution as turns_distribution
    from .optimal import best_discard as best_discard
    from .optimal import fewest_turns as fewest_turns
    from .optimal import quickest_actions as quickest_actions
    from .optimal import turns_to_place as turns_to_place
    from .optimal import turns_to_place_distribution as turns_to_place_distribution
    from .plots import plot_board as plot_board
    from .plots import plot_completion as plot_completion
    from .plots import plot_reach as plot_reach
    from .plots import plot_win_rates as plot_win_rates
    from .policies import Policy as Policy
    from .policies import greedy_racer as greedy_racer
    from .policies import racer_who_unloads as racer_who_unloads
    from .policies import random_play as random_play
    from .policies import two_turn_lookahead as two_turn_lookahead
    from .policies import unloader as unloader
    from .policy_values import policy_value as policy_value
    from .readings_plots import plot_readings as plot_readings
    from .readings_report import Reading as Reading
    from .readings_report import readings_table as readings_table
    from .report import board_table as board_table
    from .report import ends_table as ends_table
    from .report import first_table as first_table
    from .report import law_table as law_table
    from .report import race_table as race_table
    from .report import reach_table as reach_table
    from .report import strategy_report as strategy_report
    from .rules import Rules as Rules
    from .rules import presets as presets
    from .simulate import compare as compare
    from .simulate import round_robin as round_robin
    from .simulate import simulate_alone as simulate_alone
    from .simulate import simulate_games as simulate_games
    from .state import Side as Side
    from .state import State as State
    from .whole_game import SolvedGame as SolvedGame
    from .whole_game import solve_game as solve_game

# The public names in the order a reader needs them, by the file that holds them; each is loaded when first used.
_NAMES = {
    "rules": "Rules presets",
    "state": "State Side",
    "moving": "actions Action",
    "completable": "completable_share cells_reached Reach",
    "odds": "completion_probability turns_distribution deal_completion_probability deal_turns_distribution "
    "expected_turns race_law_holds Race",
    "first_odds": "first_probabilities First race_odds deal_race_odds RaceOdds penalty_distribution",
    "optimal": "turns_to_place turns_to_place_distribution fewest_turns quickest_actions best_discard",
    "whole_game": "solve_game SolvedGame",
    "policy_values": "policy_value",
    "policies": "Policy random_play greedy_racer unloader two_turn_lookahead racer_who_unloads",
    "game_by_rules": "play_game GameRecord TurnRecord",
    "simulate": "simulate_alone simulate_games compare round_robin",
    "advise": "what_to_do should_stop",
    "report": "board_table reach_table law_table race_table first_table ends_table strategy_report",
    "games_report": "completion_table alone_table win_rate_table",
    "readings_report": "readings_table Reading",
    "plots": "plot_board plot_reach plot_completion plot_win_rates",
    "readings_plots": "plot_readings",
}
__getattr__, __dir__ = lazy(__name__, _NAMES)
