"""Which files are looked at for articles, their names, and how problems are told."""

import os
from pathlib import Path

import pytest

from spacy_citalign.app.answers.events import Problem, Problems
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import article_files
from spacy_citalign.inputs.records import STDIN

JATS = b"<article/>"


def make(folder, *names, content=JATS):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def found(*paths, root):
    """Paths below ``root``."""
    return [str(file.path.relative_to(root)) for file in article_files(paths)]


def file(folder, content, name="a.txt"):
    path = folder / name
    path.write_bytes(content)
    return path


# --- which files -----------------------------------------------------------------------------


def test_folder_is_searched_in_the_order_of_paths(tmp_path):
    make(tmp_path, "b.xml", "a/z.TXT", "a/c/d.nxml.gz", "c.Xml.GZ", "e.txt.gz", "b/a.nxml")
    assert found(tmp_path, root=tmp_path) == [
        "a/c/d.nxml.gz",
        "a/z.TXT",
        "b/a.nxml",
        "b.xml",
        "c.Xml.GZ",
        "e.txt.gz",
    ]


def test_folder_gives_all_but_hidden_files(tmp_path):
    make(tmp_path, "a.xml", "b.pdf", "c.gz", "xml", ".d.xml", "._a.xml", ".git/e.xml", "f.xml/.g")
    assert found(tmp_path, root=tmp_path) == ["a.xml", "b.pdf", "c.gz", "xml"]
    hidden = tmp_path / ".git"
    assert found(hidden, root=tmp_path) == [".git/e.xml"]  # it is named itself


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
        "all/a.xml",
        "all/other/b.txt",
        "all/self.xml",  # a link to itself, which reading tells
    ]


def test_link_to_nothing_is_not_lost(tmp_path):
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nothing")
    assert found(tmp_path, root=tmp_path) == ["gone.txt"]


def test_missing_path_is_said_before_anything_is_searched(tmp_path, monkeypatch):
    make(tmp_path, "f/a.xml")
    monkeypatch.setattr(os, "walk", lambda *args, **kwargs: pytest.fail("was searched"))
    with pytest.raises(InputError, match=r"none\.xml does not exist"):
        article_files([tmp_path / "f", tmp_path / "none.xml"])


def test_folder_without_files_is_an_error(tmp_path):
    make(tmp_path, "f/a.xml", "g/.b.xml")
    with pytest.raises(InputError, match=r"g has no file; give a folder that has"):
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
    assert found(tmp_path / "f", root=tmp_path) == ["f/a.xml"]
    with pytest.raises(InputError, match=r"b\.xml is neither a file nor a folder"):
        article_files([tmp_path / "f/b.xml"])


def test_names_are_below_the_folder_and_differ(tmp_path):
    make(tmp_path, "f/a.xml", "f/g/b.xml", "a.xml")
    names = [file.name for file in article_files([tmp_path / "f", tmp_path / "a.xml"])]
    assert names == [(tmp_path / "f/a.xml").as_posix(), "g/b.xml", (tmp_path / "a.xml").as_posix()]


def test_names_can_be_written(tmp_path):
    odd = os.fsdecode(b"p\xff.xml")
    try:
        make(tmp_path, odd)
    except OSError:
        pytest.skip("this disk has no such names")
    (file,) = article_files([tmp_path])
    assert file.name == "p\\xff.xml"
    file.path.open().close()


def test_standard_input_is_a_file_of_its_own():
    assert article_files([STDIN]) == [(STDIN, "stdin", True)]


# --- problems --------------------------------------------------------------------------------


def test_problems_are_told_at_once_and_listed_at_the_end():
    told: list[Problem] = []
    problems = Problems(told.append)
    assert problems.summary(files=3) == []
    problems.add(Path("b.xml"), "has no references")
    assert told == [("b.xml", "b.xml: has no references")]
    problems.add("a.txt", InputError("a.txt is not UTF-8;\nconvert it"))
    problems.add("a.txt", ValueError("odd"))
    expected = ["b.xml: has no references", "a.txt is not UTF-8; convert it"]
    assert told[1:] == [("a.txt", expected[1]), ("a.txt", "a.txt: ValueError: odd")]
    assert problems.summary(files=3) == [
        "3 problems in 2 of 3 files:",
        *(f"  {line}" for line in expected),
        "  a.txt: ValueError: odd",
    ]
    assert (problems.count, problems.files) == (3, 2)


def test_many_problems_are_counted():
    problems = Problems(max_lines=20)
    for number in range(23):
        problems.add(f"{number:02}.xml", "is odd")
    first, *lines, last = problems.summary(files=100)
    assert first == "23 problems in 23 of 100 files:"
    assert lines == [f"  {number:02}.xml: is odd" for number in range(20)]
    assert last == "  ... and 3 more"


def test_message_that_only_looks_like_the_name_gets_it():
    problems = Problems()
    problems.add("a", "article is odd")
    assert problems.summary(files=1) == ["1 problem in 1 of 1 files:", "  a: article is odd"]
