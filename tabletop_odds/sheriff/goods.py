"""The goods: what is on the cards, the deck as a plain table, and cards as people write them.

A *good* is a kind of card. *Cards* are a tuple of goods' names, each as often as there are cards of it. `GOODS` is the
table of the base game and its royal goods; `Rules(goods=...)` takes any other. Royals are contraband in play; at the
end each counts as two or three of a legal good for King and Queen (SH-26).

The penalties of green apples, golden apples, rye bread and pumpernickel rest on one public source.

>>> deck_of(GOODS, players=4, royals=False)["mead"]
21
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from tabletop_odds.settings import in_range, nearest

KINDS = ("legal", "contraband", "royal")
MOST_CARDS = 1_000  # of one good

Cards = tuple[str, ...]
Number = Fraction | float  # exact, or as people write it
CardsLike = str | Iterable[str]  # cards as people write them


@dataclass(frozen=True, slots=True)
class Good:
    """One line of the table: `cards` of it in the deck, `cards_at_3` with three players.

    `kind` is "legal", "contraband" or "royal". A legal good has bonuses for its King and Queen; a royal one counts at
    the end as `copies` of the legal good `counts_as`. Raises ValueError for a field out of range.

    >>> Good("mead", "contraband", cards=21, cards_at_3=16, value=7, penalty=4).smuggled
    True
    """

    name: str
    kind: str
    cards: int
    cards_at_3: int
    value: int
    penalty: int
    king: int = 0
    queen: int = 0
    counts_as: str = ""
    copies: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name or self.name != " ".join(self.name.lower().split()):
            raise ValueError(f"name {self.name!r} of a good: must be words in small letters")
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} of {self.name}: must be one of {', '.join(KINDS)}")
        for name, most in (("cards", MOST_CARDS), ("cards_at_3", MOST_CARDS), ("value", 100), ("penalty", 100)):
            in_range(f"{name} of {self.name}", getattr(self, name), 0, most)
        for name, most in (("king", 1000), ("queen", 1000)):
            in_range(f"{name} of {self.name}", getattr(self, name), 0, most if self.legal else 0)
        royal = self.kind == "royal"
        in_range(f"copies of {self.name}", self.copies, int(royal), 10 if royal else 0)
        if royal != bool(self.counts_as):
            raise ValueError(f"counts_as {self.counts_as!r} of {self.name}: a royal good names a legal one, no other")

    @property
    def legal(self) -> bool:
        """Whether it may be declared."""
        return self.kind == "legal"

    @property
    def smuggled(self) -> bool:
        """Whether it lies face down on a stand: contraband, and royals too."""
        return self.kind != "legal"


GOODS = (
    Good("apple", "legal", 48, 48, 2, 2, king=20, queen=10),
    Good("cheese", "legal", 36, 36, 3, 2, king=15, queen=10),
    Good("bread", "legal", 36, 0, 3, 2, king=15, queen=10),
    Good("chicken", "legal", 24, 24, 4, 2, king=10, queen=5),
    Good("pepper", "contraband", 22, 18, 6, 4),
    Good("mead", "contraband", 21, 16, 7, 4),
    Good("silk", "contraband", 12, 9, 8, 4),
    Good("crossbow", "contraband", 5, 5, 9, 4),
    Good("green apples", "royal", 2, 2, 4, 3, counts_as="apple", copies=2),
    Good("golden apples", "royal", 2, 1, 6, 4, counts_as="apple", copies=3),
    Good("gouda", "royal", 2, 2, 6, 4, counts_as="cheese", copies=2),
    Good("bleu cheese", "royal", 1, 0, 9, 5, counts_as="cheese", copies=3),
    Good("rye bread", "royal", 2, 0, 6, 4, counts_as="bread", copies=2),
    Good("pumpernickel", "royal", 1, 0, 9, 5, counts_as="bread", copies=3),
    Good("royal rooster", "royal", 2, 1, 8, 4, counts_as="chicken", copies=2),
)


def check_goods(goods: object) -> tuple[Good, ...]:
    """A table of goods, also one of mappings as a TOML file holds it.

    Raises ValueError for a line that is no good, a name given twice, no legal good, or a royal good that counts as none
    of the legal ones.
    """
    if isinstance(goods, str | Mapping) or not isinstance(goods, Iterable):
        raise ValueError(f"goods {goods!r}: a table of Good is needed")
    table = tuple(_good(line) for line in goods)
    names = [good.name for good in table]
    legal = [good.name for good in table if good.legal]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"goods: {twice[0]!r} is there twice")
    if not legal:
        raise ValueError("goods: at least one must be legal, to be declared")
    for good in table:
        if good.counts_as and good.counts_as not in legal:
            raise ValueError(f"counts_as {good.counts_as!r} of {good.name}: must be one of {', '.join(legal)}")
    return table


def _good(line: object) -> Good:
    if isinstance(line, Good):
        return line
    if not isinstance(line, Mapping):
        raise ValueError(f"goods: {line!r} is no Good")
    known = [field.name for field in fields(Good)]
    given: dict[str, Any] = {str(name): value for name, value in line.items()}
    for name in given:
        if name not in known:
            raise ValueError(f"goods: no field {name!r}{nearest(name, known)}")
    if missing := [name for name in known[:6] if name not in given]:
        raise ValueError(f"goods: {given.get('name', line)!r} lacks {missing[0]}")
    return Good(**given)


def deck_of(goods: Iterable[Good], players: int, royals: bool) -> dict[str, int]:
    """How many cards of each good are in the deck, in the order of the table; goods without a card are left out.

    >>> sum(deck_of(GOODS, 3, royals=True).values())
    162
    """
    counts = {good.name: good.cards_at_3 if players == 3 else good.cards for good in goods if _plays(good, royals)}
    return {name: cards for name, cards in counts.items() if cards}


def _plays(good: Good, royals: bool) -> bool:
    return royals or good.kind != "royal"


def value_of(cards: Iterable[str], table: Mapping[str, Good]) -> int:
    """The sum of the values of cards.

    >>> value_of(("apple", "mead"), {good.name: good for good in GOODS})
    9
    """
    return sum(table[name].value for name in cards)


def penalty_of(cards: Iterable[str], table: Mapping[str, Good]) -> int:
    """The sum of the penalties of cards.

    >>> penalty_of(("apple", "mead"), {good.name: good for good in GOODS})
    6
    """
    return sum(table[name].penalty for name in cards)


def named(word: object, names: Iterable[str]) -> str:
    """The good that a word names: as it is, in capitals, with hyphens, in the plural or the singular.

    Raises ValueError for any other.

    >>> named("Green-Apple", ["apple", "green apples"]), named("apples", ["apple"]), named("breads", ["bread"])
    ('green apples', 'apple', 'bread')
    """
    names = list(names)
    if (found := _spelt(word, names)) is not None:
        return found
    close = get_close_matches(str(word).lower(), names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"good {word!r}: the goods are {', '.join(names)}{hint}")


def _spelt(word: object, names: Sequence[str]) -> str | None:
    """The good that a word names, or none."""
    text = " ".join(str(word).lower().replace("-", " ").replace("_", " ").split())
    spellings = (text, text.removesuffix("s"), text.removesuffix("es"), f"{text}s") if isinstance(word, str) else ()
    return next((spelt for spelt in spellings if spelt in names), None)


def parse_cards(text: str | Iterable[str], names: Iterable[str]) -> Cards:
    """Cards as people write them, in the order of the table: "apple apple mead", "2 apple, mead", or a list of names.

    Raises ValueError for a word that is no good.

    >>> parse_cards("mead, 2 apples silk", [good.name for good in GOODS])
    ('apple', 'apple', 'mead', 'silk')
    """
    names = list(names)
    return tuple(sorted(parse_pile(text, names), key=names.index))


def parse_pile(text: str | Iterable[str], names: Iterable[str]) -> Cards:
    """The same in the order they are written: a pile from bottom to top, the last card being its top.

    Raises ValueError for a word that is no good.

    >>> parse_pile("mead, 2 apples silk", [good.name for good in GOODS])
    ('mead', 'apple', 'apple', 'silk')
    """
    names = list(names)
    return tuple(_words(text, names) if isinstance(text, str) else (named(word, names) for word in text))


def _words(text: str, names: list[str]) -> Iterable[str]:
    words, times = text.replace(",", " ").split(), 1
    while words:
        if words[0].isdecimal() and words[0].isascii():
            times = in_range("number of cards", int(words.pop(0)), 0, MOST_CARDS)
            if not words:
                raise ValueError(f"cards {text!r}: a number must be followed by its good")
            continue
        name = _spelt(" ".join(words[:2]), names) if len(words) > 1 else None
        taken, words = words[0], words[2 if name else 1 :]
        name = name or named(taken, names)
        yield from [name] * times
        times = 1
