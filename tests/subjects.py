"""What `test_contract.py` asks of each game: questions with known answers, rules to refuse, policies."""

from dataclasses import replace
from typing import NamedTuple

import pig

from tabletop_odds import backgammon, cant_stop, farkle, roo, sheriff

ROO_RACE = (
    "> . R2 . . / . . . . / . . . . / . . . .; hand B1 B3 G4 Y1; targets R2 B1 G3"
    " | . . . . / . . . . / . . . . / . . . .; hand R1 R2 B3 B4 Y1; targets R1 B2 G3"
)
ROO_COMPLETE = (
    "> . R2 . . / . . . B1 / . . . . / . . G3 .; hand B2 B3; targets R2 B1 G3"
    " | . . . . / . . . . / . . . . / . . . .; hand R1 R2 B3 B4 Y1; targets R1 B2 G3"
)
SMALL = cant_stop.Rules.small(2, 1)


class Subject(NamedTuple):
    """One game, and what to ask of it."""

    game: object
    yes: tuple  # (should_*, arguments) where the affirmative action is best
    no: tuple  # and where it is not
    options: tuple  # (what_* or which_*, arguments)
    bad_rules: tuple  # fields that `Rules` refuses
    other_rules: dict  # fields that it takes
    simulate: str  # the name of a simulate_* function of a policy
    policies: tuple
    need_rules: tuple = ()  # functions about an option that the game's own rules lack
    exact: bool = True  # whether `compare` knows the policies' exact values
    tables: tuple = ()  # (*_table, its arguments) where it needs some
    together: int = 1  # policies that `simulate` takes, in a list where it takes several

    @property
    def seatings(self):
        """What `simulate` takes: each policy, or each beside the next ones."""
        around = self.policies * 2
        return [list(around[i : i + self.together]) for i in range(3)] if self.together > 1 else self.policies


SUBJECTS = {
    "farkle": Subject(
        farkle,
        yes=(
            ("should_roll", {"turn_total": 200, "dice_left": 3}),
            ("should_roll", {"turn_total": 1500, "dice_left": 6}),
        ),
        no=(("should_roll", {"turn_total": 450, "dice_left": 2}),),
        options=(("what_to_keep", {"roll": (1, 1, 5, 2, 3, 6)}), ("what_to_keep", {"roll": (2, 3, 4, 6)})),
        bad_rules=({"dice": 7}, {"straight": -1}, {"end": "never"}, {"single_one": 1.5}),
        other_rules={"three_pairs": 750, "opening": 500},
        simulate="simulate_turns",
        policies=(farkle.bank_at(300), farkle.bank_at(300, "fewest"), farkle.bank_at(1000)),
        need_rules=("piggy_back_value", "piggy_back_thresholds", "should_piggy_back"),
    ),
    "cant_stop": Subject(
        cant_stop,
        yes=(
            ("should_roll", {"state": "> - / -"}),
            ("should_roll", {"state": "> 6:+1 7:+1 / 5:2"}),
        ),
        no=(
            ("should_roll", {"state": "> 2:+2 3:+3 12:+2 / -"}),
            ("should_roll", {"state": "> 2* 3* 6:4+7 / 5:2"}),
        ),
        options=(
            ("which_pairing", {"roll": (1, 4, 5, 6), "state": "> - / -"}),
            ("which_pairing", {"roll": (2, 2, 2, 2), "state": "> 6:+1 / -"}),
            ("which_pairing", {"roll": (2, 4, 5, 5), "state": "> 3:+1 6:10+1 8:+1 / -"}),
        ),
        bad_rules=({"players": 5}, {"columns_to_win": 6}, {"dice_sides": 1.5}, {"occupied": "never"}),
        other_rules={"columns_to_win": 2, "must_place": "free"},
        simulate="simulate_alone",
        policies=(cant_stop.rule_of_28(), cant_stop.linear_weights(), cant_stop.bust_limit(0.2)),
        exact=False,
        tables=(
            ("space_table", {"column": 7}),
            ("turns_table", {"rules": SMALL, "n": 100}),
            ("win_rate_table", {"rules": replace(SMALL, players=2, columns_to_win=2), "n": 100}),
        ),
    ),
    "backgammon": Subject(
        backgammon,
        yes=(
            ("should_double", {"state": "0,0,0,0,0,2 / 0,0,0,0,0,2"}),
            ("should_take", {"state": "0,0,0,0,0,2 / 0,0,0,0,0,2"}),
        ),
        no=(
            ("should_double", {"state": "0,0,0,0,0,2 / 2"}),
            ("should_double", {"state": "4HPwATDgc/ABMA", "n": 500}),
            ("should_take", {"state": "2 / 0,0,0,0,0,2"}),
        ),
        options=(
            ("which_play", {"state": "0,1,0,0,1 / 1", "roll": (4, 2)}),
            ("which_play", {"state": "4HPwATDgc/ABMA", "roll": (3, 1), "n": 500}),
            ("which_play", {"state": "XGID=-----------------b-bb-b-A-:0:0:1:54:0:0:0:0:10", "n": 100}),
            ("which_play", {"state": "1 / 1", "roll": (6, 5)}),
        ),
        bad_rules=({"jacoby": 1}, {"beavers": "no"}, {"crawford": None}),
        other_rules={"beavers": True, "crawford": False},
        simulate="simulate_games",
        policies=(backgammon.evaluator(), backgammon.pip_greedy(), backgammon.random_play()),
        exact=False,
        tables=(
            ("thumb_table", {"mine": "1", "theirs": "15"}),
            ("bear_off_table", {"position": "2,1"}),
            ("board_table", {"state": backgammon.State()}),
            ("rolls_table", {"positions": {"two on 6": "0,0,0,0,0,2"}}),
            ("cube_map_table", {"mine": {"one on 6": "0,0,0,0,0,1"}}),
            ("games_table", {"n": 100}),
        ),
        together=2,
    ),
    "sheriff": Subject(
        sheriff,
        yes=(
            ("should_inspect", {"declared": 4, "good": "apple", "lie_probability": 0.8, "false_goods": "3 mead"}),
            ("should_accept", {"bribe": 9, "declared": 4, "good": "apple", "lie_probability": 0.6}),
        ),
        no=(
            ("should_inspect", {"declared": 4, "good": "apple", "lie_probability": 0.6, "false_cards": 1, "bribe": 3}),
            ("should_accept", {"bribe": 1, "declared": 3, "good": "bread", "lie_probability": 0.9, "false_cards": 3}),
        ),
        options=(
            ("what_to_load", {"hand": "apple apple apple mead silk bread"}),
            ("what_bribe", {"bag": "apple apple mead", "good": "apple"}),
        ),
        bad_rules=({"players": 2}, {"hand_size": 4}, {"reshuffle": "never"}, {"royals": 1}),
        other_rules={"hand_size": 7, "removed": 10},
        simulate="simulate_games",
        policies=(
            sheriff.player(sheriff.honest()),
            sheriff.player(sheriff.bluffer(0.5)),
            sheriff.player(sheriff.opportunist(), sheriff.never()),
        ),
        exact=False,
        tables=(
            ("king_table", {"policies": [sheriff.player(sheriff.honest())] * 4, "n": 100, "seed": 1}),
            ("score_table", {"n": 100}),
            ("win_rate_table", {"n": 10}),
        ),
        together=4,
    ),
    "roo": Subject(
        roo,
        yes=(("should_stop", {"state": ROO_COMPLETE}),),
        no=(),
        options=(("what_to_do", {"state": ROO_RACE}), ("what_to_do", {"state": ROO_RACE, "n": 100})),
        bad_rules=({"players": 5}, {"entry": "door"}, {"jump": 1}, {"hand_size": 0}),
        other_rules={"entry": "free", "jump": True},
        simulate="simulate_games",
        policies=(roo.greedy_racer(), roo.unloader(), roo.random_play()),
        exact=False,
        tables=(
            ("completion_table", {"n": 100}),
            ("alone_table", {"n": 100}),
            ("win_rate_table", {"n": 20}),
            ("readings_table", {"n": 10}),
        ),
        together=2,
    ),
    "pig": Subject(
        pig,
        yes=(("should_roll", {"turn_total": 19}), ("should_roll", {"turn_total": 30, "mine": 0, "theirs": 99})),
        no=(("should_roll", {"turn_total": 21}), ("should_roll", {"turn_total": 99, "mine": 1, "theirs": 0})),
        options=(),
        bad_rules=({"faces": 1}, {"target": 0}, {"target": "100"}),
        other_rules={"target": 50},
        simulate="simulate_turns",
        policies=(pig.bank_at(10), pig.bank_at(20), pig.optimal_turn()),
    ),
}
