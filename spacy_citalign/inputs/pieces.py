"""Pieces: where some bytes of an input are and in which format, and the records in them.

A container says where its bytes are; a format cuts and reads them. Both meet here, and nowhere
else: a new format is a line in ``READERS``, a new container is a place with ``read()``.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, Protocol

from ..corpora.io import GZIP_DAMAGE, read_bytes, unpack
from ..errors import InputError, why_unreadable, without_name
from .containers import byte_ranges
from .containers.byte_ranges import (
    BLOCK,
    ByteRange,
    FileVersion,
    blocks_of,
    split_size,
    too_large,
)
from .formats.cutting import Cut
from .formats.lines import cut_lines, read_lines
from .formats.pubmed_set import SNIFFED, cut_pubmed, is_pubmed, read_pubmed_set
from .formats.whole import read_article, read_text
from .parquet import RowRange, read_rows, row_ranges
from .records import Format, Reading, Record, failed

Cutter = Callable[[Iterable[bytes], int], Iterator[Cut]]
Reader = Callable[[str, bytes, int, Format, Reading], Iterator[Record]]

READERS: dict[Format, Reader] = {
    Format.text: read_text,
    Format.lines: read_lines,
    Format.jsonl: read_lines,
    Format.jats: read_article,
    Format.pubmed: read_pubmed_set,
}
# The formats with many records in a file; of the others it is read as a whole.
CUTTERS: dict[Format, Cutter] = {
    Format.lines: cut_lines,
    Format.jsonl: cut_lines,
    Format.pubmed: cut_pubmed,
}


class Place(Protocol):
    """Where the bytes of a content are."""

    def read(self) -> bytes:
        """Return the bytes. Raises InputError or OSError where they cannot be read."""


class WholeFile(NamedTuple):
    """A file that is opened, and cut if need be, by who reads it."""

    path: str


class Problem(NamedTuple):
    """What stands in the place of bytes that cannot be read: the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of an input.

    Attributes:
        name: what the input is called.
        where: the bytes, or where they are, or why they are not.
        format: how they are read.
        size: how many bytes they are in the input, unpacked.
        first: the number of their first record; 0 for a content that was not cut.
        head: what is read before the bytes.
    """

    name: str
    where: bytes | Place | WholeFile | RowRange | Problem
    format: Format
    size: int
    first: int = 0
    head: bytes = b""

    @property
    def label(self) -> str:
        """Return what the piece is called where it cannot be read."""
        return f"{self.name}:{self.first}" if self.first else self.name


def problem_piece(name: str, error: str | Exception, size: int = 0) -> Piece:
    """Return the piece that says why there are no bytes."""
    match error:
        case str():
            reason = error
        case OSError():
            reason = why_unreadable(error)
        case _:
            reason = without_name(error, name)
    return Piece(name, Problem(reason), Format.text, size)


def with_problems(name: str, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Yield pieces and, where these end with an error, the one that says so of ``name``."""
    try:
        yield from pieces
    except (OSError, InputError) as error:
        yield problem_piece(name, error)


def cut_pieces(
    name: str,
    blocks: Iterable[bytes],
    format_: Format,
    most_bytes: int,
    file: tuple[str, FileVersion] | None = None,
) -> Iterator[Piece]:
    """Yield the pieces of a content, each of about a size, or of one record.

    Args:
        name: what it is called.
        blocks: its bytes; they may end with an InputError.
        format_: says where it may be cut, if at all.
        most_bytes: the size.
        file: the file that the bytes stand in as they are, so that a piece needs only its place.

    Raises:
        InputError: a content that is read as a whole is damaged or too large.
    """
    cutter = CUTTERS.get(format_)
    if cutter is None:
        content = _joined(blocks)
        yield Piece(name, content, format_, len(content))
        return
    for cut in cutter(blocks, split_size(most_bytes)):
        where: bytes | ByteRange | Problem = cut.content
        if cut.problem:
            where = Problem(cut.problem)
        elif file is not None:
            where = ByteRange(*file, cut.start, cut.start + cut.size)
        yield Piece(name, where, format_, cut.size, cut.first, cut.head)


def piece_records(piece: Piece, reading: Reading) -> Iterator[Record]:
    """Yield the records of a piece; what cannot be read is a record with an error."""
    try:
        match piece.where:
            case Problem(reason):
                yield failed(piece.label, reason, piece.size)
            case WholeFile(path):
                yield from _file_records(path, piece, reading)
            case RowRange() as rows:
                yield from read_rows(piece.name, rows, reading)
            case bytes() as content:
                yield from _read(piece, content, reading)
            case place:
                yield from _read(piece, place.read(), reading)
    except OSError as error:
        yield failed(piece.label, why_unreadable(error), piece.size)
    except InputError as error:
        yield failed(piece.label, without_name(error, piece.name), piece.size)


def sniffed_format(file: BinaryIO, format_: Format, reading: Reading) -> Format:
    """Return the format of an open file, which is then at its beginning, where XML leaves it open.

    Damage shows when it is read.
    """
    if format_ is Format.jats:
        with suppress(*GZIP_DAMAGE):
            format_ = _told_format(format_, unpack(file).read(SNIFFED), reading)
        file.seek(0)
    return format_


def _told_format(format_: Format, begin: bytes, reading: Reading) -> Format:
    """Return the format of a content that begins so."""
    if format_ is Format.jats and reading.format is Format.auto and is_pubmed(begin):
        return Format.pubmed
    return format_


def _read(piece: Piece, content: bytes, reading: Reading) -> Iterator[Record]:
    """Yield the records of a content. Raises InputError where it is no content of its format."""
    if piece.first:
        read = READERS[piece.format]
        yield from read(piece.name, piece.head + content, piece.first, piece.format, reading)
        return
    content = read_bytes(content, name=piece.name, most_bytes=byte_ranges.MOST_BYTES)
    format_ = _told_format(piece.format, content, reading)
    if format_ not in CUTTERS:
        yield from READERS[format_](piece.name, content, 0, format_, reading)
        return
    for part in cut_pieces(piece.name, [content], format_, BLOCK):
        yield from piece_records(part, reading)


def _file_records(path: str, piece: Piece, reading: Reading) -> Iterator[Record]:
    """Yield the records of a file. Raises OSError, InputError where it cannot be read."""
    if piece.format is Format.parquet:
        for rows in row_ranges(path, reading, BLOCK):
            yield from read_rows(piece.name, rows, reading)
        return
    with open(path, "rb") as file:
        format_ = sniffed_format(file, piece.format, reading)
        size = os.fstat(file.fileno()).st_size
        if format_ not in CUTTERS and size > byte_ranges.MOST_BYTES:
            raise InputError(too_large(size))
        for part in cut_pieces(piece.name, blocks_of(unpack(file)), format_, BLOCK):
            yield from piece_records(part, reading)


def _joined(blocks: Iterable[bytes]) -> bytes:
    """Return all of a content. Raises InputError where it is too large."""
    content = bytearray()
    for block in blocks:
        content += block
        if len(content) > byte_ranges.MOST_BYTES:
            raise InputError(too_large(len(content)))
    return bytes(content)
