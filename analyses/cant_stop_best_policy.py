"""How well can Can't Stop be played? A value function for the official board, fitted and held against the heuristics.

Fitted value iteration. A net of two hidden layers gives every position at the start of a turn a value. Positions are
met by playing, with some of them shaken; for each, one turn is solved exactly with the net's values for what comes
after it (alone a bust leads back, so one step of Newton's method is taken); the net is fitted to what comes out, and
all that again. Board and mirror image count as two samples. The fit is checked on a small board first, whose exact
value is known.

    python analyses/cant_stop_best_policy.py [test|report|gallery] [--checkpoint FOLDER]
    python analyses/cant_stop_best_policy.py fit alone|two OUT.table     an hour or two: the shipped nets from nothing
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.neural_network import MLPRegressor

from tabletop_odds import cant_stop
from tabletop_odds.answers import Value, as_number, as_percent, value_frame
from tabletop_odds.cant_stop.board import State
from tabletop_odds.cant_stop.fitted import Fit, FittedValues, read_values, write_values
from tabletop_odds.cant_stop.fitting import NetValues, Positions, play_turns
from tabletop_odds.cant_stop.rules import Rules
from tabletop_odds.cant_stop.value_kernels import ALONE_NET, TWO_NET
from tabletop_odds.cant_stop.value_tables import values_of
from tabletop_odds.cli.analysis import analysis
from tabletop_odds.report import PALETTE, Report

SHAKEN = 0.15  # of a shaken position's columns, the share that is set anew


class Stage(NamedTuple):
    """So many sweeps: games played side by side, the steps after which a turn is cut short, sweeps remembered."""

    sweeps: int
    games: int
    most: int | None
    kept: int
    rates: tuple[float, ...]  # of learning, the first for most sweeps, the others for two sweeps each at the end


SMALL = (Stage(10, 300, None, 5, (1e-3, 3e-4, 1e-4)),)
STAGES = {
    "test": (Stage(3, 60, None, 3, (2e-3,)),),
    "report": SMALL,
    "gallery": (Stage(24, 2000, None, 8, (1e-3, 3e-4, 1e-4)),),
    "alone": (Stage(24, 3000, 9, 10, (1e-3,)), Stage(16, 2500, 17, 12, (8e-4, 3e-4, 3e-4, 1e-4))),
    "two": (Stage(26, 4000, 9, 14, (1e-3, 5e-4, 5e-4, 1.5e-4)), Stage(12, 3000, 15, 12, (4e-4, 2e-4, 1e-4))),
}
SIZES = {  # small boards with how to fit there and how many ideas to leave out, games there, alone and in each seat
    "test": ((((3, 1), STAGES["test"], 1),), 2_000, 4, 2),
    "report": ((((3, 3), SMALL, 1),), 20_000, 300, 150),
    "gallery": ((((4, 3), STAGES["gallery"], 0), ((3, 3), SMALL, 6)), 40_000, 1_500, 1_000),
}
LAYERS = {"test": (16, 8), "report": (32, 16)}
WITHOUT = ("mirror images", "earlier sweeps", "long turns", "half of the units", "shaken positions", "falling rates")


class Net:
    """A net over what is known of each column, for one player alone or for two; fitted by scikit-learn."""

    def __init__(
        self, rules: Rules, layers: tuple[int, int] = (64, 32), seed: int = 1, *, mirrored: bool = True
    ) -> None:
        self.rules, self.two, self.layers, self.mirrored = rules, rules.players == 2, layers, mirrored
        self.spaces = [(c, s) for c, top in enumerate(rules.column_lengths) for s in range(1, top)]
        self.model = MLPRegressor(
            hidden_layer_sizes=layers, alpha=1e-7, batch_size=256, warm_start=True, random_state=seed, tol=0
        )

    def features(self, at: Positions) -> np.ndarray:
        """One column for each space of each player, each claimed column, and each number of columns claimed."""
        players, need = (at.own, at.rival) if self.two else (at.own,), self.rules.columns_to_win
        parts = [np.stack([who[:, c] == s for c, s in self.spaces], axis=1) for who in players]
        claimed = (at.owner == 0).sum(axis=1) * (need if self.two else 1)
        if self.two:
            claimed += (at.owner == 1).sum(axis=1)
        counts = claimed[:, None] == np.arange(need * need if self.two else need)
        return np.concatenate([*parts, at.owner >= 0, counts], axis=1).astype(np.float32)

    def fit(self, at: Positions, targets: np.ndarray, rate: float, epochs: int = 10) -> float:
        """Fit on from where the net is, to targets and their mirror images; the loss."""
        self.model.set_params(learning_rate_init=rate, max_iter=epochs)
        if self.mirrored:
            at, targets = Positions.joined([at, at.mirrored()]), np.concatenate([targets, targets])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that so few epochs do not converge is meant
            self.model.fit(self.features(at), targets.astype(np.float32))
        return float(self.model.loss_)

    def values(self) -> Any:
        """The arrays that the best turn reads."""
        first, second, out = (w.astype(np.float32) for w in self.model.coefs_)
        bias, second_bias, out_bias = (b.astype(np.float32) for b in self.model.intercepts_)
        need, columns, spaces = self.rules.columns_to_win, len(self.rules.columns), len(self.spaces)
        shape = columns, max(self.rules.column_lengths) + 1, self.layers[0]
        mine, theirs = np.zeros(shape, np.float32), np.zeros(shape if self.two else (0, 0, 0), np.float32)
        for i, (c, s) in enumerate(self.spaces):
            mine[c, s] = first[i]
            if self.two:
                theirs[c, s] = first[spaces + i]
        rest = first[spaces * (2 if self.two else 1) :]
        claims = rest[columns:].reshape((need, need, -1) if self.two else (1, need, -1))
        layers = {"mine": mine, "theirs": theirs, "closed": rest[:columns], "claims": claims, "bias": bias}
        layers |= {"second": second, "second_bias": second_bias, "out": out[:, 0], "out_bias": float(out_bias[0])}
        return values_of(TWO_NET if self.two else ALONE_NET, **layers)


def first_guess(at: Positions, rules: Rules) -> np.ndarray:
    """A rough start: what is left of the nearest columns to be claimed, in turns or as the chance to be first."""

    def left(own: np.ndarray, owner: np.ndarray, side: int) -> np.ndarray:
        lengths = np.array(rules.column_lengths)
        ways = rules.dice_sides - np.abs(np.arange(len(lengths)) + 1 - rules.dice_sides)
        share = np.where(owner >= 0, 9.0, (1 - own / lengths) * (0.5 + lengths / ways / 3))
        needed = rules.columns_to_win - (owner == side).sum(axis=1)
        nearest = np.cumsum(np.sort(share, axis=1), axis=1)
        total: np.ndarray = nearest[np.arange(len(own)), np.maximum(needed, 1) - 1]
        return 1.2 * total

    mine = left(at.own, at.owner, 0)
    return mine if rules.players == 1 else 1 / (1 + np.exp(mine - left(at.rival, at.owner, 1) - 0.4))


def any_positions(n: int, rules: Rules, luck: np.random.Generator) -> Positions:
    """Positions drawn at random, from empty boards to nearly full ones."""
    at, lengths, need = Positions.start(n, rules), np.array(rules.column_lengths), rules.columns_to_win
    for who in (at.own, at.rival)[: rules.players]:
        who[:] = luck.random(who.shape) ** 2 * lengths * luck.random((n, 1))
    for i in range(n):
        for side in range(rules.players):
            for c in luck.choice(len(lengths), luck.integers(0, need), replace=False):
                if at.owner[i, c] < 0:
                    at.owner[i, c], at.own[i, c], at.rival[i, c] = side, 0, 0
    return at


def shaken(at: Positions, rules: Rules, luck: np.random.Generator) -> Positions:
    """The positions with some columns set anew, so that the net also knows what good play seldom meets."""
    at = at.rows(slice(None))
    for who in (at.own, at.rival)[: rules.players]:
        anew = (luck.random(who.shape) < SHAKEN) & (at.owner < 0)
        who[anew] = (luck.random(who.shape) * np.array(rules.column_lengths))[anew]
    return at


def fit(
    rules: Rules, stages: tuple[Stage, ...], layers: tuple[int, int] = (64, 32), seed: int = 1, without: str = ""
) -> Net:
    """Fitted value iteration, from nothing; one idea of `WITHOUT` can be left out, to see what it is worth."""
    if without == "half of the units":
        layers = (layers[0] // 2, layers[1] // 2)
    changes: dict[str, dict[str, Any]] = {"earlier sweeps": {"kept": 1}, "long turns": {"most": 3}}
    stages = tuple(stage._replace(**changes.get(without, {})) for stage in stages)
    if without == "falling rates":
        stages = tuple(stage._replace(rates=stage.rates[:1]) for stage in stages)
    net = Net(rules, layers, seed, mirrored=without != "mirror images")
    luck, sign = np.random.default_rng(seed), 1 if rules.players == 2 else -1
    start = any_positions(20_000, rules, luck)
    net.fit(start, first_guess(start, rules), 2e-3)
    number = 0
    for stage in stages:
        games, batches, targets = any_positions(stage.games, rules, luck), list[Positions](), list[np.ndarray]()
        for sweep in range(stage.sweeps):
            some = games.rows(luck.permutation(stage.games)[: stage.games // 4])
            batch = Positions.joined([games, some if without == "shaken positions" else shaken(some, rules, luck)])
            found, after = play_turns(net.values(), batch, rules, seed=seed, number=number, most=stage.most)
            number += len(batch)
            batches, targets = [*batches, batch][-stage.kept :], [*targets, sign * found][-stage.kept :]
            at_end = min((stage.sweeps - 1 - sweep) // 2, len(stage.rates) - 1)
            rate = stage.rates[len(stage.rates) - 1 - at_end]
            net.fit(Positions.joined(batches), np.concatenate(targets), rate)
            games = after.rows(slice(0, stage.games))
            won = (games.owner == (1 if rules.players == 2 else 0)).sum(axis=1) >= rules.columns_to_win
            for array, value in zip(games, (0, 0, -1), strict=True):
                array[won] = value
    return net


def small_table(size: str, seed: int) -> pd.DataFrame:
    """What the method loses where the answer is known, whole and without one idea: board, variant, own_value, exact,
    value columns.

    The value is what its policy takes more than the best play on a small board, in turns, in the same games;
    `own_value` what its net says of the empty board, `exact` what the best play takes from there.
    """
    boards, n, *_ = SIZES[size]
    rows = []
    for board, stages, ideas in boards:
        rules, layers = Rules.small(*board), LAYERS.get(size, (64, 32))
        solved = cant_stop.solve_board(rules, most=500_000)
        optimal = cant_stop.best_turn_for(solved, "optimal")
        for idea in ("", *WITHOUT[:ideas]):
            net = fit(rules, stages, layers, seed, idea).values()
            name = f"without {idea}" if idea else "the whole method"
            policy = cant_stop.best_turn_for(NetValues(name, net), name)
            (lost,) = cant_stop.compare([policy, optimal], n, seed=seed, rules=rules).pairs
            own = -float(play_turns(net, Positions.start(1, rules), rules, seed=seed, number=0)[0][0])
            loss = lost["value"] if lost["policy"] == policy.name else -lost["value"]
            row = {"board": str(board), "variant": name, "value": loss}
            rows.append(row | {"own_value": own, "exact": solved.of().value})
    return value_frame(rows, ["board", "variant", "own_value", "exact"])


def alone_table(n: int, seed: int) -> pd.DataFrame:
    """Mean turns alone on the official board, all policies in the same games: policy, value columns."""
    policies = [
        cant_stop.fitted_play(1),
        cant_stop.best_turn_for(cant_stop.squares()),
        cant_stop.best_turn_for(cant_stop.progress()),
        cant_stop.linear_weights(stop_at_top=True),
        cant_stop.linear_weights(),
        cant_stop.glenn_aloi(stop_at_top=True),
        cant_stop.rule_of_28(stop_at_top=True),
        cant_stop.rule_of_28(),
    ]
    return cant_stop.compare(policies, n, seed=seed).to_frame().drop(columns="exact")


def versus_table(n: int, seed: int) -> pd.DataFrame:
    """Wins against linear weights on the official board, in both seats of the same games: policy, value columns.

    Ours plays n games in each seat, the others a quarter of that.
    """
    blind = cant_stop.fitted_play(1)
    ideas = {
        "fitted for two": cant_stop.fitted_play(2),
        "fitted alone, blind to the other": blind,
        "best turn for squares of progress": cant_stop.best_turn_for(cant_stop.squares()),
        "linear weights, stop at top": cant_stop.linear_weights(stop_at_top=True),
    }
    rows = []
    for name, policy in ideas.items():
        games = n if name == "fitted for two" else max(n // 4, 2)
        match = cant_stop.round_robin([policy, cant_stop.linear_weights()], games, seed=seed)
        rows.append({"policy": name, "value": next(value for who, value in match.ranking if who == policy.name)})
    return value_frame(rows, ["policy"])


def draw(ax: Any, frame: pd.DataFrame, unit: str, scale: float = 1.0) -> None:
    """One bar a policy, with its 95 % interval."""
    middle = scale * frame["value"]
    reach = [middle - scale * frame["low"], scale * frame["high"] - middle]
    ax.barh(frame["policy"], middle, xerr=reach, color=PALETTE[0], error_kw={"capsize": 3, "ecolor": "0.3"})
    ax.invert_yaxis()
    ax.set_xlim(left=0.8 * float(middle.min()))
    ax.set_xlabel(unit)


def main(size: str = "test", seed: int = 1, folder: str | Path | None = None) -> Path:
    """Write the analysis as a report, and return its page."""
    _, _, n_alone, n_versus = SIZES[size]
    small, alone, versus = small_table(size, seed), alone_table(n_alone, seed), versus_table(n_versus, seed)
    best, rate = _value(alone, "fitted values alone", seed), _value(versus, "fitted for two", seed)
    first = small.iloc[0]
    loss = Value(first["value"], first["standard_error"], n=int(first["n"]), seed=seed)
    report = Report(
        "Can't Stop: the best policy",
        answer=f"Playing each turn exactly best for fitted values takes {as_number(best, 'turns')} alone and wins "
        f"{as_percent(rate)} against linear weights; the best published heuristic takes 8.79 turns.",
        how_sure=f"**Simulated**: {n_alone:,} games alone, the same for all policies; against linear weights "
        f"{n_versus:,} in each seat, and {max(n_versus // 4, 2):,} by the policies that it is compared with. **Not "
        f"proved best**: the values are fitted. On the board {first['board']}, whose best play is exact, the method "
        f"loses {as_number(loss, 'turns')} a game; what it loses on the official board nobody knows.",
        seed=seed,
        n=n_alone,
        rules="official board",
    )
    report.figure("alone", lambda ax: draw(ax, alone, "turns to win alone"), "Turns to win alone, simulated.", alone)
    report.figure(
        "versus",
        lambda ax: draw(ax, versus, "games won against linear weights, seats alternated (%)", 100),
        "Games won against linear weights, simulated.",
        versus,
    )
    report.table("alone_table", alone, "Turns to win alone, the same games for all.")
    report.table("versus_table", versus, "Games won against linear weights, each in both seats.", percent=("value",))
    report.heading("Where the answer is known")
    report.prose(
        f"On the board {first['board']} the fewest expected turns are exact: {first['exact']:.6f}. Fitted in the same "
        f"way, from nothing, the policy takes {as_number(loss, 'turns')} more than the best play in the same games. "
        f"The net's own value of the empty board is {first['own_value']:.4f}. The other rows leave one idea out each: "
        "mirror images as further samples, positions shaken, the samples of earlier sweeps, a rate of learning that "
        "falls at the end, turns solved beyond three further steps, half of the units."
    )
    report.table("small", small, "Turns lost against the best play on small boards, by what the fit leaves out.")
    return report.write(folder or Path("build") / "reports" / "cant_stop_best_policy")


def _value(frame: pd.DataFrame, name: str, seed: int) -> Value:
    """The value in the row whose first column has this name."""
    row = frame.set_index(frame.columns[0]).loc[name]
    return Value(row["value"], row["standard_error"], row["low"], row["high"], int(row["n"]), seed)


def measured(values: FittedValues, positions: int, games: int, seed: int) -> Fit:
    """How far fitted values are off, at positions of real games.

    By games: each position is played on; the mean square of (games' mean - fitted value) has the games' own error in
    it, which is taken off, and as what is left can be below nothing, its standard error is added. Of one turn: by how
    much one exact turn changes the fitted value, which is what matters between options.
    """
    rules, policy = Rules(players=values.players), cant_stop.best_turn_for(values)
    heuristic, luck = cant_stop.linear_weights(stop_at_top=True), np.random.default_rng(seed)
    squares, residuals = list[float](), list[float]()
    for game in range(positions):
        turns = cant_stop.play_game([heuristic] * rules.players, rules, seed=seed, game=game).turns
        state = turns[luck.integers(len(turns) - 1)].state if len(turns) > 1 else State.start(rules)
        run = cant_stop.simulate_games([policy] * rules.players, games, seed=seed + game, rules=rules, start=state)
        found = run["turns"] if rules.players == 1 else run[f"win_{state.player + 1}"]
        worth = cant_stop.solve_turn(state, values, rules).value
        exact = 1 - worth if rules.players == 1 else worth
        squares.append((found.value - exact) ** 2 - found.standard_error**2)
        before = replace(state, player=rules.players - 1 - state.player)  # a bust there leads to this position
        bust = cant_stop.solve_turn(before, values, rules).bust_value
        residuals.append(exact - (-bust if rules.players == 1 else 1 - bust))
    error = max(float(np.mean(squares)), 0.0) + float(np.std(squares)) / positions**0.5
    return Fit(error**0.5, float(np.mean(np.square(residuals))) ** 0.5, positions * games, seed)


def refit(who: str, path: str) -> None:
    """Fit the net that ships, from nothing, measure how far it is off, and write its table."""
    rules = Rules(players=1 if who == "alone" else 2)
    net = fit(rules, STAGES[who]).values()
    write_values(path, rules.players, net, Fit(0.0, 0.0, 1, 0))
    write_values(path, rules.players, net, measured(read_values(path), 24, 120 if who == "alone" else 60, seed=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["fit"]:
        refit(*sys.argv[2:])
    else:
        sys.exit(analysis(main))
