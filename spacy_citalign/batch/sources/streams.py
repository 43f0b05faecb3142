"""Standard input and named pipes: read once, from the beginning, by the process that cuts them."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers import byte_ranges
from ...inputs.containers.byte_ranges import blocks_of
from ..records import STDIN, Format, Reading
from ..splits import Split
from .contents import Content, ContentSplit
from .failures import Failure
from .line_file import line_splits
from .pubmed_file import pubmed_splits


def _never_again() -> list[int]:
    return [os.getpid(), time.time_ns()]


@dataclass(frozen=True, slots=True)
class Stream:
    """Standard input (``-``) or a pipe; what comes from it is never known to be the same again."""

    path: str
    name: str
    kind: Format
    reading: Reading
    token: list[int] = field(default_factory=_never_again, compare=False)

    @property
    def size(self) -> None:
        """It has no end beforehand."""
        return None

    def identity(self) -> list[Any]:
        """Values that no other run has."""
        return ["stream", self.name, *self.token]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Splits of about that size; a text or an article in JATS is one."""
        try:
            with self._open() as file:
                blocks = blocks_of(file)
                if self.kind in (Format.lines, Format.jsonl):
                    yield from line_splits(blocks, self.name, self.kind, self.reading, most_bytes)
                elif self.kind is Format.pubmed:
                    yield from pubmed_splits(blocks, self.name, most_bytes)
                elif self.kind is Format.parquet:
                    yield Failure(self.name, "is no file; save the Parquet file, then give it")
                else:
                    content = _joined(blocks)
                    yield ContentSplit((Content(self.name, content, self.kind),), self.reading)
        except OSError as error:
            yield Failure(self.name, why_unreadable(error))
        except InputError as error:
            yield Failure(self.name, one_line(error))

    def _open(self) -> "nullcontext[BinaryIO] | BinaryIO":
        if self.path == str(STDIN):
            if sys.stdin is None:
                raise InputError("is closed; give it something to read")
            return nullcontext(sys.stdin.buffer)
        return Path(self.path).open("rb")


def _joined(blocks: Iterator[bytes]) -> bytes:
    """All of a stream. Raises InputError where it is too large."""
    found = bytearray()
    for block in blocks:
        found += block
        if len(found) > byte_ranges.MOST_BYTES:
            raise InputError(byte_ranges.too_large(len(found)))
    return bytes(found)
