"""A library is one SQLite file: one process writes it, any number read it meanwhile."""

import os
import sqlite3
from contextlib import closing

import pytest

from spacy_citalign.app.library import database
from spacy_citalign.app.library.database import VERSION, reading, transaction, writing
from spacy_citalign.errors import InputError, SettingError


def put(connection, name, value="x"):
    connection.execute("INSERT INTO settings VALUES (?, ?)", (name, value))


def names(connection):
    """What the tests put in."""
    return [row["name"] for row in connection.execute("SELECT name FROM settings ORDER BY name")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pond.library"


@pytest.fixture
def made(path):
    """A library with one thing in it."""
    with writing(path) as connection, transaction(connection):
        put(connection, "frogs")
    return path


def test_it_is_made_and_read(made):
    with reading(made) as connection:
        assert names(connection) == ["frogs"]


def test_it_is_one_file_when_its_writer_has_ended(made):
    assert os.listdir(made.parent) == [made.name]
    with reading(made):
        pass
    assert not any(log.stat().st_size for log in made.parent.glob("*-wal"))  # may be copied alone
    with writing(made):
        pass
    assert os.listdir(made.parent) == [made.name]


def test_its_header_says_what_it_is(made):
    with closing(sqlite3.connect(made)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (database.APPLICATION,)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA page_size").fetchone() == (8192,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_it_has_no_statistics_that_would_be_out_of_date(made):
    """By those of a smaller library SQLite would go through whole tables."""
    with reading(made) as connection:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        assert "sqlite_stat1" not in tables


def test_an_empty_file_becomes_a_library(path):
    path.touch()
    with writing(path):
        pass
    with reading(path) as connection:
        assert names(connection) == []


def test_a_link_is_followed(made, tmp_path):
    (tmp_path / "more").mkdir()
    link = tmp_path / "more" / "link"
    link.symlink_to(made)
    with writing(link) as connection, transaction(connection):
        put(connection, "toads")
    with reading(made) as connection:
        assert names(connection) == ["frogs", "toads"]
    assert link.is_symlink()


def test_a_link_to_what_is_not_there_yet_is_followed(tmp_path, path):
    link = tmp_path / "link"
    link.symlink_to(path)
    with writing(link):
        pass
    assert link.is_symlink()
    assert path.is_file()


@pytest.mark.parametrize("name", ["a b?c#d%41.library", "frösché.library"])
def test_any_name_will_do(tmp_path, name):
    with writing(tmp_path / name) as connection, transaction(connection):
        put(connection, "frogs")
    with reading(tmp_path / name) as connection:
        assert names(connection) == ["frogs"]
    assert name in os.listdir(tmp_path)


def test_a_transaction_that_fails_leaves_nothing(made):
    with writing(made) as connection:
        with pytest.raises(sqlite3.IntegrityError), transaction(connection):
            put(connection, "toads", None)
        assert not connection.in_transaction
        with transaction(connection):
            put(connection, "newts")
    with reading(made) as connection:
        assert names(connection) == ["frogs", "newts"]


def test_a_reader_sees_the_state_of_its_begin(made):
    with writing(made) as writer, reading(made) as reader:
        with transaction(writer):
            put(writer, "toads")
            assert names(reader) == ["frogs"]
        assert names(reader) == ["frogs", "toads"]
        reader.execute("BEGIN")
        assert names(reader) == ["frogs", "toads"]
        with transaction(writer):
            put(writer, "newts")
        assert names(reader) == ["frogs", "toads"]
        reader.execute("COMMIT")
        assert names(reader) == ["frogs", "newts", "toads"]


def test_a_reader_cannot_write(made):
    said = "cannot be written; change its rights"
    with pytest.raises(SettingError, match=said), reading(made) as connection:
        put(connection, "toads")


# --- versions --------------------------------------------------------------------------------


def set_version(path, version):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")


@pytest.fixture
def next_version(monkeypatch):
    """A version of the tables after the present one, with a column more."""

    def migrate(connection):
        connection.execute("ALTER TABLE settings ADD COLUMN unit TEXT")
        connection.execute("UPDATE settings SET unit = 'cm'")

    monkeypatch.setitem(database.MIGRATIONS, VERSION, migrate)
    monkeypatch.setattr(database, "VERSION", VERSION + 1)


@pytest.mark.usefixtures("next_version")
def test_an_older_version_is_brought_up_to_date_by_a_writer(made):
    set_version(made, VERSION)
    said = "older version .*bring it up to date once: `citalign library add"
    with pytest.raises(SettingError, match=said), reading(made):
        pass
    with writing(made) as connection, transaction(connection):
        connection.execute("INSERT INTO settings VALUES ('toads', 'x', 'm')")
    with reading(made) as connection:
        rows = connection.execute("SELECT name, unit FROM settings ORDER BY name").fetchall()
        assert list(map(tuple, rows)) == [("frogs", "cm"), ("toads", "m")]


def test_a_step_that_fails_leaves_the_older_version(made, monkeypatch, next_version):
    step = database.MIGRATIONS[VERSION]

    def fail(connection):
        step(connection)
        raise RuntimeError

    set_version(made, VERSION)
    monkeypatch.setitem(database.MIGRATIONS, VERSION, fail)
    with pytest.raises(RuntimeError), writing(made):
        pass
    monkeypatch.setitem(database.MIGRATIONS, VERSION, step)
    with writing(made):
        pass
    with reading(made) as connection:
        assert names(connection) == ["frogs"]


@pytest.mark.parametrize("opened", [reading, writing])
def test_a_newer_version_is_refused(made, opened):
    set_version(made, 1_000)
    said = r"newer version \(tables 1000, this version reads \d+\); install a newer"
    with pytest.raises(InputError, match=said), opened(made):
        pass


@pytest.mark.parametrize("opened", [reading, writing])
def test_a_version_that_never_was_is_refused(made, opened):
    set_version(made, 0)
    with pytest.raises(InputError, match="tables of version 0, which no version"), opened(made):
        pass


def test_every_version_before_has_its_step():
    assert database.MIGRATIONS.keys() == set(range(1, VERSION))
