"""Standard input and named pipes: read once, from the beginning, by the process that cuts them."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from ...corpora.io import GZIP, unpack
from ...errors import InputError
from ..kinds import SNIFFED, format_of, unpacked_begin
from ..pieces import Piece, cut_pieces
from ..records import STDIN, Format, Reading
from ..selection import file_format
from ..splits import Source
from .archive import archive_pieces, begins_archive
from .byte_ranges import blocks_of, joined


def _never_again() -> list[int]:
    return [os.getpid(), time.time_ns()]


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
    token: list[int] = field(default_factory=_never_again, compare=False)

    def formats(self) -> frozenset[Format]:
        """Return its format."""
        return frozenset({self.format or Format.jats})

    def identity(self) -> list[Any]:
        """Return values that no other run has."""
        return ["stream", self.name, *self.token]

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield its records as they come; a text or an article is one piece."""
        if self.format is Format.parquet:
            raise InputError("is no file; save the Parquet file, then give it")
        with _opened(self.path) as file:
            blocks: Iterator[bytes] = chain([self.begin], blocks_of(file))
            if self.format is None:
                yield from archive_pieces(BytesIO(joined(blocks)), self.name, self.reading)
                return
            if self.begin.startswith(GZIP):
                blocks = blocks_of(unpack(BytesIO(joined(blocks))))
            yield from cut_pieces(self.name, blocks, self.format, most_bytes)


def stream_source(path: Path, name: str, reading: Reading) -> Stream:
    """Return the source of standard input, which is looked at where no format is named; or a pipe.

    Raises:
        InputError: its format is not known, or it is closed.
    """
    if path != STDIN or reading.format not in (Format.auto, Format.jats):
        return Stream(
            str(path), name, file_format(path, reading.format, lines=reading.lines), reading
        )
    with _opened(str(path)) as file:
        begin = file.read(SNIFFED)
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
