"""Farkle: push your luck with six dice (also 10,000, Greed, Zonk, Hot Dice, Zilch, Cosmic Wimpout).

The rules in ten lines. A turn starts with all six dice. After each roll at least one scoring die is set aside; then
the player banks the turn total or rolls the rest. A 1 is worth 100, a 5 is worth 50, three of a kind 100 times the
face, three 1s 1000. A combination counts only within one roll. Nothing scores: farkle, the turn total is lost. All
dice have scored: hot dice, all are rolled again. Who banks a total of 10,000 starts the last round; the highest total
wins. Everything else is an option of `Rules`; `presets()` names the usual sets.

Source: the rules as collected from public rule pages; "Farkle" is a trade name of its owner, with whom this library is
not affiliated.

>>> from tabletop_odds import farkle
>>> bool(farkle.should_roll(turn_total=450, dice_left=2))
False
>>> farkle.bust_probability(3)
Fraction(5, 18)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.lazy import lazy

if TYPE_CHECKING:
    from .advise import should_piggy_back as should_piggy_back
    from .advise import should_roll as should_roll
    from .advise import what_to_keep as what_to_keep
    from .card import card_text as card_text
    from .card import race_card as race_card
    from .game_start import Start as Start
    from .games import play_game as play_game
    from .games import round_robin as round_robin
    from .games import simulate_games as simulate_games
    from .matchups import HeadToHead as HeadToHead
    from .matchups import head_to_head as head_to_head
    from .odds import best_score_distribution as best_score_distribution
    from .odds import bust_probability as bust_probability
    from .odds import can_arise as can_arise
    from .odds import hot_dice_probability as hot_dice_probability
    from .odds import makeable as makeable
    from .odds import roll_classes as roll_classes
    from .offers import piggy_back_thresholds as piggy_back_thresholds
    from .offers import piggy_back_value as piggy_back_value
    from .offers import reach_policy as reach_policy
    from .offers import reach_probability as reach_probability
    from .offers import turns_to_open as turns_to_open
    from .optimal import bank_thresholds as bank_thresholds
    from .optimal import optimal_turn as optimal_turn
    from .optimal import solve_turn as solve_turn
    from .plots import plot_bank_map as plot_bank_map
    from .plots import plot_policies as plot_policies
    from .plots import plot_roll_odds as plot_roll_odds
    from .plots import plot_turn_total as plot_turn_total
    from .policies import Policy as Policy
    from .policies import bank_at as bank_at
    from .policies import keep_best as keep_best
    from .policies import keep_fewest as keep_fewest
    from .policies import keep_most as keep_most
    from .policies import thresholds as thresholds
    from .race import fair_head_start as fair_head_start
    from .race import fewest_turns as fewest_turns
    from .race import last_turn_probability as last_turn_probability
    from .race import solve_race as solve_race
    from .race import win_probability as win_probability
    from .race_plots import plot_banking_near_target as plot_banking_near_target
    from .race_plots import plot_game_length as plot_game_length
    from .race_plots import plot_last_turn as plot_last_turn
    from .race_plots import plot_race_thresholds as plot_race_thresholds
    from .race_plots import plot_win_probability as plot_win_probability
    from .race_policies import best_at_hand as best_at_hand
    from .race_policies import in_race as in_race
    from .race_policies import optimal_race as optimal_race
    from .race_solution import RaceSolution as RaceSolution
    from .race_solution import RaceTurn as RaceTurn
    from .race_tables import game_length_table as game_length_table
    from .race_tables import head_start_table as head_start_table
    from .race_tables import last_turn_table as last_turn_table
    from .race_tables import matchup_table as matchup_table
    from .race_tables import race_threshold_table as race_threshold_table
    from .race_tables import win_probability_table as win_probability_table
    from .report import bank_map_table as bank_map_table
    from .report import bank_table as bank_table
    from .report import odds_table as odds_table
    from .report import strategy_report as strategy_report
    from .report import turn_total_table as turn_total_table
    from .rules import Rules as Rules
    from .rules import State as State
    from .rules import keeps as keeps
    from .rules import presets as presets
    from .rules import score as score
    from .scoring import Keep as Keep
    from .simulate import compare as compare
    from .simulate import play_turn as play_turn
    from .simulate import simulate_turns as simulate_turns
    from .solution import TurnSolution as TurnSolution
    from .turns import rolls_per_turn as rolls_per_turn
    from .turns import turn_distribution as turn_distribution
    from .turns import turn_value as turn_value

# The public names in the order a reader needs them, by the file that holds them; each is loaded when first used.
_NAMES = {
    "rules": "Rules State presets score keeps",
    "scoring": "Keep",
    "odds": "bust_probability hot_dice_probability best_score_distribution roll_classes makeable can_arise",
    "policies": "Policy bank_at thresholds keep_most keep_fewest keep_best",
    "optimal": "optimal_turn solve_turn bank_thresholds",
    "solution": "TurnSolution",
    "turns": "turn_value turn_distribution rolls_per_turn",
    "offers": "reach_probability reach_policy turns_to_open piggy_back_value piggy_back_thresholds",
    "race": "win_probability last_turn_probability fewest_turns fair_head_start solve_race",
    "race_solution": "RaceSolution RaceTurn",
    "race_policies": "optimal_race best_at_hand in_race",
    "card": "race_card card_text",
    "simulate": "play_turn simulate_turns compare",
    "games": "play_game simulate_games round_robin",
    "game_start": "Start",
    "matchups": "head_to_head HeadToHead",
    "advise": "should_roll what_to_keep should_piggy_back",
    "plots": "plot_bank_map plot_turn_total plot_policies plot_roll_odds",
    "race_plots": "plot_win_probability plot_race_thresholds plot_last_turn plot_banking_near_target plot_game_length",
    "race_tables": "win_probability_table race_threshold_table last_turn_table head_start_table "
    "matchup_table game_length_table",
    "report": "odds_table bank_table bank_map_table turn_total_table strategy_report",
}
__getattr__, __dir__ = lazy(__name__, _NAMES)
