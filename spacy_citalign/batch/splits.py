"""What inputs are cut into: sources, and splits of a source that one worker reads and annotates.

Both are small and can be pickled: a worker opens the file itself, unless the file can be read from
its beginning only. Equal inputs give equal splits, which is what resuming relies on.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from .records import Record


class Split(Protocol):
    """A stretch of a source."""

    @property
    def size(self) -> int:
        """Its bytes in the input."""

    def records(self) -> Iterator[Record]:
        """Its records, in order; what cannot be read is a record with an error."""


class Source(Protocol):
    """A file, the files of a folder, or an archive."""

    @property
    def name(self) -> str:
        """What messages call it."""

    @property
    def size(self) -> int | None:
        """Its bytes, unpacked as far as that can be told; None where it has no end beforehand."""

    def identity(self) -> list[Any]:
        """JSON values that are others where the records are: name, size, time of last change."""

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Its splits, in order, each of about ``most_bytes`` of text or of one record."""
