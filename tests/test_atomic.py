"""Atomic writes: whole files or none, what is left of a killed process, and links."""

import errno
import os
import platform
import re
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from spacy_citalign import atomic
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


GONE = 2**22 + 1  # more than Linux gives to a process
MACHINE = re.sub(r"\W", "_", platform.node())[:32]


@pytest.fixture(params=["locks", "no locks"])
def way(request, monkeypatch):
    if request.param == "no locks":
        monkeypatch.setattr(atomic, "fcntl", None)
    elif atomic.fcntl is None:
        pytest.skip("this system has no flock")
    return request.param


@pytest.mark.skipif(os.name == "nt", reason="asks for processes")
def test_what_dead_processes_left_of_an_output_is_removed_when_it_is_written_again(tmp_path, way):
    path = tmp_path / "page.html"
    writers = [f"{MACHINE}-{GONE}", f"{MACHINE}-{os.getpid()}", f"{MACHINE}-1"]
    gone, ours, first_process = (f".page.html.{writer}-0123abcd.new" for writer in writers)
    others = [f".page.html.elsewhere-{GONE}-0123abcd.new", f".b.html.{MACHINE}-{GONE}-0123abcd.new"]
    for name in (gone, ours, first_process, *others):
        (tmp_path / name).write_text("half")
    with atomic_output(path) as first, atomic_output(path) as second:
        first.write_text("one")
        second.write_text("two")  # neither of them is of the dead
    # That process lives, but writes nothing of ours, which the lock alone can tell.
    kept = {first_process} if way == "no locks" else set()
    assert {item.name for item in tmp_path.iterdir()} == {"page.html", *kept, *others}


@pytest.mark.skipif(not Path("/proc/sys/kernel/random/boot_id").exists(), reason="asks Linux")
def test_what_another_container_of_the_machine_left_is_removed(tmp_path):
    boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
    here, elsewhere = (f".a.html.0a1b2c-{boot}-1-0123abcd.new" for boot in (boot, "00000000"))
    for name in (here, elsewhere):
        (tmp_path / name).write_text("half")
    with atomic_text(tmp_path / "a.html"):
        pass
    assert {item.name for item in tmp_path.iterdir()} == {"a.html", elsewhere}


CONTAINER = """
import os, sys
from pathlib import Path
from spacy_citalign.atomic import atomic_output

os.getpid = lambda: int(sys.argv[2])
with atomic_output(Path(sys.argv[1])) as part:
    part.write_text("of the other")
    print("written", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def container(path):
    """A process in a container that has our host name, and where it has our number."""
    command = [sys.executable, "-c", CONTAINER, str(path), str(os.getpid())]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout.readline() == "written\n"
        yield other


@pytest.mark.skipif(atomic.fcntl is None, reason="this system has no flock")
@pytest.mark.parametrize("write", [atomic_output, remove_stale_files])
def test_a_live_process_of_a_container_with_our_host_name_and_number_keeps_its_file(
    tmp_path, write
):
    path = tmp_path / "page.html"
    with container(path) as other:
        if write is atomic_output:
            with atomic_output(path) as part:
                part.write_text("ours")
        else:
            remove_stale_files(path)
        other.communicate("go on\n")
    assert other.returncode == 0
    assert path.read_text() == "of the other"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(atomic.fcntl is None, reason="this system has no flock")
def test_one_that_was_killed_there_leaves_nothing_for_long(tmp_path):
    path = tmp_path / "page.html"
    with container(path) as other:
        other.kill()
    assert len(list(tmp_path.iterdir())) == 1
    with atomic_text(path) as file:
        file.write("ours")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(atomic.fcntl is None, reason="this system has no flock")
def test_a_file_that_is_taken_before_it_is_locked_is_made_anew(tmp_path, monkeypatch):
    opens, taken = os.open, []

    def open_late(path, *args):
        descriptor = opens(path, *args)
        if not taken:  # by one who took it for a file of the dead
            taken.append(path)
            assert atomic.remove_unheld(Path(path))
        return descriptor

    monkeypatch.setattr(os, "open", open_late)
    with atomic_text(tmp_path / "page.html") as file:
        file.write("whole")
    assert (tmp_path / "page.html").read_text() == "whole"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_descriptor_more_is_not_left_open(tmp_path):
    atomic_write(tmp_path / "a", b"x")  # what is opened once
    before = len(os.listdir("/dev/fd"))
    for _ in range(20):
        atomic_write(tmp_path / "a", b"x")
        with atomic_text(tmp_path / "b"):
            pass
    assert len(os.listdir("/dev/fd")) == before
