"""`citalign export`: rows of other commands in, formats of other programs out."""

import json
from zipfile import ZipFile

import pytest
from cli_files import write
from typer.testing import CliRunner

from spacy_citalign.cli import app

GROUP = {
    "cited": {"key": "doi:10.5555/f", "doi": "10.5555/f", "title": "Frogs"},
    "citances": [{"id": "a", "text": "Frogs sing.", "source": "pond", "article": {"title": "P"}}],
}
TEXT = {"id": "a", "source": "a.txt", "text": "Zork2 sings."} | {
    "gene_mentions": [{"start_char": 0, "end_char": 5, "text": "Zork2"}]
}


def run(*args):
    return CliRunner().invoke(app, ["export", *map(str, args)])


@pytest.mark.parametrize("suffix", [".csv", ".bib", ".json", ".jsonld"])
def test_groups_are_written_in_each_format(tmp_path, suffix):
    source, out = write(tmp_path / "a.jsonl", GROUP), tmp_path / f"out{suffix}"
    result = run(source, "-o", out)
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert "Frogs" in text
    if suffix.startswith(".json"):
        json.loads(text)
    beside = tmp_path / "out.statements.csv"
    assert beside.exists() == (suffix == ".csv")


def test_texts_are_written_as_bioc_and_for_brat(tmp_path):
    source = write(tmp_path / "a.jsonl", TEXT)
    assert run(source, "-o", tmp_path / "out.json").exit_code == 0
    collection = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert collection["documents"][0]["id"] == "a"
    for name in ("one.zip", "two.zip"):
        assert run(source, "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["a.txt", "a.ann", "annotation.conf"]
        assert archive.read("a.ann").decode() == "T1\tGene 0 5\tZork2\n"


def test_bad_rows_are_told_and_do_not_stop_the_others(tmp_path):
    source = write(tmp_path / "a.jsonl", GROUP, b"{", {"line": 3, "error": "is no group"}, GROUP)
    result = run(source, "-o", tmp_path / "out.csv")
    assert result.exit_code == 1
    assert f"{source}, line 2" in result.stderr
    assert "is no group" in result.stderr
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count("Frogs sing.") == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["{g}", "-o", "{d}/out.txt"], "must end in .csv, .bib, .json, .jsonld"),
        (["{g}", "-o", "{d}/out.zip"], "that is for annotated texts"),
        (["{t}", "-o", "{d}/out.csv"], "that is for groups of citances"),
        (["{d}/no.jsonl", "-o", "{d}/out.csv"], "no.jsonl does not exist"),
        (["{d}/empty.jsonl", "-o", "{d}/out.csv"], "has no rows"),
        (["{d}/odd.jsonl", "-o", "{d}/out.csv"], "line 1 is no row of JSON"),
        (["{g}", "-o", "{g}"], "is also an input"),
    ],
)
def test_nothing_can_be_done(tmp_path, args, message):
    places = {"d": tmp_path, "g": write(tmp_path / "g.jsonl", GROUP)}
    places["t"] = write(tmp_path / "t.jsonl", TEXT)
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    (tmp_path / "odd.jsonl").write_bytes(b"frogs\n")
    result = run(*(arg.format(**places) for arg in args))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
