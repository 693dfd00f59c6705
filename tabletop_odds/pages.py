"""How a report becomes files: the page, the Markdown, the CSV files and pictures, and their manifest."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import GAMES, __version__
from .files import write_whole
from .report import ERRORS, Block, draw_png, error_table, printed

if TYPE_CHECKING:
    from .report import Report

TEMPLATES = Path(__file__).parent / "templates"
LIBRARIES = ("numpy", "scipy", "pandas", "numba", "matplotlib")
MADE_BY = "tabletop_odds"
TABLE_PAGE = "roll-again.html"


def write_report(report: Report, folder: Path) -> Path:
    """Write every file of a report beside its place, then rename."""
    started = time.time()
    _check(report)
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and _manifest(folder) is None)):
        raise ValueError(f"folder {folder}: it exists and is no report of {MADE_BY}; name a new or an empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        files = _files(report)
        for name, content in files.items():
            path = aside / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        manifest = _manifest_of(report, files, started)
        (aside / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
        os.chmod(aside, 0o755)
        _swap(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder / "index.html"


def _check(report: Report) -> None:
    there = {
        "an answer": report.answer,
        "a word on how sure it is": report.how_sure,
        "a figure": any(block.kind == "figure" for block in report.blocks),
        "both n and seed, or none": (report.n is None) == (report.seed is None),
    }
    if missing := [name for name, found in there.items() if not found]:
        raise ValueError(f"report {report.title!r}: it must have {' and '.join(missing)}")


def _swap(aside: Path, folder: Path) -> None:
    """Put the finished folder in place; what was there is removed last."""
    old = aside.with_name(aside.name + ".old")
    if folder.exists():
        os.replace(folder, old)
    try:
        os.replace(aside, folder)
    except BaseException:  # Ctrl-C too: the old report comes back
        if old.exists():
            os.replace(old, folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _manifest(folder: Path) -> dict[str, Any] | None:
    """The manifest of the report in a folder; None where there is none of ours."""
    try:
        found = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("made_by") == MADE_BY else None


def _files(report: Report) -> dict[str, bytes]:
    """Every file of the report but the manifest, by its path within the folder."""
    files: dict[str, bytes] = {}
    blocks = _ordered(report)
    for block in blocks:
        if block.kind in ("table", "figure"):
            content = block.frame.to_csv(index=False, lineterminator="\n")
            files[f"{block.kind}s/{block.name}.csv"] = content.encode()
        if block.draw is not None:
            files[f"figures/{block.name}.png"] = draw_png(block.draw)
    files["report.md"] = _markdown(report, blocks).encode()
    files["index.html"] = _page(report, blocks, files).encode()
    return files


def _manifest_of(report: Report, files: dict[str, bytes], started: float) -> dict[str, Any]:
    import platform
    from importlib.metadata import version

    return {
        "made_by": MADE_BY,
        "title": report.title,
        "answer": report.answer,
        "rules": report.rules,
        "seed": report.seed,
        "n": report.n,
        "versions": {
            MADE_BY: __version__,
            "python": platform.python_version(),
            **{name: version(name) for name in LIBRARIES},
        },
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
        "seconds": round(time.time() - started, 1),
    }


def _facts(report: Report) -> str:
    """What the figures hold for, and what stands behind those that are simulated."""
    parts = [f"rules: {report.rules}"] if report.rules else []
    if report.n is not None:
        parts.append(f"simulated with n = {report.n:,} where nothing else is said, and seed {report.seed}")
    return ", ".join([*parts, f"tabletop_odds {__version__}"])


def _ordered(report: Report) -> list[Block]:
    """The blocks as they are read: the first picture, how sure the answer is, and then the others."""
    first = next(block for block in report.blocks if block.kind == "figure")
    sure = [Block("heading", "How sure"), Block("prose", report.how_sure)]
    if len(errors := error_table(report)):
        caption = "How far simulated figures may be off: standard errors of the values in each table or figure, and n."
        sure.append(Block("table", caption, ERRORS, errors))
    return [first, *sure, Block("facts", _facts(report)), *(block for block in report.blocks if block is not first)]


def _markdown(report: Report, blocks: list[Block]) -> str:
    lines = [f"# {report.title}", "", f"**{report.answer}**", ""]
    for block in blocks:
        if block.kind == "heading":
            lines += [f"## {block.text}", ""]
        elif block.kind in ("prose", "facts"):
            lines += [block.text.strip(), ""]
        elif block.kind == "figure":
            alt = block.text.replace("[", "(").replace("]", ")")
            lines += [f"![{alt}](figures/{block.name}.png)", "", f"{block.text} [CSV](figures/{block.name}.csv)", ""]
        else:
            header, rows = printed(block.frame, block.percent)
            sides = [":--" if _words(rows, i) else "--:" for i in range(len(header))]
            escaped = [[cell.replace("|", "\\|") for cell in row] for row in [header, sides, *rows]]
            lines += [f"{block.text} [CSV](tables/{block.name}.csv)", ""]
            lines += [f"| {' | '.join(row)} |" for row in escaped] + [""]
    return "\n".join(lines).rstrip() + "\n"


def _words(rows: list[list[str]], column: int) -> bool:
    """Whether a column holds words, which stand left; numbers, and what is said of them, stand right."""
    number = r"(exact|[-+]?[\d.,]+( (to|\+-) [-+]?[\d.,]+)?( %)?)?"
    return not all(re.fullmatch(number, row[column]) for row in rows)


def _page(report: Report, blocks: list[Block], files: dict[str, bytes]) -> str:
    shown = []
    for block in blocks:
        item: dict[str, Any] = {"kind": block.kind, "text": block.text, "name": block.name}
        if block.kind == "prose":
            item["html"] = prose_html(block.text)
        elif block.kind == "figure":
            item["image"] = base64.b64encode(files[f"figures/{block.name}.png"]).decode()
        elif block.kind == "table":
            item["header"], item["rows"] = printed(block.frame, block.percent)
            item["words"] = [_words(item["rows"], i) for i in range(len(item["header"]))]
        shown.append(item)
    return render("report.html.j2", report=report, blocks=shown)


def render(template: str, **values: Any) -> str:
    """A page of `templates`, filled in; values are escaped unless the template says that they are safe."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(template).render(**values) + "\n"


def prose_html(text: str) -> str:
    """A small part of Markdown as HTML: paragraphs, lists of "- " lines, **bold** and `code`.

    >>> prose_html("Bank **now**: `a < b`")
    '<p>Bank <strong>now</strong>: <code>a &lt; b</code></p>'
    """

    def inline(line: str) -> str:
        line = html.escape(line, quote=False)
        line = re.sub(r"`([^`]+)`", r"<code>\1</code>", line)
        return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", line)

    parts = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = [line.strip() for line in paragraph.splitlines()]
        if all(line.startswith("- ") for line in lines):
            parts.append("<ul>" + "".join(f"<li>{inline(line[2:])}</li>" for line in lines) + "</ul>")
        else:
            parts.append(f"<p>{inline(' '.join(lines))}</p>")
    return "\n".join(parts)


def write_index(folder: Path) -> Path:
    """Write the page that links the reports in the folders below `folder`."""
    found = [(path.parent.name, _manifest(path.parent)) for path in sorted(folder.glob("*/manifest.json"))]
    games: list[dict[str, Any]] = []
    analyses: list[dict[str, Any]] = []
    for name, manifest in found:
        if manifest is not None:
            (games if name.split("-")[0] in GAMES else analyses).append({"folder": name, **manifest})
    parts = [(title, part) for title, part in (("Strategy reports", games), ("Analyses", analyses)) if part]
    page = render("index.html.j2", parts=parts, table_page=(folder / TABLE_PAGE).is_file() and TABLE_PAGE)
    write_whole(folder / "index.html", page.encode())
    return folder / "index.html"
