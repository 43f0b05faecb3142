"""Parts of an output folder: whole or not there, with the rows that JSON Lines have."""

import json
import os
import sys
import weakref
from dataclasses import replace

import pytest
import spacy
from corpus import gene_sentences
from jats_files import citing, jats, section
from spacy.tokens import Doc

from spacy_citalign.app.batch.outputs.batches import OutputFormat, write_batch
from spacy_citalign.app.batch.outputs.parts import (
    MAX_PROBLEMS,
    PartCounts,
    part_name,
    part_names,
    part_path,
    read_footer,
    rows_of,
    write_part,
)
from spacy_citalign.app.batch.stream import Outcome
from spacy_citalign.components.articles.docs import article_docs
from spacy_citalign.components.results import result_names
from spacy_citalign.errors import SettingError
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.records import Record

pa = pytest.importorskip("pyarrow", exc_type=ImportError)
pq = pytest.importorskip("pyarrow.parquet", exc_type=ImportError)
FORM = OutputFormat(".parquet")
NAME = "part-00000-000000"


@pytest.fixture(scope="module")
def nlp():
    """All that ships, with what finds citations."""
    loaded = spacy.load("spacy_citalign")
    loaded.add_pipe("citance_finder", after="sentence_boundary_detector")
    return loaded


def outcomes(count: int, *, failing: int = 0):
    """Records of one word each, after some that failed."""
    vocab = spacy.blank("en").vocab
    for number in range(failing):
        source = f"bad:{number}"
        yield Outcome(Record(source, source, error="is bad", size=5), None, "is bad")
    for number in range(count):
        record = Record(f"a:{number}", f"a:{number}", "Frogs", size=10)
        yield Outcome(record, Doc(vocab, words=["Frogs"], spaces=[False]), None)


@pytest.mark.slow
@pytest.mark.parametrize("tokens", [False, True])
@pytest.mark.parametrize("text", [False, True])
def test_rows_are_those_of_json_lines(tmp_path, nlp, tokens, text):
    sentences = [sentence for sentence, _ in gene_sentences()]
    texts = [" ".join(sentences[:9]), "Zork2 binds Mup4 [3], as Lee (1999) says.", "", " \n", "x"]
    body = section("Results", citing("r1", "The Zork2 kinase wakes frogs."))
    docs = [*texts, *article_docs([read_jats(jats(body))], nlp=nlp)]
    found = [
        Outcome(Record(f"a:{n}", f"a:{n}", doc.text, meta={"n": n} if n else {}), doc, None)
        for n, doc in enumerate(nlp.pipe(docs))
    ]
    found.insert(2, Outcome(Record("a:9", "a:9", error="ist schädlich"), None, "ist schädlich"))
    form = replace(FORM, tokens=tokens, text=text)
    write_part(tmp_path, NAME, found, form, run="r", results=result_names(nlp))
    lines = write_batch(found, replace(form, suffix=".jsonl")).rows.splitlines()
    rows = list(rows_of(tmp_path))
    assert rows == [json.loads(line) for line in lines]
    names = ["gene_mentions", "propositional_terms", "citations", "citances", "cited_works"]
    names += ["tokens", "base_phrases", "sentences"] if tokens else []
    for name in names:  # the texts have all of them
        assert any(row.get(name) for row in rows), name


def test_parts_have_the_same_columns_whatever_is_in_them(tmp_path, nlp):
    doc = nlp("The Zork2 kinase binds Mup4.")
    contents = [
        [],
        [Outcome(Record("a", "a", error="bad"), None, "bad")],
        [Outcome(Record("a", "a", doc.text), doc, None)],
    ]
    form = replace(FORM, tokens=True, docs=True)
    for number, content in enumerate(contents):
        name = part_name(0, number)
        write_part(tmp_path, name, content, form, run="r", results=result_names(nlp))
    schemas = [pq.read_schema(path).remove_metadata() for path in tmp_path.iterdir()]
    assert schemas[0] == schemas[1] == schemas[2]
    assert pq.read_table(tmp_path).num_rows == 2


def test_counts_are_returned_and_stand_in_the_part(tmp_path):
    counts = write_part(tmp_path, NAME, outcomes(3, failing=30), FORM, run="abc")
    problems = [f"bad:{number}: is bad" for number in range(MAX_PROBLEMS)]
    assert counts == PartCounts(
        read=33, failed=30, size=30 * 5 + 3 * 10, problems=problems, run="abc"
    )
    assert read_footer(tmp_path / f"{NAME}.parquet") == PartCounts(33, 30, counts.size, run="abc")
    assert [path.name for path in tmp_path.iterdir()] == [f"{NAME}.parquet"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there only")
def test_folder_may_have_a_name_that_is_no_utf_8(tmp_path):
    folder = tmp_path / os.fsdecode(b"out\xff.parquet")
    folder.mkdir()
    write_part(folder, NAME, outcomes(3, failing=1), FORM, run="r")
    assert read_footer(part_path(folder, NAME)) == PartCounts(4, 1, 5 + 3 * 10, run="r")
    assert len(list(rows_of(folder))) == 4


def test_a_part_of_no_records_is_a_part(tmp_path):
    assert write_part(tmp_path, NAME, [], FORM, run="r") == PartCounts(0, 0, 0, [], "r")
    assert read_footer(tmp_path / f"{NAME}.parquet") == PartCounts(0, 0, 0, run="r")
    assert list(rows_of(tmp_path)) == []


def test_what_cannot_be_written_counts_as_failed(tmp_path):
    (good,) = outcomes(1)
    bad = Outcome(Record("b:1", "b", "Frogs", meta={"n": float("inf")}), good.doc, None)
    counts = write_part(tmp_path, NAME, [bad, good], FORM, run="r")
    assert (counts.read, counts.failed) == (2, 1)
    assert counts.problems[0].startswith("b:1: cannot be written: ")
    assert ["error" in row for row in rows_of(tmp_path)] == [True, False]


def test_long_parts_are_written_in_row_groups_and_hold_few_docs(tmp_path):
    class Mark:
        """Lives as long as its Doc."""

    alive: weakref.WeakSet = weakref.WeakSet()
    most = 0

    def many():
        nonlocal most
        vocab = spacy.blank("en").vocab
        for number in range(100):
            doc = Doc(vocab, words=[chr(97 + number % 26) * 100_000], spaces=[False])
            doc.user_data["mark"] = mark = Mark()
            alive.add(mark)
            del mark
            most = max(most, len(alive))
            yield Outcome(Record("a", "a", doc.text), doc, None)

    write_part(tmp_path, NAME, many(), FORM, run="r")
    metadata = pq.read_metadata(tmp_path / f"{NAME}.parquet")
    assert metadata.num_rows == 100
    assert metadata.num_row_groups == 3  # 10 MB of text, 4 MB each
    assert most <= 3


def test_equal_records_make_equal_bytes(tmp_path):
    path = tmp_path / f"{NAME}.parquet"
    write_part(tmp_path, NAME, outcomes(5), FORM, run="r")
    first = path.read_bytes()
    write_part(tmp_path, NAME, outcomes(5), FORM, run="r")
    assert path.read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_full_disk_leaves_nothing_and_passes_its_error(tmp_path, monkeypatch):
    write_part(tmp_path, NAME, outcomes(1), FORM, run="r")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_part(tmp_path, NAME, outcomes(9), FORM, run="r")
    assert caught.value.filename == str(tmp_path / f"{NAME}.parquet")
    assert [path.name for path in tmp_path.iterdir()] == [f"{NAME}.parquet"]
    assert len(list(rows_of(tmp_path))) == 1  # the old part is as it was


def test_an_interrupt_leaves_nothing(tmp_path):
    def interrupted():
        yield from outcomes(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_part(tmp_path, NAME, interrupted(), FORM, run="r")
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_no_parts(tmp_path):
    write_part(tmp_path, NAME, outcomes(50), FORM, run="r")
    path = tmp_path / f"{NAME}.parquet"
    whole = path.read_bytes()
    for size in (0, 3, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert read_footer(path) is None
    path.write_bytes(whole[:-12] + b"\xff" * 4 + whole[-8:])
    assert read_footer(path) is None
    table = pa.table({"id": ["a"]})
    endless = '{"run": "r", "read": 1, "failed": 1e999, "size": 0}'
    for about in (None, "{}", "[", '{"run": "r", "read": 2, "failed": 0}', endless, "[" * 10**5):
        pq.write_table(table.replace_schema_metadata(about and {"citalign": about}), path)
        assert read_footer(path) is None
    path.unlink()
    assert read_footer(path) is None


def test_names_are_in_the_order_of_the_input_however_long(tmp_path):
    numbers = [(0, 0), (0, 999_999), (0, 1_000_000), (2, 1), (99_999, 0), (100_000, 0)]
    for source, split in reversed(numbers):
        (tmp_path / f"{part_name(source, split)}.parquet").touch()
    for name in ("part-1-2.parquet", "part-00000-000001.parquet.tmp", "_manifest.json"):
        (tmp_path / name).touch()
    assert part_names(tmp_path) == [part_name(source, split) for source, split in numbers]


def test_folders_are_read_as_they_are(tmp_path):
    for number in range(3):
        write_part(tmp_path, part_name(0, number), outcomes(4, failing=1), FORM, run="r")
    (tmp_path / "_manifest.json").write_text("{}")
    (tmp_path / ".part-00000-000009.parquet.host-1-00000000.new").write_bytes(b"PAR1")
    dataset = pytest.importorskip("pyarrow.dataset", exc_type=ImportError)
    found = dataset.dataset(tmp_path, format="parquet")
    assert found.count_rows() == 15
    assert found.count_rows(filter=~pa.compute.field("error").is_null()) == 3
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(tmp_path)
    assert frame["id"].tolist() == (["bad:0", *(f"a:{n}" for n in range(4))] * 3)


@pytest.mark.parametrize("library", ["duckdb", "polars"])
def test_other_readers_of_tables_read_folders(tmp_path, library):
    module = pytest.importorskip(library)
    write_part(tmp_path, NAME, outcomes(4), FORM, run="r")
    (tmp_path / "_manifest.json").write_text("{}")
    assert module.read_parquet(str(tmp_path / "*.parquet")).shape[0] == 4


def test_without_pyarrow_parts_are_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SettingError, match="pip install"):
        write_part(tmp_path, NAME, outcomes(1), FORM, run="r")
    with pytest.raises(SettingError, match="pip install"):
        list(rows_of(tmp_path))
