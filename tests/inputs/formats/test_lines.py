"""Inputs with a record a line: however they are cut, the records are those of the whole file."""

import gzip
import json
import os
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from input_files import reading, records_of, splits_of, told, write

from spacy_citalign.app.batch.job import find_sources, split_bytes
from spacy_citalign.corpora.io import is_wide
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.records import Reading

BOM = b"\xef\xbb\xbf"
ROWS = (
    b'{"text": "Frogs hop."}\n\n{"id": 7, "text": "Newts swim.", "year": 2001}\r\n'
    b'{"text": "Toads."}'
)


def oracle(content: bytes) -> list[tuple]:
    """The records by the rules: number of the line, id and text or None; blank lines are none."""
    found = []
    for number, raw in enumerate(content.removeprefix(BOM).split(b"\n"), 1):
        if not raw.strip():
            continue
        try:
            row = json.loads(raw.decode())
        except ValueError:
            row = None
        if isinstance(row, dict) and isinstance(row.get("text"), str):
            found.append((number, row.get("id"), row["text"]))
        else:
            found.append((number, None, None))
    return found


@pytest.mark.parametrize("most", [1, 10, 30, 60, 10**9])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_records_have_line_id_text_and_other_keys(tmp_path, pack, most):
    path = write(tmp_path / "a.jsonl", pack(ROWS))
    found = records_of(path, most=most)
    assert told(found, tmp_path) == [
        ("a.jsonl:1", "a.jsonl:1", "Frogs hop."),
        ("a.jsonl:3", 7, "Newts swim."),
        ("a.jsonl:4", "a.jsonl:4", "Toads."),
    ]
    assert [one.meta for one in found] == [{}, {"year": 2001}, {}]


def test_splits_are_whole_lines_of_about_that_size(tmp_path):
    lines = [b"1234567\n", b"1234567\n", b"1234567890123456789\n", b"1\n", b"2\n", b"end"]
    path = write(tmp_path / "a.txt", b"".join(lines))
    splits = splits_of(path, how=reading(lines=True), most=16)
    assert [(split.chunks[0].first, split.size) for split in splits] == [(1, 16), (3, 20), (4, 7)]
    packed = write(tmp_path / "b.txt.gz", gzip.compress(b"".join(lines)))
    splits = splits_of(packed, how=reading(lines=True), most=16)
    assert [(split.chunks[0].first, split.size) for split in splits] == [(1, 16), (3, 20), (4, 7)]


JSON_LINES = st.builds(
    lambda row, end: json.dumps(row, ensure_ascii=False).encode() + end,
    st.fixed_dictionaries(
        {"text": st.text(st.characters(exclude_categories=["Cs"]), max_size=40)},
        optional={"id": st.integers(), "x": st.none()},
    ),
    st.sampled_from([b"", b"\r", b" "]),
)
LINES = st.one_of(
    JSON_LINES,
    st.sampled_from([b"", b" ", b"\r", BOM, b"[]", b"\xff\xfe{", b'{"text": "caf\xe9"}']),
    st.binary(max_size=30).filter(lambda raw: b"\n" not in raw),
    st.integers(0, 300).map(lambda size: b'{"text": "%s"}' % (b"x" * size)),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(LINES, max_size=12),
    st.booleans(),
    st.booleans(),
    st.integers(1, 400),
    st.booleans(),
)
def test_any_cut_gives_the_records_of_the_whole(lines, bom, newline, most, packed):
    content = (BOM if bom else b"") + b"\n".join(lines) + (b"\n" if newline and lines else b"")
    if is_wide(content) or content.startswith(b"\x1f\x8b"):
        content = b"\n" * 4 + content
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        path.write_bytes(gzip.compress(content, 1) if packed else content)
        (source,) = find_sources([path], Reading())
        splits = list(source.splits(most))
        if not packed:
            assert sum(split.size for split in splits) == source.size == len(content)
        found = [record for split in splits for record in split.records()]
        whole = records_of(path)
    assert found == whole
    assert [(one.source, one.text) for one in found] == [
        (f"{path}:{number}", text) for number, _, text in oracle(content)
    ]
    ids = [(own if own is not None else f"{path}:{n}") for n, own, _ in oracle(content)]
    assert [one.id for one in found] == ids


def test_keys_of_text_and_id_can_be_named(tmp_path):
    path = write(tmp_path / "a.data", b'{"pmid": [1], "body": "Frogs.", "id": 3, "text": "no"}\n')
    (found,) = records_of(path, how=reading("jsonl", text_key="body", id_key="pmid"))
    assert (found.id, found.text, found.meta) == ([1], "Frogs.", {"id": 3, "text": "no"})


@pytest.mark.parametrize("most", [1, 10**9])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_utf_16_is_one_error(tmp_path, pack, most):
    path = write(tmp_path / "a.jsonl", pack('{"text": "Frogs."}\n'.encode("utf-16")))
    (found,) = records_of(path, most=most)
    assert found.source == str(path)
    assert found.error == "is in UTF-16; convert it to UTF-8"


@pytest.mark.parametrize("most", [1, 100, 10**9])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["newline", "end"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_line_that_is_too_long_is_one_error(tmp_path, monkeypatch, pack, most, end):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 1000)
    monkeypatch.setattr(byte_ranges, "BLOCK", 64)
    long = b"y" * 5000
    path = write(tmp_path / "a.txt", pack(b"one\n" + long + b"\ntwo\n" + long + end))
    found = records_of(path, how=reading("lines"), most=most)
    assert [(one.source, one.text) for one in found] == [
        (f"{path}:1", "one"),
        (f"{path}:2", None),
        (f"{path}:3", "two"),
        (f"{path}:4", None),
    ]
    assert found[1].error == "has 5,001 bytes, more than 1,000; split it, or leave it out"
    assert sum(split.size for split in splits_of(path, how=reading("lines"), most=most)) == (
        4 + 5001 + 4 + 5000 + len(end)
    )


@pytest.mark.parametrize("most", [1, 500, 10**9])
def test_truncated_gzip_gives_the_lines_before_the_damage_and_an_error(tmp_path, most):
    noise = random.Random(0)
    rows = (b'{"text": "frog %d %x"}\n' % (n, noise.getrandbits(160)) for n in range(2000))
    content = b"".join(rows)
    packed = gzip.compress(content)
    path = write(tmp_path / "a.jsonl.gz", packed[: len(packed) // 2])
    *found, last = records_of(path, most=most)
    assert [one.text for one in found] == [text for _, _, text in oracle(content)][: len(found)]
    assert 500 < len(found) < 2000
    assert last.source == f"{path}:{len(found) + 1}"
    assert "cannot be unpacked" in last.error


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (gzip.compress(b"one\ntwo\n", mtime=0)[:-8] + bytes(8), 2),  # wrong checksum
        (gzip.compress(b"one\ntwo\n", mtime=0) + b"junk", 2),
        (gzip.compress(b"one\ntwo\n", mtime=0) + gzip.compress(b"three\n", mtime=0)[:12], 2),
        (b"\x1f\x8b\x08\x00", 0),
        (b"\x1f\x8b", 0),
    ],
)
def test_damaged_gzip_never_raises(tmp_path, content, number):
    path = write(tmp_path / "a.txt.gz", content)
    *found, last = records_of(path, how=reading(lines=True))
    assert [one.text for one in found] == ["one", "two"][:number]
    assert "cannot be unpacked" in last.error


def test_parts_of_a_gzip_file_are_read_on(tmp_path):
    content = gzip.compress(b"one\ntw") + gzip.compress(b"o\n")
    path = write(tmp_path / "a.txt.gz", content)
    assert [one.text for one in records_of(path, how=reading(lines=True))] == ["one", "two"]


# --- between planning and reading ----------------------------------------------------------------


def test_file_that_changes_is_an_error_for_each_split(tmp_path):
    path = write(tmp_path / "a.jsonl", ROWS * 3)
    splits = splits_of(path, most=40)
    assert len(splits) > 3
    with path.open("ab") as file:
        file.write(b'\n{"text": "more"}')
    errors = [record.error for split in splits for record in split.records()]
    assert len(errors) == len(splits)
    assert all("was changed after the run began" in error for error in errors)
    os.truncate(path, 0)
    assert all(r.error and r.text is None for split in splits for r in split.records())


def test_file_that_is_rewritten_in_the_same_size_is_noticed(tmp_path):
    path = write(tmp_path / "a.jsonl", ROWS)
    (source,) = find_sources([path], Reading())
    (split, *_) = source.splits(40)
    os.utime(path, ns=(1, 1))
    (found,) = split.records()
    assert "was changed" in found.error
    assert source.identity() != find_sources([path], Reading())[0].identity()


@pytest.mark.parametrize("name", ["a.jsonl", "a.txt", "a.xml", "a.jsonl.gz"])
def test_file_that_vanishes_is_an_error(tmp_path, name):
    path = write(tmp_path / name, gzip.compress(ROWS) if name.endswith(".gz") else ROWS)
    other = write(tmp_path / "b.txt", "Frogs.")
    sources = find_sources([path, other], Reading())
    splits = [split for source in sources for split in source.splits(10**9)]
    path.unlink()
    found = [record for split in splits for record in split.records()]
    assert [one.error and one.error.partition(":")[0] for one in found] == ["cannot be read", None]


def test_file_that_vanishes_before_it_is_cut_is_an_error(tmp_path):
    path = write(tmp_path / "a.jsonl", ROWS * 100)
    sources = find_sources([path], Reading())
    path.unlink()
    (found,) = [r for source in sources for s in source.splits(50) for r in s.records()]
    assert found.error == "cannot be read: No such file or directory"


# --- sizes ---------------------------------------------------------------------------------------


def test_split_bytes():
    expected = {0: 256 << 10, 2 << 20: 256 << 10, 256 << 20: 2 << 20, 1 << 40: 8 << 20}
    expected[None] = 256 << 10  # of a stream
    assert {size: split_bytes(size) for size in expected} == expected
