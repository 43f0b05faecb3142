"""The README tells the truth: its Python runs and prints what stands below it."""

import contextlib
import io
import json
import re
import shlex
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_citalign.cli import app

README = Path(__file__).parent.parent / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="the tests run without the checkout")
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    return BLOCK.findall(README.read_text(encoding="utf-8")) if README.exists() else []


def examples() -> list[tuple[str, str]]:
    """Return each Python block with the text block that follows it."""
    found = blocks()
    return [
        (code, output)
        for (kind, code), (next_kind, output) in pairwise(found)
        if kind == "python" and next_kind == "text"
    ]


def test_every_python_block_has_its_output():
    assert len(examples()) == sum(kind == "python" for kind, _ in blocks()) >= 2


@pytest.mark.parametrize(("code", "expected"), examples())
def test_python_prints_what_the_readme_says(code, expected):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == expected


def test_first_screen_shows_what_the_demo_prints(tmp_path):
    run = CliRunner().invoke(app, ["demo", "--output", str(tmp_path)], env={"NO_COLOR": "1"})
    assert run.exit_code == 0
    shown = next(text for kind, text in blocks() if kind == "text")
    # "..." stands for lines left out, times vary, and the page goes elsewhere.
    parts = [part.strip("\n") for part in shown.split("...\n")]
    printed = re.sub(r"; citances [\d.]+ s, .*", "", run.output)
    for part in parts:
        assert part.replace("citalign-demo", str(tmp_path)) in printed


@pytest.mark.parametrize(
    "component",
    [
        "column_tagger",
        "gene_mention_tagger",
        "propositional_term_extractor",
        "citance_aligner",
        "citance_finder",
        "sentence_aligner",
    ],
)
def test_settings_table_has_the_defaults_of_the_factory(component):
    defaults = import_module(f"spacy_citalign.components.{component}").DEFAULTS
    table = README.read_text(encoding="utf-8").split(f"| setting of `{component}` |")[1]
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", table.split("\n\n")[0], re.MULTILINE)
    assert {name: json.loads(value) for name, value in rows} == {
        name: value for name, value in defaults.items() if name != "scorer"
    }


def test_columns_are_shown_as_the_readme_says():
    (command, shown) = next(
        (code, output)
        for (_, code), (_, output) in pairwise(blocks())
        if code.startswith("citalign columns --regions")
    )
    arguments = shlex.split(command.replace("\\\n", ""))[1:]
    run = CliRunner().invoke(app, [*arguments, "--quiet"])
    assert run.stdout == shown


def test_sentences_are_aligned_as_the_readme_says(tmp_path, monkeypatch):
    (commands, shown) = next(
        (code, output)
        for (_, code), (_, output) in pairwise(blocks())
        if "\ncitalign sentences" in code
    )
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"^cat > (\S+) <<'END'\n(.*?)^END$", commands, re.M | re.S):
        Path(name).write_text(text, encoding="utf-8")
    command = next(line for line in commands.splitlines() if line.startswith("citalign"))
    run = CliRunner().invoke(app, [*shlex.split(command)[1:], "--quiet"])
    assert run.stdout == shown
    assert Path("aligned.html").stat().st_size > 0


def test_commands_of_the_readme_exist():
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    used = set(re.findall(r"^citalign (\w+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert used <= names
    assert used
