"""Sources, which are what inputs are, and splits of a source that one worker reads and annotates.

Both are small and can be pickled: a worker opens the file itself, unless the file can be read from
its beginning only. Equal inputs give equal splits, which is what resuming relies on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from .containers.byte_ranges import split_size
from .pieces import Piece, piece_records, problem_piece
from .records import Format, Reading, Record


@dataclass(frozen=True, slots=True)
class Split:
    """Pieces of a source that are read together."""

    pieces: tuple[Piece, ...]
    reading: Reading

    @property
    def size(self) -> int:
        """Return its bytes in the input."""
        return sum(piece.size for piece in self.pieces)

    def records(self) -> Iterator[Record]:
        """Yield its records, in order; what cannot be read is a record with an error."""
        for piece in self.pieces:
            yield from piece_records(piece, self.reading)


class Source(Protocol):
    """A file, small files of a folder, an archive or a stream."""

    @property
    def name(self) -> str:
        """Return what messages call it."""

    @property
    def size(self) -> int | None:
        """Return its bytes, unpacked as far as known; None where it has no end beforehand."""

    @property
    def formats(self) -> frozenset[Format]:
        """Return the formats that it may hold."""

    def identity(self) -> list[Any]:
        """Return JSON values that are others where the records are."""

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield its pieces, in order, each of about that size or of one record."""

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Yield its splits, in order, each of about that size or of one record."""


def grouped(pieces: Iterable[Piece], reading: Reading, most_bytes: int) -> Iterator[Split]:
    """Yield pieces that follow each other as splits of at most that size, or of one piece."""
    most_bytes = split_size(most_bytes)
    group: list[Piece] = []
    size = 0
    for piece in pieces:
        if group and size + piece.size > most_bytes:
            yield Split(tuple(group), reading)
            group, size = [], 0
        group.append(piece)
        size += piece.size
    if group:
        yield Split(tuple(group), reading)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A source of which it is known beforehand that it cannot be read."""

    name: str
    error: str
    size: int = 0
    formats: frozenset[Format] = frozenset()

    def identity(self) -> list[Any]:
        """Return its name and the reason."""
        return ["unreadable", self.name, self.error]

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield the one that says why."""
        yield problem_piece(self.name, self.error)

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Yield the one that says why."""
        return grouped(self.pieces(most_bytes), Reading(), most_bytes)
