"""What the documentation shows is what happens.

README.md, in one namespace from top to bottom:

- every ```python block runs; an expression before a comment that looks like a value must have that value:
  `bust_probability(3)  # Fraction(5, 18)`, `win_probability(...)  # 0.535642..., at the start of my turn`;
- a ```py block needs a cluster: test_dask.py runs it;
- every line of a ```sh block that begins with `tabletop-odds` exits with 0;
- a ```text block right after either is exactly what was printed ("..." stands for anything);
- a ```toml block that begins with `# name.toml` is that file, for the commands to read.
"""

import ast
import contextlib
import doctest
import io
import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tabletop_odds.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
NOTEBOOK = ROOT / "analyses" / "tour.ipynb"
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
VALUE = re.compile(r"-?\d|['\"({\[]|True|False|None|[A-Z]\w*\(")


class Block(NamedTuple):
    language: str
    line: int  # of the block's first line of text
    text: str
    output: str | None  # of the text block that follows


def blocks(markdown):
    """The fenced blocks of a page."""
    return [
        Block(found[1], markdown.count("\n", 0, found.start(2)) + 1, found[2], found[3])
        for found in FENCE.finditer(markdown)
        if found[1] != "text"
    ]


def run_python(block, namespace):
    """Run a block; raises AssertionError where a value or the printed text is not the one shown."""
    lines = block.text.splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for statement in ast.parse(block.text).body:
            where = f"README.md:{block.line + statement.lineno - 1}"
            code = ast.unparse(statement)
            if not isinstance(statement, ast.Expr):
                exec(compile(code, where, "exec"), namespace)
                continue
            value = eval(compile(code, where, "eval"), namespace)
            comment = lines[statement.end_lineno - 1][statement.end_col_offset :].strip().removeprefix("#").strip()
            if VALUE.match(comment):
                assert shows(comment, value), f"{where}: {code} is {value!r}, not {comment}"
    assert_output(printed.getvalue(), block)


def shows(comment, value):
    """Does the comment begin with the value, whole, or up to "..."?"""
    forms = {repr(value), str(value)}
    with contextlib.suppress(TypeError, ValueError):
        forms.add(repr(float(value)))
    if "..." in comment:
        start = comment.split("...")[0]
        return any(form.startswith(start) for form in forms)
    return any(re.match(re.escape(form) + r"(?!\w|\.\d)", comment) for form in forms)


def run_commands(block):
    """Run a block's `tabletop-odds` lines; raises AssertionError where one fails or prints something else."""
    printed = io.StringIO()
    for command in commands(block):
        with contextlib.redirect_stdout(printed):
            code = main(shlex.split(command, comments=True)[1:])
        assert code == 0, f"README.md:{block.line}: {command}: exit code {code}"
    assert_output(printed.getvalue(), block)


def commands(block):
    return [line for line in block.text.splitlines() if line.startswith("tabletop-odds")]


def assert_output(printed, block):
    if block.output is not None:
        matches = doctest.OutputChecker().check_output(block.output, printed, doctest.ELLIPSIS)
        assert matches, f"README.md:{block.line} prints\n{printed}instead of\n{block.output}"


def readme(language):
    return [block for block in blocks(README.read_text("utf-8")) if block.language == language]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, with the TOML files that README.md shows."""
    monkeypatch.chdir(tmp_path)
    for block in readme("toml"):
        name = re.match(r"# (\w+\.toml)\n", block.text)
        if name:
            Path(name[1]).write_text(block.text, encoding="utf-8")


@pytest.mark.slow
def test_readme_python_runs_and_gives_the_values_shown():
    assert readme("python"), "README.md shows no Python"
    namespace = {}
    for block in readme("python"):
        run_python(block, namespace)


def test_readme_commands_run_and_print_what_is_shown():
    quick = [block for block in readme("sh") if not writes_a_report(block)]
    assert any(commands(block) for block in quick), "README.md shows no command"
    for block in quick:
        run_commands(block)


@pytest.mark.slow
def test_readme_reports_are_written():
    for block in filter(writes_a_report, readme("sh")):
        run_commands(block)


def writes_a_report(block):
    return any(command.startswith("tabletop-odds report") for command in commands(block))


@pytest.mark.slow
def test_notebook_runs(tmp_path, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.delenv("MPLBACKEND")  # the kernel has its own, which shows pictures
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    shutil.copytree(NOTEBOOK.parent, tmp_path / "analyses")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert any(cell.cell_type == "code" for cell in notebook.cells)
    where = {"metadata": {"path": str(tmp_path / "analyses")}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    drawing = [cell for cell in notebook.cells if cell.cell_type == "code" and ".plot" in cell.source]
    assert len(drawing) >= 5
    for cell in drawing:
        shown = [output for output in cell.outputs if "image/png" in output.get("data", {})]
        assert len(shown) == 1, f"{cell.source} shows {len(shown)} pictures"


def page(language, text, output=None):
    shown = f"```{language}\n{text}\n```\n"
    (block,) = blocks(shown if output is None else f"{shown}\n```text\n{output}\n```\n")
    return block


GOOD = [
    page("python", "from fractions import Fraction\nFraction(10, 36)  # Fraction(5, 18)"),
    page("python", "2 / 3  # 0.66666..., of the time"),
    page("python", "max(\n    1,\n    2,\n)  # 2: the larger"),
    page("python", "print('bank')  # an action", "bank"),
    page("python", "len('roll')  # Advice, by expected turn score"),
]
BAD = [
    page("python", "1 + 1  # 3"),
    page("python", "2 / 3  # 0.6667..."),
    page("python", "len('a' * 12)  # 1"),
    page("python", "print('roll')", "bank"),
]


@pytest.mark.parametrize("block", GOOD)
def test_a_true_block_passes(block):
    run_python(block, {})


@pytest.mark.parametrize("block", BAD)
def test_a_false_block_is_caught(block):
    with pytest.raises(AssertionError):
        run_python(block, {})


def test_a_block_that_raises_is_caught():
    with pytest.raises(ZeroDivisionError):
        run_python(page("python", "x = 1 / 0"), {})


@pytest.mark.parametrize(("text", "output"), [("tabletop-odds farkel", None), ("tabletop-odds --version", "2.0")])
def test_a_false_command_is_caught(text, output):
    with pytest.raises(AssertionError, match=r"README\.md"):
        run_commands(page("sh", text, output))
