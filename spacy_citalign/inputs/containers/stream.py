"""Standard input and named pipes: read once, from the beginning, by the process that cuts them."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import InputError
from ..pieces import Piece, cut_pieces
from ..records import STDIN, Format, Reading
from ..splits import Source
from .byte_ranges import blocks_of


def _never_again() -> list[int]:
    return [os.getpid(), time.time_ns()]


@dataclass(frozen=True, slots=True)
class Stream(Source):
    """Standard input (``-``) or a pipe; what comes from it is never known to be the same again."""

    path: str
    name: str
    format: Format
    reading: Reading
    size: None = None
    token: list[int] = field(default_factory=_never_again, compare=False)

    def formats(self) -> frozenset[Format]:
        """Return its format."""
        return frozenset({self.format})

    def identity(self) -> list[Any]:
        """Return values that no other run has."""
        return ["stream", self.name, *self.token]

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield its records as they come; a text or an article is one piece."""
        if self.format is Format.parquet:
            raise InputError("is no file; save the Parquet file, then give it")
        with self._open() as file:
            yield from cut_pieces(self.name, blocks_of(file), self.format, most_bytes)

    def _open(self) -> "nullcontext[BinaryIO] | BinaryIO":
        if self.path != str(STDIN):
            return Path(self.path).open("rb")
        if sys.stdin is None:
            raise InputError("is closed; give it something to read")
        return nullcontext(sys.stdin.buffer)
