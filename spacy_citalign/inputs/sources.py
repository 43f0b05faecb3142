"""The source of a file: by its content, or by its name where that says enough."""

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from ..corpora.io import GZIP
from ..errors import InputError, printable
from .containers.archive import Archive, is_archive_file
from .containers.byte_ranges import BLOCK, guessed_size, unpacked_size, version_of
from .containers.file import File
from .containers.stream import stream_source
from .parquet import parquet_size
from .pieces import problem_of, sniffed_format
from .records import STDIN, Format, Reading, Record, failed
from .splits import Source, Unreadable


def file_source(
    path: Path, reading: Reading, *, archives: bool = False, named: bool = True
) -> Source:
    """Return the source of a file; one that says why where it cannot be read.

    Args:
        path: the file; ``-`` is standard input.
        reading: how it is read; its format is that of this file.
        archives: read archives.
        named: whether it was given itself, and not found in a folder.

    Raises:
        SettingError: the file is Parquet, and pyarrow is not installed.
    """
    name = "stdin" if path == STDIN else printable(path)
    try:
        return _source(path, name, reading, archives=archives, named=named)
    except (InputError, OSError) as error:
        return Unreadable(name, problem_of(error, name, left_out=not named))


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


def _source(path: Path, name: str, reading: Reading, *, archives: bool, named: bool) -> Source:
    """Return the source of a file. Raises InputError, OSError where it cannot be read."""
    if path == STDIN:
        return stream_source(path, name, reading)
    status = path.stat()
    if not (S_ISREG(status.st_mode) or S_ISDIR(status.st_mode)):
        return stream_source(path, name, reading)
    version = version_of(status)
    with path.open("rb") as file:
        if archives and is_archive_file(file, path.name, reading):
            is_plain = path.name.lower().endswith(".tar")
            size = version.size if is_plain else guessed_size(version.size)
            return Archive(str(path), name, version, size, reading)
        packed = file.read(len(GZIP)) == GZIP
        size = unpacked_size(file, version.size, packed=packed)
        file.seek(0)
        format_ = sniffed_format(file, path.name, reading, named=named)
    if format_ is Format.parquet:
        size = parquet_size(str(path), reading, version)
    return File(str(path), name, version, size, format_, reading)
