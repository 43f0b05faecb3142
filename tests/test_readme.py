"""The README tells the truth: its Python runs and prints what stands below it."""

import contextlib
import io
import json
import re
import shlex
from importlib import import_module, metadata
from itertools import pairwise
from pathlib import Path

import pytest
import spacy
import typer
from spacy.tokens import Doc, Span, Token
from typer.testing import CliRunner

import spacy_citalign
from spacy_citalign.cli import app

README = Path(__file__).parent.parent / "README.md"
LIBRARY = Path(spacy_citalign.__file__).parent
pytestmark = pytest.mark.skipif(not README.exists(), reason="the tests run without the checkout")
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def text() -> str:
    return README.read_text(encoding="utf-8")


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


def test_settings_without_a_table_are_those_of_the_factories():
    defaults = {
        name: import_module(f"spacy_citalign.components.{name}").DEFAULTS
        for name in ("base_phrase_chunker", "perceptron_tagger", "sentence_boundary_detector")
    }
    told = {name: {*own} - {"weights", "scorer"} for name, own in defaults.items()}
    assert told.pop("sentence_boundary_detector") == {"threshold", "overwrite"}
    assert told == {"base_phrase_chunker": set(), "perceptron_tagger": set()}
    own = defaults["sentence_boundary_detector"]
    assert f"`threshold` ({own['threshold']})" in text()
    assert (own["overwrite"], "set anew (true;" in text()) == (True, True)


@pytest.fixture(scope="module")
def annotated() -> Doc:
    """A Doc that all components have something to say of, and the shipped pipeline's names."""
    nlp = spacy.load("spacy_citalign")
    nlp.add_pipe("citance_finder", before="citance_aligner", config={"overwrite": False})
    doc = spacy_citalign.join(["p53 binds DNA [3].", "DNA is bound by p53 [4]."], nlp=nlp)
    doc.spans["texts"] = list(doc.spans["citances"])
    return nlp(doc)


def test_components_set_what_their_table_says(annotated):
    table = text().split("| component | sets |")[1].split("\n\n")[0]
    rows = [line.split(" | ") for line in table.splitlines()[2:]]
    ours = {
        entry.name
        for entry in metadata.distribution("spacy-citalign").entry_points
        if entry.group == "spacy_factories"
    }
    assert {row[0].strip("| `") for row in rows} == ours
    kinds = {"doc": Doc, "span": Span, "token": Token}
    for _, sets, _, config, module in rows:
        for kind, name in re.findall(r"`(doc|span|token)\._\.(\w+)`", sets):
            assert kinds[kind].has_extension(name), name
        for key in re.findall(r'`doc\.spans\["(\w+)"\]`', sets):
            assert key in annotated.spans, key
        for path in (config, module):
            assert (README.parent / path.strip("| `")).exists(), path


def test_records_have_the_fields_that_the_readme_lists(annotated):
    said = re.findall(r"`doc\._\.(\w+)` is a list of ((?:`\w+`(?:, | and )?)+)", text())
    assert [name for name, _ in said] == ["gene_mentions", "propositional_terms"]
    for name, fields in said:
        records = getattr(annotated._, name)
        assert list(records[0]) == re.findall(r"\w+", fields.replace(" and ", " "))


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


def test_options_of_the_readme_exist():
    """Those of the commands of its blocks, and in its text those of any command."""
    commands = typer.main.get_command(app).commands
    known = {
        name: {
            option for param in command.params for option in [*param.opts, *param.secondary_opts]
        }
        for name, command in commands.items()
    }
    shell = "\n".join(code for kind, code in blocks() if kind == "bash").replace("\\\n", " ")
    used = re.findall(r"^citalign (\w+)(.*)$", shell, re.MULTILINE)
    assert used
    for name, rest in used:
        assert set(re.findall(r"(?<!\S)--[a-z][a-z-]*", rest)) <= known[name], name
    told = set(re.findall(r"`(--[a-z][a-z-]*)", text()))
    assert told
    assert told <= set().union(*known.values())


def test_links_lead_to_files():
    links = re.findall(r"\]\(([^)#]+)\)", text())
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []


def test_folders_of_the_readme_are_there_and_none_is_left_out():
    told = set(re.findall(r"`([\w/]+)/`", text().split("## Where things are")[1]))
    packages = {f"spacy_citalign/{path.parent.name}" for path in LIBRARY.glob("*/__init__.py")}
    assert [folder for folder in told if not (README.parent / folder).is_dir()] == []
    assert packages - told - {"spacy_citalign/components", "spacy_citalign/configs"} == set()
