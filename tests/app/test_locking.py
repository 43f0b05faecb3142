"""One process writes an output; the next one may when it has ended, however it ended."""

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_citalign.app.locking import only_writer
from spacy_citalign.errors import SettingError

fcntl = pytest.importorskip("fcntl", reason="this system has no flock")

HOLDER = """
import fcntl, sys, time
from pathlib import Path
from spacy_citalign.app import locking

def no_locks(descriptor, operation):
    raise OSError(int(sys.argv[2]), "no locks here")

if sys.argv[2] != "0":
    fcntl.flock = no_locks
with locking.only_writer(Path("out.jsonl"), Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
FORKER = """
import os, sys, time
from pathlib import Path
from spacy_citalign.app import locking

with locking.only_writer(Path("out.jsonl"), Path(sys.argv[1])):
    child = os.fork()
    if child == 0:
        print(os.getpid(), flush=True)
        time.sleep(60)
        os._exit(0)
    time.sleep(60)
"""
HOST = socket.gethostname()
GONE = 2**22 + 1  # more than Linux gives to a process


def without_locks(monkeypatch, number=errno.ENOSYS):
    """A disk of a network, which may have no locks."""

    def flock(descriptor, operation):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)


@pytest.fixture(params=[0, errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def way(request, monkeypatch):
    if request.param:
        without_locks(monkeypatch, request.param)
    return request.param


def refused(folder, match="another process is writing"):
    with (
        pytest.raises(SettingError, match=match),
        only_writer(folder / "out.jsonl", folder / "lock"),
    ):
        pytest.fail("both have it")


def test_second_writer_is_refused_until_the_first_has_ended(tmp_path, way):
    with only_writer(tmp_path / "out.jsonl", tmp_path / "lock"):
        refused(tmp_path, match=r"another process is writing .*out\.jsonl; wait")
        refused(tmp_path)  # the refusal itself frees nothing
    assert list(tmp_path.iterdir()) == []
    with only_writer(tmp_path / "out.jsonl", tmp_path / "lock"):
        refused(tmp_path)


def test_lock_that_was_deleted_meanwhile_is_none(tmp_path, monkeypatch):
    opens, lock = os.open, tmp_path / "lock"
    opened = []

    def open_late(path, *args):
        descriptor = opens(path, *args)
        if Path(path) == lock:
            if not opened:  # the holder before us ends between our open and our lock
                lock.unlink()
            opened.append(path)
        return descriptor

    monkeypatch.setattr(os, "open", open_late)
    with only_writer(tmp_path / "out.jsonl", lock):
        assert len(opened) == 2
        refused(tmp_path)


def test_error_frees_the_lock(tmp_path, way):
    with (
        pytest.raises(KeyboardInterrupt),
        only_writer(tmp_path / "out.jsonl", tmp_path / "lock"),
    ):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_killed_process_blocks_nobody(tmp_path, way):
    command = [
        sys.executable,
        "-c",
        HOLDER,
        str(tmp_path / "lock"),
        str(way),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        try:
            refused(tmp_path)
        finally:
            os.kill(process.pid, signal.SIGKILL)
    assert len(list(tmp_path.iterdir())) == 1
    with only_writer(tmp_path / "out.jsonl", tmp_path / "lock"):
        refused(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "held"),
    [
        (f"{GONE}\n{HOST}\n", False),
        (f"OWN\n{HOST}\n1\n", False),  # of a container of before
        (f"1\n{HOST}\n", True),
        (f"{GONE}\nanother-machine\n", True),  # nobody here can know
        (f"{10**30}\n{HOST}\n", True),
        (f"{'9' * 5000}\n{HOST}\n", True),
        ("", True),
        ("nonsense", True),
    ],
)
def test_file_of_a_process_is_taken_over_only_if_it_is_gone(tmp_path, monkeypatch, content, held):
    content = content.replace("OWN", str(os.getpid()))  # which differs among processes of a run
    without_locks(monkeypatch)
    (tmp_path / "lock.pid").write_text(content)
    if held:
        refused(tmp_path, match=r"If that process is gone, delete .*lock\.pid")
        assert (tmp_path / "lock.pid").read_text() == content
    else:
        with only_writer(tmp_path / "out.jsonl", tmp_path / "lock"):
            assert (tmp_path / "lock.pid").read_text().startswith(f"{os.getpid()}\n{HOST}\n")


@pytest.mark.parametrize("plant", [os.symlink, os.link])
def test_lock_that_is_a_link_is_not_followed(tmp_path, plant):
    (tmp_path / "diary.txt").write_text("mine")
    plant(tmp_path / "diary.txt", tmp_path / ".out.jsonl.part.lock")
    with (
        pytest.raises(SettingError, match=r"\.out\.jsonl\.part\.lock, .* is a link"),
        only_writer(tmp_path / "out.jsonl"),
    ):
        pytest.fail("went on")
    assert (tmp_path / "diary.txt").read_text() == "mine"


def test_other_errors_of_the_system_are_not_hidden(tmp_path, monkeypatch):

    def broken(descriptor, operation):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", broken)
    with (
        pytest.raises(OSError, match="Input/output"),
        only_writer(tmp_path / "out.jsonl", tmp_path / "lock"),
    ):
        pytest.fail("went on")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forked_process_does_not_keep_the_lock_of_a_parent_that_was_killed(tmp_path):
    lock = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", FORKER, lock], stdout=subprocess.PIPE, text=True
    ) as process:
        child = int(process.stdout.readline())
        process.kill()
        process.wait()
        try:
            with only_writer(tmp_path / "out.jsonl", lock):
                os.kill(child, 0)  # it is there
        finally:
            os.kill(child, signal.SIGKILL)
