"""Atomic writes: whole files or none, what is left of a killed process, and links."""

import errno
import os
import platform
import re
import stat
import subprocess
import sys

import pytest

from spacy_citalign.atomic import (
    atomic_output,
    atomic_text,
    atomic_write,
    remove_stale_files,
    stale_files,
)


def test_the_file_is_there_at_the_end_only(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("of before")
    with atomic_output(path) as part:
        part.write_text("whole")
        assert path.read_text() == "of before"
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def write_half(path, error):
    with atomic_output(path) as part:
        part.write_text("half")
        if isinstance(error, OSError) and error.filename == "the part":
            error.filename = str(part)
        raise error


@pytest.mark.parametrize("name", [[], ["the part"]])
def test_a_failed_write_is_told_by_the_name_of_the_output(tmp_path, name):
    path = tmp_path / "page.html"
    with pytest.raises(OSError, match="full") as raised:
        write_half(path, OSError(errno.ENOSPC, "full", *name))
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "error",
    [
        KeyboardInterrupt(),
        FileNotFoundError(errno.ENOENT, "is not there", "input.txt"),
        OSError("without a number"),
    ],
)
def test_an_error_of_something_else_stays_as_it_is(tmp_path, error):
    with pytest.raises(type(error)) as raised:
        write_half(tmp_path / "page.html", error)
    assert raised.value is error
    assert not list(tmp_path.iterdir())


def test_a_reader_that_left_is_one(tmp_path):
    with pytest.raises(BrokenPipeError):
        write_half(tmp_path / "page.html", BrokenPipeError(errno.EPIPE, "gone"))
    assert not list(tmp_path.iterdir())


def test_bytes_are_written_and_replace_the_file_of_before(tmp_path):
    path = tmp_path / "model"
    for content in (b"of before", memoryview(b"now"), b""):
        for durable in (False, True):
            atomic_write(path, content, durable=durable)
            assert path.read_bytes() == bytes(content)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_has_the_rights_of_any_new_file(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    atomic_write(tmp_path / "model", b"x")
    with atomic_text(tmp_path / "page.html") as file:
        file.write("x")
    rights = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert rights == {stat.S_IMODE(plain.stat().st_mode)}


@pytest.mark.parametrize("durable", [False, True])
def test_bytes_that_cannot_be_written_leave_nothing(tmp_path, monkeypatch, durable):
    def full(path, target):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("pathlib.Path.replace", full)
    path = tmp_path / "model"
    with pytest.raises(OSError, match="full") as raised:
        atomic_write(path, b"x", durable=durable)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("write", [atomic_output, atomic_text])
def test_a_folder_that_is_not_there_is_told_before_the_work(tmp_path, write):
    path = tmp_path / "none" / "page.html"
    with pytest.raises(FileNotFoundError) as raised, write(path):
        pytest.fail("went on")
    assert raised.value.filename == str(path)


def test_a_link_is_followed_by_outputs_and_replaced_by_bytes(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("of before")
    link.symlink_to(target)
    with atomic_text(link) as file:
        file.write("page")
    assert (link.is_symlink(), target.read_text()) == (True, "page")
    atomic_write(link, b"bytes")
    assert (link.is_symlink(), link.read_text(), target.read_text()) == (False, "bytes", "page")


KILLED = """
import os, sys
from pathlib import Path
from spacy_citalign.atomic import atomic_output

with atomic_output(Path(sys.argv[1])):
    os._exit(0)
"""


def test_what_a_killed_process_left_is_found_and_removed(tmp_path):
    path, other = tmp_path / "model", tmp_path / "model.json"
    (tmp_path / ".model.part").touch()
    for file in (path, other):
        subprocess.run([sys.executable, "-c", KILLED, str(file)], check=True)
    assert sorted(name for _, name in stale_files(tmp_path)) == ["model", "model.json"]
    remove_stale_files(path)
    assert [name for _, name in stale_files(tmp_path)] == ["model.json"]
    assert not path.exists()


@pytest.mark.skipif(os.name == "nt", reason="asks for processes")
def test_what_dead_processes_left_of_an_output_is_removed_when_it_is_written_again(tmp_path):
    path = tmp_path / "page.html"
    machine = re.sub(r"\W", "_", platform.node())[:32]
    gone = 2**22 + 1  # more than Linux gives to a process
    writers = [f"{machine}-{number}" for number in (gone, os.getpid(), 1)]
    dead, ours, alive = (f".page.html.{writer}-0123abcd.new" for writer in writers)
    others = [f".page.html.elsewhere-{gone}-0123abcd.new", f".b.html.{machine}-{gone}-0123abcd.new"]
    for name in (dead, ours, alive, *others):
        (tmp_path / name).write_text("half")
    with atomic_output(path) as first, atomic_output(path) as second:
        first.write_text("one")
        second.write_text("two")  # neither of them is of the dead
    assert {item.name for item in tmp_path.iterdir()} == {"page.html", alive, *others}
