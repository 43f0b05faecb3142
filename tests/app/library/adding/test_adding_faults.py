"""What goes wrong while articles are added is told in a line; nothing is lost or twice."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager

import pytest
import spacy
from faults import ALL_WELL, NOTHING_DONE, refused, run
from jats_files import citing, jats, section

from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.app.library import database, network_disks
from spacy_citalign.app.library.adding import batches
from spacy_citalign.app.library.asking.groups import LibraryGroups
from spacy_citalign.app.library.database import reading, writing

ARTICLES = 40
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0


@pytest.fixture(scope="module")
def pond(tmp_path_factory):
    """A folder with articles, a pipeline that reads them, and a library of them."""
    folder = tmp_path_factory.mktemp("pond")
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    pipeline = folder / "pipeline"
    nlp.to_disk(pipeline)
    articles = folder / "articles"
    articles.mkdir()
    for number in range(ARTICLES):
        said = [citing(f"r{1 + number % 3}", f"Frog {number} hops {n} times.") for n in range(30)]
        name = articles / f"{number:02d}.xml"
        name.write_bytes(jats(section("Results", " ".join(said)), pmid=str(1000 + number)))
    library = folder / "whole.calg"
    assert add(library, articles, pipeline).exit_code == ALL_WELL
    return articles, pipeline, content(library)


def add(library, articles, pipeline):
    return run("library", "add", library, articles, "--pipeline", pipeline, "--n-process", 1)


def content(library):
    """The groups of a library, which is sound."""
    with reading(library) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        groups = LibraryGroups(connection, WorkFilter())
        return [groups.group(work).line for work in groups.ids()]


def citances(library):
    """How many citances a library has."""
    with reading(library) as connection:
        return connection.execute("SELECT count(*) FROM citances").fetchone()[0]


@pytest.fixture
def library(tmp_path):
    return tmp_path / "pond.calg"


@pytest.fixture
def begun(pond, library):
    """A library of some of the articles."""
    articles, pipeline, _ = pond
    for number in range(5):
        add(library, articles / f"{number:02d}.xml", pipeline)
    return library


# --- others at work --------------------------------------------------------------------------


def test_two_adds_at_once_are_one(pond, begun):
    articles, pipeline, expected = pond
    with writing(begun):
        said = refused("library", "add", begun, articles, "--pipeline", pipeline)
        assert "another process is writing" in said
    add(begun, articles, pipeline)
    assert content(begun) == expected


def test_a_reader_sees_what_an_add_has_done(pond, begun):
    articles, pipeline, expected = pond
    with reading(begun) as connection:
        connection.execute("BEGIN")
        before = connection.execute("SELECT count(*) FROM citances").fetchone()[0]
        add(begun, articles, pipeline)
        assert connection.execute("SELECT count(*) FROM citances").fetchone()[0] == before
        connection.execute("COMMIT")
        assert connection.execute("SELECT count(*) FROM citances").fetchone()[0] > before
    assert content(begun) == expected


def test_a_library_in_the_folder_of_its_articles_is_not_looked_into(pond, tmp_path, monkeypatch):
    articles, pipeline, expected = pond
    folder = shutil.copytree(articles, tmp_path / "articles")
    library = folder / "pond.calg"
    add(library, articles / "00.xml", pipeline)
    real = database.Path.open

    def opened(path, *args, **kwargs):
        assert not path.name.startswith(library.name), "its locks go when it is closed"
        return real(path, *args, **kwargs)

    monkeypatch.setattr(database.Path, "open", opened)
    with reading(library):  # so that there is a log
        result = add(library, folder, pipeline)
    monkeypatch.undo()
    assert "pond.calg-" not in result.stderr
    assert content(library) == expected


# --- what ends an add ------------------------------------------------------------------------


@contextmanager
def small_disk(folder, size):
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if not IS_ROOT or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be made here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_an_add_goes_on_when_the_disk_was_full(pond, begun, tmp_path):
    articles, pipeline, expected = pond
    before = citances(begun)
    folder = tmp_path / "disk"
    with small_disk(folder, begun.stat().st_size + 150_000):
        library = shutil.copy(begun, folder)
        said = refused("library", "add", library, articles, "--pipeline", pipeline)
        assert "the disk is full; what was added before is kept. Make room, and give the" in said
        assert citances(folder / begun.name) == before
        again = shutil.copytree(folder, tmp_path / "room") / begun.name
    assert add(again, articles, pipeline).exit_code == ALL_WELL
    assert content(again) == expected


def test_an_add_that_fails_within_a_transaction_leaves_nothing_of_it(pond, begun, monkeypatch):
    articles, pipeline, expected = pond
    before = citances(begun)

    def fail(connection):
        connection.execute("oops")

    monkeypatch.setattr(batches, "next_change", fail)
    assert "cannot be used as a library" in refused(
        "library", "add", begun, articles, "--pipeline", pipeline, "--n-process", 1
    )
    monkeypatch.undo()
    assert citances(begun) == before
    add(begun, articles, pipeline)
    assert content(begun) == expected


def started(library, articles, pipeline):
    command = [sys.executable, "-m", "spacy_citalign", "library", "add", str(library)]
    command += [str(articles), "--pipeline", str(pipeline), "-q", "--n-process", "1"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_adds_that_are_killed_make_the_same_library(pond, library):
    articles, pipeline, expected = pond
    dice = random.Random(1)
    kills = 0
    begin = time.monotonic()
    with started(library, articles, pipeline) as process:
        process.wait()
    seconds = time.monotonic() - begin
    library.unlink()
    while kills < 8:
        with started(library, articles, pipeline) as process:
            try:
                process.wait(dice.uniform(0.4 * seconds, seconds))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
                continue
        assert process.returncode == ALL_WELL
        assert content(library) == expected
        library.unlink()
    add(library, articles, pipeline)
    assert content(library) == expected


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_add_that_is_interrupted_says_so_and_goes_on(pond, library, number):
    articles, pipeline, expected = pond
    with started(library, articles, pipeline) as process:
        while not library.exists() and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(number)
        said = process.communicate()[1]
    assert process.returncode != ALL_WELL
    assert "Traceback" not in said
    add(library, articles, pipeline)
    assert content(library) == expected


# --- what is no library, as the commands say it ----------------------------------------------


def spoilt(begun, how):
    """Let a library be one that cannot be used."""
    if how == "text":
        begun.write_bytes(b"Frogs hop.\n" * 99)
    elif how == "truncated":
        with begun.open("r+b") as file:
            file.truncate(begun.stat().st_size // 2)
    else:
        with closing(sqlite3.connect(begun)) as connection:
            connection.execute(f"PRAGMA {how}")
    return begun


SPOILT = {
    "text": "is no library, it begins with b'Frogs ho'",
    "truncated": "is truncated",
    "user_version = 99": "newer version (tables 99",
    "application_id = 1": "is a database of another program",
}


@pytest.mark.parametrize("how", SPOILT)
def test_each_command_tells_what_is_no_library(begun, pond, how):
    spoilt(begun, how)
    before = begun.read_bytes()
    articles = pond[0] / "00.xml"
    for line in (
        ["library", "add", begun, articles],
        ["library", "info", begun],
        ["library", "list", begun],
        ["library", "failed", begun],
        ["library", "remove", begun, "pmid:1000"],
        ["ask", begun, "Yan 2004"],
    ):
        assert SPOILT[how] in refused(*line), line
    assert begun.read_bytes() == before


def test_a_disk_of_a_network_is_refused(pond, library, tmp_path, monkeypatch):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"36 35 98:0 / {tmp_path.resolve()} rw - cifs //one/two rw\n")
    monkeypatch.setattr(network_disks, "MOUNTS", mounts)
    said = refused("library", "add", library, pond[0])
    assert "is on a disk of a network (cifs), where SQLite's write-ahead log does not work" in said
    assert not library.exists()


def test_an_sqlite_without_fts5_is_told_before_anything_is_read(pond, library, monkeypatch):
    def missing():
        raise database.SettingError("the SQLite of this Python has no FTS5")

    monkeypatch.setattr(database, "check_fts5", missing)
    assert "has no FTS5" in refused("library", "add", library, pond[0])
    assert not library.exists()


def test_status_of_an_add_that_could_not_begin(tmp_path, pond):
    result = run("library", "add", tmp_path / "none" / "pond.calg", pond[0])
    assert result.exit_code == NOTHING_DONE
    assert "make it first" in result.stderr
