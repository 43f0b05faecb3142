"""What no command answers with a traceback: odd names, lines without end, errors of nobody."""

import json
import os
import re
import sys
import threading
from pathlib import Path

import pytest
import typer
from cli_files import rows, write
from jats_files import cite, jats, section
from typer.testing import CliRunner

from spacy_citalign.app.answers.aligning import opened
from spacy_citalign.cli import app
from spacy_citalign.cli.console import clear_errors
from spacy_citalign.corpora import io
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import article_files
from spacy_citalign.inputs.records import STDIN

ARTICLE = jats(section("Results", f"Frogs hop over ponds [{cite('r1', '1')}]. They croak."))
GROUP = {"cited": {"key": "k"}, "citances": ["Frogs hop.", "Frogs leap."]}


def run(*args):
    return CliRunner().invoke(app, list(map(str, args)))


def odd_file(folder: Path, content: bytes) -> Path:
    """A file whose name is no UTF-8, and would be a command of a terminal."""
    folder.mkdir(exist_ok=True)
    path = Path(os.fsdecode(os.fsencode(folder) + b"/\xff\x1b[2J.txt"))
    try:
        path.write_bytes(content)
    except OSError:
        pytest.skip("this disk takes UTF-8 names only")
    return path


def no_traceback(result) -> None:
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "out.spacy"])
def test_annotate_names_an_odd_file_in_escapes(tmp_path, name):
    odd_file(tmp_path / "in", b"Frogs.")
    result = run("annotate", tmp_path / "in", "-o", tmp_path / name, "--pipeline", "blank:en")
    no_traceback(result)
    assert result.exit_code == 0
    if name == "out.jsonl":
        assert rows(tmp_path / name)[0]["source"] == f"{tmp_path}/in/\\xff\\x1b[2J.txt"


def test_citances_of_other_files_are_found_beside_an_odd_one(tmp_path):
    odd_file(tmp_path / "in", b"Toads swim in ponds (Bufo et al. 2004).")
    (tmp_path / "in" / "good.xml").write_bytes(ARTICLE)
    result = run("citances", tmp_path / "in", "-o", tmp_path / "out.jsonl")
    no_traceback(result)
    assert result.exit_code == 0, result.stderr
    citances = [one for row in rows(tmp_path / "out.jsonl") for one in row["citances"]]
    sources = {citance["source"] for citance in citances}
    assert "\\xff\\x1b[2J.txt" in sources
    assert len(sources) == 2


def test_texts_of_odd_names_are_aligned(tmp_path):
    odd = odd_file(tmp_path / "in", b"Frogs hop. They croak.")
    other = tmp_path / "b.txt"
    other.write_text("Frogs leap. They croak.")
    result = run("sentences", odd, other, "--jsonl", tmp_path / "out.jsonl")
    no_traceback(result)
    assert result.exit_code == 0, result.stderr


def test_keys_are_no_commands_of_the_terminal(tmp_path):
    source = write(tmp_path / "a.jsonl", {"\x1b]0;PWN\x07\u202e": "Frogs."})
    result = run("annotate", source, "-o", tmp_path / "out.jsonl", "--pipeline", "blank:en")
    no_traceback(result)
    assert "it has the keys: \\x1b]0;PWN\\x07\\u202e" in result.stderr


@pytest.mark.slow
def test_line_without_end_costs_its_group(tmp_path, monkeypatch):
    monkeypatch.setattr(io, "MAX_LINE", 1000)
    long = json.dumps({"cited": {"key": "x"}, "citances": ["x" * 5000]}).encode()
    source = write(tmp_path / "a.jsonl", GROUP, long, GROUP, b"y" * 9999)
    result = run("align", source, "-o", tmp_path / "out.jsonl")
    no_traceback(result)
    assert result.exit_code == 1
    found = rows(tmp_path / "out.jsonl")
    assert [row.get("error") for row in found] == [
        None,
        "has more than 1,000 bytes; split it, or leave it out",
        None,
        "has more than 1,000 bytes; split it, or leave it out",
    ]
    assert [row["line"] for row in found if "error" in row] == [2, 4]


@pytest.mark.slow
def test_report_names_a_line_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(io, "MAX_LINE", 1000)
    source = write(tmp_path / "a.jsonl", GROUP, b"y" * 9999)
    result = run("report", source, "-o", tmp_path / "out.html")
    no_traceback(result)
    assert result.exit_code == 1
    assert "line 2: has more than 1,000 bytes" in result.stderr
    assert (tmp_path / "out.html").exists()


def test_standard_input_that_is_closed_is_said(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="stdin is closed"), opened(STDIN):
        pytest.fail("is read")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "error: the memory is used up; split the input, or use fewer processes"),
        (KeyError("x\ny"), "error: KeyError: 'x\\ny', in "),
        (RecursionError("deep"), "error: RecursionError: deep, in "),
    ],
)
def test_unexpected_error_ends_with_one_line_and_status_2(capsys, error, said):
    @clear_errors
    def fail() -> None:
        raise error

    with pytest.raises(typer.Exit) as caught:
        fail()
    assert caught.value.exit_code == 2
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_the_traceback_is_shown_if_asked_for(tmp_path):
    missing = str(tmp_path / "none.jsonl")
    for options, shown in ([["--debug"], True], [[], False]):
        result = CliRunner().invoke(app, [*options, "align", missing])
        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1].startswith("error: ")
        assert ("Traceback (most recent call last)" in result.stderr) is shown


READING = {  # commands that read, with {} for the file
    "align": ["{}", "-o", "out.jsonl"],
    "annotate": ["{}", "--format", "jsonl", "-o", "out.jsonl"],
    "check": ["--factory", "sentencizer", "--texts", "{}"],
    "citances": ["{}"],
    "columns": ["{}", "--format", "text"],
    "convert": ["{}", "out.spacy", "--reader", "citalign.BC2GM.v1"],
    "evaluate": ["blank:en", "{}", "--reader", "citalign.BC2GM.v1"],
    "evidence": ["{}", "--cited", "{}"],
    "export": ["{}", "-o", "out.csv"],
    "gene-ids": ["{}", "-o", "out.table"],
    "report": ["{}", "-o", "out.html"],
    "sentences": ["{}", "a.txt", "--format", "text"],
    "verify": ["{}", "--sources", "a.txt"],
}


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="no such devices here")
@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("device", ["/dev/zero", "/proc/kmsg", "/proc/self/pagemap"])
def test_what_may_never_end_is_not_read(tmp_path, monkeypatch, name, device):
    if not Path(device).exists():
        pytest.skip("this system has no such file")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("Frogs.")
    result = run(name, *(arg.format(device) for arg in READING[name]))
    no_traceback(result)
    assert result.exit_code == 2
    assert f"{device} is a device, or a file of the system" in result.stderr.replace(": is", " is")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_articles_of_a_device_are_not_read_in_python():
    with pytest.raises(InputError, match="/proc/version is a device, or a file of the system"):
        article_files([Path("/proc/version")])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes of names here")
def test_a_pipe_is_read_and_is_no_output(tmp_path):
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=('{"text": "Frogs."}\n',))
    writer.start()
    args = ["--format", "jsonl", "-o", tmp_path / "out.jsonl", "--pipeline", "blank:en"]
    result = run("annotate", pipe, *args)
    writer.join()
    assert result.exit_code == 0, result.stderr
    assert rows(tmp_path / "out.jsonl")[0]["text"] == "Frogs."
    result = run("annotate", tmp_path / "out.jsonl", "-o", pipe)
    assert "is a pipe or a device; give the name of a file" in result.stderr


@pytest.mark.slow
def test_align_stops_where_nothing_is_a_group(tmp_path):
    bad = [b"{"] * 500
    source = write(tmp_path / "a.jsonl", *bad)
    for _ in range(2):  # nor does it go on when it is given again
        result = run("align", source, "-o", tmp_path / "out.jsonl")
        assert result.exit_code == 2
        assert re.search(
            "error: all of the first 10[01] groups failed, the last one", result.stderr
        )
        assert len(result.stderr.splitlines()) < 110
    source = write(tmp_path / "b.jsonl", *bad[:99], GROUP, *bad)
    assert run("align", source, "-o", tmp_path / "out.jsonl").exit_code == 1
    assert len(rows(tmp_path / "out.jsonl")) == 600


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("annotate", ".jsonl"),
        ("annotate", ".spacy"),
        ("citances", ".jsonl"),
        ("export", ".csv"),
        ("report", ".html"),
    ],
)
@pytest.mark.parametrize("letter", ["x", "\u03b2"])
def test_name_that_is_too_long_is_refused_at_the_start(tmp_path, name, suffix, letter):
    source = write(tmp_path / "a.jsonl", GROUP | {"text": "Frogs."})
    output = tmp_path / (letter * (240 // len(letter.encode())) + suffix)
    args = ["--pipeline", "blank:en"] if name == "annotate" else []
    result = run(name, source, "-o", output, *args)
    no_traceback(result)
    assert result.exit_code == 2
    assert "error: the name of the output" in result.stderr
    assert "is too long, 24" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]
    short = tmp_path / (letter * (150 // len(letter.encode())) + suffix)
    if name in ("annotate", "export"):
        result = run(name, source, "-o", short, *args)
        assert result.exit_code == 0, result.stderr
        assert short.exists()
