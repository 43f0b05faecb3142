"""Which files are articles, what their text is, and how problems are told."""

import gzip
import os
from pathlib import Path

import pytest

from spacy_citalign.cli.console import Problems, Progress
from spacy_citalign.corpora.article_files import article_files, read_text_article
from spacy_citalign.errors import InputError

JATS = b"<article/>"


def make(folder, *names, content=JATS):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def found(*paths, root):
    """Paths below ``root`` with their kinds."""
    return [(str(file.path.relative_to(root)), file.kind) for file in article_files(paths)]


def file(folder, content, name="a.txt"):
    path = folder / name
    path.write_bytes(content)
    return path


# --- which files -----------------------------------------------------------------------------


def test_folder_is_searched_in_the_order_of_paths(tmp_path):
    make(tmp_path, "b.xml", "a/z.TXT", "a/c/d.nxml.gz", "c.Xml.GZ", "e.txt.gz", "b/a.nxml")
    assert found(tmp_path, root=tmp_path) == [
        ("a/c/d.nxml.gz", "jats"),
        ("a/z.TXT", "text"),
        ("b/a.nxml", "jats"),
        ("b.xml", "jats"),
        ("c.Xml.GZ", "jats"),
        ("e.txt.gz", "text"),
    ]


def test_folder_gives_no_other_and_no_hidden_files(tmp_path):
    make(tmp_path, "a.xml", "b.pdf", "c.gz", "xml", ".d.xml", "._a.xml", ".git/e.xml", "f.xml/.g")
    assert found(tmp_path, root=tmp_path) == [("a.xml", "jats")]
    hidden = tmp_path / ".git"
    assert found(hidden, root=tmp_path) == [(".git/e.xml", "jats")]  # it is named itself


def test_paths_come_in_the_order_given_and_files_once(tmp_path):
    make(tmp_path, "b.xml", "f/a.xml", "f/g/c.txt")
    paths = [tmp_path / "f/g/../g/c.txt", tmp_path / "b.xml", tmp_path / "f", tmp_path / "f/g"]
    files = article_files(paths)
    assert [file.path.name for file in files] == ["c.txt", "b.xml", "a.xml"]


def test_links_are_followed_once(tmp_path):
    make(tmp_path, "all/a.xml", "other/b.txt")
    (tmp_path / "all/again").symlink_to(tmp_path / "all")
    (tmp_path / "all/other").symlink_to(tmp_path / "other")
    (tmp_path / "other/back").symlink_to(tmp_path / "all")
    (tmp_path / "all/same.xml").symlink_to(tmp_path / "all/a.xml")
    (tmp_path / "all/self.xml").symlink_to(tmp_path / "all/self.xml")
    assert found(tmp_path / "all", root=tmp_path) == [
        ("all/a.xml", "jats"),
        ("all/other/b.txt", "text"),
        ("all/self.xml", "jats"),  # which cannot be read, and that is told
    ]


def test_link_to_nothing_is_not_lost(tmp_path):
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nothing")
    assert found(tmp_path, root=tmp_path) == [("gone.txt", "text")]
    with pytest.raises(InputError, match=r"gone\.txt cannot be read .No such file"):
        read_text_article(tmp_path / "gone.txt")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"<article/>", "jats"),
        (b"\n \t<article/>", "jats"),
        (b"\xef\xbb\xbf<?xml?>", "jats"),
        ("\ufeff<article/>".encode("utf-16-le"), "jats"),
        ("\ufeff<article/>".encode("utf-16-be"), "jats"),
        (gzip.compress(b" " * 100_000 + b"<article/>", mtime=0), "jats"),
        (b"5 < 6", "text"),
        (gzip.compress(b"Zork2 binds.", mtime=0), "text"),
        (gzip.compress(b"<article/>" * 999, mtime=0)[:9], "text"),  # damaged: reading says so
        (b" \n", "text"),
        (b"", "text"),
    ],
)
def test_unknown_suffix_is_decided_by_the_first_character(tmp_path, content, kind):
    for name in ("article", "article.dat", "article.gz"):
        assert found(file(tmp_path, content, name), root=tmp_path) == [(name, kind)]


def test_known_suffix_is_not_doubted(tmp_path):
    assert found(file(tmp_path, b"<p>", "a.txt"), root=tmp_path) == [("a.txt", "text")]
    assert found(file(tmp_path, b"no", "a.xml"), root=tmp_path) == [("a.xml", "jats")]


def test_missing_path_is_said_before_anything_is_searched(tmp_path, monkeypatch):
    make(tmp_path, "f/a.xml")
    monkeypatch.setattr(os, "walk", lambda *args, **kwargs: pytest.fail("was searched"))
    with pytest.raises(InputError, match=r"none\.xml does not exist"):
        article_files([tmp_path / "f", tmp_path / "none.xml"])


def test_folder_without_articles_is_an_error(tmp_path):
    make(tmp_path, "f/a.xml", "g/b.pdf")
    with pytest.raises(InputError, match=r"g has no file that ends in \.xml, \.nxml, \.txt"):
        article_files([tmp_path / "f", tmp_path / "g"])


def test_folder_that_cannot_be_read_is_an_error(tmp_path, monkeypatch):
    make(tmp_path, "f/a.xml", "f/locked/b.xml")
    scandir = os.scandir

    def refuse(path):
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match=r"locked cannot be read: Permission denied"):
        article_files([tmp_path / "f"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipe_is_no_article(tmp_path):
    make(tmp_path, "f/a.xml")
    os.mkfifo(tmp_path / "f/b.xml")
    assert found(tmp_path / "f", root=tmp_path) == [("f/a.xml", "jats")]
    with pytest.raises(InputError, match=r"b\.xml is neither a file nor a folder"):
        article_files([tmp_path / "f/b.xml"])


# --- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz"])
def test_text_is_that_of_the_file(tmp_path, pack, name):
    text = "Zork2 binds\r\nDNA.\n\nα\u2028β\r"
    assert read_text_article(file(tmp_path, pack(text.encode()), name)) == text
    assert read_text_article(file(tmp_path, pack(b"\xef\xbb\xbf" + text.encode()), name)) == text
    assert read_text_article(file(tmp_path, pack(b""), name)) == ""


def test_parts_of_a_gzip_file_are_read_on(tmp_path):
    content = gzip.compress(b"one ", mtime=0) + gzip.compress(b"two")
    assert read_text_article(file(tmp_path, content)) == "one two"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"caf\xe9", r"a\.txt is not UTF-8: byte 0xe9 at position 3; convert it"),
        (b"\xef\xbb\xbf\xe9", r"byte 0xe9 at position 3"),
        ("\ufeffa".encode("utf-16-le"), r"a\.txt is in UTF-16; convert it"),
        (gzip.compress(b"Zork2 binds.", mtime=0)[:-9], r"a\.txt cannot be unpacked"),
        (gzip.compress(b"Zork2 binds.", mtime=0)[:-8] + bytes(8), r"a\.txt cannot be unpacked"),
        (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff", r"a\.txt cannot be unpacked"),
        (b"\x1f\x8b", r"a\.txt cannot be unpacked"),
    ],
)
def test_bad_text_is_refused(tmp_path, content, message):
    with pytest.raises(InputError, match=message):
        read_text_article(file(tmp_path, content))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_large_text_is_refused(tmp_path, pack):
    path = file(tmp_path, pack(b"a" * 1000))
    assert len(read_text_article(path, most_bytes=1000)) == 1000
    with pytest.raises(InputError, match=r"a\.txt has more than 999 bytes"):
        read_text_article(path, most_bytes=999)


def test_folder_is_no_text(tmp_path):
    with pytest.raises(InputError, match=r"cannot be read .Is a directory"):
        read_text_article(tmp_path)


# --- problems --------------------------------------------------------------------------------


def test_problems_are_said_at_once_and_listed_at_the_end(capsys):
    problems = Problems(Progress(None, quiet=False))
    assert problems.summary(files=3) == []
    problems.add(Path("b.xml"), "has no references")
    assert capsys.readouterr().err == "b.xml: has no references\n"
    problems.add("a.txt", InputError("a.txt is not UTF-8;\nconvert it"))
    problems.add("a.txt", ValueError("odd"))
    expected = ["b.xml: has no references", "a.txt is not UTF-8; convert it"]
    assert capsys.readouterr().err.splitlines() == [expected[1], "a.txt: ValueError: odd"]
    assert problems.summary(files=3) == [
        "3 problems in 2 of 3 files:",
        *(f"  {line}" for line in expected),
        "  a.txt: ValueError: odd",
    ]
    assert (problems.count, problems.files) == (3, 2)


def test_many_problems_are_counted():
    problems = Problems(Progress(None, quiet=True), most_lines=20)
    for number in range(23):
        problems.add(f"{number:02}.xml", "is odd")
    first, *lines, last = problems.summary(files=100)
    assert first == "23 problems in 23 of 100 files:"
    assert lines == [f"  {number:02}.xml: is odd" for number in range(20)]
    assert last == "  ... and 3 more"


def test_message_that_only_looks_like_the_name_gets_it():
    problems = Problems(Progress(None, quiet=True))
    problems.add("a", "article is odd")
    assert problems.summary(files=1) == ["1 problem in 1 of 1 files:", "  a: article is odd"]
