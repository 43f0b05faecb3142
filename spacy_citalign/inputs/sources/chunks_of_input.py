"""Chunks of inputs and the records in them; sources, which inputs are, and their splits.

A chunk is some bytes of an input: where they are and in which format. A container says where its
bytes are; a format cuts and reads them. Both meet here, and nowhere else: a new format is a line in
``formats.all_formats``, a new container is a place with ``read()``.

A split of a source is what one worker reads and annotates. Both are small and can be pickled: a
worker opens the file itself, unless the file can be read from its beginning only. Equal inputs give
equal splits, which is what resuming relies on.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol, cast

from ...corpora.packed import unpack
from ...errors import InputError, why_unreadable, without_name
from ..containers.byte_ranges import (
    BLOCK,
    ByteRange,
    FileVersion,
    blocks_of,
    joined,
    most_of_member,
    split_size,
)
from ..file_types.by_content import sniffed_format
from ..file_types.refusals import UnreadKindError
from ..formats.all_formats import CUTTERS, READERS
from ..parquet import RowRange, read_rows, row_ranges
from ..records import Format, Reading, Record, failed


class Place(Protocol):
    """Where the bytes of a content are."""

    def read(self) -> bytes:
        """Return the bytes. Raises InputError or OSError where they cannot be read."""


class WholeFile(NamedTuple):
    """A file that is opened, and cut if need be, by who reads it."""

    path: str


class Problem(NamedTuple):
    """What stands in the place of bytes that are not read.

    Attributes:
        reason: why.
        unread: the kind of a content that is of none that is read, else "".
        left_out: whether nobody asked for it, so that it is no record, but counted.
    """

    reason: str
    unread: str = ""
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
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
        """Return what the chunk is called where it cannot be read."""
        return f"{self.name}:{self.first}" if self.first else self.name

    @property
    def left_out(self) -> str:
        """Return the kind of a content that is left out, "" for any other."""
        return self.where.unread if isinstance(self.where, Problem) and self.where.left_out else ""


def problem_of(error: Exception, name: str, *, left_out: bool = False) -> Problem:
    """Return what stands in the place of an input of that name that cannot be read."""
    if isinstance(error, OSError):
        return Problem(why_unreadable(error))
    unread = error.what if isinstance(error, UnreadKindError) else ""
    return Problem(without_name(error, name), unread, left_out and bool(unread))


def problem_chunk(name: str, problem: Problem) -> Chunk:
    """Return the chunk that says why there are no bytes."""
    return Chunk(name, problem, Format.text, 0)


def with_problems(name: str, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Yield chunks and, where these end with an error, the one that says so of ``name``."""
    try:
        yield from chunks
    except (OSError, InputError) as error:
        yield problem_chunk(name, problem_of(error, name))


def cut_chunks(
    name: str,
    blocks: Iterable[bytes],
    format_: Format,
    most_bytes: int,
    file: tuple[str, FileVersion] | None = None,
) -> Iterator[Chunk]:
    """Yield the chunks of a content, each of about a size, or of one record.

    Args:
        name: what it is called.
        blocks: its bytes; they may end with an InputError.
        format_: says where it may be cut, if at all.
        most_bytes: the size.
        file: the file that the bytes stand in as they are, so that a chunk needs only its place.

    Raises:
        InputError: a content that is read as a whole is damaged or too large.
    """
    cutter = CUTTERS.get(format_)
    if cutter is None:
        content = joined(blocks)
        yield Chunk(name, content, format_, len(content))
        return
    for cut in cutter(blocks, split_size(most_bytes)):
        where: bytes | ByteRange | Problem = cut.content
        if cut.problem:
            where = Problem(cut.problem)
        elif file is not None:
            where = ByteRange(*file, cut.start, cut.start + cut.size)
        yield Chunk(name, where, format_, cut.size, cut.first, cut.head)


def chunk_records(chunk: Chunk, reading: Reading) -> Iterator[Record]:
    """Yield the records of a chunk; what cannot be read is a record with an error."""
    try:
        match chunk.where:
            case Problem(reason, unread):
                yield failed(chunk.label, reason, chunk.size, unread)
            case RowRange() as rows:
                yield from read_rows(chunk.name, rows, reading)
            case WholeFile(path) if chunk.format is Format.parquet:
                for rows in row_ranges(path, reading, BLOCK):
                    yield from read_rows(chunk.name, rows, reading)
            case WholeFile(path):
                with open(path, "rb") as file:
                    yield from _uncut_records(chunk, file, reading)
            case where:
                content = where if isinstance(where, bytes) else where.read()
                if chunk.first:
                    content = chunk.head + content
                    yield from READERS[chunk.format](chunk.name, content, chunk.first, reading)
                else:
                    member = cast("BinaryIO", BytesIO(content))
                    yield from _uncut_records(chunk, member, reading, most_of_member(content))
    except (OSError, InputError) as error:
        problem = problem_of(error, chunk.name)
        yield failed(chunk.label, problem.reason, chunk.size, problem.unread)


def _uncut_records(
    chunk: Chunk, file: BinaryIO, reading: Reading, most: int | None = None
) -> Iterator[Record]:
    """Yield the records of an open file or a content as one, plain or packed.

    Raises OSError, InputError where it cannot be read, or unpacks to more than ``most`` bytes.
    """
    format_ = chunk.format
    if format_ is Format.jats:  # which its name alone may have said
        format_ = sniffed_format(file, chunk.name, reading)
    blocks = blocks_of(unpack(file), most)
    if format_ not in CUTTERS:
        # Beside TEI there may be a file that says more of the article; a run knows its inputs only.
        is_beside = format_ is Format.tei and reading.articles
        path = Path(chunk.where.path) if is_beside and isinstance(chunk.where, WholeFile) else None
        content = path or joined(blocks)
        yield from READERS[format_](chunk.name, content, 0, reading)
        return
    for part in cut_chunks(chunk.name, blocks, format_, BLOCK):
        if isinstance(part.where, bytes):
            yield from READERS[format_](part.name, part.head + part.where, part.first, reading)
        else:
            yield from chunk_records(part, reading)


@dataclass(frozen=True, slots=True)
class Split:
    """Chunks of a source that are read together."""

    chunks: tuple[Chunk, ...]
    reading: Reading

    @property
    def size(self) -> int:
        """Return its bytes in the input."""
        return sum(chunk.size for chunk in self.chunks)

    def records(self) -> Iterator[Record]:
        """Yield its records, in order; what cannot be read is a record with an error."""
        for chunk in self.chunks:
            if not chunk.left_out:
                yield from chunk_records(chunk, self.reading)


class Source(ABC):
    """A file, small files of a folder, an archive or a stream.

    Attributes:
        name: what messages call it.
        size: its bytes, unpacked as far as known; None where it has no end beforehand.
        reading: how it is read.
    """

    __slots__ = ()
    name: str
    size: int | None
    reading: Reading

    @abstractmethod
    def formats(self) -> frozenset[Format]:
        """Return the formats that it may hold."""

    @abstractmethod
    def identity(self) -> list[Any]:
        """Return JSON values that are others where the records are."""

    @abstractmethod
    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield its chunks, in order, each of about that size or of one record."""

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Yield its splits, in order, each of about that size or of one record.

        Where the chunks end with an error, a last one says so. What is left out goes with its
        neighbours, so that no split is without a record.
        """
        group: list[Chunk] = []
        size = 0
        for chunk in with_problems(self.name, self.chunks(most_bytes)):
            if size and size + chunk.size > split_size(most_bytes) and not chunk.left_out:
                yield Split(tuple(group), self.reading)
                group, size = [], 0
            group.append(chunk)
            size += chunk.size
        if group:
            yield Split(tuple(group), self.reading)


@dataclass(frozen=True, slots=True)
class Unreadable(Source):
    """A source of which it is known beforehand that it cannot be read."""

    name: str
    problem: Problem
    size: int = 0
    reading: Reading = field(default_factory=Reading)

    def formats(self) -> frozenset[Format]:
        """Return none."""
        return frozenset()

    def identity(self) -> list[Any]:
        """Return its name and the reason."""
        return ["unreadable", self.name, self.problem.reason]

    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield the one that says why."""
        yield problem_chunk(self.name, self.problem)
