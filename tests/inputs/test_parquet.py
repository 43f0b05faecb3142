"""Parquet inputs: rows are records, other columns are meta as far as JSON can hold them."""

import datetime
import json
import math
import sys
from decimal import Decimal
from itertools import chain

import pytest
from input_files import reading, records_of, splits_of, told, write

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.inputs.parquet import require_pyarrow
from spacy_citalign.inputs.records import Reading
from spacy_citalign.inputs.sources import find

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

COUNT = 1000
TEXTS = [f"Frog {number} hops." * (number % 7 + 1) for number in range(COUNT)]


def table(path, rows_in_group=COUNT, **columns):
    pq.write_table(pa.table(columns), path, row_group_size=rows_in_group)
    return path


@pytest.mark.parametrize(
    ("rows_in_group", "most"),
    [
        (1, 10_000),
        (7, 3000),
        (333, 3000),
        (COUNT, 3000),
        (333, 10**9),
        (COUNT, 10**9),
        (COUNT, 500),
    ],
)
def test_rows_are_records_in_order_however_they_are_cut(tmp_path, rows_in_group, most):
    ids = [None if number % 3 else number for number in range(COUNT)]
    path = table(tmp_path / "a.parquet", rows_in_group, id=ids, text=TEXTS, year=[2001] * COUNT)
    found = records_of(path, most=most)
    assert [one.text for one in found] == TEXTS
    assert [one.source for one in found] == [f"{path}:{n}" for n in range(1, COUNT + 1)]
    assert [one.id for one in found] == [
        f"{path}:{n + 1}" if own is None else own for n, own in enumerate(ids)
    ]
    assert all(one.meta == {"year": 2001} for one in found)


@pytest.mark.parametrize("rows_in_group", [1, 30, 400, COUNT])
def test_splits_are_of_about_that_size(tmp_path, rows_in_group):
    texts = [f"{number:08}" * 20 for number in range(COUNT)]
    path = table(tmp_path / "a.parquet", rows_in_group, text=texts)
    (source,) = find_sources([path], Reading())
    splits = splits_of(path, most=16_000)
    assert sum(split.size for split in splits) == source.size
    assert source.size >= 160 * COUNT
    assert all(split.size <= 17_000 for split in splits)
    assert sum(chunk.where.length for split in splits for chunk in split.chunks) == COUNT
    assert len(splits) <= source.size / 16_000 * 1.3 + 3


def test_splits_can_be_read_in_any_order_and_at_once(tmp_path):
    """A process keeps the row group of the last split open, for the next one of it."""
    path = table(tmp_path / "a.parquet", text=TEXTS)
    splits = splits_of(path, most=3000)
    expected = [[one.text for one in split.records()] for split in splits]
    assert list(chain.from_iterable(expected)) == TEXTS
    order = [0, 3, 2, 2, 5, 4, len(splits) - 1, 1]
    assert [[one.text for one in splits[at].records()] for at in order] == [
        expected[at] for at in order
    ]
    one, other = splits[1].records(), splits[2].records()
    begun = [next(one).text, next(other).text]
    assert begun == [expected[1][0], expected[2][0]]
    one.close()
    assert [record.text for record in other] == expected[2][1:]
    assert [record.text for record in splits[3].records()] == expected[3]


def test_columns_can_be_named(tmp_path):
    path = table(tmp_path / "a.parquet", pmid=["x"], body=["Frogs."], text=["no"], id=[3])
    (found,) = records_of(path, how=Reading(text_key="body", id_key="pmid"))
    assert (found.id, found.text, found.meta) == ("x", "Frogs.", {"text": "no", "id": 3})


def test_other_columns_are_what_json_can_hold(tmp_path):
    day = datetime.datetime(2026, 11, 22, 9, 30, tzinfo=datetime.timezone.utc)
    nested = pa.struct([("a", pa.list_(pa.float64())), ("b", pa.string())])
    path = table(
        tmp_path / "a.parquet",
        text=["Frogs.", "Toads."],
        real=[1.5, math.nan],
        infinite=pa.array([math.inf, 0.25], pa.float32()),
        whole=pa.array([2**63, None], pa.uint64()),
        yes=[True, None],
        words=[["a", None], []],
        nested=pa.array([{"a": [math.nan, 1.0], "b": "x"}, None], nested),
        pairs=pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int32())),
        day=[day.date(), None],
        hour=[day.time(), None],
        when=pa.array([day, None], pa.timestamp("us", "UTC")),
        exact=pa.array([1_000_000_001, None], pa.timestamp("ns")),
        price=[Decimal("0.10"), None],
        kind=pa.array(["k", "k"]).dictionary_encode(),
        none=pa.nulls(2),
        raw=[b"\xff", b""],
        raws=[[b"x"], []],
        lasting=[datetime.timedelta(1), None],
    )
    first, second = (one.meta for one in records_of(path))
    assert first == {
        "real": 1.5,
        "infinite": None,
        "whole": 2**63,
        "yes": True,
        "words": ["a", None],
        "nested": {"a": [None, 1.0], "b": "x"},
        "pairs": [["k", 1]],
        "day": "2026-11-22",
        "hour": "09:30:00",
        "when": "2026-11-22T09:30:00+00:00",
        "exact": "1970-01-01T00:00:01",
        "price": "0.10",
        "kind": "k",
        "none": None,
    }
    assert second["real"] is None
    assert second["nested"] is None
    for meta in (first, second):
        assert json.loads(json.dumps(meta, allow_nan=False)) == meta


@pytest.mark.parametrize(("others", "kept"), [(32, 32), (33, 0)])
def test_many_other_columns_are_not_read(tmp_path, others, kept):
    columns = {f"c{number}": [number] for number in range(others)}
    (found,) = records_of(table(tmp_path / "a.parquet", text=["Frogs."], id=["x"], **columns))
    assert (found.id, len(found.meta)) == ("x", kept)


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())], ids=str
)
def test_missing_text_is_an_error_of_its_row(tmp_path, kind):
    texts = pa.array(["Frogs.", None, ""], pa.string()).cast(kind)
    path = table(tmp_path / "a.parquet", text=texts)
    assert told(records_of(path), tmp_path) == [
        ("a.parquet:1", "a.parquet:1", "Frogs."),
        ("a.parquet:2", "a.parquet:2", "has no text in the column 'text'"),
        ("a.parquet:3", "a.parquet:3", ""),
    ]


def test_text_that_is_no_utf_8_is_an_error_of_its_row(tmp_path):
    raw = pa.array([b"Frogs.", b"caf\xe9", None], pa.binary())
    bad = pa.StringArray.from_buffers(3, *raw.buffers()[1:], raw.buffers()[0])
    path = table(tmp_path / "a.parquet", text=bad, other=bad)
    found = records_of(path)
    assert [one.text for one in found] == ["Frogs.", None, None]
    assert found[1].error == "is not UTF-8: byte 0xe9 at position 3; convert it"
    assert found[0].meta == {"other": "Frogs."}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"body": ["Frogs."], "id": [1]}, "has 0 columns 'text' for the text; it has: body, id."),
        ({"text": [1]}, "has a column 'text' of int64; the text must be strings"),
        ({"text": [b"Frogs."]}, "has a column 'text' of binary"),
        ({"text": [["Frogs."]]}, "has a column 'text' of list"),
    ],
)
def test_file_without_texts_is_one_error(tmp_path, columns, message):
    good = write(tmp_path / "b.txt", "Frogs.")
    path = table(tmp_path / "a.parquet", **columns)
    bad, _ = records_of(path, good)
    assert bad.source == str(path)
    assert message in bad.error
    with pytest.raises(InputError, match="no input file can be read"):
        find_sources([path], Reading())


def test_empty_table_has_no_records(tmp_path):
    path = table(tmp_path / "a.parquet", text=pa.array([], pa.string()))
    assert records_of(path) == []


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + bytes(100) + b"PAR1", b"x" * 1000])
def test_damaged_file_is_one_error(tmp_path, content):
    good = write(tmp_path / "b.txt", "Frogs.")
    bad, _ = records_of(write(tmp_path / "a.parquet", content), good)
    assert "is no Parquet file, or damaged" in bad.error


def test_damaged_pages_are_one_error_for_their_rows(tmp_path):
    path = table(tmp_path / "a.parquet", 500, text=TEXTS)
    content = bytearray(path.read_bytes())
    start = pq.ParquetFile(path).metadata.row_group(1).column(0).dictionary_page_offset
    content[start : start + 60] = b"\xff" * 60
    path.write_bytes(content)
    *good, bad = records_of(path)
    assert [one.text for one in good] == TEXTS[:500]
    assert bad.source == f"{path}:501"
    assert bad.error.endswith("(rows up to 1000)")


def test_file_that_changes_or_vanishes_is_an_error_for_each_split(tmp_path, monkeypatch):
    monkeypatch.setattr(find, "MAX_GATHERED_LINES", 0)
    path = table(tmp_path / "a.parquet", 500, text=TEXTS)
    splits = splits_of(path, most=20_000)
    (source,) = find_sources([path], Reading())
    table(path, 500, text=TEXTS[1:])
    found = [record for split in splits for record in split.records()]
    assert len(found) == len(splits) > 1
    assert all("was changed" in one.error for one in found)
    (found,) = [r for split in source.splits(10**9) for r in split.records()]
    assert "was changed" in found.error
    path.unlink()
    found = [record for split in splits for record in split.records()]
    assert all("No such file" in one.error for one in found)


@pytest.mark.parametrize("most", [1, 3000, 20_000, 10**9])
def test_small_parts_of_a_folder_are_read_together(tmp_path, most):
    for number in range(10):
        texts = TEXTS[100 * number : 100 * number + 100]
        table(tmp_path / f"part-{number}.parquet", text=texts)
    (source,) = find_sources([tmp_path], Reading())
    assert [one.text for one in records_of(tmp_path, most=most)] == TEXTS
    assert len(list(source.splits(10**9))) == 1


def test_folder_of_parts_leaves_out_the_manifest(tmp_path):
    table(tmp_path / "part-1.parquet", text=["Frogs."])
    table(tmp_path / "part-2.parquet", text=["Toads."])
    write(tmp_path / "_manifest.json", "{}")
    write(tmp_path / ".part-3.parquet", "half")
    assert [one.text for one in records_of(tmp_path)] == ["Frogs.", "Toads."]
    assert [one.text for one in records_of(tmp_path, how=reading("parquet"))] == [
        "Frogs.",
        "Toads.",
    ]


def test_without_pyarrow_it_is_said_what_to_install(tmp_path, monkeypatch):
    path = table(tmp_path / "a.parquet", text=["Frogs."])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for given in (path, tmp_path):
        with pytest.raises(SettingError, match=r'pip install "spacy-citalign\[parquet\]"'):
            find_sources([given], Reading())
    with pytest.raises(SettingError, match="need pyarrow"):
        require_pyarrow()
