"""The source of a file: by its name, and by its content where the name leaves that open."""

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

from ...corpora.io import GZIP, GZIP_DAMAGE, unpack
from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers.byte_ranges import (
    guessed_size,
    unpacked_size,
    version_of,
)
from ..records import STDIN, Format, Reading, Record, failed, file_format, shown
from ..splits import Source
from .archives import Archive, is_archive
from .contents import WholeFile
from .failures import Unreadable
from .line_file import LineFile
from .parquet_file import parquet_source
from .pubmed_file import SNIFFED, PubmedFile, is_pubmed
from .streams import Stream

_BLOCK = 1 << 20  # bytes of a split


def file_source(path: Path, reading: Reading, *, archives: bool = False) -> Source:
    """The source of a file; one that says why where it cannot be read.

    Args:
        path: the file; ``-`` is standard input.
        reading: how it is read; its format is that of this file.
        archives: read archives, whose names say that they are some.

    Raises:
        SettingError: the file is Parquet, and pyarrow is not installed.
    """
    name = "stdin" if path == STDIN else shown(path)
    try:
        if archives and is_archive(path.name) and reading.format is not Format.parquet:
            return _archive(path, name, reading)
        kind = file_format(path, reading.format, lines=reading.lines)
        if path == STDIN:
            return Stream(str(path), name, kind, reading)
        status = path.stat()
        if not (S_ISREG(status.st_mode) or S_ISDIR(status.st_mode)):
            return Stream(str(path), name, kind, reading)
        version = version_of(status)
        with path.open("rb") as file:
            packed = file.read(len(GZIP)) == GZIP
            size = unpacked_size(file, version.size, packed=packed)
            if kind is Format.jats and reading.format is Format.auto and _is_pubmed(file):
                kind = Format.pubmed
        if kind is Format.parquet:
            return parquet_source(path, name, version, reading)
        if kind is Format.pubmed:
            return PubmedFile(str(path), name, version, size, reading)
        if kind in (Format.lines, Format.jsonl):
            return LineFile(str(path), name, version, size, kind, reading)
        return WholeFile(str(path), name, version, size, kind, reading)
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
            yield failed(shown(path), f"cannot be read: {os.strerror(errno.EISDIR)}")
            continue
        for split in file_source(path, reading).splits(_BLOCK):
            yield from split.records()


def _archive(path: Path, name: str, reading: Reading) -> Archive:
    with path.open("rb") as file:
        version = version_of(os.fstat(file.fileno()))
    size = version.size if path.name.lower().endswith(".tar") else guessed_size(version.size)
    return Archive(str(path), name, version, size, reading)


def _is_pubmed(file: BinaryIO) -> bool:
    """Whether an open file of XML is of PubMed; damage shows when it is read."""
    file.seek(0)
    try:
        return is_pubmed(unpack(file).read(SNIFFED))
    except GZIP_DAMAGE:
        return False
