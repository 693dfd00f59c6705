"""The API pages: one page for each shared module and each game, from its docstrings, by pdoc.

    python docs/make_api.py [FOLDER]      (default: build/api)

A game's public names are loaded when first used, so all of them are loaded here, and its page shows them in the order
in which its module lists them; the files that hold them have no pages of their own.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path

import pdoc

import tabletop_odds

SHARED = "answers values distributions dice decks streams simulation sweeps tournament tables report".split()


def main(folder: str | Path = Path("build") / "api") -> Path:
    """Write the pages into `folder` and return the index."""
    folder, modules = Path(folder), ["tabletop_odds", r"!tabletop_odds\..+"]
    for name in (*SHARED, *tabletop_odds.GAMES):
        module = import_module(f"tabletop_odds.{name}")
        modules += [module.__name__, rf"!{module.__name__}\..+"]
        if name in tabletop_odds.GAMES:
            names = module.__dir__()  # `dir` would sort them
            for public in names:
                getattr(module, public)
            module.__all__ = names
    tabletop_odds.__all__ = [*tabletop_odds.GAMES, "__version__"]
    footer = f"tabletop_odds {tabletop_odds.__version__}"
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text=footer)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Error parsing type annotation")  # names imported for type checkers only
        pdoc.pdoc(*modules, output_directory=folder)
    return folder / "index.html"


if __name__ == "__main__":
    print(main(*sys.argv[1:2]))
