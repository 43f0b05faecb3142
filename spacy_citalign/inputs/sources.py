"""The source of a file: by its name, and by its content where the name leaves that open."""

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from ..corpora.io import GZIP
from ..errors import InputError, one_line, printable, why_unreadable
from .containers.archive import Archive
from .containers.byte_ranges import BLOCK, guessed_size, unpacked_size, version_of
from .containers.file import File
from .containers.stream import Stream
from .parquet import parquet_size
from .pieces import sniffed_format
from .records import STDIN, Format, Reading, Record, failed
from .selection import file_format, is_archive
from .splits import Source, Unreadable


def file_source(path: Path, reading: Reading, *, archives: bool = False) -> Source:
    """Return the source of a file; one that says why where it cannot be read.

    Args:
        path: the file; ``-`` is standard input.
        reading: how it is read; its format is that of this file.
        archives: read archives, whose names say that they are some.

    Raises:
        SettingError: the file is Parquet, and pyarrow is not installed.
    """
    name = "stdin" if path == STDIN else printable(path)
    try:
        return _source(path, name, reading, archives=archives)
    except InputError as error:
        return Unreadable(name, one_line(error))
    except OSError as error:
        return Unreadable(name, why_unreadable(error))


def read_records(
    paths: Iterable[Path], wanted: Format, *, lines: bool = False, text_key: str = "text"
) -> Iterator[Record]:
    """Yield the records of files, in order; folders and archives have none."""
    reading = Reading(wanted, lines, text_key)
    for path in paths:
        if path.is_dir():
            yield failed(printable(path), f"cannot be read: {os.strerror(errno.EISDIR)}")
            continue
        for split in file_source(path, reading).splits(BLOCK):
            yield from split.records()


def _source(path: Path, name: str, reading: Reading, *, archives: bool) -> Source:
    """Return the source of a file. Raises InputError, OSError where it cannot be read."""
    if archives and is_archive(path.name) and reading.format is not Format.parquet:
        with path.open("rb") as file:
            version = version_of(os.fstat(file.fileno()))
        size = version.size if path.name.lower().endswith(".tar") else guessed_size(version.size)
        return Archive(str(path), name, version, size, reading)
    format_ = file_format(path, reading.format, lines=reading.lines)
    if path == STDIN:
        return Stream(str(path), name, format_, reading)
    status = path.stat()
    if not (S_ISREG(status.st_mode) or S_ISDIR(status.st_mode)):
        return Stream(str(path), name, format_, reading)
    version = version_of(status)
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
        size = unpacked_size(file, version.size, packed=packed)
        file.seek(0)
        format_ = sniffed_format(file, format_, reading)
    if format_ is Format.parquet:
        size = parquet_size(str(path), reading, version)
    return File(str(path), name, version, size, format_, reading)
