"""The SQLite file of a library: how it is made, opened, and what is told where that fails.

One process writes, which holds a lock beside the file; any number read meanwhile, from the state of
the last transaction (write-ahead log). A file that nobody can write is read as it stands, and so is
one on a disk of a network.

SQLite's locks are the process's: they go when it closes the file, wherever it had opened it. So
nothing here, or anywhere, opens a library but SQLite, unless it is none.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from struct import Struct
from urllib.parse import quote

from ...atomic import atomic_output
from ...errors import CitalignError, InputError, SettingError
from ..locking import only_writer
from .network_disks import network_disk

APPLICATION = 0x43_41_4C_47  # "CALG" in the header of the file
_MAGIC = b"SQLite format 3\x00"
_HEADER = Struct(">16sH10xI")  # magic, bytes of a page, number of pages
_ENDS = ("", "-wal", "-shm", "-journal")
_PAGE_CACHE = 256_000  # kB of the writer
_PAGE_SIZE = 8_192
WAIT = 5_000  # milliseconds


VERSION = 1  # of the tables, counted up with each migration

# By the version that they begin with. Each is in a transaction, which ``executescript`` would end.
MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}


def is_library(path: Path) -> bool:
    """Return whether a file is a database of SQLite, as libraries are.

    Not to be asked of a library that this process has open, whose locks would go.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def is_part(path: Path, library: Path) -> bool:
    """Return whether a file is a library, or what SQLite has beside it while it is open."""
    target = library.resolve()
    own = path.resolve()
    return own.parent == target.parent and own.name.removeprefix(target.name) in _ENDS


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that reads a library; others may write it meanwhile.

    Raises:
        InputError: there is no such file, or it is no library, damaged, or of a newer version.
        SettingError: SQLite cannot read it here.
    """
    check_fts5()
    if not path.exists():
        raise InputError(f"there is no library {path}; make it: `citalign library add {path} ...`")
    _check_file(path)
    target = path.resolve()
    log, address = target.with_name(f"{target.name}-wal"), f"{_uri(target)}?mode=ro"
    kind = network_disk(path)
    if kind and log.exists() and log.stat().st_size > 0:
        raise SettingError(
            f"{path} is on a disk of a network ({kind}) and was not closed, or is written on "
            "another machine, whose write-ahead log cannot be read here; copy it to a disk of "
            "this machine, with the files beside it, when nobody writes it"
        )
    # Where neither file nor folder can be written there can be no log.
    if kind or not (os.access(target.parent, os.W_OK) or log.exists()):
        address += "&immutable=1"
    with told(path), closing(_connected(address)) as connection:
        _check_library(connection, path)
        if _version(connection) < VERSION:
            raise SettingError(
                f"{path} was made by an older version (tables {_version(connection)}, this version "
                f"has {VERSION}); bring it up to date once: `citalign library add {path}`"
            )
        yield connection


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield the connection that writes a library, which is made where there is none.

    Nothing is kept but what was committed. A library of an older version is brought up to date.

    Raises:
        InputError: the file is no library, damaged, or of a newer version.
        SettingError: another process writes it, it is on a disk of a network, or cannot be written.
    """
    check_fts5()
    if kind := network_disk(path):
        raise SettingError(
            f"{path} is on a disk of a network ({kind}), where SQLite's write-ahead log does not "
            "work: processes on two machines would damage it; keep the library on a disk of this "
            "machine, and copy it when nobody writes it"
        )
    target = path.resolve()  # the file itself, where the path is a link
    if not target.parent.is_dir():
        raise SettingError(f"the folder of the library {path} does not exist; make it first")
    if not os.access(target.parent, os.W_OK):
        raise SettingError(
            f"{path} cannot be written, since nothing can be in its folder; change its rights, or "
            "copy the library"
        )
    with only_writer(path), told(path):
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            _make(target)
        _check_file(path)
        if not os.access(path, os.W_OK):
            raise SettingError(f"{path} cannot be written; change its rights, or copy it")
        with closing(_connected(f"{_uri(target)}?mode=rw")) as connection:
            _check_library(connection, path)
            _migrate(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = -{_PAGE_CACHE}")
            # No ``PRAGMA optimize``: its statistics are of the day on which a table was looked at,
            # and by them SQLite goes through all units to find those of an article.
            yield connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what is written in the block, or nothing of it where it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite ends it by itself where the disk is full
            with suppress(sqlite3.Error):  # what is told is why; what is not committed is lost
                connection.execute("ROLLBACK")
        raise


def check_fts5() -> None:
    """See that SQLite can search words.

    Raises:
        SettingError: it was built without.
    """
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
        except sqlite3.OperationalError as error:
            raise SettingError(
                f"the SQLite {sqlite3.sqlite_version} of this Python has no FTS5, the search of "
                "words that a library needs; use a Python that has it, as those of python.org and "
                "of conda"
            ) from error


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Let errors of SQLite be those of this package, with the name of the library."""
    try:
        yield
    except sqlite3.Error as error:
        raise _error_of(error, path) from error


def _error_of(error: sqlite3.Error, path: Path) -> CitalignError:
    message = str(error)
    if "is full" in message:
        return SettingError(f"{path}: the disk is full; {_KEPT}. Make room, and {_AGAIN}")
    if "readonly" in message or "read-only" in message:
        return SettingError(f"{path} cannot be written; change its rights, or copy it")
    if "locked" in message or "busy" in message:
        return SettingError(f"{path} is locked by another program; wait until it has ended")
    if "malformed" in message or "not a database" in message or "corrupt" in message:
        return InputError(
            f"{path} is damaged: {message}; take a copy of before, or make it anew with `citalign "
            "library add`"
        )
    if "disk I/O" in message:
        return SettingError(
            f"{path}: {message}: the disk may be full or broken, or the file larger than it may "
            f"be; {_KEPT}. Look at the disk, and {_AGAIN}"
        )
    if "unable to open" in message:
        return SettingError(f"{path} cannot be opened; look at the rights of it and its folder")
    return InputError(f"{path} cannot be used as a library: {message}")


_KEPT = "what was added before is kept"
_AGAIN = "give the same command again"


def _uri(path: Path) -> str:
    return f"file:{quote(str(path))}"


def _connected(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, timeout=WAIT / 1_000, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    return connection


def _make(target: Path) -> None:
    """Make a library without articles, which is there whole or not at all."""
    for end in _ENDS[1:]:  # of one that was deleted, which this one would get
        target.with_name(f"{target.name}{end}").unlink(missing_ok=True)
    script = files(__package__).joinpath("tables.sql").read_text(encoding="utf-8")
    with atomic_output(target) as hidden, closing(_connected(f"{_uri(hidden)}?mode=rwc")) as made:
        made.execute("PRAGMA journal_mode = MEMORY")  # no file is left of a kill
        made.execute(f"PRAGMA page_size = {_PAGE_SIZE}")
        made.executescript(
            f"BEGIN IMMEDIATE;\n{script}\nPRAGMA application_id = {APPLICATION};\n"
            f"PRAGMA user_version = {VERSION};\nCOMMIT;"
        )
        if made.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise SettingError(
                f"{target} is on a disk where SQLite's write-ahead log does not work; keep the "
                "library on a disk of this machine"
            )


def _migrate(connection: sqlite3.Connection) -> None:
    for version in range(_version(connection), VERSION):
        with transaction(connection):
            MIGRATIONS[version](connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise InputError(f"{path} is no file; give the name of a library")
    if path.stat().st_size < _PAGE_SIZE and (error := _error_of_file(path)):
        raise error


_GIVE = "give a file that `citalign library add` made"


def _check_library(connection: sqlite3.Connection, path: Path) -> None:
    """See that a file is a library whose tables this version knows.

    Raises:
        InputError: it is not.
    """
    try:
        found = connection.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise _error_of_file(path) or error from error
    if found != APPLICATION:
        raise InputError(f"{path} is a database of another program; {_GIVE}")
    version = _version(connection)
    if version < VERSION and version not in MIGRATIONS:
        raise InputError(
            f"{path} has tables of version {version}, which no version of spacy-citalign made; "
            "make it anew with `citalign library add`"
        )
    if version > VERSION:
        raise InputError(
            f"{path} was written by a newer version (tables {version}, this version reads "
            f"{VERSION}); install a newer spacy-citalign"
        )


def _error_of_file(path: Path) -> InputError | None:
    """Return what is wrong with a file that SQLite cannot use, None where it is not seen."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
    except OSError:
        return None  # as SQLite tells
    if not header.startswith(_MAGIC):
        begin = f"it begins with {header[:8]!r}" if header else "it is empty"
        return InputError(f"{path} is no library, {begin}; {_GIVE}")
    _, page, pages = _HEADER.unpack(header.ljust(_HEADER.size, b"\0"))
    size = path.stat().st_size
    if size >= max(page * pages, _HEADER.size):
        return None
    return InputError(
        f"{path} is truncated: {size:,} bytes of {page * pages:,}; take a copy of before, or make "
        "it anew with `citalign library add`"
    )
