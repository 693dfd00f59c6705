"""What the end is worth: goods, gold, King and Queen, and who wins (SH-21 to SH-26)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .crowns import bonuses
from .debts import parted
from .goods import value_of
from .rules import Rules
from .state import Player, State


class Score(NamedTuple):
    """A player's end: the values of legal goods and of contraband (royals among it), gold, bonuses, and card counts."""

    legal: int
    contraband: int
    gold: int
    bonus: int
    legal_cards: int
    contraband_cards: int

    @property
    def goods(self) -> int:
        """The value of all goods on the stand."""
        return self.legal + self.contraband

    @property
    def total(self) -> int:
        """The score (SH-22)."""
        return self.goods + self.gold + self.bonus


def crown_counts(player: Player, good: str, rules: Rules) -> int:
    """How many of a legal good a player has for King and Queen: a royal counts as two or three of it (SH-26).

    >>> crown_counts(Player(legal=("cheese",) * 10, contraband=("gouda",)), "cheese", Rules(royals=True))
    12
    """
    royal = sum(rules.table[name].copies for name in player.contraband if rules.table[name].counts_as == good)
    return player.legal.count(good) + royal


def scores(state: State, rules: Rules) -> tuple[Score, ...]:
    """What each player has at the end; hands are worth nothing (SH-21, SH-22).

    >>> rich = Player(gold=42, legal=("apple",) * 4 + ("cheese",) * 6, contraband=("pepper",))
    >>> [score.total for score in scores(State((rich, Player(), Player())), Rules(players=3))]
    [109, 50, 50]
    """
    earned = [0] * len(state.players)
    for good in rules.goods:
        if good.legal:
            counts = [crown_counts(player, good.name, rules) for player in state.players]
            earned = [sum(pair) for pair in zip(earned, bonuses(counts, good.king, good.queen), strict=True)]
    return tuple(_score(player, bonus, rules) for player, bonus in zip(state.players, earned, strict=True))


def _score(player: Player, bonus: int, rules: Rules) -> Score:
    legal, contraband = parted(player.legal + player.contraband, rules)
    table = rules.table
    return Score(value_of(legal, table), value_of(contraband, table), player.gold, bonus, len(legal), len(contraband))


def win_shares(scores: Sequence[Score], rules: Rules) -> tuple[Fraction, ...]:
    """Each player's share of the win: the highest total, then the tie-break, and what is equal still is shared (SH-25).

    The tie-break goes by legal goods, then by contraband, royals among it: by their values ("points"), or by their
    number ("count").

    >>> rich, many = Score(8, 0, 50, 0, 2, 0), Score(6, 0, 52, 0, 3, 0)
    >>> win_shares([rich, many], Rules()), win_shares([rich, many], Rules(tiebreak="count"))
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    keys = [_rank(score, rules) for score in scores]
    best = max(keys)
    return tuple(Fraction(int(key == best), keys.count(best)) for key in keys)


def _rank(score: Score, rules: Rules) -> tuple[int, int, int]:
    if rules.tiebreak == "count":
        return score.total, score.legal_cards, score.contraband_cards
    return score.total, score.legal, score.contraband
