"""The rules of Sheriff of Nottingham as frozen parameters (SH-1 to SH-4 and every option).

What a player knows is in `state`; the phases of a round are pure functions in `market` and `inspection`, what the end
is worth in `scoring`.

>>> rules = Rules(players=3, royals=True)
>>> rules.rounds, rules.deck["apple"], sum(rules.deck.values())
(9, 48, 162)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tabletop_odds import settings
from tabletop_odds.settings import in_range

from .goods import GOODS, Good, check_goods, deck_of

if TYPE_CHECKING:
    from pathlib import Path

MOST_GOLD = 1_000_000  # of an offer or a price
BAG_LIMIT = 5  # cards in a bag (SH-9)
SET_ASIDE = 5  # cards set aside in a market (SH-5)
FACE_UP = 5  # cards on each discard pile at the start (SH-3), and those that a reshuffle goes by (SH-20)
RESHUFFLES = ("all_but_top5", "top5")
TIEBREAKS = ("points", "count")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set of Sheriff of Nottingham: `Rules()` is the base game for four.

    `players` 3 to 5 (SH-1, SH-2); `royals`: the advanced game, with the royal goods; `goods`: the deck as a table;
    `gold` each begins with, 0 to 1000; `hand_size` 5 to 10 (SH-3; seven: SH-29); `removed` cards taken out unseen, 0 to
    20 (ten: SH-28). `reshuffle`: an empty draw pile is made anew of "all_but_top5" of each discard pile, or of the
    "top5" (SH-20). `tiebreak`: equal totals are decided by "points", or by the "count", of legal goods, then of
    contraband (SH-25). `declare_absent_goods`: whether a legal good without a card in the deck may be declared (SH-10).
    An inconsistent set raises ValueError with the field, the value and what is allowed.

    >>> print(Rules(players=3, reshuffle="top5"))
    three with reshuffle=top5
    """

    players: int = 4
    royals: bool = False
    goods: tuple[Good, ...] = GOODS
    gold: int = 50
    hand_size: int = 6
    removed: int = 0
    reshuffle: str = "all_but_top5"
    tiebreak: str = "points"
    declare_absent_goods: bool = True
    _deck: dict[str, int] = field(init=False, repr=False, compare=False)  # found once, as they are asked for all along
    _table: dict[str, Good] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, least, most in (("players", 3, 5), ("gold", 0, 1000), ("hand_size", 5, 10), ("removed", 0, 20)):
            object.__setattr__(self, name, in_range(name, getattr(self, name), least, most))
        for name in ("royals", "declare_absent_goods"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, not {getattr(self, name)!r}")
        for name, words in (("reshuffle", RESHUFFLES), ("tiebreak", TIEBREAKS)):
            if getattr(self, name) not in words:
                raise ValueError(f"{name} must be one of {', '.join(words)}, not {getattr(self, name)!r}")
        object.__setattr__(self, "goods", check_goods(self.goods))
        deck = deck_of(self.goods, self.players, self.royals)
        object.__setattr__(self, "_deck", deck)
        table = {good.name: good for good in self.goods if good.legal or good.name in deck}
        object.__setattr__(self, "_table", table)
        needed = self.players * self.hand_size + 2 * FACE_UP + self.removed
        if (cards := sum(self.deck.values())) < needed:
            raise ValueError(f"goods: a deck of {cards} cards, but {self.players} players need at least {needed}")
        if not self.declarable:
            raise ValueError("declare_absent_goods=False: no legal good has a card in the deck")

    @property
    def deck(self) -> Mapping[str, int]:
        """The cards of each good that are dealt from, in the order of the table (SH-1, SH-2)."""
        return MappingProxyType(self._deck)

    @property
    def table(self) -> Mapping[str, Good]:
        """The goods in the deck by name, and the legal ones without a card."""
        return MappingProxyType(self._table)

    @property
    def declarable(self) -> tuple[str, ...]:
        """The goods that may be declared (SH-10)."""
        deck = self._deck
        return tuple(g.name for g in self.goods if g.legal and (self.declare_absent_goods or g.name in deck))

    @property
    def rounds(self) -> int:
        """The rounds of a game: each is Sheriff twice, three times with three players (SH-4)."""
        return self.players * (3 if self.players == 3 else 2)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rule set of that name: one of `presets()`. Raises ValueError for any other name."""
        return settings.preset_named(name, presets())

    @classmethod
    def from_toml(cls, path: str | Path) -> Rules:
        """Rules from a TOML file: `preset = "advanced"` to start from (four without), then one line a field.

        `goods` is an array of tables, one a good, which replaces the deck. Raises ValueError naming the file and the
        fault, OSError where the file cannot be read.
        """
        return settings.from_toml(path, cls.from_mapping)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Rules:
        """Rules from names and values, as a TOML file holds them."""
        values = dict(given)
        base = cls.preset(values.pop("preset", "four"))
        return settings.changed(base, values, "Sheriff of Nottingham")

    def __str__(self) -> str:
        line = settings.in_one_line(self, presets())
        start = line.find("goods=(")
        if start < 0:
            return line
        end = start + len(f"goods=({', '.join(map(str, self.goods))})")
        return f"{line[:start]}goods=of {len(self.goods)}, {sum(self.deck.values())} cards{line[end:]}"


def presets() -> dict[str, Rules]:
    """The named rule sets: the base game for three, four and five, and the advanced game for each.

    >>> list(presets())
    ['four', 'three', 'five', 'advanced', 'advanced three', 'advanced five']
    """
    return {
        "four": Rules(),
        "three": Rules(players=3),
        "five": Rules(players=5),
        "advanced": Rules(royals=True),
        "advanced three": Rules(players=3, royals=True),
        "advanced five": Rules(players=5, royals=True),
    }


def as_rules(rules: Rules | None) -> Rules:
    """The rules that a question is about: None means `Rules()`. Raises ValueError for anything that is no Rules.

    >>> as_rules(None) == Rules()
    True
    """
    if rules is None:
        return Rules()
    if not isinstance(rules, Rules):
        raise ValueError(f"rules {rules!r}: a Rules is needed, such as Rules() or Rules.preset('three')")
    return rules
