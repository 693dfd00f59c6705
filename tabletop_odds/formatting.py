"""Small tables as text and as HTML, for answers that print themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], marked: int | None = None) -> str:
    """Aligned text: words left, numbers with their points in line, a ">" before the row number `marked`.

    >>> print(text_table(["action", "points"], [["bank", "450"], ["roll", "436.57"]], marked=0))
      action  points
    > bank    450
      roll    436.57
    """
    columns = [
        _column(name, [row[i] for row in rows], numbers=i > 0 and all(_is_number(row[i]) for row in rows))
        for i, name in enumerate(header)
    ]
    lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    return "\n".join(("> " if i - 1 == marked else "  ") + line for i, line in enumerate(lines))


def html_table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    marked: int | None = None,
    title: str = "",
    notes: Sequence[str] = (),
) -> str:
    """The same table as HTML, the marked row bold. It takes the page's colours, light or dark."""

    def line(cells: Sequence[str], tag: str, style: str = "") -> str:
        sides = ["left"] + ["right"] * (len(cells) - 1)
        parts = (
            f'<{tag} style="text-align:{side};{style}">{escape(cell)}</{tag}>'
            for side, cell in zip(sides, cells, strict=True)
        )
        return f"<tr>{''.join(parts)}</tr>"

    body = "".join(line(row, "td", "font-weight:bold" if i == marked else "") for i, row in enumerate(rows))
    above = f"<p><strong>{escape(title)}</strong></p>" if title else ""
    below = "".join(f'<p style="margin:.2em 0">{escape(note)}</p>' for note in notes)
    table = f"<thead>{line(header, 'th')}</thead><tbody>{body}</tbody>"
    return f'<div>{above}<table style="color:inherit">{table}</table>{below}</div>'


def escape(text: str) -> str:
    """The text with the characters that HTML reads as markup made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _is_number(cell: str) -> bool:
    return not cell or any(letter.isdigit() for letter in cell[:3])


def _column(name: str, cells: list[str], numbers: bool) -> list[str]:
    """A column, its name first, all of one width."""
    if numbers:
        points = [_point(cell) for cell in cells]
        cells = [" " * (max(points) - point) + cell for cell, point in zip(cells, points, strict=True)]
    width = max(len(cell) for cell in (name, *cells))
    return [cell.ljust(width) for cell in (name, *cells)]


def _point(cell: str) -> int:
    """Where the whole part of the number in a cell ends."""
    start = next((i for i, letter in enumerate(cell) if letter.isdigit()), 0)
    return start + len(cell[start:]) - len(cell[start:].lstrip("0123456789,"))
