"""Sources, which are what inputs are, and splits of a source that one worker reads and annotates.

Both are small and can be pickled: a worker opens the file itself, unless the file can be read from
its beginning only. Equal inputs give equal splits, which is what resuming relies on.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .containers.byte_ranges import split_size
from .pieces import Piece, Problem, piece_records, problem_piece, with_problems
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
            if not piece.left_out:
                yield from piece_records(piece, self.reading)


def grouped(pieces: Iterable[Piece], reading: Reading, most_bytes: int) -> Iterator[Split]:
    """Yield pieces that follow each other as splits of at most that size, or of one piece.

    What is left out goes with its neighbours, so that no split is without a record.
    """
    most_bytes = split_size(most_bytes)
    group: list[Piece] = []
    size = 0
    for piece in pieces:
        if size and size + piece.size > most_bytes and not piece.left_out:
            yield Split(tuple(group), reading)
            group, size = [], 0
        group.append(piece)
        size += piece.size
    if group:
        yield Split(tuple(group), reading)


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
    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield its pieces, in order, each of about that size or of one record."""

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Yield its splits, in order, each of about that size or of one record.

        Where the pieces end with an error, a last one says so.
        """
        return grouped(with_problems(self.name, self.pieces(most_bytes)), self.reading, most_bytes)


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

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield the one that says why."""
        yield problem_piece(self.name, self.problem)
