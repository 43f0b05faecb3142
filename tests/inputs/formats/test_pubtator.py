"""PubTator's files: a record a block, each on its own, whatever is wrong with another."""

import gzip
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from input_files import reading, records_of, told, write

from spacy_citalign.corpora.pubtator import read_pubtator
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.records import Format, Reading
from spacy_citalign.inputs.sources.chunks_of_input import chunk_records, cut_chunks

FIRST = "8|t|Zork1 in frogs.\n8|a|Zork1 croaks | at night.\n8\t0\t5\tZork1\tGene\t11\n"
SECOND = "9|t|Toads\r\n9|a|\r\n"
BLOCKS = f"{FIRST}\n{SECOND}\r\nPMC7|t|\nPMC7|a|Efts walk.\n"
WANTED = [
    ("8", "Zork1 in frogs. Zork1 croaks | at night.", {"pmid": "8", "title": "Zork1 in frogs."}),
    ("9", "Toads", {"pmid": "9", "title": "Toads"}),
    ("PMC7", " Efts walk.", {}),
]


def contents(records) -> list[tuple]:
    return [(one.id, one.text, one.meta) for one in records]


@pytest.mark.parametrize("name", ["a.pubtator", "a.txt", "a", "a.PubTator.gz"])
@pytest.mark.parametrize("most", [1, 10**9])
def test_blocks_are_records_by_their_content(tmp_path, name, most):
    content = f"\ufeff{BLOCKS}".encode()
    path = write(tmp_path / name, gzip.compress(content) if name.endswith(".gz") else content)
    found = records_of(path, most=most)
    assert contents(found) == WANTED
    assert [one.source for one in found] == [f"{path}:{line}" for line in (1, 5, 8)]


def test_texts_are_those_of_the_reader_of_corpora(tmp_path):
    path = write(tmp_path / "a.pubtator", BLOCKS)
    assert [(one.id, one.text) for one in read_pubtator(path)] == [
        (name, text) for name, text, _ in WANTED
    ]


def test_folders_and_archives_have_them(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    write(folder / "a.txt", BLOCKS)
    write(folder / "b.xml", "<x/>")
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/a.pubtator", BLOCKS)
    assert contents(records_of(folder, how=reading("pubtator"))) == WANTED
    assert contents(records_of(tmp_path / "a.zip")) == WANTED


def test_lines_that_are_asked_for_stay_lines(tmp_path):
    path = write(tmp_path / "a.txt", FIRST)
    assert [one.text for one in records_of(path, how=reading(lines=True))] == FIRST.splitlines()


@pytest.mark.parametrize("most", [1, 10**9])
@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("8|a|No title.\n", "line 5: '8|a|No title.' is not read: the block has no title"),
        ("8|t|A\n9|a|B\n", "line 6: '9|a|B' is not read: it is of '9', in the block of '8'"),
        ("8|t|A\n8 0 5 A\n", "line 6: '8 0 5 A' is not read: write NUMBER|t|TITLE"),
        (b"8|t|A\xff\n", "is not UTF-8"),
    ],
)
def test_broken_block_costs_no_other(tmp_path, broken, problem, most):
    broken = broken if isinstance(broken, bytes) else broken.encode()
    path = write(tmp_path / "a.pubtator", b"\n".join([FIRST.encode(), broken, SECOND.encode()]))
    found = records_of(path, most=most)
    assert [one.id for one in found] == ["8", f"{path}:5", "9"]
    assert found[1].text is None
    assert problem in found[1].error


def test_marks_of_the_file_are_not_read(tmp_path):
    """What is not where it says it is costs a reader of corpora the file, and no text here."""
    path = write(tmp_path / "a.pubtator", FIRST.replace("\t5\tZork1", "\t99\tother"))
    assert contents(records_of(path)) == WANTED[:1]


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 200), st.integers(1, 90), st.lists(st.sampled_from(["\n", "\r\n", "\n\n"])))
def test_any_cut_gives_the_same_records(most, block, ends):
    blocks = [f"{n}|t|Newts{end}{n}|a|sleep{end}{end}" for n, end in enumerate(ends, 1)]
    content = "".join(blocks).replace("\n\n\n\n", "\n\n").encode()
    wanted = whole_records(content)
    parts = (content[at : at + block] for at in range(0, len(content), block))
    chunks = list(cut_chunks("a", parts, Format.pubtator, most))
    found = [one for chunk in chunks for one in chunk_records(chunk, Reading())]
    assert [(x.source, x.id, x.text, x.error) for x in found] == wanted
    assert b"".join(chunk.where for chunk in chunks) == content


def whole_records(content: bytes) -> list[tuple]:
    (chunk,) = list(cut_chunks("a", [content], Format.pubtator, 10**6)) or [None]
    records = [] if chunk is None else chunk_records(chunk, Reading())
    return [(one.source, one.id, one.text, one.error) for one in records]


def test_no_more_than_can_be_held_is_held(tmp_path, monkeypatch):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 100)
    content = "".join(f"8|t|{'frogs ' * 5}\n" for _ in range(50))
    path = write(tmp_path / "a.pubtator", content)
    found = records_of(path, most=50)
    assert sum(one.size for one in found) == len(content)
    assert max(one.size for one in found) <= 100


def test_damage_of_a_packed_file_keeps_what_is_before_it(tmp_path):
    content = "".join(f"{n}|t|Newts {n}\n{n}|a|sleep.\n\n" for n in range(1, 3000))
    packed = gzip.compress(content.encode())
    path: Path = write(tmp_path / "a.pubtator.gz", packed[: len(packed) // 2])
    *found, last = records_of(path, most=1000)
    assert 100 < len(found) < 2999
    assert "cannot be unpacked" in last.error
    assert told(found[:1], tmp_path)[0][0].endswith(":1")
