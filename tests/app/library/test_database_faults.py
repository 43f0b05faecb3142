"""What is wrong with the file of a library, its disk or its SQLite is told, and loses nothing."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from faults import DAMAGE

from spacy_citalign.app.library import database, network_disks
from spacy_citalign.app.library.database import reading, transaction, writing
from spacy_citalign.errors import CitalignError, InputError, SettingError

resource = pytest.importorskip("resource", reason="this system limits no files")
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
FROGS = [f"frog {number}" for number in range(200)]


def put(connection, names, value="x" * 500):
    for name in names:
        connection.execute("INSERT INTO settings VALUES (?, ?)", (name, value))


def fill(path, transactions):
    """Do transactions until there is no more room."""
    with writing(path) as connection:
        for number in range(transactions):
            with transaction(connection):
                put(connection, [f"{number} {frog}" for frog in FROGS])


def names(path):
    with reading(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return [row["name"] for row in connection.execute("SELECT name FROM settings")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pond.library"


@pytest.fixture
def made(path):
    """A library of some pages."""
    with writing(path) as connection, transaction(connection):
        put(connection, FROGS)
    return path


def refused(path, *, kind, match, opened=(reading, writing)):
    """See that a file is told from a library, and left as it is."""
    before = path.read_bytes() if path.is_file() else None
    for way in opened:
        with pytest.raises(kind, match=match), way(path) as connection:
            connection.execute("SELECT * FROM settings").fetchall()
    assert before is None or path.read_bytes() == before


# --- what is no library ----------------------------------------------------------------------


def test_there_is_none(path):
    refused(path, kind=InputError, match="there is no library .*library add", opened=[reading])
    assert not path.exists()


def test_a_text_is_no_library(path):
    path.write_bytes(b"Frogs hop.\n" * 100)
    refused(path, kind=InputError, match="is no library, it begins with b'Frogs ho'")


def test_an_empty_file_is_not_read_as_one(path):
    path.touch()
    refused(path, kind=InputError, match="is no library, it is empty", opened=[reading])


def test_a_folder_is_no_library(tmp_path):
    refused(tmp_path, kind=InputError, match="is no file; give the name of a library")


def test_the_folder_must_be_there(tmp_path):
    place = tmp_path / "none" / "pond.library"
    refused(place, kind=SettingError, match="the folder .*does not exist", opened=[writing])
    assert os.listdir(tmp_path) == []


def test_a_database_of_another_program_is_left_alone(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE settings (name, value)")
        connection.commit()
    refused(path, kind=InputError, match="a database of another program")


# --- damage ----------------------------------------------------------------------------------


def test_a_truncated_library_is_told(made):
    with made.open("r+b") as file:
        file.truncate(made.stat().st_size - 8_192)
    refused(made, kind=InputError, match=r"is truncated: [\d,]+ bytes of [\d,]+; take a copy")


@pytest.mark.parametrize("size", [16, 60, 100, 511, 512, 4096, 8191])
def test_a_begin_of_a_library_is_told(made, size):
    with made.open("r+b") as file:
        file.truncate(size)
    refused(made, kind=InputError, match="is truncated")


@pytest.mark.parametrize("damage", sorted(DAMAGE.keys() - {"a byte more", "empty"}))
def test_damage_is_told_or_does_no_harm(made, damage):
    made.write_bytes(DAMAGE[damage](made.read_bytes()))
    for opened in (reading, writing):
        with suppress(CitalignError), opened(made) as connection:
            connection.execute("SELECT * FROM settings").fetchall()


def test_pages_of_zeros_are_told(made):
    data = made.read_bytes()
    made.write_bytes(data[: 2 * 8_192] + bytes(len(data) - 2 * 8_192))
    with pytest.raises(InputError, match=r"is damaged: .*; take a copy of before"):
        names(made)


# --- rights ----------------------------------------------------------------------------------


@contextmanager
def without_rights(path, rights, monkeypatch):
    """Take the rights of writing away; root, who has all of them, is told that it has not."""
    before = path.stat().st_mode
    path.chmod(rights)
    if IS_ROOT:
        real = os.access
        denied = {path, *path.iterdir()} if path.is_dir() else {path}
        monkeypatch.setattr(
            os,
            "access",
            lambda one, mode: not (mode & os.W_OK and Path(one) in denied) and real(one, mode),
        )
    try:
        yield
    finally:
        path.chmod(before)


def test_a_read_only_file_is_read_and_not_written(made, monkeypatch):
    with without_rights(made, 0o444, monkeypatch):
        assert len(names(made)) == len(FROGS)
        refused(made, kind=SettingError, match="cannot be written; change its r", opened=[writing])


def test_a_read_only_folder_is_read_and_not_written(tmp_path, monkeypatch):
    folder = tmp_path / "pond"
    folder.mkdir()
    path = folder / "pond.library"
    with writing(path) as connection, transaction(connection):
        put(connection, FROGS)
    with without_rights(folder, 0o555, monkeypatch):
        assert len(names(path)) == len(FROGS)
        said = "nothing can be in its folder; change its rights"
        refused(path, kind=SettingError, match=said, opened=[writing])
        assert os.listdir(folder) == ["pond.library"]


@pytest.mark.skipif(IS_ROOT, reason="root may read all")
def test_a_file_that_may_not_be_read_is_told(made):
    made.chmod(0)
    refused_file = pytest.raises(SettingError, match="cannot be opened; look at the rights of it")
    with refused_file, reading(made):
        pass


# --- a full disk -----------------------------------------------------------------------------


@contextmanager
def limited_files(size):
    """Let no file get larger."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@contextmanager
def small_disk(folder, size):
    """A disk of so many bytes; as others than root, a limit to files."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if not IS_ROOT or subprocess.run(mount, capture_output=True).returncode:
        with limited_files(size):
            yield
        return
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


FULL = "the disk is full; what was added before is kept|the disk may be full or broken"


def test_a_full_disk_keeps_what_was_committed(tmp_path):
    folder = tmp_path / "disk"
    path = folder / "pond.library"
    with small_disk(folder, 1_500_000):
        with pytest.raises(SettingError, match=FULL):
            fill(path, 100_000)
        done = len(names(path))
        assert done > len(FROGS)
        assert done % len(FROGS) == 0
        copy = shutil.copytree(folder, tmp_path / "copy") / path.name
    with writing(copy) as connection, transaction(connection):  # where there is room it goes on
        put(connection, ["toads"])
    assert len(names(copy)) == done + 1


def test_a_file_larger_than_may_be_is_told(made):
    room = made.stat().st_size + 50_000
    with limited_files(room), pytest.raises(SettingError, match=FULL):
        fill(made, 100)
    assert len(names(made)) % len(FROGS) == 0


def test_a_disk_without_room_for_a_library_has_none(tmp_path):
    folder = tmp_path / "disk"
    with small_disk(folder, 20_000):
        with pytest.raises((SettingError, OSError)), writing(folder / "pond.library"):
            pass
        assert [name for name in os.listdir(folder) if not name.startswith(".")] == []


# --- others at work --------------------------------------------------------------------------

WRITER = """
import sys, time
from pathlib import Path
from spacy_citalign.app.library.database import transaction, writing
with writing(Path(sys.argv[1])) as connection:
    for number in range(10**9):
        with transaction(connection):
            for part in range(20):
                name = f"toad {number} {part}"
                connection.execute("INSERT INTO settings VALUES (?, ?)", (name, "x" * 300))
        if number == 3:
            print("at work", flush=True)
"""

ONCE = """
import sys
from pathlib import Path
from spacy_citalign.app.library.database import transaction, writing
with writing(Path(sys.argv[1])) as connection, transaction(connection):
    connection.execute("INSERT INTO settings VALUES ('efts', 'x')")
"""


@contextmanager
def at_work(path):
    """A process that writes a library until it is killed."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"at work\n"
        try:
            yield process
        finally:
            process.kill()


def whole(found):
    """See that names are those of whole transactions; how many there are."""
    toads = [name for name in found if name.startswith("toad")]
    assert len(toads) % 20 == 0
    return len(toads)


def test_a_second_writer_is_refused_and_readers_are_not(made):
    with at_work(made):
        said = "another process is writing .*; wait until it has ended"
        refused_writer = pytest.raises(SettingError, match=said)
        with refused_writer, writing(made):
            pass
        first = whole(names(made))
        until = time.monotonic() + 30
        while whole(names(made)) <= first and time.monotonic() < until:
            time.sleep(0.05)
        assert whole(names(made)) > first
    with writing(made) as connection, transaction(connection):
        put(connection, ["newts"])
    assert "newts" in names(made)


def test_what_a_killed_writer_committed_is_there(made):
    with at_work(made) as process:
        process.kill()
        process.wait()
    before = whole(names(made))
    assert before >= 4 * 20
    with writing(made):
        pass
    assert whole(names(made)) == before
    assert len(names(made)) == before + len(FROGS)


def test_what_a_killed_writer_left_is_not_of_the_next_library(made):
    with at_work(made) as process:
        process.kill()
        process.wait()
    assert made.with_name(f"{made.name}-wal").stat().st_size
    made.unlink()
    with writing(made) as connection, transaction(connection):
        put(connection, ["newts"])
    assert names(made) == ["newts"]


def test_a_writer_of_this_process_takes_no_lock_of_its_readers(made):
    """Another process would delete the log that the reader reads, when it ends."""
    with reading(made) as connection:
        assert len(connection.execute("SELECT name FROM settings").fetchall()) == len(FROGS)
        for name in ("toads", "newts"):
            with writing(made) as writer, transaction(writer):
                put(writer, [name])
        with reading(made):
            pass
        command = [sys.executable, "-c", ONCE, str(made)]
        subprocess.run(command, check=True)
        found = connection.execute("SELECT name FROM settings").fetchall()
        assert len(found) == len(FROGS) + 3
    assert len(names(made)) == len(FROGS) + 3


def test_another_program_that_holds_it_is_told(made, monkeypatch):
    monkeypatch.setattr(database, "WAIT", 50)
    with closing(sqlite3.connect(made, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = "is locked by another program; wait until it has ended"
        with pytest.raises(SettingError, match=said):
            fill(made, 1)
    assert len(names(made)) == len(FROGS)


# --- disks of a network, and an SQLite that cannot search -----------------------------------


@pytest.fixture
def on_network(tmp_path, monkeypatch):
    """Let the folder of a test be on a disk of a network."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"36 35 98:0 / {tmp_path.resolve()} rw - nfs4 server:/export rw\n")
    return lambda: monkeypatch.setattr(network_disks, "MOUNTS", mounts)


def test_nothing_is_written_on_a_disk_of_a_network(path, on_network):
    on_network()
    said = r"disk of a network \(nfs4\), where SQLite's write-ahead log does not work: .*damage it"
    refused(path, kind=SettingError, match=said, opened=[writing])
    assert not path.exists()


def test_a_library_that_is_closed_is_read_there(made, on_network):
    on_network()
    assert len(names(made)) == len(FROGS)
    assert sorted(os.listdir(made.parent)) == ["mountinfo", made.name]


def test_a_library_that_is_open_is_not_read_there(made, on_network):
    with writing(made) as connection, transaction(connection):
        put(connection, ["toads"])
        connection.execute("COMMIT")
        connection.execute("BEGIN")
        on_network()
        said = r"\(nfs4\) and was not closed, or is written on another machine"
        refused(made, kind=SettingError, match=said, opened=[reading])


@pytest.mark.parametrize("opened", [reading, writing])
def test_an_sqlite_without_fts5_is_told(made, monkeypatch, opened):
    class Without(sqlite3.Connection):
        def execute(self, statement, *parameters):
            if "fts5" in statement:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(statement, *parameters)

    real = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **kwargs: real(*args, **kwargs, factory=Without)
    )
    said = r"SQLite [\d.]+ of this Python has no FTS5, .*use a Python that has it"
    with pytest.raises(SettingError, match=said), opened(made):
        pass
