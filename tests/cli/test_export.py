"""`citalign export`: which output is of which rows, whole files, bad rows that are told."""

import csv
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from bibtex_reading import read_bibtex
from cli_files import write
from export_rows import frog_row, text_row
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.corpora.pubtator import read_pubtator

OF_GROUPS = (".csv", ".bib", ".json", ".jsonld")
OF_TEXTS = (".json", ".jsonl", ".zip")


def export(*args, status: int = 0):
    result = CliRunner().invoke(app, ["export", *map(str, args)])
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    return result


@pytest.fixture
def groups(tmp_path: Path) -> Path:
    return write(tmp_path / "aligned.jsonl", frog_row(), frog_row(cited={"key": "toads"}))


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    return write(tmp_path / "annotated.jsonl", text_row(), text_row(id="c"))


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file, strict=True)]


def test_tables(groups, tmp_path):
    result = export(groups, "-o", tmp_path / "frogs.csv")
    assert result.stderr == (
        f"6 citances and 2 statements of 2 rows -> {tmp_path / 'frogs.csv'} and "
        "frogs.statements.csv\n"
    )
    assert len(table(tmp_path / "frogs.csv")) == 6
    works = [row["work"] for row in table(tmp_path / "frogs.statements.csv")]
    assert works == ["doi:10.5555/frogs", "toads"]


def test_rows_with_evidence_have_a_table_of_it(tmp_path):
    row = frog_row()
    row["citances"][0]["evidence"] = [{"probability": 0.5, "section": "", "text": "Frogs woke."}]
    groups = write(tmp_path / "aligned.jsonl", row)
    result = export(groups, "-o", tmp_path / "frogs.csv")
    assert result.stderr.endswith(", frogs.statements.csv and frogs.evidence.csv\n")
    (place,) = table(tmp_path / "frogs.evidence.csv")
    assert place["cited_sentence"] == "Frogs woke."


def test_bibliographies(groups, tmp_path):
    export(groups, "-o", tmp_path / "frogs.bib")
    export(groups, "-o", tmp_path / "frogs.json")
    keys = [item["id"] for item in json.loads((tmp_path / "frogs.json").read_text("utf-8"))]
    assert keys == ["zork2004frogs", "lake2010pond", "yannewts", "work"]
    assert [*read_bibtex((tmp_path / "frogs.bib").read_text("utf-8"))] == keys


def test_web_annotations(groups, tmp_path):
    export(groups, "-o", tmp_path / "frogs.jsonld")
    assert json.loads((tmp_path / "frogs.jsonld").read_text("utf-8"))["total"] == 2 * (3 + 2)


def test_bioc(texts, tmp_path):
    result = export(texts, "-o", tmp_path / "texts.json")
    assert result.stderr == f"6 annotations of 2 rows -> {tmp_path / 'texts.json'}\n"
    collection = json.loads((tmp_path / "texts.json").read_text("utf-8"))
    assert [one["id"] for one in collection["documents"]] == ["a/b", "c"]
    assert collection["source"] == "texts"


def test_texts_have_citances_too(tmp_path):
    citance = {"start_char": 0, "end_char": 19, "text": "", "key": "doi:10.5555/frogs"}
    texts = write(tmp_path / "a.jsonl", {"id": "x", "error": "no"}, text_row(citances=[citance]))
    export(texts, "-o", tmp_path / "a.json", status=1)
    (document,) = json.loads((tmp_path / "a.json").read_text("utf-8"))["documents"]
    infons = [one["infons"] for one in document["passages"][0]["annotations"]]
    assert {"type": "Citance", "key": "doi:10.5555/frogs"} in infons


def test_pubtator(texts, tmp_path):
    export(texts, "-o", tmp_path / "texts.pubtator", "-q")
    first, second = read_pubtator(tmp_path / "texts.pubtator")
    assert (first.id, second.id) == ("a/b", "c")
    assert [first.text[one.start : one.end] for one in first.mentions] == [
        "p53",
        "p53",
        "DNA damage",
    ]


def test_brat(texts, tmp_path):
    export(texts, "-o", tmp_path / "texts.zip", "-q")
    with ZipFile(tmp_path / "texts.zip") as archive:
        assert archive.testzip() is None
        names = ["a_b.txt", "a_b.ann", "c.txt", "c.ann", "annotation.conf", "index.csv"]
        assert archive.namelist() == names
        index = archive.read("index.csv").decode().splitlines()
        assert index[0] == "file,id,source"
        assert [line.split(",")[:2] for line in index[1:]] == [["a_b", "a/b"], ["c", "c"]]
        assert archive.read("c.txt").decode() == text_row()["text"]
        assert archive.read("annotation.conf").startswith(b"[entities]\nGENE_or_so\nGene\nTerm\n")


@pytest.mark.parametrize("suffix", OF_GROUPS)
def test_the_same_groups_make_the_same_file(groups, tmp_path, suffix):
    one, two = tmp_path / f"one{suffix}", tmp_path / "two" / f"one{suffix}"
    two.parent.mkdir()
    for output in (one, two):
        export(groups, "-o", output)
    assert one.read_bytes() == two.read_bytes()


def test_several_files_are_one_export(groups, tmp_path):
    more = write(tmp_path / "more.jsonl", frog_row(cited={"key": "newts"}))
    export(groups, more, "-o", tmp_path / "frogs.csv")
    assert len(table(tmp_path / "frogs.csv")) == 9


def test_rows_that_failed_are_told(tmp_path):
    failed = {"line": 2, "error": "all citances are empty"}
    groups = write(tmp_path / "a.jsonl", failed, frog_row(), b"{", b"")
    result = export(groups, "-o", tmp_path / "frogs.csv", status=1)
    assert "was not aligned: all citances are empty" in result.stderr
    assert "2 problems in 1 of 1 files:" in result.stderr
    assert len(table(tmp_path / "frogs.csv")) == 3


def test_texts_that_failed_are_told(tmp_path):
    rows = [text_row(), {"id": "b", "source": "in:2", "error": "is not UTF-8"}, {"id": "c"}, b"{"]
    result = export(write(tmp_path / "a.jsonl", *rows), "-o", tmp_path / "a.json", status=1)
    assert "in:2 was not annotated: is not UTF-8" in result.stderr
    assert "c has no text; annotate it without --no-text" in result.stderr
    assert "3 problems in 1 of 1 files:" in result.stderr
    assert len(json.loads((tmp_path / "a.json").read_text("utf-8"))["documents"]) == 1


@pytest.mark.parametrize(
    ("kind", "suffix", "message"),
    [
        ("groups", ".zip", "must end in .csv, .bib, .json, .jsonld, as"),
        ("groups", ".zip", "has groups of citances; that is for annotated texts"),
        ("texts", ".csv", "must end in .json, .jsonl, .pubtator, .zip, as"),
        ("texts", ".txt", "has annotated texts\n"),
    ],
)
def test_outputs_that_do_not_fit_the_rows(request, tmp_path, kind, suffix, message):
    rows = request.getfixturevalue(kind)
    result = export(rows, "-o", tmp_path / f"out{suffix}", status=2)
    assert message in result.stderr
    assert result.stderr.startswith("error: ")


def test_inputs_that_are_no_rows(tmp_path):
    out = tmp_path / "out.csv"
    assert "does not exist" in export(tmp_path / "no.jsonl", "-o", out, status=2).stderr
    empty = write(tmp_path / "empty.jsonl", b"")
    assert "has no rows" in export(empty, "-o", out, status=2).stderr
    broken = write(tmp_path / "broken.jsonl", b"", b"frogs")
    assert "line 2 is no row of JSON" in export(broken, "-o", out, status=2).stderr
    assert not out.exists()


def test_no_output_is_an_input(groups, tmp_path):
    assert "is also an input" in export(groups, "-o", groups, status=2).stderr
    rows = tmp_path / "frogs.statements.csv"
    rows.write_bytes(groups.read_bytes())
    assert "is also an input" in export(rows, "-o", tmp_path / "frogs.csv", status=2).stderr
    assert rows.read_bytes() == groups.read_bytes()


def test_texts_of_tables(tmp_path):
    pytest.importorskip("pyarrow")
    source = write(tmp_path / "in.jsonl", {"id": "a", "text": "Frogs hop (Lee, 2004)."})
    folder = tmp_path / "annotated.parquet"
    arguments = ["annotate", source, "-o", folder, "--pipeline", "blank:en"]
    result = CliRunner().invoke(app, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    export(folder, "-o", tmp_path / "a.json")
    (document,) = json.loads((tmp_path / "a.json").read_text("utf-8"))["documents"]
    assert document["passages"][0]["text"] == "Frogs hop (Lee, 2004)."
