"""The gallery: scripts in cells, run as notebooks are, and what they show.

    python docs/site/gallery.py [NAME ...]         run scripts, and keep what they show
    python docs/site/gallery.py --check [NAME ...] run them, and compare it with what is kept

A script of docs/gallery/ has cells that begin with ``# %%``, or ``# %% [markdown]`` for text. What
a cell prints is kept in ``output/NAME/NUMBER.txt``, and the value of its last line as a notebook
shows it: HTML in ``NUMBER.html``, a figure in ``NUMBER.svg``. The hooks of the site make pages of
both.
"""

import argparse
import ast
import contextlib
import difflib
import html
import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / "gallery"
OUTPUT = FOLDER / "output"
MOST_SECONDS = 20.0  # of processor time that a script may take
_CELL = re.compile(r"^# %%(?P<kind> \[markdown\])?[^\n]*\n", re.MULTILINE)
# Decimals differ a little from platform to platform.
_DECIMAL = re.compile(r"\d*\.\d+")


class Cell(NamedTuple):
    """A cell of a script.

    Attributes:
        number: of the cells of code from 1 on, None for text.
        text: the code, or the text in Markdown.
    """

    number: int | None
    text: str


def cells_of(script: str) -> list[Cell]:
    """Return the cells of a script that have something in them."""
    cells: list[Cell] = []
    starts = list(_CELL.finditer(script))
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        text = script[start.end() : following.start() if following else None].strip("\n")
        if start["kind"]:
            cells.append(Cell(None, re.sub(r"^# ?", "", text, flags=re.MULTILINE)))
        elif text:
            cells.append(Cell(sum(cell.number is not None for cell in cells) + 1, text))
    return cells


def title_of(script: str) -> str:
    """Return the title, which the first cell begins with."""
    return cells_of(script)[0].text.partition("\n")[0].removeprefix("# ")


def run(script: str) -> Iterator[tuple[str, str]]:
    """Run the cells, and yield names of files and what is kept in them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells_of(script):
        if cell.number is None:
            continue
        body = ast.parse(cell.text).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(ast.Module(body, []), "<cell>", "exec"), names)  # noqa: S102
            value = _value(last.value, names) if last else None
        if printed.getvalue():
            yield f"{cell.number}.txt", printed.getvalue()
        yield from ((f"{cell.number}.{kind}", text) for kind, text in _shown(value))


def _value(expression: ast.expr, names: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(expression), "<cell>", "eval"), names)  # noqa: S307


def _shown(value: Any) -> Iterator[tuple[str, str]]:
    """Yield how a notebook shows a value, and as what."""
    if isinstance(value, Path) and value.suffix == ".html":
        value = value.read_text(encoding="utf-8")
    if hasattr(value, "savefig"):
        yield "svg", _svg(value)
    elif isinstance(value, str) and value.lstrip().startswith("<"):
        yield "html", _whole_page(value)
    elif value is not None:
        yield "txt", f"{value!r}\n"


def _svg(figure: Any) -> str:
    from matplotlib import rc_context

    written = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "gallery"}):  # text stays text
        figure.savefig(written, format="svg", bbox_inches="tight", metadata={"Date": None})
    return written.getvalue()


def _whole_page(fragment: str) -> str:
    if fragment.lstrip().lower().startswith("<!doctype"):
        return fragment
    style = "<style>body { margin: 0; padding: 0.5rem; font-family: sans-serif }</style>"
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n{style}\n{fragment}\n'


def page_of(name: str, script: str, kept: Mapping[str, str]) -> str:
    """Return the page of a script in Markdown, with what it showed."""
    parts = []
    for cell in cells_of(script):
        if cell.number is None:
            parts.append(cell.text)
            continue
        parts.append(f"```python\n{cell.text}\n```")
        for kind in ("txt", "svg", "html"):
            if (file := f"{cell.number}.{kind}") in kept:
                parts.append(_embedded(f"output/{name}/{file}", kind, kept[file]))
    parts.append(
        f"[{name}.py]({name}.py) is a script; editors and Jupyter (Jupytext) open it as a notebook."
    )
    return "\n\n".join(parts) + "\n"


def _embedded(address: str, kind: str, content: str) -> str:
    if kind == "txt":
        return f"```text\n{content.rstrip()}\n```"
    if kind == "svg":
        return f'<img src="{address}" alt="The figure that the code draws" class="gallery">'
    height = "this.contentDocument.body.scrollHeight + 24 + 'px'"
    fit = f"try {{ this.style.height = {height} }} catch {{}}"  # files are not let do so
    return (
        f'<iframe src="{address}" title="What the code shows" class="gallery" loading="lazy" '
        f'onload="{html.escape(fit)}"></iframe>\n\n[Open it by itself]({address})'
    )


def kept_of(name: str) -> dict[str, str]:
    """Return what is kept of a script, by names of files."""
    return {
        path.name: path.read_text(encoding="utf-8") for path in sorted((OUTPUT / name).glob("*"))
    }


def differences(kept: Mapping[str, str], shown: Mapping[str, str]) -> str:
    """Return how what a script shows differs from what is kept, "" where it does not.

    Drawings are not compared: each version of matplotlib writes another.
    """
    lines = [f"{name} is shown or kept, not both" for name in sorted(kept.keys() ^ shown.keys())]
    for name in sorted(kept.keys() & shown.keys()):
        if name.endswith(".svg"):
            continue
        texts = [_comparable(name, text).splitlines() for text in (kept[name], shown[name])]
        lines += [
            line[:300] for line in difflib.unified_diff(*texts, name, "now", lineterm="", n=0)
        ]
    return "\n".join(lines)


def _comparable(name: str, text: str) -> str:
    return _DECIMAL.sub("#", text) if name.endswith(".html") else text


def _run_in_folder(name: str) -> tuple[dict[str, str], float]:
    script = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    here, start = Path.cwd(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            shown: dict[str, str] = {}
            for file, text in run(script):
                shown[file] = shown.get(file, "") + text
        finally:
            os.chdir(here)
    return shown, time.process_time() - start


def main() -> None:
    """Run the scripts that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="scripts without .py; all without any")
    parser.add_argument("--check", action="store_true", help="compare, and keep nothing")
    args = parser.parse_args()
    wrong = 0
    for name in args.names or sorted(path.stem for path in FOLDER.glob("*.py")):
        shown, seconds = _run_in_folder(name)
        message = differences(kept_of(name), shown) if args.check else ""
        if seconds > MOST_SECONDS:
            message += f"\ntakes more than {MOST_SECONDS:.0f} s"
        wrong += bool(message)
        print(f"{name}: {seconds:.1f} s of processor time", message, sep="\n" if message else "")
        if not args.check:
            (OUTPUT / name).mkdir(parents=True, exist_ok=True)
            for file in (OUTPUT / name).glob("*"):
                file.unlink()
            for file, text in shown.items():
                (OUTPUT / name / file).write_text(text, encoding="utf-8")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
