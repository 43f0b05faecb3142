"""Files, archives, standard input: an article is found, all else is an error or is left out."""

import bz2
import gzip
import io
import json
import lzma
import sys
import zipfile
from pathlib import Path

import pytest
from jats_files import jats, section
from pdf_files import pond_pdf
from tei_files import div, tei

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import ArticleFile, PlainText, article_files, read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.file_types.refusals import UnreadKindError
from spacy_citalign.inputs.records import STDIN, Format, Reading
from tests.fuzzing.packing import tarred, zipped

JATS = jats(section("Aim", "Frogs hop."))
TEI = tei(div("Aim", "Toads hop."))
FILES = {
    "a.xml": JATS,
    "deep/b.tei.xml": TEI,
    "c.txt": b"\xef\xbb\xbfNewts swim [1].",
    "d.xml.gz": gzip.compress(JATS),
    "e.pdf": pond_pdf(results="Newts call."),
    "f.png": b"\x89PNG",
    "g.xml": b"<article>",
}


def told(found):
    """Names with what was found: the words of articles and texts, errors."""
    for name, content in found:
        match content:
            case Article():
                yield name, content.text.split("\n")[-1]
            case PlainText():
                yield name, content.text
            case UnreadKindError():
                yield name, content.what
            case _:
                yield name, str(content)


def read(*paths, **settings):
    reading = Reading(**settings)
    return [one for file in article_files(paths) for one in told(read_file(file, reading))]


def deflated(files):
    return zipped(files, zipfile.ZIP_DEFLATED)


def tar_gz(files):
    return gzip.compress(tarred(files))


def write(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


EXPECTED = {
    "a.xml": "Frogs hop.",
    "deep/b.tei.xml": "Toads hop.",
    "c.txt": "Newts swim [1].",
    "d.xml.gz": "Frogs hop.",
    "e.pdf": "Newts call.",
    "f.png": "image",
}


def test_a_folder(tmp_path):
    found = dict(read(write(tmp_path, FILES)))
    broken = found.pop("g.xml")
    assert found == EXPECTED
    assert broken.startswith(f"{tmp_path / 'g.xml'}, line 1: ")


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.zip", deflated),
        ("a.meca", deflated),
        ("no suffix", deflated),
        ("a.tar", tarred),
        ("a.tar.gz", tar_gz),
        ("a.tgz", tar_gz),
        ("a.tar.bz2", lambda files: bz2.compress(tarred(files))),
        ("a.tar.xz", lambda files: lzma.compress(tarred(files))),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_archives_are_told_by_their_content(tmp_path, name, pack, named):
    hidden = {"__MACOSX/a.xml": JATS, "deep/._b.xml": JATS}
    write(tmp_path / "f", {name: pack(FILES | hidden)})
    found = dict(read(tmp_path / "f" / name if named else tmp_path / "f"))
    broken = found.pop(f"{name}/g.xml")
    assert found == {f"{name}/{inner}": text for inner, text in EXPECTED.items()}
    assert broken.startswith(f"{tmp_path / 'f' / name}/g.xml, line 1: ")


@pytest.mark.parametrize(
    ("member", "what"),
    [("word/document.xml", "DOCX"), ("META-INF/container.xml", "EPUB"), ("content.xml", "ODT")],
)
def test_documents_that_are_archives_are_told(tmp_path, member, what):
    write(tmp_path, {"a.zip": deflated({member: b"<x/>"})})
    assert read(tmp_path) == [("a.zip", what)]
    ((_, message),) = read(tmp_path / "a.zip")
    assert message.startswith(f"{tmp_path / 'a.zip'} is ")
    assert "pandoc" in message


def test_archives_in_archives_are_left_out(tmp_path):
    inner = {
        "in.zip": deflated({"a.xml": JATS}),
        "in.tgz": tar_gz({"a.xml": JATS}),
        "b.xml": JATS,
    }
    for name, content in {"a.zip": deflated(inner), "a.tar": tarred(inner)}.items():
        write(tmp_path, {name: content})
        assert read(tmp_path / name) == [
            (f"{name}/in.zip", "archive"),
            (f"{name}/in.tgz", "archive"),
            (f"{name}/b.xml", "Frogs hop."),
        ]


def test_a_member_that_is_too_large_is_an_error(tmp_path, monkeypatch):
    write(tmp_path, {"a.tar": tarred({"a.txt": b"a" * 5000, "b.txt": b"Newts."})})
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 4000)
    (_, message), other = read(tmp_path / "a.tar")
    assert message.startswith(f"{tmp_path / 'a.tar'}/a.txt has 5,000 bytes, more than ")
    assert other == ("a.tar/b.txt", "Newts.")


def test_a_file_that_is_named_and_not_read_is_an_error(tmp_path):
    write(tmp_path, {"a.png": b"\x89PNG", "b.dat": b"Frogs hop."})
    (_, image), (_, unknown) = read(tmp_path / "a.png", tmp_path / "b.dat")
    assert image.startswith(f"{tmp_path / 'a.png'} is an image, which has no text")
    assert unknown.endswith("or say --format text")


def test_all_is_text_if_asked_for(tmp_path):
    write(tmp_path, {"a.dat": b"Frogs hop.", "b.xml": b"<p>", "c.pdf": b"%PDF-1.4"})
    assert [text for _, text in read(tmp_path, format=Format.text)] == [
        "Frogs hop.",
        "<p>",
        "%PDF-1.4",
    ]


def test_json_is_an_article_or_one_a_line(tmp_path):
    article = {"paper_id": "p1", "title": "Ponds", "bib_entries": {}}
    article["body_text"] = [{"section": "Aim", "text": "Frogs hop.", "cite_spans": []}]
    line = json.dumps(article)
    write(tmp_path, {"a.json": json.dumps(article, indent=1).encode(), "b.json": line.encode()})
    other = line.replace("Frogs", "Toads")
    write(tmp_path, {"c.jsonl": f'{line}\n\n{other}\n{{"paper_id": 5}}\n'.encode()})
    *found, (name, message) = read(tmp_path)
    assert found == [
        ("a.json", "Frogs hop."),
        ("b.json", "Frogs hop."),
        ("c.jsonl:1", "Frogs hop."),
        ("c.jsonl:3", "Toads hop."),
    ]
    assert name == "c.jsonl:4"
    assert message.startswith(f"{tmp_path / 'c.jsonl'}:4 is no full text")


def test_markdown_is_read_where_it_is_named(tmp_path):
    write(tmp_path, {"README.md": b"Frogs hop.", "a.zip": deflated({"b.md": b"Newts."})})
    assert read(tmp_path) == [("README.md", "Markdown"), ("a.zip/b.md", "Markdown")]
    assert read(tmp_path / "README.md") == [("README.md", "Frogs hop.")]
    assert read(tmp_path / "a.zip") == [("a.zip/b.md", "Markdown")]


def test_captions_are_read_if_asked_for(tmp_path):
    figure = "<fig><caption><p>A pond.</p></caption></fig>"
    write(tmp_path, {"a.xml": jats(section("Aim", "Frogs hop.") + figure)})
    assert read(tmp_path) == [("a.xml", "Frogs hop.")]
    assert read(tmp_path, captions=True) == [("a.xml", "A pond.")]


# --- standard input --------------------------------------------------------------------------


def from_stdin(monkeypatch, content, **settings):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    return read(STDIN, **settings)


def test_standard_input_may_be_anything_that_is_read(monkeypatch):
    assert from_stdin(monkeypatch, JATS) == [("stdin", "Frogs hop.")]
    assert from_stdin(monkeypatch, gzip.compress(TEI)) == [("stdin", "Toads hop.")]
    assert from_stdin(monkeypatch, tar_gz({"a.xml": JATS})) == [("stdin/a.xml", "Frogs hop.")]
    assert from_stdin(monkeypatch, b"Newts.", format=Format.text) == [("stdin", "Newts.")]
    assert from_stdin(monkeypatch, b"Newts.")[0][1].startswith("stdin is of no kind that is known")


def test_standard_input_that_is_closed_or_too_large(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert read(STDIN) == [("stdin", "stdin is closed; give it something to read")]
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 10)
    ((_, message),) = from_stdin(monkeypatch, b"a" * 11, format=Format.text)
    assert message.startswith("stdin has 11 bytes, more than 10; ")


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [deflated, tar_gz, tarred])
def test_a_truncated_archive_is_an_error_behind_what_is_whole(tmp_path, pack):
    whole = pack({"a.xml": JATS, "b.txt": b"Newts swim. " * 99})
    for end in range(200, min(len(whole) - 1, 2500), 61):
        write(tmp_path, {"a.zip": whole[:end]})
        *_, (name, message) = read(tmp_path / "a.zip")
        assert name.startswith("a.zip")
        assert message.startswith(str(tmp_path / "a.zip")), message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"caf\xe9", r"a\.txt is not UTF-8: byte 0xe9 at position 3; convert it"),
        ("\ufeffa".encode("utf-16-le"), r"a\.txt is in UTF-16; convert it"),
        (gzip.compress(b"Zork2 binds.", mtime=0)[:-9], r"a\.txt cannot be unpacked"),
        (gzip.compress(b"Zork2 binds.", mtime=0)[:-8] + bytes(8), r"a\.txt cannot be unpacked"),
        (b"\x1f\x8b", r"a\.txt cannot be unpacked"),
    ],
)
def test_bad_text_is_an_error(tmp_path, content, message):
    write(tmp_path, {"a.txt": content})
    (file,) = article_files([tmp_path])
    ((_, error),) = read_file(file, Reading())
    assert isinstance(error, InputError)
    with pytest.raises(InputError, match=message):
        raise error


def test_parts_of_a_gzip_file_are_read_on(tmp_path):
    content = gzip.compress(b"one ", mtime=0) + gzip.compress(b"two")
    assert read(write(tmp_path, {"a.txt": content})) == [("a.txt", "one two")]


def test_files_that_cannot_be_opened(tmp_path):
    (tmp_path / "gone.xml").symlink_to(tmp_path / "nothing")
    (tmp_path / "self.xml").symlink_to(tmp_path / "self.xml")
    for name, message in read(tmp_path):
        assert message.startswith(f"{tmp_path / name} cannot be read: ")
    ((_, folder),) = told(read_file(ArticleFile(Path(tmp_path), "a", True), Reading()))
    assert "cannot be read: Is a directory" in folder
