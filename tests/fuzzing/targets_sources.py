"""Inputs of runs: whatever the size of the splits, the records are the same and none is lost."""

import io
import json
import zlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from input_files import pubmed_article, pubmed_file
from jats_files import jats, section

from spacy_citalign.app.batch.job import find_sources, split_bytes
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import ArticleFile, read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.records import Format, Reading, Record
from tests.fuzzing.mutation import fields_mutator, json_mutator, lines_mutator, xml_mutator
from tests.fuzzing.packing import ZIP_METHODS, gzipped, packed, tarred, zipped
from tests.fuzzing.target import Target, require, require_article, scratch_file
from tests.fuzzing.targets_readers_latexml import latexml_seeds
from tests.fuzzing.targets_readers_s2orc import s2orc_seeds
from tests.fuzzing.targets_readers_tei import tei_seeds
from tests.fuzzing.targets_readers_text import TEXT, jats_seeds
from tests.fuzzing.vocabulary import JATS_TREE, JATS_WORDS, JSON_WORDS, PUBMED_TREE, PUBMED_WORDS
from tests.inputs.formats.test_pubmed import BOOK, DELETED

_FEW = 1024  # bytes of an input whose every line is a split
_SIZES = (1, 7, 64, 300, 1000)
_TEXT_LINES = b"Frogs hop.\n\nToads \xce\xb2 sleep.\r\n  \nNewts"
_ROWS = (
    {"text": "Frogs hop.", "id": "a", "year": 2004},
    {"text": "Toads.", "id": 7, "more": {"x": [None]}},
    {"text": ""},
)
_ARTICLE_WORDS = (
    b"<article>",
    b"</article>",
    b"<TEI>",
    b"ltx_document",
    b"PK\1\2",
    b"ustar",
    b"\n{",
)
_PARQUET_WORDS = (b"PAR1", b"text", b"id", b"\x15\x00", b"\xff\xff\xff\xff", b"\x00\x00\x00\x80")


def _same_records(path: Path, reading: Reading, data: bytes) -> None:
    """See that the records of a file are those of its splits, of any size.

    Rows of Parquet that cannot be read are one record a split, so that only good ones are compared.
    """
    sources = find_sources([path], reading)
    size = _SIZES[zlib.crc32(data) % len(_SIZES)]
    whole = [*_records(sources, 1 << 40)]
    parts = [*_records(sources, size)]
    if path.suffix == ".parquet" and any(one.error for one in (*whole, *parts)):
        raise InputError("rows cannot be read")
    for one, other in zip_longest(map(_told, whole), map(_told, parts)):
        require(one == other, f"with splits of {size} bytes it is {other}, not {one}")
    for source in sources:
        require(split_bytes(source.size) > 0, "the size of splits is not positive")
        json.dumps(source.identity()).encode()
    if all(one.text is None for one in whole):
        raise InputError("no record has a text")


def _records(sources: list, size: int) -> Iterator[Record]:
    for source in sources:
        for split in source.splits(size):
            require(split.size >= 0, "a split has a size below 0")
            for record in split.records():
                good = (record.text is None) != (record.error is None)
                require(good, f"a record has neither a text nor an error, or both: {record}")
                yield record


def _told(record: Record) -> tuple:
    return record.source, str(record.id), record.text, record.error, str(record.meta)


def _file(name: str, reading: Reading | None = None) -> object:
    """A check of the content of a file of that name."""
    how = reading or Reading()

    def check(data: bytes) -> None:
        _same_records(scratch_file(name, data), how, data)

    return check


def _gzipped(name: str) -> object:
    """A check of a file that is packed; the first byte says how much is cut off its end."""

    def check(data: bytes) -> None:
        content = gzipped(data[1:])
        cut = min(data[0] if data else 0, len(content) - 2)
        _same_records(scratch_file(name, content[: len(content) - cut]), Reading(), data)

    return check


def _article_file(data: bytes) -> None:
    """What citances are read from, whatever the first byte calls it: each has a content, once."""
    name = ("a", "a.xml", "a.zip", "a.json")[data[0] % 4 if data else 0]
    file = ArticleFile(scratch_file(name, data[1:]), name, named=True)
    found = [*read_file(file, Reading())]
    require(bool(found), "nothing is said of a file")
    for one in found:
        require(one.name.startswith(name), f"{one.name} is not of {name}")
        if isinstance(one.content, InputError):
            require(bool(str(one.content).strip()), "an error says nothing")
        elif isinstance(one.content, Article):
            require_article(one.content)
    if all(isinstance(one.content, InputError) for one in found):
        raise InputError("no article can be read")


def _stated_lines(data: bytes) -> None:
    """The lines that hold something are the records, one for one."""
    if data.startswith(b"\x1f\x8b"):
        raise InputError("it is packed")
    path = scratch_file("a.txt", data)
    found = [*_records(find_sources([path], Reading(Format.lines)), 64)]
    wide = len(found) == 1 and "UTF-16" in (found[0].error or "")
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    require(wide or len(found) == sum(bool(line.strip()) for line in lines), "a line is lost")


def _members(data: bytes) -> dict[str, bytes]:
    """Members with the parts of an input as contents; the first byte of each chooses the name."""
    names = (
        "a.txt",
        "b.nxml",
        "c/d.txt.gz",
        "e.xml",
        "PMC1/._f.txt",
        "g.csv",
        "h.jsonl",
        "../i.txt",
    )
    parts = data.split(b"\n%%\n")[:8]
    return {
        f"{number}/{names[part[0] % 8] if part else 'z'}": part[1:]
        for number, part in enumerate(parts)
    }


def _archive(data: bytes) -> None:
    """An archive that is whole; the first byte says which."""
    way, rest = (data[0] if data else 0), data[1:]
    if way % 2:
        content, name = zipped(_members(rest), ZIP_METHODS[way // 2 % 4]), "a.zip"
    else:
        content, name = packed(tarred(_members(rest)), way // 2), "a.tar.gz"
    _same_records(scratch_file(name, content), Reading(), data)


def _lines_seeds() -> list[bytes]:
    return [_TEXT_LINES, b"\xef\xbb\xbfFrogs.\n" + b"Toads and newts.\n" * 9]


def _jsonl_seeds() -> list[bytes]:
    return ["\n".join(map(json.dumps, _ROWS)).encode() + b"\n"]


def _pubmed_seeds() -> list[bytes]:
    articles = [pubmed_article(str(number)) for number in range(3)]
    return [pubmed_file(*articles, BOOK, more=DELETED), pubmed_file(pubmed_article("1"))]


def _set_seeds() -> list[bytes]:
    one, other = (article.partition(b"?>")[2] or article for article in jats_seeds()[:2])
    spaces = b'<OAI-PMH xmlns="urn:o" xmlns:x="urn:x"><record>'
    return [
        b"<?xml version='1.0'?>\n<pmc-articleset>" + one + b"\n" + other + b"</pmc-articleset>",
        spaces + other.replace(b"<body>", b"<body x:y='1'>") + b"</record></OAI-PMH>",
    ]


def _s2orc_source_seeds() -> list[bytes]:
    one, other, *_ = s2orc_seeds()
    lines = b"\n".join(b" ".join(seed.split()) for seed in (one, other))
    short = b'{"paper_id": "1", "body_text": [{"text": "Frogs hop."}]}'
    return [one, lines, short + b'\n{"paper_id": 2}\n']


def _article_file_seeds() -> list[bytes]:
    return [
        b"\0" + jats_seeds()[1],
        b"\1" + _set_seeds()[0],
        b"\2" + zipped(_inner()),
        b"\0" + gzipped(tarred(_inner())),
        *(b"\3" + seed for seed in _s2orc_source_seeds()),
        b"\0" + tei_seeds()[1],
        b"\0" + latexml_seeds()[1],
    ]


def _inner() -> dict[str, bytes]:
    article = jats(section("Results", "Frogs hop."))
    return {
        "PMC1/a.nxml": article,
        "b.txt": b"Toads.",
        "c/d.txt.gz": gzipped(b"Newts."),
        "e.csv": b"1",
    }


def _whole_archives() -> list[bytes]:
    parts = b"\n%%\n".join((b"\0Frogs hop.", b"\1" + jats(section("Aim", "On.")), b"\5a,b"))
    return [bytes([way]) + parts for way in range(7)]  # the last would be a ZIP with LZMA


def _parquet_seeds() -> list[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    seeds = []
    for settings in ({}, {"compression": "none", "use_dictionary": False, "row_group_size": 2}):
        out = io.BytesIO()
        table = {"text": ["Frogs.", "Toads.", "Newts."], "id": [1, 2, 3], "x": [[1], None, [2, 3]]}
        pq.write_table(pa.table(table), out, **settings)
        seeds.append(out.getvalue())
    return seeds


_JSON = json_mutator(("text", "id"))
TARGETS = [
    Target("source_txt", _file("a.txt"), lambda: [TEXT, _TEXT_LINES], (b"\xff\xfe", b"\x1f\x8b")),
    Target(
        "source_lines", _file("a.txt", Reading(lines=True)), _lines_seeds, (), lines_mutator(), _FEW
    ),
    Target(
        "source_lines_count", _stated_lines, _lines_seeds, (b"\x85", b"\x0b"), lines_mutator(), _FEW
    ),
    Target("source_jsonl", _file("a.jsonl"), _jsonl_seeds, JSON_WORDS, _JSON, _FEW),
    Target(
        "source_jsonl_gz",
        _gzipped("a.jsonl.gz"),
        lambda: [b"\0" + _jsonl_seeds()[0]],
        JSON_WORDS,
        None,
        _FEW,
    ),
    Target("source_jats", _file("a.xml"), jats_seeds, JATS_WORDS, JATS_TREE, 8192),
    Target("source_pubmed", _file("p.xml"), _pubmed_seeds, PUBMED_WORDS, PUBMED_TREE, 8192),
    Target(
        "source_pubmed_gz",
        _gzipped("p.xml.gz"),
        lambda: [b"\0" + one for one in _pubmed_seeds()],
        PUBMED_WORDS,
        xml_mutator(PUBMED_WORDS),
        8192,
    ),
    Target("source_jats_set", _file("s.xml"), _set_seeds, JATS_WORDS, JATS_TREE, 8192),
    Target("source_s2orc", _file("a.json"), _s2orc_source_seeds, JSON_WORDS, None, 16384),
    Target("article_file", _article_file, _article_file_seeds, _ARTICLE_WORDS, None, 16384),
    Target(
        "source_zip",
        _file("a.zip"),
        lambda: [zipped(_inner(), way) for way in ZIP_METHODS[:3]],
        (b"PK\1\2", b"PK\3\4", b"PK\5\6"),
    ),
    Target(
        "source_tar",
        _file("a.tar"),
        lambda: [tarred(_inner())],
        (b"ustar", b"0", b"x", b"L"),
        most_bytes=8192,
    ),
    Target(
        "source_archive", _archive, _whole_archives, (b"\n%%\n",), fields_mutator((b"\n%%\n\0",))
    ),
    Target("source_parquet", _file("a.parquet"), _parquet_seeds, _PARQUET_WORDS, most_bytes=8192),
]
