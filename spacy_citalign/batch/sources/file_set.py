"""Many small files as one source, whose splits are groups of files.

So a million articles of a folder are some ten thousand parts of an output, and not a million.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...inputs.containers.byte_ranges import BLOCK
from ..records import Reading, Record, shown
from ..splits import Split
from .files import file_source


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Some files, which are read as wholes; ``size`` is theirs together, unpacked."""

    files: tuple[str, ...]
    size: int
    reading: Reading

    def records(self) -> Iterator[Record]:
        """The records of each file."""
        for file in self.files:
            for split in file_source(Path(file), self.reading).splits(BLOCK):
                yield from split.records()


@dataclass(frozen=True, slots=True)
class FileSet:
    """Files with the size of each, unpacked.

    ``digest`` changes with a name, a size or a time of last change.
    """

    files: tuple[str, ...]
    sizes: tuple[int, ...]
    digest: str
    reading: Reading

    @property
    def name(self) -> str:
        """The first file, and how many others there are."""
        others = len(self.files) - 1
        more = f" and {others:,} more file{'s' * (others > 1)}" if others else ""
        return f"{shown(self.files[0])}{more}"

    @property
    def size(self) -> int:
        """Bytes of all files; of packed ones it is a guess."""
        return sum(self.sizes)

    def identity(self) -> list[Any]:
        """The number of files, their digest, and how they are read."""
        return ["files", len(self.files), self.digest, *self.reading.identity()]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Groups of files of about that size; a larger file is cut on its own."""
        group: list[str] = []
        held = 0
        for file, size in zip(self.files, self.sizes, strict=True):
            if group and held + size > most_bytes:
                yield FileGroup(tuple(group), held, self.reading)
                group, held = [], 0
            if size > most_bytes:
                yield from file_source(Path(file), self.reading).splits(most_bytes)
            else:
                group.append(file)
                held += size
        if group:
            yield FileGroup(tuple(group), held, self.reading)
