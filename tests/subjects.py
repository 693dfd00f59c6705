"""What `test_contract.py` asks of each game: questions with known answers, rules to refuse, policies."""

from dataclasses import replace
from typing import NamedTuple

import pig

from tabletop_odds import backgammon, cant_stop, farkle

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
