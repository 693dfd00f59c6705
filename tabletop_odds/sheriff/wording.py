"""Cards, bags and bribes in words, as advice names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .goods import Cards
from .state import Offer

COUNTED = ("apple", "chicken", "crossbow", "royal rooster")  # the others are amounts: "2 bread"


def counted(number: int, name: str) -> str:
    """So many of a good.

    >>> counted(3, "apple"), counted(1, "mead"), counted(2, "bread")
    ('3 apples', '1 mead', '2 bread')
    """
    return f"{number} {name}{'s' if number != 1 and name in COUNTED else ''}"


def phrase(cards: Iterable[str]) -> str:
    """Cards, in the order given.

    >>> phrase(("apple", "apple", "apple", "mead", "silk"))
    '3 apples + mead + silk'
    """
    return " + ".join(name if n == 1 else counted(n, name) for name, n in Counter(cards).items())


def load_words(bag: Cards, good: str) -> str:
    """A bag and its declaration, as `what_to_load` names it.

    >>> load_words(("apple", "mead"), "apple")
    'apple + mead as 2 apples'
    """
    return f"{phrase(bag)} as {counted(len(bag), good)}"


def offer_words(offer: Offer) -> str:
    """A bribe.

    >>> offer_words(Offer(5, ("apple", "apple"))), offer_words(Offer())
    ('5 gold + 2 apples', 'nothing')
    """
    parts = [f"{offer.gold} gold" if offer.gold else "", phrase(offer.stand)]
    parts.append(f"{phrase(offer.bag)} said to be in the bag" if offer.bag else "")
    return " + ".join(filter(None, parts)) or "nothing"
