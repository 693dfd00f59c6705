"""Packages whose names are loaded when first used (PEP 562), so that importing a game costs next to nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, names: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package: `names` lists, by file, the public names that it holds, in order.

    AttributeError: a name that is not listed.

    >>> find, names = lazy("tabletop_odds", {"values": "Value as_number"})
    >>> find("Value").__module__, names()
    ('tabletop_odds.values', ['Value', 'as_number'])
    """
    home = {name: file for file, listed in names.items() for name in listed.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, value)  # the next time it is there
        return value

    return find, lambda: list(home)
