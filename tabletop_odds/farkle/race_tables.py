"""The race as tables: win probability, when to bank by the score, the last turn, head starts, the length of games.

Everything is exact but the length of games, which is simulated and says so. A table is a tidy DataFrame.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from tabletop_odds.answers import VALUE_COLUMNS, Value

from .card import race_card
from .optimal import bank_thresholds, optimal_turn
from .policies import Policy, bank_at, thresholds
from .race import head_start_rows, last_turn_probability, race_state, solve_race
from .race_policies import optimal_race
from .rules import Rules, State, as_rules, must_roll

if TYPE_CHECKING:
    import pandas as pd

CELLS = 50  # of the win probability's grid, each way
PLAIN = 0.005  # a last turn that is less likely won is not worth a row


def win_probability_table(rules: Rules | None = None, step: int | None = None) -> pd.DataFrame:
    """The chance to win of the player who starts a turn: mine, theirs, win_probability, over a grid of scores; exact.

    `step` is the grid's, in points (by default about a fiftieth of the target). Under `equal_turns` the player was
    the first of the round. Raises ValueError for a step that is no multiple of the points between scores.

    >>> win_probability_table(step=2_500).round(4).iloc[0].tolist()
    [0.0, 0.0, 0.5356]
    """
    import pandas as pd

    rules = as_rules(rules)
    least = rules.step
    step = max(round(rules.target / CELLS / least), 1) * least if step is None else step
    if step < least or step % least:
        raise ValueError(f"step {step!r}: scores are multiples of {least}, so a positive multiple of it is needed")
    solution, scores = solve_race(rules), range(0, rules.target, step)
    rows = [(mine, theirs, solution.value(start_at(mine, theirs, rules))) for mine in scores for theirs in scores]
    return pd.DataFrame(rows, columns=["mine", "theirs", "win_probability"])


def start_at(mine: int, theirs: int, rules: Rules) -> State:
    """The start of a turn at these scores: who has points has opened, no farkles, first of the round."""
    return race_state(mine, theirs, rules)


def race_threshold_table(
    rules: Rules | None = None, mine: int | None = None, gaps: Iterable[int] | None = None
) -> pd.DataFrame:
    """From what turn total to bank, by dice left, against the gap (their score less mine): exact.

    One row a gap and number of dice: mine, theirs, gap, dice_left; `bank_from`, the least turn total at which banking
    is best; `roll_again_from`, the next one above at which rolling is best again, looking as far as the turn total
    that reaches the target (missing: banking stays best); and `turn_bank_from`, what is best for the most points a
    turn, whatever the scores. A missing total: roll up to the target. `mine` is by default half of the target, `gaps`
    run over all scores of the other, 500 points apart, and the last one below the target.

    >>> race_threshold_table(mine=9_000, gaps=[950]).iloc[0][["bank_from", "roll_again_from"]].tolist()
    [300, 1000]
    """
    import pandas as pd

    rules = as_rules(rules)
    step = rules.step
    mine = rules.target // 2 // step * step if mine is None else mine
    apart = max(500 // step, 1) * step
    if gaps is None:
        gaps = [*range(-(mine // apart) * apart, rules.target - mine - step, apart), rules.target - mine - step]
    plain, rows = bank_thresholds(rules), []
    for gap in gaps:
        for n in range(1, rules.dice + (rules.hot_dice == "optional")):
            frame = banking_table(mine, mine + gap, n, rules)
            rolls = frame["roll"] > frame["bank"]
            banked = frame["turn_total"][frame["bank"].notna() & ~rolls]
            again = frame["turn_total"][rolls & (frame["turn_total"] > banked.min())]
            rows.append(
                {
                    "mine": mine,
                    "theirs": mine + gap,
                    "gap": gap,
                    "dice_left": n,
                    "bank_from": banked.min() if len(banked) else None,
                    "roll_again_from": again.min() if len(again) else None,
                    "turn_bank_from": plain.get(n),
                }
            )
    totals = dict.fromkeys(("bank_from", "roll_again_from", "turn_bank_from"), "Int64")
    return pd.DataFrame(rows).astype(totals)


def banking_table(
    mine: int, theirs: int, dice_left: int, rules: Rules | None = None, highest: int | None = None
) -> pd.DataFrame:
    """What banking and rolling are worth in one turn, by turn total: chances to win, exact.

    Columns mine, theirs, dice_left, turn_total, `banked` (the score after banking), `bank` and `roll` (bank is missing
    where the rules force a roll). `highest` is the last turn total, by default the one that reaches the target.
    Raises ValueError as `win_probability`.

    >>> banking_table(9_000, 9_950, 2)[["banked", "bank", "roll"]].round(3).iloc[-2:].values.tolist()
    [[9950.0, 0.438, 0.222], [10000.0, 0.037, 0.229]]
    """
    import pandas as pd

    rules = as_rules(rules)
    start = start_at(mine, theirs, rules)
    turn = solve_race(rules).turn(start)
    rows = []
    for total in range(rules.unit, (rules.target - mine if highest is None else highest) + 1, rules.unit):
        forced = must_roll(State(total, dice_left, start.opened), rules)
        bank = float("nan") if forced else turn.bank_value(total)
        rows.append((mine, theirs, dice_left, total, mine + total, bank, turn.roll_value(total, dice_left)))
    return pd.DataFrame(rows, columns=["mine", "theirs", "dice_left", "turn_total", "banked", "bank", "roll"])


def last_turn_table(rules: Rules | None = None, needed: Iterable[int] | None = None) -> pd.DataFrame:
    """The chance to win the last turn by the points that are needed to tie: needed, probability; exact.

    By default up to where it falls below 1 in 200. A tie counts as its share. Raises ValueError where the rules have
    no last turn.

    >>> last_turn_table(needed=[50, 300, 1000]).round(4)["probability"].tolist()
    [0.9632, 0.7521, 0.2324]
    """
    import pandas as pd

    rules = as_rules(rules)
    rows, step = [], rules.step
    for points in range(step, rules.target + 1, step) if needed is None else needed:
        chance = last_turn_probability(points, rules=rules).value
        if needed is None and chance < PLAIN:
            break
        rows.append((points, chance))
    return pd.DataFrame(rows, columns=["needed", "probability"])


def head_start_table(rules: Rules | None = None) -> pd.DataFrame:
    """Points given to the second player, and the chance of the first to win, until that is below a half; exact.

    >>> head_start_table().round(4).iloc[-2:].values.tolist()
    [[200.0, 0.5038], [250.0, 0.4958]]
    """
    import pandas as pd

    return pd.DataFrame(head_start_rows(rules), columns=["head_start", "first_wins"])


def matchup_table(rules: Rules | None = None, against: Policy | None = None) -> pd.DataFrame:
    """Policies against one: policy, begins, goes_second, mean (their chances to win); exact.

    `against` is by default the optimal race. Where three farkles in a row cost points that takes minutes.

    >>> matchup_table(Rules(target=500))["policy"].tolist()[:2]
    ['optimal race', 'optimal turn']
    """
    import pandas as pd

    from .matchups import head_to_head

    rules, against, rows = as_rules(rules), against or optimal_race(), []
    policies = race_policies(rules)
    for policy in policies if against in policies[:1] else policies[1:]:  # the optimal race only against itself
        match = head_to_head(policy, against, rules)
        rows.append((policy.name, *(value.value for value in match)))
    return pd.DataFrame(rows, columns=["policy", "begins", "goes_second", "mean"])


def race_policies(rules: Rules) -> list[Policy]:
    """The policies that are held against the optimal race, the card among them where one was fitted."""
    limits = {n: points for n, points in bank_thresholds(rules).items() if n < rules.dice}
    simple = [optimal_turn(), thresholds(limits, keep="most"), bank_at(500, "best"), bank_at(300)]
    with suppress(ValueError):
        simple.insert(0, race_card(rules))
    return [optimal_race(), *simple]


def game_length_table(
    rules: Rules | None = None, n: int = 100_000, seed: int = 1, policy: Policy | None = None
) -> pd.DataFrame:
    """How many rounds a game of two takes: rounds, then the share of games of just so many; simulated.

    Both play `policy`, by default the optimal turn. The columns of the share are value, standard_error, low, high, n.

    >>> float(game_length_table(n=1_000)["value"].sum())
    1.0
    """
    import pandas as pd

    from .games import simulate_games

    policy = policy or optimal_turn()
    lengths = simulate_games([policy, policy], n, seed=seed, rules=rules, progress=False).distribution("rounds")
    rows = []
    for rounds in range(int(min(lengths)), int(max(lengths)) + 1):
        share = Value.from_rate(int(lengths.weights.get(rounds, 0)), int(lengths.total), seed)
        rows.append((rounds, share.value, share.standard_error, share.low, share.high, share.n))
    return pd.DataFrame(rows, columns=["rounds", *VALUE_COLUMNS])
