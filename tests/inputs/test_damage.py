"""Files that are cut off, in a wrong encoding or made to use up memory, at both doors."""

import gzip
import tarfile

import pytest
from input_files import records_of, told, write

from spacy_citalign.inputs.article_files import article_files, read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.records import Reading
from tests.fuzzing.packing import zipped
from tests.inputs.mixed_folder import FULL_TEXTS, article

PLAIN = {name: gzip.decompress(content) if name.endswith(".gz") else content
         for name, content in FULL_TEXTS.items()}  # fmt: skip
NAMES = sorted(PLAIN)


def found(path):
    """What citances find: articles, texts, errors."""
    (file,) = article_files([path])
    return [one.content for one in read_file(file, Reading())]


def check(path):
    """See that both doors say something of a file, and where they fail, in one line."""
    # Beside one that is in order, since a run without any input is refused.
    *annotated, good = records_of(path, write(path.parent / "good" / "good.txt", b"Frogs."))
    assert (good.text, bool(annotated)) == ("Frogs.", True)
    for record in annotated:
        assert (record.text is None) != (record.error is None)
        assert "\n" not in (record.error or "")
    contents = found(path)
    assert contents
    for content in contents:
        if isinstance(content, Exception):
            assert str(content).startswith(str(path))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_file_that_is_cut_off_anywhere_is_told(tmp_path, name, pack):
    content = pack(PLAIN[name])
    name = name.removesuffix(".gz").replace("/", "-")
    for end in range(1, len(content), max(1, len(content) // 40)):
        check(write(tmp_path / name, content[:end]))


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith(".pdf")])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "latin-1", "cp037"])
def test_a_wrong_encoding_is_told(tmp_path, name, encoding):
    text = PLAIN[name].decode().replace("Pond", "P\xf6nd").replace("Ponds", "P\xf6nds")
    check(write(tmp_path / name.removesuffix(".gz").replace("/", "-"), text.encode(encoding)))


@pytest.mark.parametrize("name", NAMES)
def test_zeros_and_halves_of_characters_are_told(tmp_path, name):
    name, content = name.removesuffix(".gz").replace("/", "-"), PLAIN[name]
    middle = len(content) // 2
    for odd in (bytes(9), b"\xff", b"\xed\xa0\x80", b"\x1b[2J", b"]]>", b'"', b"&x;"):
        check(write(tmp_path / name, content[:middle] + odd + content[middle:]))


@pytest.mark.parametrize("name", ["a.xml", "a.json", "a.html", "a.txt", "a"])
def test_what_unpacks_to_too_much_is_one_error(tmp_path, monkeypatch, name):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 100_000)
    for begin in (
        b"<article>",
        b"<TEI>",
        b'{"paper_id": 1, "body_text": "',
        b"<articles><article>",
    ):
        path = write(tmp_path / name, gzip.compress(begin + b" " * 1_000_000))
        check(path)
        assert all(one.error for one in records_of(path))
        assert not any(isinstance(one, Article) for one in found(path))


@pytest.mark.parametrize(
    "content",
    [
        b"<article>" + b"<p>" * 100_000,
        b"<articles><article>" + b"<p>" * 100_000 + b"</article></articles>",
        b"<TEI>" + b"<p>" * 100_000,
        b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 9))
        + b"]><article><body><p>&a8;</p></body></article>",
        b'{"paper_id": 1, "body_text": ' + b"[" * 100_000,
        b'<html><div class="ltx_document">' + b"<div>" * 100_000,
    ],
    ids=["JATS", "set", "TEI", "entities", "JSON", "HTML"],
)
def test_what_is_made_to_use_up_memory_is_one_error(tmp_path, content):
    path = write(tmp_path / "a.xml", content)
    check(path)
    assert all(one.error or len(one.text) < 1000 for one in records_of(path))


def test_a_broken_line_of_json_has_its_number_a_broken_file_its_place(tmp_path):
    text = PLAIN["s2orc.json"]
    path = write(tmp_path / "a.json", b'{\n "paper_id": "1",\n "body_text": [,\n')
    ((_, _, message),) = told(records_of(path))
    assert "(Expecting value at line 3, character 16 of the file); fetch it again" in message
    line = b" ".join(text.split())
    path = write(tmp_path / "b.json", b"\n".join([line, line[:-9], line]))
    assert [one.error is None for one in records_of(path)] == [True, False, True]
    assert "of the line); write one JSON object a line" in records_of(path)[1].error
    path = write(tmp_path / "c.json", b"\n".join([line[:-9], line]))
    assert [one.error is None for one in records_of(path)] == [False, True]


def test_a_damaged_member_costs_no_other(tmp_path):
    content = bytearray(zipped({"a.xml": article(1), "b.xml": article(2), "c.txt": b"Newts."}))
    place = content.index(b"Frog 2")
    content[place : place + 4] = b"Toad"
    path = write(tmp_path / "a.zip", bytes(content))
    first, wrong, last = found(path)
    assert isinstance(first, Article)
    assert str(wrong).startswith(f"{path}/b.xml is damaged: size or checksum differ")
    assert last.text == "Newts."


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_headers_that_go_on_in_others_without_end_are_damage(tmp_path, kind):
    header = tarfile.TarInfo("a.xml")
    header.type, header.size = kind, 0
    path = write(tmp_path / "a.tar", header.tobuf(tarfile.GNU_FORMAT) * 2_000 + bytes(1024))
    (wrong,) = found(path)
    assert "is damaged (headers without their member); fetch it again" in str(wrong)
