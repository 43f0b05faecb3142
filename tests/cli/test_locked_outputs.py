"""Two commands never write one output: the second is refused before it begins."""

import pytest
from cli_files import write
from jats_files import cite, jats, section
from typer.main import get_command
from typer.testing import CliRunner

from spacy_citalign.app.locking import only_writer
from spacy_citalign.cli import app

ARTICLE = jats(section("Results", f"Frogs hop over ponds [{cite('r1', '1')}]. They croak."))
GROUP = {"cited": {"key": "k"}, "citances": ["Frogs hop.", "Frogs leap."]}
# Where each command writes, and what it is given besides; {} is the folder of its inputs.
COMMANDS = {
    "align": ("out.jsonl", "{}/groups.jsonl", "-o"),
    "annotate": ("out.jsonl", "{}/a.txt", "--pipeline", "blank:en", "-o"),
    "ask": ("out.html", "{}/library", "frogs", "--html"),
    "check": ("out.json", "--factory", "sentencizer", "--fast", "--json"),
    "citances": ("out.jsonl", "{}/a.xml", "-o"),
    "columns": ("out.html", "{}/a.txt", "--html"),
    "convert": ("out.spacy", "--reader", "citalign.BC2GM.v1", "{}/a.txt"),
    "demo": ("report.html", "-o"),
    "evaluate": ("out.json", "blank:en", "{}/a.spacy", "--json"),
    "evidence": ("out.jsonl", "{}/a.xml", "--cited", "{}/b.xml", "-o"),
    "export": ("out.csv", "{}/groups.jsonl", "-o"),
    "gene-ids": ("out.table", "{}/genes", "-o"),
    "report": ("out.html", "{}/a.xml", "-o"),
    "sentences": ("out.html", "{}/a.txt", "{}/b.txt", "--html"),
    "verify": ("out.jsonl", "{}/a.txt", "--sources", "{}/b.txt", "-o"),
}
OTHERS = {  # of the same commands
    "annotate a folder": ("annotate", "out.parquet"),
    "annotate Docs": ("annotate", "out.spacy"),
    "align standard input": ("align", "out.jsonl"),
    "report rows": ("report", "out.jsonl"),
    "export statements": ("export", "out.statements.csv"),
}


@pytest.fixture
def folder(tmp_path):
    inputs = tmp_path / "in"
    inputs.mkdir()
    for name in ("a.txt", "b.txt"):
        (inputs / name).write_text(f"Frogs hop in {name[0]}. They croak.")
    (inputs / "a.xml").write_bytes(ARTICLE)
    write(inputs / "groups.jsonl", GROUP)
    return inputs


def run(name, output, folder):
    _, *args = COMMANDS[name]
    args = [arg.format(folder) for arg in args]
    return CliRunner().invoke(app, [name, *args, str(output)])


def test_every_command_that_writes_is_here():
    writing = {
        name
        for name, command in get_command(app).commands.items()
        if {"output", "html", "jsonl", "json_file"} & {option.name for option in command.params}
    }
    assert writing == {*COMMANDS}


@pytest.mark.parametrize("name", [*COMMANDS, *OTHERS])
def test_command_is_refused_while_another_writes_its_output(name, folder, tmp_path):
    command, file = OTHERS.get(name) or (name, COMMANDS[name][0])
    output = asked = tmp_path / file
    if name == "demo":
        asked = tmp_path
    elif name == "report rows":
        asked = output.with_suffix(".html")
    elif name == "export statements":
        asked = tmp_path / "out.csv"
    elif name == "annotate a folder":
        output.mkdir()
    with only_writer(output):
        if name == "align standard input":
            result = CliRunner().invoke(app, ["align", "-", "-o", str(asked)], input="{}")
        else:
            result = run(command, asked, folder)
    assert result.exit_code == 2, result.output
    assert f"error: another process is writing {output}; wait" in result.stderr
    assert not output.is_file()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_lock_goes_with_the_command(folder, tmp_path):
    for _ in range(2):
        result = run("citances", tmp_path / "out.jsonl", folder)
        assert result.exit_code == 0, result.output
    assert {path.name for path in tmp_path.iterdir()} == {"in", "out.jsonl"}
