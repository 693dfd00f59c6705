"""The page for use at the table: one HTML file that asks for a position and answers, without a server or a network.

The shell (templates/roll_again.*) shows the games as tabs, and for the game chosen its answer: what to do first, then
what each choice is worth. A game brings a `Part`: JavaScript that builds the input and computes answers, and the data
that it reads. The script sets `games.<name> = {mount, answer}`:

- `mount(root, data, shown)` builds the input in the empty element `root` and calls `shown(state)` at every change. It
  may return `take(state)`, which sets the input: choices with a state `next` can then be tapped.
- `answer(data, state)`, plain JSON to plain JSON, at once or as a promise: `{headline, detail, method, method_text,
  value_name, risk_name, unit, digits, choices: [{action, value, cost, risk, best, next}], notes: ["a line"]}`, best
  first; or `{refused: "a line"}`; or, while the state is not whole yet, `{waiting: "a line", detail}`.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .files import write_whole
from .pages import TABLE_PAGE, render


@dataclass(frozen=True, slots=True)
class Part:
    """One game of the page: its name in `games`, its title, its JavaScript, and its data as plain JSON."""

    name: str
    title: str
    script: str
    data: Mapping[str, Any]


def pack(content: bytes) -> str:
    """Bytes as text for a part's data: deflated, in base64; `shell.unpack` of the page reads them.

    >>> len(pack(bytes(10_000))) < 50
    True
    """
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(squeezed.compress(content) + squeezed.flush()).decode()


def page(parts: Sequence[Part]) -> str:
    """The page with these games, in this order, as HTML.

    Raises ValueError where a script could not stand in a page, since it holds "</" or "<!--".

    >>> part = Part("pig", "Pig", "games.pig = {};", {"target": 100})
    >>> '<script type="application/json" id="data-pig">{"target": 100}</script>' in page([part])
    True
    """
    for part in parts:
        for ends in ("</", "<!--"):
            if ends in part.script:
                raise ValueError(f"script of {part.name}: {ends!r} would end it in a page; write it in two pieces")
    data = {part.name: json.dumps(part.data, ensure_ascii=False).replace("<", "\\u003c") for part in parts}
    return render("roll_again.html.j2", parts=parts, data=data)


def write_page(parts: Sequence[Part], folder: Path) -> Path:
    """Write the page into a folder, made as needed; returns its path. Raises OSError where it cannot be written.

    >>> import tempfile
    >>> write_page([Part("pig", "Pig", "games.pig = {};", {})], Path(tempfile.mkdtemp())).name
    'roll-again.html'
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / TABLE_PAGE, page(parts).encode())
    return folder / TABLE_PAGE
