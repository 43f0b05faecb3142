"""`citalign annotate` with a stand-in pipeline: nothing is lost, whatever goes wrong."""

import json
import os
from pathlib import Path

import pytest
import spacy
from cli_files import rows, write
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from typer.testing import CliRunner

from spacy_citalign.app.batch import job
from spacy_citalign.cli import app
from spacy_citalign.components.base.doc_columns import DocColumns, install_extensions, set_columns
from spacy_citalign.components.results import span_records, token_results
from spacy_citalign.corpora.pubtator import read_pubtator

GENES = {"p53", "MDM2", "BRCA1", "ATM"}
POISON = "poison"


@Language.component("annotate_test_genes")
def mark_genes(doc: Doc) -> Doc:
    spans = [doc[token.i : token.i + 1] for token in doc if token.text in GENES]
    attrs = {"confidence": [0.5 + 0.1 * len(span.text) for span in spans]}
    doc.spans["gene_mentions"] = SpanGroup(doc, name="gene_mentions", attrs=attrs, spans=spans)
    return doc


@Language.component("annotate_test_poison")
def fail_on_poison(doc: Doc) -> Doc:
    if POISON in doc.text:
        raise ValueError("this text\nis bad")
    return doc


@Language.component("annotate_test_deadly")
def end_the_process_on_poison(doc: Doc) -> Doc:
    if POISON in doc.text:
        os._exit(1)
    return doc


@Language.component("annotate_test_tags")
def tag(doc: Doc) -> Doc:
    for token in doc:
        token.tag_, token.pos_ = "NN", "NOUN"
    return doc


@Language.component("annotate_test_renew")
def renew(doc: Doc) -> Doc:
    return Doc(doc.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc])


class Brittle:
    """A component whose own pipe() knows no error handler, so that it ends the stream."""

    def __call__(self, doc: Doc) -> Doc:
        return fail_on_poison(doc)

    def pipe(self, docs, *, batch_size):
        for doc in docs:
            yield self(doc)


@Language.factory("annotate_test_brittle")
def make_brittle(nlp: Language, name: str) -> Brittle:
    return Brittle()


def pipeline(folder: Path, *components: str) -> str:
    nlp = spacy.blank("en")
    for name in (*components, "annotate_test_genes"):
        nlp.add_pipe(name)
    path = folder / "_".join(["pipeline", *components])
    nlp.to_disk(path)
    return str(path)


@pytest.fixture
def plain(tmp_path: Path) -> str:
    return pipeline(tmp_path)


@pytest.fixture
def small_splits(monkeypatch) -> None:
    """Splits of a record or two, that several processes have something to do."""
    monkeypatch.setattr(job, "MIN_SPLIT", 60)


def run(*args, text: str | bytes | None = None):
    return CliRunner().invoke(app, ["annotate", *map(str, args)], input=text)


def test_text_file_is_one_record_with_exact_offsets(tmp_path, plain):
    source = tmp_path / "a.txt"
    source.write_bytes("\ufeffThe \U0001f9ec of p53.\r\nIt binds MDM2.\r\n".encode())
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", plain)
    assert result.exit_code == 0, result.output
    (row,) = rows(out)
    assert row["source"] == row["id"] == str(source)
    assert row["text"] == "The \U0001f9ec of p53.\r\nIt binds MDM2.\r\n"
    assert [m["text"] for m in row["gene_mentions"]] == ["p53", "MDM2"]
    for mention in row["gene_mentions"]:
        assert row["text"][mention["start_char"] : mention["end_char"]] == mention["text"]
        assert mention["confidence"] == 0.5 + 0.1 * len(mention["text"])
    assert "1 records read, 1 annotated, 0 failed" in result.stderr
    assert result.stdout == ""


def test_lines_make_a_record_each(tmp_path, plain):
    source = tmp_path / "a.txt"
    source.write_bytes("p53\u2028here\r\n\nMDM2".encode())
    out = tmp_path / "out.jsonl"
    assert run(source, "--lines", "-o", out, "--pipeline", plain).exit_code == 0
    assert [(r["id"], r["text"]) for r in rows(out)] == [
        (f"{source}:1", "p53\u2028here"),
        (f"{source}:3", "MDM2"),
    ]


def test_jsonl_keeps_id_order_duplicates_and_other_keys(tmp_path, plain):
    records = [
        {"id": "x", "text": "p53", "year": 2001, "tags": ["a"]},
        {"id": "x", "text": "p53"},
        {"id": 7, "text": ""},
        {"text": "ATM", "id": None},
    ]
    source = write(tmp_path / "a.jsonl", *records)
    out = tmp_path / "out.jsonl"
    assert run(source, "-o", out, "--pipeline", plain).exit_code == 0
    found = rows(out)
    assert [row["id"] for row in found] == ["x", "x", 7, f"{source}:4"]
    assert found[0]["meta"] == {"year": 2001, "tags": ["a"]}
    assert "meta" not in found[1]
    assert list(found[1]) == ["id", "source", "text", "gene_mentions"]
    assert found[2]["gene_mentions"] == []


def test_text_key_and_format_can_be_named(tmp_path, plain):
    source = write(tmp_path / "a.data", {"abstract": "p53", "text": "other"})
    out = tmp_path / "out.jsonl"
    args = [source, "-o", out, "--pipeline", plain, "--text-key", "abstract"]
    assert run(*args, "--format", "jsonl").exit_code == 0
    assert rows(out)[0]["text"] == "p53"
    assert rows(out)[0]["meta"] == {"text": "other"}


@pytest.mark.parametrize(
    ("options", "texts"),
    [([], ["p53\nATM\n"]), (["--lines"], ["p53", "ATM"]), (["--format", "lines"], ["p53", "ATM"])],
)
def test_standard_input(tmp_path, plain, options, texts):
    out = tmp_path / "out.jsonl"
    result = run("-", "-o", out, "--pipeline", plain, *options, text="p53\nATM\n")
    assert result.exit_code == 0, result.output
    assert [row["text"] for row in rows(out)] == texts
    assert rows(out)[0]["source"].startswith("stdin")


@pytest.mark.slow
@pytest.mark.parametrize("n_process", [1, 2])
def test_tokens_and_sentences_are_written_on_request(tmp_path, n_process):
    path = pipeline(tmp_path, "sentencizer", "annotate_test_tags")
    source = tmp_path / "a.txt"
    source.write_text("p53 binds.  It does.", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", path, "--tokens", "--n-process", n_process)
    assert result.exit_code == 0, result.output
    (row,) = rows(out)
    text, tokens = row["text"], row["tokens"]
    places = zip(tokens["start_char"], tokens["end_char"], strict=True)
    assert [text[start:end] for start, end in places] == ["p53", "binds", ".", "It", "does", "."]
    assert tokens["tag"] == ["NN"] * 6
    assert tokens["pos"] == ["NOUN"] * 6
    sentences = [text[s["start_char"] : s["end_char"]] for s in row["sentences"]]
    assert [sentence.strip() for sentence in sentences] == ["p53 binds.", "It does."]
    run(source, "-o", out, "--pipeline", path)
    assert not {"tokens", "sentences"} & set(rows(out)[0])


def test_columns_and_phrases_are_written_with_the_tokens_where_there_are_any():
    install_extensions()
    doc = Doc(spacy.blank("en").vocab, words=["Frogs", "\n", "hop"], tags=["NNS", "_SP", "VBP"])
    assert not {"base_phrases", "sentences"} & set(token_results(doc))
    set_columns(doc, DocColumns([3, None, 8], [0, None, 1], {8: "root"}), [(0, 3, True)])
    doc.spans["base_phrases"] = [Span(doc, 0, 1, label="NP")]
    found = json.loads(json.dumps(token_results(doc)))
    assert (found["tokens"]["column"], found["tokens"]["column_region"]) == ([3, 8], [0, 1])
    assert found["base_phrases"] == [{"start_char": 0, "end_char": 5, "label": "NP"}]


@pytest.mark.parametrize("n_process", [1, 2])
@pytest.mark.parametrize("batch_characters", [1, 40, 9999])
@pytest.mark.parametrize("component", ["annotate_test_poison", "annotate_test_brittle"])
def test_component_failure_costs_one_record(
    tmp_path, small_splits, component, n_process, batch_characters
):
    bad = {0, 5, 6, 13}
    records = [
        {"id": i % 10, "text": f"{POISON if i in bad else 'p53'} number {i}"} for i in range(14)
    ]
    source = write(tmp_path / "a.jsonl", *records[:7], b"[]", *records[7:])
    out = tmp_path / "out.jsonl"
    args = ["--n-process", n_process, "--batch-characters", batch_characters]
    name = pipeline(tmp_path, component)
    result = run(source, "-o", out, "--pipeline", name, *args)
    assert result.exit_code == 1
    found = rows(out)
    assert "JSON array" in found.pop(7)["error"]
    assert [row["id"] for row in found] == [record["id"] for record in records]
    for i, row in enumerate(found):
        if i in bad:
            assert "ValueError: this text is bad" in row["error"]
        else:
            assert row["text"] == records[i]["text"]
            assert [m["text"] for m in row["gene_mentions"]] == ["p53"]
    assert "15 records read, 10 annotated, 5 failed" in result.stderr


def test_failing_component_is_named(tmp_path):
    source = write(tmp_path / "a.jsonl", {"text": POISON})
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", pipeline(tmp_path, "annotate_test_poison"))
    assert result.exit_code == 1
    assert rows(out)[0]["error"].startswith("component 'annotate_test_poison' failed: ValueError")


@pytest.mark.parametrize("n_process", [1, 2])
def test_component_that_makes_new_docs_loses_nothing(tmp_path, small_splits, n_process):
    source = write(tmp_path / "a.jsonl", *({"id": i, "text": f"p53 {i}"} for i in range(5)))
    out = tmp_path / "out.jsonl"
    name = pipeline(tmp_path, "annotate_test_renew")
    assert run(source, "-o", out, "--pipeline", name, "--n-process", n_process).exit_code == 0
    assert [(row["id"], row["text"]) for row in rows(out)] == [(i, f"p53 {i}") for i in range(5)]


@pytest.mark.slow
@pytest.mark.parametrize("args", [[], ["--n-process", "2"]], ids=["default", "two"])
def test_record_that_kills_its_process_is_found_and_left_out(tmp_path, small_splits, args):
    records = [{"id": i, "text": f"{POISON if i in {7, 8, 19} else 'p53'} {i}"} for i in range(20)]
    source = write(tmp_path / "a.jsonl", *records)
    out = tmp_path / "out.jsonl"
    name = pipeline(tmp_path, "annotate_test_deadly")
    result = run(source, "-o", out, "--pipeline", name, *args)
    assert result.exit_code == 1
    found = rows(out)
    assert [row["id"] for row in found] == list(range(20))
    assert [row["id"] for row in found if "error" in row] == [7, 8, 19]
    assert "the process that annotated it died twice" in found[7]["error"]
    assert "20 records read, 17 annotated, 3 failed" in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.jsonl",
        "out.jsonl",
        "out.jsonl.manifest.json",
        Path(name).name,
    }


@pytest.mark.parametrize("n_process", [1, 2])
def test_spacy_output_has_the_docs_and_a_file_of_errors(tmp_path, n_process):
    meta = {"year": 2001, "tags": ["a", None]}
    source = write(
        tmp_path / "a.jsonl",
        {"id": "x", "text": "p53", **meta},
        {"id": "y", "text": POISON},
        b"{",
        {"id": "too big", "text": "ATM", "n": 2**70},
        {"id": "x", "text": "binds MDM2"},
    )
    out = tmp_path / "out.spacy"
    name = pipeline(tmp_path, "annotate_test_poison")
    result = run(source, "-o", out, "--pipeline", name, "--n-process", n_process)
    assert result.exit_code == 1
    docs = list(DocBin().from_disk(out).get_docs(spacy.blank("en").vocab))
    assert [doc.text for doc in docs] == ["p53", "binds MDM2"]
    assert docs[1].spans["gene_mentions"][0].text == "MDM2"
    assert docs[1].spans["gene_mentions"].attrs["confidence"] == [0.9]
    record = docs[0].user_data["citalign_record"]
    assert record == {
        "id": "x",
        "source": f"{source}:1",
        "meta": {"year": 2001, "tags": ("a", None)},
    }
    errors = rows(tmp_path / "out.spacy.errors.jsonl")
    assert [row["id"] for row in errors] == ["y", f"{source}:3", "too big"]
    assert "5 records read, 2 annotated, 3 failed" in result.stderr
    assert "out.spacy.errors.jsonl" in result.stderr


def test_spacy_output_without_failures_leaves_no_errors_of_an_earlier_run(tmp_path, plain):
    out = tmp_path / "out.spacy"
    bad, good = write(tmp_path / "bad.jsonl", b"{"), write(tmp_path / "a.jsonl", {"text": "p53"})
    assert run(bad, "-o", out, "--pipeline", plain).exit_code == 1
    assert (tmp_path / "out.spacy.errors.jsonl").exists()
    assert run(good, "-o", out, "--pipeline", plain).exit_code == 0
    assert not (tmp_path / "out.spacy.errors.jsonl").exists()


@pytest.mark.parametrize("n_process", ["1", "2"])
def test_pubtator_in_and_out(tmp_path, n_process):
    """What is written is read again, by `read_pubtator` too; failures stand beside it."""
    name = pipeline(tmp_path, "annotate_test_poison")
    source, out = tmp_path / "in.txt", tmp_path / "out.pubtator"
    source.write_text("8|t|p53 in frogs\n8|a|ATM binds it.\n\n9|t|poison\n\n7|t|MDM2\n7|a|\n")
    result = run(source, "-o", out, "--pipeline", name, "--n-process", n_process)
    assert result.exit_code == 1
    marks = "8\t0\t3\tp53\tGene\t-\n8\t13\t16\tATM\tGene\t-\n"
    last = "7|t|MDM2\n7|a|\n7\t0\t4\tMDM2\tGene\t-\n\n"
    assert out.read_text() == f"8|t|p53 in frogs\n8|a|ATM binds it.\n{marks}\n{last}"
    assert [(one.id, len(one.mentions)) for one in read_pubtator(out)] == [("8", 2), ("7", 1)]
    (failed,) = rows(tmp_path / "out.pubtator.errors.jsonl")
    assert failed["source"] == f"{source}:4"
    again = tmp_path / "again.pubtator"
    assert run(out, "-o", again, "--format", "pubtator", "--pipeline", name).exit_code == 0
    assert again.read_bytes() == out.read_bytes()
    assert not (tmp_path / "again.pubtator.errors.jsonl").exists()


def test_empty_input_gives_an_empty_output(tmp_path, plain):
    source = tmp_path / "a.jsonl"
    source.write_bytes(b"")
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", plain)
    assert result.exit_code == 0
    assert out.read_bytes() == b""
    assert "0 records read" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "out.spacy"])
def test_output_in_a_folder_that_is_read_is_no_input(tmp_path, plain, name):
    folder = tmp_path / "corpus"
    folder.mkdir()
    write(folder / "a.jsonl", {"text": "p53"}, b"[]")
    for _ in range(2):
        result = run(folder, "-o", folder / name, "--pipeline", plain)
        assert result.exit_code == 1
        assert "2 records read, 1 annotated, 1 failed" in result.stderr


def test_part_of_the_output_is_no_input(tmp_path, plain):
    source, out = write(tmp_path / "a.jsonl", {"text": "p53"}), tmp_path / "out.parquet"
    assert run(source, "-o", out, "--pipeline", plain).exit_code == 0
    part = out / "part-00000-000000.parquet"
    result = run(source, part, "-o", out, "--pipeline", plain, "--fresh")
    assert result.exit_code == 2
    assert "is also an input; choose another name" in result.stderr
    assert part.exists()


def test_quiet_says_errors_only(tmp_path, plain):
    source = write(tmp_path / "a.jsonl", b"{", {"text": "p53"})
    result = run(source, "-o", tmp_path / "out.jsonl", "--pipeline", plain, "--quiet")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


def test_results_come_from_the_group_whatever_an_attribute_says():
    doc = spacy.blank("en")("p53 binds")
    Doc.set_extension("annotate_test_records", default=[{"text": "of somebody else"}])
    try:
        assert span_records(doc, "annotate_test_records") is None
        doc.spans["annotate_test_records"] = [doc[0:1]]
        (record,) = span_records(doc, "annotate_test_records")
        assert record == {"start_char": 0, "end_char": 3, "text": "p53", "confidence": None}
    finally:
        Doc.remove_extension("annotate_test_records")
