"""`citalign annotate` and bad input: each a clear line, a row in its place, and no traceback."""

import pytest
from cli_files import rows, write
from typer.testing import CliRunner

from spacy_citalign.cli import app


def run(*args):
    """Run with spaCy's bare English where no other pipeline is named."""
    named = [] if "--pipeline" in args else ["--pipeline", "blank:en"]
    return CliRunner().invoke(app, ["annotate", *map(str, args), *named])


BAD_LINES = [
    (b'{"text": "p53"', "is not JSON"),
    (b"[" * 100_000, "is not JSON"),
    (b'{"text": "p53", "x": NaN}', "NaN is no JSON value"),
    (b'["p53"]', "is a JSON array; each line must be an object"),
    (b"3", "is a JSON number"),
    (b"null", "is a JSON null"),
    (b'{"id": 1, "body": "p53"}', "no text under the key 'text'; it has the keys: body"),
    (b"{}", "it has the keys: none"),
    (b'{"text": ["p53"]}', "has a array under the key 'text'"),
    (b'{"text": null}', "no text under the key 'text'"),
    (b'{"text": "caf\xe9 p53"}', "is not UTF-8: byte 0xe9 at position 13"),
    (b'{"text": "p53 \\ud800"}', "cannot be tokenised: UnicodeEncodeError"),
    (b'{"text": "p53", "x": 1e999}', "cannot be written"),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES, ids=[m for _, m in BAD_LINES])
def test_bad_line_is_logged_and_keeps_its_place(tmp_path, line, message):
    source = write(tmp_path / "a.jsonl", {"text": "p53"}, line, {"text": "ATM"})
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out)
    assert result.exit_code == 1
    first, bad, last = rows(out)
    assert list(bad) == ["id", "source", "error"]
    assert bad["source"] == f"{source}:2"
    assert message in bad["error"]
    assert (first["text"], last["text"]) == ("p53", "ATM")
    assert f"{source}:2: {bad['error']}" in result.stderr.splitlines()
    assert "3 records read, 2 annotated, 1 failed" in result.stderr


def test_lone_surrogate_in_other_keys_survives(tmp_path):
    source = write(tmp_path / "a.jsonl", b'{"id": "\\ud800", "text": "\xc3\xa9"}')
    out = tmp_path / "out.jsonl"
    assert run(source, "-o", out).exit_code == 0
    assert rows(out)[0]["id"] == "\ud800"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["{a}", "-o", "{dir}/out.csv"], "must end in .jsonl, .spacy, .parquet or .pubtator"),
        (["{a}", "-o", "{dir}/out.pubtator", "--no-text"], ".pubtator holds texts"),
        (["{a}", "-o", "{dir}/no/out.jsonl"], "does not exist"),
        (["{a}", "-o", "{dir}/folder.jsonl"], "is a folder"),
        (["{a}", "-o", "{a}"], "is also an input"),
        (["{a}", "-o", "{dir}/out.jsonl", "--n-process", "0"], "--n-process is 0"),
        (["{a}", "-o", "{dir}/out.jsonl", "--n-process", "-2"], "--n-process is -2"),
        (["{a}", "-o", "{dir}/out.jsonl", "--batch-characters", "0"], "batch-characters"),
        (["{a}", "-o", "{dir}/out.jsonl", "--format", "xml"], "xml"),
        (["{a}"], "output"),
        (["-o", "{dir}/out.jsonl"], "INPUTS"),
        (["-", "-", "-o", "{dir}/out.jsonl"], "can be read once only"),
        (["{dir}/none.txt", "-o", "{dir}/out.jsonl"], "no input file can be read"),
        (["{a}", "-o", "{dir}/out.jsonl", "--pipeline", "{dir}/none"], "does not load"),
        (["{a}", "-o", "{dir}/out.jsonl", "--pipeline", "{dir}/folder.jsonl"], "does not load"),
        (["{a}", "-o", "{dir}/out.jsonl", "--pipeline", "blank:zzz"], "does not load"),
    ],
)
def test_nothing_can_be_done(tmp_path, args, message):
    source = write(tmp_path / "a.jsonl", {"text": "p53"})
    (tmp_path / "folder.jsonl").mkdir()
    before = sorted(tmp_path.rglob("*"))
    filled = [arg.format(a=source, dir=tmp_path) for arg in args]
    result = run(*filled)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(tmp_path.rglob("*")) == before
