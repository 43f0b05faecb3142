"""The source of a file: by its content, or by its name where that says enough."""

import errno
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, BinaryIO

from ...corpora.packed import is_packed_file, packing_of, unpack
from ...errors import InputError, printable
from ..containers.byte_ranges import (
    BLOCK,
    FileVersion,
    blocks_of,
    check_version,
    content_digest,
    guessed_size,
    joined,
    unpacked_size,
    version_of,
)
from ..file_types.by_content import (
    begins_archive,
    format_of,
    is_archive_file,
    read_begin,
    sniffed_format,
    unpacked_begin,
)
from ..file_types.by_name import check_kind, file_format
from ..formats.all_formats import CUTTERS
from ..parquet import parquet_size, row_ranges
from ..records import STDIN, Format, Reading, Record, failed
from .archive import Archive, archive_chunks
from .chunks_of_input import (
    Chunk,
    Source,
    Unreadable,
    WholeFile,
    cut_chunks,
    problem_of,
)


@dataclass(frozen=True, slots=True)
class Stream(Source):
    """Standard input (``-``) or a pipe; what comes from it is never known to be the same again.

    ``begin`` are the bytes that were read already; ``format`` is None of an archive.
    """

    path: str
    name: str
    format: Format | None
    reading: Reading
    begin: bytes = b""
    size: None = None
    token: list[int] = field(default_factory=lambda: [os.getpid(), time.time_ns()], compare=False)

    def formats(self) -> frozenset[Format]:
        """Return its format."""
        return frozenset({self.format or Format.jats})

    def identity(self) -> list[Any]:
        """Return values that no other run has."""
        return ["stream", self.name, *self.token]

    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield its records as they come; a text or an article is one chunk."""
        if self.format is Format.parquet:
            raise InputError("is no file; save the Parquet file, then give it")
        with _opened(self.path) as file:
            blocks: Iterator[bytes] = chain([self.begin], blocks_of(file))
            if self.format is None:
                yield from archive_chunks(BytesIO(joined(blocks)), self.name, self.reading)
                return
            if packing_of(self.begin):
                blocks = blocks_of(unpack(BytesIO(joined(blocks))))
            yield from cut_chunks(self.name, blocks, self.format, most_bytes)


def stream_source(path: Path, name: str, reading: Reading) -> Stream:
    """Return the source of standard input, which is looked at where no format is named; or a pipe.

    Raises:
        InputError: its format is not known, or it is closed.
    """
    if path != STDIN or reading.format not in (Format.auto, Format.jats):
        format_ = file_format(path, reading.format, lines=reading.lines)
        return Stream(str(path), name, format_, reading)
    with _opened(str(path)) as file:
        begin = read_begin(file)
    if reading.format is Format.auto and begins_archive(begin):
        return Stream(str(path), name, None, reading, begin)
    # Who annotates it may send any text. What ends in .md is text unless its content says else.
    known_as = name if reading.articles else f"{name}.md"
    format_ = format_of(unpacked_begin(begin), known_as, reading)
    return Stream(str(path), name, format_, reading, begin)


def _opened(path: str) -> "nullcontext[BinaryIO] | BinaryIO":
    if path != str(STDIN):
        return Path(path).open("rb")
    if sys.stdin is None:
        raise InputError("is closed; give it something to read")
    return nullcontext(sys.stdin.buffer)


@dataclass(frozen=True, slots=True)
class File(Source):
    """A file; ``size`` is what it has unpacked."""

    path: str
    name: str
    version: FileVersion
    size: int
    format: Format
    reading: Reading

    def formats(self) -> frozenset[Format]:
        """Return its format."""
        return frozenset({self.format})

    def identity(self) -> list[Any]:
        """Return name, version and content, and how it is read."""
        how = [self.format.value, *self.reading.identity()]
        return ["file", self.name, *self.version, content_digest(self.path), *how]

    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield the file where it is read as a whole, else cuts of it."""
        if self.format is Format.parquet:
            for rows in row_ranges(self.path, self.reading, most_bytes, self.version):
                yield Chunk(self.name, rows, self.format, rows.size, rows.first)
            return
        if self.format not in CUTTERS:
            yield Chunk(self.name, WholeFile(self.path), self.format, self.size)
            return
        with open(self.path, "rb") as file:
            check_version(file, self.version)
            place = None if is_packed_file(file) else (self.path, self.version)
            blocks = blocks_of(unpack(file))
            yield from cut_chunks(self.name, blocks, self.format, most_bytes, place)


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


def read_records(paths: Iterable[Path], wanted: Format, *, lines: bool = False) -> Iterator[Record]:
    """Yield the records of files, in order; folders and archives have none."""
    reading = Reading(wanted, lines)
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
    check_kind(status)
    if not (S_ISREG(status.st_mode) or S_ISDIR(status.st_mode)):
        return stream_source(path, name, reading)
    version = version_of(status)
    with path.open("rb") as file:
        if archives and is_archive_file(file, path.name, reading):
            is_plain = path.name.lower().endswith(".tar")
            size = version.size if is_plain else guessed_size(version.size)
            return Archive(str(path), name, version, size, reading)
        size = unpacked_size(file, version.size)
        format_ = sniffed_format(file, path.name, reading, named=named)
    if format_ is Format.parquet:
        size = parquet_size(str(path), reading, version)
    return File(str(path), name, version, size, format_, reading)
