"""Files, plain or gzipped: a plain one is cut by places in it, of a packed one the bytes travel."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...corpora.io import GZIP, unpack
from ..digests import content_digest
from ..parquet import row_ranges
from ..pieces import CUTTERS, Piece, WholeFile, cut_pieces
from ..records import Format, Reading
from ..splits import Source
from .byte_ranges import FileVersion, blocks_of, check_version


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

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield the file where it is read as a whole, else cuts of it."""
        if self.format is Format.parquet:
            for rows in row_ranges(self.path, self.reading, most_bytes, self.version):
                yield Piece(self.name, rows, self.format, rows.size, rows.first)
            return
        if self.format not in CUTTERS:
            yield Piece(self.name, WholeFile(self.path), self.format, self.size)
            return
        with open(self.path, "rb") as file:
            check_version(file, self.version)
            packed = file.read(len(GZIP)) == GZIP
            file.seek(0)
            place = None if packed else (self.path, self.version)
            blocks = blocks_of(unpack(file))
            yield from cut_pieces(self.name, blocks, self.format, most_bytes, place)
