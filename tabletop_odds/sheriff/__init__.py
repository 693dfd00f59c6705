"""Sheriff of Nottingham: what is in the bag, and should it be opened?

The rules in ten lines. Three to five players, six cards each; every round one is Sheriff and the others are merchants.
In the market a merchant sets aside up to five cards and draws as many, from the tops of two open discard piles or from
the draw pile. Then one to five cards go into a bag, and the merchant says how many there are, which is true, and which
one legal good they all are, which may be a lie. The Sheriff lets a bag pass, perhaps for a bribe, or opens it. Passed,
all its goods reach the merchant's stand. Opened and true, the Sheriff pays the penalties of its cards; opened and
false, the merchant pays those of the false cards, which are confiscated. After two turns as Sheriff each (three with
three players) goods, gold and bonuses count: King and Queen for the most and second most of each legal good. In the
advanced game royal goods count double or triple for these. Everything else is an option of `Rules`.

Source: the rules as collected from public rule pages, numbered SH-1 to SH-30; "Sheriff of Nottingham" is a trade name
of its owner, with whom this library is not affiliated.

>>> from tabletop_odds import sheriff
>>> float(sheriff.hand_probability("apple", at_least=3))  # doctest: +ELLIPSIS
0.143807...
>>> sheriff.should_inspect(declared=4, good="apple", lie_probability=0.6, false_cards=1, bribe=3).best.action
'pass'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_odds.lazy import lazy

if TYPE_CHECKING:
    from .advise import should_accept as should_accept
    from .advise import should_inspect as should_inspect
    from .advise import what_bribe as what_bribe
    from .advise import what_to_load as what_to_load
    from .bag_report import equilibrium_table as equilibrium_table
    from .bag_report import hand_table as hand_table
    from .bag_report import inspect_map_table as inspect_map_table
    from .bag_report import inspect_table as inspect_table
    from .bag_report import lie_table as lie_table
    from .bag_report import price_table as price_table
    from .bag_report import smuggle_table as smuggle_table
    from .bags import LoadValue as LoadValue
    from .bags import bag_worth as bag_worth
    from .bags import best_load as best_load
    from .bags import load_values as load_values
    from .bags import random_bag_distribution as random_bag_distribution
    from .chase_odds import best_chase_distribution as best_chase_distribution
    from .chase_odds import chase_distribution as chase_distribution
    from .chase_odds import load_distribution as load_distribution
    from .crown_odds import RaceOdds as RaceOdds
    from .crown_odds import copies_to_come as copies_to_come
    from .crown_odds import race_odds as race_odds
    from .crowns import bonuses as bonuses
    from .debt_choices import Settlement as Settlement
    from .debt_choices import settlements as settlements
    from .decisions import OneBag as OneBag
    from .decisions import indifferent_bribe as indifferent_bribe
    from .decisions import inspect_gain as inspect_gain
    from .decisions import inspect_threshold as inspect_threshold
    from .decisions import most_bribe as most_bribe
    from .decisions import one_bag_equilibrium as one_bag_equilibrium
    from .decisions import smuggle_threshold as smuggle_threshold
    from .exploitability import merchant_exploitability as merchant_exploitability
    from .exploitability import sheriff_exploitability as sheriff_exploitability
    from .game_by_rules import BagRecord as BagRecord
    from .game_by_rules import GameRecord as GameRecord
    from .game_by_rules import RoundRecord as RoundRecord
    from .game_by_rules import play_game as play_game
    from .games_plots import plot_king_race as plot_king_race
    from .games_plots import plot_scores as plot_scores
    from .games_plots import plot_win_rates as plot_win_rates
    from .games_report import score_table as score_table
    from .games_report import sheriff_policies as sheriff_policies
    from .games_report import table_policies as table_policies
    from .games_report import win_rate_table as win_rate_table
    from .goods import Good as Good
    from .goods import parse_cards as parse_cards
    from .king_counts import king_table as king_table
    from .lie_odds import TruthElseBluff as TruthElseBluff
    from .lie_odds import bag_distribution as bag_distribution
    from .lie_odds import chase as chase
    from .lie_odds import lie_probability as lie_probability
    from .market_odds import market_distribution as market_distribution
    from .market_odds import market_hands as market_hands
    from .market_plans import MarketValue as MarketValue
    from .market_plans import best_market as best_market
    from .market_plans import honest_worth as honest_worth
    from .markets import MarketPlan as MarketPlan
    from .markets import chase_best_good as chase_best_good
    from .markets import chase_contraband as chase_contraband
    from .markets import deny as deny
    from .markets import keep_hand as keep_hand
    from .merchants import Merchant as Merchant
    from .merchants import bluffer as bluffer
    from .merchants import equilibrium_merchant as equilibrium_merchant
    from .merchants import honest as honest
    from .merchants import mixer as mixer
    from .merchants import opportunist as opportunist
    from .odds import hand_distribution as hand_distribution
    from .odds import hand_probability as hand_probability
    from .odds import some_good_distribution as some_good_distribution
    from .odds import some_good_probability as some_good_probability
    from .optimal import solve_bag_game as solve_bag_game
    from .plots import plot_equilibrium as plot_equilibrium
    from .plots import plot_hand_odds as plot_hand_odds
    from .plots import plot_inspect_map as plot_inspect_map
    from .policies import Policy as Policy
    from .policies import player as player
    from .report import strategy_report as strategy_report
    from .rules import Rules as Rules
    from .rules import presets as presets
    from .scoring import Score as Score
    from .sheriffs import Sheriff as Sheriff
    from .sheriffs import always as always
    from .sheriffs import at_rate as at_rate
    from .sheriffs import bribe_taker as bribe_taker
    from .sheriffs import equilibrium_sheriff as equilibrium_sheriff
    from .sheriffs import never as never
    from .sheriffs import threshold as threshold
    from .simulate import compare as compare
    from .simulate import round_robin as round_robin
    from .simulate import simulate_games as simulate_games
    from .state import Confiscation as Confiscation
    from .state import Declaration as Declaration
    from .state import Load as Load
    from .state import Market as Market
    from .state import Observation as Observation
    from .state import Offer as Offer
    from .state import Player as Player
    from .state import PublicPlayer as PublicPlayer
    from .state import State as State
    from .strategy_tables import BagEquilibrium as BagEquilibrium
    from .strategy_tables import bag_equilibrium as bag_equilibrium
    from .strategy_tables import inspect_rate as inspect_rate
    from .strategy_tables import merchant_mix as merchant_mix

# The public names in the order a reader needs them, by the file that holds them; each is loaded when first used.
_NAMES = {
    "rules": "Rules presets",
    "goods": "Good parse_cards",
    "state": "State Player Observation PublicPlayer Declaration Market Load Offer Confiscation",
    "odds": "hand_probability hand_distribution some_good_probability some_good_distribution",
    "market_odds": "market_distribution market_hands",
    "chase_odds": "chase_distribution best_chase_distribution load_distribution",
    "market_plans": "best_market MarketValue honest_worth",
    "lie_odds": "lie_probability TruthElseBluff chase bag_distribution",
    "crowns": "bonuses",
    "decisions": "inspect_threshold inspect_gain indifferent_bribe most_bribe smuggle_threshold one_bag_equilibrium "
    "OneBag",
    "bags": "load_values best_load LoadValue bag_worth random_bag_distribution",
    "debt_choices": "settlements Settlement",
    "strategy_tables": "bag_equilibrium BagEquilibrium merchant_mix inspect_rate",
    "optimal": "solve_bag_game",
    "exploitability": "merchant_exploitability sheriff_exploitability",
    "policies": "Policy player",
    "merchants": "Merchant honest bluffer opportunist mixer equilibrium_merchant",
    "markets": "MarketPlan chase_best_good chase_contraband deny keep_hand",
    "sheriffs": "Sheriff never always at_rate bribe_taker threshold equilibrium_sheriff",
    "scoring": "Score",
    "game_by_rules": "play_game GameRecord RoundRecord BagRecord",
    "simulate": "simulate_games compare round_robin",
    "king_counts": "king_table",
    "advise": "should_inspect should_accept what_to_load what_bribe",
    "report": "strategy_report",
    "bag_report": "hand_table inspect_table inspect_map_table lie_table price_table smuggle_table equilibrium_table",
    "games_report": "score_table win_rate_table table_policies sheriff_policies",
    "plots": "plot_hand_odds plot_inspect_map plot_equilibrium",
    "games_plots": "plot_scores plot_win_rates plot_king_race",
    "crown_odds": "race_odds RaceOdds copies_to_come",
}
__getattr__, __dir__ = lazy(__name__, _NAMES)
