"""Columns of tables and what stands in them, whatever the records hold."""

import json
import sys
from dataclasses import replace

import pytest
import spacy
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin, SpanGroup

from spacy_citalign import install_extensions
from spacy_citalign.app.batch.outputs.batches import OutputFormat, json_row
from spacy_citalign.app.batch.outputs.tables import (
    json_row_of,
    record_batch,
    row_of_outcome,
    table_schema,
)
from spacy_citalign.app.batch.stream import Outcome
from spacy_citalign.errors import SettingError
from spacy_citalign.inputs.parquet import require_pyarrow
from spacy_citalign.inputs.records import Record

pa = pytest.importorskip("pyarrow", exc_type=ImportError)
FORM = OutputFormat(".parquet")
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
install_extensions()


def annotated(text: str = "p53 binds", **attrs: list) -> Doc:
    """A Doc whose first word is a gene."""
    doc = NLP(text)
    attrs = {"start_char": [0], "end_char": [len(doc[0])], "confidence": [0.5], **attrs}
    group = SpanGroup(doc, name="gene_mentions", spans=[doc[0:1]], attrs=attrs)
    doc.spans["gene_mentions"] = group
    return doc


def entry(doc: Doc | None = None, form: OutputFormat = FORM, **about):
    doc = annotated() if doc is None else doc
    record = Record(**{"source": "a", "id": "a", "text": doc.text} | about)
    return row_of_outcome(Outcome(record, doc, None), form)


def failed(record: Record, error: str):
    return row_of_outcome(Outcome(record, None, error), FORM)


def row(one, form: OutputFormat = FORM) -> dict:
    """The row as it is read from a table."""
    batch, _ = record_batch([one], table_schema(form))
    return batch.to_pylist()[0]


def test_columns_of_a_pipeline_of_genes():
    place = [("start_char", pa.int32()), ("end_char", pa.int32()), ("text", pa.string())]
    ids = [("kb_id", pa.string()), ("taxon", pa.int32()), ("kb_id_confidence", pa.float64())]
    known = [("confidence", pa.float64()), ("votes", pa.int32()), *ids]
    known += [("reason", pa.string()), ("why_no_id", pa.string())]
    mention = pa.struct([*place, *known])
    assert table_schema(FORM, ["gene_mentions"]) == pa.schema(
        [
            ("id", pa.string()),
            ("source", pa.string()),
            ("text", pa.string()),
            ("error", pa.string()),
            ("characters", pa.int64()),
            ("gene_mentions", pa.list_(mention)),
            ("meta", pa.string()),
        ]
    )


def test_columns_are_those_that_are_asked_for():
    plain = ["id", "source", "text", "error", "characters", "meta"]
    assert table_schema(FORM, []).names == plain
    assert table_schema(FORM, ["base_phrases", "columns"]).names == plain
    assert table_schema(replace(FORM, text=False), []).names == [n for n in plain if n != "text"]
    assert table_schema(replace(FORM, docs=True), []).names == [*plain, "doc"]
    tokens = table_schema(replace(FORM, tokens=True), ["base_phrases", "columns"])
    assert tokens.names == [*plain[:-1], "tokens", "base_phrases", "sentences", "meta"]
    fields = {field.name: field.type for field in tokens.field("tokens").type}
    assert fields == {
        name: pa.list_(pa.string() if name in ("tag", "pos") else pa.int32())
        for name in ("start_char", "end_char", "tag", "pos", "column", "column_region")
    }
    few = table_schema(replace(FORM, tokens=True), []).field("tokens").type
    assert [field.name for field in few] == ["start_char", "end_char", "tag", "pos"]


def test_a_record_is_a_row_of_values():
    found = row(entry(meta={"year": 2001, "tags": ["ä", None]}, id="x"))
    mention = {"start_char": 0, "end_char": 3, "text": "p53", "confidence": 0.5, "votes": None}
    mention |= dict.fromkeys(["kb_id", "taxon", "kb_id_confidence", "reason", "why_no_id"])
    known = {"id": "x", "source": "a", "text": "p53 binds", "characters": 9, "error": None}
    assert found.items() >= known.items()
    assert found["gene_mentions"] == [mention]
    assert found["citations"] is None
    assert json.loads(found["meta"]) == {"year": 2001, "tags": ["ä", None]}


def test_a_failure_is_a_row_with_its_error():
    found = row(failed(Record("a:3", "x", error="is bad"), "is bad"))
    said = {name: value for name, value in found.items() if value is not None}
    assert said == {"id": "x", "source": "a:3", "error": "is bad"}


@pytest.mark.parametrize(
    ("own", "written"),
    [("5", "5"), (5, "5"), (1.5, "1.5"), (True, "true"), (["a", 1], '["a", 1]'), ("", "")],
)
def test_ids_are_strings(own, written):
    assert row(entry(id=own))["id"] == written


@given(st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_other_keys_come_back_whatever_they_are(value):
    assert json_row_of(row(entry(meta={"key": value})))["meta"] == {"key": value}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_come_back_whatever_they_are(text):
    doc = NLP(text)
    found = row(entry(doc, id=text))
    assert (found["text"], found["id"], found["characters"]) == (text, text, len(text))


def test_ids_that_json_cannot_say_are_described():
    assert row(entry(id=float("nan")))["id"] == "nan"


def test_half_characters_of_file_names_are_escaped():
    found = row(entry(source="caf\udce9.txt:1", id="caf\udce9.txt:1"))
    assert found["source"] == found["id"] == r"caf\udce9.txt:1"
    record = Record("caf\udce9.txt", "x", error="\ud800")
    assert row(failed(record, "bad \ud800"))["error"] == r"bad \ud800"


def test_half_characters_of_other_keys_come_back():
    meta = {"title": "\ud800"}
    assert json.loads(row(entry(meta=meta))["meta"]) == meta


def test_offsets_count_characters():
    doc = annotated("\U0001f9ec binds é")
    found = row(entry(doc))
    assert found["characters"] == len(doc.text) == 9
    (mention,) = found["gene_mentions"]
    assert found["text"][mention["start_char"] : mention["end_char"]] == "\U0001f9ec"


@pytest.mark.parametrize(
    "attrs",
    [
        {"confidence": ["high"]},
        {"confidence": [[1.0]]},
        {"confidence": [float("nan")]},
        {"votes": [2**40]},
        {"votes": [2.5]},
    ],
)
def test_a_value_of_another_type_costs_its_record_only(attrs):
    entries = [entry(id="x"), entry(annotated(**attrs), source="b:2", id="y"), entry(id="z")]
    batch, settled = record_batch(entries, table_schema(FORM))
    assert batch["id"].to_pylist() == ["x", "y", "z"]
    assert [one.error is None for one in settled] == [True, False, True]
    assert settled[1].error.startswith("cannot be written: ")
    failed = batch.to_pylist()[1]
    assert failed["error"] == settled[1].error
    assert failed["text"] is None
    assert failed["gene_mentions"] is None


def test_other_keys_that_json_cannot_say_cost_their_record():
    one = entry(meta={"year": float("nan")})
    assert one.error.startswith("cannot be written: ")
    assert row(one)["error"] == one.error


def test_numbers_are_the_same_to_the_last_bit():
    third = 1 / 3
    found = row(entry(annotated(confidence=[third])))
    assert found["gene_mentions"][0]["confidence"] == third


def test_docs_can_be_written_too():
    form = replace(FORM, docs=True)
    doc = annotated()
    found = row(entry(doc, form, id=7, meta={"year": 1}), form)
    (read,) = DocBin().from_bytes(found["doc"]).get_docs(spacy.blank("en").vocab)
    assert read.to_json() == doc.to_json()
    assert read.user_data["citalign_record"] == {"id": 7, "source": "a", "meta": {"year": 1}}


def test_docs_that_cannot_be_packed_cost_their_record():
    form = replace(FORM, docs=True)
    one = entry(annotated(), form, meta={"n": 2**70})
    assert "cannot be written" in one.error
    assert row(one, form)["doc"] is None


def test_rows_of_json_have_no_nulls():
    assert json_row_of(row(entry())) == {
        "id": "a",
        "source": "a",
        "text": "p53 binds",
        "gene_mentions": [{"start_char": 0, "end_char": 3, "text": "p53", "confidence": 0.5}],
    }


def test_what_is_not_optional_is_told_where_it_is_not_known():
    doc = NLP("p53 binds")
    doc.spans["gene_mentions"] = [doc[0:1]]
    known = json_row(Record("a", "a"), doc)
    assert known["gene_mentions"][0]["confidence"] is None
    assert json_row_of(row(entry(doc))) == known


def test_without_pyarrow_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SettingError, match=r'pip install "spacy-citalign\[parquet\]"'):
        require_pyarrow()


def test_an_old_pyarrow_is_refused(monkeypatch):
    monkeypatch.delattr("pyarrow.parquet.ParquetWriter.add_key_value_metadata")
    with pytest.raises(SettingError, match="older than version 17"):
        require_pyarrow()
