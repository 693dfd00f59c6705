"""Reports: prose, tables and figures as a page to read, Markdown, CSV files and pictures.

A report opens with its answer in one sentence and its first picture; then it says how sure that is, with the standard
errors of all that is simulated. `write` makes a folder of it: index.html (one self-contained page, light and dark),
report.md, a CSV for every table and for every figure's data, the PNG files, and manifest.json (rules, seed, n,
versions, and the SHA-256 of every file). The folder is written beside its place and renamed. The same seed gives the
same bytes on one set of versions; only the manifest's times differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .answers import VALUE_COLUMNS, Comparison, Value, as_number, as_percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Okabe and Ito's palette: told apart with any colour vision (Okabe, Ito: Color Universal Design, 2008)
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLE: Any = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "font.size": 10,
    "legend.frameon": False,
    "figure.dpi": 100,
    "savefig.dpi": 150,
    "svg.hashsalt": "tabletop_odds",
}
NAME = re.compile(r"[a-z][a-z0-9_]*")
ERRORS = "standard_errors"  # the name of the table that every report with simulated figures has


@contextmanager
def style() -> Iterator[None]:
    """The house style of pictures, for the block; nothing outside it changes."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()  # whatever the reader has set: the same pictures everywhere
        mpl.rcParams.update(STYLE)
        try:
            yield
        finally:
            interactive = mpl.is_interactive()
    mpl.interactive(interactive)  # set by a notebook's backend at the first figure: without it no later one is shown


def new_axes(ax: Axes | None = None, width: float = 7, height: float = 4.2) -> Axes:
    """`ax` itself, or the axes of a new figure (inches) that a notebook shows.

    >>> new_axes(width=4, height=3).figure.get_size_inches().tolist()
    [4.0, 3.0]
    """
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    with style():
        return plt.subplots(figsize=(width, height), layout="constrained")[1]


def plot_comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Policies compared: a dot and its 95 % interval each, with a diamond at the exact value where there is one."""
    rows = comparison.rows
    ax = new_axes(ax, height=1 + 0.45 * len(rows))
    for at, row in enumerate(rows):
        value = row["value"]
        ax.plot([value.low, value.high], [at, at], color=PALETTE[0], linewidth=2)
        ax.plot(value.value, at, "o", color=PALETTE[0], label="simulated, 95 %" if at == 0 else None)
        if row.get("exact") is not None:
            exact = float(row["exact"])
            ax.plot(exact, at, "D", color=PALETTE[1], markersize=4, label="exact" if at == 0 else None)
    ax.set_yticks(range(len(rows)), [row["policy"] for row in rows])
    ax.invert_yaxis()
    ax.set_xlabel(comparison.unit)
    ax.legend(loc="best")
    return ax


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a report: `kind` is prose, heading, table or figure."""

    kind: str
    text: str  # prose, heading, or the caption
    name: str = ""
    frame: Any = None
    percent: tuple[str, ...] = ()
    draw: Callable[[Any], object] | None = None


@dataclass(slots=True)
class Report:
    """A report to be filled from top to bottom and then written.

    `answer` is the one sentence that it opens with; `how_sure` says, as prose, what is exact, what is simulated, and
    what is taken for granted; n and seed, `None` where all is exact, and `rules` go into the page and the manifest.

    >>> report = Report("Coins", answer="Half of them.", how_sure="Exact.")
    >>> report.prose("A coin has **two** sides.")
    >>> [block.kind for block in report.blocks]
    ['prose']
    """

    title: str
    answer: str = ""
    how_sure: str = ""
    seed: int | None = None
    n: int | None = None
    rules: str = ""
    blocks: list[Block] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """A heading."""
        self.blocks.append(Block("heading", text))

    def prose(self, text: str) -> None:
        """Paragraphs, split by empty lines, with `**bold**`, `code` in backticks, and lists of lines with "- "."""
        self.blocks.append(Block("prose", text))

    def table(self, name: str, frame: pd.DataFrame, caption: str, percent: Sequence[str] = ()) -> None:
        """A tidy table. A set of value columns prints as one "value +- error"; `percent` columns print as percent.

        The CSV, `tables/NAME.csv`, holds full precision. Raises ValueError for a name that is taken or no identifier,
        and for a percent column that the table lacks.
        """
        self._check(name, "table")
        for column in percent:
            if column not in frame.columns:
                raise ValueError(f"percent column {column!r}: table {name!r} has {', '.join(map(str, frame.columns))}")
        self.blocks.append(Block("table", caption, name, frame, tuple(percent)))

    def figure(self, name: str, draw: Callable[[Any], object], caption: str, data: pd.DataFrame) -> None:
        """A picture: `draw(ax)` on fresh axes; its data go to `figures/NAME.csv`. Raises ValueError as `table`."""
        self._check(name, "figure")
        self.blocks.append(Block("figure", caption, name, data, (), draw))

    def write(self, folder: str | Path) -> Path:
        """Write the report into `folder`, in place of an earlier report there, and return the page's path.

        Raises ValueError where the folder exists and holds anything but a report, and for a report without an answer, a
        figure or a word on how sure it is; then, and after any other error, nothing has changed.
        """
        from .pages import write_report

        return write_report(self, Path(folder))

    def _check(self, name: str, kind: str) -> None:
        if not NAME.fullmatch(name):
            raise ValueError(f"{kind} name {name!r}: lower-case letters, digits and _ are allowed")
        if name == ERRORS or any(block.name == name and block.kind == kind for block in self.blocks):
            raise ValueError(f"{kind} name {name!r}: the report has one of that name already")


def error_table(report: Report) -> pd.DataFrame:
    """How sure the simulated figures of a report are: simulated (which table, else figure), n (the least), and the
    typical (median) and the largest standard error of its values, in `unit`: percent, or empty, that of the table.

    >>> import pandas as pd
    >>> report, values = Report("Coins"), [Value.from_rate(30, 100, 7), Value.from_rate(50, 100, 7)]
    >>> report.table("heads", pd.DataFrame([value.to_dict() for value in values]), "Heads.", percent=("value",))
    >>> error_table(report).round(2).values.tolist()
    [['heads', 100, 4.79, 5.0, '%']]
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    seen: list[frozenset[float]] = []
    for block in sorted((b for b in report.blocks if b.kind in ("table", "figure")), key=lambda b: b.kind != "table"):
        if not set(VALUE_COLUMNS) <= set(block.frame.columns):
            continue
        part = block.frame[block.frame["n"].notna()]
        key = frozenset(part["standard_error"])
        if len(part) and all(map(key.isdisjoint, seen)):  # else a figure of what a table has
            seen.append(key)
            scale, unit = (100, "%") if "value" in block.percent else (1, "")
            errors = scale * part["standard_error"]
            row = {"simulated": block.name.replace("_", " "), "n": int(part["n"].min())}
            rows.append(row | {"typical": errors.median(), "largest": errors.max(), "unit": unit})
    columns = ["simulated", "n", "typical", "largest", "unit"]
    return pd.DataFrame(rows, columns=columns if any(row["unit"] for row in rows) else columns[:-1])


def write_index(folder: str | Path) -> Path:
    """Write `index.html` into `folder`, linking every report in the folders below, and return its path.

    Strategy reports stand first, then analyses; a page for the table, `roll-again.html`, is linked where it is there.
    """
    from .pages import write_index as write

    return write(Path(folder))


def draw_png(draw: Callable[[Any], object]) -> bytes:
    """The picture that `draw(ax)` makes, as PNG bytes without dates or program names."""
    import io

    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with style():
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure.add_subplot())
        out = io.BytesIO()
        figure.savefig(out, format="png", metadata={"Software": None}, facecolor="white")
    return out.getvalue()


def printed(frame: pd.DataFrame, percent: Sequence[str] = ()) -> tuple[list[str], list[list[str]]]:
    """Header and cells of a table as people read it, by the one printing rule."""
    combined = set(VALUE_COLUMNS) <= set(frame.columns)
    columns = [c for c in frame.columns if not (combined and c in VALUE_COLUMNS[1:])]
    header = [c.replace("_", " ") for c in columns]
    if combined:
        header.insert(columns.index("value") + 1, "95 % interval")
        header.append("n")
    rows = []
    for row in frame.to_dict("records"):
        cells = []
        for c in columns:
            show = as_percent if c in percent else as_number
            if combined and c == "value":
                n = _number(row["n"])
                value = Value(row["value"], row["standard_error"], row["low"], row["high"], n and int(n), n and 0)
                cells.append(show(value, sampled=False))
                cells.append("exact" if value.exact else _interval(value, show))
            else:
                cells.append(_cell(row[c], show))
        rows.append(cells + ([_cell(row["n"], as_number)] if combined else []))
    return header, rows


def _interval(value: Value, show: Callable[..., str]) -> str:
    """The bounds with the digits of the value's error."""
    digits = max(0, len(show(value, sampled=False).split(" ")[0].partition(".")[2]) + 1)
    scale, sign = (100, " %") if show is as_percent else (1, "")
    return f"{scale * value.low:,.{digits}f} to {scale * value.high:,.{digits}f}{sign}"


def _number(value: Any) -> Any:
    """None for a missing number."""
    import pandas as pd

    return None if pd.isna(value) else value


def _cell(value: Any, show: Callable[..., str]) -> str:
    if isinstance(value, str):
        return value
    value = _number(value)
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) and show is as_number else show(float(value))
